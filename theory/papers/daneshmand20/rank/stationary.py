"""L13, T14: what invariance under Lemma 7's drift says of E|M|_F^2 and E r, and what it does not."""

from __future__ import annotations

from fractions import Fraction

from flint import acb, arb
from sympy import Expr, Integer, Rational, Symbol, diag, expand, ones, solve, sqrt, symbols

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import to_sympy
from theory.markov import effective_rank, frobenius_bound, sharp_frobenius_bound
from theory.notation import d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.domains import Entries
from theory.papers.daneshmand20.rank.setting import BALANCED, NEARLY_BALANCED, mean, probability
from theory.papers.daneshmand20.regularity.setting import circle_means

LEMMA_13 = Locator(DANESHMAND20, "Lemma 13 (its bound, 'O(..)', is missing from the text we hold)")
THEOREM_14 = Locator(DANESHMAND20, "Theorem 14, the formal statement of Theorem 2; eq. (5) has the order sqrt(d)")
INVARIANT = ("nu any invariant law with alpha(nu) < 1", "weights as in Lemma 7, symmetric, with fourth moment")

IN_THE_LIMIT = (*INVARIANT, "gamma -> 0: nu invariant for the generator")

alpha = Symbol("alpha", positive=True)  # regularity constant
F, T, D = symbols("F T D", positive=True)  # means of |M|_F^2, Tr M^3, Tr diag(M^2)^2
f, s = symbols("f s", positive=True)  # F d^(-3/2) and d^(-1/2)
OVER = grid(d=(2, 4, 9), alpha=(Rational(1, 2), Rational(4, 5)))


def mean_drift(width: Expr, norm: Expr, cube: Expr, rows: Expr) -> Expr:
    """E delta(M) of Lemma 7 from the means F, T, D: 0 as gamma -> 0 for an invariant law."""
    return 2 * width**2 - 2 * norm - 8 * cube + 8 * rows


def largest_cube(width: Expr) -> Expr:
    """The largest E Tr M^3 with F >= d and a remainder of at most 2 d beside the drift."""
    (found,) = solve(mean_drift(width, width, T, alpha * T) + 2 * width, T)
    return found


frobenius = Claim(
    "daneshmand20.rank.lemma-13",
    source=LEMMA_13,
    status="reconstructed",
    says="every law nu of correlation matrices with |E_nu delta(M)| <= 2 d has (E_nu |M|_F^2)^2 <= d^3/(4 (1 - "
    "alpha)), and so has an invariant one for gamma so small that the remainder of Lemma 7 is at most 2 d gamma^2: the "
    "drift bounds E Tr M^3, and E|M|_F^2 <= sqrt(d E Tr M^3) by Cauchy-Schwarz and Jensen",
    tex=r"\mathbb E_\nu\|M\|_F^2\le\frac{d^{3/2}}{2\sqrt{1-\alpha}}",
    hypotheses=(*INVARIANT, "gamma^2 K_d <= 2 d, K_d gamma^4 the remainder of Lemma 7"),
    silent_on="the best K_d, that is how small gamma has to be (the note has a crude one); the slack",
    given=NEARLY_BALANCED,
    left=r"\big(\mathbb E_\nu\|M\|_F^2\big)^2",
    relation="<=",
    predicts=d**3 / (4 * (1 - alpha)),
    uses=("daneshmand20.expansion.frobenius-drift", "daneshmand20.regularity.row-identity"),
    twins=(
        Twin(d**3, "L13.m1: E|M|_F^2 <= d^(3/2)"),
        Twin(d**3 / (16 * (1 - alpha)), "the constant 1/(4 sqrt(1 - alpha))"),
    ),
)


@frobenius.literal(scope="laws of two matrices, d = 2, 3, 4: E|M|_F^2 entry by entry")
def _mean_norm(at: At) -> Expr:
    return to_sympy(mean(probability(vars(at)), norm(at.M), norm(at.M_))) ** 2


@frobenius.exact(
    scope="every d and alpha: d times the largest E Tr M^3 that the drift allows",
    reach="step",
    of="the drift bounds E Tr M^3, and E|M|_F^2 <= sqrt(d E Tr M^3)",
)
def _cube_times_width(predicted: Predicted) -> Compared:
    yield "(E|M|_F^2)^2", d * largest_cube(d), predicted


def norm(M: Entries) -> Fraction:
    """|M|_F^2."""
    return sum((x**2 for row in M for x in row), Fraction(0))


