"""Existence: what literal checks of `exists` yield, at the witness that the claim names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from theory.comparison import Comparison, compare
from theory.domains.given import Given, Instance, described
from theory.words import At

MOST = 1000
"""So many values at most are gone through for one that works."""


def universal(given: Given | None, witness: Mapping[str, Any]) -> Given:
    """The domains that no witness is named for; what ties them to the others is asked of the witness."""
    domains = given.domains if given else {}
    return Given({name: domain for name, domain in domains.items() if name not in witness})


def with_witness(witness: Mapping[str, Any], others: Instance) -> dict[str, Any]:
    """An instance of the others with the witness for it, a value or a function of them."""
    at = At(others)
    return {**others, **{name: value(at) if callable(value) else value for name, value in witness.items()}}


def outside(given: Given, witness: Mapping[str, Any], at: Instance) -> str:
    """Why a witness is none: it is not in its domain, or breaks the hypothesis; empty if it is one."""
    for name in witness:
        if at[name] not in given.domains[name]:
            return f"the witness {name} = {at[name]} is not in its domain ({name} {given.domains[name]})"
    if not given.holds(at):
        return f"the witness ({described(at)}) does not satisfy the hypothesis {given.words or 'of the claim'}"
    return ""


def at_witness(
    given: Given,
    witness: Mapping[str, Any],
    at: Instance,
    sides: Callable[[Instance], tuple[Any, Any]],
    own: bool,
) -> Iterator[tuple[Any, Any, Any]]:
    """What a check yields at one instance of the others.

    Of the claim itself, a witness that fails decides nothing, unless the domains that it is of are gone through and
    none of their values works: then its two sides, which differ. Of a twin the two sides alone, which tell it apart.

    Parameters
    ----------
    sides : the left side and the prediction at an instance.
    """
    if why := outside(given, witness, at):
        yield described(at), Comparison("undecided", f"{why}: name another"), None
        return
    found = sides(at)
    if not own or not (first := compare(*found)).no:
        yield described(at), *found
        return
    domains = Given({name: given.domains[name] for name in witness})
    count = domains.count
    if count is None or count > MOST:
        why = f"the witness does not show it, as {first.proof}: name one that does"
        yield described(at), Comparison("undecided", why), None
        return
    for values in islice(domains.small(), MOST + 1):
        other = {**at, **values}
        if not given.holds(other):
            continue
        one = compare(*sides(other))
        if not one.no:
            why = f"the witness does not show it; {described(values)} " + (
                "does: name that" if one.yes else "is not decided"
            )
            yield described(at), Comparison("undecided", why), None
            return
    yield f"no value works, not even {described(at)}", *found


def named(witness: Mapping[str, Any]) -> str:
    """A witness in words.

    >>> named({"n": 7, "m": lambda at: at.k + 1})
    'n = 7, m given by the others'
    """
    return ", ".join(f"{name} given by the others" if callable(value) else f"{name} = {value}"
                     for name, value in witness.items())  # fmt: skip
