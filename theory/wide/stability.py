"""Stability of the fixed rays for every n at once: closed forms in n, series in 1/n, the basin of the symmetric ray.

Source: nachum24, I6, S1, S4, S6.

**The symmetric ray of RC + ReLU is stable for every n >= 3.** At rho = -1/(n-1) put a = kappa'(rho) =
arccos(1/(n-1))/pi, b = kappa - rho kappa' = sqrt(n(n-2))/(pi(n-1)) and n mu = a + (1-b)(n-1). The blocks of
`theory.wide.isotypic` for one orbit give

    lambda_std = 1 - (1-a-b)/(n mu),    lambda_(n-2,2) = a/mu = 1 - (n-1)(1-a-b)/(n mu).

Here 0 < a < 1/2 and 0 < b < 1/pi (as n(n-2) < (n-1)^2), so g = 1-a-b > 0 and n mu > 0: both are below 1; and a/mu > 0
with the standard one above it: both are positive. The gap of (n-2,2) is n-1 times that of the standard one.

**Full BN has the same eigenvectors at the same ray: each eigenvalue times (n-1)/(n+1), and 0 for the scale.** At H = P,
det(I+2tP) = (1+2t)^(n-1) and P(I+2tP)^(-1) = P/(1+2t); K is of degree 1, its derivative of degree 0. So
G' = (n/2) K(P) int (1+2t)^(-(n-1)/2 - 1) dt and, for traceless E, dG' = (n/2) dK(E) int (1+2t)^(-(n-1)/2 - 2) dt; the
integrals are 1/(n-1) and 1/(n+1). The map has degree 0 and a trace that is n/2 always: it forgets the scale.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from sympy import QQ, Expr, Integer, Symbol, acos, pi, ring, series, sqrt, symbols
from sympy.polys.ring_series import rs_mul, rs_nth_root, rs_series_inversion

from theory.notation import n, x
from theory.wide.kernels import kappa

c: Symbol = symbols("c", real=True)  # n - s: distance from the symmetric ray, of order 1 at the saddle


def symmetric_eigenvalues(size: Expr = n, rescaling: bool = False) -> tuple[tuple[Expr, Expr, str], ...]:
    """(eigenvalue, multiplicity, representation of S_n) at the symmetric ray, the scale direction first.

    Parameters
    ----------
    size : n, a symbol or an integer from 3 on.
    rescaling : full BN instead of RC + ReLU.

    >>> [(value.evalf(6), times) for value, times, _ in symmetric_eigenvalues(Integer(10))]
    [(1.00000, 1), (0.966891, 9), (0.702015, 35)]
    """
    a, b = acos(1 / (size - 1)) / pi, sqrt(size * (size - 2)) / (pi * (size - 1))
    gap = (1 - a - b) / (a + (1 - b) * (size - 1))
    factor = (size - 1) / (size + 1) if rescaling else Integer(1)
    return (
        (Integer(0) if rescaling else Integer(1), Integer(1), "trivial"),
        (factor * (1 - gap), size - 1, "standard"),
        (factor * (1 - (size - 1) * gap), size * (size - 3) / 2, "(n-2,2)"),
    )


@dataclass(frozen=True)
class SaddleSeries:
    """Series in 1/n around the symmetric ray, on the S_(n-1)-symmetric rays s = n - c (nachum24, S4).

    Attributes
    ----------
    normal_form : coefficients A, B of F_n(n-c) - (n-c) = A(c)/n + B(c)/n^2 + O(n^-3).
    gap : c_0, c_1 of n - s_u = c_0 + c_1/n + O(n^-2) at the saddle s_u.
    norm_ratio : r_0, r_1, r_2 of |x_o|/|x_c| = r_0 + r_1/n + r_2/n^2 there.
    slope : coefficient of 1/n in F_n'(s_u) - 1.
    """

    normal_form: tuple[Expr, Expr]
    gap: tuple[Expr, Expr]
    norm_ratio: tuple[Expr, Expr, Expr]
    slope: Expr


@cache
def saddle_series() -> SaddleSeries:
    """The normal form by exact power series in e = 1/n over QQ(pi, c).

    With u = 1 + s(n-2) = U/e^2, y = sqrt(u-1) = Y/e, y - arctan y = y - pi/2 + 1/y + O(y^-3).

    >>> saddle_series().normal_form[0], saddle_series().gap[1]
    (-c*(c - 2*pi + 4)/(4*(-1 + pi)), -2*(-6*pi + 6 + pi**2))
    """
    order = 4
    field = QQ.frac_field(pi, c)
    R, e = ring("e", field)
    p, gap = field(pi), field.from_sympy(c)

    def times(*factors: Any) -> Any:
        out = R(1)
        for factor in factors:
            out = rs_mul(out, factor, e, order)
        return out

    def inverse(f: Any) -> Any:
        return rs_series_inversion(f, e, order)

    U = e**2 + (1 - gap * e) * (1 - 2 * e)
    Y = rs_nth_root((1 - gap * e) * (1 - 2 * e), 2, e, order)
    rho = times(e**2 - e * (1 - gap * e), inverse(U))
    terms = series(kappa(x), x, 0, order).removeO()
    K = sum((field.from_sympy(terms.coeff(x, i)) * times(*[rho] * i) for i in range(order)), R(0))
    excess = Y - e * p / 2 + e**2 * inverse(Y)  # e (y - arctan y) + O(e^4)
    below = (1 - e) ** 3 - 2 / p * times((1 - e) ** 2, excess) + times(U, e + (1 - 2 * e) * K)
    # F = n^2 u (1-K)/below' with everything times e^3; F - s = (e F - (1 - c e))/e
    difference = times(U, 1 - K, inverse(below)) - (1 - gap * e)

    def coefficient(f: Any, power: int) -> Expr:
        return field.to_sympy(f.coeff(e**power)).factor()

    A, B = coefficient(difference, 2), coefficient(difference, 3)
    c0 = 2 * (pi - 2)
    c1 = (-B / A.diff(c)).subs(c, c0).factor()
    ratio = rs_nth_root(times((1 - e) ** 2, inverse(U)), 2, e, 3)  # |x_o|/|x_c| = (n-1)/sqrt(u)
    r0, r1, r2 = (coefficient(ratio, i) for i in range(3))
    at_saddle = (r0, r1.subs(c, c0), (r2.subs(c, c0) + r1.diff(c) * c1).factor())
    return SaddleSeries((A, B), (c0, c1), at_saddle, (-A.diff(c)).subs(c, c0).factor())


def escape_threshold(size: Expr = n) -> Expr:
    """Norm ratio above which one point of an otherwise equicorrelated large batch escapes: 1 + (pi-2)/n + O(n^-2).

    The saddle's norm ratio, to first order. Along the S_(n-1)-symmetric rays s decreases (the point escapes) for
    c > 2(pi-2) and grows back to n (symmetric) for 0 < c < 2(pi-2). To this order only the norms matter: with equal
    cosines q < 1 fixed and norms 1, .., 1, 1 + eps, centring gives c = 2 n eps whatever q is.
    """
    return 1 + (pi - 2) / size
