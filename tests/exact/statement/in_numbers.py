"""Terms and conditions in numbers, as they are printed: names are looked up, functions of the notation are called."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from inspect import signature
from itertools import product
from math import isqrt
from typing import Any

from flint import arb, fmpq
from sympy import Basic, Integer, Rational, sqrt, sympify
from sympy.logic.boolalg import BooleanAtom

from theory.exact.expressions import enclose
from theory.papers.daneshmand20 import matrices
from theory.papers.daneshmand20.random_weights import Weighted, outcomes
from theory.papers.daneshmand21 import laws
from theory.papers.nachum24.outlier import clusters
from theory.statement.problem import Problem
from theory.term import AnyLaw, Cond, Term, TooManyPathsError, Vec, larger
from theory.term.matrices import determinant, rank
from theory.term.named import Name, parts_of
from theory.term.scalar import OF_LAWS, OfTerm, free
from theory.words import At

DIGITS = 40
Names = Mapping[str, Any]
"""Values of variables, rows, indices and laws by name."""
MEMBERS = "members of domains"
"""Under this name: members of domains by the terms that stand for them."""
WHOLE = "instance"
"""Under this name: the instance, for left sides that are printed by a name."""
ALL = "all rows"
"""Under this name: rows that stand for all, in a statement for a proof checker; there 1/0 and sqrt(-1) are 0."""
KNOWN = "values"
"""Under this name: values of terms, by the terms and the values of the indices that are bound around them."""
TOLD = ("law", *OF_LAWS)
"""What is so of a law of finitely many rows by its domain."""

PARTS: dict[type, Any] = {
    Weighted: outcomes,
    matrices.Beside: lambda A: (matrices.weights(A), matrices.data(A)),
    matrices.WeightedRows: lambda law: (matrices.shares(law), matrices.atoms(law)),
    laws.Law: lambda law: (laws.shares(law), laws.atoms(law)),
    clusters.Law: lambda law: (clusters.values(law), clusters.shares(law)),
}
"""Of what has parts: these, in general and of an instance."""


class UnboundError(LookupError):
    """A part of the general member of a domain that an instance does not have at hand, such as an eigenvector."""


class Parts(dict[str, Any]):
    """Values by name: others, and more."""

    def __init__(self, at: Names, *more: tuple[str, Any]) -> None:
        super().__init__(at)
        self.update(more)

    def __missing__(self, name: str) -> Any:
        raise UnboundError(name)


def value(term: Any, at: Names) -> Any:
    """A term; rows and tuples entry by entry."""
    if not isinstance(term, Term):
        return of_no_term(term, at)
    if term.op in COSTLY and (known := at.get(KNOWN)) is not None:
        key = (id(term), *[at[name] for name in indices(term)])
        if key not in known:
            known[key] = computed(term, at)
        return known[key]
    return computed(term, at)


COSTLY = ("sum", "prod", "sqrt", "/", "*", "+", "max", "mean")

INDICES: dict[int, frozenset[str]] = {}


def indices(term: Term) -> frozenset[str]:
    """Those that something around it binds; remembered, as terms are."""
    if id(term) not in INDICES:
        INDICES[id(term)] = free(term)
    return INDICES[id(term)]


def computed(term: Term, at: Names) -> Any:
    op, args = term.op, term.args
    if op in BINDING:
        return BINDING[op](at, *args)
    if op == "const":
        return args[0]
    if op in ("var", "index"):
        return plain(at[args[0]], at)
    if op == "entry":
        return plain(placed(at[args[0]], args[1:], at), at)
    if op == "call":
        name, told, below, places = parts_of(term)
        if [*signature(name.of).parameters] == ["at"]:  # type: ignore[arg-type] # a left side by its name
            found = name.of(At(at[WHOLE]))  # type: ignore[misc]
        else:
            found = called(name, [argument(one, at) for one in told], [argument(one, at) for one in below])
        return plain(placed(found, places, at), at)
    if op == "expression":
        return plain(args[0], at)
    if op == "size":
        return Fraction(len(value(args[0], at)))
    if op == "function":
        return getattr(ball(value(args[1], at)), args[0])()
    if op == "tuple":
        return tuple(value(one, at) for one in args)
    numbers = [value(one, at) for one in args]
    if ALL in at and op == "sqrt":
        return root(numbers[0])
    if ALL in at and op == "/" and not numbers[1]:
        return Fraction(0)
    return arithmetic(op, numbers)


def root(x: Any) -> Any:
    """A root as Coq has it; irrational ones are balls."""
    if isinstance(x, arb):
        return x.sqrt()
    if x <= 0:
        return Fraction(0)
    found = Fraction(isqrt(x.numerator), isqrt(x.denominator))
    return found if found**2 == x else ball(x).sqrt()


def of_no_term(found: Any, at: Names) -> Any:
    if isinstance(found, Vec):
        return tuple(value(found[i], at) for i in range(whole(found.n, at)))
    if isinstance(found, tuple | list):
        return tuple(value(one, at) for one in found)
    return holds(found, at) if isinstance(found, Cond) else plain(found, at)


def whole(term: Any, at: Names) -> int:
    return int(at[term.args[0]] if isinstance(term, Term) and term.op == "index" else value(term, at))


def placed(found: Any, places: Any, at: Names) -> Any:
    for place in places:
        found = found[whole(place, at)]
    return found


def row(at: Names, index: Term, size: Any, entry: Any) -> tuple[Any, ...]:
    """An entry at each place of its index."""
    return tuple(value(entry, Parts(at, (index.args[0], i))) for i in range(whole(size, at)))


def matrix(at: Names, index: Term, place: Term, rows: Any, columns: Any, entry: Any) -> list[Any]:
    return [row(Parts(at, (index.args[0], i)), place, columns, entry) for i in range(whole(rows, at))]


def of_one_kind(A: list[Any]) -> list[Any]:
    """Balls, where there is one."""
    return [tuple(map(ball, line)) for line in A] if any(isinstance(x, arb) for line in A for x in line) else A


def exactly(A: list[Any]) -> list[Any]:
    if any(isinstance(x, arb) for line in A for x in line):
        raise UnboundError("the rank of balls")
    return A


def maps(at: Names, drawn: Term, places: Any, values: Any, body: Any) -> Any:
    every = product(range(whole(values, at)), repeat=whole(places, at))
    return gathered("+", [value(body, Parts(at, (drawn.args[0], one))) for one in every])


def mean(at: Names, law: Term, drawn: Term, body: Any) -> Any:
    shares = [
        (plain(share, at), Parts(at, (drawn.args[0], tuple(one)), (KNOWN, None))) for share, *one in at[law.args[0]]
    ]
    return gathered("+", [arithmetic("*", [share, value(body, there)]) for share, there in shares])


def layers(at: Names, index: Term, size: Any, entry: Any, depth: Any, later: str, v: str, layer: Any, seen: Any) -> Any:
    """A layer is applied so many times, and looks at what the later ones make of a row."""

    def through(left: int, found: Any) -> Any:
        if not left:
            return value(seen, Parts(at, (v, found), (KNOWN, None)))
        return value(layer, Parts(at, (v, found), (KNOWN, None), (later, lambda other: through(left - 1, other))))

    return through(whole(depth, at), row(at, index, size, entry))


BINDING: dict[str, Any] = {
    "sum": lambda at, *args: gathered("+", row(at, *args)),
    "prod": lambda at, *args: gathered("*", row(at, *args)),
    "greatest": lambda at, *args: reduce(greater, row(at, *args[:3]), value(args[3], at)),
    "row": row,
    "rank": lambda at, *args: Fraction(rank(exactly(matrix(at, *args)))),
    "det": lambda at, *args: determinant(of_one_kind(matrix(at, *args))),
    "maps": maps,
    "mean": mean,
    "layers": layers,
    "if": lambda at, condition: Fraction(holds(condition, at)),
    "image": lambda at, drawn, place: Fraction(at[drawn.args[0]][whole(place, at)]),
    "apply": lambda at, index, size, entry, later: at[later](row(at, index, size, entry)),
}
"""What binds an index, or looks up by the name of one."""


def greater(a: Any, b: Any) -> Any:
    return arithmetic("max", [a, b])


def called(name: Name, told: list[Any], below: list[Any]) -> Any:
    """What a function gives of numbers as they are, else of Python's integers, else of balls."""
    for kind in (lambda x: x, whole_numbers, balls):
        try:
            return name.of(*map(kind, told), **dict(zip(name.below, map(kind, below), strict=True)))  # type: ignore[misc]
        except (TypeError, AttributeError) as error:
            failed = error
    raise failed


