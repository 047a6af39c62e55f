"""A picture of the tree of positive and negative transformations, after Figure 4 of nachum24."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from bninit.draw.style import OKABE_ITO
from theory.tree import Tree

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", "*", ">", "h")
GREY = "#555555"
LINE, GAP, ROW, MARGIN, HEAD, FOOT = 1.5, 0.74, 0.92, 0.35, 0.5, 0.45
"""Inches: number line, room for edges, height of a leaf, margin, headings, key."""


def tree_figure(tree: Tree, depth: int = 3) -> Figure:
    r"""Draw the first `depth` layers: every node a number line, T_+ x above T_- x.

    Parameters
    ----------
    tree : a batch of at most 20 numbers; each keeps its marker, in shape and colour, through the tree.
    depth : 0 to 4.

    Returns
    -------
    matplotlib.figure.Figure
        Without pyplot's state; write it with `bninit.files.save_figure`. Each line has a scale of its own.

    >>> [text.get_text() for text in tree_figure(Tree([0, 1, 5]), 1).axes[0].texts][:4]
    ['0', '5', '1', '$\\bar x=2$']
    >>> tree_figure(Tree([0, 1, 5]), 9)
    Traceback (most recent call last):
        ...
    ValueError: got depth 9 and 3 numbers; readable are depths 0 to 4 and at most 20 numbers
    """
    if not 0 <= depth <= 4 or tree.n > 20:
        raise ValueError(f"got depth {depth} and {tree.n} numbers; readable are depths 0 to 4 and at most 20 numbers")
    from matplotlib.figure import Figure

    width = (LINE + GAP) * max(depth + 1, 2) - GAP + 2 * MARGIN
    body = ROW * max(2**depth, 2)
    figure = Figure(figsize=(width, HEAD + body + FOOT))
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(0, HEAD + body + FOOT))
    axes.set_axis_off()
    places = {}
    for path, vector in tree.nodes(depth).items():
        from_top = int("0" + path.translate({ord("+"): "0", ord("-"): "1"}), 2) + 0.5
        x, y = MARGIN + len(path) * (LINE + GAP), FOOT + body * (1 - from_top / 2 ** len(path)) - 0.1
        places[path] = x, y
        if path:
            _draw_edge(axes, places[path[:-1]], (x, y), path[-1])
        _draw_node(axes, x, y, vector)
    for d in range(depth + 1):
        heading = f"layer {d}" if d else "batch"
        axes.text(MARGIN + d * (LINE + GAP), HEAD + body + FOOT - 0.28, heading, weight="bold", size=10)
    step = min(0.55, (width - 2 * MARGIN) / tree.n)
    for i in range(tree.n):
        _draw_point(axes, i, MARGIN + 0.08 + i * step, 0.24)
        axes.text(MARGIN + 0.2 + i * step, 0.24, f"$x_{{{i + 1}}}$", size=9, va="center")
    return figure


def _draw_node(axes: Axes, x: float, y: float, vector: tuple[Fraction, ...]) -> None:
    low, high, mean = min(vector), max(vector), sum(vector, Fraction(0)) / len(vector)

    def place(value: Fraction) -> float:
        return x + LINE * float((value - low) / (high - low))

    stable = low == 0 and len(set(vector)) == 2  # a multiple of an indicator 1_S
    axes.plot((x - 0.1, x + LINE + 0.1), (y, y), color="black", lw=2.2 if stable else 0.8, zorder=1)
    taken: list[tuple[float, float]] = []
    for value in sorted(set(vector), key=lambda v: (v not in (low, high), v)):  # the ends are labelled first
        owners = [i for i, entry in enumerate(vector) if entry == value]
        step = min(0.13, 0.4 / len(owners))
        for level, i in enumerate(owners):
            _draw_point(axes, i, place(value), y + level * step)
        if len(owners) > 4:
            axes.text(place(value), y + len(owners) * step + 0.06, f"{len(owners)}×", size=8, ha="center")
        text = _label(value)
        reach = 0.04 + 0.04 * len(text)
        if all(abs(place(value) - at) > reach + other for at, other in taken):
            taken.append((place(value), reach))
            axes.text(place(value), y - 0.11, text, size=9, ha="center", va="top")
    text = _label(mean)
    relation = "=" if text == str(mean) else r"\approx"
    axes.plot((place(mean), place(mean)), (y - 0.09, y + 0.3), color=GREY, lw=1, ls=(0, (3, 2)), zorder=1)
    stacks = [place(value) - place(mean) for value in set(vector) if vector.count(value) > 2]
    nearest = min(stacks, key=abs, default=LINE)  # the label keeps clear of a high stack
    side = "center" if abs(nearest) > 0.5 else "left" if nearest < 0 else "right"
    at = place(mean) + {"center": 0, "left": -0.04, "right": 0.04}[side]
    axes.text(at, y + 0.32, rf"$\bar x{relation}{text}$", size=9, color=GREY, ha=side, va="bottom")
    if stable:
        axes.text(x + LINE / 2, y - 0.24, "stable", size=9, style="italic", ha="center", va="top")


def _draw_edge(axes: Axes, parent: tuple[float, float], child: tuple[float, float], sign: str) -> None:
    (x, y), (u, v) = (parent[0] + LINE + 0.16, parent[1]), (child[0] - 0.16, child[1])
    axes.plot((x, u), (y, v), color=GREY, lw=0.8, zorder=0)
    box = {"facecolor": "white", "edgecolor": "none", "pad": 1}
    axes.text(0.45 * x + 0.55 * u, 0.45 * y + 0.55 * v, f"$T_{sign}$", size=9, ha="center", va="center", bbox=box)


def _draw_point(axes: Axes, i: int, x: float, y: float) -> None:
    marker, colour = MARKERS[i % len(MARKERS)], OKABE_ITO[i % len(OKABE_ITO)]
    axes.plot(x, y, marker, color=colour, ms=8 if marker == "*" else 6.5, mec="white", mew=0.5, zorder=3)


def _label(value: Fraction) -> str:
    """Exact while short."""
    return str(value) if len(str(value)) <= 6 else f"{float(value):.4g}"
