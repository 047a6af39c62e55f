"""Lemma 7's remainder R(gamma) = E|M+|_F^2 - |M|_F^2 - gamma^2 delta(M): its order in gamma, and its size."""

from __future__ import annotations

from functools import cache, reduce
from typing import Any

from flint import arb, fmpq_poly
from sympy import Expr, Integer, Poly, Rational, Symbol, diff, expand, factor, solve, sqrt

from theory.choices import proved
from theory.claim import At, Claim, Compared, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Rationals
from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.exact.rationals import rational, to_fmpq
from theory.papers.daneshmand20.one_step import order
from theory.papers.daneshmand20.one_step.order import IID, LEMMA_7, UNIFORM, by_moments, kappa, rho, third
from theory.term.named import named

INSIDE = Rationals(above=-1, below=1)
SYMMETRIC_PAIRS = Given(
    {"rho": INSIDE, "a": Rationals(least=1)},
    lambda at: order.fourth(at["rho"], at["a"] ** 2) != 0,
    "d = 2, weights a, 0, -a of variance 1, kappa = a^2; c_4 != 0",
)


@Claim(
    "daneshmand20.one-step.fourth-always",
    source=LEMMA_7,
    status="reading",
    says="the remainder is O(gamma^4) for bounded weights of mean 0 and variance 1, symmetric or not",
    hypotheses=(*IID, "bounded"),
    given=Given({"rho": INSIDE, "t": Rationals(above=0)}, words="d = 2, weights t, -1/t of mean 0 and variance 1"),
    relation=">=",
    predicts=Integer(4),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.one-step.skew-limit",),
    truth=Integer(3),
).literal(scope="all 16 weight matrices, expanded one by one", most=60)
def fourth_always(at: At) -> Integer:
    return order.skew_order(at.rho, at.t)


@Claim(
    "daneshmand20.one-step.third-exactly",
    source=LEMMA_7,
    status="reading",
    says="for symmetric bounded weights gamma^3 is the exact order of the remainder",
    hypotheses=(*IID, "symmetric, bounded"),
    given=SYMMETRIC_PAIRS,
    predicts=Integer(3),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.one-step.symmetric-limit",),
    truth=Integer(4),
).literal(scope="all 81 weight matrices, expanded one by one", most=24)
def third_exactly(at: At) -> Integer:
    return order.symmetric_order(at.rho, at.a)


# -c_4/4 is a cubic in x = rho^2 with leading term -8(2 kappa + 1) x^3: its stationary values are MIDDLE -+ HEIGHT
CENTRE = (7 * kappa + 1) / (12 * kappa + 6)
MIDDLE = (1 - CENTRE) * ((16 * CENTRE**2 - 12 * CENTRE + 1) * kappa + 8 * CENTRE**2 + 4 * CENTRE - 2)
HEIGHT = sqrt(40 * kappa**2 + 50 * kappa + 40) ** 3 / (108 * (2 * kappa + 1) ** 2)


@Claim(
    "daneshmand20.one-step.worst-remainder",
    source=LEMMA_7,
    says="symmetric weights, d = 2: over all rho lim R/gamma^4 runs from -4(b + h) to 4(b - h), b = (40 kappa^2 + "
    "50 kappa + 40)^(3/2)/(108 (2 kappa+1)^2), 1 <= kappa <= 4: from -6.511 to 5.688 at kappa = 1 (weights +-1), "
    "-7.449 to 7.194 at 9/5 (uniform ones), -8.994 to 10.505 at 3 (as of Gaussian ones)",
    hypotheses=("d = 2", *IID, "symmetric, bounded, 1 <= E W_ij^4 = kappa <= 4"),
    silent_on="that the limit is c_4 for unbounded weights, too (symmetric-limit); the supremum over gamma, "
    "which is larger (claim jump: 12 for weights +-1)",
    given=Given(
        {"a": Rationals(least=1, most=2)},
        words="weights a, 0, -a of variance 1 stand for all symmetric laws, kappa = a^2",
        letters={"kappa": lambda at: at["a"] ** 2},
    ),
    predicts=(4 * (HEIGHT + MIDDLE), 4 * (HEIGHT - MIDDLE)),
    uses=("daneshmand20.one-step.symmetric-limit",),
    twins=(
        Twin((4 * (kappa - 2), 4 * (2 - kappa)), "attained at M = I"),
        Twin((4 * (HEIGHT - MIDDLE), 4 * (HEIGHT + MIDDLE)), "sign of R"),
    ),
).literal(
    kind="certified", scope="c_4 through 7 points, each by all 81 weight matrices; all zeros of its derivative", most=3
)
def worst_remainder(at: At) -> tuple[arb, arb]:
    return extreme_remainders(at.a)


