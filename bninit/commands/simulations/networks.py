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
    components_option,
    file_option,
    gamma_option,
    json_option,
    networks_option,
    picture_option,
    points_option,
    scheduler_option,
    seed_option,
)
from bninit.input.parts import parts, spelled
from bninit.input.paths import new_file
from bninit.input.refusal import BadInput
from bninit.input.replay import replay

POINTS_OF_NOTHING = "--points speaks of the file of --batch; give one, or leave out --points"


@click.command(short_help="Run random networks on a batch.")
@click.option("--n", type=int, help="Number of random data points (without --batch).")
@click.option("--dim", type=int, help="Dimension of random data; n by default.")
@click.option("--width", type=int, required=True, help="Neurons per layer.")
@click.option("--depth", type=int, required=True, help="Number of layers.")
@components_option("bn,relu")
@click.option("--activation", default="relu", show_default=True, help="relu, leaky_relu, gelu, silu, tanh, erf, sin.")
@click.option("--slope", default=0.01, show_default=True, help="Of leaky_relu, below 0.")
@click.option(
    "--weights", default="gaussian", show_default=True, help="gaussian, uniform, rademacher, laplace, student, ..."
)
@click.option("--gain", default=2.0, show_default=True, help="width times Var W_ij.")
@gamma_option
@click.option("--groups", default=1, show_default=True, help="Of neurons, for gn, in and rms; they divide the width.")
@click.option("--eps", default=0.0, show_default=True, help="Added to the variance.")
@click.option("--scale", default=1.0, show_default=True, help="Gain of the normalisation.")
@click.option("--shift", default=0.0, show_default=True, help="Shift of the normalisation.")
@networks_option(1, "Number of networks.")
@file_option("--batch", "file", help="Your own data (.csv, .npy), columns = data points.")
@points_option
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
             activation: str, slope: float, weights: str, gain: float, gamma: float, groups: int, eps: float,
             scale: float, shift: float, networks: int, file: str | None, points: str | None, memory: float,
             dtype: str, generator: str, device: str, jobs: int | None, scheduler: str | None, seed: int | None,
             as_json: bool, out: str | None, plot: str | None) -> None:  # fmt: skip
    """Run random networks and look at the representation of the batch."""
    from numerics import networks as random_networks
    from numerics.parallel import cores
    from numerics.streams import fresh_seed, stream

    whole("depth", depth, 1)
    whole("width", width, 1, random_networks.MAX_SIZE)
    whole("networks", networks, 1, random_networks.MAX_SIZE)
    if not 0 < memory < math.inf:
        raise BadInput(f"memory {memory} is no budget; give a positive number of GiB")
    if scheduler is not None and jobs is not None:
        raise BadInput("--jobs counts threads of this machine; leave it out with --scheduler")
    if out:
        new_file(out, (".npz",))
    seed = fresh_seed() if seed is None else seed
    if (n is None) == (file is None):
        raise BadInput("give either --n N for random data or --batch FILE for your own")
    if points is not None and file is None:
        raise BadInput(POINTS_OF_NOTHING)
    if dim is not None and file is not None:
        raise BadInput("--dim speaks of random data; leave it out with --batch")
    if file is None:
        assert n is not None
        n = whole("n", n, 2)
        shape = (n if dim is None else whole("dim", dim, 1, 10**6), n)
    else:
        rows = batches.points_are_rows(file, points)
        shape = batches.data_shape(file, rows)
    from bninit.show import console as terminal
    from bninit.show.simulations.networks import observed as told
    from bninit.show.simulations.networks import simulation_report

    try:
        layer = random_networks.Layer(
            parts(components),
            activation,
            slope,
            weights,
            gain,
            gamma=gamma,
            groups=groups,
            eps=eps,
            scale=scale,
            shift=shift,
        )
        cost = random_networks.afford(shape, width, depth, layer, networks, jobs or cores(), memory * 2**30)
        afford(
            f"{networks:,} networks of {depth:,} layers of width {width:,}", cost.operations,
            "--networks, --depth or --width",
        )  # fmt: skip
        if file is None:
            batch = random_networks.random_batch(*shape[::-1], stream(seed, "bninit simulate: data"))
        else:
            batch = batches.data_file(file, rows)
        from bninit.run.scheduler import cluster

        with cluster(scheduler) if scheduler else nullcontext() as executor, terminal.progress() as bar:
            task = bar.add_task("layers", total=None)
            found = random_networks.simulate(
                batch,
                width=width,
                depth=depth,
                layer=layer,
                networks=networks,
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
           "activation": activation, "slope": slope, "weights": weights, "gain": gain, "gamma": gamma,
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

        click.echo(to_json({"run": run, "networks": told(found)}))
        return
    simulation_report(run, found, out, plot)


@click.command(short_help="Follow the rank of layers with rescaling along depth.")
@click.option("--width", type=int, help="Neurons per layer (without --batch).")
@click.option("--gamma", type=float, required=True, help="Strength of W beside the skip connection; inf: none.")
@click.option("--weights", default="gaussian", show_default=True, help="gaussian, uniform, rademacher, laplace, ...")
@click.option("--rank", type=int, help="Rank of the random input; d by default.")
@click.option("--depth", type=int, default=1000, show_default=True, help="Number of layers.")
@networks_option(24, "Number of networks.")
@click.option("--tau", type=float, default=0.5, show_default=True, help="Threshold of the soft rank.")
@file_option("--batch", "file", help="Your own data (.csv, .npy), columns = data points.")
@points_option
@click.option("--exponents", is_flag=True, help="Lyapunov exponents, too, and how many directions are kept.")
@scheduler_option
@seed_option
@json_option
@picture_option("Draw rank, spectrum and regularity along depth.")
def chain(width: int | None, gamma: float, weights: str, rank: int | None, depth: int, networks: int, tau: float,
          file: str | None, points: str | None, exponents: bool, scheduler: str | None, seed: int | None, as_json: bool,
          plot: str | None) -> None:  # fmt: skip
    """The chain H -> RS(H + gamma W H) of daneshmand20: r, soft rank, spectrum and regularity constant along depth.

    Rescaling without centring, weights of unit variance, as there. Beside them stand the law of large width and the
    bound of Theorem 14.
    """
    from bninit.plain import by_name
    from bninit.run.scheduler import threads_or
    from bninit.show import console as terminal
    from bninit.show.console import show
    from bninit.show.simulations import chain as chain_shown
    from numerics.chains import chain as chains_of
    from numerics.streams import fresh_seed, stream
    from numerics.studies import chain as studied

    whole("depth", depth, 1, 10**6)
    whole("networks", networks, 1, 10_000)
    if not gamma >= 0:
        raise BadInput(f"gamma {gamma} is no strength; give a number from 0 on, or inf for layers without skip")
    if not 0 < tau <= 1:
        raise BadInput(f"tau {tau} is no threshold for eigenvalues of mean 1; give one above 0 and at most 1")
    if (width is None) == (file is None):
        raise BadInput("give either --width M for a random input or --batch FILE for your own")
    if rank is not None and file is not None:
        raise BadInput("--rank speaks of the random input; leave it out with --batch")
    if points is not None and file is None:
        raise BadInput(POINTS_OF_NOTHING)
    seed = fresh_seed() if seed is None else seed
    if file is not None:
        rows = batches.points_are_rows(file, points)
        width, n = batches.data_shape(file, rows)
        rank = min(width, n)
    assert width is not None
    whole("width", width, 2)
    rank = whole("rank", width if rank is None else rank, 1, width)
    what = f"{networks:,} networks of {depth:,} layers of width {width:,}"
    cost = studied.cost(width, rank, depth, networks, weights)
    afford(what, cost.operations, "--width, --depth or --networks", cost.held)
    try:
        step = chains_of.layer(width, gamma, weights)
        if file is None:
            h = chains_of.start(width, rank, networks, stream(seed, "bninit chain: input"))
        else:
            h = studied.start_of(batches.data_file(file, rows), networks)
        with threads_or(scheduler) as executor, terminal.progress() as bar:
            task = bar.add_task("layers", total=None)
            found = chains_of.run(
                h,
                step,
                depth,
                [stream(seed, "bninit chain: weights", number) for number in range(networks)],
                tau=tau,
                every=max(1, depth // 100),
                looks=chain_shown.depths_shown(depth),
                executor=executor,
                progress=lambda done, total: bar.update(task, completed=done, total=total),
            )
        kept = None
        if exponents:
            kept = chains_of.exponents(h, step, depth, stream(seed, "bninit chain: exponents"), burn=depth)
    except ValueError as refusal:
        raise BadInput(str(refusal)) from refusal
    except FloatingPointError as refusal:
        raise BadInput(f"{refusal}; weights of few values do that: take others, or a finite --gamma") from refusal
    run = {"width": width, "gamma": gamma, "weights": weights, "rank": rank, "depth": depth, "networks": networks,
           "tau": tau, "seed": seed, "batch": file}  # fmt: skip
    study = studied.beside_law(found, kept)
    if plot:
        from bninit.draw.chain import picture
        from bninit.files import save_figure

        save_figure(picture(run, study, found.spectra[:, -1]), plot)
    show(chain_shown.report, {"run": run, **by_name(study)}, as_json, plot)
