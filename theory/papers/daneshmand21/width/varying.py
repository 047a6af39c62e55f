"""Layers of different widths: explicit weights of a finite law, all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from sympy import Integer, Rational, cancel, symbols

from theory.claim import Claim, Compared, Predicted, Twin
from theory.claim.domains import Integers
from theory.claim.given import Given
from theory.exact.expressions import grid
from theory.exact.rationals import to_sympy
from theory.notation import d, n
from theory.papers.daneshmand21.domains import Matrices, Matrix
from theory.papers.daneshmand21.instances import combined, projector
from theory.papers.daneshmand21.measures import gap_at, gap_of, layer, of_mean
from theory.papers.daneshmand21.width.setting import CHAIN
from theory.words import At

WEIGHTS = (Fraction(1), Fraction(-2))
"""Values of a weight, equally likely: neither symmetric nor of mean 0."""

MOST_WEIGHTS = 6

v2 = symbols("v2", nonnegative=True)  # V(P)^2
old = symbols("old", integer=True, positive=True)


def rows_of(H: Matrix) -> Iterator[tuple[Fraction, ...]]:
    """w H for every row of weights."""
    for w in product(WEIGHTS, repeat=len(H)):
        yield tuple(sum((a * row[i] for a, row in zip(w, H, strict=True)), Fraction(0)) for i in range(len(H[0])))


@cache
def mean_gap(H: Matrix) -> Fraction:
    """V(P)^2, P = E u u^T."""
    of_rows = [projector(row) for row in rows_of(H)]
    return Fraction(gap_at(combined(of_rows, [Fraction(1, len(of_rows))] * len(of_rows))))


def _possible(at: Mapping[str, Any]) -> bool:
    return int(at["d"]) * len(at["H"]) <= MOST_WEIGHTS and all(map(any, rows_of(at["H"])))


varying = Claim(
    "daneshmand21.width.varying",
    source=CHAIN,
    status="new",
    says="W_l of d_(l+1) x d_l i.i.d. entries, a layer of any width after one of any other: E[V(H_(l+1))^2 | H_l] = "
    "(1 - 1/d) V(P)^2 + (n-1)/(n d) with d = d_(l+1), the width of the new layer; that of the old one does not enter",
    tex=r"\mathbb E[V(H_{\ell+1})^2|H_\ell]=\Big(1-\frac1{d_{\ell+1}}\Big)V(P)^2+\frac{n-1}{n\,d_{\ell+1}}",
    hypotheses=(
        "W_l of i.i.d. entries of any law, d_(l+1) x d_l; here equally likely 1 and -2",
        "no row of W_l H_l is 0 for any W_l; P = E u u^T, u a row of W_l H_l over its length",
    ),
    silent_on="V(P), in which the law of W_l and H_l enter",
    predicts=(1 - 1 / d) * v2 + (n - 1) / (n * d),
    given=Given(
        {"H": Matrices(rows=Integers(1, 4)), "d": Integers(1)},
        _possible,
        f"no row of W H is 0; W has at most {MOST_WEIGHTS} entries; old = d_l, d = d_(l+1)",
        letters={
            "n": lambda at: Integer(len(at["H"][0])),
            "old": lambda at: Integer(len(at["H"])),
            "v2": lambda at: to_sympy(mean_gap(at["H"])),
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


@varying.exact(
    reach="step",
    of="the rows are independent and of one law: E<A_k, A_l> is 1 - 1/n for k = l and V(P)^2 for k != l, A_k = "
    "u_k u_k^T - I/n",
    scope="every law of W, H, n and d: C - I/n is the mean of d independent u u^T - I/n",
)
def _by_pairs(predicted: Predicted) -> Compared:
    # |u u^T|^2 = 1, <u u^T, I> = 1; for two rows <P - I/n, P - I/n> = V(P)^2
    yield "E V^2", cancel(of_mean(d, 1 - 2 / n + 1 / n, v2)), predicted


@varying.literal(most=40)
def _all_weights(at: At) -> Any:
    # every W: its d rows are any d of the rows
    every = [gap_of(layer(rows)) for rows in product(tuple(rows_of(at.H)), repeat=int(at.d))]
    return sum(every, Integer(0)) / len(every)
