"""Phase diagram: the branches of fixed points against the batch size, with finite networks as points on top."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from bninit.files import BLUE, GREEN, PURPLE, VERMILLION
from numerics.networks import Layer, estimate, random_batch, simulate
from numerics.parallel import GLOBAL_STATE, mapped
from numerics.streams import stream
from theory.wide import fixed_points
from theory.wide.fixed_ray import NoFixedPoint
from theory.wide.spectrum import spectrum

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DEPTH = 150
SIMULATED = (3, 5, 7, 10, 14, 20, 30, 50, 100, 200)
"""Batch sizes at which networks are run, as far as the diagram goes."""

STYLES = {
    "symmetric": (BLUE, "o"),
    "broken": (VERMILLION, "^"),
    "saddle": (GREEN, "s"),
    "outlier": (PURPLE, "D"),
}


def operations(nmax: int, replicates: int, width: int) -> float:
    """About how many floating operations the networks of `diagram` take."""
    sizes = [size for size in SIMULATED if size <= nmax]
    return sum(estimate((size, size), width, DEPTH, Layer(), max(replicates, 1)).operations for size in sizes)


def diagram(
    components: str,
    nmax: int,
    replicates: int,
    width: int,
    seed: int,
    progress: Callable[[int, int], object],
    executor: Executor | None = None,
) -> dict[str, Any]:
    """All branches for n = 3..nmax as plain data, and medians of the norm ratio of networks.

    Batch sizes are tasks of the executor; progress(done, total) counts them, those with networks once more.

    Raises
    ------
    ValueError
        for unknown components, or if no kind of fixed point exists for them.
    """
    simulated = [size for size in SIMULATED if size <= nmax and replicates]
    branches: list[dict[str, Any]] = []
    networks: list[dict[str, Any]] = []
    reasons: dict[str, str] = {}
    total = nmax - 2 + len(simulated)
    for done, (found, absent) in enumerate(mapped(partial(_branches, components), range(3, nmax + 1), executor), 1):
        progress(done, total)
        branches += found
        reasons |= absent
    if not branches:
        raise ValueError(next(iter(reasons.values())))
    chosen = fixed_points.of_kind(branches[0]["kind"], branches[0]["n"], components).components
    one_escaped = any(row["kind"] == "broken" for row in branches)
    run = partial(_networks, components=chosen, replicates=replicates, width=width, seed=seed)
    for row in mapped(run, simulated, executor):
        networks.append(row)
        progress(nmax - 2 + len(networks), total)
    return {
        "components": list(chosen),
        "nmax": nmax,
        "branches": branches,
        "saddle_node": fixed_points.saddle_node().figures(20) if one_escaped else None,
        "networks": networks,
        "width": width,
        "depth": DEPTH,
        "seed": seed,
    }


def _branches(components: str, size: int) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """The fixed points at one batch size, and why the other kinds do not exist."""
    rows, reasons = [], {}
    for kind in STYLES:
        try:
            with GLOBAL_STATE:
                found = spectrum(kind, size, components, digits=12)
                point = fixed_points.of_kind(kind, size, components)
                ratio = point.figures(12)["norm_ratio"]
        except NoFixedPoint as absence:
            reasons[kind] = absence.reason
            continue
        rows.append({"n": size, "kind": kind, "norm_ratio": ratio, "stable": found.stable, "index": found.index})
    return rows, reasons


def _networks(size: int, components: tuple[str, ...], replicates: int, width: int, seed: int) -> dict[str, Any]:
    batch = random_batch(size, size, stream(seed, "bninit phase-diagram: data", size))
    found = simulate(
        batch,
        width=width,
        depth=DEPTH,
        layer=Layer(components),
        replicates=replicates,
        threads=1,
        rng=lambda replicate: stream(seed, "bninit phase-diagram: weights", size, replicate),
    )
    return {"n": size, "norm_ratios": found.norm_ratio.tolist(), "median": float(np.median(found.norm_ratio))}


def figure(data: dict[str, Any]) -> Figure:
    """Norm ratio against n: stable solid, unstable dashed, saddle-node marked, networks as small points."""
    from matplotlib.figure import Figure

    drawing = Figure(figsize=(7, 4.6), layout="constrained")
    axes = drawing.subplots()
    node = data["saddle_node"]
    for kind, (colour, marker) in STYLES.items():
        rows = [row for row in data["branches"] if row["kind"] == kind]
        for stable, line in ((True, "-"), (False, "--")):
            part = [row for row in rows if row["stable"] is stable]
            if part:
                label = f"{kind} ({'stable' if stable else 'unstable'})"
                ratios = [float(row["norm_ratio"]) for row in part]
                sizes = [float(row["n"]) for row in part]
                if node and kind in ("broken", "saddle"):  # both are born at the saddle-node
                    axes.plot(
                        [float(node["n"]), sizes[0]], [float(node["norm_ratio"]), ratios[0]], ls=line, color=colour
                    )
                axes.plot(sizes, ratios, ls=line, label=label, color=colour, marker=marker, ms=3.5, lw=1.4)
    for number, row in enumerate(data["networks"]):
        label = f"networks: width {data['width']}, depth {data['depth']}" if number == 0 else "_"
        ratios = row["norm_ratios"]
        axes.plot([row["n"]] * len(ratios), ratios, "x", color="black", ms=6, mew=1.2, label=label, zorder=5)
    if node:
        place = float(node["n"]), float(node["norm_ratio"])
        axes.plot(*place, "*", color="black", ms=12, zorder=6, label=f"saddle-node, n* = {node['n'][:8]}")
    axes.set(
        xlabel="batch size n",
        ylabel="norm ratio, escaped point against the others",
        title=f"fixed points of {', '.join(data['components'])} at infinite width",
        yscale="log",
    )
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    return drawing
