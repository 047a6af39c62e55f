"""Two data, ReLU, infinite width: kappa' integrated on symbols, over the ratio of the two entries of a row."""

from __future__ import annotations

from functools import cache

from sympy import Add, Expr, Integer, apart, atan, cancel, expand, factor, integrate, oo, pi, symbols

w = symbols("w", positive=True)  # below 1
COSINE, SINE = cancel(2 * w / (1 + w**2)), cancel((1 - w**2) / (1 + w**2))
"""kappa and sqrt(1 - kappa^2) of all kappa in (0, 1), by w = tan((arcsin kappa)/2)."""


@cache
def cosine_after() -> Expr:
    """kappa' = E relu(u_1) relu(u_2)/sqrt(E relu(u_1)^2 E relu(u_2)^2) as a function of w.

    A row is (1, v) up to a positive scale where both entries are positive, v = kappa + sqrt(1 - kappa^2) tan U; (u_1,
    u_2), (u_2, u_1) and (-u_1, -u_2) have one law and u_1^2 + u_2^2 = 1, so that E relu(u_1)^2 = 1/4.
    """
    v, p, q = symbols("v p q", positive=True)
    twice = SINE**2 + (v - COSINE) ** 2  # the density of v is SINE/twice/(2 pi)
    one = integrate(1 / (1 + v**2), (v, 0, oo))
    other = integrate(1 / (p**2 + (v - q) ** 2), (v, 0, oo)).subs({p: SINE, q: COSINE})
    # atan(2w/(1 - w^2)) = 2 atan w for 0 < w < 1
    other = other.replace(atan, lambda x: 2 * atan(w) if cancel(x - 2 * w / (1 - w**2)) == 0 else atan(x))
    both = Integer(0)
    for part in Add.make_args(apart(factor(cancel(SINE * v / (1 + v**2) / twice)), v)):
        first, second = cancel(part * (1 + v**2)), cancel(part * twice)
        both += second * other if first.has(v) else first * one
    found = expand(4 * both / (2 * pi))
    return cancel(found.coeff(atan(w), 0)) + cancel(found.coeff(atan(w))) * atan(w)
