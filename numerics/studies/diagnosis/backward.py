"""How theory says that squared gradients grow backwards, at infinite width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numerics.chains.gap import start
from numerics.limits.gram_dynamics import gram_map
from numerics.networks.observables import cosines, distinct_columns
from numerics.studies.diagnosis.reference import growth
from theory.wide.gradient_growth import FEWEST, gradient_growth

Floats = NDArray[np.float64]
Components = tuple[str, ...]


class Growth(NamedTuple):
    """A factor per layer of the squared gradient, over that of signals: where, and the claim that says so."""

    value: float
    where: str
    claim: str


def growth_of(x: Floats, components: Components, grams: Sequence[Floats]) -> Growth | None:
    """Of the batch x, (k, n), that goes through `grams` along the map, if it is known; None where no claim says.

    With BN at the symmetric fixed point, which a batch with equal points does not come to, nor without ReLU one of
    rank below n - 1. With recentring and ReLU along the map.

    >>> growth_of(np.eye(10), ("rc", "rs"), ()).value, growth_of(np.eye(3), ("rc", "rs"), ())
    (1.1428571428571428, None)
    """
    n = x.shape[1]
    if components == ("rc", "nl") and len(grams) > 2 and n > 2:
        value = float(growth(np.exp(without_rescaling(grams))))
        return Growth(value, "infinite width along these layers", "yang19.outlier.symmetric")
    if components not in (("rc", "rs"), ("rc", "rs", "nl")) or n < FEWEST or int(distinct_columns(x)) < n:
        return None
    relu = "nl" in components
    if not relu and start(x - x.mean(axis=1, keepdims=True)).rank < n - 1:
        return None
    value = float(gradient_growth(n, "relu" if relu else "identity"))
    return Growth(value, "the symmetric fixed point", f"yang19.growth.{'relu' if relu else 'linear'}")


def without_rescaling(grams: Sequence[Floats]) -> Floats:
    """Logarithms of the squared gradient by what enters each layer, over signals there, less the last one: (L,).

    Through recentring and ReLU at infinite width, G_0, .., G_L the Gram matrices of what leaves: those of gradients go
    by Pi -> 2 P E[D Pi D] P, D the slopes of ReLU, E D_i D_j = (1 - angle/pi)/2 at the recentred Gram matrix, and
    signals by the map (yang19.outlier.symmetric, where G stays).

    >>> from theory.wide.fixed_points import symmetric
    >>> G = np.array(symmetric(10).gram("float"))
    >>> np.exp(without_rescaling([G] * 4)).round(6).tolist()  # powers of (n-1+kappa')/((n-1)(1-kappa))
    [2.045558, 1.43023, 1.0]
    """
    n = len(grams[0])
    P = np.eye(n) - 1 / n
    Pi, total = np.eye(n), 0.0
    found: list[float] = []
    for G in reversed(grams[:-1]):
        if found:
            total -= float(np.log(np.trace(gram_map(G, ("rc", "nl"))) / np.trace(G)))
        Pi = P @ ((1 - np.arccos(cosines(P @ G @ P)) / np.pi) * Pi) @ P
        factor = float(np.trace(Pi))
        Pi, total = Pi / factor, total + (float(np.log(factor)) if found else 0.0)
        found.append(total)
    return np.array(found[::-1])
