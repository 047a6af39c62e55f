"""What the protocols of training have in common, in the words of their hypotheses."""

from __future__ import annotations

from theory.claim import Locator
from theory.domains.given import Given
from theory.papers.daneshmand20 import DANESHMAND20

SIZES = (
    "quick: digits of scikit-learn, 1,024 training points a seed, width 32, depth 16, minibatches of 32, 200 steps",
    "standard: Fashion-MNIST, 8,192 points, width 64, depth 24, minibatches of 64, 500 steps",
    "deep, the source's sizes: Fashion-MNIST, 60,000 points, width 128, depth 32, minibatches of 128, 1,000 steps",
)
PAIRED = (
    "one sample is one seed: its training points, their order, and the weights, which its arms have in common",
    "PyTorch's initialisation: weights and biases uniform on [-a, a], a = d^(-1/2)",
    "ReLU after every hidden layer; BN is before it, with epsilon 1e-5, gamma 1 and beta 0 at the start, all trained",
    "SGD without momentum on cross entropy at rates .01, .1 and 1; each arm takes the rate with its greatest accuracy",
)
TRAINING = "accuracy is that on the training points after the last step, with the statistics of these; diverged: 0"
MLPS = (*SIZES, *PAIRED, TRAINING)

SCALED = "the sizes and numbers of epochs of the source, but at level deep its width, depth and minibatches"


def item(words: str) -> Locator:
    return Locator(DANESHMAND20, words)


def seeds(words: str) -> Given:
    """What a protocol speaks of, in words alone."""
    return Given(words=words)
