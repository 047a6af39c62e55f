"""Existence: by a witness, by a list, by members that happen to do, and of one for each."""

from __future__ import annotations

from sympy import Integer, Rational, sqrt

from bninit.api import Integers, Rationals, Values, k
from tests.adversarial.making import false, true


@true("exists", Integer(49), {"n": Integers(1, 50)}, witness={"n": 7})
def a_square(at):
    "Some n <= 50 has n^2 = 49."
    return at.n**2


@true("exists", Integer(49), {"n": Integers(1, 50)})
def a_square_without_a_witness(at):
    "Some n <= 50 has n^2 = 49: no witness is named; that is no reason to refute it."
    return at.n**2


@false("exists", Integer(48), {"n": Integers(1, 50)}, witness={"n": 7})
def no_square(at):
    "Some n <= 50 has n^2 = 48."
    return at.n**2


@false("exists", Integer(2), {"t": Rationals(least=0, most=2)}, witness={"t": Rational(665857, 470832)})
def a_root_among_the_rationals(at):
    "Some p/q has (p/q)^2 = 2, with a witness good to twelve digits."
    return at.t**2


@false("exists", Integer(64), {"n": Integers(1, 7)}, witness={"n": 8})
def a_witness_outside(at):
    "Some n <= 7 has n^2 = 64: the witness is not among them."
    return at.n**2


@true("exists", Integer(64), {"n": Integers(1)}, witness={"n": 8})
def a_witness_in_an_endless_domain(at):
    "Some n has n^2 = 64."
    return at.n**2


@false("exists", 2 * k, {"k": Integers(1), "n": Integers(1)}, witness={"n": lambda at: at["k"]}, cases=True)
def a_witness_function_that_is_off(at):
    "For every k there is n <= 100 with n + k = 2 k, by n = k."
    return at.n + at.k if at.n <= 100 else Integer(0)


@true("exists", 2 * k, {"k": Integers(1), "n": Integers(1)}, witness={"n": lambda at: at["k"]})
def a_witness_function(at):
    "For every k there is n with n + k = 2 k."
    return at.n + at.k


@false("exists", k, {"k": Integers(1), "n": Integers(1)}, witness={"n": lambda at: max(int(sqrt(at["k"])), 1)})
def a_square_root_for_each(at):
    "For every k there is n with n^2 = k."
    return at.n**2


@true("exists", k, {"k": Values(1, 4, 9, 16, 25), "n": Integers(1)}, witness={"n": lambda at: sqrt(at["k"])})
def a_square_root_for_each_square(at):
    "For each of 1, 4, 9, 16, 25 there is n with n^2 equal to it."
    return at.n**2


@false("exists", k, {"k": Integers(1), "n": Integers(1, 200)}, witness={"n": lambda at: at["k"]}, cases=True)
def for_all_below_two_hundred(at):
    "For every k there is n <= 200 that is k."
    return at.n


@true("exists", Integer(1), {"n": Integers(1), "k": Integers(200)}, witness={"n": 1})
def a_witness_that_fails(at):
    "For every k there is n > k: not the one that is named, which is no reason to refute it."
    return int(bool(at.n > at.k))


@true("exists", Integer(0), {"t": Rationals(least=0, most=1)}, witness={"t": Rational(1, 3)})
def a_zero(at):
    "3 t - 1 has a zero in [0, 1]."
    return 3 * at.t - 1


@false("exists", Integer(0), {"t": Rationals(above=0, below=1)}, witness={"t": 0})
def a_zero_at_an_end_that_is_left_out(at):
    "t^2 has a zero in (0, 1)."
    return at.t**2


@true("exists", Rational(1, 2), {"t": Rationals(above=0, below=1)}, witness={"t": Rational(1, 4)})
def a_root_inside(at):
    "sqrt t is 1/2 for some t in (0, 1)."
    return sqrt(at.t)


@true("exists", (Integer(3), Integer(4)), {"n": Integers(1, 9), "k": Integers(1, 9)}, witness={"n": 2, "k": 1})
def a_pair(at):
    "Some n, k have n + k = 3 and n^2 = 4."
    return at.n + at.k, at.n**2
