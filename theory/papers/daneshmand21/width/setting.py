"""The chain at finite width: where it is from, and its rows."""

from theory.claim import Locator
from theory.papers.daneshmand21 import DANESHMAND21

CHAIN = Locator(DANESHMAND21, "slides: H_(l+1) = (1/sqrt(width)) BN(W_l H_l)")
NEAR = Locator(DANESHMAND21, "Theorem 1 (second-hand), for starts near orthogonality")
