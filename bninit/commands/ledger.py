"""Commands and options about the ledger; what they do is in `bninit.ledger`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bninit.input.options import json_option
from bninit.input.refusal import BadInput, printable

if TYPE_CHECKING:
    from bninit.ledger.record import Recording
    from bninit.run.outcome import Plan
    from theory.claim import Claim

FAULTY = 1

ledger_option = click.option(
    "--ledger",
    "ledger_file",
    metavar="FILE",
    envvar="BNINIT_LEDGER",
    show_envvar=True,
    help="The ledger; in your data directory by default.",
)


def ledger_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Where `check` records."""
    fresh = click.option("--fresh", is_flag=True, help="Compute all: take no verdict of an earlier run.")
    none = click.option("--no-ledger", is_flag=True, help="Record nothing, and start from the seed alone.")
    return fresh(ledger_option(none(command)))


def path_of(ledger_file: str | None) -> Path:
    from bninit.ledger.schema import default_path

    return Path(ledger_file) if ledger_file else default_path()


def begun(
    selected: Sequence[Claim],
    plan: Plan,
    seed: int | None,
    selection: Sequence[str],
    ledger_file: str | None,
    no_ledger: bool,
    *,
    direct: bool = True,
    fresh: bool = False,
) -> Recording | None:
    """The run in its ledger. A file that was named must not be another thing; where none can be had, checks go on.

    `direct`: tasks reach the file (they run on this machine).
    """
    if no_ledger:
        return None
    from bninit.ledger.record import begin
    from bninit.ledger.schema import LedgerError, NoLedgerError
    from bninit.run.load import load

    try:
        known = load(plan.claims_file)
        return begin(path_of(ledger_file), selected, plan, seed, selection, direct=direct, fresh=fresh, known=known)
    except LedgerError as error:
        if ledger_file and isinstance(error, NoLedgerError):
            raise BadInput(str(error)) from error
        click.echo(printable(f"Not recorded: {error}"), err=True)
        return None


@click.group()
def ledger() -> None:
    """Look after the ledger of checks."""


@ledger.command()
@ledger_option
@json_option
def verify(ledger_file: str | None, as_json: bool) -> None:
    """Recompute the ledger: hash chain, contents, sums, verdicts.

    Exit status: 0 all as recorded; 1 something is not; 2 no ledger.
    """
    from bninit.ledger.schema import LedgerError
    from bninit.ledger.verify import verified

    try:
        path = path_of(ledger_file)
        found = verified(path)
    except LedgerError as error:
        raise BadInput(str(error)) from error
    if as_json:
        from bninit.plain import to_json

        click.echo(to_json({"ledger": str(path), "ok": not found.faults, **vars(found)}))
    else:
        from bninit.show import ledger as terminal_ledger

        terminal_ledger.verification(str(path), found)
    sys.exit(FAULTY if found.faults else 0)
