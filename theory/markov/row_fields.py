"""One row of a correlation matrix of any size that moves, and the adjoint of its motion on powers of the determinant.

x is the row without its own entry, R the correlation matrix of the n other rows. Fields of x are sums of R^k x and of
R^2, whose coefficients are functions of the forms h_k = x.R^k x; R_ii = 1, so that tr R = n.

    d_i h_k = 2 (R^k x)_i,    d_i (R^k x)_j = (R^k)_ij,    det M = det R (1 - x.R^(-1) x).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sympy import Expr, Integer, Poly, Symbol, diff, expand, factor, simplify, symbols

Vector = dict[int, Expr]
"""Coefficients of R^k x by k."""


def form(k: int) -> Symbol:
    """x.R^k x."""
    return Symbol(f"h_{k}", positive=True)


FORMS = range(-1, 3)
"""Those that occur."""


def trace(k: int, n: Expr) -> Expr:
    """Of R^k, k = 0 or 1."""
    return {0: n, 1: n}[k]


class Field(Vector):
    """One that grows."""

    def add(self, k: int, g: Expr) -> None:
        self[k] = self.get(k, Integer(0)) + g


@dataclass(frozen=True)
class Spread:
    """A matrix field: `constant` R^2, and the sum of `outer` (R^a x)(R^b x)^T by (a, b)."""

    constant: Expr
    outer: Mapping[tuple[int, int], Expr]


def gradient(g: Expr) -> Vector:
    """Of a function of the forms."""
    return {k: 2 * diff(g, form(k)) for k in FORMS if diff(g, form(k)) != 0}


def along(g: Expr, k: int) -> Expr:
    """The derivative of a function of the forms along R^k x."""
    return sum((c * form(j + k) for j, c in gradient(g).items()), Integer(0))


def divergence(field: Vector, n: Expr) -> Expr:
    return sum((g * trace(k, n) + along(g, k) for k, g in field.items()), Integer(0))


def row_divergence(spread: Spread, n: Expr) -> Vector:
    """sum_j d_j of the entry ij."""
    found = Field()
    for k, g in gradient(spread.constant).items():
        found.add(k + 2, g)
    for (a, b), g in spread.outer.items():
        found.add(a + b, g)
        found.add(a, g * trace(b, n) + along(g, b))
    return found


Rescaled = Callable[[Sequence[Any], Sequence[Any], Any, Any], Sequence[Any]]
"""(x + w other)/|x + w other| entry by entry in jets, from <x, other> and |other|^2."""


def motion(rescaled: Rescaled, n: Expr) -> tuple[Spread, Vector]:
    """C and D: over the n other rows b with weights w, sums of products of the coefficients of w, and of those of w^2.

    Sums over b of what is in c = x_b: that of c^2 is h_0, of c R_bi (R x)_i, and of R_bi R_bj (R^2)_ij.

    Raises
    ------
    ArithmeticError : there are other terms.
    """
    c, r, s, x, y = symbols("c r s x y", real=True)  # R_bi and R_bj; x_i and x_j
    one, other = rescaled((x, y), (r, s), c, Integer(1))
    pairs = dict(Poly(expand(one.first * other.first), c, r, s, x, y).terms())
    constant = pairs.pop((0, 1, 1, 0, 0))
    outer = {(1, 0): pairs.pop((1, 1, 0, 0, 1)), (0, 1): pairs.pop((1, 0, 1, 1, 0))}
    outer[0, 0] = pairs.pop((2, 0, 0, 1, 1)) * form(0)
    drift = dict(Poly(expand(one.second), c, r, x).terms())
    found = {0: drift.pop((0, 0, 1)) * n + drift.pop((2, 0, 1)) * form(0), 1: drift.pop((1, 1, 0))}
    if pairs or drift:
        raise ArithmeticError(f"terms of which no sum over rows is known: {pairs}, {drift}")
    return Spread(constant, outer), found


@cache
def adjoint_of_power(rescaled: Rescaled, n: Expr, power: Expr) -> tuple[Vector, Expr]:
    """Of the row that moves, over p = det^power: the flux (1/2) d_j (C_ij p) - D_i p, and its divergence L* p."""
    spread, drift = motion(rescaled, n)
    p = (1 - form(-1)) ** power
    weighted = Spread(spread.constant * p, {places: g * p for places, g in spread.outer.items()})
    flux = Field()
    for k, g in row_divergence(weighted, n).items():
        flux.add(k, g / 2)
    for k, g in drift.items():
        flux.add(k, -g * p)
    over = {k: simplify(g / p) for k, g in flux.items()}
    return over, factor(simplify(expand(divergence({k: g * p for k, g in over.items()}, n) / p)))
