"""Digests of functions by what they do: their source without docstrings, annotations and the names that they bind,
with the digests of the functions and values that they use in the place of those names."""

from __future__ import annotations

import ast
import inspect
import linecache
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import lru_cache, partial
from inspect import CO_VARARGS, CO_VARKEYWORDS
from textwrap import dedent
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from sympy import Basic, MatrixBase

from theory.statement.fingerprint.normal import digest, tree

OURS = ("theory", "numerics", "bninit")
"""Read, wherever they are installed."""

INSTALLED = ("site-packages", "dist-packages", sys.base_prefix)
"""Folders of what is known by its name."""

DEEPEST = 60
"""Functions in functions and values in values; beyond, the kind of a value alone counts."""

Located = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef


@dataclass
class Sources:
    """Digests that are made once. `names` are what is called otherwise in another wording of the same statement: the
    letters of an instance, as attributes of `at`."""

    names: Mapping[str, str] = field(default_factory=dict)
    _pending: list[int] = field(default_factory=list)
    _kept: dict[int, tuple[Any, str]] = field(default_factory=dict)
    _asked: int = 0
    """How often a letter of the instance was met."""

    def of(self, value: Any) -> str:
        """Of a function, or of a value that one uses.

        >>> def twice(x: int) -> int:
        ...     return 2 * x
        >>> Sources().of(twice) == Sources().of(3)
        False
        """
        found, _ = self._of(value)
        return found

    def _of(self, value: Any) -> tuple[str, int]:
        """The digest, and the outermost function on the way that it refers back to."""
        here, key = len(self._pending), id(value)
        for memory in (_KNOWN, self._kept):
            if (kept := memory.get(key)) is not None and kept[0] is value:
                return kept[1], here
        if key in self._pending:
            place = self._pending.index(key)
            return digest("again", str(here - place)), place
        if here >= DEEPEST:
            return digest("deep", type(value).__name__), here
        asked = self._asked
        self._pending.append(key)
        try:
            told, back = self._told(value)
        finally:
            self._pending.pop()
        if back >= here and callable(value):  # it does not depend on from where it was reached
            (_KNOWN if self._asked == asked else self._kept)[key] = value, told
        return told, min(back, here)

    def _all(self, *values: Any) -> tuple[list[str], int]:
        found = [self._of(value) for value in values]
        return [told for told, _ in found], min((back for _, back in found), default=len(self._pending))

    def _told(self, value: Any) -> tuple[str, int]:
        here = len(self._pending)
        if value is None or isinstance(value, bool | int | float | str | bytes | Fraction | range):
            return digest(type(value).__name__, repr(value)), here
        if isinstance(value, Basic):
            return tree(value), here
        if isinstance(value, partial):
            return self._listed("partial", value.func, *value.args, value.keywords)
        if isinstance(value, MethodType):
            return self._listed("method", value.__func__, value.__self__)
        if callable(value) and not isinstance(value, type):
            value = inspect.unwrap(value)
        if isinstance(value, FunctionType | type):
            node = _located(value) if _is_read(value) else None
            return self._written(value, node) if node is not None else (digest("named", _name(value)), here)
        if isinstance(value, Mapping):
            return self._listed("mapping", *(part for item in value.items() for part in item))
        if isinstance(value, set | frozenset):
            found, back = self._all(*value)
            return digest("set", *sorted(found)), back
        if isinstance(value, tuple | list | MatrixBase):
            return self._listed("row", *value)
        if is_dataclass(value):
            kept = [getattr(value, one.name) for one in fields(value) if one.compare]
            return self._listed("record", type(value), *kept)
        return digest("named", _name(value if isinstance(value, ModuleType) else type(value))), here

    def _listed(self, kind: str, *parts: Any) -> tuple[str, int]:
        found, back = self._all(*parts)
        return digest(kind, *found), back

    def _written(self, value: Any, node: Located) -> tuple[str, int]:
        outside, back = _outside(value), len(self._pending)
        told = []
        for part in _text(node, top=len(self._pending) == 1):
            if isinstance(part, str):
                told.append(part)
            elif part.letter:
                self._asked += 1
                told.append(self.names.get(part.path[0], f"letter {part.path[0]}"))
            else:
                found, place = self._named(part.path, outside)
                told.append(found)
                back = min(back, place)
        return digest("written", *told), back

    def _named(self, path: tuple[str, ...], outside: Callable[[str], Any]) -> tuple[str, int]:
        """What a name stands for; a part of a module by itself."""
        try:
            value, rest = outside(path[0]), list(path[1:])
            while rest and isinstance(value, ModuleType):
                value = getattr(value, rest.pop(0))
        except (LookupError, AttributeError):
            return ".".join(path), len(self._pending)
        told, back = self._of(value)
        return digest("part", told, *rest) if rest else told, back


_KNOWN: dict[int, tuple[Any, str]] = {}
"""Functions with their digests, where no letter of an instance is met on the way."""


