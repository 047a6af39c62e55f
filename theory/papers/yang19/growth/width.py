"""Finite width: one layer from the symmetric configuration exactly, and deep networks as measured."""

from __future__ import annotations

from sympy import Integer, Symbol

from theory.claim import Claim, Compared, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.exact.expressions import grid
from theory.notation import d, n
from theory.papers.yang19.growth import symbols
from theory.papers.yang19.growth.setting import RATES
from theory.wide.gradient_growth import gradient_growth

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
    own, bare = (symbols.mean_square(True, Integer(0), rows, d, lengths) for lengths in (2, 0))
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
