"""Recentring, rescaling and batch normalization: what they kill and keep, derivatives along a direction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sympy import Expr, Integer, Symbol, cancel, diff, expand, sqrt, symbols, sympify

from theory.batchnorm import NORMALISATIONS, batchnorm, degrees, dot, recentre, rescale
from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import Undefined, grid
from theory.expansion import RECURRENCE
from theory.notation import k as any_order
from theory.notation import n
from theory.papers.components import COMPONENTS
from theory.term import Series, each, number, root, size, total, whole
from theory.term.named import named
from theory.words import At

POINTS = {"n": lambda at: number(size(at["x"]))}
c = Symbol("c", positive=True)
normal, rescaled = Symbol("y", real=True), Symbol("r", real=True)
"""BN(x)_i and RS(x)_i."""


@Claim(
    "components.algebra.rc-idempotent",
    source=Locator(COMPONENTS, "recentring"),
    says="recentring is the matrix I - cJ with c = 1/n: it kills constants, and doing it twice changes nothing",
    predicts=1 / n,
    decided_to=8,
    over=grid(n=range(2, 8)),
    given=Given(
        {"x": Batches(Integers(1), constant=True), "i": Integers(0)},
        lambda at: at["i"] < size(at["x"]) and total(at["x"]) != 0,
        "i < n, sum x != 0",
        letters=POINTS,
    ),
    speaks_of=("rc",),
)
def rc_idempotent(at: At) -> Any:
    """c, from the entry of x - RC x; that RC RC x = RC x and RC 1 = 0 there is looked at on the way."""
    x, i = recentre(at.x), at.i
    if recentre(x)[i] != x[i] or recentre(each(lambda _: number(1), x))[i] != 0:
        raise Undefined("recentring twice is not recentring, or it keeps constants")
    return (at.x[i] - x[i]) / total(at.x)


@Claim(
    "components.algebra.bn-affine-invariance",
    source=Locator(COMPONENTS, "rescaling, batch normalization"),
    says="RS(cx) = sign(c) RS(x) and BN(cx + b) = sign(c) BN(x): scale and shift are lost, the sign is kept; with y_i "
    "and r_i the entries of BN(x) and RS(x), for c and for -c, c > 0",
    predicts=(normal, rescaled, -normal, -rescaled),
    over=grid(c=(2, 3), y=(1, 2), r=(1, 3)),
    given=Given(
        {"x": Batches(up_to=("scale",)), "c": Rationals(above=0), "b": Rationals(), "i": Integers(0)},
        lambda at: at["i"] < size(at["x"]),
        "i < n",
        letters={"y": lambda at: batchnorm(at["x"])[at["i"]], "r": lambda at: rescale(at["x"])[at["i"]]},
    ),
    speaks_of=("rc", "rs"),
    twins=(
        Twin((normal, rescaled, normal, rescaled), "invariant under every scale, negative ones too"),
        Twin((c * normal, c * rescaled, -c * normal, -c * rescaled), "homogeneous of degree one"),
    ),
)
def bn_affine_invariance(at: At) -> tuple[Any, ...]:
    x, i = each(number, at.x), at.i

    def of(scale: Any) -> tuple[Any, Any]:
        return batchnorm(each(lambda v: scale * v + at.b, x))[i], rescale(each(lambda v: scale * v, x))[i]

    return (*of(at.c), *of(-at.c))


STEP = Symbol("t", real=True)
SHAPE = symbols("b c", real=True)  # <Px, Ph>/|Px|^2 and |Ph|^2/|Px|^2
BEFORE = symbols("a e", real=True)  # a_(k-1) and a_(k-2)
moved = Symbol("p", real=True)  # (Ph)_i
ALONG = symbols("q r e", real=True)  # <y, h> y_i for the three normalisations


def expanded(value: Any) -> Any:
    return value.expand() if isinstance(value, Expr) else value


def _along(at: Mapping[str, Any], name: str) -> Any:
    y = batchnorm(at["x"], name)
    return expanded(dot(y, each(number, at["h"])) * y[at["i"]])


@Claim(
    "components.algebra.bn-jacobian",
    source=Locator(COMPONENTS, "BN Jacobian, sigma^2 = |Px|^2/nu"),
    says="dBN(x)/dx = (P - s y y^T)/sigma with y = BN(x), and s = 1/n for the biased standard deviation, 1/(n-1) for "
    "the unbiased one, 1 for the Euclidean norm",
    silent_on="BN with a small constant added to the variance, where the bracket is no projector",
    predicts=tuple(moved - along / nu for along, nu in zip(ALONG, (n, n - 1, Integer(1)), strict=True)),
    over=grid(n=range(3, 8), p=(1, 2), q=(3,), r=(5,), e=(7,)),
    given=Given(
        {"x": Batches(up_to=AFFINE), "h": Batches(constant=True), "i": Integers(0)},
        lambda at: size(at["x"]) == size(at["h"]) and at["i"] < size(at["x"]),
        "h as long as x, i < n; p = (Ph)_i, and q, r, e = <y, h> y_i for the three",
        letters=POINTS
        | {"p": lambda at: number(at["h"][at["i"]]) - number(total(at["h"])) / number(size(at["h"]))}
        | {
            symbol.name: lambda at, name=name: _along(at, name)
            for symbol, name in zip(ALONG, NORMALISATIONS, strict=True)
        },
    ),
    speaks_of=("rc", "rs", "divisor"),
    twins=(
        Twin(tuple(moved - along for along in ALONG), "y y^T without 1/nu, whatever the normalisation"),
        Twin(
            tuple(moved - along / nu for along, nu in zip(ALONG, (n - 1, n, Integer(1)), strict=True)),
            "biased and unbiased swapped",
        ),
    ),
).literal(scope="BN itself, differentiated along a direction", most=40)
def bn_jacobian(at: At) -> tuple[Any, ...]:
    """To first order in t; sigma times it."""
    x, h = each(number, at.x), each(number, at.h)
    u = recentre(x)
    return tuple(
        expanded(root(dot(u, u) / nu) * derivative_along(x, h, nu)[at.i])
        for nu in (degrees(size(x), name) for name in NORMALISATIONS)
    )


@named(
    "∂BN_{{{2}}}({0})[{1}]",
    r"\partial\mathrm{{BN}}_{{{2}}}({0})[{1}]",
    shape=lambda x, *_: (size(x),),
    means="BN_ν = RS_ν ∘ RC, BN_ν(x) of squared norm ν",
)
def derivative_along(x: Any, h: Any, nu: Any) -> Any:
    """The derivative of BN at a row x along a row h, entry by entry."""
    return each(lambda entry: entry[1], rescale(recentre(each(Series, x, h)), nu))


@named("a_{{{2}}}", means="σ BN(x + t h) = Σₖ (aₖ RC(x) + aₖ₋₁ RC(h)) t^k, σ² = |RC(x)|²/n")
@cache
def coefficient(x: Any, h: Any, k: int) -> Expr:
    """a_k, from sigma BN(x + th) = sum_k (a_k P x + a_(k-1) P h) t^k."""
    x, h = each(number, x), each(number, h)
    u, v = recentre(x), recentre(h)
    sigma = sqrt(dot(u, u) / len(u))
    entries = batchnorm(each(lambda p, q: Series(p, q, *[Integer(0)] * (k - 1)), x, h))
    found = sympify(0)
    for power in range(k + 1):
        found = factor([(sigma * e[power]).expand() - found * q for e, q in zip(entries, v, strict=True)], u)
    return found


@Claim(
    "components.algebra.bn-taylor",
    source=Locator(COMPONENTS, "Taylor expansion of BN"),
    says="BN(x + th) = (1/sigma) sum_k (a_k Px + a_(k-1) Ph) t^k with a_k = -p b a_(k-1) - q c a_(k-2), p = (2k-1)/k, "
    "q = (k-1)/k, b = <Px, Ph>/|Px|^2, c = |Ph|^2/|Px|^2: scaled Legendre polynomials",
    hypotheses=("|t| < |Px|/|Ph|",),
    predicts=-RECURRENCE[0] * SHAPE[0] * BEFORE[0] - RECURRENCE[1] * SHAPE[1] * BEFORE[1],
    over=tuple({**point, "b": 2, "c": 3, "a": 5, "e": 7} for point in grid(k=range(2, 8))),
    given=Given(
        {"k": Integers(2), "x": Batches(Integers(3), up_to=AFFINE), "h": Batches(Integers(3))},
        lambda at: size(at["x"]) == size(at["h"]),
        "h as long as x",
        letters={
            "b": lambda at: dot(recentre(at["x"]), recentre(at["h"])) / dot(recentre(at["x"]), recentre(at["x"])),
            "c": lambda at: dot(recentre(at["h"]), recentre(at["h"])) / dot(recentre(at["x"]), recentre(at["x"])),
            "a": lambda at: coefficient(at["x"], at["h"], whole(at["k"]) - 1),
            "e": lambda at: coefficient(at["x"], at["h"], whole(at["k"]) - 2),
        },
    ),
    speaks_of=("rs",),
    uses=("components.algebra.bn-jacobian",),
).literal(scope="BN itself, as a series along a direction", most=8)
def bn_taylor(at: At) -> Expr:
    return coefficient(at.x, at.h, whole(at.k))


def factor(image: Sequence[Any], of: Sequence[Any]) -> Expr:
    """The c with image = c of, entry by entry; `Undefined` where there is none."""
    found = {sympify(v) / w for v, w in zip(image, of, strict=True) if w}
    if len(found) != 1 or any(v for v, w in zip(image, of, strict=True) if not w):
        raise Undefined(f"{tuple(image)} is no multiple of {tuple(of)}")
    return found.pop()


@bn_taylor.exact(
    "every k", argued="BN on a line solves a linear equation whose coefficient of t^(k-1) is the recurrence"
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
    found = -sum((cancel(e / of[0]) * before for e, before in zip(of[1:], BEFORE, strict=True)), Integer(0))
    yield "every k >= 2", found, recurrence.subs(dict(zip(SHAPE, (b, c), strict=True)))
