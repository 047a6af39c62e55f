"""Recentring, rescaling and batch normalization: what they kill and keep, derivatives along a direction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Expr, Integer, Symbol, symbols

from theory.batchnorm import NORMALISATIONS, batchnorm, degrees, dot, recentre, rescale
from theory.claim import Claim, Locator, Twin
from theory.domains.batches import AFFINE, Batches
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.numbers import Choose, Integers, Rationals
from theory.exact.expressions import Undefined, grid
from theory.expansion import RECURRENCE
from theory.notation import n
from theory.papers.components import COMPONENTS
from theory.term import Series, Shape, Vec, each, every, number, one_if, places, root, size, total, variable
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


Expansion = tuple[Any, Any, Any]
"""Rows x and h, and the first numbers a_0, a_1, .. of sigma BN(x + th) = sum_k (a_k P x + a_(k-1) P h) t^k."""


def products(x: Any, h: Any) -> tuple[Any, Any, Any]:
    """<Px, Px>, <Px, Ph> and <Ph, Ph>."""
    u, w = recentre(each(number, x)), recentre(each(number, h))
    return dot(u, u), dot(u, w), dot(w, w)


def square_of(x: Any, h: Any, a: Any, k: Any) -> Any:
    """The coefficient of t^k in |(a_0 + a_1 t + ..) P(x + th)|^2."""
    xx, xh, hh = products(x, h)

    def of(p: Any, q: Any) -> Any:
        parts = one_if(p + q == k) * xx + 2 * one_if(p + q + 1 == k) * xh + one_if(p + q + 2 == k) * hh
        return a[p] * a[q] * parts

    at = places(size(a))
    return total(each(lambda p: total(each(lambda q: of(p, q), at)), at))


def _is_expansion(value: object) -> bool:
    if not (isinstance(value, tuple) and len(value) == 3 and all(isinstance(row, tuple) and row for row in value)):
        return False
    x, h, a = value
    return (
        len(x) == len(h) and len(set(x)) > 1 and a[0] == 1 and not any(square_of(*value, k) for k in range(1, len(a)))
    )


def _any_expansion(name: str) -> Shape:
    n, count = variable("n", "nat"), variable("count", "nat")
    x, h, a = Vec.named(name, n), Vec.named("h", n), Vec.named("a", count)
    known = every(lambda k: (k == 0) | (square_of(x, h, a, k) == 0), places(count))
    conditions = (n >= 1, count >= 1, products(x, h)[0] > 0, a[0] == 1, known)
    return Shape((x, h, a), (n, count), conditions, rows=((name, (n,)), ("h", (n,)), ("a", (count,))))


@composite(
    "= (x, h, a), rows x and h, x not constant, and a_0 = 1, a_1, .. with |(a_0 + a_1 t + ..) P(x + th)|² = |Px|²",
    has=_is_expansion,
    general=_any_expansion,
    size=lambda value: len(value[0]),
)
def expansions(choose: Choose) -> Expansion:
    """Of integers, up to a_7: a root of a quotient of series."""
    size, order = choose(2, 5), choose(1, 7)
    x, h = (tuple(Integer(choose(-4, 4)) for _ in range(size - 1)) for _ in range(2))
    x, h = (x[0] + choose(1, 3), *x), (Integer(choose(-4, 4)), *h)
    xx, xh, hh = products(x, h)
    inside = Series(*[Integer(1), 2 * xh / xx, hh / xx, *[Integer(0)] * order][: order + 1])
    return x, h, (Series(*[Integer(1), *[Integer(0)] * order]) / inside.root(root)).coefficients


@Claim(
    "components.algebra.bn-taylor",
    source=Locator(COMPONENTS, "Taylor expansion of BN"),
    says="BN(x + th) = (1/sigma) sum_k (a_k Px + a_(k-1) Ph) t^k with a_k = -p b a_(k-1) - q c a_(k-2), p = (2k-1)/k, "
    "q = (k-1)/k, b = <Px, Ph>/|Px|^2, c = |Ph|^2/|Px|^2: scaled Legendre polynomials",
    hypotheses=("|t| < |Px|/|Ph|", "the series: BN(x + th) is a multiple of P(x + th), and |BN|^2 = n"),
    predicts=-RECURRENCE[0] * SHAPE[0] * BEFORE[0] - RECURRENCE[1] * SHAPE[1] * BEFORE[1],
    over=tuple({**point, "b": 2, "c": 3, "a": 5, "e": 7} for point in grid(k=range(2, 8))),
    given=Given(
        {"rows": expansions(), "j": Integers(0)},
        lambda at: at["j"] + 2 < size(at["rows"][2]),
        "a_(j+2) is one of the numbers",
        letters={
            "k": lambda at: number(at["j"]) + 2,
            "b": lambda at: products(*at["rows"][:2])[1] / products(*at["rows"][:2])[0],
            "c": lambda at: products(*at["rows"][:2])[2] / products(*at["rows"][:2])[0],
            "a": lambda at: at["rows"][2][at["j"] + 1],
            "e": lambda at: at["rows"][2][at["j"]],
        },
    ),
    uses=("components.algebra.bn-jacobian",),
).literal(scope="roots of quotients of series", most=40)
@named("a_{{{j}+2}}", means="σ BN(x + t h) = Σₖ (aₖ RC(x) + aₖ₋₁ RC(h)) t^k, σ² = |RC(x)|²/n")
def bn_taylor(at: At) -> Any:
    return at.rows[2][at.j + 2]
