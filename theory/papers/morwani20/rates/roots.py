"""The eigenvalues of H* that are not 0, d = 3, by their sum and product: functions of them that are rational in H."""

from __future__ import annotations

from functools import cache

from sympy import Expr, cancel, diag, fraction, rem, symbols, together

from theory.least_squares.critical import star
from theory.least_squares.problem import Problem
from theory.papers.morwani20.rates.setting import L1, L2, L3, u

m1, m2 = symbols("m1 m2", positive=True)


def by_sums(value: Expr) -> Expr:
    """A function of m1 and m2, the roots of x^2 - both x + product, in these: m2 = both - m1, and no power of m1."""
    both, product = symbols("both product")
    parts = (rem(part, m1**2 - both * m1 + product, m1) for part in fraction(together(value.subs(m2, both - m1))))
    over, under = parts
    return cancel((over / under).subs(dict(zip((both, product), _sums(), strict=True))))


@cache
def _sums() -> tuple[Expr, Expr]:
    """Of the eigenvalues of H*: their sum, and that of the products of two."""
    matrix = star(Problem.from_solution(diag(L1, L2, L3), u))
    return cancel(matrix.trace()), cancel(sum(matrix.minor_submatrix(i, i).det() for i in range(3)))
