"""Gradients: of the rank bound that Algorithm 1 ascends, and of the last layer on rank one (Proposition 19).

H has the shape (d, N). T, F, S are Tr M, |M|_F^2 = Tr M^2 and Tr M^3, M = H H^T/N; r(H) = Tr(M)^2/|M|_F^2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import sympy
from sympy import Expr, Integer, Min, Rational, Symbol, sign

from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.matrices import entry
from theory.domains.numbers import Choose, Integers, Rationals
from theory.exact.expressions import grid
from theory.notation import HALF, d, k
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.layers import effective_rank_of, listed, moment
from theory.papers.daneshmand20.matrices import TWO_ON, data_sets, not_zero, rational_matrices
from theory.term import Series, Shape, Vec, each, number, one_if, places, root, size, total, variable
from theory.term.matrices import column, inner, trace, width
from theory.term.matrices import product as multiplied
from theory.term.named import named

ALGORITHM_1 = Locator(DANESHMAND20, "Algorithm 1, and eq. (4)")
OBLONG = tuple(listed(7, *shape) for shape in ((2, 3), (3, 2), (2, 4)))  # one of each of the next shapes of lines
T, F, S, N, rank_ = sympy.symbols("T F S N q", positive=True)
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
        {"H": data_sets()}, letters={"d": lambda at: number(size(at["H"])), "N": lambda at: number(size(at["H"][0]))}
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
    given=Given(
        {"H": Preceded(data_sets(TWO_ON, TWO_ON), OBLONG), "K": rational_matrices(TWO_ON, TWO_ON)},
        lambda at: size(at["H"]) == size(at["K"]) and width(at["H"]) == width(at["K"]),
        "the line H + t K; u is the derivative of r along it",
        {"q": lambda at: number(_rank_bound(at["H"])), "u": lambda at: number(slope(at["H"], at["K"]))},
    ),
    predicts=(rank_ ** (-HALF), -(rank_ ** Rational(-3, 2)) * u / 2),
    uses=("daneshmand20.gradients.rank-gradient",),
    twins=(
        Twin((1 / rank_, -u / rank_**2), "the other loss of the released code, 1/r"),
        Twin((rank_**HALF, u / (2 * rank_**HALF)), "the root of r"),
    ),
).literal(scope="the loss along a line of matrices, differentiated", most=40)
def algorithm_loss(at: At) -> tuple[Any, Any]:
    return _loss(at.H, at.K), _loss_slope(at.H, at.K)


PROP_19 = Locator(DANESHMAND20, "Proposition 19")
e_i, e_j, c_i, c_j = sympy.symbols("e_i e_j c_i c_j", real=True)


class Head(NamedTuple):
    """The last layer on two data: V of K rows, v, the errors dL/dz of the K logits and the coefficients of v."""

    V: Any
    v: Any
    first: Any
    second: Any
    c_first: Any
    c_second: Any


def _any_head(_: str) -> Shape:
    d, K, c_first, c_second = variable("d", "nat"), variable("K", "nat"), variable("c_i"), variable("c_j")
    V, v, first, second = Vec.named("V", K, d), Vec.named("v", d), Vec.named("e", K), Vec.named("f", K)
    of = (("V", (K, d)), ("v", (d,)), ("e", (K,)), ("f", (K,)))
    return Shape(Head(V, v, first, second, c_first, c_second), (d, K, c_first, c_second), (d >= 1, K >= 1), rows=of)


@composite(
    ". = (V, v, e, f, c_i, c_j): weights V in Q^(K x d), v in Q^d, errors e and f in Q^K of two data, coefficients",
    has=lambda A: len(A.V) == len(A.first) == len(A.second) and all(len(row) == len(A.v) for row in A.V),
    general=_any_head,
    size=lambda A: len(A.V),
)
def last_layers(choose: Choose) -> Head:
    """V, v, the errors of all neurons, and the coefficients of v, for two data."""
    K, d = choose(1, 5), choose(1, 5)
    V, v, first, second, c = (tuple(entry(choose) for _ in range(n)) for n in (K * d, d, K, K, 2))
    return Head(tuple(V[a * d : a * d + d] for a in range(K)), v, first, second, *c)


@named("∇({0} {1}; {2})_{3}", r"\nabla({0}{1};{2})_{{{3}}}", shape=lambda V, h, errors, neuron: (size(h),))
def gradient_of(V: Any, h: Any, errors: Any, neuron: Any) -> Any:
    """dL/dV_k at z = V h, L any function with these derivatives by the logits: each entry of row k is moved by t."""

    def slope(place: Any) -> Any:
        logits = each(
            lambda row, a: total(each(lambda w, x, b: (w + _unit(a, b, neuron, place)) * x, row, h, places(size(h)))),
            V,
            places(size(V)),
        )
        return total(each(lambda error, z: error * z[1], errors, logits))

    return each(slope, places(size(h)))


def _unit(a: Any, b: Any, neuron: Any, place: Any) -> Series:
    """t at one place, 0 elsewhere."""
    return Series(number(0), number(one_if(a == neuron) * one_if(b == place)))


@named("cos²({0}, {1})", r"\cos^2({0},{1})")
def _squared_cosine(x: Any, y: Any) -> Any:
    return inner(x, y) ** 2 / (inner(x, x) * inner(y, y))


def _errors_not_zero(at: Mapping[str, Any]) -> bool:
    A, k = at["A"], at["k"]
    some_gradient = bool(k < size(A.V)) and all(x != 0 for x in (A.c_first, A.c_second, A.first[k], A.second[k]))
    return some_gradient and not_zero(A.v)


def _of(part: Callable[[Head, Any], Any]) -> Callable[[Mapping[str, Any]], Any]:
    return lambda at: number(part(at["A"], at["k"]))


@Claim(
    "daneshmand20.gradients.collinear",
    source=PROP_19,
    status="corrected",
    says="rank-one H_L: the gradients of neuron k of the last layer on any two data are collinear, with the sign of "
    "e_i e_j c_i c_j",
    hypotheses=(
        "H_L = v c^T, column i is h_i = c_i v; logits z = V h_i; any differentiable loss, e_i = dL_i/dz_ik",
        "e_i, e_j != 0",
        "c_i, c_j != 0: no representation is zero (not said in the paper)",
    ),
    silent_on="biases, whose gradients are the numbers e_i; earlier layers",
    given=Given(
        {"A": last_layers(), "k": Integers(0)},
        _errors_not_zero,
        "k a neuron; v, the coefficients, and the errors of neuron k are not 0",
        {
            "e_i": _of(lambda A, k: A.first[k]),
            "e_j": _of(lambda A, k: A.second[k]),
            "c_i": _of(lambda A, _: A.c_first),
            "c_j": _of(lambda A, _: A.c_second),
        },
    ),
    predicts=(Integer(1), sign(e_i) * sign(e_j) * sign(c_i) * sign(c_j)),
    twins=(
        Twin((Integer(1), Integer(1)), "the same direction"),
        Twin((Integer(1), sign(c_i) * sign(c_j)), "the sign of the representations alone"),
        Twin((Integer(1), sign(e_i) * sign(e_j)), "the sign of the errors alone"),
    ),
).literal(scope="logits differentiated by the entries of V_k, the losses by the logits", most=100)
def collinear(at: At) -> tuple[Any, Any]:
    A = at.A
    x = gradient_of(A.V, each(lambda a: number(A.c_first * a), A.v), A.first, at.k)
    y = gradient_of(A.V, each(lambda a: number(A.c_second * a), A.v), A.second, at.k)
    return _squared_cosine(x, y), inner(x, y) / abs(inner(x, y))


WEIGHTS = ((1, -2), (3, 1), (-1, 2))


@named("∇({0}; {1})", r"\nabla({0};{1})", shape=lambda *_: (2,))
def _at_neuron_0(h: Any, error: Any) -> Any:
    """The gradient by row 0 of the weights, where the derivative of the loss by logit 0 is `error`."""
    return gradient_of(WEIGHTS, h, (error, 1, 1), 0)


p, q, s, t = sympy.symbols("p q s t", real=True)


@Claim(
    "daneshmand20.gradients.rank-two",
    source=PROP_19,
    over=grid(p=(1, 2), q=(-1, 3), s=(1, 4), t=(2, 5)),
    status="reading",
    says="low rank is enough: on representations of rank two the gradients are collinear, too (cos^2 = 1)",
    given=Given(
        {name: Preceded(Rationals(), (first,)) for first, name in enumerate("pqste", 1)},
        lambda at: at["p"] * at["t"] != at["q"] * at["s"] and at["e"] != 0,
        "h_1 = (p, q) and h_2 = (s, t) independent, e the error of h_1, that of h_2 is 1",
    ),
    predicts=Integer(1),
    expected=Verdict.REFUTED,
    truth=(p * s + q * t) ** 2 / ((p**2 + q**2) * (s**2 + t**2)),  # of the representations: a gradient is e_i h_i
).literal(scope="two data, neuron 0 of three", most=30)
def rank_two(at: At) -> Expr:
    return _squared_cosine(_at_neuron_0((at.p, at.q), at.e), _at_neuron_0((at.s, at.t), 1))


@Claim(
    "daneshmand20.gradients.dead-sample",
    source=PROP_19,
    status="reading",
    says="nonzero errors are enough for both of two gradients to have a direction, also where a representation is "
    "zero, as behind a ReLU",
    given=Given(
        {"c_i": Rationals(least=0), "c_j": Rationals(least=0)},
        lambda at: at["c_i"] + at["c_j"] > 0,
        "not both 0; v = (2, -3), errors 1",
        {"k": lambda at: number(one_if(at["c_i"] != 0) + one_if(at["c_j"] != 0))},
    ),
    predicts=Integer(2),
    expected=Verdict.REFUTED,
    truth=k,  # a gradient is e_i c_i v
).literal(scope="two data, neuron 0 of three", most=60)
def dead_sample(at: At) -> Any:
    return number(sum(one_if(not_zero(_at_neuron_0((2 * c, -3 * c), 1))) for c in (at.c_i, at.c_j)))
