"""Expectations after one layer of the chain M -> M+ for Gaussian and uniform weights, enclosed in balls.

Both need B_i = E[e e^T / (e^T M e)], e = e_i + gamma w, only (`theory.markov.one_step`).

Gaussian w, any d: with 1/x = (1/2) int_0^oo exp(-s x/2) ds the expectation is Gaussian, and with s = 1/tau^2 - 1 and
J = (tau^2 I + (1 - tau^2) gamma^2 M)^(-1)

    B_i = int_0^1 tau^(d-1) sqrt(det J) exp(-(1 - tau^2)(M J)_ii / 2) (tau^2 J e_i e_i^T J + gamma^2 J) dtau,

analytic on [0, 1] for a positive definite M. For small gamma s itself is the better variable, and the tail is cut off
(`_cut`). At gamma = oo it is int_0^1 tau^(d-1) sqrt(det J) J dtau, gamma = 1 in J.

Uniform w on [-sqrt 3, sqrt 3]: m Gauss points in each of d directions. In one variable the integrand is analytic in the
Bernstein ellipse with half axes a + b = R, a - b = 1/R, and there, with g = sqrt(3) gamma, at most
N = (1 + g a)^2 / ((1 - g(d-1) - g R)(1 - g(d-1) - g/R)): |e^T M e| >= |Re|^2 - |Im|^2, in the norm of M, with
|Re| >= 1 - g(d - 1 + a) and |Im| <= g b. The quadrature is off by at most 4 N R^(1-2m)/(R-1) in each direction.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from math import prod
from typing import Any, Literal

from flint import acb, acb_mat, arb, ctx, fmpq
from sympy import MatrixBase, oo

from theory.exact.certify import digits_now, precision
from theory.exact.rationals import afford
from theory.markov.one_step import RADEMACHER, assemble, field_of, mirrored, quadratic
from theory.markov.residual import Rows

Density = Literal["gaussian", "uniform"]
Permutations = list[tuple[int, ...]]
BUDGET = 300_000
GUARD = 15


def enclosed_square(M: MatrixBase, law: Density, gamma: Any, digits: int = 30) -> arb:
    """E|M+|_F^2 for a rational correlation matrix M, in a ball of radius about 10^-digits.

    Gaussian: d^2 (d+1)/2 integrals in one variable. Uniform: d m^d terms, m about digits/log10(1/gamma).

    Parameters
    ----------
    gamma : rational, or oo (Gaussian only).

    Raises
    ------
    ValueError
        for a singular M (Gaussian), a gamma that is not below 1/(sqrt(3) d) (uniform), or a cost over the budget.

    >>> from sympy import Matrix, Rational
    >>> M = Matrix([[1, Rational(3, 5)], [Rational(3, 5), 1]])
    >>> print(enclosed_square(M, "gaussian", oo, 15).str(12, radius=False))    # 2 + 2/(1 + 4/5)
    3.11111111111
    >>> print(enclosed_square(M, "uniform", Rational(1, 20), 15).str(12, radius=False))
    2.71721306890
    """
    rows, _, strength = field_of(M, RADEMACHER, gamma)
    same = _symmetries(rows)
    with precision(digits + GUARD):
        numbers = [[arb(x) for x in row] for row in rows]
        if law == "gaussian":
            if M.det() == 0:
                raise ValueError(f"M = {M.tolist()} is singular: the integral is stated for full rank")
            moments = _gaussian(numbers, None if strength is oo else arb(strength), digits, same)
        else:
            moments = _uniform(numbers, None if strength is oo else arb(strength), digits, same)
        return assemble(numbers, moments)


def _gaussian(M: Rows, gamma: arb | None, digits: int, same: Permutations) -> Sequence[Rows]:
    """B_1, .., B_d; they are equal at gamma = oo (None)."""
    d = len(M)
    fine = fmpq(1, 10 ** (digits_now(digits) + 3))  # finer than the tail that `_cut` leaves
    matrix, square = acb_mat([[acb(x) for x in row] for row in M]), acb(1 if gamma is None else gamma * gamma)

    def entry(i: int, a: int, b: int, end: arb | None) -> arb:
        def integrand(z: acb, analytic: bool) -> acb:
            u, v, weight = (z * z, 1 - z * z, z ** (d - 1)) if end is None else (acb(1), z, acb(1) / 2)
            S = matrix * (v * square)
            for c in range(d):
                S[c, c] += u
            try:
                J = S.inv()
            except ZeroDivisionError:  # not proved regular on this piece: no bound, the quadrature will split it
                return acb("nan")
            weight /= _sqrt_det(S, analytic)
            if gamma is None:
                return weight * J[a, b]
            energy = (1 - u * J[i, i]) / (2 * square)  # v gamma^2 M J = I - u J
            return weight * (-energy).exp() * (u * J[a, i] * J[i, b] + square * J[a, b])

        return acb.integral(integrand, 0, 1 if end is None else end, abs_tol=fine).real

    @cache
    def at(i: int, a: int, b: int) -> arb:
        end, tail = (None, arb(0)) if gamma is None else cut(i)
        return entry(i, a, b, end) + arb(0, tail)

    @cache
    def cut(i: int) -> tuple[arb | None, arb]:
        return _cut(matrix, square, i, digits)

    return [
        [[at(*_representative(same, 0 if gamma is None else i, a, b)) for b in range(d)] for a in range(d)]
        for i in range(d)
    ]


def _symmetries(M: Rows) -> Permutations:
    """The permutations of rows and columns that leave M, of exact numbers, as it is; beyond d = 5 the identity alone.

    Both laws of w are exchangeable, so P M P^T = M gives B_p(i) = P B_i P^T.
    """
    d = len(M)
    if d > 5:
        return [tuple(range(d))]
    return [p for p in permutations(range(d)) if all(M[p[a]][p[b]] == M[a][b] for a in range(d) for b in range(d))]


def _representative(same: Permutations, i: int, a: int, b: int) -> tuple[int, int, int]:
    """The first of the entries (B_i)_ab that are equal by symmetry."""
    return min((p[i], min(p[a], p[b]), max(p[a], p[b])) for p in same)


def _cut(matrix: acb_mat, square: acb, i: int, digits: int) -> tuple[arb | None, arb]:
    """Where to cut the integral over s, and a bound of what is left off; no cut where exp(-1/(2 gamma^2)) is not small.

    From s0 on the integral is a T >= 0 with Tr(M T) = E exp(-s0 q/2) = phi, q = e^T M e, so |T_ab| <= phi/lambda_min,
    and lambda_min >= det(M)/e, the other eigenvalues having a mean of at most d/(d-1).
    """
    d, end = matrix.nrows(), arb(8)
    one = acb_mat([[int(a == b) for b in range(d)] for a in range(d)])
    while end < 10**4:
        S = one + matrix * (square * end)
        phi = (-((1 - S.inv()[i, i]) / (2 * square))).exp() / _sqrt_det(S, False)
        tail = (phi / matrix.det()).real * arb(1).exp()
        if tail < arb(10) ** -digits:
            return end, tail.upper()
        end *= 1.25
    return None, arb(0)


def _sqrt_det(S: acb_mat, analytic: bool) -> acb:
    """Product of the square roots of the pivots of S: the branch of sqrt(det S) that is positive for positive S."""
    d, rows, out = S.nrows(), S.tolist(), acb(1)
    for k in range(d):
        out *= rows[k][k].sqrt(analytic=analytic)
        for r in range(k + 1, d):
            factor = rows[r][k] / rows[k][k]
            for c in range(k + 1, d):
                rows[r][c] -= factor * rows[k][c]
    return out


def _uniform(M: Rows, gamma: arb | None, digits: int, same: Permutations) -> Sequence[Rows]:
    """B_1, .., B_d by tensor Gauss-Legendre quadrature, with the error of the module's head added to every entry."""
    d = len(M)
    g = arb("+inf") if gamma is None else abs(gamma) * arb(3).sqrt()
    if not g * d < 1:
        raise ValueError(f"gamma = {gamma}, d = {d}: the enclosure needs sqrt(3) gamma d < 1")
    m, error = _points(g, d, digits)
    afford(d * m**d, BUDGET, "tensor quadrature would take {cost} terms")
    root, shift = arb(3).sqrt(), gamma
    rule = [(root * x, w / 2) for x, w in (arb.legendre_p_root(m, k, weight=True) for k in range(m))]
    moments = {}
    for i in sorted({_representative(same, i, i, i)[0] for i in range(d)}):
        B = [[arb(0, error)] * d for _ in range(d)]
        for drawn in product(rule, repeat=d):
            e = [int(a == i) + shift * w for a, (w, _) in enumerate(drawn)]
            share = prod(p for _, p in drawn) / quadratic(M, e, e)
            for a, b in combinations_with_replacement(range(d), 2):
                B[a][b] += share * e[a] * e[b]
        moments[i] = mirrored(B)

    def at(i: int, a: int, b: int) -> arb:
        first, row, column = _representative(same, i, a, b)
        return moments[first][row][column]

    return [[[at(i, a, b) for b in range(d)] for a in range(d)] for i in range(d)]


def _points(g: arb, d: int, digits: int) -> tuple[int, arb]:
    """Least number m of Gauss points for an error below 10^-digits, and a bound of that error."""
    room = 1 / g - (d - 1)  # R < room
    R = 1 + (room - 1) * 3 / 4
    a = (R + 1 / R) / 2
    N = (1 + g * a) ** 2 / (g * g * (room - R) * (room - 1 / R))
    target = arb(10) ** -digits
    for m in range(2, 40 + 4 * ctx.dps):
        error = 4 * N * d * R ** (1 - 2 * m) / (R - 1)
        if error < target:
            return m, error.upper()
    raise ValueError(f"sqrt(3) gamma d = {(g * d).str(5)} is too near to 1 for {digits} digits")
