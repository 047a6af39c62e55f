"""The symmetric fixed ray (BSB1) of RC + ReLU and of full BN, and its spectrum for every n."""

from __future__ import annotations

from functools import cache
from typing import Any

import sympy
from flint import arb, fmpq, fmpq_mat
from sympy import Add, Expr, Integer, Symbol, acos, cancel, diff, factor, pi, simplify, sqrt, symbols

from theory.batchnorm import recentre, relu
from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.certify import at_each_precision, precision, upper_end
from theory.exact.expressions import Undefined, enclose
from theory.exact.rationals import ball
from theory.notation import HALF, n
from theory.papers.nachum24 import NACHUM24, READING
from theory.papers.nachum24.dynamics import ABSTRACT, DIGITS, INFINITE, NEW
from theory.papers.nachum24.dynamics.literal import layer as literal
from theory.papers.nachum24.dynamics.literal.layer import Alike, layer, multiple, one_class, perturbation, recentred
from theory.papers.nachum24.dynamics.literal.stability import BY_GERSHGORIN, greatest, index_of_broken, index_of_saddle
from theory.term import each, mean, normal, one_if, root
from theory.term.named import named
from theory.wide.gram_maps import gram_map_balls
from theory.words import At, Within

MORE = Symbol("m", integer=True, nonnegative=True)  # n - 3, so that roots have the signs of n >= 3
a = acos(1 / (n - 1)) / pi  # kappa' at rho = -1/(n-1)
b = sqrt(n * (n - 2)) / (pi * (n - 1))  # kappa - rho kappa' there
cosine = b - a / (n - 1)
multiplier = (1 - cosine) * (n - 1) / n
c = Symbol("c", real=True)
CLASSES = "the layer sees of exchangeable points their number, their norm and their cosines, so that n stays a letter"


@cache
def ray(n: Symbol) -> tuple[Expr, Expr]:
    """Cosine and multiplier: whatever the cosine c of a class of n points is, so is the next one."""
    size, gap = MORE + 3, Symbol("gap", positive=True)
    c = 1 - gap  # any cosine below 1
    image = layer(one_class(size, c))
    cosine, power = image.across[0][0] / image.own[0], cancel(image.own[0] / (1 - c))
    cosine = Add(*(part / pi for part in Add.make_args(pi * cosine)))
    if gap in (cosine * power).free_symbols:
        raise Undefined("the image depends on the cosine by more than a factor")
    return cosine.subs(MORE, n - 3), (power * (1 - cosine)).subs(MORE, n - 3)


@cache
def spectrum(n: Symbol) -> tuple[Expr, Expr]:
    """Eigenvalues over the multiplier, n >= 4: along P Diag(1, -1, 0, ..) P, and u w^T + w u^T on four points.

    The kernel's derivatives at the ray are put in as letters, for which the image is a multiple of the perturbation
    identically; the image of the ray itself, by homogeneity, is its derivative along it.
    """
    size, (own, other, across) = MORE + 3, symbols("own other across", positive=True)
    slopes = symbols("twice_own across_slope", positive=True)
    H = recentred(one_class(size, Integer(0)))
    K = literal.kernel(own, other, across)
    at = {own: H.own[0], other: H.own[0], across: H.across[0][0]}
    known = [_in_order(simplify(times * diff(K, v).subs(at))) for v, times in ((own, 2), (across, 1))]

    def moved(E: Alike) -> Alike:
        by_norm, by_cosine = slopes
        return recentred(
            E.entries(lambda i: E.own[i], lambda i, j: by_norm * (E.own[i] + E.own[j]) / 2 + by_cosine * E.across[i][j])
        )

    mu = multiple(moved(H), H)
    standard, mixed = (multiple(moved(E), E) for E in (perturbation(kind, size, Integer) for kind in literal.KINDS))
    put = dict(zip(slopes, known, strict=True))
    below = ray(n)[1]
    gap = cancel(size * (mu - standard)).subs(put).subs(MORE, n - 3)
    return 1 - gap / (n * below), mixed.subs(put).subs(MORE, n - 3) / below


