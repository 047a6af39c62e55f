"""T2 to T4: every node is the batch clipped to an interval; stable nodes; the leaf Gram in polynomial time.

Brute force over the 2^L leaves, by the definition of the transformations, is the other side of every check.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from sympy import Expr, Integer, Rational, Symbol, expand, radsimp, sqrt

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.exact.expressions import grid, value
from theory.notation import L, d, decay, k, n, xbar
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.tree.setting import batches
from theory.tree import Tree, negative, positive

a, b, clip_mean = Symbol("a", real=True), Symbol("b", real=True), Symbol("m", real=True)


def clipped(v: Sequence[Fraction], low: Fraction, high: Fraction) -> list[Fraction]:
    """clip(v; low, high), entry by entry."""
    return [min(max(e, low), high) for e in v]


def mean(v: Sequence[Fraction]) -> Fraction:
    return sum(v, Fraction(0)) / len(v)


clip_intervals = Claim(
    "nachum24.tree.clip-intervals",
    source=Locator(NACHUM24, "Lemma 7"),
    status="new",
    says="the leaves of depth L are b - clip(x; a, b) and clip(x; a, b) - a over the lower and upper halves [a, b] "
    "of the "
    "intervals of depth L - 1, each split at m, the mean of the data clipped to it",
    tex=r"T_+\,\mathrm{up}(a,b)=T_-\,\mathrm{dn}(a,b)=\mathrm{up}(m,b),\quad m=\overline{\mathrm{clip}(x;a,b)}",
    hypotheses=("x in R^n, not constant", "L >= 1"),
    predicts=clip_mean,
    over=({"a": 0, "b": 5, "m": 2, "xbar": Rational(7, 3)}, {"a": 2, "b": 5, "m": 3, "xbar": 2}),
    uses=("nachum24.tree.difference", "nachum24.tree.order"),
    twins=(Twin(xbar, "split at the mean of the batch"), Twin((a + b) / 2, "split at the midpoint")),
)


@clip_intervals.exact(scope="all integer batches in {0..4}^3 and {0..3}^4, depths 1..4")
def _leaves_by_clipping(predicted: Predicted) -> Compared:
    for size, top in ((3, 4), (4, 3)):
        for v in batches(size, top):
            intervals, nodes = [(min(v), max(v))], Tree(v).nodes(4)
            for depth in range(1, 5):
                halves = []
                leaves = [leaf for path, leaf in nodes.items() if len(path) == depth]
                for low, high in intervals:
                    at = {"a": low, "b": high, "m": mean(clipped(v, low, high)), "xbar": mean(v)}
                    split = value(predicted, at)
                    halves += [(low, split), (split, high)]
                lower = [tuple(hi - e for e in clipped(v, lo, hi)) for lo, hi in halves[::2]]
                upper = [tuple(e - lo for e in clipped(v, lo, hi)) for lo, hi in halves[1::2]]
                yield f"batch {tuple(map(str, v))}, depth {depth}", sorted(leaves), sorted(lower + upper)
                intervals = halves


split_range = Claim(
    "nachum24.tree.split-range",
    source=Locator(NACHUM24, "Lemma 7"),
    status="new",
    says="an interval is split at a fraction of its length between 1/n and (n-1)/n, and both ends are attained",
    tex=r"\frac{m-a}{b-a}\in\Big[\frac1n,\frac{n-1}n\Big]",
    hypotheses=("x in R^n, not constant", "[a, b] an interval of the tree"),
    predicts=(1 / n, (n - 1) / n),
    over=grid(n=range(2, 6)),
    uses=("nachum24.tree.clip-intervals",),
    twins=(Twin((Integer(0), Integer(1)), "any fraction"), Twin((1 / (n + 1), n / (n + 1)), "n + 1 for n")),
)


@split_range.exact(scope="least and greatest fraction over all integer batches in {0..3}^n, n = 2..5, depths 0..3")
def _extreme_splits(predicted: Predicted) -> Compared:
    for size in range(2, 6):
        fractions = set()
        for v in batches(size, 3):
            ends = [low for low, _ in Tree(v).intervals(4)] + [max(v)]
            for depth in range(4):
                step = 2 ** (4 - depth)
                for i in range(0, 16, step):
                    low, split, high = ends[i], ends[i + step // 2], ends[i + step]
                    fractions.add((split - low) / (high - low))
        claimed = tuple(value(part, {"n": size}) for part in predicted)
        yield f"n = {size}", (min(fractions), max(fractions)), claimed


stable_nodes = Claim(
    "nachum24.tree.stable-nodes",
    source=Locator(NACHUM24, "Definition 8"),
    status="reconstructed",
    says="a node v >= 0 is stable, T_+ v = c v with c > 0, if and only if v = a 1_S, S neither empty nor everything; "
    "then "
    "c = 1 - |S|/n, and T_- v = (|S|/n) a on the complement",
    tex=r"T_+(a1_S)=\Big(1-\frac{|S|}n\Big)a1_S,\qquad T_-(a1_S)=\frac{|S|}n\,a1_{S^c}",
    hypotheses=("v >= 0, not constant", "|S| = k"),
    predicts=(1 - k / n, k / n),
    over=grid(n=range(3, 8), k=range(1, 7), where=lambda n, k: k < n),
    uses=("nachum24.tree.difference",),
    twins=(Twin((k / n, 1 - k / n), "split in proportion k : n - k"),),
)


@stable_nodes.exact(scope="all supports, n = 2..7; the converse on all batches of {0..3}^n, n = 2, 3, 4")
def _stable(predicted: Predicted) -> Compared:
    for size in range(2, 8):
        for inside in range(1, size):
            v = tuple(map(Fraction, [1] * inside + [0] * (size - inside)))
            same, other = (value(part, {"n": size, "k": inside}) for part in predicted)
            yield f"n = {size}, |S| = {inside}: T_+", positive(v), tuple(same * e for e in v)
            yield f"n = {size}, |S| = {inside}: T_-", negative(v), tuple(other * (1 - e) for e in v)
    for size in (2, 3, 4):
        for v in batches(size, 3):
            ratios = {after / before for after, before in zip(positive(v), v, strict=True) if before}
            zeros_kept = all(after == 0 for after, before in zip(positive(v), v, strict=True) if before == 0)
            stable = zeros_kept and len(ratios) == 1 and min(ratios) > 0
            yield f"batch {tuple(map(str, v))}", stable, 0 in v and len(set(v)) == 2


unstable_budget = Claim(
    "nachum24.tree.unstable-budget",
    source=Locator(NACHUM24, "Definition 8"),
    status="new",
    says="sum over the leaves of d(v) - 2 is at most d(x) - 2 at every depth, and that is attained; so at most d - 2 "
    "leaves "
    "are not stable",
    tex=r"\max_x\sum_{v}(d(v)-2)=d-2",
    hypotheses=("d = number of distinct values of x, d >= 2",),
    predicts=d - 2,
    over=grid(d=range(2, 6)),
    uses=("nachum24.tree.distinct-values",),
    twins=(
        Twin(d - 1, "one more"),
        Twin(Integer(0), "every leaf is stable at once"),
        Twin((d - 2) / 2, "halved by a layer"),
    ),
)


@unstable_budget.exact(
    scope="the greatest value over all integer batches in {0..6}^n, n = 2..4, for each d, depths 1, 2, 3"
)
def _greatest_budget(predicted: Predicted) -> Compared:
    for size in (2, 3, 4):
        greatest: dict[tuple[int, int], int] = {}
        for v in batches(size, 6):
            if list(v) != sorted(v):  # the tree is permutation equivariant
                continue
            tree = Tree(v)
            for depth in (1, 2, 3):
                key = len(set(v)), depth
                spent = sum(len(set(leaf)) - 2 for leaf in tree.leaves(depth))
                greatest[key] = max(spent, greatest.get(key, 0))
                yield f"batch {tuple(map(str, v))}", tree.unstable_leaves(depth) <= spent, True
        for (distinct, depth), spent in greatest.items():
            yield f"n = {size}, d = {distinct}, depth {depth}", Fraction(spent), value(predicted, {"d": distinct})


ORBIT = ((sqrt(13) - 3) / 2, (5 - sqrt(13)) / 2)


def three_valued_step(t: Expr) -> Expr:
    """(0, t, 1) to the unstable one of its children, rescaled to (0, t', 1): n = 3, m = (1 + t)/3; exact."""
    split = (1 + t) / 3
    return expand(radsimp(t / split if t < split else (t - split) / (1 - split)))


periodic_orbit = Claim(
    "nachum24.tree.periodic-orbit",
    source=Locator(NACHUM24, "Definition 8"),
    status="new",
    says="not every tree becomes stable: (0, (sqrt(13)-3)/2, 1) goes to (0, (5-sqrt(13))/2, 1) and back, and keeps "
    "exactly "
    "one unstable leaf at every depth",
    tex=r"t=\tfrac{\sqrt{13}-3}2\mapsto\tfrac{5-\sqrt{13}}2\mapsto t",
    hypotheses=("n = 3",),
    predicts=ORBIT,
    over=({},),
    uses=("nachum24.tree.stable-nodes",),
)


@periodic_orbit.exact(scope="in the field Q(sqrt 13)")
def _orbit(predicted: Predicted) -> Compared:
    first, second = predicted
    if not (0 < first < 1 and 0 < second < 1):
        yield "both inside (0, 1)", (first, second), "points of (0, 1)"
        return
    yield "first to second", three_valued_step(first), expand(second)
    yield "second to first", three_valued_step(second), expand(first)


all_stabilise = Claim(
    "nachum24.tree.all-stabilise",
    source=Locator(NACHUM24, "Definition 8"),
    status="reading",
    says="every tree has only stable leaves from some depth on: 0 unstable leaves",
    tex=r"\forall x\ \exists L:\ \text{all leaves of depth }L\text{ are stable}",
    hypotheses=("x in R^n, not constant",),
    predicts=Integer(0),
    over=({},),
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.tree.periodic-orbit",),
    truth=Integer(1),
)


@all_stabilise.exact(scope="x = (0, 2, 3), depths 0..100")
def _one_unstable(predicted: Predicted) -> Compared:
    for depth in range(101):
        yield (
            f"x = (0, 2, 3), unstable leaves at depth {depth}",
            Integer(Tree([0, 2, 3]).unstable_leaves(depth)),
            predicted,
        )


@all_stabilise.exact(scope="the orbit of (0, (sqrt 13 - 3)/2, 1), every depth by periodicity")
def _never_stable(predicted: Predicted) -> Compared:
    t = ORBIT[0]
    twice = three_valued_step(three_valued_step(t))
    inside = int(bool(0 < three_valued_step(t) < 1) and bool(0 < t < 1) and twice == expand(t))
    yield "x = (0, (sqrt(13)-3)/2, 1), unstable leaves at every depth", Integer(inside), predicted


gram = Claim(
    "nachum24.tree.gram",
    source=Locator(NACHUM24, "Theorem 11"),
    status="new",
    says="a data-free interval of length l at depth d with k data below adds, at depth L, lambda_k^(L-1-d) l^2 times "
    "((n-k)/n)^2 on the k lower points and (k/n)^2 on the upper ones; only d(x) - 2 intervals per depth are not "
    "data-free",
    tex=r"\lambda_k^{L-1-d}\,l^2\Big[\big(\tfrac{n-k}n\big)^21_A1_A^{\mathsf T}+\big(\tfrac kn\big)^21_B1_B^{\mathsf "
    r"T}\Big],"
    r"\quad\lambda_k=\frac{k^2+(n-k)^2}{n^2}",
    hypotheses=("L >= d + 1", "l = 1, d = 0 in the prediction"),
    predicts=(decay() ** (L - 1) * (1 - k / n) ** 2, decay() ** (L - 1) * (k / n) ** 2),
    over=grid(n=(3, 4, 5), k=(1, 2), L=(1, 2, 3), where=lambda n, k, L: k < n),
    uses=("nachum24.tree.clip-intervals", "nachum24.tree.stable-nodes"),
    twins=(
        Twin(
            (((n - k) / n) ** (2 * (L - 1)) * (1 - k / n) ** 2, ((n - k) / n) ** (2 * (L - 1)) * (k / n) ** 2),
            "lambda_k = ((n-k)/n)^2",
        ),
        Twin((decay() ** L * (1 - k / n) ** 2, decay() ** L * (k / n) ** 2), "one layer too many"),
    ),
)


@gram.exact(scope="two-valued batches, n = 2..6, every k, L = 1..5, against the sum over all leaves")
def _two_valued_gram(predicted: Predicted) -> Compared:
    for size in range(2, 7):
        for below in range(1, size):
            tree = Tree([0] * below + [1] * (size - below))
            for depth in range(1, 6):
                lower, upper = (value(part, {"n": size, "k": below, "L": depth}) for part in predicted)
                leaves = tree.leaves(depth)
                sums = tuple(sum(v[i] * v[j] for v in leaves) for i, j in ((0, 0), (size - 1, size - 1), (0, size - 1)))
                yield f"n = {size}, k = {below}, L = {depth}", sums, (lower, upper, 0)


@gram.exact(
    scope="all sorted integer batches in {0..4}^3 and {0..3}^4, L = 1..5: sum over data-free intervals and leaves"
)
def _gram_by_intervals(predicted: Predicted) -> Compared:
    for size, top in ((3, 4), (4, 3)):
        parts = {
            (below, depth): tuple(value(part, {"n": size, "k": below, "L": depth}) for part in predicted)
            for below in range(1, size)
            for depth in range(1, 6)
        }
        for v in batches(size, top):
            if list(v) != sorted(v):
                continue
            for depth in range(1, 6):
                yield f"batch {tuple(map(str, v))}, L = {depth}", _leaf_gram(v, depth), _interval_gram(v, depth, parts)


Matrix = list[list[Fraction]]


def _leaf_gram(v: Sequence[Fraction], depth: int) -> Matrix:
    leaves = Tree(v).leaves(depth)
    return [[sum((leaf[i] * leaf[j] for leaf in leaves), Fraction(0)) for j in range(len(v))] for i in range(len(v))]


def _interval_gram(v: Sequence[Fraction], depth: int, parts: dict[tuple[int, int], tuple[Any, ...]]) -> Matrix:
    size = len(v)
    total = [[Fraction(0)] * size for _ in range(size)]

    def add(vector: Sequence[Fraction], weight: Fraction) -> None:
        for i, p in enumerate(vector):
            for j, q in enumerate(vector):
                total[i][j] += weight * p * q

    pending = [(min(v), max(v))]
    for level in range(depth):
        halves = []
        for low, high in pending:
            split = mean(clipped(v, low, high))
            if any(low < e < high for e in v):
                halves += [(low, split), (split, high)]
                if level == depth - 1:
                    add([split - e for e in clipped(v, low, split)], Fraction(1))
                    add([e - split for e in clipped(v, split, high)], Fraction(1))
                continue
            below = sum(e <= low for e in v)
            lower, upper = parts[below, depth - level]
            add([Fraction(e <= low) for e in v], lower * (high - low) ** 2)
            add([Fraction(e >= high) for e in v], upper * (high - low) ** 2)
        pending = halves
    return total
