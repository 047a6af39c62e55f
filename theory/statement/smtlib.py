"""A problem in SMT-LIB: unsatisfiable if and only if the statement is true.

Division and roots are guarded: that they have a value is part of what is to be true. Each is a number of its own, tied
to its arguments by an equation, so that nothing depends on what a solver takes x/0 to be.
"""

from __future__ import annotations

from fractions import Fraction

from theory.statement.problem import Problem
from theory.term import Cond, Term


def smtlib(problem: Problem) -> str:
    """The script: declarations, hypotheses, and that one of the goals is not reached. O(size of the terms).

    >>> from theory.statement.problem import Goal
    >>> from theory.term import variable
    >>> x = variable("x")
    >>> print(smtlib(Problem((x,), (x > 0,), (Goal((), x + 1 > 1),))))
    (declare-fun x () Real)
    (define-fun t0 () Real (+ x 1.0))
    (assert (< 0.0 x))
    (assert (or (not (< 1.0 t0))))
    (check-sat)
    """
    writer = _Writer()
    hypotheses = [writer.condition(one) for one in problem.hypotheses]
    denied = []
    for one in problem.goals:
        parts = map(writer.condition, problem.known(one)[len(hypotheses) :])
        denied.append(
            _joined("and", [*parts, f"(not {_joined('and', list(map(writer.condition, (*one.needs, one.goal))))})"])
        )
    lines = [f"(declare-fun {term.args[0]} () Real)" for term in problem.variables]
    lines += writer.lines
    lines += [f"(assert {one})" for one in hypotheses]
    return "\n".join([*lines, f"(assert (or {' '.join(denied) or 'false'}))", "(check-sat)"])


class _Writer:
    """Terms by name, each written once."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._names: dict[int, str] = {}

    def term(self, term: Term) -> str:
        if id(term) not in self._names:
            self._names[id(term)] = self._written(term)
        return self._names[id(term)]

    def _written(self, term: Term) -> str:
        op, args = term.op, term.args
        if op == "const":
            return _rational(args[0])
        if op == "var":
            return str(args[0])
        if op in ("sum", "prod", "entry", "index", "pow", "rank", "det", "maps", "image", "layers", "apply"):
            raise ValueError(f"{term!r}: a row of unknown length is nothing for a solver; choose its size")
        if op == "if":
            return self._named(f"(ite {self.condition(args[0])} 1.0 0.0)")
        parts = [self.term(part) for part in args]
        if op in ("/", "sqrt"):
            return self._tied(op, parts)
        if op == "max":
            return self._named(f"(ite (<= {parts[0]} {parts[1]}) {parts[1]} {parts[0]})")
        if op == "abs":
            return self._named(f"(ite (<= 0.0 {parts[0]}) {parts[0]} (- {parts[0]}))")
        return self._named(f"({op} {' '.join(parts)})")

    def _named(self, text: str) -> str:
        name = f"t{len(self.lines)}"
        self.lines.append(f"(define-fun {name} () Real {text})")
        return name

    def _tied(self, op: str, parts: list[str]) -> str:
        name = f"q{len(self.lines)}"
        self.lines.append(f"(declare-fun {name} () Real)")
        if op == "/":
            self.lines.append(f"(assert (=> (not (= {parts[1]} 0.0)) (= (* {name} {parts[1]}) {parts[0]})))")
        else:
            root = f"(and (<= 0.0 {name}) (= (* {name} {name}) {parts[0]}))"
            self.lines.append(f"(assert (=> (<= 0.0 {parts[0]}) {root}))")
        return name

    def condition(self, condition: Cond) -> str:
        op, args = condition.op, condition.args
        if op in ("and", "or"):
            return _joined(op, [self.condition(part) for part in args])
        if op in ("true", "false"):
            return op
        if op in ("every", "some"):
            raise ValueError(f"{condition!r}: a row of unknown length is nothing for a solver; choose its size")
        if op == "!=":
            return f"(not (= {self.term(args[0])} {self.term(args[1])}))"
        return f"({op} {self.term(args[0])} {self.term(args[1])})"


def _joined(op: str, parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"({op} {' '.join(parts)})" if parts else "true"


def _rational(value: Fraction) -> str:
    top = f"{abs(value.numerator)}.0"
    size = top if value.denominator == 1 else f"(/ {top} {value.denominator}.0)"
    return size if value >= 0 else f"(- {size})"
