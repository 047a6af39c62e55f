"""Late layers against the width, by the definitions written out."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from numerics.chains import chain
from numerics.streams import fresh_seed, stream
from numerics.studies.widths import soft_ranks, stationary


def test_stationary_by_definition() -> None:
    """Ratio of means and mean of |M|_F^2 are those of M at the looked-at layers of the second half, 5 and 10 of 10."""
    rng = partial(stream, fresh_seed(), "widths")
    found = stationary((2, 3), rng, lambda d: (d, 10))
    for place, d in enumerate(found.sizes):
        start, M = chain.start(d, d, d, rng(d)), []
        for number in range(d):
            draws = rng(d, 1 + number)
            five = chain.after(start[number : number + 1], chain.layer(d, chain.NO_SKIP), 5, draws)
            ten = chain.after(five, chain.layer(d, chain.NO_SKIP), 5, draws)
            M.append([(h @ h.swapaxes(1, 2) / d)[0] for h in (five, ten)])
        square = np.array(M) @ np.array(M)
        frobenius = np.trace(square, axis1=2, axis2=3).mean(axis=1)
        diagonal = np.square(np.diagonal(square, axis1=2, axis2=3)).sum(axis=2).mean()
        assert found.frobenius[place] == pytest.approx(frobenius.mean())
        assert found.errors[place] == pytest.approx(frobenius.std(ddof=1) / np.sqrt(d))
        assert found.regularity[place] == pytest.approx(diagonal / np.trace(square @ M, axis1=2, axis2=3).mean())


def test_soft_ranks_of_chains_that_stay() -> None:
    """With gamma = 0 the soft rank is that of the start."""
    rng = partial(stream, fresh_seed(), "soft ranks")
    starts = [chain.start(d, d, 5, rng(d)) for d in (3, 6)]
    said = [(np.linalg.eigvalsh(h @ h.swapaxes(1, 2) / h.shape[2]) >= 0.5).sum(axis=1).mean() for h in starts]
    assert soft_ranks((3, 6), 0.0, rng, chains=5, layers=8) == pytest.approx(said)
