"""The experiments on training, as protocols: depth, gradients, weights of one sign, and pre-training."""

from __future__ import annotations

from sympy import Rational

from theory.claim import Claim, Locator, Twin, Verdict
from theory.claim.effects import mean_effect, share
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


FIGURE_1 = "Figure 1, 'they are essentially unable to learn .. as soon as the number of layers is above 10'"

gap = Claim(
    "daneshmand20.training.depth-gap",
    source=item(FIGURE_1),
    status="reconstructed",
    **mean_effect(
        "deep multilayer perceptrons learn with BN what they do not learn without",
        "a - b, a and b the training accuracies with and without it",
        r"a_{\mathrm{BN}}-a_{\mathrm{vanilla}}",
        least=Rational(2, 5),
    ),
    hypotheses=MLPS,
    silent_on=f"{SCALED}; accuracy on other points",
    given=seeds("paired deep multilayer perceptrons with BN and without"),
    speaks_of=("rs",),
    twins=(Twin(Rational(19, 20), "nothing is learnt without BN, and all with it"),),
)

vanilla = Claim(
    "daneshmand20.training.vanilla-loses-accuracy",
    source=item(FIGURE_1),
    status="reconstructed",
    **mean_effect(
        "without BN, depth costs the accuracy",
        "a - b, a at depth 2 and b at the full depth",
        r"a_2-a_L",
        least=Rational(2, 5),
    ),
    hypotheses=MLPS,
    silent_on=SCALED,
    given=seeds("multilayer perceptrons without BN, of depth 2 and deep, on the same points"),
    twins=(Twin(Rational(19, 20), "of all accuracy nothing is left"),),
)

mild = Claim(
    "daneshmand20.training.bn-drops-mildly",
    source=item("Figure 1, 'their training accuracy drops only very mildly as the networks reach depth 32'"),
    status="reconstructed",
    **share(
        "with BN, the full depth costs at most 1/5 of accuracy against depth 2",
        r"a_2-a_L\le\tfrac15",
        least=Rational(1, 2),
        note=r"\quad(\mathrm{BN})",
    ),
    hypotheses=MLPS,
    silent_on=SCALED,
    given=seeds("multilayer perceptrons with BN, of depth 2 and deep, on the same points"),
)

ranks = Claim(
    "daneshmand20.training.rank-collapse",
    source=item("Figure 1, left, 'the rank in the last hidden layer of the vanilla networks collapses with depth'"),
    status="reconstructed",
    **mean_effect(
        "before training, the numerical rank of the last hidden layer is greater with BN",
        "a - b, a and b the ranks with and without it as shares of the width",
        r"(\mathrm{rank}_{\mathrm{BN}}-\mathrm{rank}_{\mathrm{vanilla}})/d",
        least=Rational(3, 5),
    ),
    hypotheses=(
        *MLPS[:5],
        "twice as many points as neurons; singular values above max(d, n) times the greatest times 2^-23 count, as in "
        "torch.matrix_rank",
    ),
    silent_on="r(H), which stays bounded for ReLU networks (daneshmand20.figures.relu-rank); what keeps the rank: "
    "recentring without rescaling does, too",
    given=seeds("paired deep multilayer perceptrons with BN and without, before training"),
    twins=(Twin(Rational(11, 10), "more directions than neurons"),),
)


FIGURE_10 = "Figure 10, 'the network shows perfectly aligned gradients without Bn .. which renders it un-trainable'"

aligned = Claim(
    "daneshmand20.training.aligned-gradients",
    source=item(FIGURE_10),
    status="reconstructed",
    **mean_effect(
        "before training, the gradients of the last layer's neurons at two points have the same direction up to "
        "sign without BN, and not with it",
        "c - b, c and b their mean |cosines| without it and with it",
        r"\overline{|\cos|}_{\mathrm{vanilla}}-\overline{|\cos|}_{\mathrm{BN}}",
        least=Rational(2, 5),
    ),
    hypotheses=(
        *SIZES,
        *PAIRED[:3],
        "|cos| of the gradients by the weights of one neuron of the last layer at two points, mean over neurons and "
        "pairs of 64 training points",
    ),
    silent_on=f"{SCALED}; gradients of other layers, and those in training; which component it is",
    given=seeds("paired deep multilayer perceptrons with BN and without, before training"),
    uses=("daneshmand20.gradients.collinear",),
    twins=(Twin(Rational(19, 20), "with BN the gradients are orthogonal"),),
)

