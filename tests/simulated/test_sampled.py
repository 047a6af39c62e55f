"""The judge of sampled checks: verdicts, twins, repetition, models, caps, power, and what it refuses.

A failure by chance has probability below 1e-8: every judgement is made at e-values that are reached by chance with
probability 1e-9 or less, and is planned to be missed with less.
"""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from sympy import Integer, Rational

from numerics.betting import Bounded, NonNegative, SamplesError, Variance
from numerics.decide import MarginTest
from numerics.laws import law_plan
from numerics.networks import Layer
from numerics.sampled import BOOLEAN, MODELS, Bias, Budget, Law, declared, judge, plan, sampled
from numerics.sampled.drawing import CAP, cap, draw
from numerics.sampled.judge import stream_name, undecided_probability
from numerics.sampled.trial import MISS
from numerics.streams import fresh_seed
from theory.claim import Claim, Locator, Paper, Twin, Verdict

PAPER = Paper("judged", "Judged", "I. Myself", 2026, "in preparation")
HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
BUDGET = Budget(claims=8e9, twins=8e10)
names = itertools.count()


@pytest.fixture
def seed() -> int:
    """A fresh root seed; a failure prints it."""
    return fresh_seed()


def claim_of(predicts, **extra):
    """A claim of these predicted numbers."""
    return Claim(
        f"judged.basic.claim-{next(names)}", source=Locator(PAPER, "1"), status="new", says="a mean", tex="p",
        hypotheses=(), predicts=predicts, over=({"n": 2},), **extra,
    )  # fmt: skip


def coin(predicts, truth=None, simulate=None, claim=None, **options):
    """A claim with a sampled check: heads, or what `simulate` gives."""
    claim = claim or claim_of(predicts)
    p = float(predicts if truth is None else truth)

    @sampled(claim, "coins", **{"at": ({"c": 1},), "notices": 0.2, "support": BOOLEAN, "block": 256} | options)
    def flip(layer, cell, rng, size):
        return simulate(layer, cell, rng, size) if simulate else (rng.random(size) < p).astype(float)

    return claim


def judged(claim, seed, twins=(), level="standard", **extra):
    """The first check of a claim, judged with these twins."""
    numbered = {i: Twin(value) for i, value in enumerate(twins)}
    return judge(claim, claim.checks[0], numbered, seed, level, BUDGET, **extra)


HALF = Rational(1, 2)


# --- verdicts ---------------------------------------------------------------------------------------


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


# --- twins, models, control -------------------------------------------------------------------------


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
    cells = plan(claim, claim.checks[0], {4: Twin((HALF, Integer(1)))}, "standard", BUDGET)
    assert [{i for goal in cell.goals.values() for i in goal.twins} for cell in cells] == [set(), {4}]
    assert judged(claim, seed, twins=((HALF, Integer(1)),)).twins == {0: REFUTED}


def test_hand_written_twins_narrow_the_margin_of_quick() -> None:
    """What is noticed at standard and written by hand is noticed at quick, where margins are up to three times as wide,
    and are not widened beyond a tenth of the claimed value."""
    twin = Twin(Rational(56, 100))
    for hand, notices, margin in (((), 0.06, 0.045), ((twin,), 0.06, 0.03), ((), 0.08, 0.05), ((), 0.3, 0.075)):
        claim = coin(HALF, claim=claim_of(HALF, twins=hand), notices=notices, scale=lambda p, cell: 0.5)
        (cell,) = plan(claim, claim.checks[0], {0: twin}, "quick", BUDGET)
        assert cell.trial.delta == pytest.approx(margin)
        assert cell.trial.reaches(0.56) is bool(hand)


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
    assert found.evidence.figures["undecided_probability"] <= 8 * MISS


# --- inequalities -----------------------------------------------------------------------------------


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
        plan(claim, claim.checks[0], {}, "standard", BUDGET)


# --- bias, margins, plans ---------------------------------------------------------------------------


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


@pytest.mark.parametrize(("notices", "quick"), [(0.04, 0.06), (0.12, 0.1), (0.3, 0.15)])
def test_quick_is_not_too_wide(notices: float, quick: float) -> None:
    """Margins grow threefold, but to no more than a tenth: of a frequency 0, .02 to .06 and .06 to .1; .15 stays."""
    claim = coin(Integer(0), scale=1.0, notices=notices)
    deltas = [plan(claim, claim.checks[0], {}, level, BUDGET)[0].trial.delta for level in ("quick", "standard", "deep")]
    assert deltas == pytest.approx([quick, notices / 2, notices / 8])


@pytest.mark.parametrize("truth", [0.0, 0.03, 0.07, 0.1])
def test_planned_for_every_mean_that_is_admitted(truth: float, seed: int) -> None:
    """A frequency of 0 to within .1 holds wherever in that it is: the plan is for the variance there, not at 0."""
    claim = coin(Integer(0), truth=truth, scale=1.0, notices=0.4, bias=Bias(0.1, "measured", "seed 1"), block=16)
    found = judged(claim, seed, twins=(Integer(1),))
    assert found.evidence.verdict is HOLDS, (seed, found)
    assert found.evidence.figures["undecided_probability"] <= 2 * MISS


