"""Runs of the chain H -> BN(W H)/sqrt(d): the gap along depth and against width, beside the laws of daneshmand21."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from bninit.draw.style import OKABE_ITO, look

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from numerics.studies.gap import Study


def picture(run: Mapping[str, Any], study: Study) -> Figure:
    """V along depth with the mean map and the law of each width; late V against width with its law and bound."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4.4), layout="constrained")
    along, late = figure.subplots(1, 2)
    _along(along, run, study)
    _late(late, run, study)
    title = f"H → BN(WH)/√width: n = {run['n']}, rank {run['rank']}, {run['networks']} networks of each width"
    figure.suptitle(title, fontsize="medium")
    return figure


def _along(axes: Axes, run: Mapping[str, Any], study: Study) -> None:
    depth = np.arange(run["depth"] + 1)
    tiny = 0.3 * min(line.gap[1:].min() for line in study.along)
    for number, (row, line) in enumerate(zip(study.widths, study.along, strict=True)):
        style = look(number, linestyle="-", linewidth=1.2, markersize=4, markevery=0.1)
        axes.plot(depth, np.maximum(line.gap, tiny), **style, label=f"width {row.width:,}")
        if not row.collapses:
            axes.axhline(row.law.mean, color=style["color"], linestyle=":", linewidth=0.9)
    axes.plot(
        depth, np.maximum(study.mean_map, tiny / 100), color="0.3", linestyle="--", linewidth=1, label="infinite width"
    )
    axes.plot([], [], color="0.3", linestyle=":", linewidth=0.9, label="stationary law")
    axes.set(title="gap V along depth", xlabel="depth", ylabel="mean of V", yscale="log", ylim=(tiny, 1.2))
    axes.set_xscale("symlog", linthresh=1)
    axes.set_xlim(0, run["depth"])
    axes.legend(fontsize="small")


def _late(axes: Axes, run: Mapping[str, Any], study: Study) -> None:
    rows = study.widths
    x = [row.width for row in rows]
    errors = [row.mean.error for row in rows]
    first, last = study.late
    axes.errorbar(x, [row.mean.mean for row in rows], yerr=[0 if e == math.inf else 2 * e for e in errors],
                  color=OKABE_ITO[0], marker="o", markersize=4, linestyle="none", capsize=3,
                  label="networks, 2 standard errors")  # fmt: skip
    settled = [row for row in rows if not row.collapses]
    if settled:
        at = [row.width for row in settled]
        law, bound = [row.law.mean for row in settled], [row.theorem.bound for row in settled]
        axes.plot(at, law, color=OKABE_ITO[1], linestyle="--", marker="_", label="stationary law")
        axes.plot(at, bound, color=OKABE_ITO[2], linestyle="-.", marker="v", markersize=4, label="corrected Theorem 1")
    if run["rank"] > 1 and min(x) <= 2 * study.critical_width:
        label = f"critical width {study.critical_width:.3g}"
        axes.axvline(study.critical_width, color="0.5", linewidth=0.9, linestyle=":", label=label)
    axes.axhline(math.sqrt(1 - 1 / run["n"]), color="0.7", linewidth=0.9, label="points on one line")
    grows = f": V goes like width^{study.slope.late.mean:.2f}" if study.slope else ""
    axes.set(title=f"layers {first:,} to {last:,}{grows}",
             xlabel="width", ylabel="mean of V", xscale="log", yscale="log")  # fmt: skip
    axes.set_xticks(x, [f"{width:,}" for width in x])
    axes.set_xticks([], minor=True)
    axes.legend(fontsize="small")
