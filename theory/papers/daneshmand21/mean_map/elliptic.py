"""The mean map of three eigenvalues: elliptic integrals in Carlson's form."""

from __future__ import annotations

from flint import arb
from sympy import Expr, Integer, Rational, sqrt, symbols

from theory.claim import Claim, Compared, Predicted, Twin, Verdict
from theory.domains.numbers import Rationals
from theory.exact.special import CarlsonRD, CarlsonRF
from theory.papers.daneshmand21 import normals
from theory.papers.daneshmand21.instances import mean_spectrum
from theory.papers.daneshmand21.mean_map.setting import MEANS, SLIDES, THE_MAP, a, b, c
from theory.words import At

THREE = {"a": Rationals(above=0), "b": Rationals(above=0), "c": Rationals(above=0)}

three_eigenvalues = Claim(
    "daneshmand21.mean-map.three",
    source=SLIDES,
    status="new",
    says="n = 3: p of a is R_D(1/b, 1/c, 1/a)/(3 sqrt(abc)), Carlson's elliptic integral of the second kind",
    tex=r"p_a=\frac{R_D(1/b,1/c,1/a)}{3\sqrt{abc}}",
    hypotheses=(*MEANS, "n = 3", "a, b, c > 0"),
    predicts=CarlsonRD(1 / b, 1 / c, 1 / a) / (3 * sqrt(a * b * c)),
    given=THREE,
    left=r"p_1,\ \lambda=(a,b,c)",
    uses=THE_MAP,
    twins=(
        Twin(CarlsonRD(1 / b, 1 / c, 1 / a) / sqrt(a * b * c), "the 3 of R_D's normalisation forgotten"),
        Twin(CarlsonRD(b, c, a) / (3 * sqrt(a * b * c)), "the eigenvalues in place of their inverses"),
        Twin(CarlsonRD(1 / a, 1 / c, 1 / b) / (3 * sqrt(a * b * c)), "the singular argument not last"),
    ),
)


@three_eigenvalues.literal(kind="certified", most=60)
def _of_three(at: At) -> arb:
    return mean_spectrum((at.a, at.b, at.c))[0]


@three_eigenvalues.exact(
    scope="every a, b, c: p as an integral over t of means over one w_i after another; its integrand",
    argued="1/S is an integral over t of e^(-tS), of which the mean is a product over the w_i",
)
def _integrand(predicted: Predicted) -> Compared:
    yield "S int_0^oo e^(-tS) dt", normals.inverse(1), Integer(1)
    mean = a * normals.by_one(a, 2) * normals.by_one_more(b) * normals.by_one_more(c)  # E[a w_1^2 e^(-tS)]
    u = symbols("u", positive=True)
    yield "t = u/2", mean.subs(normals.t, u / 2) / 2, predicted.replace(CarlsonRD, lambda *at: _of_second_kind(u, *at))


def _of_second_kind(u: Expr, x: Expr, y: Expr, z: Expr) -> Expr:
    """The integrand of R_D(x, y, z) by its definition."""
    return Rational(3, 2) / (sqrt(u + x) * sqrt(u + y) * (u + z) ** Rational(3, 2))


first_kind = Claim(
    "daneshmand21.mean-map.three-first-kind",
    source=SLIDES,
    status="reading",
    says="n = 3: p of a is R_F(1/b, 1/c, 1/a)/(3 sqrt(abc)), the integral of the first kind",
    tex=r"p_a=\frac{R_F(1/b,1/c,1/a)}{3\sqrt{abc}}",
    hypotheses=three_eigenvalues.hypotheses,
    predicts=CarlsonRF(1 / b, 1 / c, 1 / a) / (3 * sqrt(a * b * c)),
    given=THREE,
    left=three_eigenvalues.left,
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.mean-map.three",),
)


@first_kind.literal(kind="certified", most=60)
def _of_three_again(at: At) -> arb:
    return mean_spectrum((at.a, at.b, at.c))[0]
