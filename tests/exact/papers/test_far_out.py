"""What is said of one escaped point, of ReLU alone and of few directions for all sizes at once, beside single ones."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from flint import arb, arb_series
from sympy import pi

from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.papers.nachum24.dynamics import rescaled
from theory.papers.nachum24.dynamics.literal import far
from theory.papers.nachum24.dynamics.literal.layer import kernel, mapped
from theory.papers.nachum24.dynamics.literal.rays import at_angle, far_angle, zeros
from theory.papers.nachum24.rank import six_directions
from theory.papers.nachum24.rank.batches import growth, least_cone
from theory.wide.escaped import mean_angle


@pytest.mark.parametrize(("n", "s"), [(50, "48.5"), (7, "1.2")])
def test_the_equation_is_the_layer(n: int, s: str) -> None:
    """F_n(s) - s of the literal layer is p E/((n-2) q)."""
    with precision(30):
        at = arb(s)
        u = 1 + at * (n - 2)
        y, theta = (u - 1).sqrt(), ((1 - at) / u).acos()
        E = arb.pi() + y - y.atan() - mean_angle(theta) / 2 * (n * n + y * y) / (n - 1)
        values = {"more": arb(n - 3), "s": at, "y": y, "arctan": y.atan(), "theta": theta, "sine": u * theta.sin()}
        p, q = (enclose(part, values, 30) for part in far.as_equation()[:2])
        assert (p * E / ((n - 2) * q)).overlaps(mapped(n, at) - at)
        assert p > 0
        assert q > 0


@pytest.mark.parametrize("n", [far.LEAST])
def test_zeros_from_forty_on_are_those_of_isolation(n: int) -> None:
    """Two, by the literal layer's own equation."""
    assert len(zeros(n, 1).roots) == far.zeros_far()


def test_what_is_nowhere_true_is_not_covered() -> None:
    """E rises at y = 6, and is positive at y = 1/20, n = 100; not all of [0, 2] is below 1."""
    with precision(15):
        assert not far.falls(arb(6), arb(1))
        assert not far.negative(arb(20), arb("0.0005"))
        assert not far.covered(lambda x, _: bool(x < 1), arb(0).union(arb(2)), arb(0), 6)


@pytest.mark.parametrize("n", [1000])
def test_the_clusters_angle_lies_between_the_ends(n: int) -> None:
    """Of the ray that a change of sign finds: coefficients and what is left."""
    leading, (least, most) = far.cluster_angle()
    with precision(40):
        theta = far_angle(n, False, 40)
        H = at_angle(n, 1, theta)
        phi = rescaled.after_relu(H.across[1][1] / H.own[1]).acos()
        rest = phi - sum((enclose(c, {}, 40) / arb(n) ** (i + 1) for i, c in enumerate(leading)), arb(0))
        assert rest * arb(n) ** 4 > least
        assert rest * arb(n) ** 4 < most


@pytest.mark.parametrize("theta", ["0.01", "0.3", "1.5"])
def test_a_relu_adds_what_is_said(theta: str) -> None:
    """1/theta' - 1/theta is between 1/(3 pi) and that and theta/20."""
    assert rescaled.added((1, -1 / (3 * pi)))
    with precision(30):
        at = arb(theta)
        beyond = 1 / rescaled.after_relu(at.cos()).acos() - 1 / at - 1 / (3 * arb.pi())
        assert beyond > 0
        assert beyond < at / 20


def test_few_directions_are_those_of_flats() -> None:
    """p* over all flats is the formula that holds for all of at most six; with seven it need not."""
    for sides in product((0, 1), repeat=3):
        x = (Fraction(0), *(Fraction(t, 11) + side for t, side in zip((1, 3, 7), sides, strict=True)))
        assert growth(x) == min(Fraction(1, 2), Fraction(int(least_cone(x).p), int(least_cone(x).q)))
        assert six_directions.is_so((1, *(1 - 2 * side for side in sides)))
    assert not six_directions.is_so((1, -1, -1, 1, 1, -1, 1))


def test_the_remainder_of_the_saddles_gap() -> None:
    """The third Taylor coefficient in e = 1/n of e (F_n(n - c) - (n - c)) is below 100 on 0 <= e <= 1/100, c <= 5."""

    def remainder(e: arb, c: arb) -> arb:
        E = arb_series([e, 1], 4)
        square = (1 - c * E) * (1 - 2 * E)
        y, u = square.sqrt(), E * E + square  # times 1/e, 1/e^2
        kappa = kernel(arb(1), arb(1), (E * E - E * (1 - c * E)) / u)
        angle = arb.pi() / 2 - (E / y).atan()
        below = (1 - E) ** 3 - 2 / arb.pi() * (1 - E) ** 2 * (y - E * angle) + u * (E + (1 - 2 * E) * kappa)
        return (u * (1 - kappa) / below - (1 - c * E))[3]

    with precision(20):
        box = arb(0).union(arb(1) / 100), arb(0).union(arb(5))
        assert far.covered(lambda e, c: bool(abs(remainder(e, c)) < 100), *box)
