"""What changed between two runs of checks: statements, verdicts, reach, kinds of evidence, noticed deviations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from bninit.input import select
from bninit.results.result import FURTHEST, Result
from bninit.results.statements import Change, Direction, of_statement
from theory.claim import KINDS, Verdict


def changes(
    before: Sequence[Result],
    after: Sequence[Result],
    asked_before: Sequence[str] | None = (),
    asked_after: Sequence[str] | None = (),
) -> list[Change]:
    """All differences: first those of statements (`of_statement`), then those of what was found; claims in the order of
    `before`, then those that are new.

    Weaker is: a narrower domain, a looser bound, a weaker relation, a component that is no longer spoken of; no longer
    as expected, no longer decided, no longer holding; a reach that is less, as argued for stated; less evidence of some
    kind that decides; a larger deviation that a sampled check of the same scope notices; a claim that is gone. It is
    gone where the other run asked for it, by its selectors (none: for all; None: nobody knows), and has none; else it
    was not checked.
    """
    then, now = ({result.id: result for result in results} for results in (before, after))
    found = [change for name, old in then.items() if name in now for change in of_statement(old, now[name])]
    for name, old in then.items():
        if name in now:
            found += _of_claim(old, now[name])
        elif covered(name, asked_after):
            found.append(Change(name, "gone", old.verdict.value, "", "weaker"))
        else:
            found.append(Change(name, "not checked", stated(old), "", "other"))
    for name, new in now.items():
        if name not in then and covered(name, asked_before):
            found.append(Change(name, "new", "", stated(new), "stronger" if new.as_expected else "other"))
        elif name not in then:
            found.append(Change(name, "not checked before", "", stated(new), "other"))
    return found


def covered(claim_id: str, selectors: Sequence[str] | None) -> bool:
    """Whether a run with these selectors would have checked the claim, had there been one."""
    return selectors is not None and (not selectors or any(select.names(selector, claim_id) for selector in selectors))


def names(found: Sequence[Change], what: str) -> list[str]:
    """Claims that changed in this way."""
    return [change.claim for change in found if change.what == what]


def _of_claim(old: Result, new: Result) -> Iterator[Change]:
    direction: Direction
    if stated(old) != stated(new):
        direction = "other" if old.unavailable or new.unavailable else _direction(_rank(old), _rank(new))
        yield Change(old.id, "verdict", stated(old), stated(new), direction)
    if old.unavailable or new.unavailable:
        return
    if old.reach != new.reach and old.verdict is new.verdict is Verdict.HOLDS:
        less = FURTHEST.index(new.reach) > FURTHEST.index(old.reach)
        yield Change(old.id, "reach", old.reach, new.reach, "weaker" if less else "stronger")
    had, has = kinds(old), kinds(new)
    if had != has:
        less = any(has[kind] < had[kind] for kind in KINDS)
        yield Change(old.id, "evidence", counted(had), counted(has), "weaker" if less else "stronger")
    saw, sees = notices(old), notices(new)
    for scope in (scope for scope in saw if scope in sees and saw[scope] != sees[scope]):
        direction = "stronger" if sees[scope] < saw[scope] else "weaker"
        yield Change(old.id, "notices", f"{saw[scope]:g}", f"{sees[scope]:g} ({scope})", direction)


def stated(result: Result) -> str:
    """The verdict in words, with what is the matter with it."""
    if result.error:
        return "crashed"
    if result.unavailable:
        return "unavailable"
    return result.verdict.value + ("" if result.as_expected else " (not as expected)")


def _rank(result: Result) -> tuple[bool, int]:
    return result.as_expected, (Verdict.UNDECIDED, Verdict.REFUTED, Verdict.HOLDS).index(result.verdict)


def _direction(old: tuple[bool, int], new: tuple[bool, int]) -> Direction:
    """Weaker in any respect is weaker: a claim that held and is now refuted is so even where that is now expected."""
    if new[0] < old[0] or new[1] < old[1]:
        return "weaker"
    return "stronger" if new > old else "other"


def kinds(result: Result) -> Counter[str]:
    """Pieces of evidence that decide, by kind."""
    return Counter(item.kind for item in result.evidence if item.verdict is not Verdict.UNDECIDED)


def counted(found: Mapping[str, int]) -> str:
    """In words, strongest first."""
    return ", ".join(f"{found[kind]} {kind}" for kind in KINDS if found.get(kind)) or "none"


def notices(result: Result) -> dict[str, float]:
    """Noticed deviation of each sampled check, by its scope."""
    return {
        item.scope: float(item.figures["notices"])
        for item in result.evidence
        if item.kind == "sampled" and isinstance(item.figures.get("notices"), int | float)
    }
