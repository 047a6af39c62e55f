"""Moments of Gram matrices along the chain without BN, H' = W H with W_ij ~ N(0, 1/d): products of traces, exactly.

Given G = H^T H the rows of H' are d independent N(0, G/d), so d G' is Wishart. Its products of traces have means that
are linear in those of G (Wick): with p_lam(G) = prod_i tr G^(lam_i), |lam| = k,

    E p_lam(G') = d^(-k) sum over the (2k-1)!! pairings of the 2k half-edges of d^loops p_mu(G),

k vectors y_1, .., y_k stand on the cycles of lam, the k-th of 2 half-edges each; a pairing says which share an index.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

Partition = tuple[int, ...]
Moments = Mapping[Partition, Any]
"""Exact numbers or SymPy expressions."""


def _pairings(left: tuple[int, ...]) -> Iterator[dict[int, int]]:
    if not left:
        yield {}
        return
    first, *others = left
    for other in others:
        for rest in _pairings(tuple(x for x in others if x != other)):
            yield {first: other, other: first, **rest}


def _cycles(a: Mapping[int, int], b: Mapping[int, int]) -> Partition:
    """Lengths, in steps of a, of the cycles that two pairings of the same points make."""
    seen: set[int] = set()
    lengths = []
    for start in a:
        point, length = start, 0
        while point not in seen:
            seen |= {point, a[point]}
            point, length = b[a[point]], length + 1
        if length:
            lengths.append(length)
    return tuple(sorted(lengths, reverse=True))


@cache
def _step(shape: Partition) -> tuple[tuple[int, Partition], ...]:
    """(loops, mu) of every pairing, for p_shape: half-edges 2i, 2i + 1 of vector i."""
    count = sum(shape)
    twins = {x: x ^ 1 for x in range(2 * count)}
    dots: dict[int, int] = {}
    first = 0
    for size in shape:  # tr S^size = sum of (y_a . y_b)(y_b . y_c) .. around a cycle
        for i in range(size):
            one, other = 2 * (first + i) + 1, 2 * (first + (i + 1) % size)
            dots |= {one: other, other: one}
        first += size
    pairings = _pairings(tuple(range(2 * count)))
    return tuple((len(_cycles(pairing, twins)), _cycles(pairing, dots)) for pairing in pairings)


def next_moment(shape: Partition, d: Any, moments: Moments) -> Any:
    """E p_shape(G') from the products of traces of G of the same degree.

    >>> found = next_moment((2,), 5, {(2,): Fraction(3), (1, 1): Fraction(9)})  # G = I of size 3
    >>> found == Fraction(3 * 6 + 9, 5)  # ((d + 1) tr G^2 + (tr G)^2)/d
    True
    """
    return sum(d**loops * moments[mu] for loops, mu in _step(shape)) / d ** sum(shape)


def trace_moments(n: int, d: int, layers: int, degree: int) -> dict[Partition, Fraction]:
    """E p_lam(G_L), all lam of this degree, from G_0 = I of size n."""
    shapes = sorted({mu for _, mu in _step((degree,))} | {mu for _, mu in _step((1,) * degree)})
    moments = {shape: Fraction(n) ** len(shape) for shape in shapes}
    for _ in range(layers):
        moments = {shape: next_moment(shape, d, moments) for shape in shapes}
    return moments


def weighted_gap_variance(n: int, d: int, layers: int) -> Fraction:
    """Var (tr G_L)^2 V_L^2/(tr G_0)^2 = Var (tr G^2 - (tr G)^2/n)/n^2 from orthonormal columns.

    >>> round(float(weighted_gap_variance(4, 32, 1)), 12)
    0.000356197357
    """
    two, four = trace_moments(n, d, layers, 2), trace_moments(n, d, layers, 4)
    mean = two[(2,)] - two[(1, 1)] / n
    square = four[(2, 2)] - 2 * four[(2, 1, 1)] / n + four[(1, 1, 1, 1)] / n**2
    return (square - mean**2) / n**4
