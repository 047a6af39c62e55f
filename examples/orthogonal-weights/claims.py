"""The claims of paper.md. Check them with `bninit check --claims claims.py`."""

from fractions import Fraction
from itertools import product

import numpy as np
from flint import acb, arb
from sympy import Integer, Rational, sqrt, symbols

from bninit.api import (
    Batches,
    Bounded,
    Claim,
    Correlations,
    Given,
    Integers,
    Locator,
    Paper,
    Rationals,
    Shape,
    Twin,
    Vec,
    Verdict,
    batchnorm,
    composite,
    each,
    every,
    matrices,
    n,
    number,
    one_if,
    places,
    product_of,
    rational_matrices,
    root,
    sampled,
    size,
    total,
    variable,
)

PAPER = Paper("orthogonal", "Batch normalization with orthogonal weights", "A. Theorist", 2026, "draft")
FROM_TWO = Integers(2)

g, h, q, s, u, D, L = symbols("g h q s u D L", real=True)


# The domain of orthogonal matrices, of which the suite has none


def is_orthogonal(W, n):
    """Whether its rows are orthonormal."""
    return len(W) in n and all(sum(a * b for a, b in zip(v, w, strict=True)) == (v is w) for v in W for w in W)


def any_orthogonal(name, n):
    """One of which nothing else is known."""
    d = variable(f"d_{name}", "nat")
    W, at = Vec.named(name, d, d), places(d)
    rows = every(lambda i: every(lambda j: matrices.inner(W[i], W[j]) == one_if(i == j), at), at)
    return Shape(W, (d,), (d >= n.least, rows), rows=((name, (d, d)),))


def reflected(W, v):
    """Each row less twice its part along v."""
    length = sum(x * x for x in v)
    along = [sum(a * b for a, b in zip(row, v, strict=True)) * Fraction(2, length) for row in W]
    return tuple(tuple(a - c * x for a, x in zip(row, v, strict=True)) for row, c in zip(W, along, strict=True))


@composite("an orthogonal matrix over Q, n {n}", has=is_orthogonal, general=any_orthogonal)
def orthogonal_matrices(choose, n=FROM_TWO):
    """Products of up to three reflections at rational vectors: all orthogonal matrices over Q, for n <= 3."""
    d = int(n.draw(choose))
    W = tuple(tuple(Fraction(i == j) for j in range(d)) for i in range(d))
    for _ in range(choose(0, 3)):
        v = [choose(-4, 4) + 1 + (i == 0) for i in range(d)]  # (2, 1, .., 1) first
        W = reflected(W, v) if any(v) else W
    return W


# A layer: M, the Gram matrix of the rows of X, of length 1, becomes that of the rows of W X, rescaled to length 1


def mixed(M, W):
    """W M W', before its rows are rescaled."""
    MWt = each(lambda row: each(lambda w: matrices.inner(row, w), W), M)
    return each(lambda w: matrices.combined(w, MWt), W)


def squared(row):
    return matrices.inner(row, row)


def squares(Z):
    return number(total(each(squared, Z)))


def diagonal(C):
    return each(lambda row, i: row[i], C, places(size(C)))


def rescaled(C):
    squares = diagonal(C)
    return each(lambda row, a: each(lambda x, b: x / root(a * b), row, squares), C, squares)


def exactly(C):
    return each(lambda row: each(number, row), C)


LAYER = {"M": Correlations(FROM_TWO), "W": orthogonal_matrices()}


def layer(**letters):
    """M and W of one size, so that no row of W X is 0."""
    return Given(
        LAYER,
        lambda at: size(at["M"]) == size(at["W"]) and every(lambda c: c != 0, diagonal(mixed(at["M"], at["W"]))),
        "M and W of one size, no row of WX is 0",
        letters,
    )


def det_before(at):
    return number(matrices.determinant(at["M"]))


def squares_after(at):
    return number(product_of(diagonal(mixed(at["M"], at["W"]))))


@Claim(
    "orthogonal.layer.lengths",
    Locator(PAPER, "Lemma 1"),
    "the squared lengths of the rows of WX add up to n, as those of X do",
    predicts=n,
    given=layer(n=lambda at: number(size(at["M"]))),
).literal
def lengths(at):
    return number(total(diagonal(mixed(at.M, at.W))))


@Claim(
    "orthogonal.layer.determinant",
    Locator(PAPER, "Lemma 2"),
    "a layer divides the determinant of the Gram matrix by the product q of the squared lengths of the rows of WX",
    predicts=D / q,
    given=layer(D=det_before, q=squares_after),
).literal(most=60)
def after(at):
    return matrices.determinant(rescaled(exactly(mixed(at.M, at.W))))


