"""What a seed replays: which blocks of which streams are drawn, for how long, and what they come to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from sympy import Integer, Rational

from numerics.statistics.blocks import Conclusion, Forgetful
from tests.simulated.judging import coins
from tests.simulated.judging.coins import HALF, HOLDS, REFUTED, claim_of, coin, judged


@dataclass
class Told(Forgetful):
    """A memory that writes down what it is told."""

    came: list[tuple[Any, ...]] = field(default_factory=list)

    def conclude(self, conclusion: Conclusion) -> None:
        self.came.append(
            (conclusion.process.partition("/flip/")[2], conclusion.used, conclusion.cap, conclusion.verdict)
        )


def centred(layer, cell, rng, size):
    p = 0.5 if "rc" in layer.components or cell["c"] == 1 else 0.65
    return (rng.random(size) < p).astype(float)


TWO = {"at": ({"c": 1}, {"c": 2})}
THREE_TENTHS = Rational(3, 10)

RUNS: dict[str, tuple[dict[str, Any], dict[str, Any], list[Any]]] = {
    "with twins": (
        {"predicts": HALF},
        {"twins": (Rational(6, 10), Integer(1))},
        [("0/claim", 36, 306, "holds"), 9216, (0, REFUTED), (1, REFUTED)],
    ),
    "false": (
        {"predicts": HALF, "truth": 0.9},
        {},
        [("0/claim", 13, 296, "refuted"), ("0/again", 13, 296, "refuted"), 3328],
    ),
    "at its margin": (
        {"predicts": HALF, "truth": 0.55, "block": 2048},
        {},
        [("0/claim", 37, 37, "undecided"), 75776],
    ),
    "mutated models": (
        {"predicts": HALF, "simulate": centred, "models": ("no centring", "leaky slope"), **TWO},
        {},
        [
            ("0/claim", 36, 296, "holds"),
            ("1/claim", 22, 296, "holds"),
            ("0/no centring", 576, 1190, "holds"),
            ("1/no centring", 25, 1190, "refuted"),
            ("0/leaky slope", 1190, 1190, "holds"),
            ("1/leaky slope", 1190, 1190, "holds"),
            14848,
            ("no centring", REFUTED),
            ("leaky slope", HOLDS),
        ],
    ),
    "a bound": (
        {"predicts": HALF, "truth": 0.3, "relation": "<="},
        {"twins": (Integer(0), Rational(1, 4))},
        [("0/claim", 2, 292, "holds"), 512, (0, REFUTED)],
    ),
    "beside the truth": (
        {"predicts": HALF, "truth": 0.3, "expected": REFUTED},
        {"control": THREE_TENTHS, "twins": (HALF,)},
        [("0/claim", 59, 747, "refuted"), ("0/again", 13, 24, "refuted"), 15104, (0, REFUTED)],
    ),
}
"""By its words a coin, how it is judged, and what comes of it: stream, blocks, their cap, verdict."""


@pytest.mark.parametrize(("made", "how", "came"), RUNS.values(), ids=RUNS)
def test_as_long_as_before(
    made: dict[str, Any], how: dict[str, Any], came: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Streams go by the claim's name, which is one here."""
    monkeypatch.setattr(coins, "names", iter(["replayed"]))
    options = dict(made)
    predicts, relation = options.pop("predicts"), options.pop("relation", "=")
    truth = {"truth": how["control"], "expected": options.pop("expected")} if "control" in how else {}
    memory = Told()
    found = judged(
        coin(predicts, claim=claim_of(predicts, relation=relation, **truth), **options), 7, memory=memory, **how
    )
    told = [*memory.came, found.evidence.figures["networks"], *found.twins.items(), *found.models.items()]
    assert told == came
