"""Every node is the batch clipped to an interval: its children, stable nodes, and what an interval adds to the Gram."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import And, Eq, Expr, Integer, Max, Min, Symbol, radsimp, sqrt, symbols

from theory.batchnorm import recentre, relu
from theory.claim import At, Claim, Locator, Twin
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.listings import Index, Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import Undefined, grid
from theory.notation import HALF, d, decay, k, n, x, xbar
from theory.papers.nachum24 import NACHUM24, READING
from theory.papers.nachum24.tree.nodes import (
    BATCHES,
    DEPTHS,
    PLACES,
    THEOREM_11,
    clip,
    different,
    gaps,
    indicators,
    is_stable,
    leaf_gram,
    leaves,
    mean,
    over_leaves,
    unstable_leaves,
)
from theory.term import each, every, larger, one_if, size, some, total
from theory.term.named import named
from theory.tree import negative, positive

DEFINITION_8 = Locator(NACHUM24, "Definition 8")

a, b, m = symbols("a b m", real=True)


def split_at(place: Expr) -> tuple[Expr, ...]:
    """Entries of up(place, b), dn(a, place), dn(a, place), up(place, b) at a datum x."""
    up, down = Min(Max(x, place), b) - place, place - Min(Max(x, a), place)
    return up, down, down, up


@Claim(
    "nachum24.tree.clip-intervals",
    source=Locator(NACHUM24, "Lemma 7"),
    says="up = clip(x; a, b) - a and dn = b - clip(x; a, b) have two children, up and dn over the halves of [a, b], "
    "split at m, the mean of the data clipped to it",
    predicts=split_at(m),
    given=Given(
        {"row": Batches(constant=True, up_to=AFFINE), "i": PLACES, "a": Rationals(), "b": Rationals()},
        lambda at: at["i"] < size(at["row"]) and at["a"] < at["b"],
        "i < n, a < b",
        letters={
            "x": lambda at: at["row"][at["i"]],
            "m": lambda at: mean(clip(at["row"], at["a"], at["b"])),
            "xbar": lambda at: mean(at["row"]),
        },
    ),
    speaks_of=("rc", "nl", "split"),
    decided_to=6,
    uses=("nachum24.tree.difference", "nachum24.tree.order"),
    twins=(
        Twin(split_at(xbar), "split at the mean of the batch"),
        Twin(split_at((a + b) / 2), "split at the midpoint"),
    ),
)
def clip_intervals(at: At) -> tuple[Any, ...]:
    inside = clip(at.row, at.a, at.b)
    up, down = each(lambda e: e - at.a, inside), each(lambda e: at.b - e, inside)
    return tuple(T(row)[at.i] for row in (up, down) for T in (positive, negative))


@Claim(
    "nachum24.tree.split-range",
    source=Locator(NACHUM24, "Lemma 7"),
    says="the mean of a row splits the interval from its least to its greatest entry so that the longer part is at "
    "most (n-1)/n of it",
    predicts=(n - 1) / n,
    relation="<=",
    given=Given(
        {"v": BATCHES, "p": PLACES, "q": PLACES},
        lambda at: (
            at["p"] < size(at["v"])
            and at["q"] < size(at["v"])
            and every(lambda e: (e >= at["v"][at["p"]]) & (e <= at["v"][at["q"]]), at["v"])
        ),
        "v_p the least entry and v_q the greatest",
        letters={"n": lambda at: size(at["v"])},
    ),
    decided_to=3,
    uses=("nachum24.tree.clip-intervals",),
    twins=(Twin(HALF, "at the midpoint"),),
)
def split_range(at: At) -> Any:
    """From the greatest entries of the row's children; they add up to its length."""
    upper, lower = positive(at.v)[at.q], negative(at.v)[at.p]
    return larger(upper, lower) / (upper + lower)


HEIGHT, INSIDE = Symbol("a", positive=True), Symbol("s", nonnegative=True)


