"""Bets, plans and verdicts against their formulas, by hand: every branch, every border, to the last bit."""

from __future__ import annotations

import itertools
import math
import re
from fractions import Fraction

import numpy as np
import pytest

from numerics.statistics.betting import (
    LADDER,
    Betting,
    Bounded,
    Catoni,
    NonNegative,
    SamplesError,
    Settled,
    Support,
    Variance,
    against,
    log_e,
)
from numerics.statistics.decide import MarginTest, margin_verdict
from tests.refused import refused
from tests.simulated.statistics.settings import BETS, THRESHOLD, UNIT


def test_margin_verdict() -> None:
    """Holds if both first nulls are rejected, is refuted if one of the last two is; both or neither: undecided."""
    threshold = 100.0
    for rejected in itertools.product((False, True), repeat=4):
        state = np.tile(np.where(rejected, 9.0, 1.0)[:, None], 24)
        holds, refuted = rejected[0] and rejected[1], rejected[2] or rejected[3]
        wanted = "undecided" if holds == refuted else "holds" if holds else "refuted"
        assert margin_verdict(state, threshold) == wanted, rejected


def test_margin_verdict_at_the_threshold() -> None:
    """A null is rejected from e = threshold on; what is no number rejects nothing."""
    for nothing in (-1.0, math.nan):
        assert margin_verdict(np.full((4, 24), nothing), 1.5) == "undecided"
    threshold = next(t for t in range(2, 99) if (math.log(t) + math.log(24)) - math.log(24) == math.log(t))
    for capital, verdict in ((math.log(threshold) + math.log(24), "refuted"), (math.log(threshold), "undecided")):
        state = np.full((4, 24), -math.inf)
        state[2, 5] = capital
        assert margin_verdict(state, threshold) == verdict


def test_log_of_the_mean_capital() -> None:
    """log e is the log of the mean over 24 bets, for any number of nulls."""
    capital = np.arange(1.0, 73.0).reshape(3, 24)
    assert log_e(np.log(capital)) == pytest.approx(np.log(capital.mean(-1)), abs=1e-14)


@pytest.mark.parametrize(("support", "bias"), [(UNIT, 0.0), (Variance(2.0), 0.01), (NonNegative(2.0), 0.01)], ids=str)
def test_nulls_of_a_relation(support: Support, bias: float) -> None:
    """Four nulls of an equality; of an inequality two, that of refutation at the bias, and two that are settled."""
    c, d = 0.5, 0.1
    above, below = against(">=", c + d, support, d), against("<=", c - d, support, d)
    over, under = against("<=", c + d, support, d), against(">=", c - d, support, d)
    assert MarginTest(c, d, support, bias=bias).processes == (above, below, over, under)
    for relation in ("<=", "<"):
        mine = above, Settled(True), against("<=", c + bias, support, d), Settled(False)
        assert MarginTest(c, d, support, relation, bias).processes == mine  # type: ignore[arg-type]
    for relation in (">=", ">"):
        mine = Settled(True), below, Settled(False), against(">=", c - bias, support, d)
        assert MarginTest(c, d, support, relation, bias).processes == mine  # type: ignore[arg-type]


def test_one_side_of_the_nonnegative_stays_open() -> None:
    """Without a variance "mean >= m" is never rejected for m >= 0; for m < 0 it is true by the support."""
    for claimed, i in ((0.5, 0), (-0.1, 0), (0.0, 3), (0.1, 3), (0.5, 3)):
        assert MarginTest(claimed, 0.1, NonNegative()).processes[i] == Settled(False), (claimed, i)
    for relation in (">=", ">"):
        least = MarginTest(0.5, 0.1, NonNegative(), relation)  # type: ignore[arg-type]
        assert least.processes == (Settled(True), Betting(1, 0.0, 0.4), Settled(False), Settled(False))
    assert isinstance(MarginTest(0.5, 0.1, NonNegative(1.0)).processes[0], Catoni)
    high, low = MarginTest(1.0, 0.1, NonNegative()), MarginTest(3.0, 0.1, NonNegative())
    for test in (high, low):
        test.update(np.full(1000, 2.0))
    assert (high.verdict(THRESHOLD), low.verdict(THRESHOLD)) == ("refuted", "undecided")


