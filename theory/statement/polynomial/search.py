"""Looking for a certificate: positive semidefinite matrices by a numerical solver, made exact.

Where the sum of squares has to vanish somewhere its matrix is singular, and rounding it is never exact: what the
numerical matrix annihilates, to a tolerance and with small rational coordinates, is taken out of the basis, and the
solver is asked again, until there is room around the solution. Whatever is found counts only once `refutes` says so.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.statement.polynomial.blocks import Block, at_once, forms
from theory.statement.polynomial.certificate import Certificate, refutes
from theory.statement.polynomial.equations import Semidefinite, assembled
from theory.statement.polynomial.exact import exact
from theory.statement.polynomial.facial_reduction import Gram, smaller
from theory.statement.polynomial.questions import Question

TOLERANCES = (1e-3, 1e-4, 1e-5, 1e-6)
"""Below which part of its greatest entry a pivot of a matrix is 0."""

MOST_ASKED = 12
"""Times that the solver is asked for one form."""

Solve = Callable[[Semidefinite], list[Gram] | None]
"""Matrices that fulfil the equations numerically, None where there seem to be none."""


def certificate(question: Question, solve: Solve) -> Certificate | None:
    """A certificate that refutes the question; None if none is found.

    Parameters
    ----------
    solve : a numerical solver. Nothing that it says is believed.
    """
    if refutes(simple := at_once(question), question):
        return simple
    for form in forms(question):
        found = _Search(question, solve).found(form)
        if found is not None and refutes(found, question):
            return found
    return None


class _Search:
    """One form, and the solver that is asked a number of times."""

    def __init__(self, question: Question, solve: Solve) -> None:
        self.question, self.solve, self.left = question, solve, MOST_ASKED

    def found(self, form: list[Block]) -> Certificate | None:
        made = assembled(self.question, form)
        if made is None or self.left == 0:
            return None
        blocks, problem = made
        self.left -= 1
        numerical = self.solve(problem)
        if numerical is None:
            return None
        if (certified := exact(blocks, problem, numerical)) is not None:
            return certified
        tried = {problem.sizes}
        for tolerance in TOLERANCES:
            kept = [b for block, X in zip(blocks, numerical, strict=True) for b in smaller(block, X, tolerance)]
            sizes = tuple(len(block.basis) for block in kept)
            if sizes not in tried and any(block.strict for block in kept):
                tried.add(sizes)
                if (certified := self.found(kept)) is not None:
                    return certified
        return None
