"""All claims in a stable order: unique ids, `uses` that exist and never run in a circle."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from functools import cache
from graphlib import CycleError, TopologicalSorter
from types import ModuleType

from theory import papers
from theory.claim import Claim


@cache
def modules(paper: str = "") -> tuple[ModuleType, ...]:
    """The modules that state claims, of all papers or of one, in alphabetical order of paper and module."""
    wanted = f"{papers.__name__}.{paper}." if paper else papers.__name__
    found = pkgutil.walk_packages(papers.__path__, papers.__name__ + ".")
    return tuple(
        importlib.import_module(info.name) for info in found if not info.ispkg and f"{info.name}.".startswith(wanted)
    )


def claims(extra: Iterable[ModuleType] = (), paper: str = "") -> dict[str, Claim]:
    """Claims by id, in the order in which the papers' modules state them.

    Parameters
    ----------
    extra : further modules that build `Claim` objects (a user's own).
    paper : import this paper's modules only, to be quick; what its claims use of others' is then not looked up.

    Raises
    ------
    ValueError
        for an id used twice, a malformed id, `uses` or `corrected_by` that name no claim, `uses` that run in a circle.

    >>> claims()["components.algebra.rc-idempotent"].status
    'new'
    """
    found: dict[str, Claim] = {}
    for module in (*modules(paper), *extra):
        for item in vars(module).values():
            if not isinstance(item, Claim) or found.get(item.id) is item:
                continue
            if item.id in found:
                raise ValueError(f"two claims are called {item.id}: rename the one in {module.__name__}")
            if len(item.id.split(".")) != 3:
                raise ValueError(f"claim id {item.id!r} in {module.__name__}: wanted paper.group.name")
            found[item.id] = item
    for claim in found.values():
        for word, others in (("uses", claim.uses), ("is corrected by", claim.corrected_by)):
            for other in others:
                if other not in found and not paper:
                    raise ValueError(f"{claim.id} {word} {other}, which is no claim")
    try:
        TopologicalSorter({c.id: c.uses for c in found.values()}).prepare()
    except CycleError as error:
        raise ValueError(f"claims use each other in a circle: {' -> '.join(error.args[1])}") from error
    return found
