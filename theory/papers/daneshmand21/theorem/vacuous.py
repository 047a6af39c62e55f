"""where Theorem 1 says nothing: widths at which it bounds anything, an event that fails, an average without it."""

from __future__ import annotations

from functools import cache
from typing import Any

from flint import acb, arb
from sympy import Expr, Integer, Rational, Symbol, asin, integrate, limit, oo, sqrt

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.expressions import grid
from theory.exact.rationals import ball
from theory.notation import d, l, n
from theory.orthogonality.theorem import cap, mean_bound, printed_bound
from theory.papers.daneshmand21 import DANESHMAND21, polar
from theory.papers.daneshmand21.measures import top_of_parabola
from theory.papers.daneshmand21.theorem.setting import CHAIN
from theory.term import number, root
from theory.term.named import named
from theory.words import At

ABSOLUTE = Locator(DANESHMAND21, "slides: 'there exists an absolute positive constant alpha'")
APPENDIX_B = Locator(DANESHMAND21, "Appendix B.1 (second-hand)")
FIGURE_2 = Locator(DANESHMAND21, "Figure 2 (second-hand: n = 4, d <= 512)")

s = Symbol("s", positive=True)  # sqrt alpha, alpha a bound of eigenvalues

BATCHES = tuple(map(Integer, (2, 22, 4, 30)))
AROUND = tuple(map(Integer, (289, 13, 3, 288, 145, 144, 2, 17, 18, 251379, 251380, 7541379, 7541380)))
"""Widths on both sides of the thresholds, as near as integers come."""


@Claim(
    "daneshmand21.theorem.vacuous-widths",
    source=ABSOLUTE,
    says="at alpha = 1/n (eigenvalues) or 1/sqrt n (singular values) 3n/(alpha sqrt d) is below the trivial sqrt(1 - "
    "1/n) only for d > 9 n^5/(n-1), or 9 n^4/(n-1); the corrected (3/4)/sqrt(alpha d), alpha = 1/n, is from d > 9 "
    "n^2/(16(n-1)) on",
    hypotheses=(*CHAIN, "l -> inf in the bound"),
    silent_on="that tr C = 1 forces alpha <= 1/n, or 1/sqrt n, so that these are the best: no absolute constant",
    relation="iff",
    over=tuple({"n": size, "d": width} for size in BATCHES for width in AROUND),
    predicts=((n - 1) * d > 9 * n**5, (n - 1) * d > 9 * n**4, 16 * (n - 1) * d > 9 * n**2),
    given={"n": Preceded(Integers(2), BATCHES), "d": Preceded(Integers(1), AROUND)},
    decided_to=1,
    uses=("daneshmand21.theorem.additive-term",),
    twins=(
        Twin((d > 9 * n**4, d > 9 * n**3, 16 * d > 9 * n), "against 1 in place of sqrt(1 - 1/n)"),
        Twin(((n - 1) * d > n**5, (n - 1) * d > n**4, 16 * (n - 1) * d > 9 * n**2), "without the factor 3"),
        Twin((d > n**2, d > n**2, d > n**2), "d of order n^2"),
    ),
).literal(most=200)
def widths(at: At) -> tuple[Any, Any, Any]:
    # the bounds without their powers, at the greatest alpha that a trace of 1 allows
    trivial = root(1 - 1 / at.n)
    return (
        printed_bound(at.n, at.d, 1 / at.n, 0) - 2 < trivial,
        printed_bound(at.n, at.d, 1 / root(at.n), 0) - 2 < trivial,
        mean_bound(at.n, at.d, 1 / at.n, 0) - 1 < trivial,
    )


