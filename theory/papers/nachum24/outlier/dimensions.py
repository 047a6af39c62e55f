"""Definition 12 with inputs of any dimension: the mean Gram matrix from one point against n - 1 equal ones."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Integer

from theory.claim import At, Claim, Twin
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.laws import Rows, is_law, merged
from theory.domains.numbers import Choose, Integers
from theory.notation import alpha, beta, n
from theory.papers.nachum24.outlier import clusters
from theory.term import (
    AnyLaw,
    Shape,
    Vec,
    each,
    entries,
    every,
    has_mean,
    larger,
    mean,
    number,
    one_if,
    places,
    some,
    symmetric,
    variable,
)
from theory.term.matrices import inner
from theory.term.named import named
from theory.term.scalar import TRUE

Outlier = tuple[Any, Any, Any]
"""A law of a row w of K weights, x_o and x_c of K numbers."""


def apart(x: Any, y: Any) -> Any:
    return each(lambda a, b: number(a) - b, x, y)


def variance(law: Any) -> Any:
    """E w_0^2."""
    return mean(law, lambda w: number(w[0]) * w[0])


def white(law: Any) -> Any:
    """Whether E w_a w_b = [a = b] E w_0^2."""
    at = places(entries(law))

    def known(a: Any, b: Any) -> Any:
        return has_mean(law, lambda w: number(w[a]) * w[b]) & (
            mean(law, lambda w: number(w[a]) * w[b]) == one_if(a == b) * variance(law)
        )

    return every(lambda a: every(lambda b: known(a, b), at), at)


def _any_outlier(name: str) -> Shape:
    K = variable(f"K_{name}", "nat")
    law, x, y = AnyLaw(name, K, lambda _: TRUE), Vec.named("x_o", K), Vec.named("x_c", K)
    half = has_mean(law, lambda w: larger(inner(w, apart(x, y)), 0) ** 2)
    known = (K >= 1, law.conditions, symmetric(law), white(law), half, some(lambda e: e != 0, apart(x, y)))
    return Shape((law, x, y), (K,), known, rows=(("x_o", (K,)), ("x_c", (K,))), laws=(name,))


def _is_outlier(value: object) -> bool:
    if not (isinstance(value, tuple) and len(value) == 3):
        return False
    law, x, y = value
    if not (is_law(law, symmetric, white) and len(x) == len(y) == entries(law) and x != y):
        return False
    return all(isinstance(e, int | Fraction) for e in (*x, *y))


@composite(
    "= (law, x_o, x_c), any law of a row w of K weights that -w has, too, with E w_a w_b = [a = b] E w_1², x_o != x_c "
    "in R^K; max(w.d, 0)² has a mean, d = x_o - x_c",
    has=_is_outlier,
    general=_any_outlier,
    size=lambda drawn: len(drawn[1]),
)
def outliers(choose: Choose) -> Outlier | None:
    """Weights of fair signs and one size; one weight of either sign beside zeros."""
    K, scale = choose(1, 3), Fraction(choose(1, 4), choose(1, 3))
    x, y = (tuple(Fraction(choose(-4, 4), choose(1, 2)) for _ in range(K)) for _ in range(2))
    if x == y:
        return None
    if choose(0, 1):
        law: Rows = tuple((Fraction(1, 2**K), *(scale * s for s in signs)) for signs in product((1, -1), repeat=K))
    else:
        law = merged((Fraction(1, 2 * K), *(s * scale * (i == j) for j in range(K))) for i in range(K) for s in (1, -1))
    return law, x, y


PRODUCTS = (
    ("|x_o'|²", "|x_o'|^2", lambda o, c: o * o),
    ("|x_c'|²", "|x_c'|^2", lambda o, c: c * c),
    ("⟨x_o', x_c'⟩", r"\langle x_o',x_c'\rangle", lambda o, c: o * c),
)


def mean_over_rows(text: str, tex: str, f: Any) -> Any:
    """E f(x_o', x_c') over |d|^2, f a square or a product, of m rows that are alike."""

    @named(f"(E{text}/|d|²)", rf"\mathbb E{tex}/|d|^2", means=clusters.LAYER)
    def of(outlier: Outlier, n: Any, m: Any) -> Any:
        law, x, y = outlier
        d = apart(x, y)
        return m * mean(law, lambda w: f(*clusters.neuron(n, 1, (inner(w, x), inner(w, y)), 1))) / inner(d, d)

    return of


GRAM = tuple(mean_over_rows(*one) for one in PRODUCTS)


@Claim(
    "nachum24.outlier.mean-gram-any-dimension",
    source=clusters.DEFINITION_12,
    status="reconstructed",
    says="inputs of any dimension, m rows of one law that -w has, too, with E w_a w_b = [a = b] 2 beta/m: from one "
    "point against n - 1 equal ones E[G'] = (beta/n^2) |d|^2 O_o, O_o of entries (n-1)^2, 1 and 0, which at the gain "
    "alpha is reproduced in the mean",
    silent_on="the law of G', whose typical size shrinks; three or more clusters",
    predicts=(beta * (n - 1) ** 2 / n**2, beta / n**2, Integer(0)),
    given=Given(
        {"w": outliers(), "n": Integers(2), "m": Integers(1)},
        letters={"beta": lambda at: number(at["m"]) * variance(at["w"][0]) / 2},
    ),
    speaks_of=("rc", "nl"),
    uses=("nachum24.outlier.orthogonality",),
    twins=(
        Twin((beta / alpha(n) * n / (n + 1), beta / alpha(n) / (n + 1), Integer(0)), "norm ratio squared n"),
        Twin((beta, beta, Integer(0)), "without the factors of recentring"),
    ),
).literal(scope=clusters.BY_DEFINITION.replace(", inputs of dimension one", ""), most=60)
def mean_gram(at: At) -> tuple[Any, ...]:
    return tuple(of(at.w, at.n, at.m) for of in GRAM)