def _in_order(e: Expr) -> Expr:
    """Roots of products as products of roots, and arccos(-t) as pi - arccos(t)."""
    e = e.replace(lambda part: part.is_Pow and part.exp == HALF, lambda part: sqrt(factor(part.base)))
    return factor(e.replace(lambda part: isinstance(part, acos), lambda part: literal.arccos(part.args[0])))


def _relus(n: Any, c: Any, i: Any, j: Any) -> Any:
    """K(PGP)_ij by definition: 2 E[ReLU(u_i) ReLU(u_j)] (He gain), u of n points and of covariance PGP."""

    def observed(g: Any) -> Any:
        y = relu(each(lambda v: root(1 - c) * v, recentre(g)))
        return 2 * y[i] * y[j]

    return mean(normal(n), observed)


CLASS = "G = (1 − c) I + c J, n points"


@named("K(P G P)_{{{2}{2}}}", r"K(PGP)_{{{2}{2}}}", means=CLASS, definition=lambda n, c, i: _relus(n, c, i, i))
def own_image(n: Any, c: Any, i: Any) -> arb:
    with precision(DIGITS):
        return layer(one_class(int(n), ball(c)).singly()).own[int(i)]


@named("K(P G P)_{{{2}{3}}}", r"K(PGP)_{{{2}{3}}}", means=CLASS, definition=_relus)
def image_across(n: Any, c: Any, i: Any, j: Any) -> arb:
    with precision(DIGITS):
        return layer(one_class(int(n), ball(c)).singly()).across[int(i)][int(j)]


@Claim(
    "nachum24.dynamics.symmetric-ray",
    **NEW,
    says="the image of all points alike, of any cosine c < 1, has (1 - c)(n-1)/n on its diagonal and the cosine b - "
    "a/(n-1), a = arccos(1/(n-1))/pi, b = sqrt(n(n-2))/(pi(n-1)): so that is a fixed ray for every n >= 3",
    silent_on="which other starts are attracted by it",
    predicts=((1 - c) * (n - 1) / n, cosine),
    given=Given(
        {"n": Integers(3), "c": Rationals(below=1), "i": Integers(0), "j": Integers(0)},
        lambda at: at["i"] < at["n"] and at["j"] < at["n"] and at["i"] != at["j"],
        "i, j < n, i != j",
    ),
    speaks_of=("rc", "nl"),
    uses=("components.gaussian.arc-cosine",),
    twins=(Twin(((1 - c) * (n - 1) / n, 1 / pi), "the limit, at every n"),),
).literal(kind="certified", scope="the literal map on the n x n matrix", most=25)
def symmetric_ray(at: At) -> tuple[Any, ...]:
    own = own_image(at.n, at.c, at.i)
    return own, image_across(at.n, at.c, at.i, at.j) / own


@Claim(
    "nachum24.dynamics.symmetric-spectrum",
    **NEW,
    says="on centred perturbations the symmetric ray has, beside the scale's 1, the eigenvalues 1 - (1-a-b)/(n mu) "
    "(standard) and a/mu ((n-2,2)), relative to the multiplier",
    silent_on="n = 3, where there is the first alone; how often: n - 1 and n(n-3)/2 times by the note",
    predicts=(1 - (1 - a - b) / (n * multiplier), a / multiplier),
    given={"n": Integers(4)},
    speaks_of=("rc", "nl"),
    uses=("nachum24.dynamics.symmetric-ray",),
    twins=(
        Twin((a + (1 - a - b) * (n - 1) / n, a / multiplier), "not divided by mu, and the wrong trace"),
        Twin((a / multiplier, a / multiplier), "without the diagonal term"),
    ),
).literal(kind="certified", scope="automatic differentiation of the literal map along both eigenvectors", most=9)
def symmetric_spectrum(at: At) -> tuple[Any, ...]:
    return tuple(eigenvalue(at.n, kind) for kind in EIGENVECTORS)


@symmetric_spectrum.exact(
    scope="every n: the derivative of the literal layer on classes of like points, in symbols",
    argued="like points keep both kinds of eigenvector within classes, so that eigenvalues are functions of n",
)
def _on_classes(predicted: Predicted) -> Compared:
    yield "every n", spectrum(n), predicted


