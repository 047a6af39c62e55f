"""Fingerprints of statements: the same in other names and another order, different for whatever is said otherwise."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sympy import Rational, Symbol, sqrt

from theory import claims
from theory.batchnorm import batchnorm
from theory.domains import AFFINE, Batches, Given, Index, Integers, Preceded, Rationals, Values, composite
from theory.domains.matrices import Correlations
from theory.statement.fingerprint.domains import number, structure
from theory.statement.fingerprint.normal import Forms
from theory.statement.fingerprint.of_claim import Fingerprint, taken
from theory.statement.fingerprint.sources import Sources
from theory.term import Term, Vec, root, size, total, variable
from theory.words import At, Check

n, k, m, c = (Symbol(name) for name in "nkmc")
x, y, z = variable("x"), variable("y"), variable("z")


class Bare:
    """A claim's statement and nothing else; it is in no registry."""

    def __init__(self, left: Any = None, **fields: Any) -> None:
        self.relation, self.predicts, self.over = "=", n, ()
        self.quantified, self.witness, self.speaks_of, self.hypotheses = None, {}, (), ()
        self.left = self.tex = self.says = ""
        self.checks = [] if left is None else [Check("exact", "here", left, definition=left)]
        vars(self).update(fields)


def of(left: Any = None, **fields: Any) -> Fingerprint:
    return taken(Bare(left, **fields))  # type: ignore[arg-type]


def changed(claim: Any, **fields: Any) -> Fingerprint:
    """A claim of the suite, changed, without being made again."""
    other = copy.copy(claim)
    for name, value in fields.items():
        object.__setattr__(other, name, value)
    return taken(other)


NAMED = (
    "components.algebra.rc-idempotent", "nachum24.tree.difference", "nachum24.tree.limit-bound",
    "daneshmand21.mean-map.order-pairs", "morwani20.rates.tuned", "nachum24.outlier.absorption-width-one",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMED)
def test_whatever_changes_is_seen(name: str) -> None:
    """Another relation, any twin in the prediction's place, and no condition instead of one: all differ."""
    claim = claims()[name]
    own = taken(claim)
    others = [changed(claim, predicts=twin.predicts) for twin in claim.twins]
    others.append(changed(claim, relation="<" if claim.relation != "<" else "<="))
    if claim.quantified is not None and claim.quantified.where is not None:
        others.append(changed(claim, given=replace(claim.quantified, where=None)))
    assert own.sha256 not in {other.sha256 for other in others}
    assert changed(claim) == own


def entry(at: At) -> Any:
    return batchnorm(at.x)[at.i] * at.c


def renamed_entry(it: At) -> Any:
    """The same, in other names."""
    row = batchnorm(it.batch)
    return row[it.place] * it.factor


GIVEN = Given(
    {"x": Batches(), "i": Integers(0), "c": Rationals(above=0)}, lambda at: at["i"] < size(at["x"]), "i < n",
    {"n": lambda at: size(at["x"])},
)  # fmt: skip
RENAMED = Given(
    {"batch": Batches(up_to=AFFINE), "place": Integers(0, far=9), "factor": Rationals(above=0)},
    lambda instance: instance["place"] < size(instance["batch"]),
    "place < m",
    {"m": lambda instance: size(instance["batch"])},
)


def test_other_names() -> None:
    """Variables, letters, Python's names, how domains are listed and words are no part of a statement."""
    one = of(entry, quantified=GIVEN, predicts=c * n)
    other = of(renamed_entry, quantified=RENAMED, predicts=Symbol("factor") * m)
    assert (one.kind, one.sha256) == ("term", other.sha256)


def looped(at: At) -> Any:
    found = [e for e in at.x if e > 0]
    return len(found) * at.c


def looped_in_other_names(at: At) -> object:
    """A docstring."""
    positive: list[Any] = [value for value in at.batch if value > 0]
    return len(positive) * at.factor