@Claim(
    "nachum24.tree.stable-nodes",
    source=DEFINITION_8,
    status="reconstructed",
    says="v = a 1_S is stable, |S| = k: T_+ v = (1 - k/n) v, and T_- v = (k/n) a on the complement",
    predicts=((1 - k / n) * HEIGHT * INSIDE, k / n * HEIGHT * (1 - INSIDE)),
    given=Given(
        {"S": indicators(), "a": Rationals(above=0), "i": Integers(0)},
        lambda at: at["i"] < size(at["S"]),
        letters={"n": lambda at: size(at["S"]), "k": lambda at: total(at["S"]), "s": lambda at: at["S"][at["i"]]},
    ),
    speaks_of=("rc", "nl", "split"),
    uses=("nachum24.tree.difference",),
    twins=(Twin((k / n * HEIGHT * INSIDE, (1 - k / n) * HEIGHT * (1 - INSIDE)), "split in proportion k : n - k"),),
)
def stable_nodes(at: At) -> tuple[Any, Any]:
    v = each(lambda s: at.a * s, at.S)
    return positive(v)[at.i], negative(v)[at.i]


BELOW, APART = symbols("below apart", nonnegative=True)
SIGNED = tuple(tuple(map(Fraction, row)) for row in ((-1, 0), (-1, 1), (-1, 0, 0), (-1, 0, 1)))


@Claim(
    "nachum24.tree.stable-only",
    source=DEFINITION_8,
    status="reconstructed",
    says="a row v is stable just where v = a 1_S, a > 0: no entry is below 0, and all that are not 0 are equal",
    predicts=And(Eq(BELOW, 0), Eq(APART, 0)),
    relation="iff",
    given=Given(
        {"v": Preceded(Batches(up_to=("order", "scale")), SIGNED)},
        letters={
            "below": lambda at: one_if(some(lambda e: e < 0, at["v"])),
            "apart": lambda at: one_if(some(lambda e: some(lambda f: e * f * (e - f) != 0, at["v"]), at["v"])),
            "d": lambda at: different(at["v"]),
        },
    ),
    decided_to=4,
    speaks_of=("rc", "split"),
    uses=("nachum24.tree.stable-nodes",),
    twins=(
        Twin(Eq(APART, 0), "a below 0, too"),
        Twin(Eq(BELOW, 0), "every row without entries below 0"),
        Twin(Eq(d, 2), "any two values"),
    ),
)
def stable_only(at: At) -> Any:
    return is_stable(at.v)


@named("Σ_v (d(v) − 2) over leaves v of {0} at depth {1}",
       r"\sum_{{v\text{{ leaf of }}{0}\text{{ at depth }}{1}}}(d(v)-2)")  # fmt: skip
def spare_values(x: Any, depth: Any) -> Any:
    return over_leaves(lambda v: different(v) - 2, x, depth)


@Claim(
    "nachum24.tree.unstable-budget",
    source=DEFINITION_8,
    says="the sum over the leaves of d(v) - 2, d the number of values, is at most d(x) - 2 at every depth from 1 on; "
    "so is the number of leaves that are not stable",
    predicts=(d - 2, d - 2),
    relation="<=",
    given=Given({"x": BATCHES, "L": DEPTHS}, letters={"d": lambda at: different(at["x"])}),
    decided_to=2,
    uses=("nachum24.tree.distinct-values", "nachum24.tree.stable-only"),
    twins=(Twin(((d - 2) / 2, d - 2), "halved by a layer"),),
)
def unstable_budget(at: At) -> Any:
    return spare_values(at.x, at.L), unstable_leaves(at.x, at.L)


@Claim(
    "nachum24.tree.periodic-orbit",
    source=DEFINITION_8,
    says="exactly one child of (0, t, 1), t = (sqrt(13)-3)/2, has three values, and is an affine image of (0, t', 1), "
    "t' = (5-sqrt(13))/2; exactly one child of that batch has, and is one of (0, t, 1)",
    silent_on="that so, affine images having affine images for children, not every tree becomes stable",
    predicts=((sqrt(13) - 3) / 2, (5 - sqrt(13)) / 2),
    given=Given(),
    speaks_of=("rc",),
    uses=("nachum24.tree.stable-nodes",),
)
def periodic_orbit(_: At) -> tuple[Expr, ...]:
    start = (sqrt(13) - 3) / 2
    return middle_of_child(middle_of_child(start)), middle_of_child(start)


@named("τ({0})", r"\tau({0})", means="τ(t) the third value, from 0 to 1, of the child of (0, t, 1) that has three")
def middle_of_child(t: Expr) -> Expr:
    """Of (0, t, 1) exactly one child has three values; it is an affine image of (0, tau(t), 1)."""
    centred = [radsimp(e) for e in recentre((Integer(0), t, Integer(1)))]
    children = [relu([sign * e for e in centred]) for sign in (1, -1)]
    ((first, middle, last),) = (child for child in children if len(set(child)) == 3)
    return radsimp((middle - first) / (last - first))


