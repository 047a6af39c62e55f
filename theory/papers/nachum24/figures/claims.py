"""F1 to F3: what the figures of the paper show, as claims on networks at infinite or stated width."""

from __future__ import annotations

from itertools import islice

from flint import acb, arb
from sympy import Expr, Integer, Rational, Symbol, acos, erfc, pi, sqrt

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.notation import HALF, k, n
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.dynamics.setting import cosine
from theory.papers.nachum24.figures.setting import POINTS, TOLERANCE, default_cosines, he_cosines, least_singular_value
from theory.wide.escaped import roots
from theory.wide.fixed_points import broken, symmetric
from theory.wide.spectrum import spectrum

FIGURE_3 = Locator(NACHUM24, "Figure 3, 'the escaped point'")


FIGURE_5 = Locator(NACHUM24, "Figure 5, 'approximately 60' and 'approximately 75 degrees'")


HISTOGRAM = Locator(NACHUM24, "second-hand summary, 'mostly inactive neurons'")


layer_30 = Claim(
    "nachum24.figures.angles-at-layer-30",
    source=FIGURE_5,
    status="quoted",
    says="with RC, RS and ReLU the angles at layer 30 are about 75 degrees, without recentring about 60: cosines of "
    "the two fixed "
    "points at n = 9, .258300 (75.03 degrees) and .500579 (59.96)",
    tex=r"\theta_{30}\approx75^\circ\ (\mathrm{RC,RS}),\quad\approx60^\circ\ (\mathrm{RS})",
    hypotheses=("n = 9 (both numbers round as quoted only for n = 9, 10)", "wide network, ReLU"),
    silent_on="other batch sizes: at n = 50 the first is 72 degrees",
    predicts=(cosine.subs(n, 9), Rational("0.50057894675881579584")),
    over=({},),
    uses=("nachum24.dynamics.symmetric-ray", "nachum24.dynamics.rescaled-relu-cosine"),
    twins=(Twin((HALF, cosine.subs(n, 9)), "the two exchanged"),),
)


@layer_30.certified(scope="n = 9: the certified fixed points, and that their angles round to 75 and 60 degrees")
def _rounded(predicted: Predicted) -> Compared:
    for components, claimed, degrees in zip((("rc", "rs", "nl"), ("rs", "nl")), predicted, (75, 60), strict=True):
        found, said = symmetric(9, components).value("cos_cluster", 30), enclose(claimed, {}, 30)
        with precision(30):
            yield f"{degrees} degrees: cosine to 1e-14", bool(abs(found - said) < arb("1e-14")), True
            yield f"{degrees} degrees", bool(abs(said.acos() * 180 / arb.pi() - degrees) < arb("0.5")), True


seventy_five = Claim(
    "nachum24.figures.seventy-five-for-every-n",
    source=FIGURE_5,
    status="reading",
    says="recentring gives 75 degrees whatever the batch size, at n = 50, too (where half a degree would be forgiven)",
    tex=r"\theta_{30}\approx75^\circ\ \text{for every }n",
    hypotheses=("wide network, RC, RS, ReLU",),
    predicts=Integer(75),
    over=grid(n=(20, 50)),
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.dynamics.symmetric-ray",),
    truth=180 * acos(cosine) / pi,
)


@seventy_five.certified(scope="n = 50, where the angle is 2.9 degrees smaller, and n = 20")
def _at_fifty(predicted: Predicted) -> Compared:
    for size in (50, 20):
        found = symmetric(size).value("cos_cluster", 30)
        with precision(30):
            yield f"n = {size}, degrees", found.acos() * 180 / arb.pi(), enclose(predicted, {"n": size}, 30)


