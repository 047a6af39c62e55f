"""Inequalities on a box that balls leave open, as where a bound is attained: by real roots, and by derivatives.

Both sides are expressions there, in real symbols for what has a range. A difference that is monotone in a symbol is
greatest at an end of its range; one that is concave and level at a point is greatest there. What remains is a
comparison of exact numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy
from flint import acb, arb
from sympy import Expr, Poly, Rational, Symbol, sympify

from theory.comparison import compare
from theory.comparison.outcome import HOLDS
from theory.domains.given import Given
from theory.exact.ball_functions import is_real
from theory.exact.enclosure import complex_ball
from theory.exact.expressions import components
from theory.exact.rationals import to_fmpq
from theory.exact.signs import Interval, attained
from theory.exact.watched.state import running_on
from theory.words import At, Predicted, Relation

SMOOTH = (
    sympy.exp, sympy.log, sympy.sin, sympy.cos, sympy.tan, sympy.sinh, sympy.cosh, sympy.tanh, sympy.asin, sympy.acos,
    sympy.atan, sympy.asinh, sympy.erf, sympy.erfc,
)  # fmt: skip
"""Functions that have derivatives wherever their balls are finite and real; SymPy differentiates others past jumps."""


@dataclass(frozen=True)
class Span:
    """The range of a symbol between rational numbers, the exact ends where these are beyond them, and which of them
    belong to the domain."""

    low: Rational
    high: Rational
    ends: tuple[Expr, Expr]
    low_in: bool
    high_in: bool


Spans = Mapping[Symbol, Span]


@dataclass(frozen=True)
class Sides:
    """Both sides as expressions, in a real symbol for each name."""

    left: tuple[Expr, ...]
    claimed: tuple[Expr, ...]
    symbols: Mapping[str, Symbol]

    def pairs(self, relation: Relation) -> Iterator[tuple[Expr, Relation]]:
        """Differences and how they have to stand to 0."""
        if relation == "in":
            yield self.left[0] - self.claimed[0], ">="
            yield self.left[0] - self.claimed[1], "<="
        else:
            yield from ((a - b, relation) for a, b in zip(self.left, self.claimed, strict=True))


def on_symbols(run: Any, predicted: Predicted, given: Given, box: Mapping[str, Any], names: Any) -> Sides | None:
    """The sides where these names have a range and the others the box's values; None where the left side has no
    expression, as of code that speaks of numbers and balls alone."""
    symbols = {name: Symbol(name, real=True) for name in names}
    try:
        at = given.at({**box, **symbols})
        with running_on(symbols.values()):
            left = tuple(map(sympify, parts_of(run(At(at)))))
    except Exception:  # whatever code for numbers makes of a symbol: then nothing is settled here
        return None
    claimed = tuple(
        sympify(part).subs({s: at[s.name] for s in sympify(part).free_symbols}, simultaneous=True)
        for part in components(predicted)
    )
    known = set(symbols.values())
    if not all(isinstance(e, Expr) and e.free_symbols <= known and not e.has(sympy.Float) for e in (*left, *claimed)):
        return None
    return Sides(left, claimed, symbols)


def settled(sides: Sides, relation: Relation, spans: Mapping[str, Span]) -> str:
    """What shows the relation on a box where the left side is finite; empty where nothing here does."""
    by_symbol = {sides.symbols[name]: span for name, span in spans.items()}
    found = [_shown(gap, one, by_symbol) for gap, one in sides.pairs(relation)]
    return " and ".join(sorted(set(found))) if all(found) else ""


def _shown(gap: Expr, relation: Relation, spans: Spans) -> str:
    if not gap.free_symbols:
        return "by its value" if compare(gap, 0, relation, prove=False).yes else ""
    if len(gap.free_symbols) == 1:
        (symbol,) = gap.free_symbols
        span = spans[symbol]
        signs = attained(gap, symbol, Interval(span.low, span.high, span.low_in, span.high_in))
        if signs is not None:
            return "by real roots" if signs <= {*HOLDS[relation]} else ""
    ball = _ball(gap, spans)
    if ball is None or not _smooth(gap):
        return ""
    if ball <= 0 if relation == "<=" else ball >= 0 if relation == ">=" else False:
        return "in balls"
    upper = relation in ("<", "<=")
    return _by_derivatives(gap if upper else -gap, "<=" if relation in ("<=", ">=") else "<", spans)


def _by_derivatives(gap: Expr, relation: Relation, spans: Spans) -> str:
    """Whether gap <= 0, or < 0: at the corner where it is greatest, along one symbol at most to a point inside."""
    corner: dict[Symbol, Expr] = {}
    slanted: list[Symbol] = []
    open_end = False
    for symbol in sorted(gap.free_symbols, key=str):
        slope = _ball(sympy.diff(gap, symbol), spans)
        if slope is not None and (slope >= 0 or slope <= 0):
            span, up = spans[symbol], bool(slope >= 0)
            corner[symbol] = span.ends[up]
            open_end |= slope != 0 and not (span.high_in if up else span.low_in)
        else:
            slanted.append(symbol)
    gap = gap.subs(corner, simultaneous=True)
    if not slanted:
        # towards an end that is left out it grows strictly, so that it stays below its value there
        wanted: Relation = "<=" if open_end else relation
        return "by signs of derivatives" if compare(gap, 0, wanted, prove=False).yes else ""
    if len(slanted) > 1 or not gap.free_symbols:
        return ""
    (symbol,) = slanted
    bend = _ball(sympy.diff(gap, symbol, 2), spans)
    if bend is None or not bend <= 0:
        return ""
    slope_of = sympy.diff(gap, symbol)
    span = spans[symbol]
    left_out = [end for end, inside in zip(span.ends, (span.low_in, span.high_in), strict=True) if not inside]
    for point in _level(slope_of, symbol, span):
        if compare(slope_of.subs(symbol, point), 0, prove=False).yes:
            wanted = "<=" if point in left_out and bend < 0 else relation
            return "by two derivatives" if compare(gap.subs(symbol, point), 0, wanted, prove=False).yes else ""
    return ""


def _level(slope: Expr, symbol: Symbol, span: Span) -> Iterator[Expr]:
    """Where a slope may vanish: at the ends, in the middle, at a rational root."""
    yield from (*span.ends, (span.low + span.high) / 2)
    try:
        roots = Poly(sympy.fraction(sympy.together(slope))[0], symbol, domain="QQ").ground_roots()
    except sympy.polys.polyerrors.BasePolynomialError:
        return
    yield from (root for root in roots if span.low <= root <= span.high)


def _ball(e: Expr, spans: Spans) -> arb | None:
    """A ball of all values on the box, if they are real and finite."""
    try:
        found = complex_ball(e, {symbol: ball_of(span.low, span.high) for symbol, span in spans.items()})
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    return found.real if found.is_finite() and is_real(found) else None


def _smooth(e: Expr) -> bool:
    return all(
        part.is_Atom or part.is_Add or part.is_Mul or part.is_Pow or isinstance(part, SMOOTH)
        for part in sympy.preorder_traversal(e)
    )


def ball_of(low: Rational, high: Rational) -> arb:
    """A ball that covers all numbers between two rational ones."""
    first, last = (arb(to_fmpq(end)) for end in (low, high))
    return first.union(last)


def parts_of(side: Any) -> tuple[Any, ...]:
    """The entries of a side, or the side itself."""
    return tuple(side) if isinstance(side, tuple | list) else (side,)


def real_balls(side: Any) -> bool:
    """Whether each entry is a finite real ball or an exact number."""
    return all(not isinstance(part, arb | acb) or (part.is_finite() and is_real(acb(part))) for part in parts_of(side))
