"""One random layer with batch normalization at initialization; never imports `theory`.

A layer maps X, shape (R, k, n) = R replicates, k rows, n data as columns, to an array of shape (R, m, n):
Z = W X, or X + gamma W X with a skip connection; recentring RC (each row less its mean), rescaling RS
(each row over its root mean square, which after RC is the biased standard deviation), nonlinearity NL; any
subset, in this order (nachum24, conventions).  W is m x k with i.i.d. centred entries of variance gain/m,
m the OUTPUT width.  Before NL one of `OVER_NEURONS` may take each column over the m neurons, or over groups of them:
a function of Z, so that whatever draws Z in law draws the layer.

Two facts make it fast.  RC commutes with W, so it is the k input rows that are recentred.  And given X the rows
of W X, W Gaussian, are i.i.d. N(0, gain/m X^T X): the sampler "gram" multiplies an m x r Gaussian matrix by a
factor F with F^T F = X^T X and r = min(k, n) rows, n - 1 for k > n after RC: exact in law, O(m n r) operations instead
of O(m k n).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.networks import observables
from numerics.networks.activations import ACTIVATIONS, CURVED
from numerics.networks.factors import beside, contrasts, namespace, to_numpy, triangular
from numerics.networks.normals import Array, Draws
from numerics.networks.over_neurons import OVER_NEURONS, normalised
from numerics.networks.rows import Inputs, Ints, blocks
from numerics.networks.sampler import Sampler, State, sampler_of, scaled
from numerics.networks.weights import WEIGHTS, known

__all__ = ["ACTIVATIONS", "COMPONENTS", "OVER_NEURONS", "WEIGHTS", "Layer"]

Floats = NDArray[np.float64]
MAX_GAMMA = 1e100

COMPONENTS = ("ws", "rc", "rs", *OVER_NEURONS, "nl")


@dataclasses.dataclass(frozen=True)
class Layer:
    """One random layer, the same law at every depth; call it to draw it: `layer(x, width=m, rng=rng)`.

    Parameters
    ----------
    components : subset of ("ws", "rc", "rs", "ln", "rms", "gn", "in", "nl"), in this order, one at most of ln to in.
        ws standardises weights: each row of W less its mean, over its deviation; W is drawn.
        rc, rs take each neuron over the data. ln (layer norm) and rms take each data point over the neurons, gn (group
        norm) and in (instance norm: a channel with its places is a group) over each of `groups` groups of neurons that
        follow each other.
    activation : relu, leaky_relu (slope `slope` for z < 0), gelu, silu, tanh, erf, sin, identity.
    weights : a name of `WEIGHTS`; all of variance gain/m.
    gain : m Var W_ij with m the output width; 2 keeps the mean square of a ReLU layer of constant width.
    sampler : "gram" (Gaussian weights only), "explicit" (draws W), or "auto": gram wherever it is exact.
    ddof : rescaling divides by sqrt(sum z^2 / (n - ddof)): 0 biased, 1 Bessel; over neurons with their number for n.
    gamma : strength of the weights beside a skip connection, Z = X + gamma W X; inf means no skip, Z = W X.
        With a skip the width is that of the input.
    groups : of neurons, for gn and in, and for rms, too; they divide the width.
    eps : added to the mean square, or variance, that rs and normalisations over neurons divide by the root of; of ws in
        units of gain/m.
    scale, shift : z becomes scale z + shift before nl: gain and shift of the normalisation, as they are at the start.

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
    groups: int = 1
    eps: float = 0.0
    scale: float = 1.0
    shift: float = 0.0

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
        if len(over := [name for name in OVER_NEURONS if name in self.components]) > 1:
            raise ValueError(f"components {self.components}: wanted one of {', '.join(over)} at most")
        _ = self.drawn_by  # or it says why not
        if not (np.isfinite(self.gain) and self.gain > 0):
            raise ValueError(f"gain {self.gain!r} must be a positive finite number")
        if not np.isfinite(self.slope):
            raise ValueError(f"slope {self.slope!r} must be a finite number")
        if self.ddof not in (0, 1):
            raise ValueError(f"ddof {self.ddof!r} must be 0 (biased) or 1 (Bessel)")
        if not (0 <= self.gamma <= MAX_GAMMA or self.gamma == np.inf):
            raise ValueError(f"gamma {self.gamma!r} must be from 0 to {MAX_GAMMA:g}, or inf for no skip connection")
        if not (isinstance(self.groups, int | np.integer) and self.groups >= 1):
            raise ValueError(f"groups {self.groups!r} must be a positive integer")
        if self.groups > 1 and not {"rms", "gn", "in"} & {*self.components}:
            raise ValueError(f"groups {self.groups} are of 'gn', 'in' or 'rms', came components {self.components}")
        if self.groups == 1 and over in (["gn"], ["in"]):
            raise ValueError(f"component {over[0]!r} wants groups=2 or more; with one group it is 'ln'")
        if not 0 <= self.eps < np.inf:
            raise ValueError(f"eps {self.eps!r} must be a finite number, 0 or more")
        for name in ("scale", "shift"):
            if not np.isfinite(getattr(self, name)):
                raise ValueError(f"{name} {getattr(self, name)!r} must be a finite number")

    @property
    def drawn_by(self) -> Sampler:
        """The sampler that `sampler` stands for."""
        return sampler_of(self.sampler, self.weights, standardised="ws" in self.components)

    @property
    def over_neurons(self) -> str | None:
        """The normalisation over neurons, if there is one: then all rows of a layer are needed at once."""
        return next((name for name in self.components if name in OVER_NEURONS), None)

    @property
    def normalised(self) -> bool:
        """Whether something divides by the size of the pre-activations: then layer(c x) = layer(x), but for eps."""
        return "rs" in self.components or self.over_neurons is not None

    def divides(self, width: int) -> None:
        """ValueError for a width that is no multiple of the groups."""
        if width % self.groups:
            raise ValueError(f"groups {self.groups} do not divide the width {width}")

    @property
    def skip(self) -> bool:
        """Whether the input is added to the layer."""
        return self.gamma < np.inf

    @property
    def held(self) -> bool:
        """Whether the next layer needs the rows of this one, and not only their Gram matrix."""
        return self.drawn_by.held or self.skip

    @property
    def homogeneous(self) -> bool:
        """Whether layer(c x) = c layer(x), or = layer(x) where it is normalised, for every c > 0."""
        if self.normalised:
            return self.eps == 0
        return self.shift == 0 and ("nl" not in self.components or self.activation not in CURVED)

    @property
    def standardised(self) -> float | None:
        """The eps of weight standardisation, or None without it."""
        return self.eps if "ws" in self.components else None

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
        self.divides(width)
        counts = np.ones(x.shape[-1], dtype=np.int64)
        state = state_of(self, x)
        out = np.empty((len(x), width, x.shape[-1]))
        # not by Numba: for the small layers of checks that is no faster, and a seed gives the same on every machine
        generator = "polar" if isinstance(rng, Generator) else "numpy"
        draws = Draws(rng, self.weights, generator, "float64", standardised=self.standardised)
        inputs = inputs_of(self, state, width, counts, "float64")
        drawn(self, draws, inputs, state.ties, None, out)
        return self.finish(out, state.ties, None, inputs.reference) if self.over_neurons else out

    def finish(self, z: Array, ties: Array | None, counts: Ints | None, reference: Array, first: Any = 0) -> Array:
        """What comes after RC of pre-activations, shape (R, m, n), that it has seen if it is to; may overwrite z.

        Normalisation over neurons is over these m rows, so that they have to be all rows of the layer.

        ties : (R, n), or None where no columns are equal.
        counts : (n,), points of the batch that each column stands for; None means one each.
        reference : size that the entries had before RC, (R, 1) or (R, m): what rounding is relative to.
        first : number of the first replicate, or of every one less its place, for messages.
        """
        xp = namespace(z)
        if ties is not None:
            z = xp.take_along_axis(z, xp.broadcast_to(ties[:, None, :], z.shape), axis=-1)
        if "rs" in self.components:
            z = self._rescaled(z, counts, reference, first)
        if self.over_neurons:
            # what RC takes away leaves its rounding
            size = reference if "rc" in self.components and "rs" not in self.components else None
            z = normalised(z, self.over_neurons, self.groups, ddof=self.ddof, eps=self.eps, size=size, first=first)
        if self.scale != 1:
            z *= self.scale
        if self.shift:
            z += self.shift
        curved = "nl" in self.components and self.activation in CURVED
        if "nl" in self.components:
            z = ACTIVATIONS[self.activation](z, self.slope)
        if ties is not None and (curved or self.over_neurons):  # vector code may treat the last lanes otherwise
            z = xp.take_along_axis(z, xp.broadcast_to(ties[:, None, :], z.shape), axis=-1)
        return z

    def _rescaled(self, z: Array, counts: Ints | None, reference: Array, first: Any) -> Array:
        """Rows over sqrt(sum z^2 / (n - ddof)), sums over the batch; FloatingPointError for a flat row."""
        xp = namespace(z)
        n = z.shape[-1] if counts is None else int(counts.sum())
        mean_square = _mean_square(z, counts)
        if self.eps:
            z /= xp.sqrt(mean_square * (n / (n - self.ddof)) + self.eps)[..., None]
            return z
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
            number = (first + np.arange(len(z)))[replicate]
            raise FloatingPointError(
                f"row {row} of replicate {number} of the stack: its {n} pre-activations are "
                f"{'equal' if 'rc' in self.components else 'zero'} up to rounding, rescaling is undefined"
            )
        z *= (float(np.sqrt(1 - self.ddof / n)) / root)[..., None]
        return z


