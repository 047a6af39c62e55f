"""The mean map F of the linear chain on eigenvalues, in balls: one integral, by a trapezoidal rule with a proven error.

C = H^T H has eigenvalues lam_i. One layer H -> d^(-1/2) BN(W H) has mean E[C' | C] = F(C), with the eigenvectors of C
and the eigenvalues p_i = E[lam_i w_i^2 / sum_j lam_j w_j^2], w ~ N(0, I) (daneshmand21, mean-map). With 2t = e^x

    p_i = int f_i(x) dx over the real line,  f_i = (1/2) L_i g,  L_i = e^x lam_i/(1 + e^x lam_i),
    g = prod_j (1 + e^x lam_j)^(-1/2).

Discretisation. For r > 0 and |y| < pi, |1 + r e^(iy)|^2 = (1 + r)^2 - 4 r sin^2(y/2) >= (1 + r)^2 cos^2(y/2). So f_i is
analytic in |Im x| < pi, |f_i(x + iy)| <= f_i(x) cos(y/2)^(-1-m/2) for m eigenvalues that are not 0, and the rule of
step h errs by at most 2 p_i cos(a/2)^(-1-m/2)/(e^(2 pi a/h) - 1) for every a < pi (Trefethen and Weideman, SIAM Review
2014, theorem 5.1): a *relative* error, the same for all i.

Tails, the largest eigenvalue being 1, so that p_i >= lam_i/m. Left of x_0: f_i = e^x lam_i/2 less at most e^x (1 + m/2)
of itself; the first is a geometric series. Right of x_0: L_i <= 1 and -(log g)' = sum L_j/2 increases.

Wide balls. For s = log lam, d log p_i = E[pi_i (ds_i - sum_j pi_j ds_j)]/E pi_i is at most max ds - min ds: where each
log lam_j is known to e, log p_i is known to 2e. So the integral is taken at midpoints.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

from flint import arb

from theory.exact.certify import precision
from theory.exact.rationals import ball, rational
from theory.term import size
from theory.term.named import named


@cache
def spacing(size: int, digits: float) -> tuple[float, float]:
    """Step h and strip a for which `discretisation` is about 10^-digits, h as large as a search over a finds it.

    Any choice is valid; this one only decides the number of nodes.

    >>> [round(spacing(m, 16)[0], 2) for m in (1, 10, 1000)]
    [0.45, 0.37, 0.06]
    """
    wanted = digits * math.log(10) + math.log(2)
    strips = [math.pi * k / 64 for k in range(1, 64)]
    h, a = max((2 * math.pi * a / (wanted - (1 + size / 2) * math.log(math.cos(a / 2))), a) for a in strips)
    return math.floor(h * 2**20) / 2**20, a


def discretisation(size: int, h: float, a: float) -> arb:
    """Relative error of the rule of step h, from the strip |Im x| < a, for `size` eigenvalues that are not 0.

    >>> print(discretisation(4, 0.25, 2.0).str(3, radius=False))
    1.88e-21
    """
    strip = arb(a)
    return 2 * (strip / 2).cos() ** (-1 - arb(size) / 2) / (2 * arb.pi() * strip / arb(h)).expm1()


GAP = "V(λ) = |λ/Σⱼ λⱼ − 1/n|"
SHARES = "F(λ)ᵢ = E[λᵢ wᵢ²/Σⱼ λⱼ wⱼ²], w normal"


@named("F", shape=lambda eigenvalues, **_: (size(eigenvalues),), means=SHARES)
def mean_map(eigenvalues: Sequence[Any], digits: int = 30, *, multiplicities: Sequence[int] | None = None) -> list[arb]:
    """F(lam): the eigenvalues of E[C' | C], enclosed; scale does not matter, their sum is 1.

    Parameters
    ----------
    eigenvalues : n numbers >= 0, not all 0: rationals (int, Fraction, "p/q", fmpq, SymPy) or balls. A ball may touch 0
        only if it is 0.
    digits : of each p_i, *relative*: the error of the method is below 10^-digits p_i; a relative radius e of the given
        balls adds 2e.
    multiplicities : how often each eigenvalue occurs, (n,); once by default. The answer has one entry for each, p of
        one of them.

    Raises
    ------
    ValueError
        for eigenvalues that are not certainly 0 or positive, or all 0.

    Complexity: O(n) ball operations at each of O((digits + log(max/min))/h) nodes, 1/h = O(digits + sqrt(n digits)).

    >>> from theory.exact.certify import decimal
    >>> [decimal(p, 15) for p in mean_map([16, 9])]
    ['0.571428571428571', '0.428571428571429']
    """
    (given, counts), digits = _checked(eigenvalues, multiplicities), int(digits)
    with precision(digits + 20 + len(str(sum(counts)))):
        balls = [e if isinstance(e, arb) else ball(e) for e in given]
        support = [i for i, e in enumerate(balls) if not e.is_zero()]
        if not support or not all(balls[i] > 0 for i in support):
            raise ValueError(
                f"eigenvalues must be >= 0, not all 0, and certainly positive where they are not 0; came "
                f"{', '.join(e.str(5) for e in balls[:8])}"
            )
        peak = max(balls[i].mid() for i in support)
        relative = max(balls[i].rad() / balls[i].mid() for i in support)
        alike: dict[Any, list[int]] = {}  # places of one midpoint
        for i in support:
            alike.setdefault(balls[i].mid().man_exp(), []).append(i)
        weights = [sum(counts[i] for i in some) for some in alike.values()]
        found = _integrals([balls[some[0]].mid() / peak for some in alike.values()], weights, digits + 2)
        spread = arb(0, (-2 * (-relative).log1p()).expm1().upper())
        out = [arb(0)] * len(balls)
        for some, p in zip(alike.values(), found, strict=True):
            for i in some:
                out[i] = p * (1 + spread)
        return out


def _checked(eigenvalues: Sequence[Any], multiplicities: Sequence[int] | None) -> tuple[list[Any], list[int]]:
    given = [e if isinstance(e, arb) else rational(e) for e in eigenvalues]
    counts = [1] * len(given) if multiplicities is None else list(multiplicities)
    if len(counts) != len(given) or not all(isinstance(m, int) and m > 0 for m in counts):
        raise ValueError(f"{len(given)} eigenvalues need as many multiplicities, integers >= 1; came {counts[:8]}")
    return given, counts


def _integrals(values: list[arb], counts: list[int], digits: int) -> list[arb]:
    """p_i for exact values > 0, the largest about 1: the trapezoidal sum, its tails and its error."""
    m = sum(counts)
    h, a = spacing(m, digits)
    k = math.floor(-(digits * math.log(10) + 2 * math.log(m + 1)) / (2 * h))
    step = arb(h).exp()
    left = (arb(h) * k).exp()
    y = [left * value for value in values]
    total = [e / (step - 1) for e in y]  # of the nodes left of k h, to leading order, in units of h/2
    least = arb(10) ** (-digits)
    while True:
        A = [1 + e for e in y]
        g = arb(1)
        for e, count in zip(A, counts, strict=True):
            g *= e**count if count > 1 else e
        g = g.rsqrt()
        L = [e / f for e, f in zip(y, A, strict=True)]
        for i, share in enumerate(L):
            total[i] += share * g
        if g < least:  # not before: the sum below costs a node
            rest = 2 * g / (arb(h) * sum((count * share for count, share in zip(counts, L, strict=True)), arb(0)))
            if all(rest < least * t for t in total):
                break
        y = [e * step for e in y]
    # sum over nodes left of k h of (h/2) e^(2x) lam_i (1 + m/2) <= left^2 lam_i (1 + m/2)/4, and lam_i <= m p_i
    near = discretisation(m, h, a) + left**2 * m * (m + 2) / 8
    return [h / arb(2) * (t + arb(0, rest.upper())) * (1 + arb(0, (2 * near).upper())) for t in total]


def orbit(
    eigenvalues: Sequence[Any], digits: int = 30, *, multiplicities: Sequence[int] | None = None
) -> Iterator[list[arb]]:
    """lam/sum lam, F(lam), F(F(lam)), ... without end; each layer doubles the relative error at most (0.31 digits).

    So each is taken to the digits that are left after those before it, or to 16.

    >>> from itertools import islice
    >>> [p[0].str(12, radius=False) for p in islice(orbit([256, 1]), 4)]
    ['0.996108949416', '0.941176470588', '0.800000000000', '0.666666666667']
    """
    given, counts = _checked(eigenvalues, multiplicities)
    with precision(digits + 20):
        balls = [e if isinstance(e, arb) else ball(e) for e in given]
        mass = sum((count * e for count, e in zip(counts, balls, strict=True)), arb(0))
        now = [e / mass for e in balls]
    layer = 0
    while True:
        yield now
        now = mean_map(now, max(digits - 3 * layer // 10, min(digits, 16)), multiplicities=counts)
        layer += 1


@named(
    "F^{1}({0})",
    "F^{{{1}}}({0})",
    shape=lambda eigenvalues, _: (size(eigenvalues),),
    means=SHARES,
)
def iterated(eigenvalues: Sequence[Any], layers: Any) -> list[arb]:
    """F^l(lam), l the number of layers."""
    return next(islice(orbit(eigenvalues), int(layers), None))


@named("V", means=GAP)
def gap(eigenvalues: Sequence[arb], *, multiplicities: Sequence[int] | None = None) -> arb:
    """V = (sum_i (lam_i/sum lam - 1/n)^2)^(1/2), the orthogonality gap, at the precision in force.

    >>> print(gap([arb(1), arb(0)]).str(6, radius=False))
    0.707107
    """
    given, counts = _checked(eigenvalues, multiplicities)
    given, n = list(map(ball, given)), sum(counts)
    mass = sum((count * e for count, e in zip(counts, given, strict=True)), arb(0))
    away = [e / mass - arb(1) / n for e in given]
    square = sum((count * e * e for count, e in zip(counts, away, strict=True)), arb(0))
    return square.nonnegative_part().sqrt()
