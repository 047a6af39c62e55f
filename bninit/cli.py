"""The command line. Names and JSON keys are a contract; modules are imported where they are used, to start fast."""

from __future__ import annotations

import gc
import io
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bninit.commands.descent import ols
from bninit.commands.exact import expand, fixed_point, phase_diagram, rank, spectrum, tree
from bninit.commands.figures import figures
from bninit.commands.gap import orthogonality
from bninit.commands.history import diff, history
from bninit.commands.ledger import ledger, ledger_options
from bninit.commands.networks import chain, simulate
from bninit.commands.report import report
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
from bninit.input.refusal import BadInput, printable, shortened
from bninit.input.select import select_of, suggestion

if TYPE_CHECKING:
    from bninit.run.index import Statement
    from theory.claim import Claim

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


def _load(
    claims_file: str | None, checks: bool = True, paper: str = "", seconds: float | None = None
) -> dict[str, Claim]:
    """Claims by id; without their sampled checks, or of one paper only, where speed counts.

    seconds : that a claim, and so a claims file, may take.
    """
    gc.disable()  # all of it stays to the end: to look for garbage now and at exit would cost a fifth of `show`
    try:
        from theory.registry import claims

        if claims_file is not None:
            from bninit.run.tried import load_guarded

            return load_guarded(claims_file, seconds, paper)
        if checks:
            from numerics.checks import attach

            attach(paper)
        return claims(paper=paper)
    except ValueError as error:
        raise BadInput(str(error)) from error
    finally:
        gc.freeze()
        gc.enable()


def _own(claims_file: str | None) -> frozenset[str] | None:
    """Ids of a user's own claims, once they are loaded."""
    if claims_file is None:
        return None
    from bninit.run.load import own

    return own(claims_file)


@main.command("list")
@click.argument("selectors", nargs=-1, metavar="[ID|PAPER|GLOB]...")
@claims_option
@suite_option
@json_option
def list_(selectors: tuple[str, ...], claims_file: str | None, with_suite: bool, as_json: bool) -> None:
    """List the claims."""
    from bninit.run import index

    known: Mapping[str, Claim | Statement]
    known = index.statements(lambda: _load(None, checks=False)) if claims_file is None else _load(claims_file)
    selected: list[Claim | Statement] = select_of(known, _own(claims_file), selectors, with_suite)
    if as_json:
        from bninit.plain import to_json

        fields = ("id", "paper", "group", "status", "expected", "says", "tex")
        click.echo(to_json([{name: getattr(claim, name) for name in fields} for claim in selected]))
        return
    from bninit.show import console as terminal

    terminal.listing(selected)


@main.command()
@click.argument("claim_id", metavar="CLAIM")
@click.option("--note", is_flag=True, help="Print the proof note.")
@claims_option
def show(claim_id: str, note: bool, claims_file: str | None) -> None:
    """Show one claim: statement, checks, twins, proof."""
    from bninit import notes
    from bninit.show import console as terminal

    paper, _, name = claim_id.partition(".")
    known = _load(None, paper=paper) if name and claims_file is None else {}
    if claim_id not in known:
        known = _load(claims_file)
    named = [i for i, claim in known.items() if claim.name == claim_id]
    claim_id = named[0] if len(named) == 1 else claim_id
    if claim_id not in known:
        raise BadInput(f"no claim {claim_id!r}{suggestion(claim_id, known, groups=False)}")
    claim = known[claim_id]
    if note:
        missing = f'{claim.id} has no note: there is no heading "## {claim.name}" in {notes.wanted(claim)}'
        print(terminal.folded(notes.section(claim) or printable(missing)))  # click would write UTF-8 for ASCII
        return
    terminal.card(claim, notes.statement(claim), notes.proof(claim), claims_file)


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

    known = _load(claims_file, seconds=claim_timeout)
    selected = select_of(known, _own(claims_file), selectors, with_suite)

    def tell(opening: str) -> None:
        if not as_json:
            terminal.console().print(opening)

    limits = checking.limits(claim_timeout, claim_memory)
    options = checking.Options(level, seed, jobs, scheduler, ledger_file, no_ledger, limits, fresh)
    done, recording = checking.check_all(selected, selectors, claims_file, options, tell)
    if as_json:
        click.echo(to_json(document(done.results, done.plan, done.seconds, done.interrupted, None, selectors)))
    else:
        terminal.summary(done.results, done.plan, done.seconds, len(selected))
        if durations:
            terminal.slowest(done.results)
        if recording:
            terminal_ledger.run_line(recording, done.results)
    checking.tell_trouble(recording)
    sys.exit(checking.exit_status(done.results, done.interrupted, len(selected), strict))


for command in (report, tree, fixed_point, spectrum, phase_diagram, rank, expand, simulate, chain, orthogonality, ols,
                figures, history, diff, ledger):  # fmt: skip
    main.add_command(command)


if __name__ == "__main__":
    main(prog_name=Path(sys.argv[0]).name)
