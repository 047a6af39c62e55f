"""Spectra of positive matrices."""

from __future__ import annotations

from fractions import Fraction

from sympy import Rational

from theory.domains.composite import Composite, composite
from theory.domains.numbers import Choose, Integers
from theory.term import Shape, Vec, every, variable


def _has(value: object, d: Integers, distinct: str) -> bool:
    if (
        not isinstance(value, tuple)
        or len(value) not in d
        or not all(isinstance(a, int | Fraction | Rational) for a in value)
    ):
        return False
    return value[0] > 0 and list(value) == sorted(set(value) if distinct else value)


def _general(name: str, d: Integers, distinct: str) -> Shape:
    """In any order."""
    size = variable("d", "nat")
    row = Vec.named(name, size)
    return Shape(row, (size,), (size >= d.least, every(lambda value: value > 0, row)), rows=((name, (size,)),))


def _entries(choose: Choose, d: Integers, distinct: str) -> tuple[Fraction, ...]:
    size, under = d.least + choose(0, 5 if d.most is None else d.most - d.least), choose(1, 4)
    return tuple(sorted(Fraction(choose(1, 12), under) for _ in range(size)))


_WORDS = "in R^d, ascending, positive{distinct}, d {d}"
_any = composite(_WORDS, _has, _general)(_entries)
_distinct = composite(_WORDS, _has)(_entries)


def spectra(d: Integers, distinct: bool = False) -> Composite:
    """Positive numbers in ascending order.

    >>> from itertools import islice
    >>> [tuple(map(str, l)) for l in islice(spectra(Integers(1)).small(), 3)]
    [('1',), ('1/2', '1'), ('2/3', '1', '1')]
    """
    return _distinct(d, ", distinct") if distinct else _any(d, "")
