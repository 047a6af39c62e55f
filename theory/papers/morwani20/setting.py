"""Scalars in which statements of every dimension d are predicted, and points at which twins are told apart."""

from __future__ import annotations

from typing import Any

from sympy import Rational, Symbol, symbols

from theory.claim import Locator
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.law import Law

OLS = Locator(MORWANI20, "Section 2")
CAI = Locator(MORWANI20, "Section 2, 'the arguments of Cai et al. (2019)', whose text we do not hold")
MOMENTS = ("H = E x x^T positive definite, E x = 0", "g = E x y != 0", "w != 0")
gamma, sigma = Symbol("gamma", real=True), Symbol("sigma", positive=True)
gv, gw, vw, hvw, hww, uv = symbols("gv gw vw hvw hww uv", real=True)
ww, uu, gg, hvv, U2, norm_w, eps, rate_gamma, c = symbols("ww uu gg hvv U2 norm_w eps rate_gamma c", positive=True)
SOME = {
    "gamma": Rational(2, 3), "sigma": Rational(5, 2), "gv": Rational(7, 4), "gw": Rational(3, 5), "vw": Rational(11, 7),
    "hvw": Rational(13, 6), "hww": Rational(25, 4), "uv": Rational(8, 9), "ww": Rational(17, 4), "uu": Rational(19, 9),
    "gg": Rational(23, 5), "hvv": Rational(29, 8), "U2": Rational(31, 3), "norm_w": Rational(37, 10),
    "eps": Rational(3, 7), "rate_gamma": Rational(4, 5), "c": Rational(9, 4),
}  # fmt: skip

OTHER = {name: 1 + 2 * value for name, value in SOME.items()} | {"gamma": Rational(-5, 4)}
OVER = (SOME, OTHER)
"""Points at which twins are told apart: the scalars are free, for a large enough d."""


def law(**known: Any) -> Law:
    """X = x.w, V = x.v, centred, and labels Y: their means of products are the scalars; some of them may be `known`."""
    own = {"X": 0, "V": 0, "Y": Symbol("my", real=True), "X X": sigma**2, "X V": hvw, "V V": hvv, "X Y": gw, "V Y": gv}
    return Law({**own, "Y Y": Symbol("yy", positive=True), **{name.replace("_", " "): v for name, v in known.items()}})
