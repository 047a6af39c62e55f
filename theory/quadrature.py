"""Rigorous integrals over half lines, in balls: the real line cut off where the tail is bounded."""

from __future__ import annotations

from collections.abc import Callable

from flint import acb, arb

from theory.certify import digits_now, precision, raised


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


def mean_log(laplace: Callable[[acb, bool], acb], mean: arb, scale: arb, power: arb, digits: int) -> arb:
    """E log S of a random S > 0 from its Laplace transform phi(s) = E e^(-sS), by Frullani's integral.

    E log S = int_0^oo (e^(-s) - phi(s)) ds/s is taken over s = e^y, with both tails bounded: 0 <= 1 - phi <= s E S.

    Parameters
    ----------
    laplace : phi(s, analytic), the flag of `acb.integral`.
    mean : E S, or an upper bound.
    scale, power : phi(s) <= (scale s)^(-power) for s > 0.

    >>> mean_log(lambda s, _: 1 / (1 + s), arb(1), arb(1), arb(1), 20).overlaps(-arb.const_euler())    # exponential S
    True
    """
    digits = digits_now(digits)
    with raised(1), precision(digits + 20):
        left = -int(2.31 * (digits + 8)) - int(float(mean)).bit_length()
        right = int(2.35 * (digits + 8) / float(power)) + 8
        low, high = arb(left).exp(), arb(right).exp()
        tails = low * (1 + mean) + (-high).exp() + (scale * high) ** -power / power

        def integrand(y: acb, analytic: bool) -> acb:
            s = y.exp()
            return (-s).exp() - laplace(s, analytic)

        pieces = (acb.integral(integrand, a, min(a + 8, right)).real for a in range(left, right, 8))
        return sum(pieces, arb(0)) + arb(0, tails)
