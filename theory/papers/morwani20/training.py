"""Sections 3 to 5 as protocols of training: on real data (3, 4), and on a stated family of laws (5)."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Rational

from theory.claim import Claim, Locator, Verdict
from theory.claim.effects import share
from theory.domains.given import Given
from theory.papers.morwani20 import MORWANI20

SEEDS = Given(words="training sets, weights and minibatches as in the hypotheses")
DIVERGENCE = "divergence: a loss above 10^6, or none"
SET = "a training set of 128 digits (1,000 of MNIST or Fashion-MNIST) for each seed, standardised"
NETWORK = (
    "10 layers, ReLU, width 32 (64); Gaussian weights of variance 2/d, no biases at the start; cross entropy; BN, with "
    "10^-5 beside the variance, on all layers but the last"
)
DESCENT = "full-batch gradient descent, {} steps; the vanilla network starts at the equivalent point of the BN network"
DEEP = (SET, NETWORK, DESCENT.format(30), DIVERGENCE)
AT_ONE = (*DEEP, "learning rate 1")
MOST, THREE_IN_FOUR = Rational(9, 10), Rational(3, 4)


def section(number: int, words: str) -> Locator:
    return Locator(MORWANI20, f"Section {number}, '{words}'")


def _claim(name: str, source: Locator, status: Any, hypotheses: tuple[str, ...], silent_on: str, **more: Any) -> Claim:
    return Claim(
        f"morwani20.training.{name}", source=source, status=status, hypotheses=hypotheses, silent_on=silent_on,
        given=SEEDS, **more,
    )  # fmt: skip


def _refuted(corrected_by: str, no_truth: str) -> dict[str, Any]:
    return {
        "expected": Verdict.REFUTED, "corrected_by": (f"morwani20.training.{corrected_by}",),
        "no_truth": f"{no_truth}, is a measurement of ours: nothing predicts it",
    }  # fmt: skip


# --- Section 3: which network diverges at rate 1, how norms grow, and what BN buys at rates both can take ---------

NORMS = (
    "of activations and gradients the greatest Frobenius norm of a hidden layer, of weights that of all hidden layers "
    "together"
)

rate_one = _claim(
    "rate-one",
    section(3, "BN doesn't diverge at this lr, but the neural net without BN diverges"),
    "quoted",
    AT_ONE,
    "the notes' 10,000 images; later steps",
    **share(
        "at learning rate 1 the network without BN diverges, and the one with BN does not",
        r"\text{vanilla diverges},\ \text{BN does not}",
        least=MOST,
        note=r"\qquad(\eta=1)",
    ),
)

explosion = _claim(
    "explosion",
    section(3, "the weights norm explosion, backpropagated gradient explosion and activation explosion, are all "
               "positively correlated"),
    "reading",
    (*AT_ONE, NORMS),
    "that each grows in proportion to the others, layers.explosion",
    **share(
        "at rate 1 the network without BN diverges, and at its last step with a finite loss its activations, its "
        "gradients by them and its weights all have greater norms than at the start",
        r"|Y|,\ |\partial L/\partial Y|,\ |W|\text{ all grow until divergence}",
        least=MOST,
    ),
    truth=Rational(1, 2),
    uses=("morwani20.layers.explosion",),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.training.growth",),
)  # fmt: skip

growth = _claim(
    "growth",
    section(3, "1. As the norm of W grows, the norm of Y grows"),
    "measured",
    (*AT_ONE, NORMS),
    "gradients by the activations, which often fall before they grow",
    **share(
        "at rate 1 the network without BN diverges, and at its last step with a finite loss its weights have a "
        "greater norm than at the start and the greatest of its activations one at least twice as great",
        r"|W|>|W_0|,\ |Y|\ge2|Y_0|\text{ before divergence}",
        least=MOST,
    ),
    uses=("morwani20.layers.explosion",),
)

norms_stay = _claim(
    "norms-stay",
    section(3, "the activations and weights of non-BN network diverge, but that's not the case for BN network"),
    "quoted",
    (*AT_ONE, "norms as in training.explosion; ten times: the notes give no number"),
    "later steps: with BN the norm of the weights never falls (layers.any-normalisation)",
    **share(
        "at rate 1, with BN, none of the norms of activations, of gradients by them and of weights is ever above "
        "ten times what it was at the start",
        r"\max_t|Y_t|\le10|Y_0|,\ \text{likewise }\partial L/\partial Y,\ W",
        least=MOST,
    ),
    uses=("morwani20.layers.any-normalisation",),
)

SIMILAR = section(1, "BN and non-BN network trained at same LR, lead to similar testing accuracies")
TESTED = "accuracy on all test images after the last step, BN with the statistics of the training set"
NO_NUMBER = "similar: the notes give no number"


def _within_five(name: str, steps: int, silent_on: str, measured: str) -> Claim:
    return _claim(
        name, SIMILAR, "reading",
        (SET, NETWORK, DESCENT.format(steps), DIVERGENCE, "learning rate 1/10", TESTED, NO_NUMBER),
        f"the 110-layer ResNet of which the notes report this{silent_on}",
        **share(
            f"after {steps} steps at rate 1/10, which both can take, test accuracies are within 5 points of each other",
            r"|\mathrm{acc}_{BN}-\mathrm{acc}_{\text{vanilla}}|\le\tfrac1{20}",
            least=THREE_IN_FOUR,
            note=rf"\qquad(\eta=\tfrac1{{10}},\ {steps}\text{{ steps}})",
        ),
        **_refuted("vanilla-ahead", f"the frequency of accuracies within 5 points, {measured}"),
    )  # fmt: skip


same_rate = _within_five("same-rate", 30, "; the end of training, training.same-rate-later", "about .03")
same_rate_later = _within_five("same-rate-later", 300, "", "0 of 160")

vanilla_ahead = _claim(
    "vanilla-ahead",
    SIMILAR,
    "measured",
    (*DEEP, "learning rate 1/10", TESTED),
    "other numbers of steps, training.same-rate-later; other rates, training.higher-rate",
    **share(
        "after 30 steps at rate 1/10 the network without BN has the greater test accuracy",
        r"\mathrm{acc}_{\text{vanilla}}>\mathrm{acc}_{BN}",
        least=Rational(4, 5),
        note=r"\qquad(\eta=\tfrac1{10},\ 30\text{ steps})",
    ),
)

higher_rate = _claim(
    "higher-rate",
    section(
        1, "BN networks can be stably trained for a much higher lr, which is the primary reason for better accuracy"
    ),
    "quoted",
    (*DEEP, TESTED),
    "the 110-layer ResNet of which the notes report this; more steps at the smaller rate",
    **share(
        "with BN the test accuracy at rate 1 is at least the better of the two networks' at rate 1/10",
        r"\mathrm{acc}_{BN}(1)\ge\max(\mathrm{acc}_{BN}(\tfrac1{10}),\mathrm{acc}_{\text{vanilla}}(\tfrac1{10}))",
        least=THREE_IN_FOUR,
    ),
)

noise_after_bn = _claim(
    "noise-after-bn",
    Locator(MORWANI20, "Section 1, Santurkar et al."),
    "reconstructed",
    (
        "512 digits for each seed, standardised; 5 layers, ReLU, width 32; Gaussian weights of variance 2/d; cross "
        "entropy; SGD at rate 1/10, batches of 32, 300 steps",
        "BN on all layers but the last, and noise after it, at each step of another mean, N(0, 1/4), and strength, "
        "|N(1, 1/4)|/2, for each neuron; none in the evaluation",
    ),
    "the VGG network on CIFAR-10 of which this is reported; how much is lost against BN without noise (note)",
    **share(
        "with noise after BN, of another mean and strength at each step, the network learns: four of five training "
        "images are right",
        r"\mathrm{acc}\ge\tfrac45",
        least=THREE_IN_FOUR,
    ),
)

# --- Section 4: other normalisations, how far they move, how curved the loss is where they end --------------------

MANY_NORMS = (
    "a training set of 64 digits (500 of MNIST) for each seed, standardised; 10 layers of width 16 (32), ReLU; "
    "Gaussian weights of variance 2/d; cross entropy; full-batch gradient descent at rate 1, 20 steps",
    "x -> c/s with c = x - mean(x), or c = x, s^p = mean |c|^p + 10^-5 (p = oo: the greatest |c|), then gamma and "
    "beta, on all layers but the last; the vanilla network starts at the equivalent point of that network",
    DIVERGENCE,
)
SHALLOW = (
    "a training set of 400 digits (2,000 of MNIST) for each seed, standardised; 4 layers, ReLU, width 32 (64); "
    "Gaussian weights of variance 2/d; cross entropy; SGD at rate 1/10, batches of 40 (50), 30 epochs",
    "all share the training set, the weights and the minibatches",
    "comparable: within a factor of 2; the notes give no number",
)
FOUR_NORMS = (
    "L_2 and L_3, centred and not: x -> c/s with c = x - mean(x), or c = x, s^p = mean |c|^p + 10^-5; then "
    "gamma and beta",
    *SHALLOW,
)
TEN_NORMS = (
    "L_p, p = 3/2, 2, 3, 4 and oo, centred and not: x -> c/s with c = x - mean(x), or c = x, s^p = mean |c|^p + 10^-5 "
    "(p = oo: the greatest |c|); then gamma and beta",
    *SHALLOW,
)
DISTANCE = "distance: Euclidean, of all parameters"
HESSIAN = (
    "the Hessian of the loss on 128 images of the training set by all parameters, by Lanczos on Hessian-vector "
    "products to 1 percent of the greatest"
)
COUNTED = "log2 of the greatest of {} over the least, counted as 2 where it is more"
COMPARABLE = section(4, "the final eigenvalues and distance from initialization is comparable")
OF_DISTANCES = r"E\min(2,\log_2(\max|\theta_T-\theta_0|/\min|\theta_T-\theta_0|))"
OF_EIGENVALUES = r"E\,\tfrac1{{10}}\sum_{{i\le10}}{}"
SPREAD = OF_EIGENVALUES.format(r"\min(2,\log_2(\max\lambda_i/\min\lambda_i))")

any_norm = _claim(
    "every-normalisation",
    section(4, "every normalization enables higher lr"),
    "quoted",
    MANY_NORMS,
    "accuracy; other rates",
    **share(
        "at rate 1, with L_1, L_1.5, L_2, L_3, L_4 or L_oo normalisation, centred or not, the network does not "
        "diverge, and the vanilla network from the equivalent point does: of each",
        r"\text{vanilla diverges},\ L_p\text{ does not}",
        least=THREE_IN_FOUR,
        note=r"\qquad(\eta=1,\ p=1,\tfrac32,2,3,4,\infty)",
    ),
)

distance = _claim(
    "distance",
    COMPARABLE,
    "quoted",
    (*FOUR_NORMS, DISTANCE, COUNTED.format("the four")),
    "the distance of functions",
    says="the distances from initialisation at the end are within a factor of 2, in the mean: of the four "
    "normalisations, log2 of the greatest over the least",
    relation="<=",
    predicts=Integer(1),
    left=OF_DISTANCES,
)

eigenvalues = _claim(
    "eigenvalues",
    COMPARABLE,
    "quoted",
    (*FOUR_NORMS, HESSIAN, COUNTED.format("the four")),
    "the notes' 10,000 images; eigenvalues along training",
    says="the ten greatest eigenvalues of the Hessian at the end are within a factor of 2, in the mean over the ten "
    "and over seeds: of the four normalisations, log2 of the greatest over the least",
    relation="<=",
    predicts=Integer(1),
    left=SPREAD,
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.training.powers-alike", "morwani20.training.centring-flattens"),
    no_truth="the mean of log2 of the greatest over the least, about 1.5, is a measurement of ours",
)

powers_alike = _claim(
    "powers-alike",
    COMPARABLE,
    "measured",
    (*FOUR_NORMS, HESSIAN, "|log2| of a ratio counts as 1 where it is more"),
    "centring, training.centring-flattens; other powers",
    says="L_2 and L_3, both centred or both not: the ten greatest eigenvalues of the Hessian at the end are within a "
    "factor of 2^(1/2), in the mean over the ten and over seeds",
    relation="<=",
    predicts=Rational(1, 2),
    left=OF_EIGENVALUES.format(r"\min(1,|\log_2(\lambda_i(L_2)/\lambda_i(L_3))|)"),
)

centring_flattens = _claim(
    "centring-flattens",
    COMPARABLE,
    "measured",
    (*FOUR_NORMS, HESSIAN, "log2 of a ratio counts as 0 where it is less, and as 2 where it is more"),
    "why",
    says="without centring the ten greatest eigenvalues of the Hessian at the end are at least twice those with it, "
    "for L_2 and for L_3, in the mean over the ten and over seeds of log2 of the ratio",
    relation=">=",
    predicts=Integer(1),
    left=OF_EIGENVALUES.format(r"[\log_2(\lambda_i(\text{uncentred})/\lambda_i(\text{centred}))]_0^2"),
)

all_distances = _claim(
    "all-distances",
    COMPARABLE,
    "measured",
    (*TEN_NORMS, DISTANCE, COUNTED.format("them")),
    "the notes, which have L_2 and L_3",
    says="the same of ten normalisations, p = 3/2, 2, 3, 4 and oo, centred and not: distances from initialisation at "
    "the end are within a factor of 2, in the mean of log2 of the greatest over the least",
    relation="<=",
    predicts=Integer(1),
    left=OF_DISTANCES,
)

five_powers = _claim(
    "five-powers",
    COMPARABLE,
    "measured",
    (*TEN_NORMS, HESSIAN, "centred; " + COUNTED.format("them")),
    "the notes, which have L_2 and L_3; centring, training.centring-flattens",
    says="the same of five centred normalisations, p = 3/2, 2, 3, 4 and oo: the ten greatest eigenvalues of the "
    "Hessian at the end are within a factor of 2^(6/5) = 2.3, in the mean over the ten and over seeds",
    relation="<=",
    predicts=Rational(6, 5),
    left=SPREAD,
)

accuracy = _claim(
    "accuracy",
    section(4, "the difference in best validation accuracy is not significant"),
    "quoted",
    (
        *FOUR_NORMS,
        "accuracy on all test images with the statistics of the training set; 3 points: the notes "
        "have 96.37, 96.06, 96.24 and 96.02",
    ),
    "which of the four is the best in the mean",
    **share(
        "the best test accuracies over the epochs are within 3 points of each other",
        r"\max\mathrm{acc}-\min\mathrm{acc}\le\tfrac3{100}",
        least=THREE_IN_FOUR,
    ),
)

# --- Section 5: few useful features among many of noise -----------------------------------------------------------

FAMILY = (
    "1000 features, the first 100 useful, 1 hidden layer of 100 (quick: 400, 40 and 40): class means +-m by fair coins "
    "plus noise of sd 3/10, m = 3/10, 3/5 or 6/5; the others N(0, 1)",
    "5 classes, 3 or 10 data each; ReLU; Gaussian weights of variance 2/d; cross entropy; 40 "
    "epochs in batches of 25 (all 15 data where they are 3 each), no shuffling",
    "best accuracy on 200 new data over every fifth epoch and the rates 3/100, 3/10; BN evaluated with the statistics "
    "of the training set; both networks share data, weights and order",
)
BEATS = section(
    5,
    "batchnorm, even without regularization, beats the non-batchnorm network in terms of best validation accuracy, "
    "when there is less training data",
)
AHEAD = r"P(\mathrm{acc}_{BN}>\mathrm{acc}_{\text{vanilla}})+\tfrac12P(\text{equal})"

little_data = _claim(
    "little-data",
    BEATS,
    "reading",
    FAMILY,
    "the one instance of the notes, whose law, rates and batches are not stated",
    says="with 3 and with 10 data for each class, whatever the law of the family, BN is ahead in best validation "
    "accuracy at least as often as it is behind",
    relation=">=",
    predicts=Rational(1, 2),
    left=AHEAD,
    **_refuted("behind", "the least frequency over the family, about .06"),
)

behind = _claim(
    "behind",
    BEATS,
    "measured",
    (*FAMILY, "m = 3/5 (quick: 6/5), 3 data for each class"),
    "other laws of the family: with 1000 features and means +-6/5 BN is ahead in .6 of a pilot's seeds",
    says="with 3 data for each class and class means +-3/5 of 100 useful features in 1000 (quick: +-6/5 of 40 in 400) "
    "the network with BN is ahead in best validation accuracy in at most one of three seeds, equal ones counted half",
    relation="<=",
    predicts=Rational(1, 3),
    left=AHEAD,
)

SHUFFLED = "two kinds of minibatches: drawn once (no shuffling), and drawn anew in each epoch"

shuffled = _claim(
    "shuffled",
    section(5, "when there is less training data"),
    "measured",
    (*FAMILY, SHUFFLED, "m = 6/5, 6 data for each class, 40 of 400 features useful, width 40"),
    "other amounts and laws: training.more-data",
    says="with minibatches drawn anew in each epoch the network with BN is ahead of itself on ones that stay, in best "
    "validation accuracy, in at least three of four seeds, equal ones counted half",
    relation=">=",
    predicts=THREE_IN_FOUR,
    left=r"P(\mathrm{acc}_{BN,\text{anew}}>\mathrm{acc}_{BN,\text{kept}})+\tfrac12P(\text{equal})",
)

more_data = _claim(
    "more-data",
    section(5, "when there is less training data"),
    "measured",
    (*FAMILY, SHUFFLED, "m = 3/5, 60 data for each class, 20 of 200 features useful, width 20, 15 epochs; drawn anew"),
    "less data, where BN is behind: training.behind; minibatches that stay",
    says="with much data and minibatches drawn anew in each epoch the network with BN is ahead in best validation "
    "accuracy in at least three of four seeds, equal ones counted half",
    relation=">=",
    predicts=THREE_IN_FOUR,
    left=AHEAD,
)
