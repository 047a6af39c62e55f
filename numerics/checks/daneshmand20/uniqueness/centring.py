"""Simulations of ReLU networks with and without recentring."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from numerics.chains import chain
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.uniqueness import centring as uniqueness_centring


@sampled(
    uniqueness_centring.relu_centring,
    "after 30 layers, d = N = 16: min(r, 6) with RC and min(r, 4) without",
    at=({"d": 16, "entry": 0, "centred": True, "cap": 6.0}, {"d": 16, "entry": 1, "centred": False, "cap": 4.0}),
    notices=0.06,
    bias=Bias(0.004, "measured", "16,384 networks for each cell by `benchmarks/measured.py`, seed 1", error=0.0013),
    support=lambda p, cell: Bounded(1.0, cell["cap"]),
    layer=Layer(("rc", "rs", "nl")),
    models=("no centring",),
    block=512,
)
def r_of_relu(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    d = cell["d"]
    if not cell["centred"]:
        layer = replace(layer, components=tuple(c for c in layer.components if c != "rc"))
    h = chain.after(rng.standard_normal((size, d, d)), layer, 30, rng)
    return np.minimum(chain.effective_rank(h), cell["cap"])
