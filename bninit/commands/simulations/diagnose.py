"""The command diagnose: what a random network, or your own model, does to a batch."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

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
    seed_option,
)
from bninit.input.parts import parts, spelled
from bninit.input.refusal import BadInput
from bninit.input.replay import replay

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from numerics.studies.diagnosis.study import Study
    from numerics.training.drawn import Drawn

LARGEST_WIDTH, LARGEST_DEPTH = 10**5, 1000


@click.command(short_help="What a network does to a batch, in words.")
@file_option("--batch", "file", help="Your data (.csv, .npy), columns = data points.")
@points_option
@click.option("--width", type=int, help="Neurons per layer of a random network.")
@click.option("--depth", type=int, help="Layers of a random network.")
@components_option("bn,relu")
@gamma_option
@click.option("--eps", default=1e-5, show_default=True, help="Added to the variance.")
@click.option("--model", metavar="MODULE:FACTORY", help="Your own torch.nn.Module; FACTORY() is run.")
@click.option("--compare", nargs=2, metavar="A B", help="Two models, sets of components, or widths.")
@click.option(
    "--mode",
    type=click.Choice(["keep", "train", "eval"]),
    default="keep",
    show_default=True,
    help="Of the model: as FACTORY left it, or all of it in one.",
)
@click.option("--at", metavar="PATTERN", help="Modules of the model to look at, such as 'blocks.*'.")
@click.option("--device", default="cpu", show_default=True, help="Of the model: cpu, or one of PyTorch's: cuda.")
@networks_option(40, "Networks drawn alike, the one that is told about among them.")
@seed_option
@json_option
@picture_option("Draw the numbers along depth.")
@click.pass_context
def diagnose(ctx: click.Context, file: str | None, points: str | None, width: int | None, depth: int | None,
             components: str, gamma: float, eps: float, model: str | None,
             compare: tuple[str, str] | None, mode: str, at: str | None, device: str, networks: int,
             seed: int | None, as_json: bool, plot: str | None) -> None:  # fmt: skip
    """Does the batch collapse, stay, orthogonalise, or throw out a point? How do gradients grow?

    For a random network of --width and --depth on --batch, or for a model of your own: FACTORY returns it, or it and
    an example input (a tensor, a tuple of arguments, a dict of them by name); --batch gives the input otherwise.
    Beside each number stands what theory says, where it speaks of such layers, and what networks do that are drawn
    alike: a model's with its weights shuffled.

    --compare A B sets two models, sets of components (as of --components) or widths beside each other: the difference
    of what their last layers show, by pairs of networks, with an interval.
    """
    from bninit.show.console import show
    from bninit.show.simulations.diagnose import report, told
    from numerics.streams import fresh_seed

    whole("networks", networks, 4, 10_000)
    seed = fresh_seed() if seed is None else seed
    if compare is not None:
        from bninit.commands.simulations.comparison import compared, table

        given = networks if was_given(ctx, "networks") else None
        data = compared(ctx, compare, file, points, width, depth, components, gamma, eps, mode, at, device, given, seed)
        show(table, data, as_json)
        return
    always: tuple[str, ...]
    run: dict[str, Any] = {"batch": file, "seed": seed, "networks": networks}
    if model is None:
        law, batch = _asked(ctx, file, points, width, depth, components, gamma, eps)
        study = _drawn(law, batch, networks, seed)
        always = ("components", "eps")
        run |= {"n": batch.shape[1], "width": width, "depth": depth, "components": list(law.components), "gamma": gamma,
                "eps": eps}  # fmt: skip
        settled = {"components": spelled(law.components)}
    else:
        _refuse(ctx, ("width", "depth", "components", "gamma", "eps"), "speak of random networks; leave --{} out")
        asked = networks - 1 if was_given(ctx, "networks") else None
        study, about = _probed(model, file, points, mode, at, device, asked, seed)
        always, settled = ("mode",), {}
        run |= about | {"model": model, "mode": mode, "at": at, "device": device, "networks": study.alike + 1}
    run["command"] = replay(ctx, always, seed=seed, **settled)
    data = told(run, study)
    if plot:
        from bninit.draw.diagnosis import picture
        from bninit.files import save_figure

        save_figure(picture(run, study), plot)
    show(report, data, as_json, plot)


def was_given(ctx: click.Context, name: str) -> bool:
    """Whether an option stands on the command line."""
    return ctx.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT


def _refuse(ctx: click.Context, names: tuple[str, ...], why: str) -> None:
    """Options that say nothing here."""
    for name in names:
        if was_given(ctx, name):
            raise BadInput(f"--{name} does not go with {'--model' if 'width' in names else '--width'}: "
                           f"--{' and --'.join(names)} {why.format(name)}")  # fmt: skip


def _asked(
    ctx: click.Context, file: str | None, points: str | None, width: int | None, depth: int | None, components: str,
    gamma: float, eps: float,
) -> tuple[Drawn, NDArray[np.float64]]:  # fmt: skip
    """The law of a random network, and the batch."""
    from numerics.training.drawn import Drawn

    if file is None or width is None or depth is None:
        raise BadInput("give --batch FILE, --width M and --depth L for a random network, or --model MODULE:FACTORY")
    _refuse(ctx, ("mode", "at", "device"), "speak of a model; leave --{} out")
    whole("width", width, 1, LARGEST_WIDTH)
    whole("depth", depth, 1, LARGEST_DEPTH)
    try:
        law = Drawn((width,) * depth, parts(components), eps, gamma=gamma)
    except ValueError as refusal:
        raise BadInput(str(refusal)) from refusal
    return law, batches.data_file(file, batches.points_are_rows(file, points))


def _drawn(law: Drawn, batch: NDArray[np.float64], count: int, seed: int) -> Study:
    from bninit.run.scheduler import threads_or
    from bninit.show import console as terminal
    from numerics.parallel import cores
    from numerics.streams import stream
    from numerics.studies.diagnosis import reference, study

    shape = (batch.shape[0], batch.shape[1])
    what = f"{count} networks of {len(law.widths):,} layers of width {law.widths[0]:,} on {shape[1]:,} points"
    cost = reference.operations(shape, law, count)
    afford(what, cost, "--width, --depth, --networks or the batch", reference.held(shape, law, cores()),
           reference.RATE)  # fmt: skip
    with threads_or(None) as executor, terminal.progress() as bar:
        task = bar.add_task("layers", total=None)
        try:
            return study.drawn(
                batch, law, partial(stream, seed, "bninit diagnose"), count=count - 1, executor=executor,
                progress=lambda done, total: bar.update(task, completed=done, total=total),
            )  # fmt: skip
        except (ValueError, FloatingPointError) as refusal:
            raise BadInput(str(refusal)) from refusal


def _probed(
    name: str, file: str | None, points: str | None, mode: str, at: str | None, device: str, count: int | None,
    seed: int,
) -> tuple[Study, dict[str, Any]]:  # fmt: skip
    """What is seen of a model, the size of its batch, and what it was found to be made of."""
    from bninit.run.user_code import printing_to_stderr
    from bninit.show import console as terminal
    from numerics.studies.diagnosis import probed

    try:
        model, x = loaded(name, file, points, device)
        with printing_to_stderr(), terminal.progress() as bar:
            task = bar.add_task("the model", total=None)
            found, study = probed.diagnosed(
                model, x, seed=seed, mode=mode, at=at, count=count, device=device,
                progress=lambda done, total: bar.update(task, completed=done, total=total),
            )  # fmt: skip
    except (ValueError, FloatingPointError) as refusal:
        raise BadInput(str(refusal)) from refusal
    return study, {"n": len(found.start), "made": {
        "norms": [*found.anatomy.norms, *found.structure.recentred], "activations": list(found.structure.activations),
        "unknown": list(found.structure.unknown), "skips": found.additions, "mask": found.mask,
        "training": found.training, "side": found.places.side, "kind": found.places.kind,
    }}  # fmt: skip


def loaded(name: str, file: str | None, points: str | None, device: str) -> tuple[Any, Any]:
    """A model and its input.

    Raises
    ------
    ValueError, BadInput : in a sentence.
    """
    from bninit.run.factory import made, torch_for

    torch = torch_for(device)
    given = None if file is None else batches.samples_file(file, points)
    model, example = made(name, torch)
    if given is None and example is None:
        raise BadInput(f"--model {name} returned no example input; give --batch FILE, or return (model, input)")
    return model, example if given is None else torch.asarray(given, dtype=torch.get_default_dtype())
