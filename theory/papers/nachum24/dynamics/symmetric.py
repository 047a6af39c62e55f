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
from theory.exact.expressions import enclose
from theory.notation import n
from theory.papers.nachum24.dynamics.literal import orbits as alike
from theory.papers.nachum24.dynamics.literal import symbols as for_every_size
from theory.papers.nachum24.dynamics.literal.stability import eigenvalue, greatest, index_of_broken, index_of_saddle
from theory.papers.nachum24.dynamics.setting import (
    ABSTRACT,
    DIGITS,
    INFINITE,
    NEW,
    READING,
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
)
from theory.term import one_if
from theory.term.named import named
from theory.words import At, Within

multiplier = (1 - cosine) * (n - 1) / n


CLASSES = "the layer sees of exchangeable points their number, their norm and their cosines, so that n stays a letter"


@Claim(
    "nachum24.dynamics.symmetric-ray",
    **NEW,
    says="all points alike is a fixed ray for every n >= 3: cosine b - a/(n-1), multiplier (1 - cos)(n-1)/n, with a = "
    "arccos(1/(n-1))/pi and b = sqrt(n(n-2))/(pi(n-1))",
    silent_on="which starts are attracted by it",
    predicts=(cosine, multiplier),
    given={"n": Integers(3)},
    speaks_of=("rc", "nl"),
    uses=("components.gaussian.arc-cosine",),
    twins=(Twin((1 / pi, multiplier), "the limit, at every n"),),
).literal(kind="certified", scope="the literal map on the n x n matrix that it gives", most=25)
def symmetric_ray(at: At) -> tuple[Any, ...]:
    return fixed_cosine(at.n), fixed_multiple(at.n)


@named("(c: K(P G P) ∝ G = (1 − c) I + c J, {0} points)", r"(c:K(PGP)\propto G=(1-c)I+cJ,\ {0}\text{{ points}})")
def fixed_cosine(n: Any) -> arb:
    """The cosine of the image of the identity; `fixed_multiple` sees that it is that of a fixed ray."""
    with precision(DIGITS):
        start = layer(equicorrelated(int(n)))
        return start[0][1] / start[0][0]


@named(
    "(μ: K(P G P) = μ G = μ ((1 − c) I + c J), {0} points)", r"(\mu:K(PGP)=\mu G=\mu((1-c)I+cJ),\ {0}\text{{ points}})"
)
def fixed_multiple(n: Any) -> arb:
    """The multiple of G that its image is, G of that cosine."""
    with precision(DIGITS):
        G = equicorrelated(int(n), fixed_cosine(n))
        return multiple(layer(G), G)


@symmetric_ray.exact("the layer on a class of n points, n a symbol", argued=CLASSES)
def _every_ray(predicted: Predicted) -> Compared:
    yield "every n", for_every_size.ray(n), predicted


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
).literal(
    kind="certified",
    scope="automatic differentiation of the literal map along both kinds of eigenvector",
    most=9,
)
def symmetric_spectrum(at: At) -> tuple[Any, ...]:
    return tuple(eigenvalue_of(at.n, E) for E in EIGENVECTORS)


@symmetric_spectrum.exact(
    scope="every n: the derivative of the literal layer on classes of like points, in symbols",
    argued="like points keep both kinds of eigenvector within classes, so that eigenvalues are functions of n",
)
def _on_classes(predicted: Predicted) -> Compared:
    yield "every n", for_every_size.spectrum(n), predicted


STANDARD, MIXED = EIGENVECTORS = symbols("standard (n-2\\,2)")
"""Representations of the symmetric group on centred matrices, but for the scale: `KINDS`."""


@named(
    "λ_{1} of RC + ReLU at the symmetric ray of {0} points",
    r"\lambda_{{{1}}}\text{{ of RC + ReLU at the symmetric ray of }}{0}\text{{ points}}",
)
def eigenvalue_of(n: Any, kind: Any) -> arb:
    """The c with P dK_P[E] P = c mu E, for E of a kind and the ray's multiplier mu, by automatic differentiation."""
    E = balls(perturbation(str(kind), int(n)))
    with precision(DIGITS):
        H = recentred(equicorrelated(int(n)))
        return multiple(derivative(H, E), E) / multiple(recentred(relu_gram(H)), H)


@cache
def at_infinity(f: Expr, order: int = 0) -> Expr:
    """The coefficient of n^-order of f for n -> oo."""
    eps = symbols("epsilon", positive=True)
    # sqrt(n(n-2)) by hand: SymPy does not take 1/n out of a root
    inner = f.subs(sqrt(n * (n - 2)), sqrt(1 - 2 * eps) / eps).subs(n, 1 / eps)
    return series(inner, eps, 0, order + 1).removeO().coeff(eps, order)


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
    twins=(Twin((1 / pi, Rational(1, 4), pi / (2 * (pi - 1))), "a quarter"),),
).literal(
    kind="certified",
    scope="the literal layer on classes of like points, and its derivative along eigenvectors",
    most=12,
)
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
        reached = alike.layer(alike.one_class(int(n), arb(0)))
        return reached.across[0][0] / reached.own[0]


@named(
    "λ_{1} of RC + ReLU at the symmetric ray of {0} points",
    r"\lambda_{{{1}}}\text{{ of RC + ReLU at the symmetric ray of }}{0}\text{{ points}}",
)
def eigenvalue_on_classes(n: Any, kind: Any) -> arb:
    """`eigenvalue_of` on classes of like points; E is `alike.perturbations`."""
    with precision(2 * DIGITS):
        H = alike.recentred(alike.one_class(int(n), cosine_on_classes(n)))
        E = alike.perturbations(int(n), arb)[EIGENVECTORS.index(kind)]
        return eigenvalue(H, E) / (alike.recentred(alike.relu_gram(H)).own[0] / H.own[0])


@symmetric_limits.exact(
    scope="leading coefficients in 1/n of the literal layer on classes of points, in symbols",
    argued="eigenvalues of the symmetric ray are functions of n on classes of points",
)
def _leading(predicted: Predicted) -> Compared:
    standard, mixed = for_every_size.spectrum(n)
    computed = (at_infinity(for_every_size.ray(n)[0]), at_infinity(1 - standard, 1), at_infinity(mixed))
    yield "cosine, n (1 - lambda_std), lambda_(n-2,2)", computed, predicted


@Claim(
    "nachum24.dynamics.symmetric-unstable",
    source=ABSTRACT,
    status="reading",
    says="where a point escapes (n >= 7) the symmetric ray is unstable: it has an eigenvalue above 1",
    hypotheses=("the eigenvalue of the scale left out", *INFINITE),
    predicts=Integer(1),
    given={"n": Integers(7)},
    relation=">",
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.dynamics.symmetric-limits",),
    truth=1 - 1 / n,
).literal(
    kind="certified", scope="eigenvalues of the derivative in the full n(n-1)/2 dimensions, by Gershgorin", most=3
)
def symmetric_unstable(at: At) -> arb:
    return greatest(at.n)


@Claim(
    "nachum24.dynamics.symmetric-attracts-everything",
    **READING,
    says="every batch is driven to the symmetric ray: no fixed ray with one escaped point attracts, 0 of them",
    predicts=Integer(0),
    given={"n": Integers(7)},
    corrected_by=("nachum24.dynamics.one-escaped-index",),
    truth=Integer(1),  # of the two fixed rays with one escaped point the broken one
).literal(kind="certified", scope="the derivative in the full space at both such rays", most=3)
def symmetric_attracts(at: At) -> Integer:
    return one_if(index_of_broken(at.n, 1) == 0) + one_if(index_of_saddle(at.n, 1) == 0)
