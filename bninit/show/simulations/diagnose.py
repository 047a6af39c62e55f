"""A diagnosis in words: sentences first, then numbers beside theory, the way along depth, and the hypotheses."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from bninit.input.refusal import printable
from bninit.plain import by_name
from bninit.show.console import console, header, plain_table
from bninit.show.simulations.chain import depths_shown
from bninit.show.simulations.sentences import sentences
from numerics.studies.diagnosis.quantities import QUANTITIES, shown

if TYPE_CHECKING:
    from numerics.studies.diagnosis.study import Study

ALONG = ("norm_ratio", "angle", "outlier_angle", "effective_rank", "stable_rank", "gap")
OF_A_MODEL = ("norm_ratio", "angle", "effective_rank", "gap")


SCALE = "times its mean square (no scale counts), 1 at the last layer"

OF_NETWORKS = (
    "depth 0 is the batch; gradient^2: of a random linear function of the last layer, by what enters a normalisation, "
    + SCALE
)
OF_MODELS = (
    "a point is one sample, all of its features flattened "
    "(channels x positions); channels: effective rank of the channels over samples x positions, as BatchNorm sees "
    "them; gradient^2: of a random linear function of the outputs, by what is looked at, " + SCALE
)


def told(run: Mapping[str, Any], study: Study) -> dict[str, Any]:
    """Plain data: how it was run, the sentences, and all numbers by name."""
    return {"run": dict(run), "says": sentences(run, study), **by_name(study)}


def report(data: Mapping[str, Any], plot: str | None) -> None:
    """All of it, in at most 80 columns."""
    out = console()
    for line in header(data["run"]["command"]):
        out.print(Text(line, style="dim"), soft_wrap=True)
    out.print()
    for sentence in data["says"]:
        out.print(Text("\n".join(textwrap.wrap(printable(sentence), out.width, break_on_hyphens=False))))
    out.print()
    _beside(data)
    out.print()
    _along(data)
    for name in ALONG if data["network"].get("channels") is None else (*OF_A_MODEL, "stable_rank"):
        out.print(Text(f"{QUANTITIES[name].heading}: {QUANTITIES[name].says}", style="dim"))
    _rays(data)
    _hypotheses(data)
    if plot:
        out.print(printable(f"picture: {plot}"))


def _short(name: str) -> str:
    """The end of a layer's name, which tells it from others."""
    name = printable(name)
    return name if len(name) <= 20 else f"..{name[-18:]}"


def _beside(data: Mapping[str, Any]) -> None:
    """The last layer beside theory and networks drawn alike."""
    out, table = console(), plain_table()
    for heading in (f"at {_short(data['network']['names'][-1])}", "measured", "infinite width",
                    "drawn alike", "explained by width"):  # fmt: skip
        table.add_column(heading, justify="left" if heading.startswith("at ") else "right")
    for row in data["beside"]:
        name = row["name"]
        wide = "-" if row["wide"] is None else shown(name, row["wide"])
        ends = None if row["low"] is None else (shown(name, row["low"]), shown(name, row["high"]))
        alike = "-" if ends is None or "-" in ends else f"{ends[0]} to {ends[1]}"
        says = {None: "-", True: "yes", False: "no"}[row["explained"]]
        table.add_row(QUANTITIES[name].heading, shown(name, row["measured"]), wide, alike, says)
    out.print(table)
    if data["alike"]:
        percent = 100 * data["level"]
        which = "such networks with weights shuffled" if "model" in data["run"] else "random networks of these widths"
        said = (f"drawn alike: least to greatest of {data['alike']} {which}; one more lies "
                f"inside with probability {percent:.3g} per cent, each number for itself")  # fmt: skip
        out.print(Text("\n".join(textwrap.wrap(said, out.width)), style="dim"))


def _columns(model: bool) -> tuple[str, ...]:
    """Quantities that stand beside each other by depth; fewer in a narrow terminal."""
    wide = console().width >= 78
    if model:
        return OF_A_MODEL if wide else OF_A_MODEL[1:]
    return ALONG if wide else OF_A_MODEL


def _along(data: Mapping[str, Any]) -> None:
    """Numbers by depth; the squared gradient in units of that at the last layer."""
    network, table, out = data["network"], plain_table(), console()
    channels = network.get("channels")
    model = channels is not None
    names = _columns(model)
    table.add_column("layer" if model else "depth", justify="left" if model else "right")
    for heading in (*(QUANTITIES[name].heading for name in names), *(("channels",) if model else ()), "gradient^2"):
        table.add_column(heading, justify="right")
    last, depth = network["gradient"][-1], len(network["names"])
    for row in range(depth + 1) if model and depth <= 40 else depths_shown(depth):
        numbers = network["start"] if not row else {name: network["seen"][name][row - 1] for name in names}
        cells = [shown(name, numbers[name]) for name in names]
        if model:
            cells.append("" if not row else f"{channels[row - 1]:.1f}/{network['widths'][row - 1]}")
        label = str(row) if not model else "the batch" if not row else _short(network["names"][row - 1])
        gradient = network["gradient"][row - 1] / last if row and last else float("nan")
        table.add_row(label, *cells, "" if not row else f"{gradient:.2g}" if gradient == gradient else "-")
    out.print(table)
    out.print(Text("\n".join(textwrap.wrap(OF_MODELS if model else OF_NETWORKS, out.width)), style="dim"))


def _rays(data: Mapping[str, Any]) -> None:
    """Fixed rays at this batch size, and laws of late layers."""
    out = console()
    if data["rays"]:
        out.print()
        out.print(f"fixed rays of infinite width at n = {data['run']['n']}:")
        table = plain_table()
        names = _columns(model=False)
        for heading in ("", *(QUANTITIES[name].heading for name in names)):
            table.add_column(heading, justify="right" if heading else "left")
        for ray in data["rays"]:
            table.add_row(ray["name"], *(shown(name, ray["numbers"][name]) for name in names))
        out.print(table)
        for ray in data["rays"]:
            out.print(Text(f"{ray['name']}: {ray['says']} ({ray['claim']})", style="dim"))
    for law in data["laws"]:
        what = QUANTITIES[law["quantity"]].heading
        side = "" if not law["bound"] else "at most " if law["quantity"] == "gap" else "at least "
        said = f"{what}: {side}{shown(law['quantity'], law['value'])} ({law['claim']}; {law['needs']})"
        out.print(Text("\n".join(textwrap.wrap(said, out.width, break_on_hyphens=False))))


def _hypotheses(data: Mapping[str, Any]) -> None:
    """What is broken with its claims, then what is met."""
    out = console()
    out.print()
    if data["speak"]:
        said = f"claims on such layers: {', '.join(data['speak'])}"
        out.print(Text("\n".join(textwrap.wrap(said, out.width, break_on_hyphens=False, subsequent_indent="  "))))
    for met, word in ((False, "breaks"), (None, "not known"), (True, "meets")):
        rows = [row for row in data["hypotheses"] if row["met"] is met]
        lines = [f"{row['says']} ({row['why']})" for row in rows]
        if met:
            lines = ["; ".join(lines)]
        else:
            asked = [f"; asked for by {', '.join(row['claims'])}" for row in rows]
            lines = [line + claims for line, claims in zip(lines, asked, strict=True)]
        for line in lines:
            wrapped = textwrap.wrap(f"{word}: {line}", out.width, break_on_hyphens=False, subsequent_indent="  ")
            out.print(Text("\n".join(wrapped)))
