"""The layer H -> RS(H + gamma W H) and its chain M.

RS divides each row by its root mean square, so the d x N matrix H becomes one with rows of squared norm N.
"""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Integer, Symbol, symbols

from theory.batchnorm import dot, rescale
from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.markov.residual import moment, squares
from theory.notation import d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.chain.setting import EQ_1
from theory.papers.daneshmand20.matrices import ONE_ON, data, layers_on_data, not_zero, rational_matrices, weights
from theory.term import each, every, number, size, total
from theory.term.matrices import combined, inner
from theory.term.named import named

EQ_8 = Locator(DANESHMAND20, "Properties (p.1) and (p.2)")
N = Symbol("N", integer=True, positive=True)


a1, a2, a3, b1, b2, b3 = symbols("a1:4 b1:4", real=True)


def mean_square(row: Any) -> Any:
    return inner(row, row) / size(row)


@Claim(
    "daneshmand20.chain.unit-diagonal",
    source=EQ_8,
    status="reconstructed",
    says="after rescaling M = H H^T/N has unit diagonal, and so trace d, for every N",
    predicts=(Integer(1), d),
    over=grid(d=(2, 3, 5), N=(2, 4)),
    given=Given(
        {"Z": rational_matrices(ONE_ON, ONE_ON), "i": Integers(0)},
        lambda at: at["i"] < size(at["Z"]) and every(not_zero, at["Z"]),
        "Z = H + gamma W H, no row 0, i one of them",
        {"d": lambda at: number(size(at["Z"])), "N": lambda at: number(size(at["Z"][0]))},
    ),
    speaks_of=("rs",),
    twins=(Twin((N / d, N), "M normalised by d instead of N"),),
).literal(scope="rows rescaled one by one")
def unit_diagonal(at: At) -> tuple[Any, Any]:
    diagonal = each(lambda row: mean_square(rescale(row)), at.Z)
    return diagonal[at.i], total(diagonal)


@Claim(
    "daneshmand20.chain.by-columns",
    source=EQ_8,
    status="reading",
    says="M has unit diagonal also when each column of H, a datum, is divided by its root mean square",
    predicts=Integer(1),
    over=({"a1": 2, "a2": 3, "b1": 3, "b2": 1}, {"a1": 5, "a2": 3, "b1": 2, "b2": 7}),
    given=Given(
        dict.fromkeys(("a1", "a2", "b1", "b2"), Rationals(above=0)),
        words="H = (a1, a2; b1, b2), up to signs, which squares do not see",
    ),
    speaks_of=("rs",),
    expected=Verdict.REFUTED,
    truth=a1**2 / (a1**2 + b1**2) + a2**2 / (a2**2 + b2**2),  # the shares of row 1 in the columns
).literal(scope="columns rescaled one by one, d = N = 2")
def by_columns(at: At) -> Expr:
    rows = list(zip(rescale((at.a1, at.b1)), rescale((at.a2, at.b2)), strict=True))
    return dot(rows[0], rows[0]) / 2


NAMES = ("a1", "a2", "a3", "b1", "b2", "b3")
PAIRS = ((1, 2, 3, 5, 7, -4), (2, 1, -1, 1, 3, 6), (1, -1, 2, -2, 5, 3))


