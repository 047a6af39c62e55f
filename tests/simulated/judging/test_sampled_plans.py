"""Sampled checks before and while they draw: margins, bias, plans, power and caps.

A failure by chance has probability below 1e-8, as in `test_sampled`.
"""

import math
import time
from dataclasses import replace

import numpy as np
import pytest
from sympy import Integer, Rational

from numerics.judging import BOOLEAN, Bias, Law, checks_of, declared, plan, probes
from numerics.judging.drawing import CAP, cap, draw
from numerics.judging.judge import undecided_probability
from numerics.judging.probe import ENOUGH
from numerics.judging.trial import MISS
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, NonNegative, Variance
from numerics.statistics.blocks import Forgetful, Process
from numerics.statistics.decide import MarginTest, margin_verdict
from numerics.statistics.laws import law_plan
from tests.simulated.judging.coins import BUDGET, HALF, HOLDS, REFUTED, UNDECIDED, claim_of, coin, judged
from theory.claim import Twin


def test_hand_written_twins_narrow_the_margin_of_quick() -> None:
    """What is noticed at standard and written by hand is noticed at quick, where margins are up to three times as wide,
    and are not widened beyond a tenth of the claimed value."""
    twin = Twin(Rational(56, 100))
    for hand, notices, margin in (((), 0.06, 0.045), ((twin,), 0.06, 0.03), ((), 0.08, 0.05), ((), 0.3, 0.075)):
        claim = coin(HALF, claim=claim_of(HALF, twins=hand), notices=notices, scale=lambda p, cell: 0.5)
        (cell,) = plan(claim, checks_of(claim)[0], {0: twin}, "quick", BUDGET)
        assert cell.trial.delta == pytest.approx(margin)
        assert cell.trial.notices == pytest.approx(2 * margin / 0.5)  # in units of the scale
        assert cell.trial.reaches(0.56) is bool(hand)


def test_the_side_that_the_support_leaves() -> None:
    """A mean that is .2 off 9/10 is .7, if it is a frequency."""
    claim = coin(Rational(9, 10), scale=1.0, notices=0.2)
    (cell,) = plan(claim, checks_of(claim)[0], {}, "standard", BUDGET)
    either, above, below = (cell.trial.to_notice(cell.goals[""].test, 0.2, 50.0, side) for side in (0, 1, -1))
    assert either == below != above


def test_bias_widens(seed: int) -> None:
    """The margin is never below twice the bias and its error, cell by cell; both are told with their source."""
    bias = Bias(0.02, "extrapolated", "widths 10 to 40", error=0.01)
    claim = coin(HALF, at=({"c": 1}, {"c": 2}), scale=1.0, notices=0.08,
                 bias=lambda p, cell: bias if cell["c"] == 2 else None)  # fmt: skip
    found = judged(claim, seed, twins=(Integer(1),), level="deep")
    assert found.evidence.verdict is HOLDS, seed
    first, second = found.evidence.figures["cells"]
    assert (first["margin"], second["margin"]) == (pytest.approx(0.01), pytest.approx(0.06))
    assert second["bias"] == {"value": pytest.approx(0.03), "source": "extrapolated", "how": "widths 10 to 40"}


@pytest.mark.parametrize(
    "options",
    [
        {"notices": 0.9}, {"notices": 0.1, "bias": Bias(0.25, "measured", "seed 1")}, {"notices": 1.6, "scale": 0.5},
        {"notices": 0.9, "support": Variance(9.0)}, {"notices": 0.9, "support": NonNegative(9.0)},
        {"notices": 2.0, "scale": 1.0, "expects": lambda p, cell: 0.0, "support": Variance(0.25)},
    ],
)  # fmt: skip
def test_margins_too_wide(options, seed: int) -> None:
    """A margin over a fifth of what the mean could be shows nothing: undecided, with the reason; wide by bias, too."""
    found = judged(coin(HALF, **options), seed, twins=(Integer(9),))
    assert found.evidence.verdict is UNDECIDED
    assert "covers more than a fifth of what the mean could be" in found.evidence.figures["too_wide"][0]
    assert ("its bias" in found.evidence.figures["too_wide"][0]) is ("bias" in options)