blind = Claim(
    "daneshmand20.training.same-path-on-random-data",
    source=item("Appendix H, 'SGD takes almost the exact same path on this data'"),
    status="reconstructed",
    **share(
        "without BN, deep networks go the same way on uniform noise in the place of the images: at no step their "
        "losses differ by more than 1/10",
        r"\max_t|\ell_t-\ell^{\mathrm{noise}}_t|\le\tfrac1{10}",
        least=Rational(1, 2),
    ),
    hypotheses=(
        *SIZES,
        *PAIRED[:3],
        "SGD without momentum on cross entropy at rate 1/10, the losses those on the minibatches",
        "the noise is uniform, of mean 0 and variance 1 for each pixel, as the images are all together, and drawn for "
        "each seed anew",
    ),
    silent_on=SCALED,
    given=seeds("deep multilayer perceptrons without BN, on images and on noise with the same labels"),
)

rates = Claim(
    "daneshmand20.training.hundredfold-rate",
    source=item("Appendix H, 'even a 100x increase in the learning rate does not allow training'"),
    status="reconstructed",
    **share(
        "without BN, deep networks do not learn at rates a hundred times those of the grid, either: the greatest "
        "training accuracy at rates 1, 10 and 100 is at most 1/4",
        r"\max_{\eta\in\{1,10,100\}}a_\eta\le\tfrac14",
        least=Rational(1, 2),
    ),
    hypotheses=(*MLPS[:6], "SGD without momentum on cross entropy", MLPS[-1]),
    silent_on=SCALED,
    given=seeds("deep multilayer perceptrons without BN"),
)


ONE_SIDED = "one arm has W uniform on [0, 2a], a = d^(-1/2): the weights of the other, plus a, of the same variance"
VGG = (
    "quick: digits, 1,024 points a seed, blocks of 8, 8 and of 16, 16 channels, minibatches of 32, 60 steps",
    "standard and deep: Fashion-MNIST, 8,192 and 60,000 points, blocks of 16, 16 and 32, 32 and of 64, 64 and 128, 128 "
    "channels, minibatches of 64 and 128, 300 and 1,000 steps",
    "3 x 3 convolutions with BN and ReLU, 2 x 2 greatest pixels after each block, one linear layer",
    PAIRED[0],
    "He's initialisation",
    PAIRED[3],
    TRAINING,
)

dense = Claim(
    "daneshmand20.training.one-sided-breaks-mlp",
    source=item("Section 4, 'Breaking batch normalization'; Figure 6, dashed"),
    status="reconstructed",
    **mean_effect(
        "deep multilayer perceptrons with BN do not learn from weights on [0, 2a]",
        "a - b, a and b the training accuracies from symmetric and from one-sided weights",
        r"a_{\pm}-a_{+}",
        least=Rational(2, 5),
    ),
    hypotheses=(*MLPS, ONE_SIDED),
    silent_on=SCALED,
    given=seeds("paired deep multilayer perceptrons with BN, weights symmetric and one-sided"),
    uses=("daneshmand20.breaking.collapse",),
    twins=(Twin(Rational(19, 20), "nothing is learnt from one side, and all from two"),),
)

convolutional = Claim(
    "daneshmand20.training.one-sided-breaks-vgg",
    source=item("Figure 5, 'unable to fit the CIFAR-10 dataset after changing the initialization in this way'"),
    status="reconstructed",
    **mean_effect(
        "convolutional networks of VGG shape with BN do not learn from weights on [0, 2a]",
        "a - b, a and b the training accuracies from symmetric and from one-sided weights",
        r"a_{\pm}-a_{+}",
        least=Rational(2, 5),
    ),
    hypotheses=(*VGG, "one arm has W uniform on [0, 2a], a^2 = 1/(9 c) for c channels, the other He's law"),
    silent_on="VGG19, CIFAR-10; that the two laws differ in variance, by a factor which BN takes out",
    given=seeds("paired convolutional networks with BN, weights symmetric and one-sided"),
    twins=(Twin(Rational(19, 20), "nothing is learnt from one side, and all from two"),),
)

residual = Claim(
    "daneshmand20.training.one-sided-breaks-residual",
    source=item("Figure 13, ResNet-50 'with standard PyTorch initialization as well as a uniform initialization'"),
    status="reconstructed",
    **mean_effect(
        "deep multilayer perceptrons with BN and skip connections of strength 1 learn less from weights on [0, 2a]",
        "a - b, a and b the training accuracies from symmetric and from one-sided weights",
        r"a_{\pm}-a_{+}",
        least=Rational(1, 5),
    ),
    hypotheses=(*MLPS, ONE_SIDED, "H -> ReLU(BN(H + W H + b)) in layers that keep the width"),
    silent_on=f"{SCALED}; convolutions, and blocks of several layers under one skip connection",
    given=seeds("paired deep residual multilayer perceptrons with BN, weights symmetric and one-sided"),
    twins=(Twin(Rational(19, 20), "nothing is learnt from one side, and all from two"),),
)

