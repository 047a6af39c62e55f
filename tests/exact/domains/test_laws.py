"""Laws of weights: what the finite ones have, and facts on normal ones."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

import pytest
from flint import acb, arb

from theory.domains.laws import even_laws, is_law, joined, normal_laws
from theory.domains.normal import NORMAL_FACTS, phi
from theory.exact.expressions import enclose
from theory.term import entries, independent, mean, symmetric

SIGNS = ((Fraction(1, 2), Fraction(1)), (Fraction(1, 2), Fraction(-1)))
END = 30
"""A standard normal number is farther out with a probability below 1e-190."""


def integral(of, low=-END, high=END):
    """The mean of a function of a standard normal number between two bounds, which is analytic there."""
    density = lambda w, _: of(w) * (-w * w / 2).exp()  # noqa: E731
    return (acb.integral(density, low, high) / (2 * acb.pi()).sqrt()).real + arb(0, "1e-150")


def of_two(angle):
    """E max(u, 0) max(v, 0): in polar coordinates r^2 has the mean 2, and both are positive between two angles."""
    radius = acb.integral(lambda r, _: r**3 * (-r * r / 2).exp(), 0, END).real + arb(0, "1e-150")
    around = acb.integral(lambda t, _: t.cos() * (t - angle).cos(), angle - arb.pi() / 2, arb.pi() / 2).real
    return radius * around / (2 * arb.pi())


COMPUTED = {
    "second": lambda: integral(lambda w: w**2),
    "fourth": lambda: integral(lambda w: w**4),
    "sign": lambda: integral(lambda w: acb(1), low=0),
    "relu": lambda: integral(lambda w: w, low=0),
    "relu squared": lambda: integral(lambda w: w**2, low=0),
    "absolute": lambda: 2 * integral(lambda w: w, low=0),
}


@pytest.mark.parametrize("name", COMPUTED)
def test_facts_on_normal_numbers(name: str) -> None:
    """The value of each fact is what quadrature gives, in narrow balls."""
    found, said = COMPUTED[name](), enclose(NORMAL_FACTS[name].value, {}, 30)
    assert found.overlaps(said)
    assert found.rad() < arb("1e-8")


@pytest.mark.parametrize("angle", ["0.3", "1.2", "2.9"])
def test_arc_cosine_kernel(angle: str) -> None:
    at = arb(angle)
    found, said = of_two(at), enclose(NORMAL_FACTS["arc-cosine"].value, {"phi": at}, 30)
    assert found.overlaps(said)
    assert found.rad() < arb("1e-8")
    assert NORMAL_FACTS["arc-cosine"].value.free_symbols == {phi}


def test_all_facts_are_certified() -> None:
    assert {*COMPUTED, "arc-cosine"} == set(NORMAL_FACTS)


def test_independence_is_of_all_entries() -> None:
    """A sign, another, and their product are independent in pairs, and not together."""
    three = joined(SIGNS, SIGNS, SIGNS)
    tied = tuple((2 * p, a, b, c) for p, a, b, c in three if a * b == c)
    assert independent(three)
    assert not independent(tied)
    assert symmetric(three)
    assert not symmetric(tied)


def test_listed_laws_of_normal_moments() -> None:
    """E w_i^4 = 3 (E w_i^2)^2, and (w_1 w_2)^2 has the product of the means, for one and more weights."""
    listed = list(islice(normal_laws().small(), 40))
    assert {entries(law) for law in listed} >= {1, 2}
    for law in listed:
        squares = [mean(law, lambda w, i=i: w[i] ** 2) for i in range(entries(law))]
        assert [mean(law, lambda w, i=i: w[i] ** 4) for i in range(entries(law))] == [3 * s**2 for s in squares]
        if entries(law) > 1:
            assert mean(law, lambda w: w[0] ** 2 * w[1] ** 2) == squares[0] * squares[1]


def test_even_laws_need_no_independence() -> None:
    listed = list(islice(even_laws().small(), 40))
    assert {bool(independent(law)) for law in listed} == {True, False}
    assert is_law(((Fraction(1), Fraction(1)),), symmetric) is False
