"""A few networks of each sampled check, drawn again from the same stream: is it the simulation that it was?

A simulation may depend on what nobody sees in its source. Samples that were recorded go on speaking for it only while
it draws what it drew: the same numbers from the same generator.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from numerics.judging.declare import Sampled
from numerics.judging.register import sampled_checks
from numerics.statistics.betting import Floats
from numerics.streams import stream
from theory.claim import Check, Claim

MOST, LEAST = 32, 2
"""Networks of a probe: as many as take little time, and these, whatever they take."""

ENOUGH = 0.01
"""CPU seconds for a probe, and five times as much for those of one check."""


@dataclass(frozen=True)
class Probe:
    """What a cell ("name of the check/number of the cell") gave: a few networks, flat."""

    cell: str
    networks: int
    samples: Floats


def probes(claim: Claim) -> Iterator[Probe]:
    """New ones: of each sampled check the first cells, as many as take little time."""
    for name, check in sampled_checks(claim).items():
        start = time.process_time()
        for number in range(len(check.options.at)):
            if number and time.process_time() - start > 5 * ENOUGH:
                break
            try:
                yield _new(claim, name, check, number)
            except Exception:  # the check itself will say it, with whole blocks
                return


def _new(claim: Claim, name: str, check: Check, number: int) -> Probe:
    networks = LEAST
    while True:
        for _ in range(2):  # the first may be slow for what it prepares
            began = time.process_time()
            samples = _drawn(claim, check, number, networks)
            took = time.process_time() - began
            if took <= ENOUGH / 4 or took > ENOUGH * MOST:
                break
        if networks >= MOST or took > ENOUGH / 4:
            return Probe(f"{name}/{number}", networks, samples)
        networks *= 4


def again(claim: Claim, known: Mapping[str, Probe]) -> Iterator[tuple[Probe, Probe]]:
    """Known probes, each with what it gives now. A cell that is no more, or fails, gives nothing."""
    for cell, probe in known.items():
        name, _, number = cell.rpartition("/")
        try:
            samples = _drawn(claim, sampled_checks(claim)[name], int(number), probe.networks)
        except Exception:  # of any kind: it is the author's simulation
            yield probe, Probe(cell, 0, np.empty(0))
        else:
            yield probe, Probe(cell, probe.networks, samples)


def _drawn(claim: Claim, check: Check, number: int, networks: int) -> Floats:
    options: Sampled = check.options
    rng = stream(0, f"{claim.id}/{check.run.__name__}/probe", number)
    raw = check.run(options.layer, options.at[number], rng, networks)
    return np.asarray(raw, dtype=np.float64).ravel()


def alike(one: Floats, other: Floats, *, exactly: bool) -> bool:
    """The same bits; or, from another processor or linear algebra, to six digits."""
    if exactly:
        return np.array_equal(one, other, equal_nan=True)
    return one.shape == other.shape and bool(np.allclose(one, other, rtol=1e-6, atol=1e-12, equal_nan=True))
