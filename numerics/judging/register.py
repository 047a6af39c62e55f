"""Which sampled checks a claim has: kept here, by claim and name; `theory` does not know that there are any."""

from __future__ import annotations

from theory.claim import Check, Claim

_SAMPLED: dict[Claim, dict[str, Check]] = {}


def register(claim: Claim, check: Check) -> None:
    """Give a claim a sampled check, whose name is that of its function: samples are drawn by it.

    Raises
    ------
    ValueError : the function has no name, or the claim has a check of that name.
    """
    name = getattr(check.run, "__name__", "")
    if not name:
        raise ValueError(
            f"sampled check of {claim.id}: samples are drawn by the name of the simulation, and {check.run!r} has "
            "none: write it as a function, with def"
        )
    if name in sampled_checks(claim):
        raise ValueError(
            f"sampled check of {claim.id}: it has one called {name!r} already, and samples are drawn by that name: "
            "rename one of the two functions"
        )
    _SAMPLED.setdefault(claim, {})[name] = check


def sampled_checks(claim: Claim) -> dict[str, Check]:
    """The sampled checks of a claim by name, in the order in which they were declared."""
    return dict(_SAMPLED.get(claim, {}))


def checks_of(claim: Claim) -> tuple[Check, ...]:
    """All checks of a claim: the exact and certified ones, which it carries itself, and after them the sampled ones."""
    return (*claim.checks, *sampled_checks(claim).values())
