"""Rows of numbers: tuples of them, or a row of which neither the entries nor their number are known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from functools import reduce
from math import prod
from types import MappingProxyType
from typing import Any

import sympy
from sympy import Integer, Max, sympify

from theory.term.paths import needed, needed_for_all, needs_taken
from theory.term.scalar import (
    FALSE,
    TRUE,
    Cond,
    Term,
    all_of,
    bound_in,
    condition,
    constant,
    free,
    greater,
    nested,
    one_if,
    rows_in,
    square_root,
)
from theory.term.series import Series

OVER_PLACES = ("sum", "prod", "greatest")
DRAWN = "w_"
"""How the names of rows begin that laws draw."""


@dataclass(frozen=True, eq=False)
class Vec:
    """A row of `n` entries, the one at place i by a function of i."""

    n: Term
    entry: Callable[[Any], Any]

    def __getitem__(self, place: Any) -> Any:
        at = constant(place)
        _within(at, self.n)
        return self.entry(at)

    def __len__(self) -> int:
        raise TypeError("the number of entries is not known: use `size` of bninit.api in the place of len")

    def __iter__(self) -> Iterator[Any]:
        raise TypeError("the entries are not known one by one: use `each` and `total` of bninit.api")

    @staticmethod
    def named(name: str, n: Term, *more: Term) -> Vec:
        """A row of which nothing is known; with more lengths, a row of rows."""
        return _named(name, (), n, *more)


def _named(name: str, places: tuple[Term, ...], n: Term, *more: Term) -> Vec:
    if more:
        return Vec(n, lambda place: _named(name, (*places, place), *more))
    return Vec(n, lambda place: Term("entry", name, *places, place))


_BELOW: ContextVar[Mapping[str, Term]] = ContextVar("below", default=MappingProxyType({}))
"""Of each index that is bound, and of each map, a number below which its values are."""


@contextmanager
def below(name: Term, n: Term) -> Iterator[None]:
    """Within it, an index, or the values of a map, are known to be below n."""
    token = _BELOW.set({**_BELOW.get(), name.args[0]: n})
    try:
        yield
    finally:
        _BELOW.reset(token)


def _within(place: Term, n: Term) -> None:
    """That a row of n entries has one at a place is needed: nothing, of an index of a sum over such a row.

    Raises
    ------
    IndexError : for a place before 0, which Python counts from the end.
    """
    if place.op == "const" and place.args[0] < 0:
        raise IndexError(f"the entry at {place} of a row of {n} entries: on terms, places count from 0")
    named = place.args[0] if place.op == "image" else place
    most = _BELOW.get().get(named.args[0]) if named.op == "index" else None
    _needed(condition("<", place, n) if most is None else condition("<=", most, n))


def _of_one_length(rows: Iterable[Any]) -> Term | None:
    """The length of rows that are gone through together, which has to be one; None where none is a `Vec`."""
    lengths = [row.n for row in rows if isinstance(row, Vec)]
    for other in lengths[1:]:
        equal_needed(lengths[0], other)
    return lengths[0] if lengths else None


def equal_needed(n: Term, other: Term) -> None:
    """That two lengths are one is needed."""
    _needed(condition("=", n, other))


def _needed(holds: Cond) -> None:
    if holds is not TRUE:
        needed(holds)


_PROBES = ContextVar("probes", default=0)


def probed(name: str, body: Callable[[Term], Any]) -> Any:
    """What is under a sum or quantifier, at a place other than those at which others, around it, are looked at.

    It is looked at for its form: what it needs there is nothing that a path needs.
    """
    return _looked_at(name, None, body)[1]


def _looked_at(name: str, n: Term | None, body: Callable[[Term], Any]) -> tuple[Term, Any, list[Cond]]:
    """Also the place, which is below n, and what is needed there."""
    around = _PROBES.get()
    probe = Term("index", name + "_" * around)
    token = _PROBES.set(around + 1)
    try:
        with needs_taken() as needs, nullcontext() if n is None else below(probe, n):
            return probe, body(probe), needs
    finally:
        _PROBES.reset(token)


def _unbound(name: str, inner: Any, needs: list[Cond], *ops: str) -> Term:
    """An index that nothing below it binds."""
    taken = frozenset[str]().union(*map(bound_in, needs))
    depth = nested(inner, *ops)
    while f"{name}{depth}" in taken:
        depth += 1
    return Term("index", f"{name}{depth}")


@contextmanager
def at_every(index: Term, n: Term) -> Iterator[None]:
    """Within it, what is needed at the place of an index is needed at every place below n."""
    with (
        needed_for_all(lambda need: Cond("every", index, n, need) if index.args[0] in free(need) else need),
        below(index, n),
    ):
        yield


def bound(name: str, n: Term, body: Callable[[Term], Any], *ops: str) -> tuple[Term, Any]:
    """The index that a sum or quantifier over n places binds, and what is under it, which is needed at each of them.

    The body runs once, at a place of its own, for nested sums would run it 2^depth times else.

    Parameters
    ----------
    ops : which operations bind such an index.
    """
    return _closed(name, n, *_looked_at(name, n, body), *ops)


def _closed(name: str, n: Term, probe: Term, inner: Any, needs: list[Cond], *ops: str) -> tuple[Term, Any]:
    """What was looked at, at the index that is bound."""
    index = _unbound(name, inner, [need for need in needs if probe.args[0] in free(need)], *ops)
    with at_every(index, n):
        for need in needs:
            needed(_renamed(need, probe, index))
    return index, _renamed(inner, probe, index) if isinstance(inner, Term | Cond) else inner


def _renamed(part: Any, old: Term, new: Term) -> Any:
    """With another index in the place of one that nothing in it binds."""
    known: dict[int, Any] = {id(old): new}

    def made(part: Any) -> Any:
        if not isinstance(part, Term | Cond) or old.args[0] not in free(part):
            return part
        if id(part) not in known:
            args = map(made, part.args)
            known[id(part)] = Term(part.op, *args) if isinstance(part, Term) else Cond(part.op, *args)
        return known[id(part)]

    return made(part)


def size(row: Any) -> Any:
    """How many entries a row has.

    >>> size((4, 5))
    2
    """
    if isinstance(row, Term):  # a value of which nothing is known but its name
        return Term("size", row)
    return row.n if isinstance(row, Vec) else len(row)


def total(row: Any) -> Any:
    """The sum of a row's entries.

    >>> total((4, 5)), str(total(Vec.named("x", constant(7))))[-12:]
    (9, '< 7: x[i_0])')
    """
    if not isinstance(row, Vec):
        entries = list(row)
        return sum(entries[1:], entries[0]) if entries else Integer(0)
    probe, found, needs = _looked_at("i_", row.n, row.entry)
    if isinstance(found, Series):
        return Series(*(total(_coefficients(row, k)) for k in range(len(found.coefficients))))
    index, inner = _closed("i_", row.n, probe, constant(found), needs, *OVER_PLACES)
    if inner.op == "const" and inner.args[0] == 0:
        return inner
    return Term("sum", index, row.n, inner)


def _over_places(row: Vec) -> tuple[Term, Term]:
    return bound("i_", row.n, lambda place: constant(row.entry(place)), *OVER_PLACES)


def _coefficients(row: Vec, power: int) -> Vec:
    """Of a row of series, the coefficients of one power."""
    return Vec(row.n, lambda place: row.entry(place)[power])


def product_of(row: Any) -> Any:
    """The product of a row's entries.

    >>> product_of((4, 5)), str(product_of(Vec.named("x", constant(7))))[-12:]
    (20, '< 7: x[i_0])')
    """
    if not isinstance(row, Vec):
        return prod(row)
    index, inner = _over_places(row)
    return Term("prod", index, row.n, inner)


def vanishes(value: Any) -> bool:
    """Whether it is 0; in a row of rows of unknown number, and in a row that a law draws, no: that none of them is 0 is
    for its domain to say."""
    if isinstance(value, Series):
        value = value[0]
    bound = isinstance(value, Term) and (free(value) or any(name.startswith(DRAWN) for name in rows_in(value)))
    return not bound and bool(value == 0)


def each(function: Callable[..., Any], *rows: Any) -> Any:
    """A function entry by entry, of rows of one length.

    >>> each(max, (4, 5), (3, 9))
    (4, 9)
    """
    n = _of_one_length(rows)
    if n is None:
        return tuple(function(*entries) for entries in zip(*rows, strict=True))
    return Vec(n, lambda place: function(*(_entry(row, place) for row in rows)))


def _entry(row: Any, place: Any) -> Any:
    """At a place that the row is known to have; only of a `Vec` is there one that is a term."""
    return row.entry(place) if isinstance(row, Vec) else row[place]


def places(n: Any) -> Any:
    """The places of a row of n entries, as a row.

    >>> places(3), str(total(places(constant(7))))
    ((0, 1, 2), 'sum(i_0 < 7: i_0)')
    """
    return Vec(n, lambda place: place) if isinstance(n, Term) else tuple(range(int(n)))


def every(holds: Callable[..., Any], *rows: Any) -> Any:
    """Whether a condition holds at all places of rows of one length.

    >>> every(lambda e: e > 3, (4, 5)), every(lambda e: e > 0, Vec.named("x", constant(7)))
    (True, every(j_0 < 7: 0 < x[j_0]))
    """
    n = _of_one_length(rows)
    if n is not None:
        index, inner = bound("j_", n, lambda place: holds(*(_entry(row, place) for row in rows)), "every", "some")
        return Cond("every", index, n, inner)
    found = [holds(*entries) for entries in zip(*rows, strict=True)]
    if any(isinstance(one, Cond) for one in found):
        return all_of(*(one if isinstance(one, Cond) else TRUE if one else FALSE for one in found))
    return all(found)


def some(holds: Callable[..., Any], *rows: Any) -> Any:
    """Whether a condition holds at one place or more of rows of one length.

    >>> some(lambda e: e > 4, (4, 5)), some(lambda e: e > 0, Vec.named("x", constant(7)))
    (True, some(j_0 < 7: 0 < x[j_0]))
    """
    return _denied(every(lambda *entries: _denied(holds(*entries)), *rows))


def _denied(condition: Any) -> Any:
    return condition.negation if isinstance(condition, Cond) else not condition


def different(row: Any) -> Any:
    """How many different values a row has; of terms, without a branch for each two.

    >>> different((4, 5, 4))
    2
    """
    if isinstance(row, Vec):
        at = places(row.n)
        return total(each(lambda i: one_if(every(lambda j: ~(j < i) | (row[j] != row[i]), at)), at))
    entries = tuple(row)
    if not any(isinstance(e, Term) for e in entries):
        return len(set(entries))
    return sum(one_if(every(lambda e, f=f: e != f, entries[:i])) for i, f in enumerate(entries))


def larger(a: Any, b: Any) -> Any:
    """The greater of two numbers, of SymPy's or terms."""
    if isinstance(a, Term) or isinstance(b, Term):
        return greater(a, b)
    if isinstance(a, int | sympy.Rational) and isinstance(b, int | sympy.Rational):
        return sympify(max(a, b))
    return Max(a, b)


def largest(row: Any) -> Any:
    """The greatest entry of a row that is not empty.

    >>> largest((4, 9, 5)), largest(Vec.named("x", constant(7)))
    (9, greatest(i_0 < 7: x[i_0]))
    """
    if not isinstance(row, Vec):
        return reduce(larger, row)
    index, inner = _over_places(row)
    return Term("greatest", index, row.n, inner, constant(row[0]))


def smallest(row: Any) -> Any:
    """The least entry of a row that is not empty.

    >>> smallest((4, 9, 5))
    4
    """
    return -largest(each(lambda e: -e, row))


def root(value: Any) -> Any:
    """The square root of a number, of SymPy's or a term, or of a series of those."""
    if isinstance(value, Series):
        return value.root(root)
    return square_root(value) if isinstance(value, Term) else sympy.sqrt(value)


def whole(value: Any) -> Any:
    """A whole number as Python's own; a term as it is."""
    return value if isinstance(value, Term) else int(value)


def number(value: Any) -> Any:
    """What a row may have as an entry: a term or a series as it is, all else as SymPy's."""
    return value if isinstance(value, Term | Series) else sympify(value, strict=True)
