"""Claims whose checks need what is there, what is not, and data that are not: for the option --train."""

from sympy import Rational

from bninit.api import BOOLEAN, Claim, Locator, Paper, Twin, sampled

PAPER = Paper("my", "Mine", "I. Myself", 2026, "in preparation")


def claim_of(name, status="new"):
    return Claim(
        f"my.training.{name}", source=Locator(PAPER, "1"), status=status, says="a coin is fair", tex="p = 1/2",
        hypotheses=(), predicts=Rational(1, 2), over=({},), twins=(Twin(Rational(3, 4)),),
    )  # fmt: skip


def coin(claim, **options):
    @sampled(claim, "coins", notices=0.2, support=BOOLEAN, block=512, **options)
    def flip(layer, cell, rng, size):
        return rng.integers(0, 2, size).astype(float)


plain, there, absent, elsewhere, later = map(claim_of, ("plain", "there", "absent", "elsewhere", "later"))
coin(plain, at=({},))
coin(there, at=({"levels": ("quick",)}, {"levels": ("standard", "deep"), "data": "mnist"}), needs=("json",))
coin(absent, at=({},), needs=("no_such_package",))
coin(elsewhere, at=({"data": "mnist"},), needs=("json",))
coin(later, at=({"levels": ("deep",)},), needs=("json",))
