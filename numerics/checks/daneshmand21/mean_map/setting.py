"""One linear layer of a finite network, whose mean does not depend on the width."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.networks import Layer
from numerics.statistics.betting import Floats

WIDTH = 64


LINEAR = Layer(("rs",), gain=float(WIDTH))


def share(layer: Layer, eigenvalues: list[Rational], rng: np.random.Generator, size: int, count: int = 1) -> Floats:
    """Sum of the first `count` diagonal entries of C_{l+1} for C_l = diag(eigenvalues), one for each network: (size,).

    Rescaled rows have mean square 1. Without rescaling the mean would be that of C_l.
    """
    n = len(eigenvalues)
    factor = np.diag(np.sqrt([float(n * e / sum(eigenvalues)) for e in eigenvalues]))
    h = layer(np.broadcast_to(factor, (size, n, n)).copy(), width=WIDTH, rng=rng)
    return np.asarray(np.square(h[:, :, :count]).sum(axis=2).mean(axis=1) / n)
