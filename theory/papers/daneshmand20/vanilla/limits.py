"""Linear networks of explicit layers, and Lemma 3: which limits they have without normalization, and which not.

H_l/|H_l| approaches the set of rank-one matrices but has no limit; the rank is that of X at every finite depth.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import sympy
from flint import acb, arb
from sympy import Integer, Rational
from sympy import exp as exponential

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.matrices import entry
from theory.domains.numbers import Choose, Integers, Rationals
from theory.exact.expressions import grid
from theory.exact.rationals import rational
from theory.markov import gaussian_row
from theory.markov.residual import mixing, times
from theory.notation import L, d, r
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.depths import Ends, letters, matrices_follow, on_networks
from theory.papers.daneshmand20.matrices import ONE_ON, Entries, is_matrix, made
from theory.papers.daneshmand20.vanilla.exponents import ANY_STRENGTH, GINIBRE, LEMMA_3, RESIDUAL, STRENGTHS, g, lam
from theory.term import Shape, Vec, each, every, number, one_if, places, size, some, total, variable
from theory.term.matrices import combined, determinant, inner, rank
from theory.term.named import named


def beside(V: Any, strength: Any) -> Any:
    """I + strength V."""
    there = places(size(V))
    return each(lambda row, i: each(lambda x, j: one_if(i == j) + strength * number(x), row, there), V, there)


def after_layer(factors: Any, W: Any, H: Any) -> Any:
    """D (H + W H), D the diagonal matrix of the factors, gamma in W."""
    return each(lambda f, own, row: each(lambda x, y: f * (x + y), own, combined(row, H)), factors, H, W)


def _is_network(value: Any) -> bool:
    if not (isinstance(value, tuple) and len(value) == 2 and is_matrix(value[0], ONE_ON, ONE_ON) and value[1]):
        return False
    d = Integers(len(value[0]), len(value[0]))
    return all(
        len(layer) == 2 and is_matrix((layer[0],), ONE_ON, d) and min(layer[0]) > 0 and is_matrix(layer[1], d, None)
        for layer in value[1]
    )


def _unknown_network(_: str) -> Shape:
    d, N, L = (variable(letter, "nat") for letter in ("d", "N", "L"))
    H, W, D = Vec.named("H", L + 1, d, N), Vec.named("W", L, d, d), Vec.named("D", L, d)
    positive = every(lambda factors: every(lambda x: x > 0, factors), D)
    follows = matrices_follow(H, L, lambda l, before: after_layer(D[l], W[l], before))
    known = (d >= 1, N >= 1, L >= 1, positive, follows)
    return Shape(Ends(H[0], H[L], W), (d, N, L), known, rows=(("H", (L + 1, d, N)), ("W", (L, d, d)), ("D", (L, d))))


@composite(
    "a network of rational data, weights and positive factors of rows (BN's, or 1)",
    has=_is_network,
    general=_unknown_network,
    size=lambda value: len(value[0]),
)
def networks(choose: Choose) -> Any:
    """(X, layers): data of d rows and any rank, and layers of d positive factors of the rows and d x d weights."""
    d = choose(1, 5)
    rank, columns = choose(0, d), choose(1, d + 2)
    rows = made(choose, rank, columns)
    mixed = [[choose(-2, 2) for _ in rows] for _ in range(d)]
    X = tuple(
        tuple(sum((c * row[j] for c, row in zip(own, rows, strict=True)), Fraction(0)) for j in range(columns))
        for own in mixed
    )
    factors = [tuple(Fraction(choose(1, 9), choose(1, 4)) for _ in range(d)) for _ in range(choose(1, 6))]
    return X, tuple((scale, made(choose, d, d)) for scale in factors)


@on_networks
def ends_of(net: Any) -> Ends:
    """The data before the layers and after them, and the weights."""
    X, layers = net
    H = X
    for factors, W in layers:
        H = after_layer(factors, W, H)
    return Ends(X, H, tuple(W for _, W in layers))


HALF, FIFTH = Fraction(1, 2), Fraction(1, 5)
LAWS = (((Fraction(1), HALF), (Fraction(-1), HALF)), ((Fraction(2), FIFTH), (-HALF, 1 - FIFTH)))
"""Of a weight: values and probabilities, of mean 0 and variance 1."""

MOST = 3000
"""Chosen networks have at most so many outcomes."""


def after(W: Any, gamma: Any, h: Any) -> Any:
    """(I + gamma W) h."""
    return each(lambda x, row: x + gamma * inner(row, h), h, W)


def uncorrelated(p: Any, W: Any) -> Any:
    """Whether the entries have mean 0 and variance 1, and no two of them a covariance."""
    there = places(size(W[0]))

    def mean(of: Any) -> Any:
        return total(each(lambda share, A: share * of(A), p, W))

    centred = every(lambda i: every(lambda j: mean(lambda A: A[i][j]) == 0, there), there)

    def covariances(i: Any, j: Any) -> Any:
        return every(
            lambda k: every(lambda l: mean(lambda A: A[i][j] * A[k][l]) == one_if(i == k) * one_if(j == l), there),
            there,
        )

    return centred, every(lambda i: every(lambda j: covariances(i, j), there), there)


def _is_random(value: Any) -> bool:
    if not (isinstance(value, tuple) and len(value) == 5):
        return False
    x, L, gamma, p, W = value
    if not (is_matrix((x,), ONE_ON, ONE_ON) and is_matrix((p,), ONE_ON, ONE_ON) and isinstance(W, tuple)):
        return False
    d = Integers(len(x), len(x))
    return (
        any(x)
        and L in Integers(1)
        and gamma in Rationals(above=0)
        and len(p) == len(W)
        and min(p) > 0
        and sum(p) == 1
        and all(is_matrix(A, d, None) for A in W)
        and all(uncorrelated(p, W))
    )


def _unknown_random(_: str) -> Shape:
    d, L, m, g = *(variable(letter, "nat") for letter in "dLm"), variable("g")
    x, p, W = Vec.named("x", d), Vec.named("p", m), Vec.named("W", m, d, d)
    q, H = Vec.named("q", L + 1, m**L), Vec.named("H", L + 1, m**L, d)

    def follow(l: Any, w: Any) -> Any:
        later = w * m
        return every(
            lambda a: (
                (q[l + 1][later + a] == q[l][w] * p[a])
                & every(lambda y, z: y == z, H[l + 1][later + a], after(W[a], g, H[l][w]))
            ),
            places(m),
        )

    known = (
        d >= 1, L >= 1, m >= 1, g > 0, every(lambda share: share > 0, p), total(p) == 1,
        *uncorrelated(p, W), some(lambda e: e != 0, x),
        q[0][0] == 1, every(lambda y, z: y == z, H[0][0], x),
        every(lambda l: every(lambda w: follow(l, w), places(m**l)), places(L)),
    )  # fmt: skip
    lengths = (
        ("x", (d,)), ("p", (m,)), ("W", (m, d, d)), ("q", (L + 1, m**L)), ("H", (L + 1, m**L, d)),
    )  # fmt: skip
    return Shape(Ends(x, (q[L], H[L]), {"d": d, "L": L, "g": g}), (d, L, m, g), known, rows=lengths)


@composite(
    "(x, L, gamma, p, W): a datum that is not 0, a depth, a strength, and a law of finitely many matrices",
    has=_is_random,
    general=_unknown_random,
    size=lambda value: len(value[0]),
)
def random_networks(choose: Choose) -> Any:
    """(x, L, gamma, p, W): a datum, not 0, a depth, a strength, and the law of each layer's weights: independent ones,
    or one at a time that is not 0."""
    d = choose(1, 3)
    x = (Fraction(1), *(entry(choose) for _ in range(d - 1)))
    L, gamma, law = choose(1, 3), Fraction(choose(1, 12), choose(1, 12)), choose(0, 2)
    p, W = _one_at_a_time(d) if d == 3 or law == 2 else _independent(d, LAWS[law])
    return x, next(l for l in range(L, 0, -1) if l == 1 or len(p) ** l <= MOST), gamma, p, W


def _one_at_a_time(d: int) -> tuple[tuple[Fraction, ...], tuple[Entries, ...]]:
    found = list(product(range(d), range(d), (d, -d)))
    return (Fraction(1, len(found)),) * len(found), tuple(
        tuple(tuple(Fraction(value * ((i, j) == (k, l))) for l in range(d)) for k in range(d)) for i, j, value in found
    )


def _independent(d: int, law: Any) -> tuple[tuple[Fraction, ...], tuple[Entries, ...]]:
    found = list(product(law, repeat=d * d))
    return tuple(prod((share for _, share in chosen), start=Fraction(1)) for chosen in found), tuple(
        tuple(tuple(x for x, _ in chosen[i * d : (i + 1) * d]) for i in range(d)) for chosen in found
    )


@on_networks
def outcomes(net: Any) -> Ends:
    """The datum before the layers; after them the probabilities of all outcomes, and the outcomes."""
    x, L, gamma, p, W = net
    shares, states = (Fraction(1),), (tuple(map(rational, x)),)
    for _ in range(int(L)):
        states = tuple(after(A, rational(gamma), h) for h in states for A in W)
        shares = tuple(share * chance for share in shares for chance in p)
    return Ends(x, (shares, states), {"d": number(len(x)), "L": number(int(L)), "g": number(gamma)})


direction = Claim(
    "daneshmand20.vanilla.direction-moves",
    source=LEMMA_3,
    says="Gaussian weights: at every depth the direction of H_l x makes a step of the same law, with E sin^2 = "
    "g^2 (1 - e^(-1/(2 g^2))) at d = 2 and 3 g^2 - 6 g^4 (1 - e^(-1/(2 g^2))) at d = 4, g = gamma: it never settles",
    tex=r"\mathbb E\sin^2\angle(u,(I+\gamma W)u)=\tfrac{d-1}2\int_0^1t^{d/2-1}e^{-(1-t)/(2\gamma^2)}dt",
    hypotheses=(RESIDUAL, "W Gaussian", "x != 0"),
    silent_on="the direction on the side of the data, which converges",
    predicts=(g**2 * (1 - exponential(-lam)), 3 * g**2 - 6 * g**4 * (1 - exponential(-lam))),
    given=ANY_STRENGTH,
    left=r"\mathbb E\sin^2\angle(u_\ell,u_{\ell+1})\text{ at }d=2,\ 4",
    speaks_of=("law",),
    over=grid(g=STRENGTHS),
    twins=(
        Twin((Integer(0), Integer(0)), "the direction converges"),
        Twin((g**2, 3 * g**2), "leading order: (d - 1) gamma^2"),
        Twin((Rational(1, 2), Rational(3, 4)), "a fresh uniform direction, as at gamma = inf"),
    ),
)


@direction.exact(
    "every gamma and unit vector u: the law of W u, and integrals by SymPy",
    argued="W u is normal for every unit vector u, so that every step has one law, and sin^2 its mean",
)
def _on_symbols(predicted: Predicted) -> Compared:
    # W_l is independent of H_l x, and the law of W u the same for all directions u: N(0, |u|^2 I)
    yield "Cov(<a, Wu>, <b, Wu>) is <a, b> |u|^2", tuple(map(gaussian_row.frame_covariance, (2, 4))), (0, 0)
    yield "every gamma", tuple((size - 1) * gaussian_row.share(size) for size in (2, 4)), predicted


@Claim(
    "daneshmand20.vanilla.limit-as-printed",
    source=Locator(DANESHMAND20, "section 3.2, of products of Gaussian matrices, in the text before Lemma 3"),
    status="reading",
    says='"Hence, the matrix converges to a rank one matrix after normalizing by the norm", read strictly, as a limit '
    "of matrices, which the paper does not need: the steps of its direction die out, E sin^2 -> 0",
    hypotheses=(GINIBRE, "left multiplication: H_(l+1) = W_l H_l"),
    silent_on="the other reading, which is true and all that the paper needs: the distance from the rank-one matrices "
    "goes to 0",
    predicts=Integer(0),
    given=Given({"d": Integers(2)}),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.vanilla.no-limit", "daneshmand20.vanilla.direction-moves"),
    truth=(d - 1) / d,
).literal(kind="certified", most=20)
def limit_as_printed(at: At) -> object:
    return mean_sine_square(at.d)


@named("E sin²∠(u, W_{0} u)", r"\mathbb E\sin^2\angle(u,W_{{{0}}}u)", means="W_d Gaussian, d × d")
def mean_sine_square(d: Any) -> arb:
    """Of e_1 and the first column w = r (cos f, sin f times a unit vector) of W."""
    size = int(d)
    around, along = (acb.integral(lambda f, _, p=p: f.sin() ** p, 0, acb.pi()).real for p in (size - 2, size))
    return along / around


a, b = sympy.symbols("a b", real=True)


@Claim(
    "daneshmand20.vanilla.no-limit",
    source=LEMMA_3,
    status="corrected",
    says="d = 2, a and b values of the weights: the commutator of I + gamma a 1 1^T and of the same with b for a in "
    "the last place has the determinant gamma^4 a^2 (b - a)^2",
    silent_on="what the note alone shows: that for a != b, a != 0 the two share no eigenvector, and that H_l/|H_l| "
    "converges with probability 0, as a limit would be made of common eigenvectors of all I + gamma W; d > 2; limit "
    "points, which are of rank one; the direction on the side of the data, which converges",
    predicts=g**4 * a**2 * (b - a) ** 2,
    given=Given({"a": Rationals(), "b": Rationals(), "g": Rationals(above=0)}),
    twins=(Twin(Integer(0), "a shared eigenvector"),),
).literal(symbols=True)
def no_limit(at: At) -> object:
    first, second = (mixing(((at.a, at.a), (at.a, last)), at.g) for last in (at.a, at.b))
    (p, q), (r, s) = (
        tuple(x - y for x, y in zip(*rows, strict=True))
        for rows in zip(times(first, second), times(second, first), strict=True)
    )
    return p * s - q * r


@Claim(
    "daneshmand20.vanilla.finite-rank",
    source=LEMMA_3,
    status="corrected",
    says="at every finite depth rank(H_l) = rank(X), with and without BN: collapse is of singular values, not of rank",
    hypotheses=(
        "H_(l+1) = D_l (I + gamma W_l) H_l, D_l = I or a positive diagonal matrix, as BN's is",
        "I + gamma W_l invertible: almost surely for weights with a density, any gamma",
    ),
    predicts=r,
    given=Given(
        {"net": networks()},
        lambda at: every(lambda W: determinant(beside(W, 1)) != 0, ends_of(at["net"]).letters),
        "all I + gamma W_l invertible, gamma in W_l",
        letters={"r": lambda at: number(rank(ends_of(at["net"]).first))},
    ),
    twins=(Twin(Integer(1), "rank one at finite depth"), Twin(Integer(4), "full rank")),
).literal(most=60)
def finite_rank(at: At) -> Any:
    return number(rank(ends_of(at.net).last))


@Claim(
    "daneshmand20.vanilla.depth-scaled",
    source=LEMMA_3,
    says="E|H_L - X|^2 = ((1 + d gamma^2)^L - 1) |X|^2: at gamma = 1/L this goes to 0 and the network keeps all of X, "
    "at gamma = 1/sqrt(L) it stays near e^d - 1",
    hypotheses=(RESIDUAL, "layers independent; symmetry not needed"),
    silent_on="singular values one by one; formally, weights of infinitely many values, for which the note's proof is, "
    "too",
    predicts=(1 + d * g**2) ** L - 1,
    given=Given(
        {"net": random_networks()},
        words="x a column of X; entries of W of mean 0 and variance 1, uncorrelated, as independent ones are",
        letters=letters(outcomes, "dLg"),
    ),
    twins=(
        Twin(1 - 1 / d, "collapse, for X = I at least the distance to rank one"),
        Twin(L * d * g**2, "first order"),
        Twin((1 + g**2) ** L - 1, "without the width"),
    ),
).literal(most=60, scope="all values of the weights of all layers")
def depth_scaled(at: At) -> Any:
    net = outcomes(at.net)
    x, (shares, states) = net.first, net.last

    def distance(h: Any) -> Any:
        return total(each(lambda y, z: (y - z) * (y - z), h, x))

    return number(total(each(lambda share, h: share * distance(h), shares, states)) / inner(x, x))
