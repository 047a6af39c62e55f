"""Fixed rays of RC + ReLU with one escaped point: how many, where they are born, how stable."""

from __future__ import annotations

from functools import cache
from typing import Any

from flint import arb
from sympy import Expr, Integer, Piecewise, Rational, Symbol, acos, asin, atan, factor, pi, sqrt

from theory.claim import Claim, Compared, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import decimal, precision
from theory.exact.expressions import enclose, grid
from theory.notation import n
from theory.papers.nachum24.dynamics.literal import far
from theory.papers.nachum24.dynamics.literal.orbits import RAY_OF, one_against
from theory.papers.nachum24.dynamics.literal.orbits import recentred as recentred_alike
from theory.papers.nachum24.dynamics.literal.orbits import relu_gram as relu_alike
from theory.papers.nachum24.dynamics.literal.rays import at_angle, fold, number_of_rays
from theory.papers.nachum24.dynamics.literal.stability import index_of_broken, index_of_saddle
from theory.papers.nachum24.dynamics.setting import (
    ABSTRACT,
    DIGITS,
    INFINITE,
    NEW,
    Matrix,
    layer,
    recentred,
)
from theory.term.named import named
from theory.wide.kernels import kappa
from theory.words import At

s = Symbol("s", positive=True)
u = 1 + s * (n - 2)
y = sqrt(s * (n - 2))
kappa_c = kappa((1 - s) / u)


def one_parameter_map(angle: Any = atan) -> Expr:
    """F_n(s)."""
    below = (n - 1) ** 3 - 2 / pi * (n - 1) ** 2 * (y - angle(y)) + u * (1 + (n - 2) * kappa_c)
    return n**2 * u * (1 - kappa_c) / below


@Claim(
    "nachum24.dynamics.one-escaped-map",
    **NEW,
    says="on centred rays with one point against n - 1 alike, H_oo = (n-1)^2, H_oc = -(n-1), H_cc = 1 + s(n-2) = u, "
    "H_cc' = 1 - s, a layer is the map F_n(s); the outlier's cosine is (y - arctan y)/(pi sqrt u), y^2 = u - 1",
    predicts=(one_parameter_map(), (y - atan(y)) / (pi * sqrt(u))),
    over=grid(n=(4, 7), s=(Rational(1, 10), Rational(1, 6))),  # where every twin has a value
    given=Given(
        {"n": Integers(3), "s": Rationals(above=0)},
        lambda at: (at["n"] - 3) ** 2 + (at["s"] - 1) ** 2 != 0,
        "but (n, s) = (3, 1), where false variants divide by zero",
    ),
    speaks_of=("rc", "nl"),
    uses=("components.gaussian.arc-cosine",),
    twins=(Twin((one_parameter_map(asin), (y - atan(y)) / (pi * sqrt(u))), "arcsin for arctan"),),
).literal(kind="certified", scope="the literal map on the n x n matrix", most=16)
def one_escaped_map(at: At) -> tuple[arb, ...]:
    return image_s(at.n, at.s), image_cosine(at.n, at.s)


def _image(n: Any, s: Any) -> Matrix:
    return layer(one_against(int(n), enclose(s, {}, DIGITS)).written_out())


@named("s(P K(H_{0}({1})) P)", r"s(P\,K(H_{{{0}}}({1}))\,P)", means=RAY_OF)
def image_s(n: Any, s: Any) -> arb:
    """Of the image, recentred, by H_cc/H_oo = (1 + s(n-2))/(n-1)^2."""
    size = int(n)
    with precision(DIGITS):
        H = recentred(_image(n, s))
        return ((size - 1) ** 2 * H[1][1] / H[0][0] - 1) / (size - 2)


@named("cos_oc K(H_{0}({1}))", r"\cos_{{oc}}K(H_{{{0}}}({1}))", means=RAY_OF)
def image_cosine(n: Any, s: Any) -> arb:
    """Of the one point with another in the image."""
    with precision(DIGITS):
        image = _image(n, s)
        return image[0][1] / (image[0][0] * image[1][1]).sqrt()


more = Symbol("more", integer=True, nonnegative=True)
"""n - 3."""


def _in_factors(e: Expr) -> Expr:
    """With arguments of roots and arccosines in factors, and those of the latter written one way."""

    def turned(x: Expr) -> Expr:
        x = factor(x)
        return pi - acos(factor(-x)) if x.subs({s: 2, more: 0}) > 0 else acos(x)

    e = e.replace(lambda p: p.is_Pow and abs(p.exp) == Rational(1, 2), lambda p: factor(p.base) ** p.exp)
    return e.replace(lambda p: isinstance(p, acos) and p.has(s - 1, 1 - s), lambda p: turned(p.args[0]))


@cache
def on_classes() -> tuple[Expr, Expr]:
    """Of the literal layer on one point against n - 1: s of the image, and the outlier's cosine."""
    H = recentred_alike(one_against(more + 3, s))
    K = relu_alike(H.entries(lambda i: factor(H.own[i]), lambda i, j: factor(H.across[i][j])))
    image = recentred_alike(K)
    ratio = _in_factors(image.own[1]) / _in_factors(image.own[0])
    return ((more + 2) ** 2 * ratio - 1) / (more + 1), _in_factors(K.across[0][1]) / sqrt(factor(K.own[0] * K.own[1]))


