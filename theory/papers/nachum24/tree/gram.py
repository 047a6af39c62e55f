"""T4: what a data-free interval adds to the Gram matrix of the leaves. Note: tree.md."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Expr, Symbol

from theory.claim import At, Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.listings import Index, Preceded
from theory.exact.expressions import Undefined, grid
from theory.notation import decay, k, n
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.tree.instances import Gaps
from theory.papers.nachum24.tree.setting import PLACES, clip, over_leaves
from theory.term import each, one_if, size, total
from theory.tree import negative, positive

MORE = Symbol("more", integer=True, nonnegative=True)
LENGTH, FIRST, SECOND = (Symbol(name, nonnegative=True) for name in ("l", "s", "t"))
"""Length of an interval; 1 if a point is below it and 0 if it is above, of two points."""
PAIRS = (1 - k / n) ** 2 * FIRST * SECOND + (k / n) ** 2 * (1 - FIRST) * (1 - SECOND)


def added(rate: Expr, layers: Expr = MORE) -> Expr:
    return LENGTH**2 * rate**layers * PAIRS


GAPS = tuple(
    (tuple(map(Fraction, x)), Fraction(a), Fraction(b))
    for x, a, b in (((3, 3, 0, 0, 1), 1, 3), ((0, 0, 1, 3, 3), 1, 3), ((4, 1, 9), 2, 4))
)


gram = Claim(
    "nachum24.tree.gram",
    source=Locator(NACHUM24, "Theorem 11"),
    status="new",
    says="a data-free interval of length l at depth d with k data below adds, at depth L = d + 1 + more, lambda_k^more "
    "l^2 times ((n-k)/n)^2 on pairs of the k lower points and (k/n)^2 on pairs of upper ones, else nothing",
    tex=r"\lambda_k^{L-1-d}\,l^2\Big[\big(\tfrac{n-k}n\big)^21_A1_A^{\mathsf T}+"
    r"\big(\tfrac kn\big)^21_B1_B^{\mathsf T}\Big],\quad\lambda_k=\frac{k^2+(n-k)^2}{n^2}",
    hypotheses=("L >= d + 1", "data on both sides of the interval, none inside"),
    silent_on="how many intervals of a depth are not data-free (unstable-budget)",
    predicts=added(decay()),
    given=Given(
        {"gap": Preceded(Gaps(), GAPS), "p": PLACES, "q": PLACES, "more": Index(0, listed=(2, 1, 0))},
        lambda at: at["p"] < size(at["gap"][0]) and at["q"] < size(at["gap"][0]),
        "p and q places in x; s and t whether x_p and x_q are below",
        letters={
            "n": lambda at: size(at["gap"][0]),
            "k": lambda at: total(each(lambda e: below(e, at), at["gap"][0])),
            "l": lambda at: at["gap"][2] - at["gap"][1],
            "s": lambda at: below(at["gap"][0][at["p"]], at),
            "t": lambda at: below(at["gap"][0][at["q"]], at),
        },
    ),
    left=r"\sum_vv_pv_q,\ v\ \text{the leaves}\ L-d\ \text{layers below}\ b-\mathrm{clip}(x;a,b)\ \text{or below}\ "
    r"\mathrm{clip}(x;a,b)-a",
    speaks_of=("rc", "nl", "split"),
    over=grid(n=(3, 4, 5), k=(1, 2), more=(0, 1, 2), l=(1, 2), s=(0, 1), t=(0, 1), where=lambda n, k, **_: k < n),
    uses=("nachum24.tree.clip-intervals", "nachum24.tree.stable-nodes"),
    twins=(
        Twin(added(((n - k) / n) ** 2), "lambda_k = ((n-k)/n)^2"),
        Twin(added(decay(), MORE + 1), "one layer too many"),
    ),
)


def below(e: Any, at: Any) -> Any:
    """1 if a datum is at the interval's lower end or below it, else 0."""
    return one_if(e <= at["gap"][1])


@gram.literal(most=40)
def _below_an_interval(at: At) -> Any:
    """At its children first; the two nodes that stand for the interval add the same."""
    x, low, high = at.gap
    lower = each(lambda e: high - e, clip(x, low, high))
    upper = each(lambda e: e - low, clip(x, low, high))

    def pair(v: Any) -> Any:
        return v[at.p] * v[at.q]

    found, other = (sum(over_leaves(pair, T(v), at.more) for T in (positive, negative)) for v in (lower, upper))
    if found != other:
        raise Undefined("the two nodes of an interval add different sums")
    return found
