"""False readings of rank and soft rank, of averages over depth, and of laws that are invariant as gamma -> 0."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import Any

from flint import arb
from sympy import Expr, Integer, Matrix, Max, Min, Rational, Symbol, sqrt, symbols

from theory.claim import At, Claim, Locator, Verdict
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.certify import precision, upper_end
from theory.markov import effective_rank, eigenvalues_above, sharp_frobenius_bound
from theory.markov.residual import covariance, squares
from theory.notation import HALF, d, k
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.layers import CORRELATIONS, effective_rank_of, moment
from theory.papers.daneshmand20.matrices import data_sets
from theory.papers.daneshmand20.one_step.order import matrix
from theory.papers.daneshmand20.random_weights import image
from theory.papers.daneshmand20.rank import spectra
from theory.papers.daneshmand20.rank.spectra import EQUATION_4, LEMMA_1, LEMMA_13, LEMMA_16, THEOREM_14, effective
from theory.papers.daneshmand20.regularity.sandwich import alpha_of_circle
from theory.term import each, larger, number, one_if, places, size, smallest, some, whole
from theory.term.matrices import rank
from theory.term.matrices import trace as trace_of
from theory.term.named import named

p, q, s, t = symbols("p q s t", real=True)  # entries of H
factor = Symbol("factor", positive=True)
tau = Symbol("tau", positive=True)  # threshold
soft_r, trace = Symbol("r", positive=True), Symbol("trace", positive=True)


def rank_of_rows(p: Any, q: Any, s: Any, t: Any) -> Expr:
    """r of the rows (p, q) and (s, t)."""
    first, second = p**2 + q**2, s**2 + t**2
    return (first + second) ** 2 / (first**2 + second**2 + 2 * (p * s + q * t) ** 2)


@Claim(
    "daneshmand20.rank.row-scaling",
    source=EQUATION_4,
    status="reading",
    says="r does not change when single rows of H are scaled, as BN does: of the rows (p, q) and (s, t) it is "
    "that of (p, q) and c (s, t)",
    predicts=rank_of_rows(p, q, s, t),
    given=Given(
        {
            **{name: Preceded(Rationals(), (first,)) for first, name in enumerate("pqst", 2)},
            "factor": Preceded(Rationals(above=0), (3,)),
        },
        lambda at: some(lambda x: x != 0, tuple(at[name] for name in "pqst")),
        "not all 0",
    ),
    expected=Verdict.REFUTED,
    truth=rank_of_rows(p, q, factor * s, factor * t),
).literal(scope="d = N = 2")
def row_scaling(at: At) -> Any:
    p, q, s, t, factor = map(number, (at.p, at.q, at.s, at.t, at.factor))
    return effective_rank_of(((p, q), (factor * s, factor * t)))


@named("rank_{1}({0})", r"\\mathrm{{rank}}_{{{1}}}({0})", means="rank_τ(M) the number of eigenvalues of M from τ on")
def rank_from(M: Any, tau: Any) -> Expr:
    return Integer(eigenvalues_above(matrix(M) if isinstance(M, tuple) else M, tau))


@Claim(
    "daneshmand20.rank.zero-threshold",
    source=Locator(DANESHMAND20, "eq. (3), missing from the text we hold"),
    status="reading",
    says="the soft rank at the threshold 0 is the rank: 1 for equal rows. (With >= it is d, with > it is the rank.)",
    predicts=k,
    given=Given(
        {"M": CORRELATIONS}, letters={"d": lambda at: number(size(at["M"])), "k": lambda at: number(rank(at["M"]))}
    ),
    expected=Verdict.REFUTED,
    truth=d,
).literal(scope="eigenvalues counted exactly, d = 2 to 10", most=60)
def zero_threshold(at: At) -> Expr:
    return rank_from(at.M, 0)


@Claim(
    "daneshmand20.rank.soft-arbitrary-matrix",
    source=LEMMA_1,
    status="reading",
    says="rank_tau(H) >= (1 - tau)^2 r(H) for an arbitrary matrix, as rank(H) >= r(H): also where the "
    "eigenvalues of M have another mean than 1",
    relation=">=",
    predicts=(1 - tau) ** 2 * soft_r,
    given=Given(
        {"H": data_sets(), "tau": Rationals(above=0, most=1)},
        letters={
            "d": lambda at: number(size(at["H"])),
            "trace": lambda at: number(trace_of(moment(at["H"]))),
            "r": lambda at: number(effective_rank_of(at["H"])),
        },
    ),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.lemma-1-soft",),
    truth=Max(0, 1 - tau * d / trace) ** 2 * soft_r,  # Lemma 1 for the eigenvalues divided by their mean, trace/d
).literal(scope="eigenvalues counted exactly", most=60)
def arbitrary(at: At) -> Expr:
    return rank_from(moment(at.H), at.tau)


first, limit = Symbol("first", integer=True, nonnegative=True), Symbol("limit", integer=True, nonnegative=True)
base = Symbol("base", integer=True, nonnegative=True)


@Claim(
    "daneshmand20.rank.lemma-16-any-sequence",
    source=LEMMA_16,
    status="reading",
    says="the same without monotonicity: the least term of a bounded sequence of integers is at least the "
    "limit of its means, as for a, .., a, b, b, .. with the limit b",
    given=Given(
        {"first": Integers(0), "limit": Integers(0), "h": Integers(1)},
        words="a_l = first for l < h, and limit from there on",
    ),
    relation=">=",
    predicts=limit,
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.corollary-15-corrected",),
    truth=Min(first, limit),
).literal(scope="the terms one by one")
def any_sequence(at: At) -> Any:
    terms = each(lambda l: one_if(l < at.h) * at.first + one_if(l >= at.h) * at.limit, places(at.h + 1))
    return number(smallest(terms))


@Claim(
    "daneshmand20.rank.lemma-16-strict",
    source=LEMMA_16,
    status="reading",
    says="a limit of at least b puts every term strictly above b: those of base + max(h - l, 0) above b = base",
    given=Given({"base": Integers(0), "h": Integers(0)}, words="a_l = base + max(h - l, 0), of the limit base"),
    relation=">",
    predicts=base,
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.lemma-16",),
    truth=base - 1,  # integers that are at least b
).literal(scope="the terms one by one")
def strict(at: At) -> Any:
    return number(smallest(each(lambda l: at.base + larger(at.h - l, 0), places(at.h + 2))))


before = Symbol("before", integer=True, positive=True)


def _correlated(rho: Any) -> Any:
    return (1, rho), (rho, 1)


@named("rank_{1}(corr {0})", r"\mathrm{{rank}}_{{{1}}}(\mathrm{{corr}}{0})", means="(corr C)_ij = C_ij/√(C_ii C_jj)")
def rescaled_rank_from(C: Any, tau: Any) -> Expr:
    """As many eigenvalues from tau on as C - tau D has from 0 on, by Sylvester's law of inertia."""
    return rank_from(each(lambda row, i: each(lambda x, j: x - one_if(i == j) * tau * x, row, (0, 1)), C, (0, 1)), 0)


