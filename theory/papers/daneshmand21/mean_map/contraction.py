"""How fast the mean map makes spectra flat: Lemma 8, the majorisation theorem, the local rate."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate

import sympy
from flint import arb
from sympy import Expr, Integer, Rational, log, oo, sqrt, symbols

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.claim.domains import Integers
from theory.claim.given import Given
from theory.exact.certify import at_each_precision, precision
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import to_fmpq, to_sympy
from theory.notation import n, t
from theory.orthogonality.mean_map import gap, mean_map
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.instances import Spectra, mean_spectrum
from theory.words import At

LEMMA_8 = Locator(DANESHMAND21, "Lemma 8 (second-hand; in the sharper form that its proof gives)")
SLIDES = Locator(DANESHMAND21, "slides, 'orthogonality gap = O((1 - alpha)^l + ..)'")
MEANS = ("p = F(lam), the eigenvalues of E[C_{l+1} | C_l]", "sum lam = 1", "n >= 2")
THE_MAP = ("daneshmand21.mean-map.integral",)

lam, delta = symbols("lam delta", positive=True)
UNEVEN = Given(
    {"spectrum": Spectra(full=True)},
    lambda at: min(at["spectrum"]) < max(at["spectrum"]),
    "not all equal; scaled to the sum 1",
    letters={
        "n": lambda at: Integer(len(at["spectrum"])),
        "lam": lambda at: to_sympy(min(at["spectrum"]) / sum(at["spectrum"])),
    },
)
A, B = symbols("A B", positive=True)
rate = 2 * n / (n + 2)

first, second = 1 + 2 * t * (1 / n - delta), 1 + 2 * t * (1 / n + delta / (n - 1))
log_g = -Rational(3, 2) * log(first) - (n - 1) / 2 * log(second)
"""Of the integrand g of p/lam, lam = 1/n - delta beside n - 1 equal eigenvalues."""


@cache
def square_moments() -> tuple[Expr, Expr]:
    """E u_1^4 and E u_1^2 u_2^2 of a uniform u on the sphere: E w_1^4 = 3 and 1 over E |w|^4 = 3n + n(n-1)."""
    w = symbols("w", real=True)
    fourth, second = (
        sympy.integrate(w**power * sympy.exp(-(w**2) / 2), (w, -oo, oo)) / sqrt(2 * sympy.pi) for power in (4, 2)
    )
    length = n * fourth + n * (n - 1) * second**2
    return fourth / length, second**2 / length


def secant(size: int, step: arb) -> arb:
    """(G(d) - 1)/d, G(d) = p/lam of lam = 1/n - d beside n - 1 equal eigenvalues, |d| = step of either sign.

    G is convex with G(0) = 1, so the slope at 0 lies between the secants of -d and d.
    """
    one, other = arb(1) / size - step, arb(1) / size + step / (size - 1)
    return (mean_map([one, other], 50, multiplicities=[1, size - 1])[0] / one - 1) / step


@at_each_precision
def slope(size: int) -> arb:
    """G'(0), enclosed by two secants, to about 20 digits."""
    with precision(70):
        step = arb("1e-22")
        return secant(size, step).union(secant(size, -step))


SPECTRA = tuple(
    tuple(Fraction(e) / sum(map(Fraction, spectrum)) for e in spectrum)
    for spectrum in (
        (1, 3),
        (1, 9),
        (1, 2, 3),
        (95, 100, 105),
        (1, 30, 30),
        (1, 1, 30),
        (1, 2, 4, 8),
        (9, 9, 9, 10),
    )
)
"""Exact spectra, ascending, of sum 1, on which inequalities are seen to hold."""


def with_map() -> Iterator[tuple[str, list[arb], list[arb]]]:
    """Where, lam and F(lam), for each of `SPECTRA`."""
    for spectrum in SPECTRA:
        values = [arb(to_fmpq(e)) for e in spectrum]
        yield f"lam = ({', '.join(map(str, spectrum))})", values, mean_map(spectrum)


convexity = Claim(
    "daneshmand21.mean-map.convexity",
    source=LEMMA_8,
    status="reconstructed",
    says="lam_min = 1/n - delta beside n - 1 equal eigenvalues: the logarithm of the integrand g of p_min/lam_min has "
    "the second derivative 6t^2/A^2 + 2t^2/((n-1)B^2) > 0 in delta, so that p_min/lam_min is convex",
    tex=r"\frac{d^2}{d\delta^2}\log g=\frac{6t^2}{A^2}+\frac{2t^2}{(n-1)B^2},\quad A=1+2t\lambda_{\min},\ "
    r"B=1+2t\tfrac{1-\lambda_{\min}}{n-1}",
    hypotheses=MEANS,
    predicts=6 * t**2 / A**2 + 2 * t**2 / ((n - 1) * B**2),
    over=grid(n=(2, 3, 8), t=(Rational(1, 2), 3), A=(1, Rational(3, 2)), B=(2,)),
    uses=THE_MAP,
    twins=(
        Twin(6 * t**2 / A**2 + 2 * t**2 * (n - 3) / ((n - 1) ** 2 * B**2), "(n-3)/2 for (n-1)/2 in the exponent of B"),
        Twin(2 * t**2 / A**2 + 2 * t**2 / ((n - 1) * B**2), "A with the exponent -1/2: that of p_j's integrand"),
    ),
)


