"""Fixed rays of RC + ReLU with one escaped point and with k: how many, where they are born, how stable."""

from __future__ import annotations

from typing import Any

from flint import arb
from sympy import Eq, Expr, Integer, Piecewise, Rational, Symbol, acos, asin, atan, expand, factor, pi, sqrt, symbols

from theory.claim import Claim, Compared, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import decimal, precision
from theory.exact.expressions import enclose, grid
from theory.notation import HALF, n
from theory.papers.nachum24 import READING
from theory.papers.nachum24.dynamics import ABSTRACT, DIGITS, INFINITE, NEW
from theory.papers.nachum24.dynamics.literal import blocks, far
from theory.papers.nachum24.dynamics.literal import layer as literal
from theory.papers.nachum24.dynamics.literal.layer import RAY_OF, Alike, apart, one_against, place, recentred, relu_gram
from theory.papers.nachum24.dynamics.literal.rays import at_angle, first_size, fold, number_of_rays
from theory.papers.nachum24.dynamics.literal.stability import (
    BY_GERSHGORIN,
    index_of_broken,
    index_of_saddle,
    number_of_stable,
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


def _image(n: Any, s: Any) -> Alike:
    return literal.layer(one_against(int(n), enclose(s, {}, DIGITS)).singly())


@named("s(P K(H_{0}({1})) P)", r"s(P\,K(H_{{{0}}}({1}))\,P)", means=RAY_OF)
def image_s(n: Any, s: Any) -> arb:
    with precision(DIGITS):
        return place(recentred(_image(n, s)), int(n))


@named(*literal.OUTLIER_COSINE, means=RAY_OF)
def image_cosine(n: Any, s: Any) -> arb:
    with precision(DIGITS):
        image = _image(n, s)
        return image.across[0][1] / (image.own[0] * image.own[1]).sqrt()


@one_escaped_map.certified(
    scope="every n and s: the literal layer on the two classes of points",
    argued="the points of the cluster are alike: K of two classes of points, in s and n",
)
def _on_symbols(predicted: Predicted) -> Compared:
    for size, at in ((4, Rational(1, 10)), (7, Rational(1, 6))):  # a quick "no"
        left = image_s(size, at), image_cosine(size, at)
        yield f"n = {size}, s = {at}", left, tuple(enclose(part, {"n": size, "s": at}, DIGITS) for part in predicted)
    own, other, K = far.in_the_image()
    found = ((far.more + 2) ** 2 * other / own - 1) / (far.more + 1), K.across[0][1] / sqrt(factor(K.own[0] * K.own[1]))
    claimed = (far.in_letters(part.subs(n, far.more + 3)) for part in predicted)
    left, right = (tuple(e.subs(s, far.y**2 / (far.more + 1)) for e in side) for side in (found, claimed))
    yield "every n and s", left, right


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
    scope="n = 3..19: zeros of the literal layer's own equation, by isolation; every n >= 20: boxes of 1/n and s",
    argued="fixed rays are the zeros of F_n(s) - s between its ends, isolated for n < 20, in boxes of 1/n and s beyond",
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
    twins=(Twin((Rational("6.1070751248791860126647763453849"), Rational("2.15861208469")), "26th digit wrong"),),
).literal(kind="certified", scope="Krawczyk's operator for the literal layer, in (n, theta)")
def saddle_node_claim(_: At) -> tuple[Rational, Rational]:
    return digits(fold_size(), 32), digits(fold_ratio(), 12)


@named("{0} to {1} digits", r"{0}\text{{ to }}{1}\text{{ digits}}")
def digits(ball: arb, count: int) -> Rational:
    """A number, rounded to so many significant digits, all of them certain."""
    with precision(count + 15):
        return Rational(decimal(ball, count))


@named("(n* at which H ∝ P K(H) P, one point against n* − 1, is double)",
       r"(n^*\text{{ at which }}H\propto P\,K(H)\,P\text{{, one point against }}n^*-1\text{{, is double}})",
       )  # fmt: skip
def fold_size() -> arb:
    return fold(7, 40)[0]


@named("(|x_o|/|x_c| at n*)", r"(|x_o|/|x_c|\text{{ at }}n^*)")
def fold_ratio() -> arb:
    with precision(45):
        size, theta = fold(7, 40)
        return at_angle(size, 1, theta).own[0].sqrt()


FIRST = (7, 9, 12, 14, 17, 19)
"""The least batch with such rays, k = 1, .., 6."""

k = Symbol("k", integer=True, positive=True)


@Claim(
    "nachum24.dynamics.k-escaped-count",
    source=ABSTRACT,
    says="the least batch with fixed rays of k < n/2 escaped points has n = 7, 9, 12, 14, 17, 19 points for k = 1..6, "
    "and two such rays",
    hypotheses=("the points of a cluster do not coincide, and clusters are equally tight", *INFINITE),
    silent_on="larger n, for which the note proves at least two; k > 6",
    predicts=(
        Piecewise(*((size, Eq(k, place)) for place, size in enumerate(FIRST[:-1], 1)), (FIRST[-1], True)),
        Integer(2),
    ),
    given={"k": Integers(1, 6)},
    uses=("nachum24.dynamics.one-escaped-count", "nachum24.dynamics.equal-cosines"),
).literal(kind="certified", scope="all zeros of the literal layer's own equation, from n = 2k + 1 on")
def k_escaped_count(at: At) -> tuple[Integer, Integer]:
    size = first_size(at.k)
    return size, number_of_rays(size, at.k)


