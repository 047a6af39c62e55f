"""Learning rates: where gradient descent converges, with and without BN, and how fast near a minimiser.

q is the factor of the loss (`theory.least_squares.problem`): 1 as printed, 1/2 halved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import arb
from sympy import Expr

from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.exact.rationals import rational
from theory.least_squares.critical import eigenvalues, star_eigenvalues
from theory.least_squares.problem import HALVED, Problem


def gamma_limit(q: Expr = HALVED) -> Expr:
    """The least rate for gamma that no longer converges: 1/q, whatever H, g and the rate for w.

    >>> from theory.least_squares.problem import PRINTED
    >>> gamma_limit(), gamma_limit(PRINTED)
    (2, 1)
    """
    return 1 / q


def plain_limit(problem: Problem, q: Expr = HALVED, digits: int = 30) -> arb:
    """The least rate that no longer converges without BN: 1/(q lambda_max(H))."""
    top = eigenvalues(problem.H, digits)[-1]
    with precision(digits):
        return 1 / (enclose(q, {}, digits) * top)


def outcome(rate_gamma: Any, rate: Any, q: Expr = HALVED) -> str:
    """What the theorem says of gradient descent with BN from almost every start (morwani20.convergence.region).

    >>> outcome("1.9", "1000"), outcome("2.1", "1/1000"), outcome(2, 1)
    ('converges', 'does not converge', 'undecided')
    """
    speed, limit = rational(rate_gamma), rational(gamma_limit(q))
    if speed <= 0 or rational(rate) <= 0:
        raise ValueError(f"rates {rate_gamma} and {rate}: wanted positive numbers")
    if speed == limit:
        return "undecided"
    return "converges" if speed < limit else "does not converge"


def plain_outcome(problem: Problem, rate: Any, q: Expr = HALVED) -> str:
    """What is known of gradient descent without BN from almost every start; undecided within 1e-25 of the limit."""
    if rational(rate) <= 0:
        raise ValueError(f"rate {rate}: wanted a positive number")
    with precision(30):
        limit, given = plain_limit(problem, q), enclose(rational(rate), {})
        if given < limit:
            return "converges"
        return "diverges" if given > limit else "undecided"


def local_factor(problem: Problem, rate_gamma: Any, effective: float, q: Expr = HALVED) -> float:
    """Greatest modulus, but for 1, of the multipliers at a minimiser: the factor of the error a step (rates.spectrum).

    max(|1 - 2 q rate_gamma|, |1 - effective lambda_i(H*)|), effective = 2 q rate |u|^2/|w|^2.

    >>> round(local_factor(Problem.of([[1, 0, 0], [0, 2, 0], [0, 0, 3]], [1, 2, 3]), 1, 0.5), 6)
    0.383796
    """
    moved = [abs(1 - effective * float(value.mid())) for value in star_eigenvalues(problem)]
    return max(abs(1 - 2 * float(q) * float(rate_gamma)), *moved)


@dataclass(frozen=True)
class Tuned:
    """The best constant rate and the factor by which the error shrinks a step."""

    rate: arb
    factor: arb


def tuned(values: list[arb], q: Expr = HALVED, digits: int = 30) -> Tuned:
    """Best rate for the curvatures `values`, ascending: 1/(q (l_1 + l_d)), factor (kappa - 1)/(kappa + 1).

    Raises
    ------
    ValueError
        for no curvatures, as those of H* for d = 1.
    """
    if not values:
        raise ValueError("no curvatures, as for d = 1 with BN: every effective rate is as good as another")
    with precision(digits):
        low, high = values[0], values[-1]
        return Tuned(1 / (enclose(q, {}, digits) * (low + high)), (high - low) / (high + low))


def best_rates(problem: Problem, q: Expr = HALVED) -> tuple[Tuned, Tuned]:
    """The best rate without BN, and the best *effective* rate, rate |u|^2/|w|^2, with BN (rate for gamma 1/(2q)).

    >>> plain, normalised = best_rates(Problem.of([[1, 0, 0], [0, 2, 0], [0, 0, 3]], [1, 2, 3]))
    >>> bool(normalised.factor < plain.factor), plain.factor.str(5, radius=False)
    (True, '0.50000')
    """
    return tuned(eigenvalues(problem.H), q), tuned(star_eigenvalues(problem), q)
