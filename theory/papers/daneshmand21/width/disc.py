"""n = 2: the chain on the disc is a mean of wrapped Cauchy variables; its stationary moments in 1/d."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import product
from math import prod
from typing import Any

from flint import arb, fmpq, fmpq_poly
from sympy import Expr, I, Integer, Rational, Symbol, cancel, expand, factor, sqrt, symbols
from sympy.polys.domains import QQ
from sympy.polys.ring_series import rs_mul, rs_nth_root, rs_pow, rs_series_inversion
from sympy.polys.rings import ring

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.partitions import set_partitions
from theory.exact.rationals import ball, to_fmpq, to_sympy
from theory.notation import d
from theory.orthogonality.disc import row_mean
from theory.papers.daneshmand21 import DANESHMAND21, integrals
from theory.term import number, root
from theory.term.named import named
from theory.words import At

_, Z, U, V = ring("z u v", QQ)  # u = e^(2iU), v = 1/u


@cache
def row_moment(power: int, order: int) -> fmpq_poly:
    """E zeta^power, zeta = e^(2if) of the row (sqrt(1+z) cos U, sqrt(1-z) sin U), up to z^order.

    With x, y the entries of the row it is (x + iy)^2/(x^2 + y^2) = (z + (1+s)/2 u + (1-s)/2 u^-1)/(1 + z (u + u^-1)/2),
    s = sqrt(1 - z^2); its mean over the circle is the coefficient of u^0."""
    sine, end = rs_nth_root(1 - Z**2, 2, Z, order + 1), order + 1
    inverse = rs_series_inversion(1 + Z * (U + V) / 2, Z, end)
    zeta = rs_mul(Z + (1 + sine) / 2 * U + (1 - sine) / 2 * V, inverse, Z, end)
    found = [fmpq(0)] * end
    for (a, b, c), coefficient in rs_pow(zeta, power, Z, end).terms():
        found[a] += to_fmpq(to_sympy(coefficient)) if b == c else 0
    return fmpq_poly(found)


@cache
def after_layer(j: int, order: int) -> dict[int, fmpq_poly]:
    """E[|z'|^(2j) | z] = d^(-2j) sum_b (d)_b c_b(z): c_b, right up to z^order, by number b of different rows.

    |z'|^(2j) is a sum over 2j indices of rows, j of them conjugated; equal indices make a power of one zeta.
    """
    found: dict[int, fmpq_poly] = defaultdict(fmpq_poly)
    for labels in set_partitions(2 * j):
        excess = [0] * len({*labels})
        for index, block in enumerate(labels):
            excess[block] += 1 if index < j else -1
        # E zeta^-m = E zeta^m, z being real
        found[len(excess)] += prod((row_moment(abs(power), order) for power in excess), start=fmpq_poly([1]))
    return found


def balanced(order: int) -> list[fmpq]:
    """E|z|^2 of the formal stationary series, m_j = E|z|^(2j) = O(d^-j): coefficients of d^0, .., d^-order.

    m_j = E E[|z'|^(2j) | z], order by order: at d^-p, from j = p down, m_j stands on both sides and all else is known.
    """
    m = [[fmpq(j == p == 0) for p in range(order + 1)] for j in range(order + 1)]
    c: dict[tuple[int, int], fmpq_poly] = {}  # of m_k in m_j, in d, times d^(2j)
    for j, k in product(range(1, order + 1), range(order + 1)):
        falling = ((rows, prod(fmpq_poly([-a, 1]) for a in range(rows))) for rows in range(2 * j + 1))  # d (d-1) ..
        c[j, k] = sum((after_layer(j, 2 * order)[rows][2 * k] * of_d for rows, of_d in falling), fmpq_poly())
    for p in range(1, order + 1):
        for j in range(p, 0, -1):
            known = sum(
                (c[j, k][2 * j - a] * m[k][p - a] for k in range(order + 1) for a in range(min(p, 2 * j) + 1)), fmpq(0)
            )
            m[j][p] = known / (1 - c[j, j][2 * j])  # m_j[p] itself is still 0 in `known`
    return m[1]


CHAIN = Locator(DANESHMAND21, "slides: H_(l+1) = (1/sqrt(width)) BN(W_l H_l), two data")
DISC = ("n = 2, W_l Gaussian", "C = (I + S(z))/2, |z| = lam_1 - lam_2; zeta = e^(2if) for a unit row (cos f, sin f)")

z, ratio = symbols("z ratio", positive=True)  # ratio = sqrt(lam_2/lam_1)
s = Symbol("s", nonnegative=True)  # sqrt(1 - |z|^2)
t = Symbol("t", real=True)


@named(
    "(e^(2i atan({0})) − e^(2i atan({1})))/(e^(2i atan({1})) e^(2i atan({0})) − 1)",
    r"\frac{{e^{{2i\arctan({0})}}-e^{{2i\arctan({1})}}}}{{e^{{2i\arctan({1})}}e^{{2i\arctan({0})}}-1}}",
    shape=lambda t, of_row: (2,),
    means="complex numbers as pairs",
)
def preimage(t: Any, of_row: Any) -> tuple[Expr, Expr]:
    """w = (u - zeta)/(zeta u - 1), u and zeta the squares of (1, t) and (1, of_row) over their lengths."""
    (ux, uy), (zx, zy) = (((1 - e**2) / (1 + e**2), 2 * e / (1 + e**2)) for e in map(number, (t, of_row)))
    top, below = (ux - zx, uy - zy), (zx * ux - zy * uy - 1, zx * uy + zy * ux)
    square = below[0] ** 2 + below[1] ** 2
    real, imaginary = top[0] * below[0] + top[1] * below[1], top[1] * below[0] - top[0] * below[1]
    return real / square, imaginary / square


def midpoint(ratio: Any, t: Any) -> tuple[Expr, Expr]:
    """w of the row (sqrt(lam_1) cos U, sqrt(lam_2) sin U): up to its length (1, ratio t), t = tan U; u = e^(2iU)."""
    return preimage(t, ratio * t)


@Claim(
    "daneshmand21.width.moebius",
    source=CHAIN,
    says="a row (sqrt(lam_1) cos U, sqrt(lam_2) sin U) has zeta = (u + w)/(1 + w u), u = e^(2iU), w the hyperbolic "
    "midpoint of 0 and z: z = 2w/(1 + w^2)",
    hypotheses=(*DISC, "the principal axes along the data, z > 0, 0 < U < pi/2"),
    silent_on="that u is uniform; that (1 - ratio)/(1 + ratio) is that midpoint of z = (1 - ratio^2)/(1 + ratio^2)",
    predicts=((1 - ratio) / (1 + ratio), Integer(0)),
    given={"ratio": Rationals(above=0), "t": Rationals(above=0)},
    twins=(
        Twin(((1 - ratio**2) / (1 + ratio**2), Integer(0)), "w = z, no halving"),
        Twin(((1 - ratio**2) / (1 + ratio**2) / 2, Integer(0)), "w = z/2"),
    ),
).literal(symbols=True, most=100)
def moebius(at: At) -> tuple[Expr, Expr]:
    return midpoint(at.ratio, at.t)


@Claim(
    "daneshmand21.width.disc-moments",
    source=CHAIN,
    says="E zeta^m = w^m, w = z/(1 + sqrt(1 - z^2)): at m = 1, 2, 3",
    hypotheses=(*DISC, "angles from the eigenvector of lam_1"),
    predicts=tuple((z / (1 + sqrt(1 - z**2))) ** power for power in (1, 2, 3)),
    given={"z": Rationals(above=0, below=1)},
    uses=("daneshmand21.width.moebius",),
    twins=(
        Twin(tuple((z / 2) ** power for power in (1, 2, 3)), "w = z/2"),
        Twin(tuple(z**power for power in (1, 2, 3)), "w = z"),
        Twin((z / (1 + sqrt(1 - z**2)),) * 3, "E zeta^2 = w"),
    ),
).literal(kind="certified", most=4)
def moments(at: At) -> tuple[arb, ...]:
    return tuple(row_mean(at.z, power) for power in (1, 2, 3))


def real_part(power: int, u: Expr) -> Expr:
    """Of zeta^power, zeta of the row (1, q u) up to its length, q = ratio."""
    plus, minus = (1 + I * ratio * u) ** (2 * power), (1 - I * ratio * u) ** (2 * power)
    return cancel(expand((plus + minus) / 2) / (1 + ratio**2 * u**2) ** power)


@cache
def integrated(power: int) -> Expr:
    """E zeta^power as a function of q = ratio: of the row (1, q u) up to its length, u = w_2/w_1, w normal.

    zeta at -u is its conjugate, so that the mean is that of Re zeta over u > 0.
    """
    u = integrals.tangent
    return factor(integrals.over_half_line(real_part(power, u) * integrals.by_tangent(2), u))


SINE = 2 * ratio / (1 + ratio**2)
"""s = sqrt(1 - z^2) for z = (1 - q^2)/(1 + q^2), q = ratio = sqrt(lam_2/lam_1)."""


@moments.exact(
    "every z, by q = sqrt(lam_2/lam_1)", argued="a row in polar coordinates has a uniform angle: integrals over it"
)
def _integrated(predicted: Predicted) -> Compared:
    length = (1 - ratio**2) / (1 + ratio**2)
    yield "s", cancel(length**2 + SINE**2), Integer(1)
    for power, claimed in enumerate(predicted, 1):
        yield f"m = {power}", integrated(power), claimed.subs(sqrt(1 - z**2), SINE).subs(z, length)


@Claim(
    "daneshmand21.width.disc-step",
    source=CHAIN,
    says="E[|z'|^2 | z] = 1/d + (1 - 1/d)(1-s)/(1+s), s = sqrt(1 - |z|^2)",
    hypotheses=DISC,
    predicts=1 / d + (1 - 1 / d) * (1 - s) / (1 + s),
    given={"d": Integers(1), "s": Rationals(above=0, most=1)},
    uses=("daneshmand21.width.one-step", "daneshmand21.width.disc-moments"),
    twins=(Twin(1 / d + (1 - 1 / d) * (1 - s**2), "w = z"), Twin(1 / d + (1 - 1 / d) * (1 - s**2) / 4, "w = z/2")),
).literal(kind="certified", most=40)
def mean_square(at: At) -> arb:
    # mean of zeta_k conj(zeta_l): 1 for k = l, else |E zeta|^2, the rows being independent
    mean, width = row_mean(root(1 - at.s**2), 1), ball(at.d)
    return (width + width * (width - 1) * mean * mean) / width**2


@mean_square.exact("every d and z", argued="z' is the mean of d independent zeta_k, so that two of them are enough")
def _by_pairs(predicted: Predicted) -> Compared:
    # data that are turned turn z and all zeta_k alike, so that z > 0; or s = 0, where all zeta_k are z, of length 1
    yield "s = 0", Integer(1), predicted.subs(s, 0)
    u, v = symbols("u v", positive=True)
    one, other = ((1 + I * ratio * u) ** 2 / (1 + ratio**2 * u**2), (1 - I * ratio * v) ** 2 / (1 + ratio**2 * v**2))
    yield "|zeta|^2", cancel(one * one.subs(u, -u)), Integer(1)
    signs = [(u, v), (-u, v), (u, -v), (-u, -v)]
    both = sum((one.subs(u, i) * other.subs(v, j) for i, j in signs), Integer(0)) / 4
    yield "a pair, over signs", cancel(expand(both)), cancel(real_part(1, u) * real_part(1, v))
    pair = integrated(1) * integrated(1)  # over u, then over v
    yield "E|z'|^2", (d + d * (d - 1) * pair) / d**2, predicted.subs(s, SINE)


@Claim(
    "daneshmand21.width.series",
    source=CHAIN,
    says="n = 2, stationary, as the formal series in 1/d that balances the moments of |z|: "
    "d E V^2 = (2/3)(1 + 1/(9d) + 161/(405 d^2) + 24106/(18225 d^3) + ..)",
    hypotheses=(*DISC, "stationary, of full rank, E|z|^(2j) = O(d^(-j)) for j <= 4"),
    silent_on="finite d: the series is formal; at d = 2 there is no stationary law of full rank",
    predicts=Rational(2, 3) * (1 + 1 / (9 * d) + Rational(161, 405) / d**2 + Rational(24106, 18225) / d**3),
    given=Given(),
    uses=("daneshmand21.width.disc-moments",),
    twins=(
        Twin(Rational(2, 3) * (1 + 4 / (9 * d)), "the factor 1 - 1/d forgotten"),
        Twin(Rational(2, 3), "the leading order as an equality"),
    ),
    over=({"d": 3}, {"d": 4}, {"d": 16}),
)
def series(at: At) -> Expr:
    return sum((d ** (1 - power) * coefficient(power) / 2 for power in range(1, 5)), Integer(0))


@named("m_{0}", "m_{{{0}}}", means="E|z|² = Σ_p m_p d^(−p), the formal stationary series")
def coefficient(power: Any) -> Any:
    """Of d^-power in the series that balances the moments of |z|."""
    return to_sympy(balanced(4)[int(power)])
