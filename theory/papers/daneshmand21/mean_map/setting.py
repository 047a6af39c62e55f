"""Symbols of the mean map, spectra at which it is evaluated, and the integral that defines it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import sympy
from flint import acb, arb
from sympy import Expr, symbols

from theory.claim import Locator
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import at_each_precision
from theory.exact.quadrature import half_line
from theory.exact.rationals import ball, rational, to_sympy
from theory.papers.daneshmand21 import DANESHMAND21, integrals
from theory.papers.daneshmand21.domains import positive_spectra
from theory.papers.daneshmand21.measures import fraction
from theory.term import each, number, product_of, size, smallest, some, total
from theory.term.named import named

THE_MAP = ("daneshmand21.mean-map.integral",)
a, b, c = symbols("a b c", positive=True)
x, y = symbols("x y", positive=True)
SLIDES = Locator(DANESHMAND21, "slides, H_{l+1} = BN(W_l H_l)/sqrt(width)")
LAYER = ("W Gaussian, i.i.d. entries", "lam_1..lam_n >= 0 the eigenvalues of C = H^T H, not all 0", "any width")
lam, mu = symbols("a b", positive=True)  # lam_i and another eigenvalue
Q = symbols("Q", positive=True)  # prod_j (1 + 2 t lam_j)
root = symbols("y", positive=True)  # of 1 + 2 t lam


@at_each_precision
def weighted_moment(power: int, rate: Fraction) -> arb:
    """E[w^power e^(-rate w^2)], w ~ N(0, 1), rate >= 0, by quadrature."""
    speed = ball(rate)

    def integrand(u: acb) -> acb:
        return u**power * (-speed * u * u).exp()

    # beyond T >= 8: u^power e^(-u^2/2) falls at least like e^(-(u - T))
    return 2 * half_line(integrand, lambda end: end**power * (-end * end / 2).exp(), 5)  # it adds 15 digits


def damped(spectrum: Sequence[Any], t: Any, places: Sequence[int]) -> arb:
    """E[e^(-t S) prod w_k over the places k], S = sum_j lam_j w_j^2, the w_j independent and normal."""
    powers = Counter(map(int, places))
    factors = (weighted_moment(powers[j], fraction(e) * fraction(t)) for j, e in enumerate(spectrum))
    return math.prod(factors, start=arb(1))


def _mean_of(text: str, tex: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Names a mean of a product of w_i, with the factor e^(-tS)."""
    damping = r"e^{{-{1}\sum_j{0}_jw_j^2}}"
    return named(f"E[{text} exp(−{{1}} Σⱼ {{0}}ⱼ wⱼ²)]", rf"\mathbb E[{tex}{damping}]", means="w normal")


@_mean_of("w_{2}²", "w_{{{2}}}^2")
def of_square(spectrum: Sequence[Any], t: Any, i: Any) -> arb:
    return damped(spectrum, t, (i, i))


@_mean_of("w_{2}⁴", "w_{{{2}}}^4")
def of_fourth_power(spectrum: Sequence[Any], t: Any, i: Any) -> arb:
    return damped(spectrum, t, (i, i, i, i))


@_mean_of("w_{2}² w_{3}²", "w_{{{2}}}^2w_{{{3}}}^2")
def of_two_squares(spectrum: Sequence[Any], t: Any, i: Any, j: Any) -> arb:
    return damped(spectrum, t, (i, i, j, j))


def _product(at: Mapping[str, Any]) -> Any:
    return number(product_of(each(lambda e: 1 + 2 * rational(at["t"]) * rational(e), at["spectrum"])))


def value_at(at: Mapping[str, Any], place: str) -> Any:
    """The eigenvalue in the i-th or j-th place."""
    return at["spectrum"][at[place]]


PLACES = Given(
    {"spectrum": positive_spectra(), "i": Integers(0), "j": Integers(0), "t": Rationals(above=0)},
    lambda at: max(at["i"], at["j"]) < len(at["spectrum"]) and at["i"] != at["j"],
    "i, j < n, i != j",
    letters={
        "a": lambda at: to_sympy(value_at(at, "i")),
        "b": lambda at: to_sympy(value_at(at, "j")),
        "Q": _product,
    },
)
"""Two eigenvalues lam = lam_i and mu = lam_j of a spectrum, a time t, and Q = prod_k (1 + 2 t lam_k)."""

APART = replace(
    PLACES,
    where=lambda at: max(at["i"], at["j"]) < len(at["spectrum"]) and value_at(at, "i") > value_at(at, "j"),
    words="i, j < n, lam_i > lam_j",
)


@cache
def share_by_angle(ratio: Expr, size: int) -> Expr:
    """E[ratio w_1^2/(ratio w_1^2 + w_2^2 + .. + w_n^2)] in polar coordinates, n = size even, by integration."""
    u = integrals.tangent
    inside = sympy.apart(ratio / (ratio + u**2) * integrals.by_tangent(size), u)
    return sympy.factor(sympy.simplify(sympy.integrate(inside, (u, 0, sympy.oo))))


@cache
def by_height() -> tuple[Expr, Expr, Expr]:
    """E[a c^2/(a c^2 + 1 - c^2)], c = |w_1|/|w| in three dimensions: for a = 1 + y, and a = 1 - v^2.

    The second is half the mean over c and -c of a function with the same even part in c; the third is the difference
    of the even parts.
    """
    c, u = integrals.height, symbols("u", positive=True)
    density = integrals.by_height()  # 1
    v = u / (1 + u)  # below 1
    share = (1 - v**2) * c**2 / (1 - v**2 * c**2)
    same = (1 - v**2) / v**2 * ((1 + u) / (1 + u + u * c) - 1)  # no pole in [-1, 1] that SymPy could see
    first = sympy.integrate((1 + y) * c**2 / (1 + y * c**2) * density, (c, 0, 1))
    second = sympy.integrate(same * density, (c, -1, 1)) / 2
    return first, second.subs(u, x / (1 - x)), sympy.cancel((same + same.subs(c, -c)) / 2 - share)


def shown(spectrum: tuple[Any, ...]) -> str:
    return "(" + ", ".join(map(str, spectrum)) + ")"


@named("{0}, {1}, .., {1}", shape=lambda a, b, n: (n,))
def one_and_others(a: Any, b: Any, n: Any) -> tuple[Any, ...]:
    """The row (a, b, .., b) of n entries."""
    return (a, *[b] * (int(n) - 1))


low = symbols("low", positive=True)  # lam_min over the sum
UNEVEN = Given(
    {"spectrum": positive_spectra()},
    lambda at: some(lambda e: e != at["spectrum"][0], at["spectrum"]),
    "not all equal; scaled to the sum 1",
    letters={
        "n": lambda at: number(size(at["spectrum"])),
        "low": lambda at: number(smallest(at["spectrum"]) / total(at["spectrum"])),
    },
)
