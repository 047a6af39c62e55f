"""The symmetric fixed points of BN, linear and with ReLU."""

from __future__ import annotations

from typing import Any

from flint import arb
from sympy import Expr, Integer, Symbol

from theory.batchnorm import batchnorm
from theory.claim import Claim, Compared, Predicted, Twin
from theory.domains.numbers import Integers
from theory.exact.certify import precision
from theory.exact.expressions import grid
from theory.notation import HALF, n
from theory.papers.yang19.growth import symbols
from theory.papers.yang19.growth.setting import RATES
from theory.term import whole
from theory.term.named import named
from theory.wide.kernels import kappa
from theory.wide.rescaling import rescaled
from theory.words import At

EVERY = "every n: lengths and angles of g and of two of its entries, integrated by SymPy"
RHO = -1 / (n - 1)


@Claim(
    "yang19.growth.linear-fixed",
    source=RATES,
    status="reconstructed",
    says="without activation a layer with BN makes, of rows drawn from N(0, P), points of norm 1 in the mean "
    "and cosine -1/(n-1): a multiple of P, the symmetric fixed point",
    hypotheses=("infinite width", "x ~ N(0, P), P = I - J/n", "BN divides by the biased standard deviation"),
    silent_on="which starts tend to it: daneshmand21.mean-map, in n - 1 dimensions",
    predicts=(Integer(1), -1 / (n - 1)),
    given={"n": Integers(2)},
    speaks_of=("rc", "rs"),
).literal(scope="BN of the points of a design that has the second moments of the sphere", whole=False)
def linear_fixed(at: At) -> tuple[Expr, Expr]:
    square = normalised_product(0, 0, at.n)
    return square, normalised_product(0, 1, at.n) / square


@named("E[y_{0} y_{1}]", r"\mathbb E[y_{{{0}}}y_{{{1}}}]", means="y = BN(x), x ~ N(0, P), n points")
def normalised_product(i: int, j: int, n: Any) -> Expr:
    """E[BN(x)_i BN(x)_j]: the centred unit rows e_k - 1/n, and their negatives, have the sphere's second moments."""
    size = whole(n)
    made = [batchnorm([Integer(i == k) for i in range(size)]) for k in range(size)]
    return sum((y[i] * y[j] for y in made), Integer(0)) / size


@linear_fixed.exact(
    scope=EVERY, argued="the mean over a row of weights, and of two of its entries, in polar coordinates"
)
def _linear_on_symbols(predicted: Predicted) -> Compared:
    square, product = symbols.moments(False)
    yield "every n", (square, product / square), predicted


@Claim(
    "yang19.growth.relu-fixed",
    source=RATES,
    status="reconstructed",
    says="with ReLU, points of square norm 1/2 and cosine kappa(-1/(n-1)): one layer makes it of any symmetric start",
    hypotheses=("infinite width", "x ~ N(0, Q), Q any (1 - c) I + c J, c < 1", "n >= 3"),
    silent_on="which other starts tend to it",
    predicts=(HALF, kappa(RHO)),
    given={"n": Integers(3)},
    over=grid(n=range(3, 9)),
    uses=("components.gaussian.arc-cosine",),
    twins=(Twin((HALF, kappa(Integer(0))), "1/pi, the limit, at every n"),),
).literal(kind="certified", scope="E relu(y) relu(y)^T of y = sqrt(n) g/|g| by quadrature, entry by entry", most=5)
def relu_fixed(at: At) -> tuple[Any, ...]:
    with precision(40):
        image = activated_products(at.n)
        return image[0][0], image[0][1] / image[0][0]


@named(
    "E[ReLU(y) ReLU(y)ᵀ]",
    r"\mathbb E[\mathrm{{ReLU}}(y)\mathrm{{ReLU}}(y)^{{\mathsf T}}]",
    shape=lambda n: (n, n),
    means="y = BN(x), x ~ N(0, P), n points",
    bare=True,
)
def activated_products(n: Any) -> list[list[arb]]:
    """E ReLU(y) ReLU(y)^T of y = sqrt(n) g/|g|, g ~ N(0, P), by quadrature."""
    size = whole(n)
    return rescaled([[arb(size * (i == j) - 1) / size for j in range(size)] for i in range(size)], True, True, 20)


@relu_fixed.exact(scope=EVERY, argued="the mean over a row of weights, and of two of its entries, in polar coordinates")
def _relu_on_symbols(predicted: Predicted) -> Compared:
    c = Symbol("c", real=True)
    # P Q P, entry by entry, of Q_ij = own if i = j, else c
    row = 1 + (n - 1) * c
    yield (
        "x up to its mean is (1 - c) N(0, P)",
        (1 - 2 * row / n + row / n, c - row / n),
        ((1 - c) * (1 - 1 / n), -(1 - c) / n),
    )
    square, product = symbols.moments(True)
    yield "every n", (square, product / square), predicted
