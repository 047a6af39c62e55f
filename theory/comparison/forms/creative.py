"""Sums of hypergeometric terms F(n, k) over k <= n + c: Zeilberger's recurrences, proved (creative telescoping).

Found: polynomials a_j(n) and a rational R(n, k) with sum_j a_j F(n + j, k) = G(n, k + 1) - G(n, k), G = R F. Proved by
a normal form; the terms near k = n, where R may have a pole, are summed one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import sympy
from sympy import Add, Dummy, Expr, Poly, S, Sum, Symbol
from sympy.concrete.gosper import gosper_normal
from sympy.polys.matrices import DomainMatrix

from theory.comparison.points import sign

MOST_ORDER = 2
MOST_DEGREE = 5
MARGIN = 3
"""Terms below the upper end that are not telescoped."""

Vanishes = Callable[[Expr], bool]


class Recurrence(NamedTuple):
    """sum_j factors[j] S(n + j) = inhomogeneous, for n >= start."""

    factors: tuple[Expr, ...]
    inhomogeneous: Expr
    start: int


def recurrence(atom: Sum, n: Symbol, first: int, vanishes: Vanishes) -> Recurrence | None:
    """A proved recurrence of a sum from an integer to n + c whose terms depend on n, if there is a short one."""
    if len(atom.limits) != 1 or len(atom.limits[0]) != 3:
        return None
    bound, low, high = atom.limits[0]
    c = sympy.expand(high - n)
    if not (low.is_Integer and low >= 0 and c.is_Integer):
        return None
    k = Dummy("k", integer=True, nonnegative=True)
    F = atom.function.subs(bound, k)
    for order in range(1, MOST_ORDER + 1):
        found = _found(F, n, k, order)
        if found is None:
            continue
        factors, R = found
        start = max(first, int(low + MARGIN - c))
        if not _regular(sympy.denom(R), n, k, int(low), int(c)) or not _telescopes(F, n, k, factors, R, vanishes):
            continue
        top = n + c - MARGIN
        ends = (R * F).subs(k, top + 1) - (R * F).subs(k, low)
        for j, a in enumerate(factors):
            ends += a * Add(*(F.subs(n, n + j).subs(k, top + i) for i in range(1, MARGIN + j + 1)))
        return Recurrence(factors, ends, start)
    return None


def _telescopes(F: Expr, n: Symbol, k: Symbol, factors: tuple[Expr, ...], R: Expr, vanishes: Vanishes) -> bool:
    left = Add(*(a * F.subs(n, n + j) for j, a in enumerate(factors)))
    return vanishes(left - (R * F).subs(k, k + 1) + R * F)


def _regular(bottom: Expr, n: Symbol, k: Symbol, low: int, c: int) -> bool:
    """Whether the denominator is not 0 for low <= k <= n + c - MARGIN + 1."""
    p, q = Dummy(integer=True, nonnegative=True), Dummy(integer=True, nonnegative=True)
    for factor, _ in sympy.factor_list(bottom)[1]:
        inside = sympy.expand(factor.subs({k: low + p, n: low + p - c + MARGIN - 1 + q}, simultaneous=True))
        if not any(sign(sympy.expand(side * inside - 1)) == 1 for side in (1, -1)):
            return False
    return True


def _found(F: Expr, n: Symbol, k: Symbol, order: int) -> tuple[tuple[Expr, ...], Expr] | None:
    """Gosper's algorithm with unknown a_j in the term: a(k) x(k + 1) - b(k - 1) x(k) = c(k) sum_j a_j s_j(k)."""
    across = sympy.hypersimp(F, k)
    along = sympy.hypersimp(F, n)
    if across is None or along is None:
        return None
    ratios, now = [S.One], S.One
    for j in range(order):
        now = sympy.cancel(now * along.subs(n, n + j))
        ratios.append(now)
    bottom = sympy.lcm_list([sympy.denom(sympy.together(q)) for q in ratios])
    tops = [sympy.cancel(q * bottom) for q in ratios]
    f, g = sympy.fraction(sympy.cancel(sympy.together(across * bottom / bottom.subs(k, k + 1))))
    a, b, c = gosper_normal(f, g, k, polys=False)
    if not all(e.is_polynomial(k) for e in (a, b, c, *tops)):
        return None
    for degree in range(MOST_DEGREE + 1):
        columns = [a * (k + 1) ** i - b.subs(k, k - 1) * k**i for i in range(degree + 1)] + [-c * t for t in tops]
        solution = _kernel([Poly(sympy.expand(column), k) for column in columns], degree + 1)
        if solution is not None:
            x = Add(*(v * k**i for i, v in enumerate(solution[: degree + 1])))
            return solution[degree + 1 :], sympy.factor(b.subs(k, k - 1) * x / (c * bottom))
    return None


def _kernel(columns: list[Poly], unknowns: int) -> tuple[Expr, ...] | None:
    """A combination of the columns that is 0, with polynomial coefficients; one of the last is not 0."""
    height = max(column.degree() for column in columns) + 1
    rows = [[column.coeff_monomial(columns[0].gen ** i) for column in columns] for i in range(height)]
    for row in DomainMatrix.from_list_sympy(height, len(columns), rows).to_field().nullspace().to_Matrix().tolist():
        if any(entry != 0 for entry in row[unknowns:]):
            common = sympy.lcm_list([sympy.denom(sympy.together(entry)) for entry in row])
            found = tuple(sympy.cancel(entry * common) for entry in row)
            return found if found[-1] != 0 else None
    return None
