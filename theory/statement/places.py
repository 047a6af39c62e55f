"""That rows have the entries that are asked for: what follows from what is known of their lengths, and what is to show.

A statement in general is of rows of unknown lengths. That an entry is there, that rows which are gone through together
are of one length, and that a row of which the greatest entry is taken has one, are side conditions, as that no divisor
is 0. Most follow from what a domain says of lengths, and then nothing is left of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from theory.statement.predicted import NotExpressibleError
from theory.term import Cond, Term, constant
from theory.term.limits import mentions
from theory.term.scalar import FALSE, condition

MOST_STEPS = 4
"""Inequalities that are added up to show one."""

ONE = "1"
Sum = Counter[Any]
"""A sum of natural numbers: how often it has each, by what these are, and how often 1."""


def left(needs: Iterable[Cond], hypotheses: Sequence[Cond], assumed: Sequence[Cond]) -> Iterator[Cond]:
    """What is needed along a path and does not follow from the hypotheses and what is assumed along it.

    Raises
    ------
    NotExpressibleError
        for an entry that rows do not have of the least length that the hypotheses allow, where nothing that is assumed
        along the path speaks of it.

    >>> from theory.term import constant, variable
    >>> n = variable("n", "nat")
    >>> list(left([constant(1) < n, constant(2) < n], [n >= 2], [n != 2]))
    [2 < n]
    >>> list(left([constant(2) < n], [n >= 2], []))
    Traceback (most recent call last):
    theory.statement.predicted.NotExpressibleError: a row has to have an entry at 2, and may have but 2 entries
    """
    for need in needs:
        asked, facts = need, [*hypotheses, *assumed]
        while asked.op == "every":
            facts.append(condition("<", *asked.args[:2]))
            asked = asked.args[2]
        if not _of_lengths(asked):
            yield need
            continue
        lengths = _Lengths(facts)
        if not lengths.follows(asked):
            _refuse(need, lengths, assumed)
            yield need


def _refuse(need: Cond, lengths: _Lengths, assumed: Sequence[Cond]) -> None:
    if need is FALSE:
        if not assumed:
            raise NotExpressibleError(
                "a row has to have an entry beyond its last one, or to be as long as a longer one"
            )
        return
    place, n = need.args[:2]
    if need.op == "<" and place.op == "const" and not any(mentions(one, n) for one in assumed):
        least = lengths.least(lengths.sum(n))
        raise NotExpressibleError(f"a row has to have an entry at {place}, and may have but {least} entries")


def _of_lengths(need: Cond) -> bool:
    """Whether it is of natural numbers by their form; only of roots is it asked that a number is 0 or more."""
    if need is FALSE:
        return True
    if need.op not in ("<", "<=", "=") or not all(map(_is_natural, need.args)):
        return False
    return need.op != "<=" or need.args[0].op != "const" or need.args[0].args[0] != 0


def _is_natural(term: Term) -> bool:
    if term.op in ("+", "*"):
        return all(map(_is_natural, term.args))
    if term.op == "const":
        return bool(term.args[0].denominator == 1 and term.args[0] >= 0)
    return term.op == "index" or (term.op == "var" and term.args[1] == "nat")


def _not_empty(fact: Cond) -> Iterator[Cond]:
    """What a fact says of a number of places: there is one where a condition holds, or a sum over them is not 0."""
    if fact.op == "some":
        yield constant(0) < fact.args[1]
    elif fact.op in ("<", "!="):
        a, b = fact.args
        for zero, found in ((a, b), (b, a))[: 2 if fact.op == "!=" else 1]:
            if zero is constant(0) and found.op == "sum":
                yield constant(0) < found.args[1]


class _Lengths:
    """What is known of natural numbers: those that are sums of others, and sums that are not negative."""

    def __init__(self, facts: Iterable[Cond]) -> None:
        self.equal: dict[Any, Sum] = {}
        self.positive: list[Sum] = []
        parts = (part for one in facts for part in (one.args if one.op == "and" else (one,)))
        told = (one for part in parts for one in (part, *_not_empty(part)))
        between = [one for one in told if one is not FALSE and _of_lengths(one)]
        for fact in sorted(between, key=lambda one: one.op != "="):
            a, b = map(self.sum, fact.args)
            if fact.op == "=":
                self._join(a, b)
            else:
                self.positive.append(_difference(b, a, 1 if fact.op == "<" else 0))

    def _join(self, a: Sum, b: Sum) -> None:
        for one, other in ((a, b), (b, a)):
            (name, times), *more = [*one.items(), (ONE, 0)]
            if times == 1 and more == [(ONE, 0)] and name != ONE and not other[name]:
                self.equal = {known: _put(of, name, other) for known, of in self.equal.items()} | {name: other}
                return

    def sum(self, term: Term) -> Sum:
        if term.op == "const":
            return Sum({ONE: int(term.args[0])} if term.args[0] else {})
        if term.op == "+":
            return self.sum(term.args[0]) + self.sum(term.args[1])
        if term.op == "*" and term.args[0].op == "const":
            return Sum({name: times * int(term.args[0].args[0]) for name, times in self.sum(term.args[1]).items()})
        return self.equal.get(id(term), Sum({id(term): 1}))

    def follows(self, need: Cond) -> bool:
        if need is FALSE:
            return False
        a, b = map(self.sum, need.args)
        if need.op == "=":
            return a == b
        return self._not_negative(_difference(b, a, 1 if need.op == "<" else 0), MOST_STEPS)

    def _not_negative(self, found: Sum, steps: int) -> bool:
        """Whether a sum, or what is left of it without sums that are not negative, has no negative part."""
        negative = {name for name, times in found.items() if times < 0 and name != ONE}
        if not negative:
            return self.least(found) >= 0
        return steps > 0 and any(
            self._not_negative(_difference(found, known), steps - 1)
            for known in self.positive
            if any(known[name] < 0 for name in negative)
        )

    def least(self, found: Sum) -> int:
        """A number that a sum reaches, without negative parts but of 1."""
        return sum(times * (1 if name == ONE else self._end(name)) for name, times in found.items())

    def _end(self, name: Any) -> int:
        ends = [-known[ONE] for known in self.positive if {*known} <= {name, ONE} and known[name] == 1]
        return max([0, *ends])


def _difference(a: Sum, b: Sum, less: int = 0) -> Sum:
    found = Sum(a)
    found.subtract(b)
    found[ONE] -= less
    return Sum({name: times for name, times in found.items() if times})


def _put(found: Sum, name: Any, other: Sum) -> Sum:
    rest = Sum(found)
    many = rest.pop(name, 0)
    for one, times in other.items():
        rest[one] += many * times
    return rest
