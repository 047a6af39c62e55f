"""The tree against the 2^L leaves themselves, in Fractions; refusals."""

from __future__ import annotations

import time
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import flint
import pytest
import sympy
from flint import fmpq
from hypothesis import example, given
from hypothesis import strategies as st

from tests.exact.tree.tree_oracles import Vector, ball, brute_gram, brute_leaves, gram
from tests.strategies import SETTINGS, batches
from theory.exact.certify import precision
from theory.tree import Tree, negative, positive
from theory.tree.three_valued import ThreeValuedLaw

DEPTHS = st.integers(0, 6)


def is_stable(v: Vector) -> bool:
    return len({entry for entry in v if entry}) == 1 and min(v) == 0


# ---- T1, T2: transformations, clip intervals


@SETTINGS
@given(batches(), st.fractions(-3, 3), st.fractions(-3, 3))
def test_transformations(x: Vector, c: Fraction, shift: Fraction) -> None:
    """T_+x - T_-x = x - mean; T_+x * T_-x = 0; equal sums; squares add; T_±(cx + b) = |c| T_(±sign c) x; counts."""
    up, down, mean = positive(x), negative(x), sum(x) / Fraction(len(x))
    assert [a - b for a, b in zip(up, down, strict=True)] == [entry - mean for entry in x]
    assert not any(a * b for a, b in zip(up, down, strict=True))
    assert sum(up) == sum(down) == sum(abs(entry - mean) for entry in x) / 2
    assert sum(a**2 for a in up + down) == sum(entry**2 for entry in x) - len(x) * mean**2
    moved = tuple(c * entry + shift for entry in x)
    assert positive(moved) == tuple(abs(c) * a for a in (up if c > 0 else down))
    assert len(set(up)) + len(set(down)) == len(set(x)) + 2 - (mean in x)
    order = sorted(range(len(x)), key=x.__getitem__)
    assert all(up[p] <= up[q] and down[p] >= down[q] for p, q in pairwise(order))


@SETTINGS
@given(batches(), DEPTHS)
def test_leaves_and_nodes(x: Vector, depth: int) -> None:
    """leaves(L) is the L-th layer of the tree, T_+ before T_-; every node is T_± of its parent."""
    tree = Tree(x)
    assert list(tree.leaves(depth)) == brute_leaves(x, depth)
    nodes = tree.nodes(depth)
    assert len(nodes) == 2 ** (depth + 1) - 1
    for path, vector in nodes.items():
        if path:
            assert vector == {"+": positive, "-": negative}[path[-1]](nodes[path[:-1]])


@SETTINGS
@given(batches(), st.integers(1, 6))
def test_clip_intervals(x: Vector, depth: int) -> None:
    """The leaves are b - clip(x; a, b) on lower halves, clip(x; a, b) - a on upper ones; the intervals tile."""
    intervals = Tree(x).intervals(depth)
    clip = [
        tuple((b - min(max(e, a), b)) if index % 2 == 0 else (min(max(e, a), b) - a) for e in x)
        for index, (a, b) in enumerate(intervals)
    ]
    assert Counter(clip) == Counter(brute_leaves(x, depth))
    assert (intervals[0][0], intervals[-1][1]) == (min(x), max(x))
    assert all(left[1] == right[0] for left, right in pairwise(intervals))
    assert all(a < b for a, b in intervals)
    parents = Tree(x).intervals(depth - 1)
    shares = [(m - a) / (b - a) for (a, b), (_, m) in zip(parents, intervals[::2], strict=True)]
    assert all(Fraction(1, len(x)) <= s <= Fraction(len(x) - 1, len(x)) for s in shares)


# ---- T3, T4: stable leaves, the Gram matrix


@SETTINGS
@example(x=(Fraction(0), Fraction(1), Fraction(2)), depth=1)
@given(batches(max_size=8), DEPTHS)
def test_unstable_leaves(x: Vector, depth: int) -> None:
    """unstable_leaves counts the leaves that are no multiple of 1_S: at most d - 2; S an end of the order."""
    leaves = brute_leaves(x, depth)
    count = Tree(x).unstable_leaves(depth)
    assert count <= len(set(x)) - 2
    if depth:
        assert count == sum(not is_stable(v) for v in leaves)
        for v in filter(is_stable, leaves):
            inside = [entry for entry, value in zip(x, v, strict=True) if value]
            outside = [entry for entry, value in zip(x, v, strict=True) if not value]
            assert max(inside) < min(outside) or max(outside) < min(inside)
            child = positive(v)
            assert child == tuple((1 - Fraction(len(inside), len(x))) * value for value in v)
    else:
        assert count == (len(set(x)) > 2)


@SETTINGS
@example(x=(Fraction(0), Fraction(1)), depth=6)
@given(batches(max_size=7), DEPTHS)
def test_gram(x: Vector, depth: int) -> None:
    """gram(L) = sum over the 2^L leaves of v v^T, to the last digit, in the order of the batch."""
    assert gram(Tree(x), depth) == brute_gram(x, depth)


