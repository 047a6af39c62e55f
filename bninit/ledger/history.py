"""What a ledger tells over time: runs, verdicts that changed, and why a claim started afresh."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any

from bninit.ledger.read import one
from bninit.ledger.schema import LedgerError
from bninit.results.statements import Change, of_statement

PARTS = {
    "says": "statement",
    "hypotheses": "statement",
    "predicts": "prediction",
    "over": "twins",
    "twins": "twins",
    "checks": "checks",
    "relation": "statement",
    "truth": "what is true instead",
    "reads": "data files",
    "surroundings": "what its file reads",
    "sources": "source files",
    "versions": "versions",
}
"""What the parts of a claim's content are called."""


@dataclass(frozen=True)
class Turn:
    """A claim's verdict in a run, its deciding evidence by kind, and what had changed in its content before; of its
    statement, how."""

    run: int
    claim: str
    verdict: str
    evidence: Mapping[str, int]
    changed: tuple[str, ...]
    before: str | None
    statement: tuple[Change, ...] = ()


@dataclass(frozen=True)
class Run:
    """A row of the history; `ended` is empty for a run that was interrupted or goes on still."""

    run: int
    started: str
    ended: str
    level: str
    seed: int
    selection: tuple[str, ...]
    commit: str
    checked: int
    verdicts: Mapping[str, int]
    turns: tuple[Turn, ...]


def runs(link: sqlite3.Connection, last: int, claim: str = "", among: Container[str] | None = None) -> list[Run]:
    """The last runs, oldest first (those that checked the claim, or any of `among`), with verdicts that differ from
    those before, at whatever level, or whose statements do. With `claim`, every run has its turn.

    Raises
    ------
    LedgerError
        if a row does not say what rows of its kind say.
    """
    try:
        return _runs(link, last, claim, among)
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
        why = " ".join(str(error).split())
        raise LedgerError(f"a run cannot be read ({why:.200}); see `bninit ledger verify`") from error


def _runs(link: sqlite3.Connection, last: int, claim: str, among: Container[str] | None) -> list[Run]:
    only, values = ("AND v.name = ?", (claim,)) if claim else ("", ())
    rows = link.execute(
        "SELECT r.id, r.started, coalesce((SELECT ended FROM finish WHERE run = r.id), ''), r.level, r.seed, "
        "r.selection, r.environment FROM run r ORDER BY r.id"
    ).fetchall()
    verdicts: dict[int, list[tuple[int, str, str, str]]] = {}
    for run, *row in link.execute(
        f"SELECT v.run, v.checked, v.name, v.claim, v.verdict FROM verdict v WHERE 1 {only} ORDER BY v.run, v.checked",
        values,
    ).fetchall():
        if among is None or row[1] in among:
            verdicts.setdefault(run, []).append((row[0], row[1], row[2], row[3]))
    before: dict[str, tuple[str, str, int]] = {}
    found = []
    for run, started, ended, level, seed, selection, environment in rows:
        checked = verdicts.get(run, [])
        if (claim or among is not None) and not checked:
            continue
        turns, counts = [], {"holds": 0, "refuted": 0, "undecided": 0}
        for checked_id, name, sha, verdict in checked:
            counts[verdict] += 1
            old_sha, old, previous = before.get(name, (sha, None, checked_id))
            before[name] = (sha, verdict, checked_id)
            told = tuple(of_statement(one(link, previous), one(link, checked_id))) if sha != old_sha else ()
            if claim or told or (old is not None and old != verdict):
                why = changed(link, old_sha, sha)
                turns.append(Turn(run, name, verdict, _kinds(link, checked_id), why, old, told))
        words, commit = tuple(json.loads(selection)), json.loads(environment).get("commit", "")
        found.append(Run(run, started, ended, level, seed, words, commit, len(checked), counts, tuple(turns)))
    return found[-last:]


def _kinds(link: sqlite3.Connection, checked: int) -> dict[str, int]:
    query = (
        "SELECT kind, count(*) FROM evidence e JOIN checked c ON e.checked = coalesce(c.taken, c.id) "
        "WHERE c.id = ? AND verdict <> 'undecided' GROUP BY kind"
    )
    return dict(link.execute(query, (checked,)).fetchall())


def changed(link: sqlite3.Connection, old: str, new: str) -> tuple[str, ...]:
    """Which parts of a claim differ between two contents of it, in words."""
    if old == new:
        return ()
    contents: list[dict[str, Any]] = []
    for sha in (old, new):
        row = link.execute("SELECT content FROM claim WHERE hash = ?", (sha,)).fetchone()
        if row is None:
            raise LedgerError(f"the content {sha[:8]} is not there; see `bninit ledger verify`")
        contents.append(json.loads(row[0]))
    again = contents[1].get("afresh")
    if again and again != contents[0].get("afresh"):
        return (again["why"],)
    return tuple(dict.fromkeys(word for key, word in PARTS.items() if contents[0].get(key) != contents[1].get(key)))
