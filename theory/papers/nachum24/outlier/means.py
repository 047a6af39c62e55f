"""Two clusters under RC + ReLU: what a layer makes of them, and what is invariant in the mean, or the median.

t = w.d for a row w and d = x_o - x_c. Recentring leaves ((n-k)/n) t on the k outlier points and -(k/n) t on the others.
"""

from __future__ import annotations

from itertools import accumulate
from math import comb
from typing import Any

import sympy
from sympy import Expr, Integer, Max, Rational, Symbol

from theory.batchnorm import recentre, relu
from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.expressions import Undefined
from theory.notation import HALF, alpha, beta, k, m, n, t
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.outlier.setting import (
    BY_DEFINITION,
    CLUSTERS,
    DEFINITION_12,
    EVERYWHERE,
    FOLDED,
    GAUSSIAN,
    LAWS,
    LAYER,
    MORE,
    NUMBERS,
    ONE,
    SIZE,
    SYMMETRIC,
    blocks,
    configurations,
    distance,
    expected,
    growth,
    half_moment,
    inverse_square_mean,
    layers,
    lone,
    mean,
    neuron,
    signs,
    sized,
)
from theory.papers.nachum24.outlier.signs import shares, signed_laws, values
from theory.term import each, number, one_if, over_draws, size, some
from theory.term.named import named

ALPHA = Locator(NACHUM24, "the constant alpha, quoted second-hand")


orthogonality = Claim(
    "nachum24.outlier.orthogonality",
    source=DEFINITION_12,
    status="reconstructed",
    says="after RC + ReLU with ANY weights the outlier entries are ((n-k)/n) t_+ and the cluster entries (k/n) t_-: "
    "again two clusters, and exactly orthogonal",
    silent_on="three or more clusters",
    predicts=((n - k) / n * Max(t, 0), k / n * Max(-t, 0)),
    given=Given(
        {"n": Integers(2), "k": Integers(1), "p": Rationals(), "q": Rationals()},
        lambda at: at["k"] < at["n"],
        letters={"t": lambda at: at["p"] - at["q"]},
    ),
    speaks_of=("rc", "nl"),
    decided_to=1,
    twins=(
        Twin((Max(t, 0), Max(-t, 0)), "without the factors of recentring"),
        Twin((k / n * Max(t, 0), (n - k) / n * Max(-t, 0)), "outlier and cluster exchanged"),
    ),
)


@orthogonality.literal(scope="by definition, any two preactivations")
def _of_one_row(at: At) -> tuple[Expr, Expr]:
    """p = w.x_o and q = w.x_c."""
    outlier, cluster = relu(recentre((at.p, at.q), (at.k, at.n - at.k)))
    if outlier * cluster != 0:
        raise Undefined("not orthogonal")
    return outlier, cluster


@orthogonality.exact(
    scope=EVERYWHERE, argued="the recentred row is (n - k)/n and -k/n times one number t, whatever the weights"
)
def _entries(predicted: Predicted) -> Compared:
    for name, away in (*signs(), ("t = 0", Integer(0))):
        outlier, cluster = blocks(away)
        yield name, (outlier, cluster), tuple(part.subs(t, away) for part in sized(predicted))
        yield name + ": product", outlier * cluster, Integer(0)


both_alive = Claim(
    "nachum24.outlier.both-alive",
    source=DEFINITION_12,
    status="new",
    says="both clusters are non-zero after the layer with probability 1 - 2^(1-m)",
    hypotheses=(
        *CLUSTERS,
        NUMBERS,
        "weights independent, of one law of finitely many values, w.d > 0 and w.d < 0 with probability 1/2 each, as "
        "for symmetric laws",
    ),
    silent_on=f"{MORE}; laws of infinitely many values, of which, too, only the sign of w.d counts",
    predicts=1 - 2 ** (1 - m),
    given=configurations(m=Integers(1, far=4), law=signed_laws()),
    speaks_of=("rc", "nl"),
    uses=("nachum24.outlier.orthogonality",),
)


@both_alive.literal(scope=BY_DEFINITION, most=100)
def _over_finite_laws(at: At) -> Any:
    return alive_chance(values(at.law), shares(at.law), at.n, at.k, at.points, at.m)


