"""Two pictures of the results: ratios, and growth."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullLocator

from benchmarks.shown import fitted, reached
from bninit.draw.style import BLUE, GREEN, OKABE_ITO, VERMILLION

Groups = Sequence[Mapping[str, Any]]


def ratios(groups: Groups) -> Figure:
    """Left: against other ways to do it. Right: against limits. Dots are medians, lines least to greatest."""
    panels: list[list[tuple[str, list[Mapping[str, Any]]]]] = [[], []]
    for group in groups:
        found = [r for r in group["results"] if "ratio" in r]
        for panel, limited in zip(panels, (False, True), strict=True):
            if chosen := [r for r in found if (r["theirs"]["label"] == "limit") == limited]:
                panel.append((group["title"], chosen))
    lines = max(sum(len(rows) + 1.5 for _, rows in panel) for panel in panels)
    figure = Figure(figsize=(13, 1.6 + 0.24 * lines), layout="constrained")
    for axes, panel, colour, what in zip(
        figure.subplots(1, 2),
        panels,
        (BLUE, GREEN),
        ("cost of another way over cost of bninit", "limit in seconds over seconds of bninit"),
        strict=True,
    ):
        _ratio_panel(axes, panel, colour)
        axes.set_title(what, fontsize="medium")
    return figure


def _ratio_panel(axes: Axes, panel: list[tuple[str, list[Mapping[str, Any]]]], colour: str) -> None:
    place, ticks, labels = 0.0, [], []
    for title, rows in panel:
        ticks.append(place)
        labels.append(title)
        for found in rows:
            place += 1
            ratio, goal = found["ratio"], found["goal"]
            axes.plot((ratio["least"], ratio["greatest"]), (place, place), color=colour, lw=2, alpha=0.5)
            axes.plot(ratio["median"], place, "o", color=colour, ms=5)
            if goal:
                hue = "black" if reached(found) else VERMILLION
                axes.plot(goal, place, "|", color=hue, ms=11, mew=2)
            ticks.append(place)
            ours, theirs = found["ours"]["label"], found["theirs"]["label"]
            who = "" if theirs == "limit" else f" ({theirs})" if ours == "bninit" else f" ({theirs} / {ours})"
            labels.append(found["title"].strip() + who)
        place += 1.5
    axes.set(xscale="log", yticks=ticks, ylim=(place, -1), xlabel="ratio")
    axes.axvline(1, color="black", lw=0.8)
    titles = {title for title, _ in panel}
    for text in axes.set_yticklabels(labels, fontsize=8):
        if text.get_text() in titles:
            text.set_fontweight("bold")
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="0.9")
    if any(found["goal"] for _, rows in panel for found in rows):
        axes.plot([], [], "|", color="black", ms=11, mew=2, label="must reach: reached")
        axes.plot([], [], "|", color=VERMILLION, ms=11, mew=2, label="must reach: missed")
        axes.legend(fontsize="small", loc="lower right")


def growth(groups: Groups) -> Figure | None:
    """Cost against size, a panel for each fit; None where nothing was fitted."""
    found = [(group["title"], r) for group in groups for r in group["results"] if "fits" in r]
    if not found:
        return None
    columns = min(4, len(found))
    rows = math.ceil(len(found) / columns)
    figure = Figure(figsize=(3.3 * columns, 3.1 * rows), layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False).flat
    for (title, result), axes in zip(found, grid, strict=False):
        _growth_panel(axes, result)
        fits = "\n".join(map(fitted, result["fits"]))
        axes.set_title(f"{title}\n{result['title']}\n{fits}", fontsize=8)
    for axes in [*grid]:
        axes.set_axis_off()
    return figure


def _growth_panel(axes: Axes, result: Mapping[str, Any]) -> None:
    others = sorted({tuple(p["sizes"][1:]) for p in result["points"]})
    for other, colour, marker in zip(others, OKABE_ITO, "os^vDP*"[: len(OKABE_ITO)], strict=False):
        line = [(p["sizes"][0], p["cost"]) for p in result["points"] if tuple(p["sizes"][1:]) == other]
        label = ", ".join(f"{name} = {x:g}" for name, x in zip(result["variables"][1:], other, strict=True))
        axes.plot(*zip(*line, strict=True), marker=marker, color=colour, lw=1, ms=4, label=label or None)
    step = result["fits"][0]["kind"] == "factor"
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_minor_locator(NullLocator())
    axes.set_xlabel(result["variables"][0], fontsize=8)
    axes.set_ylabel("processor seconds", fontsize=8)
    sizes = sorted({p["sizes"][0] for p in result["points"]})
    if not step:
        axes.set_xscale("log")
        axes.minorticks_off()
    axes.set_xticks(sizes, [f"{x:,.0f}" for x in sizes])
    axes.tick_params(labelsize=7)
    axes.grid(color="0.9")
    if others != [()]:
        axes.legend(fontsize=7)
