"""Figures of nachum24 on training, at the sizes of level quick; networks are trained on PyTorch."""

from __future__ import annotations

from functools import partial

import numpy as np

from bninit.draw.style import TWIN, Picture, band, legend, look, numbers, panels
from numerics.networks import Layer
from numerics.streams import stream
from numerics.training.paired import CLASSES, QUICK, mlp, numerical_rank, seeds

BN, RECENTRED = Layer(("rc", "rs", "nl")), Layer(("rc", "nl"))
SEEDS, EVERY = 8, 10
BANDS = f"{SEEDS} seeds; bands: two standard errors of the mean"
ARMS: dict[str, tuple[Layer | None, str]] = {
    "BN": (BN, "default"),
    "without BN": (None, "default"),
    "without BN, He": (None, "he"),
    "recentring, He": (RECENTRED, "he"),
    "rescaling": (Layer(("rs", "nl")), "default"),
}


def components(seed: int) -> Picture:
    """Figure 2: accuracy along training, and the rank before it, by component and initialisation."""
    drawn = seeds(QUICK, SEEDS, stream(seed, "bninit figures: nachum24.components"))
    figure, axes = panels(3.8)
    told = []
    points = drawn.drawn.batch(2 * QUICK["width"])
    weights = {law: drawn.weights(law) for law in ("default", "he")}
    for number, (name, (layer, law)) in enumerate(ARMS.items()):
        net, start = mlp(layer), drawn.start(weights[law])
        rate = 0.01 if name == "without BN, He" else 0.1
        runs = drawn.along(net, start, partial(drawn.accuracy, net, points=256), rate=rate)
        rank = numerical_rank(net.hidden(start, points)[-1]).mean()
        label = f"{name}: rank {rank:.0f} of {QUICK['width']} at the start"
        band(axes, EVERY * np.arange(runs.shape[1]), runs, **look(number, markevery=4), label=label)
        told.append(f"{name}: accuracy {runs[:, -1].mean():.2f}, rank {rank:.1f}")
    axes.axhline(1 / CLASSES, **TWIN, label="a guess")
    axes.set(xlabel="steps", ylabel="training accuracy", ylim=(0, 1.02))
    legend(figure, 2)
    return Picture(
        figure,
        f"Multilayer perceptrons of depth {QUICK['depth']} and width {QUICK['width']} with ReLU on {QUICK['size']:,} "
        f"of scikit-learn's digits, minibatches of {QUICK['batch']}, SGD at rate 1/10 (1/100 for He's weights alone); "
        f"PyTorch's initialisation where He's is not named; {BANDS}. Ranks are numerical, of the last hidden layer on "
        f"64 points.",
        f"At the end {'; '.join(told)}.",
    )


def starts(seed: int) -> Picture:
    """Loss along gradient descent from the outlier, from the symmetric configuration and from He's weights."""
    from numerics.checks.nachum24.training import CELLS, LOW, arms, steps_needed

    cell, names = CELLS[0], ("he", "symmetric", "outlier")
    figure, panes = panels(3.8, 1, 2, sharey=True)
    told = []
    for place, (axes, layer, title) in enumerate(zip(panes, (RECENTRED, BN), ("recentring", "full BN"), strict=True)):
        drawn = seeds(cell, SEEDS, stream(seed, "bninit figures: nachum24.starts", place))
        for number, (name, found) in enumerate(zip(names, arms(layer, drawn, *names), strict=True)):
            logs = np.log10(np.clip(found.loss.T, 1e-6, 1e6))
            label = "He's weights" if name == "he" else name
            band(axes, np.arange(logs.shape[1]), logs, **look(number, markevery=8), label=label)
            told.append(f"{title}, {name}: {numbers([steps_needed(found.loss).mean(), found.held.mean()])}")
        axes.axhline(np.log10(LOW), **TWIN, label="loss 1/10")
        axes.set(xlabel="steps", title=f"{title} and ReLU")
    panes[0].set(ylabel="log10 of the loss on the batch")
    legend(figure, 4)
    return Picture(
        figure,
        f"Gradient descent on n = {cell['size']} of scikit-learn's digits, width {cell['width']}, depth "
        f"{cell['depth']}, from three configurations of equal norms: the outlier (all points but one alike in every "
        f"hidden layer), the symmetric one, and He's weights; each at the best of three rates; {BANDS}. From the "
        f"outlier it takes longer.",
        f"Steps to a loss of 1/10, and accuracy on 256 held-out points: {'; '.join(told)}.",
    )
