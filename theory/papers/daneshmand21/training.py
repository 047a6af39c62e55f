"""Orthogonal starts without BN: what they recover of training, sliced V' and orthogonal, beside BN."""

from __future__ import annotations

from sympy import Rational

from theory.claim import Claim, Locator, Twin, Verdict
from theory.claim.effects import mean_effect, share
from theory.domains.given import Given
from theory.papers.daneshmand21 import DANESHMAND21

MLPS = (
    "quick: digits of scikit-learn, 1,024 training points a seed, width 32, depth 16, minibatches of 32, 200 steps",
    "standard: Fashion-MNIST, 8,192 points, width 64, depth 24, minibatches of 64, 500 steps",
    "deep: Fashion-MNIST, 60,000 points, width 128, depth 32, minibatches of 128, 1,000 steps",
    "ReLU; the first layer is He's; the start makes W = c V' S^(-1/2) U^T of H = U S V^T in every other hidden layer, "
    "on eight times as many training points as neurons; c as He's weights have it in the mean",
    "V' is sliced, the first rows of V, as the source has it; or a Haar orthogonal matrix, where that is said",
    "one sample is one seed: its training points, their order, and the weights, where its arms can have them in common",
    "SGD without momentum on cross entropy at rates .0001, .001, .01 and .1; each arm takes the rate with its greatest "
    "accuracy",
    "accuracy is that on the training points after the last step, with the statistics of these; diverged: 0",
)
BN = "BN: before the ReLU, epsilon 1e-5, trained gamma and beta; PyTorch's initialisation, as without BN and start"
SCALED = "the source's data and sizes (CIFAR-10); test accuracies"


def item(words: str) -> Locator:
    return Locator(DANESHMAND21, words)


recovers = Claim(
    "daneshmand21.training.start-recovers",
    source=item("slides, 'Saving training time by starting from orthogonal representations': red and blue"),
    status="reconstructed",
    **mean_effect(
        "deep ReLU networks without BN learn from the source's start what they do not learn from PyTorch's",
        "a - b, a and b their training accuracies",
        r"a_{\mathrm{start}}-a_{\mathrm{default}}",
        least=Rational(2, 5),
    ),
    hypotheses=(*MLPS, BN),
    silent_on=SCALED,
    given=Given(words="paired deep multilayer perceptrons without BN, from the source's start and from PyTorch's"),
    twins=(Twin(Rational(9, 10), "all is learnt"),),
)

replaces = Claim(
    "daneshmand21.training.start-replaces-bn",
    source=item("slides, 'Replacing BN with orthogonalization'"),
    status="reading",
    **share(
        "the source's start without BN reaches the training accuracy of BN",
        r"a_{\mathrm{start}}\ge a_{\mathrm{BN}}",
        least=Rational(3, 4),
    ),
    hypotheses=(*MLPS, BN),
    silent_on=f"{SCALED}, at which nothing is claimed false",
    given=Given(words="paired deep multilayer perceptrons, from the source's start without BN, and with BN"),
    expected=Verdict.REFUTED,
    no_truth="in this protocol BN is ahead: bn-ahead",
    corrected_by=("daneshmand21.training.bn-ahead",),
)

bn_ahead = Claim(
    "daneshmand21.training.bn-ahead",
    source=item("slides, 'Replacing BN with orthogonalization'"),
    status="measured",
    **share(
        "BN is ahead of the source's start without BN in training accuracy",
        r"a_{\mathrm{BN}}>a_{\mathrm{start}}",
        least=Rational(3, 5),
    ),
    hypotheses=(*MLPS, BN),
    silent_on=SCALED,
    given=Given(words="paired deep multilayer perceptrons, from the source's start without BN, and with BN"),
    twins=(Twin(Rational(3, 2), "a frequency above 1"),),
)

sliced = Claim(
    "daneshmand21.training.sliced-beats-orthogonal",
    source=item("appendix E, V' sliced from V"),
    status="measured",
    **mean_effect(
        "V' sliced from V, which is not orthogonal, trains better than an orthogonal one",
        "a - b, a sliced and b orthogonal",
        r"a_{\mathrm{sliced}}-a_{\mathrm{orthogonal}}",
        least=Rational(1, 10),
    ),
    hypotheses=MLPS,
    silent_on=f"{SCALED}; networks without ReLU, where slicing can raise the gap (iteration.sliced)",
    given=Given(words="paired deep multilayer perceptrons without BN, from V' sliced and orthogonal"),
    twins=(Twin(Rational(4, 5), "nothing is learnt from an orthogonal V'"),),
)

gap = Claim(
    "daneshmand21.training.sliced-gap",
    source=item("appendix E, V' sliced from V"),
    status="measured",
    **mean_effect(
        "with ReLU the sliced V' also leaves the smaller orthogonality gap: before training, in the last hidden "
        "layer on the points of the start",
        "V - V_sliced, V with an orthogonal V'",
        r"V_{\mathrm{orthogonal}}-V_{\mathrm{sliced}}",
        least=Rational(1, 10),
    ),
    hypotheses=MLPS[:6],
    silent_on="networks without ReLU; points that the start has not seen",
    given=Given(words="paired starts of deep multilayer perceptrons without BN, V' sliced and orthogonal"),
    twins=(Twin(Rational(4, 5), "from no orthogonality to all of it"),),
)

influences = Claim(
    "daneshmand21.training.orthogonality-influences",
    source=item("slides, 'The orthogonality influences training'"),
    status="reconstructed",
    **mean_effect(
        "the gap at the start influences training: with S^(-1/2) in the start (which lowers it) networks learn "
        "more than with S^(1/2) (which raises it), V' orthogonal",
        "a - b",
        r"a_{1/2}-a_{-1/2}",
        least=Rational(1, 20),
    ),
    hypotheses=MLPS,
    silent_on=f"{SCALED}; what else the power changes",
    given=Given(words="paired deep multilayer perceptrons without BN, from starts of powers 1/2 and -1/2"),
    twins=(Twin(Rational(4, 5), "all against nothing"),),
)
