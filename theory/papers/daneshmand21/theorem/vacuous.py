"""A15: where Theorem 1 says nothing: widths at which it bounds anything, an event that fails, an average without it."""

from __future__ import annotations

from flint import acb, arb, fmpq
from sympy import Integer, Rational, Symbol, limit, oo

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.notation import d, n, x
from theory.orthogonality.theorem import cap, mean_bound, printed_bound
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.theorem.setting import CHAIN

ABSOLUTE = Locator(DANESHMAND21, "slides: 'there exists an absolute positive constant alpha'")
APPENDIX_B = Locator(DANESHMAND21, "Appendix B.1 (second-hand)")
FIGURE_2 = Locator(DANESHMAND21, "Figure 2 (second-hand: n = 4, d <= 512)")

s = Symbol("s", positive=True)  # sqrt alpha, alpha a bound of eigenvalues

widths = Claim(
    "daneshmand21.theorem.vacuous-widths",
    source=ABSOLUTE,
    status="new",
    says="tr C = 1 forces alpha <= 1/n (eigenvalues) or 1/sqrt n (singular values): no absolute constant. At the best "
    "alpha 3n/(alpha sqrt d) is below the trivial sqrt(1 - 1/n) only for d > 9 n^5/(n-1), or 9 n^4/(n-1); the "
    "corrected (3/4)/sqrt(alpha d) is from d > 9 n^2/(16(n-1)) on",
    tex=r"\frac{3n}{\alpha\sqrt d}<\sqrt{1-\tfrac1n}\iff d>\frac{9n^5}{n-1}\ \big(\alpha=\tfrac1n\big),\quad "
    r"d>\frac{9n^4}{n-1}\ \big(\alpha=\tfrac1{\sqrt n}\big)",
    hypotheses=(*CHAIN, "l -> inf in the bound"),
    predicts=(9 * n**5 / (n - 1), 9 * n**4 / (n - 1), 9 * n**2 / (16 * (n - 1))),
    over=grid(n=(2, 3, 4)),
    uses=("daneshmand21.theorem.additive-term",),
    twins=(
        Twin((9 * n**4, 9 * n**3, 9 * n / 16), "against 1 in place of sqrt(1 - 1/n)"),
        Twin((n**5 / (n - 1), n**4 / (n - 1), 9 * n**2 / (16 * (n - 1))), "without the factor 3"),
        Twin((n**2, n**2, n**2), "d of order n^2"),
    ),
)


@widths.exact(
    scope="n = 2..12: the bounds without their powers at the claimed widths, squared, against 1 - 1/n",
    reach="cases",
)
def _at_the_width(predicted: Predicted) -> Compared:
    for size in range(2, 13):
        trivial = 1 - Rational(1, size)
        eigenvalue, literal, corrected = (part.subs(n, size) for part in predicted)
        alphas = (Rational(1, size), Rational(1, size) ** Rational(1, 2))
        for name, width, low in (("eigenvalue", eigenvalue, alphas[0]), ("singular value", literal, alphas[1])):
            rest = printed_bound(size, d, low, 0) - 2  # the power left out
            yield f"n = {size}, {name}", (rest**2 * d) / width, trivial
        rest = mean_bound(size, d, alphas[0], 0) - 1
        yield f"n = {size}, corrected", (rest**2 * d) / corrected, trivial


