"""The large-d law of the chain, in no text we hold: what follows from its definition, by quadrature in balls.

y mu(dy) is the semicircle of radius 1 centred at c, of the mass kappa. That chains follow it is heuristic: derived in
the note by perturbation, measured in rank-strata and directions-kept.
"""

from __future__ import annotations

from typing import Any

from flint import acb, arb
from sympy import Integer, Poly, Rational, Symbol, diff, factor, limit, pi, simplify, sqrt

from theory.choices import proved
from theory.claim import At, Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import at_each_precision, guess, precision, raised
from theory.exact.rationals import ball
from theory.markov import mean_field as on_symbols
from theory.markov.mean_field import by_integration, c, centre, count_above, regularity
from theory.notation import HALF, d, k, x
from theory.papers.daneshmand20 import DANESHMAND20
from theory.term.named import named

FIGURE_3A = Locator(DANESHMAND20, "Figure 3a, behind 'the curves clearly indicate a dependency'")
LAW = "mu the law of which y mu(dy) is the semicircle of radius 1 centred at c"
OF_CHAINS = "chains: that the spectrum of M, scaled by sqrt(d), comes to this law is heuristic (rank-strata)"
DIGITS = 25
MU = "μ the law of which y μ(dy) is the semicircle of radius 1 centred at c"


@named("(∫ y^{0}·y μ(dy))", r"\Big(\int y^{{{0}}}\,y\,\mu(dy)\Big)", means=MU)
def integral(power: int, centred: Any, least: Any = None) -> arb:
    """int y^power y mu(dy) over y >= least, all of the support by default: y = c + cos theta; c > 1 for power < 0."""
    with precision(DIGITS):
        middle = ball(centred)
        last = acb.pi() if least is None else acb((ball(least) - middle).acos())

        def density(theta: acb, _: bool) -> acb:
            return theta.sin() ** 2 * (middle + theta.cos()) ** power

        return 2 / arb.pi() * acb.integral(density, 0, last).real


@named("μ[{1}, ∞)", r"\mu[{1},\infty)", means=MU)
def mass_above(c: Any, x: Any) -> arb:
    """mu([x, oo)) by quadrature."""
    return integral(-1, c, x)


