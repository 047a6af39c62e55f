"""Twins refuted by enclosures: a check is run once, with an unknown function of the letters in the prediction's place.

What it yields then shows at which values it asks for the prediction. With a twin put in, that is evaluated in balls: a
twin costs its enclosures, not another run of the check. Only a difference is taken from here, and only of a check that
yields with the truth put in what it yielded for the truth; about any other twin the check itself is asked.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Any

from flint import acb, arb, fmpq, fmpz
from sympy import Basic, Expr, Function, Symbol, sympify
from sympy.core.function import AppliedUndef

from theory.comparison import compare
from theory.comparison.points import places
from theory.exact.certify import precision, raised
from theory.exact.enclosure import known_ball
from theory.exact.expressions import components, is_condition
from theory.words import Check, Near, Predicted, Relation

Triple = tuple[Any, Any, Any]

DIGITS = 30
MOST_EVENTS = 1_000_000
"""Calls and returns of Python's and C's functions that the run may take: a count, so that it is the same anywhere."""
MOST_TRIPLES, MOST_PLACES = 40, 4
"""Comparisons, and points of each that has symbols, at which a twin is tried."""

_PLAIN = (int, Fraction, fmpq, fmpz, arb, acb, str, type(None))


class _Unfit(BaseException):
    """No probe of this check: no `except Exception` of its code is to take it for an error."""


@dataclass
class Probe:
    """What a check yields for an unknown prediction; empty where it cannot be run on one."""

    triples: list[Triple]
    functions: tuple[Any, ...]
    letters: tuple[Symbol, ...]
    relation: Relation
    over: Sequence[Mapping[str, Any]]
    _places: dict[int, list[Mapping[Symbol, Any]]] = field(default_factory=dict)

    def differs(self, twin: Predicted) -> Any:
        """Where the check tells a twin from what it computes; None if it is not seen to."""
        known: dict[Any, acb] = {}
        parts = components(twin)
        for index, (where, computed, claimed) in enumerate(self.triples):
            for place in self._points(index):
                try:
                    ours, theirs = (self._put(side, place, parts, known) for side in (computed, claimed))
                    if compare(ours, theirs, self.relation, prove=False).no:
                        return where
                except (TypeError, ValueError, ArithmeticError):  # no enclosure here
                    break
        return None

    def agreeing(self, true: Predicted, kept: Sequence[Triple]) -> Probe | None:
        """What of it is, with the truth put in, what the check yielded for the truth, as far as balls tell; None where
        something is not: then the check has taken another way."""
        parts, told = components(true), []
        known: dict[Any, acb] = {}
        for index, (probed, run) in enumerate(zip(self.triples, kept, strict=False)):
            try:
                for place in self._points(index):
                    ours, theirs = (
                        [self._put(side, place, parts, known) for side in triple[1:]] for triple in (probed, run)
                    )
                    if str(probed[0]) != str(run[0]) or not all(map(_meet, ours, theirs)):
                        return None
            except (TypeError, ValueError, ArithmeticError):  # an integral of what is unknown, say
                continue
            if any(one.atoms(AppliedUndef) for side in probed[1:] for one in _expressions(side)):
                told.append(probed)
        return Probe(told, self.functions, self.letters, self.relation, self.over) if told else None

    def _points(self, index: int) -> list[Mapping[Symbol, Any]]:
        if index not in self._places:
            symbols = {s for side in self.triples[index][1:] for s in _symbols(side)}
            self._places[index] = list(islice(places(symbols, self.over), MOST_PLACES)) if symbols else [{}]
        return self._places[index]

    def _put(self, side: Any, place: Mapping[Symbol, Any], parts: Sequence[Any], known: dict[Any, acb]) -> Any:
        """A side in balls, where it has symbols or the unknown functions."""
        if isinstance(side, Expr):
            unknown = side.atoms(AppliedUndef)
            if not (unknown or side.free_symbols):
                return side
            at = tuple(place.items())
            with raised(1), precision(DIGITS):
                balls = {one: self._value(one, place, at, parts, known) for one in unknown}
                return known_ball(side, {**place, **{s.name: value for s, value in at}}, balls)
        if isinstance(side, tuple | list):
            return tuple(self._put(part, place, parts, known) for part in side)
        if isinstance(side, Near):
            value, bound = (self._put(part, place, parts, known) for part in (side.value, side.bound))
            return Near(value, bound, side.last)
        if isinstance(side, _PLAIN):
            return side
        raise _Unfit

    def _value(self, one: Any, place: Any, at: Any, parts: Sequence[Any], known: dict[Any, acb]) -> acb:
        if one.func not in self.functions:
            raise TypeError(f"{one} is unknown")
        key = one, at
        if key not in known:
            given = {s: known_ball(a, place, {}) for s, a in zip(self.letters, one.args, strict=True)}
            known[key] = known_ball(sympify(parts[self.functions.index(one.func)]), given, {})
        return known[key]


def probe(check: Check, true: Predicted, kept: Sequence[Triple], over: Sequence[Mapping[str, Any]]) -> Probe | None:
    """The probe of a check that yielded `kept` for the truth; None where there is none that agrees.

    To be called in the surroundings of a check (`theory.claim.judge`).
    """
    parts = [sympify(part) for part in components(true)]
    letters = tuple(sorted({s for part in parts for s in part.free_symbols}, key=str))
    if not letters or not kept or check.relation in ("iff", "exists") or any(map(is_condition, parts)):
        return None
    functions = tuple(Function(f"prediction_{i}", real=True) for i in range(len(parts)))
    unknown = tuple(f(*letters) for f in functions)
    found = Probe([], functions, letters, check.relation, over)
    run: Any = None
    try:
        with _Counted(MOST_EVENTS):
            run = check.run(unknown if isinstance(true, tuple) else unknown[0])
            found.triples += islice(run, min(MOST_TRIPLES, len(kept)))
        return found.agreeing(true, kept)
    except MemoryError:
        raise
    except (Exception, _Unfit):  # it cannot be run on what is unknown
        return None
    finally:
        if hasattr(run, "close"):
            run.close()


class _Counted:
    """Within it at most so many calls and returns."""

    def __init__(self, most: int) -> None:
        self.left = most

    def __enter__(self) -> None:
        self.before = sys.getprofile()
        if self.before is None:
            sys.setprofile(self._count)

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self.before)

    def _count(self, *_: Any) -> None:
        self.left -= 1
        if self.left < 0:
            raise _Unfit


def _symbols(side: Any) -> Iterator[Symbol]:
    for one in _expressions(side):
        yield from one.free_symbols


def _expressions(side: Any) -> Iterator[Basic]:
    if isinstance(side, Basic):
        yield side
    elif isinstance(side, tuple | list):
        for part in side:
            yield from _expressions(part)
    elif isinstance(side, Near):
        yield from _expressions((side.value, side.bound))


def _meet(a: Any, b: Any) -> bool:
    """Whether two sides may be the same: balls that overlap, and all else alike."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_meet, a, b))
    if isinstance(a, Near) and isinstance(b, Near):
        return _meet(a.value, b.value) and _meet(a.bound, b.bound)
    return not compare(a, b, prove=False).no