@named(
    "P(y(w_i)₀ ≠ 0 for some i ≤ {5}, y(w_j)₁ ≠ 0 for some j ≤ {5})",
    means="y(w) = ReLU(RC(w x)) at x_o and at x_c, x of k points x_o and n − k points x_c, w_1, .., w_m ~ law",
)
def alive_chance(weights: Any, chances: Any, n: Any, k: Any, points: Any, m: Any) -> Any:
    """That some neuron is active on x_o and one on x_c."""
    images = each(lambda w: neuron(n, k, points, number(w)), weights)

    def alive(drawn: Any) -> Any:
        first, second = (one_if(some(lambda a, i=i: images[a][i] != 0, drawn)) for i in (0, 1))
        return first * second

    return over_draws(chances, m, alive)


@both_alive.exact(scope=EVERYWHERE + ", every m", argued="rows are independent, and both signs of w.d as likely")
def _by_signs(predicted: Predicted) -> Compared:
    rows = [blocks(away) for _, away in signs()]
    dead = [Rational(sum(all(row[i] == 0 for i in places) for row in rows), 2) for places in ((0,), (1,), (0, 1))]
    yield "neither all x_o' nor all x_c' are 0", 1 - dead[0] ** m - dead[1] ** m + dead[2] ** m, predicted


invariance = Claim(
    "nachum24.outlier.invariance",
    source=ALPHA,
    status="corrected",
    says="with Var W_ij = 2 beta/m, m = number of ROWS of W, E|d'|^2 = (beta/alpha_k) |d|^2: preserved at beta = "
    "alpha_k = n^2/(k^2 + (n-k)^2), which is n^2/(n^2 - 2n + 2) for k = 1",
    hypotheses=(*CLUSTERS, NUMBERS, "W_ij i.i.d. N(0, 2 beta/m), m = number of rows of W"),
    silent_on=f"{MORE}; {FOLDED}; typical networks: E log |d'|^2/|d|^2 < 0",
    predicts=alpha(n, k),
    given=configurations(m=Integers(1), beta=Rationals(above=0)),
    speaks_of=("rc", "nl"),
    decided_to=1,
    uses=("nachum24.outlier.orthogonality", "components.gaussian.relu-moment"),
    twins=(
        Twin(n**2 / (n - k) ** 2, "n^2/(n^2 - 2n + 1) for k = 1"),
        Twin(n / (n - 1), "n/(n-1)"),
        Twin(Integer(1), "He initialisation"),
        Twin(alpha(n, 1), "the constant of k = 1 for every k"),
    ),
)


@invariance.literal(scope=BY_DEFINITION, most=100)
def _inverse_growth(at: At) -> Any:
    return at.beta / growth(at.n, at.k, at.points, at.m, 2 * at.beta / at.m)


@invariance.exact(
    scope=EVERYWHERE + ", every m and beta",
    argued="rows are alike, and w.d is normal of variance 2 beta |d|^2/m",
)
def _growth_of_difference(predicted: Predicted) -> Compared:
    grown = m * (2 * beta / m) * expected(lambda o, c: (o - c) ** 2) / SIZE**2
    yield "beta |d|^2/E|d'|^2", beta / grown, sized(predicted)


k_in = Symbol("k_in", integer=True, positive=True)


invariance_fan_in = Claim(
    "nachum24.outlier.invariance-fan-in",
    source=ALPHA,
    status="reading",
    says="with Var W_ij = 2 alpha/(number of COLUMNS of W) the mean square is preserved whatever the widths: factor 1",
    predicts=Integer(1),
    given=configurations(m=Integers(1), k_in=Integers(1)),
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.outlier.invariance",),
    truth=m / k_in,
)


@invariance_fan_in.literal(scope=BY_DEFINITION, most=100)
def _growth_of_fan_in(at: At) -> Any:
    return growth(at.n, at.k, at.points, at.m, 2 * alpha(at.n, at.k) / at.k_in)


gain_least = Claim(
    "nachum24.outlier.gain-least",
    source=ALPHA,
    status="new",
    says="alpha = n^2/(n^2 - 2n + 2), which keeps E|d'|^2 = |d|^2 of one point against n - 1, is too little for all "
    "other sizes of two clusters: E|d'|^2 <= |d|^2 for each of them",
    hypotheses=(GAUSSIAN[0], NUMBERS, "W_ij i.i.d. N(0, 2 alpha_1/m), m = number of rows of W"),
    silent_on=f"{MORE}; {FOLDED}; typical networks, in which |d|^2 shrinks for k = 1, too",
    predicts=Integer(1),
    relation="<=",
    given=configurations(m=Integers(1)),
    speaks_of=("rc", "nl"),
    decided_to=1,
    uses=("nachum24.outlier.invariance",),
    twins=(Twin((n - 1) / n, "a point more than there is"), Twin(HALF, "half of it, as of two halves")),
)


