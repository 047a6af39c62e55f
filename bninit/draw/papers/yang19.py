"""Figures of yang19: growth of gradients against batch size, and what an escaped point does to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bninit.draw.style import THEORY, TWIN, Picture, legend, look, numbers, panels
from numerics.checks.yang19.growth import BN, BN_RELU
from numerics.checks.yang19.setting import gradient_squares
from numerics.networks import Layer
from numerics.streams import stream
from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.notation import alpha
from theory.papers.yang19.outlier.recentred import PER_SIGNAL, per_signal
from theory.wide.gradient_growth import Activation, gradient_growth, gradient_growth_limit

if TYPE_CHECKING:
    from bninit.draw.style import Floats

SIMULATED = (5, 6, 8, 12, 16, 24, 32)
WIDTH, NETWORKS, LAYERS, FIRST, LAST = 64, 96, 14, 8, 11

CURVES: tuple[tuple[Activation, Layer, str], ...] = (("identity", BN, "BN"), ("relu", BN_RELU, "BN + ReLU"))


def growth(seed: int) -> Picture:
    """Growth per layer of the squared gradient against batch size, linear and ReLU."""
    sizes = np.arange(4, 41)
    figure, axes = panels(4.2)
    told = []
    for i, (activation, layer, name) in enumerate(CURVES):
        line = [float(enclose(gradient_growth(int(n), activation), {}, 15)) for n in sizes]
        axes.plot(sizes, line, **THEORY, label="theory, infinite width" if i == 0 else None)
        limit = float(gradient_growth_limit(activation))
        axes.axhline(limit, **TWIN, label="limit for large batches" if i == 0 else None)
        found = []
        for n in SIMULATED:
            rng = stream(seed, f"bninit figures: yang19.growth, {activation}", n)
            h, delta = rng.standard_normal((2, NETWORKS, WIDTH, n))
            squares = gradient_squares(layer, h, delta, LAYERS, WIDTH, rng)
            found.append(np.log(squares[FIRST] / squares[LAST]) / (LAST - FIRST))
        means = np.array([np.exp(x.mean()) for x in found])
        errors = np.array([2 * np.exp(x.mean()) * x.std(ddof=1) / np.sqrt(x.size) for x in found])
        axes.errorbar(SIMULATED, means, yerr=errors, capsize=2, **look(i, linestyle="none"), label=f"{name}, networks")
        told.append(f"{name}: {numbers(line[k - 4] for k in (4, 10, 32))} at n = 4, 10, 32, limit {limit:.4f}; "
                    f"networks {means[-1]:.3f} at n = 32")  # fmt: skip
    axes.set(xlabel="batch size n", ylabel="growth of |∂L/∂H|² per layer, backwards", ylim=(0.9, 3.2), xlim=(3, 41))
    axes.set(title="gradients grow with BN at every batch size")
    legend(figure, 2)
    return Picture(
        figure,
        "Growth of the squared gradient per layer at the symmetric fixed points of BN without and with ReLU: "
        f"theory at infinite width (dashed), its limits 1 and π/(π - 1) (dotted), and {NETWORKS} networks of width "
        f"{WIDTH} for each size, geometric mean over layers {FIRST} to {LAST} of {LAYERS} (bars: two standard errors; "
        "at small n width 64 and heavy tails count). At n = 3 the mean is infinite, at n = 2 gradients are 0.",
        f"{'; '.join(told)}.",
    )


def escape(seed: int) -> Picture:
    """Growth of gradients over signals at the fixed rays of recentring and ReLU."""
    sizes = np.arange(7, 31)
    figure, axes = panels(4.0)
    with precision(30):
        broken = np.array([float(per_signal(int(n)).mid()) for n in sizes])
    symmetric = _at(PER_SIGNAL, sizes)
    outlier = _at(alpha(), sizes)
    axes.plot(sizes, symmetric, **look(0, markersize=3), label="symmetric ray")
    axes.plot(sizes, broken, **look(1, markersize=3), label="broken ray: one point has escaped")
    axes.plot(sizes, outlier, **look(2, marker=None), label="exact outlier, α")
    limit = float(gradient_growth_limit())
    axes.axhline(limit, **TWIN, label="π/(π - 1)")
    axes.axhline(1, color="0.6", linewidth=1)
    axes.set(xlabel="batch size n", ylabel="growth per layer, gradients over signals", ylim=(0.98, 1.52))
    axes.set(title="recentring and ReLU: escaping takes the explosion away")
    legend(figure, 2)
    return Picture(
        figure,
        "Growth per layer of the squared gradient times the squared signal, recentring and ReLU at infinite width, "
        "batch sizes 7 to 30: at the symmetric ray, at the broken one (spectral radius of the layer back over its "
        "multiplier forwards), and at the exact outlier, where it is α = n²/(n² - 2n + 2). Dotted: π/(π - 1), the "
        "limit of the symmetric ray, and of full BN.",
        f"At n = 7, 10, 30: symmetric {numbers(symmetric[[0, 3, -1]], 4)}; broken {numbers(broken[[0, 3, -1]], 4)}; "
        f"outlier {numbers(outlier[[0, 3, -1]], 4)}. Limit of the symmetric ray {limit:.4f}.",
    )


def _at(expression: object, sizes: Any) -> Floats:
    return np.array([float(enclose(expression, {"n": int(n)}, 15)) for n in sizes])
