"""What the positive and the negative transformation keep of a batch: entries, sums, order, distinct values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Abs, Integer, Symbol, symbols

from theory.batchnorm import dot
from theory.claim import At, Claim, Locator, Twin
from theory.domains.batches import AFFINE, Batches
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.laws import Rows, drawn_shares, is_law, merged, power
from theory.domains.numbers import Choose, Integers, Rationals
from theory.exact.expressions import Undefined, grid
from theory.notation import HALF, L, d, n, x, xbar
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.tree.nodes import BATCHES, FEW_LAYERS, PLACES, different, leaf_gram, mean, rows_of_numbers
from theory.term import (
    AnyLaw,
    Shape,
    constant,
    each,
    entries,
    has_mean,
    larger,
    number,
    one_if,
    over_layers,
    size,
    some,
    symmetric,
    total,
)
from theory.term import mean as mean_over
from theory.term.named import named
from theory.term.scalar import TRUE
from theory.tree import negative, positive

LEMMA_7 = Locator(NACHUM24, "Lemma 7")
FROM_LEMMA_7: dict[str, Any] = {"source": LEMMA_7, "status": "reconstructed"}
ANY_BATCH = Batches(constant=True, up_to=AFFINE)

ENTRY = Given(
    {"batch": ANY_BATCH, "i": Integers(0)},
    lambda at: at["i"] < size(at["batch"]),
    letters={"x": lambda at: at["batch"][at["i"]], "xbar": lambda at: mean(at["batch"])},
)


@Claim(
    "nachum24.tree.difference",
    source=Locator(NACHUM24, "Definition 5"),
    status="reconstructed",
    says="T_+ x - T_- x = x - mean(x): the two transformations split the recentred batch into its two signs",
    predicts=x - xbar,
    given=ENTRY,
    speaks_of=("rc", "nl", "split"),
    decided_to=8,
    twins=(Twin(Abs(x - xbar), "that is T_+ x + T_- x"),),
)
def difference(at: At) -> Any:
    return positive(at.batch)[at.i] - negative(at.batch)[at.i]


@Claim(
    "nachum24.tree.disjoint-supports",
    **FROM_LEMMA_7,
    says="T_+ x and T_- x have disjoint supports: their entrywise product is 0",
    predicts=Integer(0),
    given=ENTRY,
    speaks_of=("nl",),
    decided_to=8,
    twins=(Twin((x - xbar) ** 2, "the product of the magnitudes"),),
)
def disjoint_supports(at: At) -> Any:
    return positive(at.batch)[at.i] * negative(at.batch)[at.i]


@Claim(
    "nachum24.tree.energy-split",
    **FROM_LEMMA_7,
    says="|T_+ x|^2 + |T_- x|^2 = |x - mean(x)|^2, entry by entry",
    predicts=(x - xbar) ** 2,
    given=ENTRY,
    speaks_of=("rc", "nl", "split"),
    decided_to=8,
    uses=("nachum24.tree.difference", "nachum24.tree.disjoint-supports"),
    twins=(Twin((x - xbar) ** 2 / 2, "each side carries half of it"),),
)
def energy_split(at: At) -> Any:
    return positive(at.batch)[at.i] ** 2 + negative(at.batch)[at.i] ** 2


trace, sums = Symbol("T", nonnegative=True), Symbol("S", nonnegative=True)


@Claim(
    "nachum24.tree.trace-step",
    source=LEMMA_7,
    says="one layer takes S/n from the trace T of the Gram matrix of any rows, S the sum of its entries",
    predicts=trace - sums / n,
    given=Given(
        {"V": rows_of_numbers()},
        letters={
            "T": lambda at: total(each(lambda v: dot(v, v), at["V"])),
            "S": lambda at: total(each(lambda v: total(v) ** 2, at["V"])),
            "n": lambda at: size(at["V"][0]),
        },
    ),
    speaks_of=("rc", "nl", "split"),
    uses=("nachum24.tree.energy-split",),
)
def trace_step(at: At) -> Any:
    children = (each(T, at.V) for T in (positive, negative))
    return sum(total(each(lambda v: dot(v, v), rows)) for rows in children)


spread, spread_of_first = symbols("S S_1", positive=True)


def _spread(x: Any, center: Any) -> Any:
    return total(each(lambda e: abs(e - center), x))


@Claim(
    "nachum24.tree.equal-sums",
    **FROM_LEMMA_7,
    says="the entries of T_+ x and those of T_- x have the same sum S/2, S = sum |x_i - mean(x)|",
    predicts=(spread * HALF, spread * HALF),
    given=Given(
        {"x": BATCHES},
        letters={"S": lambda at: _spread(at["x"], mean(at["x"])), "S_1": lambda at: _spread(at["x"], at["x"][0])},
    ),
    speaks_of=("rc", "nl", "split"),
    decided_to=8,
    uses=("nachum24.tree.difference",),
    twins=(Twin((spread_of_first * HALF, spread_of_first * HALF), "deviations from the first point"),),
)
def equal_sums(at: At) -> tuple[Any, Any]:
    return total(positive(at.x)), total(negative(at.x))


b, c = Symbol("b", real=True), Symbol("c", positive=True)
above, below = symbols("p q", nonnegative=True)


@Claim(
    "nachum24.tree.scaling",
    **FROM_LEMMA_7,
    says="T_+(cx + b) = c T_+ x for c > 0, and |c| T_- x for c < 0, and T_- the other way round",
    predicts=(c * above, c * below, c * below, c * above),
    given=Given(
        {"x": ANY_BATCH, "i": Integers(0), "c": Rationals(above=0), "b": Rationals()},
        lambda at: at["i"] < size(at["x"]),
        letters={"p": lambda at: positive(at["x"])[at["i"]], "q": lambda at: negative(at["x"])[at["i"]]},
    ),
    speaks_of=("rc",),
    decided_to=8,
    over=grid(c=(2, 3, HALF), p=(0, 1), q=(0, 2), where=lambda c, p, q: p * q == 0),
    twins=(Twin((c * above, c * below, -c * above, -c * below), "T_+(cx) = c T_+ x for every c"),),
)
def scaling(at: At) -> tuple[Any, ...]:
    upright, turned = each(lambda e: at.c * e + at.b, at.x), each(lambda e: -at.c * e + at.b, at.x)
    return tuple(T(row)[at.i] for row in (upright, turned) for T in (positive, negative))


def _differences(at: Any) -> tuple[Any, Any]:
    plus, minus = (T(at["x"])[at["i"]] - T(at["x"])[at["j"]] for T in (positive, negative))
    return plus, minus


@Claim(
    "nachum24.tree.order",
    **FROM_LEMMA_7,
    says="T_+ keeps the order of the data and T_- reverses it, both weakly",
    silent_on="strict order: data on one side of the mean are merged at 0",
    predicts=(above, -below),
    given=Given(
        {"x": BATCHES, "i": Integers(0), "j": Integers(0)},
        lambda at: at["i"] < size(at["x"]) and at["j"] < size(at["x"]) and at["x"][at["i"]] > at["x"][at["j"]],
        "x_i > x_j",
        letters={"p": lambda at: abs(_differences(at)[0]), "q": lambda at: abs(_differences(at)[1])},
    ),
    decided_to=6,
)
def order(at: At) -> tuple[Any, Any]:
    return _differences(vars(at))


hit = Symbol("hit", integer=True, nonnegative=True)


@Claim(
    "nachum24.tree.distinct-values",
    source=LEMMA_7,
    says="d(T_+ x) + d(T_- x) = d(x) + 2 - [mean(x) is a datum], each between 2 and d(x), d the number of values",
    predicts=d + 2 - hit,
    given=Given(
        {"x": BATCHES},
        letters={
            "d": lambda at: different(at["x"]),
            "hit": lambda at: one_if(some(lambda e: e == mean(at["x"]), at["x"])),
        },
    ),
    speaks_of=("rc", "nl", "split"),
    decided_to=5,
    uses=("nachum24.tree.order",),
)
def distinct_values(at: At) -> Any:
    plus, minus = (different(T(at.x)) for T in (positive, negative))
    if not (plus >= 2) & (minus >= 2) & (plus <= different(at.x)) & (minus <= different(at.x)):
        raise Undefined(f"{plus} and {minus} values, not between 2 and d(x)")
    return plus + minus


G, v = symbols("g v", nonnegative=True)


def _known(law: Any) -> Any:
    return symmetric(law) & has_mean(law, lambda w: larger(number(w[0]), 0) ** 2)


def _any_even(name: str) -> Shape:
    law = AnyLaw(name, constant(1), lambda _: TRUE)
    return Shape(law, (), (law.conditions, _known(law)), laws=(name,))


@composite(
    "a law of a weight w that -w has, too, and of which E max(w, 0)² exists",
    has=lambda law: is_law(law, _known) and entries(law) == 1,
    general=_any_even,
    size=size,
)
def even_weights(choose: Choose) -> Rows:
    """Up to two numbers, perhaps 0, each with both signs; each after its probability."""
    shares = drawn_shares(choose, choose(1, 2))
    sizes = [Fraction(choose(0, 9), choose(1, 4)) for _ in shares]
    return merged((p / 2, s * w) for p, w in zip(shares, sizes, strict=True) for s in (1, -1))


@Claim(
    "nachum24.tree.width-one",
    source=Locator(NACHUM24, "Definition 6"),
    says="a network of width one with independent weights of one symmetric law, Gaussian or any other of variance v, "
    "has E[x_L^T x_L] = (v/2)^L G_L, G_L the sum of v^T v over the leaves v of depth L",
    silent_on="wider networks, whose neurons mix",
    predicts=(v / 2) ** L * G,
    given=Given(
        {"x": BATCHES, "L": FEW_LAYERS, "law": even_weights(), "i": PLACES, "j": PLACES},
        lambda at: at["i"] < size(at["x"]) and at["j"] < size(at["x"]),
        "i and j places in x",
        letters={
            "g": lambda at: leaf_gram(at["x"], at["L"], at["i"], at["j"]),
            "v": lambda at: power(at["law"], 2, 0),
        },
    ),
    uses=("nachum24.tree.scaling",),
    twins=(Twin(v**L * G, "no halving"),),
).literal(most=100)
def width_one(at: At) -> Any:
    return mean_product(at.law, at.x, at.L, at.i, at.j)


@named("E[x_{2},{3} x_{2},{4}]", r"\mathbb E[x_{{{2},{3}}}x_{{{2},{4}}}]",
       means="x_L = ReLU(RC(w_L x_{L−1})), x_0 = x, w_1, w_2, .. ~ law, independent")  # fmt: skip
def mean_product(law: Any, x: Any, L: Any, i: Any, j: Any) -> Any:
    return over_layers(
        lambda after, v: mean_over(law, lambda w: after(positive(each(lambda e: w[0] * e, v)))),
        L,
        lambda v: v[i] * v[j],
        x,
    )
