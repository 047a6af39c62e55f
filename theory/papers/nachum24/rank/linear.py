"""The rank of linear layers: a matrix of Gaussian weights, and recentring in a linear network."""

from __future__ import annotations

from typing import Any

from flint import fmpz_mat
from sympy import Integer, Min, Symbol

from theory.batchnorm import recentre
from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.notation import L, m, r
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.rank.setting import (
    THEOREM_3,
    Rows,
    contains_ones,
    generic,
    integer_matrices,
    rank_of,
)
from theory.term import number, size
from theory.term.matrices import product, rank
from theory.term.named import named
from theory.words import At

ones = Symbol("ones", integer=True, nonnegative=True)  # 1 if the row space of X contains (1, .., 1), else 0


@Claim(
    "nachum24.rank.recentring-linear",
    source=Locator(NACHUM24, "'recentering alone only affects the first layer in linear networks'"),
    status="reconstructed",
    says="in a linear network recentring acts once: rank Z_L = min(m, rank X - [1 in row space of X]) at every depth L",
    hypotheses=("Z_l = W_l Z_(l-1) P, Z_0 = X", "W_1, .., W_L Gaussian with m rows (almost surely)"),
    silent_on="networks with ReLU, which raises the rank again; layers of different widths: by the note",
    predicts=Min(m, r - ones),
    given=Given(
        {"X": integer_matrices(), "m": Integers(1, far=3), "L": Integers(1, far=2)},
        letters={"r": lambda at: rank_of(at["X"]), "ones": lambda at: contains_ones(at["X"])},
    ),
    speaks_of=("rc",),
    uses=("components.algebra.rc-idempotent",),
    twins=(
        Twin(Min(m, r - 1), "it always costs one"),
        Twin(Min(m, r - L * ones), "it costs one at each layer"),
    ),
).literal(scope="integer weights that keep the rank of almost all", most=100)
def recentring_linear(at: At) -> Any:
    return recentred_rank(at.X, at.m, at.L)


@named("rank(W_{2} .. W_1 {0} P; {1} rows)", r"\mathrm{{rank}}(W_{{{2}}}\cdots W_1{0}P)")
def recentred_rank(X: Rows, m: Any, L: Any) -> Integer:
    """The rank of Z_L for almost all weights."""
    Z = fmpz_mat([list(row) for row in X])
    n = Z.ncols()
    for _ in range(int(L)):
        Z = generic(fmpz_mat([[int(n * e) for e in recentre(list(map(int, row)))] for row in Z.tolist()]), int(m))
    return Integer(Z.rank())


@Claim(
    "nachum24.rank.linear-layer-bound",
    source=THEOREM_3,
    status="reconstructed",
    says="a linear layer never raises the rank: rank(WX) <= min(m, rank X), m the number of rows of W",
    predicts=Min(m, r),
    relation="<=",
    given=Given(
        {"W": integer_matrices(), "X": integer_matrices()},
        lambda at: size(at["W"][0]) == size(at["X"]),
        "as many columns of W as rows of X",
        letters={"r": lambda at: number(rank(at["X"])), "m": lambda at: number(size(at["W"]))},
    ),
    twins=(Twin(r - 1, "the rank falls"),),
).literal(scope="the rank by elimination")
def linear_bound(at: At) -> Any:
    return number(rank(product(at.W, at.X)))


@Claim(
    "nachum24.rank.linear-layer",
    source=THEOREM_3,
    status="reconstructed",
    says="Gaussian weights with m rows give rank(WX) = min(m, rank X) almost surely",
    hypotheses=("W Gaussian with m rows",),
    predicts=Min(m, r),
    given=Given({"X": integer_matrices(), "m": Integers(1, far=4)}, letters={"r": lambda at: rank_of(at["X"])}),
    twins=(Twin(r, "the rank is kept whatever the width"),),
).literal(scope="integer weights that keep the rank of almost all")
def linear_layer(at: At) -> Any:
    return gaussian_rank(at.X, at.m)


@named("rank(W {0}; {1} rows)", r"\mathrm{{rank}}(W_{{{1}\times d}}{0})")
def gaussian_rank(X: Rows, m: Any) -> Integer:
    """The rank of WX for almost all W."""
    return Integer(generic(fmpz_mat([list(row) for row in X]), int(m)).rank())
