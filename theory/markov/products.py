"""Products of i.i.d. random matrices I + gamma W: Lyapunov exponents, certified; and the exponent walk of Example 17.

W is d x d with i.i.d. standard normal entries, A_k the first k columns of I + gamma W (of W itself where gamma is
None, no skip connection). The law of W is invariant under W -> O W O^T, so log vol(A_k) has the law of one step of any
k-frame, and mu_1 + .. + mu_k = E log vol(A_k) = (1/2) E log det(A_k^T A_k) (daneshmand20, eq. (6) and Lemma 3).

A_k/gamma is noncentral Wishart. With theta = 1/gamma^2, det(A_k^T A_k)/gamma^(2k) is a mixture over partitions kappa
of at most k parts of products of independent chi-squares with d + 2 kappa_i - i + 1 degrees, with the weights

    p(kappa) = e^(-k theta/2) prod_(i<j) (l_i - l_j)/(j - i) prod_i (theta/2)^kappa_i / (1 + (k-i)/2)_kappa_i,

l_i = 2 kappa_i + k - i: the zonal expansion of 1F1 at a multiple of the identity. |kappa| is Poisson(k theta/2).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import Any

from flint import acb, arb, fmpq

from theory.exact.certify import at_each_precision, precision
from theory.exact.quadrature import mean_log
from theory.exact.rationals import afford, ball, rational, to_fmpq

MOST = 200_000
"""No mixture runs over more partitions."""


def partitions(parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """kappa_1 >= .. >= kappa_parts >= 0 with a sum of at most `most`; about most^parts/parts!^2 of them.

    >>> list(partitions(2, 2))
    [(0, 0), (1, 0), (1, 1), (2, 0)]
    """

    def extend(left: int, ceiling: int, room: int) -> Iterator[tuple[int, ...]]:
        if not left:
            yield ()
            return
        for first in range(min(ceiling, room) + 1):
            for rest in extend(left - 1, first, room - first):
                yield (first, *rest)

    return extend(parts, most, most)


def log_volume(d: int, k: int, gamma: Any = None, digits: int = 20) -> arb:
    """E log vol of the first k columns of I + gamma W, which is mu_1 + .. + mu_k, enclosed.

    Parameters
    ----------
    d, k : 1 <= k <= d.
    gamma : a positive rational (int, Fraction, "p/q"), or None: the columns of W alone.

    Raises
    ------
    ValueError
        where gamma is so small, and k so large, that the mixture has more than `MOST` partitions.

    >>> print(log_volume(4, 1, "3/10", 12).str(10, radius=False))
    0.08995255262
    """
    with precision(digits + 20):
        return _moments(d, k, _checked(d, k, gamma), digits)[0] / 2 + k * _log_scale(gamma)


def log_volume_variance(d: int, k: int, gamma: Any = None, digits: int = 20) -> arb:
    """Var log vol of the first k columns of I + gamma W, enclosed."""
    with precision(digits + 20):
        mean, square = _moments(d, k, _checked(d, k, gamma), digits)
        return (square - mean**2) / 4


def exponents(d: int, gamma: Any = None, digits: int = 20) -> tuple[arb, ...]:
    """mu_1 > .. > mu_d, enclosed: the Lyapunov exponents of x -> (I + gamma W) x.

    >>> [mu.str(8, radius=False) for mu in exponents(2, 1, 10)]
    ['0.27988680', '-0.36801194']
    """
    with precision(digits + 20):
        volumes = [arb(0), *(log_volume(d, k, gamma, digits) for k in range(1, d + 1))]
        return tuple(high - low for low, high in pairwise(volumes))


def _checked(d: int, k: int, gamma: Any) -> Fraction | None:
    if not 1 <= k <= d:
        raise ValueError(f"got d = {d} and k = {k}; wanted 1 <= k <= d columns")
    if gamma is None:
        return None
    if (g := rational(gamma)) <= 0:
        raise ValueError(f"got gamma = {g}; wanted a positive rational, or None for W alone")
    return 1 / g**2


def _log_scale(gamma: Any) -> arb:
    return arb(0) if gamma is None else ball(gamma).log()


@at_each_precision
def _moments(d: int, k: int, theta: Fraction | None, digits: int) -> tuple[arb, arb]:
    """First two moments of log det(X^T X), X a d x k normal matrix of mean sqrt(theta) [I; 0]; at the precision set."""
    half = arb(to_fmpq((theta or Fraction(0)) / 2))
    most, tail = _cut(d, k, half, digits)
    afford(most**k / prod(range(1, k + 1)) ** 2, MOST, "a mixture over {cost} partitions")
    # log chi^2_(2a) has mean log 2 + psi(a) and variance psi'(a)
    means, variances = {}, {}
    for twice in range(d - k + 1, d + 2 * most + 1):
        a = arb(fmpq(twice, 2))
        means[twice], variances[twice] = arb(2).log() + a.digamma(), arb(2).zeta(a)
    rising = [_powers_over_rising(half, fmpq(k - i + 2, 2), most) for i in range(1, k + 1)]
    staircase = prod(prod(range(1, k - i + 1)) for i in range(1, k + 1))
    first = second = arb(0)
    for kappa in partitions(k, most):
        l = [2 * part + k - i for i, part in enumerate(kappa, 1)]
        weight = prod((q[part] for q, part in zip(rising, kappa, strict=True)), start=arb(1))
        weight *= prod(l[i] - l[j] for i in range(k) for j in range(i + 1, k))
        degrees = [d + 2 * part - i for i, part in enumerate(kappa)]
        mean = sum((means[twice] for twice in degrees), arb(0))
        first += weight * mean
        second += weight * (mean**2 + sum((variances[twice] for twice in degrees), arb(0)))
    scale = (-k * half).exp() / staircase
    return first * scale + arb(0, tail), second * scale + arb(0, tail)


def _powers_over_rising(x: arb, a: fmpq, most: int) -> list[arb]:
    """x^m/(a)_m for m = 0..most."""
    terms = [arb(1)]
    for m in range(most):
        terms.append(terms[-1] * x / (a + m))
    return terms


def _cut(d: int, k: int, half: arb, digits: int) -> tuple[int, arb]:
    """(N, a bound on what partitions of more than N contribute to either moment).

    |E log| <= k (d + 1 + n) and E log^2 <= k^2 (d + 5 + n)^2 <= k^2 (d + 5)^2 (n + 1)(n + 2) for |kappa| = n: with
    a >= 1/2, -2 < psi(a) + log 2 < log 2a and psi'(a) < 5. The products with the Poisson(lam) weights, lam = k theta/2,
    fall by the ratio lam (n + 3)/(n + 1)^2 from n to n + 1, and faster later.
    """
    if half == 0:
        return 0, arb(0)
    lam = k * half
    term, n = (-lam).exp(), 0
    while True:
        n += 1
        term = term * lam / n
        ratio = lam * (n + 3) / (n + 1) ** 2
        if ratio < arb("0.9"):
            bound = term * (k * (d + 5)) ** 2 * (n + 1) * (n + 2) / (1 - ratio)
            if bound < arb(10) ** (-digits - 5):
                return n - 1, bound


@at_each_precision
def log_length(d: int, gamma: Any = None, digits: int = 20) -> arb:
    """mu_1 by another route than `log_volume`: from a Laplace transform, enclosed.

    S = |w|^2, or |e_1 + gamma w|^2/gamma^2, has E e^(-sS) = (1 + 2s)^(-d/2) exp(-theta s/(1 + 2s)).

    >>> print(log_length(4, "3/10", 12).str(10, radius=False))
    0.08995255262
    """
    theta = _checked(d, 1, gamma)
    with precision(digits + 20):
        noncentral = arb(to_fmpq(theta or Fraction(0)))

        def laplace(s: acb, analytic: bool) -> acb:
            return (acb(1) / (1 + 2 * s).sqrt(analytic=analytic)) ** d * (-noncentral * s / (1 + 2 * s)).exp()

        def far(x: acb, analytic: bool) -> acb:
            square = x * x + 2
            return x ** (d - 1) * (acb(1) / square.sqrt(analytic=analytic)) ** d * (-noncentral / square).exp()

        return mean_log(laplace, far, arb(1) / 4, digits) / 2 + _log_scale(gamma)


def exponent_walk(steps: int) -> list[Fraction]:
    """P(x_n = 0) for n = 0..steps of the walk x -> x + 1 or -x, probability 1/2 each, from 0; O(steps^2).

    The product of n factors drawn from {diag(l, 1/l), J}, J the swap, has the singular values l^(+-x_n): it is a
    multiple of an orthogonal matrix iff x_n = 0 (daneshmand20, Example 17).

    >>> exponent_walk(4)
    [Fraction(1, 1), Fraction(1, 2), Fraction(1, 4), Fraction(1, 4), Fraction(3, 16)]
    """
    paths, out = {0: 1}, [Fraction(1)]
    for n in range(1, steps + 1):
        after: dict[int, int] = {}
        for x, count in paths.items():
            for y in (x + 1, -x):
                after[y] = after.get(y, 0) + count
        paths = after
        out.append(Fraction(paths.get(0, 0), 2**n))
    return out
