"""Reading runs back from a ledger: the same objects as from a results.json."""

from __future__ import annotations

import json
import sqlite3

from bninit.ledger.schema import LedgerError
from bninit.results import Recorded, result_of
from bninit.run.outcome import Plan, Result


def restored(link: sqlite3.Connection, run: int) -> list[Result]:
    """The results of a run, verdicts by the view.

    Raises
    ------
    LedgerError
        if a row does not say what rows of its kind say.
    """
    rows = link.execute(
        "SELECT v.checked, v.name, v.verdict, c.error, c.outcome FROM verdict v JOIN checked c ON c.id = v.checked "
        "WHERE v.run = ? ORDER BY v.checked",
        (run,),
    ).fetchall()
    found = []
    for checked, name, verdict, error, outcome in rows:
        evidence = link.execute(
            "SELECT kind, verdict, figures FROM evidence WHERE checked = ? ORDER BY place", (checked,)
        ).fetchall()
        paper, group, _ = name.split(".", 2)
        try:
            plain = {
                "id": name, "paper": paper, "group": group, "verdict": verdict, "error": error, **json.loads(outcome),
                "evidence": [{"kind": kind, "verdict": said, **json.loads(text)} for kind, said, text in evidence],
            }  # fmt: skip
            found.append(result_of(plain))
        except ValueError as error_:
            raise LedgerError(f"run {run}, {name}: {error_}; see `bninit ledger verify`") from error_
    return found


def recorded(link: sqlite3.Connection, run: int) -> Recorded:
    """A run as from its results.json.

    Raises
    ------
    LedgerError
        if there is no such run.
    """
    row = link.execute(
        "SELECT level, seed, nulls, alpha, environment, (SELECT seconds FROM finish WHERE run = r.id) FROM run r "
        "WHERE id = ?",
        (run,),
    ).fetchone()
    if row is None:
        raise LedgerError(f"there is no run {run}; `bninit history` lists the runs")
    level, seed, nulls, alpha, made_with, seconds = row
    plan = Plan(level, seed, nulls, alpha=alpha)
    versions = json.loads(made_with)["versions"]
    return Recorded(tuple(restored(link, run)), plan, seconds or 0.0, seconds is None, versions)
