"""Lemma 5 without uniqueness: weights with a density keep the rank at every finite depth, with BN or without it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

from flint import fmpq_mat
from sympy import Integer, Matrix, Rational, Symbol, expand, oo, symbols

from theory.batchnorm import rescale
from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.claim.domains import Rationals
from theory.claim.given import Given
from theory.exact.rationals import rational, to_fmpq, to_sympy
from theory.markov.residual import Rows, covariance, identity, layer, mixing, squares
from theory.notation import HALF, d, r
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.chain.setting import rademacher
from theory.papers.daneshmand20.domains import Correlations
from theory.papers.daneshmand20.layers import Grids, Layers, data, mixed_row, not_zero, weights
from theory.papers.daneshmand20.vanilla.domains import Boxed
from theory.term import Vec, each, every, number, one_if, places, product_of, root, size
from theory.term.matrices import combined, inner, rank
from theory.term.matrices import determinant as determinant_by_rows

LEMMA_5 = Locator(DANESHMAND20, "Lemma 5")

alpha, delta, c = symbols("a D c", real=True)


def beside_identity(W: Any) -> Any:
    """I + W, of numbers or terms."""
    there = places(size(W))
    return each(lambda row, i: each(lambda w, j: one_if(i == j) + w, row, there), W, there)


def covariance_of(M: Any, W: Any) -> Any:
    """C = A M A^T, A = I + W."""
    A = beside_identity(W)
    return each(lambda row: each(lambda other: inner(combined(row, M), other), A), A)


def diagonal(C: Any) -> Any:
    return each(lambda row, i: row[i], C, places(size(C)))


def determinant_of(A: Rows) -> Any:
    """The determinant of a rational matrix."""
    return to_sympy(fmpq_mat([[to_fmpq(rational(e)) for e in row] for row in A]).det())


determinant = Claim(
    "daneshmand20.uniqueness.determinant",
    source=LEMMA_5,
    status="corrected",
    says="det M+ = det(A)^2 det(M)/prod C_ii with A = I + gamma W, C = A M A^T: where A is invertible a layer does not "
    "lose full rank, at any gamma, small or not",
    tex=r"\det M^+=\frac{\det(I+\gamma W)^2\det M}{\prod_iC_{ii}}",
    hypotheses=("no row of H + gamma W H is zero",),
    silent_on="how small the determinant becomes with depth",
    predicts=alpha**2 * delta / c,
    given=Given(
        {"M": Correlations(), "W": Grids()},
        lambda at: (
            size(at["M"]) == size(at["W"]) and every(lambda c: c != 0, diagonal(covariance_of(at["M"], at["W"])))
        ),
        "gamma is in W; no row of A H is 0, that is no C_ii",
        {
            "a": lambda at: number(determinant_by_rows(beside_identity(at["W"]))),
            "D": lambda at: number(determinant_by_rows(at["M"])),
            "c": lambda at: number(product_of(diagonal(covariance_of(at["M"], at["W"])))),
        },
    ),
    left=r"\det M^+",
    twins=(Twin(alpha * delta / c, "det A not squared"), Twin(alpha**2 * delta, "not rescaled")),
)


@determinant.literal(scope="M+ with its roots, d = 2, 3, 4", most=60)
def _of_roots(at: At) -> Any:
    C = each(lambda row: each(number, row), covariance_of(at.M, at.W))
    norms = diagonal(C)
    M = each(lambda row, p: each(lambda x, q: x / root(p * q), row, norms), C, norms)
    return determinant_by_rows(M) if isinstance(M, Vec) else expand(determinant_by_rows(M))


@determinant.exact(scope="every W and M at d = 2; three W, every M at d = 3; det M+ by its entries", reach="cases")
def _by_entries(predicted: Predicted) -> Compared:
    x, y, z, g = symbols("x y z gamma", real=True)
    generic = [[Symbol(f"w{i}{j}", real=True) for j in range(2)] for i in range(2)]
    fixed = ([[1, 2, 0], [0, 1, -1], [3, 1, 1]], [[0, 1, 1], [1, 0, 1], [1, 1, 0]], [[2, -1, 1], [1, 1, 5], [0, 3, 1]])
    cases = [(((1, x), (x, 1)), generic, g), *((((1, x, y), (x, 1, z), (y, z, 1)), W, HALF) for W in fixed)]
    for M, W, strength in cases:
        C = covariance(M, W, strength)
        square, width = squares(C), len(C)
        whole = Integer(1)
        for i in range(width):
            whole *= C[i][i]
        triple = 2 * C[0][1] * C[1][2] * C[0][2] / whole if width == 3 else 0
        computed = 1 + triple - sum(square[i][j] for i in range(width) for j in range(i))
        at = {alpha: Matrix(mixing(W, strength)).det(), delta: Matrix(M).det(), c: whole}
        yield f"d = {width}, W = {W}", computed, predicted.subs(at)


def mixed(A: Any) -> Any:
    """X + gamma W X."""
    H, W = data(A), weights(A)
    return each(lambda i: mixed_row(H, W, i), places(size(W)))


rank_kept = Claim(
    "daneshmand20.uniqueness.rank-kept",
    source=LEMMA_5,
    status="corrected",
    says="a layer keeps the rank, rank(H_1) = rank(X), at any gamma, if I + gamma W is invertible, with BN and without "
    "it: so rank(H_l) >= 2 says nothing about BN",
    tex=r"\mathrm{rank}(H_1)=\mathrm{rank}(X)",
    hypotheses=("I + gamma W invertible: a density of the weights, or gamma Bd < 1",),
    silent_on="soft ranks, and the limit of great depth",
    predicts=(r, r),
    given=Given(
        {"A": Layers()},
        lambda at: determinant_by_rows(beside_identity(weights(at["A"]))) != 0 and every(not_zero, mixed(at["A"])),
        "A is gamma W beside X, det(I + gamma W) != 0; no row of X + gamma W X is 0; of a layer",
        {"r": lambda at: number(rank(data(at["A"])))},
    ),
    left=r"\mathrm{rank}(H_1)\text{ with BN},\ \mathrm{rank}(H_1)\text{ without}",
    uses=("daneshmand20.uniqueness.determinant", "daneshmand20.uniqueness.invertible"),
    twins=(
        Twin((Integer(1), r), "rank one at some finite depth"),
        Twin((Integer(2), Integer(2)), "rank two, whatever X"),
    ),
)


@rank_kept.literal(scope="rows rescaled, the rank by elimination with their roots", most=60)
def _after_a_layer(at: At) -> tuple[Any, Any]:
    Z = mixed(at.A)
    return number(rank(each(rescale, Z))), number(rank(Z))


@rank_kept.exact(
    scope="d = N = 2..5, every rank of X, depth 6, gamma = 1/10, 1, 5: rows as they are, or scaled about as by BN",
    reach="step",
    of="H_(l+1) = D A H_l with D diagonal and A invertible: any positive factors of the rows keep the rank",
)
def _through_layers(predicted: Predicted) -> Compared:
    for width, strength, scaled in product((2, 3, 4, 5), (Fraction(1, 10), Fraction(1), Fraction(5)), (False, True)):
        for start in range(1, width + 1):
            H = _of_rank(start, width)
            for depth in range(6):
                W = [[Fraction((i + 2 * j + 3 * depth) ** 2 % 11 - 5, 3) for j in range(width)] for i in range(width)]
                if rank(mixing(W, strength)) < width:
                    continue
                Z, q = layer(H, W, strength)
                H = [[z / near_root(q_i) for z in row] for row, q_i in zip(Z, q, strict=True)] if scaled else Z
            claimed = predicted[0 if scaled else 1].subs(r, start)
            yield f"d = {width}, gamma = {strength}, scaled {scaled}", number(rank(H)), claimed


def near_root(q: Fraction) -> Fraction:
    """A rational near sqrt(q): any positive factor keeps the rank, and BN's is irrational."""
    return Fraction(isqrt(int(10**6 * q)) + 1, 1000)


