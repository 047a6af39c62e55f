"""The judge of sampled checks: verdicts, twins, repetition, models, caps, power, and what it refuses.

A failure by chance has probability below 1e-8: every judgement is made at e-values that are reached by chance with
probability 1e-9 or less, and is planned to be missed with less.
"""

import numpy as np
import pytest
from sympy import Integer, Rational

from numerics.judging import BOOLEAN, Law, checks_of, plan
from numerics.judging.judge import _nearest
from numerics.judging.trial import MISS
from numerics.statistics.betting import Bounded
from numerics.statistics.decide import MarginTest
from tests.simulated.judging.coins import BUDGET, HALF, HOLDS, REFUTED, UNDECIDED, claim_of, coin, judged
from theory.claim import Twin, Verdict


@pytest.mark.parametrize(
    ("truth", "verdict"), [(0.5, HOLDS), (0.51, HOLDS), (0.55, UNDECIDED), (0.65, REFUTED), (0.3, REFUTED)]
)
def test_verdicts(truth: float, verdict: Verdict, seed: int) -> None:
    """A mean of 1/2 with margin .05: within it holds, at it stays undecided, beyond it is refuted."""
    found = judged(coin(HALF, truth), seed, twins=(Rational(3, 4),) if truth < 0.6 else ())
    assert found.evidence.verdict is verdict, (seed, found)
    (cell,) = found.evidence.figures["cells"]
    assert cell["claimed"] == 0.5
    assert cell["margin"] == pytest.approx(0.05)
    assert cell["bias"] == {"value": 0.0, "source": "none"}
    assert abs(cell["mean"] - truth) < 0.1, seed
    assert cell["networks"] == found.evidence.figures["networks"] > 0
    assert ("mean" in found.evidence.witness) is (verdict is REFUTED)


def test_needs_a_twin(seed: int) -> None:
    """A check that no twin and no model can fail is undecided, however good its samples."""
    assert judged(coin(HALF), seed).evidence.verdict is UNDECIDED


def test_repetition(seed: int) -> None:
    """A refutation that the other bit generator does not repeat leaves the claim undecided."""

    def shy(layer, cell, rng, size):
        first = isinstance(rng.bit_generator, np.random.SFC64)
        return (rng.random(size) < (0.8 if first else 0.5)).astype(float)

    assert judged(coin(HALF, simulate=shy), seed).evidence.verdict is UNDECIDED
    assert judged(coin(HALF, truth=0.8), seed).evidence.verdict is REFUTED


def test_laws(seed: int) -> None:
    """A law holds for its own samples and is refuted by another's; twins by their distance."""

    def uniform(top):
        return Law(lambda x: np.clip(x / top, 0, 1), lambda x: np.clip(x / top, 0, 1))

    options = {
        "expects": lambda p, cell: uniform(p), "deviation": lambda p, q, cell: abs(1 - p / q) if q >= p else 1 - q / p,
        "support": lambda p, cell: None, "notices": 0.1,
    }  # fmt: skip
    good = coin(Integer(1), simulate=lambda layer, cell, rng, size: rng.random(size), **options)
    found = judged(good, seed, twins=(Integer(2), Rational(101, 100)))
    assert (found.evidence.verdict, found.twins) == (HOLDS, {0: REFUTED}), seed
    bad = coin(Integer(1), simulate=lambda layer, cell, rng, size: 1.3 * rng.random(size), **options)
    assert judged(bad, seed).evidence.verdict is REFUTED, seed


def test_twins_reach(seed: int) -> None:
    """Twins off by the noticed deviation or more are refuted; nearer ones are not tested; poles reach nowhere."""
    found = judged(coin(HALF), seed, twins=(Rational(6, 10), Rational(4, 10), Rational(59, 100), Integer(-7)))
    assert found.twins == {0: REFUTED, 1: REFUTED, 3: REFUTED}, seed
    assert found.evidence.verdict is HOLDS
    inverse = coin(HALF, expects=lambda p, cell: 1 / (4 * p))
    assert judged(inverse, seed, twins=(Integer(0), Integer(1))).twins == {1: REFUTED}, seed


def test_default_deviation_is_that_of_the_means(seed: int) -> None:
    """A twin is as far off as what is expected, not as its numbers: p^2 against q^2, and an entry of several."""
    square = coin(HALF, truth=0.25, expects=lambda p, cell: p**2)
    assert judged(square, seed, twins=(-HALF, Rational(3, 4))).twins == {1: REFUTED}, seed
    tuple_ = coin(claim=claim_of((HALF, Integer(9))), predicts=HALF, at=({"entry": 0},))
    assert judged(tuple_, seed, twins=((HALF, Integer(8)), (Integer(1), Integer(9)))).twins == {1: REFUTED}, seed


def test_statistic_of_the_prediction(seed: int) -> None:
    """E (raw - p) = 0 tests p although 0 is expected whatever p is."""
    claim = coin(
        HALF, statistic=lambda raw, p: raw - p, expects=lambda p, cell: 0.0, scale=1.0, notices=0.1,
        support=lambda p, cell: Bounded(-p, 1 - p),
    )  # fmt: skip
    found = judged(claim, seed, twins=(Rational(7, 10),))
    assert (found.evidence.verdict, found.twins) == (HOLDS, {0: REFUTED}), seed