USUAL = {"claimed": 0.5, "delta": 0.1, "support": UNIT}
BOUND = "a variance bound must be finite and > 0, got"
ENDS = "bounds must be finite with lo < hi, got"


test_refused = refused(
    "Margins, biases, relations, supports, thresholds and merges that cannot be meant.",
    *((lambda o=o: MarginTest(**(USUAL | o)), words) for o, words in (
        ({"delta": -0.1}, "delta must be positive, got -0.1"),
        ({"delta": 0.0}, "delta must be positive"),
        ({"delta": math.inf}, "delta must be a finite number, got inf"),
        ({"claimed": math.nan}, "claimed must be a finite number, got nan"),
        ({"bias": math.nan}, "bias must be a finite number, got nan"),
        ({"bias": -0.01}, "a bias of -0.01 is not below the margin 0.1"),
        ({"bias": 0.1}, "a bias of 0.1 is not below the margin 0.1"),
        ({"relation": "=="}, "a mean is compared by one of =, <=, <, >=, >, got '=='"),
        ({"claimed": 1.0, "delta": 0.8e-16}, "lost in the rounding of 1.0"),
        ({"claimed": -1.0, "delta": 0.8e-16}, "lost in the rounding of -1.0"),
        ({"delta": 0.6}, "is within delta = 0.6; narrow it"),
        ({"support": None}, "neither bounds nor a variance bound leave the claim undecided"),
    )),
    *((lambda v=v, make=make: make(v), BOUND)
      for v in (0.0, -1.0, math.inf, math.nan)
      for make in (Variance, NonNegative, lambda v: Bounded(0, 1, v))),
    *((lambda ends=ends: Bounded(*ends), ENDS)
      for ends in ((0, -1), (1, 1), (-math.inf, 0), (0, math.inf), (math.nan, 1), (0, math.nan))),
    (lambda: against(">=", 1.0, NonNegative(), 0.1), "leave the claim undecided"),
    (lambda: MarginTest(3.0, 0.1, NonNegative()).plan(THRESHOLD), "no number of samples shows a mean of"),
    (lambda: MarginTest(0.5, 1e-9, UNIT).plan(THRESHOLD), "delta is too small for the 24 bets"),
    *((lambda t=t: MarginTest(0.5, 0.1, UNIT).verdict(t), "a threshold is a finite number > 1")
      for t in (1.0, math.nan, math.inf)),
    *((lambda other=other: MarginTest(0.5, 0.1, UNIT, "<=", 0.01).merge(MarginTest(*other)),
       "blocks of different tests do not merge") for other in (
        (0.4, 0.1, UNIT, "<=", 0.01), (0.5, 0.2, UNIT, "<=", 0.01), (0.5, 0.1, Bounded(0, 2), "<=", 0.01),
        (0.5, 0.1, UNIT, "<", 0.01), (0.5, 0.1, UNIT, "<=", 0.02),
    )),
    words=re.escape,
)  # fmt: skip


def test_nulls_that_the_support_settles() -> None:
    """A margin that reaches over an end of the support leaves nothing to show on that side."""
    assert MarginTest(0.5, 0.6, Bounded(0, 1.2)).processes[1] == Settled(True)
    assert MarginTest(0.7, 0.6, UNIT).processes[0] == Settled(True)
    assert MarginTest(0.5, 0.6, UNIT, "<=").processes[:2] == (Settled(True), Settled(True))


@pytest.mark.parametrize(
    ("x", "support", "words"),
    [
        ([0.1, math.nan, math.inf], UNIT, "2 of 3 samples are not finite numbers"),
        ([0.1, 1.1], UNIT, r"sample 1.1 lies outside the declared support \[0, 1\]"),
        ([[0.1]], UNIT, r"shape \(n,\), one number per network, got \(1, 1\)"),
        ([-1.0], NonNegative(), r"sample -1\.0 lies outside"),
        ([1.0, -5e-324], NonNegative(), r"lies outside the declared support \[0.0, inf\]"),
        ([1e200], Variance(1.0), "overflow the evidence; rescale"),
    ],
)
def test_samples_refused(x: list[object], support: Support, words: str) -> None:
    """Samples that cannot be meant are refused in words, and leave the state as it was."""
    test = MarginTest(0.5, 0.1, support)
    with pytest.raises(ValueError, match=words):
        test.update(x)
    assert test.count == 0
    assert not test.state.any()
    assert test.verdict(THRESHOLD) == "undecided"


