"""The look into a model: numbers of an independent computation, for any normalisation layer, mode and shape."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

from numerics.studies.diagnosis import probed  # noqa: E402
from numerics.training.probe.hooks import probe  # noqa: E402
from tests.bridge.training.torch.resnet import ResNet18, by_hand  # noqa: E402


def mlp(norm: Any, widths: tuple[int, ...] = (12, 30, 30, 30)) -> Any:
    return nn.Sequential(*(part for k, m in pairwise(widths) for part in (nn.Linear(k, m), norm(m), nn.ReLU())))


def test_resnet(seed: int) -> None:
    """ResNet-18 in float64: Gram matrices, channel ranks and gradients are those of a pass written by hand."""
    model = ResNet18(10).double()
    x = torch.randn(6, 3, 32, 32, dtype=torch.float64)
    found = probe(model, x, seed=seed)
    outputs, entering = by_hand(model, x)
    torch.manual_seed(seed)
    gradients = torch.autograd.grad((outputs * torch.randn_like(outputs)).sum(), entering)
    assert [call.width for call in found.calls] == [z.shape[1] for z in entering]
    assert len(found.calls) == 20
    for call, z, back, gradient in zip(found.calls, entering, gradients, found.gradient, strict=True):
        flat = z.detach().reshape(6, -1).numpy()
        np.testing.assert_allclose(call.gram, flat @ flat.T, rtol=1e-9)
        rows = z.detach().transpose(0, 1).reshape(z.shape[1], -1).numpy()
        squares = np.linalg.svd(rows, compute_uv=False) ** 2
        assert call.channel_rank == pytest.approx(squares.sum() ** 2 / np.square(squares).sum())
        wanted = float(back.square().sum()) * float(z.detach().square().mean())
        assert gradient == pytest.approx(wanted, rel=1e-8)
    assert found.additions == 8
    assert found.anatomy.other == ("20 Conv2d", "1 MaxPool2d")  # averages over one position move nothing
    assert found.structure.activations == ("ReLU",)
    assert found.anatomy.norms == ("BatchNorm2d over the batch and its positions",)
    assert found.structure.unknown == ()
    assert all(parameter.requires_grad and parameter.grad is None for parameter in model.parameters())


def test_study_of_a_random_network(seed: int) -> None:
    """A fresh MLP is, exactly, one of those that have its weights shuffled: the same numbers, at no unlikely distance.

    `chance` is uniform on 1/100, .., 1. That all of it is 1/100 four times in a row has probability 1e-8.
    """
    chances = []
    for trial in range(4):
        model = mlp(nn.BatchNorm1d)
        study = probed.diagnose_model(model, torch.randn(8, 12), seed=seed + trial, count=99)
        assert study.wide is not None
        assert study.network.place == "entering"
        chances.append(study.chance)
    assert max(chances) > 1 / 100


@pytest.mark.parametrize("norm", [nn.BatchNorm1d, nn.LayerNorm], ids=["batch", "layer"])
@pytest.mark.parametrize("mode", ["keep", "train", "eval"])
def test_modes(norm: Any, mode: str, seed: int) -> None:
    """Train mode normalises by the batch, eval mode by running statistics; keep leaves what is frozen so. Theory speaks
    of BatchNorm over the batch alone; flags, statistics, weights and gradients stay as they were."""
    model = mlp(norm)
    model[4].eval()  # frozen by its user
    model[0].weight.requires_grad_(False)
    before = {name: value.clone() for name, value in model.state_dict().items()}
    flags = [(module.training) for module in model.modules()]
    found = probe(model, torch.randn(7, 12), seed=seed, mode=mode)
    batch = norm is nn.BatchNorm1d
    assert found.anatomy.running == (batch and mode != "train")
    assert (probed.law_of(found) is not None) == (batch and mode == "train")
    study = probed.diagnose_model(model, torch.randn(7, 12), seed=seed, mode=mode, count=5)
    assert study.alike == 5
    assert np.isfinite(study.network.gradient).all()
    assert all(torch.equal(value, before[name]) for name, value in model.state_dict().items())
    assert [module.training for module in model.modules()] == flags
    assert [parameter.requires_grad for parameter in model.parameters()].count(False) == 1
    assert all(parameter.grad is None for parameter in model.parameters())


def test_trained_affine(seed: int) -> None:
    """Fresh gamma and beta are told from others, and from none at all; what enters the next layer changes with them."""
    model, x = mlp(nn.BatchNorm1d), torch.randn(7, 12)
    before = probe(model, x, seed=seed)
    with torch.no_grad():
        model[1].weight.mul_(3.0)
        model[1].bias.add_(torch.randn(30))
    after = probe(model, x, seed=seed)
    assert (before.anatomy.affine, after.anatomy.affine) == ("fresh", "trained")
    assert np.allclose(before.calls[0].gram, after.calls[0].gram)
    assert not np.allclose(before.calls[1].gram, after.calls[1].gram)
    without = mlp(lambda m: nn.BatchNorm1d(m, affine=False))
    assert probe(without, x, seed=seed).anatomy.affine == "none"


def test_other_shapes(seed: int) -> None:
    """LayerNorm over tokens, outputs in a dict, whole numbers as input, a layer called twice, no gradients."""

    class Tokens(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.embed, self.norm, self.head = nn.Embedding(9, 8), nn.LayerNorm(8), nn.Linear(8, 3)

        def forward(self, tokens: Any) -> Any:
            x = self.norm(self.embed(tokens))
            return {"logits": self.head(self.norm(x + torch.tanh(x)))}

    found = probe(Tokens(), torch.randint(9, (5, 4)), seed=seed)
    assert [call.name for call in found.calls] == ["norm", "norm"]
    assert found.calls[0].gram.shape == (5, 5)
    assert np.isfinite(found.gradient).all()
    detached = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
    detached.register_forward_hook(lambda module, args, output: output.detach())
    assert np.isnan(probe(detached, torch.randn(5, 3), seed=seed).gradient).all()


def test_constant_channels(seed: int) -> None:
    """Channels that are the same at all points are counted: of zero weights there are as many."""
    model = mlp(nn.BatchNorm1d)
    with torch.no_grad():
        model[3].weight[:11] = 0
        model[3].bias[:11] = 1
    assert [call.constant for call in probe(model, torch.randn(7, 12), seed=seed).calls] == [0, 11, 0]


def test_layers_that_write_to_their_input(seed: int) -> None:
    """A first layer that works in place changes neither the batch nor what is seen of it."""
    x = torch.randn(7, 12)
    before = x.clone()
    in_place = nn.Sequential(nn.ReLU(inplace=True), nn.Linear(12, 9), nn.BatchNorm1d(9))
    found = probe(in_place, x, seed=seed)
    assert torch.equal(x, before)
    np.testing.assert_allclose(found.start, before.double() @ before.double().T)
    assert np.isfinite(found.gradient).all()


class Faulty(nn.Module):
    """Raises on its way, or on the way back."""

    def __init__(self, back: bool) -> None:
        super().__init__()
        self.norm, self.back = nn.BatchNorm1d(12), back

    def forward(self, x: Any) -> Any:
        if not self.back:
            raise KeyError("no such key")
        y = self.norm(x)
        y.register_hook(lambda gradient: 1 // 0)
        return y


REFUSED = {
    "one point": (lambda: mlp(nn.BatchNorm1d), (1, 12), "a batch of 1 point"),
    "forward": (lambda: Faulty(False), (5, 12), "the model raised KeyError on a batch of shape .5, 12.: 'no such key'"),
    "backward": (lambda: Faulty(True), (5, 12), "the backward pass of the model raised ZeroDivisionError"),
    "shape": (lambda: mlp(nn.BatchNorm1d), (5, 13), "the model raised RuntimeError on a batch of shape"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str, seed: int) -> None:
    """One point, a shape that the model does not take, code of the model that raises: a sentence."""
    make, shape, says = REFUSED[case]
    with pytest.raises(ValueError, match=says):
        probe(make(), torch.randn(*shape), seed=seed)
