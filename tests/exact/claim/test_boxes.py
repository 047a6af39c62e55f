"""Tests of inequalities on boxes that cover a compact domain."""

import pytest
from flint import arb
from sympy import Expr, Integer, Max, Rational, exp, sqrt

from bninit.results.result import Result
from tests.exact.toys import checked, toy
from tests.refused import refused
from theory import Twin, Verdict
from theory.comparison.balls import as_ball
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.watched.comparisons import UndecidedComparison

CLOSED = Rationals(least=0, most=1)
HALF = Rational(1, 2)
HALF_OPEN = Rationals(least=0, below=1)
TO_ROOT = Rationals(least=0, most=sqrt(2))
HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED


def on_boxes(left, relation, bound, domain=CLOSED, boxes=60) -> Result:
    """The verdict on `left(t) relation bound` by instances and boxes."""
    false = Integer(-7 if relation.startswith("<") else 7)
    given = domain if isinstance(domain, dict) else {"t": domain}
    claim = toy(given=given, over=({name: next(one.small()) for name, one in given.items()},), relation=relation,
                predicts=bound, twins=(Twin((-1, -9) if isinstance(bound, tuple) else false),))  # fmt: skip
    claim.literal(left, kind="certified", most=3, boxes=boxes)
    return checked(claim)


def ball(x) -> arb:
    return as_ball(x).real


def e(x):
    """exp of balls and of expressions."""
    return x.exp() if isinstance(x, arb) else exp(x)


def greater_half(at):
    return Max(at.t, 1 - at.t) if isinstance(at.t, Expr) else at.t.max(1 - at.t)


def five_at_two(at):
    """5 at 2, 0 elsewhere, by a question that balls leave open at 2."""
    return arb(5) if at.t == 2 and arb(2).sqrt() ** 2 >= 2 else arb(0)


def pole(at):
    """(t - 1/3)/(t - 1/3) has no value at 1/3, whatever SymPy makes of it."""
    gap = at.t - Rational(1, 3) if isinstance(at.t, Expr) else at.t - arb(1) / 3
    return gap / gap


@pytest.mark.parametrize(
    ("left", "relation", "bound", "domain", "wanted"),
    [
        (lambda at: at.t, "in", (0, 1), CLOSED, "stated"),
        (lambda at: at.t, "<", 1, HALF_OPEN, "stated"),
        (lambda at: at.t * (1 - at.t), "<=", Rational(1, 4), CLOSED, "stated"),
        (lambda at: e(at.t) - at.t, ">", 1, Rationals(above=0, most=1), "stated"),
        (lambda at: at.t, "<=", sqrt(2), TO_ROOT, "stated"),
        (lambda at: at.t, "<=", 10, Integers(1, 10), "stated"),
        (lambda at: at.t * at.s, "<=", 1, {"t": CLOSED, "s": CLOSED}, "stated"),
        (lambda at: at.t**2 + at.k, "<=", 4, {"t": CLOSED, "k": Values(1, 3)}, "stated"),
        (lambda at: (at.t, -at.t), "<=", (1, 0), CLOSED, "stated"),
        (lambda at: at.t, ">", 0, CLOSED, "at t = 0"),
        (lambda at: at.t, "<=", 1 - Rational(1, 10**30), CLOSED, "at t = 1"),
        (lambda at: ball(at.t), "<", 1, CLOSED, "at t = 1"),
        (lambda at: at.t * (1 - at.t), "<", Rational(1, 4), CLOSED, "at t = 1/2"),
        (lambda at: at.t, "<", 10, Integers(1, 10), "at t = 10"),
        (lambda at: at.t, "<", sqrt(2), TO_ROOT, "at t = sqrt(2)"),
        (lambda at: ball(at.t), "<=", 1, CLOSED, "open"),
        (lambda at: ball(at.t), "<", 1, HALF_OPEN, "open"),
        (lambda at: ball(at.t).sqrt(), ">=", 0, CLOSED, "open"),
        (lambda at: 1 / ball(at.t), ">=", 1, Rationals(above=0, most=1), "open"),
        (lambda at: sqrt(at.t), "<=", sqrt(2), Values(1, HALF, HALF**2, 3, 2), "at t = 3"),
        (five_at_two, "<=", 4, Values(1, HALF, HALF**2, 2), "open"),
        (greater_half, ">=", Rational(1, 2), CLOSED, "open"),
        (pole, "<=", 1, CLOSED, "open"),
    ],
)
def test_a_bound_on_a_compact_domain(left, relation, bound, domain, wanted) -> None:
    """One that is attained is shown by derivatives, at an end, inside, at an irrational place, in two symbols. A point
    of the domain refutes, and is named. Code for balls alone has no derivative: what it attains stays open. Listed
    values are all looked at, and one that nothing decides is left open."""
    result = on_boxes(left, relation, bound, domain)
    found = result.evidence[-1]
    assert found.verdict is {"stated": HOLDS, "open": UNDECIDED}.get(wanted, REFUTED)
    assert found.witness.startswith(wanted) if found.verdict is REFUTED else wanted in (result.reach, "open")


def test_boxes_are_halved_until_they_tell() -> None:
    """x exp(-x) <= 0.37 on [0, 3] takes many boxes; code that raises is asked again on smaller ones."""
    cover = Rationals(least=0, most=3)
    result = on_boxes(lambda at: (b := ball(at.t)) * (-b).exp(), "<=", Rational("0.37"), cover, boxes=500)
    assert (result.verdict, result.reach) == (HOLDS, "stated")
    assert 10 < result.evidence[-1].figures["comparisons"] < 500

    def peaked(at):
        a, b = arb("0.5"), 1 - 10**6 * (ball(at.t) - arb("0.25")) ** 2
        if a.overlaps(b):
            raise UndecidedComparison("which is greater")
        return b if b > a else a

    assert on_boxes(peaked, "<=", Rational(3, 4), boxes=200).verdict is REFUTED
    assert on_boxes(peaked, "<=", Rational(5, 4), boxes=200).evidence[-1].verdict is not REFUTED


def _step(at):
    return arb(1) if ball(at.t) > arb("0.6") else arb(0)


test_what_boxes_cannot_cover_is_said = refused(
    "Code that gives a box another value than its points; equations, domains without ends, many listed values.",
    (lambda at: 1 - _step(at) if isinstance(at.t, arb) else _step(at), "<=", CLOSED, "check branches on balls"),
    (lambda at: at.t, "=", CLOSED, "boxes"),
    (lambda at: at.t, "<=", Rationals(least=0), "boxes"),
    (lambda at: at.t, "<=", Integers(1, 90), "boxes"),
    of=lambda left, relation, domain: on_boxes(left, relation, Integer(99), domain),
)