@pytest.mark.parametrize("frequency", [0, 1])
@pytest.mark.parametrize(("notices", "quick"), [(0.04, 0.06), (0.12, 0.1), (0.3, 0.15)])
def test_quick_is_not_too_wide(notices: float, quick: float, frequency: int) -> None:
    """Margins grow threefold, but to no more than a tenth: of a frequency 0 or 1, .02 to .06 and .06 to .1; .15 stays.
    At either end of the support a margin may be as wide."""
    claim = coin(Integer(frequency), scale=1.0, notices=notices)
    deltas = [
        plan(claim, checks_of(claim)[0], {}, level, BUDGET)[0].trial.delta for level in ("quick", "standard", "deep")
    ]
    assert deltas == pytest.approx([quick, notices / 2, notices / 8])
    assert plan(claim, checks_of(claim)[0], {}, "quick", BUDGET)[0].trial.widest == pytest.approx(0.2)


@pytest.mark.parametrize("truth", [0.0, 0.03, 0.07, 0.1])
def test_planned_for_every_mean_that_is_admitted(truth: float, seed: int) -> None:
    """A frequency of 0 to within .1 holds wherever in that it is: the plan is for the variance there, not at 0."""
    claim = coin(Integer(0), truth=truth, scale=1.0, notices=0.4, bias=Bias(0.1, "measured", "seed 1"), block=16)
    found = judged(claim, seed, twins=(Integer(1),))
    assert found.evidence.verdict is HOLDS, (seed, found)
    assert found.evidence.figures["undecided_probability"] <= 2 * MISS


WORST = (
    (BOOLEAN, 0.0, 0.1, 0.2), (BOOLEAN, 0.5, 0.04, 0.12), (Bounded(-1.0, 3.0), 0.2, 0.1, 0.4),
    (Variance(2.0), 0.2, 0.2, 0.6), (NonNegative(1.0), 1.0, 0.2, 0.6),
)  # fmt: skip


@pytest.mark.parametrize(("support", "claimed", "bias", "delta"), WORST)
@pytest.mark.parametrize("side", [1, -1])
def test_power_bound(support, claimed: float, bias: float, delta: float, side: int, seed: int) -> None:
    """At the planned number the test is undecided no more often than planned, for two-point laws of admitted means."""
    test, threshold, miss, runs = MarginTest(claimed, delta, support, bias=bias), 50.0, 0.2, 300
    n = test.plan(threshold, miss=miss)
    assert test.miss(threshold, n) <= miss * 1.0001 < test.miss(threshold, 0.8 * n) + miss
    mean = claimed + side * bias
    if isinstance(support, Bounded):
        low, high = support.lo, support.hi
        mean = max(mean, low)
    else:
        v = support.v if isinstance(support, Variance) else support.variance
        low, high = mean - math.sqrt(v) / 3, mean + 3 * math.sqrt(v)
    x = np.where(np.random.default_rng(seed).random((runs, n)) < (mean - low) / (high - low), high, low)
    state = np.stack([process.gain(x) for process in test.processes], axis=1)
    undecided = sum(margin_verdict(state[run], threshold) == "undecided" for run in range(runs))
    # in more than miss of the runs only by chance: a binomial tail of 1e-9
    assert undecided <= runs * miss + 6 * math.sqrt(runs * miss), (seed, mean, undecided)


