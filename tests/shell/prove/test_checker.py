"""Tests of the proof checker: what is no proof is refused, whatever the exit status of the compiler."""

from dataclasses import replace
from typing import Any

import pytest

from bninit.prove import checker
from bninit.prove.checker import Asked
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
    "another statement": "Definition statement : Prop := True.\nTheorem proof : statement. Proof. by []. Qed.",
    "a notation": 'Notation "x - y" := (1 : _).\nTheorem proof : statement. Proof. by []. Qed.',
    "a redefined equality": "Definition eq {A : Type} (x y : A) := True.\n"
    "Theorem proof : statement. Proof. by []. Qed.",
    "a file of another's": "Load cheat.\nTheorem proof : statement. Proof. by []. Qed.",
    "no theorem": "Lemma other : True. Proof. by []. Qed.",
    "a guard that is off": "Unset Guard Checking.\nFixpoint f (n : nat) : False := f n.\n"
    "Theorem proof : statement. Proof. by case: (f 0). Qed.",
}  # fmt: skip


BY_RING = "Theorem proof : statement.\nProof. by move=> R x; ring. Qed."

LEMMAS = ("Definition one := 1%N.", "Lemma zero (R : rcfType) (x : R) : x - x = 0. Proof. exact: subrr. Qed.")
BY_LEMMA = "Theorem proof : statement.\nProof. exact: zero. Qed."


def _has(need: str, known: str = "(2 <= n)%N -> ") -> str:
    return f"Definition defined : Prop := forall (R : rcfType) (n : nat) (x : nat -> R), {known}({need})."


SHOWN = {
    "a size": "n%:R - 1 != 0 :> R",
    "a root of squares": "0 <= \\sum_(i < n) x i * x i",
    "a product": "n%:R * n%:R != 0 :> R",
    "at every place": "forall i, (i < n)%N -> 0 <= (x i * x i) / n%:R",
}
NOT_SHOWN = {
    "1/(n - 3) at n = 3": "n%:R - 3%:R != 0 :> R",
    "the root of n - 5 at n = 2": "0 <= n%:R - 5%:R :> R",
    "x_i/x_j where some x_j is 0": "forall i, (i < n)%N -> x i != 0",
}

BY_HAND = (
    f"{PROOF}\nTheorem defined_proof : defined.\n"
    "Proof. by move=> R n x h; rewrite subr_eq0 eqr_nat; case: eqP h => // ->. Qed."
)

ASKED = {
    "no statement": Asked("Definition statement : Prop := nonsense.", PROOF),
    **{name: Asked(FALSE, cheat) for name, cheat in CHEATS.items()},
    "a lemma of another statement": Asked(FALSE, BY_LEMMA, LEMMAS),
    "a lemma that is not there": Asked(TRUE, BY_LEMMA),
    "an axiom among the lemmas": Asked(FALSE, PROOF, ("Axiom one : statement.",)),
    "another value by hand": Asked(TRUE, BY_HAND, defined=_has("n%:R - 3%:R != 0 :> R")),
    "honest": Asked(TRUE, BY_LEMMA, LEMMAS),
    "by ring": Asked(TRUE, BY_RING),
    "by hand": Asked(TRUE, BY_HAND, defined=_has("n%:R - 3%:R != 0 :> R", "(5 <= n)%N -> ")),
    **{name: Asked(TRUE, PROOF, defined=_has(need)) for name, need in (NOT_SHOWN | SHOWN).items()},
}
PROVED = ["honest", "by ring", "by hand", *NOT_SHOWN, *SHOWN]


@pytest.fixture(scope="module")
def judged() -> dict[str, Any]:
    """All of them together: MathComp is loaded for each file that is compiled."""
    return dict(zip(ASKED, checker.checks(list(ASKED.values()), VERSION), strict=True))


def test_cheats_are_refused(judged: dict[str, Any]) -> None:
    """Of a false statement there is no proof, and the finding says why; honest ones beside them are what they are, one
    by MathComp's tactics, which are at hand for a proof that names them. A statement that is none harms no other."""
    if isinstance(judged["by ring"], UnavailableError):
        pytest.skip("the tactics are not installed")
    assert [name for name, one in judged.items() if one.proved] == PROVED
    assert all(one.why for one in judged.values() if not one.proved)
    assert "nonsense" in judged["no statement"].why
    assert judged["another lemma's proof"].why.startswith("Coq refuses line 2: ")


def test_an_honest_proof_is_told(judged: dict[str, Any]) -> None:
    """Closed under the global context, with hashes and version."""
    honest = judged["honest"]
    assert (honest.axioms, honest.checker) == ((), VERSION)
    assert len(honest.statement) == len(honest.proof) == 64


