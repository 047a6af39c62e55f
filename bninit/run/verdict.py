"""The verdict on one claim: all of its checks, each on all certified-false twins."""

from __future__ import annotations

from dataclasses import replace

from bninit.run.outcome import TWINS_PER_CLAIM, Clock, Plan, Result, TwinCount, unjudged
from numerics import sampled
from numerics.blocks import Memory
from theory.claim import Claim, Evidence, Twin, Verdict
from theory.judge import judge
from theory.twins import triage


def check_claim(claim: Claim, plan: Plan, memory: Memory | None = None) -> Result:
    """Judge all checks of a claim, each on all certified-false twins, and draw the verdict.

    A check that accepts a twin that it had to refute is undiscriminating and counts as undecided; so does a
    claim that is to hold and has no twin that is certified false.
    """
    start = Clock()
    fates = triage(claim)
    if len(fates) > TWINS_PER_CLAIM:
        raise ValueError(f"{claim.id} has {len(fates)} twins, the error budget allows {TWINS_PER_CLAIM}")
    counted = {i: fate.twin for i, fate in enumerate(fates) if fate.state == "false"}
    evidence: list[Evidence] = []
    refuted: set[int] = set()
    missed: dict[int, str] = {}
    models: dict[str, Verdict] = {}
    for check in claim.checks:
        if check.kind == "sampled":
            judged = sampled.judge(claim, check, counted, plan.seed, plan.level, plan.budget, memory)
            found, twins = judged.evidence, judged.twins
            models |= {f"{model} ({check.scope})": verdict for model, verdict in judged.models.items()}
            blind = [model for model, verdict in judged.models.items() if verdict is not Verdict.REFUTED]
        else:
            found = judge(check, claim.predicts)
            twins, blind = {i: judge(check, twin.predicts, witness=False).verdict for i, twin in counted.items()}, []
        refuted |= {i for i, verdict in twins.items() if verdict is Verdict.REFUTED}
        accepted = [i for i, verdict in twins.items() if verdict is not Verdict.REFUTED]
        missed |= dict.fromkeys(accepted, check.scope)
        evidence.append(_undiscriminating(found, counted, accepted, blind))
    verdict = _verdict(claim, evidence, bool(counted))
    notes = [f"accepted {counted[i].predicts} by the check on {scope}" for i, scope in missed.items()]
    notes += [f"unknown {fate.twin.predicts}" for fate in fates if fate.state == "unknown"]
    state = [fate.state for fate in fates]
    count = TwinCount(
        made=len(fates),
        certified_false=len(counted),
        refuted=len(refuted - missed.keys()),
        accepted=len(counted) - len(refuted - missed.keys()),
        equal=state.count("equal"),
        undefined=state.count("undefined"),
        unknown=state.count("unknown"),
        models=len(models),
        models_refuted=sum(found is Verdict.REFUTED for found in models.values()),
        notes=tuple(notes),
    )
    return replace(unjudged(claim, verdict, start), evidence=tuple(evidence), twins=count)


def _undiscriminating(found: Evidence, counted: dict[int, Twin], accepted: list[int], blind: list[str]) -> Evidence:
    if found.verdict is not Verdict.HOLDS or not (accepted or blind):
        return found
    names = [str(counted[i].predicts) for i in accepted] + blind
    figures = {**found.figures, "undiscriminating": names}
    return replace(found, verdict=Verdict.UNDECIDED, figures=figures)


def _verdict(claim: Claim, evidence: list[Evidence], tested: bool) -> Verdict:
    found = {item.verdict for item in evidence}
    if Verdict.REFUTED in found:
        return Verdict.REFUTED
    return Verdict.HOLDS if found == {Verdict.HOLDS} and tested else Verdict.UNDECIDED
