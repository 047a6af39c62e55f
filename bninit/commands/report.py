"""`bninit report`: the results of a run as one HTML page."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from bninit.commands.check import exit_status, followed, proven, tell_trouble, trained
from bninit.input.options import (
    claims_option,
    file_option,
    jobs_option,
    ledger_options,
    level_option,
    limit_options,
    proof_options,
    scheduler_option,
    seed_option,
    suite_option,
    train_option,
)
from bninit.input.refusal import BadInput, printable
from bninit.input.select import select, select_of

if TYPE_CHECKING:
    from bninit.report.page import Earlier
    from bninit.results.document import Findings
    from theory.claim import Claim

PAGE = "index.html"


@click.command(short_help="Write the report: one HTML page.")
@click.argument("selectors", nargs=-1, metavar="[ID|PAPER|GLOB]...")
@file_option("--out", default="bninit-report", show_default=True, metavar="DIR", help="A new folder, or one of ours.")
@click.option("--open", "open_it", is_flag=True, help="Open the page in a browser.")
@file_option("--results", metavar="FILE.json", help="Take the results of `check --json` and check nothing.")
@claims_option
@suite_option
@level_option
@seed_option
@jobs_option
@scheduler_option
@limit_options
@proof_options
@train_option
@ledger_options
@click.option("--since", metavar="RUN", help="Compare with this run: its number in the ledger, or a results.json; by "
              "default the last one of the same selection.")  # fmt: skip
@click.option("--figures/--no-figures", default=True, show_default=True, help="Draw the figures, too (half a minute).")
def report(selectors: tuple[str, ...], out: str, open_it: bool, results: str | None, claims_file: str | None,
           with_suite: bool, level: str | None, seed: int | None, jobs: int | None, scheduler: str | None,
           claim_timeout: float | None, claim_memory: float | None, fresh: bool, ledger_file: str | None,
           no_ledger: bool, decide: bool, formal: bool, train: bool, since: str | None,
           figures: bool) -> None:  # fmt: skip
    """Write DIR/index.html: all verdicts with their evidence, on one page that needs nothing else.

    Without --results the claims are checked first, as by `bninit check`, whose exit status it has.
    """
    from bninit import report
    from bninit.commands.history import run_named
    from bninit.files import own_folder, write_bytes
    from bninit.report import figures as drawing
    from bninit.report.page import Earlier
    from bninit.run.limits import limits
    from bninit.run.load import own
    from bninit.run.session import Options
    from bninit.run.tried import load_guarded
    from bninit.show import console as terminal
    from bninit.show import summary

    try:
        known = load_guarded(claims_file, claim_timeout)
        mine = None if claims_file is None else own(claims_file)
    except ValueError as error:
        raise BadInput(str(error)) from error
    earlier = None if since is None else Earlier(since, run_named(since, ledger_file))
    if results is not None:
        if (level, seed, jobs, scheduler, decide, formal, train) != (None, None, None, None, False, False, False):
            raise BadInput(
                "--level, --seed, --jobs, --scheduler, --decide, --formal and --train are for checks; leave them out "
                "with --results"
            )
        run = recorded(results, known, selectors, claims_file)
        planned = len(run.results)
        folder = own_folder(out)
    else:
        selected, left_out = trained(select_of(known, mine, selectors, with_suite), train)
        if not selected:
            raise BadInput(f"{' '.join(selectors)}: all that it names trains networks; add --train")
        folder = own_folder(out)
        options = Options(
            level, seed, jobs, scheduler, ledger_file, no_ledger, limits(claim_timeout, claim_memory), fresh
        )
        done = followed(selected, selectors, claims_file, options, terminal.console(stderr=True))
        run = done.findings()
        if (decide or formal) and not run.interrupted:
            run = proven(run, known, options, decide, formal)
        tell_trouble(done.recording)
        if earlier is None and done.recording:
            earlier = before(done.recording.run, done.selection, ledger_file)
        planned = len(selected)
        summary.untrained(left_out)
    if not run.results:
        raise KeyboardInterrupt  # before a claim was finished: there is nothing to show
    shown = drawing.showing({result.id for result in run.results}) if figures and not run.interrupted else []
    pictures = []
    with terminal.progress() as bar:
        task = bar.add_task("drawing figures", total=len(shown))
        for picture in drawing.pictures(shown, run.plan.seed):
            pictures.append(picture)
            bar.advance(task)
    made = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    # half of a surrogate pair, which JSON may hold, can stand in no file
    content = report.render(run, known, pictures, made, earlier).encode("utf-8", "replace")
    page = folder / PAGE
    write_bytes(str(page), content)
    many = "claim" if len(run.results) == 1 else "claims"
    click.echo(f"{printable(str(page))}: {len(run.results)} {many}, {len(content) / 1e6:.1f} MB")
    if open_it:
        click.launch(page.resolve().as_uri())
    sys.exit(exit_status(run.results, run.interrupted, planned))


def before(run: int, selection: tuple[str, ...], ledger_file: str | None) -> Earlier | None:
    """The last finished run of the same selection that the ledger has before this one."""
    from bninit.commands.history import opened
    from bninit.ledger.read import last_before, recorded
    from bninit.report.page import Earlier

    with opened(ledger_file) as link:
        number = last_before(link, run, selection)
        return None if number is None else Earlier(str(number), recorded(link, number))


def recorded(path: str, known: dict[str, Claim], selectors: tuple[str, ...], claims_file: str | None) -> Findings:
    """Results read from a file, of the claims that are selected; each has to be that of a claim that we know."""
    from dataclasses import replace

    from bninit.results.reading import read

    try:
        run = read(path)
    except ValueError as error:
        raise BadInput(str(error)) from error
    for result in run.results:
        claim = known.get(result.id)
        if claim is None:
            raise BadInput(
                f"{path}: {result.id} is no claim that is known here; give your own claims with --claims FILE.py, or "
                "check again with this version"
            )
        if (claim.status, claim.expected) != (result.status, result.expected):
            raise BadInput(
                f"{path}: {result.id} is {result.status}, expected: {result.expected}, there, but {claim.status}, "
                f"expected: {claim.expected}, here; check again with this version"
            )
    wanted = {claim.id for claim in select(known, selectors)}
    kept = {result.id: result for result in run.results if result.id in wanted}
    if not kept:
        raise BadInput(f"{path}: holds no result of {' '.join(selectors) or 'any claim'}; select others")
    ordered = tuple(kept[name] for name in known if name in kept)
    return replace(run, results=ordered, plan=replace(run.plan, claims_file=claims_file))
