"""Faces of claims, results, fixed points, spectra, trees and simulations in a notebook, with the report's formulas.

`theory` and `numerics` know nothing of it: `import bninit.api`, or `%load_ext bninit`, gives their classes
`_repr_html_` and `_repr_latex_`, which Jupyter and others ask for. What draws is imported when something is shown.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bninit.results.result import Result
from numerics.networks import Simulation
from theory.claim import Claim
from theory.tree import Tree
from theory.tree.limit import TreeLimit
from theory.wide.fixed_ray import FixedPoint
from theory.wide.spectrum import Spectrum

FACES: dict[type, str] = {
    Claim: "statements.claim",
    Result: "statements.result",
    FixedPoint: "objects.fixed_point",
    Spectrum: "objects.spectrum",
    Tree: "objects.tree",
    TreeLimit: "objects.limit",
    Simulation: "objects.simulation",
}
"""Where each is drawn: `<function>_html` and, for what has no LaTeX of its own, `<function>_latex`."""


def dress() -> None:
    """Give every class its faces; a second time changes nothing."""
    for kind, where in FACES.items():
        for form in ("html", "latex"):
            method = f"_repr_{form}_"
            if method not in vars(kind):
                setattr(kind, method, _face(where, form))


def _face(where: str, form: str) -> Any:
    module, name = where.split(".")

    def face(self: Any) -> str:
        found: str = getattr(import_module(f"bninit.notebook.{module}"), f"{name}_{form}")(self)
        return found

    return face
