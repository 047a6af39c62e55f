"""What the positive and the negative transformation keep of a batch: entries, sums, order, distinct values.

Identities of one entry are decided above, below and at the mean: there both transformations are linear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sympy import Abs, Expr, Integer, Poly, Symbol, factor, symbols

from theory.batchnorm import dot, recentre, relu
from theory.claim import At, Claim, Compared, Locator, Predicted, Twin
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import Undefined, grid
from theory.notation import HALF, L, d, n, x, xbar
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.outlier.clusters import Law, over_networks, shares, symmetric_laws_of_variance_one, values
from theory.papers.nachum24.tree.nodes import BATCHES, FEW_LAYERS, PLACES, different, leaf_gram, mean, rows_of_numbers
from theory.term import each, one_if, size, some, total
from theory.term.named import named
from theory.tree import negative, positive

OTHERS, REST, AWAY = Symbol("others", integer=True, positive=True), Symbol("r", real=True), Symbol("u", positive=True)
"""n - 1, or n - 2 where two entries are looked at; the mean of the other entries; a distance from it."""

EVERY_BATCH = "every batch of every size: an entry on either side of the mean of the others, or at it"


def both(*entries: Expr, rest: Expr = REST, others: Expr = OTHERS) -> list[tuple[Expr, Expr]]:
    """T_+ and T_- at each of the entries, in a batch of these and `others` more of mean `rest`: no more matters."""
    centred = recentre((*entries, rest), (*[1] * len(entries), others))[:-1]
    return list(zip(relu(centred), relu([-e for e in centred]), strict=True))


def sides() -> Iterator[tuple[str, Expr]]:
    """An entry above, below and at the mean of the others."""
    yield "above", REST + AWAY
    yield "below", REST - AWAY
    yield "at it", REST + Integer(0)


LEMMA_7 = Locator(NACHUM24, "Lemma 7")
FROM_LEMMA_7: dict[str, Any] = {"source": LEMMA_7, "status": "reconstructed"}
ANY_BATCH = Batches(constant=True, up_to=AFFINE)

ENTRY = Given(
    {"batch": ANY_BATCH, "i": Integers(0)},
    lambda at: at["i"] < size(at["batch"]),
    letters={"x": lambda at: at["batch"][at["i"]], "xbar": lambda at: mean(at["batch"])},
)


def on_each_side(claim: Claim, left: Callable[[Expr, Expr], Expr]) -> None:
    """The check of a claim on (T_+)_i and (T_-)_i, on each side of the mean at distance u > 0 and at the mean."""

    @claim.exact(
        scope="every batch size: x > xbar, x < xbar and x = xbar",
        argued="T_+ and T_- act entry by entry on x - xbar: above, below and at 0",
    )
    def _(predicted: Predicted) -> Compared:
        for name, away in (("x > xbar", AWAY), ("x < xbar", -AWAY), ("x = xbar", Integer(0))):
            yield name, left(*relu((away, -away))), predicted.subs(x, xbar + away)


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


on_each_side(difference, lambda plus, minus: plus - minus)


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


on_each_side(disjoint_supports, lambda plus, minus: plus * minus)


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


on_each_side(energy_split, lambda plus, minus: plus**2 + minus**2)

trace, entries = Symbol("T", nonnegative=True), Symbol("S", nonnegative=True)


@Claim(
    "nachum24.tree.trace-step",
    source=LEMMA_7,
    says="one layer takes S/n from the trace T of the Gram matrix of any rows, S the sum of its entries",
    predicts=trace - entries / n,
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


@trace_step.exact(
    scope=EVERY_BATCH + ", from its sums of v_i and v_i^2",
    argued="tr G_L and S_L are sums over rows, and of a row over its entries",
)
def _of_one_row(predicted: Predicted) -> Compared:
    """Of one row v: sum over i of (T_+v)_i^2 + (T_-v)_i^2, a polynomial in v_i and the sum of all entries."""
    count, square, (first, entry) = OTHERS + 1, Symbol("q", positive=True), symbols("s v", real=True)
    for side, e in sides():
        ((plus, minus),) = both(e)
        yield f"energy of an entry, {side}", plus**2 + minus**2, (e - (e + OTHERS * REST) / count) ** 2
    powers = {0: count, 1: first, 2: square}
    found = sum(a * powers[degree] for (degree,), a in Poly((entry - first / count) ** 2, entry).terms())
    yield "sum over the entries", found, predicted.subs({trace: square, entries: first**2, n: count})


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


@scaling.exact(
    scope=EVERY_BATCH + "; every b and c > 0",
    argued="T_+ and T_- act entry by entry on x - xbar, which turns to c (x - xbar)",
)
def _turned(predicted: Predicted) -> Compared:
    for side, e in sides():
        ((plus, minus),) = both(e)
        claimed = tuple(part.subs({above: plus, below: minus}, simultaneous=True) for part in predicted)
        found = (both(factor * e + b, rest=factor * REST + b)[0] for factor in (c, -c))
        yield f"c > 0 and c < 0, {side}", tuple(part for pair in found for part in pair), claimed


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


@order.exact(
    scope="two entries of every batch of every size, on all sides of the mean",
    argued="an entry of T_+ or T_- depends on x_i and the mean alone: two entries, on all sides of it",
)
def _order(predicted: Predicted) -> Compared:
    for where, ((plus, minus), (less_plus, less_minus)) in _pairs():
        for name, gap, wanted in (("T_+", plus - less_plus, predicted[0]), ("T_-", minus - less_minus, predicted[1])):
            yield f"{name}, {where}", factor(gap), wanted.subs({above: Abs(factor(gap)), below: Abs(factor(gap))})


def _pairs() -> Iterator[tuple[str, list[tuple[Expr, Expr]]]]:
    """T_+ and T_- at a greater and at a less entry, u and v away from the mean of the batch; the rest balances them."""
    u, v = symbols("u v", positive=True)
    places = {"both above": (u + v, u), "at the mean": (u, Integer(0)), "around it": (u, -v), "below": (-u, -u - v)}
    for name, (greater, less) in {**places, "the greater at the mean": (Integer(0), -u)}.items():
        yield name, both(REST + greater, REST + less, rest=REST - (greater + less) / OTHERS)
    yield "n = 2", both(REST + u, rest=REST - u, others=Integer(1)) + both(REST - u, rest=REST + u, others=Integer(1))


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


G = Symbol("g", nonnegative=True)


@Claim(
    "nachum24.tree.width-one",
    source=Locator(NACHUM24, "Definition 6"),
    says="a network of width one with independent symmetric weights of variance 1 has E[x_L^T x_L] = 2^(-L) G_L, "
    "G_L the sum of v^T v over the leaves v of depth L",
    silent_on="wider networks, whose neurons mix; weights of infinitely many values (note)",
    predicts=2 ** (-L) * G,
    given=Given(
        {"x": BATCHES, "L": FEW_LAYERS, "law": symmetric_laws_of_variance_one(), "i": PLACES, "j": PLACES},
        lambda at: at["i"] < size(at["x"]) and at["j"] < size(at["x"]),
        "i and j places in x",
        letters={"g": lambda at: leaf_gram(at["x"], at["L"], at["i"], at["j"])},
    ),
    uses=("nachum24.tree.scaling",),
).literal(most=100)
def width_one(at: At) -> Any:
    return mean_product(values(at.law), shares(at.law), at.x, at.L, at.i, at.j)


@named("E[x_{3},{4} x_{3},{5}]", r"\mathbb E[x_{{{3},{4}}}x_{{{3},{5}}}]",
       means="x_L = ReLU(RC(w_L x_{L−1})), x_0 = x, w_1, w_2, .. ~ law, independent")  # fmt: skip
def mean_product(w: Any, p: Any, x: Any, L: Any, i: Any, j: Any) -> Any:
    return over_networks(Law(w, p), lambda v: v[i] * v[j], x, L)
