"""A claim's record as a statement: for solvers at given sizes, for a proof checker in general."""

from theory.statement.formal import for_checker, on_fields
from theory.statement.predicted import NotExpressibleError
from theory.statement.problem import Problem, problems, statement
from theory.statement.setting import Setting, Stated

__all__ = ["NotExpressibleError", "Problem", "Setting", "Stated", "for_checker", "on_fields", "problems", "statement"]
