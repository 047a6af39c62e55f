"""Example 9, eigenvalue by eigenvalue: how the leading one and the small ones move in one layer.

M = (1 - epsilon) 1 1^T + epsilon I up to signs of the rows; M+ = M + gamma M_1 + gamma^2 M_2 + .., with M_1 linear in
the weights. Perturbation theory for the simple eigenvalue and for the eigenspace of the others.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from flint import arb, fmpq, fmpq_poly
from sympy import Expr, Integer, Rational

from theory.claim import At, Claim, Compared, Predicted, Twin, Verdict
from theory.domains.numbers import Values
from theory.exact.certify import precision
from theory.exact.rationals import rational, to_sympy
from theory.expansion import in_symbols, pair_moment
from theory.expansion.index_sums import equicorrelated, over_pairs
from theory.notation import d
from theory.papers.daneshmand20.expansion.coefficients import eigenvalue_shifts, two_values
from theory.papers.daneshmand20.expansion.setting import (
    BALANCE,
    EXAMPLE_9,
    LEADING,
    SPECTRUM,
    WEIGHED,
    epsilon,
    mean_eigenvalues,
    signed_example,
)
from theory.term.named import named

Form = dict[tuple[int, int], fmpq_poly]
"""A linear form in the weights; coefficients are polynomials in epsilon."""


@cache
def first_order(size: int) -> list[list[Form]]:
    """M_1: entries u_ij - M_ij (u_ii + u_jj)/2 with u = WM + MW^T."""
    M = [[fmpq_poly([1]) if a == b else fmpq_poly([1, -1]) for b in range(size)] for a in range(size)]

    def u(i: int, j: int) -> Form:
        return combined([(fmpq_poly([1]), {(i, a): M[a][j] for a in range(size)}),
                         (fmpq_poly([1]), {(j, a): M[a][i] for a in range(size)})])  # fmt: skip

    return [
        [combined([(fmpq_poly([1]), u(i, j)), (M[i][j] / -2, u(i, i)), (M[i][j] / -2, u(j, j))]) for j in range(size)]
        for i in range(size)
    ]


def combined(parts: list[tuple[fmpq_poly, Form]]) -> Form:
    """A linear combination of linear forms."""
    total: Form = {}
    for factor, form in parts:
        for place, c in form.items():
            total[place] = total.get(place, fmpq_poly()) + factor * c
    return total


def mean_product(f: Form, g: Form) -> fmpq_poly:
    """E fg for uncorrelated weights of unit variance."""
    return sum((c * g[place] for place, c in f.items() if place in g), fmpq_poly())


def in_epsilon(polynomial: fmpq_poly) -> Expr:
    """A polynomial in epsilon in SymPy."""
    return sum((to_sympy(c) * epsilon**k for k, c in enumerate(polynomial.coeffs())), Integer(0))


leading_eigenvalue = Claim(
    "daneshmand20.expansion.leading-eigenvalue",
    source=EXAMPLE_9,
    status="corrected",
    says="at fixed epsilon, E lambda_1(M+) - lambda_1 = -gamma^2 2(d-1) epsilon lambda_1 q/(d^2 (1-epsilon)) + "
    "o(gamma^2), q = 2d^2 (1-epsilon)^2 + 2d epsilon(1-epsilon) - d + 2 epsilon^2: the leading eigenvalue shrinks "
    "while q > 0, and grows near the identity for d >= 3 (q -> 2 - d); the small ones together do the opposite",
    hypotheses=SPECTRUM,
    silent_on="d > 3, but for perturbation theory, to d = 7 (note); gamma not small against 1 - epsilon, where "
    "eigenvalues cross",
    predicts=LEADING,
    given=WEIGHED,
    uses=("daneshmand20.expansion.entry-drift",),
    twins=(
        Twin(LEADING.subs(BALANCE, 2 * d**2 * (1 - epsilon) ** 2), "shrinks for every epsilon"),
        Twin(
            -(d - 1) * epsilon * (1 - epsilon) * (4 * d - 2 - 3 * (d - 1) * epsilon),
            "without the repulsion of the others",
        ),
    ),
)


@leading_eigenvalue.literal(scope="all weight matrices of two values each, d = 2, 3", most=12)
def _shift_over_all_weights(at: At) -> Expr:
    return _shift_of_greatest(signed_example(at.s, at.epsilon), at.t)


@named(
    "[γ²]Eλ₁(M⁺)({0}; {1}, −1/{1})",
    r"[\gamma^2]\mathbb E\lambda_1(M^+)({0};{1},-1/{1})",
    means="M⁺ the layer after M, of eigenvalues λ₁ ≥ λ₂ ≥ .., weights as listed",
)
def _shift_of_greatest(M: Any, t: Any) -> Expr:
    first, second, _ = eigenvalue_shifts(M, two_values(t))
    if first != 0:
        raise AssertionError("the mean moves at first order")
    return to_sympy(second)


@leading_eigenvalue.exact(
    scope="E M_2 for every d from index sums, M_1 for d = 2..7, every epsilon: perturbation theory",
    step="E v.M_2 v + E |M_1 v outside v|^2/gap",
)
def _by_perturbation(predicted: Predicted) -> Compared:
    for size in range(2, 8):
        yield f"d = {size}", _shift(size), predicted.subs(d, size)


@cache
def _shift(size: int) -> Expr:
    """E v.M_2 v + E |M_1 v outside v|^2/gap, with v = 1/sqrt(d) and the gap d (1 - epsilon)."""
    second = in_symbols(over_pairs(pair_moment(2, 1)), lambda factor: equicorrelated(factor, 1 - epsilon)) / d
    one = fmpq_poly([1])
    sums = [combined([(one, form) for form in row]) for row in first_order(size)]
    total = combined([(one, form) for form in sums])
    outside = sum((mean_product(form, form) for form in sums), fmpq_poly()) - mean_product(total, total) / size
    return (second.subs(d, size) + in_epsilon(outside) / size / (size * (1 - epsilon))).cancel()


SPREAD = (
    epsilon**2
    * (d - 2)
    / d
    * (4 * (d - 1) ** 2 * (1 - epsilon) ** 2 + 8 * (d - 1) * (1 - epsilon) + 2 * (d**2 - d + 2))
)

small_spread = Claim(
    "daneshmand20.expansion.small-eigenvalues-spread",
    source=EXAMPLE_9,
    status="new",
    says="the d - 1 small eigenvalues move apart at order gamma: the mean of their sum of squared deviations is "
    "gamma^2 times the value below, positive for d >= 3, while their mean moves by O(gamma^2) in expectation; so for "
    "small gamma the least of them shrinks and the greatest grows",
    hypotheses=SPECTRUM,
    silent_on="d > 3, but for perturbation theory, to d = 6 (note)",
    predicts=SPREAD,
    given=WEIGHED,
    uses=("daneshmand20.expansion.entry-drift",),
    twins=(Twin(Integer(0), "they move together"),),
)


@small_spread.literal(scope="all weight matrices of two values each, d = 2, 3", most=12)
def _spread_over_all_weights(at: At) -> Expr:
    return _spread_of_others(signed_example(at.s, at.epsilon), at.t)


@named(
    "[γ²]EΣ_(k>1) (λ_k⁺ − λ̄)²({0}; {1}, −1/{1})",
    r"[\gamma^2]\mathbb E\sum_{{k>1}}(\lambda_k^+-\bar\lambda)^2({0};{1},-1/{1})",
    means="λ₁⁺ ≥ λ₂⁺ ≥ .. of the layer after M, λ̄ the mean of those after λ₁⁺, weights as listed",
)
def _spread_of_others(M: Any, t: Any) -> Expr:
    return to_sympy(eigenvalue_shifts(M, two_values(t))[2])


@small_spread.exact(
    scope="d = 2..6, every epsilon: M_1 on the complement of 1",
    step="at order gamma the small eigenvalues are those of M_1 on the complement of 1",
)
def _spread(predicted: Predicted) -> Compared:
    for size in range(2, 7):
        yield f"d = {size}", in_epsilon(_spread_at(size)), predicted.subs(d, size)


@cache
def _spread_at(size: int) -> fmpq_poly:
    M1 = first_order(size)
    one, share = fmpq_poly([1]), fmpq_poly([fmpq(-1, size)])
    rows = [combined([(share, form) for form in row]) for row in M1]  # minus the means of the rows
    whole = combined([(share, form) for form in rows])  # the mean of all entries
    restricted = [
        [combined([(one, form) for form in (M1[i][j], rows[i], rows[j], whole)]) for j in range(size)]
        for i in range(size)
    ]
    trace = combined([(one, restricted[i][i]) for i in range(size)])
    squares = sum((mean_product(form, form) for row in restricted for form in row), fmpq_poly())
    return squares - mean_product(trace, trace) / (size - 1)


every_small_eigenvalue = Claim(
    "daneshmand20.expansion.every-small-eigenvalue",
    source=EXAMPLE_9,
    status="reading",
    says="every small eigenvalue grows in expectation: E lambda_k(M+) > epsilon for k = 2..d; here d = 3, "
    "epsilon = 1/5, gamma = 1/20, Rademacher weights",
    hypotheses=SPECTRUM,
    relation=">",
    predicts=(epsilon, epsilon),
    given={"epsilon": Values(Rational(1, 5)), "gamma": Values(Rational(1, 20))},
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.expansion.small-eigenvalues-spread",),
    truth=(epsilon, Integer(0)),  # they move apart at order gamma, and both by gamma^2 only in the mean
)


@every_small_eigenvalue.literal(kind="certified", scope="d = 3, Rademacher weights: all 512 matrices, roots in balls")
def _means_of_roots(at: At) -> tuple[arb, arb]:
    return mean_eigenvalue(2, at.epsilon, at.gamma), mean_eigenvalue(3, at.epsilon, at.gamma)


@named(
    "E λ_{0}(M⁺)",
    r"\mathbb E\lambda_{{{0}}}(M^+)",
    means="M⁺ the layer after (1 − ε) 11ᵀ + ε I, d = 3, weights ±1",
)
def mean_eigenvalue(place: int, epsilon: Any, gamma: Any) -> arb:
    """E of the eigenvalue of M+ at that place, the greatest first."""
    with precision(30):
        return mean_eigenvalues(rational(epsilon), rational(gamma))[place - 1]
