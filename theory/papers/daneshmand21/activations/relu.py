"""the chain with an activation, Q' = BN(W F(Q)) (second-hand: the conjecture of appendix F and its Figure 6).

BN divides rows by their norms, as in the slides, and M = Q^T Q/d has trace 1, for Q of d rows and n columns.
"""

from __future__ import annotations

from flint import arb, fmpq
from sympy import Integer, Rational, asin, atan, cancel, pi, sqrt, symbols

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Rationals
from theory.exact.certify import precision, raised
from theory.exact.expressions import enclose
from theory.orthogonality.closed_forms import one_against_ball
from theory.orthogonality.stationary import gap_constant
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.activations import symbolic
from theory.papers.daneshmand21.activations.angle import COSINE_AFTER, cosine_after, mean_gram, slope
from theory.papers.daneshmand21.activations.setting import CHAIN, CONJECTURE
from theory.term.named import named
from theory.wide.fixed_points import symmetric
from theory.words import At

FIGURE_6 = Locator(DANESHMAND21, "Figure 6 and its caption (second-hand)")
WIDE = (*CHAIN, "W Gaussian", "infinite width", "all columns alike")
RS_RELU = ("rs", "nl")

kappa = symbols("kappa", positive=True)  # cosine of two columns of F(Q)

w = kappa / (1 + sqrt(1 - kappa**2))


@Claim(
    "daneshmand21.activations.relu-map",
    source=CONJECTURE,
    says="ReLU, n = 2: the cosine kappa of the columns of F(Q) becomes w/2 + (w + 1/w) atan(w)/pi, where w = kappa/(1 "
    "+ sqrt(1 - kappa^2)) is the cosine of the columns of Q'",
    hypotheses=(*WIDE, "n = 2", "F = ReLU", "0 < kappa < 1"),
    predicts=w / 2 + (w + 1 / w) * atan(w) / pi,
    given={"kappa": Rationals(above=0, below=1)},
    uses=("daneshmand21.mean-map.two", "components.gaussian.arc-cosine"),
    twins=(
        Twin((sqrt(1 - kappa**2) + (pi / 2 + asin(kappa)) * kappa) / pi, "the arc-cosine kernel: no BN"),
        Twin((sqrt(1 - w**2) + (pi / 2 + asin(w)) * w) / pi, "the arc-cosine kernel of w: Gaussian for circular rows"),
        Twin(w / 2 + (w + 1 / w) * asin(w) / pi, "arcsin for arctan"),
    ),
).literal(kind="certified", most=10)
def relu_map(at: At) -> arb:
    return cosine_after(enclose(at.kappa, {}, 40))


@relu_map.exact(
    scope="every kappa in (0, 1): the means over a Gaussian row, integrated over the ratio of its entries",
    argued="the means over a Gaussian row are integrals over the ratio of its two entries",
)
def _integrated(predicted: Predicted) -> Compared:
    of_columns = w.xreplace({sqrt(1 - kappa**2): symbolic.SINE, kappa: symbolic.COSINE})
    yield "the cosine of the columns of Q'", symbolic.cosine_before(), cancel(of_columns)
    yield "sqrt(1 - kappa^2)", cancel(symbolic.COSINE**2 + symbolic.SINE**2), Integer(1)
    claimed = predicted.xreplace({sqrt(1 - kappa**2): symbolic.SINE, kappa: symbolic.COSINE})
    yield "kappa'", symbolic.cosine_after(), claimed.replace(atan, lambda x: atan(cancel(x)))


def stationary_gap(size: int, digits: int) -> tuple[arb, arb]:
    """Infinite width, columns of equal cosine: that of ReLU(Q), and the gap of M.

    The mean of M has the eigenvectors of the Gram matrix of ReLU(Q), and the eigenvalues that the mean map gives.
    """
    cosine = symmetric(size, RS_RELU).value("cos_cluster", digits)
    with precision(digits):
        share = one_against_ball((1 + (size - 1) * cosine) / (1 - cosine), size)
        return cosine, (share - arb(1) / size) * (arb(size) / (size - 1)).sqrt()


