"""What promises more than it shows: a word that is typed, circular checks, two sides from one formula."""

from __future__ import annotations

from sympy import Integer, Rational, binomial, summation

from bninit.api import Integers, Rationals, Values, k, n, t
from tests.adversarial.making import false, true


def triangle(size):
    return size * (size + 1) / 2


def less_than_forty(size):
    return size if size < 40 else size + 1


@false("=", n**2 / 2, over=({"n": 2}, {"n": 3}), by="exact")
def circular(predicted):
    "1 + .. + n = n^2/2: the check compares the prediction with itself."
    yield "circular", predicted, predicted


@false("=", n**2 / 2, {"n": Integers(1)}, by="exact", argued="the note says so")
def circular_and_argued(predicted):
    "1 + .. + n = n^2/2: the check compares the prediction with itself, and says that it is argued."
    yield "circular", 2 * predicted / 2, predicted


@true("=", n * (n + 1) / 2, over=({"n": 2}, {"n": 3}), by="exact", unearned=True)
def instances_of_an_exact_check(predicted):
    "1 + .. + n = n (n + 1)/2, at three n."
    for size in (2, 3, 4):
        yield size, Integer(sum(range(1, size + 1))), predicted.subs(n, size)


@true("=", n * (n + 1) / 2, over=({"n": 2}, {"n": 3}), by="exact", step="the sum of the first n")
def a_step_alone(predicted):
    "1 + .. + n = n (n + 1)/2: a step settles nothing."
    yield 2, Integer(3), predicted.subs(n, 2)


@false("=", n**2 - 1, over=({"n": 2}, {"n": 3}), by="exact", step="the sum of the first n")
def a_false_step_alone(predicted):
    "1 + .. + n = n^2 - 1: so it is at 2."
    yield 2, Integer(3), predicted.subs(n, 2)


@false("=", n**2 - 1, over=({"n": 2}, {"n": 3}), by="exact", stand_in="n = 2 stands for all")
def a_false_stand_in_alone(predicted):
    "1 + .. + n = n^2 - 1: so it is at 2."
    yield 2, Integer(3), predicted.subs(n, 2)


@false("=", n, {"n": Integers(1)}, cases=True, most=20)
def true_below_forty(at):
    "A function that is n below 40 and n + 1 from there on is n."
    return less_than_forty(at.n)


@true("=", n * (n + 1) / 2, {"n": Integers(1)}, symbols=True)
def two_formulas_for_one_sum(at):
    "C(n + 1, 2) is n (n + 1)/2."
    return binomial(at.n + 1, 2).expand(func=True)


@true("=", n * (n + 1) / 2, {"n": Integers(1)}, unearned=True)
def a_sum_at_instances(at):
    "1 + .. + n is n (n + 1)/2, at the listed n."
    return sum(range(1, int(at.n) + 1))


@false("=", n * (n + 1) / 2 + 1, {"n": Integers(1)}, symbols=True)
def off_by_one(at):
    "1 + .. + n is n (n + 1)/2 + 1."
    return triangle(at.n)


@false("=", n**2, {"n": Integers(1, 3)})
def one_more_at_the_last(at):
    "n^2, and one more at 3, is n^2 for n = 1, 2, 3."
    return at.n**2 + (1 if at.n == 3 else 0)


@true("=", Integer(1), {"t": Rationals(least=0, most=1)}, unearned=True)
def a_function_of_the_denominator(at):
    "1 where the denominator is not 0, else 0: is 1, and shown for few."
    return Integer(1) if at.t.q else Integer(0)


@false("=", Integer(1), {"t": Rationals(least=0, most=1)}, cases=True)
def another_value_for_large_denominators(at):
    "1 where the denominator is at most 10^9, else 0: is 1."
    return Integer(1) if at.t.q < 10**9 else Integer(0)


@false("=", Integer(1), {"t": Rationals(least=0, most=1)}, symbols=True, cases=True)
def a_branch_on_symbols(at):
    "1 on symbols and on small numbers, 0 at t = 12345/99991."
    return Integer(0) if at.t == Rational(12345, 99991) else Integer(1)


@true("=", k**2, {"k": Values(1, 2, 3)})
def three_values(at):
    "The sum of the first k odd numbers is k^2, for k = 1, 2, 3."
    return sum((2 * i + 1 for i in range(int(at.k))), 0)


@false("=", k**2, {"k": Integers(1)}, argued="by induction", by="exact")
def an_argument_from_one_instance(predicted):
    "2 k - 1 = k^2, argued from k = 1."
    yield 1, Integer(1), predicted.subs(k, 1)


@true("=", n * (n + 1) * (2 * n + 1) / 6, {"n": Integers(1, 25)})
def squares(at):
    "1 + 4 + .. + n^2, for n to 25."
    return summation(k**2, (k, 1, at.n))


@false("=", t**2, {"t": Rationals(least=0, most=2)}, symbols=True, cases=True)
def a_branch_that_symbols_do_not_take(at):
    "t^2 where t is a symbol or below 3/2, and t^2 + 1 for 37/20 < t < 1851/1000."
    if at.t.is_Rational and Rational(37, 20) < at.t < Rational(1851, 1000):
        return at.t**2 + 1
    return at.t**2
