"""The setting, D0 and Definition 1: the layer H -> RS(H + gamma W H), its chain M and its symmetries.

RS divides each row by its root mean square, so the d x N matrix H becomes one with rows of squared norm N.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Expr, Integer, Rational, Symbol, oo, symbols

from theory.batchnorm import dot, rescale
from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.claim.domains import Batches, Integers, Rationals, Values
from theory.claim.given import Given
from theory.exact.expressions import grid
from theory.exact.rationals import to_sympy
from theory.markov.residual import (
    Rows,
    covariance,
    identity,
    layer,
    moment,
    squares,
    times,
)
from theory.notation import d, t
from theory.papers.daneshmand20 import DANESHMAND20

EQ_1 = Locator(DANESHMAND20, "Eqs. (1) and (2)")
EQ_8 = Locator(DANESHMAND20, "Properties (p.1) and (p.2)")
DEFINITION_1 = Locator(DANESHMAND20, "Definition 1")
DEFINED = ("no row of H + gamma W H is zero",)
N = Symbol("N", integer=True, positive=True)
g, sigma, w = symbols("gamma sigma w", real=True)


def named(letter: str, rows: int, columns: int) -> tuple[tuple[Any, ...], ...]:
    """A matrix of distinct real symbols."""
    return tuple(tuple(Symbol(f"{letter}{i}{j}", real=True) for j in range(1, columns + 1)) for i in range(1, rows + 1))


def rows_of(entries: Sequence[Any], length: int) -> list[Sequence[Any]]:
    """A list of entries as rows."""
    return [entries[start : start + length] for start in range(0, len(entries), length)]


unit_diagonal = Claim(
    "daneshmand20.chain.unit-diagonal",
    source=EQ_8,
    status="reconstructed",
    says="after rescaling M = H H^T/N has unit diagonal, and so trace d, for every N",
    tex=r"M_{ii}=1,\quad\mathrm{Tr}M=d",
    hypotheses=DEFINED,
    predicts=(Integer(1), d),
    over=grid(d=(2, 3, 5), N=(2, 4)),
    given=Given(
        {"Z": Batches(Integers(1), up_to=("scale",), constant=True), "N": Integers(1)},
        lambda at: len(at["Z"]) % int(at["N"]) == 0 and all(map(any, rows_of(at["Z"], int(at["N"])))),
        "Z = H + gamma W H row by row, N entries each, no row 0",
        {"d": lambda at: Integer(len(at["Z"]) // int(at["N"]))},
    ),
    left=r"M_{ii},\ \mathrm{Tr}M",
    speaks_of=("rs",),
    twins=(Twin((N / d, N), "M normalised by d instead of N"),),
)


@unit_diagonal.literal(scope="rows rescaled one by one; the entry of the diagonal that is farthest from 1")
def _rescaled(at: At) -> tuple[Expr, Expr]:
    rows = [rescale([to_sympy(z) for z in row]) for row in rows_of(at.Z, int(at.N))]
    diagonal = [dot(row, row) / at.N for row in rows]
    return max(diagonal, key=lambda x: abs(x - 1)), sum(diagonal, Integer(0))


@unit_diagonal.exact(scope="every H + gamma W H with d rows and N columns: d = 1, 2, 3, N = 1, 2, 4", reach="cases")
def _diagonal(predicted: Predicted) -> Compared:
    for size, data in product((1, 2, 3), (1, 2, 4)):
        Z, q = layer(named("z", size, data), identity(size), oo)
        diagonal = [sum(z**2 / q[i] for z in Z[i]) / data for i in range(size)]
        one, trace = (part.subs({d: size, N: data}) for part in predicted)
        yield f"d = {size}, N = {data}: diagonal", tuple(diagonal), (one,) * size
        yield f"d = {size}, N = {data}: trace", sum(diagonal), trace


by_columns = Claim(
    "daneshmand20.chain.by-columns",
    source=EQ_8,
    status="reading",
    says="M has unit diagonal also when each column of H, a datum, is divided by its root mean square",
    tex=r"M_{ii}=1\text{ after normalising columns}",
    hypotheses=DEFINED,
    predicts=Integer(1),
    over=({},),
    expected=Verdict.REFUTED,
    truth=Rational(1, 1 + 9) + Rational(4, 4 + 1),  # the shares of row 1 in the columns
)


@by_columns.exact(scope="H = (1, 2; 3, 1)")
def _columns(predicted: Predicted) -> Compared:
    H = [(1, 2), (3, 1)]
    mean_squares = [Fraction(sum(h**2 for h in column), 2) for column in zip(*H, strict=True)]
    yield "M_11", sum(h**2 / q for h, q in zip(H[0], mean_squares, strict=True)) / 2, predicted


a1, a2, a3, b1, b2, b3 = symbols("a1:4 b1:4", real=True)
NAMES = ("a1", "a2", "a3", "b1", "b2", "b3")
PAIRS = ((1, 2, 3, 5, 7, -4), (2, 1, -1, 1, 3, 6), (1, -1, 2, -2, 5, 3))

bounded_entries = Claim(
    "daneshmand20.chain.bounded-entries",
    source=EQ_8,
    status="reconstructed",
    says="|M_ij| <= 1, and 1 - M_ij^2 is the sum of the squared 2 x 2 minors of two rows over their squared norms: 1 "
    "exactly where they are parallel; here for N = 2 and 3",
    tex=r"1-M_{12}^2=\frac{\sum_{k<l}(a_kb_l-a_lb_k)^2}{|a|^2|b|^2}\ge0",
    hypotheses=DEFINED,
    predicts=(
        (a1 * b2 - a2 * b1) ** 2 / ((a1**2 + a2**2) * (b1**2 + b2**2)),
        ((a1 * b2 - a2 * b1) ** 2 + (a1 * b3 - a3 * b1) ** 2 + (a2 * b3 - a3 * b2) ** 2)
        / ((a1**2 + a2**2 + a3**2) * (b1**2 + b2**2 + b3**2)),
    ),
    over=tuple(dict(zip(NAMES, point, strict=True)) for point in PAIRS),
    given=Given(
        {name: Rationals() for name in NAMES},
        lambda at: any((at["a1"], at["a2"])) and any((at["b1"], at["b2"])),
        "two rows that are not 0, of two entries and of three",
    ),
    left="1-M_{12}^2",
    speaks_of=("rs",),
)


@bounded_entries.literal(scope="two rescaled rows, N = 2, 3")
def _less_square(at: At) -> tuple[Expr, ...]:
    rows = (at.a1, at.a2, at.a3), (at.b1, at.b2, at.b3)
    return tuple(1 - (dot(*(rescale(row[:data]) for row in rows)) / data) ** 2 for data in (2, 3))


@bounded_entries.exact(scope="every two rows, N = 2, 3", reach="stated")
def _minors(predicted: Predicted) -> Compared:
    rows = (a1, a2, a3), (b1, b2, b3)
    for data, claimed in zip((2, 3), predicted, strict=True):
        yield f"N = {data}", 1 - squares(moment([row[:data] for row in rows]))[0][1], claimed


((a11, a12), (a21, a22)) = named("a", 2, 2)

gram_chain = Claim(
    "daneshmand20.chain.gram-chain",
    source=EQ_1,
    status="new",
    says="M alone is a Markov chain: M+ depends on H only through M, by C = A M A^T with A = I + gamma W (W at gamma "
    "= oo) and M+_ij = C_ij/sqrt(C_ii C_jj); here d = 2, M_12 = t",
    tex=r"M^+_{ij}=\frac{C_{ij}}{\sqrt{C_{ii}C_{jj}}},\quad C=(I+\gamma W)M(I+\gamma W)^\top",
    hypotheses=DEFINED,
    predicts=(a11 * a21 + a12 * a22 + t * (a11 * a22 + a12 * a21)) ** 2
    / ((a11**2 + a12**2 + 2 * t * a11 * a12) * (a21**2 + a22**2 + 2 * t * a21 * a22)),
    over=grid(a11=(1, 2), a12=(3,), a21=(-1, 4), a22=(5,), t=(Rational(1, 3), Rational(-1, 2))),
    given=Given(
        {**dict.fromkeys(("a11", "a12", "a21", "a22"), Rationals()), "u": Rationals(), "N": Values(4, 9)},
        lambda at: any((at["a11"], at["a12"])) and any((at["a21"], at["a22"])) and at["u"] != 0,
        "rows of H orthonormal or turned by an angle whose half has the tangent u; no row of A H is 0",
        {"t": lambda at: (1 - at["u"] ** 2) / (1 + at["u"] ** 2)},
    ),
    left=r"(M^+_{12})^2",
    speaks_of=("rs",),
)

BASES: dict[int, Rows] = {
    4: [(2, 0, 0, 0), (0, 2, 0, 0)],
    9: [(1, 2, 2, *[0] * 6), (2, 1, -2, *[0] * 6)],
}
"""Two orthogonal rows of squared norm N."""


@gram_chain.literal(scope="the layer on H itself, N = 4 and 9: rows of A H rescaled")
def _layer_on_data(at: At) -> Expr:
    cosine, sine = (1 - at.u**2) / (1 + at.u**2), 2 * at.u / (1 + at.u**2)
    H = times([(1, 0), (cosine, sine)], BASES[int(at.N)])
    rows = times([(at.a11, at.a12), (at.a21, at.a22)], H)
    return (dot(*map(rescale, rows)) / at.N) ** 2


@gram_chain.exact(
    scope="d = 2, every A and every t = (1-u^2)/(1+u^2), two H with the same M: N = 4 and N = 9", reach="cases"
)
def _two_factors(predicted: Predicted) -> Compared:
    u = Symbol("u", real=True)
    cosine, sine = (1 - u**2) / (1 + u**2), 2 * u / (1 + u**2)
    for data, basis in BASES.items():
        H = times([(1, 0), (cosine, sine)], basis)
        Z, q = layer(H, ((a11, a12), (a21, a22)), oo)
        computed = sum(x * y for x, y in zip(*Z, strict=True)) ** 2 / (data**2 * q[0] * q[1])
        yield f"N = {data}", computed, predicted.subs(t, cosine)


def flat(Z: Rows) -> tuple[Any, ...]:
    """Entries, row by row. Where H + gamma W H agree up to signs, so do their rescaled rows."""
    return tuple(z for row in Z for z in row)


def matrix_of(entry: Any, W: Rows, s: Sequence[int]) -> tuple[tuple[Any, ...], ...]:
    """The weights whose entries are `entry` in s_i, s_j and w = W_ij."""
    return tuple(
        tuple(entry.subs({s_i: a, s_j: b, w: v}) for b, v in zip(s, row, strict=True))
        for a, row in zip(s, W, strict=True)
    )


s_i, s_j = symbols("s_i s_j", real=True)

equivariance = Claim(
    "daneshmand20.chain.equivariance",
    source=EQ_1,
    status="new",
    says="for diagonal signs S and orthogonal Q: f(SH, W) = S f(H, SWS) and f(HQ, W) = f(H, W) Q, f the layer; the "
    "predicted entries of the other weights are s_i s_j W_ij, and W_ij",
    tex=r"f(SH,W)=S\,f(H,SWS),\quad f(HQ,W)=f(H,W)\,Q",
    hypotheses=DEFINED,
    predicts=(s_i * s_j * w, w),
    over=grid(s_i=(1, -1), s_j=(1, -1), w=(2,)),
    twins=(
        Twin((w, w), "f(SH, W) = S f(H, W)"),
        Twin((s_i * w, w), "f(SH, W) = S f(H, SW)"),
        Twin((s_i * s_j * w, -w), "Q changes the sign of W"),
    ),
)


@equivariance.exact(
    scope="every H, W, gamma, and gamma = oo: all S at d = 2, 3; Q by Cayley's transform, N = 2, 3", reach="cases"
)
def _signs_and_rotations(predicted: Predicted) -> Compared:
    for size, strength in product((2, 3), (g, oo)):
        H, W = named("h", size, 2), named("w", size, size)
        for s in product((1, -1), repeat=size):
            Z, _ = layer([[a * h for h in row] for a, row in zip(s, H, strict=True)], W, strength)
            other, _ = layer(H, matrix_of(predicted[0], W, s), strength)
            yield f"S = {s}", flat(Z), flat([[a * z for z in row] for a, row in zip(s, other, strict=True)])
    u = Symbol("u", real=True)
    third = Fraction(1, 3)
    rotations: dict[int, Rows] = {
        2: [((1 - u**2) / (1 + u**2), 2 * u / (1 + u**2)), (-2 * u / (1 + u**2), (1 - u**2) / (1 + u**2))],
        3: [(third, 2 * third, 2 * third), (2 * third, third, -2 * third), (2 * third, -2 * third, third)],
    }
    for data, Q in rotations.items():
        H, W = named("h", 2, data), named("w", 2, 2)
        Z, q = layer(times(H, Q), W, g)
        other, norms = layer(H, matrix_of(predicted[1], W, (1, 1)), g)
        yield f"Q, N = {data}", flat(Z), flat(times(other, Q))
        yield f"Q, N = {data}, mean squares", q, norms


W3 = named("w", 3, 3)
CYCLE = (1, 2, 0)  # (P H)_i = H_{i+1}

permutations = Claim(
    "daneshmand20.chain.permutations",
    source=EQ_1,
    status="new",
    says="f(PH, W) = P f(H, P^T W P) for a permutation P of the neurons: the entries of P^T W P for the cycle that "
    "puts row 2 first",
    tex=r"f(PH,W)=P\,f(H,P^\top WP)",
    hypotheses=DEFINED,
    predicts=tuple(W3[(i - 1) % 3][(j - 1) % 3] for i in range(3) for j in range(3)),
    over=({str(W3[i][j]): (3 * i + j) ** 2 + 2 for i in range(3) for j in range(3)},),
    twins=(
        Twin(tuple(W3[CYCLE[i]][CYCLE[j]] for i in range(3) for j in range(3)), "P W P^T, the inverse permutation"),
        Twin(tuple(W3[i][j] for i in range(3) for j in range(3)), "W itself"),
        Twin(tuple(W3[i][(j - 1) % 3] for i in range(3) for j in range(3)), "W P"),
    ),
)


@permutations.exact(scope="every H, W, gamma at d = 3, N = 2", reach="cases")
def _cycle(predicted: Predicted) -> Compared:
    H = named("h", 3, 2)
    Z, _ = layer([H[i] for i in CYCLE], W3, g)
    other, _ = layer(H, [predicted[0:3], predicted[3:6], predicted[6:9]], g)
    yield "P f(H, P^T W P)", flat(Z), flat([other[i] for i in CYCLE])


variance = Claim(
    "daneshmand20.chain.variance",
    source=DEFINITION_1,
    status="new",
    says="weights of variance sigma^2 are weights of variance 1 at gamma sigma; at gamma = oo they multiply C by "
    "sigma^2, which rescaling removes",
    tex=r"(\sigma W,\gamma)\sim(W,\gamma\sigma),\quad C\mapsto\sigma^2C\ (\gamma=\infty)",
    hypotheses=DEFINED,
    predicts=(g * sigma, sigma**2),
    over=grid(gamma=(Rational(1, 2), 3), sigma=(Rational(1, 3), 2)),
    twins=(
        Twin((g, sigma**2), "rescaling removes the scale"),
        Twin((g * sigma**2, sigma**2), "the variance, not its root"),
        Twin((g / sigma, sigma**2), "the other way round"),
    ),
)


@variance.exact(scope="every M, W, gamma, sigma at d = 2", reach="cases")
def _scaled(predicted: Predicted) -> Compared:
    M, W = ((1, t), (t, 1)), named("w", 2, 2)
    scaled = [[sigma * v for v in row] for row in W]
    for i, j in ((0, 0), (0, 1)):
        yield f"C_{i}{j}", covariance(M, scaled, g)[i][j], covariance(M, W, predicted[0])[i][j]
        yield f"C_{i}{j}, gamma = oo", covariance(M, scaled, oo)[i][j], predicted[1] * covariance(M, W, oo)[i][j]


scale_removed = Claim(
    "daneshmand20.chain.scale-removed",
    source=DEFINITION_1,
    status="reading",
    says="rescaling removes the scale of the weights at every gamma: sigma W gives the same M+",
    tex=r"M^+(\sigma W)=M^+(W)",
    hypotheses=DEFINED,
    predicts=Rational(squares(covariance(identity(2), ((1, 1), (0, 1)), 1))[0][1]),
    over=grid(sigma=(2, 3)),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.chain.variance", "daneshmand20.chain.gram-chain"),
    truth=sigma**2 / ((1 + sigma) ** 2 + sigma**2),
)


@scale_removed.exact(scope="2 W and 3 W, W = (1, 1; 0, 1), gamma = 1, M = I")
def _doubled(predicted: Predicted) -> Compared:
    for factor in (2, 3):
        found = squares(covariance(identity(2), ((factor, factor), (0, factor)), 1))[0][1]
        yield f"squared M+_12 from {factor} W", found, predicted.subs(sigma, factor)