COSINE_2, GAP_2 = Rational("0.4484928404325659"), Rational("0.16745939496201549")
MIDPOINT_2, RATE_2 = Rational("0.23682334750207505"), Rational("0.35349154606844981")
COSINE_4, GAP_4 = Rational("0.47967481545483871"), Rational("0.25163834126736702")
LAST = 16
"""Printed digits."""


@Claim(
    "daneshmand21.activations.relu-limit",
    source=CONJECTURE,
    says="ReLU, infinite width, n = 2: the map has the fixed point kappa = .448493, where the columns of Q have the "
    "cosine w = .236823, V(E M) = w/sqrt(2) = .167459 and the local rate is .353492: E M is not I/n",
    hypotheses=(*WIDE, "n = 2", "F = ReLU"),
    predicts=(COSINE_2, MIDPOINT_2, GAP_2, RATE_2),
    given=Given(),
    uses=("daneshmand21.activations.relu-map",),
    twins=(
        Twin((COSINE_2, MIDPOINT_2, Integer(0), RATE_2), "the gap tends to 0"),
        Twin((COSINE_2, COSINE_2, COSINE_2 / sqrt(2), RATE_2), "the cosine of ReLU(Q) for that of Q"),
        Twin((COSINE_2, MIDPOINT_2, GAP_2, Rational(1, 2)), "the rate 1/2 of the linear chain"),
    ),
).literal(kind="certified", whole=False, scope="to 10^-15: a change of sign of kappa' - kappa, and what is there")
def relu_limit(at: At) -> tuple[arb, ...]:
    with raised(1), precision(18):  # no more than the interval knows
        fixed = fixed_cosine()
        return fixed, cosine_of_mean(fixed), gap_of_mean(fixed), slope(fixed)


@named("κ_*", r"\kappa_*", means="κ_* the fixed point of κ′ in (2/5, 1/2)")
def fixed_cosine() -> arb:
    """Where kappa' - kappa changes its sign, to 10^-15."""
    low, high = (fmpq(44849284043256580 + 10 * end, 10**17) for end in (0, 2))
    with precision(40):
        if not (cosine_after(arb(low)) > low and cosine_after(arb(high)) < high):
            raise ArithmeticError(f"no change of sign from {low} to {high}")
    with raised(1), precision(18):
        return arb(low).union(arb(high))


ROW = "u(κ) a row of Q′ = BN(W F(Q)), F(Q) of columns of cosine κ"


@named(
    "E[u₁u₂]/√(E[u₁²] E[u₂²])({0})",
    r"\frac{{\mathbb E[u_1u_2]}}{{\sqrt{{\mathbb E[u_1^2]\mathbb E[u_2^2]}}}}({0})",
    means=ROW,
)
def cosine_of_mean(kappa: arb) -> arb:
    first, both, second = mean_gram(kappa)
    return both / (first * second).sqrt()


@named("‖E[u uᵀ] − I/2‖({0})", r"\|\mathbb E[uu^\top]-I/2\|_F({0})", means=ROW)
def gap_of_mean(kappa: arb) -> arb:
    first, both, second = mean_gram(kappa)
    return ((first - arb(1) / 2) ** 2 + (second - arb(1) / 2) ** 2 + 2 * both**2).sqrt()


four = Claim(
    "daneshmand21.activations.relu-limit-four",
    source=CONJECTURE,
    says="ReLU, infinite width, n = 4: the columns of ReLU(Q) have the cosine kappa = .479675 in the limit, and "
    "V(E M) = .251638: E M is not I/n at any width that is large enough",
    hypotheses=(*WIDE, "n = 4", "F = ReLU"),
    predicts=(COSINE_4, GAP_4),
    given=Given(),
    left=r"(\kappa_*,V(\mathbb EM))",
    uses=("daneshmand21.mean-map.one-against-even",),
    twins=(
        Twin((COSINE_4, Integer(0)), "the gap tends to 0"),
        Twin((COSINE_4, COSINE_4 * sqrt(3) / 2), "the cosine of ReLU(Q) for that of Q"),
    ),
)

