"""A statement for Coq with MathComp: for every real closed field, every n and every row, as its record says.

Rows are functions of natural numbers, of which the first n count; division by zero is zero there, as MathComp has it,
and the root of a negative number is zero. That both sides have a value is a statement of its own, `defined`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from theory.statement import facts, laws
from theory.statement.problem import Problem
from theory.statement.setting import Setting
from theory.term import Cond, Term, constant
from theory.term.limits import is_limit
from theory.term.scalar import FALSE

FIELDS = Setting(
    head="""From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
""",
    tools="From mathcomp Require Import ring.\n",
    words="ring|field",
)
"""MathComp's ordered fields, with `ring` and `field` on its structures."""

MINUS_ONE = constant(-1)

SORTS = {"nat": "nat", "int": "int"}
"""Types of variables that are no numbers of the field."""

NAMES = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
OF_BOUND = re.compile(r"([cefijklmrwz]|row|next|lim)_[0-9_]+|fn_\w+")
"""Names that sums, matrices, laws, limits and quantifiers bind (`theory.term`), and those of `facts`."""

RESERVED = frozenset((
    "R", "if", "then", "else", "let", "in", "fun", "forall", "exists", "as", "at", "cofix", "end", "fix", "for",
    "match", "mod", "return", "struct", "where", "with", "Prop", "Set", "Type", "size", "sum", "root", "i", "j",
    "nat", "int", "iter", "mxrank", "Num", "True", "False", "statement",
    "defined",
))  # fmt: skip


def coq(problem: Problem) -> str:
    """The definition of `statement`, of type Prop. O(size of the terms written out).

    >>> from theory.statement.problem import Goal
    >>> from theory.term import variable
    >>> n = variable("n", "nat")
    >>> print(coq(Problem((n,), (n >= 2,), (Goal((), n > 1),))))
    Definition statement : Prop :=
      forall (R : rcfType) (n : nat),
      (2 <= n)%N ->
      ((1 < n)%N).
    """
    write = _writer(problem)
    goals = []
    for one in problem.goals:
        goals.append(" -> ".join(map(write.condition, (*one.assumed, one.goal))))
    return _definition("statement", problem, write, goals)


def defined(problem: Problem) -> str:
    """The definition of `defined`: that both sides of the statement have a value. Empty where nothing is needed.

    Coq's 1/0 and root of -1 are 0. Along each path of the literal check no divisor is to be 0 and no root's argument
    negative, as far as the check comes; of a path that is none, whose goal is False, `statement` says that.

    >>> from theory.statement.problem import Goal
    >>> from theory.term import variable
    >>> x = variable("x")
    >>> print(defined(Problem((x,), (x > 0,), (Goal((), 1 / x > 0, (x != 0,)),))))
    Definition defined : Prop :=
      forall (R : rcfType) (x : R),
      (0 < x) ->
      ((x != 0)).
    """
    write = _writer(problem)
    goals = dict[str, None]()
    for one in problem.goals:
        if one.goal is FALSE:
            continue
        for need in one.needs:
            goals[" -> ".join(map(write.condition, (*one.assumed, need)))] = None
    return _definition("defined", problem, write, list(goals)) if goals else ""


def _definition(name: str, problem: Problem, write: _Writer, goals: Sequence[str]) -> str:
    limits, functions, normal = list(_limits(problem)), facts.used(_functions(problem)), _normal(problem)
    bound = ["(R : rcfType)"]
    bound += [f"({facts.called(one)} : {facts.TYPES[one]})" for one in functions]
    bound += [f"({write.names[term.args[0]]} : {SORTS.get(term.args[1], 'R')})" for term in problem.variables]
    bound += [f"({write.names[row]} : {'nat -> ' * len(lengths)}R)" for row, lengths in problem.rows]
    bound += [of_law for law in problem.laws for of_law in laws.bound(_name(law))]
    bound += [f"({write.names[id(limit)]} : R)" for limit in limits]
    if normal is not None:
        bound += laws.bound(facts.LAW)
    lines = [f"forall {' '.join(bound)},"]
    lines += [f"{write.condition(one)} ->" for one in problem.hypotheses]
    lines += [f"{write.condition(is_limit(limit, limit))} ->" for limit in limits]
    width = "" if normal is None else write.nat(normal)
    if width:
        lines += [f"{laws.is_law(facts.LAW, 'w_0', 'True')} ->", f"{laws.independent(facts.LAW, width)} ->"]
    lines += [f"{fact.text.replace(facts.WIDTH, width)} ->" for fact in known(problem)]
    lines.append(" /\\\n  ".join(f"({goal})" for goal in goals) if goals else "True")
    return f"Definition {name} : Prop :=\n  " + "\n  ".join(lines) + "."


