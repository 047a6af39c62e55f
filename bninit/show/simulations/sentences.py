"""The sentences of a diagnosis: what becomes of the batch, what theory says, gradients, hypotheses."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bninit.show.console import many
from numerics.studies.diagnosis.quantities import COMPONENTS, QUANTITIES, VERDICTS, shown

if TYPE_CHECKING:
    from numerics.studies.diagnosis.study import Study


COMPARED = ("statistics of this batch", "no skip connection", "fully connected layers alone",
            "no scale gamma, no shift beta")  # fmt: skip
"""Hypotheses that networks drawn alike meet, whatever the network is."""


def sentences(run: Mapping[str, Any], study: Study) -> list[str]:
    """In the order in which they are asked."""
    return [_what(run, study), _fate(study), *_theory(study), *_gradients(study), _asked(study)]


def _what(run: Mapping[str, Any], study: Study) -> str:
    depth = len(study.network.names)
    if "model" in run:
        layers = many(depth, "normalisation layer")
        return f"{run['model']} in {run['mode']} mode on {run['n']} points: what enters its {layers}."
    parts = COMPONENTS[tuple(run["components"])]
    skip = ", each beside a skip connection" if run["skip"] else ""
    return f"{many(depth, 'layer')} of width {run['width']:,} on {run['n']} points, each {parts}{skip}."


def _fate(study: Study) -> str:
    """The verdict with its numbers."""
    late, start = study.network.seen.at(-1).plain(), study.network.start.plain()
    said = {name: shown(name, value) for name, value in late.items()}
    rank = f"effective rank {said['effective_rank']} of at most {study.reach}"
    before = f"({shown('effective_rank', start['effective_rank'])} in the batch itself)"
    two = study.network.start.angle != study.network.start.angle  # nan: there is one other
    apart = "" if two else f"the others are {said['angle']} degrees apart; "
    verdict = f"The batch {VERDICTS[study.verdict]}"
    if study.verdict == "vanishes":
        return f"{verdict} at the last layer."
    if study.verdict == "throws out":
        return (f"{verdict}: in the end point {study.outlier} is {said['norm_ratio']} times as long as the mean of the "
                f"others, at {said['outlier_angle']} degrees to them; {apart}{rank}.")  # fmt: skip
    return (f"{verdict}: in the end {rank} {before}, the longest point {said['norm_ratio']} times as long as the mean "
            f"of the others, at {said['outlier_angle']} degrees to them; {apart}gap V = {said['gap']}.")  # fmt: skip


def _theory(study: Study) -> list[str]:
    """Whether the differences from infinite width are within what finite width explains."""
    if not study.replicates:
        return ["No theory here speaks of such a normalisation: the numbers stand alone."]
    alike = f"{study.replicates} networks of the same widths drawn alike"
    outside = [row for row in study.beside if row.explained is False]
    said = []
    if outside:
        which = ", ".join(f"{QUANTITIES[row.name].heading} {shown(row.name, row.measured)} "
                          f"({shown(row.name, row.low or 0.0)} to {shown(row.name, row.high or 0.0)})"
                          for row in outside)  # fmt: skip
        said.append(f"Outside what {alike} show: {which} (level {100 * study.level:.3g} per cent each).")
    else:
        said.append(f"Every number lies within what {alike} show (level {100 * study.level:.3g} per cent each).")
    if study.chance is not None:
        within = "within" if study.chance > 1 - study.level else "beyond"
        broken = [row.says for row in study.hypotheses if row.met is False and row.says in COMPARED]
        why = f"; but it is not of their law, for hypotheses are broken: {'; '.join(broken)}" if broken else ""
        said.append(f"Taken together the numbers are {within} what finite width explains: of it and those, "
                    f"{100 * study.chance:.3g} per cent are as far off as it{why}.")  # fmt: skip
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
        where = "a single layer" if len(gradient) < 2 else "gradients that are 0, or that reach no layer"
        return [f"Of gradients nothing is said: {where}."]
    how = "grow" if study.growth > 1.02 else "shrink" if study.growth < 0.98 else "keep their size"
    in_all = gradient[0] / gradient[-1]
    back = study.backward
    theory = "" if back is None else f"; theory says {shown('growth', back.value)} at {back.where}, {back.claim}"
    return [f"Gradients {how} backwards: their square by {shown('growth', study.growth)} a layer (middle half of the "
            f"layers{theory}), by {in_all:.2g} from the last to the first."]  # fmt: skip


def _asked(study: Study) -> str:
    broken = [row.says for row in study.hypotheses if row.met is False]
    met = sum(row.met is True for row in study.hypotheses)
    text = f"Of {len(study.hypotheses)} hypotheses of the theory {met} are met"
    dead = sum(study.network.constant)
    constant = f" {many(dead, 'channel')} in all enter a normalisation without variance." if dead else ""
    return f"{text}; broken: {'; '.join(broken)}.{constant}" if broken else f"{text}, none is broken.{constant}"
