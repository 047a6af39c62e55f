"""Models that people have, for `benchmarks.verdicts`: how each is made, its batch, what it holds, and what it ends in.

Needs PyTorch; torchvision and transformers for those that are theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple
from unittest import mock

import torch
from torch import Tensor, nn
from torch.nn import functional

Made = Callable[[], nn.Module]


class Specimen(NamedTuple):
    """make : a network of fresh weights. batch : its input. last : what is looked at last, by hand: a name of a module.

    entering : whether what enters it is looked at, or what leaves. holds : words for its normalisations and activations
    that have to be found in it, and nothing else may. skips : skip connections. fault : a word of the sentence that
    tells what is wrong with it.
    """

    name: str
    make: Made
    batch: Any
    last: str
    holds: tuple[str, ...]
    skips: int = 0
    entering: bool = True
    fault: str = ""
    reach: int | None = None


class Residual(nn.Module):  # type: ignore[misc]
    """x + f(x)."""

    def __init__(self, inside: nn.Module) -> None:
        super().__init__()
        self.inside = inside

    def forward(self, x: Tensor) -> Tensor:
        """The sum."""
        return x + self.inside(x)


class Functional(nn.Module):  # type: ignore[misc]
    """BN and an activation as functions, no module for either."""

    def __init__(self, depth: int, width: int, act: Callable[[Tensor], Tensor]) -> None:
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.act = act

    def forward(self, x: Tensor) -> Tensor:
        """All layers."""
        for layer in self.layers:
            x = self.act(functional.batch_norm(layer(x), None, None, training=True))
        return x


class Recentred(nn.Module):  # type: ignore[misc]
    """The mean over the batch taken off, by hand."""

    def forward(self, x: Tensor) -> Tensor:
        """The rest."""
        return x - x.mean(0)


def mlp(
    norm: Callable[[], nn.Module] | None, act: Callable[[], nn.Module] | None, width: int = 96, depth: int = 24,
    skip: bool = False,
) -> nn.Module:  # fmt: skip
    """Linear, norm, activation, again and again."""
    layers: list[nn.Module] = []
    for _ in range(depth):
        part = [nn.Linear(width, width), *([norm()] if norm else []), *([act()] if act else [])]
        layers += [Residual(nn.Sequential(*part))] if skip else part
    return nn.Sequential(*layers)


def gaussian(module: nn.Module, gain: float = 2.0) -> nn.Module:
    """Weights of variance gain/fan-in, no biases."""
    for one in module.modules():
        if isinstance(one, nn.Linear):
            nn.init.normal_(one.weight, std=(gain / one.in_features) ** 0.5)
            nn.init.zeros_(one.bias)
    return module


def frozen() -> nn.Module:
    """BN in evaluation, with the statistics of a batch of training."""
    model = mlp(partial(nn.BatchNorm1d, 96), nn.ReLU)
    with torch.no_grad():
        for _ in range(30):
            model(torch.randn(64, 96))
    return model.eval()


def orthogonal() -> nn.Module:
    """Linear, with orthogonal weights."""
    model = mlp(None, None)
    for one in model.modules():
        if isinstance(one, nn.Linear):
            nn.init.orthogonal_(one.weight)
            nn.init.zeros_(one.bias)
    return model


def with_zero_head() -> nn.Module:
    """A head of weights 0, as some start training with."""
    head = nn.Linear(96, 10)
    nn.init.zeros_(head.weight)
    return nn.Sequential(*mlp(partial(nn.BatchNorm1d, 96), nn.ReLU), head)


def with_nan() -> nn.Module:
    """One weight that is none."""
    model = mlp(partial(nn.BatchNorm1d, 96), nn.ReLU)
    with torch.no_grad():
        model.get_submodule("30").weight[0, 0] = float("nan")
    return model


def overflowing() -> nn.Module:
    """Weights so large that numbers are infinite at last."""
    return gaussian(mlp(None, nn.ReLU, depth=24), 1e8)


def convolutions(norm: Callable[[int], nn.Module], act: Callable[[], nn.Module]) -> nn.Module:
    """Six convolutions of 3 x 3."""
    layers: list[nn.Module] = []
    for number in range(6):
        layers += [nn.Conv2d(16 if number else 3, 16, 3, padding=1), norm(16), act()]
    return nn.Sequential(*layers)


def vision(name: str, **options: Any) -> nn.Module:
    """Of torchvision, weights as it draws them; its compiled part, which models do not need, may be missing."""
    with mock.patch.object(torch.library, "register_fake", return_value=lambda f: f):
        from torchvision import models
    model: nn.Module = getattr(models, name)(**options)
    if name.startswith("vgg"):
        model.classifier = nn.Linear(512 * 49, 10)
    return model


def language(name: str, config: str, **options: Any) -> nn.Module:
    """Of transformers, small, weights as it draws them, without dropout."""
    import transformers

    made: nn.Module = getattr(transformers, name)(getattr(transformers, config)(**options))
    return made.eval()


def encoder() -> nn.Module:
    """PyTorch's transformer, normalisation first."""
    layer = nn.TransformerEncoderLayer(48, 4, 96, dropout=0.0, activation="gelu", batch_first=True, norm_first=True)
    return nn.TransformerEncoder(layer, 4, enable_nested_tensor=False)


