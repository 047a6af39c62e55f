"""Letters that an instance determines: by the left side's own formula, or by another."""

from __future__ import annotations

from sympy import Integer, Rational, Symbol

from bninit.api import Batches, Integers, Rationals, batchnorm, n, t
from tests.adversarial.making import false, true

a, b, y = Symbol("a", real=True), Symbol("b", real=True), Symbol("y", real=True)
SHORT = Batches(Integers(2, 4))


def number(q):
    return Rational(q.numerator, q.denominator)


def least_square(row):
    return min(number(x) ** 2 for x in row)


@true("=", a, {"x": SHORT}, letters={"a": lambda at: least_square(at["x"])}, unearned=True)
def a_letter_that_is_the_left_side(at):
    "The least square is a, where a is the least square: says nothing."
    return least_square(at.x)


@true("=", 2 * a, {"t": Rationals(least=0)}, letters={"a": lambda at: at["t"] ** 2 / 2}, unearned=True)
def half_of_the_left_side(at):
    "t^2 is 2 a, where a is t^2/2."
    return at.t**2


@false("=", a, {"x": SHORT}, letters={"a": lambda at: number(min(at["x"])) ** 2})
def the_square_of_the_least(at):
    "The least square is the square of the least, a."
    return least_square(at.x)


@false("=", b - a, {"x": SHORT}, letters={"a": lambda at: number(at["x"][0]), "b": lambda at: number(at["x"][-1])})
def the_range_by_first_and_last(at):
    "The range of a batch is the last less the first."
    return number(max(at.x) - min(at.x))


@true("=", b - a, {"x": SHORT}, letters={"a": lambda at: number(min(at["x"])), "b": lambda at: number(max(at["x"]))})
def the_range(at):
    "The greatest distance of two points is the greatest less the least."
    return max(number(p - q) for p in at.x for q in at.x)


@false("=", n, {"x": SHORT}, letters={"n": lambda at: len(set(at["x"]))})
def distinct_points_for_points(at):
    "The squared entries after BN sum to the number of distinct points."
    return sum(z**2 for z in batchnorm(at.x))


@true("=", n, {"x": SHORT}, letters={"n": lambda at: len(at["x"])})
def points(at):
    "The squared entries after BN sum to the number of points."
    return sum(z**2 for z in batchnorm(at.x))


@false("=", y, {"t": Rationals(least=-2, most=2)}, letters={"y": lambda at: abs(at["t"])})
def a_letter_with_a_sign(at):
    "t is y = |t| on [-2, 2]."
    return at.t


@false("=", Integer(0), {"x": SHORT}, letters={"a": lambda at: Integer(0)})
def a_letter_that_is_not_used(at):
    "The first entry after BN is 0."
    return batchnorm(at.x)[0]


@true("<=", y, {"t": Rationals(least=-2, most=2)}, letters={"y": lambda at: abs(at["t"])})
def at_most_its_absolute_value(at):
    "t is at most y = |t|."
    return at.t


@false("<=", t - 1, {"t": Rationals(least=0, most=1), "y": Rationals(least=0, most=1)})
def a_letter_of_another(at):
    "y is at most t - 1 on the unit square."
    return at.y
