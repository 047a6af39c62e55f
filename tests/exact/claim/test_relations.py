"""Tests of the relations beyond equality and order: in, ->, iff, exists."""

import pytest
from flint import arb
from sympy import And, Eq, Integer, Or, Rational, pi

from bninit.results.result import Plan
from bninit.run.judging.verdict import check_claim
from numerics.judging import sampled
from numerics.statistics.betting import Bounded
from theory import Claim, Locator, Paper, Twin, Verdict
from theory.claim.judge import judge
from theory.claim.validation import InvalidClaimError
from theory.comparison import compare
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.notation import k, n
from theory.words import Near, Within

ME = Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1")


def claim(**fields) -> Claim:
    return Claim("mine.relations.one", source=ME, status="new", says="..", tex="..", hypotheses=(), **fields)


def checked(claim: Claim):
    return check_claim(claim, Plan("quick", 1, 0))


def test_between_its_ends() -> None:
    """Closed intervals, of numbers and of balls; what overlaps an end is not decided."""
    assert compare(Rational(1, 2), (0, 1), "in").slack == arb("0.5")
    assert compare(1, (0, 1), "in").yes
    assert compare(arb("1.25"), (0, 1), "in").no
    assert compare(arb("1 +/- 1e-9"), (0, 1), "in").verdict == "undecided"
    with pytest.raises(TypeError, match="two numbers"):
        compare(1, (0, 1, 2), "in")


def test_a_member_of_a_sequence_is_as_near_as_its_bound_says() -> None:
    """In numbers and in balls, and entry by entry; a value by itself has to be the limit."""
    assert compare(Near(Rational(22, 7), Rational(1, 500)), pi, "->").yes
    assert compare(Near(Rational(22, 7), Rational(1, 1000)), pi, "->").no
    assert compare(Near(arb("3.14"), arb("0.01")), pi, "->").yes
    assert compare(Near(arb("3.14"), arb("0.001")), pi, "->").no
    assert compare(Near((1, 2), Rational(1, 9)), (1, 2 + Rational(1, 5)), "->").no
    assert compare(Integer(3), 3, "->").verdict == "equal"


def test_an_interval_holds_and_its_narrower_twins_do_not() -> None:
    """1/k for k = 1..50 is in [1/50, 1]; wider intervals are true, and no twins."""
    found = claim(given={"k": Integers(1, 50)}, relation="in", predicts=(Rational(1, 50), Integer(1)), left="1/k",
                  twins=(Twin((Rational(1, 49), Integer(1))), Twin((Rational(1, 50), Rational(1, 2)))))  # fmt: skip
    found.literal(lambda at: 1 / at.k)
    result = checked(found)
    assert (result.verdict, result.reach) == (Verdict.HOLDS, "stated")
    assert result.twins.weaker > 0


def test_a_limit_is_settled_by_bounds_that_tell_its_twins_apart() -> None:
    """(k + 1)/k -> 1 with bound 1/k; with a bound that stays above 1, other limits pass, and it does not hold."""

    def along(bound):
        found = claim(given={"k": Integers(1)}, relation="->", predicts=Integer(1), left="(k + 1)/k",
                      twins=(Twin(Rational(3, 2)),))  # fmt: skip
        found.literal(lambda at: Within((at.k + 1) / at.k, bound(k)))
        return checked(found)

    assert along(lambda k: 1 / k).verdict is Verdict.HOLDS
    assert along(lambda k: Rational(1, 2) / k).verdict is Verdict.UNDECIDED  # (k + 1)/k at 1 and 2 contradict it
    vague = along(lambda k: 2 + 1 / k)
    assert vague.verdict is Verdict.UNDECIDED
    assert "tends to 0 as k goes to infinity is not found" in vague.reason


def test_a_condition_and_its_shifted_thresholds() -> None:
    """k divides 12 iff ..: automatic twins shift the numbers of a condition, and each is refuted."""
    dividing = Or(k <= 4, Eq(k, 6), Eq(k, 12))
    found = claim(given={"k": Integers(1, 20)}, relation="iff", predicts=dividing, left="k divides 12",
                  over=tuple({k: i} for i in range(1, 21)), twins=(Twin(And(k <= 6)),))  # fmt: skip
    found.literal(lambda at: 12 % int(at.k) == 0)
    result = checked(found)
    assert (result.verdict, result.reach) == (Verdict.HOLDS, "stated")
    assert result.twins.refuted >= 8


@pytest.mark.parametrize(
    ("relation", "predicts", "wanted"),
    [("in", n, "two ends"), ("iff", n, "a condition"), ("<=", n > 3, "numbers"), ("->", n > 3, "numbers")],
)
def test_what_a_relation_cannot_be_judged_of_is_refused(relation, predicts, wanted) -> None:
    """When the claim is made, in a sentence."""
    with pytest.raises(InvalidClaimError, match=wanted):
        claim(given={"n": Integers(2)}, relation=relation, predicts=predicts)


def test_samples_judge_no_interval() -> None:
    """Refused where the simulation is attached."""
    found = claim(given={"n": Integers(2)}, relation="in", predicts=(Integer(0), Integer(1)))
    with pytest.raises(ValueError, match="samples cannot judge"):
        sampled(found, "in networks", at=[{"n": 2}], notices=0.1, support=Bounded(0, 1))(lambda *_: None)


@pytest.mark.parametrize(
    ("domain", "left", "relation", "bound", "holds"),
    [
        (Integers(2), lambda k: (k - 1) * (k - 2) * (k - 3), ">=", 0, True),
        (Integers(0), lambda k: (k - 1) * (k - 2) * (k - 3), ">=", 0, False),
        (Rationals(least=0, most=1), lambda k: k * (1 - k), "<=", Rational(1, 4), True),
        (Rationals(least=0, most=1), lambda k: k * (1 - k), "<", Rational(1, 4), False),
        (Rationals(above=0, below=1), lambda k: k * (1 - k), ">", 0, True),
        (Rationals(least=0, below=1), lambda k: k * (1 - k), ">", 0, False),
        (Rationals(above=1), lambda k: (k**2 - 1) / k, ">", 0, True),
        (Rationals(), lambda k: k**4 - 2 * k**2 + 1, ">=", 0, True),
    ],
)
def test_the_sign_of_a_rational_function_on_its_whole_domain(domain, left, relation, bound, holds) -> None:
    """By real roots, up to the ends that are in it: stated; a sign that is not that is never shown."""
    false = Twin(Integer(-7 if relation.startswith("<") else 7))
    found = claim(given={"k": domain}, relation=relation, predicts=Integer(0) + bound, over=({},), twins=(false,))
    found.literal(lambda at: left(at.k), symbols=True, most=6)
    result = checked(found)
    assert (result.verdict is Verdict.HOLDS) is holds
    if holds:
        assert result.reach == "stated"


def test_a_check_is_judged_by_the_relation_of_its_claim() -> None:
    """By `judge` alone, too: a value below its bound is no refutation, and one above it is."""
    found = Claim(
        "mine.relations.bound", source=ME, status="new", says="76/25 is at most 60", tex="x", hypotheses=(),
        relation="<=", predicts=Integer(60), given=Given(), over=({},),
    )  # fmt: skip
    found.literal(lambda at: Rational(76, 25))
    assert judge(found.checks[0], found.predicts).verdict is Verdict.HOLDS
    assert judge(found.checks[0], Integer(3)).verdict is Verdict.REFUTED
