"""Phase diagram: the branches of fixed points against the batch size, with finite networks as points on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bninit.draw.style import BLUE, GREEN, PURPLE, VERMILLION
from bninit.input.parts import spelled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from numerics.studies.phase import Diagram

STYLES = {
    "symmetric": (BLUE, "o"),
    "broken": (VERMILLION, "^"),
    "saddle": (GREEN, "s"),
    "outlier": (PURPLE, "D"),
}


def figure(found: Diagram) -> Figure:
    """Norm ratio against n: stable solid, unstable dashed, saddle-node marked, networks as small points."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator, StrMethodFormatter

    drawing = Figure(figsize=(7, 4.6), layout="constrained")
    axes = drawing.subplots()
    node = found.saddle_node
    for kind, (colour, marker) in STYLES.items():
        points = [point for point in found.branches if point.kind == kind]
        for stable, line in ((True, "-"), (False, "--")):
            part = [point for point in points if point.stable is stable]
            if part:
                label = f"{kind} ({'stable' if stable else 'unstable'})"
                ratios = [float(point.norm_ratio) for point in part]
                sizes = [float(point.n) for point in part]
                if node and kind in ("broken", "saddle"):  # both are born at the saddle-node
                    axes.plot(
                        [float(node["n"]), sizes[0]], [float(node["norm_ratio"]), ratios[0]], ls=line, color=colour
                    )
                axes.plot(sizes, ratios, ls=line, label=label, color=colour, marker=marker, ms=3.5, lw=1.4)
    for number, row in enumerate(found.networks):
        label = f"networks: width {found.width}, depth {found.depth}" if number == 0 else "_"
        axes.plot(
            [row.n] * len(row.norm_ratios), row.norm_ratios, "x", color="black", ms=6, mew=1.2, label=label, zorder=5
        )
    if node:
        place = float(node["n"]), float(node["norm_ratio"])
        axes.plot(*place, "*", color="black", ms=12, zorder=6, label=f"saddle-node, n* = {node['n'][:8]}")
    axes.set(
        xlabel="batch size n",
        ylabel="norm ratio, escaped point against the others",
        title=f"fixed points of {spelled(found.components)} at infinite width",
        yscale="log",
    )
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(LogLocator(10, subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    return drawing
