"""Constants and functions on balls, principal branches: real ones for real arguments, complex ones for all."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import sympy
from flint import acb, arb

from theory.exact import special

MOST_TERMS = 2_000
"""Of a sum or a product that is written out."""

NOWHERE = acb("nan", "nan")


def is_real(z: acb) -> bool:
    """Whether the imaginary part is exactly 0."""
    return bool(z.imag.is_exact() and z.imag == 0)


def integer(z: acb) -> int | None:
    """The integer that a ball is, exactly; None for any other ball."""
    if not (is_real(z) and z.real.is_exact() and z.real.is_integer()):
        return None
    return int(z.real.unique_fmpz())


def _polygamma(order: acb, z: acb) -> acb:
    whole = integer(order)
    if whole == 0:
        return z.digamma()
    return z.polygamma(order) if whole is not None and whole > 0 else NOWHERE


def _binomial(top: acb, bottom: acb) -> acb:
    """SymPy's: 0 for integers k < 0, a polynomial of the top for integers k >= 0, else by gamma functions."""
    k, whole = integer(bottom), integer(top)
    if k is not None and k < 0 and (whole is None or whole >= 0 or k > whole):
        return acb(0)
    if k is not None and k < 0:
        return NOWHERE
    if k is not None and k <= MOST_TERMS:
        return reduce(acb.__mul__, ((top - i) / (i + 1) for i in range(k)), acb(1))
    return (top + 1).gamma() * (bottom + 1).rgamma() * (top - bottom + 1).rgamma()


def _rising(z: acb, k: acb) -> acb:
    whole = integer(k)
    if whole is not None and 0 <= whole <= MOST_TERMS:
        return reduce(acb.__mul__, (z + i for i in range(whole)), acb(1))
    return (z + k).gamma() * z.rgamma()


def _falling(z: acb, k: acb) -> acb:
    whole = integer(k)
    if whole is not None and 0 <= whole <= MOST_TERMS:
        return reduce(acb.__mul__, (z - i for i in range(whole)), acb(1))
    return (z + 1).gamma() * (z - k + 1).rgamma()


def _harmonic(z: acb, order: acb | None = None) -> acb:
    order = acb(1) if order is None else order
    whole = integer(z)
    if whole is not None and 0 <= whole <= MOST_TERMS:
        return sum((acb(i) ** -order for i in range(1, whole + 1)), acb(0))
    return (z + 1).digamma() + arb.const_euler() if order == 1 else NOWHERE


def _zeta(s: acb, a: acb | None = None) -> acb:
    return s.zeta() if a is None else s.zeta(a)


def _delta(i: acb, j: acb) -> acb:
    return acb(1) if i - j == 0 else NOWHERE if (i - j).contains(0) else acb(0)


def _logarithm(z: acb) -> acb:
    """A ball that meets the cut without being real is on no certain side of it."""
    return z.log() if is_real(z) or not z.imag.contains(0) or z.real > 0 else NOWHERE


CONSTANTS: dict[Any, Callable[[], acb]] = {
    sympy.pi: lambda: acb(arb.pi()),
    sympy.E: lambda: acb(arb(1).exp()),
    sympy.EulerGamma: lambda: acb(arb.const_euler()),
    sympy.Catalan: lambda: acb(arb.const_catalan()),
    sympy.GoldenRatio: lambda: acb((1 + arb(5).sqrt()) / 2),
    sympy.I: lambda: acb(0, 1),
    sympy.nan: lambda: NOWHERE,
    sympy.zoo: lambda: NOWHERE,
    sympy.oo: lambda: NOWHERE,
    -sympy.oo: lambda: NOWHERE,
}

