"""Figures of nachum24: rank, escaped point, tree, angles at layer 30, activations."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from sympy import Rational

from bninit.draw.style import BLUE, THEORY, TWIN, VERMILLION, Picture, band, legend, look, numbers, panels
from bninit.draw.tree import tree_figure
from numerics.chains import deep
from numerics.chains.walk import walk
from numerics.checks.nachum24.figures import fraction_small
from numerics.networks import Layer, observables
from numerics.streams import stream
from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.papers.nachum24.figures import (
    POINTS,
    TOLERANCE,
    WIDTH,
    default_cosines,
    he_cosines,
    least_singular_value,
    small_activations,
)
from theory.tree import Tree
from theory.wide.fixed_points import broken, symmetric

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bninit.draw.style import Floats

BN, RMS, RC = ("rc", "rs", "nl"), ("rs", "nl"), ("rc", "nl")


def degrees(cosine: Floats | float) -> Floats:
    return np.asarray(np.degrees(np.arccos(np.clip(cosine, -1, 1))))


def rank(seed: int) -> Picture:
    """Figure 2, at initialization: singular values against the tolerance of float32, and the rank that is left."""
    n, f, depth, networks = POINTS, WIDTH, 30, 12
    names = ("BN", "He, no BN", "default with bias, no BN")
    found = []
    for cell in range(3):
        rng = stream(seed, "bninit figures: nachum24.rank", cell)
        x = rng.standard_normal((networks, f, n))
        if cell < 2:
            layers = deep.along(Layer(BN if cell == 0 else ("nl",)), x, depth, rng)
        else:
            layers = walk(x, partial(deep.default_layer, rng=rng), depth)
        found.append(np.stack([deep.singular_values(h) for h in layers]))
    tolerance = float(TOLERANCE)
    with precision(60):
        bn = least_singular_value(symmetric(n, BN).value("cos_cluster", 30))
        he, default = (
            [float(least_singular_value(c)) for c in islice(cosines(), depth + 1)]
            for cosines in (he_cosines, default_cosines)
        )
    wide = ([1.0] + [float(bn)] * depth, he, default)
    figure, (left, right) = panels(3.9, 1, 2)
    layers_ = np.arange(depth + 1)
    for i, (name, values, line) in enumerate(zip(names, found, wide, strict=True)):
        others = np.sqrt(np.square(values[:, :, 1:]).mean(axis=(1, 2)))  # over the greatest
        style = look(i, markevery=(i, 3))
        left.plot(layers_, (values > tolerance).sum(axis=2).mean(axis=1), **style, label=name)
        right.plot(layers_, others, **style)
        right.plot(layers_[1:], line[1:], **THEORY, label="infinite width" if i == 0 else None)
    right.axhline(tolerance, **TWIN, label="tolerance of float32")
    left.set(xlabel="layer", ylabel=f"numerical rank of {n}", title="rank at the tolerance of float32", ylim=(0, 70))
    right.set(xlabel="layer", ylabel="rms of the others over the greatest", title="singular values", yscale="log")
    legend(figure, 3)
    last = [float((values[-1] > tolerance).sum(axis=1).mean()) for values in found]
    at20 = float((found[2][20] > tolerance).sum(axis=1).mean())
    return Picture(
        figure,
        f"Numerical rank (singular values above {tolerance:.2g} of the greatest) of {n} Gaussian points in R^{f} along "
        f"ReLU networks of width {f}, mean of {networks}. Dashed: all singular values but the greatest at infinite "
        "width. The rank collapses through the biases of the default initialization and not for lack of BN: He weights "
        "keep it. Training accuracy, which the source plots beside it, is not reproduced.",
        f"Numerical rank of 64 along 30 layers. At layer 30: BN {last[0]:.1f}, He {last[1]:.1f}, default with bias "
        f"{last[2]:.1f} ({at20:.1f} at layer 20; claimed 64, 64 and 1). Singular values but the greatest, over the "
        f"greatest, at infinite width and layer 30: BN {wide[0][-1]:.3g}, He {he[-1]:.3g}, default {default[-1]:.3g}.",
    )


def escaped(seed: int) -> Picture:
    """Figure 3: a random projection of the last layer, and angles before and after it."""
    n, width, depth, networks = 20, 1000, 100, 6
    rng = stream(seed, "bninit figures: nachum24.escaped")
    before, after = islice(
        deep.along(Layer(RC), deep.gaussian_data(n, networks, rng), depth, rng, width=width), depth - 1, depth + 1
    )
    grams = [observables.gram(x) for x in (before, after)]
    odd = observables.outlier(grams[1])
    ratios = observables.norm_ratio(grams[1])
    point = broken(n)
    theory = {name: float(point.value(name, 15)) for name in ("cos_outlier_cluster", "cos_cluster", "norm_ratio")}
    across, among = (float(degrees(theory[name])) for name in ("cos_outlier_cluster", "cos_cluster"))
    figure, (left, right) = panels(3.9, 1, 2)
    x = after[0] / np.linalg.norm(after[0], axis=0).mean()
    plane = (rng.standard_normal((2, width)) @ x) / np.sqrt(2)
    others = np.arange(n) != odd[0]
    left.plot(*plane[:, others], "o", color=BLUE, mec="white", mew=0.4, label="the 19 others")
    left.plot(*plane[:, [odd[0]]], "^", color=VERMILLION, ms=9, mec="white", label="escaped point")
    left.plot(0, 0, "+", color="black", ms=8, label="origin")
    left.set(title="random projection, network 1", xlabel="first coordinate", ylabel="second coordinate")
    left.margins(0.15)
    angles = [degrees(observables.cosines(g)) for g in grams]
    inner, outer = _pairs([a[:3] for a in angles], odd[:3])
    right.plot(*inner, "o", color=BLUE, ms=3, mew=0, alpha=0.35, label="among the others")
    right.plot(*outer, "^", color=VERMILLION, ms=4, mew=0, alpha=0.5, label="with the escaped point")
    low, high = 0, max(95.0, *(part.max() for part in (inner, outer)))
    right.plot((low, high), (low, high), **TWIN, label="no change")
    for angle in (across, among):
        right.axhline(angle, **THEORY, label="broken fixed point" if angle == across else None)
    right.set(title="angles in 3 networks", xlabel=f"before layer {depth}, degrees", xlim=(low, high),
              ylabel=f"after layer {depth}, degrees", ylim=(low, high))  # fmt: skip
    legend(figure, 3)
    seen = degrees(observables.cos_cluster(grams[1])), degrees(observables.cos_outlier_cluster(grams[1]))
    return Picture(
        figure,
        f"RC + ReLU on {n} Gaussian points in R^{deep.DIMENSION}, width {width:,}, depth {depth}, {networks} networks. "
        "One point has escaped: it is many times as long as the others and orthogonal to them, while they have come "
        f"together. Dashed: angles at the stable broken fixed point of infinite width, {across:.1f} and {among:.1f} "
        "degrees.",
        f"Left: {n} points projected, one far from a cluster. Right: angles before and after layer {depth}. Norm "
        f"ratios of the {networks} networks {numbers(ratios)}, at the broken fixed point {theory['norm_ratio']:.4g}. "
        f"Mean angles with the escaped point {numbers(seen[1])}, fixed point {across:.4g}; among the others "
        f"{numbers(seen[0])}, fixed point {among:.4g}.",
    )


def _pairs(angles: list[Floats], odd: observables.Ints) -> tuple[Floats, Floats]:
    """Angles (before, after) of pairs without and with the escaped point: two arrays (2, pairs)."""
    first, second = np.triu_indices(angles[0].shape[-1], 1)
    with_odd = (first == odd[:, None]) | (second == odd[:, None])
    both = np.stack([a[:, first, second] for a in angles])
    return both[:, ~with_odd], both[:, with_odd]


def tree(seed: int) -> Picture:
    """Figure 4, with numbers of our own: the source's are lost."""
    batch = (0, 1, 3, 4, 9)
    grown = Tree(batch)
    limit = grown.limit(10).strings()
    return Picture(
        tree_figure(grown),
        f"The first three layers of the tree of the batch {batch} under T_+ (upper branch) and T_- (lower branch), "
        "every node a number line with a scale of its own. Markers follow the points, dashes are means, stable nodes "
        "(multiples of an indicator) have heavy lines: soon one value stands alone against all others.",
        f"Tree of depth 3 for the batch {batch}: 8 leaves, {grown.unstable_leaves(3)} of them not yet stable. The Gram "
        f"matrix tends to c_min O_min + c_max O_max with c_min = {limit[0]}, c_max = {limit[1]}.",
    )


