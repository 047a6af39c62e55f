"""Three-valued nodes of the tree and the ergodic law of their unstable interval (T6, new)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy
from flint import arb
from sympy import log, pi

from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.exact.special import Li2


@dataclass(frozen=True)
class ThreeValuedLaw:
    """Ergodic law of three-valued nodes: k data at 0, j at t, l at 1, n = k + j + l (T6, new).

    The interval that holds t splits at m = (j t + l)/n; rescaled, t moves to `step(t)`. Sizes are integers
    from 1, or SymPy symbols for `split`, `density` and `logit_range`.

    >>> from theory.exact.certify import decimal
    >>> law = ThreeValuedLaw(1, 1, 1)
    >>> decimal(law.exponent(20), 20), decimal(law.rate(20), 20)
    ('-0.88621774810269625126', '0.30585356684052828921')
    """

    k: Any
    j: Any
    l: Any

    def __post_init__(self) -> None:
        if any(isinstance(size, int) and size < 1 for size in (self.k, self.j, self.l)):
            raise ValueError(f"got k, j, l = {self.k}, {self.j}, {self.l}; three values need 1 or more of each")

    @property
    def n(self) -> Any:
        """Batch size."""
        return self.k + self.j + self.l

    def split(self, t: Any) -> Any:
        """m = (j t + l)/n, for t a Fraction or a SymPy expression."""
        return (self.j * t + self.l) / self.n

    def step(self, t: Fraction) -> Fraction:
        """t/m below the split, (t - m)/(1 - m) above it; at the split the node becomes stable.

        >>> ThreeValuedLaw(1, 1, 1).step(Fraction(2, 3))
        Fraction(1, 4)
        """
        m: Fraction = self.split(t)
        if t == m:
            raise ValueError(f"t = {t} is the split itself: both children are stable")
        return t / m if t < m else (t - m) / (1 - m)

    def density(self, t: Any) -> Any:
        """Invariant density 1/(l + j t) + 1/(k + j - j t) on [0, 1], up to a factor: logit m is uniform."""
        return 1 / (self.l + self.j * t) + 1 / (self.k + self.j - self.j * t)

    @property
    def logit_range(self) -> tuple[sympy.Expr, sympy.Expr]:
        """Ends of the uniform law of logit m: log(l/(k+j)), log((l+j)/k)."""
        k, j, l = (sympy.S.One * size for size in (self.k, self.j, self.l))
        return sympy.log(l / (k + j)), sympy.log((l + j) / k)

    @property
    def exponent_formula(self) -> sympy.Expr:
        """Lambda = [Li2(-(k+j)/l) + Li2(-(l+j)/k) + pi^2/6 + log(k/l)^2/2] / log((l+j)(k+j)/(k l))."""
        k, j, l = (sympy.S.One * size for size in (self.k, self.j, self.l))
        return (Li2(-(k + j) / l) + Li2(-(l + j) / k) + pi**2 / 6 + log(k / l) ** 2 / 2) / log(
            (l + j) * (k + j) / (k * l)
        )

    def exponent(self, digits: int = 30) -> arb:
        """Lambda = E log(m if t < m else 1 - m), mean logarithm of the contraction, as a ball."""
        return enclose(self.exponent_formula, {}, digits + 15)

    def rate(self, digits: int = 30) -> arb:
        """alpha e^(2 Lambda), factor per layer of the typical error of alpha^L G_L from such a node."""
        with precision(digits + 15):
            return (2 * self.exponent(digits)).exp() * self.n**2 / ((self.n - 1) ** 2 + 1)
