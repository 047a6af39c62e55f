"""The tree against the 2^L leaves themselves, in Fractions; refusals."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import flint
import pytest
import sympy
from flint import fmpq
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.exact.tree.tree_oracles import ZERO, Vector, brute_leaves, gram
from tests.refused import refused
from tests.strategies import SETTINGS, batches
from theory.tree import Tree, negative, positive
from theory.tree.three_valued import ThreeValuedLaw


@settings(SETTINGS, max_examples=60)
@example(x=(Fraction(0), Fraction(1), Fraction(2)), depth=1)
@example(x=(Fraction(0), Fraction(1)), depth=6)
@given(batches(max_size=7), st.integers(0, 6))
def test_against_all_leaves(x: Vector, depth: int) -> None:
    """leaves(L) is the L-th layer, T_+ before T_-, of children by T_±; gram(L) the sum of v v^T, in the batch's order.

    unstable_leaves counts those that are no multiple of 1_S. Leaves are b - clip(x; a, b) on the lower halves of the
    intervals, clip(x; a, b) - a on upper ones, and the intervals tile.
    """
    tree, leaves = Tree(x), brute_leaves(x, depth)
    assert list(tree.leaves(depth)) == leaves
    nodes = tree.nodes(depth)
    assert len(nodes) == 2 ** (depth + 1) - 1
    assert all(v == {"+": positive, "-": negative}[p[-1]](nodes[p[:-1]]) for p, v in nodes.items() if p)
    stable = [len({entry for entry in v if entry}) == 1 and min(v) == 0 for v in leaves]
    assert tree.unstable_leaves(depth) == (stable.count(False) if depth else len(set(x)) > 2)
    outer = [[sum((v[p] * v[q] for v in leaves), ZERO) for q in range(len(x))] for p in range(len(x))]
    assert gram(tree, depth) == outer
    if depth:
        intervals = tree.intervals(depth)
        clipped = [[min(max(e, a), b) for e in x] for a, b in intervals]
        halves = [
            tuple(b - e if index % 2 == 0 else e - a for e in row)
            for index, (row, (a, b)) in enumerate(zip(clipped, intervals, strict=True))
        ]
        assert Counter(halves) == Counter(leaves)
        assert (intervals[0][0], intervals[-1][1]) == (min(x), max(x))
        assert all(left[1] == right[0] for left, right in pairwise(intervals))
        assert all(a < b for a, b in intervals)


def test_gram_types() -> None:
    """gram is a SymPy matrix of rationals with the entries of gram_flint."""
    tree = Tree(["1/3", 0, 2, 5])
    assert isinstance(tree.gram(4), sympy.ImmutableMatrix)
    assert [[Fraction(int(c.p), int(c.q)) for c in row] for row in tree.gram(4).tolist()] == gram(tree, 4)


@settings(SETTINGS, max_examples=25)
@example(x=tuple(Fraction(i**3 % 101, 1 + i % 7) for i in range(50)), depth=300)  # the definition needs 2^300 leaves
@given(batches(min_size=3, max_size=20), st.integers(7, 200))
def test_trace_recursion(x: Vector, depth: int) -> None:
    """tr G_(L+1) = tr G_L - 1^T G_L 1/n at depths that no enumeration reaches."""
    before, after = (Tree(x).gram_flint(L) for L in (depth, depth + 1))
    traces = [sum((g[p, p] for p in range(len(x))), fmpq(0)) for g in (before, after)]
    assert traces[1] == traces[0] - sum(before.entries(), fmpq(0)) / len(x)


@pytest.mark.parametrize(
    ("batch", "error", "text"),
    [
        ([0.1, 1], TypeError, r"rounding changes which data coincide.*write it exactly, as Fraction\('0.1'\) or '0.1'"),
        ([1j, 1], TypeError, r"got 1j of type complex; wanted int, Fraction"),
        (["__import__('os')", 1], ValueError, r"wanted a rational number of at most 4,000 digits, like 3, -2/7"),
        (["1/0", 1], ValueError, r"got '1/0'; wanted a rational number"),
        (["nan", 1], ValueError, r"got 'nan'"),
        (["1e999999999", 1], ValueError, r"of at most 4,000 digits"),
        (["7" * 5000, 1], ValueError, r"got '7{50}\.\.\.'; wanted a rational number"),
        ([1], ValueError, r"got a batch of 1 numbers; a tree needs 2 to 10,000"),
        (range(10_001), ValueError, r"got a batch of 10001 numbers"),
        (
            [2, "4/2", Fraction(2)],
            ValueError,
            r"all 3 numbers of the batch are equal, and recentring leaves only zeros",
        ),
    ],
)
def test_refused_batches(batch: list[object], error: type[Exception], text: str) -> None:
    """Floats, non-numbers, code, single points and constant batches are refused with a sentence."""
    with pytest.raises(error, match=text):
        Tree(batch)


SMALL = Tree([0, 1, 5])


test_refused_costs = refused(
    "What would take too long is refused before it starts, with the estimate.",
    (lambda: SMALL.leaves(21), r"the leaves at depth 21 have 6,291,456 entries; the budget is 2,097,152"),
    (lambda: SMALL.intervals(21), r"depth 21 has 2,097,152 intervals; the budget is 1,048,576"),
    (lambda: SMALL.gram(10**8), r"of 95,\d+,\d+ digits at depth 100000000 take about .* s; the budget"),
    (lambda: SMALL.unstable_leaves(-1), r"got depth = -1; a depth is 0 or more"),
    (lambda: SMALL.limit(10_001), r"got digits = 10001; give 1 to 10,000"),
    (lambda: Tree(range(10_000)).limit(10_000), r"10000 digits of the limit for 10000 numbers take about \d+ s"),
    (lambda: ThreeValuedLaw(1, 0, 1), r"got k, j, l = 1, 0, 1; three values need 1 or more of each"),
    (lambda: ThreeValuedLaw(1, 1, 1).step(Fraction(1, 2)), "t = 1/2 is the split itself: both children"),
)


@pytest.mark.parametrize("half", [Fraction(1, 2), "0.5", "5e-1", sympy.Rational(1, 2), fmpq(1, 2)])
def test_accepted_rationals(half: object) -> None:
    """Every exact way to write 1/2 gives the same tree; repr gives the tree back."""
    assert Tree([0, half, 3]) == Tree([0, "1/2", 3])
    assert repr(Tree([0, half, 3])) == "Tree([0, '1/2', 3])"
    assert isinstance(Tree([0, half, flint.fmpz(3)]).batch[1], Fraction)