STANDARD, MIXED = EIGENVECTORS = symbols("standard (n-2\\,2)")
"""`KINDS` as symbols."""
LAMBDA = (
    "λ_{1} of RC + ReLU at the symmetric ray of {0} points",
    r"\lambda_{{{1}}}\text{{ of RC + ReLU at the symmetric ray of }}{0}\text{{ points}}",
)


@named(*LAMBDA)
@at_each_precision
def eigenvalue(n: Any, kind: Any) -> arb:
    """The c with P dK_P[E] P = c mu E, for E of a kind and the ray's multiplier mu, on the n x n matrix."""
    with precision(DIGITS):
        E = perturbation(str(kind), int(n), arb).singly()
        return literal.eigenvalue(recentred(one_class(int(n), arb(0)).singly()), E)


@cache
def at_infinity(f: Expr, order: int = 0) -> Expr:
    """The coefficient of n^-order of f for n -> oo."""
    eps = symbols("epsilon", positive=True)
    # sqrt(n(n-2)) by hand: SymPy does not take 1/n out of a root
    inner = f.subs(sqrt(n * (n - 2)), sqrt(1 - 2 * eps) / eps).subs(n, 1 / eps)
    return sympy.series(inner, eps, 0, order + 1).removeO().coeff(eps, order)


@Claim(
    "nachum24.dynamics.symmetric-limits",
    **NEW,
    says="as n grows the cosine tends to 1/pi, n (1 - lambda_std) to (pi-2)/(2(pi-1)) and lambda_(n-2,2) to "
    "pi/(2(pi-1))",
    predicts=(1 / pi, (pi - 2) / (2 * (pi - 1)), pi / (2 * (pi - 1))),
    relation="->",
    given={"n": Index(4, listed=(4, 5, *(10**place for place in range(1, 15))))},
    speaks_of=("rc", "nl"),
    uses=("nachum24.dynamics.symmetric-spectrum",),
    twins=(Twin((1 / pi, sympy.Rational(1, 4), pi / (2 * (pi - 1))), "a quarter"),),
).literal(kind="certified", scope="the literal layer on classes of like points, and its derivative there", most=12)
def symmetric_limits(at: At) -> Within:
    value = (
        cosine_on_classes(at.n),
        enclose(at.n, {}, DIGITS) * (1 - eigenvalue_on_classes(at.n, STANDARD)),
        eigenvalue_on_classes(at.n, MIXED),
    )
    return Within(value, tuple(times / (n - 1) for times in (1, 3, 4)))


@named("cos of the symmetric ray of {0} points", r"\cos\text{{ of the symmetric ray of }}{0}\text{{ points}}")
def cosine_on_classes(n: Any) -> arb:
    """One layer reaches the ray."""
    with precision(2 * DIGITS):
        reached = layer(one_class(int(n), arb(0)))
        return reached.across[0][0] / reached.own[0]


@named(*LAMBDA)
def eigenvalue_on_classes(n: Any, kind: Any) -> arb:
    """`eigenvalue` on classes of like points."""
    with precision(2 * DIGITS):
        E = perturbation(str(kind), int(n), arb)
        return literal.eigenvalue(recentred(one_class(int(n), arb(0))).parted(E.sizes, (0,) * len(E.sizes)), E)


@symmetric_limits.exact(
    scope="leading coefficients in 1/n of the literal layer on classes of points, in symbols",
    argued="eigenvalues of the symmetric ray are functions of n on classes of points",
)
def _leading(predicted: Predicted) -> Compared:
    standard, mixed = spectrum(n)
    found = at_infinity(ray(n)[0]), at_infinity(1 - standard, 1), at_infinity(mixed)
    yield "cosine, n (1 - lambda_std), lambda_(n-2,2)", found, predicted


@Claim(
    "nachum24.dynamics.symmetric-unstable",
    source=ABSTRACT,
    **READING,
    says="where a point escapes (n >= 7) the symmetric ray is unstable: it has an eigenvalue above 1",
    hypotheses=("the eigenvalue of the scale left out", *INFINITE),
    predicts=Integer(1),
    given={"n": Integers(7)},
    relation=">",
    corrected_by=("nachum24.dynamics.symmetric-limits",),
    truth=1 - 1 / n,
).literal(kind="certified", scope=BY_GERSHGORIN, most=3)
def symmetric_unstable(at: At) -> arb:
    return greatest(at.n)


