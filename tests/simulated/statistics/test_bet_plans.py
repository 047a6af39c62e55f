"""How many samples a bet needs: exponents, plans and the probability to miss, against laws that are solved by hand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from numerics.statistics.betting import Betting, Bounded, Catoni, NonNegative, Variance, exponents
from numerics.statistics.decide import MarginTest, plan
from tests.simulated.statistics.settings import BETS, THRESHOLD, UNIT

PROCESSES = [Betting(1, 0.0, 0.25), Betting(-1, 1.0, 0.75), Catoni(1, 0.25, 1.0, 0.1), Catoni(-1, 0.25, 1.0, 0.1)]


@pytest.mark.parametrize(("mean", "variance"), [(0.4, 0.2), (0.4, 0.0), (0.26, 0.01), (3.0, 40.0)])
@pytest.mark.parametrize("ratio", [1.0, 1.5])
def test_exponents_by_the_two_point_law(mean: float, variance: float, ratio: float) -> None:
    """rate = -log E (1 + lam (U - reach))^-s at the law on 0 and mean + variance/mean, the worse of lam and r lam."""
    bets, reach = 0.5 / 0.25 * BETS, 0.25
    s, rate = exponents(bets, reach, mean, variance, ratio)
    assert s[:, 0] == pytest.approx([2 ** (-5 + i / 4) for i in range(45)])
    t, p = mean + variance / mean, variance / (variance + mean**2)
    worst = np.zeros(rate.shape)
    for lam in (bets, ratio * bets):
        worst = np.maximum(worst, p * (1 - lam * reach) ** -s + (1 - p) * (1 + lam * (t - reach)) ** -s)
    assert np.exp(-rate) == pytest.approx(np.minimum(worst, 1.0), rel=1e-12)
    assert (rate >= 0).all()
    assert rate.any()


def test_exponents_of_means_whose_square_is_no_float() -> None:
    """At any mean the rates are those of 1e150, where the worst law is all but at the mean itself."""
    _, usual = exponents(BETS, 0.25, 1e150, 0.1)
    for mean in (1e154, 1e200, 1e300):
        _, rate = exponents(BETS, 0.25, mean, 0.1)
        assert np.isfinite(rate).all()
        assert (rate >= usual).all()
    assert np.isfinite(exponents(BETS, 1e-201, 1e-200, 0.1)[1]).all()
    _, lost = exponents(np.full(24, 1e-300), 0.5, 1.0, 1.0)  # in rounding: 0, never -0, is infinitely many samples
    assert not lost.any()
    assert not np.signbit(lost).any()


def test_no_rate_within_the_null() -> None:
    """At a mean within the null, or none, no number of samples is enough."""
    for mean in (0.25, 0.1, math.nan):
        s, rate = exponents(BETS, 0.25, mean, 0.1)
        assert rate.shape == (s.size, 24)
        assert not rate.any()
    for process in PROCESSES:
        assert process.samples(0.25, 0.1, THRESHOLD, 1e-6) == math.inf
        assert process.miss(0.25, 0.1, THRESHOLD, 1e9) == 1.0
        assert process.samples(0.25 + process.sign * 0.2, 0.1, THRESHOLD, 1e-6) < 1e5
        assert process.samples(0.25 - process.sign * 0.2, 0.1, THRESHOLD, 1e-6) == math.inf


@pytest.mark.parametrize("threshold", [THRESHOLD, 1.5])
@pytest.mark.parametrize("process", PROCESSES, ids=str)
def test_samples_by_chernoff(process: Any, threshold: float) -> None:
    """(s log 24 T + log 1/miss) / rate, least over s and bets; after so many the bound on a miss is the wanted one."""
    mean, v, miss = 0.25 + process.sign * 0.1, 0.05, 1e-3
    n = process.samples(mean, v, threshold, miss)
    if isinstance(process, Betting):
        s, rate = exponents(process.bets, process.reach, process.sign * (mean - process.end), v)
    else:
        s, lam = np.ones((1, 1)), process.bets[None, :]
        rate = -np.log(1 - lam * 0.1 + lam**2 * (v + 0.01) / 2) - lam**2 * process.variance / 2
        rate = np.where(lam * 0.1 <= 1, rate, 0)  # larger bets are of no use here
    ok = rate > 0
    wanted = np.broadcast_to(s * np.log(24 * threshold) - np.log(miss), rate.shape)[ok] / rate[ok]
    assert n == pytest.approx(wanted.min(), rel=1e-9)
    assert process.miss(mean, v, threshold, n) == pytest.approx(miss, rel=1e-6)
    assert process.miss(mean, v, threshold, 2 * n) < miss**2
    assert process.miss(mean, v, threshold, 1) == 1.0


def test_catoni_far_beyond() -> None:
    """A mean far beyond the null needs no more samples than a nearer one."""
    bets = Catoni(1, 0.0, 1.0, 0.1)
    needed = [bets.samples(mean, 1.0, THRESHOLD, 1e-6) for mean in (0.1, 1.0, 10.0, 1e3, 1e6)]
    assert needed == sorted(needed, reverse=True)
    assert needed[-1] < 200


def test_needs() -> None:
    """A true claim's nulls, each with the nearest mean, in the support, and the largest variance there."""
    test = MarginTest(0.5, 0.1, UNIT, bias=0.05)
    assert test.needs() == (
        (test.processes[0], 0.55, pytest.approx(0.55 * 0.45)),
        (test.processes[1], 0.45, pytest.approx(0.55 * 0.45)),
    )
    for relation, i, mean in (("<=", 0, 0.55), ("<", 0, 0.55), (">=", 1, 0.45), (">", 1, 0.45)):
        one = MarginTest(0.5, 0.1, UNIT, relation, 0.05)  # type: ignore[arg-type]
        assert one.needs(0.1) == ((one.processes[i], mean, 0.1),)
        assert one.needs(0.9) == one.needs() == ((one.processes[i], mean, pytest.approx(0.2475)),)
    for sign, i in ((1, 2), (-1, 3)):
        off = test.needs_if_off(0.2, sign)
        assert off == (test.processes[i], 0.5 + sign * 0.2, pytest.approx(0.7 * 0.3))
        assert test.needs_if_off(0.9, sign) == (test.processes[i], max(sign, 0), 0.0)
    assert MarginTest(0.5, 0.1, Bounded(0, 1, 0.1)).needs()[0][2] == 0.1
    assert MarginTest(0.1, 0.05, Bounded(0, 1, 0.2)).needs()[0][2] == pytest.approx(0.09)
    assert MarginTest(3.0, 0.1, Bounded(2, 4)).needs()[0][2] == 1.0
    assert MarginTest(0.5, 0.1, Variance(2.0)).needs()[1][1:] == (0.5, 2.0)
    assert MarginTest(0.5, 0.1, NonNegative(3.0)).needs(7.0)[1][1:] == (0.5, 3.0)
    assert MarginTest(0.5, 0.1, NonNegative()).needs(7.0)[1][1:] == (0.5, 7.0)
    for support, variance in (
        (NonNegative(), None),
        (NonNegative(), math.inf),
        (UNIT, -0.1),
        (UNIT, math.nan),
    ):
        with pytest.raises(ValueError, match=r"no number of samples shows a mean of 0.5 under"):
            MarginTest(0.5, 0.1, support).needs(variance)


