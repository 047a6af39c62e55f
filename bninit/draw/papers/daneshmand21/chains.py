"""Figures of daneshmand21: cosines and the orthogonality gap along depth and against width, activations."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from flint import arb
from sympy import Integer

from bninit.draw.style import THEORY, TWIN, Picture, band, legend, look, numbers, panels
from numerics.chains import chain
from numerics.chains import gap as orthogonal_gap
from numerics.chains.activated import ACTIVATIONS, CHAIN, spread
from numerics.chains.walk import drawn, walk
from numerics.checks.daneshmand21.figures import NEAR_RANK_ONE
from numerics.networks import Layer, observables
from numerics.streams import stream
from numerics.studies.gap import wide
from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.orthogonality.stationary import gap_constant
from theory.papers.daneshmand21 import figures as claims
from theory.papers.daneshmand21.activations.relu import constants
from theory.papers.daneshmand21.figures import late_constant, transient
from theory.papers.daneshmand21.measures import LAYERS, WIDTHS

if TYPE_CHECKING:
    from bninit.draw.style import Floats


def cosine(h: Floats) -> Floats:
    """|cos| of the first two columns of a stack (R, d, n): (R,)."""
    return np.abs(observables.cosines(observables.gram(h))[:, 0, 1])


def cosines(seed: int) -> Picture:
    """Figure 1: |cos| of two columns along depth, with BN at some widths and without."""
    n, networks, depth = 2, 60, 60
    figure, axes = panels(4.0)
    told, layers = [], np.arange(depth + 1)
    for i, (d, layer) in enumerate(((32, CHAIN), (128, CHAIN), (512, CHAIN), (32, Layer((), gain=1.0)))):
        rng = stream(seed, "bninit figures: daneshmand21.cosines", i)
        h = chain.start(d, n, networks, rng)
        h[..., 1] = h[..., 0] + 0.3 * h[..., 1]  # nearly parallel
        runs = np.stack([cosine(x) for x in walk(h, drawn(layer, rng), depth)], axis=1)
        bn = bool(layer.components)
        band(axes, layers, runs, **look(i, markevery=(i, 6)), label=f"{'BN' if bn else 'without BN'}, width {d}")
        late = runs[:, 20:].mean()
        if bn:
            limit = float(enclose(claims.cosines.predicts, {"n": n}, 15)) / math.sqrt(d)
            axes.axhline(limit, **THEORY, label="theory, order 1/√d" if i == 0 else None)
            told.append(f"BN, width {d}: {late:.4f} over layers 20 to {depth}, theory {limit:.4f}")
        else:
            told.append(f"without BN, width {d}: {runs[:, -1].mean():.3f} at layer {depth}, limit 1")
    axes.set(
        xlabel="layer", ylabel="mean of |cos|", title="two columns", yscale="log", xlim=(0, depth), ylim=(0.02, 1.2)
    )
    legend(figure, 3)
    return Picture(
        figure,
        f"Cosine of two nearly parallel columns along linear networks, {networks} of each kind (bands: two standard "
        "errors of the mean). With BN the columns become orthogonal up to the noise of order 1/√width, whose size the "
        "theory gives (dashed); without BN they stay, and come to be parallel in the end.",
        f"{'; '.join(told)}.",
    )


def gap_depth(seed: int) -> Picture:
    """Figure 2a: log V along depth from eigenvalues (1, 1e-12, 1e-12, 1e-12)."""
    widths, depth, networks = (32, 128, 512), 40, 20
    figure, axes = panels(4.0)
    told, layers = [], np.arange(depth + 1)
    plateau = math.exp(enclose(claims.figure_2a.predicts[0], {"n": 4}, 15))
    for i, d in enumerate(widths):
        rng = stream(seed, "bninit figures: daneshmand21.gap-depth", i)
        found = orthogonal_gap.follow(NEAR_RANK_ONE, d, depth, networks, rng)
        band(axes, layers, found.gap, **look(i, markevery=(i, 4)), label=f"width {d}")
        floor = math.exp(enclose(claims.figure_2a.predicts[1], {"n": 4, "d": d}, 15))
        axes.axhline(floor, **THEORY, label="plateau and floors (theory)" if i == 0 else None)
        told.append(f"width {d}: {found.gap[:, 30:].mean():.4f} over layers 30 to {depth}, floor {floor:.4f}")
    axes.axhline(plateau, **THEORY)
    mean_map = wide(NEAR_RANK_ONE, depth)
    axes.plot(layers, mean_map, **look(6, marker=None, linewidth=1), label="mean map (infinite width)")
    axes.plot((1, 20), (mean_map[1], floor), **TWIN, label="log V linear, layers 1 to 20 (false)")
    axes.set(xlabel="layer", ylabel="mean of V", title="orthogonality gap, n = 4", xlim=(0, depth))
    axes.set(yscale="log", ylim=(0.01, 1.2))
    legend(figure, 3)
    falls = -np.diff(np.log(mean_map))
    return Picture(
        figure,
        f"Mean of V along linear networks with BN from eigenvalues (1, 1e-12, 1e-12, 1e-12), n = 4, {networks} "
        "networks of each width (bands: two standard errors). V starts on the plateau of rank one, falls along the "
        "mean map of infinite width, and ends on the floor 1.1301/√width, the noise of finite width. Its logarithm is "
        "not linear for layers 1 to 20 (dotted), as a text beside the figure has it.",
        f"Plateau {plateau:.3f}. Mean of V at {'; '.join(told)}. Log V of the mean map falls by {falls[1]:.3f} from "
        f"layer 1 to 2, by {falls[6]:.3f} from layer 6 to 7.",
    )


def gap_width(seed: int) -> Picture:
    """Figure 2b: log mean V against log width, over all layers as in the source and over late ones."""
    networks, depth, first = 20, LAYERS, 30
    rngs = [stream(seed, "bninit figures: daneshmand21.gap-width", d) for d in WIDTHS]
    runs = orthogonal_gap.across(NEAR_RANK_ONE, WIDTHS, depth, networks, rngs)
    with precision(40):
        late = float(enclose(late_constant(4), {}, 30))
        total = float(sum(transient(), arb(0)))
    d = np.array(WIDTHS, dtype=float)
    figure, axes = panels(4.1)
    said = (late / np.sqrt(d) + total / depth, late / np.sqrt(d))
    names = (f"layers 1 to {depth}, as in the source", f"layers {first} to {depth}")
    told = []
    for i, (least, name, line, slope) in enumerate(zip((1, first), names, said, claims.figure_2b.predicts[1::-1],
                                                       strict=True)):  # fmt: skip
        means = [run.late(least) for run in runs]
        axes.errorbar(d, [m.mean for m in means], yerr=[2 * m.error for m in means], capsize=2,
                      **look(i, linestyle="none"), label=name)  # fmt: skip
        axes.plot(d, line, **THEORY, label="theory, leading order" if i == 0 else None)
        fitted = orthogonal_gap.slope(WIDTHS, means)
        told.append(f"{name}: mean V {numbers([m.mean for m in means])}, theory {numbers(line)}; slope "
                    f"{fitted.mean:.3f}, theory {float(slope):.3f}")  # fmt: skip
    axes.plot(d, said[0][0] * d[0] / d, **TWIN, label="slope -1")
    axes.set(xlabel="width d", ylabel="mean of V", title="orthogonality gap against width, n = 4", yscale="log")
    axes.set_xscale("log", base=2)
    axes.set_xticks(d, [f"{width}" for width in WIDTHS])
    axes.set_ylim(0.035, 0.5)
    axes.set_yticks([0.05, 0.1, 0.2, 0.4], ["0.05", "0.1", "0.2", "0.4"])
    axes.minorticks_off()
    legend(figure, 2)
    return Picture(
        figure,
        "Mean orthogonality gap of linear networks with BN from eigenvalues (1, 1e-12, 1e-12, 1e-12), n = 4, "
        f"{networks} networks of each width, depth {depth} (error bars: two standard errors). Late layers have the "
        "slope -1/2; the printed slope -.46 averages all layers, the transient included (upper dashed line).",
        f"Widths {numbers(WIDTHS)}. {'. '.join(told)}.",
    )


NAMES = {"identity": "identity", "relu": "ReLU", "tanh": "tanh", "sin": "sin", "shifted tanh": "tanh + 1"}


def activations(seed: int) -> Picture:
    """Figure 6, with a curve for every activation (in the source all labels have the curve of the last)."""
    n, networks, widths = 4, 96, (16, 32, 64, 128, 256)
    claimed = dict(zip(("identity", "relu", "tanh", "shifted tanh"), map(float, constants.predicts), strict=True))
    figure, (left, right) = panels(4.1, 1, 2)
    d = np.array(widths, dtype=float)
    told = []
    for i, name in enumerate(ACTIVATIONS):
        means, errors = [], []
        for place, width in enumerate(widths):
            rng = stream(seed, "bninit figures: daneshmand21.activations", i, place)
            runs = spread(CHAIN, name, n, width, rng, networks)
            means.append(runs.mean())
            errors.append(2 * runs.std(ddof=1) / math.sqrt(networks))
        left.plot(d, np.sqrt(means / d), **look(i), label=NAMES[name])
        right.errorbar(d, means, yerr=errors, capsize=2, **look(i))
        slope = np.polyfit(np.log(d), np.log(means / d) / 2, 1)[0]
        told.append(f"{NAMES[name]} {means[-1]:.2f} (slope {slope:.2f})")
    theory = float(gap_constant(Integer(n)))
    left.plot(d, np.sqrt(theory / d), **THEORY, label="theory, identity")
    right.axhline(theory, **THEORY)
    right.plot([64] * len(claimed), list(claimed.values()), "*", color="black", ms=8, label="claimed, d = 64", zorder=5)
    left.set(xlabel="width d", ylabel="rms of |M - E M|", title="spread of M, n = 4", yscale="log")
    right.set(xlabel="width d", ylabel="d E |M - E M|²", title="times the width", ylim=(0, 2))
    for axes in (left, right):
        axes.set_xscale("log", base=2)
        axes.set_xticks(d, [f"{width}" for width in widths])
    legend(figure, 4)
    return Picture(
        figure,
        f"Spread of M = QᵀQ/d about its mean in late layers of Q → BN(W F(Q)), n = {n}, {networks} pairs of networks "
        "for every activation F and width (error bars: two standard errors). All fall like 1/√d, but with different "
        "constants: tanh + 1 has less than a third of the others' variance, so the curves do not differ negligibly. "
        "Dashed: theory for the identity.",
        f"d E|M - E M|^2 at d = {widths[-1]}: {', '.join(told)}. Theory for the identity {theory:g}, slope -1/2; "
        f"claimed at d = 64: {', '.join(f'{NAMES[name]} {value:g}' for name, value in claimed.items())}.",
    )