WORST = (
    (BOOLEAN, 0.0, 0.1, 0.2), (BOOLEAN, 0.5, 0.02, 0.06), (Bounded(-1.0, 3.0), 0.2, 0.05, 0.15),
    (Variance(2.0), 0.2, 0.1, 0.3), (NonNegative(1.0), 1.0, 0.1, 0.3),
)  # fmt: skip


@pytest.mark.parametrize(("support", "claimed", "bias", "delta"), WORST)
@pytest.mark.parametrize("side", [1, -1])
def test_power_bound(support, claimed: float, bias: float, delta: float, side: int, seed: int) -> None:
    """At the planned number the test is undecided no more often than planned, for two-point laws of admitted means."""
    test, threshold, miss, runs = MarginTest(claimed, delta, support, bias=bias), 50.0, 0.2, 300
    n = test.plan(threshold, miss=miss)
    assert test.miss(threshold, n) <= miss * 1.0001 < test.miss(threshold, 0.8 * n) + miss
    rng = np.random.default_rng(seed)
    for part in (1.0, 0.5):
        mean = claimed + side * part * bias
        if isinstance(support, Bounded):
            low, high = support.lo, support.hi
            if not low <= mean <= high:
                continue
        else:
            v = support.v if isinstance(support, Variance) else support.variance
            low, high = mean - math.sqrt(v) / 3, mean + 3 * math.sqrt(v)
        p = (mean - low) / (high - low)
        x = np.where(rng.random((runs, n)) < p, high, low)
        state = np.stack([process.gain(x) for process in test.processes], axis=1)
        held = sum(_holds(state[run], threshold) for run in range(runs))
        # undecided in more than miss of the runs only by chance: a binomial tail of 1e-9
        assert runs - held <= runs * miss + 6 * math.sqrt(runs * miss), (seed, mean, held)


def _holds(state, threshold: float) -> bool:
    from numerics.decide import margin_verdict

    return margin_verdict(state, threshold) != "undecided"


