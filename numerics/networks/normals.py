"""Standard normals for the sampler: one source for each stream, by NumPy, by Numba or on a PyTorch device.

Which generator made them is part of a result: the same seed gives other numbers by another one.
"""

from __future__ import annotations

import importlib
import importlib.util
import threading
from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.networks.weights import WEIGHTS, known

Array = Any
"""A NumPy array or a PyTorch tensor."""

__all__ = ["GENERATORS", "Draws", "chosen", "compiled", "scratch", "standardised", "torch_on"]

GENERATORS = ("auto", "numpy", "numba", "torch")


@cache
def compiled() -> Any:
    """The module `fused`, or None where there is no Numba that goes with this NumPy."""
    try:
        importlib.import_module("numba")  # first: pytest leaves a module that it could not import half made
        return importlib.import_module("numerics.networks.fused")
    except ImportError:
        return None


def chosen(generator: str, device: str) -> str:
    """The generator that "auto" stands for: torch on a device, else numba where it is installed, else numpy.

    Raises
    ------
    ValueError : an unknown generator, one that is not installed, or one that cannot fill arrays of the device.
    """
    known("generator", generator, GENERATORS)
    if generator == "auto":
        return "torch" if device != "cpu" else "numba" if compiled() else "numpy"
    if device != "cpu" and generator != "torch":
        raise ValueError(f"generator {generator!r} fills arrays of the CPU; on device {device!r} take 'torch'")
    if generator == "numba" and not compiled():
        raise ValueError("generator 'numba' needs Numba; install it by pip install 'bninit[fast]'")
    return generator


def torch_on(device: str) -> Any:
    """PyTorch, once it is sure that the device is there.

    Raises
    ------
    ValueError : PyTorch is not installed, or knows no such device.
    """
    if not importlib.util.find_spec("torch"):
        raise ValueError("PyTorch is not installed; install it by pip install 'bninit[torch]'")
    torch = importlib.import_module("torch")
    try:
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0]
        raise ValueError(f"device {device!r} is not to be had: {reason}; 'cpu' and, with a GPU, 'cuda' are") from error
    return torch


class Draws:
    """i.i.d. weights of variance 1 for the same rows of a stack of networks.

    On the CPU every network has a generator of its own, or all share one; on a device one serves the whole stack.

    Parameters
    ----------
    rngs : one generator for each network, or one for all; only the first is used on a device.
    law : a name of `WEIGHTS`. Others than Gaussian are drawn by NumPy, whatever the generator.
    generator : "numpy", "polar", "numba" or "torch". The normals of "numba" have the resolution of float32.
    standardised : None, or the eps of weight standardisation: each row of W less its mean, over its deviation. It is
        drawn by NumPy where it would be by Numba.
    """

    def __init__(
        self, rngs: Generator | Sequence[Generator], law: str, generator: str, dtype: str, device: str = "cpu",
        standardised: float | None = None,
    ) -> None:  # fmt: skip
        self.law, self.dtype, self.device, self.eps = law, dtype, device, standardised
        self.torch = torch_on(device) if generator == "torch" else None
        self.shared = isinstance(rngs, Generator)
        self.states: NDArray[np.uint64] | None = None
        each = [rngs] if isinstance(rngs, Generator) else rngs
        if self.torch is not None and law == "gaussian":
            self.source = self.torch.Generator(device=device).manual_seed(int(each[0].integers(2**63)))
        elif generator == "numba" and law == "gaussian" and standardised is None:
            self.fills = []
            self.states = np.stack([compiled().state_of(rng) for rng in each])
        else:
            polar = generator == "polar" and law == "gaussian"
            self.fills = [_polar(rng) if polar else _numpy(rng, law) for rng in each]

    def array(self, x: NDArray[Any]) -> Array:
        """A NumPy array as one of the library and device that the weights are on."""
        return x if self.torch is None else self.torch.asarray(x, device=self.device)

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Array:
        """Memory of the library and device that the weights are on."""
        if self.torch is None:
            return np.empty(shape, dtype=dtype)
        return self.torch.empty(shape, dtype=dtype, device=self.device)

    def times(self, some: slice, factor: Array, out: Array) -> Array:
        """W F for new weights W of some networks, F of shape (networks, inner, n), into `out`, (networks, rows, n)."""
        if self.states is not None:
            compiled().times(np.ascontiguousarray(factor), self.states if self.shared else self.states[some], out)
            return out
        shape = (*out.shape[:-1], factor.shape[-2])
        if self.torch is not None and self.law == "gaussian":
            W = self.torch.randn(shape, generator=self.source, dtype=factor.dtype, device=self.device)
            W = W if self.eps is None else standardised(W, self.eps)
            return self.torch.matmul(W, factor, out=out)
        held = scratch("weights", prod(shape), self.dtype).reshape(shape)
        if self.shared:
            self.fills[0](held)
        else:
            for fill, weights in zip(self.fills[some], held, strict=True):
                fill(weights)
        W = self.array(held if self.eps is None else standardised(held, self.eps))
        return np.matmul(W, factor, out=out) if self.torch is None else self.torch.matmul(W, factor, out=out)


