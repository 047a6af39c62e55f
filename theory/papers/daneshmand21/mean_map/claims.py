"""The mean map F of a layer on the eigenvalues of C = H^T H: its integral and its Jacobian."""

from __future__ import annotations

from flint import arb
from sympy import Integer, Rational

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.exact.rationals import to_fmpq
from theory.notation import t
from theory.papers.daneshmand21 import DANESHMAND21, normals
from theory.papers.daneshmand21.mean_map.setting import (
    LAYER,
    PLACES,
    SLIDES,
    Q,
    damped,
    lam,
    mu,
)
from theory.words import At

EQUATIONS = Locator(DANESHMAND21, "eqs. (13) and (15) (second-hand: the mean of C_{l+1} given C_l)")


EVERY = "every n, lam and t: integrals over one w_j after another, by induction on n"

integral = Claim(
    "daneshmand21.mean-map.integral",
    source=EQUATIONS,
    status="reconstructed",
    says="E[lam_i w_i^2 e^(-tS)] = lam_i/(1 + 2 t lam_i) prod_j (1 + 2 t lam_j)^(-1/2) for S = sum_j lam_j w_j^2, the "
    "w_j independent and normal",
    tex=r"\mathbb E[\lambda_iw_i^2e^{-tS}]=\frac{\lambda_i}{1+2t\lambda_i}\prod_j(1+2t\lambda_j)^{-1/2}",
    hypotheses=LAYER,
    silent_on="that E[C_{l+1} | C_l] has the eigenvectors of C_l and the eigenvalues p_i = E[lam_i w_i^2/S], the "
    "integral of this over t > 0: in the note; fluctuations at finite width",
    predicts=lam / (1 + 2 * t * lam) * Q ** Rational(-1, 2),
    given=PLACES,
    left=r"\mathbb E[\lambda_iw_i^2e^{-tS}]",
    twins=(Twin(mu / (1 + 2 * t * mu) * Q ** Rational(-1, 2), "index n (or any other) where i is meant"),),
)


@integral.literal(kind="certified", most=40)
def _weighted(at: At) -> arb:
    i = int(at.i) - 1
    return damped(at.spectrum, at.t, {i: 2}) * arb(to_fmpq(at.spectrum[i]))


@integral.exact(
    scope=EVERY, argued="the w_j are independent: one more eigenvalue is one more factor, an integral over w_j"
)
def _integrand(predicted: Predicted) -> Compared:
    alone = {Q: 1 + 2 * normals.t * lam}
    yield "n = 1", lam * normals.by_one(lam, 2), normals.later(predicted).subs(alone)
    yield "lam_i = 0", Integer(0), predicted.subs(lam, 0)
    yield from normals.induction(predicted, Q)


jacobian = Claim(
    "daneshmand21.mean-map.jacobian",
    source=SLIDES,
    status="new",
    says="E[t lam_i lam_j w_i^2 w_j^2 e^(-tS)] is t lam_i lam_j (1 + 2[i = j])/((1 + 2t lam_i)(1 + 2t lam_j)) prod_k "
    "(1 + 2t lam_k)^(-1/2), S = sum_k lam_k w_k^2: the integrand of E pi_i pi_j, pi_i = lam_i w_i^2/S",
    tex=r"\mathbb E[t\lambda_i\lambda_jw_i^2w_j^2e^{-tS}]="
    r"\frac{(1+2\delta_{ij})\,t\,\lambda_i\lambda_j}{(1+2t\lambda_i)(1+2t\lambda_j)}\prod_k(1+2t\lambda_k)^{-1/2}",
    hypotheses=(*LAYER, "lam_i > 0"),
    silent_on="that with s = log lam F is the gradient of the convex E log S, dp_i/ds_j = p_i [i = j] - E pi_i pi_j: "
    "differences at instances",
    predicts=(
        t * lam * mu / ((1 + 2 * t * lam) * (1 + 2 * t * mu)) * Q ** Rational(-1, 2),
        3 * t * lam**2 / (1 + 2 * t * lam) ** 2 * Q ** Rational(-1, 2),
    ),
    given=PLACES,
    left=r"(\mathbb E[t\lambda_i\lambda_jw_i^2w_j^2e^{-tS}],\ \mathbb E[t\lambda_i^2w_i^4e^{-tS}])",
    uses=("daneshmand21.mean-map.integral",),
    twins=(
        Twin(
            (
                t * lam * mu / ((1 + 2 * t * lam) * (1 + 2 * t * mu)) * Q ** Rational(-1, 2),
                t * lam**2 / (1 + 2 * t * lam) ** 2 * Q ** Rational(-1, 2),
            ),
            "E w^4 = 1",
        ),
    ),
)


@jacobian.literal(kind="certified", most=24)
def _products(at: At) -> tuple[arb, arb]:
    i, j = int(at.i) - 1, int(at.j) - 1
    one, other, t = (arb(to_fmpq(e)) for e in (at.spectrum[i], at.spectrum[j], at.t))
    pair, square = damped(at.spectrum, at.t, {i: 2, j: 2}), damped(at.spectrum, at.t, {i: 4})
    return t * one * other * pair, t * one**2 * square


@jacobian.exact(
    scope=EVERY, argued="the w_j are independent: one more eigenvalue is one more factor, an integral over w_j"
)
def _one_by_one(predicted: Predicted) -> Compared:
    time = normals.t
    first, second = (normals.later(part) for part in predicted)
    both = {Q: (1 + 2 * time * lam) * (1 + 2 * time * mu)}
    yield "i != j, n = 2", time * lam * mu * normals.by_two(lam, mu, (2, 2)), first.subs(both)
    yield "i = j, n = 1", time * lam**2 * normals.by_one(lam, 4), second.subs(Q, 1 + 2 * time * lam)
    for part in predicted:
        yield from normals.induction(part, Q)
    yield "S^2 int_0^oo t e^(-tS) dt", normals.inverse(2), Integer(1)
