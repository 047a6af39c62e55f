"""steps and variants of iterative orthogonalisation that are told second-hand and are false."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer, Rational, diag, symbols

from theory.claim import Claim, Locator, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.exact.rationals import to_sympy
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.domains import positive_spectra, spectra
from theory.papers.daneshmand21.iteration.setting import gap2, pair, power_sum, reflection
from theory.words import At

fourth, sixth = symbols("fourth sixth", positive=True)


def share(name: str, power: int) -> Any:
    """Of an instance, sum v_i^power/(sum v_i^(power/2))^2."""
    return lambda at: to_sympy(power_sum(at[name], power) / power_sum(at[name], power // 2) ** 2)


cauchy = Claim(
    "daneshmand21.iteration.cauchy-step",
    source=Locator(DANESHMAND21, "appendix E, proof of the right inequality (second-hand)"),
    status="reading",
    says="(sum s^3)^2 <= (sum s^4)^2 for every s >= 0 with sum s^2 = 1",
    tex=r"\Big(\sum s_i^3\Big)^2\le\Big(\sum s_i^4\Big)^2",
    hypotheses=("sum s^2 = 1",),
    relation="<=",
    predicts=fourth**2,
    given=Given({"s": spectra()}, words="scaled to sum s^2 = 1; fourth = sum s^4", letters={"fourth": share("s", 4)}),
    left=r"\Big(\sum s_i^3\Big)^2",
    uses=("daneshmand21.iteration.half-step",),
    expected=Verdict.REFUTED,
    truth=fourth,  # by Cauchy
)


@cauchy.literal(most=100)
def _cubes(at: At) -> Any:
    return power_sum(at.s, 3) ** 2 / power_sum(at.s, 2) ** 3


upward = Claim(
    "daneshmand21.iteration.positive-power",
    source=Locator(DANESHMAND21, "markdown of the notebook Figures_3_4 (second-hand: Sigma^(+1/2))"),
    status="reading",
    says="W = V' diag(s)^(+1/2) U^T orthogonalises: V(W H)^2 - V(H)^2 is at most 0",
    tex=r"V(WH)\le V(H),\ W=V'\Sigma^{1/2}U^\top",
    hypotheses=("H = U diag(s) V^T", "V' orthogonal"),
    relation="<=",
    predicts=Integer(0),
    given=Given(
        {"roots": positive_spectra(), "tilt": Integers(1)},
        words="s = roots^2; U, V and V' reflections that tilt gives; fourth = sum s^4/(sum s^2)^2, "
        "sixth = sum s^6/(sum s^3)^2",
        letters={"fourth": share("roots", 8), "sixth": share("roots", 12)},
    ),
    left="V(WH)^2-V(H)^2",
    uses=("daneshmand21.iteration.power-law",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.iteration.power-law",),
    truth=sixth - fourth,
)


@upward.literal(most=40)
def _away(at: At) -> Expr:
    H, WH = pair([to_sympy(e) for e in at.roots], Rational(-1, 2), tilt=int(at.tilt))
    return gap2(WH) - gap2(H)


slicing = Claim(
    "daneshmand21.iteration.sliced",
    source=Locator(DANESHMAND21, "appendix E (second-hand: 'V' orthogonal, obtained by slicing V')"),
    status="reading",
    says="n > d: with the first d rows of V in the place of V' the gap does not rise: V(W H)^2 - V(H)^2 is at most 0",
    tex=r"V(WH)\le V(H),\ V'=V_{1..d}",
    hypotheses=("H = U diag(s) V^T is d x n, n > d", "W = V' diag(s)^(-1/2) U^T, V' = the first d rows of V"),
    relation="<=",
    predicts=Integer(0),
    given=Given(
        {"roots": positive_spectra(Integers(1)), "more": Integers(1), "tilt": Integers(1)},
        words="s = roots^2; n = d + more; U and V of reflections that tilt gives; fourth = sum s^4/(sum s^2)^2",
        letters={"fourth": share("roots", 8)},
    ),
    left="V(WH)^2-V(H)^2",
    uses=("daneshmand21.iteration.floor",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.iteration.floor",),
    truth=1 - fourth,  # V(W H)^2 <= 1 - 1/n, as for every matrix
)


@slicing.literal(most=40)
def _cut(at: At) -> Expr:
    roots, tilt = [to_sympy(e) for e in at.roots], int(at.tilt)
    d = len(roots)
    U, V = reflection(d, tilt), reflection(d + int(at.more), tilt + 1)[:, :d]
    H = U * diag(*(e**2 for e in roots)) * V.T
    return gap2(V[:d, :] * diag(*(1 / e for e in roots)) * U.T * H) - gap2(H)
