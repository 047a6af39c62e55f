"""Twins: false variants of a claim, made from its predicted expression and triaged by certified falsity.

About half of such variants are true or equivalent. A twin counts only once a witness shows it false: a point
at which the two values differ, in Fractions where both are rational and as disjoint balls in any case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from sympy import Add, Expr, Pow, Rational, Symbol, nan, oo, sympify, zoo

from theory.claim import Claim, Point, Predicted, Twin
from theory.comparison import compare
from theory.expressions import Balls, NotRationalError, components, enclose, enclosures, points_of, value


@dataclass(frozen=True)
class Triage:
    """A twin with what is known of it: certified `false` (with its witness), `equal` to the prediction,
    `undefined` at a point where the claim speaks (and so neither true nor false), or `unknown`."""

    twin: Twin
    state: Literal["false", "equal", "undefined", "unknown"]
    witness: str = ""


def mutants(predicted: Predicted) -> Iterator[Twin]:
    """Single-site variants: constants +-1 and doubled, signs, n -> n-1, 1/n <-> 1/(n-1), mean <-> sum.

    >>> from theory.notation import n
    >>> sorted({str(twin.predicts) for twin in mutants(1 / n)})
    ['-1/n', '1', '1/(n + 1)', '1/(n - 1)', '2/n', 'n**(-2)']
    """
    parts = components(predicted)
    seen = {tuple(parts)}
    for place, part in enumerate(parts):
        for variant in _variants(sympify(part)):
            twin = (*parts[:place], variant, *parts[place + 1 :])
            if twin not in seen and not variant.has(nan, zoo, oo, -oo):
                seen.add(twin)
                yield Twin(twin if isinstance(predicted, tuple) else variant)


def _variants(e: Expr) -> Iterator[Expr]:
    if not e.has(oo, -oo, zoo, nan) and not isinstance(e, bool):
        yield -e
        yield 2 * e
        for s in sorted(e.free_symbols, key=str):
            if s.is_integer:
                yield e.subs(s, s - 1)
                yield e.subs(s, s + 1)
            if s.name == "n":
                yield e * s
                yield e / s
        if e.is_number:
            yield e + 1
            yield e - 1
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


def triage(claim: Claim) -> list[Triage]:
    """All twins of a claim, each certified false, or shown equal or ill-defined, or left unknown.

    A claim that is expected to be refuted is itself a twin of the corrected one, and gets none.
    Complexity: (number of twins) x (points of `over`), both below a few hundred.
    """
    return list(triaged(claim))


def triaged(claim: Claim) -> Iterator[Triage]:
    """`triage` twin by twin, the hand-written ones first: whoever wants a few does not pay for all."""
    if claim.expected != "holds":
        return
    # a twin differs at one place as a rule: the balls of all other subexpressions are those of the prediction
    points = [(point, enclosures(components(claim.predicts), point)) for point in points_of(claim.over)]
    for twin in chain(claim.twins, mutants(claim.predicts)):
        yield _classify(claim, twin, points)


def _classify(claim: Claim, twin: Twin, points: Sequence[tuple[Point, Balls]]) -> Triage:
    """Look for a witness among the points of `over`; a pole at any of them makes the twin ill-defined."""
    pairs = [(p, q) for p, q in zip(components(claim.predicts), components(twin.predicts), strict=True) if p != q]
    witness = ""
    for point, known in points:
        for p, q in pairs:
            a, b = enclose(p, point, known=known), enclose(q, point, known=known)
            if not b.is_finite():
                return Triage(twin, "undefined", _at(point) + "no value")
            if not witness and a.is_finite() and not a.overlaps(b):
                witness = _at(point) + _difference(p, q, point)
    if witness:
        return Triage(twin, "false", witness)
    return Triage(twin, "equal" if compare(twin.predicts, claim.predicts).yes else "unknown")


def _at(point: Point) -> str:
    return "".join(f"{name} = {given}, " for name, given in point.items())[:-2] + (": " if point else "")


def _difference(p: Expr, q: Expr, point: Point) -> str:
    """The two values in words, in Fractions where both are rational: a second engine beside the balls."""
    try:
        a, b = value(p, point), value(q, point)
    except NotRationalError:
        return f"{enclose(p, point).str(8, radius=False)} against {enclose(q, point).str(8, radius=False)}"
    if a == b:
        raise AssertionError(f"disjoint balls but equal Fractions: {p} and {q} at {dict(point)}")
    return f"{a} against {b}"
