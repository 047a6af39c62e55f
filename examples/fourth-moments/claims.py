"""The claims of paper.md. Run them with `bninit check fourth --claims claims.py`, or as tests with pytest."""

from itertools import permutations

import numpy as np
from sympy import Integer, Symbol, integrate

from bninit.api import Bounded, Claim, Layer, Locator, Paper, Twin, Verdict, batchnorm, grid, n, sampled

PAPER = Paper("fourth", "Fourth moments of a batch-normalized neuron", "A. Theorist", 2026, "draft")
SETTING = (
    "n >= 2 points, orthogonal and of equal length (X^T X = c I)",
    "one layer with i.i.d. Gaussian weights at any width",
    "BN without epsilon, variance over n",
)
SIZES = grid(n=range(2, 10))  # where false variants are told apart

fourth = Claim(
    "fourth.moments.fourth",
    source=Locator(PAPER, "Lemma 1"),
    status="new",
    says="each entry z_i of a batch-normalized Gaussian neuron has E z_i^4 = 3 (n-1)/(n+1)",
    tex=r"\mathbb E z_i^4=3\,\frac{n-1}{n+1}",
    hypotheses=SETTING,
    silent_on="other weights and other batches, where z is not uniform on its sphere",
    predicts=3 * (n - 1) / (n + 1),
    over=SIZES,
    twins=(
        Twin(Integer(3), "a standard Gaussian entry: only the limit n -> oo"),
        Twin(3 * n / (n + 2), "without recentring: the sphere of n, not of n - 1 dimensions"),
        Twin(3 * (n - 1) ** 3 / (n**2 * (n + 1)), "variance over n - 1"),
    ),
)

squares_printed = Claim(
    "fourth.moments.squares-printed",
    source=Locator(PAPER, "Lemma 2"),
    status="quoted",
    says="the squares of two entries of a batch-normalized Gaussian neuron are uncorrelated: E z_i^2 z_j^2 = 1",
    tex=r"\mathbb E z_i^2z_j^2=1\quad(i\ne j)",
    hypotheses=SETTING,
    predicts=Integer(1),
    over=SIZES,
    expected=Verdict.REFUTED,
    corrected_by=("fourth.moments.squares",),
)

squares = Claim(
    "fourth.moments.squares",
    source=Locator(PAPER, "Lemma 2"),
    status="corrected",
    says="two entries of a batch-normalized Gaussian neuron have E z_i^2 z_j^2 = (n^2 - 2n + 3)/(n^2 - 1)",
    tex=r"\mathbb E z_i^2z_j^2=\frac{n^2-2n+3}{n^2-1}\quad(i\ne j)",
    hypotheses=SETTING,
    silent_on="other weights and other batches",
    predicts=(n**2 - 2 * n + 3) / (n**2 - 1),
    over=SIZES,
    uses=("fourth.moments.fourth",),
    twins=(
        Twin(Integer(1), "as printed"),
        Twin(n / (n + 2), "without recentring"),
        Twin((n - 1) / (n + 1), "as if the centred unit vectors were orthogonal to each other"),
    ),
)


@fourth.exact(scope="every n, from Gaussian moments: E z^4 = E y^4 / E (|y|^2/n)^2 for y = P x")
def by_gaussian_moments(predicted):
    variance = 1 - 1 / n  # of y_i
    length_4 = (n - 1) ** 2 + 2 * (n - 1)  # E |y|^4 = (tr P)^2 + 2 tr P^2
    yield "every n", 3 * variance**2 / (length_4 / n**2), predicted


@fourth.exact(scope="n = 4, 6, .., 12, by integrating the density of one entry, (1 - t^2)^((n-4)/2) at z = sqrt(n-1) t")
def by_density(predicted):
    t = Symbol("t")
    for size in range(4, 13, 2):
        density = (1 - t**2) ** ((size - 4) // 2)
        mass, moment = (integrate(f.expand(), (t, -1, 1)) for f in (density, (size - 1) ** 2 * t**4 * density))
        yield f"n = {size}", moment / mass, predicted.subs(n, size)


@squares.exact(scope="every n, from Lemma 1 and |z|^2 = n: z_i^2 (z_1^2 + .. + z_n^2) = n z_i^2")
def by_length(predicted):
    yield "every n", (n - fourth.predicts) / (n - 1), predicted


@squares.exact(scope="every n, from Gaussian moments (Isserlis)")
def by_isserlis(predicted):
    variance, covariance = 1 - 1 / n, -1 / n
    length_4 = (n - 1) ** 2 + 2 * (n - 1)
    yield "every n", (variance**2 + 2 * covariance**2) / (length_4 / n**2), predicted


@squares_printed.exact(scope="n = 2, 3, over all rearrangements of (1, -1) and (1, -1, 0)")
@squares.exact(scope="n = 2, 3, over all rearrangements of (1, -1) and (1, -1, 0)")
def by_rearrangements(predicted):
    """At n = 3 z runs over a circle, where the mean of a polynomial of degree 4 is that over a regular hexagon."""
    for batch in ((1, -1), (1, -1, 0)):
        neurons = [batchnorm(row) for row in permutations(batch)]
        mean = sum((z[0] ** 2 * z[1] ** 2 for z in neurons), Integer(0)) / len(neurons)
        yield f"n = {len(batch)}", mean, predicted.subs(n, len(batch))


BN = Layer(("rc", "rs"))
WIDTH = 16


def neurons(layer, cell, rng, size):
    """Pre-activations after the layer, for `size` networks on n orthonormal points: shape (size, WIDTH, n)."""
    return layer(np.broadcast_to(np.eye(cell["n"]), (size, cell["n"], cell["n"])), width=WIDTH, rng=rng)


@sampled(
    fourth,
    f"networks of width {WIDTH} on n = 3, 6 orthonormal points",
    at=({"n": 3}, {"n": 6}),
    notices=0.08,
    support=lambda predicted, cell: Bounded(0, cell["n"] ** 2),  # z_i^2 <= n, with recentring or without
    layer=BN,
    models=("no centring", "n - 1 variance"),
    block=1024,
)
def fourth_in_networks(layer, cell, rng, size):
    return (neurons(layer, cell, rng, size)[..., 0] ** 4).mean(axis=1)


@sampled(
    squares_printed,
    f"networks of width {WIDTH} on n = 4 orthonormal points",
    at=({"n": 4},),
    notices=0.08,
    support=lambda predicted, cell: Bounded(0, cell["n"] ** 2 / 4),  # z_1^2 + z_2^2 <= n
    layer=BN,
    block=1024,
)
@sampled(
    squares,
    f"networks of width {WIDTH} on n = 3, 6 orthonormal points",
    at=({"n": 3}, {"n": 6}),  # without centring n/(n+2), which is 20% off at n = 3
    notices=0.08,
    support=lambda predicted, cell: Bounded(0, cell["n"] ** 2 / 4),
    layer=BN,
    models=("no centring", "n - 1 variance"),
    block=1024,
)
def squares_in_networks(layer, cell, rng, size):
    z = neurons(layer, cell, rng, size)
    return (z[..., 0] ** 2 * z[..., 1] ** 2).mean(axis=1)
