"""The exact tree: leaf Grams against all 2^L leaves, growth in depth and batch size, limits. Fixed rational batches."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from benchmarks.records import Group, Growth, Pair, Side, Work, ours
from tests.exact.tree.tree_oracles import brute_leaves
from theory.tree import Tree

SMALL = 8
LEAVES = (
    "The oracle of the tests follows all 2^L leaves in Fractions, by the definition; it can return the leaves and any "
    "statistic of them. Ours follows the intervals that still change shape, and has the Gram matrix alone."
)


def points(n: int) -> list[Fraction]:
    """n spread-out rationals with small denominators."""
    return [Fraction((i * 7919 + i**3) % 1009, 1 + i % 12) for i in range(n)]


def brute_gram(batch: tuple[Fraction, ...], depth: int) -> list[list[Fraction]]:
    """From all leaves."""
    rows = list(zip(*brute_leaves(batch, depth), strict=True))
    return [[sum((v * w for v, w in zip(a, b, strict=True)), Fraction(0)) for b in rows] for a in rows]


def gram(depth: float, n: float) -> Work:
    """Our Gram matrix; a new tree every time, for a tree keeps its sorted data."""
    batch = points(int(n))
    return lambda: Tree(batch).gram(int(depth))


def brute(depth: float, n: float) -> Work:
    """The same from all leaves."""
    batch = tuple(points(int(n)))
    return lambda: brute_gram(batch, int(depth))


def against_leaves(depth: int, heavy: bool = False) -> Pair:
    """Both must find the same matrix."""
    assert Tree(points(SMALL)).gram(3).tolist() == brute_gram(tuple(points(SMALL)), 3)
    return Pair(
        f"leaves-{depth}",
        f"{SMALL} points, depth {depth}",
        Side("bninit", lambda: gram(depth, SMALL)),
        Side("all leaves", lambda: brute(depth, SMALL)),
        compared=LEAVES,
        rounds=3,
        heavy=heavy,
    )


def limit(n: int, digits: int) -> Callable[[], object]:
    """Both limit weights to this many digits."""
    return lambda: Tree(points(n)).limit(digits)


def group() -> Group:
    """The records."""
    big = Tree(points(50))
    return Group(
        "tree",
        "exact tree: Gram matrix over the leaves",
        (
            *(against_leaves(depth) for depth in (4, 8)),
            against_leaves(12, heavy=True),
            Pair("50-1000", "50 points, depth 1,000", ours(lambda: big.gram(1000)), rounds=3, heavy=True),
            Pair("50-1000-flint", "  without SymPy's matrix", ours(lambda: big.gram_flint(1000)), rounds=3, heavy=True),
            *(
                Pair(
                    f"limit-{n}-{digits}", f"limit, {n} points, {digits:,} digits", ours(limit(n, digits)),
                    rounds=3, heavy=digits > 50,
                )
                for n, digits in ((3, 50), (50, 50), (3, 10_000), (50, 10_000))
            ),
            Growth(
                "growth",
                "Gram matrix, depth L, n points",
                ("L", "n"),
                tuple((L, n) for L in (50, 100, 200, 400, 800) for n in (6, 12, 24, 48)),
                gram,
                "A fit over a grid of both; the integers grow like L log n digits, so no power is exact.",
                heavy=True,
            ),
            Growth(
                "growth-leaves",
                "all leaves, depth L, n points",
                ("L", "n"),
                tuple((L, n) for L in (5, 7, 9) for n in (4, 8, 16)),
                brute,
                "By the definition; exponential in the depth.",
                steps=("L",),
                rounds=1,
                heavy=True,
            ),
        ),
    )  # fmt: skip
