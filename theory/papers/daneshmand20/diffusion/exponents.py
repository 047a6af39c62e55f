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
from theory.exact.quadrature import FINE, far, mean_log_modulus, scaled_e1
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
    with precision(30):
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


@_exponent("Gaussian")
@at_each_precision
def _gaussian() -> arb:
    # E e^(itxy) = E e^(-t^2 x^2/2) = (1 + t^2)^(-1/2)
    of_det = mean_log_modulus(
        lambda t: 1 / (1 + t * t), 2, 24, far(lambda t: 1 / (1 + t * t), 18, tail=(-arb(36)).exp())
    )
    of_sum = mean_log_modulus(lambda t: (-t * t).exp(), 2, 12, far(lambda t: (-t * t).exp(), 3, tail=(-arb(400)).exp()))
    return of_det - 2 * of_sum


@_exponent("uniform")
@at_each_precision
def _uniform() -> arb:
    """On (-1, 1): E e^(itw) = sin t/t, E e^(itxy) = Si(t)/t. Si = pi/2 - Im E_1(-it): what oscillates is integrated
    over t = 1 + i u, where it decays."""

    def si(t: acb) -> acb:
        return (t.si() / t) ** 2

    i, end = acb(0, 1), 36

    def upwards(power: int) -> acb:  # int_1^oo E_1(-it)^power/t^3 dt over t = 1 + iu; below e^(-u)
        def at(u: acb, analytic: bool) -> acb:
            z = u - i
            if analytic and not (z.real > 0 or z.imag < 0):
                return acb("nan")
            return z.expint(1) ** power / (1 + i * u) ** 3

        left_out = arb(0, upper_end((-arb(end)).exp()))
        return i * acb.integral(at, 0, end, abs_tol=FINE) + acb(left_out, left_out)

    level = far(lambda t: scaled_e1(i * t) * scaled_e1(-i * t) / (t * t), 9, tail=(-arb(36)).exp())
    turning, twice = upwards(1), upwards(2)
    beyond = arb.pi() ** 2 / 8 - arb.pi() * turning.imag + (level - twice.real) / 2
    of_det = mean_log_modulus(si, arb(2) / 9, 16, beyond)
    # sin^2 t/t^3 = (1 - cos 2t)/(2 t^3)
    of_sum = mean_log_modulus(lambda t: (t.sin() / t) ** 2, arb(2) / 3, 16, arb(1) / 4 - acb(0, -2).expint(3).real / 2)
    return of_det - 2 * of_sum


@_exponent("Laplace")
@at_each_precision
def _laplace() -> arb:
    """Density e^(-|x|)/2: E e^(itw) = 1/(1 + t^2), and E e^(itxy) = int e^(-x)/(1 + t^2 x^2) dx over (0, oo)."""

    def half(s: acb) -> acb:  # int e^(-x)/(1 + s x) dx
        return scaled_e1(1 / s) / s

    def product(t: acb) -> acb:
        return ((half(acb(0, 1) * t) + half(acb(0, -1) * t)) / 2) ** 2

    of_det = mean_log_modulus(product, 8, 1248, far(product, 18, tail=2 * (-arb(36)).exp()))
    of_sum = mean_log_modulus(
        lambda t: 1 / (1 + t * t) ** 2, 4, 72, far(lambda t: 1 / (1 + t * t) ** 2, 18, tail=(-arb(36)).exp())
    )
    return of_det - 2 * of_sum


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
    with precision(30):
        return _gaussian(), _uniform(), _laplace()
