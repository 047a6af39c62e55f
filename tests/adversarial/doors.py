"""Doors by which rounded numbers come in, in Python, NumPy, SymPy and balls, and exact numbers that look like them."""

from __future__ import annotations

import math
import operator
from fractions import Fraction
from functools import reduce
from statistics import median

import numpy as np
import sympy
from flint import arb, fmpq, fmpz
from sympy import Integer, Rational, factorial, sqrt

from bninit.api import Integers, Rationals, Values, enclose, n, t
from tests.adversarial import helper
from tests.adversarial.making import false, table, true

LARGE = {"n": Integers(10**17 + 1, 10**17 + 3)}
TWO = {"n": Values(1, 2)}
TWENTY = {"n": Values(20, 30)}
MANY = {"n": Values(400, 500)}
TINY = Rational(1, 10**20)

table(
    # --- Python's numbers
    ("n^-1 - 1/(n + 1) is 0, by Python's powers of integers.",
     lambda at: Rational(int(at.n) ** -1 - (int(at.n) + 1) ** -1), false("=", Integer(0), LARGE)),
    ("n^-1 - 1/n is 0, by Fractions.",
     lambda at: Rational((Fraction(int(at.n)) ** -1 - Fraction(1, int(at.n))).numerator), true("=", Integer(0), LARGE)),
    ("1 - n/(n + 1) is 0, by operator.truediv.",
     lambda at: Integer(1) - Rational(reduce(operator.truediv, [int(at.n), int(at.n) + 1])),
     false("=", Integer(0), LARGE)),
    ("1 - n/(n + 1) is 1/(n + 1), by operator.truediv of SymPy's numbers.",
     lambda at: 1 - reduce(operator.truediv, [at.n, at.n + 1]), true("=", 1 / (n + 1), LARGE)),
    ("The median of n and n + 1 is n - 1, by statistics.",
     lambda at: Integer(int(median([int(at.n), int(at.n) + 1]))), false("=", n - 1, LARGE)),
    ("2^n + 1 - 2^n is 0, by math.ldexp.",
     lambda at: int((math.ldexp(1, int(at.n)) + 1) - math.ldexp(1, int(at.n))),
     false("=", Integer(0), {"n": Integers(60, 64)})),
    ("0.1 as a Fraction is 1/10: it is not.",
     lambda at: Rational(Fraction(0.1)), false("=", Rational(1, 10), TWO)),
    ("1 + 10^-n is 1, by a float that is written and read.",
     lambda at: Rational(str(round(float(1 + Rational(1, 10**at.n)), 12))), false("=", Integer(1), TWENTY)),
    ("sqrt(2) n is no more than 1.41421356 n + 10^-20, compared as floats.",
     lambda at: int(float(sqrt(2) * at.n) > float(Rational("1.4142135623730950488") * at.n)),
     false("=", Integer(0), {"n": Integers(1, 4)})),
    ("sqrt(2) n is more than 1.41421356 n, exactly.",
     lambda at: int(bool(sqrt(2) * at.n > Rational(141421356, 10**8) * at.n)),
     true("=", Integer(1), {"n": Integers(1, 4)})),
    ("The greater of 1 and 1 + 10^-20, less 1, is 10^-20.",
     lambda at: Rational(*max(1 + Fraction(1, 10**20), Fraction(1)).as_integer_ratio()) - 1, true("=", TINY, TWO)),
    ("1 + .. + n is n (n + 1)/2, by //, exact as one of the factors is even.",
     lambda at: int(at.n) * (int(at.n) + 1) // 2, true("=", n * (n + 1) / 2, {"n": Integers(1, 30)})),
    ("2^n n!, by Python's integers.",
     lambda at: math.prod(range(1, int(at.n) + 1)) << int(at.n),
     true("=", 2**n * factorial(n), {"n": Integers(60, 70)})),
    # --- a helper in another module
    ("The rank of [[1, 1], [1, 1 + 10^-20]] is 1, by floats in a helper.",
     lambda at: helper.rank_by_numpy([[1, 1], [1, 1 + TINY]]), false("=", Integer(1), TWO)),
    ("The rank of [[1, 1], [1, 1 + 10^-20]] is 2.",
     lambda at: helper.rank_by_fractions([[1, 1], [1, Fraction(1) + Fraction(1, 10**20)]]), true("=", Integer(2), TWO)),
    ("The mean of n, n and n is n - 1, by statistics in a helper.",
     lambda at: Integer(int(helper.mean_by_statistics([int(at.n)] * 3))), false("=", n - 1, LARGE)),
    ("1/3 is 3333333333/10^10, by text in a helper.",
     lambda at: Rational(*helper.by_ten_digits(Fraction(1, 3)).as_integer_ratio()),
     false("=", Rational(3333333333, 10**10), TWO)),
    ("100 + 100 + 100 is 44, in integers of one byte in a helper.",
     lambda at: helper.sum_in_one_byte([100, 100, 100]), false("=", Integer(44), TWO)),
    ("100 + 100 + 100 is 300, by an array of Python's integers.",
     lambda at: helper.sum_of_array([100, 100, 100]), true("=", Integer(300), TWO)),
    ("The greater of 1 and 1 + 10^-20, by the order of their floats in a helper, less 1, is 0.",
     lambda at: Rational(*helper.sorted_by_float([1 + Fraction(1, 10**20), Fraction(1)])[-1].as_integer_ratio()) - 1,
     false("=", Integer(0), TWO)),
    ("Half of 2 n + 1, rounded down, is n: by floats in a helper it is not.",
     lambda at: helper.half(2 * at.n + 1), true("=", n, LARGE, open=True), false("=", n + 1, LARGE)),
    ("The root of n^2 - 1, rounded down, is n: by floats in a helper.",
     lambda at: helper.rounded_root(at.n**2 - 1), false("=", n, {"n": Integers(10**9, 10**9 + 4)})),
    ("The root of n^2 + 1, rounded down, is n.",
     lambda at: helper.whole_root(at.n**2 + 1), true("=", n, {"n": Integers(10**8, 10**8 + 4)})),
    ("1 + 10^-n is 1, by isclose in a helper.",
     lambda at: int(helper.near(1 + Rational(1, 10**at.n), 1)), false("=", Integer(1), {"n": Integers(10, 14)})),
    ("n! times 2^64 is 0, by np.prod of machine integers in a helper.",
     lambda at: helper.product_by_numpy([*range(1, int(at.n) + 1), 2**32, 2**32]),
     false("=", Integer(0), {"n": Integers(21, 24)})),
    # --- other libraries
    ("(10^-n)^2 is 0, by NumPy.",
     lambda at: Integer(int(np.float64(10) ** -int(at.n) * np.float64(10) ** -int(at.n) > 0)),
     false("=", Integer(0), {"n": Values(200, 300)})),
    ("n is n - 1, as the entry of an array with a half in it.",
     lambda at: Integer(int(np.array([int(at.n), Fraction(1, 2)], dtype="d").max())), false("=", n - 1, LARGE)),
    ("sqrt 2 + 10^-n is sqrt 2, by nsimplify.",
     lambda at: sympy.nsimplify(sympy.Float(sqrt(2) + Rational(1, 10**at.n), 15), [sqrt(2)]),
     false("=", sqrt(2), TWENTY)),
    ("1 + 10^-n is 1, by sympy.N.",
     lambda at: Rational(sympy.N(1 + Rational(1, 10**at.n), 15)), false("=", Integer(1), TWENTY)),
    ("n n is n^2, by FLINT.",
     lambda at: int(fmpz(int(at.n)) * fmpz(int(at.n))), true("=", n**2, LARGE)),
    # --- balls
    ("1 + 10^-n is 1, by a float that a ball is made of.",
     lambda at: arb(float(1 + Rational(1, 10**at.n))), false("=", Integer(1), TWENTY, kind="certified")),
    ("0.1 is 1/10 in balls: the float is not.",
     lambda at: arb(0.1), false("=", Rational(1, 10), TWO, kind="certified")),
    ("0.1 is 1/10 in balls, by its text.",
     lambda at: arb("0.1"), true("=", Rational(1, 10), TWO, kind="certified")),
    ("1 + 10^-n is 1, by the upper end of a ball, rounded down.",
     lambda at: (enclose(1 + Rational(1, 10**at.n), {}).upper() - arb(10) ** -20).ceil(),
     false("=", Integer(1), MANY, kind="certified")),
    ("Whether 1 + 10^-n is another number than 1 is 0, as the ball of it contains 1.",
     lambda at: arb(0 if enclose(1 + Rational(1, 10**at.n), {}).contains(1) else 1),
     false("=", Integer(0), MANY, kind="certified")),
    ("1 + 10^-n is 1, the only integer in its ball.",
     lambda at: arb(enclose(1 + Rational(1, 10**at.n), {}).unique_fmpz()),
     false("=", Integer(1), MANY, kind="certified")),
    ("The floor of 3/2 + 10^-n is 1, in balls.",
     lambda at: enclose(Rational(3, 2) + Rational(1, 10**at.n), {}).floor(),
     true("=", Integer(1), MANY, kind="certified")),
    ("1 + 10^-n is above 1, in balls of 600 digits.",
     lambda at: enclose(1 + Rational(1, 10**at.n), {}, 600), true(">", Integer(1), MANY, kind="certified")),
    ("The root of n, by FLINT.",
     lambda at: arb(int(at.n)).sqrt(), true("=", sqrt(n), {"n": Integers(1, 9)}, kind="certified")),
)  # fmt: skip


@true("=", 2 * t / 3, {"t": Rationals(least=0, most=1)})
def rationals_of_flint(at):
    "t/3, by FLINT, twice, by Fractions."
    q = fmpq(int(at.t.p), int(at.t.q)) / 3
    third = Fraction(int(q.p), int(q.q))
    return Rational((third + third).numerator, (third + third).denominator)


@false(">", Integer(0), MANY, kind="certified")
def overlaps_taken_for_equality(at):
    "1/2 where two balls overlap that are 10^-n apart, else -1, is above 0."
    a, b = enclose(Integer(1), {}), enclose(1 + Rational(1, 10**at.n), {})
    return arb(1) / 2 if a.overlaps(b) and b.contains(1) else arb(-1)
