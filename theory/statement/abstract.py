"""Instances of which only the shape is known: a domain as variables with conditions.

A domain of another kind can say it of itself, by methods that yield `Shape`s: `abstract(name, most)`, one for each
choice of sizes up to `most`, and `general(name)`, one for all of them, with rows of unknown length (`theory.term.Vec`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from typing import Any

from theory.domains.batches import Batches
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals, Values
from theory.statement.predicted import NotExpressibleError
from theory.term import Cond, Shape, Term, Vec, constant, variable
from theory.term.scalar import all_of, any_of


def shapes(domain: Any, name: str, most: int) -> Iterator[Shape]:
    """The values of a domain by shapes, sizes up to `most`.

    Raises
    ------
    NotExpressibleError
        for a domain that is not made of numbers and rows.
    """
    if isinstance(domain, Preceded):
        yield from shapes(domain.domain, name, most)
    elif hasattr(domain, "abstract"):
        yield from domain.abstract(name, most)
    elif isinstance(domain, Batches):
        for n in range(domain.n.least, min(most, domain.n.most or most) + 1):
            yield _tuple(domain, name, n)
    elif isinstance(domain, Integers):
        for n in range(domain.least, min(domain.least + most, domain.most or domain.least + most) + 1):
            yield Shape(n, size=n)
    elif isinstance(domain, Values):
        yield from (Shape(value, size=value) for value in domain.values)
    else:
        yield from general(domain, name)


def general(domain: Any, name: str, taken: Collection[str] = ()) -> Iterator[Shape]:
    """The values of a domain at once, of whatever size; that is called n unless n is taken.

    Raises
    ------
    NotExpressibleError
        for a domain that has no such form.
    """
    if isinstance(domain, Preceded):
        yield from general(domain.domain, name, taken)
    elif hasattr(domain, "general"):
        yield from domain.general(name)
    elif isinstance(domain, Rationals):
        it = variable(name)
        yield Shape(it, (it,), tuple(_within(it, domain.above, domain.below, domain.least, domain.most)))
    elif isinstance(domain, Integers):
        it = variable(name, "int" if domain.least < 0 else "nat")
        yield Shape(it, (it,), tuple(_within(it, least=domain.least or None, most=domain.most)))
    elif isinstance(domain, Batches) and domain.n.least == domain.n.most:
        yield _tuple(domain, name, domain.n.least)
    elif isinstance(domain, Batches):
        n = variable("size" if "n" in taken else "n", "nat")
        kind = "distinct" if domain.distinct else "varies"
        free = domain.constant and not domain.distinct
        conditions = (*_within(n, least=domain.n.least, most=domain.n.most), *(() if free else (Cond(kind, name, n),)))
        yield Shape(Vec.named(name, n), (n,), conditions, rows=((name, (n,)),))
    elif isinstance(domain, Values):
        yield from (Shape(value) for value in domain.values)
    else:
        raise NotExpressibleError(f"{name} has other members than numbers and rows ({type(domain).__name__})")


def is_whole(domain: Any, most: int) -> bool:
    """Whether `shapes` are all of a domain."""
    if isinstance(domain, Preceded):
        return is_whole(domain.domain, most)
    if isinstance(domain, Batches):
        return domain.n.most is not None and domain.n.most <= most
    if isinstance(domain, Integers):
        return domain.most is not None and domain.most <= domain.least + most
    return isinstance(domain, Rationals | Values) or bool(getattr(domain, "whole", False))


def _tuple(domain: Batches, name: str, n: int) -> Shape:
    row = tuple(variable(f"{name}{i}") for i in range(n))
    return Shape(row, row, _of_row(domain, row), n)


def _of_row(domain: Batches, row: tuple[Term, ...]) -> tuple[Cond, ...]:
    if domain.distinct:
        return (all_of(*(a != b for a, b in combinations(row, 2))),)
    return () if domain.constant else (any_of(*(row[0] != other for other in row[1:])),)


def _within(it: Term, above: Any = None, below: Any = None, least: Any = None, most: Any = None) -> Iterator[Cond]:
    if above is not None:
        yield it > constant(above)
    if least is not None:
        yield it >= constant(least)
    if below is not None:
        yield it < constant(below)
    if most is not None:
        yield it <= constant(most)
