"""Growth of gradients in wide networks with batch normalization, exactly."""

from __future__ import annotations

import pytest
from sympy import Rational

from theory.wide.gradient_growth import gradient_growth, gradient_growth_limit


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
