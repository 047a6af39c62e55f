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

Laws and quantiles: `numerics.statistics.laws`.

One sample is one independent *network*: its neurons are not independent of each other.
Verdicts are the words of `theory.claim.Verdict`; this module never imports theory.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from numerics.statistics.betting import (
    BOLDEST,
    LADDER,
    ROUNDING,
    Bounded,
    Catoni,
    Floats,
    NonNegative,
    Process,
    SamplesError,
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
Relation: TypeAlias = Literal["=", "<=", "<", ">=", ">"]
Need: TypeAlias = tuple[Process, float, float]
"""Bets that have to win, and the mean and the bound on the variance that they face."""


@dataclass(eq=False)
class MarginTest:
    """Sequential test that a mean lies within `delta` of the claimed one, or on the claimed side of it.

    Four nulls, in the order of `state`: mean >= c + d, mean <= c - d, mean <= c + d, mean >= c - d, for
    c = claimed, d = delta. Rejecting the first two supports the claim; rejecting one of the last two refutes
    it. At threshold T, at any number of samples and however often looked at: a mean off by d or more "holds"
    with probability <= 1/T, one off by d or less is "refuted" with probability <= 2/T. Nearness to a margin
    costs samples, not errors. `plan` says how many samples notice d.

    An inequality, relation "<=" or "<" (which no mean tells apart), has two nulls: it holds when mean >= c + d is
    rejected and is refuted when mean <= c + b is, b = bias; the other two are settled. ">=" and ">" mirrored. With
    `sharp` it holds when mean >= c - b is rejected: what is false, by however little, "holds" with probability <= 1/T.
    Samples are then planned for means at c - d or below.

    Parameters
    ----------
    claimed : the predicted mean, finite; outside the support it is refuted if off by more than d.
    delta : half-width of the margin, > 0, in the units of X.
    support : what theory knows of X. Under `NonNegative()` a claim can be refuted from above only.
    relation : how the mean stands to the claimed one.
    bias : a true claim's mean may be off by this much, < delta: samples are planned for every such mean.
    sharp : whether an inequality is tested at the claimed number itself, without a margin on its false side.

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
    relation: Relation = "="
    bias: float = 0.0
    sharp: bool = False
    count: int = field(default=0, init=False)
    total: float = field(default=0.0, init=False)
    state: Floats = field(init=False, repr=False)
    processes: tuple[Process, ...] = field(init=False, repr=False)

    nulls: ClassVar[int] = 4

    def __post_init__(self) -> None:
        finite(claimed=self.claimed, delta=self.delta, bias=self.bias)
        if not self.delta > 0:
            raise ValueError(f"delta must be positive, got {self.delta}: no sample proves an equality")
        if not 0 <= self.bias < self.delta:
            raise ValueError(f"a bias of {self.bias} is not below the margin {self.delta}; widen that")
        up, down = self.claimed + self.delta, self.claimed - self.delta
        if not down < self.claimed < up:
            raise ValueError(f"delta = {self.delta} is lost in the rounding of {self.claimed}; widen it")
        if self.sharp:
            if self.relation == "=":
                raise ValueError("no number of samples shows an equality without a margin: sharp is for inequalities")
            up, down = self.claimed - self.bias, self.claimed + self.bias
        above, below = self._bets(">=", up), self._bets("<=", down)
        if self.relation == "=":
            self.processes = (above, below, self._bets("<=", up), self._bets(">=", down))
        elif self.relation in ("<=", "<"):
            self.processes = (above, Settled(True), self._bets("<=", self.claimed + self.bias), Settled(False))
        elif self.relation in (">=", ">"):
            self.processes = (Settled(True), below, Settled(False), self._bets(">=", self.claimed - self.bias))
        else:
            raise ValueError(f"a mean is compared by one of {', '.join(get_args(Relation))}, got {self.relation!r}")
        if self.relation == "=" and self.processes[0] == self.processes[1] == Settled(false=True):
            raise ValueError(f"every mean in {self.support} is within delta = {self.delta}; narrow it")
        self.state = np.zeros((self.nulls, LADDER.size))

    def _bets(self, side: Side, bound: float) -> Process:
        if side == ">=" and self.support == NonNegative():
            return Settled(false=False)  # documented: this side stays undecided
        return against(side, bound, self.support, self.delta)

    def update(self, x: npt.ArrayLike) -> None:
        """Take independent samples, (n,), one per network; `gain` says what is refused. Then the state is as before."""
        self.add(self.gain(x))

    def gain(self, x: npt.ArrayLike) -> Floats:
        """What samples x, (n,), add to the test, (2 + 4 * 24,): their number, their sum, log capital on each null.

        Raises
        ------
        SamplesError : samples that are not a 1-d array of finite numbers, or that lie outside the support
            by more than rounding (2^-40 of its length).
        """
        x = checked(x)
        lo, hi, slack = -math.inf, math.inf, 0.0
        if isinstance(self.support, Bounded):
            lo, hi = self.support.lo, self.support.hi
            slack = ROUNDING * (hi - lo)
        elif isinstance(self.support, NonNegative):
            lo = 0.0
        inside = (x >= lo - slack) & (x <= hi + slack)
        if not inside.all():
            raise SamplesError(f"sample {x[~inside][0]!s} lies outside the declared support [{lo}, {hi}]")
        return np.concatenate([[x.size, x.sum()], *(process.gain(x) for process in self.processes)])

    def add(self, gain: Floats) -> None:
        """Add a block of samples by its `gain`."""
        count, total, capital = gain[0], gain[1], gain[2:].reshape(self.state.shape)
        self.state = self.state + capital
        self.count += int(count)
        self.total += float(total)

    def merge(self, other: MarginTest) -> None:
        """Add the samples of another block of the same test; any order gives the same state, to rounding."""
        mine, its = ((t.claimed, t.delta, t.support, t.relation, t.bias, t.sharp) for t in (self, other))
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
        """Number of samples after which a true claim holds, but for `miss`: with its mean within `bias` of claimed
        (of `delta` beyond it, if the test is `sharp`).

        Rigorous for independent samples of variance <= `variance` (by default the largest that the support
        allows): Chernoff's bound at the worst law, see `betting.exponents`, `miss` being shared by the two nulls.
        A mean off by 2 delta is refuted after as many, planned at that mean.
        """
        rates(threshold=threshold, miss=miss)
        needs = self.needs(variance)
        return _whole(max(p.samples(mean, v, threshold, miss / len(needs)) for p, mean, v in needs))

    def miss(self, threshold: float, count: float, *, variance: float | None = None) -> float:
        """Bound on the probability that a true claim does not hold after `count` samples: `plan` inverted."""
        return min(1.0, sum(p.miss(mean, v, threshold, count) for p, mean, v in self.needs(variance)))

    def needs(self, variance: float | None = None) -> tuple[Need, ...]:
        """The nulls to be rejected if the claim is true, each with the nearest mean and the largest variance there."""
        ends = {"<": (1,), ">": (-1,)}.get(self.relation[0], (1, -1))
        nearest = self.bias - self.delta if self.sharp else self.bias
        return tuple(
            self._need(self.processes[0 if sign > 0 else 1], self.claimed + sign * nearest, variance) for sign in ends
        )

    def needs_if_off(self, off: float, sign: int, variance: float | None = None) -> Need:
        """The null that refutes where the mean is off by `off` or more: above the claimed one (sign 1), or below."""
        return self._need(self.processes[2 if sign > 0 else 3], self.claimed + sign * off, variance)

    def _need(self, process: Process, mean: float, variance: float | None) -> Need:
        """With the largest variance at this mean. Means beyond are no worse: scaled down, they come to this one."""
        most = math.inf
        match self.support:
            case Bounded(lo, hi, known):
                mean = min(max(mean, lo), hi)
                most = (mean - lo) * (hi - mean)
                most = most if known is None else min(most, known)
            case Variance(v):
                most = v
            case NonNegative(v) if v is not None:
                most = v
        v = most if variance is None else min(variance, most)
        if not 0 <= v < math.inf:
            raise ValueError(f"no number of samples shows a mean of {self.claimed} under {self.support}")
        return process, mean, v


def checked(x: npt.ArrayLike) -> Floats:
    """Samples as (n,) finite numbers, or SamplesError."""
    if np.iscomplexobj(x):
        raise SamplesError("samples are complex numbers: return their real part, or what is claimed of them")
    x = np.asarray(x, dtype=np.float64)
    if x.ndim != 1:
        raise SamplesError(f"samples must have shape (n,), one number per network, got {x.shape}")
    if not np.isfinite(x).all():
        bad = np.count_nonzero(~np.isfinite(x))
        raise SamplesError(f"{bad} of {x.size} samples are not finite numbers; mend the simulation")
    return x


def margin_verdict(state: Floats, threshold: float) -> Verdict:
    """What the log capitals on the four nulls of a `MarginTest`, (4, 24), say at a threshold."""
    if not 1 < threshold < math.inf:
        raise ValueError(f"a threshold is a finite number > 1, such as 2 K / alpha, got {threshold}")
    above, below, over, under = (bool(e >= math.log(threshold)) for e in log_e(state))
    holds, refuted = above and below, over or under
    if holds == refuted:  # both: the samples contradict what was declared of them
        return "undecided"
    return "holds" if holds else "refuted"


def rates(*, threshold: float, miss: float) -> None:
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
    50312
    """
    rates(threshold=threshold, miss=miss)
    if not (0 < variance < math.inf and 0 < delta < span):
        raise ValueError(f"wanted variance > 0 and 0 < delta < span, got {variance}, {delta}, {span}")
    if span == math.inf:
        return _whole(Catoni(1, 0.0, variance, delta).samples(delta, variance, threshold, miss / 2))
    fine = BOLDEST / span * 2.0 ** (-np.arange(4, 100) / 8)
    v = min(variance, span**2 / 4)
    return _whole(chernoff(fine, span, span + delta, v, threshold, miss / 2, ratio=math.sqrt(2)))