def looped_otherwise(at: At) -> Any:
    found = [e for e in at.x if e >= 0]
    return len(found) * at.c


def test_sources() -> None:
    """A literal check that does not run on terms is known by its source; names that it binds do not count."""
    one = of(looped, quantified=GIVEN, predicts=c * n)
    assert one.kind == "source"
    assert one.sha256 == of(looped_in_other_names, quantified=RENAMED, predicts=Symbol("factor") * m).sha256
    assert one.sides != of(looped_otherwise, quantified=GIVEN, predicts=c * n).sides


def _helper(value: int) -> int:
    return value + 1


def _other_helper(value: int) -> int:
    return value + 2


def _same_helper(number: int) -> int:
    return number + 1


def _even(value: int) -> bool:
    return value == 0 or _odd(value - 1)


def _odd(value: int) -> bool:
    return value != 0 and _even(value - 1)


CALLS: list[tuple[Callable[..., Any], Callable[..., Any], bool]] = [
    (lambda at: _helper(at.n), lambda at: _same_helper(at.n), True),
    (lambda at: _helper(at.n), lambda at: _other_helper(at.n), False),
    (lambda at: _helper(at.n) - 2 * _other_helper(at.n), lambda at: _other_helper(at.n) - 2 * _helper(at.n), False),
    (lambda at: _even(at.n), lambda at: _odd(at.n), False),
    (lambda at: (at.n, at.k), lambda at: (at.k, at.n), False),
    (lambda at: at["n"], lambda at: at.n, True),
    (lambda at: (at.n and (at.k or at.n)), lambda at: ((at.n and at.k) or at.n), False),
    (lambda at: sqrt(at.n), lambda at: root(at.n), False),
    (lambda at: FEW[0] + at.n, lambda at: MORE[0] + at.n, False),
    (lambda at, few=(1, 2): few[at.n], lambda at, few=(1, 3): few[at.n], False),
    (lambda at, few=frozenset((1, 2)): at.n in few, lambda at, few=frozenset((1, 3)): at.n in few, False),
    (lambda at: LEAST(at.n), lambda at: MOST(at.n), False),
    (lambda at: at.n in LOW, lambda at: at.n in HIGH, False),
]  # fmt: skip
FEW, MORE = (1, 2), (1, Fraction(2))
LEAST, MOST = partial(max, 1), partial(max, 2)
LOW, HIGH = Integers(1), Integers(2)


@pytest.mark.parametrize(("one", "other", "same"), CALLS, ids=range(len(CALLS)))
def test_helpers(one: Any, other: Any, same: bool) -> None:
    """What a function calls counts by what it does, not by its name; where it is called counts, too."""
    assert (Sources({"n": "first", "k": "second"}).of(one) == Sources({"n": "first", "k": "second"}).of(other)) is same


EQUAL = [
    (x + y + z, z + (y + x), True),
    (2 * (x + y), 2 * y + x * 2, True),
    (x * y * z, z * (x * y), True),
    (x * x, x**2, True),
    (3 * x - x, x + x, True),
    (x - y, y - x, False),
    (x / y, y / x, False),
    (x * (y + z), x * y + x * z, False),
    (x / x, x * 0 + 1, False),
    (x < y, y > x, True),
    (x < y, x <= y, False),
    (x == y, y == x, True),
    ((x < y) & (y < z), (y < z) & (x < y), True),
    ((x < y) & (y < z), (y < z) | (x < y), False),
    (total(Vec.named("v", z)), total(Vec.named("w", z)), False),
    ((x, y), (y, x), False),
    (True, False, False),
]


@pytest.mark.parametrize(("one", "other", "same"), EQUAL, ids=range(len(EQUAL)))
def test_normal_form(one: Any, other: Any, same: bool) -> None:
    """Order and grouping do not count; what changes a value, or where there is one, does."""
    assert (Forms().of(one) == Forms().of(other)) is same


