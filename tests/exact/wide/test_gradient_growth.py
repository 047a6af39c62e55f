"""Growth of gradients in wide networks with batch normalization, exactly."""

from __future__ import annotations

import pytest
from sympy import Rational, acos, limit, oo, pi, simplify, sqrt, symbols

from theory.exact.expressions import enclose
from theory.notation import n
from theory.wide.gradient_growth import gradient_growth, gradient_growth_limit, mean_direction


def test_linear_growth_at_four_points_and_for_every_size() -> None:
    """(n - 2)/(n - 3): 2 at four points, 1 in the limit."""
    assert gradient_growth(4, "identity") == 2
    assert limit(gradient_growth(n, "identity"), n, oo) == gradient_growth_limit("identity") == 1


def test_relu_growth_at_four_points() -> None:
    """At n = 4 the kernel is (2 sqrt 2 - arccos(1/3))/(3 pi), its slope arccos(1/3)/pi."""
    a = acos(Rational(1, 3)) / pi
    kappa, slope = 2 * sqrt(2) / (3 * pi) - a / 3, a
    wanted = (2 + kappa + slope) / (1 - kappa)
    assert abs(enclose(gradient_growth(4) - wanted, {}, 40)) < 1e-35


@pytest.mark.parametrize("far", [10**4, 10**6])
def test_relu_growth_tends_to_its_limit(far: int) -> None:
    """It stays above pi/(pi - 1), by 1.5914/n to leading order."""
    excess = far * enclose(gradient_growth(far) - gradient_growth_limit(), {}, 40)
    assert abs(excess - enclose(pi / (pi - 1) * (Rational(3, 2) + 1 / pi - pi / (2 * (pi - 1))), {}, 40)) < 10 / far


def test_a_width_of_its_own_takes_two_in_d() -> None:
    """The growth at width d is (1 - 2/d) of the limit of large width, symbols or numbers."""
    d = symbols("d", integer=True, positive=True)
    assert simplify(gradient_growth(n, "relu", d) / gradient_growth(n) - 1 + 2 / d) == 0
    assert gradient_growth(10, "identity", 9) == Rational(8, 9)


@pytest.mark.parametrize("size", [4, 5, 10, 100, 10_000])
def test_constant_rows_shrink(size: int) -> None:
    """What is constant over the batch is cut to between 0.26 and 0.39 by the first layer back."""
    assert 0.26 < float(mean_direction(size)) < 0.39


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((2,), "gradients are 0"),
        ((3,), "the mean is infinite"),
        ((1,), "no batch is so large"),
        ((Rational(9, 2),), "whole number of points from 4 on"),
        ((10, "tanh"), "activation 'tanh': wanted one of identity, relu"),
        ((10, "relu", 9), "whole number of rows from 10 on"),
        ((10, "identity", 8), "whole number of rows from 9 on"),
    ],
)
def test_refused_in_a_sentence(args: tuple[object, ...], words: str) -> None:
    """What has no such growth is refused, with why."""
    with pytest.raises(ValueError, match=words):
        gradient_growth(*args)
    if len(args) > 1 and args[1] == "tanh":
        with pytest.raises(ValueError, match=words):
            gradient_growth_limit(*args[1:])
