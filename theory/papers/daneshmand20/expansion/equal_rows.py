"""Proposition 8 and Example 9: the drift of E |M+|_F^2 by eigenvalues, and how single ones move in one layer."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb, fmpq, fmpq_poly
from sympy import Expr, Integer, Rational, Symbol, symbols

from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.matrices import Correlations, sign_vectors
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.certify import guess, precision
from theory.exact.rationals import rational, to_sympy
from theory.notation import d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.expansion.coefficients import eigenvalue_shifts, two_values
from theory.papers.daneshmand20.expansion.drift import WEIGHTS
from theory.papers.daneshmand20.regularity.sandwich import cubes, delta, squared_norm
from theory.term import each, number, one_if, places, size, total
from theory.term.matrices import inner
from theory.term.named import named

EXAMPLE_9 = Locator(DANESHMAND20, "Example 9 (the eigenvalues are missing from the text we hold)")
SPECTRUM = (*WEIGHTS, "eigenvalues of M: d - (d-1) epsilon once, epsilon d - 1 times", "0 < epsilon < 1")
epsilon = Symbol("epsilon", positive=True)
TOP = d - (d - 1) * epsilon
BALANCE = 2 * d**2 * (1 - epsilon) ** 2 + 2 * d * epsilon * (1 - epsilon) - d + 2 * epsilon**2
LEADING = -2 * (d - 1) * epsilon * TOP * BALANCE / (d**2 * (1 - epsilon))

SIGNED = Given(
    {"s": sign_vectors(), "epsilon": Rationals(above=0, below=1)},
    words="M = epsilon I + (1 - epsilon) s s^T, s the signs of the rows",
    letters={"d": lambda at: number(size(at["s"]))},
)
"""Example 9 at every width."""

WEIGHED = replace(
    SIGNED,
    domains={"s": sign_vectors(Integers(2, 3)), "epsilon": Rationals(above=0, below=1), "t": Rationals(above=0)},
    words="M = epsilon I + (1 - epsilon) s s^T, s the signs of the rows; weights t and -1/t of mean 0 and variance 1 "
    "stand for all laws, two sizes for all d",
)
"""Example 9 at two widths, with a law of the weights."""


@named("{1} I + (1 − {1}) {0} {0}ᵀ", r"{1} I+(1-{1}){0} {0}^\top", shape=lambda s, _: (size(s), size(s)))
def signed_example(s: Any, e: Any) -> Any:
    """e I + (1 - e) s s^T, of numbers or terms."""
    there = places(size(s))
    return each(lambda i: each(lambda j: one_if(i == j) * e + (1 - e) * (s[i] * s[j]), there), there)


def mean_eigenvalues(small: Fraction, gamma: Fraction) -> list[arb]:
    """E of the ordered eigenvalues of M+ at d = 3, greatest first: all 512 sign matrices W, roots in balls."""
    e, g = fmpq(small.numerator, small.denominator), fmpq(gamma.numerator, gamma.denominator)
    total = [arb(0)] * 3
    for signs in product((1, -1), repeat=9):
        A = [[int(a == b) + g * signs[3 * a + b] for b in range(3)] for a in range(3)]
        S = [sum(row) for row in A]
        C = [
            [(1 - e) * S[i] * S[j] + e * sum(x * y for x, y in zip(A[i], A[j], strict=True)) for j in range(3)]
            for i in range(3)
        ]
        pairs = ((0, 1), (0, 2), (1, 2))
        squares = [C[i][j] ** 2 / (C[i][i] * C[j][j]) for i, j in pairs]
        triple = C[0][1] * C[0][2] * C[1][2] / (C[0][0] * C[1][1] * C[2][2])
        # det(x - M+) = (x - 1)^3 - (x - 1) sum of squares - 2 triple
        shifted = fmpq_poly([-1, 1])
        characteristic = shifted**3 - shifted * sum(squares) - 2 * triple
        roots = [root.real for root, count in characteristic.numer().complex_roots() for _ in range(count)]
        roots.sort(key=guess, reverse=True)
        total = [t + root for t, root in zip(total, roots, strict=True)]
    return [t / 512 for t in total]


PROPOSITION_8 = Locator(DANESHMAND20, "Proposition 8 (its formula is missing from the text we hold)")
p2, p3 = symbols("p2 p3", positive=True)  # power sums of the eigenvalues of M


@named("Σ_{{i<j}} (({0}²)_ii − ({0}²)_jj)²", r"\sum_{{i<j}}(({0}^2)_{{ii}}-({0}^2)_{{jj}})^2")
def unevenness(M: Any) -> Any:
    """The sum over i < j of ((M^2)_ii - (M^2)_jj)^2, that over all i and j halved."""
    norms = each(lambda row: inner(row, row), M)
    return number(total(each(lambda a: total(each(lambda b: (a - b) * (a - b), norms)), norms))) / 2


u = Symbol("u", nonnegative=True)
BY_POWERS = 2 * d**2 - 2 * p2 - 8 * p3 + 8 * p2**2 / d
ANY_ROWS = Given(
    {"M": Correlations()},
    letters={
        "d": lambda at: number(size(at["M"])),
        "p2": lambda at: number(squared_norm(at["M"])),
        "p3": lambda at: number(cubes(at["M"])),
        "u": lambda at: unevenness(at["M"]),
    },
)


@Claim(
    "daneshmand20.expansion.unequal-rows",
    source=PROPOSITION_8,
    status="corrected",
    says="for any M, delta = 2 d^2 - 2 p2 - 8 p3 + 8 p2^2/d + (8/d) u, p2 = |M|_F^2 and p3 = Tr M^3 the power sums of "
    "the eigenvalues, u the sum over i < j of ((M^2)_ii - (M^2)_jj)^2: so Proposition 8, rows of equal norm, is u = 0, "
    "and without that hypothesis delta is never less",
    silent_on="that delta is the coefficient of gamma^2 in E|M+|_F^2 (one-step.lemma-7)",
    predicts=BY_POWERS + 8 * u / d,
    given=ANY_ROWS,
    uses=("daneshmand20.one-step.lemma-7",),
    twins=(Twin(BY_POWERS, "equality without the hypothesis"),),
).literal(scope="by the entries of M", most=40)
def unequal_rows(at: At) -> Any:
    return number(delta(at.M))


@Claim(
    "daneshmand20.expansion.equal-rows-dropped",
    source=PROPOSITION_8,
    status="reading",
    says="delta = 2 d^2 - 2 p2 - 8 p3 + 8 p2^2/d for every correlation matrix",
    predicts=BY_POWERS,
    given=ANY_ROWS,
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.expansion.unequal-rows",),
    truth=BY_POWERS + 8 * u / d,
).literal(scope="by the entries of M", most=24)
def equal_rows_dropped(at: At) -> Any:
    return number(delta(at.M))


DRIFT = (
    2
    * d
    * (d - 1)
    * epsilon
    * (2 - 4 * d + (12 * d - 5) * epsilon - (12 * d - 8) * epsilon**2 + 4 * (d - 1) * epsilon**3)
)


@Claim(
    "daneshmand20.expansion.example-drift",
    source=EXAMPLE_9,
    status="reconstructed",
    says="delta(M), the coefficient of gamma^2 in E|M+|_F^2 by one-step.lemma-7, is 2d(d-1) epsilon (2 - 4d + (12d-5) "
    "epsilon - (12d-8) epsilon^2 + 4(d-1) epsilon^3)",
    silent_on="that it is -4d(d-1)(2d-1) epsilon < 0 to first order",
    predicts=DRIFT,
    given=SIGNED,
    uses=("daneshmand20.one-step.lemma-7",),
    twins=(Twin(-4 * d * (d - 1) * (2 * d - 1) * epsilon, "the first order alone"),),
).literal(scope="delta by the entries of M", most=40)
def example_drift(at: At) -> Any:
    return number(delta(signed_example(at.s, at.epsilon)))


CRITICAL = epsilon / (
    2 * d * (4 * d - 2 - (12 * d - 5) * epsilon + (12 * d - 8) * epsilon**2 - 4 * (d - 1) * epsilon**3)
)


@named("(⟨{0}, ({1}) {0}⟩/d)", r"(\langle {0},({1}) {0}\rangle/d)")
def _along(s: Any, M: Any) -> Any:
    """The eigenvalue of the eigenvector s, lambda_1."""
    return number(inner(s, each(lambda row: inner(row, s), M))) / number(size(s))


@Claim(
    "daneshmand20.expansion.norm-argument",
    source=EXAMPLE_9,
    status="corrected",
    says="|M|_F^2 + gamma^2 delta(M), which is E|M+|_F^2 to order gamma^2 by one-step.lemma-7, equals lambda_1^2 at "
    "the gamma^2 below",
    silent_on="that (E lambda_1^+)^2 <= E|M+|_F^2 shows, to order gamma^2, that the leading eigenvalue shrinks once "
    "gamma^2 exceeds that, about epsilon/(4d(2d-1)): epsilon small at fixed gamma, not gamma small at fixed epsilon "
    "(note); whether it shrinks where this argument does not tell",
    predicts=CRITICAL,
    given=replace(
        SIGNED, where=lambda at: delta(signed_example(at["s"], at["epsilon"])) < 0, words=f"{SIGNED.words}; delta < 0"
    ),
    uses=("daneshmand20.expansion.example-drift",),
    twins=(Twin(CRITICAL / 2, "half of it"), Twin(epsilon / (4 * d * (2 * d - 1)), "its first order")),
).literal(scope="by the entries of M; lambda_1 by its eigenvector s", most=40)
def norm_argument(at: At) -> Any:
    M = signed_example(at.s, at.epsilon)
    return (number(squared_norm(M)) - _along(at.s, M) ** 2) / -number(delta(M))


strength = Symbol("gamma", positive=True)


@Claim(
    "daneshmand20.expansion.norm-argument-small-gamma",
    source=EXAMPLE_9,
    status="reading",
    says="at fixed epsilon, lambda_1^2 + (d-1) epsilon^2 + gamma^2 delta is at most lambda_1^2 for all small "
    "gamma: the difference is at most 0",
    relation="<=",
    predicts=Integer(0),
    given=replace(SIGNED, domains={**SIGNED.domains, "gamma": Rationals(above=0, most=Rational(1, 50))}),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.expansion.norm-argument", "daneshmand20.expansion.example-drift"),
    truth=(d - 1) * epsilon**2 + strength**2 * DRIFT,
).literal(scope="by the entries of M; lambda_1 by its eigenvector s", most=40)
def norm_argument_at_fixed_epsilon(at: At) -> Any:
    M = signed_example(at.s, at.epsilon)
    return number(squared_norm(M)) + at.gamma**2 * number(delta(M)) - _along(at.s, M) ** 2


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


@named("E λ_{0}(M⁺)", r"\mathbb E\lambda_{{{0}}}(M^+)", means="M⁺ the layer after (1 − ε) 11ᵀ + ε I, d = 3, weights ±1")
def mean_eigenvalue(place: int, epsilon: Any, gamma: Any) -> arb:
    """E of the eigenvalue of M+ at that place, the greatest first."""
    with precision(30):
        return mean_eigenvalues(rational(epsilon), rational(gamma))[place - 1]
