"""How deep a network with BN and no skip connections trains, and what an activation near the linear one does."""

from __future__ import annotations

from sympy import Rational

from theory.claim import Claim, Locator, Twin
from theory.claim.effects import mean_effect
from theory.domains.given import Given
from theory.papers.yang19 import YANG19

DEPTH = Locator(YANG19, "trainable depth")
MLPS = (
    "quick: digits of scikit-learn, 1,024 training points a seed, width 32, L = 12, minibatches of 16, 100 steps",
    "standard: Fashion-MNIST, 8,192 points, width 64, L = 16, minibatches of 64, 300 steps",
    "deep: Fashion-MNIST, 60,000 points, width 128, L = 32, minibatches of 128, 1,000 steps",
    "one sample is one seed: its training points, their order, and the weights, which its arms have in common",
    "weights and biases uniform on [-a, a], a = d^(-1/2); no skip connections",
    "BN before every activation, with epsilon 1e-5, gamma 1 and beta 0 at the start, all trained",
    "SGD without momentum on cross entropy at rates .01 and .1; each arm takes the rate with its greatest accuracy",
    "accuracy is that on the training points after the last step, with the statistics of these; diverged: 0",
)

limit = Claim(
    "yang19.training.depth-limit",
    source=DEPTH,
    status="reconstructed",
    **mean_effect(
        "networks with BN that learn at one depth do not learn at three times this depth",
        "a - b, a and b the training accuracies at depths L and 3L",
        r"a_L-a_{3L}",
        least=Rational(3, 10),
    ),
    hypotheses=(*MLPS, "ReLU"),
    silent_on="the source's networks, data and numbers of steps; at which depth training stops, and whether the growth "
    "of gradients (growth.relu) is why: near-linear has both less growth and more accuracy",
    given=Given(words="multilayer perceptrons with BN, of depths L and 3L, on the same points"),
    uses=("yang19.growth.relu",),
    twins=(Twin(Rational(19, 20), "of all accuracy nothing is left"),),
)

linear = Claim(
    "yang19.training.near-linear",
    source=DEPTH,
    status="reconstructed",
    **mean_effect(
        "nearer to the linear activation the depth 3L can be trained again",
        "b - a, a and b the training accuracies with ReLU and with max(x, x/2)",
        r"b-a",
        least=Rational(3, 10),
    ),
    hypotheses=(*MLPS, "depth 3L"),
    silent_on="the source's activations, networks and data; which slope is best",
    given=Given(words="paired multilayer perceptrons of depth 3L with BN, with ReLU and with max(x, x/2)"),
    uses=("yang19.growth.linear", "yang19.growth.relu"),
    twins=(Twin(Rational(19, 20), "nothing is learnt with ReLU, and all near the linear one"),),
)