def test_a_value_is_shown_or_the_proof_lacks_it(judged: dict[str, Any]) -> None:
    """The statement is shown in each case; without its value it is no more than argued. An author's proof of the value
    counts: it is held against its own statement, as the other one is."""
    shown = {name: judged[name].lacks for name in PROVED}
    assert shown == dict.fromkeys(PROVED, "") | dict.fromkeys(NOT_SHOWN, checker.NOT_DEFINED)
    told = {judged[name].statement for name in NOT_SHOWN}
    assert told == {judged["by ring"].statement}


def test_absent_tactics_are_no_failure() -> None:
    """Where the tactics are not installed a proof by them is neither passed nor refused, and another one is checked."""
    there = replace(FIELDS, tools="From mathcomp Require Import ring_of_nobody.\n")
    with pytest.raises(UnavailableError, match="ring_of_nobody"):
        checker.check(Asked(TRUE, BY_RING, setting=there), VERSION)
    assert checker.check(Asked(TRUE, PROOF, setting=there), VERSION).proved


NUMBER = "Definition statement : Prop := 314159265358979323846 / 10 ^ 20 <= PI <= 314159265358979323847 / 10 ^ 20."
BY_INTERVAL = "Theorem proof : statement.\nProof. split; interval with (i_prec 90). Qed."
PLAINLY = "Theorem proof : statement.\nProof. split; interval. Qed."


def test_an_enclosure_is_a_proof() -> None:
    """Of a constant, with the axioms of Coq's reals and none of the machine's integers or floats; of another number it
    is none."""
    numbers = (NUMBER.replace("26535", "26536"), NUMBER)
    other, found = checker.checks([Asked(number, BY_INTERVAL, setting=REALS) for number in numbers], VERSION)
    if isinstance(found, UnavailableError):
        pytest.skip(str(found))
    assert found.proved, found.why
    assert set(found.axioms) <= checker.ALLOWED
    assert not other.proved


def test_machine_numbers_are_no_part_of_a_proof() -> None:
    """Enclosures by the processor's floats assume what these are, and are refused."""
    machine = replace(REALS, tools="From Interval Require Import Tactic.\n")
    try:
        found = checker.check(Asked("Definition statement : Prop := 3 <= PI <= 4.", PLAINLY, setting=machine), VERSION)
    except UnavailableError as error:
        pytest.skip(str(error))
    assert "PrimFloat" in found.why


def test_a_cheat_about_a_number_is_refused() -> None:
    """The words that are no part of a proof are the same."""
    for cheat in ("Admitted.", "Require Import Interval.Tactic.", "Axiom one : statement.", "Module M. End M."):
        found = checker.check(Asked(NUMBER, f"{cheat}\n{BY_INTERVAL}", setting=REALS), VERSION)
        assert "no part of a proof" in found.why


LOOP = "Theorem proof : statement.\nProof. move=> R x.\nrepeat (assert True by exact I).\nQed."


def test_a_proof_that_loops_costs_the_others_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is stopped after its own time, and told with its line; those beside it are compiled together without it."""
    monkeypatch.setattr(checker, "SECONDS", 3.0)
    monkeypatch.setattr(checker, "LOADING", 600.0)  # on a machine that is busy
    compiled: list[str] = []
    whole = checker._compiled
    monkeypatch.setattr(checker, "_compiled", lambda name, *args: (compiled.append(name), whole(name, *args))[1])
    first, stopped, second = checker.checks([Asked(TRUE, proof) for proof in (PROOF, LOOP, PROOF)], VERSION)
    assert first.proved
    assert second.proved
    assert str(stopped) == "Coq stopped it at line 3 after 3 s"
    assert [name for name in compiled if not name.startswith("Shared")] == ["Claims", "Proofs", "Proofs", "Check"]


def test_a_proof_without_memory_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither passed nor refused: there is another machine."""
    monkeypatch.setattr(checker, "MEMORY", 2**29)
    eats = (
        "Fixpoint big (n : nat) : list nat := match n with O => nil | S m => (big m ++ big m ++ m :: nil)%list end.\n"
        "Theorem proof : statement.\nProof. move=> R x. have e : length (big 30) = 0%N. by vm_compute. Qed."
    )
    with pytest.raises(UnavailableError, match="ran out of memory"):
        checker.check(Asked(TRUE, eats), VERSION)


@pytest.mark.parametrize(
    ("said", "axioms"),
    [
        ("Closed under the global context\n", [[]]),
        ("Axioms:\nclassic : forall P, P \\/ ~ P\n  (long)\nbad : False", [["classic", "bad"]]),
        ("", []),
        ("Fetching opaque proofs", None),
    ],
)
def test_assumptions_are_read(said: str, axioms) -> None:
    """What is not in the words of Print Assumptions is not believed."""
    assert checker.assumed(said) == axioms