def angles(seed: int) -> Picture:
    """Figure 5: angles along depth, and before and after layer 30, with recentring and without."""
    n, width, depth, networks = 9, 1000, 30, 12
    figure, (left, right) = panels(3.9, 1, 2)
    told = []
    for i, (components, name) in enumerate(((BN, "RC, RS, ReLU"), (RMS, "RS, ReLU"))):
        rng = stream(seed, "bninit figures: nachum24.angles", i)
        data = deep.gaussian_data(n, networks, rng)
        grams = [observables.gram(x) for x in deep.along(Layer(components), data, depth, rng, width=width)]
        pairs = np.stack([degrees(observables.cosines(g)) for g in grams])[:, :, *np.triu_indices(n, 1)]
        style = look(i)
        band(left, np.arange(depth + 1), pairs.mean(axis=2).T, **style, markevery=3, label=name)
        right.plot(
            pairs[-2, :6].ravel(), pairs[-1, :6].ravel(), **style | {"linestyle": "none", "ms": 3.5, "alpha": 0.6}
        )
        angle = float(degrees(float(symmetric(n, components).value("cos_cluster", 15))))
        for axes in (left, right):
            axes.axhline(angle, **THEORY, label="fixed point" if i == 0 else None)
        told.append(f"{name}: {pairs[-1].mean():.2f} degrees after layer 30, fixed point {angle:.2f}")
    ends = right.get_xlim()
    right.plot(ends, ends, **TWIN, label="no change")
    left.set(title="mean angle of pairs", xlabel="layer", ylabel="degrees", ylim=(50, 95))
    right.set(title="pairs in 6 networks", xlabel="before layer 30, degrees", ylabel="after, degrees")
    legend(figure, 4)
    return Picture(
        figure,
        f"Angles between {n} Gaussian points in R^{deep.DIMENSION} along ReLU networks of width {width:,}, {networks} "
        "of each kind (bands: two standard errors). With recentring they come to 75 degrees, without to 60: the fixed "
        "points of infinite width (dashed) at this batch size. Both round so only for n = 9 and 10; at n = 50 the "
        "first is 72.",
        f"{'; '.join(told)}. Layer 30 no longer moves the angles: points lie about the diagonal.",
    )


