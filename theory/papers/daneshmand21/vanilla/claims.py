"""The contrast without BN, H' = W H: the gap tends to sqrt(1 - 1/n), over about d layers (A20)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from sympy import Expr, Integer, cancel, polygamma, sqrt, symbols

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import to_sympy
from theory.markov.products import log_length
from theory.notation import L, d, n
from theory.orthogonality.finite_width import gap_squared
from theory.papers.daneshmand21 import DANESHMAND21

CONTRAST = Locator(DANESHMAND21, "slides: without BN, E orth. gap(H'_inf) = Theta(1)")
LINEAR = ("H'_(l+1) = W_l H'_l, d x d weights, entries i.i.d. N(0, 1/d)",)
MOMENTS = (*LINEAR, "G_l = H'_l^T H'_l; only the first four moments of the entries enter, and their symmetry")

limit = Claim(
    "daneshmand21.vanilla.limit",
    source=CONTRAST,
    status="new",
    says="without BN the gap tends to sqrt(1 - 1/n) almost surely, its greatest value: the Theta(1) of the slides",
    tex=r"\mathrm{gap}(H'_\ell)\to\sqrt{1-\tfrac1n}=\Theta(1)",
    hypotheses=(*LINEAR, "H'_0 != 0, l -> inf at fixed d"),
    silent_on="how deep: see fixed-depth",
    predicts=sqrt(1 - 1 / n),
    over=grid(n=(2, 3, 4)),
    uses=("daneshmand21.gap.range", "daneshmand21.vanilla.angle"),
    twins=(
        Twin(Integer(1), "A20: limit 1"),
        Twin((n - 1) / n, "A20: the square"),
    ),
)


@limit.certified(
    "n = 2..6: the root of V^2 at x x^T, x = (1, .., n) and (1, -1, 1, ..)",
    reach="step",
    of="the columns become parallel (angle), and V is continuous",
)
def _rank_one(predicted: Predicted) -> Compared:
    for size in range(2, 7):
        for x in (range(1, size + 1), [(-1) ** i for i in range(size)]):
            gap = gap_squared([[a * b for a in x] for b in x])
            root = enclose(sqrt(to_sympy(gap)), {})
            yield f"n = {size}, x_2 = {x[1]}", root, enclose(predicted, {"n": size})


angle = Claim(
    "daneshmand21.vanilla.angle",
    source=CONTRAST,
    status="new",
    says="between two columns (1/l) log sin^2 -> -(psi(d/2) - psi((d-1)/2)) ~ -1/d: .1530 at d = 8, .0689 at d = 16",
    tex=r"\tfrac1\ell\log\sin^2\angle\to-\big[\psi(\tfrac d2)-\psi(\tfrac{d-1}2)\big]",
    hypotheses=(*LINEAR, "d >= 2, the columns linearly independent"),
    silent_on="depths below d, where the angle has hardly changed",
    predicts=polygamma(0, (d - 1) / 2) - polygamma(0, d / 2),
    over=grid(d=(3, 4, 8)),
    twins=(
        Twin(-1 / d, "the leading order as an equality"),
        Twin((polygamma(0, (d - 1) / 2) - polygamma(0, d / 2)) / 2, "sin for sin^2"),
        Twin(polygamma(0, d / 2) - polygamma(0, (d - 1) / 2), "towards orthogonality"),
    ),
)


@angle.certified(
    "d = 3..10: twice E log of the length of a column, of d - 1 less of d normal coordinates, by Frullani",
    reach="step",
    of="by the law of large numbers the rate is E log of one layer, a ratio of lengths",
)
def _lengths(predicted: Predicted) -> Compared:
    for width in range(3, 11):
        # area over both lengths: the part of one column orthogonal to the other has d - 1 coordinates
        yield f"d = {width}", 2 * (log_length(width - 1) - log_length(width)), enclose(predicted, {"d": width}, 20)


a, b = symbols("a b", positive=True)  # tr G^2 and (tr G)^2

annealed = Claim(
    "daneshmand21.vanilla.annealed",
    source=CONTRAST,
    status="new",
    says="(E tr G'^2, E tr^2 G') = [[1 + 1/d, 1/d], [2/d, 1]] (tr G^2, tr^2 G)",
    tex=r"\begin{pmatrix}\mathbb E\,\mathrm{tr}G'^2\\\mathbb E\,\mathrm{tr}^2G'\end{pmatrix}"
    r"=\begin{pmatrix}1+\frac1d&\frac1d\\\frac2d&1\end{pmatrix}"
    r"\begin{pmatrix}\mathrm{tr}G^2\\\mathrm{tr}^2G\end{pmatrix}",
    hypotheses=MOMENTS,
    predicts=((1 + 1 / d) * a + b / d, 2 * a / d + b),
    over=grid(d=(2, 3), a=(2, 3), b=(5,)),
    twins=(
        Twin(((1 + 1 / d) * a + b / d, a / d + b), "A20: 1/d for 2/d"),
        Twin((a + b / d, 2 * a / d + b), "complex weights: tr G^2 + tr^2 G/d"),
    ),
)

modes = Claim(
    "daneshmand21.vanilla.modes",
    source=CONTRAST,
    status="new",
    says="2 tr G^2 + tr^2 G grows by 1 + 2/d per layer in the mean, tr^2 G - tr G^2 shrinks by 1 - 1/d: the two "
    "eigenvalues of the matrix of annealed",
    tex=r"\mathbb E[2\,\mathrm{tr}G'^2+\mathrm{tr}^2G']=(1+\tfrac2d)(\cdot),\quad"
    r"\mathbb E[\mathrm{tr}^2G'-\mathrm{tr}G'^2]=(1-\tfrac1d)(\cdot)",
    hypotheses=MOMENTS,
    predicts=((1 + 2 / d) * (2 * a + b), (1 - 1 / d) * (b - a)),
    over=grid(d=(2, 3), a=(2, 3), b=(5,)),
    uses=("daneshmand21.vanilla.annealed",),
    twins=(
        Twin(((1 + 1 / d) * (2 * a + b), (1 - 1 / d) * (b - a)), "growth of tr^2 alone, from C = I, d large"),
        Twin(((1 + 2 / d) * (2 * a + b), b - a), "areas kept in the mean"),
    ),
)

Columns = tuple[tuple[int, ...], ...]
STARTS: tuple[Columns, ...] = (((1, 0), (0, 1)), ((1, 2), (3, -1)), ((1, 2, 0), (0, 1, -1)), ((2, 1), (2, 1)))


class Squares(NamedTuple):
    """tr G^2 and (tr G)^2."""

    a: Fraction
    b: Fraction


def of_gram(H: tuple[tuple[Fraction, ...], ...] | Columns) -> Squares:
    columns = list(zip(*H, strict=True))
    G = [[Fraction(sum(x * y for x, y in zip(u, v, strict=True))) for u in columns] for v in columns]
    trace = sum((G[i][i] for i in range(len(G))), Fraction(0))
    return Squares(sum((x * x for row in G for x in row), Fraction(0)), trace**2)


def layers(H: Columns, width: int, depth: int) -> Iterator[tuple[Fraction, Columns]]:
    """W_depth .. W_1 H with its probability, entries of W 0 or +-1 with 2/3, 1/6, 1/6; width x width but the first.

    sqrt(3) times such an entry has the moments 0, 1, 0, 3, 0 of a standard normal: G_depth has the same mean squares,
    up to (3/d)^(2 depth), as with Gaussian weights. 3^(weights of all layers) terms.
    """
    if not depth:
        yield Fraction(1), H
        return
    for entries in product((0, 1, -1), repeat=width * len(H)):
        zeros = entries.count(0)
        weight = Fraction(4**zeros, 6 ** len(entries))
        rows = [entries[i * len(H) : (i + 1) * len(H)] for i in range(width)]
        new = tuple(tuple(sum(w * h[j] for w, h in zip(row, H, strict=True)) for j in range(len(H[0]))) for row in rows)
        for p, out in layers(new, width, depth - 1):
            yield weight * p, out


@cache
def mean_squares(H: Columns, width: int, depth: int = 1) -> Squares:
    """E tr G^2 and E tr^2 G after `depth` layers, by enumeration."""
    first = second = Fraction(0)
    for p, out in layers(H, width, depth):
        found = of_gram(out)
        first, second = first + p * found.a, second + p * found.b
    scale = Fraction(3, width) ** (2 * depth)
    return Squares(first * scale, second * scale)


def cases() -> Iterator[tuple[str, Squares, dict[Expr, Expr]]]:
    """Where, the means after one layer, and the numbers of the prediction."""
    for number, H in enumerate(STARTS):
        for width in (1, 2, 3):
            before = of_gram(H)
            at = {d: Integer(width), a: to_sympy(before.a), b: to_sympy(before.b)}
            yield f"start {number}, d = {width}", mean_squares(H, width), at


ENUMERATED = "four integer matrices of two rows, d = 1, 2, 3: all weights of a law with the normal moments up to 5"


@annealed.exact(
    ENUMERATED,
    reach="cases",
)
def _annealed(predicted: Predicted) -> Compared:
    for where, found, at in cases():
        yield where, tuple(map(to_sympy, found)), tuple(part.subs(at) for part in predicted)


@modes.exact(
    ENUMERATED,
    reach="cases",
)
def _modes(predicted: Predicted) -> Compared:
    for where, found, at in cases():
        modes = (to_sympy(2 * found.a + found.b), to_sympy(found.b - found.a))
        yield where, modes, tuple(part.subs(at) for part in predicted)


fixed_depth = Claim(
    "daneshmand21.vanilla.fixed-depth",
    source=CONTRAST,
    status="new",
    says="from orthonormal columns E[(tr G_L)^2 V_L^2]/(tr G_0)^2 = (1-1/n)(1+2/n) ((1+2/d)^L - (1-1/d)^L)/3 ~ "
    "(1-1/n)(1+2/n) L/d: at a fixed depth V = O(sqrt(L/d)) is small, the contrast needs L of the order of d",
    tex=r"\mathbb E\frac{(\mathrm{tr}G_L)^2V_L^2}{(\mathrm{tr}G_0)^2}"
    r"=\tfrac13\big(1-\tfrac1n\big)\big(1+\tfrac2n\big)\big[(1+\tfrac2d)^L-(1-\tfrac1d)^L\big]",
    hypotheses=(*MOMENTS, "H'_0^T H'_0 a multiple of I"),
    predicts=(1 - 1 / n) * (1 + 2 / n) / 3 * ((1 + 2 / d) ** L - (1 - 1 / d) ** L),
    over=grid(n=(2, 3), d=(2, 3, 8), L=(1, 2)),
    uses=("daneshmand21.vanilla.modes",),
    twins=(
        Twin(1 - 1 / n, "A20: Theta(1) at a fixed depth"),
        Twin((1 - 1 / n) * (1 + 2 / n) * L / d, "first order in 1/d"),
        Twin(n * L / d, "A20: O(sqrt(l n/d)) with constant 1"),
        Twin((1 - 1 / n) / 3 * (1 + 2 / n) * ((1 + 1 / d) ** L - (1 - 1 / d) ** L), "1/d for 2/d in the matrix"),
    ),
)


@fixed_depth.exact(
    "n = d = 2, L = 1, 2 and d = 1..4, L = 1: all weights of a law with the normal moments up to 5",
    reach="cases",
)
def _all_weights(predicted: Predicted) -> Compared:
    for width, depth in ((1, 1), (2, 1), (3, 1), (4, 1), (2, 2)):
        found = mean_squares(STARTS[0], width, depth)
        computed = to_sympy((found.a - found.b / 2) / 4)
        yield f"n = 2, d = {width}, L = {depth}", computed, predicted.subs({n: 2, d: width, L: depth})


@fixed_depth.exact(
    "every n and d, L = 1..4: E G_ij G_kl by Wick's formula for diagonal G, layer by layer",
    reach="step",
    of="E G_ij G_kl of one layer by Wick, for diagonal G",
)
def _wick(predicted: Predicted) -> Compared:
    # E G'_ij G'_kl = G_ij G_kl + (G_ik G_jl + G_il G_jk)/d
    squares, trace_squared = 1 / n, Integer(1)
    for depth in range(1, 5):
        squares, trace_squared = squares + (trace_squared + squares) / d, trace_squared + 2 * squares / d
        yield f"L = {depth}", cancel(squares - trace_squared / n), predicted.subs(L, depth)
