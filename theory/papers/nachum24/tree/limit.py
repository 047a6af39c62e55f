"""The limit of alpha^L G_L, and how fast it is reached: against the exact sequence G_L itself."""

from __future__ import annotations

from typing import Any

from sympy import Eq, Expr, Integer, Min, Symbol

from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Integers
from theory.exact.expressions import Undefined, grid
from theory.exact.rationals import to_sympy
from theory.notation import L, alpha, k, n
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.tree.finite import (
    START,
    THREE,
    along_depth,
    at_depth,
    begun,
    beside_extremes,
    decays,
    from_limit,
    halves_allow,
    most_of_one_end,
    others_share,
    parted,
    settled_by,
    ties,
    trace,
    weight,
    weights,
    with_places_of_extremes,
)
from theory.term import size
from theory.words import Within

LOW, HIGH = Symbol("low", nonnegative=True), Symbol("high", nonnegative=True)
"""Sums of alpha^depth length^2 over the maximal data-free tree intervals beside the least and the greatest number."""
ENDS: dict[str, Any] = {"low": lambda at: weights(at["x"])[0], "high": lambda at: weights(at["x"])[1]}

MOST = Symbol("most", integer=True, positive=True)
ZERO, ONE = Integer(0), Integer(1)


def entries(unit: Expr, own: Expr = (n - 1) ** 2, others: Expr = ONE) -> tuple[Expr, ...]:
    """Of c_min O_min + c_max O_max, c_min = unit LOW, c_max = unit HIGH, at (o, o), (o, o'), (o', o'), (o, j), .."""
    first, last = unit * LOW, unit * HIGH
    return (
        first * own + last * others,
        ZERO,
        last * own + first * others,
        last * others,
        first * others,
        (first + last) * others,
    )


limit = Claim(
    "nachum24.tree.limit",
    source=Locator(NACHUM24, "Theorem 11"),
    status="corrected",
    says="alpha^L G_L tends to c_min O_min + c_max O_max, where O_o has (n-1)^2 at o and ones on the others, and c_min "
    "sums alpha^(depth+1) length^2/n^2 over the maximal data-free tree intervals between the two least data, c_max "
    "between the two greatest: if both extremes are attained once, TWO points escape",
    tex=r"\lim_L\alpha^LG_L=c_{\min}O_{\min}+c_{\max}O_{\max},\quad c_{\min}=\sum_J\alpha^{d_J+1}\frac{|J|^2}{n^2}",
    hypotheses=("x in R^n, not constant", "n >= 3 (for n = 2 the one interval counts half at each end)"),
    silent_on="a real network, whose neurons mix: there one point escapes",
    predicts=entries(alpha() / n**2),
    relation="->",
    given=along_depth(Batches(THREE, up_to=AFFINE), **ENDS),
    left=r"\alpha^LG_L\ \text{at}\ (o,o),(o,o'),(o',o'),(o,j),(o',j),(j,j'),\ L\to\infty;\ o,o'\ \text{the extremes}",
    speaks_of=("rc", "nl", "split"),
    uses=("nachum24.tree.gram", "nachum24.tree.clip-intervals"),
    twins=(
        Twin(entries(1 / (n - 1) ** 2), "alpha = n^2/(n-1)^2"),
        Twin(entries(alpha() / n**2, own=n**2), "norm ratio n"),
        Twin(entries(alpha() / n**2, others=n - 1), "cluster weight n - 1"),
        Twin(entries(1 / n**2), "one layer fewer"),
    ),
)


@limit.literal(scope="sums over all leaves, n = 3..7, most of the trees unsettled", most=33)
def _towards_the_limit(at: At) -> Within:
    return Within(at_depth(at.x, int(at.L)), from_limit(at.x))


