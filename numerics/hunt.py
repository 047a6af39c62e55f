"""Counterexamples: literal checks over the domains of a claim, small instances first, then any, then where it is tight.

Every instance is evaluated by the literal check alone, in exact or ball arithmetic; a find is shrunk to one that is
short to write and violates the claim as well.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count, islice
from typing import Any

import numpy as np
from sympy import Rational

from theory.claim import Check, Claim
from theory.claim.domains import Choose
from theory.claim.given import Given, Instance, weight
from theory.claim.instance import Tried, literals, tried

SMALL, DRAWN = 0.4, 0.7
"""Shares of the time after which small instances, and drawn ones, are over."""

SHRUNK = 2000
"""Instances that are tried to shrink a find."""


@dataclass
class Hunt:
    """What was tried of one claim: counts, sizes, the closest that the other side came, and what violates it."""

    claim: str
    small: int = 0
    drawn: int = 0
    steered: int = 0
    open: int = 0
    exhausted: bool = False
    sizes: set[tuple[int, ...]] = field(default_factory=set)
    closest: Tried | None = None
    found: Tried | None = None
    why_open: str = ""
    names: tuple[str, ...] = ()

    @property
    def tried(self) -> int:
        return self.small + self.drawn + self.steered


def hunt(claim: Claim, seconds: float, rng: np.random.Generator, stop: Callable[[], object] = bool) -> Hunt:
    """Look for an instance that violates a claim, for about so many seconds.

    Parameters
    ----------
    claim : one with `given` and a literal check, which holds as far as is known.
    stop : asked after each instance; what is true ends the hunt.

    Raises
    ------
    ValueError : a claim that has no domains or no literal check.
    """
    checks, given = literals(claim), claim.quantified
    if given is None or not checks:
        raise ValueError(f"{claim.id} has no {'domains' if given is None else 'literal check'}: nothing can be tried")
    record, start = Hunt(claim.id, names=tuple(given.domains)), time.perf_counter()
    choose: Choose = lambda low, high: int(rng.integers(low, high + 1))  # noqa: E731

    def spent() -> float:
        return (time.perf_counter() - start) / seconds if seconds > 0 else math.inf

    stages: tuple[tuple[str, Iterator[Instance | None], float], ...] = (
        ("small", given.small(), SMALL),
        ("drawn", (given.draw(choose) for _ in count()), DRAWN if claim.relation != "=" else 1.0),
        ("steered", _steered(given, record, choose), 1.0),
    )
    for stage, instances, until in stages:
        for instance in instances:
            if instance is not None and (found := _looked(claim, checks, instance, record, stage)):
                record.found = _shrunk(claim, checks, given, instance, found)
                return record
            if spent() >= until or stop():
                break
        else:
            record.exhausted |= stage == "small"
            if record.exhausted:
                return record
        if stop():
            break
    return record


def _looked(claim: Claim, checks: list[Check], instance: Instance, record: Hunt, stage: str) -> Tried | None:
    """Evaluate the claim at an instance and count it; what violates it."""
    setattr(record, stage, getattr(record, stage) + 1)
    assert claim.quantified is not None
    record.sizes.add(claim.quantified.sizes(instance))
    for check in checks:
        found = tried(claim, check, instance)
        if found.verdict == "violated":
            return found
        if found.verdict == "open":
            record.open, record.why_open = record.open + 1, found.why
        elif found.slack is not None and (record.closest is None or found.slack < (record.closest.slack or 0.0)):
            record.closest = found
    return None


def _steered(given: Given, record: Hunt, choose: Choose) -> Iterator[Instance | None]:
    """Beside the closest instance so far; drawn ones in between, so that it does not stay where it is."""
    while True:
        best = record.closest
        if best is None:
            yield given.draw(choose)
            continue
        at = {name: best.at[name] for name in given.domains}
        for other in given.near(at):
            yield other
            if record.closest is not best:
                break
        else:
            for _ in range(20):
                yield given.draw(choose)


def _shrunk(claim: Claim, checks: list[Check], given: Given, instance: Instance, found: Tried) -> Tried:
    """The shortest instance beside a find, step by step, that violates the claim as well."""
    left = SHRUNK
    while True:
        for other in islice(given.near(instance), left):
            left -= 1
            if weight(other) < weight(instance):
                again = [tried(claim, check, other) for check in checks]
                if violated := next((one for one in again if one.verdict == "violated"), None):
                    instance, found = other, violated
                    break
        else:
            return found


SUITE = ("from theory import claims", "claims()")
"""How a program gets the suite's claims: what it imports, and what it calls."""


def reproduction(claim: Claim, found: Tried, had: tuple[str, str] = SUITE) -> str:
    """A program that shows the statement false at one instance; `had` is how it gets the claim."""
    assert claim.quantified is not None
    values = {name: _spelled(found.at[name]) for name in claim.quantified.domains}
    return "\n".join(
        [
            f'"""{claim.id} is violated: {found.why}."""',
            "",
            "from fractions import Fraction",
            "",
            "from sympy import Rational",
            "",
            had[0],
            "from theory.claim.instance import literals, tried",
            "",
            f"claim = {had[1]}[{claim.id!r}]",
            "instance = {" + ", ".join(f"{name!r}: {value}" for name, value in values.items()) + "}",
            "for check in literals(claim):",
            "    print(tried(claim, check, instance))",
            "",
        ]
    )


LONG = 118
"""Characters of a line: instances that are longer to write are not kept."""


def kept(found: Iterable[Hunt]) -> str:
    """A module that makes the closest instance of each hunt a case of the claim's literal checks."""
    lines = [
        '"""Instances at which claims came closest to failing: cases of their checks (`bninit hunt --keep`)."""',
        "",
        "from fractions import Fraction",
        "",
        "from sympy import Rational",
        "",
        "from theory.claim.literal.strongest import strongest",
        "",
    ]
    for record in sorted(found, key=lambda record: record.claim):
        if record.closest is None or record.found:
            continue
        values = {name: record.closest.at[name] for name in record.names}
        spelled = ", ".join(f'"{name}": {_spelled(value)}' for name, value in values.items())
        line = f'strongest("{record.claim}", {{{spelled}}})'
        if values and len(line) <= LONG and all(map(_writable, values.values())):
            lines.append(line)
    return "\n".join([*lines, ""])


def _writable(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(_writable, value))
    return isinstance(value, int | str | Fraction | Rational) and not isinstance(value, bool)


def _spelled(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_spelled, value))}{',' * (len(value) == 1)})"
    if hasattr(value, "q"):
        return f"Rational({value.p}, {value.q})"
    return repr(value)