def whole_numbers(x: Any) -> Any:
    if isinstance(x, tuple | list):
        return tuple(map(whole_numbers, x))
    return int(x) if isinstance(x, Integer) else x


def balls(x: Any) -> Any:
    """Entries of rows, and numbers that are not whole, as balls."""
    if isinstance(x, tuple | list):
        return tuple(ball(one) if isinstance(one, int | Fraction | Rational) else balls(one) for one in x)
    return ball(x) if isinstance(x, Fraction | Rational) and not isinstance(x, Integer) else whole_numbers(x)


def plain(found: Any, at: Names) -> Any:
    """A rational number as a fraction, a row entry by entry, all else as it is."""
    if type(found) is Fraction:
        return found
    if isinstance(found, Basic) and any(s.name in at or isinstance(s, OfTerm) for s in found.free_symbols):
        told = {s: value(s.term, at) if isinstance(s, OfTerm) else at[s.name] for s in found.free_symbols}
        if any(isinstance(one, arb) for one in told.values()):
            return enclose(found, {s.name: one for s, one in told.items()}, DIGITS)
        found = found.subs(told)
    if isinstance(found, int | Fraction | Rational | fmpq) and not isinstance(found, bool):
        return Fraction(int(found.numerator), int(found.denominator))
    return tuple(plain(one, at) for one in found) if isinstance(found, tuple | list) else found


