"""Tables in powers of gamma against enumeration."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from sympy import Rational, sympify

from theory.expansion import tables


@pytest.mark.parametrize("d", [2, None])
def test_by_enumeration(d: int | None) -> None:
    """Weights of signs, d = 2: the mean over all 16 of them is the polynomial, up to order gamma^(order + 1)."""
    rho, order = 0.3, 4
    found = tables.table(order, d)
    signs = {symbol: Rational(int(text.rpartition("^")[2]) % 2 == 0) for symbol, text in found.moments.items()}
    power = {"F": 2 + 2 * rho**2, "T": 2 + 6 * rho**2, "D": 2 * (1 + rho**2) ** 2, "d": 2, "rho": rho, "M_ij": rho}
    M = np.array([[1, rho], [rho, 1]])

    def mean(gamma: float) -> float:
        total = 0.0
        for entries in product((-1, 1), repeat=4):
            A = np.eye(2) + gamma * np.reshape(entries, (2, 2))
            moved = A @ M @ A.T
            total += 2 + 2 * moved[0, 1] ** 2 / (moved[0, 0] * moved[1, 1])
        return total / 16

    terms = [term for term in found.coefficients if "[" not in term.text]
    if d is None:  # beyond order 2 stand sums over M that have names of their own
        assert len(terms) >= 3
        terms = terms[:3]
    for gamma in (1e-2, 5e-3):
        value = sum(float(sympify(t.text.replace("^", "**")).subs(signs).subs(power)) * gamma**t.power for t in terms)
        assert abs(value - mean(gamma)) < 60 * gamma ** len(terms)
