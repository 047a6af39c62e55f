"""The limit of alpha^L G_L, and how fast it is reached: against the exact sequence G_L itself."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import cache
from typing import Any

from sympy import Expr, Integer, Min, Rational, Symbol

from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Integers
from theory.exact.certify import guess, precision
from theory.exact.expressions import Undefined, grid
from theory.exact.rationals import rational, to_sympy
from theory.notation import L, alpha, k, n
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.tree.finite import (
    START,
    THREE,
    Leaf,
    along_depth,
    begun,
    decays,
    longest_unstable,
    nodes,
    others_share,
    parted,
    support,
    ties,
    trace,
)
from theory.term import size, whole
from theory.tree import Tree
from theory.words import Within

LOW, HIGH = Symbol("low", nonnegative=True), Symbol("high", nonnegative=True)
"""Sums of alpha^depth length^2 over the maximal data-free tree intervals beside the least and the greatest number."""

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


def ends(x: Leaf) -> tuple[int, int, int, int]:
    """Places of the least and the greatest number, and of two others (of one twice if n = 3)."""
    order = sorted(range(len(x)), key=lambda i: x[i])
    return order[0], order[-1], order[1], order[-2]


def at_depth(x: Leaf, depth: int) -> tuple[Fraction, ...]:
    """Entries of alpha^L G_L at (o, o), (o, o'), (o', o'), (o, j), (o', j), (j, j'), o and o' the places of the
    extremes (`ends`)."""
    n = len(x)
    found = parted(x, depth, frozenset((1, n - 1)))
    total, factor = found.settled + found.others, 1 / decays(n, 1) ** depth
    o, p, i, j = ends(x)
    return tuple(factor * rational(total[place]) for place in ((o, o), (o, p), (p, p), (o, j), (p, j), (i, j)))


def from_limit(x: Leaf) -> Expr:
    """A bound on the distance of each entry of alpha^L G_L to its limit, for every L >= START = s (note, "What a depth
    leaves open"): A (alpha lambda_2)^(L-s) + C l^2 alpha^(s-1) q^(L-s+1), q = (n-1)^2/(n^2 - 2n + 2). A is the greatest
    entry of alpha^s v v^T summed over leaves of depth s below stable nodes with 2, .., n - 2 non-zeros, l the length of
    the longest unstable node one layer before."""
    n, layers = len(x), L - START
    kept, slow = decays(n, 1), decays(n, 2)
    below = parted(x, START, frozenset(range(2, n - 1))).settled
    greatest = max(map(rational, below.entries())) / kept**START
    longest = longest_unstable(x, START - 1) ** 2 / kept ** (START - 1)
    times = n - 2 + (Fraction(2 * (n - 2) ** 3, 2 * n - 7) if n > 3 else 0)
    q = Fraction((n - 1) ** 2, n**2) / kept
    first, second, third = map(to_sympy, (greatest, slow / kept, times * longest * q))
    return first * second**layers + third * to_sympy(q) ** layers


@cache
def weights(x: Leaf) -> tuple[Rational, Rational]:
    """n^2 c_min/alpha and n^2 c_max/alpha: sums of alpha^depth length^2 over the maximal data-free intervals.

    To 80 digits where the tree does not settle beside the extreme: far less than what is left at any depth of the list.
    """
    found, n = Tree(x).limit(80), len(x)
    factor = decays(n, 1) * n**2
    with precision(120):
        least, greatest = (
            c if isinstance(c, Fraction) else Fraction(int(guess(c * 10**80).floor().unique_fmpz()), 10**80)
            for c in (found.c_min, found.c_max)
        )
    return to_sympy(least * factor), to_sympy(greatest * factor)


ENDS: dict[str, Any] = {"low": lambda at: weights(at["x"])[0], "high": lambda at: weights(at["x"])[1]}

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
    return Within(at_depth(at.x, whole(at.L)), from_limit(at.x))


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
    _, _, _, last, first, _ = at_depth(at.x, whole(at.L))
    return Within(min(first, last), from_limit(at.x))


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
    over=grid(n=(4, 5, 6), k=(1, 2)),
    uses=("nachum24.tree.gram",),
    twins=(Twin(1 / alpha(), "lambda_1 whatever the ties"),),
)


@tied_extremes.literal(scope="sums over all leaves, n = 3..7", most=45)
def _growth(at: At) -> Within:
    """Leaves below stable parents with k or n - k non-zeros keep lambda_k of their trace, the others at most all."""
    k = int(ties(vars(at)))
    now, after = (parted(at.x, whole(at.L) + more, frozenset()).others for more in (0, 1))
    return Within(trace(after) / trace(now), others_share(at.x, k))


def settled_by(x: Leaf, depth: int, sizes: Collection[int]) -> bool:
    """Whether all nodes of that depth are stable, and some of them have one of these numbers of non-zeros."""
    found = [support(v) for v in nodes(x, depth)]
    return all(found) and not set(sizes).isdisjoint(found)


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
    errors = [trace(parted(at.x, whole(at.L) + more, frozenset((1, n - 1))).others) for more in (0, 1)]
    depths = (depth for depth in range(1, whole(at.L) + 1) if settled_by(at.x, depth - 1, (2, n - 2)))
    if (start := next(depths, 0)) == 0:
        raise Undefined("the tree is not settled")
    rest, slower = (trace(parted(at.x, start, frozenset(sizes)).others) for sizes in ((1, n - 1), (1, 2, n - 2, n - 1)))
    times = slower / (rest - slower) * two / kept
    return Within(errors[1] / errors[0] / kept, to_sympy(times) * to_sympy(three / two) ** (L - start))
