"""Whether samples can be independent draws: tests that fire on dependence, and hardly ever on anything else.

Samples come in parts of some size n. Each is turned into bits (above the median of parts before it, or not), so that
heavy tails do no harm. Dependence of four kinds is looked for, each by a sum D of terms whose signs are fair and
independent under the hypothesis, given how many terms S there are: P(|D| >= d) <= 2 exp(-d^2 / 2S) (Hoeffding);
where S terms are drawn without replacement from N, S (1 - (S-1)/N) stands for S (Serfling, Ann. Stat. 1974).

- a part shares something, such as one batch: ones in part 2j against part 2j+1. Given the S ones of both, D is a sum
  of S draws from N = 2n signs, half of them +; the same with the zeros;
- equal places in two parts share something, such as weights drawn from a generator of their own: places where both
  parts have a one. Given the counts a and b of ones, this is hypergeometric, of mean ab/n:
  P(|h - ab/n| >= t) <= 2 exp(-2 t^2 / min(a, b, n - a, n - b));
- neighbours, and places n/2 apart, share something, such as antithetic halves that were not averaged: for disjoint
  pairs (x, y) and (x', y') the sign of (x - x')(y - y'), which is fair since y and y' may change places.

With Y = d^2 / 2S, P(Y >= y) <= 2 e^-y, hence E exp(l Y) <= 2^l / (1 - l) for 0 < l < 1: capital as in `betting`, in
`RATES` accounts, which by Ville's inequality ever reaches 1/ALARM with probability <= ALARM.

Parts that are constant say more, for parts that share everything have no two values to compare. Let part after part be
constant, of n_i samples in all at the i-th distinct value. Under the hypothesis sum_x prod p(x_i)^n_i over distinct x
is at most prod ((n_i - 1)/N)^(n_i - 1), N = sum (n_i - 1); there are fewer than (K + 1)^K ways for K parts to be
constant or not and of one value or another. That is summed over K with weights 1/K^2.

A declared bound v on the variance is looked at in the same way: z = (x - y)^2 / 2 of disjoint pairs has E z = Var X, so
that prod (1 + l (z/v - 1)) is a capital.

A copied part is told apart from chance without bits: given its values, each of the n!/prod(multiplicities) orders of
independent samples is as likely, so two parts agree with probability <= 1/orders.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from numerics.statistics.betting import Floats, SamplesError

ALARM = 1e-13
"""Probability that one of the seven looks at a process is wrong; a run has about 1,000 processes."""

RATES: Floats = np.array([0.3, 0.6, 0.85, 0.95, 0.99])

STAKES: Floats = np.array([0.5 * 4.0**-j for j in range(8)])
"""Bets against a variance: the small ones meet rare large samples."""

POOL, EACH = 1024, 16
"""Samples that set the threshold, and those of one part."""

REMEDY = "draw everything anew for each network, from the generator that the simulation is given"


Bits: TypeAlias = npt.NDArray[np.bool_]


class DependentError(SamplesError):
    """Samples that were declared independent, and are not."""


@dataclass
class Doubt:
    """Capital won against one kind of independence."""

    total: float = 0.0
    count: int = 0

    def add(self, y: float | None) -> None:
        """Take the exponent y of a bound 2 exp(-y) on a probability."""
        if y is not None:
            self.total += y
            self.count += 1

    @property
    def alarming(self) -> bool:
        log_capital = RATES * self.total + self.count * (np.log1p(-RATES) - RATES * math.log(2))
        return bool(np.logaddexp.reduce(log_capital) - math.log(RATES.size) >= -math.log(ALARM))


@dataclass
class Watch:
    """Looks at the parts of one process, in the order in which they were drawn."""

    pool: Floats = field(default_factory=lambda: np.empty(0))
    halved: int = 0
    threshold: float = math.nan
    strict: bool = True
    last: Bits | None = None
    parts: int = 0
    copies: float = 0.0
    seen: set[bytes] = field(default_factory=set)
    between: Doubt = field(default_factory=Doubt)
    places: Doubt = field(default_factory=Doubt)
    neighbours: Doubt = field(default_factory=Doubt)
    halves: Doubt = field(default_factory=Doubt)
    constant: dict[float, int] = field(default_factory=dict)
    variance: float | None = None
    wide: Floats = field(default_factory=lambda: np.zeros(STAKES.size))

    def see(self, x: Floats) -> None:
        """Take the next part, (n,).

        Raises
        ------
        DependentError : the samples up to this part are not independent of each other, but for a chance of `ALARM`.
        """
        self._copies(x)
        self._constants(x)
        self._spread(x)
        if not self.pool.size:
            self._remember(x)
            return
        bits = (x > self.threshold) if self.strict else (x >= self.threshold)
        self.neighbours.add(_crossed(bits[0::2], bits[1::2]))
        self.halves.add(_crossed(bits[: bits.size // 2], bits[bits.size // 2 :]))
        if self.last is None or self.last.size != bits.size:
            self.last = bits
        else:
            self.between.add(_counts(self.last, bits))
            self.places.add(_overlap(self.last, bits))
            self.last = None
        self._remember(x)
        if self.between.alarming:
            raise DependentError(f"the samples of a block are not independent of each other: {REMEDY}")
        if self.places.alarming:
            raise DependentError(f"samples at the same place of two blocks depend on each other: {REMEDY}")
        if self.neighbours.alarming or self.halves.alarming:
            raise DependentError(f"pairs of samples of a block depend on each other: average each pair, or {REMEDY}")

    def _remember(self, x: Floats) -> None:
        """Some samples of the past, and the threshold, with its side, that comes nearest to their one half.

        Of several parts: one alone may lie far off where a part shares something. Not between the parts of a pair:
        their bits are fair only for a threshold that neither of them has set.
        """
        if self.pool.size < POOL:
            self.pool = np.append(self.pool, x[:: -(-x.size // EACH)])
        if self.last is None and self.halved < self.pool.size:
            self.halved = self.pool.size
            self.threshold = float(np.median(self.pool))
            above, at_least = np.mean(self.pool > self.threshold), np.mean(self.pool >= self.threshold)
            self.strict = bool(abs(above - 0.5) <= abs(at_least - 0.5))

    def _constants(self, x: Floats) -> None:
        if x.min() < x.max():
            return
        self.constant[float(x[0])] = self.constant.get(float(x[0]), 0) + x.size
        counts = np.array(list(self.constant.values())) - 1.0
        counts = counts[counts > 0]
        surprise = float((counts * np.log(counts.sum() / counts)).sum()) if counts.size else 0.0
        if surprise >= self.parts * math.log(self.parts + 1) + 2 * math.log(self.parts) - math.log(ALARM):
            raise DependentError(f"all samples of a block are the same number, another in other blocks: {REMEDY}")

    def _spread(self, x: Floats) -> None:
        """A bound on the variance that the samples themselves contradict."""
        if self.variance is None:
            return
        half = x.size // 2
        with np.errstate(over="ignore"):
            z = (x[:half] - x[half : 2 * half]) ** 2 / 2 / self.variance
            self.wide += np.log1p(STAKES[:, None] * (np.minimum(z, 1e300) - 1)).sum(axis=1)
        if np.logaddexp.reduce(self.wide) - math.log(STAKES.size) >= -math.log(ALARM):
            raise SamplesError(
                f"the samples vary more than declared: a variance of at most {self.variance:.4g} was declared, and "
                f"{half} pairs have one of {self.variance * float(z.mean()):.4g}; mend the bound, or the simulation"
            )

    def _copies(self, x: Floats) -> None:
        """Evidence, by bets at even odds, that parts are copies of earlier ones; a constant part has one order only."""
        key = blake2b(x.tobytes(), digest_size=16).digest()
        self.parts += 1
        won = -math.log(2)
        if key in self.seen:
            _, multiplicities = np.unique(x, return_counts=True)
            orders = math.lgamma(x.size + 1) - sum(math.lgamma(m + 1) for m in multiplicities.tolist())
            won += float(np.logaddexp(0.0, orders - math.log(len(self.seen))))
        self.seen.add(key)
        self.copies += won
        if self.copies >= -math.log(ALARM) or won >= -math.log(ALARM) + 2 * math.log(self.parts):
            raise DependentError(f"blocks of {x.size} samples are copies of each other: {REMEDY}")


def _exponent(deviation: float, terms: int, of: float = math.inf) -> float | None:
    """Y of a sum of signs, drawn from so many; None where there is nothing to add."""
    return deviation**2 / (2 * terms * (1 - (terms - 1) / of)) if terms else None


def _counts(a: Bits, b: Bits) -> float | None:
    """Y for the numbers of ones in two parts of one size."""
    one, other = int(a.sum()), int(b.sum())
    return _exponent(one - other, min(one + other, 2 * a.size - one - other), 2 * a.size)


def _overlap(a: Bits, b: Bits) -> float | None:
    """Y for the number of places at which both parts have a one.

    >>> first = np.arange(8)
    >>> [round(float(_overlap(first < 6, other)), 6) for other in (first < 4, first > 5)]  # 4/3.5, 9/3.5
    [1.142857, 2.571429]
    """
    n, one, other = a.size, int(a.sum()), int(b.sum())
    both = np.count_nonzero(a & b)
    return _exponent(2 * (both - one * other / n), min(one, other, n - one, n - other), n)


def _crossed(x: Bits, y: Bits) -> float | None:
    """Y for pairs (x_i, y_i), by two of them at a time."""
    count = min(x.size, y.size) // 2 * 2
    p, q = x[:count].astype(int), y[:count].astype(int)
    signs = (p[0::2] - p[1::2]) * (q[0::2] - q[1::2])
    return _exponent(int(signs.sum()), int(np.count_nonzero(signs)))
