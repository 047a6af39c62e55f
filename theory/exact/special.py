"""Special functions that SymPy lacks, or writes in a form without balls: names, for `enclose` and for the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import acb, arb
from sympy import Function

__all__ = ["ON_REALS", "CarlsonRD", "CarlsonRF", "Gauss2F1", "Li2"]


class CarlsonRD(Function):  # type: ignore[misc]
    """R_D(x, y, z) = (3/2) int_0^oo (u + x)^(-1/2) (u + y)^(-1/2) (u + z)^(-3/2) du, for x, y, z > 0.

    >>> print(ON_REALS[CarlsonRD](arb(1), arb(1), arb(4)).str(8, radius=False))
    0.26034600
    """

    nargs = 3

    def _latex(self, printer: Any) -> str:
        return rf"R_D\left({', '.join(map(printer._print, self.args))}\right)"


class CarlsonRF(Function):  # type: ignore[misc]
    """R_F(x, y, z) = (1/2) int_0^oo ((u + x)(u + y)(u + z))^(-1/2) du, for x, y, z > 0."""

    nargs = 3

    def _latex(self, printer: Any) -> str:
        return rf"R_F\left({', '.join(map(printer._print, self.args))}\right)"


class Gauss2F1(Function):  # type: ignore[misc]
    """2F1(a, b; c; z) for z < 1, where it is real; for c > b > 0 by Euler's integral over 0 < x < 1, that of
    x^(b-1) (1 - x)^(c-b-1) (1 - zx)^(-a), times Gamma(c)/(Gamma(b) Gamma(c-b)).
    """

    nargs = 4

    def _latex(self, printer: Any) -> str:
        a, b, c, z = map(printer._print, self.args)
        return rf"{{}}_2F_1\left({a}, {b}; {c}; {z}\right)"


class Li2(Function):  # type: ignore[misc]
    """The dilogarithm, for z <= 1: SymPy's polylog(2, z) would try to simplify its argument whenever it is made."""

    nargs = 1

    def _latex(self, printer: Any) -> str:
        return rf"\operatorname{{Li}}_2\left({printer._print(self.args[0])}\right)"


def _carlson(of: Callable[[Any, Any, Any], acb]) -> Callable[[arb, arb, arb], arb]:
    def real(x: arb, y: arb, z: arb) -> arb:
        return of(x, y, z).real if x > 0 and y > 0 and z > 0 else arb.nan()

    return real


ON_REALS: dict[Any, Callable[..., arb]] = {
    CarlsonRD: _carlson(acb.elliptic_rd),
    CarlsonRF: _carlson(acb.elliptic_rf),
    Gauss2F1: lambda a, b, c, z: z.hypgeom_2f1(a, b, c) if z < 1 else arb.nan(),
    Li2: lambda z: arb.polylog(z, 2),
}
"""Their values in real balls; no number outside of where they are defined above."""