OF_MAP = "at infinite width the cosines follow the map of RS + ReLU, whose fixed point this is"


@four.certified(scope="all printed digits, from the certified fixed point of RS + ReLU at n = 4", step=OF_MAP)
def _fixed_point_of_four(predicted: Predicted) -> Compared:
    found = stationary_gap(4, LAST + 20)
    with precision(LAST + 20):
        yield from printed(found, predicted)


def printed(found: tuple[arb, ...], predicted: Predicted) -> Compared:
    """Whether the printed digits are right."""
    for place, (value, claimed) in enumerate(zip(found, predicted, strict=True)):
        close = bool(abs(value - enclose(claimed, {}, LAST + 20)) < arb(10) ** -LAST)
        yield f"entry {place}, to 10^-{LAST}", close, True


@Claim(
    "daneshmand21.activations.unique-law",
    source=CONJECTURE,
    status="reading",
    says="the chain has one invariant law, hence the map of cosines for ReLU at n = 2 one fixed point in [0, 1]",
    hypotheses=(*WIDE, "n = 2", "F = ReLU"),
    relation="<=",
    predicts=Integer(1),
    given=Given(),
    uses=("daneshmand21.activations.relu-map",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.activations.relu-limit",),
    truth=Integer(2),  # kappa = 1, which every F keeps, and that of `relu-limit`
).literal(kind="certified", scope="kappa = 1, and a change of sign of kappa' - kappa from 2/5 to 1/2: at least two")
def unique(at: At) -> Integer:
    return fixed_points()


@named("#{κ ∈ [0, 1] : κ′(κ) = κ}", r"\#\{\kappa\in[0,1]:\kappa'(\kappa)=\kappa\}", means=COSINE_AFTER)
def fixed_points() -> Integer:
    """At least: equal columns stay equal, and kappa' - kappa may change its sign from 2/5 to 1/2."""
    inside = cosine_after(arb(2) / 5) > fmpq(2, 5) and cosine_after(arb(1) / 2) < fmpq(1, 2)
    return Integer(1 + inside)


constants = Claim(
    "daneshmand21.activations.constants",
    source=FIGURE_6,
    status="measured",
    says="n = 4, d = 64, the stationary chain: d E|M - E M|_F^2 is 1.35 to order 1/d for the identity (stationary-"
    "gap), and measured 1.53 for ReLU, 1.40 for tanh, .43 for tanh + 1: all of order 1/d, with different constants",
    hypotheses=(*CHAIN, "W Gaussian", "n = 4, d = 64", "rows of length 1 go into F", "measured, but for the identity"),
    silent_on="existence of a limit of the constants for F other than the identity",
    predicts=(gap_constant(Integer(4)), Rational(153, 100), Rational(140, 100), Rational(43, 100)),
    given=Given(),
    left=r"d\,\mathbb E\|M-\mathbb E_\nu M\|_F^2,\ F=\mathrm{id},\mathrm{ReLU},\tanh,\tanh+1",
    uses=("daneshmand21.width.stationary-gap",),
    twins=(
        Twin((gap_constant(Integer(4)),) * 4, "all constants are equal"),
        Twin((Rational(3, 4), Rational(3, 4), Rational(3, 4), Rational(3, 4)), "the noise of one layer, (n-1)/n"),
    ),
)

negligible = Claim(
    "daneshmand21.activations.figure-6",
    source=FIGURE_6,
    status="reading",
    says="the curves of Figure 6 differ negligibly: E|M - E M|_F^2 of tanh + 1 over that of the identity is 1, at n = "
    "4, d = 64",
    hypotheses=(*CHAIN, "W Gaussian", "n = 4, d = 64"),
    predicts=Integer(1),
    given=Given(),
    left=r"\mathbb E\|M-\mathbb EM\|_F^2\,(\tanh+1)\,/\,\mathbb E\|M-\mathbb EM\|_F^2\,(\mathrm{id})",
    uses=("daneshmand21.activations.constants",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.activations.constants",),
    truth=constants.predicts[3] / constants.predicts[0],  # measured over proved
)
