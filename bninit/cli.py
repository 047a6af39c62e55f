"""The command line. Names and JSON keys are a contract; modules are imported where they are used, to start fast."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bninit.commands.check import check
from bninit.commands.claims import coverage, list_, show
from bninit.commands.history import diff, history
from bninit.commands.hunt import hunt
from bninit.commands.ledger import ledger
from bninit.commands.new import new
from bninit.commands.objects.expansion import expand
from bninit.commands.objects.fixed_points import fixed_point, phase_diagram, spectrum
from bninit.commands.objects.rank import rank
from bninit.commands.objects.tree import tree
from bninit.commands.report import report
from bninit.commands.simulations.descent import ols
from bninit.commands.simulations.diagnose import diagnose
from bninit.commands.simulations.figures import figures
from bninit.commands.simulations.gap import orthogonality
from bninit.commands.simulations.networks import chain, simulate
from bninit.commands.train import train
from bninit.guard.supervised import INTERRUPTED, run
from bninit.input.refusal import BadInput, printable, shortened

if TYPE_CHECKING:
    pass

SECTIONS = {
    "Claims": ("new", "list", "show", "coverage", "check", "train", "hunt", "report", "history", "diff", "ledger"),
    "Exact objects": ("tree", "fixed-point", "spectrum", "phase-diagram", "rank", "expand"),
    "Simulations": ("simulate", "diagnose", "chain", "orthogonality", "ols", "figures"),
}


@contextmanager
def _told() -> Iterator[None]:
    """Errors in words that a terminal can take: no control characters, not endless; Ctrl-C is exit status 130."""
    try:
        yield
    except click.ClickException as error:
        encoding = sys.stderr.encoding or "ascii"
        message = printable(shortened(error.message))
        vars(error)["message"] = message.encode(encoding, "backslashreplace").decode(encoding)
        raise
    except ImportError as error:
        if error.name != "os.fork":  # of numerics.processes, where the system has none
            raise
        raise BadInput(str(error)) from error
    except KeyboardInterrupt as interrupted:
        click.echo(printable(" ".join(["Interrupted", *map(str, interrupted.args)]) + "."), err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None


class Sections(click.Group):
    """`--help` with the commands in groups, and a suggestion for an unknown one."""

    def __call__(self, *args: Any, **extra: Any) -> None:
        """As the main program of a process."""
        run(lambda: self.main(*args, **extra))

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


@click.group(cls=Sections, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(package_name="bninit")
def main() -> None:
    """Theorem verification for batch normalization at initialization."""


for command in (new, list_, show, coverage, check, train, hunt, report, tree, fixed_point, spectrum, phase_diagram,
                rank, expand, simulate, diagnose, chain, orthogonality, ols, figures, history, diff,
                ledger):  # fmt: skip
    main.add_command(command)


if __name__ == "__main__":
    main(prog_name=Path(sys.argv[0]).name)
