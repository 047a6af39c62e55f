"""Coefficients of powers of gamma in means over one layer, and the correlation matrices at which they are taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from math import prod
from typing import Any

from flint import arb, fmpq, fmpq_poly
from sympy import Expr, Symbol

from theory.claim import Locator
from theory.domains.given import Given
from theory.domains.matrices import sign_vectors
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import guess
from theory.exact.rationals import rational, to_fmpq, to_sympy
from theory.expansion import central_moment, frobenius, in_symbols
from theory.expansion.index_sums import Factor, evaluate, graph, latex, symbol
from theory.notation import d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.layers import correlation_matrices, exact, filled
from theory.papers.daneshmand20.matrices import Entries
from theory.term import Series, Term, constant, each, number, one_if, places, size
from theory.term.named import named

Atoms = tuple[tuple[Any, Any], ...]
"""Values and probabilities, fmpq or terms."""


def two_values(t: Any) -> Atoms:
    """t and -1/t, of mean 0 and variance 1."""
    top = t if isinstance(t, Term) else fmpq(int(t.p), int(t.q))
    return (top, 1 / (1 + top**2)), (-1 / top, top**2 / (1 + top**2))


Pairs = tuple[tuple[int, int], ...]


def mean_coefficient(M: Any, atoms: Atoms, order: int, power: int, pairs: Pairs) -> Any:
    """The coefficient of gamma^order in the sum over pairs of E (M+_ij)^power, over all weight matrices of a law.

    M+_ij takes rows i and j of the weights alone, so all values of these two are gone through: O(a^(2d)) for a values.
    Entries of M, values and probabilities may be terms.
    """
    if any(isinstance(x, Term) for x in (*chain.from_iterable(M), *chain.from_iterable(atoms))):
        base = [[x if isinstance(x, Term) else to_fmpq(rational(x)) for x in row] for row in M]
        return _mean(base, atoms, order, power, pairs)
    return _of_numbers(M, atoms, order, power, pairs)


@cache
def _of_numbers(M: Entries, atoms: Atoms, order: int, power: int, pairs: Pairs) -> fmpq:
    return _mean(exact(M).tolist(), atoms, order, power, pairs)


def _mean(base: Sequence[Sequence[Any]], atoms: Atoms, order: int, power: int, pairs: Pairs) -> Any:
    size, parts = len(base), list[Any]()
    terms = any(isinstance(x, Term) for x in (*chain.from_iterable(base), *chain.from_iterable(atoms)))
    most = order if terms else None
    rows = [_drawn(base, drawn) for drawn in product(atoms, repeat=size)]
    for i, j in pairs:
        roots = {k: [inverse_power(_square(row, k, most), power, order) for row in rows] for k in (i, j)}
        for (first, root_i), (second, root_j) in product(
            zip(rows, roots[i], strict=True), zip(rows, roots[j], strict=True)
        ):
            inner = sum((x * y for x, y in zip(first.weights, second.image, strict=True)), fmpq(0))
            C = _series([base[i][j], first.image[j] + second.image[i], inner], most)
            parts.append(first.share * second.share * (prod([C] * power, start=root_i) * root_j)[order])
    return _sum(parts)


def _series(coefficients: list[Any], order: int | None = None) -> Any:
    """In gamma, of numbers; or up to gamma^order, of terms."""
    if order is None:
        return fmpq_poly(coefficients)
    return Series(*[*coefficients, *[fmpq(0)] * order][: order + 1])


def _sum(parts: list[Any]) -> Any:
    """By halves, so that terms are not deep."""
    if len(parts) < 2:
        return parts[0] if parts else fmpq(0)
    half = len(parts) // 2
    return _sum(parts[:half]) + _sum(parts[half:])


def pairs_of(M: Entries) -> tuple[tuple[int, int], ...]:
    return tuple(combinations(range(len(M)), 2))


def of_norm(M: Any, atoms: Atoms, order: int) -> Any:
    """The coefficient of gamma^order in E |M+|_F^2."""
    return 2 * mean_coefficient(M, atoms, order, 2, pairs_of(M))


@dataclass(frozen=True)
class _Row:
    """A row w of the weights, M w, and its probability."""

    weights: tuple[Any, ...]
    image: tuple[Any, ...]
    share: Any


def _drawn(base: Sequence[Sequence[Any]], drawn: tuple[tuple[Any, Any], ...]) -> _Row:
    weights = tuple(value for value, _ in drawn)
    image = tuple(sum((x * w for x, w in zip(row, weights, strict=True)), fmpq(0)) for row in base)
    share = prod((p for _, p in drawn), start=fmpq(1))
    return _Row(weights, image, share)


def _square(row: _Row, k: int, order: int | None = None) -> Any:
    """C_kk for this row k of the weights."""
    inner = sum((x * y for x, y in zip(row.weights, row.image, strict=True)), fmpq(0))
    return _series([fmpq(1), 2 * row.image[k], inner], order)


def inverse_power(f: Any, power: int, order: int) -> Any:
    """f^(-power/2) up to gamma^order, f(0) = 1."""
    x = f - 1
    result = term = x * 0 + 1
    for k in range(order):
        term = term * x * fmpq(-power - 2 * k, 2 * (k + 1))
        result += term
    return result


@cache
def eigenvalue_shifts(M: Entries, atoms: Atoms) -> tuple[fmpq, fmpq, fmpq]:
    """Of the greatest eigenvalue of M+ and of the spread of the others, the coefficients in the mean, d = 2 or 3.

    All weight matrices of a law; the eigenvalue is the root of the characteristic polynomial of M+ as a power series in
    gamma, from the rational one of M; the spread, the sum of the squared deviations from the mean of the other
    eigenvalues, is |M+|_F^2 - lambda_1^2 - (d - lambda_1)^2/(d-1).

    Returns
    -------
    E lambda_1 : of gamma and of gamma^2. E spread : of gamma^2.
    """
    size, pairs = len(M), pairs_of(M)
    start, base = max((root for root, _ in exact(M).charpoly().roots())) - 1, exact(M).tolist()
    rows = [_drawn(base, drawn) for drawn in product(atoms, repeat=size)]
    entries = {(i, j): [[_entry(base, a, b, i, j) for b in rows] for a in rows] for i, j in pairs}
    totals = [fmpq(0)] * 3
    for chosen in product(range(len(rows)), repeat=size):
        above = [entries[i, j][chosen[i]][chosen[j]] for i, j in pairs]
        share = prod((rows[a].share for a in chosen), start=fmpq(1))
        squares = _cut(sum((x * x for x in above), fmpq_poly()))
        last = _cut(2 * _cut(above[0] * above[1]) * above[2]) if size == 3 else fmpq_poly()
        root = 1 + _followed(start, size, squares, last)
        spread = size + 2 * squares - root**2 - (size - root) ** 2 / (size - 1)
        totals = [total + share * x for total, x in zip(totals, (root[1], root[2], spread[2]), strict=True)]
    return totals[0], totals[1], totals[2]


def _cut(f: fmpq_poly) -> fmpq_poly:
    """Up to gamma^2."""
    return fmpq_poly([f[0], f[1], f[2]])


def _entry(base: Sequence[Sequence[fmpq]], first: _Row, second: _Row, i: int, j: int) -> fmpq_poly:
    """M+_ij up to gamma^2 for these rows i and j of the weights."""
    inner = sum((x * y for x, y in zip(first.weights, second.image, strict=True)), fmpq(0))
    C = fmpq_poly([base[i][j], first.image[j] + second.image[i], inner])
    return _cut(C * _cut(inverse_power(_square(first, i), 1, 2)) * inverse_power(_square(second, j), 1, 2))


def _followed(start: fmpq, size: int, squares: fmpq_poly, last: fmpq_poly) -> fmpq_poly:
    """The root y of y^2 - squares, or y^3 - squares y - last, det(1 + y - M+), from a simple one, by Newton's steps."""
    y = fmpq_poly([start])
    for _ in range(2):
        value, slope = (y**2 - squares, 2 * y) if size == 2 else (y**3 - squares * y - last, 3 * y**2 - squares)
        y = _cut(y - value * inverse_power(_cut(slope / slope[0]), 2, 2) / slope[0])
    return y


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


@named("[γ^{0}]E‖M⁺‖²({1}; {2}, −1/{2})", r"[\gamma^{{{0}}}]\mathbb E\|M^+\|_F^2({1};{2},-1/{2})", means=OF_WEIGHTS)
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
