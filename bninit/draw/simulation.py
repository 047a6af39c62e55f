"""Picture of the last layer of a simulation, after Figure 3 of nachum24: points of one network, angles in all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bninit.draw.style import BLUE, VERMILLION
from bninit.input.parts import spelled
from numerics.networks import observables

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from numerics.networks import Simulation


def simulation_figure(found: Simulation) -> Figure:
    """Left: points of network 0 in the plane of their two leading directions. Right: angles between pairs."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4), layout="constrained")
    left, right = figure.subplots(1, 2)
    gram = found.gram[0]
    values, vectors = np.linalg.eigh(gram)
    plane = vectors[:, :-3:-1] * np.sqrt(np.maximum(values[:-3:-1], 0))
    odd = int(observables.outlier(gram[None])[0])
    others = np.arange(len(gram)) != odd
    plane *= np.where(plane[odd] < 0, -1, 1)  # directions have no sign of their own
    left.scatter(*plane[others].T, marker="o", color=BLUE, alpha=0.7, label="the other points")
    left.scatter(*plane[[odd]].T, marker="^", s=80, color=VERMILLION, label=f"point {odd}, the largest norm")
    left.scatter(0, 0, marker="+", color="black", label="origin")
    left.set(title="network 0, two leading directions", xlabel="first direction", ylabel="second direction")
    left.legend(fontsize="small")
    left.set_aspect("equal", adjustable="datalim")

    parts: list[list[np.ndarray]] = [[], []]
    for matrix in found.gram:
        angles = np.degrees(np.arccos(np.clip(observables.cosines(matrix[None])[0], -1, 1)))
        o = int(observables.outlier(matrix[None])[0])
        rest = np.delete(np.arange(len(matrix)), o)
        inner = angles[np.ix_(rest, rest)]
        parts[0].append(inner[np.tri(len(rest), k=-1, dtype=bool)])
        parts[1].append(angles[o, rest])
    among, between = map(np.concatenate, parts)
    bins = np.linspace(0, max(95.0, between.max(initial=0), among.max(initial=0)), 50).tolist()
    if among.size:
        right.hist(among, bins, color=BLUE, alpha=0.8, density=True, label="among the others")
    right.hist(between, bins, color=VERMILLION, alpha=0.8, density=True, hatch="//", label="with the largest point")
    right.set(
        title=f"angles in {len(found.gram):,} network{'s' * (len(found.gram) > 1)}",
        xlabel="angle in degrees",
        ylabel="density",
    )
    right.legend(fontsize="small")
    layer = spelled(found.layer.components, found.layer.activation == "relu")
    figure.suptitle(f"{layer}: width {found.width:,}, depth {found.depth:,}, n = {len(gram)}", fontsize="medium")
    return figure
