"""All outcomes of independent layers H -> (I + gamma W) H, W of finitely many values, for any number of layers.

After l layers there are m^l outcomes; from outcome w value a of the next layer leads to outcome w m + a.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, product
from math import prod
from typing import Any

from theory.domains.numbers import Choose, Endless, Integers, Rationals
from theory.exact.rationals import rational
from theory.papers.daneshmand20.domains import FAR
from theory.papers.daneshmand20.through import Ends
from theory.term import Shape, Vec, each, every, number, one_if, places, size, some, total, variable
from theory.term.matrices import inner

Entries = tuple[tuple[Fraction, ...], ...]
Of = dict[Fraction, Fraction]

LAWS: dict[str, Of] = {
    "+-1": {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)},
    "2 or -1/2": {Fraction(2): Fraction(1, 5), Fraction(-1, 2): Fraction(4, 5)},
}
"""Of a weight: mean 0 and variance 1."""

MOST = 3000
"""Listed and drawn networks have at most so many outcomes."""


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


@dataclass(frozen=True)
class Scattered(Endless):
    """Networks (x, L, gamma, p, W): a datum, not 0, a depth, a strength, and the law of each layer's weights."""

    def __str__(self) -> str:
        return "(x, L, gamma, p, W): a datum that is not 0, a depth, a strength, and a law of finitely many matrices"

    def __contains__(self, value: object) -> bool:
        if not (isinstance(value, tuple) and len(value) == 5):
            return False
        x, L, gamma, p, W = value
        return (
            any(x)
            and L in Integers(1)
            and gamma in Rationals(above=0)
            and min(p) > 0
            and sum(p) == 1
            and len(p) == len(W)
            and all(len(A) == len(x) == len(row) for A in W for row in A)
            and all(uncorrelated(p, W))
        )

    def general(self, name: str) -> Iterator[Shape]:
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
        yield Shape(Ends(x, (q[L], H[L]), {"d": d, "L": L, "g": g}), (d, L, m, g), known, rows=lengths)

    def small(self) -> Iterator[Any]:
        """Widths 1, 2, 3 and depths in turn; independent weights of two laws, or one weight at a time that is not 0."""
        for code in count():
            for d, law in ((2, 0), (1, 0), (3, 2), (2, 1), (1, 1), (2, 2)):
                start = tuple(Fraction((code + 2 * i) % 5 - 1) for i in range(d - 1))
                yield _network(start, 1 + code % 3, Fraction(1, 2 + code), law)

    def draw(self, choose: Choose) -> Any:
        start = tuple(Fraction(choose(-FAR, FAR), choose(1, FAR)) for _ in range(choose(0, 2)))
        return _network(start, choose(1, 3), Fraction(choose(1, FAR), choose(1, FAR)), choose(0, 2))

    def near(self, value: Any) -> Iterator[Any]:
        x, L, gamma, p, W = value
        if L > 1:
            yield x, L - 1, gamma, p, W

    def size(self, value: Any) -> int:
        return len(value[0])


def _network(start: tuple[Fraction, ...], L: int, gamma: Fraction, code: int) -> Any:
    """One of a datum whose last entry is 1; as deep as there are not too many outcomes."""
    x = (*start, Fraction(1))
    p, W = _law(len(x), code if len(x) < 3 else 2)
    depth = next(l for l in range(L, 0, -1) if l == 1 or len(p) ** l <= MOST)
    return x, depth, gamma, p, W


def _law(d: int, code: int) -> tuple[tuple[Fraction, ...], tuple[Entries, ...]]:
    if code == 2:
        places_of = list(product(range(d), range(d), (d, -d)))
        return (Fraction(1, 2 * d * d),) * len(places_of), tuple(
            tuple(tuple(Fraction(value * ((i, j) == (k, l))) for l in range(d)) for k in range(d))
            for i, j, value in places_of
        )
    law = list(LAWS.values())[code]
    found = [(prod((law[w] for w in entries), start=Fraction(1)), entries) for entries in product(law, repeat=d * d)]
    return tuple(share for share, _ in found), tuple(
        tuple(entries[i * d : (i + 1) * d] for i in range(d)) for _, entries in found
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
