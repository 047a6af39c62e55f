"""Laws of two correlation matrices under which the mean of Lemma 7's drift is 0."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from theory.domains.composite import composite
from theory.domains.general import correlation
from theory.domains.matrices import one_of
from theory.domains.numbers import Choose, Integers, Rationals
from theory.exact.rationals import rational
from theory.papers.daneshmand20.domains import CORRELATIONS, SIZES, correlation_matrices, drift_of
from theory.papers.daneshmand20.matrices import Entries
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


def _is_balanced(value: Any) -> bool:
    if not (isinstance(value, tuple) and len(value) == 3):
        return False
    M, other, p = value
    whole = M in CORRELATIONS and other in CORRELATIONS and len(M) == len(other) and p in SHARE
    return bool(whole and p * drift_of(M) + (1 - p) * drift_of(other) == 0)


def _unknown(_: str) -> Shape:
    d, p = variable("d", "nat"), variable("p")
    M, other = Vec.named("M", d, d), Vec.named("M_", d, d)
    zero = p * drift_of(M) + (1 - p) * drift_of(other) == 0
    known = (d >= SIZES.least, *correlation(M, d), *correlation(other, d), p >= 0, p <= 1, zero)
    return Shape((M, other, p), (d, p), known, rows=(("M", (d, d)), ("M_", (d, d))))


@composite(
    "a law of two correlation matrices over Q with E delta(M) = 0",
    has=_is_balanced,
    general=_unknown,
    size=lambda value: len(value[0]),
)
def balanced_laws(choose: Choose) -> Law | None:
    """M, M' of one size, and the probability p of M: p delta(M) + (1 - p) delta(M') = 0."""
    d = choose(2, 10)
    M, other = (correlation_matrices(Integers(d, d)).draw(choose) for _ in range(2))
    if choose(0, 1):
        M = one_of(d, Fraction(choose(0, 8), 8 * d))  # nearly I, of a positive drift
    parts = choose(0, 8)
    found = [(A, B, balance(A, B, Fraction(parts, 8))) for A, B in ((M, other), (other, M))]
    return next((law for law in found if law[2] is not None), None)  # type: ignore[return-value]
