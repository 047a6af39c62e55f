"""The suite's own figures: phase diagram, basins, width threshold."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from bninit.draw.phase import figure as diagram_figure
from bninit.draw.style import THEORY, TWIN, Picture, legend, look, numbers, panels
from numerics.streams import stream
from numerics.studies.basin import FIRST, SYMMETRIC, one_long, two_long
from numerics.studies.phase import diagram
from numerics.studies.threshold import growth
from theory.exact.expressions import enclose
from theory.orthogonality.threshold import rank_one_exponent
from theory.papers.daneshmand21.threshold import critical

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def phase(seed: int) -> Picture:
    """`bninit phase-diagram`."""
    largest, networks, width = 30, 4, 300
    found = diagram("rc,nl", largest, networks, width, seed)
    node = found.saddle_node
    assert node is not None
    at = {point.kind: float(point.norm_ratio) for point in found.branches if point.n == 10}
    medians = "; ".join(f"n = {row.n}: {row.median:.3g}" for row in found.networks)
    return Picture(
        diagram_figure(found),
        f"All fixed points of RC + ReLU at infinite width, batch sizes 3 to {largest}: norm of the escaped point over "
        "that of the others; solid lines are stable, dashed ones are not. Broken point and saddle are born at the "
        f"saddle-node, n* = {float(node['n']):.4f}, so that a point can escape from n = 7 on. Crosses: {networks} "
        f"networks of width {width} for some n, Gaussian data, depth {found.depth}.",
        f"Norm ratios at n = 10: symmetric {at['symmetric']:g}, saddle {at['saddle']:.4g}, broken {at['broken']:.4g}, "
        f"outlier {at['outlier']:g}. Saddle-node at n = {float(node['n']):.6g}, norm ratio "
        f"{float(node['norm_ratio']):.4g}. Median norm ratios of the networks: {medians}.",
    )


def basin(seed: int) -> Picture:
    """One long point at many batch sizes; two long points at n = 10."""
    sizes, n = range(4, 31), 10
    figure, (left, right) = panels(4.2, 1, 2)
    starts = np.round(np.arange(1.05, 1.61, 0.05), 3)
    found = one_long(sizes, starts.tolist())
    table, borders, first_order, node = found.outcomes, found.borders, found.first_order, found.saddle_node
    x, y = np.meshgrid(sizes, starts, indexing="ij")
    for kind, label in ((SYMMETRIC, "comes to the symmetric point"), (FIRST, "the long point escapes")):
        style = look(kind, linestyle="none", ms=4)
        left.plot(x[table == kind], y[table == kind], **style, label=label)
    left.plot(list(borders), list(borders.values()), **THEORY, label="border: the saddle (theory)")
    left.plot(sizes, first_order, **TWIN, label="1 + (π - 2)/n")
    left.axvline(node, color="0.6", linewidth=1, label=f"saddle-node, n* = {node:.3f}")
    left.set(xlabel="batch size n", ylabel="norm of one point, the others 1", title="one long point", ylim=(1, 1.62))
    _two(right, n, borders[n])
    legend(figure, 2)
    return Picture(
        figure,
        "Basins of the infinite-width map of RC + ReLU, from orthogonal points. Left: one point is longer than the "
        "others; it escapes beyond the border, where recentring puts the batch on the ray of the saddle (dashed), and "
        f"never up to n = 6. The border comes down to 1 like (π - 2)/n (dotted). Right: two longer points, n = {n}: "
        "the longer one escapes, or none. 600 and 300 layers.",
        f"Left: outcomes for n = 4 to 30 and norms 1.05 to 1.6; {found.wrong} of {table.size} are on the wrong side of "
        f"the border, which is {numbers([borders[size] for size in (7, 10, 20, 30)], 4)} at n = 7, 10, 20 and 30; 1 + "
        f"(pi - 2)/n is {numbers([first_order[size - 4] for size in (7, 10, 20, 30)], 4)}. Right, n = {n}: three "
        "regions, none escapes (norms near 1), point 1 escapes, point 2 escapes; on the axes they meet at "
        f"{borders[n]:.4f}.",
    )


def _two(axes: Axes, n: int, border: float) -> None:
    """Regions in the plane of two norms, not on the diagonal, where both escape together."""
    from matplotlib.colors import ListedColormap

    a = 1 + np.arange(40) * 0.0125
    b = a + 0.00625
    found = two_long(n, a.tolist(), b.tolist())
    ends = (a[0], a[-1] + 0.0125, a[0], a[-1] + 0.0125)
    colours = ListedColormap(["#A9CCE3", "#F5B99A", "#A6DCC8"])
    axes.imshow(
        found.T, origin="lower", extent=ends, cmap=colours, vmin=0, vmax=2, interpolation="nearest", aspect="auto"
    )
    axes.plot(ends[:2], ends[:2], color="black", linewidth=0.8)
    axes.plot(
        (border, 1), (1, border), "*", color="black", ms=10, clip_on=False, label="border of the left panel, n = 10"
    )
    for x, y, text in ((1.13, 1.03, "none escapes"), (1.36, 1.12, "point 1 escapes"), (1.14, 1.4, "point 2 escapes")):
        axes.text(x, y, text, ha="center", va="center")
    axes.grid(visible=False)
    axes.set(xlabel="norm of point 1", ylabel="norm of point 2", title=f"two long points, n = {n}")


PLACES = {
    2: (2, 3, 4, 5), 3: (3, 4, 5, 6), 4: (5, 6, 7, 8, 9), 5: (8, 10, 12), 6: (11, 13, 15, 17), 8: (19, 21, 23, 25, 27),
}  # fmt: skip
"""Widths at which the exponent of an n-th direction is measured."""


def width_threshold(seed: int) -> Picture:
    """The exponent of one more direction against the width, and where it changes its sign."""
    chains, layers = 48, 250
    figure, (left, right) = panels(4.1, 1, 2)
    zeros = []
    for i, (n, widths) in enumerate(PLACES.items()):
        found = growth(n, widths, partial(stream, seed, "bninit figures: suite.width-threshold", n),
                       chains=chains, layers=layers)  # fmt: skip
        left.errorbar(widths, found.means, yerr=2 * found.errors, capsize=2, **look(i),
                      label=f"direction {n} beside {n - 1}")  # fmt: skip
        zeros.append(found.zero)
    exact = [float(rank_one_exponent(d)) for d in (2, 3)]
    left.plot((2, 3), exact, "*", color="black", ms=9, zorder=5, label="exact")
    left.axhline(0, color="0.4", linewidth=1)
    sizes = np.array(list(PLACES))
    line = np.linspace(2, 8, 61)
    claimed = [float(enclose(critical.predicts, {"n": str(round(n, 2))}, 15)) for n in line]
    right.plot(sizes, zeros, **look(0, linestyle="none", ms=6), label="zero of the exponent")
    right.plot(line, claimed, **THEORY, label="(n + 3/2)²/4")
    right.plot(line, line**2 / 4, color="0.3", linewidth=1, linestyle="-.", label="n²/4 (large-d law)")
    right.plot(line, line, **TWIN, label="n (a false reading)")
    left.set(xlabel="width d", ylabel="growth of the direction a layer (log)", title="does a lost direction grow back?")
    right.set(xlabel="number n of directions", ylabel="critical width", title="critical width")
    legend(figure, 3)
    return Picture(
        figure,
        "Linear networks with rescaling, without skip. Left: mean growth, a layer, of the square of an infinitesimal "
        f"n-th direction beside n - 1 in their stationary law, {chains} chains, {layers} layers (error bars: two "
        "standard errors). Where it is negative the direction is lost. Right: the width at which it changes its sign; "
        "it is of the order n²/4, and not n. At n = 2 it is exactly 2.",
        f"Critical widths at n = {numbers(sizes)}: {numbers(zeros)}; (n + 3/2)^2/4: "
        f"{numbers([float((n + 1.5) ** 2 / 4) for n in sizes])}. Exact exponents of a second direction at d = 2 and 3: "
        f"{numbers(exact, 5)}.",
    )
