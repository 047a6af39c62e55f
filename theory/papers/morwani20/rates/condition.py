"""Section 2, the condition number of H* and of H (B7, B8)."""

from __future__ import annotations

from itertools import islice
from typing import Any

from sympy import (
    Expr,
    Integer,
    Max,
    Rational,
    cancel,
    diag,
)  # fmt: skip

from theory.batchnorm import dot
from theory.claim import Claim, Compared, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.exact.expressions import grid
from theory.least_squares.critical import (
    condition_number,
    pseudo_condition_number,
)
from theory.least_squares.problem import Problem
from theory.papers.morwani20.data import DataSets
from theory.papers.morwani20.rates.domains import Spectra
from theory.papers.morwani20.rates.setting import GIVEN, L1, L2, L3, STAR, THREE
from theory.papers.morwani20.rates.star_sets import BetweenEnds, StarOnAxes, star_ends
from theory.words import At

bounded = Claim(
    "morwani20.rates.condition-bound",
    source=STAR,
    status="new",
    says="kappa* <= kappa: BN never raises the condition number",
    tex=r"\kappa^*\le\kappa",
    hypotheses=(*GIVEN, "d >= 2"),
    relation="<=",
    predicts=Integer(1),
    given=Given({"data": StarOnAxes()}),
    left=r"\kappa^*/\kappa",
    uses=("morwani20.rates.interlaced",),
    twins=(Twin(Rational(1, 2), "lowered at least to a half"),),
)


@bounded.literal(scope="the spectrum of H* by its trace and its principal minors", most=40)
def _lowered(at: At) -> Any:
    least, greatest = star_ends(at.data.data)
    return greatest / least / (at.data.high / at.data.low)


@bounded.certified(scope="60 data laws, d = 2, 3, 4: spectra of H and of H* in balls")
def _in_balls(predicted: Predicted) -> Compared:
    for data in islice(DataSets(d=(2, 4)).small(), 60):
        problem = Problem.of(data.H, data.g)
        yield f"{data}", pseudo_condition_number(problem) / condition_number(problem), predicted


attained = Claim(
    "morwani20.rates.condition-attained",
    source=STAR,
    status="new",
    says="for d >= 3 and u an eigenvector of H for an eigenvalue between the least and the greatest, kappa* = kappa",
    tex=r"Hu=\lambda u,\ \lambda_1<\lambda<\lambda_d\ \Rightarrow\ \kappa^*=\frac{\lambda_d}{\lambda_1}=\kappa",
    hypotheses=("d >= 3", "u an eigenvector for l_2, l_1 < l_2 < l_3 = lambda_max(H), l_1 = lambda_min(H)"),
    predicts=L3 / L1,
    over=grid(l1=(Integer(2),), l2=(Integer(3),), l3=(Integer(7), Integer(9))),
    given=Given(
        {"data": BetweenEnds()},
        letters={
            "l1": lambda at: at["data"].low,
            "l2": lambda at: (
                at["data"].data.form(at["data"].data.u, at["data"].data.u) / dot(at["data"].data.u, at["data"].data.u)
            ),
            "l3": lambda at: at["data"].high,
        },
    ),
    left=r"\kappa^*",
    uses=("morwani20.rates.interlacing",),
    twins=(Twin(L3 / L2, "the least eigenvalue removed"), Twin(L2 / L1, "the greatest eigenvalue removed")),
)


@attained.literal(scope="the spectrum of H* by its trace and its principal minors", most=40)
def _of_the_middle(at: At) -> Any:
    least, greatest = star_ends(at.data.data)
    return greatest / least


@attained.certified(scope="30 spectra with d >= 3, u the second eigenvector: H* by its definition")
def _second_eigenvector(predicted: Predicted) -> Compared:
    for l in islice(Spectra(3, distinct=True).small(), 30):
        found = pseudo_condition_number(Problem.from_solution(diag(*l), [int(i == 1) for i in range(len(l))]))
        yield f"{l}", found, predicted.subs({L1: l[0], L2: l[1], L3: l[-1]})


@attained.exact(
    scope="every d: H* in the eigenbasis of H, entry by entry",
    step="H* is diagonal in the eigenbasis of H; its greatest and least eigenvalues that are not 0 are those of H",
)
def _diagonal(predicted: Predicted) -> Compared:
    def entry(of_H: Any, g_i: Any, g_j: Any) -> Expr:  # g = H e_2 = l_2 e_2 and u.Hu = l_2
        return cancel(of_H - g_i * g_j / L2)

    yield "beside the diagonal, and l_2 on it", (entry(0, L2, 0), entry(0, 0, 0), entry(L2, L2, L2)), (Integer(0),) * 3
    yield "the others stay", entry(L3, 0, 0) / entry(L1, 0, 0), predicted


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
    given=Given(
        {"l": Spectra(3, distinct=True)},
        lambda at: len(at["l"]) == 3,
        "d = 3",
        letters=THREE,
    ),
    left=r"\kappa^*\ \text{at}\ u=e_2",
)


@strictly.literal(kind="certified", scope="H* by its definition, its spectrum in balls", most=60)
def _equal(at: At) -> Any:
    return pseudo_condition_number(Problem.from_solution(diag(*at.l), [0, 1, 0]))
