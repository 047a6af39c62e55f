"""Theorem 1 of daneshmand21 in formulas and numbers: literal along the mean map, corrected, and its event.

C = H^T H has trace 1 and eigenvalues lam_i, singular values of H sqrt(lam_i); V = |C - I/n|_F. A_l is the event that
lam_min(C_k) >= alpha for k = 1..l. The formulas take exact numbers or SymPy expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from flint import arb
from sympy import Expr, Integer, Rational, asin, gamma, pi, sqrt

from theory.orthogonality.closed_forms import one_against_ball
from theory.term import root
from theory.term.named import named


@named("ρ({0})", r"\rho({0})", means="ρ(α) = 1 − 2 n α/(n + 2)")
def contraction(alpha: Any, n: Any) -> Any:
    """rho = 1 - 2 n alpha/(n+2): V(F(lam)) <= rho V(lam) where lam_min >= alpha.

    >>> contraction(Rational(1, 4), 4)
    2/3
    """
    return 1 - 2 * n * alpha / (n + 2)


def square_bound(n: Any, d: Any, alpha: Any, layers: Any, start: Any) -> Any:
    """Bound of E[V(H_(l+1))^2; A_l]: rho^(2l) E V(H_1)^2 + (n-1)(1 - rho^(2l))/(n d (1 - rho^2)), l = `layers`.

    >>> square_bound(2, 8, Rational(1, 2), 1, 0)
    1/16
    """
    square = contraction(alpha, n) ** 2
    return square**layers * start + (n - 1) * (1 - square**layers) / (n * d * (1 - square))


@named("(1 − {2})^{3} + (3/4)/√(({2}) {1})", r"(1-{2})^{{{3}}}+\frac{{3/4}}{{\sqrt{{{2}\,{1}}}}}")
def mean_bound(n: Any, d: Any, alpha: Any, layers: Any) -> Expr:
    """Bound of E[V(H_(l+1)); A_l] from any start, weaker and shorter: (1-alpha)^l + (3/4)/sqrt(alpha d), n >= 2.

    >>> mean_bound(4, 36, Rational(1, 4), 0)
    5/4
    """
    return (1 - alpha) ** layers + Rational(3, 4) / root(alpha * d)


@named(
    "2 (1 − 2 ({2})/3)^{3} + 3·{0}/(({2}) √{1})",
    r"2\big(1-\tfrac23\cdot{2}\big)^{{{3}}}+\frac{{3\cdot{0}}}{{{2}\sqrt{{{1}}}}}",
)
def printed_bound(n: Any, d: Any, alpha: Any, layers: Any) -> Expr:
    """The bound of Theorem 1 as printed: 2 (1 - 2 alpha/3)^l + 3 n/(alpha sqrt d), alpha a bound of singular values.

    >>> printed_bound(4, 576, Rational(1, 2), 0)
    3
    """
    return 2 * (1 - 2 * alpha / 3) ** layers + 3 * n / (alpha * root(d))


def orbit_of_one(n: int, first: arb) -> Iterator[tuple[arb, arb]]:
    """(lam_1, V) of F^l(lam), l = 0, 1, .., for lam_1 = `first` and n - 1 equal eigenvalues, sum 1.

    At the precision in force, of which a layer costs about half a digit.

    >>> from itertools import islice
    >>> [lam.str(8, radius=False) for lam, _ in islice(orbit_of_one(2, arb(16) / 25), 3)]
    ['0.64000000', '0.57142857', '0.53589838']
    """
    p = first
    while True:
        yield p, abs(arb(1) / n - p) * (arb(n) / (n - 1)).sqrt()
        p = one_against_ball(p * (n - 1) / (1 - p), n)


def first_above(gaps: Iterator[arb], bound: Callable[[int], arb]) -> tuple[int, arb, arb]:
    """The least l with gap_l > bound(l), with both balls; every comparison before it is certain, too.

    Raises
    ------
    ArithmeticError
        where two balls overlap: more precision is needed.

    >>> first_above((arb(1) / 2**l for l in range(9)), lambda l: 2 * arb(1) / 3**l)[0]
    2
    """
    for layers, gap in enumerate(gaps):
        limit = bound(layers)
        if gap > limit:
            return layers, gap, limit
        if not gap < limit:
            raise ArithmeticError(f"l = {layers}: {gap.str(8)} and {limit.str(8)} overlap; work with more digits")
    raise ArithmeticError("the gaps came to an end below the bound")


def cap(n: int, s: Any) -> Expr:
    """P(|u_1| < s) for u uniform on the unit sphere of R^n, n >= 2: the share of a band around an equator.

    By n -> n + 2: int (1 - x^2)^(m) dx from m - 1 to m, m = (n-1)/2.

    >>> from sympy import Symbol
    >>> s = Symbol("s")
    >>> cap(2, s), cap(3, s), cap(5, s).expand()
    (2*asin(s)/pi, s, -s**3/2 + 3*s/2)
    """
    if n < 2:
        raise ValueError(f"got n = {n}; a sphere needs n >= 2")
    total = 2 * asin(s) / pi if n % 2 == 0 else Integer(1) * s
    for k in range(2 + n % 2, n, 2):
        m = Rational(k - 1, 2)
        whole = sqrt(pi) * gamma(m + 1) / (2 * gamma(m + Rational(3, 2)))
        total += s * (1 - s**2) ** m / (k * whole)
    return total
