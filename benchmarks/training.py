"""Training all seeds and rates of a protocol at once, against one network after the other: seconds and their ratio.

    python -m benchmarks.training [--steps 50] [--repeat 3]

The networks are those of level quick of `daneshmand20.training.depth-gap`: 16 seeds at three rates. One after the
other they are trained by the same code, and by `torch.nn` modules with `torch.optim.SGD`, as one would write it.
Seconds are of the processor, one thread, the least of the repetitions. Wanted is a ratio of 5 or more against each.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from torch import nn

from numerics.networks import Layer
from numerics.training.nets.mlp import Weights
from numerics.training.paired import QUICK, RATES, mlp, seeds
from numerics.training.sgd import train

SEEDS, WANTED = 16, 5.0


def one_by_one(net: Any, parameters: Any, drawn: Any, count: int) -> None:
    """The same code, a network at a time."""
    for r in range(count):
        alone = [Weights(*(tensor[r : r + 1] for tensor in layer)) for layer in parameters]
        batches = [places[r : r + 1] for places in drawn.batches]
        train(net, alone, drawn.drawn.points, drawn.drawn.labels, batches, rate=RATES[0])


def modules(widths: list[int], normalised: bool) -> nn.Sequential:
    """The network as `torch.nn` has it."""
    parts: list[nn.Module] = []
    for d, m in pairwise(widths[:-1]):
        parts += [nn.Linear(d, m), *([nn.BatchNorm1d(m)] if normalised else []), nn.ReLU()]
    return nn.Sequential(*parts, nn.Linear(*widths[-2:]))


def plainly(widths: list[int], normalised: bool, drawn: Any, count: int) -> None:
    """Modules and an optimiser, a network at a time."""
    for r in range(count):
        net = modules(widths, normalised)
        optimiser, loss = torch.optim.SGD(net.parameters(), lr=RATES[0]), nn.CrossEntropyLoss()
        for places in drawn.batches:
            where = torch.as_tensor(places[r])
            optimiser.zero_grad()
            loss(net(drawn.drawn.points[where]), drawn.drawn.labels[where]).backward()
            optimiser.step()


def least(run: Callable[[], object], repeat: int) -> float:
    """CPU seconds."""
    found = []
    for _ in range(repeat):
        start = time.process_time()
        run()
        found.append(time.process_time() - start)
    return min(found)


def main() -> None:
    """Print a line for each architecture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--repeat", type=int, default=3)
    asked = parser.parse_args()
    drawn = seeds({**QUICK, "steps": asked.steps}, SEEDS, np.random.default_rng())
    start = drawn.start(drawn.weights())
    widths = [drawn.drawn.inputs, *(layer.W.shape[-2] for layer in start)]
    many = [Weights(*(torch.cat([tensor] * len(RATES)) for tensor in layer)) for layer in start]
    batches = [np.tile(places, (len(RATES), 1)) for places in drawn.batches]
    rates = np.repeat(RATES, SEEDS)
    for name, layer in (("with BN", Layer(("rc", "rs", "nl"))), ("without", None)):
        net = mlp(layer)
        data = (drawn.drawn.points, drawn.drawn.labels)
        at_once = least(lambda: train(net, many, *data, batches, rate=rates), asked.repeat)  # noqa: B023
        scale = len(RATES) * SEEDS / 4  # four of them stand for all
        same = scale * least(lambda: one_by_one(net, start, drawn, 4), asked.repeat)  # noqa: B023
        plain = scale * least(lambda: plainly(widths, layer is not None, drawn, 4), asked.repeat)  # noqa: B023
        print(
            f"{name}: {len(rates)} networks, {asked.steps} steps at once {at_once:.2f} s; one after the other "
            f"{same:.1f} s, ratio {same / at_once:.1f}; as torch.nn modules {plain:.1f} s, ratio {plain / at_once:.1f}"
            f" (wanted {WANTED:g})"
        )


if __name__ == "__main__":
    main()
