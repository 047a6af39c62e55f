"""The symmetric fixed ray (BSB1) of RC + ReLU, and its spectrum for every n."""

from __future__ import annotations

from functools import cache
from typing import Any

from flint import arb
from sympy import Expr, Integer, Rational, pi, series, sqrt, symbols

from theory.claim import Claim, Compared, Predicted, Twin, Verdict
from theory.domains.listings import Index
from theory.domains.numbers import Integers
from theory.exact.certify import precision
from theory.exact.expressions import grid
from theory.notation import n
from theory.papers.nachum24.dynamics.literal import orbits as alike
from theory.papers.nachum24.dynamics.literal import symbols as for_every_size
from theory.papers.nachum24.dynamics.literal.stability import eigenvalue, greatest, index_of
from theory.papers.nachum24.dynamics.setting import (
    ABSTRACT,
    DIGITS,
    INFINITE,
    KINDS,
    Matrix,
    a,
    b,
    balls,
    cosine,
    derivative,
    equicorrelated,
    layer,
    multiple,
    perturbation,
    recentred,
    relu_gram,
)  # fmt: skip
from theory.term import whole
from theory.words import At, Within

multiplier = (1 - cosine) * (n - 1) / n


CLASSES = "the layer sees of exchangeable points their number, their norm and their cosines, so that n stays a letter"

symmetric_ray = Claim(
    "nachum24.dynamics.symmetric-ray",
    source=ABSTRACT,
    status="new",
    says="all points alike is a fixed ray for every n >= 3: cosine b - a/(n-1), multiplier (1 - cos)(n-1)/n, with a = "
    "arccos(1/(n-1))/pi and b = sqrt(n(n-2))/(pi(n-1))",
    tex=r"\cos=b-\frac a{n-1},\quad\mu=(1-\cos)\frac{n-1}n,\quad a=\tfrac1\pi\arccos\tfrac1{n-1},\ "
    r"b=\tfrac{\sqrt{n(n-2)}}{\pi(n-1)}",
    hypotheses=INFINITE,
    silent_on="which starts are attracted by it",
    predicts=(cosine, multiplier),
    over=grid(n=range(3, 9)),
    given={"n": Integers(3)},
    left=r"\big(\cos,\mu\big):\ K(PGP)=\mu G,\ G=(1-\cos)I+\cos J",
    speaks_of=("rc", "nl"),
    uses=("components.gaussian.arc-cosine",),
    twins=(Twin((1 / pi, multiplier), "the limit, at every n"),),
)


@symmetric_ray.literal(kind="certified", scope="the literal map on the n x n matrix that it gives", most=25)
def _fixed(at: At) -> tuple[Any, ...]:
    """The cosine of the image of the identity, of whose image the fixed point is a multiple."""
    with precision(DIGITS):
        start = layer(equicorrelated(whole(at.n)))
        G = equicorrelated(whole(at.n), start[0][1] / start[0][0])
        mu = multiple(layer(G), G)
        return G[0][1], mu


@symmetric_ray.exact("the layer on a class of n points, n a symbol", argued=CLASSES)
def _every_ray(predicted: Predicted) -> Compared:
    yield "every n", for_every_size.ray(n), predicted


symmetric_spectrum = Claim(
    "nachum24.dynamics.symmetric-spectrum",
    source=ABSTRACT,
    status="new",
    says="on centred perturbations the symmetric ray has, beside the scale's 1, the eigenvalues 1 - (1-a-b)/(n mu) "
    "(standard) and a/mu ((n-2,2)), relative to the multiplier",
    tex=r"\lambda_{\mathrm{std}}=1-\frac{1-a-b}{n\mu},\qquad\lambda_{(n-2,2)}=\frac a\mu",
    hypotheses=INFINITE,
    silent_on="n = 3, where there is the first alone; how often: n - 1 and n(n-3)/2 times by the note",
    predicts=(1 - (1 - a - b) / (n * multiplier), a / multiplier),
    over=grid(n=range(4, 9)),
    given={"n": Integers(4)},
    left=r"\lambda:\ P\,\mathrm dK_P[E]\,P=\lambda\mu E,\ E\ \text{standard, and in}\ (n-2,2)",
    speaks_of=("rc", "nl"),
    uses=("nachum24.dynamics.symmetric-ray",),
    twins=(
        Twin((a + (1 - a - b) * (n - 1) / n, a / multiplier), "not divided by mu, and the wrong trace"),
        Twin((a / multiplier, a / multiplier), "without the diagonal term"),
    ),
)


@symmetric_spectrum.literal(
    kind="certified",
    scope="automatic differentiation of the literal map along both kinds of eigenvector",
    most=9,
)
def _eigenvectors(at: At) -> tuple[Any, ...]:
    with precision(DIGITS):
        H = recentred(equicorrelated(whole(at.n)))
        mu = multiple(recentred(relu_gram(H)), H)
        return tuple(_eigenvalue(H, kind) / mu for kind in KINDS)


@symmetric_spectrum.exact(
    scope="every n: the derivative of the literal layer on classes of like points, in symbols",
    argued="like points keep both kinds of eigenvector within classes, so that eigenvalues are functions of n",
)
def _on_classes(predicted: Predicted) -> Compared:
    yield "every n", for_every_size.spectrum(n), predicted


