"""Letters that are the left side itself: a claim that says e = e, where e is computed as the left side is.

Two signs, none of which a definition in other words gives. At every instance that is looked at, the letters that are no
constants are computed by the very call that returns the left side: one function, the same arguments. Or the statement,
on terms that stand for all instances, is True before anything is shown, and its prediction has letters and numbers
alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from inspect import getargvalues
from types import CodeType
from typing import Any

from sympy import sympify

from theory.claim import Claim
from theory.claim.literal.cases import Cases
from theory.exact.expressions import components
from theory.statement.problem import is_true
from theory.words import At

LOOKED_AT = 6
"""Instances."""

LIBRARIES = ("sympy", "mpmath", "fractions", "numbers", "functools", "dataclasses", "types", "enum", "collections")
"""Arithmetic, which does not count as a function of a claim."""

WRAPPERS = ("theory.term.named", "theory.primitive")
"""Modules whose calls only hand on to the function that they wrap."""

UNFOLDED = ("<lambda>", "<genexpr>", "<listcomp>")


@dataclass
class Call:
    """A call of a Python function: its arguments, what it returned, and the calls that it made."""

    code: CodeType | None = None
    arguments: tuple[Any, ...] = ()
    value: Any = None
    inner: list[Call] = field(default_factory=list)

    def same(self, other: Call) -> bool:
        return self.code is other.code and _equal(self.arguments, other.arguments) and _equal(self.value, other.value)

    def within(self) -> Iterator[Call]:
        """All calls on its way."""
        for call in self.inner:
            yield call
            yield from call.within()

    def spine(self, value: Any) -> Iterator[Call]:
        """The calls, each made by the one before, that return a value."""
        last = next((call for call in reversed(self.inner) if _equal(call.value, value)), None)
        if last is not None:
            yield last
            yield from last.spine(value)


def _heads(spine: list[Call]) -> list[Call]:
    """The first of them, and those to which it hands its arguments on as they are."""
    return [
        call for i, call in enumerate(spine) if all(_equal(call.arguments, before.arguments) for before in spine[:i])
    ]


def circular(claim: Claim) -> str:
    """Why a claim says nothing, in a sentence; empty if nothing shows that.

    Complexity: the left side and the letters at a few instances, where a letter has the left side's value at all.
    """
    given, runs = claim.quantified, [check.definition for check in claim.checks if check.definition is not None]
    used = {symbol.name for part in components(claim.predicts) for symbol in sympify(part).free_symbols}
    letters = {name: of for name, of in given.letters.items() if name in used} if given else {}
    if not letters or not runs or given is None:
        return ""
    for run in runs if claim.relation == "=" or _met(claim, runs[0], letters) else ():
        if names := _given_back(claim, run, letters):
            return f"{_named(names)} the left side itself: one call gives both; define it in other words"
    alone = used == letters.keys() and all(sympify(part).free_symbols for part in components(claim.predicts))
    if alone and is_true(claim):
        return f"{_named(used)} the left side itself: both are one term; define it in other words"
    return ""


def _instances(claim: Claim, most: int) -> list[Any]:
    """The first ones, as its literal check has listed them already."""
    assert claim.quantified is not None
    listed = next((check.options for check in claim.checks if isinstance(check.options, Cases)), None)
    if listed is None or claim.relation == "exists":
        return claim.quantified.some(most)
    return listed()[:most]


def _named(names: Iterable[str]) -> str:
    found = sorted(names)
    return f"the letter {found[0]} is" if len(found) == 1 else f"the letters {', '.join(found)} are"


def _met(claim: Claim, run: Callable[[At], Any], letters: Mapping[str, Any]) -> bool:
    """Whether a letter has the value of an entry of the left side at the first instance."""
    assert claim.quantified is not None
    at = claim.quantified.at(_instances(claim, 1)[0])
    left = run(At(at))
    entries = left if isinstance(left, tuple | list) else (left,)
    return any(_equal(at[name], entry) for name in letters for entry in entries)


def _given_back(claim: Claim, run: Callable[[At], Any], letters: Mapping[str, Any]) -> list[str]:
    """The letters that are no constants, if at each instance the call that returns the left side gives each of them."""
    assert claim.quantified is not None
    instances = _instances(claim, LOOKED_AT)
    known = [{name: of(instance) for name, of in letters.items()} for instance in instances[:3]]
    varying = [name for name in letters if not all(_equal(one[name], known[0][name]) for one in known)]
    for instance in instances if varying else ():
        one = claim.quantified.at(instance)
        left = _traced(partial(run, At(one)))
        entries = left.value if isinstance(left.value, tuple | list) else (left.value,)
        spines = [list(left.spine(entry)) for entry in entries]
        for name in list(varying):
            letter = _traced(partial(letters[name], instance))
            inside, heads = list(letter.within()), _heads(list(letter.spine(letter.value)))
            met = (a.same(b) for spine in spines for a in _heads(spine) for b in inside)
            if not (any(met) or any(a.same(b) for a in heads for spine in spines for b in spine)):
                return []
    return varying


def _traced(run: Callable[[], Any]) -> Call:
    """What is called on the way; functions without a name, and those that return an argument, are unfolded."""
    root = Call()
    stack = [root]

    def watch(frame: Any, event: str, returned: Any) -> None:
        module = frame.f_globals.get("__name__", "")
        if event not in ("call", "return") or module in WRAPPERS or module.split(".")[0] in LIBRARIES:
            return
        if event == "call":
            stack.append(Call(frame.f_code, _arguments(frame)))
        elif len(stack) > 1:
            done = stack.pop()
            done.value = returned
            handed_on = any(_equal(argument, returned) for argument in done.arguments)
            stack[-1].inner += done.inner if handed_on or frame.f_code.co_name in UNFOLDED else [done]

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        root.value = run()
    finally:
        sys.setprofile(before if callable(before) else None)  # a profiler of C's own cannot be put back
    return root


def _arguments(frame: Any) -> tuple[Any, ...]:
    """Those by name, then those of *args and **kwargs."""
    names, rest, more, given = getargvalues(frame)
    keywords = given.get(more or "", {})
    return (*(given.get(name) for name in names), *given.get(rest or "", ()), *sorted(keywords), *keywords.values())


def _equal(a: Any, b: Any) -> bool:
    try:
        return bool(a == b)
    except Exception:  # balls, arrays: what cannot be compared is not equal
        return False
