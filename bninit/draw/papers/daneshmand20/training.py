"""Figures of daneshmand20 on training, at the sizes of level quick; networks are trained on PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from bninit.draw.style import THEORY, TWIN, Picture, band, legend, look, numbers, panels
from numerics.networks import Layer
from numerics.streams import stream
from numerics.training.paired import CLASSES, QUICK, Seeds, as_samples, mlp, numerical_rank, seeds

if TYPE_CHECKING:
    from bninit.draw.style import Floats

BN = Layer(("rc", "rs", "nl"))
SEEDS, POINTS, EVERY = 6, 64, 10
SIZES = f"{QUICK['size']:,} of scikit-learn's digits, width {QUICK['width']}, minibatches of {QUICK['batch']}"
BANDS = f"{SEEDS} seeds; bands: two standard errors of the mean"


def depth(seed: int) -> Picture:
    """Figure 1: numerical rank at the start and training accuracy, against depth."""
    from numerics.checks.daneshmand20.training import at_depth

    depths = (1, 2, 4, 8, 16, 24)
    figure, (left, right) = panels(3.6, 1, 2)
    told = []
    for number, (layer, name) in enumerate(((BN, "with BN"), (None, "without"))):
        ranks, accuracies = [], []
        for place, layers in enumerate(depths):
            drawn = seeds({**QUICK, "steps": 100}, SEEDS, stream(seed, "bninit figures: daneshmand20.depth", place))
            points = drawn.drawn.batch(2 * QUICK["width"])
            ranks.append(numerical_rank(mlp(layer).hidden(drawn.start(drawn.weights(depth=layers)), points)[-1]))
            accuracies.append(at_depth(drawn, layer, layers))
        band(left, depths, np.stack(ranks, axis=1), **look(number), label=name)
        band(right, depths, np.stack(accuracies, axis=1), **look(number), label=name)
        means = (numbers(np.mean(values, axis=1)) for values in (ranks, accuracies))
        told.append(f"{name}: ranks {next(means)}, accuracies {next(means)}")
    left.axhline(1, **THEORY, label="rank one, to which linear networks without BN come")
    right.axhline(1 / CLASSES, **TWIN, label="a guess")
    left.set(title="before training", xlabel="hidden layers", ylabel="rank of the last hidden layer", ylim=(0, None))
    right.set(title="after 100 steps", xlabel="hidden layers", ylabel="training accuracy", ylim=(0, 1.02))
    for axes in (left, right):
        axes.set_xscale("log", base=2)
        axes.set_xticks(depths, map(str, depths))
    legend(figure, 2)
    return Picture(
        figure,
        f"Multilayer perceptrons with ReLU, PyTorch's initialisation, {SIZES}, SGD at the best of three rates; {BANDS}."
        " Left the numerical rank (torch.linalg.matrix_rank) of the last hidden layer on 64 points. The source has "
        "Fashion-MNIST, width 128, depth up to 32 and 75 epochs.",
        f"At {numbers(depths)} hidden layers, {'; '.join(told)}.",
    )


def _courses(drawn: Seeds, arms: dict[str, tuple[Any, Any]], see: Callable[[Any, Any], Floats]) -> dict[str, Floats]:
    return {name: drawn.along(net, start, partial(see, net)) for name, (net, start) in arms.items()}


def _both(drawn: Seeds, arms: dict[str, tuple[Any, Any]], seen: dict[str, Callable[[Any, Any], Floats]]) -> Any:
    """A panel for each thing that is seen, a curve for each arm; and the values, by panel and arm."""
    figure, axes = panels(3.6, 1, len(seen))
    found = {}
    for panel, (label, see) in zip(axes, seen.items(), strict=True):
        found[label] = _courses(drawn, arms, see)
        for number, (name, values) in enumerate(found[label].items()):
            band(panel, EVERY * np.arange(values.shape[1]), values, **look(number, markevery=4), label=name)
        panel.set(xlabel="steps", ylabel=label)
    return figure, axes, found


def _accuracy(drawn: Seeds) -> Callable[[Any, Any], Floats]:
    return lambda net, now: drawn.accuracy(net, now, 256)


def _ends(found: dict[str, Floats]) -> str:
    return "; ".join(
        f"{name} {values[:, 0].mean():.3g} to {values[:, -1].mean():.3g}" for name, values in found.items()
    )


def order(seed: int) -> Picture:
    """Figure 6: training accuracy and the lower bound r(H) on the rank, five arms."""
    from numerics.checks.daneshmand20.training import five
    from numerics.training.nets.pretrain import rank_bound

    drawn = seeds(QUICK, SEEDS, stream(seed, "bninit figures: daneshmand20.order"))
    points = drawn.drawn.batch(POINTS)
    bound: Any = lambda net, now: as_samples(rank_bound(net.hidden(now, points)[-1]).cpu())  # noqa: E731
    seen = {"training accuracy": _accuracy(drawn), "r of the last hidden layer": bound}
    figure, (left, right), found = _both(drawn, five(drawn, BN), seen)
    left.axhline(1 / CLASSES, **TWIN, label="a guess")
    right.axhline(1, **THEORY, label="rank one")
    legend(figure, 3)
    accuracy, rank = found.values()
    return Picture(
        figure,
        f"Multilayer perceptrons of depth {QUICK['depth']} with ReLU, {SIZES}, SGD at rate 1/10; {BANDS}. Pre-training "
        "is gradient descent on the sum of 1/r over the layers. The order of the ranks at the start is kept.",
        f"Accuracies: {_ends(accuracy)}. Ranks: {_ends(rank)}.",
    )


def pretraining(seed: int) -> Picture:
    """Figures 4 and 12: training loss over steps of pre-trained networks and of those with BN, by depth."""
    from numerics.checks.daneshmand20.training import raised
    from numerics.training.sgd import train

    depths = (4, 8, 16)
    figure, axes = panels(3.4, 1, 3, sharey=True)
    told = []
    for place, (panel, layers) in enumerate(zip(axes, depths, strict=True)):
        drawn = seeds(QUICK, SEEDS, stream(seed, "bninit figures: daneshmand20.pretraining", place))
        start = drawn.start(drawn.weights(depth=layers))
        arms = {"BN": (mlp(BN), start), "pre-trained, no BN": (mlp(), raised(drawn, start)), "neither": (mlp(), start)}
        for number, (name, (net, begin)) in enumerate(arms.items()):
            run = train(net, begin, drawn.drawn.points, drawn.drawn.labels, drawn.batches, rate=0.1)
            loss = run.loss[:, run.diverged < 0].reshape(QUICK["steps"] // EVERY, EVERY, -1).mean(axis=1).T
            band(panel, EVERY * np.arange(1, 1 + loss.shape[1]), loss, **look(number, markevery=4), label=name)
            told.append(f"{name} at depth {layers} {loss[:, -1].mean():.2f}")
        panel.axhline(np.log(CLASSES), **TWIN, label="a guess")
        panel.set(title=f"depth {layers}", xlabel="steps")
    axes[0].set_ylabel("training loss")
    legend(figure, 4)
    return Picture(
        figure,
        f"Cross entropy on the minibatches, means of {EVERY} steps; ReLU, {SIZES}, SGD at rate 1/10; {BANDS}. Networks "
        "that have diverged are left out. Pre-training: 75 minibatches of 64 points, 4 steps at rate 1/10 on each, on "
        "the sum of 1/r over the layers. It lets deep networks learn; that it is ahead of BN is not reproduced.",
        f"Last losses: {'; '.join(told)}.",
    )


def breaking(seed: int) -> Picture:
    """Figures 5 and 7: training accuracy and rank of convolutional networks with BN, three ways."""
    import torch

    from numerics.checks.daneshmand20.training import VGG, convolutions

    cell = {**VGG[0], "steps": 60}
    drawn = seeds(cell, SEEDS, stream(seed, "bninit figures: daneshmand20.breaking"))
    net, rescaled = convolutions(cell, BN), convolutions(cell, replace(BN, components=("rs", "nl")))
    symmetric, shifted = (net.initial(CLASSES, SEEDS, drawn.rng, one_sided=side) for side in (False, True))
    start = drawn.start(symmetric)
    arms = {
        "BN": (net, start),
        "BN without centring": (rescaled, start),
        "BN, weights on [0, 2a]": (net, drawn.start(shifted)),
    }
    points, width = drawn.drawn.batch(POINTS), start[-1].W.shape[-1]
    eye = torch.eye(width).expand(SEEDS, width, width)

    def features(net: Any, now: Any) -> Floats:
        """The rank of what the last layer sees: its own weights are those of the identity."""
        through = [*now[:-1], now[-1]._replace(W=eye, b=torch.zeros(SEEDS, width, 1))]
        return as_samples(torch.linalg.matrix_rank(net(through, points)))

    seen = {"training accuracy": _accuracy(drawn), "rank of the last hidden layer": features}
    figure, (left, right), found = _both(drawn, arms, seen)
    left.axhline(1 / CLASSES, **TWIN, label="a guess")
    right.set_ylim(0, None)
    legend(figure, 4)
    accuracy, rank = found.values()
    return Picture(
        figure,
        f"Convolutional networks of VGG shape, blocks of 8, 8 and 16, 16 channels, {QUICK['size']:,} of scikit-learn's "
        f"digits, minibatches of {QUICK['batch']}, SGD at rate 1/10; {BANDS}. Weights on one side of 0 break BN, "
        "leaving out the centring does not. The source has VGG19 on CIFAR-10.",
        f"Accuracies: {_ends(accuracy)}. Ranks on 64 points: {_ends(rank)}.",
    )


def gradients(seed: int) -> Picture:
    """Figure 10: training accuracy, and how far the gradients of all points are aligned."""
    import torch

    from numerics.checks.daneshmand20.training import alignment

    drawn = seeds({**QUICK, "steps": 100}, SEEDS, stream(seed, "bninit figures: daneshmand20.gradients"))
    start = drawn.start(drawn.weights())
    arms = {"BN": (mlp(BN), start), "no BN": (mlp(), start)}
    seen = {
        "training accuracy": _accuracy(drawn),
        "mean |cos| of gradients": lambda net, now: alignment(net, now, drawn),
    }
    figure, (left, right), found = _both(drawn, arms, seen)
    real = drawn.drawn
    shape = tuple(real.points.shape)
    noise = torch.tensor(drawn.rng.uniform(-(3**0.5), 3**0.5, shape), dtype=real.points.dtype)
    others = {
        "no BN, rate 10": (drawn, 10.0),
        "no BN, noise for images": (replace(drawn, drawn=replace(real, points=noise)), 0.1),
    }
    for number, (name, (given, rate)) in enumerate(others.items(), 2):
        values = given.along(mlp(), start, partial(_accuracy(given), mlp()), rate=rate)
        band(left, EVERY * np.arange(values.shape[1]), values, **look(number, markevery=4), label=name)
    left.axhline(1 / CLASSES, **TWIN, label="a guess")
    right.axhline(1, **THEORY, label="rank one: |cos| = 1")
    right.set_ylim(0, 1.05)
    legend(figure, 3)
    accuracy, cosines = found.values()
    return Picture(
        figure,
        f"Multilayer perceptrons of depth {QUICK['depth']} with ReLU, {SIZES}, SGD at rate 1/10 where not said; "
        f"{BANDS}. |cos| is between the gradients at two points by the weights of one neuron of the last layer; a last "
        "hidden layer of rank one makes it 1. The source has VGG19 on CIFAR-10.",
        f"Accuracies: {_ends(accuracy)}. Cosines: {_ends(cosines)}.",
    )