@Claim(
    "nachum24.dynamics.symmetric-attracts-everything",
    **NEW | READING,
    says="every batch is driven to the symmetric ray: no fixed ray with one escaped point attracts, 0 of them",
    predicts=Integer(0),
    given={"n": Integers(7)},
    corrected_by=("nachum24.dynamics.k-escaped-index",),
    truth=Integer(1),  # of the two fixed rays with one escaped point the broken one
).literal(kind="certified", scope="the derivative in the full space at both such rays", most=3)
def symmetric_attracts(at: At) -> Integer:
    return one_if(index_of_broken(at.n, 1) == 0) + one_if(index_of_saddle(at.n, 1) == 0)


STEP, PLACES = fmpq(1, 10**9), 22
"""Of central differences of the layer with rescaling, which is known to so many digits."""


@named("min{{n: {0} occurs}}", r"\min\{{n:{0}\text{{ occurs}}\}}")
def least_size(kind: str) -> int:
    """The least number of points of which centred matrices have a representation."""
    return 3 if kind == literal.KINDS[0] else 4


@Claim(
    "nachum24.dynamics.full-bn-factor",
    source=Locator(NACHUM24, "BN = RC, RS and ReLU"),
    says="full BN has the same symmetric ray as RC + ReLU, and there its eigenvalues are those of RC + ReLU times "
    "(n-1)/(n+1), and 0 for the scale",
    hypotheses=("infinite width",),
    silent_on="other fixed rays: full BN does not keep the broken one",
    predicts=(n - 1) / (n + 1),
    given=Given({"n": Integers(3), "kind": Values(*literal.KINDS)}, lambda at: at["n"] >= least_size(at["kind"])),
    speaks_of=("nl",),
    uses=("nachum24.dynamics.symmetric-spectrum",),
).literal(kind="certified", scope="derivatives of both literal maps, that of full BN by a central difference", most=6)
def full_bn_factor(at: At) -> arb:
    return eigenvalue_with_rescaling(at.n, at.kind) / eigenvalue(at.n, at.kind)


@named(LAMBDA[0].replace("RC +", "RC, RS and"), LAMBDA[1].replace("RC +", "RC, RS and"))
@at_each_precision
def eigenvalue_with_rescaling(n: Any, kind: str) -> arb:
    E, P = perturbation(kind, int(n), fmpq).singly(), _centring(int(n))
    with precision(2 * PLACES):
        return multiple(_derivative(P, E), _in_balls(E)) / _multiplier_with_rescaling(int(n))


def _centring(n: int) -> Alike:
    return recentred(one_class(n, fmpq(0)).singly())


@at_each_precision
def _multiplier_with_rescaling(n: int) -> arb:
    P = _centring(n)
    with precision(2 * PLACES):
        return multiple(recentred(_full(fmpq_mat(P.rows()))), _in_balls(P))


def _in_balls(M: Alike) -> Alike:
    return M.entries(lambda i: arb(M.own[i]), lambda i, j: arb(M.across[i][j]))


def _full(G: fmpq_mat) -> Alike:
    """Phi(G), full BN."""
    rows = tuple(map(tuple, gram_map_balls(G, ("rc", "rs", "nl"), PLACES).tolist()))
    return Alike((1,) * len(rows), tuple(row[i] for i, row in enumerate(rows)), rows)


def _exchanged(M: Alike) -> Alike:
    """With the names of the first two points exchanged, of which P and Phi know nothing."""
    return M.parted(M.sizes, (1, 0, *range(2, len(M.sizes))))


