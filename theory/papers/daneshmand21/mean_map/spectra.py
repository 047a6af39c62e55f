"""Spectra on which contraction is seen, and the slope of the mean map at I/n between two secants."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import sympy
from flint import arb
from sympy import (
    Expr,
    Integer,
    Rational,
    cancel,
    diff,
    expand_func,
    gammasimp,
    integrate,
    limit,
    oo,
    powsimp,
    simplify,
    sqrt,
    symbols,
)

from theory.claim.given import Given
from theory.exact.certify import at_each_precision, precision
from theory.exact.rationals import to_fmpq, to_sympy
from theory.notation import n
from theory.orthogonality.mean_map import mean_map
from theory.papers.daneshmand21 import normals, polar
from theory.papers.daneshmand21.domains import Spectra

MEANS = ("p = F(lam): p_i = E[lam_i w_i^2/sum_j lam_j w_j^2], w normal", "sum lam = 1", "n >= 2")

lam = symbols("lam", positive=True)
UNEVEN = Given(
    {"spectrum": Spectra(full=True)},
    lambda at: min(at["spectrum"]) < max(at["spectrum"]),
    "not all equal; scaled to the sum 1",
    letters={
        "n": lambda at: Integer(len(at["spectrum"])),
        "lam": lambda at: to_sympy(min(at["spectrum"]) / sum(at["spectrum"])),
    },
)


@cache
def square_moments() -> tuple[Expr, Expr]:
    """E u_1^4 and E u_1^2 u_2^2 of a uniform u on the sphere: E w_1^4 = 3 and 1 over E |w|^4 = 3n + n(n-1)."""
    w = symbols("w", real=True)
    fourth, second = (
        sympy.integrate(w**power * sympy.exp(-(w**2) / 2), (w, -oo, oo)) / sqrt(2 * sympy.pi) for power in (4, 2)
    )
    length = n * fourth + n * (n - 1) * second**2
    return fourth / length, second**2 / length


def secant(size: int, step: arb) -> arb:
    """(G(d) - 1)/d, G(d) = p/lam of lam = 1/n - d beside n - 1 equal eigenvalues, |d| = step of either sign.

    G is convex with G(0) = 1, so the slope at 0 lies between the secants of -d and d.
    """
    one, other = arb(1) / size - step, arb(1) / size + step / (size - 1)
    return (mean_map([one, other], 50, multiplicities=[1, size - 1])[0] / one - 1) / step


@at_each_precision
def slope(size: int) -> arb:
    """G'(0), enclosed by two secants, to about 20 digits."""
    with precision(70):
        step = arb("1e-22")
        return secant(size, step).union(secant(size, -step))


@cache
def slope_on_symbols() -> Expr:
    """lim (p_min/lam_min - 1)/delta for every n, lam_min = 1/n - delta beside n - 1 equal eigenvalues, delta -> 0.

    With a < 1 their quotient and u = |(w_2, .., w_n)|/|w_1|, p_min = E[a/(a + u^2)] is 1/n - (1 - a) E[f_a], f_a =
    u^2/((a + u^2)(1 + u^2)), and f_1 <= f_a <= f_1/a, so that E[f_a] tends to E[f_1].
    """
    half, a, delta = symbols("half a delta", positive=True)
    u, size = polar.tangent, 2 * half + 1
    f = u**2 / ((a + u**2) * (1 + u**2))
    below, above = (cancel(f / f.subs(a, 1) - 1), cancel(1 / a - f / f.subs(a, 1)))
    if cancel(1 / (1 + u**2) - a / (a + u**2) - (1 - a) * f) != 0 or not all(
        e.subs(a, 1 / (1 + delta)).simplify().is_positive for e in (below, above)
    ):
        raise ArithmeticError("p_min is not held between its bounds")
    inside = powsimp(f.subs(a, 1) * polar.by_tangent(size))
    mean = gammasimp(expand_func(integrate(inside, (u, 0, oo), conds="none")))
    least, other = 1 / size - delta, 1 / size + delta / (size - 1)
    # p_min - lam_min = delta - (1 - a) E[f_a]
    speed = cancel((1 - least / other) / delta).subs(delta, 0)
    return cancel((1 - speed * mean) / least.subs(delta, 0)).subs(half, (n - 1) / 2)


@cache
def of_equal(x: Expr) -> Expr:
    """(p_i - p_j)/(lam_i - lam_j) where all n eigenvalues are x, in the limit: its integral over t."""
    return integrate((1 + 2 * normals.t * x) ** (-n / 2 - 2), (normals.t, 0, oo))


def squeezed() -> Iterator[tuple[str, Any, Any]]:
    """That (p_i - p_j)/(lam_i - lam_j) is an integral over t of a product of powers of all 1 + 2 t lam_k, each of which
    falls in lam_k: it lies between `of_equal` of the greatest and of the least eigenvalue."""
    time = normals.t
    one, other, x = symbols("one other x", positive=True)
    first, second = (normals.by_two(one, other, powers) for powers in ((2, 0), (0, 2)))
    factors = [(1 + 2 * time * e) ** Rational(-3, 2) for e in (one, other)]
    yield "n = 2", simplify((one * first - other * second) / (one - other)), factors[0] * factors[1]
    yield "one number more", normals.by_one_more(x), (1 + 2 * time * x) ** Rational(-1, 2)
    yield "S int_0^oo e^(-tS) dt", normals.inverse(1), Integer(1)
    for power in (1, 3):
        falls = diff((1 + 2 * time * x) ** Rational(-power, 2), x)
        yield f"a factor to the power -{power}/2 falls in its eigenvalue", bool(falls.is_negative), True
    yield "continuous at 1/n", limit(of_equal(x), x, 1 / n), of_equal(x).subs(x, 1 / n)


SPECTRA = tuple(
    tuple(Fraction(e) / sum(map(Fraction, spectrum)) for e in spectrum)
    for spectrum in (
        (1, 3),
        (1, 9),
        (1, 2, 3),
        (95, 100, 105),
        (1, 30, 30),
        (1, 1, 30),
        (1, 2, 4, 8),
        (9, 9, 9, 10),
    )
)
"""Exact spectra, ascending, of sum 1, on which inequalities are seen to hold."""


def with_map() -> Iterator[tuple[str, list[arb], list[arb]]]:
    """Where, lam and F(lam), for each of `SPECTRA`."""
    for spectrum in SPECTRA:
        values = [arb(to_fmpq(e)) for e in spectrum]
        yield f"lam = ({', '.join(map(str, spectrum))})", values, mean_map(spectrum)
