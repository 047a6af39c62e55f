"""Layers of the simulations of training."""

from __future__ import annotations

from numerics.networks import Layer

RECENTRED, RESCALED = Layer(("rc", "nl")), Layer(("rs", "nl"))
