"""With which probability one more row raises the rank of a ReLU layer: the growth constant p*, and bounds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Expr, Integer, Min, Rational, Symbol, erf, pi, sqrt, symbols, tan

from theory.batchnorm import relu
from theory.claim import Claim, Compared, Predicted, Twin
from theory.domains.batches import Batches
from theory.domains.composite import composite
from theory.domains.general import general_rows
from theory.domains.given import Given
from theory.domains.laws import symmetric_laws
from theory.domains.listings import Preceded
from theory.domains.numbers import Choose, Integers
from theory.exact.expressions import Undefined
from theory.notation import HALF, n
from theory.papers.nachum24 import READING
from theory.papers.nachum24.rank import batches, six_directions
from theory.papers.nachum24.rank.batches import LEMMA_2, directions, greatest, growth, least, spanned
from theory.term import AnyLaw, each, has_mean, mean, number, one_if, places, size
from theory.term.matrices import column, inner, rank, width
from theory.term.named import named
from theory.term.scalar import Cond, all_of
from theory.words import At

OVER_FLATS = "least over all proper flats"
span, cone = symbols("span cone", positive=True)
turn = Symbol("turn", positive=True)  # least angle over pi of two lines; `span`: that three lines span


@Claim(
    "nachum24.rank.universal-half",
    source=LEMMA_2,
    **READING,
    says="the rank rises with probability at least 1/2 for every batch without collinear columns: p* >= 1/2; planar "
    "batches can have any small p*, and at least 1/2 or the least angle over pi that three lines span",
    predicts=HALF,
    relation=">=",
    given=Given({"x": directions(Integers(2, far=6))}, letters={"span": lambda at: spanned(at["x"], 3)}),
    corrected_by=("nachum24.rank.lower-bounds", "nachum24.rank.circuit-formula-small"),
    truth=Min(HALF, span),
).literal(scope=OVER_FLATS, most=100)
def universal_half(at: At) -> Any:
    return growth(at.x)


@Claim(
    "nachum24.rank.always-rises",
    source=LEMMA_2,
    **READING,
    says="one more row raises the rank with probability 1; the first row on X = I_n does so with probability 1 - 2^-n",
    predicts=Integer(1),
    given={"n": Integers(1, far=8)},
    truth=1 - 2 ** (-n),
).literal(scope="X = I_n, by the signs of w, fair and independent", most=6)
@named("P(ReLU(w) ≠ 0; {n} entries)", r"P(\mathrm{{relu}}(w_1,\dots,w_{{{n}}})\ne0)")
def always_rises(at: At) -> Rational:
    rows = [relu(signs) for signs in product((1, -1), repeat=int(at.n))]
    return Rational(sum(any(row) for row in rows), len(rows))


circuit_small = Claim(
    "nachum24.rank.circuit-formula-small",
    source=LEMMA_2,
    says="for planar batches of at most 6 directions the least probability with which one more row leaves a proper "
    "subspace, p*(X) = min over u != 0 of P(sum_i u_i relu(w.x_i) != 0), is the circuit formula, the least of 1/2 and "
    "of the cone angles over pi of triples in a half-plane: p* may be as small as a cone",
    predicts=Min(HALF, cone),
    silent_on="any bound on p* that does not depend on X",
    given=Given({"x": directions(Integers(1, 6))}, letters={"cone": lambda at: batches.least_cone(at["x"])}),
    twins=(
        Twin(HALF, "one half always"),
        Twin(cone, "one half is never reached"),
        Twin(Min(HALF, cone / 2), "one of the two opposite arcs only"),
    ),
).literal(universal_half, scope=OVER_FLATS, most=60)


@circuit_small.exact(
    scope="every n <= 6 and all directions: ranks on the largest sets of chambers without a cone, by minors that are "
    "products of differences",
    argued="p* < 1/2 asks for a u with Xu = 0 that is 0 on a largest set of chambers",
)
def _all_directions(predicted: Predicted) -> Compared:
    if not six_directions.is_least_cone():
        raise Undefined("other sets than cones may do")
    yield "any least cone", Min(HALF, cone), predicted


SEVEN = tuple(Fraction(hundredths, 100) for hundredths in (0, 101, 102, 3, 50, 151, 52))


Claim(
    "nachum24.rank.circuit-formula",
    source=LEMMA_2,
    **READING,
    says="p* is given by the circuit formula for every n (it is never more, so: p* is at least that); at the seven "
    "directions (0,101,102,3,50,151,52) pi/100 it is 1/20 and not 49/100",
    predicts=Min(HALF, cone),
    relation=">=",
    given=Given(
        {"x": Preceded(directions(Integers(2, far=6)), (SEVEN,))},
        letters={"cone": lambda at: batches.least_cone(at["x"]), "span": lambda at: spanned(at["x"], 3)},
    ),
    corrected_by=("nachum24.rank.circuit-formula-small", "nachum24.rank.lower-bounds"),
    truth=Min(HALF, span),
).literal(universal_half, scope=OVER_FLATS, most=40)


def line_angle(parts: int = 4) -> Expr:
    return Rational(1, parts) * erf(sqrt(pi) * tan(pi * turn) / (4 * (n - 1)))


@Claim(
    "nachum24.rank.lower-bounds",
    source=LEMMA_2,
    says="for planar batches p* is at least lambda_min(K)/(4 |X|^2) (unit columns), "
    "erf(sqrt(pi) tan(theta)/(4(n-1)))/4 with theta the least angle between lines, "
    "and the least angle that three lines span over pi, at most 1/2",
    silent_on="sharpness: the first two are weak; batches of higher rank, for which the note proves the first two, too",
    predicts=(least / (4 * greatest), line_angle(), Min(HALF, span)),
    relation=">=",
    given=Given(
        {"x": directions(Integers(2, far=6))},
        lambda at: spanned(at["x"], 2) < HALF,
        "not two orthogonal points, where tan(theta) has no value",
        letters={
            "n": lambda at: number(size(at["x"])),
            "least": lambda at: batches.least_eigenvalue_of_K(at["x"]),
            "greatest": lambda at: batches.greatest_eigenvalue(at["x"]),
            "turn": lambda at: spanned(at["x"], 2),
            "span": lambda at: spanned(at["x"], 3),
        },
    ),
    twins=(
        Twin((least / (4 * greatest), line_angle(1), Min(HALF, span)), "the second without its 1/4"),
        Twin((least / (4 * greatest), line_angle(), HALF), "one half always"),
        Twin((4 * least / greatest, line_angle(), Min(HALF, span)), "the first 16 times as great"),
    ),
).literal(scope=OVER_FLATS, most=45)
def lower_bounds(at: At) -> tuple[Any, ...]:
    return (growth(at.x),) * 3


@composite(
    "a matrix with independent columns",
    has=lambda X: (
        isinstance(X, tuple) and len({len(row) for row in X}) == 1 and 1 <= len(X[0]) <= len(X) and rank(X) == len(X[0])
    ),
    general=lambda name: general_rows(name, 1, 1),  # that columns are independent is more than is used
    size=lambda X: len(X[0]),
)
def independent_columns(choose: Choose) -> batches.Rows:
    """Those that are listed are of integers."""
    k = choose(1, 3)
    n = choose(1, k)
    return tuple(tuple(choose(-4, 4) for _ in range(n)) for _ in range(k))


def events(X: Any, u: Any) -> tuple[Any, ...]:
    """f_u(w) != 0, f_e(w) != 0, w.Xu = 0 and w.x_1 = 0 as numbers 0 and 1, e = e_1, f_u(w) = u.relu(w.x_i)_i."""

    def before(w: Any) -> Any:
        return each(lambda place: inner(w, column(X, place)), places(width(X)))

    return (
        lambda w: one_if(inner(u, relu(before(w))) != 0),
        lambda w: one_if(relu(before(w))[0] != 0),
        lambda w: one_if(inner(u, before(w)) == 0),
        lambda w: one_if(before(w)[0] == 0),
    )


def is_met(at: Any) -> Any:
    """Sizes agree, the events have a probability, and that of the last two is 0."""
    X, u, law = at["X"], at["u"], at["law"]
    if size(u) != width(X) or (law.n if isinstance(law, AnyLaw) else len(law[0]) - 1) != size(X):
        return False
    found = events(X, u)
    known = [*(has_mean(law, event) for event in found), *(mean(law, event) == 0 for event in found[2:])]
    return all_of(*known) if isinstance(known[0], Cond) else all(known)


@Claim(
    "nachum24.rank.independent-half",
    source=LEMMA_2,
    says="for independent columns p* = 1/2: f_u(w) - f_u(-w) = w.Xu is not 0, and u = e_1 attains it",
    silent_on="rows beyond rank X, where the thin cone has any small value",
    predicts=(HALF, -HALF),
    relation=">=",
    given=Given(
        {"X": independent_columns(), "u": Batches(Integers(1), constant=True), "law": symmetric_laws()},
        is_met,
        "u as long as X has columns, w as long as it has rows, w.Xu and w.x_1 not 0 with probability 1",
    ),
    speaks_of=("nl",),
    twins=(Twin((Rational(2, 3), -HALF), "two thirds at least"), Twin((HALF, -Rational(1, 3)), "a third is attained")),
).literal(scope="over laws of finitely many rows", most=60)
def independent_half(at: At) -> tuple[Any, Any]:
    of_u, of_first = events(at.X, at.u)[:2]
    return mean(at.law, of_u), -mean(at.law, of_first)
