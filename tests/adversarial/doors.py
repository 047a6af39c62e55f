"""Other doors by which rounded numbers come in, and the exact numbers that look like them."""

from __future__ import annotations

import operator
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from statistics import median

import mpmath
import numpy as np
import sympy
from flint import arb, fmpq, fmpz
from sympy import Integer, Rational, sqrt

from bninit.api import Integers, Rationals, Values, enclose, n, t
from tests.adversarial import helper
from tests.adversarial.making import false, true

LARGE = Integers(10**17 + 1, 10**17 + 3)
TINY = Rational(1, 10**20)


def fraction(q):
    return Fraction(int(q.p), int(q.q))


@false("=", Integer(0), {"n": LARGE})
def a_negative_power_of_an_integer(at):
    "n^-1 - 1/(n + 1) is 0, by Python's powers of integers."
    return Rational(int(at.n) ** -1 - (int(at.n) + 1) ** -1)


@true("=", Integer(0), {"n": LARGE})
def a_negative_power_of_a_fraction(at):
    "n^-1 - 1/n is 0, by Fractions."
    q = Fraction(int(at.n)) ** -1
    return Rational((q - Fraction(1, int(at.n))).numerator)


@false("=", Integer(0), {"n": LARGE})
def division_by_operator(at):
    "1 - n/(n + 1) is 0, by operator.truediv."
    return Integer(1) - Rational(reduce(operator.truediv, [int(at.n), int(at.n) + 1]))


@true("=", 1 / (n + 1), {"n": LARGE})
def division_by_operator_of_exact_numbers(at):
    "1 - n/(n + 1) is 1/(n + 1), by operator.truediv of SymPy's numbers."
    return 1 - reduce(operator.truediv, [at.n, at.n + 1])


@false("=", n - 1, {"n": LARGE})
def a_median(at):
    "The median of n and n + 1 is n - 1, by statistics."
    return Integer(int(median([int(at.n), int(at.n) + 1])))


@false("=", n - 1, {"n": LARGE})
def a_mean_of_floats(at):
    "The mean of n, n and n is n - 1, by statistics in a helper."
    return Integer(int(helper.mean_by_statistics([int(at.n)] * 3)))


@false("=", Rational(3333333333, 10**10), {"n": Values(20, 21)})
def ten_digits_in_another_module(at):
    "1/3 is 3333333333/10^10, by text in a helper."
    return Rational(*helper.by_ten_digits(Fraction(1, 3)).as_integer_ratio())


@false("=", Integer(44), {"n": Values(1, 2)})
def a_byte_that_overflows(at):
    "100 + 100 + 100 is 44, in integers of one byte in a helper."
    return helper.sum_in_one_byte([100, 100, 100])


@true("=", Integer(300), {"n": Values(1, 2)})
def an_array_of_objects(at):
    "100 + 100 + 100 is 300, by an array of Python's integers."
    return helper.sum_of_array([100, 100, 100])


@false("=", Integer(0), {"n": Values(1, 2)})
def the_order_of_keys(at):
    "The greater of 1 and 1 + 10^-20, by the order of their floats in a helper, less 1, is 0."
    return Rational(*helper.sorted_by_float([1 + Fraction(1, 10**20), Fraction(1)])[-1].as_integer_ratio()) - 1


@true("=", TINY, {"n": Values(1, 2)})
def the_order_of_fractions(at):
    "The greater of 1 and 1 + 10^-20, less 1, is 10^-20."
    return Rational(*max(1 + Fraction(1, 10**20), Fraction(1)).as_integer_ratio()) - 1


@false("=", Integer(1), {"n": Values(20, 30)})
def mpmath_to_fifteen_digits(at):
    "1 + 10^-n is 1, by mpmath."
    return Rational(str(mpmath.nstr(mpmath.mpf(1) + mpmath.mpf(10) ** -int(at.n), 15)))


@false("=", Integer(1), {"n": Values(40, 50)})
def decimals(at):
    "1 + 10^-n is 1, by Decimals of 28 digits."
    return Rational(str(Decimal(1) + Decimal(10) ** -int(at.n)))


@false("=", sqrt(2), {"n": Values(20, 30)})
def nsimplify(at):
    "sqrt 2 + 10^-n is sqrt 2, by nsimplify."
    return sympy.nsimplify(sympy.Float(sqrt(2) + Rational(1, 10**at.n), 15), [sqrt(2)])


@false("=", Integer(1), {"n": Values(20, 30)})
def lambdify(at):
    "1 + 10^-n is 1, by lambdify."
    return Integer(round(sympy.lambdify(n, 1 + 10 ** (-1.0 * n))(int(at.n)) * 10**9)) / 10**9


@false("=", Integer(0), {"n": Values(200, 300)})
def underflow(at):
    "(10^-n)^2 is 0, by NumPy."
    return Integer(int(np.float64(10) ** -int(at.n) * np.float64(10) ** -int(at.n) > 0))


