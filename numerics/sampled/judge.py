"""Judging a sampled check: its claim, the claim's twins, and mutated models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from sympy import Rational

from numerics.betting import Bounded, Floats
from numerics.blocks import Conclusion, Forgetful, Memory, Process, Streams
from numerics.decide import MarginTest, law_plan, law_test
from numerics.networks import Layer
from numerics.sampled.declare import MODELS, Bias, Cell, Law, Sampled, Simulate, at_cell, by_difference, unchanged
from numerics.streams import stream
from theory.claim import Check, Claim, Evidence, Predicted, Twin, Verdict
from theory.expressions import components, enclose

LEVELS = {"quick": 2.0, "standard": 1.0, "deep": 0.25}
"""Factor on the deviation that a check is to notice."""

MOST = 2**20
"""No plan asks for more samples."""

UNBIASED = {"value": 0.0, "source": "none"}

CAP = 4
"""A test that its plan has not decided goes on to this multiple of the planned number of samples."""


class _LawTest:
    """The law test at its planned number of samples; it looks once."""

    def __init__(self, law: Law, delta: float, threshold: float) -> None:
        self.law, self.delta, self.threshold = law, delta, threshold
        self.planned = law_plan(delta, 2 / threshold)
        self.count = 0
        self.blocks: list[Floats] = []
        self.mean = float("nan")  # here: the Kolmogorov distance
        self.found = "undecided"

    def gain(self, x: Floats) -> Floats:
        """A law is tested on the samples themselves, (n,)."""
        return np.asarray(x, dtype=np.float64)

    def add(self, gain: Floats) -> None:
        if self.count >= self.planned:
            return
        self.blocks.append(gain[: self.planned - self.count])
        self.count += len(self.blocks[-1])
        if self.count >= self.planned:
            samples = np.concatenate(self.blocks)
            result = law_test(samples, self.law.cdf, self.law.left, self.delta, 2 / self.threshold)
            self.mean, self.found = result.distance, result.verdict

    @property
    def tally(self) -> Floats:
        return np.array([float(self.count)])

    def verdict(self, threshold: float) -> str:
        return self.found


@dataclass(frozen=True)
class Budget:
    """Error budget: e-value at which a null of the claims, and one of the twins, is rejected."""

    claims: float
    twins: float


@dataclass(frozen=True)
class Judged:
    """A judged sampled check: its evidence, and what became of the twins and mutated models that it must notice."""

    evidence: Evidence
    twins: Mapping[int, Verdict]
    models: Mapping[str, Verdict]


def nulls(check: Check) -> int:
    """Nulls tested by a check: four for each cell."""
    return MarginTest.nulls * len(check.options.at)


def numbers(predicted: Predicted, cell: Cell) -> Any:
    """The predicted expressions as floats at a cell; a tuple stays one."""
    known = {name: given for name, given in cell.items() if isinstance(given, int | Rational)}
    out = tuple(float(enclose(part, known)) for part in components(predicted))
    return out if isinstance(predicted, tuple) else out[0]


def judge(
    claim: Claim,
    check: Check,
    twins: Mapping[int, Twin],
    seed: int,
    level: str,
    budget: Budget,
    memory: Memory | None = None,
) -> Judged:
    """Run a sampled check on its claim and on all twins further off than what it notices.

    A refutation counts only once it is repeated on a fresh stream of another bit generator. The claim holds
    by this check if it holds in every cell. Blocks that `memory` has are not simulated again.
    """
    options: Sampled = check.options
    place = claim.checks.index(check)
    name = f"{claim.id}/{place}"
    memory = memory or Forgetful()
    cells: list[dict[str, Any]] = []
    verdicts: list[Verdict] = []
    fate: dict[int, Verdict] = {}
    models: dict[str, Verdict] = {}
    notices = 0.0
    for number, cell in enumerate(options.at):
        trial = _Trial(check, cell, numbers(claim.predicts, cell), LEVELS[level])
        notices = max(notices, trial.notices)
        seen = {i: numbers(twin.predicts, cell) for i, twin in twins.items() if fate.get(i) != Verdict.REFUTED}
        seen = {i: q for i, q in seen.items() if trial.reaches(q)}
        process = f"{level}/{place}/{number}"
        first = Process(f"{process}/claim", seed, _streams(name, number, np.random.SFC64), memory)
        test, refuted = trial.run(first, options.layer, seen, budget)
        verdict = Verdict(test.verdict(budget.claims))
        if verdict is Verdict.REFUTED:
            second = Process(f"{process}/again", seed, _streams(name, number, np.random.Philox), memory)
            again, _ = trial.run(second, options.layer, {}, budget)
            verdict = Verdict.REFUTED if again.verdict(budget.claims) == "refuted" else Verdict.UNDECIDED
        verdicts.append(verdict)
        cells.append(trial.figures(test, verdict) | first.others())
        fate |= {i: Verdict.REFUTED if i in refuted else Verdict.UNDECIDED for i in seen}
        for model in options.models:
            if models.get(model) == Verdict.REFUTED:
                continue
            mutated = MODELS[model](options.layer)
            other = Process(f"{process}/{model}", seed, _streams(f"{name}/{model}", number, np.random.SFC64), memory)
            result, _ = trial.run(other, mutated, {}, budget, mutated=True)
            models[model] = Verdict(result.verdict(budget.twins))
    networks = sum(cell["networks"] for cell in cells)
    witness = "; ".join(_witness(cell) for cell in cells if cell["verdict"] == "refuted")
    overall = _overall(verdicts)
    if overall is Verdict.HOLDS and not (fate or models):
        overall = Verdict.UNDECIDED  # a check that no twin and no mutated model can fail
    figures = {"networks": networks, "notices": notices, "cells": cells}
    return Judged(Evidence("sampled", overall, check.scope, figures, witness), fate, models)


def _overall(verdicts: Iterable[Verdict]) -> Verdict:
    found = set(verdicts)
    for verdict in (Verdict.REFUTED, Verdict.UNDECIDED):
        if verdict in found:
            return verdict
    return Verdict.HOLDS


def _streams(name: str, cell: int, bits: Any) -> Streams:
    return lambda seed, block: stream(seed, name, cell, block, bit_generator=bits)


def _witness(cell: Mapping[str, Any]) -> str:
    return f"mean {cell['mean']:.6g} over {cell['networks']} networks, claimed {cell['claimed']:.6g}"


class _Trial:
    """One cell of a check: the claimed mean, the margin, and how a test of another number is set up."""

    def __init__(self, check: Check, cell: Cell, predicted: Any, factor: float) -> None:
        self.simulate: Simulate = check.run
        self.options: Sampled = check.options
        self.cell, self.predicted = cell, predicted
        self.cut = cell.get("cut") if self.options.support is None else None
        self.claimed = self.options.expects(predicted, cell)
        self.block: int = at_cell(self.options.block, predicted, cell)
        scale = at_cell(self.options.scale, predicted, cell)
        if scale is None:
            scale = 1.0 if isinstance(self.claimed, Law) else abs(self.claimed) or 1.0
        bias = at_cell(self.options.bias, predicted, cell) or 0.0
        self.bias = bias if isinstance(bias, Bias) else Bias(bias, "measured", "declared as a number, without a source")
        self.off = self.bias.bound * scale
        self.notices = max(at_cell(self.options.notices, predicted, cell) * factor, 4 * self.bias.bound)
        self.delta = self.notices / 2 * scale

    def reaches(self, q: Any) -> bool:
        """Whether a twin with numbers q is at least the noticed deviation away (NaN is not)."""
        return bool(self.deviation(q) >= 2 * self.delta)

    def deviation(self, q: Any) -> float:
        """How far off the twin with numbers q is, in the mean."""
        if self.options.deviation is not None:
            return self.options.deviation(self.predicted, q, self.cell)
        if self.options.statistic is not unchanged:
            return by_difference(self.predicted, q, self.cell)
        return float(abs(self.options.expects(q, self.cell) - self.claimed))

    def test(self, predicted: Any, threshold: float) -> Any:
        claimed = self.options.expects(predicted, self.cell)
        if isinstance(claimed, Law):
            return _LawTest(claimed, self.delta, threshold)
        if self.options.support is not None:
            support: Any = at_cell(self.options.support, predicted, self.cell)
            return MarginTest(claimed, self.delta, support)
        if self.cut is None:
            raise ValueError(f"cell {dict(self.cell)} has neither a support nor a cut: say what bounds the samples")
        return MarginTest(claimed, self.delta, Bounded(*self.cut))

    def run(
        self,
        process: Process,
        layer: Layer,
        twins: Mapping[int, Any],
        budget: Budget,
        mutated: bool = False,
    ) -> tuple[Any, set[int]]:
        """Sample until the claim is decided and every twin refuted, or to the cap, in the order of the process."""
        threshold = budget.twins if mutated else budget.claims
        main = self.test(self.predicted, threshold)
        planned = main.planned if isinstance(main, _LawTest) else _planned(main, threshold)
        cap = -(-CAP * planned // self.block)
        open_tests: dict[str, tuple[Any, Any, set[int]]] = {"": (self.predicted, main, set())}
        for i, q in twins.items():  # twins with the same number at this cell share a test
            open_tests.setdefault(repr(q), (q, self.test(q, budget.twins), set()))[2].add(i)
        refuted: set[int] = set()

        def gains(rng: np.random.Generator, names: Iterable[str] | None = None) -> dict[str, Floats]:
            raw = self.simulate(layer, self.cell, rng, self.block)
            raw = raw if self.cut is None else np.clip(raw, *self.cut)
            wanted = {name: open_tests[name] for name in (open_tests if names is None else names)}
            return {name: test.gain(self.options.statistic(raw, q)) for name, (q, test, _) in wanted.items()}

        for block in process.blocks(cap, gains):
            known = dict(block.gains)
            if missing := open_tests.keys() - known.keys():  # refuted earlier in the run that made the block
                known |= gains(process.stream_of(block.seed, block.index), missing)
            main.add(known[""])
            for name, (_, test, indices) in list(open_tests.items()):
                if test is main:
                    continue
                test.add(known[name])
                if test.verdict(budget.twins) == "refuted":
                    refuted |= indices
                    del open_tests[name]
            if main.verdict(threshold) != "undecided" and len(open_tests) == 1:
                break
        used, verdict = sum(process.used.values()), main.verdict(threshold)
        process.memory.conclude(Conclusion(process.name, used, cap, threshold, main.tally, verdict))
        return main, refuted

    def figures(self, test: Any, verdict: Verdict) -> dict[str, Any]:
        law = isinstance(self.claimed, Law)
        return {
            "at": dict(self.cell),
            "of": "Kolmogorov distance" if law else "mean",
            "claimed": 0.0 if law else self.claimed,
            "mean": test.mean,
            "margin": self.delta,
            "networks": test.count,
            "bias": {"value": self.off, "source": self.bias.source, "how": self.bias.how} if self.off else UNBIASED,
            "verdict": verdict.value,
        }


def _planned(test: MarginTest, threshold: float) -> int:
    """Samples that suffice for the worst law in the support; the test itself adapts to the law that it meets."""
    try:
        return min(test.plan(threshold), MOST)
    except ValueError:  # the margin is out of reach for the worst law, seldom for the real one
        return MOST