escape = Claim(
    "nachum24.figures.escape",
    source=FIGURE_3,
    status="corrected",
    says="with RC and ReLU a point escapes from a batch of 20, with rescaling, too, none does, and from a batch of 5 "
    "(without rescaling) none does either: "
    "probability that the longest point is more than twice as long as the mean of the others, 1, 0 and 0",
    tex=r"P(\text{escaped})\approx1\ (\mathrm{RC,NL},\ n=20),\ \approx0\ (\mathrm{RC,RS,NL}),\ \approx0\ (n=5)",
    hypotheses=("Gaussian data in R^784, depth 50", "n = 20, width 128, RC and NL, with RS or not; n = 5, width 400"),
    silent_on="depth without end at fixed width, where every network ends in two clusters; other sizes, widths, depths",
    predicts=(Integer(1), Integer(0), Integer(0)),
    over=({},),
    uses=("nachum24.dynamics.one-escaped-index", "nachum24.dynamics.full-bn-factor"),
    twins=(
        Twin((Integer(1), Integer(1), Integer(0)), "escape with full BN"),
        Twin((Integer(1), Integer(0), Integer(1)), "escape at every batch size"),
        Twin((Integer(0), Integer(0), Integer(0)), "no escape"),
    ),
)


@escape.certified(
    scope="the fixed points behind it: norm ratio above 2 at the stable broken point of RC + ReLU, n = 20, and not "
    "at the stable "
    "symmetric ones of RC + RS + ReLU, n = 20, and of RC + ReLU, n = 5, where no point with one escaped exists"
)
def _fixed_points_behind(predicted: Predicted) -> Compared:
    for name, point, claimed in (
        ("RC + ReLU, n = 20", broken(20), predicted[0]),
        ("RC + RS + ReLU, n = 20", symmetric(20, ("rc", "rs", "nl")), predicted[1]),
        ("RC + ReLU, n = 5", symmetric(5), predicted[2]),
    ):
        yield f"{name}: stable", spectrum(point.kind, point.n or 0, point.components).stable, True
        yield f"{name}: ratio above 2", Integer(bool(point.value("norm_ratio", 20) > 2)), claimed
    yield "RC + ReLU, n = 5: points with one escaped", Integer(len(roots(5).roots)), Integer(0)


inactive_half = Claim(
    "nachum24.figures.inactive-half",
    source=HISTOGRAM,
    status="corrected",
    says="after recentring a neuron is inactive on half of the batch in expectation, at every layer and "
    "configuration; at the "
    "outlier configuration it is active on k or on n - k points, with probability 1/2 each",
    tex=r"\mathbb E\,\frac1n\#\{i:x_i=0\}=\frac12",
    hypotheses=("weights symmetric under w -> -w", "no pre-activation is exactly 0 after RC"),
    silent_on="magnitudes: most activations may be small",
    predicts=HALF,
    over=({},),
    twins=(Twin(Integer(1), "all inactive in the limit"), Twin(Rational(2, 3), "two thirds")),
)


@inactive_half.exact(scope="two clusters of k and n - k points, every n and k")
def _two_cases(predicted: Predicted) -> Compared:
    yield "mean of the two cases", (k / n + (n - k) / n) / 2, predicted


mostly_inactive = Claim(
    "nachum24.figures.mostly-inactive",
    source=HISTOGRAM,
    status="reading",
    says="most neurons are inactive: at the outlier configuration the fraction of zeros is (n-1)/n",
    tex=r"\mathbb E\,\frac1n\#\{i:x_i=0\}=\frac{n-1}n",
    hypotheses=("outlier configuration, RC + ReLU",),
    predicts=(n - 1) / n,
    over=grid(n=range(3, 8)),
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.figures.inactive-half",),
)


@mostly_inactive.exact(scope="every n")
def _half_of_it(predicted: Predicted) -> Compared:
    yield "mean of the cases t > 0 and t < 0", ((n - 1) / n + 1 / n) / 2, predicted


tau = Symbol("tau", positive=True)


def gaussian_tail(x: Expr) -> Expr:
    """P(g > x) for standard normal g."""
    return erfc(x / sqrt(2)) / 2


