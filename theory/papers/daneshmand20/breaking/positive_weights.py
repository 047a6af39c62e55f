"""Breaking BN (section 4): weights of one sign collapse the linear network with BN to rank one.

Positive matrices contract Hilbert's projective metric, and BN's scaling of rows is an isometry of it. Laws of both
signs, and centring, are in `laws`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import prod
from operator import mul
from typing import Any

import sympy
from flint import arb
from sympy import Expr, Integer, Symbol

from theory.batchnorm import dot, rescale
from theory.claim import At, Claim, Compared, Predicted, Twin
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.listings import Index, Preceded
from theory.domains.numbers import Choose, Integers, Rationals
from theory.exact.rationals import to_fmpq, to_sympy
from theory.markov.hilbert_metric import Row, diameter, spread
from theory.notation import L, d, k
from theory.papers.daneshmand20.breaking import laws
from theory.papers.daneshmand20.breaking.laws import BREAKING, condition, positive_matrices, positive_pairs
from theory.papers.daneshmand20.depths import (
    Ends,
    equal_weight_chains,
    letters,
    matrices_follow,
    of_equal_weights,
    on_networks,
)
from theory.papers.daneshmand20.matrices import TWO_ON, is_matrix, made
from theory.term import Shape, Vec, all_rows, each, every, larger, number, places, product_of, size, total, variable
from theory.term.matrices import combined, inner
from theory.term.named import named
from theory.words import Within

t, u, c, s = sympy.symbols("t u c s", positive=True)
q = Symbol("q", positive=True)  # e^Delta, or e^(d_H)
x1, x2, y1, y2 = sympy.symbols("x_1 x_2 y_1 y_2", positive=True)


@Claim(
    "daneshmand20.breaking.isometry",
    source=BREAKING,
    says="two rows of two data: the scaling of rows by BN leaves the cross ratio x_1 y_2/(x_2 y_1) of their two "
    "positive columns as it is",
    predicts=x1 * y2 / (x2 * y1),
    given=Given(dict.fromkeys(("x_1", "x_2", "y_1", "y_2"), Rationals(above=0))),
    decided_to=1,
    twins=(Twin(x1 * y1 / (x2 * y2), "of columns and rows exchanged"), Twin(x1 / x2, "one column alone")),
).literal(scope="two rows of two data, rescaled", symbols=True)
def isometry(at: At) -> Expr:
    (a, b), (c, e) = rescale((at.x_1, at.y_1)), rescale((at.x_2, at.y_2))
    return a * e / (c * b)


SHARP_MATRICES = tuple(((Fraction(t), Fraction(1)), (Fraction(1), Fraction(t))) for t in (2, 4, 3, 6))
SHARP_PAIRS = tuple(
    laws.Pair((1 + Fraction(1, k), Fraction(1)), (Fraction(1), 1 + Fraction(1, k))) for k in (1000, 1, 10)
)
"""Between them the bound is nearly attained."""

HILBERT = "d_H(x, y) = log max x_i y_j/(x_j y_i)"


@named("d_H({0}, {1})", means=HILBERT)
def distance(x: Row, y: Row) -> arb:
    """Hilbert's metric: the logarithm of the greatest cross ratio of two positive rows."""
    return arb(to_fmpq(spread(x, y))).log()


@named("d_H({0} {1}, {0} {2})", means=HILBERT)
def distance_of_images(A: Sequence[Row], x: Row, y: Row) -> arb:
    """Hilbert's metric between A x and A y."""
    first, second = ([sum(map(mul, row, v)) for row in A] for v in (x, y))
    return distance(first, second)


@named("max {0}_ij {0}_kl/({0}_il {0}_kj)", r"\max{0}_{{ij}}{0}_{{kl}}/({0}_{{il}}{0}_{{kj}})")
def greatest_ratio(A: Sequence[Row]) -> Expr:
    """The greatest cross ratio of a positive matrix."""
    return to_sympy(diameter(A))


@Claim(
    "daneshmand20.breaking.contraction",
    source=BREAKING,
    says="a positive matrix A contracts Hilbert's metric at least by tanh(Delta/4) = (sqrt(q) - 1)/(sqrt(q) + 1), q = "
    "e^Delta its largest cross ratio (Birkhoff)",
    relation="<=",
    predicts=(sympy.sqrt(q) - 1) / (sympy.sqrt(q) + 1),
    given=Given(
        {"A": Preceded(positive_matrices(), SHARP_MATRICES), "H": Preceded(positive_pairs(), SHARP_PAIRS)},
        lambda at: len(at["A"][0]) == len(at["H"].x) and at["H"].greatest > 1,
        "x and y are not proportional, and have as many entries as A has columns",
        {"q": lambda at: greatest_ratio(at["A"])},
    ),
    uses=("daneshmand20.breaking.isometry",),
    twins=(Twin((sympy.sqrt(q) - 1) / (2 * sympy.sqrt(q)), "half of 1 - e^(-Delta/2)"),),
).literal(kind="certified", scope="logs of the extreme ratios of coordinates, before and after", most=60)
def contraction(at: At) -> Any:
    return distance_of_images(at.A, at.H.x, at.H.y) / distance(at.H.x, at.H.y)