def _writer(problem: Problem) -> _Writer:
    of_problem = (*(str(v.args[0]) for v in problem.variables), *dict(problem.rows))
    names: dict[Any, str] = {name: _name(name) for name in of_problem}
    if twice := [name for name, written in names.items() if list(names.values()).count(written) > 1]:
        raise ValueError(f"{' and '.join(twice)} have one name in Coq: rename one of them")
    return _Writer(names | {id(limit): f"lim_{place}" for place, limit in enumerate(_limits(problem))})


def _terms(problem: Problem) -> Iterator[Term]:
    """The terms in it, each once."""
    pending = [*problem.hypotheses, *(part for goal in problem.goals for part in (*goal.assumed, goal.goal))]
    seen: set[int] = set()
    while pending:
        part = pending.pop(0)
        if isinstance(part, Cond | Term) and id(part) not in seen:
            seen.add(id(part))
            pending += part.args
            if isinstance(part, Term):
                yield part


def _limits(problem: Problem) -> Iterator[Term]:
    """The numbers in it that are limits of sequences."""
    return (term for term in _terms(problem) if term.op == "limit")


def _functions(problem: Problem) -> set[str]:
    """The elementary functions in it."""
    return {term.args[0] for term in _terms(problem) if term.op == "function"}


def _normal(problem: Problem) -> Term | None:
    """How many normal numbers it has means over, if it has any.

    Raises
    ------
    ValueError : where there are two numbers of them, or another law has their name.
    """
    laws_of = (t for t in _terms(problem) if t.op == "var" and t.args[1] == "law" and len(t.args) > 2)
    found = list({id(law): law.args[2] for law in laws_of}.values())
    if found and facts.LAW in problem.laws:
        raise ValueError(f"a law is called {facts.LAW}, as that of normal numbers: rename it")
    if len(found) > 1:
        raise ValueError(f"it has means over {' and over '.join(map(repr, found))} normal numbers")
    return found[0] if found else None


def known(problem: Problem) -> list[facts.Fact]:
    """The facts that its statement has as hypotheses."""
    return list(facts.known(_functions(problem), _normal(problem) is not None))


def _name(name: str) -> str:
    if not NAMES.fullmatch(name):
        raise ValueError(f"{name!r} is no name in Coq: letters, digits and _ alone")
    if OF_BOUND.fullmatch(name):
        raise ValueError(f"{name!r} is a name that sums and quantifiers bind: take another one")
    return f"{name}_" if name in RESERVED else name