def _derivative(P: Alike, E: Alike) -> Alike:
    """P dPhi_P[E] P by a central difference of step h, with Cauchy's bound of what it leaves out.

    Both kinds of E change their sign where the first two points are exchanged: that gives the image at P - hE.
    For |z| <= r = 1/(2 |E|), |E| by Frobenius, z -> Phi(P + zE)_ij is analytic: it is n E[relu(y_i) relu(y_j)/|y|^2],
    a bounded function of y integrated against the density of N(0, P + zE) on the n - 1 dimensions of P. With w = 1 + z
    lambda, lambda the eigenvalues of E, the modulus of that density has the integral prod (|w|/Re w)^(1/2), at most
    3^((n-1)/2). So |Phi_ij| <= M = n 3^((n-1)/2), and the difference errs by at most sum_(k>=1) M h^(2k)/r^(2k+1).
    """
    at, along = fmpq_mat(P.rows()), fmpq_mat(E.rows())
    if fmpq_mat(_exchanged(E).rows()) != -along:
        raise Undefined("the exchange of two points does not turn the direction round")
    n, h, upper = along.nrows(), arb(STEP), _full(at + along * STEP)
    lower = _exchanged(upper)
    r = 1 / (2 * sum((arb(entry) ** 2 for entry in along.entries()), arb(0)).sqrt())
    left_out = upper_end(2 * n * arb(3) ** (arb(n - 1) / 2) * h**2 / r**3)
    rest = arb(0, left_out)
    return recentred(
        upper.entries(
            lambda i: (upper.own[i] - lower.own[i]) / (2 * h) + rest,
            lambda i, j: (upper.across[i][j] - lower.across[i][j]) / (2 * h) + rest,
        )
    )


@full_bn_factor.exact(
    scope="every n and direction: the density of N(0, P + eE) differentiated, means over lengths by SymPy",
    argued="the layer's derivative is that of a mean over N(0, P + eE), length and direction independent at e = 0",
)
def _by_lengths(predicted: Predicted) -> Compared:
    """f(y) is an entry of relu(y) relu(y)^T, y ~ N(0, P + eE) in n - 1 dimensions, E centred."""
    f, moved = symbols("f moved", positive=True)  # E f(y) and E[f(y) y^T E y], e = 0
    ratio = _image(f, True) / _image(f, False)
    yield "the image is a multiple, whatever f: the same ray", diff(ratio, f), Integer(0)
    full, plain = (_slope(f, moved, Integer(0), which) for which in (True, False))
    yield "every n and E without trace", full / plain / ratio, predicted
    yield "E = P", _slope(f, f * _mean(4) / _mean(2), n - 1, True), Integer(0)


def _image(f: Expr, full: bool) -> Expr:
    """An entry of the layer's image: E[n f(y)/|y|^2] with rescaling, E[2 f(y)] without."""
    return n * f * _mean(0) / _mean(2) if full else 2 * f


def _slope(f: Expr, moved: Expr, trace: Expr, full: bool) -> Expr:
    """Its derivative by e. The density is a product over the axes of E, and y^T E y and tr E are sums over them."""
    place, spread, step = symbols("place spread step", real=True)
    variance = 1 + step * spread
    log_density = -(place**2) / (2 * variance) - sympy.log(variance) / 2
    by_axis = sympy.expand(diff(log_density, step).subs(step, 0))
    of_square, of_one = (by_axis.coeff(place, power) / spread for power in (2, 0))
    # f(y) y^T E y is of degree 4
    times = n * _mean(2) / _mean(4) if full else 2
    return of_square * times * moved + of_one * trace * _image(f, full)


@cache
def _mean(degree: int) -> Expr:
    """E|y|^degree in n - 1 dimensions, degree even; times this, a mean over directions is that of a function of this
    degree. The derivative of a function that is 0 at both ends has the mean 0: two powers of the length.
    """
    if degree == 0:
        return Integer(1)
    radius = Symbol("radius", positive=True)
    weight = radius ** (n - 2) * sympy.exp(-(radius**2) / 2)
    slope = sympy.powsimp(sympy.expand(diff(weight * radius ** (degree - 1), radius) / weight))
    lower, higher = (slope.coeff(radius, power) for power in (degree - 2, degree))
    if sympy.expand(slope - lower * radius ** (degree - 2) - higher * radius**degree) != 0:
        raise Undefined("the derivative has other powers")
    return cancel(-lower / higher * _mean(degree - 2))
