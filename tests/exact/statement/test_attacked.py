"""Statements that would be false, undefined or of something else: each is refused, assumed, or false where it counts.

A row has the domains, the left side, the prediction and the relation, and an instance at which the claim is violated or
has no value; a statement that is made, and assumes nothing, has to be false there.
"""

from fractions import Fraction

import pytest
import sympy
from sympy import And, Integer, Symbol, sqrt

from tests.exact.statement.in_numbers import ALL, KNOWN, MEMBERS, Parts, is_true, named
from tests.exact.statement.test_evaluated import has_values
from tests.exact.toys import toy
from theory.domains.batches import Batches
from theory.domains.numbers import Integers, Rationals
from theory.statement import NotExpressibleError, for_checker, statement
from theory.statement.abstract import general
from theory.term import Term, different, each, every, largest, one_if, places, size, total
from theory.term.scalar import greater

x, y, m, k = (Symbol(name, real=True) for name in "xymk")
ONE, TWO = {"x": Rationals()}, {"x": Rationals(), "y": Rationals()}
COUNT, ROW = {"m": Integers(0)}, {"b": Batches()}
HALF, NEXT, STATE = Fraction(1, 2), iter(range(10**6)), [0]
ANY: dict[str, object] = {}
"""Whatever the instance: it has to be refused or assumed."""


def swallowed(at):
    try:
        return 1 if at.x in Rationals(0, 1) else 0
    except TypeError:
        return 1 + at.x**2


def of_type(at):
    return at.x**2 if isinstance(at.x, Term) else -1


def counting(at):
    STATE[0] += 1
    return at.x**2 + STATE[0]


