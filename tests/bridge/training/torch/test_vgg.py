"""Convolutional networks against `torch.nn`; pre-training by r(H)."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.random import Generator

torch = pytest.importorskip("torch")
from torch import nn  # noqa: E402

from numerics.training.backprop import initial  # noqa: E402
from numerics.training.nets.mlp import MLP, Weights, placed  # noqa: E402
from numerics.training.nets.normalise import Norm  # noqa: E402
from numerics.training.nets.pretrain import pretrained, rank_bound  # noqa: E402
from numerics.training.nets.vgg import VGG  # noqa: E402
from numerics.training.sgd import minibatches  # noqa: E402

R, N = 3, 5
SHAPE, BLOCKS = (2, 8, 8), ((4, 4), (6,))


def alone(layers: list[Weights], r: int, images: torch.Tensor, normalised: bool):
    """The same by modules of `torch.nn`, one replicate."""
    h, left = images.reshape(N, *SHAPE), iter(layers)
    for block in BLOCKS:
        for _ in block:
            layer = next(left)
            x = nn.functional.conv2d(h, layer.W[r], layer.b[r].flatten(), padding=1)
            if normalised:
                gamma, beta = layer.gamma[r].flatten(), layer.beta[r].flatten()
                x = nn.functional.batch_norm(x, None, None, gamma, beta, training=True)
            h = torch.relu(x)
        h = nn.functional.max_pool2d(h, 2)
    return h.flatten(1) @ layers[-1].W[r].T + layers[-1].b[r].T


@pytest.mark.parametrize("norm", [None, Norm()])
def test_values_and_gradients_are_those_of_torch(norm: Norm | None, rng: Generator) -> None:
    """Logits and their gradients by all parameters, to 1e-9, for images of each replicate's own or for all."""
    net = VGG(SHAPE, BLOCKS, norm)
    layers = [Weights(*(t + 0.1 * torch.tensor(rng.standard_normal(t.shape)) for t in layer))
              for layer in placed(net.initial(3, R, rng), dtype=torch.float64)]  # fmt: skip
    leaves = [tensor.requires_grad_() for layer in layers for tensor in layer]
    images = torch.tensor(rng.standard_normal((R, N, 128)))
    found = net(layers, images)
    wanted = torch.stack([alone(layers, r, images[r], norm is not None).T for r in range(R)])
    torch.testing.assert_close(found, wanted, atol=1e-9, rtol=1e-9)
    weights = torch.tensor(rng.standard_normal(found.shape))
    for a, b in zip(*(torch.autograd.grad((x * weights).sum(), leaves, allow_unused=True) for x in (found, wanted)),
                    strict=True):  # fmt: skip
        assert (a is None) == (b is None)
        if a is not None:
            torch.testing.assert_close(a, b, atol=1e-8, rtol=1e-8)
    shared = net(layers, images[:1])
    torch.testing.assert_close(shared[0], found[0], atol=1e-9, rtol=1e-9)
    assert shared.shape == found.shape


@pytest.mark.parametrize("one_sided", [False, True])
def test_initial(one_sided: bool, rng: Generator) -> None:
    """Weights of the second convolution, of 4 channels, have variance 2/36, or are uniform on [0, 2/6]; six errors."""
    W = VGG(SHAPE, ((4, 200),)).initial(3, R, rng, one_sided=one_sided)[1].W
    mean, variance = (1 / 6, 1 / 108) if one_sided else (0, 1 / 18)
    assert abs(W.mean() - mean) < 6 * (variance / W.size) ** 0.5
    assert abs(W.var() / variance - 1) < 6 * (2 / W.size) ** 0.5
    assert not one_sided or (W.min() >= 0 and W.max() <= 1 / 3)


@pytest.mark.parametrize("blocks", [((4,),) * 4, ((),)])
def test_too_many_blocks(blocks: tuple[tuple[int, ...], ...]) -> None:
    """Blocks that halve an image away, and blocks of nothing, are refused."""
    with pytest.raises(ValueError, match="halve images of 8 x 8 pixels"):
        VGG(SHAPE, blocks)


def test_pretraining_raises_the_rank(rng: Generator) -> None:
    """r of the last hidden layer rises in every replicate, the last layer stays; r is between 1 and the rank."""
    net, points = MLP(), torch.tensor(rng.standard_normal((60, 10)))
    start = placed(initial((10, *[16] * 8, 3), R, rng), dtype=torch.float64)
    batches = list(minibatches(rng, np.tile(np.arange(60), (R, 1)), 30, 20))
    found, losses = pretrained(net, start, points, batches, rate=0.05, repeats=3)
    assert losses[0] == pytest.approx(sum(1 / rank_bound(h) for h in net.hidden(start, points[batches[0]])))
    before, after = (rank_bound(net.hidden(layers, points[None])[-1]) for layers in (start, found))
    assert (after > before).all()
    assert losses.shape == (60, R)
    torch.testing.assert_close(found[-1].W, start[-1].W, atol=0, rtol=0)


def test_bound_of_the_rank(rng: Generator) -> None:
    """r(H) is k for k equal singular values, whatever the shape, and does not see a factor."""
    for shape in ((6, 9), (9, 6)):
        U, _, V = np.linalg.svd(rng.standard_normal(shape), full_matrices=False)
        H = torch.tensor((U[:, :4] @ V[:4]) * 7.0)
        assert abs(rank_bound(H).item() - 4) < 1e-12
