"""Judging a sampled check: its claim, the claim's twins, mutated models, and the truth in a false form's place."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from numerics.judging.declare import MODELS, Sampled
from numerics.judging.drawing import LEAST, PARTS, Goal, cap, conclude, draw
from numerics.judging.limits import unbiased
from numerics.judging.needs import unverified
from numerics.judging.trial import MISS, REACHED, Budget, Trial, numbers, told
from numerics.statistics.betting import SamplesError
from numerics.statistics.blocks import Forgetful, Memory, Process
from numerics.statistics.decide import MarginTest
from numerics.streams import stream
from theory.claim import Check, Claim, Evidence, Predicted, Twin, Verdict
from theory.words import Relation

FIRST, AGAIN = np.random.SFC64, np.random.Philox
"""Bit generators of samples, and of those that repeat a refutation: of different families."""


CONTROL = "= truth"
"""Name of the control's test; those of twins are their numbers."""

SMALLER = 4
"""Blocks of mutated models are so many times smaller than those of the claim."""

FEW = 4
"""Every cell is tried for a mutated model, to so many times the claim's samples, before any goes to its cap."""


@dataclass(frozen=True)
class Judged:
    """A judged sampled check: its evidence, what became of the twins and mutated models that it must notice, and of
    the truth on the same samples, where a control was given."""

    evidence: Evidence
    twins: Mapping[int, Verdict]
    models: Mapping[str, Verdict]
    control: Verdict | None = None


@dataclass(frozen=True)
class Planned:
    """A cell before anything is drawn: the tests there will be, which know how many samples they need at most."""

    trial: Trial
    goals: dict[str, Goal]

    @property
    def blocks(self) -> int:
        return cap(self.goals.values(), self.trial.block)

    @property
    def networks(self) -> int:
        """Samples at most, for the claim and its twins; as a rule a small part of them decides."""
        return self.blocks * self.trial.block


def mean_relation(claim: Claim) -> Relation:
    """How the mean of samples stands to what is predicted: a limit is one but for the bias that a check states."""
    return "=" if claim.relation == "->" else claim.relation


def nulls(check: Check) -> int:
    """Nulls tested by a check: four for each cell."""
    return MarginTest.nulls * len(check.options.at)


def plan(
    claim: Claim,
    check: Check,
    twins: Mapping[int, Twin],
    level: str,
    budget: Budget,
    control: Predicted | None = None,
) -> list[Planned]:
    """The cells of a check with their tests. Each twin is tested in the cell where it is furthest off by its margin.

    Raises
    ------
    ValueError : what was declared cannot be tested; with the claim and the cell.
    """
    options: Sampled = check.options
    hand = [i for i, twin in twins.items() if twin in claim.twins]
    trials: list[Trial] = []
    best: dict[int, tuple[float, int, Any]] = {}
    for number, cell in enumerate(options.cells(level)):
        at = {i: numbers(twin.predicts, cell) for i, twin in twins.items()}
        truth = None if control is None else numbers(control, cell)
        claimed = numbers(claim.predicts, cell)
        try:
            trials.append(Trial(check, cell, claimed, level, mean_relation(claim), truth, [at[i] for i in hand]))
        except ValueError as error:
            raise ValueError(f"{claim.id}, {check.run.__name__}, cell {told(cell)}: {error}") from error
        for i, q in at.items():
            off = trials[-1].deviation(q) / trials[-1].delta
            if off >= REACHED and off > best.get(i, (0.0, 0, None))[0]:
                best[i] = (off, number, q)
    chosen = [{i: q for i, (_, place, q) in best.items() if place == number} for number in range(len(trials))]
    found = []
    for trial, mine in zip(trials, chosen, strict=True):
        try:
            found.append(_goals(trial, mine, budget))
        except ValueError as error:
            raise ValueError(f"{claim.id}, {check.run.__name__}, cell {told(trial.cell)}: {error}") from error
    return found


def declared(claim: Claim, check: Check, level: str = "standard") -> list[dict[str, Any]]:
    """The cells of a check as they will be told, without what only samples say: claimed value, margin, bias."""
    found = []
    for cell in check.options.at:
        truth = numbers(claim.truth, cell) if claim.expected is Verdict.REFUTED and claim.truth is not None else None
        trial = Trial(check, cell, numbers(claim.predicts, cell), level, mean_relation(claim), truth)
        found.append(trial.declared)
    return found


