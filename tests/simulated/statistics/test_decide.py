"""The tester tested: its errors, its power, its oracles, and what it refuses.

Fresh entropy at every run, shown on failure. A random assertion fails by chance with probability FLAKY.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from numerics.statistics.betting import Floats, NonNegative, Side, Support, Variance, against, log_e
from numerics.statistics.decide import MarginTest, plan
from numerics.streams import stream
from tests.simulated.statistics.settings import FLAKY, THRESHOLD, UNIT

Draw = Callable[[np.random.Generator, tuple[int, ...]], Floats]


def bernoulli(p: float) -> Draw:
    return lambda rng, shape: (rng.random(shape) < p).astype(float)


def beta(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    return rng.beta(2, 5, shape)


def relu4(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """relu(g)^4: mean 3/2, variance 105/2 - 9/4."""
    return np.maximum(rng.standard_normal(shape), 0) ** 4


def minus_relu4(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    return -relu4(rng, shape)


V4 = 105 / 2 - 9 / 4


RUNS = 4000
LOOKS = np.diff(np.unique(np.geomspace(1, 1000, 60).astype(int)), prepend=0)


def ever(look: Callable[[Floats], Floats], draw: Draw, rng: np.random.Generator) -> int:
    """Runs in which `look`, from samples (runs, n) to log e, is ever beyond log 20."""
    crossed = np.zeros(RUNS, dtype=bool)
    for n in LOOKS:
        crossed |= look(draw(rng, (RUNS, n))) >= math.log(20)
    return int(crossed.sum())


def too_often(k: int, rate: float, runs: int = RUNS) -> bool:
    """Clopper-Pearson: k of `runs` show a rate above the stated one, wrong with probability FLAKY."""
    return bool(stats.binomtest(k, runs, rate, alternative="greater").pvalue < FLAKY)


NULLS: list[tuple[Side, float, Support, Draw]] = [
    ("<=", 0.01, UNIT, bernoulli(0.01)),
    (">=", 0.01, UNIT, bernoulli(0.01)),
    ("<=", 1.5, NonNegative(), relu4),
    (">=", 1.5, NonNegative(V4), relu4),
    ("<=", 1.5, Variance(V4), relu4),
    (">=", -1.5, Variance(V4), minus_relu4),
    ("<=", 10.0, Variance(V4), relu4),  # far inside the null, where the parabola under Catoni's phi is not
]


@pytest.mark.parametrize(
    ("side", "bound", "support", "draw"),
    [*NULLS[:3], *(pytest.param(*null, marks=pytest.mark.slow) for null in NULLS[3:])],
)
def test_anytime_error(side: Side, bound: float, support: Support, draw: Draw, seed: int) -> None:
    """P(e ever reaches 20) <= 1/20 at a true null, over 49 looks at 1 to 1000 samples."""
    process = against(side, bound, support, delta=bound / 10)
    state = np.zeros((RUNS, 24))

    def look(x: Floats) -> Floats:
        state.__iadd__(process.gain(x))
        return log_e(state)

    k = ever(look, draw, stream(seed, "anytime"))
    assert not too_often(k, 1 / 20), f"{k} of {RUNS}, seed {seed}"


def test_anytime_error_is_measured(seed: int) -> None:
    """The same harness convicts a z-test that peeks: level .05, Bernoulli(.01)."""
    sums = np.zeros((3, RUNS, 1))

    def look(x: Floats) -> Floats:
        sums.__iadd__([np.full((RUNS, 1), x.shape[1]), x.sum(1, keepdims=True), (x**2).sum(1, keepdims=True)])
        n, s, ss = sums[..., 0]
        var = np.maximum(ss / n - (s / n) ** 2, 1e-12)
        return np.where(np.abs(s / n - 0.01) > 1.96 * np.sqrt(var / n), math.inf, 0.0)

    k = ever(look, bernoulli(0.01), stream(seed, "peeking"))
    assert too_often(k, 1 / 20), f"{k} of {RUNS}, seed {seed}"


def test_capital_is_the_product() -> None:
    """24 e = sum over j of prod over i of 1 + lam_j (x_i - m), in rational arithmetic."""
    x = [Fraction(k, 8) for k in (0, 8, 3, 5, 8, 1)]
    nulls: list[tuple[Side, int, Fraction]] = [("<=", 1, Fraction(1, 4)), (">=", -1, Fraction(3, 4))]
    for side, sign, bound in nulls:
        process = against(side, float(bound), UNIT, 0.1)
        bets = [Fraction(49, 50) * 4 * Fraction(float(2 ** (-j / 2))) for j in range(24)]
        exact = sum(math.prod(1 + lam * sign * (xi - bound) for xi in x) for lam in bets) / 24
        assert log_e(process.gain(np.array(x, float))) == pytest.approx(math.log(exact), abs=1e-13)


@pytest.mark.parametrize("p", [0.02, 0.9])
def test_plan_exactly_for_a_coin(p: float) -> None:
    """For Bernoulli(p) the miss rate is a binomial sum: <= miss at the planned n, above it at 4/5 of that."""
    test, miss = MarginTest(p, 0.015, UNIT), 1e-6
    n = test.plan(THRESHOLD, miss=miss)
    rates = []
    for size in (n, 4 * n // 5):
        k = np.arange(size + 1)[:, None]
        states = [k * q.gain(np.ones(1)) + (size - k) * q.gain(np.zeros(1)) for q in test.processes[:2]]
        held = np.all(log_e(np.array(states)) >= math.log(THRESHOLD), axis=0)
        rates.append(float(stats.binom.pmf(k[~held, 0], size, p).sum()))
    assert rates[0] <= miss < 10 * miss < rates[1], rates


def test_plan_is_in_proportion() -> None:
    """n = 2 v (sqrt(log 24 T) + sqrt(log 2/miss))^2 / d^2 to within 35%, where d is small against v."""
    for v, d, span in itertools.product((0.01, 0.2), (1e-3, 3e-3), (1, math.inf)):
        normal = 2 * v * (math.sqrt(math.log(24 * THRESHOLD)) + math.sqrt(math.log(2e6))) ** 2 / d**2
        assert 0.99 < plan(v, d, span=span, threshold=THRESHOLD) / normal < 1.35


def test_blocks_merge_in_any_order(seed: int) -> None:
    """The same state in any order of B blocks, to 2 B eps sum |S_b|, and the same verdict."""
    blocks, whole = [], MarginTest(2 / 7, 0.02, UNIT)
    for row in beta(stream(seed, "merge"), (16, 2000)):
        blocks.append(MarginTest(2 / 7, 0.02, UNIT))
        blocks[-1].update(row)
        whole.update(row)
    bound = 2 * 16 * np.finfo(float).eps * sum(np.abs(block.state) for block in blocks)
    merged = MarginTest(2 / 7, 0.02, UNIT)
    for i in stream(seed, "order").permutation(16):
        merged.merge(blocks[i])
    assert np.all(np.abs(merged.state - whole.state) <= bound), f"seed {seed}"
    assert merged.count == whole.count == 32_000
    assert merged.verdict(THRESHOLD) == whole.verdict(THRESHOLD)


@pytest.mark.parametrize(
    ("claimed", "delta", "verdict"),
    [(1.0, 0.01, "holds"), (0.98, 0.005, "refuted"), (0.5, 0.4, "refuted"), (1.2, 0.1, "refuted"),
     (-3.0, 1.0, "refuted"), (0.75, 0.25, "undecided")],
)  # fmt: skip
def test_event_of_probability_one(claimed: float, delta: float, verdict: str) -> None:
    """A mean 1 at the end of the support, missed by rounding, refutes others; where it is c + d exactly, neither."""
    test = MarginTest(claimed, delta, UNIT)
    test.update(np.where(np.arange(6000) % 2, 1.0, 1.0 - 2.0**-52))
    assert test.verdict(THRESHOLD) == verdict


def test_against_ville(seed: int) -> None:
    """ville's adaptive bets and our fixed ones agree on which of two means a beta law does not have."""
    ville = pytest.importorskip("ville")
    x = beta(stream(seed, "ville"), (20000,))
    for bound, rejected in ((0.25, True), (2 / 7, False), (0.3, False)):
        theirs = ville.BettingTest(bound, alternative="greater", alpha=1e-10).update(x).log_e_values_[-1]
        ours = log_e(against("<=", bound, UNIT, 0.02).gain(x))
        assert [ours >= -math.log(FLAKY), theirs >= -math.log(FLAKY)] == [rejected, rejected], f"seed {seed}"
