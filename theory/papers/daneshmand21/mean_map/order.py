"""Order under the mean map: it is kept and ratios contract, but not differences; the fixed points."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

from flint import arb
from sympy import Integer, Rational, pi, sqrt, symbols

from theory.claim import Claim, Compared, Predicted, Twin, Verdict
from theory.claim.given import Given
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.exact.partitions import integer_partitions
from theory.exact.rationals import to_fmpq, to_sympy
from theory.notation import n, t
from theory.orthogonality.closed_forms import by_moments
from theory.orthogonality.mean_map import mean_map
from theory.papers.daneshmand21.instances import Spectra, mean_spectrum
from theory.papers.daneshmand21.mean_map.setting import LAYER, POINTS, SLIDES, SPECTRA, Q, lam, mu, shown, trapezoid
from theory.words import At

order = Claim(
    "daneshmand21.mean-map.order",
    source=SLIDES,
    status="new",
    says="p_i - p_j is lam_i - lam_j times a positive integral, p_i/lam_i - p_j/lam_j is lam_j - lam_i times another: "
    "order is kept, and 1 <= p_i/p_j <= lam_i/lam_j for lam_i >= lam_j, with equality only for equal eigenvalues",
    tex=r"\lambda_i\ge\lambda_j\Rightarrow1\le p_i/p_j\le\lambda_i/\lambda_j",
    hypotheses=(*LAYER, "lam_i, lam_j > 0"),
    silent_on="the size of p_i - p_j: differences of small eigenvalues grow",
    predicts=(1 / ((1 + 2 * t * lam) * (1 + 2 * t * mu)), 2 * t / ((1 + 2 * t * lam) * (1 + 2 * t * mu))),
    over=POINTS,
    uses=("daneshmand21.mean-map.integral",),
    twins=(
        Twin((1 / (1 + 2 * t * (lam + mu)), 2 * t / (1 + 2 * t * (lam + mu))), "the product of two factors cut short"),
        Twin((Integer(1), Integer(0)), "A5: the identity, nothing contracts"),
    ),
)


@order.exact(
    scope="every n, lam_i, lam_j and t: the integrands, over the common factor prod (1 + 2 t lam_k)^(-1/2)",
    reach="step",
    of="p is the integral of the claim `integral`, and its integrand is positive",
)
def _order(predicted: Predicted) -> Compared:
    shares = [e / (1 + 2 * t * e) for e in (lam, mu)]
    yield "p_i - p_j", (shares[0] - shares[1]) / (lam - mu), predicted[0]
    yield "p_i/lam_i - p_j/lam_j", (shares[0] / lam - shares[1] / mu) / (mu - lam), predicted[1]


@order.certified(
    scope="four spectra, n = 2..5, all pairs: the two quotients by quadrature and by Dirichlet's moments", reach="cases"
)
def _order_in_numbers(predicted: Predicted) -> Compared:
    with precision(30):
        for spectrum in SPECTRA:
            peak, p = max(spectrum), by_moments(spectrum, 18)
            values = [arb(to_fmpq(e / peak)) for e in spectrum]
            for i, j in product(range(len(p)), repeat=2):
                if values[j] < values[i]:
                    where = f"lam = {shown(spectrum)}, i = {i + 1}, j = {j + 1}"
                    # lam_i times the first and lam_i lam_j times the second are L_i g and L_i L_j g in size
                    first = trapezoid(predicted[0] * lam * Q ** Rational(-1, 2), spectrum, i, j) / values[i]
                    second = trapezoid(predicted[1] * lam * mu * Q ** Rational(-1, 2), spectrum, i, j)
                    quotient = (p[i] / values[i] - p[j] / values[j]) / (values[j] - values[i])
                    yield where + ", difference", (p[i] - p[j]) / (values[i] - values[j]), first
                    yield where + ", slope", quotient * values[i] * values[j], second


quotient_of_ends = symbols("quotient", positive=True)  # lam_max/lam_min

ratios = Claim(
    "daneshmand21.mean-map.order-ratios",
    source=SLIDES,
    status="new",
    says="ratios contract: p_max/p_min < lam_max/lam_min unless all eigenvalues are equal",
    tex=r"\frac{p_{\max}}{p_{\min}}<\frac{\lambda_{\max}}{\lambda_{\min}}",
    hypotheses=(*LAYER, "lam_i > 0, not all equal"),
    relation="<",
    predicts=quotient_of_ends,
    given=Given(
        {"spectrum": Spectra(full=True)},
        lambda at: min(at["spectrum"]) < max(at["spectrum"]),
        "not all equal",
        letters={"quotient": lambda at: to_sympy(max(at["spectrum"]) / min(at["spectrum"]))},
    ),
    left=r"p_{\max}/p_{\min}",
    uses=("daneshmand21.mean-map.order",),
    twins=(Twin(quotient_of_ends ** Rational(2, 5), "more than halved in the logarithm, as for no n"),),
)


@ratios.literal(kind="certified", most=100)
def _of_ends(at: At) -> arb:
    p = mean_spectrum(at.spectrum)
    return max(p) / min(p)


a, b, c = symbols("a b c", positive=True)

differences = Claim(
    "daneshmand21.mean-map.differences-contract",
    source=SLIDES,
    status="reading",
    says="differences of eigenvalues contract: |p_i - p_j| <= |lam_i - lam_j|, a quotient of at most 1",
    tex=r"|p_i-p_j|\le|\lambda_i-\lambda_j|",
    hypotheses=(*LAYER, "sum lam = 1"),
    relation="<=",
    predicts=Integer(1),
    over=grid(a=(Rational(1, 10**6),), b=(Rational(2, 10**6),), c=(Rational(999997, 10**6),)),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.mean-map.order",),
    truth=3 * pi / (16 * sqrt(c) * (a * b) ** Rational(1, 4)),  # n = 3, from the integral of `order`: see the note
)


@differences.certified(scope="lam = (1, 2, 999997)/10^6")
def _differences_grow(predicted: Predicted) -> Compared:
    spectrum = (Fraction(1, 10**6), Fraction(2, 10**6), Fraction(999997, 10**6))
    p = mean_map(spectrum)
    claimed = enclose(predicted, dict(zip("abc", spectrum, strict=True)))
    yield "(p_2 - p_1)/(lam_2 - lam_1)", (p[1] - p[0]) * 10**6, claimed


hilbert = Claim(
    "daneshmand21.mean-map.hilbert-contracts",
    source=SLIDES,
    status="reading",
    says="Hilbert's distance to I/n, log lam_max/lam_min, contracts by n/(n+2) at every spectrum",
    tex=r"\log\frac{p_{\max}}{p_{\min}}\le\frac n{n+2}\log\frac{\lambda_{\max}}{\lambda_{\min}}",
    hypotheses=LAYER,
    relation="<=",
    predicts=n / (n + 2),
    over=grid(n=(4,)),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.mean-map.order",),
    truth=Integer(1),
)


@hilbert.certified(scope="lam = (1e-9, 1/3, 1/3, 1/3)")
def _hilbert(predicted: Predicted) -> Compared:
    with precision(30):
        p = mean_map(["1e-9", "1/3"], multiplicities=[1, 3])
        quotient = (p[1] / p[0]).log() / (arb(10) ** 9 / 3).log()
        yield "quotient", quotient, enclose(predicted, {"n": 4})


fixed_points = Claim(
    "daneshmand21.mean-map.fixed-points",
    source=SLIDES,
    status="new",
    says="the fixed points of F on the simplex are the uniform laws on its 2^n - 1 faces; I/n attracts the "
    "open simplex",
    tex=r"F(\lambda)=\lambda,\ \textstyle\sum\lambda=1\iff\lambda\ \text{uniform on its support}",
    hypotheses=LAYER,
    silent_on="the faces: each is invariant, and its centre attracts its interior",
    predicts=2**n - 1,
    over=grid(n=(1, 2, 3, 4)),
    uses=("daneshmand21.mean-map.order", "daneshmand21.mean-map.majorisation"),
    twins=(Twin(Integer(1), "A7: the fixed point is unique"), Twin(n, "only the vertices, of rank one")),
)


@fixed_points.certified(
    scope="n = 1..4, all spectra in multiples of 1/lcm(1..n), counted with their permutations", reach="cases"
)
def _count(predicted: Predicted) -> Compared:
    for size in range(1, 5):
        total, found = math.lcm(*range(1, size + 1)), 0
        for spectrum in integer_partitions(total, size, total):
            moved = [not p.overlaps(arb(e) / total) for p, e in zip(mean_map(spectrum, 15), spectrum, strict=True)]
            # balls that overlap prove nothing; that a uniform law is fixed follows from symmetry
            uniform = len(set(spectrum) - {0}) == 1
            yield f"n = {size}, {shown(spectrum)}/{total} moves", any(moved), not uniform
            orders = math.prod(math.factorial(spectrum.count(e)) for e in set(spectrum))
            found += uniform * math.factorial(size) // orders
        yield f"n = {size}, fixed points", Integer(found), predicted.subs(n, size)
