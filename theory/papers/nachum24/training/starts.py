"""The question that is left open: what the configuration with an escaped point does to training."""

from __future__ import annotations

from sympy import Rational

from theory.claim import Claim, Locator, Twin, Verdict
from theory.claim.effects import mean_effect, share
from theory.domains.given import Given
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.training.setting import FULL, RECENTRED, STARTS

QUESTION = Locator(
    NACHUM24,
    "second-hand summary, open question: 'comparing training dynamics .. when starting from this initialization'",
)

AGAINST_HE = Given(words="networks with recentring and ReLU from the outlier and from He's weights, on the same points")
OTHER_POINTS = "minibatches; points that are not in the batch that is configured"

slower = Claim(
    "nachum24.training.outlier-slower-than-he",
    source=QUESTION,
    status="measured",
    **share(
        "gradient descent from the outlier takes longer than from He's weights of equal norms: T is greater",
        r"T_{\mathrm{outlier}}>T_{\mathrm{He}}",
        least=Rational(3, 4),
    ),
    hypotheses=(RECENTRED, *STARTS),
    silent_on=OTHER_POINTS,
    given=AGAINST_HE,
)

helps = Claim(
    "nachum24.training.outlier-helps",
    source=QUESTION,
    status="reading",
    **share(
        "starting from the outlier speeds training up: T is less than from He's weights",
        r"T_{\mathrm{outlier}}<T_{\mathrm{He}}",
        least=Rational(1, 2),
    ),
    hypotheses=(RECENTRED, *STARTS),
    given=AGAINST_HE,
    expected=Verdict.REFUTED,
    no_truth="in this protocol it takes longer: outlier-slower-than-he",
    corrected_by=("nachum24.training.outlier-slower-than-he",),
)

than_symmetric = Claim(
    "nachum24.training.outlier-slower-than-symmetric",
    source=QUESTION,
    status="measured",
    **share(
        "it takes longer than from the symmetric configuration of equal norms, too: T is greater",
        r"T_{\mathrm{outlier}}>T_{\mathrm{symmetric}}",
        least=Rational(3, 4),
    ),
    hypotheses=(RECENTRED, *STARTS),
    silent_on=OTHER_POINTS,
    given=Given(words="networks with recentring and ReLU from the outlier and from the symmetric configuration"),
)

with_bn = Claim(
    "nachum24.training.outlier-slower-with-bn",
    source=QUESTION,
    status="measured",
    **share(
        "with full BN as well training from the outlier takes longer than from the symmetric configuration",
        r"T_{\mathrm{outlier}}>T_{\mathrm{symmetric}}",
        least=Rational(3, 4),
        note=r"\quad(\mathrm{BN})",
    ),
    hypotheses=(FULL, *STARTS),
    silent_on=OTHER_POINTS,
    given=Given(words="networks with BN and ReLU from the outlier and from the symmetric configuration"),
)

same_accuracy = Claim(
    "nachum24.training.outlier-same-accuracy",
    source=QUESTION,
    status="measured",
    **share(
        "in the end the accuracy on the batch itself is the same: from the outlier it is at most 1/20 below that "
        "from He's weights",
        r"a_{\mathrm{outlier}}\ge a_{\mathrm{He}}-\tfrac1{20}",
        least=Rational(4, 5),
    ),
    hypotheses=(RECENTRED, *STARTS),
    silent_on="other points (outlier-generalises-worse)",
    given=AGAINST_HE,
    twins=(Twin(Rational(3, 2), "a frequency above 1"),),
)

generalises = Claim(
    "nachum24.training.outlier-generalises-worse",
    source=QUESTION,
    status="measured",
    **mean_effect(
        "on other points it is lower",
        "a - b, a from He's weights and b from the outlier, both on 256 held-out points",
        r"h_{\mathrm{He}}-h_{\mathrm{outlier}}",
        least=Rational(1, 20),
    ),
    hypotheses=(RECENTRED, *STARTS, "held-out points are normalised by their own statistics"),
    silent_on="the norm of the first W, which a configured start needs to be greater than He's: it counts here",
    given=AGAINST_HE,
    twins=(Twin(Rational(4, 5), "nothing is learnt of other points"),),
)
