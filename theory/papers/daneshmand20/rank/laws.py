"""Laws of two correlation matrices under which the mean of Lemma 7's drift is 0."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from theory.domains.general import correlation
from theory.domains.given import Given
from theory.domains.matrices import one_of, patterned
from theory.domains.numbers import Choose, Endless, Rationals, between
from theory.exact.rationals import rational
from theory.papers.daneshmand20.domains import SIZES, Correlations, Entries, drift_of
from theory.term import Shape, Vec, variable

Law = tuple[Entries, Entries, Fraction]

SHARE = Rationals(least=0, most=1)


def balance(M: Any, other: Any, share: Any) -> Fraction | None:
    """The probability of M with which the mean of the drift is 0, `share` where both are 0; None if there is none."""
    if len(M) != len(other):
        return None
    up, down = drift_of(M), drift_of(other)
    if up == down == 0:
        return rational(share)
    return Fraction(down / (down - up)) if up >= 0 > down else None


@dataclass(frozen=True)
class Balanced(Endless):
    """M, M' of one size, and the probability p of M: p delta(M) + (1 - p) delta(M') = 0."""

    def __str__(self) -> str:
        return "a law of two correlation matrices over Q with E delta(M) = 0"

    def __contains__(self, value: object) -> bool:
        if not (isinstance(value, tuple) and len(value) == 3):
            return False
        M, other, p = value
        whole = M in Correlations() and other in Correlations() and len(M) == len(other) and p in SHARE
        return bool(whole and p * drift_of(M) + (1 - p) * drift_of(other) == 0)

    def general(self, name: str) -> Iterator[Shape]:
        d, p = variable("d", "nat"), variable("p")
        M, other = Vec.named("M", d, d), Vec.named("M_", d, d)
        zero = p * drift_of(M) + (1 - p) * drift_of(other) == 0
        known = (d >= SIZES.least, *correlation(M, d), *correlation(other, d), p >= 0, p <= 1, zero)
        yield Shape((M, other, p), (d, p), known, rows=(("M", (d, d)), ("M_", (d, d))))

    def small(self) -> Iterator[Law]:
        """Pairs of listed matrices, and in between larger ones: nearly I beside one of a pattern."""
        return between(self._pairs(), self._larger(), 8, 10)

    def _pairs(self) -> Iterator[Law]:
        pairs = Given({"M": Correlations(), "M_": Correlations(), "p": SHARE}).small()
        for at in pairs:
            p = balance(at["M"], at["M_"], at["p"])
            if p is not None:
                yield at["M"], at["M_"], p

    def _larger(self) -> Iterator[Law]:
        for place in range(60):
            d = 4 + place % 7
            M, other = one_of(d, Fraction(place % 3, 4 * d)), patterned(d, place)
            p = balance(M, other, Fraction(1, 2))
            if p is not None:
                yield M, other, p

    def size(self, value: Law) -> int:
        return len(value[0])

    def draw(self, choose: Choose) -> Law:
        M, other, share = Correlations().draw(choose), Correlations().draw(choose), SHARE.draw(choose)
        for first, second in ((M, other), (other, M)):
            p = balance(first, second, share)
            if p is not None:
                return first, second, p
        return next(islice(self.small(), choose(0, 9), None))

    def near(self, value: Law) -> Iterator[Law]:
        """One of the matrices moved."""
        M, other, share = value
        for first, second in (
            *((x, other) for x in Correlations().near(M)),
            *((M, x) for x in Correlations().near(other)),
        ):
            p = balance(first, second, share)
            if p is not None:
                yield first, second, p
