"""Conditions without max, abs and cases: each path of choices gives comparisons of terms made of +, *, / and roots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from theory.statement.problem import Problem
from theory.term import Cond, Term, constant, explored, one_if
from theory.term.scalar import condition

MOST_CHOICES, MOST_CASES = 12, 64
"""A goal that makes more of them is none for certificates: solvers split cases better."""

ATOMS = ("<", "<=", "=", "!=")
KEPT = ("const", "var")
READ = ("+", "*", "/", "sqrt", "max", "abs")
CHOICES = ("max", "abs", "if", "or")


class NotPolynomialError(ValueError):
    """The problem is not one of polynomials, or has too many cases; says what is not."""


def denials(problem: Problem) -> Iterator[tuple[Cond, ...]]:
    """Comparisons that are to contradict each other, the last from what is claimed: one for each case of each goal.

    What a value needs to exist is claimed first, and is known then.

    Raises
    ------
    TooManyPathsError
        for too many cases.
    NotPolynomialError
        for rows of unknown length, or values that need not be there.
    """
    for goal in problem.goals:
        known = problem.known(goal)
        for place, part in enumerate((*goal.needs, *_parts(goal.goal))):
            needs = goal.needs[:place]
            usable = [one for one in (*known, *needs) if _has_value(one, needs, set())]
            if not _has_value(part, needs, set()):
                raise NotPolynomialError(f"nothing says that {part!r} has a value")
            together = [*usable, part.negation]
            if (choices := _choices(together)) > MOST_CHOICES:
                raise NotPolynomialError(f"there are {choices} choices in it, more than {MOST_CHOICES}")
            yield from _cases(together)


def is_linear(problem: Problem) -> bool:
    """Whether nothing is multiplied or divided but by numbers."""
    every = _inside([*problem.hypotheses, *(c for g in problem.goals for c in (*g.assumed, *g.needs, g.goal))])
    products = (part for part in every if part.op in ("*", "/", "sqrt"))
    return all(part.op == "*" and any(inner.op == "const" for inner in part.args) for part in products)


def _choices(conditions: Sequence[Cond]) -> int:
    """How many of its parts make cases."""
    return sum(part.op in CHOICES for part in _inside(conditions))


def _inside(conditions: Sequence[Cond]) -> list[Cond | Term]:
    """All that they are made of, each once."""
    known: dict[int, Cond | Term] = {}
    pending: list[Cond | Term] = list(conditions)
    while pending:
        part = pending.pop()
        if id(part) not in known:
            known[id(part)] = part
            pending += [inner for inner in part.args if isinstance(inner, Cond | Term)]
    return list(known.values())


def _has_value(one: Cond | Term, needs: Sequence[Cond], seen: set[int]) -> bool:
    """Whether all quotients and roots in it have a value where so much is known: of others nothing is known."""
    if id(one) in seen or not all(_has_value(part, needs, seen) for part in one.args if isinstance(part, Cond | Term)):
        return id(one) in seen
    seen.add(id(one))
    if one.op == "/":
        return any(need is (one.args[1] != constant(0)) for need in needs)
    return one.op != "sqrt" or any(need is (one.args[0] >= constant(0)) for need in needs)


def _parts(one: Cond) -> list[Cond]:
    return [p for part in one.args for p in _parts(part)] if one.op == "and" else [one]


def _cases(together: list[Cond]) -> Iterator[tuple[Cond, ...]]:
    def one() -> list[Cond] | None:
        flat, found = _Flat(), list[Cond]()
        return found if all(flat.assume(part, found) for part in together) else None

    for path in explored(one, MOST_CASES):
        if path.value is not None:
            yield (*path.conditions, *path.value)


class _Flat:
    """Terms with every choice made: the path decides which of two is greater."""

    def __init__(self) -> None:
        self._known: dict[int, Term] = {}

    def assume(self, known: Cond, found: list[Cond]) -> bool:
        """Add what is known; False where the path denies it."""
        if known.op == "and":
            return all(self.assume(part, found) for part in known.args)
        if known.op == "or":
            return self._holds(known)
        flat = self._comparison(known)
        if flat.op not in ("true", "false"):
            found.append(flat)
        return flat.op != "false"

    def _holds(self, wanted: Cond) -> bool:
        if wanted.op in ("and", "or"):
            return (all if wanted.op == "and" else any)(self._holds(part) for part in wanted.args)
        return bool(self._comparison(wanted))

    def _comparison(self, atom: Cond) -> Cond:
        if atom.op in ("true", "false"):
            return atom
        if atom.op not in ATOMS:
            raise NotPolynomialError(f"{atom!r} is no comparison of two numbers")
        a, b = map(self._term, atom.args)
        return condition("=", a, b).negation if atom.op == "!=" else condition(atom.op, a, b)

    def _term(self, term: Term) -> Term:
        if id(term) not in self._known:
            self._known[id(term)] = term if term.op in KEPT else self._flat(term)
        return self._known[id(term)]

    def _flat(self, term: Term) -> Term:
        if term.op == "if":
            return constant(one_if(self._holds(term.args[0])))
        if term.op not in READ:
            raise NotPolynomialError(f"{str(term)[:60]}: no polynomial")
        parts = list(map(self._term, term.args))
        if term.op == "max":
            a, b = parts
            return b if condition("<=", a, b) else a
        if term.op == "abs":
            return parts[0] if condition("<=", constant(0), parts[0]) else -parts[0]
        return Term("sqrt", parts[0]) if term.op == "sqrt" else _made(term.op, *parts)


def _made(op: str, a: Term, b: Term) -> Term:
    return a + b if op == "+" else a * b if op == "*" else a / b
