"""Absolute values, signs and Piecewise: an identity holds if it holds in every case that is possible."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import sympy
from sympy import Abs, Dummy, Expr, Piecewise, S, Symbol
from sympy.core.relational import Relational

from theory.comparison.points import sign

Constraint = tuple[Expr, int]
"""An expression and its sign."""


def cases(e: Expr, given: tuple[Constraint, ...] = ()) -> Iterator[Expr]:
    """Expressions that are all 0 only if e is: one for each sign of what stands under |.|, sign or a condition.

    >>> from sympy import Max, Min, Symbol
    >>> x = Symbol("x", real=True)
    >>> list(cases(Abs(x) - x * sympy.sign(x)))
    [0, 0, 0]
    """
    u = next(_undecided(e), None)
    if u is None:
        yield from _branches(e)
        return
    known = sign(u)
    for which in (1, -1, 0):
        if (known is not None and which not in (known, 0)) or (which == 0 and u.is_nonzero):
            continue
        now = (*given, (u, which))
        if not _possible(now):
            continue
        try:
            case = _with_sign(e, u, which)
        except (TypeError, ValueError):  # SymPy cannot put it in
            yield S.One
            return
        if which or not case.has(S.NaN, S.ComplexInfinity):  # else e has no value there, as at a pole
            yield from cases(case, now)


def _undecided(e: Expr) -> Iterator[Expr]:
    """What has a sign that e depends on, the innermost first."""
    for atom in sorted(e.atoms(Abs, sympy.sign, Relational), key=sympy.count_ops):
        u = atom.lhs - atom.rhs if isinstance(atom, Relational) else atom.args[0]
        if u.is_real and not u.has(Abs, sympy.sign, Piecewise):
            yield sympy.expand(u) if isinstance(atom, Relational) else u


def _branches(e: Expr) -> Iterator[Expr]:
    """Conditions of which nothing is known: every branch."""
    atom = min(e.atoms(Piecewise), key=sympy.count_ops, default=None)
    if atom is None:
        yield e
        return
    for value, _ in atom.args:
        yield from _branches(e.xreplace({atom: value}))


def _with_sign(e: Expr, u: Expr, which: int) -> Expr:
    """e where u has this sign."""
    known = {}
    for atom in e.atoms(Abs, sympy.sign, Relational):
        inner = atom.lhs - atom.rhs if isinstance(atom, Relational) else atom.args[0]
        same = 1 if sympy.expand(inner - u) == 0 else -1 if sympy.expand(inner + u) == 0 else 0
        if not same:
            continue
        if isinstance(atom, Relational):
            known[atom] = sympy.sympify(atom.func(same * which, 0))
        else:
            known[atom] = same * which * inner if isinstance(atom, Abs) else sympy.Integer(same * which)
    found = e.xreplace(known)
    if which == 0 and (place := _zero_of(u)):
        return found.subs(*place)
    if which and u.is_Symbol and not u.is_integer:
        return found.subs(u, which * _positive(u))
    return found


@lru_cache(maxsize=256)
def _positive(s: Symbol) -> Symbol:
    """What stands for |s|."""
    return Dummy(s.name, positive=True)


def _zero_of(u: Expr) -> tuple[Symbol, Expr] | None:
    """A symbol and its value where u = 0, if u is linear in it."""
    for s in sorted(u.free_symbols, key=str):
        slope = sympy.diff(u, s)
        if slope.is_Rational and slope != 0:
            return s, sympy.expand(s - u / slope)
    return None


def _possible(given: tuple[Constraint, ...]) -> bool:
    """False where the signs of linear functions of one symbol contradict each other or its assumptions."""
    for s in {s for u, _ in given for s in u.free_symbols}:
        low, high = (S.Zero if s.is_nonnegative else -S.Infinity), (S.Zero if s.is_nonpositive else S.Infinity)
        points = []
        for u, which in given:
            slope = sympy.diff(u, s)
            if u.free_symbols != {s} or not slope.is_Rational:
                continue
            place = sympy.expand(s - u / slope)
            if not place.is_Rational:
                continue
            if which == 0:
                points.append(place)
            elif (slope > 0) == (which > 0):
                low = max(low, place)
            else:
                high = min(high, place)
        closed = (s.is_nonnegative and low == 0) or (s.is_nonpositive and high == 0)
        if low > high or (low == high and not closed) or len(set(points)) > 1:
            return False
        if any(not low <= p <= high for p in points):
            return False
    return True
