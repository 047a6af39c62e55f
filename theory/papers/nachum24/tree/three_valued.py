"""T6: three-valued nodes, the law of their unstable interval and its exponent."""

from __future__ import annotations

from flint import acb, arb
from sympy import Rational, diff, log

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.notation import j, k, l, t
from theory.papers.nachum24 import NACHUM24
from theory.tree.three_valued import ThreeValuedLaw

LAW = ThreeValuedLaw(k, j, l)

three_valued_law = Claim(
    "nachum24.tree.three-valued-law",
    source=Locator(NACHUM24, "Definition 8"),
    status="new",
    says="on nodes with k data at 0, j at t and l at 1, t moves by t/m if t < m and (t-m)/(1-m) if t > m, m = (jt + "
    "l)/n; "
    "its invariant density is d logit(m)/dt = j/(l + jt) + j/(k + j - jt): logit m is uniform",
    tex=r"\rho(t)\propto\frac{j}{l+jt}+\frac{j}{k+j-jt},\qquad \log\frac m{1-m}\ \text{uniform}",
    hypotheses=("k, j, l >= 1, n = k + j + l",),
    silent_on="any one rational batch: the law speaks of almost every t (the note proves it unique and ergodic)",
    predicts=j * LAW.density(t),
    over=grid(k=(1, 2), j=(1, 3), l=(1, 2), t=(Rational(1, 3), Rational(3, 4))),
    uses=("nachum24.tree.clip-intervals",),
    twins=(Twin(log((l + j) * (k + j) / (k * l)), "t uniform (Lebesgue measure)"),),
)


@three_valued_law.exact(
    scope="every k, j, l and t: Perron-Frobenius equation over both full branches",
    reach="step",
    of="t moves by t/m below m and by (t-m)/(1-m) above",
)
def _invariant_density(predicted: Predicted) -> Compared:
    size = k + j + l
    lower = l * t / (size - j * t)  # preimage under t/m, onto (0, 1)
    upper = ((k + j) * t + l) / (k + l + j * t)  # preimage under (t-m)/(1-m), onto (0, 1)
    transported = sum(predicted.subs(t, s) * diff(s, t) for s in (lower, upper))
    yield "invariance", transported, predicted
    ends = tuple(s.subs(t, end) for s in (lower, upper) for end in (0, 1))
    yield "both branches are full", ends, (0, l / (k + l), l / (k + l), 1)
    m = LAW.split(t)
    yield "logit m is uniform", diff(m, t) / (m * (1 - m)), predicted
    for s in (lower, upper):
        at = LAW.split(s)
        yield "image", s / at if s is lower else (s - at) / (1 - at), t


three_valued_exponent = Claim(
    "nachum24.tree.three-valued-exponent",
    source=Locator(NACHUM24, "Definition 8"),
    status="new",
    says="the length of the unstable interval shrinks by e^Lambda per layer, Lambda = [Li2(-(k+j)/l) + Li2(-(l+j)/k) "
    "+ pi^2/6 "
    "+ log(k/l)^2/2] / log((l+j)(k+j)/(kl)); n = 3: Lambda = -.886217748",
    tex=r"\Lambda=\frac{\mathrm{Li}_2(-\frac{k+j}l)+\mathrm{Li}_2(-\frac{l+j}k)+\frac{\pi^2}6+\frac12\log^2\frac kl}"
    r"{\log\frac{(l+j)(k+j)}{kl}}",
    hypotheses=("k, j, l >= 1", "almost every t in (0, 1)"),
    predicts=LAW.exponent_formula,
    over=grid(k=(1, 2), j=(1, 3), l=(1, 2)),
    uses=("nachum24.tree.three-valued-law",),
    twins=(Twin(2 * log(3) - 3 * log(2) - 1, "its value at n = 3 if t were uniform: off by .004"),),
)

CASES = ((1, 1, 1), (2, 3, 4), (1, 2, 1), (1, 8, 1), (1, 1, 8), (5, 1, 5))


@three_valued_exponent.certified(
    scope="(k, j, l) = " + ", ".join(map(str, CASES)) + ", by quadrature over the uniform logit",
    reach="step",
    of="logit m is uniform (`three-valued-law`)",
)
def _exponent_by_quadrature(predicted: Predicted) -> Compared:
    with precision(40):
        for below, inside, above in CASES:
            start, kink, end = (
                (arb(p) / q).log() for p, q in ((above, below + inside), (above, below), (above + inside, below))
            )
            # log m below the kink, log(1 - m) above it; split there: the integrand is not analytic
            kept_low = acb.integral(lambda u, a: -((1 + (-u).exp()).log(analytic=a)), start, kink).real
            kept_high = acb.integral(lambda u, a: -((1 + u.exp()).log(analytic=a)), kink, end).real
            at = {"k": below, "j": inside, "l": above}
            yield f"(k, j, l) = {below, inside, above}", (kept_low + kept_high) / (end - start), enclose(predicted, at)
