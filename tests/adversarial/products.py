"""Products of domains, in which a factor never takes the value that matters."""

from __future__ import annotations

from sympy import Abs, Integer, Rational, Symbol, symbols

from bninit.api import Batches, Integers, Rationals, Values, d, k, n, r
from tests.adversarial.making import false, true

p = Symbol("p", positive=True)
a, b, c = symbols("a b c", real=True)
SHORT = Batches(Integers(2, 3))


def number(q):
    return Rational(q.numerator, q.denominator)


@false("<=", Integer(3), {"x": SHORT, "p": Values(1, Rational(3, 2), 2), "k": Integers(1, 3)})
def the_last_of_three_exponents(at):
    "2 p is at most 3 for batches x, p in {1, 3/2, 2}, k = 1, 2, 3."
    return 2 * at.p


@true("<=", Integer(4), {"x": SHORT, "p": Values(1, Rational(3, 2), 2), "k": Integers(1, 3)})
def all_three_exponents(at):
    "2 p is at most 4 for batches x, p in {1, 3/2, 2}, k = 1, 2, 3."
    return 2 * at.p


@false("<=", Integer(1), {"a": Rationals(above=0), "b": Rationals(above=0), "c": Rationals(above=0)})
def one_rate_of_three_above_two(at):
    "1 for c <= 2, and c beyond: is at most 1, for rates a, b, c > 0."
    return at.c if at.c > 2 else Integer(1)


@true("<=", Integer(1), {"a": Rationals(above=0), "b": Rationals(above=0), "c": Rationals(above=0)})
def shares_of_three_rates(at):
    "(a + b)/(a + b + c) is at most 1 for a, b, c > 0."
    return (at.a + at.b) / (at.a + at.b + at.c)


@false("<=", Integer(0), {"a": Rationals(least=0), "b": Rationals(least=0), "c": Rationals(least=0)})
def a_rate_between_the_half_and_three_halves(at):
    "No rate lies strictly between 1/2 and 3/2, except 1."
    return int(any(Rational(1, 2) < rate < Rational(3, 2) and rate != 1 for rate in (at.a, at.b, at.c)))


@false("<=", n + k + d + r, {"n": Integers(1), "k": Integers(1), "d": Integers(1), "r": Integers(0)})
def four_factors(at):
    "n + k + d + r, and one more from d = 9 on, is at most n + k + d + r."
    return at.n + at.k + at.d + at.r + (1 if at.d >= 9 else 0)


@true("<=", n + k + d + r, {"n": Integers(1), "k": Integers(1), "d": Integers(1), "r": Integers(0)})
def four_factors_alike(at):
    "n + k + d + r in another order."
    return at.r + at.d + at.k + at.n


@false("=", Integer(0), {"a": Values(0, 1), "b": Values(0, 1), "c": Values(0, 1)})
def the_last_corner_of_a_cube(at):
    "a b c = 0 on {0, 1}^3."
    return Integer(at.a * at.b * at.c)


@true("<=", Integer(1), {"a": Values(0, 1), "b": Values(0, 1), "c": Values(0, 1)})
def all_corners_of_a_cube(at):
    "a b c is at most 1 on {0, 1}^3."
    return Integer(at.a * at.b * at.c)


@false(">=", Integer(0), {"n": Integers(1), "t": Rationals()})
def a_negative_factor(at):
    "n t is at least 0 for n >= 1 and every t."
    return at.n * at.t


@true(">=", Integer(0), {"n": Integers(1), "t": Rationals()})
def a_factor_without_its_sign(at):
    "n |t| is at least 0 for n >= 1 and every t."
    return at.n * Abs(at.t)


@false("<=", a + b, {"a": Rationals(least=0), "b": Rationals(least=0)}, where=lambda at: at["a"] <= at["b"],
       words="a <= b")  # fmt: skip
def a_product_and_a_sum(at):
    "a b is at most a + b for 0 <= a <= b: not from a = b = 3 on."
    return at.a * at.b


@true("<=", b**2, {"a": Rationals(least=0), "b": Rationals(least=0)}, where=lambda at: at["a"] <= at["b"],
      words="a <= b")  # fmt: skip
def a_product_and_a_square(at):
    "a b is at most b^2 for 0 <= a <= b."
    return at.a * at.b


@false("<=", Integer(1), {"x": SHORT, "t": Rationals(least=0, most=4)})
def a_threshold_in_the_second_factor(at):
    "The least of 1 and t, and t beyond 3, is at most 1, for batches and t in [0, 4]."
    return at.t if at.t > 3 else min(Integer(1), at.t)


@false("=", Integer(0), {"n": Integers(0, 9), "k": Integers(0, 9)}, most=120)
def one_pair_of_a_hundred(at):
    "No n, k <= 9 are 7 and 9."
    return int(at.n == 7 and at.k == 9)


@true("<=", Integer(81), {"n": Integers(0, 9), "k": Integers(0, 9)}, most=120)
def a_hundred_pairs(at):
    "n k is at most 81 for n, k <= 9."
    return at.n * at.k


@true("<=", Rational(1, 4), {"a": Rationals(least=0, most=1), "k": Integers(1, 5)})
def a_share_and_a_count(at):
    "a (1 - a)/k is at most 1/4 for a in [0, 1], k to 5."
    return at.a * (1 - at.a) / at.k


@true("<=", (a**2 + b**2) / 2, {"a": Rationals(), "b": Rationals()}, symbols=True)
def a_product_and_two_squares(at):
    "a b is at most (a^2 + b^2)/2."
    return at.a * at.b
