"""Section 3 in protocols: which network diverges at rate 1, how norms grow, and what BN buys at rates both can take."""

from __future__ import annotations

from sympy import Rational

from theory.claim import Claim, Verdict
from theory.claim.effects import share
from theory.papers.morwani20.training.setting import DEEP, DIVERGENCE, SEEDS, section

NORMS = (
    "of activations and gradients the greatest Frobenius norm of a hidden layer, of weights that of all hidden layers "
    "together"
)
MOST, THREE_IN_FOUR = Rational(9, 10), Rational(3, 4)

rate_one = Claim(
    "morwani20.training.rate-one",
    source=section(3, "BN doesn't diverge at this lr, but the neural net without BN diverges"),
    status="quoted",
    **share(
        "at learning rate 1 the network without BN diverges, and the one with BN does not",
        r"\text{vanilla diverges},\ \text{BN does not}",
        least=MOST,
        note=r"\qquad(\eta=1)",
    ),
    hypotheses=(*DEEP, "learning rate 1"),
    silent_on="the notes' 10,000 images; later steps",
    given=SEEDS,
)

explosion = Claim(
    "morwani20.training.explosion",
    source=section(
        3,
        "the weights norm explosion, backpropagated gradient explosion and activation explosion, are all "
        "positively correlated",
    ),
    status="reading",
    **share(
        "at rate 1 the network without BN diverges, and at its last step with a finite loss its activations, its "
        "gradients by them and its weights all have greater norms than at the start",
        r"|Y|,\ |\partial L/\partial Y|,\ |W|\text{ all grow until divergence}",
        least=MOST,
    ),
    hypotheses=(*DEEP, "learning rate 1", NORMS),
    silent_on="that each grows in proportion to the others, layers.explosion",
    truth=Rational(1, 2),
    given=SEEDS,
    uses=("morwani20.layers.explosion",),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.training.growth",),
)

growth = Claim(
    "morwani20.training.growth",
    source=section(3, "1. As the norm of W grows, the norm of Y grows"),
    status="measured",
    **share(
        "at rate 1 the network without BN diverges, and at its last step with a finite loss its weights have a "
        "greater norm than at the start and the greatest of its activations one at least twice as great",
        r"|W|>|W_0|,\ |Y|\ge2|Y_0|\text{ before divergence}",
        least=MOST,
    ),
    hypotheses=(*DEEP, "learning rate 1", NORMS),
    silent_on="gradients by the activations, which often fall before they grow",
    given=SEEDS,
    uses=("morwani20.layers.explosion",),
)

norms_stay = Claim(
    "morwani20.training.norms-stay",
    source=section(3, "the activations and weights of non-BN network diverge, but that's not the case for BN network"),
    status="quoted",
    **share(
        "at rate 1, with BN, none of the norms of activations, of gradients by them and of weights is ever above "
        "ten times what it was at the start",
        r"\max_t|Y_t|\le10|Y_0|,\ \text{likewise }\partial L/\partial Y,\ W",
        least=MOST,
    ),
    hypotheses=(*DEEP, "learning rate 1", "norms as in training.explosion; ten times: the notes give no number"),
    silent_on="later steps: with BN the norm of the weights never falls (layers.any-normalisation)",
    given=SEEDS,
    uses=("morwani20.layers.any-normalisation",),
)

SIMILAR = section(1, "BN and non-BN network trained at same LR, lead to similar testing accuracies")
TESTED = "accuracy on all test images after the last step, BN with the statistics of the training set"
FIVE_POINTS = r"|\mathrm{acc}_{BN}-\mathrm{acc}_{\text{vanilla}}|\le\tfrac1{20}"

same_rate = Claim(
    "morwani20.training.same-rate",
    source=SIMILAR,
    status="reading",
    **share(
        "after 30 steps at rate 1/10, which both can take, test accuracies are within 5 points of each other",
        FIVE_POINTS,
        least=THREE_IN_FOUR,
        note=r"\qquad(\eta=\tfrac1{10},\ 30\text{ steps})",
    ),
    hypotheses=(*DEEP, "learning rate 1/10", TESTED, "similar: the notes give no number"),
    silent_on="the 110-layer ResNet of which the notes report this; the end of training, training.same-rate-later",
    given=SEEDS,
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.training.vanilla-ahead",),
    no_truth="the frequency of accuracies within 5 points, about .03, is a measurement of ours: nothing predicts it",
)

vanilla_ahead = Claim(
    "morwani20.training.vanilla-ahead",
    source=SIMILAR,
    status="measured",
    **share(
        "after 30 steps at rate 1/10 the network without BN has the greater test accuracy",
        r"\mathrm{acc}_{\text{vanilla}}>\mathrm{acc}_{BN}",
        least=Rational(4, 5),
        note=r"\qquad(\eta=\tfrac1{10},\ 30\text{ steps})",
    ),
    hypotheses=(*DEEP, "learning rate 1/10", TESTED),
    silent_on="other numbers of steps, training.same-rate-later; other rates, training.higher-rate",
    given=SEEDS,
)

same_rate_later = Claim(
    "morwani20.training.same-rate-later",
    source=SIMILAR,
    status="reading",
    **share(
        "after 300 steps at rate 1/10, which both can take, test accuracies are within 5 points of each other",
        FIVE_POINTS,
        least=THREE_IN_FOUR,
        note=r"\qquad(\eta=\tfrac1{10},\ 300\text{ steps})",
    ),
    hypotheses=(
        *DEEP[:-2],
        "full-batch gradient descent, 300 steps; the vanilla network starts at the equivalent point of the BN network",
        DIVERGENCE,
        "learning rate 1/10",
        TESTED,
        "similar: the notes give no number",
    ),
    silent_on="the 110-layer ResNet of which the notes report this",
    given=SEEDS,
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.training.vanilla-ahead",),
    no_truth="the frequency of accuracies within 5 points, 0 of 160, is a measurement of ours: nothing predicts it",
)

higher_rate = Claim(
    "morwani20.training.higher-rate",
    source=section(
        1, "BN networks can be stably trained for a much higher lr, which is the primary reason for better accuracy"
    ),
    status="quoted",
    **share(
        "with BN the test accuracy at rate 1 is at least the better of the two networks' at rate 1/10",
        r"\mathrm{acc}_{BN}(1)\ge\max(\mathrm{acc}_{BN}(\tfrac1{10}),\mathrm{acc}_{\text{vanilla}}(\tfrac1{10}))",
        least=THREE_IN_FOUR,
    ),
    hypotheses=(*DEEP, "accuracy on all test images after the last step, BN with the statistics of the training set"),
    silent_on="the 110-layer ResNet of which the notes report this; more steps at the smaller rate",
    given=SEEDS,
)
