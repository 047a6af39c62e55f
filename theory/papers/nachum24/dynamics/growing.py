"""The broken ray and the saddle as n grows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import acb, arb, arb_series
from sympy import Expr, Integer, Rational, Symbol, expand, limit, log, oo, pi, sqrt

from theory.claim import Claim, Compared, Predicted, Twin
from theory.domains.listings import Index, Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import at_each_precision, precision
from theory.exact.expressions import Undefined, enclose
from theory.notation import HALF, n
from theory.papers.nachum24.dynamics import DIGITS, FIGURE_3, HISTOGRAM, NEW
from theory.papers.nachum24.dynamics.literal import far
from theory.papers.nachum24.dynamics.literal.layer import RAY_OF, Alike, mapped, relu_of_two
from theory.papers.nachum24.dynamics.literal.rates import OF_BROKEN, OF_SADDLE, rates
from theory.papers.nachum24.dynamics.literal.rays import at_angle, digits_at, far_angle
from theory.papers.nachum24.dynamics.rescaled import density
from theory.term.named import named
from theory.words import At, Within

POWERS = tuple(10**place for place in range(3, 15))


@at_each_precision
def broken_ray(size: int) -> Alike:
    """H, of the literal layer."""
    theta = far_angle(size, False, digits_at(size))
    with precision(digits_at(size)):
        return at_angle(size, 1, theta)


@at_each_precision
def broken_image(size: int) -> Alike:
    """K(H) there."""
    theta = far_angle(size, False, digits_at(size))
    with precision(digits_at(size)):
        return relu_of_two(broken_ray(size), theta)


def of_broken(text: str, tex: str, figure: Callable[[Alike], arb]) -> Callable[[Any], arb]:
    """A figure of the image K(H) at the broken ray; o is the escaped point, c and c' are others."""

    @named(f"({text} at the broken ray of {{0}} points)", tex + r"\text{{ at the broken ray of }}{0}\text{{ points}}")
    def of(n: Any) -> arb:
        image = broken_image(int(n))
        with precision(digits_at(int(n))):
            return figure(image)

    return of


cluster_cosine = of_broken("cos_cc'", r"\cos_{{cc'}}", lambda K: K.across[1][1] / K.own[1])
outlier_cosine = of_broken("cos_oc", r"\cos_{{oc}}", lambda K: K.across[0][1] / (K.own[0] * K.own[1]).sqrt())
norm_ratio = of_broken("|x_o|/|x_c|", r"\tfrac{{|x_o|}}{{|x_c|}}", lambda K: (K.own[0] / K.own[1]).sqrt())


@named("(F_{0}({0} − {1}) − ({0} − {1}))", "(F_{{{0}}}({0}-{1})-({0}-{1}))")
def drift(n: Any, c: Any) -> arb:
    """What a layer adds to s = n - c, for the F_n of one-escaped-map."""
    digits = digits_at(int(n)) + 20
    with precision(digits):
        s = int(n) - enclose(c, {}, digits)
        return mapped(int(n), s) - s


@named("({0} − s at the saddle)", r"({0}-s_{{\mathrm{{saddle}}}})")
def saddle_place(n: Any) -> arb:
    """n - s, of the fixed ray with one escaped point that is the less broken one."""
    size, theta = int(n), _saddle_angle(n)
    with precision(digits_at(size) + 20):
        rho = theta.cos()
        place = size - (1 - rho) / (1 + (size - 2) * rho)
        if not (place > 1 and place < 5):
            raise Undefined(f"n = {size}: n - s = {place.str(8)} is not that of the saddle")
        return place


@named(
    "(|x_o|/|x_c| at the saddle of {0} points)",
    r"\tfrac{{|x_o|}}{{|x_c|}}\text{{ at the saddle of }}{0}\text{{ points}}",
)
def saddle_norm_ratio(n: Any) -> arb:
    with precision(digits_at(int(n)) + 20):
        return at_angle(int(n), 1, _saddle_angle(n)).own[0].sqrt()


def _saddle_angle(n: Any) -> arb:
    return far_angle(int(n), True, digits_at(int(n)))


F_IS = f"F_n(s) = s(P K(H_n(s)) P), {RAY_OF}"

epsilon = Symbol("epsilon", positive=True)  # 1/n
Q = Rational(3, 2) + 3 * pi**2 / 20