@one_escaped_map.certified(
    scope="every n and s: the literal layer on the two classes of points",
    argued="the points of the cluster are alike: K of two classes of points, in s and n",
)
def _on_symbols(predicted: Predicted) -> Compared:
    for size, place in ((4, Rational(1, 10)), (7, Rational(1, 6))):  # a quick "no"
        ours, theirs = {"more": size - 3, "s": place}, {"n": size, "s": place}
        left = tuple(enclose(part, ours, DIGITS) for part in on_classes())
        yield f"n = {size}, s = {place}", left, tuple(enclose(part, theirs, DIGITS) for part in predicted)
    yield "every n and s", on_classes(), tuple(_in_factors(part.subs(n, more + 3)) for part in predicted)


@Claim(
    "nachum24.dynamics.one-escaped-count",
    **NEW,
    says="between the exact outlier and the symmetric ray there is no fixed ray with one escaped point for n <= 6, "
    "and there are exactly two for n > 6: the broken one (BSB2) and a saddle",
    predicts=Piecewise((0, n <= 6), (2, True)),
    given={"n": Integers(3)},
    speaks_of=("rc",),
    uses=("nachum24.dynamics.one-escaped-map",),
    twins=(Twin(Integer(2), "for every n"),),
).literal(
    kind="certified", scope="zeros of the literal layer's own equation, all of them by isolation in balls", most=8
)
def one_escaped_count(at: At) -> Integer:
    return number_of_rays(at.n, 1)


@one_escaped_count.certified(
    scope="n = 3..39: zeros of the literal layer's own equation, by isolation; every n >= 40: boxes of 1/n and s",
    argued="fixed rays are the zeros of F_n(s) - s between its ends, isolated for n < 40, in boxes of 1/n and s beyond",
)
def _every_size(predicted: Predicted) -> Compared:
    for size in range(3, far.LEAST):
        yield f"n = {size}", number_of_rays(size, 1), predicted.subs(n, size)
    beyond = Symbol("beyond", integer=True, nonnegative=True)
    yield f"n >= {far.LEAST}", Integer(far.zeros_far()), predicted.subs(n, far.LEAST + beyond)


@Claim(
    "nachum24.dynamics.saddle-node",
    source=ABSTRACT,
    says="continued to real n, a fixed ray of one point against n - 1 is a double zero of its equation at n* = "
    "6.10707512487918601266477624538.., at norm ratio 2.1586120847: with 31 and 11 decimals",
    hypotheses=("sizes of classes may be real", *INFINITE),
    silent_on="that broken and saddle are born there; other folds in real n",
    predicts=(Rational("6.1070751248791860126647762453849"), Rational("2.15861208469")),
    given=Given(),
    speaks_of=("rc",),
    uses=("nachum24.dynamics.one-escaped-map",),
    twins=(
        Twin((Rational("6.1070751248791860126647763453849"), Rational("2.15861208469")), "wrong in the 26th digit"),
    ),
).literal(kind="certified", scope="Krawczyk's operator for the literal layer, in (n, theta)")
def saddle_node_claim(_: At) -> tuple[Rational, Rational]:
    return digits(fold_size(), 32), digits(fold_ratio(), 12)


@named("{0} to {1} digits", r"{0}\text{{ to }}{1}\text{{ digits}}")
def digits(ball: arb, count: int) -> Rational:
    """A number, rounded to so many significant digits, all of them certain."""
    with precision(count + 15):
        return Rational(decimal(ball, count))


@named(
    "(n* at which H ∝ P K(H) P, one point against n* − 1, is double)",
    r"(n^*\text{{ at which }}H\propto P\,K(H)\,P\text{{, one point against }}n^*-1\text{{, is double}})",
)
def fold_size() -> arb:
    """The real n at which two fixed rays of one point against n - 1 meet: a double zero of the layer's equation."""
    return fold(7, 40)[0]


@named("(|x_o|/|x_c| at n*)", r"(|x_o|/|x_c|\text{{ at }}n^*)")
def fold_ratio() -> arb:
    """The norm of the one point over that of the others there."""
    with precision(45):
        size, theta = fold(7, 40)
        return at_angle(size, 1, theta).own[0].sqrt()


@Claim(
    "nachum24.dynamics.one-escaped-index",
    **NEW,
    says="the broken fixed point is stable and the saddle has Morse index exactly 1: eigenvalues above 1 in modulus, "
    "with multiplicity, on all perturbations of the ray",
    silent_on="n not in the scope of a check",
    predicts=(Integer(0), Integer(1)),
    given={"n": Integers(7)},
    uses=("nachum24.dynamics.one-escaped-count",),
).literal(
    kind="certified", scope="eigenvalues of the derivative in the full n(n-1)/2 dimensions, by Gershgorin", most=4
)
def one_escaped_index(at: At) -> tuple[Integer, ...]:
    return index_of_broken(at.n, 1), index_of_saddle(at.n, 1)
