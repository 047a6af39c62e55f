"""How great the weights of the limit are, and where they are greatest."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sympy import Eq, Symbol

from theory.claim import At, Claim, Twin
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers
from theory.exact.expressions import grid
from theory.notation import alpha, n
from theory.papers.nachum24.tree.finite import THREE, UNSETTLED
from theory.papers.nachum24.tree.setting import PLACES, THEOREM_11, different
from theory.term import each, every, larger, one_if, over_layers, size, total
from theory.term.named import named
from theory.tree import negative, positive


@named("S({0}; {3})", "S({0};{3})",
       means="S(x; L) = Σ α^d_J |J|² over the maximal data-free tree intervals J of x beside an extreme, of depth "
       "d_J ≤ L, α = n²/((n − 1)² + 1)")  # fmt: skip
def beside_extremes(x: Any, low: Any, high: Any, depth: Any) -> Any:
    """S(x; L), n^2 (c_min + c_max)/alpha as far as it comes from maximal data-free tree intervals of a depth or less.

    That is alpha^d |J|^2, summed over the J of depth d with one datum on one side.

    Parameters
    ----------
    low, high : places of the least and the greatest number, at which every node has its two extremes.
    """

    def own(v: Any) -> Any:
        alone = (one_if(total(each(lambda e, o=o: one_if(e == v[o]), v)) == 1) for o in (low, high))
        return sum(alone) * (v[high] - v[low]) ** 2

    def free(v: Any) -> Any:
        return one_if(different(v) == 2)

    def layer(after: Callable[[Any], Any], v: Any) -> Any:
        return free(v) * own(v) + (1 - free(v)) * (after(positive(v)) + after(negative(v))) * growth(size(v))

    return over_layers(layer, depth, lambda v: free(v) * own(v), x)


def growth(n: Any) -> Any:
    """alpha = 1/lambda_1, of a number or a term."""
    return Fraction(1) * n**2 / ((n - 1) ** 2 + 1)


@named("α (r² + s²)", r"\alpha(r^2+s^2)", means="r, s the greatest entries of T₊(x) and T₋(x)", bare=True)
def halves_allow(x: Any, low: Any, high: Any) -> Any:
    """alpha (r^2 + s^2), r and s the lengths of the two children: no less than `beside_extremes` from depth 1 on."""
    return sum((v[high] - v[low]) ** 2 for v in (positive(x), negative(x))) * growth(size(x))


def most_of_one_end(at: Any) -> Any:
    """How often the more frequent of the least and the greatest number occurs."""
    x, ends = at["x"], (at["o"], at["p"])
    return larger(*(total(each(lambda e, o=o: one_if(e == x[o]), x)) for o in ends))


def weight(x: Any) -> Any:
    """alpha/n^2."""
    return growth(size(x)) / size(x) ** 2


def extremes(at: Any) -> Any:
    """Whether x_o is the least number and x_p the greatest."""
    x, o, p = at["x"], at["o"], at["p"]
    return o < size(x) and p < size(x) and every(lambda e: (e >= x[o]) & (e <= x[p]), x)


def with_places_of_extremes(least: int = 0, **letters: Any) -> Given:
    """Batches of n >= 3 numbers, the places o and p of their extremes, and depths; unsettled trees first."""
    return Given(
        {
            "x": Preceded(Batches(THREE, up_to=AFFINE), (tuple(map(Fraction, (0, 0, 1, 3))), *UNSETTLED[:3])),
            "o": PLACES,
            "p": PLACES,
            "L": Integers(least, far=6),
        },
        extremes,
        "x_o the least number and x_p the greatest",
        letters={"n": lambda at: size(at["x"]), **letters},
    )


@Claim(
    "nachum24.tree.limit-bound",
    **THEOREM_11,
    says="c_min + c_max is at most range(x)^2/(n^2 - 2n + 2), as are their sums over the intervals of depth at most L, "
    "for every L",
    silent_on="n = 2, with half for each end (note)",
    predicts=alpha() / n**2,
    relation="<=",
    given=with_places_of_extremes(),
    uses=("nachum24.tree.limit", "nachum24.tree.split-range"),
    twins=(Twin(1 / n**2, "without alpha"), Twin(alpha() / (2 * n**2), "half of it")),
).literal(scope="over the maximal data-free intervals beside the extremes, n >= 3", most=90)
def limit_bound(at: At) -> Any:
    return beside_extremes(at.x, at.o, at.p, at.L) * weight(at.x) / (at.x[at.p] - at.x[at.o]) ** 2


MOST = Symbol("most", integer=True, positive=True)


@Claim(
    "nachum24.tree.limit-bound-attained",
    **THEOREM_11,
    says="c_min + c_max is range(x)^2/(n^2 - 2n + 2) just where n - 1 of the n data are equal: just there is the sum "
    "over intervals of depth at most L >= 1, and the bound alpha^2 (r^2 + s^2)/n^2 on all these sums, r and s the "
    "greatest entries of the two children",
    predicts=(Eq(MOST, n - 1), Eq(MOST, n - 1)),
    relation="iff",
    given=with_places_of_extremes(least=1, most=most_of_one_end),
    over=grid(most=(1, 2, 3), n=(3, 4)),
    uses=("nachum24.tree.limit-bound",),
    twins=(
        Twin((MOST >= 2, MOST >= 2), "two equal extremes"),
        Twin((Eq(MOST, n - 2), Eq(MOST, n - 2)), "n - 2 equal data"),
    ),
).literal(scope="over the maximal data-free intervals beside the extremes, n >= 3", most=90)
def limit_bound_attained(at: At) -> tuple[Any, Any]:
    found = beside_extremes(at.x, at.o, at.p, at.L)
    bound = halves_allow(at.x, at.o, at.p)
    if found > bound:
        raise ArithmeticError("the sum exceeds the bound by the two halves")
    goal = (at.x[at.p] - at.x[at.o]) ** 2
    return found == goal, bound == goal