def angles(C: Expr = 3 * pi, p: int = -2, q: Expr = Q) -> tuple[Expr, Expr]:
    """(C/n)(1 + p/n + q/n^2 -+ 110/n^3)."""
    low, high = (C / n * (1 + p / n + q / n**2 + sign * 110 / n**3) for sign in (-1, 1))
    return low, high


@Claim(
    "nachum24.dynamics.broken-angle",
    **NEW,
    says="the cluster of the broken fixed point has angle (C/n)(1 + p/n + q/n^2 + O(n^-3)), C = 3 pi, p = -2 and q = "
    "3/2 + 3 pi^2/20 = 2.98044 (not 3): from n = 100 on to within 110/n^3 in the bracket",
    predicts=angles(),
    relation="in",
    given={"n": Preceded(Integers(100), POWERS[:6])},
    speaks_of=("rc",),
    uses=("nachum24.dynamics.one-escaped-map",),
    twins=(
        Twin(angles(q=Integer(3)), "q = 3, as three digits at n = 1000 suggest"),
        Twin(angles(C=2 * pi), "C = 2 pi"),
        Twin(angles(C=3 * pi / 2), "C = 3 pi/2"),
    ),
).literal(kind="certified", scope="a fixed ray of the literal layer, by a change of sign at exact points", most=20)
def broken_angle(at: At) -> arb:
    return cluster_cosine(at.n).acos()


@broken_angle.certified(
    scope="every n >= 100: coefficients in 1/n up to n^-3 are exact, the next one a ball on all of 0 <= 1/n <= 1/100",
    argued="the fixed ray next to theta = 0 is the zero of a series in 1/n, its rest a ball for n >= 100",
)
def _coefficients(predicted: Predicted) -> Compared:
    leading, beyond = far.cluster_angle()
    ends = [expand(end.subs(n, 1 / epsilon)).as_poly(epsilon) for end in predicted]
    if None in ends:
        raise Undefined("an end is no polynomial in 1/n")
    for end in ends:
        for power in range(max(5, end.degree() + 1)):
            if power != 4:
                ours, theirs = dict(enumerate(leading, 1)).get(power, Integer(0)), end.coeff_monomial(epsilon**power)
                yield f"coefficient of n^-{power}", ours, (theirs, theirs)
    fourth = tuple(enclose(end.coeff_monomial(epsilon**4), {}, 20) for end in ends)
    for found in beyond:
        yield "n^4 times the rest", found, fourth


@Claim(
    "nachum24.dynamics.broken-ratio",
    **NEW,
    says="the escaped point of the broken fixed point is n - 1 - 9 pi^2/(4n) + o(1/n) times as long as the others, "
    "just short of the exact outlier's n - 1, and not quite orthogonal: n^3 cos tends to 9 pi^2/(2 sqrt 2)",
    predicts=(-9 * pi**2 / 4, 9 * pi**2 / (2 * sqrt(2))),
    relation="->",
    given={"n": Index(100, listed=(100, *POWERS))},
    speaks_of=("rc",),
    uses=("nachum24.dynamics.broken-angle",),
    twins=(
        Twin((Integer(0), 9 * pi**2 / (2 * sqrt(2))), "exactly n - 1"),
        Twin((-9 * pi**2 / 4, Integer(0)), "exactly orthogonal"),
    ),
).literal(kind="certified", scope="a fixed ray of the literal layer, by a change of sign at exact points", most=20)
def broken_ratio(at: At) -> Within:
    size = enclose(at.n, {}, DIGITS)
    return Within((size * (norm_ratio(at.n) - size + 1), size**3 * outlier_cosine(at.n)), (150 / n, 250 / n))


@broken_ratio.certified(
    scope="the literal layer on symbols to leading order in 1/n; the broken ray is the zero next to theta = 0, by "
    "boxes of 1/n and s",
    argued="the broken ray is the one zero next to theta = 0, so that its leading orders in 1/n are enough",
)
def _limits_of_broken(predicted: Predicted) -> Compared:
    yield "n -> oo", far.broken_limits(), predicted


