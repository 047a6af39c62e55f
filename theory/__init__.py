"""The theory, stated exactly: components of batch normalization, tree, outlier, kernels, claims.

The names below are imported when they are first asked for: with `Claim` comes SymPy, half a second.

>>> from theory import claims
>>> claims()["nachum24.outlier.norm-ratio"].predicts
(n - 1)**2
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from theory.claim import Claim, Evidence, Locator, Paper, Twin, Verdict
    from theory.exact.expressions import Undefined
    from theory.registry import claims

__all__ = ["Claim", "Evidence", "Locator", "Paper", "Twin", "Undefined", "Verdict", "claims"]

_MODULES = {
    **dict.fromkeys(("Evidence", "Locator", "Paper", "Twin", "Verdict"), "theory.words"),
    "Claim": "theory.claim",
    "Undefined": "theory.exact.expressions",
    "claims": "theory.registry",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_MODULES[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
