"""Section 3 in protocols: which network diverges at rate 1, how norms grow, and what BN buys at rates both can take."""

from __future__ import annotations

from sympy import Rational

from theory.claim import Claim, Verdict
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
    says="at learning rate 1 the network without BN diverges, and the one with BN does not: in at least nine of ten "
    "seeds",
    tex=r"P(\text{vanilla diverges},\ \text{BN does not})\ge\tfrac9{10}\qquad(\eta=1)",
    hypotheses=(*DEEP, "learning rate 1"),
    silent_on="the notes' 10,000 images; later steps",
    relation=">=",
    predicts=MOST,
    given=SEEDS,
    left=r"P(\text{vanilla diverges},\ \text{BN does not})",
)

explosion = Claim(
    "morwani20.training.explosion",
    source=section(
        3,
        "the weights norm explosion, backpropagated gradient explosion and activation explosion, are all "
        "positively correlated",
    ),
    status="reading",
    says="at rate 1 the network without BN diverges, and at its last step with a finite loss its activations, its "
    "gradients by them and its weights all have greater norms than at the start: in at least nine of ten seeds",
    tex=r"P(|Y|,\ |\partial L/\partial Y|,\ |W|\text{ all grow until divergence})\ge\tfrac9{10}",
    hypotheses=(*DEEP, "learning rate 1", NORMS),
    silent_on="that each grows in proportion to the others, layers.explosion",
    relation=">=",
    predicts=MOST,
    truth=Rational(1, 2),
    given=SEEDS,
    left=r"P(|Y|,\ |\partial L/\partial Y|,\ |W|\text{ all grow until divergence})",
    uses=("morwani20.layers.explosion",),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.training.growth",),
)

growth = Claim(
    "morwani20.training.growth",
    source=section(3, "1. As the norm of W grows, the norm of Y grows"),
    status="measured",
    says="at rate 1 the network without BN diverges, and at its last step with a finite loss its weights have a "
    "greater norm than at the start and the greatest of its activations one at least twice as great: in at least nine "
    "of ten seeds",
    tex=r"P(|W|>|W_0|,\ |Y|\ge2|Y_0|\text{ before divergence})\ge\tfrac9{10}",
    hypotheses=(*DEEP, "learning rate 1", NORMS),
    silent_on="gradients by the activations, which often fall before they grow",
    relation=">=",
    predicts=MOST,
    given=SEEDS,
    left=r"P(|W|>|W_0|,\ |Y|\ge2|Y_0|\text{ before divergence})",
    uses=("morwani20.layers.explosion",),
)

norms_stay = Claim(
    "morwani20.training.norms-stay",
    source=section(3, "the activations and weights of non-BN network diverge, but that's not the case for BN network"),
    status="quoted",
    says="at rate 1, with BN, none of the norms of activations, of gradients by them and of weights is ever above ten "
    "times what it was at the start: in at least nine of ten seeds",
    tex=r"P(\max_t|Y_t|\le10|Y_0|,\ \text{likewise }\partial L/\partial Y,\ W)\ge\tfrac9{10}",
    hypotheses=(*DEEP, "learning rate 1", "norms as in training.explosion; ten times: the notes give no number"),
    silent_on="later steps: with BN the norm of the weights never falls (layers.any-normalisation)",
    relation=">=",
    predicts=MOST,
    given=SEEDS,
    left=r"P(\max_t|Y_t|\le10|Y_0|,\ \text{likewise }\partial L/\partial Y,\ W)",
    uses=("morwani20.layers.any-normalisation",),
)

SIMILAR = section(1, "BN and non-BN network trained at same LR, lead to similar testing accuracies")
TESTED = "accuracy on all test images after the last step, BN with the statistics of the training set"
FIVE_POINTS = r"P(|\mathrm{acc}_{BN}-\mathrm{acc}_{\text{vanilla}}|\le\tfrac1{20})"

same_rate = Claim(
    "morwani20.training.same-rate",
    source=SIMILAR,
    status="reading",
    says="after 30 steps at rate 1/10, which both can take, test accuracies are within 5 points of each other: in at "
    "least three of four seeds",
    tex=FIVE_POINTS + r"\ge\tfrac34\qquad(\eta=\tfrac1{10},\ 30\text{ steps})",
    hypotheses=(*DEEP, "learning rate 1/10", TESTED, "similar: the notes give no number"),
    silent_on="the 110-layer ResNet of which the notes report this; the end of training, training.same-rate-later",
    relation=">=",
    predicts=THREE_IN_FOUR,
    given=SEEDS,
    left=FIVE_POINTS,
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.training.vanilla-ahead",),
    no_truth="the frequency of accuracies within 5 points, about .03, is a measurement of ours: nothing predicts it",
)

vanilla_ahead = Claim(
    "morwani20.training.vanilla-ahead",
    source=SIMILAR,
    status="measured",
    says="after 30 steps at rate 1/10 the network without BN has the greater test accuracy: in at least nine of "
    "ten seeds",
    tex=r"P(\mathrm{acc}_{\text{vanilla}}>\mathrm{acc}_{BN})\ge\tfrac9{10}\qquad(\eta=\tfrac1{10},\ 30\text{ steps})",
    hypotheses=(*DEEP, "learning rate 1/10", TESTED),
    silent_on="other numbers of steps, training.same-rate-later; other rates, training.higher-rate",
    relation=">=",
    predicts=MOST,
    given=SEEDS,
    left=r"P(\mathrm{acc}_{\text{vanilla}}>\mathrm{acc}_{BN})",
)

same_rate_later = Claim(
    "morwani20.training.same-rate-later",
    source=SIMILAR,
    status="reading",
    says="after 300 steps at rate 1/10, which both can take, test accuracies are within 5 points of each other: in at "
    "least three of four seeds",
    tex=FIVE_POINTS + r"\ge\tfrac34\qquad(\eta=\tfrac1{10},\ 300\text{ steps})",
    hypotheses=(
        *DEEP[:-2],
        "full-batch gradient descent, 300 steps; the vanilla network starts at the equivalent point of the BN network",
        DIVERGENCE,
        "learning rate 1/10",
        TESTED,
        "similar: the notes give no number",
    ),
    silent_on="the 110-layer ResNet of which the notes report this",
    relation=">=",
    predicts=THREE_IN_FOUR,
    given=SEEDS,
    left=FIVE_POINTS,
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
    says="with BN the test accuracy at rate 1 is at least the better of the two networks' at rate 1/10: in at least "
    "three of four seeds",
    tex=r"P(\mathrm{acc}_{BN}(1)\ge\max(\mathrm{acc}_{BN}(\tfrac1{10}),\mathrm{acc}_{\text{vanilla}}(\tfrac1{10})))"
    r"\ge\tfrac34",
    hypotheses=(*DEEP, "accuracy on all test images after the last step, BN with the statistics of the training set"),
    silent_on="the 110-layer ResNet of which the notes report this; more steps at the smaller rate",
    relation=">=",
    predicts=THREE_IN_FOUR,
    given=SEEDS,
    left=r"P(\mathrm{acc}_{BN}(1)\ge\max(\mathrm{acc}_{BN}(\tfrac1{10}),\mathrm{acc}_{\text{vanilla}}(\tfrac1{10})))",
)