Claim(
    "orthogonal.layer.never-falls",
    Locator(PAPER, "Theorem 3"),
    "no layer makes the determinant less: it comes nearer to 1, that is to orthogonal rows, whatever the weights",
    relation=">=",
    predicts=D,
    given=layer(D=det_before),
    uses=("orthogonal.layer.lengths", "orthogonal.layer.determinant"),
).literal(after, most=60)

rises = Claim(
    "orthogonal.layer.rises",
    Locator(PAPER, "a misreading of Theorem 3"),
    "every layer makes the determinant greater, as long as it is below 1",
    status="reading",
    relation=">",
    predicts=D,
    given=Given(
        LAYER,
        lambda at: layer().where(at) and matrices.determinant(at["M"]) < 1,
        "M and W of one size, no row of WX is 0, det M < 1",
        {"D": det_before},
    ),
    expected=Verdict.REFUTED,
    no_truth="a layer may leave it as it is: true is orthogonal.layer.never-falls, with >=",
)
rises.literal(after, most=60)


@Claim(
    "orthogonal.layer.fixed",
    Locator(PAPER, "Corollary 4"),
    "orthogonal rows stay so: the next Gram matrix differs from the identity by 0, in sum of squares",
    predicts=Integer(0),
    given={"W": orthogonal_matrices()},
).literal
def fixed(at):
    rows = places(size(at.W))
    identity = each(lambda i: each(lambda j: number(one_if(i == j)), rows), rows)
    apart = each(lambda v, w: each(lambda a, b: a - b, v, w), rescaled(mixed(identity, at.W)), identity)
    return squares(apart)


recentred = Claim(
    "orthogonal.layer.recentred",
    Locator(PAPER, "a misreading of Corollary 4"),
    "with recentring, too, orthogonal rows stay orthogonal: the cosine of two rows of the identity is 0 after it",
    status="reading",
    predicts=Integer(0),
    given={"n": FROM_TWO},
    truth=-1 / (n - 1),
    expected=Verdict.REFUTED,
)


@recentred.literal
def first_two(at):
    rows = [batchnorm([Integer(i == j) for j in range(at.n)]) for i in range(2)]
    return sum((a * b for a, b in zip(*rows, strict=True)), Integer(0)) / at.n


# The plane: n = 2


@Claim(
    "orthogonal.plane.step",
    Locator(PAPER, "Lemma 5"),
    "n = 2, W a rotation by theta, s = sin(2 theta)^2, the rows at cosine r, u = r^2: the next squared cosine is "
    "u(1 - s)/(1 - us)",
    predicts=u * (1 - s) / (1 - u * s),
    given=Given(
        {"r": Rationals(above=-1, below=1), "t": Rationals()},
        letters={
            "u": lambda at: at["r"] ** 2,
            "s": lambda at: (4 * at["t"] * (1 - at["t"] ** 2) / (1 + at["t"] ** 2) ** 2) ** 2,
        },
    ),
).literal(symbols=True)
def step(at):
    """t = tan(theta/2)."""
    c, z = (1 - at.t**2) / (1 + at.t**2), 2 * at.t / (1 + at.t**2)
    first, second = 1 - 2 * c * z * at.r, 1 + 2 * c * z * at.r
    return (at.r * (c**2 - z**2)) ** 2 / (first * second)


@Claim(
    "orthogonal.plane.mean",
    Locator(PAPER, "Proposition 6"),
    "n = 2, W uniform: the mean determinant after a layer is the root of the determinant before it",
    predicts=sqrt(1 - u),
    given={"u": Rationals(least=0, below=1)},
    twins=(Twin(1 - u / 2, "its first terms alone"), Twin(1 - u, "as without a layer")),
).literal(kind="certified", most=12)
def mean(at):
    """The mean of (1 - u)/(1 - u sin(x)^2) over a period."""
    share = arb(at.u.p) / at.u.q
    period = arb.pi()
    found = acb.integral(lambda x, _: (1 - share) / (1 - share * x.sin() ** 2), 0, period)
    return found.real / period


@Claim(
    "orthogonal.plane.halves",
    Locator(PAPER, "Corollary 7"),
    "so with s the root of the determinant the mean squared cosine 1 - s after a layer is at most u(1 + u)/2, "
    "u = 1 - s^2 the one before",
    relation="<=",
    predicts=(1 - s**2) * (2 - s**2) / 2,
    given={"s": Rationals(least=0, most=1)},
    uses=("orthogonal.plane.mean",),
).literal(symbols=True)
def halves(at):
    return 1 - at.s


