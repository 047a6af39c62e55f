"""Limits: what literal checks of `->` yield.

A member of a sequence says nothing of its limit, however many are listed. What does is a bound on the distance for
every index (the note proves it), written as an expression in the symbol of the index: that it tends to 0 is found here,
and that it is the same expression at every index.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from flint import acb, arb
from sympy import Expr, sympify

from theory.claim.literal.vanishing import vanishes
from theory.comparison.balls import as_ball
from theory.comparison.outcome import Comparison, written
from theory.domains.given import Described, Given, Instance
from theory.domains.numbers import Integers
from theory.exact.expressions import at_point, components
from theory.words import Compared, Near, Predicted, Within

APART = "the members that are listed"
"""Where it is said that no limit whatever is within the bounds at all of them."""

FAR = 10**40
"""An index that goes to infinity may be so large."""


@dataclass(frozen=True)
class Member:
    """A literal check at one instance: where, its left side, the instance, and the prediction's symbols there."""

    where: Described
    left: Any
    at: Instance
    numbers: Mapping[str, Any]
    _near: dict[bool, Any] = field(default_factory=dict, repr=False, compare=False)

    def near(self, balls: bool) -> Any:
        """Its left side with the bound evaluated, once: a member is of one precision."""
        if balls not in self._near:
            self._near[balls] = near(self.left, self.at, balls)
        return self._near[balls]


def near(left: Any, at: Instance, balls: bool = False) -> Any:
    """A `Within` with its bound evaluated at an instance; anything else as it is.

    Raises
    ------
    TypeError
        for a bound that is no exact expression in letters of the instance.
    """
    if not isinstance(left, Within):
        return left
    many = isinstance(left.value, tuple | list)
    values = tuple(left.value) if many else (left.value,)
    forms = _forms(left)
    if len(forms) == 1:
        forms *= len(values)
    if len(forms) != len(values):
        raise TypeError(f"a Within has {len(values)} values and {len(forms)} bounds: give one bound, or one for each")
    names = {symbol.name for form in forms for symbol in form.free_symbols}
    if names - at.keys():
        raise TypeError(f"the bound has the symbol {min(names - at.keys())}, of which the instance gives no value: "
                        "write it in the symbol of the index")  # fmt: skip
    bounds = at_point(forms, {name: at[name] for name in names}, balls) if names else forms
    return Near(values if many else values[0], bounds if many else bounds[0])


def _forms(left: Within) -> tuple[Expr, ...]:
    parts = tuple(left.bounds) if isinstance(left.bounds, tuple | list) else (left.bounds,)
    if any(isinstance(part, arb | acb | float) for part in parts):
        raise TypeError("the bound of a Within is a ball or a float: write an expression in the symbol of the index, "
                        "with exact numbers that are no less")  # fmt: skip
    return tuple(map(sympify, parts))


def along(given: Given | None, members: Iterable[Member], predicted: Predicted, own: bool, balls: bool) -> Compared:
    """What a literal check of `->` yields: every member with its bound there.

    Parameters
    ----------
    own : whether it is the claim's own prediction. Then a reason for which the bounds show no limit is yielded in the
        members' place, as a comparison that is undecided. Of a twin each member is looked at when it is wanted.
    """
    if not own:
        for member in members:
            yield member.where, member.near(balls), at_point(predicted, member.numbers, balls)
        return
    members = list(members)
    if why := unfit(given or Given(), members, predicted):
        yield "the bound", Comparison("undecided", why), predicted
        return
    found = [member.near(balls) for member in members]
    if why := contradictory(given or Given(), members, found):
        yield APART, Comparison("undecided", why), predicted
        return
    last = _last(given or Given(), members)
    for place, (member, left) in enumerate(zip(members, found, strict=True)):
        if isinstance(left, Near) and place in last:
            left = Near(left.value, left.bound, True)
        yield member.where, left, at_point(predicted, member.numbers, balls)


