"""Where the statements on the Gaussian approximation come from, and what they are for."""

from __future__ import annotations

from theory.claim import Locator
from theory.papers.daneshmand21 import DANESHMAND21

SLIDES = Locator(
    DANESHMAND21,
    "slides: Wasser._2(W_l H_l, Gaussian)^2 = O((1 - alpha)^l batchsize + batchsize^2/(alpha sqrt(width)))",
)
COROLLARY_3 = Locator(DANESHMAND21, "Corollary 3 and Lemma 2 (second-hand: W_2^2 <= 2 n E V(H_l))")
TABLE_1 = Locator(DANESHMAND21, "Table 1 (second-hand: a ball of radius of order width^(-1/4))")
SETTING = (
    "W of independent N(0, g/d) entries, d x d, d >= n, g = 1 unless said",
    "G another such d x n matrix",
    "|H|_F = 1",
)
