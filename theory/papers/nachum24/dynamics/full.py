"""Full BN at the symmetric fixed ray (BSB1): the eigenvalues of RC + ReLU, each times the same factor."""

from __future__ import annotations

from functools import cache
from typing import Any

from flint import arb, fmpq, fmpq_mat
from sympy import Expr, Integer, diff, exp, expand, gammasimp, integrate, log, oo, simplify, symbols

from theory.claim import Claim, Compared, Locator, Predicted
from theory.domains.given import Given
from theory.domains.numbers import Integers, Values
from theory.exact.certify import at_each_precision, precision, upper_end
from theory.notation import n
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.dynamics.setting import (
    KINDS,
    Matrix,
    balls,
    derivative,
    equicorrelated,
    multiple,
    perturbation,
    recentred,
    relu_gram,
)  # fmt: skip
from theory.term.named import named
from theory.wide.gram_maps import gram_map_balls
from theory.words import At

DIGITS = 22
STEP = fmpq(1, 10**9)


@named("min{{n: {0} occurs}}", r"\min\{{n:{0}\text{{ occurs}}\}}")
def least_size(kind: str) -> int:
    """The least number of points of which centred matrices have a representation."""
    return 3 if kind == "standard" else 4


@Claim(
    "nachum24.dynamics.full-bn-factor",
    source=Locator(NACHUM24, "BN = RC, RS and ReLU"),
    says="full BN has the same symmetric ray as RC + ReLU, and there its eigenvalues are those of RC + ReLU times "
    "(n-1)/(n+1), and 0 for the scale",
    hypotheses=("infinite width",),
    silent_on="other fixed rays: full BN does not keep the broken one",
    predicts=(n - 1) / (n + 1),
    given=Given(
        {"n": Integers(3), "kind": Values(*KINDS)},
        lambda at: at["n"] >= least_size(at["kind"]),
    ),
    speaks_of=("nl",),
    uses=("nachum24.dynamics.symmetric-spectrum",),
).literal(
    kind="certified",
    scope="derivatives of both literal maps along the eigenvector, that of full BN by a central difference in balls",
    most=6,
)
def full_bn_factor(at: At) -> arb:
    return eigenvalue_with_rescaling(at.n, at.kind) / eigenvalue(at.n, at.kind)


@named("λ_{1}(RC, ReLU; {0} points)", r"\lambda_{{{1}}}(\mathrm{{RC,ReLU}};\ {0}\text{{ points}})")
@at_each_precision
def eigenvalue(n: Any, kind: str) -> arb:
    """Of a layer's derivative at the symmetric ray, on perturbations of a kind, over the ray's multiplier."""
    with precision(2 * DIGITS):
        P, direction = recentred(equicorrelated(int(n))), balls(perturbation(kind, int(n)))
        return multiple(derivative(P, direction), direction) / multiple(recentred(relu_gram(P)), P)


@named("λ_{1}(RC, RS, ReLU; {0} points)", r"\lambda_{{{1}}}(\mathrm{{RC,RS,ReLU}};\ {0}\text{{ points}})")
@at_each_precision
def eigenvalue_with_rescaling(n: Any, kind: str) -> arb:
    """The same with rescaling."""
    E = perturbation(kind, int(n))
    with precision(2 * DIGITS):
        return multiple(_derivative(E), balls(E)) / multiple(recentred(_full(0 * E)), recentred(equicorrelated(int(n))))


def _full(E: fmpq_mat) -> Matrix:
    """Phi(P + E), full BN."""
    n = E.nrows()
    P = fmpq_mat([[fmpq(n * (i == j) - 1, n) for j in range(n)] for i in range(n)])
    return [list(row) for row in gram_map_balls(P + E, ("rc", "rs", "nl"), DIGITS).tolist()]


def _derivative(E: fmpq_mat) -> Matrix:
    """P dPhi_P[E] P by a central difference of step h, with Cauchy's bound of what it leaves out.

    For |z| <= r = 1/(2 |E|), |E| by Frobenius, z -> Phi(P + zE)_ij is analytic: it is n E[relu(y_i) relu(y_j)/|y|^2],
    a bounded function of y integrated against the density of N(0, P + zE) on the n - 1 dimensions of P. With w = 1 + z
    lambda, lambda the eigenvalues of E, the modulus of that density has the integral prod (|w|/Re w)^(1/2), at most
    3^((n-1)/2). So |Phi_ij| <= M = n 3^((n-1)/2), and the difference errs by at most sum_(k>=1) M h^(2k)/r^(2k+1).
    """
    n = E.nrows()
    upper, lower = _full(E * STEP), _full(E * -STEP)
    h = arb(STEP)
    r = 1 / (2 * sum((arb(entry) ** 2 for entry in E.entries()), arb(0)).sqrt())
    left_out = upper_end(2 * n * arb(3) ** (arb(n - 1) / 2) * h**2 / r**3)
    return recentred(
        [
            [(u - v) / (2 * h) + arb(0, left_out) for u, v in zip(row, other, strict=True)]
            for row, other in zip(upper, lower, strict=True)
        ]
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
    log_density = -(place**2) / (2 * variance) - log(variance) / 2
    by_axis = expand(diff(log_density, step).subs(step, 0))
    of_square, of_one = (by_axis.coeff(place, power) / spread for power in (2, 0))
    # f(y) y^T E y is of degree 4
    times = n * _mean(2) / _mean(4) if full else 2
    return of_square * times * moved + of_one * trace * _image(f, full)


@cache
def _mean(degree: int) -> Expr:
    """E|y|^degree in n - 1 dimensions; times this, a mean over directions is that of a function of this degree."""
    radius, dimensions = symbols("radius dimensions", positive=True)
    weight = radius ** (dimensions - 1) * exp(-(radius**2) / 2)
    found = integrate(weight * radius**degree, (radius, 0, oo)) / integrate(weight, (radius, 0, oo))
    return simplify(gammasimp(found)).subs(dimensions, n - 1)