@Claim(
    "daneshmand20.rank.soft-rank-monotone",
    source=Locator(DANESHMAND20, "Corollary 15: 'Assuming that [rank_tau] is a monotonically no-increasing sequence'"),
    status="reading",
    says="the assumption of Corollary 15, that rank_tau does not increase from layer to layer, is met: also at "
    "d = 2, tau = 1/2, for the layers with gamma W = (0, 0; u, v)",
    silent_on="the corollary itself, which only assumes it; 0, u/gamma and v/gamma have to be in the support of the "
    "weights, as for Gaussian ones at any gamma",
    given=Given(
        {"rho": Rationals(least=-1, most=1), "u": Rationals(), "v": Rationals()},
        lambda at: at["u"] ** 2 + (1 + at["v"]) ** 2 + 2 * at["u"] * (1 + at["v"]) * at["rho"] > 0,
        "gamma W = (0, 0; u, v), no row of H + gamma W H zero",
        {"before": lambda at: rank_from(_correlated(at["rho"]), HALF)},
    ),
    relation="<=",
    predicts=before,
    expected=Verdict.REFUTED,
    truth=Integer(2),
).literal(scope="d = 2, eigenvalues counted exactly", most=300)
def monotone(at: At) -> Expr:
    return rescaled_rank_from(image(_correlated(at.rho), ((0, 0), (at.u, at.v)), 1), HALF)


own_r = Symbol("own_r", positive=True)


@Claim(
    "daneshmand20.rank.bound-at-every-layer",
    source=spectra.COROLLARY_15,
    status="reading",
    says="rank_tau >= (1 - tau)^2 lim (1/L) sum r at every single layer: also at d = 2, gamma -> 0, where the "
    "limit is sqrt(2), for X of full rank with any correlation",
    given=Given(
        {"m": Integers(1), "q": Integers(1)},
        words="d = 2, layer 0 of correlation 1 - 1/m, tau = 1/q; E r = sqrt(2) by diffusion.arcsine-means",
        letters={"tau": lambda at: 1 / at["q"], "own_r": lambda at: effective(_correlated(1 - 1 / at["m"]))},
    ),
    relation=">=",
    predicts=(1 - tau) ** 2 * sqrt(2),
    uses=("daneshmand20.diffusion.arcsine-means",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.lemma-1-soft",),
    truth=(1 - tau) ** 2 * own_r,  # r of that layer for the mean of r
).literal(scope="d = 2, eigenvalues counted exactly", most=100)
def every_layer(at: At) -> Expr:
    return rank_from(_correlated(1 - 1 / at.m), at.tau)


INVARIANT = ("nu any invariant law with alpha(nu) < 1", "weights as in Lemma 7, symmetric, with fourth moment")
IN_THE_LIMIT = (*INVARIANT, "gamma -> 0: nu invariant for the generator")
CIRCLE = "nu the law of d rows i.i.d. uniform on the circle, of rank 2, invariant as gamma -> 0"
alpha = Symbol("alpha", positive=True)  # regularity constant


@named(
    "E Tr diag(M²)²/E Tr M³ ({0})",
    r"\frac{{\mathbb E\operatorname{{Tr}}\operatorname{{diag}}(M^2)^2}}{{\mathbb E\operatorname{{Tr}}M^3}}({0})",
)
def regularity_of_circle(d: Any) -> Expr:
    return alpha_of_circle(int(d))


ON_THE_CIRCLE = Given({"d": Integers(2)}, words=CIRCLE, letters={"alpha": lambda at: regularity_of_circle(at["d"])})


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


@named("r(H_{2})", means="X of p rows e₁ and q rows e₂, γ = 2/7, W_ij = (7i + 3j + ij mod 5) − 2, i and j from 0 on")
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
