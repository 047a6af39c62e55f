"""R1: with which probability one more random row raises the rank of a ReLU layer."""

from __future__ import annotations

from fractions import Fraction

from sympy import Integer, Rational, Symbol

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.exact.expressions import grid
from theory.exact.rationals import to_sympy
from theory.notation import HALF, n
from theory.papers.nachum24 import NACHUM24
from theory.rank import Angles, Batch
from theory.rank.bounds import p_star_lower
from theory.rank.circuits import circuit_counterexamples, circuit_formula, line_triple_bound
from theory.rank.law import Flats, identity_flats, planar_flats, term_rank_distribution
from theory.rank.planar import p_star

LEMMA_2 = Locator(NACHUM24, "Lemma 2 (its conclusion and probability are missing from the text we hold)")
ROWS = ("W Gaussian", "no two columns of X collinear, none zero")
PLANAR = ("0 1/7 2/7", "0 1/100 1/50", "0 2/3 4/3", "0 1/10 3/10 3/5", "0 11/10 3/10 3/5")
SEVEN = Angles([Fraction(a, 100) for a in (0, 101, 102, 3, 50, 151, 52)])


def least_growth(flats: Flats) -> Rational:
    """p*, as the least probability that a chamber's row space leaves a proper flat."""
    proper = [p for p, dimension in zip(flats.growth, flats.dims, strict=True) if dimension < flats.n]
    return Rational(min(proper), flats.whole)


growth_constant = Claim(
    "nachum24.rank.growth-constant",
    source=LEMMA_2,
    status="corrected",
    says="while the row space of relu(WX) is not everything, one more row raises the rank with probability at least "
    "p*(X) = min over "
    "u != 0 of P(sum_i u_i relu(w.x_i) != 0), and that is attained: 2/7, 1/50, 1/2, 3/10, 1/2 for five planar batches",
    tex=r"P(\mathrm{rank}\uparrow)\ge p^*(X)=\min_{u\ne0}P\Big(\sum_iu_i\,\mathrm{relu}(w\cdot x_i)\ne0\Big)",
    hypotheses=ROWS,
    silent_on="any bound on p* that does not depend on X",
    predicts=(Rational(2, 7), Rational(1, 50), HALF, Rational(3, 10), HALF),
    over=({},),
    twins=(Twin((HALF, HALF, HALF, HALF, HALF), "one half always"),),
)


@growth_constant.exact(
    scope="angles over pi " + "; ".join(PLANAR) + ": by kernels of chambers, folded, and by the "
    "lattice of flats, not folded"
)
def _five_batches(predicted: Predicted) -> Compared:
    for angles, claimed in zip(PLANAR, predicted, strict=True):
        X = Angles(angles.split())
        yield f"angles ({angles}) pi", p_star(X).value, claimed
        yield f"angles ({angles}) pi, least over all flats", least_growth(planar_flats(X)), claimed


a = Symbol("a", positive=True)

thin_cone = Claim(
    "nachum24.rank.thin-cone",
    source=LEMMA_2,
    status="new",
    says="three directions inside a cone of angle a pi, a <= 1/2, have p* = a: the probability is as small as the cone",
    tex=r"p^*=a\quad\text{for directions }0,\ b\pi,\ a\pi,\ 0<b<a\le\tfrac12",
    hypotheses=("three planar directions in a cone of angle a pi", "a <= 1/2"),
    predicts=a,
    over=grid(a=(Rational(1, 50), Rational(1, 4), Rational(2, 5))),
    uses=("nachum24.rank.growth-constant",),
    twins=(Twin(HALF, "at least one half"), Twin(a / 2, "one of the two opposite arcs only")),
)


@thin_cone.exact(scope="a = 1/50, 2/7, 1/4, 2/5, 1/2 with the middle direction at a/2 and a/3")
def _cones(predicted: Predicted) -> Compared:
    for width in (Fraction(1, 50), Fraction(2, 7), Fraction(1, 4), Fraction(2, 5), Fraction(1, 2)):
        for middle in (width / 2, width / 3):
            claimed = predicted.subs(a, to_sympy(width))
            yield f"a = {width}, middle {middle}", p_star(Angles([0, middle, width])).value, claimed


universal_half = Claim(
    "nachum24.rank.universal-half",
    source=LEMMA_2,
    status="reading",
    says="the rank rises with probability at least 1/2 for every batch without collinear columns: p* = 1/2",
    tex=r"p^*(X)\ge\tfrac12",
    hypotheses=ROWS,
    predicts=HALF,
    over=grid(a=(Rational(2, 7), Rational(1, 50))),
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.rank.thin-cone",),
)


@universal_half.exact(scope="angles (0, 1/7, 2/7) pi and (0, 1/100, 1/50) pi")
def _narrow(predicted: Predicted) -> Compared:
    for angles in PLANAR[:2]:
        width = Rational(angles.split()[-1])
        yield f"angles ({angles}) pi", p_star(Angles(angles.split())).value, predicted.subs(a, width)


always_rises = Claim(
    "nachum24.rank.always-rises",
    source=LEMMA_2,
    status="reading",
    says="one more row raises the rank with probability 1",
    tex=r"P(\mathrm{rank}\uparrow)=1",
    hypotheses=("independent columns",),
    predicts=Integer(1),
    over=grid(n=(2, 3)),
    expected=Verdict.REFUTED,
    truth=1 - 2 ** (-n),
)


