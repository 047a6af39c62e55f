"""Linear networks of explicit layers, of given weights and of weights of finitely many values, in all their outcomes.

After l layers of m weights each there are m^l outcomes; from outcome w value a of the next layer leads to w m + a.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from theory.domains.composite import composite
from theory.domains.matrices import entry
from theory.domains.numbers import Choose, Integers, Rationals
from theory.exact.rationals import rational
from theory.papers.daneshmand20.depths import Ends, matrices_follow
from theory.papers.daneshmand20.matrices import ONE_ON, Entries, is_matrix, made
from theory.term import Shape, Vec, each, every, number, one_if, places, size, some, total, variable
from theory.term.matrices import combined, inner


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


def ends_of(net: Any) -> Ends:
    """The data before the layers and after them, and the weights."""
    if isinstance(net, Ends):
        return net
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


def outcomes(net: Any) -> Ends:
    """The datum before the layers; after them the probabilities of all outcomes, and the outcomes."""
    if isinstance(net, Ends):
        return net
    x, L, gamma, p, W = net
    shares, states = (Fraction(1),), (tuple(map(rational, x)),)
    for _ in range(int(L)):
        states = tuple(after(A, rational(gamma), h) for h in states for A in W)
        shares = tuple(share * chance for share in shares for chance in p)
    return Ends(x, (shares, states), {"d": number(len(x)), "L": number(int(L)), "g": number(gamma)})
