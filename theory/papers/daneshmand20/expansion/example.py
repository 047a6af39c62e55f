"""Example 9: the drift of E |M+|_F^2, and what it says of the leading eigenvalue."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from sympy import Expr, Integer, Rational, Symbol

from theory.claim import At, Claim, Compared, Predicted, Twin, Verdict
from theory.domains.numbers import Rationals
from theory.expansion import frobenius, in_symbols
from theory.expansion.index_sums import IndexSum, equicorrelated
from theory.notation import d
from theory.papers.daneshmand20.expansion.setting import EXAMPLE_9, SIGNED, TOP, epsilon, signed_example
from theory.papers.daneshmand20.regularity.setting import delta, squared_norm
from theory.term import each, number, size
from theory.term.matrices import inner
from theory.term.named import named


@cache
def norm(order: int) -> Expr:
    """The coefficient of gamma^order in E |M+|_F^2 at the matrix of Example 9, for every d."""
    return at_example(frobenius(order))


def at_example(terms: IndexSum) -> Expr:
    """An index sum at the matrix of Example 9, correlations 1 - epsilon, for every d."""
    return in_symbols(terms, lambda factor: equicorrelated(factor, 1 - epsilon))


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
    says="delta(M), the coefficient of gamma^2 in E|M+|_F^2 by frobenius-drift, is 2d(d-1) epsilon (2 - 4d + (12d-5) "
    "epsilon - (12d-8) epsilon^2 + 4(d-1) epsilon^3)",
    silent_on="that it is -4d(d-1)(2d-1) epsilon < 0 to first order",
    predicts=DRIFT,
    given=SIGNED,
    uses=("daneshmand20.expansion.frobenius-drift",),
    twins=(Twin(-4 * d * (d - 1) * (2 * d - 1) * epsilon, "the first order alone"),),
).literal(scope="delta by the entries of M", most=40)
def example_drift(at: At) -> Any:
    return number(delta(signed_example(at.s, at.epsilon)))


@example_drift.exact(
    scope="every d, from index sums",
    argued="up to signs of rows all correlations are 1 - epsilon",
)
def _example_in_indices(predicted: Predicted) -> Compared:
    yield "delta", norm(2), predicted


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
    says="|M|_F^2 + gamma^2 delta(M), which is E|M+|_F^2 to order gamma^2 by frobenius-drift, equals lambda_1^2 at the "
    "gamma^2 below",
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


@norm_argument.exact(
    scope="every d, from index sums", argued="|M|_F^2 + gamma^2 delta = lambda_1^2 is linear in gamma^2"
)
def _where_the_norm_decides(predicted: Predicted) -> Compared:
    yield "gamma^2", _critical(), predicted


@cache
def _critical() -> Expr:
    return ((norm(0) - TOP**2) / -norm(2)).factor()


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
