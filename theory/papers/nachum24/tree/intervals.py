"""T2 to T4: every node is the batch clipped to an interval; stable nodes; the leaf Gram in polynomial time."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import And, Eq, Expr, Integer, Max, Min, Rational, Symbol, factor, radsimp, sqrt

from theory.batchnorm import recentre, relu
from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.notation import HALF, d, k, n, x, xbar
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.tree.instances import Indicators
from theory.papers.nachum24.tree.setting import (
    PLACES,
    Trees,
    clip,
    keeps_direction,
    leaves,
    mean,
    over_leaves,
)
from theory.papers.nachum24.tree.symbolic import OTHERS, both
from theory.term import different, each, every, larger, one_if, size, some, total
from theory.tree import negative, positive

BELOW, APART = Symbol("below", nonnegative=True), Symbol("apart", nonnegative=True)
"""1 if a row has an entry below 0; 1 if it has two entries that are neither 0 nor equal; else 0."""
SIGNED = tuple(tuple(map(Fraction, row)) for row in ((-1, 0), (-1, 1), (-1, 0, 0), (-1, 0, 1)))
HEIGHT, INSIDE = Symbol("a", positive=True), Symbol("s", nonnegative=True)
a, b, m = Symbol("a", real=True), Symbol("b", real=True), Symbol("m", real=True)


def split_at(place: Expr) -> tuple[Expr, ...]:
    """Entries of up(place, b), dn(a, place), dn(a, place), up(place, b) at a datum x."""
    up, down = Min(Max(x, place), b) - place, place - Min(Max(x, a), place)
    return up, down, down, up


clip_intervals = Claim(
    "nachum24.tree.clip-intervals",
    source=Locator(NACHUM24, "Lemma 7"),
    status="new",
    says="for every a < b, up = clip(x; a, b) - a and dn = b - clip(x; a, b) have two children, up and dn over "
    "the halves of [a, b], split at m, the mean of the data clipped to it: entries of T_+ up, T_- up, T_+ dn, T_- dn",
    tex=r"T_+\,\mathrm{up}(a,b)=T_-\,\mathrm{dn}(a,b)=\mathrm{up}(m,b),\quad m=\overline{\mathrm{clip}(x;a,b)}",
    hypotheses=("x in R^n", "a < b"),
    silent_on="that so the leaves of depth L are dn and up over the lower and upper halves of the intervals of depth L "
    "- 1",
    predicts=split_at(m),
    given=Given(
        {"row": Batches(constant=True, up_to=AFFINE), "i": PLACES, "a": Rationals(), "b": Rationals()},
        lambda at: at["i"] < size(at["row"]) and at["a"] < at["b"],
        "x = row_i, a < b",
        letters={
            "x": lambda at: at["row"][at["i"]],
            "m": lambda at: mean(clip(at["row"], at["a"], at["b"])),
            "xbar": lambda at: mean(at["row"]),
        },
    ),
    left=r"\big(T_+\mathrm{up},\ T_-\mathrm{up},\ T_+\mathrm{dn},\ T_-\mathrm{dn}\big)(a,b)_i",
    speaks_of=("rc", "nl", "split"),
    decided_to=6,
    over=grid(a=(0, 1), b=(5, 7), m=(2, 3), xbar=(Rational(7, 3), 4), x=(-1, Rational(3, 2), Rational(9, 2), 9)),
    uses=("nachum24.tree.difference", "nachum24.tree.order"),
    twins=(
        Twin(split_at(xbar), "split at the mean of the batch"),
        Twin(split_at((a + b) / 2), "split at the midpoint"),
    ),
)


@clip_intervals.literal
def _children_of_clipped(at: At) -> tuple[Any, ...]:
    inside = clip(at.row, at.a, at.b)
    up, down = each(lambda e: e - at.a, inside), each(lambda e: at.b - e, inside)
    return tuple(T(row)[at.i] for row in (up, down) for T in (positive, negative))


split_range = Claim(
    "nachum24.tree.split-range",
    source=Locator(NACHUM24, "Lemma 7"),
    status="new",
    says="the mean of a row, such as a node, splits the interval from its least to its greatest entry, a to b, at a "
    "fraction of its length between 1/n and (n-1)/n: the longer part is at most (n-1)/n of it",
    hypotheses=("v in R^n, not constant, a its least entry and b its greatest",),
    predicts=(n - 1) / n,
    relation="<=",
    given=Given(
        {"v": Batches(up_to=AFFINE), "p": PLACES, "q": PLACES},
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
    twins=(Twin((n - 2) / n, "two data on either side"), Twin(HALF, "at the midpoint")),
)


@split_range.literal
def _longer_part(at: At) -> Any:
    """From the greatest entries of the row's children; they add up to its length."""
    upper, lower = positive(at.v)[at.q], negative(at.v)[at.p]
    return larger(upper, lower) / (upper + lower)


