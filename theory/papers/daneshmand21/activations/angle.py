"""Two data, ReLU, infinite width: means over a row of W F(Q) by definition, by quadrature over its angle, in balls.

A row of W F(Q) is up to scale x = cos U, y = kappa cos U + sqrt(1 - kappa^2) sin U with U uniform, kappa the cosine of
the columns of F(Q); a row of Q' is (x, y) over its length.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import acb, arb

from theory.exact.rationals import ball
from theory.term.named import named

Of = Callable[[acb, acb, acb], acb]
"""A function of x, y and dy/dkappa."""


def integral(kappa: arb, of: Of, low: arb, high: arb) -> arb:
    """Over U from `low` to `high`."""
    rest = (1 - kappa * kappa).sqrt()

    def inside(U: acb, _: bool) -> acb:
        cosine, sine = U.cos(), U.sin()
        return of(cosine, kappa * cosine + rest * sine, cosine - kappa / rest * sine)

    return acb.integral(inside, low, high).real


def of_both(kappa: arb, of: Of) -> arb:
    """Over the U for which x and y are positive."""
    return integral(kappa, of, -kappa.asin(), arb.pi() / 2)


def of_first(kappa: arb, of: Of) -> arb:
    """Where x is."""
    return integral(kappa, of, -arb.pi() / 2, arb.pi() / 2)


def of_second(kappa: arb, of: Of) -> arb:
    """Where y is."""
    return integral(kappa, of, -kappa.asin(), arb.pi() - kappa.asin())


def moments(kappa: arb) -> tuple[arb, arb, arb]:
    """2 pi times E relu(u_1) relu(u_2), E relu(u_1)^2, E relu(u_2)^2, (u_1, u_2) a row of Q'."""
    return (
        of_both(kappa, lambda x, y, _: x * y / (x * x + y * y)),
        of_first(kappa, lambda x, y, _: x * x / (x * x + y * y)),
        of_second(kappa, lambda x, y, _: y * y / (x * x + y * y)),
    )


COSINE_AFTER = "κ′(κ) the cosine of the columns of F(Q′), Q′ = BN(W F(Q)), F = ReLU, d = ∞"


@named("κ′({0})", r"\kappa'({0})", means=COSINE_AFTER)
def cosine_after(kappa: arb) -> arb:
    """kappa' = E relu(u_1) relu(u_2)/sqrt(E relu(u_1)^2 E relu(u_2)^2)."""
    both, first, second = moments(ball(kappa))
    return both / (first * second).sqrt()


@named("(dκ′/dκ)({0})", r"\frac{{d\kappa'}}{{d\kappa}}({0})", means=COSINE_AFTER)
def slope(kappa: arb) -> arb:
    """dkappa'/dkappa: the integrands differentiated, which are 0 at the ends that move."""
    both, first, second = moments(kappa)
    along_both = of_both(kappa, lambda x, y, v: v * x * (x * x - y * y) / (x * x + y * y) ** 2)
    along_first = of_first(kappa, lambda x, y, v: -2 * x * x * y * v / (x * x + y * y) ** 2)
    along_second = of_second(kappa, lambda x, y, v: 2 * x * x * y * v / (x * x + y * y) ** 2)
    logarithmic = along_both / both - along_first / first / 2 - along_second / second / 2
    return both / (first * second).sqrt() * logarithmic


def mean_gram(kappa: arb) -> tuple[arb, arb, arb]:
    """E M_11, E M_12, E M_22 = E u_1^2, E u_1 u_2, E u_2^2."""
    whole = 2 * arb.pi()

    def mean(of: Of) -> arb:
        return integral(kappa, of, arb(0), whole) / whole

    return (
        mean(lambda x, y, _: x * x / (x * x + y * y)),
        mean(lambda x, y, _: x * y / (x * x + y * y)),
        mean(lambda x, y, _: y * y / (x * x + y * y)),
    )
