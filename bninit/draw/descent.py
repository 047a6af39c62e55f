"""Gradient descent on least squares with and without BN: residuals along the steps, and the weights that predict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bninit.draw.style import BLUE, GREEN, VERMILLION
from numerics.studies.least_squares import beside_theorems
from numerics.training.descent import OUTCOMES, Descent, Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from numerics.studies.descent import Comparison

JOINED = 40
"""Steps of a path that are joined by a line; of those beyond, which may be thousands to and fro, some have a dot."""


def picture(found: Comparison) -> Figure:
    """Residual along the steps; the weights that predict, in the plane, in space, or in two axes of H."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4.2), layout="constrained")
    d = found.problem.d
    left = figure.add_subplot(1, 2, 1)
    residuals(left, found)
    outcomes = [f"{name}: {OUTCOMES[run.outcome[0]]}" for run, *_, name in _runs(found)]
    left.legend(left.get_lines(), outcomes, fontsize="small")
    right = figure.add_subplot(1, 2, 2, projection="3d" if d == 3 else None)
    weights(right, found)
    right.set_title("weights v: plain, and γw/σ with BN")
    figure.legend(
        *right.get_legend_handles_labels(), fontsize="small", loc="outside lower right", ncols=4, frameon=False
    )
    study = beside_theorems(found)
    figure.suptitle(f"least squares, d = {d}: κ = {study.kappa:.4g}, κ* = {study.kappa_star:.4g}", fontsize="medium")
    return figure


def residuals(axes: Axes, found: Comparison) -> None:
    for run, color, style, name in _runs(found):
        axes.plot(run.path[:, 0], color=color, linestyle=style, label=name)
    axes.set(title="residual", xlabel="step", ylabel="(loss - least loss)/U²", yscale="log")


def weights(axes: Any, found: Comparison) -> None:
    """On plane axes, or for d = 3 on such in space."""
    d = found.problem.d
    _, own = np.linalg.eigh(found.problems.H[0])
    frame = np.eye(d) if d <= 3 else own[:, [-1, 0]]
    if d != 3:
        _contours(axes, found, frame)
    for run, color, style, name in _runs(found):
        path = run.weights[:, 0] @ frame
        seen = path[(np.abs(path) < 50 * np.abs(found.problems.u).max()).all(axis=1)]
        axes.plot(*seen[:JOINED].T, color=color, linestyle=style, marker=".", markersize=4, linewidth=1, label=name)
        later = np.unique(np.geomspace(JOINED, max(len(seen), JOINED + 1), 150).astype(int)) - 1
        axes.plot(*seen[later[later < len(seen)]].T, color=color, linestyle="", marker=".", markersize=3)
    axes.plot(*(found.plain.weights[:1, 0] @ frame).T, "ks", markersize=5, linestyle="", label="start")
    axes.plot(*(found.problems.u @ frame).T, "k*", markersize=11, linestyle="", label="solution u")
    names = [f"v{i + 1}" for i in range(d)] if d <= 3 else ["steepest axis of H", "flattest axis of H"]
    axes.set(xlabel=names[0], ylabel=names[1])
    if d == 3:
        axes.set_zlabel(names[2])
        for axis in "xyz":
            axes.locator_params(axis, nbins=3)


def _runs(found: Comparison) -> tuple[tuple[Descent, str, str, str], ...]:
    return (found.plain, BLUE, "-", "without BN"), (found.bn, VERMILLION, "--", "with BN")


def _contours(axes: Axes, found: Comparison, frame: Floats) -> None:
    """Level lines of the loss in the plane of the frame through u, around all that is drawn."""
    drawn = np.concatenate([run.weights[:, 0] for run, *_ in _runs(found)] + [found.problems.u]) @ frame
    near = drawn[(np.abs(drawn) < 5 * np.abs(found.problems.u).max()).all(axis=1)]
    low, high = near.min(axis=0), near.max(axis=0)
    pad = 0.25 * max(*(high - low), 1e-3)
    x, y = (np.linspace(a - pad, b + pad, 121) for a, b in zip(low, high, strict=True))
    grid = np.stack(np.meshgrid(x, y), axis=-1) - found.problems.u[0] @ frame
    H = frame.T @ found.problems.H[0] @ frame
    level = np.einsum("xyi,ij,xyj->xy", grid, H, grid)
    axes.contour(x, y, np.sqrt(level), 10, colors=GREEN, linewidths=0.5, alpha=0.6)
    axes.set(xlim=(x[0], x[-1]), ylim=(y[0], y[-1]))
