"""Lemma 5 without uniqueness: the rank and the row span are kept. The comment on centring: networks are no data."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Rational, Symbol, expand, oo, symbols

from theory.batchnorm import rescale
from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.matrices import sign_vectors
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.exact.rationals import rational
from theory.markov.residual import Rows, covariance, identity, mixing
from theory.markov.residual import sign_vectors as signs_up_to_one
from theory.notation import HALF, d, k, r
from theory.papers.daneshmand20 import DANESHMAND20, matrices
from theory.papers.daneshmand20.chain.gram_matrix import rademacher
from theory.papers.daneshmand20.layers import correlation_matrices, defined, mixed_row
from theory.papers.daneshmand20.matrices import (
    TWO_ON,
    data,
    not_zero,
    orthonormal_rows,
    rational_matrices,
    square_matrices,
    weights,
)
from theory.papers.daneshmand20.random_weights import image, over_signs, with_skip
from theory.papers.daneshmand20.uniqueness.signs import UNIQUE
from theory.term import Vec, each, every, number, places, product_of, root, size, total, whole
from theory.term.matrices import combined, inner, rank
from theory.term.matrices import determinant as determinant_by_rows
from theory.term.matrices import product as matrix_product
from theory.term.matrices import width as columns
from theory.term.named import named

LEMMA_5 = Locator(DANESHMAND20, "Lemma 5")
alpha, delta, c = symbols("a D c", real=True)


def diagonal(C: Any) -> Any:
    return each(lambda row, i: row[i], C, places(size(C)))


@Claim(
    "daneshmand20.uniqueness.determinant",
    source=LEMMA_5,
    status="corrected",
    says="det M+ = det(A)^2 det(M)/prod C_ii with A = I + gamma W, C = A M A^T: where A is invertible a layer does not "
    "lose full rank, at any gamma, small or not",
    predicts=alpha**2 * delta / c,
    given=Given(
        {"M": correlation_matrices(Integers(2, far=5)), "W": square_matrices()},
        lambda at: size(at["M"]) == size(at["W"]) and every(lambda c: c != 0, diagonal(image(at["M"], at["W"], 1))),
        "gamma is in W; no row of A H is 0, that is no C_ii",
        {
            "a": lambda at: number(determinant_by_rows(with_skip(at["W"], 1))),
            "D": lambda at: number(determinant_by_rows(at["M"])),
            "c": lambda at: number(product_of(diagonal(image(at["M"], at["W"], 1)))),
        },
    ),
).literal(scope="M+ with its roots, d = 2 to 4", most=60)
def determinant(at: At) -> Any:
    C = each(lambda row: each(number, row), image(at.M, at.W, 1))
    norms = diagonal(C)
    M = each(lambda row, p: each(lambda x, q: x / root(p * q), row, norms), C, norms)
    return determinant_by_rows(M) if isinstance(M, Vec) else expand(determinant_by_rows(M))


def mixed(A: Any) -> Any:
    """X + gamma W X."""
    H, W = data(A), weights(A)
    return each(lambda i: mixed_row(H, W, i), places(size(W)))


@Claim(
    "daneshmand20.uniqueness.rank-kept",
    source=LEMMA_5,
    status="corrected",
    says="a layer keeps the rank, rank(H_1) = rank(X), at any gamma, if I + gamma W is invertible, with BN and without "
    "it: so rank(H_l) >= 2 says nothing about BN",
    predicts=(r, r),
    given=Given(
        {"A": matrices.layers_on_data()},
        lambda at: determinant_by_rows(with_skip(weights(at["A"]), 1)) != 0 and every(not_zero, mixed(at["A"])),
        "A is gamma W beside X, det(I + gamma W) != 0; no row of X + gamma W X is 0; of a layer",
        {"r": lambda at: number(rank(data(at["A"])))},
    ),
    uses=("daneshmand20.uniqueness.determinant", "daneshmand20.uniqueness.invertible"),
    twins=(
        Twin((Integer(1), r), "rank one at some finite depth"),
        Twin((Integer(2), Integer(2)), "rank two, whatever X"),
    ),
).literal(scope="rows rescaled, the rank by elimination with their roots", most=60)
def rank_kept(at: At) -> tuple[Any, Any]:
    Z = mixed(at.A)
    return number(rank(each(rescale, Z))), number(rank(Z))


before, wide, rows = symbols("x v d", integer=True)


@Claim(
    "daneshmand20.uniqueness.other-width",
    source=Locator(DANESHMAND20, "A remark on the number of hidden units"),
    status="corrected",
    says="from a block of width d to the next, of any width, by V with BN: the rank is at least rank V + rank H - d "
    "and at most rank V and rank H. So full rank goes on where V has linearly independent columns, or where H has rank "
    "d; inside each block it is kept (rank-kept), and theorem-14 speaks of each block, as it starts anywhere",
    silent_on="more than one change of width: two V of full rank can lose rank together",
    relation=">=",
    predicts=(wide + before - rows, -wide, -before),
    given=Given(
        {"V": rational_matrices(Integers(1, far=4)), "H": rational_matrices(Integers(1, far=4))},
        lambda at: columns(at["V"]) == size(at["H"]) and every(not_zero, matrix_product(at["V"], at["H"])),
        "V has as many columns as H rows; no row of VH is 0",
        {
            "v": lambda at: number(rank(at["V"])),
            "x": lambda at: number(rank(at["H"])),
            "d": lambda at: number(size(at["H"])),
        },
    ),
    uses=("daneshmand20.uniqueness.rank-kept",),
    twins=(
        Twin((wide, -wide, -before), "V alone decides"),
        Twin((before, -wide, -before), "the rank is kept at every change of width"),
    ),
).literal(scope="rows rescaled, the rank by elimination with their roots", most=60)
def other_width(at: At) -> tuple[Any, Any, Any]:
    found = number(rank(each(rescale, matrix_product(at.V, at.H))))
    return found, -found, -found


b = Symbol("b", positive=True)


@Claim(
    "daneshmand20.uniqueness.invertible",
    source=LEMMA_5,
    says="weights in [-B, B], b = gamma B < 1/d: det(I + gamma W) >= 1 - d b > 0 for every W, attained where all "
    "weights are -B",
    relation=">=",
    predicts=(1 - b * d, -(1 - b * d)),
    given=Given(
        {"V": matrices.boxed_matrices(), "b": Rationals(above=0, below=Rational(1, 2))},
        lambda at: at["b"] * size(at["V"]) < 1,
        "gamma W = b V",
        {"d": lambda at: number(size(at["V"]))},
    ),
    twins=(Twin((1 - b, -(1 - b * d)), "one weight alone"),),
).literal(scope="determinants of rational matrices", most=60)
def invertible(at: At) -> tuple[Any, Any]:
    least = each(lambda row: each(lambda x: number(-1), row), at.V)
    found = (determinant_by_rows(with_skip(V, number(at.b))) for V in (at.V, least))
    first, second = map(number, found)
    return first, -second


@named("P(det({1} I + {2} W_{0}) = 0)", r"P(\det({1}I+{2}W_{{{0}}})=0)", means="W_d of d × d fair signs")
def singular(d: Any, skip: Any, gamma: Any) -> Rational:
    width = whole(d)
    found = (rank(mixing(W, rational(gamma) if skip else oo)) < width for W in rademacher(width))
    return Rational(sum(found), 2**width**2)


@Claim(
    "daneshmand20.uniqueness.rank-drop",
    source=LEMMA_5,
    says="weights +-1: I + gamma W is singular, so that a layer loses rank from full rank, with probability 1/2 at d "
    "= 2, gamma = oo (where it is W), 5/8 at d = 3, gamma = oo, and 1/8 at d = 2, gamma = 1/2 = 1/(Bd), where gamma "
    "B d < 1 just fails",
    predicts=(HALF, Rational(5, 8), Rational(1, 8)),
    given=Given(),
    uses=("daneshmand20.uniqueness.determinant",),
    twins=(Twin((Integer(0),) * 3, "a density"), Twin((HALF, HALF, HALF), "one half for every d")),
)
def rank_drop(at: At) -> object:
    return singular(2, 0, 1), singular(3, 0, 1), singular(2, 1, HALF)


@named(
    "P(rank M⁺ = 1)",
    r"P(\operatorname{{rank}}M^+=1)",
    bare=True,
    means="M⁺ after a layer from M = I, fair signs W_ij, d = 2, γ = ∞",
)
def rank_one_at_once() -> Rational:
    return Rational(sum(rank(covariance(identity(2), W, oo)) == 1 for W in rademacher(2)), 16)


@Claim(
    "daneshmand20.uniqueness.rank-kept-always",
    source=LEMMA_5,
    status="reading",
    says="the rank is kept for every symmetric law of unit variance, with a density or without one",
    predicts=Integer(0),
    given=Given(),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.rank-drop",),
    truth=HALF,
)
def rank_kept_always(at: At) -> object:
    return rank_one_at_once()


a = Symbol("a", positive=True)


def first_layer(at: Any) -> Any:
    """Rows of H + W H at H = s v^T, before they are rescaled."""
    H = each(lambda sign: each(lambda x: sign * x, at["v"]), at["s"])
    return each(lambda i: mixed_row(H, at["W"], i), places(size(at["s"])))


def second_layer(at: Any) -> Any:
    """Row i after the next layer, before it is rescaled."""
    return mixed_row(each(rescale, first_layer(at)), at["V"], at["i"])


@Claim(
    "daneshmand20.uniqueness.row-span",
    source=UNIQUE,
    says="on H the rows stay in the span of the rows of X: from H = s v^T the ratio of two entries of each row is that "
    "of v, b/a, after two layers, and so (note) after every layer; each line in R^N has an invariant law of its own, "
    "and there are uncountably many",
    hypotheses=("no row of H + gamma W H is zero",),
    predicts=b / a,
    over=grid(a=(1, 2), b=(3, Rational(1, 5))),
    given=Given(
        {
            "W": square_matrices(),
            "V": square_matrices(),
            "s": Preceded(sign_vectors(), ((1, -1), (1, -1, 1))),
            "v": Batches(TWO_ON, constant=True),
            "i": Integers(0),
            "j": Integers(0),
            "k": Integers(0),
        },
        lambda at: (
            size(at["W"]) == size(at["s"])
            and size(at["V"]) == size(at["s"])
            and at["i"] < size(at["s"])
            and at["j"] < size(at["v"])
            and at["k"] < size(at["v"])
            and at["v"][at["k"]] != 0
            and every(not_zero, first_layer(at))
            and not_zero(second_layer(at))
        ),
        "two layers with the weights W and V, gamma in them, from H = s v^T; row i, a = v_k != 0, b = v_j",
        {"a": lambda at: number(at["v"][at["k"]]), "b": lambda at: number(at["v"][at["j"]])},
    ),
    twins=(Twin(a / b, "the columns exchanged"), Twin(Integer(1), "the ratio is forgotten")),
).literal(scope="two layers on the data, rows rescaled", most=60)
def row_span(at: At) -> Any:
    row = rescale(second_layer(vars(at)))
    return row[at.j] / row[at.k]


COMMENT = Locator(DANESHMAND20, "Comment on Bn-centering")
along_ones = Symbol("c", positive=True)


def no_row_vanishes(W: Rows) -> bool:
    """Whether no row of s + W s is 0, for any signs s."""
    return all(defined([(a,) for a in s], W, 1) for s in signs_up_to_one(len(W)))


@Claim(
    "daneshmand20.uniqueness.centring-redundant",
    source=COMMENT,
    status="reading",
    says="read for every law of H, more than the comment says: as E H = 0, a mean over networks, the average of a row "
    "over the data is close to zero, its mean square is 0",
    silent_on="rows that are isotropic on R^N, for which it is 1/N: close to zero for many data, as the comment says "
    "of the invariant law that it supposes",
    predicts=Integer(0),
    given=Given(
        {"v": Batches(TWO_ON, up_to=("order", "scale"), constant=True), "W": square_matrices(Integers(2, 3))},
        lambda at: any(at["v"]) and no_row_vanishes(at["W"]),
        "H = s v^T, s uniform on the signs; a layer with the weights W, gamma in them",
        {"c": lambda at: number(total(at["v"])) ** 2 / number(size(at["v"]) * inner(at["v"], at["v"]))},
    ),
    speaks_of=("rs",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.row-average",),
    truth=along_ones,  # k = 1
).literal(scope="all signs s, row 1 rescaled", most=40)
def centring_redundant(at: At) -> Any:
    def square(s: Any) -> Any:
        H = each(lambda a: each(lambda x: a * x, at.v), s)
        return (total(rescale(each(number, mixed_row(H, at.W, 0)))) / number(size(at.v))) ** 2

    return number(over_signs(size(at.W), square))


@Claim(
    "daneshmand20.uniqueness.row-average",
    source=COMMENT,
    status="corrected",
    says="E H = 0 is the mean of a row over networks; its average over the data has mean square c/k for a row that is "
    "isotropic on k dimensions V, c = |P_V 1|^2/N: 1 on the line of 1, 1/N on R^N, 0 where the data are centred",
    predicts=along_ones / k,
    given=Given(
        {"Q": orthonormal_rows(), "U": matrices.isotropic_laws(matrices.ONE_ON)},
        lambda at: size(at["Q"]) == size(matrices.atoms(at["U"])[0]),
        "h = sqrt(N) (u_1 q_1 + .. + u_k q_k), q_b orthonormal rows, u with E u u^T = I/k",
        letters={
            "c": lambda at: number(total(each(lambda q: total(q) ** 2, at["Q"]))) / number(size(at["Q"][0])),
            "k": lambda at: number(size(at["Q"])),
        },
    ),
    twins=(Twin(Integer(0), "close to zero"), Twin(1 / k, "1 lies in V")),
).literal(scope="all values of the row", most=60)
def row_average(at: At) -> Any:
    N = number(size(at.Q[0]))
    return matrices.mean_of(at.U, lambda u: N * (total(each(number, combined(u, at.Q))) / N) ** 2)


relu_centring = Claim(
    "daneshmand20.uniqueness.relu-centring",
    source=COMMENT,
    status="measured",
    says="in ReLU networks recentring is not redundant: after 30 layers of width 16 on 16 Gaussian points the mean of "
    "min(r, 6) is 4.06 with it, that of min(r, 4) 2.136 without",
    tex=r"\mathbb E\min(r(H_{30}),6)\approx4.06\ (\mathrm{RC}+\mathrm{RS}),"
    r"\quad\mathbb E\min(r(H_{30}),4)\approx2.136\ (\mathrm{RS})\quad(d=N=16)",
    hypotheses=(
        "Gaussian weights, no skip, ReLU after the rescaling",
        "the numbers are measured, not derived: 16,000 networks each, to .4 per cent",
    ),
    silent_on="accuracy after training, of which the comment speaks with Figure 7; other widths",
    predicts=(Rational(406, 100), Rational(2136, 1000)),
    given=Given(words="networks of 30 layers, d = N = 16, from Gaussian points"),
    left=r"\mathbb E\min(r(H_{30}),6)\ (\mathrm{RC}+\mathrm{RS}),\ \mathbb E\min(r(H_{30}),4)\ (\mathrm{RS})",
    speaks_of=("rc",),
    twins=(
        Twin((Rational(2136, 1000), Rational(2136, 1000)), "recentring is redundant"),
        Twin((Integer(4), Integer(4)), "r is sqrt(d) either way"),
    ),
)
