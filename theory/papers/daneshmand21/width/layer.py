"""One layer at any width: E V^2, its fluctuation, what one row does, how long a nearly orthogonal start stays so."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import acb, arb
from sympy import Integer, Rational, Symbol, exp, sqrt, symbols

from theory.batchnorm import dot
from theory.claim import Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.certify import at_each_precision, precision, upper_end
from theory.exact.rationals import ball
from theory.notation import d, n
from theory.orthogonality.finite_width import useful_width
from theory.papers.daneshmand21 import DANESHMAND21, laws, measures
from theory.papers.daneshmand21.domains import matrices, spectra
from theory.papers.daneshmand21.laws import GRAM, INFINITE
from theory.term import each, number, one_if, places, root, size
from theory.term.matrices import product, rank
from theory.term.named import named
from theory.words import At

CHAIN = Locator(DANESHMAND21, "slides: H_(l+1) = (1/sqrt(width)) BN(W_l H_l)")
NEAR = Locator(DANESHMAND21, "Theorem 1 (second-hand), for starts near orthogonality")
v2, u2, s2 = symbols("v2 u2 s2", nonnegative=True)  # V(P)^2, V(C_l)^2, tr P^2
c2 = Symbol("c2", nonnegative=True)


@Claim(
    "daneshmand21.width.one-step",
    source=CHAIN,
    says="E[V(H_(l+1))^2 | H_l] = (1 - 1/d) V(P)^2 + (n-1)/(n d) at every width, exactly",
    silent_on=INFINITE,
    predicts=(1 - 1 / d) * v2 + (n - 1) / (n * d),
    given=Given(
        laws.ROW_LAWS,
        letters={
            "n": lambda at: number(laws.columns(at["u"])),
            "v2": lambda at: number(measures.gap_at(laws.mean_projector(at["u"]))),
            "u2": lambda at: number(measures.gap_at(laws.raw_moment(at["u"]))),
        },
    ),
    speaks_of=("rs",),
    uses=("daneshmand21.gap.power-sums",),
    twins=(Twin((1 - 1 / d) * u2 + (n - 1) / (n * d), "V(C) for V(P): .3217"),),
).literal(most=100)
def one_step(at: At) -> Any:
    return laws.next_gap(at.u, at.d)


@Claim(
    "daneshmand21.width.fluctuation",
    source=Locator(DANESHMAND21, "Lemma 6 (second-hand: <= 1/d)"),
    says="E|C_(l+1) - E C_(l+1)|_F^2 = (1 - tr P^2)/d",
    silent_on=f"{INFINITE}; that this is at most (1 - 1/n)/d, as tr P^2 >= 1/n",
    predicts=(1 - s2) / d,
    given=Given(laws.ROW_LAWS, letters={"s2": lambda at: number(measures.squares(laws.mean_projector(at["u"])))}),
    speaks_of=("rs",),
).literal(most=100)
def fluctuation(at: At) -> Any:
    return laws.next_spread(at.u, at.d)


@Claim(
    "daneshmand21.width.one-row",
    source=NEAR,
    says="another row u' for u moves C by |u u^T - u' u'^T|_F/d = sqrt(2(1 - (u.u')^2))/d <= sqrt(2)/d",
    predicts=2 * (1 - c2) / d**2,
    given=Given(
        {"M": matrices(), "u": matrices(rows=Integers(1, 1))},
        lambda at: size(at["M"][0]) == size(at["u"][0]),
        "as many columns in u",
        letters={
            "d": lambda at: number(size(at["M"])),
            "c2": lambda at: number(
                dot(at["M"][0], at["u"][0]) ** 2 / (dot(at["M"][0], at["M"][0]) * dot(at["u"][0], at["u"][0]))
            ),
        },
    ),
    speaks_of=("rs",),
    twins=(Twin((1 - c2) / d**2, "sin of the angle between the rows"), Twin(2 / d**2, "the bound as an equality")),
).literal(most=100)
def one_row(at: At) -> Any:
    first = each(lambda k: one_if(k == 0), places(size(at.M)))
    other = each(lambda is_first, row: each(lambda x, y: x + is_first * (y - x), row, at.u[0]), first, at.M)
    return measures.distance(measures.after_layer(at.M), measures.after_layer(other))


v = Symbol("v", positive=True)
x = Symbol("x", positive=True)

AXES = ((Fraction(1, 2), Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(0), Fraction(1)))
"""A law of a row whose gap varies much."""


@Claim(
    "daneshmand21.width.one-layer-tail",
    source=NEAR,
    says="P(V(H_(l+1)) > e + x | H_l) <= exp(-d x^2) for d >= 2 and 0 < x <= 1/4, e^2 = (1 - 1/d) V(P)^2 + (n-1)/(nd)",
    silent_on="that V(P) <= rho_v v for W_l Gaussian and V(H_l) <= v (majorisation); the probability itself",
    relation="<=",
    predicts=exp(-d * x**2),
    given={
        "x": Rationals(above=0, most=Rational(1, 4)),
        "u": Preceded(laws.row_laws(), (AXES,)),
        "d": Integers(2, far=8),
    },
    uses=("daneshmand21.width.one-step", "daneshmand21.width.one-row"),
    twins=(Twin(exp(-2 * d * x), "2x for x^2"), Twin(exp(-16 * d * x**2), "sixteen times the exponent")),
).literal(most=100)
def tail(at: At) -> Any:
    n = laws.columns(at.u)
    square = (1 - 1 / at.d) * measures.gap_at(laws.mean_projector(at.u)) + (n - 1) / (n * at.d)  # e^2
    return beyond_by(at.u, at.d, square, at.x)


@named("P(V(C_{1}({0})) > √({2}) + {3})", r"P\big(V(C_{{{1}}}({0}))>\sqrt{{{2}}}+{3}\big)", means=GRAM)
def beyond_by(law: Any, width: Any, square: Any, x: Any) -> Any:
    """P(V > e + x) of the next layer, by e^2."""

    def beyond(C: Any) -> int:
        # V > e + x iff V^2 - e^2 - x^2 > 2 x e
        more = measures.gap_at(C) - square - x**2
        return int(bool(more > 0) and bool(more**2 > 4 * x**2 * square))

    return laws.next_layer(law, width, beyond)


def kept(size: Any, v: Any) -> Any:
    """(1 - rho_v) v = (2n alpha_v/(n+2)) v, alpha_v = 1/n - v sqrt(1 - 1/n)."""
    return 2 * size / (size + 2) * (1 / size - v * root(1 - 1 / size)) * v


@Claim(
    "daneshmand21.width.near-orthogonal",
    source=NEAR,
    says="rho_v = 1 - 2n alpha_v/(n+2), alpha_v = 1/n - v sqrt(1 - 1/n): over 0 < v < 1/sqrt(n(n-1)) the greatest "
    "(1-rho_v)^2 v^2 is 1/(4n(n-1)(n+2)^2)",
    silent_on="that the exponent of one-layer-tail is below d (1-rho_v)^2 v^2, so that below the width "
    "4n(n-1)(n+2)^2 log(1/delta) this bound shows a failure of at most delta for no v; V <= v for ever: for every "
    "finite d it fails some day; the probability itself, which may be far smaller",
    predicts=4 * n * (n - 1) * (n + 2) ** 2,
    given={"n": Integers(2)},
    decided_to=1,
    uses=("daneshmand21.width.one-layer-tail", "daneshmand21.mean-map.majorisation"),
    twins=(Twin(n * (n - 1) * (n + 2) ** 2, "the best v at the end of its range"), Twin(n**2, "d of order n^2")),
).literal(most=20)
def near_orthogonal(at: At) -> Any:
    return 1 / most_kept(at.n) ** 2


@named(
    "(max_v (2 {0}/({0} + 2)) (1/{0} − v √(1 − 1/{0})) v)",
    r"\Big(\max_v\frac{{2{0}}}{{{0}+2}}\Big(\frac1{{{0}}}-v\sqrt{{1-\frac1{{{0}}}}}\Big)v\Big)",
)
def most_kept(n: Any) -> Any:
    """The greatest (1 - rho_v) v."""
    return measures.top_of_parabola(lambda v: kept(n, v))


@Claim(
    "daneshmand21.width.useful-widths",
    source=NEAR,
    says="with the noise, some v gives a failure of at most 10^-6 per layer at the widths 1790, 24132, 311639 for "
    "n = 2, 4, 8, and none at one less",
    hypotheses=("W_l Gaussian",),
    silent_on="other widths, between which the bound changes one way; the true probability, which is smaller",
    predicts=(Integer(1790), Integer(24132), Integer(311639)),
    given=Given(),
    uses=("daneshmand21.width.near-orthogonal",),
    twins=(Twin((Integer(1768), Integer(23873), Integer(309468)), "the leading order: the noise forgotten"),),
).literal(kind="certified", scope="zeros in v isolated, width by width of a bisection")
def useful_widths(at: At) -> tuple[Integer, ...]:
    return tuple(least_width(size, 10**6) for size in (2, 4, 8))


@named(
    "min{{d : max_v d (v − √(ρ_v² v² + (n − 1)/(n d)))₊² ≥ log {1}, n = {0}}}",
    r"\min\{{d:\max_v d\big(v-\sqrt{{\rho_v^2v^2+\tfrac{{n-1}}{{nd}}}}\big)_+^2\ge\log {1},\ n={0}\}}",
    means="ρ_v = 1 − 2 n α_v/(n + 2), α_v = 1/n − v √(1 − 1/n)",
)
def least_width(n: Any, layers: Any) -> Integer:
    """The least width at which some v shows a failure of at most 1 in so many layers."""
    return Integer(useful_width(int(n), 1 / arb(int(layers))))


@named(
    "P(|ζ₁ + .. + ζ_{0}| > √2 ({1}) {0})",
    r"P\big(|\zeta_1+\dots+\zeta_{{{0}}}|>\sqrt2\cdot{1}\cdot{0}\big)",
    means="ζ uniform on the circle, independent",
)
@at_each_precision
def beyond(width: Any, v: Rational) -> arb:
    """P(|zeta_1 + .. + zeta_d| > R), R = sqrt(2) v d, the zeta uniform on the circle and independent.

    With E e^(i x.zeta) = J_0(|x|) the sum is within R with probability R int_0^oo J_1(R t) J_0(t)^d dt (Kluyver 1905).
    """
    with precision(15):
        width, end = int(width), 60
        R = width * arb(2).sqrt() * ball(v)

        def integrand(t: acb, _: bool) -> acb:
            return R * (R * t).bessel_j(1) * t.bessel_j(0) ** width

        # |J_0(t)| and |J_1(t)| are at most 2 sqrt(2/(pi t))
        rest = 2 ** (width + 1) * end * R.sqrt() * (2 / (arb.pi() * end)) ** (arb(width + 1) / 2)
        return 1 - acb.integral(integrand, 0, end).real + arb(0, upper_end(rest))


@Claim(
    "daneshmand21.width.surely",
    source=NEAR,
    status="reading",
    says="a nearly orthogonal start stays so surely: n = 2, from V = 0, P(V > 3/10 after one layer) = 0 at d = "
    "12, 16, 32",
    hypotheses=("W_l Gaussian", "n = 2"),
    relation="<=",
    predicts=Integer(0),
    given={"d": Values(Integer(12), Integer(16), Integer(32)), "v": Values(Rational(3, 10))},
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.width.one-layer-tail",),
    truth=exp(-d * (v - 1 / sqrt(2 * d)) ** 2),  # n = 2
).literal(kind="certified", scope="by the characteristic function of a point of the circle, inverted")
def surely(at: At) -> arb:
    return beyond(at.d, at.v)  # V > v where sqrt(2) V = |zeta_1 + .. + zeta_d|/d > sqrt(2) v, zeta = e^(2if)


@named(
    "Tᵀ diag({0}) T",
    r"T^\top\mathrm{{diag}}({0})T",
    shape=lambda spectrum: (size(spectrum),) * 2,
    means="T a reflection",
)
def turned(spectrum: Any) -> Any:
    """C of these eigenvalues, without an entry 0."""
    T = measures.mirror(size(spectrum), Fraction(1))
    return product(product(T, measures.diagonal(spectrum)), T)


@Claim(
    "daneshmand21.width.any-gap-below-one",
    source=NEAR,
    status="reading",
    says="any gap v < 1 keeps the least eigenvalue away from 0: at n = 4, V <= 2/5 forces rank 4",
    relation=">=",
    predicts=Integer(4),
    given=Given(
        {"spectrum": spectra(Integers(4, 4))},
        lambda at: measures.gap_of_spectrum(at["spectrum"]) <= Fraction(4, 25),
        "the eigenvalues of C, V(C) <= 2/5",
    ),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.gap.range",),
    truth=Integer(3),  # 1/r - 1/4 <= 4/25 for r = 3, 4
).literal(most=60)
def any_gap(at: At) -> Any:
    return rank(turned(at.spectrum))
