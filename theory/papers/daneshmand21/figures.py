"""what Figures 1 and 2 show (second-hand, and the slides' plots, whose numbers are lost), with the constants."""

from __future__ import annotations

from itertools import islice
from typing import Any

from flint import arb
from sympy import Expr, Rational, log, pi, sqrt

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Values
from theory.exact.certify import at_each_precision, precision
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import ball
from theory.notation import d, n
from theory.orthogonality.mean_map import GAP, SHARES, gap, orbit
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.measures import LAYERS, WIDTHS
from theory.papers.daneshmand21.width.stationary import LINEAR, around_identity, mean_gap, radial, stationary_norm
from theory.term.named import named
from theory.words import At

TINY = Rational(1, 10**12)
TRANSIENT = f"ε = 10⁻¹²; {SHARES}; {GAP}"
SLOPE = Rational("-0.464156")
FIGURE_2A = Locator(DANESHMAND21, "Figure 2a (second-hand: log V along depth, d = 512, from (1, 1e-12, ..))")
FIGURE_2B = Locator(DANESHMAND21, "Figure 2b (second-hand: log mean V of 500 layers, 20 networks, against log d)")

CHAIN = ("W_l Gaussian, H_(l+1) = d^(-1/2) BN(W_l H_l)",)


def late_constant(size: Expr | int) -> Expr:
    """lim sqrt(d) E V of width.mean-gap."""
    return mean_gap.predicts.subs(n, size)


@at_each_precision
def transient(layers: int = 100) -> tuple[arb, ...]:
    """V_1, V_2, .. at infinite width, n = 4, from eigenvalues (1, 1e-12, 1e-12, 1e-12); V_l < 1e-16 for l > 100."""
    with precision(60):
        spectra = islice(orbit([1, TINY], 50, multiplicities=[1, 3]), 1, layers + 1)
        return tuple(gap(levels, multiplicities=[1, 3]) for levels in spectra)


@Claim(
    "daneshmand21.figures.cosines",
    source=Locator(DANESHMAND21, "Figure 1 (second-hand: cosine of two columns along depth)"),
    says="late layers: sqrt(d) E|cos| -> sqrt(2/pi) sqrt(n(n+2)/(4(n+1))) for two of n columns; at n = 2, d = 32 this "
    "is .1152",
    hypotheses=("the stationary chain of full rank, n fixed, d -> inf", "the law of width.stationary-law, normal"),
    predicts=sqrt(2 / pi) * sqrt(n * (n + 2) / (4 * (n + 1))),
    given={"n": Integers(2)},
    over=grid(n=(2, 3, 5)),
    uses=("daneshmand21.width.stationary-law",),
    twins=(
        Twin(sqrt(n * (n + 2) / (4 * (n + 1))), "the root mean square for E|cos|"),
        Twin(sqrt(2 / pi) * sqrt(n / (n + 2)), "the noise of one layer"),
        Twin(sqrt(2 / pi), "independent Gaussian columns"),
    ),
).literal(kind="certified", most=4, scope="n = 2..5: Cov of C_12 from S = A S A^T + Q, E|g| by quadrature")
def cosines(at: At) -> arb:
    return mean_cosine(at.n)


@named(
    "√d E|cos∠(h₁, h₂)|",
    r"\sqrt d\,\mathbb E|\cos\angle(h_1,h_2)|",
    means=f"C = I/n + X_n/√d; {LINEAR}, normal",
    bare=True,
)
def mean_cosine(n: Any) -> arb:
    with precision(25):
        found = around_identity(int(n))
        place = found.pairs.index((0, 1))
        return arb(found.S[place, place] * int(n) ** 2).sqrt() * 2 * radial(1)


def fitted(logs: list[arb]) -> arb:
    """Least-squares slope against log d over the six widths."""
    x = [arb(width).log() for width in WIDTHS]
    mean = sum(x, arb(0)) / len(x)
    weights = [e - mean for e in x]
    squares = sum((e * e for e in weights), arb(0))
    return sum((e * y for e, y in zip(weights, logs, strict=True)), arb(0)) / squares


@Claim(
    "daneshmand21.figures.transient",
    source=FIGURE_2B,
    says="from eigenvalues (1, 1e-12, 1e-12, 1e-12) the gaps V_1, .., V_100 along the mean map have the sum 4.211970 "
    "to 10^-6",
    hypotheses=("n = 4, d = inf",),
    silent_on="the layers beyond, whose gaps have a sum below 10^-15 by the note",
    relation="in",
    predicts=(Rational("4.211969"), Rational("4.211971")),
    given=Given(),
    uses=("daneshmand21.mean-map.ratio-of-four",),
    twins=(Twin((Rational("4.21"), Rational("4.211")), "the sum without its tail beyond ten layers of a thousandth"),),
).literal(kind="certified", scope="the mean map by its integral")
def transient_sum(at: At) -> arb:
    return sum_of_gaps(100)


