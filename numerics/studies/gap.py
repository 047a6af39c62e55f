"""The orthogonality gap V of the chain H -> BN(W H)/sqrt(d) along depth, beside the laws of daneshmand21.

Mean map (infinite width), stationary law (large width), corrected Theorem 1 (a bound), critical width.

>>> from numerics.chains.gap import across, start
>>> begin = start(np.eye(3))
>>> study = beside_laws(begin, across(begin, [16, 64], 30, 8, [*map(np.random.default_rng, (1, 2))]))
>>> [round(row.law.rms * row.width**0.5, 6) for row in study.widths], study.late, study.critical_width
([1.020621, 1.020621], (15, 30), 4.3)
>>> all(row.mean.mean < row.theorem.bound for row in study.widths)
True
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from numerics.chains.chain import Estimate
from numerics.chains.gap import Floats, Run, Start, slope
from numerics.limits import mean_map
from theory.notation import n
from theory.orthogonality.stationary import gap_constant
from theory.orthogonality.theorem import square_bound
from theory.papers.daneshmand21.width.stationary import mean_gap


def wide(begin: Start, depth: int) -> Floats:
    """V along the mean map, (depth + 1,): the limit of infinite width at any fixed depth.

    >>> from numerics.chains.gap import start
    >>> wide(start(np.diag([16.0, 1.0])), 3).round(6).tolist()
    [0.701604, 0.623918, 0.424264, 0.235702]
    """
    p = begin.eigenvalues
    gaps = [float(mean_map.gap(p))]
    while len(gaps) <= depth and gaps[-1] > 1e-15:
        p = mean_map.mean_map(p)
        gaps.append(float(mean_map.gap(p)))
    found = np.array((gaps + [0.0] * (depth + 1 - len(gaps)))[: depth + 1])
    return np.asarray(np.sqrt(np.square(found) + begin.floor))


CRITICAL = {2: 2.0, 3: 4.3, 4: 6.9, 5: 10.2}


def critical_width(rank: int) -> float:
    """Width below which a chain of this rank loses directions: 2 exactly at rank 2, otherwise measured.

    From 6 on (r + 3/2)^2/4, within 5 per cent at 6 and 8 (daneshmand21, threshold.critical-width), beyond by the
    large-d law r = 2 sqrt(d). Rank 1 cannot fall.

    >>> [critical_width(r) for r in (1, 2, 4, 8)]
    [1.0, 2.0, 6.9, 22.5625]
    """
    return 1.0 if rank == 1 else CRITICAL.get(rank, (rank + 1.5) ** 2 / 4)


class Law(NamedTuple):
    """Late layers of large width: mean and root mean square of V."""

    mean: float
    rms: float


def law(begin: Start, width: int) -> Law:
    """Late layers of this width from a start of rank r, to leading order in 1/width.

    E V^2 = 1/r - 1/n + (r-1)(r+2)^2/(4r(r+1) width) (daneshmand21.width.stationary-gap at r columns); where r < n, E V
    is the root of it to this order, else daneshmand21.width.mean-gap.

    >>> [round(value, 6) for value in law(Start(np.full(3, 1 / 3), 3), 64)]
    [0.121394, 0.127578]
    """
    r = begin.rank
    rms = math.sqrt(begin.floor + float(gap_constant(float(r))) / width)
    return Law(float(mean_gap.predicts.subs(n, r)) / math.sqrt(width) if r == begin.n else rms, rms)


class Theorem(NamedTuple):
    """Corrected Theorem 1: a bound of sqrt(E[V_L^2; A]) at the last layer L, A: lam_min >= alpha until then.

    held : how many of the networks were in A.
    """

    alpha: float
    held: int
    bound: float


def theorem(begin: Start, run: Run, first: int) -> Theorem:
    """The corrected Theorem 1 from layer `first` on, at alpha = 1/(2r), lam_min the least of the r eigenvalues.

    The first E V^2 is the measured one.
    """
    r, last = begin.rank, run.gap.shape[1] - 1
    alpha = 1 / (2 * r)
    initial = max(float((run.gap[:, first] ** 2).mean()) - begin.floor, 0.0)
    square = begin.floor + square_bound(r, run.width, alpha, last - first, initial)
    held = int((run.least[:, first:last] >= alpha).all(axis=1).sum())
    return Theorem(alpha, held, math.sqrt(square))


class Begin(NamedTuple):
    """Where all widths start: V, eigenvalues of C (r,), and the floor, below which V never falls."""

    gap: float
    eigenvalues: Floats
    floor: float


class Width(NamedTuple):
    """Networks of one width: means of V and V^2 over late layers, what the law and the theorem say of them.

    collapses : whether the width is not above the critical one, so that V does not settle and the law says nothing.
    """

    width: int
    mean: Estimate
    mean_square: Estimate
    collapses: bool
    law: Law
    theorem: Theorem


class Along(NamedTuple):
    """The mean of V over the networks of one width at every depth, (L + 1,)."""

    width: int
    gap: Floats


class Slopes(NamedTuple):
    """Of log mean V by log width, over late layers and over all from 1 on; the law says -1/2."""

    late: Estimate
    all_layers: Estimate


@dataclass(frozen=True, eq=False)
class Study:
    """Runs of some widths from one start beside the laws.

    Attributes
    ----------
    late : first and last of the layers that count as late, the second half.
    widths, along : in the order of the runs.
    mean_map : V along the mean map, (L + 1,).
    slope : None from dependent columns, and for fewer than two widths above the critical one.
    """

    start: Begin
    late: tuple[int, int]
    widths: tuple[Width, ...]
    critical_width: float
    mean_map: Floats
    along: tuple[Along, ...]
    slope: Slopes | None = None


def beside_laws(begin: Start, runs: Sequence[Run]) -> Study:
    """Runs of one depth (`numerics.chains.gap.across`) beside mean map, laws, bounds and the critical width.

    Raises
    ------
    ValueError : no run; runs without their least eigenvalues.
    """
    if not runs or not all(run.least.size for run in runs):
        raise ValueError("wanted at least one run, each with its least eigenvalues: follow(..., least=True)")
    depth = runs[0].gap.shape[1] - 1
    first = (depth + 1) // 2
    critical = critical_width(begin.rank)
    settled = [run for run in runs if run.width > critical]
    slopes = None
    if len(settled) > 1 and begin.rank == begin.n:
        sizes = [run.width for run in settled]
        slopes = Slopes(*(slope(sizes, [run.late(least) for run in settled]) for least in (first, 1)))
    return Study(
        Begin(float(runs[0].gap[0, 0]), begin.eigenvalues, math.sqrt(begin.floor)),
        (first, depth),
        tuple(
            Width(run.width, run.late(first), run.late(first, 2), begin.rank > 1 and run.width <= critical,
                  law(begin, run.width), theorem(begin, run, first))
            for run in runs
        ),
        critical,
        wide(begin, depth),
        tuple(Along(run.width, run.gap.mean(axis=0)) for run in runs),
        slopes,
    )  # fmt: skip
