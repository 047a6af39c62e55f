"""Breaking BN (section 4): weights of one sign collapse the linear network with BN to rank one (B1).

Positive matrices contract Hilbert's projective metric, and BN's scaling of rows is an isometry of it. Laws of both
signs, and centring, are in `breaking_laws`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, reduce
from itertools import product

import sympy
from flint import arb, fmpq_mat, fmpq_poly
from sympy import Expr, Integer, Mul, Pow, Symbol, cancel

from theory.batchnorm import rescale
from theory.claim import At, Claim, Compared, Predicted, Twin
from theory.claim.domains import Integers, Rationals
from theory.claim.given import Given
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid, value
from theory.exact.rationals import to_fmpq, to_sympy
from theory.markov.hilbert_metric import Row, birkhoff, diameter, spread, squared_cosine
from theory.markov.residual import Rows, times
from theory.notation import HALF, L, d
from theory.papers.daneshmand20.breaking.setting import BREAKING, positive_layer

POSITIVE = ("W >= 0 entrywise, e.g. U[0, 2a], with a density", "gamma > 0 or gamma = inf (no skip connection)")


t = Symbol("t", positive=True)


z = Symbol("z", positive=True)


x1, x2, y1, y2 = sympy.symbols("x_1 x_2 y_1 y_2", positive=True)


isometry = Claim(
    "daneshmand20.breaking.isometry",
    source=BREAKING,
    status="new",
    says="the scaling of rows by BN leaves every cross ratio x_1 y_2/(x_2 y_1) of two positive columns as it is, and "
    "so their distance in Hilbert's metric",
    tex=r"d_H(Dx,Dy)=d_H(x,y)\quad\text{for every positive diagonal }D",
    hypotheses=("x, y positive",),
    predicts=x1 * y2 / (x2 * y1),
    over=grid(x_1=(1, 2), x_2=(3,), y_1=(5,), y_2=(1, 7)),
    given=Given(dict.fromkeys(("x_1", "x_2", "y_1", "y_2"), Rationals(above=0))),
    left=r"x_1y_2/(x_2y_1)\text{ after rescaling}",
    twins=(Twin(x1 * y1 / (x2 * y2), "of columns and rows exchanged"), Twin(x1 / x2, "one column alone")),
)


@isometry.literal(scope="two rows of two data, rescaled")
def _rescaled(at: At) -> Expr:
    (a, b), (c, e) = rescale((at.x_1, at.y_1)), rescale((at.x_2, at.y_2))
    return a * e / (c * b)


@isometry.exact("every positive D, x, y of two rows; three pairs of vectors with 4 rows, scaled", reach="stated")
def _scaled(predicted: Predicted) -> Compared:
    s1, s2 = sympy.symbols("s_1 s_2", positive=True)
    yield "cross ratio after scaling", (s1 * x1) * (s2 * y2) / ((s2 * x2) * (s1 * y1)), predicted
    for x, y, s in (((1, 2, 3, 4), (4, 1, 1, 2), (5, 1, 7, 2)), ((1, 1, 5, 9), (2, 3, 5, 7), (1, 9, 2, 3))):
        after = spread([a * c for a, c in zip(x, s, strict=True)], [b * c for b, c in zip(y, s, strict=True)])
        pairs = ((x[i], x[j], y[i], y[j]) for i in range(4) for j in range(4))
        ratios = (predicted.subs(dict(zip((x1, x2, y1, y2), pair, strict=True))) for pair in pairs)
        yield f"largest cross ratio of {x}, {y} scaled by {s}", after, max(ratios)


contraction = Claim(
    "daneshmand20.breaking.contraction",
    source=BREAKING,
    status="new",
    says="a positive matrix A contracts Hilbert's metric by tanh(Delta/4) = (t - 1)/(t + 1), t^2 = e^Delta its largest "
    "cross ratio (Birkhoff), and not by less",
    tex=r"d_H(Ax,Ay)\le\tanh\big(\tfrac{\Delta(A)}4\big)\,d_H(x,y),\quad\tanh\tfrac\Delta4=\frac{t-1}{t+1}",
    hypotheses=("A > 0 entrywise",),
    predicts=(t - 1) / (t + 1),
    over=grid(t=(2, 3, 7)),
    uses=("daneshmand20.breaking.isometry",),
    twins=(
        Twin((t**2 - 1) / (t**2 + 1), "tanh(Delta/2)"),
        Twin(1 - 1 / t, "1 - e^(-Delta/2)"),
        Twin((t - 1) / t, "without the second row"),
    ),
)


@cache
def _images(top: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """(e^(d_H(x, y)), e^(d_H(Ax, Ay))) over vectors of 3 entries from 1, 2, 5, with A = 1 1^T + (t-1) I scaled."""
    scales = ((1, 2, 3), (2, 1, 5))
    A = [[scales[0][i] * scales[1][j] * (top if i == j else 1) for j in range(3)] for i in range(3)]
    assert diameter(A) == top**2
    vectors = [v for v in product((1, 2, 5), repeat=3) if v[0] == 1]

    def image(v: Row) -> list[int]:
        return [sum(a * b for a, b in zip(row, v, strict=True)) for row in A]

    return tuple((spread(v, w), spread(image(v), image(w))) for v in vectors for w in vectors)


@contraction.exact(
    "every t: steepest slope of a 2 x 2 matrix, and a square below it; t = 2, 3: 81 pairs of 3-vectors",
    reach="step",
    of="the steepest slope is that of two rows, at (1, 1)",
)
def _slopes(predicted: Predicted) -> Compared:
    # up to diagonal scalings every positive 2 x 2 matrix with t >= 1 is ((t, 1), (1, t)); z = e^s is the cross ratio
    ratio = (t * z + 1) / (z + t)
    slope = cancel(z * sympy.diff(ratio, z) / ratio)
    yield "d log(Ax)/d log x at x = (1, 1)", slope.subs(z, 1), predicted
    below = t * (t - 1) * (z - 1) ** 2 / ((t + 1) * (t * z + 1) * (z + t))
    yield "at every x", slope + below, predicted
    for top in (2, 3):
        factor = value(predicted, {"t": top})
        p, q = factor.numerator, factor.denominator
        yield f"t = {top}, pairs above", sum(after**q > before**p for before, after in _images(top)), 0


c = Symbol("c", positive=True)


constant_weights = Claim(
    "daneshmand20.breaking.constant-weights",
    source=BREAKING,
    status="new",
    says="weights all equal, gamma W = c 1 1^T, from M = I: 1 - M_ij = d/(d - 1 + (1 + c d)^(2L)) after L layers",
    tex=r"1-M_{ij}(H_L)=\frac d{d-1+(1+cd)^{2L}}",
    hypotheses=("H -> BN((I + c 1 1^T) H)", "M(H_0) = I"),
    predicts=d / (d - 1 + (1 + c * d) ** (2 * L)),
    over=grid(d=(2, 3), L=(1, 2), c=(HALF, 2)),
    given=Given({"d": Integers(2), "L": Integers(1), "c": Rationals(above=0)}),
    left="1-M_{12}(H_L)",
    twins=(
        Twin(d / (d - 1 + (1 + c * d) ** L), "half the rate"),
        Twin(Integer(1), "no collapse"),
        Twin((1 + c * d) ** (-2 * L), "leading order"),
    ),
)


@cache
def _distances(size: int) -> tuple[tuple[Expr, ...], ...]:
    """1 - M_00, 1 - M_01 and 1 - M_(d-1)0 after 1, .., 4 layers; M as a matrix of polynomials in c over one of them."""
    A = [[fmpq_poly([int(i == j), 1]) for j in range(size)] for i in range(size)]
    C: Rows = [[fmpq_poly([int(i == j)]) for j in range(size)] for i in range(size)]
    out = []
    for _ in range(4):
        C = times(times(A, C), A)  # A is symmetric
        # the diagonal is constant, so BN divides by it
        one = C[0][0]
        if any(C[i][i] != one for i in range(size)):
            raise AssertionError("the diagonal is not constant")
        shared = reduce(fmpq_poly.gcd, (entry for row in C for entry in row))
        C = [[entry // shared for entry in row] for row in C]
        out.append(tuple(_quotient(C[0][0] - C[i][j], C[0][0]) for i, j in ((0, 0), (0, 1), (size - 1, 0))))
    return tuple(out)


def _quotient(top: fmpq_poly, bottom: fmpq_poly) -> Expr:
    """As a function of c; not evaluated, as SymPy asks for the signs of long sums by differentiating them."""
    above, below = (
        sum((to_sympy(a) * c**k for k, a in enumerate(part.coeffs())), Integer(0)) for part in (top, bottom)
    )
    return Mul(above, Pow(below, -1, evaluate=False), evaluate=False)


@constant_weights.literal(scope="C = A C A^T layer by layer, A = I + c 1 1^T, over its diagonal, which is constant")
def _chain(at: At) -> Expr:
    size = int(at.d)
    A = fmpq_mat([[to_fmpq(at.c) + int(i == j) for j in range(size)] for i in range(size)])
    C = A**0
    for _ in range(int(at.L)):
        C = A * C * A.transpose()
    if any(C[i, i] != C[0, 0] for i in range(size)):
        raise AssertionError("the diagonal is not constant")
    return 1 - to_sympy(C[0, 1] / C[0, 0])


@constant_weights.exact(
    "d = 2, 3, 4, L = 1..4, every c: the chain of correlation matrices, layer by layer", reach="cases"
)
def _layer_by_layer(predicted: Predicted) -> Compared:
    for size in (2, 3, 4):
        for depth, found in enumerate(_distances(size), 1):
            claimed = predicted.subs({d: size, L: depth})
            yield f"d = {size}, L = {depth}", found, (0, claimed, claimed)


s = Symbol("s", positive=True)  # e^(d_H/2)


angle = Claim(
    "daneshmand20.breaking.angle-of-diameter",
    source=BREAKING,
    status="new",
    says="two positive rows at Hilbert distance log(s^2) have M_ij >= 2s/(1 + s^2), that is 1/cosh(d_H/2), attained at "
    "(1, s) and (s, 1)",
    tex=r"M_{ij}\ge\frac1{\cosh(d_H/2)}=\frac{2s}{1+s^2}",
    hypotheses=("rows of H positive",),
    predicts=2 * s / (1 + s**2),
    over=grid(s=(2, 3, 5)),
    twins=(Twin(1 / s, "e^(-d_H/2)"), Twin(4 * s / (1 + s) ** 2, "1/cosh^2(d_H/4)")),
)


@cache
def _least_cosines() -> dict[Fraction, Fraction]:
    """e^(d_H) to the least squared cosine over pairs of vectors of 3 entries from 1, 2, 3, 4."""
    least: dict[Fraction, Fraction] = {}
    vectors = list(product((1, 2, 3, 4), repeat=3))
    for x in vectors:
        for y in vectors[: len(vectors) // 4]:
            phi, square = spread(x, y), Fraction(squared_cosine([Fraction(e) for e in x], y))
            least[phi] = min(square, least.get(phi, Fraction(1)))
    return least


@angle.exact("every s: the pair that attains it; 1,024 pairs of 3-vectors: none below", reach="cases")
def _pairs(predicted: Predicted) -> Compared:
    yield "squared cosine of (1, s), (s, 1)", squared_cosine((1, s), (s, 1)), predicted**2
    # the square of the prediction is rational in s^2, which the distance fixes
    square = cancel(predicted.subs(s, 1) ** 2)
    yield "the sign, at distance 0", square, Integer(1)
    yield "the sign", sympy.sign(predicted.subs(s, 2)), Integer(1)
    bound = sympy.expand(cancel(predicted**2)).subs(s, sympy.sqrt(t))
    below = sum(least < Fraction(str(bound.subs(t, to_sympy(phi))))
                for phi, least in _least_cosines().items())  # fmt: skip
    yield "distances with a pair below", Integer(below), Integer(0)


collapse = Claim(
    "daneshmand20.breaking.collapse",
    source=BREAKING,
    status="new",
    says="nonnegative weights: the columns of the product of the layers become proportional, M -> 1 1^T and r -> 1, "
    "exponentially in depth, with or without a skip connection",
    tex=r"W_\ell\ge0\ \Rightarrow\ M(H_\ell)\to\mathbf1\mathbf1^\top,\quad r(H_\ell)\to1",
    hypotheses=(*POSITIVE, "X of full row rank"),
    silent_on="ReLU networks; the algebraic rank, which stays",
    predicts=Integer(1),
    over=({},),
    uses=(
        "daneshmand20.breaking.angle-of-diameter",
        "daneshmand20.breaking.contraction",
        "daneshmand20.breaking.isometry",
    ),
    twins=(Twin(Integer(2), "two directions survive"), Twin(2 * sympy.sqrt(2), "sqrt(d) for d = 8")),
)


@collapse.certified(
    "d = 3, 4, gamma = 1/2 and inf, explicit weights from 1..7, all depths from 60 on, by Birkhoff", reach="cases"
)
def _explicit_layers(predicted: Predicted) -> Compared:
    for size, skip in product((3, 4), (2, 0)):  # 2 (I + W/2) = 2 I + W, and BN does not mind the 2
        A = [[int(i == j) for j in range(size)] for i in range(size)]
        bound, above = arb(0), 0
        for depth in range(60):
            layer = positive_layer(size, depth)
            for i in range(size):
                layer[i][i] += skip
            columns = list(zip(*A, strict=True))
            A = [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in layer]
            with precision(60):
                found = arb(to_fmpq(diameter(A))).log()
                above += depth > 0 and not found <= bound * birkhoff(diameter(layer))
            bound = found
        # |M_ij| >= 1/cosh(Delta/2) from here on, so 1 <= r = d^2/sum M_ij^2 <= cosh(Delta/2)^2
        where = f"d = {size}, gamma = {'1/2' if skip else 'inf'}"
        yield where + ": layers above Birkhoff's bound", Integer(above), Integer(0)
        yield where + ": r", arb(1).union((bound / 2).cosh() ** 2), enclose(predicted, {})
