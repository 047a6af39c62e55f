"""Figure 2: accuracy and rank with BN, without, and without but from He's initialisation; and by component."""

from __future__ import annotations

from sympy import Rational

from theory.claim import Claim, Twin
from theory.papers.nachum24.training.setting import MLPS, item, seeds

FIGURE = "Figure 2, 'changing only the default PyTorch initialization in the code to the He initialization'"
SCALED = "the source's code, data and sizes; which accuracies its figure shows: we hold its caption"

he_restores = Claim(
    "nachum24.training.he-restores",
    source=item(FIGURE),
    status="reconstructed",
    says="deep ReLU networks without BN learn when He's initialisation takes the place of PyTorch's: the mean over "
    "seeds of max(a - b, 0), a and b their training accuracies, is at least 1/5",
    tex=r"\mathbb E\max(a_{\mathrm{He}}-a_{\mathrm{default}},0)\ge\tfrac15",
    hypotheses=MLPS,
    silent_on=SCALED,
    given=seeds("paired deep multilayer perceptrons without BN, from two initialisations"),
    left=r"\mathbb E\max(a_{\mathrm{He}}-a_{\mathrm{default}},0)",
    relation=">=",
    predicts=Rational(1, 5),
    over=({},),
    twins=(Twin(Rational(9, 10), "all is learnt"),),
)

bn_ahead = Claim(
    "nachum24.training.bn-ahead-of-he",
    source=item(FIGURE),
    status="measured",
    says="BN is still ahead of He's initialisation without BN: the mean over seeds of max(a - b, 0) is at least 1/5",
    tex=r"\mathbb E\max(a_{\mathrm{BN}}-a_{\mathrm{He}},0)\ge\tfrac15",
    hypotheses=MLPS,
    silent_on=SCALED,
    given=seeds("paired deep multilayer perceptrons with BN from PyTorch's weights, and without from He's"),
    left=r"\mathbb E\max(a_{\mathrm{BN}}-a_{\mathrm{He}},0)",
    relation=">=",
    predicts=Rational(1, 5),
    over=({},),
    twins=(Twin(Rational(9, 10), "nothing is learnt without BN"),),
)

recentring = Claim(
    "nachum24.training.recentring-with-he",
    source=item(FIGURE),
    status="measured",
    says="from He's weights recentring alone helps: the mean over seeds of max(a - b, 0), a with recentring and b "
    "without any component, is at least 1/10",
    tex=r"\mathbb E\max(a_{\mathrm{RC,He}}-a_{\mathrm{He}},0)\ge\tfrac1{10}",
    hypotheses=MLPS,
    silent_on=f"{SCALED}; PyTorch's weights, from which recentring alone does not learn",
    given=seeds("paired deep multilayer perceptrons from He's weights, with recentring and with no component"),
    left=r"\mathbb E\max(a_{\mathrm{RC,He}}-a_{\mathrm{He}},0)",
    relation=">=",
    predicts=Rational(1, 10),
    over=({},),
    twins=(Twin(Rational(4, 5), "all is due to recentring"),),
)

rescaling = Claim(
    "nachum24.training.rescaling-alone",
    source=item(FIGURE),
    status="measured",
    says="from PyTorch's weights rescaling alone learns what recentring alone does not: the mean over seeds of "
    "max(a - b, 0), a with rescaling and b with recentring, is at least 2/5",
    tex=r"\mathbb E\max(a_{\mathrm{RS}}-a_{\mathrm{RC}},0)\ge\tfrac25",
    hypotheses=MLPS,
    silent_on=SCALED,
    given=seeds("paired deep multilayer perceptrons from PyTorch's weights, with one component each"),
    left=r"\mathbb E\max(a_{\mathrm{RS}}-a_{\mathrm{RC}},0)",
    relation=">=",
    predicts=Rational(2, 5),
    over=({},),
    twins=(Twin(Rational(95, 100), "all is due to rescaling"),),
)

rank = Claim(
    "nachum24.training.rank-with-he",
    source=item(FIGURE),
    status="measured",
    says="before training, He's initialisation keeps a numerical rank of the last hidden layer that PyTorch's loses: "
    "the mean of the difference as a share of the width, or 0 where it is negative, is at least 2/5",
    tex=r"\mathbb E\max(\mathrm{rank}_{\mathrm{He}}-\mathrm{rank}_{\mathrm{default}},0)/d\ge\tfrac25",
    hypotheses=(
        *MLPS[:4],
        "twice as many points as neurons; singular values above max(d, n) times the greatest times 2^-23 count, as in "
        "torch.matrix_rank",
    ),
    silent_on=f"{SCALED}; training",
    given=seeds("paired deep multilayer perceptrons without BN, from two initialisations, before training"),
    left=r"\mathbb E\max(\mathrm{rank}_{\mathrm{He}}-\mathrm{rank}_{\mathrm{default}},0)/d",
    relation=">=",
    predicts=Rational(2, 5),
    over=({},),
    twins=(Twin(Rational(99, 100), "all directions on one side, not one on the other"),),
)
