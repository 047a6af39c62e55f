"""Recomputing a ledger: nothing in it is believed that can be derived from something else in it."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from bninit.ledger.memory import unpacked
from bninit.ledger.read import restored
from bninit.ledger.schema import TABLES, LedgerError, canonical, connect, linked, statements
from numerics.statistics.betting import LADDER
from numerics.statistics.decide import MarginTest, margin_verdict

MOST = 20
"""Faults that are told; one flipped byte can spoil everything after it."""


@dataclass
class Verification:
    """What was found. `head` is the last link: kept elsewhere, it fixes all that came before it.

    `spent` bounds the probability of any false alarm over the whole life of the ledger: 4 nulls of each instance of
    each claim, at the lowest threshold that its e-process was ever judged by.
    """

    rows: dict[str, int] = field(default_factory=dict)
    head: str = ""
    spent: float = 0.0
    faults: list[str] = field(default_factory=list)


def verified(path: Path) -> Verification:
    """Recompute the integrity of the file, the chain, hashes of contents, sums of blocks, verdicts, results.

    Raises
    ------
    LedgerError
        if the file is no ledger of this version; damage to one is reported as faults.
    """
    found = Verification()
    link = connect(path, read_only=True)
    try:
        with suppress(sqlite3.Error):  # reported by the parts
            link.execute("BEGIN")  # all of them see the same moment of a ledger that grows
        for part in (_integrity, _schema, _chain, _contents, _conclusions, _evidence, _taken, _results):
            try:
                for fault in part(link, found):
                    if len(found.faults) < MOST:
                        found.faults.append(fault)
            except (
                sqlite3.Error,
                LedgerError,
                ValueError,
                TypeError,
                KeyError,
                IndexError,
                OverflowError,
                AttributeError,
                RecursionError,
            ) as error:
                found.faults.append(f"{part.__name__[1:]}: cannot be read ({' '.join(str(error).split())[:200]})")
    finally:
        link.close()
    return found


def _integrity(link: sqlite3.Connection, found: Verification) -> Iterator[str]:
    """SQLite's own account of its pages, keys and references."""
    for (said,) in link.execute("PRAGMA integrity_check(10)"):
        if said != "ok":
            yield f"the file is damaged: {' '.join(str(said).split())}"
    for table, row, parent, _ in link.execute("PRAGMA foreign_key_check"):
        yield f"{table} {row} refers to a row of {parent} that is not there"


