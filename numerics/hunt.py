"""Counterexamples: literal checks over the domains of a claim, small instances first, then any, then where it is tight.

Every instance is evaluated by the literal check alone, in exact or ball arithmetic; a find is shrunk to one that is
short to write and violates the claim as well.
"""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count, islice
from typing import Any

import numpy as np
from sympy import Rational

from theory.claim import Check, Claim
from theory.claim.instance import Tried, literals, tried
from theory.domains.given import Given, Instance, weight
from theory.domains.numbers import Choose

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
    slow: int = 0
    exhausted: bool = False
    gave_up: bool = False
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
    if not seconds >= 0:
        raise ValueError(f"{seconds} seconds: a hunt takes a number of seconds from 0")
    record, start = Hunt(claim.id, names=tuple(given.domains)), time.perf_counter()
    choose: Choose = lambda low, high: int(rng.integers(low, high + 1))  # noqa: E731

    def spent() -> float:
        return (time.perf_counter() - start) / seconds if seconds > 0 else math.inf

    walk, sizes = given.small(), _Sizes(given, seconds)
    stages: tuple[tuple[str, Iterator[Instance | None], float], ...] = (
        ("small", walk, SMALL),
        ("drawn", (given.draw(choose) for _ in count()), DRAWN if claim.relation != "=" else 1.0),
        ("steered", _steered(given, record, choose), 1.0),
    )
    for stage, instances, until in stages:
        for instance in instances:
            if instance is not None and (stage == "small" or sizes.admit(instance)):
                with sizes.timed(instance, record):
                    found = _looked(claim, checks, instance, record, stage)
                    if found:
                        record.found = found
                if record.found:
                    record.found = _shrunk(claim, checks, given, instance, record.found, spent)
                    return record
            if spent() >= until or stop():
                break
        record.gave_up |= walk.gave_up
        record.exhausted |= walk.complete
        if record.exhausted or stop():
            break
    return record


START, SHARE = 12, 200
"""Drawn instances have at most that size, until those near the greatest one take less than a share of the time."""


class TooSlowError(BaseException):
    """An instance takes longer than a hunt has for it; no check catches it."""


class _Sizes:
    """How large instances may be, and how long each may take: the work may grow with sizes as fast as it likes."""

    def __init__(self, given: Given, seconds: float) -> None:
        self.given, self.seconds, self.most, self.over = given, seconds, float(START), False
        self.own = threading.current_thread() is threading.main_thread()
        self.first = True

    def _size(self, instance: Instance) -> int:
        return max((abs(size) for size in self.given.sizes(instance)), default=0)

    def admit(self, instance: Instance) -> bool:
        if self.first:  # the least size may be greater
            self.first, self.most = False, max(self.most, *(2 * self._size(at) for at in self.given.some(1)))
        return self._size(instance) <= self.most

    @contextmanager
    def timed(self, instance: Instance, record: Hunt) -> Iterator[None]:
        """Ends an evaluation that takes too long, and learns from what it takes."""
        start, size = time.perf_counter(), self._size(instance)
        limit = max(1.0, self.seconds / 5)
        before = signal.signal(signal.SIGALRM, _late) if self.own else None
        try:
            if self.own:
                signal.setitimer(signal.ITIMER_REAL, limit)
            yield
        except TooSlowError:
            record.slow, self.over, self.most = record.slow + 1, True, min(self.most, max(size - 1, 1))
            record.open, record.why_open = record.open + 1, f"an instance of size {size} took over {limit:g} s"
        finally:
            if self.own:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
        quick = time.perf_counter() - start < self.seconds / SHARE
        if quick and not self.over and 2 * self.most <= 3 * size <= 3 * self.most:
            self.most += max(self.most / 4, 1.0)


def _late(*_: object) -> None:
    raise TooSlowError


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


def _shrunk(
    claim: Claim, checks: list[Check], given: Given, instance: Instance, found: Tried, spent: Callable[[], float]
) -> Tried:
    """The shortest instance beside a find, step by step, that violates the claim as well; for as long as was hunted."""
    left, until = SHRUNK, 1.0 + spent()
    while True:
        for other in islice(given.near(instance), left):
            if spent() > until:
                return found
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