limit_single = Claim(
    "nachum24.tree.limit-single",
    source=Locator(NACHUM24, "Theorem 11, read with the abstract"),
    status="reading",
    says="in the tree, too, a single odd point escapes: the smaller of c_min and c_max is 0",
    tex=r"\lim_L\alpha^LG_L=c\,O_o",
    hypotheses=("x in R^n with distinct entries",),
    predicts=Integer(0),
    relation="->",
    given=along_depth(Batches(THREE, distinct=True, up_to=AFFINE), **ENDS),
    left=r"\min(c_{\min},c_{\max})=\min\big(\alpha^L(G_L)_{o'j},\alpha^L(G_L)_{oj}\big),\ L\to\infty",
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.tree.limit",),
    truth=alpha() / n**2 * Min(LOW, HIGH),
)


@limit_single.literal(scope="sums over all leaves, most of the trees unsettled", most=30)
def _smaller_weight(at: At) -> Within:
    _, _, _, last, first, _ = at_depth(at.x, int(at.L))
    return Within(min(first, last), from_limit(at.x))


limit_bound = Claim(
    "nachum24.tree.limit-bound",
    source=Locator(NACHUM24, "Theorem 11"),
    status="new",
    says="c_min + c_max is at most range(x)^2/(n^2 - 2n + 2), as are their sums over the intervals of depth at most L, "
    "for every L",
    hypotheses=("x in R^n, not constant", "n >= 3"),
    silent_on="n = 2, with half for each end (note)",
    predicts=alpha() / n**2,
    relation="<=",
    given=with_places_of_extremes(),
    uses=("nachum24.tree.limit", "nachum24.tree.split-range"),
    twins=(Twin(1 / n**2, "without alpha"), Twin(alpha() / (2 * n**2), "half of it")),
)


@limit_bound.literal(scope="over the maximal data-free intervals beside the extremes, n >= 3", most=90)
def _greatest_sum(at: At) -> Any:
    return beside_extremes(at.x, at.o, at.p, at.L) * weight(at.x) / (at.x[at.p] - at.x[at.o]) ** 2


limit_bound_attained = Claim(
    "nachum24.tree.limit-bound-attained",
    source=Locator(NACHUM24, "Theorem 11"),
    status="new",
    says="c_min + c_max is range(x)^2/(n^2 - 2n + 2) just where n - 1 of the n data are equal: just there is the sum "
    "over intervals of depth at most L >= 1, and the bound alpha^2 (r^2 + s^2)/n^2 on all these sums, r and s the "
    "greatest entries of the two children",
    tex=r"\frac{c_{\min}+c_{\max}}{\mathrm{range}(x)^2}=\frac1{n^2-2n+2}\iff n-1\ \text{data are equal}",
    hypotheses=("x in R^n, not constant", "n >= 3"),
    predicts=(Eq(MOST, n - 1), Eq(MOST, n - 1)),
    relation="iff",
    given=with_places_of_extremes(least=1, most=most_of_one_end),
    left=r"\sum_{J:\,d_J\le L}\alpha^{d_J}|J|^2=\mathrm{range}(x)^2,\ \alpha(r^2+s^2)=\mathrm{range}(x)^2",
    over=grid(most=(1, 2, 3), n=(3, 4)),
    uses=("nachum24.tree.limit-bound",),
    twins=(
        Twin((MOST >= 2, MOST >= 2), "two equal extremes"),
        Twin((Eq(MOST, n - 2), Eq(MOST, n - 2)), "n - 2 equal data"),
    ),
)


@limit_bound_attained.literal(scope="over the maximal data-free intervals beside the extremes, n >= 3", most=90)
def _is_attained(at: At) -> tuple[Any, Any]:
    found = beside_extremes(at.x, at.o, at.p, at.L)
    bound = halves_allow(at.x, at.o, at.p)
    if found > bound:
        raise ArithmeticError("the sum exceeds the bound by the two halves")
    goal = (at.x[at.p] - at.x[at.o]) ** 2
    return found == goal, bound == goal


