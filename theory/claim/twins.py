"""Twins: variants of a claim, made from its predicted expression and sorted by how they differ from it.

About half of such variants are true or equivalent. One *differs* if there is a point of `over` at which its value is
another than the formula's, in Fractions where both are rational and as disjoint balls in any case. Whether it is false
is another matter, and for the claim's checks to show (`theory.claim.falsity`): by an instance that they compute
otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any, Literal

from flint import arb
from sympy import Add, Expr, Pow, Rational, Symbol, nan, oo, sympify, zoo

from theory.claim import Point, Predicted, Relation, Twin
from theory.claim.setting import Setting
from theory.claim.validation import MOST_TWINS
from theory.comparison import compare
from theory.comparison.outcome import written
from theory.exact.enclosure import NoEnclosureError, truth
from theory.exact.expressions import (
    Balls,
    NotRationalError,
    Values,
    components,
    enclose,
    enclosures,
    is_condition,
    shown,
    value,
)
from theory.words import DETERMINED

_NO_NUMBER = (oo, -oo, zoo, nan)

State = Literal["differs", "equal", "undefined", "weaker", "unknown"]


@dataclass(frozen=True)
class Triage:
    """A twin with what is known of its formula beside the claim's.

    `differs` at a point of `over` (its witness); `equal` by canonical form; `undefined` at a point where the claim
    speaks, and so neither true nor false; `weaker`, a bound that follows from the claimed one at every point of `over`;
    or `unknown`.
    """

    twin: Twin
    state: State
    witness: str = ""
    by_hand: bool = False


def mutants(predicted: Predicted) -> Iterator[Twin]:
    """The whole expression +-1 and doubled, a tuple's entries one by one and together, and single-site variants:
    constants likewise, signs, n -> n-1, 1/n <-> 1/(n-1), mean <-> sum.

    >>> from theory.notation import n
    >>> sorted({str(twin.predicts) for twin in mutants(1 / n)})
    ['-1 + 1/n', '-1/n', '1', '1 + 1/n', '1/(n + 1)', '1/(n - 1)', '2/n', 'n**(-2)']
    """
    parts = components(predicted)
    seen = {tuple(parts)}
    for variants in (_one_by_one(parts, _whole), _together(parts), _one_by_one(parts, _inside)):
        for twin in variants:
            if twin not in seen:
                seen.add(twin)
                yield Twin(twin if isinstance(predicted, tuple) else twin[0])


def _one_by_one(parts: tuple[Any, ...], variants: Callable[[Expr], Iterator[Expr]]) -> Iterator[tuple[Any, ...]]:
    for place, part in enumerate(map(sympify, parts)):
        for variant in () if part.has(*_NO_NUMBER) else variants(part):
            if not variant.has(*_NO_NUMBER):
                yield (*parts[:place], variant, *parts[place + 1 :])


def _together(parts: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """What a check passes that compares only ratios of entries, or differences, or their sum."""
    entries = tuple(map(sympify, parts))
    if len(entries) == 1 or any(is_condition(e) or e.has(*_NO_NUMBER) for e in entries):
        return
    for change in (lambda e: e + 1, lambda e: e - 1, lambda e: 2 * e):
        yield tuple(map(change, entries))
    for i in range(len(entries) - 1):
        yield (*entries[:i], entries[i] + 1, entries[i + 1] - 1, *entries[i + 2 :])


def _whole(e: Expr) -> Iterator[Expr]:
    yield from (~e,) if is_condition(e) else (-e, 2 * e, e + 1, e - 1)


def _inside(e: Expr) -> Iterator[Expr]:
    if is_condition(e):
        yield from (variant for variant in _single_sites(e) if is_condition(variant))
        return
    for s in sorted(e.free_symbols, key=str):
        if s.is_integer:
            yield e.subs(s, s - 1)
            yield e.subs(s, s + 1)
        if s.name == "n":
            yield e * s
            yield e / s
    yield from _single_sites(e)


def _single_sites(e: Expr) -> Iterator[Expr]:
    """Every expression that differs from e at one node of its tree."""
    if isinstance(e, Rational):
        yield from (e + 1, e - 1, 2 * e)
        return
    if isinstance(e, Pow) and e.exp.is_negative and isinstance(e.base, Symbol) and e.base.is_integer:
        yield (e.base - 1) ** e.exp
    if isinstance(e, Add):
        for term in e.args:
            yield e - 2 * term
    for place, argument in enumerate(e.args):
        for variant in _single_sites(argument):
            try:
                yield e.func(*e.args[:place], variant, *e.args[place + 1 :])
            except (ValueError, TypeError, ZeroDivisionError):
                continue


def triage(asked: Setting) -> list[Triage]:
    """All twins of a claim, sorted by how they differ from it; those of a false form are twins of its truth.

    Complexity: (number of twins) x (points of `over`), both below a few hundred.
    """
    return list(triaged(asked))


def triaged(asked: Setting) -> Iterator[Triage]:
    """`triage` twin by twin, the hand-written ones first: whoever wants a few does not pay for all.

    Of the automatic ones there are as many as leave MOST_TWINS in all, those of the whole expression first.
    """
    claim, true = asked.claim, asked.true
    if true is None:
        return
    # a twin differs at one place as a rule: the balls of all other subexpressions are those of the prediction
    points = [_Place(point, enclosures(components(true), point)) for point in asked.over]
    automatic = islice(mutants(true), MOST_TWINS - len(claim.twins))
    for place, twin in enumerate(chain(claim.twins, automatic)):
        yield replace(_classify(true, claim.relation, twin, points), by_hand=place < len(claim.twins))


@dataclass(frozen=True)
class _Place:
    """A point, with the balls of the prediction's subexpressions there, of its components, and values in Fractions."""

    point: Point
    known: Balls
    own: dict[int, arb] = field(default_factory=dict)
    values: Values = field(default_factory=dict)

    def ball(self, number: int, component: Any) -> arb:
        """Of a component of the prediction."""
        if number not in self.own:
            self.own[number] = enclose(component, self.point, known=self.known)
        return self.own[number]


