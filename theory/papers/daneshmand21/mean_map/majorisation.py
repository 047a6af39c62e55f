"""How fast the mean map makes spectra flat: the majorisation theorem, its ends, the local rate."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from flint import arb
from sympy import Integer, cancel, diff, symbols

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.claim.domains import Integers, Values
from theory.claim.given import Given
from theory.claim.listings import Index
from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.exact.rationals import to_fmpq, to_sympy
from theory.notation import n
from theory.orthogonality.closed_forms import by_moments
from theory.orthogonality.mean_map import gap, mean_map
from theory.papers.daneshmand21 import DANESHMAND21, normals
from theory.papers.daneshmand21.domains import Spectra
from theory.papers.daneshmand21.instances import mean_spectrum
from theory.papers.daneshmand21.mean_map.least import at_every_least, least_share, more
from theory.papers.daneshmand21.mean_map.setting import lam as place
from theory.papers.daneshmand21.mean_map.setting import mu as other
from theory.papers.daneshmand21.mean_map.setting import quotient
from theory.papers.daneshmand21.mean_map.spectra import (
    MEANS,
    UNEVEN,
    lam,
    of_equal,
    slope,
    square_moments,
    squeezed,
    with_map,
)
from theory.words import At, Within

SLIDES = Locator(DANESHMAND21, "slides, 'orthogonality gap = O((1 - alpha)^l + ..)'")

majorisation = Claim(
    "daneshmand21.mean-map.majorisation",
    source=SLIDES,
    status="new",
    says="F(lam) is majorised by (1 - kappa) lam + kappa/n, kappa = 2n lam_min/(n+2); hence V(F(lam)) <= (1 - "
    "2n lam_min/(n+2)) V(lam)",
    tex=r"F(\lambda)\prec(1-\kappa)\lambda+\tfrac\kappa n\mathbf1,\quad V(F(\lambda))\le"
    r"\Big(1-\tfrac{2n\lambda_{\min}}{n+2}\Big)V(\lambda)",
    hypotheses=MEANS,
    silent_on="sharpness: see majorisation-ends",
    relation="<=",
    predicts=1 - 2 * n * lam / (n + 2),
    given=UNEVEN,
    left=r"V(F(\lambda))/V(\lambda)",
    uses=("daneshmand21.mean-map.order", "daneshmand21.mean-map.lemma-8"),
    twins=(
        Twin(1 - 2 * lam, "A8: k = 2 (n = 3, lam_min = 1/3 - .01: .6026 is not below .3533)"),
        Twin(1 - 4 * n * lam / (n + 4), "A8: k = 4n/(n+4) (.4457)"),
        Twin(n / (n + 2), "A8: one factor for all spectra"),
    ),
)


@majorisation.literal(kind="certified", most=100)
def _kept(at: At) -> arb:
    before = gap([arb(to_fmpq(e)) for e in at.spectrum])
    return gap(mean_spectrum(at.spectrum)) / before


@majorisation.exact(
    scope="every spectrum: p - q is concave in lam, not negative at the least, and of sum 0, for such a q",
    reach="step",
    of="no partial sum of p is below that of q, which is not below 0 and then is: q majorises p, and V(p) <= V(q)",
)
def _crossing_once(predicted: Predicted) -> Compared:
    """q = c lam + (1 - c)/n, c the factor that is claimed; p_i = r(lam_i), r(x) = x times an integral over t > 0 of
    P/(1 + 2t x), P the same for all i. Along ascending lam p - q is not negative, and then negative: so no partial sum
    of p is below that of q. That is, q majorises p, and q has c V(lam) >= V(p) (Karamata)."""
    concave = cancel(diff(place / (1 + 2 * normals.t * place), place, 2)).factor()
    ascends = cancel(quotient().subs(place, other + more) - 1).factor()
    if not (concave.is_negative and ascends.is_positive):
        raise ArithmeticError("p - q is not concave in lam, or p does not ascend with lam")
    least = predicted * lam + (1 - predicted) / n - lam * least_share()  # q - p
    for where, above in zip(("between", "0", "1/n"), at_every_least(least), strict=True):
        yield f"at lam_min, {where}", above, Integer(0)


@majorisation.certified(scope="eight spectra: partial sums and V strictly below the bound", reach="cases")
def _majorised(predicted: Predicted) -> Compared:
    with precision(30):
        for where, values, p in with_map():
            size = len(values)
            factor = enclose(predicted, {"n": size, "lam": min(values)})
            bound = [factor * e + (1 - factor) / size for e in values]
            sums = zip(accumulate(p), accumulate(bound), range(size - 1), strict=False)
            yield where + ", sums of the least", all(bool(mine > most) for mine, most, _ in sums), True
            yield where + ", V", gap(p) / gap(values), factor


low = symbols("lam", nonnegative=True)

ends = Claim(
    "daneshmand21.mean-map.majorisation-ends",
    source=SLIDES,
    status="new",
    says="the factor of majorisation is sharp at its ends: V(F(lam)) = V(lam) for the uniform law on n - 1 of n, where "
    "lam_min = 0, and V(F(lam))/V(lam) -> n/(n+2) as n - 1 equal eigenvalues and a least one go to 1/n",
    tex=r"\frac{V(F(\lambda))}{V(\lambda)}=1-\frac{2n\lambda_{\min}}{n+2},\quad"
    r"\lambda=\Big(0,\tfrac1{n-1},..,\tfrac1{n-1}\Big),\ \lambda\to\Big(\tfrac1n,..,\tfrac1n\Big)",
    hypotheses=MEANS,
    silent_on="lam_min between 0 and 1/n",
    predicts=1 - 2 * n * low / (n + 2),
    given=Given(
        {"n": Integers(2), "end": Values(0, 1)},
        words="lam_min = end/n; at the end 1 the limit from there",
        letters={"lam": lambda at: at["end"] / at["n"]},
    ),
    left=r"V(F(\lambda))/V(\lambda)",
    uses=("daneshmand21.mean-map.majorisation",),
    twins=(
        Twin(1 - 2 * low, "A8: k = 2"),
        Twin(1 - 4 * n * low / (n + 4), "A8: k = 4n/(n+4)"),
        Twin(n / (n + 2), "A8: one factor for all spectra"),
        Twin(1 - 2 * low / 3, "A9: with 2/3"),
    ),
)


@ends.literal(kind="certified", most=30)
def _at_end(at: At) -> arb:
    size = int(at.n)
    if at.end == 1:  # beside n - 1 equal ones 1/n - delta becomes 1/n - (1 - G'(0)/n) delta to first order
        return 1 - slope(size) / size
    face = [Fraction(0)] + [Fraction(1)] * (size - 1)
    return gap(mean_map(face)) / gap([arb(to_fmpq(e)) for e in face])


@ends.exact(
    scope="every n: p of 0 is 0, equal eigenvalues have equal p; at the other end differences, held between two",
    reach="step",
    of="V is proportional to the distance of two eigenvalues, as the others stay equal",
)
def _on_symbols(predicted: Predicted) -> Compared:
    # p = lam on the face, whose other eigenvalues are equal; and V is the distance of two eigenvalues times a number
    yield "equal ones", cancel(quotient().subs(place, other)), Integer(1)
    yield "lam_min = 0", Integer(1), predicted.subs(low, 0)
    yield from squeezed()
    yield "lam_min -> 1/n", of_equal(1 / n), cancel(predicted.subs(low, 1 / n))


local_rate = Claim(
    "daneshmand21.mean-map.local-rate",
    source=SLIDES,
    status="new",
    says="V(F(lam))/V(lam) -> n/(n+2) as lam goes to 1/n, in whatever direction",
    tex=r"\frac{V(F(\lambda))}{V(\lambda)}\to\frac n{n+2}\ (\lambda\to\tfrac1n)",
    hypotheses=MEANS,
    silent_on="orbits: with C_{l+1} = F(C_l), V_{l+1}/V_l tends to it from every start of full rank other than I/n, as "
    "C_l goes to I/n by majorisation (note); finite width, where V stays at the order of sqrt(n/d)",
    relation="->",
    predicts=n / (n + 2),
    given=Given(
        {"spread": Spectra(), "k": Index(1, listed=tuple(range(1, 13)))},
        lambda at: min(at["spread"]) < max(at["spread"]),
        "lam_i in the proportion of 1 + spread_i/10^k, not all equal, k -> oo",
        letters={"n": lambda at: Integer(len(at["spread"]))},
    ),
    left=r"V(F(\lambda))/V(\lambda)",
    uses=("daneshmand21.mean-map.order", "daneshmand21.mean-map.majorisation"),
    twins=(
        Twin((n - 1) / (n + 1), "A9: (n-1)/(n+1)"),
        Twin(1 - 1 / n, "A9: 1 - 1/n"),
        Twin(1 - 2 / (3 * n), "A9: 1 - 2 alpha/3 at alpha = 1/n"),
    ),
)


@local_rate.literal(kind="certified", most=100)
def _near_identity(at: At) -> Within:
    k = int(at.k)
    values = [1 + e / 10**k for e in at.spread]
    with precision(30 + 2 * k):
        p = by_moments(values, 25 + 2 * k)
        found = gap(p) / gap([arb(to_fmpq(e)) for e in values])
    return Within(found, to_sympy(max(values) / min(values) - 1))  # the note: within rho - 1, rho = their quotient


@local_rate.exact(
    scope="every n and direction: p_i - p_j is lam_i - lam_j times an integral over t, held between two",
    reach="step",
    of="V^2 is a sum over pairs of squares of differences, so that V(F(lam))/V(lam) is held between the same two",
)
def _squeezed(predicted: Predicted) -> Compared:
    yield from squeezed()
    yield "where all are 1/n", of_equal(1 / n), predicted
    # and V^2 is sum_ij (lam_i - lam_j)^2/(2n), by the sums s and q of lam and lam^2
    s, q = symbols("s q", positive=True)
    pairs, gaps = n * q - 2 * s**2 + n * q, q - 2 * s / n + n / n**2
    yield "V^2", gaps.subs(s, 1), (pairs / (2 * n)).subs(s, 1)


@local_rate.exact(
    scope="every n: C^(1/2) w w^T C^(1/2)/(w^T C w) expanded along diagonal and off-diagonal matrices",
    reach="step",
    of="C^(1/2) w w^T C^(1/2)/(w^T C w) is differentiated at I/n under the mean",
)
def _moments(predicted: Predicted) -> Compared:
    fourth, mixed = square_moments()
    # C = (I + e B)/n: u u^T + e ((B u u^T + u u^T B)/2 - u^T B u u u^T); B = diag(1, -1, 0, ..), then B_12 = B_21 = 1
    yield "diagonal", n * 1 / n - n * (fourth - mixed), predicted
    yield "off-diagonal", n * 1 / n - n * 2 * mixed, predicted
