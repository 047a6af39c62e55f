"""R4: recentring in a linear network."""

from __future__ import annotations

from flint import fmpz_mat
from sympy import Integer, Min, Symbol

from theory.batchnorm import recentre
from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.exact.expressions import grid
from theory.notation import L, m, r
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.rank.setting import Matrices, contains_ones, generic
from theory.words import At

ones = Symbol("ones", integer=True, nonnegative=True)  # 1 if the row space of X contains (1, .., 1), else 0

recentring_linear = Claim(
    "nachum24.rank.recentring-linear",
    source=Locator(NACHUM24, "'recentering alone only affects the first layer in linear networks'"),
    status="reconstructed",
    says="in a linear network recentring acts once: rank Z_l = min(m, rank X - [1 in row space of X]) at every depth "
    "l >= 1, m the "
    "least width so far",
    tex=r"\mathrm{rank}\,Z_\ell=\min\big(m_1,\dots,m_\ell,\ \mathrm{rank}X-[\mathbf1\in\mathrm{row}(X)]\big)",
    hypotheses=("Z_l = W_l Z_(l-1) P, Z_0 = X", "Gaussian weights (almost surely)"),
    silent_on="networks with ReLU, which raises the rank again; layers of different widths, deeper networks than two "
    "layers, X of other entries than -1, 0, 1: by the note",
    predicts=Min(m, r - ones),
    over=grid(m=(1, 2, 3), r=(1, 2, 3), ones=(0, 1), L=(1, 2)),
    given=Given(
        {"X": Matrices(), "m": Integers(1, 3), "L": Integers(1, 2)},
        letters={
            "r": lambda at: Integer(fmpz_mat(list(map(list, at["X"]))).rank()),
            "ones": lambda at: Integer(contains_ones(at["X"])),
        },
    ),
    left=r"\mathrm{rank}\,Z_L\ \text{for almost all}\ W_1,\dots,W_L\ \text{of}\ m\ \text{rows}",
    speaks_of=("rc",),
    uses=("components.algebra.rc-idempotent",),
    twins=(
        Twin(Min(m, r - 1), "recentring always costs one"),
        Twin(Min(m, r - L * ones), "it costs one at every layer"),
        Twin(Min(m, r), "it costs nothing"),
    ),
)


@recentring_linear.literal(scope="integer weights that keep the rank of almost all", most=100)
def _rank(at: At) -> Integer:
    Z = fmpz_mat(list(map(list, at.X)))
    n = Z.ncols()
    for _ in range(int(at.L)):
        Z = generic(fmpz_mat([[int(n * e) for e in recentre(list(map(int, row)))] for row in Z.tolist()]), int(at.m))
    return Integer(Z.rank())