sharper = Claim(
    "daneshmand20.rank.lemma-13-sharp",
    source=LEMMA_13,
    status="new",
    says="if E_nu delta(M) = 0, to which invariance comes as gamma -> 0, then "
    "E_nu |M|_F^2 <= d (sqrt(1 + 16 b d) - 1)/(8 b), b = (1 - alpha)/alpha: the drift at the least "
    "E Tr diag(M^2)^2 >= F^2/d. With alpha = 4/5 it is d^(3/2) to first order, as in the large-d law",
    tex=r"\mathbb E_\nu\|M\|_F^2\le d\,\frac{\sqrt{1+16bd}-1}{8b},\quad b=\frac{1-\alpha}{\alpha}",
    hypotheses=(*INVARIANT, "gamma -> 0"),
    given=BALANCED,
    left=r"\mathbb E_\nu\|M\|_F^2",
    relation="<=",
    predicts=sharp_frobenius_bound(d, alpha),
    uses=("daneshmand20.rank.lemma-13", "daneshmand20.regularity.lower-sandwich"),
    twins=(Twin(frobenius_bound(d, alpha) / 2, "half of Lemma 13"),),
)


@sharper.literal(scope="laws of two matrices, d = 2, 3, 4: E|M|_F^2 entry by entry")
def _mean_norm_in_balance(at: At) -> Expr:
    return to_sympy(mean(probability(vars(at)), norm(at.M), norm(at.M_)))


def by_circle_law(bound: Expr, size: int) -> tuple[str, Expr, Expr]:
    """E|M|_F^2 of the circle law, invariant as gamma -> 0, beside a bound in d and alpha."""
    norm, cube, rows = circle_means(size)
    return f"d = {size}: E|M|_F^2", norm, bound.subs({d: size, alpha: rows / cube})


