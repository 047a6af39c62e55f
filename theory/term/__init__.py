"""Numbers that are not known: terms over an ordered field, on which the literal checks of claims can be run.

A literal check that computes with +, -, *, /, comparisons and the primitives gives, on terms, its left side for all
instances at once. `theory.statement` makes problems for solvers and statements for a proof checker out of that.
"""

from theory.term.draws import over_draws
from theory.term.layers import over_layers
from theory.term.means import (
    AnyLaw,
    entries,
    exchangeable,
    has_mean,
    independent,
    mean,
    normal,
    sign_symmetric,
    symmetric,
)
from theory.term.paths import NoValueError, TooManyPathsError, explored
from theory.term.quantified import all_rows
from theory.term.rows import (
    Vec,
    different,
    each,
    every,
    larger,
    largest,
    number,
    places,
    product_of,
    root,
    size,
    smallest,
    some,
    total,
    vanishes,
    whole,
)  # fmt: skip
from theory.term.scalar import Cond, Term, constant, one_if, variable
from theory.term.series import Series
from theory.term.shape import Shape

__all__ = [
    "AnyLaw",
    "Cond",
    "NoValueError",
    "Series",
    "Shape",
    "Term",
    "TooManyPathsError",
    "Vec",
    "all_rows",
    "constant",
    "different",
    "each",
    "entries",
    "every",
    "exchangeable",
    "explored",
    "has_mean",
    "independent",
    "larger",
    "largest",
    "mean",
    "normal",
    "number",
    "one_if",
    "over_draws",
    "over_layers",
    "places",
    "product_of",
    "root",
    "sign_symmetric",
    "size",
    "smallest",
    "some",
    "symmetric",
    "total",
    "vanishes",
    "variable",
    "whole",
]
