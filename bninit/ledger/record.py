"""Recording a run: begun or taken up, claim by claim as they finish, finished."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from bninit.ledger.content import Sources, content, digest
from bninit.ledger.environment import environment
from bninit.ledger.memory import CarriedMemory, LedgerMemory, keep, stored
from bninit.ledger.read import restored
from bninit.ledger.schema import LedgerError, OvertakenError, add, canonical, connect, on_network, told, writing
from bninit.results import plain_claim
from bninit.run.outcome import Plan, Result
from numerics.blocks import Block, Conclusion
from numerics.streams import fresh_seed
from theory.claim import Claim, Verdict


@dataclass(frozen=True)
class Carried:
    """What a task brings home for the one process that writes."""

    blocks: Sequence[tuple[str, Block]] = ()
    conclusions: Sequence[Conclusion] = ()
    order: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Recorder:
    """A task's way to the ledger (`Recorder`); picklable. Without `path`, blocks travel with task and result."""

    path: str
    run: int
    hashes: Mapping[str, str]
    known: Mapping[str, Sequence[Block]] = field(default_factory=dict)

    def memory(self, claim_id: str) -> LedgerMemory | CarriedMemory:
        if self.path:
            return LedgerMemory(Path(self.path), self.hashes[claim_id])
        return CarriedMemory({process: list(blocks) for process, blocks in self.known.items()})

    def finish(self, result: Result, memory: LedgerMemory | CarriedMemory) -> Result:
        """Record a result where that can be done from here; else leave it to `Recording.receive`, or say why not."""
        if isinstance(memory, CarriedMemory):
            return replace(result, unrecorded=Carried(memory.blocks, memory.conclusions, memory.order))
        carried, claim = Carried((), memory.conclusions), self.hashes[result.id]
        memory.attempt(lambda link: _write(link, self.run, claim, result, carried))
        memory.close()
        return replace(result, unrecorded=memory.trouble or None)


APART = ("id", "paper", "group", "verdict", "as_expected", "evidence", "error")
"""Parts of a result that have columns or rows of their own, or follow from those that have."""


def _write(link: sqlite3.Connection, run: int, claim: str, result: Result, carried: Carried) -> None:
    """All of a result in one transaction, unless the run has it from its other half."""
    plain = plain_claim(result)
    outcome = {key: value for key, value in plain.items() if key not in APART}
    with writing(link):
        done = link.execute("SELECT 1 FROM checked WHERE run = ? AND claim = ? AND error = ''", (run, claim)).fetchone()
        if done:
            return
        for process, order in carried.order.items():
            rows = link.execute(
                "SELECT seed, place FROM block WHERE claim = ? AND process = ? ORDER BY id", (claim, process)
            ).fetchall()
            if rows != list(order[: len(rows)]):  # decided by less than the ledger now has
                raise OvertakenError(f"another run recorded samples of {result.id} meanwhile; give the command again")
        for process, block in carried.blocks:
            keep(link, claim, process, block)
        checked = add(
            link, "checked", run=run, claim=claim, tested=int(result.verdict is Verdict.HOLDS), error=result.error,
            outcome=json.dumps(outcome),
        )  # fmt: skip
        for place, item in enumerate(plain["evidence"]):
            kind, verdict = item.pop("kind"), item.pop("verdict")
            add(link, "evidence", checked=checked, place=place, kind=kind, verdict=verdict, figures=json.dumps(item))
        for end in carried.conclusions:
            state = np.asarray(end.state, dtype="<f8").tobytes()
            add(
                link, "conclusion", checked=checked, process=end.process, used=end.used, cap=end.cap,
                threshold=end.threshold, state=state, verdict=end.verdict,
            )  # fmt: skip


@dataclass
class Recording:
    """The run of a command in its ledger. A ledger that fails on the way leaves its sentence in `trouble`."""

    path: Path
    link: sqlite3.Connection
    run: int
    seed: int
    hashes: Mapping[str, str]
    done: tuple[Result, ...]
    resumed: str
    direct: bool
    trouble: str = ""
    broken: bool = False

    def task(self, claim_id: str) -> Recorder:
        """What the task of a claim is given."""
        own = {claim_id: self.hashes[claim_id]}
        if self.direct:
            return Recorder(str(self.path.absolute()), self.run, own)
        known: dict[str, list[Block]] = {}
        try:
            with told(self.path):
                for _, process, block in stored(self.link, self.hashes[claim_id]):
                    known.setdefault(process, []).append(block)
        except LedgerError as error:
            self.trouble, self.broken = self.trouble or str(error), True
        return Recorder("", self.run, own, known)

    def receive(self, result: Result) -> None:
        """Write what the task has not written itself."""
        if isinstance(result.unrecorded, str):
            self.trouble, self.broken = self.trouble or result.unrecorded, True
        if result.unrecorded is None or self.broken:
            return
        carried = result.unrecorded if isinstance(result.unrecorded, Carried) else Carried()
        self._try(lambda: _write(self.link, self.run, self.hashes[result.id], result, carried))

    def close(self, seconds: float, finished: bool) -> None:
        """The end of the command; of the run, if all of its claims are recorded."""
        if finished and not self.trouble:
            self._try(lambda: self._finish(seconds))
        self.link.close()

    def _finish(self, seconds: float) -> None:
        with writing(self.link):
            if not self.link.execute("SELECT 1 FROM finish WHERE run = ?", (self.run,)).fetchone():
                add(self.link, "finish", run=self.run, ended=_now(), seconds=round(seconds, 3))

    def _try(self, act: Any) -> None:
        try:
            with told(self.path):
                act()
        except LedgerError as error:
            self.trouble, self.broken = str(error), not isinstance(error, OvertakenError)


def begin(
    path: Path,
    selected: Iterable[Claim],
    plan: Plan,
    seed: int | None,
    selection: Sequence[str] = (),
    *,
    direct: bool = True,
) -> Recording:
    """Open a ledger, making it where there is none, and begin a run in it, or take one up that did not end.

    Parameters
    ----------
    seed : as given by --seed; None: fresh, or that of the run which is taken up.
    selection : the selectors of the command, for `history`.
    direct : whether tasks may write to the file themselves (not from another machine).

    Raises
    ------
    LedgerError
        in one sentence, if the file cannot be used.
    """
    sources = Sources()
    contents = {claim.id: content(claim, sources) for claim in selected}
    hashes = {claim_id: digest(data) for claim_id, data in contents.items()}
    key = digest([sorted(hashes.values()), plan.level, plan.nulls, plan.alpha.hex(), seed])
    link = connect(path, create=True)
    try:
        with told(path):
            with writing(link):
                for claim_id, data in contents.items():
                    add(link, "claim", hash=hashes[claim_id], name=claim_id, content=canonical(data))
                open_ = link.execute(
                    "SELECT id, seed, started FROM run WHERE key = ? AND id NOT IN (SELECT run FROM finish) "
                    "ORDER BY id DESC LIMIT 1",
                    (key,),
                ).fetchone()
                run, own, resumed = open_ or (None, fresh_seed() if seed is None else seed, "")
                if run is None:
                    run = add(
                        link, "run", key=key, started=_now(), level=plan.level, seed=own, alpha=plan.alpha,
                        nulls=plan.nulls, selection=json.dumps(list(selection)),
                        environment=json.dumps(environment(plan.claims_file)),
                    )  # fmt: skip
            run = int(run or 0)
            done = tuple(result for result in restored(link, run) if not result.error) if resumed else ()
    except BaseException:
        link.close()
        raise
    return Recording(path, link, run, own, hashes, done, resumed, direct and not on_network(path))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
