"""The large-d law of the chain, in no text we hold: a heuristic limit, its exact consequences, networks beside it.

What is exact or certified here are consequences of the law; that chains follow it is not proved, only measured.
"""

from __future__ import annotations

from flint import acb, arb
from sympy import Integer, Rational, Symbol, discriminant, floor, pi, sqrt, symbols

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.markov.mean_field import centre, count_above, moment, regularity
from theory.notation import HALF, d, k, x
from theory.papers.daneshmand20 import DANESHMAND20

FIGURE_3A = Locator(DANESHMAND20, "Figure 3a, behind 'the curves clearly indicate a dependency'")
THEOREM_14 = Locator(DANESHMAND20, "Theorem 14")

c = Symbol("c", positive=True)
kappa = Symbol("kappa", positive=True)
ANSATZ = ("all rows of M alike, r large, eigenvalues of M of order sqrt(d) (heuristic)", "unit variance weights")


def integral(power: int, centred: arb) -> arb:
    """int y^power semicircle(y - c) dy by quadrature in balls, y = c + cos theta; power = -1 needs c > 1."""

    def density(theta: acb, _: bool) -> acb:
        return 2 / arb.pi() * theta.sin() ** 2 * (centred + theta.cos()) ** power

    return acb.integral(density, 0, acb.pi()).real


stationary = Claim(
    "daneshmand20.mean-field.stationary-law",
    source=FIGURE_3A,
    status="heuristic",
    says="scaled by sqrt(d), the eigenvalues x of M stand still where p.v. int y mu(dy)/(x - y) = 2(x - c), c the "
    "second moment of mu: y mu(dy) is the semicircle of radius 1 centred at c",
    tex=r"\mathrm{p.v.}\!\int\frac{y\,\mu(dy)}{x-y}=2(x-c),\quad y\,\mu(dy)=\tfrac2\pi\sqrt{1-(y-c)^2}\,dy",
    hypotheses=ANSATZ,
    silent_on="that the spectrum of a chain converges to this law",
    predicts=2 * (x - c),
    over=grid(x=(Rational(1, 2), Integer(2)), c=(1, Rational(5, 4))),
    twins=(Twin(x - c, "the semicircle of radius sqrt 2"), Twin(4 * (x - c), "of radius 1/sqrt 2")),
)


@stationary.exact(
    scope="every c: integrated against x^p times the semicircle, p = 0..12, by its moments",
    reach="stand-in",
    of="chains: this is of the large-d law alone",
)
def _moments_of_the_transform(predicted: Predicted) -> Compared:
    # int x^p s(x) p.v. int s(y)/(x - y) = (1/2) sum over a + b = p - 1 of m_a m_b, by exchanging x and y
    m = [moment(p + 1, c) for p in range(15)]
    coefficients = predicted.expand().as_poly(x).all_coeffs()[::-1]
    for p in range(13):
        by_symmetry = sum((m[a] * m[p - 1 - a] for a in range(p)), Integer(0)) / 2
        yield f"p = {p}", by_symmetry, sum(m[p + i] * given for i, given in enumerate(coefficients))


mass = Claim(
    "daneshmand20.mean-field.directions",
    source=FIGURE_3A,
    status="heuristic",
    says="the law of kappa sqrt(d) directions has c = kappa/4 + 1/kappa, least at kappa = 2: at most 2 sqrt(d) "
    "directions",
    tex=r"\kappa=\int\mu(dy)=2\big(c-\sqrt{c^2-1}\big)\iff c=\tfrac\kappa4+\tfrac1\kappa,\quad\kappa\le2",
    hypotheses=(*ANSATZ, "kappa <= 2"),
    silent_on="which law a chain of more than 2 sqrt(d) directions comes to: measured, that of kappa = 2",
    predicts=centre(kappa),
    over=grid(kappa=(Rational(1, 2), Integer(1), Rational(3, 2), Integer(2))),
    uses=("daneshmand20.mean-field.stationary-law",),
    twins=(Twin(kappa / 2 + 1 / kappa, "S8.m1: at most sqrt(2 d) directions"),),
)


