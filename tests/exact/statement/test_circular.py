"""Tests of letters: none may be the left side itself, however it is written."""

import pytest
from sympy import Integer, Symbol

from bninit.results.result import Plan
from bninit.run.judging.verdict import check_claim
from theory import Claim, Locator, Paper, Twin, Verdict
from theory.batchnorm import batchnorm, dot, recentre
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.statement.circular import circular
from theory.term import size

ME = Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1")
e, b, n = Symbol("e"), Symbol("b"), Symbol("n", positive=True)


def energy(x):
    """|x - mean|^2."""
    return dot(recentre(x), recentre(x))


def helper(at):
    row = at["x"]
    return energy(row)


def outer(x):
    return helper({"x": x})


def claim(left, predicts, **letters) -> Claim:
    made = Claim("mine.circular.one", source=ME, status="new", says="..", tex="..", hypotheses=(),
                 given=Given({"x": Batches(Integers(3, 4))}, letters=letters), predicts=predicts,
                 over=(dict.fromkeys(letters, 2),), twins=(Twin(predicts + 1),))  # fmt: skip
    made.literal(left, most=6)
    return made


@pytest.mark.parametrize(
    ("left", "predicts", "letters"),
    [
        (lambda at: energy(at.x), e, {"e": lambda at: energy(at["x"])}),
        (lambda at: energy(at.x), e, {"e": lambda instance: energy(instance["x"])}),
        (lambda at: energy(at.x), e, {"e": helper}),
        (lambda at: energy(at.x), e, {"e": lambda at: outer(at["x"])}),
        (lambda at: energy(at.x) + 0, e, {"e": lambda at: 0 + energy(at["x"])}),
        (lambda at: 1 * energy(at.x), e + b, {"e": helper, "b": lambda at: Integer(0)}),
        (lambda at: energy(at.x), e - b, {"e": lambda at: energy(at["x"]) + 1, "b": lambda at: Integer(1)}),
        (lambda at: energy(at.x), 2 * e, {"e": lambda at: energy(at["x"]) / 2}),
    ],
)
def test_a_letter_that_is_the_left_side_is_refused(left, predicts, letters) -> None:
    """Under another name, through helpers, with 0 added, in two letters."""
    made = claim(left, predicts, **letters)
    assert "left side itself" in circular(made)


@pytest.mark.parametrize(
    ("left", "predicts", "letters"),
    [
        (lambda at: dot(y := batchnorm(at.x), y), n, {"n": lambda at: size(at["x"])}),
        (lambda at: energy([2 * v for v in at.x]), 4 * e, {"e": lambda at: energy(at["x"])}),
        (lambda at: energy([v + 7 for v in at.x]), e, {"e": lambda at: energy(at["x"])}),
        (lambda at: energy(at.x), e - b**2 / n, {"e": lambda at: dot(at["x"], at["x"]), "b": lambda at: sum(at["x"]),
                                                 "n": lambda at: size(at["x"])}),
    ],
)  # fmt: skip
def test_letters_in_other_words_are_not(left, predicts, letters) -> None:
    """Sizes, invariance (one function of other arguments), a formula in other letters."""
    assert circular(claim(left, predicts, **letters)) == ""


def test_a_circular_claim_does_not_hold() -> None:
    """It is undecided, and says why."""
    result = check_claim(claim(lambda at: energy(at.x), e, e=helper), Plan("quick", 1, 0))
    assert result.verdict is Verdict.UNDECIDED
    assert "the letter e is the left side itself" in result.reason
