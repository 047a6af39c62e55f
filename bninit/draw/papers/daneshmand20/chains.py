"""Figures of daneshmand20 that a CPU reproduces: rank along depth and against width, spectra, regularity constant."""

from __future__ import annotations

import math
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np
from sympy import Rational

from bninit.draw.style import THEORY, TWIN, Picture, band, legend, look, numbers, panels
from numerics.chains import chain, deep
from numerics.networks import Layer, observables
from numerics.streams import stream
from numerics.studies import widths
from numerics.studies.chain import law
from theory.markov.invariants import frobenius_bound, mean_rank_bound
from theory.papers.daneshmand20 import figures
from theory.papers.daneshmand20.regularity.sandwich import alpha_of_circle

if TYPE_CHECKING:
    pass


def rank(seed: int) -> Picture:
    """Figure 2: r and the numerical rank of the last activation, linear and ReLU networks of width 32."""
    d, networks, depth = 32, 10, 1000
    places = sorted({0, *np.unique(np.geomspace(1, depth, 28).astype(int)).tolist()})
    figure, both = panels(3.9, 1, 2, sharey=True)
    told = []
    large = law(d, d, chain.TAU).r
    for column, (axes, activation) in enumerate(zip(both, ((), ("nl",)), strict=True)):
        for row, (rescaled, name) in enumerate(((("rs",), "BN"), ((), "without BN"))):
            rng = stream(seed, "bninit figures: daneshmand20.rank", 2 * column + row)
            layer = Layer((*rescaled, *activation), weights="uniform", gain=float(d))
            r, kept = [], []
            for done, h in enumerate(deep.along(layer, chain.start(d, d, networks, rng), depth, rng)):
                if done in places:
                    r.append(chain.effective_rank(h))
                    kept.append(observables.rank(h).rank.astype(float))
            first, second = np.stack(r, axis=1), np.stack(kept, axis=1)
            band(axes, places, first, **look(row, markevery=3), label=f"r, {name}")
            band(axes, places, second, **look(row + 2, markevery=3), label=f"numerical rank, {name}")
            told.append(f"{'ReLU' if activation else 'linear'} {name}: r {first[:, -1].mean():.2f}, numerical rank "
                        f"{second[:, -1].mean():.1f}")  # fmt: skip
        axes.set(title="ReLU activations" if activation else "linear activations", xlabel="layers", yscale="log")
        axes.set_xscale("symlog", linthresh=1)
        axes.set_xlim(0, depth)
        axes.set_yticks([1, 2, 4, 8, 16, 32], ["1", "2", "4", "8", "16", "32"])
        axes.minorticks_off()
    both[0].axhline(large, **THEORY, label="large-d law of r, √d")
    measured = float(figures.depth.predicts[0])
    both[0].plot(200, measured, **TWIN | {"linestyle": "none", "zorder": 5, "color": "black"}, marker="*", ms=9,
                 label="claimed mean of r, layer 200")  # fmt: skip
    both[0].set_ylabel("rank")
    legend(figure, 3)
    return Picture(
        figure,
        f"Rank of the last activation of {d} Gaussian points along networks of width {d}, weights uniform on "
        f"[-√3, √3], {networks} networks (bands: two standard errors of the mean). r = (Tr M)²/|M|² bounds the rank "
        "from below; the numerical rank counts singular values above 32 eps of the greatest. Without BN both fall to "
        "one, with BN they stay; with ReLU r stays small, for non-negative activations have a mean direction.",
        f"After {depth:,} layers: {'; '.join(told)}. Large-d law of r for linear layers with BN: {large:.2f}; claimed "
        f"mean at layer 200: {measured:.1f}.",
    )


PRINTED = {8: 1.50, 16: 2.20, 32: 2.82, 64: 3.46, 128: 4.07, 256: 4.65}
"""log2 of the means in the published Figure 3a at gamma = inf, read by eye (some .03 off)."""