def _of_rank(k: int, width: int) -> Rows:
    """A d x d matrix of rank k with entries i^(j mod k)."""
    return [[Fraction(i) ** (j % k) for j in range(width)] for i in range(1, width + 1)]


b = Symbol("b", positive=True)


def beside_scaled(V: Any, strength: Any) -> Any:
    """I + b V."""
    return beside_identity(each(lambda row: each(lambda x: strength * x, row), V))


invertible = Claim(
    "daneshmand20.uniqueness.invertible",
    source=LEMMA_5,
    status="new",
    says="weights in [-B, B], b = gamma B < 1/d: det(I + gamma W) >= 1 - d b > 0 for every W, attained where all "
    "weights are -B",
    tex=r"\det(I+\gamma W)\ge1-\gamma Bd=\det(I-\gamma B\mathbf1\mathbf1^\top)",
    hypotheses=("|W_ij| <= B", "gamma B d < 1"),
    silent_on="that full rank is then never lost, whatever the law (rank-kept)",
    relation=">=",
    predicts=(1 - b * d, -(1 - b * d)),
    given=Given(
        {"V": Boxed(), "b": Rationals(above=0, below=Rational(1, 2))},
        lambda at: at["b"] * size(at["V"]) < 1,
        "gamma W = b V",
        {"d": lambda at: number(size(at["V"]))},
    ),
    left=r"\det(I+\gamma W),\ -\det(I-\gamma B\mathbf1\mathbf1^\top)",
    twins=(
        Twin((1 - b, -(1 - b * d)), "one weight alone"),
        Twin((1 - b * (d - 1), -(1 - b * d)), "the diagonal left out"),
        Twin((1 - b * d, -(1 - b * (d + 1))), "not attained"),
    ),
)


