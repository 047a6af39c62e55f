"""Tests of domains made of choices: what is listed, drawn and beside a value belongs, and the lists are fair."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from random import Random
from typing import NamedTuple

import pytest
from sympy import Integer, Rational

from theory.domains import Integers, composite, permutation_matrices
from theory.domains.composite import beside, simple


class Pair(NamedTuple):
    number: Fraction
    row: tuple[int, ...]


def has(value: object, d: Integers) -> bool:
    return isinstance(value, Pair) and len(value.row) in d and sum(value.row) == 0 and value.number > 0


@composite("(q, x), q > 0, x of sum 0, d {d}", has=has, size=lambda value: len(value.row))
def pairs(choose, d=Integers(1)):  # noqa: B008 - a frozen value
    row = [choose(-9, 9) for _ in range(int(d.draw(choose)) - 1)]
    return Pair(Fraction(choose(-2, 9), choose(1, 9)), (*row, -sum(row)))


def test_values_belong_and_differ() -> None:
    """What is listed, drawn or near belongs; a list has each once, its numbers and sizes grow."""
    found = list(islice(pairs().small(), 300))
    assert all(value in pairs() for value in found)
    assert len(set(found)) == 300
    assert max(len(value.row) for value in found) > 8
    assert {len(value.row) for value in found[:20]} >= {1, 2, 3}
    choose = Random().randint
    for _ in range(20):
        value = pairs().draw(choose)
        near = list(pairs().near(value))
        assert value in pairs()
        assert all(other in pairs() and other != value for other in near)
        assert near


def test_parameters() -> None:
    """Domains of the same parameters are equal; words and members go by them; an unknown one is refused."""
    assert pairs(Integers(2)) == pairs(d=Integers(2)) != pairs()
    assert str(pairs(Integers(2))) == "(q, x), q > 0, x of sum 0, d >= 2"
    assert Pair(Fraction(1), (0,)) in pairs()
    assert Pair(Fraction(1), (0,)) not in pairs(Integers(2))
    with pytest.raises(TypeError, match="unexpected"):
        pairs(n=2)


def test_a_recipe_that_makes_nothing_ends() -> None:
    """Of a domain without values the list is empty."""

    @composite("nothing", has=lambda value: False)
    def nothing(choose):
        return choose(0, 9)

    assert list(nothing().small()) == []


@pytest.mark.parametrize("ends", [(-3, 5), (0, 9), (2, 4), (-7, -2), (-5, 1)])
def test_choices_are_in_their_range_and_all_are_made(ends: tuple[int, int]) -> None:
    """Every number of a range is chosen, none beyond it, and the one nearest to 0 first."""
    found = [simple(k)(*ends) for k in range(400)]
    assert set(found) == set(range(ends[0], ends[1] + 1))
    assert abs(found[0]) == min(map(abs, found))


def test_beside_keeps_kinds() -> None:
    """Values beside one are of its kind, as deep as they go."""
    value = Pair(Fraction(1, 2), (1, -1))
    for other in beside(value):
        assert isinstance(other, Pair)
        assert isinstance(other.number, Fraction)
        assert all(type(x) is int for x in other.row)


def test_every_small_permutation_is_listed() -> None:
    """All permutations of three places are among the first values."""
    found = [P for P in islice(permutation_matrices().small(), 60) if len(P) == 3]
    assert len(found) == 6


def test_few_values_end() -> None:
    """Of a domain with three values the list has three, SymPy's numbers among them, and ends."""

    @composite("in {-1, 0, 1}", has=lambda value: value in (-1, 0, 1), size=lambda value: 0)
    def three(choose):
        return Rational(choose(-1, 1), 1)

    assert sorted(three().small()) == [-1, 0, 1]
    assert set(three().near(Integer(1))) == {-1, 0}
