"""A run of the chain H -> RS(H + gamma W H) as a person sees it: figures, report and picture beside the large-d law."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from bninit.files import BLUE, GREEN, VERMILLION
from bninit.input.refusal import printable
from bninit.show.console import console, dot
from bninit.show.objects import pairs, plain_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from numerics.chains.chain import Floats, Run

ROUNDING = 1e-28
"""Eigenvalues of M, squares of what floats keep to 1e-16 of the largest, are noise below this."""


def depths_shown(layers: int) -> list[int]:
    """About ten depths from 0 to the last, evenly spaced on a logarithmic scale: 0, 1, 2, 5, 10, ..."""
    steps = [scale * 10**power for power in range(len(str(layers))) for scale in (1, 2, 5)]
    return [0, *(step for step in steps if step < layers), layers]


def law(d: int, rank: int, tau: float) -> dict[str, float]:
    """The large-d law (`markov.mean_field`) at finite d: r, soft rank, greatest eigenvalue, |M|_F^2, regularity."""
    from sympy import Rational, sqrt

    from theory.markov.mean_field import centre, count_above, regularity

    root = sqrt(d)
    kappa = rank / root if rank**2 < 4 * d else 2
    c = centre(kappa)
    x = Rational(tau) / root
    if x <= c - 1:
        soft = rank
    elif x < c + 1:
        soft = root * count_above(x, c)
    else:
        soft = 0
    exact = {"r": root / c, "soft_rank": soft, "largest": (c + 1) * root, "frobenius": c * d * root}
    return {name: float(value) for name, value in (exact | {"regularity": regularity(c)}).items()}


def figures(found: Run) -> dict[str, Any]:
    """Observables along depth, spectra at a few depths, averages of the second half, and the large-d law."""
    F, T, D, r = found.moments
    regularity = D.mean(axis=0) / T.mean(axis=0)
    seen = zip(found.depths, r.T, found.soft.T, F.T, regularity, strict=True)
    averages = {"r": r, "soft_rank": found.soft, "frobenius": F}
    return {
        "along": [
            {"depth": int(depth), "r": float(a.mean()), "soft_rank": float(b.mean()), "frobenius": float(f.mean()),
             "regularity": float(ratio)}
            for depth, a, b, f, ratio in seen
        ],
        "spectra": [
            {"depth": int(depth), "eigenvalues": values.mean(axis=0).tolist()}
            for depth, values in zip(found.looks, found.spectra.swapaxes(0, 1), strict=True)
        ],
        "average": {name: found.average(values)._asdict() for name, values in averages.items()}
        | {"regularity": found.regularity},
        "law": law(found.d, found.rank, found.tau),
    }  # fmt: skip


def rounded(value: float, digits: int) -> str:
    """So many significant digits, or as many as there are before the point.

    >>> rounded(3.2, 3), rounded(4, 4), rounded(1000, 3)
    ('3.20', '4.000', '1000')
    """
    return f"{value:.0f}" if value >= 10**digits else f"{value:#.{digits}g}".rstrip(".")


def report(data: Mapping[str, Any], plot: str | None) -> None:
    """Along depth: r, soft rank, spectrum, regularity; then the averages beside the law."""
    out, run, law = console(), data["run"], data["law"]
    parts = (f"d = {run['d']}", f"gamma {run['gamma']}", f"{run['weights']} weights", f"rank {run['rank']}",
             f"{run['chains']} chains", f"{run['layers']:,} layers")  # fmt: skip
    out.print(Text(f" {dot()} ".join(parts)))
    out.print(Text(f"seed {run['seed']}"))
    table = plain_table()
    soft = f"rank_{run['tau']:g}"
    for heading in ("depth", "r", soft, "eigenvalue 1", "2", "3", "last", "regularity"):
        table.add_column(heading, justify="right")
    along = {row["depth"]: row for row in data["along"]}
    for look in data["spectra"]:
        row, values = along[look["depth"]], look["eigenvalues"]
        shown = [rounded(value, 3) for value in values[:3]] + [""] * (3 - len(values))
        last = f"{values[-1]:.1e}" if values[-1] > ROUNDING else f"< {ROUNDING:.0e}"
        table.add_row(
            f"{row['depth']:,}", f"{row['r']:.3f}", f"{row['soft_rank']:.2f}", *shown, last, f"{row['regularity']:.4f}"
        )
    out.print(table)
    out.print()
    average = data["average"]
    table = plain_table()
    for heading in ("mean over layers of the second half", "measured", "error", "large-d law"):
        table.add_column(heading, justify="left" if heading.startswith("mean") else "right")
    for name, label in (("r", "r"), ("soft_rank", soft), ("frobenius", "|M|_F^2")):
        mean, error = average[name]["mean"], average[name]["error"]
        table.add_row(
            label, rounded(mean, 4), "unknown" if error == math.inf else f"{error:.1g}", rounded(law[name], 4)
        )
    table.add_row("regularity constant", f"{average['regularity']:.4f}", "", f"{law['regularity']:.4f}")
    out.print(table)
    out.print("error: standard error over independent chains; the law is a limit d -> inf")
    rows = [("Theorem 14", f"mean of r at least 2 sqrt((1 - alpha) d) = {data['bound']:.4g} (proved for small gamma)")]
    if "exponents" in data:
        kept = f"at most {data['k_star']} of {run['d']}; the law says {2 * math.sqrt(run['d']):.3g}"
        exponents = ", ".join(f"{value:.4f}" for value in data["exponents"][:12])
        more = len(data["exponents"]) - 12
        rows += [("directions kept", kept), ("exponents", exponents + (f" and {more} more" if more > 0 else ""))]
    pairs(rows)
    if plot:
        out.print(printable(f"picture: {plot}"))


def picture(data: Mapping[str, Any], spectra: Floats) -> Figure:
    """r and soft rank, eigenvalues and regularity constant along depth; the last spectrum beside the law.

    spectra : eigenvalues of M at the last depth, (R, k).
    """
    import numpy as np
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 6.4), layout="constrained")
    (ranks, values), (ratio, last) = figure.subplots(2, 2)
    run, law, along = data["run"], data["law"], data["along"]
    depth = np.array([row["depth"] for row in along])

    def draw(axes: Axes, name: str, label: str, color: str, marker: str) -> None:
        line = [row[name] for row in along]
        axes.plot(depth, line, color=color, marker=marker, markevery=0.1, markersize=4, label=label)
        axes.axhline(law[name], color=color, linestyle="--", linewidth=1, label=f"large-d law {law[name]:.3g}")

    draw(ranks, "r", "r = (Tr M)²/|M|²", BLUE, "o")
    draw(ranks, "soft_rank", f"eigenvalues ≥ {run['tau']:g}", VERMILLION, "s")
    draw(ratio, "regularity", "E Tr diag(M²)² / E Tr M³", GREEN, "o")
    ranks.set(title="rank", xlabel="depth", ylim=(0, None))
    ratio.set(title="regularity constant", xlabel="depth")
    for axes in (ranks, ratio):
        axes.legend(fontsize="small")
    looks = [look["depth"] for look in data["spectra"]]
    table = np.array([look["eigenvalues"] for look in data["spectra"]])
    top = min(10, table.shape[1])
    for index in range(table.shape[1] - 1, -1, -1):
        label = {0: f"the {top} greatest", top: "the others"}.get(index)
        leading = index < top
        values.plot(looks, np.maximum(table[:, index], ROUNDING), color=BLUE if leading else "0.7", label=label,
                    linewidth=1.2 if leading else 0.6, marker="o" if leading else None, markersize=2)  # fmt: skip
    values.set(title="eigenvalues of M", xlabel="depth", yscale="log")
    for axes in (ranks, values, ratio):
        axes.set_xscale("symlog", linthresh=1)
        axes.set_xlim(0, run["layers"])
    values.legend(fontsize="small")
    root = math.sqrt(run["d"])
    scaled = (spectra / root).ravel()
    bins = np.linspace(0, max(scaled.max(), law["largest"] / root) * 1.05, 40)
    weights = np.full(scaled.size, 1 / (len(spectra) * root * (bins[1] - bins[0])))
    last.hist(scaled, bins.tolist(), weights=weights, color=BLUE, alpha=0.7, label=f"depth {run['layers']:,}")
    c = law["largest"] / root - 1
    y = np.linspace(max(c - 1, 1e-3), c + 1, 400)
    density = 2 / math.pi * np.sqrt(np.maximum(1 - (y - c) ** 2, 0)) / y
    last.plot(y, density, color=VERMILLION, linestyle="--", label="large-d law")
    last.set(title="spectrum at the last layer", xlabel="eigenvalue / √d", ylabel="eigenvalues / √d, per unit",
             ylim=(0, 1.3 * max(density[y > bins[1]].max(), 0.5)))  # fmt: skip
    last.legend(fontsize="small")
    figure.suptitle(
        f"H → RS(H + γWH): d = {run['d']}, γ = {run['gamma']}, {run['weights']} weights, rank {run['rank']}, "
        f"{run['chains']} chains",
        fontsize="medium",
    )
    return figure
