"""Layers with BN and no activation, forwards and back: of the law of a row what is used is that numbers may change
places, and of its length the mean of 1/|Px|^2."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from typing import Any

from sympy import Integer

from theory.batchnorm import batchnorm, derivative_along, dot, recentre
from theory.claim import Claim, Twin
from theory.domains.batches import AFFINE, Batches
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.laws import Rows, is_law, merged
from theory.domains.numbers import Choose, Integers
from theory.notation import n
from theory.papers.yang19.growth import rates
from theory.term import AnyLaw, Shape, entries, every, exchangeable, has_mean, mean, number, places, size, variable
from theory.term.named import named
from theory.words import At


def spread(x: Any) -> Any:
    """R = |Px|^2."""
    c = recentre(x)
    return dot(c, c)


def _product(i: Any, j: Any) -> Callable[[Any], Any]:
    """BN(x)_i BN(x)_j."""
    return lambda x: batchnorm(x)[i] * batchnorm(x)[j]


def _is_exchangeable(law: Any, least: int) -> bool:
    return is_law(law, exchangeable) and entries(law) >= least and all(spread(row[1:]) > 0 for row in law)


def _any_exchangeable(name: str) -> Shape:
    n = variable("n", "nat")
    law, at = AnyLaw(name, n, lambda x: spread(x) > 0), places(n)
    known = every(lambda i: every(lambda j: has_mean(law, _product(i, j)), at), at)
    return Shape(law, (n,), (n >= 2, law.conditions, exchangeable(law), known), laws=(name,))


def _in_any_order(choose: Choose, count: int) -> Rows:
    """Rows of two numbers, the first of them at one place or at more, all orders as probable; or two such rows."""
    share, rows = Fraction(choose(0, 3), 4), []
    for part in (share, 1 - share):
        low, more, many = choose(-3, 3), choose(1, 3), choose(1, count - 1)
        orders = set(permutations((low,) * many + (low + more,) * (count - many)))
        rows += [(part / len(orders), *map(Fraction, order)) for order in orders if part]
    return merged(rows)


@composite(
    "a law of n >= 2 numbers that may change places, not all of them equal",
    has=lambda law: _is_exchangeable(law, 2),
    general=_any_exchangeable,
    size=entries,
)
def exchangeable_rows(choose: Choose) -> Rows:
    return _in_any_order(choose, choose(2, 5))


@Claim(
    "yang19.growth.linear-fixed",
    source=rates.RATES,
    status="reconstructed",
    says="without activation a layer with BN makes, of rows of any law whose numbers may change places, points of norm "
    "1 in the mean and cosine -1/(n-1): a multiple of P, the symmetric fixed point, of x ~ N(0, P) too",
    hypotheses=("infinite width", "BN divides by the biased standard deviation"),
    silent_on="which starts tend to it: daneshmand21.mean-map, in n - 1 dimensions",
    predicts=(Integer(1), -1 / (n - 1)),
    given=Given(
        {"law": exchangeable_rows(), "i": Integers(0), "j": Integers(0)},
        lambda at: (at["i"] < entries(at["law"])) & (at["j"] < entries(at["law"])) & (at["i"] != at["j"]),
        "i, j < n, i != j",
        letters={"n": lambda at: number(entries(at["law"]))},
    ),
    speaks_of=("rc", "rs"),
    twins=(Twin((Integer(1), Integer(0)), "orthogonal points"), Twin((Integer(1), -1 / n), "-1/n")),
).literal(scope="over laws of finitely many rows", most=40)
def linear_fixed(at: At) -> Any:
    return normalised_product(at.law, at.i, at.i), normalised_product(at.law, at.i, at.j)


@named("E[y_{1} y_{2}]", r"\mathbb E[y_{{{1}}}y_{{{2}}}]", means="y = BN(x), x of the law")
def normalised_product(law: Any, i: Any, j: Any) -> Any:
    return mean(law, _product(i, j))


Scaled = tuple[Rows, Fraction]
"""A law of rows x, and the variance v of the weights that make them."""


def _inverse(x: Any) -> Any:
    """1/R."""
    return 1 / spread(x)


def _as_of_normal(law: Any, v: Any) -> Any:
    """E[R f(R)] = s ((n - 1) E f(R) + 2 E[R f'(R)]) for f(R) = 1/R and s = v n/(n - 1)."""
    n, found = number(entries(law)), mean(law, _inverse)
    return v * n / (n - 1) * ((n - 1) * found - 2 * found) == 1


def _is_scaled(value: object) -> bool:
    if not (isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], int | Fraction) and value[1] > 0):
        return False
    return _is_exchangeable(value[0], 4) and bool(_as_of_normal(*value))


