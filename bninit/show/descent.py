"""Least squares with and without BN as a person sees it: runs, predictions and best rates side by side; the picture."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from operator import call
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.text import Text

from bninit.files import BLUE, GREEN, VERMILLION
from bninit.input.refusal import printable
from bninit.show.console import console, dot
from bninit.show.objects import pairs, plain_table
from numerics.parallel import mapped
from numerics.training.descent import OUTCOMES, Descent, Floats, Problems, inner, normalised, plain, times
from theory.exact.rationals import rational
from theory.least_squares import critical
from theory.least_squares import rates as predicted
from theory.least_squares.problem import Problem

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from sympy import Expr

GRID = 33
"""Rates tried for the best: evenly spaced below the limit without BN, from 1e-3 to 1e5 for w with BN."""


JOINED = 40
"""Steps of a path that are joined by a line; of those beyond, which may be thousands to and fro, some have a dot."""


def exact(problems: Problems) -> Problem:
    """The problem of which these floats are the exact entries."""
    rows, cross = problems.H[0].tolist(), problems.g[0].tolist()
    return Problem.of([[Fraction(x) for x in row] for row in rows], [Fraction(x) for x in cross])


@dataclass(frozen=True)
class Rates:
    """Learning rates, exact: without BN, of w and of gamma with BN."""

    plain: Fraction
    w: Fraction
    gamma: Fraction

    @classmethod
    def of(cls, problem: Problem, q: Expr, eta: Fraction | None, eta_bn: Fraction | None,
           eta_gamma: Fraction | None) -> Rates:  # fmt: skip
        """Rates as given; by default the best one without BN, and half of the limit for gamma with BN."""
        if eta is None:
            eta = Fraction(float(predicted.best_rates(problem, q)[0].rate.mid()))
        if eta_bn is None:
            eta_bn = rational(predicted.gamma_limit(q)) / 2
        return cls(eta, eta_bn, eta_bn if eta_gamma is None else eta_gamma)


@dataclass(frozen=True)
class Comparison:
    """Both runs from one prediction, what the theorems say of them, and the best of many rates."""

    problem: Problem
    problems: Problems
    q: Expr
    rates: Rates
    plain: Descent
    bn: Descent
    best_plain: tuple[float, int]
    best_bn: tuple[float, int]

    @classmethod
    def of(cls, problem: Problem, problems: Problems, gamma: float, w: Floats, rates: Rates, q: Expr, steps: int,
           tolerance: float, executor: Executor | None = None) -> Comparison:  # fmt: skip
        """Run both, and the ladders of rates, each a task of the executor; w has shape (1, d).

        Raises
        ------
        ValueError
            for w = 0.
        """
        factor = float(q)
        options: dict[str, Any] = {"steps": steps, "q": factor, "tolerance": tolerance}
        speed, by_w = float(rates.gamma), float(rates.w)
        with np.errstate(divide="ignore", invalid="ignore"):  # w = 0, which `normalised` refuses
            v = w * (gamma / np.sqrt(inner(w, times(problems.H, w))))[:, None]
        limit = float(predicted.plain_limit(problem, q).mid())
        many = Problems(np.repeat(problems.H, GRID, axis=0), np.repeat(problems.g, GRID, axis=0))
        ladder = limit * np.arange(1, GRID + 1) / (GRID + 1)
        ladder_bn = np.geomspace(1e-3, 1e5, GRID)
        descents = (
            partial(normalised, problems, gamma, w, speed, by_w, keep=True, **options),
            partial(plain, problems, v, float(rates.plain), keep=True, **options),
            partial(plain, many, v, ladder, **options),
            partial(normalised, many, gamma, w, 1 / (2 * factor), ladder_bn, **options),
        )
        bn, without, tried, tried_bn = mapped(call, descents, executor)
        return cls(problem, problems, q, rates, without, bn, _best(ladder, tried), _best(ladder_bn, tried_bn))

    def figures(self) -> dict[str, Any]:
        """All numbers of the report."""
        problem, q = self.problem, self.q
        values, star = critical.eigenvalues(problem.H), critical.star_eigenvalues(problem)
        tuned, tuned_bn = predicted.best_rates(problem, q)
        rates = self.rates
        stuck = self.bn.directions[0, 0] @ self.problems.g[0] == 0 == self.bn.weights[0].any()
        norm = float(inner(self.bn.w, self.bn.w)[0])
        step = 2 * float(q) * float(rates.w) * float(inner(self.problems.u, self.problems.u)[0]) / norm
        return {
            "saddle": bool(stuck),
            "kappa": _float(values[-1] / values[0]),
            "kappa_star": _float(star[-1] / star[0]),
            "eigenvalues": [_float(value) for value in values],
            "star_eigenvalues": [_float(value) for value in star],
            "plain": _told(self.plain, predicted.plain_outcome(problem, rates.plain, q))
            | {"eta": float(rates.plain), "limit": _float(predicted.plain_limit(problem, q))},
            "bn": _told(self.bn, predicted.outcome(rates.gamma, rates.w, q))
            | {
                "eta": float(rates.w),
                "eta_gamma": float(rates.gamma),
                "limit": float(predicted.gamma_limit(q)),
                "norm_square": norm,
                "effective_step": step * _float(star[-1]),
            },
            "best_rates": {
                "plain": {"eta": _float(tuned.rate), "factor": _float(tuned.factor)} | _tried(self.best_plain),
                "bn": {"effective_eta": _float(tuned_bn.rate), "factor": _float(tuned_bn.factor)}
                | _tried(self.best_bn),
            },
        }

    def trajectories(self) -> dict[str, Any]:
        """Residuals and equivalent plain weights after every step, and the weights w of BN."""
        out = {}
        for name, run in (("plain", self.plain), ("bn", self.bn)):
            out[name] = {"residual": run.path[:, 0].tolist(), "weights": run.weights[:, 0].tolist()}
        out["bn"]["w"] = self.bn.directions[:, 0].tolist()
        return out

    def picture(self) -> Figure:
        """Residual along the steps; the weights that predict, in the plane, in space, or in two axes of H."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(9, 4.2), layout="constrained")
        d = self.problem.d
        left = figure.add_subplot(1, 2, 1)
        self.draw_residuals(left)
        outcomes = [f"{name}: {OUTCOMES[run.outcome[0]]}" for run, *_, name in self._runs()]
        left.legend(left.get_lines(), outcomes, fontsize="small")
        right = figure.add_subplot(1, 2, 2, projection="3d" if d == 3 else None)
        self.draw_weights(right)
        right.set_title("weights v: plain, and γw/σ with BN")
        right.legend(fontsize="small")
        kappa, star = self.figures()["kappa"], self.figures()["kappa_star"]
        figure.suptitle(f"least squares, d = {d}: κ = {kappa:.4g}, κ* = {star:.4g}", fontsize="medium")
        return figure

    def draw_residuals(self, axes: Axes) -> None:
        for run, color, style, name in self._runs():
            axes.plot(run.path[:, 0], color=color, linestyle=style, label=name)
        axes.set(title="residual", xlabel="step", ylabel="(loss - least loss)/U²", yscale="log")

    def draw_weights(self, axes: Any) -> None:
        """On plane axes, or for d = 3 on such in space."""
        d = self.problem.d
        _, own = np.linalg.eigh(self.problems.H[0])
        frame = np.eye(d) if d <= 3 else own[:, [-1, 0]]
        if d != 3:
            self._contours(axes, frame)
        for run, color, style, name in self._runs():
            path = run.weights[:, 0] @ frame
            seen = path[(np.abs(path) < 50 * np.abs(self.problems.u).max()).all(axis=1)]
            axes.plot(*seen[:JOINED].T, color=color, linestyle=style, marker=".", markersize=4, linewidth=1, label=name)
            later = np.unique(np.geomspace(JOINED, max(len(seen), JOINED + 1), 150).astype(int)) - 1
            axes.plot(*seen[later[later < len(seen)]].T, color=color, linestyle="", marker=".", markersize=3)
        axes.plot(*(self.plain.weights[:1, 0] @ frame).T, "ks", markersize=5, linestyle="", label="start")
        axes.plot(*(self.problems.u @ frame).T, "k*", markersize=11, linestyle="", label="solution u")
        names = [f"v{i + 1}" for i in range(d)] if d <= 3 else ["steepest axis of H", "flattest axis of H"]
        axes.set(xlabel=names[0], ylabel=names[1])
        if d == 3:
            axes.set_zlabel(names[2])

    def _runs(self) -> tuple[tuple[Descent, str, str, str], ...]:
        return (self.plain, BLUE, "-", "without BN"), (self.bn, VERMILLION, "--", "with BN")

    def _contours(self, axes: Axes, frame: Floats) -> None:
        """Level lines of the loss in the plane of the frame through u, around all that is drawn."""
        drawn = np.concatenate([run.weights[:, 0] for run, *_ in self._runs()] + [self.problems.u]) @ frame
        near = drawn[(np.abs(drawn) < 5 * np.abs(self.problems.u).max()).all(axis=1)]
        low, high = near.min(axis=0), near.max(axis=0)
        pad = 0.25 * max(*(high - low), 1e-3)
        x, y = (np.linspace(a - pad, b + pad, 121) for a, b in zip(low, high, strict=True))
        grid = np.stack(np.meshgrid(x, y), axis=-1) - self.problems.u[0] @ frame
        H = frame.T @ self.problems.H[0] @ frame
        level = np.einsum("xyi,ij,xyj->xy", grid, H, grid)
        axes.contour(x, y, np.sqrt(level), 10, colors=GREEN, linewidths=0.5, alpha=0.6)
        axes.set(xlim=(x[0], x[-1]), ylim=(y[0], y[-1]))