def drawn(seed: int, *shape: int) -> Tensor:
    """A batch of normal numbers."""
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def specimens(seed: int) -> tuple[Specimen, ...]:
    """All of them."""
    flat, images, small = drawn(seed, 16, 96), drawn(seed, 12, 3, 32, 32), drawn(seed, 12, 3, 16, 16)
    near = drawn(seed, 1, 96) + 0.1 * drawn(seed + 1, 16, 96)
    generator = torch.Generator().manual_seed(seed)
    words = {"input_ids": torch.randint(5, 90, (12, 10), generator=generator)}
    bn, tokens = partial(nn.BatchNorm1d, 96), drawn(seed, 12, 10, 48)
    over_batch = "BatchNorm1d over the batch"
    sizes = {"vocab_size": 99, "hidden_size": 48, "num_hidden_layers": 4, "num_attention_heads": 4,
             "intermediate_size": 96}  # fmt: skip
    return (
        Specimen("BN + ReLU", lambda: mlp(bn, nn.ReLU), flat, "70", (over_batch, "ReLU")),
        Specimen("BN + GELU", lambda: mlp(bn, nn.GELU), flat, "70", (over_batch, "GELU")),
        Specimen("BN + tanh", lambda: mlp(bn, nn.Tanh), flat, "70", (over_batch, "tanh")),
        Specimen("BN + SiLU", lambda: mlp(bn, nn.SiLU), flat, "70", (over_batch, "SiLU")),
        Specimen("BN + leaky ReLU", lambda: mlp(bn, partial(nn.LeakyReLU, 0.2)), flat, "70",
                 (over_batch, "leaky ReLU (slope 0.2)")),
        Specimen("BN, no activation", lambda: mlp(bn, None), flat, "47", (over_batch,), reach=16),
        Specimen("BN + ReLU, functions", lambda: Functional(24, 96, functional.relu), flat, "layers.23",
                 ("batch_norm over the batch", "ReLU"), entering=False),
        Specimen("BN + GELU, functions", lambda: Functional(24, 96, functional.gelu), flat, "layers.23",
                 ("batch_norm over the batch", "GELU"), entering=False),
        Specimen("BN + ReLU, residual", lambda: mlp(bn, nn.ReLU, skip=True), flat, "23.inside.1",
                 (over_batch, "ReLU"), 24),
        Specimen("BN + ReLU, points 6 degrees apart", lambda: mlp(bn, nn.ReLU), near, "70", (over_batch, "ReLU")),
        Specimen("BN + ReLU, head of zeros", with_zero_head, flat, "70", (over_batch, "ReLU"), fault="gradient is 0"),
        Specimen("BN frozen + ReLU", frozen, flat, "70", ("BatchNorm1d, a fixed scale and shift", "ReLU")),
        Specimen("recentring + ReLU", lambda: gaussian(mlp(Recentred, nn.ReLU)), flat, "70",
                 ("Recentred takes the mean off over the batch", "ReLU")),
        Specimen("LayerNorm + ReLU", lambda: mlp(partial(nn.LayerNorm, 96), nn.ReLU), flat, "70",
                 ("LayerNorm over the features of each point", "ReLU")),
        Specimen("RMSNorm + GELU", lambda: mlp(partial(nn.RMSNorm, 96), nn.GELU), flat, "70",
                 ("RMSNorm over the features of each point, no mean taken off", "GELU")),
        Specimen("GroupNorm + ReLU", lambda: mlp(partial(nn.GroupNorm, 8, 96), nn.ReLU), flat, "70",
                 ("GroupNorm over 8 groups of channels of each point", "ReLU")),
        Specimen("InstanceNorm + ReLU, convolutions", lambda: convolutions(nn.InstanceNorm2d, nn.ReLU), small, "16",
                 ("InstanceNorm2d over the positions of each channel and point", "ReLU")),
        Specimen("BN + ReLU, convolutions", lambda: convolutions(nn.BatchNorm2d, nn.ReLU), small, "16",
                 ("BatchNorm2d over the batch and its positions", "ReLU")),
        Specimen("ReLU alone", lambda: gaussian(mlp(None, nn.ReLU)), flat, "46", ("ReLU",), entering=False),
        Specimen("tanh alone", lambda: gaussian(mlp(None, nn.Tanh), 1.0), flat, "46", ("tanh",), entering=False),
        Specimen("linear, orthogonal", orthogonal, flat, "23", (), entering=False, reach=16),
        Specimen("BN + ReLU, a weight of nan", with_nan, flat, "27", (over_batch, "ReLU"), fault="(nan) arises in 30"),
        Specimen("ReLU, numbers overflow", overflowing, flat, "", ("ReLU",), entering=False, fault="infinity arises"),
        Specimen("torchvision resnet18", lambda: vision("resnet18"), images, "layer4.1.bn2",
                 ("BatchNorm2d over the batch and its positions", "ReLU"), 8),
        Specimen("torchvision vgg11_bn", lambda: vision("vgg11_bn"), images, "features.26",
                 ("BatchNorm2d over the batch and its positions", "ReLU")),
        Specimen("torchvision mobilenet_v2", lambda: vision("mobilenet_v2"), images, "features.18.1",
                 ("BatchNorm2d over the batch and its positions", "ReLU6"), 10),
        Specimen("torchvision squeezenet1_1", lambda: vision("squeezenet1_1", dropout=0.0), images, "classifier.1",
                 ("ReLU",), entering=False),
        Specimen("torchvision densenet121", lambda: vision("densenet121"), images, "features.norm5",
                 ("BatchNorm2d over the batch and its positions", "ReLU")),
        Specimen("torchvision vit", lambda: vision("VisionTransformer", image_size=32, patch_size=8, num_layers=4,
                 num_heads=4, hidden_dim=48, mlp_dim=96), images, "encoder.ln",
                 ("LayerNorm over the last axis of each point and position", "GELU"), 8),
        Specimen("transformers BERT", lambda: language("BertModel", "BertConfig", **sizes), words,
                 "encoder.layer.3.output.LayerNorm", ("LayerNorm over the last axis of each point and position",
                 "GELU", "tanh"), 8),
        Specimen("transformers GPT-2", lambda: language("GPT2Model", "GPT2Config", vocab_size=99, n_embd=48, n_layer=4,
                 n_head=4), words, "ln_f", ("LayerNorm over the last axis of each point and position",
                 "GELU (tanh form)"), 8),
        Specimen("transformers Llama", lambda: language("LlamaModel", "LlamaConfig", **sizes), words, "norm",
                 ("LlamaRMSNorm over the last axis of each point and position, no mean taken off", "SiLU"), 8),
        Specimen("TransformerEncoder", encoder, tokens, "layers.3.norm2",
                 ("LayerNorm over the last axis of each point and position", "GELU"), 8),
    )  # fmt: skip
