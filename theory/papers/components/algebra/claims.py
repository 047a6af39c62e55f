"""Recentring and rescaling: what they kill and keep."""

from __future__ import annotations

from typing import Any

from sympy import (
    Integer,
    Symbol,
)  # fmt: skip

from theory.batchnorm import batchnorm, recentre, rescale
from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
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
    hypotheses=("n >= 1",),
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


@rc_idempotent.literal
def _coefficient(at: At) -> Any:
    """c, from the entry of x - RC x; that RC RC x = RC x and RC 1 = 0 there is looked at on the way."""
    x, i = recentre(at.x), at.i
    if recentre(x)[i] != x[i] or recentre(each(lambda _: number(1), x))[i] != 0:
        raise Undefined("recentring twice is not recentring, or it keeps constants")
    return (at.x[i] - x[i]) / total(at.x)


@rc_idempotent.exact(
    scope="every n, in the algebra spanned by I and J (J^2 = nJ)",
    argued="recentring is I - cJ, and J^2 = nJ: it kills constants for one c, with which it is a projector",
)
def _projector(c: Predicted) -> Compared:
    yield "P^2 = P: coefficient of J", c**2 * n - 2 * c, -c
    yield "P 1 = 0: entry", 1 - c * n, Integer(0)


c = Symbol("c", positive=True)
normal, rescaled = Symbol("y", real=True), Symbol("r", real=True)
"""BN(x)_i and RS(x)_i."""

bn_affine_invariance = Claim(
    "components.algebra.bn-affine-invariance",
    source=Locator(COMPONENTS, "rescaling, batch normalization"),
    status="new",
    says="RS(cx) = sign(c) RS(x) and BN(cx + b) = sign(c) BN(x): scale and shift are lost, the sign is kept; with y_i "
    "and r_i the entries of BN(x) and RS(x), for c and for -c, c > 0",
    hypotheses=("c != 0", "x not constant"),
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


@bn_affine_invariance.literal
def _images(at: At) -> tuple[Any, ...]:
    x, i = each(number, at.x), at.i

    def of(scale: Any) -> tuple[Any, Any]:
        return batchnorm(each(lambda v: scale * v + at.b, x))[i], rescale(each(lambda v: scale * v, x))[i]

    return (*of(at.c), *of(-at.c))
