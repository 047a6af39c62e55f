"""Figures 5, 7 and 13: weights on one side of 0 break batch normalization, and leaving out the centring does not."""

from __future__ import annotations

from sympy import Rational

from theory.claim import Claim, Twin
from theory.claim.effects import mean_effect, share
from theory.papers.daneshmand20.training.setting import MLPS, PAIRED, SCALED, TRAINING, item, seeds

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
    over=({},),
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
    over=({},),
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
    over=({},),
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
    over=({},),
)
