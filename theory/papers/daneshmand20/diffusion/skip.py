"""I5 continued: d = 2, Gaussian weights and a skip connection of any strength: rank one repels.

The exponent of the distance from rank one is E log|det(I + gamma W)| - 2 E log|1 + gamma (w_1 + w_2)|.
"""

from __future__ import annotations

import sympy
from flint import fmpq
from sympy import EulerGamma, Expr, Integer, Rational, digamma, log

from theory.claim import Claim, Compared, Predicted, Twin
from theory.exact.certify import decimal, precision
from theory.papers.daneshmand20.diffusion.setting import LOW_RANK, gaussian_exponent, gaussian_exponent_by_quadrature


def dyadic_mean(j: int) -> Rational:
    """-E log|2B - 1| for B of density (j+1) b^j on (0, 1): sum_(i=0)^j 2^(i-j)/(i+1)."""
    return sum((Rational(2**i, (i + 1) * 2**j) for i in range(j + 1)), Integer(0))


def conditional(j: int) -> tuple[Expr, Expr]:
    """Means of log|det(I + gamma W)|/gamma^2 and of log (1 + gamma(w_1+w_2))^2/(2 gamma^2), Gaussian, given J = j.

    J is Poisson of mean a = 1/gamma^2 in the first, a/4 in the second: psi(j+2) - dyadic_mean(j) and
    log 2 + psi(j+1/2).
    """
    return digamma(j + 2) - dyadic_mean(j), log(2) + digamma(j + Rational(1, 2))


gaussian_expansion = Claim(
    "daneshmand20.diffusion.gaussian-strong-residual",
    source=LOW_RANK,
    status="new",
    says="d = 2, Gaussian weights: in a = 1/gamma^2 the exponent of the distance from rank one is a^2/24 - a^3/60 + "
    "O(a^4): the skip connection makes rank one repel, from second order in a on",
    tex=r"\mathbb E\log|\det(I+\gamma W)|-2\,\mathbb E\log|1+\gamma(w_1+w_2)|"
    r"=\frac{1}{24\gamma^4}-\frac1{60\gamma^6}+\dots",
    hypotheses=("d = 2", "W_ij i.i.d. N(0, 1)", "gamma > 0"),
    predicts=(Integer(0), Integer(0), Rational(1, 24), Rational(-1, 60)),
    over=({},),
    uses=("daneshmand20.diffusion.rank-one-without-skip",),
    twins=(Twin((EulerGamma, Integer(0), Rational(1, 24), Rational(-1, 60)), "psi(1) forgotten at gamma = infinity"),),
)


@gaussian_expansion.exact(scope="orders 0 to 3 in a: differences of the means given the Poisson variable")
def _taylor(predicted: Predicted) -> Compared:
    first, second = zip(*(conditional(j) for j in range(4)), strict=True)
    for order, claimed in enumerate(predicted):
        # d^p/da^p of a Poisson mean at a = 0 is the p-th difference
        difference = sum(
            (-1) ** (order - j)
            * sympy.binomial(order, j)
            * (first[j] - second[j] / 4**order - int(order == 0) * log(2))
            for j in range(order + 1)
        )
        yield f"order {order}", sympy.expand(difference / sympy.factorial(order)), claimed


TABLE = (fmpq(1, 10), fmpq(1, 2), fmpq(1), fmpq(2))


gaussian_table = Claim(
    "daneshmand20.diffusion.gaussian-exponents",
    source=LOW_RANK,
    status="new",
    says="d = 2, Gaussian weights: the exponent of the distance from rank one at gamma = 1/10, 1/2, 1, 2 is .01044, "
    ".1499, .02812, .002357 to four digits: rank one repels",
    tex=r"\lambda(\tfrac1{10})=.01044,\ \lambda(\tfrac12)=.1499,\ \lambda(1)=.02812,\ \lambda(2)=.002357",
    hypotheses=("d = 2", "W_ij i.i.d. N(0, 1)"),
    predicts=tuple(Rational(x) for x in ("0.01044", "0.1499", "0.02812", "0.002357")),
    over=({},),
    uses=("daneshmand20.diffusion.gaussian-strong-residual",),
    twins=(
        Twin(tuple(Rational(x) for x in ("0.01044", "0.1499", "0.02812", "0.004")), "gamma = 2 by simulation: .004"),
        Twin(tuple(Rational(x) for x in ("0.01", "0.25", "1", "4")), "gamma^2, the limit for small gamma"),
    ),
)


@gaussian_table.certified(scope="the mixture over a Poisson variable, summed with its tail bounded")
def _table_by_series(predicted: Predicted) -> Compared:
    for given, claimed in zip(TABLE, predicted, strict=True):
        yield f"gamma = {given}", Rational(decimal(gaussian_exponent(given), 4)), claimed


@gaussian_table.certified(scope="quadrature with the densities of noncentral chi-squares")
def _table_by_quadrature(predicted: Predicted) -> Compared:
    with precision(30):
        for given, claimed in zip(TABLE, predicted, strict=True):
            yield f"gamma = {given}", Rational(decimal(gaussian_exponent_by_quadrature(given), 4)), claimed
