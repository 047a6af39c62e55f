"""A figure of daneshmand21 on training, at the sizes of level quick; networks are trained on PyTorch."""

from __future__ import annotations

from functools import partial

import numpy as np

from bninit.draw.style import TWIN, Picture, band, legend, look, panels
from numerics.networks import Layer
from numerics.streams import stream
from numerics.training.paired import CLASSES, QUICK, mlp, seeds

SEEDS, EVERY = 8, 10


def start(seed: int) -> Picture:
    """Slides: training from orthogonal representations, from PyTorch's initialisation, and with BN."""
    from numerics.checks.daneshmand21.training import gap, started

    drawn = seeds(QUICK, SEEDS, stream(seed, "bninit figures: daneshmand21.start"))
    default = drawn.start(drawn.weights())
    arms = (
        ("BN", mlp(Layer(("rc", "rs", "nl"))), default, 0.1),
        ("the source's start, V' sliced", mlp(), started(drawn, sliced=True), 1e-4),
        ("V' orthogonal", mlp(), started(drawn, sliced=False), 0.01),
        ("without BN", mlp(), default, 0.1),
    )
    figure, axes = panels(3.8)
    told = []
    for number, (name, net, weights, rate) in enumerate(arms):
        runs = drawn.along(net, weights, partial(drawn.accuracy, net, points=256), rate=rate)
        label = f"{name}, rate {rate:g}"
        band(axes, EVERY * np.arange(runs.shape[1]), runs, **look(number, markevery=4), label=label)
        opened = "" if name == "BN" else f", gap {gap(drawn, weights).mean():.2f} at the start"
        told.append(f"{name}: accuracy {runs[:, -1].mean():.2f}{opened}")
    axes.axhline(1 / CLASSES, **TWIN, label="a guess")
    axes.set(xlabel="steps", ylabel="training accuracy", ylim=(0, 1.02))
    legend(figure, 2)
    return Picture(
        figure,
        f"Multilayer perceptrons of depth {QUICK['depth']} and width {QUICK['width']} with ReLU on {QUICK['size']:,} "
        f"of scikit-learn's digits, minibatches of {QUICK['batch']}: with BN, and without it from three starts; "
        f"{SEEDS} seeds (bands: two standard errors of the mean), each arm at the rate that is best for most seeds. "
        "Without BN the orthogonal starts learn; the sliced V' learns more than the orthogonal one, and less than BN.",
        f"At the end {'; '.join(told)}.",
    )
