"""RS + ReLU on exchangeable points, c -> c': unit vectors of equal cosine c, n or infinitely many (nachum24, S7).

The Gram matrix (1 - c) I + c J goes to (I + c' (J - I))/2: one function of one variable, at any n as fast as at n = 2.
Its eigenvalues are 1 - c (n - 1 times) and 1 + (n - 1) c. `rescaled_cosine_map` and its derivative take balls and
return balls: they are for Newton's method and Krawczyk's test.

n finite: the quadrature of `wide.rescaling`. Errors of the derivative are bounded by Cauchy's estimate: each error
term is analytic in c, and on the circle of radius `reach` around c the eigenvalues l have |arg l| <= `swing`, which
costs factors cos(swing)^(-n/2 - 2) at most against the Gaussian law with eigenvalues |l|, of trace <= 2n.

n infinite: c' = 2 E[M(w)^2/(1 + w^2)], w = Z/sqrt(u), u = (1-c)/c, M(w) = phi(w) + w Phi(w), by the law of large
numbers. With w = a sinh v, a <= min(1, 1/sqrt(u)), the integrand g(v) is analytic for |Im v| <= q < pi/4; v = p + iq:

    M(w) - w = M(-w) = int_0^oo s phi(w + s) ds, so |M(w)| <= |w| + b, b = e^(a^2 sin^2 q/2)/sqrt(2 pi) < 1;
    |w|^2 = a^2 (cosh^2 p - cos^2 q),  Re(1 + w^2) = 1 - a^2 cos^2 q + a^2 cosh^2 p cos 2q;
    |M(w)^2/(1 + w^2)| <= 2 (|w|^2 + b^2)/Re(1 + w^2) <= 2/cos 2q;
    int |g(p + iq)| dp <= 4 e^(a^2 u sin^2 q/2)/cos(2q)^(3/2) = M, and the error is at most 2 M/(e^(2 pi q/h) - 1).
"""

from __future__ import annotations

import math
from functools import partial

from flint import arb

from theory.exact.certify import precision
from theory.wide.rescaling import discretisation, spacing, supplement


def rescaled_cosine_map(c: arb, n: int | None, digits: int = 30) -> arb:
    """The cosine after one layer of RS + ReLU.

    Parameters
    ----------
    c : cosine before it, -1/(n-1) <= c <= 1; every such number in the ball is covered.
    n : number of points, >= 2; None for infinitely many, then 0 < c < 1.
    digits : the error terms of the method are below 10^-digits. The time grows like digits^2.

    >>> rescaled_cosine_map(arb("0.5023461901163708666577"), 10, 20).str(16, radius=False)
    '0.502346190116942'
    """
    return _value_or_slope(c, n, digits, slope=False)


def rescaled_cosine_slope(c: arb, n: int | None, digits: int = 30) -> arb:
    """Derivative of `rescaled_cosine_map` in c, for -1/(n-1) < c < 1: infinite at c = 1.

    >>> rescaled_cosine_slope(arb("0.518735929369130530177"), None, 20).str(6, radius=False)
    '0.396972'
    """
    return _value_or_slope(c, n, digits, slope=True)


def _value_or_slope(c: arb, n: int | None, digits: int, slope: bool) -> arb:
    if digits < 1:
        raise ValueError(f"got digits = {digits}; at least 1 is needed")
    with precision(digits + 20 + 2 * len(str(n))):
        if not c.is_finite():
            raise ValueError(f"cosine {c.str(8)}: wanted a finite ball")
        if n is None:
            if not (c > 0 and c < 1):
                raise ValueError(f"cosine {c.str(8)}: infinitely many points need a cosine certainly in (0, 1)")
            return _infinite(c, digits, slope)
        if n < 2:
            raise ValueError(f"n = {n}: a cosine needs at least 2 points")
        if c.upper() < arb(-1) / (n - 1) or c > 1:
            raise ValueError(f"cosine {c.str(8)}: {n} points of equal cosine have it between -1/{n - 1} and 1")
        return _finite(c, n, digits, slope)


def _finite(c: arb, n: int, digits: int, slope: bool) -> arb:
    l0, l1 = (1 - c).nonnegative_part(), (1 + (n - 1) * c).nonnegative_part()
    swing, reach = arb(0), arb(0)
    if slope:
        swing = (1 / arb(n).sqrt() / 2).mid()
        reach = (swing.sin() * l0.min(l1 / (n - 1))).lower()
        if not reach > 0:
            raise ValueError(f"cosine {c.str(8)}: the slope is infinite at c = 1 and at c = -1/{n - 1}")
    wanted = digits + 2 - (float(reach.log()) / math.log(10) if slope else 0)
    angles = spacing(n, wanted, float(swing.upper()))
    h, least = arb(angles[0]), arb(10) ** math.floor(-wanted)
    k = math.floor(-(wanted * math.log(10) + 2 * math.log(n) + 3) / (2 * angles[0]))
    left = (k * h).exp()
    total = left / h.expm1() * (1 - c.min(arb(1)).acos() / arb.pi() if slope else _kappa(l0, l1, n))
    # lower bounds of |eigenvalues| on the circle, for the tail
    m0, m1 = ((l - r).nonnegative_part().lower() for l, r in ((l0, reach), (l1, (n - 1) * reach)))
    if not (m0 > 0 or m1 > 0):
        raise ValueError(f"cosine {c.str(8)}: the ball is too wide, it holds every cosine of {n} points")
    while True:
        e = (k * h).exp()
        total += _node(e, l0, l1, n, slope)
        det = (1 + e * m0) ** (n - 1) * (1 + e * m1)
        trace = (n - 1) * e * m0 / (1 + e * m0) + e * m1 / (1 + e * m1)
        tail = 2 / (trace * det.sqrt()) * swing.cos() ** (-arb(n) / 2 - 1)
        if tail * n < least:
            break
        k += 1
    # f <= (n/2) det^(-1/2) at the right; at the left remainder <= 2 n s^2 E[|y_1 y_2| |y|^2]/2, with (tr |H|) <= 2 n
    sides = tail * n / 2 + arb(3) / 2 * n**2 * left**2 * swing.cos() ** (-arb(n) / 2 - 2)
    error = sides + discretisation(n, angles, swing)
    return total * n / 2 * h + arb(0, (error / reach if slope else error).upper())


