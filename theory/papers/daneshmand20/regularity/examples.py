"""The regularity constant at rows of one norm and at two widths; of which laws it is below 1, and below nine tenths."""

from __future__ import annotations

from itertools import product
from typing import Any

from flint import fmpq_poly
from sympy import Expr, Integer, Matrix, Rational, Symbol, diag, eye, ones, sqrt, symbols

from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.matrices import Correlations, sign_vectors
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import Undefined
from theory.exact.rationals import rational, to_fmpq, to_sympy
from theory.markov import regularity
from theory.notation import d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.regularity import sandwich
from theory.papers.daneshmand20.regularity.sandwich import LEMMA_10, cubes, rho, squared_norm, squared_rows
from theory.term import each, number, one_if, places, size, total
from theory.term.matrices import inner
from theory.term.named import named

EXAMPLE_11 = Locator(DANESHMAND20, "Example 11")
EXAMPLE_12 = Locator(DANESHMAND20, "Example 12 (the sizes of the eigenvalues are missing from the text we hold)")
c = Symbol("c", positive=True)  # size of the leading eigenvalue


@named("‖{0}² − diag({0}²) {0}‖²", r"\|{0}^2-\operatorname{{diag}}({0}^2){0}\|_F^2")
def apart(M: Any) -> Any:
    """The sum over i and j of ((M^2)_ij - (M^2)_ii M_ij)^2, of a symmetric matrix."""

    def of_row(row: Any) -> Any:
        own = inner(row, row)
        return total(each(lambda other, entry: (inner(row, other) - own * entry) ** 2, M, row))

    return number(total(each(of_row, M)))


gap = Symbol("g", nonnegative=True)  # Tr M^3 - Tr diag(M^2)^2


@Claim(
    "daneshmand20.regularity.example-11",
    source=EXAMPLE_11,
    status="corrected",
    says="|M^2 - diag(M^2) M|_F^2 is at most d (Tr M^3 - Tr diag(M^2)^2) for every M, and so in the mean over every "
    "law: if alpha >= 1, then M^2 = diag(M^2) M almost surely, that is M^2 = (|M|_F^2/d) M for rows of one norm, with "
    "all non-zero eigenvalues equal",
    silent_on="the mean over a law, in which alpha >= 1 makes the right side 0 (note)",
    relation="<=",
    predicts=d * gap,
    given=Given(
        {"M": Correlations()},
        letters={
            "d": lambda at: number(size(at["M"])),
            "g": lambda at: number(cubes(at["M"])) - number(squared_rows(at["M"])),
        },
    ),
    uses=("daneshmand20.regularity.at-most-one",),
    twins=(Twin(gap / 4, "no more than a quarter of it, at every d"),),
).literal(most=40)
def example_11(at: At) -> Any:
    return apart(at.M)


def _attaining(M: Matrix) -> Matrix:
    """M itself, once it is seen to have alpha = 1."""
    if regularity([(1, M)]) != 1:
        raise ValueError("wanted a matrix with alpha = 1")
    return M


many, few = symbols("p q", integer=True, positive=True)  # sizes of two blocks of ones
EXTREME = "J(k) the k × k matrix of ones; λ_min and λ_max the extreme eigenvalues other than 0"


@named("(λ_min/λ_max)(J({0}) ⊕ J({1}))", r"(\lambda_\min/\lambda_\max)(J_{{{0}}}\oplus J_{{{1}}})", means=EXTREME)
def _least_over_greatest(p: Any, q: Any) -> Expr:
    found = {value for value in _attaining(diag(ones(int(p)), ones(int(q)))).eigenvals() if value != 0}
    return min(found) / max(found)


@Claim(
    "daneshmand20.regularity.example-11-unequal-rows",
    source=EXAMPLE_11,
    status="reading",
    says="alpha >= 1 makes the non-zero eigenvalues equal also where the rows of M have unequal norms: the "
    "least is 1 times the greatest",
    predicts=Integer(1),
    given=Given({"p": Integers(1), "q": Integers(1)}, lambda at: at["q"] < at["p"], "q < p"),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.regularity.equality-cases",),
    truth=few / many,
).literal(most=10)
def unequal_rows(at: At) -> object:
    return _least_over_greatest(at.p, at.q)