@Claim(
    "daneshmand21.theorem.informative-at-figure-2",
    source=FIGURE_2,
    status="reading",
    says="at n = 4 and d = 512, the widest network of Figure 2, the bound of Theorem 1 is below the largest possible "
    "gap",
    hypotheses=(*CHAIN, "alpha <= 1/2, the largest minimum singular value there is at n = 4"),
    relation="<=",
    predicts=1 - 1 / n,
    given={"n": Values(4), "d": Values(512)},
    uses=("daneshmand21.theorem.vacuous-widths",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.theorem.vacuous-widths",),
    truth=9 * n**3 / d,  # the square of the bound at alpha = 1/sqrt n
)
def informative(at: At) -> Expr:
    return (printed_bound(at.n, at.d, 1 / sqrt(at.n), 0) - 2) ** 2


@Claim(
    "daneshmand21.theorem.band",
    source=ABSOLUTE,
    says="the share q of the unit sphere of R^n where |u_1| < s, for n = 2, .., 5",
    predicts=tuple(cap(size, s) for size in range(2, 6)),
    given={"s": Rationals(above=0, below=1)},
    twins=(
        Twin((cap(2, s), s**2, cap(4, s), cap(5, s)), "n = 3: sqrt(alpha) for its root"),
        Twin((cap(2, s), s, cap(3, s), cap(4, s)), "the sphere of one dimension less"),
    ),
).literal(kind="certified", most=8)
def band(at: At) -> tuple[arb, ...]:
    # the angle from the equator has the density cos^(n-2)
    return tuple(share_of_band(at.s, n) for n in range(2, 6))


@named("P(|u₁| < {0}; n = {1})", r"P(|u_1|<{0};\,n={1})", means="u uniform on the unit sphere of ℝⁿ")
def share_of_band(s: Any, n: int) -> arb:
    """P(|u_1| < s), u uniform on the unit sphere of R^n."""
    end = ball(s).asin()
    return cosines(n - 2, end) / cosines(n - 2, arb.pi() / 2)


def cosines(power: int, end: arb) -> arb:
    return acb.integral(lambda t, _: t.cos() ** power, 0, acb(end)).real


@cache
def integrated(power: int) -> Expr:
    return integrate(polar.by_latitude(power + 2), (polar.latitude, 0, asin(s)))


@band.exact(
    scope="every s: u = w/|w|, w normal, in polar coordinates, integrated",
    argued="the share is that of a band of a sphere: an integral over one angle",
)
def _integrated(predicted: Predicted) -> Compared:
    for power, claimed in enumerate(predicted):
        yield f"n = {power + 2}", integrated(power), claimed


q = Symbol("q", positive=True)

event = Claim(
    "daneshmand21.theorem.event",
    source=ABSOLUTE,
    says="P(A_l) <= (1 - q^d)^l, q the share of the sphere of R^n where |u_1| < sqrt(alpha): A_inf has probability 0 "
    "for every alpha > 0 and every finite d",
    hypotheses=(*CHAIN, "A_l: lam_min(H_k^T H_k) >= alpha for k = 1..l", "H_1 after a layer, from any H_0"),
    silent_on="the rate: at d of order n^2 log(1/q) q^d is tiny, and A_l likely for l up to e^(c d)",
    relation="<=",
    predicts=(1 - q**d) ** l,
    given=Given(
        {"n": Integers(2), "d": Integers(1), "l": Integers(1), "alpha": Rationals(above=0, most=Rational(1, 2))},
        letters={"q": lambda at: cap(int(at["n"]), sqrt(at["alpha"]))},
    ),
    left=r"P(A_\ell)",
    over=grid(d=(2, 8), l=(2,), q=(Rational(1, 3),)),
    uses=("daneshmand21.theorem.band",),
    twins=(Twin((1 - q) ** l, "one row in the band is enough"),),
)


for_ever = Claim(
    "daneshmand21.theorem.event-for-ever",
    source=ABSOLUTE,
    status="reading",
    says="for d of order n^2 the event A_inf has a probability of at least 1/2",
    hypotheses=CHAIN,
    relation=">=",
    predicts=Rational(1, 2),
    given={"n": Values(3), "d": Values(9), "alpha": Values(Rational(1, 4))},
    left=r"P(A_\infty)",
    uses=("daneshmand21.theorem.event",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.theorem.event",),
    truth=Integer(0),
)


@for_ever.exact(
    scope="n = 3, d = n^2 = 9, alpha = 1/4 (of at most 1/3): q = 1/2, the limit of (1 - q^9)^l",
    step="P(A_inf) <= P(A_l) <= (1 - q^d)^l for every l",
)
def _for_ever(predicted: Predicted) -> Compared:
    layers = Symbol("layers", integer=True, positive=True)
    yield "P(A_inf), at most", limit((1 - cap(3, Rational(1, 2)) ** 9) ** layers, layers, oo), predicted


@Claim(
    "daneshmand21.theorem.without-assumption",
    source=APPENDIX_B,
    says="lam_min (1/n - lam_min) is at most 1/(4n^2) anyway, which is 3/(2 sqrt d), the bound on its average over "
    "layers, at d = 36 n^4",
    hypotheses=CHAIN,
    silent_on="collapsed rank, where the average is 0; that so the bound says something only for d > 36 n^4",
    predicts=(1 / (4 * n**2), 36 * n**4),
    given={"n": Integers(2)},
    decided_to=1,
    twins=(Twin((1 / (4 * n**2), 9 * n**4), "3/(4 sqrt d)"), Twin((1 / (4 * n**2), n**2), "d of order n^2")),
).literal(symbols=True, most=12)
def averaged(at: At) -> tuple[Any, Any]:
    most = most_product(at.n)
    return most, (3 / (2 * most)) ** 2  # 3/(2 sqrt d) = most


@named("(max_x x (1/{0} − x))", r"\max_x x\big(\tfrac1{{{0}}}-x\big)")
def most_product(n: Any) -> Any:
    return top_of_parabola(lambda x: x * (1 / number(n) - x))


minimum = Claim(
    "daneshmand21.theorem.running-minimum",
    source=ABSOLUTE,
    status="measured",
    says="n = 2, d = 8, from orthogonal H_0: the median of min over k <= l of lam_min(C_k) is .1835 at l = 10 and "
    ".0816 at l = 100: alpha is a random minimum along the depth, and falls with it",
    hypotheses=("n = 2, d = 8",),
    silent_on="other n and d",
    predicts=(Rational(1835, 10000), Rational(816, 10000)),
    given=Given(),
    left=r"\mathrm{med}\min_{k\le\ell}\lambda_{\min}(C_k),\ \ell=10,100",
    uses=("daneshmand21.theorem.event",),
    twins=(
        Twin((Rational(1835, 10000), Rational(1835, 10000)), "the same at every depth"),
        Twin((Rational(1, 2), Rational(1, 2)), "1/n, the best alpha"),
    ),
)
