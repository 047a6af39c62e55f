"""Tests of `exists`: a witness that the claim names, what it shows, and what its failure does not."""

import pytest
from sympy import Integer

from tests.exact.toys import checked, toy
from tests.refused import refused
from theory import Twin, Verdict
from theory.claim.instance import literals
from theory.claim.validation import InvalidClaimError
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals, Values
from theory.notation import k, n

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
ODD = Given({"n": Integers(1)}, lambda at: at["n"] % 2 == 1, "n odd")


def square(at):
    return at.n**2


def gap(at):
    return at.n - at.k


@pytest.mark.parametrize(
    ("left", "given", "predicts", "witness", "verdict", "words"),
    [
        (square, {"n": Integers(1, 50)}, 49, 7, HOLDS, "stated n = 7"),
        (gap, {"k": Integers(1), "n": Integers(1)}, 1, lambda at: at.k + 1, HOLDS, "cases"),
        (gap, {"k": Values(1, 2, 3), "n": Integers(1)}, 1, lambda at: at.k + 1, HOLDS, "stated"),
        (lambda at: at.n // 200, {"n": Integers(1)}, 0, 1, HOLDS, "n = 1"),
        (square, {"n": Integers(1)}, 49, 8, UNDECIDED, "name one that does"),
        (square, {"n": Integers(1, 50)}, 49, 8, UNDECIDED, "n = 7 does: name that"),
        (gap, {"k": Integers(1), "n": Integers(1, 5)}, 0, lambda at: at.k, UNDECIDED, "n = 6 is not in its domain"),
        (square, ODD, 64, 8, UNDECIDED, "does not satisfy the hypothesis n odd"),
        (square, {"n": Integers(1, 50)}, 50, 7, REFUTED, "no value works"),
        (gap, {"k": Integers(1), "n": Integers(1, 2)}, 0, lambda at: min(int(at.k), 2), REFUTED, "k = 3"),
    ],
)
def test_a_witness(left, given, predicts, witness, verdict, words) -> None:
    """One that works shows that something exists. One that fails, or is outside, refutes nothing, unless the domain can
    be gone through: no n <= 50 has n^2 = 50, and for k = 3 no n <= 2 has n = k."""
    false = {"expected": REFUTED, "corrected_by": ("mine.toy.two",), "no_truth": ".."} if verdict is REFUTED else {}
    claim = toy(relation="exists", left="..", given=given, predicts=Integer(predicts), witness={"n": witness}, **false)
    claim.literal(left)
    result = checked(claim)
    assert result.verdict is verdict
    found = result.evidence[0]
    assert words in f"{result.reach} {found.figures.get('witness')} {result.reason} {found.witness}"


def test_the_prediction_may_speak_of_the_others() -> None:
    """For all n some k has k^2 = n^2 + 2n + 1; the twins are refuted by one comparison for each instance."""
    claim = toy(relation="exists", left="..", given={"n": Integers(1), "k": Integers(1)}, predicts=n**2 + 2 * n + 1,
                witness={"k": lambda at: at.n + 1}, twins=(Twin(n**2 + k), Twin(n**2)))  # fmt: skip
    claim.literal(lambda at: at.k**2)
    result = checked(claim)
    assert result.verdict is HOLDS, result.reason
    assert result.twins.refuted > 5


test_what_is_no_witness_is_refused = refused(
    "When the claim is made, in a sentence.",
    ({"witness": {"m": 1}}, "no domain"),
    ({"witness": 7}, "values by name"),
    ({"witness": {"n": 51}}, "is not in its domain"),
    ({"witness": {"n": 1}, "relation": "="}, "leave it out"),
    ({}, "without a witness: name the value"),
    of=lambda fields: toy(**({"given": {"n": Integers(1, 50)}, "predicts": Integer(1), "relation": "exists"} | fields)),
    error=InvalidClaimError,
)


def test_no_instance_is_a_counterexample() -> None:
    """Hunts have nothing to look for, and symbols and boxes nothing to say."""
    claim = toy(relation="exists", left="..", given={"n": Rationals()}, predicts=Integer(49), witness={"n": 7})
    claim.literal(square)
    assert literals(claim) == []
    with pytest.raises(InvalidClaimError, match="leave symbols and boxes out"):
        claim.literal(square, symbols=True)