@gain_least.literal(scope=BY_DEFINITION, most=100)
def _growth_at_the_least_gain(at: At) -> Any:
    return growth(at.n, at.k, at.points, at.m, 2 * alpha(at.n) / at.m)


distances = Claim(
    "nachum24.outlier.distances",
    source=ALPHA,
    status="new",
    says="for any two points of any batch E|x_i' - x_j'|^2 is between beta/2 and beta times |x_i - x_j|^2: the gain "
    "that would keep it is between 1 and 2",
    hypotheses=("any batch, x_i != x_j", NUMBERS, "W_ij i.i.d. N(0, 2 beta/m), m = number of rows of W"),
    silent_on=f"{MORE}; {FOLDED}; one gain for all pairs: there need be none",
    predicts=(beta / 2, beta),
    relation="in",
    given=Given(
        {"x": Batches(up_to=AFFINE), "i": Integers(0), "j": Integers(0), "beta": Rationals(above=0)},
        lambda at: at["i"] < size(at["x"]) and at["j"] < size(at["x"]) and at["x"][at["i"]] != at["x"][at["j"]],
        "x_i != x_j",
    ),
    speaks_of=("nl",),
    decided_to=3,
    uses=("nachum24.outlier.invariance",),
    twins=(Twin((beta / 2, 3 * beta / 4), "always less than by He's gain"),),
)


@distances.literal(scope=BY_DEFINITION, most=100)
def _of_a_pair(at: At) -> Any:
    images = [relu(recentre(each(lambda v, s=sign: s * number(v), at.x))) for sign in (1, -1)]
    return 2 * at.beta * half_moment(2) * sum((y[at.i] - y[at.j]) ** 2 for y in images) / (at.x[at.i] - at.x[at.j]) ** 2


mean_gram = Claim(
    "nachum24.outlier.mean-gram",
    source=DEFINITION_12,
    status="reconstructed",
    says="from any Gram matrix of one point against n - 1 equal ones, E[G'] = |d|^2/((n-1)^2 + 1) O_o at every "
    "width: entries (n-1)^2, 1 and 0 over (n-1)^2 + 1; the outlier Gram is reproduced in the mean",
    hypotheses=(*GAUSSIAN, NUMBERS, "k = 1"),
    silent_on=f"{MORE}; {FOLDED}; the law of G', whose typical size shrinks",
    predicts=((n - 1) ** 2 / ((n - 1) ** 2 + 1), 1 / ((n - 1) ** 2 + 1), Integer(0)),
    given=lone(m=Integers(1)),
    speaks_of=("rc", "nl"),
    decided_to=1,
    uses=("nachum24.outlier.invariance", "nachum24.outlier.orthogonality"),
    twins=(Twin((n / (n + 1), 1 / (n + 1), Integer(0)), "norm ratio squared n instead of (n-1)^2"),),
)


@mean_gram.literal(scope=BY_DEFINITION, most=100)
def _mean_products(at: At) -> tuple[Expr, ...]:
    entries = outlier_square, cluster_square, inner_product
    return tuple(of(at.n, at.k, at.points, at.m, 2 * alpha(at.n) / at.m) for of in entries)


@named(
    "(E|x_o'|²/|d|² at Var W = {4})",
    r"\tfrac{{\mathbb E|x_o'|^2}}{{|d|^2}}\big|_{{\mathrm{{Var}}\,W={4}}}",
    means=LAYER,
)
def outlier_square(n: Any, k: Any, points: Any, m: Any, variance: Any) -> Any:
    return m * variance / distance(points) ** 2 * mean(lambda o, c: o * o, (n, k, points))


@named(
    "(E|x_c'|²/|d|² at Var W = {4})",
    r"\tfrac{{\mathbb E|x_c'|^2}}{{|d|^2}}\big|_{{\mathrm{{Var}}\,W={4}}}",
    means=LAYER,
)
def cluster_square(n: Any, k: Any, points: Any, m: Any, variance: Any) -> Any:
    return m * variance / distance(points) ** 2 * mean(lambda o, c: c * c, (n, k, points))


