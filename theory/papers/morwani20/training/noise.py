"""Section 5 in a protocol: few useful features among many of noise."""

from __future__ import annotations

from sympy import Rational

from theory.claim import Claim
from theory.papers.morwani20.training.setting import FAMILY, SEEDS, section

little_data = Claim(
    "morwani20.training.little-data",
    source=section(
        5,
        "batchnorm, even without regularization, beats the non-batchnorm network in terms of best "
        "validation accuracy, when there is less training data",
    ),
    status="quoted",
    says="with 3 and with 10 data for each class, whatever the law of the family, BN is ahead in best validation "
    "accuracy at least as often as it is behind",
    tex=r"P(\mathrm{acc}_{BN}>\mathrm{acc}_{\text{vanilla}})+\tfrac12P(\text{equal})\ge\tfrac12",
    hypotheses=FAMILY,
    silent_on="the one instance of the notes, whose law, rates and batches are not stated",
    relation=">=",
    predicts=Rational(1, 2),
    given=SEEDS,
    left=r"P(\mathrm{acc}_{BN}>\mathrm{acc}_{\text{vanilla}})+\tfrac12P(\text{equal})",
)
