"""Layers of different widths: rows of weights of a finite law, all draws of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sympy import Rational, symbols

from theory.claim import Claim, Twin
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers
from theory.exact.expressions import grid
from theory.notation import d, n
from theory.papers.daneshmand21.domains import matrices
from theory.papers.daneshmand21.measures import gap_at
from theory.papers.daneshmand21.row_laws import (
    INFINITE,
    after,
    columns,
    mean_projector,
    never_zero,
    next_layer,
    row_laws,
)
from theory.papers.daneshmand21.width.setting import CHAIN
from theory.term import number, size
from theory.words import At

v2 = symbols("v2", nonnegative=True)  # V(P)^2
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


varying = Claim(
    "daneshmand21.width.varying",
    source=CHAIN,
    status="new",
    says="W_l of d_(l+1) i.i.d. rows of d_l entries, a layer of any width after one of any other: E[V(H_(l+1))^2 | H_l]"
    " = (1 - 1/d) V(P)^2 + (n-1)/(n d) with d = d_(l+1), the width of the new layer; the old one does not enter",
    tex=r"\mathbb E[V(H_{\ell+1})^2|H_\ell]=\Big(1-\frac1{d_{\ell+1}}\Big)V(P)^2+\frac{n-1}{n\,d_{\ell+1}}",
    hypotheses=(
        "W_l of d_(l+1) rows, independent and of one law of finitely many values: such as rows of i.i.d. entries",
        "no row of W_l H_l is 0 for any W_l; P = E u u^T, u a row of W_l H_l over its length",
    ),
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
    left=r"\mathbb E[V(H_{\ell+1})^2|H_\ell]",
    over=grid(n=(2, 3), d=(2, 4), old=(3,), v2=(Rational(1, 13),)),
    speaks_of=("rs",),
    uses=("daneshmand21.width.one-step",),
    twins=(
        Twin((1 - 1 / old) * v2 + (n - 1) / (n * old), "the width of the old layer for that of the new"),
        Twin((1 - 1 / (d * old)) * v2 + (n - 1) / (n * d * old), "the number of weights"),
    ),
)


@varying.literal(most=40)
def _all_weights(at: At) -> Any:
    return next_layer(rows_of(vars(at)), at.d, gap_at)
