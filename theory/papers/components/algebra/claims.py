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
)  # fmt: skip

from theory.batchnorm import batchnorm, recentre, rescale
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
    decided_to=8,
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


c = Symbol("c", positive=True)
normal, rescaled = Symbol("y", real=True), Symbol("r", real=True)
"""BN(x)_i and RS(x)_i."""


bn_affine_invariance = Claim(
    "components.algebra.bn-affine-invariance",
    source=Locator(COMPONENTS, "rescaling, batch normalization"),
    status="new",
    says="RS(cx) = sign(c) RS(x) and BN(cx + b) = sign(c) BN(x): scale and shift are lost, the sign is kept; with y_i "
    "and r_i the entries of BN(x) and RS(x), for c and for -c, c > 0",
    tex=r"\mathrm{RS}(cx)=\operatorname{sgn}(c)\,\mathrm{RS}(x),\quad "
    r"\mathrm{BN}(cx+b)=\operatorname{sgn}(c)\,\mathrm{BN}(x)",
    hypotheses=("c != 0", "x not constant"),
    predicts=(normal, rescaled, -normal, -rescaled),
    over=grid(c=(2, 3), y=(1, 2), r=(1, 3)),
    given=Given(
        {
            "x": Batches(up_to=("scale",)),
            "c": Rationals(above=0),
            "b": Rationals(),
            "i": Integers(0),
        },
        lambda at: at["i"] < size(at["x"]),
        "i < n",
        letters={"y": lambda at: batchnorm(at["x"])[at["i"]], "r": lambda at: rescale(at["x"])[at["i"]]},
    ),
    left=r"\big(\mathrm{BN}(cx+b),\ \mathrm{RS}(cx),\ \mathrm{BN}(-cx+b),\ \mathrm{RS}(-cx)\big)_i",
    speaks_of=("rc", "rs"),
    twins=(
        Twin((normal, rescaled, normal, rescaled), "invariant under every scale, negative ones too"),
        Twin((c * normal, c * rescaled, -c * normal, -c * rescaled), "homogeneous of degree one"),
    ),
)


@bn_affine_invariance.literal
def _images(at: At) -> tuple[Any, ...]:
    x, i = each(number, at.x), at.i

    def of(scale: Any) -> tuple[Any, Any]:
        return batchnorm(each(lambda v: scale * v + at.b, x))[i], rescale(each(lambda v: scale * v, x))[i]

    return (*of(at.c), *of(-at.c))


@bn_affine_invariance.exact(
    scope="every c > 0 and c < 0 and every shift b > 0; on one batch each of n = 2, 3, 4 points", reach="cases"
)
def _scales_and_shifts(predicted: Predicted) -> Compared:
    b = Symbol("b", positive=True)
    for points in (2, 3, 4):
        x = [Rational(i * i - 3, i + 1) for i in range(points)]
        before = list(zip(batchnorm(x), rescale(x), strict=True))
        for label, scale, claimed in (("c > 0", c, predicted[:2]), ("c < 0", -c, predicted[2:])):
            after = zip(batchnorm([scale * v + b for v in x]), rescale([scale * v for v in x]), strict=True)
            for i, (images, originals) in enumerate(zip(after, before, strict=True)):
                letters = dict(zip((normal, rescaled), originals, strict=True))
                for name, image, part in zip(("BN", "RS"), images, claimed, strict=True):
                    wanted = _signed_square(part.subs(letters, simultaneous=True))
                    yield f"{name}, {label}, n = {points}, entry {i}", _signed_square(image).cancel(), wanted.cancel()
