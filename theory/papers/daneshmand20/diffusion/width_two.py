"""I4: width two, Gaussian weights, no skip (gamma = infinity): a chain on a half-line, and its collapse to rank one.

With rho = M_12, s = sqrt(det M) and y = 1/det M. The rows of W H are i.i.d. N(0, H^T H); in the principal axes of their
plane they are (sigma_1 cos U, sigma_2 sin U) times a radius, U uniform, sigma_(1,2)^2 = 1 +- rho.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from flint import acb, arb, fmpq
from sympy import Integer, Rational, Symbol, atan, gamma, log, pi, sqrt

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.claim.given import Given
from theory.exact.certify import at_each_precision, precision
from theory.exact.expressions import enclose, grid
from theory.notation import L
from theory.papers.daneshmand20 import DANESHMAND20

CHAIN = Locator(DANESHMAND20, "eqs. (1) and (2), d = 2 without skip connection")
GAUSSIAN = ("d = 2, N >= 2", "W_ij i.i.d. N(0, 1)", "H' = RS(W H) (gamma = infinity)")
FULL = (*GAUSSIAN, "rank(H) = 2")
DIGITS = 30

s = Symbol("s", positive=True)
t = Symbol("t", positive=True)
SINES = (Rational(3, 5), Rational(5, 13), Rational(1, 100), Integer(1))


def circle_mean(f: Callable[[acb, bool], acb]) -> arb:
    """Mean of f over an angle in (0, 2 pi); f takes the angle and whether it must be analytic there."""
    return (acb.integral(f, 0, 2 * arb.pi()) / (2 * arb.pi())).real


def correlation_of(sine: Rational) -> arb:
    return (1 - arb(fmpq(int(sine.p), int(sine.q))) ** 2).sqrt()


kesten = Claim(
    "daneshmand20.diffusion.kesten",
    source=CHAIN,
    status="new",
    says="y = 1/det M obeys y' = 1 + c^2 y, c standard Cauchy and independent of M: P((y'-1)/y <= t) = "
    "(2/pi) atan(sqrt t), whatever M",
    tex=r"y'=1+c^2y,\qquad P\big((y'-1)/y\le t\big)=\tfrac2\pi\arctan\sqrt t",
    hypotheses=FULL,
    predicts=2 * atan(sqrt(t)) / pi,
    over=grid(t=(Rational(1, 4), Rational(4, 3), Integer(5))),
    twins=(
        Twin(2 * atan(t) / pi, "c for c^2"),
        Twin(2 * atan(sqrt(t / 2)) / pi, "c of scale sqrt 2"),
        Twin(1 - 1 / (1 + t), "c^2 a ratio of two exponentials"),
    ),
)


@kesten.certified(scope="det M = 9/25, 25/169, 1/10^4, 1 and t = 1/4, 1, 9: quadrature over the angle of one row")
def _law_of_step(predicted: Predicted) -> Compared:
    with precision(DIGITS):
        for sine, root in product(SINES, (Rational(1, 2), Integer(1), Integer(3))):
            computed = _below(correlation_of(sine), arb(fmpq(int(root.p), int(root.q))))
            yield f"s = {sine}, sqrt t = {root}", computed, enclose(predicted, {"t": root**2})


def _below(rho: arb, root: arb) -> arb:
    """P(|c| <= root), c = (sigma_1^2 + sigma_2^2 T_1 T_2)/(T_2 - T_1), T_i = tan U_i.

    Given U_1 = u it is Cauchy with location -rho sin 2u and scale 1 + rho cos 2u, the Moebius image of T_2.
    """

    def given_angle(angle: acb, a: bool) -> acb:
        location, scale = -rho * angle.sin(), 1 + rho * angle.cos()
        return (_atan((root - location) / scale, a) + _atan((root + location) / scale, a)) / acb.pi()

    return (acb.integral(given_angle, 0, arb.pi()) / arb.pi()).real  # an even function of the angle


def _atan(z: acb, analytic: bool) -> acb:
    if not analytic:
        return z.atan()
    i = acb(0, 1)
    return ((1 + i * z).log(analytic=analytic) - (1 - i * z).log(analytic=analytic)) / (2 * i)


mean_square = Claim(
    "daneshmand20.diffusion.mean-square",
    source=CHAIN,
    status="new",
    says="E[rho'^2 | rho] = 1/(1 + s), s = sqrt(1 - rho^2)",
    tex=r"\mathbb E[\rho'^2\,|\,\rho]=\frac1{1+\sqrt{1-\rho^2}}",
    hypotheses=GAUSSIAN,
    predicts=1 / (1 + s),
    over=grid(s=(Rational(3, 5), Rational(5, 13))),
    uses=("daneshmand20.diffusion.kesten",),
    twins=(
        Twin(1 / (1 + s**2), "I4.m1: det M for its root"),
        Twin(1 - s**2, "no change: a martingale"),
        Twin(1 - s / 2, "linear in s between the same ends"),
    ),
)


@mean_square.certified(scope="s = 3/5, 5/13, 1/100, 1: Tr A^2, A the mean projector on a row, by quadrature")
def _projector(predicted: Predicted) -> Compared:
    with precision(DIGITS):
        for sine in SINES:
            # rows independent: E rho'^2 = Tr A^2, A diagonal of trace 1 in the principal axes
            share = _share(correlation_of(sine))
            yield f"s = {sine}", share**2 + (1 - share) ** 2, enclose(predicted, {"s": sine})


def _share(rho: arb) -> arb:
    """The greater eigenvalue of the mean projector on a row."""
    return circle_mean(lambda u, _: (1 + rho) * u.cos() ** 2 / (1 + rho * (2 * u).cos()))


log_det_drift = Claim(
    "daneshmand20.diffusion.log-det-step",
    source=CHAIN,
    status="new",
    says="E log det M' - log det M = -2 log(1 + s) < 0, s = sqrt(det M): the logarithmic mean falls everywhere",
    tex=r"\mathbb E\log\det M'-\log\det M=-2\log(1+\sqrt{\det M})",
    hypotheses=FULL,
    predicts=-2 * log(1 + s),
    over=grid(s=(Rational(3, 5), Rational(5, 13))),
    uses=("daneshmand20.diffusion.kesten",),
    twins=(
        Twin(-2 * log(1 + s**2), "det M for its root"),
        Twin(-2 * log(2), "the drift at M = I for every M"),
        Twin(Integer(0), "T14.m6: as an invariant full-rank law would need"),
    ),
)


@log_det_drift.certified(scope="s = 3/5, 5/13, 1/100, 1: quadrature over the angle of one row")
def _log_det(predicted: Predicted) -> Compared:
    with precision(DIGITS):
        for sine in SINES:
            # det M' = s^2 sin^2(U_1 - U_2)/(q_1 q_2), q = sigma_1^2 cos^2 U + sigma_2^2 sin^2 U; E log sin^2 = -2 log 2
            mean = _log_q(correlation_of(sine))
            yield f"s = {sine}", -2 * arb(2).log() - 2 * mean, enclose(predicted, {"s": sine})


def _log_q(rho: arb) -> arb:
    return circle_mean(lambda u, a: (1 + rho * (2 * u).cos()).log(analytic=a))


critical = Claim(
    "daneshmand20.diffusion.critical",
    source=CHAIN,
    status="new",
    says="for a standard Cauchy c: E log c^2 = 0, so that y' = 1 + c^2 y is critical, and E (log c^2)^2 = pi^2",
    tex=r"\mathbb E\log c^2=0,\qquad\mathbb E(\log c^2)^2=\pi^2",
    hypotheses=("c standard Cauchy",),
    predicts=(Integer(0), pi**2),
    over=({},),
    given=Given(),
    left=r"\big(\mathbb E\log c^2,\ \mathbb E(\log c^2)^2\big)",
    twins=(
        Twin((log(2), pi**2), "I4.m2: c of scale sqrt 2"),
        Twin((-log(2), pi**2), "c of scale 1/sqrt 2: contracting, a full-rank invariant law"),
        Twin((Integer(0), pi**2 / 4), "log |c| for log c^2"),
    ),
)


@critical.literal(kind="certified")
def _moments(at: At) -> object:
    with precision(40):
        end = 120
        tail = arb(0, 8 * (end**2 + 2 * end + 2) * arb(-end).exp())  # below (2/pi) e^(-|u|) beyond the end
        return tuple(_log_power(power, end, tail.rad()) + tail for power in (1, 2))


@critical.certified(
    scope="quadrature over u = log|c|, of density 2 e^u/(pi (1 + e^(2u))), |u| <= 120, tails bounded", reach="cases"
)
def _logarithms(predicted: Predicted) -> Compared:
    with precision(40):
        end = 120
        # beyond the end the density is below (2/pi) e^(-|u|)
        tail = arb(0, 8 * (end**2 + 2 * end + 2) * arb(-end).exp())
        for power, claimed in zip((1, 2), predicted, strict=True):
            yield f"power {power}", _log_power(power, end, tail.rad()) + tail, enclose(claimed, {})


@at_each_precision
def _log_power(power: int, end: int, left_out: arb) -> arb:
    def moment(u: acb, _: bool) -> acb:
        return (2 * u) ** power / ((-u).exp() + u.exp())

    inner = acb.integral(moment, -end, end, abs_tol=left_out / 1000)
    return 2 * inner.real / arb.pi()


def overshoot(k: int, end: int = 30) -> arb:
    """E exp(-max(0, S_k)), S_k the sum of k independent log c^2, at the current precision.

    log c^2 has the characteristic function sech(pi x), so Parseval gives 1/2 + int_0^oo sech(pi x)^k/(1+x^2) dx/pi.
    """
    tail = (arb(2) ** k * (-k * end * arb.pi()).exp()).upper()

    def product_of_laws(x: acb, _: bool) -> acb:
        return (1 / (acb.pi() * x).cosh()) ** k / (1 + x * x)

    inner = acb.integral(product_of_laws, 0, end).real
    return arb(1) / 2 + (inner + arb(0, tail)) / arb.pi()


@at_each_precision
def walk_maxima(depth: int) -> tuple[arb, ...]:
    """E exp(-max(0, S_1, .., S_n)) for n = 0..depth, by Spitzer's identity: n a_n = sum_(k=1)^n b_k a_(n-k)."""
    b = [overshoot(k) for k in range(1, depth + 1)]
    a = [arb(1)]
    for n in range(1, depth + 1):
        a.append(sum((b[k] * a[n - 1 - k] for k in range(n)), arb(0)) / n)
    return tuple(a)


