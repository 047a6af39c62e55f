"""A hunt as a person sees it: a line for each claim, and the file of each find."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click
from rich.text import Text

from bninit.input.refusal import printable, shortened
from bninit.show.console import console, plain_table


def report(data: Mapping[str, Any], as_json: bool) -> None:
    """The table of what was tried, finds with the file that reproduces them; or the data as JSON."""
    if as_json:
        from bninit.plain import to_json

        click.echo(to_json(data))
        return
    out, run = console(), data["run"]
    out.print(Text(f"seed {run['seed']}, {run['seconds']:g} s for each claim"))
    table = plain_table()
    for heading in ("claim", "tried", "in all", "sizes", "open", "least slack"):
        table.add_column(heading, justify="left" if heading == "claim" else "right", overflow="fold")
    for row in data["claims"]:
        slack = "violated" if row["found"] else "" if row["slack"] is None else f"{row['slack']:.3g}"
        tried = f"{row['tried']:,}" + (" (all)" if row["exhausted"] else " (gave up)" if row["gave_up"] else "")
        table.add_row(row["id"], tried, f"{row['in_all']:,}", f"{row['sizes']:,}", f"{row['open']:,}", slack)
    out.print(table)
    for row in data["claims"]:
        if row["found"]:
            out.print()
            out.print(Text(printable(f"{row['id']} is violated at {row['found']}: {row['why']}")))
            out.print(Text(row["file"]), soft_wrap=True)
    for name, why in data["crashed"].items():
        out.print(Text(printable(shortened(f"{name} crashed: {why}", 200))))
    if any(row["gave_up"] for row in data["claims"]):
        out.print(
            Text("gave up: the hypothesis refused too many candidates one after another; there may be more instances")
        )
    many = sum(bool(row["found"]) for row in data["claims"])
    in_all = f" ({run['in_all']:,} by the ledger)" if run["in_all"] > run["tried"] else ""
    out.print(Text(f"{run['tried']:,} instances tried{in_all}, {many} of {len(data['claims'])} claims violated"))
