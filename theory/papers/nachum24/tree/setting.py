"""Batches of numbers, narrow networks on them, and rates and modes of the tree's limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

from theory.exact.expressions import value
from theory.notation import decay
from theory.tree import Tree


def batches(size: int, top: int) -> Iterator[tuple[Fraction, ...]]:
    """All non-constant batches of `size` integers in 0..top."""
    return (tuple(map(Fraction, v)) for v in product(range(top + 1), repeat=size) if len(set(v)) > 1)


def narrow_network(batch: Sequence[int], weights: Sequence[int]) -> tuple[Fraction, ...]:
    """A network of width one with given weights: relu(w (x - mean)) layer by layer."""
    v = tuple(map(Fraction, batch))
    for w in weights:
        mean = sum(v, Fraction(0)) / len(v)
        v = tuple(max(w * (e - mean), Fraction(0)) for e in v)
    return v


Batch = tuple[int, ...]


@cache
def settled(size: int, top: int, by: int = 3) -> tuple[Batch, ...]:
    """Sorted integer batches in 0..top whose tree has only stable leaves at depth `by`."""
    found = (v for v in product(range(top + 1), repeat=size) if list(v) == sorted(v) and v[0] == 0 < v[-1])
    return tuple(v for v in found if Tree(v).unstable_leaves(by) == 0)


def rates(size: int) -> list[Fraction]:
    """lambda_1 > lambda_2 > ... > lambda_(n/2)."""
    return [value(decay(), {"n": size, "k": below}) for below in range(1, size // 2 + 1)]


def without(sequence: Sequence[Fraction], removed: Sequence[Fraction]) -> list[Fraction]:
    """Apply the product of (E - rate), E the shift: what is left of a sum of geometric sequences."""
    left = list(sequence)
    for rate in removed:
        left = [after - rate * before for before, after in pairwise(left)]
    return left


def mode(sequence: Sequence[Fraction], size: int, start: int = 4) -> Fraction:
    """C_1 in s_L = sum_k C_k lambda_k^L, from the terms L = start, start + 1, ..."""
    leading, *others = rates(size)
    left = without(sequence, others)
    for rate in others:
        left = [term / (leading - rate) for term in left]
    if any(after != leading * before for before, after in pairwise(left)):
        raise ArithmeticError("the sequence is no sum of the modes lambda_k^L: the tree is not settled")
    return left[0] / leading**start
