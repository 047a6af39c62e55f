"""The symmetric fixed points of BN; batches of two and three points; false forms of the growth."""

from __future__ import annotations

from functools import cache
from typing import Any

import sympy
from flint import acb, arb
from sympy import Ei, Expr, Integer, Matrix, Rational, Symbol, cos, diff, exp, log, oo, pi, sin, sqrt, symbols

from theory.batchnorm import derivative_along, dot
from theory.claim import Claim, Compared, Predicted, Twin, Verdict
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import precision
from theory.exact.rationals import ball
from theory.notation import HALF, n
from theory.papers.yang19 import layer_back
from theory.papers.yang19.growth import rates
from theory.term import whole
from theory.term.named import named
from theory.wide.gradient_growth import gradient_growth_limit
from theory.wide.kernels import kappa
from theory.wide.rescaling import rescaled
from theory.words import At

RHO = -1 / (n - 1)
e = symbols("epsilon", positive=True)
SEVEN = "n >= 7, where its variants have values, too"


@Claim(
    "yang19.growth.relu-fixed",
    source=rates.RATES,
    status="reconstructed",
    says="with ReLU, points of square norm 1/2 and cosine kappa(-1/(n-1)): one layer makes it of any symmetric start",
    hypotheses=("infinite width", "x ~ N(0, Q), Q any (1 - c) I + c J, c < 1", "n >= 3"),
    silent_on="which other starts tend to it",
    predicts=(HALF, kappa(RHO)),
    given={"n": Integers(3)},
    uses=("components.gaussian.arc-cosine",),
    twins=(Twin((HALF, kappa(Integer(0))), "1/pi, the limit, at every n"),),
).literal(kind="certified", scope="E relu(y) relu(y)^T of y = sqrt(n) g/|g| by quadrature, entry by entry", most=5)
def relu_fixed(at: At) -> tuple[Any, ...]:
    with precision(40):
        image = activated_products(at.n)
        return image[0][0], image[0][1] / image[0][0]


@named(
    "E[ReLU(y) ReLU(y)ᵀ]",
    r"\mathbb E[\mathrm{{ReLU}}(y)\mathrm{{ReLU}}(y)^{{\mathsf T}}]",
    shape=lambda n: (n, n),
    means="y = BN(x), x ~ N(0, P), n points",
    bare=True,
)
def activated_products(n: Any) -> list[list[arb]]:
    """E ReLU(y) ReLU(y)^T of y = sqrt(n) g/|g|, g ~ N(0, P), by quadrature."""
    size = whole(n)
    return rescaled([[arb(size * (i == j) - 1) / size for j in range(size)] for i in range(size)], True, True, 20)


@relu_fixed.exact("every n", argued=rates.POLAR)
def _relu_on_symbols(predicted: Predicted) -> Compared:
    c = Symbol("c", real=True)
    # P Q P, entry by entry, of Q_ij = own if i = j, else c
    row, kept = 1 + (n - 1) * c, 1 - c
    yield "x up to its mean is (1 - c) N(0, P)", (1 - row / n, c - row / n), (kept * (1 - 1 / n), -kept / n)
    square, product = layer_back.moments(True)
    yield "every n", (square, product / square), predicted


@Claim(
    "yang19.growth.two-points",
    source=rates.RATES,
    says="a batch of two has no gradients through BN: BN(x) is (1, -1) or (-1, 1), whatever x",
    predicts=Integer(0),
    given=Given({"x": Batches(Integers(2, 2), up_to=("order",)), "delta": Batches(Integers(2, 2))}),
    speaks_of=("rc", "rs"),
    decided_to=1,
    twins=(Twin(Rational(1, 2), "halved"),),
).literal(scope="derivatives of BN itself", most=60)
def two_points(at: At) -> Expr:
    first = derivative_along(at.x, at.delta)
    return dot(first, first)


@Claim(
    "yang19.growth.three-points",
    source=rates.RATES,
    says="at n = 3 the mean growth is infinite: of rows with |g|^2 > eps it is -Ei(-eps/2)/2, which grows like "
    "log(1/eps)/2",
    hypotheses=("n = 3, no activation", "x = sqrt(3/2) g, g ~ N(0, P)", "the row delta sums to 0"),
    predicts=-Ei(-e / 2) / 2,
    given={"epsilon": Rationals(above=0)},
    uses=("yang19.growth.linear",),
    twins=(Twin(Rational(1, 2), "finite"),),
).literal(kind="certified", scope="the integral over direction and length in the plane", most=30, whole=False)
def three_points(at: At) -> arb:
    return cut_mean(at.epsilon)


