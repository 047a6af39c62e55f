"""The command line. Names and JSON keys are a contract; modules are imported where they are used, to start fast."""

from __future__ import annotations

import io
import math
import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bninit import inputs
from bninit.inputs import BadInput

if TYPE_CHECKING:
    from theory.claim import Claim

SECTIONS = {
    "Claims": ("list", "show", "check"),
    "Exact objects": ("tree", "fixed-point"),
    "Simulations": ("simulate",),
}

UNEXPECTED, CRASHED, INTERRUPTED = 1, 3, 130

MOST_OPERATIONS = 1e16
"""Floating operations of a simulation that is not refused as a slip of the pen."""


@contextmanager
def _told() -> Iterator[None]:
    """Errors in words that a terminal can take: no control characters, not endless; Ctrl-C is exit status 130."""
    try:
        yield
    except click.ClickException as error:
        encoding = sys.stderr.encoding or "ascii"
        message = inputs.printable(inputs.shortened(error.message))
        vars(error)["message"] = message.encode(encoding, "backslashreplace").decode(encoding)
        raise
    except KeyboardInterrupt:
        click.echo("Interrupted.", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None


class Sections(click.Group):
    """`--help` with the commands in groups, and a suggestion for an unknown one."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # what an encoding lacks is no reason to crash
        with _told():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _told():
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, names in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(60)) for name in names])


class NumbersFirst(click.Command):
    """A command whose argument may begin with a minus sign: "-1,0,5" is no option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [f" {arg}" if re.match(r"-([\d.]|[^-].*,)", arg) else arg for arg in args])