def test_plan_and_miss_are_inverse() -> None:
    """After `plan` the bound on a miss is at most the wanted one, a sample earlier above it; it is never above 1."""
    for test in (
        MarginTest(0.5, 0.1, UNIT),
        MarginTest(0.5, 0.1, Variance(0.2), "<=", 0.02),
        MarginTest(0.5, 0.1, UNIT, ">"),
    ):
        for miss in (1e-6, 0.3):
            n = test.plan(THRESHOLD, variance=0.2, miss=miss)
            assert test.miss(THRESHOLD, n, variance=0.2) <= miss < test.miss(THRESHOLD, n - 1, variance=0.2)
        assert test.miss(THRESHOLD, 1) == 1.0
        assert test.plan(THRESHOLD, variance=0.2) == test.plan(THRESHOLD, variance=0.2, miss=1e-6)
    lopsided = MarginTest(0.2, 0.1, UNIT)
    needs = lopsided.needs()
    shares = [p.samples(mean, v, THRESHOLD, 1e-6 / 2) for p, mean, v in needs]
    assert lopsided.plan(THRESHOLD) == math.ceil(max(shares)) > min(shares) + 1


PLANS = "wanted threshold > 1 and 0 < miss < 1"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        *(({"threshold": t}, PLANS) for t in (1.0, math.inf, math.nan)),
        *(({"miss": miss}, PLANS) for miss in (0.0, 1.0, math.nan)),
        *(({"variance": v}, "wanted variance > 0 and 0 < delta < span, got") for v in (0, math.inf)),
        *(({"delta": d}, "wanted variance > 0 and 0 < delta < span, got") for d in (0, 1)),
        ({"span": math.nan}, "wanted variance > 0 and 0 < delta < span, got"),
        ({"delta": 1e-200}, "delta is too small for the 24 bets"),
    ],
)
def test_plans_refused(options: dict[str, float], words: str) -> None:
    """Thresholds, misses, variances and margins that no plan has."""
    usual = {"variance": 0.1, "delta": 0.1, "span": 1, "threshold": 50.0, "miss": 0.1}
    assert plan(**usual) > 0
    with pytest.raises(ValueError, match=words):
        plan(**usual | options)
    if words == PLANS:
        with pytest.raises(ValueError, match=words):
            MarginTest(0.5, 0.1, UNIT).plan(**{"threshold": 50.0, "miss": 0.1} | options)


def test_plan_before_a_mean_is_known() -> None:
    """Enough for every claimed mean of a support of the span, and not twice what the worst of them needs."""
    for v, d in ((0.05, 0.01), (0.2, 0.02), (9.0, 0.05)):
        for span in (1.0, 2.0):
            n = plan(v, d, span=span, threshold=THRESHOLD)
            each = [
                MarginTest(c, d, Bounded(0, span)).plan(THRESHOLD, variance=v) for c in np.linspace(0.1, 0.9, 9) * span
            ]
            assert max(each) <= n < 1.5 * max(each), (v, d, span)
    assert plan(9.0, 0.1, span=1, threshold=THRESHOLD) == plan(0.25, 0.1, span=1, threshold=THRESHOLD)
    for miss in (1e-6, 0.1):
        n = MarginTest(0.0, 0.1, Variance(2.0)).plan(THRESHOLD, miss=miss)
        assert plan(2.0, 0.1, span=math.inf, threshold=THRESHOLD, miss=miss) == n
