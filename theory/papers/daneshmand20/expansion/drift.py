"""Lemma 7: the change of E |M+|_F^2 in one layer, in powers of gamma.

Two routes: index notation for every d, in which sums over M are graphs and moments enter by cumulants; and, for
explicit d, polynomials in all entries of M and W, whose monomials become moments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from sympy import Expr, Integer, Poly, Symbol

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.rationals import rational, to_sympy
from theory.expansion import central_moment, frobenius, frobenius_in_symbols, in_symbols
from theory.expansion.index_sums import Factor, evaluate, graph, latex, symbol
from theory.notation import d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.expansion.coefficients import of_norm, two_values
from theory.papers.daneshmand20.layers import correlation_matrices, filled
from theory.papers.daneshmand20.matrices import Entries
from theory.papers.daneshmand20.regularity.sandwich import cubes, delta, equal_correlations, squared_rows
from theory.term import constant, number, size
from theory.term.named import named

FACTORS = [
    graph(entries)[0]
    for entries in ("ab ab", "ab bc ca", "ab ab ac ac", "ab ab ab ab", "ab ab ab ac cb", "ab ab ab ab bc bc")
]

LEMMA_7 = Locator(DANESHMAND20, "Lemma 7 (its formula is missing from the text we hold)")
LAYER = ("M a correlation matrix of size d", "M+ that of RS(H + gamma W H), no centring")
WEIGHTS = (*LAYER, "entries of W independent, mean 0, variance 1")
IDENTICAL = (*WEIGHTS, "equal third moments s and fourth moments kappa")
s, kappa = central_moment(3), central_moment(4)
F, T, D, S4, P2_3, R4 = map(symbol, FACTORS)
# S_k = sum M_ab^k, P2_k = sum M_ab^k (M^2)_ab, R_k = sum M_ab^k (M^2)_bb
r = Symbol("rho", real=True)  # the correlation, d = 2


def _letter(factor: Factor) -> Callable[[Mapping[str, Any]], Any]:
    told, tex = (
        of.replace("{", "{{").replace("}", "}}").replace("M", "{0}") for of in (str(symbol(factor)), latex(factor))
    )

    @named(WRITTEN.get(told, told), tex)
    def value(M: Any) -> Any:
        return evaluate(factor, [[to_sympy(x) for x in row] for row in M], (0, 1))

    return lambda at: value(at["M"])


WRITTEN = {"F": "‖{0}‖²", "T": "tr({0}³)", "D": "tr(diag({0}²)²)"}

LAYERS = Given(
    {"M": correlation_matrices(Integers(2, 4)), "t": Rationals(above=0)},
    words="weights t and -1/t of mean 0 and variance 1 stand for all laws, three sizes for all d",
    letters={"d": lambda at: number(size(at["M"])), **{str(symbol(f)): _letter(f) for f in FACTORS}},
)
"""A correlation matrix, with the sums over it, and a law of the weights."""


def fourth(at: Mapping[str, Any]) -> Any:
    """E w^4 = t^2 - 1 + 1/t^2."""
    return at["t"] ** 2 - 1 + 1 / at["t"] ** 2


def at_two(at: Mapping[str, Any]) -> Any:
    """The correlation rho = M_12, for what is said of d = 2."""
    return number(at["M"][0][1])


LETTERS = {**LAYERS.letters, "rho": at_two, "kappa": fourth}


@named("((1, {0}), ({0}, 1))", shape=lambda _: (constant(2), constant(2)))
def two_by_two(rho: Any) -> Entries:
    found: Entries = filled(2, {(0, 1): rational(rho)})
    return found


OF_WEIGHTS = "M⁺ the layer after M, weights as listed"


@named("[γ^{0}]E‖M⁺‖²({1}; {2}, −1/{2})", r"[\gamma^{{{0}}}]\mathbb E\|M^+\|_F^2({1};{2},-1/{2})", means=OF_WEIGHTS)
def norm_coefficient(order: int, M: Any, t: Any) -> Expr:
    """Of gamma^order in E |M+|_F^2, over all weights t and -1/t."""
    return to_sympy(of_norm(M, two_values(t), order))


@cache
def planar(order: int) -> Expr:
    """The coefficient of gamma^order in E |M+|_F^2 at d = 2, from index sums."""
    return in_symbols(frobenius(order), lambda factor: evaluate(factor, [[1, r], [r, 1]]))


@Claim(
    "daneshmand20.expansion.drift-values",
    source=LEMMA_7,
    says="where all correlations are rho, Tr M^3 - Tr diag(M^2)^2 and delta are as below: so delta is 2d(d-1) at "
    "M = I, 0 at the matrix of ones, and 4(1-rho^2)(1-4rho^2) at d = 2, which is zero also at rho = +-1/2",
    silent_on="that delta is the coefficient of gamma^2 in E|M+|_F^2 (one-step.lemma-7); other matrices of rank one, "
    "for which regularity.rank-one-law has delta = 0",
    predicts=(
        d * (d - 1) * r**2 * (1 - r) * (1 + (d - 1) * r),
        2 * d * (d - 1) * (1 - r) * (1 + r - 4 * r**2 * (1 + (d - 1) * r)),
    ),
    given=Given({"rho": Rationals(least=-1, most=1), "d": Integers(2)}),
    uses=("daneshmand20.one-step.lemma-7",),
    twins=(
        Twin((d * (d - 1) * r**2 * (1 - r**2), 2 * d * (d - 1) * (1 - r**2) * (1 - 4 * r**2)), "those of d = 2, twice"),
    ),
).literal(scope="by the entries of M", most=40)
def drift_values(at: At) -> tuple[Any, Any]:
    M = equal_correlations(at.rho, at.d)
    return cubes(M) - squared_rows(M), delta(M)


SLOPE = 10 * F + 16 * T - 2 * d**2 - 16 * D - 8 * (4 * P2_3 + S4 - 4 * R4)
FOURTH = -4 * (1 - r**2) * ((16 * r**4 - 12 * r**2 + 1) * kappa + 8 * r**4 + 4 * r**2 - 2)


@named("(Δ[γ⁴]E‖{0}⁺‖²/Δκ)({1}; {2})", r"(\Delta[\gamma^4]\mathbb E\|{0}^+\|_F^2/\Delta\kappa)({1};{2})")
def _by_fourth_moment(M: Any, t: Any, v: Any) -> Expr:
    """How the coefficient of gamma^4 differs for two laws, over the difference of their fourth moments."""
    change = norm_coefficient(4, M, t) - norm_coefficient(4, M, v)
    return change / (fourth({"t": t}) - fourth({"t": v}))


@Claim(
    "daneshmand20.expansion.fourth-term",
    source=LEMMA_7,
    says="the coefficient of gamma^4 in E|M+|_F^2 depends on the law of the weights through their fourth moment kappa "
    "alone: linearly, with the slope below for every d; at d = 2 it is -4(1-rho^2)((16rho^4-12rho^2+1) kappa + "
    "8rho^4+4rho^2-2)",
    hypotheses=IDENTICAL,
    predicts=(SLOPE, FOURTH),
    given=replace(
        LAYERS,
        domains={**LAYERS.domains, "v": Rationals(above=0)},
        where=lambda at: (at["v"] - at["t"]) * (at["v"] * at["t"] - 1) != 0,  # their fourth moments differ
        words="weights t and -1/t, and v and -1/v, of mean 0 and variance 1 stand for all laws, three sizes for all d",
        letters=LETTERS,
    ),
    twins=(
        Twin((SLOPE, FOURTH.subs(kappa, 3)), "the Gaussian value for every law"),
        Twin((Integer(0), FOURTH.subs(kappa, 3)), "only the variance matters"),
    ),
).literal(scope="all weights of two rows, of two values each, for two laws; d = 2, 3, 4", most=12)
def fourth_term(at: At) -> tuple[Expr, Expr]:
    return _by_fourth_moment(at.M, at.t, at.v), norm_coefficient(4, two_by_two(at.rho), at.t)


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