# Gradients


@Claim(
    "orthogonal.gradients.row",
    Locator(PAPER, "Lemma 8"),
    "through the rescaling y/|y| of a row a gradient z becomes one of squared length (g - h^2/q)/q, where g = |z|^2, "
    "h = z.y, q = |y|^2",
    predicts=(g - h**2 / q) / q,
    given=Given(
        {"y": Batches(constant=True), "z": Batches(constant=True)},
        lambda at: size(at["y"]) == size(at["z"]) and squared(at["y"]) != 0,
        "y and z of one length, y != 0",
        {
            "g": lambda at: number(squared(at["z"])),
            "h": lambda at: number(matrices.inner(at["z"], at["y"])),
            "q": lambda at: number(squared(at["y"])),
        },
    ),
).literal
def row(at):
    """The derivative of y_k/|y| by y_i is [i = k]/|y| - y_i y_k/|y|^3, by the quotient rule."""
    length, at_all = root(number(squared(at.y))), places(size(at.y))

    def slope(i, k):
        return one_if(i == k) / length - at.y[i] * at.y[k] / length**3

    back = each(lambda i: total(each(lambda k: slope(i, k) * at.z[k], at_all)), at_all)
    return total(each(lambda x: x**2, back))


def orthogonal_rows(**letters):
    """Rows Y that are orthonormal, and a gradient Z of their size."""
    return Given(
        {"Y": orthogonal_matrices(), "Z": rational_matrices(FROM_TWO, FROM_TWO)},
        lambda at: size(at["Y"]) == size(at["Z"]) and matrices.width(at["Z"]) == size(at["Y"]),
        "Y and Z of one size",
        letters,
    )


def antisymmetric(A):
    return each(lambda row, i: each(lambda x, j: x - A[j][i], row, places(size(A))), A, places(size(A)))


@Claim(
    "orthogonal.gradients.loses",
    Locator(PAPER, "Theorem 9"),
    "at orthonormal rows Y a layer takes from the squared gradient what lies along the rows: h, the sum of (z_i.y_i)^2",
    predicts=g - h,
    given=orthogonal_rows(
        g=lambda at: squares(at["Z"]),
        h=lambda at: number(total(each(lambda y, z: matrices.inner(y, z) ** 2, at["Y"], at["Z"]))),
    ),
    uses=("orthogonal.gradients.row", "orthogonal.layer.fixed"),
).literal
def back(at):
    """Each z_i less its part along y_i, which has length 1."""
    rows = each(lambda y, z: each(lambda a, b: b - matrices.inner(y, z) * a, y, z), at.Y, at.Z)
    return squares(rows)


Claim(
    "orthogonal.gradients.never-grows",
    Locator(PAPER, "Corollary 10"),
    "so gradients do not explode there: no layer makes the squared gradient greater",
    relation="<=",
    predicts=g,
    given=orthogonal_rows(g=lambda at: squares(at["Z"])),
    uses=("orthogonal.gradients.loses",),
).literal(back)


@Claim(
    "orthogonal.gradients.kept",
    Locator(PAPER, "Corollary 10"),
    "nor do they vanish: of a gradient KY with K antisymmetric a layer takes nothing",
    predicts=g,
    given=Given(
        {"Y": orthogonal_matrices(), "A": rational_matrices(FROM_TWO, FROM_TWO)},
        lambda at: size(at["Y"]) == size(at["A"]) and matrices.width(at["A"]) == size(at["Y"]),
        "Y and A of one size, K = A - A'",
        {"g": lambda at: squares(antisymmetric(at["A"]))},
    ),
    uses=("orthogonal.gradients.loses",),
).literal
def kept(at):
    gradient = matrices.product(antisymmetric(at.A), at.Y)
    return squares(each(lambda y, z: each(lambda a, b: b - matrices.inner(y, z) * a, y, z), at.Y, gradient))


any_row = Claim(
    "orthogonal.gradients.any-row",
    Locator(PAPER, "a misreading of Corollary 10"),
    "the rescaling of any row makes no gradient greater",
    status="reading",
    relation="<=",
    predicts=g,
    given=row.given,
    expected=Verdict.REFUTED,
    no_truth="for rows of length 1 it is true: orthogonal.gradients.never-grows",
)
any_row.literal(row)

