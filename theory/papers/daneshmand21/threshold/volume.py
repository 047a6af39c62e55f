"""Directions that survive in a chain, and its volume: exponents of rank one, and E log|det| where d = n."""

from __future__ import annotations

from functools import cache
from math import prod
from typing import Any

from flint import acb, arb
from sympy import Expr, Integer, Matrix, Rational, cancel, expand_log, factor, log, logcombine, sqrt, symbols

from theory.batchnorm import rescale
from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Rationals
from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.exact.rationals import ball
from theory.markov import cauchy
from theory.markov.products import log_volume
from theory.orthogonality.threshold import isotropic_volume_drift, rank_one_exponent, rank_one_exponent_by_quadrature
from theory.papers.daneshmand21 import DANESHMAND21
from theory.term.named import named
from theory.words import At

WIDTH = Locator(DANESHMAND21, "the standing assumption d >= n (second-hand)")

CHAIN = ("W_l Gaussian, H_(l+1) = d^(-1/2) BN(W_l H_l), rows of BN of length 1",)

kappa = symbols("kappa", positive=True)  # n/sqrt d

a, b = symbols("a b", positive=True)  # singular values of H, a^2 + b^2 = 1

rank_two = Claim(
    "daneshmand21.threshold.rank-two",
    source=WIDTH,
    says="a second eigenvalue eps of C grows by E log(eps'/eps) -> gamma(1, d) a layer: gamma(1, 2) = 0 exactly, "
    "critical, and gamma(1, 3) = log(8/9) + (4/pi) Cl_2(pi/3) = 1.1744808 > 0",
    hypotheses=(*CHAIN, "rank one and an infinitesimal second direction"),
    silent_on="gamma(1, d) for d >= 4 in closed form: measured 1.706, 2.047 and 2.676 at d = 4, 5, 8",
    predicts=(rank_one_exponent(2), rank_one_exponent(3)),
    given=Given(),
    left=r"(\gamma(1,2),\gamma(1,3))",
    uses=("daneshmand20.diffusion.critical",),
    twins=(
        Twin((rank_one_exponent(2), log(Rational(8, 9)) + log(3)), "a logarithm of a rational number, 5 per cent off"),
        Twin((-log(2), rank_one_exponent(3)), "drift of log det at C = I/2 for the exponent at rank one"),
        Twin((log(2), rank_one_exponent(3) + log(Rational(3, 2))), "variance with d - 1 for d: gamma(1, 2) > 0"),
    ),
)


@rank_two.certified(
    scope="d = 2, 3: quadrature of one integral",
    step="the means over the other Cauchy variables are by harmonicity and residues",
)
def _quadrature(predicted: Predicted) -> Compared:
    for width, claimed in zip((2, 3), predicted, strict=True):
        yield f"d = {width}", rank_one_exponent_by_quadrature(width), enclose(claimed, {}, 40)


@Claim(
    "daneshmand21.threshold.volume",
    source=WIDTH,
    says="d = n = 2: E log|det H'| - log|det H| = -2 log(s_1 + s_2) < 0 for singular values s_1, s_2 of H, s_1^2 + "
    "s_2^2 = 1",
    hypotheses=(*CHAIN, "d = n = 2", "rank 2"),
    silent_on="d = n >= 3 (volume-orthogonal), where near rank one the drift is positive (.045 at n = 3)",
    predicts=-2 * log(a + b),
    given=Given(
        {"t": Rationals(above=0, below=1)},
        letters={
            "a": lambda at: (1 - at["t"] ** 2) / (1 + at["t"] ** 2),
            "b": lambda at: 2 * at["t"] / (1 + at["t"] ** 2),
        },
    ),
    uses=("daneshmand20.diffusion.log-det-step",),
    twins=(Twin(Integer(0), "volume kept in the mean"),),
    over=({"a": Rational(3, 5), "b": Rational(4, 5)}, {"a": Rational(5, 13), "b": Rational(12, 13)}),
).literal(kind="certified", most=16)
def volume(at: At) -> arb:
    return drift(at.a, at.b)


