"""Whether a condition is an identity of the field: it holds for all numbers, whatever the claim is about."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from typing import Any

from theory.term import Cond, Term
from theory.term.scalar import folded

PRIME = 2**127 - 1
"""Two rational functions of degree at most D that differ agree at a point with probability D/PRIME."""


def is_identity(condition: Cond) -> bool:
    """Whether it says that rational functions of its variables are equal which are, at a point modulo a prime.

    >>> from theory.term import variable
    >>> x, y = variable("x"), variable("y")
    >>> is_identity((x + y) * (x - y) == x * x - y * y), is_identity(x * y == y), is_identity(abs(x) == abs(x))
    (True, False, False)
    """
    try:
        return bool(folded(condition, _at_a_point))
    except (_OtherError, ZeroDivisionError, ValueError):  # of a divisor that is 0 there
        return False


class _OtherError(Exception):
    """Something else than equations between sums, products and quotients of variables and numbers."""


def _at_a_point(part: Term | Cond, values: list[Any]) -> int:
    """A number modulo the prime; of equations, and of several, whether they hold."""
    if part.op == "const":
        number: Fraction = part.args[0]
        return number.numerator * pow(number.denominator, -1, PRIME) % PRIME
    if part.op == "var":
        return int.from_bytes(sha256(str(part.args[0]).encode()).digest()) % PRIME
    if part.op == "and":
        return all(values)
    if part.op not in ("=", "+", "*", "/"):
        raise _OtherError
    a, b = values
    if part.op == "=":
        return bool(a == b)
    return int(a + b if part.op == "+" else a * (b if part.op == "*" else pow(b, -1, PRIME))) % PRIME
