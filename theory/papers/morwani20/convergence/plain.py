"""Sections 1 and 2: the learning rates that converge without BN, for the loss and for half of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq, fmpq_mat
from sympy import Expr, Integer, Poly, Rational, Symbol, symbols

from theory.claim import Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Domain, Integers, Rationals
from theory.exact.expressions import Undefined, grid
from theory.exact.rationals import rational, to_fmpq
from theory.least_squares.problem import PRINTED
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.convergence.with_bn import lam, q, rate, trace
from theory.papers.morwani20.data import crossed
from theory.papers.morwani20.rates.star_sets import spectra
from theory.term import size
from theory.term.named import named
from theory.words import At

BACKGROUND = Locator(MORWANI20, "Section 1, 'the maximum lr allowed is 2/lambda_max, where ... the Hessian'")
SECTION_2 = Locator(MORWANI20, "Section 2, 'the maximum allowed step size is 2/lambda_max, where ... of H'")
POWERS = 14
"""Errors after 1, 2, 4, .., 2^14 steps are looked at."""


def goes_down(loss: Expr, v: Sequence[Symbol], eta: Any) -> bool:
    """Whether gradient descent on a quadratic loss converges from every start: from errors after 2^k steps.

    If they are all shorter than 1 from the unit vectors, they go to 0. A step is v -> Mv + b with a symmetric M: if it
    makes one error longer, M has an eigenvalue of modulus 1 or more, and from its eigenvector nothing converges.
    """
    square = Poly(loss, *v)
    entries = [int(a == b) - eta * (1 + int(a == b)) * square.coeff_monomial(a * b) for a in v for b in v]
    after = M = fmpq_mat(len(v), len(v), [to_fmpq(rational(entry)) for entry in entries])
    for _ in range(POWERS):
        if sum(a * a for a in after.entries()) < 1:
            return True
        longer = M * after
        for old, new in zip(_lengths(after), _lengths(longer), strict=True):
            if old and new >= old:
                return False
        after = after * after
    raise Undefined(f"errors after {2**POWERS} steps show nothing")


def _lengths(M: fmpq_mat) -> list[fmpq]:
    """Squared lengths of the columns."""
    return [sum((M[i, j] * M[i, j] for i in range(M.nrows())), fmpq(0)) for j in range(M.ncols())]


@named("gradient descent on {2} E(y − x·v)² at rate {3} converges from every v₀",
       r"v_k\to\arg\min {2}\,\mathbb E(y-x^\top v)^2\text{{ from every }}v_0,\text{{ rate }}{3}",
       means="data ±mᵢ on the axes turned by a reflection")  # fmt: skip
def descends(m: Any, axis: Any, factor: Any, rate: Any) -> bool:
    """Gradient descent on q E(y - x.v)^2 over the crossed data, with the labels 0, 1, 2, .."""
    A, _ = crossed(m, int(axis))
    v = symbols(f"v:{len(A)}")
    off = [y - sum(a * x for a, x in zip(v, column, strict=True)) for y, column in enumerate(zip(*A, strict=True))]
    return goes_down(factor * sum(a**2 for a in off) / len(off), v, rate)


SPECTRA = ("11", "1", "12", "111", "13", "23", "112", "14", "34", "1111", "122")
CROSSED: dict[str, Domain] = {
    "m": Preceded(spectra(Integers(1)), tuple(tuple(map(Integer, m)) for m in SPECTRA)),
    "axis": Integers(0),
    "rate": Rationals(above=0, far=4),
}


@named("λₘₐₓ(H)", r"\lambda_{{\max}}(H)", means="H = E[x xᵀ]", bare=True)
def greatest_of_data(m: Sequence[Rational]) -> Rational:
    """The greatest eigenvalue of E x x^T of the crossed data: m_d^2/d."""
    return m[-1] ** 2 / len(m)


@named("tr H", r"\mathrm{{tr}}\,H", bare=True)
def _trace(m: Sequence[Rational]) -> Rational:
    return sum((a**2 for a in m), Integer(0)) / len(m)


OF_DATA = {"lambda_max": lambda at: greatest_of_data(at["m"]), "tr_H": lambda at: _trace(at["m"])}
WORDS = "data +-m_i on turned axes"
APART = grid(
    rate=(Rational(1, 7), Rational(3, 7), Rational(5, 7), Rational(10, 7), Rational(25, 7)),
    lambda_max=(Rational(1, 2), 1, 3), q=(Rational(1, 2), 1, 3), tr_H=(4,),
)  # fmt: skip
"""Rates on both sides of the bounds that are told apart."""


def _last(m: Any) -> Any:
    return m[size(m) - 1]


@Claim(
    "morwani20.convergence.largest-rate-of-the-hessian",
    source=BACKGROUND,
    status="quoted",
    says="gradient descent on a quadratic loss with Hessian A converges from every start if and only if the rate is "
    "below 2/lambda_max(A)",
    relation="iff",
    predicts=rate < 2 / lam,
    given=Given(
        {**CROSSED, "rate": Preceded(CROSSED["rate"], (Rational(5, 2),))},
        lambda at: at["rate"] * _last(at["m"]) != 2,
        "A = Q diag(m) Q, Q a reflection; rate lambda_max != 2",
        letters={"lambda_max": lambda at: _last(at["m"])},
    ),
    over=APART,
).literal(scope="errors after 2^k steps from the unit vectors", most=100)
@named("gradient descent on L at rate {rate} converges from every v₀",
       r"v_k\to\arg\min L\text{{ from every }}v_0,\text{{ rate }}{rate}",
       means="L(v) = (v − v*)ᵀ A (v − v*)/2, A of the eigenvalues m")  # fmt: skip
def hessian(at: At) -> bool:
    _, Q = crossed(at.m, int(at.axis))
    v = symbols(f"v:{len(at.m)}")
    along = [sum(a * b for a, b in zip(v, Q.col(i), strict=True)) for i in range(len(v))]
    return goes_down(sum(m * (a - 1) ** 2 for m, a in zip(at.m, along, strict=True)) / 2, v, at.rate)


@Claim(
    "morwani20.convergence.largest-rate-as-printed",
    source=SECTION_2,
    status="quoted",
    says="on E(y - x.w)^2 the greatest step is 2/lambda_max(H), H = E x x^T (right for half of this loss)",
    silent_on="a gradient without its factor 2, for which the sentence is right",
    relation="iff",
    predicts=rate < 2 / lam,
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.convergence.largest-rate",),
    given=Given(
        CROSSED,
        lambda at: at["rate"] * OF_DATA["lambda_max"](at) not in (1, 2),
        f"{WORDS}; rate lambda_max != 1, 2",
        letters=OF_DATA,
    ),
    over=APART,
    truth=rate < 1 / lam,  # q = 1
).literal(scope="errors after 2^k steps from the unit vectors", most=60)
def as_printed(at: At) -> Any:
    return descends(at.m, at.axis, PRINTED, at.rate)


@Claim(
    "morwani20.convergence.largest-rate",
    source=SECTION_2,
    status="corrected",
    says="gradient descent on q E(y - x.w)^2 converges from every start if and only if the rate is below 1/(q "
    "lambda_max(H)): 1/lambda_max(H) for the loss as printed, 2/lambda_max(H) for half of it",
    silent_on="the rate 1/(q lambda_max(H)) itself: no convergence unless the greatest component vanishes",
    relation="iff",
    predicts=rate < 1 / (q * lam),
    given=Given(
        {**CROSSED, "q": Rationals(above=0, far=4)},
        lambda at: at["q"] * at["rate"] * OF_DATA["lambda_max"](at) != 1,
        f"{WORDS}; q rate lambda_max != 1",
        letters=OF_DATA,
    ),
    over=APART,
    uses=("morwani20.convergence.largest-rate-of-the-hessian",),
    twins=(
        Twin(rate < 2 / lam, "2/lambda_max(H) in every normalisation"),
        Twin(rate < 2 / trace, "2/tr H, sufficient for q = 1/2"),
    ),
).literal(scope="errors after 2^k steps from the unit vectors", most=100)
def plain(at: At) -> Any:
    return descends(at.m, at.axis, at.q, at.rate)


failure = Claim(
    "morwani20.convergence.first-failure-without-bn",
    source=SECTION_2,
    says="on random least-squares problems the least of a ladder of rates that diverges without BN is the first above "
    "1/(q lambda_max(H)), whatever kappa",
    hypotheses=("H = E x x^T positive definite", "random H and u, |u| = 1, and a random unit start"),
    predicts=1 / (q * lam),
    given={"q": Rationals(above=0), "lambda_max": Rationals(above=0), "tr_H": Rationals(above=0)},
    left=r"\sup\{\eta:\ \text{gradient descent converges}\}",
    uses=("morwani20.convergence.largest-rate",),
    twins=(Twin(2 / lam, "2/lambda_max(H) in every normalisation"), Twin(2 / trace, "2/tr H, sufficient for q = 1/2")),
)