def _two_on(rho: arb) -> arb:
    """P(u > 0, v > 0) of standard normal u and v of a correlation, given u."""
    slope = rho / (1 - rho * rho).sqrt()
    with precision(10):
        return acb.integral(lambda t, _: density(t) * below(slope * t), 0, FAR).real + beyond()


def _cluster_off(rho: arb, count: int) -> arb:
    """P(u_1, .., u_count < 0) of standard normal numbers of a correlation above 0, given what they have in common."""
    slope = (rho / (1 - rho)).sqrt()
    with precision(10):
        return acb.integral(lambda t, _: density(t) * below(slope * t) ** count, -FAR, FAR).real + beyond()


FAR = 9


def beyond() -> arb:
    """P(|g| > 9) is below 2^-60."""
    return arb(0, arb(2) ** -60)


def below(x: acb) -> acb:
    """P(g < x)."""
    return (-x / arb(2).sqrt()).erfc() / 2


ON = "H the broken ray of n points, u ~ N(0, H); o the escaped point, c and c' others"


@named("P(u_o > 0 > u_c for all c; {0} points)", r"P(u_o>0>u_c\ \forall c;\ {0}\text{{ points}})", means=ON)
def escaped_alone_on(n: Any) -> arb:
    """All others off: then o is on, as the sum of all is 0."""
    H = broken_ray(int(n))
    with precision(DIGITS):
        return _cluster_off(H.across[1][1] / H.own[1], int(n) - 1)


@named("P(u_o > 0, u_c > 0; {0} points)", r"P(u_o>0,u_c>0;\ {0}\text{{ points}})", means=ON)
def both_on(n: Any) -> arb:
    H = broken_ray(int(n))
    with precision(DIGITS):
        return _two_on(H.across[0][1] / (H.own[0] * H.own[1]).sqrt())


@named("P(u_c > 0 > u_c'; {0} points)", r"P(u_c>0>u_{{c'}};\ {0}\text{{ points}})", means=ON)
def cluster_split(n: Any) -> arb:
    H = broken_ray(int(n))
    with precision(DIGITS):
        return arb(1) / 2 - _two_on(H.across[1][1] / H.own[1])


@Claim(
    "nachum24.dynamics.broken-neurons",
    **NEW | {"source": HISTOGRAM},
    says="at the broken point a neuron is on at the escaped point o alone with a probability that tends to 1/2, as at "
    "the outlier, on at o and c with 3/(2 sqrt 2 n) + o(1/n), and on at c but not at c' with 3/(2n) + o(1/n)",
    silent_on="n < 100",
    predicts=(HALF, 3 / (2 * sqrt(2)), Rational(3, 2)),
    relation="->",
    given={"n": Index(100, listed=(100, *POWERS[:3]))},
    speaks_of=("rc",),
    uses=("nachum24.dynamics.broken-angle", "nachum24.figures.inactive-half"),
    twins=(
        Twin((Integer(1), 3 / (2 * sqrt(2)), Rational(3, 2)), "always"),
        Twin((HALF, Integer(0), Rational(3, 2)), "never on at both, as at the outlier"),
        Twin((HALF, 3 / (2 * sqrt(2)), Integer(0)), "the cluster at one place"),
    ),
).literal(kind="certified", scope="Gaussian integrals at a fixed ray of the literal layer", most=5)
def broken_neurons(at: At) -> Within:
    size = enclose(at.n, {}, DIGITS)
    found = escaped_alone_on(at.n), size * both_on(at.n), size * cluster_split(at.n)
    return Within(found, (Rational(43, 5) * sqrt(log(n) / pi) / n, 3 / n, 3 / n))


@broken_neurons.certified(
    scope="n -> oo: the angles of the broken ray, of which the second and third are shares of a turn; a bound of the "
    "first",
    argued="two Gaussians have unlike signs in the share of their angle in pi; all of the cluster have one but for "
    "sqrt(log n)/n",
)
def _angles(predicted: Predicted) -> Compared:
    alone = HALF - limit(Rational(43, 5) / sqrt(pi * n), n, oo)  # log n < n
    theta = far.cluster_angle()[0][0]
    yield "n -> oo", (alone, far.limit_of_ny() / (2 * pi), theta / (2 * pi)), predicted


gap = Symbol("c", real=True)


