"""A network's way of a batch along depth, beside theory and beside networks drawn alike."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.studies.diagnosis import hypotheses, predicted, quantities, verdicts
from numerics.studies.diagnosis.advice import Advice, advice
from numerics.studies.diagnosis.backward import Growth, growth_of
from numerics.studies.diagnosis.hypotheses import Facts, Judged
from numerics.studies.diagnosis.measure import NAMES, Measured, measured
from numerics.studies.diagnosis.predicted import Law, Ray
from numerics.studies.diagnosis.reference import REPLICATES, Replicates, chance, growth, interval, level, replicates
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
    constant : how many channels are the same at all points, of each layer.
    faults : what goes wrong in it first, in sentences. broken : whether numbers stop being finite after the last layer.
    """

    names: tuple[str, ...]
    widths: tuple[int, ...]
    place: str
    start: Measured
    seen: Measured
    gradient: Floats
    channels: Floats | None = None
    constant: tuple[int, ...] = ()
    faults: tuple[str, ...] = ()
    broken: bool = False


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
    verdict : of this network, a key of `quantities.VERDICTS`; `state`, where the batch is in the end, `began`, where it
        was (`verdicts.state`); `outlier` the point of largest norm at the end; `reach` the largest effective rank that
        there can be.
    votes : how many networks drawn alike say what, this one among them; `decided`, whether enough say the same.
    chance : how far off all of them are together (`reference.chance`), None without networks drawn alike.
    low, high : by name, (L,), least and greatest of the `alike` others; `level` of that interval.
    wide : along the map of infinite width, at each layer; None where there is none. backward : what theory says of the
        growth of gradients. advice : what to do, where a claim says it.
    """

    network: Network
    verdict: str
    state: str
    began: str
    votes: dict[str, int]
    decided: bool
    outlier: int
    reach: int
    growth: float
    beside: tuple[Beside, ...]
    alike: int
    level: float
    chance: float | None
    low: dict[str, Floats]
    high: dict[str, Floats]
    wide: Measured | None
    rays: tuple[Ray, ...]
    laws: tuple[Law, ...]
    backward: Growth | None
    speak: tuple[str, ...]
    advice: tuple[Advice, ...]
    hypotheses: tuple[Judged, ...]

    @property
    def fate(self) -> str:
        """The verdict in words."""
        late, start = self.network.seen.at(-1), self.network.start
        nearer = 1 - float(late.alignment) < (1 - float(start.alignment)) / 2
        return quantities.fate(self.verdict, self.state, self.began, nearer)


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
    first = found.part(slice(1))
    names = tuple(f"layer {number}" for number in range(1, len(law.widths) + 1))
    seen = first.seen.at((slice(None), 0))
    network = Network(names, law.widths, "leaving", measured(x.T @ x), seen, first.gradient[:, 0])
    facts = Facts(hypotheses.of_batch(x), law.components, law.widths, law.epsilon, skip=bool(np.isfinite(law.gamma)))
    return beside(network, facts, x, law, found.part(slice(1, None)))


def beside(network: Network, facts: Facts, x: Floats, law: Drawn | None, alike: Replicates | None) -> Study:
    """A network's numbers beside theory and networks drawn alike; no law where no theory speaks of such networks."""
    leaving = network.place == "leaving"
    late, grows = network.seen.at(-1), float(growth(network.gradient))
    low: dict[str, Floats] = {}
    high: dict[str, Floats] = {}
    together = None
    if alike is not None:
        low, high = ({name: end(alike.seen.of(name), axis=1) for name in NAMES} for end in (np.min, np.max))
        low["growth"], high["growth"] = (np.array([end]) for end in interval(growth(alike.gradient)))
        every = np.stack([*(alike.seen.of(name)[-1] for name in NAMES), growth(alike.gradient)])
        together = chance(np.array([*(float(late.of(name)) for name in NAMES), grows]), every)
    wide: Measured | None = None
    back: Growth | None = None
    rays: tuple[Ray, ...] = ()
    laws: tuple[Law, ...] = ()
    if law is not None and not np.isfinite(law.gamma):
        way = predicted.along(x, law.components, len(network.names))
        wide = None if way is None else way.seen.at(slice(1, None) if leaving else slice(None, -1))
        rays, laws = predicted.rays(x.shape[1], law.components), predicted.laws(x, law.components, law.widths)
        back = growth_of(x, law.components, () if way is None else way.grams)
    rows = [_row(name, float(late.of(name)), None if wide is None else float(wide.of(name)[-1]), low, high)
            for name in NAMES]  # fmt: skip
    rows.append(_row("growth", grows, None if back is None else back.value, low, high))
    count, reach = 0 if alike is None else len(alike), _reach(facts)
    size = verdicts.Size(facts.points.n, facts.features or facts.widths[-1], reach)
    word = "breaks" if network.broken else verdicts.verdict(late, network.start, size)
    others = (
        [] if alike is None else [verdicts.verdict(alike.seen.at((-1, r)), network.start, size) for r in range(count)]
    )
    votes = verdicts.votes([word, *others])
    certain = verdicts.decided(votes) and votes[word] == max(votes.values())
    to_do = () if law is None or facts.skip else advice(law.components, word if certain else "", grows)
    return Study(
        network, word, verdicts.state(late, size), verdicts.state(network.start, size), votes,
        verdicts.decided(votes), int(late.outlier), reach, grows, tuple(rows), count,
        level(count) if count else 0.0, together, low, high, wide, rays, laws, back,
        () if law is None else hypotheses.SPEAK[law.components], to_do, hypotheses.judged(facts),
    )  # fmt: skip


def _row(name: str, value: float, wide: float | None, low: dict[str, Floats], high: dict[str, Floats]) -> Beside:
    wide = None if wide is None or np.isnan(wide) else wide
    if name not in low:
        return Beside(name, value, wide, None, None, None)
    least, most = float(low[name][-1]), float(high[name][-1])
    explained = None if np.isnan([value, least, most]).any() else least <= value <= most
    return Beside(name, value, wide, least, most, explained)


def _reach(facts: Facts) -> int:
    """The largest rank that there can be: a linear network adds none but for a bias, and recentring takes one of n."""
    n, features = facts.points.n, facts.features or facts.widths[-1]
    if not facts.linear:
        return min(n, features)
    most = n - ("rc" in facts.components and not facts.bias)
    return min(most, features, *facts.widths, facts.points.rank + facts.bias)


def refuse(x: Floats, law: Drawn | None) -> None:
    """A batch of which nothing would be left."""
    if x.shape[1] < 2:
        raise ValueError(f"a batch of {x.shape[1]} point: normalisation over a batch needs two at least")
    centred = law is not None and "rc" in law.components
    if not np.any(np.ptp(x, axis=1) > 0) and (centred or not np.any(x)):
        raise ValueError("every feature of the batch is constant: all points are equal, and nothing is left of them "
                         "once their mean is taken off; give different points")  # fmt: skip
