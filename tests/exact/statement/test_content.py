"""Tests of what is computed outside while a literal check runs on terms: it is an assumption, in words."""

import functools
import math
import random
import re
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
import sympy
from flint import fmpq_mat
from sympy import Integer, Rational, Symbol, exp, integrate, limit, oo

from tests.exact.toys import toy
from theory import claims
from theory.domains.given import Given
from theory.domains.numbers import Rationals, Values
from theory.notation import HALF
from theory.statement import NotExpressibleError, for_checker, problems, statement
from theory.statement.setting import reach_of
from theory.term import one_if, total
from theory.term.matrices import rank

U = Symbol("u", positive=True)
MOMENT = integrate(U**2 * exp(-U), (U, 0, oo))
TABLE, COMPUTED = {1: Fraction(1, 2), 2: Fraction(3, 4)}, [Fraction(1, 2) * k for k in range(4)]
MEMO: dict[int, Fraction] = {}
ARRAY, HELD = np.array([1, 2, 3]), SimpleNamespace(value=Fraction(1, 2))
WRITTEN = (Rational(1, 2), 3)


class OfClass:
    value = sum(Fraction(1, k) for k in range(1, 3))


@functools.cache
def remembered(k):
    return Fraction(k, 2)


@functools.cache
def branching(t):
    return 1 if t > 0 else t


def memo(k):
    if k not in MEMO:
        MEMO[k] = integrate(U, (U, 0, k))
    return MEMO[k]


def summed(k):
    return sum(Fraction(1, j * j) for j in range(1, k + 1))


def looped(k):
    found = 1
    for j in range(k):
        found += j
    return found


def recursive(k):
    return 1 if k < 2 else k * recursive(k - 1)


def defaulted(x, c=MOMENT):
    return c * x


def enclosing(c):
    return lambda at: c * abs(at.t)


def formula(k):
    return Fraction(1, k + 1)


OUTSIDE = {
    "integrate": lambda at: integrate(U, (U, 0, 1)) * abs(at.t),
    "limit": lambda at: limit((1 + 1 / U) / 2, U, oo) * abs(at.t),
    "diff": lambda at: (U**2).diff(U).subs(U, 1) * abs(at.t),
    "zeta": lambda at: -2 * sympy.zeta(0) * abs(at.t),
    "binomial": lambda at: sympy.binomial(2, 1) * abs(at.t),
    "doit": lambda at: sympy.Sum(U, (U, 1, 1)).doit() * abs(at.t),
    "what remembered remembers": lambda at: remembered(1) * abs(at.t),
    "MEMO": lambda at: memo(2) * abs(at.t),
    "TABLE": lambda at: TABLE[1] * abs(at.t),
    "MOMENT": lambda at: MOMENT * abs(at.t),
    "COMPUTED": lambda at: COMPUTED[1] * abs(at.t),
    "OfClass.value": lambda at: OfClass.value * abs(at.t),
    "HELD": lambda at: HELD.value * abs(at.t),
    "ARRAY": lambda at: int(ARRAY[1]) * abs(at.t),
    "prod": lambda at: int(np.prod([1, 2])) * abs(at.t),
    "factorial": lambda at: math.factorial(2) * abs(at.t),
    "randrange": lambda at: random.randrange(1, 3) * abs(at.t),
    "eval": lambda at: eval("2") * abs(at.t),  # noqa: S307
    "hash": lambda at: hash(at.t) + abs(at.t),
    "fmpq_mat": lambda at: Rational(int(fmpq_mat(2, 2, [1, 2, 3, 4]).det().p)) * abs(at.t),
    r"rank\(\(\(1, 2\), \(2, 4\)\)\) = 1": lambda at: rank(((1, 2), (2, 4))) * abs(at.t),
    r"summed\(2\) = 5/4": lambda at: summed(2) * abs(at.t),
    r"looped\(3\) = 4": lambda at: looped(3) * abs(at.t),
    r"recursive\(2\) = 2": lambda at: recursive(2) * abs(at.t),
    "defaulted": lambda at: defaulted(abs(at.t)),
    "c, which enclosing": enclosing(Fraction(1, 2)),
    "the number 761/280": lambda at: sum(Fraction(1, k) for k in range(1, 9)) * abs(at.t),
    "the number 761/280 ": lambda at: functools.reduce(lambda a, k: a + Fraction(1, k), range(1, 9), abs(at.t) * 0)
    + abs(at.t),
}  # fmt: skip
INSIDE = {
    "written": lambda at: Fraction(3, 7) * abs(at.t),
    "two operations": lambda at: (Fraction(1, 2) + Fraction(1, 3)) * abs(at.t),
    "a formula": lambda at: formula(2) * abs(at.t),
    "constants of modules": lambda at: HALF * WRITTEN[1] * abs(at.t),
    "Python's numbers": lambda at: abs(at.t) ** 2 / 3,
    "of a domain": lambda at: abs(at.t) * at.s,
    "terms": lambda at: total((abs(at.t), one_if(at.t > 0))),
}


def claim(literal, **fields):
    domains = {"t": Rationals(), "s": Values(Rational(22, 7))}
    return toy(**({"predicts": Integer(-1), "relation": ">=", "given": domains} | fields)).literal(literal)


@pytest.mark.parametrize("again", [False, True], ids=["first", "again"])
@pytest.mark.parametrize("said", OUTSIDE)
def test_what_is_computed_outside_is_assumed(said: str, again: bool) -> None:
    """The first time and when it is remembered; for solvers as for the checker."""
    for _ in range(1 + again):
        found = for_checker(claim(OUTSIDE[said]))
    assert reach_of(found.taken)["reach"] == "argued"
    assert any(re.search(said.strip(), one) for one in found.taken), found.taken
    assert all(one.taken for one in problems(claim(OUTSIDE[said]), 1))


@pytest.mark.parametrize("name", INSIDE)
def test_what_is_written_is_no_assumption(name: str) -> None:
    found = for_checker(claim(INSIDE[name]))
    assert (found.taken, reach_of(found.taken)) == ((), {"reach": "stated"})


def test_letters_and_hypotheses_are_looked_at() -> None:
    """They run on terms, too."""
    a = Symbol("a", real=True)
    letter = Given({"t": Rationals()}, letters={"a": lambda at: integrate(U, (U, 0, 1)) * at["t"]})
    assert statement(claim(lambda at: at.t**2 + 1, predicts=a, given=letter)).taken
    where = Given({"t": Rationals()}, lambda at: at["t"] > limit(1 / U, U, oo), "t > 0")
    assert statement(claim(lambda at: at.t, predicts=0, relation=">", given=where)).taken


def test_a_cache_that_forgets_a_branch_makes_no_statement() -> None:
    """Its value along one path would stand for all."""
    made = claim(lambda at: branching(at.t) + at.t**2, predicts=1)
    with pytest.raises(NotExpressibleError, match="as a cache does"):
        statement(made)
    found = statement(made)  # it now remembers from the start
    assert found.taken == ("what branching remembers",)


def test_statements_over_the_reals_have_their_left_side_from_sympy() -> None:
    assert reach_of(for_checker(claims()["nachum24.dynamics.symmetric-cosine"]).taken)["reach"] == "argued"
