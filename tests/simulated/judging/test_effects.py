"""Mean effects and shares of runs: tested at the number that is stated, by signed differences."""

from __future__ import annotations

import numpy as np
import pytest
from sympy import Rational

from numerics.judging.protocols import EFFECT, OPTIONS
from numerics.statistics.betting import Bounded
from numerics.statistics.decide import MarginTest
from tests.simulated.judging.coins import HOLDS, REFUTED, coin, judged
from theory.claim import Verdict

TENTH, SPREAD = Rational(1, 10), 0.3


def differences(rng: np.random.Generator, effect: float, *shape: int) -> np.ndarray:
    """Differences of two accuracies with this mean: of standard deviation .3 about it, and never more than 1."""
    width = min(np.sqrt(3) * SPREAD, 1 - abs(effect))
    return effect + width * rng.uniform(-1, 1, shape)


@pytest.mark.parametrize(("effect", "verdict"), [(-0.1, REFUTED), (0.0, REFUTED), (0.2, HOLDS)])
def test_an_arm_that_is_worse_does_not_pass(effect: float, verdict: Verdict, seed: int) -> None:
    """By the options of paired training: worse by .1 with a spread of .3 is refuted, as is no effect; twice the margin
    holds."""

    def arms(layer, cell, rng, size):
        return differences(rng, effect, size)

    claim = coin(TENTH, relation=">=", simulate=arms, **{**EFFECT, "needs": (), "block": 256})
    assert judged(claim, seed, twins=(Rational(4, 5),), level="quick").evidence.verdict is verdict, seed


@pytest.mark.parametrize(("share", "holds"), [(0.88, False), (0.9, False), (0.98, True)])
def test_nine_of_ten_are_nine_of_ten(share: float, holds: bool, seed: int) -> None:
    """A share of at least 9/10 does not hold at .88, nor at .9 itself; at .98 it does."""
    options = {**OPTIONS, "needs": (), "block": 256, "notices": 0.19}
    claim = coin(Rational(9, 10), truth=share, relation=">=", **options)
    found = judged(claim, seed, twins=(Rational(3, 2),), level="quick").evidence
    assert (found.verdict is HOLDS) is holds, seed
    assert found.figures["cells"][0]["sharp"]


def test_an_equality_has_a_margin() -> None:
    """No number of samples shows that a mean is exactly so much."""
    with pytest.raises(ValueError, match="sharp is for inequalities"):
        MarginTest(0.5, 0.1, Bounded(0, 1), sharp=True)
