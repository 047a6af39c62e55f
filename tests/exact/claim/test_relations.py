"""Tests of the relations beyond equality and order: in, ->, iff; and of the sign of rational functions."""

import pytest
from flint import arb
from sympy import And, Eq, Integer, Or, Rational, pi

from numerics.judging import sampled
from numerics.statistics.betting import Bounded
from tests.exact.toys import checked, toy
from theory import Twin, Verdict
from theory.comparison import compare
from theory.domains.numbers import Integers, Rationals
from theory.notation import k
from theory.words import Near

UNIT = Rationals(least=0, most=1)


@pytest.mark.parametrize(
    ("value", "bound", "relation", "verdict"),
    [
        (arb("1.25"), (0, 1), "in", "violated"),
        (arb("1 +/- 1e-9"), (0, 1), "in", "undecided"),
        (Near(Rational(22, 7), Rational(1, 500)), pi, "->", "holds"),
        (Near(Rational(22, 7), Rational(1, 1000)), pi, "->", "violated"),
        (Near(arb("3.14"), arb("0.01")), pi, "->", "holds"),
        (Near(arb("3.14"), arb("0.001")), pi, "->", "violated"),
        (Near((1, 2), Rational(1, 9)), (1, 2 + Rational(1, 5)), "->", "violated"),
        (Near(Integer(3), Integer(-1)), 3, "->", "undecided"),
        (Integer(3), 3, "->", "equal"),
    ],
)
def test_intervals_and_members_of_sequences(value, bound, relation, verdict) -> None:
    """Closed intervals, of numbers and of balls; a member is as near as its bound says, or has to be the limit."""
    assert compare(value, bound, relation).verdict == verdict


def test_an_interval_has_slack_and_two_ends() -> None:
    """The slack is to the nearer end."""
    assert compare(Rational(1, 4), (0, 1), "in").slack == arb("0.25")
    with pytest.raises(TypeError, match="two numbers"):
        compare(1, (0, 1, 2), "in")


def test_an_interval_holds_and_its_narrower_twins_do_not() -> None:
    """1/k for k = 1..50 is in [1/50, 1]; wider intervals are true, and no twins."""
    claim = toy(given={"k": Integers(1, 50)}, relation="in", predicts=(Rational(1, 50), Integer(1)), left="1/k",
                twins=(Twin((Rational(1, 49), Integer(1))), Twin((Rational(1, 50), Rational(1, 2)))))  # fmt: skip
    claim.literal(lambda at: 1 / at.k)
    result = checked(claim)
    assert (result.verdict, result.reach) == (Verdict.HOLDS, "stated")
    assert result.twins.weaker > 0


def test_a_condition_and_its_shifted_thresholds() -> None:
    """k divides 12 iff ..: automatic twins shift the numbers of a condition, and each is refuted."""
    dividing = Or(k <= 4, Eq(k, 6), Eq(k, 12))
    claim = toy(given={"k": Integers(1, 20)}, relation="iff", predicts=dividing, left="k divides 12",
                over=tuple({k: i} for i in range(1, 21)), twins=(Twin(And(k <= 6)),))  # fmt: skip
    claim.literal(lambda at: 12 % int(at.k) == 0)
    result = checked(claim)
    assert (result.verdict, result.reach) == (Verdict.HOLDS, "stated")
    assert result.twins.refuted >= 8


def test_samples_judge_no_interval() -> None:
    """Refused where the simulation is attached."""
    claim = toy(given={"n": Integers(2)}, relation="in", predicts=(Integer(0), Integer(1)))
    with pytest.raises(ValueError, match="samples cannot judge"):
        sampled(claim, "in networks", at=[{"n": 2}], notices=0.1, support=Bounded(0, 1))(lambda *_: None)


@pytest.mark.parametrize(
    ("domain", "left", "relation", "bound", "holds"),
    [
        (Integers(2), lambda k: (k - 1) * (k - 2) * (k - 3), ">=", 0, True),
        (Integers(0), lambda k: (k - 1) * (k - 2) * (k - 3), ">=", 0, False),
        (UNIT, lambda k: k * (1 - k), "<=", Rational(1, 4), True),
        (UNIT, lambda k: k * (1 - k), "<", Rational(1, 4), False),
        (Rationals(above=0, below=1), lambda k: k * (1 - k), ">", 0, True),
        (Rationals(least=0, below=1), lambda k: k * (1 - k), ">", 0, False),
        (Rationals(above=1), lambda k: (k**2 - 1) / k, ">", 0, True),
        (Rationals(), lambda k: k**4 - 2 * k**2 + 1, ">=", 0, True),
    ],
)
def test_the_sign_of_a_rational_function_on_its_whole_domain(domain, left, relation, bound, holds) -> None:
    """By real roots, up to the ends that are in it: stated; a sign that is not that is never shown."""
    false = Twin(Integer(-7 if relation.startswith("<") else 7))
    claim = toy(given={"k": domain}, relation=relation, predicts=Integer(0) + bound, over=({},), twins=(false,))
    claim.literal(lambda at: left(at.k), symbols=True, most=6)
    result = checked(claim)
    assert (result.verdict is Verdict.HOLDS) is holds
    assert result.reach == "stated" or not holds
