"""The control: a claim that is to be refuted says what is true, and each of its checks holds for that and refutes it.

A check that refuted the truth, too, would prove nothing against the false form.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from numerics.checks import attach
from theory import Claim, Verdict, claims
from theory.claim import Check, Predicted
from theory.claim.judge import judge
from theory.claim.twins import mutants
from theory.exact.enclosure import truth as true_at
from theory.exact.expressions import components, enclose, is_condition, points_of

attach()
ALL = claims()
FALSE = [name for name, claim in ALL.items() if claim.expected is Verdict.REFUTED]

SAMPLED = {
    "daneshmand20.rank.drift-without-skip",
    "daneshmand20.rank.nonzero-mean",
    "daneshmand20.rank.width-two",
    "daneshmand20.training.pretraining-beats-bn",
    "daneshmand21.activations.figure-6",
    "daneshmand21.training.start-replaces-bn",
    "morwani20.experiments.always-robust",
    "morwani20.training.eigenvalues",
    "morwani20.training.explosion",
    "morwani20.training.little-data",
    "morwani20.training.same-rate",
    "morwani20.training.same-rate-later",
    "nachum24.training.outlier-helps",
}
"""Refuted by simulation alone: their control is a simulation, too, and part of `bninit check`."""


def size(predicted: Predicted) -> int:
    """How many parts a prediction has, 0 for one that is no tuple."""
    return len(predicted) if isinstance(predicted, tuple) else 0


def truth(claim: Claim) -> Predicted | None:
    """What is true in the place of a false form, as the record says it; None where it says that nothing is."""
    if claim.no_truth or claim.truth is not None:
        return claim.truth
    correction = ALL[claim.corrected_by[0]].predicts if len(claim.corrected_by) == 1 else None
    return correction if size(correction) == size(claim.predicts) else None


def verdict(claim: Claim, check: Check, predicted: Predicted) -> Verdict:
    return judge(check, predicted, witness=False, over=list(points_of(claim.over))).verdict


@pytest.mark.parametrize("name", FALSE)
def test_a_false_form_names_what_is_true(name: str) -> None:
    """A truth in the form of the prediction, with values at the claim's points, or a sentence why there is none; what
    corrects a claim is a claim that holds."""
    claim = ALL[name]
    if claim.no_truth:
        assert claim.truth is None
        assert claim.no_truth.split()[2:], "a sentence, not a word"
    else:
        true = truth(claim)
        assert true is not None, "neither truth nor no_truth"
        assert size(true) == size(claim.predicts)
        for point in points_of(claim.over):
            for part in components(true):
                assert true_at(part, point) is not None if is_condition(part) else enclose(part, point).is_finite()
    assert all(ALL[other].expected is Verdict.HOLDS for other in claim.corrected_by)


@pytest.mark.parametrize("name", sorted(set(FALSE) - SAMPLED))
def test_each_check_refutes_the_false_form(name: str) -> None:
    """Not one of them alone, as `bninit check` wants it; that they hold for the truth, it checks itself."""
    claim = ALL[name]
    assert claim.checks
    assert not [one.scope for one in claim.checks if verdict(claim, one, claim.predicts) is not Verdict.REFUTED]


def test_which_are_refuted_by_simulation_alone() -> None:
    """No other claim is without an exact or certified check."""
    assert {name for name in FALSE if not ALL[name].checks} == SAMPLED


def stricter(claim: Claim, twin: Predicted, point: Mapping[str, Any]) -> bool:
    """Whether a twin of the truth claims more than the truth at a point: for an equality, whether it differs there."""
    for true, other in zip(components(truth(claim)), components(twin), strict=True):
        if is_condition(true):
            return true_at(true, point) is not true_at(other, point)
        a, b = enclose(true, point), enclose(other, point)
        if not b.is_finite():
            return False
        if {"<": b < a, ">": b > a}.get(claim.relation[0], not a.overlaps(b)):
            return True
    return False


@pytest.mark.parametrize("name", sorted(set(FALSE) - SAMPLED))
def test_the_checks_tell_the_truth_from_its_twins(name: str) -> None:
    """Every variant of a true equality that differs at a point of the claim is refuted by a check, and each check
    refutes some; of a true bound, each check refutes some variant."""
    claim = ALL[name]
    if claim.no_truth:
        return
    points = list(points_of(claim.over))
    found = [twin.predicts for twin in mutants(truth(claim))]
    false = [twin for twin in found if any(stricter(claim, twin, point) for point in points)]
    assert false
    refuted = [{i for i, twin in enumerate(false) if verdict(claim, c, twin) is Verdict.REFUTED} for c in claim.checks]
    assert all(refuted)
    if claim.relation == "=":
        assert set().union(*refuted) == set(range(len(false)))
