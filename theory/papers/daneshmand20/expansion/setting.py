"""Correlation matrices at which the expansion is evaluated, and the worked example: its spectrum and its shifts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from flint import arb, fmpq, fmpq_poly
from sympy import Expr, Matrix, Rational, Symbol

from theory.claim import At, Locator, Point
from theory.domains.given import Given
from theory.domains.matrices import sign_vectors
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import guess
from theory.exact.rationals import rational, to_sympy
from theory.expansion.index_sums import Factor, evaluate, graph, symbol
from theory.notation import HALF, d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.domains import Correlations, Entries, filled
from theory.papers.daneshmand20.expansion.coefficients import of_norm, two_values
from theory.papers.daneshmand20.layers import signs_of
from theory.term import each, number, one_if, places, size

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
    {"M": Correlations(Integers(2, 4)), "t": Rationals(above=0)},
    words="weights t and -1/t of mean 0 and variance 1 stand for all laws, three sizes for all d",
    letters={"d": lambda at: len(at["M"]), **{str(symbol(f)): _letter(f) for f in FACTORS}},
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
    return to_sympy(at["M"][0][1])


LETTERS = {**LAYERS.letters, "rho": at_two, "s": third, "kappa": fourth}


def two_by_two(rho: Any) -> Entries:
    found: Entries = filled(2, {(0, 1): rational(rho)})
    return found


EXAMPLE_9 = Locator(DANESHMAND20, "Example 9 (the eigenvalues are missing from the text we hold)")
WEIGHTS = ("M a correlation matrix of size d", "entries of W independent, mean 0, variance 1")
SPECTRUM = (*WEIGHTS, "eigenvalues of M: d - (d-1) epsilon once, epsilon d - 1 times", "0 < epsilon < 1")
epsilon = Symbol("epsilon", positive=True)
TOP = d - (d - 1) * epsilon
BALANCE = 2 * d**2 * (1 - epsilon) ** 2 + 2 * d * epsilon * (1 - epsilon) - d + 2 * epsilon**2
LEADING = -2 * (d - 1) * epsilon * TOP * BALANCE / (d**2 * (1 - epsilon))

EXAMPLES = Given(
    {
        "d": Integers(2, 4),
        "epsilon": Rationals(above=0, below=1),
        "t": Rationals(above=0),
        "signs": Integers(0, 7),
    },
    words=f"signs of rows 2, 3, .. by binary digits; {LAYERS.words}",
)


def example(at: At | Mapping[str, Any]) -> Entries:
    """S (epsilon I + (1 - epsilon) 1 1^T) S with the signs S of an instance."""
    instance = vars(at) if isinstance(at, At) else at
    size, s = int(instance["d"]), (1, *signs_of(instance["signs"], int(instance["d"]) - 1))
    same = 1 - rational(instance["epsilon"])
    found: Entries = filled(size, {(a, b): s[a] * s[b] * same for a, b in combinations(range(size), 2)})
    return found


SIGNED = Given(
    {"s": sign_vectors(), "epsilon": Rationals(above=0, below=1)},
    words="M = epsilon I + (1 - epsilon) s s^T, s the signs of the rows",
    letters={"d": lambda at: number(size(at["s"]))},
)
"""Example 9 at every width."""


def signed_example(at: Any) -> Any:
    """epsilon I + (1 - epsilon) s s^T, of numbers or terms."""
    s, e = at["s"], at["epsilon"]
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


def drift_at(M: Entries, t: Any) -> Expr:
    """The coefficient of gamma^2 in E |M+|_F^2, over all weights t and -1/t."""
    return to_sympy(of_norm(M, two_values(t), 2))
