"""Theorem 2, Corollary 15 and Lemma 16: averages over depth, from them to single layers, and those that chains show."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Rational, Symbol, sqrt, symbols

from theory.claim import At, Claim, Twin, Verdict
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.notation import L, d
from theory.papers.daneshmand20.rank.spectra import (
    COROLLARY_15,
    LEMMA_16,
    THEOREM_2,
    above,
    correlation_sequences,
    effective,
    spectra,
)
from theory.term import each, every, larger, number, one_if, places, size, total


@Claim(
    "daneshmand20.rank.theorem-2-averages",
    source=THEOREM_2,
    status="reconstructed",
    says="(1/L) sum rank_tau(H_l) >= (1 - tau)^2 (1/L) sum r(H_l) over the first L layers of every chain, at every "
    "gamma, as over any H_0, .., H_(L-1): the first inequality of Theorem 2, path by path, without an invariant law",
    given=Given(
        {"H": correlation_sequences(), "tau": Rationals(least=0, most=1)}, words="M_l = H_l H_l^T/N of each layer"
    ),
    relation=">=",
    predicts=Integer(0),
    uses=("daneshmand20.rank.lemma-1-soft",),
).literal(scope="any correlation matrices for layers, d = 2 to 10: eigenvalues above tau counted exactly", most=60)
def theorem_2(at: At) -> Any:
    gaps = each(lambda M, values: above(M, at.tau, values) - (1 - at.tau) ** 2 * effective(M), at.H, spectra(at.H))
    return number(total(gaps)) / number(size(at.H))


order = Claim(
    "daneshmand20.rank.theorem-2-order",
    source=THEOREM_2,
    status="measured",
    says="chains of full rank at gamma = 1/10 keep r above .8 sqrt(d) on average over depth, d = 4, 8, 16, 32: the "
    "order of eq. (5), with a constant that is measured (.85, .89, .90, .91). So they keep the bound of Theorem 14, "
    "2 sqrt((1 - alpha) d), which is proved for gamma <= 1/(256 d^4 B^3) alone: 300 chains have alpha = "
    ".936, .903, .880 at d = 4, 8, 16",
    tex=r"\tfrac1L\sum_\ell\mathbb E\,r(H_\ell)\ge.8\sqrt d\quad(\gamma=\tfrac1{10})",
    hypotheses=("Gaussian weights, rank X = d", "40 layers without skip, 100 at gamma = 1/10, mean over 100 more"),
    silent_on="a proof: it would need that alpha stays away from 1 as d grows",
    given=Given(words="chains of d = 4, 8, 16, 32 rows at gamma = 1/10"),
    left=r"\tfrac1L\sum_\ell\mathbb E\,r(H_\ell)",
    relation=">=",
    predicts=Rational(8, 10) * sqrt(d),
    over=grid(d=(4, 8, 16, 32)),
    speaks_of=("law",),
    uses=("daneshmand20.rank.theorem-14",),
    twins=(Twin(d / 2, "linear growth"),),
)


a = Symbol("a", positive=True)  # a mean over depth
c, h = symbols("c h", integer=True, positive=True)  # a level; a height


@Claim(
    "daneshmand20.rank.lemma-16",
    source=LEMMA_16,
    over=grid(h=(1, 2, 3), L=(4, 7)),
    status="reconstructed",
    says="of a_l = base + max(h - l, 0), l < L, the mean exceeds the least value by h (h+1)/(2 L)",
    predicts=h * (h + 1) / (2 * L),
    given=Given(
        {"h": Integers(1), "L": Integers(1), "base": Integers(0)},
        lambda at: at["h"] <= at["L"],
        "a_l = base + max(h-l, 0)",
    ),
    twins=(Twin(h / L, "one large term"),),
).literal(scope="the terms one by one; their least is that at L, as they do not increase")
def lemma_16(at: At) -> Rational:
    terms = each(lambda layer: _term(at, layer), places(at.L))
    return total(terms) / at.L - _term(at, at.L)


def _term(at: At, layer: Any) -> Any:
    return at.base + larger(at.h - layer, 0)


@Claim(
    "daneshmand20.rank.corollary-15-bound",
    source=COROLLARY_15,
    status="corrected",
    says="what an average does give: if rank_tau, an integer from 0 to d, has the mean a over depth, the layers with "
    "rank_tau >= c have at least the share (a - c + 1)/(d - c + 1)",
    predicts=(a - c + 1) / (d - c + 1),
    relation=">=",
    over=grid(a=(2, 3), c=(1, 2), d=(4, 5)),
    given=Given(
        {"x": Batches(Integers(1), up_to=("order",), constant=True), "d": Integers(1), "c": Integers(1)},
        lambda at: (
            at["c"] <= at["d"]
            and every(lambda v: v <= at["d"], at["x"])
            and every(lambda v: (v >= at["c"]) | (v <= at["c"] - 1), at["x"])
        ),
        "c <= d; x_l = rank_tau(H_l), l < L, of mean a",
        {"a": lambda at: number(total(at["x"])) / number(size(at["x"]))},
    ),
    twins=(Twin(a / d, "Markov's inequality at c = 1"),),
).literal(scope="terms from c on counted", most=90)
def enough(at: At) -> Any:
    return number(total(each(lambda v: one_if(v >= at.c), at.x))) / number(size(at.x))


@Claim(
    "daneshmand20.rank.corollary-15-corrected",
    source=COROLLARY_15,
    status="corrected",
    says="what an average does give, the share (a - c + 1)/(d - c + 1) of corollary-15-bound, is attained: where "
    "`high` of the L values of rank_tau are d and the others c - 1, of the mean a, so many are at least c; no larger "
    "bound holds",
    predicts=(a - c + 1) / (d - c + 1),
    over=grid(a=(2, 3), c=(1, 2), d=(4, 5)),
    given=Given(
        {"d": Integers(1), "c": Integers(1), "L": Integers(1), "high": Integers(0)},
        lambda at: at["c"] <= at["d"] and at["high"] <= at["L"],
        "c <= d, high <= L, and a the mean",
        {"a": lambda at: total(each(lambda layer: number(_two_valued(At(at), layer)), places(at["L"]))) / at["L"]},
    ),
    uses=("daneshmand20.rank.corollary-15-bound",),
    twins=(Twin(a / d, "Markov's inequality at c = 1"),),
).literal(scope="terms from c on counted", most=90)
def density(at: At) -> Any:
    return number(total(each(lambda layer: one_if(_two_valued(at, layer) >= at.c), places(at.L)))) / at.L


def _two_valued(at: At, layer: Any) -> Any:
    """d for l < high, else c - 1."""
    return at.c - 1 + one_if(layer < at.high) * (at.d - at.c + 1)


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
    given=Given(words="chains of d = 4, 16, 32 rows, gamma = oo, Gaussian weights, rank X = d"),
    left=r"\tfrac1{20}\sum_{\ell=41}^{60}\mathbb E\min(r(H_\ell),\tfrac32\sqrt d)",
    silent_on="larger d, smaller gamma, and the limit of depth (1.522 at d = 4)",
    predicts=(Rational(1541, 1000), Rational(3339, 1000), Rational(4966, 1000)),
    twins=(
        Twin((Integer(2), Integer(4), Rational(566, 100)), "sqrt(d)"),
        Twin((Rational(1541, 1000), Rational(6164, 1000), Rational(12328, 1000)), "linear growth"),
    ),
)

nonzero_mean = Claim(
    "daneshmand20.rank.nonzero-mean",
    source=THEOREM_2,
    status="reading",
    says="weights of unit variance suffice, whatever their mean: r = 2.245 on average at d = 8, also for "
    "U[0, 2 sqrt 3], as for centred Gaussian weights",
    tex=r"\frac1L\sum_\ell r(H_\ell)\approx2.245\text{ for positive weights}",
    hypotheses=("gamma = oo, W_ij uniform on [0, 2 sqrt 3]", "depths 21 to 40", "rank X = d = 8"),
    given=Given(words="chains of d = 8 rows, gamma = oo, W_ij uniform on [0, 2 sqrt 3], rank X = d"),
    left=r"\tfrac1{20}\sum_{\ell=21}^{40}\mathbb E\,r(H_\ell)",
    predicts=Rational(2245, 1000),
    uses=("daneshmand20.breaking.collapse",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.breaking.collapse",),
    truth=Integer(1),  # all rows become equal
)

width_two = Claim(
    "daneshmand20.rank.width-two",
    source=THEOREM_2,
    status="reading",
    says="BN keeps the mean of r over depth away from 1 at every width, also at d = 2 without skip connection: "
    "at least 1.2 at depths 101 to 300, as at depth 10",
    tex=r"\frac1L\sum_\ell r(H_\ell)\ge1.2\quad(d=2)",
    hypotheses=("gamma = oo, Gaussian weights", "depths 101 to 300", "rank X = d = 2"),
    given=Given(words="chains of d = 2 rows, gamma = oo, Gaussian weights, rank X = d"),
    left=r"\tfrac1{200}\sum_{\ell=101}^{300}\mathbb E\,r(H_\ell)",
    relation=">=",
    predicts=Rational(12, 10),
    uses=("daneshmand20.diffusion.kesten",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.at-least-one",),
    truth=Rational(103, 100),  # measured; at least 1, which is all that is proved, no sample could fail
)
