"""Whether a condition is an identity of the field: it holds for all numbers, whatever the claim is about."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256

from theory.term import Cond, Term

PRIME = 2**127 - 1
"""Two rational functions of degree at most D that differ agree at a point with probability D/PRIME."""


def is_identity(condition: Cond) -> bool:
    """Whether it says that rational functions of its variables are equal which are, at a point modulo a prime.

    >>> from theory.term import variable
    >>> x, y = variable("x"), variable("y")
    >>> is_identity((x + y) * (x - y) == x * x - y * y), is_identity(x * y == y), is_identity(abs(x) == abs(x))
    (True, False, False)
    """
    known: dict[int, int] = {}
    try:
        return all(
            part.op == "=" and _value(part.args[0], known) == _value(part.args[1], known) for part in _parts(condition)
        )
    except (_OtherError, ZeroDivisionError, ValueError):  # of a divisor that is 0 there
        return False


class _OtherError(Exception):
    """Something else than variables, numbers and their sums, products and quotients."""


def _parts(condition: Cond) -> Iterator[Cond]:
    if condition.op == "and":
        for part in condition.args:
            yield from _parts(part)
    else:
        yield condition


def _value(term: Term, known: dict[int, int]) -> int:
    if id(term) not in known:
        known[id(term)] = _computed(term, known)
    return known[id(term)]


def _computed(term: Term, known: dict[int, int]) -> int:
    if term.op == "const":
        value: Fraction = term.args[0]
        return value.numerator * pow(value.denominator, -1, PRIME) % PRIME
    if term.op == "var":
        return int.from_bytes(sha256(str(term.args[0]).encode()).digest()) % PRIME
    if term.op not in ("+", "*", "/"):
        raise _OtherError
    a, b = (_value(part, known) for part in term.args)
    return (a + b if term.op == "+" else a * (b if term.op == "*" else pow(b, -1, PRIME))) % PRIME