@click.group(cls=Sections, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(package_name="bninit")
def main() -> None:
    """Theorem verification for batch normalization at initialization."""


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
claims_option = click.option("--claims", "claims_file", metavar="FILE.py", help="Add your own claims; FILE.py is run.")


def _load(claims_file: str | None, checks: bool = True) -> dict[str, Claim]:
    """Claims by id; without their sampled checks where speed counts and nothing is run."""
    try:
        if checks:
            from bninit.runner import load

            return load(claims_file)
        from theory.registry import claims

        return claims()
    except ValueError as error:
        raise BadInput(str(error)) from error


@main.command("list")
@click.argument("selectors", nargs=-1, metavar="[ID|PAPER|GLOB]...")
@claims_option
@json_option
def list_(selectors: tuple[str, ...], claims_file: str | None, as_json: bool) -> None:
    """List the claims."""
    selected = inputs.select(_load(claims_file, checks=claims_file is not None), selectors)
    if as_json:
        from bninit.results import to_json

        fields = ("id", "paper", "group", "status", "expected", "says", "tex")
        click.echo(to_json([{name: getattr(claim, name) for name in fields} for claim in selected]))
        return
    from bninit import terminal

    terminal.listing(selected)


@main.command()
@click.argument("claim_id", metavar="CLAIM")
@click.option("--note", is_flag=True, help="Print the proof note.")
@claims_option
def show(claim_id: str, note: bool, claims_file: str | None) -> None:
    """Show one claim: statement, checks, twins, proof."""
    from bninit import notes, terminal

    known = _load(claims_file)
    named = [i for i, claim in known.items() if claim.name == claim_id]
    claim_id = named[0] if len(named) == 1 else claim_id
    if claim_id not in known:
        raise BadInput(f"no claim {claim_id!r}{inputs.suggestion(claim_id, known, groups=False)}")
    claim = known[claim_id]
    if note:
        print(
            notes.section(claim) or inputs.printable(f"{claim.id} has no note.")
        )  # click would write UTF-8 where ASCII is asked for
        return
    terminal.card(claim, notes.statement(claim), notes.proof(claim), claims_file)


@main.command()
@click.argument("selectors", nargs=-1, metavar="[ID|PAPER|GLOB]...")
@claims_option
@click.option(
    "--level",
    type=click.Choice(["quick", "standard", "deep"]),
    default="standard",
    show_default=True,
    help="Size of the noticed deviations.",
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Replay a run; fresh entropy by default.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Number of processes; one per core by default.")
@json_option
@click.option("--strict", is_flag=True, help="Fail on a warning or an unclassified twin, too.")
def check(selectors: tuple[str, ...], claims_file: str | None, level: str, seed: int | None, jobs: int | None,
          as_json: bool, strict: bool) -> None:  # fmt: skip
    """Check claims and all of their twins.

    Exit status: 0 every verdict as expected; 1 some verdict not as expected; 2 wrong use; 3 a check crashed;
    130 interrupted, finished results kept.
    """
    from bninit import runner, terminal
    from bninit.results import document, to_json
    from numerics.streams import fresh_seed

    selected = inputs.select(_load(claims_file), selectors)
    plan = runner.Plan(level, fresh_seed() if seed is None else seed, runner.count_nulls(selected), claims_file)
    jobs = min(jobs or _cores(), len(selected))
    if not as_json:
        terminal.console().print(terminal.opening(selected, plan, jobs))
    results: list[runner.Result] = []
    start, interrupted = time.perf_counter(), False
    terminated = signal.signal(signal.SIGTERM, signal.default_int_handler)  # a batch system's way to interrupt
    with terminal.progress() as bar:
        task = bar.add_task("checking", total=len(selected))
        running = runner.run(selected, plan, jobs)
        try:
            for result in running:
                results.append(result)
                bar.update(task, advance=1, description=inputs.printable(result.id.split(".", 1)[1])[:34])
        except KeyboardInterrupt:
            interrupted = True
        finally:
            running.close()
            signal.signal(signal.SIGTERM, terminated)
    order = {claim.id: place for place, claim in enumerate(selected)}
    results.sort(key=lambda result: order[result.id])
    seconds = time.perf_counter() - start
    if as_json:
        click.echo(to_json(document(results, plan, seconds, interrupted)))
    else:
        terminal.summary(results, plan, seconds, len(selected))
    sys.exit(_status(results, interrupted, strict))


def _cores() -> int:
    """Cores that this process may use, where the system tells."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _status(results: list[Any], interrupted: bool, strict: bool) -> int:
    if interrupted:
        return INTERRUPTED
    if any(result.error for result in results):
        return CRASHED
    loose = strict and any(result.warnings or result.twins.unknown for result in results)
    return UNEXPECTED if loose or not all(result.as_expected for result in results) else 0


@main.command(cls=NumbersFirst)
@click.argument("batch", metavar="X1,X2,...")
@click.option("--depth", type=int, default=6, show_default=True, help="Depth L of the leaves.")
@click.option("--digits", type=int, default=50, show_default=True, help="Digits of the limit.")
@click.option("--plot", metavar="FILE", help="Draw the first layers (.svg, .png, .pdf).")
@json_option
def tree(batch: str, depth: int, digits: int, plot: str | None, as_json: bool) -> None:
    """Exact tree of a batch of rational numbers.

    Prints the Gram matrix summed over the 2^L leaves at depth L, and c_min, c_max of its limit
    alpha^L G_L -> c_min O_min + c_max O_max.
    """
    from theory.tree import Tree

    numbers = inputs.rationals(batch)
    inputs.whole("depth", depth, 0)
    inputs.whole("digits", digits, 1)
    if plot:
        inputs.new_file(plot, (".svg", ".png", ".pdf"))
    figure = None
    try:
        grown = Tree(numbers)
        if plot:
            from bninit.tree_plot import tree_figure

            figure = tree_figure(grown)
        gram = [[entry.str() for entry in row] for row in grown.gram_flint(depth).tolist()]
        c_min, c_max, error = grown.limit(digits).strings()
        unstable = grown.unstable_leaves(depth)
    except ValueError as refusal:
        raise BadInput(str(refusal)) from refusal
    except OverflowError as refusal:
        raise BadInput("numbers beyond 1e308 cannot be drawn; leave out --plot") from refusal
    if plot and figure:
        from bninit.files import save_figure

        save_figure(figure, plot)
    data = {"batch": list(numbers), "depth": depth, "gram": gram, "c_min": c_min, "c_max": c_max,
            "c_error": error, "unstable_leaves": unstable}  # fmt: skip
    if as_json:
        from bninit.results import to_json

        click.echo(to_json(data))
        return
    from bninit import terminal

    terminal.tree_report(data, plot)


@main.command("fixed-point", short_help="Exact fixed points of RC + ReLU at infinite width.")
@click.argument("kind", type=click.Choice(["symmetric", "outlier"]), metavar="symmetric|outlier")
@click.option("--n", type=int, required=True, help="Batch size.")
@click.option("--digits", type=int, default=20, show_default=True, help="Digits, all correct.")
@json_option
def fixed_point(kind: str, n: int, digits: int, as_json: bool) -> None:
    """Exact fixed point of the infinite-width Gram map of RC + ReLU."""
    from theory import fixed_points

    inputs.whole("n", n, 2, 10**6)
    inputs.whole("digits", digits, 1)
    found = getattr(fixed_points, kind)(n)
    data = {"exists": True, "kind": kind, "n": n, "components": list(found.components), **found.figures(digits)}
    data |= {"radius": "0", "evidence": "exact closed form; printed digits by ball arithmetic, all correct"}
    if as_json:
        from bninit.results import to_json

        click.echo(to_json(data))
        return
    from bninit import terminal

    terminal.pairs([(name.replace("_", " "), text) for name, text in data.items() if isinstance(text, str)])


@main.command(short_help="Run random networks on a batch.")
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
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Replay a run; fresh entropy by default.")
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
    from bninit import terminal

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

        click.echo(to_json({"run": run, "replicates": terminal.replicates(found)}))
        return
    terminal.simulation_report(run, found, out, plot)


if __name__ == "__main__":
    main(prog_name=Path(sys.argv[0]).name)
