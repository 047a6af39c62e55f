"""Recording a run: begun or taken up, claim by claim as they finish, finished."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from bninit.ledger.content import content, digest
from bninit.ledger.environment import environment
from bninit.ledger.memory import CarriedMemory, LedgerMemory, keep, keep_probes, probed, restart, stored
from bninit.ledger.read import restored
from bninit.ledger.reuse import Candidates, Kept, asked, goes_on, sampled
from bninit.ledger.schema import LedgerError, OvertakenError, add, connect, on_network, told, writing
from bninit.ledger.sources import Sources
from bninit.results.document import plain_claim
from bninit.run.outcome import Plan, Result
from bninit.run.watch import HOUSE, watched
from numerics.judging import Probe
from numerics.statistics.blocks import Block, Conclusion
from numerics.streams import fresh_seed
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
class Recorder:
    """A task's way to the ledger (`Recorder`); picklable. Without `path`, blocks travel with task and result."""

    path: str
    run: int
    claim: str
    asked: str
    kept: Kept | None = None
    known: Mapping[str, Sequence[Block]] = field(default_factory=dict)
    probes: tuple[Mapping[str, Probe], str] = field(default_factory=lambda: ({}, ""))

    def memory(self, claim_id: str) -> LedgerMemory | CarriedMemory:
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

    def finish(self, result: Result, memory: LedgerMemory | CarriedMemory) -> Result:
        """Record a result where that can be done from here; else leave it to `Recording.receive`, or say why not."""
        taken = self.kept.checked if self.kept and memory.taken and not result.error else None
        carried = Carried((), memory.conclusions, seen=memory.seen.rows(), taken=taken)
        if isinstance(memory, CarriedMemory):
            new = replace(carried, blocks=memory.blocks, order=memory.order, probes=memory.new_probes, why=memory.why)
            return replace(result, unrecorded=new)
        memory.attempt(lambda link: _write(link, self.run, memory.claim, self.asked, result, carried))
        memory.close()
        return replace(result, unrecorded=memory.trouble or None)


APART = ("id", "paper", "group", "verdict", "as_expected", "evidence", "error", "reused")
"""Parts of a result that have columns or rows of their own, or follow from those that have."""


def _write(link: sqlite3.Connection, run: int, claim: str, how: str, result: Result, carried: Carried) -> None:
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
        _row(link, run, claim, how, result, carried)


def _row(link: sqlite3.Connection, run: int, claim: str, how: str, result: Result, carried: Carried) -> None:
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


