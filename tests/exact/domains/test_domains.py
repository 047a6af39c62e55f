"""Tests of domains and of what a claim is given for: members, small ones once up to symmetries, drawn ones inside."""

from fractions import Fraction
from itertools import islice, permutations
from random import Random

import pytest
from hypothesis import given as drawn_by
from hypothesis import settings
from hypothesis import strategies as st
from sympy import Integer, Rational, sqrt

from theory.domains.batches import AFFINE, Batches, form
from theory.domains.given import Given, Listing, weight
from theory.domains.listings import Preceded
from theory.domains.matrices import Correlations, sign_vectors, symmetric_matrices
from theory.domains.numbers import Integers, Rationals, Values

DOMAINS = [
    Integers(2),
    Integers(0, 3),
    Rationals(),
    Rationals(above=0),
    Rationals(least=-1, below=1),
    Rationals(above=Rational(1, 3), below=Rational(1, 2)),
    Values(1, Rational(1, 2)),
    Batches(),
    Batches(Integers(3, 5), distinct=True),
    Batches(constant=True, up_to=()),
]


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_small_values_are_members_and_differ(domain) -> None:
    """The first 300 small values belong to the domain, and none is there twice."""
    found = list(islice(domain.small(), 300))
    assert found
    assert all(value in domain for value in found)
    assert len(set(found)) == len(found) == min(300, domain.count or 300)


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
@drawn_by(rng=st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_drawn_values_and_their_neighbours_are_members(domain, rng) -> None:
    """Whatever the choices, what is drawn belongs to the domain, and so does what is near it."""
    value = domain.draw(rng.randint)
    assert value in domain
    assert all(other in domain and other != value for other in domain.near(value))


@drawn_by(
    st.lists(st.integers(-9, 9), min_size=2, max_size=4).filter(lambda row: len(set(row)) > 1),
    st.integers(-5, 5),
    st.fractions(Fraction(1, 5), 5).filter(bool),
    st.booleans(),
)
def test_one_form_for_each_class_of_batches(row: list[int], shift: int, scale: Fraction, flip: bool) -> None:
    """A batch and its images under order, shift, scale and reflection have one form, which is one of them."""
    known = form(tuple(map(Fraction, row)))
    for order in permutations(row):
        image = tuple((-1 if flip else 1) * scale * x + shift for x in map(Fraction, order))
        assert form(image) == known
    assert form(known) == known


def test_all_small_batches_of_a_size_are_listed() -> None:
    """Every class of three points with entries up to 4 is among the small ones."""
    listed = set(islice(Batches(Integers(3, 3), AFFINE).small(), 60))
    wanted = {
        form(tuple(map(Fraction, (a, b, c))))
        for a in range(5) for b in range(5) for c in range(5) if len({a, b, c}) > 1
    }  # fmt: skip
    assert wanted <= listed


@pytest.mark.parametrize(
    ("value", "domain"),
    [
        (1, Integers(2)), (Rational(5, 2), Integers(2)), (4, Integers(0, 3)), ("2", Batches()), (sqrt(-1), Rationals()),
        (0, Rationals(above=0)), (1, Rationals(below=1)), (2, Rationals(most=1)), (float("nan"), Rationals()),
        ((Fraction(1), Fraction(1)), Batches()), ((Fraction(1),), Batches()), ((0.5, 1.0), Batches()),
        ((Fraction(1), Fraction(1), Fraction(2)), Batches(distinct=True)), (None, Integers(0)), (3, Values(1, 2)),
    ],
)  # fmt: skip
def test_strangers_are_told(value, domain) -> None:
    """What is of another kind, outside the ends, or against a hypothesis does not belong."""
    assert value not in domain


def test_given_with_a_hypothesis() -> None:
    """Instances satisfy the hypothesis, each is there once, and a finite domain ends."""
    given = Given({"n": Integers(2, 6), "k": Integers(1)}, lambda at: at["k"] < at["n"], "k < n")
    first = given.some(15)
    assert [(int(at["n"]), int(at["k"])) for at in first[:3]] == [(2, 1), (3, 1), (3, 2)]
    assert len({tuple(at.items()) for at in first}) == 15 == sum(n - 1 for n in range(2, 7))
    assert {"n": 3, "k": 2} in given
    assert {"n": 3, "k": 3} not in given
    assert {"n": 3} not in given
    both = Given({"n": Integers(1, 3), "s": Values(1, -1)})
    assert both.count == 6 == len(list(both.small()))
    assert Given().some(5) == [{}]
    assert Given({"n": Integers(1)}, lambda at: at["n"] < 0).some(1) == []


def test_letters_of_an_instance() -> None:
    """Symbols that an instance determines come with it."""
    given = Given({"x": Batches(Integers(3, 3))}, letters={"n": lambda at: Integer(len(at["x"]))})
    assert given.at(given.some(1)[0])["n"] == 3


def test_shorter_instances_weigh_less() -> None:
    """Fewer points, smaller numbers and denominators are shorter."""
    x = (Fraction(0), Fraction(1), Fraction(7, 2))
    assert weight({"x": x[:2]}) < weight({"x": (*x[:2], Fraction(7))}) < weight({"x": x}) + 1


def test_a_finite_product_is_gone_through_to_its_end() -> None:
    """Its count is the product, and with a hypothesis what is left of it, be the next instance 20,000 places away."""
    far = Given({"n": Integers(1, 19_999)}, lambda at: at["n"] < 5 or at["n"] == 19_998)
    assert far.count == 5
    assert far.listing(9) == Listing([{"n": n} for n in (1, 2, 3, 4, 19_998)], True, False)
    assert Given({"n": Integers(1, 30), "s": Values(1, -1)}).listing(60).complete
    assert not Given({"n": Integers(1, 30), "s": Values(1, -1)}).listing(59).complete


def test_a_search_that_gave_up_is_no_end() -> None:
    """Some numbers, then none for long: what was found is not called all."""
    given = Given({"n": Integers(1)}, lambda at: at["n"] < 5 or at["n"] > 20_000)
    found = given.listing(120)
    assert (len(found.instances), found.complete, found.gave_up, given.count) == (4, False, True, None)
    assert Given({"n": Integers(1, 10**6)}, lambda at: at["n"] < 5).listing(120).gave_up
    assert not given.listing(3).gave_up


class Typed(Integers):
    """A domain of somebody else, who says that it has two values."""

    count = 2


def test_a_count_that_somebody_types_is_not_believed() -> None:
    """Nor is the end of a list that is shorter than the domain."""
    assert Given({"n": Typed(1)}).count is None
    assert not Given({"n": Typed(1, 2)}).listing(120).complete
    assert not Given({"n": Integers(1, 9, far=4)}).listing(120).complete
    assert Given({"x": Preceded(Values(3, 4), (4,))}).count == 2
    assert Values(1, 1, 2).count == 2


@pytest.mark.parametrize(
    "ends", [{"least": 0, "most": 0}, {"least": 1, "most": 0}, {"above": 0, "most": 0}, {"above": 0, "below": 0}]
)
def test_a_point_and_nothing_end(ends) -> None:
    """A closed interval of one point has it alone, and an empty one has none."""
    domain = Rationals(**ends)
    assert list(domain.small()) == [0] * (ends == {"least": 0, "most": 0})
    assert domain.count == len(list(domain.small()))


def test_batches_without_different_points_are_none() -> None:
    """One point differs from no other."""
    assert list(Batches(Integers(1, 1)).small()) == []


@pytest.mark.parametrize("up_to", [(), ("reflection",), ("shift",), AFFINE])
def test_a_symmetry_that_is_lacking_is_seen(up_to) -> None:
    """Whatever a claim names: means of both signs, any order, and other than whole numbers are among the first 40."""
    found = list(islice(Batches(up_to=up_to).small(), 40))
    assert {(sum(x) > 0) - (sum(x) < 0) for x in found} >= {1, -1}
    assert any(list(x) != sorted(x) for x in found)
    assert any(max(x) - min(x) not in range(100) for x in found)


@pytest.mark.parametrize("factors", range(1, 7))
def test_each_of_many_factors_goes_through_many_values(factors: int) -> None:
    """Among 120 instances each infinite factor has 8 values or more, and both ends of an interval are neared."""
    given = Given({f"x{i}": (Rationals(above=0, below=1), Integers(1), Batches())[i % 3] for i in range(factors)})
    found = given.some(120)
    assert min(given.spread(found)["distinct"].values()) >= 8
    assert min(at["x0"] for at in found) < Rational(1, 1000)
    assert max(at["x0"] for at in found) > Rational(999, 1000)


def test_magnitudes_and_sizes_grow_in_lists() -> None:
    """2^40 and 2^-40 are among 120 rationals, batches of 40 points among 120, whole numbers to 41."""
    assert {Rational(2) ** 40, Rational(2) ** -40} <= set(islice(Rationals().small(), 120))
    assert Rational(1, 3) + Rational(2) ** -40 in set(islice(Rationals(above=Rational(1, 3), below=1).small(), 120))
    assert max(map(len, islice(Batches().small(), 120))) == 40
    assert 41 in islice(Integers(1).small(), 40)


@pytest.mark.parametrize(
    "domain",
    [Integers(1), Batches(), Batches(distinct=True), Correlations(), symmetric_matrices(), sign_vectors()],
    ids=str,
)
def test_draws_and_neighbours_grow(domain) -> None:
    """Some of 600 draws are larger than 40, and each value has a neighbour that is larger."""
    choose = Random(3).randint
    assert max(domain.size(domain.draw(choose)) for _ in range(600)) > 40
    value = next(iter(domain.small()))
    assert any(domain.size(other) > domain.size(value) for other in domain.near(value))
