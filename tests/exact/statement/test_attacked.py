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
from theory.domains.composite import composite
from theory.domains.general import general_table
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.statement import NotExpressibleError, for_checker, statement
from theory.statement.abstract import general
from theory.term import (
    Shape,
    Term,
    Vec,
    constant,
    different,
    each,
    every,
    larger,
    largest,
    one_if,
    over_draws,
    over_layers,
    places,
    product_of,
    size,
    smallest,
    some,
    total,
    variable,
)
from theory.term.matrices import column, combined, determinant, inner, product, rank, trace, width
from theory.term.scalar import greater

x, y, m, k = (Symbol(name, real=True) for name in "xymk")
ONE, TWO = {"x": Rationals()}, {"x": Rationals(), "y": Rationals()}
COUNT, ROW = {"m": Integers(0)}, {"b": Batches()}
HALF, NEXT, STATE = Fraction(1, 2), iter(range(10**6)), [0]
ANY: dict[str, object] = {}
"""Whatever the instance: it has to be refused or assumed."""


def any_row(name, least):
    n = variable(f"n_{name}", "nat")
    return Shape(Vec.named(name, n), (n,), (n >= least,), rows=((name, (n,)),))


@composite("in Q^n, n >= {least}", has=lambda row, least: len(row) >= least, general=any_row)
def rows(choose, least=1):
    return tuple(Fraction(choose(-5, 5)) for _ in range(choose(least, 4)))


@composite(
    "in Q^(d x n)", has=lambda M: isinstance(M, tuple), general=lambda name: general_table(name, (1, None), (1, None))
)
def tables(choose):
    n = choose(1, 3)
    return tuple(tuple(Fraction(choose(-5, 5)) for _ in range(n)) for _ in range(choose(1, 3)))


def squares(row):
    return each(lambda v: v * v, row)


def norm(row):
    return total(squares(row))


def over(n, entry):
    """The sum of the squares of what there is at n places."""
    return total(each(lambda i: entry(i) ** 2, places(n)))


EMPTY, TABLE = {"b": rows(least=0)}, {"M": tables()}
PAIR, UNIT, INDEXED = {"u": rows(), "v": rows()}, {"b": rows()}, {"b": Batches(), "m": Integers(0)}
FEW, SHORT, WIDE = Batches(Integers(2, 5)), {"b": (0, 1)}, {"M": ((1, 2),)}
TALL, APART = {"M": ((1,), (2,))}, {"u": (1, 2), "v": (1,)}


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
    "the length of a format": (ONE, lambda at: len(f"{at.x}") + at.x**2, 1, ">=", ANY),
    "the length of a row's text": (ROW, lambda at: len(f"{[at.b[0]]}") + at.b[0] ** 2, 3, ">=", ANY),
    "percent": (ONE, lambda at: len("%s" % at.x) + at.x**2, 1, ">=", ANY),  # noqa: UP031
    "a method of text": (ONE, lambda at: len("{}".format(at.x)) + at.x**2, 1, ">=", ANY),  # noqa: UP032
    "text behind a helper": (ONE, lambda at: len(",".join(map(str, (at.x, 1)))) + at.x**2, 1, ">=", ANY),
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


def signless(left, domains, instance):
    """A row of something that is 0 or more wherever it has a value."""
    return domains, left, 0, ">=", instance


