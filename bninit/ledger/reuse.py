"""What earlier evidence may be used: it speaks for a claim of the same content that also reads what it read then, and
simulates what it simulated then.

Of claims with one content, the newest whose checks read what is there now (`seen`: variables, files, modules that
turned up while they ran) is the one that goes on; if there is none, one starts afresh. Before its samples count, probes
are drawn again in the task (`goes_on`), and where they differ it starts afresh there.

A decided verdict of it is taken as it was if it was asked for in the same way: expected verdict and, where samples
decided, level and error budget, and the seed if one is given. Not after an error, a warning, or an accepted twin.

What cannot be watched is computed afresh: a user's claim whose program has names that lead there (`unwatched`), or
that did what no list knows (`watch`), starts afresh each time, its samples included.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import theory.statement
import theory.term
from bninit import notes
from bninit.ledger.depends.content import digest
from bninit.ledger.depends.environment import machine
from bninit.ledger.depends.watch import present
from bninit.ledger.memory import CarriedMemory, LedgerMemory, fresh_start
from bninit.ledger.read import one
from bninit.results.result import Plan, Result, some
from numerics.judging import again, alike, needing_checks, probed, probes, sampled_checks, unverified_of
from theory.claim import Claim, Verdict


@dataclass(frozen=True)
class Kept:
    """A recorded result, by the row of `checked` that has its evidence."""

    checked: int
    result: Result


def sampled(claim: Claim) -> bool:
    return bool(sampled_checks(claim))


def asked(claim: Claim, plan: Plan) -> str:
    """What a verdict depends on beside the claim's content and the samples."""
    budget = [plan.level, plan.nulls, plan.alpha.hex()] if sampled(claim) else []
    fewer = [plan.level] if any(check.definition is not None for check in claim.checks) else []
    data = [unverified_of(claim, plan.level)] if needing_checks(claim) else []
    entry = notes.recorded(claim)
    proof = [entry["shown_sha256"], *notes.formal(claim), _generator()] if entry else []
    return digest([claim.expected.value, *budget, *fewer, *filter(None, data), *proof])[:16]


@cache
def _generator() -> str:
    """The source of what makes statements for the proof checker: with it a recorded proof may lose its statement."""
    folders = (Path(package.__path__[0]) for package in (theory.statement, theory.term))
    return digest([file.read_text(encoding="utf-8") for folder in folders for file in sorted(folder.rglob("*.py"))])


class Candidates:
    """The claims of a ledger by their content, and what they read; looked up once for a command."""

    def __init__(self, link: sqlite3.Connection) -> None:
        self.link = link
        self.by_base: dict[str, list[str]] = {}
        for sha, base in link.execute("SELECT hash, base FROM claim ORDER BY id DESC"):
            self.by_base.setdefault(base, []).append(sha)
        self.read: dict[str, list[tuple[str, str, str]]] = {}
        for sha, kind, name, value in link.execute("SELECT claim, kind, name, value FROM seen"):
            self.read.setdefault(sha, []).append((kind, name, value))
        self.now = cache(present)

    def chosen(self, name: str, content: Mapping[str, Any]) -> str:
        """The hash of the claim that goes on with this content, made if there is none."""
        base = digest(content)
        why = ""
        if unseen := content.get("unseen"):
            why = f"nobody sees whether what it reads is as it was: {some(unseen)}"
            return fresh_start(self.link, name, base, content, why)
        for sha in self.by_base.get(base, ()):
            differs = self._differs(sha)
            if not differs:
                return sha
            why = why or differs
        return fresh_start(self.link, name, base, content, why)

    def _differs(self, sha: str) -> str:
        """What is not as it was, in words; empty if all is."""
        for kind, name, value in sorted(self.read.get(sha, ())):
            if kind == "probe":
                return name
            if kind == "outside":
                return f"nobody sees whether what it reads is as it was: {name}"
            if self.now(kind, name) != value:
                return f"{kind} {name}"
        return ""

    def kept(self, sha: str, how: str, drawn: bool, seed: int | None) -> Kept | None:
        """The newest verdict that may be taken.

        drawn : whether it rests on samples, of which a further run could draw more.
        seed : of the run that decided, if only that will do.
        """
        seed = seed if drawn else None
        rows = self.link.execute(
            "SELECT c.id, c.run FROM checked c JOIN run r ON r.id = c.run WHERE c.claim = ? AND c.asked = ? "
            "AND c.error = '' AND c.taken IS NULL AND (? IS NULL OR r.seed = ?) ORDER BY c.id DESC LIMIT 1",
            (sha, how, seed, seed),
        ).fetchall()
        for checked, run in rows:
            result = one(self.link, checked)
            decided = result.verdict is not Verdict.UNDECIDED or (result.expected is Verdict.UNDECIDED and not drawn)
            if decided and not result.warnings and not result.twins.accepted:
                return Kept(checked, replace(result, seconds=0.0, cpu=0.0, reused=run))
        return None


OTHERWISE = "a simulation that draws otherwise"


def goes_on(claim: Claim, memory: LedgerMemory | CarriedMemory) -> bool:
    """Whether simulations draw what they drew when the claim's samples were recorded; if not, it starts afresh.

    Where they cannot be run nothing is said of that, and nothing is taken.
    """
    if not sampled(claim):
        return True
    if not probed(claim):
        return False
    known, drawn_on = memory.probes()
    exactly = drawn_on == machine()
    same = all(alike(old.samples, new.samples, exactly=exactly) for old, new in again(claim, known))
    if known and not same:
        memory.restart(OTHERWISE)
    if not (known and same):
        memory.keep_probes(list(probes(claim)), machine())
    return bool(known) and same
