"""What the task of a claim records, from where it runs, and what it brings home."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from bninit.ledger.depends.watch import watched
from bninit.ledger.memory import CarriedMemory, LedgerMemory, keep, keep_probes, restart
from bninit.ledger.reuse import Kept, goes_on
from bninit.ledger.schema import OvertakenError, add, writing
from bninit.results.document import plain_claim
from bninit.results.result import Result
from numerics.judging import Probe
from numerics.processes.bindings import HOUSE
from numerics.statistics.blocks import Block, Conclusion
from theory.claim import Claim, Verdict


@dataclass(frozen=True)
class Carried:
    """What a task brings home for the one process that writes."""

    blocks: Sequence[tuple[str, Block]] = ()
    conclusions: Sequence[Conclusion] = ()
    order: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)
    seen: Sequence[tuple[str, str, str]] = ()
    probes: tuple[Sequence[Probe], str] = ((), "")
    why: str = ""
    taken: int | None = None


@dataclass(frozen=True)
class Written:
    """The task has recorded its result."""


@dataclass(frozen=True)
class Trouble:
    """The ledger failed the task, and why."""

    why: str


@dataclass(frozen=True)
class Outcome:
    """What comes of the task of a claim: the result, and its recording, None where nothing is recorded."""

    result: Result
    recording: Carried | Written | Trouble | None = None


@dataclass(frozen=True)
class Writer:
    """A task's way to the ledger; picklable. Without `path`, blocks travel with task and result."""

    path: str
    run: int
    claim: str
    asked: str
    kept: Kept | None = None
    known: Mapping[str, Sequence[Block]] = field(default_factory=dict)
    probes: tuple[Mapping[str, Probe], str] = field(default_factory=lambda: ({}, ""))

    def memory(self) -> LedgerMemory | CarriedMemory:
        if self.path:
            return LedgerMemory(Path(self.path), self.claim)
        known, drawn_on = self.probes
        blocks = {process: list(found) for process, found in self.known.items()}
        return CarriedMemory(blocks, (dict(known), drawn_on))

    @contextmanager
    def checking(self, claim: Claim, memory: LedgerMemory | CarriedMemory) -> Generator[Result | None, None, None]:
        """Around the check: what a user's code reads is noted; a recorded result comes back if it may be taken."""
        with nullcontext() if claim.module.split(".")[0] in HOUSE else watched(memory.seen):
            memory.taken = goes_on(claim, memory) and self.kept is not None
            yield self.kept.result if self.kept and memory.taken else None

    def finish(self, result: Result, memory: LedgerMemory | CarriedMemory) -> Outcome:
        """Record a result where that can be done from here; else leave it to `Recording.receive`, or say why not."""
        taken = self.kept.checked if self.kept and memory.taken and not result.error else None
        carried = Carried((), memory.conclusions, seen=memory.seen.rows(), taken=taken)
        if isinstance(memory, CarriedMemory):
            new = replace(carried, blocks=memory.blocks, order=memory.order, probes=memory.new_probes, why=memory.why)
            return Outcome(result, new)
        memory.attempt(lambda link: write(link, self.run, memory.claim, self.asked, result, carried))
        memory.close()
        return Outcome(result, Trouble(memory.trouble) if memory.trouble else Written())


APART = ("id", "paper", "group", "verdict", "as_expected", "evidence", "error", "reused")
"""Parts of a result that have columns or rows of their own, or follow from those that have."""


def write(link: sqlite3.Connection, run: int, claim: str, how: str, result: Result, carried: Carried) -> None:
    """All of a result in one transaction, unless the run has it from its other half."""
    with writing(link):
        done = link.execute("SELECT 1 FROM checked WHERE run = ? AND claim = ? AND error = ''", (run, claim)).fetchone()
        if done:
            return
        for process, order in carried.order.items() if not carried.why else ():
            rows = link.execute(
                "SELECT seed, place FROM block WHERE claim = ? AND process = ? ORDER BY id", (claim, process)
            ).fetchall()
            if rows != list(order[: len(rows)]):  # decided by less than the ledger now has
                raise OvertakenError(f"another run recorded samples of {result.id} meanwhile; give the command again")
        if carried.why:
            add(link, "seen", claim=claim, kind="probe", name=carried.why, value="")
            claim = restart(link, claim, carried.why)
        keep_probes(link, claim, *carried.probes)
        for process, block in carried.blocks:
            keep(link, claim, process, block)
        for kind, name, value in carried.seen:
            add(link, "seen", claim=claim, kind=kind, name=name, value=value)
        write_row(link, run, claim, how, result, carried)


def write_row(link: sqlite3.Connection, run: int, claim: str, how: str, result: Result, carried: Carried) -> None:
    """A result with its evidence and conclusions; or whose evidence it has taken."""
    plain = plain_claim(result)
    outcome = {key: value for key, value in plain.items() if key not in APART}
    checked = add(
        link, "checked", run=run, claim=claim, name=result.id, asked=how, tested=int(result.verdict is Verdict.HOLDS),
        error=result.error, outcome=json.dumps(outcome), taken=carried.taken,
    )  # fmt: skip
    if carried.taken is not None:
        return
    for place, item in enumerate(plain["evidence"]):
        kind, verdict = item.pop("kind"), item.pop("verdict")
        add(link, "evidence", checked=checked, place=place, kind=kind, verdict=verdict, figures=json.dumps(item))
    for end in carried.conclusions:
        state = np.asarray(end.state, dtype="<f8").tobytes()
        add(
            link, "conclusion", checked=checked, process=end.process, used=end.used, cap=end.cap,
            threshold=end.threshold, state=state, verdict=end.verdict,
        )  # fmt: skip