NO_VALUE = {
    "the greatest of none": (lambda at: largest(squares(at.b)), EMPTY, {"b": ()}),
    "the least of none": (lambda at: -smallest(each(lambda v: -v * v, at.b)), EMPTY, {"b": ()}),
    "the greatest of no places": (lambda at: largest(places(at.m)), COUNT, {"m": 0}),
    "the greatest of a constant": (lambda at: largest(each(lambda i: constant(1), places(at.m))), COUNT, {"m": 0}),
    "the spread of none": (lambda at: largest(at.b) - smallest(at.b), EMPTY, {"b": ()}),
    "the greatest in a divisor": (lambda at: 1 / (1 + largest(squares(at.b))), EMPTY, {"b": ()}),
    "the greatest times 0": (lambda at: one_if(size(at.b) > 0) * largest(squares(at.b)), EMPTY, {"b": ()}),
    "the greatest where it may be": (lambda at: largest(squares(at.b)) if size(at.b) >= 0 else 1, EMPTY, {"b": ()}),
    "the greatest beside another": (lambda at: larger(largest(squares(at.b)), 0), EMPTY, {"b": ()}),
    "the greatest at each place": (lambda at: over(size(at.b), lambda i: largest(places(i))), ROW, SHORT),
    "the entry at 5": (lambda at: at.b[5] ** 2, ROW, SHORT),
    "an entry times 0": (lambda at: one_if(size(at.b) > 2) * at.b[2] ** 2, ROW, SHORT),
    "the entry at n": (lambda at: at.b[size(at.b)] ** 2, ROW, SHORT),
    "the entry at 2n": (lambda at: at.b[2 * size(at.b)] ** 2, ROW, SHORT),
    "the entry at n^2": (lambda at: at.b[size(at.b) * size(at.b)] ** 2, ROW, SHORT),
    "the entry at m": (lambda at: at.b[at.m] ** 2, INDEXED, SHORT | {"m": 2}),
    "the entry at a negative m": (lambda at: at.b[at.m] ** 2, ROW | {"m": Integers(-3)}, SHORT | {"m": 2}),
    "the entry at 1/2": (lambda at: at.b[HALF] ** 2, ROW, SHORT),
    "the entry at x": (lambda at: at.b[at.x] ** 2, ROW | ONE, SHORT | {"x": HALF}),
    "the entry at a sum": (lambda at: at.b[total(places(size(at.b)))] ** 2, ROW, {"b": (0, 1, 2)}),
    "the entry at an entry": (lambda at: at.b[at.b[0]] ** 2, ROW, {"b": (5, 1)}),
    "the entry of a length": (lambda at: at.b[2] ** 2 if size(at.b) > 1 else 0, ROW, SHORT),
    "the place n": (lambda at: places(size(at.b))[size(at.b)], ROW, SHORT),
    "the second of one": (lambda at: total(each(lambda v: (v - at.b[1]) ** 2, at.b)), UNIT, {"b": (1,)}),
    "the second of squares": (lambda at: squares(at.b)[1], UNIT, {"b": (1,)}),
    "the next entry": (lambda at: over(size(at.b), lambda i: at.b[i + 1] - at.b[i]), ROW, SHORT),
    "every second entry": (lambda at: over(size(at.b), lambda i: at.b[2 * i]), ROW, SHORT),
    "places added": (lambda at: over(size(at.b), lambda i: over(size(at.b), lambda j: at.b[i + j])), ROW, SHORT),
    "a sum up to n + 1": (lambda at: over(size(at.b) + 1, lambda i: at.b[i]), ROW, SHORT),
    "a sum up to m": (lambda at: over(at.m, lambda i: at.b[i]), INDEXED, SHORT | {"m": 3}),
    "a product up to n + 1": (lambda at: product_of(each(lambda i: at.b[i] ** 2, places(size(at.b) + 1))), ROW, SHORT),
    "a greatest up to n + 1": (lambda at: largest(each(lambda i: at.b[i] ** 2, places(size(at.b) + 1))), ROW, SHORT),
    "all up to n + 1": (lambda at: one_if(every(lambda i: at.b[i] == 0, places(size(at.b) + 1))), ROW, SHORT),
    "one up to n + 1": (lambda at: one_if(some(lambda i: at.b[i] == 0, places(size(at.b) + 1))), ROW, SHORT),
    "up to i + 2": (lambda at: over(size(at.b), lambda i: over(i + 2, lambda j: at.b[j])), ROW, SHORT),
    "a letter beyond": (lambda at: at.x**2, Given(ROW, letters={"x": lambda at: at["b"][5]}), SHORT),
    "at most n": (lambda at: at.b[at.m] ** 2, Given(INDEXED, lambda at: at["m"] <= size(at["b"]), "m <= n"),
                  SHORT | {"m": 2}),
    "from five on": (lambda at: at.b[5] ** 2, Given(ROW, lambda at: size(at["b"]) >= 5, "n >= 5"),
                     {"b": (0, 1, 2, 3, 4)}),
    "row d": (lambda at: at.M[size(at.M)][0] ** 2, TABLE, WIDE),
    "entry n of a row": (lambda at: at.M[0][width(at.M)] ** 2, TABLE, WIDE),
    "entry d of a row": (lambda at: at.M[0][size(at.M)] ** 2, TABLE, TALL),
    "column d": (lambda at: norm(column(at.M, size(at.M))), TABLE, TALL),
    "rows for columns": (lambda at: over(size(at.M), lambda i: over(width(at.M), lambda j: at.M[j][i])), TABLE, WIDE),
    "the trace of d x n": (lambda at: trace(at.M) ** 2, TABLE, TALL),
    "the determinant of d x n": (lambda at: determinant(at.M) ** 2, TABLE, WIDE),
    "a rank beyond": (lambda at: rank(each(lambda i: each(lambda j: at.b[i + j], places(at.m)), places(size(at.b)))),
                      INDEXED, SHORT | {"m": 2}),
    "values of draws": (lambda at: over_draws(at.u, 1 + at.m, lambda drawn: norm(each(lambda k: at.v[k], drawn))),
                        PAIR | COUNT, {"u": (HALF, HALF), "v": (1,), "m": 0}),
    "a second draw": (lambda at: over_draws(at.b, at.m, lambda drawn: at.b[drawn[1]] ** 2), UNIT | COUNT,
                      {"b": (1,), "m": 1}),
    "observed beyond": (lambda at: over_layers(lambda f, v: f(v), at.m, lambda v: v[1] ** 2, at.b), UNIT | COUNT,
                        {"b": (1,), "m": 0}),
    "a layer beyond": (lambda at: over_layers(lambda f, v: f(each(lambda i: v[i + 1], places(size(v)))), at.m,
                                              lambda v: v[0] ** 2, at.b), UNIT | COUNT, {"b": (1,), "m": 1}),
    "longer and shorter": (lambda at: total(each(lambda a, b: (a - b) ** 2, at.u, at.v)), PAIR, APART),
    "shorter and longer": (lambda at: total(each(lambda a, b: (a - b) ** 2, at.v, at.u)), PAIR, APART),
    "products of two": (lambda at: inner(at.u, at.v) ** 2, PAIR, APART),
    "entries over another": (lambda at: over(size(at.u), lambda i: at.v[i]), PAIR, APART),
    "all of two": (lambda at: one_if(every(lambda a, b: a == b, at.u, at.v)), PAIR, APART),
    "one of two": (lambda at: one_if(some(lambda a, b: a == b, at.u, at.v)), PAIR, APART),
    "the greatest of two": (lambda at: largest(each(lambda a, b: (a + b) ** 2, at.u, at.v)), PAIR, APART),
    "different of two": (lambda at: different(each(lambda a, b: a - b, at.u, at.v)) - 1, PAIR, APART),
    "three": (lambda at: norm(each(lambda a, b, c: a + b + c, at.u, at.v, at.w)), PAIR | {"w": rows()},
              {"u": (1,), "v": (1,), "w": (1, 2)}),
    "a row and places": (lambda at: total(each(lambda v, i: v * v + i, at.b, places(at.m))), INDEXED, SHORT | {"m": 1}),
    "a row and one place more": (lambda at: total(each(lambda v, i: v * v + i, at.b, places(size(at.b) + 1))), ROW,
                                 SHORT),
    "a batch and a row": (lambda at: inner(at.b, at.v) ** 2, ROW | {"v": rows()}, SHORT | {"v": (1,)}),
    "places at each place": (lambda at: over(size(at.b), lambda i: inner(places(i), at.b)), ROW, SHORT),
    "M v": (lambda at: norm(each(lambda r: inner(r, at.v), at.M)), TABLE | {"v": rows()}, WIDE | {"v": (1,)}),
    "v M": (lambda at: norm(combined(at.v, at.M)), TABLE | {"v": rows()}, WIDE | {"v": (1, 1)}),
    "M M": (lambda at: total(each(norm, product(at.M, at.M))), TABLE, WIDE),
    "M N": (lambda at: total(each(norm, product(at.M, at.N))), TABLE | {"N": tables()}, WIDE | {"N": ((1, 2),)}),
    "M + N": (lambda at: total(each(lambda r, s: norm(each(lambda a, b: a + b, r, s)), at.M, at.N)),
              TABLE | {"N": tables()}, WIDE | {"N": ((1,),)}),
    "rows and columns": (lambda at: over(size(at.M), lambda i: inner(at.M[i], column(at.M, i))), TABLE, WIDE),
    "bounded batches": (lambda at: inner(at.u, at.v) ** 2, {"u": FEW, "v": FEW}, {"u": (0, 1), "v": (0, 1, 2)}),
    "a fixed and a free batch": (lambda at: inner(at.u, at.v) ** 2, {"u": Batches(Integers(3, 3)), "v": Batches()},
                                 {"u": (0, 1, 2), "v": (0, 1)}),
}  # fmt: skip
"""Left sides that have no value at an instance, and are 0 or more at the others."""

