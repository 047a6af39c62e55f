"""A pair of rows and laws of three values, of which one layer is taken."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from flint import fmpq
from sympy import Expr, Integer, Matrix, Rational, Symbol, expand

from theory.claim import Locator
from theory.exact.rationals import rational, to_sympy
from theory.expansion import central_moment
from theory.markov.one_step import RADEMACHER, enumerated_squares
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.domains import filled
from theory.papers.daneshmand20.expansion.coefficients import Atoms, of_norm, two_values
from theory.papers.daneshmand20.expansion.setting import planar
from theory.papers.daneshmand20.matrices import Entries
from theory.term import NoValueError, Term
from theory.term.named import named

rho = Symbol("rho", real=True)


def pair(correlation: Expr | int) -> Matrix:
    """The 2 x 2 correlation matrix."""
    return Matrix([[1, correlation], [correlation, 1]])


LEMMA_7 = Locator(DANESHMAND20, "Lemma 7")
kappa = Symbol("kappa", positive=True)
IID = ("W_ij i.i.d., mean 0, variance 1",)


UNIFORM = (
    "bounded weights leave rows away from 0 for small gamma, so that a coefficient of the mean is the mean of the "
    "coefficient"
)
third = Symbol("s", real=True)  # E W_ij^3


@cache
def by_moments(order: int) -> Expr:
    """The coefficient of gamma^order in E|M+|_F^2 at d = 2, weights of these moments: from index sums.

    >>> by_moments(1)
    0
    """
    return expand(planar(order).subs({central_moment(3): third, central_moment(4): kappa}))


DRIFT = 4 * (1 - rho**2) * (1 - 4 * rho**2)


def fourth(rho: Any, kappa: Any) -> Any:
    """c_4 at d = 2, of numbers, symbols or terms."""
    return -4 * (1 - rho**2) * ((16 * rho**4 - 12 * rho**2 + 1) * kappa + 8 * rho**4 + 4 * rho**2 - 2)


FOURTH = fourth(rho, kappa)


def coefficient(correlation: Any, atoms: Atoms, order: int) -> Any:
    """Of gamma^order in E|M+|_F^2 at d = 2, over all weight matrices."""
    if isinstance(correlation, Term):
        return of_norm(filled(2, {(0, 1): correlation}), atoms, order)
    M = filled(2, {(0, 1): Fraction(int(correlation.p), int(correlation.q))})
    return to_sympy(of_norm(M, atoms, order))


def three_values(high: Any) -> Atoms:
    """Weights a, -a and 0 of mean 0 and variance 1."""
    value = high if isinstance(high, Term) else fmpq(int(high.p), int(high.q))
    outer = 1 / (2 * value**2)
    return (value, outer), (-value, outer), (fmpq(0), 1 - 2 * outer)


LISTED = "M⁺ the layer after M, d = 2, M₁₂ and the weights as listed"
OF_ORDER = "R = E‖M⁺‖² − ‖M‖² − γ² δ(M), d = 2, M₁₂ and the weights as listed"


@named("[γ^{0}]E‖M⁺‖²({1}; 0, ±{2})", r"[\gamma^{{{0}}}]\mathbb E\|M^+\|_F^2({1};0,\pm {2})", means=LISTED)
def symmetric_coefficient(order: Any, correlation: Any, a: Any) -> Any:
    """Of gamma^order in E|M+|_F^2 at d = 2, for weights 0, a, -a."""
    return coefficient(correlation, three_values(a), order)


@named("[γ^{0}]E‖M⁺‖²({1}; {2}, −1/{2})", r"[\gamma^{{{0}}}]\mathbb E\|M^+\|_F^2({1};{2},-1/{2})", means=LISTED)
def skew_coefficient(order: Any, correlation: Any, t: Any) -> Any:
    """The same for weights t, -1/t."""
    return coefficient(correlation, two_values(t), order)


MOST = 6


@named("ord R({0}; 0, ±{1})", r"\operatorname{{ord}}R({0};0,\pm {1})", means=OF_ORDER)
def symmetric_order(correlation: Any, a: Any) -> Integer:
    return order_of_remainder(correlation, three_values(a))


@named("ord R({0}; {1}, −1/{1})", r"\operatorname{{ord}}R({0};{1},-1/{1})", means=OF_ORDER)
def skew_order(correlation: Any, t: Any) -> Integer:
    return order_of_remainder(correlation, two_values(t))


def order_of_remainder(correlation: Any, atoms: Atoms) -> Integer:
    """The first power of gamma with a coefficient other than 0 in R = E|M+|_F^2 - |M|_F^2 - gamma^2 delta, d = 2.

    Raises
    ------
    NoValueError : there is none up to gamma^6.
    """
    for k in range(1, MOST + 1):
        square = correlation**2
        known = 4 * (1 - square) * (1 - 4 * square) if k == 2 else 0  # delta of a pair of rows
        if coefficient(correlation, atoms, k) != known:
            return Integer(k)
    raise NoValueError(f"got rho = {correlation}: the remainder has no term up to gamma^{MOST}")


@cache
def matrix(M: Entries) -> Matrix:
    """In SymPy."""
    return Matrix([[to_sympy(x) for x in row] for row in M])


@cache
def change(M: Entries, gamma: Rational) -> Fraction:
    """E|M+|_F^2 - |M|_F^2 of a layer of weights +-1: all weight matrices.

    Raises
    ------
    ZeroRowError : a row vanishes for some of them.
    """
    squares = enumerated_squares(matrix(M), RADEMACHER, gamma)
    return rational(sum(squares) - sum(x**2 for x in matrix(M)))
