"""Running a function of terms along all of its paths: a condition that decides a branch is assumed, then denied."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

Condition = Any
"""A `Cond`, of which paths know that it is one object, and its negation."""


class NoValueError(ValueError):
    """The function has no value there, as the rescaling of zeros."""


MOST_PATHS = 4096
"""A function that branches more often is not followed."""

MOST_TURNS = 1000
"""Nor is one that decides more conditions along a path, as a loop does that ends with some number."""


NoValue: tuple[type[Exception], ...] = (ArithmeticError, NoValueError)
"""What a function raises that has no value along a path; all else is not a result of it."""


class TooManyPathsError(Exception):
    """The function branches too often, otherwise at each run, or on terms outside `explored`."""


Turns = tuple[tuple[Condition, bool], ...]


@dataclass
class _Path:
    prefix: Turns
    taken: list[tuple[Condition, bool]] = field(default_factory=list)
    needs: list[Condition] = field(default_factory=list)

    def decide(self, condition: Condition) -> bool:
        for known, value in self.taken:
            if known is condition:
                return value
            if known is condition.negation:
                return not value
        place = len(self.taken)
        if place == MOST_TURNS:
            raise TooManyPathsError(f"a path decides more than {MOST_TURNS:,} conditions")
        before, value = self.prefix[place] if place < len(self.prefix) else (condition, True)
        if before is not condition:  # it remembers earlier runs, as a cache does
            raise TooManyPathsError(f"a run asks {condition} where another one asked {before}")
        self.taken.append((condition, value))
        return value


_CURRENT: ContextVar[_Path | None] = ContextVar("path", default=None)


def decided(condition: Condition) -> bool:
    """Which way the path that is being followed goes."""
    path = _CURRENT.get()
    if path is None:
        raise TooManyPathsError("a condition on terms is neither true nor false: run the function in `explored`")
    return path.decide(condition)


def needed(condition: Condition) -> None:
    """What has to hold for the result to have a value, such as that a divisor is not 0."""
    path = _CURRENT.get()
    if path is not None and condition not in path.needs:
        path.needs.append(condition)


@contextmanager
def needs_taken() -> Iterator[list[Condition]]:
    """What is needed within goes to a list, and not to the path."""
    path, found = _CURRENT.get(), list[Condition]()
    if path is None:
        yield found
        return
    outer, path.needs = path.needs, found
    try:
        yield found
    finally:
        path.needs = outer


@contextmanager
def needed_for_all(bind: Callable[[Condition], Condition]) -> Iterator[None]:
    """What is needed within is needed for all that `bind` quantifies over."""
    with needs_taken() as found:
        yield
    for condition in found:
        needed(bind(condition))


@dataclass(frozen=True)
class Outcome:
    """One path: the conditions that hold along it, what the function gives or raises there, and what that needs."""

    conditions: tuple[Condition, ...]
    value: Any = None
    error: Exception | None = None
    needs: tuple[Condition, ...] = ()


def explored(function: Callable[[], Any], most: int = MOST_PATHS) -> Iterator[Outcome]:
    """All paths of a function, one after the other; some of them no number can take.

    Raises
    ------
    TooManyPathsError
        after `most` paths.

    >>> from theory.term.scalar import variable
    >>> x = variable("x")
    >>> [(str(path.conditions[0]), path.value) for path in explored(lambda: 1 if x > 0 else 0)]
    [('0 < x', 1), ('x <= 0', 0)]
    """
    prefix: Turns | None = ()
    for _ in range(most):
        if prefix is None:
            return
        path = _Path(prefix)
        with _following(path):
            try:
                value, error = function(), None
            except NoValue as raised:
                value, error = None, raised
        if len(path.taken) < len(prefix):
            raise TooManyPathsError("a run asks less than another one asked: it remembers that one, as a cache does")
        yield Outcome(tuple(c if way else c.negation for c, way in path.taken), value, error, tuple(path.needs))
        prefix = _next(path.taken)
    if prefix is not None:
        raise TooManyPathsError(f"there are more than {most:,} paths")


@contextmanager
def _following(path: _Path) -> Iterator[None]:
    token = _CURRENT.set(path)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def _next(turns: list[tuple[Condition, bool]]) -> Turns | None:
    """The last condition that was assumed is denied; None after the last path."""
    while turns and not turns[-1][1]:
        turns.pop()
    return (*turns[:-1], (turns[-1][0], False)) if turns else None
