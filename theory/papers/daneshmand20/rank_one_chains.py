"""The chain on rank one: M = s s^T, and s goes to the signs of s + gamma W s, layer after layer.

After l layers of m weights there are r m^l outcomes, r those of the start; from outcome w value a of the next layer
leads to outcome w m + a.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from theory.domains.composite import composite
from theory.domains.matrices import sign_vectors
from theory.domains.numbers import Choose, Integers, Rationals
from theory.papers.daneshmand20.depths import Ends
from theory.papers.daneshmand20.matrices import ONE_ON, is_matrix
from theory.papers.daneshmand20.random_weights import Laws, always, chance, for_all_signs, independent_rows, outcomes
from theory.term import Shape, Vec, each, every, number, places, size, total, variable
from theory.term.matrices import inner
from theory.term.scalar import any_of


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
        d, lambda s: every(lambda i: chance(law, lambda W: before_rescaling(W, gamma, s)[i] * s[i] < 0) == p, there)
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
        and bool(no_sign_vanishes(law, gamma, len(law)))
        and bool(flips_with(_flips(law, gamma), law, gamma, len(law)))
    )


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
    return Fraction(chance(law, lambda W: before_rescaling(W, gamma, ones)[0] < 0))


@cache
def _moves(law: Laws, gamma: Fraction, s: Any) -> dict[Any, Fraction]:
    """The law of the signs after a layer."""
    found: dict[Any, Fraction] = {}
    for share, W in zip(*outcomes(law), strict=True):
        after = tuple(y / abs(y) for y in before_rescaling(W, gamma, s))
        found[after] = found.get(after, Fraction(0)) + share
    return found


def through(net: Any) -> Ends:
    """The law of the signs before the layers and after them, as probabilities and signs."""
    if isinstance(net, Ends):
        return net
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