@Claim(
    "daneshmand20.breaking.contraction-sharp",
    source=BREAKING,
    says="A = ((t, 1), (1, t)) at (1 + u, 1), (1, 1 + u) as u = 1/k goes to 0: the ratio of the distances in "
    "Hilbert's metric after A and before comes to (t - 1)/(t + 1)",
    relation="->",
    predicts=(t - 1) / (t + 1),
    given={"t": Rationals(above=1), "k": Index(1, listed=(1000, 1, 10))},
    uses=("daneshmand20.breaking.contraction",),
    twins=(Twin((t**2 - 1) / (t**2 + 1), "tanh(Delta/2)"),),
).literal(kind="certified", scope="logs of the extreme ratios of coordinates, before and after")
def sharp(at: At) -> Within:
    t, x, y = at.t, (1 + 1 / at.k, 1), (1, 1 + 1 / at.k)
    images = [(t * v[0] + v[1], v[0] + t * v[1]) for v in (x, y)]
    slope = t * (t - 1) / (t + 1) ** 3  # how far that of the note is below its limit, over u^2
    return Within(distance(*images) / distance(x, y), slope / k**2)


@sharp.exact(
    "every t > 1: the limit of the ratio of the two distances",
    argued="both distances are logarithms of cross ratios of two entries, rational in u",
)
def _limit(predicted: Predicted) -> Compared:
    yield "u to 0", _ratio_at_zero(), predicted


@cache
def _ratio_at_zero() -> Expr:
    """The two coordinates of Ax/Ay are inverse to each other, as those of x/y: distances are 2 log of the first."""
    x, y = (1 + u, Integer(1)), (Integer(1), 1 + u)
    (first, second), (third, fourth) = ((t * v[0] + v[1], v[0] + t * v[1]) for v in (x, y))
    if sympy.cancel(first / third * second / fourth) != 1:
        raise AssertionError("the two ratios are not inverse to each other")
    found: Expr = sympy.limit(sympy.log(first / third) / sympy.log(x[0] / y[0]), u, 0)
    return found


def _width(at: Mapping[str, Any]) -> Any:
    return of_equal_weights(at["net"]).letters["d"]


@Claim(
    "daneshmand20.breaking.constant-weights",
    source=BREAKING,
    says="weights all equal, gamma W = c 1 1^T, from M = I: 1 - M_ij = d/(d - 1 + (1 + c d)^(2L)) after L "
    "layers, i != j",
    hypotheses=("H -> BN((I + c 1 1^T) H)", "M(H_0) = I"),
    predicts=d / (d - 1 + (1 + c * d) ** (2 * L)),
    given=Given(
        {"net": equal_weight_chains(), "i": Integers(0), "j": Integers(0)},
        lambda at: at["i"] < _width(at) and at["j"] < _width(at) and at["i"] != at["j"],
        "M of the layers, and a place off the diagonal",
        letters(of_equal_weights, "dLc"),
    ),
    twins=(Twin(Integer(1), "no collapse"), Twin((1 + c * d) ** (-2 * L), "leading order")),
).literal(scope="C = A M A^T layer by layer, A = I + c 1 1^T, rows rescaled", most=40)
def constant_weights(at: At) -> Any:
    return 1 - of_equal_weights(at.net).last[at.i][at.j]


@Claim(
    "daneshmand20.breaking.angle-of-diameter",
    source=BREAKING,
    says="two positive rows at Hilbert distance log(q) have M_ij >= 2 sqrt(q)/(1 + q), that is 1/cosh(d_H/2)",
    relation=">=",
    predicts=2 * sympy.sqrt(q) / (1 + q),
    given=Given({"H": Preceded(positive_pairs(), SHARP_PAIRS)}, letters={"q": lambda at: at["H"].greatest}),
    speaks_of=("rs",),
    twins=(Twin(4 * sympy.sqrt(q) / (1 + sympy.sqrt(q)) ** 2, "1/cosh^2(d_H/4)"),),
).literal(scope="two rows rescaled", most=60)
def angle(at: At) -> Any:
    first, second = (rescale(each(number, row)) for row in (at.H.x, at.H.y))
    return total(each(mul, first, second)) / size(first)


@Claim(
    "daneshmand20.breaking.angle-attained",
    source=BREAKING,
    says="the rows (1, s) and (s, 1), s >= 1, at Hilbert distance log(s^2), have M_12 = 2s/(1 + s^2), which is the "
    "bound of angle-of-diameter there",
    predicts=(2 * s / (1 + s**2), s**2),
    given={"s": Rationals(least=1)},
    speaks_of=("rs",),
    decided_to=1,
    twins=(Twin((1 / s, s**2), "e^(-d_H/2)"), Twin((4 * s / (1 + s) ** 2, s**2), "1/cosh^2(d_H/4)")),
).literal(scope="two rows rescaled; extreme ratios of their entries")
def attained(at: At) -> tuple[Expr, Expr]:
    (a, b), (c, e) = (1, at.s), (at.s, 1)
    return dot(rescale((a, b)), rescale((c, e))) / 2, larger(a / c, b / e) * larger(c / a, e / b)


