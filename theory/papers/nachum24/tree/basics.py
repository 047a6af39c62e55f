"""T1: the positive and negative transformations and what they keep.

Identities of one entry are decided on the two cones x > xbar and x < xbar, where both transformations are
linear. Notes: tree.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from sympy import Abs, Expr, Integer, Poly, Symbol

from theory.batchnorm import dot, relu
from theory.claim import At, Claim, Compared, Locator, Predicted, Twin
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.notation import HALF, L, n, x, xbar
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.outlier.signs import Symmetric, over_networks
from theory.papers.nachum24.tree.instances import Layers
from theory.papers.nachum24.tree.setting import PLACES, Trees, mean, over_leaves
from theory.papers.nachum24.tree.symbolic import EVERY_BATCH, OTHERS, REST, sides
from theory.papers.nachum24.tree.symbolic import both as both_at
from theory.term import each, size, total
from theory.tree import negative, positive

CONES = "every batch size: x > xbar, x < xbar and x = xbar"


OVER_ENTRY = grid(x=(-2, 0, 1, 3), xbar=(-1, 0, 2))


ENTRY = Given(
    {"batch": Batches(constant=True, up_to=AFFINE), "i": Integers(0)},
    lambda at: at["i"] < size(at["batch"]),
    "x = batch_i, xbar its mean",
    letters={"x": lambda at: at["batch"][at["i"]], "xbar": lambda at: mean(at["batch"])},
)


def cones(predicted: Expr) -> Iterator[tuple[str, Expr, Expr, Expr]]:
    """Name, T_+, T_- and the prediction of one entry, on each side of the mean at distance u > 0 and at the mean."""
    u = Symbol("u", positive=True)
    for name, away in (("x > xbar", u), ("x < xbar", -u), ("x = xbar", Integer(0))):
        plus, minus = relu((away, -away))
        yield name, plus, minus, predicted.subs(x, xbar + away)


def both(at: At) -> tuple[Fraction, Fraction]:
    """The entry i of T_+ and of T_- of a batch."""
    return positive(at.batch)[at.i], negative(at.batch)[at.i]


difference = Claim(
    "nachum24.tree.difference",
    source=Locator(NACHUM24, "Definition 5"),
    status="reconstructed",
    says="T_+ x - T_- x = x - mean(x): the two transformations split the recentred batch into its two signs",
    hypotheses=("x in R^n",),
    predicts=x - xbar,
    given=ENTRY,
    speaks_of=("rc", "nl", "split"),
    decided_to=8,
    over=OVER_ENTRY,
    twins=(Twin(Abs(x - xbar), "that is T_+ x + T_- x"),),
)


@difference.literal
def _difference_of_batches(at: At) -> Fraction:
    plus, minus = both(at)
    return plus - minus


@difference.exact(scope=CONES, argued="T_+ and T_- act entry by entry on x - xbar: above, below and at 0")
def _difference(predicted: Predicted) -> Compared:
    for cone, plus, minus, claimed in cones(predicted):
        yield cone, plus - minus, claimed


disjoint_supports = Claim(
    "nachum24.tree.disjoint-supports",
    source=Locator(NACHUM24, "Lemma 7"),
    status="reconstructed",
    says="T_+ x and T_- x have disjoint supports: their entrywise product is 0",
    hypotheses=("x in R^n",),
    predicts=Integer(0),
    given=ENTRY,
    speaks_of=("nl",),
    decided_to=8,
    over=OVER_ENTRY,
    twins=(Twin((x - xbar) ** 2, "the product of the magnitudes"),),
)


@disjoint_supports.literal
def _disjoint_supports_of_batches(at: At) -> Fraction:
    plus, minus = both(at)
    return plus * minus


@disjoint_supports.exact(scope=CONES, argued="T_+ and T_- act entry by entry on x - xbar: above, below and at 0")
def _disjoint_supports(predicted: Predicted) -> Compared:
    for cone, plus, minus, claimed in cones(predicted):
        yield cone, plus * minus, claimed


energy_split = Claim(
    "nachum24.tree.energy-split",
    source=Locator(NACHUM24, "Lemma 7"),
    status="reconstructed",
    says="|T_+ x|^2 + |T_- x|^2 = |x - mean(x)|^2, entry by entry",
    hypotheses=("x in R^n",),
    predicts=(x - xbar) ** 2,
    given=ENTRY,
    speaks_of=("rc", "nl", "split"),
    decided_to=8,
    over=OVER_ENTRY,
    uses=("nachum24.tree.difference", "nachum24.tree.disjoint-supports"),
    twins=(Twin(x**2, "without recentring"), Twin((x - xbar) ** 2 / 2, "each side carries half of it")),
)


@energy_split.literal
def _energy_split_of_batches(at: At) -> Fraction:
    plus, minus = both(at)
    return plus**2 + minus**2


@energy_split.exact(scope=CONES, argued="T_+ and T_- act entry by entry on x - xbar: above, below and at 0")
def _energy_split(predicted: Predicted) -> Compared:
    for cone, plus, minus, claimed in cones(predicted):
        yield cone, plus**2 + minus**2, claimed


trace, entries = Symbol("T", positive=True), Symbol("S", positive=True)


trace_step = Claim(
    "nachum24.tree.trace-step",
    source=Locator(NACHUM24, "Lemma 7"),
    status="new",
    says="one layer takes S/n from the trace of the Gram matrix of any rows, S the sum of its entries; of the leaves: "
    "tr G_(L+1) = tr G_L - S_L/n",
    hypotheses=("G_L = sum of v^T v over rows v in R^n, such as the leaves of depth L", "G_0 = x^T x"),
    predicts=trace - entries / n,
    given=Given(
        {"V": Layers()},
        letters={
            "T": lambda at: total(each(lambda v: dot(v, v), at["V"])),
            "S": lambda at: total(each(lambda v: total(v) ** 2, at["V"])),
            "n": lambda at: size(at["V"][0]),
        },
    ),
    speaks_of=("rc", "nl", "split"),
    over=grid(T=(5, 7), S=(1, 3), n=(2, 3, 4)),
    uses=("nachum24.tree.energy-split",),
    twins=(Twin(trace - entries, "without 1/n"), Twin(trace, "energy is kept")),
)


@trace_step.literal
def _trace_of_children(at: At) -> Any:
    children = (each(T, at.V) for T in (positive, negative))
    return sum(total(each(lambda v: dot(v, v), rows)) for rows in children)


@trace_step.exact(
    scope=EVERY_BATCH + ", from its sums of v_i and v_i^2",
    argued="tr G_L and S_L are sums over rows, and of a row over its entries",
)
def _trace_step(predicted: Predicted) -> Compared:
    """Of one node v: sum over i of (T_+v)_i^2 + (T_-v)_i^2, a polynomial in v_i and the sum of all entries."""
    count, first, square, entry = OTHERS + 1, Symbol("s", real=True), Symbol("q", positive=True), Symbol("v", real=True)
    for side, e in sides():
        ((plus, minus),) = both_at(e)
        yield f"energy of an entry, {side}", plus**2 + minus**2, (e - (e + OTHERS * REST) / count) ** 2
    powers = {0: count, 1: first, 2: square}
    found = sum(a * powers[degree] for (degree,), a in Poly((entry - first / count) ** 2, entry).terms())
    claimed = predicted.subs({trace: square, entries: first**2, n: count})
    yield "sum over the entries", found, claimed


spread, spread_of_first = Symbol("S", positive=True), Symbol("S_1", positive=True)


def deviations(x: Sequence[Any], center: Any) -> Any:
    return total(each(lambda e: abs(e - center), x))


equal_sums = Claim(
    "nachum24.tree.equal-sums",
    source=Locator(NACHUM24, "Lemma 7"),
    status="reconstructed",
    says="the entries of T_+ x and those of T_- x have the same sum S/2, S = sum |x_i - mean(x)|",
    hypotheses=("x in R^n, not constant",),
    predicts=(spread * HALF, spread * HALF),
    given=Given(
        {"x": Batches(up_to=AFFINE)},
        letters={
            "S": lambda at: deviations(at["x"], mean(at["x"])),
            "S_1": lambda at: deviations(at["x"], at["x"][0]),
        },
    ),
    speaks_of=("rc", "nl", "split"),
    decided_to=8,
    uses=("nachum24.tree.difference",),
    twins=(
        Twin((spread_of_first * HALF, spread_of_first * HALF), "deviations from the first point"),
        Twin((spread, spread), "the sums are S each"),
    ),
)


@equal_sums.literal
def _equal_sums(at: At) -> tuple[Fraction, Fraction]:
    return total(positive(at.x)), total(negative(at.x))


b, c = Symbol("b", real=True), Symbol("c", positive=True)
above, below = Symbol("p", nonnegative=True), Symbol("q", nonnegative=True)
"""(T_+ x)_i and (T_- x)_i."""


scaling = Claim(
    "nachum24.tree.scaling",
    source=Locator(NACHUM24, "Lemma 7"),
    status="reconstructed",
    says="T_+(cx + b) = c T_+ x for c > 0, and |c| T_- x for c < 0, and T_- the other way round: entries of T_+ and "
    "T_- of cx + b, then of -cx + b, c > 0",
    hypotheses=("c != 0, b real",),
    predicts=(c * above, c * below, c * below, c * above),
    given=Given(
        {"x": Batches(constant=True, up_to=AFFINE), "i": Integers(0), "c": Rationals(above=0), "b": Rationals()},
        lambda at: at["i"] < size(at["x"]),
        "i a place in x, p = (T_+ x)_i, q = (T_- x)_i",
        letters={"p": lambda at: positive(at["x"])[at["i"]], "q": lambda at: negative(at["x"])[at["i"]]},
    ),
    speaks_of=("rc",),
    decided_to=8,
    over=grid(c=(2, 3, HALF), p=(0, 1), q=(0, 2), where=lambda c, p, q: p * q == 0),
    twins=(Twin((c * above, c * below, -c * above, -c * below), "T_+(cx) = c T_+ x for every c"),),
)


@scaling.literal
def _transformed(at: At) -> tuple[Any, ...]:
    upright, turned = each(lambda e: at.c * e + at.b, at.x), each(lambda e: -at.c * e + at.b, at.x)
    return tuple(T(row)[at.i] for row in (upright, turned) for T in (positive, negative))


@scaling.exact(
    scope=EVERY_BATCH + "; every b and c > 0",
    argued="T_+ and T_- act entry by entry on x - xbar, which turns to c (x - xbar)",
)
def _scaling(predicted: Predicted) -> Compared:
    for side, e in sides():
        ((plus, minus),) = both_at(e)
        claimed = [part.subs({above: plus, below: minus}, simultaneous=True) for part in predicted]
        for case, factor, wanted in (("c > 0", c, claimed[:2]), ("c < 0", -c, claimed[2:])):
            ((up, down),) = both_at(factor * e + b, rest=factor * REST + b)
            yield f"{case}, {side}: T_+", up, wanted[0]
            yield f"{case}, {side}: T_-", down, wanted[1]


G = Symbol("g", nonnegative=True)
"""Entry i, j of the sum of v^T v over the leaves v."""


width_one = Claim(
    "nachum24.tree.width-one",
    source=Locator(NACHUM24, "Definition 6"),
    status="new",
    says="a network of width one with independent symmetric weights of variance 1 has E[x_L^T x_L] = 2^(-L) G_L",
    tex=r"\mathbb E[x_L^{\mathsf T}x_L]=2^{-L}G_L",
    hypotheses=(
        "width 1, RC then ReLU in each layer",
        "weights independent, w ~ -w, E w^2 = 1, of finitely many values",
    ),
    silent_on="wider networks, whose neurons mix; weights of infinitely many values, of which, too, only the mean "
    "squares of the positive and of the negative ones count",
    predicts=2 ** (-L) * G,
    given=Given(
        {"tree": Trees(depths=Integers(1, far=4)), "law": Symmetric(variance_one=True), "i": PLACES, "j": PLACES},
        lambda at: at["i"] < size(at["tree"][0]) and at["j"] < size(at["tree"][0]),
        "i and j places in x",
        letters={
            "L": lambda at: at["tree"][1],
            "g": lambda at: over_leaves(lambda v: v[at["i"]] * v[at["j"]], *at["tree"]),
        },
    ),
    left=r"\mathbb E[x_L^{\mathsf T}x_L]_{ij}",
    over=grid(L=range(1, 6), g=(1, 2)),
    uses=("nachum24.tree.scaling",),
    twins=(
        Twin(G, "one path instead of the mean over paths"),
        Twin(2 ** (1 - L) * G, "no factor at the last layer"),
    ),
)


@width_one.literal(most=100)
def _over_finite_laws(at: At) -> Any:
    return over_networks(at.law, lambda v: v[at.i] * v[at.j], *at.tree)
