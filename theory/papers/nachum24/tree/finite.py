"""What the leaves of a depth tell of the limit: those that are settled, and a bound on what the others can do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from flint import fmpq_mat
from sympy import Integer, Rational

from theory.claim.domains import Batches, Integers
from theory.claim.given import Given
from theory.claim.listings import Index, Preceded
from theory.exact.certify import precision
from theory.exact.expressions import Undefined
from theory.exact.rationals import rational, to_fmpq, to_sympy
from theory.papers.nachum24.tree.setting import PLACES, Depths, data_free, leaves
from theory.term import Term, different, each, every, larger, one_if, over_layers, size, total
from theory.tree import Tree, negative, positive

Leaf = tuple[Fraction, ...]


def support(v: Leaf) -> int:
    """Number of non-zero entries of a stable node a 1_S; 0 of any other."""
    return sum(map(bool, v)) if len(set(v)) == 2 and 0 in v else 0


@dataclass(frozen=True)
class Parted:
    """Leaves of one depth, those with a stable parent of some sizes apart from all others.

    Below such a parent the Gram matrix is multiplied by lambda_s in each layer.

    Attributes
    ----------
    settled, others : sums of v v^T.
    unstable : sum of |I|^2 over the unstable parents' intervals; |I| is a node's greatest entry.
    """

    settled: fmpq_mat
    others: fmpq_mat
    unstable: Fraction


@cache
def parted(x: Leaf, depth: int, sizes: frozenset[int]) -> Parted:
    parents = leaves(x, depth - 1)
    inside = [support(v) in sizes for v in parents]
    chosen, left = ([v for v, one in zip(parents, inside, strict=True) if one is wanted] for wanted in (True, False))
    lengths = (max(v) - min(v) for v in parents if not support(v))
    return Parted(_gram(chosen, x), _gram(left, x), sum((length**2 for length in lengths), Fraction(0)))


def _gram(parents: Iterable[Leaf], x: Leaf) -> fmpq_mat:
    found = [T(v) for v in parents for T in (positive, negative)]
    if any(min(v) for v in found):
        raise Undefined("a node with no entry 0, or with one below it")
    rows = [[to_fmpq(e) for e in v] for v in found]
    V = fmpq_mat(rows or [[to_fmpq(Fraction(0))] * len(x)])
    return V.transpose() * V


def trace(G: fmpq_mat) -> Fraction:
    return sum((rational(G[i, i]) for i in range(G.nrows())), Fraction(0))


def decays(n: int, below: int) -> Fraction:
    """lambda_k."""
    return Fraction(below**2 + (n - below) ** 2, n**2)


def ends(x: Leaf) -> tuple[int, int, int, int]:
    """Places of the least and the greatest number, and of two others (of one twice if n = 3)."""
    order = sorted(range(len(x)), key=lambda i: x[i])
    return order[0], order[-1], order[1], order[-2]


def towards_limit(x: Leaf, depth: int) -> tuple[tuple[Fraction, ...], Fraction]:
    """Entries of alpha^L G_L at (o, o), (o, o'), (o', o'), (o, j), (o', j), (j, j'), and a bound on their distance to
    the limit, o and o' the places of the extremes (`ends`).

    Leaves whose parents have 1 or n - 1 non-zeros are in the limit as they are. The others have an entry now that is
    part of the sum, and in the limit at most ((n-1)/n)^2 alpha^L |I|^2 for each unstable parent.
    """
    n = len(x)
    found = parted(x, depth, frozenset((1, n - 1)))
    factor = 1 / decays(n, 1) ** depth
    total = found.settled + found.others
    o, p, i, j = ends(x)
    places = ((o, o), (o, p), (p, p), (o, j), (p, j), (i, j))
    now = max(map(rational, found.others.entries()))
    later = Fraction((n - 1) ** 2, n**2) * found.unstable
    return tuple(factor * rational(total[place]) for place in places), factor * max(now, later)


def beside_extremes(x: Any, low: Any, high: Any, depth: Any) -> Any:
    """n^2 (c_min + c_max)/alpha as far as it comes from maximal data-free tree intervals of a depth or less.

    That is alpha^d |J|^2, summed over the J of depth d with one datum on one side.

    Parameters
    ----------
    low, high : places of the least and the greatest number, at which every node has its two extremes.
    """

    def own(v: Any) -> Any:
        alone = (one_if(total(each(lambda e, o=o: one_if(e == v[o]), v)) == 1) for o in (low, high))
        return sum(alone) * (v[high] - v[low]) ** 2

    def free(v: Any) -> Any:
        return one_if(different(v) == 2)

    def layer(after: Callable[[Any], Any], v: Any) -> Any:
        return free(v) * own(v) + (1 - free(v)) * (after(positive(v)) + after(negative(v))) * growth(size(v))

    return over_layers(layer, depth, lambda v: free(v) * own(v), x)


def growth(n: Any) -> Any:
    """alpha = 1/lambda_1, of a number or a term."""
    return n**2 / ((n - 1) ** 2 + 1) if isinstance(n, Term) else Fraction(n**2, (n - 1) ** 2 + 1)


def halves_allow(x: Any, low: Any, high: Any) -> Any:
    """alpha (r^2 + s^2), r and s the lengths of the two children: no less than `beside_extremes` from depth 1 on."""
    return sum((v[high] - v[low]) ** 2 for v in (positive(x), negative(x))) * growth(size(x))


def most_of_one_end(at: Any) -> Any:
    """How often the more frequent of the least and the greatest number occurs."""
    x, ends = at["x"], (at["o"], at["p"])
    return larger(*(total(each(lambda e, o=o: one_if(e == x[o]), x)) for o in ends))


def weight(x: Any) -> Any:
    """alpha/n^2."""
    return growth(size(x)) / size(x) ** 2


def extremes(at: Any) -> Any:
    """Whether x_o is the least number and x_p the greatest."""
    x, o, p = at["x"], at["o"], at["p"]
    return o < size(x) and p < size(x) and every(lambda e: (e >= x[o]) & (e <= x[p]), x)


UNSETTLED = tuple(
    tuple(map(Fraction, x))
    for x in (
        (0, 2, 3), (0, 1, 3, 7), (0, 1, 3, 4, 9), (0, 2, 3, 3, 5), (0, 1, 4, 9, 16, 25), (0, 1, 3, 7, 12, 20, 30),
        (2, 0, 7, 3), (0, 0, 2, 3, 5), (0, 0, 2, 5, 9, 9), (5, 5, 1, 0, 3, 2, 9),
    )
)  # fmt: skip
"""Batches of 3 to 7 numbers whose trees have unstable leaves at every depth that is looked at."""

DEPTHS = (7, 4, 2)


THREE = Integers(3)


def with_extremes(least: int = 0, **letters: Any) -> Given:
    """Batches of n >= 3 numbers, the places o and p of their extremes, and depths; unsettled trees first."""
    return Given(
        {
            "x": Preceded(Batches(THREE), (tuple(map(Fraction, (0, 0, 1, 3))), *UNSETTLED[:3])),
            "o": PLACES,
            "p": PLACES,
            "L": Depths(least, far=6),
        },
        extremes,
        "x_o the least number and x_p the greatest",
        letters={"n": lambda at: size(at["x"]), **letters},
    )


def on_the_way(batches: Batches, where: Any = None, words: str = "", **more: Callable[[Any], Any]) -> Given:
    """Batches and depths L: batches with unsettled trees first, then small ones."""
    first = tuple(x for x in UNSETTLED if x in batches)
    return Given({"x": Preceded(batches, first), "L": Index(1, listed=DEPTHS)}, where, words, letters=more)


@cache
def weights(x: Leaf) -> tuple[Rational, Rational]:
    """n^2 c_min/alpha and n^2 c_max/alpha: sums of alpha^depth length^2 over the maximal data-free intervals.

    To 20 digits where the tree does not settle beside the extreme: far less than what is left at any depth of the list.
    """
    found, n = Tree(x).limit(20), len(x)
    factor = decays(n, 1) * n**2
    with precision(60):
        least, greatest = (
            c if isinstance(c, Fraction) else Fraction(int((c * 10**20).mid().floor().unique_fmpz()), 10**20)
            for c in (found.c_min, found.c_max)
        )
    return to_sympy(least * factor), to_sympy(greatest * factor)


def lower(at: Any) -> Rational:
    return weights(at["x"])[0]


def upper(at: Any) -> Rational:
    return weights(at["x"])[1]


def size_of(at: Any) -> Integer:
    return Integer(len(at["x"]))


def ties(at: Any) -> Integer:
    """How often the rarer of the least and the greatest number occurs."""
    x: Sequence[Fraction] = at["x"]
    return Integer(min(x.count(min(x)), x.count(max(x))))


def settled_by(x: Leaf, depth: int, sizes: Collection[int]) -> bool:
    """Whether all nodes of that depth are stable, and some of them have one of these numbers of non-zeros."""
    found = [support(v) for v in leaves(x, depth)]
    return all(found) and not set(sizes).isdisjoint(found)


def left_over(x: Leaf, depth: int) -> Fraction:
    """A bound on the share of energy, at a depth, of leaves that single out no point: from depth L - 2, if L > 2.

    From there leaves below stable parents with 1 or n - 1 non-zeros keep lambda_1 of their energy in each layer, those
    with k or n - k keep lambda_k, and unstable parents' intervals leave n lambda_1 |I|^2 at most.
    """
    n, start = len(x), max(depth - 2, 1)
    steps = depth - start
    single = trace(parted(x, start, frozenset((1, n - 1))).settled) * decays(n, 1) ** steps
    if single == 0:
        return Fraction(1)
    rest = n * decays(n, 1) ** (steps + 1) * parted(x, start, frozenset()).unstable
    for k in range(2, n // 2 + 1):
        rest += trace(parted(x, start, frozenset((k, n - k))).settled) * decays(n, k) ** steps
    return min(rest / single, Fraction(1))


def settled_at_ends(x: Leaf) -> int:
    """The depth from which on the nodes of the least and of the greatest numbers are stable."""
    first, last, depth = negative(x), positive(x), 1
    while not (support(first) and support(last)):
        first, last, depth = positive(first), positive(last), depth + 1
    return depth


def lone_share(x: Sequence[Fraction]) -> Rational:
    """Of a settled tree: the sum of 2^-depth over the maximal data-free intervals with one datum on one side."""
    below = ((depth, sum(e <= low for e in x)) for depth, low, _ in data_free(x))
    return sum((Rational(1, 2**depth) for depth, k in below if k in (1, len(x) - 1)), Integer(0))
