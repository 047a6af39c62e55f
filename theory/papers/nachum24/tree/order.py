"""T1: what the transformations keep of order, and how many values leave a batch. Note: tree.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Abs, Expr, Integer, Symbol, factor

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.exact.expressions import Undefined, grid
from theory.notation import d
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.tree.setting import mean
from theory.papers.nachum24.tree.symbolic import OTHERS, REST, both
from theory.term import different, one_if, size, some
from theory.tree import negative, positive

UP, DOWN = Symbol("p", nonnegative=True), Symbol("q", nonnegative=True)
"""|(T_+ x)_i - (T_+ x)_j| and |(T_- x)_i - (T_- x)_j|."""


def differences(at: Any) -> tuple[Any, Any]:
    """Of the entries i and j of T_+ x, and of T_- x."""
    images = positive(at["x"]), negative(at["x"])
    return images[0][at["i"]] - images[0][at["j"]], images[1][at["i"]] - images[1][at["j"]]


order = Claim(
    "nachum24.tree.order",
    source=Locator(NACHUM24, "Lemma 7"),
    status="reconstructed",
    says="T_+ keeps the order of the data and T_- reverses it, both weakly: differences at x_i > x_j are their "
    "absolute values p and q times +1 and -1",
    hypotheses=("x in R^n",),
    silent_on="strict order: data on one side of the mean are merged at 0",
    predicts=(UP, -DOWN),
    given=Given(
        {"x": Batches(up_to=AFFINE), "i": Integers(0), "j": Integers(0)},
        lambda at: at["i"] < size(at["x"]) and at["j"] < size(at["x"]) and at["x"][at["i"]] > at["x"][at["j"]],
        "x_i > x_j",
        letters={"p": lambda at: abs(differences(at)[0]), "q": lambda at: abs(differences(at)[1])},
    ),
    decided_to=6,
    over=grid(p=(0, 1, 2), q=(1, 3)),
    twins=(Twin((UP, DOWN), "T_- keeps the order too"),),
)


@order.literal
def _differences(at: At) -> tuple[Any, Any]:
    return differences(vars(at))


@order.exact(
    scope="two entries of every batch of every size, on all sides of the mean",
    argued="an entry of T_+ or T_- depends on x_i and the mean alone: two entries, on all sides of it",
)
def _order(predicted: Predicted) -> Compared:
    for where, gaps in _pairs():
        plus, minus = zip(*gaps, strict=True)
        for name, (greater, less), wanted in (("T_+", plus, predicted[0]), ("T_-", minus, predicted[1])):
            gap = factor(greater - less)
            yield f"{name}, {where}", gap, wanted.subs({UP: Abs(gap), DOWN: Abs(gap)})


def _pairs() -> Iterator[tuple[str, list[tuple[Expr, Expr]]]]:
    """T_+ and T_- at a greater and at a less entry, u and v away from the mean of the batch; the rest balances them."""
    u, v = Symbol("u", positive=True), Symbol("v", positive=True)
    places = {"both above": (u + v, u), "at the mean": (u, Integer(0)), "around it": (u, -v), "below": (-u, -u - v)}
    for name, (greater, less) in {**places, "the greater at the mean": (Integer(0), -u)}.items():
        yield name, both(REST + greater, REST + less, rest=REST - (greater + less) / OTHERS)
    yield "n = 2", both(REST + u, rest=REST - u, others=Integer(1)) + both(REST - u, rest=REST + u, others=Integer(1))


hit = Symbol("hit", integer=True, nonnegative=True)


def hits(at: Any) -> Any:
    """1 if the mean is a datum, else 0."""
    middle = mean(at["x"])
    return one_if(some(lambda e: e == middle, at["x"]))


distinct_values = Claim(
    "nachum24.tree.distinct-values",
    source=Locator(NACHUM24, "Lemma 7"),
    status="new",
    says="d(T_+ x) + d(T_- x) = d(x) + 2 - [mean(x) is a datum], each between 2 and d(x)",
    silent_on="the sum of d(v) - 2 over leaves, which so never increases with depth (unstable-budget)",
    tex=r"d(T_+x)+d(T_-x)=d(x)+2-[\bar x\in\{x_i\}],\quad 2\le d(T_\pm x)\le d(x)",
    hypotheses=("x in R^n, not constant", "d = number of distinct values"),
    predicts=d + 2 - hit,
    given=Given(
        {"x": Batches(up_to=AFFINE)},
        letters={"d": lambda at: different(at["x"]), "hit": hits},
    ),
    left=r"d(T_+x)+d(T_-x)",
    speaks_of=("rc", "nl", "split"),
    decided_to=5,
    over=grid(d=range(2, 6), hit=(0, 1)),
    uses=("nachum24.tree.order",),
    twins=(Twin(d + 2, "a datum at the mean is counted twice"), Twin(d + 1 - hit, "d strictly decreases")),
)


@distinct_values.literal
def _numbers_of_values(at: At) -> Any:
    plus, minus = (different(T(at.x)) for T in (positive, negative))
    if not (plus >= 2) & (minus >= 2) & (plus <= different(at.x)) & (minus <= different(at.x)):
        raise Undefined(f"{plus} and {minus} values, not between 2 and d(x)")
    return plus + minus
