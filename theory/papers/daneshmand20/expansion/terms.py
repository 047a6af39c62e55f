"""Lemma 7, beyond its terms: the orders gamma^3 and gamma^4, and what a mean of the weights adds at order gamma."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from sympy import Expr, Integer, Poly

from theory.claim import At, Claim, Compared, Predicted, Twin
from theory.domains.numbers import Rationals
from theory.exact.rationals import rational, to_fmpq, to_sympy
from theory.expansion import MEAN, central_moment, frobenius_in_symbols
from theory.notation import d
from theory.papers.daneshmand20.expansion.coefficients import of_norm, two_values
from theory.papers.daneshmand20.expansion.setting import (
    IDENTICAL,
    LAYER,
    LAYERS,
    LEMMA_7,
    LETTERS,
    P2,
    P2_2,
    P2_3,
    R1,
    R3,
    R4,
    S1,
    S3,
    S4,
    D,
    F,
    T,
    fourth,
    kappa,
    planar,
    r,
    s,
    two_by_two,
)

skew_term = Claim(
    "daneshmand20.expansion.skew-term",
    source=LEMMA_7,
    status="new",
    says="the coefficient of gamma^3 in E|M+|_F^2 is the third moment s times sums over M, so it is 0 for symmetric "
    "laws; at d = 2 it is 16 s rho (1-rho^2) (2rho^2-1)",
    hypotheses=IDENTICAL,
    predicts=(4 * s * (R1 - 4 * R3 + 4 * P2_2 - P2 + S3 - S1), 16 * s * r * (1 - r**2) * (2 * r**2 - 1)),
    given=replace(LAYERS, letters=LETTERS),
    left=r"[\gamma^3]\,\mathbb E\|M^+\|_F^2\text{ at }M,\text{ and at }d=2,\ \rho=M_{12}",
    twins=(
        Twin((Integer(0), Integer(0)), "even in gamma for every centred law"),
        Twin((4 * s * (R1 - 4 * R3 + 4 * P2_2 - P2 + S3 - S1), 16 * s * r * (1 - r**2) * (1 - 2 * r**2)), "sign"),
    ),
)


@skew_term.literal(scope="all weights of two rows, of two values each; d = 2, 3, 4", most=18)
def _skew_over_all_weights(at: At) -> tuple[Expr, Expr]:
    first, second = (to_sympy(of_norm(M, two_values(at.t), 3)) for M in (at.M, two_by_two(at.rho)))
    return first, second


@skew_term.exact(
    scope="every d, in index notation; orders 3, 5, 7 for symmetric laws",
    argued="the coefficient of gamma^3 is a mean of products of three weights, and triples of like ones alone remain",
)
def _skew_in_indices(predicted: Predicted) -> Compared:
    yield "gamma^3", frobenius_in_symbols(3), predicted[0]
    yield "gamma^3, d = 2", planar(3), predicted[1]
    for order in (3, 5, 7):
        yield f"gamma^{order}, no odd moments", _symmetric(order), predicted[0].subs(s, 0)


@cache
def _symmetric(order: int) -> Expr:
    return frobenius_in_symbols(order).subs({central_moment(m): 0 for m in range(3, order + 1, 2)})


SLOPE = 10 * F + 16 * T - 2 * d**2 - 16 * D - 8 * (4 * P2_3 + S4 - 4 * R4)
FOURTH = -4 * (1 - r**2) * ((16 * r**4 - 12 * r**2 + 1) * kappa + 8 * r**4 + 4 * r**2 - 2)

fourth_term = Claim(
    "daneshmand20.expansion.fourth-term",
    source=LEMMA_7,
    status="new",
    says="the coefficient of gamma^4 in E|M+|_F^2 depends on the law of the weights through their fourth moment kappa "
    "alone: linearly, with the slope below for every d; at d = 2 it is -4(1-rho^2)((16rho^4-12rho^2+1) kappa + "
    "8rho^4+4rho^2-2)",
    hypotheses=IDENTICAL,
    predicts=(SLOPE, FOURTH),
    given=replace(
        LAYERS,
        domains={**LAYERS.domains, "v": Rationals(above=0)},
        where=lambda at: fourth(at) != fourth({"t": at["v"]}),
        words="weights t and -1/t, and v and -1/v, of mean 0 and variance 1 stand for all laws, three sizes for all d",
        letters=LETTERS,
    ),
    left=r"\Delta[\gamma^4]\,\mathbb E\|M^+\|_F^2/\Delta\kappa\text{ between two laws at }M,\quad"
    r"[\gamma^4]\,\mathbb E\|M^+\|_F^2\text{ at }d=2,\ \rho=M_{12}",
    twins=(
        Twin((SLOPE, FOURTH.subs(kappa, 3)), "the Gaussian value for every law"),
        Twin((Integer(0), FOURTH.subs(kappa, 3)), "only the variance matters"),
    ),
)


@fourth_term.literal(scope="all weights of two rows, of two values each, for two laws; d = 2, 3, 4", most=12)
def _in_momentsover_all_weights(at: At) -> tuple[Expr, Expr]:
    one, other = (to_sympy(of_norm(at.M, two_values(t), 4)) for t in (at.t, at.v))
    slope = (one - other) / (fourth({"t": at.t}) - fourth({"t": at.v}))
    return slope, to_sympy(of_norm(two_by_two(at.rho), two_values(at.t), 4))


@fourth_term.exact(
    scope="every d, in index notation",
    argued="the coefficient of gamma^4 is a mean of products of four weights, by pairs and by like ones",
)
def _fourth_in_indices(predicted: Predicted) -> Compared:
    in_moments = Poly(frobenius_in_symbols(4), kappa, s)
    yield "coefficient of kappa", in_moments.coeff_monomial(kappa), predicted[0]
    yield "degree in kappa and s", in_moments.total_degree(), 1
    yield "coefficient of s", in_moments.coeff_monomial(s), 0
    yield "d = 2", planar(4), predicted[1]


mean_term = Claim(
    "daneshmand20.expansion.mean-term",
    source=LEMMA_7,
    status="new",
    says="weights of mean mu: E|M+|_F^2 has the term 4 mu (sum_ab (M^2)_ab - sum_ab M_ab (M^2)_bb) gamma, which is "
    "8 mu rho (1-rho^2) gamma at d = 2",
    hypotheses=(*LAYER, "entries of W independent, mean mu, variance 1"),
    predicts=(4 * MEAN * (P2 - R1), 8 * MEAN * r * (1 - r**2)),
    given=replace(
        LAYERS,
        domains={**LAYERS.domains, "mu": Rationals()},
        words="weights mu + t and mu - 1/t of mean mu and variance 1 stand for all laws, three sizes for all d",
        letters=LETTERS,
    ),
    left=r"[\gamma]\,\mathbb E\|M^+\|_F^2\text{ at }M,\text{ and at }d=2,\ \rho=M_{12}",
    twins=(Twin((Integer(0), Integer(0)), "no term of first order, as for centred weights"),),
)


@mean_term.literal(scope="all weights of two rows, of two values each; d = 2, 3, 4", most=60)
def _mean_over_all_weights(at: At) -> tuple[Expr, Expr]:
    mean = to_fmpq(rational(at.mu))
    atoms = tuple((mean + value, share) for value, share in two_values(at.t))
    first, second = (to_sympy(of_norm(M, atoms, 1)) for M in (at.M, two_by_two(at.rho)))
    return first, second


@mean_term.exact(
    scope="every d, in index notation",
    argued="the coefficient of gamma is linear in the weights, so each is replaced by mu",
)
def _mean_in_indices(predicted: Predicted) -> Compared:
    yield "gamma", frobenius_in_symbols(1, centred=False), predicted[0]
    yield "gamma, d = 2", planar(1, centred=False), predicted[1]
