"""Symbols of the mean map, spectra at which it is evaluated, and the integral that defines it."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import count
from typing import Any

from flint import arb
from sympy import Expr, Rational, symbols

from theory.claim import Locator
from theory.exact.certify import at_each_precision
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import to_fmpq
from theory.orthogonality.mean_map import discretisation, spacing
from theory.papers.daneshmand21 import DANESHMAND21

MEANS = ("W Gaussian, i.i.d. entries", "p = F(lam), the eigenvalues of E[C_{l+1} | C_l]")
THE_MAP = ("daneshmand21.mean-map.integral",)
a, b, c = symbols("a b c", positive=True)
x, y = symbols("x y", positive=True)
SLIDES = Locator(DANESHMAND21, "slides, H_{l+1} = BN(W_l H_l)/sqrt(width)")
LAYER = ("W Gaussian, i.i.d. entries", "lam_1..lam_n >= 0 the eigenvalues of C = H^T H, not all 0", "any width")
lam, mu = symbols("lam mu", positive=True)  # lam_i and another eigenvalue
Q = symbols("Q", positive=True)  # prod_j (1 + 2 t lam_j)


SPECTRA: tuple[tuple[Fraction, ...], ...] = tuple(
    tuple(map(Fraction, spectrum))
    for spectrum in ((3, 2), (4, 2, 1), (1, 2, 2, 3), ("1/2", "1/3", "1/4", "1/5", "1/6"))
)


POINTS = grid(lam=(1, Rational(2, 3)), mu=(Rational(1, 5), 1), t=(Rational(1, 2), 2), Q=(Rational(7, 2), 5))


@at_each_precision
def trapezoid(integrand: Expr, spectrum: tuple[Fraction, ...], i: int, j: int) -> arb:
    """int integrand dt with lam = lam_i, mu = lam_j, to a relative 1e-14 if it is L_i g or L_i L_j g times a constant.

    2t = e^x, nodes in x; the bounds are those of `theory.orthogonality.mean_map`, with one factor L more.
    """
    size, peak = len(spectrum), max(spectrum)
    h, strip = spacing(size + 2, 16)
    values = [arb(to_fmpq(e / peak)) for e in spectrum]
    total = arb(0)
    for k in count(-int(37 / h)):
        x = arb(h) * k
        nodes = x.exp() / 2
        product_of_all = math.prod((1 + 2 * nodes * e for e in values), start=arb(1))
        at = {"lam": values[i], "mu": values[j], "t": nodes, "Q": product_of_all}
        total += nodes * h * enclose(integrand, at, 30)
        if product_of_all > arb("1e34"):
            break
    return total * (1 + arb(0, (2 * discretisation(size + 2, h, strip)).upper() + arb("1e-14")))


def shown(spectrum: tuple[Any, ...]) -> str:
    return "(" + ", ".join(map(str, spectrum)) + ")"
