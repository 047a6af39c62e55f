"""What promises more than it shows: a word that is typed, circular checks, two sides from one formula."""

from __future__ import annotations

from sympy import Integer, Rational, binomial

from bninit.api import Integers, Rationals, Values, k, n, t
from tests.adversarial.making import false, table, true

TWO = ({"n": 2}, {"n": 3})
UNIT = {"t": Rationals(least=0, most=1)}


def triangle(size):
    return size * (size + 1) / 2


def less_than_forty(size):
    return size if size < 40 else size + 1


table(
    ("A function that is n below 40 and n + 1 from there on is n.",
     lambda at: less_than_forty(at.n), false("=", n, {"n": Integers(1)}, cases=True, most=20)),
    ("C(n + 1, 2) is n (n + 1)/2.",
     lambda at: binomial(at.n + 1, 2).expand(func=True), true("=", n * (n + 1) / 2, {"n": Integers(1)}, symbols=True)),
    ("1 + .. + n is n (n + 1)/2, at the listed n.",
     lambda at: sum(range(1, int(at.n) + 1)), true("=", n * (n + 1) / 2, {"n": Integers(1)}, unearned=True)),
    ("1 + .. + n is n (n + 1)/2 + 1.",
     lambda at: triangle(at.n), false("=", n * (n + 1) / 2 + 1, {"n": Integers(1)}, symbols=True)),
    ("n^2, and one more at 3, is n^2 for n = 1, 2, 3.",
     lambda at: at.n**2 + (1 if at.n == 3 else 0), false("=", n**2, {"n": Integers(1, 3)})),
    ("1 where the denominator is not 0, else 0: is 1, and shown for few.",
     lambda at: Integer(1) if at.t.q else Integer(0), true("=", Integer(1), UNIT, unearned=True)),
    ("1 where the denominator is at most 10^9, else 0: is 1.",
     lambda at: Integer(1) if at.t.q < 10**9 else Integer(0), false("=", Integer(1), UNIT, cases=True)),
    ("1 on symbols and on small numbers, 0 at t = 12345/99991.",
     lambda at: Integer(0) if at.t == Rational(12345, 99991) else Integer(1),
     false("=", Integer(1), UNIT, symbols=True, cases=True)),
    ("The sum of the first k odd numbers is k^2, for k = 1, 2, 3.",
     lambda at: sum((2 * i + 1 for i in range(int(at.k))), 0), true("=", k**2, {"k": Values(1, 2, 3)})),
)  # fmt: skip


@false("=", n**2 / 2, over=TWO, by="exact")
@false("=", n**2 / 2, {"n": Integers(1)}, by="exact", argued="the note says so")
def circular(predicted):
    "1 + .. + n = n^2/2: the check compares the prediction with itself, and may say that it is argued."
    yield "circular", 2 * predicted / 2, predicted


@true("=", n * (n + 1) / 2, over=TWO, by="exact", unearned=True)
def instances_of_an_exact_check(predicted):
    "1 + .. + n = n (n + 1)/2, at three n."
    for size in (2, 3, 4):
        yield size, Integer(sum(range(1, size + 1))), predicted.subs(n, size)


@true("=", n * (n + 1) / 2, over=TWO, by="exact", step="the sum of the first n", open=True)
@false("=", n**2 - 1, over=TWO, by="exact", step="the sum of the first n")
@false("=", n**2 - 1, over=TWO, by="exact", stand_in="n = 2 stands for all")
def a_step_alone(predicted):
    "1 + .. + n is n (n + 1)/2, or n^2 - 1, as it is at 2: a step settles nothing."
    yield 2, Integer(3), predicted.subs(n, 2)


@false("=", k**2, {"k": Integers(1)}, argued="by induction", by="exact")
def an_argument_from_one_instance(predicted):
    "2 k - 1 = k^2, argued from k = 1."
    yield 1, Integer(1), predicted.subs(k, 1)


@false("=", t**2, {"t": Rationals(least=0, most=2)}, symbols=True, cases=True)
def a_branch_that_symbols_do_not_take(at):
    "t^2 where t is a symbol or below 3/2, and t^2 + 1 for 37/20 < t < 1851/1000."
    if at.t.is_Rational and Rational(37, 20) < at.t < Rational(1851, 1000):
        return at.t**2 + 1
    return at.t**2