def _mean_square(z: Array, counts: Ints | None) -> Array:
    """Over the batch, shape (R, m)."""
    if counts is not None and (counts > 1).any():
        shares = namespace(z).astype(beside(counts / counts.sum(), z), z.dtype)
        return (z * z) @ shares
    if isinstance(z, np.ndarray):
        return np.einsum("...i,...i->...", z, z) / z.shape[-1]
    return (z * z).mean(axis=-1)


def state_of(layer: Layer, x: Array, *, last: bool = False, grams: Array | None = None) -> State:
    """Of rows x, shape (B, k, c), before `layer`, or after the `last` one; `grams` are X^T X where they are known."""
    xp = namespace(x)
    n = x.shape[-1]
    held = x if layer.held else None
    size = xp.max(xp.abs(x), axis=(-1, -2)) if grams is None else xp.max(xp.linalg.diagonal(grams), axis=-1) ** 0.5
    size = xp.astype(size, xp.float64)
    if x.shape[-2] <= n or layer.drawn_by.held:  # no factor is smaller, or wanted
        ties = observables.ties(to_numpy(x))
        return State(x, None, None if ties is None else beside(ties, x), size)
    basis = contrasts(n) if "rc" in layer.components and n > 1 and not last else None
    if basis is not None and grams is None:
        x = x - xp.mean(x, axis=-1, keepdims=True)  # a large mean would leave its rounding in the Gram matrix
    root, free = triangular(x, basis, grams)
    ties = None
    if not bool(free.all()):
        ties = np.ones((len(x), 1), dtype=np.int64) * np.arange(n)
        ties[to_numpy(~free)] = observables.first_equal(to_numpy(x[~free]))
        ties = None if (ties == np.arange(n)).all() else beside(ties, x)
    return State(held, root, ties, size)


