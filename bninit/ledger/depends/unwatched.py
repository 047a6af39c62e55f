"""Which names of a user's program lead only to what can be watched while it runs, or to nothing that changes.

The rest (clocks, random numbers, other programs, links, the system's own tables, code that is made while it runs) makes
its verdicts be computed afresh each time: nobody can tell whether what they rest on is as it was.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator
from functools import cache

from numerics.processes.bindings import HOUSE

PURE = {
    "__future__", "abc", "bisect", "cmath", "collections", "contextlib", "copy", "dataclasses", "decimal", "enum",
    "fractions", "functools", "graphlib", "heapq",
    "itertools", "json", "math", "numbers", "re", "statistics", "string",
    "textwrap", "typing", "unicodedata", "warnings", "csv", "hashlib",
}  # fmt: skip
"""Modules that read nothing, or files that they are given."""

LIBRARIES = {"flint", "mpmath", "numpy", "scipy", "sympy"}
"""Known by their versions; but for what they have of chance, files and the machine."""

PARTS = {
    "operator": {"add", "and_", "eq", "floordiv", "ge", "gt", "itemgetter", "le", "lt", "mod", "mul", "ne", "neg",
                 "or_", "pow", "sub", "truediv"},
    "os": {"environ", "fspath", "getenv", "listdir", "path", "sep"},
    "pathlib": {"Path", "PurePath"},
    "sys": {"float_info", "maxsize", "path", "set_int_max_str_digits", "setrecursionlimit", "stderr", "stdout",
            "version_info"},
    "time": {"sleep"},
}  # fmt: skip
"""Of these modules only so much: what is read by it is watched."""

BEYOND = {"random", "fresh_seed", "cores", "ctypeslib", "f2py", "test", "datasets", "io", "rvs", "qmc", "distutils"}
"""Names in libraries and in ours that lead to chance, to files, or to the machine; `rand..` too."""

CHANCE = {"numpy.random.Generator"}
"""What may be named for all that: its draws are those of the generator that it is."""

BUILTINS = {name for name in vars(builtins) if not name.startswith("_")} - {
    "breakpoint", "compile", "delattr", "dir", "eval", "exec", "getattr", "globals", "hash", "help", "id", "input",
    "locals", "setattr", "vars",
}  # fmt: skip

DUNDERS = {"__all__", "__doc__", "__file__", "__name__", "__version__", "__class__", "__init__"}


def unseen(text: bytes, own: frozenset[str] = frozenset()) -> list[str]:
    """Names in a program that lead to what is not watched, in the order of the alphabet; `own` are modules beside it.

    >>> unseen(b"import locale, math"), unseen(b"import os; print(os.getpid(), os.getenv('X'))"), unseen(b"exec('1')")
    (['locale'], ['os.getpid'], ['exec'])
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return ["text that is no Python of this version"]
    return sorted(set(_found(tree, own)))


def _found(tree: ast.AST, own: frozenset[str]) -> Iterator[str]:
    names: dict[str, str] = {}
    """What modules and their parts are called in this program."""
    bound: set[str] = set()
    modules: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                for alias in node.names:
                    top = alias.name.partition(".")[0]
                    names[alias.asname or top] = alias.name if alias.asname else top
                    modules.add(alias.asname or top)
                    if not _known(alias.name, own):
                        yield alias.name
            case ast.ImportFrom():
                for alias in node.names:
                    path = "." * node.level + ".".join(filter(None, (node.module, alias.name)))
                    names[alias.asname or alias.name] = path
                    if node.level == 0 and not _known(path, own):
                        yield path
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                bound.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                bound.add(name)
    inner: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            if (node.attr.startswith("__") and node.attr not in DUNDERS) or node.attr in _REFLECTION:
                yield node.attr
            path = _dotted(node, names)
            if path and id(node) not in inner:
                below = node.value
                while isinstance(below, ast.Attribute | ast.Name):
                    inner.add(id(below))
                    below = below.value if isinstance(below, ast.Attribute) else ast.Constant(0)
                if not _known(path, own):
                    yield path
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in inner:
            name = node.id
            if (name in modules or names.get(name) in ("os.path", "sys.path")) and name not in bound:
                yield f"{names[name]} as a value"
            elif name.startswith("__"):
                if name not in DUNDERS:
                    yield name
            elif name in vars(builtins).keys() - BUILTINS - names.keys() - bound:
                yield name


_REFLECTION = {"_data", "gi_frame", "f_globals", "f_locals", "tb_frame", "cr_frame", "func_globals", "attrgetter"}


def _dotted(node: ast.expr, names: dict[str, str]) -> str:
    """`np.random.default_rng` as `numpy.random.default_rng`; empty where it does not begin with a module."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in names:
        return ""
    return ".".join([names[node.id], *reversed(parts)])


@cache
def _known(path: str, own: frozenset[str]) -> bool:
    if path.startswith("."):
        return True
    head, *rest = path.split(".")
    if head in PARTS:
        return not rest or (rest[0] in PARTS[head] and _part(head, rest))
    if head in PURE:
        return not any(part in sys.stdlib_module_names and part not in PURE for part in rest)
    if head in LIBRARIES or head in HOUSE:
        if any(path == name or path.startswith(f"{name}.") for name in CHANCE):
            return True
        if rest == ["*"]:
            return head in ("sympy", "theory", "mpmath") or path == "bninit.api.*"
        return not any(part in BEYOND or (part.startswith("rand") and head in LIBRARIES)
                       or (part in sys.stdlib_module_names and part not in PURE and head in HOUSE)
                       or part in ("os", "sys", "builtins", "ctypes", "time") for part in rest)  # fmt: skip
    return head in own


def _part(head: str, rest: list[str]) -> bool:
    if (head, rest[0]) == ("sys", "path"):
        return len(rest) == 2 and rest[1] in {"append", "extend", "insert"}
    if (head, rest[0]) == ("os", "path"):
        return len(rest) == 1 or rest[1] in {
            "abspath", "basename", "dirname", "exists", "getsize", "isdir", "isfile", "islink", "join", "lexists",
            "realpath", "relpath", "split", "splitext",
        }  # fmt: skip
    return True
