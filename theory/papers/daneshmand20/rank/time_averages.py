"""C15 and L16: from averages over depth to single layers, and the averages themselves, from chains."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

from sympy import Integer, Matrix, Rational, Symbol, eye, symbols

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.claim.domains import Integers
from theory.claim.given import Given
from theory.exact.expressions import grid
from theory.markov import effective_rank, equicorrelation, second_moment, soft_rank
from theory.notation import L, d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.regularity.setting import circle_means

COROLLARY_15 = Locator(DANESHMAND20, "Corollary 15")
LEMMA_16 = Locator(DANESHMAND20, "Lemma 16")
THEOREM_2 = Locator(DANESHMAND20, "Theorem 2, eq. (5)")

a = Symbol("a", positive=True)  # a mean over depth
c, h = symbols("c h", integer=True, positive=True)  # a level; a height

lemma_16 = Claim(
    "daneshmand20.rank.lemma-16",
    source=LEMMA_16,
    status="reconstructed",
    says="a non-increasing bounded sequence of integers has a mean over depth that tends to its least value, so a "
    "bound below the limit is one below every term: for max(h - l, 0), l < L, L >= h, the excess is h (h+1)/(2 L)",
    tex=r"\lim\tfrac1L\sum_{\ell<L}a_\ell=\inf_\ell a_\ell",
    hypotheses=("a_l non-increasing and bounded below; whether integers or not",),
    predicts=h * (h + 1) / (2 * L),
    over=grid(h=(1, 2, 3), L=(4, 7)),
    given=Given(
        {"h": Integers(1), "L": Integers(1), "base": Integers(0)},
        lambda at: at["h"] <= at["L"],
        "a_l = base + max(h-l, 0)",
    ),
    left=r"\tfrac1L\sum_{\ell<L}a_\ell-\inf_\ell a_\ell",
    twins=(Twin(h / L, "one large term"), Twin(h**2 / (2 * L), "the sum as an integral")),
)


@lemma_16.literal(scope="the terms one by one")
def _descending(at: At) -> Rational:
    terms = [int(at.base) + max(int(at.h) - layer, 0) for layer in range(int(at.L) + 1)]
    return Rational(sum(terms[: int(at.L)]), at.L) - min(terms)


any_sequence = Claim(
    "daneshmand20.rank.lemma-16-any-sequence",
    source=LEMMA_16,
    status="reading",
    says="L16.m1: the same without monotonicity: the least term of 0, 2, 2, .. is at least the limit 2 of its means",
    tex=r"\lim\tfrac1L\sum a_\ell\ge\beta\Rightarrow a_\ell\ge\beta",
    hypotheses=("a_l bounded integers",),
    relation=">=",
    predicts=Integer(2),
    over=({},),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.corollary-15-corrected",),
    truth=Integer(0),  # the bound of all terms from below is all that the mean gives for each
)


@any_sequence.exact(scope="0, 2, 2, ..")
def _first_term(predicted: Predicted) -> Compared:
    yield "least term", Integer(min((0, 2, 2, 2))), predicted


strict = Claim(
    "daneshmand20.rank.lemma-16-strict",
    source=LEMMA_16,
    status="reading",
    says="L16.m2: a limit of at least b puts every term strictly above b: those of the constant sequence 1 above b = 1",
    tex=r"\lim\tfrac1L\sum a_\ell\ge\beta\Rightarrow a_\ell>\beta",
    hypotheses=("a_l non-increasing",),
    silent_on="a limit strictly above b, which does put every term above b",
    relation=">",
    predicts=Integer(1),
    over=({},),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.lemma-16",),
    truth=Integer(0),  # b - 1: integers that are at least b
)


@strict.exact(scope="1, 1, ..")
def _constant(predicted: Predicted) -> Compared:
    yield "least term", Integer(min((1, 1, 1))), predicted


monotone = Claim(
    "daneshmand20.rank.soft-rank-monotone",
    source=Locator(DANESHMAND20, "Corollary 15: 'Assuming that [rank_tau] is a monotonically no-increasing sequence'"),
    status="reading",
    says="C15.m1: the assumption of Corollary 15, that rank_tau does not increase from layer to layer, is met: from "
    "correlation 4/5 the layer with I + gamma W = (1, 0; -4, 5) leaves rank_(1/2) at 1",
    tex=r"\mathrm{rank}_\tau(H_{\ell+1})\le\mathrm{rank}_\tau(H_\ell)",
    hypotheses=("0 and +-4/gamma in the support of the weights: Gaussian ones at any gamma",),
    silent_on="the corollary itself, which only assumes it",
    predicts=(Integer(1), Integer(1)),
    over=({},),
    expected=Verdict.REFUTED,
    truth=(Integer(1), Integer(2)),  # eigenvalues 9/5 and 1/5, then M = I
)


@monotone.exact(scope="d = 2, N = 4; gamma W = (0, 0; -4, 4)")
def _one_layer(predicted: Predicted) -> Compared:
    H = Matrix([[2, 0, 0, 0], [Rational(8, 5), Rational(6, 5), 0, 0]])
    moved = (eye(2) + Matrix([[0, 0], [-4, 4]])) * H
    rescaled = Matrix([moved.row(0), moved.row(1) / 3])  # its second row is (0, 6, 0, 0)
    half = Rational(1, 2)
    found = tuple(Integer(soft_rank(second_moment(X), half)) for X in (H, rescaled))
    yield "rank_(1/2) before and after", found, predicted


tau, mean_r, own_r = symbols("tau mean_r own_r", positive=True)

every_layer = Claim(
    "daneshmand20.rank.bound-at-every-layer",
    source=COROLLARY_15,
    status="reading",
    says="C15.m2: rank_tau >= (1 - tau)^2 lim (1/L) sum r at every single layer: also at d = 2, tau = 1/20, gamma -> "
    "0, where the bound is 1.2 or more, for X of full rank with correlation 99/100",
    tex=r"\mathrm{rank}_\tau(H_\ell)\ge(1-\tau)^2\lim_L\tfrac1L\sum_{j\le L}r(H_j)\text{ for every }\ell",
    hypotheses=("rank X = d",),
    silent_on="the algebraic rank, which is rank X at every finite depth",
    relation=">=",
    predicts=(1 - tau) ** 2 * mean_r,
    over=({"tau": Rational(1, 20), "mean_r": Rational(4, 3), "own_r": 2 / (1 + Rational(99, 100) ** 2)},),
    uses=("daneshmand20.diffusion.arcsine-means",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.lemma-1-soft",),
    truth=(1 - tau) ** 2 * own_r,  # r of that layer for the mean of r
)


@every_layer.exact(scope="layer 0; E r >= d^2/E|M|_F^2 = 4/3 by Jensen")
def _layer_zero(predicted: Predicted) -> Compared:
    M = equicorrelation(2, Rational(99, 100))
    at = {tau: Rational(1, 20), mean_r: 4 / circle_means(2)[0], own_r: effective_rank(M)}
    yield "layer 0: rank_tau", Integer(soft_rank(M, at[tau])), predicted.subs(at)


density = Claim(
    "daneshmand20.rank.corollary-15-corrected",
    source=COROLLARY_15,
    status="corrected",
    says="what an average does give: if rank_tau, an integer from 0 to d, has the mean a over depth, the layers with "
    "rank_tau >= c have at least the share (a - c + 1)/(d - c + 1), which is sharp",
    tex=r"\#\{\ell<L:\mathrm{rank}_\tau(H_\ell)\ge c\}\ge L\,\frac{a-c+1}{d-c+1}",
    hypotheses=("1 <= c <= d", "a >= c - 1"),
    predicts=(a - c + 1) / (d - c + 1),
    over=grid(a=(2, 3), c=(1, 2), d=(4, 5)),
    given=Given(
        {"d": Integers(1, 5), "c": Integers(1), "L": Integers(1, 6), "high": Integers(0)},
        lambda at: at["c"] <= at["d"] and at["high"] <= at["L"],
        "c <= d, and a the mean of L values, high of them d and the others c - 1",
        {"a": lambda at: (at["high"] * at["d"] + (at["L"] - at["high"]) * (at["c"] - 1)) / at["L"]},
    ),
    left=r"\min\tfrac1L\#\{\ell<L:\mathrm{rank}_\tau(H_\ell)\ge c\}",
    twins=(Twin((a - c) / (d - c + 1), "c - 1 taken for c above"), Twin(a / d, "Markov's inequality at c = 1")),
)


@density.literal(scope="the least share of all sequences of L integers from 0 to d with that mean")
def _least_share(at: At) -> Rational:
    level, total = int(at.c), int(at.a * at.L)
    found = _sequences(int(at.d), int(at.L))
    return Rational(min(sum(x >= level for x in xs) for xs in found if sum(xs) == total), at.L)


@cache
def _sequences(most: int, depth: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations_with_replacement(range(most + 1), depth))


time_average = Claim(
    "daneshmand20.rank.time-average",
    source=THEOREM_2,
    status="measured",
    says="without skip connection the mean of min(r, 3 sqrt(d)/2) over the depths 41 to 60 is 1.541, 3.339, 4.966 at "
    "d = 4, 16, 32 from full rank: 0.77, 0.83, 0.88 sqrt(d); below sqrt(d), and the larger the closer",
    tex=r"\frac1{20}\sum_{\ell=41}^{60}\mathbb E\min(r(H_\ell),\tfrac32\sqrt d)\approx1.541,\ 3.339,\ 4.966"
    r"\quad(d=4,16,32)",
    hypotheses=(
        "gamma = oo, Gaussian weights",
        "rank X = d",
        "the numbers are measured, not derived: 8,000 chains each, to .3 per cent; no chain came to the bound",
    ),
    silent_on="larger d, smaller gamma, and the limit of depth (1.522 at d = 4)",
    predicts=(Rational(1541, 1000), Rational(3339, 1000), Rational(4966, 1000)),
    over=({},),
    twins=(
        Twin((Integer(2), Integer(4), Rational(566, 100)), "T14.m1: sqrt(d)"),
        Twin((Rational(1541, 1000), Rational(6164, 1000), Rational(12328, 1000)), "T14.m3: linear growth"),
    ),
)

nonzero_mean = Claim(
    "daneshmand20.rank.nonzero-mean",
    source=THEOREM_2,
    status="reading",
    says="T14.m5: weights of unit variance suffice, whatever their mean: r = 2.245 on average at d = 8, also for "
    "U[0, 2 sqrt 3], as for centred Gaussian weights",
    tex=r"\frac1L\sum_\ell r(H_\ell)\approx2.245\text{ for positive weights}",
    hypotheses=("gamma = oo, W_ij uniform on [0, 2 sqrt 3]", "depths 21 to 40", "rank X = d = 8"),
    predicts=Rational(2245, 1000),
    over=({},),
    uses=("daneshmand20.breaking.collapse",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.breaking.collapse",),
)

width_two = Claim(
    "daneshmand20.rank.width-two",
    source=THEOREM_2,
    status="reading",
    says="T14.m6: BN keeps the mean of r over depth away from 1 at every width, also at d = 2 without skip connection: "
    "at least 1.2 at depths 101 to 300, as at depth 10",
    tex=r"\frac1L\sum_\ell r(H_\ell)\ge1.2\quad(d=2)",
    hypotheses=("gamma = oo, Gaussian weights", "depths 101 to 300", "rank X = d = 2"),
    relation=">=",
    predicts=Rational(12, 10),
    over=({},),
    uses=("daneshmand20.diffusion.kesten",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.at-least-one",),
    truth=Rational(103, 100),  # measured; at least 1, which is all that is proved, no sample could fail
)
