"""The commands that look at claims: list, show; and how claims are loaded for all commands."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from bninit.input.options import claims_option, json_option, ledger_option, suite_option
from bninit.input.refusal import BadInput, printable
from bninit.input.select import select_of, suggestion

if TYPE_CHECKING:
    from bninit.ledger.last import Last
    from bninit.run.index import Statement
    from theory.claim import Claim


def loaded(
    claims_file: str | None,
    checks: bool = True,
    paper: str = "",
    seconds: float | None = None,
    suite: bool = True,
) -> dict[str, Claim]:
    """Claims by id; without their sampled checks, or of one paper only, where speed counts.

    seconds : that a claim, and so a claims file, may take.
    suite : False leaves the suite's claims out where a user's own do not need them (`bninit.run.load.load`).
    """
    gc.disable()  # all of it stays to the end: to look for garbage now and at exit would cost a fifth of `show`
    try:
        if claims_file is not None:
            from bninit.run.tried import load_guarded

            return load_guarded(claims_file, seconds, paper, suite)
        from theory.registry import claims

        if checks:
            from numerics.checks import attach

            attach(paper)
        return claims(paper=paper)
    except ValueError as error:
        raise BadInput(str(error)) from error
    finally:
        gc.freeze()
        gc.enable()


def own_ids(claims_file: str | None) -> frozenset[str] | None:
    """Ids of a user's own claims, once they are loaded."""
    if claims_file is None:
        return None
    from bninit.run.load import own

    return own(claims_file)


def chosen(
    claims_file: str, selectors: Sequence[str], with_suite: bool, seconds: float | None = None
) -> tuple[dict[str, Claim], list[Claim]]:
    """Those that are loaded, and those of them that are selected, where a user has claims of their own.

    The suite is loaded only if it is asked for, or to tell what a selector names that they do not have.
    """
    known = loaded(claims_file, seconds=seconds, suite=with_suite)
    try:
        return known, select_of(known, own_ids(claims_file), selectors, with_suite)
    except BadInput:
        known = loaded(claims_file, seconds=seconds)
        return known, select_of(known, own_ids(claims_file), selectors, with_suite)


@click.command("list")
@click.argument("selectors", nargs=-1, metavar="[ID|PAPER|GLOB]...")
@claims_option
@suite_option
@json_option
def list_(selectors: tuple[str, ...], claims_file: str | None, with_suite: bool, as_json: bool) -> None:
    """List the claims."""
    from bninit.run import index

    selected: Sequence[Claim | Statement]
    if claims_file is None:
        selected = select_of(index.statements(lambda: loaded(None, checks=False)), None, selectors, with_suite)
    else:
        _, selected = chosen(claims_file, selectors, with_suite)
    if as_json:
        from bninit.plain import to_json

        fields = ("id", "paper", "group", "status", "expected", "says", "tex")
        click.echo(to_json([{name: getattr(claim, name) for name in fields} for claim in selected]))
        return
    from bninit.show.listing import listing

    listing(selected)


@click.command()
@click.argument("papers", nargs=-1, metavar="[PAPER]...")
@json_option
def coverage(papers: tuple[str, ...], as_json: bool) -> None:
    """What each source states, item by item, and how far it is settled."""
    from bninit.show.coverage import printed, rows
    from theory.registry import sources

    known = sources()
    if unknown := [paper for paper in papers if paper not in known]:
        raise BadInput(f"no source {unknown[0]!r}; wanted one of {', '.join(known)}")
    claims = loaded(None).values()
    found = [row for paper in known if not papers or paper in papers for row in rows(paper, claims)]
    if as_json:
        from bninit.plain import to_json

        click.echo(to_json([row.plain() for row in found]))
        return
    printed(found)


@click.command()
@click.argument("claim_id", metavar="CLAIM")
@click.option("--note", is_flag=True, help="Print the proof note.")
@claims_option
@ledger_option
def show(claim_id: str, note: bool, claims_file: str | None, ledger_file: str | None) -> None:
    """Show one claim: statement, checks, twins, proof, and what its last run in the ledger found."""
    from bninit.run import index
    from bninit.show.console import folded, plain
    from bninit.show.listing import Card, shown

    if claims_file is not None:
        known: Mapping[str, Claim | Statement] = loaded(claims_file, suite=False)
        if claim_id not in known and claim_id not in {claim.name for claim in known.values()}:
            known = loaded(claims_file)
    else:
        known = index.statements(lambda: loaded(None, checks=False))
    named = [i for i, claim in known.items() if claim.name == claim_id]
    claim_id = named[0] if claim_id not in known and len(named) == 1 else claim_id
    if claim_id not in known:
        raise BadInput(f"no claim {claim_id!r}{suggestion(claim_id, known, groups=False)}")
    made = _note if note else _card

    def told() -> Any:
        claims = loaded(claims_file, paper="" if claims_file else claim_id.partition(".")[0])
        return made(claims[claim_id], claims_file)

    name = f"{'note' if note else 'card'}{'-plain' * plain()}.{claim_id}"
    found = told() if claims_file else index.kept(name, told, lambda told: told)
    if note:
        print(folded(found))  # click would write UTF-8 for ASCII
    else:
        shown(Card(found["id"], found["status"], found["above"], found["below"]), _last(claim_id, ledger_file))


def _note(claim: Claim, _: str | None) -> str:
    from bninit import notes
    from bninit.show.console import plain
    from bninit.show.note import complete
    from theory.statement.face import spelled

    missing = f'{claim.id} has no note: there is no heading "## {claim.name}" in {notes.wanted(claim)}'
    text = complete(claim) or printable(missing)
    return spelled(text) if plain() else text


def _card(claim: Claim, claims_file: str | None) -> dict[str, Any]:
    from bninit import notes
    from bninit.show.claims import card

    return vars(card(claim, notes.statement(claim), notes.proof(claim), claims_file))


def _last(claim_id: str, ledger_file: str | None) -> Last | None:
    from bninit.ledger.last import latest
    from bninit.ledger.schema import LedgerError, connect, path_of, told

    try:
        path = path_of(ledger_file)
        if not path.exists():
            return None
        with closing(connect(path, read_only=True)) as link, told(path):
            return latest(link, claim_id)
    except LedgerError as error:
        if ledger_file is not None:
            raise BadInput(str(error)) from error
        click.echo(printable(f"The last run is not shown: {error}"), err=True)
        return None
