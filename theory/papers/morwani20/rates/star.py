"""Section 2, the matrix H* = H - g g^T/(u.Hu): spectrum, pseudo-inverse, interlacing, condition number."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod
from typing import Any

from sympy import Expr, ImmutableMatrix, Integer, Max, Rational, Symbol, diag, eye, symbols

from theory.batchnorm import dot
from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.least_squares.critical import star
from theory.least_squares.problem import Problem
from theory.papers.morwani20 import MORWANI20, READING
from theory.papers.morwani20.data import ENDS, INVERSE, STAR_OF_DATA, Data, data_sets, ends, letters, second_moments
from theory.papers.morwani20.law import OVER, scalars
from theory.papers.morwani20.rates import star_sets
from theory.papers.morwani20.rates.star_sets import DIAGONAL, EIGEN, L1, L2, L3, STAR, THREE, det, l, u, x
from theory.term import each, larger, largest, number, places, root, size, total
from theory.term.matrices import determinant
from theory.term.matrices import trace as trace_of
from theory.term.named import named
from theory.words import At

U2, gg, uu, uv = scalars("U2 gg uu uv")


def _weighted(weights: Sequence[Expr]) -> Expr:
    """sum_i of the weights times prod_(j != i) (x - l_j)."""
    d = len(weights)
    return sum(weights[i] * prod(x - l[j] for j in range(d) if j != i) for i in range(d))


def secular(d: int) -> Expr:
    """det(x - H*) in the eigenbasis of H: x sum_i p_i prod_(j != i) (x - l_j), p_i = l_i u_i^2/(u.Hu)."""
    weights = [l[i] * u[i] ** 2 for i in range(d)]
    return x * _weighted(weights) / sum(weights)


g = [li * ui for li, ui in zip(l, u, strict=True)]


def lessened(v: Sequence[Expr], by: Expr) -> Expr:
    """det(x - H + v v^T/by), H = diag(l_1, l_2, l_3), by the matrix determinant lemma."""
    return prod(x - li for li in l) + _weighted([vi**2 for vi in v]) / by


@named("det({0} − H*({1}, {2}))", r"\det({0}-H^*({1},{2}))", means=f"H*(l, u) the matrix {DIAGONAL}")
@cache
def by_definition(at: Expr, values: tuple[Expr, ...], solution: tuple[Expr, ...]) -> Expr:
    problem = Problem.from_solution(diag(*values), solution)
    return (at * eye(problem.d) - star(problem)).det(method="berkowitz")


@Claim(
    "morwani20.rates.star-spectrum",
    source=STAR,
    status="reconstructed",
    says="d = 2 and 3, in the eigenbasis of H: det(x - H*) = x sum_i p_i prod_(j != i) (x - l_j) with p_i = l_i "
    "u_i^2/(u.Hu)",
    silent_on="any d, and u_i = 0 (note); that so 0 is an eigenvalue, and the others the zeros of that sum",
    predicts=(secular(2), secular(3)),
    over=EIGEN,
    given=Given({name: Rationals(above=0) for name in ("x", "l1", "l2", "l3", "u1", "u2", "u3")}),
    twins=(
        Twin((secular(2), lessened(g, Integer(1))), "H - g g^T"),
        Twin((secular(2), lessened(u, sum(a * b for a, b in zip(u, g, strict=True)))), "H - u u^T/(u.Hu)"),
        Twin((secular(2), lessened(g, sum(a**2 for a in u))), "H - g g^T/|u|^2"),
    ),
).literal(scope="in the eigenbasis of H, d = 2, 3: the determinant of x - H* itself", symbols=True, most=12)
def characteristic(at: At) -> Any:
    values, solution = (at.l1, at.l2, at.l3), (at.u1, at.u2, at.u3)
    return tuple(by_definition(at.x, values[:d], solution[:d]) for d in (2, 3))


ghg, hghg = symbols("ghg hghg", positive=True)  # g.Hg, |Hg|^2


@Claim(
    "morwani20.rates.null-vector",
    source=STAR,
    **READING,
    says="the null vector of H* is g",
    predicts=Integer(0),
    corrected_by=("morwani20.rates.star-spectrum",),
    given=Given(
        {"data": data_sets(Integers(2))},
        letters=letters("gg", "U2", ghg=lambda of: of.form(of.g, of.g), hghg=lambda of: dot(*[of.times(of.g)] * 2)),
    ),
    truth=hghg - 2 * gg * ghg / U2 + gg**3 / U2**2,
).literal(scope="H* by its definition", most=60)
def null_vector(at: At) -> Any:
    moved = starred(at.data.g, at.data)
    return dot(moved, moved)


@named("H*{0}", "H^*{0}", shape=lambda v, _: (size(v),), means=STAR_OF_DATA)
def starred(v: Any, data: Data) -> Any:
    return tuple(data.star * ImmutableMatrix(v))


inv_vv, inv_uv, inv_uu = symbols("inv_vv inv_uv inv_uu", real=True)


def _inverse(data: Data, a: Any, b: Any) -> Any:
    return dot(a, each(lambda row: dot(row, b), data.inverse))


@Claim(
    "morwani20.rates.pseudo-inverse",
    source=STAR,
    says="(H*)^+ = P H^-1 P, P = I - u u^T/|u|^2: along v it is v.H^-1 v - 2 (u.v) u.H^-1 v/|u|^2 + (u.v)^2 u.H^-1 "
    "u/|u|^4",
    predicts=inv_vv - 2 * uv * inv_uv / uu + uv**2 * inv_uu / uu**2,
    over=tuple(
        point | {"inv_vv": Rational(5, 3), "inv_uv": Rational(7, 8), "inv_uu": Rational(13, 9)} for point in OVER
    ),
    given=Given(
        {"data": data_sets(known=(INVERSE, star_sets.STAR_INVERSE))},
        letters=letters(
            "uv",
            "uu",
            inv_vv=lambda of: _inverse(of, of.v, of.v),
            inv_uv=lambda of: _inverse(of, of.u, of.v),
            inv_uu=lambda of: _inverse(of, of.u, of.u),
        ),
    ),
    uses=("morwani20.rates.star-spectrum",),
    twins=(
        Twin(inv_vv - uv * inv_uv / uu, "projected on one side"),
        Twin(inv_vv - inv_uv**2 / inv_uu, "the pseudo-inverse of the compression in the metric of H^-1"),
    ),
).literal(scope="Moore-Penrose inverse of H* by rank factorisation", most=40)
def pseudo_inverse(at: At) -> Any:
    v = at.data.v
    return dot(v, each(lambda row: dot(row, v), star_sets.star_pinv(at.data)))


@Claim(
    "morwani20.rates.pseudo-determinant",
    source=STAR,
    says="the product of the eigenvalues of H* that are not 0 is det H |u|^2/(u.Hu)",
    predicts=det * uu / U2,
    over=tuple(point | {"det_H": Rational(19, 4)} for point in OVER),
    given=Given(
        {"data": data_sets(known=(INVERSE, star_sets.STAR_BASIS))},
        letters=letters("uu", "U2", det_H=lambda of: determinant(second_moments(of))),
    ),
    uses=("morwani20.rates.star-spectrum",),
    twins=(Twin(det / U2, "|u| = 1 assumed"), Twin(det * U2 / uu, "the ratio upside down")),
).literal(scope="principal minors of size d - 1 of H*, where 0 is an eigenvalue", most=100)
def pseudo_determinant(at: At) -> Any:
    return star_sets.product_of_others(at.data)


m1, m2 = symbols("m1 m2", positive=True)
TURNED = (L1, L2, L3), (L2, L1, L3), (L3, L1, L2)


def _star_of_three(l: Any, u: Any) -> Any:
    """H* row by row, in the eigenbasis of H."""
    g = each(lambda a, b: a * b, l, u)
    return each(lambda i: each(lambda j: (l[i] if i == j else 0) - g[i] * g[j] / dot(u, g), places(3)), places(3))


@named("μ_{0}", r"\mu_{{{0}}}", means=f"μ_0 ≤ μ_1 the eigenvalues but 0 of {DIAGONAL}")
def other_of_three(place: int, l: Any, u: Any) -> Any:
    """One of the eigenvalues of H* that are not 0, d = 3: the zeros of the rest of its characteristic polynomial."""
    M = _star_of_three(l, u)
    minors = sum(M[i][i] * M[j][j] - M[i][j] * M[j][i] for i, j in ((0, 1), (0, 2), (1, 2)))
    return (trace_of(M) + (-1, 1)[place] * root(trace_of(M) ** 2 - 4 * minors)) / 2


def _three(at: Any) -> tuple[Any, Any]:
    """l and u of an instance."""
    return tuple(number(at[f"l{i}"]) for i in (1, 2, 3)), tuple(number(at[f"u{i}"]) for i in (1, 2, 3))


def _in_order(at: Any) -> bool:
    l, u = _three(at)
    return bool(l[0] < l[1] and l[1] < l[2] and dot(u, u) > 0)


SHARES = tuple((a - m1) * (a - m2) / ((a - b) * (a - e)) for a, b, e in TURNED)


@Claim(
    "morwani20.rates.interlacing",
    source=STAR,
    says="the non-zero eigenvalues m_1 <= m_2 of H*, d = 3, give the weights of u back: p_i = prod_j (l_i - "
    "m_j)/prod_(j != i) (l_i - l_j)",
    hypotheses=("in the eigenbasis of H", "d = 3 (any d in the note)"),
    silent_on="as all p_i >= 0, l_1 <= m_1 <= l_2 <= m_2 <= l_3, and every such spectrum occurs: 1 <= kappa* <= kappa",
    left=r"(p_1,p_2,p_3,\det H^*)",  # p_i = l_i u_i^2/sum_j l_j u_j^2; made, it has 900 characters
    predicts=(*SHARES, Integer(0)),  # the last one det H*
    over=grid(l1=(Integer(1),), m1=(Integer(2),), l2=(Integer(4), Integer(5)), m2=(Rational(13, 2),), l3=(Integer(9),)),
    given=Given(
        {f"l{i}": Rationals(above=0) for i in (1, 2, 3)} | {f"u{i}": Rationals() for i in (1, 2, 3)},
        _in_order,
        "l1 < l2 < l3, u != 0",
        letters={
            "m1": lambda at: other_of_three(0, *_three(at)),
            "m2": lambda at: other_of_three(1, *_three(at)),
        },
    ),
    uses=("morwani20.rates.star-spectrum",),
    twins=(Twin((*(-share for share in SHARES), Integer(0)), "the other sign: m_1 below l_1"),),
).literal(scope="shares of u.Hu in the eigenbasis of H, and det H*", most=24)
def interlacing(at: At) -> Any:
    l, u = _three(vars(at))
    shares = each(lambda a, b: a * b**2, l, u)
    return *each(lambda share: share / total(shares), shares), determinant(_star_of_three(l, u))


@Claim(
    "morwani20.rates.interlaced",
    source=STAR,
    says="the non-zero eigenvalues of H* lie between those of H: l_i <= m_i <= l_(i+1)",
    relation="<=",
    predicts=Integer(0),
    given=Given({"data": data_sets(Integers(2, far=3), on_axes=True, known=(star_sets.SPECTRA,))}),
    uses=("morwani20.rates.interlacing",),
    twins=(Twin(Rational(-1, 2), "gaps of at least 1/2 on each side"),),
).literal(scope="data on axes: the eigenvalues of H and of H* as roots of their characteristic polynomials", most=60)
def between(at: At) -> Any:
    low, moved = star_sets.spectra_of(at.data)
    return largest(each(lambda i: larger(low[i] - moved[i], moved[i] - low[i + 1]), places(size(moved))))


@Claim(
    "morwani20.rates.condition-bound",
    source=STAR,
    says="kappa* <= kappa: BN never raises the condition number",
    relation="<=",
    predicts=Integer(1),
    given=Given({"data": data_sets(Integers(2, far=3), on_axes=True, known=(ENDS, star_sets.STAR_ENDS))}),
    uses=("morwani20.rates.interlaced",),
    twins=(Twin(Rational(1, 2), "lowered at least to a half"),),
).literal(scope="the spectra of H and of H* as roots of their characteristic polynomials", most=40)
def bounded(at: At) -> Any:
    (least, greatest), (low, high) = star_sets.star_ends(at.data), ends(at.data)
    return greatest / least / (high / low)


@Claim(
    "morwani20.rates.condition-attained",
    source=STAR,
    says="for d >= 3 and u an eigenvector of H for an eigenvalue between the least and the greatest, kappa* = kappa",
    predicts=L3 / L1,
    over=grid(l1=(Integer(2),), l2=(Integer(3),), l3=(Integer(7), Integer(9))),
    given=Given(
        {"data": star_sets.with_middle_solution()},
        letters=letters(
            l1=lambda of: ends(of)[0], l2=lambda of: of.form(of.u, of.u) / dot(of.u, of.u), l3=lambda of: ends(of)[1]
        ),
    ),
    uses=("morwani20.rates.interlacing",),
    twins=(Twin(L3 / L2, "the least eigenvalue removed"), Twin(L2 / L1, "the greatest eigenvalue removed")),
).literal(scope="the spectra of H and of H* as roots of their characteristic polynomials", most=40)
def attained(at: At) -> Any:
    least, greatest = star_sets.star_ends(at.data)
    return greatest / least


@Claim(
    "morwani20.rates.condition-strictly-less",
    source=STAR,
    **READING,
    says="BN strictly lowers the condition number for every H that is no multiple of I and every g: at d = 3 one "
    "extreme eigenvalue goes, kappa* = max(l_2/l_1, l_3/l_2) < kappa at u = e_2",
    predicts=Max(L2 / L1, L3 / L2),
    corrected_by=("morwani20.rates.condition-attained",),
    given=Given({"l": star_sets.spectra(Integers(3, 3), distinct=True)}, letters=THREE),
).literal(kind="certified", scope="H* by its definition, its spectrum in balls", most=60)
def strictly(at: At) -> Any:
    return star_sets.pseudo_condition(at.l, (0, 1, 0))


@Claim(
    "morwani20.rates.planar-eigenvalue",
    source=STAR,
    says="d = 2: the one non-zero eigenvalue of H* is l_1 l_2 |u|^2/(l_1 u_1^2 + l_2 u_2^2)",
    hypotheses=("H = diag(l_1, l_2)",),
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
    return star_sets.other_eigenvalue((at.l1, at.l2), (at.u1, at.u2))


@Claim(
    "morwani20.rates.planar-condition",
    source=Locator(MORWANI20, "Section 2, 'which is independent of kappa of H for d=2'"),
    status="quoted",
    says="d = 2: the pseudo-condition number of H* is 1 for every H and g, so it does not depend on kappa",
    silent_on="the speed: the one eigenvalue depends on kappa, and the rate at a fixed eps on it",
    predicts=Integer(1),
    given=Given({"data": data_sets(Integers(2, 2), known=(star_sets.STAR_ENDS,))}),
    uses=("morwani20.rates.planar-eigenvalue",),
).literal(scope="greatest over least of the eigenvalues of H* but 0, roots of its characteristic polynomial", most=100)
@named("κ*", r"\kappa^*", means=f"κ* the greatest over the least eigenvalue but 0 of {STAR_OF_DATA}", bare=True)
def one(at: At) -> Any:
    least, greatest = star_sets.star_ends(at.data)
    return greatest / least


kappa = Symbol("kappa", positive=True)


@Claim(
    "morwani20.rates.planar-speed",
    source=star_sets.SPEED,
    **READING,
    says="d = 2: at one learning rate the speed with BN near a minimiser does not depend on kappa, lambda_max(H) fixed",
    hypotheses=("lambda_max(H) = 1, u = (1, 1), eps = 1 and w = u: effective step 1",),
    predicts=Rational(1, 2),
    corrected_by=("morwani20.rates.planar-eigenvalue",),
    given=Given({"kappa": Rationals(above=1)}),
    truth=1 - planar.predicts.subs({L1: 1 / kappa, L2: 1, u[0]: 1, u[1]: 1}),
).literal(scope="H = diag(1/kappa, 1), effective step 1: 1 - the eigenvalue of H* that is not 0", most=60)
def same_speed(at: At) -> Any:
    return 1 - star_sets.other_eigenvalue((1 / at.kappa, 1), (1, 1))