def test_gram_types() -> None:
    """gram is a SymPy matrix of rationals with the entries of gram_flint."""
    tree = Tree(["1/3", 0, 2, 5])
    assert isinstance(tree.gram(4), sympy.ImmutableMatrix)
    assert [[Fraction(int(c.p), int(c.q)) for c in row] for row in tree.gram(4).tolist()] == gram(tree, 4)


@SETTINGS
@given(batches(), DEPTHS, st.fractions(-3, 3).filter(bool), st.fractions(-3, 3))
def test_equivariance(x: Vector, depth: int, c: Fraction, shift: Fraction) -> None:
    """G(cx + b) = c^2 G(x) for L >= 1, limits likewise (c < 0 exchanges min and max); permutations act on G."""
    depth = max(depth, 1)
    moved = Tree([c * entry + shift for entry in x])
    G = gram(Tree(x), depth)
    assert gram(moved, depth) == [[c**2 * g for g in row] for row in G]
    turned = Tree(x[1:] + x[:1])
    assert gram(turned, depth) == [
        [G[(p + 1) % len(x)][(q + 1) % len(x)] for q in range(len(x))] for p in range(len(x))
    ]
    before, after = Tree(x).limit(20), moved.limit(20)
    ends = (after.c_min, after.c_max) if c > 0 else (after.c_max, after.c_min)
    for old, new in zip((before.c_min, before.c_max), ends, strict=True):
        assert isinstance(old, Fraction) == isinstance(new, Fraction)
        with precision(60):
            assert ball(new).overlaps(ball(old) * ball(c) ** 2)


def test_depth_1000() -> None:
    """50 points, exact at depth 1,000: tr G_(L+1) = tr G_L - 1^T G_L 1/n, since |T_+v|^2 + |T_-v|^2 = |v - mean|^2."""
    x = [Fraction(i**3 % 101, 1 + i % 7) for i in range(50)]
    tree = Tree(x)
    started = time.perf_counter()
    G = tree.gram(1000)
    assert time.perf_counter() - started < 60  # 1 s when measured; the definition needs 2^1000 leaves
    assert G.shape == (50, 50)
    entries, after = tree.gram_flint(1000), tree.gram_flint(1001)
    assert entries == entries.transpose()
    assert (G[3, 7].p, G[3, 7].q) == (entries[3, 7].p, entries[3, 7].q)
    trace, next_trace = (sum((g[p, p] for p in range(50)), fmpq(0)) for g in (entries, after))
    assert next_trace == trace - sum(entries.entries(), fmpq(0)) / 50


@SETTINGS
@given(batches(min_size=3, max_size=20), st.integers(7, 200))
def test_trace_recursion(x: Vector, depth: int) -> None:
    """tr G_(L+1) = tr G_L - 1^T G_L 1/n at depths that no enumeration reaches."""
    before, after = (Tree(x).gram_flint(L) for L in (depth, depth + 1))
    traces = [sum((g[p, p] for p in range(len(x))), fmpq(0)) for g in (before, after)]
    assert traces[1] == traces[0] - sum(before.entries(), fmpq(0)) / len(x)


# ---- refusals


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


def test_refused_costs() -> None:
    """What would take too long is refused before it starts, with the estimate."""
    tree = Tree([0, 1, 5])
    with pytest.raises(ValueError, match=r"the leaves at depth 21 have 6,291,456 entries; the budget is 2,097,152"):
        tree.leaves(21)
    with pytest.raises(ValueError, match=r"depth 21 has 2,097,152 intervals; the budget is 1,048,576"):
        tree.intervals(21)
    with pytest.raises(
        ValueError, match=r"numbers of 95,\d+,\d+ digits at depth 100000000 take about .* s; the budget"
    ):
        tree.gram(10**8)
    with pytest.raises(ValueError, match=r"got depth = -1; a depth is 0 or more"):
        tree.unstable_leaves(-1)
    with pytest.raises(ValueError, match=r"got digits = 10001; give 1 to 10,000"):
        tree.limit(10_001)
    with pytest.raises(ValueError, match=r"10000 digits of the limit for 10000 numbers take about \d+ s"):
        Tree(range(10_000)).limit(10_000)
    with pytest.raises(ValueError, match=r"got k, j, l = 1, 0, 1; three values need 1 or more of each"):
        ThreeValuedLaw(1, 0, 1)
    with pytest.raises(ValueError, match=r"t = 1/2 is the split itself: both children are stable"):
        ThreeValuedLaw(1, 1, 1).step(Fraction(1, 2))


@pytest.mark.parametrize("half", [Fraction(1, 2), "1/2", "0.5", "5e-1", sympy.Rational(1, 2), fmpq(1, 2)])
def test_accepted_rationals(half: object) -> None:
    """Every exact way to write 1/2 gives the same tree; repr gives the tree back."""
    assert Tree([0, half, 3]) == Tree([0, "1/2", 3])
    assert repr(Tree([0, half, 3])) == "Tree([0, '1/2', 3])"
    assert isinstance(Tree([0, half, flint.fmpz(3)]).batch[1], Fraction)
