"""Domains of one point or of none, values that are none, and hypotheses that nothing meets."""

from __future__ import annotations

from flint import arb
from sympy import Integer, Rational, Symbol, log, nan, oo, zoo

from bninit.api import Batches, Integers, Rationals, Values, n, t
from tests.adversarial.making import false, true

a = Symbol("a", real=True)


@true("=", Integer(0), {"t": Rationals(least=0, most=0)})
def an_interval_of_one_point(at):
    "t is 0 on [0, 0]."
    return at.t


@false("=", Integer(1), {"t": Rationals(least=0, most=0)})
def another_value_at_one_point(at):
    "t is 1 on [0, 0]."
    return at.t


@true("=", Rational(1, 3), {"t": Rationals(least=Rational(1, 3), most=Rational(1, 3))})
def an_interval_of_a_third(at):
    "t is 1/3 on [1/3, 1/3]."
    return at.t


@false("=", n, {"n": Integers(5, 4)})
def an_empty_range(at):
    "n + 1 is n for the n from 5 to 4: holds of none, and says nothing."
    return at.n + 1


@false("=", n + 1, {"n": Integers(1)}, where=lambda at: at["n"] < 1, words="n < 1")
def a_hypothesis_of_nothing(at):
    "n is n + 1 for the n >= 1 below 1."
    return at.n


@false("<=", Integer(5), {"n": Integers(1, 4)})
def not_a_number(at):
    "nan is at most 5."
    return nan


@false("=", n, {"n": Integers(1, 4)})
def a_ball_that_is_not_a_number(at):
    "nan is n."
    return arb.nan()


@false("<=", Integer(5), {"n": Integers(1, 4)}, kind="certified")
def a_ball_of_everything(at):
    "0 +- infinity is at most 5."
    return arb(0, arb.pos_inf())


@false("=", Integer(5), {"n": Integers(1, 4)}, kind="certified")
def a_ball_that_has_five_in_it(at):
    "5 +- 1 is 5."
    return arb(5, 1)


@false(">=", Integer(5), {"n": Integers(1, 4)})
def unsigned_infinity(at):
    "1/0 is at least 5."
    return zoo


@false("=", Integer(1), {"n": Integers(0, 4)})
def zero_over_zero(at):
    "n/n is 1 for n from 0 on."
    return at.n / at.n


@true("=", Integer(1), {"n": Integers(1, 4)})
def one_over_one(at):
    "n/n is 1 for n from 1 on."
    return at.n / at.n


@false("<=", Integer(0), {"t": Rationals(least=0, most=1)})
def a_logarithm_at_zero(at):
    "log t is at most 0 on [0, 1], where it has no value at 0, and t log 8 - 1 .. at the other end is more."
    return log(at.t) if at.t < 1 else Integer(1)


@true("<=", Integer(0), {"t": Rationals(above=0, most=1)})
def a_logarithm_on_a_half_open_interval(at):
    "log t is at most 0 on (0, 1]."
    return log(at.t)


@false("<=", Integer(1), {"x": Batches(Integers(1, 3), constant=True)})
def a_batch_of_one(at):
    "The variance of a batch is at most 1."
    mean = Rational(sum(at.x).numerator, sum(at.x).denominator) / len(at.x)
    return sum((Rational(x.numerator, x.denominator) - mean) ** 2 for x in at.x) / len(at.x)


@true("=", Integer(0), {"x": Batches(Integers(1, 1), constant=True)})
def a_batch_of_one_point(at):
    "The variance of one point is 0."
    return Integer(max(at.x) - min(at.x))


@false("=", Integer(0), {"a": Values(Integer(0), oo)})
def infinity_among_the_values(at):
    "a - a is 0 for a = 0 and for infinity."
    return at.a - at.a


@true("=", Integer(0), {"a": Values(Integer(0), Rational(1, 10**45))})
def forty_five_digits_exactly(at):
    "a (a - 10^-45) is 0 for a in {0, 10^-45}."
    return at.a * (at.a - Rational(1, 10**45))


@false("=", Integer(0), {"a": Values(Integer(0), Rational(1, 10**45))}, kind="certified")
def forty_five_digits_in_balls(at):
    "a is 0 for a in {0, 10^-45}."
    return arb(int(at.a.p)) / int(at.a.q)


@true("<=", t, {"t": Rationals(least=Rational(1, 3), most=Rational(1, 3) + Rational(1, 10**12))})
def an_interval_of_next_to_nothing(at):
    "1/3 is at most t on [1/3, 1/3 + 10^-12]."
    return Rational(1, 3)


@false("<=", Rational(1, 3), {"t": Rationals(least=Rational(1, 3), most=Rational(1, 3) + Rational(1, 10**12))})
def the_other_end_of_next_to_nothing(at):
    "t is at most 1/3 on [1/3, 1/3 + 10^-12]."
    return at.t


@true("=", Integer(3), {"n": Values(3)})
def one_value(at):
    "n is 3 for n in {3}."
    return at.n


@true("=", 2 * n, {"n": Integers(10**30, 10**30 + 2)})
def large_integers(at):
    "n + n is 2 n for three large n."
    return at.n + at.n


@true("<=", Integer(5), {"n": Integers(5, 5)})
def a_range_of_one(at):
    "n is at most 5 for n = 5."
    return at.n