collapse = Claim(
    "daneshmand20.diffusion.collapse",
    source=CHAIN,
    status="new",
    says="from every H of rank 2, E r(H_L) - 1 <= E exp(-max(0, S_1, .., S_L)) = Gamma((L+1)/2)/(sqrt(pi) "
    "Gamma(L/2+1)) ~ sqrt(2/(pi L)), S the walk with steps log c^2: r -> 1 in the mean, and its Cesaro means almost "
    "surely",
    tex=r"\mathbb E r(H_L)-1\le\mathbb E e^{-\max(0,S_1,\dots,S_L)}"
    r"=\frac{\Gamma(\frac{L+1}2)}{\sqrt\pi\,\Gamma(\frac L2+1)}",
    hypotheses=FULL,
    silent_on="other weights: with U[-1, 1] the simulated time mean of r is 1.10",
    predicts=gamma((L + 1) / 2) / (sqrt(pi) * gamma(L / 2 + 1)),
    over=grid(L=range(1, 7)),
    uses=("daneshmand20.diffusion.kesten", "daneshmand20.diffusion.critical"),
    twins=(
        Twin(gamma(L + Rational(1, 2)) / (sqrt(pi) * gamma(L + 1)), "P(max = 0) = C(2L, L)/4^L instead"),
        Twin((2 / pi) ** L, "exponential decay"),
    ),
)


@collapse.certified(scope="L = 1..12: Spitzer's identity, each E exp(-max(0, S_k)) by quadrature")
def _spitzer(predicted: Predicted) -> Compared:
    with precision(40):
        for depth, computed in enumerate(walk_maxima(12)[1:], 1):
            yield f"L = {depth}", computed, enclose(predicted, {"L": depth})


bounded_away = Claim(
    "daneshmand20.diffusion.bounded-away",
    source=Locator(DANESHMAND20, "Theorem 2, at d = 2 without skip connection"),
    status="reading",
    says="T14.m6: from full rank E r(H_L) stays above a number larger than 1, say 6/5, at every depth L",
    tex=r"\mathbb E r(H_L)\ge\tfrac65\ \text{for all }L",
    hypotheses=FULL,
    relation=">=",
    predicts=Rational(6, 5),
    over=({},),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.at-least-one",),
    truth=Integer(1),
)


@bounded_away.certified(scope="L = 16: the upper bound of `collapse`, by Spitzer's identity and quadrature")
def _bounded_away(predicted: Predicted) -> Compared:
    with precision(40):
        yield "E r at L = 16, at most", 1 + walk_maxima(16)[16], enclose(predicted, {})
