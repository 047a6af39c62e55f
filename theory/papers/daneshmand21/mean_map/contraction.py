"""How much the mean map raises the least eigenvalue: Lemma 8, with its sharp constant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from flint import arb
from sympy import Expr, Integer, Rational, log, symbols

from theory.choices import least
from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import enclose
from theory.notation import n, t
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.domains import positive_spectra
from theory.papers.daneshmand21.instances import mean_spectrum
from theory.papers.daneshmand21.mean_map.setting import THE_MAP, UNEVEN, low, shown
from theory.papers.daneshmand21.random_rows import columns, laws_of_directions, share, shares_have_means
from theory.term import each, every, mean, number, one_if, places, size, total
from theory.term.named import named
from theory.words import At

LEMMA_8 = Locator(DANESHMAND21, "Lemma 8 (second-hand; in the sharper form that its proof gives)")
RECONSTRUCTED: dict[str, Any] = {"source": LEMMA_8, "status": "reconstructed"}

rate = 2 * n / (n + 2)
NEAR = tuple(Rational(1, 10**k) for k in (2, 3, 6))
A, B, delta = symbols("A B delta", positive=True)


@Claim(
    "daneshmand21.mean-map.convexity",
    **RECONSTRUCTED,
    says="lam_min = 1/n - delta beside n - 1 equal eigenvalues: the logarithm of g = A^(-3/2) B^(-(n-1)/2), A and B as "
    "in the formula, has the second derivative 6t^2/A^2 + 2t^2/((n-1)B^2) in delta",
    silent_on="that g is the integrand of p_min/lam_min, which is convex so",
    predicts=6 * t**2 / A**2 + 2 * t**2 / ((n - 1) * B**2),
    given=Given(
        {"n": Integers(2), "t": Rationals(above=0), "delta": Rationals(above=-1, below=1)},
        lambda at: -(at["n"] - 1) < at["n"] * at["delta"] < 1,
        "lam_min = 1/n - delta and the others positive",
        letters={
            "A": lambda at: 1 + 2 * at["t"] * (1 / at["n"] - at["delta"]),
            "B": lambda at: 1 + 2 * at["t"] * (1 / at["n"] + at["delta"] / (at["n"] - 1)),
        },
    ),
    decided_to=1,
    uses=THE_MAP,
    twins=(
        Twin(6 * t**2 / A**2 + 2 * t**2 * (n - 3) / ((n - 1) ** 2 * B**2), "(n-3)/2 for (n-1)/2 in the exponent of B"),
        Twin(2 * t**2 / A**2 + 2 * t**2 / ((n - 1) * B**2), "A with the exponent -1/2: that of p_j's integrand"),
    ),
).literal(most=100)
def convexity(at: At) -> Any:
    return bent_twice(at.n, at.t, at.delta)


@named("d²/d{2}² log(A^(−3/2) B^(−({0} − 1)/2))", r"\tfrac{{d^2}}{{d{2}^2}}\log\big(A^{{-3/2}}B^{{-({0}-1)/2}}\big)")
def bent_twice(n: Any, t: Any, delta: Any) -> Any:
    """The second derivative of log g, from those of logarithms of lines."""
    n, t = number(n), number(t)
    first = bent(lambda delta: 1 + 2 * t * (1 / n - delta), delta)
    second = bent(lambda delta: 1 + 2 * t * (1 / n + delta / (n - 1)), delta)
    return -(3 * first + (n - 1) * second) / 2


def bent(line: Callable[[Any], Any], at: Any) -> Any:
    """The second derivative of the logarithm of a + b x at x: -(slope/value)^2.

    >>> bent(lambda x: 1 + 2 * x, Rational(1, 2))
    -1
    """
    return -(((line(at + 1) - line(at)) / line(at)) ** 2)


@convexity.exact(
    scope="every n, by differentiation",
    argued="g is a product of powers of A and B, linear in delta: its logarithm is differentiated twice",
)
def _differentiated(predicted: Predicted) -> Compared:
    first, second = 1 + 2 * t * (1 / n - delta), 1 + 2 * t * (1 / n + delta / (n - 1))
    log_g = -Rational(3, 2) * log(first) - (n - 1) / 2 * log(second)
    yield "(log g)''", log_g.diff(delta, 2), predicted.subs({A: first, B: second})


def _of_least(at: Mapping[str, Any]) -> Any:
    spectrum, law = at["spectrum"], at["law"]
    one, least = at["i"], at["least"]
    return (
        size(spectrum) == columns(law)
        and one < columns(law)
        and least < columns(law)
        and every(lambda e: spectrum[least] <= e, spectrum)
        and shares_have_means(spectrum, law)
    )


BY_LAW = Given(
    {"spectrum": positive_spectra(), "law": laws_of_directions(), "i": Integers(0), "least": Integers(0)},
    _of_least,
    "i < n, least the place of lam_min, law of n numbers",
    letters={
        "n": lambda at: number(size(at["spectrum"])),
        "low": lambda at: number(at["spectrum"][at["least"]] / total(at["spectrum"])),
    },
)

lemma_8 = Claim(
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
)


def _from_isotropy(at: At) -> Any:
    return Fraction(1) / size(at.spectrum) - mean(at.law, lambda u: share(at.spectrum, u, at.i))


lemma_8.literal(_from_isotropy, most=100)


@lemma_8.certified(scope="w normal, small spectra")
def _least(predicted: Predicted) -> Compared:
    for at in UNEVEN.some(100):
        found = arb(1) / len(at["spectrum"]) - least(*mean_spectrum(at["spectrum"]))
        letters = {name: of(at) for name, of in UNEVEN.letters.items()}
        yield f"lam = {shown(at['spectrum'])}", found, enclose(predicted, letters)


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
        {"law": laws_of_directions(), "delta": Preceded(Rationals(above=0), NEAR)},
        lambda at: (
            at["delta"] * columns(at["law"]) < 1
            and shares_have_means(one_least(columns(at["law"]), at["delta"]), at["law"])
        ),
        "delta < 1/n; law that of u",
        letters={"n": lambda at: number(columns(at["law"]))},
    ),
    uses=("daneshmand21.mean-map.convexity",),
    twins=(
        Twin(around(Integer(2)), "k = 2"),
        Twin(around(4 * n / (n + 4)), "k = 4n/(n+4)"),
        Twin(around(Rational(2, 3)), "that of Lemma 8 as stated, which is true, not sharp"),
    ),
).literal(most=40)
def slope_at_identity(at: At) -> Any:
    spectrum = one_least(columns(at.law), at.delta)
    return (mean(at.law, lambda u: share(spectrum, u, 0)) / spectrum[0] - 1) / at.delta


two_thirds = Claim(
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
)


two_thirds.literal(_from_isotropy, most=100)
