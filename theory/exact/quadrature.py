"""Rigorous integrals over half lines, in balls: the real line cut off where the tail is bounded."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from flint import acb, arb, fmpq

from theory.exact.certify import digits_now, precision, raised


def half_line(integrand: Callable[[acb], acb], tail: Callable[[arb], arb], digits: int) -> arb:
    """Enclosure of the integral over (0, oo) of phi(u) f(u), phi the standard normal density.

    Parameters
    ----------
    integrand : f, entire; `acb.integral` would return a narrow wrong ball for a function with a kink.
    tail : upper bound of |integral over (T, oo)| as a function of T.

    >>> half_line(lambda u: u**2, lambda T: (T + 1) * (-T * T / 2).exp(), 20).overlaps(arb(1) / 2)
    True
    """
    digits = digits_now(digits)
    with raised(1), precision(digits + 15):
        end = arb(8 + int((4.7 * digits) ** 0.5) + digits // 20)
        density = (2 * arb.pi()).sqrt()
        inner = acb.integral(lambda u, _: integrand(u) * (-u * u / 2).exp() / density, 0, end)
        return inner.real + arb(0, tail(end))


def mean_log(laplace: Callable[[acb, bool], acb], far: Callable[[acb, bool], acb], room: arb, digits: int) -> arb:
    """E log S of a random S > 0 from its Laplace transform phi(s) = E e^(-sS), by Frullani's integral.

    E log S = int_0^oo (e^(-s) - phi(s)) ds/s = int_0^1 (1 - phi(s)) ds/s - int_1^oo phi(s) ds/s - gamma, Euler's
    gamma; the second over s = x^(-2), 0 < x < 1. Neither is cut off: both integrands are analytic up to their ends.

    Parameters
    ----------
    laplace : phi(s, analytic), the flag of `acb.integral`.
    far : phi(x^(-2))/x as a function of x and the flag, analytic around [0, 1].
    room : a number r > 0 with E e^(rS) < oo and phi analytic for |s| <= r: there |1 - phi| <= 1 + phi(-r), and so
        |(1 - phi)/s| <= (1 + phi(-r))/r by the maximum principle, also at 0.

    >>> mean = mean_log(lambda s, _: 1 / (1 + s), lambda x, _: x / (1 + x * x), arb(1) / 2, 20)    # exponential S
    >>> mean.overlaps(-arb.const_euler())
    True
    """
    digits = digits_now(digits)
    with raised(1), precision(digits + 20):
        bound = ((1 + laplace(acb(-room), False).real) / room).upper()

        def near(s: acb, analytic: bool) -> acb:
            if s.contains(0):
                return acb(arb(0, bound), arb(0, bound)) if abs(s) <= room else acb("nan")
            return (1 - laplace(s, analytic)) / s

        ends = [arb(0), room, arb(1)] if room < 1 else [arb(0), arb(1)]
        first = sum((acb.integral(near, a, b).real for a, b in pairwise(ends)), arb(0))
        return first - 2 * acb.integral(far, 0, 1).real - arb.const_euler()


FINE = fmpq(1, 10**15)
"""Integrals are not made much finer than what is left out."""


def mean_log_modulus(phi: Callable[[acb], acb], square: Any, fourth: Any, beyond: arb) -> arb:
    """E log|D| of a random number D from its characteristic function phi, by Frullani's integral.

    As E cos(tD) - cos t has the integral -log|D| over dt/t, E log|D| = int_0^1 (1 - Re phi(t)) dt/t
    - int_1^oo Re phi(t) dt/t - gamma, Euler's gamma.

    Parameters
    ----------
    phi : Re E e^(itD) as a function of t > 0, analytic for Re t > 0.
    square : E D^2. fourth : a bound on E D^4: 1 - phi(t) lies between t^2 E D^2/2 and that less t^4 E D^4/24.
    beyond : int_1^oo phi(t) dt/t.

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
