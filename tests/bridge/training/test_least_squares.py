"""Simulated gradient descent against the exact steps, the proven region and the rate that BN gives itself."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import default_rng
from sympy import ImmutableMatrix, Rational

from numerics.streams import fresh_seed, stream
from numerics.training import descent as sim
from theory.least_squares import critical, rates
from theory.least_squares.problem import HALVED, PRINTED, Point, Problem

SEED = fresh_seed()
ONCE = settings(derandomize=True, database=None, deadline=None, max_examples=20)
seeds = st.integers(0, 2**32 - 1)


def exact(problems: sim.Problems, row: int = 0) -> Problem:
    """The problem of which these floats are the exact entries."""
    H, g = problems.H[row].tolist(), problems.g[row].tolist()
    return Problem.of([[Fraction(x) for x in line] for line in H], [Fraction(x) for x in g])


@ONCE
@given(seeds, st.integers(2, 4), st.sampled_from([HALVED, PRINTED]))
def test_steps(seed: int, d: int, q: Rational) -> None:
    """Three steps with and without BN are those of `Problem.step` and of v - rate 2q (Hv - g)."""
    rng = default_rng(seed)
    problems = sim.random_problems(d, 5.0, 3, rng)
    start, gamma = sim.sphere(3, d, rng), rng.standard_normal(3)
    bn = sim.normalised(problems, gamma, start, 0.25, 0.5, steps=3, q=float(q), keep=True)
    plain = sim.plain(problems, start, 0.25, steps=3, q=float(q))
    problem = exact(problems, 1)
    w = ImmutableMatrix([Fraction(x) for x in start[1].tolist()])
    at, v = Point(Rational(Fraction(float(gamma[1]))), w), w
    for _ in range(3):
        at = problem.step(at, Rational(1, 4), Rational(1, 2), q)
        at = Point(at.gamma.evalf(30), at.w.evalf(30))
        v = v - Rational(1, 4) * 2 * q * (problem.H * v - problem.g)
    assert np.allclose(np.array(at.w, dtype=float).ravel(), bn.w[1])
    assert np.isclose(float(at.gamma), bn.gamma[1])
    assert np.allclose(np.array(v, dtype=float).ravel(), plain.w[1])
    assert np.allclose(np.array(problem.equivalent(at), dtype=float).ravel(), bn.weights[3, 1])
    assert np.isclose(2 * float(problem.excess(at)) / float(problem.square), bn.residual[1], atol=1e-12)


@ONCE
@given(seeds, st.integers(2, 5), st.floats(1, 100))
def test_random_problems(seed: int, d: int, kappa: float) -> None:
    """The condition number is kappa, lambda_max 1, |u| = 1; H is exactly symmetric."""
    problems = sim.random_problems(d, kappa, 4, default_rng(seed))
    values = np.linalg.eigvalsh(problems.H)
    assert np.allclose(values[:, -1], 1)
    assert np.allclose(values[:, 0], 1 / kappa)
    assert np.allclose(sim.inner(problems.u, problems.u), 1)
    assert np.array_equal(problems.H, problems.H.swapaxes(1, 2))


@ONCE
@given(seeds)
def test_problems_with_star(seed: int) -> None:
    """H* has the spectrum asked for, whatever else is random."""
    problems = sim.problems_with_star([0.5, 2.0, 3.0], 1, default_rng(seed))
    problem = exact(sim.Problems((problems.H + problems.H.swapaxes(1, 2)) / 2, problems.g))
    assert np.allclose([float(value.mid()) for value in critical.star_eigenvalues(problem)], [0.5, 2, 3])


@pytest.mark.parametrize("q", [HALVED, PRINTED])
def test_plain_region(q: Rational) -> None:
    """1 per cent below the limit all runs converge, 1 per cent above all diverge.

    A start almost without the fastest growing component would pass the minimiser first: hence the tolerance there.
    """
    rng = stream(SEED, "ols plain")
    problems = sim.random_problems(3, 10.0, 50, rng)
    start = sim.sphere(50, 3, rng)
    limit = float(rates.plain_limit(exact(problems), q).mid())
    for share, word in ((0.99, "converges"), (1.01, "diverges")):
        tolerance = 1e-10 if share < 1 else 1e-28
        run = sim.plain(problems, start, share * limit, steps=5000, q=float(q), tolerance=tolerance)
        assert set(run.words) == {word}, f"seed {SEED}"


@pytest.mark.parametrize(("rate_gamma", "word"), [("0.1", "converges"), ("1.9", "converges"), ("2.1", "diverges")])
def test_region(rate_gamma: str, word: str) -> None:
    """Halved loss, rates of w over four decades: the theorem's word for all but a few slow runs of 200.

    Beyond the region a run may pass a minimiser by chance, within a tolerance t with probability of the order
    sqrt(t): 1 of 4,000 at 1e-6. So t is 1e-30 there.
    """
    tolerance = 1e-6 if word == "converges" else 1e-30
    rng = stream(SEED, "ols bn", int(float(rate_gamma) * 10))
    problems = sim.random_problems(2, 4.0, 200, rng)
    start, gamma, rate = sim.sphere(200, 2, rng), rng.standard_normal(200), 10 ** rng.uniform(-2, 2, 200)
    run = sim.normalised(problems, gamma, start, float(rate_gamma), rate, steps=20_000, q=0.5, tolerance=tolerance)
    assert rates.outcome(rate_gamma, "1") == ("converges" if word == "converges" else "does not converge")
    other = [found for found in run.words if found != word]
    assert set(other) <= {"slow"}, f"seed {SEED}"
    assert len(other) <= 8, f"seed {SEED}"  # none of 8,000 measured


def test_own_rate() -> None:
    """|w_inf|^2 is at least rate |u|^2 lambda_max(H*)/2, and grows without bound with the rate."""
    rng = stream(SEED, "ols own rate")
    problems = sim.random_problems(3, 3.0, 60, rng)
    start = sim.sphere(60, 3, rng)
    for rate in (Rational(1, 10), Rational(10)):
        run = sim.normalised(problems, 1.0, start, 1.0, float(rate), steps=20_000, q=0.5, tolerance=1e-24)
        done = [row for row in range(60) if run.words[row] == "converges"]
        assert len(done) >= 40, f"seed {SEED}"  # none of 4,000 was slow
        for row in done[:10]:
            bound = float(rates.least_final_square(exact(problems, row), rate).mid())
            assert run.w[row] @ run.w[row] >= bound * (1 - 1e-6), f"seed {SEED}"


def test_norm_never_falls() -> None:
    """|w_k| rises, and so does the scaling law hold: (r w_0, r^2 rate) has the same residuals."""
    rng = stream(SEED, "ols norm")
    problems = sim.random_problems(4, 20.0, 30, rng)
    start = sim.sphere(30, 4, rng)
    one = sim.normalised(problems, 1.0, start, 0.3, 0.7, steps=60, keep=True, tolerance=0.0)
    two = sim.normalised(problems, 1.0, 3 * start, 0.3, 9 * 0.7, steps=60, keep=True, tolerance=0.0)
    assert np.allclose(one.path, two.path, rtol=1e-6, atol=1e-13), f"seed {SEED}"
    assert np.all(np.diff(sim.inner(one.directions, one.directions), axis=0) >= -1e-13), f"seed {SEED}"


def test_runs_do_not_depend_on_each_other() -> None:
    """A run alone is the run among others that end earlier."""
    rng = default_rng(SEED)
    problems, start = sim.random_problems(3, 50.0, 8, rng), sim.sphere(8, 3, rng)
    together = sim.normalised(problems, 1.0, start, 0.5, 0.5, steps=300, tolerance=1e-4)
    alone = sim.normalised(
        sim.Problems(problems.H[5:6], problems.g[5:6]), 1.0, start[5:6], 0.5, 0.5, steps=300, tolerance=1e-4
    )
    assert together.steps[5] == alone.steps[0], f"seed {SEED}"
    assert np.allclose(together.w[5], alone.w[0], rtol=1e-12), f"seed {SEED}"


@pytest.mark.parametrize(
    ("H", "g", "start", "says"),
    [
        ([[1.0, 0.0], [0.0, 0.0]], [1.0, 0.0], [1.0, 0.0], "not positive definite"),
        ([[1.0, 0.0], [0.0, 1.0]], [0.0, 0.0], [1.0, 0.0], "g = 0"),
        ([[1.0, 0.0], [0.0, np.nan]], [1.0, 0.0], [1.0, 0.0], "not finite"),
        ([[1.0, 0.0], [0.0, 1.0]], [1.0, 0.0], [0.0, 0.0], "a row of zeros before BN"),
        ([[1.0, 0.0], [0.0, 1.0]], [1.0, 0.0], [np.inf, 0.0], "start is not finite"),
    ],
)
def test_refusals(H: list[list[float]], g: list[float], start: list[float], says: str) -> None:
    """What came and what is wrong with it."""
    with pytest.raises(ValueError, match=says):
        sim.normalised(sim.Problems(np.array([H]), np.array([g])), 1.0, start, 0.5, 0.5, steps=1)
