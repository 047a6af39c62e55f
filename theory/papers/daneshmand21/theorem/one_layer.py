"""the induction step of Theorem 1, Theorem 5 of the paper, with its own rate and noise."""

from __future__ import annotations

from flint import arb
from sympy import Integer, Rational, Symbol, sqrt

from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.exact.expressions import grid
from theory.exact.rationals import to_sympy
from theory.notation import d, n
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.domains import spectra
from theory.papers.daneshmand21.instances import mean_spectrum
from theory.papers.daneshmand21.theorem.setting import CHAIN

low = Symbol("low", nonnegative=True)  # lam_min(C)
s2 = Symbol("s2", positive=True)  # tr F(C)^2

one_layer = Claim(
    "daneshmand21.theorem.one-layer",
    source=Locator(DANESHMAND21, "Theorem 5 (second-hand: E Vhat' <= (1 - (2/3) lam_min) Vhat + 1/sqrt d)"),
    status="new",
    says="Vhat = 1/n - lam_min: E[Vhat'|H] <= (1 - k lam_min) Vhat + sqrt((1 - tr F(C)^2)/d) with k = 2n/(n+2) for 2/3",
    tex=r"\mathbb E[\hat V'|H]\le\Big(1-\frac{2n}{n+2}\lambda_{\min}\Big)\hat V+\sqrt{\frac{1-\mathrm{tr}F(C)^2}d}",
    hypotheses=CHAIN,
    relation="<=",
    predicts=(1 - 2 * n * low / (n + 2)) * (1 / n - low) + sqrt((1 - s2) / d),
    given=Given(
        {"lam": spectra(), "d": Integers(1)},
        letters={
            "n": lambda at: Integer(len(at["lam"])),
            "low": lambda at: to_sympy(min(at["lam"]) / sum(at["lam"])),
            "s2": lambda at: sum((p * p for p in mean_spectrum(at["lam"])), arb(0)),
        },
    ),
    left=r"\mathbb E[\hat V'|H]",
    over=grid(n=(3,), d=(64,), low=(Rational(1, 6),), s2=(Rational(2, 5),)),
    uses=("daneshmand21.width.fluctuation", "daneshmand21.mean-map.lemma-8"),
    twins=(
        Twin((1 - 2 * n * low / (n + 2)) * (1 / n - low), "no noise"),
        Twin((1 - 4 * n * low / (n + 2)) * (1 / n - low) + sqrt((1 - s2) / (16 * d)), "a quarter of the noise"),
    ),
)
