"""Drawing samples for the tests of one cell: block by block, looked at for independence, until all is decided."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from numerics.judging.trial import Test, Trial, told
from numerics.networks import Layer
from numerics.statistics.betting import Floats, SamplesError
from numerics.statistics.blocks import Conclusion, Process
from numerics.statistics.decide import checked
from numerics.statistics.independence import Watch
from numerics.streams import stream

PARTS = 5
"""The first block of a seed is drawn in so many parts: dependence inside a block shows between them, one for the
threshold and two pairs. Small parts cost more where many steps are taken for each call."""

LEAST = 8
"""Samples of a part: where many steps are taken for each call, smaller ones cost too much."""

FEW = 2
"""Samples of each of the two runs that are to be the same."""

SETTLED = 13
"""Blocks before a refutation stands: the first and six pairs of whole ones. Dependence shows in most pairs, not in all:
two pairs missed a shared batch once in 12,000 times."""

CAP = 4
"""A test is given up at so many times its plan: what was not foreseen may take longer."""

MOST = 2**22
"""Samples that are drawn where no plan is possible."""


@dataclass
class Goal:
    """A test of some numbers, and what it waits for: any decision, a refutation, or nothing (it is only told)."""

    test: Test
    numbers: Any
    threshold: float
    awaited: str
    plan: float
    """Samples by which it comes to that, but for `MISS`; infinite where that cannot be said."""
    twins: set[int] = field(default_factory=set)

    @property
    def verdict(self) -> str:
        return self.test.verdict(self.threshold)

    @property
    def open(self) -> bool:
        if self.awaited == "refutation":
            return self.verdict != "refuted"
        return self.awaited == "decision" and self.verdict == "undecided"


def cap(goals: Iterable[Goal], block: int) -> int:
    """Blocks in which all goals come to what they wait for: the sequential tests seldom need so many."""
    plans = [goal.plan for goal in goals if goal.awaited]
    most = max((plan if math.isfinite(plan) else MOST for plan in plans), default=1)
    return -(-math.ceil(CAP * most) // block)


def draw(
    trial: Trial,
    layer: Layer,
    process: Process,
    goals: dict[str, Goal],
    block: int,
    most: float = math.inf,
    twice: bool = False,
) -> set[int]:
    """Sample until every goal is reached, or to the cap, in the order of the process; the twins that were refuted.

    The goal "" is the process's own: its state is what the process concludes by. `block`: samples of a block. `most`:
    go no further than so many samples, for now. `twice`: a refutation will be repeated, and stands only after `SETTLED`
    blocks. A twin of an inequality is done with, too, where it turns out to be true, and all of them where one was
    refuted and the claim is decided.

    Raises
    ------
    SamplesError : samples that are not finite, not independent, outside the support, or too few; with the cell.
    """
    main, watch, refuted = goals[""], Watch(variance=trial.declared_variance if twice else None), set[int]()
    blocks = min(cap(goals.values(), block), math.ceil(min(most, MOST**2) / block))

    def gains(rng: np.random.Generator, index: int, names: Iterable[str], watched: bool = True) -> dict[str, Floats]:
        parts = []
        for size in _sizes(block, index):
            raw = trial.simulate(layer, trial.cell, rng, size)
            parts.append({name: np.asarray(trial.options.statistic(raw, goals[name].numbers)) for name in names})
            for x in parts[-1].values():
                if x.shape[:1] != (size,):
                    raise SamplesError(f"{size} samples were wanted, one of each network; their shape is {x.shape}")
            if watched:
                watch.see(checked(parts[-1][""]))
        return {name: goals[name].test.gain(np.concatenate([part[name] for part in parts])) for name in names}

    try:
        _repeats(trial, layer, main.numbers)
        for seen in process.blocks(blocks, lambda rng, index: gains(rng, index, tuple(goals))):
            known = dict(seen.gains)
            if missing := goals.keys() - known.keys():  # refuted earlier in the run that made the block
                known |= gains(process.stream_of(seen.seed, seen.index), seen.index, missing, watched=False)
            for name, goal in list(goals.items()):
                goal.test.add(known[name])
                if goal.twins and (not goal.open or (trial.relation != "=" and goal.verdict == "holds")):
                    refuted |= goal.twins if goal.verdict == "refuted" else set()
                    del goals[name]
            if trial.relation != "=" and refuted and not main.open:
                for name in [name for name, goal in goals.items() if goal.twins]:
                    del goals[name]
            early = twice and main.verdict == "refuted" and sum(process.used.values()) < SETTLED
            if not early and not any(goal.open for goal in goals.values()):
                break
    except SamplesError as error:
        raise type(error)(f"cell {told(trial.cell)}: {error}") from error
    return refuted


_REPEATED: set[tuple[Any, str]] = set()
"""Simulations, and cells, that were seen to depend on their generator alone."""


def _repeats(trial: Trial, layer: Layer, numbers: Any) -> None:
    """Two runs from one generator are the same: otherwise a seed replays nothing, and blocks may share numbers.

    Raises
    ------
    SamplesError : they differ, or draw from a generator of the process.
    """
    if (trial.simulate, told(trial.cell)) in _REPEATED:
        return
    runs = []
    for _ in range(2):
        before = random.getstate(), repr(np.random.get_state())
        raw = trial.simulate(layer, trial.cell, stream(0, "twice"), FEW)
        runs.append(np.asarray(trial.options.statistic(raw, numbers)))
        for name, old, new in zip(
            ("random", "np.random"), before, (random.getstate(), repr(np.random.get_state())), strict=True
        ):
            if old != new:
                raise SamplesError(f"the simulation draws from {name}, which no seed replays: draw all from `rng`")
    if not np.allclose(runs[0], runs[1], equal_nan=True):
        raise SamplesError(
            "two runs from one generator differ, so that no seed replays them: draw all from `rng`, and nothing from "
            "np.random.default_rng(), secrets, os.urandom or a clock"
        )
    _REPEATED.add((trial.simulate, told(trial.cell)))


def conclude(process: Process, goal: Goal, blocks: int) -> None:
    """Tell the memory where a process stands, which went on for `blocks` blocks of a seed at most."""
    used = sum(process.used.values())
    process.memory.conclude(Conclusion(process.name, used, blocks, goal.threshold, goal.test.tally, goal.verdict))


def _sizes(block: int, index: int) -> list[int]:
    """Sizes of the parts of a block: of the first some equal ones, and before them one with what is left over."""
    parts = 1 if index else max(1, min(PARTS, block // LEAST))
    return [block // parts + block % parts] + [block // parts] * (parts - 1)
