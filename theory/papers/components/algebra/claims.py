"""Recentring and rescaling: what they kill and keep, and the derivative of batch normalization."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import arb, arb_series, fmpq
from sympy import Abs, Expr, ImmutableMatrix, Integer, Rational, Symbol, diff, eye, ones, sqrt, symbols
from sympy.polys.rings import sring

from theory.batchnorm import batchnorm, degrees, jacobian, recentre, rescale
from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.expansion import RECURRENCE, coefficients, taylor
from theory.notation import n
from theory.papers.components import COMPONENTS

rc_idempotent = Claim(
    "components.algebra.rc-idempotent",
    source=Locator(COMPONENTS, "recentring"),
    status="new",
    says="recentring is the matrix I - cJ with c = 1/n: it kills constants, and doing it twice changes nothing",
    tex=r"P = I - \tfrac1n J,\quad P^2 = P,\quad P\mathbf 1 = 0",
    hypotheses=("n >= 1",),
    predicts=1 / n,
    over=grid(n=range(2, 8)),
    twins=(Twin(1 / (n - 1), "Bessel's 1/(n-1) is for variances"),),
)


@rc_idempotent.exact(scope="every n, in the algebra spanned by I and J (J^2 = nJ); the map itself for n = 2..6")
def _projector(c: Predicted) -> Compared:
    yield "P^2 = P: coefficient of J", c**2 * n - 2 * c, -c
    yield "P 1 = 0: entry", 1 - c * n, Integer(0)
    for size in range(2, 7):
        matrix = ImmutableMatrix([recentre(row) for row in eye(size).tolist()])
        yield f"n = {size}", tuple(matrix), tuple(eye(size) - c.subs(n, size) * ones(size, size))


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
    twins=(
        Twin((Integer(1), Integer(1)), "invariant under every scale, negative ones too"),
        Twin((Symbol("c", positive=True), -Symbol("c", positive=True)), "homogeneous of degree one"),
    ),
)


@bn_affine_invariance.exact(
    scope="every c > 0 and c < 0 and every shift b > 0; on one batch each of n = 2, 3, 4 points"
)
def _scales_and_shifts(signs: Predicted) -> Compared:
    c, b = symbols("c b", positive=True)
    for size in (2, 3, 4):
        x = [Rational(i * i - 3, i + 1) for i in range(size)]
        for label, scale, factor in (("c > 0", c, signs[0]), ("c < 0", -c, signs[1])):
            for name, image, original in (
                ("RS", rescale([scale * v for v in x]), rescale(x)),
                ("BN", batchnorm([scale * v + b for v in x]), batchnorm(x)),
            ):
                for i, (after, before) in enumerate(zip(image, original, strict=True)):
                    where = f"{name}, {label}, n = {size}, entry {i}"
                    yield where, _signed_square(after).cancel(), _signed_square(factor) * _signed_square(before)


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
    predicts=(1 / n, 1 / (n - 1), Integer(1)),
    over=grid(n=range(3, 8)),
    twins=(
        Twin((Integer(1), Integer(1), Integer(1)), "y y^T without 1/nu, whatever the normalisation"),
        Twin((1 / (n - 1), 1 / n, Integer(1)), "biased and unbiased swapped"),
    ),
)


@bn_jacobian.exact(scope="every batch, n = 2, 3, 4: derivatives of the rational functions y_i y_k")
def _derivative_of_products(predicted: Predicted) -> Compared:
    # y = u sqrt(nu)/|u| is irrational, y_i y_k = nu u_i u_k/|u|^2 is not; and d(y_i y_k) fixes dy up to sign(y)
    for size in (2, 3, 4):
        x = symbols(f"x:{size}")
        u = recentre(x)
        square = sum(v * v for v in u)
        for s, name in zip(predicted, ("biased", "unbiased", "norm"), strict=True):
            nu, weight = degrees(size, name), s.subs(n, size)
            for i, k in ((0, 0), (0, 1), (size - 1, size - 1)):
                for column in range(min(size, 3)):
                    computed = diff(nu * u[i] * u[k] / square, x[column])
                    P = [Rational(int(row == column)) - Rational(1, size) for row in (i, k)]
                    bracket = P[0] * u[k] + u[i] * P[1] - 2 * weight * nu * u[i] * u[k] * u[column] / square
                    yield f"n = {size}, {name}, d(y_{i} y_{k})/dx_{column}", computed, nu * bracket / square


@bn_jacobian.exact(
    scope="the function `jacobian` itself: n = 3..5, one rational batch and direction each, all normalisations"
)
def _directional(predicted: Predicted) -> Compared:
    # a directional derivative is the first Taylor coefficient, which the expansion computes by another route
    for size in (3, 4, 5):
        x = [Rational(i * i, 2) for i in range(size)]
        h = [Rational((-1) ** i, i + 1) for i in range(size)]
        for s, name in zip(predicted, ("biased", "unbiased", "norm"), strict=True):
            y, first = ImmutableMatrix(batchnorm(x, name)), ImmutableMatrix(taylor(x, h, 1, name)[1])
            projector = eye(size) - ones(size, size) / size
            sigma = sqrt(sum(v * v for v in recentre(x)) * Rational(1, degrees(size, name)))
            formula = (projector - s.subs(n, size) * y * y.T) * ImmutableMatrix(h) / sigma
            for i, (a, b, c) in enumerate(zip(first, formula, jacobian(x, name) * ImmutableMatrix(h), strict=True)):
                yield f"n = {size}, {name}, entry {i}", (a / sigma).expand(), (b / sigma).expand()
                yield f"n = {size}, {name}, entry {i} of the function", (c / sigma).expand(), (b / sigma).expand()


bn_taylor = Claim(
    "components.algebra.bn-taylor",
    source=Locator(COMPONENTS, "Taylor expansion of BN"),
    status="new",
    says="BN(x + th) = (1/sigma) sum_k (a_k Px + a_(k-1) Ph) t^k with a_k = -p b a_(k-1) - q c a_(k-2), p = (2k-1)/k, "
    "q = (k-1)/k, b = <Px, Ph>/|Px|^2, c = |Ph|^2/|Px|^2: scaled Legendre polynomials",
    tex=r"\mathrm{BN}(x+th)=\frac1\sigma\sum_k(a_kPx+a_{k-1}Ph)\,t^k,\quad a_k=c^{k/2}P_k(-b/\sqrt c)",
    hypotheses=("x not constant", "|t| < |Px|/|Ph|"),
    predicts=RECURRENCE,
    over=grid(k=range(1, 8)),
    uses=("components.algebra.bn-jacobian",),
    twins=(Twin((RECURRENCE[0], Integer(1)), "(k-1)/k taken as 1"),),
)


@bn_taylor.exact(scope="orders 1..12, every batch and direction: the square of the series times 1 + 2bt + ct^2 is 1")
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


@bn_taylor.certified(scope="order 20 by automatic differentiation in balls, at (b, c) = (-3/5, 2), (1/3, 5/7), (2, 4)")
def _automatic_differentiation(recurrence: Predicted) -> Compared:
    order = 20
    with precision(40, terms=order + 1):
        for b, c in ((Rational(-3, 5), Integer(2)), (Rational(1, 3), Rational(5, 7)), (Integer(2), Integer(4))):
            quadratic = arb_series([1, 2 * arb(fmpq(b.p, b.q)), arb(fmpq(c.p, c.q))], order + 1)
            series = quadratic.rsqrt()
            for k, exact in enumerate(coefficients(b, c, order, recurrence)):
                yield f"b = {b}, c = {c}, order {k}", series[k], enclose(exact, {}, 40)
