"""Symbols that know more than the domain: signs, poles that cancel, removable points, lists with a stray value."""

from __future__ import annotations

from sympy import Abs, Integer, Rational, Symbol, cos, log, pi, simplify, sin, sqrt, symbols

from bninit.api import Integers, Rationals, Values
from tests.adversarial.making import false, true

z = Symbol("z", real=True)
p = Symbol("p", positive=True)
q = Symbol("q", nonnegative=True)
i = Symbol("i", integer=True)
u, v = symbols("u v", real=True)
LITTLE = Rational(1, 10**6)


@false("=", q, {"q": Rationals(least=-LITTLE)}, symbols=True)
def a_root_of_a_square_a_little_below_zero(at):
    "sqrt(q^2) = q for q >= -10^-6, with a symbol that is declared nonnegative."
    return sqrt(at.q**2)


@true("=", q, {"q": Rationals(least=0)}, symbols=True)
def a_root_of_a_square_from_zero_on(at):
    "sqrt(q^2) = q for q >= 0."
    return sqrt(at.q**2)


@true("=", Abs(z), {"z": Rationals()}, symbols=True)
def a_root_of_a_square_on_the_line(at):
    "sqrt(z^2) = |z| for every z."
    return sqrt(at.z**2)


@false("=", z, {"z": Rationals()}, symbols=True)
def a_forgotten_absolute_value(at):
    "sqrt(z^2) = z for every z."
    return sqrt(at.z**2)


@false("=", p, {"p": Values(*range(1, 201), -1)}, symbols=True)
def a_list_with_a_stray_value(at):
    "sqrt(p^2) = p for p in {1, .., 200, -1}, with a symbol that is declared positive."
    return sqrt(at.p**2)


@true("=", p, {"p": Values(*range(1, 31))}, symbols=True)
def a_list_of_positive_values(at):
    "sqrt(p^2) = p for p in {1, .., 30}."
    return sqrt(at.p**2)


@false("=", z + 1, {"z": Rationals()}, symbols=True)
def a_pole_that_cancels(at):
    "(z^2 - 1)/(z - 1) = z + 1 for every z: at 1 it has no value."
    return (at.z**2 - 1) / (at.z - 1)


@true("=", z + 1, {"z": Rationals(above=1)}, symbols=True)
def a_pole_outside(at):
    "(z^2 - 1)/(z - 1) = z + 1 for z > 1."
    return (at.z**2 - 1) / (at.z - 1)


@false("=", Integer(0), {"z": Rationals()}, symbols=True)
def a_difference_of_poles(at):
    "1/z - 1/z = 0 for every z: at 0 it has no value."
    return (1 / at.z) - (1 / at.z)


@true("=", Integer(1), {"n": Integers(2)}, symbols=True)
def a_telescope(at):
    "n (n - 1) (1/(n - 1) - 1/n) = 1 for n >= 2."
    return at.n * (at.n - 1) * (1 / (at.n - 1) - 1 / at.n)


@false("=", Integer(1), {"n": Integers(1)}, symbols=True)
def a_telescope_from_its_pole_on(at):
    "n (n - 1) (1/(n - 1) - 1/n) = 1 for n >= 1."
    return at.n * (at.n - 1) * (1 / (at.n - 1) - 1 / at.n)


@false("=", 2 * log(Abs(z)), {"z": Rationals()}, symbols=True)
def a_logarithm_of_zero(at):
    "log(z^2) = 2 log |z| for every z: at 0 neither has a value."
    return log(at.z**2)


@true("=", 2 * log(p), {"p": Rationals(above=0)}, symbols=True)
def a_logarithm_of_a_square(at):
    "log(p^2) = 2 log p for p > 0."
    return log(at.p**2)


@false("=", (-1) ** i, {"i": Rationals(least=0, most=4)}, symbols=True)
def an_integer_symbol_on_an_interval(at):
    "cos(pi i) = (-1)^i for the i in [0, 4], with a symbol that is declared an integer."
    return cos(pi * at.i)


@true("=", (-1) ** i, {"i": Integers(0)}, symbols=True)
def an_integer_symbol_on_integers(at):
    "cos(pi i) = (-1)^i for i >= 0."
    return cos(pi * at.i)


@false("=", Integer(0), {"i": Rationals(least=-2, most=2)}, symbols=True)
def zeros_of_a_sine(at):
    "sin(pi i) = 0 for the i in [-2, 2], with a symbol that is declared an integer."
    return sin(pi * at.i)


@true("=", Integer(0), {"i": Integers(-2, 2)}, symbols=True)
def zeros_of_a_sine_at_integers(at):
    "sin(pi i) = 0 for i = -2, .., 2."
    return sin(pi * at.i)


@false("<=", Integer(0), {"z": Rationals(least=-1, most=1)}, symbols=True)
def a_sign_on_half_of_the_domain(at):
    "-z is at most 0 on [-1, 1]."
    return -at.z


@true("<=", Rational(1, 4), {"t": Rationals(least=0, most=1)}, symbols=True)
def a_square_that_touches(at):
    "t (1 - t) is at most 1/4 on [0, 1]."
    return at.t * (1 - at.t)


@true("<=", (z**2 + 1) / 2, {"z": Rationals()}, symbols=True)
def a_product_and_a_mean(at):
    "z is at most (z^2 + 1)/2 for every z, with equality at 1."
    return at.z


@false("<=", (z**2 + 1) / 2 - Rational(1, 10**30), {"z": Rationals()}, symbols=True)
def a_product_and_a_mean_a_little_less(at):
    "z is at most (z^2 + 1)/2 - 10^-30 for every z."
    return at.z


@false("=", Integer(1), {"z": Rationals(least=-1, most=1)}, symbols=True)
def a_quotient_with_itself(at):
    "z/z = 1 on [-1, 1]: at 0 it has no value."
    return at.z / at.z


@false("=", u * v, {"u": Rationals(), "v": Rationals()}, symbols=True)
def a_root_of_two_squares(at):
    "sqrt(u^2 v^2) = u v for all u and v."
    return sqrt(at.u**2 * at.v**2)


@true("=", Abs(u * v), {"u": Rationals(), "v": Rationals()}, symbols=True)
def a_root_of_two_squares_with_its_sign(at):
    "sqrt(u^2 v^2) = |u v| for all u and v."
    return sqrt(at.u**2 * at.v**2)


@false("=", q, {"q": Rationals(least=-3, most=5)}, symbols=True)
def an_absolute_value_by_its_symbol(at):
    "|q| = q on [-3, 5], with a symbol that is declared nonnegative."
    return Abs(at.q)


@false("=", 1 / (z + 1), {"z": Rationals(least=-1)}, symbols=True)
def simplified_by_hand(at):
    "(z - 1)/(z^2 - 1) = 1/(z + 1) for z >= -1: not at -1, nor at 1."
    return simplify((at.z - 1) / (at.z**2 - 1))


@false("=", Integer(1), {"u": Rationals(least=0, most=1), "v": Rationals(least=0, most=1)}, symbols=True)
def a_pole_on_the_diagonal(at):
    "(u - v)/(u - v) = 1 on the unit square."
    return (at.u - at.v) / (at.u - at.v)


@true("=", Integer(1), {"u": Rationals(least=2, most=3), "v": Rationals(least=0, most=1)}, symbols=True)
def off_the_diagonal(at):
    "(u^2 - v^2)/((u - v)(u + v)) = 1 for u in [2, 3], v in [0, 1]."
    return (at.u**2 - at.v**2) / ((at.u - at.v) * (at.u + at.v))
