"""Dual kernels of activations: E[f(u) f(v)] for normal u, v of variances a, b and covariance c; closed, or in balls.

| f | E[f(u) f(v)] |
|---|---|
| identity | c |
| relu | sqrt(ab) kappa(c/sqrt(ab))/2 (Cho and Saul 2009) |
| leaky_relu, slope s | (1 - s)^2 times that of relu, + s c |
| gelu | c (1/4 + arcsin(c/r)/(2 pi)) + (ab r^2 + (1 - ab) c^2)/(2 pi r^2 sqrt(r^2 - c^2)), r^2 = (1 + a)(1 + b) |
| erf | (2/pi) arcsin(2c/sqrt((1 + 2a)(1 + 2b))) (Williams 1997) |
| sin | e^(-(a + b)/2) sinh c |
| tanh, silu | not closed: the trapezoidal rule in both variables, with a proven error |

leaky_relu is (1 - s) relu(t) + s t, and E[relu(u) v] = c/2. sin u sin v is half of cos(u - v) - cos(u + v), and
E cos g = e^(-Var g/2).

gelu(u) = u Phi(u). Let M = E[phi(u) phi(v)] = 1/(2 pi sqrt(r^2 - c^2)) and Q = E[Phi(u) Phi(v)], the probability that
two normals of variances 1 + a, 1 + b and covariance c are positive: 1/4 + arcsin(c/r)/(2 pi). By Stein's lemma in u,
E[u phi(u) Phi(v)] = c M - a E[u phi(u) Phi(v)], so that it is c M/(1 + a); in v, E[v phi(u) Phi(v)] = b M -
c E[u phi(u) Phi(v)] = M (b - c^2/(1 + a)); and E[u v Phi(u) Phi(v)] = a E[v phi(u) Phi(v)] + c Q + c E[v Phi(u) phi(v)]
= c Q + M (ab - a c^2/(1 + a) + c^2/(1 + b)).

tanh, silu: with x, y independent and standard, u = sigma x, v = tau (rho x + s y), sigma^2 = a, tau^2 = b, s^2 = 1 -
rho^2, both rules have step h and nodes up to R. On |Im z| <= pi/4, |tanh z| <= 1, and on |Im z| <= pi/2,
|silu z| <= |z|, since |1 + e^-z| >= 1 there; call that half-width w. So the integrand continues to |Im| <= alpha =
w/max(sigma, tau) in either variable, where the normal density grows by e^(alpha^2/2) at most, and its absolute values
integrate to at most B e^(alpha^2/2) over both, B = 1 or 2 sigma tau (1 + alpha)^2. The rule in x errs by
2 B e^(alpha^2/2)/(e^(2 pi alpha/h) - 1) (Trefethen and Weideman, SIAM Review 2014, theorem 5.1), that in y, summed over
the nodes in x, by twice that, for h sum p(x_k) < 2 and h sum p(x_k) x_k^2 < 2 by Poisson's formula, p the density. Left
out are at most 24 R p(R) (times sigma tau for silu), as |f(u) f(v)| <= 1 or 3 sigma tau (x^2 + y^2)/2.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from flint import arb, ctx
from sympy import Expr, Integer, Rational, asin, exp, pi, sinh, sqrt

from theory.activations import SLOPE
from theory.exact.certify import precision
from theory.wide.kernels import kappa
from theory.wide.rescaling import relu_entry

__all__ = ["ACTIVATIONS", "dual", "dual_ball", "known_activation"]

MOST_NODES = 2**21
"""Of the rule in both variables: some ten seconds."""

WIDTHS = {"tanh": 4, "silu": 2}
"""Half the width of the strip of the bound is pi over this."""

SLOPES = {"identity": 1, "relu": 1, "gelu": arb("1.13"), "silu": arb("1.1"), "tanh": 1, "erf": arb("1.13"), "sin": 1}
"""Bounds on |f'|; with f(0) = 0, for all of them."""