@dataclass(frozen=True)
class _Hole:
    """A place in a function's text that is filled by what a name stands for: outside, or in the instance."""

    path: tuple[str, ...]
    letter: bool = False


LEFT_OUT = frozenset({"ctx", "returns", "decorator_list", "type_comment", "annotation", "kind", "type_params"})


def _text(node: Located, top: bool) -> tuple[str | _Hole, ...]:
    """The syntax of a function without what says nothing. The instance is its argument `at`; of a function that is
    asked for, the only one."""
    instance = _instance(node, top)
    key = id(node), instance
    if key not in _TEXTS:
        found: list[str | _Hole] = []
        _Reader(node, instance, found).read(node)
        joined: list[str | _Hole] = []
        for part in found:
            if joined and isinstance(part, str) and isinstance(joined[-1], str):
                joined[-1] += " " + part
            else:
                joined.append(part)
        _TEXTS[key] = node, tuple(joined)
    return _TEXTS[key][1]


_TEXTS: dict[tuple[int, str], tuple[Located, tuple[str | _Hole, ...]]] = {}


class _Reader:
    """One function's syntax, part by part."""

    def __init__(self, node: Located, instance: str, found: list[str | _Hole]) -> None:
        self.root, self.instance, self.found = node, instance, found
        names: list[str] = []
        _bound(node, names)
        self.bound = {name: f"<{place}>" for place, name in enumerate(dict.fromkeys(names))}

    def read(self, node: Any) -> None:
        add = self.found.append
        if isinstance(node, list):
            for one in node:
                self.read(one)
            add(";")
        elif not isinstance(node, ast.AST):
            add(f"{type(node).__name__} {node!r}")
        elif isinstance(node, ast.Name):
            add(self.bound[node.id] if node.id in self.bound else _Hole((node.id,)))
        elif isinstance(node, ast.arg):
            add(f"argument {self.bound.get(node.arg, node.arg)}")
        elif isinstance(node, ast.Attribute):
            self.attribute(node)
        elif isinstance(node, ast.Subscript) and self.is_instance(node.value) and _is_text(node.slice):
            add(_Hole((str(node.slice.value),), letter=True))  # type: ignore[attr-defined]
        elif isinstance(node, ast.AnnAssign):
            if node.value is not None:  # a declaration alone does nothing
                self.read(ast.Assign([node.target], node.value))
        elif not (isinstance(node, ast.Expr) and _is_text(node.value)):  # no docstring
            add(type(node).__name__)
            for key in node._fields:
                if key not in LEFT_OUT and not (key == "name" and node is self.root):
                    inner = getattr(node, key, None)
                    self.read(self.bound.get(inner, inner) if key == "name" and isinstance(inner, str) else inner)

    def attribute(self, node: ast.Attribute) -> None:
        path = _path(node)
        if self.is_instance(node.value):
            self.found.append(_Hole((node.attr,), letter=True))
        elif path and path[0] not in self.bound:
            self.found.append(_Hole(tuple(path)))
        else:
            self.found.append(f"attribute {node.attr}")
            self.read(node.value)

    def is_instance(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id == self.instance


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _instance(node: Located, top: bool) -> str:
    if isinstance(node, ast.ClassDef):
        return ""
    names = [one.arg for one in (*node.args.posonlyargs, *node.args.args)]
    return "at" if "at" in names else names[0] if top and len(names) == 1 else ""


def _path(node: ast.expr) -> list[str]:
    found: list[str] = []
    while isinstance(node, ast.Attribute):
        found.append(node.attr)
        node = node.value
    return [*reversed([*found, node.id])] if isinstance(node, ast.Name) else []


def _bound(node: ast.AST, names: list[str]) -> None:
    """Names that are bound anywhere in it, in the order of the text."""
    for key in node._fields:
        inner = getattr(node, key, None)
        for one in inner if isinstance(inner, list) else (inner,):
            if not isinstance(one, ast.AST):
                continue
            if isinstance(one, ast.arg):
                names.append(one.arg)
            elif isinstance(one, ast.Name):
                if isinstance(one.ctx, ast.Store):
                    names.append(one.id)
                continue
            elif isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                if not isinstance(node, ast.ClassDef):
                    names.append(one.name)
            elif isinstance(one, ast.ExceptHandler) and one.name:
                names.append(one.name)
            elif isinstance(one, ast.alias):
                names.append((one.asname or one.name).split(".")[0])
            _bound(one, names)


def _outside(value: Any) -> Callable[[str], Any]:
    """What a name stands for around a function or class."""
    scope: dict[str, Any] = {}
    if isinstance(value, FunctionType):
        scope = value.__globals__
        cells = zip(value.__code__.co_freevars, value.__closure__ or (), strict=True)
        inner = dict(cells)
    else:
        inner, scope = {}, vars(sys.modules.get(value.__module__, object)) if value.__module__ in sys.modules else {}

    def look(name: str) -> Any:
        if name in inner:
            try:
                return inner[name].cell_contents
            except ValueError:  # it is not bound yet
                raise LookupError(name) from None
        if name in scope:
            return scope[name]
        raise LookupError(name)

    return look


def _is_read(value: Any) -> bool:
    """Terms are the language, and their functions refer to each other: what is remembered of one would depend on which
    of them was reached first."""
    module = str(value.__module__ or "")
    if module.split(".")[0] in OURS:
        return not module.startswith("theory.term.")
    code = getattr(value, "__code__", None)
    file = code.co_filename if code else str(getattr(sys.modules.get(module), "__file__", None) or "")
    return bool(file) and not any(folder in file for folder in INSTALLED)


def _name(value: Any) -> str:
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', getattr(value, '__name__', ''))}"


def _located(value: Any) -> Located | None:
    """The syntax of a function or class; None where it has no text."""
    if isinstance(value, type):
        file = str(getattr(sys.modules.get(value.__module__), "__file__", None) or "")
        classes = [n for n in _nodes(file).get(value.__name__, ()) if isinstance(n, ast.ClassDef)]
        return classes[0] if len(classes) == 1 else None
    code = value.__code__
    if not value.__defaults__ and (alone := (_body if code.co_name == "<lambda>" else _alone)(code)) is not None:
        return alone
    found = [n for n in _nodes(code.co_filename).get(code.co_name, ()) if _line(n) == code.co_firstlineno]
    if len(found) > 1:
        found = [n for n in found if _place(n) == _code_place(code)]
    return found[0] if found else None


@lru_cache(None)
def _alone(code: CodeType) -> Located | None:
    """A function by the lines of its code: many times as fast as its whole file."""
    last = max(end for _, end, _, _ in code.co_positions() if end)
    lines = _lines(code.co_filename)[code.co_firstlineno - 1 : last]
    try:
        node = ast.parse(dedent("".join(lines))).body[0]
    except (SyntaxError, ValueError, IndexError):  # it ends in what gives no code, as a bracket
        return None
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == code.co_name:
        return node
    return None


@lru_cache(None)
def _body(code: CodeType) -> ast.Lambda | None:
    """A lambda by the lines and columns of its code, with the brackets that close it."""
    if code.co_kwonlyargcount or code.co_posonlyargcount or code.co_flags & (CO_VARARGS | CO_VARKEYWORDS):
        return None
    first = code.co_firstlineno
    known = ((one[0], one[2], one[1], one[3]) for one in code.co_positions())
    places = [(a, b, c, d) for a, b, c, d in known if a and c and b is not None and d and (a, b) != (first, 0)]
    if not places:
        return None
    (line, column), (last, end) = min(place[:2] for place in places), max(place[2:] for place in places)
    text = [one.encode() for one in _lines(code.co_filename)[line - 1 : last + LONGER]]
    if len(text) <= last - line:  # the file is not what it was
        return None
    rest = b"".join([text[last - line][end:], *text[last - line + 1 :]])
    text[last - line] = text[last - line][:end]
    body = b"".join(text[: last - line + 1])[column:].decode()
    head = f"lambda {', '.join(code.co_varnames[: code.co_argcount])}"
    for closing in ("", *(rest[: place + 1].decode() for place in range(min(len(rest), 80)) if rest[place] in b")]}")):
        try:
            return ast.parse(f"({head}: ({body}{closing}\n))", mode="eval").body  # type: ignore[return-value]
        except (SyntaxError, ValueError):
            continue
    return None


LONGER = 3
"""Lines after the code of a lambda in which its brackets may be closed."""


def _line(node: Located) -> int:
    decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
    return min([node.lineno, *(one.lineno for one in decorators)])


def _place(node: Any) -> tuple[int, int]:
    body = node.body if isinstance(node, ast.Lambda) else node.body[0]
    return body.lineno, body.col_offset


def _code_place(code: CodeType) -> tuple[int, int]:
    """Where the first expression of a lambda begins."""
    places = [(line, column) for line, _, column, _ in code.co_positions() if line and column is not None]
    return min((place for place in places if place != (code.co_firstlineno, 0)), default=(0, 0))


def _lines(file: str) -> list[str]:
    """The lines of a file as it is now: it may have been written and imported anew."""
    linecache.checkcache(file)
    return linecache.getlines(file)


def _nodes(file: str) -> dict[str, list[Located]]:
    """Functions and classes of a file by name."""
    return _nodes_of("".join(_lines(file)))


@lru_cache(512)
def _nodes_of(text: str) -> dict[str, list[Located]]:
    found: dict[str, list[Located]] = {}
    try:
        parsed = ast.parse(text)
    except (SyntaxError, ValueError):
        return found
    for node in ast.walk(parsed):
        if isinstance(node, ast.Lambda):
            found.setdefault("<lambda>", []).append(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.setdefault(node.name, []).append(node)
    return found
