"""Functions that keep their name on terms: what a statement is printed with, instead of what it is unfolded to.

A function with an entry in the notation (`named`) is run as ever. Within `names_kept()` a call of it becomes a term of
its own, which the writers of statements know how to print.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from inspect import signature
from string import Formatter
from types import CodeType, SimpleNamespace
from typing import Any, TypeVar

from sympy import Basic

from theory.term.rows import Vec, probed
from theory.term.scalar import NAMES_KEPT, Cond, Term, constant, nested

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Name:
    """How a function is written: "{0}" and so on stand for its arguments; without any, they follow in brackets.

    text : in Unicode. tex : in TeX; the text in roman type if it is left out. of : the function. below : names of the
    options that are given and are no defaults. means : what it is, where readers may not know it. lengths : of the rows
    that it gives, 0 where that is no number. bare : whether its arguments are not written.
    """

    text: str
    tex: str = ""
    of: Callable[..., Any] | None = None
    below: tuple[str, ...] = ()
    means: str = ""
    bare: bool = False
    lengths: tuple[int, ...] = ()


DEFINITIONS: set[CodeType] = set()
"""What functions of the notation are by definition, where they compute it in another way."""


@contextmanager
def names_kept() -> Iterator[None]:
    """Within it functions of the notation keep their names."""
    token = NAMES_KEPT.set(True)
    try:
        yield
    finally:
        NAMES_KEPT.reset(token)


def named(
    text: str,
    tex: str = "",
    shape: Callable[..., tuple[Any, ...]] = lambda *_, **__: (),
    means: str = "",
    apart: Collection[str] = ("digits",),
    bare: bool = False,
    definition: Callable[..., Any] | None = None,
) -> Callable[[F], F]:
    """Enter a function into the notation. Options that are given, and are no defaults, are written below the line.

    The left side of a claim, a function of an instance, is entered as well: its text has the values by name, as {n}.

    Parameters
    ----------
    shape : of the arguments, the lengths of what it gives: () a number, (n,) a row, (d, n) rows.
    bare : whether arguments are not written: of a quantity whose `means` says of what it is.
    apart : what is not written, as it changes no value.
    means : what it is, in words that stand in front of a statement: for a name that is not the field's.
    definition : what it is, of the same arguments, where the function is a way to compute it in numbers: run on terms.
        In a user's statement it is an assumption, as no test compares the two; the suite's are compared by draws.

    >>> @named("squares")
    ... def _squares(x):
    ...     return sum(v * v for v in x)
    >>> from theory.term.scalar import variable
    >>> with names_kept():
    ...     _squares((variable("a"), variable("b")))
    squares((a, b))
    >>> @named("squares of {x}")
    ... def _left(at):
    ...     return sum(v * v for v in at.x)
    >>> with names_kept():
    ...     _left(SimpleNamespace(x=(variable("a"),), y=variable("b")))
    squares of {0}((a))
    """

    def enter(function: F) -> F:
        name, taken = Name(text, tex, function, means=means, bare=bare), signature(function)
        if definition is not None:
            DEFINITIONS.add(definition.__code__)  # a function: what has no code is refused
        defaults = {p.name: p.default for p in taken.parameters.values() if p.default is not p.empty}

        @wraps(function)
        def call(*arguments: Any, **options: Any) -> Any:
            if not NAMES_KEPT.get():
                run = function if definition is None or not any(map(_on_terms, arguments)) else definition
                return run(*arguments, **options)
            if arguments and isinstance(arguments[0], SimpleNamespace):
                here, plain, below = *_spelled(name, arguments[0]), {}
            else:
                given = {key: v for key, v in taken.bind(*arguments, **options).arguments.items() if key not in apart}
                here, plain = name, [value for key, value in given.items() if key not in defaults]
                below = {key: v for key, v in given.items() if key in defaults and v is not defaults[key]}
            try:
                told = tuple(map(as_argument, plain)), tuple(map(as_argument, below.values()))
            except TypeError:
                return function(*arguments, **options)
            lengths = shape(*plain)
            known = tuple(0 if isinstance(n, Term) and n.op != "const" else int(_plain(n)) for n in lengths)
            return _called(replace(here, below=tuple(below), lengths=known), *told, lengths)

        if hasattr(function, "cache_clear"):  # what is remembered of it is forgotten as ever
            call.cache_clear = function.cache_clear  # type: ignore[attr-defined]
        return call  # type: ignore[return-value]

    return enter


def _on_terms(value: Any) -> bool:
    """Whether an argument, or what an instance has, is a term or has terms in it."""
    if isinstance(value, SimpleNamespace):
        return any(map(_on_terms, vars(value).values()))
    return isinstance(value, Term | Vec) or (isinstance(value, tuple | list) and any(map(_on_terms, value)))


Terms = tuple[Term, ...]


def _spelled(name: Name, at: SimpleNamespace) -> tuple[Name, list[Any]]:
    """The name of a left side, and its arguments: the values that its text has, or all of the instance."""
    used = {field for _, field, *_ in Formatter().parse(name.text) if field}
    values = {one: value for one, value in vars(at).items() if one in used or not used}
    places = {one: f"{{{place}}}" for place, one in enumerate(values)}

    def placed(text: str) -> str:
        parts = [(told.replace("{", "{{").replace("}", "}}"), one) for told, one, *_ in Formatter().parse(text)]
        return "".join(told + places.get(one or "", "") for told, one in parts)

    return replace(name, text=placed(name.text), tex=placed(name.tex)), list(values.values())


def _plain(n: Any) -> Any:
    return n.args[0] if isinstance(n, Term) else n


def _called(name: Name, told: Terms, below: Terms, lengths: tuple[Any, ...], places: Terms = ()) -> Any:
    if not lengths:
        return Term("call", name, len(told), len(below), *told, *below, *places)
    n, *others = lengths

    def entry(place: Any) -> Any:
        return _called(name, told, below, tuple(others), (*places, constant(place)))

    if isinstance(n, Term):
        return Vec(n, entry)
    return tuple(map(entry, range(int(n))))


def parts_of(call: Term) -> tuple[Name, Terms, Terms, Terms]:
    """Of a call its name, the arguments, the options below the line, and the places in what it gives."""
    name, many, options, *rest = call.args
    return name, tuple(rest[:many]), tuple(rest[many : many + options]), tuple(rest[many + options :])


def as_argument(value: Any) -> Term:
    """A number, a row or rows, an expression of SymPy's as one term; what has a `term` of its own, such as a law; a
    condition as 1 where it holds and 0 elsewhere.

    Raises
    ------
    TypeError
        for anything else.
    """
    if isinstance(value, Vec):
        inner = as_argument(probed("a_", value.entry))
        index = Term("index", f"a_{nested(inner, 'row')}")
        return Term("row", index, value.n, as_argument(value.entry(index)))
    if isinstance(value, tuple | list):
        return Term("tuple", *map(as_argument, value))
    if isinstance(value, Cond):
        return Term("if", value)
    own = getattr(value, "term", None)
    return own if isinstance(own, Term) and not isinstance(value, Basic) else constant(value)
