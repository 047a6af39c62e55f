"""Simulations of the claims of `theory.papers.nachum24.outlier`."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from math import comb
from typing import Any

import numpy as np
from sympy import Integer

from numerics.checks.nachum24.tree import after_layers
from numerics.judging import BOOLEAN, Bias, Cell, Law, sampled
from numerics.networks import Layer
from numerics.networks.mirrored import mirrored
from numerics.networks.observables import distinct_columns
from numerics.statistics.betting import Bounded, Floats, Variance
from theory.notation import alpha
from theory.papers.nachum24.outlier import lyapunov, means, norms, stability
from theory.papers.nachum24.outlier.stability import absorption_width_one
from theory.tree import Tree
from theory.wide.outlier import growth_variance, log_growth, log_growth_variance, squared_deviation_variance

OUTLIER, CLUSTER = np.array([3.0, 1.0]), np.array([1.0, -1.0])

SQUARE = float(np.sum((OUTLIER - CLUSTER) ** 2))  # |d|^2


def two_clusters(n: int, k: int, size: int) -> Floats:
    """k copies of one point and n - k of another, for every network: (size, 2, n)."""
    batch = np.column_stack([OUTLIER] * k + [CLUSTER] * (n - k))
    return np.broadcast_to(batch, (size, *batch.shape))


def images(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> tuple[Floats, Floats]:
    """x_o' and x_c' after one layer: (size, m) each."""
    x = layer(two_clusters(cell["n"], cell["k"], size), width=cell["m"], rng=rng)
    return x[:, :, 0], x[:, :, -1]


def squares(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|x_o'|^2 and |x_c'|^2 in units of |d|^2: (size, 2)."""
    return np.stack([np.square(x).sum(axis=1) for x in images(layer, cell, rng, size)], axis=1) / SQUARE