@split_range.exact(
    scope="every row: its least entry a, its greatest a + s, others of any mean between",
    argued="only the least and the greatest entry and the mean of the others enter",
)
def _any_split(predicted: Predicted) -> Compared:
    """n = 2; then n - 2 other entries of mean a + sz/(1 + z), which leaves out only a + s, and of that."""
    a, s, z, one = Symbol("a", real=True), Symbol("s", positive=True), Symbol("z", nonnegative=True), Integer(1)
    for where, rest in (("others", a + s * z / (1 + z)), ("others at the greatest", a + s)):
        (_, low), (high, _) = both(a, a + s, rest=rest)
        for part in (low, high):
            yield where, factor(part / factor(low + high)), predicted.subs(n, OTHERS + 2)
    (_, low), (high, _) = both(a, rest=a + s, others=one) + both(a + s, rest=a, others=one)
    yield "n = 2", max(low, high) / (low + high), predicted.subs(n, 2)


stable_nodes = Claim(
    "nachum24.tree.stable-nodes",
    source=Locator(NACHUM24, "Definition 8"),
    status="reconstructed",
    says="of v = a 1_S, S neither empty nor everything, T_+ v = c v with c = 1 - |S|/n > 0: it is stable; and T_- v = "
    "(|S|/n) a on the complement",
    hypotheses=("v >= 0, not constant", "|S| = k"),
    predicts=((1 - k / n) * HEIGHT * INSIDE, k / n * HEIGHT * (1 - INSIDE)),
    given=Given(
        {"S": Indicators(), "a": Rationals(above=0), "i": Integers(0)},
        lambda at: at["i"] < size(at["S"]),
        "S as zeros and ones, s that at place i",
        letters={
            "n": lambda at: size(at["S"]),
            "k": lambda at: total(at["S"]),
            "s": lambda at: at["S"][at["i"]],
        },
    ),
    speaks_of=("rc", "nl", "split"),
    over=grid(n=range(3, 8), k=range(1, 7), a=(1, HALF), s=(0, 1), where=lambda n, k, a, s: k < n),
    uses=("nachum24.tree.difference",),
    twins=(Twin((k / n * HEIGHT * INSIDE, (1 - k / n) * HEIGHT * (1 - INSIDE)), "split in proportion k : n - k"),),
)


@stable_nodes.literal
def _children_of_indicator(at: At) -> tuple[Any, Any]:
    v = each(lambda s: at.a * s, at.S)
    return positive(v)[at.i], negative(v)[at.i]


@stable_nodes.exact(
    scope="every n and k < n and a, on symbols", argued="v has two classes of entries, of sizes k and n - k"
)
def _on_symbols(predicted: Predicted) -> Compared:
    size, others = Symbol("a", positive=True), OTHERS
    centred = recentre((size, Integer(0)), (k, others))
    for s, e in zip((1, 0), centred, strict=True):
        claimed = tuple(part.subs({n: k + others, INSIDE: s, HEIGHT: size}, simultaneous=True) for part in predicted)
        yield f"entry {s}", (relu([e])[0], relu([-e])[0]), claimed


stable_only = Claim(
    "nachum24.tree.stable-only",
    source=Locator(NACHUM24, "Definition 8"),
    status="reconstructed",
    says="a row v that is not constant is stable, T_+ v = c v with c > 0, just where v = a 1_S, a > 0: no entry is "
    "below 0, and all entries that are not 0 are equal",
    hypotheses=("v not constant",),
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
    over=grid(below=(0, 1), apart=(0, 1), d=(2, 3)),
    uses=("nachum24.tree.stable-nodes",),
    twins=(
        Twin(Eq(APART, 0), "a below 0, too"),
        Twin(Eq(BELOW, 0), "every row without entries below 0"),
        Twin(Eq(d, 2), "any two values"),
    ),
)


@stable_only.literal(most=120)
def _keeps_its_direction(at: At) -> Any:
    return keeps_direction(at.v)


