"""What changed in a statement between two runs, part by part, by its fingerprints: nothing is evaluated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from bninit.results.result import Result
from bninit.results.subsets import bounds, compared
from theory.statement.fingerprint import BOUNDS, KINDS, Fingerprint, Kind

Direction = Literal["weaker", "stronger", "other"]

OF_STATEMENTS = ("domain", "condition", "left side", "relation", "bound", "prediction", "component", "statement")
"""What can change of a statement itself."""

WEAKER = {("=", "<="), ("=", ">="), ("=", "exists"), ("<", "<="), (">", ">=")}
"""Relations of which the second follows from the first."""

DIRECTIONS: Mapping[str, Direction] = {
    "narrower": "weaker", "looser": "weaker", "dropped": "weaker", "weaker": "weaker",
    "wider": "stronger", "tighter": "stronger", "added": "stronger", "stronger": "stronger",
}  # fmt: skip


@dataclass(frozen=True)
class Change:
    """One difference of a claim between two runs.

    what : of a statement `OF_STATEMENTS`; verdict, reach, evidence, notices; gone or new; not checked (in the second
    run), or before. how : of a statement, narrower or wider, looser or tighter, dropped or added, other.
    """

    claim: str
    what: str
    before: str
    after: str
    direction: Direction
    how: str = ""


@dataclass(frozen=True)
class _Part:
    what: str
    how: str
    before: str
    after: str
    direction: Direction | None = None


def of_statement(old: Result, new: Result) -> list[Change]:
    """How the statement of a claim has changed; nothing where it is the same in other names.

    Where one of the two has no fingerprint, all that is told is that the printed statement differs.
    """
    a, b = old.fingerprint, new.fingerprint
    if a is None or b is None:
        differ = bool(old.statement and new.statement and old.statement != new.statement)
        found = [_Part("statement", "other", old.statement, new.statement)] if differ else []
    elif (kind := _kind(a, b)) and _known(a, old.relation, kind) == _known(b, new.relation, kind):
        found = []
    else:
        found = list(_parts(old, new, a, b)) or [_Part("statement", "other", old.statement, new.statement)]
    return [
        Change(old.id, one.what, one.before, one.after, one.direction or DIRECTIONS.get(one.how, "other"), one.how)
        for one in found
    ]


def _kind(a: Fingerprint, b: Fingerprint) -> Kind | None:
    """By what the two can be compared."""
    return next((kind for kind in KINDS if kind in a.sides and kind in b.sides), None)


def _known(of: Fingerprint, relation: str, kind: Kind) -> tuple[Any, ...]:
    return [(one["digest"], one.get("some")) for one in of.domains.values()], relation, of.components, of.sides[kind]


def _parts(old: Result, new: Result, a: Fingerprint, b: Fingerprint) -> Iterator[_Part]:
    domains = list(_domains(a, b))
    yield from domains
    kind = _kind(a, b)
    moved = len(a.domains) != len(b.domains)  # then what is named by places has other names
    if kind is not None:
        yield from _condition(a, b, set(a.sides[kind].where), set(b.sides[kind].where), moved)
    if kind is None:
        yield _Part("left side", "other", f"known by its {a.kind}", f"known by its {b.kind}")
    elif a.sides[kind].left != b.sides[kind].left and not (moved and domains):
        yield _Part("left side", "other", *_shown(old, new, kind))
    if old.relation != new.relation:
        pair = old.relation, new.relation
        how = "weaker" if pair in WEAKER else "stronger" if pair[::-1] in WEAKER else "other"
        yield _Part("relation", how, *pair)
    differs = kind is not None and not moved and a.sides[kind].predicts != b.sides[kind].predicts
    yield from _prediction(old, new, differs)
    for name in sorted({*a.components, *b.components}):
        if name not in b.components:
            yield _Part("component", "dropped", f"speaks of {name}", "")
        elif name not in a.components:
            yield _Part("component", "added", "", f"speaks of {name}")


def _shown(old: Result, new: Result, kind: Kind) -> tuple[str, str]:
    """The statements before and after, or the left sides; where they read alike, what it is that differs."""
    for before, after in ((old.statement, new.statement), (old.left, new.left)):
        if before != after and before and after:
            return before, after
    words = {"term": "another term", "source": "another source", "words": "other words"}
    return "", words[kind]


def _domains(a: Fingerprint, b: Fingerprint) -> Iterator[_Part]:
    """Domains of one name; then those of other names in their order, if there are as many."""
    pairs = {name: name for name in a.domains if name in b.domains}
    gone, new = ([name for name in of if name not in pairs] for of in (a.domains, b.domains))
    if len(gone) == len(new):
        pairs |= dict(zip(gone, new, strict=True))
        gone, new = [], []
    for name, other in pairs.items():
        before, after = a.domains[name], b.domains[other]
        some, exists = bool(before.get("some")), bool(after.get("some"))
        how = compared(before, after)
        if how is not None:
            back: Mapping[str, Direction] = {"narrower": "stronger", "wider": "weaker"}
            yield _Part("domain", how, before["words"], after["words"], back.get(how, "other") if exists else None)
        if some is not exists:
            told = [f"for {'some' if one else 'all'} {name}" for one in (some, exists)]
            yield _Part("domain", "weaker" if exists else "stronger", told[0], told[1])
    yield from (_Part("domain", "other", a.domains[name]["words"], "") for name in gone)
    yield from (_Part("domain", "other", "", b.domains[name]["words"]) for name in new)


def _condition(a: Fingerprint, b: Fingerprint, had: set[str], has: set[str], moved: bool) -> Iterator[_Part]:
    if had == has or (moved and had and has and a.condition == b.condition):
        return
    some = any(one.get("some") for one in b.domains.values())
    how = "other" if some else "narrower" if had < has else "wider" if has < had else "other"
    yield _Part("condition", how, a.condition if had else "none", b.condition if has else "none")


def _prediction(old: Result, new: Result, differs: bool) -> Iterator[_Part]:
    """A bound at the instances that both have recorded; any other prediction by its digest alone."""
    a, b = old.fingerprint, new.fingerprint
    assert a is not None
    assert b is not None
    shared = [at for at in a.values if at in b.values] if _family(old.relation) == _family(new.relation) else []
    signs = [_looser(new.relation, a.values[at], b.values[at]) for at in shared]
    if not differs and all(sign == 0 for sign in signs):
        return
    if new.relation not in BOUNDS:
        yield _Part("prediction", "other", "", "another one")
        return
    found = set(signs)
    how = "looser" if 1 in found and found <= {0, 1} else "tighter" if -1 in found and found <= {0, -1} else "other"
    places = [place for place, sign in enumerate(signs) if sign != 0]
    if not places:
        yield _Part("bound", "other", "", f"another one, equal at {len(shared)} shared instances")
        return
    at = shared[places[0]]
    told = [f"{', '.join(_rounded(one) for one in of.values[at])}" for of in (a, b)]
    more = f" (at {at})" if at else ""
    yield _Part("bound", how, told[0], f"{told[1]}{more}; differs at {len(places)} of {len(shared)} shared instances")


def _rounded(number: str) -> str:
    """A recorded number, short enough to be read."""
    between = bounds(number)
    return "no number" if between is None else number if len(number) <= 12 else f"{float(between[0]):.6g}"


def _family(relation: str) -> str:
    return {"<": "<=", ">": ">="}.get(relation, relation)


def _looser(relation: str, old: tuple[str, ...], new: tuple[str, ...]) -> int | None:
    """1 where a bound lets more pass, -1 where less, 0 where it is the same; None where that is not known."""
    if len(old) != len(new):
        return None
    ways = (-1, 1) if relation == "in" else ((1 if relation in ("<", "<=") else -1),) * len(old)
    if len(ways) != len(old):
        return None
    signs = {None if sign is None else way * sign for way, sign in zip(ways, map(_larger, old, new), strict=True)}
    return None if None in signs or {1, -1} <= signs else 1 if 1 in signs else -1 if -1 in signs else 0


def _larger(old: str, new: str) -> int | None:
    """1 where a number grew, -1 where it got less, 0 where it is written alike."""
    if old == new:
        return 0
    before, after = bounds(old), bounds(new)
    if before is None or after is None:
        return None
    return 1 if after[0] >= before[1] else -1 if after[1] <= before[0] else None
