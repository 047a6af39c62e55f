"""D = 2: the exponent of the distance from rank one, with a skip connection of any strength and without one.

It is E log|det(I + gamma W)| - 2 E log|1 + gamma (w_1 + w_2)|, and without skip E log|det W| - 2 E log|w_1 + w_2|.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy
from flint import acb, arb
from sympy import EulerGamma, Expr, Integer, Rational, digamma, log, pi

from theory.claim import At, Claim, Compared, Predicted, Twin
from theory.domains.given import Given
from theory.exact.certify import at_each_precision, decimal, precision, upper_end
from theory.exact.quadrature import FINE
from theory.exact.rationals import to_fmpq
from theory.markov import gaussian_row
from theory.papers.daneshmand20.diffusion.generator import LOW_RANK, gaussian_exponent_by_definition
from theory.term.named import named


def _hermite(order: int, x: Expr) -> Expr:
    return 2 ** Rational(-order, 2) * sympy.hermite(order, x / sympy.sqrt(2))


def _log_moment(degrees: int, power: int) -> Expr:
    """E S^power log sqrt(S), S chi-square."""
    half = Rational(degrees, 2)
    return 2**power * sympy.rf(half, power) * (log(2) + digamma(half + power)) / 2


def _of_determinant(order: int) -> Expr:
    """E log|det W| He(Tr W/sqrt 2), He of degree 2 order.

    The first row of W is r (cos f, sin f), the second s (cos f, sin f) + t (-sin f, cos f): det W = r t and
    Tr W = r cos f + s sin f + t cos f, where r^2 is chi-square with 2 degrees, s and t are normal, f is uniform.
    """
    r, s, t, c, e = names = sympy.symbols("r s t c e")
    form = sympy.Poly(sympy.expand(_hermite(2 * order, (r * c + s * e + t * c) / sympy.sqrt(2))), *names)
    total = Integer(0)
    for (i, j, l, p, q), factor in form.terms():
        if any(power % 2 for power in (i, j, l, p, q)):
            continue  # the mean over signs of s, t, or over f, is 0
        i, j, l, p, q = (power // 2 for power in (i, j, l, p, q))
        plain = 2**i * sympy.factorial(i), 2**l * sympy.rf(Rational(1, 2), l)  # E r^(2i), E t^(2l)
        logs = _log_moment(2, i) * plain[1] + plain[0] * _log_moment(1, l)
        angle = sympy.rf(Rational(1, 2), p) * sympy.rf(Rational(1, 2), q) / sympy.factorial(p + q)
        total += factor * logs * 2**j * sympy.rf(Rational(1, 2), j) * angle
    return total


def _of_sum(order: int) -> Expr:
    """E log|sqrt(2) u| He(u), He of degree 2 order, u normal."""
    u, total = sympy.Symbol("u"), Integer(0)
    for (power,), factor in sympy.Poly(sympy.expand(_hermite(2 * order, u)), u).terms():
        plain = 2 ** (power // 2) * sympy.rf(Rational(1, 2), power // 2)
        total += factor * (_log_moment(1, power // 2) + log(2) / 2 * plain)
    return total


@named(
    "[a^{0}](E log|det(√a I + W)| − 2 E log|√a + w₁ + w₂|)",
    r"[a^{{{0}}}](\mathbb E\log|\det(\sqrt a I+W)|-2\,\mathbb E\log|\sqrt a+w_1+w_2|)",
    means="d = 2, W Gaussian",
)
def _coefficient(order: int) -> Expr:
    # E f(W + m I) = E f(W) e^(m Tr W - m^2), and e^(x u - x^2/2) is the generating function of Hermite's polynomials
    scale = Rational(1, sympy.factorial(2 * order))
    first, second = 2**order * _of_determinant(order), Rational(1, 2**order) * _of_sum(order)
    return sympy.expand(scale * (first - 2 * second))


@Claim(
    "daneshmand20.diffusion.gaussian-strong-residual",
    source=LOW_RANK,
    says="d = 2, Gaussian weights: in a = 1/gamma^2 the exponent of the distance from rank one is a^2/24 - a^3/60 + "
    "O(a^4): the skip connection makes rank one repel, from second order in a on",
    predicts=(Integer(0), Integer(0), Rational(1, 24), Rational(-1, 60)),
    given=Given(),
    uses=("daneshmand20.diffusion.rank-one-without-skip",),
    twins=(Twin((EulerGamma, Integer(0), Rational(1, 24), Rational(-1, 60)), "psi(1) forgotten at gamma = infinity"),),
).literal(whole=False)
def gaussian_expansion(at: At) -> object:
    return tuple(map(_coefficient, range(4)))


@gaussian_expansion.exact(
    scope="both means by Frullani's integral, on symbols, and their series",
    argued="Frullani: E log|D| is the integral of (cos t - Re E e^(itD))/t over t > 0, as is its series in m",
)
def _by_frullani(predicted: Predicted) -> Compared:
    yield from gaussian_row.determinant_steps()
    yield "orders 0 to 3", tuple(map(gaussian_row.exponent_coefficient, range(4))), predicted


TABLE = (Rational(1, 10), Rational(1, 2), Integer(1), Integer(2))


@Claim(
    "daneshmand20.diffusion.gaussian-exponents",
    source=LOW_RANK,
    says="d = 2, Gaussian weights: the exponent of the distance from rank one at gamma = 1/10, 1/2, 1, 2 is .01044, "
    ".1499, .02812, .002357 to four digits: rank one repels",
    predicts=tuple(Rational(x) for x in ("0.01044", "0.1499", "0.02812", "0.002357")),
    given=Given(),
    uses=("daneshmand20.diffusion.gaussian-strong-residual",),
    twins=(
        Twin(tuple(Rational(x) for x in ("0.01044", "0.1499", "0.02812", "0.004")), "gamma = 2 by simulation: .004"),
        Twin(tuple(Rational(x) for x in ("0.01", "0.25", "1", "4")), "gamma^2, the limit for small gamma"),
    ),
).literal(kind="certified", whole=False)
def gaussian_table(at: At) -> object:
    with precision(25):
        return tuple(map(_four_digits, TABLE))


@named(
    "λ({0})",
    r"\lambda({0})",
    means="λ(γ) = E log|det(I + γ W)| − 2 E log|1 + γ (w₁ + w₂)| to four digits, d = 2, W Gaussian",
)
def _four_digits(gamma: Rational) -> Rational:
    return Rational(decimal(gaussian_exponent_by_definition(to_fmpq(gamma)), 4))


def _exponent(law: str) -> Callable[[Callable[[], arb]], Callable[[], arb]]:
    """Enter the exponent of a law of the weights into the notation."""
    told = "λ = E log|det W| − 2 E log|w₁ + w₂| for d = 2 and weights of that law, γ = ∞"
    return named(f"λ({law})", rf"\lambda(\text{{{{{law}}}}})", bare=True, means=told)


def _one_less(x: acb) -> acb:
    """1 - e^(-x)."""
    return -(-x).expm1()


def _bell(t: acb) -> acb:
    """1 - 1/cosh(pi t/2)."""
    return _one_less(acb.pi() * t / 2) ** 2 / (1 + (-acb.pi() * t).exp())


def _by_ratios(away: Callable[[acb], acb]) -> arb:
    """The exponent by away(t) = 1 - E cos(tu), w_1/w_2 = +-e^u; u is symmetric, and so is the sign.

    det W is w_12 w_22 times the difference of two such ratios, w_1 + w_2 is w_2 (1 + w_1/w_2). In the mean over signs
    log|r - r'| is log|r^2 - r'^2|/2, so the exponent is g(u - u')/2 - g(u), g = E log|2 sinh|. By Fourier's integral
    g(x) - g(y) = int_0^oo (E cos(ty) - E cos(tx)) coth(pi t/2) dt/t; g(y) = log 2 for the logarithm y of a Cauchy
    number, E cos(ty) = 1/cosh(pi t/2).
    """

    def at(v: acb, analytic: bool) -> acb:  # t = e^v
        if analytic and not 2 * abs(v.imag) < 3:
            return acb("nan")
        t, x = v.exp(), acb.pi() * v.exp()
        return (away(t) ** 2 - _bell(t)) * (1 + (-x).exp()) / _one_less(x)

    # below t for small t, as E u^2 < 4; below 4/t^2 for great t, where E cos(tu) < 1/t^2
    left_out = upper_end((-arb(38)).exp() + 2 * (-arb(36)).exp())
    return -(arb(2).log() + acb.integral(at, -38, 18, abs_tol=FINE).real + arb(0, left_out)) / 2


@_exponent("Gaussian")
@at_each_precision
def _gaussian() -> arb:
    return _by_ratios(_bell)


@_exponent("uniform")
@at_each_precision
def _uniform() -> arb:
    """On (-1, 1): E cos(tu) = |E |w|^(it)|^2 = 1/(1 + t^2)."""
    return _by_ratios(lambda t: t * t / (1 + t * t))


@_exponent("Laplace")
@at_each_precision
def _laplace() -> arb:
    """Density e^(-|x|)/2: E cos(tu) = |Gamma(1 + it)|^2 = pi t/sinh(pi t)."""
    pi = acb.pi()
    return _by_ratios(lambda t: 1 - 2 * pi * t * (-pi * t).exp() / _one_less(2 * pi * t))


@Claim(
    "daneshmand20.diffusion.rank-one-without-skip",
    source=LOW_RANK,
    says="d = 2, gamma = infinity: the exponent of the distance from rank one, E log|det W| - 2 E log|w_1 + w_2|, is 0 "
    "for Gaussian, 1/4 - log 2 + pi^2/16 = .1737 for uniform and pi^2/16 - 3/4 = -.1331 for Laplace weights: with "
    "the last, rank one attracts exponentially although every layer is normalised",
    predicts=(Integer(0), Rational(1, 4) - log(2) + pi**2 / 16, pi**2 / 16 - Rational(3, 4)),
    given=Given(),
    twins=(Twin((log(2) / 2, Rational(1, 4) - log(2) / 2 + pi**2 / 16, pi**2 / 16 - Rational(3, 4) + log(2) / 2),
             "rows by their root mean square sqrt 2"),),
).literal(kind="certified", whole=False)  # fmt: skip
def without_skip(at: At) -> object:
    with precision(25):
        return _gaussian(), _uniform(), _laplace()