def _relu(a: Expr, b: Expr, c: Expr, slope: Expr) -> Expr:
    if a == 0 or b == 0:
        return Integer(0)
    norm = sqrt(a * b)
    return norm * kappa(c / norm) / 2 if a != b or c != a else a / 2


def _gelu(a: Expr, b: Expr, c: Expr, slope: Expr) -> Expr:
    r = sqrt((1 + a) * (1 + b))
    rest = (a * b * r**2 + (1 - a * b) * c**2) / (2 * pi * r**2 * sqrt(r**2 - c**2))
    return c * (Rational(1, 4) + asin(c / r) / (2 * pi)) + rest


CLOSED: dict[str, Callable[[Expr, Expr, Expr, Expr], Expr]] = {
    "identity": lambda a, b, c, slope: c,
    "relu": _relu,
    "leaky_relu": lambda a, b, c, slope: (1 - slope) ** 2 * _relu(a, b, c, slope) + slope * c,
    "gelu": _gelu,
    "erf": lambda a, b, c, slope: 2 / pi * asin(2 * c / sqrt((1 + 2 * a) * (1 + 2 * b))),
    "sin": lambda a, b, c, slope: exp(-(a + b) / 2) * sinh(c),
}

ACTIVATIONS = (*CLOSED, *WIDTHS)


def known_activation(name: str) -> None:
    """ValueError for an activation of which no dual kernel is known."""
    if name not in ACTIVATIONS:
        raise ValueError(f"activation {name!r}: dual kernels are known of {', '.join(ACTIVATIONS)}")


def dual(activation: str, a: Expr, b: Expr, c: Expr, slope: Expr = SLOPE) -> Expr:
    """E[f(u) f(v)], Var u = a, Var v = b, Cov = c, exact; `slope` is that of leaky_relu.

    Raises
    ------
    ValueError
        for tanh and silu, which are not closed, and activations that are not known.

    >>> one, half = Integer(1), Rational(1, 2)
    >>> dual("erf", one, one, one), dual("relu", one, one, Integer(0))
    (2*asin(2/3)/pi, 1/(2*pi))
    >>> dual("gelu", one, one, half).evalf(12)
    0.227294915022
    """
    known_activation(activation)
    if activation not in CLOSED:
        raise ValueError(f"the dual kernel of {activation} is not closed: take gram_map_balls, certified digits of it")
    return CLOSED[activation](a, b, c, slope)


def dual_ball(activation: str, a: arb, b: arb, c: arb, digits: int, slope: arb) -> arb:
    """E[f(u) f(v)] of all psd cases in the balls, the error of the method below about 10^-digits.

    The value at the midpoint, |c| cut at sqrt(ab), and Lipschitz constants s^2 in c and s^2 sqrt(b/a) in a, s a bound
    on |f'|: d/dc is E[f'(u) f'(v)], and 2 d/da is E[f''(u) f(v)], (E[u f'(u) f(v)] - c E[f'(u) f'(v)])/a by Stein's
    lemma.

    >>> print(dual_ball("sin", arb(1), arb(1), arb(1), 10, arb(0)).str(10, radius=False))
    0.4323323584
    """
    known_activation(activation)
    steep = arb(SLOPES[activation]) if activation in SLOPES else arb.max(abs(slope), arb(1))
    if a.is_zero() or b.is_zero():
        return arb(0)
    if not (a > 0 and b > 0):
        return arb(0, (steep**2 * (a.abs_upper() * b.abs_upper()).sqrt()).upper())
    if activation == "identity":
        return c
    away = (b.upper() / a.lower()).sqrt() * a.rad() + (a.upper() / b.lower()).sqrt() * b.rad()
    spread = (steep**2 * (c.rad() + 2 * away)).upper()
    a, b, c = a.mid(), b.mid(), c.mid()
    with precision(2 * ctx.dps):  # exact
        alike = a * b - c * c <= 0
    if alike:
        c = (a * b).sqrt() * (1 if c > 0 else -1)
    if activation in WIDTHS:
        exact = (tuple(map(int, v.mid().man_exp())) for v in (a, b, c))
        found = _quadrature(activation, *exact, alike, digits, ctx.prec)
    else:
        found = BALLS[activation](a, b, c, slope)
    return found + arb(0, spread)


