"""What the figures of the paper show, as claims on networks at infinite or stated width."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flint import arb, fmpq_mat
from sympy import Expr, Integer, Rational, Symbol, erfc, sqrt, symbols

from theory.batchnorm import recentre, relu
from theory.claim import Claim, Locator, Twin
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.laws import symmetric_laws
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import precision
from theory.notation import HALF, n
from theory.papers.nachum24 import NACHUM24, READING
from theory.papers.nachum24.dynamics import HISTOGRAM
from theory.papers.nachum24.dynamics.symmetric import cosine
from theory.term import each, entries, every, has_mean, mean, number, one_if, places, size, total
from theory.term.named import named
from theory.wide.gram_maps import gram_map_balls
from theory.wide.rescaling import relu_entry
from theory.words import At

POINTS, WIDTH = 32, 64
TOLERANCE = Rational(WIDTH, 2**23)  # float32: singular values below width * 2^-23 of the largest do not count


def he_cosines() -> Iterator[arb]:
    """Cosine of two points along a ReLU network with He weights, from orthogonal points of equal norm."""
    cosine = arb(0)
    while True:
        yield cosine
        cosine = relu_entry(arb(1), arb(1), cosine)


def default_cosines(width: int = WIDTH) -> Iterator[arb]:
    """The same with weights and biases uniform on +-1/sqrt(width), from points of unit mean square."""
    square, cosine, bias = arb(1), arb(0), arb(1) / (3 * width)
    while True:
        yield cosine
        before = square / 3 + bias
        square, cosine = before / 2, relu_entry(arb(1), arb(1), (square * cosine / 3 + bias) / before)


def least_singular_value(cosine: arb) -> arb:
    """Over the greatest, of `POINTS` points of equal norm and this cosine; all but the greatest are equal."""
    return ((1 - cosine) / (1 + (POINTS - 1) * cosine)).sqrt()


BN = ("rc", "rs", "nl")

FIGURE_5 = Locator(NACHUM24, "Figure 5, 'approximately 60' and 'approximately 75 degrees'")

layer_30 = Claim(
    "nachum24.figures.angles-at-layer-30",
    source=FIGURE_5,
    status="reconstructed",
    says="with RC, RS and ReLU the angles at layer 30 are about 75 degrees, without recentring about 60: cosines of "
    "the two fixed points at n = 9, .258300 (75.03 degrees) and .500579 (59.96)",
    tex=r"\theta_{30}\approx75^\circ\ (\mathrm{RC,RS}),\quad\approx60^\circ\ (\mathrm{RS})",
    hypotheses=("n = 9 (both numbers round as quoted only for n = 9, 10)", "wide network, ReLU"),
    silent_on="other batch sizes: at n = 50 the first is 72 degrees",
    predicts=(cosine.subs(n, 9), Rational("0.50057894675881579584")),
    given=Given(words="networks of width 256 on 9 Gaussian points, with RC, RS, ReLU and with RS, ReLU"),
    left=r"\mathbb E\cos_{ij}\text{ at layer 30, cut to }[\tfrac15,\tfrac13],\ [\tfrac25,\tfrac35]",
    speaks_of=("rc",),
    uses=("nachum24.dynamics.symmetric-ray", "nachum24.dynamics.rescaled-relu-cosine"),
    twins=(Twin((HALF, cosine.subs(n, 9)), "the two exchanged"),),
)


@Claim(
    "nachum24.figures.seventy-five-for-every-n",
    source=FIGURE_5,
    **READING,
    says="recentring gives 75 degrees, to half a degree, whatever the batch size from n = 9 on",
    predicts=(Rational(149, 2), Rational(151, 2)),
    relation="in",
    given={"n": Integers(9)},
    corrected_by=("nachum24.dynamics.symmetric-ray",),
    truth=(Rational(714, 10), Integer(76)),
).literal(kind="certified", scope="a layer by quadrature on orthogonal points, which later layers leave alike", most=3)
@named("arccos cos Φ(I_{n}) in degrees", r"\arccos\cos\Phi(I_{{{n}}})\text{{ in degrees}}",
       means="Φ a layer of RC, RS and ReLU, of infinite width; it keeps the angle from then on")  # fmt: skip
def seventy_five(at: At) -> arb:
    size, digits = int(at.n), 12
    image = gram_map_balls(fmpq_mat(size, size, [int(i % (size + 1) == 0) for i in range(size**2)]), BN, digits)
    with precision(digits):
        return (image[0, 1] / image[0, 0]).acos() * 180 / arb.pi()


escape = Claim(
    "nachum24.figures.escape",
    source=Locator(NACHUM24, "Figure 3, 'the escaped point'"),
    status="measured",
    says="with RC and ReLU a point escapes from a batch of 20; with rescaling, too, none does, nor from a batch of 5: "
    "the longest point is more than twice as long as the mean of the others with probability 1, 0 and 0",
    tex=r"P(\text{escaped})\approx1\ (\mathrm{RC,NL},\ n=20),\ \approx0\ (\mathrm{RC,RS,NL}),\ \approx0\ (n=5)",
    hypotheses=("Gaussian data in R^784, depth 50", "n = 20, width 128, RC and NL, with RS or not; n = 5, width 400"),
    silent_on="depth without end at fixed width, where every network ends in two clusters; other sizes, widths, depths",
    predicts=(Integer(1), Integer(0), Integer(0)),
    given=Given(words="networks of these sizes on Gaussian data, depth 50; probabilities to within .09"),
    left=r"P\big(\max_i|x_i|>2\,\overline{|x_j|}\big)",
    speaks_of=("rc",),
    uses=("nachum24.dynamics.k-escaped-index", "nachum24.dynamics.full-bn-factor"),
)


escaped_angle = Claim(
    "nachum24.figures.escaped-angle",
    source=Locator(NACHUM24, "Figure 3, 'the escaped point'"),
    status="measured",
    says="in the last layer the longest of 20 points is nearly orthogonal to the others: mean cosine at most 1/20 (87 "
    "degrees or more)",
    tex=r"\mathbb E\cos_{oc}\le\tfrac1{20}",
    hypotheses=("Gaussian data in R^784, 20 points, depth 100, width 128, RC and NL",),
    silent_on="angles in the cluster, which at this width and depth are wider than at the broken point; other sizes",
    relation="<=",
    predicts=Rational(1, 20),
    given=Given(words="networks of this size on Gaussian data; a mean over networks"),
    left=r"\mathbb E\overline{\cos_{oc}}\text{ of the longest point }o\text{, cut to }[0,\tfrac14]",
    speaks_of=("rc",),
    uses=("nachum24.dynamics.broken-table", "nachum24.dynamics.escape-rates"),
    twins=(Twin(Rational(0), "orthogonal in every network"),),
)


def _preactivations(at: Mapping[str, Any]) -> list[Any]:
    """RC(w^T X) for a weight w = (a, b) of two features and its opposite."""

    def row(sign: int) -> Any:
        return recentre(each(lambda p, q: sign * (at["a"] * number(p) + at["b"] * number(q)), at["x"], at["y"]))

    return [row(1), row(-1)]


@Claim(
    "nachum24.figures.inactive-half",
    source=HISTOGRAM,
    status="corrected",
    says="where the weights of a neuron are symmetric, it is inactive on half of the batch in expectation, at every "
    "layer and configuration, after recentring as without it",
    silent_on="magnitudes: most activations may be small",
    predicts=HALF,
    decided_to=3,
    given=Given(
        {"x": Batches(up_to=("order",)), "y": Batches(), "a": Rationals(), "b": Rationals()},
        lambda at: size(at["x"]) == size(at["y"]) and all(every(lambda v: v != 0, row) for row in _preactivations(at)),
        "features x, y of one length, w uniform on (a, b) and its opposite; no pre-activation is 0 after RC",
    ),
    speaks_of=("nl",),
    twins=(Twin(Rational(2, 3), "two thirds"),),
)
def inactive_half(at: At) -> Any:
    zeros = [total(each(lambda v: one_if(v == 0), relu(row))) for row in _preactivations(vars(at))]
    return HALF * sum(zeros) / size(at.x)


@Claim(
    "nachum24.figures.mostly-inactive",
    source=HISTOGRAM,
    **READING,
    says="most neurons are inactive: at the outlier configuration the fraction of zeros is (n-1)/n",
    predicts=(n - 1) / n,
    given={"n": Integers(3)},
    corrected_by=("nachum24.figures.inactive-half",),
).literal(scope="the outlier times 1 and -1", most=20)
def mostly_inactive(at: At) -> Any:
    rows = [relu(recentre((Integer(sign), Integer(0)), (1, at.n - 1))) for sign in (1, -1)]
    return HALF * sum(one_if(row[0] == 0) + (at.n - 1) * one_if(row[1] == 0) for row in rows) / at.n


up, far = symbols("up far", nonnegative=True)


def gaussian_tails(n: Any, tau: Any) -> dict[Symbol, Expr]:
    """The letters of `small_activations` for standard normal g."""
    return {letter: erfc(edge / sqrt(2)) / 2 for letter, edge in ((up, tau * n / (n - 1)), (far, n * tau))}


def _share_below(n: Any, tau: Any) -> Any:
    """Of the entries of relu(RC(g e_1)) those below tau."""

    def share(g: Any) -> Any:
        row = relu(recentre(each(lambda i: one_if(i == 0) * number(g[0]), places(n))))
        return total(each(lambda v: one_if(v < tau), row)) / number(n)

    return share


def _tail(edge: Any) -> Any:
    return lambda g: one_if(number(g[0]) >= edge)


def _edges(at: Mapping[str, Any]) -> tuple[Any, Any]:
    n = number(at["n"])
    return at["tau"] * n / (n - 1), n * at["tau"]


@Claim(
    "nachum24.figures.small-activations",
    source=HISTOGRAM,
    status="corrected",
    says="at the outlier configuration the fraction of activations below tau times the standard deviation of w.d is "
    "1 - P(g >= tau n/(n-1))/n - (n-1) P(g >= n tau)/n, whatever the symmetric law of g = w.d over that deviation; for "
    "normal g it is 99.1% at n = 50, tau = .1",
    predicts=1 - up / n - (n - 1) * far / n,
    given=Given(
        {"n": Integers(2), "tau": Rationals(above=0), "law": symmetric_laws()},
        lambda at: (
            (entries(at["law"]) >= 1)
            & has_mean(at["law"], _share_below(at["n"], at["tau"]))
            & has_mean(at["law"], _tail(_edges(at)[0]))
            & has_mean(at["law"], _tail(_edges(at)[1]))
        ),
        "g the first number of a row with the law",
        letters={
            "up": lambda at: mean(at["law"], _tail(_edges(at)[0])),
            "far": lambda at: mean(at["law"], _tail(_edges(at)[1])),
        },
    ),
    speaks_of=("rc",),
    uses=("nachum24.outlier.orthogonality",),
    twins=(
        Twin(1 - far / n - (n - 1) * up / n, "the points exchanged"),
        Twin(1 - up / n - far / n, "one point of the cluster"),
    ),
).literal(scope="over laws of finitely many numbers", most=40)
@named("E #{{i ≤ {n}: x_i < {tau}}}/{n}", r"\mathbb E\,\tfrac1{{{n}}}\#\{{i:x_i<{tau}\}}",
       means="x = ReLU(RC(g e₁)), g of the law")  # fmt: skip
def small_activations(at: At) -> Any:
    return mean(at.law, _share_below(at.n, at.tau))


numerical_rank = Claim(
    "nachum24.figures.numerical-rank",
    source=Locator(NACHUM24, "Figure 2, 'the rank of the last hidden layer'"),
    status="measured",
    says="the rank that Figure 2 shows is a numerical one, and collapses through bias: on 32 points, width 64, float32 "
    "tolerance, it is 32 with He weights and 32 with BN at layer 30, and 1 with uniform(+-1/sqrt f) weights and biases "
    "at layer 20",
    tex=r"\mathrm{rank}_{\mathrm{float32}}=32\ (\mathrm{He}),\ 32\ (\mathrm{BN}),\ 1\ (\text{default, bias})",
    hypotheses=("32 Gaussian points in R^64, width 64, ReLU",),
    silent_on="the exact rank, which narrow layers lose, too, once few neurons change sign on the batch",
    predicts=(Integer(POINTS), Integer(POINTS), Integer(1)),
    given=Given(words="networks of width 64 on 32 Gaussian points in R^64; means over networks"),
    left=r"\#\{k:\sigma_k>\tau\,\sigma_1\}",
    uses=("nachum24.dynamics.relu-alone", "nachum24.dynamics.symmetric-ray"),
    twins=(
        Twin((Integer(1), Integer(POINTS), Integer(1)), "He weights lose the rank, too"),
        Twin((Integer(POINTS), Integer(POINTS), Integer(POINTS)), "the default initialisation keeps it"),
    ),
)
