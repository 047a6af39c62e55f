"""Lemma 4, continued: products of entries in which every index occurs an even number of times, and equal neurons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from sympy import Expr, Integer, Matrix, Poly, Rational, Symbol, expand, expand_func, ff, oo, sqrt

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.claim.domains import Integers, Rationals, Values
from theory.claim.given import Given
from theory.exact.expressions import grid
from theory.exact.partitions import set_partitions
from theory.exact.rationals import rational
from theory.markov.residual import (
    Rows,
    covariance,
    identity,
    squares,
)
from theory.notation import d, k
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.chain.setting import rademacher
from theory.papers.daneshmand20.finite_laws import Laws, atoms, mean_of
from theory.papers.daneshmand20.random_weights import RandomWeights, images, outcomes, width
from theory.papers.daneshmand20.uniqueness.setting import HALF, THIRD
from theory.term import each, number, one_if, places, size, total
from theory.term.matrices import inner

LEMMA_4 = Locator(DANESHMAND20, "Lemma 4")


@cache
def sign_layers() -> list[Rows]:
    """C = W W^T for all 512 sign matrices, d = 3."""
    return [covariance(identity(3), W, oo) for W in rademacher(3)]


def triple(C: Rows) -> Any:
    """M_12 M_13 M_23: every index occurs twice, so the roots cancel."""
    return Fraction(C[0][1] * C[0][2] * C[1][2], C[0][0] * C[1][1] * C[2][2])


odd_triple = Claim(
    "daneshmand20.uniqueness.odd-triple",
    source=LEMMA_4,
    status="reading",
    says="L4.m3: by Lemma 4 every product of an odd number of entries has mean 0, E M_12 M_13 M_23 = 0 among them",
    tex=r"\mathbb E\,M_{12}M_{13}M_{23}=0",
    hypotheses=("weights symmetric, independent", "a start that diagonal signs leave alone"),
    predicts=Integer(0),
    over=grid(k=(3,)),
    given=Given({"k": Values(3)}),
    left=r"\mathbb E\,M_{12}M_{13}M_{23}\text{ after a layer from }M=I,\ W_{ij}=\pm1,\ d=3,\ \gamma=\infty",
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.even-monomial",),
    truth=1 / k**2,
)


@odd_triple.literal
def _mean_of_triple(at: At) -> object:
    return sum(map(triple, sign_layers())) / 512


@odd_triple.exact(scope="weights +-1, gamma = oo, M = I, d = 3: all 512 W", reach="cases")
def _three_entries(predicted: Predicted) -> Compared:
    yield "E M_12 M_13 M_23", sum(map(triple, sign_layers())) / 512, predicted.subs(k, 3)


even_monomial = Claim(
    "daneshmand20.uniqueness.even-monomial",
    source=LEMMA_4,
    status="new",
    says="a product of entries in which every index occurs an even number of times need not vanish: for independent "
    "rows u with E u u^T = I/k, of unit length as after the first Gaussian layer at gamma = oo, and finitely many "
    "values, E M_12^2 = 1/k and E M_12 M_13 M_23 = 1/k^2",
    tex=r"\mathbb E M_{12}^2=\tfrac1k,\quad\mathbb E M_{12}M_{13}M_{23}=\tfrac1{k^2}",
    hypotheses=("three rows, independent, of one law of finitely many vectors u with E u u^T = I/k",),
    predicts=(1 / k, 1 / k**2),
    given=Given({"U": Laws(isotropic=True)}, letters={"k": lambda at: number(size(atoms(at["U"])[0]))}),
    left=r"\mathbb E(u_1\cdot u_2)^2,\ \mathbb E(u_1\cdot u_2)(u_2\cdot u_3)(u_3\cdot u_1)",
    twins=(Twin((1 / k, Integer(0)), "a product of three entries is odd"), Twin((1 / k, 1 / k**3), "one 1/k for each")),
)


def frames(dimension: int) -> Iterator[tuple[str, Rows]]:
    """Finite sets of vectors of one length with mean square I/k."""
    yield "+-e_i", [[sign * int(i == j) for j in range(dimension)] for i in range(dimension) for sign in (1, -1)]
    yield "signs", list(product((1, -1), repeat=dimension))
    if dimension == 2:
        yield "triangle", [[1, 0], [-Rational(1, 2), sqrt(3) / 2], [-Rational(1, 2), -sqrt(3) / 2]]


@even_monomial.literal(scope="all pairs and triples of rows", most=40)
def _of_all(at: At) -> tuple[Any, Any]:
    def over(value: Callable[[Any], Any]) -> Any:
        return mean_of(at.U, value)

    pairs = over(lambda u: over(lambda v: inner(u, v) ** 2))
    triples = over(lambda u: over(lambda v: over(lambda w: inner(u, v) * inner(v, w) * inner(w, u))))
    return number(pairs), number(triples)


def summed(value: Callable[[tuple[int, ...]], Expr], indices: int) -> Expr:
    """The sum over so many indices from 1 to k of what depends on which of them are equal, for every k."""
    total: Expr = Integer(0)
    for labels in set_partitions(indices, 1):
        total += value(labels) * ff(k, max(labels) + 1)
    return total


def second(a: int, b: int) -> Expr:
    """E u_a u_b = [a = b]/k."""
    return Integer(int(a == b)) / k


@even_monomial.exact(
    scope="every k and law: means of products of entries of independent rows",
    reach="step",
    of="rows are independent: means of products are products of the means E u_a u_b",
)
def _by_entries(predicted: Predicted) -> Compared:
    pairs = summed(lambda at: second(at[0], at[1]) ** 2, 2)
    triples = summed(lambda at: second(at[0], at[2]) * second(at[0], at[1]) * second(at[1], at[2]), 3)
    yield "every k", tuple(expand(expand_func(e)) for e in (pairs, triples)), predicted


@even_monomial.exact(
    scope="rows uniform on +-e_i and on sign vectors (k = 2, 3), a triangle (k = 2), +-e_i (k = 4); and the layer "
    "with weights +-1, gamma = oo, M = I, d = k = 3",
    reach="cases",
)
def _designs(predicted: Predicted) -> Compared:
    for dimension in (2, 3, 4):
        claimed = tuple(part.subs(k, dimension) for part in predicted)
        for name, frame in frames(dimension):
            if dimension == 4 and name == "signs":
                continue
            G = Matrix(frame) * Matrix(frame).T
            G, size = (G / G[0, 0]).tolist(), len(frame)
            pairs = sum(g**2 for row in G for g in row) / Integer(size) ** 2
            triples = (
                sum(G[x][y] * G[y][z] * G[z][x] for x, y, z in product(range(size), repeat=3)) / Integer(size) ** 3
            )
            yield f"k = {dimension}, {name}", (pairs, triples), claimed
    both = tuple(sum(map(of, sign_layers())) / 512 for of in (lambda C: squares(C)[0][1], triple))
    yield "a layer, d = 3", both, tuple(part.subs(k, 3) for part in predicted)


g = Symbol("gamma", positive=True)
OWN = sum((1 + e * g) ** 2 / ((1 + e * g) ** 2 + (d - 1) * g**2) for e in (1, -1)) / 2
OTHER = (1 - OWN) / (d - 1)

exchangeable = Claim(
    "daneshmand20.uniqueness.exchangeable",
    source=LEMMA_4,
    status="new",
    says="from M = I, where neurons are exchangeable, all E M_ij^2 (i != j) are equal, 2ab + (d-2) b^2 for weights "
    "+-1, with (a, b, .., b) the mean squares of a row of I + gamma W over its norm",
    tex=r"\mathbb E(M^+_{ij})^2=2ab+(d-2)b^2",
    hypotheses=("W_ij = +-1, fair and independent", "M = I"),
    predicts=2 * OWN * OTHER + (d - 2) * OTHER**2,
    over=grid(d=(2, 3, 4), gamma=(Rational(1, 2), Rational(1, 3), 2)),
    given=Given(
        {"W": RandomWeights("signs"), "gamma": Rationals(above=0), "i": Integers(0), "j": Integers(0)},
        lambda at: at["i"] < width(at["W"]) and at["j"] < width(at["W"]) and at["i"] != at["j"],
        "i and j two of d rows",
        {"d": lambda at: number(width(at["W"]))},
    ),
    left=r"\mathbb E(M^+_{ij})^2\text{ from }M=I",
    uses=("daneshmand20.chain.permutations",),
    twins=(Twin(1 / d, "isotropic rows, gamma = oo"),),
)


@cache
def pair_squares(size: int, strength: Fraction) -> Rows:
    """E (M+_ij)^2 from M = I, weights +-1."""
    found = [squares(covariance(identity(size), W, strength)) for W in rademacher(size)]
    return [[sum(M[i][j] for M in found) / len(found) for j in range(size)] for i in range(size)]


@exchangeable.literal(scope="all matrices of signs, d = 2, 3", most=20)
def _of_pair(at: At) -> Any:
    there = places(width(at.W))
    start = each(lambda a: each(lambda b: one_if(a == b), there), there)
    found = each(
        lambda share, C: share * (C[at.i][at.j] * C[at.i][at.j] / (C[at.i][at.i] * C[at.j][at.j])),
        outcomes(at.W)[0],
        images(at.W, start, rational(at.gamma)),
    )
    return number(total(found))


@exchangeable.exact(
    scope="every d and gamma: four signs one by one, the others by their moments",
    reach="step",
    of="two rows of I + gamma W have four signs of their own places; the others come in by S, a sum of d - 2 signs",
)
def _of_two_rows(predicted: Predicted) -> Compared:
    yield "M_12", _mean_of_pair(), predicted


@cache
def _mean_of_pair() -> Expr:
    """E (M+_12)^2: of row 1 the entries (1 + e gamma, w gamma), of row 2 (w' gamma, 1 + e' gamma), others +-gamma.

    The others multiply to S gamma^2, S a sum of d - 2 fair signs, independent of all that: E S = 0, E S^2 = d - 2.
    """
    S, total = Symbol("S"), Integer(0)
    for e, w, v, f in product((1, -1), repeat=4):
        inner = Poly((1 + e * g) * v * g + w * g * (1 + f * g) + S * g**2, S) ** 2
        first, second_ = ((1 + sign * g) ** 2 + (d - 1) * g**2 for sign in (e, f))
        total += (inner.coeff_monomial(1) + (d - 2) * inner.coeff_monomial(S**2)) / (first * second_) / 16
    return total


@exchangeable.exact(scope="all sign matrices: d = 2, 3, every pair, gamma = 1/2, 1/3, 2", reach="cases")
def _pairs(predicted: Predicted) -> Compared:
    for rows, strength in product((2, 3), (HALF, THIRD, Fraction(2))):
        claimed = predicted.subs({d: rows, g: Rational(strength)})
        for i, j in combinations(range(rows), 2):
            computed = pair_squares(rows, strength)[i][j]
            yield f"d = {rows}, gamma = {strength}, M_{i + 1}{j + 1}", computed, claimed