def _gelu_ball(a: arb, b: arb, c: arb, slope: arb) -> arb:
    square = (1 + a) * (1 + b)
    rest = (a * b * square + (1 - a * b) * c**2) / (2 * arb.pi() * square * (square - c**2).sqrt())
    return c * (arb(1) / 4 + (c / square.sqrt()).asin() / (2 * arb.pi())) + rest


BALLS: dict[str, Callable[[arb, arb, arb, arb], arb]] = {
    "relu": lambda a, b, c, slope: relu_entry(a, b, c) / 2,
    "leaky_relu": lambda a, b, c, slope: (1 - slope) ** 2 * relu_entry(a, b, c) / 2 + slope * c,
    "gelu": _gelu_ball,
    "erf": lambda a, b, c, slope: 2 * (2 * c / ((1 + 2 * a) * (1 + 2 * b)).sqrt()).asin() / arb.pi(),
    "sin": lambda a, b, c, slope: (-(a + b) / 2).exp() * c.sinh(),
}
"""`CLOSED` in balls, at a psd point."""


def _silu(z: arb) -> arb:
    return z / (1 + (-z).exp())


def by_quadrature(activation: str, a: arb, b: arb, c: arb, alike: bool, digits: int) -> arb:
    """E[f(u) f(v)] of tanh or silu at one point, a, b > 0; `alike`: v is u or -u but for scale.

    O(digits^2 max(a, b)) evaluations.
    """
    f = arb.tanh if activation == "tanh" else _silu
    sigma, tau = a.sqrt(), b.sqrt()
    rho = c / (sigma * tau)
    s = (1 - rho * rho).nonnegative_part().sqrt()
    rho, s = (arb(1 if c > 0 else -1), arb(0)) if alike else (rho, s)
    alpha = arb.pi() / WIDTHS[activation] / arb.max(sigma, tau)
    least = arb(10) ** (-digits - 2)
    scale = arb(1) if activation == "tanh" else sigma * tau
    bulge = (1 if activation == "tanh" else 2 * sigma * tau * (1 + alpha) ** 2) * (alpha * alpha / 2).exp()
    h = arb((2 * arb.pi() * alpha / (6 * bulge / least + 1).log()).lower().mid())
    h = arb.min(h, arb("0.5")).mid()
    error = 6 * bulge / (2 * arb.pi() * alpha / h).expm1()
    density = 1 / (2 * arb.pi()).sqrt()
    R = arb(2)
    while (tail := 24 * scale * R * density * (-R * R / 2).exp()) > least:
        R += arb("0.5")
    count = int((R / h).upper().ceil().unique_fmpz())
    if (2 * count + 1) ** (1 if alike else 2) > MOST_NODES:
        raise ValueError(
            f"{activation} at variances {a.str(4, radius=False)} and {b.str(4, radius=False)} takes {2 * count + 1} "
            f"nodes in each of two variables for {digits} digits: ask for fewer, or scale the Gram matrix"
        )
    nodes = [k * h for k in range(-count, count + 1)]
    weights = [h * density * (-x * x / 2).exp() for x in nodes]
    total = arb(0)
    for x, weight in zip(nodes, weights, strict=True):
        at = tau * rho * x
        if alike:
            inner = f(at)
        else:
            inner = arb(0)
            for y, other in zip(nodes, weights, strict=True):
                inner += other * f(at + tau * s * y)
        total += weight * f(sigma * x) * inner
    return total + arb(0, (error + tail).upper())


@cache
def _quadrature(activation: str, a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], alike: bool, digits: int,
                bits: int) -> arb:  # fmt: skip
    """Points as mantissa and exponent; at as many bits as are in use."""
    one, other, both = (arb(mantissa) * arb(2) ** exponent for mantissa, exponent in (a, b, c))
    return by_quadrature(activation, one, other, both, alike, digits)