unstable_budget = Claim(
    "nachum24.tree.unstable-budget",
    source=Locator(NACHUM24, "Definition 8"),
    status="new",
    says="the sum over the leaves of d(v) - 2, and the number of leaves that are not stable, are at most d(x) - 2 at "
    "every depth from 1 on",
    tex=r"\sum_{v}(d(v)-2)\le d-2,\quad\#\{v\text{ not stable}\}\le d-2",
    hypotheses=("x not constant, d = number of its distinct values",),
    silent_on="which batches attain it (those whose means hit no entry)",
    predicts=(d - 2, d - 2),
    relation="<=",
    given=Given({"tree": Trees(depths=Integers(1, far=8))}, letters={"d": lambda at: different(at["tree"][0])}),
    left=r"\sum_{v}(d(v)-2),\ \#\{v:\ \text{no}\ c>0\ \text{has}\ T_+v=cv\}",
    decided_to=2,
    uses=("nachum24.tree.distinct-values", "nachum24.tree.stable-only"),
    twins=(
        Twin((d - 3, d - 2), "one less"),
        Twin(((d - 2) / 2, d - 2), "halved by a layer"),
        Twin((d - 2, d - 3), "one of them is stable"),
    ),
)


@unstable_budget.literal
def _budget(at: At) -> Any:
    budget, unstable = (lambda v: different(v) - 2), (lambda v: 1 - one_if(keeps_direction(v)))
    return tuple(over_leaves(observe, *at.tree) for observe in (budget, unstable))


ORBIT = ((sqrt(13) - 3) / 2, (5 - sqrt(13)) / 2)


periodic_orbit = Claim(
    "nachum24.tree.periodic-orbit",
    source=Locator(NACHUM24, "Definition 8"),
    status="new",
    says="exactly one child of (0, t, 1), t = (sqrt(13)-3)/2, has three values, and is "
    "an affine image of (0, t', 1), t' = (5-sqrt(13))/2; exactly one child of that batch has, and is one of (0, t, 1)",
    tex=r"t=\tfrac{\sqrt{13}-3}2\mapsto\tfrac{5-\sqrt{13}}2\mapsto t",
    hypotheses=("n = 3",),
    silent_on="that so, affine images having affine images for children, not every tree becomes stable",
    predicts=ORBIT,
    given=Given(),
    left=r"t',\ t''",
    speaks_of=("rc",),
    over=({},),
    uses=("nachum24.tree.stable-nodes",),
)


@periodic_orbit.literal
def _two_layers(at: At) -> tuple[Expr, ...]:
    """Two layers from (0, t, 1), t = (sqrt(13)-3)/2: the third value of the child that has three, seen from 0 to 1."""
    row, found = (Integer(0), (sqrt(13) - 3) / 2, Integer(1)), []
    for _ in range(2):
        centred = [radsimp(e) for e in recentre(row)]
        children = [relu([sign * e for e in centred]) for sign in (1, -1)]
        (child,) = (c for c in children if len(set(c)) == 3)
        first, middle, last = child
        found.append(radsimp((middle - first) / (last - first)))
        row = (Integer(0), found[-1], Integer(1))
    return tuple(reversed(found))


all_stabilise = Claim(
    "nachum24.tree.all-stabilise",
    source=Locator(NACHUM24, "Definition 8"),
    status="reading",
    says="every tree has only stable leaves from some depth on: 0 unstable leaves; of (0, p, p + v), just one of p and "
    "v a multiple of 3, one leaf is unstable at every depth",
    tex=r"\forall x\ \exists L:\ \text{all leaves of depth }L\text{ are stable}",
    hypotheses=("x in R^n, not constant",),
    predicts=Integer(0),
    given=Given(
        {"p": Integers(1), "v": Integers(1), "L": Integers(0, far=10)},
        lambda at: (at["p"] % 3 == 0) != (at["v"] % 3 == 0),
        "x = (0, p, p + v), just one of p, v a multiple of 3",
    ),
    left=r"\#\{\text{unstable leaves of depth}\ L\}",
    over=({},),
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.tree.periodic-orbit",),
    truth=Integer(1),
)


@all_stabilise.literal(scope="over all leaves", most=100)
def _unstable(at: At) -> int:
    x = tuple(map(Fraction, (0, int(at.p), int(at.p + at.v))))
    return sum(len(set(v)) > 2 for v in leaves(x, at.L))
