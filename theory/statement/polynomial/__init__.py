"""A problem as questions on polynomials, and certificates for them: sums of squares, checked exactly."""

from theory.statement.polynomial.atoms import NotPolynomialError
from theory.statement.polynomial.certificate import Certificate, refutes
from theory.statement.polynomial.equations import Semidefinite
from theory.statement.polynomial.formula import formula
from theory.statement.polynomial.questions import Question, questions
from theory.statement.polynomial.search import certificate

__all__ = [
    "Certificate",
    "NotPolynomialError",
    "Question",
    "Semidefinite",
    "certificate",
    "formula",
    "questions",
    "refutes",
]
