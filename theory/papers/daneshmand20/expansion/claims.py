"""Lemma 7: the change of E |M+|_F^2 in one layer, in powers of gamma.

Two routes: index notation for every d, in which sums over M are graphs and moments enter by cumulants; and, for
explicit d, polynomials in all entries of M and W, whose monomials become moments.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import combinations

from sympy import Expr, Integer

from theory.claim import At, Claim, Compared, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.rationals import to_sympy
from theory.expansion import frobenius, frobenius_in_symbols, in_symbols, pair_moment
from theory.expansion.index_sums import Factor, equicorrelated
from theory.notation import HALF, d
from theory.papers.daneshmand20.domains import filled
from theory.papers.daneshmand20.expansion.coefficients import mean_coefficient, of_norm, two_values
from theory.papers.daneshmand20.expansion.setting import (
    LAYERS,
    LEMMA_7,
    WEIGHTS,
    D,
    F,
    Q,
    T,
    cross,
    planar,
    r,
    rho,
    row_i,
    row_j,
)

entry_drift = Claim(
    "daneshmand20.expansion.entry-drift",
    source=LEMMA_7,
    status="new",
    says="i != j: in E M+_ij, term by term the mean of the series of M+_ij in gamma, there is no term in gamma, and "
    "the coefficient of gamma^2 is M_ij (3/2 (M^2)_ii + 3/2 (M^2)_jj - d) - 2 (M^2)_ij",
    hypotheses=WEIGHTS,
    silent_on="the remainder, whose order depends on the moments of the weights (note)",
    predicts=rho * (3 * HALF * (row_i + row_j) - d) - 2 * cross,
    given=LAYERS,
    left=r"[\gamma^2]\,\mathbb EM^+_{ij}",
    twins=(Twin(rho * (row_i + row_j - d) - 2 * cross, "1 for 3/2"),),
)

pair_drift = Claim(
    "daneshmand20.expansion.pair-drift",
    source=LEMMA_7,
    status="reconstructed",
    says="i != j: in E (M+_ij)^2, term by term the mean of its series in gamma, there is no term in gamma, and the "
    "coefficient of gamma^2 is (M^2)_ii + (M^2)_jj - 8 M_ij (M^2)_ij + M_ij^2 (4 (M^2)_ii + 4 (M^2)_jj - 2d)",
    hypotheses=WEIGHTS,
    silent_on="the remainder, whose order depends on the moments of the weights (note)",
    predicts=row_i + row_j - 8 * rho * cross + rho**2 * (4 * row_i + 4 * row_j - 2 * d),
    given=LAYERS,
    left=r"[\gamma^2]\,\mathbb E(M^+_{ij})^2",
    twins=(Twin(row_i + row_j - 4 * rho * cross + rho**2 * (4 * row_i + 4 * row_j - 2 * d), "4 for 8"),),
)


def _entry(claim: Claim, power: int) -> None:
    @claim.literal(scope="all weight matrices, of two values each; d = 2, 3, 4", most=30)
    def over_all_weights(at: At) -> Expr:
        return to_sympy(mean_coefficient(at.M, two_values(at.t), 2, power, ((0, 1),)))

    @claim.exact(
        scope="every d, in index notation",
        argued="a mean of products of weights, of which pairs of like ones alone remain to second order",
    )
    def in_indices(predicted: Predicted) -> Compared:
        yield "gamma", in_symbols(pair_moment(1, power)), Integer(0)
        yield "gamma^2", in_symbols(pair_moment(2, power)), predicted


_entry(entry_drift, 1)


_entry(pair_drift, 2)


drift = Claim(
    "daneshmand20.expansion.frobenius-drift",
    source=LEMMA_7,
    status="reconstructed",
    says="E|M+|_F^2 - |M|_F^2 has no term in gamma, and the coefficient of gamma^2 is delta(M) = 2 d^2 - 2 |M|_F^2 - "
    "8 Tr M^3 + 8 Tr diag(M^2)^2",
    hypotheses=WEIGHTS,
    silent_on="the remainder, whose order depends on the moments of the weights",
    predicts=(Integer(0), 2 * d**2 - 2 * F - 8 * T + 8 * D),
    given=LAYERS,
    left=r"[\gamma],[\gamma^2]\,\mathbb E\|M^+\|_F^2",
    uses=("daneshmand20.expansion.pair-drift",),
    twins=tuple(
        Twin((Integer(0), wrong), why)
        for wrong, why in (
            (2 * d**2 - 2 * F - 4 * T + 4 * D, "4 for 8"),
            (2 * d**2 - 2 * F + 8 * T - 8 * D, "the third-order terms exchanged"),
            (2 * d**2 - F - 8 * T + 8 * D, "|M|_F^2 once"),
            (2 * d**2 - 2 * F - 8 * Q + 8 * D, "Tr M^4 for Tr M^3"),
            (d**2 - F - 8 * T + 8 * D, "d^2 - |M|_F^2 once"),
            (2 * d**2 - 2 * F - 4 * T + 8 * D, "one 4 for 8"),
            (2 * d**2 - 2 * F - 8 * T + 8 * F**2 / d, "as if all rows had the same norm"),
        )
    ),
)


@drift.literal(scope="all weight matrices, of two values each; d = 2, 3, 4", most=30)
def _drift_over_all_weights(at: At) -> tuple[Expr, Expr]:
    first, second = (to_sympy(of_norm(at.M, two_values(at.t), order)) for order in (1, 2))
    return first, second


@drift.exact(
    scope="every d, in index notation",
    argued="the coefficient of gamma^2 is a mean of products of weights, and pairs of like weights alone remain",
)
def _drift_in_indices(predicted: Predicted) -> Compared:
    for order in (1, 2):
        yield f"gamma^{order}", frobenius_in_symbols(order), predicted[order - 1]


drift_values = Claim(
    "daneshmand20.expansion.drift-values",
    source=LEMMA_7,
    status="new",
    says="delta = 2d(d-1) at M = I, 0 at every rank-one M, and 4(1-rho^2)(1-4rho^2) at d = 2: zero also at rho = +-1/2",
    hypotheses=WEIGHTS,
    predicts=(2 * d * (d - 1), Integer(0), 4 * (1 - r**2) * (1 - 4 * r**2)),
    given=Given(
        {"rho": Rationals(least=-1, most=1), "t": Rationals(above=0), "d": Integers(2, 3)},
        words="weights t and -1/t of mean 0 and variance 1 stand for all laws, two sizes for all d",
    ),
    left=r"\delta(I),\ \delta(\mathbf1\mathbf1^{\mathsf T}),\ \delta\ (d=2)",
    uses=("daneshmand20.expansion.frobenius-drift",),
    twins=(Twin((2 * d * (d - 1), Integer(0), 4 * (1 - r**2) ** 2), "zero at rank one alone"),),
)


@drift_values.literal(scope="all weight matrices, of two values each; d = 2, 3; rank one: all correlations 1", most=20)
def _values_over_all_weights(at: At) -> tuple[Expr, ...]:
    size, correlation = int(at.d), Fraction(int(at.rho.p), int(at.rho.q))
    pairs, found = tuple(combinations(range(size), 2)), []
    for M, places in (
        (filled(size, dict.fromkeys(pairs, Fraction(0))), pairs),
        (filled(size, dict.fromkeys(pairs, Fraction(1))), pairs),
        (filled(2, {(0, 1): correlation}), ((0, 1),)),
    ):
        found.append(to_sympy(2 * mean_coefficient(M, two_values(at.t), 2, 2, places)))
    return tuple(found)


@drift_values.exact(
    scope="every d, every sign of the rows, every rho at d = 2, from index sums",
    argued="delta is a sum over indices, evaluated at these matrices for any d",
)
def _values_in_indices(predicted: Predicted) -> Compared:
    yield "M = I, every d", in_symbols(frobenius(2), partial(equicorrelated, rho=Integer(0))), predicted[0]
    yield "rank one, every d", in_symbols(frobenius(2), at_rank_one), predicted[1]
    yield "d = 2", planar(2), predicted[2]
    for zero in (HALF, -HALF):
        yield f"d = 2, rho = {zero}", planar(2).subs(r, zero), Integer(0)


def at_rank_one(factor: Factor) -> Expr:
    """A closed factor at M = s s^T, for every d and all signs s: each index occurs an even number of times.

    Raises
    ------
    ValueError : where one does not.
    """
    size, edges = factor
    if any(sum(edge.count(vertex) for edge in edges) % 2 for vertex in range(size)):
        raise ValueError(f"the sum {factor} depends on the signs")
    return d**size
