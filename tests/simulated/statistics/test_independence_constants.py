"""The bound on samples that are constant in each part."""

from __future__ import annotations

import math

import numpy as np
import pytest

from numerics.statistics.independence import ALARM, DependentError, Watch


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
