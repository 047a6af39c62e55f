"""Simulated gradient descent against the exact steps; random problems; runs side by side."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import Generator, default_rng
from sympy import ImmutableMatrix, Rational

from numerics.training import descent as sim
from tests.refused import refused
from tests.strategies import SETTINGS
from theory.least_squares import critical, rates
from theory.least_squares.problem import HALVED, PRINTED, Point, Problem

ONCE = settings(SETTINGS, max_examples=10)
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
    """The condition number is kappa, lambda_max 1, |u| = 1, H exactly symmetric; or H* has the spectrum asked for."""
    problems = sim.random_problems(d, kappa, 4, default_rng(seed))
    values = np.linalg.eigvalsh(problems.H)
    assert np.allclose(values[:, [0, -1]], [1 / kappa, 1])
    assert np.allclose(sim.inner(problems.u, problems.u), 1)
    assert np.array_equal(problems.H, problems.H.swapaxes(1, 2))
    star = sim.problems_with_star([0.5, 2.0, 3.0], 1, default_rng(seed))
    problem = exact(sim.Problems((star.H + star.H.swapaxes(1, 2)) / 2, star.g))
    assert np.allclose([float(value.mid()) for value in critical.star_eigenvalues(problem)], [0.5, 2, 3])


@ONCE
@given(seeds, st.integers(2, 4), st.floats(1, 50))
def test_steps_of_plain_descent(seed: int, d: int, kappa: float) -> None:
    """In the axes of H descent without BN takes as many steps as step by step."""
    rng = default_rng(seed)
    problems, rates = sim.random_problems(d, kappa, 20, rng), np.array([0.5, 1.0, 1.9])
    start = sim.sphere(20, d, rng)
    found = sim.plain_steps(problems, start, rates, most=60, q=0.5, tolerance=1e-3)
    for rate, steps in zip(rates, found.T, strict=True):
        run = sim.plain(problems, start, rate, steps=60, q=0.5, tolerance=1e-3)
        assert (steps == np.where(run.outcome == sim.CONVERGED, run.steps, 61)).all()
    with pytest.raises(ValueError, match="the residual may grow"):
        sim.plain_steps(problems, start, np.array([2.1]), most=60, q=0.5)


@pytest.mark.parametrize("q", [HALVED, PRINTED])
def test_plain_region(q: Rational, rng: Generator) -> None:
    """1 per cent below the limit all runs converge, 1 per cent above all diverge.

    A start almost without the fastest growing component would pass the minimiser first: hence the tolerance there.
    """
    problems, start = sim.random_problems(3, 10.0, 50, rng), sim.sphere(50, 3, rng)
    limit = float(rates.plain_limit(exact(problems), q).mid())
    for share, word, tolerance in ((0.99, "converges", 1e-10), (1.01, "diverges", 1e-28)):
        run = sim.plain(problems, start, share * limit, steps=5000, q=float(q), tolerance=tolerance)
        assert {sim.OUTCOMES[which] for which in run.outcome} == {word}


def test_runs_do_not_depend_on_each_other(rng: Generator) -> None:
    """A run alone is the run among others that end earlier."""
    problems, start = sim.random_problems(3, 50.0, 8, rng), sim.sphere(8, 3, rng)
    together = sim.normalised(problems, 1.0, start, 0.5, 0.5, steps=300, tolerance=1e-4)
    one = sim.Problems(problems.H[5:6], problems.g[5:6])
    alone = sim.normalised(one, 1.0, start[5:6], 0.5, 0.5, steps=300, tolerance=1e-4)
    assert together.steps[5] == alone.steps[0]
    assert np.allclose(together.w[5], alone.w[0], rtol=1e-12)


test_refusals = refused(
    "What came and what is wrong with it.",
    ([[1.0, 0.0], [0.0, 0.0]], [1.0, 0.0], [1.0, 0.0], "not positive definite"),
    ([[1.0, 0.0], [0.0, 1.0]], [0.0, 0.0], [1.0, 0.0], "g = 0"),
    ([[1.0, 0.0], [0.0, np.nan]], [1.0, 0.0], [1.0, 0.0], "not finite"),
    ([[1.0, 0.0], [0.0, 1.0]], [1.0, 0.0], [0.0, 0.0], "a row of zeros before BN"),
    ([[1.0, 0.0], [0.0, 1.0]], [1.0, 0.0], [np.inf, 0.0], "start is not finite"),
    of=lambda H, g, start: sim.normalised(sim.Problems(np.array([H]), np.array([g])), 1.0, start, 0.5, 0.5, steps=1),
)