@always_rises.exact(scope="X = I_n, n = 2, 3, first row: it is zero with probability 2^-n")
def _zero_row(predicted: Predicted) -> Compared:
    for size in (2, 3):
        yield f"X = I_{size}, rank 1 after one row", term_rank_distribution(size, 1)[1], predicted.subs(n, size)


independent_half = Claim(
    "nachum24.rank.independent-half",
    source=LEMMA_2,
    status="new",
    says="for independent columns p* = 1/2: f_u(w) - f_u(-w) = w.Xu is not 0, and u = e_1 attains it",
    tex=r"\mathrm{rank}X=n\Rightarrow p^*(X)=\tfrac12",
    hypotheses=("independent columns",),
    silent_on="rows beyond rank X, where the thin cone has any small value",
    predicts=HALF,
    over=({},),
    uses=("nachum24.rank.growth-constant",),
)


@independent_half.exact(
    scope="least growth over all proper flats: two directions at angle pi/12, .., 11 pi/12; I_n, n = 1..5"
)
def _least_over_flats(predicted: Predicted) -> Compared:
    for twelfths in range(1, 12):
        yield f"angle {twelfths}/12 pi", least_growth(planar_flats(Angles([0, Fraction(twelfths, 12)]))), predicted
    for size in range(1, 6):
        yield f"I_{size}", least_growth(identity_flats(size)), predicted


circuit_small = Claim(
    "nachum24.rank.circuit-formula-small",
    source=LEMMA_2,
    status="new",
    says="for planar batches of at most 6 directions p* is the circuit formula, the least of 1/2 and of the cone "
    "angles over pi of "
    "triples in a half-plane: 0 exceptions",
    tex=r"p^*=\min\Big(\tfrac12,\ \min_{\text{triples in a half-plane}}\tfrac{\text{angle}}\pi\Big)\quad(n\le6)",
    hypotheses=("planar, n <= 6, no two directions collinear",),
    predicts=Integer(0),
    over=({},),
    uses=("nachum24.rank.growth-constant",),
)


@circuit_small.exact(
    scope="all directions that are multiples of pi/N up to rotation: n = 3, 4, 5 with N <= 9, n = 6 with N <= 8"
)
def _no_exception(predicted: Predicted) -> Compared:
    for size, most in ((3, 9), (4, 9), (5, 9), (6, 8)):
        found = sum(1 for N in range(size, most + 1) for _ in circuit_counterexamples(size, N))
        yield f"n = {size}", Integer(found), predicted


circuit = Claim(
    "nachum24.rank.circuit-formula",
    source=LEMMA_2,
    status="reading",
    says="p* is given by the circuit formula for every n: 49/100 for the seven directions (0,101,102,3,50,151,52) "
    "pi/100",
    tex=r"p^*=\min\Big(\tfrac12,\ \min_{\text{triples}}\tfrac{\text{angle}}\pi\Big)",
    hypotheses=("planar, no two directions collinear",),
    predicts=circuit_formula(SEVEN),
    over=({},),
    expected=Verdict.REFUTED,
    truth=Rational(3, 100) + Rational(2, 100),  # the two arcs outside which the combination of the note vanishes
)


@circuit.exact(scope="seven directions")
def _seven(predicted: Predicted) -> Compared:
    yield "(0, 101, 102, 3, 50, 151, 52) pi/100", p_star(SEVEN).value, predicted


lower_bounds = Claim(
    "nachum24.rank.lower-bounds",
    source=LEMMA_2,
    status="new",
    says="p* is at least lambda_min(K)/(2 rank(X) |X|^2) (unit columns), erf(sqrt(pi) tan(theta)/(4(n-1)))/4 with "
    "theta the least angle "
    "between lines, and the least angle that three lines span over pi (planar, at most 1/2): 0 violations",
    tex=r"p^*\ge\frac{\lambda_{\min}(K)}{2\,\mathrm{rank}(X)\|X\|^2},\quad p^*\ge\tfrac14\mathrm{erf}"
    r"\frac{\sqrt\pi\tan\theta_{\min}}{4(n-1)}",
    hypotheses=ROWS,
    silent_on="sharpness: the bounds are weak",
    predicts=Integer(0),
    over=({},),
    uses=("nachum24.rank.growth-constant",),
)

BATCHES: tuple[Batch | Angles, ...] = (
    *(Angles(angles.split()) for angles in PLANAR),
    SEVEN,
    Batch([[1, 2, 1], [0, 1, 1]]),
    Batch([[1, 3, -1, 2], [0, 1, 4, -5]]),
    Batch([[1, 0, 0], [1, 1, 0], [1, 2, 3]]),
)


@lower_bounds.certified(
    scope="nine batches: the five planar ones, the seven directions, two of rational points, one independent; in balls"
)
def _bounds_hold(predicted: Predicted) -> Compared:
    violations = 0
    for batch in BATCHES:
        exact, bounds = p_star(batch), p_star_lower(batch)
        # a bound that is not certified counts as violated
        proved = [bool(bound <= exact.enclosure()) for bound in (bounds.eigenvalue, bounds.line_angle)]
        if bounds.line_triples is not None:  # attained by thin cones, where only exact numbers decide
            proved.append(line_triple_bound(batch) == exact.value or bool(bounds.line_triples <= exact.enclosure()))
        violations += proved.count(False)
    yield "violations", Integer(violations), predicted
