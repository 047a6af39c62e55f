"""Sequences with bounds that stay, that do not cover, or that are no bounds of what is claimed."""

from __future__ import annotations

from sympy import Integer, Rational, Symbol, exp, log, oo, sqrt

from bninit.api import Integers, Rationals, enclose
from tests.adversarial.making import false, true
from theory.domains.listings import Index
from theory.words import Within

s = Symbol("s", integer=True, positive=True)
FAR = {"s": Index(1, listed=(1, 10, 100, 10_000))}
NEAR = {"s": Index(1, listed=(1, 2, 3))}


@false("->", Integer(0), FAR)
def alternating_with_bound_one(at):
    "(-1)^s -> 0: each member lies within 1 of it."
    return Within((-1) ** at.s, 1)


@false("->", Rational(1, 2), FAR)
def a_bound_of_half(at):
    "3/5 + 1/s -> 1/2, with a bound that stays above the distance."
    return Within(Rational(3, 5) + 1 / at.s, Rational(1, 10) + 1 / s)


@false("->", Integer(0), FAR)
def a_tenth_forever(at):
    "1/10 -> 0: within 1/5 of it."
    return Within(Rational(1, 10), Rational(1, 5) + 1 / s)


@false("->", Integer(0), FAR)
def a_bound_that_is_too_small(at):
    "1/10 -> 0, with a bound that goes to 0."
    return Within(Rational(1, 10), 1 / s)


@true("->", Integer(0), FAR)
def one_over(at):
    "1/s -> 0."
    return Within(1 / at.s, 1 / s)


@true("->", Rational(3, 5), FAR)
def three_fifths(at):
    "3/5 + 1/s -> 3/5."
    return Within(Rational(3, 5) + 1 / at.s, 1 / s)


@true("->", Integer(0), FAR)
def alternating_and_falling(at):
    "(-1)^s/s -> 0."
    return Within((-1) ** at.s / at.s, 1 / s)


@true("->", Integer(1), FAR)
def a_bound_far_above_the_distance(at):
    "1 + 1/s^2 -> 1, with the bound 1/s."
    return Within(1 + 1 / at.s**2, 1 / s)


@false("->", Integer(1), NEAR, cases=True)
def an_index_that_does_not_go_far(at):
    "9/10 -> 1, looked at where the bound is still above the distance."
    return Within(Rational(9, 10), 1 / s)


@false("->", Integer(1), FAR, cases=True)
def a_value_that_is_its_limit(at):
    "1 for s <= 10^5, then 2: goes to 1, by values without a bound."
    return 1 if at.s <= 10**5 else 2


@false("->", Integer(0), FAR)
def a_bound_by_the_instance(at):
    "1/10 -> 0: the bound is a number of each instance, made to cover."
    return Within(Rational(1, 10), max(1 / at.s, Rational(1, 10)))


@false("->", Integer(0), FAR)
def a_bound_of_another_letter(at):
    "1 -> 0, with a bound in a letter that is not the index."
    return Within(1, 1 / Symbol("w", positive=True))


@false("->", Integer(0), {"s": Index(1, listed=(1, 10, 100)), "c": Rationals(least=1, most=2)})
def a_bound_that_falls_in_another_direction(at):
    "c - 1 -> 0 along s: with the bound (c - 1) (1 + 1/s)."
    return Within(at.c - 1, (Symbol("c", real=True) - 1) * (1 + 1 / s))


@true("->", Integer(0), {"s": Index(1, listed=(1, 10, 100)), "c": Integers(1, 3)})
def uniformly_in_another_letter(at):
    "c/s -> 0 for c = 1, 2, 3."
    return Within(at.c / at.s, 3 / s)


@false("->", Integer(0), FAR)
def a_logarithm_that_grows(at):
    "log(log(s + 2)) -> 0 : within log(s + 2), which grows."
    return Within(Rational(1, 100), log(s + 2) / 100)


@true("->", Integer(0), {"s": Index(1, listed=(1, 100, 10**4, 10**8))})
def a_slow_limit(at):
    "1/sqrt(s) -> 0."
    return Within(1 / sqrt(at.s), 1 / sqrt(s))


@false("->", Integer(0), FAR)
def an_infinite_bound(at):
    "s -> 0 within infinity."
    return Within(at.s, oo)


@false("->", Integer(0), FAR)
def a_bound_that_is_no_number(at):
    "1 -> 0 within nan."
    return Within(1, Symbol("s", integer=True, positive=True) * 0 * oo)


@false("->", (Integer(0), Integer(0)), FAR)
def one_of_two_stays(at):
    "(1/s, 1/10) -> (0, 0), with the bounds 1/s and 1/10."
    return Within((1 / at.s, Rational(1, 10)), (1 / s, Rational(1, 10)))


@true("->", (Integer(0), Integer(1)), FAR)
def two_at_once(at):
    "(1/s, 1 - 1/s^2) -> (0, 1)."
    return Within((1 / at.s, 1 - 1 / at.s**2), (1 / s, 1 / s**2))


@true("->", Rational(1, 3), FAR)
def a_share_that_settles(at):
    "(s + 1)/(3 s + 1) -> 1/3, within 1/s."
    return Within((at.s + 1) / (3 * at.s + 1), 1 / s)


@true("->", Integer(2), FAR)
def a_geometric_series(at):
    "1 + 1/2 + .. + 1/2^s -> 2, within 2^-s."
    return Within(2 - Rational(1, 2) ** at.s, Rational(1, 2) ** s)


@true("->", Integer(0), FAR)
def a_power_against_a_geometric_sequence(at):
    "s^2/2^s -> 0, within s^2/2^s, up to s = 10^4."
    return Within(at.s**2 * Rational(1, 2) ** at.s, s**2 * Rational(1, 2) ** s)


@true("->", Integer(5), FAR)
def a_constant(at):
    "5 -> 5, within 1/s."
    return Within(Integer(5), 1 / s)


@true("->", Integer(1), FAR, kind="certified")
def a_limit_in_balls(at):
    "e^(1/s) -> 1, within 2/s."
    return Within(enclose(exp(1 / at.s), {}), 2 / s)