@named("rank I_{0}", r"\operatorname{{rank}}I_{{{0}}}")
def _rank_of_identity(d: Any) -> Integer:
    return Integer(_attaining(eye(int(d))).rank())


@Claim(
    "daneshmand20.regularity.example-11-rank-one",
    source=EXAMPLE_11,
    status="reading",
    says="alpha >= 1 and rows of one norm make M a matrix of rank 1",
    predicts=Integer(1),
    given=Given({"d": Integers(2)}),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.regularity.example-11",),
    truth=d,
).literal(most=8)
def rank_one(at: At) -> object:
    return _rank_of_identity(at.d)


@named("M({0}, {1})", shape=lambda _, s: (size(s), size(s)), means="M(ρ, s) = (1 − ρ) I + ρ s sᵀ")
def _one_leading(rho: Any, s: Any) -> Any:
    at = places(size(s))
    return each(lambda x, i: each(lambda y, j: rho * x * y + (1 - rho) * one_if(i == j), s, at), s, at)


@named("((d + λ²)²/(d (d + λ³)))", r"\tfrac{{(d+\lambda^2)^2}}{{d(d+\lambda^3)}}", bare=True, means="λ = 1 + (d − 1) ρ")
def _leading_order(rho: Any, d: Any) -> Any:
    top = 1 + (d - 1) * rho
    return (d + top**2) ** 2 / (d * (d + top**3))


@Claim(
    "daneshmand20.regularity.example-12",
    source=EXAMPLE_12,
    status="reconstructed",
    says="one eigenvalue lam >= 1, the others equal: alpha is (d + lam^2)^2/(d (d + lam^3)) to within its 2/sqrt(d)-th "
    "part, for every d and lam. For lam = c d^beta, d -> oo, that goes to 1 for beta < 1/3 and to 1/(1 + c^3) at 1/3, "
    "then like d^(1 - 3 beta)/c^3 for beta < 1/2, (1 + c^2)^2/(c^3 sqrt d) at 1/2 and c d^(beta - 1) up to beta = 1, "
    "where it tends to c: alpha is below 0.9 for large d if 1/3 < beta < 1",
    silent_on="the chain's own law, which has no dominant eigenvalue; beta = 0.99 needs d > 37,000",
    relation="<=",
    predicts=2 / sqrt(d),
    given=Given(
        {"s": sign_vectors(), "rho": Rationals(least=0, most=1)},
        words="lam = 1 + (d - 1) rho; of unit diagonal such a matrix is (1 - rho) I + rho s s^T, s signs, so that its "
        "rows have one norm",
        letters={"d": lambda at: number(size(at["s"]))},
    ),
    twins=(Twin(1 / d, "of order 1/d"),),
).literal(most=100)
def example_12(at: At) -> Any:
    M = _one_leading(at.rho, at.s)
    return abs(1 - number(squared_rows(M)) / cubes(M) / _leading_order(at.rho, size(at.s)))


ONE_LEADING = "α = ‖M‖⁴/(d tr(M³)), M of eigenvalues λ₁ and d − 1 times (d − λ₁)/(d − 1), d → ∞"


@named("lim(α | λ₁ = {0} d^({1}))", r"\lim(\alpha\,|\,\lambda_1={0}d^{{{1}}})", means=ONE_LEADING)
def limit_at(size: Any, beta: Rational) -> Expr:
    """Of alpha with the leading eigenvalue `size` d^beta, along d = s^6: by the leading coefficients in s.

    alpha = |M|_F^4/(d Tr M^3), rows of one norm, over polynomials in s; the d - 1 others are (d - lambda)/(d - 1).
    """
    width = fmpq_poly([0] * 6 + [1])
    top = fmpq_poly([0] * int(beta * 6) + [to_fmpq(rational(size))])
    norm = top**2 * (width - 1) + (width - top) ** 2  # |M|_F^2 (d - 1)
    cube = top**3 * (width - 1) ** 2 + (width - top) ** 3  # Tr M^3 (d - 1)^2
    above, below = norm**2, width * cube
    if above.degree() > below.degree():
        raise Undefined("the limit is infinite")
    return to_sympy(above[below.degree()] / below[below.degree()])


