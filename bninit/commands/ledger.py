"""The command ledger: looks after the record of checks."""

from __future__ import annotations

import sys

import click

from bninit.input.options import json_option, ledger_option
from bninit.input.refusal import BadInput

FAULTY = 1


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
    from bninit.ledger.schema import LedgerError, path_of
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
