"""Chains beside their large-d law: strata by rank, and directions that survive."""

from __future__ import annotations

from sympy import Integer, Rational, sqrt

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.notation import d, k
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.mean_field.setting import FIGURE_3A

THEOREM_14 = Locator(DANESHMAND20, "Theorem 14")

strata = Claim(
    "daneshmand20.mean-field.rank-strata",
    source=THEOREM_14,
    status="heuristic",
    says="from a start of rank k <= 2 sqrt(d) the long-run mean of r is 4 d k/(k^2 + 4 d): a law for every rank, none "
    "of them sqrt(d)",
    hypotheses=("Gaussian weights, gamma = inf", "k <= 2 sqrt(d), d large"),
    silent_on="the error at finite d: at d = 256 the mean of r is .14, .54 and 1.3 per cent below for k = 2, 4, 8",
    given=Given({"d": Integers(256), "k": Integers(1)}, lambda at: at["k"] ** 2 <= 4 * at["d"], "k <= 2 sqrt(d)"),
    left=r"\mathbb E\,r(H_\ell)\text{ in the long run}",
    speaks_of=("law",),
    predicts=4 * d * k / (k**2 + 4 * d),
    uses=("daneshmand20.mean-field.directions",),
    twins=(
        Twin(sqrt(d), "sqrt(d) whatever the rank: the rank of the input dropped from Theorem 14"),
        Twin(k, "all k directions alike"),
        Twin(2 * d * k / (k**2 + 2 * d), "with at most sqrt(2 d) directions"),
    ),
)


@strata.exact(scope="sqrt(d)/c for every d and k", stand_in="chains: this is of the large-d law alone")
def _from_the_centre(predicted: Predicted) -> Compared:
    # squared, for sqrt(d) is no rational function: r^2 c^2 = d with c = kappa/4 + 1/kappa, kappa^2 = k^2/d
    c_squared = k**2 / (16 * d) + Rational(1, 2) + d / k**2
    yield "r^2 c^2", predicted**2 * c_squared, d
    yield "k = 1, d = 1", predicted.subs({k: 1, d: 1}), Rational(4, 5)


kept = Claim(
    "daneshmand20.mean-field.directions-kept",
    source=FIGURE_3A,
    status="measured",
    says="at d = 5, 8, 12, of the d Lyapunov exponents of the layers 3, 4, 5 are 0 as far as 300 layers tell (the mean "
    "number above -.02): so many directions survive, the others decay exponentially",
    hypotheses=("Gaussian weights, gamma = inf", "full-rank input", "the numbers are measured, not derived"),
    silent_on="the algebraic rank, which stays d at every finite depth; 6, 8 and 14 at d = 16, 24, 64, measured once",
    given=Given(words="chains of d = 5, 8, 12 rows, gamma = oo, Gaussian weights, rank X = d"),
    left=r"\mathbb E\#\{\text{Lyapunov exponents over 300 layers above }-.02\}",
    predicts=(Integer(3), Integer(4), Integer(5)),
    uses=("daneshmand20.mean-field.directions",),
    twins=(
        Twin((Integer(5), Integer(8), Integer(12)), "all of them"),
        Twin((Integer(1),) * 3, "one, as without rescaling"),
    ),
)