@invertible.literal(scope="determinants of rational matrices", most=60)
def _determinants(at: At) -> tuple[Any, Any]:
    least = each(lambda row: each(lambda x: number(-1), row), at.V)
    found = (determinant_by_rows(beside_scaled(V, number(at.b))) for V in (at.V, least))
    first, second = map(number, found)
    return first, -second


rank_drop = Claim(
    "daneshmand20.uniqueness.rank-drop",
    source=LEMMA_5,
    status="new",
    says="weights +-1: I + gamma W is singular, so that a layer loses rank from full rank, with probability 1/2 at d "
    "= 2, gamma = oo (where it is W), 5/8 at d = 3, gamma = oo, and 1/8 at d = 2, gamma = 1/2 = 1/(Bd), where gamma "
    "B d < 1 just fails",
    tex=r"P(\det(I+\gamma W)=0)=\tfrac12,\ \tfrac58,\ \tfrac18",
    hypotheses=("W_ij = +-1, fair and independent",),
    predicts=(HALF, Rational(5, 8), Rational(1, 8)),
    over=({},),
    given=Given(),
    left=r"P(\det(I+\gamma W)=0)\text{ at }(d,\gamma)=(2,\infty),\ (3,\infty),\ (2,\tfrac12)",
    uses=("daneshmand20.uniqueness.determinant",),
    twins=(Twin((Integer(0),) * 3, "a density"), Twin((HALF, HALF, HALF), "one half for every d")),
)


@rank_drop.literal
def _share_singular(at: At) -> object:
    cases = (2, oo), (3, oo), (2, Fraction(1, 2))
    return tuple(
        Rational(sum(rank(mixing(W, strength)) < width for W in rademacher(width)), 2**width**2)
        for width, strength in cases
    )


@rank_drop.exact(scope="all sign matrices", reach="stated")
def _singular(predicted: Predicted) -> Compared:
    for (width, strength), claimed in zip(((2, oo), (3, oo), (2, Fraction(1, 2))), predicted, strict=True):
        lost = sum(rank(mixing(W, strength)) < width for W in rademacher(width))
        yield f"d = {width}, gamma = {strength}", Rational(lost, 2**width**2), claimed


rank_kept_always = Claim(
    "daneshmand20.uniqueness.rank-kept-always",
    source=LEMMA_5,
    status="reading",
    says="L5.m2: the rank is kept for every symmetric law of unit variance, with a density or without one",
    tex=r"P(\mathrm{rank}(H_{\ell+1})<\mathrm{rank}(H_\ell))=0",
    hypotheses=("W_ij i.i.d., symmetric, unit variance",),
    predicts=Integer(0),
    over=({},),
    given=Given(),
    left=r"P(\mathrm{rank}(M^+)=1)\text{ from }M=I,\ W_{ij}=\pm1,\ d=2,\ \gamma=\infty",
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.rank-drop",),
    truth=HALF,
)


@rank_kept_always.literal
def _share_of_rank_one(at: At) -> object:
    return Rational(sum(rank(covariance(identity(2), W, oo)) == 1 for W in rademacher(2)), 16)


@rank_kept_always.exact(scope="W_ij = +-1, d = 2, gamma = oo, M = I", reach="cases")
def _half_singular(predicted: Predicted) -> Compared:
    lost = sum(squares(covariance(identity(2), W, oo))[0][1] == 1 for W in rademacher(2))
    yield "P(rank one after a layer)", Rational(lost, 16), predicted
