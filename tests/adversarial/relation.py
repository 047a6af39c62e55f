"""Which relation is judged, at which points; and symbols that cancel."""

from __future__ import annotations

from sympy import Integer, Rational, Symbol, oo

from bninit.api import Integers, Rationals, Twin, Values, k, n, t
from tests.adversarial.making import false, true

a = Symbol("a", real=True)


@true("<=", Integer(60), {"n": Integers(1, 5)}, by="judge")
def a_bound_judged_alone(at):
    "n (n - 1)/2 is at most 60: `judge` has to know the relation of the claim."
    return at.n * (at.n - 1) / 2


@false("<=", Integer(9), {"n": Integers(1, 5)}, by="judge")
def a_false_bound_judged_alone(at):
    "n (n - 1)/2 is at most 9 for n to 5."
    return at.n * (at.n - 1) / 2


@true(">", Integer(0), {"n": Integers(1, 5)}, by="judge")
def a_strict_bound_judged_alone(at):
    "1/n is above 0."
    return 1 / at.n


@true("in", (Integer(0), Integer(1)), {"n": Integers(1, 5)}, by="judge")
def an_interval_judged_alone(at):
    "1/n lies in [0, 1]."
    return 1 / at.n


@false("in", (Integer(0), Rational(99, 100)), {"n": Integers(1, 5)}, by="judge")
def a_narrow_interval_judged_alone(at):
    "1/n lies in [0, 99/100]: not at 1."
    return 1 / at.n


@true("<=", a + 1, {"a": Rationals(), "t": Rationals(least=0, most=1)})
def a_symbol_that_cancels(at):
    "a + t is at most a + 1: a cancels."
    return at.a + at.t


@true("<=", a + 1, {"a": Rationals(), "t": Rationals(least=0, most=1)}, symbols=True)
def a_symbol_that_cancels_on_symbols(at):
    "a + t is at most a + 1, on symbols."
    return at.a + at.t


@false("<", a + 1, {"a": Rationals(), "t": Rationals(least=0, most=1)}, symbols=True)
def a_symbol_that_cancels_strictly(at):
    "a + t is below a + 1 for t in [0, 1]: not at 1."
    return at.a + at.t


@false("=", a, {"a": Rationals(), "t": Rationals(least=0, most=1)}, symbols=True)
def a_symbol_that_is_multiplied_by_zero(at):
    "a + t (1 - t) is a: at 0 and at 1."
    return at.a + at.t * (1 - at.t)


@true("=", a, {"a": Rationals(), "t": Rationals(least=0, most=1)}, symbols=True, twins=(Twin(a + t), Twin(a - t)))
def a_symbol_of_a_twin(at):
    "a + t - t is a; its twins have t."
    return at.a + at.t - at.t


@false(">=", n, {"n": Integers(1)})
def the_wrong_way_round(at):
    "n/2 is at least n."
    return at.n / 2


@false("=", n, {"n": Integers(1)})
def a_bound_for_an_equation(at):
    "n (n + 1)/2 is n: so it is at 1."
    return at.n * (at.n + 1) / 2


@true(">=", n, {"n": Integers(1)})
def an_equation_at_one(at):
    "n (n + 1)/2 is at least n."
    return at.n * (at.n + 1) / 2


@true("<", oo, {"n": Integers(1)})
def below_infinity(at):
    "n^2 is finite."
    return at.n**2


@false("iff", k >= 3, {"k": Values(1, 2, 3, 4)})
def a_necessary_condition(at):
    "k is even just where k >= 3."
    return bool(at.k % 2 == 0)


@true("iff", k >= 3, {"k": Values(1, 2, 3, 4)})
def a_condition(at):
    "k^2 is above 5 just where k >= 3."
    return bool(at.k**2 > 5)


@false("in", (t**2, t), {"t": Rationals(least=0, most=2)})
def an_interval_that_turns(at):
    "t lies between t^2 and t on [0, 2]: not above 1."
    return at.t


@true("in", (t**2, t), {"t": Rationals(least=0, most=1)})
def an_interval_on_the_unit_interval(at):
    "t^2 (2 - t) lies between t^2 and t on [0, 1]."
    return at.t**2 * (2 - at.t) if at.t < 1 else at.t
