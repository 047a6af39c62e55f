"""Growth of gradients in wide networks with batch normalization, exactly."""

from __future__ import annotations

from sympy import Rational

from tests.refused import refused
from theory.wide.gradient_growth import gradient_growth, gradient_growth_limit

test_refusals = refused(
    "What has no such growth is refused, with why.",
    (lambda: gradient_growth(2), "gradients are 0"),
    (lambda: gradient_growth(3), "the mean is infinite"),
    (lambda: gradient_growth(1), "no batch is so large"),
    (lambda: gradient_growth(Rational(9, 2)), "whole number of points from 4 on"),
    (lambda: gradient_growth(10, "tanh"), "activation 'tanh': wanted one of identity, relu"),
    (lambda: gradient_growth_limit("tanh"), "activation 'tanh': wanted one of identity, relu"),
    (lambda: gradient_growth(10, "relu", 9), "whole number of rows from 10 on"),
    (lambda: gradient_growth(10, "identity", 8), "whole number of rows from 9 on"),
)
