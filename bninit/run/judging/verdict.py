"""The verdict on one claim: all of its checks, each on the claim, on what is true instead, and on the twins."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from bninit.prove.recorded import recorded
from bninit.results.result import Clock, Control, Plan, Result, unjudged
from bninit.run.judging.reach import COMPONENT_OF, concluded, controlled
from bninit.run.judging.reasons import reason
from bninit.run.judging.trials import WITHIN, Trials, counted, shown
from numerics import judging as sampled
from numerics.statistics.blocks import Memory
from theory.claim import Check, Claim, Evidence, Verdict, made
from theory.claim.falsity import NOT_VIOLATED, Fate, Trial
from theory.claim.judge import judge
from theory.claim.literal.cases import Cases, fewer
from theory.claim.literal.witnesses import named
from theory.claim.setting import setting
from theory.claim.touch import noticed
from theory.claim.twins import triage
from theory.statement.face import readable
from theory.statement.fingerprint import fingerprint
from theory.words import DETERMINED

FEWER = {"quick": 3}
"""At a level, one in so many of the instances of literal checks, where they show the same."""

BESIDE_PROOF = {"quick": 8}
"""At a level, so many instances of a literal check whose statement a proof shows: they hold the check against it."""


Drawn: TypeAlias = dict[str, sampled.Judged]
"""What simulations have shown, by their names."""


def check_claim(claim: Claim, plan: Plan, memory: Memory | None = None) -> Result:
    """The verdict on a claim, by fewer instances where the level asks for fewer and these do (`checked`).

    Samples are drawn once, and judged again with all instances as they are.
    """
    share, drawn = FEWER.get(plan.level, 1), Drawn()
    if share == 1:
        return checked(claim, plan, memory, drawn)
    with fewer(share):
        found = checked(claim, plan, memory, drawn, BESIDE_PROOF.get(plan.level, 0))
    return found if found.as_expected else checked(claim, plan, memory, drawn)


def is_proved(claim: Claim) -> bool:
    """Whether a recorded proof, of the statement as it is now, shows the claim with nothing assumed or lacking."""
    proof = recorded(claim) if claim.expected is Verdict.HOLDS else None
    return proof is not None and proof.figures["reach"] == "stated"


def checked(claim: Claim, plan: Plan, memory: Memory | None, drawn: Drawn, beside: int = 0) -> Result:
    """Judge all checks of a claim and draw the verdict.

    drawn : what its simulations have shown already; what they show now goes there.
    beside : instances of a literal check, where a recorded proof shows its statement; 0: all, whatever is recorded.

    A claim holds if every check holds, none accepts a twin that it speaks of, every twin that differs is shown false by
    one of them, and every hand-written twin does. A false form is refuted if a check refutes it and every check,
    run on what is true instead, holds (the control). In all other cases it is undecided, and the result says why.
    """
    start, before = Clock(), len(made())
    if absent := sampled.unavailable(claim, plan.level):
        return _unavailable(claim, *absent, start)
    beside = beside if beside and is_proved(claim) else 0
    asked = setting(claim)
    trials = Trials(asked, triage(asked))
    evidence = [
        _sampled(trials, check, plan, memory, drawn) if check.kind == "sampled" else _exact(trials, check, beside)
        for check in sampled.checks_of(claim)
    ]
    if late := made(before):
        raise RuntimeError(
            f"{late[0].id} is made while {claim.id} is checked, too late to be checked itself: make every claim at the "
            "top level of its file"
        )
    _look_for_margins(trials, plan)
    found = _noticed(trials)
    evidence = controlled(evidence, trials.controls)
    count, missing = counted(trials, evidence)
    evidence, verdict, missing = concluded(claim, evidence, missing, found)
    if verdict is Verdict.HOLDS and (proof := recorded(claim)) is not None:
        evidence.append(proof)
    said, known_by = str(readable(claim) or ""), fingerprint(claim)  # before the clock is read: they take a while
    result = replace(unjudged(claim, verdict, start), evidence=tuple(evidence), twins=count, no_truth=claim.no_truth,
                     control=tuple(trials.controls), noticed=found, statement=said, fingerprint=known_by)  # fmt: skip
    return replace(result, reason=reason(result, missing))


def _unavailable(claim: Claim, check: Check, why: str, start: Clock) -> Result:
    """Neither a pass nor a failure: nothing of the claim was looked at."""
    figures = {"unavailable": why, "networks": 0, "stream": check.run.__name__, "cells": []}
    item = Evidence("sampled", Verdict.UNDECIDED, check.scope, figures)
    return replace(unjudged(claim, Verdict.UNDECIDED, start), evidence=(item,), reason=why,
                   fingerprint=fingerprint(claim))  # fmt: skip


def _exact(trials: Trials, check: Check, beside: int = 0) -> Evidence:
    """An exact or certified check on the claim, its control and its twins.

    beside : as for `checked`; not of a limit, which no single member shows, and not where instances are the proof.
    """
    claim, true, over = trials.asked.claim, trials.asked.true, trials.asked.over
    if true is None:
        return judge(check, claim.predicts, over=over)
    listed = check.options if isinstance(check.options, Cases) and claim.relation != "->" else None
    most = listed.enough(beside) if beside and listed is not None and not listed.whole else 0
    trial = Trial(check, true, over, most)
    found = trial.evidence
    if most and found.verdict is Verdict.HOLDS:
        found = replace(found, figures={**found.figures, "implied": "all others, by the proof"})
    if claim.expected is Verdict.REFUTED:
        trials.controls.append(Control(check.kind, check.scope, found.verdict, found.witness))
        own = judge(check, claim.predicts, over=over)
    else:
        own = found
    if found.verdict is not Verdict.HOLDS:
        return own
    accepted = []
    for i, twin in trials.held.items():
        fate = trial.twin(twin.twin.predicts)
        trials.say(i, check, fate)
        if fate.state == "accepted":
            accepted.append(shown(twin))
        elif fate.text == NOT_VIOLATED and claim.relation == "->" and check.definition is not None:
            own = _too_near(own, shown(twin))
    if claim.witness and check.definition is not None:
        own = replace(own, figures={**own.figures, "witness": named(claim.witness)})
    if isinstance(check.options, Cases):
        own = replace(own, figures={**own.figures, "sizes": check.options.sizes(own.figures.get("comparisons", 0))})
    return _undiscriminating(own, accepted)


def _too_near(found: Evidence, twin: str) -> Evidence:
    """Of a limit whose bounds do not tell it from a twin."""
    if found.verdict is not Verdict.HOLDS:
        return found
    why = f"the bounds do not tell the limit from {twin}: take the index further"
    return replace(found, verdict=Verdict.UNDECIDED, figures={**found.figures, "stuck": "the bound", "tried": why})


def _sampled(trials: Trials, check: Check, plan: Plan, memory: Memory | None, drawn: Drawn) -> Evidence:
    """A simulation on the claim, its control, the twins that it can tell apart and its mutated models."""
    claim = trials.asked.claim
    held = {i: fate.twin for i, fate in trials.held.items() if fate.state == "differs"}
    if (name := check.run.__name__) not in drawn:
        drawn[name] = sampled.judge(
            claim, check, held, plan.seed, plan.level, plan.budget, memory, control=claim.truth
        )  # fmt: skip
    judged = drawn[name]
    trials.models |= {(model, check.scope): verdict for model, verdict in judged.models.items()}
    blind = [model for model, verdict in judged.models.items() if verdict is not Verdict.REFUTED]
    if judged.control is not None:
        trials.controls.append(Control(check.kind, check.scope, judged.control))
    accepted = []
    for i, verdict in judged.twins.items():
        if verdict is Verdict.REFUTED:
            trials.say(i, check, Fate("false", "in simulations"))
        elif claim.relation in DETERMINED:
            trials.say(i, check, Fate("accepted", "not refuted by as many samples as are planned"))
            accepted.append(shown(trials.fates[i]))
    return _undiscriminating(judged.evidence, accepted + blind)


def _noticed(trials: Trials) -> dict[str, bool]:
    """For each component of which the claim speaks, whether a check, or a mutated model of one, notices another."""
    if trials.asked.true is None:
        return {}
    models = {COMPONENT_OF.get(model) for (model, _), verdict in trials.models.items() if verdict is Verdict.REFUTED}
    return {name: name in models or noticed(trials.asked, name) for name in trials.asked.claim.speaks_of}


def _look_for_margins(trials: Trials, plan: Plan) -> None:
    """Twins that nothing has told apart, and that a simulation looks at, but which are closer than what it notices."""
    claim = trials.asked.claim
    for check in sampled.sampled_checks(claim).values():
        left = list(filter(trials.silent, trials.held))
        if left:
            cells = sampled.plan(claim, check, {}, plan.level, plan.budget, claim.truth)
            for i in left:
                predicted = trials.fates[i].twin.predicts
                if any(cell.trial.deviation(sampled.numbers(predicted, cell.trial.cell)) > 0 for cell in cells):
                    trials.say(i, check, Fate("open", WITHIN))


def _undiscriminating(found: Evidence, names: list[str]) -> Evidence:
    if found.verdict is not Verdict.HOLDS or not names:
        return found
    return replace(found, verdict=Verdict.UNDECIDED, figures={**found.figures, "undiscriminating": names})
