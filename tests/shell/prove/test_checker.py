"""Tests of the proof checker: what is no proof is refused, whatever the exit status of the compiler."""

from dataclasses import replace

import pytest

from bninit.prove import checker
from bninit.prove.process import UnavailableError
from theory.statement.coq import FIELDS
from theory.statement.reals import REALS

try:
    VERSION = checker.version()
except UnavailableError as error:
    pytest.skip(str(error), allow_module_level=True)

TRUE = "Definition statement : Prop :=\n  forall (R : rcfType) (x : R), x - x = 0."
FALSE = "Definition statement : Prop :=\n  forall (R : rcfType) (x : R), x - x = 1."
PROOF = "Theorem proof : statement.\nProof. by move=> R x; exact: subrr. Qed."

CHEATS = {
    "an admitted lemma": "Lemma one (R : rcfType) (x : R) : x - x = 1. Admitted.\n"
    "Theorem proof : statement. Proof. exact: one. Qed.",
    "a smuggled axiom": "Axiom one : forall (R : rcfType) (x : R), x - x = 1.\n"
    "Theorem proof : statement. Proof. exact: one. Qed.",
    "an axiom in a comment that is none": "(* (* *) Axiom one : statement. *)\nTheorem proof : statement. Proof. Qed.",
    "a section variable": "Section S. Variable one : statement.\n"
    "Theorem proof : statement. Proof. exact: one. Qed. End S.",
    "another lemma's proof": PROOF,
    "a statement of one's own": "Definition statement : Prop := True.\nTheorem proof : statement. Proof. by []. Qed.",
    "a notation": 'Notation "x - y" := (1 : _).\nTheorem proof : statement. Proof. by []. Qed.',
    "a redefined equality": "Definition eq {A : Type} (x y : A) := True.\n"
    "Theorem proof : statement. Proof. by []. Qed.",
    "a file of another's": "Load cheat.\nTheorem proof : statement. Proof. by []. Qed.",
    "no theorem": "Lemma other : True. Proof. by []. Qed.",
    "a guard that is off": "Unset Guard Checking.\nFixpoint f (n : nat) : False := f n.\n"
    "Theorem proof : statement. Proof. by case: (f 0). Qed.",
}  # fmt: skip


def test_a_proof_is_one() -> None:
    """Closed under the global context, with hashes and version."""
    found = checker.check(TRUE, PROOF, VERSION)
    assert found.proved, found.why
    assert found.axioms == ()
    assert len(found.statement) == len(found.proof) == 64
    assert found.checker == VERSION


BY_RING = "Theorem proof : statement.\nProof. by move=> R x; ring. Qed."


def test_a_proof_by_ring_is_one() -> None:
    """MathComp's tactics are at hand for a proof that names them."""
    try:
        assert checker.check(TRUE, BY_RING, VERSION).proved
    except UnavailableError:
        pytest.skip("the tactics are not installed")


def test_absent_tactics_are_no_failure(monkeypatch) -> None:
    """Where the tactics are not installed a proof by them is neither passed nor refused, and another one is checked."""
    there = replace(FIELDS, tools="From mathcomp Require Import ring_of_nobody.\n")
    with pytest.raises(UnavailableError, match="ring_of_nobody"):
        checker.check(TRUE, BY_RING, VERSION, there)
    assert checker.check(TRUE, PROOF, VERSION, there).proved


NUMBER = "Definition statement : Prop := 314159265358979323846 / 10 ^ 20 <= PI <= 314159265358979323847 / 10 ^ 20."
BY_INTERVAL = "Theorem proof : statement.\nProof. split; interval with (i_prec 90). Qed."
PLAINLY = "Theorem proof : statement.\nProof. split; interval. Qed."


def test_an_enclosure_is_a_proof() -> None:
    """Of a constant, with the axioms of Coq's reals and none of the machine's integers or floats; of another number it
    is none."""
    try:
        found = checker.check(NUMBER, BY_INTERVAL, VERSION, REALS)
    except UnavailableError as error:
        pytest.skip(str(error))
    assert found.proved, found.why
    assert set(found.axioms) <= checker.ALLOWED
    assert not checker.check(NUMBER.replace("26535", "26536"), BY_INTERVAL, VERSION, REALS).proved


def test_machine_numbers_are_no_part_of_a_proof() -> None:
    """Enclosures by the processor's floats assume what these are, and are refused."""
    machine = replace(REALS, tools="From Interval Require Import Tactic.\n")
    try:
        found = checker.check("Definition statement : Prop := 3 <= PI <= 4.", PLAINLY, VERSION, machine)
    except UnavailableError as error:
        pytest.skip(str(error))
    assert "PrimFloat" in found.why


def test_absent_enclosures_are_no_failure() -> None:
    """Where coq-interval is not installed a proof by it is neither passed nor refused."""
    there = replace(REALS, tools="From Interval_of_nobody Require Import Specific_ops.\n")
    with pytest.raises(UnavailableError, match="libcoq-interval"):
        checker.check(NUMBER, BY_INTERVAL, VERSION, there)


def test_a_cheat_about_a_number_is_refused() -> None:
    """The words that are no part of a proof are the same."""
    for cheat in ("Admitted.", "Require Import Interval.Tactic.", "Axiom one : statement.", "Module M. End M."):
        assert "no part of a proof" in checker.check(NUMBER, f"{cheat}\n{BY_INTERVAL}", VERSION, REALS).why


@pytest.mark.parametrize("cheat", CHEATS)
def test_cheats_are_refused(cheat: str) -> None:
    """Of a false statement there is no proof; the finding says why."""
    found = checker.check(FALSE, CHEATS[cheat], VERSION)
    assert not found.proved
    assert found.why


@pytest.mark.parametrize(
    ("said", "axioms"),
    [
        ("Closed under the global context\n", []),
        ("Axioms:\nclassic : forall P, P \\/ ~ P\n  (long)\nbad : False", ["classic", "bad"]),
        ("", None),
        ("Fetching opaque proofs", None),
    ],
)
def test_assumptions_are_read(said: str, axioms) -> None:
    """What is not in the words of Print Assumptions is not believed."""
    assert checker.assumed(said) == axioms