def histogram(seed: int) -> Picture:
    """On how many points a neuron is active, and how small activations are, late in a network and at the outlier."""
    n, width, depth, networks = 20, 1000, 100, 12
    rng = stream(seed, "bninit figures: nachum24.histogram")
    late = deep.after(Layer(RC), deep.gaussian_data(n, networks, rng), depth, rng, width=width)
    active = (late > 0).sum(axis=2).ravel()
    wide = deep.active_counts(
        np.array(broken(n).gram("float")), 400_000, stream(seed, "bninit figures: nachum24.histogram", 1)
    )
    figure, (left, right) = panels(3.9, 1, 2)
    places = np.arange(n + 1)
    share = np.bincount(active, minlength=n + 1) / active.size
    left.bar(places, share, color=BLUE, label=f"layer {depth}")
    left.plot(places, wide, **THEORY | {"linestyle": "none"}, marker="_", ms=9, mew=1.8, label="broken fixed point")
    left.axvline(n / 2, **TWIN, label="mean, exactly n/2")
    left.set(title="points on which a neuron is active", xlabel=f"active on so many of {n} points", ylabel="share")
    below = _small(right, seed, n)
    legend(figure, 3)
    half = 1 - active.mean() / n
    return Picture(
        figure,
        f"Left: after {depth} layers of RC + ReLU on {n} Gaussian points, width {width:,}, {networks} networks: a "
        "neuron is active on one point, on all but one, or on a few; in the mean over neurons on exactly half. Dashes: "
        "infinite width at the broken fixed point. Right: share of activations below tau, in units of the standard "
        f"deviation of w.d, at the outlier configuration of n = {n}: half are zero, nearly all are small, which is one "
        "sense of 'mostly inactive'.",
        f"Share of zeros {half:.4f} (theory 1/2). Neurons active on 1 and on {n - 1} of {n} points: {share[1]:.3f} and "
        f"{share[-2]:.3f}; at the broken fixed point {wide[1]:.3f} and {wide[-2]:.3f}. At the outlier configuration "
        f"{below[0]:.4f} of the activations lie below 1/10; theory {below[1]:.4f}.",
    )


TAUS = tuple(Rational(a, b) for b in (1000, 100, 10, 1) for a in (1, 2, 5))


def _small(axes: Axes, seed: int, n: int) -> tuple[float, float]:
    """Share of activations below tau at the outlier configuration; those at tau = 1/10 are returned, theory second."""
    width, networks = 1000, 12
    seen, said = [], []
    for place, tau in enumerate(TAUS):
        rng = stream(seed, "bninit figures: nachum24.histogram, small activations", place)
        seen.append(float(fraction_small(Layer(RC), {"n": n, "m": width, "tau": tau}, rng, networks).mean()))
        said.append(float(enclose(small_activations.predicts, {"n": n, "tau": tau}, 15)))
    axes.plot(TAUS, seen, **look(1, linestyle="none"), label=f"{networks} layers of width {width:,}")
    axes.plot(TAUS, said, **THEORY, label="theory")
    axes.axhline((n - 1) / n, **TWIN, label="(n - 1)/n: share of zeros (false)")
    axes.set(title="small activations", xlabel="tau", ylabel="share below tau", xscale="log", ylim=(0.45, 1.02))
    at = TAUS.index(Rational(1, 10))
    return seen[at], said[at]