@named(
    "E[|J δ|²/|δ|²; |g|² > {0}]",
    r"\mathbb E\big[|J\delta|^2/|\delta|^2;\,|g|^2>{0}\big]",
    means="J the derivative of BN at √(3/2) g, g ~ N(0, P), 3 points; δ ≠ 0 of sum 0",
)
def cut_mean(epsilon: Any) -> arb:
    """g = r (cos t, sin t) in the plane: |J delta|^2 = 3 sin^2/((3/2) r^2), t from delta; r dr e^(-r^2/2) dt/(2 pi)."""
    with precision(rates.DIGITS):
        low = ball(epsilon).log() / 2
        across = acb.integral(lambda t, _: t.sin() ** 2, 0, 2 * arb.pi()).real / (2 * arb.pi())
        # r = e^y: r dr/r^2 = dy; beyond r = 20 there is less than e^(-200)
        end = arb.max(arb(20).log(), low + 1)
        lengths = acb.integral(lambda y, _: (-(2 * y).exp() / 2).exp(), low, end).real + arb(0, (-arb(200)).exp())
        return 2 * across * lengths


@three_points.exact("every delta and eps", argued="at n = 3 a row drawn from N(0, P) is in a plane: an angle, a length")
def _in_the_plane(predicted: Predicted) -> Compared:
    r, given_length = _given_length()
    yield "the derivative by the least length", -given_length, diff(predicted.subs(e, r**2), r)
    yield "at eps = oo", Integer(0), sympy.limit(predicted, e, oo)
    yield "over log(1/eps)/2, eps -> 0", Integer(1), sympy.limit(predicted / (log(1 / e) / 2), e, 0, "+")


@cache
def _given_length() -> tuple[Expr, Expr]:
    """A length r of g, and |J delta|^2/|delta|^2 there: integrated over the angle, with the density of g."""
    r, turn = symbols("r turn", positive=True)
    x, y = symbols("x y", real=True)  # cosine and sine of the angle
    plane = Matrix([[1, -1, 0], [1, 1, -2]]).T * sympy.diag(1 / sqrt(2), 1 / sqrt(6))  # rows of sum 0
    points = plane * Matrix([x, y]) * sqrt(Rational(3, 2)) * r
    density = r * exp(-(r**2) / 2) / (2 * pi)
    delta = symbols("delta0 delta1", real=True)
    row = plane * Matrix(delta)
    moved = Matrix(derivative_along(tuple(points), tuple(row)))
    ratio = sympy.factor(moved.dot(moved) / row.dot(row)).subs(x**2 + y**2, 1).subs({x: cos(turn), y: sin(turn)})
    return r, sympy.cancel(sympy.integrate(sympy.expand(ratio), (turn, 0, 2 * pi))) * density


FALSE: dict[str, Any] = {
    "source": rates.RATES,
    "status": "reading",
    "expected": Verdict.REFUTED,
    "given": {"n": Integers(7)},
}


@Claim(
    "yang19.growth.bounded",
    **FALSE | {"given": {"n": Integers(4)}},
    says="BN keeps gradients bounded in depth: their squares do not grow backwards in the mean",
    hypotheses=rates.AT_RELU,
    predicts=Integer(1),
    relation="<=",
    corrected_by=("yang19.growth.relu", "yang19.growth.explodes"),
    truth=Integer(4),
).literal(most=8, kind="certified", scope=rates.PAIRS, whole=False)
def bounded(at: At) -> arb:
    with precision(2 * rates.DIGITS):
        return rates.growth(whole(at.n))


Claim(
    "yang19.growth.limit-at-every-n",
    **FALSE,
    says="with ReLU the growth is pi/(pi - 1) at every batch size",
    hypotheses=(*rates.AT_RELU, SEVEN),
    predicts=gradient_growth_limit(),
    corrected_by=("yang19.growth.relu",),
    truth=rates.RELU,
).literal(bounded, most=8, kind="certified", scope=rates.PAIRS, whole=False)
Claim(
    "yang19.growth.half-of-the-units",
    **FALSE,
    says="as the ReLU lets half of the units through, and He's gain makes up for it, it grows as without ReLU",
    hypotheses=(*rates.WIDE, "the symmetric fixed point of BN + ReLU", SEVEN),
    predicts=rates.LINEAR,
    corrected_by=("yang19.growth.relu",),
    truth=rates.RELU,
).literal(bounded, most=8, kind="certified", scope=rates.PAIRS, whole=False)


@Claim(
    "yang19.growth.size-of-the-batch",
    **FALSE,
    says="without activation the growth is (n-1)/(n-2)",
    hypotheses=(*rates.AT_LINEAR, SEVEN),
    silent_on="BN without recentring, for which it is true (daneshmand21.gradients.one-layer)",
    predicts=(n - 1) / (n - 2),
    corrected_by=("yang19.growth.linear",),
    truth=rates.LINEAR,
).literal(most=8, kind="certified", scope=rates.PAIRS, whole=False)
def without_centring(at: At) -> arb:
    with precision(2 * rates.DIGITS):
        return rates.growth_of_linear(whole(at.n))
