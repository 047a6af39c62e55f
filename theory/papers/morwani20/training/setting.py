"""Protocols of Sections 3 to 5, in words: what all claims of a section have in common."""

from __future__ import annotations

from theory.claim import Locator
from theory.domains.given import Given
from theory.papers.morwani20 import MORWANI20

SEEDS = Given(words="training sets, weights and minibatches as in the hypotheses")
DIVERGENCE = "divergence: a loss above 10^6, or none"
DEEP = (
    "a training set of 128 digits (1,000 of MNIST or Fashion-MNIST) for each seed, standardised",
    "10 layers, ReLU, width 32 (64); Gaussian weights of variance 2/d, no biases at the start; cross entropy; BN, with "
    "10^-5 beside the variance, on all layers but the last",
    "full-batch gradient descent, 30 steps; the vanilla network starts at the equivalent point of the BN network",
    DIVERGENCE,
)

MANY_NORMS = (
    "a training set of 64 digits (500 of MNIST) for each seed, standardised; 10 layers of width 16 (32), ReLU; "
    "Gaussian weights of variance 2/d; cross entropy; full-batch gradient descent at rate 1, 20 steps",
    "x -> c/s with c = x - mean(x), or c = x, s^p = mean |c|^p + 10^-5 (p = oo: the greatest |c|), then gamma and "
    "beta, on all layers but the last; the vanilla network starts at the equivalent point of that network",
    DIVERGENCE,
)

FOUR_NORMS = (
    "L_2 and L_3, centred and not: x -> c/s with c = x - mean(x), or c = x, s^p = mean |c|^p + 10^-5; then "
    "gamma and beta",
    "a training set of 400 digits (2,000 of MNIST) for each seed, standardised; 4 layers, ReLU, width 32 (64); "
    "Gaussian weights of variance 2/d; cross entropy; SGD at rate 1/10, batches of 40 (50), 30 epochs",
    "all four share the training set, the weights and the minibatches",
    "comparable: within a factor of 2; the notes give no number",
)

TEN_NORMS = (
    "L_p, p = 3/2, 2, 3, 4 and oo, centred and not: x -> c/s with c = x - mean(x), or c = x, s^p = mean |c|^p + 10^-5 "
    "(p = oo: the greatest |c|); then gamma and beta"
)

FAMILY = (
    "1000 features, the first 100 useful, 1 hidden layer of 100 (quick: 400, 40 and 40): class means +-m by fair coins "
    "plus noise of sd 3/10, m = 3/10, 3/5 or 6/5; the others N(0, 1)",
    "5 classes, 3 or 10 data each; ReLU; Gaussian weights of variance 2/d; cross entropy; 40 "
    "epochs in batches of 25 (all 15 data where they are 3 each), no shuffling",
    "best accuracy on 200 new data over every fifth epoch and the rates 3/100, 3/10; BN evaluated with the statistics "
    "of the training set; both networks share data, weights and order",
)


def section(number: int, words: str) -> Locator:
    return Locator(MORWANI20, f"Section {number}, '{words}'")
