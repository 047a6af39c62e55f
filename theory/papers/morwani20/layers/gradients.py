"""Gradients of a normalised layer as the notes print them and as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sympy import Expr, ImmutableMatrix, Integer, Rational, diff, eye, ones, symbols

from theory.batchnorm import Normalisation, Row, batchnorm, dot, recentre
from theory.claim import Claim, Locator, Twin, Verdict
from theory.domains.batches import Batches
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Choose, Integers, Rationals
from theory.exact.expressions import grid
from theory.notation import n
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.data import data_sets, letters, numbers, outputs, spread
from theory.papers.morwani20.derivatives import along
from theory.term import Series, Shape, Vec, each, number, one_if, places, root, size, total, variable
from theory.term.matrices import column, width
from theory.term.named import named
from theory.words import At

BACKWARD = Locator(MORWANI20, "Section 3.1")
NEURON = "Y = gamma z + beta, z = (x - mean)/sigma, x = w^T A + b, A of shape (d, n): n data as columns, delta = dL/dY"


def unit(size: int, place: int) -> Row:
    return each(lambda i: number(one_if(i == place)), places(size))


def by_entry(loss: Callable[[Any], Any], A: Any, k: Any, i: Any) -> Any:
    """The derivative of loss(A) by the entry A_ki."""
    rows, columns = places(size(A)), places(width(A))
    moved = each(lambda row, m: each(lambda a, j: Series(a, one_if(m == k) * one_if(j == i)), row, columns), A, rows)
    return loss(moved)[1]


def by_entries(loss: Callable[[Any], Any], A: Any) -> Any:
    """The derivatives of loss(A) by the entries of A, row by row."""
    rows, columns = places(size(A)), places(width(A))
    return each(lambda k: each(lambda i: by_entry(loss, A, k, i), columns), rows)


def by_weight(loss: Callable[[Any], Any], w: Any, k: Any) -> Any:
    """The derivative of loss(w) by the entry w_k."""
    return loss(each(lambda a, m: Series(a, one_if(m == k)), w, places(size(w))))[1]


def by_weights(loss: Callable[[Any], Any], w: Any) -> Any:
    """The derivatives of loss(w) by the entries of a row."""
    return each(lambda k: by_weight(loss, w, k), places(size(w)))


def squares(matrix: Any) -> Any:
    return total(each(lambda row: dot(row, row), matrix))


gamma, sigma, tau, eta = symbols("gamma sigma tau eta", positive=True)
delta, delta_mean, z, m = symbols("delta delta_mean z m", real=True)
OF_A_ROW = letters(
    sigma=spread,
    delta=lambda of: of.y[0],
    delta_mean=lambda of: total(of.y) / of.n,
    z=lambda of: of.deviations()[0] / spread(of),
    m=lambda of: dot(of.deviations(), of.y) / (of.n * spread(of)),
    n=lambda of: number(of.n),
)
"""Letters of the gradients at the first datum; labels are delta."""


# --- as printed ---------------------------------------------------------------------------------------------

W, DELTA = (ImmutableMatrix(2, 2, symbols(f"{name}11 {name}12 {name}21 {name}22", real=True)) for name in "wd")


@Claim(
    "morwani20.layers.plain-printed",
    source=BACKWARD,
    status="quoted",
    says="without normalization, Y_l = W Y_(l-1) + B: dL/dY_(l-1) = (dL/dY_l) W",
    hypotheses=("data as columns, as in dL/dW = (dL/dY_l) Y_(l-1)^T", "d = n = 2, where the product is defined"),
    silent_on="data as rows, where it is right (and the formula for dL/dW beside it is not)",
    predicts=tuple(DELTA * W),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.layers.plain-gradients",),
    given=Given({str(s): Preceded(Rationals(), (first,)) for first, s in enumerate((*W, *DELTA), 2)}),
    truth=tuple(W.T * DELTA),
).literal(scope="L = <delta, W Y + B>, differentiated by the entries of Y", most=60)
@named("∂_Y L", r"\partial_YL", shape=lambda *_: (4,), bare=True,
       means="L = ⟨Δ, W Y + B⟩, 2 × 2 matrices row by row, W of the entries wᵢⱼ, Δ of dᵢⱼ")  # fmt: skip
def plain_printed(at: At) -> Any:
    """The derivatives of L by the entries of Y, one by one."""
    weights, back = (ImmutableMatrix(2, 2, [at[f"{name}{i}"] for i in (11, 12, 21, 22)]) for name in "wd")
    inputs, bias = ImmutableMatrix(2, 2, symbols("_y:4")), ImmutableMatrix(2, 2, symbols("_b:2") * 2)
    loss = sum(a * b for a, b in zip(back, weights * inputs + bias, strict=True))
    return tuple(diff(loss, entry) for entry in inputs)


BRACKET = "B = I − 11ᵀ/3 − Z Zᵀ, Z = RC(a)/|RC(a)|, Y of the rows a, b, c"


def _bracket(a: Any) -> ImmutableMatrix:
    """With |Z| = 1, the convention in which the printed bracket is right."""
    Z = ImmutableMatrix(Normalisation(divisor="norm")(tuple(a)))
    return eye(3) - ones(3, 3) / 3 - Z * Z.T


@named("(B Yᵀ δ)₁", r"(BY^{{\mathsf T}}\delta)_1", means=BRACKET, bare=True)
def _in_print(a: Any, b: Any, c: Any, delta: Any) -> Expr:
    return (_bracket(a) * ImmutableMatrix([a, b, c]).T * ImmutableMatrix(delta))[1]


@named("(Y B δ)₁", r"(YB\delta)_1", means=BRACKET, bare=True)
def _in_order(a: Any, b: Any, c: Any, delta: Any) -> Expr:
    return (ImmutableMatrix([a, b, c]) * _bracket(a) * ImmutableMatrix(delta))[1]


THREE = Batches(Integers(3, 3), up_to=("order",))
by_print, by_order = symbols("by_print by_order", real=True)


@Claim(
    "morwani20.layers.weight-printed",
    source=BACKWARD,
    status="quoted",
    says="dL/dw_i = (gamma/sigma)(I - 11^T/n - Z Z^T) Y_(l-1)^T dL/dY_l: n x n, then n x d, then n x 1",
    hypotheses=(
        "Y_(l-1) of shape (d, n), since w_i^T Y_(l-1); sigma = |w^T Y - mean|, where the bracket is right",
        "d = n = 3, w = e_1; of the printed product the second entry",
    ),
    silent_on="n != d, where the product is not defined",
    predicts=by_print,
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.layers.gradients",),
    given=Given(
        {"a": THREE, "b": THREE, "c": THREE, "delta": THREE},
        words="the rows of Y_(l-1), and dL/dY_l",
        letters={
            "by_print": lambda at: _in_print(at["a"], at["b"], at["c"], at["delta"]),
            "by_order": lambda at: _in_order(at["a"], at["b"], at["c"], at["delta"]),
        },
    ),
    truth=by_order,
).literal(scope="the derivative by the second weight", most=60)
def weight_printed(at: At) -> Any:
    x = each(number, at.a)
    return root(dot(recentre(x), recentre(x)) / 3) * dot(at.delta, along(x, each(number, at.b)))


class Plain(NamedTuple):
    """A layer W A + b of m neurons and n data, without normalization, Delta = dL/dY, and places p, q, r in it."""

    W: Any
    b: Any
    A: Any
    delta: Any
    p: Any
    q: Any
    r: Any


def _of_layers(_: str) -> Shape:
    m, d, n, p, q, r = (variable(name, "nat") for name in ("m", "d", "n", "p", "q", "r"))
    rows = {"W": (m, d), "b": (m,), "A": (d, n), "D": (m, n)}
    W, b, A, delta = (Vec.named(name, *lengths) for name, lengths in rows.items())
    known = (m >= 1, d >= 1, n >= 1, p < m, q < d, r < n)
    return Shape(Plain(W, b, A, delta, p, q, r), (m, d, n, p, q, r), known, rows=tuple(rows.items()))


def _is_layer(value: object) -> bool:
    if not isinstance(value, Plain) or not value.W or not value.A:
        return False
    m, d, n = len(value.W), len(value.A), len(value.A[0])
    shapes = ((value.W, m, d), (value.A, d, n), (value.delta, m, n))
    fits = all(len(rows) == height and {len(row) for row in rows} == {wide} for rows, height, wide in shapes)
    return fits and len(value.b) == m and value.p in range(m) and value.q in range(d) and value.r in range(n)


@composite(
    "W in Q^(m x d), b in Q^m, A in Q^(d x n), Delta in Q^(m x n), p, q, r places of a neuron, an input and a datum",
    _is_layer,
    _of_layers,
    size=lambda layer: len(layer.W),
)
def plain_layers(choose: Choose) -> Plain:
    m, d, n = (choose(1, 3) for _ in range(3))
    W, A, delta = (tuple(numbers(choose, wide) for _ in range(high)) for high, wide in ((m, d), (d, n), (m, n)))
    return Plain(W, numbers(choose, m), A, delta, choose(0, m - 1), choose(0, d - 1), choose(0, n - 1))


def _of_layer(letter: Callable[[Plain], Any]) -> Callable[[Mapping[str, Any]], Any]:
    return lambda at: letter(at["layer"])


weight_slope, input_slope, bias_slope = symbols("weight_slope input_slope bias_slope", real=True)


@Claim(
    "morwani20.layers.plain-gradients",
    source=BACKWARD,
    status="corrected",
    says="without normalization, Y = W A + b 1^T: dL/dW = Delta A^T, as printed; dL/dA = W^T Delta and dL/db = "
    "Delta 1, for Delta = dL/dY",
    silent_on="layers with normalization: layers.gradients",
    predicts=(weight_slope, input_slope, bias_slope),
    over=grid(weight_slope=(2, -3), input_slope=(5,), bias_slope=(7,)),
    given=Given(
        {"layer": plain_layers()},
        letters={
            "weight_slope": _of_layer(lambda of: dot(of.delta[of.p], of.A[of.q])),
            "input_slope": _of_layer(lambda of: dot(column(of.W, of.q), column(of.delta, of.r))),
            "bias_slope": _of_layer(lambda of: total(of.delta[of.p])),
        },
    ),
    twins=(Twin((weight_slope, input_slope, Integer(0)), "the bias of a normalised layer"),),
).literal(scope="L = <Delta, W A + b 1^T>, by the entries W_pq, A_qr and b_p", most=60)
def plain_gradients(at: At) -> Any:
    W, b, A, delta, p, q, r = at.layer

    def loss(W: Any, b: Any, A: Any) -> Any:
        rows = each(lambda w, shift: each(lambda x: x + shift, outputs(w, A)), W, b)
        return total(each(dot, delta, rows))

    by_input = by_entry(lambda A: loss(W, b, A), A, q, r)
    return by_entry(lambda W: loss(W, b, A), W, p, q), by_input, by_weight(lambda b: loss(W, b, A), b, p)


# --- corrected ----------------------------------------------------------------------------------------------


by_delta, by_one, by_z, weight = symbols("by_delta by_one by_z weight", real=True)
BY_X = gamma / sigma * (delta - delta_mean - z * m)
BY_W = gamma / sigma * (by_delta - by_one * delta_mean - by_z * m)
OF_WEIGHTS = letters(
    by_delta=lambda of: dot(of.A[0], of.y),
    by_one=lambda of: total(of.A[0]),
    by_z=lambda of: dot(of.A[0], of.deviations()) / spread(of),
    weight=lambda of: of.w[0],
)
"""Sums of the first inputs of all data, alone and against delta and z, and the first weight."""


@Claim(
    "morwani20.layers.gradients",
    source=BACKWARD,
    status="corrected",
    says="dL/dx = u, u_i = (gamma/sigma)(delta_i - mean(delta) - z_i m), m = mean(z delta); dL/db = 0, dL/dgamma = n "
    "m; dL/dw = A u, dL/dA = w u^T",
    hypotheses=(NEURON, "sigma the biased standard deviation of x, not 0"),
    predicts=(BY_X, Integer(0), n * m, BY_W, weight * BY_X),
    over=grid(
        gamma=(2,),
        sigma=(Rational(1, 2), 3),
        delta=(1, -2),
        delta_mean=(Rational(1, 3),),
        z=(-1, 2),
        m=(Rational(2, 3),),
        n=(3, 4),
        by_delta=(5,),
        by_one=(7,),
        by_z=(Rational(1, 7),),
        weight=(11,),
    ),
    given=Given({"data": data_sets(centred=False), "gamma": Rationals(above=0)}, letters={**OF_A_ROW, **OF_WEIGHTS}),
    speaks_of=("rc", "rs", "divisor"),
    uses=("morwani20.jacobian.spectrum",),
    twins=(
        Twin((BY_X - gamma / sigma * (n - 1) * z * m, Integer(0), n * m, BY_W, weight * BY_X), "zz^T without 1/n"),
        Twin((BY_X, gamma / sigma * n * delta_mean, n * m, BY_W, weight * BY_X), "dL/db, too"),
    ),
).literal(scope="L = <delta, gamma BN(w^T A)>, by x_1, b, gamma, w_1 and A_11; labels are delta", most=40)
def gradients(at: At) -> Any:
    data, x, back = at.data, at.data.row(at.data.w), at.data.y
    first = unit(data.n, 0)
    moves = first, each(lambda _: number(1), back), data.A[0], each(lambda a: data.w[0] * a, first)
    by_entry, by_bias, by_weight, by_input = (at.gamma * dot(back, along(x, h)) for h in moves)
    return by_entry, by_bias, dot(back, batchnorm(x)), by_weight, by_input
