"""Claims that people get wrong, judged through the public interface: no false one holds, no true one is refuted."""

from __future__ import annotations

import secrets

import pytest

from tests.adversarial.fuzz import claims, told
from tests.adversarial.making import Answer, Trap, answer, wrong
from tests.adversarial.rooms import TRAPS

EVERY = [pytest.param(trap, id=trap.name, marks=[pytest.mark.slow] * (i % 5 > 0)) for i, trap in enumerate(TRAPS)]
"""One of five is quick: 60 ms each, and there are hundreds."""


@pytest.mark.parametrize("trap", EVERY)
def test_answer(trap: Trap) -> None:
    """No false claim holds further than its instances, no true one is refuted."""
    assert not wrong(trap, answer(trap))


@pytest.mark.slow
def test_random_claims() -> None:
    """Of forty random claims none is judged wrongly; a failure prints the seed, which makes them again."""
    found = [(trap, answer(trap)) for trap in claims(secrets.randbelow(2**32), 40)]
    assert not [f"{bad}: {told(*pair)}" for pair in found if (bad := wrong(*pair))]


def test_enough() -> None:
    """There are 150 claims at least, and about as many true ones as false."""
    share = sum(trap.is_true for trap in TRAPS) / len(TRAPS)
    assert len(TRAPS) >= 150
    assert abs(share - 1 / 2) < 1 / 10


def test_what_is_wrong() -> None:
    """A false claim is wrong where it holds, or holds beyond its instances; a true one where it is refuted."""
    free = {"relation": "=", "predicts": 0, "given": None, "run": print, "options": {}}
    false, listed = Trap("f", False, **free), Trap("c", False, cases=True, **free)
    true, unearned = Trap("t", True, **free), Trap("u", True, unearned=True, **free)
    holds, refuted, stated = Answer("holds", "cases"), Answer("refuted", "cases"), Answer("holds", "stated")
    assert [bool(wrong(false, one)) for one in (holds, refuted, stated)] == [True, False, True]
    assert [bool(wrong(listed, one)) for one in (holds, refuted, stated)] == [False, False, True]
    assert [bool(wrong(true, one)) for one in (holds, refuted, stated)] == [False, True, False]
    assert [bool(wrong(unearned, one)) for one in (holds, refuted, stated)] == [False, True, True]
