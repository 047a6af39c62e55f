"""`bninit hunt`: counterexamples to the claims that name their domains, looked for side by side."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bninit.commands.claims import loaded, own_ids
from bninit.guard.supervised import INTERRUPTED, keep_results
from bninit.input.options import (
    FiniteRange,
    claims_option,
    file_option,
    jobs_option,
    json_option,
    ledger_option,
    scheduler_option,
    seed_option,
    suite_option,
)
from bninit.input.refusal import BadInput, printable
from bninit.input.select import select_of

if TYPE_CHECKING:
    from bninit.ledger.hunts import Hunts
    from numerics.hunt import Hunt
    from theory.claim import Claim

FOUND, CRASHED = 1, 3

GRACE = 60.0
"""Seconds beyond its time that a hunt may take: one instance may be slow, and a find is shrunk."""


@dataclass(frozen=True)
class Task:
    """A claim to hunt, so that another process can."""

    claim: str
    claims_file: str | None
    seconds: float
    seed: int


def hunted(task: Task) -> tuple[Hunt, str]:
    """What came of a hunt, and the program that reproduces its find."""
    from bninit.run.load import load
    from numerics.hunt import SUITE, hunt, reproduction
    from numerics.streams import stream

    claim = load(task.claims_file)[task.claim]
    record = hunt(claim, task.seconds, stream(task.seed, f"bninit hunt: {task.claim}"))
    own = ("from bninit.api import load", f"load({task.claims_file!r})")
    return record, reproduction(claim, record.found, own if task.claims_file else SUITE) if record.found else ""


@click.command()
@click.argument("selectors", nargs=-1, metavar="[ID|PAPER|GLOB]...")
@claims_option
@suite_option
@click.option("--seconds", type=FiniteRange(0, 86_400, min_open=True), default=5.0, show_default=True,
              help="Time for each claim.")  # fmt: skip
@seed_option
@jobs_option
@scheduler_option
@file_option("--out", metavar="FOLDER", help="Keep finds there, as claims files.")
@file_option("--keep", metavar="FILE.py", help="Write the closest instances there, as cases of the checks.")
@ledger_option
@click.option("--no-ledger", is_flag=True, help="Record nothing.")
@json_option
def hunt(selectors: tuple[str, ...], claims_file: str | None, with_suite: bool, seconds: float, seed: int | None,
         jobs: int | None, scheduler: str | None, out: str | None, keep: str | None, ledger_file: str | None,
         no_ledger: bool, as_json: bool) -> None:  # fmt: skip
    """Look for counterexamples: literal checks over the domains of claims.

    Small instances come first, then any, then those near the closest one. A find is shrunk, evaluated again, and
    printed as a file that reproduces it. The ledger adds up what was tried, claim by claim as hunts end.

    Exit status: 0 nothing found; 1 a claim is violated; 2 wrong use; 3 a hunt crashed; 130 interrupted.
    """
    from bninit.files import own_folder, write_bytes
    from bninit.run.scheduler import processes_or
    from bninit.show.console import progress
    from bninit.show.hunt import report
    from numerics.parallel import completed, cores
    from numerics.processes.limits import Limits
    from numerics.streams import fresh_seed

    known = loaded(claims_file)
    asked = select_of(known, own_ids(claims_file), selectors, with_suite)
    selected = [claim for claim in asked if _huntable(claim)]
    if not selected and any(_has_instances(claim) for claim in asked):
        raise BadInput("these claims are not registered as true: `bninit check` has the counterexamples of false ones")
    if not selected:
        raise BadInput("none of these claims has both domains (given=) and a literal check: nothing to hunt")
    if scheduler is not None and jobs is not None:
        raise BadInput("--jobs counts processes of this machine; leave it out with --scheduler")
    folder = own_folder(out) if out else None
    hunts = _ledger(ledger_file, no_ledger)
    claims_file = str(Path(claims_file).resolve()) if claims_file else None
    seed = fresh_seed() if seed is None else seed
    tasks = [Task(claim.id, claims_file, seconds, seed) for claim in selected]
    found: list[Hunt] = []
    files: dict[str, str] = {}
    crashed: dict[str, str] = {}
    interrupted = False
    with processes_or(scheduler, min(jobs or cores(), len(tasks)), claims_file, Limits(seconds + GRACE)) as executor:
        keep_results()
        with progress() as bar, closing(completed(hunted, tasks, executor)) as outcomes:
            row = bar.add_task("hunting", total=len(tasks))
            try:
                for task, future in outcomes:
                    error = future.exception()
                    if error is None:
                        record, text = future.result()
                        found.append(record)
                        if text:
                            files[record.claim] = text
                        if hunts:
                            hunts.add(known[record.claim], record, seed, text)
                    else:
                        crashed[task.claim] = str(error)
                    bar.update(row, advance=1, description=printable(task.claim.split(".", 1)[1])[:34])
            except KeyboardInterrupt:
                interrupted = True
    if folder:
        for name, text in files.items():
            write_bytes(str(folder / f"{name}.py"), text.encode())
    if keep:
        from numerics.hunt import kept

        write_bytes(keep, kept(found).encode())
    totals = {record.claim: hunts.total(known[record.claim]).tried for record in found} if hunts else {}
    order = {task.claim: place for place, task in enumerate(tasks)}
    found.sort(key=lambda record: order[record.claim])
    report(data(found, files, crashed, seed, seconds, interrupted, totals), as_json)
    sys.exit(INTERRUPTED if interrupted else CRASHED if crashed else FOUND if files else 0)


def _huntable(claim: Claim) -> bool:
    from theory.claim import Verdict

    return _has_instances(claim) and claim.expected is Verdict.HOLDS


def _has_instances(claim: Claim) -> bool:
    from theory.claim.instance import literals

    return claim.quantified is not None and bool(literals(claim))


def _ledger(ledger_file: str | None, no_ledger: bool) -> Hunts | None:
    """Where hunts are recorded; one that was named has to be usable."""
    from bninit.ledger.hunts import Hunts
    from bninit.ledger.schema import LedgerError, path_of

    if no_ledger:
        return None
    try:
        return Hunts(path_of(ledger_file))
    except LedgerError as error:
        if ledger_file:
            raise BadInput(str(error)) from error
        click.echo(f"not recorded: {error}", err=True)
        return None


def data(
    found: list[Hunt], files: dict[str, str], crashed: dict[str, str], seed: int, seconds: float, interrupted: bool,
    totals: dict[str, int],
) -> dict[str, Any]:  # fmt: skip
    """The hunt as plain data; `in_all` is what the ledger has been told, this hunt included."""
    from theory.domains.given import described

    return {
        "run": {
            "seed": seed,
            "seconds": seconds,
            "interrupted": interrupted,
            "tried": sum(h.tried for h in found),
            "in_all": sum(totals.get(h.claim, h.tried) for h in found),
        },
        "claims": [
            {
                "id": h.claim,
                "tried": h.tried,
                "in_all": totals.get(h.claim, h.tried),
                "small": h.small,
                "drawn": h.drawn,
                "steered": h.steered,
                "open": h.open,
                "why_open": h.why_open,
                "exhausted": h.exhausted,
                "gave_up": h.gave_up,
                "sizes": len(h.sizes),
                "slack": h.closest.slack if h.closest else None,
                "closest": described(h.closest.at) if h.closest else "",
                "found": described(h.found.at) if h.found else "",
                "why": h.found.why if h.found else "",
                "file": files.get(h.claim, ""),
            }
            for h in found
        ],
        "crashed": crashed,
    }
