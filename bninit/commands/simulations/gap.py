"""The command orthogonality: the gap of the linear chain along depth, for some widths."""

from __future__ import annotations

import click

from bninit.input import batches
from bninit.input.cost import afford
from bninit.input.numbers import whole
from bninit.input.options import (
    file_option,
    json_option,
    networks_option,
    picture_option,
    points_option,
    scheduler_option,
    seed_option,
)
from bninit.input.refusal import BadInput, shortened

MOST_WIDTHS = 8
"""What a report of 80 columns holds."""


def widths_of(text: str) -> list[int]:
    """Widths "16,32,64": different whole numbers, in increasing order.

    >>> widths_of("64, 16")
    [16, 64]
    """
    parts = [part.strip() for part in text.split(",")]
    bad = next((part for part in parts if not (part.isascii() and part.isdigit() and len(part) < 9)), None)
    if bad is not None:
        raise BadInput(f'width "{shortened(bad, 40)}" is no whole number; give widths as in 16,32,64')
    widths = sorted({whole("width", int(part), 1, 10**6) for part in parts})
    if len(widths) > MOST_WIDTHS:
        raise BadInput(f"{len(widths)} widths; give at most {MOST_WIDTHS}")
    return widths


@click.command(short_help="Follow the orthogonality gap along depth.")
@click.option("--n", type=int, help="Number of random data points (without --batch).")
@click.option("--width", required=True, help="Neurons per layer; several as in 16,32,64.")
@click.option("--depth", type=int, default=100, show_default=True, help="Number of layers.")
@networks_option(20, "Number of networks of each width.")
@file_option("--batch", "file", help="Your own data (.csv, .npy), columns = data points.")
@points_option
@scheduler_option
@seed_option
@json_option
@picture_option("Draw the gap along depth and against width.")
def orthogonality(n: int | None, width: str, depth: int, networks: int, file: str | None, points: str | None,
                  scheduler: str | None, seed: int | None, as_json: bool, plot: str | None) -> None:  # fmt: skip
    """The gap V = |H^T H/|H|^2 - I/n| of the chain H -> BN(W H)/sqrt(width) of daneshmand21, for some widths.

    BN without centring, Gaussian weights, as there. Beside it stand the mean map (infinite width), the stationary law
    of large width, the critical width, and the bound of the corrected Theorem 1.
    """
    from bninit.plain import by_name
    from bninit.run.scheduler import threads_or
    from bninit.show import console as terminal
    from bninit.show.console import show
    from bninit.show.simulations import gap as orthogonality_shown
    from numerics import networks as random_networks
    from numerics.chains import gap as orthogonal_gap
    from numerics.streams import fresh_seed, stream
    from numerics.studies.gap import beside_laws

    widths = widths_of(width)
    whole("depth", depth, 1)
    whole("networks", networks, 1)
    if (n is None) == (file is None):
        raise BadInput("give either --n N for random data or --batch FILE for your own")
    if points is not None and file is None:
        raise BadInput("--points speaks of the file of --batch; give one, or leave out --points")
    seed = fresh_seed() if seed is None else seed
    if file is None:
        assert n is not None
        n = whole("n", n, 2, 1000)
        shape = n, n
    else:
        rows = batches.points_are_rows(file, points)
        shape = batches.data_shape(file, rows)
    what = f"{networks:,} networks of {depth:,} layers of width up to {widths[-1]:,}"
    cost = sum(orthogonal_gap.operations(min(shape), d, depth, networks) for d in widths)
    held = 64.0 * networks * max(widths) * min(shape) + 32.0 * shape[0] * shape[1]
    afford(what, cost + 20.0 * shape[0] * shape[1] * min(shape), "--width, --depth or --networks", held)
    try:
        batch = (
            random_networks.random_batch(*shape, stream(seed, "bninit orthogonality: data"))
            if file is None
            else batches.data_file(file, rows)
        )
        start = orthogonal_gap.start(batch)
    except ValueError as refusal:
        raise BadInput(str(refusal)) from refusal
    with threads_or(scheduler) as executor, terminal.progress() as bar:
        task = bar.add_task("layers", total=None)
        runs = orthogonal_gap.across(
            start,
            widths,
            depth,
            networks,
            [stream(seed, "bninit orthogonality: weights", d) for d in widths],
            executor=executor,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    run = {"n": start.n, "rank": start.rank, "widths": widths, "depth": depth, "networks": networks, "seed": seed,
           "batch": file}  # fmt: skip
    study = beside_laws(start, runs)
    if plot:
        from bninit.draw.gap import picture
        from bninit.files import save_figure

        save_figure(picture(run, study), plot)
    show(orthogonality_shown.report, {"run": run, **by_name(study)}, as_json, plot)
