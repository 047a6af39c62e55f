"""H*, its eigenproblem, and the examples of which the speed is computed."""

from __future__ import annotations

from sympy import Integer, Rational, symbols

from theory.claim import Locator
from theory.least_squares.problem import Problem
from theory.papers.morwani20 import MORWANI20

SPEED = Locator(
    MORWANI20, "Section 2, 'the asymptotic convergence speed with batchnorm depends on the pseudo-condition number'"
)


EXAMPLES = (
    Problem.from_solution([[2, 1], [1, 3]], [1, -2]),
    Problem.from_solution([[5, -1], [-1, 1]], [3, 1]),
    Problem.from_solution([[2, 1, 0], [1, 3, 1], [0, 1, 1]], [1, 2, -1]),
    Problem.from_solution([[4, -1, 2], [-1, 2, 0], [2, 0, 5]], [0, 1, 3]),
)


x, trace, det = symbols("x tr_H det_H", positive=True)
STAR = Locator(MORWANI20, "Section 2, 'the pseudo-condition number of H* = H - gg^T/(u^T H u)'")
GIVEN = ("H positive definite", "g != 0", "u = H^-1 g")
L1, L2, L3 = l = symbols("l1 l2 l3", positive=True)
THREE = {"l1": lambda at: at["l"][0], "l2": lambda at: at["l"][1], "l3": lambda at: at["l"][2]}
"""The eigenvalues of H, d = 3."""
u = symbols("u1 u2 u3", positive=True)


EIGEN = tuple(
    {
        "x": at,
        "l1": Integer(1),
        "l2": Rational(5, 2),
        "l3": Integer(7),
        "u1": Rational(2, 3),
        "u2": Rational(4, 3),
        "u3": b,
    }
    for at, b in ((Rational(9, 4), Integer(3)), (Rational(1, 3), Rational(1, 2)))
)
