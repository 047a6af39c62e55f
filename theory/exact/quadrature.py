"""Rigorous integrals over half lines, in balls: the real line cut off where the tail is bounded."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from flint import acb, arb

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