without_constant = Claim(
    "daneshmand20.rank.lemma-13-without-constant",
    source=LEMMA_13,
    status="reading",
    says="L13.m1: E|M|_F^2 <= d^(3/2), also at d = 2, gamma -> 0, full rank, where it is 3",
    tex=r"\mathbb E_\nu\|M\|_F^2\le d^{3/2}",
    hypotheses=IN_THE_LIMIT,
    relation="<=",
    predicts=d ** Rational(3, 2),
    over=grid(d=(2,), alpha=(Rational(19, 20),)),
    uses=("daneshmand20.diffusion.planar-moments",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.lemma-13-sharp",),
    truth=sharper.predicts,
)


@without_constant.exact(scope="d = 2: 3 against 2^(3/2)")
def _nine_and_eight(predicted: Predicted) -> Compared:
    yield by_circle_law(predicted, 2)


half_constant = Claim(
    "daneshmand20.rank.lemma-13-half-constant",
    source=LEMMA_13,
    status="reading",
    says="E|M|_F^2 <= d^(3/2)/(4 sqrt(1 - alpha)), half of Lemma 13, also at d = 3, gamma -> 0, rank 2, where it is 6",
    tex=r"\mathbb E_\nu\|M\|_F^2\le\frac{d^{3/2}}{4\sqrt{1-\alpha}}",
    hypotheses=IN_THE_LIMIT,
    relation="<=",
    predicts=d ** Rational(3, 2) / (4 * sqrt(1 - alpha)),
    over=grid(d=(3,), alpha=(Rational(17, 18),)),
    uses=("daneshmand20.diffusion.planar-moments",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.lemma-13-sharp",),
    truth=sharper.predicts,
)


@half_constant.exact(scope="d = 3: 6 against 5.51")
def _rank_two(predicted: Predicted) -> Compared:
    yield by_circle_law(predicted, 3)


mean_rank = Claim(
    "daneshmand20.rank.theorem-14",
    source=THEOREM_14,
    status="corrected",
    says="for EVERY invariant law nu (Theorem 14 supposes a unique one, which there is not), as for every law with "
    "|E_nu delta(M)| <= 2 d: (E_nu r)^2 >= 4 (1 - alpha) d. The soft rank follows by Lemma 1 inside the mean, time "
    "averages by Birkhoff where nu is ergodic",
    tex=r"\mathbb E_\nu r\ge2\sqrt{(1-\alpha(\nu))d}",
    hypotheses=(*INVARIANT, "gamma as small as in Lemma 13"),
    silent_on="chains at a given gamma; alpha(nu) of the law that a given X leads to: that it stays below 1 as d grows "
    "is an open assumption",
    given=NEARLY_BALANCED,
    left=r"(\mathbb E_\nu r)^2",
    relation=">=",
    predicts=4 * (1 - alpha) * d,
    uses=(
        "daneshmand20.rank.lemma-13",
        "daneshmand20.rank.lemma-1-soft",
        "daneshmand20.uniqueness.many-invariant-laws",
        "daneshmand20.uniqueness.unique-law-rank",
    ),
    twins=(
        Twin(d, "T14.m1: E r >= sqrt(d)"),
        Twin(16 * (1 - alpha) * d, "T14.m2: the constant 4"),
        Twin(4 * (1 - alpha) * d**2, "T14.m3: linear growth"),
    ),
)


@mean_rank.literal(scope="laws of two matrices, d = 2, 3, 4: r = Tr(M)^2/|M|_F^2; the bound on E r")
def _mean_of_r(at: At) -> Expr:
    return to_sympy(mean(probability(vars(at)), len(at.M) ** 2 / norm(at.M), len(at.M) ** 2 / norm(at.M_))) ** 2


@mean_rank.exact(
    scope="every d and alpha: (d^2/E|M|_F^2)^2 at the largest E Tr M^3 that the drift allows",
    reach="step",
    of="E r >= d^2/E|M|_F^2 by Jensen, and Lemma 13",
)
def _by_jensen(predicted: Predicted) -> Compared:
    yield "(E r)^2", d**4 / (d * largest_cube(d)), predicted


constant = Claim(
    "daneshmand20.rank.theorem-14-constant",
    source=THEOREM_14,
    status="new",
    says="as gamma -> 0 and d -> oo at a fixed alpha, lemma-13-sharp gives (E_nu r)^2/d >= 4 (1 - alpha)/alpha: 1 at "
    "alpha = 4/5, the conjectured limit, so that nothing is lost in the proof to first order",
    tex=r"\liminf\frac{\mathbb E_\nu r}{\sqrt d}\ge2\sqrt{\frac{1-\alpha}{\alpha}}",
    hypotheses=(*INVARIANT, "gamma -> 0", "alpha(nu) -> alpha"),
    predicts=4 * (1 - alpha) / alpha,
    over=grid(alpha=(Rational(1, 2), Rational(4, 5), Rational(9, 10))),
    uses=("daneshmand20.rank.lemma-13-sharp", "daneshmand20.mean-field.regularity-limit"),
    twins=(Twin(4 * (1 - alpha), "Theorem 14's own constant, squared"), Twin(Integer(1), "at every alpha")),
)


@constant.exact(
    scope="every alpha: the drift in f = F d^(-3/2) and s = d^(-1/2), at s = 0",
    reach="step",
    of="lemma-13-sharp gives (E_nu r)^2/d to first order",
)
def _first_order(predicted: Predicted) -> Compared:
    norm = f / s**3
    scaled = expand(s**4 * mean_drift(1 / s**2, norm, norm**2 * s**2 / alpha, norm**2 * s**2))
    (found,) = solve(scaled.subs(s, 0).subs(f**2, T), T)  # f^2
    yield "(E r)^2/d = 1/f^2", 1 / found, predicted


def mean_r_in_space() -> arb:
    """E r of three directions i.i.d. uniform on the circle.

    r = 9/(5 + 2 c^2 + 2 c cos(phi)), c the cosine between two of them and phi uniform and independent of c: over phi
    the mean of 1/(A + B cos) is 1/sqrt(A^2 - B^2); the other angle by certified quadrature.
    """

    def integrand(b: acb, analytic: bool) -> acb:
        square = b.cos() ** 2
        return 9 / (25 + 16 * square + 4 * square**2).sqrt(analytic=analytic)

    with precision(30):
        return (acb.integral(integrand, acb(0), acb.pi()) / acb.pi()).real


sqrt_width = Claim(
    "daneshmand20.rank.mean-r-sqrt-d",
    source=THEOREM_14,
    status="reading",
    says="T14.m1: E r >= sqrt(d), with the constant 1, also at d = 3, as gamma -> 0, where the law of rank 2 has E r = "
    "1.5572 < 1.7321",
    tex=r"\mathbb E_\nu r\ge\sqrt d",
    hypotheses=IN_THE_LIMIT,
    relation=">=",
    predicts=sqrt(d),
    over=grid(d=(3,)),
    uses=("daneshmand20.diffusion.planar-effective-rank",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.diffusion.planar-moments",),
    truth=2 * d / (d + 1),  # d^2/E|M|_F^2, by Jensen
)


@sqrt_width.certified(scope="d = 3: the integral, enclosed")
def _three_rows(predicted: Predicted) -> Compared:
    yield "d = 3: E r", mean_r_in_space(), enclose(predicted, {"d": 3})


low_rank_start = Claim(
    "daneshmand20.rank.theorem-14-low-rank",
    source=THEOREM_14,
    status="reading",
    says="T14.m4: rank(X) = d is not needed: r of the order sqrt(d), at least sqrt(d)/2 = 4 at d = 64, from every X, "
    "also of rank 1 or 2, for which r <= 2 for ever",
    tex=r"r(H_\ell)\ge\tfrac12\sqrt d\text{ from every }X",
    hypotheses=("X != 0",),
    relation=">=",
    predicts=sqrt(d) / 2,
    over=grid(d=(64,)),
    uses=("daneshmand20.rank.lemma-1-rank",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.at-least-one",),
    truth=Integer(1),
)


@low_rank_start.exact(
    scope="d = 64: X with rows e_1 (32 times) and e_2, X on three lines at 60 degrees, and X with equal rows"
)
def _low_ranks(predicted: Predicted) -> Compared:
    lines = [0] * 22 + [1] * 21 + [2] * 21
    correlations = [[Rational(1) if a == b else Rational(-1, 2) for b in lines] for a in lines]
    claimed = predicted.subs(d, 64)
    yield "two lines: r", effective_rank(diag(ones(32), ones(32))), claimed
    yield "three lines: r", effective_rank(correlations), claimed
    yield "one line: r", effective_rank(ones(64)), claimed
