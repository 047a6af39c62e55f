"""One layer at any width: the exact identity for E V^2, its fluctuation, and what one row does."""

from __future__ import annotations

from typing import Any

from sympy import Rational, Symbol, symbols

from theory.batchnorm import dot
from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.exact.expressions import grid
from theory.notation import d, n
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.domains import matrices
from theory.papers.daneshmand21.measures import distance, gap_at, gram_of, layer, squares
from theory.papers.daneshmand21.row_laws import (
    FINITE,
    INFINITE,
    ROW_LAWS,
    columns,
    mean_projector,
    next_layer,
    raw_moment,
)
from theory.papers.daneshmand21.width.setting import CHAIN, NEAR, ROWS
from theory.term import each, number, one_if, places, size
from theory.words import At

v2, u2, s2 = symbols("v2 u2 s2", nonnegative=True)  # V(P)^2, V(C_l)^2, tr P^2

one_step = Claim(
    "daneshmand21.width.one-step",
    source=CHAIN,
    status="new",
    says="E[V(H_(l+1))^2 | H_l] = (1 - 1/d) V(P)^2 + (n-1)/(n d) at every width, exactly",
    tex=r"\mathbb E[V(H_{\ell+1})^2|H_\ell]=\Big(1-\frac1d\Big)V(P)^2+\frac{n-1}{nd}",
    hypotheses=(*ROWS, FINITE),
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
    left=r"\mathbb E[V(H_{\ell+1})^2|H_\ell]",
    over=grid(n=(2, 3), d=(2, 4), v2=(Rational(1, 13),), u2=(Rational(1, 5),)),
    speaks_of=("rs",),
    uses=("daneshmand21.gap.power-sums",),
    twins=(Twin((1 - 1 / d) * u2 + (n - 1) / (n * d), "V(C) for V(P): .3217"),),
)


@one_step.literal(most=100)
def _enumerated(at: At) -> Any:
    return next_layer(at.u, at.d, gap_at)


fluctuation = Claim(
    "daneshmand21.width.fluctuation",
    source=Locator(DANESHMAND21, "Lemma 6 (second-hand: <= 1/d)"),
    status="new",
    says="E|C_(l+1) - E C_(l+1)|_F^2 = (1 - tr P^2)/d",
    silent_on=f"{INFINITE}; that this is at most (1 - 1/n)/d, as tr P^2 >= 1/n",
    tex=r"\mathbb E\|C_{\ell+1}-\mathbb E C_{\ell+1}\|_F^2=\frac{1-\sum_ip_i^2}d",
    hypotheses=(*ROWS, FINITE),
    predicts=(1 - s2) / d,
    given=Given(
        ROW_LAWS,
        letters={"s2": lambda at: number(squares(mean_projector(at["u"])))},
    ),
    left=r"\mathbb E\|C_{\ell+1}-\mathbb E C_{\ell+1}\|_F^2",
    over=grid(d=(2, 3), s2=(Rational(2, 5),)),
    speaks_of=("rs",),
)


@fluctuation.literal(most=100)
def _around_mean(at: At) -> Any:
    mean = mean_projector(at.u)
    return next_layer(at.u, at.d, lambda C: distance(C, mean))


c2 = Symbol("c2", nonnegative=True)

one_row = Claim(
    "daneshmand21.width.one-row",
    source=NEAR,
    status="new",
    says="another row u' for u moves C by |u u^T - u' u'^T|_F/d = sqrt(2(1 - (u.u')^2))/d <= sqrt(2)/d",
    hypotheses=(ROWS[0], "C and C' differ in one row"),
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
)


@one_row.literal(most=100)
def _moved(at: At) -> Any:
    first = each(lambda k: one_if(k == 0), places(size(at.M)))
    other = each(lambda is_first, row: each(lambda x, y: x + is_first * (y - x), row, at.u[0]), first, at.M)
    return distance(gram_of(layer(at.M)), gram_of(layer(other)))
