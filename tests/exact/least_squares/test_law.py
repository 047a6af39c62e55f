"""Tests of random variables with moments: on finite data they are the rows that the primitives normalise."""

from itertools import islice

import pytest
from sympy import Rational, simplify

from theory.batchnorm import batchnorm, dot
from theory.papers.morwani20.data import Data, data_sets
from theory.papers.morwani20.derivatives import by_w, loss
from theory.papers.morwani20.law import Law, at_zero, t


def of_data(data: Data) -> Law:
    """X = x.w, V = x.v and the labels Y, with their moments over the data."""
    rows = {"X": data.row(data.w), "V": data.row(data.v), "Y": data.y}
    means = {name: sum(row) / data.n for name, row in rows.items()}
    return Law(means | {f"{a} {b}": dot(x, y) / data.n for a, x in rows.items() for b, y in rows.items()})


def test_bn_and_losses_agree() -> None:
    """BN(X) is BN of the row of X, a X + b; the mean loss of X + tV, and its derivatives are the data's."""
    for data in islice(data_sets(centred=False).small(), 5):
        law, gain = of_data(data), Rational(3, 2)
        found = law.bn(law["X"])
        for x, z in zip(data.row(data.w), batchnorm(data.row(data.w)), strict=True):
            assert simplify(found.subs(law["X"], x) - z) == 0
        J = law.loss(gain, law["X"] + t * law["V"])
        assert simplify(J.subs(t, 0) - loss(gain, data.w, data)) == 0
        assert simplify(at_zero(J, t) - by_w(gain, data.w, data.v, data)) == 0


def test_moments_that_are_not_given_are_missed() -> None:
    """A product without a mean is an error, and not 0."""
    law = Law({"X": 0, "X X": 1})
    with pytest.raises(KeyError):
        law.mean((law["X"] + law["Y"]) * law["X"])
