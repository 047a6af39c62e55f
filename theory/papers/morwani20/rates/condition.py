"""Section 2, the condition number of H* and of H; in two dimensions it is 1, and says nothing."""

from __future__ import annotations

from typing import Any

from flint import arb
from sympy import Integer, Matrix, Max, Poly, Rational, Symbol, cancel, roots, symbols

from theory.batchnorm import dot
from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.least_squares.critical import eigenvalues, star
from theory.least_squares.problem import Problem
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.data import ENDS, Data, data_sets, ends
from theory.papers.morwani20.rates.domains import spectra
from theory.papers.morwani20.rates.setting import (
    EIGEN,
    GIVEN,
    L1,
    L2,
    L3,
    SPEED,
    STAR,
    THREE,
    other_eigenvalue,
    pseudo_condition,
    u,
)
from theory.papers.morwani20.rates.star_sets import STAR_ENDS, star_ends, with_middle_solution
from theory.term.named import named
from theory.words import At


@Claim(
    "morwani20.rates.condition-bound",
    source=STAR,
    says="kappa* <= kappa: BN never raises the condition number",
    hypotheses=(*GIVEN, "d >= 2"),
    relation="<=",
    predicts=Integer(1),
    given=Given({"data": data_sets(Integers(2, far=3), on_axes=True, known=(ENDS, STAR_ENDS))}),
    uses=("morwani20.rates.interlaced",),
    twins=(Twin(Rational(1, 2), "lowered at least to a half"),),
).literal(scope="the spectra of H and of H* as roots of their characteristic polynomials", most=40)
def bounded(at: At) -> Any:
    (least, greatest), (low, high) = star_ends(at.data), ends(at.data)
    return greatest / least / (high / low)


@Claim(
    "morwani20.rates.condition-attained",
    source=STAR,
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
).literal(scope="the spectra of H and of H* as roots of their characteristic polynomials", most=40)
def attained(at: At) -> Any:
    least, greatest = star_ends(at.data)
    return greatest / least


@Claim(
    "morwani20.rates.condition-strictly-less",
    source=STAR,
    status="reading",
    says="BN strictly lowers the condition number for every H that is no multiple of I and every g: at d = 3 one "
    "extreme eigenvalue goes, kappa* = max(l_2/l_1, l_3/l_2) < kappa at u = e_2",
    hypotheses=(*GIVEN, "d = 3", "l_1 < l_2 < l_3"),
    predicts=Max(L2 / L1, L3 / L2),
    over=grid(l1=(Integer(2),), l2=(Integer(3),), l3=(Integer(7), Integer(9))),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.rates.condition-attained",),
    given=Given({"l": spectra(Integers(3, 3), distinct=True)}, letters=THREE),
).literal(kind="certified", scope="H* by its definition, its spectrum in balls", most=60)
def strictly(at: At) -> Any:
    return pseudo_condition(at.l, (0, 1, 0))


@Claim(
    "morwani20.rates.planar-eigenvalue",
    source=STAR,
    says="d = 2: the one non-zero eigenvalue of H* is l_1 l_2 |u|^2/(l_1 u_1^2 + l_2 u_2^2)",
    hypotheses=("d = 2", "H = diag(l_1, l_2), l_i > 0", "u = |u| (cos theta, sin theta), u_i > 0"),
    silent_on="what follows (note): kappa* = 1 does not feel kappa, this eigenvalue does",
    predicts=L1 * L2 * (u[0] ** 2 + u[1] ** 2) / (L1 * u[0] ** 2 + L2 * u[1] ** 2),
    over=EIGEN,
    given=Given({name: Rationals(above=0) for name in ("l1", "l2", "u1", "u2")}),
    uses=("morwani20.rates.star-spectrum",),
    twins=(
        Twin(L1 * L2 / (L1 + L2), "det H/tr H"),
        Twin(L1 + L2 - u[0] ** 2 - u[1] ** 2, "tr H - |u|^2"),
        Twin((L1 * u[0] ** 2 + L2 * u[1] ** 2) / (u[0] ** 2 + u[1] ** 2), "the Rayleigh quotient of H at u"),
    ),
).literal(scope="the sum of the two eigenvalues of H* by definition, of which one is 0", symbols=True)
def planar(at: At) -> Any:
    return other_eigenvalue((at.l1, at.l2), (at.u1, at.u2))


@Claim(
    "morwani20.rates.planar-condition",
    source=Locator(MORWANI20, "Section 2, 'which is independent of kappa of H for d=2'"),
    status="quoted",
    says="d = 2: the pseudo-condition number of H* is 1 for every H and g, so it does not depend on kappa",
    hypotheses=("d = 2", *GIVEN),
    silent_on="the speed: the one eigenvalue depends on kappa, and the rate at a fixed eps on it",
    predicts=Integer(1),
    over=({},),
    given=Given({"data": data_sets(Integers(2, 2))}),
    uses=("morwani20.rates.planar-eigenvalue",),
).literal(kind="certified", scope="greatest over least of the eigenvalues of H* that are not exactly 0", most=100)
def one(at: At) -> Any:
    return condition_of(at.data)


@named(
    "κ*",
    r"\kappa^*",
    means="κ* the greatest over the least eigenvalue but 0 of H* = H − E[x y] E[x y]ᵀ/⟨u, E[x y]⟩",
    bare=True,
)
def condition_of(data: Data) -> arb:
    values = [value for value in eigenvalues(star(Problem.of(data.H, data.g))) if value != 0]
    return values[-1] / values[0]


@one.exact(
    scope="every H and u: the eigenvalues of H*, 0 and a number that is not 0",
    argued="at d = 2 one eigenvalue of H* is 0, so that one is left",
)
def _one_of_two(predicted: Predicted) -> Compared:
    a, b, c, x = symbols("a b c x", real=True)
    first, second = u[:2]
    problem = Problem.from_solution(Matrix([[a, b], [b, c]]), (first, second))
    found = roots(Poly([cancel(e) for e in star(problem).charpoly(x).all_coeffs()], x))
    values = [value for value, times in found.items() for _ in range(times) if value != 0]
    yield "kappa*", cancel(values[-1] / values[0]), predicted
    yield "how many are not 0", Integer(len(values)), Integer(1)
    # positive, as H is
    yield "it", cancel(values[0]), (a * c - b**2) * (first**2 + second**2) / problem.square


kappa = Symbol("kappa", positive=True)


@Claim(
    "morwani20.rates.planar-speed",
    source=SPEED,
    status="reading",
    says="d = 2: at one learning rate the speed with BN near a minimiser does not depend on kappa, lambda_max(H) fixed",
    hypotheses=("d = 2", "lambda_max(H) = 1, u = (1, 1), eps = 1 and w = u: effective step 1"),
    predicts=Rational(1, 2),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.rates.planar-eigenvalue",),
    given=Given({"kappa": Rationals(above=1)}),
    truth=1 - planar.predicts.subs({L1: 1 / kappa, L2: 1, u[0]: 1, u[1]: 1}),
).literal(scope="H = diag(1/kappa, 1), effective step 1: 1 - the eigenvalue of H* that is not 0", most=60)
def same_speed(at: At) -> Any:
    return 1 - other_eigenvalue((1 / at.kappa, 1), (1, 1))
