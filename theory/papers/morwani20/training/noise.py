"""Section 5 in a protocol: few useful features among many of noise."""

from __future__ import annotations

from sympy import Rational

from theory.claim import Claim, Verdict
from theory.papers.morwani20.training.setting import FAMILY, SEEDS, section

BEATS = section(
    5,
    "batchnorm, even without regularization, beats the non-batchnorm network in terms of best validation accuracy, "
    "when there is less training data",
)
AHEAD = r"P(\mathrm{acc}_{BN}>\mathrm{acc}_{\text{vanilla}})+\tfrac12P(\text{equal})"

little_data = Claim(
    "morwani20.training.little-data",
    source=BEATS,
    status="reading",
    says="with 3 and with 10 data for each class, whatever the law of the family, BN is ahead in best validation "
    "accuracy at least as often as it is behind",
    hypotheses=FAMILY,
    silent_on="the one instance of the notes, whose law, rates and batches are not stated",
    relation=">=",
    predicts=Rational(1, 2),
    given=SEEDS,
    left=AHEAD,
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.training.behind",),
    no_truth="the least frequency over the family, about .06, is a measurement of ours: nothing predicts it",
)

behind = Claim(
    "morwani20.training.behind",
    source=BEATS,
    status="measured",
    says="with 3 data for each class and class means +-3/5 of 100 useful features in 1000 (quick: +-6/5 of 40 in 400) "
    "the network with BN is ahead in best validation accuracy in at most one of three seeds, equal ones counted half",
    hypotheses=(*FAMILY, "m = 3/5 (quick: 6/5), 3 data for each class"),
    silent_on="other laws of the family: with 1000 features and means +-6/5 BN is ahead in .6 of a pilot's seeds",
    relation="<=",
    predicts=Rational(1, 3),
    given=SEEDS,
    left=AHEAD,
)
