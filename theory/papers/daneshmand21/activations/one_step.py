"""The chain with an activation: one layer over finite laws of weights, and what odd activations keep."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from typing import Any

from sympy import Integer, symbols

from theory.claim import Claim, Locator, Twin, Verdict
from theory.domains.composite import composite
from theory.domains.given import Given, Instance
from theory.domains.listings import Preceded
from theory.domains.numbers import Choose, Domain, Integers
from theory.exact.rationals import to_sympy
from theory.notation import d, n
from theory.papers.daneshmand21 import DANESHMAND21, laws
from theory.papers.daneshmand21.domains import ONE_ON, Matrix, Row, any_matrices, numbers_of
from theory.papers.daneshmand21.laws import GRAM, PROJECTOR
from theory.papers.daneshmand21.linearised import squared
from theory.papers.daneshmand21.measures import distance, squares
from theory.term import (
    AnyLaw,
    Shape,
    Vec,
    each,
    every,
    exchangeable,
    has_mean,
    mean,
    number,
    places,
    sign_symmetric,
    size,
    some,
    total,
    variable,
)
from theory.term.named import named
from theory.words import At

CONJECTURE = Locator(DANESHMAND21, "appendix F, the conjecture (second-hand)")
CHAIN = ("Q' = BN(W F(Q)), rows of BN of length 1, M = Q^T Q/d", "rows of W i.i.d., no row of W F(Q) is zero")
q = symbols("q", positive=True)  # |E u u^T|_F^2
PLACE = Integers(0, far=3)


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


def polynomial(c: Any, x: Any) -> Any:
    """An odd one: sum_m c_m x^(2m+1)."""
    return total(each(lambda a, m: a * x * (x * x) ** m, c, places(size(c))))


def image(c: Any, row: Any) -> Any:
    return each(lambda x: polynomial(c, x), row)


def _general_odd(name: str) -> Shape:
    n, degree = variable("n", "nat"), variable("degree", "nat")
    c = Vec.named("c", degree)
    law = AnyLaw(name, n, lambda x: some(lambda y: y != 0, image(c, x)))
    at = places(n)
    finite = every(lambda i: every(lambda j: has_mean(law, lambda x: squared(image(c, x), i, j)), at), at)
    known = (n >= 2, degree >= 1, law.conditions, finite, exchangeable(law), sign_symmetric(law))
    return Shape((c, law), (n, degree), known, rows=(("c", (degree,)),), laws=(name,))


def _is_odd(value: Any) -> bool:
    c, law = value if isinstance(value, tuple) and len(value) == 2 else ((), ())
    if not numbers_of(c, ONE_ON) or not laws.is_law(law, Integers(2)):
        return False
    return bool(exchangeable(law) and sign_symmetric(law)) and all(any(image(c, row)) for _, *row in law)


@composite(
    "(c, x): x of a law of n >= 2 numbers that may change places and signs, F(x) = sum_m c_m x^(2m+1) not all 0",
    has=_is_odd,
    general=_general_odd,
    size=lambda value: laws.columns(value[1]),
)
def odd_images(choose: Choose) -> tuple[Row, laws.LawOfRows]:
    """Rows of one row's numbers in every order, with all signs."""
    c = tuple(Fraction(choose(-3, 3)) for _ in range(choose(1, 3)))
    row = tuple(Fraction(choose(0, 2), choose(1, 2)) for _ in range(choose(2, 3)))
    signs = product((1, -1), repeat=len(row))
    found = {tuple(s * x for s, x in zip(sign, order, strict=True)) for sign in signs for order in permutations(row)}
    return c, tuple((Fraction(1, len(found)), *one) for one in sorted(found))


@Claim(
    "daneshmand21.activations.odd",
    source=CONJECTURE,
    says="odd F: laws of Q that are those of Q S, S a signed permutation of the columns, have E M' = I/n: entries 0 "
    "off the diagonal and 1/n on it. For F an odd polynomial and all rows of Q along one x, so that a row of W F(Q) "
    "is again an odd polynomial of x, place by place",
    hypotheses=CHAIN,
    silent_on="other odd F than polynomials; laws of Q of higher rank with these symmetries (in the note)",
    predicts=(Integer(0), 1 / n),
    given=Given(
        {"x": odd_images(), "i": PLACE, "j": PLACE},
        lambda at: different_places(at["i"], at["j"], laws.columns(at["x"][1])),
        "i, j < n different",
        letters={"n": lambda at: number(laws.columns(at["x"][1]))},
    ),
    twins=(Twin((1 / n, 1 / n), "equal columns, invariant as well"),),
).literal(most=40)
def odd(at: At) -> tuple[Any, Any]:
    c, law = at.x
    return mean_of(c, law, at.i, at.j), mean_of(c, law, at.i, at.i)


def different_places(i: Any, j: Any, n: Any) -> Any:
    return i < n and j < n and i != j


@named("E[u_{2} u_{3}]", r"\mathbb E[u_{{{2}}}u_{{{3}}}]", means="u = F(x)/|F(x)|, F(x) = Σ_m c_m x^(2m+1)")
def mean_of(c: Any, law: Any, i: Any, j: Any) -> Any:
    return mean(law, lambda x: squared(image(c, x), i, j))
