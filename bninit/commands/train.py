"""The command train: one protocol, with its progress, its verdict in words and its figure; or a list of them."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bninit.commands.check import exit_status, tell_trouble
from bninit.commands.claims import loaded, own_ids
from bninit.input.options import (
    claims_option,
    file_option,
    json_option,
    ledger_options,
    limit_options,
    picture_option,
    seed_option,
)
from bninit.input.refusal import BadInput, printable
from bninit.input.select import suggestion

if TYPE_CHECKING:
    from bninit.run.session import Session
    from theory.claim import Claim

LONGEST = 7 * 86400.0
"""Seconds that a protocol may take, unless it is said."""

PATIENCE = 60
"""Seconds for a device to answer."""

SECONDS = 0.5
"""Between two looks at how far a run has come."""


@click.command()
@click.argument("protocol", required=False, metavar="[PROTOCOL]")
@click.option("--level", type=click.Choice(["quick", "standard", "deep"]), default="quick", show_default=True,
              help="Its sizes and data.")  # fmt: skip
@click.option("--device", metavar="NAME", help="Where to train, as PyTorch names it: cpu, cuda, cuda:1, ...")
@click.option(
    "--resume", is_flag=True, help="Go on with a run that was interrupted, by its seed; refused if there is none."
)
@file_option("--data", "folder", metavar="DIR", help="The folder with data files.  [default: $BNINIT_DATA]")
@picture_option("Draw the figure that shows it.")
@claims_option
@seed_option
@limit_options
@ledger_options
@json_option
def train(protocol: str | None, level: str, device: str | None, resume: bool, folder: str | None, plot: str | None,
          claims_file: str | None, seed: int | None, claim_timeout: float | None, claim_memory: float | None,
          fresh: bool, ledger_file: str | None, no_ledger: bool, as_json: bool) -> None:  # fmt: skip
    """Train the networks of PROTOCOL, a claim on training by id or last part, and judge it; alone, list them.

    Finished blocks of seeds are kept in the ledger: an interrupted run, given again, comes to the same result.

    Exit status: as for check.
    """
    from bninit.plain import to_json
    from bninit.results.document import document
    from bninit.run.limits import limits
    from bninit.run.session import Options, session
    from bninit.show import ledger as ledger_shown
    from bninit.show import training as shown

    known = protocols(claims_file)
    if protocol is None:
        if as_json:
            click.echo(to_json([{name: getattr(c, name) for name in ("id", "status", "says")} for c in known.values()]))
        else:
            shown.listing(list(known.values()))
        return
    claim = named(protocol, known, claims_file)
    figure = figure_of(claim) if plot else ""
    surroundings(device, folder)
    if resume:
        seed = interrupted(claim, level, seed, ledger_file, no_ledger)
    most = limits(LONGEST if claim_timeout is None else claim_timeout, claim_memory)
    options = Options(level, seed, 1, None, ledger_file, no_ledger, most, fresh)
    with session([claim], [claim.id], claims_file, options) as running:
        if not as_json:
            shown.opening(claim, running.plan)
        with followed(running):
            for _ in running.new():
                pass
    found = running.findings()
    if as_json:
        click.echo(to_json(document(found.results, found.plan, found.seconds, found.interrupted, None, [claim.id])))
    elif found.results:
        shown.verdict(claim, found.results[0], found.plan, found.seconds)
        if running.recording:
            ledger_shown.run_line(running.recording, found.results)
    elif found.interrupted:
        click.echo(shown.kept(claim, found.plan, no_ledger))
    tell_trouble(running.recording)
    status = exit_status(found.results, found.interrupted, 1)
    if plot and found.results and not found.results[0].unavailable:
        from bninit.draw.figures import picture
        from bninit.files import save_figure

        save_figure(picture(figure, found.plan.seed).figure, plot)
    sys.exit(status)


def protocols(claims_file: str | None) -> dict[str, Claim]:
    """Claims that train networks by id; of a user's file, its own."""
    from numerics.judging import needing

    known, own = loaded(claims_file), own_ids(claims_file)
    return {claim.id: claim for claim in needing(known.values()) if own is None or claim.id in own}


