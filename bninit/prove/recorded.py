"""Proofs that Coq has accepted, in a record that travels: what they show is shown where there is no Coq.

The hash of all that Coq was shown is made again from the claim; where it is not the recorded one, statement, lemmas or
proof have changed, and the claim has no mark until `bninit check --formal --record` writes it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from bninit import notes
from bninit.prove.checker import Asked
from theory.claim import Claim, Evidence, Verdict
from theory.statement import NotExpressibleError, Stated, for_checker
from theory.statement.setting import reach_of
from theory.term import TooManyPathsError


@cache  # a card asks several times
def asked(claim: Claim, texts: tuple[str, ...]) -> tuple[Asked, Stated]:
    """What Coq is shown of a claim with the texts of its proof (`notes.formal`), and the statement.

    Raises
    ------
    NotExpressibleError, TooManyPathsError
        where the claim's record makes no statement.
    """
    made = for_checker(claim)
    return Asked(made.text, texts[-1], texts[:-1], made.setting, made.defined), made


def recorded(claim: Claim) -> Evidence | None:
    """The evidence of the record; None where it has none, or of something else."""
    entry, texts = notes.recorded(claim), notes.formal(claim)
    if entry is None or not texts:
        return None
    try:
        found, made = asked(claim, texts)
    except (NotExpressibleError, TooManyPathsError):
        return None
    if found.key != entry["shown_sha256"]:
        return None
    said = {name: value for name, value in entry.items() if name != "taken"}  # what is so now stands in its place
    figures = {**reach_of(made.taken, entry.get("lacks"), made.facts), "recorded": True, **said}
    return Evidence("formal", Verdict.HOLDS, made.scope, figures)


def record(found: Iterable[tuple[Claim, Evidence]]) -> int:
    """Write down what Coq has accepted now; how many proofs. Those that are there no more are left out."""
    from bninit.files import write_bytes  # with click, which who imports bninit.api does not need

    new: dict[Path, dict[str, Mapping[str, Any]]] = {}
    for claim, item in found:
        if item.kind == "formal" and item.verdict is Verdict.HOLDS:
            key = asked(claim, notes.formal(claim))[0].key
            entry = {"shown_sha256": key}
            entry |= {
                name: item.figures[name] for name in ("checker", "axioms", "lacks", "taken") if name in item.figures
            }
            new.setdefault(notes.record_file(claim), {})[claim.id] = entry
    for path, entries in new.items():
        kept = {name: entry for name, entry in notes.entries(path).items() if notes.has_proof(path, name)}
        write_bytes(str(path), f"{json.dumps({**kept, **entries}, indent=1, sort_keys=True)}\n".encode())
    notes.entries.cache_clear()
    return sum(map(len, new.values()))
