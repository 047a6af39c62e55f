"""The claims of paper.md. Check them with `bninit check --claims claims.py`."""

from fractions import Fraction

import numpy as np
from sympy import Integer, Rational, Symbol, symbols

from bninit.api import (
    Batches,
    Bias,
    Bounded,
    Claim,
    Given,
    Integers,
    Layer,
    Locator,
    Paper,
    Rationals,
    Shape,
    Twin,
    Vec,
    Verdict,
    composite,
    each,
    enclose,
    every,
    gram_matrices,
    kappa,
    matrices,
    number,
    places,
    product_of,
    root,
    sampled,
    size,
    total,
    variable,
)

PAPER = Paper("isometry", "Normalisation, activation and isometry", "A. Theorist", 2026, "draft")

g, h, m, r, v, D, T = symbols("g h m r v D T", real=True)
a = Symbol("a", nonnegative=True)
c, d, L = symbols("c d L", positive=True)


# The isometry of n points with Gram matrix G, to the n-th power: det(G)/(tr(G)/n)^n


def diagonal(G):
    return each(lambda row, i: row[i], G, places(size(G)))


def exactly(G):
    return each(lambda row: each(number, row), G)


def mean_length(G):
    """The mean of the squared lengths."""
    return number(total(diagonal(G))) / size(G)


def normalised(G):
    """The Gram matrix of the points over their lengths."""
    squares = diagonal(G)
    return each(lambda row, s: each(lambda x, t: x / root(s * t), row, squares), G, squares)


def power(x, k):
    """x^k, as a product of k factors: k is unknown where terms are."""
    return product_of(each(lambda _: x, places(k)))


def isometry(G):
    return matrices.determinant(G) / power(mean_length(G), size(G))


def no_zero(at):
    return every(lambda s: s != 0, diagonal(at["G"]))


SIZES = Integers(2, far=4)  # listed up to 4: determinants are expanded by rows
POINTS = {"G": gram_matrices(SIZES)}


@Claim(
    "isometry.measure.at-most-one",
    Locator(PAPER, "Proposition 1"),
    "the isometry of points that are not all 0 is at most 1",
    relation="<=",
    predicts=Integer(1),
    given=Given(POINTS, lambda at: mean_length(at["G"]) != 0, "not all points are 0"),
).literal(most=40)
def at_most_one(at):
    return isometry(exactly(at.G))


@Claim(
    "isometry.measure.scale",
    Locator(PAPER, "Proposition 1"),
    "and does not change as all points are multiplied by one number, G by c",
    predicts=r,
    given=Given(
        {**POINTS, "c": Rationals(above=0)},
        lambda at: mean_length(at["G"]) != 0,
        "not all points are 0",
        {"r": lambda at: isometry(exactly(at["G"]))},
    ),
).literal(most=40)
def scale(at):
    return isometry(each(lambda row: each(lambda x: number(at.c) * x, row), exactly(at.G)))


@Claim(
    "isometry.normalised.gain",
    Locator(PAPER, "Theorem 2"),
    "points over their lengths have the isometry det(G)/prod G_ii, to the n-th power: as much more as the mean of the "
    "squared lengths is more than their geometric mean",
    predicts=D / g,
    given=Given(
        POINTS,
        no_zero,
        "no point is 0",
        {
            "D": lambda at: number(matrices.determinant(at["G"])),
            "g": lambda at: number(product_of(diagonal(at["G"]))),
        },
    ),
).literal(most=40)
def after(at):
    return isometry(normalised(exactly(at.G)))


Claim(
    "isometry.normalised.never-falls",
    Locator(PAPER, "Corollary 3"),
    "so normalisation does not make the isometry less",
    relation=">=",
    predicts=r,
    given=Given(POINTS, no_zero, "no point is 0", {"r": lambda at: isometry(exactly(at["G"]))}),
    uses=("isometry.normalised.gain",),
).literal(after, most=40)

recentred = Claim(
    "isometry.normalised.recentred",
    Locator(PAPER, "a misreading of Corollary 3"),
    "nor does recentring: two points less their mean have at least the isometry that they had",
    status="reading",
    relation=">=",
    predicts=r,
    given=Given(
        {"x": Batches(Integers(2, 2)), "y": Batches(Integers(2, 2))},
        letters={"r": lambda at: isometry(exactly(matrices.square((at["x"], at["y"]))))},
    ),
    expected=Verdict.REFUTED,
    truth=Integer(0),
)


@recentred.literal
def less_their_mean(at):
    half = [(p - q) / 2 for p, q in zip(at.x, at.y, strict=True)]
    return isometry(exactly(matrices.square((half, [-p for p in half])))) if any(half) else Integer(0)


# Lengths alone

