"""Chains beside their law, against the definitions written out and the law's density integrated."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.random import default_rng
from scipy.integrate import quad

from numerics.chains import chain as chains
from numerics.streams import fresh_seed
from numerics.studies import chain


@pytest.mark.parametrize(("d", "rank"), [(64, 64), (64, 5), (9, 1)])
def test_law(d: int, rank: int) -> None:
    """The density holds rank (at most 2 sqrt d) eigenvalues, of sum d; soft rank and |M|_F^2 are integrals of it."""
    law, root = chain.law(d, rank, 0.5), math.sqrt(d)
    top = law.largest / root

    def total(power: int, start: float) -> float:
        # of y = c - cos t, where the density has no infinite slope at its ends
        centre = top - 1
        first = 0.0 if start <= top - 2 else math.acos(centre - start)
        value, _ = quad(lambda t: _density(centre - math.cos(t), d, rank) * (centre - math.cos(t)) ** power
                        * math.sin(t), first, math.pi)  # fmt: skip
        return float(value)

    assert root * total(0, 0.0) == pytest.approx(min(rank, 2 * root), rel=1e-6)
    assert d * total(1, 0.0) == pytest.approx(d)
    assert d**1.5 * total(2, 0.0) == pytest.approx(law.frobenius)
    assert root * total(0, 0.5 / root) == pytest.approx(law.soft_rank, rel=1e-6)
    assert law.r == pytest.approx(d**2 / law.frobenius)


def _density(y: float, d: int, rank: int) -> float:
    return float(chain.density(y, d, rank))


def test_by_definition() -> None:
    """r, soft rank, |M|_F^2, regularity and spectra are those of M itself, chain by chain; bound 2 sqrt((1-alpha)d)."""
    d, size, layers = 5, 3, 6
    h = chains.start(d, d, size, default_rng(fresh_seed()))
    step, seeds = chains.layer(d, 0.7), [fresh_seed() for _ in range(size)]
    found = chains.run(h, step, layers, [*map(default_rng, seeds)], looks=[2])
    study = chain.beside_law(found)
    M = np.empty((layers + 1, size, d, d))
    for number, seed in enumerate(seeds):
        x, rng = h[number : number + 1], default_rng(seed)
        for depth in range(layers + 1):
            M[depth, number] = (x @ x.swapaxes(1, 2) / d)[0]
            x = chains.after(x, step, 1, rng)
    values = np.linalg.eigvalsh(M)
    square = np.square(M).sum(axis=(2, 3))
    third = np.trace(M @ M @ M, axis1=2, axis2=3)
    diagonal = np.square(np.einsum("lrij,lrji->lri", M, M)).sum(axis=2)
    assert [row.r for row in study.along] == pytest.approx((d**2 / square).mean(axis=1))
    assert [row.soft_rank for row in study.along] == pytest.approx((values >= 0.5).sum(axis=2).mean(axis=1))
    assert [row.regularity for row in study.along] == pytest.approx(diagonal.mean(axis=1) / third.mean(axis=1))
    assert study.spectra[0].eigenvalues == pytest.approx(values[2, :, ::-1].mean(axis=0))
    late = square[3:].mean(axis=0)
    assert study.average.frobenius == pytest.approx((late.mean(), late.std(ddof=1) / math.sqrt(size)))
    alpha = diagonal[3:].mean() / third[3:].mean()
    assert study.bound == pytest.approx(2 * math.sqrt((1 - alpha) * d))
    assert study.exponents is None
    assert study.k_star is None


def test_from_many_data() -> None:
    """A batch of more data than neurons goes the way of its factor."""
    batch = default_rng(fresh_seed()).standard_normal((3, 8))
    whole, factor = chains.rescaled(batch)[None], chain.start_of(batch, 1)
    ends = [chains.after(h, chains.layer(3, 1.0, "uniform"), 4, default_rng(1)) for h in (whole, factor)]
    assert factor.shape == (1, 3, 3)
    assert chains.effective_rank(ends[0]) == pytest.approx(chains.effective_rank(ends[1]))