def _any_scaled(name: str) -> Shape:
    count, v = variable(f"{name}_count", "nat"), variable("v")
    law, at = AnyLaw("law", count, lambda x: spread(x) > 0), places(count)

    def shares(i: Any, j: Any) -> Any:
        return has_mean(law, lambda x: recentre(x)[i] * recentre(x)[j] / spread(x) ** 2)

    known = has_mean(law, _inverse) & every(lambda i: every(lambda j: shares(i, j), at), at)
    conditions = (count >= 4, v > 0, law.conditions, exchangeable(law), known, _as_of_normal(law, v))
    return Shape((law, v), (count, v), conditions, laws=("law",))


@composite(
    "= (law, v), a law of n >= 4 numbers x that may change places, not all of them equal, and v > 0 such that R = "
    "|Px|² has E[R f(R)] = s((n - 1) E f(R) + 2 E[R f'(R)]), s = v n/(n-1), for f(R) = 1/R: of x ~ N(0, s P) for all f",
    has=_is_scaled,
    general=_any_scaled,
    size=lambda value: entries(value[0]),
)
def scaled_rows(choose: Choose) -> Scaled:
    """With the variance that the condition wants."""
    law = _in_any_order(choose, 9 - choose(4, 5))  # five first: at four the growth is also that of other formulas
    n = entries(law)
    return law, Fraction(n - 1, n * (n - 3)) / Fraction(str(mean(law, _inverse)))


def _along(delta: Any) -> Callable[[Any], Any]:
    def square(x: Any) -> Any:
        first = derivative_along(x, delta)
        return dot(first, first)

    return square


@Claim(
    "yang19.growth.linear",
    source=rates.RATES,
    status="reconstructed",
    says="without activation the squared gradient grows backwards by (n-2)/(n-3) in every layer, whatever the gradient "
    "(its rows sum to 0) and the variance v of the weights",
    hypotheses=rates.AT_LINEAR,
    silent_on="the first layer back, where rows of the gradient need not sum to 0: BN takes their mean off",
    predicts=rates.LINEAR,
    given=Given(
        {"rows": scaled_rows(), "delta": Batches(Integers(4), up_to=AFFINE)},
        lambda at: (size(at["delta"]) == entries(at["rows"][0])) & has_mean(at["rows"][0], _along(at["delta"])),
        "delta as long as x; of sum 0, or else P delta in its place",
        letters={"n": lambda at: number(size(at["delta"]))},
    ),
    speaks_of=("rc", "rs"),
    uses=("yang19.growth.linear-fixed",),
    twins=(Twin((n - 2) / (n - 1), "the scale forgotten"), Twin((n - 1) / (n - 2), "without recentring")),
).literal(scope="over laws of finitely many rows", most=40)
def linear(at: At) -> Any:
    law, v = at.rows
    return v * mean_square(law, at.delta) / spread(at.delta)


@named("E|J {1}|²", r"\mathbb E|J\,{1}|^2", means="J the derivative of BN at x of the law")
def mean_square(law: Any, delta: Any) -> Any:
    return mean(law, _along(delta))
