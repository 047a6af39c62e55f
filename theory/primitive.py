"""Primitives of the theory that can be replaced for a run: does a check notice that a component is another one?

A primitive is called through a table. `replaced("rc")` puts another function into it, such as the identity for
recentring; what was remembered of earlier calls (`functools.cache` anywhere in `theory`) is forgotten before and after.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from types import ModuleType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

COMPONENTS = {
    "rc": "recentring, the identity instead",
    "rs": "rescaling, the identity instead",
    "nl": "ReLU or another activation, slope 1/10 below zero instead",
    "ln": "centring over neurons, none instead",
    "rms": "rescaling over neurons, the identity instead",
    "gn": "groups of neurons, one group instead",
    "ws": "standardised weights, the weights as drawn instead",
    "affine": "gain and shift after a normalisation, none instead",
    "divisor": "division by n in the variance, by n - 1 instead",
    "split": "the split at the mean of a batch, at its median instead",
    "order": "recentring before the activation, after it instead",
    "law": "the law of the weights, a skewed one of the same mean and variance instead",
    "skip": "the skip connection, none instead",
}
"""What a claim can speak of, and what is put in its place."""


@dataclass
class _Slot:
    component: str
    instead: Callable[..., Any]
    active: bool = False
    calls: int = 0


_SLOTS: list[_Slot] = []


def primitive(component: str, instead: Callable[..., Any]) -> Callable[[F], F]:
    """Make a function replaceable by `instead`, which takes the same arguments.

    Raises
    ------
    KeyError : no such component.
    """
    COMPONENTS[component]

    def make(function: F) -> F:
        slot = _Slot(component, instead)
        _SLOTS.append(slot)

        @wraps(function)
        def call(*args: Any, **options: Any) -> Any:
            if slot.active:
                slot.calls += 1
                return instead(*args, **options)
            return function(*args, **options)

        return call  # type: ignore[return-value]

    return make


@contextmanager
def replaced(component: str) -> Iterator[Callable[[], int]]:
    """With other primitives in a component's place; gives how often they have been called.

    >>> from theory.batchnorm import recentre
    >>> with replaced("rc") as calls:
    ...     recentre([0, 1, 5]), calls()
    ((0, 1, 5), 1)
    >>> recentre([0, 1, 5])
    (-2, -1, 3)
    """
    slots = [slot for slot in _SLOTS if slot.component == component]
    forget()
    for slot in slots:
        slot.active, slot.calls = True, 0
    try:
        yield lambda: sum(slot.calls for slot in slots)
    finally:
        for slot in slots:
            slot.active = False
        forget()


def forget() -> None:
    """Empty the caches of `theory`, and of modules that use it: values of another primitive may be in them."""
    for cache in caches():
        cache.clear()


def aside(run: Callable[[], T]) -> T:
    """What `run()` gives if nothing is remembered of before; and nothing that it remembers is kept.

    Only the caches that it asks are emptied: if one of them has held anything, it is run again.
    """
    asked = {cache for cache in caches() if cache.state is None}
    known = False
    while True:
        for cache in asked:
            cache.clear()
        before = {cache: cache.told() for cache in caches()}
        try:
            found = run()
        finally:
            new = {cache for cache in caches() if cache.told() != before.get(cache)} - asked
            known = any(before[cache][1] for cache in new if cache in before)
            asked |= new
            for cache in asked:
                cache.clear()
        if not known:
            return found


@dataclass(frozen=True)
class Cache:
    """What empties a cache, and what tells (how often it was asked, how much it holds), where that is known."""

    clear: Callable[[], None]
    state: Callable[[], tuple[int, int]] | None

    def told(self) -> tuple[int, int]:
        return (0, 0) if self.state is None else self.state()


_CACHES: dict[str, tuple[ModuleType, dict[int, Cache]]] = {}
"""By a module's name: the module, and its caches."""

_EACH_ONCE: dict[int, Cache] = {}


def caches() -> Collection[Cache]:
    """Each cache. A module is looked through once; a process that is forked afterwards has it done."""
    new = {
        name: module
        for name, module in list(sys.modules.items())
        if name not in _CACHES or _CACHES[name][0] is not module
    }
    for name, module in new.items():
        _CACHES[name] = module, dict(_caches_of(name, module))
    if new:
        _EACH_ONCE.clear()
        for _, found in _CACHES.values():
            _EACH_ONCE.update(found)
    return _EACH_ONCE.values()


def _caches_of(name: str, module: ModuleType) -> Iterator[tuple[int, Cache]]:
    if name.split(".")[0] in ("theory", "numerics") or "Claim" in getattr(module, "__dict__", {}):
        for value in list(vars(module).values()):
            for held in (value, *vars(value).values()) if isinstance(value, type) else (value,):
                clear = getattr(held, "cache_clear", None)
                if callable(clear):
                    yield id(held), Cache(clear, _state_of(held))


def _state_of(held: Any) -> Callable[[], tuple[int, int]] | None:
    """Of a cache of `functools`, in what wraps it, or of one that tells by itself."""
    while held is not None:
        if (own := getattr(held, "cache_state", None)) is not None:
            return own  # type: ignore[no-any-return]
        if (info := getattr(held, "cache_info", None)) is not None:
            return lambda: (info().hits + info().misses, info().currsize)
        held = getattr(held, "__wrapped__", None)
    return None