@false("=", n - 1, {"n": LARGE})
def an_array_of_floats(at):
    "n is n - 1, as the entry of an array with a half in it."
    return Integer(int(np.array([int(at.n), Fraction(1, 2)], dtype="d").max()))


@true("=", n**2, {"n": LARGE})
def whole_numbers_of_flint(at):
    "n n is n^2, by FLINT."
    return int(fmpz(int(at.n)) * fmpz(int(at.n)))


@true("=", t / 3, {"t": Rationals(least=0, most=1)})
def rationals_of_flint(at):
    "t/3, by FLINT."
    q = fmpq(int(at.t.p), int(at.t.q)) / 3
    return Rational(int(q.p), int(q.q))


@true("=", 2 * t, {"t": Rationals(least=0, most=1)})
def a_mean_of_fractions(at):
    "The sum of t and t is 2 t, by Fractions."
    q = sum([fraction(at.t), fraction(at.t)])
    return Rational(q.numerator, q.denominator)


@true("=", n // 1, {"n": Integers(1, 9)})
def floor_division(at):
    "n // 1 is n."
    return int(at.n) // 1


@false("=", Integer(1), {"n": Values(20, 30)}, kind="certified")
def a_ball_of_a_float(at):
    "1 + 10^-n is 1, by a float that a ball is made of."
    return arb(float(1 + Rational(1, 10**at.n)))


@false("=", Rational(1, 10), {"n": Values(1, 2)}, kind="certified")
def a_ball_of_a_decimal_float(at):
    "0.1 is 1/10 in balls: the float is not."
    return arb(0.1)


@true("=", Rational(1, 10), {"n": Values(1, 2)}, kind="certified")
def a_ball_of_a_decimal_text(at):
    "0.1 is 1/10 in balls, by its text."
    return arb("0.1")


@false("=", Integer(1), {"n": Values(20, 30)}, kind="certified")
def a_ball_through_a_float(at):
    "1 + 10^-n is 1, by float(..) of a ball."
    return arb(int(float(enclose(1 + Rational(1, 10**at.n), {}, 60)) * 2**30)) / 2**30


@false("=", Integer(1), {"n": Values(400, 500)}, kind="certified")
def a_ball_at_its_lower_end(at):
    "1 + 10^-n is 1, by the upper end of a ball, rounded down."
    return (enclose(1 + Rational(1, 10**at.n), {}).upper() - arb(10) ** -20).ceil()


@false(">", Integer(0), {"n": Values(400, 500)}, kind="certified")
def overlaps_taken_for_equality(at):
    "1/2 where two balls overlap that are 10^-n apart, else -1, is above 0."
    a, b = enclose(Integer(1), {}), enclose(1 + Rational(1, 10**at.n), {})
    return arb(1) / 2 if a.overlaps(b) and b.contains(1) else arb(-1)


@false("=", Integer(0), {"n": Values(400, 500)}, kind="certified")
def contains_taken_for_equality(at):
    "Whether 1 + 10^-n is another number than 1 is 0, as the ball of it contains 1."
    return arb(0 if enclose(1 + Rational(1, 10**at.n), {}).contains(1) else 1)


@false("=", Integer(1), {"n": Values(400, 500)}, kind="certified")
def the_only_integer_in_a_ball(at):
    "1 + 10^-n is 1, the only integer in its ball."
    return arb(enclose(1 + Rational(1, 10**at.n), {}).unique_fmpz())


@true("=", Integer(1), {"n": Values(400, 500)}, kind="certified")
def the_floor_of_a_ball(at):
    "The floor of 3/2 + 10^-n is 1, in balls."
    return enclose(Rational(3, 2) + Rational(1, 10**at.n), {}).floor()


@true("=", n * (n + 1) / 2, {"n": Integers(1, 30)})
def a_sum_with_floor_division(at):
    "1 + .. + n is n (n + 1)/2, by //, exact as one of the factors is even."
    return int(at.n) * (int(at.n) + 1) // 2


@true("=", Integer(1), {"n": Integers(400, 402)})
def an_exact_order(at):
    "1 + 10^-n is above 1, by Fractions."
    return int(1 + Fraction(1, 10 ** int(at.n)) > 1)


@true(">", Integer(1), {"n": Integers(400, 402)}, kind="certified")
def a_ball_with_digits_enough(at):
    "1 + 10^-n is above 1, in balls of 600 digits."
    return enclose(1 + Rational(1, 10**at.n), {}, 600)


@true("=", 2**n, {"n": Integers(60, 70)})
def powers_beyond_machine_integers(at):
    "1 << n is 2^n, by Python's integers."
    return 1 << int(at.n)


@true("=", sqrt(n), {"n": Integers(1, 9)}, kind="certified")
def a_root_in_balls(at):
    "The root of n, by FLINT."
    return arb(int(at.n)).sqrt()
