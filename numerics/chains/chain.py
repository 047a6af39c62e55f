"""The chain of linear layers with rescaling, H -> RS(H + gamma W H), along depth (daneshmand20, eqs 1 and 2).

H, shape (R, d, N): R independent chains, d neurons, N data.  M = H H^T / N is a correlation matrix.  What is
iterated is the factor H and not M, whose squares would lose eigenvalues below 1e-16 of the largest.  For
Gaussian weights and N < d a step costs O(d N^2), for others O(d^2 N); a start of rank k needs only N = k columns,
since M depends on X only through X X^T.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from numerics.chains.walk import drawn, factors, growth, last, walk
from numerics.networks import Layer
from numerics.networks.observables import gram
from numerics.parallel import Local, Steps, mapped, workers

Floats = NDArray[np.float64]

NO_SKIP = math.inf
"""The gamma of layers without skip connection."""

TAU = 0.5
"""Threshold of the soft rank, as in the paper's Figure 3a."""


def layer(d: int, gamma: float, weights: str = "gaussian") -> Layer:
    """RS(H + gamma W H) with d x d weights of unit variance (Definition 1); gamma = inf is RS(W H)."""
    return Layer(("rs",), weights=weights, gain=float(d), gamma=gamma)


def start(d: int, rank: int, chains: int, rng: Generator) -> Floats:
    """Gaussian rows of unit mean square, (chains, d, rank): M has this rank."""
    if not 1 <= rank <= d:
        raise ValueError(f"rank {rank} is not between 1 and d = {d}")
    return rescaled(rng.standard_normal((chains, d, rank)))


def near_collinear(d: int, noise: float, chains: int, rng: Generator) -> Floats:
    """One Gaussian row, d times, plus Gaussian noise, of d data: (chains, d, d), rescaled."""
    return rescaled(rng.standard_normal((chains, 1, d)) + noise * rng.standard_normal((chains, d, d)))


def rescaled(x: ArrayLike) -> Floats:
    """Rows over their root mean square, (..., d, N).

    Raises
    ------
    ValueError : numbers that are not finite; a row of zeros, which has no direction.
    """
    h = np.asarray(x, dtype=np.float64)
    if not np.isfinite(h).all():
        raise ValueError("the start has entries that are not finite; remove them")
    peak = np.abs(h).max(axis=-1, keepdims=True)
    if not peak.all():
        raise ValueError(f"row {np.argwhere(peak == 0)[0][-2]} of the start is zero: rescaling is undefined; remove it")
    h = h / peak
    return np.asarray(h / np.sqrt(np.square(h).mean(axis=-1, keepdims=True)))


class Moments(NamedTuple):
    """Of M, each of shape (R,): F = |M|_F^2, T = Tr M^3, D = Tr diag(M^2)^2, r = d^2 / F."""

    F: Floats
    T: Floats
    D: Floats
    r: Floats


def moments(h: Floats) -> Moments:
    """F, T, D and r of M = H H^T / N, from the smaller of H^T H and H H^T; O(d N min(d, N))."""
    G = gram(h) / h.shape[-1]  # with the eigenvalues of M
    square = G @ G
    F = np.trace(square, axis1=-2, axis2=-1)
    T = (square * G).sum(axis=(-2, -1))
    rows = ((h @ G) * h).mean(axis=-1)  # (M^2)_ii = h_i G h_i^T / N
    return Moments(F, T, np.square(rows).sum(axis=-1), h.shape[-2] ** 2 / F)


def effective_rank(h: Floats) -> Floats:
    """r = (Tr M)^2 / |M|_F^2 of stacks of any scale, (R,): rows need not be rescaled."""
    g = gram(h)
    return np.asarray(np.trace(g, axis1=-2, axis2=-1) ** 2 / np.square(g).sum(axis=(-2, -1)))


