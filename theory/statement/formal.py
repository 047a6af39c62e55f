"""A claim's statement for the proof checker: over ordered fields if its literal check is exact, else over the reals."""

from __future__ import annotations

from contextlib import suppress

from theory.claim import Claim
from theory.statement.coq import FIELDS, coq, defined, known
from theory.statement.predicted import NotExpressibleError
from theory.statement.problem import statement
from theory.statement.reals import REALS, reals
from theory.statement.setting import Stated
from theory.term.limits import ARCHIMEDEAN
from theory.words import Predicted

BY_FORM = "the left side in elementary functions, as SymPy has it"
"""What is taken from outside where a left side is run on SymPy's numbers."""


def on_fields(claim: Claim) -> bool:
    """Whether its statement is one for every ordered field; else it is one about the real numbers."""
    return {check.kind for check in claim.checks if check.definition is not None} != {"certified"}


def for_checker(claim: Claim, predicted: Predicted | None = None) -> Stated:
    """The statement that the record makes.

    Parameters
    ----------
    predicted : in the prediction's place.

    Raises
    ------
    NotExpressibleError
        saying what cannot be expressed.
    """
    exact = on_fields(claim)
    if not exact:
        with suppress(NotExpressibleError):
            return Stated(reals(claim, predicted), REALS, "the real numbers", (BY_FORM,))
    problem = statement(claim, predicted)
    try:
        text, values, facts = coq(problem), defined(problem), known(problem)
    except ValueError as error:
        raise NotExpressibleError(str(error)) from error
    if not (exact or facts):
        raise NotExpressibleError("it has no literal check of kind exact, and no mean over normal numbers")
    field = f"any {'archimedean ' if ARCHIMEDEAN in problem.hypotheses else ''}real closed field"
    scope = f"every n, {field}" if problem.rows else field
    return Stated(text, FIELDS, scope, problem.taken, values, tuple(map(str, facts)))
