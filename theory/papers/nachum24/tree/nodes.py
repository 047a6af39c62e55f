"""Batches of numbers, nodes of their trees, and narrow networks on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from sympy import Rational

from theory.batchnorm import dot
from theory.claim import Locator
from theory.domains.batches import AFFINE, Batches
from theory.domains.composite import composite
from theory.domains.general import general_rows
from theory.domains.matrices import entry
from theory.domains.numbers import Choose, Integers
from theory.papers.nachum24 import NACHUM24
from theory.term import Cond, Shape, Vec, each, every, larger, one_if, over_layers, size, some, total, variable
from theory.term import different as number_of_values
from theory.term.named import named
from theory.tree import negative, positive

Row = tuple[Fraction, ...]

THEOREM_11: dict[str, Any] = {"source": Locator(NACHUM24, "Theorem 11"), "status": "new"}
BATCHES, PLACES = Batches(up_to=AFFINE), Integers(0, far=11)
DEPTHS = Integers(1, far=7)
"""A node of a depth L is one of 2^L."""
FEW_LAYERS = Integers(1, far=4)
"""For means over networks: of q sizes of a weight there are (2q)^L."""


def narrow_network(batch: Sequence[Any], weights: Sequence[Any]) -> Row:
    """A network of width one with given weights: relu(RC(w x)) layer by layer."""
    v = tuple(map(Fraction, batch))
    for w in weights:
        v = positive(tuple(w * e for e in v))
    return v


def over_leaves(observe: Callable[[Any], Any], x: Any, depth: Any) -> Any:
    """The sum over the 2^L leaves of what is observed of each, at any depth."""
    return over_layers(lambda after, v: after(positive(v)) + after(negative(v)), depth, observe, x)


def leaves(x: Sequence[Fraction], depth: Any) -> list[Row]:
    """The 2^L leaves by the definition."""
    layer = [tuple(x)]
    for _ in range(int(depth)):
        layer = [T(v) for v in layer for T in (positive, negative)]
    return layer


@named("G({0}, {1})[{2}, {3}]", r"G_{{{1}}}({0})_{{{2},{3}}}")
def leaf_gram(x: Any, depth: Any, i: Any, j: Any) -> Any:
    return over_leaves(lambda v: v[i] * v[j], x, depth)


@named("#{{unstable leaves of {0} at depth {1}}}", r"\#\{{\text{{unstable leaves of }}{0}\text{{ at depth }}{1}\}}")
def unstable_leaves(x: Any, depth: Any) -> Any:
    return over_leaves(lambda v: 1 - one_if(is_stable(v)), x, depth)


@named("d")
def different(v: Any) -> Any:
    return number_of_values(v)


def mean(v: Sequence[Any]) -> Any:
    return total(v) / size(v)


@named("clip", shape=lambda v, *_: (size(v),))
def clip(v: Any, low: Any, high: Any) -> Any:
    return each(lambda e: -larger(-larger(e, low), -high), v)


def is_stable(v: Any) -> Any:
    """Whether T_+ v = c v with c > 0 (Definition 8): they are parallel, and their product is positive."""
    image = positive(v)
    parallel = every(lambda p, e: every(lambda q, f: p * f == q * e, image, v), image, v)
    return parallel & (dot(image, v) > 0)


def _indicator(name: str) -> Shape:
    n = variable("n", "nat")
    row = Vec.named(name, n)
    return Shape(row, (n,), (every(lambda e: (e == 0) | (e == 1), row), Cond("varies", name, n)), rows=((name, (n,)),))


@composite(
    "in {{0, 1}}^n, not all equal, n >= 2", has=lambda S: isinstance(S, tuple) and set(S) == {0, 1}, general=_indicator
)
def indicators(choose: Choose) -> tuple[int, ...]:
    """1_S of a set S of places, neither empty nor all of them."""
    return tuple(choose(0, 1) for _ in range(choose(2, 12)))


def _are_rows(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and all(isinstance(v, tuple) and v for v in value)
        and len({len(v) for v in value}) == 1
        and all(isinstance(e, int | Fraction | Rational) for v in value for e in v)
    )


@composite("rows of n numbers, such as the leaves of a depth", _are_rows, lambda name: general_rows(name, 1, 1))
def rows_of_numbers(choose: Choose) -> tuple[Row, ...]:
    """One or more rows of one length."""
    n = choose(1, 9)
    return tuple(tuple(entry(choose) for _ in range(n)) for _ in range(choose(1, 9)))


def _is_gap(value: object) -> bool:
    if not (isinstance(value, tuple) and len(value) == 3 and isinstance(value[0], tuple) and value[0]):
        return False
    x, a, b = value
    return a < b and all(e <= a or e >= b for e in x) and min(x) <= a and max(x) >= b


def _gap(name: str) -> Shape:
    n, a, b = variable("n", "nat"), variable("a"), variable("b")
    x = Vec.named(name, n)
    sides = every(lambda e: (e <= a) | (e >= b), x), some(lambda e: e <= a, x), some(lambda e: e >= b, x)
    return Shape((x, a, b), (n, a, b), (a < b, *sides), rows=((name, (n,)),))


@composite(
    "= (x, a, b), a < b with numbers of x on both sides and none between",
    has=_is_gap,
    general=_gap,
    size=lambda gap: len(gap[0]),
)
def gaps(choose: Choose) -> tuple[Row, Fraction, Fraction] | None:
    """A batch and an interval between two neighbours, the whole of it or its inner third."""
    x = tuple(entry(choose) for _ in range(choose(2, 9)))
    ends = sorted(set(x))
    if len(ends) == 1:
        return None
    place, inset = choose(1, len(ends) - 1), Fraction(choose(0, 1), 3)
    low, high = ends[place - 1], ends[place]
    return x, low + inset * (high - low), high - inset * (high - low)
