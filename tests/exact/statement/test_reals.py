"""Tests of statements about constants: what is written for Coq's reals is what the record says, no more and no less."""

import re

import pytest
from sympy import Integer, Rational, Symbol, acos, atan, cos, pi, sqrt, sympify

from tests.exact.toys import toy
from tests.refused import refused
from theory import claims
from theory.domains.numbers import Integers, Rationals, Values
from theory.statement import NotExpressibleError, for_checker
from theory.statement.coq import FIELDS
from theory.statement.reals import REALS, reals, written
from theory.wide.kernels import kappa


def claim(literal, **fields):
    made = toy(**({"predicts": Integer(0), "over": ({"t": 1},)} | fields))
    return made.literal(literal, kind="certified")


def read(text: str):
    """An expression that was written for Coq, read anew by SymPy's own reader."""
    text = re.sub(r"\b(sqrt|acos|atan) (\w+)", r"\1(\2)", text.replace("(/ ", "(1 / ").replace("^", "**"))
    return sympify(text, locals={"PI": pi, "t": t})


t = Symbol("t", real=True)


@pytest.mark.parametrize(
    "expression",
    [
        -Rational(3, 7), 2 * pi - sqrt(2), -pi * t, (1 - t) ** -3, 1 / sqrt(1 + t**2), sqrt(5) ** 3 * t,
        (3 + pi) ** Rational(-3, 2), acos(-Rational(1, 9)) / pi, atan(t / 3) * acos(t) - t**7 / (1 - pi * t),
    ],
)  # fmt: skip
def test_what_is_written_reads_as_it_was(expression) -> None:
    """By another reader: equal at a point, to 50 digits."""
    there = {t: Rational(2, 7)}
    assert abs((read(written(expression)) - expression).subs(there).evalf(50)) < Rational(1, 10**45)


@pytest.mark.parametrize(
    ("literal", "parts"),
    [
        (lambda at: 1 / (at.t + pi), ["(PI + t) <> 0"]),
        (lambda at: sqrt(at.t), ["0 <= t"]),
        (lambda at: 1 / sqrt(at.t), ["0 < t"]),
        (lambda at: acos(at.t / 2), ["-1 <= ((1 / 2) * t) <= 1"]),
        (lambda at: acos(1 / (at.t + pi)), ["(PI + t) <> 0", "-1 <= (/ (PI + t)) <= 1"]),
    ],
)
def test_values_have_to_be_there(literal, parts) -> None:
    """Division, root and acos are total in Coq: that they are not used beyond their domains is a part of the statement,
    what is inside first."""
    text = reals(claim(literal, relation=">", given={"t": Rationals(least=1, most=2)}))
    assert "forall t : R, 1 <= t <= 2 ->" in text
    assert re.search(r".*".join(map(re.escape, [*parts, "> 0"])), text, re.S)


def test_listed_values_are_all_there() -> None:
    """One conjunct for each; relation `in` has both ends."""
    made = claim(lambda at: pi + at.t, relation="in", predicts=(3 + Symbol("t"), 4 + Symbol("t")),
                 given={"t": Values(1, 2)})  # fmt: skip
    text = reals(made)
    assert "4 <= (1 + PI) <= 5" in text
    assert "5 <= (2 + PI) <= 6" in text


test_what_cannot_be_written_is_said = refused(
    "In a sentence, with the reason.",
    (lambda at: pi, {"given": None}, "literal check"),
    (lambda at: pi, {"given": {"t": Rationals(least=0)}}, "two ends"),
    (lambda at: pi, {"given": {"t": Integers(1)}}, "neither listed"),
    (lambda at: cos(at.t), {"given": {"t": Values(1)}}, "cos is not"),
    (lambda at: pi ** Rational(1, 3), {"given": {"t": Values(1)}}, "Pow is not"),
    (lambda at: pi, {"given": {"t": Values(1)}, "relation": "->"}, "->"),
    (lambda at: pi, {"given": {"t": Values("one")}, "over": ()}, "t is 'one', no number"),
    (lambda at: Rational(1, 3), {"given": {"t": Values(1)}}, "rational numbers"),
    (lambda at: int(at.t) * pi, {"given": {"t": Rationals(least=0, most=1)}}, "cannot be run on symbols"),
    (lambda at: at.t.args[7], {"given": {"t": Values(1)}}, "cannot be run on symbols"),
    (lambda at: at.missing, {"given": {"t": Values(1)}}, "cannot be run on symbols"),
    of=lambda literal, fields: reals(claim(literal, **fields)),
    error=NotExpressibleError,
)


def test_the_suites_numbers() -> None:
    """A certified literal check makes a statement over the reals, each twin another; kappa(-1/9) lies between the ends
    that are written; an exact one makes a statement over fields."""
    one = claims()["nachum24.dynamics.symmetric-cosine"]
    made = for_checker(one)
    assert made.setting is REALS
    assert all(for_checker(one, twin.predicts).text != made.text for twin in one.twins)
    line = made.text.splitlines()[-1]
    low, value, high = (read(part).evalf(40) for part in line.strip().removesuffix(").").split(" <= "))
    assert low < value < high
    assert abs(value - kappa(-Rational(1, 9)).evalf(40)) < Rational(1, 10**38)
    assert for_checker(claims()["nachum24.tree.difference"]).setting is FIELDS
