"""Correlation matrices at which the expansion is evaluated, and the worked example: its spectrum and its shifts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from flint import arb, fmpq, fmpq_poly
from sympy import Expr, Symbol

from theory.claim import Locator
from theory.domains.given import Given
from theory.domains.matrices import sign_vectors
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import guess
from theory.exact.rationals import rational, to_sympy
from theory.expansion import central_moment, frobenius, in_symbols
from theory.expansion.index_sums import Factor, evaluate, graph, latex, symbol
from theory.notation import d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.domains import correlation_matrices, filled
from theory.papers.daneshmand20.expansion.coefficients import of_norm, two_values
from theory.papers.daneshmand20.matrices import Entries
from theory.term import constant, each, number, one_if, places, size
from theory.term.named import named

FACTORS = [
    graph(entries)[0]
    for entries in (
        *("ab ab", "ab bc ca", "ab ab ac ac", "ab bc cd da"),
        *("ab", "ab ab ab", "ab ab ab ab", "ac cb", "ab bc bc", "ab ab ac cb"),
        *("ab ab ab bc bc", "ab ab ab ac cb", "ab ab ab ab bc bc", "ij", "ia ia", "ja ja", "ia aj"),
    )
]

LEMMA_7 = Locator(DANESHMAND20, "Lemma 7 (its formula is missing from the text we hold)")
LAYER = ("M a correlation matrix of size d", "M+ that of RS(H + gamma W H), no centring")
WEIGHTS = (*LAYER, "entries of W independent, mean 0, variance 1")
IDENTICAL = (*WEIGHTS, "equal third moments s and fourth moments kappa")
s, kappa = central_moment(3), central_moment(4)
F, T, D, Q, S1, S3, S4, P2, R1, P2_2, R3, P2_3, R4, rho, row_i, row_j, cross = map(symbol, FACTORS)


# Q = Tr M^4, S_k = sum M_ab^k, P2 = sum (M^2)_ab, P2_k = sum M_ab^k (M^2)_ab, R_k = sum M_ab^k (M^2)_bb
r = Symbol("rho", real=True)  # the correlation, d = 2


def _letter(factor: Factor) -> Callable[[Mapping[str, Any]], Any]:
    told, tex = (
        of.replace("{", "{{").replace("}", "}}").replace("M", "{0}") for of in (str(symbol(factor)), latex(factor))
    )

    @named(WRITTEN.get(told, told), tex)
    def value(M: Any) -> Any:
        return evaluate(factor, [[to_sympy(x) for x in row] for row in M], (0, 1))

    return lambda at: value(at["M"])


WRITTEN = {"{0}_ij": "{0}ᵢⱼ", "F": "‖{0}‖²", "T": "tr({0}³)", "D": "tr(diag({0}²)²)"}

LAYERS = Given(
    {"M": correlation_matrices(Integers(2, 4)), "t": Rationals(above=0)},
    words="weights t and -1/t of mean 0 and variance 1 stand for all laws, three sizes for all d",
    letters={"d": lambda at: number(size(at["M"])), **{str(symbol(f)): _letter(f) for f in FACTORS}},
)
"""A correlation matrix, with the sums over it, rows 1 and 2, and a law of the weights."""


def third(at: Mapping[str, Any]) -> Any:
    """E w^3 = t - 1/t of the weights t and -1/t."""
    return at["t"] - 1 / at["t"]


def fourth(at: Mapping[str, Any]) -> Any:
    """E w^4 = t^2 - 1 + 1/t^2."""
    return at["t"] ** 2 - 1 + 1 / at["t"] ** 2


def at_two(at: Mapping[str, Any]) -> Any:
    """The correlation rho = M_12, for what is said of d = 2."""
    return number(at["M"][0][1])


LETTERS = {**LAYERS.letters, "rho": at_two, "s": third, "kappa": fourth}


@named("((1, {0}), ({0}, 1))", shape=lambda _: (constant(2), constant(2)))
def two_by_two(rho: Any) -> Entries:
    found: Entries = filled(2, {(0, 1): rational(rho)})
    return found


OF_WEIGHTS = "M⁺ the layer after M, weights as listed"


@named(
    "[γ^{0}]E‖M⁺‖²({1}; {2}, −1/{2})",
    r"[\gamma^{{{0}}}]\mathbb E\|M^+\|_F^2({1};{2},-1/{2})",
    means=OF_WEIGHTS,
)
def norm_coefficient(order: int, M: Any, t: Any) -> Expr:
    """Of gamma^order in E |M+|_F^2, over all weights t and -1/t."""
    return to_sympy(of_norm(M, two_values(t), order))


@cache
def planar(order: int, centred: bool = True) -> Expr:
    """The coefficient of gamma^order in E |M+|_F^2 at d = 2, from index sums."""
    return in_symbols(frobenius(order, centred), lambda factor: evaluate(factor, [[1, r], [r, 1]]))


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
