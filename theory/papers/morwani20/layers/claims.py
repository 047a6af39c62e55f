"""Gradients of a normalised layer as the notes print them and as they are.

What stays bounded is in `layers_bounds`, the network without normalization that computes the same in
`layers_equivalent`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from flint import arb
from sympy import Expr, ImmutableMatrix, Integer, Rational, diff, eye, ones, oo, symbols

from theory.batchnorm import Normalisation, Row, dot
from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.claim.domains import Rationals
from theory.claim.given import Given
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.notation import n
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.data import DataSets, jet, spread
from theory.papers.morwani20.jacobian.setting import ball_derivative
from theory.papers.morwani20.layers.setting import (
    BACKWARD,
    BATCH_NORM,
    INSTANCES,
    NEURON,
    Instance,
    preactivation,
    scaled_slope,
    unit,
)
from theory.words import At

gamma, sigma, tau, eta = symbols("gamma sigma tau eta", positive=True)


delta, delta_mean, z, m = symbols("delta delta_mean z m", real=True)


# --- as printed ---------------------------------------------------------------------------------------------

W, Y, B = ([[1, 2], [3, 5]], [[1, 0], [4, -1]], [[0, 0], [1, 1]])


DELTA = ImmutableMatrix([[1, -1], [2, 7]])


plain_printed = Claim(
    "morwani20.layers.plain-printed",
    source=BACKWARD,
    status="quoted",
    says="without normalization, Y_l = W Y_(l-1) + B: dL/dY_(l-1) = (dL/dY_l) W",
    tex=r"\frac{\partial L}{\partial Y_{l-1}}=\frac{\partial L}{\partial Y_l}W",
    hypotheses=("data as columns, as in Y_l = W Y_(l-1) + B and dL/dW = (dL/dY_l) Y_(l-1)^T",),
    silent_on="data as rows, where it is right (and the formula for dL/dW beside it is not)",
    predicts=tuple(DELTA * ImmutableMatrix(W)),
    over=({},),
    expected=Verdict.REFUTED,
    truth=tuple(ImmutableMatrix(W).T * DELTA),
)


@plain_printed.exact("d = n = 2, where the product is defined: differentiated by the entries of Y_(l-1)")
def _plain(predicted: Predicted) -> Compared:
    inputs = ImmutableMatrix(2, 2, symbols("y:4"))
    outputs = ImmutableMatrix(W) * inputs + ImmutableMatrix(B)
    loss = sum(a * b for a, b in zip(DELTA, outputs, strict=True))
    yield "entries", tuple(diff(loss, entry) for entry in inputs), predicted


SQUARE: Instance = ((1, 2, -1), [[-6, 3, 1], [1, 0, 2], [0, 1, 1]], (1, 0, -2))


def _ordered(printed: bool) -> tuple[Expr, ...]:
    """sigma/gamma times dL/dw in the printed order of factors and in the right one, A times bracket times delta.

    With |Z| = 1, the convention in which the printed bracket is right.
    """
    w, A, back = SQUARE
    Z = ImmutableMatrix(Normalisation(divisor="norm")(preactivation(w, A)))
    bracket, inputs, by_outputs = eye(3) - ones(3, 3) / 3 - Z * Z.T, ImmutableMatrix(A), ImmutableMatrix(back)
    return tuple(bracket * inputs.T * by_outputs if printed else inputs * bracket * by_outputs)


weight_printed = Claim(
    "morwani20.layers.weight-printed",
    source=BACKWARD,
    status="quoted",
    says="dL/dw_i = (gamma/sigma)(I - 11^T/n - Z Z^T) Y_(l-1)^T dL/dY_l: n x n, then n x d, then n x 1",
    tex=r"\frac{\partial L}{\partial w_i}=\frac\gamma\sigma\Big(I-\frac1n\mathbf 1\mathbf 1^{\mathsf T}-ZZ^{\mathsf T}"
    r"\Big)Y_{l-1}^{\mathsf T}\frac{\partial L}{\partial Y_l}",
    hypotheses=("Y_(l-1) of shape (d, n), since w_i^T Y_(l-1)", "sigma = |w^T Y - mean|, where the bracket is right"),
    silent_on="n != d, where the product is not defined",
    predicts=_ordered(printed=True),
    over=({},),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.layers.gradients",),
    truth=_ordered(printed=False),
)


@weight_printed.exact("d = n = 3, one instance: sigma/gamma times the derivatives by w")
def _square(predicted: Predicted) -> Compared:
    w, A, back = SQUARE
    x = preactivation(w, A)
    yield "entries", tuple(scaled_slope(x, row, back) for row in A), predicted


# --- corrected ----------------------------------------------------------------------------------------------

gradients = Claim(
    "morwani20.layers.gradients",
    source=BACKWARD,
    status="corrected",
    says="dL/dx = u, u_i = (gamma/sigma)(delta_i - mean(delta) - z_i m), m = mean(z delta); dL/dw = A u, "
    "dL/dA = w u^T, dL/db = 0, dL/dgamma = n m",
    tex=r"u=\frac\gamma\sigma\Big(I-\frac{\mathbf 1\mathbf 1^{\mathsf T}}n-\frac{zz^{\mathsf T}}n\Big)\delta,\quad"
    r"\frac{\partial L}{\partial w}=Au,\quad\frac{\partial L}{\partial A}=wu^{\mathsf T},\quad"
    r"\frac{\partial L}{\partial b}=0,\quad\frac{\partial L}{\partial\gamma}=z^{\mathsf T}\delta",
    hypotheses=(NEURON, "sigma the biased standard deviation of x, not 0"),
    predicts=(gamma / sigma * (delta - delta_mean - z * m), Integer(0), n * m),
    over=grid(
        gamma=(2,),
        sigma=(Rational(1, 2), 3),
        delta=(1, -2),
        delta_mean=(Rational(1, 3),),
        z=(-1, 2),
        m=(Rational(2, 3),),
        n=(3, 4),
    ),
    given=Given(
        {"data": DataSets(centred=False), "gamma": Rationals(above=0)},
        letters={
            "sigma": lambda at: spread(at["data"]),
            "delta": lambda at: at["data"].y[0],
            "delta_mean": lambda at: sum(at["data"].y) / at["data"].n,
            "z": lambda at: at["data"].deviations()[0] / spread(at["data"]),
            "m": lambda at: dot(at["data"].deviations(), at["data"].y) / (at["data"].n * spread(at["data"])),
            "n": lambda at: Integer(at["data"].n),
        },
    ),
    left=r"(\partial L/\partial x_1,\ \partial L/\partial b,\ \partial L/\partial\gamma)",
    speaks_of=("rc", "rs", "divisor"),
    uses=("morwani20.jacobian.spectrum",),
    twins=(
        Twin((gamma / sigma * (delta - delta_mean - n * z * m), Integer(0), n * m), "zz^T without 1/n"),
        Twin((gamma / sigma * (delta - z * m), Integer(0), n * m), "without 11^T/n"),
        Twin((gamma / sigma * (delta - delta_mean - z * m), gamma / sigma * n * delta_mean, n * m), "dL/db, too"),
        Twin((gamma * (delta - delta_mean - z * m), Integer(0), n * m), "without 1/sigma"),
    ),
)


@gradients.literal(scope="L = <delta, gamma BN(x)>, derivatives along e_1 and 1; labels are delta", most=40)
def _of_one_entry(at: At) -> Any:
    x, size = at.data.row(at.data.w), at.data.n
    normal, by_entry, _ = jet(x, unit(size, 0))
    _, by_bias, _ = jet(x, (Integer(1),) * size)
    back = at.data.y
    return at.gamma * dot(back, by_entry), at.gamma * dot(back, by_bias), dot(back, normal)


@gradients.exact(
    "(d, n) = (2, 4), (3, 5), one instance each, every gamma: by w, by each entry of A, by b and gamma", reach="cases"
)
def _by_differentiation(predicted: Predicted) -> Compared:
    for w, A, back in INSTANCES:
        x, size = preactivation(w, A), len(back)
        s, normal = BATCH_NORM.scale(x), BATCH_NORM(x)
        at = {sigma: s, m: dot(normal, back) / size, delta_mean: Rational(sum(back), size), n: size}
        u = tuple(predicted[0].subs({**at, delta: a, z: b}) for a, b in zip(back, normal, strict=True))
        where = f"d = {len(w)}, n = {size}, "
        for k, row in enumerate(A):
            yield f"{where}w_{k}", gamma * scaled_slope(x, row, back) / s, dot(tuple(row), u)
            for i in range(size):
                h = [w[k] * entry for entry in unit(size, i)]
                yield f"{where}A_{k}{i}", gamma * scaled_slope(x, h, back) / s, w[k] * u[i]
        yield f"{where}b", gamma * scaled_slope(x, [Integer(1)] * size, back) / s, predicted[1].subs(at)
        loss = dot(back, tuple(gamma * a for a in normal))
        yield f"{where}gamma", diff(loss, gamma), predicted[2].subs(at)


any_normalisation = Claim(
    "morwani20.layers.any-normalisation",
    source=Locator(MORWANI20, "Section 4"),
    status="quoted",
    says="any normalization, whatever p, centred or not: under w -> tau w, tau > 0, Y and dL/dA are multiplied by 1, "
    "dL/dw by 1/tau, and a step of gradient descent adds eta^2 |dL/dw|^2 to |w|^2",
    tex=r"Y(\tau w)=Y(w),\quad\partial_AL(\tau w)=\partial_AL(w),\quad\partial_wL(\tau w)=\tfrac1\tau\,\partial_wL(w),"
    r"\quad|w-\eta\,\partial_wL|^2=|w|^2+\eta^2|\partial_wL|^2",
    hypotheses=("p >= 1 or infinity, at points where s is differentiable", "no epsilon", "without centring: no bias b"),
    silent_on="how smooth they are: for p = infinity there are kinks, for p != 2 the projector is oblique",
    predicts=(Integer(1), Integer(1), 1 / tau, eta**2),
    over=grid(tau=(Rational(1, 3), 10), eta=(Rational(1, 2), 3)),
    uses=("morwani20.jacobian.p-norms",),
    twins=(
        Twin((Integer(1), tau, 1 / tau, eta**2), "dL/dA of degree 1"),
        Twin((Integer(1), 1 / tau, 1 / tau, eta**2), "dL/dA of degree -1"),
        Twin((tau, Integer(1), Integer(1), eta**2), "as without normalization"),
        Twin((Integer(1), Integer(1), 1 / tau, Integer(0)), "the norm of w stays"),
    ),
)


@any_normalisation.certified(
    "p = 1, 3/2, 2, 3, infinity, centred and not, tau = 1/3 and 10: derivatives in balls", reach="cases"
)
def _scaled_weights(predicted: Predicted) -> Compared:
    w, A, back = INSTANCES[1]
    w = tuple(map(Rational, w))
    with precision(40):
        for p, centred in product((Integer(1), Rational(3, 2), Integer(2), Integer(3), oo), (True, False)):
            normalisation = Normalisation(p, centred)
            before = ball_gradients(normalisation, w, A, back)
            for scale in (Rational(1, 3), Integer(10)):
                after = ball_gradients(normalisation, tuple(scale * v for v in w), A, back)
                factors = [enclose(part, {"tau": scale, "eta": Rational(1, 2)}, 40) for part in predicted]
                where = f"p = {p}, {'' if centred else 'not '}centred, tau = {scale}"
                for name, old, new, factor in zip(("Y", "dL/dA", "dL/dw"), before, after, factors, strict=False):
                    for i, (a, b) in enumerate(zip(old, new, strict=True)):
                        yield f"{where}, {name}, entry {i}", b, factor * a
                length = sum(
                    ((_ball(v) - g / 2) ** 2 - _ball(v) ** 2 for v, g in zip(w, before[2], strict=True)), arb(0)
                )
                yield f"{where}, |w|^2", length, factors[3] * sum((g**2 for g in before[2]), arb(0))


def ball_gradients(normalisation: Normalisation, w: Row, A: Sequence[Sequence[Any]], back: Any) -> list[list[arb]]:
    """(z, dL/dA row by row, dL/dw) for the loss <delta, z>, by automatic differentiation in balls."""
    c = normalisation.centre(preactivation(w, A))

    def slope(h: Sequence[Any]) -> arb:
        moved = ball_derivative(c, normalisation.centre(h), normalisation.p)[1]
        return sum((a * b for a, b in zip(moved, back, strict=True)), arb(0))

    by_inputs = [slope([v * e for e in unit(len(c), i)]) for v in w for i in range(len(c))]
    return [ball_derivative(c, c, normalisation.p)[0], by_inputs, [slope(row) for row in A]]


def _ball(value: Any) -> arb:
    return enclose(value, {}, 40)
