"""Widths, points and tolerance of the figures, and the cosines that the two initialisations give."""

from __future__ import annotations

from collections.abc import Iterator

from flint import arb
from sympy import Rational

from theory.wide.rescaling import relu_entry

POINTS, WIDTH = 32, 64
TOLERANCE = Rational(WIDTH, 2**23)  # float32: singular values below width * 2^-23 of the largest do not count


def he_cosines() -> Iterator[arb]:
    """Cosine of two points along a ReLU network with He weights, from orthogonal points of equal norm."""
    cosine = arb(0)
    while True:
        yield cosine
        cosine = relu_entry(arb(1), arb(1), cosine)


def default_cosines(width: int = WIDTH) -> Iterator[arb]:
    """The same with weights and biases uniform on +-1/sqrt(width), from points of unit mean square."""
    square, cosine, bias = arb(1), arb(0), arb(1) / (3 * width)
    while True:
        yield cosine
        before = square / 3 + bias
        square, cosine = before / 2, relu_entry(arb(1), arb(1), (square * cosine / 3 + bias) / before)


def least_singular_value(cosine: arb) -> arb:
    """Over the greatest, of `POINTS` points of equal norm and this cosine; all but the greatest are equal."""
    return ((1 - cosine) / (1 + (POINTS - 1) * cosine)).sqrt()
