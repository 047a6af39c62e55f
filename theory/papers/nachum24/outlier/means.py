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
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.expressions import Undefined
from theory.notation import HALF, alpha, beta, k, m, n, t
from theory.papers.nachum24 import NACHUM24, READING
from theory.papers.nachum24.outlier import clusters
from theory.papers.nachum24.outlier.clusters import (
    BY_DEFINITION,
    FOLDED,
    MORE,
    configurations,
    mean,
)
from theory.term import each, number, one_if, over_draws, size, some
from theory.term.named import named

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
).literal(scope=BY_DEFINITION, most=100)
def invariance(at: At) -> Any:
    return at.beta / clusters.growth(at.n, at.k, at.points, at.m, 2 * at.beta / at.m)


k_in = Symbol("k_in", integer=True, positive=True)


@Claim(
    "nachum24.outlier.invariance-fan-in",
    source=ALPHA,
    **READING,
    says="with Var W_ij = 2 alpha/(number of COLUMNS of W) the mean square is preserved whatever the widths: factor 1",
    predicts=Integer(1),
    given=configurations(m=Integers(1), k_in=Integers(1)),
    corrected_by=("nachum24.outlier.invariance",),
    truth=m / k_in,
).literal(scope=BY_DEFINITION, most=100)
def invariance_fan_in(at: At) -> Any:
    return clusters.growth(at.n, at.k, at.points, at.m, 2 * alpha(at.n, at.k) / at.k_in)


@Claim(
    "nachum24.outlier.gain-least",
    source=ALPHA,
    says="alpha = n^2/(n^2 - 2n + 2), which keeps E|d'|^2 = |d|^2 of one point against n - 1, is too little for all "
    "other sizes of two clusters: E|d'|^2 <= |d|^2 for each of them",
    silent_on=f"{MORE}; {FOLDED}; typical networks, in which |d|^2 shrinks for k = 1, too",
    predicts=Integer(1),
    relation="<=",
    given=configurations(m=Integers(1)),
    speaks_of=("rc", "nl"),
    decided_to=1,
    uses=("nachum24.outlier.invariance",),
    twins=(Twin((n - 1) / n, "a point more than there is"), Twin(HALF, "half of it, as of two halves")),
).literal(scope=BY_DEFINITION, most=100)
def gain_least(at: At) -> Any:
    return clusters.growth(at.n, at.k, at.points, at.m, 2 * alpha(at.n) / at.m)


@Claim(
    "nachum24.outlier.distances",
    source=ALPHA,
    says="for any two points of any batch E|x_i' - x_j'|^2 is between beta/2 and beta times |x_i - x_j|^2: the gain "
    "that would keep it is between 1 and 2",
    hypotheses=("W_ij i.i.d. N(0, 2 beta/m), m = number of rows of W",),
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
).literal(scope=BY_DEFINITION, most=100)
def distances(at: At) -> Any:
    images = [relu(recentre(each(lambda v, s=sign: s * number(v), at.x))) for sign in (1, -1)]
    apart = sum((y[at.i] - y[at.j]) ** 2 for y in images) / (at.x[at.i] - at.x[at.j]) ** 2
    return 2 * at.beta * clusters.half_moment(2) * apart


def mean_over_weights(text: str, tex: str, f: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """E f(x_o', x_c') over |d|^2, f a square or a product."""

    @named(f"(E{text}/|d|² at Var W = {{4}})",
           rf"\mathbb E{tex}/|d|^2\big|_{{{{\mathrm{{{{Var}}}}\,W={{4}}}}}}", means=clusters.LAYER)  # fmt: skip
    def of(n: Any, k: Any, points: Any, m: Any, variance: Any) -> Any:
        return m * variance / clusters.distance(points) ** 2 * mean(f, (n, k, points))

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
    says="from any Gram matrix of one point against n - 1 equal ones, E[G'] = |d|^2/((n-1)^2 + 1) O_o at every "
    "width: entries (n-1)^2, 1 and 0 over (n-1)^2 + 1; the outlier Gram is reproduced in the mean",
    silent_on=f"{MORE}; {FOLDED}; the law of G', whose typical size shrinks",
    predicts=((n - 1) ** 2 / ((n - 1) ** 2 + 1), 1 / ((n - 1) ** 2 + 1), Integer(0)),
    given=configurations(k=Values(1), m=Integers(1)),
    speaks_of=("rc", "nl"),
    decided_to=1,
    uses=("nachum24.outlier.invariance", "nachum24.outlier.orthogonality"),
    twins=(Twin((n / (n + 1), 1 / (n + 1), Integer(0)), "norm ratio squared n instead of (n-1)^2"),),
).literal(scope=BY_DEFINITION, most=100)
def mean_gram(at: At) -> tuple[Expr, ...]:
    return tuple(of(at.n, at.k, at.points, at.m, 2 * alpha(at.n) / at.m) for of in GRAM)


@Claim(
    "nachum24.outlier.norm-ratio",
    source=clusters.DEFINITION_12,
    status="corrected",
    says="after one RC + ReLU layer on n - 1 equal points and one other, E|x_o|^2 / E|x_c|^2 = (n-1)^2: the norm "
    "ratio of the mean is n - 1",
    silent_on=f"{MORE}; {FOLDED}; the mean of the ratio (it is infinite); dispersion inside the cluster",
    predicts=(n - 1) ** 2,
    given=configurations(k=Values(1), m=Integers(1)),
    decided_to=1,
    speaks_of=("rc",),
    uses=("components.gaussian.relu-moment", "nachum24.outlier.orthogonality"),
    twins=(Twin((n - 1) * n, "one of each"),),
).literal(scope=BY_DEFINITION, most=100)
def norm_ratio(at: At) -> Expr:
    variance = 2 * alpha(at.n) / at.m
    outlier, cluster = (of(at.n, at.k, at.points, at.m, variance) for of in GRAM[:2])
    if cluster == 0:
        raise Undefined("E|x_c'|^2 = 0")
    return outlier / cluster
