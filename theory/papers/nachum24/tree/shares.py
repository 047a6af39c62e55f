"""Who carries the limit, by energy and by count; how great its weights are; several projections at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

from flint import fmpq
from sympy import Eq, Integer, Rational, Symbol

from theory.claim import At, Claim, Locator, Twin
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers
from theory.exact.expressions import grid
from theory.exact.rationals import rational
from theory.notation import HALF, alpha, n
from theory.papers.nachum24 import NACHUM24, READING
from theory.papers.nachum24.outlier.sectors import planar_points
from theory.papers.nachum24.tree import limit
from theory.papers.nachum24.tree.limit import START, THREE, UNSETTLED, along_depth, begun, lone_share, rarer, support
from theory.papers.nachum24.tree.nodes import PLACES, THEOREM_11, different, leaves, over_leaves
from theory.term import Vec, each, every, larger, one_if, over_layers, size, total
from theory.term.named import named
from theory.tree import negative, positive
from theory.words import Within


@named("S({0}; {3})", "S({0};{3})",
       means="S(x; L) = Σ α^d_J |J|² over the maximal data-free tree intervals J of x beside an extreme, of depth "
       "d_J ≤ L, α = n²/((n − 1)² + 1)")  # fmt: skip
def beside_extremes(x: Any, low: Any, high: Any, depth: Any) -> Any:
    """S(x; L), n^2 (c_min + c_max)/alpha as far as it comes from maximal data-free tree intervals of a depth or less.

    low, high : places of the least and the greatest number, at which every node has its two extremes.
    """

    def own(v: Any) -> Any:
        return sum(one_if(times(v, place) == 1) for place in (low, high)) * (v[high] - v[low]) ** 2

    def free(v: Any) -> Any:
        return one_if(different(v) == 2)

    def layer(after: Callable[[Any], Any], v: Any) -> Any:
        return free(v) * own(v) + (1 - free(v)) * (after(positive(v)) + after(negative(v))) * growth(size(v))

    return over_layers(layer, depth, lambda v: free(v) * own(v), x)


def growth(n: Any) -> Any:
    """alpha = 1/lambda_1, of a number or a term."""
    return Fraction(1) * n**2 / ((n - 1) ** 2 + 1)


@named("α (r² + s²)", r"\alpha(r^2+s^2)", means="r, s the greatest entries of T₊(x) and T₋(x)", bare=True)
def halves_allow(x: Any, low: Any, high: Any) -> Any:
    """alpha (r^2 + s^2), r and s the lengths of the two children: no less than `beside_extremes` from depth 1 on."""
    return sum((v[high] - v[low]) ** 2 for v in (positive(x), negative(x))) * growth(size(x))


def times(x: Any, place: Any) -> Any:
    return total(each(lambda e: one_if(e == x[place]), x))


def extremes(at: Any) -> Any:
    """Whether x_o is the least number and x_p the greatest."""
    x, o, p = at["x"], at["o"], at["p"]
    return o < size(x) and p < size(x) and every(lambda e: (e >= x[o]) & (e <= x[p]), x)


def with_places_of_extremes(least: int = 0, **letters: Any) -> Given:
    """Batches of n >= 3 numbers, the places o and p of their extremes, and depths; unsettled trees first."""
    return Given(
        {
            "x": Preceded(Batches(THREE, up_to=AFFINE), (tuple(map(Fraction, (0, 0, 1, 3))), *UNSETTLED[:3])),
            "o": PLACES,
            "p": PLACES,
            "L": Integers(least, far=6),
        },
        extremes,
        "x_o the least number and x_p the greatest",
        letters={"n": lambda at: size(at["x"]), **letters},
    )


@Claim(
    "nachum24.tree.limit-bound",
    **THEOREM_11,
    says="c_min + c_max is at most range(x)^2/(n^2 - 2n + 2), as are their sums over the intervals of depth at most L, "
    "for every L",
    silent_on="n = 2, with half for each end (note)",
    predicts=alpha() / n**2,
    relation="<=",
    given=with_places_of_extremes(),
    uses=("nachum24.tree.limit", "nachum24.tree.split-range"),
    twins=(Twin(1 / n**2, "without alpha"), Twin(alpha() / (2 * n**2), "half of it")),
).literal(scope="over the maximal data-free intervals beside the extremes, n >= 3", most=90)
def limit_bound(at: At) -> Any:
    weight = growth(size(at.x)) / size(at.x) ** 2
    return beside_extremes(at.x, at.o, at.p, at.L) * weight / (at.x[at.p] - at.x[at.o]) ** 2


MOST = Symbol("most", integer=True, positive=True)


@Claim(
    "nachum24.tree.limit-bound-attained",
    **THEOREM_11,
    says="c_min + c_max is range(x)^2/(n^2 - 2n + 2) just where n - 1 of the n data are equal: just there is the sum "
    "over intervals of depth at most L >= 1, and the bound alpha^2 (r^2 + s^2)/n^2 on all these sums, r and s the "
    "greatest entries of the two children",
    predicts=(Eq(MOST, n - 1), Eq(MOST, n - 1)),
    relation="iff",
    given=with_places_of_extremes(least=1, most=lambda at: larger(times(at["x"], at["o"]), times(at["x"], at["p"]))),
    over=grid(most=(1, 2, 3), n=(3, 4)),
    uses=("nachum24.tree.limit-bound",),
    twins=(
        Twin((MOST >= 2, MOST >= 2), "two equal extremes"),
        Twin((Eq(MOST, n - 2), Eq(MOST, n - 2)), "n - 2 equal data"),
    ),
).literal(scope="over the maximal data-free intervals beside the extremes, n >= 3", most=90)
def limit_bound_attained(at: At) -> tuple[Any, Any]:
    found = beside_extremes(at.x, at.o, at.p, at.L)
    bound = halves_allow(at.x, at.o, at.p)
    if found > bound:
        raise ArithmeticError("the sum exceeds the bound by the two halves")
    goal = (at.x[at.p] - at.x[at.o]) ** 2
    return found == goal, bound == goal


SHARE = Symbol("share", positive=True)


def _singles_out(v: Sequence[Any]) -> bool:
    """Whether a leaf is a multiple of e_o or of 1 - e_o."""
    return support(v) in (1, len(v) - 1)


@Claim(
    "nachum24.tree.energy-share",
    **THEOREM_11,
    says="if an extreme is attained once, the leaves that single out one point carry all of the energy in the limit: "
    "share 1",
    silent_on="the share by count, which need not grow",
    predicts=Integer(1),
    relation="->",
    given=along_depth(
        Batches(THREE, up_to=AFFINE),
        where=lambda at: rarer(at["x"]) == 1 and begun(at["x"], 1),
        words=f"least or greatest attained once, and from the others by depth {START}",
    ),
    speaks_of=("nl",),
    uses=("nachum24.tree.tied-extremes",),
    twins=(Twin(HALF, "half of it"),),
).literal(scope="sums over all leaves, n = 3..7, most of the trees unsettled", most=45)
def energy_share(at: At) -> Within:
    return Within(share_of_energy(at.x, at.L), lambda: limit.others_share(at.x, 1))


@named("Σ|v|² over leaves v ∝ e_o or 1 − e_o of {0} at depth {1}, over Σ|v|² of all",
       r"\frac{{\sum_{{v\propto e_o\text{{ or }}1-e_o}}|v|^2}}{{\sum_v|v|^2}},\ "
       r"v\text{{ leaf of }}{0}\text{{ at depth }}{1}")  # fmt: skip
def share_of_energy(x: Any, L: Any) -> Any:
    if isinstance(x, Vec):
        alone = over_leaves(lambda v: limit.stable_with(v, 1) * total(each(lambda e: e * e, v)), x, L)
        return alone / limit.trace_at(x, L)
    energy = {v: weight * sum(e * e for e in v) for v, weight in limit.nodes(x, int(L)).items()}
    return rational(sum((e for v, e in energy.items() if _singles_out(v)), fmpq(0)) / sum(energy.values(), fmpq(0)))


@Claim(
    "nachum24.tree.count-share",
    source=Locator(NACHUM24, "Theorem 11"),
    **READING,
    says="almost all leaves, by count, single out one point: share 1",
    predicts=Integer(1),
    given=Given(
        {"x": Preceded(Batches(THREE, up_to=AFFINE), (tuple(map(Fraction, (0, 0, 1, 3))),)), "L": Integers(1, far=8)},
        lambda at: rarer(at["x"]) == 1 and all(map(support, leaves(at["x"], at["L"]))),
        "least or greatest attained once; all leaves of depth L stable, so that the share changes no more",
        letters={"share": lambda at: lone_share(at["x"])},
    ),
    truth=SHARE,
).literal(scope="settled trees, by counting the leaves", most=40)
@named("share of leaves v ∝ e_o or 1 − e_o of {x} at depth {L}",
       r"2^{{-{L}}}\#\{{v\propto e_o\text{{ or }}1-e_o:v\text{{ leaf of }}{x}\text{{ at depth }}{L}\}}")  # fmt: skip
def count_share(at: At) -> Rational:
    found = leaves(at.x, at.L)
    return Rational(sum(map(_singles_out, found)), len(found))


Points = Sequence[tuple[int, int]]


def _cross(o: tuple[int, int], p: tuple[int, int], q: tuple[int, int]) -> int:
    return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])


@named("#{{simple vertices of the convex hull of {0}}}", r"\#\{{\text{{simple vertices of the convex hull of }}{0}\}}")
def number_of_vertices(points: Points) -> int:
    """Of points in no triangle of others (its sides included), and no two at one place."""

    def inside(x: tuple[int, int]) -> bool:
        for p, q, r in combinations([p for p in points if p != x], 3):
            sides = _cross(p, q, x), _cross(q, r, x), _cross(r, p, x)
            if _cross(p, q, r) and (min(sides) >= 0 or max(sides) <= 0):
                return True
        return False

    return sum(list(points).count(x) == 1 and not inside(x) for x in points)


def directions(points: Points) -> list[tuple[int, int]]:
    """One direction w, and not its opposite, inside each open cone of those that bring the points in one order."""
    normals = {(q[1] - p[1], p[0] - q[0]) for p, q in combinations(set(points), 2)}
    upper = {(a, b) if b > 0 or (b == 0 and a > 0) else (-a, -b) for a, b in normals}
    turned = sorted(upper, key=lambda v: Fraction(-v[0], abs(v[0]) + v[1]))
    around = [*turned, (-turned[0][0], -turned[0][1])]
    lengths = [abs(a) + abs(b) for a, b in around]
    pairs = zip(pairwise(around), pairwise(lengths), strict=True)
    return [(p[0] * t + q[0] * s, p[1] * t + q[1] * s) for (p, q), (s, t) in pairs]


@named("#{0}", r"\#{0}")
def number_of_points(points: Points) -> int:
    return len(points)


hull = Symbol("h", integer=True, positive=True)


@Claim(
    "nachum24.tree.hull-vertices",
    **THEOREM_11,
    says="averaged over trees on projections w^T X of points of the plane, exactly the h vertices of the convex hull "
    "escape; other points get no weight",
    hypotheses=(
        "one path per neuron: independent trees on w_j^T X",
        "the law of w charges every open cone and no hyperplane, and has a second moment",
    ),
    silent_on="the weights C_o, more dimensions than two (note); networks whose neurons mix: one point escapes",
    predicts=hull,
    given=Given(
        {"points": planar_points()},
        lambda at: any(_cross(*triple) for triple in combinations(at["points"], 3)),
        "not all on a line",
        letters={"h": lambda at: number_of_vertices(at["points"]), "n": lambda at: number_of_points(at["points"])},
    ),
    uses=("nachum24.tree.limit",),
    twins=(
        Twin(Integer(1), "one common outlier"),
        Twin(n, "interior points escape too"),
        Twin(Integer(2), "two, as on a line"),
    ),
).literal(
    scope="one direction in each cone, all leaves at the depth at which those of both extremes are settled", most=60
)
@named("#{{o: C_o({points}) > 0}}", r"\#\{{o:C_o({points})>0\}}",
       means="α^L G(wᵀX, L) → Σ_o C_o(X) O_o on average over directions w")  # fmt: skip
def hull_vertices(at: At) -> int:
    """A leaf a e_o or a (1 - e_o) adds the same to alpha^L G_L from the next depth on; nothing else is left of it."""
    escaped = set()
    for w in directions(at.points):
        x = tuple(Fraction(w[0] * p + w[1] * q) for p, q in at.points)
        for v in leaves(x, limit.settled_at_ends(x)):
            if (size := support(v)) in (1, len(x) - 1):
                escaped.add(next(i for i, e in enumerate(v) if bool(e) is (size == 1)))
    return len(escaped)
