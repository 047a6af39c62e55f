"""One look for all figures: light, colour-blind safe, told apart by marker and line as well, readable at 640 pixels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bninit.files import encoded

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

RC = {
    "figure.facecolor": "white",
    "figure.dpi": 100.0,
    "savefig.dpi": 200.0,
    "font.family": "DejaVu Sans",  # comes with matplotlib
    "font.size": 9.5,
    "axes.titlesize": 10.0,
    "axes.labelsize": 9.5,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "0.9",
    "grid.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.fontsize": 8.5,
    "legend.framealpha": 0.9,
    "lines.linewidth": 1.4,
    "lines.markersize": 4.5,
}
WIDTH = 6.8
"""Inches: 94 pixels each where the figure is 640 wide."""

OKABE_ITO = BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY, BLACK = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000",
)  # fmt: skip
"""Colours that everybody can tell apart (Okabe and Ito)."""

MARKERS = "os^DvPX*"
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1)), (0, (1, 1)), (0, (7, 2)), (0, (3, 1)))


def look(number: int, **other: Any) -> dict[str, Any]:
    """Colour, marker and line of the curve with this number, eight kinds; a white edge keeps markers apart."""
    i = number % len(MARKERS)
    return {
        "color": (*OKABE_ITO, "0.6")[i],
        "marker": MARKERS[i],
        "linestyle": LINES[i],
        "mec": "white",
        "mew": 0.4,
    } | other


THEORY: dict[str, Any] = {"color": BLACK, "linestyle": (0, (4, 2)), "linewidth": 1.3, "zorder": 4}
"""What theory says: dashed in black, on top."""

TWIN: dict[str, Any] = {"color": "0.55", "linestyle": ":", "linewidth": 1.3, "zorder": 1}
"""What it would be if a false reading were true, or a scale to compare with."""


@dataclass(frozen=True)
class Picture:
    """A drawing and its words: `caption` says parameters and what to see, `alt` the same with the numbers."""

    figure: Figure
    caption: str
    alt: str


def panels(height: float, rows: int = 1, columns: int = 1, **options: Any) -> tuple[Figure, Any]:
    """A figure of the common width, without pyplot's state, and its axes (an array where there are several)."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.subplots(rows, columns, **options)


def band(axes: Axes, x: ArrayLike, runs: Floats, **style: Any) -> None:
    """Mean of runs, shape (R, len(x)), and 95 per cent confidence for it (two standard errors)."""
    mean, error = runs.mean(axis=0), runs.std(axis=0, ddof=1) / np.sqrt(len(runs))
    axes.plot(x, mean, **style)
    axes.fill_between(np.asarray(x), mean - 2 * error, mean + 2 * error, color=style["color"], alpha=0.2, linewidth=0)


def legend(figure: Figure, columns: int) -> None:
    """One legend below all axes, every label once: it covers no curve."""
    found: dict[str, Any] = {}
    for axes in figure.axes:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            found.setdefault(label, handle)
    figure.legend(found.values(), found.keys(), loc="outside lower center", ncols=columns, frameon=False)


def numbers(values: Iterable[float], digits: int = 3) -> str:
    """`1.23, 4.56 and 7.89`, so many significant digits each.

    >>> numbers([1.2345, 10, 0.5])
    '1.23, 10 and 0.5'
    """
    shown = [f"{value:.{digits}g}" for value in values]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def rendered(figure: Figure) -> tuple[bytes, bytes]:
    """(SVG with outlines for letters, PNG)."""
    return encoded(figure, "svg", fonts="path"), encoded(figure, "png")
