"""What theory says of this batch: the map of infinite width from it, fixed rays, laws of linear networks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sympy import Rational

from numerics.chains.chain import TAU
from numerics.chains.gap import Start, start
from numerics.limits.gram_dynamics import gram_map
from numerics.studies import chain, gap
from numerics.studies.diagnosis.measure import Measured, measured
from theory.markov import mean_rank_bound
from theory.orthogonality.theorem import square_bound
from theory.wide.fixed_points import NoFixedPoint, of_kind

Floats = NDArray[np.float64]
Components = tuple[str, ...]

MOST_POINTS = 300
"""The map of infinite width takes n^3 operations at some hundred nodes."""

DIGITS = 8.0
"""Of a step of the map, where at most four are shown; an error has the symmetries of the batch, and breaks none."""

SETTLED = 1e-11
"""A layer that moves no entry of G (of trace n) by more ends the way along the map."""

RAYS: dict[Components, tuple[tuple[str, str], ...]] = {
    ("rc", "rs", "nl"): (("symmetric", "nachum24.dynamics.full-bn-factor"),
                         ("outlier", "nachum24.outlier.rescaled-norms")),
    ("rc", "nl"): (("symmetric", "nachum24.dynamics.symmetric-ray"), ("broken", "nachum24.dynamics.k-escaped-index"),
                   ("outlier", "nachum24.outlier.norm-ratio")),
    ("rs", "nl"): (("symmetric", "nachum24.dynamics.rescaled-relu-cosine"),),
}  # fmt: skip
"""Fixed rays of the map that are known, with the claim for each."""

SIMPLE: dict[Components, tuple[str, str]] = {
    ("rc", "rs"): ("simplex", "daneshmand21.centred.stationary"),
    ("rs",): ("orthogonal", "daneshmand21.mean-map.fixed-points"),
    ("nl",): ("one direction", "nachum24.dynamics.relu-alone"),
}


class Way(NamedTuple):
    """Numbers along the map, (depth + 1,), and the Gram matrices, of trace n."""

    seen: Measured
    grams: tuple[Floats, ...]


class Ray(NamedTuple):
    """A fixed ray at this batch size: its name, the claim for it, its numbers, and how they go with n, in words."""

    name: str
    claim: str
    numbers: dict[str, float]
    says: str


class Law(NamedTuple):
    """A number for late layers of finite width; `bound` says whether it is one (upper for the gap, lower for ranks)."""

    quantity: str
    value: float
    bound: bool
    claim: str
    needs: str


def along(x: Floats, components: Components, depth: int) -> Way | None:
    """From the batch along the map of infinite width; None for a batch that is too large.

    >>> found = along(np.eye(9), ("rc", "rs", "nl"), 60).seen
    >>> round(float(np.cos(np.radians(found.angle[-1]))), 6)  # the symmetric ray
    0.2583
    """
    n = x.shape[1]
    if n > MOST_POINTS:
        return None
    G = x.T @ x
    G = G * (n / np.trace(G))
    seen, grams = [measured(G)], [G]
    while len(seen) <= depth:
        image = gram_map(G, components, digits=DIGITS)
        image = image * (n / np.trace(image))
        settled = np.abs(image - G).max() < SETTLED
        G = image
        times = depth + 1 - len(seen) if settled else 1
        seen += [measured(G)] * times
        grams += [G] * times
    return Way(Measured.together(seen), tuple(grams))


def rays(n: int, components: Components) -> tuple[Ray, ...]:
    """Fixed rays at this batch size, the symmetric one first.

    >>> [(ray.name, round(ray.numbers["norm_ratio"], 3)) for ray in rays(7, ("rc", "nl"))]
    [('symmetric', 1.0), ('broken', 3.849), ('outlier', 6.0)]
    """
    found = []
    for kind, claim in RAYS.get(components, ()):
        try:
            G = of_kind(kind, n, components).gram("float")
        except NoFixedPoint:
            continue
        found.append(_ray(kind, claim, measured(G).plain()))
    if components in SIMPLE:
        name, claim = SIMPLE[components]
        one = np.ones((n, n))
        simple = {"simplex": np.eye(n) - one / n, "orthogonal": np.eye(n), "one direction": one}[name]
        found.append(_ray(name, claim, measured(simple).plain()))
    return tuple(found)


def _ray(name: str, claim: str, numbers: dict[str, float]) -> Ray:
    """With its words: the norm ratio squared, or the cosine between points."""
    ratio, cosine = numbers["norm_ratio"], math.cos(math.radians(numbers["outlier_angle"]))
    formula = {"outlier": ", (n - 1)^2", "simplex": ", -1/(n - 1)"}.get(name, "")
    says = f"norm ratio squared {ratio**2:.4g}" if ratio > 1 + 1e-9 else f"cosine between points {cosine:.4f}"
    return Ray(name, claim, numbers, f"{says}{formula}")


def laws(x: Floats, components: Components, widths: Sequence[int]) -> tuple[Law, ...]:
    """For linear layers with rescaling, of one width: orthogonality gap and effective rank, laws and bounds.

    >>> [(law.quantity, round(law.value, 3)) for law in laws(np.eye(16), ("rs",), [1024] * 60)]
    [('gap', 0.066), ('gap', 0.092), ('effective_rank', 15.059), ('effective_rank', 14.659)]
    """
    if components not in (("rs",), ("rc", "rs")) or len(set(widths)) != 1:
        return ()
    d, depth = widths[0], len(widths)
    begin = start(x - x.mean(axis=1, keepdims=True) if "rc" in components else x)
    r = begin.rank
    centred = "rows of mean 0 have rank n - 1 at most; " if "rc" in components else ""
    found = []
    if d > gap.critical_width(r) and r > 1:
        found.append(
            Law(
                "gap",
                gap.law(begin, d).rms,
                False,
                "daneshmand21.width.stationary-gap",
                f"{centred}late layers, leading order in 1/width",
            )
        )
        found += _bound(begin, d, depth)
    large = chain.law(d, r, TAU)
    found.append(
        Law(
            "effective_rank",
            large.r,
            False,
            "daneshmand20.mean-field.stationary-law",
            f"{centred}a limit of large width at rank/sqrt(width) = {r / math.sqrt(d):.3g}",
        )
    )
    if large.regularity < 1:
        full = f"proved for weak weights beside a skip, from rank {d}; here a guide, from rank {r}"
        found.append(
            Law(
                "effective_rank",
                float(mean_rank_bound(d, Rational(large.regularity))),
                True,
                "daneshmand20.rank.theorem-14",
                f"at the law's alpha = {large.regularity:.3g}; {full}",
            )
        )
    return tuple(found)


def _bound(begin: Start, d: int, depth: int) -> list[Law]:
    """The corrected Theorem 1 of daneshmand21, where it says more than V <= sqrt(1 - 1/n)."""
    r, alpha = begin.rank, 1 / (2 * begin.rank)
    first = float(np.square(begin.eigenvalues - 1 / r).sum())
    value = math.sqrt(begin.floor + square_bound(r, d, alpha, depth, first))
    if value >= math.sqrt(1 - 1 / begin.n):
        return []
    needs = f"while the least of the {r} eigenvalues stays above {alpha:.2g}"
    return [Law("gap", value, True, "daneshmand21.theorem.corrected", needs)]
