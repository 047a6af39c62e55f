"""Breaking BN (section 4): weights of one sign collapse the linear network with BN to rank one.

Positive matrices contract Hilbert's projective metric, and BN's scaling of rows is an isometry of it. Laws of both
signs, and centring, are in `laws`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from operator import mul
from typing import Any

import sympy
from flint import arb
from sympy import Expr, Integer, Rational, Symbol, oo

from theory.batchnorm import dot, rescale
from theory.claim import At, Claim, Compared, Predicted, Twin
from theory.domains.given import Given
from theory.domains.listings import Index, Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import precision
from theory.exact.rationals import to_fmpq, to_sympy
from theory.markov.hilbert_metric import Row, diameter, spread
from theory.markov.residual import correlation, covariance
from theory.notation import L, d, k
from theory.papers.daneshmand20.breaking import laws
from theory.papers.daneshmand20.breaking.laws import BREAKING, condition, positive_matrices, positive_pairs
from theory.papers.daneshmand20.depths import equal_weight_chains, letters, of_equal_weights
from theory.papers.daneshmand20.layers import exact
from theory.papers.daneshmand20.matrices import TWO_ON, Entries, rational_matrices
from theory.term import each, larger, number, size, total, whole
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


FOUR_ROWS = tuple(tuple(Fraction((i * j + i + j) % 5 - (i == j)) for j in range(5)) for i in range(4))


@Claim(
    "daneshmand20.breaking.collapse",
    source=BREAKING,
    says="nonnegative weights: the columns of the product of the layers become proportional, M -> 1 1^T and r -> 1, "
    "exponentially in depth, with or without a skip connection",
    hypotheses=(
        "W >= 0 entrywise, e.g. U[0, 2a], with a density",
        "gamma > 0 or gamma = inf (no skip connection)",
        "X of full row rank",
    ),
    silent_on="ReLU networks; the algebraic rank, which stays",
    relation="->",
    predicts=Integer(1),
    given=Given(
        {
            "L": Index(1, listed=(100, 60)),
            "X": Preceded(rational_matrices(Integers(2, 4), TWO_ON), (FOUR_ROWS,)),
            "c": Integers(0),
        },
        lambda at: condition(at["X"]) is not None,
        "weights from 1..7 by the number c and the layer; gamma = 1/2 for even c, gamma = inf for odd",
    ),
    uses=(
        "daneshmand20.breaking.angle-of-diameter",
        "daneshmand20.breaking.contraction",
        "daneshmand20.breaking.isometry",
    ),
    twins=(Twin(2 * sympy.sqrt(2), "sqrt(d) for d = 8"),),
).literal(kind="certified", scope="M layer by layer from XX^T, d = 2, 3, 4", most=24)
def collapse(at: At) -> Within:
    # the note: entries from 1 to 9 contract by 4/5, and two rows of H_L are v X and (1 + eta) v X with
    # 0 <= eta <= e^Delta - 1 <= 100 (4/5)^L; the squared sine of their angle is at most the condition times eta^2
    return Within(rank_after(at.X, at.L, at.c), apart_at_most(at.X) * 10**4 * Rational(16, 25) ** L)


@named("2 (d − 1) cond({0})²")
def apart_at_most(X: Entries) -> Expr:
    """2 (d - 1) Tr XX^T Tr (XX^T)^(-1)."""
    return 2 * (len(X) - 1) * to_sympy(condition(X))


@named("r(H_{1})", "r(H_{{{1}}})", means="H_L after L layers of positive weights from X, r = d²/‖M‖²")
def rank_after(X: Entries, depth: Any, number: Any) -> arb:
    """r after layers with the weights of that number, by M layer after layer."""
    skip = 2 * (whole(number) % 2 == 0)
    with precision(150):
        M = correlation([[arb(x) for x in row] for row in (exact(X) * exact(X).transpose()).tolist()])
        for layer in range(whole(depth)):
            A = laws.positive_layer(len(X), layer + 3 * whole(number))
            for i in range(len(X)):
                A[i][i] += skip  # 2 (I + W/2) = 2 I + W, and BN does not mind the 2
            M = correlation(covariance(M, [[arb(a) for a in row] for row in A], oo))
        return len(X) ** 2 / sum((x**2 for row in M for x in row), arb(0))
