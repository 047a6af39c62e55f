"""For each claim its simulation: predicted quantity from `theory`, sample from `networks`, decision from `decide`.

Importing a module of this package registers its sampled checks (`numerics.judging.checks_of`) and changes nothing in
`theory`; `attach()` imports them all.
"""

import importlib
import pkgutil


def attach(paper: str = "") -> None:
    """Attach every sampled check of the suite, or of one paper; doing it twice changes nothing."""
    wanted = f"{__name__}.{paper}." if paper else __name__
    for info in pkgutil.walk_packages(__path__, __name__ + "."):
        if f"{info.name}.".startswith(wanted):
            importlib.import_module(info.name)
