"""Tests of letters: none may be the left side itself, however it is written."""

import pytest
from sympy import Integer, Symbol

from tests.exact.toys import checked, toy
from theory import Claim, Twin, Verdict
from theory.batchnorm import batchnorm, dot, recentre
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.statement.circular import circular
from theory.term import size

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
    made = toy(given=Given({"x": Batches(Integers(3, 4))}, letters=letters), predicts=predicts,
               over=(dict.fromkeys(letters, 2),), twins=(Twin(predicts + 1),))  # fmt: skip
    return made.literal(left, most=6)


ITSELF = "left side itself"


@pytest.mark.parametrize(
    ("left", "predicts", "letters", "words"),
    [
        (lambda at: energy(at.x), e, {"e": lambda instance: energy(instance["x"])}, ITSELF),
        (lambda at: energy(at.x), e, {"e": helper}, ITSELF),
        (lambda at: energy(at.x), e, {"e": lambda at: outer(at["x"])}, ITSELF),
        (lambda at: energy(at.x) + 0, e, {"e": lambda at: 0 + energy(at["x"])}, ITSELF),
        (lambda at: 1 * energy(at.x), e + b, {"e": helper, "b": lambda at: Integer(0)}, ITSELF),
        (lambda at: energy(at.x), e - b, {"e": lambda at: energy(at["x"]) + 1, "b": lambda at: Integer(1)}, ITSELF),
        (lambda at: energy(at.x), 2 * e, {"e": lambda at: energy(at["x"]) / 2}, ITSELF),
        (lambda at: dot(y := batchnorm(at.x), y), n, {"n": lambda at: size(at["x"])}, ""),
        (lambda at: energy([2 * v for v in at.x]), 4 * e, {"e": lambda at: energy(at["x"])}, ""),
        (lambda at: energy([v + 7 for v in at.x]), e, {"e": lambda at: energy(at["x"])}, ""),
        (lambda at: energy(at.x), e - b**2 / n, {"e": lambda at: dot(at["x"], at["x"]), "b": lambda at: sum(at["x"]),
                                                 "n": lambda at: size(at["x"])}, ""),
    ],
)  # fmt: skip
def test_a_letter_that_is_the_left_side_is_refused(left, predicts, letters, words) -> None:
    """Under another name, through helpers, with 0 added, in two letters. Sizes, invariance (one function of other
    arguments) and a formula in other letters are not it."""
    found = circular(claim(left, predicts, **letters))
    assert words in found if words else found == ""


def test_a_circular_claim_does_not_hold() -> None:
    """It is undecided, and says why."""
    result = checked(claim(lambda at: energy(at.x), e, e=helper))
    assert result.verdict is Verdict.UNDECIDED
    assert "the letter e is the left side itself" in result.reason