tied_extremes = Claim(
    "nachum24.tree.tied-extremes",
    source=Locator(NACHUM24, "Theorem 11"),
    status="new",
    says="if the least value occurs a times and the greatest b times, G_L grows by lambda_k per layer, k = min(a, "
    "b): with a, b >= 2 nothing escapes and alpha^L G_L tends to 0",
    tex=r"G_{L+1}/G_L\to\lambda_{\min(a,b)}=\frac{k^2+(n-k)^2}{n^2}",
    hypotheses=("x in R^n, not constant",),
    predicts=((k**2 + (n - k) ** 2) / n**2),
    relation="->",
    given=along_depth(
        Batches(THREE, up_to=AFFINE),
        lambda at: begun(at["x"], int(ties(at))),
        f"L >= {START}: by then nodes with k or n - k",
        k=ties,
    ),
    left=r"\mathrm{tr}\,G_{L+1}/\mathrm{tr}\,G_L,\ L\to\infty;\ k=\min(a,b)",
    speaks_of=("rc", "nl", "split"),
    uses=("nachum24.tree.gram",),
    twins=(Twin(1 / alpha(), "lambda_1 whatever the ties"),),
)


@tied_extremes.literal(scope="sums over all leaves, n = 3..7", most=45)
def _growth(at: At) -> Within:
    """Leaves below stable parents with k or n - k non-zeros keep lambda_k of their trace, the others at most all."""
    k = int(ties(vars(at)))
    now, after = (parted(at.x, int(at.L) + more, frozenset()).others for more in (0, 1))
    return Within(trace(after) / trace(now), others_share(at.x, k))


convergence_rate = Claim(
    "nachum24.tree.convergence-rate",
    source=Locator(NACHUM24, "Theorem 11"),
    status="new",
    says="a settled tree with a cluster of 2 or n - 2 points, n >= 4, reaches its limit at rate alpha lambda_2 per "
    "layer",
    tex=r"\alpha\lambda_2=\frac{n^2-4n+8}{n^2-2n+2}",
    hypotheses=("n >= 4", "no unstable leaf left", "some stable leaf with 2 or n - 2 non-zeros"),
    silent_on="trees that keep unstable leaves (the note proves the rate for almost every batch)",
    predicts=(n**2 - 4 * n + 8) / (n**2 - 2 * n + 2),
    relation="->",
    given=Given(
        {"x": Batches(Integers(4), up_to=AFFINE), "L": Index(1, listed=(80, 4, 7))},
        lambda at: settled_by(at["x"], int(at["L"]) - 1, (2, len(at["x"]) - 2)),
        "all leaves of depth L - 1 stable, some with 2 or n - 2 non-zeros",
        letters={"n": lambda at: size(at["x"])},
    ),
    left=r"e_{L+1}/e_L,\ e_L=\mathrm{tr}(\alpha^LG_L)-\lim,\ L\to\infty",
    speaks_of=("rc", "nl"),
    uses=("nachum24.tree.limit",),
    twins=(Twin(((n - 1) / n) ** 2, "((n-1)/n)^2"), Twin((n - 1) ** 2 / (n**2 - 2 * n + 2), "the rigorous bound q")),
)


@convergence_rate.literal(scope="sums over all leaves of settled trees", most=30)
def _rate(at: At) -> Within:
    """What 1 or n - 1 points single out is in the limit as it is; the rest is the error.

    Of the rest, leaves below stable parents with 2 or n - 2 non-zeros keep lambda_2, others at most lambda_3 of it,
    from the depth on at which the tree is settled.
    """
    n = len(at.x)
    kept, two, three = (decays(n, below) for below in (1, 2, 3))
    errors = [trace(parted(at.x, int(at.L) + more, frozenset((1, n - 1))).others) for more in (0, 1)]
    depths = (depth for depth in range(1, int(at.L) + 1) if settled_by(at.x, depth - 1, (2, n - 2)))
    if (start := next(depths, 0)) == 0:
        raise Undefined("the tree is not settled")
    rest, slower = (trace(parted(at.x, start, frozenset(sizes)).others) for sizes in ((1, n - 1), (1, 2, n - 2, n - 1)))
    times = slower / (rest - slower) * two / kept
    return Within(errors[1] / errors[0] / kept, to_sympy(times) * to_sympy(three / two) ** (L - start))
