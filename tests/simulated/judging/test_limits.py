"""Claims about a limit: a finite simulation brings a bias, or decides nothing."""

from __future__ import annotations

import pytest

from numerics.judging import Bias
from tests.simulated.judging.coins import HALF, HOLDS, UNDECIDED, claim_of, coin, judged

WIDTH = {"at": ({"m": 16},), "notices": 0.2}
OFF = 0.52  # at width 16 the mean is 4 % off what is claimed of infinite width
TWINS = (HALF / 2,)


@pytest.mark.parametrize(
    "words",
    [
        {"hypotheses": ("infinite width",)},
        {"hypotheses": ("W Gaussian of width m -> oo",)},
        {"says": "in the limit of large width a share of one half"},
        {"says": "in infinitely wide networks half of the neurons are on"},
        {"hypotheses": ("the width goes to infinity",)},
        {"hypotheses": ("infinitely many neurons",)},
        {"says": "a share of one half as m tends to infinity"},
        {"hypotheses": ("m → ∞",)},
        {"says": "one half, asymptotically"},
        {"tex": r"\lim_{m\to\infty} p = 1/2"},
        {"relation": "->"},
    ],
)
def test_width_16_is_not_infinite(words: dict[str, object], seed: int) -> None:
    """Width 16 simulated, and 4 % off: no verdict on infinite width, but a sentence; a verdict with a bias."""
    found = judged(coin(HALF, OFF, claim=claim_of(HALF, **words), **WIDTH), seed, TWINS).evidence
    assert found.verdict is UNDECIDED, seed
    assert "m = 16 is simulated without a bias" in found.figures["limit"]
    known = Bias(0.04, "extrapolated", "widths 8 to 64")
    claim = coin(HALF, OFF, claim=claim_of(HALF, **words), bias=known, **WIDTH)
    assert judged(claim, seed, TWINS).evidence.verdict is HOLDS, seed


def test_a_limit_is_declared(seed: int) -> None:
    """`limit_of` asks for a bias whatever the words are; () says that the limit itself is simulated."""
    assert judged(coin(HALF, limit_of=("width",), **WIDTH), seed, TWINS).evidence.verdict is UNDECIDED
    itself = coin(HALF, claim=claim_of(HALF, hypotheses=("infinite width",)), limit_of=(), **WIDTH)
    assert judged(itself, seed, TWINS).evidence.verdict is HOLDS, seed
    with pytest.raises(ValueError, match=r"limit_of='width': wanted a tuple, \('width',\)"):
        coin(HALF, limit_of="width")