def soft_rank(seed: int) -> Picture:
    """Figure 3a: eigenvalues of M from 1/2 on against d, for four strengths gamma."""
    sizes, gammas, networks, layers = (8, 16, 32, 64, 128), (math.inf, 1.0, 0.5, 0.25), 4, 120
    figure, (left, right) = panels(4.2, 1, 2)
    found = []
    for i, gamma in enumerate(gammas):
        rng = partial(stream, seed, "bninit figures: daneshmand20.soft-rank", i)
        means = widths.soft_ranks(sizes, gamma, rng, chains=networks, layers=layers)
        found.append(means)
        label = "no skip (γ = ∞)" if gamma == math.inf else f"γ = {gamma:g}"
        left.plot(sizes, means, **look(i), label=label)
        right.plot(sizes, means / np.sqrt(sizes), **look(i))
    wider = (*sizes, 256)
    laws = [law(size, size, chain.TAU).soft_rank for size in wider]
    printed = np.array([2**value for value in PRINTED.values()])
    for axes, scale in ((left, np.ones(len(wider))), (right, np.sqrt(wider))):
        axes.plot(wider, laws / scale, **THEORY, label="large-d law, γ = ∞")
        axes.plot(wider, np.sqrt(wider) / scale, **TWIN, label="√d")
        axes.plot(wider, printed / scale, "kx", ms=7, mew=1.3, label="published, γ = ∞, read by eye")
        axes.set(xlabel="width d")
        axes.set_xscale("log", base=2)
        axes.set_xticks(wider, [f"{d}" for d in wider])
    left.set(ylabel="mean number of eigenvalues ≥ 1/2", title="soft rank")
    left.set_yscale("log", base=2)
    left.set_yticks([2, 4, 8, 16, 32], ["2", "4", "8", "16", "32"])
    right.set(title="soft rank / √d", ylim=(0.95, 1.8))
    legend(figure, 3)
    slope = np.polyfit(np.log2(sizes), np.log2(found[0]), 1)[0]
    return Picture(
        figure,
        f"Mean of rank_(1/2), the number of eigenvalues of M from 1/2 on, over {layers} layers of {networks} linear "
        "networks with rescaling, d Gaussian points, Gaussian weights, for H + γWH with four γ. The curve without skip "
        "passes through the points read from the published figure: it plots rank_(1/2), and not r. The slope is above "
        "1/2 by finite size; dashed is the law that the curves come to.",
        f"d = {numbers(sizes)}: soft rank without skip {numbers(found[0])} (published, by eye, "
        f"{numbers([2 ** PRINTED[size] for size in sizes])}), large-d law {numbers(laws[:-1])}; slope in log2 "
        f"{slope:.2f}. At d = {sizes[-1]}: "
        + ", ".join(f"gamma {g:g} {row[-1]:.2f}" for g, row in zip(gammas, found, strict=True)) + ".",
    )  # fmt: skip


def near_collinear(seed: int) -> Picture:
    """Figure 3b: the ten greatest eigenvalues of M from nearly equal rows."""
    d, networks, layers, noise = 50, 24, 60, 1e-5
    rng = stream(seed, "bninit figures: daneshmand20.near-collinear")
    h = chain.near_collinear(d, noise, networks, rng)
    rngs = [stream(seed, "bninit figures: daneshmand20.near-collinear", 1, i) for i in range(networks)]
    found = chain.run(h, chain.layer(d, 1.0), layers, rngs, every=layers, looks=range(layers + 1))
    logs = np.log(found.spectra[:, :, :10]).mean(axis=0)
    figure, both = panels(3.9, 1, 2)
    edge = law(d, d, chain.TAU).largest
    shares = [float(x) * d for x in figures.collinear.predicts]
    for axes in both:
        for i in range(10):
            style = look(i, markevery=(i, 9))
            if i > 2:
                style |= {"color": "0.6", "linewidth": 0.9, "marker": None, "linestyle": "-"}
            label = ("greatest", "second", "third")[i] if i < 3 else "fourth to tenth" if i == 3 else None
            axes.plot(found.looks, np.exp(logs[:, i]), **style, label=label)
        axes.axhline(edge, **THEORY, label="edge of the large-d law, 2√d")
        axes.plot([20, 20], shares, "*", color="black", ms=8, label="claimed means, layer 20", zorder=5)
        axes.set(xlabel="layer", xlim=(0, layers))
    both[0].set(yscale="log", ylabel="eigenvalue of M (geometric mean)", title="logarithmic scale")
    both[1].set(ylim=(0, None), title="linear scale")
    legend(figure, 3)
    at = found.spectra[:, 20, :2].mean(axis=0)
    return Picture(
        figure,
        f"{d} rows that agree up to noise of {noise:g}, rescaled; linear layers H → RS(H + WH) with Gaussian W, d = "
        f"{d}, {networks} networks. Within some ten layers the small eigenvalues grow by ten orders of "
        "magnitude, while the greatest falls towards the edge of the law.",
        f"Greatest eigenvalue from {np.exp(logs[0, 0]):.3g} to {np.exp(logs[-1, 0]):.3g}, second from "
        f"{np.exp(logs[0, 1]):.1e} to {np.exp(logs[-1, 1]):.3g} after {layers} layers. Means at layer 20: "
        f"{numbers(at)}, claimed {numbers(shares)}. Edge of the law {edge:.3g}.",
    )


