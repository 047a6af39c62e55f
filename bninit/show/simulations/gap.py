"""Runs of the chain H -> BN(W H)/sqrt(d) in words: the gap along depth beside the laws of daneshmand21."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from rich.text import Text

from bninit.input.refusal import printable
from bninit.show.console import console, dot, pairs, plain_table
from bninit.show.simulations.chain import depths_shown


def decimals(gap: float) -> str:
    """Four decimals, or the order of what is smaller.

    >>> decimals(0.5), decimals(3e-9), decimals(0.0)
    ('0.5000', '3e-09', '0.0000')
    """
    return f"{gap:.4f}" if gap >= 5e-5 or gap == 0 else f"{gap:.0e}"


def plus_minus(estimate: Mapping[str, float]) -> str:
    error = "(error unknown)" if estimate["error"] == math.inf else f"+- {estimate['error']:.1g}"
    return f"{estimate['mean']:.4f} {error}"


def report(data: Mapping[str, Any], plot: str | None) -> None:
    """The gap along depth, then the late layers beside their law and the bound."""
    out, run = console(), data["run"]
    parts = (f"n = {run['n']}", f"rank {run['rank']}", f"{run['networks']} networks of each width",
             f"{run['depth']:,} layers")  # fmt: skip
    out.print(Text(f" {dot()} ".join(parts)))
    out.print(Text(f"seed {run['seed']}"))
    out.print("mean of V at each width, and along the mean map (infinite width):")
    table = plain_table()
    for heading in ("depth", "map", *(f"{row['width']:,}" for row in data["widths"])):
        table.add_column(heading, justify="right")
    for depth in depths_shown(run["depth"]):
        gaps = (data["mean_map"][depth], *(line["gap"][depth] for line in data["along"]))
        table.add_row(f"{depth:,}", *map(decimals, gaps))
    out.print(table)
    out.print()
    table = plain_table()
    for heading in ("width", "mean V", "error", "law", "rms V", "law", "bound", "kept"):
        table.add_column(heading, justify="right")
    trivial = math.sqrt(1 - 1 / run["n"])
    for row in data["widths"]:
        mean, bound = row["mean"], row["theorem"]["bound"]
        laws = ["-", "-"] if row["collapses"] else [decimals(row["law"][name]) for name in ("mean", "rms")]
        table.add_row(
            f"{row['width']:,}",
            decimals(mean["mean"]),
            "unknown" if mean["error"] == math.inf else f"{mean['error']:.1g}",
            laws[0],
            decimals(math.sqrt(row["mean_square"]["mean"])),
            laws[1],
            decimals(bound) if bound < trivial else "vacuous",
            f"{row['theorem']['held']}/{run['networks']}",
        )
    out.print(table)
    pairs(remarks(data))
    if plot:
        out.print(printable(f"picture: {plot}"))


def remarks(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What the columns mean, the critical width, the slopes."""
    run, (first, last) = data["run"], data["late"]
    r = run["rank"]
    formula = "(n-1)(n+2)^2/(4n(n+1)d)" if r == run["n"] else f"1/r - 1/n + (r-1)(r+2)^2/(4r(r+1)d), r = {r}"
    narrow = ", ".join(f"{row['width']:,}" for row in data["widths"] if row["collapses"])
    says = f"up to it ({narrow}) directions die and V does not settle" if narrow else "all widths are above it"
    known = " (exact)" if r == 2 else " (measured)" if r <= 8 else " (extrapolated)"
    critical = f"{data['critical_width']:.3g} at rank {r}{known}; {says}"
    rows = [
        ("means", f"over layers {first:,} to {last:,}; error: standard error over networks"),
        ("law", f"stationary, to leading order in 1/d, d = width: E V^2 = {formula}"),
        (
            "bound",
            f"corrected Theorem 1, of the root of E[V^2; A] at the last layer, A: lam_min >= {1 / (2 * r):.3g} at all "
            "these layers before it; `kept` counts the networks in A",
        ),
        ("critical width", "none: rank 1 stays" if r == 1 else critical),
    ]
    if "slope" in data:
        late, every = (plus_minus(data["slope"][name]) for name in ("late", "all_layers"))
        rows.append(("slope", f"of log mean V by log width: {late}, law -0.5; over all layers from 1 on: {every}"))
    return rows
