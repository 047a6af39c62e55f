"""What is printed of a statement, evaluated as it is printed, is what the literal check gives at the same instance."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from flint import arb, fmpq
from sympy import Basic, Integer, Rational, sqrt, sympify
from sympy.logic.boolalg import BooleanAtom

from tests.exact.statement.in_numbers import named
from theory import Claim, claims
from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.statement.face.on_terms import OnTerms, on_terms
from theory.statement.face.printed import readable
from theory.statement.problem import definition
from theory.term import Cond, Term, Vec, larger
from theory.term.matrices import determinant, rank
from theory.term.named import Name, as_argument, parts_of
from theory.term.scalar import OfTerm
from theory.words import At, Within

pytestmark = pytest.mark.xdist_group("faces")  # that each claim is printed once

DIGITS = 40
FEW = 3
"""Instances of each claim."""

Names = Mapping[str, Any]
MEMBERS = "members"
"""Under this name: members of domains by the terms that stand for them."""


class UnboundError(LookupError):
    """A part of the general member of a domain that an instance does not have at hand, such as an eigenvector."""


class Parts(dict[str, Any]):
    """Values by name: others, and one more."""

    def __init__(self, at: Mapping[str, Any], name: str, value: Any) -> None:
        super().__init__(at)
        self[name] = value

    def __missing__(self, name: str) -> Any:
        raise UnboundError(name)


def value(term: Any, at: Names) -> Any:
    """A term as it is printed: names are looked up, functions of the notation are called, the rest is arithmetic."""
    if isinstance(term, Vec):
        return tuple(value(term[i], at) for i in range(int(value(term.n, at))))
    if isinstance(term, tuple | list):
        return tuple(value(one, at) for one in term)
    if isinstance(term, Cond):
        return holds(term, at)
    if not isinstance(term, Term):
        return plain(term, at)
    op, args = term.op, term.args
    if op == "const":
        return args[0]
    if op in ("var", "index"):
        return plain(at[args[0]], at)
    if op == "entry":
        found = at[args[0]]
        for place in args[1:]:
            found = found[int(value(place, at))]
        return plain(found, at)
    if op == "call":
        name, told, below, places = parts_of(term)
        found = called(name, [argument(one, at) for one in told], [argument(one, at) for one in below])
        for place in places:
            found = found[int(value(place, at))]
        return plain(found, at)
    if op == "expression":
        return plain(args[0], at)
    if op == "size":
        return Fraction(len(value(args[0], at)))
    if op == "maps":
        drawn, places, values, body = args
        every = product(range(int(value(values, at))), repeat=int(value(places, at)))
        return gathered("sum", [value(body, Parts(at, drawn.args[0], one)) for one in every])
    if op == "image":
        return Fraction(at[args[0].args[0]][int(value(args[1], at))])
    if op == "function":
        return getattr(ball(value(args[1], at)), args[0])()
    if op == "if":
        return Fraction(holds(args[0], at))
    if op in ("sum", "prod", "greatest"):
        return gathered(op, [value(args[2], Parts(at, args[0].args[0], i)) for i in range(int(value(args[1], at)))])
    if op in ("rank", "det"):
        row, place, rows, columns, entry = args
        M = [
            [value(entry, Parts(Parts(at, row.args[0], i), place.args[0], j)) for j in range(int(value(columns, at)))]
            for i in range(int(value(rows, at)))
        ]
        return Fraction(rank(M)) if op == "rank" else determinant(M)
    if op == "tuple":
        return tuple(value(one, at) for one in args)
    if op == "row":
        return tuple(value(args[2], Parts(at, args[0].args[0], i)) for i in range(int(value(args[1], at))))
    if op == "mean":
        law, row, body = args
        shares = [(share, tuple(drawn)) for share, *drawn in at[law.args[0]]]
        return gathered(
            "sum", [plain(share, at) * value(body, Parts(at, row.args[0], drawn)) for share, drawn in shares]
        )
    return arithmetic(op, [value(one, at) for one in args])


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
    if isinstance(found, Basic) and any(s.name in at or isinstance(s, OfTerm) for s in found.free_symbols):
        told = {s: value(s.term, at) if isinstance(s, OfTerm) else at[s.name] for s in found.free_symbols}
        balls = any(isinstance(one, arb) for one in told.values())
        found = enclose(found, {s.name: one for s, one in told.items()}, DIGITS) if balls else found.subs(told)
    if isinstance(found, fmpq):
        return Fraction(int(found.p), int(found.q))
    if isinstance(found, int | Fraction | Rational) and not isinstance(found, bool):
        return Fraction(int(found.numerator), int(found.denominator))
    return tuple(plain(one, at) for one in found) if isinstance(found, tuple | list) else found


def argument(term: Term, at: Names) -> Any:
    """What a function is called with: a member of a domain as the domain has it, whole numbers as such."""
    if id(term) in at[MEMBERS]:
        return at[MEMBERS][id(term)]
    if term.op == "var" and term.args[0] in at:
        return at[term.args[0]]
    if term.op == "row" and (whole := whole_row(term)) is not None and whole in at:
        return at[whole]
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
    if any(isinstance(x, arb) for x in parts):
        return BALLS[op](*map(ball, parts)) if op in BALLS else PLAIN[op](*map(ball, parts))
    return PLAIN[op](*parts)


PLAIN: dict[str, Any] = {
    "+": operator.add, "*": operator.mul, "/": operator.truediv, "abs": abs, "max": larger,
    "min": lambda a, b: -larger(-a, -b), "sqrt": lambda x: plain(sqrt(sympify(x)), {}),
    "pow": lambda a, b: plain(sympify(a) ** sympify(b), {}),
}  # fmt: skip
BALLS: dict[str, Any] = {"max": arb.max, "min": arb.min, "sqrt": arb.sqrt, "pow": operator.pow}


def gathered(op: str, entries: list[Any]) -> Any:
    if op == "greatest":
        return max(entries)
    found: Any = Fraction(op == "prod")
    for entry in entries:
        found = arithmetic("*" if op == "prod" else "+", [found, entry])
    return found


def holds(condition: Cond, at: Names) -> bool:
    op, args = condition.op, condition.args
    if op in ("true", "false"):
        return op == "true"
    if op in ("and", "or"):
        found = (holds(one, at) for one in args)
        return all(found) if op == "and" else any(found)
    if op in ("every", "some"):
        found = (holds(args[2], Parts(at, args[0].args[0], i)) for i in range(int(value(args[1], at))))
        return all(found) if op == "every" else any(found)
    a, b = (value(part, at) for part in args)
    equal = same(a, b)
    return bool({"=": equal, "!=": not equal, "<": not equal and a < b, "<=": equal or a < b}[op])


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


def bound(said: OnTerms, instance: Mapping[str, Any]) -> Parts:
    """The names of a statement on terms at an instance."""
    at = Parts({}, MEMBERS, {})
    for name, shape in said.shapes.items():
        it = shape.value
        if not (isinstance(it, Term) and it.op == "var"):
            named(it, instance[name], at)
        elif it.op == "var":
            at[it.args[0]] = instance[name]
        with suppress(TypeError):
            at[MEMBERS][id(as_argument(it))] = instance[name]
    return at


def compared(claim: Claim, said: OnTerms, instance: Mapping[str, Any]) -> tuple[Any, Any]:
    """The left side as it is printed, and as the literal check gives it."""
    at = bound(said, instance)
    cases = [case for case in said.cases if all(holds(one, at) for one in case.asked)]
    letters = said.given.at(instance)
    found = definition(claim, ("exact", "certified"))(At(letters))
    for letter, term in said.letters.items():
        assert same(value(term, at), plain(letters[letter], {})), letter
    (case,) = cases
    printed, literal = (one.value if isinstance(one, Within) else one for one in (case.left, found))
    return value(printed, at), plain(literal, {})


READABLE = [name for name, claim in claims().items() if readable(claim) is not None]

UNBOUND = {
    "morwani20.layers.bound", "morwani20.layers.bound-attained",
    "daneshmand20.breaking.angle-of-diameter", "daneshmand20.breaking.constant-weights",
    "daneshmand20.breaking.contraction",
    "daneshmand20.chain.invariance", "daneshmand20.rank.lemma-1-cantelli", "daneshmand20.rank.lemma-1-constant",
    "daneshmand20.rank.lemma-1-soft", "daneshmand20.rank.singular-value-threshold",
    "daneshmand20.rank.theorem-2-averages", "daneshmand20.uniqueness.uniform-limit",
    "daneshmand20.vanilla.contracting", "daneshmand20.vanilla.depth-scaled", "daneshmand20.vanilla.finite-rank",
    "morwani20.rates.condition-attained", "morwani20.rates.condition-bound", "morwani20.rates.interlaced",
    "morwani20.rates.linear-convergence", "morwani20.rates.own-rate", "morwani20.rates.pseudo-determinant",
    "morwani20.rates.pseudo-inverse",
}  # fmt: skip
"""Claims on a domain whose general member has parts that no instance has at hand: they are not compared."""


def test_what_is_printed_is_what_is_evaluated() -> None:
    """At the first instances of each claim whose statement is printed."""
    wrong, unbound = [], set()
    for name in READABLE:
        claim = claims()[name]
        said = on_terms(claim)
        for instance in claim.instances(FEW):
            try:
                with precision(DIGITS):
                    sides = compared(claim, said, {domain: instance[domain] for domain in said.given.domains})
                if not same(*sides):
                    wrong.append(f"{name} at {instance}: {sides[0]} is printed, {sides[1]} evaluated")
            except UnboundError:
                unbound.add(name)
    assert not wrong, "\n".join(wrong)
    assert unbound <= UNBOUND
