"""The claims of paper.md. Run them with `bninit check gradients --claims claims.py`, or as tests with pytest."""

from fractions import Fraction

import numpy as np
from sympy import Integer, Rational, Symbol, exp, integrate, oo, pi, symbols

from bninit.api import (
    Batches,
    Claim,
    Given,
    Integers,
    Locator,
    Paper,
    Twin,
    Variance,
    Verdict,
    backprop,
    batchnorm,
    gradient_growth,
    grid,
    kappa,
    n,
    sampled,
)

PAPER = Paper("gradients", "Gradients in deep networks with batch normalization", "A. Theorist", 2026, "draft")
ROW = ("a neuron's row y on n points, variance over n, no epsilon", "the gradient by BN(y) is g")
WIDE = (
    "weights i.i.d. Gaussian, infinite width, the layer's input at the symmetric fixed point: all angles equal",
    "the gradient at its output is independent of its weights, each row of it adds up to 0",
)
GROWTH = r"\mathbb E|\nabla_{\ell-1}|^2/\mathbb E|\nabla_\ell|^2"
SIZES = grid(n=range(4, 12))

a, c, q = symbols("a c q", real=True)


def centred(row):
    mean = sum(row, Fraction(0)) / len(row)
    return [value - mean for value in row]


def inner(u, v):
    return sum((s * t for s, t in zip(u, v, strict=True)), Fraction(0))


linear_printed = Claim(
    "gradients.growth.linear-printed",
    source=Locator(PAPER, "Lemma 2"),
    status="quoted",
    says="without activation the squared gradient grows by (n-1)/(n-2) a layer, backwards",
    tex=r"\frac{\mathbb E|\nabla_{\ell-1}|^2}{\mathbb E|\nabla_\ell|^2}=\frac{n-1}{n-2}",
    hypotheses=WIDE,
    given={"n": Integers(4)},
    left=GROWTH,
    predicts=(n - 1) / (n - 2),
    over=SIZES,
    expected=Verdict.REFUTED,
    corrected_by=("gradients.growth.linear",),
)

linear = Claim(
    "gradients.growth.linear",
    source=Locator(PAPER, "Lemma 2"),
    status="corrected",
    says="without activation the squared gradient grows by (n-2)/(n-3) a layer, backwards, from n = 4 on",
    tex=r"\frac{\mathbb E|\nabla_{\ell-1}|^2}{\mathbb E|\nabla_\ell|^2}=\frac{n-2}{n-3}",
    hypotheses=WIDE,
    silent_on="n = 3, where the mean is infinite; other configurations of the batch",
    given={"n": Integers(4)},
    left=GROWTH,
    predicts=(n - 2) / (n - 3),
    over=SIZES,
    uses=("gradients.layer.backward",),
    twins=(
        Twin((n - 1) / (n - 2), "as printed: 1/E chi^2 in place of E 1/chi^2"),
        Twin((n - 1) / (n - 3), "the part along BN(y) not taken off"),
        Twin(Integer(1), "as in a linear network without BN"),
    ),
)

relu = Claim(
    "gradients.growth.relu",
    source=Locator(PAPER, "Theorem 3"),
    status="new",
    says="with ReLU it grows by (n - 2 + kappa + kappa')/((n-3)(1-kappa)), kappa and its slope at -1/(n-1): more "
    "than pi/(pi-1) at every n",
    tex=r"\frac{\mathbb E|\nabla_{\ell-1}|^2}{\mathbb E|\nabla_\ell|^2}"
    r"=\frac{n-2+\kappa+\kappa'}{(n-3)(1-\kappa)}\Big|_{-1/(n-1)}",
    hypotheses=WIDE,
    silent_on="the outlier, a fixed point of its own; finite width",
    given={"n": Integers(4)},
    left=GROWTH,
    predicts=gradient_growth(),
    over=SIZES,
    uses=("gradients.layer.backward",),
    twins=(
        Twin(pi / (pi - 1), "the limit of large batches, at every n"),
        Twin(Integer(1), "as in a network of He's without BN"),
        Twin((n - 2) / (n - 3), "as without ReLU"),
    ),
)


