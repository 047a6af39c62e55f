"""Reading runs back from a ledger: the same objects as from a results.json."""

from __future__ import annotations

import json
import sqlite3

from bninit.ledger.last import parsed_object
from bninit.ledger.schema import LedgerError
from bninit.results.document import Findings
from bninit.results.reading import result_of
from bninit.results.result import Plan, Result

COLUMNS = (
    "SELECT v.checked, v.run, v.name, v.verdict, c.error, c.outcome, c.taken, "
    "(SELECT run FROM checked WHERE id = c.taken) FROM verdict v JOIN checked c ON c.id = v.checked "
)


def restored(link: sqlite3.Connection, run: int) -> list[Result]:
    """The results of a run, verdicts by the view.

    Raises
    ------
    LedgerError
        if a row does not say what rows of its kind say.
    """
    rows = link.execute(f"{COLUMNS} WHERE v.run = ? ORDER BY v.checked", (run,)).fetchall()
    return [_result(link, *row) for row in rows]


def one(link: sqlite3.Connection, checked: int) -> Result:
    """The result of one row of `checked`, as `restored`."""
    return _result(link, *link.execute(f"{COLUMNS} WHERE v.checked = ?", (checked,)).fetchone())


def _result(
    link: sqlite3.Connection, checked: int, run: int, name: str, verdict: str, error: str, outcome: str,
    taken: int | None, reused: int | None,
) -> Result:  # fmt: skip
    evidence = link.execute(
        "SELECT kind, verdict, figures FROM evidence WHERE checked = ? ORDER BY place", (taken or checked,)
    ).fetchall()
    try:
        paper, group, _ = name.split(".", 2)
        plain = {
            "id": name, "paper": paper, "group": group, "verdict": verdict, "error": error, **parsed_object(outcome),
            "evidence": [{"kind": kind, "verdict": said, **parsed_object(text)} for kind, said, text in evidence],
        }  # fmt: skip
        return result_of(plain | ({} if reused is None else {"reused": reused}))
    except (ValueError, TypeError, RecursionError) as error_:
        why = " ".join(str(error_).split())
        raise LedgerError(f"run {run}, {name!r:.80}: {why:.200}; see `bninit ledger verify`") from error_


def recorded(link: sqlite3.Connection, run: int) -> Findings:
    """A run as from its results.json.

    Raises
    ------
    LedgerError
        if there is no such run.
    """
    row = link.execute(
        "SELECT level, seed, nulls, alpha, environment, selection, (SELECT seconds FROM finish WHERE run = r.id) "
        "FROM run r WHERE id = ?",
        (run,),
    ).fetchone()
    if row is None:
        raise LedgerError(f"there is no run {run}; `bninit history` lists the runs")
    level, seed, nulls, alpha, made_with, words, seconds = row
    plan = Plan(level, seed, nulls, alpha=alpha)
    try:
        selection = tuple(map(str, json.loads(words)))
        versions = {str(name): str(text) for name, text in parsed_object(made_with)["versions"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise LedgerError(f"run {run}: environment or selection cannot be read; see `bninit ledger verify`") from error
    return Findings(tuple(restored(link, run)), plan, seconds or 0.0, seconds is None, versions, selection)


def last_before(link: sqlite3.Connection, run: int, selection: tuple[str, ...]) -> int | None:
    """The last run before this one that ended and was asked for the same claims, by the words of its command."""
    row = link.execute(
        "SELECT max(r.id) FROM run r JOIN finish f ON f.run = r.id WHERE r.id < ? AND r.selection = ?",
        (run, json.dumps(selection)),
    ).fetchone()
    return None if row is None else row[0]
