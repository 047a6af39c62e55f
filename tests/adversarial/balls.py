"""Balls that are cut to points, compared by Python, or asked for a truth value that they do not have."""

from __future__ import annotations

from flint import arb, fmpq
from sympy import Integer, Rational, exp, log, sqrt

import bninit.api as api
from bninit.api import Integers, Rationals, enclose, n, t
from tests.adversarial.making import false, true

TINY = Rational(1, 10**40)
VERY_TINY = Rational(1, 10**400)


@false("=", Integer(1), {"n": Integers(1, 4)}, kind="certified")
def through_text(at):
    "1 + 10^-40 is 1, by the ten digits that a ball prints."
    return arb(enclose(1 + TINY, {}).str(10, radius=False))


@false("=", Integer(1), {"n": Integers(1, 4)}, kind="certified")
def through_a_middle(at):
    "1 + 10^-400 is 1, by the middle of a ball."
    return arb(enclose(1 + VERY_TINY, {}).mid())


@false("=", Integer(2), {"n": Integers(1, 4)}, kind="certified")
def floor_of_a_middle(at):
    "The floor of 2 - 10^-400 is 2, by the middle of a ball."
    return enclose(2 - VERY_TINY, {}).mid().floor()


@false("=", sqrt(2), {"n": Integers(1, 4)}, kind="certified")
def a_middle_with_a_radius_of_its_own(at):
    "3/2 is the root of 2, by a ball about it that is wide enough."
    return arb(1.5, 0.1)


@false("iff", n > 3, {"n": Integers(1, 8)}, kind="certified")
def a_truth_value_in_an_iff(at):
    "sqrt(n)^2 > 3 just where n > 3: bool(..) of a comparison that is undecided at 3 reads as no. So n^2/n >= 3 does."
    return bool(enclose(sqrt(at.n), {}) ** 2 >= 3)


@true("iff", n > 3, {"n": Integers(1, 8)})
def an_exact_truth_value_in_an_iff(at):
    "n^2 > 9 just where n > 3."
    return bool(at.n**2 > 9)


@false("iff", n > 3, {"n": Integers(1, 8)})
def another_end_in_an_iff(at):
    "n^2 >= 9 just where n > 3."
    return bool(at.n**2 >= 9)


@false("<=", Integer(2), {"n": Integers(1, 30)}, kind="certified")
def a_greatest_by_max(at):
    "max(2, (sqrt n)^2) is at most 2 for n to 30, by Python's max."
    return max(arb(2), arb(fmpq(2)) + (arb(int(at.n)).sqrt() ** 2 - int(at.n)) + fmpq(1, 10**60))


@true("<", Integer(2), {"n": Integers(1, 30)}, kind="certified")
def a_geometric_sum(at):
    "1 + 1/2 + .. + 1/2^n is below 2."
    return sum((arb(1) / 2**i for i in range(int(at.n) + 1)), arb(0))


@false("<", Integer(2), {"n": Integers(1, 30)}, kind="certified")
def a_geometric_sum_with_one_too_many(at):
    "1/2^n + 1 + 1/2 + .. + 1/2^n is below 2: it is 2."
    return sum((arb(1) / 2**i for i in range(int(at.n) + 1)), arb(0)) + arb(1) / 2 ** int(at.n)


@true("<=", Integer(2), {"n": Integers(1, 12)}, kind="certified")
def equality_everywhere_in_balls(at):
    "1/2^n + 1 + 1/2 + .. + 1/2^n is at most 2: it is 2."
    return sum((arb(1) / 2**i for i in range(int(at.n) + 1)), arb(0)) + arb(1) / 2 ** int(at.n)


@true("<=", Integer(3), {"n": Integers(1, 12)}, kind="certified")
def greatest_of_numbers_and_balls(at):
    "max(3, (1 + 1/n)^n) is at most 3, by `greater`."
    return api.greater(3, (1 + arb(1) / int(at.n)) ** int(at.n))


@false("<", Integer(3), {"n": Integers(1, 12)}, kind="certified")
def greatest_below_its_own_floor(at):
    "max(3, (1 + 1/n)^n) is below 3, by `greater`."
    return api.greater(3, (1 + arb(1) / int(at.n)) ** int(at.n))


@true("=", Integer(1), {"n": Integers(4, 12)}, kind="certified")
def an_indicator(at):
    "1{sqrt n - 3/2 > 0} is 1 for n >= 4, by `one_if`."
    return api.one_if(arb(int(at.n)).sqrt() - fmpq(3, 2))


@false("=", log(2), {"n": Integers(1, 4)}, kind="certified")
def equal_to_forty_digits(at):
    "log 2 + 10^-40 is log 2."
    return enclose(log(2) + TINY, {}, 80)


@true("=", log(2), {"n": Integers(1, 4)}, kind="certified")
def a_logarithm_in_two_ways(at):
    "-log(1/2) is log 2."
    return -enclose(log(Rational(1, 2)), {})


@false("<=", exp(t), {"t": Rationals(least=-2, most=2)}, kind="certified")
def a_tangent_that_crosses(at):
    "1 + t + 10^-30 is at most e^t: not at 0."
    return enclose(1 + t + Rational(1, 10**30), {"t": at.t}, 60)


@true("<=", exp(t), {"t": Rationals(least=-2, most=2)}, kind="certified")
def a_tangent_that_touches(at):
    "1 + t is at most e^t, with equality at 0."
    return enclose(1 + t, {"t": at.t}, 60)


@true("in", (Integer(2), Integer(3)), {"n": Integers(1, 12)}, kind="certified")
def a_power_between(at):
    "(1 + 1/n)^n lies in [2, 3], at 2 for n = 1."
    return (1 + arb(fmpq(1, int(at.n)))) ** int(at.n)


@true("iff", n >= 4, {"n": Integers(1, 8)}, kind="certified")
def an_order_of_balls_that_is_decided(at):
    "sqrt n is above 19/10 just where n >= 4."
    return bool(arb(int(at.n)).sqrt() > arb(19) / 10)


@true("<", Rational(1, 10**39), {"n": Integers(1, 4)}, kind="certified")
def a_difference_of_balls(at):
    "log 2 + 10^-40 - log 2 is below 10^-39."
    return enclose(log(2) + TINY, {}, 80) - enclose(log(2), {}, 80)
