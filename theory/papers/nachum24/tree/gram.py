"""T4: the Gram matrix of the leaves, by intervals and by brute force. Note: tree.md."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin
from theory.claim.domains import Integers
from theory.claim.given import Given
from theory.exact.expressions import Undefined, grid, value
from theory.notation import L, decay, k, n
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.tree.setting import (
    Depths,
    Matrix,
    batches,
    clipped,
    leaves,
    mean,
)
from theory.tree import Tree

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
    given=Given(
        {"n": Integers(2), "k": Integers(1), "L": Depths(1)},
        lambda at: at["k"] < at["n"],
        "k < n: k zeros and n - k ones",
    ),
    left=r"(G_L)_{11},\ (G_L)_{nn}",
    speaks_of=("rc", "nl", "split"),
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


@gram.literal(most=100)
def _of_two_values(at: At) -> tuple[Fraction, Fraction]:
    """The diagonal of G_L on the lower and the upper points; between the two it has to be 0, inside either constant."""
    below = int(at.k)
    nodes = leaves((Fraction(0),) * below + (Fraction(1),) * int(at.n - at.k), at.L)
    sums = [[sum((v[i] * v[j] for v in nodes), Fraction(0)) for j in range(at.n)] for i in range(at.n)]
    lower, upper = sums[0][0], sums[-1][-1]
    wanted = [
        [(lower if i < below else upper) * ((i < below) == (j < below)) for j in range(at.n)] for i in range(at.n)
    ]
    if sums != wanted:
        raise Undefined("G_L is no sum of two blocks")
    return lower, upper


@gram.exact(scope="two-valued batches, n = 2..6, every k, L = 1..5, against the sum over all leaves", reach="cases")
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
    scope="all sorted integer batches in {0..4}^3 and {0..3}^4, L = 1..5: sum over data-free intervals and leaves",
    reach="cases",
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
