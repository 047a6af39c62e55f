"""The mean map near a face: how an eigenvalue eps grows beside m equal ones, and how many layers that takes."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import sympy
from flint import arb
from sympy import Integer, Rational, log, oo, sqrt, symbols

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import to_fmpq
from theory.notation import m
from theory.orthogonality.mean_map import gap, mean_map, orbit
from theory.papers.daneshmand21 import DANESHMAND21

SLIDES = Locator(DANESHMAND21, "slides, 'orthogonality gap = O((1 - alpha)^l + ..)'")
THE_MAP = ("daneshmand21.mean-map.integral",)

eps = symbols("eps", positive=True)

escape_one = Claim(
    "daneshmand21.mean-map.escape-from-one",
    source=SLIDES,
    status="new",
    says="an eigenvalue eps beside one of 1 - eps becomes sqrt(eps) (1 + O(sqrt(eps)))",
    tex=r"F(\varepsilon,1-\varepsilon)_1\sim\sqrt\varepsilon",
    hypotheses=("n = 2", "eps -> 0"),
    predicts=sqrt(eps),
    over=grid(eps=(Fraction(1, 10**30), Fraction(1, 100))),
    uses=("daneshmand21.mean-map.two",),
    twins=(Twin(eps * log(1 / eps), "as beside two"),),
)


@escape_one.certified(
    scope="eps = 1e-40, by the integral; |p/sqrt(eps) - 1| <= 2 sqrt(eps) from the closed form", reach="cases"
)
def _from_one(predicted: Predicted) -> Compared:
    with precision(60):
        small = Fraction(1, 10**40)
        root = arb(to_fmpq(small)).sqrt()
        p = mean_map([small, 1 - small], 30)[0]
        yield f"eps = {small}", p / root + arb(0, (2 * root).upper()), enclose(predicted, {"eps": small}, 60) / root


escape_two = Claim(
    "daneshmand21.mean-map.escape-from-two",
    source=SLIDES,
    status="new",
    says="an eigenvalue eps beside two of (1 - eps)/2 is multiplied by log(2/eps) - 2, up to O(eps log(1/eps))",
    tex=r"p_1/\varepsilon=\log(2/\varepsilon)-2+o(1)",
    hypotheses=("n = 3", "eps -> 0"),
    predicts=log(2 / eps) - 2,
    over=grid(eps=(Fraction(1, 10**30), Fraction(1, 100))),
    uses=("daneshmand21.mean-map.one-against-two",),
    twins=(Twin(log(1 / eps), "the leading term alone"), Twin(1 / sqrt(eps), "as beside one")),
)


@escape_two.certified(
    scope="eps = 1e-30, 1e-60, by the integral; remainder <= 20 q (1 + log(1/q)), q = 2 eps/(1 - eps)",
    reach="cases",
)
def _from_two(predicted: Predicted) -> Compared:
    with precision(60):
        for small in (Fraction(1, 10**30), Fraction(1, 10**60)):
            q = arb(to_fmpq(2 * small / (1 - small)))
            rest = (20 * q * (1 - q.log())).upper()
            p = mean_map([small, (1 - small) / 2], 30, multiplicities=[1, 2])[0]
            yield f"eps = {small}", p / arb(to_fmpq(small)) + arb(0, rest), enclose(predicted, {"eps": small}, 60)


escape_many = Claim(
    "daneshmand21.mean-map.escape-from-many",
    source=SLIDES,
    status="new",
    says="an eigenvalue eps -> 0 beside m >= 3 equal ones is multiplied by m/(m-2)",
    tex=r"p_1/\varepsilon\to\frac m{m-2}",
    hypotheses=("n = m + 1", "m >= 3", "eps -> 0"),
    silent_on="m = 1, 2, where the factor grows without bound",
    predicts=m / (m - 2),
    over=grid(m=(3, 4, 7)),
    uses=THE_MAP,
    twins=(Twin(m / (m - 1), "A10: m/(m-1)"), Twin((m + 1) / (m - 1), "n for m")),
)


@escape_many.exact(
    scope="m = 3..9: the limit E[m/chi^2_m] = int (1 + 2t/m)^(-m/2) dt",
    reach="step",
    of="the limit eps -> 0 under the integral",
)
def _limit(predicted: Predicted) -> Compared:
    for count in range(3, 10):
        u = symbols("u", positive=True)
        yield (
            f"m = {count}",
            sympy.integrate((1 + 2 * u / count) ** Rational(-count, 2), (u, 0, oo)),
            predicted.subs(m, count),
        )


@escape_many.certified(scope="m = 3..9, eps = 1e-60, by the integral, with a proven remainder", reach="cases")
def _from_many(predicted: Predicted) -> Compared:
    with precision(80):
        small = Fraction(1, 10**60)
        e = arb(to_fmpq(small))
        for count in range(3, 10):
            others = 2 * (1 - e) / count
            # 0 <= 1 - (1 + x)^(-3/2) <= (3x/2)^(1/4) with x = 2 t eps
            beta = arb(5) / 4, arb(count) / 2 - arb(5) / 4
            rest = (3 * e / others).root(4) / others * beta[0].gamma() * beta[1].gamma() / (beta[0] + beta[1]).gamma()
            p = mean_map([small, (1 - small) / count], 30, multiplicities=[1, count])[0]
            yield f"m = {count}", p / e * (1 - e) + arb(0, rest.upper()), enclose(predicted, {"m": count}, 80)


depth = Claim(
    "daneshmand21.mean-map.depth",
    source=SLIDES,
    status="new",
    says="from one eigenvalue 1e-12 and n - 1 equal ones, 10, 34 and 88 layers bring V below 1/100 for n = 2, 4, 8: "
    "log2 log(1/eps) or log(1/eps)/log((n-1)/(n-3)), not 1/eps as (1 - 2 alpha/3)^l with alpha = lam_min suggests",
    tex=r"l(10^{-12})=10,\ 34,\ 88\quad(n=2,4,8)",
    hypotheses=("C_{l+1} = F(C_l)", "lam = (1e-12, b, .., b)"),
    predicts=(Integer(10), Integer(34), Integer(88)),
    over=({},),
    uses=("daneshmand21.mean-map.escape-from-one", "daneshmand21.mean-map.escape-from-many"),
    twins=(Twin((Integer(10) ** 12,) * 3, "A10: linear in 1/eps"),),
)


@depth.certified(scope="orbits in balls, V compared with 1/100 at every layer", reach="cases")
def _layers(predicted: Predicted) -> Compared:
    small = Fraction(1, 10**12)
    for size, claimed in zip((2, 4, 8), predicted, strict=True):
        yield f"n = {size}", layers_needed(small, size), claimed


@cache
def layers_needed(small: Fraction, size: int) -> Integer:
    """First l with V_l < 1/100, from (small, b, .., b); every comparison is certain."""
    counts = [1, size - 1]
    with precision(60):
        for layers, p in enumerate(orbit([small, (1 - small) / (size - 1)], 45, multiplicities=counts)):
            V, threshold = gap(p, multiplicities=counts), arb(1) / 100
            if threshold > V:
                return Integer(layers)
            if not threshold < V:
                raise ArithmeticError(f"V = {V.str(8)} after {layers} layers: more digits are needed")
    raise AssertionError("orbits do not end")
