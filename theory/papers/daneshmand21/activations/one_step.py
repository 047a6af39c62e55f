"""one layer with an activation over finite laws of weights, and what odd activations keep.

BN divides rows by their norms, as in the slides, and M = Q^T Q/d has trace 1, for Q of d rows and n columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import factorial, prod
from typing import Any

from sympy import Integer, Rational, symbols

from theory.claim import Claim, Twin, Verdict
from theory.domains.given import Given, Instance
from theory.domains.listings import Preceded
from theory.domains.numbers import Domain, Integers, Values
from theory.exact.expressions import grid
from theory.exact.rationals import to_sympy
from theory.notation import d, n
from theory.papers.daneshmand21.activations.setting import CHAIN, CONJECTURE
from theory.papers.daneshmand21.domains import Matrix, any_matrices, matrices
from theory.papers.daneshmand21.instances import combined, projector
from theory.papers.daneshmand21.measures import distance, squares
from theory.papers.daneshmand21.row_laws import (
    FINITE,
    after,
    columns,
    mean_projector,
    never_zero,
    next_layer,
    row_laws,
)
from theory.term import each, number, size
from theory.words import At

q = symbols("q", positive=True)  # |E u u^T|_F^2

F = Callable[[Fraction], Fraction]
ACTIVATIONS: dict[str, F] = {
    "cube": lambda x: x**3,
    "relu": lambda x: max(x, Fraction(0)),
    "odd": lambda x: x + 2 * x**3,
    "shifted": lambda x: x**3 + 1,
}
ENTRIES = (-1, 1, 2)
"""Of W, equally likely: no row of W F(Q) is 0 unless F(Q) has dependent rows."""
FIRST_LAWS: tuple[Matrix, ...] = (
    ((Fraction(1, 3), Fraction(1), Fraction(-1)), (Fraction(2, 3), Fraction(1), Fraction(2))),
    ((Fraction(1, 2), Fraction(1), Fraction(1)), (Fraction(1, 2), Fraction(-1), Fraction(2))),
)
"""Of a row of W for two neurons."""


def image(Q: Matrix, name: str) -> list[list[Fraction]]:
    return [[ACTIVATIONS[name](x) for x in row] for row in Q]


def rows_after(Q: Matrix, name: str) -> Matrix:
    """The rows of W F(Q), as often as they come from W."""
    columns = list(zip(*image(Q, name), strict=True))
    return tuple(
        tuple(sum((w * x for w, x in zip(ws, col, strict=True)), Fraction(0)) for col in columns)
        for ws in product(ENTRIES, repeat=len(Q))
    )


def no_row_zero(at: Instance) -> bool:
    return all(map(any, rows_after(at["Q"], at["F"])))


ONE_LAYER: dict[str, Domain] = {"Q": matrices(rows=Integers(2, 2)), "F": Values(*ACTIVATIONS)}
"""Q of two neurons, up to the scale of its rows, and an activation."""


@cache
def spread(Q: Matrix, name: str, width: int) -> Fraction:
    """E|M' - E M'|_F^2, M' = Q'^T Q'/d, over all draws of the d rows of Q'."""
    drawn = Counter(rows_after(Q, name))
    of_rows = {row: projector(row) for row in drawn}
    whole = sum(drawn.values())
    mean = combined(list(of_rows.values()), [Fraction(drawn[row], whole) for row in of_rows])
    total = Fraction(0)
    for chosen in combinations_with_replacement(of_rows, width):
        counts = Counter(chosen)
        orders = factorial(width) // prod(map(factorial, counts.values()))
        chance = orders * prod((Fraction(drawn[row], whole) for row in chosen), start=Fraction(1))
        M = combined([of_rows[row] for row in counts], [Fraction(count, width) for count in counts.values()])
        total += chance * distance(M, mean)
    return total


def image_of(Q: Matrix, name: str) -> Matrix:
    return tuple(map(tuple, image(Q, name)))


IMAGES = (
    *(image_of(((Fraction(1), Fraction(2)), (Fraction(-1), Fraction(3))), name) for name in ACTIVATIONS),
    image_of(((Fraction(1), Fraction(2), Fraction(-1)), (Fraction(-2), Fraction(3), Fraction(1))), "relu"),
)


def rows_of(at: Instance) -> Any:
    """The law of a row of W F(Q)."""
    return after(at["w"], at["Y"])


fluctuation = Claim(
    "daneshmand21.activations.one-step",
    source=CONJECTURE,
    status="corrected",
    says="for EVERY F: E[|M' - E M'|_F^2 | Q] = (1 - q)/d with q = |E u u^T|_F^2, u a row of Q'; so without 1/d, "
    "for Q'^T Q' itself, it is d (1 - q)",
    tex=r"\mathbb E\big[\|M'-\mathbb EM'\|_F^2\,\big|\,Q\big]=\frac{1-q}d,\quad "
    r"\mathbb E\|Q'^\top Q'-\mathbb EQ'^\top Q'\|_F^2=d(1-q)",
    hypotheses=(*CHAIN, FINITE, "n >= 2"),
    silent_on="the distance of E[M'|Q] from its stationary mean, which needs a contraction; that so the conjecture "
    "needs M = Q^T Q/d; laws of the rows of W of infinitely many values, such as normal ones: the note's proof is for "
    "these, too",
    predicts=((1 - q) / d, d * (1 - q)),
    given=Given(
        {
            "w": Preceded(row_laws(Integers(1)), FIRST_LAWS),
            "Y": Preceded(any_matrices(), IMAGES),
            "d": Preceded(Integers(1, far=4), (Integer(2), Integer(3))),
        },
        lambda at: columns(at["w"]) == size(at["Y"]) and never_zero(rows_of(at)),
        "w the law of a row of W, Y = F(Q) whatever F and Q are: any matrix; no row of W Y is 0",
        letters={"q": lambda at: number(squares(mean_projector(rows_of(at))))},
    ),
    left=r"\big(\mathbb E[\|M'-\mathbb EM'\|_F^2|Q],\ \mathbb E[\|Q'^\top Q'-\mathbb EQ'^\top Q'\|_F^2|Q]\big)",
    speaks_of=("rs",),
    over=grid(d=(2, 3, 4), q=(Rational(1, 2), Rational(1, 3))),
    uses=("daneshmand21.width.fluctuation",),
    twins=(
        Twin(((1 - q) / d, (1 - q) / d), "the conjecture without 1/d"),
        Twin((1 / d, d), "q left out"),
    ),
)


def scaled(C: Any, factor: Any) -> Any:
    return each(lambda row: each(lambda x: factor * x, row), C)


@fluctuation.literal(most=24)
def _all_draws(at: At) -> Any:
    law = rows_of(vars(at))
    M, whole = mean_projector(law), scaled(mean_projector(law), at.d)
    return (
        next_layer(law, at.d, lambda C: distance(C, M)),
        next_layer(law, at.d, lambda C: distance(scaled(C, at.d), whole)),
    )


unscaled = Claim(
    "daneshmand21.activations.conjecture-unscaled",
    source=CONJECTURE,
    status="reading",
    says="E L(Q) = O(1/sqrt(d)), L(Q) = |Q^T Q - E Q^T Q|_F as printed (no 1/d): from d = 1 to any d one layer has E "
    "L^2 multiplied by 1/d",
    tex=r"\mathbb E\|Q^\top Q-\mathbb E_\nu Q^\top Q\|_F=O(1/\sqrt d)",
    hypotheses=("Q' = BN(W F(Q)), rows of BN of length 1", "F the identity or any other"),
    predicts=1 / d,
    given=Given(
        {**ONE_LAYER, "d": Integers(2, far=3)},
        lambda at: no_row_zero(at) and spread(at["Q"], at["F"], 1) > 0,
        "no row of W F(Q) is 0, W of -1, 1, 2, and M' not the same for all W",
    ),
    left=r"\mathbb E L(Q')^2|_d\,/\,\mathbb E L(Q')^2|_{d=1}",
    uses=("daneshmand21.activations.one-step", "daneshmand21.width.stationary-gap"),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.activations.one-step",),
    truth=d,
)


@unscaled.literal(most=30)
def _grows(at: At) -> Rational:
    return to_sympy(spread(at.Q, at.F, int(at.d)) / spread(at.Q, at.F, 1)) * at.d**2


odd = Claim(
    "daneshmand21.activations.odd",
    source=CONJECTURE,
    status="new",
    says="odd F: laws that are uniform on +-Q S, S a signed permutation of the columns, Q of equal rows of k ones, "
    "which every layer keeps, have E M = I/n: entries 0 off the diagonal and 1/n on it",
    tex=r"F(-x)=-F(x)\Rightarrow\mathbb E_\nu M=I/n",
    hypotheses=CHAIN,
    silent_on="F that is not odd, and odd F besides x^3 and x + 2x^3; other invariant laws with these symmetries "
    "(in the note)",
    predicts=(Integer(0), 1 / n),
    given=Given(
        {"n": Integers(2, far=5), "k": Integers(1, 5), "d": Integers(1), "F": Values("cube", "odd")},
        lambda at: at["k"] <= at["n"],
        "k <= n: the law is uniform on +-Q S, Q of d rows (1, .., 1, 0, .., 0), k ones, S a signed permutation",
    ),
    left=r"(\mathbb E_\nu M_{12},\mathbb E_\nu M_{11})",
    twins=(Twin((1 / n, 1 / n), "equal columns, invariant as well"),),
)


@odd.literal(most=40, scope="invariant laws of rank one, of which each layer keeps every point up to signs of rows")
def _invariant(at: At) -> tuple[Fraction, Fraction]:
    size, ones = int(at.n), int(at.k)
    # all signs and places of k entries +-1; W F(Q) has rows proportional to those of Q, whatever W
    points = [
        tuple(Fraction(signs[chosen.index(i)]) if i in chosen else Fraction(0) for i in range(size))
        for chosen in combinations(range(size), ones)
        for signs in product((1, -1), repeat=ones)
    ]
    total = [Fraction(0), Fraction(0)]
    for row in points:
        (mapped,) = image((row,), at.F)
        after = projector(mapped)
        if after != projector(row):
            raise ArithmeticError(f"{row} is not kept by {at.F}")
        total = [total[0] + after[0][1], total[1] + after[0][0]]
    return total[0] / len(points), total[1] / len(points)


"""Q up to the scale of rows: two neurons, two and three data."""
