"""The mean loss through BN by its definition, J = E(y - gamma BN(x.w))^2/2, and its derivatives.

BN is run on power series.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeVar

from sympy import Expr, Integer, sympify

from theory.batchnorm import batchnorm
from theory.papers.morwani20.data import Data, Known
from theory.term import Series, Term, Vec, each, size, total
from theory.term.named import named

F = TypeVar("F", bound=Callable[..., Any])
LOSS = Known("J(g, w) = E(y - g BN(<x, w>))^2/2", lambda shape: shape)


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


def loss(gamma: Any, w: Any, data: Data) -> Expr:
    """J: (1/2n) sum (y - gamma BN(x.w))^2, BN over the data."""
    return total(each(lambda y, z: (y - gamma * z) ** 2, data.y, batchnorm(data.row(w)))) / (2 * data.n)


def least_loss(data: Data) -> Any:
    """E(y - x.u)^2/2, that of plain least squares at its solution."""
    return total(each(lambda y, p: (y - p) ** 2, data.y, data.row(data.u))) / (2 * data.n)


@remembered
def jet(start: Any, towards: Any) -> tuple[Any, Any, Any]:
    """BN(x + t h), its first and its second derivative by t at t = 0, entry by entry."""
    path = batchnorm(each(lambda a, b: Series(a, b, Integer(0)), start, towards))
    return each(lambda z: z[0], path), each(lambda z: z[1], path), each(lambda z: 2 * z[2], path)


@named("∂BN({0})[{1}]", r"\partial\mathrm{{BN}}({0})[{1}]", shape=lambda x, _: (size(x),))
def along(x: Any, h: Any) -> Any:
    return jet(x, h)[1]


def _mean(part: Callable[..., Any], data: Data, *rows: Any) -> Any:
    """The mean of a function of y and of entries of rows: of z = BN(x + t h) and its derivatives, by the chain rule for
    (y - gamma z)^2/2."""
    found = total(each(part, data.y, *rows)) / data.n
    return found if isinstance(found, Term) else sympify(found).expand()


@named("∂_γJ({0}, {1})", r"\partial_\gamma J({0},{1})")
@remembered
def by_gamma(gamma: Any, w: Any, data: Data) -> Any:
    return _mean(lambda y, z: (gamma * z - y) * z, data, jet(data.row(w), data.row(w))[0])


@named("∂_wJ({0}, {1})[{2}]", r"\partial_wJ({0},{1})[{2}]")
def by_w(gamma: Any, w: Any, v: Any, data: Data) -> Any:
    return _along_row(gamma, data.row(w), data.row(v), data)


@remembered
def _along_row(gamma: Any, x: Any, h: Any, data: Data) -> Any:
    """The derivative of the loss along a row h of n numbers, by which x.w moves."""
    return _mean(lambda y, z, dz: (gamma * z - y) * gamma * dz, data, *jet(x, h)[:2])


@named("∇_wJ({0}, {1})", r"\nabla_wJ({0},{1})", shape=lambda gamma, w, data: (size(data.A),))
def gradient(gamma: Any, w: Any, data: Data) -> Any:
    """The gradient of the loss in w, entry by entry: w_k moves x.w by the k-th coordinates of the data."""
    x = data.row(w)
    return each(lambda row: _along_row(gamma, x, row, data), data.A)


@named("∂_γγJ({0}, {1})", r"\partial_{{\gamma\gamma}}J({0},{1})")
@remembered
def by_gamma_twice(gamma: Any, w: Any, data: Data) -> Any:
    return _mean(lambda _, z: z * z, data, jet(data.row(w), data.row(w))[0])


@named("∂_γwJ({0}, {1})[{2}]", r"\partial_{{\gamma w}}J({0},{1})[{2}]")
@remembered
def by_gamma_and_w(gamma: Any, w: Any, v: Any, data: Data) -> Any:
    rows = jet(data.row(w), data.row(v))[:2]
    return _mean(lambda y, z, dz: z * gamma * dz + (gamma * z - y) * dz, data, *rows)


@named("∂_wwJ({0}, {1})[{2}, {2}]", r"\partial_{{ww}}J({0},{1})[{2},{2}]")
@remembered
def by_w_twice(gamma: Any, w: Any, v: Any, data: Data) -> Any:
    rows = jet(data.row(w), data.row(v))
    return _mean(lambda y, z, dz, ddz: (gamma * dz) ** 2 + (gamma * z - y) * gamma * ddz, data, *rows)
