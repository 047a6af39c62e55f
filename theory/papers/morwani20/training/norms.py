"""Section 4 in protocols: other normalisations, how far they move, how curved the loss is where they end."""

from __future__ import annotations

from sympy import Integer, Rational

from theory.claim import Claim, Verdict
from theory.claim.effects import share
from theory.papers.morwani20.training.setting import FOUR_NORMS, MANY_NORMS, SEEDS, TEN_NORMS, section

THREE_IN_FOUR = Rational(3, 4)
COMPARABLE = "the final eigenvalues and distance from initialization is comparable"
HESSIAN = (
    "the Hessian of the loss on 128 images of the training set by all parameters, by Lanczos on Hessian-vector "
    "products to 1 percent of the greatest"
)
OURS = "comparable: within a factor of 2; the notes give no number"
OF_TEN = "log2 of the greatest of them over the least, counted as 2 where it is more"
OF_FOUR = "log2 of the greatest of the four over the least, counted as 2 where it is more"

any_norm = Claim(
    "morwani20.training.every-normalisation",
    source=section(4, "every normalization enables higher lr"),
    status="quoted",
    **share(
        "at rate 1, with L_1, L_1.5, L_2, L_3, L_4 or L_oo normalisation, centred or not, the network does not "
        "diverge, and the vanilla network from the equivalent point does: of each",
        r"\text{vanilla diverges},\ L_p\text{ does not}",
        least=THREE_IN_FOUR,
        note=r"\qquad(\eta=1,\ p=1,\tfrac32,2,3,4,\infty)",
    ),
    hypotheses=MANY_NORMS,
    silent_on="accuracy; other rates",
    given=SEEDS,
)

distance = Claim(
    "morwani20.training.distance",
    source=section(4, COMPARABLE),
    status="quoted",
    says="the distances from initialisation at the end are within a factor of 2, in the mean: of the four "
    "normalisations, log2 of the greatest over the least",
    hypotheses=(*FOUR_NORMS, "distance: Euclidean, of all parameters", OF_FOUR, OURS),
    silent_on="the distance of functions",
    relation="<=",
    predicts=Integer(1),
    given=SEEDS,
    left=r"E\min(2,\log_2(\max|\theta_T-\theta_0|/\min|\theta_T-\theta_0|))",
)

eigenvalues = Claim(
    "morwani20.training.eigenvalues",
    source=section(4, COMPARABLE),
    status="quoted",
    says="the ten greatest eigenvalues of the Hessian at the end are within a factor of 2, in the mean over the ten "
    "and over seeds: of the four normalisations, log2 of the greatest over the least",
    hypotheses=(*FOUR_NORMS, HESSIAN, OF_FOUR, OURS),
    silent_on="the notes' 10,000 images; eigenvalues along training",
    relation="<=",
    predicts=Integer(1),
    given=SEEDS,
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.training.powers-alike", "morwani20.training.centring-flattens"),
    no_truth="the mean of log2 of the greatest over the least, about 1.5, is a measurement of ours",
    left=r"E\,\tfrac1{10}\sum_{i\le10}\min(2,\log_2(\max\lambda_i/\min\lambda_i))",
)

powers_alike = Claim(
    "morwani20.training.powers-alike",
    source=section(4, COMPARABLE),
    status="measured",
    says="L_2 and L_3, both centred or both not: the ten greatest eigenvalues of the Hessian at the end are within a "
    "factor of 2^(1/2), in the mean over the ten and over seeds",
    hypotheses=(*FOUR_NORMS, HESSIAN, "|log2| of a ratio counts as 1 where it is more"),
    silent_on="centring, training.centring-flattens; other powers",
    relation="<=",
    predicts=Rational(1, 2),
    given=SEEDS,
    left=r"E\,\tfrac1{10}\sum_{i\le10}\min(1,|\log_2(\lambda_i(L_2)/\lambda_i(L_3))|)",
)

centring_flattens = Claim(
    "morwani20.training.centring-flattens",
    source=section(4, COMPARABLE),
    status="measured",
    says="without centring the ten greatest eigenvalues of the Hessian at the end are at least twice those with it, "
    "for L_2 and for L_3, in the mean over the ten and over seeds of log2 of the ratio",
    hypotheses=(*FOUR_NORMS, HESSIAN, "log2 of a ratio counts as 0 where it is less, and as 2 where it is more"),
    silent_on="why",
    relation=">=",
    predicts=Integer(1),
    given=SEEDS,
    left=r"E\,\tfrac1{10}\sum_{i\le10}[\log_2(\lambda_i(\text{uncentred})/\lambda_i(\text{centred}))]_0^2",
)

all_distances = Claim(
    "morwani20.training.all-distances",
    source=section(4, COMPARABLE),
    status="measured",
    says="the same of ten normalisations, p = 3/2, 2, 3, 4 and oo, centred and not: distances from initialisation at "
    "the end are within a factor of 2, in the mean of log2 of the greatest over the least",
    hypotheses=(TEN_NORMS, *FOUR_NORMS[1:], "distance: Euclidean, of all parameters", OF_TEN),
    silent_on="the notes, which have L_2 and L_3",
    relation="<=",
    predicts=Integer(1),
    given=SEEDS,
    left=r"E\min(2,\log_2(\max|\theta_T-\theta_0|/\min|\theta_T-\theta_0|))",
)

five_powers = Claim(
    "morwani20.training.five-powers",
    source=section(4, COMPARABLE),
    status="measured",
    says="the same of five centred normalisations, p = 3/2, 2, 3, 4 and oo: the ten greatest eigenvalues of the "
    "Hessian at the end are within a factor of 2^(6/5) = 2.3, in the mean over the ten and over seeds",
    hypotheses=(TEN_NORMS, *FOUR_NORMS[1:], HESSIAN, "centred; " + OF_TEN),
    silent_on="the notes, which have L_2 and L_3; centring, training.centring-flattens",
    relation="<=",
    predicts=Rational(6, 5),
    given=SEEDS,
    left=r"E\,\tfrac1{10}\sum_{i\le10}\min(2,\log_2(\max\lambda_i/\min\lambda_i))",
)

accuracy = Claim(
    "morwani20.training.accuracy",
    source=section(4, "the difference in best validation accuracy is not significant"),
    status="quoted",
    **share(
        "the best test accuracies over the epochs are within 3 points of each other",
        r"\max\mathrm{acc}-\min\mathrm{acc}\le\tfrac3{100}",
        least=THREE_IN_FOUR,
    ),
    hypotheses=(
        *FOUR_NORMS,
        "accuracy on all test images with the statistics of the training set; 3 points: the notes "
        "have 96.37, 96.06, 96.24 and 96.02",
    ),
    silent_on="which of the four is the best in the mean",
    given=SEEDS,
)
