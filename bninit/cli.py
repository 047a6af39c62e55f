"""The command line. Names and JSON keys are a contract; modules are imported where they are used, to start fast."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bninit.commands.claims import list_, loaded, own_ids, show
from bninit.commands.descent import ols
from bninit.commands.expansion import expand
from bninit.commands.figures import figures
from bninit.commands.fixed_points import fixed_point, phase_diagram, spectrum
from bninit.commands.gap import orthogonality
from bninit.commands.history import diff, history
from bninit.commands.ledger import ledger, ledger_options
from bninit.commands.networks import chain, simulate
from bninit.commands.rank import rank
from bninit.commands.report import report
from bninit.commands.tree import tree
from bninit.guard.supervised import INTERRUPTED, run
from bninit.input.options import (
    claims_option,
    jobs_option,
    json_option,
    level_option,
    limit_options,
    scheduler_option,
    seed_option,
    suite_option,
)
from bninit.input.refusal import printable, shortened
from bninit.input.select import select_of

if TYPE_CHECKING:
    pass

SECTIONS = {
    "Claims": ("list", "show", "check", "report", "history", "diff", "ledger"),
    "Exact objects": ("tree", "fixed-point", "spectrum", "phase-diagram", "rank", "expand"),
    "Simulations": ("simulate", "chain", "orthogonality", "ols", "figures"),
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


@main.command()
@click.argument("selectors", nargs=-1, metavar="[ID|PAPER|GLOB]...")
@claims_option
@suite_option
@level_option
@seed_option
@jobs_option
@scheduler_option
@click.option("--durations", is_flag=True, help="List the slowest ten claims.")
@json_option
@click.option("--strict", is_flag=True, help="Fail on a warning or an unclassified twin, too.")
@limit_options
@ledger_options
def check(selectors: tuple[str, ...], claims_file: str | None, with_suite: bool, level: str | None, seed: int | None,
          jobs: int | None, scheduler: str | None, durations: bool, as_json: bool, strict: bool,
          claim_timeout: float | None, claim_memory: float | None, fresh: bool,
          ledger_file: str | None, no_ledger: bool) -> None:  # fmt: skip
    """Check claims and all of their twins: the suite's, or those of FILE.py.

    Each claim is checked in a process that it shares with no other at that time. One that exits, hangs, or needs
    more time or memory than it may have has crashed; the others are finished.

    Exit status: 0 every verdict as expected; 1 some verdict not as expected; 2 wrong use; 3 a check crashed;
    74 output that cannot be written, no memory, no processes; 130 interrupted, finished results kept.
    """
    from bninit.commands import check as checking
    from bninit.plain import to_json
    from bninit.results.document import document
    from bninit.show import console as terminal
    from bninit.show import ledger as terminal_ledger
    from bninit.show import summary

    known = loaded(claims_file, seconds=claim_timeout)
    selected = select_of(known, own_ids(claims_file), selectors, with_suite)

    def tell(opening: str) -> None:
        if not as_json:
            terminal.console().print(opening)

    limits = checking.limits(claim_timeout, claim_memory)
    options = checking.Options(level, seed, jobs, scheduler, ledger_file, no_ledger, limits, fresh)
    done, recording = checking.check_all(selected, selectors, claims_file, options, tell)
    if as_json:
        click.echo(to_json(document(done.results, done.plan, done.seconds, done.interrupted, None, selectors)))
    else:
        summary.summary(done.results, done.plan, done.seconds, len(selected))
        if durations:
            summary.slowest(done.results)
        if recording:
            terminal_ledger.run_line(recording, done.results)
    checking.tell_trouble(recording)
    sys.exit(checking.exit_status(done.results, done.interrupted, len(selected), strict))


for command in (list_, show, report, tree, fixed_point, spectrum, phase_diagram, rank, expand, simulate, chain,
                orthogonality, ols, figures, history, diff, ledger):  # fmt: skip
    main.add_command(command)


if __name__ == "__main__":
    main(prog_name=Path(sys.argv[0]).name)
