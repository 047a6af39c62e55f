"""The sentences of a diagnosis: what becomes of the batch, what theory says, gradients, hypotheses."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from bninit.show.console import many
from numerics.studies.diagnosis.quantities import COMPONENTS, MANY, QUANTITIES, shown

if TYPE_CHECKING:
    from numerics.studies.diagnosis.study import Study


VERBS = {"entering": "enters", "leaving": "leaves"}


def sentences(run: Mapping[str, Any], study: Study) -> list[str]:
    """In the order in which they are asked."""
    return [*_what(run, study), *study.network.faults, *_fate(run, study), *_theory(run, study), *_gradients(study),
            *_to_do(study), _asked(study)]  # fmt: skip


def _what(run: Mapping[str, Any], study: Study) -> list[str]:
    depth = len(study.network.names)
    if "model" in run:
        return _of_model(run, depth, study.network.broken)
    parts = COMPONENTS[tuple(run["components"])]
    skip = "" if math.isinf(run["gamma"]) else f", each beside a skip connection (gamma {run['gamma']:g})"
    return [f"{many(depth, 'layer')} of width {run['width']:,} on {run['n']} points, each {parts}{skip}."]


def _of_model(run: Mapping[str, Any], depth: int, broken: bool) -> list[str]:
    """What is looked at, and what the model was found to be made of."""
    made = run["made"]
    mode = "as it is" if run["mode"] == "keep" else f"in {run['mode']} mode"
    flags = {"mixed": "some modules training, some not", "training": "training", "evaluation": "evaluating"}
    mode = f"{mode} ({flags[made['training']]})" if run["mode"] == "keep" else mode
    layers = f"its {many(depth, made['kind'])}" + (f" like {run['at']}" if run["at"] else "")
    layers = f"the first {layers[4:]}" if broken else layers
    said = [f"{run['model']} {mode} on {run['n']} points: what {VERBS[made['side']]} {layers}."]
    parts = [f"{'; '.join(made[name])}" for name in ("norms", "activations") if made[name]]
    parts += [many(made["skips"], "skip connection")] if made["skips"] else []
    said.append(f"Found in it: {'; '.join(parts)}." if parts else
                "No normalisation, activation or skip connection was found in it.")  # fmt: skip
    if made["unknown"]:
        shown = made["unknown"][:4]
        more = f" and {len(made['unknown']) - 4} more" if len(made["unknown"]) > 4 else ""
        said.append(f"Not recognised: {', '.join(shown)}{more}.")
    if made["mask"]:
        said.append(f"Positions that {made['mask']} leaves out are not counted.")
    return said


def _fate(run: Mapping[str, Any], study: Study) -> list[str]:
    """The verdict with its numbers, and how many networks drawn alike say the same."""
    if study.network.broken:
        return [f"Up to {study.network.names[-1]}: {_numbers(study)}."]
    alone = f"The batch {study.fate}" + (
        " at the last layer." if study.verdict == "vanishes" else f": {_numbers(study)}."
    )
    if not study.alike:
        return [alone]
    total = sum(study.votes.values())
    same = study.votes[study.verdict]
    alike = f"networks {_alike(run)}"
    first = next(iter(study.votes))
    if not study.decided:
        shares = " and ".join(f"{count} {MANY[name]}" for name, count in study.votes.items())
        return [f"Undecided: of {total} {alike}, this one among them, {shares}.", f"This one: t{alone[1:]}"]
    if study.verdict == first:
        return [alone, f"{same} of {total} {alike} say the same."]
    return [f"{alone[:-1]}; but that is this network's chance: {study.votes[first]} of {total} {alike} {MANY[first]}."]


def _numbers(study: Study) -> str:
    late, start = study.network.seen.at(-1).plain(), study.network.start.plain()
    said = {name: shown(name, value) for name, value in late.items()}
    rank = f"effective rank {said['effective_rank']} of at most {study.reach}"
    before = f"({shown('effective_rank', start['effective_rank'])} in the batch itself)"
    two = study.network.start.angle != study.network.start.angle  # nan: there is one other
    apart = "" if two else f"the others are {said['angle']} degrees apart; "
    if study.verdict == "throws out":
        return (f"in the end point {study.outlier} is {said['norm_ratio']} times as long as the mean of the "
                f"others, at {said['outlier_angle']} degrees to them; {apart}{rank}")  # fmt: skip
    return (f"in the end {rank} {before}, the longest point {said['norm_ratio']} times as long as the mean "
            f"of the others, at {said['outlier_angle']} degrees to them; {apart}gap V = {said['gap']}")  # fmt: skip


def _alike(run: Mapping[str, Any]) -> str:
    return "with the same weights shuffled" if "model" in run else "drawn alike"


def _theory(run: Mapping[str, Any], study: Study) -> list[str]:
    """Whether numbers are within what finite width explains, and whether theory speaks of such layers."""
    said = []
    if "model" in run and study.wide is None:
        said.append("No theory here speaks of such a model: no prediction stands beside its numbers.")
    if not study.alike:
        return said
    alike = f"{study.alike} networks {_alike(run) if 'model' in run else 'of the same widths drawn alike'}"
    outside = [row for row in study.beside if row.explained is False]
    if outside:
        which = ", ".join(f"{QUANTITIES[row.name].heading} {shown(row.name, row.measured)} "
                          f"({shown(row.name, row.low or 0.0)} to {shown(row.name, row.high or 0.0)})"
                          for row in outside)  # fmt: skip
        said.append(f"Outside what {alike} show: {which} (level {100 * study.level:.3g} per cent each).")
    else:
        said.append(f"Every number lies within what {alike} show (level {100 * study.level:.3g} per cent each).")
    if study.chance is not None:
        within = "within" if study.chance > 1 - study.level else "beyond"
        explains = "what shuffled weights show" if "model" in run else "what finite width explains"
        said.append(f"Taken together the numbers are {within} {explains}: of it and those, "
                    f"{100 * study.chance:.3g} per cent are as far off as it.")  # fmt: skip
    inf = math.inf
    far = ", ".join(
        QUANTITIES[row.name].heading
        for row in study.beside
        if row.wide is not None
        and not (-inf if row.low is None else row.low) <= row.wide <= (inf if row.high is None else row.high)
    )
    if far:
        said.append(f"Infinite width lies outside that interval for {far}: this width is not near it.")
    return said


def _gradients(study: Study) -> list[str]:
    gradient = study.network.gradient
    if not math.isfinite(study.growth):
        if study.network.broken:
            return []
        where = "they are 0, or not finite, in the middle half of the layers"
        if len(gradient) < 2:
            where = "there is a single layer"
        elif not np.isfinite(gradient).any():
            where = "no gradient reaches a layer that is looked at"
        return [f"Of the growth of gradients nothing is said: {where}."]
    how = "grow" if study.growth > 1.02 else "shrink" if study.growth < 0.98 else "keep their size"
    in_all = gradient[0] / gradient[-1]
    back = study.backward
    theory = "" if back is None else f"; theory says {shown('growth', back.value)} at {back.where}, {back.claim}"
    return [f"Gradients {how} backwards: their square by {shown('growth', study.growth)} a layer (middle half of the "
            f"layers{theory}), by {in_all:.2g} from the last to the first."]  # fmt: skip


def _to_do(study: Study) -> list[str]:
    lines = [f"{line.says} ({line.reach}; {line.claim})." for line in study.advice]
    return [f"What to do: {lines[0]}", *lines[1:]] if lines else []


def _asked(study: Study) -> str:
    broken = [row.says for row in study.hypotheses if row.met is False]
    met = sum(row.met is True for row in study.hypotheses)
    text = f"Of {len(study.hypotheses)} hypotheses of the theory {met} are met"
    dead = sum(study.network.constant)
    constant = f" {many(dead, 'channel')} in all enter a normalisation without variance." if dead else ""
    return f"{text}; broken: {'; '.join(broken)}.{constant}" if broken else f"{text}, none is broken.{constant}"
