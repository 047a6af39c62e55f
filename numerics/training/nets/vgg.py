"""Small convolutional networks of the shape of VGG, R of them at a time; never imports `theory`.

Blocks of 3 x 3 convolutions, each followed by a norm and the activation and, at the end of the block, by the greatest
of 2 x 2 pixels; then one linear layer. A row that is normalised is what one channel computes on all points and pixels,
as in `torch.nn.BatchNorm2d`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.random import Generator
from torch.nn import functional

from numerics.training.backprop import Parameters
from numerics.training.nets.mlp import Weights
from numerics.training.nets.normalise import Norm, Tensor


@dataclass(frozen=True)
class VGG:
    """What the layers do; the parameters are apart: `initial` makes them, `nets.mlp.placed` puts them on a device.

    Parameters
    ----------
    shape : channels, height and width of the images.
    blocks : channels of the convolutions, block by block.
    norm : as of `nets.mlp.MLP`.
    """

    shape: tuple[int, int, int]
    blocks: tuple[tuple[int, ...], ...]
    norm: Norm | None = None

    def __post_init__(self) -> None:
        if min(self.shape[1:]) >> len(self.blocks) < 1 or not all(self.blocks):
            raise ValueError(
                f"{len(self.blocks)} blocks {self.blocks} halve images of {self.shape[1]} x {self.shape[2]} pixels: "
                "take fewer, each of one convolution or more"
            )

    @property
    def channels(self) -> list[int]:
        return [self.shape[0], *(width for block in self.blocks for width in block)]

    def initial(self, classes: int, replicates: int, rng: Generator, one_sided: bool = False) -> list[Parameters]:
        """He's law: W of a convolution (R, m, c, 3, 3) has variance 2/(9 c); or, one-sided, U[0, 2a], a^2 = 1/(9 c)."""
        height, width = (size >> len(self.blocks) for size in self.shape[1:])
        found = []
        sides = [*((m, c, 3, 3) for c, m in zip(self.channels, self.channels[1:], strict=False)),
                 (classes, self.channels[-1] * height * width)]  # fmt: skip
        for side in sides:
            inputs = int(np.prod(side[1:]))
            if one_sided:
                W = rng.uniform(0, 2 * inputs**-0.5, (replicates, *side))
            else:
                W = rng.standard_normal((replicates, *side)) * np.sqrt(2 / inputs)
            zero = np.zeros((replicates, side[0], 1))
            found.append(Parameters(W, zero, zero + 1, zero))
        return found

    def __call__(self, parameters: Sequence[Weights], points: Tensor) -> Tensor:
        """Logits (R, classes, n) of flat images (R, n, d), or (1, n, d) for all replicates."""
        h = self._features(parameters, points)
        return torch.baddbmm(parameters[-1].b, parameters[-1].W, h)

    def _features(self, parameters: Sequence[Weights], points: Tensor) -> Tensor:
        R, n = parameters[0].W.shape[0], points.shape[1]
        images = points.reshape(-1, n, *self.shape).expand(R, -1, -1, -1, -1)
        h = images.transpose(0, 1).reshape(n, -1, *self.shape[1:])  # (n, R channels, height, width)
        left = iter(parameters)
        for block in self.blocks:
            for _ in block:
                h = self._layer(next(left), h, R)
            h = functional.max_pool2d(h, 2)
        return h.reshape(n, R, -1).permute(1, 2, 0)

    def _layer(self, layer: Weights, h: Tensor, R: int) -> Tensor:
        m = layer.W.shape[1]
        x = functional.conv2d(h, layer.W.flatten(0, 1), layer.b.flatten(), padding=1, groups=R)
        if self.norm is not None:
            n, _, height, width = x.shape
            rows = x.reshape(n, R, m, height * width).permute(1, 2, 0, 3).reshape(R, m, -1)
            rows = self.norm(rows, layer.gamma, layer.beta)
            x = rows.reshape(R, m, n, height * width).permute(2, 0, 1, 3).reshape(n, R * m, height, width)
        return torch.relu(x)
