"""The literal layer back at a symmetric fixed point, pair of points by pair of points, in balls.

A row of preactivations is x = sqrt(q) g + a multiple of 1, g ~ N(0, P) in n - 1 dimensions, P = I - J/n, and q is
Q_11 - Q_12 of the mean Gram matrix Q that the layer itself makes. With y = BN(x) = sqrt(n) g/|g| and the slopes
D = phi'(y) the gradient by x is J D delta, J = (P - y y^T/n)/sigma, sigma = sqrt(q/n)|g|, so that

    E|J D delta|^2 = (n/q) E[1/|g|^2] sum_ij delta_i delta_j (P_ij E[D_i D_j] - E[D_i D_j y_i y_j]/n),

length and direction of g being independent. A pair (g_i, g_j) is normal in the plane: arcs on which signs are constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from flint import acb, arb
from sympy import Symbol

from theory.batchnorm import relu
from theory.claim import Locator
from theory.exact.rationals import ball
from theory.notation import n
from theory.papers.yang19 import YANG19
from theory.term.named import named
from theory.wide.gradient_growth import gradient_growth

ABSTRACT = Locator(YANG19, "abstract: gradients grow exponentially in depth, whatever the variance of the weights")
RATES = Locator(YANG19, "rates of gradient growth at the symmetric fixed points")
WIDE = ("infinite width, d = m", "W i.i.d. Gaussian of any variance, drawn anew for the backward pass")
AT_LINEAR = (*WIDE, "the symmetric fixed point, cosine -1/(n-1)", "rows of the gradient sum to 0", "n >= 4")
AT_RELU = (*WIDE, "the symmetric fixed point, cosine kappa(-1/(n-1))", "rows of the gradient sum to 0", "n >= 4")
DIGITS = 40
STEP = Symbol("step", real=True)
"""Along which BN is differentiated."""
LINEAR, RELU = gradient_growth(n, "identity"), gradient_growth(n)


class Pair(NamedTuple):
    """E D_i D_j and E D_i D_j g_i g_j."""

    slopes: arb
    products: arb


def slopes(activated: bool) -> tuple[arb, arb]:
    """Of the activation above and below 0."""
    return (ball(relu((1,))[0]), -ball(relu((-1,))[0])) if activated else (arb(1), arb(1))


GROWTH = "J the derivative of BN, D that of ReLU, x ~ N(0, n/(n − 1) P), δ = (1, −1, 0, ..), n points"


def same(n: int, activated: bool) -> Pair:
    """Of one point."""
    above, below = slopes(activated)
    square = (above * above + below * below) / 2
    return Pair(square, square * (n - 1) / n)


def two(n: int, activated: bool) -> Pair:
    """Of two points, of correlation -1/(n-1): integrals over the four arcs of the circle between zeros."""
    above, below = slopes(activated)
    apart, right = (arb(-1) / (n - 1)).acos(), arb.pi() / 2
    ends = (-right, apart - right, right, apart + right, 3 * right)
    signs = ((above, below), (above, above), (below, above), (below, below))
    found = [arb(0), arb(0)]
    for (a, b), (one, other) in zip(pairwise(ends), signs, strict=True):
        product = acb.integral(lambda t, _: t.cos() * (t - apart).cos(), acb(a), acb(b)).real
        found[0] += one * other * (b - a)
        found[1] += one * other * product
    turn = 2 * arb.pi()
    # the square of the length in the plane has mean 2
    return Pair(found[0] / turn, found[1] / turn * 2 * (n - 1) / n)


def spread(n: int, activated: bool) -> arb:
    """q = Q_11 - Q_12 of Q = E[phi(y) phi(y)^T], y = sqrt(n) g/|g|, E|g|^2 = n - 1; phi(y) = D y."""
    return (same(n, activated).products - two(n, activated).products) * n / (n - 1)


def mean_square(delta: Sequence[tuple[int, Any]], n: int, activated: bool) -> arb:
    """E|J D delta|^2 of a row delta of n entries, (place, value) of those that are not 0."""
    one, other = same(n, activated), two(n, activated)
    total = arb(0)
    for i, a in delta:
        for j, b in delta:
            pair, weight = (one, 1 - arb(1) / n) if i == j else (other, -arb(1) / n)
            total += ball(a) * ball(b) * (weight * pair.slopes - pair.products / (n - 1))
    return total * n / spread(n, activated) / (n - 3)


def growth(n: Any, activated: bool) -> arb:
    """E|J D delta|^2/|delta|^2 for delta = (1, -1, 0, ..); without D unless `activated`."""
    return _growth(n) if activated else _growth_of_linear(n)


@named("E|J D δ|²/|δ|²_{0}", r"\mathbb E|J D\delta|^2/|\delta|^2_{{n={0}}}", means=GROWTH)
def _growth(n: int) -> arb:
    return _mean_growth(n, True)


@named("E|J δ|²/|δ|²_{0}", r"\mathbb E|J\delta|^2/|\delta|^2_{{n={0}}}", means=GROWTH)
def _growth_of_linear(n: int) -> arb:
    return _mean_growth(n, False)


def _mean_growth(n: int, activated: bool) -> arb:
    return mean_square([(0, 1), (1, -1)], n, activated) / 2
