"""Items of the paper on rank, and laws of two correlation matrices."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sympy import symbols

from theory.claim import Locator
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.matrices import one_of
from theory.domains.numbers import Rationals
from theory.exact.rationals import rational, to_sympy
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.domains import CORRELATIONS, drift_of, trace_of_cube, trace_of_squares
from theory.papers.daneshmand20.rank.laws import balanced_laws
from theory.term import each, size, total
from theory.term.matrices import inner
from theory.term.named import named

LEMMA_1 = Locator(DANESHMAND20, "Lemma 1 (its formulas are missing; eq. (5) has the constant (1 - tau)^2)")


def mean(p: Any, first: Any, second: Any) -> Any:
    """Under the law that gives M the probability p, and M' the rest."""
    return p * first + (1 - p) * second


@named("‖{0}‖²_F", r"\|{0}\|_F^2")
def norm(M: Any) -> Any:
    return total(each(lambda row: inner(row, row), M))


def regularity_of(p: Any, at: Mapping[str, Any]) -> Any:
    """alpha(nu) = E Tr diag(M^2)^2/E Tr M^3 of that law."""
    M, other = at["M"], at["M_"]
    above = mean(p, trace_of_squares(M), trace_of_squares(other))
    return above / mean(p, trace_of_cube(M), trace_of_cube(other))


def probability(at: Mapping[str, Any]) -> Any:
    """p as an instance has it."""
    return rational(at["p"])


def _nearly_balanced(at: Mapping[str, Any]) -> bool:
    M, other, p = at["M"], at["M_"], probability(at)
    if size(M) != size(other) or abs(mean(p, drift_of(M), drift_of(other))) > 2 * size(M):
        return False
    return bool(regularity_of(p, at) < 1)


def alpha_of(at: Mapping[str, Any]) -> Any:
    """alpha(nu) of an instance with the law (M, M', p)."""
    M, other, p = at["nu"]
    return regularity_of(p, {"M": M, "M_": other})


LETTERS = {
    "d": lambda at: to_sympy(size(at["M"])),
    "alpha": lambda at: to_sympy(regularity_of(probability(at), at)),
}

MANY_ROWS = tuple(one_of(d, Fraction(*rho)) for d, rho in ((4, (2, 5)), (8, (1, 3)), (10, (3, 10))))
AS_MANY = tuple(one_of(d, Fraction(*rho)) for d, rho in ((4, (1, 3)), (8, (3, 10)), (10, (2, 7))))
"""Of four to ten rows, of a drift of at most 2 d."""

NEARLY_BALANCED = Given(
    {
        "M": Preceded(CORRELATIONS, MANY_ROWS),
        "M_": Preceded(CORRELATIONS, AS_MANY),
        "p": Rationals(least=0, most=1),
    },
    _nearly_balanced,
    "nu gives M the probability p and M' the rest, |E_nu delta(M)| <= 2 d, alpha(nu) < 1",
    LETTERS,
)
"""Laws of two matrices that an invariant law's drift allows at small gamma."""

BALANCED = Given(
    {"nu": balanced_laws()},
    lambda at: bool(alpha_of(at) < 1),
    "nu gives M and M' probabilities with which E_nu delta(M) = 0; alpha(nu) < 1",
    {"d": lambda at: to_sympy(size(at["nu"][0])), "alpha": lambda at: to_sympy(alpha_of(at))},
)
"""The same as gamma -> 0."""


EQUATION_4 = Locator(DANESHMAND20, "eq. (4): r(H) = Tr(M)^2/|M|_F^2, held from the published code")


LEMMA_13 = Locator(DANESHMAND20, "Lemma 13 (its bound, 'O(..)', is missing from the text we hold)")
THEOREM_14 = Locator(DANESHMAND20, "Theorem 14, the formal statement of Theorem 2; eq. (5) has the order sqrt(d)")
COROLLARY_15 = Locator(DANESHMAND20, "Corollary 15")
LEMMA_16 = Locator(DANESHMAND20, "Lemma 16")
INVARIANT = ("nu any invariant law with alpha(nu) < 1", "weights as in Lemma 7, symmetric, with fourth moment")
p, q, s, t = symbols("p q s t", real=True)  # entries of H
ANY, ABOVE, NOT_BELOW = Rationals(), Rationals(above=0), Rationals(least=0)
THEOREM_2 = Locator(DANESHMAND20, "Theorem 2, eq. (5)")
