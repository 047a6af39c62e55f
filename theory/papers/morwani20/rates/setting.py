"""H*, its eigenproblem, in letters."""

from __future__ import annotations

from sympy import Integer, Rational, symbols

from theory.claim import Locator
from theory.papers.morwani20 import MORWANI20

SPEED = Locator(
    MORWANI20, "Section 2, 'the asymptotic convergence speed with batchnorm depends on the pseudo-condition number'"
)

x, trace, det = symbols("x tr_H det_H", positive=True)
STAR = Locator(MORWANI20, "Section 2, 'the pseudo-condition number of H* = H - gg^T/(u^T H u)'")
GIVEN = ("H positive definite", "g != 0", "u = H^-1 g")
L1, L2, L3 = l = symbols("l1 l2 l3", positive=True)
THREE = {"l1": lambda at: at["l"][0], "l2": lambda at: at["l"][1], "l3": lambda at: at["l"][2]}
"""The eigenvalues of H, d = 3."""
u = symbols("u1 u2 u3", positive=True)
SOME_H = {"l1": Integer(1), "l2": Rational(5, 2), "l3": Integer(7), "u1": Rational(2, 3), "u2": Rational(4, 3)}
EIGEN = tuple(SOME_H | {"x": x, "u3": u3} for x, u3 in ((Rational(9, 4), Integer(3)), (Rational(1, 3), Rational(1, 2))))
