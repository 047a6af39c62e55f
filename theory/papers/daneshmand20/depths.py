"""Layers, as many as wanted: where the depth is unknown, the sequence of what the layers leave."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.batchnorm import recentre
from theory.domains.batches import AFFINE, Batches
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.numbers import Choose, Integers, Rationals
from theory.term import Cond, Shape, Vec, each, every, number, one_if, places, root, size, total, variable
from theory.term.matrices import combined, inner


@dataclass(frozen=True)
class Ends:
    """What there is before the layers and after them, and what the layers have: letters by name."""

    first: Any
    last: Any
    letters: Any


def rows_follow(path: Vec, depth: Any, after: Callable[[Any, Any], Any]) -> Cond:
    """x_(l+1) = after(l, x_l) for l < depth, entry by entry."""
    steps = places(depth)
    found: Cond = every(lambda l: every(lambda x, y: x == y, path[l + 1], after(l, path[l])), steps)
    return found


def matrices_follow(path: Vec, depth: Any, after: Callable[[Any, Any], Any]) -> Cond:
    """H_(l+1) = after(l, H_l) for l < depth, entry by entry."""

    def same(row: Any, other: Any) -> Any:
        return every(lambda x, y: x == y, row, other)

    found: Cond = every(lambda l: every(same, path[l + 1], after(l, path[l])), places(depth))
    return found


def letters(ends: Callable[[Any], Ends], names: str) -> dict[str, Callable[[Mapping[str, Any]], Any]]:
    """What the layers of an instance's `net` have, by name."""

    def of(name: str) -> Callable[[Mapping[str, Any]], Any]:
        return lambda at: ends(at["net"]).letters[name]

    return {name: of(name) for name in names}


def with_equal_weights(c: Any, M: Any) -> Any:
    """M+ for gamma W = c 1 1^T."""
    there = places(size(M))
    A = each(lambda i: each(lambda j: one_if(i == j) + c, there), there)
    C = each(lambda row: each(lambda other: inner(combined(row, M), other), A), A)
    norms = each(lambda i: C[i][i], there)
    return each(lambda row, p: each(lambda x, q: number(x) / root(number(p * q)), row, norms), C, norms)


PARTS = Given({"d": Integers(2), "L": Integers(1), "c": Rationals(above=0)})


def _unknown_chain(_: str) -> Shape:
    d, L, c = variable("d", "nat"), variable("L", "nat"), variable("c")
    M, there = Vec.named("M", L + 1, d, d), places(d)
    start = every(lambda i: every(lambda j: M[0][i][j] == one_if(i == j), there), there)
    known = (d >= 2, L >= 1, c > 0, start, matrices_follow(M, L, lambda _, before: with_equal_weights(c, before)))
    return Shape(Ends(M[0], M[L], {"d": d, "L": L, "c": c}), (d, L, c), known, rows=(("M", (L + 1, d, d)),))


@composite(
    "(d, L, c): a width, a depth, and the weights, all equal",
    has=lambda value: isinstance(value, tuple) and len(value) == 3 and dict(zip("dLc", value, strict=True)) in PARTS,
    general=_unknown_chain,
    size=lambda value: int(value[0]),
)
def equal_weight_chains(choose: Choose) -> Any:
    """Widths d, depths L and weights c > 0, all equal, from M = I."""
    return choose(2, 6), choose(1, 4), Fraction(choose(1, 40), choose(1, 40))


def of_equal_weights(net: Any) -> Ends:
    """From M = I on."""
    if isinstance(net, Ends):
        return net
    d, L, c = net
    there = places(d)
    first = M = each(lambda i: each(lambda j: number(one_if(i == j)), there), there)
    for _ in range(int(L)):
        M = with_equal_weights(c, M)
    return Ends(first, M, {"d": d, "L": L, "c": c})


def times_equal(strength: Any, x: Any) -> Any:
    """(I + strength 1 1^T) x."""
    there = places(size(x))
    A = each(lambda i: each(lambda j: one_if(i == j) + strength, there), there)
    return each(lambda row: inner(row, x), A)


ROW = Batches(Integers(2, far=12), up_to=AFFINE)
FACTORS = Given({"w": ROW, "n": Integers(1), "b": Rationals(above=0), "g": Rationals(above=0)})


def _unknown_power(_: str) -> Shape:
    d, n, b, g = variable("d", "nat"), variable("n", "nat"), variable("b"), variable("g")
    w: Any = Vec.named("w", d)
    x, z = Vec.named("x", n + 1, d), Vec.named("z", n + 1, d)
    known = (
        d >= 2, n >= 1, b > 0, g > 0, Cond("varies", "w", d),
        every(lambda e: e == 1, x[0]), every(lambda e, centred: e == centred, z[0], recentre(w)),
        *(rows_follow(path, n, lambda _, before: times_equal(g * b, before)) for path in (x, z)),
    )  # fmt: skip
    rows = (("w", (d,)), ("x", (n + 1, d)), ("z", (n + 1, d)))
    letters = {"d": d, "n": n, "b": b, "g": g}
    return Shape(Ends((x[0], z[0]), (x[n], z[n]), letters), (d, n, b, g), known, rows=rows)


@composite(
    "(w, n, b, g): a row, a power, a weight and a strength",
    has=lambda value: isinstance(value, tuple) and len(value) == 4 and dict(zip("wnbg", value, strict=True)) in FACTORS,
    general=_unknown_power,
    size=lambda value: len(value[0]),
)
def equal_weight_powers(choose: Choose) -> Any:
    """Rows w, not constant, powers n, weights b > 0 and strengths g > 0: (I + g b 1 1^T)^n at 1 and at w - mean(w)."""
    b, g = (Fraction(choose(1, 40), choose(1, 40)) for _ in range(2))
    return ROW.draw(choose), choose(1, 6), b, g


def of_powers(net: Any) -> Ends:
    """The rows before and after."""
    if isinstance(net, Ends):
        return net
    w, n, b, g = net
    first = (each(lambda _: number(1), w), recentre(w))
    ends = []
    for row in first:
        for _ in range(int(n)):
            row = times_equal(g * b, row)
        ends.append(row)
    return Ends(first, tuple(ends), {"d": number(size(w)), "n": n, "b": b, "g": g})


def length(x: Any) -> Any:
    """|x|^2."""
    return number(total(each(lambda e: e * e, x)))