@mass.certified(
    scope="kappa = 1/2, 1, 3/2, 19/10 by quadrature of the mass; kappa = 2, where c = 1, by 1 - cos",
    reach="stand-in",
    of="chains: this is of the large-d law alone",
)
def _by_quadrature(predicted: Predicted) -> Compared:
    with precision(30):
        for given in (Rational(1, 2), Integer(1), Rational(3, 2), Rational(19, 10)):
            at = enclose(predicted, {"kappa": given}, 30)
            if not at > 1:
                yield f"kappa = {given}: c > 1", False, True
                return
            yield f"kappa = {given}", integral(-1, at), enclose(given, {}, 30)
        # at c = 1 the mass is int (2/pi) sin^2/(1 + cos) = int (2/pi) (1 - cos), of value 2
        limit = acb.integral(lambda theta, _: 2 / arb.pi() * (1 - theta.cos()), 0, acb.pi()).real
        yield "kappa = 2, c", enclose(predicted, {"kappa": 2}, 30), arb(1)
        yield "kappa = 2, mass", limit, arb(2)


edges = Claim(
    "daneshmand20.mean-field.edges",
    source=FIGURE_3A,
    status="heuristic",
    says="the law of kappa sqrt(d) directions lives between (kappa -+ 2)^2/(4 kappa) = c -+ 1: the greatest eigenvalue "
    "of M is about (c + 1) sqrt(d), 2 sqrt(d) from full rank, and there the least is o(sqrt(d))",
    tex=r"\lambda_{\max}(M)/\sqrt d\to\frac{(\kappa+2)^2}{4\kappa},\quad\text{2 from full rank}",
    hypotheses=(*ANSATZ, "kappa <= 2"),
    silent_on="finite d: below, by 13 and 6 per cent at d = 16 and 256 in the catalogue's simulations",
    predicts=((kappa + 2) ** 2 / (4 * kappa), (kappa - 2) ** 2 / (4 * kappa)),
    over=grid(kappa=(Rational(1, 2), Integer(1), Integer(2))),
    uses=("daneshmand20.mean-field.directions",),
    twins=(
        Twin((Integer(0), Integer(0)), "S8.m2: eigenvalues of order 1, below every multiple of sqrt(d)"),
        Twin((1 + (kappa + 2) ** 2 / (4 * kappa), 1 + (kappa - 2) ** 2 / (4 * kappa)), "the semicircle at c + 1"),
    ),
)


@edges.exact(
    scope="every kappa: the quadratic equation of the moments, p <= 12, and its branch points",
    reach="stand-in",
    of="chains: this is of the large-d law alone",
)
def _branch_points(predicted: Predicted) -> Compared:
    # G(z) = sum m_(p+1) z^(-p-1) obeys G^2 - 4 (z - c) G + 4 = 0, order by order; it branches at the edges
    m = [moment(p + 1, c) for p in range(15)]
    for p in range(13):
        square = sum((m[a] * m[p - 1 - a] for a in range(p)), Integer(0))
        yield f"p = {p}", square - 4 * m[p + 1] + 4 * c * m[p], Integer(0)
    yield "constant term", -4 * m[0] + 4, Integer(0)
    G, z = symbols("G z")
    under = discriminant(G**2 - 4 * (z - c) * G + 4, G).subs(c, centre(kappa))
    top, bottom = predicted
    for name, edge in zip(("top", "bottom"), predicted, strict=True):
        yield name, under.subs(z, edge), Integer(0)
    yield "top less bottom, the diameter", top - bottom, Integer(2)


regular = Claim(
    "daneshmand20.mean-field.regularity-limit",
    source=Locator(DANESHMAND20, "Figure 8"),
    status="heuristic",
    says="Tr M^3/d^2 -> c^2 + 1/4, Tr diag(M^2)^2/d^2 -> c^2 and the regularity constant -> c^2/(c^2 + 1/4): 4/5 from "
    "full rank",
    tex=r"\alpha\to\frac{c^2}{c^2+1/4},\quad\text{from full rank }\alpha\to\tfrac45",
    hypotheses=ANSATZ,
    silent_on="finite d, where it is above: .845 at d = 64",
    predicts=(c**2 + Rational(1, 4), regularity(c)),
    over=grid(c=(1, Rational(5, 4), 2)),
    uses=("daneshmand20.mean-field.stationary-law",),
    twins=(
        Twin((c**2 + Rational(1, 4), Integer(0)), "the constant tends to 0"),
        Twin((c**2 + Rational(1, 4), Rational(1, 2)), "the constant tends to 1/2"),
        Twin((c**2 + HALF, c**2 / (c**2 + HALF)), "with the semicircle of radius sqrt 2"),
    ),
)