def _classify(true: Predicted, relation: Relation, twin: Twin, points: Sequence[_Place]) -> Triage:
    """Look for a witness among the points of `over`; a pole at any of them makes the twin ill-defined."""
    pairs = [
        (place, p, q)
        for place, (p, q) in enumerate(zip(components(true), components(twin.predicts), strict=True))
        if p != q
    ]
    witness = ""
    stricter = False
    for at in points:
        point = at.point
        for place, p, q in pairs:
            if is_condition(q):
                told = truth(p, point), truth(q, point)
                if None not in told and told[0] is not told[1]:
                    witness, stricter = witness or f"{_at(point)}{told[0]} against {told[1]}", True
                continue
            try:
                a, b = at.ball(place, p), enclose(q, point, known=at.known)
            except NoEnclosureError:
                return Triage(twin, "unknown")  # a check may tell
            if not b.is_finite():
                return Triage(twin, "undefined", f"{_at(point)}no value")
            if a.is_finite() and not a.overlaps(b):
                witness = witness or _at(point) + _difference(p, q, point, at.values)
                upper = relation in ("<", "<=") or (relation == "in" and place == 1)
                stricter |= bool(b < a if upper else a < b)
    if not witness:
        return Triage(twin, "equal" if compare(twin.predicts, true).yes else "unknown")
    return Triage(twin, "differs" if stricter or relation in DETERMINED else "weaker", witness)


def _at(point: Point) -> str:
    return f"{shown(point)}: " if point else ""


def _difference(p: Expr, q: Expr, point: Point, known: Values) -> str:
    """The two values in words, in Fractions where both are rational: a second engine beside the balls."""
    try:
        a, b = value(p, point, known), value(q, point, known)
    except NotRationalError:
        return f"{enclose(p, point).str(8, radius=False)} against {enclose(q, point).str(8, radius=False)}"
    if a == b:
        raise AssertionError(f"disjoint balls but equal Fractions: {p} and {q} at {dict(point)}")
    return f"{written(a)} against {written(b)}"
