"""What the leaves of a depth tell of the limit: those that are settled, and a bound on what the others can do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import isqrt
from typing import Any, NamedTuple

from flint import fmpq, fmpq_mat
from sympy import Expr, Integer, Rational

from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.listings import Index, Preceded
from theory.domains.numbers import Integers
from theory.exact.expressions import Undefined
from theory.exact.rationals import rational, to_fmpq, to_sympy
from theory.notation import L
from theory.papers.nachum24.tree.setting import clip, mean
from theory.term import size
from theory.term.named import named
from theory.tree import negative, positive

Leaf = tuple[Fraction, ...]


def support(v: Leaf) -> int:
    """Number of non-zero entries of a stable node a 1_S; 0 of any other."""
    return sum(map(bool, v)) if len(set(v)) == 2 and 0 in v else 0


Directions = dict[Leaf, Fraction]
"""Nodes by direction, scaled to the greatest entry 1: the sum of the squares of the greatest entries."""


def nodes(x: Leaf, depth: int) -> Directions:
    """All 2^L nodes of a depth. A layer keeps positive factors, so that nodes of one direction stay of one.

    Complexity: linear in depth: at most n - 2 nodes of a depth are unstable, and stable ones have 2^n directions.
    """
    layers = _layers(x)
    while len(layers) <= depth:
        found: Directions = {}
        for v, weight in layers[-1].items():
            for child in (positive(v), negative(v)):
                if min(child):
                    raise Undefined("a node with no entry 0, or with one below it")
                if length := max(child):
                    scaled = tuple(e / length for e in child)
                    found[scaled] = found.get(scaled, Fraction(0)) + weight * length**2
        layers.append(found)
    return layers[depth]


@cache
def _layers(x: Leaf) -> list[Directions]:
    """Those that are known; the root as it is."""
    return [{x: Fraction(1)}]


class Parted(NamedTuple):
    """Sums of v v^T over the leaves of a depth with a stable parent of some sizes, and over all others."""

    settled: fmpq_mat
    others: fmpq_mat


@cache
def parted(x: Leaf, depth: int, sizes: frozenset[int]) -> Parted:
    """Below such a parent the Gram matrix is multiplied by lambda_s in each layer."""
    parents = nodes(x, depth - 1)
    inside = {v for v in parents if support(v) in sizes}
    return Parted(*(_gram({v: w for v, w in parents.items() if (v in inside) is one}, x) for one in (True, False)))


def _gram(parents: Directions, x: Leaf) -> fmpq_mat:
    n = len(x)
    G = [[fmpq(0)] * n for _ in range(n)]
    for v, weight in parents.items():
        for child in (positive(v), negative(v)):
            if min(child):
                raise Undefined("a node with no entry 0, or with one below it")
            row, factor = [to_fmpq(e) for e in child], to_fmpq(weight)
            for i, a in enumerate(row):
                for j, b in enumerate(row if a else ()):
                    G[i][j] += factor * a * b
    return fmpq_mat(G)


def trace(G: fmpq_mat) -> Fraction:
    return sum((rational(G[i, i]) for i in range(G.nrows())), Fraction(0))


def decays(n: int, below: int) -> Fraction:
    """lambda_k."""
    return Fraction(below**2 + (n - below) ** 2, n**2)


@named("b({0}, {1})")
def others_share(x: Leaf, k: Any) -> Expr:
    """A bound, for every L >= START = s, on the part of tr G_L of leaves whose parents are not stable with k or n - k
    non-zeros, k that of the rarer extreme, relative to tr G_L: T/S (lambda_(k+1)/lambda_k)^(L-s) + n (n-2)/4 l^2/S
    (2(L-s) + 3) (sigma/lambda_k)^(L-s) (note, under `tied-extremes`), T and S traces at depth s, below other stable
    parents and below these."""
    n, k, layers = len(x), int(k), L - START
    own = frozenset((k, n - k))
    some = trace(parted(x, START, own).settled)
    if not some:
        raise Undefined(f"no node of depth {START - 1} is stable with k or n - k non-zeros")
    fast = decays(n, k)
    slow = decays(n, k + 1) if 2 * k + 2 <= n else Fraction(0)
    sigma = max(Fraction((n - k) ** 2, n**2), slow)
    stable = trace(parted(x, START, frozenset(range(1, n)) - own).settled) / some
    longest = Fraction(n * (n - 2), 4) * longest_unstable(x, START - 1) ** 2 / some
    first, second, third, fourth = map(to_sympy, (stable, slow / fast, longest, sigma / fast))
    return first * second**layers + third * (2 * layers + 3) * fourth**layers


def begun(x: Leaf, k: int) -> bool:
    """Whether a node of depth START - 1 is stable with k or n - k non-zeros."""
    return any(support(v) in (k, len(x) - k) for v in nodes(x, START - 1))


def longest_unstable(x: Leaf, depth: int) -> Fraction:
    """A number no less than the length of each unstable node of a depth, to 9 binary digits or so."""
    squares = [weight for v, weight in nodes(x, depth).items() if not support(v)]
    return larger_root(max(squares, default=Fraction(0)))


def larger_root(square: Fraction) -> Fraction:
    """A rational number no less than a square root, and little more."""
    return Fraction(isqrt(square.numerator * 4**40 // square.denominator) + 1, 2**40) if square else Fraction(0)


UNSETTLED = tuple(
    tuple(map(Fraction, x))
    for x in (
        (0, 2, 3), (0, 1, 3, 7), (0, 1, 3, 4, 9), (0, 2, 3, 3, 5), (0, 1, 4, 9, 16, 25), (0, 1, 3, 7, 12, 20, 30),
        (2, 0, 7, 3), (0, 0, 2, 3, 5), (0, 0, 2, 5, 9, 9), (5, 5, 1, 0, 3, 2, 9),
    )
)  # fmt: skip
"""Batches of 3 to 7 numbers whose trees have unstable leaves at every depth that is looked at."""

START = 32
"""Limits along depth are looked at from this depth on: what a node of it leaves open is bounded for every later one."""

DEPTHS = (96, 48, 32)
THREE = Integers(3)


def along_depth(batches: Batches, where: Any = None, words: str = "", **more: Callable[[Any], Any]) -> Given:
    """Batches of n numbers and depths L: batches with unsettled trees first, then small ones."""
    first = tuple(x for x in UNSETTLED if x in batches)
    letters = {"n": lambda at: size(at["x"]), **more}
    return Given({"x": Preceded(batches, first), "L": Index(START, listed=DEPTHS)}, where, words, letters)


@named("min(#least, #greatest of {0})", r"\min(\#\min {0},\#\max {0})")
def rarer(x: Sequence[Fraction]) -> Integer:
    """How often the rarer of the least and the greatest number occurs."""
    return Integer(min(x.count(min(x)), x.count(max(x))))


def settled_at_ends(x: Leaf) -> int:
    """The depth from which on the nodes of the least and of the greatest numbers are stable."""
    first, last, depth = negative(x), positive(x), 1
    while not (support(first) and support(last)):
        first, last, depth = positive(first), positive(last), depth + 1
    return depth


@named("Σ_J 2^(−d_J), J the maximal data-free tree intervals of {0} with one datum on a side",
       r"\sum_J2^{{-d_J}},\ J\text{{ the maximal data-free tree intervals of }}{0}"
       r"\text{{ with one datum on a side}}")  # fmt: skip
def lone_share(x: Sequence[Fraction]) -> Rational:
    """Of a settled tree: the sum of 2^-depth over the maximal data-free intervals with one datum on one side."""
    pending, depth, found = [(min(x), max(x))], 0, Integer(0)
    while pending:
        halves = []
        for low, high in pending:
            if any(low < e < high for e in x):
                split = mean(clip(x, low, high))
                halves += [(low, split), (split, high)]
            elif sum(e <= low for e in x) in (1, len(x) - 1):
                found += Rational(1, 2**depth)
        pending, depth = halves, depth + 1
    return found
