"""Uniqueness fails: closed invariant sets, rank one first; and what Lemma 5 says without it.

A correlation matrix of rank one is M = s s^T with signs s, so there are 2^(d-1) of them.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from sympy import Abs, Integer, Rational, Symbol, sqrt

from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.matrices import sign_vectors
from theory.domains.numbers import Rationals, Values
from theory.exact.expressions import grid
from theory.exact.rationals import rational
from theory.markov.residual import rank_one
from theory.notation import L, d
from theory.papers.daneshmand20 import DANESHMAND20, random_weights
from theory.papers.daneshmand20.depths import letters, mean_over, rank_one_chains, through
from theory.papers.daneshmand20.layers import effective_rank_of
from theory.papers.daneshmand20.random_weights import no_row_vanishes, outcomes, outer, over_signs, random_weights_with
from theory.papers.daneshmand20.uniqueness.signs import ONES, UNIQUE, odd_mean_of_two
from theory.term import each, every, number, one_if, product_of, size
from theory.term.named import named


@cache
def frozen_states(width: int, g: Any) -> set[Any]:
    """The M = s s^T that no weights in [-B, B] change, gamma B = g: every row is tried at all vertices, where the
    bracket 1 + gamma sum_j W_ij s_i s_j, linear in the row, has its extremes."""
    vertices = list(product((-1, 1), repeat=width))  # in units of g
    fixed = set()
    for s in product((1, -1), repeat=width):
        sums = {sum(w * s_j for w, s_j in zip(row, s, strict=True)) for row in vertices}
        if all(1 + s_i * (g * along) > 0 for s_i in set(s) for along in sums):
            fixed.add(rank_one(s))
    return fixed


@named(
    "#(s ∈ {{±1}}^{0} : δ_ssᵀ invariant at γB = {1})",
    r"\\#\\{{s:\\delta_{{ss^\\top}}\\text{{ invariant}}\\}}_{{d={0},\\gamma B={1}}}",
    means="weights in [−B, B]",
)
def invariant_points(d: Any, g: Any) -> Integer:
    """How many M = s s^T no weights move."""
    return Integer(len(frozen_states(int(d), g)))


@named("P(M⁺ = {3}{3}ᵀ : M = {2}{2}ᵀ)", r"P_{{M={2}{2}^\top}}(M^+={3}{3}^\top)", means="M⁺ after a layer at γ")
def reaches(p: Any, W: Any, s: Any, t: Any, gamma: Any) -> Any:
    """After a layer."""

    def reached(Y: Any) -> Any:
        return every(lambda row, a: every(lambda x, b: x == a * b, row, t), Y, t)

    return random_weights.mean_after(
        random_weights.Weighted(p, W), outer(s), rational(gamma), lambda Y: one_if(reached(Y))
    )


@Claim(
    "daneshmand20.uniqueness.uniform-law",
    source=UNIQUE,
    says="an invariant law exists: the uniform one on the 2^(d-1) matrices s s^T is invariant, whatever the laws of "
    "the weights, if they are independent, symmetric off the diagonal, at every gamma at which no row vanishes",
    predicts=2 ** (1 - d),
    given=Given(
        {"net": random_weights_with("t signs"), "gamma": Rationals(above=0)},
        lambda at: random_weights.for_all_signs(
            size(at["net"][1]), lambda s: no_row_vanishes(at["net"][0], outer(s), rational(at["gamma"]))
        ),
        "no row of s + gamma W s is 0, for any signs s",
        {"d": lambda at: number(size(at["net"][1]))},
    ),
    uses=("daneshmand20.uniqueness.sign-symmetry",),
).literal(scope="all signs before, all matrices of weights", most=40)
def uniform_law(at: At) -> Any:
    law, t = at.net
    return number(over_signs(size(t), lambda s: reaches(*outcomes(law), s, t, at.gamma)))


p = Symbol("p", real=True)


@Claim(
    "daneshmand20.uniqueness.uniform-limit",
    source=UNIQUE,
    says="where rows of rank one flip with a probability p, 0 < p < 1, the law on {s s^T} goes to the uniform one from "
    "every start: after L layers each probability is within |1 - 2p|^(2L) of 2^(1-d)",
    hypotheses=(
        "rows of W independent, of finitely many values, as likely to flip from any signs, as rows are that are i.i.d. "
        "up to order and symmetric off the diagonal",
        "no row of H + gamma W H is zero",
    ),
    silent_on="starts of higher rank; what follows: rank one has no other invariant law (note)",
    relation="<=",
    predicts=Abs(1 - 2 * p) ** (2 * L),
    over=grid(p=(Rational(1, 8), Rational(2, 3)), L=(1, 2)),
    given=Given(
        {"net": rank_one_chains(), "t": sign_vectors()},
        lambda at: (
            size(at["t"]) == through(at["net"]).letters["d"]
            and through(at["net"]).letters["p"] > 0
            and through(at["net"]).letters["p"] < 1
        ),
        "0 < p < 1; any law of the start on rank one; t t^T one of the matrices",
        letters(through, "Lp"),
    ),
    uses=("daneshmand20.uniqueness.uniform-law",),
    twins=(Twin(Abs(1 - 2 * p) ** (2 * L) / 4, "a quarter of it"),),
).literal(scope="all matrices of weights, layer by layer", most=60)
def uniform_limit(at: At) -> Any:
    def reached(s: Any) -> Any:
        return every(lambda a, x: every(lambda b, y: a * b == x * y, s, at.t), s, at.t)

    chance = mean_over(through(at.net).last, lambda s: one_if(reached(s)))
    return number(abs(chance - 2 / number(product_of(each(lambda _: 2, at.t)))))


@Claim(
    "daneshmand20.uniqueness.unique",
    source=UNIQUE,
    status="reading",
    says="bounded symmetric weights of unit variance and small gamma give a unique invariant law: uniform on "
    "[-sqrt(3), sqrt(3)], d = 2 and 3, gamma = 19/100",
    hypotheses=("W_ij i.i.d. uniform on [-sqrt(3), sqrt(3)]",),
    predicts=Integer(1),
    given={"d": Values(2, 3)},
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.frozen", "daneshmand20.uniqueness.uniform-limit"),
    truth=2 ** (d - 1),
).literal(scope="all s at the vertices of [-B, B]^d, gamma B = 19 sqrt(3)/100")
def unique(at: At) -> Integer:
    return invariant_points(at.d, Rational(19, 100) * sqrt(3))


@Claim(
    "daneshmand20.uniqueness.start-forgotten",
    source=Locator(DANESHMAND20, "Theorem 14, without rank(X) = d"),
    status="reading",
    says="the law at great depth does not depend on rank(X): E M_12 |M_12| after a layer is the same from rank "
    "one and from M = I",
    predicts=Integer(0),
    given=Given(),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.frozen", "daneshmand20.uniqueness.sign-symmetry"),
    truth=Integer(1),  # M_12 = 1 for ever, less the mean 0 of an odd function
)
def start_forgotten(at: At) -> object:
    return odd_mean_of_two(ONES, Rational(1, 4)) - odd_mean_of_two(((1, 0), (0, 1)), Rational(1, 4))


@Claim(
    "daneshmand20.uniqueness.unique-law-rank",
    source=UNIQUE,
    says="the alpha at which the bound 2 sqrt((1 - alpha) d) of Theorem 14 on r is r(s s^T) is 1 - 1/(4d)",
    silent_on="what the note concludes: on rank one the bound could hold only for alpha from that on, a unique law "
    "would live there, and the theorem say no more of it than r >= 1; chains with several invariant laws",
    predicts=1 - 1 / (4 * d),
    given=Given({"s": sign_vectors()}, letters={"d": lambda at: number(size(at["s"]))}),
    uses=("daneshmand20.regularity.rank-one-law", "daneshmand20.uniqueness.frozen"),
    twins=(Twin(Rational(9, 10), "alpha = 9/10 is near enough to 1"), Twin(1 - 1 / d, "r = 2 on rank one")),
).literal(most=12)
def unique_law_rank(at: At) -> object:
    low, high = (4 * (1 - Rational(quarters, 4)) * number(size(at.s)) for quarters in (1, 3))
    of_rank_one = effective_rank_of(each(lambda sign: (number(sign),), at.s)) ** 2
    return Rational(1, 4) + (low - of_rank_one) / (low - high) / 2  # the squared bound is linear in alpha


strata = Claim(
    "daneshmand20.uniqueness.strata",
    source=Locator(DANESHMAND20, "Theorem 14, without rank(X) = d"),
    status="measured",
    says="Gaussian weights, no skip, d = 16: the mean of r after 16 layers is 1.854 from rank two and 2.972 from "
    "rank four (1 from rank one, 3.30 from full rank), and the same after 240: the law depends on rank(X)",
    tex=r"\mathbb E\,r(H_{16})\approx1.854\ (\mathrm{rank}\,X=2),\quad2.972\ (\mathrm{rank}\,X=4)",
    hypotheses=(
        "W_ij i.i.d. N(0, 1), gamma = oo, d = 16",
        "rows of X Gaussian",
        "the numbers are measured, not derived",
    ),
    given=Given(words="networks of 16 layers, d = 16, no skip, from Gaussian X of rank 2 and of rank 4"),
    left=r"\mathbb E\,r(H_{16})\ (\mathrm{rank}\,X=2,\ 4)",
    silent_on="a limit law: the means stand still from layer 16 on as far as was measured, that is all",
    predicts=(Rational(1854, 1000), Rational(2972, 1000)),
    uses=("daneshmand20.uniqueness.rank-kept",),
    twins=(
        Twin((Rational(33, 10), Rational(33, 10)), "the law of full rank, whatever rank(X)"),
        Twin((Integer(1), Integer(1)), "rank one is reached"),
        Twin((Integer(2), Integer(4)), "r is rank(X)"),
    ),
)
