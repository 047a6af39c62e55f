"""Claims about a limit: a finite simulation brings a bias, or decides nothing."""

from __future__ import annotations

import pytest

from numerics.judging import Bias
from tests.simulated.judging.coins import HALF, HOLDS, UNDECIDED, claim_of, coin, judged

WIDTH = {"at": ({"m": 16},), "notices": 0.2}
OFF = 0.52  # at width 16 the mean is 4 % off what is claimed of infinite width
TWINS = (HALF / 2,)


DISGUISED = (
    "at width ∞", "at m = oo", "as m grows", "in the large-m regime", "when m is large", "to leading order in 1/m",
    "up to O(1/m)", "up to o(1)", "of overparametrized networks", "by the NNGP kernel", "by a Gaussian process",
    "in the limit", r"\lim_m", r"m\rightarrow\infty", "m ↑ ∞", "as m approaches infinity", "m → +∞",
    "at unbounded width",
    "for all large enough m", "as m goes towards infinity", "by the limiting kernel", "by mean-field theory",
)  # fmt: skip


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
        *({"says": f"one half, {words}"} for words in DISGUISED),
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
    """`limit_of` asks for a bias whatever the words are; () says that the limit itself is simulated, and why."""
    assert judged(coin(HALF, limit_of=("width",), **WIDTH), seed, TWINS).evidence.verdict is UNDECIDED
    wide = claim_of(HALF, hypotheses=("infinite width",))
    found = judged(coin(HALF, claim=wide, limit_of=(), **WIDTH), seed, TWINS).evidence
    assert (found.verdict, "say why, by at_limit=" in found.figures["limit"]) == (UNDECIDED, True)
    wide = claim_of(HALF, hypotheses=("infinite width",))
    itself = coin(HALF, claim=wide, limit_of=(), at_limit="every width is claimed", **WIDTH)
    assert judged(itself, seed, TWINS).evidence.verdict is HOLDS, seed
    with pytest.raises(ValueError, match=r"give limit_of=\(\) with it"):
        coin(HALF, at_limit="every width is claimed")
    with pytest.raises(ValueError, match=r"limit_of='width': wanted a tuple, \('width',\)"):
        coin(HALF, limit_of="width")


@pytest.mark.parametrize("source", ["measured", "extrapolated"])
def test_a_bias_that_nobody_can_have_measured_is_none(source: str, seed: int) -> None:
    """A number far below what samples find says nothing of infinite width; a proved one may be as small as it is."""
    tiny = {"hypotheses": ("infinite width",)}
    claim = coin(HALF, claim=claim_of(HALF, **tiny), bias=Bias(1e-9, source, "widths 8 to 64"), **WIDTH)
    found = judged(claim, seed, TWINS).evidence
    assert (found.verdict, f"that was {source}" in found.figures["limit"]) == (UNDECIDED, True)
    proved = coin(HALF, claim=claim_of(HALF, **tiny), bias=Bias(1e-9, "proved", "note"), **WIDTH)
    assert judged(proved, seed, TWINS).evidence.verdict is HOLDS, seed
