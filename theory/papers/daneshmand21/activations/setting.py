"""The chain with an activation: where it is from, and its hypotheses."""

from theory.claim import Locator
from theory.papers.daneshmand21 import DANESHMAND21

CONJECTURE = Locator(DANESHMAND21, "appendix F, the conjecture (second-hand)")
CHAIN = ("Q' = BN(W F(Q)), rows of BN of length 1, M = Q^T Q/d", "rows of W i.i.d., no row of W F(Q) is zero")
