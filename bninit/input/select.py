"""Claims by name: id, paper, group, last part or glob, and what somebody may have meant."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import Protocol, TypeVar

from bninit.input.refusal import BadInput


class Stated(Protocol):
    """What a claim is selected by: a `Claim`, or its `Statement` in the index."""

    @property
    def id(self) -> str: ...
    @property
    def paper(self) -> str: ...
    @property
    def group(self) -> str: ...
    @property
    def name(self) -> str: ...


Named = TypeVar("Named", bound=Stated)


LONGEST_NAME = 200


def names(selector: str, claim_id: str) -> bool:
    """Whether a selector names a claim: by id, paper, group, last part or glob."""
    last = claim_id.rpartition(".")[2]
    return last == selector or fnmatchcase(claim_id, selector) or f"{claim_id}.".startswith(f"{selector.rstrip('.')}.")


def select(claims: Mapping[str, Named], selectors: Iterable[str]) -> list[Named]:
    """Claims named by id, paper, group ("nachum24.tree"), last part or glob; all where nothing is named."""
    chosen: dict[str, Named] = {}
    for selector in selectors:
        found = {i: c for i, c in claims.items() if names(selector, i)}
        if not found:
            raise BadInput(f"no claim {selector!r}{suggestion(selector, claims)}")
        chosen |= found
    return [c for i, c in claims.items() if i in chosen] if chosen else list(claims.values())


def select_of(
    known: Mapping[str, Named], own: Container[str] | None, selectors: Iterable[str], with_suite: bool
) -> list[Named]:
    """`select` among a user's own claims, where there is a file of them, and the suite's only where asked for."""
    if own is None:
        if with_suite:
            raise BadInput("--with-suite adds the suite to the claims of --claims FILE.py; give that, or leave it out")
        return select(known, selectors)
    if with_suite:
        return select(known, selectors)
    mine = {i: claim for i, claim in known.items() if i in own}
    for selector in selectors:
        try:
            select(mine, [selector])
        except BadInput:
            select(known, [selector])  # or it is unknown altogether
            raise BadInput(f"{selector!r} names claims of the suite, none of the file's; add --with-suite") from None
    return select(mine, selectors)


def suggestion(name: str, ids: Iterable[str], groups: bool = True) -> str:
    """'; did you mean ...?' from the ids and, with `groups`, papers and groups; last parts count as names, too."""
    known: dict[str, str] = {}
    for claim_id in ids:
        paper, group, last = claim_id.split(".", 2)
        known |= {claim_id: claim_id, last: claim_id, f"{group}.{last}": claim_id}
        if groups:
            known |= {paper: paper, group: f"{paper}.{group}", f"{paper}.{group}": f"{paper}.{group}"}
    near = get_close_matches(name[:LONGEST_NAME], known, 1, cutoff=0.5)
    return f"; did you mean {known[near[0]]}?" if near else "; `bninit list` names them all"
