"""Simulation of the distance of pre-activations from a Gaussian matrix, for the H_l of wide chains."""

from __future__ import annotations

import math

import numpy as np

from numerics import chain
from numerics.betting import Bounded, Floats
from numerics.networks import Layer
from numerics.sampled import Cell, sampled
from theory.papers.daneshmand21 import gaussian as claims


@sampled(
    claims.constant,
    "d sum (sigma_i - 1/sqrt n)^2, cut off where 1 in 5000 exceeds it, d = 128, 5 or 9 layers after orthogonal H_0; "
    "the finite d moves it by 2 per cent at n = 4, the depth by 1 per mille",
    at=({"n": 2, "depth": 5, "cut": 2.5}, {"n": 4, "depth": 9, "cut": 4.0}),
    notices=0.16,
    bias=0.02,
    support=lambda p, cell: Bounded(0, cell["cut"]),
    layer=chain.layer(128, chain.NO_SKIP),
    models=("positive weights",),
    block=256,
)
def scaled_distance(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    n, d = cell["n"], 128
    h = chain.after(np.broadcast_to(np.eye(n), (size, n, n)), layer, cell["depth"], rng, width=d)
    C = h.swapaxes(1, 2) @ h / (n * d)
    sigma = np.sqrt(np.maximum(np.linalg.eigvalsh(C), 0))  # about 1/sqrt n, far from rounding
    return np.asarray(np.minimum(d * np.square(sigma - 1 / math.sqrt(n)).sum(axis=-1), cell["cut"]))
