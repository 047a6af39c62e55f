"""What hunts have tried, added up over all of them: a row for each claim of each hunt."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bninit.ledger.depends.content import digest
from bninit.ledger.schema import add, connect, now, told, writing
from numerics.hunt import Hunt
from theory.claim import Claim
from theory.domains.given import described
from theory.statement.fingerprint import fingerprint


@dataclass(frozen=True)
class Total:
    """All that was tried of a statement: instances, their sizes, and the least slack with its instance."""

    tried: int = 0
    sizes: int = 0
    slack: float | None = None
    closest: str = ""


def statement(claim: Claim) -> str:
    """What a hunt was for: a mended statement begins anew."""
    return digest([claim.id, fingerprint(claim).sha256])


class Hunts:
    """A ledger that takes hunts one by one, as they end.

    Raises
    ------
    LedgerError
        in one sentence, if the file cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.link = path, connect(path, create=True)

    def add(self, claim: Claim, found: Hunt, seed: int, file: str) -> None:
        """Record what was tried of a claim, and the file of a find."""
        closest, slack = (described(found.closest.at), found.closest.slack) if found.closest else ("", None)
        with told(self.path), writing(self.link):
            add(
                self.link, "hunt", claim=claim.id, statement=statement(claim), ended=now(), seed=seed,
                tried=found.tried, undecided=found.open, exhausted=int(found.exhausted),
                sizes=json.dumps(sorted(map(list, found.sizes))), slack=slack, closest=closest, found=file,
            )  # fmt: skip

    def total(self, claim: Claim) -> Total:
        """All that was tried of a claim's statement as it is now."""
        with told(self.path):
            rows = self.link.execute(
                "SELECT tried, sizes, slack, closest FROM hunt WHERE statement = ?", (statement(claim),)
            ).fetchall()
        return _added(rows)

    def close(self) -> None:
        self.link.close()


def _added(rows: Iterable[tuple[int, str, float | None, str]]) -> Total:
    kept = list(rows)
    sizes = {tuple(size) for _, text, _, _ in kept for size in json.loads(text)}
    slack, closest = min(((s, at) for _, _, s, at in kept if s is not None), default=(None, ""))
    return Total(sum(row[0] for row in kept), len(sizes), slack, closest)
