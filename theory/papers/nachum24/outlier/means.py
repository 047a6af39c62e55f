"""Two clusters under RC + ReLU: what a layer makes of them, and what is invariant in the mean.

t = w.d for a row w and d = x_o - x_c. Recentring leaves ((n-k)/n) t on the k outlier points and -(k/n) t on the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Expr, Integer, Max, Symbol

from theory.batchnorm import recentre, relu
from theory.claim import At, Claim, Locator, Twin
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.laws import power
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.expressions import Undefined
from theory.notation import alpha, beta, k, m, n, t
from theory.papers.nachum24 import NACHUM24, READING
from theory.papers.nachum24.outlier import clusters
from theory.papers.nachum24.outlier.clusters import (
    BY_DEFINITION,
    MORE,
    configurations,
    weighted,
)
from theory.term import each, mean, number, one_if, over_draws, size, some, total
from theory.term.named import named

ANY_EVEN = "by definition, over laws of finitely many rows"
ALPHA = Locator(NACHUM24, "the constant alpha, quoted second-hand")


@Claim(
    "nachum24.outlier.orthogonality",
    source=clusters.DEFINITION_12,
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
).literal(scope="by definition, any two preactivations")
def orthogonality(at: At) -> tuple[Expr, Expr]:
    """p = w.x_o and q = w.x_c."""
    outlier, cluster = relu(recentre((at.p, at.q), (at.k, at.n - at.k)))
    if outlier * cluster != 0:
        raise Undefined("not orthogonal")
    return outlier, cluster


g = Symbol("g", real=True)


@Claim(
    "nachum24.outlier.wrong-centre",
    source=Locator(NACHUM24, "'clustering lost if recentring is wrong'"),
    status="new",
    says="with the centre x_c + g d, d = x_o - x_c, in place of the mean (g = k/n), w and -w together give |x_o'|^2, "
    "|x_c'|^2 and x_o'.x_c' as (1-g)^2, g^2 and max(g(g-1), 0) times (w.d)^2: orthogonal just for 0 <= g <= 1, else "
    "of cosine 1",
    silent_on="three or more clusters",
    predicts=((1 - g) ** 2 * t**2, g**2 * t**2, Max(g * (g - 1), 0) * t**2),
    given=Given({"p": Rationals(), "q": Rationals(), "g": Rationals()}, letters={"t": lambda at: at["p"] - at["q"]}),
    speaks_of=("nl",),
    decided_to=1,
    twins=(
        Twin(((1 - g) ** 2 * t**2, g**2 * t**2, Integer(0)), "orthogonal whatever the centre"),
        Twin(((1 - g) ** 2 * t**2, g**2 * t**2, (g * (g - 1)) ** 2 * t**2), "of cosine g(1 - g)"),
    ),
).literal(scope="by definition, any two preactivations")
def wrong_centre(at: At) -> tuple[Any, ...]:
    """p = w.x_o and q = w.x_c, off a centre."""
    centre = at.q + at.g * (at.p - at.q)
    images = [relu((sign * (at.p - centre), sign * (at.q - centre))) for sign in (1, -1)]
    return tuple(sum(image[i] * image[j] for image in images) for i, j in ((0, 0), (1, 1), (0, 1)))


@Claim(
    "nachum24.outlier.both-alive",
    source=clusters.DEFINITION_12,
    says="both clusters are non-zero after the layer with probability 1 - 2^(1-m)",
    silent_on=f"{MORE}; laws of infinitely many values, of which, too, only the sign of w.d counts",
    predicts=1 - 2 ** (1 - m),
    given=configurations(m=Integers(1, far=4), law=clusters.signed_laws()),
    speaks_of=("rc", "nl"),
    uses=("nachum24.outlier.orthogonality",),
).literal(scope=BY_DEFINITION, most=100)
def both_alive(at: At) -> Any:
    return alive_chance(clusters.values(at.law), clusters.shares(at.law), at.n, at.k, at.points, at.m)


@named("P(y(w_i)₀ ≠ 0 for some i ≤ {5}, y(w_j)₁ ≠ 0 for some j ≤ {5})",
       means="y(w) = ReLU(RC(w x)) at x_o and at x_c, x of k points x_o and n − k points x_c, w_1, .., w_m ~ law",
       )  # fmt: skip
def alive_chance(weights: Any, chances: Any, n: Any, k: Any, points: Any, m: Any) -> Any:
    images = each(lambda w: clusters.neuron(n, k, points, number(w)), weights)

    def alive(drawn: Any) -> Any:
        first, second = (one_if(some(lambda a, i=i: images[a][i] != 0, drawn)) for i in (0, 1))
        return first * second

    return over_draws(chances, m, alive)


@Claim(
    "nachum24.outlier.invariance",
    source=ALPHA,
    status="corrected",
    says="with Var W_ij = 2 beta/m, m = number of ROWS of W, E|d'|^2 = (beta/alpha_k) |d|^2: preserved at beta = "
    "alpha_k = n^2/(k^2 + (n-k)^2), which is n^2/(n^2 - 2n + 2) for k = 1",
    silent_on=f"{MORE}; typical networks: E log |d'|^2/|d|^2 < 0",
    predicts=beta / alpha(n, k),
    given=weighted(),
    speaks_of=("rc", "nl"),
    uses=("nachum24.outlier.orthogonality",),
    twins=(
        Twin(beta * (n - k) ** 2 / n**2, "n^2/(n^2 - 2n + 1) for k = 1"),
        Twin(beta * (n - 1) / n, "n/(n-1)"),
        Twin(beta, "He initialisation"),
        Twin(beta / alpha(n, 1), "the constant of k = 1 for every k"),
    ),
).literal(scope=ANY_EVEN, most=100)
def invariance(at: At) -> Any:
    return clusters.growth(at.n, at.k, at.points, at.law)


k_in = Symbol("k_in", integer=True, positive=True)


@Claim(
    "nachum24.outlier.invariance-fan-in",
    source=ALPHA,
    **READING,
    says="with Var W_ij = 2 alpha/(number of COLUMNS of W) the mean square is preserved whatever the widths: factor 1",
    predicts=Integer(1),
    given=weighted(k_in=Integers(1)),
    corrected_by=("nachum24.outlier.invariance",),
    truth=m / k_in,
).literal(scope=ANY_EVEN, most=100)
def invariance_fan_in(at: At) -> Any:
    scale = 2 * alpha(at.n, at.k) / (at.k_in * power(at.law, 2, 0))  # of the squares of the weights
    return scale * clusters.growth(at.n, at.k, at.points, at.law)


@Claim(
    "nachum24.outlier.gain-least",
    source=ALPHA,
    says="alpha = n^2/(n^2 - 2n + 2), which keeps E|d'|^2 = |d|^2 of one point against n - 1, is too little for all "
    "other sizes of two clusters: E|d'|^2 <= |d|^2 for each of them, and beta/alpha times that at gain beta",
    silent_on=f"{MORE}; typical networks, in which |d|^2 shrinks for k = 1, too",
    predicts=beta / alpha(n),
    relation="<=",
    given=weighted(),
    speaks_of=("rc", "nl"),
    uses=("nachum24.outlier.invariance",),
    twins=(
        Twin(beta / alpha(n) * (n - 1) / n, "a point more than there is"),
        Twin(beta / alpha(n) / 2, "half of it, as of two halves"),
    ),
).literal(scope=ANY_EVEN, most=100)
def gain_least(at: At) -> Any:
    return clusters.growth(at.n, at.k, at.points, at.law)


@Claim(
    "nachum24.outlier.distances",
    source=ALPHA,
    says="for any two points of any batch E|x_i' - x_j'|^2 is between beta/2 and beta times |x_i - x_j|^2: the gain "
    "that would keep it is between 1 and 2",
    hypotheses=("E W_ij^2 = 2 beta/m, m = number of rows of W",),
    silent_on=f"{MORE}; one gain for all pairs: there need be none",
    predicts=(beta / 2, beta),
    relation="in",
    given=Given(
        {"x": Batches(up_to=AFFINE), "i": Integers(0), "j": Integers(0), "law": clusters.EVEN_LAWS},
        lambda at: at["i"] < size(at["x"]) and at["j"] < size(at["x"]) and at["x"][at["i"]] != at["x"][at["j"]],
        "x_i != x_j",
        letters={"beta": clusters.WIDTH_AND_GAIN["beta"]},
    ),
    speaks_of=("nl",),
    uses=("nachum24.outlier.invariance",),
    twins=(Twin((beta / 2, 3 * beta / 4), "always less than by He's gain"),),
).literal(scope=ANY_EVEN, most=100)
def distances(at: At) -> Any:
    def apart(weight: Any) -> Any:
        y = relu(recentre(each(lambda v: number(weight) * number(v), at.x)))
        return (y[at.i] - y[at.j]) ** 2

    return mean(at.law, lambda w: total(each(apart, w))) / (at.x[at.i] - at.x[at.j]) ** 2


def mean_over_weights(text: str, tex: str, f: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """E f(x_o', x_c') over |d|^2, f a square or a product."""

    @named(f"(E{text}/|d|²)", rf"\mathbb E{tex}/|d|^2", means=clusters.LAYER)
    def of(n: Any, k: Any, points: Any, law: Any) -> Any:
        return mean(law, clusters.over_rows(f, n, k, points)) / clusters.distance(points) ** 2

    return of


PRODUCTS = (
    ("|x_o'|²", "|x_o'|^2", lambda o, c: o * o),
    ("|x_c'|²", "|x_c'|^2", lambda o, c: c * c),
    ("⟨x_o', x_c'⟩", r"\langle x_o',x_c'\rangle", lambda o, c: o * c),
)
GRAM = tuple(mean_over_weights(*product) for product in PRODUCTS)


@Claim(
    "nachum24.outlier.mean-gram",
    source=clusters.DEFINITION_12,
    status="reconstructed",
    says="from any Gram matrix of one point against n - 1 equal ones, E[G'] = (beta/n^2) |d|^2 O_o at every width, O_o "
    "of entries (n-1)^2, 1 and 0: at the gain alpha the outlier Gram is reproduced in the mean",
    silent_on=f"{MORE}; the law of G', whose typical size shrinks",
    predicts=(beta * (n - 1) ** 2 / n**2, beta / n**2, Integer(0)),
    given=weighted(k=Values(1)),
    speaks_of=("rc", "nl"),
    uses=("nachum24.outlier.invariance", "nachum24.outlier.orthogonality"),
    twins=(
        Twin(
            (beta / alpha(n) * n / (n + 1), beta / alpha(n) / (n + 1), Integer(0)),
            "norm ratio squared n instead of (n-1)^2",
        ),
    ),
).literal(scope=ANY_EVEN, most=100)
def mean_gram(at: At) -> tuple[Expr, ...]:
    return tuple(of(at.n, at.k, at.points, at.law) for of in GRAM)


@Claim(
    "nachum24.outlier.norm-ratio",
    source=clusters.DEFINITION_12,
    status="corrected",
    says="after one RC + ReLU layer on n - 1 equal points and one other, E|x_o|^2 / E|x_c|^2 = (n-1)^2: the norm "
    "ratio of the mean is n - 1",
    silent_on=f"{MORE}; the mean of the ratio (it is infinite); dispersion inside the cluster",
    predicts=(n - 1) ** 2,
    given=weighted(k=Values(1)),
    speaks_of=("rc",),
    uses=("nachum24.outlier.orthogonality",),
    twins=(Twin((n - 1) * n, "one of each"),),
).literal(scope=ANY_EVEN, most=100)
def norm_ratio(at: At) -> Expr:
    outlier, cluster = (of(at.n, at.k, at.points, at.law) for of in GRAM[:2])
    if cluster == 0:
        raise Undefined("E|x_c'|^2 = 0")
    return outlier / cluster
