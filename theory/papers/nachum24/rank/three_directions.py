"""p* of three directions 0 < b pi < a pi, a <= 1/2, for all of them at once: ranks and angles on symbols.

A set of chambers is vacant for some u != 0 if their rows have rank 2 at most, so p* is the least weight that such a set
leaves. Lengths of the points are nothing to it: direction t pi is (1 - z^2, 2z), z = tan(t pi/2), and 0 < b < a <= 1/2
is 0 < z_b < z_a <= 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise

from sympy import Expr, Integer, Matrix, Poly, Rational, Symbol, factor, symbols

from theory.batchnorm import relu
from theory.exact.expressions import Undefined

a, b = symbols("a b", positive=True)
ENDS = ({b: 0, a: 0}, {b: 0, a: Rational(1, 2)}, {b: Rational(1, 2), a: Rational(1, 2)})
"""Vertices of the triangle of all (b, a): the side between the last two belongs to it, its ends and the rest do not."""

_below, _apart = Symbol("below", nonnegative=True), Symbol("apart", positive=True)
_z_a = 1 / (1 + _below)
_POINTS = tuple((1 - z**2, 2 * z) for z in (Integer(0), _z_a / (1 + _apart), _z_a))


@cache
def least_growth() -> Expr:
    """p*, linear in a and b.

    >>> least_growth()
    a
    """
    found = list(_left_over())
    for one in found:
        if all(_at_least(other, one) for other in found):
            return one
    raise Undefined("which set of chambers leaves the least depends on a and b")


def positive(form: Expr) -> bool:
    """Whether a linear form in a and b is positive for all of them; else it has to be negative for all.

    >>> positive(a - b), positive(a - 1)
    (True, False)
    """
    values = [form.subs(end) for end in ENDS]
    for sign in (1, -1):
        if all(sign * v >= 0 for v in values) and any(sign * v > 0 for v in values[1:]):
            return sign > 0
    raise Undefined(f"{form} has no sign")


def _at_least(form: Expr, other: Expr) -> bool:
    return all((form - other).subs(end) >= 0 for end in ENDS)


def _left_over() -> Iterator[Expr]:
    """1 less the weight of each set of chambers whose rows leave R^3."""
    found = list(_chambers())
    for size in range(len(found) + 1):
        for some in combinations(found, size):
            if not _whole(Matrix([row for rows, _ in some for row in rows]) if some else Matrix.zeros(1, 3)):
                yield (1 - sum((chance for _, chance in some), Integer(0))).expand()


def _chambers() -> Iterator[tuple[list[list[Expr]], Expr]]:
    """For each: rows of relu(WX) that span what its weights give, and its probability."""
    angles, quarter = (Integer(0), b, a), Rational(1, 2)
    walls = [*(t - quarter for t in angles), *(t + quarter for t in angles)]
    walls.append(walls[0] + 2)
    for low, high in pairwise(walls):
        if not positive(high - low):
            raise Undefined("the walls are in another order")
        middle = (low + high) / 2
        signs = relu([1 if _acute(middle - t) else -1 for t in angles])
        rows = [[sign * point[axis] for sign, point in zip(signs, _POINTS, strict=True)] for axis in (0, 1)]
        yield rows, (high - low) / 2


def _acute(turn: Expr) -> bool:
    """Whether an angle of so many pi, above -1 and below 2, is less than a right one."""
    return positive(turn + Rational(1, 2)) and (not positive(turn - Rational(1, 2)) or positive(turn - Rational(3, 2)))


def _whole(rows: Matrix) -> bool:
    """Whether the rank is 3 for all points, or less for all."""
    zero = True
    for some in combinations(range(rows.rows), 3):
        minor = factor(rows.extract(list(some), [0, 1, 2]).det())
        if minor != 0 and _never_zero(minor):
            return True
        zero = zero and minor == 0
    if not zero:
        raise Undefined("the rank depends on the points")
    return False


def _never_zero(e: Expr) -> bool:
    """Whether the coefficients of the numerator are of one sign, and one of them stays where `below` is 0."""
    above = Poly(e.as_numer_denom()[0], _below, _apart)
    signs = {c > 0 for c in above.coeffs()}
    return len(signs) == 1 and above.as_expr().subs(_below, 0) != 0
