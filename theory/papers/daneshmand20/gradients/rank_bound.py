"""Algorithm 1: the gradient of the rank bound r(H) = Tr(M)^2/|M|_F^2, M = H H^T/N, that pre-training ascends.

H has the shape (d, N). T, F, S are Tr M, |M|_F^2 = Tr M^2 and Tr M^3.
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Integer, Min, Rational, Symbol

from theory.claim import At, Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers
from theory.notation import HALF, d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.data import effective_rank_of, moment
from theory.papers.daneshmand20.layers import listed
from theory.papers.daneshmand20.matrices import TWO_ON, data_sets, rational_matrices
from theory.term import Series, each, number, one_if, places, root, size, total
from theory.term.matrices import column, inner, trace, width
from theory.term.matrices import product as multiplied
from theory.term.named import named

ALGORITHM_1 = Locator(DANESHMAND20, "Algorithm 1, and eq. (4)")
OBLONG = tuple(listed(7, *shape) for shape in ((2, 3), (3, 2), (2, 4)))  # one of each of the next shapes of lines
T, F, S, N, q = sympy.symbols("T F S N q", positive=True)
h, m, u = sympy.symbols("h m u", real=True)  # entries of H and of M H; a slope


@named("M({0})", "M({0})", shape=lambda H: (size(H), size(H)))
def _moment(H: Any) -> Any:
    return moment(H)


@named("r({0})", "r({0})")
def _rank_bound(H: Any) -> Any:
    return effective_rank_of(H)


@named("tr({0})", r"\operatorname{{tr}}({0})")
def _trace(M: Any) -> Any:
    return trace(M)


@named("‖{0}‖²", r"\|{0}\|_F^2")
def _squared_norm(M: Any) -> Any:
    return total(each(lambda row: inner(row, row), M))


def moved(H: Any, K: Any) -> Any:
    """H + t K, to first order in t."""
    return each(lambda row, by: each(lambda x, y: Series(number(x), number(y)), row, by), H, K)


@named("r′({0}; {1})", "r'({0};{1})")
def slope(H: Any, K: Any) -> Any:
    """The derivative of r along K."""
    return effective_rank_of(moved(H, K))[1]


@named("E({0}, {1})", "E_{{{0},{1}}}", shape=lambda i, j, H: (size(H), width(H)))
def unit(i: Any, j: Any, H: Any) -> Any:
    """The matrix with 1 at one place, of the shape of H."""
    rows, columns = places(size(H)), places(width(H))
    return each(lambda a: each(lambda b: one_if(a == i) * one_if(b == j), columns), rows)


@named("tr({0}³)", r"\operatorname{{tr}}({0}^3)")
def _cube(M: Any) -> Any:
    return total(each(lambda row, squared: inner(row, squared), M, multiplied(M, M)))


OF_H = {
    "T": lambda at: number(_trace(_moment(at["H"]))),
    "F": lambda at: number(_squared_norm(_moment(at["H"]))),
    "N": lambda at: number(width(at["H"])),
}


@Claim(
    "daneshmand20.gradients.rank-gradient",
    source=ALGORITHM_1,
    status="reconstructed",
    says="grad r = (4/N) (T/F I - T^2/F^2 M) H, T = Tr M, F = |M|_F^2: in the entry where H has h and M H has m it is "
    "(4/N) (T h/F - T^2 m/F^2); it is orthogonal to H, since r does not depend on the scale of H",
    given=Given(
        {"H": data_sets(), "i": Integers(0), "j": Integers(0)},
        lambda at: at["i"] < size(at["H"]) and at["j"] < width(at["H"]),
        "an entry of H",
        {
            **OF_H,
            "h": lambda at: number(at["H"][at["i"]][at["j"]]),
            "m": lambda at: number(inner(_moment(at["H"])[at["i"]], column(at["H"], at["j"]))),
        },
    ),
    predicts=(4 / N * (T * h / F - T**2 * m / F**2), Integer(0)),
    twins=(
        Twin((2 / N * (T * h / F - T**2 * m / F**2), Integer(0)), "half of it"),
        Twin((4 / N * (T * h / F - T**2 * m / (2 * F**2)), Integer(0)), "the chain rule through M^2 forgotten"),
    ),
).literal(scope="r along an entry of H and along H, differentiated", most=60)
def rank_gradient(at: At) -> tuple[Any, Any]:
    return slope(at.H, unit(at.i, at.j, at.H)), slope(at.H, at.H)


@Claim(
    "daneshmand20.gradients.critical-points",
    source=ALGORITHM_1,
    says="|grad r|^2 = 16 T^3 (T S - F^2)/(N F^4), S = Tr M^3, so that H is critical if and only if T S = F^2",
    silent_on="where T S = F^2: where all nonzero eigenvalues of M are equal, by Cauchy-Schwarz (note), and then r = "
    "rank (rank.lemma-1-rank)",
    predicts=16 * T**3 * (T * S - F**2) / (N * F**4),
    given=Given({"H": data_sets()}, letters=OF_H | {"S": lambda at: number(_cube(_moment(at["H"])))}),
    uses=("daneshmand20.gradients.rank-gradient",),
    twins=(
        Twin(16 * T**3 * (S - F) / (N * F**4), "without the powers of T that make it homogeneous"),
        Twin(Integer(0), "critical everywhere"),
    ),
).literal(scope="r along each entry of H, differentiated", most=40)
def critical(at: At) -> Any:
    rows, columns = places(size(at.H)), places(width(at.H))
    return total(each(lambda i: total(each(lambda j: slope(at.H, unit(i, j, at.H)) ** 2, columns)), rows))


columns = Symbol("N", integer=True, positive=True)


@Claim(
    "daneshmand20.gradients.optimum",
    source=ALGORITHM_1,
    says="r(H) <= min(d, N) for d x N matrices: the maximum is not d, a minibatch smaller than the width bounds it",
    given=Given(
        {"H": data_sets()},
        letters={"d": lambda at: number(size(at["H"])), "N": lambda at: number(size(at["H"][0]))},
    ),
    relation="<=",
    predicts=Min(d, columns),
    uses=("daneshmand20.gradients.critical-points",),
    twins=(Twin(Integer(1), "rank one is best"),),
)
def optimum(at: At) -> Any:
    return _rank_bound(at.H)


@Claim(
    "daneshmand20.gradients.optimum-attained",
    source=ALGORITHM_1,
    says="r([I 0]) = min(d, N) for the d x N matrix [I 0]: the bound on r is attained",
    given={"d": Integers(1), "N": Integers(1)},
    predicts=Min(d, columns),
    twins=(Twin(d, "the width, whatever the batch"), Twin(columns, "the batch, whatever the width")),
).literal(most=40)
def optimum_attained(at: At) -> Any:
    return _rank_bound(each(lambda i: each(lambda j: number(one_if(i == j)), places(at.N)), places(at.d)))


def _loss_along(H: Any, K: Any) -> Any:
    M = moment(moved(H, K))
    return root(_squared_norm(M)) / _trace(M)


@named("ℓ({0})", r"\ell({0})")
def _loss(H: Any, K: Any) -> Any:
    return _loss_along(H, K)[0]


@named("ℓ′({0}; {1})", r"\ell'({0};{1})")
def _loss_slope(H: Any, K: Any) -> Any:
    return _loss_along(H, K)[1]


@Claim(
    "daneshmand20.gradients.loss",
    source=ALGORITHM_1,
    status="reconstructed",
    says="the loss of the released code, l = |M|_F/Tr M, is r^(-1/2), and its derivative along any line H + t K that "
    "of r times -r^(-3/2)/2: descent on it is ascent on r",
    silent_on="what training gains by it; curves that are no lines, along which a derivative is that along the tangent",
    given=Given(
        {"H": Preceded(data_sets(TWO_ON, TWO_ON), OBLONG), "K": rational_matrices(TWO_ON, TWO_ON)},
        lambda at: size(at["H"]) == size(at["K"]) and width(at["H"]) == width(at["K"]),
        "the line H + t K; u is the derivative of r along it",
        {
            "q": lambda at: number(_rank_bound(at["H"])),
            "u": lambda at: number(slope(at["H"], at["K"])),
        },
    ),
    predicts=(q ** (-HALF), -(q ** Rational(-3, 2)) * u / 2),
    uses=("daneshmand20.gradients.rank-gradient",),
    twins=(
        Twin((1 / q, -u / q**2), "the other loss of the released code, 1/r"),
        Twin((q**HALF, u / (2 * q**HALF)), "the root of r"),
    ),
).literal(scope="the loss along a line of matrices, differentiated", most=40)
def algorithm_loss(at: At) -> tuple[Any, Any]:
    return _loss(at.H, at.K), _loss_slope(at.H, at.K)
