"""T1: the positive and negative transformations and what they keep.

Identities of one entry are decided on the two cones x > xbar and x < xbar, where both transformations are
linear; statements on whole batches are checked on all integer batches of a stated box. Notes: tree.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product

from sympy import Abs, Expr, Integer, Rational, Symbol, expand

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.exact.expressions import grid, value
from theory.exact.rationals import rational
from theory.notation import HALF, L, d, n, x, xbar
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.tree.setting import batches, narrow_network
from theory.tree import Tree, negative, positive

CONES = "every batch size: both cones x > xbar and x < xbar"


OVER_ENTRY = grid(x=(-2, 0, 1, 3), xbar=(-1, 0, 2))


def cones(predicted: Expr) -> Iterator[tuple[str, Expr, Expr, Expr]]:
    """Name, T_+, T_- and the prediction of one entry on each side of the mean, at distance u > 0."""
    u = Symbol("u", positive=True)
    yield "x > xbar", u, Integer(0), predicted.subs(x, xbar + u)
    yield "x < xbar", Integer(0), u, predicted.subs(x, xbar - u)


difference = Claim(
    "nachum24.tree.difference",
    source=Locator(NACHUM24, "Definition 5"),
    status="reconstructed",
    says="T_+ x - T_- x = x - mean(x): the two transformations split the recentred batch into its two signs",
    tex=r"T_+x-T_-x=x-\bar x",
    hypotheses=("x in R^n",),
    predicts=x - xbar,
    over=OVER_ENTRY,
    twins=(Twin(Abs(x - xbar), "that is T_+ x + T_- x"),),
)


@difference.exact(scope=CONES)
def _difference(predicted: Predicted) -> Compared:
    for cone, plus, minus, claimed in cones(predicted):
        yield cone, plus - minus, claimed


disjoint_supports = Claim(
    "nachum24.tree.disjoint-supports",
    source=Locator(NACHUM24, "Lemma 7"),
    status="reconstructed",
    says="T_+ x and T_- x have disjoint supports: their entrywise product is 0",
    tex=r"T_+x\odot T_-x=0",
    hypotheses=("x in R^n",),
    predicts=Integer(0),
    over=OVER_ENTRY,
    twins=(Twin((x - xbar) ** 2, "the product of the magnitudes"),),
)


@disjoint_supports.exact(scope=CONES)
def _disjoint_supports(predicted: Predicted) -> Compared:
    for cone, plus, minus, claimed in cones(predicted):
        yield cone, plus * minus, claimed


energy_split = Claim(
    "nachum24.tree.energy-split",
    source=Locator(NACHUM24, "Lemma 7"),
    status="reconstructed",
    says="|T_+ x|^2 + |T_- x|^2 = |x - mean(x)|^2, entry by entry",
    tex=r"|T_+x|^2+|T_-x|^2=|x-\bar x|^2",
    hypotheses=("x in R^n",),
    predicts=(x - xbar) ** 2,
    over=OVER_ENTRY,
    uses=("nachum24.tree.difference", "nachum24.tree.disjoint-supports"),
    twins=(Twin(x**2, "without recentring"), Twin((x - xbar) ** 2 / 2, "each side carries half of it")),
)


@energy_split.exact(scope=CONES)
def _energy_split(predicted: Predicted) -> Compared:
    for cone, plus, minus, claimed in cones(predicted):
        yield cone, plus**2 + minus**2, claimed


trace, total = Symbol("T", positive=True), Symbol("S", positive=True)


trace_step = Claim(
    "nachum24.tree.trace-step",
    source=Locator(NACHUM24, "Lemma 7"),
    status="new",
    says="one layer takes S/n from the trace of the leaf Gram, S the sum of its entries: tr G_(L+1) = tr G_L - S_L/n",
    tex=r"\mathrm{tr}\,G_{L+1}=\mathrm{tr}\,G_L-\tfrac1n\mathbf 1^{\mathsf T}G_L\mathbf 1",
    hypotheses=("x in R^n", "L >= 0, G_0 = x x^T"),
    predicts=trace - total / n,
    over=grid(T=(5, 7), S=(1, 3), n=(2, 3, 4)),
    uses=("nachum24.tree.energy-split",),
    twins=(Twin(trace - total, "without 1/n"), Twin(trace, "energy is kept")),
)


@trace_step.exact(scope="all sorted integer batches from 0 in {0..4}^3 and {0..3}^4, L = 0..5, through Tree.gram")
def _trace_step(predicted: Predicted) -> Compared:
    for size, top in ((3, 4), (4, 3)):
        for v in batches(size, top):
            if v[0] != 0 or list(v) != sorted(v):
                continue
            grams = [Tree(v).gram_flint(depth) for depth in range(7)]
            sums = [(sum(G[i, i] for i in range(size)), sum(G.entries())) for G in grams]
            for depth, ((before, entries), (after, _)) in enumerate(pairwise(sums)):
                at = {"T": before, "S": entries, "n": size}
                yield f"batch {tuple(map(str, v))}, depth {depth}", rational(after), value(predicted, at)


median, spread = Symbol("median", real=True), Symbol("S", positive=True)


equal_sums = Claim(
    "nachum24.tree.equal-sums",
    source=Locator(NACHUM24, "Lemma 7"),
    status="reconstructed",
    says="at the mean c, sum (x_i - c)_+ = sum (c - x_i)_+ = S/2, S = sum |x_i - c|",
    tex=r"\sum_iT_+x_i=\sum_iT_-x_i=\tfrac12\sum_i|x_i-\bar x|",
    hypotheses=("x in R^n, not constant",),
    predicts=(xbar, spread * HALF),
    over=grid(xbar=(Rational(2), Rational(1, 3)), median=(Rational(1), Rational(0)), S=(6, 4)),
    uses=("nachum24.tree.difference",),
    twins=(Twin((median, spread * HALF), "split at the median"), Twin((xbar, spread), "the sums are S each")),
)


@equal_sums.exact(scope="all integer batches in {0..3}^n, n = 2, 3, 4")
def _equal_sums(predicted: Predicted) -> Compared:
    zero = Fraction(0)
    for size in (2, 3, 4):
        for v in batches(size, 3):
            mean = sum(v, zero) / size
            middle = sorted(v)
            at = {
                "xbar": mean,
                "median": (middle[size // 2] + middle[(size - 1) // 2]) / 2,
                "S": sum(abs(e - mean) for e in v),
            }
            center, half = (value(part, at) for part in predicted)
            above, below = (sum((max(s * (e - center), zero) for e in v), zero) for s in (1, -1))
            yield f"batch {tuple(map(str, v))}", (above, below), (half, half)


b, c = Symbol("b", real=True), Symbol("c", positive=True)


scaling = Claim(
    "nachum24.tree.scaling",
    source=Locator(NACHUM24, "Lemma 7"),
    status="reconstructed",
    says="T_+(cx + b) = c T_+ x for c > 0, and |c| T_- x for c < 0: coefficients (of T_+, of T_-) in both cases",
    tex=r"T_\pm(cx+b)=c\,T_\pm x\ (c>0),\qquad =|c|\,T_\mp x\ (c<0)",
    hypotheses=("c != 0, b real",),
    predicts=(c, Integer(0), Integer(0), c),
    over=grid(c=(2, 3, HALF)),
    twins=(Twin((c, Integer(0), -c, Integer(0)), "T_+(cx) = c T_+ x for every c"),),
)


@scaling.exact(scope=CONES + ", every c > 0 and c < 0")
def _scaling(predicted: Predicted) -> Compared:
    for cone, plus, minus, _ in cones(x):
        t = plus - minus  # x - xbar
        for case, factor, (p, q) in (("c > 0", c, predicted[:2]), ("c < 0", -c, predicted[2:])):
            scaled = expand((factor * (xbar + t) + b) - (factor * xbar + b))  # cx + b less its mean
            yield f"{case}, {cone}: T_+", scaled if scaled.is_positive else Integer(0), p * plus + q * minus
            yield f"{case}, {cone}: T_-", -scaled if scaled.is_negative else Integer(0), p * minus + q * plus


order = Claim(
    "nachum24.tree.order",
    source=Locator(NACHUM24, "Lemma 7"),
    status="reconstructed",
    says="T_+ keeps the order of the data and T_- reverses it, both weakly: signs +1 and -1",
    tex=r"x_i\le x_j\Rightarrow (T_+x)_i\le(T_+x)_j,\ (T_-x)_i\ge(T_-x)_j",
    hypotheses=("x in R^n",),
    silent_on="strict order: data on one side of the mean are merged at 0",
    predicts=(Integer(1), Integer(-1)),
    over=({},),
    twins=(Twin((Integer(1), Integer(1)), "T_- keeps the order too"),),
)


@order.exact(scope="all integer batches in {0..3}^n, n = 2, 3, 4")
def _order(predicted: Predicted) -> Compared:
    for size in (2, 3, 4):
        for v in batches(size, 3):
            for name, T, sign in (("T_+", positive, predicted[0]), ("T_-", negative, predicted[1])):
                image = T(v)
                slopes = {
                    (image[i] - image[j] > 0) - (image[i] - image[j] < 0)
                    for i in range(size)
                    for j in range(size)
                    if v[i] > v[j]
                }
                yield f"{name} on {tuple(map(str, v))}", slopes - {0}, {sign}


hit = Symbol("hit", integer=True, nonnegative=True)


distinct_values = Claim(
    "nachum24.tree.distinct-values",
    source=Locator(NACHUM24, "Lemma 7"),
    status="new",
    says="d(T_+ x) + d(T_- x) = d(x) + 2 - [mean(x) is a datum], each between 2 and d(x); so sum over leaves of d(v) "
    "- 2 "
    "never increases with depth",
    tex=r"d(T_+x)+d(T_-x)=d(x)+2-[\bar x\in\{x_i\}],\quad 2\le d(T_\pm x)\le d(x)",
    hypotheses=("x in R^n, not constant", "d = number of distinct values"),
    predicts=d + 2 - hit,
    over=grid(d=range(2, 6), hit=(0, 1)),
    uses=("nachum24.tree.order",),
    twins=(Twin(d + 2, "a datum at the mean is counted twice"), Twin(d + 1 - hit, "d strictly decreases")),
)


@distinct_values.exact(scope="all integer batches in {0..4}^n, n = 2, 3, 4, and {0..2}^5")
def _distinct_values(predicted: Predicted) -> Compared:
    for size, top in ((2, 4), (3, 4), (4, 4), (5, 2)):
        for v in batches(size, top):
            plus, minus, before = len(set(positive(v))), len(set(negative(v))), len(set(v))
            claimed = value(predicted, {"d": before, "hit": sum(v) / size in v})
            where = f"batch {tuple(map(str, v))}"
            yield where, Fraction(plus + minus), claimed
            yield where + " range", min(plus, minus) >= 2 and max(plus, minus) <= before, True


width_one = Claim(
    "nachum24.tree.width-one",
    source=Locator(NACHUM24, "Definition 6"),
    status="new",
    says="a network of width one with independent symmetric weights of variance 1 has E[x_L^T x_L] = 2^(-L) G_L",
    tex=r"\mathbb E[x_L^{\mathsf T}x_L]=2^{-L}G_L,\quad w_\ell=\pm1",
    hypotheses=("width 1, RC then ReLU in each layer", "weights independent, w ~ -w, E w^2 = 1"),
    silent_on="wider networks, whose neurons mix",
    predicts=2 ** (-L),
    over=grid(L=range(1, 6)),
    uses=("nachum24.tree.scaling",),
    twins=(
        Twin(Integer(1), "one path instead of the mean over paths"),
        Twin(2 ** (1 - L), "no factor at the last layer"),
    ),
)


@width_one.exact(scope="all 2^L sign patterns, L = 1..4, on (0,1,5), (0,2,3), (0,1,3,4,9)")
def _sign_patterns(predicted: Predicted) -> Compared:
    for batch in ((0, 1, 5), (0, 2, 3), (0, 1, 3, 4, 9)):
        tree = Tree(batch)
        for depth in range(1, 5):
            total = [[Fraction(0)] * tree.n for _ in range(tree.n)]
            for signs in product((1, -1), repeat=depth):
                v = narrow_network(batch, signs)
                for i, a in enumerate(v):
                    for j, b in enumerate(v):
                        total[i][j] += a * b / 2**depth
            factor = value(predicted, {"L": depth})
            G = tree.gram(depth)
            for i in range(tree.n):
                for j in range(i + 1):
                    yield f"batch {batch}, depth {depth}, ({i}, {j})", total[i][j], factor * value(G[i, j], {})
