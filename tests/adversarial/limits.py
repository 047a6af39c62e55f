"""Sequences with bounds that stay, that do not cover, or that are no bounds of what is claimed."""

from __future__ import annotations

from sympy import Integer, Rational, Symbol, exp, oo, sqrt

from bninit.api import Integers, Rationals, enclose
from tests.adversarial.making import false, table, true
from theory.domains.listings import Index
from theory.words import Within

s = Symbol("s", integer=True, positive=True)
FAR = {"s": Index(1, listed=(1, 10, 100, 10_000))}
NEAR = {"s": Index(1, listed=(1, 2, 3))}

table(
    ("(-1)^s -> 0: each member lies within 1 of it.",
     lambda at: Within((-1) ** at.s, 1), false("->", Integer(0), FAR)),
    ("3/5 + 1/s -> 3/5, and not 1/2.",
     lambda at: Within(Rational(3, 5) + 1 / at.s, 1 / s),
     true("->", Rational(3, 5), FAR), false("->", Rational(1, 2), FAR)),
    ("3/5 + 1/s -> 1/2, with a bound that stays above the distance.",
     lambda at: Within(Rational(3, 5) + 1 / at.s, Rational(1, 10) + 1 / s), false("->", Rational(1, 2), FAR)),
    ("1/10 -> 0, with a bound that goes to 0.",
     lambda at: Within(Rational(1, 10), 1 / s), false("->", Integer(0), FAR)),
    ("(-1)^s/s -> 0.",
     lambda at: Within((-1) ** at.s / at.s, 1 / s), true("->", Integer(0), FAR)),
    ("1 + 1/s^2 -> 1, with the bound 1/s.",
     lambda at: Within(1 + 1 / at.s**2, 1 / s), true("->", Integer(1), FAR)),
    ("9/10 -> 1, looked at where the bound is still above the distance.",
     lambda at: Within(Rational(9, 10), 1 / s), false("->", Integer(1), NEAR, cases=True)),
    ("1 for s <= 10^5, then 2: goes to 1, by values without a bound.",
     lambda at: 1 if at.s <= 10**5 else 2, false("->", Integer(1), FAR, cases=True)),
    ("1/10 -> 0: the bound is a number of each instance, made to cover.",
     lambda at: Within(Rational(1, 10), max(1 / at.s, Rational(1, 10))), false("->", Integer(0), FAR)),
    ("1 -> 0, with a bound in a letter that is not the index.",
     lambda at: Within(1, 1 / Symbol("w", positive=True)), false("->", Integer(0), FAR)),
    ("c - 1 -> 0 along s: with the bound (c - 1) (1 + 1/s).",
     lambda at: Within(at.c - 1, (Symbol("c", real=True) - 1) * (1 + 1 / s)),
     false("->", Integer(0), {"s": Index(1, listed=(1, 10, 100)), "c": Rationals(least=1, most=2)})),
    ("c/s -> 0 for c = 1, 2, 3.",
     lambda at: Within(at.c / at.s, 3 / s),
     true("->", Integer(0), {"s": Index(1, listed=(1, 10, 100)), "c": Integers(1, 3)})),
    ("1/sqrt(s) -> 0.",
     lambda at: Within(1 / sqrt(at.s), 1 / sqrt(s)),
     true("->", Integer(0), {"s": Index(1, listed=(1, 100, 10**4, 10**8))})),
    ("s -> 0 within infinity.",
     lambda at: Within(at.s, oo), false("->", Integer(0), FAR)),
    ("1 -> 0 within nan.",
     lambda at: Within(1, Symbol("s", integer=True, positive=True) * 0 * oo), false("->", Integer(0), FAR)),
    ("(1/s, 1/10) -> (0, 0), with the bounds 1/s and 1/10.",
     lambda at: Within((1 / at.s, Rational(1, 10)), (1 / s, Rational(1, 10))),
     false("->", (Integer(0), Integer(0)), FAR)),
    ("(1/s, 1 - 1/s^2) -> (0, 1).",
     lambda at: Within((1 / at.s, 1 - 1 / at.s**2), (1 / s, 1 / s**2)), true("->", (Integer(0), Integer(1)), FAR)),
    ("s^2/2^s -> 0, within s^2/2^s, up to s = 10^4.",
     lambda at: Within(at.s**2 * Rational(1, 2) ** at.s, s**2 * Rational(1, 2) ** s), true("->", Integer(0), FAR)),
    ("5 -> 5, within 1/s.",
     lambda at: Within(Integer(5), 1 / s), true("->", Integer(5), FAR)),
    ("e^(1/s) -> 1, within 2/s.",
     lambda at: Within(enclose(exp(1 / at.s), {}), 2 / s), true("->", Integer(1), FAR, kind="certified")),
)  # fmt: skip
