"""Recentring and rescaling: what they kill and keep."""

from __future__ import annotations

from typing import Any

from sympy import (
    Abs,
    ImmutableMatrix,
    Integer,
    Rational,
    Symbol,
    eye,
    ones,
    symbols,
)  # fmt: skip

from theory.batchnorm import batchnorm, dot, recentre, rescale
from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.claim.domains import Batches, Integers, Rationals
from theory.claim.given import Given
from theory.exact.expressions import Undefined, grid
from theory.notation import n
from theory.papers.components import COMPONENTS
from theory.papers.components.algebra.setting import POINTS
from theory.term import each, number, size, total
from theory.words import At

rc_idempotent = Claim(
    "components.algebra.rc-idempotent",
    source=Locator(COMPONENTS, "recentring"),
    status="new",
    says="recentring is the matrix I - cJ with c = 1/n: it kills constants, and doing it twice changes nothing",
    tex=r"P = I - \tfrac1n J,\quad P^2 = P,\quad P\mathbf 1 = 0",
    hypotheses=("n >= 1",),
    predicts=1 / n,
    over=grid(n=range(2, 8)),
    given=Given(
        {"x": Batches(Integers(1), up_to=(), constant=True), "i": Integers(0)},
        lambda at: at["i"] < size(at["x"]) and total(at["x"]) != 0,
        "i < n, sum x != 0",
        letters=POINTS,
    ),
    left=r"c:\ (\mathrm{RC}\,x)_i=x_i-c\,\mathbf1^{\mathsf T}x",
    speaks_of=("rc",),
    twins=(Twin(1 / (n - 1), "Bessel's 1/(n-1) is for variances"),),
)


@rc_idempotent.literal
def _coefficient(at: At) -> Any:
    """c, from the entry of x - RC x; that RC RC x = RC x and RC 1 = 0 there is looked at on the way."""
    x, i = recentre(at.x), at.i
    if recentre(x)[i] != x[i] or recentre(each(lambda _: number(1), x))[i] != 0:
        raise Undefined("recentring twice is not recentring, or it keeps constants")
    return (at.x[i] - x[i]) / total(at.x)


@rc_idempotent.exact(
    scope="every n, in the algebra spanned by I and J (J^2 = nJ); the map itself for n = 2..6",
    reach="step",
    of="recentring is I - J/n; the algebra spanned by I and J is multiplied by J^2 = nJ",
)
def _projector(c: Predicted) -> Compared:
    yield "P^2 = P: coefficient of J", c**2 * n - 2 * c, -c
    yield "P 1 = 0: entry", 1 - c * n, Integer(0)
    for points in range(2, 7):
        matrix = ImmutableMatrix([recentre(row) for row in eye(points).tolist()])
        yield f"n = {points}", tuple(matrix), tuple(eye(points) - c.subs(n, points) * ones(points, points))


def _signed_square(y: Any) -> Any:
    """y|y| determines y, and is rational where y is the square root of a rational."""
    return y * Abs(y)


bn_affine_invariance = Claim(
    "components.algebra.bn-affine-invariance",
    source=Locator(COMPONENTS, "rescaling, batch normalization"),
    status="new",
    says="RS(cx) = sign(c) RS(x) and BN(cx + b) = sign(c) BN(x): scale and shift are lost, the sign is kept",
    tex=r"\mathrm{RS}(cx)=\operatorname{sgn}(c)\,\mathrm{RS}(x),\quad "
    r"\mathrm{BN}(cx+b)=\operatorname{sgn}(c)\,\mathrm{BN}(x)",
    hypotheses=("c != 0", "x not zero (RS), not constant (BN)"),
    predicts=(Integer(1), Integer(-1)),
    over=grid(c=(2, 3)),
    given=Given(
        {
            "x": Batches(up_to=("scale",)),
            "c": Rationals(above=0),
            "b": Rationals(),
            "i": Integers(0),
        },
        lambda at: at["i"] < size(at["x"]),
        "i < n",
    ),
    left=r"s:\ \mathrm{RS}(cx)=s\,\mathrm{RS}(x),\ \mathrm{BN}(cx+b)=s\,\mathrm{BN}(x);\ \text{the same for }-c",
    speaks_of=("rc", "rs"),
    twins=(
        Twin((Integer(1), Integer(1)), "invariant under every scale, negative ones too"),
        Twin((Symbol("c", positive=True), -Symbol("c", positive=True)), "homogeneous of degree one"),
    ),
)


@bn_affine_invariance.literal
def _signs(at: At) -> tuple[Any, ...]:
    x, b, i = each(number, at.x), at.b, at.i
    of_batchnorm, of_rescaling = batchnorm(x), rescale(x)

    def sign(c: Any) -> Any:
        after = batchnorm(each(lambda v: c * v + b, x))
        found = dot(after, of_batchnorm) / dot(of_batchnorm, of_batchnorm)
        scaled = rescale(each(lambda v: c * v, x))
        if after[i] != found * of_batchnorm[i] or scaled[i] != found * of_rescaling[i]:
            raise Undefined("the entries have no common factor")
        return found

    return sign(at.c), sign(-at.c)


@bn_affine_invariance.exact(
    scope="every c > 0 and c < 0 and every shift b > 0; on one batch each of n = 2, 3, 4 points", reach="cases"
)
def _scales_and_shifts(signs: Predicted) -> Compared:
    c, b = symbols("c b", positive=True)
    for points in (2, 3, 4):
        x = [Rational(i * i - 3, i + 1) for i in range(points)]
        for label, scale, sign in (("c > 0", c, signs[0]), ("c < 0", -c, signs[1])):
            for name, image, original in (
                ("RS", rescale([scale * v for v in x]), rescale(x)),
                ("BN", batchnorm([scale * v + b for v in x]), batchnorm(x)),
            ):
                for i, (after, before) in enumerate(zip(image, original, strict=True)):
                    where = f"{name}, {label}, n = {points}, entry {i}"
                    yield where, _signed_square(after).cancel(), _signed_square(sign) * _signed_square(before)