def standardised(W: Array, eps: float) -> Array:
    """Rows of W, (.., m, k), less their mean over sqrt(variance + eps): |row|^2 = k where eps = 0.

    Raises
    ------
    FloatingPointError : a row of equal weights, unless eps > 0.
    """
    W = W - W[..., :1]  # equal weights become exactly 0
    W = W - W.mean(axis=-1)[..., None]
    variance = (W * W).mean(axis=-1)[..., None] + eps
    if not bool((variance > 0).all()):
        raise FloatingPointError(
            f"the {W.shape[-1]} weights of a neuron are equal, 'ws' is undefined without eps: take more inputs, or "
            "weights without atoms"
        )
    return W / variance**0.5


PIECE, FEW = 2**15, 2**11
"""Normals that `_polar` makes at once, near the cache; fewer than `FEW` are faster by NumPy."""

_OF_THREAD = threading.local()


def scratch(name: str, size: int, dtype: Any) -> NDArray[Any]:
    """Memory of this thread by name, the same at every call: in its cache."""
    held = getattr(_OF_THREAD, name, np.empty(0))
    if held.size < size or held.dtype != dtype:
        held = np.empty(size, dtype=dtype)
        setattr(_OF_THREAD, name, held)
    return held[:size]


Fill = Callable[[NDArray[Any]], object]


def _numpy(rng: Generator, law: str) -> Fill:
    def fill(out: NDArray[Any]) -> None:
        if law == "gaussian":
            rng.standard_normal(out=out, dtype=out.dtype.type)
        else:
            out[...] = WEIGHTS[law](rng, out.shape)

    return fill


def _polar(rng: Generator) -> Fill:
    """Pairs r (cos a, sin a), r^2/2 exponential (Box and Muller), in half of NumPy's time; a is rounded to 2e-7."""

    def fill(out: NDArray[Any]) -> None:
        flat = out.reshape(-1)
        for start in range(0, flat.size, PIECE):
            piece = flat[start : start + PIECE]
            if piece.size < FEW:
                rng.standard_normal(out=piece)
                continue
            half = -(-piece.size // 2)
            r = rng.random(half)
            np.subtract(1.0, r, out=r)
            np.log(r, out=r)
            r *= -2.0
            np.sqrt(r, out=r)
            words = rng.integers(2**64, size=-(-half // 2), dtype=np.uint64).view(np.int32)[:half]
            angle = words.astype(np.float32) * np.float32(np.pi / 2**31)
            np.multiply(r, np.cos(angle), out=piece[:half])
            np.multiply(r[: piece.size - half], np.sin(angle[: piece.size - half]), out=piece[half:])

    return fill
