"""What a check needs beside this package, the probes that tell whether it still draws as it did, and mutated models."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from numerics.judging import Sampled, checks_of
from numerics.judging.declare import MODELS
from numerics.judging.needs import needing, probed, unavailable, unverified, unverified_of
from numerics.judging.probe import LEAST, MOST, Probe, again, alike, probes
from numerics.networks import Layer
from numerics.training import data
from tests.simulated.judging.coins import HALF, claim_of, coin, judged

LATE = ({"c": 1, "levels": ("deep",)},)


def test_what_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package by its name or by what to install, data that no loader has, no cell at a level; a check without needs
    is always there, whatever its cells are called."""

    def load(name: str) -> None:
        raise data.MissingDataError(f"no {name} here")

    monkeypatch.setattr(data, "load", load)
    whys = {
        "torch of nobody": coin(HALF, needs=("torch_of_nobody",)),
        "no data": coin(HALF, needs=("numpy",), at=({"data": "nobody's"},)),
        "late": coin(HALF, at=LATE),
        "nothing": coin(HALF, at=({"data": "nobody's"},)),
    }
    said = {name: unavailable(claim, "quick") for name, claim in whys.items()}
    assert said["nothing"] is None
    assert said["torch of nobody"][1] == "needs torch_of_nobody"
    assert said["no data"][1] == "needs data: no nobody's here"
    assert said["late"] == (checks_of(whys["late"])[0], "has no cell at level quick, only at deep")
    assert unavailable(whys["late"], "deep") is None
    assert needing(whys.values()) == [whys["torch of nobody"], whys["no data"]]
    assert [probed(claim) for claim in whys.values()] == [False, False, True, True]
    monkeypatch.setattr("numerics.judging.needs.find_spec", lambda name: None)
    assert unavailable(coin(HALF, needs=("sklearn",)), "quick")[1] == "needs scikit-learn: pip install 'bninit[data]'"


def test_data_that_nobody_verified(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """It is told with its fingerprint, and is no ground to judge the words of a source by; verified data is not told.
    Other data has other samples."""
    prints = {"mine": "a1b2", "known": ""}
    monkeypatch.setattr(data, "load", lambda name: SimpleNamespace(fingerprint=prints[name]))
    cells = {"needs": ("numpy",), "at": ({"data": "mine"}, {"data": "known"})}
    claim = coin(HALF, **cells)
    assert unverified(cells["at"]) == unverified_of(claim, "standard") == {"mine": "a1b2"}
    assert unavailable(claim, "standard") is None
    quoted = coin(HALF, claim=claim_of(HALF, status="quoted"), **cells)
    assert "needs verified data: the files of mine have no checksum" in unavailable(quoted, "standard")[1]
    assert unverified_of(quoted, "standard") == {}
    told = [cell.get("unverified") for cell in judged(claim, seed).evidence.figures["cells"]]
    assert told == [{"mine": "a1b2"}, None]


def test_probes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each cell as many networks as take little time; the same again as long as it draws alike; of a cell that is
    gone, or fails, nothing."""
    top = {1: 1.0, 2: 1.0}

    def simulate(layer, cell, rng, size):
        return rng.random(size) * top[cell["c"]]

    claim = coin(HALF, simulate=simulate, at=({"c": 1}, {"c": 2}))
    first, second = probes(claim)
    assert (first.cell, second.cell, first.networks) == ("flip/0", "flip/1", MOST)
    assert not alike(first.samples, second.samples, exactly=False)
    top[2] = 1 + 1e-9
    (_, one), (_, other) = again(claim, {"flip/0": first, "flip/1": second})
    assert alike(first.samples, one.samples, exactly=True)
    assert alike(second.samples, other.samples, exactly=False)
    assert not alike(second.samples, other.samples, exactly=True)
    assert not alike(second.samples, other.samples[:-1], exactly=False)
    gone = {cell: Probe(cell, 2, np.zeros(2)) for cell in ("flip/2", "other/0")}
    del top[1]
    assert [(now.networks, now.samples.size) for _, now in again(claim, {**gone, "flip/0": first})] == [(0, 0)] * 3
    assert list(probes(claim)) == []
    ticks = iter(range(100))
    monkeypatch.setattr("numerics.judging.probe.time", SimpleNamespace(process_time=lambda: next(ticks)))
    top[1] = 1.0
    (slow,) = probes(claim)
    assert slow.networks == LEAST


PLAIN, GROUPS = Layer(("rc", "rs", "nl")), Layer(("gn", "nl"), groups=4)


@pytest.mark.parametrize(
    ("name", "layer", "mutated"),
    [
        ("no centring", PLAIN, Layer(("rs", "nl"))),
        ("no rescaling", PLAIN, Layer(("rc", "nl"))),
        ("n - 1 variance", PLAIN, Layer(("rc", "rs", "nl"), ddof=1)),
        ("leaky slope", PLAIN, Layer(("rc", "rs", "nl"), activation="leaky_relu", slope=0.1)),
        ("positive weights", PLAIN, Layer(("rc", "rs", "nl"), weights="positive")),
        ("no centring over neurons", GROUPS, Layer(("rms", "nl"), groups=4)),
        ("no centring over neurons", PLAIN, PLAIN),
        ("no rescaling over neurons", GROUPS, Layer(("nl",))),
        ("other groups", GROUPS, Layer(("ln", "nl"))),
        ("other groups", Layer(("ln", "nl")), Layer(("gn", "nl"), groups=2)),
        ("other groups", Layer(("rms", "nl")), Layer(("rms", "nl"), groups=2)),
        ("other groups", PLAIN, PLAIN),
        ("no gain and shift", Layer(scale=2.0, shift=0.5), Layer()),
    ],
)
def test_what_is_mutated(name: str, layer: Layer, mutated: Layer) -> None:
    assert MODELS[name](layer) == mutated


def test_cells_of_a_level() -> None:
    options: Sampled = checks_of(coin(HALF, at=({"c": 1}, *LATE)))[0].options
    assert [len(options.cells(level)) for level in ("quick", "standard", "deep")] == [1, 1, 2]
