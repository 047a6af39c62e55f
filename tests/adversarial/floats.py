"""Floats and machine integers that make exact numbers: in NumPy, in SymPy, in another module, by division."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import sympy
from flint import fmpq_mat
from sympy import Integer, Rational, factorial, log, sqrt

from bninit.api import Integers, Rationals, Values, n, t
from tests.adversarial import helper
from tests.adversarial.making import false, true

TINY = Rational(1, 10**20)


@false("=", Integer(1), {"n": Integers(2, 5)})
def rank_by_numpy_here(at):
    "The rank of [[1, 1], [1, 1 + 10^-20]] is 1, by singular values in floats."
    return int(np.linalg.matrix_rank(np.array([[1.0, 1.0], [1.0, float(1 + TINY)]])))


@false("=", Integer(1), {"n": Integers(2, 5)})
def rank_by_numpy_in_another_module(at):
    "The rank of [[1, 1], [1, 1 + 10^-20]] is 1, by floats in a helper."
    return helper.rank_by_numpy([[1, 1], [1, 1 + TINY]])


@true("=", Integer(2), {"n": Integers(2, 5)})
def rank_by_elimination_in_another_module(at):
    "The rank of [[1, 1], [1, 1 + 10^-20]] is 2."
    return helper.rank_by_fractions([[1, 1], [1, Fraction(1) + Fraction(1, 10**20)]])


@true("=", Integer(2), {"n": Integers(2, 5)})
def rank_by_flint(at):
    "The rank of [[1, 1], [1, 1 + 1/n]] is 2."
    return fmpq_mat(2, 2, [1, 1, 1, 1]).rank() + 1


@false("=", Integer(1), {"n": Integers(10**17, 10**17 + 4)})
def division_of_integers(at):
    "(n + 1)/n = 1 for large n, by true division of Python's integers."
    return (int(at.n) + 1) / int(at.n)


@true("=", n, {"n": Integers(10**17, 10**17 + 4)})
def half_in_another_module(at):
    "Half of 2 n + 1, rounded down, is n: by floats in a helper it is not."
    return helper.half(2 * at.n + 1)


@false("=", n, {"n": Values(10**17)})
def half_of_two_more(at):
    "Half of 2 n + 2 is n, by floats in a helper."
    return helper.half(2 * at.n + 2)


@true("=", n, {"n": Integers(10**17, 10**17 + 4)})
def half_of_twice(at):
    "Half of 2 n + 1, rounded down, is n."
    return (2 * int(at.n) + 1) // 2


@false("=", n, {"n": Integers(10**9, 10**9 + 4)})
def rounded_root_of_a_number_beside_a_square(at):
    "The root of n^2 - 1, rounded down, is n: by floats in a helper."
    return helper.rounded_root(at.n**2 - 1)


@true("=", n, {"n": Integers(10**8, 10**8 + 4)})
def whole_root(at):
    "The root of n^2 + 1, rounded down, is n."
    return helper.whole_root(at.n**2 + 1)


@false("=", Integer(1), {"n": Integers(10, 14)})
def closeness_in_another_module(at):
    "1 + 10^-n is 1, by isclose in a helper."
    return int(helper.near(1 + Rational(1, 10**at.n), 1))


@false("=", Integer(0), {"n": Integers(21, 24)})
def product_that_overflows(at):
    "n! times 2^64 is 0, by np.prod of machine integers in a helper."
    return helper.product_by_numpy([*range(1, int(at.n) + 1), 2**32, 2**32])


@true("=", factorial(n), {"n": Integers(1, 24)})
def product_of_integers(at):
    "The product of 1, .., n is n!."
    return math.prod(range(1, int(at.n) + 1))


@false("=", Integer(1), {"n": Values(20, 30)})
def sympys_capital_n(at):
    "1 + 10^-n is 1, by sympy.N."
    return Rational(sympy.N(1 + Rational(1, 10**at.n), 15))


@false("=", Integer(1), {"n": Values(20, 30)})
def sympys_small_n(at):
    "1 + 10^-n is 1, by .n()."
    return Rational((1 + Rational(1, 10**at.n)).n())


@false("=", Integer(1), {"n": Values(20, 30)})
def numbers_made_of_text(at):
    "1 + 10^-n is 1, by a float that is written and read."
    return Rational(str(round(float(1 + Rational(1, 10**at.n)), 12)))


@false("=", Rational(1, 10), {"n": Values(1, 2)})
def a_tenth_of_a_float(at):
    "0.1 as a Fraction is 1/10: it is not."
    return Rational(Fraction(0.1))


@false("=", Integer(0), {"n": Integers(60, 64)})
def a_difference_that_rounds_off(at):
    "2^n + 1 - 2^n is 0, by math.ldexp."
    return int((math.ldexp(1, int(at.n)) + 1) - math.ldexp(1, int(at.n)))


@false("=", Integer(0), {"n": Integers(1, 4)})
def the_order_of_floats(at):
    "sqrt(2) n is no more than 1.41421356 n + 10^-20, compared as floats."
    return int(float(sqrt(2) * at.n) > float(Rational("1.4142135623730950488") * at.n))


@true("=", Integer(1), {"n": Integers(1, 4)})
def the_order_of_exact_numbers(at):
    "sqrt(2) n is more than 1.41421356 n, exactly."
    return int(bool(sqrt(2) * at.n > Rational(141421356, 10**8) * at.n))


@true("=", n + 1, {"n": Integers(1, 12)})
def a_count_by_numpy(at):
    "There are n + 1 integers from 0 to n, counted in a list."
    return len(list(range(int(at.n) + 1)))


@true("=", n * log(2), {"n": Integers(1, 12)})
def a_logarithm(at):
    "log 2^n = n log 2."
    return log(2**at.n)


@true("=", t**2, {"t": Rationals(least=0, most=1)})
def fractions_of_fractions(at):
    "t squared, by Fractions."
    q = Fraction(int(at.t.p), int(at.t.q))
    return Rational((q * q).numerator, (q * q).denominator)


@true("=", n**2, {"n": Integers(1, 12)})
def a_rational_power(at):
    "The root of n^4 is n^2, by SymPy."
    return sqrt(at.n**4)
