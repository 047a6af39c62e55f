"""Theorem 1: where it is from, its chain, and its alpha."""

from sympy import Symbol

from theory.claim import Locator
from theory.papers.daneshmand21 import DANESHMAND21

THEOREM_1 = Locator(DANESHMAND21, "Theorem 1 (second-hand: 2 (1 - 2 alpha/3)^l + 3n/(alpha sqrt d))")
CHAIN = ("W_l Gaussian, H_(l+1) = d^(-1/2) BN(W_l H_l), rows of BN of length 1", "n >= 2")
alpha = Symbol("alpha", positive=True)