def test_caps(seed: int) -> None:
    """A test goes on to `CAP` times its plan in whole blocks, and no further, where nothing decides."""
    claim = coin(HALF, truth=0.55, block=1000)
    (cell,) = plan(claim, claim.checks[0], {}, "standard", BUDGET)
    need = cell.goals[""].plan
    assert cell.networks == -(-math.ceil(CAP * need) // 1000) * 1000
    assert judged(claim, seed).evidence.figures["networks"] == cell.networks, seed
    assert cap([replace(cell.goals[""], awaited="")], 10) == 1


def test_undecided_probability_adds_up() -> None:
    """One MISS for each test that is awaited; 1 where no number of samples would do; None without a truth."""
    claim = coin(HALF, at=({"c": 1}, {"c": 2}))
    cells = plan(claim, claim.checks[0], {0: Twin(Integer(1)), 1: Twin(Integer(1))}, "standard", BUDGET)
    assert undecided_probability(cells, 2, "=", HOLDS) == pytest.approx(5 * MISS)
    assert undecided_probability(cells, 0, "=", REFUTED) is None
    assert undecided_probability(cells, 0, "<=", HOLDS) == pytest.approx(2 * MISS)
    blind = coin(HALF, support=NonNegative())
    cells = plan(blind, blind.checks[0], {}, "standard", BUDGET)
    assert undecided_probability(cells, 0, "=", HOLDS) == 1.0
    law = Law(lambda x: np.clip(x, 0, 1), lambda x: np.clip(x, 0, 1))
    of_law = coin(HALF, expects=lambda p, cell: law, notices=0.1)
    (cell,) = plan(of_law, of_law.checks[0], {}, "standard", BUDGET)
    assert cell.goals[""].plan == law_plan(0.05, 2 / BUDGET.claims, MISS)


# --- samples that are not as declared ---------------------------------------------------------------


def shared(layer, cell, rng, size):
    """One random batch for all networks of a call."""
    return (rng.random(size) < rng.uniform(0.2, 0.8)).astype(float)


def own_seed(layer, cell, rng, size):
    return np.random.default_rng(0).random(size)


def own_weights(layer, cell, rng, size):
    return (np.random.default_rng(0).random(size) + rng.random(size)) / 2


def halves(layer, cell, rng, size):
    x = rng.random(-(-size // 2))
    return np.concatenate([x, 1 - x])[:size]


@pytest.mark.parametrize(
    ("simulate", "words"),
    [
        (shared, "samples of a block are not independent of each other: draw everything anew for each network"),
        (own_seed, "are copies of each other"),
        (own_weights, "at the same place of two blocks depend"),
        (halves, "pairs of samples of a block depend on each other: average each pair"),
        (lambda layer, cell, rng, size: rng.random(size) / np.where(rng.random(size) < 0.5, 0, 1), "not finite"),
        (lambda layer, cell, rng, size: np.full(size, np.nan), "not finite numbers"),
        (lambda layer, cell, rng, size: rng.random(size) * 1.5, "outside the declared support"),
        (lambda layer, cell, rng, size: rng.random(size + 1), "samples were wanted, one of each network"),
        (lambda layer, cell, rng, size: rng.random((size, 2)), r"shape \(n,\)"),
    ],
)
@pytest.mark.filterwarnings("ignore:divide by zero")
def test_faults_of_a_simulation(simulate, words: str, seed: int) -> None:
    """Dependent, infinite, undefined, outlying or missing samples are errors that name claim and cell, no verdict."""
    claim = coin(HALF, simulate=simulate, block=4096, notices=0.02)
    with pytest.raises(SamplesError, match=rf"judged\.basic.*flip: cell c = 1: .*{words}"):
        judged(claim, seed, twins=(Integer(1),))


# --- declarations -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"notice": 0.1}, "no option 'notice'; did you mean 'notices'"),
        ({"models": ("no centering",)}, "no model 'no centering' of the layer; did you mean 'no centring'"),
        ({"models": ("quantum",)}, f"there are {', '.join(MODELS)}"),
        ({"models": "no centring"}, r"wanted a tuple, \('no centring',\)"),
        ({"notices": 0.0}, "notices=0.0: wanted a number > 0"),
        ({"notices": math.nan}, "notices=nan: wanted a number > 0"),
        ({"block": 0}, "block=0: wanted a number of networks"),
        ({"support": (0, 1)}, r"support=\(0, 1\): say by support="),
        ({"support": None}, "support=None: say by support= what theory knows of a sample"),
        ({"at": ({"c": 1, "cut": (0, 1)},)}, "has 'cut', which clipped samples: say by support= .* claim the mean"),
        ({"bias": 0.1}, "bias=0.1: say where it is from"),
        ({"at": ()}, "wanted the cells, at least one"),
        ({"at": (3,)}, "each a dict"),
    ],
)
def test_refused_declarations(options, words: str) -> None:
    """What cannot be meant is refused when the check is attached, in words that name what there is."""
    with pytest.raises(ValueError, match=words):
        coin(HALF, **options)


@pytest.mark.parametrize(
    "arguments",
    [(-0.1, "proved", "note"), (math.inf, "proved", "note"), (0.1, "guessed", "note"), (0.1, "proved", " ")],
)
def test_refused_biases(arguments) -> None:
    """A bias is a finite number with a source that exists and says how it was got."""
    with pytest.raises(ValueError, match="bias"):
        Bias(*arguments)


def test_cells_may_come_from_a_generator(seed: int) -> None:
    """Cells given one by one are all there each time."""
    claim = coin(HALF, at=({"c": c} for c in (1, 2)))
    assert len(judged(claim, seed, twins=(Integer(1),)).evidence.figures["cells"]) == 2
    assert len(judged(claim, seed, twins=(Integer(1),)).evidence.figures["cells"]) == 2


def test_samples_go_by_name(seed: int) -> None:
    """An exact check put before, or another sampled one of another name, does not change the samples of a check."""
    alone, crowded = claim_of(HALF), claim_of(HALF)
    object.__setattr__(crowded, "id", alone.id)
    crowded.exact("first")(lambda predicted: iter(()))
    coin(HALF, claim=alone)
    coin(HALF, claim=crowded)
    means = [
        judge(claim, claim.checks[-1], {0: Twin(Integer(1))}, seed, "quick", BUDGET).evidence.figures["cells"][0]
        for claim in (alone, crowded)
    ]
    assert means[0] == means[1]
    coin(HALF, claim=crowded)
    assert [stream_name(crowded, check) for check in crowded.checks[1:]] == ["flip-1", "flip-2"]


def test_draw_stops_at_most() -> None:
    """`most` stops a process for now; its test goes on from there."""
    from numerics.blocks import Forgetful, Process

    claim = coin(HALF, truth=0.55, block=100)
    (cell,) = plan(claim, claim.checks[0], {}, "standard", BUDGET)
    process = Process("p", 1, lambda seed, block: np.random.default_rng([seed, block]), Forgetful())
    for most in (250, 600):
        draw(cell.trial, Layer(), process, dict(cell.goals), 100, most)
        assert cell.goals[""].test.count == -(-most // 100) * 100


def test_declared_as_judged(seed: int) -> None:
    """What `show` tells of a cell before anything is drawn is what its evidence tells afterwards."""
    claim = coin(HALF, bias=Bias(0.01, "proved", "note"), at=({"c": 1}, {"c": 2}))
    found = judged(claim, seed, twins=(Integer(1),)).evidence.figures["cells"]

    assert declared(claim, claim.checks[0]) == [
        {key: cell[key] for key in ("at", "of", "claimed", "margin", "bias")} for cell in found
    ]
