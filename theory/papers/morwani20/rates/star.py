"""Section 2, the matrix H* = H - g g^T/(u.Hu): spectrum, pseudo-inverse, interlacing, two dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod
from typing import Any

from sympy import (
    Expr,
    ImmutableMatrix,
    Integer,
    Rational,
    Symbol,
    cancel,
    diag,
    eye,
    fraction,
    rem,
    sqrt,
    symbols,
    together,
)

from theory.batchnorm import dot as inner
from theory.claim import Claim, Compared, Predicted, Twin, Verdict
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.least_squares.critical import star
from theory.least_squares.problem import Problem
from theory.papers.morwani20.data import INVERSE, Data, data_sets, letters, second_moments
from theory.papers.morwani20.rates.domains import spectra
from theory.papers.morwani20.rates.setting import (
    DIAGONAL,
    EIGEN,
    ENTRIES,
    GIVEN,
    L1,
    L2,
    L3,
    STAR,
    THREE,
    det,
    l,
    star_of,
    u,
    x,
)
from theory.papers.morwani20.rates.star_sets import (
    SPECTRA,
    STAR_BASIS,
    STAR_INVERSE,
    product_of_others,
    spectra_of,
    star_pinv,
)
from theory.papers.morwani20.setting import OVER, U2, gg, uu, uv
from theory.term import each, larger, largest, number, places, size
from theory.term.matrices import determinant
from theory.term.named import named
from theory.words import At


def secular(d: int) -> Expr:
    """det(x - H*) in the eigenbasis of H: x sum_i p_i prod_(j != i) (x - l_j), p_i = l_i u_i^2/(u.Hu)."""
    weights = [l[i] * u[i] ** 2 for i in range(d)]
    terms = (weights[i] * prod(x - l[j] for j in range(d) if j != i) for i in range(d))
    return x * sum(terms, Integer(0)) / sum(weights, Integer(0))


g = [li * ui for li, ui in zip(l, u, strict=True)]


def lessened(v: Sequence[Expr], by: Expr) -> Expr:
    """det(x - H + v v^T/by), H = diag(l_1, l_2, l_3), by the matrix determinant lemma."""
    others = [prod(x - l[j] for j in range(3) if j != i) for i in range(3)]
    return prod(x - li for li in l) + sum(vi**2 * other for vi, other in zip(v, others, strict=True)) / by


@named("det({0} − H*({1}, {2}))", r"\det({0}-H^*({1},{2}))", means=f"H*(l, u) the matrix {DIAGONAL}")
@cache
def by_definition(at: Expr, values: tuple[Expr, ...], solution: tuple[Expr, ...]) -> Expr:
    """det(x - H*), H = diag(l_1, .., l_d)."""
    problem = Problem.from_solution(diag(*values), solution)
    return (at * eye(problem.d) - star(problem)).det(method="berkowitz")


@Claim(
    "morwani20.rates.star-spectrum",
    source=STAR,
    status="reconstructed",
    says="d = 2 and 3, in the eigenbasis of H: det(x - H*) = x sum_i p_i prod_(j != i) (x - l_j) with p_i = l_i "
    "u_i^2/(u.Hu)",
    hypotheses=(*GIVEN, "u_i > 0 in the eigenbasis of H", "x > 0"),
    silent_on="any d, and u_i = 0 (note); what follows: 0 is an eigenvalue, and the d - 1 others are the zeros of "
    "that sum",
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
    status="reading",
    says="the null vector of H* is g",
    hypotheses=GIVEN,
    predicts=Integer(0),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.rates.star-spectrum",),
    given=Given(
        {"data": data_sets(Integers(2))},
        letters={
            "ghg": lambda at: at["data"].form(at["data"].g, at["data"].g),
            "hghg": lambda at: inner(at["data"].times(at["data"].g), at["data"].times(at["data"].g)),
            **letters("gg", "U2"),
        },
    ),
    truth=hghg - 2 * gg * ghg / U2 + gg**3 / U2**2,
).literal(scope="H* by its definition", most=60)
def null_vector(at: At) -> Any:
    moved = starred(at.data.g, at.data)
    return inner(moved, moved)


@named(
    "H*{0}",
    "H^*{0}",
    shape=lambda v, _: (size(v),),
    means="H* = H − E[x y] E[x y]ᵀ/⟨u, E[x y]⟩",
)
def starred(v: Any, data: Data) -> Any:
    """H* v."""
    return tuple(star(Problem.of(data.H, data.g)) * ImmutableMatrix(v))


inv_vv, inv_uv, inv_uu = (Symbol(name, real=True) for name in ("inv_vv", "inv_uv", "inv_uu"))


def _inverse(data: Data, a: str, b: str) -> Any:
    left, right = (getattr(data, name) for name in (a, b))
    return inner(left, each(lambda row: inner(row, right), data.inverse))


@Claim(
    "morwani20.rates.pseudo-inverse",
    source=STAR,
    says="(H*)^+ = P H^-1 P, P = I - u u^T/|u|^2: along v it is v.H^-1 v - 2 (u.v) u.H^-1 v/|u|^2 + (u.v)^2 u.H^-1 "
    "u/|u|^4",
    hypotheses=GIVEN,
    silent_on="that so kappa* is the condition number of H^-1 compressed to the complement of u (note)",
    predicts=inv_vv - 2 * uv * inv_uv / uu + uv**2 * inv_uu / uu**2,
    over=tuple(
        point | {"inv_vv": Rational(5, 3), "inv_uv": Rational(7, 8), "inv_uu": Rational(13, 9)} for point in OVER
    ),
    given=Given(
        {"data": data_sets(known=(INVERSE, STAR_INVERSE))},
        letters={
            "inv_vv": lambda at: _inverse(at["data"], "v", "v"),
            "inv_uv": lambda at: _inverse(at["data"], "u", "v"),
            "inv_uu": lambda at: _inverse(at["data"], "u", "u"),
            **letters("uv", "uu"),
        },
    ),
    uses=("morwani20.rates.star-spectrum",),
    twins=(
        Twin(inv_vv - uv * inv_uv / uu, "projected on one side"),
        Twin(inv_vv - inv_uv**2 / inv_uu, "the pseudo-inverse of the compression in the metric of H^-1"),
    ),
).literal(scope="Moore-Penrose inverse of H* by rank factorisation", most=40)
def pseudo_inverse(at: At) -> Any:
    v = at.data.v
    return inner(v, each(lambda row: inner(row, v), star_pinv(at.data)))


@Claim(
    "morwani20.rates.pseudo-determinant",
    source=STAR,
    says="the product of the eigenvalues of H* that are not 0 is det H |u|^2/(u.Hu)",
    hypotheses=GIVEN,
    silent_on="that there are d - 1 of them (star-spectrum)",
    predicts=det * uu / U2,
    over=tuple(point | {"det_H": Rational(19, 4)} for point in OVER),
    given=Given(
        {"data": data_sets(known=(INVERSE, STAR_BASIS))},
        letters={"det_H": lambda at: determinant(second_moments(at["data"])), **letters("uu", "U2")},
    ),
    uses=("morwani20.rates.star-spectrum",),
    twins=(Twin(det / U2, "|u| = 1 assumed"), Twin(det * U2 / uu, "the ratio upside down")),
).literal(scope="principal minors of size d - 1 of H*, where 0 is an eigenvalue", most=100)
def pseudo_determinant(at: At) -> Any:
    return product_of_others(at.data)


m1, m2 = symbols("m1 m2", positive=True)


@named("μ_{0}", r"\mu_{{{0}}}", means=f"μ_0 ≤ μ_1 the eigenvalues but 0 of {DIAGONAL}")
def other_of_three(place: int, l: Any, u: Any) -> Expr:
    """One of the eigenvalues of H* that are not 0, d = 3: the zeros of the rest of its characteristic polynomial."""
    matrix = star_of(l, u)
    total, minors = matrix.trace(), sum(matrix.minor_submatrix(i, i).det() for i in range(3))
    return (total + (-1, 1)[place] * sqrt(total**2 - 4 * minors)) / 2


interlacing = Claim(
    "morwani20.rates.interlacing",
    source=STAR,
    says="the non-zero eigenvalues m_1 <= m_2 of H*, d = 3, give the weights of u back: p_i = prod_j (l_i - "
    "m_j)/prod_(j != i) (l_i - l_j)",
    hypotheses=(*GIVEN, "in the eigenbasis of H", "d = 3 (any d in the note)", "eigenvalues of H distinct"),
    silent_on="as all p_i >= 0, l_1 <= m_1 <= l_2 <= m_2 <= l_3, and every such spectrum occurs: 1 <= kappa* <= kappa",
    predicts=tuple((a - m1) * (a - m2) / ((a - b) * (a - e)) for a, b, e in ((L1, L2, L3), (L2, L1, L3), (L3, L1, L2))),
    over=grid(l1=(Integer(1),), m1=(Integer(2),), l2=(Integer(4), Integer(5)), m2=(Rational(13, 2),), l3=(Integer(9),)),
    given=Given(
        {"l": spectra(Integers(3, 3), distinct=True), "u": Batches(Integers(3, 3), up_to=("scale",))},
        letters={
            **THREE,
            "m1": lambda at: other_of_three(0, at["l"], at["u"]),
            "m2": lambda at: other_of_three(1, at["l"], at["u"]),
        },
    ),
    uses=("morwani20.rates.star-spectrum",),
    twins=(
        Twin(tuple((m1 - a) * (a - m2) / ((a - b) * (a - e)) for a, b, e in ((L1, L2, L3), (L2, L1, L3), (L3, L1, L2))),
             "the other sign: m_1 below l_1"),
    ),
)  # fmt: skip


def by_sums(value: Expr) -> Expr:
    """A function of m1 and m2, the roots of x^2 - both x + product, in these: m2 = both - m1, and no power of m1."""
    both, product = symbols("both product")
    parts = (rem(part, m1**2 - both * m1 + product, m1) for part in fraction(together(value.subs(m2, both - m1))))
    over, under = parts
    return cancel((over / under).subs(dict(zip((both, product), _sums(), strict=True))))


@cache
def _sums() -> tuple[Expr, Expr]:
    """Of the eigenvalues of H*: their sum, and that of the products of two."""
    matrix = star(Problem.from_solution(diag(L1, L2, L3), u))
    return cancel(matrix.trace()), cancel(sum(matrix.minor_submatrix(i, i).det() for i in range(3)))


@interlacing.exact(
    scope="every l_1, l_2, l_3 and u: m_1 and m_2 by their sum and product, on symbols",
    argued="m_1 and m_2 are the roots of a quadratic with coefficients in l and p",
)
def _of_roots(predicted: Predicted) -> Compared:
    shares = [e * weight**2 for e, weight in zip((L1, L2, L3), u, strict=True)]
    yield "0 is an eigenvalue", cancel(star(Problem.from_solution(diag(L1, L2, L3), u)).det()), Integer(0)
    for i, claimed in enumerate(predicted):
        yield f"p_{i + 1}", shares[i] / sum(shares), by_sums(claimed)


@interlacing.literal(scope="shares of u.Hu in the eigenbasis of H", most=24)
def _weights(at: At) -> Any:
    shares = [entry(at.l) * number(b) ** 2 for entry, b in zip(ENTRIES, (at.u[i] for i in range(3)), strict=True)]
    return tuple(share / sum(shares) for share in shares)


@Claim(
    "morwani20.rates.interlaced",
    source=STAR,
    says="the non-zero eigenvalues of H* lie between those of H: l_i <= m_i <= l_(i+1)",
    hypotheses=GIVEN,
    relation="<=",
    predicts=Integer(0),
    given=Given({"data": data_sets(Integers(2, far=3), on_axes=True, known=(SPECTRA,))}),
    uses=("morwani20.rates.interlacing",),
    twins=(Twin(Rational(-1, 2), "gaps of at least 1/2 on each side"),),
).literal(scope="data on axes: the eigenvalues of H and of H* as roots of their characteristic polynomials", most=60)
def between(at: At) -> Any:
    low, moved = spectra_of(at.data)
    return largest(each(lambda i: larger(low[i] - moved[i], moved[i] - low[i + 1]), places(size(moved))))