def _eigenvalue(H: Matrix, kind: str) -> arb:
    E = balls(perturbation(kind, len(H)))
    return multiple(derivative(H, E), E)


@cache
def at_infinity(f: Expr, order: int = 0) -> Expr:
    """The coefficient of n^-order of f for n -> oo."""
    eps = symbols("epsilon", positive=True)
    # sqrt(n(n-2)) by hand: SymPy does not take 1/n out of a root
    inner = f.subs(sqrt(n * (n - 2)), sqrt(1 - 2 * eps) / eps).subs(n, 1 / eps)
    return series(inner, eps, 0, order + 1).removeO().coeff(eps, order)


symmetric_limits = Claim(
    "nachum24.dynamics.symmetric-limits",
    source=ABSTRACT,
    status="new",
    says="as n grows the cosine tends to 1/pi, n (1 - lambda_std) to (pi-2)/(2(pi-1)) and lambda_(n-2,2) to "
    "pi/(2(pi-1))",
    tex=r"\cos\to\frac1\pi,\quad n(1-\lambda_{\mathrm{std}})\to\frac{\pi-2}{2(\pi-1)},\quad"
    r"\lambda_{(n-2,2)}\to\frac\pi{2(\pi-1)}",
    hypotheses=INFINITE,
    predicts=(1 / pi, (pi - 2) / (2 * (pi - 1)), pi / (2 * (pi - 1))),
    relation="->",
    given={"n": Index(4, listed=(4, 5, *(10**place for place in range(1, 15))))},
    left=r"(\cos,\ n(1-\lambda_{\mathrm{std}}),\ \lambda_{(n-2,2)})",
    speaks_of=("rc", "nl"),
    uses=("nachum24.dynamics.symmetric-spectrum",),
    twins=(Twin((1 / pi, Rational(1, 4), pi / (2 * (pi - 1))), "a quarter"),),
)


@symmetric_limits.literal(
    kind="certified",
    scope="the literal layer on classes of like points, and its derivative along eigenvectors",
    most=12,
)
def _towards_the_limits(at: At) -> Within:
    """One layer reaches the ray. E: 1 at a point and -1 at another (and P on both sides), or u w^T + w u^T."""
    size = whole(at.n)
    with precision(2 * DIGITS):
        reached = alike.layer(alike.one_class(size, arb(0)))
        G = alike.one_class(size, reached.across[0][0] / reached.own[0])
        H = alike.recentred(G)
        mu = alike.recentred(alike.relu_gram(H)).own[0] / H.own[0]
        standard, mixed = (eigenvalue(H, E) / mu for E in alike.perturbations(size, arb))
        value = (G.across[0][0], size * (1 - standard), mixed)
    return Within(value, tuple(times / (n - 1) for times in (1, 3, 4)))


@symmetric_limits.exact(
    scope="leading coefficients in 1/n of the literal layer on classes of points, in symbols",
    argued="eigenvalues of the symmetric ray are functions of n on classes of points",
)
def _leading(predicted: Predicted) -> Compared:
    standard, mixed = for_every_size.spectrum(n)
    computed = (at_infinity(for_every_size.ray(n)[0]), at_infinity(1 - standard, 1), at_infinity(mixed))
    yield "cosine, n (1 - lambda_std), lambda_(n-2,2)", computed, predicted


symmetric_unstable = Claim(
    "nachum24.dynamics.symmetric-unstable",
    source=ABSTRACT,
    status="reading",
    says="where a point escapes (n >= 7) the symmetric ray is unstable: it has an eigenvalue above 1",
    tex=r"\max|\lambda|>1\quad(n\ge7)",
    hypotheses=("the eigenvalue of the scale left out", *INFINITE),
    predicts=Integer(1),
    given={"n": Integers(7)},
    left=r"\max|\lambda|",
    relation=">",
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.dynamics.symmetric-limits",),
    truth=1 - 1 / n,
)


@symmetric_unstable.literal(
    kind="certified", scope="eigenvalues of the derivative in the full n(n-1)/2 dimensions, by Gershgorin", most=3
)
def _greatest(at: At) -> arb:
    return greatest(whole(at.n))


symmetric_attracts = Claim(
    "nachum24.dynamics.symmetric-attracts-everything",
    source=ABSTRACT,
    status="reading",
    says="every batch is driven to the symmetric ray: no fixed ray with one escaped point attracts, 0 of them",
    tex=r"\Phi^L(G)\to\mathrm{BSB1}\ \text{for every }G",
    hypotheses=INFINITE,
    predicts=Integer(0),
    given={"n": Integers(7)},
    left=r"\#\{\text{stable fixed rays with one escaped point}\}",
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.dynamics.one-escaped-index",),
    truth=Integer(1),  # of the two fixed rays with one escaped point the broken one
)


@symmetric_attracts.literal(kind="certified", scope="the derivative in the full space at both such rays", most=3)
def _others(at: At) -> Integer:
    return Integer(sum(index_of(whole(at.n), 1, branch) == 0 for branch in (0, 1)))
