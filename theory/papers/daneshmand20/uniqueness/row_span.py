"""Rows stay in the span of the rows of the data."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Rational, symbols

from theory.batchnorm import rescale
from theory.claim import At, Claim, Twin
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.matrices import sign_vectors
from theory.domains.numbers import Integers
from theory.exact.expressions import grid
from theory.papers.daneshmand20.layers import mixed_row
from theory.papers.daneshmand20.matrices import TWO_ON, not_zero, square_matrices
from theory.papers.daneshmand20.uniqueness.setting import UNIQUE
from theory.term import each, every, number, places, size

a, b = symbols("a b", positive=True)


def first_layer(at: Any) -> Any:
    """Rows of H + W H at H = s v^T, before they are rescaled."""
    H = each(lambda sign: each(lambda x: sign * x, at["v"]), at["s"])
    return each(lambda i: mixed_row(H, at["W"], i), places(size(at["s"])))


def second_layer(at: Any) -> Any:
    """Row i after the next layer, before it is rescaled."""
    return mixed_row(each(rescale, first_layer(at)), at["V"], at["i"])


@Claim(
    "daneshmand20.uniqueness.row-span",
    source=UNIQUE,
    says="on H the rows stay in the span of the rows of X: from H = s v^T the ratio of two entries of each row is that "
    "of v, b/a, after two layers, and so (note) after every layer; each line in R^N has an invariant law of its own, "
    "and there are uncountably many",
    hypotheses=("no row of H + gamma W H is zero",),
    predicts=b / a,
    over=grid(a=(1, 2), b=(3, Rational(1, 5))),
    given=Given(
        {
            "W": square_matrices(),
            "V": square_matrices(),
            "s": Preceded(sign_vectors(), ((1, -1), (1, -1, 1))),
            "v": Batches(TWO_ON, constant=True),
            "i": Integers(0),
            "j": Integers(0),
            "k": Integers(0),
        },
        lambda at: (
            size(at["W"]) == size(at["s"])
            and size(at["V"]) == size(at["s"])
            and at["i"] < size(at["s"])
            and at["j"] < size(at["v"])
            and at["k"] < size(at["v"])
            and at["v"][at["k"]] != 0
            and every(not_zero, first_layer(at))
            and not_zero(second_layer(at))
        ),
        "two layers with the weights W and V, gamma in them, from H = s v^T; row i, a = v_k != 0, b = v_j",
        {"a": lambda at: number(at["v"][at["k"]]), "b": lambda at: number(at["v"][at["j"]])},
    ),
    twins=(Twin(a / b, "the columns exchanged"), Twin(Integer(1), "the ratio is forgotten")),
).literal(scope="two layers on the data, rows rescaled", most=60)
def row_span(at: At) -> Any:
    row = rescale(second_layer(vars(at)))
    return row[at.j] / row[at.k]
