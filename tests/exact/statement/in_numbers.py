"""Terms and conditions in numbers, by their definitions."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import isqrt, prod
from typing import Any

from theory.papers.daneshmand20 import matrices
from theory.papers.daneshmand20.random_weights import Weighted, outcomes
from theory.papers.daneshmand21 import laws
from theory.papers.nachum24.outlier import signs
from theory.statement.problem import Problem
from theory.term import AnyLaw, Cond, Term, Vec
from theory.term.matrices import determinant, rank

Names = Mapping[str, Any]
"""Values of variables, rows, indices and laws by name; under ALL rows that stand for all."""

ALL = "all rows"
TOLD = ("law", "has mean", "exchangeable", "symmetric")
"""What is so of a law of finitely many rows by its domain."""

PARTS: dict[type, Any] = {
    Weighted: outcomes,
    matrices.Beside: lambda A: (matrices.weights(A), matrices.data(A)),
    matrices.WeightedRows: lambda law: (matrices.shares(law), matrices.atoms(law)),
    laws.Law: lambda law: (laws.shares(law), laws.atoms(law)),
    signs.Law: lambda law: (signs.values(law), signs.shares(law)),
}
"""Of what has parts: these, in general and of an instance."""


def value(term: Term, at: Names) -> Any:
    """A term; division by 0 gives 0 and so does the root of a negative number, as in Coq."""
    op, args = term.op, term.args
    if op == "const":
        return args[0]
    if op in ("var", "index"):
        return at[args[0]]
    if op == "entry":
        row = at[args[0]]
        for place in args[1:]:
            row = row[int(value(place, at))]
        return number(row)
    if op == "greatest":
        return max(value(args[3], at), *_row(*args[:3], at))
    if op in ("sum", "prod"):
        found = _row(*args, at)
        return sum(found, Fraction(0)) if op == "sum" else prod(found, start=Fraction(1))
    if op == "if":
        return Fraction(holds(args[0], at))
    if op in ("rank", "det"):
        row, place, rows, columns, entry = args
        M = [_row(place, columns, entry, {**at, row.args[0]: i}) for i in range(int(value(rows, at)))]
        return Fraction(rank(M)) if op == "rank" else determinant(M)
    if op == "maps":
        maps = product(range(int(value(args[2], at))), repeat=int(value(args[1], at)))
        return sum((value(args[3], {**at, args[0].args[0]: one}) for one in maps), Fraction(0))
    if op == "image":
        return at[args[0].args[0]][int(value(args[1], at))]
    if op == "mean":
        law, row, body = args
        return sum(number(share) * value(body, {**at, row.args[0]: drawn}) for share, *drawn in at[law.args[0]])
    if op == "apply":
        return at[args[3]](_row(*args[:3], at))
    if op == "layers":
        return _through(args, int(value(args[3], at)), _row(*args[:3], at), at)
    if op == "sqrt":
        return _root(value(args[0], at))
    if op == "pow":
        return value(args[0], at) ** int(value(args[1], at))
    numbers = [value(part, at) for part in args]
    if op in ("max", "abs"):
        return max(numbers) if op == "max" else abs(numbers[0])
    a, b = numbers
    return a + b if op == "+" else a * b if op == "*" else a / b if b else Fraction(0)


def _row(index: Term, n: Term, entry: Term, at: Names) -> tuple[Any, ...]:
    return tuple(value(entry, {**at, index.args[0]: i}) for i in range(int(value(n, at))))


def _through(args: Any, depth: int, v: Any, at: Names) -> Any:
    later, row, layer, seen = args[4:]
    if not depth:
        return value(seen, {**at, row: v})
    return value(layer, {**at, row: v, later: lambda other: _through(args, depth - 1, other, at)})


def _root(x: Any) -> Any:
    if x <= 0:
        return Fraction(0)
    top, bottom = isqrt(Fraction(x).numerator), isqrt(Fraction(x).denominator)
    return Fraction(top, bottom) if Fraction(top, bottom) ** 2 == x else float(x) ** 0.5


def holds(condition: Cond, at: Names) -> bool:
    """A condition; numbers that come from irrational roots are equal up to 1e-9."""
    op, args = condition.op, condition.args
    if op in ("true", "false", *TOLD):
        return op != "false"
    if op in ("and", "or"):
        found = (holds(one, at) for one in args)
        return all(found) if op == "and" else any(found)
    if op in ("every", "some"):
        found = (holds(args[2], {**at, args[0].args[0]: i}) for i in range(int(value(args[1], at))))
        return all(found) if op == "every" else any(found)
    if op == "all rows":
        return all(holds(args[1], {**at, args[0].args[0]: row}) for row in at[ALL])
    if op in ("varies", "distinct"):
        different = len(set(at[args[0]]))
        return different > 1 if op == "varies" else different == len(at[args[0]])
    a, b = (value(part, at) for part in args)
    near = isinstance(a, float) or isinstance(b, float)
    same = abs(a - b) <= 1e-9 * max(1, abs(a), abs(b)) if near else a == b
    return bool({"=": same, "!=": not same, "<": a < b and not same, "<=": a < b or same}[op])


def is_true(problem: Problem, at: Names) -> bool:
    """Whether along each path that these numbers take its goal holds."""
    return all(holds(goal.goal, at) for goal in problem.goals if all(holds(one, at) for one in goal.assumed))


def number(x: Any) -> Any:
    return x if isinstance(x, float) else Fraction(int(x.numerator), int(x.denominator))


def named(shape: Any, found: Any, at: dict[str, Any]) -> None:
    """Put the parts of an instance under the names that a shape has for them."""
    if isinstance(shape, Term) and shape.op == "var":
        at[shape.args[0]] = number(found) if shape.args[1] == "real" else int(found)
    elif isinstance(shape, Vec):
        _sized(shape.n, len(found), at)
        entry = shape[Term("index", "any")]
        rows = found
        while isinstance(entry, Vec):
            rows = rows[0]
            _sized(entry.n, len(rows), at)
            entry = entry[Term("index", "any")]
        first = entry[0] if isinstance(entry, tuple) else entry
        at[first.args[0]] = found
    elif isinstance(shape, AnyLaw):
        at[shape.name] = found
        _sized(shape.n, len(found[0]) - 1, at)
    elif type(shape) in PARTS:
        named(PARTS[type(shape)](shape), PARTS[type(shape)](found), at)
    elif isinstance(shape, tuple):
        for one, other in zip(shape, found, strict=True):
            named(one, other, at)
        for name, made in vars(type(shape)).items():  # what a record derives from its fields, as a row of its own
            if isinstance(made, property):
                with suppress(TypeError):
                    if isinstance(derived := getattr(shape, name), Vec):
                        named(derived, getattr(found, name), at)


def _sized(n: Term, size: int, at: dict[str, Any]) -> None:
    if n.op == "var":
        at[n.args[0]] = size
