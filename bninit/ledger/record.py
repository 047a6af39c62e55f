"""Recording a run: begun or taken up, claim by claim as they finish, finished."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bninit.ledger.depends.content import content, digest
from bninit.ledger.depends.environment import environment
from bninit.ledger.depends.sources import Sources
from bninit.ledger.memory import probed, stored
from bninit.ledger.read import restored
from bninit.ledger.reuse import Candidates, Kept, asked, sampled
from bninit.ledger.schema import LedgerError, OvertakenError, add, connect, now, on_network, told, writing
from bninit.ledger.task import Carried, Outcome, Trouble, Writer, write, write_row
from bninit.results.result import Plan, Result
from numerics.judging import Probe
from numerics.statistics.blocks import Block
from theory.claim import Claim


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

    def task(self, claim_id: str) -> Writer:
        """What the task of a claim is given."""
        sha = self.hashes[claim_id]
        common = (self.run, sha, self.asked[claim_id], self.kept.get(claim_id))
        if self.direct:
            return Writer(str(self.path.absolute()), *common)
        known: dict[str, list[Block]] = {}
        found: tuple[dict[str, Probe], str] = ({}, "")
        try:
            with told(self.path):
                found = probed(self.link, sha)
                for _, process, block in stored(self.link, sha):
                    known.setdefault(process, []).append(block)
        except LedgerError as error:
            self.trouble, self.broken = self.trouble or str(error), True
        return Writer("", *common, known, found)

    def receive(self, outcome: Outcome) -> None:
        """Write what the task has not written itself."""
        result, recording = outcome.result, outcome.recording
        if isinstance(recording, Trouble):
            self.trouble, self.broken = self.trouble or recording.why, True
        elif isinstance(recording, Carried) and not self.broken:
            sha, how = self.hashes[result.id], self.asked[result.id]
            self._try(lambda: write(self.link, self.run, sha, how, result, recording))

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
                add(self.link, "finish", run=self.run, ended=now(), seconds=round(seconds, 3))

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
    plan : its seed is that of the run, unless one is taken up.
    seed : as given by --seed, or of the run that --resume goes on with; None: that of a run which is taken up will do.
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
    key, unseeded = (
        digest([bases, sorted(how.items()), plan.level, plan.nulls, plan.alpha.hex(), given, fresh])
        for given in (seed, None)
    )
    made_with = json.dumps(environment(plan.claims_file))
    link = connect(path, create=True)
    try:
        with told(path), writing(link):
            candidates = Candidates(link)
            hashes = {claim_id: candidates.chosen(claim_id, data) for claim_id, data in contents.items()}
            open_ = link.execute(
                "SELECT id, seed, started FROM run WHERE (key = ? OR (key = ? AND seed = ?)) "
                "AND id NOT IN (SELECT run FROM finish) ORDER BY id DESC LIMIT 1",
                (key, unseeded, seed),
            ).fetchone()
            run, own, resumed = open_ or (None, plan.seed, "")
            if run is None:
                run = add(
                    link, "run", key=key, started=now(), level=plan.level, seed=own, alpha=plan.alpha,
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
                write_row(link, run, hashes[name], how[name], item.result, Carried(taken=item.checked))
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
