"""Random networks: one layer, stacks of them, what is observed; never imports `theory`."""

from numerics.networks.layer import ACTIVATIONS, COMPONENTS, OVER_NEURONS, Layer
from numerics.networks.simulation import (
    DTYPES,
    MAX_DEPTH,
    MAX_SIZE,
    Cost,
    Simulation,
    afford,
    estimate,
    random_batch,
    simulate,
)
from numerics.networks.weights import WEIGHTS

__all__ = [
    "ACTIVATIONS",
    "COMPONENTS",
    "DTYPES",
    "MAX_DEPTH",
    "MAX_SIZE",
    "OVER_NEURONS",
    "WEIGHTS",
    "Cost",
    "Layer",
    "Simulation",
    "afford",
    "estimate",
    "random_batch",
    "simulate",
]