def _node(e: arb, l0: arb, l1: arb, n: int, slope: bool) -> arb:
    """det(I - L)^(1/2) K(L)_12 of L = eH (I + eH)^(-1), or its derivative in c."""
    p0, p1 = 1 / (1 + e * l0), 1 / (1 + e * l1)
    s0, s1 = e * l0 * p0, e * l1 * p1
    weight = (p0 ** (n - 1) * p1).sqrt()
    value = _kappa(s0, s1, n)
    if not slope:
        return weight * value
    a, o = s0 + (s1 - s0) / n, (s1 - s0) / n
    sine = (s0 * (a + o)).nonnegative_part().sqrt()
    d0, d1 = -e * p0**2, (n - 1) * e * p1**2
    d_diagonal, d_other = d0 + (d1 - d0) / n, (d1 - d0) / n
    d_value = (sine / a * d_diagonal + supplement(sine, o) * d_other) / arb.pi()
    return weight * (d_value + value * (n - 1) * e * (p0 - p1) / 2)


def _kappa(s0: arb, s1: arb, n: int) -> arb:
    """Off-diagonal entry of K of the matrix with eigenvalues s0 (n - 1 times) and s1 (on the vector of ones)."""
    o = (s1 - s0) / n
    sine = (s0 * (s0 + 2 * o)).nonnegative_part().sqrt()  # diagonal^2 - o^2 without cancellation at c = 1
    return (sine + supplement(sine, o) * o) / arb.pi()


def _infinite(c: arb, digits: int, slope: bool) -> arb:
    u = (1 - c) / c
    a = (1 / u.sqrt()).lower().min(arb(1)).mid()
    per_c = 1 / c**2 if slope else arb(1)
    extra = float((per_c * (1 + 1 / u)).upper().log()) / math.log(10) if slope else 0.0
    wanted = (digits + 2 + max(extra, 0.0)) * math.log(10)
    h, q = _infinite_spacing(wanted)
    bound = 4 * (a**2 * u * q.sin() ** 2 / 2).exp() / (2 * q).cos() ** (arb(3) / 2)
    if slope:  # |1/(2u) - w^2/2| under the Gaussian majorant
        bound *= (1 / u + a**2 * q.sin() ** 2 + 1 / (u * (2 * q).cos())) / 2
    error = 2 * bound / (2 * arb.pi() * q / h).expm1()
    # terms decrease from y = w sqrt(u) >= 2 on, so the tail is below its integral; M(w)^2 <= 1.16 (1 + w^2)
    y = math.sqrt(2 * wanted) + 2
    k = math.ceil(float((y / (a * u.sqrt())).upper().asinh()) / float(h))
    y_last = a * (k * h).sinh() * u.sqrt()
    beyond = (y_last / arb(2).sqrt()).erfc() / 2
    density = (-(y_last**2) / 2).exp() / (2 * arb.pi()).sqrt()
    tail = arb("2.32") * ((beyond + y_last * density / 2) / u if slope else beyond)
    if not y_last > 2:
        raise ValueError(f"cosine {c.str(8)}: the ball is too wide")
    term = partial(_infinite_term, a=a, u=u, slope=slope)
    total = sum((term(k * h) for k in range(-k, k + 1)), arb(0)) * h
    return (-per_c if slope else 1) * total + arb(0, (per_c * (error + 2 * tail)).upper())


def _infinite_spacing(wanted: float) -> tuple[arb, arb]:
    """Step h and half-width q of the strip for an error of about e^-wanted."""

    def step(q: float) -> float:
        return 2 * math.pi * q / (wanted + math.log(8) + math.sin(q) ** 2 / 2 - 1.5 * math.log(math.cos(2 * q)))

    h, q = max((step(k / 256), k / 256) for k in range(1, 201))
    return arb(math.floor(h * 2**20) / 2**20), arb(q)


def _infinite_term(v: arb, a: arb, u: arb, slope: bool) -> arb:
    """g(v), or its derivative in u; dw = a cosh v dv and the density of w is sqrt(u) phi(w sqrt(u))."""
    w = a * v.sinh()
    relu_mean = (-w * w / 2).exp() / (2 * arb.pi()).sqrt() + w * (-w / arb(2).sqrt()).erfc() / 2
    density = (u / (2 * arb.pi())).sqrt() * (-u * w * w / 2).exp()
    g = 2 * density * relu_mean**2 / (1 + w * w) * a * v.cosh()
    return g * (1 / u - w * w) / 2 if slope else g
