"""Learning rates up to 1: letters, rates as a domain, starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Integer, Rational, Symbol

from theory.batchnorm import dot
from theory.claim import Locator
from theory.claim.domains import FAR, Choose, Endless
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.data import choices

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


HALF = Rational(1, 2)
BESIDE = (
    (HALF, Rational(19, 10), Integer(1)), (HALF, Rational(21, 10), Integer(1)), (Integer(1), Rational(19, 20), HALF),
    (Integer(1), Rational(21, 20), HALF), (Integer(2), Rational(1, 3), Integer(2)), (HALF, Integer(3), Integer(1)),
)  # fmt: skip
"""The two losses of the notes at rates near their limits, and two others."""


@dataclass(frozen=True)
class Rates(Endless):
    """(q, e_gamma, e), positive and rational: the factor of a loss, the rates of gamma and of w."""

    def __str__(self) -> str:
        return "(q, e_gamma, e), rational and positive"

    def __contains__(self, value: object) -> bool:
        return isinstance(value, tuple) and len(value) == 3 and all(isinstance(a, Rational) and a > 0 for a in value)

    def small(self) -> Iterator[tuple[Rational, ...]]:
        """Those of `BESIDE`, then p/r with p <= 5 and r <= 4, by a congruential generator."""
        yield from BESIDE
        choose = choices(1)
        while True:
            yield self.draw(choose, 5)

    def draw(self, choose: Choose, far: int = FAR) -> tuple[Rational, ...]:
        return tuple(Rational(choose(1, far), choose(1, 4)) for _ in range(3))

    def near(self, value: tuple[Rational, ...]) -> Iterator[tuple[Rational, ...]]:
        """One number halved, or half as much again."""
        for i, a in enumerate(value):
            for b in (a / 2, a * Rational(3, 2)):
                yield (*value[:i], b, *value[i + 1 :])
