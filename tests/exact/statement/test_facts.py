"""Statements with means over normal numbers: what they say, by draws, is what the literal check computes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from functools import reduce
from typing import Any

import numpy as np
import pytest
from flint import arb
from scipy import special
from sympy import Integer

from tests.exact.statement.in_numbers import Parts, named
from tests.exact.statement.test_evaluated import FEW
from tests.exact.toys import toy
from theory import Claim, Verdict, claims
from theory.domains.numbers import Integers
from theory.statement import NotExpressibleError, facts, for_checker, statement
from theory.statement.abstract import general
from theory.statement.coq import known
from theory.statement.facts import ELEMENTARY, NORMAL, used
from theory.statement.formal import on_fields
from theory.term import Cond, Term, mean, normal, variable
from theory.term.named import named as by_name

BATCHES, DRAWS = 40, 50_000
"""Of normal numbers: the mean of each side over the first, each from so many draws."""

FAR = 9.0
"""Standard errors; two sides that are one differ by more with a probability below 1e-9 (Student, 39 degrees)."""

ARITHMETIC = {
    "+": np.add, "*": np.multiply, "/": np.divide, "max": np.maximum, "sqrt": np.sqrt, "abs": np.abs, "pow": np.power,
}  # fmt: skip
FUNCTIONS = {"exp": np.exp, "acos": np.arccos, "atan": np.arctan, "erfc": special.erfc, "pi": lambda: math.pi}


@pytest.mark.slow
def test_a_statement_by_draws_is_what_is_claimed() -> None:
    """Of each claim in balls whose statement has means over normal numbers, at its first instances: both sides of each
    equation are equal within their standard errors."""
    looked_at = 0
    for claim in claims().values():
        if claim.expected is Verdict.HOLDS and claim.quantified is not None and not on_fields(claim):
            with suppress(NotExpressibleError):
                if for_checker(claim) and any(fact.shown for fact in known(statement(claim))):
                    looked_at += 1
                    for at in claim.instances(FEW):
                        compared(claim, at, np.random.default_rng())
    assert looked_at


def compared(claim: Claim, at: dict[str, Any], rng: np.random.Generator) -> None:
    assert claim.quantified is not None
    names = Parts({})
    for symbol, domain in claim.quantified.domains.items():
        (shape,) = general(domain, symbol, claim.quantified.domains)
        named(shape.value, at[symbol], names)
    for goal in statement(claim).goals:
        for one in equations(goal.goal):
            sides = np.array([[float(value(side, names, rng)) for side in one.args] for _ in range(BATCHES)])
            far = abs(np.diff(sides.mean(axis=0))[0])
            error = np.diff(sides, axis=1).std(ddof=1) / math.sqrt(BATCHES)
            assert far <= FAR * error + 1e-9, f"{claim.id} at {at}: {far} +- {error}"


def equations(goal: Cond) -> list[Cond]:
    return [part for one in goal.args for part in equations(one)] if goal.op == "and" else [goal]


def value(term: Any, at: Mapping[str, Any], rng: np.random.Generator) -> Any:
    """A term in floats; under a mean with an axis of draws."""
    op, args = term.op, term.args
    if op in ("const", "var", "index", "entry"):
        row = args[0] if op == "const" else at[args[0]]
        for place in args[1:] if op == "entry" else ():
            row = row[int(value(place, at, rng))]
        return row if isinstance(row, np.ndarray) else float(row)
    if op in ("sum", "prod", "greatest"):
        parts = [value(args[2], {**at, args[0].args[0]: i}, rng) for i in range(int(value(args[1], at, rng)))]
        return reduce({"sum": np.add, "prod": np.multiply, "greatest": np.maximum}[op], parts)
    if op == "mean":
        drawn = rng.standard_normal((int(value(args[0].args[2], at, rng)), DRAWS))
        return value(args[2], {**at, args[1].args[0]: drawn}, rng).mean()
    if op == "if":
        return holds(args[0], at, rng).astype(float)
    if op == "function":
        return FUNCTIONS[args[0]](*(value(one, at, rng) for one in args[1:]))
    return ARITHMETIC[op](*(value(one, at, rng) for one in args))


def holds(condition: Cond, at: Mapping[str, Any], rng: np.random.Generator) -> Any:
    if condition.op == "and":
        return reduce(np.logical_and, (holds(one, at, rng) for one in condition.args))
    a, b = (value(side, at, rng) for side in condition.args)
    return {"<": np.less, "<=": np.less_equal, "=": np.equal, "!=": np.not_equal}[condition.op](a, b)


def test_each_fact_on_normal_numbers_is_certified_by_a_claim_that_holds() -> None:
    """By quadrature in balls; those on functions name no claim."""
    of = claims()
    for fact in NORMAL:
        claim = of[fact.shown]
        assert claim.expected is Verdict.HOLDS
        assert any(check.kind == "certified" and check.definition is not None for check in claim.checks)
    assert not any(fact.shown for fact in ELEMENTARY)


def test_a_statement_has_the_facts_on_its_functions_and_no_others() -> None:
    """With arctan come arccos and pi; without means over normal numbers none on these."""
    assert used(["atan"]) == ("pi", "acos", "atan")
    assert {fact.of <= {"exp"} for fact in facts.known(["exp"], True)} == {True}
    assert len(list(facts.known([], False))) == 0
    assert [fact.words for fact in facts.known(["pi"], False)] == ["3 < π < 22/7"]


def test_a_definition_is_run_on_terms_and_its_function_on_numbers() -> None:
    """Of one argument; within rows, and of an instance."""

    @by_name("E g^2", definition=lambda n: mean(normal(n), lambda g: g[0] ** 2))
    def square(n: Any) -> Any:
        return 1

    assert square(3) == 1
    assert isinstance(square(variable("n", "nat")), Term)
    assert repr(square(variable("n", "nat"))) == "mean(normal: w_0: (w_0[0] * w_0[0]))"


def test_a_definition_outside_the_suite_is_an_assumption() -> None:
    """Here the function computes 7, and the definition is 1: the statement is that of the definition alone."""

    @by_name("seven", definition=lambda n: mean(normal(n), lambda g: g[0] ** 2))
    def seven(n: Any) -> Any:
        return arb(7)

    made = toy(predicts=Integer(7), given={"n": Integers(1)}, over=({"n": 1},))
    (told,) = for_checker(made.literal(lambda at: seven(at.n), kind="certified")).taken
    assert told.endswith("is what the function computes which it defines")