FROM_ONE, FROM_TWO = Integers(1), Integers(2)


def is_lengths(value, n):
    return isinstance(value, tuple) and len(value) in n and all(x > 0 for x in value)


def any_lengths(name, n):
    k = variable("n", "nat")
    row = Vec.named(name, k)
    return Shape(row, (k,), (k >= n.least, every(lambda x: x > 0, row)), rows=((name, (k,)),))


@composite("lengths > 0, n {n}", has=is_lengths, general=any_lengths)
def lengths(choose, n=FROM_TWO):
    return tuple(Fraction(choose(1, 12), choose(1, 4)) for _ in range(int(n.draw(choose))))


def mean(row):
    return number(total(row)) / size(row)


LENGTHS = {
    "m": lambda at: mean(at["l"]),
    "v": lambda at: mean(each(lambda x: x**2, at["l"])) - mean(at["l"]) ** 2,
}


@Claim(
    "isometry.normalised.by-variance",
    Locator(PAPER, "Theorem 4"),
    "lengths of mean m and variance v: normalisation multiplies the isometry by 1 + v/m^2 at least, and so its n-th "
    "power by that to the n-th",
    relation=">=",
    predicts=Symbol("p", real=True),
    given=Given(
        {"l": lengths()},
        letters={"p": lambda at: power(1 + LENGTHS["v"](at) / LENGTHS["m"](at) ** 2, size(at["l"]))},
    ),
    uses=("isometry.normalised.gain",),
).literal
def by_variance(at):
    """Arithmetic over geometric mean of the squares, to the n-th power."""
    squares = each(lambda x: x**2, at.l)
    return power(mean(squares), size(at.l)) / number(product_of(squares))


twice = Claim(
    "isometry.normalised.by-twice-the-variance",
    Locator(PAPER, "a misreading of Theorem 4"),
    "by 1 + 2 v/m^2 at least",
    status="reading",
    relation=">=",
    predicts=Symbol("p", real=True),
    given=Given(
        {"l": lengths()},
        letters={"p": lambda at: power(1 + 2 * LENGTHS["v"](at) / LENGTHS["m"](at) ** 2, size(at["l"]))},
    ),
    expected=Verdict.REFUTED,
    truth=Integer(1),
)
twice.literal(by_variance)


# Activations: cosine r comes to k(r) = p_1 r + p_2 r^2 + .., p_j the squared Hermite coefficients


def is_shares(value, n):
    return isinstance(value, tuple) and len(value) in n and all(x >= 0 for x in value) and sum(value) == 1


def any_shares(name, n):
    k = variable("n", "nat")
    row = Vec.named(name, k)
    known = (k >= n.least, every(lambda x: x >= 0, row), total(row) == 1)
    return Shape(row, (k,), known, rows=((name, (k,)),))


@composite("shares >= 0 of sum 1, n {n}", has=is_shares, general=any_shares)
def shares(choose, n=FROM_ONE):
    parts = [choose(0, 6) for _ in range(int(n.draw(choose)))]
    return tuple(Fraction(part, sum(parts)) for part in parts) if any(parts) else None


def after_activation(p, cosine):
    """The sum of p_j cosine^j, j = 1, 2, .."""
    return number(total(each(lambda share, j: share * power(cosine, j + 1), p, places(size(p)))))


COSINES = {"p": shares(), "r": Rationals(least=0, most=1)}


@Claim(
    "isometry.activation.contracts",
    Locator(PAPER, "Theorem 5"),
    "an activation of mean 0 brings points at a cosine r >= 0 to a cosine of at most r",
    relation="<=",
    predicts=r,
    given=COSINES,
).literal
def contracts(at):
    return after_activation(at.p, at.r)


@Claim(
    "isometry.activation.two-points",
    Locator(PAPER, "Corollary 6"),
    "so the squared isometry of two points of length 1, 1 - r^2, does not fall",
    relation=">=",
    predicts=1 - r**2,
    given=COSINES,
    uses=("isometry.activation.contracts",),
).literal
def two_points(at):
    return 1 - after_activation(at.p, at.r) ** 2


@Claim(
    "isometry.activation.depth",
    Locator(PAPER, "Theorem 7"),
    "an odd activation with the share a = p_1 of its linear part: a cosine r >= 0 is at most r (a + (1 - a) r^2)^L "
    "after L layers",
    relation="<=",
    predicts=r * (a + (1 - a) * r**2) ** L,
    given=Given(
        {"q": shares(Integers(1, 3)), "r": Rationals(least=0, most=1), "L": Integers(1, 6)},
        letters={"a": lambda at: number(at["q"][0])},
    ),
    uses=("isometry.activation.contracts",),
).literal(most=40)
def depth(at):
    """q: the shares of the powers 1, 3, 5."""
    cosine = at.r
    for _ in range(int(at.L)):
        cosine = sum((share * cosine ** (2 * j + 1) for j, share in enumerate(at.q)), Integer(0))
    return cosine


