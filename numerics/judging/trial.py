"""One cell of a sampled check: what is claimed there, the margin, how a number is tested, how many samples it takes."""

from __future__ import annotations

import math
import numbers as numbers_
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from sympy import Rational, sympify

from numerics.judging.declare import (
    BIASES,
    SUPPORTS,
    Bias,
    Cell,
    Law,
    Sampled,
    Simulate,
    at_cell,
    by_difference,
    unchanged,
)
from numerics.statistics.betting import Bounded, Floats, NonNegative, Variance
from numerics.statistics.decide import MarginTest, Need, checked
from numerics.statistics.laws import law_plan, law_test
from theory.claim import Check, Predicted
from theory.exact.expressions import components, enclose

LEVELS = {"quick": 3.0, "standard": 1.0, "deep": 0.25}
"""Factor on the deviation that a check is to notice."""

COARSEST = 1 / 10
"""Part of the claimed value (of the range, where that is 0) beyond which no level widens a margin."""

MISS = 1e-9
"""A test that is planned for comes to its decision by the end of its plan, but for this probability."""

WIDEST = 1 / 5
"""A margin that covers more than this part of what a mean could be shows nothing."""

REACHED = 2 * (1 - 1e-9)
"""Margins from the truth at which a claim has to be refuted: two, to rounding."""

FAR = 2.0**20
"""Margins from the truth beyond which all claims are tested alike."""


class LawTest:
    """The law test at its planned number of samples; it looks once."""

    def __init__(self, law: Law, delta: float, bias: float, threshold: float) -> None:
        self.law, self.delta, self.alpha = law, delta, 2 / threshold
        self.planned = law_plan(delta - bias, self.alpha, MISS)  # at distance bias, or 2 delta - bias: as far from it
        self.count = 0
        self.blocks: list[Floats] = []
        self.mean = math.nan  # here: the Kolmogorov distance
        self.found = "undecided"

    def gain(self, x: Floats) -> Floats:
        """A law is tested on the samples themselves, (n,)."""
        return checked(x)

    def add(self, gain: Floats) -> None:
        if self.count >= self.planned:
            return
        self.blocks.append(gain[: self.planned - self.count])
        self.count += len(self.blocks[-1])
        if self.count >= self.planned:
            samples = np.concatenate(self.blocks)
            result = law_test(samples, self.law.cdf, self.law.left, self.delta, self.alpha)
            self.mean, self.found = result.distance, result.verdict

    @property
    def tally(self) -> Floats:
        return np.array([float(self.count)])

    def verdict(self, threshold: float) -> str:
        return self.found


Test: TypeAlias = MarginTest | LawTest


@dataclass(frozen=True)
class Budget:
    """Error budget: e-value at which a null of the claims, and one of the twins, is rejected."""

    claims: float
    twins: float


def numbers(predicted: Predicted, cell: Cell) -> Any:
    """The predicted expressions as floats at a cell; a tuple stays one."""
    known = {name: given for name, given in cell.items() if isinstance(given, numbers_.Rational | Rational)}
    needed = {symbol.name for part in components(predicted) for symbol in sympify(part).free_symbols}
    if missing := sorted(needed - known.keys()):
        raise ValueError(
            f"the claim's number needs an exact {missing[0]}, and the cell has {told(cell) or 'nothing'}: give it in "
            f"`at`, as {{'{missing[0]}': 10}}, an integer or a Rational"
        )
    out = tuple(float(enclose(part, known)) for part in components(predicted))
    return out if isinstance(predicted, tuple) else out[0]


