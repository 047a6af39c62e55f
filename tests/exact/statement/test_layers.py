"""Sums over all that a symbolic number of layers makes of a row."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from theory.papers.nachum24.outlier.clusters import over_networks
from theory.papers.nachum24.tree.nodes import leaves, narrow_network, over_leaves
from theory.statement.coq import coq
from theory.statement.problem import Goal, Problem
from theory.term import Vec, over_layers, total, variable

n, depth = variable("n", "nat"), variable("L", "nat")
x = Vec.named("x", n)
BATCH = tuple(map(Fraction, (0, 1, 3, 7)))


def doubled(after: Any, v: Any) -> Any:
    return after(v) + after(v)


def written(condition: object) -> str:
    return coq(Problem((n, depth), (), (Goal((), condition),), rows=(("x", (n,)),))).replace("\n", " ")  # type: ignore[arg-type]


def test_layers_are_a_function_that_is_iterated() -> None:
    """The sum of a row's entries, doubled L times."""
    step = "(fun (next_0 : (nat -> R) -> R) (row_0 : nat -> R) => ((next_0 row_0) + (next_0 row_0)))"
    last = r"(fun row_0 : nat -> R => (\sum_(i_0 < n) row_0 i_0))"
    assert f"(iter L {step} {last} x) = 0" in written(over_layers(doubled, depth, total, x) == 0)


def test_layers_below_layers_have_other_names() -> None:
    """What is observed of a row is itself such a sum, of that row."""
    text = written(over_layers(doubled, depth, lambda v: over_layers(doubled, depth, total, v), x) == 0)
    assert "(next_1 : (nat -> R) -> R) (row_1 : nat -> R)" in text
    assert "(fun row_1 : nat -> R => (iter L (fun (next_0 : (nat -> R) -> R) (row_0 : nat -> R)" in text
    assert " row_1)" in text


def test_a_sum_over_layers_is_the_sum_over_the_leaves() -> None:
    """Of their greatest entries, at depths 0 to 4, the leaves made one by one."""
    for L in range(5):
        assert over_leaves(max, BATCH, L) == sum(map(max, leaves(BATCH, L)))


def test_a_mean_over_layers_is_the_mean_over_all_weights() -> None:
    """Of the sum of squares, three layers, weights +-1/2 and +-2 by their probabilities."""
    law = ((Fraction(1, 2), Fraction(4, 5)), (Fraction(2), Fraction(1, 5)))
    wanted = Fraction(0)
    for draws in product([(sign * w, p / 2) for w, p in law for sign in (1, -1)], repeat=3):
        image = narrow_network(BATCH, [w for w, _ in draws])
        wanted += draws[0][1] * draws[1][1] * draws[2][1] * sum(e * e for e in image)
    assert over_networks(law, lambda v: sum(e * e for e in v), BATCH, 3) == wanted
