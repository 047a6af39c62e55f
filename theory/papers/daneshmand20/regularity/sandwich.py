"""The regularity constant E Tr diag(M^2)^2 / E Tr M^3 is at most 1, and where it is 1; the law on the circle."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import factorial, prod
from typing import Any

from sympy import Expr, Integer, Rational, Symbol, symbols

from theory.claim import At, Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.matrices import Correlations, symmetric_matrices
from theory.domains.numbers import Integers, Rationals
from theory.exact.rationals import to_sympy
from theory.markov.residual import Rows, times
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.layers import drift_of, sums
from theory.term import constant, each, one_if, places, size, total
from theory.term.matrices import inner
from theory.term.named import named


def circle_means(size: int) -> tuple[Expr, Expr, Expr]:
    """(E F, E T, E D) of d rows i.i.d. uniform on the circle.

    These are trigonometric polynomials of degree at most 2 in the doubled angle of each row, so the mean over the
    three lines at 60 degrees, whose correlations are 1 and -1/2 up to sign, is exact: rows of a line are alike.
    """
    means = [Fraction(0)] * 3
    for first, second in product(range(size + 1), repeat=2):
        if first + second <= size:
            counts = (first, second, size - first - second)
            weight = Fraction(factorial(size), prod(map(factorial, counts)) * 3**size)
            means = [x + weight * y for x, y in zip(means, _on_lines(counts), strict=True)]
    F, T, D = map(to_sympy, means)
    return F, T, D


def _on_lines(counts: tuple[int, ...]) -> tuple[Fraction, Fraction, Fraction]:
    """F, T and D of so many rows on each of the three lines."""
    M = [[Fraction(1) if a == b else Fraction(-1, 2) for b in range(3)] for a in range(3)]
    square = [[sum(n * x * y for n, x, y in zip(counts, row, other, strict=True)) for other in M] for row in M]
    F, D = (sum(n * square[a][a] ** power for a, n in enumerate(counts)) for power in (1, 2))
    T = sum(counts[a] * counts[b] * M[a][b] * square[a][b] for a, b in product(range(3), repeat=2))
    return Fraction(F), Fraction(T), Fraction(D)


def alpha_of_circle(size: int) -> Expr:
    """E Tr diag(M^2)^2/E Tr M^3 of that law."""
    _, T, D = circle_means(size)
    return D / T


@named("(({0})³)₁₁ − ((({0})²)₁₁)²", r"(({0})^3)_{{11}}-((({0})^2)_{{11}})^2")
def first_excess(M: Rows) -> Any:
    """(M^3)_11 - ((M^2)_11)^2, by powers of M; exact, on numbers or symbols.

    >>> first_excess(((1, 0), (0, 1)))
    0
    """
    square = times(M, M)
    return times(square, M)[0][0] - square[0][0] ** 2


@named("‖{0}‖²", r"\|{0}\|_F^2")
def squared_norm(M: Any) -> Any:
    return sums(M)[0]


@named("tr(({0})³)", r"\operatorname{{tr}}(({0})^3)")
def cubes(M: Any) -> Any:
    return sums(M)[1]


@named("tr(diag(({0})²)²)", r"\operatorname{{tr}}(\operatorname{{diag}}(({0})^2)^2)")
def squared_rows(M: Any) -> Any:
    return sums(M)[2]


@named("δ({0})", r"\delta({0})", means="δ(M) = 2 d² − 2 ‖M‖² − 8 tr(M³) + 8 tr(diag(M²)²)")
def delta(M: Any) -> Any:
    """2 d^2 - 2 |M|_F^2 - 8 Tr M^3 + 8 Tr diag(M^2)^2, as in Lemma 7."""
    return drift_of(M)


@named("(tr(diag(({0})²)²) − ‖{0}‖⁴/d)", r"(\operatorname{{tr}}(\operatorname{{diag}}(({0})^2)^2)-\|{0}\|_F^4/d)")
def spread(M: Any) -> Any:
    """Tr diag(M^2)^2 - |M|_F^4/d, of a symmetric matrix."""
    rows = each(lambda row: inner(row, row), M)
    return inner(rows, rows) - Fraction(1) * total(rows) * total(rows) / size(M)


def row_excess(M: Any, i: Any) -> Any:
    """(M^3)_ii - ((M^2)_ii)^2 of a symmetric matrix, by the products of its rows."""
    square = each(lambda row: inner(M[i], row), M)  # row i of M^2
    return inner(square, M[i]) - square[i] * square[i]


@named(
    "J({0}) ⊕ J({1})",
    r"J_{{{0}}}\oplus J_{{{1}}}",
    shape=lambda p, q: (p + q, p + q),
    means="J(k) the k × k matrix of ones",
)
def two_blocks(p: Any, q: Any) -> Any:
    """Two blocks of ones, of these sizes, as a direct sum.

    >>> two_blocks(1, 2)
    ((1, 0, 0), (0, 1, 1), (0, 1, 1))
    """
    first = each(lambda i: one_if(i < p), places(p + q))
    return each(lambda x: each(lambda y: x * y + (1 - x) * (1 - y), first), first)


@named(
    "J({0}) ⊕ S({1})",
    r"J_{{{0}}}\oplus S_{{{1}}}",
    shape=lambda p, q: (p + q, p + q),
    means="J(k) the k × k matrix of ones; S(k) = (k I − J(k))/(k − 1)",
)
def block_and_simplex(p: Any, q: Any) -> Any:
    """A block of p ones beside the Gram matrix of a simplex frame of q rows, (q I - 11^T)/(q - 1)."""
    there = places(p + q)
    first, off = each(lambda i: one_if(i < p), there), Fraction(-1) / (q - 1)

    def entry(i: Any, x: Any, j: Any, y: Any) -> Any:
        return x * y + (1 - x) * (1 - y) * (off + (1 - off) * one_if(i == j))

    return each(lambda i, x: each(lambda j, y: entry(i, x, j, y), there, first), there, first)


@named("(1 − {0}) I + {0} 11ᵀ", r"(1-{0})I+{0}\,11^\top", shape=lambda rho, d: (d, d))
def equal_correlations(rho: Any, d: Any) -> Any:
    return each(lambda i: each(lambda j: rho + (1 - rho) * one_if(i == j), places(d)), places(d))


LEMMA_10 = Locator(DANESHMAND20, "Lemma 10")
rho = Symbol("rho", real=True)  # a correlation
DEFINITION_3 = Locator(DANESHMAND20, "Definition 3 (its formula is missing from the text we hold)")
a, b, c = symbols("a b c", real=True)  # entries of M
p, q = symbols("p q", integer=True, positive=True)  # sizes of blocks


@named(
    "M",
    shape=lambda *_: (constant(3), constant(3)),
    means="M(a, b, c) symmetric, of unit diagonal, M₁₂ = a, M₁₃ = b, M₂₃ = c",
)
def _three_rows(a: Any, b: Any, c: Any) -> Any:
    return (1, a, b), (a, 1, c), (b, c, 1)


@Claim(
    "daneshmand20.regularity.row-identity",
    source=DEFINITION_3,
    says="d = 3, the row with entries 1, a, b: (M^3)_11 - ((M^2)_11)^2 is "
    "a^2 (1 - a^2) + b^2 (1 - b^2) + 2 a b (c - a b)",
    given=Given({name: Rationals(least=-1, most=1) for name in "abc"}),
    predicts=a**2 * (1 - a**2) + b**2 * (1 - b**2) + 2 * a * b * (c - a * b),
).literal(symbols=True)
def row_identity(at: At) -> object:
    return first_excess(_three_rows(at.a, at.b, at.c))


@Claim(
    "daneshmand20.regularity.at-most-one",
    source=DEFINITION_3,
    says="(M^3)_ii >= ((M^2)_ii)^2 for every row i of a correlation matrix",
    relation=">=",
    predicts=Integer(0),
    decided_to=3,
    given=Given({"M": Correlations(), "i": Integers(0)}, lambda at: at["i"] < size(at["M"]), "row i of M"),
    uses=("daneshmand20.regularity.row-identity",),
    twins=(Twin(Rational(1, 100), "never attained"),),
)
def at_most_one(at: At) -> object:
    return row_excess(at.M, at.i)


@Claim(
    "daneshmand20.regularity.lower-sandwich",
    source=DEFINITION_3,
    says="for two blocks of ones, of sizes p and q, Tr diag(M^2)^2 - |M|_F^4/d is p q (p - q)^2/(p + q)",
    silent_on="what it is an example of: that |M|_F^4/d <= Tr diag(M^2)^2 (unequal-rows) is strict where rows of M "
    "have unequal norms",
    predicts=p * q * (p - q) ** 2 / (p + q),
    given=Given({"p": Integers(1), "q": Integers(1)}),
    twins=(Twin(Integer(0), "equality for unequal rows as well"),),
).literal(most=100)
def lower(at: At) -> object:
    return spread(two_blocks(at.p, at.q))


@Claim(
    "daneshmand20.regularity.unequal-rows",
    source=DEFINITION_3,
    says="|M|_F^4/d <= Tr diag(M^2)^2 for every symmetric M",
    relation=">=",
    predicts=Integer(0),
    decided_to=3,
    given=Given({"M": symmetric_matrices()}),
    twins=(Twin(Rational(1, 100), "never attained"),),
)
def unequal_rows(at: At) -> object:
    return spread(at.M)


@Claim(
    "daneshmand20.regularity.equality-cases",
    source=DEFINITION_3,
    says="a block of p equal rows beside a simplex frame of q rows (Gram matrix (q I - 11^T)/(q-1)) has Tr M^3 = Tr "
    "diag(M^2)^2 = p^3 + q^3/(q-1)^2, so alpha = 1",
    predicts=(p**3 + q**3 / (q - 1) ** 2, p**3 + q**3 / (q - 1) ** 2),
    given=Given({"p": Integers(1), "q": Integers(2)}),
    uses=("daneshmand20.regularity.row-identity",),
    twins=(Twin((p**3 + q, p**3 + q), "the frame counted as the identity"),),
).literal(most=100)
def equality(at: At) -> object:
    M = block_and_simplex(at.p, at.q)
    return cubes(M), squared_rows(M)
