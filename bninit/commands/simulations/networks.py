"""Commands that run networks: simulate, chain."""

from __future__ import annotations

import math
from contextlib import nullcontext
from functools import partial

import click

from bninit.input import batches
from bninit.input.cost import afford
from bninit.input.numbers import whole
from bninit.input.options import (
    file_option,
    json_option,
    picture_option,
    points_option,
    rows_option,
    scheduler_option,
    seed_option,
)
from bninit.input.parts import parts, spelled
from bninit.input.paths import new_file
from bninit.input.refusal import BadInput
from bninit.input.replay import replay

ROWS_OF_NOTHING = "--rows speaks of the file of --batch; give one, or leave out --rows"


@click.command(short_help="Run random networks on a batch.")
@click.option("--n", type=int, help="Number of random data points (without --batch).")
@click.option("--dim", type=int, help="Dimension of random data; n by default.")
@click.option("--width", type=int, required=True, help="Neurons per layer.")
@click.option("--depth", type=int, required=True, help="Number of layers.")
@click.option("--components", default="bn,relu", show_default=True,
              help="Of a layer: ws; bn (rc,rs) or one of them; one of ln, rms, gn, in; relu (nl).")  # fmt: skip
@click.option("--activation", default="relu", show_default=True, help="relu, gelu, silu, tanh, ...")
@click.option(
    "--weights", default="gaussian", show_default=True, help="gaussian, uniform, rademacher, laplace, student, ..."
)
@click.option("--gain", default=2.0, show_default=True, help="width times Var W_ij.")
@click.option("--gamma", default=math.inf, help="Strength of W beside a skip connection; none by default.")
@click.option("--groups", default=1, show_default=True, help="Of neurons, for gn, in and rms; they divide the width.")
@click.option("--eps", default=0.0, show_default=True, help="Added to the variance.")
@click.option("--scale", default=1.0, show_default=True, help="Gain of the normalisation.")
@click.option("--shift", default=0.0, show_default=True, help="Shift of the normalisation.")
@click.option("--replicates", type=int, default=1, show_default=True, help="Number of networks.")
@file_option("--batch", "file", help="Your own data (.csv, .npy), columns = data points.")
@points_option
@rows_option
@click.option("--memory", default=2.0, show_default=True, help="Budget in GiB.")
@click.option("--dtype", default="float64", show_default=True, help="float64 or float32.")
@click.option("--generator", default="auto", show_default=True, help="numpy, numba or torch; auto: the fastest.")
@click.option("--device", default="cpu", show_default=True, help="cpu, or one of PyTorch's: cuda.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Number of threads; one per core by default.")
@scheduler_option
@seed_option
@json_option
@file_option("--out", metavar="FILE.npz", help="Write Gram matrices and observables.")
@picture_option("Draw points and angles of the last layer.")
@click.pass_context
def simulate(ctx: click.Context, n: int | None, dim: int | None, width: int, depth: int, components: str,
             activation: str, weights: str, gain: float, gamma: float, groups: int, eps: float, scale: float,
             shift: float, replicates: int, file: str | None, points: str | None, rows: bool, memory: float,
             dtype: str, generator: str, device: str, jobs: int | None, scheduler: str | None, seed: int | None,
             as_json: bool, out: str | None, plot: str | None) -> None:  # fmt: skip
    """Run random networks and look at the representation of the batch."""
    from numerics import networks
    from numerics.parallel import cores
    from numerics.streams import fresh_seed, stream

    whole("depth", depth, 1)
    whole("width", width, 1, networks.MAX_SIZE)
    whole("replicates", replicates, 1, networks.MAX_SIZE)
    if not 0 < memory < math.inf:
        raise BadInput(f"memory {memory} is no budget; give a positive number of GiB")
    if scheduler is not None and jobs is not None:
        raise BadInput("--jobs counts threads of this machine; leave it out with --scheduler")
    if out:
        new_file(out, (".npz",))
    seed = fresh_seed() if seed is None else seed
    if (n is None) == (file is None):
        raise BadInput("give either --n N for random data or --batch FILE for your own")
    if (rows or points is not None) and file is None:
        raise BadInput(ROWS_OF_NOTHING if rows else ROWS_OF_NOTHING.replace("--rows", "--points"))
    if dim is not None and file is not None:
        raise BadInput("--dim speaks of random data; leave it out with --batch")
    if file is None:
        assert n is not None
        n = whole("n", n, 2)
        shape = (n if dim is None else whole("dim", dim, 1, 10**6), n)
    else:
        rows = batches.points_are_rows(file, rows, points)
        shape = batches.data_shape(file, rows)
    from bninit.show import console as terminal
    from bninit.show.simulations.networks import replicates as told
    from bninit.show.simulations.networks import simulation_report

    try:
        layer = networks.Layer(
            parts(components),
            activation,
            weights=weights,
            gain=gain,
            gamma=gamma,
            groups=groups,
            eps=eps,
            scale=scale,
            shift=shift,
        )
        cost = networks.afford(shape, width, depth, layer, replicates, jobs or cores(), memory * 2**30)
        afford(
            f"{replicates:,} networks of {depth:,} layers of width {width:,}", cost.operations,
            "--replicates, --depth or --width",
        )  # fmt: skip
        if file is None:
            batch = networks.random_batch(*shape[::-1], stream(seed, "bninit simulate: data"))
        else:
            batch = batches.data_file(file, rows)
        from bninit.run.scheduler import cluster

        with cluster(scheduler) if scheduler else nullcontext() as executor, terminal.progress() as bar:
            task = bar.add_task("layers", total=None)
            found = networks.simulate(
                batch,
                width=width,
                depth=depth,
                layer=layer,
                replicates=replicates,
                memory=memory * 2**30,
                dtype=dtype,
                generator=generator,
                device=device,
                threads=jobs,
                executor=executor,
                rng=partial(stream, seed, "bninit simulate: weights"),
                progress=lambda done, total: bar.update(task, completed=done, total=total),
            )
    except (ValueError, FloatingPointError) as refusal:
        raise BadInput(str(refusal)) from refusal
    run = {"n": batch.shape[1], "width": width, "depth": depth, "components": list(layer.components), "seed": seed,
           "activation": activation, "weights": weights, "gain": gain, "gamma": gamma,
           "groups": groups, "eps": eps, "scale": scale, "shift": shift, "batch": file,
           "dtype": dtype, "generator": found.generator, "device": device}  # fmt: skip
    short = spelled(layer.components, activation == "relu")
    run["command"] = replay(ctx, seed=seed, components=short, generator=found.generator)
    if out:
        from bninit.files import save_simulation

        save_simulation(found, run, out)
    if plot:
        from bninit.draw.simulation import simulation_figure
        from bninit.files import save_figure

        save_figure(simulation_figure(found), plot)
    if as_json:
        from bninit.plain import to_json

        click.echo(to_json({"run": run, "replicates": told(found)}))
        return
    simulation_report(run, found, out, plot)


