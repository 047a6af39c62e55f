"""Terms over an ordered field, and conditions on them.

Equal terms are one object: what is built twice is written once, and a condition that comes again is known again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import reduce
from typing import Any, ClassVar, Literal

import sympy
from flint import arb

from theory.term.paths import decided, needed

NAMES_KEPT = ContextVar("names kept", default=False)
"""Whether functions of the notation keep their names (`theory.term.named`): a run for printing."""

Op = Literal[
    "const", "var", "index", "+", "*", "/", "max", "abs", "sqrt", "sum", "prod", "entry", "if", "pow", "rank", "det",
    "maps", "image", "layers", "apply", "mean", "greatest", "call", "row", "tuple", "min", "least", "function",
    "expression", "size", "limit",
]  # fmt: skip

BINDERS = {
    "sum": 1, "prod": 1, "greatest": 1, "rank": 2, "det": 2, "maps": 1, "layers": 1, "apply": 1, "every": 1, "some": 1,
    "row": 1, "all maps": 1,
}  # fmt: skip
"""How many of the first arguments are names that it binds."""


class OfTerm(sympy.Symbol):  # type: ignore[misc]
    """A symbol of SymPy's that stands for a term."""

    def __new__(cls, term: Term) -> OfTerm:
        found = super().__new__(cls, written(term), real=True)
        found.term = term
        return found  # type: ignore[no-any-return]


def _elementary(name: str) -> Callable[[Term], Term]:
    return lambda term: Term("function", name, term)


class TooManyTermsError(BaseException):
    """Not to be caught by the code that is stopped."""


_LEFT: ContextVar[list[int] | None] = ContextVar("terms left", default=None)
"""How many terms may still be made, where they are counted."""


@contextmanager
def at_most(terms: int) -> Iterator[None]:
    """Within it no more terms are made, one that is made again counted again.

    Raises
    ------
    TooManyTermsError : where more are wanted.
    """
    token = _LEFT.set([terms])
    try:
        yield
    finally:
        _LEFT.reset(token)