@dataclass
class Recording:
    """The run of a command in its ledger. A ledger that fails on the way leaves its sentence in `trouble`."""

    path: Path
    link: sqlite3.Connection
    run: int
    seed: int
    hashes: Mapping[str, str]
    asked: Mapping[str, str]
    done: tuple[Result, ...]
    """As this run recorded them, before it was interrupted."""
    taken: tuple[Result, ...]
    """As earlier runs recorded them; nothing of them has to be drawn again."""
    kept: Mapping[str, Kept]
    """The same, once their simulations have been seen to draw what they drew."""
    resumed: str
    direct: bool
    begun: Mapping[int, str] = field(default_factory=dict)
    """When runs began from which verdicts may be taken."""
    trouble: str = ""
    broken: bool = False
    afresh: tuple[str, ...] = ()
    """Claims that started afresh, and for what; known at the end."""

    def task(self, claim_id: str) -> Recorder:
        """What the task of a claim is given."""
        sha = self.hashes[claim_id]
        common = (self.run, sha, self.asked[claim_id], self.kept.get(claim_id))
        if self.direct:
            return Recorder(str(self.path.absolute()), *common)
        known: dict[str, list[Block]] = {}
        found: tuple[dict[str, Probe], str] = ({}, "")
        try:
            with told(self.path):
                found = probed(self.link, sha)
                for _, process, block in stored(self.link, sha):
                    known.setdefault(process, []).append(block)
        except LedgerError as error:
            self.trouble, self.broken = self.trouble or str(error), True
        return Recorder("", *common, known, found)

    def receive(self, result: Result) -> None:
        """Write what the task has not written itself."""
        if isinstance(result.unrecorded, str):
            self.trouble, self.broken = self.trouble or result.unrecorded, True
        if result.unrecorded is None or self.broken:
            return
        carried = result.unrecorded if isinstance(result.unrecorded, Carried) else Carried()
        sha, how = self.hashes[result.id], self.asked[result.id]
        self._try(lambda: _write(self.link, self.run, sha, how, result, carried))

    def close(self, seconds: float, finished: bool) -> None:
        """The end of the command; of the run, if all of its claims are recorded."""
        if finished and not self.trouble:
            self._try(lambda: self._finish(seconds))
        if not self.broken:
            self._try(self._look_back)
        self.link.close()

    def _look_back(self) -> None:
        query = (
            "SELECT c.name, k.content FROM checked c JOIN claim k ON k.hash = c.claim WHERE c.run = ? "
            "AND k.base <> k.hash AND NOT EXISTS (SELECT 1 FROM checked o WHERE o.claim = c.claim AND o.run < c.run)"
        )
        rows = self.link.execute(query, (self.run,)).fetchall()
        self.afresh = tuple(f"{name} ({json.loads(text)['afresh']['why']})" for name, text in rows)

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
    fresh: bool = False,
    known: Mapping[str, Claim] | None = None,
) -> Recording:
    """Open a ledger, making it where there is none, and begin a run in it, or take one up that did not end.

    Parameters
    ----------
    seed : as given by --seed; None: fresh, or that of the run which is taken up.
    selection : the selectors of the command, for `history`.
    direct : whether tasks may write to the file themselves (not from another machine).
    fresh : take no verdict of another run.
    known : the claims among which corrections are; by default the selected ones.

    Raises
    ------
    LedgerError
        in one sentence, if the file cannot be used.
    """
    chosen = list(selected)
    sources = Sources(plan.claims_file)
    known = known or {claim.id: claim for claim in chosen}
    contents = {claim.id: content(claim, sources, known) for claim in chosen}
    bases = sorted(map(digest, contents.values()))
    how = {claim.id: asked(claim, plan) for claim in chosen}
    key = digest([bases, sorted(how.items()), plan.level, plan.nulls, plan.alpha.hex(), seed, fresh])
    made_with = json.dumps(environment(plan.claims_file))
    link = connect(path, create=True)
    try:
        with told(path), writing(link):
            candidates = Candidates(link)
            hashes = {claim_id: candidates.chosen(claim_id, data) for claim_id, data in contents.items()}
            open_ = link.execute(
                "SELECT id, seed, started FROM run WHERE key = ? AND id NOT IN (SELECT run FROM finish) "
                "ORDER BY id DESC LIMIT 1",
                (key,),
            ).fetchone()
            run, own, resumed = open_ or (None, fresh_seed() if seed is None else seed, "")
            if run is None:
                run = add(
                    link, "run", key=key, started=_now(), level=plan.level, seed=own, alpha=plan.alpha,
                    nulls=plan.nulls, selection=json.dumps(list(selection)), environment=made_with,
                )  # fmt: skip
            run = int(run or 0)
            done = _done(link, run, hashes) if resumed else ()
            left = [claim for claim in chosen if claim.id not in {result.id for result in done}]
            kept = {}
            for claim in left if not fresh else ():
                found = candidates.kept(hashes[claim.id], how[claim.id], sampled(claim), seed)
                if found:
                    kept[claim.id] = replace(found, result=replace(found.result, status=claim.status))
            taken = [kept.pop(claim.id) for claim in left if claim.id in kept and not sampled(claim)]
            for item in taken:
                name = item.result.id
                _row(link, run, hashes[name], how[name], item.result, Carried(taken=item.checked))
            begun = dict(link.execute("SELECT id, started FROM run").fetchall())
    except BaseException:
        link.close()
        raise
    results = tuple(item.result for item in taken)
    direct = direct and not on_network(path)
    return Recording(path, link, run, own, hashes, how, done, results, kept, resumed, direct, begun)


def _done(link: sqlite3.Connection, run: int, hashes: Mapping[str, str]) -> tuple[Result, ...]:
    """Results of a run that was interrupted, as far as they speak for the claims as they are."""
    there = dict(link.execute("SELECT name, claim FROM checked WHERE run = ? AND error = '' ORDER BY id", (run,)))
    return tuple(found for found in restored(link, run) if not found.error and there[found.id] == hashes.get(found.id))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
