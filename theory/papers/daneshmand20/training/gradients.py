"""Figure 10: without batch normalization the gradients of all points align, and SGD does not see the data."""

from __future__ import annotations

from sympy import Rational

from theory.claim import Claim, Twin
from theory.claim.effects import mean_effect, share
from theory.papers.daneshmand20.training.setting import MLPS, PAIRED, SCALED, SIZES, item, seeds

FIGURE = "Figure 10, 'the network shows perfectly aligned gradients without Bn .. which renders it un-trainable'"

aligned = Claim(
    "daneshmand20.training.aligned-gradients",
    source=item(FIGURE),
    status="reconstructed",
    **mean_effect(
        "before training, the gradients of the last layer's neurons at two points have the same direction up to "
        "sign without BN, and not with it",
        "c - b, c and b their mean |cosines| without it and with it",
        r"\overline{|\cos|}_{\mathrm{vanilla}}-\overline{|\cos|}_{\mathrm{BN}}",
        least=Rational(2, 5),
    ),
    hypotheses=(
        *SIZES,
        *PAIRED[:3],
        "|cos| of the gradients by the weights of one neuron of the last layer at two points, mean over neurons and "
        "pairs of 64 training points",
    ),
    silent_on=f"{SCALED}; gradients of other layers, and those in training; which component it is",
    given=seeds("paired deep multilayer perceptrons with BN and without, before training"),
    over=({},),
    uses=("daneshmand20.gradients.collinear",),
    twins=(Twin(Rational(19, 20), "with BN the gradients are orthogonal"),),
)

blind = Claim(
    "daneshmand20.training.same-path-on-random-data",
    source=item("Appendix H, 'SGD takes almost the exact same path on this data'"),
    status="reconstructed",
    **share(
        "without BN, deep networks go the same way on uniform noise in the place of the images: at no step their "
        "losses differ by more than 1/10",
        r"\max_t|\ell_t-\ell^{\mathrm{noise}}_t|\le\tfrac1{10}",
        least=Rational(1, 2),
    ),
    hypotheses=(
        *SIZES,
        *PAIRED[:3],
        "SGD without momentum on cross entropy at rate 1/10, the losses those on the minibatches",
        "the noise is uniform, of mean 0 and variance 1 for each pixel, as the images are all together, and drawn for "
        "each seed anew",
    ),
    silent_on=SCALED,
    given=seeds("deep multilayer perceptrons without BN, on images and on noise with the same labels"),
    over=({},),
)

rates = Claim(
    "daneshmand20.training.hundredfold-rate",
    source=item("Appendix H, 'even a 100x increase in the learning rate does not allow training'"),
    status="reconstructed",
    **share(
        "without BN, deep networks do not learn at rates a hundred times those of the grid, either: the greatest "
        "training accuracy at rates 1, 10 and 100 is at most 1/4",
        r"\max_{\eta\in\{1,10,100\}}a_\eta\le\tfrac14",
        least=Rational(1, 2),
    ),
    hypotheses=(*MLPS[:6], "SGD without momentum on cross entropy", MLPS[-1]),
    silent_on=SCALED,
    given=seeds("deep multilayer perceptrons without BN"),
    over=({},),
)
