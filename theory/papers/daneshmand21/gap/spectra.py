"""The range of the orthogonality gap V over spectra, and Lemma 4 with its sharp constant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Expr, Integer, Rational, Symbol

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.notation import n, r
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.domains import positive_spectra, spectra
from theory.papers.daneshmand21.measures import gap_of_spectrum
from theory.term import each, number, size, total
from theory.words import At

GAP = Locator(DANESHMAND21, "slides: orthogonality gap(H)")
GRAM = ("H != 0", "lam_1, .., lam_n the eigenvalues of C = H^T H/|H|_F^2, so that their sum is 1")


def of_levels(levels: Sequence[tuple[Expr, Expr]]) -> Expr:
    """V^2 of a diagonal C by its eigenvalues, each with how often it occurs."""
    count, whole = (sum(times * e**power for e, times in levels) for power in (0, 1))
    return sum(times * (e / whole - 1 / count) ** 2 for e, times in levels)


NOT_ZERO = {"n": lambda at: number(size(at["lam"])) + at["more"], "r": lambda at: number(size(at["lam"]))}

range_of_gap = Claim(
    "daneshmand21.gap.range",
    source=GAP,
    status="new",
    says="r of the n eigenvalues are not 0: 1/r - 1/n <= V^2 <= 1 - 1/n",
    hypotheses=GRAM,
    silent_on="that r is the rank of C (note); where the ends are attained: range-ends",
    relation="in",
    predicts=(1 / r - 1 / n, 1 - 1 / n),
    given=Given(
        {"lam": positive_spectra(Integers(1)), "more": Integers(0)},
        words="the r eigenvalues that are not 0, and n - r = more zeros",
        letters=NOT_ZERO,
    ),
    decided_to=4,
    twins=(
        Twin((1 / r, 1 - 1 / n), "A22: floor sqrt(1/r)"),
        Twin((1 / n, 1 - 1 / n), "A21: floor 1/n"),
        Twin((1 / r - 1 / n, 1 - 2 / n), "1 - 2/n: rank one is above it"),
    ),
)


@range_of_gap.literal(most=100)
def _gap_squared(at: At) -> Any:
    return gap_of_spectrum(at.lam, at.more)


ends_of_range = Claim(
    "daneshmand21.gap.range-ends",
    source=GAP,
    status="new",
    says="V^2 = 1/r - 1/n where r eigenvalues are equal and the others 0: the floor of rank r, and for r = 1 the "
    "ceiling 1 - 1/n",
    tex=r"V^2=\frac1r-\frac1n,\qquad\lambda=(\tfrac1r,..,\tfrac1r,0,..,0)",
    hypotheses=(*GRAM, "1 <= r <= n"),
    silent_on="that it is attained nowhere else",
    predicts=1 / r - 1 / n,
    given=Given({"n": Integers(1), "r": Integers(1)}, lambda at: at["r"] <= at["n"], "r <= n"),
    left=r"V^2,\ \lambda=(1,..,1,0,..,0)",
    decided_to=1,
    over=grid(n=(3, 4), r=(1, 2, 3)),
    uses=("daneshmand21.gap.range",),
    twins=(
        Twin(1 / r, "A22: floor sqrt(1/r)"),
        Twin(Integer(0), "A21, A22: no floor"),
        Twin(1 / n, "A21: floor 1/n"),
    ),
)


@ends_of_range.literal(symbols=True, most=100)
def _of_equal(at: At) -> Any:
    return of_levels(((Integer(1), at.r), (Integer(0), at.n - at.r)))


UNEVEN = Given(
    {"least": Rationals(least=0), "over": spectra(Integers(1))},
    words="lam in the proportion of least and least + over",
    letters={"n": lambda at: number(size(at["over"])) + 1},
)
"""Spectra that are not all equal, each with a least eigenvalue first."""

lemma_4 = Claim(
    "daneshmand21.gap.lemma-4",
    source=Locator(DANESHMAND21, "Lemma 4 (second-hand: V <= 2n Vhat)"),
    status="new",
    says="V <= sqrt(n(n-1)) Vhat, Vhat = 1/n - lam_min; so V <= 2n Vhat",
    tex=r"V^2\le n(n-1)\,\hat V^2,\qquad\hat V=\tfrac1n-\lambda_{\min}",
    hypotheses=(*GRAM, "C != I/n"),
    relation="<=",
    predicts=n * (n - 1),
    given=UNEVEN,
    left=r"V^2/\hat V^2",
    decided_to=4,
    twins=(
        Twin((n - 1) ** 2, "A3: V <= (n-1) Vhat; the ratio is sqrt 2 at n = 2"),
        Twin(n**2 / 4, "A3: V <= n Vhat/2"),
    ),
)


@lemma_4.literal
def _ratio(at: At) -> Any:
    low, others = at.least, each(lambda x: at.least + x, at.over)
    n, whole = number(size(others)) + 1, low + total(others)
    gap = (low / whole - 1 / n) ** 2 + total(each(lambda x: (x / whole - 1 / n) ** 2, others))
    return gap / (1 / n - low / whole) ** 2


least = Symbol("least", positive=True)


sharp = Claim(
    "daneshmand21.gap.lemma-4-sharp",
    source=lemma_4.source,
    status="new",
    says="V = sqrt(n(n-1)) Vhat where the n - 1 least eigenvalues coincide: no constant below sqrt(n(n-1)) will do",
    tex=r"V^2=n(n-1)\,\hat V^2,\qquad\lambda=(1-(n-1)q,q,..,q)",
    hypotheses=(*GRAM, "C != I/n"),
    predicts=n * (n - 1),
    given=Given(
        {"n": Integers(2), "least": Rationals(least=0, below=Rational(1, 2))},
        lambda at: at["least"] * at["n"] < 1,
        "least < 1/n",
    ),
    left=r"V^2/\hat V^2",
    decided_to=1,
    twins=(
        Twin((n - 1) ** 2, "A3: V <= (n-1) Vhat; the ratio is sqrt 2 at n = 2"),
        Twin(4 * n**2, "the constant 2n of the lemma as the sharp one"),
    ),
)


@sharp.literal
def _at_least(at: At) -> Any:
    top = 1 - (at.n - 1) * at.least  # the sum is 1
    return of_levels(((top, Integer(1)), (at.least, at.n - 1))) / (1 / at.n - at.least) ** 2


@sharp.exact(
    scope="every n and every value of the n - 1 least eigenvalues",
    argued="n - 1 equal least eigenvalues leave one number, of which both sides are functions",
)
def _ray(predicted: Predicted) -> Compared:
    yield "V^2/Vhat^2", _at_least(At({"n": n, "least": least})), predicted
