"""A domain of numbers as values of symbols without ends, on which inequalities have signs (`theory.exact.signs`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from sympy import Expr, Integer, Symbol, sympify

from theory.claim.domains import Integers, Rationals, Values
from theory.claim.given import Given
from theory.exact.expressions import components
from theory.words import Predicted, Relation


def pieces(given: Given | None, symbols: Mapping[str, Symbol], relation: Relation) -> Iterator[dict[str, Any]]:
    """Values of the symbols, by name, that make up the whole domain; of an equation, the symbols as they are.

    Raises
    ------
    ValueError
        for an inequality whose domains are tied together by a hypothesis, or are none of numbers without gaps.

    >>> from theory.notation import n
    >>> [at["n"] for at in pieces(Given({"n": Integers(2)}), {"n": n}, "<=")]
    [n_ + 2]
    """
    if relation == "=" or given is None:
        yield dict(symbols)
        return
    if given.where is not None or not symbols.keys() <= given.domains.keys():
        raise ValueError(f"signs are not known on {given}: its symbols are tied together; leave symbols=True out")
    for values in product(*(list(_of(domain, name)) for name, domain in given.domains.items())):
        yield dict(zip(given.domains, values, strict=True))


def put(predicted: Predicted, symbols: Mapping[str, Symbol], values: Mapping[str, Any]) -> Predicted:
    """A prediction with expressions in its symbols' places."""
    parts = tuple(
        sympify(part).subs({symbol: values[name] for name, symbol in symbols.items()}, simultaneous=True)
        for part in components(predicted)
    )
    return parts if isinstance(predicted, tuple) else parts[0]


def _of(domain: Any, name: str) -> Iterator[Expr]:
    if isinstance(domain, Integers) and domain.most is None:
        yield Integer(domain.least) + Symbol(f"{name}_", integer=True, nonnegative=True)
        return
    if isinstance(domain, Integers | Values):
        yield from domain.small()
        return
    if not isinstance(domain, Rationals):
        raise ValueError(f"signs are not known on a domain such as {domain}: leave symbols=True out")
    low, high = (None if end is None else sympify(end) for end in domain.ends)
    inside = Symbol(f"{name}_", positive=True)
    if low is not None and high is not None:
        yield low + (high - low) / (1 + inside)
    elif low is not None:
        yield low + inside
    elif high is not None:
        yield high - inside
    else:
        yield Symbol(f"{name}_", real=True)
    yield from (sympify(end) for end in (domain.least, domain.most) if end is not None)