@named(
    "Σ_{{l=1}}^{0} V(F^l(1, ε, ε, ε))",
    r"\sum_{{l=1}}^{{{0}}}V(F^l(1,ε,ε,ε))".replace("ε", r"\varepsilon"),
    means=TRANSIENT,
)
def sum_of_gaps(layers: Any) -> arb:
    with precision(25):
        return sum(transient(int(layers)), arb(0))


@named("V(F^{0}(1, ε, ε, ε))", r"V(F^{{{0}}}(1,ε,ε,ε))".replace("ε", r"\varepsilon"), means=TRANSIENT)
def gap_in_transient(layers: Any) -> arb:
    with precision(25):
        return transient(int(layers))[-1]


figure_2b = Claim(
    "daneshmand21.figures.slope",
    source=FIGURE_2B,
    status="corrected",
    says="n = 4, widths 16..512: late layers have slope -1/2 in log mean V against log d, with sqrt(d) E V -> 1.1301. "
    "The printed -.46 averages 500 layers, transient included: from (1, 1e-12, ..) it adds 4.212/500, "
    "and the line fitted to 1.1301/sqrt(d) + 4.212/500 has slope -.464",
    hypotheses=(*CHAIN, "n = 4, H_0 with eigenvalues (1, 1e-12, 1e-12, 1e-12) up to scale", "leading order in 1/d"),
    silent_on="the next order in 1/d, which moves late slopes to -.507",
    predicts=(Rational(-1, 2), SLOPE),
    given=Given(),
    left=r"(\text{slope of late layers, of layers }1..500)",
    uses=("daneshmand21.width.mean-gap", "daneshmand21.figures.transient"),
    twins=(
        Twin((SLOPE, SLOPE), "the printed slope is that of the stationary law"),
        Twin((Rational(-1, 2), Rational(-1, 2)), "the transient does not count"),
        Twin((Rational(-1, 4), SLOPE), "slope -1/4, for V^2 = O(1/sqrt(d))"),
    ),
)


@figure_2b.certified("to 10^-6", step="late layers have the stationary mean at leading order, and the transient adds")
def _superposed(predicted: Predicted) -> Compared:
    with precision(25):
        added = sum(transient(), arb(0)) + arb(0, arb(10) ** -15)  # beyond 100 layers V_(l+1) <= .7 V_l
        late = [stationary_norm(4) / arb(width).sqrt() for width in WIDTHS]
        for gaps, claimed in zip((late, [e + added / LAYERS for e in late]), predicted, strict=True):
            slope = fitted([e.log() for e in gaps])
            yield f"slope {slope.str(8)}", bool(abs(slope - enclose(claimed, {}, 40)) < arb("1e-6")), True


@Claim(
    "daneshmand21.figures.plateau-and-floor",
    source=FIGURE_2A,
    status="corrected",
    says="log V from (1, 1e-12, ..): a plateau at (1/2) log(1 - 1/n), -.144 at n = 4, the gap of rank one; a fall; "
    "then the floor log(1.1301/sqrt(d)), -3.00 at d = 512",
    hypotheses=(*CHAIN, "n = 4", "leading order in 1/d for the floor"),
    predicts=(log(1 - 1 / n) / 2, log(late_constant(4)) - log(d) / 2),
    given={"n": Values(4), "d": Integers(4)},
    over=({"n": 4, "d": 512}, {"n": 4, "d": 64}),
    uses=("daneshmand21.width.mean-gap", "daneshmand21.gap.range"),
    twins=(
        Twin((-log(2), log(late_constant(4)) - log(d) / 2), "plateau ln .5"),
        Twin((log(1 - 1 / n) / 2, log(n) - log(d) / 2), "the slides' n/sqrt(d) as an equality"),
    ),
).literal(kind="certified", most=8, whole=False, scope="the gap of (1, 0, 0, 0), and the limit of width.mean-gap")
def figure_2a(at: At) -> tuple[arb, arb]:
    with precision(25):
        start = gap([arb(1), *[arb(0)] * (int(at.n) - 1)]).log()
        return start, stationary_norm(at.n).log() - ball(at.d).log() / 2


@Claim(
    "daneshmand21.figures.linear-decay",
    source=FIGURE_2A,
    status="reading",
    says="log V falls linearly for l = 1..20 (text beside Figure 2a, second-hand): log(V_2/V_1) and log(V_7/V_6) of "
    "the mean map differ by at most 1/10",
    hypotheses=("n = 4, d = inf",),
    relation="<=",
    predicts=Rational(1, 10),
    given=Given(),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.mean-map.ratio-of-four",),
    truth=log(Rational(81, 49)),  # from `ratio-of-four`: V_(l+1)/V_l is between 49/81 and 1, see the note
).literal(kind="certified")
def linear(at: At) -> arb:
    with precision(25):
        V = gap_in_transient
        return abs((V(2) / V(1)).log() - (V(7) / V(6)).log())
