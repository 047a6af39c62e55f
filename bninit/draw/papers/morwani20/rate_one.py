"""Figures of morwani20, Section 3: norms along training at learning rate 1, on clusters and on digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bninit.draw.style import THEORY, Picture, band, legend, look, numbers, panels
from numerics.streams import stream
from numerics.training.backprop import Network, Parameters, train
from numerics.training.synthetic import BN, VANILLA, deep_pair

if TYPE_CHECKING:
    from bninit.draw.style import Floats

LAYERS = ("activations", "gradients by the activations", "weights of the hidden layers")


def rate_one(seed: int) -> Picture:
    """Section 3: norms along training at learning rate 1, the network without BN from the equivalent point."""
    size, count = 16, 20
    rng = stream(seed, "bninit figures: morwani20.rate-one")
    points, targets, normal, equivalent = deep_pair(size, rng)
    figure, axes = panels(4.0, 1, 3)
    told = []
    growth: list[Floats] = []
    for i, (network, parameters) in enumerate(((BN, normal), (VANILLA, equivalent))):
        seen: list[Floats] = []

        def watch(step: int, network: Network, now: list[Parameters], seen: list[Floats] = seen, i: int = i) -> None:
            found = network.run(now, points, targets)
            norm = [_frobenius(part).max(axis=0) for part in (found.inputs[1:], found.deltas[1:])]
            weights = np.sqrt(np.square(_frobenius([layer.W for layer in now[:-1]])).sum(axis=0))
            seen.append(np.stack([*norm, weights]))
            if i == 0:
                growth.append(np.square(_frobenius([layer.W for layer in found.gradients[:-1]])).sum(axis=0))

        run = train(network, parameters, points, targets, rate=1.0, steps=count, watch=watch)
        values = np.stack(seen)
        fine = np.isfinite(run.loss[: len(values)])
        values = np.where(fine[:, None, :], values, np.nan)
        name = "with BN" if i == 0 else "without BN, until it diverges"
        for place, panel in enumerate(axes):
            for number, path in enumerate(values[:, place].T):
                first = number == 0  # the others without markers
                style = look(i, marker="os"[i] if first else None, linewidth=1.3 if first else 0.7, markevery=2)
                panel.plot(path, **style, label=name if first else None)
        diverged = int((run.diverged >= 0).sum())
        last = np.nanmax(values, axis=(0, 2))
        told.append(f"{name.split(',')[0]}: {diverged} of {size} diverge; greatest norms {numbers(last)}")
        if i == 0:
            squares = values[0, 2] ** 2 + np.concatenate([np.zeros((1, size)), np.cumsum(growth[:-1], axis=0)])
            for path in np.sqrt(squares).T[:3]:
                axes[2].plot(path, **THEORY, label="theory: |w'|² = |w|² + |∇w|²")
    _dress(figure, axes, 3)
    return Picture(
        figure,
        f"Full-batch training of 10-layer ReLU networks at learning rate 1, cross entropy, 64 points in 4 Gaussian "
        f"clusters in R^8, width 16, {size} pairs; the network without BN starts at the equivalent point, so that both "
        "compute the same at step 0. Activations, gradients and weights of the network without BN explode within a few "
        "steps, those with BN stay. Dashed: gradients are orthogonal to the weights before BN, which therefore grow by "
        "Pythagoras. (The source trains on 10,000 images of MNIST.)",
        f"Norms of activations, gradients and weights over {count} steps. {'. '.join(told)}.",
    )


def _dress(figure: Any, axes: Any, columns: int) -> None:
    for panel, title in zip(axes, LAYERS, strict=True):
        panel.set(title=title.replace(" by", "\nby").replace(" of", "\nof"), xlabel="step", yscale="log")
        panel.set_xticks([0, 5, 10, 15, 20])
    axes[0].set_ylabel("norm (greatest of the layers)")
    legend(figure, columns)


def _frobenius(parts: list[Floats]) -> Floats:
    """Norms of matrices (R, a, b), for every layer: (layers, R)."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.array([np.linalg.norm(part, axis=(-2, -1)) for part in parts])


def digits_at_rate_one(seed: int) -> Picture:
    """Section 3: norms along training at rate 1 on digits, with BN and from the equivalent point without."""
    from numerics.training.protocols.rate_one import Deep, norm, pair

    size, deep = 16, Deep(steps=20)
    found = pair(deep, norm(2.0), size, stream(seed, "bninit figures: morwani20.digits-at-rate-one"), watched=True)
    figure, axes = panels(4.0, 1, 3)
    for place, panel in enumerate(axes):
        band(panel, np.arange(deep.steps + 1), found.bn_norms[:, :, place].T, **look(0, markevery=4), label="with BN")
        for number, path in enumerate(found.vanilla_norms[:, :, place].T):
            style = look(1, marker="s" if number == 0 else None, linewidth=0.8)
            panel.plot(path, **style, label="without BN, until it diverges" if number == 0 else None)
    norms, by = found.bn_norms[:, :, 2], found.bn_norms[:, :, 3]
    squares = norms[0] ** 2 + np.concatenate([np.zeros((1, size)), np.cumsum((deep.rate * by[:-1]) ** 2, axis=0)])
    axes[2].plot(np.sqrt(squares).mean(axis=1), **THEORY, label="theory: |w'|² = |w|² + |∇w|²")
    _dress(figure, axes, 3)
    gone = int((found.vanilla.diverged >= 0).sum())
    last = found.vanilla_norms[np.maximum(found.vanilla.diverged - 1, 0), np.arange(size)] / found.vanilla_norms[0]
    theory = float(np.abs(np.sqrt(squares) / norms - 1).max())
    most = (found.bn_norms.max(axis=0) / found.bn_norms[0]).max(axis=0)
    return Picture(
        figure,
        f"{deep.layers} layers of width {deep.width}, ReLU, full-batch gradient descent at rate 1 on {deep.images} of "
        f"scikit-learn's digits, cross entropy; {size} seeds, each with a training set of its own; the network without "
        "BN starts at the equivalent point. Dashed: gradients are orthogonal to the weights before BN. Axes of the "
        "source, which trains on 10,000 images of MNIST.",
        f"{gone} of {size} networks without BN diverge, after {int(found.vanilla.diverged.max())} steps at most. "
        f"Before that the norms have grown by factors {numbers(np.median(last, axis=0)[:3])} (median: activations, "
        f"gradients, weights); with BN by {numbers(most[:3])} at most; there Pythagoras gives the norm of the weights "
        f"to {theory:.1e} of it.",
    )
