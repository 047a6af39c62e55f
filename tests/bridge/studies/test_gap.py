"""The orthogonality gap beside its laws, against closed forms, a recursion and a chi variable."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.random import default_rng
from scipy.stats import chi

from numerics.chains import gap as gaps
from numerics.streams import fresh_seed
from numerics.studies import gap


def test_laws() -> None:
    """n = 2: the mean map takes square roots; mean over rms as of a chi variable; the bound is a recursion."""
    begin = gaps.start(np.diag([16.0, 1.0]))
    runs = gaps.across(begin, [8, 32, 128], 9, 5, [default_rng(fresh_seed()) for _ in range(3)])
    study = gap.beside_laws(begin, runs)
    ratios = [256.0 ** (0.5**depth) for depth in range(10)]
    assert study.mean_map == pytest.approx([(q - 1) / (q + 1) / math.sqrt(2) for q in ratios])
    for row, run in zip(study.widths, runs, strict=True):
        late = run.gap[:, 5:]
        assert row.mean.mean == pytest.approx(late.mean())
        assert row.mean_square.mean == pytest.approx(np.square(late).mean())
        assert row.law.mean / row.law.rms == pytest.approx(chi(2).mean() / math.sqrt(2))
        square = np.square(run.gap[:, 5]).mean()
        for _ in range(5, 9):  # rho = 1 - 2 n alpha/(n + 2), alpha = 1/4
            square = 0.75**2 * square + 1 / (2 * row.width)
        assert row.theorem.bound == pytest.approx(math.sqrt(square))
        assert row.theorem.held == sum(all(least >= 0.25 for least in line[5:9]) for line in run.least)
    assert study.slope is not None
    logs = [math.log(run.gap[:, 1:].mean()) for run in runs]
    assert study.slope.all_layers.mean == pytest.approx(np.polyfit(np.log([8, 32, 128]), logs, 1)[0])


def test_of_lost_rank() -> None:
    """From rank r < n the stationary V^2 is 1/r - 1/n more than from n = r; no slope; runs without eigenvalues."""
    begin = gaps.Start(np.full(3, 1 / 3), 5)
    full = gap.law(gaps.Start(np.full(3, 1 / 3), 3), 64)
    assert gap.law(begin, 64).rms ** 2 - full.rms**2 == pytest.approx(1 / 3 - 1 / 5)
    run = gaps.follow(begin, 8, 2, 2, default_rng(1), least=False)
    with pytest.raises(ValueError, match="with its least eigenvalues"):
        gap.beside_laws(begin, [run])
