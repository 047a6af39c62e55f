"""Lemma 6: on rank one M is frozen for bounded weights and small gamma."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Symbol

from theory.batchnorm import rescale
from theory.claim import At, Claim, Twin
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.matrices import sign_vectors
from theory.domains.numbers import Integers, Rationals
from theory.papers.daneshmand20.matrices import boxed_matrices, not_zero
from theory.papers.daneshmand20.uniqueness.setting import LEMMA_6, RANK_ONE
from theory.term import each, number, size
from theory.term.matrices import inner

of_signs = Symbol("m", real=True)
"""s_i s_j."""


def rank_one_image(at: Any, place: Any) -> Any:
    """A row of H + gamma W H at H = s v^T, gamma W = b V."""
    bracket = at["s"][place] + at["b"] * inner(at["V"][place], at["s"])
    return each(lambda x: bracket * x, at["v"])


frozen = Claim(
    "daneshmand20.uniqueness.frozen",
    source=LEMMA_6,
    status="reconstructed",
    says="for gamma < 1/(Bd) and weights in [-B, B] M of rank one never changes: M+ = M = s s^T",
    tex=r"M=ss^\top,\ \gamma<\tfrac1{Bd}\Rightarrow M^+=M",
    hypotheses=(*RANK_ONE, "|W_ij| <= B", "gamma B d < 1"),
    silent_on="rank two and more",
    predicts=of_signs,
    over=({"m": 1}, {"m": -1}),
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
    left=r"M^+_{ij}",
    speaks_of=("rs",),
    twins=(Twin(Integer(1), "all rows turn alike"), Twin(-of_signs, "a row turns")),
)


@frozen.literal(scope="rows rescaled", most=100)
def _after_a_layer(at: At) -> Any:
    first, second = (rescale(rank_one_image(vars(at), place)) for place in (at.i, at.j))
    return inner(first, second) / number(size(at.v))
