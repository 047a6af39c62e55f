"""Letters that an instance determines: by the left side's own formula, or by another."""

from __future__ import annotations

from sympy import Integer, Rational, Symbol

from bninit.api import Batches, Integers, Rationals, batchnorm, n, t
from tests.adversarial.making import false, table, true

a, b, y = Symbol("a", real=True), Symbol("b", real=True), Symbol("y", real=True)
SHORT = {"x": Batches(Integers(2, 4))}
LINE = {"t": Rationals(least=-2, most=2)}


def number(q):
    return Rational(q.numerator, q.denominator)


def least_square(row):
    return min(number(x) ** 2 for x in row)


table(
    ("The least square is a, where a is the least square, which says nothing; or the square of the least.",
     lambda at: least_square(at.x),
     true("=", a, SHORT, letters={"a": lambda at: least_square(at["x"])}, unearned=True, open=True),
     false("=", a, SHORT, letters={"a": lambda at: number(min(at["x"])) ** 2})),
    ("t^2 is 2 a, where a is t^2/2.",
     lambda at: at.t**2,
     true("=", 2 * a, {"t": Rationals(least=0)}, letters={"a": lambda at: at["t"] ** 2 / 2}, unearned=True)),
    ("The greatest distance of two points is the greatest less the least, and not the last less the first.",
     lambda at: max(number(p - q) for p in at.x for q in at.x),
     false("=", b - a, SHORT, letters={"a": lambda at: number(at["x"][0]), "b": lambda at: number(at["x"][-1])}),
     true("=", b - a, SHORT, letters={"a": lambda at: number(min(at["x"])), "b": lambda at: number(max(at["x"]))})),
    ("The squared entries after BN sum to the number of points, and not of distinct ones.",
     lambda at: sum(z**2 for z in batchnorm(at.x)),
     false("=", n, SHORT, letters={"n": lambda at: len(set(at["x"]))}),
     true("=", n, SHORT, letters={"n": lambda at: len(at["x"])})),
    ("t is at most y = |t| on [-2, 2], and not y.",
     lambda at: at.t,
     false("=", y, LINE, letters={"y": lambda at: abs(at["t"])}),
     true("<=", y, LINE, letters={"y": lambda at: abs(at["t"])})),
    ("The first entry after BN is 0.",
     lambda at: batchnorm(at.x)[0], false("=", Integer(0), SHORT, letters={"a": lambda at: Integer(0)})),
    ("y is at most t - 1 on the unit square.",
     lambda at: at.y, false("<=", t - 1, {"t": Rationals(least=0, most=1), "y": Rationals(least=0, most=1)})),
)  # fmt: skip
