"""The generator of the gamma -> 0 diffusion of correlation matrices by its definition: one weight at a time.

E g(M+) = g(M) + gamma^2 (L g)(M) + .. for independent centred weights of unit variance, so L g is the sum over the
entries W_ab = w of the coefficient of w^2 in g(M+). What depends on w is a series up to w^2; numbers are Fractions or
SymPy expressions, and exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from flint import acb, arb, fmpq, fmpq_mat
from sympy import (
    BlockMatrix,
    Determinant,
    Expr,
    Identity,
    Matrix,
    Symbol,
    ZeroMatrix,
    symbols,
)

from theory.claim import At, Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.matrices import Correlations
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import at_each_precision
from theory.exact.quadrature import far, mean_log_modulus
from theory.notation import d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.layers import exact
from theory.papers.daneshmand20.regularity.sandwich import cubes, squared_norm, squared_rows
from theory.primitive import primitive
from theory.term import Series, Vec, each, number, one_if, places, size, total
from theory.term.matrices import determinant
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


def exact_rows(A: Any) -> Any:
    """With Fractions for integers, whose quotients would be rounded."""
    return each(lambda row: each(lambda x: Fraction(x) if isinstance(x, int) else x, row), A)


def _length(M: Any, a: Any, b: Any) -> Series:
    """The length of row a after W = w e_a e_b^T: the root of 1 + 2 M_ab w + w^2, or (1 + w)^2 for b = a."""
    return length(in_w(1, 2 * M[a][b], 1))


def moved(M: Any, a: Any, b: Any) -> Any:
    """M+ after W = w e_a e_b^T: D E M E^T D, E = I + W, D of ones but for one over the length of row a."""
    there, back = places(size(M)), in_w(Fraction(1)) / _length(M, a, b)
    own = each(lambda i: one_if(i == a), there)
    scale = each(lambda x: in_w(Fraction(1)) + (back - 1) * x, own)

    def entry(i: Any, j: Any) -> Any:
        return in_w(M[i][j], own[i] * M[b][j] + own[j] * M[i][b], own[i] * own[j]) * scale[i] * scale[j]

    return each(lambda i: each(lambda j: entry(i, j), there), there)


def generated(M: Any, of: Callable[[Any], Any]) -> Any:
    """L g at a correlation matrix M; `of` takes M+ as series in w and gives the coefficient of w^2 of g(M+)."""
    M, there = exact_rows(M), places(size(M))
    return total(each(lambda a: total(each(lambda b: of(moved(M, a, b)), there)), there))


def log_volume_growth(X: Any, M: Any) -> Any:
    """L log det(X^T X) where the rows of X move and are rescaled along with those of H, M = H H^T: X+ = D (I + w W) X.

    >>> from fractions import Fraction
    >>> log_volume_growth(((Fraction(1),), (Fraction(1),)), ((1, 1), (1, 1)))
    Fraction(0, 1)
    """
    X, M, there = exact_rows(X), exact_rows(M), places(size(M))
    columns = range(size(X[0]))
    gram = [[total(each(lambda row, i=i, j=j: row[i] * row[j], X)) for j in columns] for i in columns]

    def growth(a: Any, b: Any) -> Any:
        norm, others = _length(M, a, b), [[gram[i][j] - X[a][i] * X[a][j] for j in columns] for i in columns]
        row = [in_w(X[a][j], X[b][j]) / norm for j in columns]
        return log_bend(determinant_of([[row[i] * row[j] + others[i][j] for j in columns] for i in columns]))

    return total(each(lambda a: total(each(lambda b: growth(a, b), there)), there))


def determinant_of(A: Any) -> Any:
    """By Gauss elimination; the leading minors may not vanish, as in a positive definite matrix."""
    rest, found = A, Fraction(1)
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

ONE_WEIGHT = "L f(M) = Σ_ab [w²] f(M⁺), M⁺ the layer after M with the one weight w at (a, b)"

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


@named("(L‖·‖²)({0})", r"(L\|\cdot\|_F^2)({0})", means=ONE_WEIGHT)
def _L_of_squares(M: Any) -> Any:
    return number(generated(M, lambda moved: total(each(lambda row: total(each(lambda x: (x * x)[2], row)), moved))))


@Claim(
    "daneshmand20.diffusion.on-squares",
    source=Locator(DANESHMAND20, "Lemma 7"),
    says="L f the sum over the entries w of W of the coefficient of w^2 in f(M+): the generator of the gamma -> 0 "
    "diffusion. L|M|_F^2 is delta(M) = 2d^2 - 2|M|_F^2 - 8 Tr M^3 + 8 Tr diag(M^2)^2, the coefficient of Lemma 7",
    silent_on="that L is the generator: of |M|_F^2 lemma-7 shows it with its remainder, of other f the note",
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


def determinant_along(M: Any, a: Any, b: Any) -> Series:
    """det E M E^T for E = I + w e_a e_b^T, as a series: it is a parabola in w, which its values at -1, 0 and 1 fix."""
    there = places(size(M))

    def at(w: int) -> Any:
        own = each(lambda i: w * one_if(i == a), there)
        A = each(
            lambda i: each(lambda j: M[i][j] + own[i] * M[b][j] + own[j] * (M[i][b] + own[i] * M[b][b]), there), there
        )
        return determinant(A) if isinstance(A, Vec) else Fraction(str(exact(A).det()))

    below, here, above = map(at, (-1, 0, 1))
    return in_w(here, (above - below) / 2, (above + below) / 2 - here)


@named("(L log det)({0})", r"(L\log\det)({0})", means=ONE_WEIGHT)
def generated_log_det(M: Any) -> object:
    M, there = exact_rows(M), places(size(M))

    def growth(a: Any, b: Any) -> Any:
        norm = _length(M, a, b)
        return log_bend(determinant_along(M, a, b) / (norm * norm))

    return number(total(each(lambda a: total(each(lambda b: growth(a, b), there)), there)))


@Claim(
    "daneshmand20.diffusion.on-log-det",
    source=CHAIN,
    says="L log det M is 2|M|_F^2 - d(d+1), L f the sum over the entries w of W of the coefficient of w^2 in f(M+): "
    "the generator of the gamma -> 0 diffusion",
    silent_on="whether a full-rank invariant law exists; that L is the generator (note)",
    predicts=2 * F - d * (d + 1),
    given=Given({"M": Correlations(Integers(2, far=6), full=True)}, letters=invariants_of("dF")),
    speaks_of=("rs",),
    twins=(Twin(F - d * (d + 1) / 2, "log of the volume of the rows"),),
).literal(most=40)
def on_log_det(at: At) -> object:
    return generated_log_det(at.M)


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
