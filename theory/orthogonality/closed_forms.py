"""The mean map F in closed form: two eigenvalues, one against n - 1, pairs, three (Carlson); and a series for every n.

None of these uses the integral of `mean_map`, so they check it. p is the share of one eigenvalue a; where two levels
a, b are meant, r = sqrt(a/b). Sources: daneshmand21, mean-map (proof notes).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from flint import acb, arb
from sympy import Expr, Rational, Symbol, binomial, cancel, log, sqrt

from theory.exact.certify import precision
from theory.exact.rationals import ball, rational

r = Symbol("r", positive=True)
"""sqrt(a/b), a the one eigenvalue and b the others."""


def two(a: Expr, b: Expr) -> Expr:
    """p of a against b: sqrt(a)/(sqrt(a) + sqrt(b)).

    >>> two(Rational(16, 25), Rational(9, 25))
    4/7
    """
    return sqrt(a) / (sqrt(a) + sqrt(b))


@cache
def one_against(n: int) -> Expr:
    """p of a = r^2 against n - 1 eigenvalues 1, n even: a rational function of r with poles at r = -1 only.

    With v^2 = (1 + 2t)/(1 + 2t r^2), p is r^2 (1 - r^2)^(-n/2) times the integral of v^(2-n) (1 - r^2 v^2)^(n/2-1) from
    1 to 1/r, where v has even powers only.

    >>> from sympy import factor
    >>> [factor(one_against(n)) for n in (2, 4, 6)]
    [r/(r + 1), r**2/(r + 1)**2, r**2*(3*r + 1)/(3*(r + 1)**3)]
    """
    if n < 2 or n % 2:
        raise ValueError(f"n = {n}: a rational function only for even n >= 2; see one_against_ball")
    total = Rational(0)
    for k in range(n // 2):
        power = 2 - n + 2 * k
        total += binomial(n // 2 - 1, k) * (-(r**2)) ** k * (r ** (-power - 1) - 1) / (power + 1)
    return cancel(r**2 * total / (1 - r**2) ** (n // 2))


def one_against_ball(ratio: arb, n: int) -> arb:
    """p of a against n - 1 eigenvalues b, ratio = a/b > 0: (a/(nb)) 2F1(1, 3/2; n/2 + 1; 1 - a/b).

    At the precision in force. Below 1 by Pfaff's form (1/n) 2F1(1, (n-1)/2; n/2 + 1; 1 - b/a), which stays away from
    the branch point.

    Raises
    ------
    ValueError
        unless ratio > 0 and n >= 1.

    >>> print(one_against_ball(arb(4), 4).str(10, radius=False))
    0.4444444444
    """
    if not (ratio > 0 and n >= 1):
        raise ValueError(f"ratio {ratio}, n = {n}: wanted a positive ratio of eigenvalues and n >= 1")
    if ratio < 1:
        return (1 - 1 / ratio).hypgeom_2f1(arb(1), arb(n - 1) / 2, arb(n) / 2 + 1) / n
    return ratio / n * (1 - ratio).hypgeom_2f1(arb(1), arb(3) / 2, arb(n) / 2 + 1)


def pairs(x: Expr, y: Expr) -> Expr:
    """2p of one x in (x, x, y, y), x != y: x/(x - y) - x y log(x/y)/(x - y)^2.

    >>> pairs(Rational(2), Rational(1))
    2 - 2*log(2)
    """
    return x / (x - y) - x * y * log(x / y) / (x - y) ** 2


def three(a: arb, b: arb, c: arb) -> tuple[arb, arb, arb]:
    """F(a, b, c), p_1 = R_D(1/b, 1/c, 1/a)/(3 sqrt(abc)), for positive balls at the precision in force.

    >>> [p.str(8, radius=False) for p in three(arb(1), arb(1), arb(1))]
    ['0.33333333', '0.33333333', '0.33333333']
    """
    if not (a > 0 and b > 0 and c > 0):
        raise ValueError(f"eigenvalues {a.str(5)}, {b.str(5)}, {c.str(5)}: wanted three positive ones")
    scale = 3 * (a * b * c).sqrt()

    def share(mine: arb, other: arb, last: arb) -> arb:
        return acb.elliptic_rd(1 / other, 1 / last, 1 / mine).real / scale

    return share(a, b, c), share(b, c, a), share(c, a, b)


def by_moments(eigenvalues: Sequence[Any], digits: int = 30) -> list[arb]:
    """F(lam) for n positive rationals from the moments of Dirichlet's law, without the integral.

    (w_i^2/|w|^2)_i has Dirichlet's law with parameters 1/2. With x_j = 1 - lam_j/max and S = sum x_j u_j in [0, max x],
    p_i = (lam_i/max) sum_k E[u_i S^k], with E[u_i S^k] <= (max x)^k E u_i = (max x)^k/n equal to
    (1/n) k!/(n/2 + 1)_k [z^k] (1 - x_i z)^-1 prod_j (1 - x_j z)^(-1/2): Lauricella's F_D(1; ..; n/2 + 1; x).

    Complexity: O(n K + K^2) ball operations, K = digits log(10)/-log(1 - min/max): for spectra of moderate condition.

    >>> [p.str(12, radius=False) for p in by_moments([16, 9])]
    ['0.571428571429', '0.428571428571']
    """
    given = [rational(e) for e in eigenvalues]
    if not given or min(given) <= 0:
        raise ValueError("the series needs eigenvalues > 0")
    n, peak = len(given), max(given)
    x = [1 - e / peak for e in given]
    widest = max(x)
    terms = _terms(widest, digits + 2)
    with precision(digits + 20):
        counts = Counter(x)
        balls = [ball(e) for e in counts]
        common = _coefficients(balls, list(counts.values()), terms)
        factor, factors = arb(1), [arb(1)]
        for k in range(1, terms):  # k!/(n/2 + 1)_k
            factor *= arb(2 * k) / (n + 2 * k)
            factors.append(factor)
        rest = ball(widest) ** terms / (1 - ball(widest))
        found = {}
        for value, e in zip(counts, balls, strict=True):
            running = total = arb(0)
            for coefficient, moment in zip(common, factors, strict=True):
                running = running * e + coefficient
                total += moment * running
            found[value] = (1 - e) / n * (total + arb(0, rest.upper()))
        return [found[value] for value in x]


def _terms(widest: Fraction, digits: int) -> int:
    """K with widest^K/(1 - widest) <= 10^-digits, roughly: the error itself is taken in balls."""
    if widest == 0:
        return 1
    least = float(1 - widest)
    return math.ceil((digits * math.log(10) - math.log(least)) / -math.log1p(-least)) + 1


def _coefficients(x: list[arb], counts: list[int], terms: int) -> list[arb]:
    """Of prod_j (1 - x_j z)^(-counts_j/2) up to z^(terms - 1), from its logarithmic derivative, the sum of
    counts_j (x_j/2)/(1 - x_j z)."""
    power, sums = list(x), []
    for _ in range(1, terms):
        sums.append(sum((p * count for p, count in zip(power, counts, strict=True)), arb(0)) / 2)
        power = [p * e for p, e in zip(power, x, strict=True)]
    out = [arb(1)]
    for k in range(1, terms):
        out.append(sum((sums[i] * out[k - 1 - i] for i in range(k)), arb(0)) / k)
    return out
