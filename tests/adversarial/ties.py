"""Bounds with equality somewhere, in balls and exactly; and bounds that fail there by next to nothing."""

from __future__ import annotations

from flint import arb, fmpq
from sympy import Integer, Rational, Symbol, exp, log, pi, sin, sqrt

from bninit.api import Batches, Integers, Rationals, batchnorm, enclose, n, t
from tests.adversarial.making import false, true

s = Symbol("s", positive=True)
TINY = Rational(1, 10**30)
LENGTH = {"n": lambda at: len(at["x"])}


@true("<=", sqrt(n), {"n": Integers(1, 20)}, kind="certified")
def equality_at_the_first(at):
    "1 + log n/3 is at most sqrt n for n to 20, with equality at 1."
    return 1 + enclose(log(at.n) / 3, {})


@false("<=", sqrt(n) - TINY, {"n": Integers(1, 20)}, kind="certified")
def violated_at_the_first(at):
    "1 + log n/3 is at most sqrt n - 10^-30 for n to 20: not at 1."
    return 1 + enclose(log(at.n) / 3, {}, 60)


@true("<=", n - 1, {"x": Batches(Integers(2, 4))}, letters=LENGTH)
def greatest_entry(at):
    "The greatest squared entry after BN is at most n - 1, with equality where all but one are equal."
    return max(z**2 for z in batchnorm(at.x))


@false("<", n - 1, {"x": Batches(Integers(2, 4))}, letters=LENGTH)
def greatest_entry_strictly(at):
    "The greatest squared entry after BN is below n - 1."
    return max(z**2 for z in batchnorm(at.x))


@false("<=", n - 1 - TINY, {"x": Batches(Integers(2, 4))}, letters=LENGTH)
def greatest_entry_a_little_less(at):
    "The greatest squared entry after BN is at most n - 1 - 10^-30."
    return max(z**2 for z in batchnorm(at.x))


@true("<=", n / (n - 1), {"n": Integers(2)})
def equality_at_two(at):
    "2 - (n - 2)/n is at most n/(n - 1) + .., with equality at 2."
    return Integer(2) if at.n == 2 else Integer(1)


@false("<", n / (n - 1), {"n": Integers(2)})
def strict_but_for_two(at):
    "2 at n = 2, else 1, is below n/(n - 1)."
    return Integer(2) if at.n == 2 else Integer(1)


@true("<=", s, {"s": Rationals(above=0)}, kind="certified")
def a_logarithm_below_its_tangent(at):
    "1 + log s is at most s for s > 0, with equality at 1."
    return enclose(1 + log(s), {"s": at.s})


@false("<", s, {"s": Rationals(above=0)}, kind="certified")
def a_logarithm_strictly_below_its_tangent(at):
    "1 + log s is below s for s > 0: equal at 1."
    return enclose(1 + log(s), {"s": at.s})


@true(">=", 2 * t / pi, {"t": Rationals(least=0, most=Rational(3, 2))}, kind="certified")
def a_chord_of_a_sine(at):
    "sin t is at least 2 t/pi on [0, 3/2], with equality at 0."
    return enclose(sin(t), {"t": at.t})


@false(">=", 2 * t / pi + TINY, {"t": Rationals(least=0, most=Rational(3, 2))}, kind="certified")
def a_chord_a_little_above(at):
    "sin t is at least 2 t/pi + 10^-30 on [0, 3/2]: not at 0."
    return enclose(sin(t), {"t": at.t}, 60)


@true("=", t, {"t": Rationals(least=0, most=3)}, kind="certified")
def an_identity_in_balls(at):
    "log e^t = t."
    return enclose(log(exp(t)), {"t": at.t})


@false("=", t + TINY, {"t": Rationals(least=0, most=3)}, kind="certified")
def an_identity_that_is_off(at):
    "log e^t = t + 10^-30."
    return enclose(log(exp(t)), {"t": at.t}, 60)


@true(">=", Integer(0), {"t": Rationals(least=-1, most=1)}, symbols=True)
def a_double_zero(at):
    "(3 t - 1)^2 is at least 0, with equality at 1/3."
    return (3 * at.t - 1) ** 2


@false(">", Integer(0), {"t": Rationals(least=-1, most=1)}, symbols=True)
def a_double_zero_strictly(at):
    "(3 t - 1)^2 is above 0 on [-1, 1]: 0 at 1/3."
    return (3 * at.t - 1) ** 2


@false(">", Integer(0), {"t": Rationals(least=-1, most=1)}, symbols=True, cases=True)
def an_irrational_zero(at):
    "(2 t^2 - 1)^2 is above 0 for the real t in [-1, 1]: 0 at sqrt(1/2)."
    return (2 * at.t**2 - 1) ** 2


@true("<=", Integer(1), {"n": Integers(1, 12)}, kind="certified")
def a_ball_that_is_exact(at):
    "1/n is at most 1 in balls, with equality at 1."
    return arb(fmpq(1, int(at.n)))


@true(">=", Rational(1, 3), {"n": Integers(1, 3)}, kind="certified")
def a_ball_at_a_third(at):
    "1/n is at least 1/3 for n to 3, in balls that are not exact."
    return arb(1) / int(at.n)


@false(">", Rational(1, 3), {"n": Integers(1, 3)}, kind="certified")
def a_ball_above_a_third(at):
    "1/n is above 1/3 for n to 3."
    return arb(1) / int(at.n)