def soft_rank(h: Floats, tau: float = TAU) -> Floats:
    """Number of eigenvalues of M that are >= tau, (R,); tau in (0, 1], where rounding (1e-13) is far away."""
    if not 0 < tau <= 1:
        raise ValueError(f"tau {tau} is not in (0, 1]: at 0 every eigenvalue counts, and above 1 the identity has none")
    values = np.linalg.eigvalsh(gram(h) / h.shape[-1])
    return np.asarray(np.count_nonzero(values >= tau, axis=-1), dtype=np.float64)


def spectrum(h: Floats) -> Floats:
    """Eigenvalues of M that are not 0 by size, descending, (R, min(d, N)): squared singular values of H over N."""
    return np.asarray(np.square(np.linalg.svd(h, compute_uv=False)) / h.shape[-1])


def after(h: Floats, step: Layer, layers: int, rng: Generator, width: int | None = None) -> Floats:
    """The stack (R, d, N) after so many layers of one width, that of the stack unless it is given."""
    return last(walk(h, drawn(step, rng, width=width), layers))


def time_average(
    h: Floats,
    step: Layer,
    layers: int,
    rng: Generator,
    observe: Callable[[Floats], Floats],
    *,
    burn: int = 0,
    every: int = 1,
) -> Floats:
    """Mean of an observable over every `every`-th of `layers` layers after `burn` others: of the shape of observe(h).

    >>> h = start(3, 2, 5, np.random.default_rng(1))
    >>> time_average(h, layer(3, 0.0), 6, np.random.default_rng(1), spectrum, every=2).shape
    (5, 2)
    """
    states = walk(h, drawn(step, rng), burn + layers - layers % every)
    return np.asarray(np.mean([observe(h) for h in islice(states, burn + every, None, every)], axis=0))


@dataclass(frozen=True, eq=False)
class Run:
    """What was seen of R chains: observables at `depths`, shape (R, len(depths)), and spectra at a few `looks`.

    spectra : eigenvalues of M, descending, (R, len(looks), k).
    """

    layer: Layer
    d: int
    rank: int
    tau: float
    depths: NDArray[np.int64]
    moments: Moments
    soft: Floats
    looks: NDArray[np.int64]
    spectra: Floats

    def average(self, values: Floats, burn: float = 0.5) -> Estimate:
        """Mean over the depths beyond `burn` of the way, and over chains."""
        late = self.depths >= burn * self.depths[-1]
        return Estimate.of(values[:, late].mean(axis=1))

    @property
    def regularity(self) -> float:
        """The constant of Definition 3 for the law of the second half of the way: E D / E T."""
        return self.average(self.moments.D).mean / self.average(self.moments.T).mean


class Estimate(NamedTuple):
    """A mean over independent chains, and its standard error, inf for one chain.

    Layers of one chain depend on each other, so that its length says nothing of the error.
    """

    mean: float
    error: float

    @classmethod
    def of(cls, values: Floats) -> Estimate:
        """From one number per chain, (R,)."""
        spread = float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.inf
        return cls(float(values.mean()), spread)


