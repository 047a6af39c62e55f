"""Lemma 1: r(H) between 1 and the rank; the soft rank against r(H), with the best constant (1 - tau)^2."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sympy import Integer, Rational, Symbol

from theory.claim import At, Claim, Locator, Twin
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.notation import d, k
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.layers import SIZES, effective_rank_of
from theory.papers.daneshmand20.matrices import ONE_ON, data_sets, orthogonal_matrices, orthonormal_rows
from theory.papers.daneshmand20.rank import spectra
from theory.papers.daneshmand20.rank.spectra import EQUATION_4, LEMMA_1, above, effective, singular_above
from theory.term import each, every, number, one_if, places, size, some, total
from theory.term.matrices import column, inner, product, rank, trace, width
from theory.term.named import named

pairs_together = Symbol("P", real=True)  # e_2 of the eigenvalues
kept = Symbol("r", positive=True)
pairs_apart, squared, trace_, count_ = (Symbol(name, nonnegative=True) for name in ("D", "S", "T", "k"))


def of_spectrum(at: Mapping[str, Any]) -> Any:
    """M = sum_a lambda_a u_a u_a^T."""
    there = places(width(at["u"]))
    return each(
        lambda i: each(
            lambda j: total(each(lambda value, u: number(value * u[i] * u[j]), at["lambda"], at["u"])), there
        ),
        there,
    )


def numbered(at: Mapping[str, Any]) -> tuple[Any, Any]:
    """The eigenvalues and their places."""
    return at["lambda"], places(size(at["lambda"]))


SPECTRAL: dict[str, Any] = {"u": orthonormal_rows(), "lambda": Batches(Integers(1), constant=True)}


@Claim(
    "daneshmand20.rank.lemma-1-rank",
    source=LEMMA_1,
    status="reconstructed",
    says="for M with the non-zero eigenvalues lambda_1, .., lambda_k the gap rank H - r(H) is the sum of (lambda_a - "
    "lambda_b)^2 over pairs a < b, over the sum of lambda_a^2: rank H = r(H) iff they are equal",
    predicts=pairs_apart / squared,
    given=Given(
        SPECTRAL,
        lambda at: size(at["u"]) == size(at["lambda"]) and every(lambda value: value > 0, at["lambda"]),
        "as many lambda_a > 0 as rows; T is their sum, k their number",
        {
            "D": lambda at: (
                number(total(each(lambda a: total(each(lambda b: (a - b) ** 2, at["lambda"])), at["lambda"]))) / 2
            ),
            "S": lambda at: number(total(each(lambda a: a**2, at["lambda"]))),
            "T": lambda at: number(total(at["lambda"])),
            "k": lambda at: number(size(at["lambda"])),
        },
    ),
    twins=(Twin(count_ - trace_, "r without squares, Tr(M)^2/Tr(M)"),),
).literal(scope="the rank by elimination, r by entries", most=60)
def rank_gap(at: At) -> Any:
    M = of_spectrum(vars(at))
    return number(rank(M)) - trace(M) ** 2 / total(each(lambda row: inner(row, row), M))


@Claim(
    "daneshmand20.rank.at-least-one",
    source=EQUATION_4,
    says="r(H) >= 1 for every H != 0",
    predicts=Integer(1),
    relation=">=",
    over=({},),
    given=Given({"H": data_sets()}),
)
def lower(at: At) -> Any:
    return effective_rank_of(at.H)


@Claim(
    "daneshmand20.rank.lemma-1-bound",
    source=LEMMA_1,
    status="reconstructed",
    says="rank H >= r(H) for every H != 0",
    predicts=Symbol("r", positive=True),
    relation=">=",
    given=Given({"H": data_sets()}, letters={"r": lambda at: effective_rank_of(at["H"])}),
    twins=(Twin(Symbol("r", positive=True) ** 2, "the square of r"),),
).literal(scope="the rank by elimination")
def bound(at: At) -> Any:
    return number(rank(at.H))


@Claim(
    "daneshmand20.rank.pairs-of-eigenvalues",
    source=EQUATION_4,
    says="r(H) - 1 = 2 e_2(lambda)/|M|_F^2, e_2 the sum over pairs of eigenvalues of M, S the sum of their squares, "
    "which is |M|_F^2: for every d and all eigenvalues that are not all 0",
    predicts=2 * pairs_together / squared,
    given=Given(
        SPECTRAL,
        lambda at: size(at["u"]) == size(at["lambda"]) and some(lambda value: value != 0, at["lambda"]),
        "M = sum lambda_a u_a u_a^T, as many lambda_a as rows, not all 0",
        {
            "P": lambda at: number(
                total(each(lambda a, i: a * total(each(lambda b, j: one_if(j < i) * b, *numbered(at))), *numbered(at)))
            ),
            "S": lambda at: number(total(each(lambda a: a**2, at["lambda"]))),
        },
    ),
    twins=(Twin(pairs_together / squared, "each pair once"),),
).literal(scope="r by entries", most=60)
def pairs(at: At) -> Any:
    return effective(of_spectrum(vars(at))) - 1


def _sizes_fit(at: Mapping[str, Any]) -> Any:
    return (size(at["U"]) == size(at["H"])) & (size(at["Q"]) == width(at["H"])) & (at["c"] != 0)


@Claim(
    "daneshmand20.rank.invariances",
    source=EQUATION_4,
    says="r does not change under H -> c H, c != 0, H^T, H Q and U H, Q and U orthogonal matrices, of which changes of "
    "order and sign of rows are some",
    predicts=(kept,) * 4,
    given=Given(
        {"H": data_sets(), "U": orthogonal_matrices(ONE_ON), "Q": orthogonal_matrices(ONE_ON), "c": Rationals()},
        _sizes_fit,
        "U and Q of the sizes that fit, c != 0",
        {
            "r": lambda at: number(effective_rank_of(at["H"])),
            "S": lambda at: number(total(each(lambda row: inner(row, row) ** 2, at["H"]))),
            "T": lambda at: number(total(each(lambda row: inner(row, row), at["H"]))),
        },
    ),
    twins=(Twin((trace_**2 / squared,) * 4, "the off-diagonal forgotten"),),
).literal(scope="r by entries", most=24)
def invariance(at: At) -> Any:
    scaled = each(lambda row: each(lambda x: at.c * x, row), at.H)
    turned = each(lambda k: column(at.H, k), places(width(at.H)))
    return tuple(map(effective_rank_of, (scaled, turned, product(at.H, at.Q), product(at.U, at.H))))


tau = Symbol("tau", positive=True)  # threshold
HALF = Rational(1, 2)
MATRICES = Preceded(spectra.WithSpectrum(SIZES), tuple(spectra.Equal(4, Fraction(1, k)).matrix for k in (2, 4)))
"""Equal correlations 1/2 and 3/4 first, which are close to the bounds at tau = 1/2."""

THRESHOLD = Preceded(Rationals(least=0, most=1), (HALF,))
THRESHOLDS = (Rational(1, 5), Rational(1, 3), Rational(1, 2), Rational(3, 4))


@named("λ({0}, {1}, {2})", shape=lambda d, k, tau: (d,), means="λ(d, k, τ) k times τ + (1 − τ) d/k, else τ, d entries")
def least_spread(d: Any, k: Any, tau: Any) -> Any:
    """k equal entries, the others tau, of the mean 1."""
    return each(lambda i: tau + (1 - tau) * one_if(i < k) * number(d) / k, places(d))


@named("#{{i : {0}ᵢ > {1}}}", r"\#\{{i:{0}_i>{1}\}}")
def larger_than(values: Any, bound: Any) -> Any:
    return number(total(each(lambda value: one_if(value > bound), values)))


@named("Σ{0}ᵢ", r"\sum{0}_i")
def sum_of(values: Any) -> Any:
    return number(total(values))


@named("((Σ{0}ᵢ)²/Σ{0}ᵢ²)", r"((\sum{0}_i)^2/\sum{0}_i^2)")
def effective_number(values: Any) -> Any:
    """r of a matrix with these eigenvalues."""
    return number(total(values) ** 2 / inner(values, values))


@Claim(
    "daneshmand20.rank.lemma-1-sharp",
    source=LEMMA_1,
    says="k eigenvalues tau + (1 - tau) d/k and d - k of tau are of sum d, k are above tau, and rank_tau/r is (1 - "
    "tau)^2 + tau (2 - tau) k/d, the least of all d x d correlation matrices with k of them (lemma-1-cantelli)",
    hypotheses=("rank_tau counts lambda > tau; with >= the least is an infimum, at eigenvalues below tau",),
    silent_on="that some correlation matrix has these eigenvalues, as any that are >= 0 of sum d (Schur and Horn)",
    predicts=(k, d, (1 - tau) ** 2 + tau * (2 - tau) * k / d),
    given=Given(
        {"d": Integers(1), "k": Integers(1), "tau": Rationals(above=0, below=1)},
        lambda at: at["k"] <= at["d"],
        "k <= d",
    ),
    uses=("daneshmand20.rank.lemma-1-cantelli",),
    twins=(
        Twin((k, d, (1 - tau + tau * k / d) ** 2), "a sharper form, which forgets the small eigenvalues"),
        Twin((k, d, (1 - tau) ** 2), "Lemma 1 alone"),
        Twin((k, d, (1 - tau) ** 2 + (1 - tau**2) * k / d), "tau (2 - tau) and 1 - tau^2 confused"),
    ),
).literal(scope="entry by entry", most=60)
def sharp(at: At) -> Any:
    values = least_spread(at.d, at.k, at.tau)
    kept = larger_than(values, at.tau)
    return kept, sum_of(values), kept / effective_number(values)


@Claim(
    "daneshmand20.rank.lemma-1-cantelli",
    source=LEMMA_1,
    says="k = rank_tau(H) is at least r ((1 - tau)^2 + tau (2 - tau) k/d): Cantelli's inequality for the eigenvalues",
    relation=">=",
    predicts=(1 - tau) ** 2 + tau * (2 - tau) * k / d,
    over=grid(d=(4, 6), k=(1, 2, 3), tau=(Rational(1, 3), Rational(1, 2))),
    given=Given(
        {"M": MATRICES, "tau": THRESHOLD},
        letters={"k": lambda at: above(at["M"], at["tau"]), "d": lambda at: number(size(at["M"]))},
    ),
    twins=(
        Twin((1 - tau) ** 2 + (1 - tau**2) * k / d, "tau (2 - tau) and 1 - tau^2 confused"),
        Twin((1 - tau) + tau * k / d, "1 - tau without its square"),
    ),
).literal(scope="eigenvalues above tau counted exactly, d = 2 to 10")
def cantelli(at: At) -> Any:
    return above(at.M, at.tau) / effective(at.M)


@Claim(
    "daneshmand20.rank.lemma-1-soft",
    source=LEMMA_1,
    status="reconstructed",
    says="rank_tau(H) >= (1 - tau)^2 r(H), which eq. (5) has, too",
    given=Given({"M": MATRICES, "tau": THRESHOLD}),
    relation=">=",
    predicts=(1 - tau) ** 2,
    over=grid(tau=THRESHOLDS),
    uses=("daneshmand20.rank.lemma-1-cantelli",),
    twins=(Twin(1 - tau**2, "the constant 1 - tau^2"),),
).literal(scope="eigenvalues above tau counted exactly, d = 2 to 10")
def soft(at: At) -> Any:
    return above(at.M, at.tau) / effective(at.M)


@Claim(
    "daneshmand20.rank.lemma-1-constant",
    source=LEMMA_1,
    says="for equal correlations 1 - tau, rank_tau/r = (1 - tau)^2 + tau (2 - tau)/d",
    predicts=(1 - tau) ** 2 + tau * (2 - tau) / d,
    given=Given(
        {"of": spectra.equal_correlations()},
        letters={"d": lambda at: number(at["of"].d), "tau": lambda at: at["of"].tau},
    ),
    uses=("daneshmand20.rank.lemma-1-cantelli",),
    twins=(
        Twin(1 - tau, "the constant 1 - tau"),
        Twin((1 - tau) ** 2, "the bound for all d"),
    ),
).literal(scope="eigenvalues above tau counted exactly")
def constant(at: At) -> Any:
    return above(at.of.matrix, at.of.tau) / effective(at.of.matrix)


@Claim(
    "daneshmand20.rank.singular-value-threshold",
    source=Locator(DANESHMAND20, "'the average number of singular values with absolute value greater than'"),
    says="if rank_tau counts singular values sigma/sqrt(N) > tau instead of eigenvalues sigma^2/N, it is at least "
    "(1 - tau^2)^2 r",
    given=Given({"M": MATRICES, "tau": THRESHOLD}),
    relation=">=",
    predicts=(1 - tau**2) ** 2,
    over=grid(tau=THRESHOLDS),
    uses=("daneshmand20.rank.lemma-1-soft",),
).literal(scope="eigenvalues above tau^2 counted exactly, d = 2 to 10")
def singular_values(at: At) -> Any:
    return singular_above(at.M, at.tau) / effective(at.M)
