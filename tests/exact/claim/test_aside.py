"""What is printed is computed without what is remembered of numbers, and other caches keep what they hold."""

import sys
from collections.abc import Callable
from functools import cache, wraps
from types import ModuleType
from typing import Any

import pytest

from theory.exact.certify import at_each_precision
from theory.primitive import aside


def _untold(function: Callable[..., Any]) -> Callable[..., Any]:
    """A cache that does not tell how often it was asked."""
    kept = cache(function)

    @wraps(function)
    def call(*arguments: Any) -> Any:
        return kept(*arguments)

    call.cache_clear = kept.cache_clear  # type: ignore[attr-defined]
    return call


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Any:
    found = ModuleType("theory.of_this_test")
    monkeypatch.setitem(sys.modules, found.__name__, found)
    return found


@pytest.mark.parametrize("remembering", [cache, at_each_precision, _untold])
def test_set_aside(module: Any, remembering: Any) -> None:
    """A value from before is not met inside, one from inside not afterwards, also where it raises; others stay."""
    mode = "number"
    module.asked = remembering(lambda x: f"{mode} {x}")
    module.through = cache(lambda x: module.asked(x))
    module.other = cache(lambda x: x)
    module.through(1), module.other(1)
    runs = []

    def run() -> Any:
        runs.append(1)
        return module.through(1)

    mode = "name"
    assert aside(run) == "name 1"
    assert len(runs) > 1
    mode = "number"
    assert module.through(1) == module.asked(1) == "number 1"
    assert module.other.cache_info().currsize == 1

    def fails() -> Any:
        module.asked(2)
        raise RuntimeError("no form")

    mode = "name"
    with pytest.raises(RuntimeError, match="no form"):
        aside(fails)
    mode = "number"
    assert module.asked(2) == "number 2"
