"""Proposition 8: the drift of E |M+|_F^2 by eigenvalues, where the rows of M have one norm and where they have not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from sympy import Expr, Integer, Matrix, Symbol, symbols

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.numbers import Integers
from theory.exact.rationals import to_sympy
from theory.expansion import frobenius, in_symbols
from theory.expansion.index_sums import Factor, IndexSum, add, close, graph, symbol
from theory.notation import d, k, l
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.expansion.setting import LAYERS, WEIGHTS, norm_coefficient
from theory.papers.daneshmand20.regularity.setting import two_blocks
from theory.term import number, size
from theory.term.named import named

PROPOSITION_8 = Locator(DANESHMAND20, "Proposition 8 (its formula is missing from the text we hold)")
EQUAL_ROWS = (*WEIGHTS, "rows of M of equal norm")
p2, p3, p4 = symbols("p2:5", positive=True)  # power sums of the eigenvalues of M


@named("tr({1}^{0})", r"\operatorname{{tr}}({1}^{{{0}}})")
def _power_sum(k: int, M: Any) -> Expr:
    """The sum of the k-th powers of the eigenvalues of M."""
    return (Matrix([[to_sympy(x) for x in row] for row in M]) ** k).trace()


@named("Σ_{{i<j}} (({0}²)_ii − ({0}²)_jj)²", r"\sum_{{i<j}}(({0}^2)_{{ii}}-({0}^2)_{{jj}})^2")
def unevenness(M: Any) -> Expr:
    """The sum over i < j of ((M^2)_ii - (M^2)_jj)^2."""
    norms = [sum(x**2 for x in row) for row in M]
    return to_sympy(sum((x - y) ** 2 for x, y in combinations(norms, 2)))


BY_POWERS = {
    "d": lambda at: number(size(at["M"])),
    "p2": lambda at: _power_sum(2, at["M"]),
    "p3": lambda at: _power_sum(3, at["M"]),
    "p4": lambda at: _power_sum(4, at["M"]),
}
ANY_LAYERS = replace(LAYERS, letters={**BY_POWERS, "u": lambda at: unevenness(at["M"])})
EVEN_LAYERS = replace(
    LAYERS,
    where=lambda at: unevenness(at["M"]) == 0,
    words=f"rows of M of equal norm; {LAYERS.words}",
    letters=BY_POWERS,
)

BY_EIGENVALUES = 2 * d**2 - 2 * p2 - 8 * p3 + 8 * p2**2 / d


@Claim(
    "daneshmand20.expansion.equal-rows",
    source=PROPOSITION_8,
    status="reconstructed",
    says="if all rows of M have the same norm, delta = 2 d^2 - 2 p2 - 8 p3 + 8 p2^2/d with p_k = Tr M^k",
    hypotheses=EQUAL_ROWS,
    silent_on="that p_k is the sum of the k-th powers of the eigenvalues of M, as everywhere",
    predicts=BY_EIGENVALUES,
    given=EVEN_LAYERS,
    uses=("daneshmand20.expansion.frobenius-drift",),
    twins=(Twin(2 * d**2 - 2 * p2 - 8 * p3 + 8 * p4 / d, "the fourth powers, not the square of p2"),),
).literal(scope="all weights of two rows, of two values each; d = 2, 3, 4", most=24)
def equal_row_drift(at: At) -> Expr:
    return norm_coefficient(2, at.M, at.t)


@equal_row_drift.exact(
    scope="every d, in index notation: p_k = Tr M^k, all rows of norm F/d",
    argued="rows of one norm make diag(M^2) a multiple of the identity in the sums over indices",
)
def _rows_of_one_norm(predicted: Predicted) -> Compared:
    square = Symbol("square", positive=True)  # of the norm of every row
    F, T, D = map(symbol, (graph(entries)[0] for entries in ("ab ab", "ab bc ca", "ab ab ac ac")))
    delta = in_symbols(frobenius(2)).subs({F: d * square, D: d * square**2})
    yield "every d", delta, predicted.subs({p2: d * square, p3: T})


u = Symbol("u", nonnegative=True)  # the sum over i < j of ((M^2)_ii - (M^2)_jj)^2
EXCESS = 8 * k * l * (k - l) ** 2 / (k + l)


@named("([γ²]E‖M⁺‖²({0}; {1}, −1/{1}) − 2d² + 2tr(({0})²) + 8tr(({0})³) − 8tr(({0})²)²/d)")
def _beyond(M: Any, t: Any) -> Expr:
    """delta less the formula of Proposition 8."""
    d, square, cube = Integer(len(M)), _power_sum(2, M), _power_sum(3, M)
    return norm_coefficient(2, M, t) - (2 * d**2 - 2 * square - 8 * cube + 8 * square**2 / d)


@Claim(
    "daneshmand20.expansion.unequal-rows",
    source=PROPOSITION_8,
    says="for any M, delta less 2 d^2 - 2 p2 - 8 p3 + 8 p2^2/d, p_k = Tr M^k (Proposition 8), is (8/d) u, u the sum "
    "over i < j of ((M^2)_ii - (M^2)_jj)^2; for blocks of k and l ones it is 8 k l (k-l)^2/(k+l)",
    hypotheses=WEIGHTS,
    silent_on="what follows as u >= 0: never less, and equal only for rows of equal norm (note)",
    predicts=(8 * u / d, EXCESS),
    given=replace(
        ANY_LAYERS,
        domains={**LAYERS.domains, "k": Integers(1, 3), "l": Integers(1, 2)},
        where=lambda at: at["k"] + at["l"] < 5,
    ),
    uses=("daneshmand20.expansion.equal-rows",),
    twins=(Twin((Integer(0), Integer(0)), "equality without the hypothesis"),),
).literal(scope="all weights of two rows, of two values each; d = 2, 3, 4", most=40)
def unequal_rows(at: At) -> tuple[Expr, Expr]:
    return _beyond(at.M, at.t), _beyond(two_blocks(at.k, at.l), at.t)


@unequal_rows.exact(
    scope="every d, in index notation; every k and l, the sums over two blocks",
    argued="both sides differ by the variance of (M^2)_ii over i, a sum over pairs",
)
def _excess_in_indices(predicted: Predicted) -> Compared:
    F, T = map(symbol, (graph(entries)[0] for entries in ("ab ab", "ab bc ca")))
    formula = 2 * d**2 - 2 * F - 8 * T + 8 * F**2 / d  # p_k = Tr M^k
    twice: IndexSum = {}  # the sum over all a, b of (r_a - r_b)^2, r the squared norms of the rows
    for entries, c in (("ia ia ib ib", 1), ("ia ia jb jb", -2), ("ja ja jb jb", 1)):
        add(twice, close(graph(entries)), (), Fraction(c))
    yield "every d", in_symbols(frobenius(2)) - formula, predicted[0].subs(u, in_symbols(twice) / 2)

    def at_blocks(factor: Factor) -> Expr:  # what hangs together lies within one block, where all entries are 1
        return k ** factor[0] + l ** factor[0]

    values = {symbol(f): at_blocks(f) for entries in ("aa", "ab ab", "ab bc ca") for f in graph(entries)}
    yield "every k, l", in_symbols(frobenius(2), at_blocks) - formula.subs(values), predicted[1]


@Claim(
    "daneshmand20.expansion.equal-rows-dropped",
    source=PROPOSITION_8,
    status="reading",
    says="delta = 2 d^2 - 2 p2 - 8 p3 + 8 p2^2/d for every correlation matrix",
    hypotheses=WEIGHTS,
    predicts=BY_EIGENVALUES,
    given=ANY_LAYERS,
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.expansion.unequal-rows",),
    truth=BY_EIGENVALUES + 8 * u / d,
).literal(scope="all weights of two rows, of two values each; d = 2, 3, 4", most=24)
def equal_rows_dropped(at: At) -> Expr:
    return norm_coefficient(2, at.M, at.t)
