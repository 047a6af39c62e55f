"""One layer at any width: the exact identity for E V^2, and how long a nearly orthogonal start stays so (A11, A18)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb, fmpq
from sympy import Integer, Rational, Symbol, exp, sqrt, symbols

from theory.batchnorm import dot
from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.claim.domains import Domain, Integers
from theory.claim.given import Given
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import to_sympy
from theory.notation import d, n
from theory.orthogonality.finite_width import enumerated, gap_squared, gram, mean_gram, second_moment, useful_width
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.instances import (
    Matrices,
    Matrix,
    combined,
    distance,
    draws,
    gap_at,
    gram_of,
    layer,
    projector,
)
from theory.words import At

CHAIN = Locator(DANESHMAND21, "slides: H_(l+1) = (1/sqrt(width)) BN(W_l H_l)")
NEAR = Locator(DANESHMAND21, "Theorem 1 (second-hand), for starts near orthogonality")
ROWS = ("C_(l+1) = (1/d) sum_k u_k u_k^T", "u_1, .., u_d i.i.d. unit vectors given H_l, P = E u u^T")

ROW_LAWS: dict[str, Domain] = {"M": Matrices(rows=Integers(1, 4)), "d": Integers(1)}
"""Laws of rows: those of M, equally likely, a row that is there twice with twice the weight."""


def uniform(M: Matrix) -> list[tuple[Sequence[Any], Fraction]]:
    return [(row, Fraction(1, len(M))) for row in M]


def over_draws(M: Matrix, width: int, observe: Callable[[list[list[Fraction]]], Any]) -> Fraction:
    """The mean of an observable of C over all draws of so many rows of M."""
    of_rows = [projector(row) for row in M]
    return sum(
        (p * observe(combined(of_rows, [Fraction(k, width) for k in counts])) for counts, p in draws(len(M), width)),
        Fraction(0),
    )


v2, u2, s2 = symbols("v2 u2 s2", nonnegative=True)  # V(P)^2, V(C_l)^2, tr P^2

one_step = Claim(
    "daneshmand21.width.one-step",
    source=CHAIN,
    status="new",
    says="E[V(H_(l+1))^2 | H_l] = (1 - 1/d) V(P)^2 + (n-1)/(n d) at every width, exactly",
    tex=r"\mathbb E[V(H_{\ell+1})^2|H_\ell]=\Big(1-\frac1d\Big)V(F(C_\ell))^2+\frac{n-1}{nd}",
    hypotheses=(*ROWS, "any law of the rows; P = F(C_l), the mean map, for W_l Gaussian"),
    predicts=(1 - 1 / d) * v2 + (n - 1) / (n * d),
    given=Given(
        ROW_LAWS,
        letters={
            "n": lambda at: Integer(len(at["M"][0])),
            "v2": lambda at: to_sympy(gap_squared(mean_gram(uniform(at["M"])))),
            "u2": lambda at: to_sympy(gap_squared(second_moment(uniform(at["M"])))),
        },
    ),
    left=r"\mathbb E[V(H_{\ell+1})^2|H_\ell]",
    over=grid(n=(2, 3), d=(2, 4), v2=(Rational(1, 13),), u2=(Rational(1, 5),)),
    speaks_of=("rs",),
    uses=("daneshmand21.gap.power-sums",),
    twins=(
        Twin(v2 + (n - 1) / (n * d), "A11: without the factor 1 - 1/d: .2435 for .2243"),
        Twin((1 - 1 / d) * u2 + (n - 1) / (n * d), "A11: V(C) for V(F(C)): .3217"),
        Twin((1 - 1 / d) * v2 + 1 / d, "A11: 1/d for (n-1)/(n d): .3076"),
    ),
)

HALF, THIRD, SIXTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)
LAWS: tuple[Sequence[tuple[tuple[int, ...], Fraction]], ...] = (
    (((1, 0), HALF), ((1, 1), THIRD), ((3, -2), SIXTH)),
    (((2, 1), HALF), ((2, -1), HALF)),
    (((1, 0, 0), HALF), ((1, 2, 0), THIRD), ((1, 1, -3), SIXTH)),
    (((1, 1, 0, 2), HALF), ((0, 1, 5, 0), THIRD), ((1, -1, 1, 1), SIXTH)),
)


@one_step.literal(most=100)
def _enumerated(at: At) -> Fraction:
    return over_draws(at.M, int(at.d), gap_at)


@one_step.exact(reach="cases", scope="four finite laws of rows, n = 2, 3, 4 and d = 1..4: all draws")
def _all_draws(predicted: Predicted) -> Compared:
    for number, law in enumerate(LAWS):
        for width in range(1, 5):
            known = {v2: gap_squared(mean_gram(law)), u2: gap_squared(second_moment(law)), n: len(law[0][0]), d: width}
            claimed = predicted.subs({symbol: to_sympy(given) for symbol, given in known.items()})
            yield f"law {number}, d = {width}", enumerated(law, width).gap, claimed


fluctuation = Claim(
    "daneshmand21.width.fluctuation",
    source=Locator(DANESHMAND21, "Lemma 6 (second-hand: <= 1/d)"),
    status="new",
    says="E|C_(l+1) - E C_(l+1)|_F^2 = (1 - tr P^2)/d, at most (1 - 1/n)/d",
    tex=r"\mathbb E\|C_{\ell+1}-\mathbb E C_{\ell+1}\|_F^2=\frac{1-\sum_ip_i^2}d",
    hypotheses=ROWS,
    predicts=(1 - s2) / d,
    given=Given(
        ROW_LAWS,
        letters={"s2": lambda at: to_sympy(sum(x * x for row in mean_gram(uniform(at["M"])) for x in row))},
    ),
    left=r"\mathbb E\|C_{\ell+1}-\mathbb E C_{\ell+1}\|_F^2",
    over=grid(d=(2, 3), s2=(Rational(2, 5),)),
    speaks_of=("rs",),
    twins=(
        Twin(1 / d, "the bound of the lemma as an equality"),
        Twin((1 - s2) / d**2, "one row's share"),
    ),
)


@fluctuation.literal(most=100)
def _around_mean(at: At) -> Fraction:
    of_rows = [projector(row) for row in at.M]
    mean = combined(of_rows, [Fraction(1, len(of_rows))] * len(of_rows))
    return over_draws(at.M, int(at.d), lambda C: distance(C, mean))


@fluctuation.exact(reach="cases", scope="four finite laws of rows, n = 2, 3, 4 and d = 1..4: all draws")
def _spread(predicted: Predicted) -> Compared:
    for number, law in enumerate(LAWS):
        square = sum(x * x for row in mean_gram(law) for x in row)
        for width in range(1, 5):
            claimed = predicted.subs({s2: to_sympy(square), d: width})
            yield f"law {number}, d = {width}", enumerated(law, width).spread, claimed


c2 = Symbol("c2", nonnegative=True)

one_row = Claim(
    "daneshmand21.width.one-row",
    source=NEAR,
    status="new",
    says="another row u' for u moves C by |u u^T - u' u'^T|_F/d = sqrt(2(1 - (u.u')^2))/d <= sqrt(2)/d",
    tex=r"\|C-C'\|_F^2=\frac{2(1-(u\cdot u')^2)}{d^2}\le\frac2{d^2}",
    hypotheses=(ROWS[0], "C and C' differ in one row"),
    predicts=2 * (1 - c2) / d**2,
    given=Given(
        {"M": Matrices(), "u": Matrices(rows=Integers(1, 1))},
        lambda at: len(at["M"][0]) == len(at["u"][0]),
        "as many columns in u",
        letters={
            "d": lambda at: Integer(len(at["M"])),
            "c2": lambda at: to_sympy(
                dot(at["M"][0], at["u"][0]) ** 2 / (dot(at["M"][0], at["M"][0]) * dot(at["u"][0], at["u"][0]))
            ),
        },
    ),
    left=r"\|C-C'\|_F^2",
    speaks_of=("rs",),
    twins=(
        Twin(2 * (1 - c2) / d, "1/sqrt(d) for 1/d"),
        Twin((1 - c2) / d**2, "sin of the angle between the rows"),
        Twin(2 / d**2, "the bound as an equality"),
    ),
)


@one_row.literal(most=100)
def _moved(at: At) -> Any:
    return distance(gram_of(layer(at.M)), gram_of(layer((*at.u, *at.M[1:]))))


@one_row.exact(reach="cases", scope="d = 1..4, n = 2, 3, 4: all pairs of rows of the four laws")
def _replaced(predicted: Predicted) -> Compared:
    for law, width in product(LAWS, range(1, 5)):
        rows = [m for m, _ in law]
        for (i, a), (j, b) in product(enumerate(rows), repeat=2):
            others = [rows[k % len(rows)] for k in range(width - 1)]
            before, after = gram([a, *others]), gram([b, *others])
            moved = sum((x - y) ** 2 for e, f in zip(before, after, strict=True) for x, y in zip(e, f, strict=True))
            cosine = Fraction(
                sum(x * y for x, y in zip(a, b, strict=True)) ** 2, sum(x * x for x in a) * sum(x * x for x in b)
            )
            claimed = predicted.subs({c2: to_sympy(cosine), d: width})
            yield f"n = {len(a)}, d = {width}, rows {i} and {j}", moved, claimed


near_orthogonal = Claim(
    "daneshmand21.width.near-orthogonal",
    source=NEAR,
    status="new",
    says="V(H_1) <= v < 1/sqrt(n(n-1)): V stays <= v for l layers with probability >= 1 - l exp(-d (v - sqrt(rho^2 v^2 "
    "+ (n-1)/(n d)))_+^2), rho = 1 - 2n alpha/(n+2), alpha = 1/n - v sqrt(1 - 1/n). Without the noise the exponent is "
    "d (1-rho)^2 v^2 <= d/(4n(n-1)(n+2)^2): below the width 4n(n-1)(n+2)^2 log(1/delta) this bound does not show a "
    "failure of at most delta for any v",
    tex=r"\max_v\,(1-\rho_v)^2v^2=\frac1{4n(n-1)(n+2)^2}",
    hypotheses=("W_l Gaussian", "V(H_1) <= v"),
    silent_on="V <= v for ever: for every finite d it fails some day; the probability itself, which may be far smaller",
    predicts=4 * n * (n - 1) * (n + 2) ** 2,
    over=grid(n=(2, 3, 4)),
    uses=("daneshmand21.width.one-step", "daneshmand21.width.one-row", "daneshmand21.mean-map.majorisation"),
    twins=(
        Twin(4 * n**2 * (n + 2) ** 2, "n^2 for n(n-1)"),
        Twin(n * (n - 1) * (n + 2) ** 2, "the best v at the end of its range"),
        Twin(n**2, "d of order n^2"),
    ),
)

e = Symbol("e", positive=True)  # sqrt(1 - 1/n)
v = Symbol("v", positive=True)


@near_orthogonal.exact(
    scope="every n: the square completed in v",
    reach="step",
    of="by bounded differences P(V' > v) <= exp(-d (v - E V')^2); the exponent without the noise is this parabola",
)
def _parabola(predicted: Predicted) -> Compared:
    size = 1 / (1 - e**2)
    exponent_root = 2 * size / (size + 2) * (1 / size - v * e) * v
    slope = 4 * e * size / (size + 2)  # minus the second derivative
    best = exponent_root.diff(v).subs(v, 0) / slope
    top = exponent_root.subs(v, best)
    yield "a parabola", exponent_root, top - slope * (v - best) ** 2 / 2
    yield "its top", 1 / top**2, predicted.subs(n, size)


useful_widths = Claim(
    "daneshmand21.width.useful-widths",
    source=NEAR,
    status="new",
    says="with the noise, the least widths at which some v gives a failure of at most 10^-6 per layer: 1790, 24132, "
    "311639 at n = 2, 4, 8",
    tex=r"\min\{d:\max_v d(v-\sqrt{\rho_v^2v^2+\tfrac{n-1}{nd}})_+^2\ge6\log10\}",
    hypotheses=("W_l Gaussian",),
    silent_on="the true probability, which the bounded differences overestimate",
    predicts=(Integer(1790), Integer(24132), Integer(311639)),
    over=({},),
    uses=("daneshmand21.width.near-orthogonal",),
    twins=(Twin((Integer(1768), Integer(23873), Integer(309468)), "the leading order: the noise forgotten"),),
)


@useful_widths.certified(
    scope="n = 2, 4, 8: zeros in v isolated, width by width",
    reach="cases",
)
def _bisected(predicted: Predicted) -> Compared:
    for size, claimed in zip((2, 4, 8), predicted, strict=True):
        yield f"n = {size}", Integer(useful_width(size, arb("1e-6"))), claimed


surely = Claim(
    "daneshmand21.width.surely",
    source=NEAR,
    status="reading",
    says="A18: a nearly orthogonal start stays so surely: n = 2, d = 16, from V = 0, P(V > 3/10 after one layer) = 0",
    tex=r"P(V(H_2)>\tfrac3{10}\,|\,V(H_1)=0)=0",
    hypotheses=("W_l Gaussian", "n = 2, d = 16"),
    relation="<=",
    predicts=Integer(0),
    over=grid(d=(16,), v=(Rational(3, 10),)),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.width.near-orthogonal",),
    truth=exp(-d * (v - 1 / sqrt(2 * d)) ** 2),  # n = 2
)


@surely.certified(scope="n = 2, d = 16: all rows within an arc of the first, in balls")
def _arc(predicted: Predicted) -> Compared:
    with precision(30):
        # doubled angles within a of the first: |z| >= (1 + 15 cos a)/16 = 1/2 > sqrt(2) 3/10; uniform, independent
        bound = (arb(fmpq(7, 15)).acos() / arb.pi()) ** 15
        yield "P, at least", bound, enclose(predicted, {"d": 16, "v": Rational(3, 10)})


any_gap = Claim(
    "daneshmand21.width.any-gap-below-one",
    source=NEAR,
    status="reading",
    says="A18: any gap v < 1 keeps the least eigenvalue away from 0: at n = 4, V <= 2/5 forces rank 4",
    tex=r"V(C)\le\tfrac25\implies\mathrm{rank}\,C=4",
    hypotheses=("n = 4",),
    predicts=Integer(4),
    over=({},),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.gap.range",),
    truth=Integer(3),  # 1/r - 1/4 <= 4/25 for r = 3, 4
)


@any_gap.exact(scope="equal eigenvalues and zeros: the least number of those with V^2 <= 4/25")
def _face(predicted: Predicted) -> Compared:
    small = []
    for rank in range(1, 5):
        gap = gap_squared([[int(i == j < rank) for j in range(4)] for i in range(4)])
        small += [rank] if gap <= Fraction(4, 25) else []
    yield "least rank", Integer(min(small)), predicted