relu_contracts = Claim(
    "isometry.activation.relu-contracts",
    Locator(PAPER, "a misreading of Theorem 5"),
    "ReLU, too, brings points at a cosine r >= 0 to a cosine of at most r",
    status="reading",
    relation="<=",
    predicts=r,
    given={"r": Rationals(least=0, below=1)},
    expected=Verdict.REFUTED,
    truth=(1 + r) / 2,
)

relu = Claim(
    "isometry.activation.relu",
    Locator(PAPER, "Remark 8"),
    "as its mean is not 0; its cosine is at most (1 + r)/2",
    relation="<=",
    predicts=(1 + r) / 2,
    given={"r": Rationals(above=-1, below=1)},
)


@relu.literal(kind="certified", most=30)
@relu_contracts.literal(kind="certified", most=30)
def relu_cosine(at):
    return enclose(kappa(r), {"r": at.r})


# In networks

LINEAR = Layer((), gain=1)


def cosines(layer, cell, rng, size, width):
    """Of two points at cosine r, after one layer."""
    r = float(cell["r"])
    X = np.broadcast_to([[1.0, r], [0.0, (1 - r**2) ** 0.5]], (size, 2, 2))
    H = layer(X, width=width, rng=rng)
    x, y = H[..., 0], H[..., 1]
    return (x * y).sum(axis=-1), np.linalg.norm(x, axis=-1) * np.linalg.norm(y, axis=-1)


orthogonal = Claim(
    "isometry.width.orthogonal",
    Locator(PAPER, "Proposition 9"),
    "a linear layer of width d with Gaussian weights brings orthogonal points to a squared cosine of 1/d, in the mean",
    predicts=1 / d,
    given={"d": Integers(1)},
    twins=(Twin(1 / (d + 1), "one more dimension"), Twin(1 / d**2, "as for independent neurons")),
)


@orthogonal.exact(
    scope="d = 1 to 8",
    argued="The direction of Wx is uniform and independent of Wy: each of d squares has the mean 1/d.",
)
def by_symmetry(predicted):
    """The d squared coordinates of a uniform point of the sphere add up to 1 and have one mean."""
    for width in range(1, 9):
        yield f"d = {width}", Rational(1, width), predicted.subs(d, width)


@sampled(
    orthogonal, "layers of width 2 and 8", at=({"d": 2, "r": 0}, {"d": 8, "r": 0}), notices=0.03, support=Bounded(0, 1),
    layer=LINEAR,
)  # fmt: skip
def squared_cosine(layer, cell, rng, size):
    products, lengths = cosines(layer, cell, rng, size, int(cell["d"]))
    return (products / lengths) ** 2


WIDTH = 256

relu_layer = Claim(
    "isometry.width.cosine",
    Locator(PAPER, "Proposition 10"),
    "in wide layers the cosine after ReLU tends to kappa(r), the arc-cosine kernel",
    predicts=kappa(r),
    given={"r": Rationals(least=-1, most=1)},
    hypotheses=("infinite width",),
)


@sampled(
    relu_layer,
    f"layers of width {WIDTH}, points at cosine 0 and 1/2",
    at=({"r": 0}, {"r": Rational(1, 2)}),
    notices=0.02,
    support=Bounded(0, 1),
    layer=Layer(("nl",)),
    bias=Bias(
        0.0031,
        "extrapolated",
        "widths 32, 64, 128: width times the relative difference is .76 at 0, -.11 at 1/2",
        0.0005,
    ),
)
def cosine(layer, cell, rng, size):
    products, lengths = cosines(layer, cell, rng, size, WIDTH)
    return products / lengths


normalised_layer = Claim(
    "isometry.width.normalised",
    Locator(PAPER, "Proposition 11"),
    "layers of normalisation and tanh keep the mean squared isometry of two points of length 1 at cosine r >= 0",
    relation=">=",
    predicts=1 - r**2,
    given={"r": Rationals(least=0, most=1)},
    uses=("isometry.activation.two-points",),
)


@sampled(
    normalised_layer,
    f"layers of width {WIDTH} with RMS normalisation and tanh, points at cosine 1/2 and 4/5",
    at=({"r": Rational(1, 2)}, {"r": Rational(4, 5)}),
    notices=0.02,
    support=Bounded(0, 1),
    layer=Layer(("rms", "nl"), activation="tanh"),
)
def squared_isometry(layer, cell, rng, size):
    products, lengths = cosines(layer, cell, rng, size, WIDTH)
    return 1 - (products / lengths) ** 2