@named("(E⟨x_o', x_c'⟩/|d|² at Var W = {4})",
       r"\tfrac{{\mathbb E\langle x_o',x_c'\rangle}}{{|d|^2}}\big|_{{\mathrm{{Var}}\,W={4}}}", means=LAYER)  # fmt: skip
def inner_product(n: Any, k: Any, points: Any, m: Any, variance: Any) -> Any:
    return m * variance / distance(points) ** 2 * mean(lambda o, c: o * c, (n, k, points))


@mean_gram.exact(
    scope=EVERYWHERE + ", every m", argued="rows are alike, and w.d is normal of variance 2 alpha_k |d|^2/m"
)
def _mean_entries(predicted: Predicted) -> Compared:
    gain = m * (2 * sized(alpha(n, k), ONE) / m) / SIZE**2
    products = (lambda o, c: o * o, lambda o, c: c * c, lambda o, c: o * c)
    yield "E[G'] over |d|^2", tuple(gain * expected(f, ONE) for f in products), sized(predicted, ONE)


norm_ratio = Claim(
    "nachum24.outlier.norm-ratio",
    source=DEFINITION_12,
    status="corrected",
    says="after one RC + ReLU layer on n - 1 equal points and one other, E|x_o|^2 / E|x_c|^2 = (n-1)^2: the norm "
    "ratio of the "
    "mean is n - 1",
    silent_on=f"{MORE}; {FOLDED}; the mean of the ratio (it is infinite); dispersion inside the cluster",
    predicts=(n - 1) ** 2,
    given=lone(m=Integers(1)),
    decided_to=1,
    speaks_of=("rc",),
    uses=("components.gaussian.relu-moment", "nachum24.outlier.orthogonality"),
    twins=(Twin((n - 1) * n, "one of each"),),
)


@norm_ratio.literal(scope=BY_DEFINITION, most=100)
def _ratio_of_mean_squares(at: At) -> Expr:
    variance = 2 * alpha(at.n) / at.m
    cluster = cluster_energy(at.n, at.k, at.points, at.m, variance)
    if cluster == 0:
        raise Undefined("E|x_c'|^2 = 0")
    return outlier_energy(at.n, at.k, at.points, at.m, variance) / cluster


@named("(E|x_o'|² at Var W = {4})", r"\mathbb E|x_o'|^2\big|_{{\mathrm{{Var}}\,W={4}}}", means=LAYER)
def outlier_energy(n: Any, k: Any, points: Any, m: Any, variance: Any) -> Any:
    return m * variance * mean(lambda o, c: o * o, (n, k, points))


@named("(E|x_c'|² at Var W = {4})", r"\mathbb E|x_c'|^2\big|_{{\mathrm{{Var}}\,W={4}}}", means=LAYER)
def cluster_energy(n: Any, k: Any, points: Any, m: Any, variance: Any) -> Any:
    return m * variance * mean(lambda o, c: c * c, (n, k, points))


@norm_ratio.exact(scope=EVERYWHERE + ", every m", argued="rows are alike, and w.d is normal of mean 0")
def _ratio_of_means(predicted: Predicted) -> Compared:
    outlier, cluster = (m * expected(f, ONE) for f in (lambda o, c: o * o, lambda o, c: c * c))
    yield "E|x_o'|^2/E|x_c'|^2", outlier / cluster, sized(predicted, ONE)


mean_ratio = Claim(
    "nachum24.outlier.mean-ratio",
    source=DEFINITION_12,
    status="reading",
    says="the mean of the ratio, E[|x_o|^2/|x_c|^2], is (n-1)^2; in inverse, 1/(n-1)^2",
    predicts=1 / (n - 1) ** 2,
    given=lone(m=Integers(2)),
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.outlier.norm-ratio", "nachum24.outlier.median-ratio"),
    truth=Integer(0),  # the mean is infinite
)


@mean_ratio.literal(scope="over the numbers of rows with w.d > 0, by integrating chi-square densities", most=20)
def _inverse_of_mean(at: At) -> Expr:
    return 1 / ratio_in_the_mean(at.n, at.k, at.points, at.m)