def named(protocol: str, known: Mapping[str, Claim], claims_file: str | None) -> Claim:
    """The protocol of an id or a last part."""
    if protocol in known:
        return known[protocol]
    found = [claim for claim in known.values() if claim.name == protocol]
    if len(found) == 1:
        return found[0]
    if found:
        raise BadInput(f"{protocol!r} names {', '.join(claim.id for claim in found)}; give one of these")
    if any(protocol in (claim.id, claim.name) for claim in loaded(claims_file).values()):
        raise BadInput(f"{protocol!r} is a claim that trains nothing; take `bninit check {printable(protocol)}`")
    near = suggestion(protocol, known, groups=False).replace("bninit list", "bninit train")
    raise BadInput(f"no protocol {protocol!r}{near}")


def figure_of(claim: Claim) -> str:
    """The figure that shows a claim."""
    from bninit.draw.figures import catalogue

    for figure in catalogue().values():
        if claim.id in figure.claims:
            return figure.id
    raise BadInput(f"no figure shows {claim.id}; leave out --plot")


def surroundings(device: str | None, folder: str | None) -> None:
    """Where the processes that train will look for data, and on what they compute."""
    if folder is not None:
        if not os.path.isdir(folder):
            raise BadInput(f"--data {folder}: no such folder; give the one with the data files")
        os.environ["BNINIT_DATA"] = os.path.abspath(folder)
    if device is not None:
        if device != "cpu":
            there(device)
        os.environ["BNINIT_DEVICE"] = device


TRIED = """
import sys
try:
    import torch
    torch.ones(2, device=sys.argv[1]).sum().item()
except Exception as error:
    print((str(error).strip().splitlines() or [type(error).__name__])[0])
"""


def there(device: str) -> None:
    """Refuse a device that does not answer; asked in a process of its own, which may start what cannot be forked."""
    try:
        done = subprocess.run([sys.executable, "-c", TRIED, device], capture_output=True, text=True, timeout=PATIENCE)
        why = done.stdout.strip() or ("" if done.returncode == 0 else f"it ended the process ({done.returncode})")
    except subprocess.TimeoutExpired:
        why = f"no answer in {PATIENCE} s"
    if why:
        raise BadInput(f"--device {device}: {printable(why)[:300]}; take cpu, or a device that PyTorch sees here")


def interrupted(claim: Claim, level: str, seed: int | None, ledger_file: str | None, no_ledger: bool) -> int:
    """The seed of the last run of the claim at the level, of that seed if one is given, that began and did not end.

    Refuses to resume where there is none.
    """
    import json

    from bninit.ledger.schema import LedgerError, connect, path_of, told

    if no_ledger:
        raise BadInput("--resume goes on with what a ledger holds; leave out --no-ledger")
    path = path_of(ledger_file)
    query = (
        "SELECT seed FROM run WHERE level = ? AND selection = ? AND id NOT IN (SELECT run FROM finish) ORDER BY id DESC"
    )
    seeds: list[int] = []
    if path.exists():
        try:
            link = connect(path, read_only=True)
            try:
                with told(path):
                    seeds = [int(row[0]) for row in link.execute(query, (level, json.dumps([claim.id])))]
            finally:
                link.close()
        except LedgerError as error:
            raise BadInput(str(error)) from error
    if not seeds:
        raise BadInput(f"no run of {claim.id} at level {level} was interrupted; leave out --resume to begin one")
    if seed is not None and seed not in seeds:
        raise BadInput(
            f"the run of {claim.id} at level {level} that was interrupted has seed {seeds[0]}, not {seed}; leave out "
            "--seed to go on with it, or --resume to begin another"
        )
    return seeds[0] if seed is None else seed


@contextmanager
def followed(running: Session) -> Iterator[None]:
    """A bar that counts the blocks of seeds that are trained; there is no end to it that is known before."""
    from bninit.show import console as terminal

    over = threading.Event()
    with terminal.progress() as bar:
        task = bar.add_task("blocks trained", total=None)
        recording = running.recording
        if recording is None or bar.disable:
            yield
            return
        (claim,) = recording.hashes.values()

        def look(path: Path) -> None:
            import sqlite3

            from bninit.ledger.schema import LedgerError, connect

            try:
                with closing(connect(path, read_only=True)) as link:
                    while not over.wait(SECONDS):
                        (count,) = link.execute("SELECT count(*) FROM block WHERE claim = ?", (claim,)).fetchone()
                        bar.update(task, completed=count)
            except (LedgerError, sqlite3.Error, OSError, ValueError):  # the run itself will say what is the matter
                return

        watcher = threading.Thread(target=look, args=(recording.path,), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            over.set()
            watcher.join(timeout=2)
