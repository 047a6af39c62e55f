"""How wide: directions that survive, the volume at d = n, and the spectrum at d of order n^2."""

from __future__ import annotations

from functools import cache
from math import comb, prod
from typing import Any

from flint import acb, arb
from sympy import Expr, Integer, Matrix, Rational, cancel, expand_log, factor, log, logcombine, pi, sqrt, symbols

from theory.batchnorm import rescale
from theory.choices import proved
from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.certify import at_each_precision, precision
from theory.exact.expressions import Undefined, grid
from theory.exact.rationals import ball
from theory.markov import cauchy, mean_field
from theory.markov.mean_field import centre
from theory.markov.products import log_volume
from theory.notation import d, n
from theory.orthogonality.threshold import (
    isotropic_volume_drift,
    marchenko_pastur,
    rank_one_exponent,
    rank_one_exponent_by_quadrature,
)
from theory.papers.daneshmand21 import DANESHMAND21
from theory.term.named import named
from theory.words import At

WIDTH = Locator(DANESHMAND21, "the standing assumption d >= n (second-hand)")
CHAIN = ("W_l Gaussian, H_(l+1) = d^(-1/2) BN(W_l H_l), rows of BN of length 1",)
kappa = symbols("kappa", positive=True)  # n/sqrt d
a, b = symbols("a b", positive=True)  # singular values of H, a^2 + b^2 = 1
OF_COLUMNS = "x μ(dx) a semicircle of radius 1, μ of mass κ"


@Claim(
    "daneshmand21.threshold.rank-two",
    source=WIDTH,
    says="a second eigenvalue eps of C grows by E log(eps'/eps) -> gamma(1, d) a layer: gamma(1, 2) = 0 exactly, "
    "critical, and gamma(1, 3) = log(8/9) + (4/pi) Cl_2(pi/3) = 1.1744808 > 0",
    hypotheses=(*CHAIN, "rank one and an infinitesimal second direction"),
    silent_on="gamma(1, d) for d >= 4 in closed form: measured 1.706, 2.047 and 2.676 at d = 4, 5, 8",
    predicts=(rank_one_exponent(2), rank_one_exponent(3)),
    given=Given(),
    uses=("daneshmand20.diffusion.critical",),
    twins=(
        Twin((rank_one_exponent(2), log(Rational(8, 9)) + log(3)), "a logarithm of a rational number, 5 per cent off"),
        Twin((-log(2), rank_one_exponent(3)), "drift of log det at C = I/2 for the exponent at rank one"),
        Twin((log(2), rank_one_exponent(3) + log(Rational(3, 2))), "variance with d - 1 for d: gamma(1, 2) > 0"),
    ),
).literal(kind="certified", whole=False, scope="one integral: other Cauchy variables by harmonicity and residues")
def rank_two(at: At) -> tuple[arb, ...]:
    return tuple(map(exponent, (2, 3)))


@named("γ(1, {0})", r"\gamma(1,{0})", means="γ(1, d) = E log (1/d) Σₖ (cₖ − c̄)², the cₖ Cauchy variables")
def exponent(d: Any) -> arb:
    return rank_one_exponent_by_quadrature(int(d))


