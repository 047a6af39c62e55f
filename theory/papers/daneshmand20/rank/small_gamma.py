"""False readings of Lemma 13 and Theorem 14: of laws that are invariant as gamma -> 0, and of starts of low rank."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations, product
from typing import Any

from flint import arb
from sympy import Expr, Integer, Matrix, Rational, Symbol, sqrt

from theory.claim import At, Claim, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Values
from theory.exact.certify import precision, upper_end
from theory.markov import effective_rank, sharp_frobenius_bound
from theory.markov.residual import covariance, squares
from theory.notation import d
from theory.papers.daneshmand20.rank.setting import INVARIANT, LEMMA_13, THEOREM_14
from theory.papers.daneshmand20.regularity.setting import circle_means
from theory.term import whole
from theory.term.named import named

IN_THE_LIMIT = (*INVARIANT, "gamma -> 0: nu invariant for the generator")
CIRCLE = "nu the law of d rows i.i.d. uniform on the circle, of rank 2, invariant as gamma -> 0"

alpha = Symbol("alpha", positive=True)  # regularity constant


@named(
    "E Tr diag(M²)²/E Tr M³ ({0})",
    r"\frac{{\mathbb E\operatorname{{Tr}}\operatorname{{diag}}(M^2)^2}}{{\mathbb E\operatorname{{Tr}}M^3}}({0})",
)
def alpha_of_circle(d: Any) -> Expr:
    _, T, D = circle_means(int(d))
    return D / T


def _alpha(at: Mapping[str, Any]) -> Expr:
    """Of the circle law."""
    return alpha_of_circle(at["d"])


ON_THE_CIRCLE = Given({"d": Integers(2)}, words=CIRCLE, letters={"alpha": _alpha})


@named("E‖M‖²_{0}", r"\mathbb E\|M\|_F^2{{}}_{{d={0}}}", means="M of d unit rows i.i.d. uniform on the circle")
@cache
def mean_norm(size: int) -> Expr:
    """E|M|_F^2 of the circle law: exact on six equally spaced angles, as its entries have degree 2 in each angle."""
    cosines = [Rational(c, 2) for c in (2, 1, -1, -2, -1, 1)]
    pair = sum(cosines[a - b] ** 2 for a in range(6) for b in range(6)) / Integer(36)
    return size + size * (size - 1) * pair


@Claim(
    "daneshmand20.rank.lemma-13-without-constant",
    source=LEMMA_13,
    status="reading",
    says="E|M|_F^2 <= d^(3/2), also of the circle law as gamma -> 0: at d = 2, full rank, where it is 3",
    hypotheses=IN_THE_LIMIT,
    given=ON_THE_CIRCLE,
    relation="<=",
    predicts=d ** Rational(3, 2),
    uses=("daneshmand20.diffusion.planar-moments",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.lemma-13-sharp",),
    truth=sharp_frobenius_bound(d, alpha),
).literal(scope="the mean entry by entry", most=6)
def without_constant(at: At) -> Expr:
    return mean_norm(whole(at.d))


@Claim(
    "daneshmand20.rank.lemma-13-half-constant",
    source=LEMMA_13,
    status="reading",
    says="E|M|_F^2 <= d^(3/2)/(4 sqrt(1 - alpha)), half of Lemma 13, also of the circle law as gamma -> 0: at d = 3, "
    "where it is 6 against 5.51",
    hypotheses=IN_THE_LIMIT,
    given=ON_THE_CIRCLE,
    relation="<=",
    predicts=d ** Rational(3, 2) / (4 * sqrt(1 - alpha)),
    uses=("daneshmand20.diffusion.planar-moments",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.lemma-13-sharp",),
    truth=sharp_frobenius_bound(d, alpha),
).literal(scope="the mean entry by entry", most=6)
def half_constant(at: At) -> Expr:
    return mean_norm(whole(at.d))


@named("E r_{0}", r"\mathbb E\,r_{{d={0}}}", means="M of d unit rows i.i.d. uniform on the circle", apart=("points",))
def mean_r(size: int, points: int | None = None) -> arb:
    """E r of 3 or 4 rows i.i.d. uniform on the circle, the first at angle 0: equally spaced doubled angles, enclosed.

    |M|_F^2 = size (size + 1)/2 + the sum over pairs of cos(u_i - u_j). At u_i + i, i a root of -1, one angle moved at
    a time, its real part is at least `least`, as the pairs of the others add up to -(size - 1)/2 or more; so the rule
    is off by at most 2 size^2/least/(e^points - 1) in each angle.
    """
    points = points or {3: 40, 4: 14}[size]
    with precision(30):
        cosine = [(2 * arb.pi() * k / points).cos() for k in range(points)]
        least = Rational(size * (size + 1) - size + 1, 2)
        bottom = arb(int(least.p)) / int(least.q) - (size - 1) * arb(1).cosh()
        total = arb(0)
        for chosen in product(range(points), repeat=size - 1):
            turns = (0, *chosen)
            pairs = sum((cosine[(a - b) % points] for a, b in combinations(turns, 2)), arb(0))
            total += size**2 / (arb(size * (size + 1)) / 2 + pairs)
        error = (size - 1) * 2 * size**2 / bottom / (arb(points).exp() - 1)
        return total / points ** (size - 1) + arb(0, upper_end(error))


@Claim(
    "daneshmand20.rank.mean-r-sqrt-d",
    source=THEOREM_14,
    status="reading",
    says="E r >= sqrt(d), with the constant 1, also at d = 3, as gamma -> 0, where the law of rank 2 has E r = "
    "1.5572 < 1.7321",
    hypotheses=IN_THE_LIMIT,
    given=Given({"d": Values(Integer(3), Integer(4))}, words=CIRCLE),
    relation=">=",
    predicts=sqrt(d),
    uses=("daneshmand20.diffusion.planar-effective-rank",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.diffusion.planar-moments",),
    truth=2 * d / (d + 1),  # d^2/E|M|_F^2, by Jensen
).literal(kind="certified", scope="d = 3, 4: the mean over the angles, enclosed")
def sqrt_width(at: At) -> arb:
    return mean_r(whole(at.d))


@named(
    "r(H_{2})",
    means="X of p rows e₁ and q rows e₂, γ = 2/7, W_ij = (7i + 3j + ij mod 5) − 2, i and j from 0 on",
)
def after_layers(p: Any, q: Any, layers: Any) -> Expr:
    """Before a layer or after one."""
    d = whole(p) + whole(q)
    M = [[int((i < p) == (j < p)) for j in range(d)] for i in range(d)]
    if layers:
        W = [[(7 * i + 3 * j + i * j) % 5 - 2 for j in range(d)] for i in range(d)]
        return Integer(d) ** 2 / sum(map(sum, squares(covariance(M, W, Rational(2, 7)))))  # over |M|_F^2
    return effective_rank(Matrix(M))


@Claim(
    "daneshmand20.rank.theorem-14-low-rank",
    source=THEOREM_14,
    status="reading",
    says="rank(X) = d is not needed: r of the order sqrt(d), at least sqrt(d)/2, from every X, also of rank 1 "
    "or 2, for which r <= 2 for ever",
    given=Given(
        {"p": Integers(1), "q": Integers(0), "l": Values(0, 1)},
        words="X of p rows e_1 and q rows e_2, d = p + q; gamma = 2/7 and whole weights from -2 to 2",
        letters={"d": lambda at: at["p"] + at["q"]},
    ),
    relation=">=",
    predicts=sqrt(d) / 2,
    uses=("daneshmand20.rank.lemma-1-rank",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.at-least-one",),
    truth=Integer(1),
).literal(scope="rank 1 and 2, before and after a layer", most=60)
def low_rank_start(at: At) -> Any:
    return after_layers(at.p, at.q, at.l)
