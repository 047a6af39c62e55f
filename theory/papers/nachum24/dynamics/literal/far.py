"""One point against n - 1 alike, for all large n at once: the literal layer's equation with 1/n for a real number.

H_oo = (n-1)^2, H_oc = -(n-1), H_cc = u = 1 + s(n-2), y^2 = u - 1, cos(theta) = (1-s)/u. A layer makes s greater where

    E = pi + y - arctan y - (m/2) (n^2 + y^2)/(n-1),    m = (sin theta - theta cos theta)/(1 - cos theta),

is positive (`as_equation`). 0 < s < n is 0 < y^2 < n(n-2), where E is pi and 0 at the ends. With e = 1/n in [0, 1/20]:
for y <= 2 E falls; from there to y^2 = .64 n(n-2) it is negative; beyond, y^2 = (1-t)(1-2e)/e^2, 0 <= t <= .36, eE is
concave in t, and rises from 0 at t = 0. So there is one zero on both sides of the middle.

Of the zero with the least angle, n >= 100: with theta = 3 pi e (1 - e + (3 pi^2/20) e^2 + b e^3), b = -80 and b = 80,
both E and the angle phi after the layer are analytic in e, for sin^2(phi/2) = sin^2(theta/2) (1 - m/pi): coefficients
at e = 0 are polynomials in pi, and the next one, anywhere, is a ball. E falls in theta, phi rises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import factorial
from typing import Any

import sympy
from flint import arb, arb_series, fmpq
from sympy import Expr, Rational, Symbol, acos, atan, cancel, cos, diff, factor, limit, pi, simplify, sin, sqrt, symbols
from sympy.polys.ring_series import rs_asin, rs_mul, rs_nth_root, rs_series_inversion, rs_trunc
from sympy.polys.rings import ring

from theory.choices import proved
from theory.exact.certify import guess, in_both, lower_end, precision, radius, upper_end
from theory.exact.expressions import Undefined
from theory.notation import HALF
from theory.papers.nachum24.dynamics.literal.layer import Alike, one_against, recentred, relu_gram
from theory.wide.escaped import mean_angle

LEAST = 20
SPLIT = "0.36"
DIGITS = 15

more = Symbol("more", integer=True, nonnegative=True)
"""n - 3."""
s, y, turn, _theta, _sine = symbols("s y arctan theta sine", positive=True)


def in_letters(e: Expr) -> Expr:
    """With y, arctan y, theta and u sin(theta) as letters, arguments of roots in factors."""

    def angle(x: Expr) -> Expr:
        rho = (1 - s) / (1 + s * (more + 1))
        if x.is_Pow:
            return turn
        return _theta if cancel(x - rho) == 0 else pi - _theta if cancel(x + rho) == 0 else acos(x)

    e = e.replace(atan, lambda x: turn if cancel(x**2 - s * (more + 1)) == 0 else atan(x)).replace(acos, angle)
    e = e.replace(lambda p: p.is_Pow and abs(p.exp) == HALF, lambda p: factor(p.base) ** p.exp)
    return e.subs(sqrt(more * s + 2), _sine / (sqrt(s) * sqrt(more + 2))).subs(sqrt(more + 1), y / sqrt(s))


@cache
def in_the_image() -> tuple[Expr, Expr, Alike]:
    """Of the literal layer, in letters: diagonal entries of its image, recentred, and the image itself."""
    H = recentred(one_against(more + 3, s))
    K = relu_gram(H.entries(lambda i: factor(H.own[i]), lambda i, j: factor(H.across[i][j])))
    own, other = map(in_letters, recentred(K).own)
    return own, other, K.entries(lambda i: in_letters(K.own[i]), lambda i, j: in_letters(K.across[i][j]))


@cache
def as_equation() -> tuple[Expr, Expr, Expr, Expr]:
    """p, q, r and c with F_n(s) - s = p E/((n-2) q), |x_o|^2/|x_c|^2 = r and cos(x_o, x_c) = c, of the literal layer.

    p is positive, and q a diagonal entry of a Gram matrix, too. The cosine in the cluster after the layer is
    1 - (1 - cos theta)(1 - m/pi).
    """
    n, u = more + 3, 1 + s * (more + 1)
    own, other, K = in_the_image()
    change = (n - 1) ** 2 * other - own * u  # H_cc/H_oo = (1 + s(n-2))/(n-1)^2
    mean = (_sine / u - _theta * (1 - s) / u) / (1 - (1 - s) / u)
    p = factor(-diff(change, turn))
    if factor(change - p * (pi + y - turn - mean / 2 * (n**2 + u - 1) / (n - 1))) != 0:
        raise Undefined("the layer's change of s is no multiple of E")
    if cancel(1 - K.across[1][1] / K.own[1] - (1 - (1 - s) / u) * (1 - mean / pi)) != 0:
        raise Undefined("the layer's cosine in the cluster is another")
    cosine = K.across[0][1] / sqrt(factor(K.own[0] * K.own[1]))
    cosine = cosine.subs(s, y**2 / (more + 1)).replace(lambda e: e.is_Pow, lambda e: factor(e.base) ** e.exp)
    return p, own, factor(K.own[0] / K.own[1]), cosine


@cache
def zeros_far() -> int:
    """How many zeros E has in 0 < s < n, for every n >= 20; both are simple."""
    as_equation()
    scaled, _, t = _on_symbols()
    if _at_the_end() != 0 or diff(scaled, t).subs(HERE) != 0:
        raise Undefined("the symmetric ray is not fixed, or eE has a slope at e = t = 0")
    with precision(DIGITS):
        end, nothing = _from_zero(arb(1) / LEAST), arb(0)
        parts = {
            "E falls": (falls, _from_zero(arb(2)), arb(1).union(arb(LEAST - 1) / (LEAST - 2))),
            "E < 0": (negative, _from_zero(arb(1) / 2), _from_zero(arb("0.8"))),
            "eE is concave": (concave, end, _from_zero(arb(SPLIT))),
            "eE rises": (rises, end, nothing),
        }
        for name, (holds, *box) in parts.items():
            if not covered(holds, *box):
                raise Undefined(f"not shown for every n >= {LEAST}: {name}")
    return 2


def _at_the_end() -> Expr:
    """E at s = n: y^2 = n(n-2), cos(theta) = -1/(n-1), sin(theta) = y/(n-1), arctan y = pi - theta."""
    n, square, cosine = more + 3, (more + 3) * (more + 1), -1 / (more + 2)
    mean = (y / (n - 1) - _theta * cosine) / (1 - cosine)
    return cancel(pi + y - (pi - _theta) - mean / 2 * (n**2 + square) / (n - 1))


def _from_zero(end: arb) -> arb:
    return arb(0).union(end)


def covered(holds: Callable[[arb, arb], bool], x: arb, y: arb, depth: int = 24) -> bool:
    """Whether something holds on a box, or on its halves."""
    if holds(x, y):
        return True
    if not depth:
        return False
    halves = [(part, y) for part in _halves(x)] if radius(x) > radius(y) else [(x, part) for part in _halves(y)]
    return all(covered(holds, *half, depth - 1) for half in halves)


def _halves(x: arb) -> Iterator[arb]:
    for low, high in ((lower_end(x), guess(x)), (guess(x), upper_end(x))):
        yield low.union(high)


def falls(y: arb, ratio: arb) -> bool:
    """Whether dE/dy < 0 for all n >= 20; ratio is (n-1)/(n-2). (n^2 + y^2)/(n-1) > n, and -m y is left out."""
    u = 1 + y * y
    x = (ratio / (2 * u)).sqrt() * y  # sin(theta/2)
    theta = 2 * x.asin()
    slope = 2 * (ratio / 2).sqrt() / (u * u.sqrt()) / (1 - x * x).sqrt()
    # m' = (theta - m) cot(theta/2), m = (2 theta/3) h
    sinc = (theta / 2).sinc()
    h = (-theta * theta / 4).hypgeom_0f1(arb(5) / 2) / sinc**2
    by_theta = 2 * (1 - 2 * h / 3) * (theta / 2).cos() / sinc
    return proved(y * y / u - by_theta * slope * LEAST / 2, "<", 0)


def negative(q: arb, w: arb) -> bool:
    """Whether eE < 0 at y = 1/q = w/e, or e = qw is above 1/20."""
    e, last = q * w, arb(1) / LEAST
    if proved(e, ">", last):
        return True
    e = in_both(e, _from_zero(last))
    z = (1 - e) / (1 - 2 * e) / (1 + q * q)  # 1 - cos(theta)
    theta = 2 * (z / 2).sqrt().asin()
    half = mean_angle(theta) / 2 if proved(theta, "<", arb.pi()) else arb.nan()
    return proved(e * (arb.pi() / 2 + q.atan()) + w - half * (1 + w * w) / (1 - e), "<", 0)


def near_the_end(e: arb_series, t: arb_series) -> arb_series:
    """eE at y^2 = (1-t)(1-2e)/e^2, along a line."""
    square = (1 - t) * (1 - 2 * e)
    y, theta = square.sqrt(), ((e * e - e * (1 - t)) / (e * e + square)).acos()
    return e * (arb.pi() / 2 + (e / y).atan()) + y - mean_angle(theta) / 2 * (1 + square) / (1 - e)


def _second(e: arb, t: arb, along: tuple[int, int]) -> arb:
    """Half of its second derivative in a direction."""
    try:
        return near_the_end(*(arb_series([at, step], 3) for at, step in zip((e, t), along, strict=True)))[2]
    except ValueError:  # a ball too wide for a root or an arccos
        return arb.nan()


def concave(e: arb, t: arb) -> bool:
    return proved(_second(e, t, (0, 1)), "<", 0)


def rises(e: arb, t: arb) -> bool:
    """Whether its slope by t, which is 0 at e = t = 0, grows with e."""
    return proved(_second(e, t, (1, 1)) - _second(e, t, (1, 0)) - _second(e, t, (0, 1)), ">", 0)


_E, _T = symbols("e t", real=True)
HERE = {_E: 0, _T: 0}


@cache
def _on_symbols() -> tuple[Expr, Expr, Expr]:
    """eE at y^2 = (1-t)(1-2e)/e^2, e and t."""
    e, t = _E, _T
    square = (1 - t) * (1 - 2 * e)
    theta = acos((e**2 - e * (1 - t)) / (e**2 + square))
    mean = (sin(theta) - theta * cos(theta)) / (1 - cos(theta))
    return e * (pi / 2 + atan(e / sqrt(square))) + sqrt(square) - mean / 2 * (1 + square) / (1 - e), e, t


@cache
def saddle_limits(c: Symbol) -> tuple[Expr, Expr, Expr]:
    """Limits for n -> oo: n (F_n(n-c) - (n-c)); n - s at the zero next to s = n, and n (|x_o|/|x_c| - 1) there.

    There eE is analytic in e and t = ce, and 0 with both first derivatives; divided by t it has one zero (`zeros_far`).
    """
    scaled, e, t = _on_symbols()
    if any(diff(scaled, v).subs(HERE) != 0 for v in (e, t)) or zeros_far() != 2:
        raise Undefined("the equation is not of second order next to the symmetric ray")
    by_t = diff(scaled, t)  # one derivative after the other: SymPy factors what it differentiates twice at once
    mixed, twice = diff(by_t, e).subs(HERE), diff(by_t, t).subs(HERE)
    p, q, ratio, _ = as_equation()
    over_n, over_square = symbols("over_n over_square", positive=True)  # ey and e^2 u sin(theta), which tend to 1
    far = {more: 1 / e - 3, s: 1 / e - c, y: over_n / e, _sine: over_square / e**2}
    at_end = {turn: pi / 2, _theta: pi / 2, over_n: 1, over_square: 1}
    # quotients of polynomials, which are continuous at e = 0, whatever these letters are
    leading = [cancel(part.subs(far) * e**power).subs(e, 0).subs(at_end) for part, power in ((p, 3), (q, 2))]
    form = leading[0] / leading[1] * (c * mixed + c**2 * twice / 2)
    gap = -2 * mixed / twice
    norms = diff(sqrt(cancel(ratio.subs(far))), e).subs(e, 0)
    return factor(form), factor(gap), factor(norms.subs(c, gap))


LARGE = 100
PIECES = 40
SHARPER = 20
SHIFTS = (-80, 80)
TERMS = 8
SINES = [Rational((-1) ** j, factorial(2 * j + 2)) - Rational((-1) ** j, factorial(2 * j + 3)) for j in range(TERMS)]
COSINES = [Rational((-1) ** j, factorial(2 * j + 2)) for j in range(TERMS)]
"""Coefficients in theta^2 of (sin theta - theta cos theta)/theta^3 and (1 - cos theta)/theta^2; m is theta times
the one over the other."""


@cache
def cluster_angle() -> tuple[tuple[Expr, ...], tuple[arb, arb]]:
    """The angle of the cluster: coefficients of e, e^2 and e^3, and two numbers with that of e^4 between them."""
    if zeros_far() != 2 or _image_rises() != 0:
        raise Undefined("the zero is not the only one, or the angle does not rise")
    ends = []
    with precision(SHARPER):
        for shift in SHIFTS:
            found = [_on_piece(arb(i) / (PIECES * LARGE), arb(i + 1) / (PIECES * LARGE), shift) for i in range(PIECES)]
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
    _, e, half_turn = ring("e half_turn", sympy.QQ)
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
    tau, ratio, _, square = near_broken(e, shift)
    y = e * square.sqrt()
    equation = arb.pi() + y - y.atan() - tau * ratio / 2 * (1 + y * y * e * e) / (1 - e)
    return equation[3], angle_after_relu(e * tau)[4]


def near_broken(e: arb_series, shift: Any) -> tuple[arb_series, ...]:
    """theta/e = 3 pi (1 - e + (3 pi^2/20) e^2 + shift e^3), m/theta, (1 - cos theta)/theta^2 and (y/e)^2."""
    tau = 3 * arb.pi() * (1 - e + 3 * arb.pi() ** 2 / 20 * e * e + shift * e * e * e)
    square = e * tau * e * tau
    cosines = _entire(COSINES, square)
    below = cosines * (1 - 2 * e) / (1 - e)  # y^2/(1 + y^2), over theta^2
    return tau, _entire(SINES, square) / cosines, cosines, tau * tau * below / (1 - square * below)


def angle_after_relu(theta: arb_series) -> arb_series:
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
def limit_of_ny() -> Expr:
    """Of n y at the broken ray, for n -> oo: by `cluster_angle` n theta tends to 3 pi."""
    cluster_angle()
    e = symbols("e", positive=True)
    z = (1 - cos(3 * pi * e)) * (1 - 2 * e) / (1 - e)  # y^2/(1 + y^2)
    return sqrt(limit(z / e**2, e, 0))


@cache
def broken_limits() -> tuple[Expr, Expr]:
    """Of n (|x_o|/|x_c| - n + 1) and n^3 cos(x_o, x_c) for n -> oo, of the literal layer.

    y/e has a limit, in which the limits are continuous.
    """
    e, over_e = symbols("e over_e", positive=True)
    _, _, ratio, cosine = as_equation()
    square = cancel(ratio.subs(s, (over_e * e) ** 2 / (more + 1)).subs(more, 1 / e - 3))
    if cancel(square * e**2).subs(e, 0) != 1:
        raise Undefined("the norm ratio over n does not tend to 1")
    found = (
        cancel(square - (1 / e - 1) ** 2).subs(e, 0) / 2,  # n (r - n + 1) = (r^2 - (n-1)^2)/((r + n - 1)/n)
        limit(cosine.subs(turn, atan(y)).subs(y, over_e * e) / e**3, e, 0),
    )
    return found[0].subs(over_e, limit_of_ny()), found[1].subs(over_e, limit_of_ny())
