"""Who carries the limit: shares of leaves by energy and by count, and several projections at once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

from sympy import Integer, Rational, Symbol

from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers
from theory.notation import HALF, n
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.outlier.sectors import planar_points
from theory.papers.nachum24.tree.finite import (
    START,
    THREE,
    along_depth,
    begun,
    lone_share,
    nodes,
    others_share,
    rarer,
    settled_at_ends,
    support,
)
from theory.papers.nachum24.tree.setting import THEOREM_11, leaves
from theory.term.named import named
from theory.words import Within

SHARE = Symbol("share", positive=True)


def _singles_out(v: Sequence[Fraction]) -> bool:
    """Whether a leaf is a multiple of e_o or of 1 - e_o."""
    return support(tuple(v)) in (1, len(v) - 1)


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
    return Within(share_of_energy(at.x, at.L), others_share(at.x, 1))


@named("Σ|v|² over leaves v ∝ e_o or 1 − e_o of {0} at depth {1}, over Σ|v|² of all",
       r"\frac{{\sum_{{v\propto e_o\text{{ or }}1-e_o}}|v|^2}}{{\sum_v|v|^2}},\ "
       r"v\text{{ leaf of }}{0}\text{{ at depth }}{1}")  # fmt: skip
def share_of_energy(x: tuple[Fraction, ...], L: Any) -> Fraction:
    energy = {v: weight * sum((e * e for e in v), Fraction(0)) for v, weight in nodes(x, int(L)).items()}
    single = sum((e for v, e in energy.items() if _singles_out(v)), Fraction(0))
    return single / sum(energy.values(), Fraction(0))


@Claim(
    "nachum24.tree.count-share",
    source=Locator(NACHUM24, "Theorem 11"),
    status="reading",
    says="almost all leaves, by count, single out one point: share 1",
    predicts=Integer(1),
    given=Given(
        {"x": Preceded(Batches(THREE, up_to=AFFINE), (tuple(map(Fraction, (0, 0, 1, 3))),)), "L": Integers(1, far=8)},
        lambda at: rarer(at["x"]) == 1 and all(map(support, leaves(at["x"], at["L"]))),
        "least or greatest attained once; all leaves of depth L stable, so that the share changes no more",
        letters={"share": lambda at: lone_share(at["x"])},
    ),
    expected=Verdict.REFUTED,
    truth=SHARE,
).literal(scope="settled trees, by counting the leaves", most=40)
def count_share(at: At) -> Rational:
    return share_of_leaves(at.x, at.L)


@named(
    "share of leaves v ∝ e_o or 1 − e_o of {0} at depth {1}",
    r"2^{{-{1}}}\#\{{v\propto e_o\text{{ or }}1-e_o:v\text{{ leaf of }}{0}\text{{ at depth }}{1}\}}",
)
def share_of_leaves(x: tuple[Fraction, ...], L: Any) -> Rational:
    found = leaves(x, L)
    return Rational(sum(map(_singles_out, found)), len(found))


Points = Sequence[tuple[int, int]]


def _cross(o: tuple[int, int], p: tuple[int, int], q: tuple[int, int]) -> int:
    return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])


def spans_plane(points: Points) -> bool:
    return any(_cross(*triple) for triple in combinations(points, 3))


def vertices(points: Points) -> set[int]:
    """Simple vertices of the convex hull: in no triangle of others (its sides included), and no two at one place."""

    def inside(x: tuple[int, int]) -> bool:
        for p, q, r in combinations([p for p in points if p != x], 3):
            sides = _cross(p, q, x), _cross(q, r, x), _cross(r, p, x)
            if _cross(p, q, r) and (min(sides) >= 0 or max(sides) <= 0):
                return True
        return False

    return {i for i, x in enumerate(points) if list(points).count(x) == 1 and not inside(x)}


def directions(points: Points) -> list[tuple[int, int]]:
    """One direction w, and not its opposite, inside each open cone of those that bring the points in one order."""
    normals = {(q[1] - p[1], p[0] - q[0]) for p, q in combinations(set(points), 2)}
    upper = {(a, b) if b > 0 or (b == 0 and a > 0) else (-a, -b) for a, b in normals}
    turned = sorted(upper, key=lambda v: Fraction(-v[0], abs(v[0]) + v[1]))
    lengths = [abs(a) + abs(b) for a, b in turned]
    rays = list(zip(turned, lengths, strict=True))
    (a, b), size = rays[0]
    rays.append(((-a, -b), size))
    return [(p[0] * t + q[0] * s, p[1] * t + q[1] * s) for (p, s), (q, t) in pairwise(rays)]


@named("#{{simple vertices of the convex hull of {0}}}", r"\#\{{\text{{simple vertices of the convex hull of }}{0}\}}")
def number_of_vertices(points: Points) -> int:
    return len(vertices(points))


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
        "simple vertex: no other datum at the same place",
    ),
    silent_on="the weights C_o, the limit of the average, more dimensions than two: by the note; networks whose "
    "neurons mix, where a single point escapes",
    predicts=hull,
    given=Given(
        {"points": planar_points()},
        lambda at: spans_plane(at["points"]),
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
def hull_vertices(at: At) -> int:
    return number_of_escaping(at.points)


@named(
    "#{{o: C_o({0}) > 0}}",
    r"\#\{{o:C_o({0})>0\}}",
    means="α^L G(wᵀX, L) → Σ_o C_o(X) O_o on average over directions w",
)
def number_of_escaping(points: Points) -> int:
    """A leaf a e_o or a (1 - e_o) adds the same to alpha^L G_L from the next depth on; nothing else is left of it."""
    escaped = set()
    for w in directions(points):
        x = tuple(Fraction(w[0] * p + w[1] * q) for p, q in points)
        for v in leaves(x, settled_at_ends(x)):
            if (size := support(v)) in (1, len(x) - 1):
                escaped.add(next(i for i, e in enumerate(v) if bool(e) is (size == 1)))
    return len(escaped)