ROWS = {
    "two lengths as one": ({"u": Batches(), "v": Batches()}, lambda at: (size(at.u) - size(at.v)) ** 2, 0, "<=", ANY),
    "membership": (ONE, lambda at: 1 if at.x in Rationals(0, 1) else 0, 1, "=", ANY),
    "one name for two": ({"i": Integers(0), "i_": Integers(0)}, lambda at: (at["i"] - at["i_"]) ** 2, 0, "<=", ANY),
    "reserved names": ({"forall": Rationals(), "fun": Rationals()}, lambda at: (at["forall"] - at["fun"]) ** 2, 0, "<=",
                       {"forall": 1, "fun": 2}),
    "negative integers": ({"m": Integers(-9)}, lambda at: at.m**3, 0, ">=", {"m": -1}),
    "differences of naturals": (COUNT, lambda at: at.m - 3, 0, ">=", {"m": 0}),
    "negative powers": ({"x": Rationals(above=0), "m": Integers(-3)}, lambda at: at.x**at.m, 0, ">=", ANY),
    "odd powers": ({"x": Rationals(), "m": Integers(0)}, lambda at: at.x**at.m, 0, ">=", {"x": -1, "m": 1}),
    "an identity": (ONE, lambda at: at.x / at.x, 1, "=", ANY),
    "a pole": (ONE, lambda at: (1 / at.x) ** 2, 0, ">=", {"x": 0}),
    "a root of negatives": (ONE, lambda at: (at.x**HALF) ** 2, 0, ">=", {"x": -1}),
    "the sign of 0": (ONE, lambda at: greater(at.x, 0) - greater(-at.x, 0), sympy.sign(x) * abs(x), "=", {"x": 0}),
    "a mean of nothing": (COUNT, lambda at: total(places(at.m)) / at.m, 0, ">=", {"m": 0}),
    "range": (COUNT, lambda at: sum(k for k in range(at.m)), m * (m - 1) / 2, "=", ANY),
    "quotients of integers": (COUNT, lambda at: (at.m * (at.m + 1)) // 2, m * m, "=", ANY),
    "remainders": (COUNT, lambda at: at.m % 2, 0, "=", ANY),
    "integer parts": (ONE, lambda at: int(at.x) ** 2, x**2, "=", ANY),
    "rounding": (ONE, lambda at: round(at.x) ** 2, x**2, "=", ANY),
    "floats": (ONE, lambda at: 0.5 * at.x, x / 2, "=", ANY),
    "a float of a term": (ONE, lambda at: Fraction(float(at.x)) ** 2, 0, ">=", ANY),
    "text": (ONE, lambda at: 1 + at.x**2 if str(at.x) == "x" else 0, 1, ">=", ANY),
    "the length of text": (ONE, lambda at: len(str(at.x)) + at.x**2, 0, ">", ANY),
    "a hash": (ONE, lambda at: hash(at.x) + at.x**2, 0, ">=", ANY),
    "a place in memory": (ONE, lambda at: id(at.x) * at.x**2, 0, ">=", ANY),
    "sets": (TWO, lambda at: len({at.x, at.y}) + 0 * at.x, 2, ">=", {"x": 1, "y": 1}),
    "dictionaries": (TWO, lambda at: {at.x: 1}.get(at.y, 0) + at.x**2, 1 + x**2, "=", {"x": 1, "y": 2}),
    "tuples": (TWO, lambda at: (1 if (at.x,) == (at.y,) else 0) + at.x**2, x**2, "=", {"x": 1, "y": 1}),
    "among others": (TWO, lambda at: (1 if at.x in (at.y, 2) else 0) + at.x**2, x**2, "=", {"x": 2, "y": 1}),
    "or": (ONE, lambda at: (at.x or 5) ** 2, x**2, "=", {"x": 0}),
    "and": (ONE, lambda at: (at.x and 5) ** 2, 25, "=", {"x": 0}),
    "not": (ONE, lambda at: (1 if not at.x else 0) + at.x**2, x**2, "=", {"x": 0}),
    "chains": (ONE, lambda at: (1 if 0 < at.x < 1 else 0) + at.x**2, x**2, "=", {"x": HALF}),
    "sorting": (TWO, lambda at: sorted((at.x, at.y))[0], x, "=", {"x": 2, "y": 1}),
    "the greatest": (TWO, lambda at: max(at.x, at.y), x, "=", {"x": 1, "y": 2}),
    "SymPy's root": ({"x": Rationals(above=0)}, lambda at: sympy.sqrt(at.x), sqrt(x), "=", ANY),
    "SymPy's absolute value": (ONE, lambda at: sympy.Abs(at.x), x, "=", ANY),
    "the last entry": (ROW, lambda at: at.b[-1] - at.b[0], 0, "=", ANY),
    "the entry at n - 1": (ROW, lambda at: at.b[size(at.b) - 1] - at.b[0], 0, "=", ANY),
    "a slice": (ROW, lambda at: total(at.b[::-1]), 0, "=", ANY),
    "a loop over a row": (ROW, lambda at: sum(v * v for v in at.b), 0, "=", ANY),
    "constant rows": ({"b": Batches(constant=True)}, lambda at: total(each(lambda v: (v - at.b[0]) ** 2, at.b)), 0, ">",
                      {"b": (1, 1)}),
    "distinct entries": (ROW, lambda at: size(at.b) - different(at.b), 0, "=", {"b": (0, 1, 1)}),
    "every place": (ROW, lambda at: one_if(every(lambda v: v != 0, at.b)) + total(at.b) ** 2, 1, ">=",
                    {"b": (0, 1, -1)}),
    "the greatest of a row": (ROW, lambda at: largest(at.b), 0, ">=", {"b": (-1, -2)}),
    "what an error means": (ONE, swallowed, 1, ">=", ANY),
    "what a type means": (ONE, of_type, 0, ">=", ANY),
    "what is counted": (ONE, counting, 1, ">=", ANY),
    "what comes next": (ONE, lambda at: next(NEXT) + at.x**2, 0, ">=", ANY),
    "two for one": (ONE, lambda at: (at.x**2, at.x), (Integer(0),), ">=", {"x": 1}),
    "one for two": (ONE, lambda at: at.x**2, (Integer(0), Integer(0)), ">=", {"x": 1}),
    "no number": (ONE, lambda at: None, 0, "=", ANY),
    "a condition as a number": (ONE, lambda at: at.x > 0, 1, "=", ANY),
    "conditions": (ONE, lambda at: at.x**2 > 0, And(x > 0, x < 9), "iff", {"x": -1}),
    "limits": (COUNT, lambda at: 1 / at.m, 0, "->", ANY),
    "sums of SymPy's": (COUNT, lambda at: at.m, sympy.Sum(k, (k, 1, m)), "<=", ANY),
    "floors": (ONE, lambda at: at.x, sympy.floor(x), ">=", ANY),
    "powers that are predicted": ({"x": Rationals(), "m": Integers(0)}, lambda at: at.x**2, x**m, ">=",
                                  {"x": 3, "m": 3}),
    "a missing key": (ONE, lambda at: {}["k"] * at.x, 0, ">=", ANY),
    "the end of an interval": ({"x": Rationals(least=0, most=1)}, lambda at: at.x, Fraction(99, 100), "<=", {"x": 1}),
    "the end of integers": ({"m": Integers(2, 5)}, lambda at: at.m, 4, "<=", {"m": 5}),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_none_is_accepted(name: str) -> None:
    domains, left, predicted, relation, instance = ROWS[name]
    claim = toy(predicts=predicted, relation=relation, given=domains, over=({"x": 1, "y": 1, "m": 2},)).literal(left)
    try:
        made, found = for_checker(claim), statement(claim)
    except NotExpressibleError:
        return
    if made.taken:
        return
    assert instance, made.text
    names = Parts({ALL: [], MEMBERS: {}, KNOWN: {}})
    for symbol, domain in claim.quantified.domains.items():
        (shape,) = general(domain, symbol, claim.quantified.domains)
        given = instance[symbol]
        named(shape.value, tuple(map(Fraction, given)) if isinstance(given, tuple) else Fraction(given), names)
    assert not (is_true(found, names) and has_values(found, names)), made.text