@regular.certified(
    scope="c = 1, 17/16, 5/4, 2, by quadrature of y^2 and y",
    reach="stand-in",
    of="chains: this is of the large-d law alone",
)
def _third_moment(predicted: Predicted) -> Compared:
    with precision(30):
        for given in (Integer(1), Rational(17, 16), Rational(5, 4), Integer(2)):
            at = enclose(given, {}, 30)
            third, second = integral(2, at), integral(1, at)
            yield f"c = {given}, Tr M^3/d^2", third, enclose(predicted[0], {"c": given}, 30)
            yield f"c = {given}, constant", second**2 / third, enclose(predicted[1], {"c": given}, 30)


closes = Claim(
    "daneshmand20.mean-field.closes-lemma-7",
    source=Locator(DANESHMAND20, "Lemma 7"),
    status="heuristic",
    says="at the leading order d^2 the drift 2 d^2 - 2 F - 8 Tr M^3 + 8 Tr diag(M^2)^2 of Lemma 7 vanishes under the "
    "law, whatever the rank: 2 - 8 (c^2 + 1/4) + 8 c^2 = 0",
    tex=r"2-8\big(c^2+\tfrac14\big)+8c^2=0",
    hypotheses=ANSATZ,
    silent_on="the orders below d^2, where F = c d^(3/2) stands",
    predicts=(Integer(2), Integer(-8), Integer(8)),
    over=({},),
    uses=("daneshmand20.mean-field.regularity-limit",),
    twins=(Twin((Integer(2), Integer(-4), Integer(4)), "4 in the place of 8"),),
)


@closes.exact(scope="every c", reach="stand-in", of="chains: this is of the large-d law alone")
def _leading_order(predicted: Predicted) -> Compared:
    constant, cubic, rows = predicted
    yield "coefficient of d^2", constant + cubic * moment(3, c) + rows * moment(2, c) ** 2, Integer(0)
    # the sum vanishes for proportional coefficients, too: 2 is what I gives, delta(I) = 2 d^2 - 2 d
    yield "coefficient of d^2 at M = I", constant, Integer(2)


soft = Claim(
    "daneshmand20.mean-field.soft-rank",
    source=FIGURE_3A,
    status="heuristic",
    says="the number of eigenvalues above x sqrt(d) is sqrt(d) (2/pi) (P(1) - P(x - c)) with P(u) = sqrt(1-u^2) + c "
    "arcsin u - sqrt(c^2-1) arcsin((1+cu)/(u+c)); for fixed tau it comes to 2 sqrt(d) only like d^(-1/4)",
    tex=r"\frac{\mathrm{rank}_\tau}{\sqrt d}\to\mu\big([x,\infty)\big),\ x=\tau/\sqrt d;\quad "
    r"c=1:\ 2-\frac{4\sqrt{2\tau}}\pi d^{-1/4}+\dots",
    hypotheses=(*ANSATZ, "c - 1 < x < c + 1"),
    predicts=(count_above(x, c), 4 * sqrt(2) / pi),
    over=grid(x=(Rational(1, 2), Integer(1), Rational(3, 2)), c=(Rational(9, 8), Rational(5, 4))),
    uses=("daneshmand20.mean-field.directions",),
    twins=(Twin((count_above(x, c) / c, 4 * sqrt(2) / pi), "counted by energy"),),
)


