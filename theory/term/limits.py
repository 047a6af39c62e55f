"""Limits along an index: what holds from some index on, however small a number is; and numbers that are limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from theory.term.scalar import TRUE, Cond, Term, constant, folded, nested, variable

EPSILON = variable("e_0")
"""Any positive number, in what is said of limits."""

ARCHIMEDEAN = Cond("archimedean")
"""Every number is below some natural number; without that 1/n does not tend to 0."""


def mentions(part: Term | Cond, index: Term) -> bool:
    """Whether a variable is in a term or a condition."""
    return bool(folded(part, lambda one, inner: one is index or any(inner)))


def eventually(index: Term, holds: Cond, known: Cond = TRUE) -> Cond:
    """For every e > 0 there is an m such that a condition on e and an index holds at all m and beyond.

    Parameters
    ----------
    index : a variable, which is bound. holds : in `EPSILON` and the index. known : what is assumed of an index.

    >>> k = variable("k", "nat")
    >>> eventually(k, abs(1 / (k + 1)) <= EPSILON)
    eventually(e_0: k: true: abs((1 / (k + 1))) <= e_0)
    """
    return Cond("eventually", EPSILON, index, known, holds)


def limit_of(sequence: Callable[[Term], Any]) -> Term:
    """The number to which a sequence tends along 0, 1, 2, ..: in a statement whichever number it tends to.

    An ordered field may have no such number; of a sequence that has none, nothing is said.

    >>> limit_of(lambda k: 1 + 1 / (k + 1))
    limit(l_0: ((1 / (l_0 + 1)) + 1))
    """
    index = variable("l_0", "nat")
    found = constant(sequence(index))
    if nested(found, "limit"):
        raise TypeError("a limit of limits: none is written")
    return Term("limit", index, found)


def is_limit(limit: Term, number: Term) -> Cond:
    """That the sequence of a `limit_of` tends to a number."""
    index, member = limit.args
    return eventually(index, abs(member - number) <= EPSILON)
