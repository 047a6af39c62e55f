"""The outlier configuration does not attract; and what becomes of batches at finite width all the same."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

from flint import arb
from sympy import Expr, Integer, Poly, Rational, Symbol, cancel, diff, expand, pi, sqrt, symbols

from theory.batchnorm import recentre, relu
from theory.claim import At, Claim, Compared, Locator, Predicted, Twin
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.listings import Index, Preceded
from theory.domains.numbers import Integers, Values
from theory.exact.certify import digits_now, precision
from theory.exact.expressions import Undefined, grid
from theory.exact.rationals import rational, to_fmpq
from theory.notation import L, alpha, k, m
from theory.papers.nachum24 import NACHUM24, READING
from theory.papers.nachum24.outlier import clusters
from theory.papers.nachum24.outlier.clusters import LAWS, REST, SYMMETRIC, Law, Q, both_signs
from theory.papers.nachum24.outlier.sectors import mean_square_difference, planar_points, plane_vectors, sectors
from theory.papers.nachum24.tree import nodes
from theory.papers.nachum24.tree.limit import lone_share
from theory.papers.nachum24.tree.nodes import BATCHES, DEPTHS, FEW_LAYERS, different, is_stable, leaves, narrow_network
from theory.term import Vec, one_if
from theory.term.named import named
from theory.words import Within

STABILITY = Locator(NACHUM24, "the stability theorem of the abstract")
SHARE, e = Symbol("share", positive=True), Symbol("e", integer=True, positive=True)


@cache
def rays(x: Sequence[Any], depth: int, law: Sequence[tuple[Expr, Expr]]) -> dict[tuple[Fraction, ...], Fraction]:
    """What becomes of x in networks of width one, up to positive factors, which layers keep, and how likely it is."""
    law_now = {tuple(map(Fraction, x)): Fraction(1)}
    weights = [(rational(w), rational(p)) for w, p in both_signs(law)]
    for _ in range(depth):
        after: dict[tuple[Fraction, ...], Fraction] = {}
        for v, chance in law_now.items():
            for w, other in weights:
                image = _ray_after(v, w)
                after[image] = after.get(image, Fraction(0)) + chance * other
        law_now = after
    return law_now


@lru_cache(4096)
def _ray_after(v: tuple[Fraction, ...], w: Fraction) -> tuple[Fraction, ...]:
    image = narrow_network(v, [w])
    return tuple(part / (max(image) or 1) for part in image)


@Claim(
    "nachum24.outlier.dispersion",
    source=STABILITY,
    status="corrected",
    says="points x_c + eps delta_i of the cluster drift apart: E|delta'|^2/|delta|^2 over E|d'|^2/|d|^2 tends to "
    "alpha > 1 per layer as eps -> 0",
    silent_on="eps of order 1: growth saturates at a cluster of angle about 3 pi/n",
    predicts=alpha(),
    relation="->",
    given=Given(
        {"n": Integers(3), "delta": plane_vectors(), "e": Index(1, listed=(24, 16, 10))},
        lambda at: 16 * at["n"] * sum(map(abs, at["delta"])) <= 2 ** at["e"],
        "n - 2 points at x_c, one at x_c + eps delta, delta in the basis of d and a vector orthogonal to d of its "
        "length, eps = 2^-e",
    ),
    speaks_of=("rc", "nl"),
    uses=("nachum24.outlier.mean-map",),
    twins=(Twin(Integer(1), "kept"), Twin(alpha() ** 2, "alpha^2"), Twin(alpha() / 2, "half of it")),
).literal(kind="certified", scope="one neuron, by the sectors of its weight in the plane", most=40)
def dispersion(at: At) -> Within:
    return Within(growth_of_delta(at.n, at.delta, at.e) / growth_of_d(at.n, at.delta, at.e), left_open(at.n, at.delta))


CLOSE = "W normal, x' = ReLU(RC(W x)) of x_o, x_c + 2⁻ᵉ δ and n − 2 points x_c, d = x_o − x_c"


@named("E_{2}[|δ'|²/|δ|²]", r"\mathbb E_{{{2}}}\tfrac{{|\delta'|^2}}{{|\delta|^2}}", means=CLOSE)
def growth_of_delta(n: Any, delta: Any, e: Any) -> arb:
    """Of the displacement of a point of the cluster, for weights of variance 1."""
    return _growth(int(n), delta, int(e), (1, 2))


@named("E_{2}[|d'|²/|d|²]", r"\mathbb E_{{{2}}}\tfrac{{|d'|^2}}{{|d|^2}}", means=CLOSE)
def growth_of_d(n: Any, delta: Any, e: Any) -> arb:
    return _growth(int(n), delta, int(e), (0, 2))


def _growth(size: int, delta: Any, places: int, pair: tuple[int, int]) -> arb:
    (a, b), eps = delta, Fraction(1, 2**places)
    points = ((Fraction(1), Fraction(0)), (eps * a, eps * b), (Fraction(0), Fraction(0)))
    square = sum((points[pair[0]][i] - points[pair[1]][i]) ** 2 for i in (0, 1))
    with precision(digits_now(60)):  # of thin sectors little is left of the leading digits
        return mean_square_difference(points, (1, 1, size - 2), pair) / to_fmpq(square)


@named("b({0}, {1})")
def left_open(n: Any, delta: Any) -> Expr:
    """The bound is that of the note: the image of delta differs from its limit where |w.d| <= (n+1) eps |w.delta|."""
    (a, b), size = delta, int(n)
    mixed = 2 * (size + 1) * Rational(1, 2) ** e * abs(b)
    off_near = 4 * mixed * (abs(a) * mixed + abs(b)) ** 2 / (pi * (a * a + b * b))
    shift = 2 * Rational(1, 2) ** e * sqrt(a * a + b * b) / size
    off_apart = shift * (2 + shift)
    # E|d'|^2/|d|^2 is within off_apart of its value at eps = 0, and E|delta'|^2 <= |delta|^2
    least = Rational((size - 1) ** 2 + 1, 2 * size**2) - off_apart
    return (off_near + off_apart / least) / least


@dispersion.exact(
    scope="every n, all points of the cluster moved: rows to first order in eps, a bound for all eps, means over "
    "normal numbers of any correlation",
    argued="to first order in eps a row is the outlier's and a displacement, normal numbers of any correlation",
)
def _to_first_order(predicted: Predicted) -> Compared:
    """A row is q + t at the outlier and q + eps y_i in the cluster, y = y_1 - y_2 and t of correlation r."""
    r, T = symbols("r T", real=True)
    square = Poly((r * T) ** 2 + 1 - r**2, T)  # of y/|delta|, given t = |d| T: a mean
    grown: Expr = Integer(0)
    for (_, t), side in zip(clusters.signs(), (1, -1), strict=True):
        slope = _slope(t)
        yield f"a multiple of w.delta, at t of sign {side}", not slope.free_symbols, True
        grown += slope**2 * sum(c * side**power * clusters.half_moment(power) for (power,), c in square.terms())
    ratios = ((o - c) / t for _, t in clusters.signs() for o, c in (clusters.blocks(t),))
    kept = clusters.half_moment(2) * sum(ratio**2 for ratio in ratios)
    yield "quotient of the limits", cancel((grown / kept).subs(k, 1)), clusters.sized(predicted, 1)
    # as |relu a - relu b| <= |a - b|, a multiple of y^2 + t^2 bounds both squares: limits go inside the means
    a, b = symbols("a b", positive=True)
    for pair in ((a, a + b), (-a, b), (-a, -a - b)):
        one, other = relu(pair)
        left = expand((pair[0] - pair[1]) ** 2 - (one - other) ** 2)
        yield "a bound for all eps", all(c > 0 for c in Poly(left, a, b).coeffs() if left != 0), True


@cache
def _slope(t: Expr) -> Expr:
    """Of the difference of two images in the cluster by eps, at eps = 0, over y; of the other points the sum counts."""
    eps, first, second, others = symbols("eps first second others", real=True)
    row = recentre((Q + t, Q + eps * first, Q + eps * second, Q + eps * others), (1, 1, 1, REST - 2))[1:3]
    slopes = [cancel(relu((value,))[0] / value) for value in (cancel(entry.subs(eps, 0)) for entry in row)]  # not at 0
    moved = slopes[0] * diff(row[0], eps) - slopes[1] * diff(row[1], eps)
    return cancel(moved / (first - second))


NEARLY_REGULAR = ((0, 0), (30, 0), (15, 26))


@Claim(
    "nachum24.outlier.merging",
    source=STABILITY,
    says="while three distinct columns of a planar batch remain, some two of them merge in a layer with probability at "
    "least 6^(-m), the chance that two given columns of the regular triangle are both inactive",
    silent_on="more dimensions, and full BN, which merges the same columns: by the note",
    predicts=6 ** (-m),
    relation=">=",
    given={"points": Preceded(planar_points(), (NEARLY_REGULAR,)), "m": Integers(1, far=8)},
    speaks_of=("nl",),
    twins=(Twin(3 ** (-m), "a third instead of a sixth"), Twin(4 ** (-m), "independent signs")),
).literal(kind="certified", scope="planar points, by the sectors of the rows of W", most=100)
@named("P(ReLU(RC(W X)) has fewer different columns than X = {points}; W Gaussian of {m} rows)",
       r"P(\mathrm{{ReLU}}(\mathrm{{RC}}(WX))\text{{ has fewer different columns than }}X={points};\ "
       r"W\text{{ Gaussian of }}{m}\text{{ rows}})")  # fmt: skip
def merging(at: At) -> arb:
    """By inclusion and exclusion over the pairs of points: those of a set merge if all rows lie in their sectors."""
    found = sectors(tuple((Fraction(x), Fraction(y)) for x, y in at.points))
    pairs = combinations(range(len(at.points)), 2)
    merged = {frozenset(t for t, s in enumerate(found) if s.forms[i] == s.forms[j]) for i, j in pairs}
    turns = [sector.turn / (2 * arb.pi()) for sector in found]
    greatest = [some for some in merged if not any(some < other for other in merged)]
    total = arb(0)
    for size in range(1, len(greatest) + 1):
        for some in combinations(greatest, size):
            inside = frozenset.intersection(*some)
            total -= (-1) ** size * sum((turns[t] for t in inside), arb(0)) ** int(at.m)
    return total


@Claim(
    "nachum24.outlier.two-clusters",
    source=STABILITY,
    says="the batch becomes exactly two clusters after finitely many layers, and never one: 2 distinct columns are "
    "left, here at width one under every symmetric law of finitely many weights, and in samples at widths one and two",
    silent_on="the sizes of the two clusters, which need not be 1 and n - 1; greater widths, by the note",
    predicts=Integer(2),
    relation="->",
    given=Given(
        {"x": Batches(up_to=AFFINE), "L": Index(1, listed=(60, 2, 7)), "law": clusters.symmetric_laws()},
        words="width 1, x of n numbers, L layers; wider networks by samples",
    ),
    speaks_of=("nl",),
    uses=("nachum24.outlier.merging",),
).literal(scope="width one, over all weights of symmetric laws", most=40)
def two_clusters(at: At) -> Within:
    weights = clusters.values(at.law), clusters.shares(at.law)
    return Within(mean_number_of_values(*weights, at.x, at.L), lambda: late(at.x))


NARROW = f"x_L = ReLU(RC(w_L x_{{L−1}})), x_0 = x, w_1, w_2, .. independent, {SYMMETRIC}"


@named("E #{{entries of x_{3}}}", r"\mathbb E\,\#\{{\text{{entries of }}x_{{{3}}}\}}", means=NARROW)
def mean_number_of_values(w: Any, p: Any, x: Any, L: Any) -> Any:
    if isinstance(x, Vec):
        return clusters.over_networks(Law(w, p), different, x, L)
    counts = [(chance, len(set(image))) for image, chance in rays(x, int(L), tuple(zip(w, p, strict=True))).items()]
    if min(q for _, q in counts) < 2:
        raise Undefined("one column")
    return sum((chance * q for chance, q in counts), Fraction(0))


@named("b({0})")
def late(x: Any) -> Expr:
    """The bound is that of the note: what the children of a row have of values beyond two is what it has itself."""
    return (different(x) - 2) * Rational(1, 2) ** L


@Claim(
    "nachum24.outlier.absorbed-alone",
    source=Locator(NACHUM24, "abstract: 'a single cluster except for an odd data point'"),
    **READING,
    says="the two clusters in which the batch ends are always one point and the n - 1 others: with probability 1 from "
    "(0, 1, 2, 3) at width one",
    predicts=Integer(1),
    given=Given(
        {"x": Batches(Integers(3), distinct=True, up_to=AFFINE), "L": DEPTHS, "law": Values(*LAWS)},
        lambda at: all(is_stable(v) for v in leaves(at["x"], at["L"])),
        "two clusters at depth L, whatever the signs of the weights",
        letters={"share": lambda at: lone_share(at["x"])},
    ),
    truth=SHARE,
).literal(scope="width one, over all weights of five symmetric laws", most=40)
@named("P(1 or n − 1 entries of x_{L} are 0)", r"P(1\text{{ or }}n-1\text{{ entries of }}x_{{{L}}}\text{{ are }}0)",
       means=NARROW)  # fmt: skip
def absorbed_alone(at: At) -> Any:
    return sum(chance for v, chance in rays(at.x, int(at.L), at.law).items() if v.count(0) in (1, len(v) - 1))


unstable = Symbol("u", integer=True, nonnegative=True)


@Claim(
    "nachum24.outlier.absorption-width-one",
    source=Locator(NACHUM24, "Definition 6"),
    says="at width one with symmetric weights the batch still has three or more distinct columns at depth L with "
    "probability u 2^(-L), u the number of unstable leaves of its tree",
    silent_on="weights of infinitely many values, of which, too, only the signs count",
    predicts=unstable / 2**L,
    given=Given(
        {"x": BATCHES, "L": FEW_LAYERS, "law": clusters.symmetric_laws()},
        letters={"u": lambda at: nodes.unstable_leaves(at["x"], at["L"])},
    ),
    over=grid(u=(1, 2), L=range(1, 5)),
    uses=("nachum24.tree.width-one", "nachum24.tree.unstable-budget"),
    twins=(Twin(unstable / L, "no halving"),),
).literal(scope="by definition, symmetric laws", most=100)
def absorption_width_one(at: At) -> Any:
    return three_values_chance(clusters.values(at.law), clusters.shares(at.law), at.x, at.L)


@named("P(x_{3} has 3 or more different entries)", r"P(x_{{{3}}}\text{{ has 3 or more different entries}})",
       means=NARROW)  # fmt: skip
def three_values_chance(w: Any, p: Any, x: Any, L: Any) -> Any:
    return clusters.over_networks(Law(w, p), lambda v: one_if(different(v) >= 3), x, L)
