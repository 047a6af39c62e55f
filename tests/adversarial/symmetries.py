"""Batches up to symmetries: those that a statement does not have hide what is false."""

from __future__ import annotations

from sympy import Integer, Rational

from bninit.api import Batches, Integers, n
from tests.adversarial.making import false, table, true

LENGTH = {"n": lambda at: len(at["x"])}
ALL = ("order", "shift", "scale", "reflection")


def short(*up_to, least=2):
    return {"x": Batches(Integers(least, 4), up_to=up_to)}


def mean(x):
    return Rational(sum(x).numerator, sum(x).denominator) / len(x)


def number(q):
    return Rational(q.numerator, q.denominator)


table(
    ("The mean of every batch is at least 0: so are those of sorted, shifted rows.",
     lambda at: mean(at.x), false(">=", Integer(0), {"x": Batches()}), false(">=", Integer(0), short(*ALL))),
    ("The first point is the least one.",
     lambda at: number(at.x[0] - min(at.x)), false("=", Integer(0), short("shift", "scale"))),
    ("No point is followed by a smaller one.",
     lambda at: int(any(a > b for a, b in zip(at.x, at.x[1:], strict=False))),
     false("<=", Integer(0), short("order", least=3))),
    ("The spread of a batch is at least 1, up to scale.",
     lambda at: number(max(at.x) - min(at.x)), false(">=", Integer(1), short("scale"))),
    ("The mean is at least the middle of the range, up to reflection.",
     lambda at: mean(at.x) - number(max(at.x) + min(at.x)) / 2,
     false(">=", Integer(0), short("order", "reflection", least=3))),
    ("The greatest entry is at most 4 times the spread, up to shift.",
     lambda at: number(max(at.x)) / number(max(at.x) - min(at.x)), false("<=", Integer(4), short("order", "shift"))),
    ("sum |x_i - mean| is at most n/2 times the range: so it is under all four symmetries, and any of them.",
     lambda at: sum(abs(number(x) - mean(at.x)) for x in at.x) / number(max(at.x) - min(at.x)),
     true("<=", n / 2, short(*ALL), letters=LENGTH),
     true("<=", n / 2, short("order"), letters=LENGTH),
     true("<=", n / 2, short("shift", "scale"), letters=LENGTH),
     true("<=", n / 2, short("shift", "reflection"), letters=LENGTH),
     true("<=", n / 2, short(), letters=LENGTH)),
    ("The square of the first point is at most the sum of squares, up to scale.",
     lambda at: number(at.x[0] ** 2 / sum(x**2 for x in at.x)), true("<=", Integer(1), short("scale"))),
)  # fmt: skip
