"""Index sums and the expansion of one residual layer: graphs, cumulants, two routes and a third by enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest
import sympy
from flint import fmpq, fmpq_series
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, Symbol, symbols

from tests.strategies import SETTINGS
from theory.exact.certify import precision
from theory.exact.expressions import value
from theory.exact.partitions import set_partitions
from theory.expansion import by_moments, central_moment, frobenius, graphs, in_symbols, pair_moment
from theory.expansion.brute_force import Pair, brute_force
from theory.expansion.index_sums import (
    Factor,
    I,
    J,
    close,
    cumulant,
    equicorrelated,
    evaluate,
    factorise,
    graph,
    latex,
    symbol,
    text,
)

CORRELATIONS = st.fractions(min_value=-1, max_value=1, max_denominator=9)


@st.composite
def multigraphs(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    """Up to four summed vertices, up to six edges between them and the rows."""
    size = draw(st.integers(0, 4))
    vertex = st.sampled_from([I, J, *range(size)])
    return size, draw(st.lists(st.tuples(vertex, vertex), max_size=6))


def matrix(size: int, entries: list[Fraction]) -> list[list[Fraction]]:
    """Unit diagonal, symmetric, the other entries in order."""
    places = {(a, b): entries[place] for place, (a, b) in enumerate((a, b) for b in range(size) for a in range(b))}
    return [[Fraction(1) if a == b else places[min(a, b), max(a, b)] for b in range(size)] for a in range(size)]


@settings(SETTINGS, max_examples=40)
@given(multigraphs(), st.data())
def test_factors(drawn: tuple[int, list[tuple[int, int]]], data: st.DataObject) -> None:
    """Relabelled summed vertices, turned edges and loops give the same factors; their product is the sum itself.

    `close` sums over i and j, or over i = j.
    """
    size, edges = drawn
    label = {I: I, J: J, **dict(enumerate(data.draw(st.permutations(range(size)))))}
    turned = [(label[b], label[a]) if data.draw(st.booleans()) else (label[a], label[b]) for a, b in edges]
    turned += [(v, v) for v in range(size) if data.draw(st.booleans())]
    factors = factorise(edges, size)
    assert factorise(turned, size) == factors
    M = matrix(3, data.draw(st.lists(CORRELATIONS, min_size=3, max_size=3)))

    def at(factors: tuple[Factor, ...], i: int = 0, j: int = 0) -> Fraction:
        return prod((evaluate(factor, M, (i, j)) for factor in factors), start=Fraction(1))

    places = [{I: 0, J: 1, **dict(enumerate(values))} for values in product(range(3), repeat=size)]
    direct = (prod((M[place[a]][place[b]] for a, b in edges), start=Fraction(1)) for place in places)
    assert at(factors, 0, 1) == sum(direct, Fraction(0))
    assert at(close(factors)) == sum((at(factors, i, j) for i in range(3) for j in range(3)), Fraction(0))
    assert at(close(factors, identify=True)) == sum((at(factors, i, i) for i in range(3)), Fraction(0))


@settings(SETTINGS, max_examples=40)
@given(multigraphs(), CORRELATIONS)
def test_equal_correlations(drawn: tuple[int, list[tuple[int, int]]], rho: Fraction) -> None:
    """`equicorrelated`, a polynomial in d, is the sum itself at d = 2 and 3."""
    for factor in close(factorise(drawn[1], drawn[0])):
        formula = equicorrelated(factor, Rational(rho.numerator, rho.denominator))
        for size in (2, 3):
            assert value(formula, {"d": size}) == evaluate(factor, matrix(size, [rho] * 3))


@settings(SETTINGS, max_examples=40)
@given(st.lists(st.integers(0, 2), max_size=6))
def test_moments_by_cumulants(word: list[int]) -> None:
    """E w_a w_b .. is the product of moments of the indices that occur, and the sum over set partitions."""
    moments = [1, *symbols("m1:7")]
    direct = prod(moments[word.count(a)] for a in range(3))
    total = 0
    for labels in set_partitions(len(word)):
        blocks = [[a for a, label in zip(word, labels, strict=True) if label == b] for b in set(labels)]
        if all(len(set(block)) == 1 for block in blocks):
            total += prod(cumulant(len(block), moments.__getitem__) for block in blocks)
    assert sympy.expand(total - direct) == 0


def test_names() -> None:
    """Different sums have different names in text and LaTeX, up to order 7; the known ones are called so."""
    sources = [source(k) for k in range(8) for source in (frobenius, pair_moment)]
    factors = {factor for terms in sources for product_, _ in terms for factor in product_}
    assert len({text(f) for f in factors}) == len({latex(f) for f in factors}) == len(factors) > 250
    assert [str(symbol(graph(g)[0])) for g in ("aa", "ab ab", "ab bc ca", "ab ab bc bc", "ab bc cd da", "ia")] == [
        *"dFTD",
        "Tr M^4",
        "sum_a M_ia",
    ]


@pytest.mark.parametrize(("size", "power", "order", "centred"), [
    (2, 1, 5, True), (2, 3, 4, True), (3, 2, 4, True), (4, 2, 3, True), (2, 1, 3, False), (3, 2, 2, False),
])  # fmt: skip
def test_two_routes(size: int, power: int, order: int, centred: bool) -> None:
    """Index notation and polynomials in the weights give the same E (M+_ij)^p, for rows 1, 2 and rows 2, 1."""
    pair = Pair(size, order)
    for rows in ((0, 1), (1, 0)):
        for k, coefficient in enumerate(pair.series(*rows, order, power)):
            assert pair.expectation(coefficient, centred) == pair.of(pair_moment(k, power, centred), rows)


@pytest.mark.parametrize(("size", "order"), [(2, 6), (3, 4), (4, 4)])
def test_two_routes_for_the_norm(size: int, order: int) -> None:
    """E |M+|_F^2 by index sums is that by polynomials in the weights."""
    pair, terms = brute_force(size, order)
    assert list(terms) == [pair.of(frobenius(k)) for k in range(order + 1)]


SKEW = ((fmpq(2), fmpq(1, 5)), (fmpq(-1, 2), fmpq(4, 5)))


@settings(SETTINGS, max_examples=20)
@given(rho=CORRELATIONS)
def test_against_enumeration(rho: Fraction) -> None:
    """d = 2: the 16 matrices of a skew two-point law, each an exact rational function of gamma, as power series."""
    r, order = fmpq(rho.numerator, rho.denominator), 6
    pair, terms = brute_force(2, order)
    moments = {central_moment(k): sum(p * x**k for x, p in SKEW) for k in range(3, order + 1)}
    point = {str(s): moments.get(s, r) for s in pair.letters}
    expected = [term.subs(point) for term in terms]
    with precision(15, terms=order + 1):
        g = fmpq_series([0, 1])
        total = fmpq_series([2])
        for drawn in product(SKEW, repeat=4):
            a, b, c, d = (x for x, _ in drawn)
            top, low = (1 + g * a, g * b), (g * c, 1 + g * d)

            def form(x: Any, y: Any) -> Any:
                return x[0] * y[0] + x[1] * y[1] + r * (x[0] * y[1] + x[1] * y[0])

            weight = prod((p for _, p in drawn), start=fmpq(1))
            total += 2 * weight * form(top, low) ** 2 / (form(top, top) * form(low, low))
        assert [total[k] for k in range(order + 1)] == expected


def test_cost() -> None:
    """`graphs` bounds the number of terms; it counts ordered pairs of row terms."""
    for order in range(8):
        assert graphs(order) >= len(pair_moment(order))


def test_by_moments() -> None:
    """Put together by moments a polynomial is the same; each moment occurs once."""
    e = in_symbols(frobenius(4))
    grouped = by_moments(e)
    assert sympy.expand(grouped - e) == 0
    assert str(grouped).count("kappa") == 1
    assert Symbol("F") in grouped.free_symbols