def after(A: Any, H: Any) -> Any:
    """A H."""
    return each(lambda row: combined(row, H), A)


def sine_square(x: Any, y: Any) -> Any:
    """1 - M_ij^2 of two rows of H."""
    return 1 - inner(x, y) ** 2 / (inner(x, x) * inner(y, y))


def _is_positive_network(value: Any) -> bool:
    if not (isinstance(value, tuple) and len(value) == 2 and is_matrix(value[0], TWO_ON, TWO_ON) and value[1]):
        return False
    d = Integers(len(value[0]), len(value[0]))
    positive = all(is_matrix(A, d, None) and min(map(min, A)) > 0 for A in value[1])
    return positive and condition(value[0]) is not None


def _any_positive_network(_: str) -> Shape:
    d, N, L, a, b = *(variable(letter, "nat") for letter in "dNL"), variable("a"), variable("b")
    H, A, q = Vec.named("H", L + 1, d, N), Vec.named("A", L, d, d), Vec.named("q", L)
    there = places(d)

    def crossed(l: Any, i: Any, j: Any) -> Any:
        one, other = A[l][i], A[l][j]
        return every(lambda k: every(lambda m: one[k] * other[m] <= q[l] * (one[m] * other[k]), there), there)

    def between(z: Any) -> Any:
        image = combined(z, H[0])
        return (a * inner(z, z) <= inner(image, image)) & (inner(image, image) <= b * inner(z, z))

    known = (
        d >= 2, N >= 1, L >= 1, a > 0, all_rows(d, between),
        every(lambda one: every(lambda row: every(lambda x: x > 0, row), one), A), every(lambda x: x >= 1, q),
        every(lambda l: every(lambda i: every(lambda j: crossed(l, i, j), there), there), places(L)),
        matrices_follow(H, L, lambda l, before: after(A[l], before)),
    )  # fmt: skip
    letters = {"c": b / a, "eta": q[0] * product_of(each(lambda x: 1 - 1 / x, q))}
    lengths = (("H", (L + 1, d, N)), ("A", (L, d, d)), ("q", (L,)))
    return Shape(Ends(H[0], H[L], letters), (d, N, L, a, b), known, rows=lengths)


@composite(
    "positive layers on data of full row rank",
    has=_is_positive_network,
    general=_any_positive_network,
    size=lambda value: len(value[0]),
)
def positive_networks(choose: Choose) -> Any:
    """(X, layers): data of d independent rows, and layers of positive d x d weights, I + gamma W or W."""
    d = choose(2, 4)
    X = made(choose, d, choose(d, d + 2))
    if condition(X) is None:
        X = tuple(tuple(Fraction(i == j) for j in range(d)) for i in range(d))
    entries = [[[Fraction(choose(1, 9)) for _ in range(d)] for _ in range(d)] for _ in range(choose(1, 12))]
    skip = choose(0, 2)
    return X, tuple(
        tuple(tuple(x + skip * (i == j) for j, x in enumerate(row)) for i, row in enumerate(A)) for A in entries
    )


@on_networks
def through_layers(net: Any) -> Ends:
    """The data before the layers and after them."""
    X, layers = net
    H, shares = X, [Fraction(str(diameter(A))) for A in layers]
    for A in layers:
        H = after(A, H)
    eta = shares[0] * prod(1 - 1 / x for x in shares)
    return Ends(X, H, {"c": to_sympy(condition(X)), "eta": to_sympy(eta)})


eta = Symbol("eta", nonnegative=True)


@Claim(
    "daneshmand20.breaking.collapse",
    source=BREAKING,
    says="layers A_l of positive weights with or without a skip connection, of greatest cross ratios q_l, on X of full "
    "row rank: 1 - 1/r(H_L) is at most c eta^2, eta = q_0 prod (1 - 1/q_l) over l < L, c no less than the ratio of the "
    "extreme eigenvalues of X X^T. So M -> 1 1^T and r -> 1, exponentially in depth where q_l is bounded, and almost "
    "surely for i.i.d. positive weights (note)",
    silent_on="ReLU networks; the algebraic rank, which stays; the best rate, by contraction (note)",
    relation="<=",
    predicts=c * eta**2,
    given=Given(
        {"net": positive_networks()},
        words="BN's factors of rows change neither M nor q_l; a |z|^2 <= |z X|^2 <= b |z|^2 for all z, c = b/a",
        letters=letters(through_layers, ("c", "eta")),
    ),
    uses=(
        "daneshmand20.breaking.angle-of-diameter",
        "daneshmand20.breaking.contraction",
        "daneshmand20.breaking.isometry",
    ),
    twins=(Twin(eta**2 / 100, "the condition of X forgotten, over 100"),),
).literal(scope="M from the layers on X", most=24)
def collapse(at: At) -> Any:
    H = through_layers(at.net).last
    return number(total(each(lambda x: total(each(lambda y: sine_square(x, y), H)), H)) / size(H) ** 2)
