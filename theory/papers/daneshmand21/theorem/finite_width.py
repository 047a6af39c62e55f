"""Theorem 1 corrected: eigenvalues for singular values, an event for an assumption; where it says nothing."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from flint import acb, arb
from sympy import Expr, Integer, Rational, Symbol, asin, integrate, limit, oo, sqrt

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.expressions import Undefined, grid
from theory.exact.rationals import ball, to_sympy
from theory.notation import d, l, n
from theory.orthogonality.theorem import cap, contraction, mean_bound, printed_bound, square_bound
from theory.papers.daneshmand21 import DANESHMAND21, integrals
from theory.papers.daneshmand21.domains import NEARLY_FLAT, positive_spectra, spectra
from theory.papers.daneshmand21.measures import gap_of_spectrum, mean_spectrum, top_of_parabola
from theory.term import number, root, size, smallest, some, total
from theory.term.named import named
from theory.words import At

THEOREM_1 = Locator(DANESHMAND21, "Theorem 1 (second-hand: 2 (1 - 2 alpha/3)^l + 3n/(alpha sqrt d))")
ABSOLUTE = Locator(DANESHMAND21, "slides: 'there exists an absolute positive constant alpha'")
CHAIN = ("W_l Gaussian, H_(l+1) = d^(-1/2) BN(W_l H_l), rows of BN of length 1", "n >= 2")
EVENT = (*CHAIN, "A_l: lam_min(H_k^T H_k) >= alpha for k = 1..l")
SMALL = Rationals(above=0, most=Rational(1, 2))
alpha = Symbol("alpha", positive=True)
v2 = Symbol("v2", nonnegative=True)  # E V(H_1)^2
START = {"n": lambda at: number(size(at["lam"])), "v2": lambda at: number(gap_of_spectrum(at["lam"]))}
"""Of H_1 of a spectrum: n and V^2."""
CHAIN_FROM = "H_{l+1} = BN(W_l H_l)/√d, W_l normal with d rows"
low = Symbol("low", nonnegative=True)  # lam_min(C)
s2 = Symbol("s2", positive=True)  # tr F(C)^2
BATCHES = tuple(map(Integer, (2, 22, 4, 30)))
AROUND = tuple(map(Integer, (289, 13, 3, 288, 145, 144, 2, 17, 18, 251379, 251380, 7541379, 7541380)))
"""Widths on both sides of the thresholds, as near as integers come."""
s = Symbol("s", positive=True)  # sqrt alpha, alpha a bound of eigenvalues
q = Symbol("q", positive=True)


@Claim(
    "daneshmand21.theorem.corrected",
    source=THEOREM_1,
    status="corrected",
    says="with alpha a bound of the *eigenvalues* and A_l an event: E[V(H_(l+1))^2; A_l] <= rho^(2l) E V(H_1)^2 + "
    "(n-1)/(n d) (1 - rho^(2l))/(1 - rho^2), rho = 1 - 2n alpha/(n+2); E V <= its root + sqrt(1 - 1/n) P(not A_l)",
    silent_on="P(A_l), which tends to 0 in l for every alpha > 0: see `event`",
    relation="<=",
    predicts=square_bound(n, d, alpha, l, v2),
    given=Given(
        {
            "lam": Preceded(positive_spectra(), NEARLY_FLAT),
            "d": Preceded(Integers(1), (Integer(10) ** 9,)),
            "share": Rationals(above=0, most=1),
            "l": Integers(1, far=1),
        },
        words="alpha = share lam_min(C_1), so that A_1 is certain",
        letters=START | {"alpha": lambda at: at["share"] * number(smallest(at["lam"]) / total(at["lam"]))},
    ),
    uses=("daneshmand21.width.one-step", "daneshmand21.mean-map.majorisation"),
    twins=(
        Twin(square_bound(n, d, (n + 2) * alpha / n, l, v2), "k = 2 for 2n/(n+2)"),
        Twin(square_bound(n, d, 2 * (n + 2) * alpha / (n + 4), l, v2), "k = 4n/(n+4)"),
        Twin(contraction(alpha, n) ** (2 * l) * v2, "no noise"),
    ),
).literal(kind="certified", most=60, scope="l = 1, where A_1 is certain: starts of any spectrum")
def corrected(at: At) -> arb | Fraction:
    return square_on_event(at.lam, at.d, at.l)


additive = Claim(
    "daneshmand21.theorem.additive-term",
    source=THEOREM_1,
    says="E[V(H_(l+1)); A_l] <= (1-alpha)^l + (3/4)/sqrt(alpha d), in place of 3n/(alpha sqrt d)",
    hypotheses=EVENT,
    silent_on="whether 3/4 is the least constant; it is at least .565 (n = 4, alpha -> 1/4, from width.mean-gap)",
    relation="<=",
    predicts=mean_bound(n, d, alpha, l),
    given={"n": Integers(2), "d": Integers(1), "alpha": SMALL, "l": Integers(1)},
    left=r"\mathbb E[V(H_{\ell+1})\mathbb 1_{A_\ell}]",
    over=grid(n=(4,), d=(256,), alpha=(Rational(3, 20),), l=(60,)),
    uses=("daneshmand21.theorem.corrected", "daneshmand21.theorem.additive-constant"),
    twins=(
        Twin((1 - alpha) ** l + 1 / (4 * sqrt(alpha * d)), "(1/4)/sqrt(alpha d)"),
        Twin((1 - alpha) ** l + 1 / (alpha * d), "1/(alpha d), of a lower order in d"),
        Twin((1 - alpha) ** l, "no noise"),
    ),
)


@Claim(
    "daneshmand21.theorem.additive-constant",
    source=THEOREM_1,
    says="the value b that V^2 -> rho^2 V^2 + (n-1)/(n d) keeps, rho = 1 - 2n alpha/(n+2), has (1+rho) alpha d b "
    "= 9/16 - (n-4)^2/(16 n^2); at alpha = 1/n it is (n-1)(n+2)^2/(4n(n+1) d)",
    silent_on="that b is the limit of the bound of `corrected`, and leads the true E V^2 (width.stationary-gap)",
    predicts=(Rational(9, 16) - (n - 4) ** 2 / (16 * n**2), (n - 1) * (n + 2) ** 2 / (4 * n * (n + 1))),
    given=Given(
        {"n": Integers(2), "d": Integers(1), "alpha": SMALL}, lambda at: at["n"] * at["alpha"] <= 1, "alpha <= 1/n"
    ),
    uses=("daneshmand21.width.stationary-gap",),
    twins=(Twin((Rational(9, 16) - (n - 4) ** 2 / (16 * n**2), n / 16), "(1/4)/sqrt(alpha d): .0285 < .05 at n = 4"),),
).literal(symbols=True, most=60)
def constant(at: At) -> tuple[Any, Any]:
    n, d = at.n, at.d
    return (1 + contraction(at.alpha, n)) * at.alpha * d * kept(at.alpha, n, d), d * kept(1 / n, n, d)


@named("b({0})", means="b = ρ² b + (n − 1)/(n d)")
def kept(alpha: Any, n: Any, d: Any) -> Any:
    return (n - 1) / (n * d) / (1 - contraction(alpha, n) ** 2)


@Claim(
    "daneshmand21.theorem.without-event",
    source=THEOREM_1,
    status="reading",
    says="the bound of `corrected` at alpha = 1/n holds for E V^2 itself, without the event A_l",
    relation="<=",
    predicts=square_bound(n, d, 1 / n, l, v2),
    given=Given(
        {"lam": positive_spectra(), "d": Integers(1), "l": Integers(1, far=1)},
        lambda at: some(lambda e: e != at["lam"][0], at["lam"]),
        "lam not all equal",
        letters=START,
    ),
    uses=("daneshmand21.width.one-step",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.theorem.corrected",),
    truth=v2 + l * (n - 1) / (n * d),  # alpha = 0 in `corrected`
).literal(kind="certified", most=60)
def without_event(at: At) -> arb | Fraction:
    return square_after(at.lam, at.d, at.l)


@cache
def _mean(lam: tuple[Any, ...]) -> list[arb]:
    return mean_spectrum(lam)


@named(
    "E[V(H_({2} + 1))² | λ(H₁ᵀH₁) ∝ {0}]",
    r"\mathbb E[V(H_{{{2}+1}})^2\,|\,\lambda(H_1^\top H_1)\propto{0}]",
    means=CHAIN_FROM,
)
def square_after(lam: Sequence[Any], width: Any, layers: Any) -> arb | Fraction:
    """E V(H_2)^2 = E|(1/d) sum_k u_k u_k^T - I/n|^2 from a spectrum, the d rows u_k independent unit vectors.

    |u u^T - I/n|^2 = 1 - 1/n, and rows k, l have the mean scalar product |E u u^T - I/n|^2: 0 where E u u^T commutes
    with every rotation."""
    size, width = len(lam), int(width)
    if layers != 1:
        raise Undefined(f"l = {layers}: computed for one layer alone")
    if min(lam) == max(lam):
        return Fraction(size - 1, size * width)
    away = sum(((p - arb(1) / size) ** 2 for p in _mean(tuple(lam))), arb(0))
    return (width * (arb(size - 1) / size) + width * (width - 1) * away) / width**2


@named(
    "E[V(H_({2} + 1))² 1_{{A_{2}}} | λ(H₁ᵀH₁) ∝ {0}]",
    r"\mathbb E[V(H_{{{2}+1}})^2\mathbf 1_{{A_{{{2}}}}}\,|\,\lambda(H_1^\top H_1)\propto{0}]",
    means=f"{CHAIN_FROM}; A_l: λ_min(H_kᵀH_k) ≥ α for k ≤ l",
)
def square_on_event(lam: Sequence[Any], width: Any, layers: Any) -> arb | Fraction:
    """On A_1, which is certain where alpha is at most the least eigenvalue of H_1^T H_1."""
    return square_after(lam, width, layers)


one_layer = Claim(
    "daneshmand21.theorem.one-layer",
    source=Locator(DANESHMAND21, "Theorem 5 (second-hand: E Vhat' <= (1 - (2/3) lam_min) Vhat + 1/sqrt d)"),
    says="Vhat = 1/n - lam_min: E[Vhat'|H] <= (1 - k lam_min) Vhat + sqrt((1 - tr F(C)^2)/d) with k = 2n/(n+2) for 2/3",
    hypotheses=CHAIN,
    relation="<=",
    predicts=contraction(low, n) * (1 / n - low) + sqrt((1 - s2) / d),
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
        Twin(contraction(low, n) * (1 / n - low), "no noise"),
        Twin((1 - 4 * n * low / (n + 2)) * (1 / n - low) + sqrt((1 - s2) / (16 * d)), "a quarter of the noise"),
    ),
)


@Claim(
    "daneshmand21.theorem.vacuous-widths",
    source=ABSOLUTE,
    says="at alpha = 1/n (eigenvalues) or 1/sqrt n (singular values) 3n/(alpha sqrt d) is below the trivial sqrt(1 - "
    "1/n) only for d > 9 n^5/(n-1), or 9 n^4/(n-1); the corrected (3/4)/sqrt(alpha d), alpha = 1/n, is from d > 9 "
    "n^2/(16(n-1)) on",
    silent_on="that tr C = 1 forces alpha <= 1/n, or 1/sqrt n, so that these are the best: no absolute constant",
    relation="iff",
    over=tuple({"n": size, "d": width} for size in BATCHES for width in AROUND),
    predicts=((n - 1) * d > 9 * n**5, (n - 1) * d > 9 * n**4, 16 * (n - 1) * d > 9 * n**2),
    given={"n": Preceded(Integers(2), BATCHES), "d": Preceded(Integers(1), AROUND)},
    decided_to=1,
    uses=("daneshmand21.theorem.additive-term",),
    twins=(
        Twin((d > 9 * n**4, d > 9 * n**3, 16 * d > 9 * n), "against 1 in place of sqrt(1 - 1/n)"),
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
    source=Locator(DANESHMAND21, "Figure 2 (second-hand: n = 4, d <= 512)"),
    status="reading",
    says="at n = 4 and d = 512, the widest network of Figure 2, the bound of Theorem 1 is below the largest possible "
    "gap, alpha at most 1/2, the largest minimum singular value there is",
    relation="<=",
    predicts=1 - 1 / n,
    given={"n": Values(4), "d": Values(512)},
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
    return tuple(share_of_band(at.s, n) for n in range(2, 6))


@named("P(|u₁| < {0}; n = {1})", r"P(|u_1|<{0};\,n={1})", means="u uniform on the unit sphere of ℝⁿ")
def share_of_band(s: Any, n: int) -> arb:
    """The angle from the equator has the density cos^(n-2)."""

    def up_to(end: arb) -> arb:
        return acb.integral(lambda t, _: t.cos() ** (n - 2), 0, acb(end)).real

    return up_to(ball(s).asin()) / up_to(arb.pi() / 2)


@cache
def integrated(power: int) -> Expr:
    return integrate(integrals.by_latitude(power + 2), (integrals.latitude, 0, asin(s)))


@band.exact("every s: u = w/|w|", argued="the share is that of a band of a sphere: an integral over one angle")
def _integrated(predicted: Predicted) -> Compared:
    for power, claimed in enumerate(predicted):
        yield f"n = {power + 2}", integrated(power), claimed


event = Claim(
    "daneshmand21.theorem.event",
    source=ABSOLUTE,
    says="P(A_l) <= (1 - q^d)^l, q the share of the sphere of R^n where |u_1| < sqrt(alpha): A_inf has probability 0 "
    "for every alpha > 0 and every finite d",
    hypotheses=(*EVENT, "H_1 after a layer, from any H_0"),
    silent_on="the rate: at d of order n^2 log(1/q) q^d is tiny, and A_l likely for l up to e^(c d)",
    relation="<=",
    predicts=(1 - q**d) ** l,
    given=Given(
        {"n": Integers(2), "d": Integers(1), "l": Integers(1), "alpha": SMALL},
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
    hypotheses=EVENT,
    relation=">=",
    predicts=Rational(1, 2),
    given={"n": Values(3), "d": Values(9), "alpha": Values(Rational(1, 4))},
    left=r"P(A_\infty)",
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.theorem.event",),
    truth=Integer(0),
)


@for_ever.exact("alpha = 1/4: q = 1/2, the limit of (1 - q^9)^l", step="P(A_inf) <= P(A_l) <= (1 - q^d)^l for every l")
def _for_ever(predicted: Predicted) -> Compared:
    yield "P(A_inf), at most", limit((1 - cap(3, Rational(1, 2)) ** 9) ** l, l, oo), predicted


@Claim(
    "daneshmand21.theorem.without-assumption",
    source=Locator(DANESHMAND21, "Appendix B.1 (second-hand)"),
    says="lam_min (1/n - lam_min) is at most 1/(4n^2) anyway, which is 3/(2 sqrt d), the bound on its average over "
    "layers, at d = 36 n^4",
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
    silent_on="other n and d",
    predicts=(Rational(1835, 10000), Rational(816, 10000)),
    given=Given(),
    left=r"\mathrm{med}\min_{k\le\ell}\lambda_{\min}(C_k),\ \ell=10,100;\ n=2,\ d=8",
    uses=("daneshmand21.theorem.event",),
    twins=(
        Twin((Rational(1835, 10000), Rational(1835, 10000)), "the same at every depth"),
        Twin((Rational(1, 2), Rational(1, 2)), "1/n, the best alpha"),
    ),
)