depth = Claim(
    "orthogonal.gradients.depth",
    Locator(PAPER, "Theorem 11"),
    "Y orthonormal, uniform weights, a gradient AY with A symmetric and of diagonal 0: the mean of its square is, L "
    "layers back, (n/(n+2))^(L-1) of its own",
    predicts=(n / (n + 2)) ** (L - 1),
    given={"n": FROM_TWO, "L": Integers(1)},
    uses=("orthogonal.gradients.loses",),
)

independent = Claim(
    "orthogonal.gradients.independent",
    Locator(PAPER, "a misreading of Theorem 11"),
    "it is (1 - 1/n)^(L-1), as if gradients were independent of the rows that they go back through",
    status="reading",
    predicts=(1 - 1 / n) ** (L - 1),
    given=depth.given,
    expected=Verdict.REFUTED,
    corrected_by=(depth.id,),
)


@depth.exact(step="one layer, L = 2, by the moments of a uniform point of the sphere", scope="n = 2 to 5")
def one_layer(predicted):
    """E w_a w_b w_c w_d = ([ab][cd] + [ac][bd] + [ad][bc])/(n(n+2)), [ab] = 1 where a = b; w a row of W'."""
    for rows in range(2, 6):
        A = [[Rational(a * b + a + b, 7) if a != b else Integer(0) for b in range(rows)] for a in range(rows)]
        whole = sum(x**2 for row in A for x in row)
        lost = sum(
            A[a][b] * A[c][d] * ((a == b) * (c == d) + (a == c) * (b == d) + (a == d) * (b == c))
            for a, b, c, d in product(range(rows), repeat=4)
        ) / (rows * (rows + 2))
        yield f"n = {rows}", 1 - rows * lost / whole, predicted.subs({n: rows, L: 2})


toward = Claim(
    "orthogonal.plane.shrinks",
    Locator(PAPER, "Corollary 7"),
    "n = 2: after L layers the mean squared cosine is at most u ((1 + u)/2)^L, u that of X",
    relation="<=",
    predicts=u * ((1 + u) / 2) ** L,
    given={"u": Rationals(least=0, below=1), "L": Integers(1)},
    uses=("orthogonal.plane.halves", "orthogonal.layer.never-falls"),
)


# In networks


def uniform(rng, size, n):
    """Orthogonal matrices by Haar's law."""
    Q, R = np.linalg.qr(rng.standard_normal((size, n, n)))
    return Q * np.sign(np.diagonal(R, axis1=-2, axis2=-1))[:, None, :]


def unit(rows):
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


def squared_cosines(cell, rng, size, layers):
    """After so many layers, from two rows at squared cosine u."""
    c = float(cell["u"]) ** 0.5
    X = np.broadcast_to([[1.0, 0.0], [c, (1 - c**2) ** 0.5]], (size, 2, 2))
    for _ in range(layers):
        X = unit(uniform(rng, size, 2) @ X)
    return (X[:, 0] * X[:, 1]).sum(axis=-1) ** 2


AT = {"u": Rational(9, 25)}


@sampled(mean, "networks on two rows at cosine 3/5", at=(AT,), notices=0.01, support=Bounded(0, 1))
def determinants(layer, cell, rng, size):
    return 1 - squared_cosines(cell, rng, size, 1)


@sampled(
    toward,
    "networks on two rows at cosine 3/5",
    at=({**AT, "L": 2}, {**AT, "L": 5}),
    notices=0.1,
    support=Bounded(0, 1),
)
def squared_cosines_in_depth(layer, cell, rng, size):
    return squared_cosines(cell, rng, size, int(cell["L"]))


@sampled(
    independent,
    "networks on n = 3 orthonormal rows",
    at=({"n": 3, "L": 6},),
    notices=0.1,
    support=Bounded(0, 1),
)
@sampled(
    depth,
    "networks on n = 3 and 5 orthonormal rows",
    at=({"n": 3, "L": 4}, {"n": 5, "L": 8}),
    notices=0.02,
    support=Bounded(0, 1),
)
def gradients(layer, cell, rng, size):
    """Forward from the identity, then back through W and the rescaling of rows that have length 1."""
    n, layers = int(cell["n"]), int(cell["L"])
    X, W, rows = np.broadcast_to(np.eye(n), (size, n, n)), [], []
    for _ in range(layers):
        W.append(uniform(rng, size, n))
        X = unit(W[-1] @ X)
        rows.append(X)
    A = np.zeros((n, n))
    A[0, 1] = A[1, 0] = 0.5**0.5
    Z = A @ X
    for weights, Y in zip(reversed(W), reversed(rows), strict=True):
        Z = weights.swapaxes(-1, -2) @ (Z - (Z * Y).sum(axis=-1, keepdims=True) * Y)
    return (Z**2).sum(axis=(1, 2))
