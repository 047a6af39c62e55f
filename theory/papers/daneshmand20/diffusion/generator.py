"""The generator of the gamma -> 0 diffusion of correlation matrices by its definition: one weight at a time.

E g(M+) = g(M) + gamma^2 (L g)(M) + .. for independent centred weights of unit variance, so L g is the sum over the
entries W_ab = w of the coefficient of w^2 in g(M+). What depends on w is a series up to w^2; numbers are Fractions or
SymPy expressions, and exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from flint import acb, arb, fmpq, fmpq_mat
from sympy import (
    BlockMatrix,
    Determinant,
    Expr,
    Identity,
    Integer,
    Matrix,
    MatrixSymbol,
    Symbol,
    ZeroMatrix,
    det,
    symbols,
)

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.matrices import Correlations
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import at_each_precision
from theory.exact.quadrature import far, mean_log_modulus
from theory.exact.rationals import to_sympy
from theory.expansion import frobenius_in_symbols, in_symbols
from theory.expansion.index_sums import IndexSum, graph, over_pairs
from theory.notation import d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.regularity.sandwich import cubes, squared_norm, squared_rows
from theory.primitive import primitive
from theory.term import Series, number, size
from theory.term.named import named


def in_w(value: Any, first: Any = 0, second: Any = 0) -> Series:
    """value + first w + second w^2, with what comes after left out."""
    return Series(value, first, second)


def log_bend(x: Series) -> Any:
    """The coefficient of w^2 of the logarithm."""
    slope = x[1] / x[0]
    return x[2] / x[0] - slope * slope / 2


@primitive("rs", lambda square: in_w(Fraction(1)))
def length(square: Series) -> Series:
    """The square root of the squared length of a row that was 1 before it moved: what rescaling divides by."""
    if square[0] != 1:
        raise ValueError(f"a row of squared length {square[0]}: wanted rows of length 1")
    return in_w(Fraction(1), square[1] / 2, (square[2] - square[1] * square[1] / 4) / 2)


def rescaled(x: Sequence[Any], other: Sequence[Any], along: Any, square: Any) -> list[Series]:
    """(x + w other)/|x + w other|, entry by entry, for a row of length 1: `along` is <x, other>, `square` |other|^2."""
    norm = length(in_w(1, 2 * along, square))
    back = in_w(1, -norm[1], norm[1] * norm[1] - norm[2])
    return [in_w(value, first) * back for value, first in zip(x, other, strict=True)]


def _exact(A: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """With Fractions for integers, whose quotients would be rounded."""
    return [[Fraction(x) if isinstance(x, int) else x for x in row] for row in A]


def _moved(M: Sequence[Sequence[Any]], a: int, b: int) -> Series:
    """The length of row a after W = w e_a e_b^T: the root of 1 + 2 M_ab w + w^2, or (1 + w)^2 for b = a."""
    return length(in_w(M[a][a], 2 * M[a][b], M[b][b]))


def generated(M: Sequence[Sequence[Any]], of: Callable[[list[list[Series]]], Any]) -> Any:
    """L g at a correlation matrix M; `of` takes M+ as series in w and gives the coefficient of w^2 of g(M+)."""
    M = _exact(M)
    size, total = range(len(M)), 0
    for a, b in product(size, repeat=2):
        norm = _moved(M, a, b)
        rows = [[in_w(M[i][j]) for j in size] for i in size]
        for j in size:
            if j != a:
                rows[a][j] = rows[j][a] = in_w(M[a][j], M[b][j]) / norm
        rows[a][a] = in_w(M[a][a], 2 * M[a][b], M[b][b]) / (norm * norm)
        total += of(rows)
    return total


def log_volume_growth(X: Sequence[Sequence[Any]], M: Sequence[Sequence[Any]]) -> Any:
    """L log det(X^T X) where the rows of X move and are rescaled along with those of H, M = H H^T: X+ = D (I + w W) X.

    >>> from fractions import Fraction
    >>> log_volume_growth(((Fraction(1),), (Fraction(1),)), ((1, 1), (1, 1)))
    Fraction(0, 1)
    """
    X, M = _exact(X), _exact(M)
    size, columns, total = range(len(X)), range(len(X[0])), 0
    gram = [[sum(row[i] * row[j] for row in X) for j in columns] for i in columns]
    for a, b in product(size, repeat=2):
        norm, others = _moved(M, a, b), [[gram[i][j] - X[a][i] * X[a][j] for j in columns] for i in columns]
        row = [in_w(X[a][j], X[b][j]) / norm for j in columns]
        total += log_bend(determinant_of([[row[i] * row[j] + others[i][j] for j in columns] for i in columns]))
    return total


def determinant_of(A: list[list[Any]]) -> Any:
    """By Gauss elimination; the leading minors may not vanish, as in a positive definite matrix."""
    rest, found = A, 1
    while rest:
        pivot = rest[0][0]
        found = pivot * found
        rest = [[row[j] - row[0] * rest[0][j] / pivot for j in range(1, len(rest))] for row in rest[1:]]
    return found


def _in_two(value: Any, by_u: Any = 0, by_v: Any = 0) -> Series:
    """value + by_u u + by_v v, u^2 = v^2 = 0: in f of such the coefficient of u v, [1][1], is a second derivative."""
    zero = fmpq(0)  # integers would be divided with rounding
    return Series(Series(zero + value, zero + by_v), Series(zero + by_u, zero))


def adjoint_of_powers(M: Sequence[Sequence[Any]]) -> tuple[Any, Any, Any]:
    """(A, B, C) with (L* det^s)(M)/det(M)^s = A + B s + C s(s - 1)/2, for an invertible M with entries in QQ of FLINT.

    L f is the sum over the weights w = W_ab of the coefficient of w^2 of f(M + w m + w^2 n + ..), so L* p is that of
    (1/2) sum d_i d_j (m_i m_j p) - sum d_i (n_i p), i and j over the entries of row a.
    """
    size, found, inverse = range(len(M)), [0, 0, 0], fmpq_mat(M).inv()
    for a in size:
        others = [j for j in size if j != a]
        for i, j in combinations_with_replacement(others, 2):
            at = [[_in_two(x) for x in row] for row in M]
            for place, step in ((i, _in_two(0, by_u=1)), (j, _in_two(0, by_v=1))):
                at[a][place] = at[a][place] + step
                at[place][a] = at[a][place]
            # of det(at)/det(M) by Jacobi's formula
            first, second = 2 * inverse[a, i], 2 * inverse[a, j]
            both = first * second / 2 - 2 * inverse[a, a] * inverse[i, j]
            excess = Series(Series(fmpq(0), second), Series(first, both))
            flow, drift = _in_two(0), _in_two(0)
            for b in size:
                moved = rescaled([at[a][c] for c in (i, j)], [at[b][c] for c in (i, j)], at[a][b], 1)
                flow, drift = flow + moved[0][1] * moved[1][1], drift + moved[0][2]
            for order, share in enumerate((_in_two(1), excess, excess * excess)):
                found[order] += (flow * share)[1][1] / (2 if i == j else 1)
                found[order] -= (drift * share)[1][0] if i == j else 0
    return found[0], found[1], found[2]


def determinant_beside(rows: Matrix) -> Expr:
    """Of a matrix that is `rows` in some rows and columns, and the identity in others, of any number."""
    size, others = rows.rows, Symbol("others", integer=True, positive=True)
    zeros = ZeroMatrix(size, others)
    return Determinant(BlockMatrix([[rows.as_immutable(), zeros], [zeros.T, Identity(others)]])).doit()


CHAIN = Locator(DANESHMAND20, "eqs. (1) and (2), gamma -> 0")
NO_SKIP = Locator(DANESHMAND20, "eqs. (1) and (2), d = 2 without skip connection")
LOW_RANK = Locator(DANESHMAND20, "Example 9")
GAUSSIAN = ("d = 2, N >= 2", "W_ij i.i.d. N(0, 1)", "H' = RS(W H) (gamma = infinity)")
FULL = (*GAUSSIAN, "rank(H) = 2")
SINE = Rationals(above=0, most=1)
"""sqrt(det M) at d = 2: the sine of the angle between the rows."""

GENERATOR = (
    "L f(M) = lim E[f(M⁺) − f(M)]/γ² as γ → 0, M⁺ the layer after M, weights independent, of mean 0 and variance 1"
)

F, T, D = symbols("F T D", positive=True)  # |M|_F^2, Tr M^3, Tr diag(M^2)^2

INVARIANTS = {
    "d": lambda at: number(size(at["M"])),
    "F": lambda at: number(squared_norm(at["M"])),
    "T": lambda at: number(cubes(at["M"])),
    "D": lambda at: number(squared_rows(at["M"])),
}
"""d, |M|_F^2, Tr M^3 and Tr diag(M^2)^2 of an instance M."""


def invariants_of(names: str) -> dict[str, Callable[[Mapping[str, Any]], Any]]:
    """Some of them."""
    return {name: INVARIANTS[name] for name in names}


def of_det(t: acb, m: arb) -> acb:
    """E e^(itD), D = det(m I + W) = |z|^2 - |w|^2, z = m + .. and w complex normal: E e^(it|w|^2) = 1/(1 - it)."""
    i = acb(0, 1)
    return (i * t * m**2 / (1 - i * t)).exp() / ((1 - i * t) * (1 + i * t))


def moments_of_det(m: arb) -> tuple[arb, arb]:
    """E D^2 and a bound on E D^4: (x - y)^4 <= 8 (x^4 + y^4)."""
    return (m**2 + 1) ** 2 + 1, 8 * ((m**4 + 6 * m**2 + 3) ** 2 + 9)


@at_each_precision
def gaussian_exponent_by_definition(gamma: fmpq) -> arb:
    """E log|det(I + gamma W)| - 2 E log|1 + gamma (w_1 + w_2)| from the characteristic functions of both, over powers
    of gamma: det(m I + W) with m = 1/gamma is a quadratic form in normal variables, m + w_1 + w_2 is N(m, 2)."""
    m = arb(1 / gamma)

    def even(t: acb) -> acb:
        return sum((of_det(s, m) for s in (t, -t)), acb(0)) / 2

    def of_sum(t: acb) -> acb:
        return (-t * t).exp() * (m * t).cos()

    first = mean_log_modulus(even, *moments_of_det(m), far(even, 18, tail=(-arb(36)).exp()))
    second = mean_log_modulus(of_sum, m**2 + 2, m**4 + 12 * m**2 + 12, far(of_sum, 3, tail=(-arb(400)).exp()))
    return first - 2 * second


rho = Symbol("rho", real=True)


@named("(L‖·‖²)({0})", r"(L\|\cdot\|_F^2)({0})", means=GENERATOR)
def _L_of_squares(M: Any) -> Expr:
    return to_sympy(generated(M, lambda moved: sum((entry * entry)[2] for row in moved for entry in row)))


@Claim(
    "daneshmand20.diffusion.on-squares",
    source=Locator(DANESHMAND20, "Lemma 7"),
    says="the generator of the gamma -> 0 diffusion on |M|_F^2 is delta(M) = 2d^2 - 2|M|_F^2 - 8 Tr M^3 + "
    "8 Tr diag(M^2)^2, the coefficient of Lemma 7",
    predicts=2 * d**2 - 2 * F - 8 * T + 8 * D,
    given=Given({"M": Correlations(Integers(2, far=6))}, letters=INVARIANTS),
    speaks_of=("rs",),
    twins=(
        Twin(2 * d**2 - 2 * F - 4 * T + 4 * D, "4 for 8"),
        Twin(2 * d**2 - 2 * F + 8 * T - 8 * D, "the signs of the last two exchanged"),
    ),
).literal(most=60)
def on_squares(at: At) -> object:
    return _L_of_squares(at.M)


@on_squares.exact(
    scope="every d, in index notation: the coefficient of gamma^2 in E|M+|_F^2",
    argued="the generator is the coefficient of gamma^2 in the mean over one layer, sums kept as indices",
)
def _squares_in_indices(predicted: Predicted) -> Compared:
    named = {str(symbol): symbol for symbol in (F, T, D)}
    found = frobenius_in_symbols(2)
    yield "every d", found.subs({e: named[str(e)] for e in found.free_symbols if str(e) in named}), predicted


@named("(L log det)({0})", r"(L\log\det)({0})", means=GENERATOR)
def generated_log_det(M: Any) -> object:
    return generated(M, lambda moved: log_bend(determinant_of(moved)))


@Claim(
    "daneshmand20.diffusion.on-log-det",
    source=CHAIN,
    says="the generator of the gamma -> 0 diffusion on log det M is 2|M|_F^2 - d(d+1)",
    silent_on="whether a full-rank invariant law exists",
    predicts=2 * F - d * (d + 1),
    given=Given({"M": Correlations(Integers(2, far=6), full=True)}, letters=INVARIANTS),
    speaks_of=("rs",),
    twins=(Twin(F - d * (d + 1) / 2, "log of the volume of the rows"),),
).literal(most=40)
def on_log_det(at: At) -> object:
    return generated_log_det(at.M)


@on_log_det.exact(
    scope="every d, in index notation: one weight after another, each of which moves a row",
    argued="a weight moves one row alone, and independent weights add up to second order",
)
def _log_det_in_indices(predicted: Predicted) -> Compared:
    # W = w e_a e_b^T: M+ = D E M E^T D, E = 1 + w e_a e_b^T, and D is 1 but for one over the length of row a of E M E^T
    size = Symbol("size", integer=True, positive=True)
    E, M = MatrixSymbol("E", size, size), MatrixSymbol("M", size, size)
    yield "a product", det(E * M * E.T).doit() == Determinant(E) ** 2 * Determinant(M), True
    entry, w = symbols("entry w")  # M_ab
    one = Integer(1)
    apart, alone = (
        log_bend(in_w(one, determinant_beside(rows).coeff(w)) ** 2 / length(in_w(one, 2 * along, one)) ** 2)
        for rows, along in ((Matrix([[1, w], [0, 1]]), entry), (Matrix([[1 + w]]), one))
    )
    yield "a != b", apart, 2 * entry**2 - 1
    pairs: IndexSum = {(graph("ij ij"), ()): Fraction(2), ((), ()): Fraction(-1)}  # that, over all a != b
    found = d * alone + in_symbols(over_pairs(pairs))
    yield "every d", found.subs(Symbol("F"), F), predicted


@named("(Lρ)({0})", r"(L\rho)({0})", means=f"d = 2, ρ = M₁₂, {GENERATOR}")
def _L_of_rho(rho: Any) -> Any:
    return generated(((1, rho), (rho, 1)), lambda moved: moved[0][1][2])


@named("(Lρ²)({0})", r"(L\rho^2)({0})", means=f"d = 2, ρ = M₁₂, {GENERATOR}")
def _L_of_rho_squared(rho: Any) -> Any:
    return generated(((1, rho), (rho, 1)), lambda moved: (moved[0][1] * moved[0][1])[2])


@Claim(
    "daneshmand20.diffusion.width-two",
    source=CHAIN,
    says="d = 2, L g the sum over the entries w of W of the coefficient of w^2 in g(M+): with rho = M_12, L rho = -3 "
    "rho (1-rho^2) and L rho^2 - 2 rho L rho = 2 (1-rho^2)^2, the coefficients of (1-rho^2)^2 d^2 - 3 rho (1-rho^2) "
    "d",
    silent_on="that L is the generator of the chain as gamma -> 0, and of second order (note)",
    predicts=((1 - rho**2) ** 2, -3 * rho * (1 - rho**2)),
    given=Given({"rho": Rationals(least=-1, most=1)}),
    speaks_of=("rs",),
    twins=(Twin(((1 - rho**2) ** 2, -rho * (1 - rho**2)), "the Jacobi operator of Brownian motion on the circle"),),
).literal(symbols=True)
def width_two(at: At) -> object:
    first = _L_of_rho(at.rho)
    return (_L_of_rho_squared(at.rho) - 2 * at.rho * first) / 2, first
