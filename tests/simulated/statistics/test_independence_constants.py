"""The bounds on parts that are constant, and on parts that are copies."""

from __future__ import annotations

import math
from contextlib import nullcontext

import numpy as np
import pytest

from numerics.statistics.independence import ALARM, DependentError, Watch
from numerics.streams import fresh_seed


def test_the_alarm_comes_where_the_whole_bound_is_reached() -> None:
    """K parts of three equal samples, all values distinct: 2 K log K >= K log(K + 1) + 2 log K - log ALARM, at 14."""
    surprise = {k: 2 * k * math.log(k) for k in range(1, 20)}
    bound = {k: k * math.log(k + 1) + 2 * math.log(k) - math.log(ALARM) for k in surprise}
    first = min(k for k in surprise if surprise[k] >= bound[k])
    watch = Watch()
    for value in range(1, first):
        watch.see(np.full(3, float(value)))
    with pytest.raises(DependentError, match="all samples of a block are the same number"):
        watch.see(np.full(3, float(first)))
    assert first == 14


@pytest.mark.parametrize(("before", "alarms"), [(5, True), (40, False)])
def test_a_copy_surprises_less_the_more_parts_there_were(before: int, alarms: bool) -> None:
    """A copy of 19 samples, one order in 19!, is an alarm after 5 parts. After 40 it is none: its surprise is above
    log(1/ALARM), but not above log(1/ALARM) + 2 log K, which is the bound for all of K parts together."""
    gain, last = math.lgamma(20) - math.log(before) - math.log(2), before + 1
    assert gain > -math.log(ALARM)
    assert (gain >= -math.log(ALARM) + 2 * math.log(last)) is alarms
    watch, parts = Watch(), np.random.default_rng(fresh_seed()).normal(size=(before, 19))
    for part in parts:
        watch.see(part)
    with pytest.raises(DependentError, match="copies of each other") if alarms else nullcontext():
        watch.see(parts[0])
