"""Example 9, eigenvalue by eigenvalue: how the leading one and the small ones move in one layer.

M = (1 - epsilon) 1 1^T + epsilon I up to signs of the rows.
"""

from __future__ import annotations

from typing import Any

from flint import arb
from sympy import Expr, Integer, Rational

from theory.claim import At, Claim, Twin, Verdict
from theory.domains.numbers import Values
from theory.exact.certify import precision
from theory.exact.rationals import rational, to_sympy
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


@Claim(
    "daneshmand20.expansion.leading-eigenvalue",
    source=EXAMPLE_9,
    status="corrected",
    says="at fixed epsilon, E lambda_1(M+) - lambda_1 = -gamma^2 2(d-1) epsilon lambda_1 q/(d^2 (1-epsilon)) + "
    "o(gamma^2), q = 2d^2 (1-epsilon)^2 + 2d epsilon(1-epsilon) - d + 2 epsilon^2: the leading eigenvalue shrinks "
    "while q > 0, and grows near the identity for d >= 3 (q -> 2 - d); the small ones together do the opposite",
    hypotheses=SPECTRUM,
    silent_on="d > 3, where the note has perturbation theory; gamma not small against 1 - epsilon, where "
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
).literal(scope="all weight matrices of two values each, d = 2, 3", most=12)
def leading_eigenvalue(at: At) -> Expr:
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


SPREAD = (
    epsilon**2
    * (d - 2)
    / d
    * (4 * (d - 1) ** 2 * (1 - epsilon) ** 2 + 8 * (d - 1) * (1 - epsilon) + 2 * (d**2 - d + 2))
)


@Claim(
    "daneshmand20.expansion.small-eigenvalues-spread",
    source=EXAMPLE_9,
    says="the d - 1 small eigenvalues move apart at order gamma: the mean of their sum of squared deviations is "
    "gamma^2 times the value below, positive for d >= 3, while their mean moves by O(gamma^2) in expectation; so for "
    "small gamma the least of them shrinks and the greatest grows",
    hypotheses=SPECTRUM,
    silent_on="d > 3, where the note has perturbation theory",
    predicts=SPREAD,
    given=WEIGHED,
    uses=("daneshmand20.expansion.entry-drift",),
    twins=(Twin(Integer(0), "they move together"),),
).literal(scope="all weight matrices of two values each, d = 2, 3", most=12)
def small_spread(at: At) -> Expr:
    return _spread_of_others(signed_example(at.s, at.epsilon), at.t)


@named(
    "[γ²]EΣ_(k>1) (λ_k⁺ − λ̄)²({0}; {1}, −1/{1})",
    r"[\gamma^2]\mathbb E\sum_{{k>1}}(\lambda_k^+-\bar\lambda)^2({0};{1},-1/{1})",
    means="λ₁⁺ ≥ λ₂⁺ ≥ .. of the layer after M, λ̄ the mean of those after λ₁⁺, weights as listed",
)
def _spread_of_others(M: Any, t: Any) -> Expr:
    return to_sympy(eigenvalue_shifts(M, two_values(t))[2])


@Claim(
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
).literal(kind="certified", scope="d = 3, Rademacher weights: all 512 matrices, roots in balls")
def every_small_eigenvalue(at: At) -> tuple[arb, arb]:
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