def _schema(link: sqlite3.Connection, found: Verification) -> Iterator[str]:
    """Tables, view and triggers are those of this version; nothing else is there."""
    there = {sql for (sql,) in link.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    wanted = set(statements())
    for sql in sorted(wanted - there):
        yield f"missing or changed: {' '.join(sql.split()[:3])}"
    for sql in sorted(there - wanted):
        yield f"not ours: {' '.join(sql.split()[:3])}"


def _chain(link: sqlite3.Connection, found: Verification) -> Iterator[str]:
    """Every link is the hash of the one before and of its row; every row has one link; ids have no gaps."""
    columns = {
        name: ", ".join(row[1] for row in link.execute(f"PRAGMA table_info({name})") if row[1] != "id")
        for name in TABLES
    }
    seen: dict[str, set[int]] = {name: set() for name in TABLES}
    expected = 1
    for place, table, row, sha in link.execute("SELECT id, link, row, sha FROM chain ORDER BY id"):
        if place != expected:
            yield f"link {expected} of the chain is missing"
        values = (
            table in TABLES and link.execute(f"SELECT {columns[table]} FROM {table} WHERE id = ?", (row,)).fetchone()
        )
        if table not in TABLES or not values or row in seen[table]:
            yield f"link {place}: there is no {table} {row}, or it has two links"
        elif sha != linked(found.head, table, row, list(values)):
            yield f"link {place}: {table} {row} is not as it was recorded"
        else:
            seen[table].add(row)
        found.head, expected = sha, place + 1
    for name in TABLES:
        (found.rows[name],) = link.execute(f"SELECT count(*) FROM {name}").fetchone()
        if found.rows[name] > len(seen[name]):
            yield f"{name}: {found.rows[name] - len(seen[name])} rows are in no link of the chain"


def _contents(link: sqlite3.Connection, found: Verification) -> Iterator[str]:
    """A claim's hash is that of its content."""
    for row, sha, base, name, text in link.execute("SELECT id, hash, base, name, content FROM claim"):
        content = json.loads(text)
        alone = {key: value for key, value in content.items() if key != "afresh"}
        if (hashed(text), hashed(canonical(alone)), content.get("id")) != (sha, base, name):
            yield f"claim {row} ({name}): its hash is not that of its content"


def hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _taken(link: sqlite3.Connection, found: Verification) -> Iterator[str]:
    """A verdict that was taken is that of the row that it was taken from, asked for in the same way."""
    rows = link.execute(
        "SELECT c.id, c.claim = o.claim AND c.name = o.name AND c.asked = o.asked AND c.tested = o.tested "
        "AND c.error = '' AND o.error = '' AND o.taken IS NULL AND o.run < c.run, c.outcome, o.outcome "
        "FROM checked c JOIN checked o ON o.id = c.taken"
    )
    for row, same, outcome, original in rows:
        one, other = (
            {key: value for key, value in json.loads(text).items() if "seconds" not in key}
            for text in (outcome, original)
        )
        if not same or one != other:
            yield f"checked {row} is not as the row that it was taken from"
    for row, name, claimed in link.execute(
        "SELECT c.id, c.name, k.name FROM checked c JOIN claim k ON k.hash = c.claim WHERE c.name <> k.name"
    ):
        yield f"checked {row} is of {claimed}, not of {name}"


def _conclusions(link: sqlite3.Connection, found: Verification) -> Iterator[str]:
    """Where a process stood is the sum of its blocks, in order; its verdict follows at its threshold."""
    lowest: dict[tuple[str, str], float] = {}
    query = (
        "SELECT e.id, c.claim, e.process, e.used, e.cap, e.threshold, e.state, e.verdict "
        "FROM conclusion e JOIN checked c ON c.id = e.checked ORDER BY c.claim, e.process"
    )
    known: tuple[Any, list[tuple[int, Any]]] = (None, [])
    for row, claim, process, used, cap, threshold, state, verdict in link.execute(query):
        if known[0] != (claim, process):
            known = ((claim, process), _gains(link, claim, process))
        blocks = [gain for place, gain in known[1] if place < cap][:used]
        says = np.frombuffer(state, dtype="<f8")
        if len(blocks) != used:
            yield f"conclusion {row}: {used} blocks of {process} were used, {len(blocks)} are there"
        elif says.size == 1:  # a law: its samples themselves, cut at the planned number
            if not 0 < says[0] <= sum(gain.size for gain in blocks):
                yield f"conclusion {row}: the blocks hold fewer samples than {process} was judged by"
        else:
            total = np.zeros(2 + MarginTest.nulls * LADDER.size)
            for gain in blocks:
                total = total + gain
            if not np.array_equal(total, says):
                yield f"conclusion {row}: the state of {process} is not the sum of its blocks"
            elif margin_verdict(says[2:].reshape(MarginTest.nulls, -1), threshold) != verdict:
                yield f"conclusion {row}: the state of {process} does not say {verdict}"
        if process.endswith("/claim"):
            lowest[claim, process] = min(threshold, lowest.get((claim, process), threshold))
    found.spent = sum(MarginTest.nulls / threshold for threshold in lowest.values())


def _gains(link: sqlite3.Connection, claim: str, process: str) -> list[tuple[int, Any]]:
    rows = link.execute("SELECT place, gains FROM block WHERE claim = ? AND process = ? ORDER BY id", (claim, process))
    return [(place, unpacked(gains)[""]) for place, gains in rows]


def _evidence(link: sqlite3.Connection, found: Verification) -> Iterator[str]:
    """Sampled evidence says what its processes came to; a refutation was repeated."""
    rows = link.execute(
        "SELECT e.id, e.checked, e.verdict, e.figures, r.level FROM evidence e "
        "JOIN checked c ON c.id = e.checked JOIN run r ON r.id = c.run WHERE e.kind = 'sampled'"
    )
    for row, checked, verdict, text, level in rows:
        cells, stream = (json.loads(text)[key] for key in ("cells", "stream"))
        for number, cell in enumerate(cells):
            process, data = (
                f"{level}/{stream}/{number}",
                "".join(f"/{one}" for one in cell.get("unverified", {}).values()),
            )
            first, again = (_conclusion(link, checked, f"{process}/{role}{data}") for role in ("claim", "again"))
            said = "undecided" if first and first[0] == "refuted" and not (again and again[0] == "refuted") else None
            if first is None or (said or first[0]) != cell["verdict"] or first[1] != cell["networks"]:
                yield f"evidence {row}: cell {number} does not say what its process came to"
            elif len(first) == 3 and first[2] / first[1] != cell["mean"]:
                yield f"evidence {row}: the mean of cell {number} is not that of its blocks"
        words = {cell["verdict"] for cell in cells}
        if (verdict == "holds" and words != {"holds"}) or (verdict == "refuted" and "refuted" not in words):
            yield f"evidence {row}: {verdict} does not follow from its cells"


def _conclusion(link: sqlite3.Connection, checked: int, process: str) -> tuple[Any, ...] | None:
    """Verdict, number of samples and, of a mean, their sum."""
    row = link.execute(
        "SELECT verdict, state FROM conclusion WHERE checked = ? AND process = ?", (checked, process)
    ).fetchone()
    return None if row is None else (row[0], *np.frombuffer(row[1], dtype="<f8")[:2].tolist())


def _results(link: sqlite3.Connection, found: Verification) -> Iterator[str]:
    """Every run reads back as results."""
    for (run,) in link.execute("SELECT id FROM run").fetchall():
        restored(link, run)
    yield from ()  # what is wrong is raised
