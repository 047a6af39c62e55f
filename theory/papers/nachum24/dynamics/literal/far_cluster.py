"""The zero of E of `far` with the least angle, for all n >= 100: its angle, and that of the cluster after a layer.

With e = 1/n in [0, 1/100] and theta = 3 pi e (1 - e + (3 pi^2/20) e^2 + b e^3), b = -80 and b = 80, both E and
the angle phi after the layer are analytic in e, for sin^2(phi/2) = sin^2(theta/2) (1 - m/pi): coefficients at e = 0
are polynomials in pi, and the next one, anywhere, is a ball. E falls in theta, phi rises.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import factorial

from flint import arb, arb_series, fmpq
from sympy import QQ, Expr, Rational, Symbol, atan, cos, diff, limit, pi, simplify, sin, sqrt, symbols
from sympy.polys.ring_series import rs_asin, rs_mul, rs_nth_root, rs_series_inversion, rs_trunc
from sympy.polys.rings import ring

from theory.exact.certify import lower_end, precision, upper_end
from theory.exact.expressions import Undefined
from theory.papers.nachum24.dynamics.literal.far import as_equation, more, s, turn, y, zeros_far

LEAST = 100
PIECES = 40
DIGITS = 20
SHIFTS = (-80, 80)
TERMS = 8
SINES = [Rational((-1) ** j, factorial(2 * j + 2)) - Rational((-1) ** j, factorial(2 * j + 3)) for j in range(TERMS)]
COSINES = [Rational((-1) ** j, factorial(2 * j + 2)) for j in range(TERMS)]
"""Coefficients in theta^2 of (sin theta - theta cos theta)/theta^3 and (1 - cos theta)/theta^2; m is theta times
the one over the other."""


@cache
def angle() -> tuple[tuple[Expr, ...], tuple[arb, arb]]:
    """The angle of the cluster: coefficients of e, e^2 and e^3, and two numbers with that of e^4 between them."""
    if zeros_far() != 2 or _image_rises() != 0:
        raise Undefined("the zero is not the only one, or the angle does not rise")
    ends = []
    with precision(DIGITS):
        for shift in SHIFTS:
            found = [_on_piece(arb(i) / (PIECES * LEAST), arb(i + 1) / (PIECES * LEAST), shift) for i in range(PIECES)]
            if not all(equation * shift < 0 for equation, _ in found):
                raise Undefined(f"no sign is certain at b = {shift}")
            hull = found[0][1]
            for _, beyond in found:
                hull = hull.union(beyond)
            ends.append(hull)
    return _leading(), (lower_end(ends[0]), upper_end(ends[1]))


@cache
def _leading() -> tuple[Expr, ...]:
    """Of E/pi, which has to be 0 up to e^2, and of phi up to e^3; b does not come in."""
    _, e, half_turn = ring("e half_turn", QQ)
    bracket = e * (1 - e + Rational(3, 20) * half_turn**2 * e**2)  # theta/(3 pi)
    square = rs_trunc((3 * half_turn * bracket) ** 2, e, 4)
    sines, cosines = (sum((c * square**j for j, c in enumerate(of[:2])), 0 * e) for of in (SINES, COSINES))
    ratio = rs_mul(sines, rs_series_inversion(cosines, e, 4), e, 4)  # m/theta
    m_over_pi = rs_mul(3 * bracket, ratio, e, 4)
    # y - arctan y is of order e^3, (m/2) y^2/(n-1) of order e^4
    equation = rs_trunc(1 - rs_mul(m_over_pi.quo(e), rs_series_inversion(1 - e, e, 4), e, 4) / 2, e, 3)
    if equation != 0:
        raise Undefined("E is not of third order")
    root = rs_nth_root(rs_mul(2 * cosines, 1 - m_over_pi, e, 4), 2, e, 4)
    phi = 2 * rs_asin(rs_mul(3 * half_turn * bracket / 2, root, e, 4), e, 4)
    symbol = Symbol("e")
    found = phi.as_expr(symbol, pi).expand()
    return tuple(found.coeff(symbol, power) for power in (1, 2, 3))


def _on_piece(low: arb, high: arb, shift: int) -> tuple[arb, arb]:
    """Third coefficient of E and fourth of phi in e, anywhere on a piece."""
    e = arb_series([low.union(high), 1], 5)
    tau = 3 * arb.pi() * (1 - e + 3 * arb.pi() ** 2 / 20 * e * e + shift * e * e * e)
    theta = e * tau
    square = theta * theta
    cosines = _entire(COSINES, square)
    ratio = _entire(SINES, square) / cosines
    z = square * cosines * (1 - 2 * e) / (1 - e)  # y^2/(1 + y^2)
    y = theta * (cosines * (1 - 2 * e) / (1 - e) / (1 - z)).sqrt()
    equation = arb.pi() + y - y.atan() - tau * ratio / 2 * (1 + y * y * e * e) / (1 - e)
    return equation[3], after_relu(theta)[4]


def after_relu(theta: arb_series) -> arb_series:
    """The angle after a ReLU of an angle of at most 1/10: sin^2(phi/2) = sin^2(theta/2) (1 - m/pi)."""
    square = theta * theta
    cosines = _entire(COSINES, square)
    return 2 * (theta * (cosines / 2 * (1 - theta * _entire(SINES, square) / cosines / arb.pi())).sqrt()).asin()


def _entire(coefficients: Sequence[Rational], x: arb_series) -> arb_series:
    """The sum of c_j x^j, |x| <= 1/100, |c_j| <= 1/(2j+2)! for those left out, j >= 8: the sum of these and, up to the
    fourth, each derivative of it over its factorial is below 10^-20 in modulus."""
    found = arb_series([0], 5)
    for c in reversed(coefficients):
        found = found * x + arb(fmpq(int(c.p), int(c.q)))
    step, power = x - x[0], arb_series([1], 5)
    for _ in range(5):
        found = found + power * arb(0, arb(10) ** -20)
        power = power * step
    return found


def _image_rises() -> Expr:
    """The slope of (1 - cos theta)(1 - m/pi), less (1 - theta/pi) sin theta, which is positive on (0, pi)."""
    theta = Symbol("theta", positive=True)
    share = (1 - cos(theta)) - (sin(theta) - theta * cos(theta)) / pi
    return simplify(diff(share, theta) - (1 - theta / pi) * sin(theta))


@cache
def limits() -> tuple[Expr, Expr]:
    """Of n (|x_o|/|x_c| - n + 1) and n^3 cos(x_o, x_c) for n -> oo, of the literal layer.

    By `angle` theta/e tends to 3 pi; so y/e has a limit, in which the limits are continuous.
    """
    angle()
    e, over_e = symbols("e over_e", positive=True)
    _, _, square, cosine = as_equation()
    ratio = sqrt(square).subs(s, (over_e * e) ** 2 / (more + 1)).subs(more, 1 / e - 3)
    z = (1 - cos(3 * pi * e)) * (1 - 2 * e) / (1 - e)  # y^2/(1 + y^2)
    found = (
        limit((simplify(ratio) - 1 / e + 1) / e, e, 0),
        limit(cosine.subs(turn, atan(y)).subs(y, over_e * e) / e**3, e, 0),
    )
    Y = limit(sqrt(z / (1 - z)) / e, e, 0, "+")
    return found[0].subs(over_e, Y), found[1].subs(over_e, Y)