def run(
    h: Floats,
    step: Layer,
    layers: int,
    rngs: Sequence[Generator],
    *,
    tau: float = TAU,
    every: int = 1,
    looks: Sequence[int] = (),
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Run:
    """Follow R chains through `layers` layers.

    Parameters
    ----------
    h : start, (R, d, N), of rescaled rows: `start` or `rescaled`.
    step : `layer(d, gamma, weights)`, or any other that keeps the width.
    rngs : one generator for each chain: results do not depend on how many run together, or where.
    every : observables are taken at depths 0, every, 2 every, ..., and at the last.
    looks : further depths, at which whole spectra are kept.
    executor : where groups of chains run side by side, one for each worker; None: here.
    progress : called with (steps done, steps in all); from other processes after each group.

    Raises
    ------
    ValueError : wrong use, with what came and what was wanted.
    FloatingPointError : a row that became zero, as Rademacher weights without skip can make it.

    >>> found = run(start(4, 4, 2, np.random.default_rng(1)), layer(4, 0.5), 20, [*map(np.random.default_rng, (1, 2))])
    >>> found.moments.r.shape, bool((found.moments.r >= 1).all())
    ((2, 21), True)
    """
    if h.ndim != 3 or len(h) != len(rngs):
        raise ValueError(f"a start of shape {h.shape} and {len(rngs)} generators: wanted (R, d, N) and R of them")
    if layers < 1 or every < 1 or not all(0 <= look <= layers for look in looks):
        raise ValueError(f"layers {layers} and every {every} must be 1 or more, looks {looks} from 0 to {layers}")
    depths = sorted({*range(0, layers + 1, every), *looks, layers})
    groups = np.array_split(np.arange(len(h)), min(workers(executor) or len(h), len(h)))
    tasks = [(h[chains], [rngs[number] for number in chains.tolist()]) for chains in groups]
    parts = []
    with Steps(layers * len(tasks), progress) as steps:
        follow = partial(
            _follow, step=step, layers=layers, tau=tau, depths={*depths}, looks={*looks}, done=Local(steps.done)
        )
        for part in mapped(follow, tasks, executor):
            parts.append(part)
            steps.reached(layers * len(parts))
    *observed, soft, spectra = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return Run(
        step, h.shape[1], min(h.shape[1:]), tau, np.array(depths), Moments(*observed), soft, np.array(sorted({*looks})),
        spectra,
    )  # fmt: skip


def _follow(
    chains: tuple[Floats, Sequence[Generator]], *, step: Layer, layers: int, tau: float, depths: set[int],
    looks: set[int], done: Local,
) -> tuple[Floats, ...]:  # fmt: skip
    """Moments F, T, D, r and soft ranks, (R', depths), and spectra, (R', looks, k), of some of the chains."""
    begin, rngs = chains
    seen: list[Floats] = []
    spectra = [np.empty((len(begin), 0, min(begin.shape[1:])))]
    for depth, x in enumerate(walk(begin, drawn(step, rngs), layers)):
        if depth and done():
            break
        if depth in depths:
            seen.append(np.stack([*moments(x), soft_rank(x, tau)]))
        if depth in looks:
            spectra.append(spectrum(x)[:, None])
    return *np.stack(seen, axis=-1), np.concatenate(spectra, axis=1)


def exponents(h: Floats, step: Layer, layers: int, rng: Generator, *, burn: int = 0) -> Floats:
    """Lyapunov exponents of the layers A = diag(s)^-1 (I + gamma W) that the chain applies, descending, (R, d).

    By QR, after every layer, of a frame of d vectors carried along; `burn` layers go before. The first k* are
    0 where the chain keeps k* directions; log singular values of the product grow like these, whatever the floats.

    Raises
    ------
    FloatingPointError : a row that became zero.
    """
    size, d, columns = h.shape
    bare = replace(step, components=())

    def push(frame: Floats) -> Floats:
        nonlocal h
        both = bare(np.concatenate([h, frame], axis=-1), width=d, rng=rng)
        scale = np.sqrt(np.square(both[..., :columns]).mean(axis=-1, keepdims=True))
        if not scale.all():
            raise FloatingPointError("a row of the chain became zero: rescaling is undefined")
        h, moved = np.split(both / scale, [columns], axis=-1)
        return moved

    uppers = factors(np.broadcast_to(np.eye(d), (size, d, d)), push, burn + layers)
    return growth(islice(uppers, burn, None), layers)


def surviving(found: Floats, sigmas: float = 4.0) -> int:
    """k*: how many exponents, (R, d), are not below 0 by `sigmas` standard errors over the chains.

    An upper bound, then, for a slightly negative exponent takes long to be told from 0.
    """
    error = found.std(axis=0, ddof=1) / math.sqrt(len(found))
    return int(np.count_nonzero(found.mean(axis=0) + sigmas * error >= 0))
