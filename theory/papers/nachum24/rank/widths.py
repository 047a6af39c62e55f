"""R2: the law of the rank of relu(WX) for planar X at finite width, and how fast it fills up."""

from __future__ import annotations

from fractions import Fraction

from flint import arb
from sympy import Rational, Symbol, log

from theory.claim import At, Claim, Compared, Predicted, Twin
from theory.claim.given import Given
from theory.claim.listings import Index
from theory.exact.expressions import Undefined, grid
from theory.exact.rationals import to_fmpq
from theory.papers.nachum24.rank.chambers import Sixths, falls_short
from theory.papers.nachum24.rank.setting import THEOREM_3, by_flats
from theory.rank import Angles
from theory.rank.law import rank_distribution, sandwich
from theory.words import Within

LAWS = (("0 1/6 1/2", 3), ("0 1/6 1/2", 4), ("0 1/6 1/2", 5), ("0 2/3 4/3", 3), ("0 2/3 4/3", 4))

planar_law = Claim(
    "nachum24.rank.planar-law",
    source=THEOREM_3,
    status="new",
    says="P(rank relu(WX) = 3) for directions (0, 1/6, 1/2) pi at widths 3, 4, 5: 31/96, 2129/3456, 2765/3456; for "
    "(0, 2/3, 4/3) pi at "
    "widths 3, 4: 43/72, 29/36",
    tex=r"P(\mathrm{rank}=3)=\tfrac{31}{96},\tfrac{2129}{3456},\tfrac{2765}{3456};\ \tfrac{43}{72},\tfrac{29}{36}",
    hypotheses=("W Gaussian", "planar directions as stated"),
    predicts=(
        Rational(31, 96),
        Rational(2129, 3456),
        Rational(2765, 3456),
        Rational(43, 72),
        Rational(29, 36),
    ),
    given=Given(),
    left=r"\big(P(\mathrm{rank}\,\mathrm{relu}(WX)=3)\big)_{X,m}",
    speaks_of=("nl",),
    over=({},),
    uses=("nachum24.rank.growth-constant",),
)


@planar_law.literal(scope="over the numbers of rows in chambers, ranks of generic rows over Q(sqrt 3)")
def _by_chambers(at: At) -> tuple[Fraction, ...]:
    return tuple(1 - falls_short(tuple(map(Fraction, angles.split())), width) for angles, width in LAWS)


@planar_law.exact(
    scope="chambers and flats, exact; each value inside its Rado sandwich",
    reach="step",
    of="the generic rank is a Markov chain on the lattice of flats",
)
def _five_laws(predicted: Predicted) -> Compared:
    for (angles, width), claimed in zip(LAWS, predicted, strict=True):
        X = Angles(angles.split())
        where = f"({angles}) pi, m = {width}"
        yield where, rank_distribution(X, width)[3], claimed
        below, exact, above = sandwich(X, width)
        yield where + ": sandwich", below <= exact <= above, True


WIDTHS = tuple(4**e for e in range(7))

P_STAR = Symbol("p_star", positive=True)

failure_exponent = Claim(
    "nachum24.rank.failure-exponent",
    source=THEOREM_3,
    status="new",
    says="the probability of a deficient rank decays like (1 - p*)^m: its exponent per row is -log(1 - p*)",
    tex=r"-\frac1m\log P(\mathrm{rank}<n)\to-\log(1-p^*)",
    hypotheses=("W Gaussian of width m -> oo", "no two columns of X collinear, none zero"),
    predicts=-log(1 - P_STAR),
    relation="->",
    given=Given({"x": Sixths(1), "m": Index(1, listed=WIDTHS)}, letters={"p_star": lambda at: by_flats(at["x"])}),
    left=r"-\frac1m\log P(\mathrm{rank}\,\mathrm{relu}(WX)<n),\ m\to\infty",
    speaks_of=("nl",),
    over=grid(p_star=(Rational(1, 4), Rational(1, 2), Rational(2, 7))),
    uses=("nachum24.rank.planar-law",),
    twins=(Twin(P_STAR, "p* itself"),),
)


@failure_exponent.literal(
    kind="certified", scope="multiples of pi/6 and pi/4, over the numbers of rows in chambers", most=84
)
def _exponent(at: At) -> Within:
    n, m = len(at.x), int(at.m)
    chance = falls_short(at.x, m)
    if chance == 0:
        raise Undefined("the rank is never deficient")
    return Within(-arb(to_fmpq(chance)).log() / m, arb(1 + n * 4**n * m ** (n - 1)).log() / m)
