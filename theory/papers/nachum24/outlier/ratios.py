"""The ratio of the squared norms of two clusters after a layer: its mean, which is infinite, and its median."""

from __future__ import annotations

from itertools import accumulate
from math import comb
from typing import Any

import sympy
from sympy import Expr, Integer

from theory.claim import At, Claim, Compared, Predicted, Twin, Verdict
from theory.domains.numbers import Integers, Values
from theory.exact.expressions import Undefined
from theory.notation import HALF, k, n
from theory.papers.nachum24.outlier.setting import (
    BY_DEFINITION,
    CLUSTERS,
    DEFINITION_12,
    EVERYWHERE,
    LAWS,
    LAYER,
    SYMMETRIC,
    blocks,
    configurations,
    inverse_square_mean,
    layers,
    lone,
    neuron,
    signs,
    sized,
)
from theory.term.named import named


@Claim(
    "nachum24.outlier.mean-ratio",
    source=DEFINITION_12,
    status="reading",
    says="the mean of the ratio, E[|x_o|^2/|x_c|^2], is (n-1)^2; in inverse, 1/(n-1)^2",
    predicts=1 / (n - 1) ** 2,
    given=lone(m=Integers(2)),
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.outlier.norm-ratio", "nachum24.outlier.median-ratio"),
    truth=Integer(0),  # the mean is infinite
).literal(scope="over the numbers of rows with w.d > 0, by integrating chi-square densities", most=20)
def mean_ratio(at: At) -> Expr:
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


@Claim(
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
).literal(scope=BY_DEFINITION + ", five symmetric laws", most=100)
def median_ratio(at: At) -> Expr:
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
