"""Section 3 in protocols: which network diverges at rate 1, how norms grow, and what BN buys at rates both can take."""

from __future__ import annotations

from sympy import Rational

from theory.claim import Claim
from theory.papers.morwani20.training.setting import DEEP, SEEDS, section

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
    status="quoted",
    says="at rate 1 the network without BN diverges, and at its last step with a finite loss its activations, its "
    "gradients by them and its weights all have greater norms than at the start: in at least nine of ten seeds",
    tex=r"P(|Y|,\ |\partial L/\partial Y|,\ |W|\text{ all grow until divergence})\ge\tfrac9{10}",
    hypotheses=(
        *DEEP,
        "learning rate 1",
        "of activations and gradients the greatest Frobenius norm of a hidden layer; "
        "of weights that of all hidden layers together",
    ),
    silent_on="which of the three begins; that each grows in proportion to the others, layers.explosion",
    relation=">=",
    predicts=MOST,
    given=SEEDS,
    left=r"P(|Y|,\ |\partial L/\partial Y|,\ |W|\text{ all grow until divergence})",
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

same_rate = Claim(
    "morwani20.training.same-rate",
    source=section(1, "BN and non-BN network trained at same LR, lead to similar testing accuracies"),
    status="reading",
    says="at rate 1/10, which both can take, test accuracies are within 5 points of each other: in at least three of "
    "four seeds",
    tex=r"P(|\mathrm{acc}_{BN}-\mathrm{acc}_{\text{vanilla}}|\le\tfrac1{20})\ge\tfrac34\qquad(\eta=\tfrac1{10})",
    hypotheses=(
        *DEEP,
        "learning rate 1/10",
        "accuracy on all test images after the last step, BN with the statistics of "
        "the training set; similar: the notes give no number",
    ),
    silent_on="the 110-layer ResNet of which the notes report this",
    relation=">=",
    predicts=THREE_IN_FOUR,
    given=SEEDS,
    left=r"P(|\mathrm{acc}_{BN}-\mathrm{acc}_{\text{vanilla}}|\le\tfrac1{20})",
)

higher_rate = Claim(
    "morwani20.training.higher-rate",
    source=section(
        1, "BN networks can be stably trained for a much higher lr, which is the primary reason for better accuracy"
    ),
    status="reading",
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
