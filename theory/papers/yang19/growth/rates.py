"""Growth per layer of the squared gradient at the symmetric fixed points, linear and with ReLU.

The layer back, pair of points by pair of points, in balls:

A row of preactivations is x = sqrt(q) g + a multiple of 1, g ~ N(0, P) in n - 1 dimensions, P = I - J/n, and q is
Q_11 - Q_12 of the mean Gram matrix Q that the layer itself makes. With y = BN(x) = sqrt(n) g/|g| and the slopes
D = phi'(y) the gradient by x is J D delta, J = (P - y y^T/n)/sigma, sigma = sqrt(q/n)|g|, so that

    E|J D delta|^2 = (n/q) E[1/|g|^2] sum_ij delta_i delta_j (P_ij E[D_i D_j] - E[D_i D_j y_i y_j]/n),

length and direction of g being independent. A pair (g_i, g_j) is normal in the plane: arcs on which signs are constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from flint import acb, arb
from sympy import Abs, Integer, Rational, Symbol, cancel, pi

from theory.batchnorm import dot, recentre
from theory.batchnorm import relu as rectified
from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Integers
from theory.exact.certify import at_each_precision, precision
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import ball
from theory.notation import d, n
from theory.papers.yang19 import YANG19, layer_back
from theory.term import size, whole
from theory.term.named import named
from theory.wide.gradient_growth import gradient_growth, gradient_growth_limit, mean_direction
from theory.words import At, Within

ABSTRACT = Locator(YANG19, "abstract: gradients grow exponentially in depth, whatever the variance of the weights")
RATES = Locator(YANG19, "rates of gradient growth at the symmetric fixed points")
WIDE = ("infinite width, d = m", "W i.i.d. Gaussian of any variance, drawn anew for the backward pass")
AT_LINEAR = (*WIDE, "the symmetric fixed point, cosine -1/(n-1)", "rows of the gradient sum to 0")
AT_RELU = (*WIDE, "the symmetric fixed point, cosine kappa(-1/(n-1))", "rows of the gradient sum to 0")
DIGITS = 40
LINEAR, RELU = gradient_growth(n, "identity"), gradient_growth(n)
GROWTH = "J the derivative of BN, D that of ReLU, x ~ N(0, n/(n − 1) P), δ = (1, −1, 0, ..), n points"


class Pair(NamedTuple):
    """E D_i D_j and E D_i D_j g_i g_j."""

    slopes: arb
    products: arb


def slopes(activated: bool) -> tuple[arb, arb]:
    """Of the activation above and below 0."""
    return (ball(rectified((1,))[0]), -ball(rectified((-1,))[0])) if activated else (arb(1), arb(1))


def same(n: int, activated: bool) -> Pair:
    """Of one point."""
    above, below = slopes(activated)
    square = (above * above + below * below) / 2
    return Pair(square, square * (n - 1) / n)


@at_each_precision
def two(n: int, activated: bool) -> Pair:
    """Of two points, of correlation -1/(n-1): integrals over the four arcs of the circle between zeros."""
    above, below = slopes(activated)
    apart, right = (arb(-1) / (n - 1)).acos(), arb.pi() / 2
    ends = (-right, apart - right, right, apart + right, 3 * right)
    signs = ((above, below), (above, above), (below, above), (below, below))
    found = [arb(0), arb(0)]
    for (a, b), (one, other) in zip(pairwise(ends), signs, strict=True):
        if one * other == 0:
            continue
        product = acb.integral(lambda t, _: t.cos() * (t - apart).cos(), acb(a), acb(b)).real
        found[0] += one * other * (b - a)
        found[1] += one * other * product
    turn = 2 * arb.pi()
    # the square of the length in the plane has mean 2
    return Pair(found[0] / turn, found[1] / turn * 2 * (n - 1) / n)


def spread(n: int, activated: bool) -> arb:
    """q = Q_11 - Q_12 of Q = E[phi(y) phi(y)^T], y = sqrt(n) g/|g|, E|g|^2 = n - 1; phi(y) = D y."""
    return (same(n, activated).products - two(n, activated).products) * n / (n - 1)


def mean_square(delta: Sequence[tuple[int, Any]], n: int, activated: bool) -> arb:
    """E|J D delta|^2 of a row delta of n entries, (place, value) of those that are not 0."""
    one, other = same(n, activated), two(n, activated)
    total = arb(0)
    for i, a in delta:
        for j, b in delta:
            pair, weight = (one, 1 - arb(1) / n) if i == j else (other, -arb(1) / n)
            total += ball(a) * ball(b) * (weight * pair.slopes - pair.products / (n - 1))
    return total * n / spread(n, activated) / (n - 3)


@named("E|J D δ|²/|δ|²_{0}", r"\mathbb E|J D\delta|^2/|\delta|^2_{{n={0}}}", means=GROWTH)
def growth(n: int) -> arb:
    return mean_square([(0, 1), (1, -1)], n, True) / 2


@named("E|J δ|²/|δ|²_{0}", r"\mathbb E|J\delta|^2/|\delta|^2_{{n={0}}}", means=GROWTH)
def growth_of_linear(n: int) -> arb:
    return mean_square([(0, 1), (1, -1)], n, False) / 2


ACTIVATED = "J the derivative of BN, D that of ReLU, at x ~ N(0, n/(n − 1) P), n points"

ROWS = Given({"delta": Batches(Integers(4), up_to=AFFINE)}, letters={"n": lambda at: size(at["delta"])})
FAR = Index(4, listed=(4, 5, 6, 7, 8, 10, 20, 50, 100, 10**3, 10**6, 10**9))
POLAR = "the mean over a row of weights, and of two of its entries, in polar coordinates"
PAIRS = "pairs of points in polar coordinates"
BOUNDED: dict[str, str] = {
    "scope": "every n; then on pieces of 0 <= 1/(n-1) <= 1/3",
    "argued": "the growth is a closed form in n and kappa, bounded on pieces of 0 <= 1/(n-1) <= 1/3",
}


@Claim(
    "yang19.growth.relu",
    source=RATES,
    status="reconstructed",
    says="with ReLU it grows by (n - 2 + kappa + kappa')/((n - 3)(1 - kappa)) in every layer, kappa and kappa' at "
    "-1/(n-1), whatever the gradient (its rows sum to 0): 3.084 at n = 4, 1.696 at n = 10",
    hypotheses=AT_RELU,
    silent_on="the first layer back (first-layer)",
    predicts=RELU,
    given=ROWS,
    speaks_of=("rc", "nl"),
    uses=("yang19.growth.relu-fixed", "components.gaussian.arc-cosine"),
    twins=(
        Twin(LINEAR, "the ReLU counts for nothing"),
        Twin(gradient_growth_limit(), "pi/(pi - 1) at every n"),
        Twin((n - 2) / (n - 3) * pi / (pi - 1), "the linear growth times pi/(pi - 1)"),
    ),
).literal(most=40, kind="certified", scope=PAIRS, whole=False)
def relu(at: At) -> arb:
    delta = recentre(at.delta)
    with precision(DIGITS):
        return mean_of_square(delta) / enclose(dot(delta, delta), {}, DIGITS)


@named("E|J D {0}|²", r"\mathbb E|JD\,{0}|^2", means=ACTIVATED)
def mean_of_square(delta: Any) -> arb:
    return mean_square([(i, v) for i, v in enumerate(delta) if v], len(delta), True)


@relu.exact("every n and delta", argued=POLAR)
def _relu_on_symbols(predicted: Predicted) -> Compared:
    rows = Symbol("rows", positive=True)
    yield "every n and delta", layer_back.mean_square(True, Integer(0), rows) / rows, predicted
    for count, told in ((4, Rational(3084, 1000)), (10, Rational(1696, 1000))):
        yield f"n = {count}, to a digit", bool(Abs(predicted.subs(n, count) - told) < Rational(1, 2000)), True


@Claim(
    "yang19.growth.first-layer",
    source=RATES,
    says="of what is constant over the batch the first layer back leaves less than 2/5: "
    "((n-1)(1 - kappa - kappa') - 1)/((n-3)(1 - kappa)) with ReLU, nothing without",
    hypotheses=(*WIDE, "the symmetric fixed point of BN + ReLU"),
    predicts=(mean_direction(n), Integer(0)),
    given={"n": Integers(4)},
    speaks_of=("nl",),
    uses=("yang19.growth.relu",),
    twins=(
        Twin((RELU, Integer(0)), "like any other gradient"),
        Twin((Integer(0), Integer(0)), "nothing, as without ReLU"),
    ),
).literal(most=12, kind="certified", scope=PAIRS, whole=False)
def first_layer(at: At) -> tuple[arb, arb]:
    with precision(DIGITS):
        return of_ones(whole(at.n))


@named(
    "(E|J D 1|²/n, E|J 1|²/n)",
    r"\big(\mathbb E|JD\mathbf 1|^2/n,\mathbb E|J\mathbf 1|^2/n\big)",
    shape=lambda n: (2,),
    means=ACTIVATED,
    bare=True,
)
def of_ones(n: Any) -> tuple[arb, arb]:
    ones = [(i, 1) for i in range(n)]
    with_relu, without = (mean_square(ones, n, activated) / n for activated in (True, False))
    return with_relu, without


@first_layer.certified(**BOUNDED)
def _ones_on_symbols(predicted: Predicted) -> Compared:
    with_relu, without = (layer_back.mean_square(activated, n, n) / n for activated in (True, False))
    yield "every n", (with_relu, without), predicted
    with precision(DIGITS):
        for where, (found,) in layer_back.at_pieces(DIGITS, cancel(with_relu.subs(n, 1 + 1 / layer_back.t))):
            yield where, bool(found < arb(2) / 5), True


@Claim(
    "yang19.growth.large-batches",
    source=RATES,
    status="reconstructed",
    says="as the batch grows the growth tends to pi/(pi - 1) = 1.467 with ReLU, to 1 without: to within 3/(n-3)",
    hypotheses=(*WIDE, "the symmetric fixed points"),
    predicts=(gradient_growth_limit(), Integer(1)),
    relation="->",
    given={"n": FAR},
    speaks_of=("nl",),
    uses=("yang19.growth.relu", "yang19.growth.linear"),
    twins=(Twin((Rational(3, 2), Integer(1)), "3/2"), Twin((Integer(2), Integer(1)), "2, as half of the units are on")),
).literal(most=12, kind="certified", scope=PAIRS, whole=False)
def large_batches(at: At) -> Within:
    with precision(2 * DIGITS):
        return Within((growth(whole(at.n)), growth_of_linear(whole(at.n))), (3 / (n - 3), Rational(5, 2) / (n - 3)))


@large_batches.certified(**BOUNDED)
def _towards(predicted: Predicted) -> Compared:
    yield "1/(n-1) -> 0", tuple(map(layer_back.at_no_t, (True, False))), predicted
    parts = (*layer_back.beyond(True, predicted[0]), *layer_back.beyond(False, predicted[1]))
    with precision(DIGITS):
        slopes: list[arb] = []
        for where, (slope, factor, other_slope, other_factor) in layer_back.at_pieces(DIGITS, *parts):
            slopes = [a.union(b) for a, b in zip(slopes or (slope, other_slope), (slope, other_slope), strict=True)]
            far = slopes[0] * factor, slopes[1] * other_factor
            yield where, all(abs(part) <= times for part, times in zip(far, (3, arb(5) / 2), strict=True)), True


@Claim(
    "yang19.growth.explodes",
    source=ABSTRACT,
    status="reconstructed",
    says="with ReLU gradients grow by more than pi/(pi - 1) a layer at every batch size, and by more than without: no "
    "batch is so large that they do not explode",
    hypotheses=AT_RELU,
    predicts=gradient_growth_limit(),
    relation=">",
    given={"n": FAR},
    speaks_of=("nl",),
    uses=("yang19.growth.relu",),
    twins=(Twin(Rational(3, 2), "more than 3/2"), Twin(Integer(2), "more than 2")),
).literal(most=24, kind="certified", scope=PAIRS, whole=False)
def explodes(at: At) -> arb:
    with precision(2 * DIGITS):
        return growth(whole(at.n))


@explodes.certified(**BOUNDED)
def _always_more(predicted: Predicted) -> Compared:
    limit = layer_back.at_no_t(True)
    if cancel(limit - predicted) != 0:
        yield "1/(n-1) -> 0", limit, predicted
    (top, bottom), (other, below) = map(layer_back.in_t, (True, False))
    with precision(DIGITS):
        # growth - limit is of the sign of slopes and factor; the rest is the growth without
        for where, found in layer_back.at_pieces(DIGITS, *layer_back.beyond(True, limit), top / bottom - other / below):
            for part in found:
                yield where, part, Integer(0)


one_layer = Claim(
    "yang19.growth.one-layer",
    source=RATES,
    says="one layer of BN + ReLU of width d, from points whose Gram matrix is exactly the symmetric one, makes exactly "
    "(1 - 2/d) of the growth of infinite width",
    hypotheses=(
        "W d x d with i.i.d. Gaussian entries, d >= n >= 4",
        "H^T H = d Q, Q = ((1 - c) I + c J)/2, c = kappa(-1/(n-1))",
        "rows of dL/dH' sum to 0; each has a random sign of its own and does not depend on W",
    ),
    silent_on="rows of one sign: their cross terms have a mean, as ReLU is not odd; deep networks (deep)",
    predicts=gradient_growth(n, "relu", d),
    given=Given({"n": Integers(4), "d": Integers(4)}, lambda at: at["n"] <= at["d"], "n <= d"),
    left=r"\mathbb E\|\partial L/\partial H\|^2/\|\partial L/\partial H'\|^2",
    over=grid(n=(4, 10), d=(12, 32)),
    speaks_of=("rc", "rs"),
    uses=("yang19.growth.relu",),
    twins=(
        Twin(gradient_growth(n), "infinite width at every width"),
        Twin((1 - (n - 1) / d) * gradient_growth(n), "1 - (n-1)/d"),
        Twin((1 - 2 / d) * gradient_growth(n, "identity"), "the ReLU counts for nothing"),
    ),
)


@one_layer.exact(
    scope="every n and d: BN differentiated, lengths and angles of the row's part in n - 1 dimensions by SymPy",
    step="cross terms of rows have mean 0, and w has n - 1 coordinates g with |Px|^2 = q |g|^2: the others are "
    "independent of these, and Px does not depend on them",
)
def _on_symbols(predicted: Predicted) -> Compared:
    """Signs of its own take products of two rows of the gradient off: E|w|^2 |J D delta|^2, row by row. Of w, n - 1
    dimensions make Px = sqrt(d (1 - c)/2) g, along the rest of |w|^2 = |g|^2 + .. nothing depends on it."""
    rows = Symbol("rows", positive=True)
    own, bare = (layer_back.mean_square(True, Integer(0), rows, d, lengths) for lengths in (2, 0))
    yield "every n and d", (own + (d - (n - 1)) * bare) / rows, predicted


deep = Claim(
    "yang19.growth.deep",
    source=RATES,
    status="measured",
    says="in deep networks with BN + ReLU three layers make the third power of the growth of one, up to order 1/d",
    hypotheses=(
        "H' = relu(BN(W H)), W d x d with i.i.d. Gaussian entries, n fixed, d -> oo",
        "layers 8 to 11 of 14 from Gaussian inputs, a gradient at the end with independent normal entries",
    ),
    silent_on="a bound on what finite width changes; the mean itself, beyond the truncation",
    relation="->",
    predicts=gradient_growth(n) ** 3,
    given=Given({"n": Integers(6)}, words="d -> oo"),
    left=r"\|\partial L/\partial H_8\|^2/\|\partial L/\partial H_{11}\|^2",
    over=grid(n=(10, 16)),
    speaks_of=("rs", "nl"),
    uses=("yang19.growth.relu",),
    twins=(
        Twin(Integer(1), "BN bounds gradients in depth"),
        Twin(gradient_growth(n), "one layer only"),
        Twin(gradient_growth(n, "identity") ** 3, "the ReLU counts for nothing"),
    ),
)
