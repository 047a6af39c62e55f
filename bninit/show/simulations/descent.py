"""Least squares with and without BN in words: runs, predictions and best rates side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from bninit.input.refusal import printable
from bninit.show.console import console, dot, pairs, plain_table
from numerics.studies.descent import GRID, Comparison


def trajectories(found: Comparison) -> dict[str, Any]:
    """Residuals and equivalent plain weights after every step, and the weights w of BN, as plain data."""
    out = {}
    for name, run in (("plain", found.plain), ("bn", found.bn)):
        out[name] = {"residual": run.path[:, 0].tolist(), "weights": run.weights[:, 0].tolist()}
    out["bn"]["w"] = found.bn.directions[:, 0].tolist()
    return out


def report(data: Mapping[str, Any], plot: str | None) -> None:
    """Both runs and the best rates side by side, and what the theorems say."""
    out, run, plain, bn, best = console(), data["run"], data["plain"], data["bn"], data["best_rates"]
    loss = "E(y - p)^2" + ("/2" if run["loss"] == "half" else "")
    parts = (f"dim {run['dim']}", f"kappa {data['kappa']:.4g}", f"kappa* {data['kappa_star']:.4g}", f"loss {loss}")
    out.print(Text(f" {dot()} ".join(parts)))
    out.print(Text(f"seed {run['seed']}"))
    table = plain_table()
    for heading in ("", "without BN", "with BN"):
        table.add_column(heading)
    same = bn["eta"] == bn["eta_scale"]
    both = f"{bn['eta']:.4g}" + ("" if same else f", scale {bn['eta_scale']:.4g}")
    table.add_row("learning rate", f"{plain['eta']:.4g}", both)
    table.add_row("proven below", f"{plain['limit']:.4g}", f"{bn['limit']:.4g} for the scale, any for w")
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
        rows.append(("start", "scale 0 and w.g = 0 is a saddle, which gradient descent never leaves"))
    pairs(rows)
    if plot:
        out.print(printable(f"picture: {plot}"))


def _fewest(best: Mapping[str, Any]) -> str:
    if best["tried_eta"] is None:
        return "none converged"
    return f"{best['tried_iterations']:,} at {best['tried_eta']:.3g}"


def _small(residual: float | None) -> str:
    return "not finite" if residual is None else f"{residual:.1e}"