centring = Claim(
    "daneshmand20.training.centring-is-redundant",
    source=item("Figure 7, 'the centering does not affect the performance of Bn on a VGG net'"),
    status="reconstructed",
    **share(
        "rescaling alone trains as recentring and rescaling do: their training accuracies are within 1/10 of "
        "each other",
        r"|a_{\mathrm{BN}}-a_{\mathrm{RS}}|\le\tfrac1{10}",
        least=Rational(1, 2),
    ),
    hypotheses=VGG,
    silent_on="VGG19 and CIFAR-10; smaller differences; deep multilayer perceptrons",
    given=seeds("paired convolutional networks with recentring and rescaling, and with rescaling alone"),
)


RAISED = (
    "pre-training: gradient descent at rate 1/10 on the sum of 1/r(H) over the hidden layers, 4 steps on each of 75 "
    "(few: 25) minibatches of 64 points, before the labels are seen"
)
LATE = "the loss is the mean of the minibatches' over the last tenth of the steps; diverged: infinite"
FIGURES = "Figures 4, 11, 12, 'our pre-training method allows vanilla SGD to outperform Bn on very deep MLPs'"

recovers = Claim(
    "daneshmand20.training.pretraining-recovers",
    source=item("Section 1.1, 'a rank-increasing pre-training procedure .. can recover their training ability'"),
    status="reconstructed",
    **mean_effect(
        "deep networks without BN learn after a pre-training that raises r(H)",
        "a - b, a and b the training accuracies with and without it",
        r"a_{\mathrm{pre}}-a_{\mathrm{vanilla}}",
        least=Rational(1, 5),
    ),
    hypotheses=(*MLPS, RAISED),
    silent_on=f"{SCALED}; how much of the accuracy with BN is recovered",
    given=seeds("paired deep multilayer perceptrons without BN, pre-trained and not"),
    twins=(Twin(Rational(9, 10), "all training ability is recovered"),),
)

beats = Claim(
    "daneshmand20.training.pretraining-beats-bn",
    source=item(FIGURES),
    status="reading",
    **share(
        "deep pre-trained networks without BN reach a lower training loss than those with BN",
        r"\ell_{\mathrm{pre}}<\ell_{\mathrm{BN}}",
        least=Rational(1, 2),
    ),
    hypotheses=(*MLPS, RAISED, LATE),
    silent_on=f"{SCALED}; the source's CIFAR-10, at which nothing is claimed false",
    given=seeds("paired deep multilayer perceptrons, pre-trained without BN, and with BN"),
    expected=Verdict.REFUTED,
    no_truth="in this protocol the two change places: bn-beats-pretraining",
    corrected_by=("daneshmand20.training.bn-beats-pretraining",),
)

beaten = Claim(
    "daneshmand20.training.bn-beats-pretraining",
    source=item(FIGURES),
    status="measured",
    **share(
        "deep pre-trained networks without BN reach a lower training loss than those with BN",
        r"\ell_{\mathrm{pre}}<\ell_{\mathrm{BN}}",
        most=Rational(2, 5),
    ),
    hypotheses=(*MLPS, RAISED, LATE),
    silent_on=SCALED,
    given=seeds("paired deep multilayer perceptrons, pre-trained without BN, and with BN"),
    twins=(Twin(Rational(-1, 2), "a frequency below 0"),),
)

order = Claim(
    "daneshmand20.training.order-of-ranks",
    source=item("Figure 6, 'SGD preserves the initial magnitude of the rank to a large extent'"),
    status="reconstructed",
    says="SGD keeps the order of ranks: of the pairs of five arms whose r(H) differs by a tenth or more before "
    "training, the share with the same order after it is at least 3/5 in the mean over seeds",
    tex=r"\mathbb E\,\#\{(i,j):r_i>1.1\,r_j,\ r_i'>r_j'\}/\#\{(i,j):r_i>1.1\,r_j\}\ge\tfrac35",
    hypotheses=(
        *MLPS,
        RAISED,
        "arms: without BN, the same pre-trained with few and with all minibatches, with BN, with BN and weights on [0, "
        "2a]; r is that of the last hidden layer on the seed's first 64 training points, r' after training",
    ),
    silent_on=f"{SCALED}; the magnitude of the rank itself, which training changes",
    given=seeds("five arms of deep multilayer perceptrons on the same points"),
    left=r"\mathbb E\,\#\{(i,j):r_i>1.1\,r_j,\ r_i'>r_j'\}/\#\{(i,j):r_i>1.1\,r_j\}",
    relation=">=",
    predicts=Rational(3, 5),
    twins=(Twin(Rational(3, 2), "a share above 1"),),
)