@Claim(
    "gradients.layer.backward",
    source=Locator(PAPER, "Lemma 1"),
    status="new",
    says="through BN a neuron's gradient g becomes one of squared length (n/q)(a - c^2/q), where a = |Pg|^2, "
    "q = |Py|^2, c = <Py, Pg> and P takes the mean off",
    tex=r"|J^\top g|^2=\frac nq\Bigl(a-\frac{c^2}q\Bigr)",
    hypotheses=ROW,
    given=Given(
        {"y": Batches(Integers(2), up_to=("shift",)), "g": Batches(Integers(2), up_to=())},
        where=lambda at: len(at["y"]) == len(at["g"]),
        words="y and g of one length",
        letters={
            "n": lambda at: len(at["y"]),
            "a": lambda at: inner(centred(at["g"]), centred(at["g"])),
            "c": lambda at: inner(centred(at["y"]), centred(at["g"])),
            "q": lambda at: inner(centred(at["y"]), centred(at["y"])),
        },
    ),
    left=r"|J^\top g|^2",
    speaks_of=("rc", "rs"),
    predicts=n / q * (a - c**2 / q),
    over=({"n": 3, "a": 2, "c": 1, "q": 3}, {"n": 4, "a": 5, "c": -2, "q": 7}, {"n": 5, "a": 3, "c": 1, "q": 2}),
    twins=(
        Twin(n / q * a, "without the part along BN(y), which rescaling takes off"),
        Twin((a - c**2 / q) / q, "variance not divided by n"),
    ),
)
def backward(at):
    """Derivatives of <g, BN(y + t e_i)> at t = 0, by SymPy."""
    t = Symbol("t", real=True)
    found = Integer(0)
    for i in range(len(at.y)):
        moved = batchnorm([value + (t if i == j else 0) for j, value in enumerate(at.y)])
        loss = sum(weight * value for weight, value in zip(at.g, moved, strict=True))
        found += loss.diff(t).subs(t, 0) ** 2
    return found


DENSITIES = "by the densities of length and direction"


@linear_printed.exact(scope="n = 4, 6, .., 12", step=DENSITIES)
@linear.exact(scope="n = 4, 6, .., 12", step=DENSITIES)
def by_densities(predicted):
    """Py is sqrt(n/(n-1)) times a Gaussian of n - 1 dimensions: Lemma 1 with |g| = 1, and t the cosine of Py and g."""
    t, x = symbols("t x", positive=True)
    for size in range(4, 13, 2):
        chi = x ** Rational(size - 3, 2) * exp(-x / 2)
        inverse = integrate(chi / x, (x, 0, oo)) / integrate(chi, (x, 0, oo))
        cosine = (1 - t**2) ** ((size - 4) // 2)
        off = integrate(((1 - t**2) * cosine).expand(), (t, -1, 1)) / integrate(cosine.expand(), (t, -1, 1))
        yield f"n = {size}", (size - 1) * inverse * off, predicted.subs(n, size)


NORM = backprop.Norm()


def back(y, g):
    """Squared length of the gradient by y, for each row of y, (size, n); g likewise, or one for all."""
    z, s = NORM.forward(y[:, None])
    return np.square(NORM.backward(z, s, np.broadcast_to(g(z), z.shape))).sum(axis=(1, 2))


def tangent(size):
    """A gradient of length 1 that adds up to 0."""
    g = np.zeros(size)
    g[:2] = 0.5**0.5, -(0.5**0.5)
    return g


def length_4(factor):
    """Bound on the variance of X <= factor/chi^2 with n - 1 degrees of freedom."""
    return lambda predicted, cell: Variance(factor(cell["n"]) ** 2 / ((cell["n"] - 3) * (cell["n"] - 5)))


@sampled(
    linear_printed,
    "neurons on n = 6 points in the symmetric configuration, forward and backward",
    at=({"n": 6},),
    notices=0.015,
    support=length_4(lambda size: size - 1),
    limit_of=(),
    at_limit="one neuron of infinite width is what is simulated",
)
@sampled(
    linear,
    "neurons on n = 8, 12 points in the symmetric configuration, forward and backward",
    at=({"n": 8}, {"n": 12}),
    notices=0.025,
    support=length_4(lambda size: size - 1),
    limit_of=(),
    at_limit="one neuron of infinite width is what is simulated",
)
def linear_neurons(layer, cell, rng, size):
    y = rng.standard_normal((size, cell["n"])) * (cell["n"] / (cell["n"] - 1)) ** 0.5
    return back(y, lambda z: tangent(cell["n"]))


def mean_square(size):
    """Of an entry of Wh off its mean, h after ReLU: (1 - kappa)/2."""
    return float(1 - kappa(Rational(-1, size - 1))) / 2


@sampled(
    relu,
    "neurons on n = 8, 12 points in the symmetric configuration of ReLU, forward and backward",
    at=({"n": 8}, {"n": 12}),
    notices=0.05,
    support=length_4(lambda size: size / mean_square(size)),
    limit_of=(),
    at_limit="one neuron of infinite width is what is simulated",
)
def relu_neurons(layer, cell, rng, size):
    y = rng.standard_normal((size, cell["n"])) * mean_square(cell["n"]) ** 0.5
    return back(y, lambda z: tangent(cell["n"]) * (z > 0))
