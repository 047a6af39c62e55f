"""Tests of domains and of what a claim is given for: members, small ones once up to symmetries, drawn ones inside."""

from fractions import Fraction
from itertools import islice, permutations

import pytest
from hypothesis import given as drawn_by
from hypothesis import settings
from hypothesis import strategies as st
from sympy import Integer, Rational, sqrt

from theory.claim.domains import Batches, Integers, Rationals, Values
from theory.claim.given import Given, weight

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
    batches = Batches()
    form = batches.form(tuple(map(Fraction, row)))
    for order in permutations(row):
        image = tuple((-1 if flip else 1) * scale * x + shift for x in map(Fraction, order))
        assert batches.form(image) == form
    assert batches.form(form) == form


def test_all_small_batches_of_a_size_are_listed() -> None:
    """Every class of three points with entries up to 4 is among the small ones."""
    batches = Batches(Integers(3, 3))
    listed = set(islice(batches.small(), 60))
    wanted = {
        batches.form(tuple(map(Fraction, (a, b, c))))
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
