"""What the protocols of training have in common, in the words of their hypotheses."""

from __future__ import annotations

COMMON = (
    "one sample is one seed: its training points, their order, and what weights its arms can have in common",
    "SGD without momentum on cross entropy; each arm takes the rate with its greatest accuracy on the training points, "
    "of equal ones the least loss at the end",
    "accuracy is that on the training points after the last step, with the statistics of these; diverged: 0",
)
MLPS = (
    "quick: digits of scikit-learn, 1,024 training points a seed, width 32, depth 16, minibatches of 32, 200 steps",
    "standard: Fashion-MNIST, 8,192 points, width 64, depth 24, minibatches of 64, 500 steps",
    "deep: Fashion-MNIST, 60,000 points, width 128, depth 32, minibatches of 128, 1,000 steps",
    "default initialisation: weights and biases uniform on [-a, a], a = d^(-1/2); He's: N(0, 2/d), no biases",
    "components come before the ReLU, epsilon 1e-5, gamma 1 and beta 0 at the start, trained; rates .01, .1 and 1",
    *COMMON,
)
STARTS = (
    "quick: n = 32 digits, width 64, depth 6, 60 steps of gradient descent on all n; standard: n = 64 of "
    "Fashion-MNIST, width 128, depth 8, 100 steps; deep: n = 128, width 256, depth 10, 200 steps",
    "He's weights; in the configured arms the first layer brings the batch to its Gram matrix exactly (outlier), or to "
    "one whose ReLU has it in the mean (symmetric)",
    "equal norms: W of each hidden layer is scaled so that its output has mean square 1 on the batch (full BN makes it "
    "about 1/2 by itself)",
    "T: steps until the loss is at most 1/10, all of them where it never is; rates .01, .1 and 1",
    *COMMON,
)
RECENTRED = "recentring and ReLU in each hidden layer, gamma and beta trained, no rescaling"
FULL = "full BN and ReLU in each hidden layer"
