"""Growth of gradients in wide networks with batch normalization, exactly."""

from __future__ import annotations

import pytest
from sympy import Rational, acos, limit, oo, pi, simplify, sqrt, symbols

from theory.exact.expressions import enclose
from theory.notation import n
from theory.wide.gradient_growth import gradient_growth, gradient_growth_limit


def test_growth() -> None:
    """At four points 2, and by kernels with ReLU; at width d the factor (1 - 2/d); above its limit by 1.5914/n."""
    assert gradient_growth(4, "identity") == 2
    assert gradient_growth(10, "identity", 9) == Rational(8, 9)
    assert limit(gradient_growth(n, "identity"), n, oo) == gradient_growth_limit("identity") == 1
    a = acos(Rational(1, 3)) / pi  # the slope; the kernel is (2 sqrt 2 - arccos(1/3))/(3 pi)
    kappa = 2 * sqrt(2) / (3 * pi) - a / 3
    assert abs(enclose(gradient_growth(4) - (2 + kappa + a) / (1 - kappa), {}, 40)) < 1e-35
    d = symbols("d", integer=True, positive=True)
    assert simplify(gradient_growth(n, "relu", d) / gradient_growth(n) - 1 + 2 / d) == 0
    excess = 10**6 * enclose(gradient_growth(10**6) - gradient_growth_limit(), {}, 40)
    assert abs(excess - enclose(pi / (pi - 1) * (Rational(3, 2) + 1 / pi - pi / (2 * (pi - 1))), {}, 40)) < 1e-5


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
