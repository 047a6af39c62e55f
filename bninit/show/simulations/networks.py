"""A simulation in words: one line per network."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from bninit.input.refusal import printable
from bninit.show.console import console, dot, header, plain_table
from numerics.studies.diagnosis.quantities import ACTIVATIONS, spelt

if TYPE_CHECKING:
    from numerics.networks import Simulation


def observed(found: Simulation) -> list[dict[str, Any]]:
    """The observables of each network as plain data; `escaped` is None where no point has escaped."""
    return [
        {
            "norm_ratio": float(found.norm_ratio[r]),
            "cos_outlier_cluster": float(found.cos_outlier_cluster[r]),
            "cos_cluster": float(found.cos_cluster[r]),
            "escaped": int(found.escaped[r]) if found.escaped[r] >= 0 else None,
            "rank": int(found.rank[r]),
            "rank_tolerance": float(found.rank_tolerance[r]),
            "rank_kept": float(found.rank_kept[r]),
            "rank_dropped": float(found.rank_dropped[r]),
            "distinct_columns": int(found.columns[r]),
            "log_scale": float(found.log_scale[r]),
        }
        for r in range(len(found.norm_ratio))
    ]


def simulation_report(run: Mapping[str, Any], found: Simulation, out_file: str | None, plot: str | None) -> None:
    """One line per network, the first twenty."""
    out = console()
    for line in header(run["command"]):
        out.print(Text(line, style="dim"), soft_wrap=True)
    words = spelt(tuple(run["components"])).replace("ReLU", ACTIVATIONS[run["activation"]])
    parts = (f"n = {run['n']}", f"width {run['width']}", f"depth {run['depth']}", words)
    said = textwrap.wrap(f" {dot()} ".join((*parts, f"seed {run['seed']}")), out.width, break_on_hyphens=False)
    out.print(Text("\n".join(said)))
    made = f"{run['dtype']} on {run['device']}, normals by {run['generator']}: the same seed gives the same with these"
    out.print(Text(made, style="dim"))
    table = plain_table()
    for heading in ("network", "norm ratio", "cos outlier", "cos cluster", "escaped", "rank", "columns"):
        table.add_column(heading, justify="right")
    rows = observed(found)
    for number, row in enumerate(rows[:20]):
        escaped = "none" if row["escaped"] is None else f"point {row['escaped']}"
        cosines = (f"{row[name]:.4f}" for name in ("cos_outlier_cluster", "cos_cluster"))
        table.add_row(
            str(number), f"{row['norm_ratio']:.4f}", *cosines, escaped, str(row["rank"]), str(row["distinct_columns"])
        )
    out.print(table)
    if len(rows) > 20:
        out.print(f"  and {len(rows) - 20} more: take --json")
    tolerance, dropped = (max(row[name] for row in rows) for name in ("rank_tolerance", "rank_dropped"))
    kept = min(row["rank_kept"] for row in rows)
    out.print(f"ranks are of floats: singular values above {tolerance:.1e} of the largest;")
    out.print(f"the least kept is {kept:.1e}, the greatest dropped {dropped:.1e}")
    for name, path in (("written", out_file), ("picture", plot)):
        if path:
            out.print(printable(f"{name}: {path}"))