@Claim(
    "daneshmand20.chain.bounded-entries",
    source=EQ_8,
    status="reconstructed",
    says="two rows of N = 2 and 3 data: 1 - M_12^2 is the sum of their squared 2 x 2 minors over their squared norms",
    silent_on="other N; what follows: |M_ij| <= 1, with equality exactly where the rows are parallel (note)",
    predicts=(
        (a1 * b2 - a2 * b1) ** 2 / ((a1**2 + a2**2) * (b1**2 + b2**2)),
        ((a1 * b2 - a2 * b1) ** 2 + (a1 * b3 - a3 * b1) ** 2 + (a2 * b3 - a3 * b2) ** 2)
        / ((a1**2 + a2**2 + a3**2) * (b1**2 + b2**2 + b3**2)),
    ),
    decided_to=1,
    over=tuple(dict(zip(NAMES, point, strict=True)) for point in PAIRS),
    given=Given(
        {name: Rationals() for name in NAMES},
        lambda at: at["a1"] ** 2 + at["a2"] ** 2 > 0 and at["b1"] ** 2 + at["b2"] ** 2 > 0,
        "two rows that are not 0, of two entries and of three",
    ),
    speaks_of=("rs",),
).literal(scope="two rescaled rows, N = 2, 3")
def bounded_entries(at: At) -> tuple[Expr, ...]:
    rows = (at.a1, at.a2, at.a3), (at.b1, at.b2, at.b3)
    return tuple(1 - (dot(*(rescale(row[:data]) for row in rows)) / data) ** 2 for data in (2, 3))


@bounded_entries.exact(
    scope="every two rows, N = 2, 3", argued="Lagrange's identity, written out in the entries of two rows"
)
def _minors(predicted: Predicted) -> Compared:
    rows = (a1, a2, a3), (b1, b2, b3)
    for length, claimed in zip((2, 3), predicted, strict=True):
        yield f"N = {length}", 1 - squares(moment([row[:length] for row in rows]))[0][1], claimed


c, p, q = Symbol("c", real=True), Symbol("p", positive=True), Symbol("q", positive=True)
"""C_ij, C_ii and C_jj."""

bare = Symbol("b", real=True)
"""(A A^T)_ij."""


def image(at: Any, name: str) -> Any:
    """A row of A H."""
    return combination(weights(at["A"])[at[name]], data(at["A"]))


@named("{0} {1}", shape=lambda _, H: (size(H[0]),))
def combination(row: Any, H: Any) -> Any:
    """A row times H."""
    return combined(row, H)


def covariance_of(at: Any, i: str, j: str) -> Any:
    """Entry of C = A M A^T."""
    first, second = (weights(at["A"])[at[name]] for name in (i, j))
    return form(first, data(at["A"]), second)


@named("{0} M {2}ᵀ", r"{0}M{2}^\top", means="M = H Hᵀ/N")
def form(first: Any, H: Any, second: Any) -> Any:
    """A row times M = H H^T/N times a column."""
    M = each(lambda row: each(lambda other: inner(row, other) / size(row), H), H)
    return inner(combined(first, M), second)


@Claim(
    "daneshmand20.chain.gram-chain",
    source=EQ_1,
    says="M alone is a Markov chain: M+ depends on H only through M, by C = A M A^T with A = I + gamma W (W at gamma "
    "= oo) and M+_ij = C_ij/sqrt(C_ii C_jj); compared as v |v|",
    predicts=c * Abs(c) / (p * q),
    over=grid(c=(1, -2), p=(3, 5), q=(4,), b=(2, -1)),
    given=Given(
        {"A": layers_on_data(), "i": Integers(0), "j": Integers(0)},
        lambda at: all(at[name] < size(data(at["A"])) and not_zero(image(at, name)) for name in ("i", "j")),
        "A beside H; i and j two rows of A H, which are not 0",
        {
            "c": lambda at: covariance_of(at, "i", "j"),
            "p": lambda at: covariance_of(at, "i", "i"),
            "q": lambda at: covariance_of(at, "j", "j"),
            "b": lambda at: inner(*(weights(at["A"])[at[name]] for name in ("i", "j"))),
        },
    ),
    speaks_of=("rs",),
    twins=(
        Twin(bare * Abs(bare) / (p * q), "C = A A^T"),
        Twin(c * Abs(c) / p**2, "C_ij over C_ii"),
    ),
).literal(scope="the layer on H itself: rows of A H rescaled")
def gram_chain(at: At) -> Any:
    rows = [rescale(image(vars(at), name)) for name in ("i", "j")]
    value = inner(*rows) / size(rows[0])
    return value * abs(value)
