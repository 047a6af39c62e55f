"""R1c: lower bounds of p*."""

from __future__ import annotations

from sympy import Expr, Min, Rational, Symbol, erf, pi, sqrt, tan

from theory.claim import Claim, Twin
from theory.domains.given import Given
from theory.exact.expressions import grid
from theory.notation import HALF, n
from theory.papers.nachum24.rank.setting import LEMMA_2, ROWS, Directions, by_flats, eigenvalues, spanned
from theory.words import At

least, greatest = Symbol("least", positive=True), Symbol("greatest", positive=True)  # of K and of the cosines
turn, span = Symbol("turn", positive=True), Symbol("span", positive=True)  # least angles over pi: of 2 lines, of 3
UNIT = 10**15
MOST = 45


def line_angle(parts: int = 4) -> Expr:
    return Rational(1, parts) * erf(sqrt(pi) * tan(pi * turn) / (4 * (n - 1)))


lower_bounds = Claim(
    "nachum24.rank.lower-bounds",
    source=LEMMA_2,
    status="new",
    says="for planar batches p* is at least lambda_min(K)/(4 |X|^2) (unit columns), "
    "erf(sqrt(pi) tan(theta)/(4(n-1)))/4 with theta the least angle between lines, "
    "and the least angle that three lines span over pi, at most 1/2",
    tex=r"p^*\ge\frac{\lambda_{\min}(K)}{2\,\mathrm{rank}(X)\|X\|^2},\quad p^*\ge\tfrac14\mathrm{erf}"
    r"\frac{\sqrt\pi\tan\theta_{\min}}{4(n-1)}",
    hypotheses=(*ROWS, "rank X = 2"),
    silent_on="sharpness: the first two are weak; batches of higher rank, for which the note proves the first two, too",
    predicts=(least / (4 * greatest), line_angle(), Min(HALF, span)),
    over=grid(
        least=(Rational(1, 3),),
        greatest=(Rational(3, 2),),
        turn=(Rational(1, 5),),
        span=(Rational(2, 5), Rational(3, 4)),
        n=(3, 4),
    ),
    relation=">=",
    given=Given(
        {"x": Directions(2)},
        lambda at: spanned(at["x"], 2) < HALF,
        "not two orthogonal points, where tan(theta) has no value",
        letters={
            "n": lambda at: Rational(len(at["x"])),
            "least": lambda at: eigenvalues(at["x"])[0],
            "greatest": lambda at: eigenvalues(at["x"])[1],
            "turn": lambda at: spanned(at["x"], 2),
            "span": lambda at: spanned(at["x"], 3),
        },
    ),
    left=r"p^*(X)",
    uses=("nachum24.rank.growth-constant",),
    twins=(
        Twin((least / (4 * greatest), line_angle(1), Min(HALF, span)), "the second without its 1/4"),
        Twin((least / (4 * greatest), line_angle(), HALF), "one half always"),
        Twin((4 * least / greatest, line_angle(), Min(HALF, span)), "the first 16 times as great"),
    ),
)


@lower_bounds.literal(kind="certified", scope="multiples of pi/N: least over all proper flats", most=MOST)
def _least_over_flats(at: At) -> tuple[Rational, ...]:
    return (by_flats(at.x),) * 3
