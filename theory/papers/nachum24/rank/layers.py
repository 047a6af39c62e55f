"""The rank of linear layers, the greatest of a ReLU layer, false criteria for it, and the chance of full rank."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from itertools import product as tuples
from math import factorial, prod
from typing import Any

from flint import fmpq, fmpq_mat, fmpz_mat
from sympy import Expr, Integer, Min, Rational, Symbol, symbols

from theory.batchnorm import recentre, relu
from theory.claim import Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers
from theory.exact.expressions import grid
from theory.notation import L, d, m, n, r
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.rank import batches
from theory.papers.nachum24.rank.batches import COROLLARY_4, THEOREM_3, Rows, generic, integer_matrices, rank_of, rays
from theory.rank import Batch, diagnose
from theory.rank.witness import relu_layer, witness
from theory.term import number, size
from theory.term.matrices import product, rank
from theory.term.named import named
from theory.words import At, Relation

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
        letters={"r": lambda at: rank_of(at["X"]), "ones": lambda at: batches.contains_ones(at["X"])},
    ),
    speaks_of=("rc",),
    uses=("components.algebra.rc-idempotent",),
    twins=(Twin(Min(m, r - 1), "it always costs one"), Twin(Min(m, r - L * ones), "it costs one at each layer")),
).literal(scope="integer weights that keep the rank of almost all", most=100)
@named("rank(W_{L} .. W_1 {X} P; {m} rows)", r"\mathrm{{rank}}(W_{{{L}}}\cdots W_1{X}P)")
def recentring_linear(at: At) -> Integer:
    Z = fmpz_mat([list(row) for row in at.X])
    n = Z.ncols()
    for _ in range(int(at.L)):
        Z = generic(fmpz_mat([[int(n * e) for e in recentre(list(map(int, row)))] for row in Z.tolist()]), int(at.m))
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


p, q = symbols("p q", integer=True, nonnegative=True)


@named("lines with both rays({0})", r"\text{{lines with both rays}}({0})",
       means="lines with both rays: lines through 0 with points on both sides of it")  # fmt: skip
def double_lines(X: Rows) -> Integer:
    return Integer(diagnose(Batch.of_points(X)).antipodal)


@named("rank of lines with both rays({0})", r"\mathrm{{rank}}\,\text{{of lines with both rays}}({0})")
def double_rank(X: Rows) -> Integer:
    return Integer(diagnose(Batch.of_points(X)).antipodal_rank)


@named("different points({0})", r"\text{{different points}}({0})")
def different_points(X: Rows) -> int:
    return len(set(X))


SIX = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))
"""Three lines with both rays, of rank 2."""


def _points(**more: Any) -> Given:
    """Sets of points, with the counts that the formula is made of."""
    letters = {
        "n": lambda at: number(size(at["X"])),
        "d": lambda at: rays(at["X"]),
        "p": lambda at: double_lines(at["X"]),
        "q": lambda at: double_rank(at["X"]),
    }
    return Given({"X": Preceded(batches.integer_points(), (SIX,))}, letters=letters, **more)


@Claim(
    "nachum24.rank.formula",
    source=COROLLARY_4,
    says="for planar points the greatest rank of relu(WX) over all W is d - (p - q): d distinct non-zero rays, p lines "
    "that carry both of their rays, q the rank of one point of each such line",
    silent_on="points of higher dimension, for which the note proves it; that Gaussian W of large width attain it",
    predicts=d - (p - q),
    over=grid(d=(2, 4, 6), p=(1, 2, 3), q=(1, 2)),
    given=_points(),
    twins=(Twin(d, "distinct rays suffice"), Twin(d - p, "every antipodal pair costs one")),
).literal(scope="integer weights beside every wall", most=520)
@named("max_W rank ReLU(W {X}ᵀ)", r"\max_W\mathrm{{rank}}\,\mathrm{{relu}}(W{X}^T)")
def rank_formula(at: At) -> Integer:
    """By integer weights beside every wall: they span the rows that any weights have."""
    points = Batch.of_points(at.X)
    return Integer(relu_layer(witness(points), points).rank()) if points.rank else Integer(0)


def _reading(name: str, says: str, given: Given, relation: Relation = "=", rank: Expr = n) -> None:
    """A false criterion for full rank; what is true is the formula."""
    claim = Claim(
        f"nachum24.rank.{name}",
        source=COROLLARY_4,
        status="reading",
        says=says,
        predicts=rank,
        over=grid(n=(2, 6), d=(2, 4, 6), p=(1, 2, 3), q=(1, 2)),
        relation=relation,
        given=given,
        expected=Verdict.REFUTED,
        corrected_by=("nachum24.rank.formula",),
        truth=d - (p - q),
    )
    claim.literal(rank_formula, scope="integer weights beside every wall", most=300)


_reading(
    "distinct-columns",
    "distinct columns suffice for full rank, n; false for {x, 2x}",
    _points(where=lambda at: different_points(at["X"]) == size(at["X"]), words="the points distinct"),
)
_reading(
    "non-parallel",
    "non-parallel columns suffice, antipodal ones allowed: rank n; false for {+-x, +-y, +-(x+y)}",
    _points(where=lambda at: rays(at["X"]) == size(at["X"]), words="no two on one ray, none zero"),
)
_reading(
    "antipodal-pair-costs",
    "every antipodal pair lowers the rank, to n - 1 at most; false for {x, -x}",
    _points(where=lambda at: double_lines(at["X"]) > 0, words="with an antipodal pair"),
    "<=",
    n - 1,
)


@Claim(
    "nachum24.rank.identity-law",
    source=THEOREM_3,
    says="relu(W) with Gaussian W of shape n x n has full rank with probability 1/2, 7/16, 247/512, 37823/65536 for "
    "n = 1..4",
    predicts=(Rational(1, 2), Rational(7, 16), Rational(247, 512), Rational(37823, 65536)),
    given=Given(),
    speaks_of=("nl",),
    twins=(
        Twin(tuple(1 - Rational(1, 2**width) for width in range(1, 5)), "1 - 2^-n"),
        Twin((Integer(1),) * 4, "full rank almost surely, as for W itself"),
    ),
).literal(scope="n = 1..4: all signs of W, at moduli for which a determinant is 0 only if it is for all")
def identity_law(at: At) -> tuple[Rational, ...]:
    return tuple(full_rank_chance(width) for width in range(1, 5))


@named("P(rank ReLU(W) = {0}; {0} × {0})", r"P(\mathrm{{rank}}\,\mathrm{{relu}}(W_{{{0}\times{0}}})={0})")
def full_rank_chance(size: int) -> Rational:
    """Of the 2^(n^2) patterns of signs, each as likely as another, those at which relu(W) has full rank.

    |W_ij| = 2^(j 5^i): the products along permutations are different powers of 2, so that no signed sum of them is 0.
    """
    patterns = list(tuples((1, -1), repeat=size))
    rows = [[relu([sign * 2 ** (j * 5**i) for j, sign in enumerate(signs)]) for signs in patterns] for i in range(size)]
    rows = [[[fmpq(e.p, e.q) for e in row] for row in some] for some in rows]
    kinds = list(combinations_with_replacement(range(2**size), size))
    full = sum(
        factorial(size) // prod(map(factorial, Counter(kind).values()))
        for kind in kinds
        if fmpq_mat([rows[i][c] for i, c in enumerate(kind)]).rank() == size
    )
    return Rational(full, 2 ** (size * size))
