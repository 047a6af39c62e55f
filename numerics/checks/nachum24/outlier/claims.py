"""Simulations of the outlier configuration: one layer of RC + ReLU on two clusters, at He gain."""

from __future__ import annotations

import numpy as np

from numerics.checks.nachum24.outlier.setting import growth, images, inverse_alpha, sizes, squares, two_clusters
from numerics.judging import BOOLEAN, Cell, sampled
from numerics.networks import Layer
from numerics.networks.mirrored import mirrored
from numerics.statistics.betting import Bounded, Floats, Variance
from theory.papers.nachum24.outlier import means
from theory.wide.outlier import growth_variance


@sampled(
    means.orthogonality,
    "cosine of x_o' and x_c', (n, k, m) = (5,1,8), (6,2,16)",
    at=({"n": 5, "k": 1, "m": 8, "t": 1}, {"n": 6, "k": 2, "m": 16, "t": 1}),
    notices=0.02,
    support=Bounded(-1.0, 1.0),
    expects=lambda p, cell: 0.0,
    deviation=lambda p, q, cell: 0.0,  # whatever the factors, the supports are disjoint
    models=("no centring", "leaky slope"),
)
def cosine(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Cosine, 0 where a cluster is dead: (size,)."""
    x_o, x_c = images(layer, cell, rng, size)
    norms = np.linalg.norm(x_o, axis=1) * np.linalg.norm(x_c, axis=1)
    return np.asarray((x_o * x_c).sum(axis=1) / np.where(norms > 0, norms, 1.0))


@sampled(
    means.both_alive,
    "one layer on (n, k) = (4, 1), widths 2, 3, 5",
    at=({"n": 4, "k": 1, "m": 2}, {"n": 4, "k": 1, "m": 3}, {"n": 4, "k": 1, "m": 5}),
    notices=0.05,
    support=BOOLEAN,
    models=("no centring",),
)
def alive(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Whether both clusters are non-zero: (size,)."""
    x_o, x_c = images(layer, cell, rng, size)
    return np.asarray((x_o != 0).any(axis=1) & (x_c != 0).any(axis=1), dtype=float)


@sampled(
    means.invariance,
    "mean of |d'|^2/|d|^2 at gain 2, (n, k, m) = (5,1,60), (10,1,70), (10,3,80)",
    at=({"n": 5, "k": 1, "m": 60}, {"n": 10, "k": 1, "m": 70}, {"n": 10, "k": 3, "m": 80}),
    notices=0.04,
    support=lambda p, cell: Variance(float(growth_variance(*sizes(cell))) * inverse_alpha(cell) ** 2),
    expects=lambda p, cell: 1 / p if p else np.inf,
    models=("no centring",),
)
def growth_at_he_gain(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|d'|^2/|d|^2: (size,)."""
    return growth(layer, cell, rng, size)


@sampled(
    means.mean_gram,
    "diagonal entries of the mean Gram matrix at gain 2, n = 5, m = 64",
    at=({"n": 5, "k": 1, "m": 64, "entry": 0}, {"n": 5, "k": 1, "m": 64, "entry": 1}),
    notices=0.04,
    # E (2 t_+^2)^2 = 6 and E 2 t_+^2 = 1, so the mean over m neurons of 2 (c t_+)^2 has variance 5 c^4/m
    support=lambda p, cell: Variance(5 * (1 - 1 / cell["n"] if cell["entry"] == 0 else 1 / cell["n"]) ** 4 / cell["m"]),
    expects=lambda p, cell: p[cell["entry"]] * inverse_alpha(cell),
    models=("no centring",),
)
def diagonal(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|x_o'|^2 or |x_c'|^2 over |d|^2: (size,)."""
    return squares(layer, cell, rng, size)[:, cell["entry"]]


@sampled(
    means.norm_ratio,
    "mean of (n/(n-1))^2 (|x_o'|^2 - predicted |x_c'|^2)/|d|^2, zero iff the claim holds; (n, m) = (5, 64), (10, 64)",
    at=({"n": 5, "k": 1, "m": 64}, {"n": 10, "k": 1, "m": 64}),
    notices=0.05,
    # one neuron: 2 (t_+^2 - p t_-^2/(n-1)^2), whose square has mean 6 (1 + p^2/(n-1)^4)
    support=lambda p, cell: Variance(6 * (1 + p**2 / (cell["n"] - 1) ** 4) / cell["m"]),
    expects=lambda p, cell: 0.0,
    scale=1.0,  # the mean of the first term
    statistic=lambda raw, p: raw[:, 0] - p * raw[:, 1],
    deviation=lambda p, q, cell: abs(q - p) / (cell["n"] - 1) ** 2,
    models=("no centring",),
)
def scaled_squares(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(n/(n-1))^2 times |x_o'|^2 and |x_c'|^2, over |d|^2: (size, 2)."""
    return np.asarray((cell["n"] / (cell["n"] - 1)) ** 2 * squares(layer, cell, rng, size))


def _exceeds(q: float, cell: Cell) -> float:
    """P(|x_o'|^2 > q |x_c'|^2), exactly: a mixture of F laws over the number of neurons active on the outliers."""
    from scipy import stats

    n, k, m = cell["n"], cell["k"], cell["m"]
    bar = q / ((n - k) / k) ** 2
    active = np.arange(1, m)
    tails = stats.f.sf(bar * (m - active) / active, active, m - active)
    return float((stats.binom.pmf(active, m, 0.5) * tails).sum() + 0.5**m)


@sampled(
    means.median_ratio,
    "P(|x_o'|^2 > predicted |x_c'|^2) = 1/2, mean over W and -W, (n, k, m) = (5,1,20), (10,3,21)",
    at=({"n": 5, "k": 1, "m": 20}, {"n": 10, "k": 3, "m": 21}),
    notices=0.02,
    scale=1.0,
    support=BOOLEAN,
    expects=lambda p, cell: 0.5,
    deviation=lambda p, q, cell: abs(_exceeds(q, cell) - 0.5) if q > 0 else 0.5,
    statistic=lambda raw, p: np.asarray((raw[..., 0] > p * raw[..., 1]).mean(axis=1)),
    models=("no centring",),
    block=1024,
)
def both_squares(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|x_o'|^2 and |x_c'|^2 for W and for -W, which exchanges the two half-spaces: (size, 2, 2)."""
    x = mirrored(layer, two_clusters(cell["n"], cell["k"], size), width=cell["m"], rng=rng)
    return np.moveaxis(np.square(x[..., [0, -1]]).sum(axis=2), 0, 1)
