"""Checks made of pairs, for the tests of their judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from theory.claim.judge import judge
from theory.exact.certify import precision
from theory.notation import n
from theory.words import Check, Evidence, Verdict

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED


def judged(
    run: Callable[[Any], Any], kind: Any = "exact", predicted: Any = n, relation: Any = "=", **options: Any
) -> Evidence:
    """The evidence of one check."""
    return judge(Check(kind, "all", run, relation=relation), predicted, **options)


def of(*pairs: tuple[Any, Any]) -> Callable[[Any], Iterator[Any]]:
    """A check that compares these pairs."""
    held = SimpleNamespace(pairs=pairs)  # balls that a function has from outside are refused
    return lambda predicted: iter([(f"pair {i}", a, b) for i, (a, b) in enumerate(held.pairs)])


def constants(a: Any, b: Any, digits: int | None) -> Callable[[Any], Iterator[Any]]:
    """Both enclosed at a precision of the check's own, or at the one that it finds."""

    def run(predicted: Any) -> Iterator[Any]:
        if digits is None:
            yield "here", a(), b()
            return
        with precision(digits):
            yield "here", a(), b()

    return run
