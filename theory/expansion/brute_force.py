"""One residual layer H -> RS(H + gamma W H) expanded for explicit d, in polynomials in all weights and correlations.

The other route to `theory.expansion.pair_moment`, without cumulants, graphs or the independence of rows:
(M+_ij)^p = C_ij^p (C_ii C_jj)^(-p/2) is multiplied out to a power series in gamma whose coefficients are polynomials in
the entries of M and of the rows i and j of W, and then each power of a weight is replaced by its moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from math import comb, prod
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from sympy import Add, Expr, Poly, Symbol

from theory.exact.rationals import to_sympy
from theory.expansion.gamma import MEAN, central_moment
from theory.expansion.index_sums import Factor, IndexSum, cumulant, evaluate, expression
from theory.notation import d


def entry_symbol(size: int, a: int, b: int) -> Symbol:
    """The symbol for the entry a < b (from 0) of a correlation matrix.

    >>> entry_symbol(2, 0, 1), entry_symbol(3, 0, 2)
    (rho, rho_13)
    """
    return Symbol("rho" if size == 2 else f"rho_{a + 1}{b + 1}", real=True)


class Pair:
    """Rows i and j of the weights and a correlation matrix of size d, as polynomials over QQ.

    Attributes
    ----------
    M : the correlation matrix, rows of entries rho_ab; v, w : the weights of rows i and j, shape (d,).
    letters : the generators by the symbols of the moments and correlations.
    """

    def __init__(self, size: int, order: int):
        self.size = size
        pairs = list(combinations(range(size), 2))
        rho = [entry_symbol(size, a, b) for a, b in pairs]
        symbols = [MEAN, *map(central_moment, range(3, order + 1)), *rho]
        names = [*map(str, symbols), *(f"{row}_{a + 1}" for row in "vw" for a in range(size))]
        self.context = fmpq_mpoly_ctx.get(names, Ordering.degrevlex)
        self.one = self.context.constant(1)
        generators = self.context.gens()
        self.letters = dict(zip(symbols, generators, strict=False))
        entry = dict(zip(pairs, map(self.letters.__getitem__, rho), strict=True))
        self.M = [[self.one if a == b else entry[min(a, b), max(a, b)] for b in range(size)] for a in range(size)]
        self.v, self.w = generators[-2 * size : -size], generators[-size:]
        self.moments = [
            self.one,
            0 * self.one,
            self.one,
            *(self.letters[central_moment(k)] for k in range(3, order + 1)),
        ]

    def form(self, x: Sequence[Any], y: Sequence[Any]) -> Any:
        """x^T M y."""
        return sum(
            (a * m * b for a, row in zip(x, self.M, strict=True) for m, b in zip(row, y, strict=True)), 0 * self.one
        )

    def unit(self, i: int) -> list[Any]:
        return [self.one if a == i else 0 * self.one for a in range(self.size)]

    def value(self, factor: Factor, rows: tuple[int, int] = (0, 0)) -> fmpq_mpoly:
        """A factor of an index sum."""
        return evaluate(factor, self.M, rows) * self.one

    def of(self, terms: IndexSum, rows: tuple[int, int] = (0, 0)) -> fmpq_mpoly:
        """An index sum, to compare."""
        at = {factor: self.value(factor, rows) for factors, _ in terms for factor in factors}
        cumulants = cache(lambda k: self.letters[MEAN] if k == 1 else cumulant(k, self.moments.__getitem__))
        return expression(terms, cumulants, at.__getitem__, self.one)

    def series(self, i: int, j: int, order: int, power: int = 1) -> list[fmpq_mpoly]:
        """Coefficients of gamma^0..gamma^order in (M+_ij)^power, polynomials in the weights of rows i != j.

        >>> Pair(2, 0).series(0, 1, 1)    # rho, then v.m_j + w.m_i - rho (v.m_i + w.m_j), m_a the columns of M
        [rho, -rho^2*v_2 - rho^2*w_1 + v_2 + w_1]
        """
        x, y = self.unit(i), self.unit(j)
        out = [self.form(x, y), self.form(self.v, y) + self.form(x, self.w), self.form(self.v, self.w)]
        out = [*out, *[0 * self.one] * order][: order + 1]
        numerator = [self.one, *[0 * self.one] * order]
        for _ in range(power):
            numerator = _times(numerator, out)
        for unit, weights in ((x, self.v), (y, self.w)):
            root = binomial_series(self.form(unit, weights), self.form(weights, weights), power, order, self.one)
            numerator = _times(numerator, root)
        return numerator

    def expectation(self, polynomial: fmpq_mpoly, centred: bool = True) -> fmpq_mpoly:
        """Each power of a weight replaced by its moment: exact for independent weights."""
        first = len(self.letters)
        total = 0 * self.one
        by_powers: dict[tuple[int, ...], dict[tuple[int, ...], fmpq]] = {}
        for exponents, c in polynomial.to_dict().items():
            powers = tuple(sorted(e for e in exponents[first:] if e))
            if not (centred and 1 in powers):
                head = (*exponents[:first], *(0 for _ in exponents[first:]))
                group = by_powers.setdefault(powers, {})
                group[head] = group.get(head, fmpq(0)) + c
        for powers, group in by_powers.items():
            total += self.context.from_dict(group) * prod((self._moment(e, centred) for e in powers), start=self.one)
        return total

    def _moment(self, power: int, centred: bool) -> fmpq_mpoly:
        if centred:
            return self.moments[power]
        return sum(
            (comb(power, k) * self.letters[MEAN] ** (power - k) * self.moments[k] for k in range(power + 1)),
            0 * self.one,
        )

    def put(self, predicted: Expr, at: Mapping[Expr, fmpq_mpoly]) -> fmpq_mpoly:
        """A SymPy polynomial with polynomials of this ring in the place of its symbols; `at` d = `size`.

        Raises
        ------
        sympy.PolynomialError
            if it is not a polynomial in the symbols other than d.
        """
        e = predicted.subs(d, self.size)
        letters = sorted(e.free_symbols, key=str)
        if not letters:
            return self.context.constant(fmpq(int(e.p), int(e.q)))
        total = 0 * self.one
        for exponents, c in Poly(e, *letters).terms():
            start = self.context.constant(fmpq(int(c.p), int(c.q)))
            total += prod((at[x] ** k for x, k in zip(letters, exponents, strict=True)), start=start)
        return total

    def expression(self, polynomial: fmpq_mpoly) -> Expr:
        """A polynomial without weights in SymPy."""
        terms: list[Expr] = []
        for exponents, c in polynomial.to_dict().items():
            powers = (letter**e for letter, e in zip(self.letters, exponents, strict=False) if e)
            terms.append(prod(powers, start=to_sympy(c)))
        return Add(*terms)


def binomial_series(b: Any, c: Any, power: int, order: int, one: Any) -> list[Any]:
    """a_0..a_order of (1 + 2bt + ct^2)^(-p/2), p the power: k a_k = (2 - p - 2k) b a_(k-1) + (2 - p - k) c a_(k-2).

    >>> binomial_series(to_sympy(fmpq(1, 2)), 0, 2, 3, to_sympy(fmpq(1)))    # 1/(1 + t)
    [1, -1, 1, -1]
    """
    a = [one]
    for k in range(1, order + 1):
        before = c * a[k - 2] if k > 1 else 0 * one
        a.append(((2 - power - 2 * k) * b * a[k - 1] + (2 - power - k) * before) / k)
    return a


def _times(p: Sequence[Any], q: Sequence[Any]) -> list[Any]:
    return [sum((p[i] * q[k - i] for i in range(1, k + 1)), p[0] * q[k]) for k in range(len(p))]


@cache
def brute_force(size: int, order: int, centred: bool = True) -> tuple[Pair, tuple[fmpq_mpoly, ...]]:
    """Coefficients of gamma^0..gamma^order in E |M+|_F^2 at d = `size`, all correlations symbolic, and their ring.

    Milliseconds for d = 2, 3, 4 at order 2; the number of monomials in the weights is C(2d + order, order).

    >>> pair, terms = brute_force(2, 2)
    >>> pair.expression(terms[2]).factor()
    4*(rho - 1)*(rho + 1)*(2*rho - 1)*(2*rho + 1)
    """
    pair = Pair(size, order)
    total = [pair.one * (size if k == 0 else 0) for k in range(order + 1)]
    for i, j in combinations(range(size), 2):
        for k, coefficient in enumerate(pair.series(i, j, order, 2)):
            total[k] += 2 * pair.expectation(coefficient, centred)
    return pair, tuple(total)