def test_shared_parts_are_looked_at_once() -> None:
    """A sum of two equal sums, a hundred times: a tree of 2^100 leaves."""
    found: Term = x + y * y
    for _ in range(100):
        found = found + found / (found + 1)
    assert Forms().of(found) == Forms().of(found)


def endless(at: At) -> Any:
    found = at.c
    while found != 0:
        found = found + 1
    return found


FEW = 2_000


def long(at: At) -> Any:
    found = at.c
    for _ in range(FEW):
        found = found * found + at.c
    return found


@pytest.mark.parametrize("left", [endless, long])
def test_given_up_by_a_count(left: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What branches without end, or is large, on terms is known by its source."""
    monkeypatch.setattr("theory.statement.fingerprint.of_claim.MOST_TERMS", FEW)
    assert of(left, quantified=Given({"c": Rationals()}), predicts=c).kind == "source"


def test_a_number_tells_of_nothing() -> None:
    """A left side that is computed to a number at once is known by its source: another one may have the same
    value; one without a check, by its words."""
    words = [of(says=says) for says in ("one", "another")]
    assert words[0].kind == "words"
    assert words[0].sha256 != words[1].sha256
    one, other = (of(left, predicts=Rational(2)) for left in (lambda at: 1 + 1, lambda at: 3 - 1))
    assert one.kind == "source"
    assert one.sha256 != other.sha256


FROM_TWO = Integers(2)


@composite("few of {d} from {least}", has=lambda row, d, least: len(row) in d and min(row) >= least)
def few_of(choose: Any, d: Any = FROM_TWO, least: int = 0) -> Any:
    return tuple(choose(least, 9) for _ in range(choose(d.least, d.least + 3)))


def test_domains() -> None:
    """The members count, not their list; ends that are not rational are decimals, and are told apart exactly."""
    same = [
        (Integers(2), Index(2, listed=(2, 4))), (Integers(2, far=9), Integers(2)), (Batches(up_to=AFFINE), Batches()),
        (Preceded(Integers(2), (7,)), Integers(2)), (Values(1, 2), Values(2, Rational(1))), (few_of(), few_of(least=0)),
    ]  # fmt: skip
    for one, other in same:
        assert structure(one) == structure(other), one
    differ = [
        Integers(2), Integers(3), Integers(2, 9), Rationals(), Rationals(least=2), Rationals(above=2), Values(2),
        Values("2"), Rationals(most=sqrt(2)), Rationals(most=sqrt(2) + Rational(1, 10**40)), Batches(),
        Batches(distinct=True), Batches(constant=True), Batches(Integers(3)), few_of(),
        few_of(Integers(3)), few_of(least=1), Correlations(), Correlations(full=True),
    ]  # fmt: skip
    assert len({structure(one)["digest"] for one in differ}) == len(differ)


def test_numbers() -> None:
    """A recorded number is exact, or a decimal next below."""
    assert [number(Rational(-2, 3)), number(7), number(n / 3, {"n": 2})] == ["-2/3", "7", "2/3"]
    below = Fraction(number(-sqrt(n), {"n": 2}))
    assert (below + Fraction(1, 10**30)) ** 2 < 2 < below**2
    with pytest.raises((ValueError, TypeError)):
        number(n)


def test_a_file_that_is_written_anew(tmp_path: Path) -> None:
    """A function's source is that of the file from which it was made."""
    found = []
    for step in (1, 2, 1):
        file = tmp_path / "mine.py"
        file.write_text(f"def helper(value):\n    return value + {step}\n\nfew = [lambda it: it - {step}]\n")
        scope: dict[str, Any] = {"__name__": "mine_anew"}
        exec(compile(file.read_text(), str(file), "exec"), scope)  # noqa: S102 - as an import does
        os.utime(file, (step * 1000 + len(found),) * 2)
        found.append((Sources().of(scope["helper"]), Sources().of(scope["few"][0])))
    assert found[0] == found[2]
    assert len({part for pair in found for part in pair}) == 4
