"""Learning rates up to 1: letters, rates as a domain, starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Rational, Symbol

from theory.batchnorm import dot
from theory.claim import Locator
from theory.papers.morwani20 import MORWANI20

UP_TO_1 = Locator(MORWANI20, "Section 1, 'gradient descent converges for any lr upto 1'")
q, lam, trace, rate = (Symbol(name, positive=True) for name in ("q", "lambda_max", "tr_H", "rate"))


def not_stationary(at: Mapping[str, Any]) -> bool:
    """Whether a start (gamma, w) is no stationary point: gamma != s, or gamma != 0 and w is not parallel to u."""
    data, gain = at["data"], start(at)
    along, square = dot(data.g, data.w), data.form(data.w, data.w)
    # s = w.g/sigma, and s^2 = U^2 for w parallel to u
    level = gain**2 * square == along**2 and gain * along >= 0
    return not level or bool(gain != 0 and along**2 != dot(data.u, data.g) * square)


def start(at: Mapping[str, Any]) -> Any:
    """gamma_0: the first entry of the direction v, of which descent has no other need."""
    return at["data"].v[0]


HALF, TENTH = Rational(1, 2), Rational(1, 10)


def beside(threshold: Any) -> tuple[Rational, ...]:
    """Rates on both sides of one at which something changes: within a tenth, a twentieth and a half of it.

    >>> beside(1)
    (9/10, 11/10, 19/20, 21/20, 1/2, 3/2)
    """
    return tuple(threshold * (1 + sign * part) for part in (TENTH, TENTH / 2, HALF) for sign in (-1, 1))
