"""Symmetries of the layer: signs and permutations of neurons, rotations of the data, and the scale of the weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from sympy import Expr, symbols

from theory.batchnorm import rescale
from theory.claim import At, Claim, Twin, Verdict
from theory.domains.given import Given
from theory.domains.matrices import permutation_matrices, sign_vectors
from theory.domains.numbers import Integers, Rationals
from theory.exact.rationals import rational
from theory.papers.daneshmand20.chain.gram_matrix import DEFINITION_1, EQ_1
from theory.papers.daneshmand20.layers import after, cosine, mixed_row
from theory.papers.daneshmand20.matrices import ONE_ON, data, layers_on_data, not_zero, orthogonal_matrices, weights
from theory.term import each, every, places, size
from theory.term.matrices import column, combined, inner, product
from theory.term.named import named

s_i, x, y, z, u1, u2, u3 = symbols("s_i x y z u1:4", real=True)
Instance = Mapping[str, Any]


@named("({3} {0} + {1} {0})_{2}", "({3}{0}+{1}{0})_{{{2}}}", shape=lambda H, *_: (size(H[0]),))
def row_of(H: Any, W: Any, i: Any, e: Any) -> Any:
    """Row i of e H + W H."""
    return mixed_row(H, W, i, e)


@named("({0} {1})", "({0}{1})", shape=lambda A, B: (size(A), size(B[0])))
def multiplied(A: Any, B: Any) -> Any:
    """A B."""
    return product(A, B)


@named("{0} |{0}| N/|{1}|²", r"{0}\,|{0}|\,N/|{1}|^2")
def signed_square(value: Any, row: Any) -> Any:
    """v |v| for an entry v of RS(row), of the entry of the row and the row."""
    return value * abs(value) / (inner(row, row) / size(row))


def rescaled(row: Any, place: Any) -> Any:
    """v |v| for an entry v of RS(row)."""
    value = rescale(row)[place]
    return value * abs(value)


@named("diag({0}) {1}", r"\operatorname{{diag}}({0}){1}", shape=lambda s, A: (size(A), size(A[0])))
def by_signs(s: Any, A: Any) -> Any:
    """S A."""
    return each(lambda sign, row: each(lambda x: sign * x, row), s, A)


@named(
    "diag({0}) {1} diag({0})",
    r"\operatorname{{diag}}({0}){1}\operatorname{{diag}}({0})",
    shape=lambda _, W: (size(W), size(W)),
)
def conjugate(s: Any, W: Any) -> Any:
    """S W S."""
    return each(lambda row: each(lambda w, sign: w * sign, row, s), by_signs(s, W))


def of_signs(at: Instance, signed: Callable[[Any, Any], Any]) -> Any:
    """The entry of f(H, W), W changed by signs, as v |v|."""
    row = row_of_signs(at, signed)
    return signed_square(row[at["j"]], row)


def row_of_signs(at: Instance, signed: Callable[[Any, Any], Any]) -> Any:
    """The row of e H + W H, W changed by signs."""
    return row_of(data(at["A"]), signed(at["s"], weights(at["A"])), at["i"], at["e"])


def beside_image(at: Instance, signed: Callable[[Any, Any], Any]) -> Any:
    """The same, but for the norm of the row, which is that of f(SH, W)."""
    return signed_square(row_of_signs(at, signed)[at["j"]], turned_by_signs(at))


PLACED = "row i and column j are compared; e = 1 with gamma in W, e = 0 at gamma = oo: f(H, W) = RS(e H + W H)"


def inside(at: Instance) -> Any:
    """Whether (i, j) is a place of H."""
    return at["i"] < size(data(at["A"])) and at["j"] < size(data(at["A"])[0])


def turned_by_signs(at: Instance) -> Any:
    """The row of e S H + W S H."""
    return row_of(by_signs(at["s"], data(at["A"])), weights(at["A"]), at["i"], at["e"])


@Claim(
    "daneshmand20.chain.equivariance",
    source=EQ_1,
    says="for diagonal signs S: f(SH, W) = S f(H, SWS), f the layer; with y the entry of f(H, SWS), as v |v|",
    predicts=s_i * y,
    over=({"s_i": -1, "y": Fraction(1, 3), "x": Fraction(1, 5), "u1": Fraction(-1, 2)},),
    given=Given(
        {"A": layers_on_data(), "s": sign_vectors(), "e": Rationals(), "i": Integers(0), "j": Integers(0)},
        lambda at: inside(at) and size(at["s"]) == size(weights(at["A"])) and not_zero(turned_by_signs(at)),
        PLACED,
        {
            "s_i": lambda at: at["s"][at["i"]],
            "y": lambda at: of_signs(at, conjugate),
            "x": lambda at: beside_image(at, lambda s, W: W),
            "u1": lambda at: beside_image(at, by_signs),
        },
    ),
    twins=(
        Twin(s_i * x, "S f(H, W), but for the norms of rows"),
        Twin(s_i * u1, "S f(H, SW), but for the norms of rows"),
    ),
).literal(scope="S H through the layer, rows rescaled", most=100)
def equivariance(at: At) -> Any:
    return rescaled(turned_by_signs(vars(at)), at.j)


def turned(at: Instance) -> Any:
    """The row of e H Q + W H Q."""
    return row_of(multiplied(data(at["A"]), at["Q"]), weights(at["A"]), at["i"], at["e"])


def plain_row(at: Instance) -> Any:
    """The row of e H + W H."""
    return row_of(data(at["A"]), weights(at["A"]), at["i"], at["e"])


@Claim(
    "daneshmand20.chain.rotations",
    source=EQ_1,
    says="for orthogonal Q: f(HQ, W) = f(H, W) Q, f the layer; with z the entry of f(H, W) Q, as v |v|",
    predicts=z,
    over=({"z": Fraction(1, 3), "x": Fraction(1, 5)},),
    given=Given(
        {"A": layers_on_data(), "Q": orthogonal_matrices(ONE_ON), "e": Rationals(), "i": Integers(0), "j": Integers(0)},
        lambda at: inside(at) and size(at["Q"]) == size(data(at["A"])[0]) and not_zero(plain_row(at)),
        PLACED,
        {
            "z": lambda at: signed_square(inner(plain_row(at), column(at["Q"], at["j"])), plain_row(at)),
            "x": lambda at: signed_square(plain_row(at)[at["j"]], plain_row(at)),
        },
    ),
    twins=(Twin(x, "f(HQ, W) = f(H, W)"),),
).literal(scope="H Q through the layer, rows rescaled", most=100)
def rotations(at: At) -> Any:
    return rescaled(turned(vars(at)), at.j)


@named("({0}ᵀ {1} {0})", r"({0}^\top {1}{0})", shape=lambda _, W: (size(W), size(W)))
def back(P: Any, W: Any) -> Any:
    """P^T W P."""
    turned = each(lambda j: column(P, j), places(size(P)))
    return multiplied(multiplied(turned, W), P)


def permuted_row(at: Instance) -> Any:
    """Row i of e P H + W P H."""
    return row_of(multiplied(at["P"], data(at["A"])), weights(at["A"]), at["i"], at["e"])


def by_rows(at: Instance, of_row: Callable[[Any], Any], W: Any) -> Any:
    """Entry (i, j) of P times a matrix whose rows are functions of those of e H + W H."""
    H = data(at["A"])
    rows = each(lambda k: of_row(row_of(H, W, k, at["e"])), places(size(H)))
    return inner(at["P"][at["i"]], column(rows, at["j"]))


def right_side(at: Instance) -> Any:
    """v |v| for the entry v of P f(H, P^T W P), rows rescaled."""
    value = by_rows(at, rescale, back(at["P"], weights(at["A"])))
    return value * abs(value)


def _beside(moved: Callable[[Any, Any], Any]) -> Callable[[Instance], Any]:
    """The same with other weights, but for the norm of the row, which is that of f(PH, W)."""

    def of(at: Instance) -> Any:
        row = permuted_row(at)
        value = by_rows(at, lambda x: x, moved(at["P"], weights(at["A"])))
        return signed_square(value, row)

    return of


@Claim(
    "daneshmand20.chain.permutations",
    source=EQ_1,
    says="f(PH, W) = P f(H, P^T W P) for a permutation P of the neurons; y is the entry of the right side, as v |v|",
    predicts=y,
    over=({"y": Fraction(1, 3), "u1": Fraction(1, 5), "u2": Fraction(-1, 2), "u3": Fraction(2, 7)},),
    given=Given(
        {"A": layers_on_data(), "P": permutation_matrices(), "e": Rationals(), "i": Integers(0), "j": Integers(0)},
        lambda at: (
            inside(at)
            and size(at["P"]) == size(weights(at["A"]))
            and every(lambda k: not_zero(permuted_row({**at, "i": k})), places(size(data(at["A"]))))
        ),
        f"P as a matrix; {PLACED}",
        {
            "y": right_side,
            "u1": _beside(lambda P, W: each(lambda row: each(lambda other: inner(combined(row, W), other), P), P)),
            "u2": _beside(lambda P, W: W),
            "u3": _beside(lambda P, W: multiplied(W, P)),
        },
    ),
    twins=(
        Twin(u1, "P W P^T, the inverse permutation, but for the norms of rows"),
        Twin(u2, "W itself, but for the norms of rows"),
        Twin(u3, "W P, but for the norms of rows"),
    ),
).literal(scope="P H through the layer, rows rescaled", most=100)
def permutations(at: At) -> Any:
    return rescaled(permuted_row(vars(at)), at.j)


g, sigma = symbols("gamma sigma", real=True)


@named("({0} + {3} {1} {0})_{2}", "({0}+{3}{1}{0})_{{{2}}}", shape=lambda H, *_: (size(H[0]),))
def residual_row(H: Any, W: Any, i: Any, gamma: Any) -> Any:
    """Row i of H + gamma W H."""
    return mixed_row(H, W, i, gamma=gamma)


@named("({0} {1})_{2}", "({0}{1})_{{{2}}}", shape=lambda W, H, _: (size(H[0]),))
def image_row(W: Any, H: Any, i: Any) -> Any:
    """Row i of W H."""
    return combined(W[i], H)


@named("({1} {0})", "({1}{0})", shape=lambda W, _: (size(W), size(W)))
def times(W: Any, sigma: Any) -> Any:
    """sigma W."""
    return each(lambda row: each(lambda w: sigma * w, row), W)


def pair(at: Instance) -> Any:
    """v |v| for v = M+_ij of the weights W at gamma sigma."""
    H, W = data(at["A"]), weights(at["A"])
    rows = [residual_row(H, W, at[name], at["gamma"] * at["sigma"]) for name in ("i", "j")]
    mean = inner(*rows) / size(rows[0])
    return mean * abs(mean) / (inner(rows[0], rows[0]) / size(rows[0]) * (inner(rows[1], rows[1]) / size(rows[0])))


def both_rows(at: Instance, W: Any) -> tuple[Any, Any]:
    """Rows i and j of H + gamma W H."""
    first, second = (residual_row(data(at["A"]), W, at[name], at["gamma"]) for name in ("i", "j"))
    return first, second


def stretched(at: Instance) -> Any:
    """sigma W."""
    return times(weights(at["A"]), at["sigma"])


def covariance_without(at: Instance, W: Any) -> Any:
    """C_ij = (W H H^T W^T)_ij/N."""
    rows = [image_row(W, data(at["A"]), at[name]) for name in ("i", "j")]
    return inner(*rows) / size(rows[0])


@Claim(
    "daneshmand20.chain.variance",
    source=DEFINITION_1,
    says="weights of variance sigma^2 are weights of variance 1 at gamma sigma; at gamma = oo they multiply C by "
    "sigma^2, which rescaling removes; y is M+_ij of W at gamma sigma, as v |v|, z is C_ij of W",
    predicts=(y, sigma**2 * z),
    over=({"y": Fraction(1, 3), "sigma": 2, "z": Fraction(1, 5)},),
    given=Given(
        {
            "A": layers_on_data(),
            "gamma": Rationals(above=0),
            "sigma": Rationals(above=0),
            "i": Integers(0),
            "j": Integers(0),
        },
        lambda at: (
            at["i"] < size(weights(at["A"]))
            and at["j"] < size(weights(at["A"]))
            and all(map(not_zero, both_rows(at, stretched(at))))
        ),
        "A is W beside H",
        {"y": pair, "z": lambda at: covariance_without(at, weights(at["A"]))},
    ),
    twins=(Twin((y, z), "without sigma at gamma = oo"), Twin((sigma * y, sigma**2 * z), "M+ in proportion to sigma")),
).literal(scope="the layer with weights sigma W, rows rescaled", most=100)
def variance(at: At) -> tuple[Any, Any]:
    W = stretched(vars(at))
    rows = [rescale(row) for row in both_rows(vars(at), W)]
    value = inner(*rows) / size(rows[0])
    return value * abs(value), covariance_without(vars(at), W)


SHEAR = ((1, 1), (0, 1))


@Claim(
    "daneshmand20.chain.scale-removed",
    source=DEFINITION_1,
    status="reading",
    says="rescaling removes the scale of the weights at every gamma: sigma W gives the same M+ as W; here the square "
    "of M+_12 from M = I, W = (1, 1; 0, 1)",
    predicts=g**2 / ((1 + g) ** 2 + g**2),
    given={"sigma": Rationals(above=0), "gamma": Rationals(above=0)},
    speaks_of=("rs",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.chain.variance", "daneshmand20.chain.gram-chain"),
    truth=(g * sigma) ** 2 / ((1 + g * sigma) ** 2 + (g * sigma) ** 2),
).literal(scope="H = I through the layer, rows rescaled")
def scale_removed(at: At) -> Expr:
    scaled = [[rational(at.sigma) * w for w in row] for row in SHEAR]
    return cosine(after(((1, 0), (0, 1)), scaled, at.gamma), 0, 1) ** 2
