"""A residual network of torchvision's ResNet-18 shape, written here, and its pass in functions alone."""

from __future__ import annotations

import os
from itertools import pairwise
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch import Tensor, nn  # noqa: E402
from torch.nn import functional  # noqa: E402


class Block(nn.Module):
    """Two convolutions of 3 x 3 with BN, beside a skip connection."""

    def __init__(self, before: int, width: int, stride: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(before, width, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.relu = nn.ReLU(inplace=True)
        self.conv2 = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.downsample: Any = None
        if stride != 1 or before != width:
            self.downsample = nn.Sequential(nn.Conv2d(before, width, 1, stride, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        beside = x if self.downsample is None else self.downsample(x)
        y = self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x)))))
        y += beside
        return self.relu(y)


class ResNet18(nn.Module):
    """Random weights, as torchvision draws them."""

    def __init__(self, classes: int = 1000) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(3, 64, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        self.relu = nn.ReLU(inplace=True)
        self.maxpool = nn.MaxPool2d(3, 2, 1)
        widths = (64, 64, 128, 256, 512)
        for number, (before, width) in enumerate(pairwise(widths), 1):
            stride = 1 if number == 1 else 2
            setattr(self, f"layer{number}", nn.Sequential(Block(before, width, stride), Block(width, width, 1)))
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(512, classes)
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")

    def forward(self, x: Tensor) -> Tensor:
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        for number in range(1, 5):
            x = getattr(self, f"layer{number}")(x)
        return self.fc(torch.flatten(self.avgpool(x), 1))


def by_hand(model: ResNet18, x: Tensor) -> tuple[Tensor, list[Tensor]]:
    """Outputs, and what enters each BN in the order of the pass: by functions of PyTorch and no module's call."""
    entering: list[Tensor] = []

    def normalised(z: Tensor) -> Tensor:
        entering.append(z)
        mean = z.mean((0, 2, 3), keepdim=True)
        square = (z - mean).square().mean((0, 2, 3), keepdim=True)
        return (z - mean) / (square + 1e-5).sqrt()

    x = functional.relu(normalised(functional.conv2d(x, model.conv1.weight, stride=2, padding=3)))
    x = functional.max_pool2d(x, 3, 2, 1)
    for number in range(1, 5):
        for block in getattr(model, f"layer{number}"):
            beside, stride = x, block.conv1.stride
            if block.downsample is not None:
                beside = normalised(functional.conv2d(x, block.downsample[0].weight, stride=stride))
            y = functional.relu(normalised(functional.conv2d(x, block.conv1.weight, stride=stride, padding=1)))
            x = functional.relu(normalised(functional.conv2d(y, block.conv2.weight, padding=1)) + beside)
    return functional.linear(x.mean((2, 3)), model.fc.weight, model.fc.bias), entering


def standard() -> tuple[ResNet18, Tensor]:
    """The network with as many random images as the environment says, as in 64x224: of `python -m benchmarks`."""
    batch, size = map(int, os.environ.get("BNINIT_BATCH", "64x224").split("x"))
    torch.manual_seed(1)
    return ResNet18(), torch.randn(batch, 3, size, size)
