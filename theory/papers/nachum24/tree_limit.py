"""T5 to T8: the limit of alpha^L G_L, how fast it is reached, and what several neurons make of it.

The other side of every check is the exact sequence G_L itself. Once a tree has no unstable leaf, its entries are sums
of C_k lambda_k^L over the n/2 possible rates, so each C_k follows exactly from a few consecutive terms: `mode`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import gcd

from flint import acb, arb
from sympy import Integer, Rational, Symbol, diff, log

from theory.certify import precision
from theory.claim import Claim, Locator, Predicted, Twin, Verdict
from theory.expressions import enclose, grid, value
from theory.notation import HALF, alpha, decay, j, k, l, n, t
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.tree_basics import Compared
from theory.three_valued import ThreeValuedLaw
from theory.tree import Tree

Batch = tuple[int, ...]

depth, length = Symbol("depth", integer=True, nonnegative=True), Symbol("length", positive=True)


@cache
def settled(size: int, top: int, by: int = 3) -> tuple[Batch, ...]:
    """Sorted integer batches in 0..top whose tree has only stable leaves at depth `by`."""
    found = (v for v in product(range(top + 1), repeat=size) if list(v) == sorted(v) and v[0] == 0 < v[-1])
    return tuple(v for v in found if Tree(v).unstable_leaves(by) == 0)


def rates(size: int) -> list[Fraction]:
    """lambda_1 > lambda_2 > ... > lambda_(n/2)."""
    return [value(decay(), {"n": size, "k": below}) for below in range(1, size // 2 + 1)]


@cache
def leaf_grams(batch: Batch, start: int = 4) -> tuple[tuple[Fraction, ...], ...]:
    """G_L for L = start, start + 1, ... by summing over all leaves: one row-major matrix per depth."""
    size = len(batch)
    out = []
    for layer in range(start, start + size // 2 + 2):
        leaves = Tree(batch).leaves(layer)
        out.append(tuple(sum((v[p] * v[q] for v in leaves), Fraction(0)) for p in range(size) for q in range(size)))
    return tuple(out)


def without(sequence: Sequence[Fraction], removed: Sequence[Fraction]) -> list[Fraction]:
    """Apply the product of (E - rate), E the shift: what is left of a sum of geometric sequences."""
    left = list(sequence)
    for rate in removed:
        left = [after - rate * before for before, after in pairwise(left)]
    return left


def mode(sequence: Sequence[Fraction], size: int, start: int = 4) -> Fraction:
    """C_1 in s_L = sum_k C_k lambda_k^L, from the terms L = start, start + 1, ..."""
    leading, *others = rates(size)
    left = without(sequence, others)
    for rate in others:
        left = [term / (leading - rate) for term in left]
    if any(after != leading * before for before, after in pairwise(left)):
        raise ArithmeticError("the sequence is no sum of the modes lambda_k^L: the tree is not settled")
    return left[0] / leading**start


def data_free(batch: Batch) -> Iterator[tuple[int, Fraction, Fraction]]:
    """Maximal data-free tree intervals (depth, a, b), by the definition of the intervals (T2)."""
    pending = [(Fraction(batch[0]), Fraction(batch[-1]))]
    level = 0
    while pending:
        halves = []
        for low, high in pending:
            if not any(low < e < high for e in batch):
                yield level, low, high
                continue
            split = sum((min(max(Fraction(e), low), high) for e in batch), Fraction(0)) / len(batch)
            halves += [(low, split), (split, high)]
        pending, level = halves, level + 1


limit = Claim(
    "nachum24.tree.limit",
    source=Locator(NACHUM24, "Theorem 11"),
    status="corrected",
    says="alpha^L G_L tends to c_min O_min + c_max O_max, where O_o has (n-1)^2 at o and ones on the others, and c_min "
    "sums alpha^(depth+1) length^2/n^2 over the maximal data-free tree intervals between the two least data, c_max "
    "between the two greatest: if both extremes are attained once, TWO points escape",
    tex=r"\lim_L\alpha^LG_L=c_{\min}O_{\min}+c_{\max}O_{\max},\quad c_{\min}=\sum_J\alpha^{d_J+1}\frac{|J|^2}{n^2}",
    hypotheses=("x in R^n, not constant", "n >= 3 (for n = 2 the one interval counts half at each end)"),
    silent_on="a real network, whose neurons mix: there one point escapes",
    predicts=(alpha() ** (depth + 1) * length**2 / n**2, (n - 1) ** 2, Integer(1)),
    over=grid(n=(3, 4, 5), depth=(0, 1, 2), length=(1, HALF)),
    uses=("nachum24.tree.gram", "nachum24.tree.clip-intervals"),
    twins=(
        Twin(
            ((n**2 / (n - 1) ** 2) ** (depth + 1) * length**2 / n**2, (n - 1) ** 2, Integer(1)),
            "alpha = n^2/(n-1)^2",
        ),
        Twin((alpha() ** (depth + 1) * length**2 / n**2, n**2, Integer(1)), "norm ratio n"),
        Twin((alpha() ** (depth + 1) * length**2 / n**2, (n - 1) ** 2, n - 1), "cluster weight n - 1"),
        Twin((alpha() ** depth * length**2 / n**2, (n - 1) ** 2, Integer(1)), "one layer fewer"),
    ),
)


@limit.exact(
    scope="the 34 sorted batches from 0, stable from depth 3 on, in {0..6}^3 and {0..4}^4, against the leading mode "
    "of the exact G_L"
)
def _limit_of_settled_trees(predicted: Predicted) -> Compared:
    for size, top in ((3, 6), (4, 4)):
        for batch in settled(size, top):
            weights = [Fraction(0), Fraction(0)]
            for level, low, high in data_free(batch):
                term = value(predicted[0], {"n": size, "depth": level, "length": high - low})
                weights[0] += term * (high <= batch[1])
                weights[1] += term * (low >= batch[-2])
            at_outlier, at_others = (value(part, {"n": size}) for part in predicted[1:])
            claimed = tuple(
                sum(
                    weight * (at_outlier if p == q == o else at_others * (p != o and q != o))
                    for weight, o in zip(weights, (0, size - 1), strict=True)
                )
                for p in range(size)
                for q in range(size)
            )
            grams = leaf_grams(batch)
            computed = tuple(mode([G[entry] for G in grams], size) for entry in range(size * size))
            yield f"batch {batch}", computed, claimed


limit_single = Claim(
    "nachum24.tree.limit-single",
    source=Locator(NACHUM24, "Theorem 11, read with the abstract"),
    status="reading",
    says="in the tree, too, a single odd point escapes: the smaller of c_min and c_max is 0",
    tex=r"\lim_L\alpha^LG_L=c\,O_o",
    hypotheses=("x in R^n with distinct entries",),
    predicts=Integer(0),
    over=({},),
    expected=Verdict.REFUTED,
)


@limit_single.exact(scope="x = (0, 1, 2)")
def _two_escape(predicted: Predicted) -> Compared:
    found = Tree([0, 1, 2]).limit()
    yield "x = (0, 1, 2), smaller weight", min(found.c_min, found.c_max), predicted


limit_bound = Claim(
    "nachum24.tree.limit-bound",
    source=Locator(NACHUM24, "Theorem 11"),
    status="new",
    says="c_min + c_max is at most range(x)^2/(n^2 - 2n + 2), with equality exactly for one point against n - 1 "
    "equal ones",
    tex=r"\max_x\frac{c_{\min}+c_{\max}}{\mathrm{range}(x)^2}=\frac\alpha{n^2}=\frac1{n^2-2n+2}",
    hypotheses=("x in R^n, not constant",),
    predicts=alpha() / n**2,
    over=grid(n=range(3, 7)),
    uses=("nachum24.tree.limit", "nachum24.tree.split-range"),
)


@limit_bound.exact(
    scope="the greatest value over the sorted batches from 0, stable from depth 3 on, in {0..6}^3, {0..4}^4, {0..3}^5"
)
def _greatest_weight(predicted: Predicted) -> Compared:
    for size, top in ((3, 6), (4, 4), (5, 3)):
        greatest = value(predicted, {"n": size})
        reached = Fraction(0)
        for batch in settled(size, top):
            found = Tree(batch).limit()
            ratio = Fraction(found.c_min + found.c_max) / (batch[-1] - batch[0]) ** 2
            reached = max(reached, ratio)
            one_against_all = len(set(batch)) == 2 and 1 in (batch.count(batch[0]), batch.count(batch[-1]))
            yield f"batch {batch} attains it", ratio == greatest, one_against_all
        yield f"n = {size}", reached, greatest


a, b = Symbol("a", integer=True, positive=True), Symbol("b", integer=True, positive=True)

tied_extremes = Claim(
    "nachum24.tree.tied-extremes",
    source=Locator(NACHUM24, "Theorem 11"),
    status="new",
    says="if the least value occurs a times and the greatest b times, G_L grows by lambda_k per layer, k = min(a, "
    "b): with "
    "a, b >= 2 nothing escapes and alpha^L G_L tends to 0",
    tex=r"G_{L+1}/G_L\to\lambda_{\min(a,b)}=\frac{k^2+(n-k)^2}{n^2}",
    hypotheses=("x in R^n, not constant",),
    predicts=((k**2 + (n - k) ** 2) / n**2),
    over=grid(n=(4, 5, 6), k=(1, 2, 3), where=lambda n, k: 2 * k <= n),
    uses=("nachum24.tree.gram",),
    twins=(Twin(1 / alpha(), "lambda_1 whatever the ties"),),
)


@tied_extremes.exact(
    scope="sorted batches from 0, stable from depth 3 on, in {0..4}^4, {0..3}^5, {0..2}^6: ratio of the slowest mode "
    "of tr G_L"
)
def _slowest_mode(predicted: Predicted) -> Compared:
    for size, top in ((4, 4), (5, 3), (6, 2)):
        for batch in settled(size, top):
            below = min(batch.count(batch[0]), batch.count(batch[-1]))
            traces = [sum(G[:: size + 1], Fraction(0)) for G in leaf_grams(batch)]
            # modes slower than lambda_k must be absent, so only the faster ones are removed
            left = without(traces, rates(size)[below:])
            claimed = value(predicted, {"n": size, "k": below})
            yield f"batch {batch}, k = {below}", left[1] / left[0], claimed


convergence_rate = Claim(
    "nachum24.tree.convergence-rate",
    source=Locator(NACHUM24, "Theorem 11"),
    status="new",
    says="a settled tree with a cluster of 2 or n - 2 points, n >= 4, reaches its limit at rate alpha lambda_2 per "
    "layer",
    tex=r"\alpha\lambda_2=\frac{n^2-4n+8}{n^2-2n+2}",
    hypotheses=("n >= 4", "no unstable leaf left", "some stable leaf with 2 or n - 2 non-zeros"),
    silent_on="trees that keep unstable leaves (the note proves the rate for almost every batch)",
    predicts=(n**2 - 4 * n + 8) / (n**2 - 2 * n + 2),
    over=grid(n=range(4, 9)),
    uses=("nachum24.tree.limit",),
    twins=(Twin(((n - 1) / n) ** 2, "((n-1)/n)^2"), Twin((n - 1) ** 2 / (n**2 - 2 * n + 2), "the rigorous bound q")),
)


@convergence_rate.exact(
    scope="sorted batches from 0, stable from depth 3 on, in {0..4}^4, {0..3}^5, {0..2}^6, error of tr alpha^L G_L"
)
def _second_mode(predicted: Predicted) -> Compared:
    for size, top in ((4, 4), (5, 3), (6, 2)):
        factor = value(alpha(), {"n": size})
        for batch in settled(size, top):
            traces = [sum(G[:: size + 1], Fraction(0)) for G in leaf_grams(batch)]
            left = without(traces, [rate for i, rate in enumerate(rates(size)) if i != 1])
            below = {sum(e <= low for e in batch) for _, low, _ in data_free(batch)}
            yield f"batch {batch} has such a leaf", left[0] != 0, bool(below & {2, size - 2})
            if left[0]:
                yield f"batch {batch}", factor * left[1] / left[0], value(predicted, {"n": size})


# --- three-valued nodes -------------------------------------------------------------------------------------

LAW = ThreeValuedLaw(k, j, l)

three_valued_law = Claim(
    "nachum24.tree.three-valued-law",
    source=Locator(NACHUM24, "Definition 8"),
    status="new",
    says="on nodes with k data at 0, j at t and l at 1, t moves by t/m if t < m and (t-m)/(1-m) if t > m, m = (jt + "
    "l)/n; "
    "its invariant density is d logit(m)/dt = j/(l + jt) + j/(k + j - jt): logit m is uniform",
    tex=r"\rho(t)\propto\frac{j}{l+jt}+\frac{j}{k+j-jt},\qquad \log\frac m{1-m}\ \text{uniform}",
    hypotheses=("k, j, l >= 1, n = k + j + l",),
    silent_on="any one rational batch: the law speaks of almost every t (the note proves it unique and ergodic)",
    predicts=j * LAW.density(t),
    over=grid(k=(1, 2), j=(1, 3), l=(1, 2), t=(Rational(1, 3), Rational(3, 4))),
    uses=("nachum24.tree.clip-intervals",),
    twins=(Twin(log((l + j) * (k + j) / (k * l)), "t uniform (Lebesgue measure)"),),
)


@three_valued_law.exact(scope="every k, j, l and t: Perron-Frobenius equation over both full branches")
def _invariant_density(predicted: Predicted) -> Compared:
    size = k + j + l
    lower = l * t / (size - j * t)  # preimage under t/m, onto (0, 1)
    upper = ((k + j) * t + l) / (k + l + j * t)  # preimage under (t-m)/(1-m), onto (0, 1)
    transported = sum(predicted.subs(t, s) * diff(s, t) for s in (lower, upper))
    yield "invariance", transported, predicted
    ends = tuple(s.subs(t, end) for s in (lower, upper) for end in (0, 1))
    yield "both branches are full", ends, (0, l / (k + l), l / (k + l), 1)
    m = LAW.split(t)
    yield "logit m is uniform", diff(m, t) / (m * (1 - m)), predicted
    for s in (lower, upper):
        at = LAW.split(s)
        yield "image", s / at if s is lower else (s - at) / (1 - at), t


three_valued_exponent = Claim(
    "nachum24.tree.three-valued-exponent",
    source=Locator(NACHUM24, "Definition 8"),
    status="new",
    says="the length of the unstable interval shrinks by e^Lambda per layer, Lambda = [Li2(-(k+j)/l) + Li2(-(l+j)/k) "
    "+ pi^2/6 "
    "+ log(k/l)^2/2] / log((l+j)(k+j)/(kl)); n = 3: Lambda = -.886217748",
    tex=r"\Lambda=\frac{\mathrm{Li}_2(-\frac{k+j}l)+\mathrm{Li}_2(-\frac{l+j}k)+\frac{\pi^2}6+\frac12\log^2\frac kl}"
    r"{\log\frac{(l+j)(k+j)}{kl}}",
    hypotheses=("k, j, l >= 1", "almost every t in (0, 1)"),
    predicts=LAW.exponent_formula,
    over=grid(k=(1, 2), j=(1, 3), l=(1, 2)),
    uses=("nachum24.tree.three-valued-law",),
    twins=(Twin(2 * log(3) - 3 * log(2) - 1, "its value at n = 3 if t were uniform: off by .004"),),
)

CASES = ((1, 1, 1), (2, 3, 4), (1, 2, 1), (1, 8, 1), (1, 1, 8), (5, 1, 5))


@three_valued_exponent.certified(
    scope="(k, j, l) = " + ", ".join(map(str, CASES)) + ", by quadrature over the uniform logit"
)
def _exponent_by_quadrature(predicted: Predicted) -> Compared:
    with precision(40):
        for below, inside, above in CASES:
            start, kink, end = (
                (arb(p) / q).log() for p, q in ((above, below + inside), (above, below), (above + inside, below))
            )
            # log m below the kink, log(1 - m) above it; split there: the integrand is not analytic
            kept_low = acb.integral(lambda u, a: -((1 + (-u).exp()).log(analytic=a)), start, kink).real
            kept_high = acb.integral(lambda u, a: -((1 + u.exp()).log(analytic=a)), kink, end).real
            at = {"k": below, "j": inside, "l": above}
            yield f"(k, j, l) = {below, inside, above}", (kept_low + kept_high) / (end - start), enclose(predicted, at)


# --- counts, energy, several neurons ------------------------------------------------------------------------


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
    "the leading modes"
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
)


@count_share.exact(
    scope="sorted batches from 0, stable from depth 3 on, in {0..4}^4 with an untied extreme; the share is constant "
    "once settled"
)
def _share_by_count(predicted: Predicted) -> Compared:
    for batch in settled(4, 4):
        if min(batch.count(batch[0]), batch.count(batch[-1])) == 1:
            leaves = Tree(batch).leaves(4)
            yield f"batch {batch}", Rational(sum(map(_is_outlier_type, leaves)), len(leaves)), predicted


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
        "the law of w charges every open cone and no hyperplane",
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


@hull_vertices.exact(scope="three planar batches of 6 or 7 points, all primitive directions in {-7..7}^2")
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
