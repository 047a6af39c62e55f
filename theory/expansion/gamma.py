"""One residual layer H -> RS(H + gamma W H) in powers of gamma, for every d, in index notation.

Row i has b = w.m_i, c = w^T M w in the series of `expansion.direction`, w the weights and m_i the column i of the
correlation matrix M: C_ii = 1 + 2 b gamma + c gamma^2. Expanded here: E (M+_ij)^p, M+_ij = C_ij/sqrt(C_ii C_jj), for
independent weights of unit variance. For explicit d see `theory.expansion.brute_force`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod

from sympy import Add, Expr, Integer, Symbol, expand

from theory.exact.partitions import set_partitions
from theory.expansion.index_sums import (
    Edge,
    Factor,
    I,
    IndexSum,
    J,
    add,
    cumulant,
    expression,
    factorise,
    graph,
    over_pairs,
    symbol,
)

MEAN = Symbol("mu", real=True)
"""The mean of the weights where they are not centred (their central moments stay)."""


def central_moment(order: int) -> Expr:
    """1, 0, 1, s, kappa, mu_5, ..: the moments of a centred weight of unit variance.

    >>> [central_moment(k) for k in range(6)]
    [1, 0, 1, s, kappa, mu_5]
    """
    return (Integer(1), Integer(0), Integer(1), Symbol("s"), Symbol("kappa"), Symbol(f"mu_{order}"))[min(order, 5)]


def _row(order: int, power: int, least: int) -> Iterator[tuple[int, list[Edge], list[int], tuple[int, ...], Fraction]]:
    """E of the term of gamma^order in x_1 .. x_p (x^T M x)^(-p/2), x = e_i + gamma w, p the power.

    (1 + 2 b gamma + c gamma^2)^e has the terms C(e, s+t) C(s+t, t) (2b)^s c^t gamma^(s+2t).

    Yields
    ------
    number of summed indices, entries of M, the indices of x_1 .. x_p, orders of the cumulants, coefficient
    """
    for chosen in product((False, True), repeat=power):  # which x are gamma w
        rest = order - sum(chosen)
        for t in range(rest // 2 + 1):
            s = rest - 2 * t
            coefficient = 2**s * comb(s + t, t) * prod(Fraction(-power - 2 * k, 2 * k + 2) for k in range(s + t))
            for labels in set_partitions(order, least):
                index = iter(labels)
                ends = [next(index) if taken else I for taken in chosen]
                edges = [(I, next(index)) for _ in range(s)] + [(next(index), next(index)) for _ in range(t)]
                size = max(labels, default=-1) + 1
                blocks = tuple(b for b in map(labels.count, range(size)) if b != 2)
                yield size, edges, ends, blocks, coefficient


@cache
def pair_moment(order: int, power: int = 2, centred: bool = True) -> IndexSum:
    """The coefficient of gamma^order in E (M+_ij)^power, i != j, for every d: a sum with free rows i and j.

    The rows of W are independent, so it is a sum over the orders that fall to row i and to row j. For the
    cost see `graphs`.

    >>> from theory.expansion.index_sums import text
    >>> for (factors, _), c in pair_moment(0).items():
    ...     print(c, *map(text, factors))
    1 M_ij M_ij
    """
    total: IndexSum = {}
    for left in range(order + 1):
        rights = list(_row(order - left, power, 2 if centred else 1))
        for n, edges, ends, blocks, c in _row(left, power, 2 if centred else 1):
            for m, others, tips, more, factor in rights:

                def shifted(v: int, by: int = n) -> int:
                    return J if v == I else v + by

                joined = [*edges, *((shifted(a), shifted(b)) for a, b in others)]
                joined += [(a, shifted(b)) for a, b in zip(ends, tips, strict=True)]
                add(total, factorise(joined, n + m), (*blocks, *more), c * factor)
    return {term: c for term, c in total.items() if c}


def graphs(order: int, power: int = 2) -> int:
    """How many graphs `pair_moment` builds for centred weights, less than 100 microseconds each.

    >>> [graphs(order) for order in (2, 4, 6, 8)]
    [10, 97, 1475, 32630]
    """
    partitions = [1]  # in blocks of two or more, by the block of the last element
    for n in range(order):
        partitions.append(sum(comb(n, k) * partitions[n - k] for k in range(1, n + 1)))
    rows = [
        sum(comb(power, m) * ((k - m) // 2 + 1) for m in range(min(power, k) + 1)) * count
        for k, count in enumerate(partitions)
    ]
    return sum(rows[k] * rows[order - k] for k in range(order + 1))


@cache
def frobenius(order: int, centred: bool = True) -> IndexSum:
    """The coefficient of gamma^order in E |M+|_F^2 for every d.

    >>> in_symbols(frobenius(2))
    8*D - 2*F - 8*T + 2*d**2
    """
    total = over_pairs(pair_moment(order, 2, centred))
    if order == 0:  # the diagonal
        add(total, graph("aa"), (), Fraction(1))
    return {term: c for term, c in total.items() if c}


@cache
def frobenius_in_symbols(order: int, centred: bool = True) -> Expr:
    """`frobenius` by the names of its factors."""
    return in_symbols(frobenius(order, centred))


def in_symbols(terms: IndexSum, name: Callable[[Factor], Expr] = symbol) -> Expr:
    """An index sum as a polynomial in the moments and its factors, by name: d, F, T, D, .., or by another value."""
    return expand(expression(terms, _cumulant, name))


def by_moments(e: Expr) -> Expr:
    """A polynomial, its terms put together by the moments of the weights.

    >>> s, kappa, F, D = map(Symbol, ("s", "kappa", "F", "D"))
    >>> by_moments(s * F + kappa * D + s * D + F)
    D*kappa + F + s*(D + F)
    """
    moments = [x for x in e.free_symbols if x == MEAN or str(x) in ("s", "kappa") or str(x).startswith("mu_")]
    groups: dict[Expr, list[Expr]] = {}
    for term in Add.make_args(e):
        c, powers = term.as_independent(*moments)
        groups.setdefault(powers, []).append(c)
    return Add(*(powers * Add(*terms) for powers, terms in groups.items()))


@cache
def _cumulant(order: int) -> Expr:
    return MEAN if order == 1 else expand(cumulant(order, central_moment))
