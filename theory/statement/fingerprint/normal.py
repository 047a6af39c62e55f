"""Digests of terms, conditions and expressions: equal for what differs in the order of sums, products and comparisons,
in bound names and in how often a part is shared; different for what differs otherwise."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sympy import Basic, Rational, Symbol

from theory.term import Cond, Term, Vec
from theory.term.named import as_argument
from theory.words import Within

MOST_PARTS = 200_000
"""Summands and factors that are looked at in one statement."""

ONE = "1"
"""The product without factors."""

COMMUTING = ("Add", "Mul", "Min", "Max", "And", "Or", "Equality", "Unequality", "FiniteSet", "Union", "Intersection")


class NoFormError(Exception):
    """The statement has no normal form, or one that is too large; says why."""


def digest(*parts: str) -> str:
    """SHA-256 of texts, one by one."""
    return hashlib.sha256("".join(f"{len(part)}:{part}" for part in parts).encode()).hexdigest()


def short(told: str) -> str:
    """As much of a digest as is recorded."""
    return told[:16]


class Forms:
    """Digests of the parts of one statement, each made once: terms share their parts.

    Terms have the numbers of an ordered field: sums are kept as coefficients of their summands, products as exponents
    of their factors. Nothing is divided out, so that what has no value somewhere keeps its form.
    """

    def __init__(self) -> None:
        self._known: dict[int, str] = {}
        self._sums: dict[int, dict[str, Fraction]] = {}
        self._products: dict[int, tuple[Fraction, Counter[str]]] = {}
        self._of_sums: dict[str, dict[str, Fraction]] = {}
        self._left = MOST_PARTS

    def of(self, value: Any) -> str:
        """Of what a literal check gives: a number, a condition, rows of them; of a limit, without its bound.

        >>> from theory.term import variable
        >>> x, y = variable("x"), variable("y")
        >>> of = Forms().of
        >>> of(2 * (x + y) * x) == of(x * (y + x) * 2), of(x / y) == of(y / x), of(2) == of(Fraction(2))
        (True, False, True)
        """
        if isinstance(value, Within):
            return digest("limit", self.of(value.value))
        if isinstance(value, Vec):
            return self.of(as_argument(value))
        if isinstance(value, bool):
            return digest("true" if value else "false")
        if isinstance(value, tuple | list):
            return digest("tuple", *map(self.of, value))
        if isinstance(value, Term | Cond):
            return self._of_term(value)
        if isinstance(value, Basic) and not isinstance(value, Rational):
            return tree(value)
        if not isinstance(value, float) and hasattr(value, "numerator") and hasattr(value, "denominator"):
            return self._constant(Fraction(int(value.numerator), int(value.denominator)))
        raise NoFormError(f"its left side has a {type(value).__name__} in it")

    def _of_term(self, root: Term | Cond) -> str:
        pending = [root]
        while pending:
            part = pending[-1]
            if id(part) in self._known:
                pending.pop()
                continue
            inner = [one for one in part.args if isinstance(one, Term | Cond) and id(one) not in self._known]
            if inner:
                pending += inner
            else:
                self._known[id(pending.pop())] = self._made(part)
        return self._known[id(root)]

    def _made(self, part: Term | Cond) -> str:
        if isinstance(part, Term) and part.op in ("+", "*", "const"):
            summands = self._summed(part)
            if len(summands) == 1 and 1 in summands.values():
                return next(iter(summands))
            found = digest("+", *(f"{name} {times}" for name, times in sorted(summands.items())))
            self._of_sums[found] = summands
            return found
        if part.op == "var" and part.args[1] == "int":
            part = Term("var", part.args[0], "nat")  # which whole numbers it can be is the domain's
        told = [self._known[id(one)] if isinstance(one, Term | Cond) else _plain(one) for one in part.args]
        if part.op in ("and", "or", "=", "!=", "max"):
            told.sort()
        return digest(part.op, *told)

    def _constant(self, number: Fraction) -> str:
        return ONE if number == 1 else digest("+", f"{ONE} {number}")

    def _summed(self, part: Term) -> dict[str, Fraction]:
        """Coefficients of summands."""
        if id(part) not in self._sums:
            found: dict[str, Fraction] = {}
            if part.op == "+":
                for one in part.args:
                    for name, times in self._summed(one).items():
                        found[name] = found.get(name, Fraction(0)) + times
            elif part.op == "const":
                found = {ONE: part.args[0]}
            elif part.op == "*":
                found = self._scaled(part)
            else:
                found = {self._known[id(part)]: Fraction(1)}
            self._sums[id(part)] = self._counted(found)
        return self._sums[id(part)]

    def _scaled(self, part: Term) -> dict[str, Fraction]:
        """A product as one summand, or each summand of its only factor, times a number."""
        times, factors = self._multiplied(part)
        name = self._product(factors)
        return {one: times * other for one, other in self._of_sums.get(name, {name: Fraction(1)}).items()}

    def _product(self, factors: Counter[str]) -> str:
        if sum(factors.values()) <= 1:
            return next(iter(factors), ONE)
        return digest("*", *(f"{name} {power}" for name, power in sorted(factors.items())))

    def _multiplied(self, part: Term) -> tuple[Fraction, Counter[str]]:
        """The number in a product, and exponents of its factors."""
        if id(part) not in self._products:
            times, factors = Fraction(1), Counter[str]()
            if part.op == "const":
                times = part.args[0]
            elif part.op == "*":
                for one in part.args:
                    number, inner = self._multiplied(one)
                    times *= number
                    factors.update(inner)
            else:
                factors[self._known[id(part)]] = 1
            self._products[id(part)] = times, self._counted(factors)
        return self._products[id(part)]

    def _counted(self, found: Any) -> Any:
        self._left -= len(found)
        if self._left < 0:
            raise NoFormError(f"its left side has more than {MOST_PARTS:,} parts")
        return found


def _plain(value: Any) -> str:
    return f"{type(value).__name__} {value}"


def tree(e: Any, names: Mapping[str, str] | None = None) -> str:
    """Of an expression of SymPy; symbols by other names, where these are given.

    >>> from theory.notation import k, n
    >>> tree(n - k) == tree(k - n, {"n": "k", "k": "n"}), tree(n - k) == tree(k - n)
    (True, False)
    """
    if names:
        e = e.xreplace({s: Symbol(names[s.name], **s.assumptions0) for s in e.free_symbols if s.name in names})
    return _tree(e.as_dummy() if any(getattr(part, "bound_symbols", ()) for part in _inside(e)) else e)


def _inside(e: Basic) -> Iterator[Basic]:
    pending, seen = [e], set[Basic]()
    while pending:
        part = pending.pop()
        if part not in seen:
            seen.add(part)
            yield part
            pending += [one for one in part.args if isinstance(one, Basic)]


def _tree(e: Any) -> str:
    if not isinstance(e, Basic):
        return digest("plain", str(e))
    kind = type(e).__name__
    if isinstance(e, Rational):
        return digest("number", f"{e.p}/{e.q}")
    if isinstance(e, Symbol):
        return digest("symbol", e.name)
    if not e.args:
        return digest("leaf", kind, str(e))
    inner = list(map(_tree, e.args))
    if kind in COMMUTING and getattr(e, "is_commutative", True) is not False:
        inner.sort()
    return digest("tree", kind, *inner)
