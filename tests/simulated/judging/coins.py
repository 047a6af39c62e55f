"""Claims about coins, for the tests of sampled checks."""

import itertools

from sympy import Rational

from numerics.judging import BOOLEAN, Budget, checks_of, judge, sampled
from theory.claim import Claim, Locator, Paper, Twin, Verdict

PAPER = Paper("judged", "Judged", "I. Myself", 2026, "in preparation")
HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
BUDGET = Budget(claims=8e9, twins=8e10)
names = itertools.count()


def claim_of(predicts, **extra):
    """A claim of these predicted numbers."""
    words = {"status": "new", "says": "a mean", "tex": "p", "hypotheses": (), "over": ({"n": 2},)}
    return Claim(f"judged.basic.claim-{next(names)}", source=Locator(PAPER, "1"), predicts=predicts, **words | extra)


def coin(predicts, truth=None, simulate=None, claim=None, relation="=", **options):
    """A claim with a sampled check: heads, or what `simulate` gives."""
    claim = claim or claim_of(predicts, relation=relation)
    p = float(predicts if truth is None else truth)

    @sampled(claim, "coins", **{"at": ({"c": 1},), "notices": 0.2, "support": BOOLEAN, "block": 256} | options)
    def flip(layer, cell, rng, size):
        return simulate(layer, cell, rng, size) if simulate else (rng.random(size) < p).astype(float)

    return claim


def judged(claim, seed, twins=(), level="standard", **extra):
    """The first check of a claim, judged with these twins."""
    numbered = {i: Twin(value) for i, value in enumerate(twins)}
    return judge(claim, checks_of(claim)[0], numbered, seed, level, BUDGET, **extra)


HALF = Rational(1, 2)
