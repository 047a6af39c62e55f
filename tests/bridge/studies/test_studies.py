"""Studies beside their laws and theorems: against definitions, loops and recursions written out."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest
from numpy.random import Generator, default_rng
from scipy.integrate import quad
from scipy.stats import chi, t
from sympy import Rational

from numerics.chains import chain as chains
from numerics.chains import gap as gaps
from numerics.limits import gram_dynamics
from numerics.networks import observables
from numerics.streams import stream
from numerics.studies import chain, descent, gap, phase
from numerics.studies.basin import FIRST, SECOND, one_long, two_long
from numerics.studies.least_squares import beside_theorems
from numerics.studies.threshold import Growth, growth
from numerics.studies.widths import soft_ranks, stationary
from numerics.training.descent import random_problems, sphere
from theory.least_squares.problem import HALVED, PRINTED
from theory.orthogonality.threshold import rank_one_exponent


def invariants(M: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """|M|_F^2, tr M^3 and tr diag(M^2)^2 of symmetric matrices (.., d, d)."""
    square = M @ M
    rows = np.diagonal(square, axis1=-2, axis2=-1)
    return rows.sum(axis=-1), (square * M).sum(axis=(-2, -1)), np.square(rows).sum(axis=-1)


@pytest.mark.parametrize(("d", "rank"), [(64, 64), (64, 5), (9, 1)])
def test_law_of_chains(d: int, rank: int) -> None:
    """The density holds rank (at most 2 sqrt d) eigenvalues, of sum d; soft rank and |M|_F^2 are integrals of it."""
    law, root = chain.law(d, rank, 0.5), math.sqrt(d)
    centre = law.largest / root - 1

    def total(power: int, start: float) -> float:
        # of y = c - cos t, where the density has no infinite slope at its ends
        first = 0.0 if start <= centre - 1 else math.acos(centre - start)
        return float(quad(lambda t: float(chain.density(centre - math.cos(t), d, rank))
                          * (centre - math.cos(t)) ** power * math.sin(t), first, math.pi)[0])  # fmt: skip

    assert root * total(0, 0.0) == pytest.approx(min(rank, 2 * root), rel=1e-6)
    assert d * total(1, 0.0) == pytest.approx(d)
    assert d**1.5 * total(2, 0.0) == pytest.approx(law.frobenius)
    assert root * total(0, 0.5 / root) == pytest.approx(law.soft_rank, rel=1e-6)
    assert law.r == pytest.approx(d**2 / law.frobenius)


def test_chains_by_definition(rng: Generator) -> None:
    """r, soft rank, |M|_F^2, regularity and spectra are those of M itself, chain by chain; bound 2 sqrt((1-alpha)d)."""
    d, size, layers, seeds = 5, 3, 6, (1, 2, 3)
    h, step = chains.start(d, d, size, rng), chains.layer(d, 0.7)
    study = chain.beside_law(chains.run(h, step, layers, [*map(default_rng, seeds)], looks=[2]))
    M = np.empty((layers + 1, size, d, d))
    for number, seed in enumerate(seeds):
        x, draws = h[number : number + 1], default_rng(seed)
        for depth in range(layers + 1):
            M[depth, number] = (x @ x.swapaxes(1, 2) / d)[0]
            x = chains.after(x, step, 1, draws)
    values = np.linalg.eigvalsh(M)
    square, third, diagonal = invariants(M)
    assert [row.r for row in study.along] == pytest.approx((d**2 / square).mean(axis=1))
    assert [row.soft_rank for row in study.along] == pytest.approx((values >= 0.5).sum(axis=2).mean(axis=1))
    assert [row.regularity for row in study.along] == pytest.approx(diagonal.mean(axis=1) / third.mean(axis=1))
    assert study.spectra[0].eigenvalues == pytest.approx(values[2, :, ::-1].mean(axis=0))
    late = square[3:].mean(axis=0)
    assert study.average.frobenius == pytest.approx((late.mean(), late.std(ddof=1) / math.sqrt(size)))
    alpha = diagonal[3:].mean() / third[3:].mean()
    assert study.bound == pytest.approx(2 * math.sqrt((1 - alpha) * d))
    assert (study.exponents, study.k_star) == (None, None)


def test_chain_from_many_data(rng: Generator) -> None:
    """A batch of more data than neurons goes the way of its factor."""
    batch = rng.standard_normal((3, 8))
    whole, factor = chains.rescaled(batch)[None], chain.start_of(batch, 1)
    ends = [chains.after(h, chains.layer(3, 1.0, "uniform"), 4, default_rng(1)) for h in (whole, factor)]
    assert factor.shape == (1, 3, 3)
    assert chains.effective_rank(ends[0]) == pytest.approx(chains.effective_rank(ends[1]))


def test_late_layers_against_the_width(seed: int) -> None:
    """Ratio of means and mean of |M|_F^2 are those of M at the looked-at layers of the second half, 5 and 10 of 10;
    without weights the soft rank is that of the start."""
    rng = partial(stream, seed, "widths")
    found = stationary((2, 3), rng, lambda d: (d, 10))
    for place, d in enumerate(found.sizes):
        start, M = chains.start(d, d, d, rng(d)), []
        for number in range(d):
            draws = rng(d, 1 + number)
            five = chains.after(start[number : number + 1], chains.layer(d, chains.NO_SKIP), 5, draws)
            ten = chains.after(five, chains.layer(d, chains.NO_SKIP), 5, draws)
            M.append([(h @ h.swapaxes(1, 2) / d)[0] for h in (five, ten)])
        square, third, diagonal = invariants(np.array(M))
        each = square.mean(axis=1)
        assert found.frobenius[place] == pytest.approx(each.mean())
        assert found.errors[place] == pytest.approx(each.std(ddof=1) / np.sqrt(d))
        assert found.regularity[place] == pytest.approx(diagonal.mean() / third.mean())
    starts = [chains.start(d, d, 5, rng(d)) for d in (3, 6)]
    said = [(np.linalg.eigvalsh(h @ h.swapaxes(1, 2) / h.shape[2]) >= 0.5).sum(axis=1).mean() for h in starts]
    assert soft_ranks((3, 6), 0.0, rng, chains=5, layers=8) == pytest.approx(said)


@pytest.mark.parametrize("n", [8, 13])
def test_border_of_the_basin(n: int) -> None:
    """The iterated map and the border agree, 0.01 on either side of it; up to n = 6 nothing escapes."""
    border = one_long([n], [1.1]).borders[n]
    found = one_long([6, n], [border - 0.01, border + 0.01])
    assert found.outcomes.tolist() == [[0, 0], [0, FIRST]]
    assert found.wrong == 0
    assert found.borders.keys() == {n}
    assert found.first_order[1] == 1 + (math.pi - 2) / n


def test_two_long_points() -> None:
    """Of two long points the longer one escapes; exchanging the points exchanges the outcomes."""
    first, second = [1.0, 1.3, 1.6], [1.05, 1.35, 1.65]
    found, turned = two_long(10, first, second), two_long(10, second, first)
    assert np.array_equal(found, np.array([0, SECOND, FIRST])[turned.T])
    assert found[0, 0] == 0
    assert (found[0, 2], found[2, 0]) == (SECOND, FIRST)


def test_growth(seed: int) -> None:
    """Beside one direction a second one grows by the exact exponent of each width; false alarm 1e-9. Its sign changes
    on a straight line between two widths."""
    found = growth(2, (2, 3), partial(stream, seed, "growth"), chains=300)
    exact = [float(rank_one_exponent(d)) for d in found.widths]
    assert (np.abs(found.means - exact) < t.isf(2.5e-10, 299) * found.errors).all()
    assert (found.errors < 0.03).all()
    assert Growth(3, (3, 5, 9), np.array([-2.0, -1.0, 3.0]), np.zeros(3)).zero == 6


@pytest.mark.parametrize("q", [HALVED, PRINTED])
def test_descent_by_hand(q: Rational, rng: Generator) -> None:
    """Steps of both runs and the fewest of the rates without BN, by loops; spectra of H and of H - gg^T/U^2."""
    problems, w = random_problems(3, 4.0, 1, rng), sphere(1, 3, rng)
    problem = descent.exact(problems)
    rates = descent.Rates.of(problem, q)
    study = beside_theorems(descent.compare(problem, problems, 1.5, w, rates, q, tolerance=1e-6))
    H, g, u = problems.H[0], problems.g[0], problems.u[0]
    factor = 2 * float(q)

    def steps(v: np.ndarray, rate: float) -> int:
        count = 0
        while (v - u) @ H @ (v - u) > 1e-6 * (u @ g):
            v, count = v - factor * rate * (H @ v - g), count + 1
        return count

    x, gamma, bn = w[0], 1.5, 0
    start = gamma * x / math.sqrt(x @ H @ x)
    while (off := gamma * x / math.sqrt(x @ H @ x) - u) @ H @ off > 1e-6 * (u @ g):
        sigma = math.sqrt(x @ H @ x)
        slope = gamma * (g - H @ x * (x @ g) / sigma**2) / sigma
        gamma, x = gamma - factor * float(rates.gamma) * (gamma - x @ g / sigma), x + factor * float(rates.w) * slope
        bn += 1
    assert abs(study.bn.iterations - bn) <= 1  # rounding may decide the last step
    assert abs(study.plain.iterations - steps(start, float(rates.plain))) <= 1
    tried = study.best_rates.plain
    fewest = min(steps(start, study.plain.limit * k / 34) for k in range(4, 34))
    assert tried.tried_iterations is not None
    assert abs(tried.tried_iterations - fewest) <= 1
    assert study.eigenvalues == pytest.approx(np.linalg.eigvalsh(H))
    assert (0, *study.star_eigenvalues) == pytest.approx(np.linalg.eigvalsh(H - np.outer(g, g) / (u @ g)), abs=1e-12)


def test_laws_of_the_gap(rng: Generator) -> None:
    """n = 2: the mean map takes square roots; mean over rms as of a chi variable; the bound is a recursion."""
    begin = gaps.start(np.diag([16.0, 1.0]))
    runs = gaps.across(begin, [8, 32, 128], 9, 5, rng.spawn(3))
    study = gap.beside_laws(begin, runs)
    ratios = [256.0 ** (0.5**depth) for depth in range(10)]
    assert study.mean_map == pytest.approx([(q - 1) / (q + 1) / math.sqrt(2) for q in ratios])
    for row, run in zip(study.widths, runs, strict=True):
        late = run.gap[:, 5:]
        assert row.mean.mean == pytest.approx(late.mean())
        assert row.mean_square.mean == pytest.approx(np.square(late).mean())
        assert row.law.mean / row.law.rms == pytest.approx(chi(2).mean() / math.sqrt(2))
        square = np.square(run.gap[:, 5]).mean()
        for _ in range(5, 9):  # rho = 1 - 2 n alpha/(n + 2), alpha = 1/4
            square = 0.75**2 * square + 1 / (2 * row.width)
        assert row.theorem.bound == pytest.approx(math.sqrt(square))
        assert row.theorem.held == sum(all(least >= 0.25 for least in line[5:9]) for line in run.least)
    assert study.slope is not None
    logs = [math.log(run.gap[:, 1:].mean()) for run in runs]
    assert study.slope.all_layers.mean == pytest.approx(np.polyfit(np.log([8, 32, 128]), logs, 1)[0])


def test_gap_of_lost_rank() -> None:
    """From rank r < n the stationary V^2 is 1/r - 1/n more than from n = r; no slope; runs without eigenvalues."""
    begin = gaps.Start(np.full(3, 1 / 3), 5)
    full = gap.law(gaps.Start(np.full(3, 1 / 3), 3), 64)
    assert gap.law(begin, 64).rms ** 2 - full.rms**2 == pytest.approx(1 / 3 - 1 / 5)
    run = gaps.follow(begin, 8, 2, 2, default_rng(1), least=False)
    with pytest.raises(ValueError, match="with its least eigenvalues"):
        gap.beside_laws(begin, [run])


def test_phase_diagram_by_iteration(seed: int) -> None:
    """A long point comes to the broken branch, and below n* to the symmetric one; any executor, the same diagram."""
    with ThreadPoolExecutor(2) as executor:
        found = phase.diagram("rc,nl", 9, 2, 16, seed, executor=executor)
    assert found == phase.diagram("rc,nl", 9, 2, 16, seed)
    at = {(point.n, point.kind): point for point in found.branches}
    for n in range(3, 10):
        gram = gram_dynamics.iterate(np.diag([25.0, *[1.0] * (n - 1)])[None], 1000)
        kind = "broken" if (n, "broken") in at else "symmetric"
        assert at[n, kind].stable
        assert float(at[n, kind].norm_ratio) == pytest.approx(float(observables.norm_ratio(gram)[0]), rel=1e-6)
    assert found.saddle_node is not None
    assert 6 < float(found.saddle_node["n"]) < 7
    assert [row.n for row in found.networks] == [3, 5, 7]
    assert all(row.median == sum(row.norm_ratios) / 2 for row in found.networks)
