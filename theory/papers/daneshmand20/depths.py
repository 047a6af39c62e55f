"""Layers, as many as wanted: where the depth is unknown, the sequence of what the layers leave; the chain on rank one.

On rank one M = s s^T, and s goes to the signs of s + gamma W s. After l layers of m weights there are r m^l outcomes,
r those of the start; from outcome w value a of the next layer leads to outcome w m + a.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, wraps
from typing import Any

from theory.batchnorm import recentre
from theory.domains.batches import AFFINE, Batches
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.matrices import sign_vectors
from theory.domains.numbers import Choose, Integers, Rationals
from theory.papers.daneshmand20.matrices import ONE_ON, is_matrix
from theory.papers.daneshmand20.random_weights import Laws, always, chance, for_all_signs, independent_rows, outcomes
from theory.term import Cond, Shape, Vec, each, every, number, one_if, places, root, size, total, variable
from theory.term.matrices import combined, inner
from theory.term.scalar import any_of


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


def on_networks(run: Callable[[Any], Ends]) -> Callable[[Any], Ends]:
    """Run once for each of the last networks of numbers; a network of terms is its ends."""
    remembered = lru_cache(maxsize=64)(run)

    @wraps(run)
    def ends(net: Any) -> Ends:
        return net if isinstance(net, Ends) else remembered(net)

    return ends


def letters(ends: Callable[[Any], Ends], names: Iterable[str]) -> dict[str, Callable[[Mapping[str, Any]], Any]]:
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


@on_networks
def of_equal_weights(net: Any) -> Ends:
    """From M = I on."""
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


@on_networks
def of_powers(net: Any) -> Ends:
    """The rows before and after."""
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


def before_rescaling(W: Any, gamma: Any, s: Any) -> Any:
    """s + gamma W s."""
    return each(lambda row, a: a + gamma * inner(row, s), W, s)


def no_sign_vanishes(law: Any, gamma: Any, d: Any) -> Any:
    """Whether no entry of s + gamma W s is 0, for any signs s."""
    return for_all_signs(d, lambda s: always(law, lambda W: every(lambda y: y != 0, before_rescaling(W, gamma, s))))


def flips_with(p: Any, law: Any, gamma: Any, d: Any) -> Any:
    """Whether each row changes its sign with probability p, whatever the signs."""
    there = places(d)
    return for_all_signs(
        d, lambda s: every(lambda i: chance(law, lambda W: (s[i] + gamma * inner(W[i], s)) * s[i] < 0) == p, there)
    )


def _is_chain(value: Any) -> bool:
    if not (isinstance(value, tuple) and len(value) == 5):
        return False
    law, gamma, L, q, S = value
    return (
        law in independent_rows()
        and gamma in Rationals(above=0)
        and L in Integers(1)
        and is_matrix((q,), ONE_ON, ONE_ON)
        and isinstance(S, tuple)
        and len(q) == len(S)
        and min(q) > 0
        and sum(q) == 1
        and all(s in sign_vectors() and len(s) == len(law) for s in S)
        and _flips_alike(law, gamma)
    )


@lru_cache(maxsize=256)
def _flips_alike(law: Laws, gamma: Fraction) -> bool:
    d = len(law)
    return bool(no_sign_vanishes(law, gamma, d)) and bool(flips_with(_flips(law, gamma), law, gamma, d))


def _unknown(_: str) -> Shape:
    (found,) = independent_rows().general("W")
    d, m = found.variables
    L, r, gamma, p = variable("L", "nat"), variable("r", "nat"), variable("gamma"), variable("p")
    law = found.value
    q, S = Vec.named("q", L + 1, r * m**L), Vec.named("S", L + 1, r * m**L, d)

    def follow(l: Any, w: Any) -> Any:
        def led(a: Any) -> Any:
            found = before_rescaling(law.matrices[a], gamma, S[l][w])
            same = every(lambda x, y: x == y / abs(y), S[l + 1][w * m + a], found)
            return (q[l + 1][w * m + a] == q[l][w] * law.shares[a]) & same

        return every(led, places(m))

    start = places(r)
    known = (
        *found.conditions, r >= 1, L >= 1, gamma > 0,
        every(lambda w: q[0][w] > 0, start), total(each(lambda w: q[0][w], start)) == 1,
        every(lambda w: every(lambda x: any_of(x == 1, x == -1), S[0][w]), start),
        no_sign_vanishes(law, gamma, d), flips_with(p, law, gamma, d),
        every(lambda l: every(lambda w: follow(l, w), places(r * m**l)), places(L)),
    )  # fmt: skip
    rows = (*found.rows, ("q", (L + 1, r * m**L)), ("S", (L + 1, r * m**L, d)))
    first = (each(lambda w: q[0][w], start), each(lambda w: S[0][w], start))
    last = (each(lambda w: q[L][w], places(r * m**L)), each(lambda w: S[L][w], places(r * m**L)))
    return Shape(Ends(first, last, {"d": d, "L": L, "p": p}), (d, m, r, L, gamma, p), known, rows=rows)


@composite(
    "(law, gamma, L, q, S): a law of weights with independent rows, each of which changes its sign with probability p "
    "from any signs; gamma; a depth; signs S with their probabilities q",
    has=_is_chain,
    general=_unknown,
    size=lambda value: len(value[0]),
)
def rank_one_chains(choose: Choose) -> Any:
    """(law, gamma, L, q, S): rows of weights that are independent, a strength, a depth, and the start's law.

    >>> law, gamma, L, q, S = next(rank_one_chains().small())
    >>> len(law), gamma, L, sum(q), len(S)
    (2, Fraction(1, 4), 1, Fraction(1, 1), 1)
    """
    law, gamma, L = independent_rows().draw(choose), Fraction(choose(1, 13), 4), choose(1, 4)
    parts = [choose(1, 5) for _ in range(choose(1, 3))]
    S = tuple(tuple(1 - 2 * choose(0, 1) for _ in law) for _ in parts)
    return law, gamma, L, tuple(Fraction(part, sum(parts)) for part in parts), S


@cache
def _flips(law: Laws, gamma: Fraction) -> Fraction:
    ones = (1,) * len(law)
    return Fraction(chance(law, lambda W: 1 + gamma * inner(W[0], ones) < 0))


@cache
def _moves(law: Laws, gamma: Fraction, s: Any) -> dict[Any, Fraction]:
    """The law of the signs after a layer."""
    found: dict[Any, Fraction] = {}
    for share, W in zip(*outcomes(law), strict=True):
        after = tuple(y / abs(y) for y in before_rescaling(W, gamma, s))
        found[after] = found.get(after, Fraction(0)) + share
    return found


@on_networks
def through(net: Any) -> Ends:
    """The law of the signs before the layers and after them, as probabilities and signs."""
    law, gamma, L, q, S = net
    here: dict[Any, Fraction] = {}
    for share, s in zip(q, S, strict=True):
        here[s] = here.get(s, Fraction(0)) + share
    for _ in range(int(L)):
        after: dict[Any, Fraction] = {}
        for s, share in here.items():
            for to, chance_of in _moves(law, gamma, s).items():
                after[to] = after.get(to, Fraction(0)) + share * chance_of
        here = after
    known = {"d": number(size(law)), "L": number(int(L)), "p": number(_flips(law, gamma))}
    return Ends((q, S), (tuple(here.values()), tuple(here)), known)


def mean_over(law: tuple[Any, Any], of: Any) -> Any:
    """The mean of a function of the signs."""
    return total(each(lambda share, s: share * of(s), *law))