@named(
    "(−min_ρ, max_ρ)lim R/γ⁴",
    r"(-\min_\rho,\max_\rho)\lim R/\gamma^4",
    shape=lambda a: (2,),
    means="R = E‖M⁺‖² − ‖M‖² − γ² δ(M), d = 2, weights a, 0, −a of variance 1",
    bare=True,
)
def extreme_remainders(a: Any) -> tuple[arb, arb]:
    return extremes(by_seven_points(a))


@cache
def by_seven_points(high: Rational) -> fmpq_poly:
    """c_4 as a polynomial in rho: of degree 6 at most, as C_12^2 has 2 and gamma^4 of 1/(C_11 C_22) has 4."""
    places = [Rational(k, 4) for k in range(-3, 4)]
    total = fmpq_poly()
    for place in places:
        term = fmpq_poly([to_fmpq(rational(order.coefficient(place, order.three_values(high), 4)))])
        for other in places:
            if other != place:
                term *= fmpq_poly([to_fmpq(rational(-other)), 1]) / to_fmpq(rational(place - other))
        total += term
    return total


PIECES = 96
DIGITS_TOLD = ((1, "6.511", "5.688"), (Rational(9, 5), "7.449", "7.194"), (3, "8.994", "10.505"))


@cache
def _stationary() -> tuple[Expr, ...]:
    """Of c_4 in x = rho^2: zeros of the derivative, c_4 at 0, at them and at 1, and its leading coefficient."""
    x = Symbol("x", nonnegative=True)  # rho^2
    c4 = expand(by_moments(4).subs(third, 0)).subs(rho, sqrt(x))
    zeros = solve(diff(c4, x), x)
    values = [factor(c4.subs(x, zero)) for zero in zeros]
    first = 0 if (zeros[0] - zeros[1]).subs(kappa, 2).is_negative else 1
    (low, high), (top, bottom) = (zeros[first], zeros[1 - first]), (values[first], values[1 - first])
    # the leading coefficient is positive: c_4 rises to the first zero, falls to the second, and rises
    return low, high, c4.subs(x, 0), top, bottom, c4.subs(x, 1), Poly(c4, x).LC()


@worst_remainder.certified(
    scope="every kappa: c_4 from moments, its derivative's zeros; their order and that of values on balls",
    argued=UNIFORM,
)
def _everywhere(predicted: Predicted) -> Compared:
    parts = _stationary()
    top, bottom = parts[3:5]
    for moment in (Integer(1), Rational(5, 2), Integer(4)):  # a quick "no"
        at = {"kappa": moment}
        yield f"kappa = {moment}", (enclose(-bottom, at), enclose(top, at)), tuple(enclose(e, at) for e in predicted)
    yield "stationary values", (-bottom, top), predicted
    with precision(30):
        for place in range(PIECES):
            here = {"kappa": (arb(PIECES + 3 * place) / PIECES).union(arb(PIECES + 3 * place + 3) / PIECES)}
            zero, one, start, most, least, end, rising = (enclose(e, here) for e in parts)
            ordered = rising > 0 and zero > 0 and zero < one and one < 1 and most > end and least < start
            yield f"kappa in {here['kappa'].str(4)}: inside, and no end beyond them", bool(ordered), True
    for moment, down, up in DIGITS_TOLD:
        for part, told in zip(predicted, (down, up), strict=True):
            near = abs(part.subs(kappa, moment) - Rational(told)) < Rational(1, 2000)
            yield f"kappa = {moment}, to three decimals", bool(near), True


def extremes(c4: fmpq_poly) -> tuple[arb, arb]:
    """-min and max over |rho| <= 1 of a polynomial: at the ends and 0, and the zeros of the derivative, isolated."""
    with precision(30):
        inside = [z.real for z, _ in c4.derivative().complex_roots() if not proved(z.imag, "!=", 0) and abs(z.real) < 1]
        values = [horner(c4, x) for x in (arb(0), arb(1), arb(-1), *inside)]
        return -reduce(arb.min, values), reduce(arb.max, values)


def horner(polynomial: fmpq_poly, x: arb) -> arb:
    """The value at a ball."""
    return reduce(lambda total, c: total * x + c, reversed(polynomial.coeffs()), arb(0))
