"""Correlation matrices at which the expansion is evaluated, and the worked example: its spectrum and its shifts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

from flint import arb, fmpq, fmpq_mat, fmpq_poly
from sympy import Matrix, Rational, Symbol

from theory.claim import Locator, Point
from theory.claim.domains import Integers, Rationals
from theory.claim.given import Given
from theory.exact.rationals import to_sympy
from theory.expansion.index_sums import Factor, evaluate, graph, symbol
from theory.notation import HALF, d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.domains import Correlations, Entries, exact

FACTORS = [
    graph(entries)[0]
    for entries in (
        *("ab ab", "ab bc ca", "ab ab ac ac", "ab bc cd da"),
        *("ab", "ab ab ab", "ab ab ab ab", "ac cb", "ab bc bc", "ab ab ac cb"),
        *("ab ab ab bc bc", "ab ab ab ac cb", "ab ab ab ab bc bc", "ij", "ia ia", "ja ja", "ia aj"),
    )
]


MATRICES = tuple(
    Matrix(len(e) // 3 + 2, len(e) // 3 + 2, lambda a, b, e=e: 1 if a == b else e[a + b - 1])
    for e in ((Rational(4, 5),), (Rational(1, 3), -HALF, Rational(1, 5)), (Rational(4, 5), 0, HALF))
)
"""Rational correlation matrices: entries M_12, M_13, M_23."""


@cache
def _sums() -> tuple[Point, ...]:
    return tuple({"d": M.rows, **{str(symbol(f)): evaluate(f, M.tolist(), (0, 1)) for f in FACTORS}} for M in MATRICES)


def at_matrices(**more: int) -> tuple[Point, ...]:
    """The sums at these matrices, rows 1 and 2; `more` names other symbols."""
    return tuple({**sums, **more} for sums in _sums())


def _letter(factor: Factor) -> Callable[[Mapping[str, Any]], Any]:
    return lambda at: evaluate(factor, [[to_sympy(x) for x in row] for row in at["M"]], (0, 1))


LAYERS = Given(
    {"M": Correlations(Integers(2, 3)), "t": Rationals(above=0)},
    words="weights t and -1/t of mean 0 and variance 1 stand for all laws, two sizes for all d",
    letters={"d": lambda at: len(at["M"]), **{str(symbol(f)): _letter(f) for f in FACTORS}},
)
"""A correlation matrix, with the sums over it, rows 1 and 2, and a law of the weights."""


Atoms = tuple[tuple[fmpq, fmpq], ...]
"""Values and probabilities."""


def two_values(t: Rational) -> Atoms:
    """t and -1/t, of mean 0 and variance 1."""
    top = fmpq(int(t.p), int(t.q))
    return (top, 1 / (1 + top**2)), (-1 / top, top**2 / (1 + top**2))


@cache
def mean_coefficient(M: Entries, atoms: Atoms, order: int, power: int, pairs: tuple[tuple[int, int], ...]) -> fmpq:
    """The coefficient of gamma^order in the sum over pairs of E (M+_ij)^power, over all weight matrices of a law."""
    size, total = len(M), fmpq(0)
    base = exact(M)
    for drawn in product(atoms, repeat=size * size):
        W = fmpq_mat(size, size, [value for value, _ in drawn])
        WM = W * base
        linear, square = WM + WM.transpose(), WM * W.transpose()
        weight = prod((share for _, share in drawn), start=fmpq(1))
        for i, j in pairs:
            C, ii, jj = (fmpq_poly([base[a, b], linear[a, b], square[a, b]]) for a, b in ((i, j), (i, i), (j, j)))
            total += weight * (C**power * inverse_power(ii * jj, power, order))[order]
    return total


def inverse_power(f: fmpq_poly, power: int, order: int) -> fmpq_poly:
    """f^(-power/2) up to gamma^order, f(0) = 1."""
    result, term, x = fmpq_poly([1]), fmpq_poly([1]), f - 1
    for k in range(order):
        term = term * x * fmpq(-power - 2 * k, 2 * (k + 1))
        result += term
    return result


EXAMPLE_9 = Locator(DANESHMAND20, "Example 9 (the eigenvalues are missing from the text we hold)")
WEIGHTS = ("M a correlation matrix of size d", "entries of W independent, mean 0, variance 1")
SPECTRUM = (*WEIGHTS, "eigenvalues of M: d - (d-1) epsilon once, epsilon d - 1 times", "0 < epsilon < 1")
epsilon = Symbol("epsilon", positive=True)
TOP = d - (d - 1) * epsilon
BALANCE = 2 * d**2 * (1 - epsilon) ** 2 + 2 * d * epsilon * (1 - epsilon) - d + 2 * epsilon**2
LEADING = -2 * (d - 1) * epsilon * TOP * BALANCE / (d**2 * (1 - epsilon))


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
        roots.sort(key=lambda root: -float(root.mid()))
        total = [t + root for t, root in zip(total, roots, strict=True)]
    return [t / 512 for t in total]
