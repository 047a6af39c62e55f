"""Tests of what domains list, in which order and to which end, and of what a claim is given for."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice, permutations
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given as drawn_by
from hypothesis import strategies as st
from sympy import Integer, Rational

from tests.strategies import SETTINGS
from theory.domains import Correlations, composite, permutation_matrices
from theory.domains import given as module
from theory.domains.batches import AFFINE, Batches, form
from theory.domains.composite import beside, simple
from theory.domains.given import Given, Listing, weight
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals, Values


@SETTINGS
@drawn_by(
    st.lists(st.integers(-9, 9), min_size=2, max_size=4).filter(lambda row: len(set(row)) > 1),
    st.integers(-5, 5),
    st.fractions(Fraction(1, 5), 5).filter(bool),
    st.sampled_from((1, -1)),
)
def test_one_form_for_each_class_of_batches(row: list[int], shift: int, scale: Fraction, sign: int) -> None:
    """A batch and its images under order, shift, scale and reflection have one form, which is one of them."""
    known = form(tuple(map(Fraction, row)))
    for order in permutations(row):
        assert form(tuple(sign * scale * x + shift for x in map(Fraction, order))) == known
    assert form(known) == known


def test_what_is_among_the_first() -> None:
    """Every class of three points with entries up to 4, and all permutations of three places; magnitudes and sizes
    grow: 2^40 and 2^-40 are among 120 rationals, batches of 40 points among 120, 41 among 40 whole numbers."""
    listed = set(islice(Batches(Integers(3, 3), AFFINE).small(), 60))
    rows = [(a, b, c) for a in range(5) for b in range(5) for c in range(5) if len({a, b, c}) > 1]
    assert {form(tuple(map(Fraction, row))) for row in rows} <= listed
    assert len([P for P in islice(permutation_matrices().small(), 60) if len(P) == 3]) == 6
    assert {Rational(2) ** 40, Rational(2) ** -40} <= set(islice(Rationals().small(), 120))
    assert Rational(1, 3) + Rational(2) ** -40 in set(islice(Rationals(above=Rational(1, 3), below=1).small(), 120))
    assert max(map(len, islice(Batches().small(), 120))) == 40
    assert 41 in islice(Integers(1).small(), 40)


@pytest.mark.parametrize("up_to", [(), ("reflection",), ("shift",), AFFINE])
def test_a_symmetry_that_is_lacking_is_seen(up_to) -> None:
    """Whatever a claim names: means of both signs, any order, and other than whole numbers are among the first 40."""
    found = list(islice(Batches(up_to=up_to).small(), 40))
    assert {(sum(x) > 0) - (sum(x) < 0) for x in found} >= {1, -1}
    assert any(list(x) != sorted(x) for x in found)
    assert any(max(x) - min(x) not in range(100) for x in found)


@pytest.mark.parametrize(
    ("domain", "values"),
    [
        (Rationals(least=0, most=0), [0]),
        (Rationals(least=1, most=0), []),
        (Rationals(above=0, most=0), []),
        (Rationals(above=0, below=0), []),
        (Batches(Integers(1, 1)), []),
    ],
    ids=str,
)
def test_a_point_and_nothing_end(domain, values) -> None:
    """A closed interval of one point has it alone, and an empty one has none; one point differs from no other."""
    assert list(domain.small()) == values
    assert getattr(domain, "count", None) in (None, len(values))


def test_given_with_a_hypothesis() -> None:
    """Instances satisfy the hypothesis, each is there once, a finite domain ends, letters come with an instance."""
    given = Given({"n": Integers(2, 6), "k": Integers(1)}, lambda at: at["k"] < at["n"], "k < n")
    first = given.some(15)
    assert [(int(at["n"]), int(at["k"])) for at in first[:3]] == [(2, 1), (3, 1), (3, 2)]
    assert len({tuple(at.items()) for at in first}) == 15 == sum(n - 1 for n in range(2, 7))
    assert given.spread([]) == {"greatest": {}, "distinct": {"n": 0, "k": 0}}
    assert {"n": 3, "k": 2} in given
    assert {"n": 3, "k": 3} not in given
    assert {"n": 3} not in given
    both = Given({"n": Integers(1, 3), "s": Values(1, -1)})
    assert both.count == 6 == len(list(both.small()))
    assert Given().some(5) == [{}]
    assert Given({"n": Integers(1)}, lambda at: at["n"] < 0).some(1) == []
    lettered = Given({"x": Batches(Integers(3, 3))}, letters={"n": lambda at: Integer(len(at["x"]))})
    assert lettered.at(lettered.some(1)[0])["n"] == 3


def test_shorter_instances_weigh_less() -> None:
    """Fewer points, smaller numbers and denominators are shorter."""
    x = (Fraction(0), Fraction(1), Fraction(7, 2))
    assert weight({"x": x[:2]}) < weight({"x": (*x[:2], Fraction(7))}) < weight({"x": x}) + 1


class Typed(Integers):
    """A domain of somebody else, who says that it has two values."""

    count = 2


def test_how_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """The count of a finite product, and with a hypothesis what is left of it, be the next instance 4,000 places away,
    up to so many candidates; a search that gave up is no end; a count that somebody types, or a list that stops, is not
    believed."""
    far = Given({"n": Integers(1, 3_999)}, lambda at: at["n"] < 5 or at["n"] == 3_998)
    assert far.count == 5
    assert far.listing(9) == Listing([{"n": n} for n in (1, 2, 3, 4, 3_998)], True, False)
    signed = Given({"n": Integers(1, 30), "s": Values(1, -1)})
    assert [signed.listing(most).complete for most in (59, 60)] == [False, True]
    given = Given({"n": Integers(1)}, lambda at: at["n"] < 5 or at["n"] > 20_000)
    found = given.listing(120)
    assert (len(found.instances), found.complete, found.gave_up, given.count) == (4, False, True, None)
    assert not given.listing(3).gave_up
    assert Given({"n": Typed(1)}).count is None
    assert not Given({"n": Typed(1, 2)}).listing(120).complete
    assert not Given({"n": Integers(1, 9, far=4)}).listing(120).complete
    assert Given({"x": Preceded(Values(3, 4), (4,))}).count == 2
    assert Values(1, 1, 2).count == 2
    monkeypatch.setattr(module, "ALL_OF", 9)
    monkeypatch.setattr(module, "TRIED", 2)
    ends = [Given({"n": Integers(1, most)}, lambda at, most=most: at["n"] in (1, most)) for most in (9, 10)]
    assert [one.count for one in ends] == [2, None]


@pytest.mark.parametrize("factors", range(1, 7))
def test_each_of_many_factors_goes_through_many_values(factors: int) -> None:
    """Among 120 instances each infinite factor has 8 values or more, and both ends of an interval are neared."""
    given = Given({f"x{i}": (Rationals(above=0, below=1), Integers(1), Batches())[i % 3] for i in range(factors)})
    found = given.some(120)
    assert min(given.spread(found)["distinct"].values()) >= 8
    assert min(at["x0"] for at in found) < Rational(1, 1000)
    assert max(at["x0"] for at in found) > Rational(999, 1000)


class Pair(NamedTuple):
    number: Fraction
    row: tuple[int, ...]


def has(value: object, d: Integers) -> bool:
    return isinstance(value, Pair) and len(value.row) in d and sum(value.row) == 0 and value.number > 0


@composite("(q, x), q > 0, x of sum 0, d {d}", has=has, size=lambda value: len(value.row))
def pairs(choose, d=Integers(1)):  # noqa: B008 - a frozen value
    row = [choose(-9, 9) for _ in range(int(d.draw(choose)) - 1)]
    return Pair(Fraction(choose(-2, 9), choose(1, 9)), (*row, -sum(row)))


def test_domains_of_recipes() -> None:
    """What is listed, drawn or near belongs; a list has each once, its numbers and sizes grow. Domains of the same
    parameters are equal; words and members go by them; an unknown one is refused."""
    found = list(islice(pairs().small(), 300))
    assert all(value in pairs() for value in found)
    assert len(set(found)) == 300
    assert max(len(value.row) for value in found) > 8
    assert {len(value.row) for value in found[:20]} >= {1, 2, 3}
    value = pairs().draw(Random().randint)
    assert value in pairs()
    assert (near := list(pairs().near(value)))
    assert all(other in pairs() and other != value for other in near)
    assert pairs(Integers(2)) == pairs(d=Integers(2)) != pairs()
    assert str(pairs(Integers(2))) == "(q, x), q > 0, x of sum 0, d >= 2"
    assert Pair(Fraction(1), (0,)) in pairs()
    assert Pair(Fraction(1), (0,)) not in pairs(Integers(2))
    with pytest.raises(TypeError, match="unexpected"):
        pairs(n=2)


def test_recipes_of_few_values_end() -> None:
    """Of a domain with three values the list has three, SymPy's numbers among them; of none, none."""

    @composite("in {-1, 0, 1}", has=lambda value: value in (-1, 0, 1), size=lambda value: 0)
    def three(choose):
        return Rational(choose(-1, 1), 1)

    @composite("nothing", has=lambda value: False)
    def nothing(choose):
        return choose(0, 9)

    assert sorted(three().small()) == [-1, 0, 1]
    assert set(three().near(Integer(1))) == {-1, 0}
    assert list(nothing().small()) == []


