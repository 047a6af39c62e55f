"""Questions about balls whose radii leave them open: the truth of a comparison, the greatest, an order.

Python reads a ball's `a < b` as False where it is not proved. Here it is True where it is proved, False where its
opposite is, and else an error.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from typing import Any

from flint import acb, acb_mat, acb_poly, acb_series, arb, arb_mat, arb_poly, arb_series
from sympy import Basic

from theory.exact.watched.state import NOW
from theory.exact.watched.state import UndecidedComparison as UndecidedComparison
from theory.exact.watched.symbols import asks_of_symbols, compared_on_symbols, has_symbols, truth_on_symbols

Operator = Callable[[Any, Any], Any]

BALLS = frozenset({arb, acb, arb_mat, acb_mat, arb_poly, acb_poly, arb_series, acb_series})

OPPOSITE: dict[Operator, Operator] = {
    operator.lt: operator.ge,
    operator.ge: operator.lt,
    operator.gt: operator.le,
    operator.le: operator.gt,
    operator.eq: operator.ne,
    operator.ne: operator.eq,
}

_SIGNS: dict[Operator, str] = {
    operator.lt: "<",
    operator.ge: ">=",
    operator.gt: ">",
    operator.le: "<=",
    operator.eq: "==",
    operator.ne: "!=",
}


def compared(compare: Operator, a: Any, b: Any) -> Any:
    """`compare(a, b)`, of balls only where it is decided; of tuples, lists and data classes entry by entry.

    Raises
    ------
    UndecidedComparison
        if the balls leave it open.
    TypeError
        for `==` of a ball and an expression, which Python calls different whatever their values.

    >>> compared(operator.lt, arb(1), arb(2)), compared(operator.lt, arb(2), arb(2))
    (True, False)
    >>> compared(operator.lt, arb("1 +/- .1"), arb(1))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    theory.exact.watched.state.UndecidedComparison: [1e+0 +/- 0.101] < 1.0000000 is not decided: ...
    """
    if NOW.symbols and (has_symbols(a) or has_symbols(b)):
        return compared_on_symbols(compare, a, b)
    if type(a) in BALLS or type(b) in BALLS:
        return _of_balls(compare, a, b)
    if has_ball(a) or has_ball(b):
        return _of_entries(compare, a, b)
    return compare(a, b)


def _of_balls(compare: Operator, a: Any, b: Any) -> Any:
    if isinstance(a, Basic) or isinstance(b, Basic):
        raise TypeError(f"{_shown(a)} is compared with {_shown(b)}: make a ball of the expression, by `enclose`")
    found = compare(a, b)
    if found is True or OPPOSITE[compare](a, b):
        return found
    raise UndecidedComparison(
        f"{_shown(a)} {_SIGNS[compare]} {_shown(b)} is not decided: the balls overlap; write what holds of both, "
        "by greater(a, b), least(a, b) or one_if(a, '<', b) of theory.choices, ask proved(a, '<', b)"
    )


def _of_entries(compare: Operator, a: Any, b: Any) -> Any:
    xs, ys = _entries(a), _entries(b)
    if type(a) is not type(b) or xs is None or ys is None:
        return compare(a, b)
    if compare in (operator.eq, operator.ne):
        return _equal(xs, ys) is (compare is operator.eq)
    for x, y in zip(xs, ys, strict=False):
        if not compared(operator.eq, x, y):
            return compared(compare, x, y)
    return compare(len(xs), len(ys))


def _equal(xs: list[Any], ys: list[Any]) -> bool:
    """Different, where one entry is; open only where all that is known agrees."""
    if len(xs) != len(ys):
        return False
    undecided = None
    for x, y in zip(xs, ys, strict=True):
        try:
            if not compared(operator.eq, x, y):
                return False
        except UndecidedComparison as error:
            undecided = error
    if undecided:
        raise undecided
    return True


def _entries(value: Any) -> list[Any] | None:
    if isinstance(value, tuple | list):
        return list(value)
    return [getattr(value, field.name) for field in fields(value)] if is_dataclass(type(value)) else None


def has_ball(value: Any) -> bool:
    """Whether it is a ball, or a tuple, list or data class that has one."""
    if type(value) in BALLS:
        return True
    entries = _entries(value)
    return entries is not None and any(map(has_ball, entries))


def decided(value: Any) -> Any:
    """The value itself, unless it is a ball of which nobody knows whether it is 0, or open on symbols."""
    if NOW.symbols:
        return truth_on_symbols(value)
    if type(value) in BALLS:
        compared(operator.ne, value, 0)
    return value


def within(value: Any, values: Any) -> bool:
    """`value in values`; in a ball only where that is decided."""
    if type(values) in BALLS:
        if value in values and not (has_ball(value) and value == values):
            raise UndecidedComparison(f"{_shown(value)} in {_shown(values)} is so of the ball, not of the number in it")
        return value in values
    if NOW.symbols and (has_symbols(value) or has_symbols(values)):
        asks_of_symbols("in", value) if not isinstance(values, list | tuple) else None
        return any(compared(operator.eq, value, other) for other in values)
    if isinstance(values, list | tuple) and (has_ball(value) or has_ball(values)):
        return any(value is other or compared(operator.eq, value, other) for other in values)
    return value in values


class _Ordered:
    """A key whose order is that of its balls."""

    def __init__(self, key: Any) -> None:
        self.key = key

    def __lt__(self, other: _Ordered) -> bool:
        return bool(compared(operator.lt, self.key, other.key))

    def __gt__(self, other: _Ordered) -> bool:
        return bool(compared(operator.gt, self.key, other.key))


def _by(key: Callable[[Any], Any] | None) -> Callable[[Any], Any]:
    """The key of an item, with an order that is an error where balls leave it open."""

    def found(item: Any) -> Any:
        value = item if key is None else key(item)
        return _Ordered(value) if has_ball(value) else value

    return found


def _chosen(choose: Callable[..., Any]) -> Callable[..., Any]:
    def guarded(*values: Any, key: Callable[[Any], Any] | None = None, **options: Any) -> Any:
        return choose(*values, key=_by(key), **options)

    return guarded


def _sort(values: list[Any], *, key: Callable[[Any], Any] | None = None, reverse: bool = False) -> None:
    list.sort(values, key=_by(key), reverse=reverse)


def _filter(keep: Callable[[Any], Any] | None, values: Iterable[Any]) -> Any:
    return filter(lambda value: decided(value if keep is None else keep(value)), values)


def _without_balls(f: Callable[..., Any]) -> Callable[..., Any]:
    """A function that would compare balls where nobody sees it."""

    def refusing(*values: Any, **options: Any) -> Any:
        if any(map(has_ball, (*values, *options.values()))):
            raise UndecidedComparison(f"{f.__name__} compares balls: sort them by `sorted`, or use exact numbers")
        return f(*values, **options)

    return refusing


def _comparing(compare: Operator) -> Operator:
    return lambda a, b: compared(compare, a, b)


def _replacing() -> dict[Any, Callable[..., Any]]:
    import bisect
    import heapq

    unseen = [
        *(getattr(bisect, name) for name in ("bisect", "bisect_left", "bisect_right")),
        *(getattr(bisect, name) for name in ("insort", "insort_left", "insort_right")),
        *(getattr(heapq, name) for name in ("heappush", "heappop", "heapify", "heapreplace", "heappushpop", "merge")),
        *(heapq.nlargest, heapq.nsmallest, operator.indexOf, operator.countOf),
    ]
    return {
        max: _chosen(max),
        min: _chosen(min),
        sorted: _chosen(sorted),
        any: lambda values: any(map(decided, values)),
        all: lambda values: all(map(decided, values)),
        filter: _filter,
        list.sort: _sort,
        operator.truth: lambda value: bool(decided(value)),
        operator.not_: lambda value: not decided(value),
        operator.contains: lambda values, value: within(value, values),
        **{compare: _comparing(compare) for compare in OPPOSITE},
        **{f: _without_balls(f) for f in unseen},
    }


REPLACED = _replacing()
"""What stands for a function of Python's that compares, or asks for a truth value."""


def of_list(method: Any) -> Callable[..., Any] | None:
    """What stands for a method of a list or tuple that compares its entries; None for others."""
    values, name = method.__self__, method.__name__
    if name == "sort":
        return lambda **options: _sort(values, **options)
    if name in ("index", "count", "remove"):
        return lambda value, *ends: _without_balls(method)(value, *ends) if has_ball(value) else method(value, *ends)
    return None


def _shown(value: Any) -> str:
    return value.str(8) if isinstance(value, arb | acb) else str(value)[:60]
