"""Random networks with batch normalization at initialization; never imports `theory`.

A layer maps X, shape (R, k, n) = R replicates, k rows, n data as columns, to an array of shape (R, m, n):
Z = W X, or X + gamma W X with a skip connection; recentring RC (each row less its mean), rescaling RS
(each row over its root mean square, which after RC is the biased standard deviation), nonlinearity NL; any
subset, in this order (nachum24, conventions).  W is m x k with i.i.d. centred entries of variance gain/m,
m the OUTPUT width.

Given X the rows of W X, W Gaussian, are i.i.d. N(0, gain/m X^T X).  Hence the sampler "gram" multiplies an
m x min(k, n) Gaussian matrix by the triangular factor of X: exact in law, O(m n^2) operations instead of
O(m k n).  A QR factor and not Cholesky's of X^T X, so that small directions keep their digits.
"""

import dataclasses
import difflib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from numerics import observables

__all__ = ["Cost", "Layer", "Simulation", "estimate", "random_batch", "simulate"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_EPS = float(np.finfo(np.float64).eps)
MAX_DEPTH, MAX_SIZE = 10_000, 10**7
MAX_GAMMA = 1e100

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
ACTIVATIONS: dict[str, Callable[[Floats, float], Floats]] = {
    "relu": lambda z, slope: np.where(z > 0, z, 0.0),  # never -0.0
    "leaky_relu": lambda z, slope: np.where(z > 0, z, slope * z + 0.0),
    "tanh": lambda z, slope: np.tanh(z),
    "sin": lambda z, slope: np.sin(z),
    "identity": lambda z, slope: z,
}
SAMPLERS = ("auto", "gram", "explicit")
_CURVED = ("tanh", "sin")


def _known(field: str, value: object, names: Iterable[str]) -> None:
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
            _known("component", name, COMPONENTS)
        in_order = tuple(name for name in COMPONENTS if name in self.components)
        if self.components != in_order:
            raise ValueError(f"components {self.components} must be in order, each once: {in_order}")
        _known("activation", self.activation, ACTIVATIONS)
        _known("weights", self.weights, WEIGHTS)
        _known("sampler", self.sampler, SAMPLERS)
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
    def homogeneous(self) -> bool:
        """Whether layer(c x) = c layer(x), or = layer(x) under RS, for every c > 0."""
        return "rs" in self.components or "nl" not in self.components or self.activation not in _CURVED

    def __call__(self, x: Floats, *, width: int, rng: Generator | Sequence[Generator]) -> Floats:
        """One draw of the layer for each replicate: (R, k, n) -> (R, m, n), m = `width`.

        `rng` is one generator for the whole stack (all R weights in memory at once: for many small networks)
        or a sequence of R, one per replicate.  Columns that are
        equal bit by bit stay so.  Raises FloatingPointError where rescaling meets a row without variance, and
        ValueError for an array that is not a stack, or whose width a skip connection would change.
        """
        if x.ndim != 3:
            raise ValueError(f"a layer takes a stack (R, k, n) of batches, came shape {x.shape}")
        skip = self.gamma < np.inf
        if skip and width != x.shape[-2]:
            raise ValueError(f"width {width} after {x.shape[-2]} rows: a skip connection (gamma < inf) keeps the width")
        ties = observables.first_equal(x)
        factor = x
        if not self.explicit and x.shape[-2] > x.shape[-1]:
            factor = np.asarray(np.linalg.qr(x, mode="r"))
        draw = WEIGHTS[self.weights]
        if isinstance(rng, Generator):
            z = np.asarray(draw(rng, (len(x), width, factor.shape[-2])) @ factor)
        else:
            z = np.empty((len(x), width, x.shape[-1]))
            for g, source, target in zip(rng, factor, z, strict=True):
                # one W at a time is held, and nothing depends on the number of replicates in the stack
                np.matmul(draw(g, (width, len(source))), source, out=target)
        z *= np.sqrt(self.gain / width) * (self.gamma if skip else 1.0)
        return self.normalise(x + z if skip else z, ties)

    def _refuse_flat(self, z: Floats) -> None:
        """FloatingPointError for a row that rescaling is undefined on."""
        centred = "rc" in self.components
        flat = _flat(z, centred)
        if flat.any():
            replicate, row = np.argwhere(flat)[0]
            raise FloatingPointError(
                f"row {row} of replicate {replicate} of the stack: its {z.shape[-1]} pre-activations are "
                f"{'equal' if centred else 'zero'} up to rounding, rescaling is undefined"
            )

    def normalise(self, z: Floats, ties: Ints) -> Floats:
        """The components after the weights: pre-activations, shape (R, m, n), to activations.

        `ties`, shape (R, n), names for every column one that it must equal: linear algebra libraries may
        round equal columns differently, and the layers to come would amplify that.
        """
        tied = bool((ties != np.arange(z.shape[-1])).any())
        if tied:
            z = np.take_along_axis(z, ties[:, None, :], axis=-1)
        centred, rescaled = "rc" in self.components, "rs" in self.components
        if rescaled and centred:
            self._refuse_flat(z)
        if centred:
            z = z - z[..., :1]  # equal entries become exactly 0: less their rounded mean they might not
            z -= z.mean(axis=-1, keepdims=True)
        if rescaled:
            square = np.einsum("...i,...i->...", z, z)
            if not ((square > 1e-280) & (square < 1e280)).all():  # a row of zeros, or squares out of range
                self._refuse_flat(z)
                z = z / np.abs(z).max(axis=-1, keepdims=True)
                square = np.einsum("...i,...i->...", z, z)
            z = z / np.sqrt(square / (z.shape[-1] - self.ddof))[..., None]
        if "nl" in self.components:
            z = ACTIVATIONS[self.activation](z, self.slope)
            if tied and self.activation in _CURVED:  # vector code may treat the last lanes otherwise
                z = np.take_along_axis(z, ties[:, None, :], axis=-1)
        return z


def _flat(z: Floats, centred: bool) -> NDArray[np.bool_]:
    """Rows, shape z.shape[:-1], without variance (`centred`) or without entries, up to rounding."""
    size = np.abs(z).max(axis=-1)
    spread = np.ptp(z, axis=-1) if centred else size
    return np.asarray(spread <= 8 * z.shape[-1] * _EPS * size)


def random_batch(n: int, dim: int, rng: Generator) -> Floats:
    """n points of i.i.d. standard normal coordinates, shape (dim, n)."""
    return rng.standard_normal((dim, n))


class Cost(NamedTuple):
    """Bytes held whatever the block, bytes for every replicate of a block, floating operations in all."""

    fixed: int
    replicate: int
    operations: int


def estimate(shape: tuple[int, ...], width: int, depth: int, layer: Layer, replicates: int = 1) -> Cost:
    """Cost of `simulate` for a batch of shape (..., k, n), before anything is drawn."""
    k, n = max(shape[-2], width), shape[-1]  # the widest input of any layer
    inner = k if layer.explicit else min(k, n)
    flops = width * inner * (2 * n + 20) + (0 if layer.explicit else 2 * k * n * n) + 20 * width * n
    return Cost(
        8 * width * inner + 8 * replicates * (n * n + 16),  # one W, the results
        8 * n * (4 * k + 4 * width + 4 * n),
        replicates * depth * flops,
    )


@dataclasses.dataclass(frozen=True, eq=False)
class Simulation:
    """The representations at the last layer of R networks, as observables (see `numerics.observables`).

    The Gram matrix of replicate r is exp(log_scale[r]) * gram[r]; gram has trace n, or is 0 where every
    neuron is inactive.  Shapes: gram (R, n, n), the others (R,).
    """

    layer: Layer
    width: int
    depth: int
    gram: Floats
    log_scale: Floats
    norm_ratio: Floats
    cos_outlier_cluster: Floats
    cos_cluster: Floats
    escaped: Ints
    rank: Ints
    rank_tolerance: Floats
    rank_kept: Floats
    rank_dropped: Floats
    columns: Ints


def simulate(
    batch: ArrayLike,
    *,
    width: int,
    depth: int,
    rng: Callable[[int], Generator],
    layer: Layer = Layer(),
    replicates: int = 1,
    memory: float = 2.0**31,
    progress: Callable[[int, int], object] | None = None,
) -> Simulation:
    """Run `replicates` independent networks of `depth` layers of `width` rows on one batch.

    Parameters
    ----------
    batch : (k, n), data as columns, or (R, k, n), one batch for each replicate.
    rng : replicate -> generator, called once for each: the results do not depend on `memory`.
    memory : budget in bytes; the replicates run in blocks that fit.
    progress : called after each layer of a block with (layers done, layers in all).

    Raises
    ------
    ValueError : wrong use, with what came and what was wanted, or a cost over the budget, with the estimate.
    FloatingPointError : rescaling of a row without variance; a tanh or sin network out of the float range.

    Notes
    -----
    Where scale does not matter each replicate is scaled by powers of two, exactly, and `log_scale` keeps
    the account: 10,000 layers neither overflow nor underflow.

    >>> found = simulate([[0, 1, 5]], width=8, depth=3, rng=np.random.default_rng)
    >>> found.gram.shape, round(float(np.trace(found.gram[0])), 12), int(found.columns[0])
    ((1, 3, 3), 3.0, 3)
    """
    x = _checked(batch, width, depth, layer, replicates)
    if not callable(rng):
        raise ValueError(f"rng must be a function, replicate -> Generator, came a {type(rng).__name__}")
    cost = estimate(x.shape, width, depth, layer, replicates)
    if cost.fixed + cost.replicate > memory:
        kind = "explicit weights" if layer.explicit else "the gram sampler"
        raise ValueError(
            f"width {width} with {x.shape[-1]} points, {kind} and results for {replicates} replicates needs "
            f"{(cost.fixed + cost.replicate) / 2**30:.4g} GiB, the budget is {memory / 2**30:.4g} GiB: lower "
            f"the width, points, replicates{', use the gram sampler' * layer.explicit}, or raise the budget"
        )
    size = int((memory - cost.fixed) // cost.replicate)
    blocks = []
    for start in range(0, replicates, size):
        rngs = [rng(r) for r in range(start, min(start + size, replicates))]
        stack = x[start : start + size] if len(x) > 1 else np.repeat(x, len(rngs), axis=0)
        exponent = np.zeros(len(rngs), dtype=np.int64)
        for done in range(depth):
            stack, shift = _in_range(stack, layer, done)
            stack = layer(stack, width=width, rng=rngs)
            exponent = np.zeros_like(exponent) if "rs" in layer.components else exponent + shift
            if progress is not None:
                progress(start * depth + len(rngs) * (done + 1), replicates * depth)
        blocks.append(_observe(stack, exponent))
    return Simulation(layer, width, depth, *(np.concatenate(arrays) for arrays in zip(*blocks, strict=True)))


def _checked(batch: ArrayLike, width: int, depth: int, layer: Layer, replicates: int) -> Floats:
    """The batch as an array of shape (1 or R, k, n), or a ValueError."""
    for name, value, low, high in (
        ("width", width, 1, MAX_SIZE),
        ("depth", depth, 0, MAX_DEPTH),
        ("replicates", replicates, 1, MAX_SIZE),
    ):
        if not isinstance(value, int | np.integer) or not low <= value <= high:
            raise ValueError(f"{name} {value!r} must be an integer from {low} to {high}")
    x = np.asarray(batch)
    if x.ndim not in (2, 3) or x.shape[-2] < 1 or not 2 <= x.shape[-1] <= MAX_SIZE:
        wanted = "(k, n), data as columns, or (replicates, k, n), with k >= 1 and n >= 2"
        raise ValueError(f"batch of shape {x.shape}: wanted {wanted}")
    if x.dtype.kind not in "fiu" or not np.isfinite(x).all():
        raise ValueError(f"batch of type {x.dtype}: wanted finite numbers, all of them")
    if layer.gamma < np.inf and depth and x.shape[-2] != width:
        raise ValueError(f"width {width} and a batch of {x.shape[-2]} rows: a skip connection keeps the width")
    x = x.astype(np.float64).reshape(-1, *x.shape[-2:])
    if len(x) not in (1, replicates):
        raise ValueError(f"{len(x)} batches for {replicates} replicates: wanted one, or one for each")
    centred = "rc" in layer.components
    if {"rc", "rs"} & {*layer.components} and _flat(x, centred).all(axis=-1).any():
        what = "constant, up to rounding: recentring" if centred else "zero: rescaling"
        raise ValueError(f"batch is {what} leaves nothing to propagate")
    return x


def _in_range(x: Floats, layer: Layer, done: int) -> tuple[Floats, Ints]:
    """x over a power of two for each replicate, and its exponent, where the layer does not mind its scale."""
    if layer.homogeneous:
        return _mantissa(x)
    peak = np.abs(x).max(axis=(-1, -2))
    wrong = ~((peak == 0) | ((peak > 1e-150) & (peak < 1e150)))
    if wrong.any():
        raise FloatingPointError(
            f"after {done} layers the largest entry is {peak[wrong][0]:.3g}, out of the range of floats: "
            f"{layer.activation} has a scale, change the gain ({layer.gain}), the depth or the batch"
        )
    return x, np.zeros(len(x), dtype=np.int64)


def _mantissa(x: Floats) -> tuple[Floats, Ints]:
    """x = mantissa * 2^exponent for each replicate, entries of the mantissa below 1; exact."""
    _, exponent = np.frexp(np.abs(x).max(axis=(-1, -2)))
    return np.ldexp(x, -exponent[:, None, None]), exponent.astype(np.int64)


def _observe(x: Floats, exponent: Ints) -> tuple[Any, ...]:
    """The arrays of a `Simulation` from representations x 2^exponent."""
    x, shift = _mantissa(x)
    g = observables.gram(x)
    mean_square = np.trace(g, axis1=-2, axis2=-1) / g.shape[-1]
    mean_square = np.where(mean_square > 0, mean_square, 1.0)
    g = g / mean_square[:, None, None]
    return (
        g,
        2 * np.log(2.0) * (exponent + shift) + np.log(mean_square),
        observables.norm_ratio(g),
        observables.cos_outlier_cluster(g),
        observables.cos_cluster(g),
        observables.escaped(g),
        *observables.rank(x),
        observables.distinct_columns(x),
    )
