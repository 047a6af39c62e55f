"""Lemma 5 without uniqueness: weights with a density keep the rank at every finite depth, with BN or without it."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Rational, Symbol, expand, oo, symbols

from theory.batchnorm import rescale
from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.rationals import rational
from theory.markov.residual import covariance, identity, mixing
from theory.notation import HALF, d, r
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.chain.setting import rademacher
from theory.papers.daneshmand20.domains import correlation_matrices
from theory.papers.daneshmand20.layers import mixed_row
from theory.papers.daneshmand20.matrices import boxed_matrices, data, layers_on_data, not_zero, square_matrices, weights
from theory.papers.daneshmand20.random_weights import image, with_skip
from theory.term import Vec, each, every, number, places, product_of, root, size, whole
from theory.term.matrices import determinant as determinant_by_rows
from theory.term.matrices import rank
from theory.term.named import named

LEMMA_5 = Locator(DANESHMAND20, "Lemma 5")

alpha, delta, c = symbols("a D c", real=True)


def diagonal(C: Any) -> Any:
    return each(lambda row, i: row[i], C, places(size(C)))


@Claim(
    "daneshmand20.uniqueness.determinant",
    source=LEMMA_5,
    status="corrected",
    says="det M+ = det(A)^2 det(M)/prod C_ii with A = I + gamma W, C = A M A^T: where A is invertible a layer does not "
    "lose full rank, at any gamma, small or not",
    silent_on="how small the determinant becomes with depth",
    predicts=alpha**2 * delta / c,
    given=Given(
        {"M": correlation_matrices(Integers(2, far=5)), "W": square_matrices()},
        lambda at: size(at["M"]) == size(at["W"]) and every(lambda c: c != 0, diagonal(image(at["M"], at["W"], 1))),
        "gamma is in W; no row of A H is 0, that is no C_ii",
        {
            "a": lambda at: number(determinant_by_rows(with_skip(at["W"], 1))),
            "D": lambda at: number(determinant_by_rows(at["M"])),
            "c": lambda at: number(product_of(diagonal(image(at["M"], at["W"], 1)))),
        },
    ),
).literal(scope="M+ with its roots, d = 2 to 4", most=60)
def determinant(at: At) -> Any:
    C = each(lambda row: each(number, row), image(at.M, at.W, 1))
    norms = diagonal(C)
    M = each(lambda row, p: each(lambda x, q: x / root(p * q), row, norms), C, norms)
    return determinant_by_rows(M) if isinstance(M, Vec) else expand(determinant_by_rows(M))


def mixed(A: Any) -> Any:
    """X + gamma W X."""
    H, W = data(A), weights(A)
    return each(lambda i: mixed_row(H, W, i), places(size(W)))


@Claim(
    "daneshmand20.uniqueness.rank-kept",
    source=LEMMA_5,
    status="corrected",
    says="a layer keeps the rank, rank(H_1) = rank(X), at any gamma, if I + gamma W is invertible, with BN and without "
    "it: so rank(H_l) >= 2 says nothing about BN",
    silent_on="soft ranks, and the limit of great depth",
    predicts=(r, r),
    given=Given(
        {"A": layers_on_data()},
        lambda at: determinant_by_rows(with_skip(weights(at["A"]), 1)) != 0 and every(not_zero, mixed(at["A"])),
        "A is gamma W beside X, det(I + gamma W) != 0; no row of X + gamma W X is 0; of a layer",
        {"r": lambda at: number(rank(data(at["A"])))},
    ),
    uses=("daneshmand20.uniqueness.determinant", "daneshmand20.uniqueness.invertible"),
    twins=(
        Twin((Integer(1), r), "rank one at some finite depth"),
        Twin((Integer(2), Integer(2)), "rank two, whatever X"),
    ),
).literal(scope="rows rescaled, the rank by elimination with their roots", most=60)
def rank_kept(at: At) -> tuple[Any, Any]:
    Z = mixed(at.A)
    return number(rank(each(rescale, Z))), number(rank(Z))


b = Symbol("b", positive=True)


@Claim(
    "daneshmand20.uniqueness.invertible",
    source=LEMMA_5,
    says="weights in [-B, B], b = gamma B < 1/d: det(I + gamma W) >= 1 - d b > 0 for every W, attained where all "
    "weights are -B",
    silent_on="that full rank is then never lost, whatever the law (rank-kept)",
    relation=">=",
    predicts=(1 - b * d, -(1 - b * d)),
    given=Given(
        {"V": boxed_matrices(), "b": Rationals(above=0, below=Rational(1, 2))},
        lambda at: at["b"] * size(at["V"]) < 1,
        "gamma W = b V",
        {"d": lambda at: number(size(at["V"]))},
    ),
    twins=(Twin((1 - b, -(1 - b * d)), "one weight alone"),),
).literal(scope="determinants of rational matrices", most=60)
def invertible(at: At) -> tuple[Any, Any]:
    least = each(lambda row: each(lambda x: number(-1), row), at.V)
    found = (determinant_by_rows(with_skip(V, number(at.b))) for V in (at.V, least))
    first, second = map(number, found)
    return first, -second


@named("P(det({1} I + {2} W_{0}) = 0)", r"P(\det({1}I+{2}W_{{{0}}})=0)", means="W_d of d × d fair signs")
def singular(d: Any, skip: Any, gamma: Any) -> Rational:
    width = whole(d)
    found = (rank(mixing(W, rational(gamma) if skip else oo)) < width for W in rademacher(width))
    return Rational(sum(found), 2**width**2)


@Claim(
    "daneshmand20.uniqueness.rank-drop",
    source=LEMMA_5,
    says="weights +-1: I + gamma W is singular, so that a layer loses rank from full rank, with probability 1/2 at d "
    "= 2, gamma = oo (where it is W), 5/8 at d = 3, gamma = oo, and 1/8 at d = 2, gamma = 1/2 = 1/(Bd), where gamma "
    "B d < 1 just fails",
    predicts=(HALF, Rational(5, 8), Rational(1, 8)),
    over=({},),
    given=Given(),
    uses=("daneshmand20.uniqueness.determinant",),
    twins=(Twin((Integer(0),) * 3, "a density"), Twin((HALF, HALF, HALF), "one half for every d")),
)
def rank_drop(at: At) -> object:
    return singular(2, 0, 1), singular(3, 0, 1), singular(2, 1, HALF)


@named(
    "P(rank M⁺ = 1)",
    r"P(\operatorname{{rank}}M^+=1)",
    bare=True,
    means="M⁺ after a layer from M = I, fair signs W_ij, d = 2, γ = ∞",
)
def rank_one_at_once() -> Rational:
    return Rational(sum(rank(covariance(identity(2), W, oo)) == 1 for W in rademacher(2)), 16)


@Claim(
    "daneshmand20.uniqueness.rank-kept-always",
    source=LEMMA_5,
    status="reading",
    says="the rank is kept for every symmetric law of unit variance, with a density or without one",
    predicts=Integer(0),
    over=({},),
    given=Given(),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.rank-drop",),
    truth=HALF,
)
def rank_kept_always(at: At) -> object:
    return rank_one_at_once()