class Trial:
    """One cell, with the numbers of what is true there as far as the claim says: its own, or those of its control.

    Parameters
    ----------
    claimed : the numbers of the claim.
    truth : the numbers of the control, where there is one; margin and bias are those of the truth.
    hand : the numbers of hand-written twins: where a level asks for less than standard, they are still noticed.
    """

    def __init__(
        self, check: Check, cell: Cell, claimed: Any, level: str, relation: Any = "=", truth: Any = None, hand: Any = ()
    ) -> None:
        self.simulate: Simulate = check.run
        self.options: Sampled = check.options
        self.cell, self.claimed, self.relation = cell, claimed, relation
        self.controlled = truth is not None
        self.true = truth if self.controlled else claimed
        self.mean = self.expected(self.true)
        if isinstance(self.mean, Law) and relation != "=":
            raise ValueError(f"a law is claimed with relation {relation!r}; inequalities are for means")
        self.block = int(at_cell(self.options.block, self.true, cell))
        scale = at_cell(self.options.scale, self.true, cell)
        if scale is None:
            scale = 1.0 if isinstance(self.mean, Law) else abs(self.mean) or 1.0
        self.scale = float(scale)
        self.bias = at_cell(self.options.bias, self.true, cell)
        if not isinstance(self.bias, Bias | None):
            raise ValueError(f"bias={self.bias!r}: {BIASES}")
        self.off = self.bias.bound * self.scale if self.bias else 0.0
        self.delta = max(self._margin(LEVELS[level], hand), 2 * self.off)

    @property
    def notices(self) -> float:
        """The noticed deviation, in units of the scale."""
        return 2 * self.delta / self.scale

    def _margin(self, factor: float, hand: Iterable[Any]) -> float:
        declared = float(at_cell(self.options.notices, self.true, self.cell)) / 2 * self.scale
        wanted = factor * declared
        if factor <= 1:
            return wanted
        ends = [self.deviation(q) / 2 for q in hand]
        limits = [wanted, self.widest, COARSEST * self.unit, *(end for end in ends if declared <= end)]
        return max(declared, min(limits))

    @property
    def unit(self) -> float:
        """What a margin is a part of: the claimed value; where that is 0 the range, or the scale; of a law 1."""
        if isinstance(self.mean, Law):
            return 1.0
        support = self.support(self.true)
        span = support.hi - support.lo if isinstance(support, Bounded) else self.scale
        return float(abs(self.mean) or span)

    @property
    def widest(self) -> float:
        """The margin at which it would cover a fifth of what the mean could be, by its support or by its size."""
        if isinstance(self.mean, Law):
            return WIDEST
        by_size = abs(self.mean) * WIDEST if self.options.scale is None and self.mean else math.inf
        match self.support(self.true):
            case Bounded(lo, hi, _):
                near = max(min(self.mean - lo, hi - self.mean), 0.0)
                part = WIDEST * (hi - lo)
                return min(by_size, part / 2 if part / 2 <= near else part - near)
            case Variance(v) | NonNegative(float(v)):
                return by_size if math.isfinite(by_size) else 2 * WIDEST * math.sqrt(v)  # a mean within 2 sigma of 0
        return by_size

    @property
    def too_wide(self) -> str:
        """Why the margin shows nothing, or nothing."""
        if self.delta <= self.widest * (1 + 1e-9):
            return ""
        why = "its bias" if self.delta <= 2 * self.off else "`notices`"
        return f"a margin of {self.delta:.3g} covers more than a fifth of what the mean could be: narrow {why}"

    def expected(self, predicted: Any) -> Any:
        """The mean that some numbers predict, or their law."""
        mean = self.options.expects(predicted, self.cell)
        return mean if isinstance(mean, Law) else float(mean)

    def support(self, predicted: Any) -> Any:
        """What theory knows of a sample, where some numbers are claimed."""
        return at_cell(self.options.support, predicted, self.cell)

    @property
    def declared_variance(self) -> float | None:
        """The bound on the samples' variance that is declared for what is true; of samples that are not those of the
        truth, because the statistic takes in the claimed numbers of a false form, none."""
        if self.controlled and self.options.statistic is not unchanged:
            return None
        match self.support(self.true):
            case Bounded(_, _, v) | Variance(v) | NonNegative(v):
                return None if v is None else float(v)
        return None

    def reaches(self, q: Any) -> bool:
        """Whether a twin with numbers q is at least the noticed deviation away (NaN is not)."""
        return bool(self.deviation(q) >= REACHED * self.delta)

    def deviation(self, q: Any) -> float:
        """How far the statistic is from the mean claimed by q; NaN where q claims none."""
        try:
            if self.options.deviation is not None:
                return float(self.options.deviation(self.true, q, self.cell))
            if self.options.statistic is not unchanged:
                return by_difference(self.true, q, self.cell)
            claimed = self.expected(q)
        except ArithmeticError:
            return math.nan
        if isinstance(claimed, Law):
            raise ValueError("a check of a law says by `deviation` how far apart two laws are")
        return float(abs(claimed - self.mean))

    def test(self, predicted: Any, threshold: float) -> Test:
        """A test of some numbers."""
        claimed = self.expected(predicted)
        if isinstance(claimed, Law):
            return LawTest(claimed, self.delta, self.off, threshold)
        if self.options.statistic is unchanged:  # far off, the margin is lost in rounding; nearer is harder to refute
            claimed = min(max(claimed, self.mean - FAR * self.delta), self.mean + FAR * self.delta)
        support = self.support(predicted)
        if not isinstance(support, Bounded | Variance | NonNegative):
            raise ValueError(f"support gives {support!r}: {SUPPORTS}")
        return MarginTest(claimed, self.delta, support, self.relation, self.off, self.options.sharp)

    def to_hold(self, test: Test, threshold: float) -> float:
        """Samples after which a test of the truth holds, but for `MISS`: for every mean that the bias admits, and of a
        sharp test for every mean that is a margin beyond the claimed number."""
        if isinstance(test, LawTest):
            return test.planned
        return _samples(test.needs, threshold)

    def to_refute(self, test: Test, q: Any, threshold: float) -> float:
        """Samples after which a test of the numbers q is refuted, but for `MISS`, as far off as they are."""
        return self.to_notice(test, self.deviation(q), threshold, self._side(q))

    def to_notice(self, test: Test, deviation: float, threshold: float, side: int = 0) -> float:
        """As `to_refute`, for a mean that is so far from the tested one: above it (side 1), below it, or either."""
        if isinstance(test, LawTest):
            return test.planned
        one = {"<": 1, ">": -1}.get(self.relation[0], side)
        sides: tuple[int, ...] = (one,) if one else (1, -1)
        if len(sides) > 1 and isinstance(test.support, Bounded):
            means = {s: test.claimed + s * (deviation - self.off) for s in sides}
            sides = tuple(s for s in sides if test.support.lo <= means[s] <= test.support.hi) or sides
        return max(_samples(lambda s=s: (test.needs_if_off(deviation - self.off, s),), threshold) for s in sides)

    def _side(self, q: Any) -> int:
        """Where the mean lies if q is claimed, as far as that is known: above (1), below (-1), or not known (0)."""
        if self.options.statistic is not unchanged or isinstance(self.mean, Law):
            return 0
        return int(math.copysign(1, self.mean - self.expected(q)))

    @property
    def declared(self) -> dict[str, Any]:
        """The cell, what is claimed there, and how closely that is tested, in the units of the samples."""
        law = isinstance(self.mean, Law)
        bias: dict[str, Any] = {"value": 0.0, "source": "none"}
        if self.bias:
            bias = {"value": self.off, "source": self.bias.source, "how": self.bias.how}
        elif self.options.at_limit:
            bias["how"] = self.options.at_limit
        return {
            "at": dict(self.cell),
            "of": "Kolmogorov distance" if law else "mean",
            "claimed": 0.0 if law else self.expected(self.claimed),
            "margin": self.delta,
            "bias": bias,
            **({"sharp": True} if self.options.sharp else {}),
        }

    def figures(self, test: Test, verdict: str) -> dict[str, Any]:
        """The cell as evidence: `declared`, and what the samples say."""
        return {**self.declared, "mean": test.mean, "networks": test.count, "verdict": verdict}


def _samples(needs: Any, threshold: float) -> float:
    try:
        found: tuple[Need, ...] = needs()
    except ValueError:  # the support bounds no variance
        return math.inf
    return max(process.samples(mean, v, threshold, MISS / len(found)) for process, mean, v in found)


def told(where: Mapping[str, Any]) -> str:
    """A cell in one line."""
    return ", ".join(f"{name} = {value}" for name, value in where.items())
