"""The chain H -> RS(H + gamma W H) of daneshmand20 along depth, beside its large-d law and the bound of Theorem 14.

>>> import numpy as np
>>> from numerics.chains import chain
>>> h = chain.start(16, 16, 4, np.random.default_rng(1))
>>> found = chain.run(h, chain.layer(16, chain.NO_SKIP), 60, [*map(np.random.default_rng, range(4))])
>>> study = beside_law(found)
>>> study.law.r, bool(abs(study.average.r.mean - 4) < 1), study.bound < study.average.r.mean
(4.0, True, True)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from sympy import Rational, sqrt

from numerics.chains.chain import TAU, Estimate, Floats, Run, rescaled, surviving
from theory.markov import mean_rank_bound
from theory.markov.mean_field import centre, count_above, regularity

ROUNDING = 1e-28
"""Eigenvalues of M, squares of what floats keep to 1e-16 of the largest, are noise below this."""


class Law(NamedTuple):
    """The large-d law at finite d: r, soft rank, |M|_F^2, the greatest eigenvalue of M, and the regularity constant."""

    r: float
    soft_rank: float
    largest: float
    frobenius: float
    regularity: float


def law(d: int, rank: int, tau: float) -> Law:
    """The large-d law (`theory.markov.mean_field`) of layers of width d from a start of this rank, without skip.

    tau : threshold of the soft rank, an eigenvalue of M.

    >>> law(64, 64, 0.5).r, law(64, 64, 0.5).regularity, law(64, 2, 0.5).soft_rank
    (8.0, 0.8, 2.0)
    """
    root = sqrt(d)
    kappa = rank / root if rank**2 < 4 * d else 2
    c = centre(kappa)
    x = Rational(tau) / root
    if x <= c - 1:
        soft = rank
    elif x < c + 1:
        soft = root * count_above(x, c)
    else:
        soft = 0
    return Law(*map(float, (root / c, soft, (c + 1) * root, c * d * root, regularity(c))))


def density(y: ArrayLike, d: int, rank: int) -> Floats:
    """The same law as a density: eigenvalues of M at y sqrt(d), per sqrt(d) and per unit of y; 0 beyond the edges.

    >>> density([1, 2, 3], 64, 64).round(6).tolist()
    [0.63662, 0.0, 0.0]
    """
    at = np.asarray(y, dtype=np.float64)
    c = law(d, rank, TAU).largest / math.sqrt(d) - 1
    return np.asarray(2 / math.pi * np.sqrt(np.maximum(1 - np.square(at - c), 0)) / at)


class Depth(NamedTuple):
    """Means over the chains at one depth; `regularity` is a ratio of means, E D / E T of Definition 3."""

    depth: int
    r: float
    soft_rank: float
    frobenius: float
    regularity: float


class Spectrum(NamedTuple):
    """Eigenvalues of M at one depth, descending, each the mean over the chains: (k,)."""

    depth: int
    eigenvalues: Floats


class Average(NamedTuple):
    """Means over the second half of the layers and over chains, with standard errors over chains."""

    r: Estimate
    soft_rank: Estimate
    frobenius: Estimate
    regularity: float


@dataclass(frozen=True, eq=False)
class Study:
    """A run of chains beside its law.

    Attributes
    ----------
    along : at every depth that was seen.
    spectra : at the depths of `Run.looks`.
    average : over the second half of the layers.
    law : large-d law without skip, a limit d -> inf and not a bound.
    bound : Theorem 14 with the measured regularity constant, of the mean of r; 0 where the constant is 1 or more.
    exponents : Lyapunov exponents, descending, means over chains, (d,); None if they were not given.
    k_star : how many directions are kept, at most.
    """

    along: tuple[Depth, ...]
    spectra: tuple[Spectrum, ...]
    average: Average
    law: Law
    bound: float
    exponents: Floats | None = None
    k_star: int | None = None


def beside_law(found: Run, exponents: Floats | None = None) -> Study:
    """Observables along depth, spectra, averages of the second half, law and bound of a run (`numerics.chains.chain`).

    exponents : of the same chains, (R, d), as `numerics.chains.chain.exponents` has them.
    """
    F, T, D, r = found.moments
    seen = zip(found.depths, r.T, found.soft.T, F.T, D.mean(axis=0) / T.mean(axis=0), strict=True)
    alpha = found.regularity
    return Study(
        along=tuple(
            Depth(int(depth), float(a.mean()), float(b.mean()), float(f.mean()), float(ratio))
            for depth, a, b, f, ratio in seen
        ),
        spectra=tuple(
            Spectrum(int(depth), values.mean(axis=0))
            for depth, values in zip(found.looks, found.spectra.swapaxes(0, 1), strict=True)
        ),
        average=Average(found.average(r), found.average(found.soft), found.average(F), alpha),
        law=law(found.d, found.rank, found.tau),
        bound=float(mean_rank_bound(found.d, Rational(alpha))) if alpha < 1 else 0.0,
        exponents=None if exponents is None else exponents.mean(axis=0),
        k_star=None if exponents is None else surviving(exponents),
    )


def start_of(batch: ArrayLike, chains: int) -> Floats:
    """Chains that all start from these rows, (d, N) to (chains, d, min(d, N)), rescaled.

    M = H H^T/N has a factor of at most d columns, and the chain sees M alone: R^T of a QR of H^T.

    Raises
    ------
    ValueError : numbers that are not finite; a row of zeros.

    >>> h = start_of([[1, 0, 3], [2, 0, 5]], 4)
    >>> h.shape, (h[0] @ h[0].T / 2).round(6).tolist()
    ((4, 2, 2), [[1.0, 0.998274], [0.998274, 1.0]])
    """
    h = rescaled(np.asarray(np.linalg.qr(rescaled(batch).T, mode="r")).T)
    return np.broadcast_to(h, (chains, *h.shape))


class Cost(NamedTuple):
    """Floating operations and bytes, roughly."""

    operations: float
    held: float


def cost(d: int, rank: int, layers: int, chains: int, weights: str = "gaussian") -> Cost:
    """What following chains takes; only Gaussian weights act on a start of low rank without being drawn whole."""
    operations = 2.0 * chains * layers * d * rank * (rank if weights == "gaussian" else d)
    return Cost(operations, 64.0 * chains * d * rank)