@convexity.exact(
    scope="every n, by differentiation", reach="step",
    of="an integrand whose logarithm is convex in delta has a convex integral",
)  # fmt: skip
def _convexity(predicted: Predicted) -> Compared:
    yield "(log g)''", sympy.diff(log_g, delta, 2), predicted.subs({A: first, B: second})


lemma_8 = Claim(
    "daneshmand21.mean-map.lemma-8",
    source=LEMMA_8,
    status="reconstructed",
    says="1/n - p_min <= (1 - k lam_min)(1/n - lam_min) with k = 2n/(n+2)",
    tex=r"\tfrac1n-p_{\min}\le\Big(1-\tfrac{2n}{n+2}\lambda_{\min}\Big)\Big(\tfrac1n-\lambda_{\min}\Big)",
    hypotheses=MEANS,
    relation="<=",
    predicts=(1 - rate * lam) * (1 / n - lam),
    given=UNEVEN,
    left=r"\tfrac1n-p_{\min}",
    uses=("daneshmand21.mean-map.convexity", "daneshmand21.mean-map.lemma-8-slope"),
    twins=(
        Twin((1 - 2 * lam) * (1 / n - lam), "A8: k = 2"),
        Twin((1 - 4 * n / (n + 4) * lam) * (1 / n - lam), "A8: k = 4n/(n+4)"),
    ),
)


@lemma_8.literal(kind="certified", most=100)
def _least(at: At) -> arb:
    return arb(1) / len(at.spectrum) - min(mean_spectrum(at.spectrum))


@lemma_8.certified(scope="the inequality at eight spectra, n = 2, 3, 4", reach="cases")
def _lemma_8(predicted: Predicted) -> Compared:
    with precision(30):
        for where, values, p in with_map():
            size = len(values)
            yield where, arb(1) / size - min(p), enclose(predicted, {"n": size, "lam": min(values)})


slope_at_identity = Claim(
    "daneshmand21.mean-map.lemma-8-slope",
    source=LEMMA_8,
    status="reconstructed",
    says="with lam_min beside n - 1 equal eigenvalues, (p_min/lam_min - 1)/(1/n - lam_min) -> k = 2n/(n+2) at I/n, so "
    "that no greater k will do in lemma-8",
    tex=r"\frac{d}{d\delta}\frac{p_{\min}}{\lambda_{\min}}\Big|_{\delta=0}=\frac{2n}{n+2},\quad"
    r"\delta=\tfrac1n-\lambda_{\min}",
    hypotheses=MEANS,
    predicts=rate,
    given={"n": Integers(2)},
    left=r"\lim_{\delta\to0}\big(p_{\min}/\lambda_{\min}-1\big)/\delta",
    uses=("daneshmand21.mean-map.convexity",),
    twins=(
        Twin(Integer(2), "A8: k = 2"),
        Twin(4 * n / (n + 4), "A8: k = 4n/(n+4)"),
        Twin(Rational(2, 3), "that of Lemma 8 as stated, which is true, not sharp"),
    ),
)


@slope_at_identity.literal(kind="certified", most=20, scope="n = 2..21: the slope between two secants")
def _between_secants(at: At) -> arb:
    return slope(int(at.n))


@slope_at_identity.exact(
    scope="every n: the slope at I/n integrated, a beta function",
    reach="step",
    of="p/lam is an integral, which is differentiated under its sign",
)
def _slope(predicted: Predicted) -> Compared:
    # g (log g)' = 2t (1 + 2t/n)^(-n/2-2); with u = 2t/n its integral is (n^2/2) Beta(2, n/2)
    at_zero = sympy.diff(log_g, delta).subs(delta, 0)
    yield "(log g)' at 0", at_zero, 2 * t / (1 + 2 * t / n)
    beta = sympy.gammasimp(sympy.gamma(2) * sympy.gamma(n / 2) / sympy.gamma(n / 2 + 2))
    yield "slope at 0", n**2 / 2 * beta, predicted


two_thirds = Claim(
    "daneshmand21.mean-map.two-thirds",
    source=Locator(DANESHMAND21, "Lemma 8 (second-hand: as stated, with 2/3)"),
    status="reconstructed",
    says="2/3 in place of k = 2n/(n+2) is true, too, k - 2/3 = 4(n-1)/(3(n+2)) >= 0 being 0 only at n = 1; k >= 1 from "
    "n = 2 on",
    tex=r"\tfrac{2n}{n+2}-\tfrac23=\tfrac{4(n-1)}{3(n+2)}",
    hypotheses=MEANS,
    predicts=4 * (n - 1) / (3 * (n + 2)),
    over=grid(n=(2, 3, 8)),
    uses=("daneshmand21.mean-map.lemma-8",),
    twins=(Twin(Integer(0), "2/3 is sharp for some n >= 2"), Twin(Rational(4, 3) + 0 * n, "its limit, for all n")),
)


