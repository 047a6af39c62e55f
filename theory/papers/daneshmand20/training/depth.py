"""Figure 1: without batch normalization rank and accuracy fall with depth, with it they hardly do."""

from __future__ import annotations

from sympy import Rational

from theory.claim import Claim, Twin
from theory.papers.daneshmand20.training.setting import MLPS, SCALED, item, seeds

FIGURE = "Figure 1, 'they are essentially unable to learn .. as soon as the number of layers is above 10'"

gap = Claim(
    "daneshmand20.training.depth-gap",
    source=item(FIGURE),
    status="reconstructed",
    says="deep multilayer perceptrons learn with BN what they do not learn without: the mean over seeds of max(a - b, "
    "0), a and b the training accuracies with and without it, is at least 2/5",
    tex=r"\mathbb E\max(a_{\mathrm{BN}}-a_{\mathrm{vanilla}},0)\ge\tfrac25",
    hypotheses=MLPS,
    silent_on=f"{SCALED}; accuracy on other points",
    given=seeds("paired deep multilayer perceptrons with BN and without"),
    left=r"\mathbb E\max(a_{\mathrm{BN}}-a_{\mathrm{vanilla}},0)",
    speaks_of=("rs",),
    relation=">=",
    predicts=Rational(2, 5),
    over=({},),
    twins=(Twin(Rational(19, 20), "nothing is learnt without BN, and all with it"),),
)

vanilla = Claim(
    "daneshmand20.training.vanilla-loses-accuracy",
    source=item(FIGURE),
    status="reconstructed",
    says="without BN, depth costs the accuracy: the mean over seeds of max(a - b, 0), a at depth 2 and b at the full "
    "depth, is at least 2/5",
    tex=r"\mathbb E\max(a_2-a_L,0)\ge\tfrac25\quad(\text{vanilla})",
    hypotheses=MLPS,
    silent_on=SCALED,
    given=seeds("multilayer perceptrons without BN, of depth 2 and deep, on the same points"),
    left=r"\mathbb E\max(a_2-a_L,0)",
    relation=">=",
    predicts=Rational(2, 5),
    over=({},),
    twins=(Twin(Rational(19, 20), "of all accuracy nothing is left"),),
)

mild = Claim(
    "daneshmand20.training.bn-drops-mildly",
    source=item("Figure 1, 'their training accuracy drops only very mildly as the networks reach depth 32'"),
    status="reconstructed",
    says="with BN, the full depth costs at most 1/5 of accuracy against depth 2, for at least half of the seeds",
    tex=r"\mathbb P(a_2-a_L\le\tfrac15)\ge\tfrac12\quad(\mathrm{BN})",
    hypotheses=MLPS,
    silent_on=SCALED,
    given=seeds("multilayer perceptrons with BN, of depth 2 and deep, on the same points"),
    left=r"\mathbb P(a_2-a_L\le\tfrac15)",
    relation=">=",
    predicts=Rational(1, 2),
    over=({},),
    twins=(Twin(Rational(3, 2), "a frequency above 1"),),
)

ranks = Claim(
    "daneshmand20.training.rank-collapse",
    source=item("Figure 1, left, 'the rank in the last hidden layer of the vanilla networks collapses with depth'"),
    status="reconstructed",
    says="before training, the numerical rank of the last hidden layer, as a share of the width, is greater with BN: "
    "the mean of the difference, or 0 where it is negative, is at least 3/5",
    tex=r"\mathbb E\max(\mathrm{rank}_{\mathrm{BN}}-\mathrm{rank}_{\mathrm{vanilla}},0)/d\ge\tfrac35",
    hypotheses=(
        *MLPS[:5],
        "twice as many points as neurons; singular values above max(d, n) times the greatest times 2^-23 count, as in "
        "torch.matrix_rank",
    ),
    silent_on="r(H), which stays bounded for ReLU networks (daneshmand20.figures.relu-rank); what keeps the rank: "
    "recentring without rescaling does, too",
    given=seeds("paired deep multilayer perceptrons with BN and without, before training"),
    left=r"\mathbb E\max(\mathrm{rank}_{\mathrm{BN}}-\mathrm{rank}_{\mathrm{vanilla}},0)/d",
    relation=">=",
    predicts=Rational(3, 5),
    over=({},),
    twins=(Twin(Rational(11, 10), "more directions than neurons"),),
)
