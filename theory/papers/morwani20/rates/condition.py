"""Section 2, the condition number of H* and of H."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Max, Rational, diag

from theory.batchnorm import dot
from theory.claim import Claim, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.exact.expressions import grid
from theory.least_squares.critical import pseudo_condition_number
from theory.least_squares.problem import Problem
from theory.papers.morwani20.data import ENDS, data_sets, ends
from theory.papers.morwani20.rates.domains import spectra
from theory.papers.morwani20.rates.setting import GIVEN, L1, L2, L3, STAR, THREE
from theory.papers.morwani20.rates.star_sets import STAR_ENDS, star_ends, with_middle_solution
from theory.words import At

bounded = Claim(
    "morwani20.rates.condition-bound",
    source=STAR,
    status="new",
    says="kappa* <= kappa: BN never raises the condition number",
    hypotheses=(*GIVEN, "d >= 2"),
    relation="<=",
    predicts=Integer(1),
    given=Given({"data": data_sets(Integers(2, far=3), on_axes=True, known=(ENDS, STAR_ENDS))}),
    uses=("morwani20.rates.interlaced",),
    twins=(Twin(Rational(1, 2), "lowered at least to a half"),),
)


@bounded.literal(scope="the spectrum of H* by its trace and its principal minors", most=40)
def _lowered(at: At) -> Any:
    (least, greatest), (low, high) = star_ends(at.data), ends(at.data)
    return greatest / least / (high / low)


attained = Claim(
    "morwani20.rates.condition-attained",
    source=STAR,
    status="new",
    says="for d >= 3 and u an eigenvector of H for an eigenvalue between the least and the greatest, kappa* = kappa",
    hypotheses=("d >= 3", "u an eigenvector for l_2, l_1 < l_2 < l_3 = lambda_max(H), l_1 = lambda_min(H)"),
    predicts=L3 / L1,
    over=grid(l1=(Integer(2),), l2=(Integer(3),), l3=(Integer(7), Integer(9))),
    given=Given(
        {"data": with_middle_solution()},
        letters={
            "l1": lambda at: ends(at["data"])[0],
            "l2": lambda at: at["data"].form(at["data"].u, at["data"].u) / dot(at["data"].u, at["data"].u),
            "l3": lambda at: ends(at["data"])[1],
        },
    ),
    uses=("morwani20.rates.interlacing",),
    twins=(Twin(L3 / L2, "the least eigenvalue removed"), Twin(L2 / L1, "the greatest eigenvalue removed")),
)


@attained.literal(scope="the spectrum of H* by its trace and its principal minors", most=40)
def _of_the_middle(at: At) -> Any:
    least, greatest = star_ends(at.data)
    return greatest / least


strictly = Claim(
    "morwani20.rates.condition-strictly-less",
    source=STAR,
    status="reading",
    says="BN strictly lowers the condition number for every H that is no multiple of I and every g: at d = 3 one "
    "extreme eigenvalue goes, kappa* = max(l_2/l_1, l_3/l_2) < kappa at u = e_2",
    tex=r"\kappa^*\le\max(\lambda_2/\lambda_1,\lambda_3/\lambda_2)<\kappa",
    hypotheses=(*GIVEN, "d = 3", "l_1 < l_2 < l_3"),
    predicts=Max(L2 / L1, L3 / L2),
    over=grid(l1=(Integer(2),), l2=(Integer(3),), l3=(Integer(7), Integer(9))),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.rates.condition-attained",),
    given=Given({"l": spectra(Integers(3, 3), distinct=True)}, letters=THREE),
    left=r"\kappa^*\ \text{at}\ u=e_2",
)


@strictly.literal(kind="certified", scope="H* by its definition, its spectrum in balls", most=60)
def _equal(at: At) -> Any:
    return pseudo_condition_number(Problem.from_solution(diag(*at.l), [0, 1, 0]))
