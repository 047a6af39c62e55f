"""One small picture per cell of a sampled check: the claimed value as a line, what was shown as a band, the mean.

All have one scale, the margin of their check, so that they can be compared by eye; the numbers stand beside them
and in the text alternative.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from bninit.input.refusal import shortened
from bninit.show.cells import cell_at, cell_words, number

WIDTH, HEIGHT, REACH = 200, 26, 3.0
"""Pixels, and how many margins are seen on either side of the claimed value."""


@dataclass(frozen=True)
class Cell:
    """A cell as the page shows it: the instance, the picture, the numbers."""

    at: str
    svg: Markup
    words: str
    verdict: str


def cell(data: Mapping[str, Any]) -> Cell:
    """A cell of results.json as picture and words; numbers that are not finite are told and not drawn.

    >>> found = cell({"at": {"n": 10}, "claimed": 81.0, "mean": 81.05, "margin": 0.9, "networks": 8000,
    ...               "verdict": "holds"})
    >>> found.at, found.words
    ('n = 10', 'claimed 81 ± 0.9; mean 81.05 over 8,000 networks')
    """
    at = shortened(cell_at(data), 120)
    claimed, mean, margin = (number(data.get(name)) for name in ("claimed", "mean", "margin"))
    words = cell_words(data)
    drawable = math.isfinite(claimed) and math.isfinite(mean) and math.isfinite(margin) and margin > 0
    picture = _svg((mean - claimed) / margin, words) if drawable else Markup("")
    return Cell(at, picture, words, str(data.get("verdict", "")))


def _svg(off: float, words: str) -> Markup:
    def place(margins: float) -> float:
        return WIDTH / 2 + margins * WIDTH / 2 / REACH

    mid = HEIGHT / 2
    if abs(off) < REACH - 0.15:
        mark = f'<circle cx="{place(off):.1f}" cy="{mid}" r="4"/>'
        seen = ""
    else:  # an arrow at the edge: further off than can be drawn
        tip, base = (WIDTH - 1, WIDTH - 11) if off > 0 else (1, 11)
        mark = f'<path d="M{tip} {mid}L{base} {mid - 6}V{mid + 6}Z"/>'
        seen = f", {abs(off):.3g} margins {'above' if off > 0 else 'below'}"
    label = escape(f"{words}{seen}")
    return Markup(
        f'<svg class="cell" role="img" aria-label="{label}" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}"><path class="axis" d="M0 {mid}H{WIDTH}"/>'
        f'<rect class="band" x="{place(-1):.1f}" y="4" width="{place(1) - place(-1):.1f}" height="{HEIGHT - 8}"/>'
        f'<path class="claimed" d="M{place(0):.1f} 1V{HEIGHT - 1}"/><g class="mean">{mark}</g></svg>'
    )