LENGTHS = {"u": (0, 1), "v": (0, 1, 2)}
ROWS |= {name: signless(*row) for name, row in NO_VALUE.items()} | {
    "bounded lengths": ({"u": FEW, "v": FEW}, lambda at: (size(at.u) - size(at.v)) ** 2, 0, "<=", LENGTHS),
    "a bounded length": ({"u": FEW, "v": Batches()}, lambda at: (size(at.u) - size(at.v)) ** 2, 0, "<=", LENGTHS),
    "batches after others": ({"u": Preceded(Batches(), ()), "v": Batches()}, lambda at: (size(at.u) - size(at.v)) ** 2,
                             0, "<=", LENGTHS),
    "a length and a number": ({"n": Integers(0), "size": Integers(0), "b": Batches()},
                              lambda at: (at["size"] - size(at.b)) ** 2, 0, "<=", {"n": 1, "size": 1, "b": (0, 1)}),
    "the name of a length": ({"n_b": Integers(0)} | EMPTY, lambda at: (at["n_b"] - size(at.b)) ** 2, 0, "<=",
                             {"n_b": 3, "b": (0, 1)}),
    "the name of a number of rows": ({"d_M": Integers(0)} | TABLE, lambda at: (at["d_M"] - size(at.M)) ** 2, 0, "<=",
                                     {"d_M": 3} | WIDE),
    "the name of an entry": ({"u1": Rationals(), "u": Batches(Integers(2, 2))}, lambda at: (at["u1"] - at.u[1]) ** 2,
                             0, "<=", {"u1": 3, "u": (0, 1)}),
    "a branch within a row": (ROW | {"i_": Integers(0)},
                              lambda at: total(each(lambda v: constant(1 if v > 0 else 0), at.b)), size(places(2)), "=",
                              {"b": (1, 0), "i_": 0}),
    "a branch in a condition": (ROW, lambda at: one_if(every(lambda v: (v > 0) if v < 3 else (v < 0), at.b)), 0, "=",
                                {"b": (1, 2)}),
    "max within a row": (ROW, lambda at: total(each(lambda v: max(v, 0), at.b)), 0, "=", {"b": (1, -1)}),
}  # fmt: skip