def unfit(given: Given, members: Sequence[Member], predicted: Predicted) -> str:
    """Why bounds show no limit, whatever they are worth at the members: a sentence; empty if they do.

    The index is the symbol of the bounds; it can go to infinity while all other values stay as they are.
    """
    bounded = [member for member in members if isinstance(member.left, Within)]
    if len(bounded) < len(members):
        known = {symbol.name for part in components(predicted) for symbol in sympify(part).free_symbols}
        for name, domain in given.domains.items():
            if name not in known and _endless(domain):
                return (f"a value by itself has to be the limit, and {name} is an index, of which the limit does not "
                        f"depend: give Within(value, bound), with a bound in {name} that tends to 0")  # fmt: skip
    forms = [_forms(member.left) for member in bounded]
    symbols = {symbol for entries in forms for form in entries for symbol in form.free_symbols}
    if not symbols:
        constant = next((form for entries in forms for form in entries if form != 0), None)
        return "" if constant is None else (
            f"the bound is {written(constant)}, a number, which does not tend to 0: write it as an expression in the "
            "symbol of the index")  # fmt: skip
    if len(symbols) > 1:
        names = ", ".join(sorted(str(symbol) for symbol in symbols))
        return f"the bound has the symbols {names}: put values for all but the one of the index"
    (symbol,) = symbols
    if symbol.name not in given.domains or not _endless(given.domains[symbol.name]):
        return f"the bound is in {symbol}, of which `given` has no domain of integers without an end"
    for form in {form for entries in forms for form in entries}:
        if not vanishes(form, symbol):
            return (f"that {written(form)} tends to 0 as {symbol} goes to infinity is not found: write the bound as a "
                    f"sum of products of powers of {symbol}, c^{symbol} and log({symbol})")  # fmt: skip
    return _one_form(given, symbol.name, bounded, forms)


def _one_form(given: Given, index: str, members: Sequence[Member], forms: Sequence[tuple[Expr, ...]]) -> str:
    """That nothing of the index is in the numbers of a bound, and that it goes on while all else stays."""
    first: dict[Any, Member] = {}
    kept: dict[Any, tuple[Expr, ...]] = {}
    twice = False
    for member, entries in zip(members, forms, strict=True):
        key = _others(given, index, member.at)
        if key in first and first[key].at[index] != member.at[index]:
            twice = True
            if kept[key] != entries:
                a, b = next((a, b) for a, b in zip(kept[key], entries, strict=False) if a != b)
                return (f"the bound is {written(a)} ({first[key].where}) and {written(b)} ({member.where}): for "
                        f"the same other values it has to be one expression in {index}")  # fmt: skip
        elif key not in first:
            first[key], kept[key] = member, entries
            if not _goes_on(given, index, member.at):
                return (f"{index} does not go to infinity while all else stays as it is ({member.where}): a limit is "
                        "for other values that are fixed")  # fmt: skip
    return (
        ""
        if twice
        else (
            f"no two members differ in {index} alone, and nothing shows the bound to be one expression in it: list more"
        )
    )


def _goes_on(given: Given, index: str, at: Instance) -> bool:
    if given.where is None:
        return True
    known = {name: at[name] for name in given.domains}
    here = int(at[index])
    return any({**known, index: sympify(other)} in given for other in (2 * here, 2 * here + 1))


def contradictory(given: Given, members: Sequence[Member], found: Sequence[Any]) -> str:
    """Two members of a sequence that no limit whatever is within their bounds of: then a bound is wrong."""
    groups: dict[Any, list[tuple[Member, Near]]] = {}
    for member, left in zip(members, found, strict=True):
        if isinstance(left, Near):
            groups.setdefault(_others(given, _index(member), member.at), []).append((member, left))
    for group in groups.values():
        balls = [(member, _intervals(left)) for member, left in group]
        for (one, a), (other, b) in combinations(balls, 2):
            if any(abs(x - y) > r + s for (x, r), (y, s) in zip(a, b, strict=True)):
                return (f"the members at {one.where} and at {other.where} differ by more than both of their bounds: a "
                        "bound is wrong, whatever the limit is")  # fmt: skip
    return ""


def _intervals(left: Near) -> list[tuple[arb, arb]]:
    values, bounds = (side if isinstance(side, tuple) else (side,) for side in (left.value, left.bound))
    return [(as_ball(value).real, as_ball(bound).real) for value, bound in zip(values, bounds, strict=True)]


def _index(member: Member) -> str:
    """The symbol of the bounds; none where they have none."""
    if not isinstance(member.left, Within):
        return ""
    return min((symbol.name for form in _forms(member.left) for symbol in form.free_symbols), default="")


def _last(given: Given, members: Sequence[Member]) -> set[int]:
    """Places of the members at the farthest index that is listed with their other values."""
    farthest: dict[Any, int] = {}
    for place, member in enumerate(members):
        if index := _index(member):
            key = _others(given, index, member.at)
            if key not in farthest or member.at[index] > members[farthest[key]].at[index]:
                farthest[key] = place
    return set(farthest.values())


def _others(given: Given, index: str, at: Instance) -> Any:
    return tuple((name, at[name]) for name in given.domains if name != index)


def _endless(domain: Any) -> bool:
    inner = getattr(domain, "domain", domain)  # what is listed with some of its values first
    return isinstance(inner, Integers) and FAR in inner
