"""The same module with its weights shuffled: networks drawn alike, whatever their architecture and law of weights.

The entries of each weight tensor at initialization are independent and have one law (those of biases, too). So
the module and copies of it whose tensors have their entries in random order are exchangeable: what one more of them
shows lies between the least and the greatest of R with probability (R - 1)/(R + 1). Orthogonal matrices are drawn
afresh, orthogonal; tensors that are mostly 0 stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from numerics.training.probe.hooks import Probed, gradients, on_device, passed
from numerics.training.probe.walk import kept

Floats = NDArray[np.float64]
Seen = TypeVar("Seen")


class Alike(NamedTuple, Generic[Seen]):
    """One shuffled module: what was seen at each place, and the squared gradients there, (L,)."""

    seen: list[Seen]
    gradient: Floats


def shuffled(
    model: Any, batch: Any, probed: Probed, see: Callable[[Floats], Seen], *, seed: int, count: int, mode: str = "keep",
    device: str | None = None, done: Callable[[], object] = bool,
) -> list[Alike[Seen]]:  # fmt: skip
    """`count` of them, each passed forward and back as `probe` has done; those that end early or not finite are left
    out. Afterwards the module is as it was.

    see : Gram matrices (n, n) to what is kept of them. done : called after each.
    """
    x = on_device(model, batch, device)
    found = []
    with kept(model, mode):
        for number in range(count):
            with _shuffled(model, seed, number):
                one, _ = passed(model, x, probed.places, probed.structure, seed)
            if len(one.calls) == len(probed.calls) and one.fault is None:
                found.append(Alike([see(call.gram) for call in one.calls], gradients(one)))
            done()
    return found


@contextmanager
def _shuffled(model: Any, seed: int, number: int) -> Iterator[None]:
    """Parameters in another order, for as long as this is open."""
    import torch

    generator = torch.Generator().manual_seed(int(np.random.SeedSequence([seed, number]).generate_state(1)[0]))
    before = [(parameter, parameter.detach().clone()) for parameter in model.parameters()]
    try:
        for parameter, value in before:
            parameter.data.copy_(_another(value, generator))
        yield
    finally:
        for parameter, value in before:
            parameter.data.copy_(value)


def _another(value: Any, generator: Any) -> Any:
    """As likely at initialization as this one."""
    import torch

    flat = value.reshape(-1)
    if value.numel() < 2 or (value.ndim > 1 and 2 * int((flat == 0).sum()) > flat.numel()):
        return value
    if value.ndim > 1 and value.is_floating_point() and (scale := orthogonal(value)) is not None:
        rows = value.reshape(len(value), -1)
        drawn = torch.randn(max(rows.shape), min(rows.shape), generator=generator, dtype=torch.float64)
        q, r = torch.linalg.qr(drawn)
        q = q * torch.sign(torch.diagonal(r))
        q = q if rows.shape[0] >= rows.shape[1] else q.T
        return (scale * q).reshape(value.shape).to(value.device, value.dtype)
    order = torch.randperm(flat.numel(), generator=generator).to(flat.device)
    return flat[order].reshape(value.shape)


def orthogonal(value: Any) -> float | None:
    """The scale of a matrix (other axes flattened) whose rows or columns are orthogonal and equally long, else None."""
    import torch

    rows = value.reshape(len(value), -1).double()
    small = rows if rows.shape[0] <= rows.shape[1] else rows.T
    if min(small.shape) < 2:
        return None
    product = small @ small.T
    size = float(product.diagonal().mean())
    if not size > 0:
        return None
    far = float((product / size - torch.eye(len(product), dtype=torch.float64, device=product.device)).abs().max())
    return size**0.5 if far < 1e-4 else None
