"""Lemma 6: on rank one M is frozen for bounded weights and small gamma; the brackets 1 + gamma sum_j W_ij s_i s_j.

Row i of H + gamma W H at H = s v^T is s_i v times its own.
"""

from __future__ import annotations

from typing import Any

from sympy import Integer, Symbol, sqrt

from theory.batchnorm import rescale
from theory.claim import At, Claim, Twin
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.matrices import sign_vectors
from theory.domains.numbers import Integers, Rationals
from theory.notation import d
from theory.papers.daneshmand20.layers import mixed_row
from theory.papers.daneshmand20.matrices import boxed_matrices, not_zero
from theory.papers.daneshmand20.uniqueness.setting import LEMMA_6
from theory.term import each, number, size
from theory.term.matrices import inner

strength, B = Symbol("gamma", positive=True), Symbol("B", positive=True)

OF_WIDTH = {"d": lambda at: number(size(at["s"]))}


def row_of(at: Any, place: Any) -> Any:
    """Row i of H + gamma W H, H = s v^T, W = B V."""
    H = each(lambda a: each(lambda x: a * x, at["v"]), at["s"])
    W = each(lambda row: each(lambda x: at["B"] * x, row), at["V"])
    return mixed_row(H, W, place, gamma=at["gamma"])


def slope(weights: Any, s: Any, place: Any) -> Any:
    """sum_j W_ij s_i s_j."""
    return s[place] * inner(weights, s)


def worst(at: Any) -> Any:
    """The row of weights -B s_i s_j."""
    return each(lambda a: -at["B"] * at["s"][at["i"]] * a, at["s"])


def own(at: Any) -> Any:
    """The row of weights B V_ij."""
    return each(lambda x: at["B"] * x, at["V"][at["i"]])


@Claim(
    "daneshmand20.uniqueness.least-bracket",
    source=LEMMA_6,
    status="reconstructed",
    says="from rank one, weights in [-B, B]: a bracket 1 + gamma sum_j W_ij s_i s_j is at least 1 - gamma B d, which "
    "it is for W_ij = -B s_i s_j; and (M+_ij)^2 is 1, so that every M_ij stays +-1",
    silent_on="rank two and more",
    relation=">=",
    predicts=(1 - strength * B * d, -(1 - strength * B * d), Integer(1), Integer(-1)),
    given=Given(
        {
            "V": boxed_matrices(),
            "s": sign_vectors(),
            "v": Batches(Integers(1), constant=True),
            "gamma": Rationals(above=0),
            "B": Rationals(above=0),
            "i": Integers(0),
            "j": Integers(0),
        },
        lambda at: (
            size(at["V"]) == size(at["s"])
            and at["i"] < size(at["s"])
            and at["j"] < size(at["s"])
            and not_zero(row_of(at, at["i"]))
            and not_zero(row_of(at, at["j"]))
        ),
        "W = B V; H = s v^T; rows i and j of H + gamma W H are not 0",
        OF_WIDTH,
    ),
    speaks_of=("rs",),
    twins=(
        Twin(
            (1 - strength * B, -(1 - strength * B * d), Integer(1), Integer(-1)), "d terms taken for one: gamma < 1/B"
        ),
        Twin((1 - strength * B * d, -(1 - 2 * strength * B * d), Integer(1), Integer(-1)), "twice as far down"),
    ),
).literal(scope="both rows of weights, and rows rescaled", most=60)
def least_bracket(at: At) -> tuple[Any, ...]:
    its, least = (1 + at.gamma * slope(row(vars(at)), at.s, at.i) for row in (own, worst))
    first, second = (rescale(each(number, row_of(vars(at), place))) for place in (at.i, at.j))
    square = (inner(first, second) / number(size(at.v))) ** 2
    return number(its), -number(least), square, -square


@Claim(
    "daneshmand20.uniqueness.threshold",
    source=LEMMA_6,
    says="the threshold is sharp: the least gamma at which some weights in [-B, B] make a bracket vanish is 1/(Bd), at "
    "which W_ij = -B s_i s_j do",
    silent_on="laws: above it M changes with positive probability where the law of W_ij charges all neighbourhoods of "
    "B and of -B (note)",
    relation=">=",
    predicts=(1 / (B * d), -1 / (B * d)),
    given=Given(
        {"V": boxed_matrices(), "s": sign_vectors(), "B": Rationals(above=0), "i": Integers(0)},
        lambda at: size(at["V"]) == size(at["s"]) and at["i"] < size(at["s"]) and slope(own(at), at["s"], at["i"]) < 0,
        "W = B V, with sum_j W_ij s_i s_j < 0: else no bracket vanishes at any gamma > 0",
        OF_WIDTH,
    ),
    uses=("daneshmand20.uniqueness.least-bracket",),
    twins=(Twin((1 / (B * sqrt(d)), -1 / (B * d)), "the root: typical sums, not the largest"),),
).literal(scope="where the bracket, linear in gamma, is 0", most=60)
def threshold(at: At) -> tuple[Any, Any]:
    its, least = (slope(row(vars(at)), at.s, at.i) for row in (own, worst))
    return -1 / number(its), 1 / number(least)


of_signs = Symbol("m", real=True)
"""s_i s_j."""


def rank_one_image(at: Any, place: Any) -> Any:
    """A row of H + gamma W H at H = s v^T, gamma W = b V."""
    bracket = at["s"][place] + at["b"] * inner(at["V"][place], at["s"])
    return each(lambda x: bracket * x, at["v"])


@Claim(
    "daneshmand20.uniqueness.frozen",
    source=LEMMA_6,
    status="reconstructed",
    says="for gamma < 1/(Bd) and weights in [-B, B] M of rank one never changes: M+ = M = s s^T",
    silent_on="rank two and more",
    predicts=of_signs,
    given=Given(
        {
            "V": boxed_matrices(),
            "s": sign_vectors(),
            "v": Batches(Integers(1), constant=True),
            "b": Rationals(above=0),
            "i": Integers(0),
            "j": Integers(0),
        },
        lambda at: (
            size(at["V"]) == size(at["s"])
            and at["i"] < size(at["s"])
            and at["j"] < size(at["s"])
            and at["b"] * size(at["s"]) < 1
            and not_zero(at["v"])
        ),
        "W = B V, b = gamma B, b d < 1; H = s v^T, v != 0; places i and j",
        {"m": lambda at: at["s"][at["i"]] * at["s"][at["j"]]},
    ),
    speaks_of=("rs",),
    twins=(Twin(Integer(1), "all rows turn alike"),),
).literal(scope="rows rescaled", most=100)
def frozen(at: At) -> Any:
    first, second = (rescale(rank_one_image(vars(at), place)) for place in (at.i, at.j))
    return inner(first, second) / number(size(at.v))
