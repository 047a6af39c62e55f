"""Lemma 7 with its remainder, for every width and every law of the rows of the weights with some moments.

M+_ij is that of rows i and j of H + gamma W H; rows of W are independent with one law, entries of a row need not be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from sympy import Symbol

from theory.claim import At, Claim, Twin
from theory.domains.composite import composite
from theory.domains.general import correlation
from theory.domains.given import Given
from theory.domains.laws import is_centred, is_law, is_white, joined, merged
from theory.domains.matrices import Correlations
from theory.domains.numbers import Choose, Integers
from theory.notation import d
from theory.papers.daneshmand20.one_step.order import LEMMA_7
from theory.papers.daneshmand20.random_weights import form
from theory.papers.daneshmand20.regularity.sandwich import delta, squared_norm
from theory.term import (
    AnyLaw,
    Shape,
    Vec,
    all_rows,
    each,
    every,
    has_mean,
    mean,
    number,
    one_if,
    places,
    size,
    symmetric,
    total,
    variable,
)
from theory.term.named import named

Layer = tuple[Any, Any, Any]
"""A correlation matrix M, a law of a row w of weights, and gamma."""

gamma = Symbol("gamma", positive=True)
beta = Symbol("beta", positive=True)  # E (w M w)^2


def moved(w: Any, i: Any, gamma: Any) -> Any:
    """e_i + gamma w, of which the product with H is row i of H + gamma W H."""
    return each(lambda k: one_if(k == i) + gamma * w[k], places(size(w)))


def entry(M: Any, gamma: Any, i: Any, w: Any, j: Any, v: Any) -> Any:
    """(M+_ij)^2, w and v rows i and j of W."""
    g, h = moved(w, i, gamma), moved(v, j, gamma)
    return form(g, M, h) * form(g, M, h) / (form(g, M, g) * form(h, M, h))


@named("E‖M⁺‖²({0}; {2})", r"\mathbb E\|M^+\|_F^2({0};{2})",
       means="M⁺ the layer after M, rows of the weights independent with the law")  # fmt: skip
def mean_square(M: Any, law: Any, gamma: Any) -> Any:
    """E |M+|_F^2: 1 for each i, and the mean of (M+_ij)^2 over two independent rows for each i != j."""
    d = places(size(M))

    def pair(i: Any, j: Any) -> Any:
        return one_if(i != j) * mean(law, lambda w: mean(law, lambda v: entry(M, gamma, i, w, j, v)))

    return number(size(M)) + total(each(lambda i: total(each(lambda j: pair(i, j), d)), d))


def share(M: Any, gamma: Any, x: Any, j: Any, v: Any) -> Any:
    """(x^T M h)^2/(h^T M h), h = e_j + gamma v."""
    h = moved(v, j, gamma)
    return form(x, M, h) * form(x, M, h) / form(h, M, h)


def bounded_have_means(M: Any, law: Any, gamma: Any) -> Any:
    """Whether (M+_ij)^2 has a mean, over one row after the other: over finitely many rows all has."""
    if not isinstance(law, AnyLaw):
        return True
    d, there = size(M), places(size(M))
    first = all_rows(d, lambda x: every(lambda j: has_mean(law, lambda v: share(M, gamma, x, j, v)), there))

    def then(i: Any, j: Any) -> Any:
        return has_mean(law, lambda w: mean(law, lambda v: entry(M, gamma, i, w, j, v)))

    return first & every(lambda i: every(lambda j: then(i, j), there), there)


@named("E(w {0} w)²", r"\mathbb E(w^\top {0}w)^2")
def squared_length(M: Any, law: Any) -> Any:
    return mean(law, lambda w: form(w, M, w) ** 2)


def known_moments(M: Any, law: Any) -> Any:
    """Whether the law is white, and (w M w)^2 has a mean."""
    return is_white(law) & has_mean(law, lambda w: form(w, M, w) ** 2)


Known = tuple[Callable[[Any, Any], Any], ...]
"""What is known of a law of a row of weights, by M and the law."""

WHITE: Known = (lambda _, law: is_centred(law), known_moments)
EVEN: Known = (lambda _, law: symmetric(law), known_moments)


def is_layer(value: object, known: Known) -> bool:
    """Whether it is a correlation matrix, a finite law of which so much is known, and gamma with which no row is 0."""
    if not (isinstance(value, tuple) and len(value) == 3 and all(isinstance(part, tuple) for part in value[:2])):
        return False
    M, law, gamma = value
    if M not in Correlations() or not is_law(law) or len(law[0]) - 1 != len(M):
        return False
    if not all(one(M, law) for one in known) or not isinstance(gamma, int | Fraction) or gamma <= 0:
        return False
    there = range(len(M))
    return all(form(moved(w, i, gamma), M, moved(w, i, gamma)) > 0 for _, *w in law for i in there)


def any_layer(name: str, known: Known, even: bool = False) -> Shape:
    """Any such layer; where -w has the law of w, too, no row is 0 with -gamma."""
    d, gamma = variable("d", "nat"), variable("gamma")
    M = Vec.named(name, d, d)
    there, signs = places(d), (gamma, -gamma) if even else (gamma,)

    def kept(w: Any) -> Any:
        return every(lambda i: every(lambda c: form(moved(w, i, c), M, moved(w, i, c)) > 0, signs), there)

    law = AnyLaw("law", d, kept)
    conditions = (d >= 2, *correlation(M, d), gamma > 0, law.conditions, *(one(M, law) for one in known))
    return Shape((M, law, gamma), (d, gamma), conditions, rows=((name, (d, d)),), laws=("law",))


def few_rows(choose: Choose) -> Any:
    """A correlation matrix of two rows, or, for one in four, of three: over pairs of rows of laws sums are long."""
    rows = 2 + choose(0, 3) // 3
    return Correlations(Integers(rows, rows)).draw(choose)


LAYER = "= (M, law, gamma): a correlation matrix M of d rows, any law of a row w of d weights with E w_k w_l = 1 for k "
REST = "and gamma > 0 with which no row of H + gamma W H vanishes"


@composite(
    f"{LAYER}= l and else 0, and with E w_k = 0, {REST}",
    has=lambda value, finest: is_layer(value, WHITE),
    general=lambda name, finest: any_layer(name, WHITE),
    size=lambda layer: len(layer[0]),
)
def layers(choose: Choose, finest: int = 1) -> Layer:
    """Those that are listed have independent weights t and -1/t, and gamma at most 1/finest."""
    t, M = Fraction(choose(1, 4), choose(1, 4)), few_rows(choose)
    one = ((1 / (1 + t**2), t), (t**2 / (1 + t**2), -1 / t))
    return M, joined(*[one] * len(M)), Fraction(1, finest * choose(1, 40))


@composite(
    f"{LAYER}= l and else 0, that -w has, too, {REST}",
    has=lambda value: is_layer(value, EVEN),
    general=lambda name: any_layer(name, EVEN, even=True),
    size=lambda layer: len(layer[0]),
)
def even_layers(choose: Choose) -> Layer:
    """Those that are listed have independent weights 1 and -1, or a, 0 and -a."""
    gamma, M = Fraction(1, choose(1, 12)), few_rows(choose)
    a = Fraction(choose(2, 2 if len(M) > 2 else 5), 2)
    outer = 1 / (2 * a**2)
    one = merged(row for row in ((outer, a), (outer, -a), (1 - 2 * outer, Fraction(0))) if row[0])
    return M, joined(*[one] * len(M)), gamma


def of_layers(domain: Any, letters: Mapping[str, Callable[[Mapping[str, Any]], Any]] | None = None) -> Given:
    return Given(
        {"M": domain},
        lambda at: bounded_have_means(*at["M"]),
        "(M+_ij)^2 has a mean over one row after the other",
        letters={
            "d": lambda at: number(size(at["M"][0])),
            "gamma": lambda at: at["M"][2],
            "beta": lambda at: squared_length(*at["M"][:2]),
            **(letters or {}),
        },
    )


def remainder(M: Any, law: Any, gamma: Any) -> Any:
    """|R|, R = E|M+|_F^2 - |M|_F^2 - gamma^2 delta(M)."""
    return abs(mean_square(M, law, gamma) - number(squared_norm(M)) - gamma**2 * number(delta(M)))


@Claim(
    "daneshmand20.one-step.lemma-7",
    source=LEMMA_7,
    status="reconstructed",
    says="for every d, every M, every gamma and every law of the rows of the weights with mean 0, covariance I and "
    "finite fourth moments, E|M+|_F^2 is |M|_F^2 + gamma^2 delta(M) to within 2 d (d-1) gamma^3 (d + E (w M w)^2): "
    "delta is the coefficient of gamma^2, and there is none of gamma",
    silent_on="what the source prints: its formula is missing from the text we hold; rows with different laws",
    relation="<=",
    predicts=2 * d * (d - 1) * gamma**3 * (d + beta),
    given=of_layers(layers()),
    uses=("daneshmand20.one-step.row-factorisation",),
    twins=(
        Twin(2 * d * (d - 1) * gamma**5 * (d + beta), "of fifth order"),
        Twin(gamma**3, "no dependence on d and on the law"),
    ),
).literal(scope="over all pairs of rows of laws of finitely many", most=12)
def any_remainder(at: At) -> Any:
    return remainder(*at.M)


@Claim(
    "daneshmand20.one-step.remainder-bound",
    source=LEMMA_7,
    status="corrected",
    says="where -w has the law of w, too, the remainder is one order better, at most 4 d (d-1) gamma^4 E (w M w)^2: "
    "with independent weights of fourth moment kappa that is 4 d (d-1) (d^2 + 2 |M|_F^2 + (kappa - 3) d) gamma^4",
    silent_on="the best constant: at d = 2 and weights +-1 the bound tends to 64 gamma^4 as rho -> 1, and R to 12 "
    "gamma^4 at gamma = 1/2 (jump)",
    relation="<=",
    predicts=4 * d * (d - 1) * gamma**4 * beta,
    given=of_layers(even_layers()),
    uses=("daneshmand20.one-step.lemma-7",),
    twins=(
        Twin(4 * d * (d - 1) * gamma**6 * beta, "of sixth order"),
        Twin(d * (d - 1) * gamma**4, "no dependence on the law"),
    ),
).literal(scope="over all pairs of rows of laws of finitely many", most=8)
def even_remainder(at: At) -> Any:
    return remainder(*at.M)
