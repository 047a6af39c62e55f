"""Rows relu(RC(w^T X)) of planar points and a Gaussian w, by the sectors of w in which they are linear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

from flint import arb, fmpq
from sympy import Expr, Rational

from theory.batchnorm import Row, recentre, relu
from theory.domains.composite import composite
from theory.domains.numbers import Choose
from theory.exact.rationals import to_fmpq

Vector = tuple[Fraction, Fraction]
Form = tuple[Expr, Expr]
"""c . w as c."""


@dataclass(frozen=True)
class Sector:
    """All w between two directions, less than half a turn from each other.

    Attributes
    ----------
    forms : for each point, the linear function of w that its image is.
    """

    start: Vector
    end: Vector
    forms: tuple[Form, ...]

    @property
    def turn(self) -> arb:
        """Its angle."""
        (a, b), (c, d) = ([to_fmpq(e) for e in v] for v in (self.start, self.end))
        return arb.atan2(arb(a * d - b * c), arb(a * c + b * d))

    @property
    def moments(self) -> tuple[arb, arb, arb]:
        """E[w_1^2; w inside], E[w_1 w_2; ..], E[w_2^2; ..] for a standard normal w."""
        (s, c), (s2, c2) = (_double(v) for v in (self.start, self.end))
        half, pi = self.turn / 2, arb.pi()
        sines, cosines = (s2 - s) / 4, (c - c2) / 4
        return (half + sines) / pi, arb(cosines) / pi, (half - sines) / pi

    def product(self, f: Form, g: Form) -> arb:
        """E[f g; w inside]."""
        a, b, c = self.moments
        (p, q), (r, s) = ([to_fmpq(e) for e in form] for form in (f, g))
        return a * (p * r) + b * (p * s + q * r) + c * (q * s)


def _double(v: Vector) -> tuple[fmpq, fmpq]:
    """Sine and cosine of twice the angle."""
    x, y = (to_fmpq(e) for e in v)
    return 2 * x * y / (x * x + y * y), (x * x - y * y) / (x * x + y * y)


@cache
def sectors(points: tuple[Vector, ...], times: tuple[int, ...] = ()) -> tuple[Sector, ...]:
    """The sectors between the directions at which an entry of RC(w^T X) vanishes, and the axes.

    times : how often each point occurs; once by default.
    """
    many = times or (1,) * len(points)
    centred = [recentre([_number(x[i]) for x in points], many) for i in (0, 1)]
    normals = [(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))]
    normals += [(_fraction(a), _fraction(b)) for a, b in zip(*centred, strict=True) if a or b]
    edges = sorted({_unit(sign * -b, sign * a) for a, b in normals for sign in (1, -1)}, key=_round)
    return tuple(_sector(*ends, centred) for ends in pairwise([*edges, edges[0]]))


def _sector(u: Vector, v: Vector, centred: Sequence[Row]) -> Sector:
    first, second = (
        relu([_number(w[0]) * a + _number(w[1]) * b for a, b in zip(*centred, strict=True)]) for w in (u, v)
    )
    det = _number(u[0] * v[1] - u[1] * v[0])
    forms = tuple(
        ((p * _number(v[1]) - q * _number(u[1])) / det, (q * _number(u[0]) - p * _number(v[0])) / det)
        for p, q in zip(first, second, strict=True)
    )
    return Sector(u, v, forms)


def _unit(x: Fraction, y: Fraction) -> Vector:
    """The direction with |x| + |y| = 1."""
    size = abs(x) + abs(y)
    return x / size, y / size


def _round(v: Vector) -> Fraction:
    """Increases with the angle, from 0 to 4, on |x| + |y| = 1."""
    x, y = v
    return y % 4 if x > 0 or (x == 0 and y > 0) else 2 - y


def _number(x: Any) -> Rational:
    return Rational(int(x.numerator), int(x.denominator))


def _fraction(x: Any) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def difference(f: Form, g: Form) -> Form:
    return f[0] - g[0], f[1] - g[1]


def mean_square_difference(points: tuple[Vector, ...], times: tuple[int, ...], pair: tuple[int, int]) -> arb:
    """E (x_i' - x_j')^2 of one neuron."""
    forms = ((sector, difference(*(sector.forms[i] for i in pair))) for sector in sectors(points, times))
    return sum((sector.product(form, form) for sector, form in forms), arb(0))


@composite("in Z^2, not 0", has=lambda v: isinstance(v, tuple) and len(v) == 2 and any(v))
def plane_vectors(choose: Choose) -> tuple[int, int]:
    return choose(-9, 9), choose(-9, 9)


def _are_planar(points: object) -> bool:
    return isinstance(points, tuple) and len(set(points)) >= 3 and all(len(p) == 2 for p in points)


@composite("= n points of Z^2, 3 or more of them different", has=_are_planar)
def planar_points(choose: Choose) -> tuple[tuple[int, int], ...]:
    return tuple((choose(-9, 9), choose(-9, 9)) for _ in range(choose(3, 5)))
