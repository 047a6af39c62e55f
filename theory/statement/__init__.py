"""A claim's record as a statement: for solvers at given sizes, for a proof checker in general."""

from theory.statement.predicted import NotExpressibleError
from theory.statement.problem import Problem, problems, statement

__all__ = ["NotExpressibleError", "Problem", "problems", "statement"]
