"""Tests of `exists`: a witness that the claim names, what it shows, and what its failure does not."""

from dataclasses import replace

import pytest
from sympy import Integer

from tests.exact.toys import checked, toy
from tests.refused import refused
from theory import Twin, Verdict
from theory.claim.instance import literals, tried
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


def test_one_instance() -> None:
    """Evaluated alone: whether the relation holds there and by how much, or why nothing is decided."""
    given = Given({"n": Integers(1)}, letters={"m": lambda at: at["n"] + 1})
    claim = toy(relation="<=", left="..", given=given, predicts=2 * n)
    claim.literal(lambda at: 6 / at.n + 0 * at.m)
    (check,) = literals(claim)
    found = [tried(claim, check, {"n": Integer(value)}) for value in (3, 2, 1)]
    assert [(one.verdict, one.slack) for one in found] == [("holds", 4.0), ("holds", 1.0), ("violated", None)]
    assert found[0].at == {"n": 3, "m": 4}
    assert found[2].why == "6 and 2"
    raising = toy(id="mine.toy.two", left="..", given={"n": Integers(1)}, predicts=n)
    raising.literal(lambda at: [][at.n])
    one = tried(raising, literals(raising)[0], {"n": Integer(1)})
    assert (one.verdict, one.why.partition(":")[0]) == ("open", "IndexError")
    with pytest.raises(ValueError, match="only a literal check of a claim with `given`"):
        tried(claim, replace(check, definition=None), {"n": Integer(1)})


def test_instances_of_a_claim() -> None:
    """The first of its domains, with their letters; with the witness of an `exists`; or the points of `over`."""
    lettered = toy(given=Given({"n": Integers(1)}, letters={"m": lambda at: at["n"] + 1}), predicts=n)
    assert lettered.instances(2) == [{"n": 1, "m": 2}, {"n": 2, "m": 3}]
    shown = toy(id="mine.toy.two", relation="exists", given={"n": Integers(1)}, predicts=Integer(49), witness={"n": 7})
    assert shown.instances(2) == [{"n": 7}]
    assert toy(id="mine.toy.three", over=({"n": 2}, {"n": 3}), predicts=n).instances() == [{"n": 2}, {"n": 3}]
