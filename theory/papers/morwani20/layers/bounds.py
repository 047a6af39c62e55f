"""What stays bounded in a normalised layer and what does not, and why a network without normalization explodes."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Integer, Rational, Symbol, sqrt, symbols

from theory.batchnorm import batchnorm, dot
from theory.claim import Claim, Twin, Verdict
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.notation import n
from theory.papers.morwani20 import READING
from theory.papers.morwani20.data import ENDS, Data, along_shortest_axis, data_sets, ends, letters
from theory.papers.morwani20.derivatives import along
from theory.papers.morwani20.layers import gradients
from theory.papers.morwani20.layers.gradients import BACKWARD, NEURON, by_entries, delta, delta_mean, gamma, m, sigma, z
from theory.term import Series, each, total
from theory.term.named import named
from theory.words import At

eta, low, high = symbols("eta lambda_min lambda_max", positive=True)


@named("‖∂_A L({0}, {1})‖²/({1}² |y|²)", r"\|\partial_AL({0},{1})\|_F^2/({1}^2|y|^2)", means="L(A, γ) = ⟨y, γ BN(wᵀA)⟩")
def ratio(A: Any, gain: Any, data: Data) -> Any:
    """|dL/dA|_F^2/(gamma^2 |y|^2) of L = <y, gamma BN(w^T A)>, differentiated by every entry of A."""

    def loss(A: Any) -> Any:
        return gain * dot(data.y, batchnorm(data._replace(A=A).row(data.w)))

    return gradients.squares(by_entries(loss, A)) / gain**2 / dot(data.y, data.y)


@Claim(
    "morwani20.layers.bound",
    source=BACKWARD,
    status="corrected",
    says="|dL/dA|_F^2 <= gamma^2 |delta|^2/lambda_min(S), S the covariance of the inputs",
    hypotheses=(NEURON,),
    silent_on="depth: from layer to layer gradients still grow; sharpness: layers.bound-attained",
    predicts=1 / low,
    relation="<=",
    over=grid(lambda_min=(Rational(1, 9), 4), lambda_max=(25,)),
    given=Given(
        {
            "data": data_sets(centred=False, known=(ENDS,)),
            "scale": Preceded(Rationals(above=0), tuple(map(Rational, ("1", "1/8", "8")))),
            "gain": Rationals(above=0),
        },
        words="inputs A scale, labels delta",
        letters={
            "lambda_min": lambda at: at["scale"] ** 2 * ends(at["data"])[0],
            "lambda_max": lambda at: at["scale"] ** 2 * ends(at["data"])[1],
        },
    ),
    speaks_of=("rs",),
    uses=("morwani20.layers.gradients",),
    twins=(Twin(1 / sqrt(low), "1/sigma for its square"), Twin(1 / high, "the best w for the worst")),
).literal(scope="derivatives by every entry of A", most=36)
def bound(at: At) -> Any:
    return ratio(each(lambda row: each(lambda a: at.scale * a, row), at.data.A), at.gain, at.data)


@Claim(
    "morwani20.layers.bound-attained",
    source=BACKWARD,
    says="n >= 3, at w an eigenvector of S for its least eigenvalue and delta orthogonal to 1 and z: |dL/dA|_F^2 = "
    "gamma^2 |delta|^2/lambda_min(S)",
    hypotheses=(NEURON,),
    predicts=1 / low,
    over=grid(lambda_min=(Rational(1, 9), 4), lambda_max=(25,)),
    given=Given(
        {"data": along_shortest_axis(), "gain": Rationals(above=0)},
        letters=letters(lambda_min=lambda of: ends(of)[0], lambda_max=lambda of: ends(of)[1]),
    ),
    speaks_of=("rs", "divisor"),
    uses=("morwani20.layers.bound",),
    twins=(Twin(1 / sqrt(low), "1/sigma for its square"), Twin(1 / high, "the best w for the worst")),
).literal(scope="derivatives by every entry of A, w along the shortest axis", most=40)
def attained(at: At) -> Any:
    return ratio(at.data.A, at.gain, at.data)


def _gaps(data: Data, gain: Expr, shift: Expr) -> tuple[Expr, Expr]:
    """(gamma - mean(yz), beta - mean(y))"""
    return gain - dot(data.y, batchnorm(data.row(data.w))) / data.n, shift - total(data.y) / data.n


@Claim(
    "morwani20.layers.gamma-step",
    source=BACKWARD,
    status="corrected",
    says="mean of squares, z fixed: a step of gradient descent multiplies both gamma - mean(yz) and beta - mean(y) by "
    "1 - 2 eta",
    hypotheses=("one input feature: z does not depend on |w|",),
    silent_on="what follows (note): they stay bounded if and only if eta <= 1",
    predicts=(1 - 2 * eta, 1 - 2 * eta),
    over=grid(eta=(Rational(1, 3), Rational(3, 2))),
    given=Given(
        {
            "data": data_sets(Integers(1, far=1), centred=False),
            **dict.fromkeys(("gain", "shift"), Rationals()),
            "eta": Rationals(above=0),
        },
        lambda at: all(_gaps(at["data"], at["gain"], at["shift"])),
        "gamma != mean(yz), beta != mean(y)",
    ),
    speaks_of=("rc", "rs", "divisor"),
    twins=(Twin((1 - eta, 1 - eta), "the loss with 1/2"), Twin((1 - 2 * eta, Integer(1)), "beta stays")),
).literal(scope="one step, from the derivatives of the mean loss in gamma and beta", most=50)
def gamma_step(at: At) -> Any:
    return _stepped(at)


def _stepped(at: At) -> Any:
    data = at.data
    slopes = _by_gain(at.gain, at.shift, data), _by_shift(at.gain, at.shift, data)
    after = (part - at.eta * by for part, by in zip((at.gain, at.shift), slopes, strict=True))
    return tuple(b / a for a, b in zip(_gaps(data, at.gain, at.shift), _gaps(data, *after), strict=True))


MEAN_LOSS = "L(γ, β) = Σᵢ (yᵢ − γ BN(⟨x, w⟩)ᵢ − β)²/n"


def _mean_loss(gain: Any, shift: Any, data: Data) -> Any:
    off = each(lambda y, z: y - gain * z - shift, data.y, batchnorm(data.row(data.w)))
    return total(each(lambda a: a * a, off)) / data.n


@named("∂_γL({0}, {1})", r"\partial_\gamma L({0},{1})", means=MEAN_LOSS)
def _by_gain(gain: Any, shift: Any, data: Data) -> Any:
    return _mean_loss(Series(gain, Integer(1)), shift, data)[1]


@named("∂_βL({0}, {1})", r"\partial_\beta L({0},{1})", means=MEAN_LOSS)
def _by_shift(gain: Any, shift: Any, data: Data) -> Any:
    return _mean_loss(gain, Series(shift, Integer(1)), data)[1]


@Claim(
    "morwani20.layers.gamma-stays",
    source=BACKWARD,
    **READING,
    says='"gamma and beta do not blow up" at every learning rate: no step multiplies |gamma - mean(yz)| by more than 1',
    hypotheses=gamma_step.hypotheses,
    predicts=Integer(1),
    relation="<=",
    corrected_by=("morwani20.layers.gamma-step",),
    given=gamma_step.given,
    truth=Abs(1 - 2 * eta),
).literal(scope="one step, from the derivative of the mean loss in gamma", most=50)
def gamma_reading(at: At) -> Any:
    return abs(_stepped(at)[0])


tau = Symbol("tau", positive=True)
weight = Symbol("weight", real=True)


@Claim(
    "morwani20.layers.explosion",
    source=BACKWARD,
    status="quoted",
    says="without normalization, as W is multiplied by tau, so are the norms of Y and of dL/dY_(l-1), and as Y_(l-1) "
    "is multiplied, so is that of the step of W: for Y_l = W Y_(l-1) and a given dL/dY_l",
    hypotheses=("Y = W A, one row of W, without B", "delta = dL/dY held fixed"),
    silent_on="B, of which Y grows only when W does; how delta itself grows; that the three feed each other",
    predicts=(tau**2, tau**2, tau**2),
    given=Given({"data": data_sets(centred=False), "tau": Rationals(above=0)}),
    twins=(
        Twin((tau**2, 1, tau**2), "gradients by the inputs do not feel W"),
        Twin((tau**2, tau**2, 1), "nor those by W the inputs"),
    ),
).literal(scope="L = <delta, w^T A>, differentiated by the entries of A and of w; labels are delta", most=16)
def explosion(at: At) -> Any:
    data, w, A = at.data, at.data.w, at.data.A
    more, fed = each(lambda a: at.tau * a, w), each(lambda row: each(lambda a: at.tau * a, row), A)
    Y, Z = data.row(w), data.row(more)
    by_inputs = _by_inputs(more, A, data) / _by_inputs(w, A, data)
    return dot(Z, Z) / dot(Y, Y), by_inputs, _by_weights(w, fed, data) / _by_weights(w, A, data)


LOSS = "L(w, A) = ⟨y, wᵀA⟩"


@named("|∂_A L({0}, {1})|²", r"|\partial_AL({0},{1})|^2", means=LOSS)
def _by_inputs(w: Any, A: Any, data: Data) -> Any:
    return gradients.squares(by_entries(lambda A: dot(data.y, data._replace(A=A).row(w)), A))


@named("|∂_w L({0}, {1})|²", r"|\partial_wL({0},{1})|^2", means=LOSS)
def _by_weights(w: Any, A: Any, data: Data) -> Any:
    by_w = gradients.by_weights(lambda w: dot(data.y, data._replace(A=A).row(w)), w)
    return dot(by_w, by_w)


@Claim(
    "morwani20.layers.inputs-printed",
    source=BACKWARD,
    status="quoted",
    says="dL/dY_(l-1) = (gamma/sigma)(I - 11^T/n - Z_l Z_l^T) dL/dY_l w_i^T, n x d: its entry (1, 1) with sigma the "
    "standard deviation is (gamma/sigma)(delta_1 - mean(delta) - n z_1 mean(z delta)) w_1",
    hypotheses=(NEURON, "sigma is the standard deviation, as in Section 2", "gradients of inputs as n x d"),
    silent_on="the convention |Z| = 1, in which it is right; d x n gradients, of which it is the transpose",
    predicts=gamma / sigma * (delta - delta_mean - n * z * m) * weight,
    over=grid(gamma=(2,), sigma=(3,), delta=(1, -2), delta_mean=(5,), z=(-1, 2), m=(4,), n=(3, 4), weight=(1, -3)),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.layers.gradients",),
    given=Given(
        {"data": data_sets(centred=False), "gamma": Rationals(above=0)},
        letters={**gradients.OF_A_ROW, "weight": lambda at: at["data"].w[0]},
    ),
    truth=gamma / sigma * (delta - delta_mean - z * m) * weight,
).literal(scope="L = <delta, gamma BN(w^T A)>, by the first entry of A; labels are delta", most=30)
def printed(at: At) -> Any:
    data = at.data
    by_entry = along(data.row(data.w), each(lambda a: data.w[0] * a, gradients.unit(data.n, 0)))
    return at.gamma * dot(data.y, by_entry)
