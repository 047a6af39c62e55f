"""Dual kernels: closed forms against balls and a second quadrature, balls that cover, and the maps over neurons."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from flint import arb, arb_mat, fmpq_mat
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, special
from sympy import Expr, ImmutableMatrix, Integer, Rational, asin, pi, symbols

from tests.refused import refused, whole
from tests.strategies import SETTINGS
from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.wide.duals import ACTIVATIONS, CLOSED, by_quadrature, dual, dual_ball
from theory.wide.gram_maps import gram_map, gram_map_balls

SLOPE = Rational(1, 5)
PLAIN = {
    "identity": lambda z: z, "relu": lambda z: np.maximum(z, 0), "leaky_relu": lambda z: np.where(z > 0, z, z / 5),
    "gelu": lambda z: z * special.ndtr(z), "erf": special.erf, "sin": np.sin, "tanh": np.tanh,
    "silu": lambda z: z * special.expit(z),
}  # fmt: skip
POINTS = [(1, 1, Rational(1, 2)), (2, Rational(1, 2), Rational(-3, 4)), (1, 1, 1), (3, 3, -3), (Rational(1, 4), 4, 0),
          (1, 1, Rational(99, 100))]  # fmt: skip


def ball(value: object) -> arb:
    return enclose(Rational(value), {}, 60)


def by_angle(name: str, a: float, b: float, c: float) -> float:
    """The same in polar coordinates, by SciPy: kinks lie at angles, which are given to it as ends."""
    rho = max(-1.0, min(1.0, c / (a * b) ** 0.5))
    turn, f = np.arccos(rho), PLAIN[name]

    def over_radius(angle: float) -> float:
        # E over the radius, of density r e^(-r^2/2), by Gauss's rule of many nodes on [0, 12]
        u, v = a**0.5 * RADII * np.cos(angle), b**0.5 * RADII * np.cos(angle - turn)
        return float((RADIAL * f(u) * f(v)).sum())

    ends = sorted({-np.pi, np.pi, *(np.angle(np.exp(1j * (s + np.pi / 2 * k))) for s in (0, turn) for k in (-1, 1))})
    parts = pairwise(ends)
    return sum(integrate.quad(over_radius, *part, epsabs=1e-12)[0] for part in parts) / (2 * np.pi)


_x, _w = np.polynomial.legendre.leggauss(400)
RADII = 6 * (_x + 1)
RADIAL = 6 * _w * RADII * np.exp(-(RADII**2) / 2)


@pytest.mark.parametrize("name", ACTIVATIONS)
@pytest.mark.parametrize("point", POINTS, ids=str)
def test_second_route(name: str, point: tuple[Expr, Expr, Expr]) -> None:
    """The closed form meets a narrow ball, and both the integral over the angle."""
    a, b, c = map(Rational, point)
    with precision(50):
        found = dual_ball(name, *map(ball, (a, b, c)), 15, ball(SLOPE))
    assert found.rad() < arb("1e-13")
    assert float(found.mid()) == pytest.approx(by_angle(name, *map(float, (a, b, c))), abs=1e-10)
    if name in CLOSED:
        assert enclose(dual(name, a, b, c, SLOPE), {}, 40).overlaps(found)


@settings(SETTINGS, max_examples=25)
@given(
    st.sampled_from(ACTIVATIONS), st.fractions(0, 3, max_denominator=4), st.fractions(0, 3, max_denominator=4),
    st.fractions(-1, 1, max_denominator=5),
)  # fmt: skip
def test_balls_cover(name: str, a: object, b: object, cosine: object) -> None:
    """A ball of arguments covers the values at psd points in it; few digits meet many."""
    with precision(40):
        a, b = ball(a), ball(b)
        c = ball(cosine) * (a * b).sqrt()
        fine = dual_ball(name, a, b, c, 12, ball(SLOPE))
        assert dual_ball(name, a, b, c, 2, ball(SLOPE)).overlaps(fine)
        some = arb(0, "1e-2")
        wide = dual_ball(name, a + some, b + some, c + some, 12, ball(SLOPE))
        assert wide.overlaps(fine)
        more = arb("1.005")
        assert wide.overlaps(dual_ball(name, a * more, b * more, c * more, 12, ball(SLOPE)))
        assert wide.rad() < arb("0.3")


def test_quadrature_digits() -> None:
    """tanh of equal points in one variable and of nearly equal ones in two meet; so do two precisions of silu."""
    with precision(60):
        one, near = arb(1), 1 - arb("1e-30")
        along = by_quadrature("tanh", one, one, one, True, 25)
        beside = by_quadrature("tanh", one, one, near, False, 25)
        assert along.rad() < arb("1e-25")
        assert beside.rad() < arb("1e-20")
        assert abs(along - beside) < arb("1e-19")
        half = arb("0.5")
        assert by_quadrature("silu", one, one, half, False, 8).overlaps(
            by_quadrature("silu", one, one, half, False, 25)
        )


G = [[4, 1, -1], [1, 1, 0], [-1, 0, 9]]


@pytest.mark.parametrize(
    "components", [("ln",), ("rc", "rms"), ("ln", "nl"), ("rms", "nl"), ("rc", "gn", "nl"), ("nl",)]
)
@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.parametrize(("gain", "eps"), [(None, 0), (3, Rational(1, 4))], ids=["plain", "eps"])
def test_maps_agree(name: str, components: tuple[str, ...], gain: int | None, eps: Rational) -> None:
    """The map in SymPy's numbers is in the map in balls."""
    exact = gram_map(ImmutableMatrix(G), components, name, slope=SLOPE, gain=gain, eps=eps)
    balls = gram_map_balls(fmpq_mat(G), components, 25, name, slope=SLOPE, gain=gain, eps=eps)
    assert exact.is_symmetric()
    for i in range(3):
        for j in range(3):
            assert enclose(exact[i, j], {}, 40).overlaps(balls[i, j])
            assert balls[i, j].rad() < arb("1e-20")