@Claim(
    "nachum24.dynamics.saddle-gap",
    **NEW,
    says="near the symmetric ray n (F_n(n - c) - (n - c)) tends to -c (c - 2(pi-2))/(4(pi-1)): the saddle lies at c "
    "= 2(pi-2) + o(1), norm ratio 1 + (pi-2)/n + o(1/n)",
    predicts=(-gap * (gap - 2 * (pi - 2)) / (4 * (pi - 1)), 2 * (pi - 2), pi - 2),
    relation="->",
    given={"n": Index(100, listed=(*reversed(POWERS), 100)), "c": Rationals(above=0, most=5)},
    speaks_of=("rc", "nl"),
    uses=("nachum24.dynamics.one-escaped-map",),
    twins=(
        Twin((-gap * (gap - 2 * pi) / (4 * (pi - 1)), 2 * pi, pi), "gap 2 pi"),
        Twin((-gap * (gap - pi + 2) / (4 * (pi - 1)), pi - 2, (pi - 2) / 2), "gap pi - 2"),
    ),
).literal(
    kind="certified", scope="the literal layer, and a fixed ray of it by a change of sign at exact points", most=60
)
def saddle_gap(at: At) -> Within:
    size = enclose(at.n, {}, DIGITS)
    found = size * drift(at.n, at.c), saddle_place(at.n), size * (saddle_norm_ratio(at.n) - 1)
    return Within(found, tuple(times / n for times in (100, 860, 450)))


@saddle_gap.certified(
    scope="every c: the literal layer on symbols to leading order in 1/n; the saddle is the one zero next to s = n, by "
    "boxes of 1/n and s",
    argued="the saddle is the one zero next to s = n, so that the leading order in 1/n is enough",
)
def _limits_of_saddle(predicted: Predicted) -> Compared:
    yield "n -> oo", far.saddle_limits(gap), predicted


@named("(F_{0}'(s) − 1 at the saddle)", r"(F_{{{0}}}'(s)-1\text{{ at the saddle}})", means=F_IS)
def slope_at_saddle(n: Any) -> arb:
    return slope(int(n), _saddle_angle(n))


@named("(F_{0}'(s) − 1 at the broken ray)", r"(F_{{{0}}}'(s)-1\text{{ at the broken ray}})", means=F_IS)
def slope_at_broken(n: Any) -> arb:
    return slope(int(n), far_angle(int(n), False, digits_at(int(n))))


def slope(n: int, theta: arb) -> arb:
    """Less 1."""
    with precision(digits_at(n) + 20):
        s = (1 - theta.cos()) / (1 + (n - 2) * theta.cos())
        return mapped(n, arb_series([s, 1], 2))[1] - 1


SADDLE_RATE = (pi - 2) / (2 * (pi - 1))


@Claim(
    "nachum24.dynamics.escape-rates",
    **NEW | {"source": FIGURE_3},
    says="a layer multiplies the distance of s from the saddle's by 1 + (pi-2)/(2(pi-1)n) + o(1/n) and from the broken "
    "ray's by 1 - 1/n + o(1/n): from a small distance delta a point escapes after some 3.75 n log(1/delta) layers, and "
    "its angles tend to those of the broken ray like exp(-L/n)",
    predicts=(SADDLE_RATE, Integer(-1)),
    relation="->",
    given={"n": Index(100, listed=(100, *POWERS))},
    speaks_of=("rc", "nl"),
    uses=("nachum24.dynamics.broken-angle", "nachum24.dynamics.saddle-gap"),
    twins=(Twin((pi - 2, Integer(-1)), "pi - 2"), Twin((SADDLE_RATE, -SADDLE_RATE), "as slowly as it is left")),
).literal(kind="certified", scope="the literal layer's slope at fixed rays of it, by a change of sign", most=20)
def escape_rates(at: At) -> Within:
    size = enclose(at.n, {}, DIGITS)
    return Within((size * slope_at_saddle(at.n), size * slope_at_broken(at.n)), (OF_SADDLE / n, OF_BROKEN / n))


@escape_rates.certified(
    scope="n -> oo: both slopes are analytic in 1/n, with a bound of their change for n >= 100",
    argued="at a zero of E a slope of F_n is one of E, and both rays lie where E is analytic in 1/n",
)
def _slopes(predicted: Predicted) -> Compared:
    yield "n -> oo", rates(), predicted
