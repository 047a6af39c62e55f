"""Picture of a diagnosis: norm ratio, angles, ranks, gradients along depth, beside theory and networks drawn alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from bninit.draw.style import RC, THEORY, legend, look, panels
from bninit.input.parts import spelled
from numerics.studies.diagnosis.quantities import QUANTITIES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from numerics.studies.diagnosis.study import Study

PANELS = (("norm_ratio",), ("angle", "outlier_angle"), ("effective_rank", "stable_rank"))


def picture(run: Mapping[str, Any], study: Study) -> Figure:
    """Four panels; what is measured with its label as in the table, theory dashed, networks drawn alike as a band."""
    import matplotlib

    with matplotlib.rc_context(RC):
        figure, axes = panels(6.4, 2, 2)
        number = 0
        for place, names in zip(axes.flat, PANELS, strict=False):
            for name in names:
                _curve(place, study, name, number)
                number += 1
            place.set(xlabel="depth", ylabel=QUANTITIES[names[0]].axis)
        _gradient(axes.flat[3], study)
        where = "leaves each layer" if study.network.place == "leaving" else "enters each normalisation"
        what = (
            run.get("model") or f"width {run['width']:,}, depth {run['depth']:,}, {spelled(tuple(run['components']))}"
        )
        figure.suptitle(f"{what}, n = {run['n']}, what {where}: {_said(study)}", fontsize="medium")
        legend(figure, 3)
    return figure


def _said(study: Study) -> str:
    if study.alike and not study.decided:
        return "undecided"
    return f"the batch {study.fate}"


def _curve(axes: Axes, study: Study, name: str, number: int) -> None:
    depths = np.arange(1, len(study.network.names) + 1)
    style = look(number, markevery=max(1, len(depths) // 8))
    values = study.network.seen.of(name)
    start = float(study.network.start.of(name))
    axes.plot([0, *depths], [start, *values], label=QUANTITIES[name].heading, **style)
    if name in study.low:
        axes.fill_between(depths, study.low[name], study.high[name], color=style["color"], alpha=0.2, linewidth=0,
                          label=f"{study.alike} networks drawn alike")  # fmt: skip
    if study.wide is not None:
        axes.plot(depths, study.wide.of(name), label="infinite width", **THEORY)


def _gradient(axes: Axes, study: Study) -> None:
    """The squared gradient, 1 at the last layer, and the growth that theory says."""
    gradient = study.network.gradient
    depths = np.arange(1, len(gradient) + 1)
    axes.set(xlabel="depth", ylabel="gradient^2")
    if not (np.isfinite(gradient).all() and (gradient > 0).all()):
        return
    axes.semilogy(depths, gradient / gradient[-1], label="gradient^2", **look(5, markevery=max(1, len(depths) // 8)))
    growth = study.beside[-1].wide
    if growth is not None:
        middle = len(gradient) // 2
        anchored = np.log(gradient[middle] / gradient[-1]) - np.log(growth) * (depths - depths[middle])
        axes.semilogy(depths, np.exp(anchored), label=f"growth {growth:.3f} a layer", **THEORY | {"linestyle": ":"})