@named(
    "c({0})",
    "c({0})",
    means="μ the law of which y μ(dy) is the semicircle of radius 1 centred at c(κ) and whose mass is κ",
)
@at_each_precision
def centre_of(kappa: Any) -> arb:
    """The c > 1 at which the mass of the law is kappa < 2: Newton's method in balls; the mass falls in c.

    Raises
    ------
    ValueError : no such c is found.
    """
    with raised(1), precision(DIGITS):  # a guess, which needs no more
        wanted, point = ball(kappa), 1 / ball(kappa) + 1
        for _ in range(12):  # the mass is convex in c: Newton's method comes from above or jumps below once
            last, moved = point, guess(point - (wanted - integral(-1, point)) / integral(-2, point))
            point = moved if moved > 1 else (1 + point) / 2
            if abs(point - last) < arb(10) ** -(DIGITS * 2 // 3):
                break
    with precision(DIGITS):
        wanted = ball(kappa)
        radius = arb(10) ** -(DIGITS // 2)
        around = point + arb(0, radius)
        found = point - (wanted - integral(-1, point)) / integral(-2, around)
        if proved(around, "!=", found):
            raise ValueError(f"got kappa = {kappa}; no centre of the law of this mass is found near {point}")
        return found


@named("p.v.∫ y μ(dy)/({0} + {1} − y)", r"\mathrm{{p.v.}}\int\frac{{y\,\mu(dy)}}{{{0}+{1}-y}}", means=MU)
def principal_value(c: Any, u: Any) -> arb:
    """p.v. int s(v)/(u - v) dv of s(v) = (2/pi) sqrt(1 - v^2), |u| < 1.

    s(u) log((1 + u)/(1 - u)), and the integral of (s(v) - s(u))/(u - v), where v = cos theta.
    """
    with precision(DIGITS):
        at = ball(u)
        height = (1 - at**2).sqrt()

        def smooth(theta: acb, _: bool) -> acb:
            return (theta.cos() + at) * theta.sin() / (theta.sin() + height)

        return 2 / arb.pi() * (acb.integral(smooth, 0, acb.pi()).real + height * ((1 + at) / (1 - at)).log())


kappa = Symbol("kappa", positive=True)
OVER_THE_ANGLE = "with y = c + cos of an angle the moments are integrals of polynomials in the cosine"
FROM_ONE = Given({"c": Rationals(least=1, far=20)}, words=LAW)
OF_MASS = Given({"kappa": Rationals(above=0, below=2, far=4)}, words="mu the law of mass kappa")


@Claim(
    "daneshmand20.mean-field.stationary-law",
    source=FIGURE_3A,
    says="the law mu of which y mu(dy) is the semicircle of radius 1 centred at c has p.v. int y mu(dy)/(x - y) = "
    "2(x - c) inside its support: the equation under which, by the heuristic of the note, the eigenvalues sqrt(d) x of "
    "M stand still",
    silent_on=OF_CHAINS,
    given=Given(
        {"c": Rationals(least=1), "u": Rationals(above=-1, below=1)},
        words=f"{LAW}, x = c + u",
        letters={"x": lambda at: at["c"] + at["u"]},
    ),
    predicts=2 * (x - c),
    twins=(Twin(x - c, "the semicircle of radius sqrt 2"),),
).literal(kind="certified", scope="the principal value by quadrature", most=40)
def stationary(at: At) -> arb:
    return principal_value(at.c, at.u)


@stationary.exact(
    scope="every c and x: antiderivatives on both sides of x, and their ends",
    argued="the principal value is the difference of an antiderivative's ends on both sides of x",
)
def _by_antiderivatives(predicted: Predicted) -> Compared:
    yield from on_symbols.transform()
    yield "the principal value", on_symbols.transformed(), predicted.subs(x, c + on_symbols.u)


@Claim(
    "daneshmand20.mean-field.directions",
    source=FIGURE_3A,
    says="the law of mass kappa, kappa sqrt(d) directions, has c = kappa/4 + 1/kappa, least at kappa = 2: at most 2 "
    "sqrt(d) directions",
    silent_on="which law a chain of more than 2 sqrt(d) directions comes to: measured, that of kappa = 2",
    given=OF_MASS,
    predicts=centre(kappa),
    uses=("daneshmand20.mean-field.stationary-law",),
).literal(kind="certified", scope="the centre at which the quadrature of the mass is kappa", most=20)
def mass(at: At) -> arb:
    return centre_of(at.kappa)


@mass.exact(
    scope="every kappa: an antiderivative, and the only centre of that mass",
    argued="the mass is an integral over the support, a falling function of the centre",
)
def _solved(predicted: Predicted) -> Compared:
    yield from on_symbols.counted()
    yield "the centre", on_symbols.only_centre(kappa), predicted
    y = Symbol("y", positive=True)
    yield "c = 1, kappa = 2", (on_symbols.at_two(Integer(2)), Integer(1)), (Integer(2), predicted.subs(kappa, 2))
    density = 2 / pi * sqrt(y * (2 - y)) / y
    yield "c = 1, the antiderivative", diff(on_symbols.at_two(y), y), density
    falls = diff(predicted, kappa).subs(kappa, 2 / (1 + on_symbols.more))
    yield "least at 2", bool(factor(falls).is_negative), True
    yield "the root of c^2 - 1", on_symbols.ROOT**2, on_symbols.everywhere(c**2 - 1)


@Claim(
    "daneshmand20.mean-field.edges",
    source=FIGURE_3A,
    says="the law of mass kappa lives between (kappa -+ 2)^2/(4 kappa) = c -+ 1",
    silent_on="chains: under the law the greatest eigenvalue of M is about (c + 1) sqrt(d), 2 sqrt(d) from full rank, "
    "kappa = 2, and there the least is o(sqrt(d)); finite d: below, by 13 and 6 per cent at d = 16 and 256 "
    "in simulations",
    given=OF_MASS,
    predicts=((kappa + 2) ** 2 / (4 * kappa), (kappa - 2) ** 2 / (4 * kappa)),
    uses=("daneshmand20.mean-field.directions",),
    twins=(Twin((Integer(0), Integer(0)), "eigenvalues of order 1, below every multiple of sqrt(d)"),),
).literal(kind="certified", scope="one beside the centre at which the quadrature of the mass is kappa", most=20)
def edges(at: At) -> tuple[arb, arb]:
    middle = centre_of(at.kappa)
    return middle + 1, middle - 1


@edges.exact(
    scope="every kappa: the only centre of that mass, and one beside it",
    argued="the centre of a mass is the only one, and the support is c -+ 1",
)
def _of_centre(predicted: Predicted) -> Compared:
    yield from on_symbols.counted()
    middle, ends = on_symbols.only_centre(kappa), (Integer(1), Integer(-1))
    inside = Poly(1 - on_symbols.u**2, on_symbols.u)  # the square of the root that is the density
    yield "where it is real", tuple(map(inside.eval, (*ends, 0))), (Integer(0), Integer(0), Integer(1))
    yield "the edges", tuple(middle + end for end in ends), predicted
    at_two = tuple(1 + end for end in ends)
    yield "c = 1, its mass", on_symbols.at_two(at_two[0]) - on_symbols.at_two(at_two[1]), Integer(2)
    yield "kappa = 2", at_two, tuple(end.subs(kappa, 2) for end in predicted)


@Claim(
    "daneshmand20.mean-field.regularity-limit",
    source=Locator(DANESHMAND20, "Figure 8"),
    says="under the law int y^3 mu = c^2 + 1/4, and (int y^2 mu)^2 over that is c^2/(c^2 + 1/4), which is 4/5 at c = 1",
    silent_on="that these are the limits of Tr M^3/d^2 and, with rows of M alike, of the regularity constant (note); "
    "finite d, where it is above: .845 at d = 64; " + OF_CHAINS,
    given=FROM_ONE,
    predicts=(c**2 + Rational(1, 4), regularity(c)),
    uses=("daneshmand20.mean-field.stationary-law",),
    twins=(
        Twin((c**2 + Rational(1, 4), Integer(0)), "the constant tends to 0"),
        Twin((c**2 + Rational(1, 4), Rational(1, 2)), "the constant tends to 1/2"),
        Twin((c**2 + HALF, c**2 / (c**2 + HALF)), "with the semicircle of radius sqrt 2"),
    ),
).literal(kind="certified", scope="by quadrature", most=20)
def regular(at: At) -> tuple[arb, arb]:
    third, second = integral(2, at.c), integral(1, at.c)
    return third, second**2 / third


@regular.exact(scope="every c: integrated term by term", argued=OVER_THE_ANGLE)
def _third_moment_integrated(predicted: Predicted) -> Compared:
    third, second = by_integration(2, c), by_integration(1, c)
    yield "every c", (third, second**2 / third), predicted


@Claim(
    "daneshmand20.mean-field.closes-lemma-7",
    source=Locator(DANESHMAND20, "Lemma 7"),
    says="under the law 2 - 8 int y^3 mu + 8 (int y^2 mu)^2 = 0, whatever the centre c",
    silent_on="that this is the drift of Lemma 7 at its leading order d^2, with rows of M alike (note); "
    "the orders below d^2, where F = c d^(3/2) stands; " + OF_CHAINS,
    given=FROM_ONE,
    predicts=Integer(0),
    uses=("daneshmand20.mean-field.regularity-limit",),
    twins=(Twin(c - 1, "from full rank alone"), Twin(-2 * c, "with F, of a lower order")),
).literal(kind="certified", scope="by quadrature", most=20)
def closes(at: At) -> arb:
    return 2 - 8 * integral(2, at.c) + 8 * integral(1, at.c) ** 2


@closes.exact(scope="every c: integrated term by term", argued=OVER_THE_ANGLE)
def _drift_integrated(predicted: Predicted) -> Compared:
    yield "every c", 2 - 8 * by_integration(2, c) + 8 * by_integration(1, c) ** 2, predicted


@Claim(
    "daneshmand20.mean-field.soft-rank",
    source=FIGURE_3A,
    says="under the law the number of eigenvalues above x sqrt(d) is sqrt(d) (2/pi) (P(1) - P(x - c)) with P(u) = "
    "sqrt(1-u^2) + c arcsin u - sqrt(c^2-1) arcsin((1+cu)/(u+c)); for fixed tau it comes to 2 sqrt(d) only like "
    "d^(-1/4)",
    silent_on=OF_CHAINS,
    given=Given(
        {"c": Rationals(above=1), "u": Rationals(above=-1, below=1)},
        words=f"{LAW}, x = c + u",
        letters={"x": lambda at: at["c"] + at["u"]},
    ),
    predicts=(count_above(x, c), 4 * sqrt(2) / pi),
    uses=("daneshmand20.mean-field.directions",),
    twins=(Twin((count_above(x, c) / c, 4 * sqrt(2) / pi), "counted by energy"),),
).literal(kind="certified", scope="by quadrature; the rate from x = 10^-26, to a relative error of x", most=20)
def soft(at: At) -> tuple[arb, arb]:
    return mass_above(at.c, at.x), lost_below()


@soft.exact(
    scope="every c and x: the antiderivative of the density, and its end; at c = 1 the limit",
    argued="the number is the integral of the density from x - c to 1",
)
def _of_the_density(predicted: Predicted) -> Compared:
    u = on_symbols.u
    above = predicted[0].subs(x, c + u)
    density = on_symbols.SEMICIRCLE / (c + u)
    yield "the derivative", on_symbols.everywhere(-density), on_symbols.everywhere(diff(above, u))
    yield "at the end", Integer(0), simplify(above.subs(u, 1))
    y = Symbol("y", positive=True)
    below = on_symbols.at_two(y)
    yield "c = 1, the antiderivative", diff(below, y), (on_symbols.SEMICIRCLE / (c + u)).subs({c: 1, u: y - 1})
    yield "c = 1, all of it", below.subs(y, 2), Integer(2)
    yield "c = 1, the rate", limit(below / sqrt(y), y, 0, "+"), predicted[1]


@named("lim_(x→0) μ[0, x]/√x at c = 1", r"\lim_{{x\to0}}\mu[0,x]/\sqrt x\text{{ at }}c=1", bare=True, means=MU)
@at_each_precision
def lost_below() -> arb:
    """mu([0, x])/sqrt(x) at c = 1 and x = 10^-26, to a relative error of x.

    y = 1 - cos theta makes it the integral of (2/pi) (1 + cos theta) up to phi, 1 - cos phi = x.
    """
    with precision(60):
        tiny = arb(10) ** -26
        phi = 2 * (tiny / 2).sqrt().asin()
        return 2 / arb.pi() * (phi + phi.sin()) / tiny.sqrt() * (1 + arb(0, tiny))


THEOREM_14 = Locator(DANESHMAND20, "Theorem 14")

strata = Claim(
    "daneshmand20.mean-field.rank-strata",
    source=THEOREM_14,
    status="heuristic",
    says="from a start of rank k <= 2 sqrt(d) the long-run mean of r is 4 d k/(k^2 + 4 d): a law for every rank, none "
    "of them sqrt(d)",
    hypotheses=("Gaussian weights, gamma = inf", "k <= 2 sqrt(d), d large"),
    silent_on="the error at finite d: at d = 256 the mean of r is .14, .54 and 1.3 per cent below for k = 2, 4, 8",
    given=Given({"d": Integers(256), "k": Integers(1)}, lambda at: at["k"] ** 2 <= 4 * at["d"], "k <= 2 sqrt(d)"),
    left=r"\mathbb E\,r(H_\ell)\text{ in the long run}",
    speaks_of=("law",),
    predicts=4 * d * k / (k**2 + 4 * d),
    uses=("daneshmand20.mean-field.directions",),
    twins=(
        Twin(sqrt(d), "sqrt(d) whatever the rank: the rank of the input dropped from Theorem 14"),
        Twin(k, "all k directions alike"),
        Twin(2 * d * k / (k**2 + 2 * d), "with at most sqrt(2 d) directions"),
    ),
)


@strata.exact(scope="sqrt(d)/c for every d and k", stand_in="chains: this is of the large-d law alone")
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
    hypotheses=("Gaussian weights, gamma = inf", "full-rank input", "the numbers are measured, not derived"),
    silent_on="the algebraic rank, which stays d at every finite depth; 6, 8 and 14 at d = 16, 24, 64, measured once",
    given=Given(words="chains of d = 5, 8, 12 rows, gamma = oo, Gaussian weights, rank X = d"),
    left=r"\mathbb E\#\{\text{Lyapunov exponents over 300 layers above }-.02\}",
    predicts=(Integer(3), Integer(4), Integer(5)),
    uses=("daneshmand20.mean-field.directions",),
    twins=(
        Twin((Integer(5), Integer(8), Integer(12)), "all of them"),
        Twin((Integer(1),) * 3, "one, as without rescaling"),
    ),
)
