"""Figures of morwani20, Section 2: least-squares trajectories, steps against the learning rate."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from bninit.draw import descent as drawn
from bninit.draw.style import THEORY, WIDTH, Picture, legend, look, numbers, panels
from numerics.streams import stream
from numerics.studies.descent import GRID, Comparison, Rates, compare, exact, fastest, steps_by_rate
from numerics.studies.least_squares import beside_theorems
from numerics.training.descent import CONVERGED, inner, normalised, plain, random_problems, sphere, times
from theory.least_squares import rates
from theory.least_squares.problem import HALVED, PRINTED

if TYPE_CHECKING:
    pass

KAPPAS = (10, 1000)
STEPS, TOLERANCE = 8000, 1e-10


def trajectories_2(seed: int) -> Picture:
    """Section 2, d = 2."""
    return _trajectories(2, seed)


def trajectories_3(seed: int) -> Picture:
    """Section 2, d = 3."""
    return _trajectories(3, seed)


def _comparison(d: int, kappa: int, seed: int) -> Comparison:
    """Plain gradient descent at its best rate, and with BN at the rate for w that takes the fewest steps of 33."""
    name = f"bninit figures: morwani20.trajectories-{d}"
    problems = random_problems(d, float(kappa), 1, stream(seed, name, kappa))
    w = sphere(1, d, stream(seed, name, kappa, 1))
    problem = exact(problems)
    default = Rates.of(problem, PRINTED)
    found = compare(problem, problems, 1.0, w, default, PRINTED, STEPS, TOLERANCE)
    return fastest(found, 1.0, w, STEPS, TOLERANCE)


def _trajectories(d: int, seed: int) -> Picture:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, 6.6), layout="constrained")
    told = []
    for row, kappa in enumerate(KAPPAS):
        found = _comparison(d, kappa, seed)
        study = beside_theorems(found)
        left = figure.add_subplot(2, 2, 2 * row + 1)
        drawn.residuals(left, found)
        effective = study.bn.effective_step / study.star_eigenvalues[-1]
        local = rates.local_factor(found.problem, found.rates.gamma, effective, PRINTED)
        factors = study.best_rates.plain.factor, max(local, 1e-3)  # a factor 0 cannot be followed backwards
        for run, factor in zip((found.plain, found.bn), factors, strict=True):
            path = run.path[:, 0]
            late = np.arange(len(path) // 2, len(path))
            rise = np.minimum(2 * (late - late[-1]) * math.log(factor), 99)  # far above the picture, but no overflow
            left.plot(late, path[-1] * np.exp(rise), **THEORY, label="local theory")
        left.set(title=f"residual, κ = {kappa}", xscale="symlog", xlim=(0, None), ylim=(TOLERANCE / 30, 30))
        right: Any = figure.add_subplot(2, 2, 2 * row + 2, projection="3d" if d == 3 else None)
        drawn.weights(right, found)
        right.set_title(f"weights, κ = {kappa}")
        if d == 3:
            right.locator_params(nbins=4)
            right.tick_params(labelsize=7.5, pad=0)
            right.set_box_aspect(None, zoom=0.86)
        told.append(
            f"kappa = {kappa}, kappa* = {study.kappa_star:.4g}: {found.plain.steps[0]:,} steps without BN at rate "
            f"{float(found.rates.plain):.3g}, local factor {factors[0]:.4f} a step; {found.bn.steps[0]:,} with BN at "
            f"rate {float(found.rates.w):.3g}, local factor {factors[1]:.4f}"
        )
    legend(figure, 5)
    why = (
        "In the plane H* has one eigenvalue λ*, its pseudo-condition number is 1 whatever κ; but λ* and the way to the "
        "minimiser depend on κ, and so does the number of steps."
        if d == 2
        else "In space the local speed with BN depends on the pseudo-condition number of H*, which is at most κ."
    )
    return Picture(
        figure,
        "Gradient descent on E(y - p)² with random H (eigenvalues from 1/κ to 1) and solution |u| = 1, d = "
        f"{d}, from one prediction, until the residual is {TOLERANCE:g} or {STEPS:,} steps are made: without BN at the "
        f"best constant rate, with BN at the rate of w that takes the fewest steps of {GRID} (1/2 where none comes "
        "there), rate of γ 1/2. Dashed: the factor a step that theory gives near the minimiser. "
        f"{why}",
        "; ".join(told) + ".",
    )


def steps(seed: int) -> Picture:
    """Section 2: steps to a residual against the rate of w; which rates of gamma converge."""
    d, kappa, size, most, tolerance = 3, 3.0, 40, 20_000, 1e-4
    name = "bninit figures: morwani20.steps"
    problems, start = random_problems(d, kappa, size, stream(seed, name)), sphere(size, d, stream(seed, name, 1))
    ladder = np.geomspace(1e-3, 1e3, 13)
    pairs = [(1.0, rate) for rate in ladder]
    taken = steps_by_rate(problems, start, pairs, steps=most, q=0.5, tolerance=tolerance)
    plain_ladder = np.array([1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3, 1.0, 1.5, 1.9])
    v = start / np.sqrt(inner(start, times(problems.H, start)))[:, None]
    without = [plain(problems, v, rate, steps=most, q=0.5, tolerance=tolerance).steps for rate in plain_ladder]
    gammas = np.array([0.1, 0.5, 1.0, 1.5, 1.9, 2.1, 2.5, 3.0])
    runs = [normalised(problems, 1.0, start, rate, 1.0, steps=3000, q=0.5, tolerance=tolerance) for rate in gammas]
    share = [float(np.mean(run.outcome == CONVERGED)) for run in runs]
    medians, plain_medians = np.median(taken, axis=1), np.median(without, axis=1)
    limit, plain_limit = float(rates.gamma_limit(HALVED)), float(rates.plain_limit(exact(problems), HALVED).mid())
    figure, (left, right) = panels(4.0, 1, 2)
    left.plot(ladder, medians, **look(0), label="with BN")
    left.plot(plain_ladder, plain_medians, **look(1), label="without BN")
    for slope, end in ((-1, 0), (1, -1)):
        part = ladder[:5] if slope < 0 else ladder[-5:]
        left.plot(part, medians[end] * (part / ladder[end]) ** slope, **THEORY, label="theory: slopes -1 and 1, limits")
    left.axvline(plain_limit, **THEORY)
    left.set(xlabel="rate of w", ylabel="median steps", title=f"steps to a residual of {tolerance:g}")
    left.set(xscale="log", yscale="log")
    right.plot(gammas, share, **look(2), label="share that converges, with BN")
    right.axvline(limit, **THEORY)
    right.set(xlabel="rate of γ (rate of w: 1)", ylabel="share of problems", title="which rates of γ converge")
    legend(figure, 2)
    fitted = [float(np.diff(np.log(medians[part])).mean() / np.diff(np.log(ladder[part])).mean())
              for part in (slice(0, 3), slice(-3, None))]  # fmt: skip
    return Picture(
        figure,
        f"Least squares, d = {d}, κ = {kappa:g}, {size} random problems and starts, halved loss. Left: with BN every "
        "rate of w converges, but the number of steps grows like 1/rate and like rate at the ends; without BN the rate "
        "must be below 2/λmax = 2 (vertical). Right: the rate of γ must be below 2, whatever H.",
        f"Median steps with BN at rates 0.001, 1 and 1,000 of w: {numbers(medians[[0, 6, 12]], 4)}; slopes at the ends "
        f"{fitted[0]:.2f} and {fitted[1]:.2f}, theory -1 and 1. Without BN at rate 1: {plain_medians[6]:g}; limit "
        f"{plain_limit:g}. Share that converges at rates of gamma {numbers(gammas)}: {numbers(share)}; "
        f"limit {limit:g}.",
    )
