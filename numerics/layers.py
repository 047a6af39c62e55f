"""One random layer with batch normalization at initialization; never imports `theory`.

A layer maps X, shape (R, k, n) = R replicates, k rows, n data as columns, to an array of shape (R, m, n):
Z = W X, or X + gamma W X with a skip connection; recentring RC (each row less its mean), rescaling RS
(each row over its root mean square, which after RC is the biased standard deviation), nonlinearity NL; any
subset, in this order (nachum24, conventions).  W is m x k with i.i.d. centred entries of variance gain/m,
m the OUTPUT width.

Two facts make it fast.  RC commutes with W, so it is the k input rows that are recentred.  And given X the rows
of W X, W Gaussian, are i.i.d. N(0, gain/m X^T X): the sampler "gram" multiplies an m x r Gaussian matrix by a
factor F with F^T F = X^T X and r = min(k, n) rows, n - 1 for k > n after RC: exact in law, O(m n r) operations instead
of O(m k n).
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from array_api_compat import array_namespace
from numpy.random import Generator
from numpy.typing import NDArray

from numerics import observables
from numerics.factors import beside, contrasts, triangular

__all__ = ["ACTIVATIONS", "COMPONENTS", "WEIGHTS", "Layer"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Array = Any
"""A NumPy array or a PyTorch tensor."""

MAX_GAMMA = 1e100
_CACHED = 2**15
"""Entries of pre-activations that a block holds: 256 KiB, so that draw, product and activation stay in the cache."""

COMPONENTS = ("rc", "rs", "nl")
#: i.i.d. entries of variance 1, and of mean 0 but for "positive", which breaks batch normalization (daneshmand20)
WEIGHTS: dict[str, Callable[[Generator, tuple[int, ...]], NDArray[np.floating]]] = {
    "gaussian": lambda rng, shape: rng.standard_normal(shape),
    "uniform": lambda rng, shape: np.sqrt(3.0) * (2.0 * rng.random(shape) - 1.0),
    "rademacher": lambda rng, shape: 2.0 * rng.integers(0, 2, shape) - 1.0,
    "laplace": lambda rng, shape: rng.laplace(0.0, np.sqrt(0.5), shape),
    "student": lambda rng, shape: rng.standard_t(5, shape) * np.sqrt(0.6),  # variance 5/3 at 5 degrees
    "student3": lambda rng, shape: rng.standard_t(3, shape) / np.sqrt(3.0),  # no third moment
    "skew": lambda rng, shape: np.where(rng.random(shape) < 0.2, 2.0, -0.5),
    "exponential": lambda rng, shape: rng.standard_exponential(shape) - 1.0,
    "beta": lambda rng, shape: (rng.beta(0.2, 0.2, shape) - 0.5) * np.sqrt(5.6),  # variance 1/5.6: nearly two-point
    "positive": lambda rng, shape: 2 * np.sqrt(3.0) * rng.random(shape),
}


def _relu(z: Array, slope: float) -> Array:
    if isinstance(z, np.ndarray):
        return np.maximum(z, 0.0, out=z)
    return z.clip(min=0.0)


def _leaky(z: Array, slope: float) -> Array:
    return array_namespace(z).where(z > 0, z, slope * z + 0.0)


#: z -> activation, may overwrite z; the second argument is the slope of the leaky ReLU
ACTIVATIONS: dict[str, Callable[[Array, float], Array]] = {
    "relu": _relu,
    "leaky_relu": _leaky,
    "tanh": lambda z, slope: array_namespace(z).tanh(z),
    "sin": lambda z, slope: array_namespace(z).sin(z),
    "identity": lambda z, slope: z,
}
SAMPLERS = ("auto", "gram", "explicit")
_CURVED = ("tanh", "sin")


def known(field: str, value: object, names: Iterable[str]) -> None:
    """ValueError, with a suggestion, for a value that is none of the names."""
    if value not in (names := tuple(names)):
        near = difflib.get_close_matches(str(value).lower(), names, 1, cutoff=0.5)
        hint = f", did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"{field} {value!r} is not one of {', '.join(names)}{hint}")


@dataclasses.dataclass(frozen=True)
class Layer:
    """One random layer, the same law at every depth; call it to draw it: `layer(x, width=m, rng=rng)`.

    Parameters
    ----------
    components : subset of ("rc", "rs", "nl"), in this order.
    activation : relu, leaky_relu (slope `slope` for z < 0), tanh, sin, identity.
    weights : a name of `WEIGHTS`; all of variance gain/m.
    gain : m Var W_ij with m the output width; 2 keeps the mean square of a ReLU layer of constant width.
    sampler : "gram" (Gaussian weights only), "explicit" (draws W), or "auto": gram wherever it is exact.
    ddof : rescaling divides by sqrt(sum z^2 / (n - ddof)): 0 biased, 1 Bessel.
    gamma : strength of the weights beside a skip connection, Z = X + gamma W X; inf means no skip, Z = W X.
        With a skip the width is that of the input.

    The twins of a model are its neighbours: `dataclasses.replace(layer, components=("nl",))`, `ddof=1`, ...
    """

    components: tuple[str, ...] = ("rc", "nl")
    activation: str = "relu"
    slope: float = 0.01
    weights: str = "gaussian"
    gain: float = 2.0
    sampler: str = "auto"
    ddof: int = 0
    gamma: float = np.inf

    def __post_init__(self) -> None:
        if isinstance(self.components, str):
            raise ValueError(f"components {self.components!r} is text, wanted a tuple such as ('rc', 'nl')")
        object.__setattr__(self, "components", tuple(self.components))
        for name in self.components:
            known("component", name, COMPONENTS)
        in_order = tuple(name for name in COMPONENTS if name in self.components)
        if self.components != in_order:
            raise ValueError(f"components {self.components} must be in order, each once: {in_order}")
        known("activation", self.activation, ACTIVATIONS)
        known("weights", self.weights, WEIGHTS)
        known("sampler", self.sampler, SAMPLERS)
        if self.sampler == "gram" and self.weights != "gaussian":
            raise ValueError(
                f"sampler 'gram' is exact for gaussian weights only, came {self.weights!r}: take 'explicit'"
            )
        if not (np.isfinite(self.gain) and self.gain > 0):
            raise ValueError(f"gain {self.gain!r} must be a positive finite number")
        if not np.isfinite(self.slope):
            raise ValueError(f"slope {self.slope!r} must be a finite number")
        if self.ddof not in (0, 1):
            raise ValueError(f"ddof {self.ddof!r} must be 0 (biased) or 1 (Bessel)")
        if not (0 <= self.gamma <= MAX_GAMMA or self.gamma == np.inf):
            raise ValueError(f"gamma {self.gamma!r} must be from 0 to {MAX_GAMMA:g}, or inf for no skip connection")

    @property
    def explicit(self) -> bool:
        """Whether W itself is drawn."""
        return self.sampler == "explicit" or self.weights != "gaussian"

    @property
    def skip(self) -> bool:
        """Whether the input is added to the layer."""
        return self.gamma < np.inf

    @property
    def homogeneous(self) -> bool:
        """Whether layer(c x) = c layer(x), or = layer(x) under RS, for every c > 0."""
        return "rs" in self.components or "nl" not in self.components or self.activation not in _CURVED

    def strength(self, width: int) -> float:
        """What standard weights are multiplied by: sqrt(gain/width), times gamma beside a skip."""
        return float(np.sqrt(self.gain / width)) * (self.gamma if self.skip else 1.0)

    def __call__(self, x: Floats, *, width: int, rng: Generator | Sequence[Generator]) -> Floats:
        """One draw of the layer for each replicate: (R, k, n) -> (R, m, n), m = `width`.

        `rng` is one generator for the whole stack or a sequence of R, one per replicate: then nothing depends on
        the other replicates.  Columns that are equal bit by bit stay so.  Raises FloatingPointError where
        rescaling meets a row without variance, and ValueError for an array that is not a stack, or whose width a
        skip connection would change.
        """
        if x.ndim != 3:
            raise ValueError(f"a layer takes a stack (R, k, n) of batches, came shape {x.shape}")
        if self.skip and width != x.shape[-2]:
            raise ValueError(f"width {width} after {x.shape[-2]} rows: a skip connection (gamma < inf) keeps the width")
        size = np.abs(x).max(axis=(-1, -2))
        given, distinct = x, False
        if "rc" in self.components:
            x = centred(x)
        factor = x
        if not self.explicit and x.shape[-2] > x.shape[-1]:
            basis = contrasts(x.shape[-1]) if "rc" in self.components else None
            factor, free = triangular(x, basis)
            distinct = bool(free.all())
            if basis is not None:
                factor = factor @ basis.T
        ties = None if distinct else observables.ties(given)
        reference = self.strength(width) * np.sqrt(factor.shape[-2]) * size + (size if self.skip else 0.0)
        out = np.empty((len(x), width, x.shape[-1]))
        draw = WEIGHTS[self.weights]
        step = max(1, _CACHED // (width * max(factor.shape[-2:])))
        for a in range(0, len(x), step):
            block = slice(a, min(a + step, len(x)))
            shape = (block.stop - a, width, factor.shape[-2])
            W = draw(rng, shape) if isinstance(rng, Generator) else [draw(g, shape[1:]) for g in rng[block]]
            z = np.matmul(W, factor[block], out=out[block])
            z *= self.strength(width)
            if self.skip:
                z += x[block]
            y = self.finish(z, None if ties is None else ties[block], None, reference[block, None], a)
            if y is not z:
                out[block] = y
        return out

    def normalise(self, z: Floats, ties: Ints) -> Floats:
        """The components after the weights: pre-activations, shape (R, m, n), to activations.

        `ties`, shape (R, n), names for every column one that it must equal: linear algebra libraries may
        round equal columns differently, and the layers to come would amplify that.
        """
        reference = np.abs(z[..., 0])
        z = centred(z) if "rc" in self.components else z.copy()
        return np.asarray(self.finish(z, ties, None, reference))

    def finish(self, z: Array, ties: Array | None, counts: Ints | None, reference: Array, first: int = 0) -> Array:
        """RS and NL of pre-activations, shape (R, m, n), that RC has seen if it is to; may overwrite z.

        ties : (R, n), or None where no columns are equal.
        counts : (n,), points of the batch that each column stands for; None means one each.
        reference : size that the entries had before RC, (R, 1) or (R, m): what rounding is relative to.
        first : number of the first replicate, for messages.
        """
        xp = array_namespace(z)
        if ties is not None:
            z = xp.take_along_axis(z, xp.broadcast_to(ties[:, None, :], z.shape), axis=-1)
        if "rs" in self.components:
            z = self._rescaled(z, counts, reference, first)
        if "nl" in self.components:
            z = ACTIVATIONS[self.activation](z, self.slope)
            if ties is not None and self.activation in _CURVED:  # vector code may treat the last lanes otherwise
                z = xp.take_along_axis(z, xp.broadcast_to(ties[:, None, :], z.shape), axis=-1)
        return z

    def _rescaled(self, z: Array, counts: Ints | None, reference: Array, first: int) -> Array:
        """Rows over sqrt(sum z^2 / (n - ddof)), sums over the batch; FloatingPointError for a flat row."""
        xp = array_namespace(z)
        n = z.shape[-1] if counts is None else int(counts.sum())
        mean_square = _mean_square(z, counts)
        limits = xp.finfo(z.dtype)
        tiny, huge = float(limits.smallest_normal) ** 0.9, float(limits.max) ** 0.9
        if not bool(((mean_square > tiny) & (mean_square < huge)).all()):  # a row of zeros, or squares out of range
            peak = xp.max(xp.abs(z), axis=-1)
            peak = xp.where(peak > 0, peak, xp.ones_like(peak))
            z = z / peak[..., None]
            reference = reference / peak
            mean_square = _mean_square(z, counts)
        root = xp.sqrt(mean_square)
        flat = ~(root > 8 * n * float(limits.eps) * reference)
        if bool(flat.any()):
            replicate, row = (int(i) for i in np.argwhere(np.asarray(flat))[0])
            raise FloatingPointError(
                f"row {row} of replicate {first + replicate} of the stack: its {n} pre-activations are "
                f"{'equal' if 'rc' in self.components else 'zero'} up to rounding, rescaling is undefined"
            )
        z *= (float(np.sqrt(1 - self.ddof / n)) / root)[..., None]
        return z


def _mean_square(z: Array, counts: Ints | None) -> Array:
    """Over the batch, shape (R, m)."""
    if counts is not None and (counts > 1).any():
        shares = array_namespace(z).astype(beside(counts / counts.sum(), z), z.dtype)
        return (z * z) @ shares
    if isinstance(z, np.ndarray):
        return np.einsum("...i,...i->...", z, z) / z.shape[-1]
    return (z * z).mean(axis=-1)


def centred(x: Floats) -> Floats:
    """RC: each row, along the last axis, less its mean; equal entries become exactly 0."""
    x = x - x[..., :1]  # less their rounded mean they might not
    x -= x.mean(axis=-1, keepdims=True)
    return x
