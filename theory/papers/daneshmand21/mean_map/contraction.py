"""How much the mean map flattens spectra: Lemma 8, majorisation, the local rate, where it rests."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from typing import Any

from flint import arb
from sympy import And, Eq, Expr, Integer, Rational, pi, sqrt, symbols

from theory import choices
from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import enclose
from theory.exact.rationals import ball, to_fmpq
from theory.notation import n, t
from theory.papers.daneshmand21 import DANESHMAND21, laws
from theory.papers.daneshmand21.domains import NEARLY_FLAT, positive_spectra, spectra
from theory.papers.daneshmand21.mean_map.closed_forms import POSITIVE, RATE, SLIDES, THE_MAP
from theory.papers.daneshmand21.measures import gap_of_spectrum, mean_spectrum
from theory.term import Series, each, every, largest, mean, number, one_if, places, root, size, smallest, some, total
from theory.term.named import named
from theory.words import At

RECONSTRUCTED: dict[str, Any] = {
    "source": Locator(DANESHMAND21, "Lemma 8 (second-hand; in the sharper form that its proof gives)"),
    "status": "reconstructed",
}
rate = 2 * n / (n + 2)
A, B, V, delta, low = symbols("A B V delta low", positive=True)  # low: lam_min over the sum
a, b, c = symbols("a b c", positive=True)
apart, zeros = symbols("apart zeros", nonnegative=True)


def uneven(at: Mapping[str, Any]) -> Any:
    return some(lambda e: e != at["spectrum"][0], at["spectrum"])


def count(at: Mapping[str, Any]) -> Any:
    return number(size(at["spectrum"]))


UNEVEN = Given(
    {"spectrum": positive_spectra()},
    uneven,
    "not all equal; scaled to the sum 1",
    letters={"n": count, "low": lambda at: number(smallest(at["spectrum"]) / total(at["spectrum"]))},
)


def shown(spectrum: tuple[Any, ...]) -> str:
    return "lam = (" + ", ".join(map(str, spectrum)) + ")"


@Claim(
    "daneshmand21.mean-map.convexity",
    **RECONSTRUCTED,
    says="lam_min = 1/n - delta beside n - 1 equal eigenvalues: the logarithm of g = prod_i (1 + 2t lam_i)^(-1/2)/(1 + "
    "2t lam_min) has the second derivative 6t^2/A^2 + 2t^2/((n-1)B^2) in delta, A and B as in the formula",
    silent_on="that g is the integrand of p_min/lam_min, which is convex so",
    predicts=6 * t**2 / A**2 + 2 * t**2 / ((n - 1) * B**2),
    given=Given(
        {"n": Integers(2), "t": Rationals(above=0), "delta": Rationals(above=-1, below=1)},
        lambda at: (-(at["n"] - 1) < at["n"] * at["delta"]) & (at["n"] * at["delta"] < 1),
        "lam_min = 1/n - delta and the others positive",
        letters={
            "A": lambda at: 1 + 2 * number(at["t"]) * (number(1) / at["n"] - at["delta"]),
            "B": lambda at: 1 + 2 * number(at["t"]) * (number(1) / at["n"] + number(at["delta"]) / (at["n"] - 1)),
        },
    ),
    uses=THE_MAP,
    twins=(
        Twin(6 * t**2 / A**2 + 2 * t**2 * (n - 3) / ((n - 1) ** 2 * B**2), "(n-3)/2 for (n-1)/2 in the exponent of B"),
    ),
).literal(most=40)
def convexity(at: At) -> Any:
    return bent_twice(at.n, at.t, at.delta)


@named(
    "d²/d{2}² log((1 + 2 {1} λ₁)⁻¹ Πᵢ (1 + 2 {1} λᵢ)⁻¹ᐟ²)",
    r"\tfrac{{d^2}}{{d{2}^2}}\log\big((1+2{1}\lambda_1)^{{-1}}\prod_i(1+2{1}\lambda_i)^{{-1/2}}\big)",
    means="λ = (1/n − δ, 1/n + δ/(n − 1), ..)",
)
def bent_twice(count: Any, t: Any, delta: Any) -> Any:
    """The second derivative of log g, the sum of those of its factors."""
    n, t, by = number(count), number(t), Series(number(delta), number(1), number(0))
    low, high = number(1) / n - by, number(1) / n + by / (n - 1)
    spectrum = each(lambda i: low * one_if(i == 0) + high * one_if(i != 0), places(count))
    of_each = each(lambda e: log_bend(1 + 2 * t * e), spectrum)
    return -log_bend(1 + 2 * t * low) - total(of_each) / 2


def log_bend(x: Series) -> Any:
    """The second derivative of log x."""
    return 2 * x[2] / x[0] - (x[1] / x[0]) ** 2


def _of_least(at: Mapping[str, Any]) -> Any:
    spectrum, law, one, least = at["spectrum"], at["law"], at["i"], at["least"]
    return (
        size(spectrum) == laws.columns(law)
        and one < laws.columns(law)
        and least < laws.columns(law)
        and every(lambda e: spectrum[least] <= e, spectrum)
        and laws.shares_have_means(spectrum, law)
    )


BY_LAW = Given(
    {"spectrum": positive_spectra(), "law": laws.laws_of_directions(), "i": Integers(0), "least": Integers(0)},
    _of_least,
    "i < n, least the place of lam_min, law of n numbers",
    letters={"n": count, "low": lambda at: number(at["spectrum"][at["least"]] / total(at["spectrum"]))},
)


@Claim(
    "daneshmand21.mean-map.lemma-8",
    **RECONSTRUCTED,
    says="1/n - p_i <= (1 - k lam_min)(1/n - lam_min) with k = 2n/(n+2) for every i, and so for p_min",
    relation="<=",
    predicts=(1 - rate * low) * (1 / n - low),
    given=BY_LAW,
    uses=("daneshmand21.mean-map.convexity", "daneshmand21.mean-map.lemma-8-slope"),
    twins=(
        Twin((1 - 2 * low) * (1 / n - low), "k = 2"),
        Twin((1 - 4 * n / (n + 4) * low) * (1 / n - low), "k = 4n/(n+4)"),
    ),
).literal(most=100)
def lemma_8(at: At) -> Any:
    return Fraction(1) / size(at.spectrum) - mean(at.law, lambda u: laws.share(at.spectrum, u, at.i))


@lemma_8.certified("w normal, small spectra")
def _least(predicted: Predicted) -> Compared:
    for at in UNEVEN.some(100):
        found = arb(1) / len(at["spectrum"]) - choices.least(*mean_spectrum(at["spectrum"]))
        yield shown(at["spectrum"]), found, enclose(predicted, {name: of(at) for name, of in UNEVEN.letters.items()})


@named(
    "(1/{0} − {1}, 1/{0} + {1}/({0} − 1), ..)",
    r"\big(\tfrac1{0}-{1},\tfrac1{0}+\tfrac{{{1}}}{{{0}-1}},..\big)",
    shape=lambda n, by: (n,),
)
def one_least(count: Any, by: Any) -> Any:
    """1/n - delta beside n - 1 equal eigenvalues, of sum 1."""
    lowest, others = Fraction(1) / count - by, Fraction(1) / count + by / (count - Fraction(1))
    return each(lambda i: one_if(i == 0) * lowest + one_if(i != 0) * others, places(count))


def around(slope: Expr) -> tuple[Expr, Expr]:
    further = 4 * n / (n + 2) * delta / (1 / n - delta)
    return slope - further, slope + further


@Claim(
    "daneshmand21.mean-map.lemma-8-slope",
    **RECONSTRUCTED,
    says="with lam_min = 1/n - delta beside n - 1 equal eigenvalues, (p_min/lam_min - 1)/delta is within (4n/(n+2)) "
    "delta/lam_min of k = 2n/(n+2), where it goes as delta -> 0; p_min is the p of lam_min",
    silent_on="that so no greater k will do in lemma-8",
    relation="in",
    predicts=around(rate),
    given=Given(
        {
            "law": laws.laws_of_directions(),
            "delta": Preceded(Rationals(above=0), tuple(Rational(1, 10**k) for k in (2, 3, 6))),
        },
        lambda at: (
            at["delta"] * laws.columns(at["law"]) < 1
            and laws.shares_have_means(one_least(laws.columns(at["law"]), at["delta"]), at["law"])
        ),
        "delta < 1/n; law that of u",
        letters={"n": lambda at: number(laws.columns(at["law"]))},
    ),
    uses=("daneshmand21.mean-map.convexity",),
    twins=(
        Twin(around(Integer(2)), "k = 2"),
        Twin(around(4 * n / (n + 4)), "k = 4n/(n+4)"),
        Twin(around(Rational(2, 3)), "that of Lemma 8 as stated, which is true, not sharp"),
    ),
).literal(most=40)
def slope_at_identity(at: At) -> Any:
    spectrum = one_least(laws.columns(at.law), at.delta)
    return (mean(at.law, lambda u: laws.share(spectrum, u, 0)) / spectrum[0] - 1) / at.delta


Claim(
    "daneshmand21.mean-map.two-thirds",
    source=Locator(DANESHMAND21, "Lemma 8 (second-hand: as stated, with 2/3)"),
    status="reconstructed",
    says="2/3 in place of k = 2n/(n+2) is true, too: 1/n - p_i <= (1 - 2 lam_min/3)(1/n - lam_min) for every i, and so "
    "for p_min",
    silent_on="sharpness: k - 2/3 = 4(n-1)/(3(n+2)) > 0 for n >= 2",
    relation="<=",
    predicts=(1 - 2 * low / 3) * (1 / n - low),
    given=BY_LAW,
    uses=("daneshmand21.mean-map.lemma-8",),
    twins=(Twin((1 - 2 * low) * (1 / n - low), "k = 2"), Twin(2 * (1 / n - low) / 3, "a third less for all spectra")),
).literal(lemma_8, most=100)


def _not_flat_from_least(at: Mapping[str, Any]) -> Any:
    spectrum, least = at["spectrum"], at["least"]
    if size(spectrum) == laws.columns(at["law"]) and least < size(spectrum):
        return every(lambda e: spectrum[least] <= e, spectrum) and _not_flat(at)
    return False


@Claim(
    "daneshmand21.mean-map.majorisation",
    source=RATE,
    says="V(F(lam)) <= (1 - 2n lam_min/(n+2)) V(lam), for squares of directions whose numbers may change places: w "
    "normal, say",
    silent_on="that F(lam) is majorised by (1 - kappa) lam + kappa/n, kappa = 2n lam_min/(n+2) (note); sharpness: see "
    "majorisation-ends",
    relation="<=",
    predicts=1 - rate * low,
    given=Given(
        {"spectrum": positive_spectra(), "law": laws.exchangeable_directions(), "least": Integers(0)},
        _not_flat_from_least,
        "not all equal, least the place of lam_min, law of n numbers",
        letters=BY_LAW.letters,
    ),
    uses=("daneshmand21.mean-map.order-pairs", "daneshmand21.mean-map.lemma-8"),
    twins=(
        Twin(1 - 2 * low, "k = 2 (n = 3, lam_min = 1/3 - .01: .6026 is not below .3533)"),
        Twin(1 - 4 * n * low / (n + 4), "k = 4n/(n+4) (.4457)"),
        Twin(n / (n + 2), "one factor for all spectra"),
    ),
).literal(most=60)
def majorisation(at: At) -> Any:
    return kept(at.spectrum, at.law)


@majorisation.certified("w normal, small spectra: partial sums of F(lam), ascending, not below those of q")
def _majorised(predicted: Predicted) -> Compared:
    for at in UNEVEN.some(12):
        spectrum = sorted(at["spectrum"])
        c = enclose(predicted, {name: of(at) for name, of in UNEVEN.letters.items()})
        bound = [c * to_fmpq(e / sum(spectrum)) + (1 - c) / len(spectrum) for e in spectrum]
        sums = list(zip(accumulate(mean_spectrum(spectrum)), accumulate(bound), strict=True))[:-1]
        yield shown(tuple(spectrum)), all(bool(mine > least) for mine, least in sums), True


@named("(0, 1, .., 1) ∈ ℝ^{0}", r"(0,1,..,1)\in\mathbb R^{{{0}}}", shape=lambda count: (count,))
def face(count: Any) -> Any:
    """0 and n - 1 ones."""
    return each(lambda i: Fraction(1) - one_if(i == 0), places(count))


@named("V")
def gap_of(spectrum: Any) -> Any:
    """V = |lam/sum lam - 1/n|."""
    return root(gap_of_spectrum(spectrum))


@Claim(
    "daneshmand21.mean-map.majorisation-ends",
    source=RATE,
    says="the factor of majorisation is attained at lam_min = 0, where it is 1: V(F(lam)) = V(lam) for the uniform law "
    "on n - 1 of n",
    silent_on="the other end, lam_min -> 1/n, where it is n/(n+2): local-rate; lam_min between 0 and 1/n",
    predicts=Integer(1),
    given=Given(
        {"law": laws.exchangeable_laws()},
        lambda at: laws.shares_have_means(face(laws.columns(at["law"])), at["law"]),
        "law that of w",
        letters={"n": lambda at: number(laws.columns(at["law"]))},
    ),
    uses=("daneshmand21.mean-map.majorisation",),
    twins=(Twin(n / (n + 2), "one factor for all spectra"), Twin(1 - 2 / n, "that at I/n with k = 2")),
).literal(most=40)
def ends(at: At) -> Any:
    return kept(face(laws.columns(at.law)), at.law)


def kept(spectrum: Any, law: Any) -> Any:
    """V(F(lam))/V(lam)."""
    return gap_of(laws.mean_shares(spectrum, law)) / gap_of(spectrum)


def _not_flat(at: Mapping[str, Any]) -> Any:
    if size(at["spectrum"]) == laws.columns(at["law"]):
        return uneven(at) and laws.shares_have_means(at["spectrum"], at["law"])
    return False


def near(limit: Expr) -> tuple[Expr, Expr]:
    return limit - 4 * limit * V, limit + 4 * limit * V


@Claim(
    "daneshmand21.mean-map.local-rate",
    source=RATE,
    says="V(F(lam))/V(lam) is within (4n/(n+2)) V(lam) of n/(n+2): it goes there as lam goes to 1/n, in whatever "
    "direction",
    silent_on="orbits: with C_{l+1} = F(C_l), V_{l+1}/V_l tends to it from every start of full rank other than I/n, as "
    "C_l goes to I/n by majorisation (note); finite width, where V stays at the order of sqrt(n/d)",
    relation="in",
    predicts=near(n / (n + 2)),
    given=Given(
        {"spectrum": Preceded(positive_spectra(), NEARLY_FLAT), "law": laws.laws_of_directions()},
        _not_flat,
        "not all equal; law of as many numbers",
        letters={"n": count, "V": lambda at: number(gap_of(at["spectrum"]))},
    ),
    uses=("daneshmand21.mean-map.lemma-8",),
    twins=(
        Twin(near((n - 1) / (n + 1)), "(n-1)/(n+1)"),
        Twin(near(1 - 1 / n), "1 - 1/n"),
        Twin(near(1 - 2 / (3 * n)), "1 - 2 alpha/3 at alpha = 1/n"),
    ),
    over=tuple({"n": size, "V": V} for size in (2, 3, 4) for V in (Rational(1, 50), Rational(1, 1000))),
).literal(most=40)
def local_rate(at: At) -> Any:
    return kept(at.spectrum, at.law)


@Claim(
    "daneshmand21.mean-map.differences-contract",
    source=SLIDES,
    status="reading",
    says="differences of eigenvalues contract: |p_i - p_j| <= |lam_i - lam_j|, a quotient of at most 1: at n = 3 for "
    "the two least among others",
    relation="<=",
    predicts=Integer(1),
    given=Given(
        {"a": POSITIVE, "b": POSITIVE, "c": Preceded(POSITIVE, (Rational(10**6), Rational(10**9)))},
        lambda at: (at["a"] < at["b"]) & (at["b"] < at["c"]),
        "a < b < c",
    ),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.mean-map.order",),
    truth=3 * pi * (a + b + c) / (16 * sqrt(c) * (a * b) ** Rational(1, 4)),  # integral of `order`: see the note
).literal(kind="certified", most=60)
def differences(at: At) -> arb:
    p = mean_spectrum((at.a, at.b, at.c))
    return (p[1] - p[0]) / ball((at.b - at.a) / (at.a + at.b + at.c))


@Claim(
    "daneshmand21.mean-map.hilbert-contracts",
    source=SLIDES,
    status="reading",
    says="n >= 3: Hilbert's distance to I/n, log lam_max/lam_min, contracts by n/(n+2) at every spectrum",
    relation="<=",
    predicts=n / (n + 2),
    given=Given({"spectrum": positive_spectra(Integers(3))}, uneven, "not all equal", letters={"n": count}),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.mean-map.order-ratios",),
    truth=Integer(1),
).literal(kind="certified", most=60)
def hilbert(at: At) -> arb:
    p = mean_spectrum(at.spectrum)
    before = ball(largest(at.spectrum) / smallest(at.spectrum)).log()
    return (choices.greatest_entry(p) / choices.least_entry(p)).log() / before


def unequal(spectrum: Any) -> Any:
    """How many pairs there are of two eigenvalues that are neither 0 nor equal."""

    def counted(a: Any, b: Any) -> Any:
        return one_if(a != 0) * one_if(b != 0) * one_if(a != b)

    return total(each(lambda a: total(each(lambda b: counted(a, b), spectrum)), spectrum))


@Claim(
    "daneshmand21.mean-map.fixed-points",
    source=SLIDES,
    says="lam >= 0 of sum 1 is a fixed point of F if and only if its eigenvalues that are not 0 are equal",
    silent_on="what attracts: by majorisation I/n the open simplex, and each centre of a face its interior",
    relation="iff",
    predicts=Eq(apart, 0),
    given=Given(
        {"spectrum": spectra(Integers(1)), "law": laws.exchangeable_laws_of_different(Integers(1))},
        lambda at: (
            size(at["spectrum"]) == laws.columns(at["law"]) and laws.shares_have_means(at["spectrum"], at["law"])
        ),
        "law of n numbers",
        letters={
            "n": count,
            "apart": lambda at: number(unequal(at["spectrum"])),
            "zeros": lambda at: number(total(each(lambda e: one_if(e == 0), at["spectrum"]))),
        },
    ),
    uses=("daneshmand21.mean-map.order", "daneshmand21.mean-map.majorisation"),
    twins=(
        Twin(And(Eq(apart, 0), Eq(zeros, 0)), "the fixed point is unique"),
        Twin(Eq(zeros, 0), "every spectrum of full rank"),
    ),
).literal(most=60)
def fixed_points(at: At) -> Any:
    whole, p = total(at.spectrum), laws.mean_shares(at.spectrum, at.law)
    return every(lambda i: p[i] * whole == at.spectrum[i], places(size(at.spectrum)))
