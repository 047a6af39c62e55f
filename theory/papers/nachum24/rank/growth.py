"""R1: with which probability one more random row raises the rank of a ReLU layer."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Integer, Min, Rational, Symbol

from theory.batchnorm import relu
from theory.claim import Claim, Compared, Predicted, Twin, Verdict
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import Undefined, grid
from theory.notation import HALF, n
from theory.papers.nachum24.rank import few, three
from theory.papers.nachum24.rank.setting import LEMMA_2, ROWS, Directions, by_flats, least_cone, least_growth, spanned
from theory.papers.nachum24.rank.symmetric import Independent, Symmetric, chances, is_met
from theory.rank import Angles
from theory.rank.law import identity_flats, planar_flats
from theory.words import At

PLANAR = ("0 1/7 2/7", "0 1/100 1/50", "0 2/3 4/3", "0 1/10 3/10 3/5", "0 11/10 3/10 3/5")
SEVEN = tuple(Fraction(a, 100) for a in (0, 101, 102, 3, 50, 151, 52))
SPAN = Symbol("span", positive=True)


growth_constant = Claim(
    "nachum24.rank.growth-constant",
    source=LEMMA_2,
    status="corrected",
    says="the least probability with which one more row leaves a proper subspace, p*(X) = min over u != 0 of "
    "P(sum_i u_i relu(w.x_i) != 0), is 2/7, 1/50, 1/2, 3/10, 1/2 for five planar batches",
    tex=r"p^*(X)=\min_{u\ne0}P\Big(\sum_iu_i\,\mathrm{relu}(w\cdot x_i)\ne0\Big)"
    r"=\tfrac27,\tfrac1{50},\tfrac12,\tfrac3{10},\tfrac12",
    hypotheses=ROWS,
    silent_on="any bound on p* that does not depend on X; other batches",
    predicts=(Rational(2, 7), Rational(1, 50), HALF, Rational(3, 10), HALF),
    over=({},),
    given=Given(),
    left=r"\big(p^*(X)\big)_X",
    twins=(Twin((HALF, HALF, HALF, HALF, HALF), "one half always"),),
)


@growth_constant.literal(scope="angles over pi " + "; ".join(PLANAR) + ": least over all proper flats, not folded")
def _over_flats(at: At) -> tuple[Rational, ...]:
    return tuple(by_flats(tuple(map(Fraction, angles.split()))) for angles in PLANAR)


a = Symbol("a", positive=True)

thin_cone = Claim(
    "nachum24.rank.thin-cone",
    source=LEMMA_2,
    status="new",
    says="three directions inside a cone of angle a pi, a <= 1/2, have p* = a: the probability is as small as the cone",
    tex=r"p^*=a\quad\text{for directions }0,\ b\pi,\ a\pi,\ 0<b<a\le\tfrac12",
    hypotheses=("W Gaussian", "three planar directions in a cone of angle a pi", "a <= 1/2"),
    predicts=a,
    over=grid(a=(Rational(1, 50), Rational(1, 4), Rational(2, 5))),
    given={"a": Rationals(above=0, most=HALF, far=4), "share": Rationals(above=0, below=1, far=3)},
    left=r"p^*(X)",
    uses=("nachum24.rank.growth-constant",),
    twins=(Twin(HALF, "at least one half"), Twin(a / 2, "one of the two opposite arcs only")),
)


@thin_cone.literal(scope="least over all proper flats; b = share a")
def _cones(at: At) -> Rational:
    width, share = (Fraction(int(q.p), int(q.q)) for q in (at.a, at.share))
    return by_flats((Fraction(0), share * width, width))


@thin_cone.exact(
    scope="every a and b: ranks of chambers and their angles on symbols, over all sets",
    argued="p* is a least over sets of chambers, whose ranks and angles are functions of a and b",
)
def _on_symbols(predicted: Predicted) -> Compared:
    yield "every 0 < b < a <= 1/2", three.least_growth().subs(three.a, a), predicted


universal_half = Claim(
    "nachum24.rank.universal-half",
    source=LEMMA_2,
    status="reading",
    says="the rank rises with probability at least 1/2 for every batch without collinear columns: p* >= 1/2; planar "
    "batches can have any small p*, and at least 1/2 or the least angle over pi that three lines span",
    tex=r"p^*(X)\ge\tfrac12",
    hypotheses=ROWS,
    predicts=HALF,
    relation=">=",
    given=Given({"x": Directions(2)}, letters={"span": lambda at: spanned(at["x"], 3)}),
    left=r"p^*(X)",
    over=grid(span=(Rational(2, 7), Rational(1, 50), Rational(3, 4))),
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.rank.lower-bounds", "nachum24.rank.thin-cone"),
    truth=Min(HALF, SPAN),
)


@universal_half.literal(scope="multiples of pi/N, small N first: least over all proper flats", most=100)
def _narrow(at: At) -> Rational:
    return by_flats(at.x)


always_rises = Claim(
    "nachum24.rank.always-rises",
    source=LEMMA_2,
    status="reading",
    says="one more row raises the rank with probability 1; the first row on X = I_n does so with probability 1 - 2^-n",
    tex=r"P(\mathrm{rank}\uparrow)=1",
    hypotheses=("independent columns",),
    predicts=Integer(1),
    given={"n": Integers(1, far=8)},
    left=r"P(\mathrm{rank}\,\mathrm{relu}(w)=1),\ w\sim N(0,I_n)",
    expected=Verdict.REFUTED,
    truth=1 - 2 ** (-n),
)


@always_rises.literal(scope="X = I_n, by the signs of w, fair and independent", most=6)
def _not_zero(at: At) -> Rational:
    rows = [relu(signs) for signs in product((1, -1), repeat=int(at.n))]
    return Rational(sum(any(row) for row in rows), len(rows))


independent_half = Claim(
    "nachum24.rank.independent-half",
    source=LEMMA_2,
    status="new",
    says="for independent columns p* = 1/2: f_u(w) - f_u(-w) = w.Xu is not 0, and u = e_1 attains it",
    tex=r"\mathrm{rank}X=n\Rightarrow p^*(X)=\tfrac12",
    hypotheses=(
        "independent columns, so that Xu is not 0 where u is not",
        "w of the law of -w, and w.v = 0 with probability 0 for v = Xu and v = x_1, as if w is Gaussian",
    ),
    silent_on="rows beyond rank X, where the thin cone has any small value",
    predicts=(HALF, -HALF),
    relation=">=",
    over=({},),
    given=Given(
        {"X": Independent(), "u": Batches(Integers(1), constant=True), "law": Symmetric()},
        is_met,
        "u as long as X has columns, w as long as it has rows, w.Xu and w.x_1 not 0 with probability 1",
    ),
    left=r"\big(P(f_u(w)\ne0),\ -P(f_{e_1}(w)\ne0)\big)",
    speaks_of=("nl",),
    uses=("nachum24.rank.growth-constant",),
    twins=(
        Twin((Rational(2, 3), -HALF), "two thirds at least"),
        Twin((HALF, -Rational(1, 3)), "a third is attained"),
    ),
)


@independent_half.literal(scope="over laws of finitely many rows", most=60)
def _over_a_law(at: At) -> tuple[Any, Any]:
    of_u, of_first = chances(at.X, at.u, at.law)
    return of_u, -of_first


@independent_half.exact(
    scope="Gaussian w, least growth over all proper flats: two directions at angle pi/12, .., 11 pi/12; I_n, n = 1..5",
)
def _least_over_flats(predicted: Predicted) -> Compared:
    for twelfths in range(1, 12):
        found = least_growth(planar_flats(Angles([0, Fraction(twelfths, 12)])))
        yield f"angle {twelfths}/12 pi", (found, -found), predicted
    for size in range(1, 6):
        found = least_growth(identity_flats(size))
        yield f"I_{size}", (found, -found), predicted


cone = Symbol("cone", positive=True)


circuit_small = Claim(
    "nachum24.rank.circuit-formula-small",
    source=LEMMA_2,
    status="new",
    says="for planar batches of at most 6 directions p* is the circuit formula, the least of 1/2 and of the cone "
    "angles over pi of "
    "triples in a half-plane",
    tex=r"p^*=\min\Big(\tfrac12,\ \min_{\text{triples in a half-plane}}\tfrac{\text{angle}}\pi\Big)\quad(n\le6)",
    hypotheses=("planar, n <= 6, no two directions collinear",),
    predicts=Min(HALF, cone),
    over=grid(cone=(Rational(1, 7), Rational(1, 3), Rational(2, 5), Rational(3, 4))),
    given=Given({"x": Directions(1, 6)}, letters={"cone": lambda at: least_cone(at["x"])}),
    left=r"p^*(X)",
    twins=(Twin(HALF, "one half always"), Twin(cone, "one half is never reached")),
    uses=("nachum24.rank.growth-constant",),
)


@circuit_small.literal(
    scope="directions that are multiples of pi/N, small N first: least over all proper flats", most=150
)
def _small(at: At) -> Rational:
    return by_flats(at.x)


@circuit_small.exact(
    scope="every n <= 6 and all directions: ranks on the largest sets of chambers without a cone, by minors that are "
    "products of differences",
    argued="p* < 1/2 asks for a u with Xu = 0 that is 0 on a largest set of chambers",
)
def _all_directions(predicted: Predicted) -> Compared:
    if not few.is_least_cone():
        raise Undefined("other sets than cones may do")
    for angle in (Rational(1, 7), Rational(2, 5), Rational(3, 4)):
        yield f"least cone {angle} pi", min(HALF, angle), predicted.subs(cone, angle)
    yield "any least cone", Min(HALF, cone), predicted


circuit = Claim(
    "nachum24.rank.circuit-formula",
    source=LEMMA_2,
    status="reading",
    says="p* is given by the circuit formula for every n (it is never more, so: p* is at least that); at the seven "
    "directions (0,101,102,3,50,151,52) pi/100 it is 1/20 and not 49/100",
    tex=r"p^*\ge\min\Big(\tfrac12,\ \min_{\text{triples}}\tfrac{\text{angle}}\pi\Big)",
    hypotheses=("planar, no two directions collinear",),
    predicts=Min(HALF, cone),
    relation=">=",
    given=Given(
        {"x": Preceded(Directions(2), (SEVEN,))},
        letters={"cone": lambda at: least_cone(at["x"]), "span": lambda at: spanned(at["x"], 3)},
    ),
    left=r"p^*(X)",
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.rank.circuit-formula-small", "nachum24.rank.lower-bounds"),
    truth=Min(HALF, SPAN),
)


@circuit.literal(scope="seven directions, then multiples of pi/N: least over all proper flats", most=40)
def _seven(at: At) -> Rational:
    return by_flats(at.x)
