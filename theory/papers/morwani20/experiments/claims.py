"""Sections 3 to 5: what was seen in experiments, and whether it is seen again in protocols that are stated in full.

The notes used 10,000 images of MNIST (Sections 3, 4) and data of a law that they leave open (Section 5). The suite has
neither: its protocols are small and synthetic, and an observation on other data is no theorem. Real data are in
`tests/bridge/training/test_backprop.py`: the digits of scikit-learn, which only the tests depend on.
"""

from __future__ import annotations

from sympy import Integer, Rational, Symbol

from theory.claim import Claim, Locator, Twin, Verdict
from theory.claim.domains import Rationals
from theory.claim.given import Given
from theory.papers.morwani20 import MORWANI20

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
    tex=r"P(\text{BN diverges})=0,\quad P(\text{vanilla diverges})=.99\qquad(\eta=1)",
    hypotheses=(*CLUSTERS, "10 layers"),
    silent_on="MNIST, on which the notes say 'BN doesn't diverge at this lr, but the neural net without BN diverges'; "
    "which of the two is the better at a rate that both can take: experiments.small-rate",
    predicts=(Integer(0), Rational(99, 100)),
    over=({},),
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
    tex=r"P(\text{vanilla diverges})=P(\text{BN diverges})=0,\quad P(L_{\text{vanilla}}<L_{BN}<\infty)=.977"
    r"\qquad(\eta=\tfrac1{10})",
    hypotheses=(*CLUSTERS, "6 layers"),
    silent_on="test accuracy; deeper networks: with 10 layers BN is ahead in one of ten, with 14 the vanilla network "
    "diverges at 1/10, too",
    predicts=(Integer(0), Integer(0), Rational(977, 1000)),
    over=({},),
    given=Given(words="data, weights and steps as in the hypotheses"),
    left=r"(P(\text{vanilla diverges}),\ P(\text{BN diverges}),\ P(L_{\text{vanilla}}<L_{BN}<\infty))",
    twins=(
        Twin((Integer(1), Integer(0), Rational(977, 1000)), "vanilla diverges at 1/10"),
        Twin((Integer(0), Integer(1), Rational(977, 1000)), "BN diverges at 1/10"),
        Twin((Integer(0), Integer(0), Integer(0)), "BN has the lower loss at every rate"),
    ),
)

smoothness = Claim(
    "morwani20.experiments.smoothness",
    source=Locator(MORWANI20, "Section 4"),
    status="quoted",
    says="the final eigenvalues of the Hessian and the distance from initialisation are comparable for L_2 and L_3, "
    "centred or not",
    tex=r"\lambda_i(\nabla^2L)\ \text{comparable for}\ L_2,\ L_3,\ \text{centred or not}",
    hypotheses=("10,000 images of MNIST", "comparable: the notes give no number"),
    silent_on="generalization: the differences in accuracy are not significant, as the notes say themselves; there is "
    "no check: the statement gives no number, and the spectra were not computed again",
    predicts=Symbol("ratio", positive=True),
    given={"ratio": Rationals(above=0)},
    left=r"\lambda_i(\nabla^2L_{p})/\lambda_i(\nabla^2L_{q})",
    expected=Verdict.UNDECIDED,
)


robustness = Claim(
    "morwani20.experiments.robustness",
    source=Locator(MORWANI20, "Section 5"),
    status="quoted",
    says="batchnorm, even without regularization, beats the non-batchnorm network in terms of best validation "
    "accuracy, when there is less training data",
    tex=r"\mathrm{acc}_{BN}>\mathrm{acc}_{\text{vanilla}}\ \text{for small training sets}",
    hypotheses=("1000 features, 100 useful, 5 classes, hidden layer of 100", "an instance of a law that is not stated"),
    silent_on="the law of the useful features, the learning rates and the number of instances: as they are not in the "
    "notes there is no check; experiments.always-robust has a law of ours",
    predicts=Symbol("advantage", positive=True),
    given={"advantage": Rationals(above=0)},
    left=r"\mathrm{acc}_{BN}-\mathrm{acc}_{\text{vanilla}}",
    expected=Verdict.UNDECIDED,
)


always_robust = Claim(
    "morwani20.experiments.always-robust",
    source=Locator(MORWANI20, "Section 5"),
    status="reading",
    says="with little training data the best validation accuracy of BN is at least that of the network without, "
    "whatever the data, which the notes do not say: in this protocol with probability 1",
    tex=r"P(\mathrm{acc}_{BN}\ge\mathrm{acc}_{\text{vanilla}})=1",
    hypotheses=LITTLE_DATA,
    silent_on="the instance of the notes",
    predicts=Integer(1),
    over=({},),
    given=Given(words="data, weights and steps as in the hypotheses"),
    left=r"P(\mathrm{acc}_{BN}\ge\mathrm{acc}_{\text{vanilla}})",
    expected=Verdict.REFUTED,
    no_truth="the true frequency of this protocol, about 1/8, is a measurement of ours: nothing predicts it",
)