def argument(term: Term, at: Names) -> Any:
    """What a function is called with: a member of a domain as the domain has it, whole numbers as such."""
    if id(term) in at[MEMBERS]:
        return at[MEMBERS][id(term)]
    if term.op == "var" and term.args[0] in at:
        return at[term.args[0]]
    if term.op == "row" and (name := whole_row(term)) is not None and name in at:
        return at[name]
    found = value(term, at)
    if isinstance(found, Fraction):
        return int(found) if found.denominator == 1 else Rational(found.numerator, found.denominator)
    return found


def whole_row(term: Term) -> str | None:
    """The name of a row whose entries these are, all and in order."""
    index, _, body = term.args
    if body.op == "row":
        inner = body.args[2]
        places = inner.args[1:] if inner.op == "entry" else ()
        return inner.args[0] if len(places) == 2 and places[0] is index and places[1] is body.args[0] else None
    return body.args[0] if body.op == "entry" and len(body.args) == 2 and body.args[1] is index else None


def ball(x: Any) -> arb:
    return x if isinstance(x, arb) else enclose(sympify(x), {}, DIGITS)


def arithmetic(op: str, parts: list[Any]) -> Any:
    """In fractions and SymPy's numbers; in balls where one is a ball."""
    if isinstance(parts[0], arb) or isinstance(parts[-1], arb):
        return BALLS.get(op, PLAIN[op])(*map(ball, parts))
    return PLAIN[op](*parts)


PLAIN: dict[str, Any] = {
    "+": operator.add, "*": operator.mul, "/": operator.truediv, "abs": abs, "max": larger,
    "min": lambda a, b: -larger(-a, -b), "sqrt": lambda x: plain(sqrt(sympify(x)), {}),
    "pow": lambda a, b: plain(sympify(a) ** sympify(b), {}),
}  # fmt: skip
BALLS: dict[str, Any] = {"max": arb.max, "min": arb.min, "sqrt": arb.sqrt, "pow": operator.pow}


