"""Figures 4, 6, 11 and 12: pre-training that raises the rank, against batch normalization."""

from __future__ import annotations

from sympy import Rational

from theory.claim import Claim, Twin, Verdict
from theory.claim.effects import mean_effect, share
from theory.papers.daneshmand20.training.setting import MLPS, SCALED, item, seeds

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
    over=({},),
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
    over=({},),
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
    over=({},),
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
    over=({},),
    twins=(Twin(Rational(3, 2), "a share above 1"),),
)
