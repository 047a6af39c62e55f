"""How a sampled check is declared: instances, noticed deviation, what bounds the samples, known bias, models."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from inspect import signature
from typing import Any, Literal, TypeVar, get_args

import numpy as np

from numerics.judging.register import register
from numerics.networks import OVER_NEURONS, Layer
from numerics.statistics.betting import Bounded, Floats, NonNegative, Support, Variance
from numerics.statistics.laws import CDF
from theory.calls import helpful, nearest
from theory.claim import Check, Claim, validation

Cell = Mapping[str, Any]
"""One instance of a claim: values for its symbols by name, and whatever else the simulation needs."""

Simulate = Callable[[Layer, Cell, np.random.Generator, int], Floats]

Source = Literal["proved", "extrapolated", "measured"]

T = TypeVar("T")

LEVEL_NAMES = ("quick", "standard", "deep")

BOOLEAN = Bounded(0.0, 1.0)
"""Support of indicators and frequencies."""


def _without(*names: str, **fields: Any) -> Callable[[Layer], Layer]:
    return lambda layer: replace(layer, components=tuple(c for c in layer.components if c not in names), **fields)


def _over_neurons(layer: Layer, name: str, groups: int) -> Layer:
    """With this normalisation over neurons in place of another; as it is, if there is none."""
    if layer.over_neurons is None:
        return layer
    components = tuple(name if c in OVER_NEURONS else c for c in layer.components)
    return replace(layer, components=components, groups=groups)


def _other_groups(layer: Layer) -> Layer:
    """One group for several, two for one."""
    groups = 2 if layer.groups == 1 else 1
    return _over_neurons(layer, "rms" if layer.over_neurons == "rms" else "ln" if groups == 1 else "gn", groups)


MODELS: dict[str, Callable[[Layer], Layer]] = {
    "no centring": _without("rc"),
    "n - 1 variance": lambda layer: replace(layer, ddof=1 - layer.ddof),
    "leaky slope": lambda layer: replace(layer, activation="leaky_relu", slope=0.1),
    "no rescaling": _without("rs"),
    "positive weights": lambda layer: replace(layer, weights="positive"),
    "no centring over neurons": lambda layer: _over_neurons(layer, "rms", layer.groups),
    "no rescaling over neurons": _without(*OVER_NEURONS, groups=1),
    "other groups": _other_groups,
    "weights as drawn": _without("ws"),
    "no gain and shift": lambda layer: replace(layer, scale=1.0, shift=0.0),
}
"""Twins of the simulated model; a check names those that it has to notice."""


@helpful
@dataclass(frozen=True)
class Law:
    """A claimed distribution: its CDF F(x) and left limits F(x-)."""

    cdf: CDF
    left: CDF


def itself(predicted: Any, cell: Cell) -> Any:
    """The expected mean is the predicted number; of several, the one that the cell names as its `entry`."""
    if isinstance(predicted, tuple) and "entry" not in cell:
        raise ValueError(
            f"the claim predicts {len(predicted)} numbers, and the cell {dict(cell)} does not say which of them the "
            "samples are about: give it 'entry': 0, say, or the check expects=lambda predicted, cell: .."
        )
    return predicted[cell["entry"]] if isinstance(predicted, tuple) else predicted


def by_difference(p: Any, q: Any, cell: Cell) -> float:
    """A twin shows in the mean by the difference of the numbers."""
    return float(abs(itself(q, cell) - itself(p, cell)))


def unchanged(raw: Floats, predicted: Any) -> Floats:
    """The samples are what the simulation returns."""
    return raw


@helpful
@dataclass(frozen=True)
class Bias:
    """Known difference between the simulated mean and the claimed one (finite width, depth or gamma), with its source.

    Parameters
    ----------
    value : bound on the difference, in units of the check's `scale` (by default relative to the claimed value), >= 0.
    source : "proved" (`how` names the note or theorem), "extrapolated" (from several widths; `how` says from which,
        `error` is the extrapolation's own, in the same unit, and adds to the bias), or "measured" (`how` names size
        and seeds of the measurement).
    """

    value: float
    source: Source
    how: str
    error: float = 0.0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.value) and self.value >= 0 and math.isfinite(self.error) and self.error >= 0):
            raise ValueError(f"a bias and its error are finite numbers >= 0, got {self.value} and {self.error}")
        if self.source not in get_args(Source):
            raise ValueError(f"source of a bias {self.source!r}: wanted one of {', '.join(get_args(Source))}")
        if not self.how.strip():
            raise ValueError("a bias says how it was got: the note that proves it, or sizes and seeds")

    @property
    def bound(self) -> float:
        """The most that the two means differ by."""
        return self.value + self.error


TAKES = ("layer", "cell", "rng", "size")
"""What a simulation is called with, in this order."""

SUPPORTS = "say by support= what theory knows of a sample: Bounded(lo, hi), Variance(v) or NonNegative(v)"
BIASES = "say where it is from, as Bias(0.01, 'proved', 'note ..'), or 'extrapolated' or 'measured'"


@dataclass(frozen=True)
class Sampled:
    """How a sampled check is run.

    `notices`, `support`, `scale`, `bias` and `block` are one value for all cells, or a function of (predicted, cell),
    where `predicted` are the predicted numbers at the cell: a number, or a tuple of numbers.

    Parameters
    ----------
    at : the instances; one with {"levels": ("quick",)} is for these levels alone.
    notices : deviation from the claimed mean that is noticed at level standard, in units of `scale`;
        the margin is half of it.
    support : what theory knows of one sample: `Bounded`, `Variance` or `NonNegative`. It must be true whatever is
        claimed, so it may use the predicted numbers only as far as the statistic itself does. Samples outside it, and
        samples that are not finite, are errors. `Bounded(lo, hi, variance=v)` with a proved bound v plans for fewer
        samples than the bounds alone would.
    expects : expected mean (or `Law`), from the predicted numbers at the cell.
    statistic : from what the simulation returns to samples, shape (size,); may use the predicted numbers.
    deviation : how far the statistic is from its claimed mean where a twin q is put for the truth p. By default the
        difference of what is expected; where there is a `statistic`, of the predicted numbers.
    scale : unit of `notices`; the claimed mean by default.
    bias : known difference between the simulated mean and the claimed one; the margin is never below twice that, at
        whatever level.
    sharp : whether an inequality is tested at the claimed number itself (`MarginTest`): for shares and mean effects,
        where the number is the statement. `notices` says for which means beyond it samples are planned.
    limit_of : what goes to its limit in the claim and is finite in the simulation, as ("width",): each cell then needs
        a `bias`. () says that the simulation is of the very statement, None that this is read off the claim's words.
    at_limit : with limit_of=(), of a claim whose words are of a limit, the sentence why a finite simulation is of it.
    layer : the simulated layer; `models` are the mutations of it that must be noticed.
    block : networks per block, the unit of randomness.
    needs : packages without which it is unavailable (`numerics.judging.needs`).
    """

    at: tuple[Cell, ...]
    notices: float | Callable[[Any, Cell], float]
    support: Support | Callable[[Any, Cell], Support | None]
    expects: Callable[[Any, Cell], Any] = itself
    statistic: Callable[[Floats, Any], Floats] = unchanged
    deviation: Callable[[Any, Any, Cell], float] | None = None
    scale: float | Callable[[Any, Cell], float] | None = None
    bias: Bias | Callable[[Any, Cell], Bias | None] | None = None
    sharp: bool = False
    limit_of: tuple[str, ...] | None = None
    at_limit: str = ""
    layer: Layer = field(default_factory=Layer)
    models: tuple[str, ...] = ()
    block: int | Callable[[Any, Cell], int] = 4096
    needs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.at or not all(isinstance(cell, Mapping) for cell in self.at):
            raise ValueError(f"at={self.at!r}: wanted the cells, at least one, each a dict such as {{'n': 10}}")
        for name, wanted in (("notices", "a number > 0"), ("block", "a number of networks >= 1")):
            value = getattr(self, name)
            if not callable(value) and not (isinstance(value, int | float) and 0 < value < math.inf):
                raise ValueError(f"{name}={value!r}: wanted {wanted}, or a function of (predicted, cell) that gives it")
        if any("cut" in cell for cell in self.at):
            raise ValueError(
                f"a cell has 'cut', which clipped samples: {SUPPORTS}, or claim the mean of what is clipped"
            )
        if not callable(self.support) and not isinstance(self.support, Bounded | Variance | NonNegative):
            raise ValueError(f"support={self.support!r}: {SUPPORTS}")
        if not callable(self.bias) and not isinstance(self.bias, Bias | None):
            raise ValueError(f"bias={self.bias!r}: {BIASES}")
        if self.at_limit and self.limit_of != ():
            raise ValueError("at_limit= says why the simulation is of the limit itself: give limit_of=() with it")
        for name in ("models", "needs", "limit_of"):
            if isinstance(value := getattr(self, name), str):
                raise ValueError(f"{name}={value!r}: wanted a tuple, ({value!r},)")
        for levels in (cell["levels"] for cell in self.at if "levels" in cell):
            if not (isinstance(levels, tuple) and levels and set(levels) <= set(LEVEL_NAMES)):
                raise ValueError(f"a cell has levels={levels!r}: wanted a tuple of some of {', '.join(LEVEL_NAMES)}")
        for model in self.models:
            if model not in MODELS:
                raise ValueError(f"no model {model!r} of the layer{nearest(model, MODELS)}")

    def cells(self, level: str) -> tuple[Cell, ...]:
        """The instances at a level: those that do not say by "levels" that they are for others alone."""
        return tuple(cell for cell in self.at if level in cell.get("levels", LEVEL_NAMES))


def at_cell(option: T | Callable[[Any, Cell], T], predicted: Any, cell: Cell) -> T:
    """An option at a cell, be it one value for all or a function."""
    return option(predicted, cell) if callable(option) else option


@helpful
def sampled(
    claim: Claim, scope: str, *, at: Iterable[Cell], step: str = "", stand_in: str = "", **options: Any
) -> Callable[[Simulate], Simulate]:
    """Attach a simulation `(layer, cell, rng, size) -> samples` to a claim; `options` are those of `Sampled`.

    It speaks of the statement itself, unless `step` or `stand_in` says of what else; then it settles nothing.
    Its samples are drawn by the ids of the claim and its own name (`register`), whatever other checks there are.
    `size` is any number of networks from 1 on; all that is random comes from `rng`, drawn anew for each network.

    Raises
    ------
    ValueError : an option or model that there is not (with the nearest that there is), values that cannot be meant, or
        a second simulation of the claim with one name.
    """
    known = [f.name for f in fields(Sampled)]
    for name in options:
        if name not in known:
            raise ValueError(f"sampled check of {claim.id}: no option {name!r}{nearest(name, known)}")
    cells = tuple(at)
    try:
        if "support" not in options and not any("cut" in cell for cell in cells):
            raise ValueError(f"nothing bounds its samples: {SUPPORTS}")
        if claim.relation in ("in", "iff", "exists"):
            raise ValueError(f"samples cannot judge relation {claim.relation!r}: state each side as a claim")
        reach, of = validation.reach({"step": step, "stand_in": stand_in})
        declared = Sampled(at=cells, **{"support": None} | options)
    except (ValueError, TypeError) as error:
        raise ValueError(f"sampled check of {claim.id}: {error}") from None

    def attach(run: Simulate) -> Simulate:
        if len(taken := signature(run).parameters) != len(TAKES):
            raise ValueError(
                f"sampled check of {claim.id}: the simulation takes ({', '.join(taken)}); wanted ({', '.join(TAKES)})"
            )
        register(claim, Check("sampled", scope, run, declared, reach=reach, of=of, relation=claim.relation))
        return run

    return attach
