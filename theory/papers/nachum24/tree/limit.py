"""The limit of alpha^L G_L, and how fast it is reached: against the exact sequence G_L itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from functools import cache
from math import gcd, isqrt, lcm
from typing import Any

from flint import fmpq, fmpq_mat
from sympy import Expr, Integer, Min, Rational, symbols

from theory.claim import At, Claim, Locator, Twin
from theory.domains.batches import AFFINE, Batches
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.listings import Index, Preceded
from theory.domains.matrices import entry
from theory.domains.numbers import Choose, Integers
from theory.exact.certify import guess, precision
from theory.exact.expressions import Undefined, grid
from theory.exact.rationals import rational, to_sympy
from theory.notation import L, alpha, decay, n
from theory.papers.nachum24 import NACHUM24, READING
from theory.papers.nachum24.tree.nodes import (
    THEOREM_11,
    clip,
    different,
    leaf_gram,
    mean,
    over_leaves,
    unstable_leaves,
)
from theory.term import (
    Cond,
    Shape,
    Term,
    Vec,
    constant,
    each,
    every,
    larger,
    one_if,
    over_layers,
    size,
    total,
    variable,
)  # fmt: skip
from theory.term.limits import limit_of
from theory.term.named import named
from theory.tree import Tree, negative, positive
from theory.words import Within

Leaf = tuple[Fraction, ...]


def support(v: Sequence[Any]) -> int:
    """Number of non-zero entries of a stable node a 1_S; 0 of any other."""
    return sum(map(bool, v)) if len(set(v)) == 2 and 0 in v else 0


Direction = tuple[int, ...]
Directions = dict[Direction, fmpq]
"""Nodes by direction, as whole numbers without a common divisor: the sum of the squares of what they are times it."""


def nodes(x: Leaf, depth: int) -> Directions:
    """All 2^L nodes of a depth. A layer keeps positive factors, so that nodes of one direction stay of one.

    Complexity: linear in depth: at most n - 2 nodes of a depth are unstable, and stable ones have 2^n directions.
    """
    layers = _layers(x)
    while len(layers) <= depth:
        found: Directions = {}
        for v, weight in layers[-1].items():
            for child, square in _children(v):
                found[child] = found.get(child, 0) + weight * square
        layers.append(found)
    return layers[depth]


def _in_whole_numbers(v: Leaf) -> tuple[Direction, fmpq]:
    common = lcm(*(e.denominator for e in v))
    whole = [e.numerator * (common // e.denominator) for e in v]
    divisor = gcd(*whole)
    return tuple(e // divisor for e in whole), fmpq(divisor, common) ** 2


@cache
def _children(v: Direction) -> tuple[tuple[Direction, fmpq], ...]:
    """Those of a node that are not 0, by direction, with the squares of what they are times it."""
    row = tuple(map(Fraction, v))
    children = positive(row), negative(row)
    if any(map(min, children)):
        raise Undefined("a node with no entry 0, or with one below it")
    return tuple(_in_whole_numbers(child) for child in children if any(child))


@cache
def _layers(x: Leaf) -> list[Directions]:
    """Those that are known."""
    return [dict([_in_whole_numbers(x)])]


@cache
def parted(x: Leaf, depth: int, sizes: frozenset[int]) -> tuple[fmpq_mat, fmpq_mat]:
    """Sums of v v^T over the leaves of a depth with a stable parent of some sizes, below which the Gram matrix is
    multiplied by lambda_s in each layer, and over all others."""
    parents = nodes(x, depth - 1).items()
    settled, others = (_gram({v: w for v, w in parents if (support(v) in sizes) is one}, x) for one in (True, False))
    return settled, others


def _gram(parents: Directions, x: Leaf) -> fmpq_mat:
    children = [(child, weight * square) for v, weight in parents.items() for child, square in _children(v)]
    if not children:
        return fmpq_mat(len(x), len(x))
    weighted = fmpq_mat([[weight * e for e in child] for child, weight in children])
    return fmpq_mat([list(child) for child, _ in children]).transpose() * weighted


def trace(G: fmpq_mat) -> Fraction:
    return sum((rational(G[i, i]) for i in range(G.nrows())), Fraction(0))


def decays(n: int, below: int) -> Fraction:
    """lambda_k."""
    return Fraction(below**2 + (n - below) ** 2, n**2)


def stable_with(v: Any, k: Any) -> Any:
    """1 of a stable node a 1_S with k or n - k places in S, else 0; 0 < k < n."""
    count = total(each(lambda e: one_if(e != 0), v))
    return one_if(different(v) == 2) * (1 - (1 - one_if(count == k)) * (1 - one_if(count + k == size(v))))


@named("b({0}, {1})")
def others_share(x: Leaf, k: Any) -> Expr:
    """A bound, for every L >= START = s, on the part of tr G_L of leaves whose parents are not stable with k or n - k
    non-zeros, k that of the rarer extreme, relative to tr G_L: T/S (lambda_(k+1)/lambda_k)^(L-s) + n (n-2)/4 l^2/S
    (2(L-s) + 3) (sigma/lambda_k)^(L-s) (note, under `tied-extremes`), T and S traces at depth s, below other stable
    parents and below these."""
    n, k, layers = len(x), int(k), L - START
    own = frozenset((k, n - k))
    some = trace(parted(x, START, own)[0])
    if not some:
        raise Undefined(f"no node of depth {START - 1} is stable with k or n - k non-zeros")
    fast = decays(n, k)
    slow = decays(n, k + 1) if 2 * k + 2 <= n else Fraction(0)
    sigma = max(Fraction((n - k) ** 2, n**2), slow)
    stable = trace(parted(x, START, frozenset(range(1, n)) - own)[0]) / some
    longest = Fraction(n * (n - 2), 4) * longest_unstable(x, START - 1) ** 2 / some
    first, second, third, fourth = map(to_sympy, (stable, slow / fast, longest, sigma / fast))
    return first * second**layers + third * (2 * layers + 3) * fourth**layers


def begun(x: Any, k: Any) -> Any:
    """Whether a node of depth START - 1 is stable with k or n - k non-zeros."""
    if isinstance(x, Vec):
        return over_leaves(lambda v: stable_with(v, k), x, constant(START - 1)) > 0
    return any(support(v) in (k, len(x) - k) for v in nodes(x, START - 1))


def longest_unstable(x: Leaf, depth: int) -> Fraction:
    """A number no less than the length of each unstable node of a depth, and little more."""
    squares = (weight * max(v) ** 2 for v, weight in nodes(x, depth).items() if not support(v))
    square = rational(max(squares, default=fmpq(0)))
    return Fraction(isqrt(square.numerator * 4**40 // square.denominator) + 1, 2**40) if square else Fraction(0)


UNSETTLED = tuple(
    tuple(map(Fraction, x))
    for x in (
        (0, 2, 3), (0, 1, 3, 7), (0, 1, 3, 4, 9), (0, 2, 3, 3, 5), (0, 1, 4, 9, 16, 25), (0, 1, 3, 7, 12, 20, 30),
        (2, 0, 7, 3), (0, 0, 2, 3, 5), (0, 0, 2, 5, 9, 9), (5, 5, 1, 0, 3, 2, 9),
    )
)  # fmt: skip
"""Batches of 3 to 7 numbers whose trees have unstable leaves at every depth that is looked at."""

START = 32
"""Limits along depth are looked at from this depth on: what a node of it leaves open is bounded for every later one."""

DEPTHS = (96, 48, 32)
THREE = Integers(3)


Placed = tuple[Any, Any, Any, Any, Any]
"""A batch and four places in it: of the least and the greatest number, and of two others, which may be one."""


def placed(x: Leaf) -> Placed:
    order = sorted(range(len(x)), key=lambda place: x[place])
    return (x, order[0], order[-1], order[1], order[-2])


def _is_placed(value: object) -> bool:
    if not (isinstance(value, tuple) and len(value) == 5 and value[0] in Batches(THREE)):
        return False
    x, *places = value
    if any(not (isinstance(place, int) and 0 <= place < len(x)) for place in places):
        return False
    o, p, i, j = places
    return x[o] == min(x) and x[p] == max(x) and not {i, j} & {o, p}


def _any_placed(name: str) -> Shape:
    n, places = variable("n", "nat"), tuple(variable(letter, "nat") for letter in "opij")
    x, (o, p, *others) = Vec.named(name, n), places
    inside = (n >= 3, *(place < n for place in places), *(other != end for other in others for end in (o, p)))
    ends = every(lambda e: (e >= x[o]) & (e <= x[p]), x)
    return Shape((x, *places), (n, *places), (*inside, ends, Cond("varies", name, n)), rows=((name, (n,)),))


@composite(
    "in Q^n, not all equal, n >= 3, with the places o, o' of its least and its greatest number and j, j' of others",
    has=_is_placed,
    general=_any_placed,
    size=lambda value: len(value[0]),
)
def placed_batches(choose: Choose) -> Placed:
    return placed(tuple(entry(choose) for _ in range(choose(3, 9))))


def along_depth(batches: Batches, where: Any = None, words: str = "", **more: Callable[[Any], Any]) -> Given:
    """Batches of n numbers and depths L: batches with unsettled trees first, then small ones."""
    first = tuple(x for x in UNSETTLED if x in batches)
    letters = {"n": lambda at: size(at["x"]), **more}
    return Given({"x": Preceded(batches, first), "L": Index(START, listed=DEPTHS)}, where, words, letters)


@named("min(#least, #greatest of {0})", r"\min(\#\min {0},\#\max {0})")
def rarer(x: Any) -> Any:
    least = total(each(lambda e: one_if(every(lambda f: e <= f, x)), x))
    greatest = total(each(lambda e: one_if(every(lambda f: e >= f, x)), x))
    return -larger(-least, -greatest)


def settled_at_ends(x: Leaf) -> int:
    """The depth from which on the nodes of the least and of the greatest numbers are stable."""
    first, last, depth = negative(x), positive(x), 1
    while not (support(first) and support(last)):
        first, last, depth = positive(first), positive(last), depth + 1
    return depth


@named("Σ_J 2^(−d_J), J the maximal data-free tree intervals of {0} with one datum on a side",
       r"\sum_J2^{{-d_J}},\ J\text{{ the maximal data-free tree intervals of }}{0}"
       r"\text{{ with one datum on a side}}")  # fmt: skip
def lone_share(x: Sequence[Fraction]) -> Rational:
    """Of a settled tree: the sum of 2^-depth over the maximal data-free intervals with one datum on one side."""
    pending, depth, found = [(min(x), max(x))], 0, Integer(0)
    while pending:
        halves = []
        for low, high in pending:
            if any(low < e < high for e in x):
                split = mean(clip(x, low, high))
                halves += [(low, split), (split, high)]
            elif sum(e <= low for e in x) in (1, len(x) - 1):
                found += Rational(1, 2**depth)
        pending, depth = halves, depth + 1
    return found


C_MIN, C_MAX = symbols("c_min c_max", nonnegative=True)


def entries(times: Any = 1, own: Expr = (n - 1) ** 2, others: Any = 1) -> tuple[Expr, ...]:
    """Of c_min O_min + c_max O_max, so many times, at (o, o), (o, o'), (o', o'), (o, j), .."""
    first, last = times * C_MIN, times * C_MAX
    squares = first * own + last * others, Integer(0), last * own + first * others
    return *squares, last * others, first * others, (first + last) * others


WITH_ENDS = "o, o' the places of the least and greatest, j, j' others, α = n²/((n − 1)² + 1)"


@named(
    "α^{1} G({0}, {1})[oo, oo', o'o', oj, o'j, jj']",
    r"\alpha^{{{1}}}G_{{{1}}}({0})[oo,oo',o'o',oj,o'j,jj']",
    means=WITH_ENDS,
    shape=lambda *_: (constant(6),),
    apart=("o", "p", "i", "j"),
)
def at_depth(x: Any, L: Any, o: Any = None, p: Any = None, i: Any = None, j: Any = None) -> tuple[Any, ...]:
    """Entries of alpha^L G_L at (o, o), (o, p), (p, p), (o, j), (p, j), (i, j), o and p the places of the extremes."""
    if o is None:  # of numbers the places are known
        x, o, p, i, j = placed(x)
    places = (o, o), (o, p), (p, p), (o, j), (p, j), (i, j)
    if isinstance(x, Vec):
        return tuple(alpha(x.n) ** L * leaf_gram(x, L, *place) for place in places)
    depth = int(L)
    found = parted(x, depth, frozenset((1, len(x) - 1)))
    total, factor = found[0] + found[1], 1 / decays(len(x), 1) ** depth
    return tuple(factor * rational(total[place]) for place in places)


@named("b({0})")
def from_limit(x: Leaf) -> Expr:
    """A bound on the distance of each entry of alpha^L G_L to its limit, for every L >= START = s (note, "What a depth
    leaves open"): A (alpha lambda_2)^(L-s) + C l^2 alpha^(s-1) q^(L-s+1), q = (n-1)^2/(n^2 - 2n + 2). A is the greatest
    entry of alpha^s v v^T summed over leaves of depth s below stable nodes with 2, .., n - 2 non-zeros, l the length of
    the longest unstable node one layer before."""
    n, layers = len(x), L - START
    kept, slow = decays(n, 1), decays(n, 2)
    below = parted(x, START, frozenset(range(2, n - 1)))[0]
    greatest = max(map(rational, below.entries())) / kept**START
    longest = longest_unstable(x, START - 1) ** 2 / kept ** (START - 1)
    times = n - 2 + (Fraction(2 * (n - 2) ** 3, 2 * n - 7) if n > 3 else 0)
    q = Fraction((n - 1) ** 2, n**2) / kept
    first, second, third = map(to_sympy, (greatest, slow / kept, times * longest * q))
    return first * second**layers + third * to_sympy(q) ** layers


@cache
def weights(x: Leaf) -> tuple[Rational, Rational]:
    """c_min and c_max: sums of alpha^(depth+1) length^2/n^2 over the maximal data-free intervals beside an extreme.

    To 80 digits where the tree does not settle beside the extreme: far less than what is left at any depth of the list.
    """
    found = Tree(x).limit(80)
    with precision(120):
        least, greatest = (
            c if isinstance(c, Fraction) else Fraction(int(guess(c * 10**80).floor().unique_fmpz()), 10**80)
            for c in (found.c_min, found.c_max)
        )
    return to_sympy(least), to_sympy(greatest)


@named(
    "Σ_J α^(d_J + 1) |J|²/n², J the maximal data-free tree intervals at the least of {0}",
    r"\sum_J\alpha^{{d_J+1}}|J|^2/n^2,\ J\text{{ the maximal data-free tree intervals at the least of }}{0}",
    apart=("o", "p"),
)
def least_weight(x: Any, o: Any = None, p: Any = None) -> Any:
    """Of numbers by all intervals; of terms with the places o of the least datum and p of the greatest."""
    return sum_beside(x, o, p, o) if isinstance(x, Vec) else weights(x)[0]


@named("the same at the greatest of {0}", r"\text{{the same at the greatest of }}{0}", apart=("o", "p"))
def greatest_weight(x: Any, o: Any = None, p: Any = None) -> Any:
    return sum_beside(x, o, p, p) if isinstance(x, Vec) else weights(x)[1]


def sum_beside(x: Vec, o: Term, p: Term, place: Term) -> Term:
    """The limit of the sums over intervals of bounded depth: a node of two values is free of data, and beside an
    extreme if that occurs once."""

    def own(v: Any) -> Any:
        alone = one_if(total(each(lambda e: one_if(e == v[place]), v)) == 1)
        return one_if(different(v) == 2) * alone * (v[p] - v[o]) ** 2

    def layer(after: Callable[[Any], Any], v: Any) -> Any:
        split = 1 - one_if(different(v) == 2)
        return own(v) + split * (after(positive(v)) + after(negative(v))) * alpha(x.n)

    return limit_of(lambda depth: over_layers(layer, depth, own, x) * alpha(x.n) / x.n**2)


ENDS: dict[str, Any] = {
    "c_min": lambda at: least_weight(*at["x"][:3]),
    "c_max": lambda at: greatest_weight(*at["x"][:3]),
    "n": lambda at: size(at["x"][0]),
}


def with_places() -> Given:
    """As `along_depth`, with the places of extremes and of others."""
    first = tuple(map(placed, UNSETTLED))
    return Given({"x": Preceded(placed_batches(), first), "L": Index(START, listed=DEPTHS)}, letters=ENDS)


@Claim(
    "nachum24.tree.limit",
    source=Locator(NACHUM24, "Theorem 11"),
    status="corrected",
    says="alpha^L G_L tends to c_min O_min + c_max O_max, where O_o has (n-1)^2 at o and ones on the others, and c_min "
    "sums alpha^(depth+1) length^2/n^2 over the maximal data-free tree intervals between the two least data, c_max "
    "between the two greatest: if both extremes are attained once, TWO points escape",
    silent_on="a real network, whose neurons mix: there one point escapes",
    predicts=entries(),
    relation="->",
    given=with_places(),
    speaks_of=("rc", "nl", "split"),
    uses=("nachum24.tree.gram", "nachum24.tree.clip-intervals"),
    twins=(
        Twin(entries((n**2 - 2 * n + 2) / (n - 1) ** 2), "alpha = n^2/(n-1)^2"),
        Twin(entries(own=n**2), "norm ratio n"),
        Twin(entries(others=n - 1), "cluster weight n - 1"),
        Twin(entries(1 / alpha()), "one layer fewer"),
    ),
).literal(scope="sums over all leaves, n = 3..7, most of the trees unsettled", most=33)
def limit(at: At) -> Within:
    x, *places = at.x
    return Within(at_depth(x, at.L, *places), lambda: from_limit(x))


@Claim(
    "nachum24.tree.limit-single",
    source=Locator(NACHUM24, "Theorem 11, read with the abstract"),
    **READING,
    says="in the tree, too, a single odd point escapes: the smaller of c_min and c_max is 0",
    predicts=Integer(0),
    relation="->",
    given=along_depth(
        Batches(THREE, distinct=True, up_to=AFFINE),
        c_min=lambda at: least_weight(*placed(at["x"])[:3]),
        c_max=lambda at: greatest_weight(*placed(at["x"])[:3]),
    ),
    corrected_by=("nachum24.tree.limit",),
    truth=Min(C_MIN, C_MAX),
).literal(scope="sums over all leaves, most of the trees unsettled", most=30)
def limit_single(at: At) -> Within:
    return Within(smaller_weight(at.x, at.L), from_limit(at.x))


@named("min(α^{1} G({0}, {1})[o, j], α^{1} G({0}, {1})[o', j])",
       r"\min(\alpha^{{{1}}}G_{{{1}}}({0})_{{oj}},\alpha^{{{1}}}G_{{{1}}}({0})_{{o'j}})", means=WITH_ENDS)  # fmt: skip
def smaller_weight(x: Leaf, L: Any) -> Any:
    _, *places = placed(x)
    found: Fraction = min(at_depth(x, L, *places)[3:5])
    return found


@Claim(
    "nachum24.tree.tied-extremes",
    **THEOREM_11,
    says="if the least value occurs a times and the greatest b times, G_L grows by lambda_k per layer, k = min(a, "
    "b): with a, b >= 2 nothing escapes and alpha^L G_L tends to 0",
    predicts=decay(),
    relation="->",
    given=along_depth(
        Batches(THREE, up_to=AFFINE),
        lambda at: begun(at["x"], rarer(at["x"])),
        f"L >= {START}: by then nodes with k or n - k",
        k=lambda at: rarer(at["x"]),
    ),
    speaks_of=("rc", "nl", "split"),
    over=grid(n=(4, 5, 6), k=(1, 2)),
    uses=("nachum24.tree.gram",),
    twins=(Twin(1 / alpha(), "lambda_1 whatever the ties"),),
).literal(scope="sums over all leaves, n = 3..7", most=45)
def tied_extremes(at: At) -> Within:
    """Leaves below stable parents with k or n - k non-zeros keep lambda_k of their trace, the others at most all."""
    return Within(trace_at(at.x, at.L + 1) / trace_at(at.x, at.L), lambda: others_share(at.x, rarer(at.x)))


@named("tr G({0}, {1})", r"\mathrm{{tr}}\,G_{{{1}}}({0})")
def trace_at(x: Any, L: Any) -> Any:
    if isinstance(x, Vec):
        return over_leaves(lambda v: total(each(lambda e: e * e, v)), x, L)
    return rational(sum((weight * sum(e * e for e in v) for v, weight in nodes(x, int(L)).items()), fmpq(0)))


def settled_by(x: Leaf, depth: int, sizes: Collection[int]) -> bool:
    """Whether all nodes of that depth are stable, and some of them have one of these numbers of non-zeros."""
    found = [support(v) for v in nodes(x, depth)]
    return all(found) and not set(sizes).isdisjoint(found)


FOUR_OR_MORE = Batches(Integers(4))

Settled = tuple[Any, Any]
"""A batch and a depth by which its tree is settled."""


def _is_settled(value: object) -> bool:
    if not (isinstance(value, tuple) and len(value) == 2 and value[0] in FOUR_OR_MORE):
        return False
    x, s = value
    return isinstance(s, int) and s >= 0 and settled_by(x, s, (2, len(x) - 2))


def _any_settled(name: str) -> Shape:
    n, s = variable("n", "nat"), variable("s", "nat")
    x = Vec.named(name, n)
    some = over_leaves(lambda v: stable_with(v, 2), x, s) > 0
    conditions = (n >= 4, Cond("varies", name, n), unstable_leaves(x, s) == 0, some)
    return Shape((x, s), (n, s), conditions, rows=((name, (n,)),))


@composite(
    "in Q^n, not all equal, n >= 4, with a depth s at which all leaves are stable, some with 2 or n - 2 non-zeros",
    has=_is_settled,
    general=_any_settled,
    size=lambda value: len(value[0]),
)
def settled_batches(choose: Choose) -> Settled | None:
    """Those that are listed are settled at depth 12 or before."""
    x = FOUR_OR_MORE.draw(choose)
    start = next((depth for depth in range(13) if settled_by(x, depth, (2, len(x) - 2))), None)
    return None if start is None else (x, start + choose(0, 2))


@Claim(
    "nachum24.tree.convergence-rate",
    **THEOREM_11,
    says="a settled tree with a cluster of 2 or n - 2 points, n >= 4, reaches its limit at rate alpha lambda_2 per "
    "layer",
    silent_on="trees that keep unstable leaves (the note proves the rate for almost every batch)",
    predicts=(n**2 - 4 * n + 8) / (n**2 - 2 * n + 2),
    relation="->",
    given=Given(
        {"x": settled_batches(), "L": Index(1, listed=(80, 4, 7))},
        lambda at: at["L"] > at["x"][1],
        "L > s",
        letters={"n": lambda at: size(at["x"][0])},
    ),
    speaks_of=("rc", "nl"),
    uses=("nachum24.tree.limit",),
    twins=(Twin(((n - 1) / n) ** 2, "((n-1)/n)^2"), Twin((n - 1) ** 2 / (n**2 - 2 * n + 2), "the rigorous bound q")),
).literal(scope="sums over all leaves of settled trees", most=60)
def convergence_rate(at: At) -> Within:
    x, _ = at.x
    return Within(error(x, at.L + 1) / error(x, at.L), lambda: rate_left_open(x, at.L))


@named("e({0}, {1})", "e_{{{1}}}({0})", means="e(x, L) = tr(αᴸ G(x, L)) − its limit, α = n²/((n − 1)² + 1)")
def error(x: Any, L: Any) -> Any:
    """What 1 or n - 1 points single out is in the limit as it is; the rest is the error."""
    if isinstance(x, Vec):
        return alpha(x.n) ** L * trace_at(x, L) - limit_of(lambda depth: alpha(x.n) ** depth * trace_at(x, depth))
    n = len(x)
    return trace(parted(x, int(L), frozenset((1, n - 1)))[1]) / decays(n, 1) ** int(L)


@named("b({0}, {1})")
def rate_left_open(x: Leaf, depth: Any) -> Expr:
    """Of the error, leaves below stable parents with 2 or n - 2 non-zeros keep lambda_2, others at most lambda_3 of it,
    from the depth on at which the tree is settled."""
    n = len(x)
    kept, two, three = (decays(n, below) for below in (1, 2, 3))
    start = next((d for d in range(1, int(depth) + 1) if settled_by(x, d - 1, (2, n - 2))), 0)
    if start == 0:
        raise Undefined("the tree is not settled")
    rest, slower = (trace(parted(x, start, frozenset(sizes))[1]) for sizes in ((1, n - 1), (1, 2, n - 2, n - 1)))
    times = slower / (rest - slower) * two / kept
    return to_sympy(times) * to_sympy(three / two) ** (L - start)
