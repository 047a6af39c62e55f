"""Sections 1 and 2: the learning rates that converge without BN, for the loss and for half of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from flint import fmpq, fmpq_mat
from sympy import ImmutableMatrix, Integer, Rational, diag

from theory.batchnorm import dot
from theory.claim import Claim, Locator, Twin, Verdict
from theory.domains.composite import composite
from theory.domains.general import eigenbasis, symmetric
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Choose, Domain, Rationals
from theory.exact.expressions import Undefined, grid
from theory.exact.rationals import rational, to_fmpq
from theory.least_squares.problem import PRINTED
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.convergence.with_bn import lam, q, rate, trace
from theory.papers.morwani20.data import Data, Known, crossed, data_sets, ends, numbers, second_moments
from theory.papers.morwani20.layers.gradients import by_weights, unit
from theory.papers.morwani20.rates.star_sets import exact_eigenvalues, with_rows
from theory.term import Shape, Term, Vec, all_rows, each, every, largest, size, total, variable
from theory.term.layers import over_layers
from theory.term.limits import EPSILON, eventually
from theory.term.named import named
from theory.words import At

BACKGROUND = Locator(MORWANI20, "Section 1, 'the maximum lr allowed is 2/lambda_max, where ... the Hessian'")
SECTION_2 = Locator(MORWANI20, "Section 2, 'the maximum allowed step size is 2/lambda_max, where ... of H'")
POWERS = 14
"""Errors after 1, 2, 4, .., 2^14 steps are looked at."""


def comes_down(step: Callable[[Any], Any], least: Any) -> Any:
    """Whether v_(k+1) = step(v_k) tends to `least` from every v_0, for a step v -> Mv + b with a symmetric M."""
    d = size(least)
    if isinstance(d, Term):
        return all_rows(d, lambda start: eventually(STEPS, _off(step, least, start) <= EPSILON))
    zero, *rest = (step(row) for row in (d * (0,), *(unit(d, i) for i in range(d))))
    return _vanish([to_fmpq(rational(a - b)) for row in rest for a, b in zip(row, zero, strict=True)], d)


def _vanish(entries: list[fmpq], d: int) -> bool:
    """Whether the powers of a symmetric M tend to 0: from errors after 2^k steps.

    If they are all shorter than 1 from the unit vectors, they do. If a step makes one longer, M has an eigenvalue of
    modulus 1 or more, and from its eigenvector nothing converges.
    """
    after = M = fmpq_mat(d, d, entries)
    for _ in range(POWERS):
        if sum(a * a for a in after.entries()) < 1:
            return True
        longer = M * after
        for old, new in zip(_lengths(after), _lengths(longer), strict=True):
            if old and new >= old:
                return False
        after = after * after
    raise Undefined(f"errors after {2**POWERS} steps show nothing")


STEPS = variable("k", "nat")


def _off(step: Callable[[Any], Any], least: Any, start: Any) -> Any:
    """|v_k - least|^2 after k steps."""

    def square(v: Any) -> Any:
        off = each(lambda a, b: a - b, v, least)
        return dot(off, off)

    return over_layers(lambda later, v: later(step(v)), STEPS, square, start)


def _lengths(M: fmpq_mat) -> list[fmpq]:
    """Squared lengths of the columns."""
    return [sum((M[i, j] * M[i, j] for i in range(M.nrows())), fmpq(0)) for j in range(M.ncols())]


def descends(loss: Callable[[Any], Any], least: Any, rate: Any) -> Any:
    """Whether gradient descent on a quadratic loss comes to its least point from every start."""
    return comes_down(lambda v: each(lambda a, slope: a - rate * slope, v, by_weights(loss, v)), least)


class Bowl(NamedTuple):
    """L(v) = (v - c).A (v - c)/2, A symmetric with the eigenvalues m."""

    A: Any
    c: Any
    m: Any

    def loss(self, v: Any) -> Any:
        off = each(lambda a, b: a - b, v, self.c)
        return dot(off, each(lambda row: dot(row, off), self.A)) / 2


def _is_bowl(value: object) -> bool:
    return isinstance(value, Bowl) and value.m[0] > 0 and exact_eigenvalues(ImmutableMatrix(value.A)) == value.m


def _any_bowl(_: str) -> Shape:
    d = variable("d", "nat")
    rows = {"A": (d, d), "c": (d,), "m": (d,), "e": (d, d)}
    A, c, m, e = (Vec.named(name, *lengths) for name, lengths in rows.items())
    known = d >= 1, *symmetric(A, d), *eigenbasis(A, e, m), every(lambda value: value > 0, m)
    return Shape(Bowl(A, c, m), (d,), known, rows=tuple(rows.items()))


@composite(
    "(A, c, m): A symmetric, d x d, with the eigenvalues m_i > 0, c in R^d",
    _is_bowl,
    _any_bowl,
    size=lambda L: len(L.m),
)
def bowls(choose: Choose) -> Bowl:
    """A = Q diag(m) Q, Q a reflection."""
    m = sorted(Integer(choose(1, 4)) for _ in range(choose(1, 4)))
    _, Q = crossed(m, choose(0, 3))
    return Bowl(tuple(map(tuple, (Q * diag(*m) * Q).tolist())), numbers(choose, len(m)), tuple(m))


def _basis(shape: Shape) -> Shape:
    """Orthonormal eigenvectors e_i of H with the eigenvalues l_i."""
    d = shape.value.A.n
    e, l = Vec.named("e", d, d), _values(shape.value)
    known = *eigenbasis(second_moments(shape.value), e, l), every(lambda value: value > 0, l)
    return with_rows(shape, *known, e=(d, d), l=(d,))


def _values(data: Data) -> Any:
    return Vec.named("l", data.A.n) if isinstance(data.A, Vec) else ends(data)


RATES = Preceded(Rationals(above=0, far=4), tuple(map(Rational, ("1/2", "3/2", "1/20", "1/200", "3/4"))))
ON_DATA: dict[str, Domain] = {
    "data": data_sets(on_axes=True, known=(Known("l_i the eigenvalues of H", _basis),)),
    "rate": RATES,
}


def on_data(data: Data, factor: Any, rate: Any) -> Any:
    """Gradient descent on q E(y - x.v)^2."""

    def loss(v: Any) -> Any:
        off = each(lambda y, x: y - x, data.y, data.row(v))
        return factor * dot(off, off) / data.n

    return descends(loss, data.u, rate)


@named("λₘₐₓ(H)", r"\lambda_{{\max}}(H)", means="H = E[x xᵀ]", bare=True)
def greatest_of_data(data: Data) -> Any:
    """The greatest eigenvalue of E x x^T."""
    return largest(_values(data))


@named("tr H", r"\mathrm{{tr}}\,H", bare=True)
def _trace(data: Data) -> Any:
    return total(each(lambda row: dot(row, row) / data.n, data.A))


OF_DATA = {"lambda_max": lambda at: greatest_of_data(at["data"]), "tr_H": lambda at: _trace(at["data"])}
APART = grid(
    rate=(Rational(1, 7), Rational(3, 7), Rational(5, 7), Rational(10, 7), Rational(25, 7)),
    lambda_max=(Rational(1, 2), 1, 3), q=(Rational(1, 2), 1, 3), tr_H=(4,),
)  # fmt: skip
"""Rates on both sides of the bounds that are told apart."""


@Claim(
    "morwani20.convergence.largest-rate-of-the-hessian",
    source=BACKGROUND,
    status="quoted",
    says="gradient descent on a quadratic loss with Hessian A converges from every start if and only if the rate is "
    "below 2/lambda_max(A)",
    relation="iff",
    predicts=rate < 2 / lam,
    given=Given(
        {"L": bowls(), "rate": Preceded(RATES, (Rational(5, 2),))},
        lambda at: at["rate"] * largest(at["L"].m) != 2,
        "rate lambda_max != 2",
        letters={"lambda_max": lambda at: largest(at["L"].m)},
    ),
    over=APART,
).literal(scope="errors after 2^k steps from the unit vectors", most=100)
@named("gradient descent on L at rate {rate} converges from every v₀",
       r"v_k\to\arg\min L\text{{ from every }}v_0,\text{{ rate }}{rate}",
       means="L(v) = (v − c)ᵀ A (v − c)/2")  # fmt: skip
def hessian(at: At) -> Any:
    return descends(at.L.loss, at.L.c, at.rate)


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
        ON_DATA,
        lambda at: at["rate"] * OF_DATA["lambda_max"](at) not in (1, 2),
        "rate lambda_max != 1, 2",
        letters=OF_DATA,
    ),
    over=APART,
    truth=rate < 1 / lam,  # q = 1
).literal(scope="errors after 2^k steps from the unit vectors", most=60)
@named("gradient descent on E(y − x·v)² at rate {rate} converges from every v₀",
       r"v_k\to\arg\min \mathbb E(y-x^\top v)^2\text{{ from every }}v_0,\text{{ rate }}{rate}")  # fmt: skip
def as_printed(at: At) -> Any:
    return on_data(at.data, PRINTED, at.rate)


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
        {**ON_DATA, "q": Rationals(above=0, far=4)},
        lambda at: at["q"] * at["rate"] * OF_DATA["lambda_max"](at) != 1,
        "q rate lambda_max != 1",
        letters=OF_DATA,
    ),
    over=APART,
    uses=("morwani20.convergence.largest-rate-of-the-hessian",),
    twins=(
        Twin(rate < 2 / lam, "2/lambda_max(H) in every normalisation"),
        Twin(rate < 2 / trace, "2/tr H, sufficient for q = 1/2"),
    ),
).literal(scope="errors after 2^k steps from the unit vectors", most=100)
@named("gradient descent on {q} E(y − x·v)² at rate {rate} converges from every v₀",
       r"v_k\to\arg\min {q}\,\mathbb E(y-x^\top v)^2\text{{ from every }}v_0,\text{{ rate }}{rate}")  # fmt: skip
def plain(at: At) -> Any:
    return on_data(at.data, at.q, at.rate)


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
