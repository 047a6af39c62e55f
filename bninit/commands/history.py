"""`bninit history` and `bninit diff`: what changed over time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from bninit.input.options import claims_option, json_option, ledger_option
from bninit.input.refusal import BadInput
from bninit.input.select import suggestion

if TYPE_CHECKING:
    import sqlite3

    from bninit.results.document import Findings

WEAKER = 1


@contextmanager
def opened(ledger_file: str | None) -> Iterator[sqlite3.Connection]:
    """A ledger to read in; what is wrong with it is wrong use."""
    from bninit.ledger.schema import LedgerError, connect, path_of, told

    try:
        path = path_of(ledger_file)
        link = connect(path, read_only=True)
        try:
            with told(path):
                yield link
        finally:
            link.close()
    except LedgerError as error:
        raise BadInput(str(error)) from error


@click.command()
@click.argument("claim", required=False, metavar="[CLAIM]")
@click.option("--last", type=click.IntRange(1, 100_000), default=20, show_default=True, help="Number of runs.")
@claims_option
@ledger_option
@json_option
def history(claim: str | None, last: int, claims_file: str | None, ledger_file: str | None, as_json: bool) -> None:
    """List the runs in the ledger, and statements and verdicts that changed.

    With --claims, those of the file's claims.
    """
    from bninit.ledger.history import runs

    among = None
    if claims_file is not None:
        from bninit.run.load import own

        try:
            among = own(claims_file)
        except ValueError as error:
            raise BadInput(str(error)) from error
    with opened(ledger_file) as link:
        if claim:
            names = [name for (name,) in link.execute("SELECT DISTINCT name FROM claim ORDER BY name")]
            if claim not in names:
                raise BadInput(f"the ledger has no claim {claim!r}{suggestion(claim, names, groups=False)}")
        found = runs(link, last, claim or "", among)
    if as_json:
        from dataclasses import asdict

        from bninit.plain import to_json

        click.echo(to_json([asdict(run) for run in found]))
        return
    from bninit.show import ledger as terminal_ledger

    terminal_ledger.runs(found, claim)


@click.command()
@click.argument("before", metavar="RUN")
@click.argument("after", metavar="RUN")
@ledger_option
@json_option
def diff(before: str, after: str, ledger_file: str | None, as_json: bool) -> None:
    """Tell what got weaker or stronger between two runs, of the claims that both checked: their statements first.

    A narrower domain, a looser bound, a weaker relation and a component that is no longer spoken of are weaker.

    RUN is a number in the ledger, or a results.json file (the output of `bninit check --json`).

    Exit status: 0 nothing got weaker; 1 something did; 2 wrong use.
    """
    from bninit.results.compare import changes, names

    old, new = (run_named(name, ledger_file) for name in (before, after))
    found = changes(old.results, new.results, old.selection, new.selection)
    weaker = [change for change in found if change.direction == "weaker"]
    if as_json:
        from dataclasses import asdict

        from bninit.plain import to_json

        both = {side: _head(name, of) for side, name, of in (("before", before, old), ("after", after, new))}
        alone = {"only_before": names(found, "not checked"), "only_after": names(found, "not checked before")}
        click.echo(to_json(both | alone | {"weaker": len(weaker), "changes": [asdict(change) for change in found]}))
    else:
        from bninit.show import ledger as terminal_ledger

        terminal_ledger.changes(found, [(before, old), (after, new)])
    sys.exit(WEAKER if weaker else 0)


def _head(name: str, run: Findings) -> dict[str, Any]:
    return {"run": name, "level": run.plan.level, "seed": run.plan.seed, "claims": len(run.results)}


def run_named(name: str, ledger_file: str | None) -> Findings:
    """A run by its number in the ledger, or from a file made by `check --json`."""
    if name.isascii() and name.isdigit() and len(name) < 19:
        from bninit.ledger.read import recorded

        with opened(ledger_file) as link:
            return recorded(link, int(name))
    from bninit.results.reading import read

    try:
        return read(name)
    except ValueError as error:
        raise BadInput(str(error)) from error
