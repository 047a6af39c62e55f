"""Lemma 7's remainder R(gamma) = E|M+|_F^2 - |M|_F^2 - gamma^2 delta(M): its leading coefficient, from whole layers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from typing import Any

from flint import fmpq
from sympy import Expr, Integer, Matrix, Rational, Symbol, expand

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.exact.rationals import rational, to_sympy
from theory.expansion import central_moment, frobenius, in_symbols
from theory.expansion.index_sums import equicorrelated
from theory.markov.one_step import RADEMACHER, enumerated_squares, series, two_point
from theory.notation import d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.expansion.coefficients import Atoms, of_norm, two_values
from theory.papers.daneshmand20.expansion.drift import planar
from theory.papers.daneshmand20.layers import filled
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


s = Symbol("s", real=True)
t = Symbol("t", positive=True)
SYMMETRIC = (*IID, "symmetric with fourth moment kappa < oo")

symmetric_limit = Claim(
    "daneshmand20.one-step.symmetric-limit",
    source=LEMMA_7,
    status="corrected",
    says="symmetric weights: E|M+|_F^2 = |M|_F^2 + gamma^2 delta(M) + c_4 gamma^4 + ..: no terms in gamma and gamma^3; "
    "at d = 2 c_4 = -4(1-rho^2)((16rho^4-12rho^2+1) kappa + 8rho^4+4rho^2-2), so that R is of order gamma^4 unless "
    "c_4 is 0",
    hypotheses=("d = 2", *SYMMETRIC),
    silent_on="laws with infinite fourth moment, where R/gamma^4 is unbounded",
    predicts=(Integer(0), DRIFT, Integer(0), FOURTH),
    over=grid(rho=(Rational(3, 5), Rational(-1, 3)), kappa=(1, Rational(9, 5))),
    given=Given(
        {"rho": Rationals(least=-1, most=1), "a": Rationals(least=1)},
        words="weights a, 0, -a of variance 1 stand for all symmetric laws, kappa = a^2",
        letters={"kappa": lambda at: at["a"] ** 2},
    ),
    twins=(
        Twin((Integer(0), DRIFT, Integer(0), FOURTH.subs(kappa, 3)), "the Gaussian value for every law"),
        Twin((Integer(0), DRIFT, 16 * rho * (1 - rho**2) * (2 * rho**2 - 1), FOURTH), "a term in gamma^3"),
    ),
)


@symmetric_limit.exact(scope="every rho and bounded law, from its moments", argued=UNIFORM)
def _by_moments(predicted: Predicted) -> Compared:
    yield "gamma to gamma^4", tuple(by_moments(k).subs(third, 0) for k in (1, 2, 3, 4)), tuple(map(expand, predicted))


@symmetric_limit.literal(scope="all 81 weight matrices, expanded one by one", most=24)
def _symmetric_one_by_one(at: At) -> tuple[Expr, ...]:
    return tuple(symmetric_coefficient(k, at.rho, at.a) for k in (1, 2, 3, 4))


@Claim(
    "daneshmand20.one-step.skew-limit",
    source=LEMMA_7,
    status="corrected",
    says="weights of third moment s: R/gamma^3 -> 16 s rho (1-rho^2)(2rho^2-1) at d = 2, so that R is of order gamma^3 "
    "unless that is 0; for weights t, -1/t the term in gamma^5 is odd in s, too: E|M+|_F^2 is even in gamma if s = 0",
    hypotheses=("d = 2", "W_ij bounded, mean 0, variance 1; gamma^5: W_ij = t, -1/t, s = t - 1/t"),
    predicts=(
        Integer(0),
        16 * s * rho * (1 - rho**2) * (2 * rho**2 - 1),
        8 * s * (1 - rho**2) * (16 * (s**2 + 3) * rho**5 - 4 * (4 * s**2 + 7) * rho**3 + (3 * s**2 - 1) * rho)
        + 16 * s * (1 - rho**2) * (4 * rho**2 - 1),
    ),
    over=grid(rho=(Rational(3, 5), Rational(-1, 3)), s=(Rational(3, 2), -1)),
    given=Given(
        {"rho": Rationals(least=-1, most=1), "t": Rationals(above=0)},
        words="s = t - 1/t",
        letters={"s": lambda at: at["t"] - 1 / at["t"]},
    ),
    twins=(
        Twin((Integer(0), Integer(0), Integer(0)), "even in gamma, as for symmetric weights"),
        Twin((8 * s * rho * (1 - rho**2), Integer(0), Integer(0)), "a term of first order, as for weights of mean s"),
    ),
).literal(scope="all 16 weight matrices, expanded one by one", most=60)
def skew_limit(at: At) -> tuple[Expr, ...]:
    return tuple(skew_coefficient(k, at.rho, at.t) for k in (1, 3, 5))


@skew_limit.exact(
    scope="every rho and s: weights t, -1/t; to gamma^3 every bounded law, from its moments",
    argued=f"{UNIFORM}; rows are independent, the mean of a square a trace of two means of one row, series in gamma",
)
def _two_values(predicted: Predicted) -> Compared:
    yield "every bounded law", tuple(map(by_moments, (1, 2, 3))), tuple(map(expand, (0, DRIFT, predicted[1])))
    found = two_valued()
    for k, claimed in zip((1, 3, 5), predicted, strict=True):
        yield f"gamma^{k}", found[k], claimed.subs(s, t - 1 / t)


@cache
def two_valued() -> list[Expr]:
    """Coefficients of gamma^0..gamma^5 in E|M+|_F^2 for weights t, -1/t at d = 2."""
    return series(pair(rho), two_point(t), 5)


from_identity = Claim(
    "daneshmand20.one-step.from-identity",
    source=LEMMA_7,
    says="from M = I: E|M+|_F^2 = d + 2d(d-1) gamma^2 + d(d-1)(10 - 3d - 2 kappa) gamma^4 + ..",
    hypotheses=("M = I", *SYMMETRIC),
    given=Given(
        {"d": Integers(2, 3), "a": Rationals(least=1)},
        words="weights a, 0, -a of variance 1 stand for all symmetric laws, kappa = a^2, two sizes for all d",
        letters={"kappa": lambda at: at["a"] ** 2},
    ),
    predicts=(Integer(0), 2 * d * (d - 1), Integer(0), d * (d - 1) * (10 - 3 * d - 2 * kappa)),
    decided_to=3,
    twins=(Twin((Integer(0), 2 * d * (d - 1), Integer(0), d * (d - 1) * (4 - 3 * d)), "the Gaussian value always"),),
)


@from_identity.exact(
    scope="every d, from index sums",
    argued="coefficients are means of products of weights: sums over indices, evaluated at M = I for any d",
)
def _in_indices(predicted: Predicted) -> Compared:
    yield "every d", _at_identity(), tuple(map(expand, predicted))


@cache
def _at_identity() -> tuple[Expr, ...]:
    moments = {central_moment(3): 0, central_moment(4): kappa}
    found = (in_symbols(frobenius(k), partial(equicorrelated, rho=Integer(0))) for k in (1, 2, 3, 4))
    return tuple(expand(c.subs(moments)) for c in found)


FROM_I = "M⁺ the layer after I of size d, weights as listed"


@named("[γ^{0}]E‖M⁺‖²(I, {1}; 0, ±{2})", r"[\gamma^{{{0}}}]\mathbb E\|M^+\|_F^2(I,{1};0,\pm {2})", means=FROM_I)
def _from_identity(order: int, size: Any, a: Any) -> Any:
    M = filled(int(size), dict.fromkeys(combinations(range(int(size)), 2), Fraction(0)))
    found = of_norm(M, three_values(a), order)
    return found if isinstance(found, Term) else to_sympy(found)


@from_identity.literal(scope="all weights of each two rows, expanded one by one", most=8)
def _two_rows(at: At) -> tuple[Any, ...]:
    return tuple(_from_identity(k, at.d, at.a) for k in (1, 2, 3, 4))
