"""Batch normalization along a direction: its derivative, and its Taylor expansion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flint import arb, arb_series, fmpq
from sympy import (
    Expr,
    I,
    ImmutableMatrix,
    Integer,
    Rational,
    Symbol,
    binomial,
    cancel,
    cos,
    diff,
    expand,
    eye,
    factorial,
    ones,
    sin,
    sqrt,
    symbols,
    sympify,
)  # fmt: skip
from sympy.polys.rings import sring

from theory.batchnorm import NORMALISATIONS, batchnorm, degrees, dot, jacobian, recentre
from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.claim.domains import Batches, Integers
from theory.claim.given import Given
from theory.exact.certify import precision
from theory.exact.expressions import Undefined, enclose, grid
from theory.expansion import RECURRENCE, coefficients, taylor
from theory.notation import HALF, n
from theory.notation import k as any_order
from theory.papers.components import COMPONENTS
from theory.papers.components.algebra.setting import POINTS, STEP, factor
from theory.term import Series, each, number, root, size
from theory.words import At


def _shape(x: Sequence[Any], h: Sequence[Any]) -> tuple[Expr, Expr]:
    """b = <Px, Ph>/|Px|^2 and c = |Ph|^2/|Px|^2."""
    u, v = recentre(x), recentre(h)
    return dot(u, v) / dot(u, u), dot(v, v) / dot(u, u)


def _two_directions(at: Mapping[str, Any]) -> bool:
    if not len(at["x"]) == len(at["h"]) == len(at["g"]):
        return False
    (b, c), (e, f) = _shape(at["x"], at["h"]), _shape(at["x"], at["g"])
    k = int(at["k"])
    return bool(
        b * _binomial(b, c, k - 1) * f * _binomial(e, f, k - 2)
        != e * _binomial(e, f, k - 1) * c * _binomial(b, c, k - 2)
    )


def _binomial(b: Expr, c: Expr, k: int) -> Expr:
    """Coefficient of t^k in (1 + 2bt + ct^2)^(-1/2), by Newton's binomial series."""
    return sum(
        (binomial(-HALF, k - j) * binomial(k - j, j) * (2 * b) ** (k - 2 * j) * c**j for j in range(k // 2 + 1)),
        sympify(0),
    )


moved = Symbol("p", real=True)
ALONG = symbols("q r e", real=True)
"""(Ph)_i, and <y, h> y_i for the three normalisations."""


def expanded(value: Any) -> Any:
    return value.expand() if isinstance(value, Expr) else value


def _along(at: Mapping[str, Any], name: str) -> Any:
    y = batchnorm(at["x"], name)
    return expanded(dot(y, each(number, at["h"])) * y[at["i"]])


bn_jacobian = Claim(
    "components.algebra.bn-jacobian",
    source=Locator(COMPONENTS, "BN Jacobian, sigma^2 = |Px|^2/nu"),
    status="new",
    says="dBN(x)/dx = (P - s y y^T)/sigma with y = BN(x), and s = 1/n for the biased standard deviation, 1/(n-1) for "
    "the "
    "unbiased one, 1 for the Euclidean norm",
    tex=r"\frac{\partial\,\mathrm{BN}(x)}{\partial x}=\frac1\sigma\Big(P-\frac{yy^{\mathsf T}}{\nu}\Big),\quad "
    r"\sigma^2=|Px|^2/\nu",
    hypotheses=("x not constant", "no epsilon under the root"),
    silent_on="BN with a small constant added to the variance, where the bracket is no projector",
    predicts=tuple(moved - along / nu for along, nu in zip(ALONG, (n, n - 1, Integer(1)), strict=True)),
    over=grid(n=range(3, 8), p=(1, 2), q=(3,), r=(5,), e=(7,)),
    given=Given(
        {"x": Batches(), "h": Batches(up_to=(), constant=True), "i": Integers(0)},
        lambda at: size(at["x"]) == size(at["h"]) and at["i"] < size(at["x"]),
        "h as long as x, i < n; p = (Ph)_i, and q, r, e = <y, h> y_i for the three",
        letters=POINTS
        | {"p": lambda at: recentre(at["h"])[at["i"]]}
        | {
            symbol.name: lambda at, name=name: _along(at, name)
            for symbol, name in zip(ALONG, NORMALISATIONS, strict=True)
        },
    ),
    left=r"\sigma\,\frac{d}{dt}\mathrm{BN}(x+th)_i\Big|_0\ \text{for the three}",
    speaks_of=("rc", "rs", "divisor"),
    twins=(
        Twin(tuple(moved - along for along in ALONG), "y y^T without 1/nu, whatever the normalisation"),
        Twin(
            tuple(moved - along / nu for along, nu in zip(ALONG, (n - 1, n, Integer(1)), strict=True)),
            "biased and unbiased swapped",
        ),
    ),
)


@bn_jacobian.literal(scope="BN itself, differentiated along a direction", most=40)
def _derivatives(at: At) -> tuple[Any, ...]:
    """To first order in t; sigma times it."""
    moving = each(lambda v, w: Series(number(v), number(w)), at.x, at.h)
    u = recentre(at.x)
    return tuple(
        expanded(root(dot(u, u) / degrees(size(at.x), name)) * batchnorm(moving, name)[at.i][1])
        for name in NORMALISATIONS
    )


def _weights(predicted: Predicted) -> tuple[Expr, ...]:
    """s in p - s <y, h> y_i."""
    return tuple(-part.subs(moved, 0) / along for part, along in zip(predicted, ALONG, strict=True))


@bn_jacobian.exact(
    scope="every batch, n = 2, 3, 4: derivatives of the rational functions y_i y_k",
    reach="step",
    of="the derivatives of the products y_i y_k fix that of y up to its sign",
)
def _derivative_of_products(predicted: Predicted) -> Compared:
    # y = u sqrt(nu)/|u| is irrational, y_i y_k = nu u_i u_k/|u|^2 is not; and d(y_i y_k) fixes dy up to sign(y)
    for points in (2, 3, 4):
        x = symbols(f"x:{points}")
        u = recentre(x)
        square = sum(v * v for v in u)
        for s, name in zip(_weights(predicted), NORMALISATIONS, strict=True):
            nu, weight = degrees(points, name), s.subs(n, points)
            for i, k in ((0, 0), (0, 1), (points - 1, points - 1)):
                for column in range(min(points, 3)):
                    computed = diff(nu * u[i] * u[k] / square, x[column])
                    P = [Rational(int(row == column)) - Rational(1, points) for row in (i, k)]
                    bracket = P[0] * u[k] + u[i] * P[1] - 2 * weight * nu * u[i] * u[k] * u[column] / square
                    yield f"n = {points}, {name}, d(y_{i} y_{k})/dx_{column}", computed, nu * bracket / square


@bn_jacobian.exact(
    scope="the function `jacobian` itself: n = 3..5, one rational batch and direction each, all normalisations",
    reach="step",
    of="the derivative along h is the first coefficient of the Taylor expansion",
)
def _directional(predicted: Predicted) -> Compared:
    # a directional derivative is the first Taylor coefficient, which the expansion computes by another route
    for points in (3, 4, 5):
        x = [Rational(i * i, 2) for i in range(points)]
        h = [Rational((-1) ** i, i + 1) for i in range(points)]
        for s, name in zip(_weights(predicted), NORMALISATIONS, strict=True):
            y, first = ImmutableMatrix(batchnorm(x, name)), ImmutableMatrix(taylor(x, h, 1, name)[1])
            projector = eye(points) - ones(points, points) / points
            sigma = sqrt(sum(v * v for v in recentre(x)) * Rational(1, degrees(points, name)))
            formula = (projector - s.subs(n, points) * y * y.T) * ImmutableMatrix(h) / sigma
            for i, (a, b, c) in enumerate(zip(first, formula, jacobian(x, name) * ImmutableMatrix(h), strict=True)):
                yield f"n = {points}, {name}, entry {i}", (a / sigma).expand(), (b / sigma).expand()
                yield f"n = {points}, {name}, entry {i} of the function", (c / sigma).expand(), (b / sigma).expand()


bn_taylor = Claim(
    "components.algebra.bn-taylor",
    source=Locator(COMPONENTS, "Taylor expansion of BN"),
    status="new",
    says="BN(x + th) = (1/sigma) sum_k (a_k Px + a_(k-1) Ph) t^k with a_k = -p b a_(k-1) - q c a_(k-2), p = (2k-1)/k, "
    "q = (k-1)/k, b = <Px, Ph>/|Px|^2, c = |Ph|^2/|Px|^2: scaled Legendre polynomials",
    tex=r"\mathrm{BN}(x+th)=\frac1\sigma\sum_k(a_kPx+a_{k-1}Ph)\,t^k,\quad a_k=c^{k/2}P_k(-b/\sqrt c)",
    hypotheses=("x not constant", "|t| < |Px|/|Ph|"),
    predicts=RECURRENCE,
    over=grid(k=range(2, 8)),
    given=Given(
        {
            "k": Integers(2),
            "x": Batches(Integers(3)),
            "h": Batches(Integers(3), up_to=()),
            "g": Batches(Integers(3), up_to=()),
        },
        _two_directions,
        "two directions h, g as long as x whose a_k determine p and q (a_0 = 1, a_1 = -b; at k = 1 there is no q)",
    ),
    left=r"(p,q):\ a_k=-p\,b\,a_{k-1}-q\,c\,a_{k-2},\quad \sigma\mathrm{BN}(x+th)=\sum_k(a_kPx+a_{k-1}Ph)\,t^k",
    speaks_of=("rs",),
    silent_on="recentring, without which the same is true of x and h themselves",
    uses=("components.algebra.bn-jacobian",),
    twins=(Twin((RECURRENCE[0], Integer(1)), "(k-1)/k taken as 1"),),
)


@bn_taylor.literal(scope="BN itself, differentiated k times along two directions", most=8)
def _recurrence(at: At) -> tuple[Expr, ...]:
    rows = []
    for h in (at.h, at.g):
        b, c = _shape(at.x, h)
        a = _by_differentiation(at.x, h, int(at.k))
        rows.append((-b * a[-2], -c * a[-3], a[-1]))
    (f, g, u), (r, s, v) = rows
    if not (det := f * s - r * g):
        raise Undefined("the coefficients along the two directions do not determine p and q")
    return (u * s - v * g) / det, (f * v - r * u) / det


def _by_differentiation(x: Sequence[Any], h: Sequence[Any], order: int) -> list[Expr]:
    """a_0..a_order from sigma BN(x + th) = sum_k (a_k P x + a_(k-1) P h) t^k."""
    u, v = recentre(x), recentre(h)
    sigma = sqrt(dot(u, u) / len(u))
    entries = [sigma * e for e in batchnorm([p + STEP * q for p, q in zip(sympify(x), h, strict=True)])]
    found: list[Expr] = [sympify(0)]
    for k in range(order + 1):
        of_t = [(e.subs(STEP, 0) / factorial(k)).expand() for e in entries]
        found.append(factor([p - found[-1] * q for p, q in zip(of_t, v, strict=True)], u))
        entries = [diff(e, STEP) for e in entries]
    return found[1:]


@bn_taylor.exact(
    scope="every order, batch and direction: the differential equation of BN along a line, its coefficient of t^(k-1)",
    reach="stated",
)
def _of_every_order(recurrence: Predicted) -> Compared:
    xx, vv = symbols("xx vv", positive=True)  # |Px|^2, |Ph|^2
    xv = Symbol("xv", real=True)
    (b, c), square = (xv / xx, vv / xx), xx + 2 * STEP * xv + STEP**2 * vv  # of P(x + th)
    times = sqrt(xx / n) / sqrt(square / n)  # sigma BN(x + th) is this times Px + t Ph
    yield "a_0, a_1", tuple(diff(times, STEP, order).subs(STEP, 0) for order in (0, 1)), (Integer(1), -b)
    inside = expand(square / xx)
    slope = expand(cancel(inside * diff(times, STEP) / times))
    yield "a polynomial equation", bool(slope.is_polynomial(STEP)), True
    # the sum of a_j t^j in inside * a' = slope * a
    of = [Integer(0)] * 3  # times a_k, a_(k-1), a_(k-2)
    for power in range(3):
        of[power] += inside.coeff(STEP, power) * (any_order - power)
        of[power] -= slope.coeff(STEP, power - 1) if power else 0
    found = tuple(cancel(e / of[0] / v) for e, v in zip(of[1:], (b, c), strict=True))
    yield "every k >= 2", found, recurrence
    z, cosine = STEP * sqrt(c), -b / sqrt(c)
    yield "Legendre's generating function", expand(1 - 2 * cosine * z + z**2), inside
    # |cosine| <= 1, so that as a function of z it is 0 on the unit circle alone: the series converges where |z| < 1
    turn, at = symbols("turn at", real=True)
    factors = [1 - at * (cos(turn) + sign * I * sin(turn)) for sign in (1, -1)]
    yield (
        "where it is 0",
        expand(factors[0] * factors[1]).subs(sin(turn) ** 2, 1 - cos(turn) ** 2).expand(),
        (1 - 2 * cos(turn) * at + at**2),
    )


@bn_taylor.exact(
    scope="orders 1..12, every batch and direction: the square of the series times 1 + 2bt + ct^2 is 1",
    reach="step",
    of="sigma BN(x + th) is (Px + tPh)(1 + 2bt + ct^2)^(-1/2)",
)
def _generating_function(recurrence: Predicted) -> Compared:
    b, c = symbols("b c")
    a = coefficients(b, c, 12, recurrence)
    for k, left in enumerate(_squared(a, b, c)[1:], 1):
        yield f"order {k}", left, Integer(0)


def _squared(a: Sequence[Expr], b: Symbol, c: Symbol) -> list[Expr]:
    """(sum a_k t^k)^2 (1 + 2bt + ct^2), to the order of a; a_k polynomials in b and c, with any coefficients."""
    R, inside = sring([*a, b, c], b, c, extension=True)
    *a, b, c = inside
    squared = [sum((a[i] * a[k - i] for i in range(k + 1)), R.zero) for k in range(len(a))]
    shifted = [R.zero, R.zero, *squared]
    return [(shifted[k + 2] + 2 * b * shifted[k + 1] + c * shifted[k]).as_expr() for k in range(len(a))]


@bn_taylor.certified(
    scope="order 20 by automatic differentiation in balls, at (b, c) = (-3/5, 2), (1/3, 5/7), (2, 4)",
    reach="step",
    of="sigma BN(x + th) is (Px + tPh)(1 + 2bt + ct^2)^(-1/2)",
)
def _automatic_differentiation(recurrence: Predicted) -> Compared:
    order = 20
    with precision(40, terms=order + 1):
        for b, c in ((Rational(-3, 5), Integer(2)), (Rational(1, 3), Rational(5, 7)), (Integer(2), Integer(4))):
            quadratic = arb_series([1, 2 * arb(fmpq(b.p, b.q)), arb(fmpq(c.p, c.q))], order + 1)
            series = quadratic.rsqrt()
            for k, exact in enumerate(coefficients(b, c, order, recurrence)):
                yield f"b = {b}, c = {c}, order {k}", series[k], enclose(exact, {}, 40)
