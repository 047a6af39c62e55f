"""Time the exact tree: `python benchmarks/tree.py`. The batches are fixed rationals, so runs compare."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from timing import best_of, timed

from theory.tree import Tree


def points(n: int) -> list[Fraction]:
    """n spread-out rationals with small denominators."""
    return [Fraction((i * 7919 + i**3) % 1009, 1 + i % 12) for i in range(n)]


def enumerate_gram(tree: Tree, depth: int) -> list[list[Fraction]]:
    """The leaf Gram by its definition: 2^depth leaves."""
    leaves = tree.leaves(depth)
    return [[sum((v[p] * v[q] for v in leaves), Fraction(0)) for q in range(tree.n)] for p in range(tree.n)]


def main() -> None:
    """Print the table."""
    big, small, depth = Tree(points(50)), Tree(points(8)), 14
    print(f"gram, 50 points, depth 1,000        {best_of(lambda: big.gram(1000)):8.3f} s")
    print(f"  the same without SymPy            {best_of(lambda: big.gram_flint(1000)):8.3f} s")
    fast = best_of(lambda: small.gram(depth))
    slow = timed(lambda: enumerate_gram(small, depth))
    print(f"gram, 8 points, depth {depth}            {fast:8.4f} s")
    print(f"  by its {2**depth:,} leaves           {slow:8.3f} s, {slow / fast:,.0f} times as long")
    for n, digits in ((3, 50), (50, 50), (3, 10_000), (50, 10_000)):
        seconds = timed(partial(Tree(points(n)).limit, digits))
        print(f"limit, {n:2} points, {digits:6,} digits      {seconds:8.4f} s")


if __name__ == "__main__":
    main()