def growth(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|d'|^2/|d|^2: (size,)."""
    x_o, x_c = images(layer, cell, rng, size)
    return np.asarray(np.square(x_o - x_c).sum(axis=1) / SQUARE)


def sizes(cell: Cell) -> tuple[int, int, int]:
    return cell["n"], cell["k"], cell["m"]


def inverse_alpha(cell: Cell) -> float:
    return float(1 / alpha(cell["n"], cell["k"]))


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
    at=tuple({"n": n, "k": k, "m": m, "beta": 1} for n, k, m in ((5, 1, 60), (10, 1, 70), (10, 3, 80))),
    notices=0.04,
    support=lambda p, cell: Variance(float(growth_variance(*sizes(cell))) * inverse_alpha(cell) ** 2),
    models=("no centring",),
)
def growth_at_he_gain(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|d'|^2/|d|^2: (size,)."""
    return growth(layer, cell, rng, size)


@sampled(
    means.mean_gram,
    "diagonal entries of the mean Gram matrix at gain 2, n = 5, m = 64",
    at=({"n": 5, "k": 1, "m": 64, "beta": 1, "entry": 0}, {"n": 5, "k": 1, "m": 64, "beta": 1, "entry": 1}),
    notices=0.04,
    # E (2 t_+^2)^2 = 6 and E 2 t_+^2 = 1, so the mean over m neurons of 2 (c t_+)^2 has variance 5 c^4/m
    support=lambda p, cell: Variance(5 * (1 - 1 / cell["n"] if cell["entry"] == 0 else 1 / cell["n"]) ** 4 / cell["m"]),
    expects=lambda p, cell: p[cell["entry"]],
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


def halves(m: int) -> list[float]:
    """P(Bin(m, 1/2) = 1), .., P(Bin(m, 1/2) = m)."""
    return [comb(m, i) * 0.5**m for i in range(1, m + 1)]


def _exceeds(q: float, cell: Cell) -> float:
    """P(|x_o'|^2 > q |x_c'|^2), exactly: a mixture of F laws over the number of neurons active on the outliers."""
    from scipy.special import fdtrc

    n, k, m = cell["n"], cell["k"], cell["m"]
    bar = q / ((n - k) / k) ** 2
    active = np.arange(1, m)
    tails = fdtrc(active, m - active, bar * (m - active) / active)
    return float(np.dot(halves(m)[:-1], tails) + 0.5**m)


@sampled(
    norms.median_ratio,
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


@cache
def _integral(n: int, k: int, m: int) -> float:
    """The Frullani integral alone, without the shift that the claim predicts."""
    return float(log_growth(n, k, m)) - float(np.log(2 / (m * ((n - k) ** 2 + k**2))))


@sampled(
    lyapunov.lyapunov,
    "mean of log(|d'|^2/|d|^2) at gain 2, (n, k, m) = (3, 1, 10), (10, 3, 4)",
    at=({"n": 3, "k": 1, "m": 10, "s": 1}, {"n": 10, "k": 3, "m": 4, "s": 1}),  # centring shows best at n = 3
    notices=0.05,
    support=lambda p, cell: Variance(float(log_growth_variance(*sizes(cell)))),
    expects=lambda p, cell: _integral(*sizes(cell)) + p[1] + float(np.log(inverse_alpha(cell))),
    models=("no centring",),
)
def log_of_growth(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """log(|d'|^2/|d|^2): (size,). Without centring d' may vanish; then a number far below all others."""
    return np.asarray(np.log(np.maximum(growth(layer, cell, rng, size), 1e-100)))


INVARIANT = 2 * alpha(Integer(4))


# Some 2 s at level standard: a thousand layers one after the other, of few neurons each.
@sampled(
    lyapunov.gain_over_depth,
    "mean of log(|d_L|^2/|d_0|^2)/L at depth 1,000, (n, k, m) = (4, 1, 8), gain 2 alpha, and at depth 40, (5, 2, 8), "
    "gain 2",
    at=({"n": 4, "k": 1, "m": 8, "L": 1000, "g": INVARIANT}, {"n": 5, "k": 2, "m": 8, "L": 40, "g": 2}),
    notices=0.1,
    # log R is independent and identically distributed over the layers
    support=lambda p, cell: Variance(float(log_growth_variance(*sizes(cell))) / cell["L"]),
    expects=lambda p, cell: p + float(log_growth(*sizes(cell))),
    block=128,
)
def log_of_growth_over_depth(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """log(|d_L|^2/|d_0|^2)/L: (size,). Scales are taken out after each layer, which is homogeneous."""
    scaled = replace(layer, gain=float(cell["g"]), sampler="explicit")  # of a few weights: faster here
    x, total = two_clusters(cell["n"], cell["k"], size), np.zeros(size)
    for _ in range(cell["L"]):
        before = np.square(x[:, :, 0] - x[:, :, -1]).sum(axis=1)
        x = scaled(x, width=cell["m"], rng=rng)
        after = np.square(x[:, :, 0] - x[:, :, -1]).sum(axis=1)
        total += np.log(np.maximum(after, 1e-100) / np.maximum(before, 1e-100))
        x = x / np.maximum(np.abs(x).max(axis=(1, 2), keepdims=True), 1e-100)
    return np.asarray(total / cell["L"])


def chi_square_mixture(scale: float, m: int) -> Law:
    """Law of (2/m) scale chi^2_N, N ~ Bin(m, 1/2), with its atom at 0."""
    from scipy.special import chdtr

    degrees, weights = np.arange(1, m + 1), np.array(halves(m))

    def continuous(x: Floats) -> Floats:
        inside = np.maximum(x, 0)[:, None] * m / (2 * scale) if scale > 0 else np.full((len(x), 1), np.inf)
        # the atom of 2^-m is added by the callers; rounding must not push the sum over 1
        below = (weights * chdtr(degrees, inside)).sum(axis=1)
        return np.asarray(np.minimum(below, 1 - 0.5**m))

    return Law(
        lambda x: continuous(np.asarray(x)) + 0.5**m * (np.asarray(x) >= 0),
        lambda x: continuous(np.asarray(x)) + 0.5**m * (np.asarray(x) > 0),
    )


def _distance(p: Any, q: Any, cell: Cell) -> float:
    """Kolmogorov distance of two claimed laws, on a grid: a lower bound."""
    a, b = p[cell["entry"]], q[cell["entry"]]
    x = np.linspace(0, 8 * a, 400)
    laws = (chi_square_mixture(scale, cell["m"]) for scale in (a, max(b, 0.0)))
    first, second = (law.cdf(x) for law in laws)
    return float(np.max(np.abs(np.asarray(first) - np.asarray(second))))


@sampled(
    norms.norm_law,
    "whole laws of |x_o'|^2 and |x_c'|^2, atom included, by Dvoretzky-Kiefer-Wolfowitz; (n, k, m) = (4, 1, 3)",
    at=({"n": 4, "k": 1, "m": 3, "entry": 0}, {"n": 4, "k": 1, "m": 3, "entry": 1}),
    notices=0.05,
    support=lambda p, cell: None,
    expects=lambda p, cell: chi_square_mixture(max(p[cell["entry"]], 0.0), cell["m"]),
    deviation=_distance,
    models=("no centring",),
)
def one_square(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|x_o'|^2 or |x_c'|^2 over |d|^2: (size,)."""
    return squares(layer, cell, rng, size)[:, cell["entry"]]


@sampled(
    norms.norm_variance,
    "mean of (|d'|^2/|d|^2 alpha - 1)^2, (n, k, m) = (5, 1, 12), (4, 2, 12)",
    at=({"n": 5, "k": 1, "m": 12, "beta": 1}, {"n": 4, "k": 2, "m": 12, "beta": 1}),
    notices=0.1,
    support=lambda p, cell: Variance(float(squared_deviation_variance(*sizes(cell)))),
    expects=lambda p, cell: p / inverse_alpha(cell) ** 2,
    models=("no centring",),
    limit_of=(),
    at_limit="every n is claimed for itself",
)
def squared_deviation(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(R - 1)^2 for R = |d'|^2/|d|^2 over its mean, 1/alpha: (size,)."""
    return np.asarray((growth(layer, cell, rng, size) / inverse_alpha(cell) - 1) ** 2)


@sampled(
    norms.rescaled_norms,
    "mean of |x_o'|^2/m and |x_c'|^2/m under RC + RS + ReLU, biased and unbiased; n = 5, k = 1, m = 20",
    at=(
        {"n": 5, "k": 1, "m": 20, "nu": 5, "ddof": 0, "entry": 0, "N_plus": 1, "N_minus": 1},
        {"n": 5, "k": 1, "m": 20, "nu": 5, "ddof": 0, "entry": 1, "N_plus": 1, "N_minus": 1},
        {"n": 5, "k": 1, "m": 20, "nu": 4, "ddof": 1, "entry": 0, "N_plus": 1, "N_minus": 1},
    ),
    notices=0.05,
    # post-BN squares are at most n - 1, or (n-1)^2/n after Bessel, 1/(n-1) in the cluster; no centring: n
    support=lambda p, cell: Bounded(0.0, 8.0 if cell["entry"] == 0 else 1 / (cell["n"] - 1)),
    expects=lambda p, cell: p[cell["entry"]] / 2,
    layer=Layer(("rc", "rs", "nl")),
    models=("no centring", "n - 1 variance"),
)
def rescaled(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|x_o'|^2/m or |x_c'|^2/m: (size,)."""
    switched = replace(layer, ddof=layer.ddof ^ cell["ddof"])
    return np.asarray(np.square(images(switched, cell, rng, size)[cell["entry"]]).mean(axis=1))


EPSILON = 2.0**-20
"""Size of the perturbation; the limit eps -> 0 is missed by a relative error of order n eps, far below the margin."""


def _variance(p: float, cell: Cell) -> Variance:
    """Of the mean over m neurons of a - p b, a = 2 g^2 [t < 0], b = 2 ((n-1)^2 t_+^2 + t_-^2)/n^2; g, t independent."""
    n, m = cell["n"], cell["m"]
    square = 6 + 6 * p**2 * ((n - 1) ** 4 + 1) / n**4 - 2 * p * 2 / n**2
    return Variance(1.01 * square / m)


@sampled(
    stability.dispersion,
    "mean of |delta'|^2/|delta|^2 - predicted |d'|^2/|d|^2 at gain 2, eps = 2^-20, (n, m) = (5, 64), (10, 64)",
    at=({"n": 5, "m": 64}, {"n": 10, "m": 64}),
    notices=0.05,
    support=_variance,
    expects=lambda p, cell: 0.0,
    scale=1.0,  # the mean of the first term
    bias=Bias(1.2e-5, "proved", "nachum24/outlier.md#dispersion: at most (4/pi)(n-1) eps + eps, n <= 10"),
    statistic=lambda raw, p: raw[:, 0] - p * raw[:, 1],
    deviation=lambda p, q, cell: abs(q - p) / float(alpha(cell["n"])),
    models=("no centring",),
    limit_of=("epsilon",),
)
def spreading(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Growth of the squared distance inside the cluster, and of |d|^2: (size, 2)."""
    n = cell["n"]
    batch = np.tile(np.array([[1.0], [-1.0]]), (1, n))  # x_c
    batch[:, 0] = (3.0, 1.0)  # x_o, d = (2, 2)
    batch[:, 1] += EPSILON * np.array([1.0, -1.0])  # delta, orthogonal to d
    x = layer(np.broadcast_to(batch, (size, 2, n)), width=cell["m"], rng=rng)
    spread = np.square((x[:, :, 1] - x[:, :, 2]) / EPSILON).sum(axis=1) / 2
    apart = np.square(x[:, :, 0] - x[:, :, 2]).sum(axis=1) / 8
    return np.stack([spread, apart], axis=1)


@sampled(
    stability.merging,
    "some two columns of a regular triangle, m = 1, 2: share of the signs of the rows of W at which they merge",
    at=({"m": 1}, {"m": 2}),
    notices=0.05,
    support=BOOLEAN,
    models=("leaky slope",),
)
def some_two_merge(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Share, over all signs of the m rows, of some two of the three columns being equal: (size,)."""
    angles = 2 * np.pi * np.arange(3) / 3
    triangle = np.array([np.cos(angles) + 2.0, np.sin(angles) + 1.0])  # off the origin: centring has work to do
    x = mirrored(layer, np.broadcast_to(triangle, (size, 2, 3)), width=cell["m"], rng=rng)
    pairs = x == np.roll(x, 1, axis=-1)  # (2, size, m, 3), the sign of W first
    patterns = product((0, 1), repeat=cell["m"])
    merged = [np.all([pairs[s, :, row] for row, s in enumerate(signs)], axis=0).any(axis=-1) for signs in patterns]
    return np.asarray(np.mean(merged, axis=0))


@sampled(
    stability.two_clusters,
    "distinct columns left: n = 4, m = 1 after 40 layers; n = 3, m = 2 after 240, with and without rescaling",
    at=(
        {"n": 4, "m": 1, "L": 40, "components": ("rc", "nl")},
        {"n": 3, "m": 2, "L": 240, "components": ("rc", "nl")},
        {"n": 3, "m": 2, "L": 240, "components": ("rc", "rs", "nl")},
    ),
    notices=0.05,
    bias=Bias(6e-4, "proved", "nachum24/outlier.md#two-clusters: P(Bin(240, 1/36) < 1) < .0012 of one column in 2"),
    support=lambda p, cell: Bounded(1.0, cell["n"]),
    models=("leaky slope",),
    block=224,
    limit_of=("depth",),
)
def columns_left(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Number of distinct columns after L layers from Gaussian data: (size,)."""
    shaped = replace(layer, components=cell["components"])
    x = rng.standard_normal((size, cell["n"], cell["n"]))
    for _ in range(cell["L"]):
        x = shaped(x, width=cell["m"], rng=rng)
        x /= np.abs(x).max(axis=(1, 2), keepdims=True)  # homogeneous: scale is free, and must not underflow
    return distinct_columns(x).astype(float)


@sampled(
    absorption_width_one,
    "networks of width one, Gaussian weights, on (0,1,3,4,9): mean over both signs of every weight",
    at=tuple({"L": L, "u": Tree((0, 1, 3, 4, 9)).unstable_leaves(L), "batch": (0, 1, 3, 4, 9)} for L in (3, 4)),
    notices=0.05,
    support=BOOLEAN,
    models=("no centring", "leaky slope"),
    block=1024,
)
def still_three_values(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Share of the signs of the weights at which three or more columns differ at depth L: shape (size,)."""
    x = after_layers(layer, cell["batch"], cell["L"], rng, size)
    return np.asarray((distinct_columns(x[:, :, None]) > 2).mean(axis=0))
