"""Gradients of a normalised layer as the notes print them and as they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flint import arb
from sympy import Expr, ImmutableMatrix, Integer, Rational, Symbol, diff, eye, ones, oo, symbols

from theory.batchnorm import Normalisation, Row, batchnorm, dot, recentre
from theory.choices import proved
from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.certify import guess, precision
from theory.exact.expressions import Undefined, grid
from theory.exact.rationals import ball
from theory.notation import n
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.data import Data, data_sets, letters, outputs, spread
from theory.papers.morwani20.derivatives import along
from theory.papers.morwani20.jacobian import ball_derivative
from theory.papers.morwani20.law import OF_ANY_LAW, Law, at_zero, t
from theory.term import Series, each, number, one_if, places, root, size, total
from theory.term.matrices import width
from theory.term.named import named
from theory.words import At

BACKWARD = Locator(MORWANI20, "Section 3.1")
NEURON = "Y = gamma z + beta, z = (x - mean)/sigma, x = w^T A + b, A of shape (d, n): n data as columns, delta = dL/dY"


def unit(size: int, place: int) -> Row:
    return each(lambda i: number(one_if(i == place)), places(size))


def by_entries(loss: Callable[[Any], Any], A: Any) -> Any:
    """The derivatives of loss(A) by the entries of A, row by row."""
    rows, columns = places(size(A)), places(width(A))

    def moved(k: Any, i: Any) -> Any:
        return each(lambda row, m: each(lambda a, j: Series(a, one_if(m == k) * one_if(j == i)), row, columns), A, rows)

    return each(lambda k: each(lambda i: loss(moved(k, i))[1], columns), rows)


def by_weights(loss: Callable[[Any], Any], w: Any) -> Any:
    """The derivatives of loss(w) by the entries of a row."""
    there = places(size(w))
    return each(lambda k: loss(each(lambda a, m: Series(a, one_if(m == k)), w, there))[1], there)


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


# --- corrected ----------------------------------------------------------------------------------------------


@Claim(
    "morwani20.layers.gradients",
    source=BACKWARD,
    status="corrected",
    says="dL/dx = u, u_i = (gamma/sigma)(delta_i - mean(delta) - z_i m), m = mean(z delta); dL/db = 0, dL/dgamma = n m",
    hypotheses=(NEURON, "sigma the biased standard deviation of x, not 0"),
    predicts=(gamma / sigma * (delta - delta_mean - z * m), Integer(0), n * m),
    over=grid(
        gamma=(2,),
        sigma=(Rational(1, 2), 3),
        delta=(1, -2),
        delta_mean=(Rational(1, 3),),
        z=(-1, 2),
        m=(Rational(2, 3),),
        n=(3, 4),
    ),
    given=Given({"data": data_sets(centred=False), "gamma": Rationals(above=0)}, letters=OF_A_ROW),
    speaks_of=("rc", "rs", "divisor"),
    uses=("morwani20.jacobian.spectrum",),
    twins=(
        Twin((gamma / sigma * (delta - delta_mean - n * z * m), Integer(0), n * m), "zz^T without 1/n"),
        Twin((gamma / sigma * (delta - delta_mean - z * m), gamma / sigma * n * delta_mean, n * m), "dL/db, too"),
    ),
).literal(scope="L = <delta, gamma BN(x)>, derivatives along e_1 and 1; labels are delta", most=40)
def gradients(at: At) -> Any:
    x, back = at.data.row(at.data.w), at.data.y
    by_entry, by_bias = along(x, unit(at.data.n, 0)), along(x, each(lambda _: number(1), back))
    return at.gamma * dot(back, by_entry), at.gamma * dot(back, by_bias), dot(back, batchnorm(x))


@gradients.exact(**OF_ANY_LAW)
def _of_a_law(predicted: Predicted) -> Compared:
    # E_1 is 1 at the first datum and 0 elsewhere; x_1 = mu + sigma z
    mu = Symbol("mu", real=True)
    of = Law({"X": mu, "D": delta_mean, "E": 1 / n, "X X": sigma**2 + mu**2, "X D": sigma * m + mu * delta_mean,
              "E E": 1 / n, "E X": (mu + sigma * z) / n, "E D": delta / n})  # fmt: skip
    moved = [n * gamma * of.mean(at_zero(of.bn(of["X"] + by), t) * of["D"]) for by in (t * of["E"], t)]
    yield "by x_1, b and gamma", (*moved, n * of.mean(of.bn(of["X"]) * of["D"])), predicted


def ball_gradients(normalisation: Normalisation, w: Row, A: Sequence[Sequence[Any]], back: Any) -> list[list[arb]]:
    """(z, dL/dA row by row, dL/dw) for the loss <delta, z>, by automatic differentiation in balls."""
    c = normalisation.centre(outputs(w, A))

    def slope(h: Sequence[Any]) -> arb:
        moved = ball_derivative(c, normalisation.centre(h), normalisation.p)[1]
        return sum((a * ball(b) for a, b in zip(moved, back, strict=True)), arb(0))

    by_inputs = [slope([v * e for e in unit(len(c), i)]) for v in w for i in range(len(c))]
    return [ball_derivative(c, c, normalisation.p)[0], by_inputs, [slope(row) for row in A]]


def _smooth(data: Data, p: Any, centred: bool) -> bool:
    """Whether z is differentiable in x, and dL/dw is seen not to be 0."""
    c = [abs(v) for v in Normalisation(p, centred).centre(data.row(data.w))]
    if not all(c) or (p == oo and c.count(max(c)) > 1):
        return False
    with precision(40):
        return not all(g.contains(0) for g in ball_gradients(Normalisation(p, centred), data.w, data.A, data.y)[2])


@Claim(
    "morwani20.layers.any-normalisation",
    source=Locator(MORWANI20, "Section 4, any normalisation"),
    status="quoted",
    says="any normalization, whatever p, centred or not: under w -> tau w, tau > 0, Y and dL/dA are multiplied by 1, "
    "dL/dw by 1/tau, and a step of gradient descent adds eta^2 |dL/dw|^2 to |w|^2",
    hypotheses=("p >= 1 or infinity, at points where s is differentiable", "no epsilon", "without centring: no bias b"),
    silent_on="p other than 1, 3/2, 2, 3 and infinity (note); how smooth they are",
    predicts=(Integer(1), Integer(1), 1 / tau, eta**2),
    given=Given(
        {
            "data": data_sets(Integers(2), centred=False),
            "p": Values(*map(Rational, ("2", "1", "3/2", "3")), oo),
            "centred": Values(True, False),
            "tau": Rationals(above=0),
            "eta": Rationals(above=0),
        },
        lambda at: _smooth(at["data"], at["p"], at["centred"]),
        "dL/dw != 0; no c_i is 0, for p = infinity one |c_i| is the greatest",
    ),
    uses=("morwani20.jacobian.p-norms",),
    twins=(
        Twin((Integer(1), tau, 1 / tau, eta**2), "dL/dA of degree 1"),
        Twin((Integer(1), 1 / tau, 1 / tau, eta**2), "dL/dA of degree -1"),
        Twin((tau, Integer(1), Integer(1), eta**2), "as without normalization"),
        Twin((Integer(1), Integer(1), 1 / tau, Integer(0)), "the norm of w stays"),
    ),
).literal(kind="certified", scope="derivatives of L = <delta, z> in balls; labels are delta", most=60)
@named(
    "(Y(τw)/Y(w), ∂_AL(τw)/∂_AL(w), ∂_wL(τw)/∂_wL(w), (|w − η ∂_wL(w)|² − |w|²)/|∂_wL(w)|²)",
    r"\Big(\tfrac{{Y(\tau w)}}{{Y(w)}},\tfrac{{\partial_AL(\tau w)}}{{\partial_AL(w)}},"
    r"\tfrac{{\partial_wL(\tau w)}}{{\partial_wL(w)}},"
    r"\tfrac{{|w-\eta\,\partial_wL(w)|^2-|w|^2}}{{|\partial_wL(w)|^2}}\Big)",
    shape=lambda *_: (4,),
    means="Y = c/s, s^p = Σᵢ |cᵢ|^p/n, c = RC(⟨x, w⟩) or, not centred, ⟨x, w⟩; L = ⟨y, Y⟩; quotients entry by entry",
    bare=True,
)
def any_normalisation(at: At) -> Any:
    """Quotients of one entry each, which all entries have to share."""
    normalisation, data = Normalisation(at.p, at.centred), at.data
    before = ball_gradients(normalisation, data.w, data.A, data.y)
    after = ball_gradients(normalisation, tuple(at.tau * v for v in data.w), data.A, data.y)
    quotients = [_quotient(old, new) for old, new in zip(before, after, strict=True)]
    squares = sum((g * g for g in before[2]), arb(0))
    moved = [ball(v) - ball(at.eta) * g for v, g in zip(data.w, before[2], strict=True)]
    growth = sum((a * a - ball(v) * ball(v) for a, v in zip(moved, data.w, strict=True)), arb(0))
    return *quotients, growth / squares


def _quotient(old: list[arb], new: list[arb]) -> arb:
    place = max(range(len(old)), key=lambda i: abs(guess(old[i])))
    factor = new[place] / old[place]
    if any(proved(b, "!=", factor * a) for a, b in zip(old, new, strict=True)):
        raise Undefined("entries change by different factors")
    return factor
