"""Two expressions: rational functions by their quotient, others by balls at points and by normal forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import sympy
from flint import acb, arb
from sympy import Expr, S

from theory.comparison.forms import algebraic
from theory.comparison.outcome import HOLDS, Comparison, different, equal, ordered, undecided
from theory.comparison.points import Place, places, shorter, sign, signs_of, text
from theory.comparison.proof import attempt
from theory.exact.ball_functions import is_real
from theory.exact.enclosure import complex_ball
from theory.exact.rational_functions import NotRationalFunctionError, quotient
from theory.words import Relation

INFINITE = (S.Infinity, S.NegativeInfinity)
FIRST, MOST = 4, 60
"""Points that are tried before a proof is, and after it."""

Over = Sequence[Mapping[str, Any]]


def compare_expressions(a: Expr, b: Expr, relation: Relation, over: Over, prove: bool) -> Comparison:
    """The verdict on a relation b; a is computed, b claimed."""
    if relation != "=":
        return _order(a, b, relation, over, prove)
    nowhere = [side.has(S.NaN, S.ComplexInfinity) for side in (a, b)]
    if any(nowhere):
        if nowhere == [False, True]:
            return (
                different(f"{shorter(a)} has a value, {shorter(b)} has none" if prove else "")
                if _has_value(a)
                else _no_value(a, b, prove)
            )
        return _no_value(a, b, prove)
    if a == b:
        return equal("the same form")
    if a in INFINITE or b in INFINITE:
        known = _has_value(a) and _has_value(b)
        return (
            different(f"{shorter(a)} is not {shorter(b)}" if prove else "")
            if known
            else undecided(a, b, "nothing", prove)
        )
    gap = a - b
    try:
        top, _ = quotient(gap)
    except NotRationalFunctionError:
        return _transcendental(a, b, gap, tuple(over), prove)
    if top.is_zero():
        return equal("the numerator of the difference is the zero polynomial")
    if nothing := {s: S.Zero for s in gap.free_symbols if s.is_zero}:
        return compare_expressions(a.subs(nothing), b.subs(nothing), relation, over, prove)
    return different(_rational_witness(a, b, gap, over) if prove else "")


def _has_value(e: Expr) -> bool:
    """Finite or infinite, but a value, as far as that is known."""
    return e in INFINITE or not e.has(S.NaN, S.ComplexInfinity, *INFINITE)


def _no_value(a: Expr, b: Expr, prove: bool) -> Comparison:
    return undecided(a, b, "nothing: a side that has no value equals nothing, and differs from nothing", prove)


def _rational_witness(a: Expr, b: Expr, gap: Expr, over: Over) -> str:
    found = f"{shorter(a)}, not {shorter(b)}"
    symbols = a.free_symbols | b.free_symbols
    if not symbols:
        return found
    place = next((p for p, x, y in _values(a, b, symbols, over, 20, 12) if not x.overlaps(y)), None)
    return found + (f" (at {text(place)})" if place else ": the difference has a numerator that is not zero")


def _values(a: Expr, b: Expr, symbols: Any, over: Over, digits: int, most: int) -> Iterator[tuple[Place, acb, acb]]:
    """Finite balls of both at points of the domain."""
    for place in islice(places(symbols, over), most):
        try:
            x, y = complex_ball(a, place, digits), complex_ball(b, place, digits)
        except ZeroDivisionError:  # SymPy's own, at a pole
            continue
        except (TypeError, OverflowError, MemoryError):
            return
        if x.is_finite() and y.is_finite():
            yield place, x, y


@lru_cache(maxsize=4096)
def _transcendental_cached(a: Expr, b: Expr, prove: bool) -> Comparison:
    return _decided(a, b, a - b, (), prove)


def _transcendental(a: Expr, b: Expr, gap: Expr, over: tuple[Any, ...], prove: bool) -> Comparison:
    return _decided(a, b, gap, over, prove) if over else _transcendental_cached(a, b, prove)


def _decided(a: Expr, b: Expr, gap: Expr, over: Over, prove: bool) -> Comparison:
    symbols = a.free_symbols | b.free_symbols
    if not symbols:
        return _numbers(a, b, gap, prove)
    seen = 0
    for place, x, y in _values(a, b, symbols, over, 25, FIRST):
        seen += 1
        if not x.overlaps(y):
            return _apart(a, b, place, x, y, prove)
    proved, tried = attempt(gap)
    if proved:
        # a safeguard: a proof of what is false at a point would be a fault of this program
        for place, x, y in _values(a, b, symbols, over, 40, 2 * FIRST):
            if not x.overlaps(y):
                return _apart(a, b, place, x, y, prove)
        return equal("the difference has normal form 0")
    for place, x, y in _values(a, b, symbols, over, 60, MOST):
        seen += 1
        if not x.overlaps(y):
            return _apart(a, b, place, x, y, prove)
    return undecided(a, b, f"{tried}, and balls at {seen} points of the domain", prove)


def _apart(a: Expr, b: Expr, place: Place, x: acb, y: acb, prove: bool) -> Comparison:
    if not prove:
        return different("", place)
    at = f"at {text(place)}: " if place else ""
    return different(f"{shorter(a)}, not {shorter(b)}: {at}{_short(x)} against {_short(y)}, disjoint balls", place)


def _short(z: acb) -> str:
    return str((z.real if is_real(z) else z).str(8, radius=False))


def _numbers(a: Expr, b: Expr, gap: Expr, prove: bool) -> Comparison:
    for digits in (25, 100):
        for _, x, y in _values(a, b, (), (), digits, 1):
            if not x.overlaps(y):
                return _apart(a, b, {}, x, y, prove)
        for _, x, y in _values(gap, S.Zero, (), (), digits, 1):
            if not x.overlaps(y):
                return different(f"{shorter(a)}, not {shorter(b)}: their difference is {_short(x)}" if prove else "")
    try:
        zero = algebraic.is_zero(gap)
    except algebraic.NotAlgebraicError:
        zero = None
    if zero is not None:
        forms = f"{shorter(a)} and {shorter(b)}: the difference is an algebraic number" if prove else ""
        return equal(f"{forms} below Liouville's bound: 0") if zero else different(forms and f"{forms} that is not 0")
    proved, tried = attempt(gap)
    if proved:
        return equal("the difference has normal form 0")
    digits = 1000
    for _, x, y in _values(a, b, (), (), digits, 1):
        if not x.overlaps(y):
            return _apart(a, b, {}, x, y, prove)
    return undecided(a, b, f"{tried}, and balls of {digits} digits", prove)


def _order(a: Expr, b: Expr, relation: Relation, over: Over, prove: bool) -> Comparison:
    """An inequality: numbers by balls or as equal; expressions by the sign of the difference, or a point against it."""
    if any(side.has(S.NaN, S.ComplexInfinity) for side in (a, b)):
        return _no_value(a, b, prove)
    gap = sympy.expand(a - b) if a not in INFINITE and b not in INFINITE else _infinite_gap(a, b)
    if not gap.free_symbols:
        return _order_of_numbers(a, b, gap, relation, prove)
    # a symbol that cancels needs a value all the same
    for place, x, y in _values(a, b, a.free_symbols | b.free_symbols, over, 30, MOST):
        if not (is_real(x) and is_real(y)):
            continue
        difference = x.real - y.real
        which = 1 if difference > 0 else -1 if difference < 0 else 0 if difference == 0 else None
        if which is not None and ordered(relation, which, str).no:
            return Comparison("violated", f"at {text(place)}: {_short(x)} and {_short(y)}" if prove else "")
    signs = signs_of(gap)
    if signs is not None and signs <= {*HOLDS[relation]}:
        return Comparison("holds", "by the real roots of the difference")
    known = sign(gap) or sign(sympy.factor(gap))
    if known and relation in (("<=",) if known < 0 else (">=",)):
        return Comparison("holds", "the difference has that sign on the whole domain")
    if known and relation in ("<", ">"):
        strict = sign(gap + 1) if known < 0 else sign(gap - 1)
        if relation == ("<" if known < 0 else ">") and (strict == known or (gap.is_negative or gap.is_positive)):
            return Comparison("holds", "the difference has that sign on the whole domain")
    if relation in ("<=", ">=") and compare_expressions(a, b, "=", over, False).yes:
        return Comparison("holds", "the two are equal", slack=arb(0))
    return undecided(a, b, f"the sign of the difference, and {MOST} points of the domain", prove)


def _infinite_gap(a: Expr, b: Expr) -> Expr:
    if a == b:
        return S.Zero
    return S.One * (1 if a == S.Infinity or b == S.NegativeInfinity else -1)


def _order_of_numbers(a: Expr, b: Expr, gap: Expr, relation: Relation, prove: bool) -> Comparison:
    def proof() -> str:
        return f"{shorter(a)} and {shorter(b)}" if prove else ""

    if gap.is_Rational:
        return ordered(relation, int(gap.p > 0) - int(gap.p < 0), proof, complex_ball(abs(gap), {}, 20).real)
    for digits in (30, 200):
        try:
            ball = complex_ball(gap, {}, digits)
        except TypeError:
            break
        if ball.is_finite() and (is_real(ball) or gap.is_real) and not ball.real.contains(0):
            return ordered(relation, 1 if ball.real > 0 else -1, proof, abs(ball.real).lower())
    if compare_expressions(a, b, "=", (), False).yes:
        return ordered(relation, 0, proof, arb(0))
    return undecided(a, b, "the sign of the difference, in balls of 200 digits", prove)