@click.command(short_help="Follow the rank of layers with rescaling along depth.")
@click.option("--d", type=int, help="Neurons per layer (without --batch).")
@click.option("--gamma", type=float, required=True, help="Strength of the weights beside the skip; inf: no skip.")
@click.option("--weights", default="gaussian", show_default=True, help="gaussian, uniform, rademacher, laplace, ...")
@click.option("--rank", type=int, help="Rank of the random input; d by default.")
@click.option("--layers", type=int, default=1000, show_default=True, help="Depth.")
@click.option("--chains", type=int, default=24, show_default=True, help="Independent networks.")
@click.option("--tau", type=float, default=0.5, show_default=True, help="Threshold of the soft rank.")
@file_option("--batch", "file", help="Your own data (.csv, .npy), columns = data points.")
@rows_option
@click.option("--exponents", is_flag=True, help="Lyapunov exponents, too, and how many directions are kept.")
@scheduler_option
@seed_option
@json_option
@picture_option("Draw rank, spectrum and regularity along depth.")
def chain(d: int | None, gamma: float, weights: str, rank: int | None, layers: int, chains: int, tau: float,
          file: str | None, rows: bool, exponents: bool, scheduler: str | None, seed: int | None, as_json: bool,
          plot: str | None) -> None:  # fmt: skip
    """The chain H -> RS(H + gamma W H) of daneshmand20: r, soft rank, spectrum and regularity constant along depth.

    Rescaling without centring, weights of unit variance, as there. Beside them stand the large-d law and the bound of
    Theorem 14.
    """
    from bninit.plain import by_name
    from bninit.run.scheduler import threads_or
    from bninit.show import console as terminal
    from bninit.show.console import show
    from bninit.show.simulations import chain as chain_shown
    from numerics.chains import chain as chains_of
    from numerics.streams import fresh_seed, stream
    from numerics.studies import chain as studied

    whole("layers", layers, 1, 10**6)
    whole("chains", chains, 1, 10_000)
    if not gamma >= 0:
        raise BadInput(f"gamma {gamma} is no strength; give a number from 0 on, or inf for layers without skip")
    if not 0 < tau <= 1:
        raise BadInput(f"tau {tau} is no threshold for eigenvalues of mean 1; give one above 0 and at most 1")
    if (d is None) == (file is None):
        raise BadInput("give either --d D for a random input or --batch FILE for your own")
    if rank is not None and file is not None:
        raise BadInput("--rank speaks of the random input; leave it out with --batch")
    if rows and file is None:
        raise BadInput(ROWS_OF_NOTHING)
    seed = fresh_seed() if seed is None else seed
    if file is not None:
        d, n = batches.data_shape(file, rows)
        rank = min(d, n)
    assert d is not None
    whole("d", d, 2)
    rank = whole("rank", d if rank is None else rank, 1, d)
    what = f"{chains:,} chains of {layers:,} layers with d = {d:,}"
    cost = studied.cost(d, rank, layers, chains, weights)
    afford(what, cost.operations, "--d, --layers or --chains", cost.held)
    try:
        step = chains_of.layer(d, gamma, weights)
        if file is None:
            h = chains_of.start(d, rank, chains, stream(seed, "bninit chain: input"))
        else:
            h = studied.start_of(batches.data_file(file, rows), chains)
        with threads_or(scheduler) as executor, terminal.progress() as bar:
            task = bar.add_task("layers", total=None)
            found = chains_of.run(
                h,
                step,
                layers,
                [stream(seed, "bninit chain: weights", number) for number in range(chains)],
                tau=tau,
                every=max(1, layers // 100),
                looks=chain_shown.depths_shown(layers),
                executor=executor,
                progress=lambda done, total: bar.update(task, completed=done, total=total),
            )
        kept = None
        if exponents:
            kept = chains_of.exponents(h, step, layers, stream(seed, "bninit chain: exponents"), burn=layers)
    except ValueError as refusal:
        raise BadInput(str(refusal)) from refusal
    except FloatingPointError as refusal:
        raise BadInput(f"{refusal}; weights of few values do that: take others, or a finite --gamma") from refusal
    run = {"d": d, "gamma": "inf" if gamma == math.inf else gamma, "weights": weights, "rank": rank, "layers": layers,
           "chains": chains, "tau": tau, "seed": seed, "batch": file}  # fmt: skip
    study = studied.beside_law(found, kept)
    if plot:
        from bninit.draw.chain import picture
        from bninit.files import save_figure

        save_figure(picture(run, study, found.spectra[:, -1]), plot)
    show(chain_shown.report, {"run": run, **by_name(study)}, as_json, plot)
