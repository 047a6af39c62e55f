"""What stays bounded in a normalised layer, and what does not."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Abs, Expr, ImmutableMatrix, Integer, Min, Rational, Symbol, diff, sqrt, symbols

from theory.batchnorm import batchnorm, dot
from theory.claim import Claim, Compared, Predicted, Twin, Verdict
from theory.claim.domains import Rationals
from theory.claim.given import Given
from theory.exact.expressions import grid
from theory.papers.morwani20.data import Data, DataSets
from theory.papers.morwani20.layers.setting import (
    BACKWARD,
    BATCH_NORM,
    INSTANCES,
    NEURON,
    preactivation,
    scaled_slope,
    unit,
)
from theory.words import At

eta, low, high = symbols("eta lambda_min lambda_max", positive=True)

bound = Claim(
    "morwani20.layers.bound",
    source=BACKWARD,
    status="corrected",
    says="|dL/dA|_F^2 <= gamma^2 |delta|^2 |w|^2/sigma^2 <= gamma^2 |delta|^2/lambda_min(S), S the covariance of the "
    "inputs, and nothing smaller will do: the best constant is 1/lambda_min(S)",
    tex=r"\max_{w,\delta}\frac{\|\partial_AL\|_F^2}{\gamma^2|\delta|^2}=\frac1{\lambda_{\min}(S)},\quad "
    r"S=\tfrac1n\textstyle\sum_i(a_i-\bar a)(a_i-\bar a)^{\mathsf T}",
    hypotheses=(NEURON, "S > 0, so n >= d + 1", "sharp where n >= 3"),
    silent_on="depth: from layer to layer gradients still grow",
    predicts=1 / low,
    over=grid(lambda_min=(Rational(1, 9), 4), lambda_max=(25,)),
    uses=("morwani20.layers.gradients",),
    twins=(
        Twin(1 / low**2, "homogeneous of degree -4 in the inputs"),
        Twin(1 / sqrt(low), "1/sigma for its square"),
        Twin(1 / high, "the best w for the worst"),
        Twin(Integer(1), "bounded whatever the inputs"),
    ),
)


@cache
def greatest_ratio(a: Expr, b: Expr) -> Expr:
    """The greatest |dL/dA|_F^2/|delta|^2 (gamma = 1) of five w and two delta; S has the eigenvalues b^2 < a^2."""
    turn = ImmutableMatrix([[Rational(3, 5), Rational(-4, 5)], [Rational(4, 5), Rational(3, 5)]])
    A = (turn * ImmutableMatrix([[a, a, -a, -a], [b, -b, b, -b]])).tolist()
    found = []
    for w in [tuple(turn.col(1)), *((Integer(k), Integer(8)) for k in (-6, -1, 3, 6))]:
        x = preactivation(w, A)
        for back in ((1, -1, -1, 1), (3, 1, 0, -2)):
            by_x = [scaled_slope(x, unit(4, i), back) for i in range(4)]  # dL/dA = w (dL/dx)^T
            squares = sum(v**2 for v in w) * sum(v**2 for v in by_x)
            found.append(squares / BATCH_NORM.scale(x) ** 2 / sum(v**2 for v in back))
    return max(found)


@bound.exact(
    "d = 2, n = 4, three S with irregular axes: the greatest of five directions w and two delta", reach="cases"
)
def _worst(predicted: Predicted) -> Compared:
    for a, b in ((Integer(1), Rational(1, 10)), (Integer(5), Integer(2)), (Rational(1, 2), Rational(1, 3))):
        yield f"lambda = {a**2}, {b**2}", greatest_ratio(a, b), predicted.subs({low: b**2, high: a**2})


def _gaps(data: Data, gain: Expr, shift: Expr) -> tuple[Expr, Expr]:
    """(gamma - mean(yz), beta - mean(y))"""
    return gain - dot(data.y, batchnorm(data.row(data.w))) / data.n, shift - sum(data.y) / data.n


gamma_step = Claim(
    "morwani20.layers.gamma-step",
    source=BACKWARD,
    status="corrected",
    says="mean of squares, z fixed: a step of gradient descent multiplies both gamma - mean(yz) and beta - mean(y) by "
    "1 - 2 eta; they stay bounded if and only if eta <= 1, whatever the gradients of the layers below",
    tex=r"\gamma'-s=(1-2\eta)(\gamma-s),\quad\beta'-\bar y=(1-2\eta)(\beta-\bar y)",
    hypotheses=("L = mean (y_i - gamma z_i - beta)^2, without 1/2", "one input feature: z does not depend on |w|"),
    predicts=(1 - 2 * eta, 1 - 2 * eta),
    over=grid(eta=(Rational(1, 3), Rational(3, 2))),
    given=Given(
        {
            "data": DataSets(d=(1, 1), centred=False),
            "gain": Rationals(),
            "shift": Rationals(),
            "eta": Rationals(above=0),
        },
        lambda at: all(_gaps(at["data"], at["gain"], at["shift"])),
        "gamma != mean(yz), beta != mean(y)",
    ),
    left=r"((\gamma'-s)/(\gamma-s),\ (\beta'-\bar y)/(\beta-\bar y))",
    speaks_of=("rc", "rs", "divisor"),
    twins=(Twin((1 - eta, 1 - eta), "the loss with 1/2"), Twin((1 - 2 * eta, Integer(1)), "beta stays")),
)


@gamma_step.literal(scope="one step, from the derivatives of the mean loss in gamma and beta", most=50)
def _stepped(at: At) -> Any:
    data, gain, shift = at.data, Symbol("_gain"), Symbol("_shift")
    normal = batchnorm(data.row(data.w))
    loss = sum((y - gain * z - shift) ** 2 for y, z in zip(data.y, normal, strict=True)) / data.n
    slopes = (diff(loss, part).subs({gain: at.gain, shift: at.shift}) for part in (gain, shift))
    after = (part - at.eta * by for part, by in zip((at.gain, at.shift), slopes, strict=True))
    return tuple(b / a for a, b in zip(_gaps(data, at.gain, at.shift), _gaps(data, *after), strict=True))


@gamma_step.exact("n = 4, 5, one batch of one feature each, every gamma, beta, eta and labels y", reach="cases")
def _step(predicted: Predicted) -> Compared:
    gain, shift = symbols("gain shift")
    for w, A, _ in INSTANCES:
        normal = BATCH_NORM(preactivation(w, A))
        size = len(normal)
        y = symbols(f"y:{size}")
        loss = sum((a - gain * b - shift) ** 2 for a, b in zip(y, normal, strict=True)) / size
        for part, total, factor in zip((gain, shift), (dot(y, normal), sum(y)), predicted, strict=True):
            gap = part - total / size
            yield f"n = {size}, {part}", gap - eta * diff(loss, part), factor * gap


gamma_reading = Claim(
    "morwani20.layers.gamma-stays",
    source=BACKWARD,
    status="reading",
    says='"gamma and beta do not blow up" at every learning rate: no step multiplies |gamma - mean(yz)| by more than 1',
    tex=r"|\gamma'-s|=\min(1,|1-2\eta|)\,|\gamma-s|",
    hypotheses=gamma_step.hypotheses,
    predicts=Min(1, Abs(1 - 2 * eta)),
    over=grid(eta=(Rational(1, 3), Rational(3, 2))),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.layers.gamma-step",),
    truth=Abs(1 - 2 * eta),
)


@gamma_reading.exact("eta = 1/3, and eta = 3/2, where gamma goes from s + 1 to s - 2")
def _blows_up(predicted: Predicted) -> Compared:
    gain = Symbol("gain")
    normal = BATCH_NORM(preactivation(*INSTANCES[0][:2]))
    s = dot(INSTANCES[0][2], normal) / 4
    loss = sum((a - gain * b) ** 2 for a, b in zip(INSTANCES[0][2], normal, strict=True)) / 4
    for rate in (Rational(1, 3), Rational(3, 2)):
        after = (gain - rate * diff(loss, gain)).subs(gain, s + 1)
        yield f"eta = {rate}", abs(after - s), predicted.subs(eta, rate)
