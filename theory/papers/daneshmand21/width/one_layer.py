"""One layer at any width: the exact identity for E V^2, its fluctuation, and what one row does."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sympy import Symbol, symbols

from theory.batchnorm import dot
from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers
from theory.notation import d, n
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.domains import matrices
from theory.papers.daneshmand21.measures import after_layer, distance, gap_at, squares
from theory.papers.daneshmand21.row_laws import (
    INFINITE,
    ROW_LAWS,
    after,
    columns,
    mean_projector,
    never_zero,
    next_gap,
    next_spread,
    raw_moment,
    row_laws,
)
from theory.papers.daneshmand21.width.setting import CHAIN, NEAR
from theory.term import each, number, one_if, places, size
from theory.words import At

v2, u2, s2 = symbols("v2 u2 s2", nonnegative=True)  # V(P)^2, V(C_l)^2, tr P^2


@Claim(
    "daneshmand21.width.one-step",
    source=CHAIN,
    says="E[V(H_(l+1))^2 | H_l] = (1 - 1/d) V(P)^2 + (n-1)/(n d) at every width, exactly",
    silent_on=INFINITE,
    predicts=(1 - 1 / d) * v2 + (n - 1) / (n * d),
    given=Given(
        ROW_LAWS,
        letters={
            "n": lambda at: number(columns(at["u"])),
            "v2": lambda at: number(gap_at(mean_projector(at["u"]))),
            "u2": lambda at: number(gap_at(raw_moment(at["u"]))),
        },
    ),
    speaks_of=("rs",),
    uses=("daneshmand21.gap.power-sums",),
    twins=(Twin((1 - 1 / d) * u2 + (n - 1) / (n * d), "V(C) for V(P): .3217"),),
).literal(most=100)
def one_step(at: At) -> Any:
    return next_gap(at.u, at.d)


@Claim(
    "daneshmand21.width.fluctuation",
    source=Locator(DANESHMAND21, "Lemma 6 (second-hand: <= 1/d)"),
    says="E|C_(l+1) - E C_(l+1)|_F^2 = (1 - tr P^2)/d",
    silent_on=f"{INFINITE}; that this is at most (1 - 1/n)/d, as tr P^2 >= 1/n",
    predicts=(1 - s2) / d,
    given=Given(ROW_LAWS, letters={"s2": lambda at: number(squares(mean_projector(at["u"])))}),
    speaks_of=("rs",),
).literal(most=100)
def fluctuation(at: At) -> Any:
    return next_spread(at.u, at.d)


c2 = Symbol("c2", nonnegative=True)


@Claim(
    "daneshmand21.width.one-row",
    source=NEAR,
    says="another row u' for u moves C by |u u^T - u' u'^T|_F/d = sqrt(2(1 - (u.u')^2))/d <= sqrt(2)/d",
    predicts=2 * (1 - c2) / d**2,
    given=Given(
        {"M": matrices(), "u": matrices(rows=Integers(1, 1))},
        lambda at: size(at["M"][0]) == size(at["u"][0]),
        "as many columns in u",
        letters={
            "d": lambda at: number(size(at["M"])),
            "c2": lambda at: number(
                dot(at["M"][0], at["u"][0]) ** 2 / (dot(at["M"][0], at["M"][0]) * dot(at["u"][0], at["u"][0]))
            ),
        },
    ),
    speaks_of=("rs",),
    twins=(Twin((1 - c2) / d**2, "sin of the angle between the rows"), Twin(2 / d**2, "the bound as an equality")),
).literal(most=100)
def one_row(at: At) -> Any:
    first = each(lambda k: one_if(k == 0), places(size(at.M)))
    other = each(lambda is_first, row: each(lambda x, y: x + is_first * (y - x), row, at.u[0]), first, at.M)
    return distance(after_layer(at.M), after_layer(other))


old = symbols("old", integer=True, positive=True)

ONE, TWO, NONE = Fraction(1), Fraction(2), Fraction(0)
FIRST_LAWS = (
    ((Fraction(1, 4), ONE, ONE), (Fraction(1, 2), ONE, -TWO), (Fraction(1, 4), -TWO, -TWO)),
    ((Fraction(1, 3), TWO), (Fraction(2, 3), -ONE)),
    ((Fraction(1, 2), ONE, NONE, ONE), (Fraction(1, 2), NONE, ONE, NONE)),
)
FIRST_DATA = (((ONE, TWO), (ONE, NONE)), ((ONE, TWO),), ((ONE, NONE, ONE), (NONE, ONE, ONE), (ONE, TWO, NONE)))


def rows_of(at: Mapping[str, Any]) -> Any:
    """The law of a row of W H."""
    return after(at["w"], at["H"])


@Claim(
    "daneshmand21.width.varying",
    source=CHAIN,
    says="W_l of d_(l+1) i.i.d. rows of d_l entries, a layer of any width after one of any other: E[V(H_(l+1))^2 | H_l]"
    " = (1 - 1/d) V(P)^2 + (n-1)/(n d) with d = d_(l+1), the width of the new layer; the old one does not enter",
    silent_on=f"V(P), in which the law of W_l and H_l enter; {INFINITE}",
    predicts=(1 - 1 / d) * v2 + (n - 1) / (n * d),
    given=Given(
        {"w": Preceded(row_laws(Integers(1)), FIRST_LAWS), "H": Preceded(matrices(), FIRST_DATA), "d": Integers(1)},
        lambda at: columns(at["w"]) == size(at["H"]) and never_zero(rows_of(at)),
        "w the law of a row of W, no row of W H is 0; old = d_l, d = d_(l+1)",
        letters={
            "n": lambda at: number(size(at["H"][0])),
            "old": lambda at: number(size(at["H"])),
            "v2": lambda at: number(gap_at(mean_projector(rows_of(at)))),
        },
    ),
    speaks_of=("rs",),
    uses=("daneshmand21.width.one-step",),
    twins=(
        Twin((1 - 1 / old) * v2 + (n - 1) / (n * old), "the width of the old layer for that of the new"),
        Twin((1 - 1 / (d * old)) * v2 + (n - 1) / (n * d * old), "the number of weights"),
    ),
).literal(most=40)
def varying(at: At) -> Any:
    return next_gap(rows_of(vars(at)), at.d)
