"""D = 2 without skip connection: the exponent of the distance from rank one, for three laws."""

from __future__ import annotations

from collections.abc import Callable

from flint import acb, arb
from sympy import Integer, Rational, log, pi

from theory.claim import At, Claim, Twin
from theory.domains.given import Given
from theory.exact.certify import at_each_precision, precision, upper_end
from theory.exact.quadrature import FINE, far, mean_log_modulus, scaled_e1
from theory.papers.daneshmand20.diffusion.setting import LOW_RANK
from theory.term.named import named

without_skip = Claim(
    "daneshmand20.diffusion.rank-one-without-skip",
    source=LOW_RANK,
    status="new",
    says="d = 2, gamma = infinity: the exponent of the distance from rank one, E log|det W| - 2 E log|w_1 + w_2|, is 0 "
    "for Gaussian, 1/4 - log 2 + pi^2/16 = .1737 for uniform and pi^2/16 - 3/4 = -.1331 for Laplace weights: with "
    "the last, rank one attracts exponentially although every layer is normalised",
    silent_on="starts far from rank one",
    predicts=(Integer(0), Rational(1, 4) - log(2) + pi**2 / 16, pi**2 / 16 - Rational(3, 4)),
    given=Given(),
    twins=(Twin((log(2) / 2, Rational(1, 4) - log(2) / 2 + pi**2 / 16, pi**2 / 16 - Rational(3, 4) + log(2) / 2),
             "rows by their root mean square sqrt 2"),),
)  # fmt: skip


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


@without_skip.literal(kind="certified", whole=False)
def _from_characteristic_functions(at: At) -> object:
    with precision(30):
        return _gaussian(), _uniform(), _laplace()