informative = Claim(
    "daneshmand21.theorem.informative-at-figure-2",
    source=FIGURE_2,
    status="reading",
    says="at n = 4 and d = 512, the widest network of Figure 2, the bound of Theorem 1 is below the largest possible "
    "gap",
    tex=r"\frac{3n}{\alpha\sqrt d}<\sqrt{1-\tfrac1n},\ n=4,\ d=512",
    hypotheses=(*CHAIN, "alpha <= 1/2, the largest minimum singular value there is at n = 4"),
    relation="<=",
    predicts=1 - 1 / n,
    over=grid(n=(4,), d=(512,)),
    uses=("daneshmand21.theorem.vacuous-widths",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.theorem.vacuous-widths",),
    truth=9 * n**3 / d,  # the square of the bound at alpha = 1/sqrt n
)


@informative.exact(scope="n = 4, d = 512, alpha = 1/2, squares: 9/8 against 3/4")
def _figure_2(predicted: Predicted) -> Compared:
    square = (3 * 4 / Rational(1, 2)) ** 2 / 512
    yield "square of the bound", square, predicted.subs({n: 4, d: 512})


event = Claim(
    "daneshmand21.theorem.event",
    source=ABSOLUTE,
    status="new",
    says="P(A_l) <= (1 - q^d)^l, q the share of the sphere of R^n where |u_1| < sqrt(alpha): A_inf has probability 0 "
    "for every alpha > 0 and every finite d",
    tex=r"P(A_\ell)\le(1-q^d)^\ell,\quad q=P(|u_1|<\sqrt\alpha):\ \tfrac2\pi\arcsin s,\ s,\ "
    r"\tfrac2\pi(\arcsin s+s\sqrt{1-s^2}),\ \tfrac{3s-s^3}2\ (n=2,..,5;\ s=\sqrt\alpha)",
    hypotheses=(*CHAIN, "A_l: lam_min(H_k^T H_k) >= alpha for k = 1..l"),
    silent_on="the rate: at d of order n^2 log(1/q) q^d is tiny, and A_l likely for l up to e^(c d)",
    predicts=tuple(cap(size, s) for size in range(2, 6)),
    over=grid(s=(Rational(1, 3), Rational(3, 5))),
    twins=(
        Twin((cap(2, s), s**2, cap(4, s), cap(5, s)), "n = 3: sqrt(alpha) for its root"),
        Twin((cap(2, s), s, cap(3, s), cap(4, s)), "the sphere of one dimension less"),
    ),
)


@event.certified(
    scope="n = 2..5, s = 1/10, 1/3, 3/5: quadrature of cos^(n-2) over the band and over the quarter circle",
    reach="step",
    of="if every row of BN(W_k H_k) lies in a band |u.e| < sqrt(alpha), A_k fails; q is the share of that band",
)
def _bands(predicted: Predicted) -> Compared:
    with precision(30):
        for at in (Rational(1, 10), Rational(1, 3), Rational(3, 5)):
            end = arb(fmpq(at.p, at.q)).asin()
            for size, claimed in zip(range(2, 6), predicted, strict=True):
                band, whole = (
                    acb.integral(lambda t, _, power=size - 2: t.cos() ** power, 0, acb(limit)).real
                    for limit in (end, arb.pi() / 2)
                )
                yield f"n = {size}, s = {at}", band / whole, enclose(claimed, {"s": at})


for_ever = Claim(
    "daneshmand21.theorem.event-for-ever",
    source=ABSOLUTE,
    status="reading",
    says="for d of order n^2 the event A_inf has a probability of at least 1/2",
    tex=r"P(A_\infty)\ge\tfrac12\ \text{for}\ d=\Omega(n^2)",
    hypotheses=CHAIN,
    relation=">=",
    predicts=Rational(1, 2),
    over=({},),
    uses=("daneshmand21.theorem.event",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.theorem.event",),
    truth=Integer(0),
)


@for_ever.exact(scope="n = 3, d = n^2 = 9, alpha = 1/4 (of at most 1/3): q = 1/2, the limit of (1 - q^9)^l >= P(A_l)")
def _for_ever(predicted: Predicted) -> Compared:
    layers = Symbol("layers", integer=True, positive=True)
    yield "P(A_inf), at most", limit((1 - cap(3, Rational(1, 2)) ** 9) ** layers, layers, oo), predicted


averaged = Claim(
    "daneshmand21.theorem.without-assumption",
    source=APPENDIX_B,
    status="new",
    says="the average of lam_min (1/n - lam_min) over layers, bounded there by 3/(2 sqrt d), is at most 1/(4n^2) "
    "anyway, and 0 for collapsed rank: the bound says something only for d > 36 n^4",
    tex=r"\max_\lambda\lambda\big(\tfrac1n-\lambda\big)=\frac1{4n^2}>\frac3{2\sqrt d}\iff d>36n^4",
    hypotheses=CHAIN,
    predicts=(1 / (4 * n**2), 36 * n**4),
    over=grid(n=(2, 3)),
    twins=(
        Twin((1 / (4 * n), 36 * n**4), "1/(4n)"),
        Twin((1 / (4 * n**2), 9 * n**4), "3/(4 sqrt d)"),
        Twin((1 / (4 * n**2), n**2), "d of order n^2"),
    ),
)


@averaged.exact(
    scope="every n: the vertex of the parabola; the square of 3/(2 sqrt d) at the width",
    reach="step",
    of="the square completed in lam_min gives the maximum",
)
def _parabola(predicted: Predicted) -> Compared:
    most, width = predicted
    # x(1/n - x) = most - (x - 1/(2n))^2 for all x
    yield "completed square", x * (1 / n - x) + (x - 1 / (2 * n)) ** 2, most
    yield "squares at the width", Rational(9, 4) * most**-2, width


minimum = Claim(
    "daneshmand21.theorem.running-minimum",
    source=ABSOLUTE,
    status="measured",
    says="n = 2, d = 8, from orthogonal H_0: the median of min over k <= l of lam_min(C_k) is .1835 at l = 10 and "
    ".0816 at l = 100: alpha is a random minimum along the depth, and falls with it",
    tex=r"\mathrm{med}\min_{k\le\ell}\lambda_{\min}(C_k)=.1835\ (\ell=10),\ .0816\ (\ell=100)",
    hypotheses=("n = 2, d = 8",),
    silent_on="other n and d",
    predicts=(Rational(1835, 10000), Rational(816, 10000)),
    over=({},),
    uses=("daneshmand21.theorem.event",),
    twins=(
        Twin((Rational(1835, 10000), Rational(1835, 10000)), "the same at every depth"),
        Twin((Rational(1, 2), Rational(1, 2)), "1/n, the best alpha"),
    ),
)