def inputs_of(layer: Layer, state: State, width: int, counts: Ints, dtype: str, shift: Ints | None = None) -> Inputs:
    """What a layer of this width multiplies and adds, divided by 2^shift, (B,).

    counts : (c,), points of the batch that each column stands for.
    """
    xp = namespace(state.size)
    size = state.size
    scale = None if shift is None else xp.ldexp(xp.ones_like(size), -beside(shift, size))
    shares = beside(counts / counts.sum(), size)
    rows: Array = None if state.x is None else scaled(xp.astype(state.x, xp.float64, copy=False), scale)
    if rows is not None and "rc" in layer.components:
        rows = rows - rows[..., :1]  # equal entries become exactly 0
        rows = rows - (rows @ shares)[..., None]
    factor = layer.drawn_by.factor(state, rows, scale, shares)
    strength = layer.strength(width)
    reference = (strength * factor.shape[-2] ** 0.5 + layer.skip) * (size if scale is None else size * scale)
    kind = getattr(xp, dtype)
    added = xp.astype(rows, kind, copy=False) if layer.skip else None
    return Inputs(
        xp.astype(factor * strength, kind, copy=False), added, xp.astype(reference, kind, copy=False)[:, None]
    )


def drawn(layer: Layer, draws: Draws, inputs: Inputs, ties: Array | None, counts: Ints | None, out: Array,
          place: slice = slice(None), first: int = 0, grams: bool = False) -> Any:  # fmt: skip
    """Rows `place` of a layer of each network, written to `out`, (B, rows, c); with `grams` their Gram matrices, too.

    They are (B, c, c) in float64. `first` is the number of the first network, for messages. Where the layer is
    normalised over neurons they are its pre-activations: `Layer.finish` wants all rows of it.
    """
    xp = namespace(out)
    networks, rows, columns = out.shape
    found = draws.empty((networks, columns, columns), xp.float64) if grams and not layer.over_neurons else None
    if found is not None:
        found[...] = 0.0
    for some, part in blocks(networks, rows, inputs.factor.shape[-2], columns, draws.device):
        z = draws.times(some, inputs.factor[some], out[some, part])
        if inputs.rows is not None:
            z += inputs.rows[some, place][:, part]
        if layer.over_neurons:
            continue
        y = layer.finish(
            z, None if ties is None else ties[some], counts, inputs.reference[some], first + (some.start or 0)
        )
        if y is not z:
            out[some, part] = y
        if found is not None:
            found[some] += xp.matrix_transpose(y) @ y
    return found
