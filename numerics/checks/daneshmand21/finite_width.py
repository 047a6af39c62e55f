"""What finite width adds to a limit d -> oo, extrapolated: bias = c/d, c fitted to three widths."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from numerics.judging import Bias, Cell


def over_width(fitted: Mapping[int, tuple[float, float]]) -> Callable[[Any, Cell], Bias]:
    """The bias |c|/d at a cell from {n: (c, its standard error)}, in units of the check's scale.

    c was fitted by weighted least squares to the sampled means at d/2, d and 2d of the cell (generators
    default_rng([29, d, 0..]), 512 networks each, several thousand to 100,000 in all); the declared error is twice its
    standard error.
    """

    def bias(predicted: Any, cell: Cell) -> Bias:
        c, error = fitted[cell["n"]]
        d = cell["d"]
        how = f"c/d with c = {c:g} +- {error:g}, fitted to d = {d // 2}, {d}, {2 * d}; default_rng([29, d, 0..])"
        return Bias(abs(c) / d, "extrapolated", how, error=2 * error / d)

    return bias
