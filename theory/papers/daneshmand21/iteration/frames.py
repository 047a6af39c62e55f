"""The step W H by definition, H = U diag(s) V^T and W = 3 V' diag(m) U^T: on numbers, and on rows of unknown length."""

from __future__ import annotations

from typing import Any

from theory.term import each, one_if, places, size, total


def mirror(n: Any, tilt: Any) -> Any:
    """Rows of the reflection I - 2 v v^T/|v|^2, v = (tilt, tilt + 1, ..): `setting.reflection`.

    >>> from sympy import Integer
    >>> mirror(2, Integer(1))
    ((3/5, -4/5), (-4/5, -3/5))
    """
    at = places(n)
    square = total(each(lambda i: (tilt + i) ** 2, at))
    return each(lambda i: each(lambda j: one_if(i == j) - 2 * (tilt + i) * (tilt + j) / square, at), at)


def stepped(m: Any, s: Any, n: Any, tilt: Any) -> Any:
    """W H, d rows of n entries: U and turn the d x d reflections of tilt and tilt + 2, V of that of tilt + 1."""
    at = places(size(s))
    U, V, turn = mirror(size(s), tilt), mirror(n, tilt + 1), mirror(size(s), tilt + 2)

    def summed(term: Any) -> Any:
        return total(each(term, at))

    def of_H(k: Any, j: Any) -> Any:
        return summed(lambda b: U[k][b] * s[b] * V[j][b])

    def of_WH(i: Any, j: Any) -> Any:
        return 3 * summed(lambda a: turn[i][a] * m[a] * summed(lambda k: U[k][a] * of_H(k, j)))

    return each(lambda i: each(lambda j: of_WH(i, j), places(n)), at)
