"""ReLU moments and the arc-cosine kernel, in SymPy and in balls, with a second route by quadrature.

kappa(rho) = (sqrt(1 - rho^2) + (pi - arccos rho) rho) / pi, so that E[2 relu(u) relu(v)] = kappa(rho) for
standard normal u, v with correlation rho. Source: Cho and Saul (2009); nachum24, conventions.
"""

from __future__ import annotations

from fractions import Fraction

from flint import acb, arb, fmpq
from sympy import Expr, Rational, acos, gamma, pi, sqrt

from theory.exact.certify import at_each_precision, precision
from theory.exact.quadrature import half_line
from theory.exact.rationals import ball
from theory.notation import x as rho_symbol
from theory.term.named import named


def kappa(rho: Expr = rho_symbol) -> Expr:
    """The arc-cosine kernel of degree one.

    >>> kappa(1), kappa(0), kappa(-1)
    (1, 1/pi, 0)
    """
    return (sqrt(1 - rho**2) + (pi - acos(rho)) * rho) / pi


def relu_moment(p: Expr | int) -> Expr:
    """E relu(g)^p for standard normal g and p > 0: 2^(p/2 - 1) Gamma((p+1)/2) / sqrt(pi).

    >>> relu_moment(2), relu_moment(4)
    (1/2, 3/2)
    """
    return 2 ** (p * Rational(1, 2) - 1) * gamma((p + 1) * Rational(1, 2)) / sqrt(pi)


def squared_relu_moment(rho: Expr | Rational) -> Expr:
    """E[relu(u)^2 relu(v)^2] at correlation rho: (3 sin cos + (pi - angle)(1 + 2 cos^2))/(2 pi), rho = cos(angle).

    >>> squared_relu_moment(1), squared_relu_moment(0)
    (3/2, 1/4)
    """
    return (3 * sqrt(1 - rho**2) * rho + (pi - acos(rho)) * (1 + 2 * rho**2)) / (2 * pi)


@named("E[ReLU(g)^{0}]", r"\mathbb E[\mathrm{{ReLU}}(g)^{{{0}}}]", means="g ~ N(0, 1)")
def relu_moment_by_quadrature(p: int, digits: int = 25) -> arb:
    """E relu(g)^p by rigorous quadrature; p a positive integer."""

    def tail(end: arb) -> arb:
        if not end * end > 2 * p:
            raise ValueError(f"moment {p}: the bound on the tail beyond {end} needs p < {end * end / 2}")
        # u^p phi(u) <= T^p e^(-T^2/2) e^(-(u-T)(T - p/T)) beyond T > sqrt(p)
        return end**p * (-end * end / 2).exp() / (end - p / end)

    return half_line(lambda u: u**p, tail, digits)


@at_each_precision
def damped_moment(power: int, rate: Fraction) -> arb:
    """E[g^power e^(-rate g^2)] for standard normal g, rate >= 0, by rigorous quadrature; 0 for an odd power."""
    speed = ball(rate)
    # beyond T >= 8: u^power e^(-u^2/2) falls at least like e^(-(u - T)); half_line adds 15 digits
    half = half_line(lambda u: u**power * (-speed * u * u).exp(), lambda end: end**power * (-end * end / 2).exp(), 5)
    return half * (1 + (-1) ** power)


def kappa_by_quadrature(rho: fmpq, digits: int = 25) -> arb:
    """kappa(rho) for rational |rho| < 1, by the Gaussian integral over one variable.

    With s = sqrt(1 - rho^2): E[relu(rho u + s w) | u] = rho u Phi(rho u/s) + s phi(rho u/s).
    """
    with precision(digits + 15):
        r = arb(rho)
        s = (1 - r * r).sqrt()
        root2, root2pi = arb(2).sqrt(), (2 * arb.pi()).sqrt()

        def inner(u: acb) -> acb:
            z = u * r / s
            return 2 * u * (r * u * (1 + (z / root2).erf()) / 2 + s * (-z * z / 2).exp() / root2pi)

        # |integrand| <= 2u (u + 1) phi(u) <= 4 u^2 phi(u) for u >= 1
        return half_line(inner, lambda end: 4 * end**2 * (-end * end / 2).exp() / (end - 2 / end), digits)
