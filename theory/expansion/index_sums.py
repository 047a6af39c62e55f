"""Index sums: sums over indices of products of entries of a correlation matrix M, kept as multigraphs.

sum_ab M_ia M_ab M_bj is a graph: vertices are indices, edges are entries. The vertices I and J are the rows i and j
and are not summed; all others are. As M_aa = 1 a loop is dropped, and an isolated vertex is a factor d. A graph is
kept as the product of its factors, the pieces that hang together by summed vertices, each in a canonical form: equal
sums are equal keys, and M stays a matrix of any size.

Moments of independent weights enter by cumulants: E[w_a w_b ..] is the sum over the set partitions of the weights of
the product of a cumulant for each block, with one free index for each block (Leonov and Shiryaev 1959).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb, prod
from typing import Any

from sympy import Add, Expr, Integer, Symbol

from theory.notation import d

I, J = -2, -1
"""The rows i and j."""

Edge = tuple[int, int]
Factor = tuple[int, tuple[Edge, ...]]
"""Number of summed vertices 0, 1, .., and the sorted edges between them, I and J."""

Term = tuple[tuple[Factor, ...], tuple[int, ...]]
"""A product of factors and of the cumulants of these orders (the variance is 1 and left out)."""

IndexSum = dict[Term, Fraction]


def factorise(edges: Sequence[Edge], vertices: int) -> tuple[Factor, ...]:
    """The factors of a graph on the summed vertices 0..vertices-1, in a stable order; loops are dropped.

    >>> factorise([(I, 0), (0, I), (I, J), (1, 1)], 2)
    ((0, ((-2, -1),)), (1, ()), (1, ((-2, 0), (-2, 0))))
    """
    piece = list(range(vertices))  # union by relabelling: graphs are small
    kept = [(min(e), max(e)) for e in edges if e[0] != e[1]]
    for a, b in kept:
        if a >= 0 and piece[a] != piece[b]:
            piece = [piece[a] if p == piece[b] else p for p in piece]
    factors: list[Factor] = [(0, (e,)) for e in kept if e[1] < 0]
    for name in set(piece):
        members = [v for v in range(vertices) if piece[v] == name]
        label = {I: I, J: J, **{v: place for place, v in enumerate(members)}}
        inside = sorted((label[a], label[b]) for a, b in kept if b >= 0 and piece[b] == name)
        factors.append(_canonical(len(members), tuple(inside)))
    return tuple(sorted(factors))


def graph(entries: str) -> tuple[Factor, ...]:
    """A product of entries of M by their indices; i and j are rows, other letters are summed.

    >>> graph("ab ab")[0] == graph("cd dc")[0], graph("ia aj ij") == (*graph("ij"), *graph("ib jb"))
    (True, True)
    """
    letters = sorted(set(entries) - set("ij "))
    label = {"i": I, "j": J, **{letter: place for place, letter in enumerate(letters)}}
    return factorise([(label[entry[0]], label[entry[1]]) for entry in entries.split()], len(letters))


@cache
def _canonical(size: int, edges: tuple[Edge, ...]) -> Factor:
    """The least relabelling of a factor, over the permutations that respect a refined colouring of its vertices."""
    colour = {I: I, J: J, **dict.fromkeys(range(size), 0)}
    classes = 0
    while len(set(colour.values())) > classes:
        classes = len(set(colour.values()))
        seen = {v: (colour[v], tuple(sorted(colour[a + b - v] for a, b in edges if v in (a, b)))) for v in range(size)}
        order = {mark: place for place, mark in enumerate(sorted(set(seen.values())))}
        colour |= {v: order[seen[v]] for v in range(size)}
    groups = [[v for v in range(size) if colour[v] == c] for c in sorted({colour[v] for v in range(size)})]
    best: tuple[Edge, ...] | None = None
    for orders in product(*(permutations(group) for group in groups)):
        label = {I: I, J: J, **{v: place for place, v in enumerate(v for group in orders for v in group)}}
        new = tuple(sorted((min(label[a], label[b]), max(label[a], label[b])) for a, b in edges))
        best = new if best is None or new < best else best
    return size, best or ()


def close(factors: Sequence[Factor], identify: bool = False) -> tuple[Factor, ...]:
    """Sum a product over i and j, or over i alone with j = i.

    >>> close(factorise([(I, J), (I, J)], 0)) == ((2, ((0, 1), (0, 1))),)    # sum_ij M_ij^2
    True
    """
    rows = {I: 0, J: 0 if identify else 1}
    edges, vertices = [], 1 if identify else 2
    for size, inside in factors:
        label = {**rows, **{v: vertices + v for v in range(size)}}
        edges += [(label[a], label[b]) for a, b in inside]
        vertices += size
    return factorise(edges, vertices)


def over_pairs(terms: IndexSum) -> IndexSum:
    """The sum over all i != j of a sum with free rows i and j: over all pairs, less j = i.

    >>> over_pairs({(graph("ij ij"), ()): Fraction(1)}) == {(graph("ab ab"), ()): 1, (graph("aa"), ()): -1}    # F - d
    True
    """
    total: IndexSum = {}
    for (factors, blocks), c in terms.items():
        for closed, signed in ((close(factors), c), (close(factors, identify=True), -c)):
            add(total, closed, blocks, signed)
    return {term: c for term, c in total.items() if c}


def add(total: IndexSum, factors: tuple[Factor, ...], blocks: Sequence[int], c: Fraction) -> None:
    """Add a term in place."""
    term = factors, tuple(sorted(blocks))
    total[term] = total.get(term, Fraction(0)) + c


# --- values -------------------------------------------------------------------------------------------------


def evaluate(factor: Factor, M: Sequence[Sequence[Any]], rows: tuple[int, int] = (0, 0)) -> Any:
    """The sum itself for an explicit matrix, entries of any ring, i and j = `rows`; O(d^v) products, v its vertices."""
    size, edges = factor
    at = {I: rows[0], J: rows[1]}
    total: Any = 0
    for values in product(range(len(M)), repeat=size):
        label = {**at, **dict(enumerate(values))}
        total += prod((M[label[a]][label[b]] for a, b in edges), start=1)
    return total


def equicorrelated(factor: Factor, rho: Expr) -> Expr:
    """A closed factor at M_ab = rho (a != b), for every d: sum over sets S of edges (1-rho)^|S| rho^(rest) d^pieces(S).

    M_ab = rho + (1 - rho) [a = b]; this is the Fortuin-Kasteleyn form of the Potts model. O(2^edges).

    >>> equicorrelated((2, ((0, 1), (0, 1))), Symbol("r")).expand()
    d**2*r**2 - d*r**2 + d
    """
    size, edges = factor
    total: Expr = Integer(0)
    for count in range(len(edges) + 1):
        for chosen in combinations(edges, count):
            piece = list(range(size))
            for a, b in chosen:
                piece = [piece[a] if p == piece[b] else p for p in piece]
            total += (1 - rho) ** count * rho ** (len(edges) - count) * d ** len(set(piece))
    return total


ONE = Integer(1)


def cumulant(order: int, moment: Callable[[int], Any]) -> Any:
    """The cumulant from the moments, moment(0) = 1: c_n = m_n - sum_k C(n-1, k-1) c_k m_(n-k).

    >>> s, kappa = Symbol("s"), Symbol("kappa")
    >>> cumulant(4, lambda k: (1, 0, 1, s, kappa)[k])
    kappa - 3
    """
    lower = (comb(order - 1, k - 1) * cumulant(k, moment) * moment(order - k) for k in range(1, order))
    return moment(order) - sum(lower)


def expression(
    terms: Mapping[Term, Fraction],
    cumulants: Callable[[int], Any],
    name: Callable[[Factor], Any],
    one: Any = ONE,
) -> Any:
    """A sum with values in the place of its cumulants and factors, in the ring of `one`."""
    parts = [
        c.numerator * prod((*map(cumulants, blocks), *map(name, factors)), start=one) / c.denominator
        for (factors, blocks), c in terms.items()
    ]
    return Add(*parts) if isinstance(one, Expr) else sum(parts, 0 * one)


# --- names --------------------------------------------------------------------------------------------------

NAMES: dict[Factor, Symbol] = {
    (1, ()): d,
    **{graph(entries)[0]: Symbol(name) for entries, name in (("ab ab", "F"), ("ab bc ca", "T"), ("ab ab ac ac", "D"))},
}
"""F = |M|_F^2, T = Tr M^3, D = Tr diag(M^2)^2."""


def symbol(factor: Factor) -> Symbol:
    """d, F, T, D, or a symbol called by the sum in text."""
    return NAMES.get(factor) or Symbol(text(factor))


def text(factor: Factor) -> str:
    """A factor in text, paths drawn together to powers of M.

    >>> text((3, ((0, 1), (0, 1), (0, 2), (0, 2)))), text((3, ((0, 1), (0, 2), (1, 2))))
    ('sum_a (M^2)_aa^2', 'Tr M^3')
    """
    return _written(factor, "Tr M^{}".format, "sum_{} ".format, _text_entry)


def latex(factor: Factor) -> str:
    """A factor in LaTeX.

    >>> print(latex((3, ((0, 1), (0, 1), (0, 2), (0, 2)))))
    \\sum_{a}(M^{2})_{aa}^{2}
    """
    return _written(factor, "\\operatorname{{Tr}}M^{{{}}}".format, "\\sum_{{{}}}".format, _latex_entry)


def _text_entry(power: int, row: str, column: str, exponent: int) -> str:
    return (f"(M^{power})_" if power > 1 else "M_") + row + column + (f"^{exponent}" if exponent > 1 else "")


def _latex_entry(power: int, row: str, column: str, exponent: int) -> str:
    base = f"(M^{{{power}}})" if power > 1 else "M"
    return base + f"_{{{row}{column}}}" + (f"^{{{exponent}}}" if exponent > 1 else "")


def _written(
    factor: Factor, trace: Callable[[int], str], sigma: Callable[[str], str], entry: Callable[[int, str, str, int], str]
) -> str:
    """Join the two edges at a summed vertex of degree two, as long as there is one, into an edge of their powers."""
    size, plain = factor
    if not plain:
        return "d"
    edges = [(a, b, 1) for a, b in plain]
    left = list(range(size))
    for v in range(size):
        ends = [e for e in edges if v in e[:2]]
        if len(ends) == 2 and all(a != b for a, b, _ in ends):
            (a, b, p), (x, y, q) = ends
            edges = [e for e in edges if v not in e[:2]]
            edges.append((*sorted((a + b - v, x + y - v)), p + q))  # type: ignore[arg-type]
            left.remove(v)
    if len(left) == 1 and len(edges) == 1 and edges[0][0] == edges[0][1]:
        return trace(edges[0][2])
    letter = {I: "i", J: "j", **dict(zip(left, "abcefghkl", strict=False))}
    counted = {e: edges.count(e) for e in sorted(edges, key=lambda e: (letter[e[0]], letter[e[1]], e[2]))}
    entries = (entry(p, letter[a], letter[b], count) for (a, b, p), count in counted.items())
    return (sigma("".join(letter[v] for v in left)) if left else "") + " ".join(entries)
