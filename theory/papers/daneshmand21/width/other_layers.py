"""One layer at any width whose rows are not alike, or not independent: residual connections, convolutions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sympy import symbols

from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers
from theory.notation import d, n
from theory.papers.daneshmand21 import DANESHMAND21, laws
from theory.papers.daneshmand21.domains import ONE_ON, any_matrices
from theory.papers.daneshmand21.laws import INFINITE
from theory.papers.daneshmand21.measures import GAP, gap_at, squares
from theory.term import each, every, number, over_draws, places, size, some, total
from theory.term.matrices import combined
from theory.term.named import named
from theory.words import At

OTHER = Locator(DANESHMAND21, "slides, a theory-driven design: convolutions, residual connections at initialization")
v2, q, m2 = symbols("v2 q m2", nonnegative=True)
ONE, NONE = Fraction(1), Fraction(0)
TURNS = ((Fraction(1, 2), ONE, NONE), (Fraction(1, 2), NONE, ONE))
"""A law of two weights that do not agree."""


def averaged(shares: Any, of_each: Any, count: Any) -> Any:
    """The sum of matrices of so many rows with these weights."""
    at = places(count)
    return each(lambda i: each(lambda j: total(each(lambda p, A: p * A[i][j], shares, of_each)), at), at)


def no_zero(row: Any) -> Any:
    return some(lambda e: e != 0, row)


def output(w: Any, X: Any, t: Any) -> Any:
    """What a filter w gives at place t, of the patch there: the rows t k, .., t k + k - 1 of X, k = size(w)."""
    k = size(w)
    return each(lambda j: total(each(lambda s: w[s] * X[t * k + s][j], places(k))), places(size(X[0])))


def of_filter(X: Any, count: Any) -> Any:
    """The mean of u u^T over the places, of a filter."""
    at = places(size(X[0]))

    def made(w: Any) -> Any:
        parts = each(lambda t: laws.projector(output(w, X, t)), places(count))
        return each(lambda i: each(lambda j: total(each(lambda A: A[i][j], parts)) / number(count), at), at)

    return made


def of_filters(at: Mapping[str, Any]) -> Any:
    return each(of_filter(at["X"], at["p"]), laws.atoms(at["w"]))


def _is_convolution(at: Mapping[str, Any]) -> Any:
    w, X, count = at["w"], at["X"], at["p"]
    if size(X) == count * laws.columns(w):
        return every(lambda row: every(lambda t: no_zero(output(row, X, t)), places(count)), laws.atoms(w))
    return False


@Claim(
    "daneshmand21.width.convolution",
    source=OTHER,
    says="a convolution, d filters of one law, one row for each filter and each of p places, normalised: E V(H')^2 = "
    "(1 - 1/d) V(P)^2 + (m2 - 1/n)/d, M the mean of u u^T over the places of a filter, P = E M, m2 = E|M|^2. Weights "
    "that are shared make m2 < 1; at p = 1, the linear layer, m2 = 1",
    silent_on=f"V(P), in which the patches enter; {INFINITE}",
    left=r"\mathbb E\,V(H')^2",  # made of what is evaluated it has 900 characters
    predicts=(1 - 1 / d) * v2 + (m2 - 1 / n) / d,
    given=Given(
        {
            "w": Preceded(laws.row_laws(ONE_ON), (TURNS,)),
            "X": Preceded(any_matrices(), (((ONE, NONE), (NONE, ONE), (ONE, ONE), (-ONE, ONE)),)),
            "p": Integers(1, far=3),
            "d": Integers(1, far=4),
        },
        _is_convolution,
        "w the law of a filter of k weights, the patch at place t the rows t k, .., t k + k - 1 of X; no output is 0",
        letters={
            "n": lambda at: number(size(at["X"][0])),
            "v2": lambda at: number(gap_at(averaged(laws.shares(at["w"]), of_filters(at), size(at["X"][0])))),
            "m2": lambda at: total(each(lambda p, A: p * squares(A), laws.shares(at["w"]), of_filters(at))),
        },
    ),
    speaks_of=("rs",),
    uses=("daneshmand21.gap.power-sums",),
    twins=(
        Twin((1 - 1 / d) * v2 + (1 - 1 / n) / d, "the noise of independent rows"),
        Twin((1 - 1 / d) * v2 + (m2 - 1 / n) / d**2, "a noise of lower order"),
    ),
).literal(most=40)
def convolution(at: At) -> Any:
    return after_convolution(at.w, at.X, at.p, at.d)


@named("E V(H_{3}({1}))²", r"\mathbb E\,V(H_{{{3}}}({1}))^2",
       means=f"H_d({{1}}) of d filters of law {{0}} at {{2}} places, rows over their norms; {GAP}")  # fmt: skip
def after_convolution(w: Any, X: Any, count: Any, width: Any) -> Any:
    return laws.next_gram(w, each(of_filter(X, count), laws.atoms(w)), width, gap_at, size(X[0]))


def of_row(w: Any, H: Any, k: Any) -> Any:
    """u u^T of row k of H + W H, for each row of weights."""
    return each(lambda row: laws.projector(residual_row(row, H, k)), laws.atoms(w))


def residual_row(weights: Any, H: Any, k: Any) -> Any:
    return each(lambda x, y: x + y, H[k], combined(weights, H))


def of_rows(at: Mapping[str, Any]) -> Any:
    """The mean of u u^T of each row."""
    w, H = at["w"], at["H"]
    return each(lambda k: averaged(laws.shares(w), of_row(w, H, k), size(H[0])), places(size(H)))


def _alike(at: Mapping[str, Any]) -> Any:
    return each(lambda _: number(1) / size(at["H"]), places(size(at["H"])))


def _is_residual(at: Mapping[str, Any]) -> Any:
    w, H = at["w"], at["H"]
    if laws.columns(w) == size(H):
        return every(lambda k: every(lambda row: no_zero(residual_row(row, H, k)), laws.atoms(w)), places(size(H)))
    return False


@Claim(
    "daneshmand21.width.residual",
    source=OTHER,
    says="a residual layer, the rows of H + W H over their norms, those of W of one law: E[V(H')^2 | H] = V(P)^2 + "
    "(1 - q)/d, P_k = E u_k u_k^T, P their mean over the d rows, q that of |P_k|^2",
    silent_on=f"V(P), which is that of H itself as W goes to 0; {INFINITE}",
    left=r"\mathbb E\,V(H')^2",
    predicts=v2 + (1 - q) / d,
    given=Given(
        {
            "w": Preceded(laws.row_laws(ONE_ON), (TURNS,)),
            "H": Preceded(any_matrices(Integers(1, far=3)), (((ONE, NONE), (ONE, ONE)),)),
        },
        _is_residual,
        "w the law of a row of W, of d numbers, as many as H has rows; no row of H + W H is 0",
        letters={
            "d": lambda at: number(size(at["H"])),
            "n": lambda at: number(size(at["H"][0])),
            "v2": lambda at: number(gap_at(averaged(_alike(at), of_rows(at), size(at["H"][0])))),
            "q": lambda at: total(each(lambda p, A: p * squares(A), _alike(at), of_rows(at))),
        },
    ),
    speaks_of=("rs",),
    uses=("daneshmand21.gap.power-sums",),
    twins=(
        Twin((1 - 1 / d) * v2 + (1 - 1 / n) / d, "as if all rows had one law"),
        Twin(v2 + (1 - q) / d**2, "a noise of lower order"),
    ),
).literal(most=30)
def residual(at: At) -> Any:
    return after_residual(at.w, at.H)


@named("E V(H′({1}))²", r"\mathbb E\,V(H'({1}))^2",
       means=f"H′ the rows of {{1}} + W {{1}} over their norms, those of W of law {{0}}; {GAP}")  # fmt: skip
def after_residual(w: Any, H: Any) -> Any:
    width, at = size(H), places(size(H[0]))
    made = each(lambda k: of_row(w, H, k), places(width))

    def drawn(chosen: Any) -> Any:
        return gap_at(
            each(lambda i: each(lambda j: total(each(lambda a, A: A[a][i][j], chosen, made)) / number(width), at), at)
        )

    return over_draws(laws.shares(w), width, drawn, ordered=True)
