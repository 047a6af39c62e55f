"""The law of rank relu(W X), W Gaussian of width m, exactly.

A row of relu(W X) is a generic point of the row space V_c of its chamber c. Call spans of such spaces flats. Let R be
the span of the rows so far. For every flat U, rank(R + U) is almost surely a function of the chambers met: the next
row v, generic in V_c, raises it iff V_c is not inside R + U, that is, iff rank(R + U + V_c) > rank(R + U), and U + V_c
is a flat again. So the numbers rank(R + U), one for each flat, are a Markov chain; rank R is the one at U = 0.
Source: nachum24, Theorem 3 and Corollary 4 as reconstructed.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb
from typing import Any

from flint import arb

from theory.exact.certify import precision
from theory.exact.rationals import afford
from theory.rank.batches import Angles, Batch
from theory.rank.chambers import Residues, exactly
from theory.rank.planar import Arrangement, arrangement

Law = dict[int, Any]
"""Probability of each possible rank: Fractions, or balls where angles are irrational multiples of pi."""


@dataclass(frozen=True)
class Flats:
    """The lattice of flats of a layer on n points; flat 0 is the zero space.

    Attributes
    ----------
    dims : dimension of each flat.
    joins : for each chamber c and flat U, the flat U + V_c.
    weights : probability of each chamber times `whole`, integers or balls.
    """

    n: int
    dims: tuple[int, ...]
    joins: tuple[tuple[int, ...], ...]
    weights: tuple[Any, ...]
    whole: int

    @cached_property
    def growth(self) -> list[Any]:
        """p_U = P(V_c not inside U), times `whole`, for each flat."""
        return [
            sum((w for w, join in zip(self.weights, self.joins, strict=True) if join[flat] != flat), 0)
            for flat in range(len(self.dims))
        ]

    @cached_property
    def _moves(self) -> dict[bytes, dict[bytes, Any]]:
        return {}

    def moves(self, state: bytes) -> dict[bytes, Any]:
        """Where the chain goes from a state (rank(R + U) for each flat U), and the weight of each way."""
        if state not in self._moves:
            work = len(self._moves) * len(self.joins) * len(self.dims)
            afford(work, 5e8, "the chain of this batch takes {cost} steps or more")  # about a minute
            to: dict[bytes, Any] = defaultdict(int)
            for weight, join in zip(self.weights, self.joins, strict=True):
                to[bytes([r + (state[j] > r) for r, j in zip(state, join, strict=True)])] += weight
            self._moves[state] = dict(to)
        return self._moves[state]

    def law(self, m: int) -> Law:
        """P(rank = r) after m rows."""
        if m < 0:
            raise ValueError(f"got width m = {m}; a width is 0 or more")
        now: dict[bytes, Any] = {bytes(self.dims): 1}
        for _ in range(m):
            after: dict[bytes, Any] = defaultdict(int)
            for state, mass in now.items():
                for following, weight in self.moves(state).items():
                    after[following] += mass * weight
            now = after
        law: Law = defaultdict(int)
        for state, mass in now.items():
            law[state[0]] += mass
        return {rank: self._share(law[rank], m) for rank in sorted(law)}

    def _share(self, mass: Any, m: int) -> Any:
        return mass if isinstance(mass, arb) else Fraction(mass, self.whole**m)


def binomial_tail(m: int, p: Any, below: int) -> Any:
    """P(Bin(m, p) < below), of the type of p.

    >>> binomial_tail(3, Fraction(1, 2), 2)
    Fraction(1, 2)
    """
    return sum((comb(m, j) * p**j * (1 - p) ** (m - j) for j in range(1, min(below, m + 1))), (1 - p) ** m)


@lru_cache(maxsize=64)
def planar_flats(X: Batch | Angles, digits: int = 30) -> Flats:
    """Flats of a planar batch (rank X <= 2), by closing sets of chambers; exact."""
    lines = arrangement(X)
    with precision(digits):
        gaps = lines.gaps()
    found = exactly(lines.points, lambda residues: _close(lines, residues))
    whole = 2 * lines.whole if lines.multiples else 1
    weights = tuple(gaps * 2) if lines.multiples else tuple(gap / 2 for gap in gaps * 2)
    return Flats(X.n, *found, weights, whole)


def _close(lines: Arrangement, residues: Residues) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    chambers = range(2 * lines.lines)
    spaces = residues.start([lines.active(c) for c in chambers])

    def inside(spaces: Any) -> tuple[bool, ...]:  # names the flat: it is the span of the chamber spaces inside
        return tuple(not rows for rows in spaces)

    number, flats, dims = {inside(spaces): 0}, [spaces], [0]
    joins: list[list[int]] = [[] for _ in chambers]
    for here, spaces in enumerate(flats):  # grows while it is read
        for c in chambers:
            larger, rank = residues.reduce(spaces, c)
            if (key := inside(larger)) not in number:
                number[key] = len(flats)
                flats.append(larger)
                dims.append(dims[here] + rank)
                afford(len(flats), 20_000, "this batch has {cost} flats or more")
            joins[c].append(number[key])
    return tuple(dims), tuple(map(tuple, joins))


@lru_cache(maxsize=16)
def identity_flats(n: int) -> Flats:
    """Flats for X = I_n: the chambers are the sets of active columns, the flats all coordinate subspaces."""
    if not 1 <= n <= 6:
        raise ValueError(f"got n = {n}; the law for X = I_n is worked out for n = 1..6")
    sets = range(2**n)
    return Flats(
        n, tuple(s.bit_count() for s in sets), tuple(tuple(U | c for U in sets) for c in sets), (1,) * 2**n, 2**n
    )


def rank_distribution(X: Batch | Angles, m: int, digits: int = 30) -> Law:
    """P(rank relu(W X) = r) for W Gaussian of shape (m, k); X planar, of rank 1 or 2 (R2a).

    Fractions for `Angles`; balls, worked out with `digits` digits, for rational coordinates.

    >>> rank_distribution(Angles(["0", "1/6", "1/2"]), 3)[3]
    Fraction(31, 96)
    """
    with precision(digits):
        return planar_flats(X, digits).law(m)


def deficiency(X: Batch | Angles, m: int, digits: int = 30) -> Any:
    """P(rank relu(W X) < n), of the type of the law."""
    return sum(p for rank, p in rank_distribution(X, m, digits).items() if rank < X.n)
