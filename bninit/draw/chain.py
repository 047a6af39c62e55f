"""A run of the chain H -> RS(H + gamma W H) beside the law of large width: rank, eigenvalues, regularity."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from bninit.draw.style import BLUE, GREEN, VERMILLION
from numerics.studies.chain import ROUNDING, density

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from numerics.chains.chain import Floats
    from numerics.studies.chain import Study


def picture(run: Mapping[str, Any], study: Study, spectra: Floats) -> Figure:
    """r and soft rank, eigenvalues and regularity constant along depth; the last spectrum beside the law.

    run : width, gamma, weights, rank, networks, depth and tau, as the command reports them.
    spectra : eigenvalues of M at the last depth, (R, k).
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 6.4), layout="constrained")
    (ranks, values), (ratio, last) = figure.subplots(2, 2)
    law = study.law
    depth = np.array([row.depth for row in study.along])

    def draw(axes: Axes, name: str, label: str, color: str, marker: str) -> None:
        line, limit = [getattr(row, name) for row in study.along], getattr(law, name)
        axes.plot(depth, line, color=color, marker=marker, markevery=0.1, markersize=4, label=label)
        axes.axhline(limit, color=color, linestyle="--", linewidth=1, label=f"law of large width {limit:.3g}")

    draw(ranks, "r", "r = (Tr M)²/|M|²", BLUE, "o")
    draw(ranks, "soft_rank", f"eigenvalues ≥ {run['tau']:g}", VERMILLION, "s")
    draw(ratio, "regularity", "E Tr diag(M²)² / E Tr M³", GREEN, "o")
    ranks.set(title="rank", xlabel="depth", ylim=(0, None))
    ratio.set(title="regularity constant", xlabel="depth")
    for axes in (ranks, ratio):
        axes.legend(fontsize="small")
    looks = [look.depth for look in study.spectra]
    table = np.array([look.eigenvalues for look in study.spectra])
    table[table <= ROUNDING] = np.nan  # known to be small, and no more
    top = min(10, table.shape[1])
    for index in range(table.shape[1] - 1, -1, -1):
        label = {0: f"the {top} greatest", top: "the others"}.get(index)
        leading = index < top
        values.plot(looks, table[:, index], color=BLUE if leading else "0.7", label=label,
                    linewidth=1.2 if leading else 0.6, marker="o" if leading else None, markersize=2)  # fmt: skip
    values.set(title=f"eigenvalues of M above {ROUNDING:.0e}", xlabel="depth", yscale="log")
    for axes in (ranks, values, ratio):
        axes.set_xscale("symlog", linthresh=1)
        axes.set_xlim(0, run["depth"])
    values.legend(fontsize="small")
    root = math.sqrt(run["width"])
    scaled = (spectra / root).ravel()
    bins = np.linspace(0, max(scaled.max(), law.largest / root) * 1.05, 40)
    weights = np.full(scaled.size, 1 / (len(spectra) * root * (bins[1] - bins[0])))
    last.hist(scaled, bins.tolist(), weights=weights, color=BLUE, alpha=0.7, label=f"depth {run['depth']:,}")
    edge = law.largest / root
    y = np.linspace(max(edge - 2, 1e-3), edge, 400)
    limit = density(y, run["width"], run["rank"])
    last.plot(y, limit, color=VERMILLION, linestyle="--", label="law of large width")
    last.set(title="spectrum at the last layer", xlabel="eigenvalue / √width", ylabel="eigenvalues / √width, per unit",
             ylim=(0, 1.3 * max(limit[y > bins[1]].max(), 0.5)))  # fmt: skip
    last.legend(fontsize="small")
    figure.suptitle(
        f"H → RS(H + γWH): width {run['width']}, γ = {run['gamma']}, {run['weights']} weights, rank {run['rank']}, "
        f"{run['networks']} networks",
        fontsize="medium",
    )
    return figure
