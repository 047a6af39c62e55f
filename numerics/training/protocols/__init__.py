"""Experiments of the sources as protocols: data, networks, rates and what is measured; never imports `theory`.

The modules import PyTorch when they are imported. Every function draws all that is random from one generator, and gives
one number, or a few, for each seed: what the arms, which share data, minibatches and weights, differ by.
"""

from importlib import import_module
from typing import Any


def protocol(name: str) -> Any:
    """A module of this package, and with it PyTorch."""
    return import_module(f"{__name__}.{name}")