@named(
    "E[log|det H′/det H|; σ(H) = ({0}, {1})]",
    r"\mathbb E[\log|\det H'/\det H|;\,\sigma(H)=({0},{1})]",
    means="H′ = BN(W H)/√2, W normal, d = n = 2",
)
def drift(a: Any, b: Any) -> arb:
    """|det H'| = |det W| |det H|/(2 |t_1| |t_2|), |t| a chi of 2 degrees times the radius of an ellipse."""
    with precision(40):
        mean = log_radius(ball(a), ball(b))
        return log_volume(2, 2, None, 30) - 2 * log_volume(2, 1, None, 30) - arb(2).log() - 2 * mean


@volume.exact(
    scope="every H: the rows of W in polar coordinates, and tangents of uniform angles",
    argued="a row of H' is on an ellipse; log|det| is a mean over two independent uniform angles",
)
def _by_angles(predicted: Predicted) -> Compared:
    # turned on both sides, which keeps the law of W and determinants, H is diag(a, b); w_k is (1, t_k) up to a length
    # that goes. Angles are uniform, and so is their difference: t_1, t_2 and c, its tangent, are Cauchy variables
    t = symbols("t1:3", real=True)
    rows = [Matrix(rescale((a, b * tangent), 1)).T / sqrt(2) for tangent in t]
    c = cancel((t[1] - t[0]) / (1 + t[0] * t[1]))
    by_parts = c**2 / (1 + c**2) / 4 * prod((1 + tangent**2) / (b**2 * (a**2 / b**2 + tangent**2)) for tangent in t)
    yield "(det H'/det H)^2", cancel(Matrix.vstack(*rows).det() ** 2 / (a * b) ** 2), cancel(by_parts)
    yield "sin^2, by 1/c", cancel(c**2 / (1 + c**2)), cancel(1 / (1 + 1 / c**2))
    yield "the drift", _drift(), predicted
    yield "(a + b)^2 above a^2 + b^2", bool(((a + b) ** 2 - a**2 - b**2).expand().is_positive), True


@cache
def _drift() -> Expr:
    """Half the mean logarithm of these parts."""
    of_one = cauchy.mean_log(Integer(1))
    of_row = of_one - 2 * log(b) - cauchy.mean_log(a**2 / b**2)
    found = logcombine(expand_log((-of_one - log(4) + 2 * of_row) / 2), force=True)
    return found.replace(log, lambda x: log(factor(x)))


def log_radius(first: arb, second: arb) -> arb:
    """Mean of log |(first cos t, second sin t)| over the angle t."""

    def half_log(t: acb, analytic: bool) -> acb:
        return (first**2 * t.cos() ** 2 + second**2 * t.sin() ** 2).log(analytic=analytic) / 2

    return acb.integral(half_log, 0, acb.pi() / 2).real * 2 / arb.pi()


@Claim(
    "daneshmand21.threshold.volume-orthogonal",
    source=WIDTH,
    says="d = n = 3, 4, H orthogonal: E log|det H'| - log|det H| = (1/2) sum_(j<n) (psi(j/2) - psi(n/2)) < 0: "
    "log 2 - 2 and -2 log 2 - 1/2 at n = 3, 4",
    hypotheses=(*CHAIN, "d = n", "H orthogonal"),
    silent_on="other n, for which the formula is derived in the note; other H: near rank one the drift is positive for "
    "n >= 3 (.045 at n = 3)",
    predicts=(isotropic_volume_drift(3), isotropic_volume_drift(4)),
    given=Given(),
    uses=("daneshmand21.threshold.volume",),
    twins=(
        Twin((Integer(0), Integer(0)), "volume kept where H is orthogonal"),
        Twin((-2 * log(sqrt(2)), -2 * log(sqrt(2))), "as at n = 2"),
    ),
).literal(kind="certified", whole=False)
def orthogonal_volume(at: At) -> tuple[arb, ...]:
    return tuple(map(drift_of_orthogonal, (3, 4)))


@named(
    "E[log|det H′/det H|; d = n = {0}]",
    r"\mathbb E[\log|\det H'/\det H|;\,d=n={0}]",
    means="H′ = BN(W H)/√d, W normal, H orthogonal",
)
def drift_of_orthogonal(size: Any) -> arb:
    with precision(40):
        n = int(size)
        return log_volume(n, n, None, 30) - n * log_volume(n, 1, None, 30)
