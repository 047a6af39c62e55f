"""One residual layer with BN, M+ = correlation of RS(H + gamma W H), in powers of gamma: tables as text and LaTeX.

>>> found = table(2)
>>> [term.text for term in found.coefficients]
['F', '0', '8*D - 2*F - 8*T + 2*d^2']
>>> table(2, 2).coefficients[2].text
'4*(rho - 1)*(rho + 1)*(2*rho - 1)*(2*rho + 1)'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from sympy import Expr, Symbol, factor
from sympy import latex as to_latex

from theory.expansion.brute_force import Pair
from theory.expansion.gamma import by_moments, central_moment, frobenius, in_symbols, pair_moment
from theory.expansion.index_sums import NAMES, latex, symbol


class Coefficient(NamedTuple):
    """Of gamma^power: a polynomial, in text with ^ for powers."""

    power: int
    text: str
    latex: str


class PairTable(NamedTuple):
    """E (M+_ij)^2 for the rows i and j, counted from 1; "i" and "j" for every d."""

    i: int | str
    j: int | str
    coefficients: tuple[Coefficient, ...]


@dataclass(frozen=True)
class Table:
    """The expansions to order gamma^order, for weights that are independent with mean 0 and variance 1.

    Attributes
    ----------
    d : number of rows, or "general".
    coefficients : of E |M+|_F^2, powers 0..order.
    moments : what the symbols of higher moments stand for, such as {"s": "E w^3"}.
    pairs : every i < j, or one pair for every d.
    """

    d: int | str
    order: int
    coefficients: tuple[Coefficient, ...]
    moments: Mapping[str, str]
    pairs: tuple[PairTable, ...]


def table(order: int, d: int | None = None) -> Table:
    """E |M+|_F^2 and E (M+_ij)^2 in powers gamma^0..gamma^order (daneshmand20, Lemma 7 and beyond).

    Exact. The time grows like `theory.expansion.graphs(order)`, and for a given d like d^(order/2 + 2).

    d : number of rows, from 2; None for every d, with sums over the entries of M as symbols.
    """
    norm, pair = [frobenius(k) for k in range(order + 1)], [pair_moment(k) for k in range(order + 1)]
    names: dict[Expr, str] = {}
    pairs: dict[tuple[int | str, int | str], list[Expr]]
    if d is None:
        factors = {f for terms in (*norm, *pair) for product, _ in terms for f in product} - NAMES.keys()
        names = {symbol(f): latex(f) for f in factors}
        total, pairs = [in_symbols(terms) for terms in norm], {("i", "j"): [in_symbols(terms) for terms in pair]}
    else:
        ring = Pair(d, order)
        total = [ring.expression(ring.of(terms)) for terms in norm]
        pairs = {
            (i + 1, j + 1): [ring.expression(ring.of(terms, rows=(i, j))) for terms in pair]
            for i, j in combinations(range(d), 2)
        }
    arranged = factor if d == 2 else by_moments
    return Table(
        "general" if d is None else d,
        order,
        _coefficients([arranged(e) for e in total], names),
        {str(central_moment(k)): f"E w^{k}" for k in range(3, order + 1)},
        tuple(PairTable(i, j, _coefficients([arranged(e) for e in terms], names)) for (i, j), terms in pairs.items()),
    )


def _coefficients(terms: Sequence[Any], names: Mapping[Expr, str]) -> tuple[Coefficient, ...]:
    """Polynomials as text and LaTeX; `names` holds the LaTeX of the sums over M, bracketed as one factor."""
    spelled = {s: Symbol(f"[{s}]") for s in names if " " in str(s)}
    bracketed = {s: f"\\left[{name}\\right]" if s in spelled else name for s, name in names.items()}
    return tuple(
        Coefficient(power, str(e.xreplace(spelled)).replace("**", "^"), to_latex(e, symbol_names=bracketed))
        for power, e in enumerate(terms)
    )
