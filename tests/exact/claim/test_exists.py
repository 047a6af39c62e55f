"""Tests of `exists`: a witness that the claim names, what it shows, and what its failure does not."""

import pytest
from sympy import Integer

from bninit.results.result import Plan
from bninit.run.judging.verdict import check_claim
from theory import Claim, Locator, Paper, Twin, Verdict
from theory.claim.instance import literals
from theory.claim.validation import InvalidClaimError
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals, Values
from theory.notation import k, n

ME = Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1")


def claim(**fields) -> Claim:
    return Claim(
        "mine.exists.one",
        source=ME,
        status="new",
        says="..",
        tex="..",
        hypotheses=(),
        relation="exists",
        left="..",
        **fields,
    )


def checked(left, **fields):
    found = claim(**fields)
    found.literal(left)
    return check_claim(found, Plan("quick", 1, 0))


def test_a_witness_shows_that_something_exists() -> None:
    """Some n <= 50 has n^2 = 49: n = 7, named in the evidence; the statement is shown as stated."""
    result = checked(lambda at: at.n**2, given={"n": Integers(1, 50)}, predicts=Integer(49), witness={"n": 7},
                     twins=(Twin(Integer(50)),))  # fmt: skip
    assert (result.verdict, result.reach) == (Verdict.HOLDS, "stated")
    assert result.evidence[0].figures["witness"] == "n = 7"
    assert result.evidence[0].figures["comparisons"] == 1


def test_a_witness_may_depend_on_the_others() -> None:
    """For all a there is b with b - a = 1: in cases; with a = 1, 2, 3 alone, as stated."""
    for domain, reach in ((Integers(1), "cases"), (Values(1, 2, 3), "stated")):
        result = checked(lambda at: at.n - at.k, given={"k": domain, "n": Integers(1)}, predicts=Integer(1),
                         witness={"n": lambda at: at.k + 1})  # fmt: skip
        assert (result.verdict, result.reach) == (Verdict.HOLDS, reach)


def test_for_all_is_no_existence() -> None:
    """n // 200 = 0 for all n >= 1 is false; with a witness, the claim is that some n has it. No list of n is one."""
    assert checked(lambda at: at.n // 200, given={"n": Integers(1)}, predicts=Integer(0), witness={"n": 1},
                   ).verdict is Verdict.HOLDS  # fmt: skip
    with pytest.raises(InvalidClaimError, match="without a witness: name the value"):
        claim(given={"n": Integers(1)}, predicts=Integer(0))


FAILS = {
    "of an endless domain": (Integers(1), "name one that does"),
    "while another works": (Integers(1, 50), "n = 7 does: name that"),
}


@pytest.mark.parametrize("name", FAILS)
def test_a_witness_that_fails_refutes_nothing(name) -> None:
    """n^2 = 49 at the witness 8: undecided, with a sentence."""
    domain, why = FAILS[name]
    result = checked(lambda at: at.n**2, given={"n": domain}, predicts=Integer(49), witness={"n": 8})
    assert result.verdict is Verdict.UNDECIDED
    assert why in result.reason


def test_only_a_domain_that_is_gone_through_refutes() -> None:
    """No n <= 50 has n^2 = 50; and for k = 3, no n <= 2 has n = k."""
    false = {"expected": Verdict.REFUTED, "corrected_by": ("mine.exists.two",), "no_truth": ".."}
    result = checked(lambda at: at.n**2, given={"n": Integers(1, 50)}, predicts=Integer(50), witness={"n": 7}, **false)
    assert result.verdict is Verdict.REFUTED
    assert "no value works" in result.evidence[0].witness
    result = checked(lambda at: at.n - at.k, given={"k": Integers(1), "n": Integers(1, 2)}, predicts=Integer(0),
                     witness={"n": lambda at: min(int(at.k), 2)}, **false)  # fmt: skip
    assert result.verdict is Verdict.REFUTED
    assert "k = 3" in result.evidence[0].witness


def test_a_witness_is_of_its_domain_and_hypothesis() -> None:
    """Outside the domain it is refused when the claim is made; a function that leaves it decides nothing."""
    with pytest.raises(InvalidClaimError, match="is not in its domain"):
        claim(given={"n": Integers(1, 50)}, predicts=Integer(0), witness={"n": 51})
    leaves = checked(lambda at: at.n - at.k, given={"k": Integers(1), "n": Integers(1, 5)}, predicts=Integer(0),
                     witness={"n": lambda at: at.k})  # fmt: skip
    assert leaves.verdict is Verdict.UNDECIDED
    assert "n = 6 is not in its domain" in leaves.reason
    odd = Given({"n": Integers(1)}, lambda at: at["n"] % 2 == 1, "n odd")
    assert "does not satisfy the hypothesis n odd" in checked(
        lambda at: at.n**2, given=odd, predicts=Integer(64), witness={"n": 8}).reason  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"witness": {"m": 1}}, "no domain"),
        ({"witness": 7}, "values by name"),
        ({"witness": {"n": 1}, "relation": "="}, "leave it out"),
    ],
)
def test_what_is_no_witness_is_refused(fields, wanted) -> None:
    """When the claim is made, in a sentence."""
    base = {"given": {"n": Integers(1)}, "predicts": Integer(1), "relation": "exists", **fields}
    with pytest.raises(InvalidClaimError, match=wanted):
        Claim("mine.exists.one", source=ME, status="new", says="..", tex="..", hypotheses=(), **base)


def test_no_instance_is_a_counterexample() -> None:
    """Hunts have nothing to look for, and symbols and boxes nothing to say."""
    found = claim(given={"n": Rationals()}, predicts=Integer(49), witness={"n": 7})
    found.literal(lambda at: at.n**2)
    assert literals(found) == []
    with pytest.raises(InvalidClaimError, match="leave symbols and boxes out"):
        found.literal(lambda at: at.n**2, symbols=True)


def test_the_prediction_may_speak_of_the_others() -> None:
    """For all n some k has k^2 = n^2 + 2n + 1."""
    result = checked(lambda at: at.k**2, given={"n": Integers(1), "k": Integers(1)}, predicts=n**2 + 2 * n + 1,
                     witness={"k": lambda at: at.n + 1}, twins=(Twin(n**2 + k), Twin(n**2)))  # fmt: skip
    assert result.verdict is Verdict.HOLDS, result.reason
    assert result.twins.refuted > 5
