"""A run of the chain H -> RS(H + gamma W H) in words, beside the law of large width."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from rich.text import Text

from bninit.input.refusal import printable
from bninit.show.console import console, dot, pairs, plain_table
from numerics.studies.chain import ROUNDING


def depths_shown(layers: int) -> list[int]:
    """About ten depths from 0 to the last, evenly spaced on a logarithmic scale: 0, 1, 2, 5, 10, ..."""
    steps = [scale * 10**power for power in range(len(str(layers))) for scale in (1, 2, 5)]
    return [0, *(step for step in steps if step < layers), layers]


def rounded(value: float, digits: int) -> str:
    """So many significant digits, or as many as there are before the point.

    >>> rounded(3.2, 3), rounded(4, 4), rounded(1000, 3)
    ('3.20', '4.000', '1000')
    """
    return f"{value:.0f}" if value >= 10**digits else f"{value:#.{digits}g}".rstrip(".")


def report(data: Mapping[str, Any], plot: str | None) -> None:
    """Along depth: r, soft rank, spectrum, regularity; then the averages beside the law."""
    out, run, law = console(), data["run"], data["law"]
    parts = (f"width {run['width']}", f"gamma {run['gamma']}", f"{run['weights']} weights", f"rank {run['rank']}",
             f"{run['networks']} networks", f"{run['depth']:,} layers")  # fmt: skip
    out.print(Text(f" {dot()} ".join(parts)))
    out.print(Text(f"seed {run['seed']}"))
    table = plain_table()
    soft = f"rank_{run['tau']:g}"
    for heading in ("depth", "r", soft, "eigenvalue 1", "2", "3", "last", "regularity"):
        table.add_column(heading, justify="right", overflow="fold")
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
    for heading in ("mean over layers of the second half", "measured", "error", "law"):
        table.add_column(heading, justify="left" if heading.startswith("mean") else "right", overflow="fold")
    for name, label in (("r", "r"), ("soft_rank", soft), ("frobenius", "|M|_F^2")):
        mean, error = average[name]["mean"], average[name]["error"]
        table.add_row(
            label, rounded(mean, 4), "unknown" if error == math.inf else f"{error:.1g}", rounded(law[name], 4)
        )
    table.add_row("regularity constant", f"{average['regularity']:.4f}", "", f"{law['regularity']:.4f}")
    out.print(table)
    out.print("error: standard error over networks; the law is that of large width")
    rows = [
        ("Theorem 14", f"mean of r at least 2 sqrt((1 - alpha) width) = {data['bound']:.4g} (proved for small gamma)")
    ]
    if "exponents" in data:
        kept = f"at most {data['k_star']} of {run['width']}; the law says {2 * math.sqrt(run['width']):.3g}"
        exponents = ", ".join(f"{value:.4f}" for value in data["exponents"][:12])
        more = len(data["exponents"]) - 12
        rows += [("directions kept", kept), ("exponents", exponents + (f" and {more} more" if more > 0 else ""))]
    pairs(rows)
    if plot:
        out.print(printable(f"picture: {plot}"))
