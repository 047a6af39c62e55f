"""Fixed points, spectra and the phase diagram in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from bninit.input.parts import spelled
from bninit.input.refusal import printable
from bninit.show.console import console, dot, pairs, plain_table


def fixed_point_report(data: Mapping[str, Any]) -> None:
    """The figures of a fixed point, or why there is none."""
    if not data["exists"]:
        pairs([("none exists", data["reason"])])
        return
    shown = {"n": "inf" if data["n"] is None else str(data["n"]), "components": spelled(tuple(data["components"]))}
    rows = {**data, **shown}
    pairs([(name.replace("_", " "), data["exact"].get(name, text)) for name, text in rows.items()
           if isinstance(text, str)])  # fmt: skip


def spectrum_report(data: Mapping[str, Any]) -> None:
    """One line per eigenvalue, and the verdict."""
    if not data["exists"]:
        pairs([("none exists", data["reason"])])
        return
    out = console()
    out.print(Text(f"{data['kind']}, n = {data['n']}, {spelled(tuple(data['components']))}; group {data['group']}"))
    table = plain_table()
    table.add_column("eigenvalue", overflow="fold")
    table.add_column("multiplicity", justify="right")
    table.add_column("representation", overflow="fold")
    for row in data["eigenvalues"]:
        scale = " (scale)" if row["scale"] else ""
        table.add_row(row["exact"] or row["value"], str(row["multiplicity"]), row["representation"] + scale)
    out.print(table)
    out.print("stable" if data["stable"] else f"unstable, index {data['index']}")
    out.print(Text(f"evidence: {data['evidence']}"))
    if data["says"]:
        out.print(Text(data["says"]))


def phase_report(data: Mapping[str, Any], plot: str | None) -> None:
    """Norm ratios of the branches for each batch size."""
    out = console()
    table = plain_table()
    kinds = list(dict.fromkeys(row["kind"] for row in data["branches"]))
    table.add_column("n", justify="right")
    for kind in kinds:
        table.add_column(kind, justify="right")
    table.add_column("networks (median)", justify="right")
    medians = {row["n"]: f"{row['median']:.3f}" for row in data["networks"]}
    for size in dict.fromkeys(row["n"] for row in data["branches"]):
        rows = {row["kind"]: row for row in data["branches"] if row["n"] == size}
        cells = (
            f"{float(rows[kind]['norm_ratio']):.4f} {'s' if rows[kind]['stable'] else 'u'}" if kind in rows else dot()
            for kind in kinds
        )
        table.add_row(str(size), *cells, medians.get(size, dot()))
    out.print(table)
    out.print("s stable, u unstable")
    if data["saddle_node"]:
        out.print(f"saddle-node at n* = {data['saddle_node']['n']}")
    if data["networks"]:
        out.print(f"networks: width {data['width']}, depth {data['depth']}, seed {data['seed']}")
    if plot:
        out.print(printable(f"picture: {plot}"))