def _goals(trial: Trial, twins: Mapping[int, Any], budget: Budget) -> Planned:
    main = trial.test(trial.claimed, budget.claims)
    if trial.controlled:
        off = trial.reaches(trial.claimed)
        need = trial.to_refute(main, trial.claimed, budget.claims) if off else math.inf
        control = trial.test(trial.true, budget.twins)
        goals = {
            "": Goal(main, trial.claimed, budget.claims, "decision" if off else "", need),
            CONTROL: Goal(control, trial.true, budget.twins, "decision", trial.to_hold(control, budget.twins)),
        }
    else:
        goals = {"": Goal(main, trial.claimed, budget.claims, "decision", trial.to_hold(main, budget.claims))}
    for i, q in twins.items():  # twins with the same number at this cell share a test
        if repr(q) not in goals:
            test = trial.test(q, budget.twins)
            goals[repr(q)] = Goal(test, q, budget.twins, "refutation", trial.to_refute(test, q, budget.twins))
        goals[repr(q)].twins.add(i)
    return Planned(trial, goals)


def undecided_probability(cells: Iterable[Planned], models: int, relation: str, expected: Verdict) -> float | None:
    """Bound on the probability that a true claim is not judged as it should be: every test has missed by its plan.

    It covers every mean that the declared biases admit, and every law that the declared supports allow. The twins are
    counted as far off as they are; those of an inequality are not, for nobody says how tight it is. A mutated model is
    taken to be as far off as what its check notices. None for a false form of which nobody says what is true instead.
    """
    cells = list(cells)
    if expected is Verdict.REFUTED and not cells[0].trial.controlled:
        return None
    tests = [goal for cell in cells for name, goal in cell.goals.items() if name or not cell.trial.controlled]
    counted = [goal for goal in tests if not (goal.twins and relation != "=")]
    missed = sum(MISS if math.isfinite(goal.plan) else 1.0 for goal in counted) + MISS * models
    if cells[0].trial.controlled:  # refuted in one cell, twice
        missed += 2 * MISS if any(math.isfinite(cell.goals[""].plan) for cell in cells) else 1.0
    return min(missed, 1.0)


def judge(
    claim: Claim,
    check: Check,
    twins: Mapping[int, Twin],
    seed: int,
    level: str,
    budget: Budget,
    memory: Memory | None = None,
    control: Predicted | None = None,
) -> Judged:
    """Run a sampled check on its claim and on all twins further off than what it notices.

    A refutation counts only once it is repeated on a fresh stream of another bit generator. The claim holds
    by this check if it holds in every cell. Blocks that `memory` has are not simulated again.

    Parameters
    ----------
    control : for a claim that is to be refuted, what is true instead; it is tested on the same samples, and the twins
        and mutated models are those of it.

    Raises
    ------
    ValueError : a declaration that cannot be tested, or samples that are not as declared, with claim and cell.
    """
    try:
        return _judged(claim, check, twins, seed, level, budget, memory or Forgetful(), control)
    except SamplesError as error:
        raise type(error)(f"{claim.id}, {check.run.__name__}: {error}") from error