@Claim(
    "nachum24.tree.all-stabilise",
    source=DEFINITION_8,
    **READING,
    says="every tree has only stable leaves from some depth on",
    predicts=Integer(0),
    given=Given(
        {"p": Integers(1), "v": Integers(1), "L": Integers(0, far=10)},
        lambda at: (at["p"] % 3 == 0) != (at["v"] % 3 == 0),
        "x = (0, p, p + v), just one of p, v a multiple of 3",
    ),
    corrected_by=("nachum24.tree.periodic-orbit",),
    truth=Integer(1),
).literal(scope="over all leaves", most=100)
@named("#{{unstable leaves of (0, {p}, {p} + {v}) at depth {L}}}",
       r"\#\{{\text{{unstable leaves of }}(0,{p},{p}+{v})\text{{ at depth }}{L}\}}")  # fmt: skip
def all_stabilise(at: At) -> int:
    x = tuple(map(Fraction, (0, int(at.p), int(at.p + at.v))))
    return sum(len(set(leaf)) > 2 for leaf in leaves(x, at.L))


MORE = Symbol("more", integer=True, nonnegative=True)
LENGTH, FIRST, SECOND = symbols("l s t", nonnegative=True)
PAIRS = (1 - k / n) ** 2 * FIRST * SECOND + (k / n) ** 2 * (1 - FIRST) * (1 - SECOND)
GAPS = tuple(
    (tuple(map(Fraction, x)), Fraction(a), Fraction(b))
    for x, a, b in (((3, 3, 0, 0, 1), 1, 3), ((0, 0, 1, 3, 3), 1, 3), ((4, 1, 9), 2, 4))
)


def added(rate: Expr) -> Expr:
    return LENGTH**2 * rate**MORE * PAIRS


def _below(e: Any, at: Any) -> Any:
    """1 if a datum is at the interval's lower end or below it, else 0."""
    return one_if(e <= at["gap"][1])


@named("G({0}, {1} + 1)[{2}, {3}]", r"G_{{{1}+1}}({0})_{{{2},{3}}}")
def gram_below(v: Any, more: Any, p: Any, q: Any) -> Any:
    """Entry p, q of the sum of u^T u over the leaves u of v, a layer more below it: those of its two children."""
    return sum(leaf_gram(T(v), more, p, q) for T in (positive, negative))


@Claim(
    "nachum24.tree.gram",
    **THEOREM_11,
    says="a data-free interval of length l with k data below adds, more layers below its children, lambda_k^more l^2 "
    "times ((n-k)/n)^2 on pairs of the k lower points and (k/n)^2 on pairs of upper ones, else nothing",
    predicts=added(decay()),
    given=Given(
        {"gap": Preceded(gaps(), GAPS), "p": PLACES, "q": PLACES, "more": Index(0, listed=(2, 1, 0))},
        lambda at: at["p"] < size(at["gap"][0]) and at["q"] < size(at["gap"][0]),
        "p, q places in x",
        letters={
            "n": lambda at: size(at["gap"][0]),
            "k": lambda at: total(each(lambda e: _below(e, at), at["gap"][0])),
            "l": lambda at: at["gap"][2] - at["gap"][1],
            "s": lambda at: _below(at["gap"][0][at["p"]], at),
            "t": lambda at: _below(at["gap"][0][at["q"]], at),
        },
    ),
    speaks_of=("rc", "nl", "split"),
    over=grid(n=(3, 5), k=(1, 2), more=(0, 1, 2), l=(1, 2), s=(0, 1), t=(0, 1)),
    uses=("nachum24.tree.clip-intervals", "nachum24.tree.stable-nodes"),
    twins=(Twin(added(((n - k) / n) ** 2), "lambda_k = ((n-k)/n)^2"),),
).literal(most=40)
def gram(at: At) -> Any:
    """At its children first; the two nodes that stand for the interval add the same."""
    x, low, high = at.gap
    nodes = each(lambda e: high - e, clip(x, low, high)), each(lambda e: e - low, clip(x, low, high))
    found, other = (gram_below(v, at.more, at.p, at.q) for v in nodes)
    if found != other:
        raise Undefined("the two nodes of an interval add different sums")
    return found