@pytest.mark.parametrize("unit", [1.0, 8.0])
def test_samples_at_the_ends(unit: float) -> None:
    """2^-40 of the length beyond an end is rounding, any more is an error; below 0 nothing is."""
    slack = unit * 2.0**-40
    for lo in (0.0, -unit / 2):
        test = MarginTest(lo + unit / 2, unit / 10, Bounded(lo, lo + unit))
        test.update([lo - slack, lo + unit + slack, lo, lo + unit])
        assert test.count == 4
        for x in (np.nextafter(lo - slack, -math.inf), np.nextafter(lo + unit + slack, math.inf)):
            with pytest.raises(SamplesError, match="lies outside the declared"):
                test.update([lo, x])
        assert test.count == 4
    MarginTest(1.0, 0.1, NonNegative()).update([0.0, Fraction(1, 2), 1e9])  # whatever floats can be made of
    MarginTest(1.0, 0.1, Variance(1.0)).update([-9.0, 9.0])
    one = against("<=", 0.5, UNIT, 0.1)
    assert np.array_equal(one.gain(np.array([-(2.0**-41)])), one.gain(np.zeros(1)))


def test_tally() -> None:
    """Number, sum, mean; the tally is the sum of the gains; no sample adds nothing."""
    test = MarginTest(0.5, 0.1, UNIT)
    assert math.isnan(test.mean)
    test.update([])
    assert test.verdict(THRESHOLD) == "undecided"
    assert not test.tally.any()
    test.update([0.25, 0.5])
    test.update([1.0])
    assert (test.count, test.total, test.mean) == (3, 1.75, 1.75 / 3)
    gains = test.gain([0.25, 0.5]) + test.gain([1.0])
    assert gains.shape == (2 + 4 * 24,)
    assert np.array_equal(test.tally, gains)
    assert np.array_equal(
        test.tally[2:].reshape(4, 24), [sum(q.gain(np.array(x)) for x in ([0.25, 0.5], [1.0])) for q in test.processes]
    )
    assert np.array_equal(test.log_e, log_e(test.state))
    other = MarginTest(0.5, 0.1, UNIT)
    other.add(gains)
    other.merge(test)
    assert (other.count, other.total) == (6, 3.5)
    assert np.array_equal(other.state, 2 * test.state)


def test_sweeps() -> None:
    """The capital of (runs, n) samples is that of each run, whatever the chunks; of huge samples, an error."""
    for process in (Betting(1, 0.0, 0.5), Betting(-1, 1.0, 0.5), Catoni(-1, 0.5, 2.0, 0.1)):
        for shape in ((3, 5000), (5000, 2), (1, 4097), (2, 0)):
            x = np.linspace(0, 1, math.prod(shape)).reshape(shape)
            whole = process.gain(x)
            assert whole.shape == (shape[0], 24)
            for i in (0, shape[0] - 1):
                alone = sum((process.gain(part) for part in np.array_split(x[i], 3)), np.zeros(24))
                assert whole[i] == pytest.approx(alone, rel=1e-10, abs=1e-10)
    for huge in ([1e200, -1e200], [[1.0], [1e200]]):
        with pytest.raises(SamplesError, match=r"samples up to 1e\+200 overflow the evidence; rescale"):
            Catoni(1, 0.0, 1.0, 0.1).gain(np.array(huge))


def test_the_ladder_of_bets() -> None:
    """0.98 / reach and down by the ratio; Catoni's 256 delta / variance and down by sqrt 2."""
    assert pytest.approx(BETS) == LADDER
    assert Betting(1, 0.0, 0.25).bets == pytest.approx(3.92 * BETS)
    assert Betting(1, 0.0, 0.25, 1.7).bets == pytest.approx(3.92 * 1.7 ** -np.arange(24.0))
    assert Catoni(1, 0.0, 4.0, 0.1).bets == pytest.approx(6.4 * BETS)


def test_catoni_by_its_formula() -> None:
    """Capital sum of sgn(y) log(1 + |y| + y^2/2) - lam^2 v/2, y = lam sign (x - bound)."""
    x = np.array([0.3, -2.0, 5.0])
    for sign in (1, -1):
        bets = Catoni(sign, 0.5, 3.0, 0.01)
        y = bets.bets[:, None] * sign * (x - 0.5)
        wanted = (np.sign(y) * np.log(1 + np.abs(y) + y**2 / 2)).sum(1) - 3 * bets.bets**2 * 3.0 / 2
        assert bets.gain(x) == pytest.approx(wanted, rel=1e-12, abs=1e-12)