def _judged(
    claim: Claim,
    check: Check,
    twins: Mapping[int, Twin],
    seed: int,
    level: str,
    budget: Budget,
    memory: Memory,
    control: Predicted | None,
) -> Judged:
    options: Sampled = check.options
    own = check.run.__name__
    planned = plan(claim, check, twins, level, budget, control)
    unknown = [unverified((cell.trial.cell,)) if options.needs else {} for cell in planned]
    cells: list[dict[str, Any]] = []
    fate: dict[int, Verdict] = {}
    controls: list[Verdict] = []

    def process(number: int, role: str, bits: Any = FIRST) -> Process:
        data = "".join(f"/{fingerprint}" for fingerprint in unknown[number].values())  # samples are those of the data
        name = f"{claim.id}/{own}" if role in ("claim", "again") else f"{claim.id}/{own}/{role}"
        return Process(
            f"{level}/{own}/{number}/{role}{data}",
            seed,
            lambda seed, block: stream(seed, name, number, block, bit_generator=bits),
            memory,
        )

    for number, cell in enumerate(planned):
        trial, main, blocks = cell.trial, cell.goals[""], cell.blocks
        first = process(number, "claim")
        seen = {i for goal in cell.goals.values() for i in goal.twins}
        refuted = draw(trial, options.layer, first, dict(cell.goals), trial.block, twice=True)
        conclude(first, main, blocks)
        verdict = Verdict(main.verdict)
        if verdict is Verdict.REFUTED:
            second = process(number, "again", AGAIN)
            again = Goal(trial.test(main.numbers, main.threshold), main.numbers, main.threshold, "decision", main.plan)
            draw(trial, options.layer, second, {"": again}, trial.block, twice=True)
            conclude(second, again, cap([again], trial.block))
            verdict = Verdict.REFUTED if again.verdict == "refuted" else Verdict.UNDECIDED
        found = trial.figures(main.test, verdict) | first.others()
        if unknown[number]:
            found |= {"unverified": unknown[number]}
        if trial.controlled:
            controls.append(Verdict(cell.goals[CONTROL].verdict))
            found |= {"control": {"claimed": trial.expected(trial.true), "verdict": controls[-1].value}}
        cells.append(found)
        fate |= {i: Verdict.REFUTED if i in refuted else Verdict.UNDECIDED for i in seen}
    if mean_relation(claim) != "=" and Verdict.REFUTED in fate.values():
        fate = {i: verdict for i, verdict in fate.items() if verdict is Verdict.REFUTED}  # others may be true
    models = _models(planned, options, budget, process)
    overall = _overall(Verdict(cell["verdict"]) for cell in cells)
    figures: dict[str, Any] = {
        "networks": sum(cell["networks"] for cell in cells),
        "notices": max(cell.trial.notices for cell in planned),
        "stream": own,
        "undecided_probability": undecided_probability(planned, len(models), mean_relation(claim), claim.expected),
        "cells": cells,
        **({"reach": check.reach, "of": check.of} if check.reach else {}),
        **(_nearest(cells) if mean_relation(claim) in ("<=", "<", ">=", ">") else {}),
    }
    if wide := list(dict.fromkeys(cell.trial.too_wide for cell in planned if cell.trial.too_wide)):
        figures["too_wide"] = wide
        overall = Verdict.UNDECIDED if overall is Verdict.HOLDS else overall
    if why := unbiased(claim, options, [cell.trial for cell in planned]):
        figures["limit"] = why
        overall = Verdict.UNDECIDED
    if overall is Verdict.HOLDS and not (fate or models):
        overall = Verdict.UNDECIDED
        figures["unfailable"] = "no twin is as far off as it notices, and it names no mutated model"
    witness = "; ".join(_witness(cell) for cell in cells if cell["verdict"] == "refuted")
    evidence = Evidence("sampled", overall, check.scope, figures, witness)
    return Judged(evidence, fate, models, _overall(controls) if controls else None)


def _models(
    planned: list[Planned], options: Sampled, budget: Budget, process: Callable[[int, str], Process]
) -> dict[str, Verdict]:
    """What became of the mutated models: the truth has to be refuted of each, in one cell or other.

    All cells are tried with a few times the samples that the claim took before any of them goes to its cap.
    """
    models: dict[str, Verdict] = {}
    for model in options.models:
        mutated = MODELS[model](options.layer)
        goals, processes = {}, {}
        for number, cell in enumerate(planned):
            test = cell.trial.test(cell.trial.true, budget.twins)
            need = cell.trial.to_notice(test, 2 * cell.trial.delta, budget.twins)
            goals[number] = Goal(test, cell.trial.true, budget.twins, "refutation", need)
            processes[number] = process(number, model)
        for few in (True, False):
            for number, cell in enumerate(planned):
                most = FEW * cell.goals[""].test.count if few else math.inf
                draw(cell.trial, mutated, processes[number], {"": goals[number]}, _small(cell), most)
                if goals[number].verdict == "refuted":
                    break
            if any(goal.verdict == "refuted" for goal in goals.values()):
                break
        for number, cell in enumerate(planned):
            if goals[number].test.count:
                conclude(processes[number], goals[number], cap([goals[number]], _small(cell)))
        words = {goal.verdict for goal in goals.values() if goal.test.count}
        models[model] = Verdict("refuted" if "refuted" in words else "undecided" if "undecided" in words else "holds")
    return models


def _small(cell: Planned) -> int:
    """Block of a mutated model, which as a rule is noticed soon."""
    return min(cell.trial.block, max(cell.trial.block // SMALLER, LEAST * PARTS))


def _overall(verdicts: Iterable[Verdict]) -> Verdict:
    found = set(verdicts)
    for verdict in (Verdict.REFUTED, Verdict.UNDECIDED):
        if verdict in found:
            return verdict
    return Verdict.HOLDS


def _nearest(cells: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Of a bound, how near the means come to it: |bound - mean| over the larger of the two, and in which cell."""
    found = []
    for cell in cells:
        bound, mean = cell.get("claimed"), cell.get("mean")
        if isinstance(bound, int | float) and isinstance(mean, int | float) and bound:
            at = ", ".join(f"{name} = {value}" for name, value in cell["at"].items())
            found.append((abs(bound - mean) / max(abs(bound), abs(mean)), at))
    if not found:
        return {}
    part, at = min(found)
    return {"slack_relative": float(f"{part:.4g}"), "slack_at": at}


def _witness(cell: Mapping[str, Any]) -> str:
    return f"mean {cell['mean']:.6g} over {cell['networks']} networks, claimed {cell['claimed']:.6g}"
