"""Exponents of columns, carried as frames, against the chain itself."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.chains import chain
from numerics.chains.threshold import column_exponents
from numerics.networks import Layer
from tests.bridge.chance import bound, distance

Floats = NDArray[np.float64]

SIZE, BURN, LAYERS = 8000, 2, 5


def by_the_chain(d: int, n: int, rng: Generator) -> Floats:
    """Growth of the volume of H's columns a layer, from weights that are drawn: for depths where floats suffice."""
    step = Layer(("rs",), gain=1.0, sampler="explicit")
    before = chain.after(chain.start(d, n, SIZE, rng), step, BURN, rng)
    # by QR: H^T H may be singular in floats where H is not
    first, last = (np.linalg.qr(h, mode="r") for h in (before, chain.after(before, step, LAYERS, rng)))
    ratios = np.diagonal(last, axis1=1, axis2=2) / np.diagonal(first, axis1=1, axis2=2)
    return np.asarray(np.log(np.abs(ratios)).sum(axis=1) / LAYERS)


@pytest.mark.parametrize(("d", "n"), [(4, 4), (7, 3), (3, 2)])
def test_column_exponents_add_up_to_volumes(d: int, n: int, rng: Generator) -> None:
    """The law of the sum of the exponents is that of the growth of log det(H^T H)/2 under explicit weights."""
    found = column_exponents(chain.start(d, n, SIZE, rng), LAYERS, rng, burn=BURN).sum(axis=1)
    plainly = by_the_chain(d, n, rng)
    assert distance(found, plainly) <= bound(SIZE, 3)
    assert distance(found + 0.5, plainly) > bound(SIZE, 3), "an exponent off by 1/2 is not noticed"


def test_one_column_keeps_its_length(rng: Generator) -> None:
    """Rows of one entry are +-1 after RS: the only exponent is 0, layer by layer."""
    assert np.allclose(column_exponents(chain.start(10, 1, 5, rng), 20, rng, burn=1), 0)
