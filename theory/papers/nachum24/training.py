"""Training: accuracy and rank by component and initialisation (Figure 2), and from the outlier configuration."""

from __future__ import annotations

from typing import Any

from sympy import Rational

from theory.claim import Claim, Locator, Twin, Verdict
from theory.claim.effects import mean_effect, share
from theory.domains.given import Given
from theory.papers.nachum24 import NACHUM24

COMMON = (
    "one sample is one seed: its training points, their order, and what weights its arms can have in common",
    "SGD without momentum on cross entropy; each arm takes the rate with its greatest accuracy on the training points, "
    "of equal ones the least loss at the end",
    "accuracy is that on the training points after the last step, with the statistics of these; diverged: 0",
)
MLPS = (
    "quick: digits of scikit-learn, 1,024 training points a seed, width 32, depth 16, minibatches of 32, 200 steps",
    "standard: Fashion-MNIST, 8,192 points, width 64, depth 24, minibatches of 64, 500 steps",
    "deep: Fashion-MNIST, 60,000 points, width 128, depth 32, minibatches of 128, 1,000 steps",
    "default initialisation: weights and biases uniform on [-a, a], a = d^(-1/2); He's: N(0, 2/d), no biases",
    "components come before the ReLU, epsilon 1e-5, gamma 1 and beta 0 at the start, trained; rates .01, .1 and 1",
    *COMMON,
)
STARTS = (
    "quick: n = 32 digits, width 64, depth 6, 60 steps of gradient descent on all n; standard: n = 64 of "
    "Fashion-MNIST, width 128, depth 8, 100 steps; deep: n = 128, width 256, depth 10, 200 steps",
    "He's weights; in the configured arms the first layer brings the batch to its Gram matrix exactly (outlier), or to "
    "one whose ReLU has it in the mean (symmetric)",
    "equal norms: W of each hidden layer is scaled so that its output has mean square 1 on the batch (full BN makes it "
    "about 1/2 by itself)",
    "T: steps until the loss is at most 1/10, all of them where it never is; rates .01, .1 and 1",
    *COMMON,
)
RECENTRED = "recentring and ReLU in each hidden layer, gamma and beta trained, no rescaling"
FULL = "full BN and ReLU in each hidden layer"


FIGURE = Locator(
    NACHUM24, "Figure 2, 'changing only the default PyTorch initialization in the code to the He initialization'"
)


def _component(name: str, effect: dict[str, Any], words: str, twin: Twin, **more: Any) -> Claim:
    """Of Figure 2: a difference of two arms."""
    silent_on = "the source's code, data and sizes; which accuracies its figure shows: we hold its caption"
    return Claim(
        f"nachum24.training.{name}", source=FIGURE, **effect, given=Given(words=words), twins=(twin,),
        **{"status": "measured", "hypotheses": MLPS, "silent_on": silent_on, **more},
    )  # fmt: skip


he_restores = _component(
    "he-restores",
    mean_effect(
        "deep ReLU networks without BN learn when He's initialisation takes the place of PyTorch's",
        "a - b, a and b their training accuracies",
        r"a_{\mathrm{He}}-a_{\mathrm{default}}",
        least=Rational(1, 5),
    ),
    "paired deep multilayer perceptrons without BN, from two initialisations",
    Twin(Rational(9, 10), "all is learnt"),
    status="reconstructed",
)
bn_ahead = _component(
    "bn-ahead-of-he",
    mean_effect(
        "BN is still ahead of He's initialisation without BN",
        "a - b, a and b their training accuracies",
        r"a_{\mathrm{BN}}-a_{\mathrm{He}}",
        least=Rational(1, 5),
    ),
    "paired deep multilayer perceptrons with BN from PyTorch's weights, and without from He's",
    Twin(Rational(9, 10), "nothing is learnt without BN"),
)
recentring = _component(
    "recentring-with-he",
    mean_effect(
        "from He's weights recentring alone helps",
        "a - b, a with recentring and b without any component",
        r"a_{\mathrm{RC,He}}-a_{\mathrm{He}}",
        least=Rational(1, 10),
    ),
    "paired deep multilayer perceptrons from He's weights, with recentring and with no component",
    Twin(Rational(4, 5), "all is due to recentring"),
    silent_on="PyTorch's weights, from which recentring alone does not learn; the source's sizes",
)
rescaling = _component(
    "rescaling-alone",
    mean_effect(
        "from PyTorch's weights rescaling alone learns what recentring alone does not",
        "a - b, a with rescaling and b with recentring",
        r"a_{\mathrm{RS}}-a_{\mathrm{RC}}",
        least=Rational(2, 5),
    ),
    "paired deep multilayer perceptrons from PyTorch's weights, with one component each",
    Twin(Rational(95, 100), "all is due to rescaling"),
)
rank = _component(
    "rank-with-he",
    mean_effect(
        "before training, He's initialisation keeps a numerical rank of the last hidden layer that PyTorch's loses",
        "a - b, a and b the ranks as shares of the width",
        r"(\mathrm{rank}_{\mathrm{He}}-\mathrm{rank}_{\mathrm{default}})/d",
        least=Rational(2, 5),
    ),
    "paired deep multilayer perceptrons without BN, from two initialisations, before training",
    Twin(Rational(99, 100), "all directions on one side, not one on the other"),
    hypotheses=(
        *MLPS[:4],
        "twice as many points as neurons; singular values above max(d, n) times the greatest times 2^-23 count, as in "
        "torch.matrix_rank",
    ),
    silent_on="training; the source's code, data and sizes",
)

