"""A run of the chain H -> BN(W H)/sqrt(d) as a person sees it: the gap along depth beside the laws of daneshmand21."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from bninit.draw.style import look
from bninit.files import OKABE_ITO
from bninit.input.refusal import printable
from bninit.show.chain import depths_shown
from bninit.show.console import console, dot
from bninit.show.objects import pairs, plain_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from numerics.chains.gap import Run, Start


def law(start: Start, d: int) -> dict[str, float]:
    """Late layers of width d from a start of rank r, to leading order in 1/d: mean of V and its root mean square.

    E V^2 = 1/r - 1/n + (r-1)(r+2)^2/(4r(r+1)d) (`width.stationary-gap` at r columns); where r < n, E V is the root of
    it to this order.
    """
    from theory.notation import n
    from theory.orthogonality.stationary import gap_constant
    from theory.papers.daneshmand21.width.stationary import mean_gap

    r = start.rank
    rms = math.sqrt(start.floor + float(gap_constant(float(r))) / d)
    mean = float(mean_gap.predicts.subs(n, r)) / math.sqrt(d) if r == start.n else rms
    return {"mean": mean, "rms": rms}


def theorem(start: Start, run: Run, first: int) -> dict[str, float | int]:
    """The corrected Theorem 1 from layer `first` on, alpha = 1/(2r): a bound of sqrt(E[V_L^2; A]) at the last layer L.

    A: lam_min >= alpha, the least of the r eigenvalues, at layers first..L-1; `held` counts the networks in A. The
    first E V^2 is the measured one.
    """
    from theory.orthogonality.theorem import square_bound

    r, last = start.rank, run.gap.shape[1] - 1
    alpha = 1 / (2 * r)
    begin = max(float((run.gap[:, first] ** 2).mean()) - start.floor, 0.0)
    square = start.floor + square_bound(r, run.width, alpha, last - first, begin)
    held = int((run.least[:, first:last] >= alpha).all(axis=1).sum())
    return {"alpha": alpha, "held": held, "bound": math.sqrt(square)}


def figures(start: Start, runs: Sequence[Run]) -> dict[str, Any]:
    """The gap along depth, means of the second half of the layers, laws, bounds, the critical width, slopes."""
    from numerics.chains import gap as orthogonal_gap
    from numerics.studies.gap import critical_width, wide

    depth = runs[0].gap.shape[1] - 1
    first = (depth + 1) // 2
    critical = critical_width(start.rank)
    data: dict[str, Any] = {
        "start": {
            "gap": float(runs[0].gap[0, 0]),
            "eigenvalues": start.eigenvalues.tolist(),
            "floor": math.sqrt(start.floor),
        },
        "late": [first, depth],
        "widths": [
            {
                "width": run.width,
                "mean": run.late(first)._asdict(),
                "mean_square": run.late(first, 2)._asdict(),
                "collapses": start.rank > 1 and run.width <= critical,
                "law": law(start, run.width),
                "theorem": theorem(start, run, first),
            }
            for run in runs
        ],
        "critical_width": critical,
        "mean_map": wide(start, depth).tolist(),
        "along": [{"width": run.width, "gap": run.gap.mean(axis=0).tolist()} for run in runs],
    }
    settled = [run for run in runs if run.width > critical]
    if len(settled) > 1 and start.rank == start.n:
        sizes = [run.width for run in settled]
        data["slope"] = {
            name: orthogonal_gap.slope(sizes, [run.late(least) for run in settled])._asdict()
            for name, least in (("late", first), ("all_layers", 1))
        }
    return data


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


def picture(data: Mapping[str, Any]) -> Figure:
    """V along depth with the mean map and the law of each width; late V against width with its law and bound."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4.4), layout="constrained")
    along, late = figure.subplots(1, 2)
    run = data["run"]
    _along(along, data)
    _late(late, data)
    title = f"H → BN(WH)/√width: n = {run['n']}, rank {run['rank']}, {run['networks']} networks of each width"
    figure.suptitle(title, fontsize="medium")
    return figure


def _along(axes: Axes, data: Mapping[str, Any]) -> None:
    import numpy as np

    run = data["run"]
    depth = np.arange(run["depth"] + 1)
    tiny = 0.3 * min(min(line["gap"][1:]) for line in data["along"])
    for number, (row, line) in enumerate(zip(data["widths"], data["along"], strict=True)):
        style = look(number, linestyle="-", linewidth=1.2, markersize=4, markevery=0.1)
        axes.plot(depth, np.maximum(line["gap"], tiny), **style, label=f"width {row['width']:,}")
        if not row["collapses"]:
            axes.axhline(row["law"]["mean"], color=style["color"], linestyle=":", linewidth=0.9)
    axes.plot(
        depth, np.maximum(data["mean_map"], tiny / 100), color="0.3", linestyle="--", linewidth=1, label="mean map"
    )
    axes.set(title="dotted: the law", xlabel="depth", ylabel="mean of V", yscale="log", ylim=(tiny, 1.2))
    axes.set_xscale("symlog", linthresh=1)
    axes.set_xlim(0, run["depth"])
    axes.legend(fontsize="small")


def _late(axes: Axes, data: Mapping[str, Any]) -> None:
    run, rows = data["run"], data["widths"]
    x = [row["width"] for row in rows]
    errors = [row["mean"]["error"] for row in rows]
    first, last = data["late"]
    axes.errorbar(x, [row["mean"]["mean"] for row in rows], yerr=[0 if e == math.inf else 2 * e for e in errors],
                  color=OKABE_ITO[0], marker="o", markersize=4, linestyle="none", capsize=3,
                  label=f"layers {first:,} to {last:,}, 2 errors")  # fmt: skip
    settled = [row for row in rows if not row["collapses"]]
    if settled:
        at = [row["width"] for row in settled]
        law, bound = [row["law"]["mean"] for row in settled], [row["theorem"]["bound"] for row in settled]
        axes.plot(at, law, color=OKABE_ITO[1], linestyle="--", marker="_", label="law")
        axes.plot(at, bound, color=OKABE_ITO[2], linestyle="-.", marker="v", markersize=4, label="corrected Theorem 1")
    if run["rank"] > 1 and min(x) <= 2 * data["critical_width"]:
        label = f"critical width {data['critical_width']:.3g}"
        axes.axvline(data["critical_width"], color="0.5", linewidth=0.9, linestyle=":", label=label)
    axes.axhline(math.sqrt(1 - 1 / run["n"]), color="0.7", linewidth=0.9, label="rank one")
    axes.set(title=f"slope {data['slope']['late']['mean']:.3f}" if "slope" in data else "late layers",
             xlabel="width", ylabel="mean of V", xscale="log", yscale="log")  # fmt: skip
    axes.set_xticks(x, [f"{width:,}" for width in x])
    axes.set_xticks([], minor=True)
    axes.legend(fontsize="small")
