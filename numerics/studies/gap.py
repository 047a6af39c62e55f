"""The orthogonality gap along depth beside its laws: infinite width, critical width."""

from __future__ import annotations

import numpy as np

from numerics.chains.gap import Floats, Start
from numerics.limits import mean_map


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