ON_REALS: dict[Any, Callable[..., arb]] = {
    sympy.sign: arb.sgn,
    sympy.Min: lambda *balls: reduce(arb.min, balls),
    sympy.Max: lambda *balls: reduce(arb.max, balls),
    sympy.floor: arb.floor,
    sympy.ceiling: arb.ceil,
    sympy.frac: lambda x: x - x.floor(),
    sympy.atan2: lambda y, x: arb.atan2(y, x) if x != 0 or y != 0 else arb.nan(),
    sympy.Heaviside: lambda x, at_0: arb(1) if x > 0 else arb(0) if x < 0 else at_0 if x == 0 else arb.nan(),
    sympy.log: arb.log,
    sympy.exp: arb.exp,
    sympy.sin: arb.sin,
    sympy.cos: arb.cos,
    sympy.asin: arb.asin,
    sympy.acos: arb.acos,
    sympy.gamma: arb.gamma,
    sympy.polylog: lambda order, z: arb.polylog(z, order),
    **special.ON_REALS,
}

ON_COMPLEX: dict[Any, Callable[..., Any]] = {
    sympy.Abs: lambda z: abs(z),
    sympy.re: lambda z: z.real,
    sympy.im: lambda z: z.imag,
    sympy.conjugate: lambda z: acb(z.real, -z.imag),
    sympy.arg: lambda z: _logarithm(z).imag,
    sympy.exp: acb.exp,
    sympy.log: _logarithm,
    sympy.sin: acb.sin,
    sympy.cos: acb.cos,
    sympy.tan: acb.tan,
    sympy.cot: acb.cot,
    sympy.sec: acb.sec,
    sympy.csc: acb.csc,
    sympy.sinc: acb.sinc,
    sympy.sinh: acb.sinh,
    sympy.cosh: acb.cosh,
    sympy.tanh: acb.tanh,
    sympy.coth: acb.coth,
    sympy.sech: acb.sech,
    sympy.csch: acb.csch,
    sympy.asin: acb.asin,
    sympy.acos: acb.acos,
    sympy.atan: acb.atan,
    sympy.acot: lambda z: (1 / z).atan() if z != 0 else acb(arb.pi() / 2),
    sympy.asec: lambda z: (1 / z).acos(),
    sympy.acsc: lambda z: (1 / z).asin(),
    sympy.asinh: acb.asinh,
    sympy.acosh: acb.acosh,
    sympy.atanh: acb.atanh,
    sympy.acoth: lambda z: (1 / z).atanh(),
    sympy.LambertW: lambda z: z.lambertw(),
    sympy.gamma: acb.gamma,
    sympy.loggamma: acb.lgamma,
    sympy.factorial: lambda z: (z + 1).gamma(),
    sympy.binomial: _binomial,
    sympy.RisingFactorial: _rising,
    sympy.FallingFactorial: _falling,
    sympy.beta: lambda x, y: x.gamma() * y.gamma() * (x + y).rgamma(),
    sympy.polygamma: _polygamma,
    sympy.harmonic: _harmonic,
    sympy.zeta: _zeta,
    sympy.dirichlet_eta: acb.dirichlet_eta,
    sympy.erf: acb.erf,
    sympy.erfc: acb.erfc,
    sympy.erfi: acb.erfi,
    sympy.Ei: acb.ei,
    sympy.li: lambda z: z.li(),
    sympy.Si: acb.si,
    sympy.Ci: acb.ci,
    sympy.expint: lambda order, z: z.expint(order),
    sympy.uppergamma: lambda order, z: z.gamma_upper(order),
    sympy.lowergamma: lambda order, z: z.gamma_lower(order),
    sympy.besselj: lambda order, z: z.bessel_j(order),
    sympy.bessely: lambda order, z: z.bessel_y(order),
    sympy.besseli: lambda order, z: z.bessel_i(order),
    sympy.besselk: lambda order, z: z.bessel_k(order),
    sympy.polylog: lambda order, z: z.polylog(order),
    sympy.elliptic_k: lambda parameter: parameter.elliptic_k(),
    sympy.KroneckerDelta: _delta,
}
