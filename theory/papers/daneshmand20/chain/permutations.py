"""Symmetries of the layer: permutations of neurons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from sympy import symbols

from theory.batchnorm import rescale
from theory.claim import At, Claim, Twin
from theory.domains.given import Given
from theory.domains.matrices import permutation_matrices
from theory.domains.numbers import Integers, Rationals
from theory.papers.daneshmand20.chain.setting import DEFINED, EQ_1
from theory.papers.daneshmand20.layers import mixed_row
from theory.papers.daneshmand20.matrices import data, layers_on_data, not_zero, weights
from theory.term import each, every, places, size
from theory.term.matrices import column, combined, inner
from theory.term.matrices import product as multiplied

g = symbols("gamma", real=True)
y, u1, u2, u3 = symbols("y u1:4", real=True)

Instance = Mapping[str, Any]


def back(P: Any, W: Any) -> Any:
    """P^T W P."""
    turned = each(lambda j: column(P, j), places(size(P)))
    return multiplied(multiplied(turned, W), P)


def forth(P: Any, W: Any) -> Any:
    """P W P^T."""
    return each(lambda row: each(lambda other: inner(combined(row, W), other), P), P)


def permuted_row(at: Instance) -> Any:
    """Row i of e P H + W P H."""
    return mixed_row(multiplied(at["P"], data(at["A"])), weights(at["A"]), at["i"], at["e"])


def by_rows(at: Instance, of_row: Callable[[Any], Any], W: Any) -> Any:
    """Entry (i, j) of P times a matrix whose rows are functions of those of e H + W H."""
    H = data(at["A"])
    rows = each(lambda k: of_row(mixed_row(H, W, k, at["e"])), places(size(H)))
    return inner(at["P"][at["i"]], column(rows, at["j"]))


def right_side(at: Instance) -> Any:
    """v |v| for the entry v of P f(H, P^T W P), rows rescaled."""
    value = by_rows(at, rescale, back(at["P"], weights(at["A"])))
    return value * abs(value)


def _beside(moved: Callable[[Any, Any], Any]) -> Callable[[Instance], Any]:
    """The same with other weights, but for the norm of the row, which is that of f(PH, W)."""

    def of(at: Instance) -> Any:
        row = permuted_row(at)
        value = by_rows(at, lambda x: x, moved(at["P"], weights(at["A"])))
        return value * abs(value) / (inner(row, row) / size(row))

    return of


permutations = Claim(
    "daneshmand20.chain.permutations",
    source=EQ_1,
    status="new",
    says="f(PH, W) = P f(H, P^T W P) for a permutation P of the neurons; y is the entry of the right side, as v |v|",
    tex=r"f(PH,W)=P\,f(H,P^\top WP)",
    hypotheses=DEFINED,
    predicts=y,
    over=({"y": Fraction(1, 3), "u1": Fraction(1, 5), "u2": Fraction(-1, 2), "u3": Fraction(2, 7)},),
    given=Given(
        {"A": layers_on_data(), "P": permutation_matrices(), "e": Rationals(), "i": Integers(0), "j": Integers(0)},
        lambda at: (
            at["i"] < size(data(at["A"]))
            and at["j"] < size(data(at["A"])[0])
            and size(at["P"]) == size(weights(at["A"]))
            and every(lambda k: not_zero(permuted_row({**at, "i": k})), places(size(data(at["A"]))))
        ),
        "P as a matrix; row i and column j are compared; e = 1 with gamma in W, e = 0 at gamma = oo: f(H, W) = "
        "RS(e H + W H)",
        {
            "y": right_side,
            "u1": _beside(forth),
            "u2": _beside(lambda P, W: W),
            "u3": _beside(lambda P, W: multiplied(W, P)),
        },
    ),
    left=r"v|v|\text{ for }v=f(PH,W)_{ij}",
    twins=(
        Twin(u1, "P W P^T, the inverse permutation, but for the norms of rows"),
        Twin(u2, "W itself, but for the norms of rows"),
        Twin(u3, "W P, but for the norms of rows"),
    ),
)


@permutations.literal(scope="P H through the layer, rows rescaled", most=100)
def _of_permuted(at: At) -> Any:
    value = rescale(permuted_row(vars(at)))[at.j]
    return value * abs(value)
