"""The chain with an activation: one layer over finite laws of weights, and what odd activations keep."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Integer, symbols

from theory.claim import Claim, Locator, Twin, Verdict
from theory.domains.given import Given, Instance
from theory.domains.listings import Preceded
from theory.domains.numbers import Domain, Integers, Values
from theory.exact.rationals import to_sympy
from theory.notation import d, n
from theory.papers.daneshmand21 import DANESHMAND21, laws
from theory.papers.daneshmand21.domains import ONE_ON, Matrix, any_matrices
from theory.papers.daneshmand21.laws import GRAM, PROJECTOR
from theory.papers.daneshmand21.measures import distance, squares
from theory.term import each, number, size
from theory.term.named import named
from theory.words import At

CONJECTURE = Locator(DANESHMAND21, "appendix F, the conjecture (second-hand)")
CHAIN = ("Q' = BN(W F(Q)), rows of BN of length 1, M = Q^T Q/d", "rows of W i.i.d., no row of W F(Q) is zero")
q = symbols("q", positive=True)  # |E u u^T|_F^2
ODD: dict[str, Callable[[Fraction], Fraction]] = {"cube": lambda x: x**3, "odd": lambda x: x + 2 * x**3}


def rows(*numbers: tuple[int, ...]) -> Matrix:
    return tuple(tuple(map(Fraction, row)) for row in numbers)


WEIGHTS = tuple(
    tuple((share, *row) for share, row in zip((p, 1 - p), rows(*pair), strict=True))
    for p, pair in ((Fraction(1, 3), ((1, -1), (1, 2))), (Fraction(1, 2), ((1, 1), (-1, 2))))
)
"""Laws of a row of W for two neurons."""
IMAGES = (rows((1, 8), (-1, 27)), rows((1, 2), (0, 3)), rows((2, 9), (0, 28)), rows((1, 2, 0), (0, 3, 1)))
"""Of data under x^3, ReLU, x^3 + 1, and ReLU."""

ONE_LAYER: dict[str, Domain] = {
    "w": Preceded(laws.row_laws(ONE_ON), WEIGHTS),
    "Y": Preceded(any_matrices(), IMAGES),
    "d": Preceded(Integers(1, far=4), (Integer(2), Integer(3))),
}
WORDS = "w the law of a row of W, Y = F(Q) whatever F and Q are: any matrix; no row of W Y is 0"


def rows_of(at: Instance) -> Any:
    """The law of a row of W F(Q)."""
    return laws.after(at["w"], at["Y"])


def fits(at: Instance) -> Any:
    return laws.columns(at["w"]) == size(at["Y"]) and laws.never_zero(rows_of(at))


def scaled(C: Any, factor: Any) -> Any:
    return each(lambda row: each(lambda x: factor * x, row), C)


@named("E‖{1} C_{1}({0}) − {1} P({0})‖²", r"\mathbb E\|{1}C_{{{1}}}({0})-{1}P({0})\|_F^2", means=f"{GRAM}; {PROJECTOR}")
def spread_unscaled(law: Any, width: Any) -> Any:
    """E|Q'^T Q' - E Q'^T Q'|_F^2."""
    whole = scaled(laws.mean_projector(law), width)
    return laws.next_layer(law, width, lambda C: distance(scaled(C, width), whole))


@Claim(
    "daneshmand21.activations.one-step",
    source=CONJECTURE,
    status="corrected",
    says="for every F: E[|M' - E M'|_F^2 | Q] = (1 - q)/d with q = |E u u^T|_F^2, u a row of Q'; without 1/d it is "
    "d (1 - q)",
    hypotheses=CHAIN,
    silent_on="the distance of E[M'|Q] from its stationary mean; normal weights, of which the note's proof is, too",
    predicts=((1 - q) / d, d * (1 - q)),
    given=Given(ONE_LAYER, fits, WORDS, letters={"q": lambda at: number(squares(laws.mean_projector(rows_of(at))))}),
    speaks_of=("rs",),
    uses=("daneshmand21.width.fluctuation",),
    twins=(Twin(((1 - q) / d, (1 - q) / d), "the conjecture without 1/d"), Twin((1 / d, d), "q left out")),
).literal(most=24)
def fluctuation(at: At) -> Any:
    law = rows_of(vars(at))
    return laws.next_spread(law, at.d), spread_unscaled(law, at.d)


@Claim(
    "daneshmand21.activations.conjecture-unscaled",
    source=CONJECTURE,
    status="reading",
    says="E L(Q) = O(1/sqrt(d)), L(Q) = |Q^T Q - E Q^T Q|_F as printed (no 1/d): from d = 1 to any d one layer has E "
    "L^2 multiplied by 1/d",
    predicts=1 / d,
    given=Given(
        ONE_LAYER,
        lambda at: fits(at) and laws.next_spread(rows_of(at), 1) > 0,
        f"{WORDS}; M' is not the same for all W",
    ),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.activations.one-step",),
    truth=d,
).literal(most=30)
def unscaled(at: At) -> Any:
    law = rows_of(vars(at))
    return to_sympy(spread_unscaled(law, at.d) / spread_unscaled(law, 1))


@Claim(
    "daneshmand21.activations.odd",
    source=CONJECTURE,
    says="odd F: laws that are uniform on +-Q S, S a signed permutation of the columns, Q of equal rows of k ones, "
    "which every layer keeps, have E M = I/n: entries 0 off the diagonal and 1/n on it",
    hypotheses=CHAIN,
    silent_on="other odd F than x^3 and x + 2x^3; other invariant laws with these symmetries (in the note)",
    predicts=(Integer(0), 1 / n),
    given=Given(
        {"n": Integers(2, far=5), "k": Integers(1, 5), "d": ONE_ON, "F": Values(*ODD)},
        lambda at: at["k"] <= at["n"],
        "k <= n: the law is uniform on +-Q S, Q of d rows (1, .., 1, 0, .., 0), k ones, S a signed permutation",
    ),
    twins=(Twin((1 / n, 1 / n), "equal columns, invariant as well"),),
).literal(most=40, scope="invariant laws of rank one, of which each layer keeps every point up to signs of rows")
def odd(at: At) -> tuple[Any, Any]:
    M = mean_of(at.n, at.k, at.F)
    return M[0][1], M[0][0]


@named(
    "(E M)({0}, {1}, {2})",
    r"(\mathbb EM)({0},{1},{2})",
    shape=lambda n, k, F: (n, n),
    means="(E M)(n, k, F) the mean of Q′ᵀQ′/d, Q′ = BN(W F(Q)), Q uniform on ±Q₀S, Q₀ of d rows of k ones and n − k "
    "zeros, S a signed permutation",
)
def mean_of(n: Any, k: Any, F: Any) -> Any:
    """Of the law uniform on +-Q S; all signs and places of k entries +-1 are gone through."""
    points = rows(*(row for row in product((-1, 0, 1), repeat=int(n)) if row.count(0) == int(n) - int(k)))
    law = tuple((Fraction(1, len(points)), *row) for row in points)
    # W F(Q) has rows proportional to those of Q, whatever W
    mapped = tuple((share, *map(ODD[F], row)) for share, *row in law)
    if laws.projectors(law) != laws.projectors(mapped):
        raise ArithmeticError(f"a point is not kept by {F}")
    return laws.mean_projector(mapped)
