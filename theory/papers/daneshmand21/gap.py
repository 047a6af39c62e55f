"""The representations and their orthogonality gap V: normalisation, range, and Lemma 4 with its sharp constant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Abs, Integer, Rational, sqrt, symbols

from theory.batchnorm import rescale
from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.notation import d, n, r
from theory.papers.daneshmand21 import DANESHMAND21, measures
from theory.papers.daneshmand21.domains import ONE_ON, matrices, positive_spectra, spectra
from theory.term import each, number, one_if, places, root, size, total
from theory.term.named import named
from theory.words import At

REPRESENTATIONS = Locator(DANESHMAND21, "slides: H_(l+1) = (1/sqrt(width)) BN(W_l H_l)")
GAP = Locator(DANESHMAND21, "slides: orthogonality gap(H)")
p, q, s, c, e = symbols("p q s c e", real=True)  # of C, and of the rotation by an angle of tangent 2t/(1 - t^2)
p1, p2 = symbols("p1 p2", positive=True)  # power sums of the eigenvalues: tr C, tr C^2
x, y = symbols("x y", positive=True)


@Claim(
    "daneshmand21.gap.normalisation",
    source=REPRESENTATIONS,
    status="reconstructed",
    says="|BN(M)|_F^2 = d, the number of rows, so that |H_l|_F = 1 for every l >= 1",
    predicts=(d, Integer(1)),
    given=Given(
        {"M": matrices()},
        letters={"d": lambda at: measures.shape(at["M"])[0], "n": lambda at: measures.shape(at["M"])[1]},
    ),
    speaks_of=("rs",),
    twins=(
        Twin((d, d / n), "scaled by 1/sqrt(n) instead of 1/sqrt(d): 2 at d = 6, n = 3"),
        Twin((n, n / d), "columns normalised instead of rows: 1/2"),
    ),
).literal(most=60)
def normalisation(at: At) -> tuple[Any, Any]:
    return measures.squares(each(lambda row: rescale(row, 1), at.M)), measures.squares(measures.layer(at.M))


def cosine(t: Any) -> Any:
    return (1 - t**2) / (1 + t**2)


def sine(t: Any) -> Any:
    return 2 * t / (1 + t**2)


@named("D {0} R", "D{0}R", shape=lambda M, c, e: (size(M), 2), means="D = diag(2, 3, ..), R = ((c, −e), (e, c))")
def turned(M: Any, c: Any, e: Any) -> Any:
    """Rows turned, and that at place k scaled by k + 2."""
    rows = each(lambda row: (row[0] * c + row[1] * e, row[1] * c - row[0] * e), M)
    return each(lambda k, row: each(lambda x: (k + 2) * x, row), places(size(M)), rows)


@Claim(
    "daneshmand21.gap.rotations",
    source=REPRESENTATIONS,
    says="the layer of D M R has the Gram matrix R^T C R, for a rotation R and D = diag(2, 3, ..), n = 2",
    silent_on="n > 2, other positive D, c = -1; that so, for Gaussian W, the chain of eigenvalues does not see R",
    predicts=(p * c**2 + 2 * q * c * e + s * e**2, (s - p) * c * e + q * (c**2 - e**2)),
    given=Given(
        {"M": matrices(columns=Integers(2, 2)), "t": Rationals()},
        letters={
            "p": lambda at: measures.after_layer(at["M"])[0][0],
            "q": lambda at: measures.after_layer(at["M"])[0][1],
            "s": lambda at: measures.after_layer(at["M"])[1][1],
            "c": lambda at: cosine(at["t"]),
            "e": lambda at: sine(at["t"]),
        },
    ),
    speaks_of=("rs",),
    twins=(
        Twin((p * c**2 - 2 * q * c * e + s * e**2, (p - s) * c * e + q * (c**2 - e**2)), "R for R^T"),
        Twin((p, q), "C itself invariant, not its spectrum"),
    ),
).literal(most=40)
def rotations(at: At) -> tuple[Any, Any]:
    C = measures.after_layer(turned(at.M, at.c, at.e))
    return C[0][0], C[0][1]


@Claim(
    "daneshmand21.gap.power-sums",
    source=GAP,
    status="reconstructed",
    says="gap(H)^2 = tr C^2/(tr C)^2 - 1/n for C = H^T H (the minus sign is lost in the text of the slides)",
    predicts=p2 / p1**2 - 1 / n,
    given=Given(
        {"H": matrices()},
        letters={
            "n": lambda at: measures.shape(at["H"])[1],
            "p1": lambda at: total(measures.main_diagonal(measures.gram_of(at["H"]))),
            "p2": lambda at: measures.squares(measures.gram_of(at["H"])),
        },
    ),
    decided_to=3,
    twins=(Twin(p2 / p1**2 - 2 / sqrt(n) + 1, "I/|I|_F for I/|I|_F^2: .4226^2 for orthonormal H, n = 3"),),
).literal(most=100)
def power_sums(at: At) -> Any:
    return measures.gap_at(measures.gram_of(at.H))


@named(
    "R diag({0}, {1}) Rᵀ",
    r"R\,\mathrm{{diag}}({0},{1})R^\top",
    shape=lambda x, y, t: (2, 2),
    means="R the rotation by 2 atan(t)",
)
def turned_diagonal(x: Any, y: Any, t: Any) -> list[list[Any]]:
    """R diag(x, y) R^T, t the tangent of half the angle of R."""
    c, e = cosine(t), sine(t)
    return [[x * c * c + y * e * e, (x - y) * c * e], [(x - y) * c * e, x * e * e + y * c * c]]


@Claim(
    "daneshmand21.gap.two-samples",
    source=GAP,
    says="n = 2: V = |lam_1 - lam_2|/sqrt(2), with eigenvalues scaled to the sum 1",
    predicts=Abs(x - y) / (sqrt(2) * (x + y)),
    given=Given({"x": Rationals(above=0), "y": Rationals(above=0), "t": Rationals()}),
    decided_to=1,
    uses=("daneshmand21.gap.power-sums",),
    twins=(Twin((x**2 + y**2) / (x + y) ** 2 - Rational(1, 2), "the square for V, as eq. (18): .32, not .566"),),
).literal(most=60)
def two_samples(at: At) -> Any:
    return root(measures.gap_at(turned_diagonal(at.x, at.y, at.t)))


@Claim(
    "daneshmand21.gap.range",
    source=GAP,
    says="r of the n eigenvalues are not 0: 1/r - 1/n <= V^2 <= 1 - 1/n",
    silent_on="that r is the rank of C (note); where the ends are attained: range-ends",
    relation="in",
    predicts=(1 / r - 1 / n, 1 - 1 / n),
    given=Given(
        {"lam": positive_spectra(ONE_ON), "more": Integers(0)},
        words="the r eigenvalues that are not 0, and n - r = more zeros",
        letters={"n": lambda at: number(size(at["lam"])) + at["more"], "r": lambda at: number(size(at["lam"]))},
    ),
    decided_to=4,
    twins=(Twin((1 / n, 1 - 1 / n), "floor 1/n"),),
).literal(most=100)
def range_of_gap(at: At) -> Any:
    return measures.gap_of_spectrum(at.lam, at.more)


@named("V({0})²", "V({0})^2", means="V((x, k), ..) = |λ/Σλ − 1/n|, λ having k times x, ..")
def of_levels(levels: Sequence[tuple[Any, Any]]) -> Any:
    """V^2 of a diagonal C by its eigenvalues, each with how often it occurs."""
    levels = [(number(e), number(times)) for e, times in levels]
    count, whole = (sum(times * e**power for e, times in levels) for power in (0, 1))
    return sum(times * (e / whole - 1 / count) ** 2 for e, times in levels)


@Claim(
    "daneshmand21.gap.range-ends",
    source=GAP,
    says="V^2 = 1/r - 1/n where r eigenvalues are equal and the others 0: 1 - 1/n, the ceiling, for r = 1",
    silent_on="that it is attained nowhere else",
    predicts=1 / r - 1 / n,
    given=Given({"n": ONE_ON, "r": ONE_ON}, lambda at: at["r"] <= at["n"], "r <= n"),
    uses=("daneshmand21.gap.range",),
    twins=(Twin(Integer(0), "no floor"), Twin(1 / n, "floor 1/n")),
).literal(symbols=True, most=100)
def ends_of_range(at: At) -> Any:
    return of_levels(((Integer(1), at.r), (Integer(0), at.n - at.r)))


@Claim(
    "daneshmand21.gap.lemma-4",
    source=Locator(DANESHMAND21, "Lemma 4 (second-hand: V <= 2n Vhat)"),
    says="V <= sqrt(n(n-1)) Vhat, Vhat = 1/n - lam_min; so V <= 2n Vhat",
    relation="<=",
    predicts=n * (n - 1),
    given=Given(
        {"least": Rationals(least=0), "over": spectra(ONE_ON)},
        words="lam in the proportion of least and least + over",
        letters={"n": lambda at: number(size(at["over"])) + 1},
    ),
    decided_to=4,
    twins=(Twin((n - 1) ** 2, "V <= (n-1) Vhat; the ratio is sqrt 2 at n = 2"), Twin(n**2 / 4, "V <= n Vhat/2")),
)
def lemma_4(at: At) -> Any:
    low, others = at.least, each(lambda x: at.least + x, at.over)
    n, whole = number(size(others)) + 1, low + total(others)
    gap = (low / whole - 1 / n) ** 2 + total(each(lambda x: (x / whole - 1 / n) ** 2, others))
    return gap / (1 / n - low / whole) ** 2


@named(
    "({1} + {2}, {1}, .., {1}) ∈ ℝ^{0}", r"({1}+{2},{1},..,{1})\in\mathbb R^{{{0}}}", shape=lambda count, *_: (count,)
)
def one_above(count: Any, least: Any, over: Any) -> Any:
    """One eigenvalue above n - 1 that are equal."""
    return each(lambda i: least + over * one_if(i == 0), places(count))


@Claim(
    "daneshmand21.gap.lemma-4-sharp",
    source=lemma_4.source,
    says="V = sqrt(n(n-1)) Vhat where the n - 1 least eigenvalues coincide: no constant below sqrt(n(n-1)) will do",
    predicts=n * (n - 1),
    given={"n": Integers(2), "least": Rationals(least=0), "over": Rationals(above=0)},
    twins=(
        Twin((n - 1) ** 2, "V <= (n-1) Vhat; the ratio is sqrt 2 at n = 2"),
        Twin(4 * n**2, "the constant 2n of the lemma as the sharp one"),
    ),
).literal(most=40)
def sharp(at: At) -> Any:
    return over_second(one_above(at.n, at.least, at.over))


@named("V({0})²/V̂({0})²", r"V({0})^2/\hat V({0})^2", means="V(λ) = |λ/Σλ − 1/n|, V̂(λ) = 1/n − λ₂/Σλ")
def over_second(lam: Any) -> Any:
    return measures.gap_of_spectrum(lam) / (number(1) / size(lam) - lam[1] / total(lam)) ** 2
