"""The walk with steps log c^2, c standard Cauchy, and the collapse to rank one that it drives."""

from __future__ import annotations

from flint import acb, arb
from sympy import Integer, Rational, Symbol, diff, gamma, integrate, log, oo, pi, sqrt

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.exact.certify import at_each_precision, precision, radius, upper_end
from theory.exact.expressions import enclose
from theory.notation import L
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.diffusion.setting import FULL, NO_SKIP, SINE
from theory.term.named import named


@Claim(
    "daneshmand20.diffusion.critical",
    source=NO_SKIP,
    says="for a standard Cauchy c: E log c^2 = 0 and E (log c^2)^2 = pi^2",
    silent_on="that y' = 1 + c^2 y is critical so, and S a walk without drift (collapse)",
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
    with precision(40):
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


def overshoot(k: int, end: int = 30) -> arb:
    """E exp(-max(0, S_k)), S_k the sum of k independent log c^2, at the current precision.

    log c^2 has the characteristic function sech(pi x), so Parseval gives 1/2 + int_0^oo sech(pi x)^k/(1+x^2) dx/pi.
    """
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
    with precision(40):
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
    with precision(40):
        yield "E r at L = 16, at most", 1 + walk_maxima(16)[16], enclose(predicted, {})
