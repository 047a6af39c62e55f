"""The layer back at a symmetric fixed point on symbols, for every n: BN differentiated, integrals in polar coordinates.

A centred row is sqrt(q) g, g ~ N(0, P) in n - 1 dimensions. What is homogeneous in g is a mean over directions times
one over lengths; two entries of g are normal in the plane, and so integrals over a length and an angle.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import sympy
from flint import arb

from theory.batchnorm import relu
from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.notation import n

_turn, _apart = sympy.symbols("turn apart", real=True)
_length = sympy.Symbol("length", positive=True)
t = sympy.Symbol("t", nonnegative=True)  # 1/(n - 1), in [0, 1/3] for n >= 4
ONE = sympy.Integer(1)
PIECES = 128
"""Into which [0, 1/3] is cut."""


@cache
def _over_lengths(dimensions: sympy.Symbol) -> sympy.Expr:
    """The integral of the density of |g|, but for its scale."""
    weight = _length ** (dimensions - 1) * sympy.exp(-(_length**2) / 2)
    return sympy.integrate(weight, (_length, 0, sympy.oo))


@cache
def _power(degree: int) -> sympy.Expr:
    """E |g|^degree in n - 1 dimensions, n > 1 - degree + 1."""
    beyond = sympy.Symbol("beyond", positive=True)  # n - 1 + degree, positive
    here = _over_lengths(beyond)
    return sympy.simplify(sympy.gammasimp(here / here.subs(beyond, beyond - degree))).subs(beyond, n - 1 + degree)


def _over_directions(mean: sympy.Expr, degree: int, wanted: int) -> sympy.Expr:
    """The mean of f(g) |g|^(wanted - degree) for f homogeneous of that degree, from that of f."""
    return mean * _power(wanted) / _power(degree)


@cache
def pair(activated: bool, alike: bool) -> tuple[sympy.Expr, sympy.Expr]:
    """E D_i D_j and E D_i D_j g_i g_j of one point or of two, of correlation -1/(n-1): over arcs of the circle."""
    above, below = (
        (sympy.Integer(relu((1,))[0]), -sympy.Integer(relu((-1,))[0]))
        if activated
        else (sympy.Integer(1), sympy.Integer(1))
    )
    ends = (-sympy.pi / 2, _apart - sympy.pi / 2, sympy.pi / 2, _apart + sympy.pi / 2, 3 * sympy.pi / 2)
    signs = ((above, below), (above, above), (below, above), (below, below))
    whole = sympy.integrate(sympy.expand((sympy.cos(_turn) * sympy.cos(_turn - _apart)).expand(trig=True)), _turn)
    slopes, products = sympy.Integer(0), sympy.Integer(0)
    for (low, high), (one, other) in zip(pairwise(ends), signs, strict=True):
        slopes += one * other * (high - low)
        products += one * other * (whole.subs(_turn, high) - whole.subs(_turn, low))
    in_plane = _power(2).subs(n, 3)  # of two dimensions
    between = sympy.Integer(0) if alike else sympy.acos(-1 / (n - 1))
    found = (
        slopes / (2 * sympy.pi),
        products / (2 * sympy.pi) * in_plane * (n - 1) / n,
    )  # of entries of variance (n-1)/n
    return found[0].subs(_apart, between), found[1].subs(_apart, between)


def moments(activated: bool) -> tuple[sympy.Expr, sympy.Expr]:
    """E phi(y_i) phi(y_j) of y = sqrt(n) g/|g|, i = j and i != j."""
    one, two = (n * _over_directions(pair(activated, alike)[1], 2, 0) for alike in (True, False))
    return one, two


@cache
def _moved() -> tuple[sympy.Symbol, sympy.Symbol, sympy.Symbol, sympy.Expr]:
    """|Px|^2, x.Pv, |Pv|^2, and |dBN(x)[v]|^2, BN of a row being Px over its root mean square."""
    x, v, step = sympy.symbols("x v step", real=True)
    xx, xv, vv = sympy.symbols("xx xv vv", positive=True)
    scale = sympy.sqrt((xx + 2 * step * xv + step**2 * vv) / n)
    first = sympy.expand(sympy.diff((x + step * v) / scale, step).subs(step, 0) ** 2)
    inner = first.coeff(x, 2) * xx + first.coeff(v, 2) * vv + first.coeff(x, 1).coeff(v, 1) * xv
    return xx, xv, vv, sympy.expand(inner)


def centred_square(activated: bool, total: sympy.Expr, squares: sympy.Expr) -> sympy.Expr:
    """E|P D delta|^2 of a row whose entries sum to `total` and their squares to `squares`."""
    across = total**2 - squares  # sum over i != j of delta_i delta_j
    return (1 - 1 / n) * squares * pair(activated, True)[0] - across * pair(activated, False)[0] / n


@cache
def mean_square(
    activated: bool, total: sympy.Expr, squares: sympy.Expr, variance: sympy.Expr = ONE, lengths: int = 0
) -> sympy.Expr:
    """E|g|^lengths |J D delta|^2 of a row as in `centred_square`; weights of that variance."""
    xx, xv, vv, moved = _moved()
    one, two = pair(activated, True), pair(activated, False)
    across = total**2 - squares  # sum over i != j of delta_i delta_j
    of_vv = centred_square(activated, total, squares)  # |Pv|^2, v = D delta, of degree 0 in g
    of_xv = squares * one[1] + across * two[1]  # (g.v)^2, of degree 2
    own, other = moments(activated)
    q = variance * (own - other)  # times P: that times PQP for Q = E phi(y) phi(y)^T
    found = sympy.Integer(0)
    for part in moved.as_ordered_terms():  # x = sqrt(q) g
        rest, times = part / xv**2 if part.has(xv) else part / vv, of_xv * q if part.has(xv) else of_vv
        power, degree = sympy.simplify(xx * sympy.diff(rest, xx) / rest), 2 if part.has(xv) else 0  # of xx; of `times`
        found += rest.subs(xx, 1) * q**power * _over_directions(times, degree, degree + 2 * power + lengths)
    return found


@cache
def in_t(activated: bool) -> tuple[sympy.Expr, sympy.Expr]:
    """The growth as a quotient, in t = 1/(n - 1)."""
    top, bottom = sympy.fraction(
        sympy.cancel(mean_square(activated, sympy.Integer(0), sympy.Integer(1)).subs(n, 1 + 1 / t))
    )
    return top, bottom


def at_pieces(digits: int, *of: sympy.Expr) -> Iterator[tuple[str, list[arb]]]:
    """Enclosures of expressions in t on pieces of [0, 1/3]."""
    for place in range(PIECES):
        with precision(digits):
            piece = (arb(place) / (3 * PIECES)).union(arb(place + 1) / (3 * PIECES))
        found = [enclose(e, {"t": piece}, digits) for e in of]
        yield f"1/(n-1) from {place}/{3 * PIECES} to {place + 1}/{3 * PIECES}", found


def at_no_t(activated: bool) -> sympy.Expr:
    """The limit of the growth for n -> oo, t -> 0, a value of a quotient of analytic functions."""
    top, bottom = in_t(activated)
    return top.subs(t, 0) / bottom.subs(t, 0)


def beyond(activated: bool, limit: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    """Slope and factor: (growth - limit)(n - 3) is the factor at t times a mean of the slope from 0 to t, if `limit` is
    the limit."""
    top, bottom = in_t(activated)
    return sympy.diff(top - limit * bottom, t), (1 - 2 * t) / bottom
