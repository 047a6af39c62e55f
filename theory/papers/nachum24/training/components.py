"""Figure 2: accuracy and rank with BN, without, and without but from He's initialisation; and by component."""

from __future__ import annotations

from sympy import Rational

from theory.claim import Claim, Locator, Twin
from theory.claim.effects import mean_effect
from theory.domains.given import Given
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.training.setting import MLPS

FIGURE = Locator(
    NACHUM24, "Figure 2, 'changing only the default PyTorch initialization in the code to the He initialization'"
)
SCALED = "the source's code, data and sizes; which accuracies its figure shows: we hold its caption"

he_restores = Claim(
    "nachum24.training.he-restores",
    source=FIGURE,
    status="reconstructed",
    **mean_effect(
        "deep ReLU networks without BN learn when He's initialisation takes the place of PyTorch's",
        "a - b, a and b their training accuracies",
        r"a_{\mathrm{He}}-a_{\mathrm{default}}",
        least=Rational(1, 5),
    ),
    hypotheses=MLPS,
    silent_on=SCALED,
    given=Given(words="paired deep multilayer perceptrons without BN, from two initialisations"),
    twins=(Twin(Rational(9, 10), "all is learnt"),),
)

bn_ahead = Claim(
    "nachum24.training.bn-ahead-of-he",
    source=FIGURE,
    status="measured",
    **mean_effect(
        "BN is still ahead of He's initialisation without BN",
        "a - b, a and b their training accuracies",
        r"a_{\mathrm{BN}}-a_{\mathrm{He}}",
        least=Rational(1, 5),
    ),
    hypotheses=MLPS,
    silent_on=SCALED,
    given=Given(words="paired deep multilayer perceptrons with BN from PyTorch's weights, and without from He's"),
    twins=(Twin(Rational(9, 10), "nothing is learnt without BN"),),
)

recentring = Claim(
    "nachum24.training.recentring-with-he",
    source=FIGURE,
    status="measured",
    **mean_effect(
        "from He's weights recentring alone helps",
        "a - b, a with recentring and b without any component",
        r"a_{\mathrm{RC,He}}-a_{\mathrm{He}}",
        least=Rational(1, 10),
    ),
    hypotheses=MLPS,
    silent_on=f"{SCALED}; PyTorch's weights, from which recentring alone does not learn",
    given=Given(words="paired deep multilayer perceptrons from He's weights, with recentring and with no component"),
    twins=(Twin(Rational(4, 5), "all is due to recentring"),),
)

rescaling = Claim(
    "nachum24.training.rescaling-alone",
    source=FIGURE,
    status="measured",
    **mean_effect(
        "from PyTorch's weights rescaling alone learns what recentring alone does not",
        "a - b, a with rescaling and b with recentring",
        r"a_{\mathrm{RS}}-a_{\mathrm{RC}}",
        least=Rational(2, 5),
    ),
    hypotheses=MLPS,
    silent_on=SCALED,
    given=Given(words="paired deep multilayer perceptrons from PyTorch's weights, with one component each"),
    twins=(Twin(Rational(95, 100), "all is due to rescaling"),),
)

rank = Claim(
    "nachum24.training.rank-with-he",
    source=FIGURE,
    status="measured",
    **mean_effect(
        "before training, He's initialisation keeps a numerical rank of the last hidden layer that PyTorch's loses",
        "a - b, a and b the ranks as shares of the width",
        r"(\mathrm{rank}_{\mathrm{He}}-\mathrm{rank}_{\mathrm{default}})/d",
        least=Rational(2, 5),
    ),
    hypotheses=(
        *MLPS[:4],
        "twice as many points as neurons; singular values above max(d, n) times the greatest times 2^-23 count, as in "
        "torch.matrix_rank",
    ),
    silent_on=f"{SCALED}; training",
    given=Given(words="paired deep multilayer perceptrons without BN, from two initialisations, before training"),
    twins=(Twin(Rational(99, 100), "all directions on one side, not one on the other"),),
)