def test_maps_of_normalised_layers() -> None:
    """The three are one map, which forgets scales of points; RMS without nl gives correlations."""
    one = ImmutableMatrix([[4, 1], [1, 1]])
    scaled = ImmutableMatrix([[36, 6], [6, 4]])
    for components in (("ln", "nl"), ("rms", "nl"), ("gn", "nl")):
        assert gram_map(one, components, "erf") == gram_map(scaled, ("ln", "nl"), "erf")
    assert gram_map(one, ("rms",)) == ImmutableMatrix([[1, Rational(1, 2)], [Rational(1, 2), 1]])
    assert gram_map(one, ("rms", "nl"))[0, 0] == Rational(1, 2)
    assert gram_map(one, ("rms", "nl"), "erf")[0, 1] == 2 * asin(Rational(1, 3)) / pi
    x = symbols("x", positive=True)
    assert gram_map(ImmutableMatrix([[x, 0], [0, 1]]), ("ln", "nl"), "sin")[0, 1] == 0


def test_gelu_by_hand() -> None:
    """E gelu(g)^2 = 1/3 + 1/(2 pi sqrt 3)."""
    assert (
        dual("gelu", Integer(1), Integer(1), Integer(1)) - Rational(1, 3) - 1 / (2 * pi * 3 ** Rational(1, 2))
    ).equals(0)


test_refusals = refused(
    "What came, what was wanted, what to do.",
    (
        lambda: gram_map(ImmutableMatrix(G), ("ln", "nl"), "tanh"),
        "the dual kernel of tanh is not closed: take gram_map_balls, certified digits of it",
    ),
    (
        lambda: gram_map(ImmutableMatrix(G), ("ln", "nl"), "selu"),
        f"activation 'selu': dual kernels are known of {', '.join(ACTIVATIONS)}",
    ),
    (
        lambda: gram_map(ImmutableMatrix(G), ("in", "nl")),
        "component 'in': a channel has as many places at any width, so that no mean over it converges",
    ),
    (
        lambda: gram_map(ImmutableMatrix(G), ("ws", "nl")),
        "component 'ws': with a row of W less its mean a layer sees the covariance of its input over neurons, which a "
        "Gram matrix does not tell: no Gram map is known",
    ),
    (
        lambda: gram_map(ImmutableMatrix(G), ("rs", "ln")),
        "components ln, rs: the Gram map knows one of them at a time",
    ),
    (
        lambda: gram_map(ImmutableMatrix(G), ("rs", "nl"), "gelu"),
        "activation 'gelu' after rs: the Gram map knows relu alone there",
    ),
    (
        lambda: gram_map(ImmutableMatrix([[0, 0], [0, 1]]), ("ln",)),
        "normalising over neurons divides by zero: the Gram matrix (recentred where rc is on) has one at point 0",
    ),
    (
        lambda: gram_map_balls(arb_mat([[1, 0], [0, arb(0, 1)]]), ("ln",)),
        "normalising over neurons divides by zero: the Gram matrix (recentred where rc is on) has one at point 1",
    ),
    (
        lambda: dual_ball("tanh", arb(10**6), arb(2), arb(1), 10, arb(0)),
        "tanh at variances 1.000e+6 and 2.000 takes 95399 nodes in each of two variables for 10 digits: ask for fewer, "
        "or scale the Gram matrix",
    ),
    words=whole,
)  # fmt: skip
