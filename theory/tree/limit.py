"""The limit of alpha^L G_L: two escaped points, with weights c_min and c_max.

Exact where the tree settles beside the extreme datum, else enclosed with a rigorous remainder.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate
from math import inf
from typing import Any

import sympy
from flint import arb, fmpq

from theory.exact.certify import decimal, precision
from theory.exact.rationals import afford, text, to_sympy


@dataclass(frozen=True, repr=False)
class TreeLimit:
    """lim alpha^L G_L = c_min O_min + c_max O_max, O_o = (n-1)^2 e_o e_o^T + (1 - e_o)(1 - e_o)^T.

    Attributes
    ----------
    n, least, greatest : batch size, and the places of the two extremes in the batch.
    digits : significant digits asked for.
    c_min, c_max : Fraction where exact, else a ball that fixes that many digits.

    Both are zero if both extremes are tied; the leaf Gram then grows by `Tree.growth` < 1/alpha per layer.
    """

    n: int
    least: int
    greatest: int
    digits: int
    c_min: Fraction | arb
    c_max: Fraction | arb

    def strings(self) -> tuple[str, str, str]:
        """c_min, c_max, and a bound on the error of both as printed, "0" if exact.

        >>> from theory.tree.leaves import Tree
        >>> Tree([0, 0, 1, 5]).limit(12).strings()
        ('0', '2.07834321366', '5e-12')
        """
        c_min, c_max = (
            text(c) if isinstance(c, Fraction) else decimal(c, self.digits) for c in (self.c_min, self.c_max)
        )
        rounded = [text for text, c in ((c_min, self.c_min), (c_max, self.c_max)) if not isinstance(c, Fraction)]
        last = max((int(Decimal(text).as_tuple().exponent) for text in rounded), default=None)
        return c_min, c_max, "0" if last is None else f"5e{last - 1}"

    def __str__(self) -> str:
        c_min, c_max, error = self.strings()
        return f"c_min = {c_min}, c_max = {c_max} ({'exact' if error == '0' else f'error at most {error}'})"

    def __repr__(self) -> str:
        return f"<TreeLimit of {self.n} points: {self}>"

    def matrix(self) -> sympy.ImmutableMatrix:
        """The limit as a matrix, in the order of the batch; rational if exact, else SymPy Floats.

        >>> from theory.tree.leaves import Tree
        >>> Tree([0, 1, 2]).limit().matrix()
        Matrix([
        [ 9/5,  9/25,    0],
        [9/25, 18/25, 9/25],
        [   0,  9/25,  9/5]])
        """
        n = self.n
        afford(n**2 * self.digits, 1e7, f"a matrix of {n} x {n} numbers has {{cost}} digits")

        def outlier(o: int) -> sympy.Matrix:
            return sympy.Matrix(n, n, lambda p, q: (n - 1) ** 2 if p == q == o else int(o not in (p, q)))

        c_min, c_max = (_to_sympy(c, self.digits) for c in (self.c_min, self.c_max))
        return (c_min * outlier(self.least) + c_max * outlier(self.greatest)).as_immutable()


def outlier_weight(x: list[int], D: int, digits: int) -> Fraction | arb:
    """c_min of the sorted batch x/D with x[0] = 0; exact if x[1] is met as an end of a tree interval."""
    n = len(x)
    if x[1] == 0:
        return Fraction(0)
    if x[1] == x[-1]:  # one interval, free of data; for n = 2 it belongs to both ends
        return Fraction(x[1] ** 2, ((n - 1) ** 2 + 1) * D**2) / (2 if n == 2 else 1)
    gap = 0.30103 * (x[-1].bit_length() - x[1].bit_length() + 1)
    span = digits + gap
    seconds = 5e-8 * span**2 + 2e-7 * n * span * (1 + span / 500)  # as measured
    afford(seconds, 60, f"{digits} digits of the limit for {n} numbers take about {{cost}} s")
    guard = 10
    while True:  # more digits if a split, or the rounding to `digits`, cannot be told
        with precision(round(digits / 2 + span) + 2 * guard):
            total, rest, depth = _follow(x, arb, arb(10) ** -(digits + guard))
            if rest is not None:
                c = (total + rest * (arb(1) / 2 + arb(0, 0.5))) / D**2
                with suppress(ValueError):
                    decimal(c, digits)
                    return c
        if rest is None:
            exact, met, _ = _follow(x, fmpq, 0, depth)
            if met is None:
                return Fraction(int(exact.p), int(exact.q)) / D**2
        guard *= 4
        afford(guard, 10_000, f"{digits} digits cannot be told with {{cost}} more")


def _follow(x: list[int], number: Callable[..., Any], enough: Any, depths: float = inf) -> tuple[Any, Any | None, int]:
    """Sum alpha^(d+1) |J|^2/n^2 along the one interval [a, b] that has x[1] strictly inside.

    `number` is arb (balls) or fmpq (exact). Ends when the rest is below `enough` of the sum, or at `depths`.
    Beyond x[1] no J counts, so one interval per depth is all. Splits lie at s in [1/n, 1 - 1/n], where
    alpha (s^2 + (1-s)^2) <= 1: the energy alpha^d |I|^2 never increases, and bounds what is left.

    Returns
    -------
    tuple
        The sum; a bound on the rest, or None if the last split could not be told from x[1]; the depth.
    """
    n, j, depth = len(x), len(x), 0  # data from j on are at or above b
    data, sums = [number(value) for value in x], list(accumulate(x, initial=0))
    weight, total, rest = number(1) / ((n - 1) ** 2 + 1), number(0), number(0)  # weight = alpha^(d+1)/n^2
    a, b = data[0], data[-1]
    while depth < depths:
        while b <= data[j - 1]:
            j -= 1
        inside = j
        while not b > data[inside - 1]:  # cannot be told: a ball around both encloses clip(x; a, b) either way
            inside, b = inside - 1, b.union(data[inside - 1])
        m = (a + (n - inside) * b + sums[inside]) / n
        depth, weight = depth + 1, weight * n**2 / ((n - 1) ** 2 + 1)
        if m > data[1]:
            b = m
            continue
        total += weight * (m - a) ** 2
        if not m < data[1]:
            return total, None, depth
        a, rest = m, weight * (b - m) ** 2
        if rest < enough * total:
            break
    return total, rest, depth


def _to_sympy(c: Fraction | arb, digits: int) -> sympy.Expr:
    if isinstance(c, Fraction):
        return to_sympy(c)
    man, exp = c.mid().man_exp()
    return sympy.Float(sympy.Integer(int(man)) * sympy.Integer(2) ** int(exp), digits)
