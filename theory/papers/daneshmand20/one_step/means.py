"""One layer in the mean, exactly: the row factorisation, closed forms at width 2, means, and what 0/0 does.

M is the correlation matrix of the rows of H, W has i.i.d. entries, M+ is the correlation matrix after
H -> RS(H + gamma W H). At d = 2 M has the one entry rho.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product
from math import prod
from typing import Any

from flint import arb
from sympy import Abs, Expr, I, Integer, Rational, Symbol, cancel, exp, expand, eye, sqrt, symbols, together

from theory.batchnorm import dot, rescale
from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Rationals
from theory.exact.certify import at_each_precision
from theory.exact.expressions import grid, value
from theory.markov import gaussian_row
from theory.markov.one_step import RADEMACHER, SKEW, enumerated_mean, enumerated_squares
from theory.markov.one_step_density import enclosed_square
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.matrices import ONE_ON, atoms, finite_laws, mean_of
from theory.papers.daneshmand20.one_step.order import pair, rho
from theory.term import each, number, places, size, total
from theory.term.matrices import inner
from theory.term.named import named

NETWORK = Locator(DANESHMAND20, "Eqs. (1) and (2)")
LEMMA_4 = Locator(DANESHMAND20, "Lemma 4")
gamma = Symbol("gamma", positive=True)
PRODUCT = Symbol("q", positive=True)  # Tr(A_i A_j)


def of_projections(at: Mapping[str, Any]) -> Any:
    """Tr(A_i A_j), A_i = E g g^T/|g|^2."""
    there = places(size(atoms(at["g"])[0]))

    def entry(law: Any, a: Any, b: Any) -> Any:
        return mean_of(law, lambda row: row[a] * row[b] / inner(row, row))

    A, B = (each(lambda a, law=law: each(lambda b: entry(law, a, b), there), there) for law in (at["g"], at["h"]))
    return number(total(each(lambda p, q: inner(p, q), A, B)))


@Claim(
    "daneshmand20.one-step.row-factorisation",
    source=NETWORK,
    says="E[(M+_ij)^2] = Tr(A_i A_j) for i != j, A_i = E[g g^T/|g|^2], g row i of H + gamma W H, of finitely "
    "many values",
    given=Given(
        {"g": finite_laws(k=ONE_ON), "h": finite_laws(k=ONE_ON)},
        lambda at: size(atoms(at["g"])[0]) == size(atoms(at["h"])[0]),
        "rows g and h of H + gamma W H, never 0, independent, of N entries",
        {"q": of_projections},
    ),
    predicts=PRODUCT,
    twins=(Twin(PRODUCT / 2, "half of it"), Twin(Integer(1), "product of the traces")),
).literal(scope="all pairs of rows, rescaled", most=60)
def row_factorisation(at: At) -> Any:
    def squared(g: Any, h: Any) -> Any:
        return (dot(rescale(g), rescale(h)) / size(g)) ** 2

    return mean_of(at.g, lambda g: mean_of(at.h, lambda h: squared(g, h)))


def squared_turn(q: Expr, g: Expr) -> Expr:
    """3 + Re(v z^2), q = 1 - rho^2, g = gamma^2, v = exp(-2i arccos rho); z = (X + 2i rho sqrt(q) Y)/N."""
    X = (1 - 4 * g) ** 2 + 2 * g * q * (1 - 2 * g) * (3 - 4 * g) + 8 * g**2 * q**2 * (1 - 3 * g)
    Y = g * (1 - 4 * g + 4 * g * q * (1 - 3 * g))
    N = (1 - 4 * g) ** 2 + 8 * g * q * (4 * g**2 - 3 * g + 1) + 16 * g**2 * q**2 * (1 - g) ** 2
    return 3 + ((1 - 2 * q) * (X**2 - 4 * q * (1 - q) * Y**2) - 8 * q * (1 - q) * X * Y) / N**2


@Claim(
    "daneshmand20.one-step.rademacher-pair",
    source=NETWORK,
    says="d = 2, weights +-1: E|M+|_F^2 = 3 + Re(v z^2) with v = exp(-2i arccos rho) and z = (1 - 3g^2 - g^2 v)/"
    "((1-g^2)^2 - 2g^2(1+g^2)v + g^4 v^2), g = gamma: a rational function of rho^2 and gamma^2",
    predicts=squared_turn(1 - rho**2, gamma**2),
    over=grid(rho=(Rational(3, 5), Rational(-1, 3)), gamma=(Rational(1, 2), Rational(2, 3))),
    given=Given(
        {"rho": Rationals(least=-1, most=1), "gamma": Rationals(above=0)},
        lambda at: abs(at["rho"]) < 1 or at["gamma"] != Rational(1, 2),
        "rho^2 < 1, or gamma != 1/2",
    ),
    uses=("daneshmand20.one-step.row-factorisation",),
    twins=(
        Twin(squared_turn(1 - rho**2, gamma), "gamma for its square"),
        Twin(squared_turn((1 - rho) / 2, gamma**2), "the angle instead of twice the angle"),
    ),
).literal(scope="all 16 weight matrices", most=30)
def rademacher_pair(at: At) -> Expr:
    return rademacher_mean(at.rho, at.gamma)


@named("E‖M⁺‖²", r"\mathbb E\|M^+\|_F^2", bare=True, means="M⁺ the layer after M, d = 2, M₁₂ = ρ, weights ±1")
def rademacher_mean(rho: Any, gamma: Any) -> Expr:
    """E|M+|_F^2 over all 16 weight matrices."""
    return 2 + 2 * enumerated_squares(pair(rho), RADEMACHER, gamma)[0, 1]


@cache
def all_matrices() -> Expr:
    """The same on symbols: a quotient of polynomials in rho and gamma."""
    return rademacher_mean(rho, gamma)


@rademacher_pair.exact(
    scope="every rho and gamma, all 16 weight matrices",
    argued="the mean is a sum over the 16 weight matrices, which are alike",
)
def _by_matrices(predicted: Predicted) -> Compared:
    at = {"rho": Rational(2, 7), "gamma": Rational(1, 3)}
    yield str(at), value(all_matrices(), at), value(predicted, at)  # a quick "no"
    yield "as a rational function", all_matrices(), predicted
    p = Symbol("p", nonnegative=True)  # tan(arccos(rho)/2)
    yield "as 3 + Re(v z^2)", _by_turn(p), together(predicted.subs(rho, (1 - p**2) / (1 + p**2)))


@cache
def _by_turn(p: Symbol) -> Expr:
    """3 + Re(v z^2), v = ((1 - ip)/(1 + ip))^2; beside it stands what i -> -i makes of it."""
    g, found = gamma**2, Integer(0)
    for i in (I, -I):
        v = ((1 - i * p) / (1 + i * p)) ** 2
        z = (1 - 3 * g - g * v) / ((1 - g) ** 2 - 2 * g * (1 + g) * v + g**2 * v**2)
        found += together(v * z**2) / 2
    return 3 + found


no_move = exp(-1 / (2 * gamma**2))
kept_2 = 1 - 2 * gamma**2 * (1 - no_move)
kept_4 = 1 - 4 * gamma**2 * kept_2

gaussian_identity = Claim(
    "daneshmand20.one-step.gaussian-identity",
    source=NETWORK,
    says="Gaussian weights, M = I: E|M+|_F^2 = d + (d-1)(1 - z_d^2) with z_0 = 1 - exp(-1/(2 gamma^2)), z_d = 1 - "
    "d gamma^2 z_(d-2); at d = 2: 3 - (1 - 2 gamma^2 (1 - exp(-1/(2 gamma^2))))^2. Not analytic at gamma = 0",
    given=Given({"gamma": Rationals(above=0)}, words="M = I, d = 2 and d = 4"),
    predicts=(3 - kept_2**2, 7 - 3 * kept_4**2),
    uses=("daneshmand20.one-step.row-factorisation",),
    twins=(
        Twin((3 - (1 - 2 * gamma**2) ** 2, 7 - 3 * (1 - 4 * gamma**2 * (1 - 2 * gamma**2)) ** 2), "without exp"),
        Twin((2 + 4 * gamma**2 - 4 * gamma**4, 4 + 24 * gamma**2 - 96 * gamma**4), "to fourth order in gamma"),
    ),
)


@gaussian_identity.exact(
    "every gamma: rows by their Laplace transforms, integrals by SymPy",
    argued="rows are independent and invariant, so that the mean of one row's square by Laplace's transform is enough",
)
def _by_rows_on_symbols(predicted: Predicted) -> Compared:
    # M+_12^2 is the sum over a, b of g_a g_b/|g|^2 h_a h_b/|h|^2, g and h independent, like e_1 and e_2 + gamma w
    yield "no mean of g_a g_b, a != b", gaussian_row.odd_mean(), Integer(0)
    found = []
    for width in (2, 4):
        across = gaussian_row.share(width)
        along = 1 - (width - 1) * across
        square = 2 * along * across + (width - 2) * across**2
        found.append(expand((width + width * (width - 1) * square).subs(gaussian_row.g, gamma)))
    yield "every gamma", tuple(found), tuple(map(expand, predicted))


@gaussian_identity.literal(
    kind="certified", scope="quadrature over one row at a time, by the row factorisation", most=3, whole=False
)
def _by_quadrature(at: At) -> tuple[arb, arb]:
    return gaussian_square(2, at.gamma), gaussian_square(4, at.gamma)


@named("E‖M⁺‖²(d = {0})", r"\mathbb E\|M^+\|_F^2(d={0})", means="M⁺ the layer after M = I, W Gaussian")
@at_each_precision
def gaussian_square(width: int, strength: Rational) -> arb:
    """E|M+|_F^2 from M = I."""
    return enclosed_square(eye(width), "gaussian", strength, 15)


def unit_mean(own: Expr, other: Expr) -> Expr:
    """The sum over the weights 2 (1/5) and -1/2 (4/5) of own/sqrt(own^2 + other^2) at (w_1, w_2)."""
    w1, w2 = symbols("w_1 w_2")
    return sum(
        (p * q * (own / sqrt(own**2 + other**2)).subs({w1: u, w2: v}) for u, p in SKEW.atoms for v, q in SKEW.atoms),
        Integer(0),
    )


_stay, _move = 1 + gamma * Symbol("w_1"), gamma * Symbol("w_2")


@Claim(
    "daneshmand20.one-step.skew-mean",
    source=LEMMA_4,
    says="weights 2 and -1/2 with probabilities 1/5 and 4/5 (mean 0, variance 1, not symmetric), M = I_2: E M+_12 = "
    "2xy, (x, y) the mean of (1 + gamma w_1, gamma w_2)/|.|; at gamma = 1/2 that is -0.137",
    given=Given({"gamma": Rationals(above=0)}),
    predicts=2 * unit_mean(_stay, _move) * unit_mean(_move, _stay),
    twins=(Twin(Integer(0), "no mean, as for symmetric weights"),),
).literal(kind="certified", scope="all 16 weight matrices", most=8)
def skew_mean(at: At) -> arb:
    return skewed_mean(at.gamma)


@named(
    "E M⁺₁₂",
    r"\mathbb E\,M^+_{{12}}",
    bare=True,
    means="M⁺ the layer after M = I, d = 2, weights 2 and −1/2 of mean 0 and variance 1",
)
def skewed_mean(strength: Rational) -> arb:
    """E M+_12 from M = I_2 over the 16 skewed weight matrices."""
    return enumerated_mean(eye(2), SKEW, strength, 0, 1)


@skew_mean.exact(
    scope="every gamma: all 16 weight matrices",
    argued="the mean is a sum over the 16 weight matrices, with their probabilities",
)
def _all_sixteen(predicted: Predicted) -> Compared:
    yield "every gamma", _skew_sum(), predicted
    at_half = predicted.subs(gamma, Rational(1, 2))
    yield "gamma = 1/2, to a digit", bool(Abs(at_half + Rational(137, 1000)) < Rational(1, 2000)), True


@cache
def _skew_sum() -> Expr:
    """E M+_12, term by term: the rows of I + gamma W, made as long as 1."""
    found = Integer(0)
    for drawn in product(SKEW.atoms, repeat=4):
        (a, b, c, e), share = (w for w, _ in drawn), prod(p for _, p in drawn)
        first, second = (1 + gamma * a, gamma * b), (gamma * c, 1 + gamma * e)
        one, other = ([entry / sqrt(row[0] ** 2 + row[1] ** 2) for entry in row] for row in (first, second))
        found += share * (one[0] * other[0] + one[1] * other[1])
    return expand(found)


@Claim(
    "daneshmand20.one-step.zero-mean-enough",
    source=LEMMA_4,
    status="reading",
    says="from M = I, weights of mean 0 suffice for E M+_12 = 0, symmetric or not: 2 and -1/2, too, of variance 1",
    given=Given(
        {"gamma": Preceded(Rationals(above=0), (Rational(1, 3),))}, words="d = 2, M = I, weights 2 and -1/2 with mean 0"
    ),
    predicts=Integer(0),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.one-step.skew-mean",),
).literal(kind="certified", scope="all 16 weight matrices", most=1)
def zero_mean_enough(at: At) -> arb:
    return skewed_mean(at.gamma)


@Claim(
    "daneshmand20.one-step.jump",
    source=NETWORK,
    says="where a row can vanish the step is not continuous: d = 2, weights +-1: at gamma = 1/2 E|M+|_F^2 -> 13/4 as "
    "rho -> 1, but at rho = 1 it comes to 4 as gamma -> 1/2; at gamma = 1/2 R/gamma^4 -> -12 as rho -> 1, R the "
    "remainder of Lemma 7",
    predicts=(Rational(13, 4), Integer(4), Integer(-12)),
    given=Given(words="d = 2, weights +-1"),
    uses=("daneshmand20.one-step.rademacher-pair",),
    twins=(Twin((Integer(4), Integer(4), Integer(0)), "continuous, as for laws with a density"),),
).literal(scope="limits of the rational function of rho and gamma over all 16 weight matrices")
def jump(at: At) -> tuple[Expr, Expr, Expr]:
    return _limits_at(Rational(1, 2))


@named(
    "(lim_(ρ→1) E‖M⁺‖² at γ = {0}, lim_(γ→{0}) E‖M⁺‖² at ρ = 1, lim_(ρ→1) R/γ⁴ at γ = {0})",
    means="M⁺ the layer after M, d = 2, M₁₂ = ρ, weights ±1; R = E‖M⁺‖² − ‖M‖² − γ² δ(M)",
)
@cache
def _limits_at(half: Rational) -> tuple[Expr, Expr, Expr]:
    """Of rational functions, without their common factors: values."""
    mean = cancel(all_matrices().subs(gamma, half))
    across = cancel(all_matrices().subs(rho, 1)).subs(gamma, half)
    remainder = mean - (2 + 2 * rho**2) - half**2 * 4 * (1 - rho**2) * (1 - 4 * rho**2)  # |M|_F^2 and delta
    return mean.subs(rho, 1), across, remainder.subs(rho, 1) / half**4
