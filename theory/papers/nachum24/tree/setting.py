"""Batches of numbers, nodes of their trees, and narrow networks on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Any

from sympy import Integer

from theory.batchnorm import dot
from theory.domains.batches import AFFINE, Batches
from theory.domains.numbers import Choose, Endless, Integers
from theory.exact.expressions import Undefined
from theory.statement.abstract import general, shapes
from theory.term import Shape, each, every, larger, over_layers, size, total
from theory.tree import negative, positive


def narrow_network(batch: Sequence[Any], weights: Sequence[Any]) -> tuple[Fraction, ...]:
    """A network of width one with given weights: relu(RC(w x)) layer by layer."""
    v = tuple(map(Fraction, batch))
    for w in weights:
        v = positive(tuple(w * e for e in v))
    return v


ALL, ANY = Batches(up_to=AFFINE), Integers(0, far=8)
PLACES = Integers(0, far=11)
"""In rows."""


@dataclass(frozen=True)
class Trees(Endless):
    """A batch and a depth, (x, L): x number i of `batches` comes with depth `least` + j once 3^j batches have."""

    batches: Batches = ALL
    depths: Integers = ANY

    def __str__(self) -> str:
        return f"= (x, L), x {self.batches}, L {self.depths}"

    def __contains__(self, value: object) -> bool:
        return isinstance(value, tuple) and len(value) == 2 and value[0] in self.batches and value[1] in self.depths

    def small(self) -> Iterator[tuple[tuple[Fraction, ...], Integer]]:
        listed, rows = [], self.batches.small()
        for step in count():
            if (row := next(rows, None)) is not None:
                listed.append(row)
            for j in range(step + 1):
                place = step - (3**j - 1)
                if place < 0 or (j and place >= len(listed) + 3**j):
                    break
                if place < len(listed):
                    yield listed[place], Integer(self.depths.least + j)

    def draw(self, choose: Choose) -> tuple[tuple[Fraction, ...], Integer]:
        return self.batches.draw(choose), self.depths.draw(choose)

    def near(self, value: tuple[Any, Any]) -> Iterator[tuple[Any, Any]]:
        x, depth = value
        yield from ((other, depth) for other in self.batches.near(x))
        yield from ((x, other) for other in self.depths.near(depth))

    def size(self, value: tuple[Any, Any]) -> int:
        return len(value[0])

    def general(self, name: str) -> Iterator[Shape]:
        """Batches of any length, at any depth L."""
        for row in general(self.batches, name):
            for depth in general(self.depths, "L"):
                yield replace(
                    row,
                    value=(row.value, depth.value),
                    variables=(*row.variables, *depth.variables),
                    conditions=(*row.conditions, *depth.conditions),
                )

    def abstract(self, name: str, most: int) -> Iterator[Shape]:
        """Batches of up to so many numbers, two layers deep."""
        for row in shapes(self.batches, name, most):
            for depth in range(self.depths.least, 3):
                yield replace(row, value=(row.value, Integer(depth)), size=(row.size, depth))


def over_leaves(observe: Callable[[Any], Any], x: Any, depth: Any) -> Any:
    """The sum over the 2^L leaves of what is observed of each, at any depth."""
    return over_layers(lambda after, v: after(positive(v)) + after(negative(v)), depth, observe, x)


def leaves(x: Sequence[Fraction], depth: Any) -> list[tuple[Fraction, ...]]:
    """The 2^L leaves by the definition."""
    layer = [tuple(x)]
    for _ in range(int(depth)):
        layer = [T(v) for v in layer for T in (positive, negative)]
    return layer


def mean(v: Sequence[Any]) -> Any:
    return total(v) / size(v)


def multiple(v: Sequence[Any], of: Sequence[Any]) -> Any:
    """The one c with v = c `of`; `Undefined` if there is none."""
    found = {p / q for p, q in zip(v, of, strict=True) if q}
    if len(found) != 1 or any(p for p, q in zip(v, of, strict=True) if not q):
        raise Undefined("no multiple of the other vector")
    return found.pop()


def is_stable(v: Sequence[Fraction]) -> bool:
    """T_+ v = c v with c > 0 (nachum24, Definition 8)."""
    try:
        return bool(multiple(positive(v), v) > 0)
    except Undefined:
        return False


def clip(v: Any, low: Any, high: Any) -> Any:
    """clip(v; low, high), of numbers or terms."""
    return each(lambda e: -larger(-larger(e, low), -high), v)


def data_free(batch: Sequence[Any]) -> Iterator[tuple[int, Fraction, Fraction]]:
    """Maximal data-free tree intervals (depth, a, b), by the definition of the intervals (T2); for a settled tree."""
    pending = [(Fraction(min(batch)), Fraction(max(batch)))]
    level = 0
    while pending:
        halves = []
        for low, high in pending:
            if not any(low < e < high for e in batch):
                yield level, low, high
                continue
            split = sum((min(max(Fraction(e), low), high) for e in batch), Fraction(0)) / len(batch)
            halves += [(low, split), (split, high)]
        pending, level = halves, level + 1


def keeps_direction(v: Any) -> Any:
    """Whether v is stable, as a condition: T_+ v and v are parallel, and their product is positive."""
    image = positive(v)
    parallel = every(lambda p, e: every(lambda q, f: p * f == q * e, image, v), image, v)
    return parallel & (dot(image, v) > 0)
