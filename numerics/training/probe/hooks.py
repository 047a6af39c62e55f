"""One pass forward and back through a PyTorch module, with hooks where normalisation layers are entered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numerics.training.probe.anatomy import BATCH, WEIGHTS, Anatomy, additions, anatomy, kind, norms_of
from numerics.training.probe.sums import constant, effective_rank, of_samples

Floats = NDArray[np.float64]


class Entered(NamedTuple):
    """A call of a normalisation layer: name, kind, channels; of what enters: Gram matrix of the samples, (n, n), over
    all features flattened; effective rank of the channels over samples and positions; channels that are constant."""

    name: str
    kind: str
    width: int
    gram: Floats
    channel_rank: float
    constant: int


@dataclass
class _Seen:
    """What hooks have gathered; `gradient` by the number of a call."""

    n: int
    calls: list[Entered] = field(default_factory=list)
    gradient: dict[int, float] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    inputs: list[bool] = field(default_factory=list)


class Probed(NamedTuple):
    """What a pass has shown.

    start : Gram matrix of the batch, (n, n). calls : in the order of the pass.
    gradient : |dS/dz|^2 mean(z^2), (L,), S the sum of the outputs times standard normals, z what enters each call; nan
    where no gradient goes.
    rectified : share of the layers of weights, but for the first, whose input has no negative entry.
    additions : skip connections. left_out : calls that see something else than one row for each point.
    """

    start: Floats
    calls: tuple[Entered, ...]
    gradient: Floats
    anatomy: Anatomy
    rectified: float
    additions: int
    left_out: tuple[str, ...]


def probe(model: Any, batch: Any, *, seed: int, train: bool = True, device: str = "cpu") -> Probed:
    """Run the module once on the batch, (n, ...), and back; its parameters stay as they are, its statistics may move.

    Raises
    ------
    ValueError : no normalisation layer, a batch of one point, outputs that are no tensors, a pass that fails.
    """
    import torch

    if not norms_of(model):
        raise ValueError("the model has no normalisation layer (BatchNorm1d, BatchNorm2d, LayerNorm): nothing to "
                         "look at; add one, or diagnose another model")  # fmt: skip
    if batch.shape[0] < 2:
        raise ValueError(f"a batch of {batch.shape[0]} point: normalisation over a batch needs two at least")
    model.to(device)
    model.train(train)
    made = anatomy(model)
    x = batch.to(device)
    seen = _Seen(int(x.shape[0]))
    dtype = next((p.dtype for p in model.parameters() if p.is_floating_point()), torch.get_default_dtype())
    with ExitStack() as ends:
        devices = [torch.device(device)] if torch.device(device).type == "cuda" else []
        ends.enter_context(torch.random.fork_rng(devices=devices))
        ends.enter_context(torch.enable_grad())
        torch.manual_seed(seed)
        if x.is_floating_point():
            x = x.to(dtype).detach().requires_grad_()
            ends.enter_context(_frozen(model))  # gradients by parameters are not asked for
        _hook(model, seen, ends)
        with _told("the model", x):
            # a copy: a layer may write to what it is given
            outputs = _tensors(model(x.clone()))
        total = sum((out * torch.randn_like(out)).sum() for out in outputs if out.requires_grad)
        skips = additions(outputs)
        if torch.is_tensor(total):
            with _told("the backward pass of the model", x):
                total.backward()
    if not seen.calls:
        raise ValueError("no normalisation layer of the model sees one row for each point of the batch: "
                         + "; ".join(dict.fromkeys(seen.left_out)) if seen.left_out else
                         "the model's normalisation layers were not called by its pass on this batch")  # fmt: skip
    later = seen.inputs[1:]
    return Probed(
        of_samples(x if x.is_floating_point() else x.double()),
        tuple(seen.calls),
        np.array([seen.gradient.get(number, np.nan) for number in range(len(seen.calls))]),
        made,
        sum(later) / len(later) if later else 0.0,
        skips,
        tuple(dict.fromkeys(seen.left_out)),
    )


def _hook(model: Any, seen: _Seen, ends: ExitStack) -> None:
    """Hooks on every normalisation layer and on every layer of weights, for as long as `ends` is open."""
    for name, module in norms_of(model):
        handle = module.register_forward_pre_hook(lambda layer, args, name=name: _entered(seen, name, layer, args[0]))
        ends.callback(handle.remove)
    for module in model.modules():
        if kind(module) in WEIGHTS:
            handle = module.register_forward_pre_hook(
                lambda layer, args: seen.inputs.append(bool((args[0].detach() >= 0).all()))
            )
            ends.callback(handle.remove)


def _entered(seen: _Seen, name: str, layer: Any, z: Any) -> None:
    if z.shape[0] != seen.n:
        seen.left_out.append(f"{name} sees {z.shape[0]} rows for {seen.n} points")
        return
    axis = 1 if kind(layer) in BATCH else -1
    number = len(seen.calls)
    seen.calls.append(Entered(name, kind(layer), int(z.shape[axis]), of_samples(z), effective_rank(z, axis),
                              constant(z, axis)))  # fmt: skip
    if z.requires_grad:
        size = float(z.detach().double().square().mean())

        def back(gradient: Any) -> None:
            seen.gradient[number] = float(gradient.detach().double().square().sum()) * size

        z.register_hook(back)


@contextmanager
def _told(what: str, x: Any) -> Iterator[None]:
    """Whatever the user's own code raises, in a sentence."""
    try:
        yield
    except (Exception, SystemExit) as error:
        said = (str(error).splitlines() or [""])[0][:200]
        raise ValueError(
            f"{what} raised {type(error).__name__} on a batch of shape {tuple(x.shape)}: {said}; give a batch of the "
            "shape that it takes, or mend the model"
        ) from error


@contextmanager
def _frozen(model: Any) -> Iterator[None]:
    """Parameters without gradients, and as they were afterwards."""
    moving = [parameter for parameter in model.parameters() if parameter.requires_grad]
    for parameter in moving:
        parameter.requires_grad_(False)
    try:
        yield
    finally:
        for parameter in moving:
            parameter.requires_grad_(True)


def _tensors(outputs: Any) -> list[Any]:
    """All floating tensors among the outputs of a model."""
    import torch

    if torch.is_tensor(outputs):
        return [outputs] if outputs.is_floating_point() else []
    if isinstance(outputs, dict):
        outputs = list(outputs.values())
    if isinstance(outputs, list | tuple):
        return [tensor for part in outputs for tensor in _tensors(part)]
    return []
