"""For each claim its simulation: predicted quantity from `theory`, sample from `networks`, decision from `decide`.

Importing a module of this package attaches its sampled checks to the claims; `attach()` imports them all.
"""

import importlib
import pkgutil


def attach() -> None:
    """Attach every sampled check of the suite; doing it twice changes nothing."""
    for info in pkgutil.walk_packages(__path__, __name__ + "."):
        importlib.import_module(info.name)
