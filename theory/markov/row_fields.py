"""One row that moves, in any number of dimensions, and the adjoint of its motion: a calculus of fields A^k x.

x is the row, A a symmetric matrix that does not move. Fields of x are sums of A^k x and of A^m, whose coefficients are
functions of the forms h_k = x.A^k x and of the line x.e, A e = 0:

    d_i h_k = 2 (A^k x)_i,    d_i (x.e) = e_i,    d_i (A^k x)_j = (A^k)_ij.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sympy import Expr, Integer, Poly, Symbol, cancel, diff, expand, factor, sqrt, symbols

Vector = dict[int, Expr]
"""Coefficients of A^k x by k."""

LINE = Symbol("line", positive=True)
"""x.e; functions of it are even."""


def form(k: int) -> Symbol:
    """x.A^k x."""
    return Symbol(f"h_{k}", positive=True)


FORMS = range(-1, 3)
"""Those that occur."""


class Field(Vector):
    """One that grows."""

    def add(self, k: int, g: Expr) -> None:
        self[k] = self.get(k, Integer(0)) + g


@dataclass(frozen=True)
class Motion:
    """What a step does to functions of x: (1/2) C_ij d_i d_j + D_i d_i, and the traces of A^0 and A."""

    constant: Expr
    """Of A^power in C."""
    power: int
    outer: Mapping[tuple[int, int], Expr]
    """Of (A^a x)(A^b x)^T in C, by (a, b)."""
    drift: Vector
    traces: tuple[Expr, Expr]


def gradient(g: Expr) -> Vector:
    """Of a function of the forms and the line, but for its part along e, of which A^k makes 0 for k > 0."""
    return {k: 2 * diff(g, form(k)) for k in FORMS if diff(g, form(k)) != 0}


def along(g: Expr, k: int) -> Expr:
    """The derivative of a function along A^k x."""
    across = diff(g, LINE) * LINE if k == 0 else Integer(0)
    return sum((c * form(j + k) for j, c in gradient(g).items()), across)


def divergence(field: Vector, traces: Sequence[Expr]) -> Expr:
    return sum((g * traces[k] + along(g, k) for k, g in field.items()), Integer(0))


def row_divergence(motion: Motion, p: Expr) -> Vector:
    """sum_j d_j (C_ij p)."""
    found = Field()
    for k, g in gradient(motion.constant * p).items():
        found.add(k + motion.power, g)
    for (a, b), g in motion.outer.items():
        found.add(a + b, g * p)
        found.add(a, g * p * motion.traces[b] + along(g * p, b))
    return found


Rescaled = Callable[[Sequence[Any], Sequence[Any], Any, Any], Sequence[Any]]
"""(x + w other)/|x + w other| entry by entry in jets, from <x, other> and |other|^2."""


def _steps(rescaled: Rescaled, length: Expr) -> tuple[dict[Any, Expr], dict[Any, Expr]]:
    """Of a row x that takes w times another one, of which c is the product with x and N the square: products of two
    coefficients of w, and the coefficient of w^2, by powers of c, the entries of the other, those of x, and N."""
    c, r, s, x, y, N = symbols("c r s x y N", real=True)
    one, other = rescaled((x / length, y / length), (r, s), c / length, N)
    pairs = Poly(expand(one[1] * other[1] * length**2), c, r, s, x, y)
    return dict(pairs.terms()), dict(Poly(expand(one[2] * length), c, r, x, N).terms())


def _motion(steps: tuple[dict[Any, Expr], dict[Any, Expr]], squares: Expr, power: int, *traces: Expr) -> Motion:
    """From sums over the other rows: that of c^2 is `squares`, of c and the other A x, of two entries A^power, and of N
    the last of the traces given.

    Raises
    ------
    ArithmeticError : there are other terms.
    """
    pairs, seconds = map(dict, steps)
    constant = pairs.pop((0, 1, 1, 0, 0))
    outer = {(1, 0): pairs.pop((1, 1, 0, 0, 1)), (0, 1): pairs.pop((1, 0, 1, 1, 0))}
    outer[0, 0] = pairs.pop((2, 0, 0, 1, 1)) * squares
    drift = {0: seconds.pop((0, 0, 1, 1)) * traces[-1] + seconds.pop((2, 0, 1, 0)) * squares}
    drift[1] = seconds.pop((1, 1, 0, 0))
    if pairs or seconds:
        raise ArithmeticError(f"terms of which no sum over rows is known: {pairs}, {seconds}")
    return Motion(constant, power, outer, drift, (traces[0], traces[1]))


def of_correlations(rescaled: Rescaled, n: Expr) -> Motion:
    """A row of a correlation matrix without its own entry: A is that of the n other rows, c = x_b for row b, N = 1, and
    the entries of row b are those of A, whose diagonal is 1."""
    return _motion(_steps(rescaled, Integer(1)), form(0), 2, n, n)


def on_sphere(rescaled: Rescaled, n: Expr, trace: Expr) -> Motion:
    """A row of n dimensions whose length stays: A is the sum of g g^T over the other rows g."""
    return _motion(_steps(rescaled, sqrt(form(0))), form(1), 1, n, trace)


@cache
def adjoint(of: Callable[..., Motion], arguments: tuple[Any, ...], p: Expr) -> tuple[Vector, Expr]:
    """Over p: the flux (1/2) d_j (C_ij p) - D_i p, and its divergence, which the adjoint makes of p."""
    motion = of(*arguments)
    flux = Field()
    for k, g in row_divergence(motion, p).items():
        flux.add(k, g / 2)
    for k, g in motion.drift.items():
        flux.add(k, -g * p)
    over = {k: cancel(expand(g / p)) for k, g in flux.items()}
    return over, factor(cancel(expand(divergence({k: g * p for k, g in over.items()}, motion.traces) / p)))


def of_determinant(rescaled: Rescaled, n: Expr, power: Expr) -> tuple[Vector, Expr]:
    """Of det(M)^power, M the correlation matrix: det M = (1 - x.A^(-1) x) det A."""
    return adjoint(of_correlations, (rescaled, n), (1 - form(-1)) ** power)


def changes_of_length(motion: Motion) -> tuple[Expr, ...]:
    """C x, by the A^k x, and what the motion makes of |x|^2."""
    normal = Field({motion.power: motion.constant})
    for (a, b), g in motion.outer.items():
        normal.add(a, g * form(b))
    trace = motion.constant * motion.traces[motion.power] + sum(g * form(a + b) for (a, b), g in motion.outer.items())
    return *normal.values(), expand(trace + 2 * sum(g * form(k) for k, g in motion.drift.items()))


def of_line(rescaled: Rescaled, n: Expr, trace: Expr, power: Expr) -> tuple[Vector, Expr]:
    """Of |x.e|^power, A e = 0, on the sphere of unit rows."""
    flux, found = adjoint(on_sphere, (rescaled, n, trace), LINE**power)
    return {k: g.subs(form(0), 1) for k, g in flux.items()}, factor(found.subs(form(0), 1))
