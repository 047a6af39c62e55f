"""Symbols and strengths of the linear network, and the papers that its claims come from."""

from __future__ import annotations

from sympy import Rational, Symbol

from theory.claim import Locator
from theory.domains.given import Given
from theory.domains.numbers import Rationals
from theory.papers.daneshmand20 import DANESHMAND20

LEMMA_3 = Locator(DANESHMAND20, "Lemma 3")
LEMMA_18 = Locator(DANESHMAND20, "Lemma 18 (Thm 3.1 of its reference 8)")
RESIDUAL = "H_(l+1) = (I + gamma W_l) H_l, entries of W_l i.i.d. of mean 0 and variance 1"
GINIBRE = "no skip connection (gamma = inf): products of i.i.d. standard Gaussian d x d matrices"
g = Symbol("g", positive=True)  # gamma
lam = 1 / (2 * g**2)
STRENGTHS = (Rational(1, 3), Rational(1), Rational(2))
DIGITS = 20
ANY_STRENGTH = Given({"g": Rationals(above=0)})
"""Every strength gamma of the skip connection."""
