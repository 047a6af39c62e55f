"""What literal checks of the tree's limits compute by directions is what their statements for Coq say, leaf by leaf."""

from fractions import Fraction
from typing import Any

import pytest

from theory.papers.nachum24.tree import limit
from theory.papers.nachum24.tree.nodes import leaf_gram, leaves, over_leaves
from theory.papers.nachum24.tree.shares import share_of_energy
from theory.term import each, total
from theory.tree import Tree

BATCHES = [tuple(map(Fraction, x)) for x in ((0, 2, 3), (0, 1, 3, 7), (0, 0, 2, 5, 9, 9), (2, 0, 7, 3))]


def energy(v: Any) -> Any:
    return total(each(lambda e: e * e, v))


@pytest.mark.parametrize("x", BATCHES, ids=str)
@pytest.mark.parametrize("depth", [1, 4])
def test_sums_by_direction_are_sums_over_leaves(x: Any, depth: int) -> None:
    n, (_, o, p, i, j) = len(x), limit.placed(x)
    alpha = Fraction(n**2, (n - 1) ** 2 + 1)
    places = (o, o), (o, p), (p, p), (o, j), (p, j), (i, j)
    assert limit.at_depth(x, depth, o, p, i, j) == tuple(alpha**depth * leaf_gram(x, depth, *at) for at in places)
    assert limit.trace_at(x, depth) == over_leaves(energy, x, depth)
    alone = over_leaves(lambda v: limit.stable_with(v, 1) * energy(v), x, depth)
    assert share_of_energy(x, depth) == alone / over_leaves(energy, x, depth)


@pytest.mark.parametrize("x", BATCHES, ids=str)
def test_a_stable_node_is_told_in_two_ways(x: Any) -> None:
    for v in leaves(x, 5):
        for k in range(1, len(x)):
            assert bool(limit.stable_with(v, k)) is (limit.support(v) in (k, len(x) - k))


@pytest.mark.parametrize(("x", "s"), [((0, 0, 1, 1, 3), 2), ((0, 1, 2, 3), 2), ((0, 0, 1, 2, 2, 7), 4)], ids=str)
def test_the_error_is_what_is_above_the_limit(x: Any, s: int) -> None:
    x, n = tuple(map(Fraction, x)), len(x)
    assert (x, s) in limit.settled_batches()
    end, alpha = Tree(x).limit(), Fraction(n**2, (n - 1) ** 2 + 1)
    for depth in (s + 1, s + 3):
        above = alpha**depth * over_leaves(energy, x, depth) - (end.c_min + end.c_max) * n * (n - 1)
        assert limit.error(x, depth) == above > 0