def test_twin_in_the_cell_that_shows_it(seed: int) -> None:
    """A twin is tested where it is furthest off, and where it says the same nothing is asked."""
    claim = coin(claim=claim_of((HALF, HALF)), predicts=HALF, at=({"entry": 0}, {"entry": 1}))
    cells = plan(claim, checks_of(claim)[0], {4: Twin((HALF, Integer(1)))}, "standard", BUDGET)
    assert [{i for goal in cell.goals.values() for i in goal.twins} for cell in cells] == [set(), {4}]
    assert judged(claim, seed, twins=((HALF, Integer(1)),)).twins == {0: REFUTED}


def test_models(seed: int) -> None:
    """A mutated model has to be noticed in one cell or other; one that changes nothing is told."""

    def simulate(layer, cell, rng, size):
        p = 0.5 if "rc" in layer.components or cell["c"] == 1 else 0.9
        return (rng.random(size) < p).astype(float)

    claim = coin(HALF, simulate=simulate, at=({"c": 1}, {"c": 2}), models=("no centring", "leaky slope"))
    assert judged(claim, seed).models == {"no centring": REFUTED, "leaky slope": HOLDS}, seed


@pytest.mark.parametrize("truth", [0.3, 0.35])
def test_control(truth: float, seed: int) -> None:
    """A false form is refuted, the truth holds on the same samples, twins are those of the truth; a false one fails."""
    claim = coin(HALF, truth=0.3, claim=claim_of(HALF, expected=REFUTED, truth=Rational(3, 10)))
    found = judged(claim, seed, twins=(Rational(6, 10), HALF), control=Rational(truth).limit_denominator(100))
    assert found.evidence.verdict is REFUTED, seed
    assert found.control is (HOLDS if truth == 0.3 else UNDECIDED if found.control is UNDECIDED else REFUTED)
    (cell,) = found.evidence.figures["cells"]
    assert cell["control"]["claimed"] == pytest.approx(truth)
    if truth == 0.3:
        assert found.twins == {0: REFUTED, 1: REFUTED}


def test_control_where_both_say_the_same(seed: int) -> None:
    """In a cell where the false form and the truth agree, nothing waits for a refutation that cannot come."""
    claim = coin(
        claim=claim_of((HALF, HALF), expected=REFUTED, truth=(HALF, Rational(1, 5))), predicts=HALF,
        simulate=lambda layer, cell, rng, size: (rng.random(size) < (0.2 if cell["entry"] else 0.5)).astype(float),
        at=({"entry": 0}, {"entry": 1}),
    )  # fmt: skip
    found = judged(claim, seed, control=(HALF, Rational(1, 5)))
    assert (found.evidence.verdict, found.control) == (REFUTED, HOLDS), seed
    # the truth in two cells, and a refutation twice
    assert found.evidence.figures["undecided_probability"] == pytest.approx(4 * MISS)


@pytest.mark.parametrize(
    ("relation", "truth", "verdict"),
    [("<=", 0.3, HOLDS), ("<", 0.5, HOLDS), ("<=", 0.65, REFUTED), (">=", 0.8, HOLDS), (">", 0.4, REFUTED)],
)
def test_inequalities(relation, truth: float, verdict: Verdict, seed: int) -> None:
    """mean <= 1/2 holds for .3 and, within its margin, at 1/2 itself; it is refuted by .65. >= mirrored."""
    claim = coin(HALF, truth=truth, claim=claim_of(HALF, relation=relation))
    twins = (Integer(0), Integer(1))
    found = judged(claim, seed, twins=twins if verdict is HOLDS else ())
    assert found.evidence.verdict is verdict, (seed, found)
    if verdict is HOLDS:  # a weaker bound is no twin
        assert found.twins == {0 if relation[0] == "<" else 1: REFUTED}, seed


def test_bias_of_an_inequality() -> None:
    """mean <= c is refuted only beyond the bias; laws have no inequalities."""
    assert MarginTest(0.5, 0.1, BOOLEAN, "<=", 0.05).processes[2].reach == pytest.approx(0.55)
    with pytest.raises(ValueError, match="a mean is compared by one of"):
        MarginTest(0.5, 0.1, BOOLEAN, "!=")  # type: ignore[arg-type]
    law = Law(lambda x: x, lambda x: x)
    claim = coin(HALF, claim=claim_of(HALF, relation="<="), expects=lambda p, cell: law)
    with pytest.raises(ValueError, match=r"judged\.basic.*cell c = 1: .*inequalities are for means"):
        plan(claim, checks_of(claim)[0], {}, "standard", BUDGET)


def test_the_cell_nearest_to_its_bound_is_told() -> None:
    """|bound - mean| over the larger of the two, the least of all cells; a bound 0 has no unit."""
    cells = [{"claimed": c, "mean": m, "at": {"n": n}} for n, (c, m) in enumerate([(2, 1), (4, 3), (0, 1), (-1, 1)])]
    assert _nearest(cells) == {"slack_relative": 0.25, "slack_at": "n = 1"}
    assert _nearest([cells[2], {"claimed": None, "at": {}}]) == {}