@soft.certified(
    scope="(x, c) = (1/2, 9/8), (1, 5/4), (3/2, 17/16), (1/10, 33/32) by quadrature; the rate from x = 10^-26, c = 1",
    reach="stand-in",
    of="chains: this is of the large-d law alone",
)
def _counts(predicted: Predicted) -> Compared:
    whole, rate = predicted
    cases = ((Rational(1, 2), 9, 8), (Integer(1), 5, 4), (Rational(3, 2), 17, 16), (Rational(1, 10), 33, 32))
    with precision(40):
        for at, p, q in cases:
            centred = Rational(p, q)
            start, middle = enclose(at, {}, 40), enclose(centred, {}, 40)
            last = (start - middle).acos()

            def density(theta: acb, _: bool, middle: arb = middle) -> acb:
                return 2 / arb.pi() * theta.sin() ** 2 / (middle + theta.cos())

            computed = acb.integral(density, 0, acb(last)).real
            yield f"x = {at}, c = {centred}", computed, enclose(whole, {"x": at, "c": centred}, 40)
    with precision(60):  # mu([0, x]) = (2/pi) (phi - sin phi), 1 - cos phi = x, by the substitution y = 1 - cos
        tiny = arb(10) ** -26
        phi = 2 * (tiny / 2).sqrt().asin()
        lost = 2 / arb.pi() * (phi + phi.sin())
        yield (
            "lost below x, over sqrt(x), to a relative error of x",
            lost / tiny.sqrt() + arb(0, tiny),
            enclose(rate, {}, 40),
        )


strata = Claim(
    "daneshmand20.mean-field.rank-strata",
    source=THEOREM_14,
    status="heuristic",
    says="from a start of rank k <= 2 sqrt(d) the long-run mean of r is 4 d k/(k^2 + 4 d): a law for every rank, none "
    "of them sqrt(d)",
    tex=r"\mathbb E\,r\approx\frac{\sqrt d}{c}=\frac{4dk}{k^2+4d},\quad k\le2\sqrt d",
    hypotheses=("Gaussian weights, gamma = inf", "k <= 2 sqrt(d), d large"),
    silent_on="the error at finite d: at d = 256 the mean of r is .14, .54 and 1.3 per cent below for k = 2, 4, 8",
    predicts=4 * d * k / (k**2 + 4 * d),
    over=grid(d=(256,), k=(2, 4, 8)),
    uses=("daneshmand20.mean-field.directions",),
    twins=(
        Twin(sqrt(d), "sqrt(d) whatever the rank: the rank of the input dropped from Theorem 14"),
        Twin(k, "all k directions alike"),
        Twin(2 * d * k / (k**2 + 2 * d), "with at most sqrt(2 d) directions"),
    ),
)


@strata.exact(scope="sqrt(d)/c for every d and k", reach="stand-in", of="chains: this is of the large-d law alone")
def _from_the_centre(predicted: Predicted) -> Compared:
    # squared, for sqrt(d) is no rational function: r^2 c^2 = d with c = kappa/4 + 1/kappa, kappa^2 = k^2/d
    c_squared = k**2 / (16 * d) + Rational(1, 2) + d / k**2
    yield "r^2 c^2", predicted**2 * c_squared, d
    yield "k = 1, d = 1", predicted.subs({k: 1, d: 1}), Rational(4, 5)


kept = Claim(
    "daneshmand20.mean-field.directions-kept",
    source=FIGURE_3A,
    status="measured",
    says="at d = 5, 8, 12, of the d Lyapunov exponents of the layers 3, 4, 5 are 0 as far as 300 layers tell (the mean "
    "number above -.02): so many directions survive, the others decay exponentially",
    tex=r"k^*=3,\ 4,\ 5\ (d=5,8,12);\quad k^*\approx2\sqrt d\text{ for large }d",
    hypotheses=("Gaussian weights, gamma = inf", "full-rank input", "the numbers are measured, not derived"),
    silent_on="the algebraic rank, which stays d at every finite depth; 6, 8 and 14 at d = 16, 24, 64, measured once",
    predicts=(Integer(3), Integer(4), Integer(5)),
    over=({},),
    uses=("daneshmand20.mean-field.directions",),
    twins=(
        Twin(tuple(floor(sqrt(2 * size)) for size in (5, 8, 12)), "S8.m1: sqrt(2 d) directions"),
        Twin(tuple(floor(2 * sqrt(size)) for size in (5, 8, 12)), "2 sqrt(d), already at finite d"),
        Twin((Integer(5), Integer(8), Integer(12)), "all of them"),
        Twin((Integer(1),) * 3, "one, as without rescaling"),
    ),
)