def gathered(op: str, entries: Any) -> Any:
    found: Any = Fraction(op == "*")
    for entry in entries:
        found = arithmetic(op, [found, entry])
    return found


def holds(condition: Cond, at: Names) -> bool:
    op, args = condition.op, condition.args
    if op in ("true", "false", "archimedean", *TOLD):
        return op != "false"
    if op in ("and", "or", "every", "some"):
        found = (holds(one, at) for one in args) if op in ("and", "or") else iter(row(at, *args))
        return all(found) if op in ("and", "every") else any(found)
    if op == "->":
        return not holds(args[0], at) or holds(args[1], at)
    if op == "all rows":
        return all(holds(args[1], Parts(at, (args[0].args[0], one), (KNOWN, None))) for one in at[ALL])
    if op == "eventually":
        raise UnboundError("no instance decides a limit")
    if op in ("varies", "distinct"):
        different = len(set(at[args[0]]))
        return different > 1 if op == "varies" else different == len(at[args[0]])
    a, b = (value(part, at) for part in args)
    equal = same(a, b)
    if equal or op in ("=", "!="):
        return equal is (op in ("=", "<="))
    return bool(ball(a) < ball(b) if isinstance(a, arb) or isinstance(b, arb) else a < b)


def same(a: Any, b: Any) -> bool:
    """Whether two values agree: exactly, as one ball, or as narrow balls that overlap."""
    if isinstance(a, tuple) or isinstance(b, tuple):
        rows = [one if isinstance(one, tuple) else (one,) for one in (a, b)]
        return len(rows[0]) == len(rows[1]) and all(map(same, *rows))
    if isinstance(a, Fraction | bool | BooleanAtom) and isinstance(b, Fraction | bool | BooleanAtom):
        return bool(a == b)
    if any(isinstance(x, Basic) and x.free_symbols for x in (a, b)):  # a formula in letters
        return bool((a - b).equals(0))
    sides = ball(a), ball(b)
    return bool(sides[0].overlaps(sides[1])) and all(20 * x.rad() < 1 + abs(x) for x in sides)


def is_true(problem: Problem, at: Names) -> bool:
    """Whether along each path that these numbers take its goal holds."""
    return all(holds(goal.goal, at) for goal in problem.goals if all(holds(one, at) for one in goal.assumed))


def named(shape: Any, found: Any, at: dict[str, Any]) -> None:
    """Put the parts of an instance under the names that a shape has for them."""
    if isinstance(shape, Term) and shape.op == "var":
        at[shape.args[0]] = plain(found, {}) if shape.args[1] == "real" else int(found)
    elif isinstance(shape, Vec):
        sized(shape.n, len(found), at)
        entry, rows = shape[Term("index", "any")], found
        while isinstance(entry, Vec):
            rows = rows[0]
            sized(entry.n, len(rows), at)
            entry = entry[Term("index", "any")]
        first = entry[0] if isinstance(entry, tuple) else entry
        at[first.args[0]] = found
    elif isinstance(shape, AnyLaw):
        at[shape.name] = found
        sized(shape.n, len(found[0]) - 1, at)
    elif type(shape) in PARTS:
        named(PARTS[type(shape)](shape), PARTS[type(shape)](found), at)
    elif isinstance(shape, tuple):
        for one, other in zip(shape, found, strict=True):
            named(one, other, at)
        for name, made in vars(type(shape)).items():  # what a record derives from its fields, as a row of its own
            if isinstance(made, property):
                with suppress(TypeError, TooManyPathsError):  # of numbers alone
                    if isinstance(derived := getattr(shape, name), Vec):
                        named(derived, getattr(found, name), at)


def sized(n: Term, size: int, at: dict[str, Any]) -> None:
    if n.op == "var":
        at[n.args[0]] = size
