"""The exact law of the norms, their variance, rescaling, and the ratio of those of two clusters."""

from __future__ import annotations

import operator
from functools import cache
from itertools import accumulate, product
from math import comb, prod
from typing import Any

import sympy
from flint import fmpq
from sympy import Expr, Integer, Rational, Symbol, exp, gamma, integrate, oo, symbols

from theory.batchnorm import recentre, relu, rescale
from theory.claim import At, Claim, Compared, Predicted, Twin
from theory.domains.given import Given
from theory.domains.laws import normal_laws
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.expressions import Undefined
from theory.exact.rationals import to_fmpq, to_sympy
from theory.notation import alpha, beta, k, m, n
from theory.papers.nachum24 import READING
from theory.papers.nachum24.outlier import clusters
from theory.papers.nachum24.outlier.clusters import (
    DEFINITION_12,
    LAYER,
    MORE,
    both_signs,
    neuron,
    real_rows,
    sized,
)
from theory.term import each, every, mean, number, one_if, size, total
from theory.term.named import named
from theory.wide.outlier import growth_variance


@Claim(
    "nachum24.outlier.norm-law",
    source=DEFINITION_12,
    status="corrected",
    says="of rows with t_i = w_i.d, |x_o'|^2 is ((n-k)/n)^2 times the sum of t_i^2 over t_i > 0, and |x_c'|^2 is "
    "(k/n)^2 times that over t_i < 0",
    silent_on="the law of the sums under Gaussian weights, chi-square given how many t_i > 0",
    predicts=(((n - k) / n) ** 2, (k / n) ** 2),
    given=Given(
        {**clusters.configurations().domains, "w": real_rows(Integers(2))},
        lambda at: at["k"] < at["n"] and all(clusters.of_one_sign(at, sign) > 0 for sign in (1, -1)),
        "k < n; w any weights, some of them of the sign of d and some of the other",
    ),
    speaks_of=("rc", "nl"),
    uses=("nachum24.outlier.orthogonality",),
    twins=(Twin(((n - k) / n, k / n), "factors not squared"), Twin((Integer(1), 1 / n**2), "no loss by recentring")),
).literal(scope=clusters.BY_DEFINITION + ", any weights", most=100)
def norm_law(at: At) -> tuple[Any, ...]:
    """Over all neurons, against those on the point's own side."""

    def square(place: int) -> Any:
        return total(each(lambda w: neuron(at.n, at.k, at.points, number(w))[place] ** 2, at.w))

    return square(0) / clusters.of_one_sign(at, 1), square(1) / clusters.of_one_sign(at, -1)


@Claim(
    "nachum24.outlier.norm-variance",
    source=DEFINITION_12,
    says="Var(|d'|^2/|d|^2) = (6 ((n-k)^4 + k^4)/((n-k)^2 + k^2)^2 - 1)/m at the gain alpha_k: 2/m at n = 2, towards "
    "5/m for large n; (beta/alpha_k)^2 times that at gain beta",
    silent_on=MORE,
    predicts=(beta / alpha(n, k)) ** 2 * growth_variance(),
    given=clusters.weighted(normal_laws()),
    speaks_of=("rc", "nl"),
    uses=("nachum24.outlier.norm-law",),
    twins=(
        Twin((beta / alpha(n, k)) ** 2 * 2 / m, "2/m for every n"),
        Twin((beta / alpha(n, k)) ** 2 * 5 / m, "5/m exactly"),
    ),
).literal(scope=clusters.BY_DEFINITION + ", over laws of finitely many rows", most=100)
def norm_variance(at: At) -> Expr:
    return variance_of_growth(at.n, at.k, at.points, at.law)


@named("Var(|d'|²/|d|²)", r"\mathrm{{Var}}(|d'|^2/|d|^2)", means=LAYER)
def variance_of_growth(n: Any, k: Any, points: Any, law: Any) -> Any:
    ratio = clusters.stretched(n, k, points)
    return mean(law, lambda w: ratio(w) ** 2) - mean(law, ratio) ** 2


nu = Symbol("nu", positive=True)
up, down = symbols("N_plus N_minus", integer=True, nonnegative=True)


@Claim(
    "nachum24.outlier.rescaled-norms",
    source=DEFINITION_12,
    says="with rescaling, |x_o|^2 = nu (n-k)/(kn) N_+ and |x_c|^2 = nu k/(n(n-k)) N_-, surely: (n-1) N_+ and "
    "N_-/(n-1) for k = 1 and the biased standard deviation (nu = n)",
    hypotheses=("sigma^2 = |Pz|^2/nu, nu = n biased, n - 1 unbiased",),
    predicts=(nu * (n - k) / (k * n) * up, nu * k / (n * (n - k)) * down),
    given=Given(
        {"n": Integers(2), "k": Integers(1), "u": real_rows(), "v": real_rows(), "nu": Rationals(above=0)},
        lambda at: size(at["u"]) == size(at["v"]) and at["k"] < at["n"] and every(operator.ne, at["u"], at["v"]),
        "k < n; u_i = w.x_o and v_i = w.x_c for row i of W, u_i != v_i",
        letters={
            "N_plus": lambda at: number(total(each(lambda u, v: one_if(u > v), at["u"], at["v"]))),
            "N_minus": lambda at: number(total(each(lambda u, v: one_if(u < v), at["u"], at["v"]))),
        },
    ),
    speaks_of=("rc", "rs", "nl"),
    uses=("nachum24.outlier.orthogonality", "components.algebra.bn-affine-invariance"),
    twins=(
        Twin(((n - k) / k * up, k / (n - k) * down), "the biased formula for every normalisation"),
        Twin(
            (nu * (n - k) ** 2 / (k * n**2) * up, nu * k**2 / n**2 * down),
            "mean absolute deviation in place of the standard one",
        ),
    ),
).literal(scope=clusters.BY_DEFINITION, most=100)
def rescaled_norms(at: At) -> tuple[Any, Any]:
    times = (at.k, at.n - at.k)

    def image(u: Any, v: Any) -> Any:
        return relu(rescale(recentre((u, v), times), at.nu, times))

    return tuple(total(each(lambda u, v, i=i: image(u, v)[i] ** 2, at.u, at.v)) for i in (0, 1))