WITH_RAYS = Given(
    {"k": Integers(1), "n": Integers(7)},
    lambda at: 2 * at["k"] < at["n"] and blocks.is_below(at["n"], at["k"]),
    "k < n/2 and n + 2 > 2 pi + 2 (y - arctan y), y^2 = k(n-k) - 1: there are such rays",
)


@Claim(
    "nachum24.dynamics.k-escaped-index",
    **NEW,
    says="with k escaped points the most broken ray has Morse index k - 1 (eigenvalues above 1 in modulus, on all "
    "perturbations of the ray), and of all such rays that with k = 1 alone is stable: only one point escapes for good",
    silent_on="rays in which points of a cluster coincide; three and more clusters",
    predicts=(k - 1, Piecewise((1, Eq(k, 1)), (0, True))),
    given=WITH_RAYS,
    uses=("nachum24.dynamics.one-escaped-count",),
    twins=(
        Twin((Integer(0), Piecewise((1, Eq(k, 1)), (0, True))), "the most broken one is stable, whatever k"),
        Twin((k - 1, Integer(1)), "one stable ray for every k"),
    ),
).literal(kind="certified", scope=BY_GERSHGORIN, most=5)
def k_escaped_index(at: At) -> tuple[Integer, ...]:
    return index_of_broken(at.n, at.k), number_of_stable(at.n, at.k)


@k_escaped_index.certified(
    scope="every n and k: characteristic polynomials of the derivative on all kinds of perturbations, and their signs "
    "at the multiplier where the ray is fixed",
    argued="permutations of like points cut the derivative into matrices of at most three rows, whose signs at the "
    "multiplier follow from bounds of the angles",
)
def _every_k(predicted: Predicted) -> Compared:
    yield "every n and k", blocks.stability(), predicted


@Claim(
    "nachum24.dynamics.saddle-index",
    **NEW,
    says="with k escaped points the less broken ray has Morse index k",
    predicts=k,
    given=WITH_RAYS,
    uses=("nachum24.dynamics.k-escaped-count",),
    twins=(Twin(k - 1, "as many as the more broken one"),),
).literal(kind="certified", scope=BY_GERSHGORIN, most=5)
def saddle_index(at: At) -> Integer:
    return index_of_saddle(at.n, at.k)


@Claim(
    "nachum24.dynamics.two-escaped-stable",
    **NEW | READING,
    says="two points can escape together stably: the more broken ray with k = 2 has no eigenvalue above 1, index 0",
    predicts=Integer(0),
    given={"n": Integers(9)},
    corrected_by=("nachum24.dynamics.k-escaped-index",),
    truth=Integer(1),
).literal(kind="certified", scope="the derivative in the full space", most=2)
def two_stable(at: At) -> Integer:
    return index_of_broken(at.n, 2)


rho = Symbol("rho", real=True)


@Claim(
    "nachum24.dynamics.equal-cosines",
    source=ABSTRACT,
    says="a layer multiplies the squared distance of two exchangeable points by (1 - kappa(rho))/(1 - rho), rho their "
    "centred correlation, and their cosine is kappa(rho) then",
    hypotheses=("two clusters of exchangeable points, at least two in this and not all equal", *INFINITE),
    silent_on="that so all clusters of exchangeable points have the same inner cosine at a fixed ray",
    predicts=((1 - kappa(rho)) / (1 - rho), kappa(rho)),
    over=grid(rho=(Rational(-1, 5), Rational(1, 3), HALF)),
    given={"rho": Rationals(above=-1, below=1)},
    speaks_of=("nl",),
    uses=("components.gaussian.arc-cosine",),
    twins=(Twin((1 - acos(rho) / pi, kappa(rho)), "mu = kappa'"),),
).literal(kind="certified", scope="a class of q points of any norm, any other class beside it", symbols=True, most=16)
def equal_cosines(at: At) -> tuple[Any, Any]:
    return growth_of_distance(at.rho), cosine_of_image(at.rho)


def _in_a_class(rho: Any) -> tuple[Alike, Alike, Expr]:
    """H of two classes, K(H), and the diagonal of H at the first, in which the correlation is rho."""
    q, r, h, other, v, w = symbols("q r h other v w", positive=True)
    inside, across = ((s - 1) / (s + 1) for s in (v, w))  # any two cosines between -1 and 1
    H = Alike((q, r), (h**2, other**2), ((h**2 * rho, h * other * across), (h * other * across, other**2 * inside)))
    return H, relu_gram(H), h**2


@named("|y_i − y_j|²/|x_i − x_j|² at cos(x_i, x_j) = {0}",
       r"\frac{{|y_i-y_j|^2}}{{|x_i-x_j|^2}}\Big|_{{\cos(x_i,x_j)={0}}}")  # fmt: skip
def growth_of_distance(rho: Any) -> Any:
    """A layer takes the Gram matrix H of x_1, .. to P K(H) P of y_1, ..; i and j are like points, not of one place."""
    _, K, norm = _in_a_class(rho)
    return enclose(expand(apart(recentred(K), 0) / norm) / (1 - rho), {}, DIGITS)


@named("cos_ij K(H) at cos_ij H = {0}", r"\cos_{{ij}}K(H)\big|_{{\cos_{{ij}}H={0}}}")
def cosine_of_image(rho: Any) -> Any:
    _, K, _ = _in_a_class(rho)
    return enclose(K.across[0][0] / K.own[0], {}, DIGITS)