@named("E[|x_o'|²/|x_c'|² given x_o', x_c' ≠ 0; {3} rows]",
       r"\mathbb E\big[|x_o'|^2/|x_c'|^2\,\big|\,x_o',x_c'\ne0;\ {3}\text{{ rows}}\big]", means=LAYER)  # fmt: skip
def ratio_in_the_mean(n: Any, k: Any, points: Any, m: Any) -> Expr:
    """Given N of the m rows on the outlier's side, sums of N and of m - N squares of independent normal weights."""
    images = (neuron(n, k, points, w) for w in (Integer(1), Integer(-1)))
    (outlier,), (cluster,) = (  # of one row of either sign: the square that is not 0
        [square for square in squares if square] for squares in zip(*((o**2, c**2) for o, c in images), strict=True)
    )
    width = int(m)
    total = sum((comb(width, N) * N * inverse_square_mean(width - N) for N in range(1, width)), Integer(0))
    return outlier / cluster * total / (2**width - 2)


median_ratio = Claim(
    "nachum24.outlier.median-ratio",
    source=DEFINITION_12,
    status="corrected",
    says="|x_o|^2/|x_c|^2 has median ((n-k)/k)^2 at every width: divided by it, the ratio and its inverse have the "
    "same law",
    hypotheses=(
        *CLUSTERS,
        "rows of W i.i.d. symmetric",
        "0/0 never occurs; x/0 counts as above",
        "of an interval of medians, the geometric middle (m >= 2)",
    ),
    silent_on="the mean of the ratio",
    predicts=((n - k) / k) ** 2,
    given=configurations(m=Integers(2, far=4), law=Values(*LAWS)),
    speaks_of=("rc",),
    uses=("nachum24.outlier.orthogonality",),
    twins=(Twin((n - k) / k, "the ratio of squares without the square"),),
)


@median_ratio.literal(scope=BY_DEFINITION + ", five symmetric laws", most=100)
def _median_of_ratio(at: At) -> Expr:
    return median_of_ratio(at.n, at.k, at.points, at.m, at.law)


@named(
    "(med|x_o'|²/|x_c'|² for {3} rows of W ~ {4})",
    r"(\mathrm{{med}}\,|x_o'|^2/|x_c'|^2\text{{ for }}{3}\text{{ rows of }}W\sim {4})",
    means=f"x' = ReLU(RC(W x)) of k points x_o and n − k x_c, {SYMMETRIC}",
)
def median_of_ratio(n: Any, k: Any, points: Any, m: Any, weights: Any) -> Expr:
    """The geometric middle of the least and the greatest median; they are the same unless P(below) = 1/2."""
    law: dict[Expr, Expr] = {}
    for chance, rows in layers(n, k, points, m, weights):
        outlier, cluster = sum(o * o for o, _ in rows), sum(c * c for _, c in rows)
        if outlier == cluster == 0:
            raise Undefined("0/0")
        ratio = outlier / cluster if cluster else sympy.oo
        law[ratio] = law.get(ratio, Integer(0)) + chance
    ratios = sorted(law)
    below = list(accumulate(law[ratio] for ratio in ratios))
    least = next(ratio for ratio, p in zip(ratios, below, strict=True) if p >= HALF)
    greatest = next(ratio for ratio, p in zip(ratios, below, strict=True) if p > HALF)
    return least if least == greatest else sympy.sqrt(least * greatest)


@median_ratio.exact(
    scope=EVERYWHERE + ": what rows of either sign add",
    argued="w -> -w exchanges the sums over rows of either sign: divided by the prediction, the ratio and its inverse "
    "have the same law",
)
def _exchange(predicted: Predicted) -> Compared:
    plus, minus = sympy.symbols("S_+ S_-", positive=True)  # sum of t_+^2 and of t_-^2 over the rows
    (outlier, none), (nothing, cluster) = (tuple(e**2 / t**2 for e in blocks(t)) for _, t in signs())
    yield "rows of one sign add to one of the two", (none, nothing), (Integer(0), Integer(0))

    def ratio(above: Expr, below: Expr) -> Expr:
        return outlier * above / (cluster * below)

    yield "ratio times exchanged ratio", ratio(plus, minus) * ratio(minus, plus), sized(predicted) ** 2
    # the two are positive multiples of each other's inverse, and the sign of the prediction is fixed by one value
    yield "at S_+ = S_-", ratio(plus, plus), sized(predicted)
