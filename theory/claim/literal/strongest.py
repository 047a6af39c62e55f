"""The strongest instances that hunts have found: they are the first cases of literal checks."""

from __future__ import annotations

from typing import Any

from theory.domains.given import Instance

_KNOWN: dict[str, tuple[Instance, ...]] = {}


def strongest(claim_id: str, *instances: dict[str, Any]) -> None:
    """Let instances be cases of a claim's literal checks, whether it is made already or not."""
    _KNOWN[claim_id] = (*_KNOWN.get(claim_id, ()), *instances)


def known(claim_id: str) -> tuple[Instance, ...]:
    """Those of a claim."""
    return _KNOWN.get(claim_id, ())
