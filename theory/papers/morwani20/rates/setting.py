"""H*, its eigenproblem, in letters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb
from sympy import Expr, ImmutableMatrix, Integer, Rational, cancel, diag, symbols

from theory.claim import Locator
from theory.exact.expressions import Undefined
from theory.least_squares.critical import pseudo_condition_number, star
from theory.least_squares.problem import Problem
from theory.papers.morwani20 import MORWANI20
from theory.term import number
from theory.term.named import named

SPEED = Locator(
    MORWANI20, "Section 2, 'the asymptotic convergence speed with batchnorm depends on the pseudo-condition number'"
)

x, trace, det = symbols("x tr_H det_H", positive=True)
STAR = Locator(MORWANI20, "Section 2, 'the pseudo-condition number of H* = H - gg^T/(u^T H u)'")
GIVEN = ("H positive definite", "g != 0", "u = H^-1 g")
L1, L2, L3 = l = symbols("l1 l2 l3", positive=True)


def _entry(place: int, name: str) -> Callable[[Any], Any]:
    @named(name, f"l_{place + 1}", means="l = (l₁, l₂, l₃)", bare=True)
    def entry(l: Any) -> Any:
        return l[place]

    return entry


ENTRIES = tuple(_entry(place, name) for place, name in enumerate(("l₁", "l₂", "l₃")))
"""Of a spectrum l, d = 3."""
THREE = {f"l{i}": lambda at, entry=entry: entry(at["l"]) for i, entry in enumerate(ENTRIES, 1)}
"""The eigenvalues of H, d = 3."""
u = symbols("u1 u2 u3", positive=True)
SOME_H = {"l1": Integer(1), "l2": Rational(5, 2), "l3": Integer(7), "u1": Rational(2, 3), "u2": Rational(4, 3)}
EIGEN = tuple(SOME_H | {"x": x, "u3": u3} for x, u3 in ((Rational(9, 4), Integer(3)), (Rational(1, 3), Rational(1, 2))))

DIAGONAL = "H* = H − g gᵀ/⟨u, g⟩, H = diag(l), g = H u"


def _diagonal(l: Any, u: Any) -> Problem:
    return Problem.from_solution(diag(*l), list(map(number, u)))


def star_of(l: Any, u: Any) -> ImmutableMatrix:
    """H* of H = diag(l) and the solution u; `Undefined` where 0 is no eigenvalue of it."""
    matrix = star(_diagonal(l, u))
    if cancel(matrix.det()) != 0:
        raise Undefined("0 is no eigenvalue of H*")
    return matrix


@named("λ*({0}, {1})", r"\lambda^*({0},{1})", means=f"λ*(l, u) the eigenvalue but 0 of {DIAGONAL}")
def other_eigenvalue(l: Any, u: Any) -> Expr:
    """The sum of the two eigenvalues of H*, d = 2, of which one is 0."""
    return star_of(l, u).trace()


@named(
    "κ*({0}, {1})",
    r"\kappa^*({0},{1})",
    means=f"κ*(l, u) the greatest over the least eigenvalue but 0 of {DIAGONAL}",
)
def pseudo_condition(l: Any, u: Any) -> arb:
    """kappa* in balls."""
    return pseudo_condition_number(_diagonal(l, u))