@Claim(
    "nachum24.outlier.mean-ratio",
    source=DEFINITION_12,
    **READING,
    says="the mean of the ratio, E[|x_o|^2/|x_c|^2], is (n-1)^2; in inverse, 1/(n-1)^2",
    predicts=1 / (n - 1) ** 2,
    given=clusters.configurations(k=Values(1), m=Integers(2)),
    corrected_by=("nachum24.outlier.norm-ratio", "nachum24.outlier.median-ratio"),
    truth=Integer(0),  # the mean is infinite
).literal(scope="over the numbers of rows with w.d > 0, by integrating chi-square densities", most=20)
def mean_ratio(at: At) -> Expr:
    return 1 / ratio_in_the_mean(at.n, at.k, at.points, at.m)


@cache
def inverse_square_mean(degrees: int) -> Expr:
    """E[1/(w_1^2 + .. + w_j^2)] of j = `degrees` standard normal w_i, by integrating the density of the sum."""
    half, u = Rational(degrees, 2), clusters.U
    if integrate(u ** (half - 2), (u, 0, 1)) == oo:  # there the density is this power times no less than exp(-1/2)
        return oo
    return integrate(u ** (half - 2) * exp(-u / 2), (u, 0, oo)) / (2**half * gamma(half))


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


@Claim(
    "nachum24.outlier.median-ratio",
    source=DEFINITION_12,
    status="corrected",
    says="|x_o|^2/|x_c|^2 has median ((n-k)/k)^2 at every width: divided by it, the ratio and its inverse have the "
    "same law",
    hypotheses=("x/0 counts as above; of an interval of medians, the geometric middle",),
    silent_on="the mean of the ratio",
    predicts=((n - k) / k) ** 2,
    given=clusters.configurations(m=Integers(2, far=4), law=Values(*clusters.LAWS)),
    speaks_of=("rc",),
    uses=("nachum24.outlier.orthogonality",),
    twins=(Twin((n - k) / k, "the ratio of squares without the square"),),
).literal(scope=clusters.BY_DEFINITION + ", five symmetric laws", most=100)
@named("(med|x_o'|²/|x_c'|² for {m} rows of W ~ {law})",
       r"(\mathrm{{med}}\,|x_o'|^2/|x_c'|^2\text{{ for }}{m}\text{{ rows of }}W\sim {law})",
       means=f"x' = ReLU(RC(W x)) of k points x_o and n − k x_c, {clusters.SYMMETRIC}")  # fmt: skip
def median_ratio(at: At) -> Expr:
    """The geometric middle of the least and the greatest median; they are the same unless P(below) = 1/2."""
    shares: dict[fmpq, fmpq] = {}  # of |x_o'|^2 in the sum of both, which grows with the ratio
    images = [(*(to_fmpq(e) ** 2 for e in neuron(at.n, at.k, at.points, w)), to_fmpq(p)) for w, p in both_signs(at.law)]
    for rows in product(images, repeat=int(at.m)):
        outlier, cluster = (sum(row[place] for row in rows) for place in (0, 1))
        if outlier == cluster == 0:
            raise Undefined("0/0")
        share = outlier / (outlier + cluster)
        shares[share] = shares.get(share, fmpq(0)) + prod(p for *_, p in rows)
    ordered = sorted(shares)
    below = list(accumulate(shares[share] for share in ordered))
    least = next(share for share, p in zip(ordered, below, strict=True) if 2 * p >= 1)
    greatest = next(share for share, p in zip(ordered, below, strict=True) if 2 * p > 1)
    return sympy.sqrt(prod(to_sympy(share / (1 - share)) if share < 1 else oo for share in (least, greatest)))


@median_ratio.exact(
    scope=clusters.EVERYWHERE + ": what rows of either sign add",
    argued="w -> -w exchanges the sums over rows of either sign: divided by the prediction, the ratio and its inverse "
    "have the same law",
)
def _exchange(predicted: Predicted) -> Compared:
    plus, minus = sympy.symbols("S_+ S_-", positive=True)  # sum of t_+^2 and of t_-^2 over the rows
    (outlier, none), (nothing, cluster) = (tuple(e**2 / t**2 for e in clusters.blocks(t)) for _, t in clusters.signs())
    yield "rows of one sign add to one of the two", (none, nothing), (Integer(0), Integer(0))

    def ratio(above: Expr, below: Expr) -> Expr:
        return outlier * above / (cluster * below)

    yield "ratio times exchanged ratio", ratio(plus, minus) * ratio(minus, plus), sized(predicted) ** 2
    # the two are positive multiples of each other's inverse, and the sign of the prediction is fixed by one value
    yield "at S_+ = S_-", ratio(plus, plus), sized(predicted)
