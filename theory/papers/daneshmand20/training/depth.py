"""Figure 1: without batch normalization rank and accuracy fall with depth, with it they hardly do."""

from __future__ import annotations

from sympy import Rational

from theory.claim import Claim, Twin
from theory.claim.effects import mean_effect, share
from theory.papers.daneshmand20.training.setting import MLPS, SCALED, item, seeds

FIGURE = "Figure 1, 'they are essentially unable to learn .. as soon as the number of layers is above 10'"

gap = Claim(
    "daneshmand20.training.depth-gap",
    source=item(FIGURE),
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
    over=({},),
    twins=(Twin(Rational(19, 20), "nothing is learnt without BN, and all with it"),),
)

vanilla = Claim(
    "daneshmand20.training.vanilla-loses-accuracy",
    source=item(FIGURE),
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
    over=({},),
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
    over=({},),
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
    over=({},),
    twins=(Twin(Rational(11, 10), "more directions than neurons"),),
)