@Claim(
    "daneshmand20.regularity.example-12-small-exponent",
    source=EXAMPLE_12,
    status="reading",
    says="alpha -> 0 for every exponent 0 < beta < 1 of the leading eigenvalue, as for beta = 1/6",
    given=Given({"c": Rationals(above=0)}, words="lambda_1 = c d^(1/6)"),
    predicts=Integer(0),
    uses=("daneshmand20.regularity.example-12",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.regularity.example-12",),
    truth=Integer(1),
).literal(scope="the limit along d = s^6", most=40)
def small_exponent(at: At) -> Expr:
    return limit_at(at.c, Rational(1, 6))


@Claim(
    "daneshmand20.regularity.example-12-linear",
    source=EXAMPLE_12,
    status="reading",
    says="a leading eigenvalue of order d is fine, too: alpha is at most 0.9 in the limit, whatever its share "
    "of the trace",
    given=Given({"c": Rationals(above=0, most=1)}, words="lambda_1 = c d"),
    relation="<=",
    predicts=Rational(9, 10),
    uses=("daneshmand20.regularity.example-12",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.regularity.example-12",),
    truth=c,
).literal(scope="the limit along d = s^6", most=40)
def linear_eigenvalue(at: At) -> Expr:
    return limit_at(at.c, Integer(1))


in_chains = Claim(
    "daneshmand20.regularity.in-chains",
    source=Locator(
        DANESHMAND20,
        "Figure 8: 'Our experiments in Fig. 8 show that the regularity constant of the "
        "invariant distribution is less than 0.9 for d > 10'",
    ),
    status="measured",
    says="Gaussian weights, from full rank: alpha of the depths 41 to 60 of a chain has the mean .9103, .8967, .8816, "
    ".8581 at d = 8, 11, 16, 32 without skip connection (gamma = oo), and at gamma = 1/4, depths 101 to 120, .8938 and "
    ".8814 at d = 11 and 16: below 9/10 from d = 11 on",
    hypotheses=(
        "gamma = oo and 1/4, Gaussian weights, rank X = d",
        "the law of twenty depths, chain by chain",
        "the numbers are measured, not derived: 8,000 chains each, to .05 per cent",
    ),
    given=Given(words="chains of d = 8, 11, 16, 32 rows, gamma = oo, and d = 11, 16, gamma = 1/4, Gaussian weights"),
    speaks_of=("law",),
    left=r"\mathbb E\frac{\sum_\ell\mathrm{Tr\,diag}(M_\ell^2)^2}{\sum_\ell\mathrm{Tr}M_\ell^3}",
    silent_on="larger d and the limit, for which 4/5 is conjectured; the gamma of the source, which is not held",
    predicts=tuple(Rational(alpha, 10000) for alpha in (9103, 8967, 8816, 8581, 8938, 8814)),
    twins=(
        Twin(tuple(Rational(alpha, 10000) for alpha in (9103, 9000, 8816, 8581, 9000, 8814)), "9/10 at d = 11"),
        Twin(tuple(Rational(alpha, 10000) for alpha in (9103, 8967, 7900, 7900, 8938, 7900)), "below 4/5 beyond 11"),
        Twin(tuple(Rational(alpha, 10000) for alpha in (8581, 8816, 8967, 9103, 8814, 8938)), "increasing in d"),
    ),
)


@Claim(
    "daneshmand20.regularity.pointwise-below-one",
    source=LEMMA_10,
    status="reading",
    says="Tr diag(M^2)^2 is at most c Tr M^3 for every single M, with one c < 1, say 99/100",
    relation="<=",
    predicts=Rational(99, 100),
    given=Given({"M": Correlations()}),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.regularity.at-most-one",),
    truth=Integer(1),
)
def pointwise(at: At) -> object:
    return squared_rows(at.M) / cubes(at.M)


@named("{0} {0}ᵀ", r"{0} {0}^\top", shape=lambda s: (size(s), size(s)))
def _outer(s: Any) -> Any:
    return each(lambda a: each(lambda b: a * b, s), s)


@Claim(
    "daneshmand20.regularity.rank-one-law",
    source=LEMMA_10,
    says="M = ss^T, s a sign vector, has |M|_F^2 = d^2 and Tr M^3 = Tr diag(M^2)^2 = d^3, so alpha = 1 and r = 1, and "
    "no drift",
    silent_on="that a layer maps such matrices to such matrices, which therefore carry an invariant law (note)",
    predicts=(d**2, d**3, d**3, Integer(0)),
    given=Given({"s": sign_vectors()}, letters={"d": lambda at: to_sympy(size(at["s"]))}),
)
def rank_one_law(at: At) -> object:
    M = _outer(at.s)
    return squared_norm(M), cubes(M), squared_rows(M), sandwich.delta(M)


ALPHA = "α(M) = E tr(diag(M²)²)/E tr(M³)"


@named("α(s sᵀ, s uniform in {{−1, 1}}^{0})", r"\alpha(ss^\top,\ s\in\{{-1,1\}}^{{{0}}})", means=ALPHA)
def _of_signs_alike(d: Any) -> Expr:
    rows = (Matrix(signs) for signs in product((1, -1), repeat=int(d)))
    return regularity([(1, s * s.T) for s in rows])


@Claim(
    "daneshmand20.regularity.lemma-10-every-law",
    source=LEMMA_10,
    status="reading",
    says="every invariant law of the chain has alpha at most some c < 1, say 99/100 (Lemma 10 without its hypothesis "
    "that there is only one)",
    silent_on="Lemma 10 as printed, which supposes a unique invariant law",
    relation="<=",
    predicts=Rational(99, 100),
    given=Given({"d": Integers(2)}),
    uses=("daneshmand20.regularity.rank-one-law",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.regularity.lemma-10-corrected",),
    truth=Integer(1),
).literal(most=3)
def every_law(at: At) -> object:
    return _of_signs_alike(at.d)


@named("M({0}, {1})", shape=lambda rho, i, d: (d, d), means="M(ρ, i) of ones, but ρ between i and every other")
def _row_apart(rho: Any, i: Any, d: Any) -> Any:
    alone = each(lambda place: number(one_if(place == i)), places(d))
    return each(lambda a: each(lambda b: 1 - (1 - rho) * (a + b - 2 * a * b), alone), alone)


@Claim(
    "daneshmand20.regularity.lemma-10-corrected",
    source=LEMMA_10,
    status="corrected",
    says="Tr M^3 - Tr diag(M^2)^2 is d (d-1) rho^2 (1 - rho^2) where d - 1 rows coincide and the other, row i, has "
    "correlation rho with them: not 0 at rank two. With such matrices the note shows that, if the weights have a "
    "density, an invariant law has alpha = 1 iff it is carried by rank one",
    silent_on="invariant laws: what it says of these is shown in the note alone; a bound below 1 that holds for all d",
    predicts=d * (d - 1) * rho**2 * (1 - rho**2),
    given=Given(
        {"d": Integers(2), "i": Integers(0), "rho": Rationals(least=-1, most=1)}, lambda at: at["i"] < at["d"], "i < d"
    ),
    uses=("daneshmand20.regularity.row-identity", "daneshmand20.regularity.rank-one-law"),
    twins=(Twin(Integer(0), "alpha = 1 on higher rank, too"),),
).literal(most=100)
def corrected(at: At) -> object:
    M = _row_apart(at.rho, at.i, at.d)
    return cubes(M) - squared_rows(M)


@named("α({0} rows uniform on the circle)", r"\alpha({0}\text{{ rows uniform on the circle}})", means=ALPHA)
def _on_the_circle(d: Any) -> Expr:
    return sandwich.alpha_of_circle(int(d))


@Claim(
    "daneshmand20.regularity.below-nine-tenths",
    source=Locator(DANESHMAND20, "Figure 8: 'less than 0.9 for d > 10'"),
    status="reading",
    says="alpha is at most 0.9 at every width, and not only for d > 10: at d = 2, 3 as gamma -> 0, too",
    given=Given({"d": Integers(2)}, words="the law of d rows i.i.d. uniform on the circle, invariant as gamma -> 0"),
    relation="<=",
    predicts=Rational(9, 10),
    uses=("daneshmand20.diffusion.planar-moments",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.diffusion.planar-moments",),
    truth=(2 * d**2 + 5 * d + 1) / (2 * d**2 + 6 * d),
).literal(scope="d = 2, .., 6", most=5)
def nine_tenths(at: At) -> object:
    return _on_the_circle(at.d)
