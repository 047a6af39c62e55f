"""Instances of daneshmand21 along depth: the mean map by the trapezoidal rule."""

from itertools import islice

import pytest
from flint import arb
from sympy import Rational

from theory.exact.certify import precision
from theory.orthogonality.closed_forms import one_against_ball
from theory.orthogonality.mean_map import orbit as by_integral
from theory.papers.daneshmand21.theorem.infinite_width import orbit, share


@pytest.mark.parametrize("size", [2, 4, 6, 16])
@pytest.mark.parametrize("ratio", ["1/1000", "1/3", "1", "11/10", "50", "100000"])
def test_share_is_the_hypergeometric_one(size: int, ratio: str) -> None:
    """The share of one eigenvalue against n - 1 equal ones: a narrow ball that meets 2F1's, also near a pole."""
    with precision(40):
        value = Rational(ratio)
        ball = arb(int(value.p)) / int(value.q)
        found, other = share(ball, size), one_against_ball(ball, size)
        assert found.overlaps(other)
        assert found.rad() < arb("1e-25")


def test_orbits_agree() -> None:
    """Layers by the trapezoidal rule and by the integral of the mean map."""
    for (low, _), (other, _) in zip(
        orbit(4, Rational(1, 10), 5, 40), islice(by_integral([1, 3], 30, multiplicities=[1, 3]), 6), strict=True
    ):
        assert low.overlaps(other)
