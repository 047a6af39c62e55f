"""T7, T8: who carries the limit: shares of leaves by energy and by count, and several projections at once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import gcd

from sympy import Integer, Rational, Symbol

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.exact.expressions import grid, value
from theory.notation import HALF, n
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.tree.setting import mode, settled
from theory.tree import Tree


def _is_outlier_type(leaf: Sequence[Fraction]) -> bool:
    return sum(e != 0 for e in leaf) in (1, len(leaf) - 1) and len(set(leaf)) == 2


energy_share = Claim(
    "nachum24.tree.energy-share",
    source=Locator(NACHUM24, "Theorem 11"),
    status="new",
    says="if an extreme is attained once, the leaves that single out one point carry all of the energy in the limit: "
    "share 1",
    tex=r"\lim_L\frac{\sum_{v\propto e_o\ \mathrm{or}\ 1-e_o}|v|^2}{\mathrm{tr}\,G_L}=1",
    hypotheses=("least or greatest value attained once",),
    silent_on="the share by count, which need not grow",
    predicts=Integer(1),
    over=({},),
    uses=("nachum24.tree.tied-extremes",),
    twins=(Twin(HALF, "half of it"),),
)


@energy_share.exact(
    scope="sorted batches from 0, stable from depth 3 on, in {0..4}^4 and {0..3}^5 with an untied extreme: ratio of "
    "the leading modes",
    reach="cases",
)
def _share_of_energy(predicted: Predicted) -> Compared:
    for size, top in ((4, 4), (5, 3)):
        for batch in settled(size, top):
            if min(batch.count(batch[0]), batch.count(batch[-1])) > 1:
                continue
            both: list[tuple[Fraction, Fraction]] = []
            for layer in range(4, 4 + size // 2 + 2):
                leaves = Tree(batch).leaves(layer)
                zero = Fraction(0)
                energies = [(sum((e * e for e in v), zero), _is_outlier_type(v)) for v in leaves]
                both.append((sum((e for e, single in energies if single), zero), sum((e for e, _ in energies), zero)))
            single, total = ([term[i] for term in both] for i in (0, 1))
            yield f"batch {batch}", mode(single, size) / mode(total, size), value(predicted, {})


count_share = Claim(
    "nachum24.tree.count-share",
    source=Locator(NACHUM24, "Theorem 11"),
    status="reading",
    says="almost all leaves, by count, single out one point: share 1",
    tex=r"\lim_L2^{-L}\#\{v\propto e_o\ \mathrm{or}\ 1-e_o\}=1",
    hypotheses=("least or greatest value attained once",),
    predicts=Integer(1),
    over=({},),
    expected=Verdict.REFUTED,
    truth=HALF,  # of the two data-free intervals of depth 1 only [1, 3] has n - 1 points below
)


@count_share.exact(scope="(0, 0, 1, 3), settled from depth 1 on: depths 1..6", reach="cases")
def _share_by_count(predicted: Predicted) -> Compared:
    for depth in range(1, 7):
        leaves = Tree((0, 0, 1, 3)).leaves(depth)
        yield f"depth {depth}", Rational(sum(map(_is_outlier_type, leaves)), len(leaves)), predicted


hull = Symbol("h", integer=True, positive=True)

hull_vertices = Claim(
    "nachum24.tree.hull-vertices",
    source=Locator(NACHUM24, "Theorem 11"),
    status="new",
    says="averaged over trees on projections w^T X, exactly the h vertices of the convex hull escape, each with its "
    "own weight; "
    "other points get none",
    tex=r"\alpha^L\tfrac1M\sum_jG_L(w_j^{\mathsf T}X)\to\sum_oC_oO_o,\quad C_o>0\iff o\ \text{is a simple vertex of "
    r"the hull}",
    hypotheses=(
        "one path per neuron: independent trees on w_j^T X",
        "the law of w charges every open cone and no hyperplane, and has a second moment",
        "simple vertex: no other datum at the same place",
    ),
    silent_on="networks whose neurons mix, where a single point escapes",
    predicts=hull,
    over=grid(h=(3, 4, 5), n=(6, 7)),
    uses=("nachum24.tree.limit",),
    twins=(
        Twin(Integer(1), "one common outlier"),
        Twin(n, "interior points escape too"),
        Twin(Integer(2), "two, as on a line"),
    ),
)

PLANAR = (
    ((0, 0), (4, 0), (4, 3), (0, 3), (1, 1), (2, 2)),
    ((0, 0), (6, 0), (0, 6), (3, 3), (2, 1), (1, 2), (2, 2)),
    ((0, 0), (3, -1), (5, 2), (3, 5), (-1, 3), (2, 2), (1, 2)),
)


def vertices(points: Sequence[tuple[int, int]]) -> set[int]:
    """Vertices of the convex hull: points outside every triangle of the others, and no middle of a side."""

    def cross(o: tuple[int, int], p: tuple[int, int], q: tuple[int, int]) -> int:
        return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])

    def inside(x: tuple[int, int]) -> bool:
        for p, q, r in product([p for p in points if p != x], repeat=3):
            sides = cross(p, q, x), cross(q, r, x), cross(r, p, x)
            if cross(p, q, r) and (min(sides) >= 0 or max(sides) <= 0):
                return True
        return False

    return {i for i, x in enumerate(points) if not inside(x)}


@hull_vertices.exact(
    scope="three planar batches of 6 or 7 points, all primitive directions in {-7..7}^2",
    reach="step",
    of="o escapes iff on an open cone of directions it alone is an extreme of the projection",
)
def _escaping_vertices(predicted: Predicted) -> Compared:
    for points in PLANAR:
        escaped = set()
        for w in product(range(-7, 8), repeat=2):
            if gcd(*w) != 1:
                continue
            projected = [w[0] * p + w[1] * q for p, q in points]
            tree = Tree(projected)
            found = tree.limit(10)
            for o, weight in ((tree.order[0], found.c_min), (tree.order[-1], found.c_max)):
                if weight > 0:
                    escaped.add(o)
        yield f"points {points}: which escape", escaped, vertices(points)
        at = {"h": len(vertices(points)), "n": len(points)}
        yield f"points {points}", Fraction(len(escaped)), value(predicted, at)
