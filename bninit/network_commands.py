"""Commands that run networks: simulate."""

from __future__ import annotations

import math

import click

from bninit import inputs
from bninit.inputs import BadInput, json_option, seed_option

MOST_OPERATIONS = 1e16
"""Floating operations of a simulation that is not refused as a slip of the pen."""


@click.command(short_help="Run random networks on a batch.")
@click.option("--n", type=int, help="Number of random data points (without --batch).")
@click.option("--dim", type=int, help="Dimension of random data; n by default.")
@click.option("--width", type=int, required=True, help="Neurons per layer.")
@click.option("--depth", type=int, required=True, help="Number of layers.")
@click.option("--components", default="rc,nl", show_default=True, help="Subset of rc,rs,nl.")
@click.option("--activation", default="relu", show_default=True, help="relu, leaky_relu, tanh, sin or identity.")
@click.option(
    "--weights", default="gaussian", show_default=True, help="gaussian, uniform, rademacher, laplace or student."
)
@click.option("--gain", default=2.0, show_default=True, help="width times Var W_ij.")
@click.option("--replicates", type=int, default=1, show_default=True, help="Number of networks.")
@click.option("--batch", "file", metavar="FILE", help="Your own data (.csv, .npy), columns = data points.")
@click.option("--rows", is_flag=True, help="In FILE the rows are the data points.")
@click.option("--memory", default=2.0, show_default=True, help="Budget in GiB.")
@seed_option
@json_option
@click.option("--out", metavar="FILE.npz", help="Write Gram matrices and observables.")
@click.option("--plot", metavar="FILE", help="Draw points and angles of the last layer.")
def simulate(n: int | None, dim: int | None, width: int, depth: int, components: str, activation: str, weights: str,
             gain: float, replicates: int, file: str | None, rows: bool, memory: float, seed: int | None, as_json: bool,
             out: str | None, plot: str | None) -> None:  # fmt: skip
    """Run random networks and look at the representation of the batch."""
    from numerics import networks
    from numerics.streams import fresh_seed, stream

    inputs.whole("depth", depth, 1)
    inputs.whole("width", width, 1, networks.MAX_SIZE)
    inputs.whole("replicates", replicates, 1, networks.MAX_SIZE)
    if not 0 < memory < math.inf:
        raise BadInput(f"memory {memory} is no budget; give a positive number of GiB")
    if out:
        inputs.new_file(out, (".npz",))
    if plot:
        inputs.new_file(plot, (".svg", ".png", ".pdf"))
    seed = fresh_seed() if seed is None else seed
    if (n is None) == (file is None):
        raise BadInput("give either --n N for random data or --batch FILE for your own")
    if rows and file is None:
        raise BadInput("--rows speaks of the file of --batch; give one, or leave out --rows")
    if dim is not None and file is not None:
        raise BadInput("--dim speaks of random data; leave it out with --batch")
    if file is None:
        assert n is not None
        inputs.whole("n", n, 2)
        dim = n if dim is None else inputs.whole("dim", dim, 1, 10**6)
        if 8 * n * dim > memory * 2**30:
            raise BadInput(f"{n:,} points of dimension {dim:,} need {n * dim / 2**27:.4g} GiB; lower --n or --dim")
        batch = networks.random_batch(n, dim, stream(seed, "bninit simulate: data"))
    else:
        batch = inputs.data_file(file, rows)
    from bninit import objects_shown, terminal

    try:
        layer = networks.Layer(
            tuple(part.strip() for part in components.split(",") if part.strip()),
            activation,
            weights=weights,
            gain=gain,
        )
        operations = networks.estimate(batch.shape, width, depth, layer, replicates).operations
        if operations > MOST_OPERATIONS:
            raise BadInput(
                f"{replicates:,} networks of {depth:,} layers of width {width:,} take {operations:.1g} operations; "
                f"the budget is {MOST_OPERATIONS:.0g}, days of work: lower --replicates, --depth or --width"
            )
        with terminal.progress() as bar:
            task = bar.add_task("layers", total=None)
            found = networks.simulate(
                batch,
                width=width,
                depth=depth,
                layer=layer,
                replicates=replicates,
                memory=memory * 2**30,
                rng=lambda replicate: stream(seed, "bninit simulate: weights", replicate),
                progress=lambda done, total: bar.update(task, completed=done, total=total),
            )
    except (ValueError, FloatingPointError) as refusal:
        raise BadInput(str(refusal)) from refusal
    run = {"n": batch.shape[1], "width": width, "depth": depth, "components": list(layer.components), "seed": seed,
           "activation": activation, "weights": weights, "gain": gain, "batch": file}  # fmt: skip
    if out:
        from bninit.files import save_simulation

        save_simulation(found, run, out)
    if plot:
        from bninit.files import save_figure
        from bninit.simulation_plot import simulation_figure

        save_figure(simulation_figure(found), plot)
    if as_json:
        from bninit.results import to_json

        click.echo(to_json({"run": run, "replicates": objects_shown.replicates(found)}))
        return
    objects_shown.simulation_report(run, found, out, plot)
