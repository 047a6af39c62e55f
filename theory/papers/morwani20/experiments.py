"""Sections 3 to 5: what was seen in experiments, and whether it is seen again in protocols that are stated in full.

The notes used 10,000 images of MNIST (Sections 3, 4) and data of a law that they leave open (Section 5). The protocols
here are small and synthetic, and need nothing but NumPy; those on real data, and on a family of laws of Section 5, are
in `theory.papers.morwani20.training`.
"""

from __future__ import annotations

from sympy import Integer, Rational

from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.papers.morwani20 import MORWANI20, READING

CLUSTERS = (
    "32 points in 4 Gaussian clusters in R^8: class means N(0, (3/2)^2 I), within classes N(0, I)",
    "layers of width 16, ReLU, Gaussian weights of variance 2/d, cross entropy; BN on all layers but the last",
    "full-batch gradient descent; the vanilla network starts at the equivalent point of the BN network",
    "divergence: a loss above 10^6",
    "the frequencies are measured, not derived: of 8,000 networks, to .004",
)
LITTLE_DATA = (
    "200 features, the first 20 useful: class means +-6/5 by fair coins plus noise of sd 3/10, the others N(0, 1)",
    "5 classes, 3 data each; 1 hidden layer of 32, ReLU; full batch, 30 steps, no shuffling",
    "best accuracy on 200 new data over every tenth step and the rates 3/100, 3/10; BN evaluated with the "
    "statistics of training",
)

rate_one = Claim(
    "morwani20.experiments.rate-one",
    source=Locator(MORWANI20, "Section 3, experiment"),
    status="measured",
    says="in our synthetic protocol BN does not diverge at learning rate 1, the network without BN nearly always does: "
    "the frequencies within 10 steps are 0 and .99",
    hypotheses=(*CLUSTERS, "10 layers, learning rate 1, 10 steps"),
    silent_on="real data, of which the notes say 'BN doesn't diverge at this lr, but the neural net without BN "
    "diverges': training.rate-one; which of the two is the better at a rate that both can take: experiments.small-rate",
    predicts=(Integer(0), Rational(99, 100)),
    given=Given(words="data, weights and steps as in the hypotheses"),
    left=r"(P(\text{BN diverges}),\ P(\text{vanilla diverges}))",
    twins=(Twin((Integer(1), Integer(0)), "the other way round"),),
)

small_rate = Claim(
    "morwani20.experiments.small-rate",
    source=Locator(MORWANI20, "Section 3, experiment"),
    status="measured",
    says="in our synthetic protocol neither diverges at learning rate 1/10 and the network without BN has the lower "
    "loss after 10 steps: BN buys range, not speed; the frequencies of divergence are 0 and 0, that of two finite "
    "losses in this order .977",
    hypotheses=(*CLUSTERS, "6 layers, learning rate 1/10, 10 steps"),
    silent_on="test accuracy; deeper networks: with 10 layers BN is ahead in one of ten, with 14 the vanilla network "
    "diverges at 1/10, too",
    predicts=(Integer(0), Integer(0), Rational(977, 1000)),
    given=Given(words="data, weights and steps as in the hypotheses"),
    left=r"(P(\text{vanilla diverges}),\ P(\text{BN diverges}),\ P(L_{\text{vanilla}}<L_{BN}<\infty))",
    twins=(Twin((Integer(0), Integer(0), Integer(0)), "BN has the lower loss at every rate"),),
)

always_robust = Claim(
    "morwani20.experiments.always-robust",
    source=Locator(MORWANI20, "Section 5"),
    **READING,
    says="with little training data the best validation accuracy of BN is at least that of the network without, "
    "whatever the data, which the notes do not say: in this protocol with probability 1",
    hypotheses=LITTLE_DATA,
    predicts=Integer(1),
    given=Given(words="data, weights and steps as in the hypotheses"),
    left=r"P(\mathrm{acc}_{BN}\ge\mathrm{acc}_{\text{vanilla}})",
    no_truth="the true frequency of this protocol, about 1/8, is a measurement of ours: nothing predicts it",
)

TUNED = (
    "random H with eigenvalues 1, 1/kappa and log-uniform ones between, u and the start uniform on the unit sphere",
    "halved loss, residual 1e-4, at most 600 steps, the fewest over rates: .5, .75, 1, 1.25, 1.5, 1.7, 1.9 without BN; "
    "2^-2, .., 2^7 for w and 1 for gamma with BN, from the same prediction",
    "the frequencies are measured, not derived: of 8,192 problems each",
)

condition = Claim(
    "morwani20.experiments.condition-in-space",
    source=Locator(
        MORWANI20,
        "Section 2, 'in higher dimensions, we see for small condition numbers, non-BN networks converge faster'",
    ),
    status="measured",
    says="d = 3, tuned rates, in our protocol: without BN fewer steps are needed in .729 of the problems at kappa = 3, "
    "in .51 at kappa = 10, in .128 at kappa = 1000, as the notes saw",
    hypotheses=(*TUNED, "d = 3"),
    silent_on="the rates and starts of the notes, which they do not state; asymptotic speed: rates.tuned",
    predicts=(Rational(729, 1000), Rational(51, 100), Rational(16, 125)),
    given=Given(words="problems and rates as in the hypotheses"),
    left=r"P(k_{\text{plain}}<k_{BN}|\kappa=3,\ 10,\ 1000)",
    twins=(Twin((Rational(16, 125), Rational(51, 100), Rational(729, 1000)), "the other way round"),),
)

planar = Claim(
    "morwani20.experiments.condition-in-the-plane",
    source=Locator(
        MORWANI20, "Section 2, 'the rate of convergence of BN is almost unaffected by condition number in d=2'"
    ),
    status="measured",
    says="d = 2, tuned rates, in our protocol: with BN 20 steps are enough in .848 of the problems at kappa = 10 and "
    "in .659 at kappa = 1000, without BN in .623 and in .204",
    hypotheses=(*TUNED, "d = 2"),
    silent_on="the rates and starts of the notes, which they do not state; one rate for all kappa: rates.planar-speed",
    predicts=tuple(Rational(share, 1000) for share in (848, 659, 623, 204)),
    given=Given(words="problems and rates as in the hypotheses"),
    left=r"P(k_{BN}\le20|\kappa=10,\ 1000),\ P(k_{\text{plain}}\le20|\kappa=10,\ 1000)",
    twins=(Twin(tuple(Rational(share, 1000) for share in (848, 204, 623, 204)), "BN suffers as much"),),
)