class Term:
    """A number: `op` of `args`.

    const : a Fraction. var : name and sort, "real", "nat", "int", or "object" of a value that is no number. index : a
    name, bound by a sum.
    entry : name of a row, or of a row of rows, and the terms of places in it. sum, prod : index, how many, body.
    if : 1 where a condition holds, else 0. pow : base and a whole exponent. rank, det : of a matrix, index of its rows
    and of its columns, how many of these there are, entry. maps : name of a map, from how many places, to how many,
    body; a sum over all of them. image : where a map that is bound takes a place. apply : index, how many, entry, and
    the name of a function of that row. layers : index, how many and entry of a row, depth, names of a function and of a
    row, and S(L + 1, row), of the function S(L, .), and S(0, row). mean : of a law, the row that is drawn, body.
    greatest : index, how many, body, and the body at place 0. call : of a function that keeps its name
    (`named.parts_of`): the name, how many arguments and options, these, and places in what it gives. row : index, how
    many, body, as an argument; tuple : entries, as one. min, least : of writers' alone. function : an elementary one
    by name, and its argument. expression : one of SymPy's. size : of an object of which but the name is known. limit :
    index and member of a sequence (`theory.term.limits`).
    """

    _KNOWN: ClassVar[dict[tuple[Any, ...], Term]] = {}
    op: Op
    args: tuple[Any, ...]

    def __new__(cls, op: Op, *args: Any) -> Term:
        if (left := _LEFT.get()) is not None:
            left[0] -= 1
            if left[0] < 0:
                raise TooManyTermsError
        key = (op, *(id(a) if isinstance(a, Term) else a for a in args))
        if key not in cls._KNOWN:
            made = super().__new__(cls)
            made.op, made.args = op, args
            cls._KNOWN[key] = made
        return cls._KNOWN[key]

    def __hash__(self) -> int:
        # members of sets and keys are told apart by ==, which asks the path; not so where names are kept, for SymPy's
        # cache has terms as keys then, and would compare them when it drops one
        return id(self) if NAMES_KEPT.get() else 0

    def __add__(self, other: Any) -> Term:
        return _sum(self, constant(other)) if _number(other) else NotImplemented

    __radd__ = __add__

    def __neg__(self) -> Term:
        return _product(constant(-1), self)

    def __sub__(self, other: Any) -> Term:
        return _sum(self, -constant(other)) if _number(other) else NotImplemented

    def __rsub__(self, other: Any) -> Term:
        return _sum(constant(other), -self) if _number(other) else NotImplemented

    def __mul__(self, other: Any) -> Term:
        return _product(self, constant(other)) if _number(other) else NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Term:
        return _quotient(self, constant(other)) if _number(other) else NotImplemented

    def __rtruediv__(self, other: Any) -> Term:
        return _quotient(constant(other), self) if _number(other) else NotImplemented

    def __pow__(self, exponent: Any) -> Term:
        if isinstance(exponent, Term):
            return Term("pow", self, exponent)
        if exponent == Fraction(1, 2):
            return square_root(self)
        if int(exponent) != exponent:
            raise TypeError(f"a term to the power {exponent}: wanted a whole number or 1/2")
        power = reduce(_product, [self] * abs(int(exponent)), constant(1))
        return power if exponent >= 0 else 1 / power

    def __rpow__(self, base: Any) -> Term:
        return Term("pow", constant(base), self) if _number(base) else NotImplemented

    def __abs__(self) -> Term:
        return constant(abs(self.args[0])) if self.op == "const" else Term("abs", self)

    exp, log, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, erf, erfc, gamma = map(
        _elementary,
        ("exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "erf", "erfc", "gamma"),
    )
    """By the names that they have in python-flint: a left side in balls runs on terms."""

    _op_priority = 100.0
    """For SymPy, whose numbers and expressions leave it to the term what a sum of the two is."""

    def sqrt(self) -> Term:
        return square_root(self)

    def _sympy_(self) -> Any:
        """In SymPy's expressions, for printing alone: SymPy decides by form whether two things are equal."""
        if self.op == "const":
            return sympy.Rational(self.args[0].numerator, self.args[0].denominator)
        if self.op == "expression":
            return self.args[0]
        if not NAMES_KEPT.get() or written_parts(self) > MOST_WRITTEN:
            raise sympy.SympifyError(f"{self!r} is a term: SymPy cannot decide what is equal to it")
        return OfTerm(self)

    def __lt__(self, other: Any) -> Cond:
        return condition("<", self, constant(other))

    def __le__(self, other: Any) -> Cond:
        return condition("<=", self, constant(other))

    def __gt__(self, other: Any) -> Cond:
        return condition("<", constant(other), self)

    def __ge__(self, other: Any) -> Cond:
        return condition("<=", constant(other), self)

    def __eq__(self, other: object) -> Any:
        if isinstance(other, str):  # Python's own answer, False, would decide what is said of all members of a domain
            raise TypeError(f"{self!r} is compared with the text {other!r}: a domain of names has no general member")
        return condition("=", self, constant(other)) if _number(other) else NotImplemented

    def __ne__(self, other: object) -> Any:
        found = self.__eq__(other)
        return found if found is NotImplemented else found.negation

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __repr__(self) -> str:
        return written(self) if written_parts(self) <= MOST_WRITTEN else f"(a long term, {self.op} of others)"


class Cond:
    """A condition: `op` is one of < <= = != and or true false.

    all rows, some row : a row of numbers, condition. every, some : index, how many, condition. law, exchangeable,
    sign symmetric, symmetric, has mean : of a law (`theory.term.means`). all maps : a map that is bound, from how many
    places, to how many, condition. not : what one of these denies. An arrow has what is assumed, and what holds then;
    eventually and archimedean are of limits (`theory.term.limits`).
    """

    _KNOWN: ClassVar[dict[tuple[Any, ...], Cond]] = {}
    op: str
    args: tuple[Any, ...]

    def __new__(cls, op: str, *args: Any) -> Cond:
        key = (op, *map(id, args))
        if key not in cls._KNOWN:
            made = super().__new__(cls)
            made.op, made.args = op, args
            cls._KNOWN[key] = made
        return cls._KNOWN[key]

    @property
    def negation(self) -> Cond:
        """What holds where this does not.

        >>> TRUE.negation is FALSE, FALSE.negation is TRUE
        (True, True)
        """
        if self.op in ("true", "false"):
            return FALSE if self.op == "true" else TRUE
        if self.op in ("and", "or"):
            return Cond("or" if self.op == "and" else "and", *(part.negation for part in self.args))
        if self.op in ("every", "some"):
            return Cond("some" if self.op == "every" else "every", *self.args[:2], self.args[2].negation)
        if self.op in ("all rows", "some row"):
            return Cond("some row" if self.op == "all rows" else "all rows", self.args[0], self.args[1].negation)
        if self.op in ("law", *OF_LAWS, "all maps", "eventually", "archimedean"):
            return Cond("not", self)
        if self.op == "->":
            return all_of(self.args[0], self.args[1].negation)
        if self.op == "not":
            denied: Cond = self.args[0]
            return denied
        if self.op in ("=", "!="):
            return Cond("!=" if self.op == "=" else "=", *self.args)
        return Cond("<=" if self.op == "<" else "<", self.args[1], self.args[0])

    def __and__(self, other: Cond) -> Cond:
        return all_of(self, other)

    def __or__(self, other: Cond) -> Cond:
        return any_of(self, other)

    def __invert__(self) -> Cond:
        return self.negation

    def __bool__(self) -> bool:
        return self.op == "true" if self.op in ("true", "false") else decided(self)

    def __repr__(self) -> str:
        if written_parts(self) > MOST_WRITTEN:
            return f"(a long condition, {self.op} of others)"
        if self.op in ("and", "or"):
            return "(" + f" {self.op} ".join(map(repr, self.args)) + ")"
        if self.op == "not":
            return f"not {self.args[0]!r}"
        if self.op in ("every", "some"):
            return f"{self.op}({self.args[0]!r} < {self.args[1]!r}: {self.args[2]!r})"
        if self.op in ("all rows", "some row", "law", *OF_LAWS, "eventually"):
            return f"{self.op}({': '.join(map(repr, self.args))})"
        return f" {self.op} ".join(map(repr, self.args)) if self.args else self.op


TRUE, FALSE = Cond("true"), Cond("false")


def constant(value: Any) -> Term:
    """A term, or a rational number as one.

    Raises
    ------
    TypeError
        for what is no rational number.
    """
    if isinstance(value, Term):
        return value
    if not _number(value):
        raise TypeError(f"{value!r} is no rational number: terms are made of those")
    if isinstance(value, sympy.Expr) and not value.is_Rational:
        return Term("expression", value)
    if isinstance(value, arb):
        mantissa, exponent = value.man_exp()
        return Term("const", Fraction(int(mantissa)) * Fraction(2) ** int(exponent))
    return Term("const", Fraction(int(value.numerator), int(value.denominator)))


def variable(name: str, sort: Literal["real", "nat", "int", "object"] = "real") -> Term:
    """A number of which only the name is known."""
    return Term("var", name, sort)


def square_root(value: Any) -> Term:
    """The root, where it has one; a solver is told that the value is not negative."""
    needed(constant(value) >= 0)
    return Term("sqrt", constant(value))


def greater(a: Any, b: Any) -> Term:
    """The greater of two, without a branch."""
    x, y = constant(a), constant(b)
    if x.op == y.op == "const":
        return max(x, y, key=lambda one: one.args[0])
    return Term("max", x, y)


def one_if(holds: Any) -> Any:
    """1 if a condition holds, else 0, without a branch."""
    if not isinstance(holds, Cond):
        return int(bool(holds))
    return constant(int(holds.op == "true")) if holds.op in ("true", "false") else Term("if", holds)


def condition(op: str, a: Term, b: Term) -> Cond:
    """Two terms compared; at once, where both are known or they are one."""
    if a.op == b.op == "const":
        x, y = a.args[0], b.args[0]
        return TRUE if (x < y if op == "<" else x <= y if op == "<=" else x == y) else FALSE
    if a is b:
        return FALSE if op == "<" else TRUE
    return Cond(op, a, b)


def all_of(*parts: Cond) -> Cond:
    """Whether all hold."""
    left = [part for part in dict.fromkeys(parts) if part is not TRUE]
    return FALSE if FALSE in left else left[0] if len(left) == 1 else Cond("and", *left) if left else TRUE


def any_of(*parts: Cond) -> Cond:
    """Whether one holds."""
    return all_of(*(part.negation for part in parts)).negation


def folded(part: Term | Cond, of: Callable[[Term | Cond, list[Any]], Any], known: dict[int, Any] | None = None) -> Any:
    """A value of a part from those of its parts, `of(part, values)`; each is looked at once, however often it is used.

    A part that is made in a loop is used twice by the next one, and so on: as a tree it has exponentially many.

    Parameters
    ----------
    known : values that are kept, by the id of the part: equal parts are one object, which stays.
    """
    known = {} if known is None else known

    def value(part: Term | Cond) -> Any:
        if id(part) not in known:
            known[id(part)] = of(part, [value(one) for one in part.args if isinstance(one, Term | Cond)])
        return known[id(part)]

    return value(part)


_FREE: dict[int, frozenset[str]] = {}
_BOUND: dict[int, frozenset[str]] = {}
_ROWS: dict[int, frozenset[str]] = {}
_NESTED: dict[tuple[str, ...], dict[int, int]] = {}
_WRITTEN: dict[int, int] = {}


def free(part: Term | Cond) -> frozenset[str]:
    """Names of the indices in it that nothing binds."""

    def names(part: Term | Cond, inner: list[frozenset[str]]) -> frozenset[str]:
        if part.op == "index":
            return frozenset((part.args[0],))
        found: frozenset[str] = frozenset().union(*inner)
        return found - {index.args[0] for index in part.args[: BINDERS.get(part.op, 0)]}

    return folded(part, names, _FREE)  # type: ignore[no-any-return]


def bound_in(part: Term | Cond) -> frozenset[str]:
    """Names of the indices that it binds.

    >>> sorted(bound_in(Cond("every", Term("index", "i_0"), constant(2), variable("x") > 0)))
    ['i_0']
    """

    def names(part: Term | Cond, inner: list[frozenset[str]]) -> frozenset[str]:
        return frozenset().union(*inner, (index.args[0] for index in part.args[: BINDERS.get(part.op, 0)]))

    return folded(part, names, _BOUND)  # type: ignore[no-any-return]


def rows_in(part: Term | Cond) -> frozenset[str]:
    """Names of the rows of which it has entries, and of the functions that it applies to rows, that nothing binds."""

    def names(part: Term | Cond, inner: list[frozenset[str]]) -> frozenset[str]:
        op, args = part.op, part.args
        own = {"entry": args[:1], "apply": args[3:]}.get(op, ())
        bound = {"mean": args[1:2], "has mean": args[1:2], "all rows": args[:1], "some row": args[:1]}.get(op, ())
        named = args[4:6] if op == "layers" else tuple(row.args[0] for row in bound)
        return frozenset().union(*inner, own) - frozenset(named)

    return folded(part, names, _ROWS)  # type: ignore[no-any-return]


def nested(part: Term | Cond, *ops: str) -> int:
    """How many of some operations stand one in the other.

    >>> x = Term("sum", Term("index", "i_0"), constant(2), constant(3))
    >>> nested(x, "sum", "prod"), nested(x, "maps")
    (1, 0)
    """
    known = _NESTED.setdefault(ops, {})
    return int(folded(part, lambda part, inner: max(inner, default=0) + (part.op in ops), known))


def written_parts(part: Term | Cond) -> int:
    """How many parts there are to write, one that is used twice counted twice.

    >>> x = variable("x")
    >>> for _ in range(100):
    ...     x = x + 1 / x
    >>> written_parts(x) > 10**30
    True
    """
    return int(folded(part, lambda _, inner: 1 + sum(inner), _WRITTEN))


OF_LAWS = ("exchangeable", "independent", "rotated", "sign symmetric", "symmetric", "has mean")
"""What is so of a law of rows as a whole."""

MOST_WRITTEN = 2_000
"""Parts of a term that is written as text."""


def written(term: Term) -> str:
    """A term as text."""
    op, args = term.op, term.args
    if op in ("const", "var", "index"):
        return str(args[0])
    if op == "entry":
        return f"{args[0]}[{', '.join(map(repr, args[1:]))}]"
    if op in ("sum", "prod", "greatest", "row"):
        return f"{op}({args[0]!r} < {args[1]!r}: {args[2]!r})"
    if op == "maps":
        return f"maps({args[0]!r}: {args[1]!r} -> {args[2]!r}: {args[3]!r})"
    if op == "image":
        return f"{args[0]!r}({args[1]!r})"
    if op == "apply":
        return f"{args[3]}({args[0]!r}: {args[2]!r})"
    if op == "layers":
        return f"layers({args[0]!r} < {args[1]!r}: {args[2]!r}; {args[3]!r}: {args[6]!r}; {args[7]!r})"
    if op == "mean":
        return f"mean({': '.join(map(repr, args))})"
    if op == "call":
        return f"{args[0].text}({', '.join(map(repr, args[3:]))})"
    if op == "function":
        return f"{args[0]}({', '.join(map(repr, args[1:]))})"
    if op == "expression":
        return str(args[0])
    if op == "limit":
        return f"limit({args[0]!r}: {args[1]!r})"
    if op in ("max", "abs", "sqrt", "if", "rank", "det", "size"):
        return f"{op}({', '.join(map(repr, args))})"
    if op == "tuple":
        return f"({', '.join(map(repr, args))})"
    return "(" + f" {op} ".join(map(repr, args)) + ")"


def _number(value: object) -> bool:
    if isinstance(value, arb):
        return bool(value.is_exact() and value.is_finite())
    if isinstance(value, sympy.Expr) and not value.is_Rational:
        return NAMES_KEPT.get() and value.is_finite is not False
    return isinstance(value, Term) or (
        not isinstance(value, float) and hasattr(value, "numerator") and hasattr(value, "denominator")
    )


def _sum(a: Term, b: Term) -> Term:
    if a.op == b.op == "const":
        return constant(a.args[0] + b.args[0])
    if a.op == "const" and a.args[0] == 0:
        return b
    return a if b.op == "const" and b.args[0] == 0 else Term("+", a, b)


def _product(a: Term, b: Term) -> Term:
    if a.op == b.op == "const":
        return constant(a.args[0] * b.args[0])
    for x, y in ((a, b), (b, a)):
        if x.op == "const" and x.args[0] in (0, 1):
            return y if x.args[0] == 1 else x
    return Term("*", a, b)


def _quotient(a: Term, b: Term) -> Term:
    if b.op == "const":
        if b.args[0] == 0:
            raise ZeroDivisionError("a term is divided by 0")
        return _product(constant(1 / b.args[0]), a)
    needed(b != 0)
    return Term("/", a, b)
