"""`diagnose --compare A B`: two models, sets of components or widths on one batch, by pairs of networks."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from bninit.commands.simulations.diagnose import LARGEST_DEPTH, LARGEST_WIDTH, loaded, was_given
from bninit.input import batches
from bninit.input.cost import afford
from bninit.input.numbers import whole
from bninit.input.parts import parts
from bninit.input.refusal import BadInput, printable
from bninit.input.replay import replay

if TYPE_CHECKING:
    from numerics.studies.diagnosis.compared import Difference
    from numerics.training.drawn import Drawn

NETWORKS = 40


def compared(
    ctx: click.Context, pair: tuple[str, str], file: str | None, points: str | None, width: int | None,
    depth: int | None, components: str, gamma: float, eps: float, mode: str, at: str | None, device: str,
    count: int | None, seed: int,
) -> dict[str, Any]:  # fmt: skip
    """How it was run, and the differences."""
    models = [":" in one for one in pair]
    if any(models) and not all(models):
        raise BadInput(f"--compare {pair[0]} {pair[1]}: give two models (MODULE:FACTORY), two sets of components "
                       "(bn,relu) or two widths")  # fmt: skip
    for name in (
        ("model", "plot") if not all(models) else ("model", "plot", "width", "depth", "components", "gamma", "eps")
    ):
        if was_given(ctx, name):
            raise BadInput(f"--{name} does not go with --compare {pair[0]} {pair[1]}; leave it out")
    try:
        if all(models):
            found = _models(pair, file, points, mode, at, device, count, seed)
        else:
            found = _networks(pair, file, points, width, depth, components, gamma, eps, count or NETWORKS, seed)
    except (ValueError, FloatingPointError) as refusal:
        raise BadInput(str(refusal)) from refusal
    run = {"command": replay(ctx, (), seed=seed), "compare": list(pair), "seed": seed}
    return {"run": run, "differences": [one._asdict() | {"differs": one.differs} for one in found]}


def _models(
    pair: tuple[str, str], file: str | None, points: str | None, mode: str, at: str | None, device: str,
    count: int | None, seed: int,
) -> tuple[Difference, ...]:  # fmt: skip
    """Two models on the input of the first."""
    from bninit.run.user_code import printing_to_stderr
    from numerics.studies.diagnosis.compared import compare_models

    (first, x), (second, _) = (loaded(name, file, points, device) for name in pair)
    with printing_to_stderr():
        first.to(device)
        second.to(device)
        return compare_models(first, second, x, seed=seed, mode=mode, at=at, count=count)


def _networks(
    pair: tuple[str, str], file: str | None, points: str | None, width: int | None, depth: int | None,
    components: str, gamma: float, eps: float, count: int, seed: int,
) -> tuple[Difference, ...]:  # fmt: skip
    """Two laws of random networks."""
    from numerics.parallel import cores
    from numerics.streams import stream
    from numerics.studies.diagnosis import reference
    from numerics.studies.diagnosis.compared import compare_networks
    from numerics.training.drawn import Drawn

    widths = all(one.isdigit() for one in pair)
    if file is None or depth is None or (width is None) != widths:
        raise BadInput("give --batch FILE and --depth L, and --width M beside two sets of components; beside two "
                       "widths leave it out")  # fmt: skip
    whole("depth", depth, 1, LARGEST_DEPTH)

    def law(one: str) -> Drawn:
        m = int(one) if widths else width or 1
        whole("width", m, 1, LARGEST_WIDTH)
        return Drawn((m,) * depth, parts(components if widths else one), eps, gamma=gamma)

    first, second = law(pair[0]), law(pair[1])
    x = batches.data_file(file, batches.points_are_rows(file, points))
    shape = (x.shape[0], x.shape[1])
    cost = sum(reference.operations(shape, one, count) for one in (first, second))
    held = max(reference.held(shape, one, cores()) for one in (first, second))
    afford(f"{2 * count} networks", cost, "--width, --depth, --networks or the batch", held, reference.RATE)
    draw = partial(stream, seed, "bninit diagnose --compare")
    return compare_networks(x, first, second, draw, count=count)


def table(data: Mapping[str, Any]) -> None:
    """Quantities, medians of both, the difference with its interval."""
    from bninit.show.console import console, header, plain_table
    from numerics.studies.diagnosis.quantities import QUANTITIES, shown

    out, rows = console(), plain_table()
    for line in header(data["run"]["command"]):
        out.print(Text(line, style="dim"), soft_wrap=True)
    out.print()
    first, second = (printable(name) for name in data["run"]["compare"])
    differ = [QUANTITIES[row["name"]].heading for row in data["differences"] if row["differs"]]
    said = f"At the last layer {second} differs from {first} in {', '.join(differ)}." if differ else (
        f"At the last layer {second} and {first} are not seen to differ.")  # fmt: skip
    out.print(Text("\n".join(textwrap.wrap(said, out.width))))
    out.print()
    for number, heading in enumerate(("at the last layer", first[-16:], second[-16:], "difference", "interval")):
        rows.add_column(heading, justify="right" if number else "left")
    for row in data["differences"]:
        name = row["name"]
        ends = f"{shown(name, row['low'])} to {shown(name, row['high'])}"
        rows.add_row(QUANTITIES[name].heading, *(shown(name, row[key]) for key in ("first", "second", "median")), ends)
    out.print(rows)
    note = ("medians; the difference is the second less the first, of pairs of networks drawn independently; its "
            "median lies in the interval with probability 95 per cent, each for itself")  # fmt: skip
    out.print(Text("\n".join(textwrap.wrap(note, out.width)), style="dim"))
