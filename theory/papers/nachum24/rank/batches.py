"""Batches by their directions or points, and quantities of them that claims on ranks name."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import factorial
from typing import Any

from flint import arb_mat, fmpq_mat, fmpz_mat
from sympy import Integer, Rational, symbols

from theory.claim import Locator
from theory.domains.composite import composite
from theory.domains.general import general_rows
from theory.domains.numbers import Choose, Integers
from theory.exact.certify import guess, precision
from theory.exact.rationals import to_sympy
from theory.papers.nachum24 import NACHUM24
from theory.rank import Angles, Batch, diagnose
from theory.rank.bounds import least_eigenvalue
from theory.rank.law import planar_flats
from theory.rank.witness import arc_cosine_gram
from theory.term import Shape, Vec, variable
from theory.term.named import named

THEOREM_3, COROLLARY_4 = Locator(NACHUM24, "Theorem 3"), Locator(NACHUM24, "Corollary 4")
LEMMA_2 = Locator(NACHUM24, "Lemma 2 (its conclusion and probability are missing from the text we hold)")

Rows = tuple[tuple[int, ...], ...]


def _any_row(name: str, **_: object) -> Shape:
    n = variable(f"n_{name}", "nat")
    return Shape(Vec.named(name, n), (n,), (n >= 1,), rows=((name, (n,)),))


def lines(x: tuple[Fraction, ...]) -> list[Fraction]:
    """Angles over pi of the lines through 0 and the points, in order."""
    return sorted({Fraction(int(a.numerator), int(a.denominator)) % 1 for a in x})


@composite(
    "directions over pi on different lines, n {n}",
    has=lambda x, n, parts: isinstance(x, tuple) and len(x) in n and len(lines(x)) == len(x),
    general=_any_row,  # that lines differ is more than is written
)
def directions(choose: Choose, n: Integers, parts: int = 12) -> tuple[Fraction, ...]:
    """Angles over pi: 0, then multiples of 1/N up to 2, N <= parts, their lines in order."""
    size = int(n.draw(choose))
    N = choose(size, max(size, parts))
    left = list(range(1, N))
    chosen = sorted(left.pop(choose(0, len(left) - 1)) for _ in range(size - 1))
    return (Fraction(0), *(Fraction(t, N) + choose(0, 1) for t in chosen))


def _any_points(name: str, most: int) -> Shape:
    n, k = variable(f"n_{name}", "nat"), variable(f"k_{name}", "nat")
    return Shape(Vec.named(name, n, k), (n, k), (n >= 1, k >= 1, k <= most), rows=((name, (n, k)),))


def _integers(X: object) -> bool:
    return isinstance(X, tuple) and len({len(row) for row in X}) == 1 and all(isinstance(e, int) for r in X for e in r)


@composite(
    "a matrix of integers",
    has=lambda X, rows, columns: _integers(X) and bool(X[0]),
    general=lambda name, rows, columns: general_rows(name, 1, 1),
    size=lambda X: len(X[0]),
)
def integer_matrices(choose: Choose, rows: int = 3, columns: int = 4) -> Rows:
    """Matrices; those that are listed have at most so many rows and columns."""
    d, n = choose(1, rows), choose(1, columns)
    return tuple(tuple(choose(-9, 9) for _ in range(n)) for _ in range(d))


@composite(
    "integer points of R^k, k <= {most}",
    has=lambda X, most: _integers(X) and 1 <= len(X[0]) <= most,
    general=_any_points,
)
def integer_points(choose: Choose, most: int = 2) -> Rows:
    """Points of one space, the rows of X^T; beside every second one are its opposite or a multiple and 0."""
    k, found = most - choose(0, 5) // 4, list[tuple[int, ...]]()
    for _ in range(choose(1, 6)):
        point = tuple(choose(-3, 3) for _ in range(k))
        found += [tuple(times * e for e in point) for times in ((1,), (1, -1), (1,), (0, 1, 2, -3))[choose(0, 3)]]
    return tuple(found)


@named("rank")
def rank_of(X: Rows) -> Integer:
    return Integer(fmpq_mat([list(row) for row in X]).rank())


@named("[1 in row space of {0}]", r"[\mathbf 1\in\mathrm{{row}}({0})]")
def contains_ones(X: Rows) -> Integer:
    """Whether (1, .., 1) lies in the row space: then adding it as a row leaves the rank alone."""
    return Integer(rank_of((*X, (1,) * len(X[0]))) == rank_of(X))


def generic(Y: fmpz_mat, width: int) -> fmpz_mat:
    """W Y with the rank that it has for almost all W of `width` rows.

    W_ij = T^(j k^i), k the number of rows of Y. A minor of W Y on its first r rows is a sum over sequences of r
    different rows of Y of +-T^e times a minor of Y, e with the sequence as its digits in base k: all powers differ.
    T exceeds twice all minors of Y, so that the sum is 0 only if they are.
    """
    k = Y.nrows()
    entry = max(abs(int(e)) for e in Y.entries()) or 1
    T = 2 * max(factorial(r) * entry**r for r in range(1, k + 1)) + 1
    return fmpz_mat([[T ** (j * k**i) for j in range(k)] for i in range(width)]) * Y


@named("rays", means="rays(X) the number of rays from 0 that carry points")
def rays(X: Rows) -> Integer:
    return Integer(diagnose(Batch.of_points(X)).rays)


@named("p*", "p^*", means="p*(x) = min_u P(u·ReLU(wᵀX) ≠ 0) over u ≠ 0, w Gaussian, X unit vectors at angles π x_i")
def growth(x: tuple[Any, ...]) -> Rational:
    """p*, the least probability with which one more Gaussian row leaves a proper subspace: min over u != 0 of
    P(sum_i u_i relu(w.x_i) != 0), as the least one over all proper flats; opposite chambers apart."""
    return _growth(x)


@cache
def _growth(x: tuple[Any, ...]) -> Rational:
    flats = planar_flats(Angles(x))
    proper = [p for p, dimension in zip(flats.growth, flats.dims, strict=True) if dimension < flats.n]
    return Rational(min(proper), flats.whole)


@named("angle of {1} lines({0})", r"\text{{angle of }}{1}\text{{ lines}}({0})",
       means="angle of m lines(x) the least one over π that m neighbouring lines of x span")  # fmt: skip
def spanned(x: tuple[Fraction, ...], count: int) -> Rational:
    """The least angle over pi that so many neighbouring lines span; 1 where there are fewer."""
    turns = lines(x)
    round_again = [*turns, *(a + 1 for a in turns)]
    found = (b - a for a, b in zip(turns, round_again[int(count) - 1 :], strict=False))
    return to_sympy(min(found)) if len(turns) >= count else Rational(1)


@named("least cone({0})", r"\text{{least cone}}({0})",
       means="least cone(x) the least angle over π of three directions in an open half-plane")  # fmt: skip
def least_cone(x: Sequence[Fraction]) -> Rational:
    """The least angle over pi of a cone over three directions that lie in an open half-plane; 1 where there is none."""
    turned = (sorted((b - a) % 2 for b in x) for a in x)
    found = [following[2] for following in turned if len(following) > 2 and following[2] < 1]
    return to_sympy(min(found, default=Fraction(1)))


def rational_row(x: Sequence[Any]) -> tuple[Fraction, ...]:
    return tuple(Fraction(a) for a in x)


least, greatest = symbols("least greatest", positive=True)  # eigenvalues of K and of the cosines
UNIT = 10**15
K = "K = 2 E[ReLU(wᵀX)ᵀ ReLU(wᵀX)]"


@named("λ_min(K({0}))", r"\lambda_{{\min}}(K({0}))", means=K)
def least_eigenvalue_of_K(x: Any) -> Rational:
    return _eigenvalues(rational_row(x))[0]


@named("|X({0})|²", r"\|X({0})\|^2")
def greatest_eigenvalue(x: Any) -> Rational:
    return _eigenvalues(rational_row(x))[1]


@cache
def _eigenvalues(x: tuple[Fraction, ...]) -> tuple[Rational, Rational]:
    """Rational numbers above lambda_min(K) and below |X|^2, by at most 3/UNIT: bounds with them are greater."""
    X = Angles(x)
    with precision(40):
        low = least_eigenvalue(arc_cosine_gram(X))
        top = X.n + 1 - least_eigenvalue(arb_mat(X.n, X.n, X.n + 1) - X.cosines())
        above, below = (guess(ball * UNIT).floor().unique_fmpz() for ball in (low, top))
    return Rational(int(above) + 2, UNIT), Rational(int(below) - 1, UNIT)
