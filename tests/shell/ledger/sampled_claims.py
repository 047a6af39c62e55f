"""A user's claims file for the ledger's tests: coins in many small blocks; COIN_SLEEP seconds for each block."""

import os
import time

from sympy import Rational

from numerics.judging import BOOLEAN, sampled
from theory import Claim, Locator, Paper

PAPER = Paper("coins", "Coins", "I. Myself", 2026, "in preparation")


def coin(name, p, truth=None, **options):
    claim = Claim(
        f"coins.basic.{name}", source=Locator(PAPER, name), status="new", says=f"heads come with probability {p}",
        tex="p", hypotheses=(), predicts=Rational(p), over=({"n": 2},),
    )  # fmt: skip

    @sampled(
        claim, "coins", at=({"c": 1}, {"c": 2}),
        **{"notices": 0.2, "support": BOOLEAN, "block": 64, "expects": lambda p, cell: float(p)} | options,
    )  # fmt: skip
    def flip(layer, cell, rng, size):
        time.sleep(float(os.environ.get("COIN_SLEEP", "0")))
        return (rng.random(size) < float(truth or Rational(p))).astype(float)

    return claim


fair = coin("fair", "1/2")
third = coin("third", "1/3")
rare = coin("rare", "1/5")