@Claim(
    "daneshmand21.threshold.volume",
    source=WIDTH,
    says="d = n = 2: E log|det H'| - log|det H| = -2 log(s_1 + s_2) < 0 for singular values s_1, s_2 of H, s_1^2 + "
    "s_2^2 = 1",
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
    with precision(25):
        mean = log_radius(ball(a), ball(b))
        return log_volume(2, 2, None, 30) - 2 * log_volume(2, 1, None, 30) - arb(2).log() - 2 * mean


@volume.exact("every H", argued="a row of H' is on an ellipse: log|det| is a mean over independent uniform angles")
def _by_angles(predicted: Predicted) -> Compared:
    # turned on both sides, which keeps the law of W and determinants, H is diag(a, b); w_k is (1, t_k) up to a length
    # that goes. Angles are uniform, and so is their difference: t_1, t_2 and c, its tangent, are Cauchy variables
    t = symbols("t1:3", real=True)
    rows = [Matrix(rescale((a, b * tangent), 1)).T / sqrt(2) for tangent in t]
    c = cancel((t[1] - t[0]) / (1 + t[0] * t[1]))
    by_parts = c**2 / (1 + c**2) / 4 * prod((1 + tangent**2) / (b**2 * (a**2 / b**2 + tangent**2)) for tangent in t)
    yield "(det H'/det H)^2", cancel(Matrix.vstack(*rows).det() ** 2 / (a * b) ** 2), cancel(by_parts)
    yield "the drift", _drift(), predicted


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
    silent_on="other n (in the note); other H: near rank one the drift is positive for n >= 3 (.045 at n = 3)",
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
    with precision(25):
        n = int(size)
        return log_volume(n, n, None, 30) - n * log_volume(n, 1, None, 30)


enough = Claim(
    "daneshmand21.threshold.width-at-least-n",
    source=WIDTH,
    status="reading",
    says="d >= n suffices: from full rank E V(H_l)^2 stays below a number smaller than 1 - 1/n, say 2/5 at n = d = 2",
    hypotheses=CHAIN,
    relation="<=",
    predicts=Rational(2, 5),
    given={"n": Values(2)},
    left=r"\sup_\ell\mathbb E V(H_\ell)^2,\ d=n,\ H_0\text{ orthogonal}",
    uses=("daneshmand20.diffusion.collapse",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.gap.range",),
    truth=1 - 1 / n,
)


@enough.exact("l = 4096", step="E r - 1 <= C(l, l/2)/2^l for r = 1/(V^2 + 1/2) (daneshmand20.diffusion.collapse)")
def _collapse(predicted: Predicted) -> Compared:
    # r = (tr C)^2/tr C^2, and 1/r >= 2 - r
    excess = Rational(comb(4096, 2048), 2**4096)
    yield "E V^2 at l = 4096, at least", 2 - (1 + excess) - Rational(1, 2), predicted.subs(n, 2)


directions = Claim(
    "daneshmand21.threshold.directions",
    source=WIDTH,
    status="measured",
    says="n = 6: of the six Lyapunov exponents of H_l along its own columns 4 are 0 at d = 8, and all 6 at d = 24: the "
    "two smallest singular values die at d = 8 by .14 and .41 a layer",
    hypotheses=(*CHAIN, "rank(H_0) = 6", "measured"),
    silent_on="exponents that are 0 against very small ones; rank H_l, which stays 6",
    predicts=(Integer(4), Integer(6)),
    given=Given(),
    left=r"\#\{\text{Lyapunov exponents above }-.05\},\ n=6,\ d=8,24",
    uses=("daneshmand20.mean-field.directions-kept",),
    twins=(Twin((Integer(6), Integer(6)), "d >= n suffices"),),
)


critical = Claim(
    "daneshmand21.threshold.critical-width",
    source=WIDTH,
    status="measured",
    says="the width d_c at which gamma(n-1, d), the exponent of an n-th direction beside a stationary chain of n - 1, "
    "changes sign is (n + 3/2)^2/4 within 5 per cent at n = 6, 8: of order n^2, not n",
    hypotheses=(*CHAIN, "measured, d interpolated between integers"),
    silent_on="n = 2, .., 5 (2 exactly, 4.3, 6.9, 10.2), large n; that the sign of gamma decides recurrence",
    predicts=(n + Rational(3, 2)) ** 2 / 4,
    given={"n": Values(6, 8)},
    left="d_c",
    uses=("daneshmand20.mean-field.directions",),
    twins=(Twin(n, "d >= n suffices"), Twin(n * (n - 1) / 2, "d_c = n(n-1)/2"), Twin(n**2, "d_c = n^2")),
)


def moments_at(ratio: Expr) -> tuple[Expr, ...]:
    """Of the second to the fourth power, by Marchenko-Pastur's law of that ratio."""
    return tuple(marchenko_pastur(p, ratio) for p in (2, 3, 4))


@Claim(
    "daneshmand21.threshold.law-of-columns",
    source=WIDTH,
    says="the large-d law of daneshmand20, of mass kappa, seen from n = kappa sqrt d columns: t = n lam = kappa x has "
    "Marchenko-Pastur's density of ratio y = kappa^2/4, the moments 1 + y, 1 + 3y + y^2, 1 + 6y + 6y^2 + y^3, and the "
    "ends (1 -+ kappa/2)^2",
    silent_on="chains: that their spectra come to this is heuristic (marchenko-pastur, edges)",
    predicts=(*moments_at(kappa**2 / 4), (1 - kappa / 2) ** 2, (1 + kappa / 2) ** 2),
    given={"kappa": Rationals(above=0, most=2, far=4)},
    uses=("daneshmand20.mean-field.directions", "daneshmand20.mean-field.edges"),
    twins=(
        Twin((*moments_at(kappa**2), (1 - kappa) ** 2, (1 + kappa) ** 2), "y = kappa^2: ends of rank at d = n^2"),
        Twin((*moments_at(kappa**2 / 4), 1 - kappa / 2, 1 + kappa / 2), "singular values, not eigenvalues"),
    ),
).literal(kind="certified", scope="moments by quadrature, at the centre at which that of the mass is kappa", most=20)
def law(at: At) -> tuple[arb, ...]:
    moments = (moment_of_columns(at.kappa, p) for p in (2, 3, 4))
    return *moments, least_of_columns(at.kappa), greatest_of_columns(at.kappa)


@named("(1/{0}) ∫({0} x)^{1} μ(dx)", r"\tfrac1{0}\int({0}x)^{{{1}}}\mu(dx)", means=OF_COLUMNS)
def moment_of_columns(kappa: Any, power: Any) -> arb:
    with precision(25):
        return ball(kappa) ** (int(power) - 1) * of_semicircle(kappa, int(power) - 1)


@named("{0} min supp μ", r"{0}\min\mathrm{{supp}}\,\mu", means=OF_COLUMNS)
def least_of_columns(kappa: Any) -> arb:
    with precision(25):
        return ball(kappa) * (middle_of(kappa) - 1)


@named("{0} max supp μ", r"{0}\max\mathrm{{supp}}\,\mu", means=OF_COLUMNS)
def greatest_of_columns(kappa: Any) -> arb:
    with precision(25):
        return ball(kappa) * (middle_of(kappa) + 1)


@at_each_precision
def middle_of(kappa: Any) -> arb:
    """The centre of the semicircle."""
    middle = ball(centre(kappa))
    if proved(of_semicircle(kappa, -1, middle), "!=", ball(kappa)):
        raise Undefined(f"the law around {middle} has another mass than {kappa}")
    return middle


def of_semicircle(kappa: Any, power: int, middle: arb | None = None) -> arb:
    """The mean of x^power over the semicircle."""
    around = middle_of(kappa) if middle is None else middle

    def density(theta: acb, _: bool) -> acb:
        if power < 0 and kappa == 2:  # sin^2/(1 + cos)
            return 2 / arb.pi() * (1 - theta.cos())
        return 2 / arb.pi() * theta.sin() ** 2 * (around + theta.cos()) ** power

    return acb.integral(density, 0, acb.pi()).real


@law.exact("every kappa", argued="t = kappa x takes one density to the other; the moments are integrals of it")
def _by_integration(predicted: Predicted) -> Compared:
    yield from mean_field.counted()
    middle = mean_field.only_centre(kappa)
    u, ratio = mean_field.u, kappa**2 / 4
    t = kappa * (middle + u)  # n lam
    theirs = (4 * ratio - (t - 1 - ratio) ** 2) / (2 * pi * ratio * t) ** 2
    ours = (mean_field.SEMICIRCLE / (middle + u) / kappa**2) ** 2
    yield "the density of n lam, squared", cancel(ours / theirs), Integer(1)
    yield "c = 1, its mass", mean_field.at_two(Integer(2)), Integer(2)
    inner = (-1, 1)
    yield "where it lives", tuple(mean_field.SEMICIRCLE.subs(u, end) for end in inner), (Integer(0), Integer(0))
    for where, c, mass in (("kappa < 2", middle, kappa), ("kappa = 2", Integer(1), Integer(2))):
        of_x = (mass ** (p - 1) * mean_field.by_integration(p - 1, c) for p in (2, 3, 4))  # x^p mu(dx), over the mass
        found = (*map(cancel, of_x), *((mass * (c + end)).expand() for end in inner))
        yield where, found, tuple(part.subs(kappa, mass) for part in predicted)


spectrum = Claim(
    "daneshmand21.threshold.marchenko-pastur",
    source=WIDTH,
    status="heuristic",
    says="the large-d law of daneshmand20 (x = sqrt(d) lam: x mu(dx) a semicircle of radius 1 at c = kappa/4 + "
    "1/kappa, kappa = n/sqrt d <= 2), seen from n columns, n lam = kappa x, is Marchenko-Pastur of ratio y = n^2/(4d): "
    "moments 1 + y, 1 + 3y + y^2, 1 + 6y + 6y^2 + y^3, so E V^2 -> n/(4d)",
    hypotheses=(*CHAIN, "the law of daneshmand20.mean-field.stationary-law (heuristic)", "n <= 2 sqrt d, both large"),
    silent_on="finite n: at n = 60, d = 3600 a simulation had 1.263, 1.856, 3.003 for 1.25, 1.8125, 2.891",
    predicts=moments_at(n**2 / (4 * d)),
    given=Given({"n": Integers(2), "d": Integers(1)}, lambda at: at["n"] ** 2 <= 4 * at["d"], "n^2 <= 4 d, both large"),
    left=r"\big(\tfrac1n\mathbb E\,\mathrm{tr}(nC)^p\big)_{p=2,3,4}",
    over=grid(n=(2, 4), d=(4, 9)),
    uses=("daneshmand20.mean-field.stationary-law", "daneshmand21.threshold.law-of-columns"),
    twins=tuple(Twin(moments_at(ratio), f"y = {ratio}") for ratio in (n / d, n**2 / d, n**2 / (2 * d))),
)


@spectrum.exact("every kappa", step="the large-d law, which has no proof, seen from n columns")
def _semicircle(predicted: Predicted) -> Compared:
    for power, claimed in zip((2, 3, 4), predicted, strict=True):
        # int (kappa x)^p mu(dx), over the mass kappa; n and d enter by kappa only
        found = kappa ** (power - 1) * mean_field.moment(power, centre(kappa))
        yield f"p = {power}", found.expand(), claimed.subs(d, n**2 / kappa**2)


edges = Claim(
    "daneshmand21.threshold.edges",
    source=WIDTH,
    status="heuristic",
    says="its ends are n lam = (1 -+ n/(2 sqrt d))^2: typical lam_min = (1/n)(1 - n/(2 sqrt d))^2, which reaches 0 at "
    "d = n^2/4",
    hypotheses=(*CHAIN, "the law of daneshmand20.mean-field.stationary-law (heuristic)", "kappa = n/sqrt d <= 2"),
    silent_on="finite n: at n = 60, d = 3600 a simulation had .258 and 2.185 for .25 and 2.25",
    predicts=((1 - kappa / 2) ** 2, (1 + kappa / 2) ** 2),
    given={"kappa": Rationals(above=0, most=2)},
    left=r"(n\lambda_{\min},n\lambda_{\max}),\ n\to\infty,\ n/\sqrt d\to\kappa",
    over=grid(kappa=(Rational(1, 2), Rational(3, 2))),
    uses=("daneshmand20.mean-field.stationary-law", "daneshmand21.threshold.law-of-columns"),
    twins=(
        Twin(((1 - kappa) ** 2, (1 + kappa) ** 2), "y = n^2/d: ends of rank at d = n^2"),
        Twin((1 - kappa / 2, 1 + kappa / 2), "singular values, not eigenvalues"),
    ),
)


@edges.exact("every kappa", step="the large-d law, which has no proof, seen from n columns")
def _ends(predicted: Predicted) -> Compared:
    yield "kappa (c -+ 1)", tuple((kappa * (centre(kappa) + sign)).expand() for sign in (-1, 1)), predicted
