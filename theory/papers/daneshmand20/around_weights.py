"""A law of the weights of a layer together with what the layer starts from, all of one width."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import count, islice
from typing import Any, Literal

from theory.domains.general import correlation
from theory.domains.numbers import Choose, Endless, Integers
from theory.papers.daneshmand20.domains import Correlations
from theory.papers.daneshmand20.random_weights import RandomWeights
from theory.term import Shape, Vec, every
from theory.term.scalar import any_of

BOUNDS = tuple(Fraction(x, 8) for x in (8, 2, 8, -2, 8, 0, 4))

Kind = Literal["correlations", "signs", "bounds"]


@dataclass(frozen=True)
class Around(Endless):
    """(law, ..): a law of d x d weights, and parts of d rows, each a name and its kind.

    correlations : a correlation matrix. signs : d of them. bounds : a d x d matrix of any numbers.

    >>> [len(law) for law, s in islice(Around(RandomWeights(), (("s", "signs"),)).small(), 3)]
    [2, 3, 2]
    """

    weights: RandomWeights
    parts: tuple[tuple[str, Kind], ...]

    def __str__(self) -> str:
        return f"({', '.join(['law', *(name for name, _ in self.parts)])}): {self.weights}; {self._words()}"

    def _words(self) -> str:
        return ", ".join(f"{name} {kind}" for name, kind in self.parts)

    def __contains__(self, value: object) -> bool:
        if not (isinstance(value, tuple) and len(value) == 1 + len(self.parts) and value[0] in self.weights):
            return False
        law, *parts = value
        return all(
            len(part) == len(law) and _belongs(kind, part) for (_, kind), part in zip(self.parts, parts, strict=True)
        )

    def general(self, name: str) -> Iterator[Shape]:
        (found,) = self.weights.general("law")
        d, known, rows, parts = found.variables[0], [*found.conditions], [*found.rows], []
        for part, kind in self.parts:
            lengths = (d,) if kind == "signs" else (d, d)
            parts.append(Vec.named(part, *lengths))
            rows.append((part, lengths))
            if kind == "signs":
                known.append(every(lambda s: any_of(s == 1, s == -1), parts[-1]))
            elif kind == "correlations":
                known += correlation(parts[-1], d)
        yield Shape((found.value, *parts), found.variables, tuple(known), rows=tuple(rows))

    def small(self) -> Iterator[Any]:
        """Widths 2 and 3 in turn."""
        for code in count():
            for d in (2, 3):
                yield self._of(d, code)

    def _of(self, d: int, code: int) -> Any:
        return (
            self.weights.of(d, code),
            *(_part(kind, d, code) for _, kind in self.parts),
        )

    def draw(self, choose: Choose) -> Any:
        return self._of(choose(2, 3), choose(0, 59))

    def near(self, value: Any) -> Iterator[Any]:
        return ((law, *value[1:]) for law in self.weights.near(value[0]))

    def size(self, value: Any) -> int:
        return len(value[0])


def _belongs(kind: Kind, part: Any) -> bool:
    if kind == "signs":
        return all(s in (1, -1) for s in part)
    return part in Correlations() if kind == "correlations" else all(len(row) == len(part) for row in part)


def _part(kind: Kind, d: int, code: int) -> Any:
    if kind == "signs":
        return tuple(1 - 2 * ((5 * code + 1) >> i & 1) for i in reversed(range(d)))
    if kind == "correlations":
        return _correlation(d, code % 30)
    return tuple(tuple(BOUNDS[(code + 3 * i + 5 * j + i * j) % len(BOUNDS)] for j in range(d)) for i in range(d))


@cache
def _correlation(d: int, place: int) -> Any:
    return next(islice(Correlations(Integers(d, d)).small(), place, None))
