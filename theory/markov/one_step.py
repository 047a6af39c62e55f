"""Expectations after one layer of the chain M -> M+, exactly, for weights with finitely many values.

Rows of W are independent, so with e = e_i + gamma w and B_i = E[e e^T / (e^T M e)], w a row of W,

    E[(M+_ij)^2] = Tr(B_i M B_j M) for i != j,        E|M+|_F^2 = d + sum over i != j of these,

as M+_ij = e^T M f / sqrt(e^T M e f^T M f) with e and f independent (daneshmand20, D0). An integral over the d^2 weights
becomes d integrals over d of them: k^d terms each for a law with k values. M itself is enough; H is not needed.
Numbers are exact: ints, Fractions, SymPy rationals, and symbols, in which case the results are rational functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations_with_replacement, product
from math import prod
from typing import Any

from flint import arb, fmpq
from sympy import QQ, Expr, Matrix, MatrixBase, oo, sympify
from sympy.polys.fields import FracElement, sfield

from theory.exact.rationals import afford, ball, rational, to_fmpq, to_sympy
from theory.markov.invariants import correlation_matrix, drift, invariants
from theory.markov.residual import Rows, ZeroRowError, covariance, squares, times

BUDGET = 2_000_000


@dataclass(frozen=True)
class Discrete:
    """A law with finitely many values: pairs (value, probability), of any exact kind.

    >>> [RADEMACHER.moment(k) for k in (1, 2, 3, 4)], [SKEW.moment(k) for k in (1, 2, 3, 4)]
    ([0, 1, 0, 1], [0, 1, 3/2, 13/4])
    """

    atoms: tuple[tuple[Any, Any], ...]

    def moment(self, k: int) -> Expr:
        return sum((sympify(p) * sympify(value) ** k for value, p in self.atoms), sympify(0))


def two_point(t: Any) -> Discrete:
    """t and -1/t with mean 0 and variance 1; third moment s = t - 1/t, fourth 1 + s^2: all skewed two-point laws."""
    t = sympify(t)
    return Discrete(((t, 1 / (1 + t**2)), (-1 / t, t**2 / (1 + t**2))))


def three_point(a: Any) -> Discrete:
    """a, 0, -a with mean 0 and variance 1, a >= 1: symmetric, fourth moment a^2.

    >>> three_point(2).moment(4)
    4
    """
    a = sympify(a)
    return Discrete(((a, 1 / (2 * a**2)), (-a, 1 / (2 * a**2)), (sympify(0), 1 - 1 / a**2)))


def shifted(law: Discrete, mean: Any) -> Discrete:
    """The law of w + mean."""
    return Discrete(tuple((value + mean, p) for value, p in law.atoms))


RADEMACHER = two_point(1)
SKEW = two_point(2)


def quadratic(M: Rows, e: Sequence[Any], f: Sequence[Any]) -> Any:
    """e^T M f; O(d^2)."""
    return sum(e[a] * sum(M[a][b] * f[b] for b in range(len(f)) if f[b]) for a in range(len(e)) if e[a])


def row_moment(M: Rows, law: Discrete, gamma: Any, i: int) -> list[list[Any]]:
    """B_i = E[e e^T / (e^T M e)], e = e_i + gamma w; e = w for gamma = oo. Entries of M, law, gamma from one field.

    k^d terms of O(d^2) operations, k the number of values of the law.

    Raises
    ------
    ZeroRowError
        where a row of H + gamma W H vanishes with positive probability.
    """
    d = len(M)
    B = [[0] * d for _ in range(d)]
    for drawn in product(law.atoms, repeat=d):
        w = [value for value, _ in drawn]
        e = w if gamma is oo else [int(a == i) + gamma * w[a] for a in range(d)]
        square = quadratic(M, e, e)
        if not square:
            raise ZeroRowError(
                f"row {i} of H + gamma W H is zero for the weights ({', '.join(map(str, w))}) at gamma = {gamma}: "
                "rescaling is 0/0; take a law with a density, another gamma, or an M without this null vector"
            )
        share = prod(p for _, p in drawn) / square
        for a, b in combinations_with_replacement(range(d), 2):
            B[a][b] += share * e[a] * e[b]
    return mirrored(B)


def mirrored(B: list[list[Any]]) -> list[list[Any]]:
    """The symmetric matrix with this upper triangle."""
    return [[B[min(a, b)][max(a, b)] for b in range(len(B))] for a in range(len(B))]


def pair_moment(X: Rows, Y: Rows) -> Any:
    """Tr(X Y), X = B_i M and Y = B_j M: E[(M+_ij)^2] for i != j."""
    return sum(X[a][b] * Y[b][a] for a in range(len(X)) for b in range(len(X)))


def assemble(M: Rows, moments: Sequence[Rows]) -> Any:
    """E|M+|_F^2 from B_1, .., B_d, over whatever numbers they are made of; O(d^4)."""
    X = [times(B, M) for B in moments]
    d = len(M)
    return d + 2 * sum((pair_moment(X[i], X[j]) for i in range(d) for j in range(i)), 0)


def field_of(M: MatrixBase, law: Discrete, gamma: Any) -> tuple[Rows, Discrete, Any]:
    """M, law and gamma over one exact field: fmpq, or the rational functions of the symbols that occur."""
    M, gamma = correlation_matrix(M), sympify(gamma)
    if gamma.is_number and not (gamma is oo or gamma.is_rational):  # -gamma is gamma for the law of -w
        raise ValueError(f"gamma {gamma}: wanted a rational number, or oo for no skip connection")
    total, mean, square = (law.moment(k) for k in range(3))
    if total.is_number and total != 1:
        raise ValueError(f"the probabilities of the weights add up to {total}: wanted 1")
    if square.is_number and square == mean**2:
        raise ValueError(f"the weights have no variance, all are {mean}: take a law of at least two values")
    numbers = [*M, *(sympify(x) for atom in law.atoms for x in atom), *([] if gamma is oo else [gamma])]
    if any(x.free_symbols for x in numbers):
        _, elements = sfield(numbers, domain=QQ)
    else:
        elements = [to_fmpq(rational(x)) for x in numbers]
    d, new = M.rows, iter(elements)
    rows = [[next(new) for _ in range(d)] for _ in range(d)]
    atoms = tuple((next(new), next(new)) for _ in law.atoms)
    return rows, Discrete(atoms), oo if gamma is oo else next(new)


def plain(x: Any) -> Expr:
    """Back to SymPy."""
    return to_sympy(x) if isinstance(x, fmpq) else x.as_expr() if hasattr(x, "as_expr") else sympify(x)


def expected_square(M: MatrixBase, law: Discrete, gamma: Any) -> Expr:
    """E|M+|_F^2 for a correlation matrix M and i.i.d. weights, by the row factorisation; d k^d terms.

    Raises
    ------
    ZeroRowError
        where M+ is undefined with positive probability.
    ValueError
        for an M that is no correlation matrix, or more than two million terms.

    >>> expected_square(Matrix([[1, 0], [0, 1]]), RADEMACHER, to_sympy(fmpq(1, 2)))
    71/25
    >>> expected_square(Matrix([[1, 1], [1, 1]]), RADEMACHER, oo)
    Traceback (most recent call last):
        ...
    theory.markov.residual.ZeroRowError: row 0 of H + gamma W H is zero for the weights (1, -1) at gamma = oo: \
