"""Lemma 7's remainder, bounded for every gamma and every M."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Abs, Expr, Integer, Symbol

from theory.claim import At, Claim, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.rationals import to_sympy
from theory.markov import drift
from theory.markov.residual import ZeroRowError
from theory.notation import d
from theory.papers.daneshmand20.domains import Correlations
from theory.papers.daneshmand20.one_step.setting import IID, LEMMA_7, change, matrix

kappa = Symbol("kappa", positive=True)


def _defined(at: Mapping[str, Any]) -> bool:
    try:
        change(at["M"], at["gamma"])
    except ZeroRowError:
        return False
    return True


bound = Claim(
    "daneshmand20.one-step.remainder-bound",
    source=LEMMA_7,
    status="new",
    says="symmetric weights with fourth moment kappa: |E|M+|_F^2 - |M|_F^2 - gamma^2 delta(M)| <= 640,000 d^5 (d-1) "
    "kappa gamma^4 for every correlation matrix M and every gamma: so gamma <= 1/(566 d^2 sqrt(kappa (d-1))) makes it "
    "at most 2 d gamma^2, as Lemma 13 asks",
    hypotheses=(*IID, "symmetric, E W_ij^4 = kappa < oo"),
    silent_on="d > 3 and weights other than +-1 (note); the best constant: about 12 at d = 2 with weights +-1 (jump)",
    given=Given(
        {"M": Correlations(Integers(2, 3)), "gamma": Rationals(above=0)},
        _defined,
        "weights +-1, kappa = 1, with which no row vanishes",
        {"d": lambda at: Integer(len(at["M"])), "kappa": lambda at: Integer(1)},
    ),
    left=r"|R|/\gamma^4",
    relation="<=",
    predicts=640000 * d**5 * (d - 1) * kappa,
    uses=("daneshmand20.expansion.frobenius-drift",),
    twins=(Twin(Integer(2), "the same at every d, and no more than 2"),),
)


@bound.literal(scope="all weight matrices, d = 2 and 3", most=40)
def _remainder(at: At) -> Expr:
    delta = drift(matrix(at.M))
    return Abs(to_sympy(change(at.M, at.gamma)) - at.gamma**2 * delta) / at.gamma**4