small_activations = Claim(
    "nachum24.figures.small-activations",
    source=HISTOGRAM,
    status="corrected",
    says="at the outlier configuration the fraction of activations below tau times the standard deviation of w.d is "
    "1 - "
    "P(g > tau n/(n-1))/n - (n-1) P(g > n tau)/n: 99.1% at n = 50, tau = .1",
    tex=r"1-\frac1nP\Big(g>\frac{\tau n}{n-1}\Big)-\frac{n-1}nP(g>n\tau)",
    hypotheses=("k = 1, RC + ReLU, Gaussian weights", "tau > 0"),
    predicts=1 - gaussian_tail(tau * n / (n - 1)) / n - (n - 1) * gaussian_tail(n * tau) / n,
    over=grid(n=(5, 10), tau=(Rational(1, 10), Rational(1, 3))),
    uses=("nachum24.outlier.orthogonality",),
    twins=(Twin(1 - gaussian_tail(tau) / n - (n - 1) * gaussian_tail(tau) / n, "without the factors of recentring"),),
)


@small_activations.certified(
    scope="(n, tau) = (5, 1/10), (10, 1/3), (50, 1/10): the Gaussian density integrated in balls"
)
def _by_quadrature(predicted: Predicted) -> Compared:
    for size, bound in ((5, Rational(1, 10)), (10, Rational(1, 3)), (50, Rational(1, 10))):
        with precision(40):
            edge = arb(bound.p) / bound.q

            def below(factor: arb, edge: arb = edge) -> arb:
                """P(factor * relu(t) < edge), t standard normal: all of t < 0, and t in (0, edge/factor)."""
                density = acb.integral(lambda t, _: (-t * t / 2).exp(), 0, edge / factor).real
                return arb("0.5") + density / (2 * arb.pi()).sqrt()

            fraction = below(1 - arb(1) / size) / size + (size - 1) * below(arb(1) / size) / size
        yield f"n = {size}, tau = {bound}", fraction, enclose(predicted, {"n": size, "tau": bound})


FIGURE_2 = Locator(NACHUM24, "Figure 2, 'the rank of the last hidden layer'")


numerical_rank = Claim(
    "nachum24.figures.numerical-rank",
    source=FIGURE_2,
    status="corrected",
    says="the rank that Figure 2 shows is a numerical one, and collapses through bias: on 32 points, width 64, "
    "float32 "
    "tolerance, it is 32 with He weights at layer 30, 32 with BN at layer 30, and 1 with uniform(+-1/sqrt f) weights "
    "and biases at "
    "layer 20",
    tex=r"\mathrm{rank}_{\mathrm{float32}}=32\ (\mathrm{He}),\ 32\ (\mathrm{BN}),\ 1\ (\text{default, bias})",
    hypotheses=("32 Gaussian points in R^64, width 64, ReLU",),
    silent_on="the exact rank, which narrow layers lose, too, once few neurons change sign on the batch",
    predicts=(Integer(POINTS), Integer(POINTS), Integer(1)),
    over=({},),
    uses=("nachum24.dynamics.relu-alone", "nachum24.dynamics.symmetric-ray"),
    twins=(
        Twin((Integer(1), Integer(POINTS), Integer(1)), "He weights lose the rank, too"),
        Twin((Integer(POINTS), Integer(POINTS), Integer(POINTS)), "the default initialisation keeps it"),
    ),
)


def _numerical_rank(cosine: arb) -> Integer | str:
    ratio, tolerance = least_singular_value(cosine), enclose(TOLERANCE, {}, 20)
    if ratio > tolerance:
        return Integer(POINTS)
    return Integer(1) if ratio < tolerance else "undecided"


@numerical_rank.certified(
    scope="infinite width, from orthogonal points, in balls: recursions of norm and cosine, "
    "and the fixed point that BN reaches at once"
)
def _recursions(predicted: Predicted) -> Compared:
    with precision(60):
        he, default = (
            next(islice(cosines, depth, None)) for cosines, depth in ((he_cosines(), 30), (default_cosines(), 20))
        )
        bn = symmetric(POINTS, ("rc", "rs", "nl")).value("cos_cluster", 30)
        found = (_numerical_rank(he), _numerical_rank(bn), _numerical_rank(default))
    yield "He, BN, default with bias", found, predicted