@pytest.mark.parametrize("ends", [(-3, 5), (0, 9), (2, 4), (-7, -2), (-5, 1)])
def test_choices_are_in_their_range_and_all_are_made(ends: tuple[int, int]) -> None:
    """Every number of a range is chosen, none beyond it, and the one nearest to 0 first."""
    found = [simple(k)(*ends) for k in range(400)]
    assert set(found) == set(range(ends[0], ends[1] + 1))
    assert abs(found[0]) == min(map(abs, found))


def test_beside_keeps_kinds() -> None:
    """Values beside one are of its kind, as deep as they go."""
    for other in beside(Pair(Fraction(1, 2), (1, -1))):
        assert isinstance(other, Pair)
        assert isinstance(other.number, Fraction)
        assert all(type(x) is int for x in other.row)


@pytest.mark.parametrize("domain", [Batches, Correlations])
def test_a_size_is_no_domain_of_sizes(domain) -> None:
    with pytest.raises(TypeError, match=r"is 2: wanted the sizes as a domain, such as Integers\(2\)"):
        domain(2)


def test_beside_a_number() -> None:
    """A fraction: rounded, one more and one less, half, negated, twice, and a little more and less."""
    x = Fraction(3, 2)
    little = {x + sign * Fraction(1, 2**k) for k in (3, 10) for sign in (1, -1)}
    assert set(beside(x)) == {2, x + 1, x - 1, x / 2, -x, 2 * x} | little
    assert set(beside(5)) == {2, 4, 6, -5, 10}


def test_lists_go_far_early() -> None:
    """Sizes that are 8, 12, 16, 24 and 40 more than the least, powers of two that come near 0 and far from it, and
    simple numbers on both sides of 1, long before their turn."""
    assert list(islice(Integers(3).small(), 7)) == [3, 4, 5, 6, 7, 8, 11]
    assert {3 + more for more in (8, 12, 16, 24, 40)} <= set(islice(Integers(3).small(), 40))
    listed = list(islice(Rationals().small(), 160))
    assert {Rational(2) ** (sign * k) for k in (3, 5, 10, 20, 30, 40) for sign in (1, -1)} <= set(listed)
    assert {Rational(3, 2), Rational(3, 4), Rational(2, 3), Rational(5, 4)} <= set(listed[:12])
