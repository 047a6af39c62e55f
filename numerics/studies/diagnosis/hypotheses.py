"""Which hypotheses of which claims a network meets: one table, from plain facts about network and batch."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numerics.networks.observables import cosines, distinct_columns, gram

SPEAK: dict[tuple[str, ...], tuple[str, ...]] = {
    ("rc", "rs", "nl"): ("nachum24.dynamics.full-bn-factor", "nachum24.figures.angles-at-layer-30",
                         "nachum24.outlier.rescaled-norms", "nachum24.figures.escape",
                         "yang19.growth.relu", "yang19.growth.deep"),
    ("rc", "nl"): ("nachum24.dynamics.symmetric-ray", "nachum24.dynamics.k-escaped-index",
                   "nachum24.dynamics.broken-ratio", "nachum24.outlier.norm-ratio", "nachum24.figures.escape",
                   "yang19.outlier.symmetric", "yang19.outlier.broken"),
    ("rs", "nl"): ("nachum24.dynamics.rescaled-relu-cosine", "nachum24.dynamics.rescaled-relu-stable"),
    ("nl",): ("nachum24.dynamics.relu-alone",),
    ("rc", "rs"): ("daneshmand21.centred.stationary", "daneshmand21.centred.floor", "yang19.growth.linear"),
    ("rs",): ("daneshmand21.width.stationary-gap", "daneshmand21.theorem.corrected",
              "daneshmand20.mean-field.stationary-law", "daneshmand20.rank.theorem-14"),
    ("rc",): ("nachum24.rank.recentring-linear",),
    (): ("daneshmand21.vanilla.limit",),
}  # fmt: skip
"""Claims about a network of equal layers with these components."""


class Points(NamedTuple):
    """Of a batch: points, different ones, rank, pairs on one line through 0, features that are equal at all points."""

    n: int
    distinct: int
    rank: int
    parallel: int
    constant: int


@dataclass(frozen=True)
class Facts:
    """Of a network and its batch.

    Attributes
    ----------
    activation : a name of `numerics.networks.layer.ACTIVATIONS`, or its words where it has none; "identity" for none.
    features : of a point at the last place; 0 for the last width.
    kinds : what normalises, such as BatchNorm2d, each once. over_batch : whether it does so over the batch.
    running : whether statistics of training are used in the place of the batch's (eval mode).
    affine : "none", "fresh" (gamma 1, beta 0) or "trained".
    other : what else is in the network that the theory does not know, in words; such as convolutions.
    gaussian : whether the weights are drawn Gaussian; None where that is not known.
    """

    points: Points
    components: tuple[str, ...]
    widths: tuple[int, ...]
    epsilon: float
    skip: bool = False
    activation: str = "relu"
    features: int = 0
    kinds: tuple[str, ...] = ("BatchNorm1d",)
    over_batch: bool = True
    running: bool = False
    affine: str = "none"
    bias: bool = False
    other: tuple[str, ...] = ()
    gaussian: bool | None = True

    @property
    def linear(self) -> bool:
        """Whether there is no activation."""
        return "nl" not in self.components


class Judged(NamedTuple):
    """A hypothesis, whether it is met (None: not known), why, and the claims that make it."""

    says: str
    met: bool | None
    why: str
    claims: tuple[str, ...]


def of_batch(x: NDArray[np.float64]) -> Points:
    """Of a batch (k, n)."""
    cos = np.abs(np.triu(cosines(gram(x)), 1))
    rank = int(np.linalg.matrix_rank(np.linalg.qr(x, mode="r") if x.shape[0] > x.shape[1] else x))
    parallel, constant = int((cos > 1 - 1e-12).sum()), int((np.ptp(x, axis=1) == 0).sum())
    return Points(x.shape[1], int(distinct_columns(x)), rank, parallel, constant)


Test = Callable[[Facts], tuple[bool | None, str]]


def _statistics(f: Facts) -> tuple[bool | None, str]:
    if f.running:
        return False, "a fixed scale and shift, as of running statistics, stands in their place"
    if not f.kinds:
        return True, "nothing normalises"
    return f.over_batch, " and ".join(f.kinds)


def _activation(f: Facts) -> tuple[bool | None, str]:
    if f.linear or f.activation == "relu":
        return True, "no activation" if f.linear else "ReLU"
    return False, f.activation


def _epsilon(f: Facts) -> tuple[bool | None, str]:
    if "rs" not in f.components and (f.over_batch or not f.kinds):
        return True, "nothing is rescaled"
    if math.isnan(f.epsilon):
        return None, "what is added to the variance is not known"
    return f.epsilon == 0, f"eps = {f.epsilon:g}" + ("; small beside variances of order 1" if f.epsilon else "")


def _bias(f: Facts) -> tuple[bool | None, str]:
    if not f.bias:
        return True, "no layer has one"
    cancels = f.over_batch and "rc" in f.components
    return cancels, "recentring takes it away" if cancels else "a bias that nothing takes away"


def _skip(f: Facts) -> tuple[bool | None, str]:
    return not f.skip, "skip connections" if f.skip else "none"


def _distinct(f: Facts) -> tuple[bool | None, str]:
    n, distinct, _, parallel, _ = f.points
    if distinct < n:
        return False, f"{distinct} different points of {n}: equal ones stay equal at every depth"
    return parallel == 0, f"{parallel} pairs on one line through 0" if parallel else "no two on one line"


def _width(f: Facts) -> tuple[bool | None, str]:
    least, n = min(f.widths), f.points.n
    return least >= n, f"least width {least:,}, n = {n}" + ("" if least >= n else ": no rank exceeds the width")


def _size(f: Facts) -> tuple[bool | None, str]:
    return f.points.n >= 4, f"n = {f.points.n}"


def _equal(f: Facts) -> tuple[bool | None, str]:
    alike = len(set(f.widths)) == 1
    return alike, f"width {f.widths[0]:,}" if alike else f"widths from {min(f.widths):,} to {max(f.widths):,}"


def _dense(f: Facts) -> tuple[bool | None, str]:
    return not f.other, "; ".join(f.other) or "nothing else"


def _gaussian(f: Facts) -> tuple[bool | None, str]:
    if f.gaussian is None:
        return None, "weights as they were given"
    return f.gaussian, "drawn so" if f.gaussian else "other weights"


def _affine(f: Facts) -> tuple[bool | None, str]:
    says = {"none": "none", "fresh": "gamma = 1, beta = 0 in all layers", "trained": "other gamma or beta"}
    return f.affine != "trained", says[f.affine]


def _features(f: Facts) -> tuple[bool | None, str]:
    count = f.points.constant
    return count == 0, f"equal at all points: {count} of them" if count else "every feature varies"


HYPOTHESES: tuple[tuple[str, tuple[str, ...], Test], ...] = (
    ("statistics of this batch", ("components.algebra.bn-affine-invariance", "nachum24.dynamics.full-bn-factor"),
     _statistics),
    ("ReLU, or no activation", ("nachum24.dynamics.full-bn-factor", "daneshmand21.width.one-step"), _activation),
    ("eps = 0", ("components.algebra.bn-jacobian", "nachum24.dynamics.full-bn-factor"), _epsilon),
    ("no scale gamma, no shift beta", ("nachum24.dynamics.full-bn-factor", "daneshmand21.gap.normalisation"), _affine),
    ("no bias that counts", ("components.algebra.rc-idempotent", "components.algebra.bn-affine-invariance"), _bias),
    ("no skip connection", ("nachum24.dynamics.full-bn-factor", "daneshmand20.mean-field.stationary-law"), _skip),
    ("fully connected layers alone", ("nachum24.dynamics.full-bn-factor", "daneshmand21.width.one-step"), _dense),
    ("Gaussian weights", ("nachum24.dynamics.full-bn-factor", "daneshmand21.width.one-step"), _gaussian),
    ("one width", ("daneshmand21.width.stationary-gap", "daneshmand20.chain.gram-chain"), _equal),
    ("width at least n", ("nachum24.rank.full-rank", "daneshmand21.threshold.critical-width"), _width),
    ("no two points on one line", ("nachum24.rank.full-rank", "nachum24.rank.distinct-columns"), _distinct),
    ("no constant feature", ("components.algebra.bn-affine-invariance",), _features),
    ("n >= 4 (growth of gradients)", ("yang19.growth.relu", "yang19.growth.linear"), _size),
)  # fmt: skip
"""What is asked, the claims that ask it, and how it is seen."""


def judged(facts: Facts) -> tuple[Judged, ...]:
    """All of the table.

    >>> facts = Facts(Points(8, 8, 8, 0, 0), ("rc", "rs"), (64, 64), 1e-5)
    >>> [found.says for found in judged(facts) if not found.met]
    ['eps = 0']
    """
    return tuple(Judged(says, *test(facts), claims) for says, claims, test in HYPOTHESES)