# --- the question that is left open: what the configuration with an escaped point does to training ----------------

QUESTION = Locator(
    NACHUM24,
    "second-hand summary, open question: 'comparing training dynamics .. when starting from this initialization'",
)
AGAINST_HE = "networks with recentring and ReLU from the outlier and from He's weights, on the same points"


def _start(name: str, effect: dict[str, Any], words: str = AGAINST_HE, layers: str = RECENTRED, **more: Any) -> Claim:
    """Of training from the outlier configuration, against another start."""
    silent_on = "minibatches; points that are not in the batch that is configured"
    return Claim(
        f"nachum24.training.{name}", source=QUESTION, **effect, given=Given(words=words),
        **{"status": "measured", "hypotheses": (layers, *STARTS), "silent_on": silent_on, **more},
    )  # fmt: skip


slower = _start(
    "outlier-slower-than-he",
    share(
        "gradient descent from the outlier takes longer than from He's weights of equal norms: T is greater",
        r"T_{\mathrm{outlier}}>T_{\mathrm{He}}",
        least=Rational(3, 4),
    ),
)
helps = _start(
    "outlier-helps",
    share(
        "starting from the outlier speeds training up: T is less than from He's weights",
        r"T_{\mathrm{outlier}}<T_{\mathrm{He}}",
        least=Rational(1, 2),
    ),
    status="reading",
    expected=Verdict.REFUTED,
    no_truth="in this protocol it takes longer: outlier-slower-than-he",
    corrected_by=("nachum24.training.outlier-slower-than-he",),
)
than_symmetric = _start(
    "outlier-slower-than-symmetric",
    share(
        "it takes longer than from the symmetric configuration of equal norms, too: T is greater",
        r"T_{\mathrm{outlier}}>T_{\mathrm{symmetric}}",
        least=Rational(3, 4),
    ),
    "networks with recentring and ReLU from the outlier and from the symmetric configuration",
)
with_bn = _start(
    "outlier-slower-with-bn",
    share(
        "with full BN as well training from the outlier takes longer than from the symmetric configuration",
        r"T_{\mathrm{outlier}}>T_{\mathrm{symmetric}}",
        least=Rational(3, 4),
        note=r"\quad(\mathrm{BN})",
    ),
    "networks with BN and ReLU from the outlier and from the symmetric configuration",
    FULL,
)
same_accuracy = _start(
    "outlier-same-accuracy",
    share(
        "in the end the accuracy on the batch itself is the same: from the outlier it is at most 1/20 below that "
        "from He's weights",
        r"a_{\mathrm{outlier}}\ge a_{\mathrm{He}}-\tfrac1{20}",
        least=Rational(4, 5),
    ),
    silent_on="other points (outlier-generalises-worse)",
    twins=(Twin(Rational(3, 2), "a frequency above 1"),),
)
generalises = _start(
    "outlier-generalises-worse",
    mean_effect(
        "on other points it is lower",
        "a - b, a from He's weights and b from the outlier, both on 256 held-out points",
        r"h_{\mathrm{He}}-h_{\mathrm{outlier}}",
        least=Rational(1, 20),
    ),
    hypotheses=(RECENTRED, *STARTS, "held-out points are normalised by their own statistics"),
    silent_on="the norm of the first W, which a configured start needs to be greater than He's: it counts here",
    twins=(Twin(Rational(4, 5), "nothing is learnt of other points"),),
)