rescaling is 0/0; take a law with a density, another gamma, or an M without this null vector
    """
    afford(M.rows * len(law.atoms) ** M.rows, BUDGET, "one step by rows would take {cost} terms")
    rows, atoms, strength = field_of(M, law, gamma)
    return plain(assemble(rows, [row_moment(rows, atoms, strength, i) for i in range(M.rows)]))


def outcomes(M: Rows, law: Discrete, gamma: Any) -> Iterator[tuple[Any, Rows]]:
    """Every weight matrix, one by one: its probability and C = (I + gamma W) M (I + gamma W)^T; k^(d^2) of them."""
    d = len(M)
    afford(len(law.atoms) ** (d * d), BUDGET, "enumerating all weight matrices would take {cost} of them")
    for drawn in product(law.atoms, repeat=d * d):
        w = [value for value, _ in drawn]
        yield prod(p for _, p in drawn), covariance(M, [w[a * d : a * d + d] for a in range(d)], gamma)


def enumerated_squares(M: MatrixBase, law: Discrete, gamma: Any) -> Matrix:
    """E[(M+_ij)^2] over all k^(d^2) weight matrices, without the factorisation."""
    rows, atoms, strength = field_of(M, law, gamma)
    total = [[0] * M.cols for _ in rows]
    for p, C in outcomes(rows, atoms, strength):
        for sums, found in zip(total, squares(C), strict=True):
            for j, square in enumerate(found):
                sums[j] += p * square
    return Matrix([[plain(x) for x in row] for row in total])


def enumerated_mean(M: MatrixBase, law: Discrete, gamma: Any, i: int, j: int) -> arb:
    """E M+_ij over all weight matrices, in balls: square roots occur. Rational M, law and gamma only."""
    total = arb(0)
    for p, C in outcomes(*field_of(M, law, gamma)):
        total += arb(p) * arb(C[i][j]) / arb(C[i][i] * C[j][j]).sqrt()
    return total


def series(M: MatrixBase, law: Discrete, order: int) -> list[Expr]:
    """Coefficients of gamma^0, .., gamma^order in E|M+|_F^2, exactly; M and the law may hold symbols.

    1/(e^T M e) = 1/(1 + 2 x gamma + y gamma^2), x = (M w)_i and y = w^T M w, has coefficients by the recurrence
    a_k = -2 x a_(k-1) - y a_(k-2).

    >>> series(Matrix([[1, 0], [0, 1]]), RADEMACHER, 4)
    [2, 0, 4, 0, 4]
    """
    rows, atoms, _ = field_of(M, law, 1)
    d = len(rows)
    rows, atoms, common = _whole(rows, atoms)
    moments = [_row_series(rows, atoms, i, order) for i in range(d)]
    X = [[times(B, rows) for B in moment] for moment in moments]
    out = []
    for k in range(order + 1):
        pairs = (pair_moment(X[i][h], X[j][k - h]) for i in range(d) for j in range(i) for h in range(k + 1))
        out.append(plain(d * (k == 0) + 2 * sum(pairs, 0) / common ** (2 * d)))
    return out


def _whole(rows: Rows, law: Discrete) -> tuple[Rows, Discrete, Any]:
    """M and the law in polynomials, its probabilities times their common denominator, which comes third.

    As they are, with denominator 1, where M or the values of the law have denominators.
    """
    numbers = [*(x for row in rows for x in row), *(value for value, _ in law.atoms)]
    if not all(isinstance(x, FracElement) and x.denom == 1 for x in numbers):
        return rows, law, 1
    field = numbers[0].field
    common = reduce(lambda a, b: a.lcm(b), (p.denom for _, p in law.atoms), field.ring.one)
    atoms = tuple((value.numer, p.numer * common.quo(p.denom)) for value, p in law.atoms)
    return [[x.numer for x in row] for row in rows], Discrete(atoms), field(common)


def _row_series(M: Rows, law: Discrete, i: int, order: int) -> list[list[list[Any]]]:
    """Coefficients of B_i in gamma."""
    d = len(M)
    B = [[[0] * d for _ in range(d)] for _ in range(order + 1)]
    for drawn in product(law.atoms, repeat=d):
        w = [value for value, _ in drawn]
        p = prod(p for _, p in drawn)
        x, y = sum(M[i][b] * w[b] for b in range(d)), quadratic(M, w, w)
        a = [0 * p, p]  # a_(-1), a_0, ..
        for _ in range(order):
            a.append(-2 * x * a[-1] - y * a[-2])
        for k in range(order + 1):
            before = a[k - 1] if k > 1 else 0 * p
            for b, c in combinations_with_replacement(range(d), 2):
                if b == c == i:
                    B[k][b][c] += a[k + 1]
                if i in (b, c) and k:  # e_i w^T + w e_i^T
                    B[k][b][c] += a[k] * (w[b] * (c == i) + w[c] * (b == i))
                B[k][b][c] += before * w[b] * w[c]
    return [mirrored(layer) for layer in B]


def remainder(value: Any, M: MatrixBase, gamma: Any) -> Any:
    """R = E|M+|_F^2 - |M|_F^2 - gamma^2 delta(M), from a value of E|M+|_F^2, rational or ball; rational M, gamma."""
    square, gamma = rational(invariants(M)[0]), rational(gamma)
    known = square + gamma**2 * rational(drift(M))
    return value - (to_fmpq(known) if isinstance(value, arb) else to_sympy(known))


def slope(twice: Any, once: Any) -> arb:
    """log2(R(2 gamma)/R(gamma)): tends to p where R ~ c gamma^p."""
    ratio = ball(twice / once)
    return ratio.log() / arb(2).log()
