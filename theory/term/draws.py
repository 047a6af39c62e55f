"""Means over independent draws from a law of finitely many values: sums over all maps from places to values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any

from theory.term.paths import needed_for_all
from theory.term.rows import Vec, below, each, probed, product_of, size
from theory.term.scalar import Cond, Term, constant, free, nested


def over_draws(shares: Any, width: Any, observe: Callable[[Any], Any], ordered: bool = False) -> Any:
    """The mean of what `width` independent draws give, each the value at place k with probability shares[k].

    Parameters
    ----------
    observe : of the row of the places that are drawn; the order of the draws is nothing to it, unless `ordered`.

    >>> over_draws((Fraction(1, 3), Fraction(2, 3)), 2, lambda drawn: sum(drawn) ** 2)
    Fraction(20, 9)
    >>> over_draws((Fraction(1, 3), Fraction(2, 3)), 2, lambda drawn: drawn[0] * (2 - drawn[1]), ordered=True)
    Fraction(8, 9)
    >>> from theory.term.scalar import variable
    >>> over_draws(Vec.named("p", variable("m", "nat")), variable("d", "nat"), lambda drawn: constant(1))
    maps(f_0: d -> m: (prod(i_0 < d: p[f_0(i_0)]) * 1))
    """
    if isinstance(shares, Vec):
        return _over_maps(shares, constant(width), observe)
    if ordered:
        return sum(
            prod(shares[k] for k in drawn) * observe(drawn) for drawn in product(range(size(shares)), repeat=width)
        )
    found = []
    for drawn in combinations_with_replacement(range(size(shares)), int(width)):
        orders = factorial(int(width)) // prod(map(factorial, Counter(drawn).values()))
        found.append(prod((shares[k] for k in drawn), start=Fraction(orders)) * observe(drawn))
    return sum(found[1:], found[0])


def _over_maps(shares: Vec, width: Term, observe: Callable[[Any], Any]) -> Term:
    def body(name: Term) -> Term:
        drawn = Vec(width, lambda place: Term("image", name, place))
        return Term("*", product_of(each(lambda k: shares[k], drawn)), constant(observe(drawn)))

    name = Term("index", f"f_{nested(probed('f_', body), 'maps')}")

    def for_all_maps(need: Cond) -> Cond:
        return Cond("all maps", name, width, shares.n, need) if name.args[0] in free(need) else need

    with needed_for_all(for_all_maps), below(name, shares.n):
        return Term("maps", name, width, shares.n, body(name))
