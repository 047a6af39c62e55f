"""What the last run found of one claim, without what it takes to read whole runs back."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import Any

from bninit.ledger.schema import LedgerError
from theory.words import KINDS, Evidence, Verdict


@dataclass(frozen=True)
class Last:
    """A run by its number and start, its verdict on a claim, and the evidence."""

    run: int
    started: str
    verdict: Verdict
    evidence: tuple[Evidence, ...]


def latest(link: sqlite3.Connection, claim: str) -> Last | None:
    """The last run that checked a claim, and what came of it.

    Raises
    ------
    LedgerError
        if a row does not say what rows of its kind say.
    """
    row = link.execute(
        "SELECT v.run, r.started, v.verdict, coalesce(c.taken, v.checked) FROM verdict v JOIN run r ON r.id = v.run "
        "JOIN checked c ON c.id = v.checked WHERE v.name = ? ORDER BY v.checked DESC LIMIT 1",
        (claim,),
    ).fetchone()
    if row is None:
        return None
    run, started, verdict, checked = row
    evidence = link.execute("SELECT kind, verdict, figures FROM evidence WHERE checked = ? ORDER BY place", (checked,))
    try:
        return Last(run, started, Verdict(verdict), tuple(_evidence(*item) for item in evidence))
    except (ValueError, TypeError, RecursionError) as error:
        why = " ".join(str(error).split())
        raise LedgerError(f"run {run}, {claim!r:.80}: {why:.200}; see `bninit ledger verify`") from error


def _evidence(kind: Any, verdict: str, text: str) -> Evidence:
    if kind not in KINDS:
        raise ValueError(f"{kind!r:.40} is no kind of evidence")
    figures = parsed_object(text)
    scope, witness = (str(figures.pop(name, "")) for name in ("scope", "witness"))
    return Evidence(kind, Verdict(verdict), scope, figures, witness)


def parsed_object(text: str) -> dict[str, Any]:
    """A JSON object. ValueError for anything else."""
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError(f"{text[:40]!r} is no JSON object")
    return found
