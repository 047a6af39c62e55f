"""Evidence of earlier runs, kept in the ledger under the hash of all that it is made of."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType

from bninit.ledger.schema import LedgerError, add, connect, told, writing
from theory.claim import Evidence, Verdict


class Kept:
    """What solvers and the checker have shown already; without a ledger nothing. Only what holds is kept.

    Parameters
    ----------
    path : the ledger, made where there is none. LedgerError where it cannot be used.
    fresh : take nothing of earlier runs.
    """

    def __init__(self, path: Path | None = None, fresh: bool = False) -> None:
        self._link = connect(path, create=True) if path else None
        self._path, self._fresh = path, fresh

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._link:
            self._link.close()

    def known(self, key: str) -> bool:
        return self.evidence(key) is not None

    def evidence(self, key: str) -> Evidence | None:
        """What was shown, if it was."""
        if self._link is None or self._path is None or self._fresh or not key:
            return None
        with told(self._path):
            row = self._link.execute("SELECT kind, scope, figures FROM proof WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        figures = json.loads(row[2])
        if row[0] not in ("decided", "formal") or not isinstance(figures, dict):
            raise LedgerError("a proof in the ledger cannot be read; see `bninit ledger verify`")
        return Evidence(row[0], Verdict.HOLDS, str(row[1]), figures | {"kept": True})

    def keep(self, key: str, found: Evidence) -> None:
        """Record what holds."""
        if self._link is None or self._path is None or not key or found.verdict is not Verdict.HOLDS:
            return
        with told(self._path), writing(self._link):
            add(
                self._link, "proof", key=key, kind=found.kind, scope=found.scope,
                figures=json.dumps(dict(found.figures), sort_keys=True),
            )  # fmt: skip
