"""Section 3.1, why a network without normalization explodes, and dL/dY_(l-1) of one with BN as printed."""

from __future__ import annotations

from typing import Any

from sympy import Symbol

from theory.batchnorm import dot
from theory.claim import Claim, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Rationals
from theory.exact.expressions import grid
from theory.notation import n
from theory.papers.morwani20.data import Data, data_sets
from theory.papers.morwani20.derivatives import along
from theory.papers.morwani20.layers.setting import (
    BACKWARD,
    NEURON,
    OF_A_ROW,
    by_entries,
    by_weights,
    delta,
    delta_mean,
    gamma,
    m,
    sigma,
    squares,
    unit,
    z,
)
from theory.term import each
from theory.term.named import named
from theory.words import At

tau = Symbol("tau", positive=True)
weight = Symbol("weight", real=True)


@Claim(
    "morwani20.layers.explosion",
    source=BACKWARD,
    status="quoted",
    says="without normalization, as W is multiplied by tau, so are the norms of Y and of dL/dY_(l-1), and as Y_(l-1) "
    "is multiplied, so is that of the step of W: for Y_l = W Y_(l-1) and a given dL/dY_l",
    hypotheses=("Y = W A, one row of W, without B", "delta = dL/dY held fixed", "tau > 0"),
    silent_on="B, of which Y grows only when W does; how delta itself grows; that the three feed each other",
    predicts=(tau**2, tau**2, tau**2),
    over=grid(tau=(2, 3)),
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
    """|dL/dA|^2."""
    return squares(by_entries(lambda A: dot(data.y, data._replace(A=A).row(w)), A))


@named("|∂_w L({0}, {1})|²", r"|\partial_wL({0},{1})|^2", means=LOSS)
def _by_weights(w: Any, A: Any, data: Data) -> Any:
    """|dL/dw|^2."""
    by_w = by_weights(lambda w: dot(data.y, data._replace(A=A).row(w)), w)
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
        letters={**OF_A_ROW, "weight": lambda at: at["data"].w[0]},
    ),
    truth=gamma / sigma * (delta - delta_mean - z * m) * weight,
).literal(scope="L = <delta, gamma BN(w^T A)>, by the first entry of A; labels are delta", most=30)
def printed(at: At) -> Any:
    data = at.data
    by_entry = along(data.row(data.w), each(lambda a: data.w[0] * a, unit(data.n, 0)))
    return at.gamma * dot(data.y, by_entry)
