"""The equivalent network: what a normalised layer computes on its batch, as a layer without normalization."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sympy import Expr, Integer, Rational, symbols

from theory.batchnorm import Row, batchnorm, dot, recentre
from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.papers.morwani20 import MORWANI20, READING
from theory.papers.morwani20.data import INVERSE_OF_CENTRED, LETTERS, Data, cross, data_sets, letters, rationals, spread
from theory.papers.morwani20.derivatives import along, remembered
from theory.term import each, size, total
from theory.term.named import named
from theory.words import At

EQUIVALENT = Locator(MORWANI20, "Section 3, equivalent network")
LAYER = "Y = gamma (w^T A + b - mu)/sigma + beta on a batch A, mu and sigma mean and standard deviation of w^T A + b"
gamma, sigma = symbols("gamma sigma", positive=True)
w, b, mu, beta, product, output = symbols("w b mu beta product output", real=True)
G, a, G_b, Sw, k = symbols("G a G_b Sw k", real=True)
LETTER = ("w", "G", "a", "Sw")
POSITIVE = Rationals(above=0)
AFFINE = data_sets(centred=False, known=(INVERSE_OF_CENTRED,))


WORDS = "w_eq(γ, b, β)ᵀ x + b_eq(γ, b, β) the affine function nearest to γ BN(⟨x, w⟩ + b) + β on the data"


@remembered
def outputs_of(data: Data, gain: Any, bias: Any, shift: Any) -> Row:
    """gamma BN(w^T A + b) + beta on the data."""
    return each(lambda z: gain * z + shift, batchnorm(each(lambda x: x + bias, data.row(data.w))))


@named("w_eq({1}, {2}, {3})", r"w_{{eq}}({1},{2},{3})", shape=lambda data, *_: (size(data.w),), means=WORDS)
@remembered
def weights_of(data: Data, gain: Any, bias: Any, shift: Any) -> Row:
    """(Cov x)^-1 Cov(x, outputs)."""
    covariances = cross(outputs_of(data, gain, bias, shift), data.centred.A)
    return each(lambda row: dot(row, covariances), data.inverse)


@named("b_eq({1}, {2}, {3})", r"b_{{eq}}({1},{2},{3})", means=WORDS)
def bias_of(data: Data, gain: Any, bias: Any, shift: Any) -> Any:
    along = dot(weights_of(data, gain, bias, shift), data.means())
    return total(outputs_of(data, gain, bias, shift)) / data.n - along


@named("E|r({1}, {2}, {3})|²", r"\mathbb E|r({1},{2},{3})|^2",
       means="r(γ, b, β) = w_eq(γ, b, β)ᵀ x + b_eq(γ, b, β) − γ BN(⟨x, w⟩ + b) − β")  # fmt: skip
def square_off(data: Data, gain: Any, bias: Any, shift: Any) -> Any:
    """The mean square of what the affine function lacks of the outputs."""
    of = data, gain, bias, shift
    constant = bias_of(*of)
    off = each(lambda found, y: found + constant - y, data.row(weights_of(*of)), outputs_of(*of))
    return dot(off, off) / data.n


@Claim(
    "morwani20.layers.equivalent",
    source=EQUIVALENT,
    status="quoted",
    says="w_eq = (gamma/sigma) w and b_eq = (gamma/sigma)(b - mu) + beta: w_eq^T x + b_eq is the output on the batch",
    hypotheses=(LAYER, "mu includes b"),
    silent_on="other batches, whose statistics are others; gradient descent, whose path is another",
    predicts=(gamma * w / sigma, gamma * (b - mu) / sigma + beta, Integer(0)),
    over=grid(gamma=(2,), w=(1, -3), sigma=(Rational(1, 2), 3), b=(2,), mu=(Rational(1, 3),), beta=(-1,)),
    given=Given(
        {"data": AFFINE, "gamma": Rationals(above=0), "b": Rationals(), "beta": Rationals()},
        letters={**letters(w=lambda of: of.w[0], sigma=spread), "mu": lambda at: LETTERS["mw"](at["data"]) + at["b"]},
    ),
    speaks_of=("rs", "divisor"),
    twins=(
        Twin((gamma * w / sigma, gamma * (b - (mu - b)) / sigma + beta, Integer(0)), "mu without b"),
        Twin((gamma * w, gamma * (b - mu) + beta, Integer(0)), "w_eq = gamma w"),
        Twin((gamma * w / sigma, gamma * (b - mu) / sigma, Integer(0)), "beta forgotten"),
    ),
).literal(scope="the affine function nearest to the outputs on the batch, and its mean square distance", most=40)
def equivalent(at: At) -> Any:
    of = at.data, at.gamma, at.b, at.beta
    return weights_of(*of)[0], bias_of(*of), square_off(*of)


@Claim(
    "morwani20.layers.equivalent-identities",
    source=EQUIVALENT,
    says="w_eq^T S w_eq = gamma^2 and b_eq = beta - w_eq^T abar: BN puts the length of w_eq, in the metric of the "
    "covariance S of the inputs, into gamma, and b plays no part",
    hypotheses=(LAYER, "S and abar: covariance (1/n) and mean of the columns of A"),
    predicts=(gamma**2, beta - product),
    over=grid(gamma=(Rational(1, 2), 3), beta=(-1,), product=(2, Rational(1, 3))),
    given=Given(
        {"data": AFFINE, "gamma": Rationals(above=0), "beta": Rationals()},
        letters={"product": lambda at: dot(weights_of(at["data"], at["gamma"], 0, 0), at["data"].means())},
    ),
    speaks_of=("rs", "divisor"),
    uses=("morwani20.layers.equivalent",),
).literal(scope="the affine function nearest to the outputs on the batch", most=40)
def identities(at: At) -> Any:
    data = at.data
    deviations = recentre(data.row(weights_of(data, at.gamma, 0, at.beta)))
    return dot(deviations, deviations) / data.n, bias_of(data, at.gamma, 0, at.beta)


OF_ALL = letters(sigma=spread, G_b=lambda of: total(of.y), k=lambda of: dot(of.deviations(), of.y))


def of_input(place: int, names: Sequence[str]) -> dict[str, Any]:
    """Entries of w, G_w, abar and S w at an input, by these names."""
    entries = (
        lambda of: of.w[place],
        lambda of: dot(of.A[place], of.y),
        lambda of: total(of.A[place]) / of.n,
        lambda of: dot(of.A[place], of.deviations()) / of.n,
    )
    return letters(**dict(zip(names, entries, strict=True)))


@Claim(
    "morwani20.layers.equivalent-gradient",
    source=EQUIVALENT,
    says="dL/dw = (gamma/sigma)(I - S w w^T/sigma^2)(G_w - abar G_b), G the gradients of the equivalent network",
    hypotheses=(LAYER, "G_w = A delta, G_b = sum delta, for the same dL/dY = delta"),
    silent_on="deeper networks: there delta differs, but for the last normalised layer",
    # k = w^T (G_w - abar G_b); G, a and Sw are the entries of G_w, abar and S w
    predicts=gamma / sigma * (G - a * G_b - Sw * k / sigma**2),
    over=grid(gamma=(2,), sigma=(3,), G=(1, -2), a=(Rational(1, 2),), G_b=(5,), Sw=(-1,), k=(3, 4)),
    given=Given({"data": data_sets(centred=False), "gamma": Rationals(above=0)}, letters=OF_ALL | of_input(0, LETTER)),
    speaks_of=("rc", "rs", "divisor"),
    uses=("morwani20.layers.gradients", "morwani20.layers.equivalent"),
    twins=(
        Twin(G, "equal gradients"),
        Twin(gamma / sigma * G, "the chain rule through w_eq alone, with sigma held"),
        Twin(gamma / sigma * (G - a * G_b - Sw * k), "S w w^T without 1/sigma^2"),
    ),
).literal(scope="L = <delta, gamma BN(w^T A)>, differentiated by w_1; labels are delta", most=40)
def gradient(at: At) -> Any:
    return at.gamma * dot(at.data.y, along(at.data.row(at.data.w), at.data.A[0]))


w0, w1, G0, G1, a0, a1, S0, S1, eta, scale = symbols("w0 w1 G0 G1 a0 a1 S0 S1 eta scale", real=True)


def _direction(slope: Expr) -> Expr:
    """The direction w_0/w_1 after a step along a gradient, given as a function of w, G, a and Sw."""
    steps = [dict(zip((w, G, a, Sw), entry, strict=True)) for entry in ((w0, G0, a0, S0), (w1, G1, a1, S1))]
    return (w0 - eta * slope.subs(steps[0])) / (w1 - eta * slope.subs(steps[1]))


def _defined(at: Mapping[str, Any]) -> bool:
    """The second weight after a step of gradient descent on the equivalent network is not 0, nor is w_1."""
    data, deviation = at["data"], spread(at["data"])
    vanilla = at["gamma"] * data.w[1] / deviation - at["eta"] * dot(data.A[1], data.y)
    return bool(deviation.is_Rational and data.w[1] and vanilla)


RATIONAL = Data(rationals(((1, 2, 2, -2, -1), (-1, 2, 2, -2, 2))), *rationals(((-2, -1, -2, -2, -1), (-1, 1), (1, 0))))
"""Data with a rational sigma."""


@Claim(
    "morwani20.layers.same-path",
    source=EQUIVALENT,
    **READING,
    says="gradient descent on the BN network is gradient descent on its equivalent network: after a step the weights "
    "have the same direction",
    hypotheses=(LAYER, "sigma = |w^T A - mean|/sqrt(n) rational"),
    predicts=_direction(sigma / gamma * G),  # w_eq = (gamma/sigma) w
    over=grid(
        gamma=(2,),
        sigma=(3,),
        eta=(Rational(1, 10),),
        w0=(1,),
        w1=(2,),
        G0=(1,),
        G1=(-2,),
        a0=(1, 3),
        a1=(2,),
        S0=(5,),
        S1=(-1,),
        G_b=(7,),
        k=(4,),
    ),
    corrected_by=("morwani20.layers.equivalent-gradient",),
    given=Given(
        {"data": Preceded(data_sets(Integers(2, 2), centred=False), (RATIONAL,)), "gamma": POSITIVE, "eta": POSITIVE},
        _defined,
        "sigma rational, quotients defined",
        letters=OF_ALL | of_input(0, ("w0", "G0", "a0", "S0")) | of_input(1, ("w1", "G1", "a1", "S1")),
    ),
    truth=_direction(gradient.predicts),
).literal(scope="one step, L = <delta, gamma BN(w^T A)> differentiated by w; labels are delta", most=30)
def same_path(at: At) -> Any:
    data = at.data
    slopes = [at.gamma * dot(data.y, along(data.row(data.w), data.A[i])) for i in (0, 1)]
    one, two = (data.w[i] - at.eta * slope for i, slope in enumerate(slopes))
    return one / two


@Claim(
    "morwani20.layers.other-batch",
    source=EQUIVALENT,
    **READING,
    says="the equivalent network computes the same on other batches, too, where BN takes their own statistics",
    hypotheses=(LAYER, "w_eq and b_eq from A; A' = cA, c > 0; b = 0"),
    silent_on="frozen statistics, those of A: then it is true, as both are affine",
    predicts=scale * product + b,
    over=grid(product=(2, Rational(1, 3)), b=(-1, 4), scale=(2, Rational(1, 2))),
    corrected_by=("morwani20.layers.equivalent",),
    given=Given(
        {"data": data_sets(centred=False), "gamma": POSITIVE, "beta": Rationals(), "scale": POSITIVE},
        letters={
            "product": lambda at: at["data"].row(weights_of(at["data"], at["gamma"], 0, 0))[0],
            "b": lambda at: bias_of(at["data"], at["gamma"], 0, at["beta"]),
        },
    ),
    truth=product + b,  # the output on A itself
).literal(scope="BN of the stretched batch, first datum", most=30)
def other_batch(at: At) -> Any:
    return at.gamma * batchnorm(each(lambda v: at.scale * v, at.data.row(at.data.w)))[0] + at.beta
