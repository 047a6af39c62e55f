"""E |M+|_F^2 in powers of gamma with its remainder, for every width and every law of the rows of the weights.

Of the law no more is asked than its moments: neither that entries of a row are independent, nor that it is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from sympy import Symbol

from theory.claim import At, Claim, Twin
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.laws import Rows, has_value, is_centred, joined, power
from theory.domains.listings import Preceded
from theory.domains.numbers import Choose, Integers
from theory.notation import HALF, d
from theory.papers.daneshmand20.one_step.any_law import (
    REST,
    Known,
    Layer,
    any_layer,
    few_rows,
    gamma,
    is_layer,
    known_moments,
    layers,
    mean_square,
    moved,
    of_layers,
    squared_length,
)
from theory.papers.daneshmand20.one_step.order import LEMMA_7
from theory.papers.daneshmand20.random_weights import form
from theory.papers.daneshmand20.regularity.sandwich import delta, squared_norm
from theory.term import (
    AnyLaw,
    all_rows,
    each,
    entries,
    every,
    has_mean,
    mean,
    number,
    one_if,
    places,
    root,
    size,
    total,
)
from theory.term.matrices import inner
from theory.term.named import named

Instance = Mapping[str, Any]
F, beta, length = (Symbol(name, positive=True) for name in ("F", "beta", "ell"))
mu, s, change, A, B = (Symbol(name, real=True) for name in ("mu", "s", "delta", "A", "B"))


def two_valued(t: Fraction, mu: Fraction = Fraction(0)) -> Rows:
    """The weight mu + t or mu - 1/t, of mean mu and variance 1."""
    return (1 / (1 + t**2), mu + t), (t**2 / (1 + t**2), mu - 1 / t)


def over_pairs(M: Any, of: Callable[[Any, Any, Any], Any]) -> Any:
    """The sum over a and b of a function of M_ab, (M^2)_ab and (M^2)_bb, by rows of a symmetric M."""
    return number(
        total(each(lambda row: total(each(lambda x, other: of(x, inner(row, other), inner(other, other)), row, M)), M))
    )


@named("Σ(({0}²)_ab − {0}_ab ({0}²)_bb)", r"\sum_{{ab}}(({0}^2)_{{ab}}-{0}_{{ab}}({0}^2)_{{bb}})")
def of_mean(M: Any) -> Any:
    return over_pairs(M, lambda x, product, square: product - x * square)


@named(
    "B({0})",
    means="B(M) = Σ_ab((x − 4x³)(M²)_bb + (4x² − 1)(M²)_ab + x³ − x), x = M_ab",
)
def of_skewness(M: Any) -> Any:
    return over_pairs(M, lambda x, product, square: (
        (x - 4 * x**3) * square + (4 * x**2 - 1) * product + x**3 - x))  # fmt: skip


def of_one_mean(_: Any, law: Any) -> Any:
    return every(lambda k: has_value(law, lambda w: number(w[k]), power(law, 1, 0)), places(entries(law)))


def of_third_moments(_: Any, law: Any) -> Any:
    """Whether E w_k w_l w_m is one number for k = l = m, and else 0."""
    one, at = power(law, 3, 0), places(entries(law))

    def third(k: Any, l: Any, m: Any) -> Any:
        return has_value(law, lambda w: number(w[k]) * w[l] * w[m], one_if(k == l) * one_if(l == m) * one)

    return every(lambda k: every(lambda l: every(lambda m: third(k, l, m), at), at), at)


MOVED: Known = (of_one_mean, lambda M, law: has_mean(law, lambda w: form(w, M, w)))
SKEW: Known = (lambda _, law: is_centred(law), known_moments, of_third_moments)


@composite(
    f"= (M, law, gamma): a correlation matrix M of d rows, any law of a row w of d weights of one mean {REST}",
    has=lambda value: is_layer(value, MOVED),
    general=lambda name: any_layer(name, MOVED),
    size=lambda layer: len(layer[0]),
)
def moved_layers(choose: Choose) -> Layer:
    """Those that are listed have independent weights mu + t and mu - 1/t."""
    t, mu, M = Fraction(choose(1, 4), choose(1, 4)), Fraction(choose(-6, 6), 2), few_rows(choose)
    return M, joined(*[two_valued(t, mu)] * len(M)), Fraction(1, 40 * choose(1, 40) ** 2)


@composite(
    f"= (M, law, gamma): M a correlation matrix, weights w, E w_k = 0, E w_k w_l = [k = l], E w_k w_l w_m = s "
    f"[k = l = m], {REST}",
    has=lambda value: is_layer(value, SKEW),
    general=lambda name: any_layer(name, SKEW),
    size=lambda layer: len(layer[0]),
)
def skew_layers(choose: Choose) -> Layer:
    """Those that are listed have independent weights t and -1/t."""
    t, M = Fraction(choose(2, 5), choose(1, 3)), few_rows(choose)
    return M, joined(*[two_valued(t)] * len(M)), Fraction(1, 100 * choose(1, 40) ** 2)


NORM = {"F": lambda at: number(squared_norm(at["M"][0]))}
MEAN_ERROR = 4 * d * (d - 1) * gamma**2 * length


@Claim(
    "daneshmand20.expansion.mean-term",
    source=LEMMA_7,
    says="weights of mean mu: E|M+|_F^2 is |M|_F^2 + 4 mu gamma A to within 4 d (d-1) gamma^2 E w M w, A = sum_ab "
    "((M^2)_ab - M_ab (M^2)_bb): for every d, M and gamma and every law of the rows of the weights of that mean",
    silent_on="rows with different laws",
    relation="in",
    predicts=(F + 4 * mu * gamma * A - MEAN_ERROR, F + 4 * mu * gamma * A + MEAN_ERROR),
    given=of_layers(
        moved_layers(),
        NORM
        | {
            "mu": lambda at: power(at["M"][1], 1, 0),
            "A": lambda at: of_mean(at["M"][0]),
            "ell": lambda at: mean(at["M"][1], lambda w: form(w, at["M"][0], w)),
        },
    ),
    twins=(
        Twin((F - MEAN_ERROR, F + MEAN_ERROR), "no term of first order, as for centred weights"),
        Twin((F + 2 * mu * gamma * A - MEAN_ERROR, F + 2 * mu * gamma * A + MEAN_ERROR), "each pair once"),
    ),
).literal(scope="over all pairs of rows of laws of finitely many", most=8)
def mean_term(at: At) -> Any:
    return mean_square(*at.M)


SECOND = F + gamma**2 * change
SKEW_ERROR = 8 * d * (d - 1) * gamma**4 * beta


@Claim(
    "daneshmand20.expansion.skew-term",
    source=LEMMA_7,
    says="E|M+|_F^2 is |M|_F^2 + gamma^2 delta + 4 s gamma^3 B to within 8 d (d-1) gamma^4 E (w M w)^2, s the third "
    "moment of the weights, so that the coefficient of gamma^3 is 0 for symmetric laws: for every d, M and gamma and "
    "every law of the rows of the weights with the moments up to the third of independent ones",
    silent_on="rows with different laws",
    relation="in",
    predicts=(SECOND + 4 * s * gamma**3 * B - SKEW_ERROR, SECOND + 4 * s * gamma**3 * B + SKEW_ERROR),
    given=of_layers(
        skew_layers(),
        NORM
        | {
            "delta": lambda at: number(delta(at["M"][0])),
            "s": lambda at: power(at["M"][1], 3, 0),
            "B": lambda at: of_skewness(at["M"][0]),
        },
    ),
    uses=("daneshmand20.one-step.lemma-7",),
    twins=(
        Twin((SECOND - SKEW_ERROR, SECOND + SKEW_ERROR), "even in gamma for every centred law"),
        Twin((SECOND + s * gamma**3 * B - SKEW_ERROR, SECOND + s * gamma**3 * B + SKEW_ERROR), "1 for 4"),
    ),
).literal(scope="over all pairs of rows of laws of finitely many", most=12)
def skew_term(at: At) -> Any:
    return mean_square(*at.M)


def turned(M: Any, gamma: Any, x: Any, j: Any, v: Any) -> Any:
    """x M h/sqrt(h M h), h = e_j + gamma v."""
    h = moved(v, j, gamma)
    return form(x, M, h) / root(form(h, M, h))


def cosine(M: Any, gamma: Any, i: Any, w: Any, j: Any, v: Any) -> Any:
    """M+_ij, w and v rows i and j of W."""
    g, h = moved(w, i, gamma), moved(v, j, gamma)
    return form(g, M, h) / (root(form(g, M, g)) * root(form(h, M, h)))


@named("E {0}⁺_{3}{4}", r"\mathbb E{0}^+_{{{3}{4}}}", means="M⁺ the layer after M, rows of the weights independent")
def mean_of_entry(M: Any, law: Any, gamma: Any, i: Any, j: Any) -> Any:
    return mean(law, lambda w: mean(law, lambda v: cosine(M, gamma, i, w, j, v)))


def entries_have_means(at: Instance) -> Any:
    """Whether M+_ij has a mean, over one row after the other: over finitely many rows all has."""
    M, law, gamma = at["M"]
    if not isinstance(law, AnyLaw):
        return True
    first = all_rows(
        size(M), lambda x: every(lambda j: has_mean(law, lambda v: turned(M, gamma, x, j, v)), places(size(M)))
    )
    return first & has_mean(law, lambda w: mean(law, lambda v: cosine(M, gamma, at["i"], w, at["j"], v)))


def apart(at: Instance) -> Any:
    return (at["i"] < size(at["M"][0])) & (at["j"] < size(at["M"][0])) & (at["i"] != at["j"])


@named("({0}²)_{1}{2}", "({0}^2)_{{{1}{2}}}")
def of_rows(M: Any, i: Any, j: Any) -> Any:
    return number(inner(M[i], M[j]))


rho, r_i, r_j, r_ij = (Symbol(name, real=True) for name in ("rho", "r_i", "r_j", "r_ij"))
DRIFT = gamma**2 * (rho * (3 * HALF * (r_i + r_j) - d) - 2 * r_ij)
ROUNDED = gamma**2 * (rho * (r_i + r_j - d) - 2 * r_ij)
DRIFT_ERROR = 8 * gamma**3 * (d + beta)


SIGNS = tuple((Fraction(1, 4), a, b) for a in (1, -1) for b in (1, -1))
NEARER = ((Fraction(1), Fraction(-1, 2)), (Fraction(-1, 2), Fraction(1))), SIGNS, Fraction(1, 1000)
"""The drift of the entry is above 0, and gamma so small that it is above the error, too."""


@Claim(
    "daneshmand20.expansion.entry-drift",
    source=LEMMA_7,
    says="i != j: E M+_ij is M_ij + gamma^2 (M_ij (3/2 (M^2)_ii + 3/2 (M^2)_jj - d) - 2 (M^2)_ij) to within 8 gamma^3 "
    "(d + E (w M w)^2): for every d, M and gamma and every law of the rows of the weights with mean 0, covariance I "
    "and finite fourth moments",
    silent_on="rows with different laws",
    relation="in",
    predicts=(rho + DRIFT - DRIFT_ERROR, rho + DRIFT + DRIFT_ERROR),
    given=Given(
        {"M": Preceded(layers(finest=10_000), (NEARER,)), "i": Integers(0), "j": Integers(0)},
        lambda at: apart(at) & entries_have_means(at),
        "i and j two rows; M+_ij has a mean over one row after the other",
        letters={
            "d": lambda at: number(size(at["M"][0])),
            "gamma": lambda at: at["M"][2],
            "beta": lambda at: squared_length(*at["M"][:2]),
            "rho": lambda at: at["M"][0][at["i"]][at["j"]],
            "r_i": lambda at: of_rows(at["M"][0], at["i"], at["i"]),
            "r_j": lambda at: of_rows(at["M"][0], at["j"], at["j"]),
            "r_ij": lambda at: of_rows(at["M"][0], at["i"], at["j"]),
        },
    ),
    twins=(
        Twin((rho - DRIFT_ERROR, rho + DRIFT_ERROR), "no term of second order"),
        Twin((rho + ROUNDED - DRIFT_ERROR, rho + ROUNDED + DRIFT_ERROR), "1 for 3/2"),
    ),
).literal(scope="over all pairs of rows of laws of finitely many", most=16)
def entry_drift(at: At) -> Any:
    M, law, strength = at.M
    return mean_of_entry(M, law, strength, at.i, at.j)
