"""Fixed points, spectra, trees and simulations."""

from __future__ import annotations

from sympy import latex

from bninit.files import encoded
from bninit.notebook.frame import framed, paragraph, picture, table
from bninit.report.formulas import Formulas
from numerics.networks import Simulation
from theory.exact.rationals import text
from theory.tree import Tree
from theory.tree.limit import TreeLimit
from theory.wide.fixed_ray import SYMBOLS, FixedPoint
from theory.wide.spectrum import Spectrum

DRAWN = 12
"""Points of a batch whose tree is drawn."""

LISTED = 10
"""Networks of a simulation that are listed."""

DIGITS = 20


def fixed_point_html(point: FixedPoint) -> str:
    """Figures with 20 correct digits, closed forms where there are any, and the evidence."""
    formulas = Formulas()
    of = " + ".join(point.components) + (f", n = {point.n:,}" if point.n else "")
    figures = point.figures(DIGITS).items()
    rows = [(formulas.svg(SYMBOLS[name]), number, _form(point, name, formulas)) for name, number in figures]
    parts = [table([row if point.is_exact else row[:2] for row in rows], caption=f"{point.kind} fixed point, {of}")]
    return framed([*parts, paragraph(point.evidence)], formulas)


def _form(point: FixedPoint, name: str, formulas: Formulas) -> object:
    return formulas.svg(latex(getattr(point, name))) if point.is_exact else ""


def spectrum_html(found: Spectrum) -> str:
    """Eigenvalues with multiplicity and representation, and whether the point is stable."""
    verdict = "stable" if found.stable else f"unstable, index {found.index}"
    caption = f"{found.kind}, n = {found.n}, {', '.join(found.components)}: {verdict}"
    rows = [(e.decimal(found.digits), e.multiplicity, e.representation) for e in found.eigenvalues]
    head = ("eigenvalue", "times", f"representation of {found.group}")
    return framed([table(rows, head, caption), paragraph(f"evidence: {found.evidence}")], Formulas())


def tree_latex(tree: Tree) -> str:
    return limit_latex(tree.limit(DIGITS))


def tree_html(tree: Tree) -> str:
    """The first layers as a picture, if the batch is small, and the limit."""
    batch = f"({', '.join(map(text, tree.batch))})" if tree.n <= DRAWN else f"{tree.n:,} points"
    parts = [paragraph(f"tree of the batch {batch}")]
    if tree.n <= DRAWN:
        from bninit.draw.tree import tree_figure

        parts.append(picture(encoded(tree_figure(tree), "svg", "path"), f"three layers of the tree of {batch}"))
    return "".join([*parts, limit_html(tree.limit(DIGITS))])


def limit_latex(limit: TreeLimit) -> str:
    c_min, c_max, error = limit.strings()
    within = "" if error == "0" else rf"\quad(\pm {error})"
    return rf"$\alpha^L G_L\to {_tex(c_min)}\,O_{{\min}}+{_tex(c_max)}\,O_{{\max}}{within}$"


def limit_html(limit: TreeLimit) -> str:
    """Weights of the two escaped points."""
    formulas = Formulas()
    c_min, c_max, error = limit.strings()
    rows = [(formulas.svg(r"c_{\min}"), c_min), (formulas.svg(r"c_{\max}"), c_max)]
    known = "exact" if error == "0" else f"off by at most {error}"
    formula = formulas.svg(r"\alpha^L G_L\to c_{\min}O_{\min}+c_{\max}O_{\max}")
    return framed([paragraph(formula), table(rows), paragraph(known)], formulas)


def _tex(number: str) -> str:
    top, bar, bottom = number.partition("/")
    return rf"\frac{{{top}}}{{{bottom}}}" if bar else number


COLUMNS = {"norm_ratio": r"|x_o|/|x_c|", "cos_outlier_cluster": r"\cos(x_o,x_c)", "cos_cluster": r"\cos(x_c,x_{c'})"}
"""Observables of a simulation that are listed, and how they are written."""


def simulation_latex(found: Simulation) -> str:
    """Medians over the networks."""
    import numpy as np

    rows = r" \\ ".join(f"{tex} &= {np.median(getattr(found, name)):.4g}" for name, tex in COLUMNS.items())
    return rf"$\begin{{aligned}}{rows}\end{{aligned}}$"


def simulation_html(found: Simulation) -> str:
    """A line for each of the first networks, under the setting."""
    formulas = Formulas()
    networks, n = found.gram.shape[:2]
    rows = [
        (r, *(f"{getattr(found, name)[r]:.4f}" for name in COLUMNS), _point(int(found.escaped[r])), int(found.rank[r]))
        for r in range(min(networks, LISTED))
    ]
    head = ("network", *map(formulas.svg, COLUMNS.values()), "escaped", "rank")
    setting = f"{' + '.join(found.layer.components) or 'linear'}, n = {n}, width {found.width:,}, depth {found.depth:,}"
    more = [paragraph(f"and {networks - LISTED:,} more")] if networks > LISTED else []
    made = paragraph(f"{found.dtype} on {found.device}, normals by {found.generator}")
    return framed([table(rows, head, setting), *more, made], formulas)


def _point(place: int) -> str:
    return f"point {place}" if place >= 0 else "none"
