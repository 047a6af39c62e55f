"""R2, R3: the greatest rank of a ReLU layer, the law of its rank at finite width, and what a linear layer cannot do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement, permutations, product
from math import factorial, prod
from typing import Any

from flint import fmpq, fmpq_mat, fmpz_mat
from sympy import Expr, Integer, Min, Rational, Symbol

from theory.batchnorm import relu
from theory.claim import Claim, Compared, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.exact.expressions import grid
from theory.notation import d, k, m, n, r
from theory.papers.nachum24.rank.setting import COROLLARY_4, THEOREM_3, Matrices, Points, generic
from theory.rank import Batch, diagnose
from theory.rank.law import term_rank_distribution
from theory.rank.witness import kernel_rank, relu_layer, witness
from theory.term import number, size
from theory.term.matrices import product as multiplied
from theory.term.matrices import rank
from theory.words import At, Relation

DIRECTIONS = fmpz_mat([list(w) for w in product(range(-3, 4), repeat=2)])
"""At least two independent weights inside each of the 8 chambers between the 4 lines of {-1, 0, 1}^2."""


def attained(points: Sequence[Sequence[int]]) -> int:
    """Rank of relu(WX) for all integer weights of {-3..3}^2 at once: the greatest, for points of {-1, 0, 1}^2."""
    return int(relu_layer(DIRECTIONS, Batch.of_points(points)).rank())


p, q = Symbol("p", integer=True, nonnegative=True), Symbol("q", integer=True, nonnegative=True)


def _counts(**more: Any) -> Given:
    """Sets of points, with the counts that the formula is made of."""
    letters = {
        "n": lambda at: Integer(len(at["X"])),
        "d": lambda at: Integer(diagnose(Batch.of_points(at["X"])).rays),
        "p": lambda at: Integer(diagnose(Batch.of_points(at["X"])).antipodal),
        "q": lambda at: Integer(diagnose(Batch.of_points(at["X"])).antipodal_rank),
    }
    return Given({"X": Points()}, letters=letters, **more)


rank_formula = Claim(
    "nachum24.rank.formula",
    source=COROLLARY_4,
    status="new",
    says="for planar points with coordinates -1, 0, 1 the greatest rank of relu(WX) over all W is d - (p - q): d "
    "distinct non-zero rays, p lines that carry both of their rays, q the rank of one point of each such line",
    silent_on="other X, for which the note proves it, too; that Gaussian W of large width attain it almost surely",
    tex=r"\max_W\mathrm{rank}\,\mathrm{relu}(WX)=d-(p-\mathrm{rank}X_p)",
    hypotheses=("columns of X in {-1, 0, 1}^2, and a column doubled beside 0",),
    predicts=d - (p - q),
    over=grid(d=(2, 4, 6), p=(1, 2, 3), q=(1, 2)),
    given=_counts(),
    left=r"\max_W\mathrm{rank}\,\mathrm{relu}(WX)",
    twins=(Twin(d, "distinct rays suffice"), Twin(d - p, "every antipodal pair costs one")),
)


@rank_formula.literal(
    scope="points of the plane with coordinates -1, 0, 1: two weights at least in each of their chambers", most=520
)
def _greatest(at: At) -> Integer:
    return Integer(attained(at.X))


def _reading(name: str, says: str, tex: str, given: Given, relation: Relation = "=", rank: Expr = n) -> Claim:
    """A false criterion for full rank; what is true is the formula."""
    claim = Claim(
        f"nachum24.rank.{name}",
        source=COROLLARY_4,
        status="reading",
        says=says,
        tex=tex,
        hypotheses=("W Gaussian, wide",),
        predicts=rank,
        over=grid(n=(2, 6), d=(2, 4, 6), p=(1, 2, 3), q=(1, 2)),
        relation=relation,
        given=given,
        left=r"\max_W\mathrm{rank}\,\mathrm{relu}(WX)",
        expected=Verdict.REFUTED,
        corrected_by=("nachum24.rank.formula",),
        truth=d - (p - q),
    )
    claim.literal(_greatest, scope="points of {-1, 0, 1}^2, by all integer weights of {-3..3}^2", most=300)
    return claim


SIX = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))

distinct_columns = _reading(
    "distinct-columns",
    "distinct columns suffice for full rank, n; false for {x, 2x}",
    r"x_i\ne x_j\Rightarrow\mathrm{rank}=n",
    _counts(where=lambda at: len(set(at["X"])) == len(at["X"]), words="the points distinct"),
)
non_parallel = _reading(
    "non-parallel",
    "non-parallel columns suffice, antipodal ones allowed: rank n; false for {+-x, +-y, +-(x+y)}",
    r"x_i\not\parallel x_j\Rightarrow\mathrm{rank}=n",
    _counts(
        where=lambda at: diagnose(Batch.of_points(at["X"])).rays == len(at["X"]),
        words="no two on one ray, none zero",
    ),
)
antipodal_costs = _reading(
    "antipodal-pair-costs",
    "every antipodal pair lowers the rank, to n - 1 at most; false for {x, -x}",
    r"x_j=-x_i\Rightarrow\mathrm{rank}<n",
    _counts(where=lambda at: diagnose(Batch.of_points(at["X"])).antipodal > 0, words="with an antipodal pair"),
    "<=",
    n - 1,
)

full_rank = Claim(
    "nachum24.rank.full-rank",
    source=COROLLARY_4,
    status="reconstructed",
    says="without collinear columns the arc-cosine Gram matrix K is positive definite, and relu(WX) has rank n for "
    "some W, here for points of R^2 and R^3",
    tex=r"\mathrm{rank}K=n=\max_W\mathrm{rank}\,\mathrm{relu}(WX)",
    hypotheses=("no two columns of X collinear, none zero", "k = 2, 3"),
    silent_on="that Gaussian W do so from some finite width on, almost surely; k >= 4 (note)",
    predicts=n,
    over=grid(n=(3, 4, 5), k=(2, 3)),
    given=Given(
        {"X": Points((2, 3), 2, collinear=False)},
        letters={"n": lambda at: Integer(len(at["X"])), "k": lambda at: Integer(len(at["X"][0]))},
    ),
    left=r"\mathrm{rank}\,K,\quad\max_W\mathrm{rank}\,\mathrm{relu}(WX)",
    uses=("nachum24.rank.formula", "components.gaussian.arc-cosine"),
    twins=(Twin(Min(n, k), "only up to the dimension of the points"), Twin(Min(n, 2 * k - 1), "2k - 1 at most")),
)


@full_rank.literal(kind="certified", scope="K by elimination in balls, which bounds its rank from below", most=110)
def _kernel(at: At) -> Integer:
    return Integer(kernel_rank(Batch.of_points(at.X)))


@full_rank.literal(scope="integer weights beside every wall, in exact arithmetic", most=110)
def _attained(at: At) -> Integer:
    X = Batch.of_points(at.X)
    return Integer(relu_layer(witness(X), X).rank())


identity_law = Claim(
    "nachum24.rank.identity-law",
    source=THEOREM_3,
    status="new",
    says="relu(W) with Gaussian W of shape n x n has full rank with probability 1/2, 7/16, 247/512, 37823/65536 for "
    "n = 1..4",
    tex=r"P(\mathrm{rank}\,\mathrm{relu}(W)=n)=\tfrac12,\tfrac7{16},\tfrac{247}{512},\tfrac{37823}{65536}",
    hypotheses=("X = I_n, m = n",),
    silent_on="that it is the probability of a positive permanent of a random 0/1 matrix, for every n",
    predicts=(Rational(1, 2), Rational(7, 16), Rational(247, 512), Rational(37823, 65536)),
    over=({},),
    given=Given(),
    left=r"\big(P(\mathrm{rank}\,\mathrm{relu}(W)=n)\big)_{n=1,\dots,4}",
    speaks_of=("nl",),
    twins=(
        Twin(tuple(1 - Rational(1, 2**width) for width in range(1, 5)), "1 - 2^-n"),
        Twin((Integer(1),) * 4, "full rank almost surely, as for W itself"),
    ),
)


@identity_law.literal(scope="n = 1..4: all signs of W, at moduli for which a determinant is 0 only if it is for all")
def _all_signs(at: At) -> tuple[Rational, ...]:
    return tuple(_share(width) for width in range(1, 5))


def _share(size: int) -> Rational:
    """Of the 2^(n^2) patterns of signs, each as likely as another, those at which relu(W) has full rank.

    |W_ij| = 2^(j 5^i): the products along permutations are different powers of 2, so that no signed sum of them is 0.
    """
    rows = [
        [
            [fmpq(e.p, e.q) for e in relu([sign * 2 ** (j * 5**i) for j, sign in enumerate(signs)])]
            for signs in product((1, -1), repeat=size)
        ]
        for i in range(size)
    ]
    kinds = list(combinations_with_replacement(range(2**size), size))
    full = sum(
        factorial(size) // prod(map(factorial, Counter(kind).values()))
        for kind in kinds
        if fmpq_mat([rows[i][c] for i, c in enumerate(kind)]).rank() == size
    )
    return Rational(full, 2 ** (size * size))


@identity_law.exact(
    scope="n = 1..4: all 2^(n^2) sign patterns, permanent by permutations; and the law through flats",
    step="almost surely the rank is full if and only if the permanent of the 0/1 pattern is positive",
)
def _patterns(predicted: Predicted) -> Compared:
    for width, claimed in enumerate(predicted, 1):
        full = 0
        matchings = [sum(1 << (width * i + j) for i, j in enumerate(image)) for image in permutations(range(width))]
        for pattern in range(2 ** (width * width)):
            full += any(pattern & matching == matching for matching in matchings)
        yield f"n = {width}", Rational(full, 2 ** (width * width)), claimed
        yield f"n = {width}, through flats", term_rank_distribution(width, width)[width], claimed


linear_bound = Claim(
    "nachum24.rank.linear-layer-bound",
    source=THEOREM_3,
    status="reconstructed",
    says="a linear layer never raises the rank: rank(WX) <= min(m, rank X), m the number of rows of W",
    hypotheses=("any W with m rows",),
    predicts=Min(m, r),
    relation="<=",
    over=grid(m=(1, 2, 3), r=(1, 2, 3)),
    given=Given(
        {"W": Matrices(), "X": Matrices()},
        lambda at: size(at["W"][0]) == size(at["X"]),
        "as many columns of W as rows of X",
        letters={"r": lambda at: number(rank(at["X"])), "m": lambda at: number(size(at["W"]))},
    ),
    twins=(Twin(Min(m, r) - 1, "one less"), Twin(r - 1, "the rank falls")),
)


@linear_bound.literal(scope="the rank by elimination")
def _rank_of_product(at: At) -> Any:
    return number(rank(multiplied(at.W, at.X)))


linear_layer = Claim(
    "nachum24.rank.linear-layer",
    source=THEOREM_3,
    status="reconstructed",
    says="Gaussian weights give rank(WX) = min(m, rank X) almost surely, here for X of entries -1, 0, 1",
    tex=r"\mathrm{rank}(WX)=\min(m,\mathrm{rank}X)",
    hypotheses=("W Gaussian with m rows",),
    predicts=Min(m, r),
    over=grid(m=(1, 2, 3), r=(1, 2, 3)),
    given=Given(
        {"X": Matrices(), "m": Integers(1, 4)},
        letters={"r": lambda at: Integer(fmpz_mat(list(map(list, at["X"]))).rank())},
    ),
    left=r"\mathrm{rank}(WX)\ \text{for almost all}\ W\ \text{of}\ m\ \text{rows}",
    twins=(Twin(r, "the rank is kept whatever the width"), Twin(Min(m, r + 1), "raised by one")),
)


@linear_layer.literal(scope="integer weights that keep the rank of almost all")
def _generic_rank(at: At) -> Integer:
    return Integer(generic(fmpz_mat(list(map(list, at.X))), int(at.m)).rank())