MADE = {
    "an entry that is there": (lambda at: at.b[1] ** 2, ROW),
    "of a length that is asked": (lambda at: at.b[2] ** 2 if size(at.b) > 2 else 0, ROW),
    "below n": (lambda at: at.b[at.m] ** 2, Given(INDEXED, lambda at: at["m"] < size(at["b"]), "m < n")),
    "of one length": (lambda at: inner(at.u, at.v) ** 2, Given(PAIR, lambda at: size(at["u"]) == size(at["v"]), "n")),
    "of lengths one by one": (lambda at: at.v[at.m] ** 2, Given(
        PAIR | {"w": rows(), "m": Integers(0)},
        lambda at: size(at["w"]) == size(at["u"]) and size(at["v"]) == size(at["w"]) and at["m"] < size(at["u"]), "n")),
    "the greatest of one or more": (lambda at: largest(squares(at.b)), UNIT),
    "the greatest up to i": (lambda at: over(size(at.b), lambda i: largest(squares(places(i + 1)))), ROW),
    "up to i": (lambda at: over(size(at.b), lambda i: over(i, lambda j: at.b[j])), ROW),
    "of a sum that is not 0": (lambda at: at.b[0] ** 2 if norm(at.b) > 0 else 0, EMPTY),
}  # fmt: skip
"""Left sides that have a value everywhere, as what is known of lengths shows."""


@pytest.mark.parametrize("name", MADE)
def test_what_follows_from_lengths_is_not_asked(name: str) -> None:
    left, given = MADE[name]
    found = statement(toy(predicts=Integer(0), relation=">=", given=given, over=()).literal(left))
    assert not any(goal.needs for goal in found.goals)


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
        named(shape.value, numbers(given), names)
    assert not (has_values(found, names) and is_true(found, names)), made.text


def numbers(given):
    return tuple(map(numbers, given)) if isinstance(given, tuple) else Fraction(given)
