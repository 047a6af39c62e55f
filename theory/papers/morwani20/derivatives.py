"""The mean loss through BN by its definition, and its derivatives: RC and RS are run on power series."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeVar

from sympy import Expr, Integer

from theory.batchnorm import batchnorm
from theory.papers.morwani20.data import Data
from theory.term import Series, Term, Vec, each, total

F = TypeVar("F", bound=Callable[..., Any])


def _unknown(value: Any) -> bool:
    return isinstance(value, Term | Vec) or (isinstance(value, tuple) and any(map(_unknown, value)))


def remembered(function: F) -> F:
    """`functools.cache` for numbers; terms are not kept, as it depends on the path whether two are equal."""
    kept = cache(function)

    @wraps(function)
    def call(*args: Any) -> Any:
        return function(*args) if _unknown(args) else kept(*args)

    call.cache_clear = kept.cache_clear  # type: ignore[attr-defined]
    return call  # type: ignore[return-value]


def loss(data: Data, gamma: Any, w: Any) -> Expr:
    """(1/2n) sum (y - gamma BN(x.w))^2, BN over the data."""
    return total(each(lambda y, z: (y - gamma * z) ** 2, data.y, batchnorm(data.row(w)))) / (2 * data.n)


@remembered
def jet(start: Any, towards: Any) -> tuple[Any, Any, Any]:
    """BN(x + t h), its first and its second derivative by t at t = 0, entry by entry."""
    path = batchnorm(each(lambda a, b: Series(a, b, Integer(0)), start, towards))
    return each(lambda z: z[0], path), each(lambda z: z[1], path), each(lambda z: 2 * z[2], path)


@remembered
def along_rows(data: Data, gamma: Any, x: Any, h: Any) -> tuple[Any, ...]:
    """Derivatives of the loss at (gamma, x) by gamma, along h, and twice: (gamma gamma), (gamma h), (h h).

    From those of z = BN(x + t h), by the chain rule for the mean of (y - gamma z)^2/2.
    """

    def mean(part: Callable[..., Any]) -> Any:
        found = total(each(part, data.y, *jet(x, h))) / data.n
        return found if isinstance(found, Term) else found.expand()

    return (
        mean(lambda y, z, dz, ddz: (gamma * z - y) * z),
        mean(lambda y, z, dz, ddz: (gamma * z - y) * gamma * dz),
        mean(lambda y, z, dz, ddz: z * z),
        mean(lambda y, z, dz, ddz: z * gamma * dz + (gamma * z - y) * dz),
        mean(lambda y, z, dz, ddz: (gamma * dz) ** 2 + (gamma * z - y) * gamma * ddz),
    )


def along(data: Data, gamma: Any, w: Any, v: Any) -> tuple[Any, ...]:
    """Derivatives of the loss at (gamma, w): `along_rows` for a direction v of w."""
    return along_rows(data, gamma, data.row(w), data.row(v))


def slope(data: Data, gamma: Any, w: Any) -> Any:
    """The gradient of the loss in w, entry by entry: w_k moves x.w by the k-th coordinates of the data."""
    x = data.row(w)
    return each(lambda row: along_rows(data, gamma, x, row)[1], data.A)