def test_caps(seed: int) -> None:
    """A test goes on to `CAP` times its plan in whole blocks, and no further, where nothing decides."""
    claim = coin(HALF, truth=0.55, block=1000)
    (cell,) = plan(claim, checks_of(claim)[0], {}, "standard", BUDGET)
    need = cell.goals[""].plan
    assert cell.networks == -(-math.ceil(CAP * need) // 1000) * 1000
    assert judged(claim, seed).evidence.figures["networks"] == cell.networks, seed
    assert cap([replace(cell.goals[""], awaited="")], 10) == 1


def test_undecided_probability_adds_up() -> None:
    """One MISS for each test that is awaited; 1 where no number of samples would do; None without a truth."""
    claim = coin(HALF, at=({"c": 1}, {"c": 2}))
    cells = plan(claim, checks_of(claim)[0], {0: Twin(Integer(1)), 1: Twin(Integer(1))}, "standard", BUDGET)
    assert undecided_probability(cells, 2, "=", HOLDS) == pytest.approx(5 * MISS)
    assert undecided_probability(cells, 0, "=", REFUTED) is None
    assert undecided_probability(cells, 0, "<=", HOLDS) == pytest.approx(2 * MISS)
    blind = coin(HALF, support=NonNegative())
    cells = plan(blind, checks_of(blind)[0], {}, "standard", BUDGET)
    assert undecided_probability(cells, 0, "=", HOLDS) == 1.0
    law = Law(lambda x: np.clip(x, 0, 1), lambda x: np.clip(x, 0, 1))
    of_law = coin(HALF, expects=lambda p, cell: law, notices=0.1)
    (cell,) = plan(of_law, checks_of(of_law)[0], {}, "standard", BUDGET)
    assert cell.goals[""].plan == law_plan(0.05, 2 / BUDGET.claims, MISS)


def test_draw_stops_at_most() -> None:
    """`most` stops a process for now; its test goes on from there."""
    claim = coin(HALF, truth=0.55, block=100)
    (cell,) = plan(claim, checks_of(claim)[0], {}, "standard", BUDGET)
    process = Process("p", 1, lambda seed, block: np.random.default_rng([seed, block]), Forgetful())
    for most in (250, 600):
        draw(cell.trial, Layer(), process, dict(cell.goals), 100, most)
        assert cell.goals[""].test.count == -(-most // 100) * 100


def test_declared_as_judged(seed: int) -> None:
    """What `show` tells of a cell before anything is drawn is what its evidence tells afterwards."""
    claim = coin(HALF, bias=Bias(0.01, "proved", "note"), at=({"c": 1}, {"c": 2}))
    found = judged(claim, seed, twins=(Integer(1),)).evidence.figures["cells"]

    assert declared(claim, checks_of(claim)[0]) == [
        {key: cell[key] for key in ("at", "of", "claimed", "margin", "bias")} for cell in found
    ]


@pytest.mark.parametrize("p", [Rational(1, 4), Rational(3, 4)])
def test_what_is_off_to_either_side_needs_the_more_of_both(p: Rational) -> None:
    """Where nobody knows on which side of the tested mean the other lies, samples are planned for the harder one."""
    claim = coin(p)
    (cell,) = plan(claim, checks_of(claim)[0], {}, "standard", BUDGET)
    trial = cell.trial
    test = trial.test(trial.true, BUDGET.twins)
    either, *both = (trial.to_notice(test, 2 * trial.delta, BUDGET.twins, side) for side in (0, 1, -1))
    assert trial.to_notice(test, 2 * trial.delta, BUDGET.twins) == either == max(both) > min(both)


def test_every_cell_that_is_quick_is_probed() -> None:
    """All cells of a coin are; where the first takes long, as a processor counts, the others are left out."""
    cells = tuple({"c": number} for number in range(3))
    assert len(list(probes(coin(HALF)))) == 1  # what is slow at the first time is done
    assert [one.cell for one in probes(coin(HALF, at=cells))] == ["flip/0", "flip/1", "flip/2"]

    def long(layer, cell, rng, size):
        began = time.process_time()
        while time.process_time() - began < 6 * ENOUGH:
            pass
        return rng.random(size)

    assert [one.cell for one in probes(coin(HALF, simulate=long, at=cells))] == ["flip/0"]
