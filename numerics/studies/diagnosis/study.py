"""A network's way of a batch along depth, beside theory and beside networks drawn alike."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.studies.diagnosis import hypotheses, predicted, words
from numerics.studies.diagnosis.hypotheses import Facts, Judged
from numerics.studies.diagnosis.measure import NAMES, Measured, measured
from numerics.studies.diagnosis.predicted import Law, Ray
from numerics.studies.diagnosis.reference import REPLICATES, Replicates, growth, interval, level, replicates
from numerics.training.drawn import Drawn

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Network:
    """What was measured of one network on one batch.

    Attributes
    ----------
    names, widths : of its layers.
    place : "leaving" where numbers are of what leaves a layer, "entering" where of what enters its normalisation.
    start : of the batch itself; seen : (L,); gradient : squared, by what enters, (L,); nan where there is none.
    channels : effective rank of samples and positions together, as a normalisation over both sees them, (L,); or None.
    """

    names: tuple[str, ...]
    widths: tuple[int, ...]
    place: str
    start: Measured
    seen: Measured
    gradient: Floats
    channels: Floats | None = None


class Beside(NamedTuple):
    """A number at the last layer (growth: of all), and what theory and networks drawn alike say.

    `wide` is the map of infinite width from this batch (growth: the symmetric fixed point); `low` to `high` the
    interval of networks drawn alike; `explained`, whether the measured number lies in it. None: theory says nothing.
    """

    name: str
    measured: float
    wide: float | None
    low: float | None
    high: float | None
    explained: bool | None


@dataclass(frozen=True, eq=False)
class Study:
    """Everything that a diagnosis says, but for words.

    Attributes
    ----------
    verdict : a key of `words.VERDICTS`; `outlier` the point of largest norm at the end; `reach` the largest effective
        rank that there can be.
    low, high : by name, (L,), least and greatest of `replicates` networks drawn alike; `level` of that interval.
    wide : along the map of infinite width, at each layer; None where there is none.
    """

    network: Network
    verdict: str
    outlier: int
    reach: int
    growth: float
    beside: tuple[Beside, ...]
    replicates: int
    level: float
    low: dict[str, Floats]
    high: dict[str, Floats]
    wide: Measured | None
    rays: tuple[Ray, ...]
    laws: tuple[Law, ...]
    speak: tuple[str, ...]
    hypotheses: tuple[Judged, ...]


def drawn(
    x: Floats, law: Drawn, rng: Callable[[int], Generator], *, count: int = REPLICATES,
    executor: Executor | None = None, progress: Callable[[int, int], object] | None = None,
) -> Study:  # fmt: skip
    """One random network on the batch x, (k, n), beside theory and `count` more drawn alike.

    Raises
    ------
    ValueError : a batch that the network cannot take. FloatingPointError : rescaling of a row without spread.

    >>> found = drawn(np.eye(9), Drawn((400,) * 30), np.random.default_rng, count=3)
    >>> found.verdict, round(found.rays[0].numbers["angle"], 2), len(found.beside)
    ('stays', 75.03, 7)
    """
    refuse(x, law)
    found = replicates(x, law, count + 1, rng, executor=executor, progress=progress)
    first, rest = _split(found)
    names = tuple(f"layer {number}" for number in range(1, len(law.widths) + 1))
    network = Network(names, law.widths, "leaving", measured(x.T @ x), first.leaving, first.gradient)
    skip = bool(np.isfinite(law.gamma))
    facts = Facts(**hypotheses.of_batch(x), components=law.components, widths=law.widths, epsilon=law.epsilon, skip=skip)
    return beside(network, facts, x, law, rest)


def beside(network: Network, facts: Facts, x: Floats, law: Drawn | None, alike: Replicates | None) -> Study:
    """A network's numbers beside theory and networks drawn alike; no law, where no theory speaks of such networks."""
    depth, n = len(network.names), x.shape[1]
    late = network.seen.at(-1)
    grows = float(growth(network.gradient))
    low: dict[str, Floats] = {}
    high: dict[str, Floats] = {}
    wide, rays, laws, speak = None, (), (), ()
    back = None
    if law is not None:
        if not np.isfinite(law.gamma):
            way = predicted.along(x, law.components, depth)
            wide = None if way is None else way.at(slice(1, None) if network.place == "leaving" else slice(None, -1))
            rays, laws = predicted.rays(n, law.components), predicted.laws(x, law.components, law.widths)
        back = predicted.gradient(n, law.components) if not np.isfinite(law.gamma) else None
        speak = hypotheses.SPEAK[law.components]
    if alike is not None:
        side = getattr(alike, network.place)
        low, high = ({name: end(side.of(name), axis=1) for name in NAMES} for end in (np.min, np.max))
        low["growth"], high["growth"] = (np.array([end]) for end in interval(growth(alike.gradient)))
    numbers = [(name, float(late.of(name)), None if wide is None else float(wide.of(name)[-1])) for name in NAMES]
    rows = []
    for name, value, theory in [*numbers, ("growth", grows, back)]:
        ends = (float(low[name][-1]), float(high[name][-1])) if name in low else (None, None)
        known = ends[0] is not None and not np.isnan([value, *ends]).any()
        rows.append(Beside(name, value, theory, *ends, bool(ends[0] <= value <= ends[1]) if known else None))
    count = len(alike) if alike is not None else 0
    reach = min(n, *network.widths)
    return Study(network, _verdict(late, reach), int(late.outlier), reach, grows, tuple(rows), count,
                 level(count) if count else 0.0, low, high, wide, rays, laws, speak, hypotheses.judged(facts))  # fmt: skip


def refuse(x: Floats, law: Drawn | None) -> None:
    """A batch of which nothing would be left."""
    if x.shape[1] < 2:
        raise ValueError(f"a batch of {x.shape[1]} point: normalisation over a batch needs two at least")
    centred = law is not None and "rc" in law.components
    if not np.any(np.ptp(x, axis=1) > 0) and (centred or not np.any(x)):
        raise ValueError("every feature of the batch is constant: all points are equal, and nothing is left of them "
                         "once their mean is taken off; give different points")  # fmt: skip


def _split(found: Replicates) -> tuple[Replicates, Replicates]:
    """The network with number 0, and the others."""
    def part(which: int | slice) -> Replicates:
        sides = (Measured(**{field.name: getattr(side, field.name)[:, which] for field in fields(Measured)})
                 for side in (found.entering, found.leaving))  # fmt: skip
        return Replicates(*sides, found.gradient[:, which])

    return part(0), part(slice(1, None))


def _verdict(late: Measured, reach: int) -> str:
    """By the thresholds of `words`; a point that is thrown out counts before all."""
    if np.isnan(late.effective_rank):
        return "vanishes"
    if late.norm_ratio > words.THROWN:
        return "throws out"
    if late.effective_rank <= words.COLLAPSED:
        return "collapses"
    return "orthogonalises" if late.effective_rank >= words.ORTHOGONAL * reach else "stays"
