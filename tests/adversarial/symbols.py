"""Symbols that know more than the domain: signs, poles that cancel, removable points, lists with a stray value."""

from __future__ import annotations

from sympy import Abs, Integer, Rational, Symbol, cos, log, pi, simplify, sqrt, symbols

from bninit.api import Integers, Rationals, Values
from tests.adversarial.making import false, table, true

z = Symbol("z", real=True)
p = Symbol("p", positive=True)
q = Symbol("q", nonnegative=True)
i = Symbol("i", integer=True)
u, v = symbols("u v", real=True)
EVERY = {"z": Rationals()}
PLANE = {"u": Rationals(), "v": Rationals()}
UNIT = Rationals(least=0, most=1)

table(
    ("sqrt(q^2) = q for q >= 0, and not for q >= -10^-6, with a symbol that is declared nonnegative.",
     lambda at: sqrt(at.q**2),
     true("=", q, {"q": Rationals(least=0)}, symbols=True),
     false("=", q, {"q": Rationals(least=-Rational(1, 10**6))}, symbols=True)),
    ("sqrt(z^2) = |z| for every z, and not z.",
     lambda at: sqrt(at.z**2), true("=", Abs(z), EVERY, symbols=True), false("=", z, EVERY, symbols=True)),
    ("sqrt(p^2) = p for p in {1, .., 30}, and not {1, .., 200, -1}, with a symbol that is declared positive.",
     lambda at: sqrt(at.p**2),
     true("=", p, {"p": Values(*range(1, 31))}, symbols=True),
     false("=", p, {"p": Values(*range(1, 201), -1)}, symbols=True)),
    ("(z^2 - 1)/(z - 1) = z + 1 for z > 1, and not for every z: at 1 it has no value.",
     lambda at: (at.z**2 - 1) / (at.z - 1),
     true("=", z + 1, {"z": Rationals(above=1)}, symbols=True), false("=", z + 1, EVERY, symbols=True)),
    ("1/z - 1/z = 0 for every z: at 0 it has no value.",
     lambda at: (1 / at.z) - (1 / at.z), false("=", Integer(0), EVERY, symbols=True)),
    ("z/z = 1 on [-1, 1]: at 0 it has no value.",
     lambda at: at.z / at.z, false("=", Integer(1), {"z": Rationals(least=-1, most=1)}, symbols=True)),
    ("n (n - 1) (1/(n - 1) - 1/n) = 1 for n >= 2, and not for n >= 1.",
     lambda at: at.n * (at.n - 1) * (1 / (at.n - 1) - 1 / at.n),
     true("=", Integer(1), {"n": Integers(2)}, symbols=True), false("=", Integer(1), {"n": Integers(1)}, symbols=True)),
    ("log(z^2) = 2 log |z| for every z: at 0 neither has a value.",
     lambda at: log(at.z**2), false("=", 2 * log(Abs(z)), EVERY, symbols=True)),
    ("log(p^2) = 2 log p for p > 0.",
     lambda at: log(at.p**2), true("=", 2 * log(p), {"p": Rationals(above=0)}, symbols=True)),
    ("cos(pi i) = (-1)^i for i >= 0, and not for all of [0, 4], with a symbol that is declared an integer.",
     lambda at: cos(pi * at.i),
     true("=", (-1) ** i, {"i": Integers(0)}, symbols=True),
     false("=", (-1) ** i, {"i": Rationals(least=0, most=4)}, symbols=True)),
    ("-z is at most 0 on [-1, 1].",
     lambda at: -at.z, false("<=", Integer(0), {"z": Rationals(least=-1, most=1)}, symbols=True)),
    ("z is at most (z^2 + 1)/2 for every z, with equality at 1, so that with 10^-30 less it is not.",
     lambda at: at.z,
     true("<=", (z**2 + 1) / 2, EVERY, symbols=True),
     false("<=", (z**2 + 1) / 2 - Rational(1, 10**30), EVERY, symbols=True)),
    ("sqrt(u^2 v^2) = |u v| for all u and v, and not u v.",
     lambda at: sqrt(at.u**2 * at.v**2),
     true("=", Abs(u * v), PLANE, symbols=True), false("=", u * v, PLANE, symbols=True)),
    ("|q| = q on [-3, 5], with a symbol that is declared nonnegative.",
     lambda at: Abs(at.q), false("=", q, {"q": Rationals(least=-3, most=5)}, symbols=True)),
    ("(z - 1)/(z^2 - 1) = 1/(z + 1) for z >= -1: not at -1, nor at 1.",
     lambda at: simplify((at.z - 1) / (at.z**2 - 1)),
     false("=", 1 / (z + 1), {"z": Rationals(least=-1)}, symbols=True)),
    ("(u^2 - v^2)/(u - v) = u + v for u in [2, 3], v in [0, 1], and not on the unit square.",
     lambda at: (at.u**2 - at.v**2) / (at.u - at.v),
     false("=", u + v, {"u": UNIT, "v": UNIT}, symbols=True),
     true("=", u + v, {"u": Rationals(least=2, most=3), "v": UNIT}, symbols=True)),
)  # fmt: skip
