"""Width two, Gaussian weights, no skip (gamma = infinity): a chain on a half-line, and its collapse to rank one.

With rho = M_12, s = sqrt(det M) and y = 1/det M. The rows of W H are i.i.d. N(0, H^T H); in the principal axes of their
plane they are (sigma_1 cos U, sigma_2 sin U) times a radius, U uniform, sigma_(1,2)^2 = 1 +- rho. The walk with steps
log c^2, c standard Cauchy, drives the collapse.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flint import acb, arb, fmpq
from sympy import Integer, Rational, Symbol, atan, cancel, diff, gamma, integrate, log, oo, pi, sqrt

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import at_each_precision, precision, radius, upper_end
from theory.exact.expressions import enclose
from theory.markov import cauchy
from theory.notation import L
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.diffusion.generator import FULL, NO_SKIP, SINE
from theory.term.named import named

DIGITS = 25
s = Symbol("s", positive=True)
t = Symbol("t", positive=True)
FINE = fmpq(1, 10**16)
"""Error of an integral, far below what tells two claims apart."""


def circle_mean(f: Callable[[acb, bool], acb]) -> arb:
    """Mean of f over an angle in (0, 2 pi); f takes the angle and whether it must be analytic there."""
    return (acb.integral(f, 0, 2 * arb.pi(), abs_tol=FINE) / (2 * arb.pi())).real


def correlation_of(sine: Rational) -> arb:
    return (1 - arb(fmpq(int(sine.p), int(sine.q))) ** 2).sqrt()


@Claim(
    "daneshmand20.diffusion.kesten",
    source=NO_SKIP,
    says="y = 1/det M obeys y' = 1 + c^2 y, c standard Cauchy and independent of M: P((y'-1)/y <= t) = "
    "(2/pi) atan(sqrt t), whatever M",
    predicts=2 * atan(sqrt(t)) / pi,
    given=Given({"s": SINE, "t": Rationals(above=0)}, words="s^2 = det M"),
    speaks_of=("law",),
    twins=(
        Twin(2 * atan(sqrt(t / 2)) / pi, "c of scale sqrt 2"),
        Twin(1 - 1 / (1 + t), "c^2 a ratio of two exponentials"),
    ),
).literal(kind="certified", most=12)
def kesten(at: At) -> object:
    with precision(DIGITS):
        return _between_arcs(at.s, at.t)


@named("P((y′ − 1)/y ≤ {1})", r"P\big((y'-1)/y\le {1}\big)", means="y = 1/det M, s² = det M, γ = ∞, d = 2, W Gaussian")
@at_each_precision
def _between_arcs(sine: Rational, most: Rational) -> arb:
    """P(s^2 cot^2 of the angle between g and h <= most), g and h = (sigma_1 cos, sigma_2 sin) of uniform angles.

    Given g, h has to lie between n - c g and n + c g, n normal to g and as long, c = sqrt(most)/s; before the
    stretching by sigma these are at an angle, and the share of h is that angle over pi.
    """
    rho = correlation_of(sine)
    ratio = ((1 - rho) / (1 + rho)).sqrt()
    cotangent = enclose(sqrt(most) / sine, {})

    # with g = (cos u, sin u) the normal is (-ratio sin u, cos u/ratio), and all is linear in x = cos 2u
    inner = (ratio**-2 + ratio**2) / 2 - cotangent**2, (ratio**-2 - ratio**2) / 2
    area = cotangent * (1 / ratio + ratio), cotangent * (1 / ratio - ratio)

    def given_one(turn: acb, analytic: bool) -> acb:
        x = turn.cos()
        return acb(1) / 2 - _atan((inner[0] + inner[1] * x) / (area[0] + area[1] * x), analytic) / acb.pi()

    return circle_mean(given_one)


EVERY = "every M: given one direction, the law of c; its antiderivative by the other one, and the integral over c"


@kesten.exact(scope=EVERY, argued="given the direction of one row of weights, c is a ratio of two normal numbers")
def _cauchy(predicted: Predicted) -> Compared:
    yield from cauchy.steps()
    yield "c^2 <= t", cauchy.chance_below(t), predicted


def _atan(z: acb, analytic: bool) -> acb:
    if not analytic:
        return z.atan()
    i = acb(0, 1)
    return ((1 + i * z).log(analytic=analytic) - (1 - i * z).log(analytic=analytic)) / (2 * i)


@Claim(
    "daneshmand20.diffusion.mean-square",
    source=NO_SKIP,
    says="E[rho'^2 | rho] = 1/(1 + s), s = sqrt(1 - rho^2)",
    predicts=1 / (1 + s),
    given=Given({"s": replace(SINE, far=3)}, words="s^2 = det M"),
    speaks_of=("law",),
    uses=("daneshmand20.diffusion.kesten",),
    twins=(
        Twin(1 / (1 + s**2), "det M for its root"),
        Twin(1 - s**2, "no change: a martingale"),
        Twin(1 - s / 2, "linear in s between the same ends"),
    ),
).literal(kind="certified", most=30)
def mean_square(at: At) -> object:
    with precision(DIGITS):
        return _mean_of_squares(at.s)


@named(
    "E ρ′²",
    r"\mathbb E\rho'^2",
    bare=True,
    means="ρ′ the correlation after a layer of d = 2 Gaussian rows, γ = ∞, s² = det M = 1 − ρ²",
)
@at_each_precision
def _mean_of_squares(sine: Rational) -> arb:
    """E <g, h>^2/(|g| |h|)^2, g and h independent: the sum over i, j of (E g_i g_j/|g|^2)^2; over the doubled angle."""
    rho = correlation_of(sine)
    entries: tuple[Callable[[acb, acb], acb], ...] = (  # g_1^2, g_1 g_2 and g_2^2 by the cosine and the sine
        lambda x, y: (1 + rho) * (1 + x) / 2,
        lambda x, y: (1 - rho**2).sqrt() * y / 2,
        lambda x, y: (1 - rho) * (1 - x) / 2,
    )

    def over_circle(entry: Callable[[acb, acb], acb]) -> arb:
        def at(turn: acb, _: bool) -> acb:
            cosine = turn.cos()
            return entry(cosine, turn.sin()) / (1 + rho * cosine)  # |g|^2

        return circle_mean(at)

    own, across, other = map(over_circle, entries)
    return own * own + 2 * across * across + other * other


@mean_square.exact(scope=EVERY, argued="rho'^2 is a function of c and of a uniform direction alone")
def _over_cauchy(predicted: Predicted) -> Compared:
    yield from cauchy.steps()
    square = cauchy.x**2 / (s**2 + cauchy.x**2)  # rho'^2 = 1 - 1/y' of y' = 1 + c^2 y, y = 1/s^2
    yield "rho'^2 by c", cancel(1 - 1 / (1 + cauchy.x**2 / s**2)), square
    yield "its mean", cauchy.mean_square(), predicted
    yield "rank one, where rho' is 1 or -1", Integer(1), predicted.subs(s, 0)


@Claim(
    "daneshmand20.diffusion.log-det-step",
    source=NO_SKIP,
    says="E log det M' - log det M = -2 log(1 + s) < 0, s = sqrt(det M): the logarithmic mean falls everywhere",
    predicts=-2 * log(1 + s),
    given=Given({"s": replace(SINE, far=3)}, words="s^2 = det M"),
    speaks_of=("law",),
    uses=("daneshmand20.diffusion.kesten",),
    twins=(
        Twin(-2 * log(1 + s**2), "det M for its root"),
        Twin(-2 * log(2), "the drift at M = I for every M"),
        Twin(Integer(0), "as an invariant full-rank law would need"),
    ),
).literal(kind="certified", most=30)
def log_det_drift(at: At) -> object:
    with precision(DIGITS):
        return _mean_log_area(at.s)


@named(
    "(E log det M′ − log det M)",
    r"(\mathbb E\log\det M'-\log\det M)",
    bare=True,
    means="M′ after a layer of d = 2 Gaussian rows, γ = ∞, s² = det M",
)
@at_each_precision
def _mean_log_area(sine: Rational) -> arb:
    """E log (g x h)^2/(|g| |h|)^2 - log s^2, g x h = sigma_1 sigma_2 sin(U_2 - U_1), sigma_1 sigma_2 = s."""
    rho = correlation_of(sine)

    def of_length(turn: acb, analytic: bool) -> acb:  # of the doubled angle
        return (1 + rho * turn.cos()).log(analytic=analytic)

    return 2 * _mean_log_sine() - 2 * circle_mean(of_length)


@at_each_precision
def _mean_log_sine() -> arb:
    """Of an angle that is uniform on (0, pi/2): log sin u = log(sin u/u) + log u."""
    right = arb.pi() / 2
    smooth = acb.integral(lambda u, analytic: u.sinc().log(analytic=analytic), 0, right, abs_tol=FINE).real
    return (smooth + right * (right.log() - 1)) / right


@log_det_drift.exact(scope=EVERY, argued="det M'/det M is a function of c and of a uniform direction alone")
def _over_cauchy_again(predicted: Predicted) -> Compared:
    yield from cauchy.steps()
    # det M'/det M = y/y' of y' = 1 + c^2 y, y = 1/s^2
    yield "det M'/det M", cancel(1 / s**2 / (1 + cauchy.x**2 / s**2)), 1 / (s**2 + cauchy.x**2)
    yield "the law of c", cauchy.density(), 1 / (pi * (1 + cauchy.x**2))
    yield "the mean", -cauchy.mean_log(s**2), predicted
    yield "falls", (-cauchy.mean_log(s**2)).is_negative, True


@Claim(
    "daneshmand20.diffusion.critical",
    source=NO_SKIP,
    says="for a standard Cauchy c: E log c^2 = 0 and E (log c^2)^2 = pi^2",
    predicts=(Integer(0), pi**2),
    given=Given(),
    twins=(
        Twin((log(2), pi**2), "c of scale sqrt 2"),
        Twin((-log(2), pi**2), "c of scale 1/sqrt 2: contracting, a full-rank invariant law"),
        Twin((Integer(0), pi**2 / 4), "log |c| for log c^2"),
    ),
).literal(kind="certified", whole=False)
def critical(at: At) -> object:
    return log_moment(1), log_moment(2)


@named("E (log c²)^{0}", r"\mathbb E(\log c^2)^{{{0}}}", means="c standard Cauchy")
def log_moment(power: int) -> arb:
    """E (log c^2)^power by quadrature."""
    with precision(DIGITS):
        end = 120
        tail = arb(0, 8 * (end**2 + 2 * end + 2) * arb(-end).exp())  # below (2/pi) e^(-|u|) beyond the end
        return _log_power(power, end, radius(tail)) + tail


@critical.exact(
    scope="E |c|^z for |z| < 1 by SymPy, and its derivatives at z = 0",
    argued="means of powers of log c^2 are derivatives at z = 0 of E |c|^(2z), under the mean",
)
def _by_powers(predicted: Predicted) -> Compared:
    c, z = Symbol("c", positive=True), Symbol("z", real=True)
    powers = 2 * integrate(c**z / (pi * (1 + c**2)), (c, 0, oo), conds="none")  # of |z| < 1; of c^2 z is doubled
    yield "E |c|^0", powers.subs(z, 0), Integer(1)
    yield "moments of log c^2", tuple(2**k * diff(powers, z, k).subs(z, 0) for k in (1, 2)), predicted


@at_each_precision
def _log_power(power: int, end: int, left_out: arb) -> arb:
    def moment(u: acb, _: bool) -> acb:
        return (2 * u) ** power / ((-u).exp() + u.exp())

    inner = acb.integral(moment, -end, end, abs_tol=left_out / 1000)
    return 2 * inner.real / arb.pi()


@at_each_precision
def overshoot(k: int) -> arb:
    """E exp(-max(0, S_k)), S_k the sum of k independent log c^2, at the current precision.

    log c^2 has the characteristic function sech(pi x), so Parseval gives 1/2 + int_0^oo sech(pi x)^k/(1+x^2) dx/pi.
    """
    end = 30 // k + 1
    tail = upper_end(arb(2) ** k * (-k * end * arb.pi()).exp())

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


walk_maximum = Claim(
    "daneshmand20.diffusion.walk-maximum",
    source=NO_SKIP,
    says="S the walk with steps log c^2, c standard Cauchy: E exp(-max(0, S_1, .., S_L)) = Gamma((L+1)/2)/(sqrt(pi) "
    "Gamma(L/2+1)) ~ sqrt(2/(pi L))",
    hypotheses=("steps log c^2 independent, c standard Cauchy",),
    predicts=gamma((L + 1) / 2) / (sqrt(pi) * gamma(L / 2 + 1)),
    given=Given({"L": Integers(1)}),
    left=r"\mathbb E e^{-\max(0,S_1,\dots,S_L)}",
    uses=("daneshmand20.diffusion.critical",),
    twins=(
        Twin(gamma(L + Rational(1, 2)) / (sqrt(pi) * gamma(L + 1)), "P(max = 0) = C(2L, L)/4^L instead"),
        Twin((2 / pi) ** L, "exponential decay"),
    ),
)


@walk_maximum.certified(
    scope="L = 1..12: Spitzer's identity, each E exp(-max(0, S_k)) by quadrature",
    step="Spitzer: sum_n t^n a_n = exp sum_k (t^k/k) E e^(-max(0,S_k))",
)
def _spitzer(predicted: Predicted) -> Compared:
    with precision(DIGITS):
        for depth, computed in enumerate(walk_maxima(12)[1:], 1):
            yield f"L = {depth}", computed, enclose(predicted, {"L": depth})


collapse = Claim(
    "daneshmand20.diffusion.collapse",
    source=NO_SKIP,
    says="from every H of rank 2, E r(H_L) - 1 <= E exp(-max(0, S_1, .., S_L)) = Gamma((L+1)/2)/(sqrt(pi) "
    "Gamma(L/2+1)) ~ sqrt(2/(pi L)), S the walk with steps log c^2: r -> 1 in the mean, and (note) its Cesaro means "
    "almost surely",
    hypotheses=FULL,
    silent_on="other weights: with U[-1, 1] the simulated time mean of r is 1.10",
    relation="<=",
    predicts=gamma((L + 1) / 2) / (sqrt(pi) * gamma(L / 2 + 1)),
    given=Given({"L": Integers(1), "s": SINE}, words="s^2 = det M at the start"),
    left=r"\mathbb E r(H_L)-1",
    uses=("daneshmand20.diffusion.kesten", "daneshmand20.diffusion.walk-maximum"),
)

bounded_away = Claim(
    "daneshmand20.diffusion.bounded-away",
    source=Locator(DANESHMAND20, "Theorem 2, at d = 2 without skip connection"),
    status="reading",
    says="from full rank E r(H_L) stays above a number larger than 1, say 6/5, at every depth L",
    hypotheses=FULL,
    relation=">=",
    predicts=Rational(6, 5),
    given=Given({"L": Integers(1), "s": SINE}, words="s^2 = det M at the start"),
    left=r"\mathbb E r(H_L)",
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.at-least-one",),
    truth=Integer(1),
)


@bounded_away.certified(
    scope="L = 16: the upper bound of `collapse`, by Spitzer's identity and quadrature",
    step="by collapse E r(H_L) <= 1 + a_L",
)
def _bounded_away(predicted: Predicted) -> Compared:
    with precision(DIGITS):
        yield "E r at L = 16, at most", 1 + walk_maxima(16)[16], enclose(predicted, {})