@cache
def stationary(seed: int) -> widths.Stationary:
    """Figures 8 and 9 show the same networks."""
    sizes = (4, 6, 8, 11, 16, 24, 32, 48, 64)
    rng = partial(stream, seed, "bninit figures: daneshmand20, stationary")
    return widths.stationary(sizes, rng, lambda d: (64, 400) if d <= 16 else (16, 300))


def regularity(seed: int) -> Picture:
    """Figure 8: the constant of Definition 3 along late layers, against d."""
    found = stationary(seed)
    figure, axes = panels(3.9)
    limit = law(64, 64, chain.TAU).regularity
    exact = [float(alpha_of_circle(size)) for size in (2, 3)]
    axes.plot(found.sizes, found.regularity, **look(0), label="late layers, no skip")
    axes.plot((2, 3), exact, **look(1, linestyle="none", ms=7), label="exact, γ → 0, d = 2 and 3")
    axes.axhline(limit, **THEORY, label="large-d law, 4/5")
    axes.axhline(0.9, **TWIN, label="0.9, from d > 10 on (the source)")
    axes.axvline(10.5, **TWIN)
    axes.set(xlabel="width d", ylabel="E Tr diag(M²)² / E Tr M³", title="regularity constant", ylim=(0.75, 1))
    axes.set_xscale("log", base=2)
    axes.set_xticks([2, 4, 8, 16, 32, 64], ["2", "4", "8", "16", "32", "64"])
    legend(figure, 2)
    return Picture(
        figure,
        "Regularity constant of Definition 3, ratio of means over late layers and networks (64 networks, layers 200 to "
        "400 up to d = 16; then 16 networks, layers 150 to 300), linear layers with rescaling, no skip, Gaussian "
        "weights, N = d. It falls with d, is below 0.9 from about d = 11 on, and comes to 4/5. At d = 2 and 3 the "
        "exact constants as γ → 0.",
        f"d = {numbers(found.sizes)}: constant {numbers(found.regularity)}. Exact at d = 2, 3 as gamma tends to 0: "
        f"{numbers(exact, 4)}. Limit {limit:g}.",
    )


def frobenius(seed: int) -> Picture:
    """Figure 9: E |M|_F^2 against d^(3/2)."""
    found = stationary(seed)
    figure, (left, right) = panels(3.9, 1, 2)
    d = np.array(found.sizes, dtype=float)
    bound = [float(frobenius_bound(size, Rational(alpha))) for size, alpha in zip(found.sizes, found.regularity,
                                                                                strict=True)]  # fmt: skip
    laws = np.array([law(size, size, chain.TAU).frobenius for size in found.sizes])
    claimed = np.array([float(x) for x in figures.frobenius.predicts[:3]])  # without skip
    left.plot(d, found.frobenius, **look(0), label="late layers, no skip")
    left.plot(d, laws, **THEORY, label="large-d law, d$^{3/2}$")
    left.plot(d, d, **TWIN, label="order d, and order d²")
    left.plot(d, d**2, **TWIN)
    right.errorbar(d, found.frobenius / d**1.5, yerr=2 * found.errors / d**1.5, capsize=2, **look(0))
    right.plot(d, bound / d**1.5, **look(2, ms=4), label="bound of Lemma 13, measured α")
    right.plot((8, 16, 32), claimed, "*", color="black", ms=9, label="claimed means", zorder=5)
    right.plot(d, laws / d**1.5, **THEORY)
    left.set(xlabel="width d", ylabel="E |M|²", title="Frobenius norm", yscale="log")
    right.set(xlabel="width d", ylabel="E |M|² / d$^{3/2}$", title="over d$^{3/2}$", ylim=(0.9, None))
    for axes in (left, right):
        axes.set_xscale("log", base=2)
        axes.set_xticks([4, 8, 16, 32, 64], ["4", "8", "16", "32", "64"])
    legend(figure, 3)
    scaled = found.frobenius / d**1.5
    rank_bound = float(mean_rank_bound(64, Rational(found.regularity[-1])))
    return Picture(
        figure,
        "Mean of |M|², Frobenius norm, over late layers of the networks of Figure 8 (error bars: two standard errors). "
        "It is of the order d^(3/2), with a constant that falls towards that of the large-d law, 1. The bound of Lemma "
        "13 is proved for small γ only and takes the measured regularity constant.",
        f"d = {numbers(found.sizes)}: |M|^2 over d^1.5 {numbers(scaled)}; law 1; bound of Lemma 13 "
        f"{numbers(np.array(bound) / d**1.5)}; claimed at d = 8, 16, 32: {numbers(claimed)}. Theorem 14 at d = 64 with "
        f"the measured constant: r at least {rank_bound:.2f}.",
    )
