"""R4: recentring in a linear network."""

from __future__ import annotations

from itertools import combinations, product

from flint import fmpq, fmpq_mat
from sympy import Min, Symbol

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.exact.expressions import grid, value
from theory.notation import L, m, r
from theory.papers.nachum24 import NACHUM24

ones = Symbol("ones", integer=True, nonnegative=True)  # 1 if the row space of X contains (1, .., 1), else 0

recentring_linear = Claim(
    "nachum24.rank.recentring-linear",
    source=Locator(NACHUM24, "'recentering alone only affects the first layer in linear networks'"),
    status="quoted",
    says="in a linear network recentring acts once: rank Z_l = min(m, rank X - [1 in row space of X]) at every depth "
    "l >= 1, m the "
    "least width so far",
    tex=r"\mathrm{rank}\,Z_\ell=\min\big(m_1,\dots,m_\ell,\ \mathrm{rank}X-[\mathbf1\in\mathrm{row}(X)]\big)",
    hypotheses=("Z_l = W_l Z_(l-1) P, Z_0 = X", "Gaussian weights (almost surely)"),
    silent_on="networks with ReLU, which raises the rank again",
    predicts=Min(m, r - ones),
    over=grid(m=(1, 2, 3), r=(1, 2, 3), ones=(0, 1), L=(1, 2)),
    uses=("components.algebra.rc-idempotent",),
    twins=(
        Twin(Min(m, r - 1), "recentring always costs one"),
        Twin(Min(m, r - L * ones), "it costs one at every layer"),
        Twin(Min(m, r), "it costs nothing"),
    ),
)

# unimodular, so that they keep every rank; two of them, so that depth is seen
WEIGHTS = (fmpq_mat(3, 3, [1, 1, 0, 0, 1, 1, 0, 0, 1]), fmpq_mat(3, 3, [1, 0, 0, -2, 1, 0, 1, 3, 1]))


def recentring(size: int) -> fmpq_mat:
    """P = I - J/n as an exact matrix."""
    return fmpq_mat([[fmpq(int(i == j)) - fmpq(1, size) for j in range(size)] for i in range(size)])


def contains_ones(X: fmpq_mat) -> bool:
    """Whether (1, .., 1) lies in the row space: adding it as a row leaves the rank alone."""
    bordered = fmpq_mat([*X.tolist(), [fmpq(1)] * X.ncols()])
    return bool(bordered.rank() == X.rank())


@recentring_linear.exact(
    scope="all X with entries -1, 0, 1 of shapes 3x2 and 2x3, last width 1, 2, 3, depths 1, 2; exact ranks"
)
def _ranks(predicted: Predicted) -> Compared:
    for rows, columns in ((3, 2), (2, 3)):
        P = recentring(columns)
        for entries in product((-1, 0, 1), repeat=rows * columns):
            X = fmpq_mat(3, columns, [*entries, *[0] * (3 - rows) * columns])
            if X.rank() == 0:
                continue
            Z = X
            for depth, W in enumerate(WEIGHTS, 1):
                Z = W * Z * P
                lines = Z.tolist()
                for width in (1, 2, 3):
                    # rank is lower semicontinuous: what one choice of `width` rows attains, almost all weights do
                    attained = max(fmpq_mat(list(chosen)).rank() for chosen in combinations(lines, width))
                    at = {"m": width, "r": X.rank(), "ones": contains_ones(X), "L": depth}
                    yield (
                        f"X = {entries} ({rows} x {columns}), m = {width}, l = {depth}",
                        attained,
                        value(predicted, at),
                    )
