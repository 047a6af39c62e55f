"""Means of logarithms of Gaussian and other polynomials, from their characteristic functions.

For a random D with E D^2 < oo and characteristic function phi, Frullani's integral gives
E log|D| = int_0^1 (1 - Re phi(t)) dt/t - int_1^oo Re phi(t) dt/t - gamma, Euler's gamma; as E cos(tD) - cos t has the
integral -log|D| over dt/t.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import acb, arb

FINE = 1e-15
"""Integrals are not made much finer than what is left out."""


def mean_log_modulus(phi: Callable[[acb], acb], square: Any, fourth: Any, beyond: arb) -> arb:
    """E log|D|.

    Parameters
    ----------
    phi : Re E e^(itD) as a function of t > 0, analytic for Re t > 0.
    square : E D^2. fourth : a bound on E D^4: 1 - phi(t) lies between t^2 E D^2/2 and that less t^4 E D^4/24.
    beyond : int_1^oo phi(t) dt/t.

    >>> from theory.exact.certify import precision
    >>> with precision(20):
    ...     decay = lambda t: 1 / (1 + t * t)    # of e^(-|x|)/2
    ...     mean_log_modulus(decay, 2, 24, far(decay, 20, tail=(-arb(40)).exp())).overlaps(-arb.const_euler())
    True
    """
    end = 10  # t = e^(-v)
    near = acb.integral(lambda v, analytic: 1 - _on_ray(phi, -v, analytic), 0, end, abs_tol=FINE).real
    least = (-arb(end)).exp()
    rest, half = arb(square) * least**2 / 4, arb(fourth) * least**4 / 192
    return near + rest - half + arb(0, half.upper()) - beyond - arb.const_euler()


def far(phi: Callable[[acb], acb], end: int, *, tail: arb) -> arb:
    """int_1^oo phi(t) dt/t over t = e^v, v <= end; `tail` bounds what is left out."""
    inner = acb.integral(lambda v, analytic: _on_ray(phi, v, analytic), 0, end, abs_tol=FINE)
    return inner.real + arb(0, tail.upper())


def _on_ray(phi: Callable[[acb], acb], v: acb, analytic: bool) -> acb:
    """phi(e^v); nowhere analytic outside the right half plane."""
    return acb("nan") if analytic and not abs(v.imag) < 3 / 2 else phi(v.exp())


def scaled_e1(z: acb) -> acb:
    """e^z E_1(z), analytic off the negative real line."""
    return z.hypgeom_u(acb(1), acb(1))