@two_thirds.exact(
    scope="every n, k from the moments of the sphere", reach="step", of="k is the slope of p/lam at I/n, n(1 - rate)"
)
def _two_thirds(predicted: Predicted) -> Compared:
    fourth, mixed = square_moments()
    # p = 1/n - (1 - k/n) delta + ..: k = n (1 - rate), rate = 1 - n (E u_1^4 - E u_1^2 u_2^2)
    yield "k - 2/3", n * (n * (fourth - mixed)) - Rational(2, 3), predicted


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


ends = Claim(
    "daneshmand21.mean-map.majorisation-ends",
    source=SLIDES,
    status="new",
    says="the factor of majorisation is sharp at its ends: V(F(lam)) = V(lam) at uniform laws on faces, lam_min = 0, "
    "and V(F(lam))/V(lam) -> n/(n+2) at I/n",
    tex=r"\sup_{\lambda_{\min}=0}\frac{V(F(\lambda))}{V(\lambda)}=1,\quad"
    r"\lim_{\lambda\to1/n}\frac{V(F(\lambda))}{V(\lambda)}=\frac n{n+2}",
    hypotheses=MEANS,
    silent_on="lam_min between 0 and 1/n",
    predicts=1 - 2 * n * lam / (n + 2),
    over=grid(n=(2, 3, 8), lam=(Rational(1, 10), Rational(1, 16))),
    uses=("daneshmand21.mean-map.majorisation",),
    twins=(
        Twin(1 - 2 * lam, "A8: k = 2"),
        Twin(1 - 4 * n * lam / (n + 4), "A8: k = 4n/(n+4)"),
        Twin(n / (n + 2), "A8: one factor for all spectra"),
        Twin(1 - 2 * lam / 3, "A9: with 2/3"),
    ),
)


@ends.exact(
    scope="every n: the ends lam_min = 0, uniform laws on faces being fixed, and 1/n, from moments",
    reach="step",
    of="the derivative of F at I/n is 1 - n (E u_1^4 - E u_1^2 u_2^2) on traceless diagonals",
)
def _ends(predicted: Predicted) -> Compared:
    fourth, mixed = square_moments()
    yield "lam_min = 0: fixed points with V > 0", Integer(1), predicted.subs(lam, 0)
    yield "lam_min = 1/n", 1 - n * (fourth - mixed), predicted.subs(lam, 1 / n)


@ends.certified(scope="n = 2..16: the end 1/n by secants; a face at n = 3", reach="cases")
def _at_ends(predicted: Predicted) -> Compared:
    for size in range(2, 17):
        claimed = enclose(predicted, {"n": size, "lam": Fraction(1, size)})
        yield f"n = {size}, lam_min = 1/n", 1 - slope(size) / size, claimed
    with precision(30):
        kept = gap(mean_map([1, 1, 0])) / gap([arb(1), arb(1), arb(0)])
        yield "lam_min = 0", kept, enclose(predicted, {"n": 3, "lam": 0})


local_rate = Claim(
    "daneshmand21.mean-map.local-rate",
    source=SLIDES,
    status="new",
    says="at C = I/n the mean map has the derivative n/(n+2) times the identity on trace-zero matrices; V_{l+1}/V_l "
    "-> n/(n+2) from every start of full rank other than I/n",
    tex=r"DF(I/n)=\tfrac n{n+2}\,\mathrm{id},\quad V_{l+1}/V_l\to\tfrac n{n+2}",
    hypotheses=("C_{l+1} = F(C_l)", "rank(C_0) = n >= 2"),
    silent_on="finite width, where V stays at the order of sqrt(n/d)",
    predicts=n / (n + 2),
    over=grid(n=(2, 3, 8)),
    uses=("daneshmand21.mean-map.majorisation",),
    twins=(
        Twin((n - 1) / (n + 1), "A9: (n-1)/(n+1)"),
        Twin(1 - 1 / n, "A9: 1 - 1/n"),
        Twin(1 - 2 / (3 * n), "A9: 1 - 2 alpha/3 at alpha = 1/n"),
    ),
)


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


@local_rate.certified(
    scope="n = 2..16, between two secants",
    reach="step",
    of="by symmetry the derivative at I/n is one number on matrices of trace 0, so one direction gives it",
)
def _secants(predicted: Predicted) -> Compared:
    for size in range(2, 17):
        yield f"n = {size}", 1 - slope(size) / size, enclose(predicted, {"n": size})