def test_against_by_its_table() -> None:
    """Which bets, from which end, how far they reach, for every support, side and place of the bound."""
    step = math.sqrt(2)
    assert against("<=", 0.25, UNIT, 0.1) == Betting(1, 0, 0.25, step)
    assert against(">=", 0.25, UNIT, 0.1) == Betting(-1, 1, 0.75, step)
    assert against("<=", 0.0, Bounded(0, 8), 0.1) == Betting(1, 0, 2.0**-37, step)
    assert against(">=", 8.0, Bounded(0, 8), 0.1) == Betting(-1, 8, 2.0**-37, step)
    last = float(np.nextafter(1.0, 0.0))  # 2 from the end -1 by rounding: no variance is left there
    assert against("<=", last, Bounded(-1, 1), 0.1) == Betting(1, -1, 2.0, step)
    assert against("<=", 2.0, Bounded(2, 10), 0.1) == Betting(1, 2, 2.0**-37, step)
    for bound in (0.5, 0.6):
        assert against("<=", bound, Bounded(0, 0.5), 0.1) == Settled(False)
        assert against(">=", -bound, Bounded(-0.5, 0), 0.1) == Settled(False)
    assert against("<=", 0.0, NonNegative(), 0.5) == Betting(1, 0.0, 2.0**-41, step)
    assert against("<=", 3.0, NonNegative(), 0.5) == Betting(1, 0.0, 3.0, step)
    assert against("<=", -0.1, NonNegative(), 0.5) == Settled(True)
    for bound in (-0.1, 0.0):
        assert against(">=", bound, NonNegative(), 0.5) == against(">=", bound, NonNegative(2.0), 0.5) == Settled(False)
    assert against(">=", 3.0, NonNegative(2.0), 0.5) == Catoni(-1, 3.0, 2.0, 0.5)
    assert against("<=", -3.0, Variance(2.0), 0.5) == Catoni(1, -3.0, 2.0, 0.5)
    assert against(">=", -3.0, Variance(2.0), 0.5) == Catoni(-1, -3.0, 2.0, 0.5)


@pytest.mark.parametrize("delta", [1e-9, 1e-5, 0.1])
@pytest.mark.parametrize("v", [None, 0.001])
def test_ratio_of_the_bets(delta: float, v: float | None) -> None:
    """The least of 24 bets is half of the best at the largest variance, delta / variance, by ratios sqrt 2 to 2."""
    for side, bound, support, most in (
        ("<=", 3.25, Bounded(3, 4, v), 0.25 * 0.75),
        (">=", 3.75, Bounded(3, 4, v), 0.25 * 0.75),
        ("<=", -3.75, Bounded(-4, -3, v), 0.25 * 0.75),
        ("<=", 0.25, NonNegative(v), None),
    ):
        most = most if v is None else v
        found = against(side, bound, support, delta)  # type: ignore[arg-type]
        assert isinstance(found, Betting)
        wanted = math.sqrt(2) if most is None else (0.98 / 0.25 / (delta / (2 * most))) ** (1 / 23)
        assert found.ratio == pytest.approx(min(max(wanted, math.sqrt(2)), 2.0), rel=1e-12)


def test_settled() -> None:
    """False by the support: infinite capital from the first sample on, one sample needed. Else never."""
    for shape in ((3,), (2, 3)):
        assert np.array_equal(Settled(True).gain(np.ones(shape)), np.full((*shape[:-1], 24), math.inf))
        assert np.array_equal(Settled(False).gain(np.ones(shape)), np.zeros((*shape[:-1], 24)))
    assert np.array_equal(Settled(True).gain(np.ones((2, 0))), np.zeros((2, 24)))
    assert [Settled(b).samples(0.5, 0.1, THRESHOLD, 1e-6) for b in (True, False)] == [1.0, math.inf]
    assert [Settled(True).miss(0.5, 0.1, THRESHOLD, n) for n in (0, 0.5, 1, 2)] == [1.0, 1.0, 0.0, 0.0]
    assert Settled(False).miss(0.5, 0.1, THRESHOLD, 9) == 1.0
