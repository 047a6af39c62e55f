"""Activations beside ReLU, entry by entry, exact; ReLU is that of `theory.batchnorm`.

Sources: GELU, Hendrycks and Gimpel (2016), x Phi(x) and not its approximation by tanh; SiLU, Elfwing, Uchibe and Doya
(2018), also known as Swish.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sympy
from sympy import Rational

from theory.batchnorm import Row, relu
from theory.primitive import primitive
from theory.term import Term, constant, each, larger, number, root, size
from theory.term.named import named

__all__ = ["ACTIVATIONS", "erf", "gelu", "leaky_relu", "silu", "sin", "tanh"]

SLOPE = Rational(1, 100)
"""Of the leaky ReLU below 0, unless it is told another."""


def _entries(x: Any) -> Row:
    return each(number, x)


def _leaky(x: Sequence[Any], slope: Any) -> Row:
    return each(lambda v: larger(v, 0) - slope * larger(-v, 0), _entries(x))


def _tenth(x: Sequence[Any]) -> Row:
    return _leaky(x, Rational(1, 10))


def _elementary(name: str, v: Any) -> Any:
    return getattr(v, name)() if isinstance(v, Term) else getattr(sympy, name)(v)


@named("LReLU", shape=lambda x: (size(x),))
@primitive("nl", lambda x, slope=SLOPE: _leaky(x, slope + Rational(1, 10)))
def leaky_relu(x: Sequence[Any], slope: Any = SLOPE) -> Row:
    """x where x > 0, slope x elsewhere.

    >>> leaky_relu([3, -2], slope=Rational(1, 10))
    (3, -1/5)
    """
    return _leaky(x, slope)


@named("GELU", shape=lambda x: (size(x),))
@primitive("nl", _tenth)
def gelu(x: Sequence[Any]) -> Row:
    """x Phi(x), Phi the standard normal distribution function: x (1 + erf(x/sqrt 2))/2.

    >>> gelu([0, 1])
    (0, erf(sqrt(2)/2)/2 + 1/2)
    """

    def entry(v: Any) -> Any:
        two = root(constant(2)) if isinstance(v, Term) else sympy.sqrt(2)
        return v * (1 + _elementary("erf", v / two)) / 2

    return each(entry, _entries(x))


@named("SiLU", shape=lambda x: (size(x),))
@primitive("nl", _tenth)
def silu(x: Sequence[Any]) -> Row:
    """x/(1 + e^-x).

    >>> silu([0, 1])
    (0, 1/(exp(-1) + 1))
    """
    return each(lambda v: v / (1 + _elementary("exp", -v)), _entries(x))


@named("tanh", r"\tanh", shape=lambda x: (size(x),))
@primitive("nl", _tenth)
def tanh(x: Sequence[Any]) -> Row:
    """The hyperbolic tangent.

    >>> tanh([0, 1])
    (0, tanh(1))
    """
    return each(lambda v: _elementary("tanh", v), _entries(x))


@named("erf", shape=lambda x: (size(x),))
@primitive("nl", _tenth)
def erf(x: Sequence[Any]) -> Row:
    """The error function.

    >>> erf([0, 1])
    (0, erf(1))
    """
    return each(lambda v: _elementary("erf", v), _entries(x))


@named("sin", r"\sin", shape=lambda x: (size(x),))
@primitive("nl", _tenth)
def sin(x: Sequence[Any]) -> Row:
    """The sine.

    >>> sin([0, 1])
    (0, sin(1))
    """
    return each(lambda v: _elementary("sin", v), _entries(x))


ACTIVATIONS: dict[str, Callable[[Sequence[Any]], Row]] = {
    "relu": relu, "leaky_relu": leaky_relu, "gelu": gelu, "silu": silu, "tanh": tanh, "erf": erf, "sin": sin,
    "identity": _entries,
}  # fmt: skip
"""By the names that sampled layers have for them."""
