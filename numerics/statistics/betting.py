"""Capital processes against one-sided nulls on a mean, and how many samples they need.

24 fixed bets each multiply their capital at every sample; under the null the mean capital e is a nonnegative
supermartingale from 1. `numerics.statistics.decide` makes decisions of them and cites the sources.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Side: TypeAlias = Literal["<=", ">="]

STEP = math.sqrt(2)

LADDER: Floats = np.float64(STEP) ** -np.arange(24)
"""The 24 bets relative to the largest: a factor 2900 of scales, steps fine enough to lose < 4% of growth."""

ROUNDING = 2.0**-40
"""Part of the scale below which a difference is taken for rounding: a mean claimed to lie at an end of the
support must not be refuted by the last bits of the samples."""

BOLDEST = 0.98
"""Part of the capital that the largest bet may lose at a sample: where samples hardly vary, it decides how many."""

CHUNK = 4096  # samples per sweep: 24 x 4096 floats stay in the cache


class SamplesError(ValueError):
    """Samples that are not what was declared of them: a fault of the simulation, never a verdict on its claim."""


@dataclass(frozen=True)
class Bounded:
    """X in [lo, hi]; `variance` is a bound from theory, where there is a better one than (mean - lo)(hi - mean)."""

    lo: float
    hi: float
    variance: float | None = None

    def __post_init__(self) -> None:
        if not -math.inf < self.lo < self.hi < math.inf:
            raise ValueError(f"bounds must be finite with lo < hi, got [{self.lo}, {self.hi}]")
        if self.variance is not None:
            Variance(self.variance)


@dataclass(frozen=True)
class Variance:
    """Real X with Var X <= v, a bound from theory, never an estimate."""

    v: float

    def __post_init__(self) -> None:
        if not 0 < self.v < math.inf:
            raise ValueError(f"a variance bound must be finite and > 0, got {self.v}; without one, undecided")


@dataclass(frozen=True)
class NonNegative:
    """X >= 0. Without a bound on its variance, "mean >= m" cannot be rejected: no claim can hold by it."""

    variance: float | None = None

    def __post_init__(self) -> None:
        if self.variance is not None:
            Variance(self.variance)


Support: TypeAlias = Bounded | Variance | NonNegative


def finite(**values: float) -> None:
    for what, value in values.items():
        if not math.isfinite(value):
            raise ValueError(f"{what} must be a finite number, got {value}")


def _swept(step: Callable[[Floats], Floats], x: Floats) -> Floats:
    """Sum of step(x[..., None, :]) over samples, (..., n) -> (..., 24), a chunk at a time."""
    width = max(1, CHUNK * x.shape[-1] // max(x.size, 1))
    total = np.zeros((*x.shape[:-1], LADDER.size))
    with np.errstate(over="ignore", invalid="ignore"):  # said in words below
        for i in range(0, x.shape[-1], width):
            total += step(x[..., None, i : i + width]).sum(axis=-1)
    if not np.isfinite(total).all():
        raise SamplesError(f"samples up to {np.abs(x).max():.3g} overflow the evidence; rescale the observable")
    return total


@dataclass(frozen=True)
class Betting:
    """Bets against "E U <= reach" for U = sign (X - end) >= 0, U being X counted from an end of its support.

    Bets lam_j = (BOLDEST / reach) ratio^-j, j = 0..23: no bet can lose all at a sample. The ratio is
    sqrt 2, and more, up to 2, where the best bet for rare large samples would lie below the last: `against`.
    """

    sign: int
    end: float
    reach: float
    ratio: float = STEP

    @property
    def bets(self) -> Floats:
        return np.float64(self.ratio) ** -np.arange(LADDER.size) * (BOLDEST / self.reach)

    def gain(self, x: Floats) -> Floats:
        """Log capital won on samples x, (..., n) -> (..., 24): sum of log(1 + lam_j (u - reach))."""
        bets = self.bets[:, None]
        u = np.maximum(self.sign * (x - self.end), 0.0)  # below 0 by rounding only: `update`
        return _swept(lambda part: np.log1p(bets * (part - self.reach)), u)

    def samples(self, mean: float, variance: float, threshold: float, miss: float) -> float:
        """Samples after which e >= threshold, but for `miss`, where Var X <= variance and E X is `mean` or beyond.

        Beyond, further from the null, is no worse: scaled down to that mean, U is smaller, and so are its variance
        and its bounds.
        """
        return chernoff(self.bets, self.reach, self.sign * (mean - self.end), variance, threshold, miss)

    def miss(self, mean: float, variance: float, threshold: float, count: float) -> float:
        """Bound on the probability that e < threshold after `count` samples of such a law: `samples` inverted."""
        s, rate = exponents(self.bets, self.reach, self.sign * (mean - self.end), variance)
        return _missed(s, rate, threshold, count)


@dataclass(frozen=True)
class Catoni:
    """Bets against "E U <= 0" for U = sign (X - bound) with Var U <= variance.

    A deviation D is best met by lam = D / variance (growth D^2 / 2 variance per sample). Bets run from
    256 delta / variance down to delta / 11 variance: deviations from a tenth to 256 times the planned one.
    """

    sign: int
    bound: float
    variance: float
    delta: float

    @property
    def bets(self) -> Floats:
        return LADDER * (256 * self.delta / self.variance)

    def gain(self, x: Floats) -> Floats:
        """Log capital won on samples x, (..., n) -> (..., 24): sum of phi(lam_j u) - lam_j^2 variance / 2."""
        bets = self.bets[:, None]
        cost = self.bets**2 * self.variance / 2

        def phi(part: Floats) -> Floats:
            y = np.abs(bets * part)
            odd: Floats = np.copysign(np.log1p(y * (1 + y / 2)), part)
            return odd

        won: Floats = _swept(phi, self.sign * (x - self.bound)) - x.shape[-1] * cost
        return won

    def samples(self, mean: float, variance: float, threshold: float, miss: float) -> float:
        """As `Betting.samples`. exp(-phi(y)) <= 1 - y + y^2/2 makes it a Chernoff bound of exponent 1.

        Beyond `mean` is no worse, phi being increasing: shift X, and the capital only grows.
        """
        return _needed(np.ones(1), self._rate(mean, variance), threshold, miss)

    def miss(self, mean: float, variance: float, threshold: float, count: float) -> float:
        """As `Betting.miss`."""
        return _missed(np.ones(1), self._rate(mean, variance), threshold, count)

    def _rate(self, mean: float, variance: float) -> Floats:
        lam = self.bets
        gap = np.minimum(self.sign * (mean - self.bound), 1 / lam)  # beyond is no worse, though its bound would be
        loss = np.log1p(-lam * gap + lam**2 * (variance + gap**2) / 2) + lam**2 * self.variance / 2
        return np.where(gap > 0, np.maximum(-loss, 0.0), 0.0)[None, :]


@dataclass(frozen=True)
class Settled:
    """A null that data cannot change: false by the support alone, or never to be rejected."""

    false: bool

    def gain(self, x: Floats) -> Floats:
        """Infinite from the first sample on if the null is false; else 0, no bet being made."""
        return np.full((*x.shape[:-1], LADDER.size), math.inf if self.false and x.shape[-1] else 0.0)

    def samples(self, mean: float, variance: float, threshold: float, miss: float) -> float:
        return 1.0 if self.false else math.inf

    def miss(self, mean: float, variance: float, threshold: float, count: float) -> float:
        return 0.0 if self.false and count >= 1 else 1.0


Process: TypeAlias = Betting | Catoni | Settled


def against(side: Side, bound: float, support: Support, delta: float) -> Process:
    """The bets against the null "mean <= bound" or "mean >= bound".

    At the ends of the support, for "mean <= bound" and X >= lo (mirrored for the other side):
    bound < lo: false by the support, rejected by the first sample. bound = lo: says X = lo; tested as
    "mean <= lo + 2^-40 scale", which is weaker, so that rejecting it is valid and rounding is no witness.
    bound >= hi: true by the support, never rejected.

    Parameters
    ----------
    delta : the deviation planned for, > 0; sets the range of Catoni's bets, and the scale where no bounds do.

    Raises
    ------
    ValueError : "mean >= bound" for X >= 0 without a variance bound, or a support that says nothing.

    Examples
    --------
    >>> against("<=", 0.5, Bounded(-1, 1), 0.1)
    Betting(sign=1, end=-1, reach=1.5, ratio=1.4142135623730951)
    >>> against(">=", 1.1, Bounded(-1, 1), 0.1)
    Settled(false=True)
    """
    sign = 1 if side == "<=" else -1
    variance: float | None = None
    end, far, scale = -math.inf, math.inf, delta  # the support of sign X
    match support:
        case Bounded(lo, hi, v):
            variance = v
            end, far, scale = min(sign * lo, sign * hi), max(sign * lo, sign * hi), hi - lo
        case Variance(v):
            variance = v
        case NonNegative(v):
            end, far, variance = (0.0, math.inf, v) if sign > 0 else (-math.inf, 0.0, v)
        case _:
            raise ValueError(
                f"a mean is testable for a Bounded, Variance or NonNegative support, got {support!r}; "
                "with neither bounds nor a variance bound leave the claim undecided"
            )
    reach = sign * bound - end
    if reach < 0 or sign * bound >= far:
        return Settled(false=reach < 0)
    if end > -math.inf:
        reach = max(reach, ROUNDING * scale)
        most = reach * (far - end - reach) if variance is None else variance
        least = delta / (2 * most) if 0 < most < math.inf else math.inf  # half of the best bet at that variance
        span = (BOLDEST / reach / least) ** (1 / (LADDER.size - 1))
        return Betting(sign, sign * end, reach, min(max(STEP, span), 2.0))
    if variance is None:
        raise ValueError(
            f'"mean {side} {bound:g}" is untestable for unbounded X: rare large values could lie beyond any '
            "sample; give bounds or a variance bound, or leave the claim undecided"
        )
    return Catoni(sign, bound, variance, delta)


def log_e(state: Floats) -> Floats:
    """Log of the mean capital, (..., 24) -> (...)."""
    with np.errstate(invalid="ignore"):  # NaN stays NaN, and decides nothing
        return np.asarray(np.logaddexp.reduce(state, axis=-1) - math.log(LADDER.size), dtype=np.float64)


def exponents(bets: Floats, reach: float, mean: float, variance: float, ratio: float = 1) -> tuple[Floats, Floats]:
    """Exponents s > 0, (S, 1), and rates r >= 0, (S, 24), such that for every n, s and bet lam

        P(sum over n samples of log(1 + lam (U - reach)) < log(24 threshold)) <= (24 threshold)^s exp(-n r)

    for U >= 0 with E U = mean and Var U <= variance; all rates are 0 unless mean > reach. This is Chernoff's bound,
    E f(U)^n for f(u) = (1 + lam (u - reach))^-s; e >= threshold once one of the 24 bets has 24 threshold. The worst
    law sits on 0 and t = mean + variance/mean: let q be the parabola that meets f at 0 and touches it at t;
    f - q = f'''(.) u (u - t)^2 / 6 <= 0 on u >= 0, hence E f <= E q, and E q is largest at the largest variance,
    f being convex.

    With ratio r > 1: for any bet within [lam, r lam], f being convex in lam.
    """
    s = 2.0 ** np.arange(-5, 6.25, 0.25)[:, None]
    if not mean > reach:
        return s, np.zeros((s.size, bets.size))
    t = mean + variance / mean
    with np.errstate(divide="ignore", over="ignore"):
        odds = np.float64(variance) / mean / mean  # of 0 against t; the square of a large mean is no float
        log_p, log_q = -np.log1p(1 / odds), -np.log1p(odds)
    log_f = np.full(np.broadcast_shapes(s.shape, bets.shape), -math.inf)
    for lam in (bets, bets * ratio):
        end, top = (-s * np.log1p(lam * (u - reach)) for u in (0.0, t))
        log_f = np.maximum(log_f, np.logaddexp(log_p + end, log_q + top))
    return s, np.where(log_f < 0, -log_f, 0.0)


def chernoff(
    bets: Floats, reach: float, mean: float, variance: float, threshold: float, miss: float, ratio: float = 1
) -> float:
    """An n after which one of the bets has 24 threshold, but for `miss`: `exponents`."""
    s, rate = exponents(bets, reach, mean, variance, ratio)
    return _needed(s, rate, threshold, miss)


def _needed(s: Floats, rate: Floats, threshold: float, miss: float) -> float:
    with np.errstate(divide="ignore"):
        return float(np.min((s * math.log(LADDER.size * threshold) - math.log(miss)) / rate))


def _missed(s: Floats, rate: Floats, threshold: float, count: float) -> float:
    log_miss = float(np.min(s * math.log(LADDER.size * threshold) - count * rate))
    return math.exp(min(log_miss, 0.0))
