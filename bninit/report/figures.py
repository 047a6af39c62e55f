"""The sources' figures as images inside of the page."""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from bninit.draw.figures import Drawn, Figure, catalogue, draw

LARGEST_SVG = 200_000
"""Bytes; a picture of many points is smaller as PNG."""


@dataclass(frozen=True)
class Picture:
    """A figure as the page holds it: an image in a data URL, apart from the ids and styles of the page."""

    id: str
    paper: str
    title: str
    source: str
    claims: tuple[str, ...]
    caption: str
    alt: str
    data: str


def showing(claims: Collection[str]) -> list[Figure]:
    """The figures that show one of these claims, and can be drawn here.

    >>> [figure.id for figure in showing({"nachum24.tree.limit"})]
    ['nachum24.tree']
    """
    shown = (figure for figure in catalogue().values() if not set(figure.claims).isdisjoint(claims))
    return [figure for figure in shown if not figure.missing]


def pictures(figures: Collection[Figure], seed: int) -> Iterator[Picture]:
    """Draw them, one after the other."""
    for figure in figures:
        yield embedded(figure, draw(figure.id, seed))


def embedded(figure: Figure, drawn: Drawn) -> Picture:
    """A drawn figure as an image that needs no file beside the page."""
    kind, content = ("svg+xml", drawn.svg) if len(drawn.svg) <= LARGEST_SVG else ("png", drawn.png)
    data = f"data:image/{kind};base64,{base64.b64encode(content).decode('ascii')}"
    return Picture(figure.id, drawn.paper, figure.title, figure.source, figure.claims, drawn.caption, drawn.alt, data)