class _Writer:
    def __init__(self, names: dict[Any, str]) -> None:
        self.names = names

    def condition(self, condition: Cond) -> str:
        op, args = condition.op, condition.args
        if op in ("true", "false"):
            return op.capitalize()
        if op in ("and", "or"):
            return "(" + (" /\\ " if op == "and" else " \\/ ").join(map(self.condition, args)) + ")"
        if op in ("every", "some"):
            index, n, body = args[0].args[0], self.nat(args[1]), self.condition(args[2])
            begin, then = ("forall", "->") if op == "every" else ("exists2", "&")
            return f"({begin} {index}, ({index} < {n})%N {then} {body})"
        if op == "all maps":
            of, (width, m) = args[0].args[0], map(self.nat, args[1:3])
            within = f"(forall i, (i < {width})%N -> ({of} i < {m})%N)"
            return f"(forall {of} : nat -> nat, {within} -> {self.condition(args[3])})"
        if op in ("all rows", "some row"):
            row = self.names.setdefault(args[0].args[0], args[0].args[0])
            return f"({'forall' if op == 'all rows' else 'exists'} {row} : nat -> R, {self.condition(args[1])})"
        if op == "archimedean":
            return "(forall e_0 : R, exists m_0 : nat, e_0 < m_0%:R)"
        if op == "eventually":
            return self._eventually(*args)
        if op == "law":
            return laws.is_law(_name(args[0].args[0]), self._drawn(args[1]), self.condition(args[2]))
        if op in laws.PROPERTIES:
            return laws.PROPERTIES[op](_name(args[0].args[0]), *map(self.nat, args[1:]))
        if op == "has mean":
            return f"({laws.HAS}{_name(args[0].args[0])} {self._function(*args[1:])})"
        if op == "->":
            return f"({self.condition(args[0])} -> {self.condition(args[1])})"
        if op == "not":
            return f"(~ {self.condition(args[0])})"
        if op in ("varies", "distinct"):
            row, n = self.names[args[0]], self.nat(args[1])
            if op == "varies":
                return f"(exists i j, [/\\ (i < {n})%N, (j < {n})%N & {row} i != {row} j])"
            return f"(forall i j, (i < {n})%N -> (j < {n})%N -> i != j -> {row} i != {row} j)"
        if all(map(_is_nat, args)):
            a, b = map(self.nat, args)
            of_nat = op in ("<", "<=") or any(term.op == "const" for term in args)
            return f"({a} {op} {b}){'%N' if of_nat else ''}"
        a, b = map(self.real, args)
        return f"({a} {op} {b}{'' if any(map(_has_reals, args)) else ' :> R'})"

    def nat(self, term: Term) -> str:
        """A term that is a natural number, as one.

        Raises
        ------
        ValueError
            for one that is made of others in another way than by +, * and powers.
        """
        if term.op == "image":
            return f"({' '.join(map(self.nat, term.args))})"
        if _is_nat(term):
            return self.names.get(str(term.args[0]), str(term.args[0]))
        if term.op in ("+", "*"):
            a, b = map(self.nat, term.args)
            return f"({a} {term.op} {b})%N"
        if term.op == "pow":
            return f"({self.nat(term.args[0])} ^ {self.nat(term.args[1])})%N"
        raise ValueError(f"{term!r} is no natural number in Coq: wanted names, numbers, +, * and powers")

    def real(self, term: Term) -> str:
        op, args = term.op, term.args
        if op == "const":
            return _rational(args[0])
        if op in ("index", "image") or (op == "var" and args[1] == "nat"):
            return f"{self.nat(term)}%:R"
        if op == "var":
            return self.names[args[0]] + ("%:~R" if args[1] == "int" else "")
        if op == "entry":
            return " ".join([self.names[args[0]], *map(self._place, args[1:])])
        if op in ("sum", "prod"):
            return f"(\\{op}_({args[0].args[0]} < {self.nat(args[1])}) {self.real(args[2])})"
        if op == "greatest":
            over = f"{args[0].args[0]} < {self.nat(args[1])}"
            return f"(\\big[Num.max/{self._argument(args[3])}]_({over}) {self.real(args[2])})"
        if op in ("rank", "det"):
            return self._of_matrix(op, *args)
        if op == "maps":
            ends = " -> ".join(f"'I_{self.nat(end)}" for end in args[1:3])
            return f"(\\sum_({args[0].args[0]} : {{ffun {ends}}}) {self.real(args[3])})"
        if op == "apply":
            return f"({args[3]} {self._row(*args[:3])})"
        if op == "layers":
            return self._layers(*args)
        if op == "mean":
            return f"({laws.MEAN}{_name(args[0].args[0])} {self._function(*args[1:])})"
        if op == "limit":
            return self.names[id(term)]
        if op == "function" and args[0] in facts.TYPES:
            told = " ".join([facts.called(args[0]), *map(self._argument, args[1:])])
            return f"({told})" if args[1:] else told
        if op == "pow":
            return f"({self._argument(args[0])} ^+ {self.nat(args[1])})"
        if op == "max":
            return f"(Num.max {self._argument(args[0])} {self._argument(args[1])})"
        if op == "abs":
            return f"`|{self.real(args[0])}|"
        if op == "sqrt":
            return f"(Num.sqrt {self._argument(args[0])})"
        if op == "*" and args[0] is MINUS_ONE:
            return f"(- {self.real(args[1])})"
        if op == "if":
            return self._one_if(args[0])
        if op not in ("+", "*", "/"):
            raise ValueError(f"{op} of {args} is no number in Coq: wanted +, *, /, powers, roots, sums and the like")
        a, b = map(self.real, args)
        if op == "+" and args[1].op == "*" and args[1].args[0] is MINUS_ONE:
            return f"({a} - {self.real(args[1].args[1])})"
        return f"({a} {op} {b})"

    def _eventually(self, epsilon: Term, index: Term, known: Cond, holds: Cond) -> str:
        e, name = epsilon.args[0], index.args[0]
        k = name if OF_BOUND.fullmatch(name) else _name(name)
        self.names |= {e: e, name: k}
        assumed = "" if known.op == "true" else f"{self.condition(known)} -> "
        body = f"{assumed}{self.condition(holds)}"
        return f"(forall {e} : R, 0 < {e} -> exists m_0, forall {k}, (m_0 <= {k})%N ->\n    {body})"

    def _drawn(self, row: Term) -> str:
        """A row that is bound."""
        return self.names.setdefault(row.args[0], row.args[0])

    def _function(self, row: Term, of_row: Term) -> str:
        return f"(fun {self._drawn(row)} => {self.real(of_row)})"

    def _of_matrix(self, op: str, row: Term, column: Term, rows: Term, columns: Term, entry: Term) -> str:
        ends = f"{row.args[0]} < {self.nat(rows)}, {column.args[0]} < {self.nat(columns)}"
        matrix = f"(\\matrix_({ends}) {self.real(entry)})"
        return f"(\\det {matrix})" if op == "det" else f"(mxrank {matrix})%:R"

    def _layers(
        self, index: Term, n: Term, entry: Term, depth: Term, later: str, row: str, layer: Term, seen: Term
    ) -> str:
        """The function that sees a row is iterated, and then given the row."""
        self.names[row] = row
        step = f"(fun ({later} : (nat -> R) -> R) ({row} : nat -> R) => {self.real(layer)})"
        return (
            f"(iter {self.nat(depth)} {step} (fun {row} : nat -> R => {self.real(seen)}) {self._row(index, n, entry)})"
        )

    def _row(self, index: Term, n: Term, entry: Term) -> str:
        if entry.op == "entry" and entry.args[-1] is index and not any(index is part for part in entry.args[1:-1]):
            return self._argument(Term("entry", *entry.args[:-1]))
        return f"(fun {index.args[0]} : nat => {self.real(entry)})"

    def _one_if(self, holds: Cond) -> str:
        """Comparisons of numbers are decided, so that they are booleans, and these 0 and 1; of joined ones products."""
        if holds.op == "and":
            return f"({' * '.join(map(self._one_if, holds.args))})"
        if holds.op in ("or", "some"):
            return f"(1 - {self._one_if(holds.negation)})"
        if holds.op == "every":
            return f"(\\prod_({holds.args[0].args[0]} < {self.nat(holds.args[1])}) {self._one_if(holds.args[2])})"
        if holds.op not in ("=", "!=", "<", "<="):
            raise ValueError(f"whether {holds!r} is no number in Coq: wanted a comparison of two numbers")
        sign = "==" if holds.op == "=" else holds.op
        if all(map(_is_nat, holds.args)):
            a, b = map(self._place, holds.args)
            return f"({a} {sign} {b} :> nat)%:R" if sign in ("==", "!=") else f"({a} {sign} {b})%N%:R"
        a, b = map(self.real, holds.args)
        of = "" if any(map(_has_reals, holds.args)) else " :> R"
        return f"({a} {sign} {b}{of})%:R" if sign in ("==", "!=") else f"({a} {sign} {b}{of})%R%:R"

    def _place(self, term: Term) -> str:
        if term.op in ("+", "*") and _is_whole(term):
            return self.nat(term)
        if not _is_nat(term):
            raise ValueError(f"{term!r} is no place in a row: wanted a name or a number")
        return f"{self.nat(term)}%N" if term.op == "const" else self.nat(term)

    def _argument(self, term: Term) -> str:
        written = self.real(term)
        return written if written.startswith("(") or " " not in written else f"({written})"


def _has_reals(term: Term) -> bool:
    """Whether its type can be seen: natural numbers are numbers of every ring."""
    if term.op in ("rank", "if"):
        return False
    if term.op in ("entry", "layers", "apply", "mean", "limit", "function"):
        return True
    if term.op == "var" and term.args[1] == "real":
        return True
    return any(_has_reals(part) for part in term.args if isinstance(part, Term))


def _is_nat(term: Term) -> bool:
    return (
        term.op in ("index", "image")
        or (term.op == "var" and term.args[1] == "nat")
        or (term.op == "const" and term.args[0].denominator == 1 and term.args[0] >= 0)
    )


def _is_whole(term: Term) -> bool:
    """Whether it is made of natural numbers by + and *."""
    return _is_nat(term) or (term.op in ("+", "*") and all(map(_is_whole, term.args)))


def _rational(value: Fraction) -> str:
    top = f"{abs(value.numerator)}%:R" if abs(value.numerator) != 1 else "1"
    if value == 0:
        return "0"
    size = top if value.denominator == 1 else f"({top} / {value.denominator}%:R)"
    return size if value > 0 else f"(- {size})"
