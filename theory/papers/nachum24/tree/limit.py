"""T5, T6: the limit of alpha^L G_L, and how fast it is reached.

The other side of every check is the exact sequence G_L itself. Once a tree has no unstable leaf, its entries are sums
of C_k lambda_k^L over the n/2 possible rates, so each C_k follows exactly from a few consecutive terms: `mode`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from flint import fmpz_mat
from sympy import Integer, Symbol

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.exact.expressions import grid, value
from theory.notation import HALF, alpha, k, n
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.tree.setting import Batch, data_free, mode, rates, settled, without
from theory.tree import Tree

depth, length = Symbol("depth", integer=True, nonnegative=True), Symbol("length", positive=True)


@cache
def leaf_grams(batch: Batch, start: int = 4) -> tuple[tuple[Fraction, ...], ...]:
    """G_L for L = start, start + 1, ... by summing over all leaves: one row-major matrix per depth.

    Leaves of depth L are integers over n^L: T_+ and T_- times n keep integers.
    """
    size = len(batch)
    out, leaves = [], [list(batch)]
    for depth in range(1, start + size // 2 + 2):
        moved = [[size * entry - total for entry in v] for v in leaves for total in (sum(v),)]
        leaves = [[max(sign * entry, 0) for entry in v] for v in moved for sign in (1, -1)]
        if depth >= start:
            V = fmpz_mat(leaves)
            out.append(tuple(Fraction(int(e), size ** (2 * depth)) for e in (V.transpose() * V).entries()))
    return tuple(out)


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
    scope="the sorted batches from 0, stable from depth 3 on, in {0..10}^3, {0..5}^4 and {0..3}^5, against the leading "
    "mode of the exact G_L; no tree that keeps unstable leaves",
    reach="cases",
)
def _limit_of_settled_trees(predicted: Predicted) -> Compared:
    for size, top in ((3, 10), (4, 5), (5, 3)):
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
    corrected_by=("nachum24.tree.limit",),
    truth=limit.predicts[0].subs({n: 3, depth: 1, length: 1}),
)


@limit_single.exact(scope="x = (0, 1, 2)", reach="cases")
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
    scope="the greatest value over the sorted batches from 0, stable from depth 3 on, in {0..6}^3, {0..4}^4, {0..3}^5",
    reach="cases",
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
    "of tr G_L",
    reach="cases",
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
    scope="sorted batches from 0, stable from depth 3 on, in {0..4}^4, {0..3}^5, {0..2}^6, error of tr alpha^L G_L",
    reach="cases",
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