def _float(ball: Any) -> float:
    return float(ball.mid())


def _best(ladder: Floats, run: Descent) -> tuple[float, int]:
    """The rate of the ladder that needs the fewest steps, and how many; -1 steps if none converges."""
    fine = np.flatnonzero(run.outcome == OUTCOMES.index("converges"))
    if not fine.size:
        return float("nan"), -1
    best = fine[run.steps[fine].argmin()]
    return float(ladder[best]), int(run.steps[best])


def _tried(best: tuple[float, int]) -> dict[str, Any]:
    rate, count = best
    return {"tried_eta": rate if count >= 0 else None, "tried_iterations": count if count >= 0 else None}


def _told(run: Descent, theorem: str) -> dict[str, Any]:
    residual = float(run.residual[0])
    return {
        "outcome": OUTCOMES[run.outcome[0]],
        "predicted": theorem,
        "iterations": int(run.steps[0]),
        "residual": residual if np.isfinite(residual) else None,
    }


def report(data: Mapping[str, Any], plot: str | None) -> None:
    """Both runs and the best rates side by side, and what the theorems say."""
    out, run, plain, bn, best = console(), data["run"], data["plain"], data["bn"], data["best_rates"]
    loss = "E(y - p)^2" + ("/2" if run["loss"] == "half" else "")
    parts = (f"d = {run['d']}", f"kappa {data['kappa']:.4g}", f"kappa* {data['kappa_star']:.4g}", f"loss {loss}")
    out.print(Text(f" {dot()} ".join(parts)))
    out.print(Text(f"seed {run['seed']}"))
    table = plain_table()
    for heading in ("", "without BN", "with BN"):
        table.add_column(heading)
    same = bn["eta"] == bn["eta_gamma"]
    both = f"{bn['eta']:.4g}" + ("" if same else f", gamma {bn['eta_gamma']:.4g}")
    table.add_row("learning rate", f"{plain['eta']:.4g}", both)
    table.add_row("proven below", f"{plain['limit']:.4g}", f"{bn['limit']:.4g} for gamma, any for w")
    for name, key in (("theorem", "predicted"), ("outcome", "outcome")):
        table.add_row(name, plain[key], bn[key])
    table.add_row("steps", f"{plain['iterations']:,}", f"{bn['iterations']:,}")
    table.add_row("residual", *(_small(side["residual"]) for side in (plain, bn)))
    out.print(table)
    out.print()
    table = plain_table()
    for heading in ("best rates", "without BN", "with BN"):
        table.add_column(heading)
    table.add_row("factor a step, last phase", *(f"{best[side]['factor']:.6f}" for side in ("plain", "bn")))
    effective = f"{best['bn']['effective_eta']:.4g} = eta |u|^2/|w|^2"
    table.add_row("at the rate", f"{best['plain']['eta']:.4g}", effective)
    tried = (_fewest(best[side]) for side in ("plain", "bn"))
    table.add_row(f"fewest steps of {GRID} tried", *tried)
    out.print(table)
    rows = [("tuned itself", f"|w|^2 = {bn['norm_square']:.4g}, effective step times lambda_max(H*) = "
             f"{bn['effective_step']:.3g} (at most 2 at a limit, from almost every start)")]  # fmt: skip
    for name, side in (("without BN", plain), ("with BN", bn)):
        if side["predicted"] == "diverges":
            rows.append((name, "outside the proven region: it diverges from almost every start"))
        elif side["predicted"] == "does not converge":
            rows.append((name, "outside the proven region: almost no start converges to a minimiser"))
        elif side["predicted"] == "undecided":
            rows.append((name, "at the end of the proven region, where no theorem speaks"))
        if side["outcome"] == "slow":
            rows.append((name, f"not below {run['tolerance']:.0e} after {run['steps']:,} steps: take more --steps"))
    if data["saddle"]:
        rows.append(("start", "gamma = 0 and w.g = 0 is a saddle, which gradient descent never leaves"))
    pairs(rows)
    if plot:
        out.print(printable(f"picture: {plot}"))


def _fewest(best: Mapping[str, Any]) -> str:
    if best["tried_eta"] is None:
        return "none converged"
    return f"{best['tried_iterations']:,} at {best['tried_eta']:.3g}"


def _small(residual: float | None) -> str:
    return "not finite" if residual is None else f"{residual:.1e}"
