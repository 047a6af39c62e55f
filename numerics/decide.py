"""Statistical decisions with a stated false-alarm rate and a stated noticeable deviation.

Means: sequential tests by betting. Against a one-sided null, 24 fixed bets each multiply their capital at
every sample; under the null the mean capital e is a nonnegative supermartingale from 1, so (Ville)
P(e ever reaches T) <= 1/T: a test may be looked at, continued or stopped at any time. The state of a null
is its 24 log capitals, and it is additive: blocks merge in any order, from any worker.

- bounded X, or X >= 0 against "mean <= m": capital prod(1 + lam (X - m)), lam < 1/m
  (Waudby-Smith and Ramdas, JRSS B 2024, with fixed bets for the sake of order-freedom);
- real X with Var X <= v: capital prod exp(phi(lam (X - m)) - lam^2 v / 2) with Catoni's influence phi
  (Catoni, AIHP 2012; Wang and Ramdas, SPA 2023). Valid wherever in the null the mean lies, since phi
  increases: shift X up to mean m and the capital only grows;
- neither bounds nor a variance: untestable, refused.

Laws: the Dvoretzky-Kiefer-Wolfowitz inequality with Massart's constant, at atoms too. Quantiles:
Clopper-Pearson. These two are for a number of samples fixed beforehand.

One sample is one independent *network*: its neurons are not independent of each other.
Verdicts are the words of `theory.claim.Verdict`; this module never imports theory.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from numerics.betting import (
    LADDER,
    ROUNDING,
    Bounded,
    Catoni,
    Floats,
    NonNegative,
    Process,
    Settled,
    Side,
    Support,
    Variance,
    against,
    chernoff,
    finite,
    log_e,
)

Verdict: TypeAlias = Literal["holds", "refuted", "undecided"]
CDF: TypeAlias = Callable[[Floats], npt.ArrayLike]


@dataclass(eq=False)
class MarginTest:
    """Sequential test that a mean lies within `delta` of the claimed one.

    Four nulls, in the order of `state`: mean >= c + d, mean <= c - d, mean <= c + d, mean >= c - d, for
    c = claimed, d = delta. Rejecting the first two supports the claim; rejecting one of the last two refutes
    it. At threshold T, at any number of samples and however often looked at: a mean off by d or more "holds"
    with probability <= 1/T, one off by d or less is "refuted" with probability <= 2/T. Nearness to a margin
    costs samples, not errors. `plan` says how many samples notice d.

    Parameters
    ----------
    claimed : the predicted mean, finite; outside the support it is refuted if off by more than d.
    delta : half-width of the margin, > 0, in the units of X.
    support : what theory knows of X. Under `NonNegative()` a claim can be refuted from above only.

    Examples
    --------
    >>> coin = MarginTest(0.5, 0.1, Bounded(0, 1))
    >>> coin.update(np.tile([0.0, 1.0], 4000))
    >>> coin.verdict(threshold=2 * 4 / 1e-9), coin.mean, coin.count
    ('holds', 0.5, 8000)
    """

    claimed: float
    delta: float
    support: Support
    count: int = field(default=0, init=False)
    total: float = field(default=0.0, init=False)
    state: Floats = field(init=False, repr=False)
    processes: tuple[Process, ...] = field(init=False, repr=False)

    nulls: ClassVar[int] = 4

    def __post_init__(self) -> None:
        finite(claimed=self.claimed, delta=self.delta)
        if not self.delta > 0:
            raise ValueError(f"delta must be positive, got {self.delta}: no sample proves an equality")
        up, down = self.claimed + self.delta, self.claimed - self.delta
        if not down < self.claimed < up:
            raise ValueError(f"delta = {self.delta} is lost in the rounding of {self.claimed}; widen it")
        sides: tuple[tuple[Side, float], ...] = ((">=", up), ("<=", down), ("<=", up), (">=", down))
        self.processes = tuple(self._bets(*null) for null in sides)
        if self.processes[0] == self.processes[1] == Settled(false=True):
            raise ValueError(f"every mean in {self.support} is within delta = {self.delta}; narrow it")
        self.state = np.zeros((self.nulls, LADDER.size))

    def _bets(self, side: Side, bound: float) -> Process:
        if side == ">=" and bound >= 0 and self.support == NonNegative():
            return Settled(false=False)  # documented: this side stays undecided
        return against(side, bound, self.support, self.delta)

    def update(self, x: npt.ArrayLike) -> None:
        """Take independent samples, (n,), one per network; `gain` says what is refused. Then the state is as before."""
        self.add(self.gain(x))

    def gain(self, x: npt.ArrayLike) -> Floats:
        """What samples x, (n,), add to the test, (2 + 4 * 24,): their number, their sum, log capital on each null.

        Raises
        ------
        ValueError : samples that are not a 1-d array of finite numbers, or that lie outside the support
            by more than rounding (2^-40 of its length).
        """
        x = np.asarray(x, dtype=np.float64)
        if x.ndim != 1:
            raise ValueError(f"samples must have shape (n,), one number per network, got {x.shape}")
        if not np.isfinite(x).all():
            bad = np.count_nonzero(~np.isfinite(x))
            raise ValueError(f"{bad} of {x.size} samples are not finite numbers; mend the simulation")
        lo, hi, slack = -math.inf, math.inf, 0.0
        if isinstance(self.support, Bounded):
            lo, hi = self.support.lo, self.support.hi
            slack = ROUNDING * (hi - lo)
        elif isinstance(self.support, NonNegative):
            lo = 0.0
        inside = (x >= lo - slack) & (x <= hi + slack)
        if not inside.all():
            raise ValueError(f"sample {x[~inside][0]!s} lies outside the declared support [{lo}, {hi}]")
        return np.concatenate([[x.size, x.sum()], *(process.gain(x) for process in self.processes)])

    def add(self, gain: Floats) -> None:
        """Add a block of samples by its `gain`."""
        count, total, capital = gain[0], gain[1], gain[2:].reshape(self.state.shape)
        self.state = self.state + capital
        self.count += int(count)
        self.total += float(total)

    def merge(self, other: MarginTest) -> None:
        """Add the samples of another block of the same test; any order gives the same state, to rounding."""
        mine, its = ((t.claimed, t.delta, t.support) for t in (self, other))
        if mine != its:
            raise ValueError(f"blocks of different tests do not merge: {mine} and {its}")
        self.add(other.tally)

    @property
    def tally(self) -> Floats:
        """The sum of all gains so far, (2 + 4 * 24,)."""
        return np.concatenate([[self.count, self.total], self.state.ravel()])

    @property
    def mean(self) -> float:
        """Mean of the samples so far; NaN before the first."""
        return self.total / self.count if self.count else math.nan

    @property
    def log_e(self) -> Floats:
        """Log e-value against each null, (4,)."""
        return log_e(self.state)

    def verdict(self, threshold: float) -> Verdict:
        """Reject each null with e >= threshold = 2 K / alpha_run, for K nulls in the run; errors as above."""
        return margin_verdict(self.state, threshold)

    def plan(self, threshold: float, *, variance: float | None = None, miss: float = 1e-6) -> int:
        """Number of samples after which a claim true to the letter (mean = claimed) holds, but for `miss`.

        Rigorous for independent samples of variance <= `variance` (by default the largest that the support
        allows): Chernoff's bound at the worst law, see `betting.chernoff`, `miss` being shared by the two nulls.
        A mean off by 2 delta is refuted after as many, planned at that mean.
        """
        _rates(threshold=threshold, miss=miss)
        most = math.inf
        match self.support:
            case Bounded(lo, hi, known):
                most = (self.claimed - lo) * (hi - self.claimed)
                most = most if known is None else min(most, known)
            case Variance(v):
                most = v
            case NonNegative(v) if v is not None:
                most = v
        v = most if variance is None else min(variance, most)
        if not 0 <= v < math.inf:
            raise ValueError(f"no number of samples shows a mean of {self.claimed} under {self.support}")
        return _whole(max(p.samples(self.claimed, v, threshold, miss / 2) for p in self.processes[:2]))


def margin_verdict(state: Floats, threshold: float) -> Verdict:
    """What the log capitals on the four nulls of a `MarginTest`, (4, 24), say at a threshold."""
    if not 1 < threshold < math.inf:
        raise ValueError(f"a threshold is a finite number > 1, such as 2 K / alpha, got {threshold}")
    above, below, over, under = (bool(e >= math.log(threshold)) for e in log_e(state))
    holds, refuted = above and below, over or under
    if holds == refuted:  # both: the samples contradict what was declared of them
        return "undecided"
    return "holds" if holds else "refuted"


def _rates(*, threshold: float, miss: float) -> None:
    if not (1 < threshold < math.inf and 0 < miss < 1):
        raise ValueError(f"wanted threshold > 1 and 0 < miss < 1, got threshold = {threshold}, miss = {miss}")


def _whole(n: float) -> int:
    if n == math.inf:
        raise ValueError("delta is too small for the 24 bets, whatever the number of samples; widen it")
    return math.ceil(n)


def plan(variance: float, delta: float, *, span: float, threshold: float, miss: float = 1e-6) -> int:
    """As `MarginTest.plan`, before a claimed mean is known: enough for any in a support of length `span`.

    About 2 variance (sqrt(log(24 threshold)) + sqrt(log(2/miss)))^2 / delta^2. Rigorous where the 24 bets
    reach down to the best, delta / variance (nulls further than variance / 3000 delta from the ends of the
    support); `MarginTest.plan` needs no such proviso. `span = inf` is Catoni's test with that variance bound.

    Examples
    --------
    >>> plan(0.16**2, 0.01, span=1, threshold=2 * 4 / 1e-9)
    50286
    """
    _rates(threshold=threshold, miss=miss)
    if not (0 < variance < math.inf and 0 < delta < span):
        raise ValueError(f"wanted variance > 0 and 0 < delta < span, got {variance}, {delta}, {span}")
    if span == math.inf:
        return _whole(Catoni(1, 0.0, variance, delta).samples(delta, variance, threshold, miss / 2))
    fine = 0.9 / span * 2.0 ** (-np.arange(4, 100) / 8)
    v = min(variance, span**2 / 4)
    return _whole(chernoff(fine, span, span + delta, v, threshold, miss / 2, ratio=math.sqrt(2)))


@dataclass(frozen=True)
class LawResult:
    """Kolmogorov distance between the sample and the law, the radius of the DKW band, and what follows."""

    distance: float
    eps: float
    n: int
    verdict: Verdict


def _fixed(samples: npt.ArrayLike, delta: float, alpha: float) -> Floats:
    """Samples of a test at a fixed n, checked."""
    x = np.asarray(samples, dtype=np.float64)
    if x.ndim != 1 or not x.size or not np.isfinite(x).all():
        raise ValueError(f"samples must be a 1-d array of finite numbers, not empty; got shape {x.shape}")
    if not (0 < delta < 1 and 0 < alpha < 1):
        raise ValueError(f"delta and alpha are probabilities in (0, 1), got delta = {delta}, alpha = {alpha}")
    return x


def law_test(samples: npt.ArrayLike, cdf: CDF, cdf_left: CDF, delta: float, alpha: float) -> LawResult:
    """Test that the law of X lies within Kolmogorov distance `delta` of F, atoms included.

    D_n is the largest of |F_n(x) - F(x)| and |F_n(x-) - F(x-)| over sample points x: the supremum over the
    line. P(sup |F_n - law| > eps) <= alpha for eps = sqrt(log(2/alpha) / 2n) (Massart, Ann. Prob. 1990,
    any law), so either verdict is false with probability <= alpha, at an n fixed beforehand: `law_plan`.

    Parameters
    ----------
    samples : (n,), independent.
    cdf, cdf_left : F(x) = P(X <= x) and F(x-) = P(X < x), arrays to arrays.

    Raises
    ------
    ValueError : samples not finite, rates outside (0, 1), or values that no distribution function takes.
    """
    x = _fixed(samples, delta, alpha)
    n = x.size
    points, counts = np.unique(x, return_counts=True)
    at, left = np.asarray(cdf(points), np.float64), np.asarray(cdf_left(points), np.float64)
    if not (at.shape == left.shape == points.shape and np.all((left >= 0) & (left <= at) & (at <= 1))):
        raise ValueError("cdf and cdf_left must give 0 <= F(x-) <= F(x) <= 1 at every sample point")
    upto = counts.cumsum()
    distance = float(max(np.abs(upto / n - at).max(), np.abs((upto - counts) / n - left).max()))
    eps = math.sqrt(math.log(2 / alpha) / (2 * n))
    verdict: Verdict = "undecided"
    if distance + eps < delta:
        verdict = "holds"
    elif distance - eps >= delta:
        verdict = "refuted"
    return LawResult(distance, eps, n, verdict)


def law_plan(delta: float, alpha: float, miss: float = 1e-6) -> int:
    """Samples for `law_test` or `quantile_test` to say "holds" of a claim true to the letter, but for `miss`.

    (sqrt(log(2/alpha)) + sqrt(log(2/miss)))^2 / 2 delta^2: DKW twice; for quantiles Hoeffding, which
    Clopper-Pearson is never wider than. The same number refutes a law at distance 2 delta.

    Examples
    --------
    >>> law_plan(0.02, 1e-9)
    88975
    """
    _fixed([0.0], delta, alpha)
    _rates(threshold=2.0, miss=miss)
    radii = math.sqrt(math.log(2 / alpha)) + math.sqrt(math.log(2 / miss))
    return math.floor(radii**2 / (2 * delta**2)) + 1


@dataclass(frozen=True)
class QuantileResult:
    """Clopper-Pearson intervals of P(X < c) and P(X <= c), each end at alpha/2, and what follows."""

    below: tuple[float, float]
    at_most: tuple[float, float]
    n: int
    verdict: Verdict


def quantile_test(samples: npt.ArrayLike, claimed: float, p: float, delta: float, alpha: float) -> QuantileResult:
    """Test that c = `claimed` is a p-quantile to `delta`: P(X < c) < p + delta and P(X <= c) > p - delta.

    The margin is in probability, so that no density is needed and atoms do no harm. A claim off by delta or
    more "holds" with probability <= alpha/2, one within delta is "refuted" with probability <= alpha, at an n
    fixed beforehand: `law_plan`.

    Parameters
    ----------
    samples : (n,), independent.
    p : in (0, 1), with p - delta > 0 or p + delta < 1, or there is nothing to test.

    Raises
    ------
    ValueError : samples not finite, rates outside (0, 1), or a margin that no law violates.
    """
    x = _fixed(samples, delta, alpha)
    finite(claimed=claimed)
    if not 0 < p < 1 or (p - delta < 0 and p + delta > 1):
        raise ValueError(f"wanted 0 < p < 1, and p - delta >= 0 or p + delta <= 1, got {p} and {delta}")
    below = _clopper_pearson(int(np.count_nonzero(x < claimed)), x.size, alpha / 2)
    at_most = _clopper_pearson(int(np.count_nonzero(x <= claimed)), x.size, alpha / 2)
    verdict: Verdict = "undecided"
    if below[1] < p + delta and at_most[0] > p - delta:
        verdict = "holds"
    elif below[0] >= p + delta or at_most[1] <= p - delta:
        verdict = "refuted"
    return QuantileResult(below, at_most, x.size, verdict)


def _clopper_pearson(k: int, n: int, a: float) -> tuple[float, float]:
    """Interval for a proportion, each end wrong with probability <= a. Never through 1 - a, which is 1."""
    from scipy.stats import beta  # slow to import

    law: Any = beta
    return (
        float(law.ppf(a, k, n - k + 1)) if k else 0.0,
        float(law.isf(a, k + 1, n - k)) if k < n else 1.0,
    )
