"""Certified bounds for any batch: p* from below, P(rank relu(W X) < n) from above, and the width that suffices.

Sources: nachum24, Theorem 3 as reconstructed. With unit columns, K their
arc-cosine Gram matrix and w_S the projection of w on the span of X, f_u^2/|w_S|^2 <= |u|^2 |X|^2 has mean
u^T K u/(2 rank X). So p* >= c = lambda_min(K)/(2 rank(X) |X|^2), and by matrix Chernoff P(rank < n) <= n exp(-m c);
by growth one row at a time, P(rank < n) <= P(Bin(m, p*) < n).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any

from flint import arb, arb_mat, ctx

from theory.exact.certify import UnprovedError, precision
from theory.exact.rationals import rational, to_fmpq
from theory.rank.batches import Angles, Batch, diagnose
from theory.rank.circuits import line_triple_bound
from theory.rank.law import binomial_tail, deficiency
from theory.rank.planar import narrow, p_star
from theory.rank.witness import arc_cosine_gram

MOST_DIGITS = 4_000
MOST_WORK = 2e8
"""n^3 times digits that a bound by eigenvalues is worth: seconds. Nearly parallel columns would take hours."""

MOST_WIDTH = 10**9

MOST_POINTS = 5
"""Points up to which the law of the rank takes less than a second at widths of some hundred."""


def least_eigenvalue(A: arb_mat) -> arb:
    """Enclosure of lambda_min of a symmetric matrix with lambda_min > 0, at the current precision.

    From above by a Rayleigh quotient, v by inverse iteration; from below by elimination: A - t positive definite.

    Raises
    ------
    UnprovedError
        if the precision does not show that A is positive definite.

    >>> print(least_eigenvalue(arb_mat([[2, 1], [1, 2]])).str(10, radius=False))
    1.000000
    """
    n = A.nrows()
    try:
        inverse = A.mid().inv().mid()
    except ZeroDivisionError:
        raise UnprovedError(f"this matrix of order {n} is not seen regular with {ctx.dps} digits") from None
    for _ in range(20):  # A^(-2^20), up to a factor
        inverse = (inverse * inverse).mid()
        inverse = (inverse * (1 / inverse.trace())).mid()
    v = inverse * arb_mat([[1 + 618_034 * i % 1_000_003] for i in range(n)])  # any start that no symmetry kills
    v = v.mid()
    above = ((v.transpose() * A * v)[0, 0] / (v.transpose() * v)[0, 0]).upper()
    margin = above * arb(10) ** (-ctx.dps // 2)
    while margin < above:
        below = (above - margin).lower()
        if _positive_definite(A, below):
            return below.union(above)
        margin *= 10
    raise UnprovedError(f"this matrix of order {n} is not seen positive definite with {ctx.dps} digits")


def _positive_definite(A: arb_mat, shift: arb) -> bool:
    """Whether elimination shows A - shift to be positive definite."""
    rows = A.tolist()
    for i, row in enumerate(rows):
        row[i] -= shift
    while rows:
        pivot, *rows = rows
        if not pivot[0] > 0:
            return False
        tail = pivot[1:]
        rows = [[e - f * g for e, g in zip(row[1:], tail, strict=True)] for row in rows for f in [row[0] / pivot[0]]]
    return True


@dataclass(frozen=True)
class LowerBounds:
    """Lower bounds of p*, as balls: a lower end is proved.

    Attributes
    ----------
    eigenvalue : lambda_min(K)/(2 rank(X) |X|_op^2), unit columns (R1c, i).
    line_angle : erf(sqrt(pi) tan(theta)/(4 (n - 1)))/4, theta the least angle between two lines (R1c, ii).
    line_triples : the least angle/pi that three lines span, at most 1/2 (R1c, iii); None where X is not planar.
    """

    eigenvalue: arb
    line_angle: arb
    line_triples: arb | None

    @property
    def best(self) -> arb:
        """The greatest of them."""
        return reduce(arb.max, [b for b in (self.eigenvalue, self.line_angle, self.line_triples) if b is not None])


@lru_cache(maxsize=64)
def p_star_lower(X: Batch | Angles, digits: int = 30) -> LowerBounds:
    """Three certified lower bounds of p* (R1c); each is 0 where it says nothing.

    So is the one by eigenvalues where `MOST_DIGITS` or `MOST_WORK` do not separate K from singular matrices.

    >>> seven = Angles([f"{k}/100" for k in (0, 101, 102, 3, 50, 151, 52)])
    >>> bounds = p_star_lower(seven)
    >>> [b.str(2, radius=False) for b in (bounds.line_triples, bounds.line_angle, bounds.eigenvalue)]
    ['0.020', '0.00065', '1.2e-7']
    """
    diagnosis = diagnose(X)
    zero = arb(0)
    triples = narrow(line_triple_bound(X), digits) if 1 <= X.rank <= 2 else None
    if not diagnosis.reaches_n:
        return LowerBounds(zero, zero, None if triples is None else zero)
    with precision(digits):
        if not diagnosis.pairwise_non_collinear:
            angle = zero
        elif X.n == 1:
            angle = arb(1) / 4
        else:
            tangent = _least_tangent(X)
            angle = (arb.pi().sqrt() * tangent / (4 * (X.n - 1))).erf() / 4 if tangent.is_finite() else arb(1) / 4
    return LowerBounds(_eigenvalue_bound(X, digits), angle, triples)


def _least_tangent(X: Batch | Angles) -> arb:
    """tan of the least angle between the lines of two columns, which is chosen exactly."""
    if isinstance(X, Angles):
        turns = sorted(ray % 1 for ray in X.rays)
        least = min(b - a for a, b in zip(turns, [*turns[1:], turns[0] + 1], strict=True))
        least = min(least, 1 - least)
        return arb.tan_pi(arb(to_fmpq(least))) if least != Fraction(1, 2) else arb.pos_inf()
    G = X.gram().tolist()
    # cos^2, greatest first by cross multiplication: an exact maximum of fractions
    cosine = max(
        (Fraction(int(G[i][j]) ** 2, int(G[i][i]) * int(G[j][j])) for i in range(X.n) for j in range(i)),
    )
    return arb(to_fmpq(1 / cosine - 1)).sqrt() if cosine else arb.pos_inf()


@lru_cache(maxsize=64)
def _eigenvalue_bound(X: Batch | Angles, digits: int) -> arb:
    work = digits + 10
    done = 0
    while work <= 2 * MOST_DIGITS and (done := done + X.n**3 * work) <= MOST_WORK:
        with precision(work):
            try:
                least = least_eigenvalue(arc_cosine_gram(X))
                top = X.n + 1 - least_eigenvalue(arb_mat(X.n, X.n, X.n + 1) - X.cosines())
                return least / (2 * X.rank * top)
            except UnprovedError:
                work *= 2
    return arb(0)


@lru_cache(maxsize=64)
def growth_bound(X: Batch | Angles, digits: int = 30) -> arb:
    """A ball around p* where it is known exactly, else the best lower bound."""
    try:
        return p_star(X).enclosure(digits)
    except ValueError:
        return p_star_lower(X, digits).best


def chernoff_bound(X: Batch | Angles, m: int, digits: int = 30) -> arb:
    """n exp(-m lambda_min(K)/(2 rank(X) |X|_op^2)), unit columns; a bound of P(rank relu(W X) < n) (R2a).

    >>> print(chernoff_bound(Angles(["0", "1/6", "1/2"]), 2000).str(5, radius=False))
    1.1184e-6
    """
    exponent = p_star_lower(X, digits).eigenvalue
    with precision(digits):
        return X.n * (-_width(m) * exponent).exp()


def failure_bound(X: Batch | Angles, m: int, digits: int = 30) -> arb:
    """An upper bound of P(rank relu(W X) < n), W Gaussian of width m: the least of 1, Chernoff and P(Bin(m, p) < n).

    p is p* where it is exact, else a lower bound of it. The upper end of the ball is proved.

    >>> print(failure_bound(Angles(["0", "1/6", "1/2"]), 8).str(5, radius=False))
    0.14453
    """
    _width(m)
    if not diagnose(X).reaches_n:
        return arb(1)
    p = growth_bound(X, digits)
    with precision(digits):
        return reduce(arb.min, (arb(1), chernoff_bound(X, m, digits), binomial_tail(m, p, X.n)))


def width_for(X: Batch | Angles, failure: Any, digits: int = 30) -> int:
    """The least width m at which `failure_bound` is certified below a given number in (0, 1).

    Raises
    ------
    ValueError
        for a number outside (0, 1), where the rank never reaches n, and beyond `MOST_WIDTH`.

    >>> width_for(Angles(["0", "1/6", "1/2"]), "1/100")
    14
    """
    target = rational(failure)
    if not 0 < target < 1:
        raise ValueError(f"got a failure probability of {failure}; wanted a number between 0 and 1")
    diagnosis = diagnose(X)
    if not diagnosis.reaches_n:
        raise ValueError(f"no width makes the rank n = {X.n}: {diagnosis}")

    def enough(m: int) -> bool:
        return bool(failure_bound(X, m, digits) < to_fmpq(target))

    return _first(enough, X.n)


def least_width(X: Batch | Angles, failure: Any, digits: int = 30) -> int:
    """The least width m at which P(rank relu(W X) < n) is below a number in (0, 1), by the law itself.

    Raises
    ------
    ValueError
        as `width_for`, and for batches whose law is not worked out: rank above 2, or more than `MOST_POINTS` points.

    >>> least_width(Angles(["0", "1/6", "1/2"]), "1/100")
    10
    """
    if X.rank > 2 or X.n > MOST_POINTS:
        raise ValueError(f"rank {X.rank}, {X.n} points: the law is worked out for rank 1 or 2, {MOST_POINTS} points")
    most, target = width_for(X, failure, digits), to_fmpq(rational(failure))
    return _first(lambda m: m >= most or bool(arb(_exact(X, m, digits)) < target), X.n)


def _exact(X: Batch | Angles, m: int, digits: int) -> Any:
    value = deficiency(X, m, digits)
    return to_fmpq(value) if isinstance(value, Fraction) else value


def _first(holds: Callable[[int], bool], start: int) -> int:
    """The first m >= start where a monotone property holds."""
    low, high = start - 1, start
    while not holds(high):
        if high >= MOST_WIDTH:
            raise ValueError(f"no width up to {MOST_WIDTH:,} is certified to do: two columns are nearly parallel")
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _width(m: int) -> int:
    if m < 0:
        raise ValueError(f"got width m = {m}; a width is 0 or more")
    return m
