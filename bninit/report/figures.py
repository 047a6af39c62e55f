"""The reproduced figures, where this installation has them (package `bninit.figures`)."""

from __future__ import annotations

import base64
import importlib
import importlib.util
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol


class Drawn(Protocol):
    """A drawn figure: the same picture twice, what to see in it, and the paper it belongs to ("" for the suite's)."""

    @property
    def svg(self) -> bytes: ...
    @property
    def png(self) -> bytes: ...
    @property
    def caption(self) -> str: ...
    @property
    def alt(self) -> str: ...
    @property
    def paper(self) -> str: ...


LARGEST_SVG = 200_000
"""Bytes; a picture of many points is smaller as PNG."""


@dataclass(frozen=True)
class Picture:
    """A figure as the page holds it: an image in a data URL, apart from the ids and styles of the page."""

    id: str
    paper: str
    caption: str
    alt: str
    source: str


def draw_all(seed: int, papers: Iterable[str]) -> dict[str, Drawn]:
    """All figures of the catalogue that belong to these papers or to none; empty where the package is not there."""
    if importlib.util.find_spec("bninit.figures") is None:
        return {}
    package: Any = importlib.import_module("bninit.figures")
    drawn: dict[str, Drawn] = {name: package.draw(name, seed) for name in package.catalogue()}
    wanted = {*papers, ""}
    return {name: figure for name, figure in drawn.items() if figure.paper in wanted}


def pictures(drawn: Mapping[str, Drawn]) -> list[Picture]:
    """Figures as images that need no file beside the page."""
    return [Picture(name, f.paper, f.caption, f.alt, _source(f)) for name, f in drawn.items()]


def _source(figure: Drawn) -> str:
    kind, data = ("svg+xml", figure.svg) if len(figure.svg) <= LARGEST_SVG else ("png", figure.png)
    return f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"
