"""What is computed outside while a literal check runs on terms: assumptions of its statement, for no kernel sees it.

A left side on terms is arithmetic, comparisons, roots and sums of what a domain gives and of numbers that are written.
Anything else is content of its own: an integral of SymPy, a determinant of flint, what a cached helper remembers or a
module has computed, a loop over numbers alone, and every number of the statement that is neither written in the code
that ran, the domains and the prediction, nor one operation of two of these.

Not seen: a whole number that a closure, a default, or a branch carries in from outside, as long as it is small.
"""

from __future__ import annotations

import ast
import dis
import gc
import inspect
import operator
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, GenericAlias, ModuleType
from typing import Any

from flint import arb, fmpq, fmpz
from sympy import Basic, Expr, Integer, Rational
from sympy.core.numbers import Half

from theory.claim.literal.apart import remembering
from theory.term import Cond, Term
from theory.term.named import DEFINITIONS

NUMBERS = (int, Fraction, Expr, fmpq, fmpz)

MACHINERY = (
    "theory.term", "theory.statement", "theory.claim", "theory.words", "theory.choices", "theory.exact.certify",
)  # fmt: skip
"""Modules that make terms and statements, and what sets the precision of balls."""

ON_NUMBERS = ("theory.term.matrices", "theory.term.draws")
"""Those of them that do more than arithmetic where they are given numbers."""

HOLDERS = ("theory.term", "theory.domains", "theory.claim", "theory.words")
"""Modules whose objects hold no numbers but those that they print."""

ARITHMETIC = frozenset((
    "builtins", "fractions", "operator", "_operator", "functools", "_functools", "itertools", "collections",
    "_collections", "dataclasses", "typing", "contextlib", "types", "enum", "numbers", "abc", "_abc",
    "collections.abc", "copy", "inspect", "re", "string", "weakref", "sys",
))  # fmt: skip
"""Modules of Python's that compute nothing but arithmetic of what they are given."""

OUTSIDE = frozenset(("eval", "exec", "compile", "open", "globals", "__import__", "input", "hash", "id"))
"""Functions of Python's own that fetch what no reader of the code sees."""

TELLING = frozenset((
    "isinstance", "type", "hasattr", "getattr", "callable", "Term", "Vec", "Cond",
))  # fmt: skip
"""By these code can do something else with terms than with numbers; in the suite's own, tests compare the two."""

TEXT = frozenset((Term.__repr__.__code__, Cond.__repr__.__code__))
"""What makes the text of a term, however the code asks for it."""

OF_NUMBERS = frozenset((
    "sympify", "_sympify", "sqrt", "Symbol", "Dummy", "Integer", "Rational", "Add", "Mul", "Pow", "Max", "Min", "Abs",
    "prod", "gcd", "lcm", "wrapper", "cacheit", "numerator", "denominator",
))  # fmt: skip
"""Functions of libraries that are arithmetic, too."""

MAKERS = frozenset(("Rational", "Integer", "Fraction", "sympify", "fmpq"))
"""Calls in which a number counts as written."""

RETURNED = frozenset((int, Fraction, tuple, list, fmpq, fmpz, Integer, Rational, Half))
"""Types of numbers, and of rows of them."""

MOST = 400
"""Numbers of which all pairs are looked at."""

OPERATORS = (operator.add, operator.sub, operator.mul, operator.truediv)


@contextmanager
def watched() -> Iterator[Watch]:
    """Within it, what the code of authors asks for is noted. O(calls of Python functions)."""
    watch, before, collects = Watch(), sys.getprofile(), gc.isenabled()
    gc.disable()  # a generator of other code that is collected is closed, and would be seen to run
    sys.setprofile(watch.see)
    try:
        yield watch
    finally:
        sys.setprofile(before if callable(before) else None)  # a profiler of C's own cannot be put back
        if collects:
            gc.enable()


class Watch:
    """What the code that ran has asked for. Code is known by its id: its hash is made of all that is in it."""

    def __init__(self) -> None:
        self.asked: dict[str, None] = {}
        self.codes: dict[int, CodeType] = {}
        self.read: list[tuple[str, Any, Mapping[str, Any], str]] = []
        self.caches: dict[str, tuple[Any, Any]] = {}
        self.behind: set[int] = set()
        self.within = 0

    def see(self, frame: FrameType, event: str, arg: Any) -> None:
        """One event of Python's: most are of machinery, or of what C gives back, and are passed over at once."""
        if event == "c_return":
            return
        kind = KINDS[frame.f_globals.get("__name__", "")]
        if kind == "machinery":
            if event == "call" and frame.f_code in TEXT:
                self._told(_caller(frame))
            return
        if kind == "ours" and event in ("call", "return") and id(frame.f_code) in self.behind:
            self.within += 1 if event == "call" else -1
        if self.within:  # it is run the first time alone, and remembered
            return
        if event == "call":
            if kind == "ours":
                self._entered(frame)
            elif kind == "library" and (caller := _caller(frame)) is not None:
                self._note(caller, *_callee(frame))
        elif event == "return":
            if kind == "ours" and type(arg) in RETURNED:
                self._left(frame, arg)
        elif event == "c_call" and kind == "ours":
            module = getattr(arg, "__module__", None) or type(getattr(arg, "__self__", None)).__module__
            if arg.__name__ in OUTSIDE or KINDS[module] == "library":
                self._note(frame, module, arg.__name__)

    def _note(self, frame: FrameType, module: str, name: str) -> None:
        if not (name in OF_NUMBERS and module.startswith(("sympy", "math"))) and not name.startswith("_"):
            self.asked[f"what {module.split('.')[0]}'s {name} gives to {frame.f_code.co_qualname}"] = None

    def _told(self, caller: FrameType | None) -> None:
        """Code other than the suite's own, which may say so of an error, has asked for the text of a term."""
        if caller is not None and not _of_suite(caller):
            self.asked[f"what {caller.f_code.co_qualname} makes of the text of a term"] = None

    def _entered(self, frame: FrameType) -> None:
        code = frame.f_code
        if id(code) in self.codes:
            return
        self.codes[id(code)] = code
        if not _of_suite(frame):
            self._apart(code)
            if code in DEFINITIONS:
                self.asked[f"that {code.co_qualname} is what the function computes which it defines"] = None
        for name, value in _names(code, frame.f_globals):
            if (cached := remembering(value)) is not None:
                self.caches.setdefault(name, (cached, cached.cache_info()))
                self.behind.add(id(cached.__wrapped__.__code__))
            elif not isinstance(value, ModuleType | GenericAlias):
                self.read.append((name, value, frame.f_globals, code.co_qualname))
        around = code.co_qualname.split(".<locals>.")[-2:-1]
        if around and all(one.co_name != around[0] for one in self.codes.values()):
            for name in code.co_freevars:
                if _numeric(frame.f_locals.get(name)):
                    self.read.append((name, frame.f_locals[name], {}, code.co_qualname))

    def _apart(self, code: CodeType) -> None:
        """How code could do something else with terms than with numbers."""
        loaded = _loaded(code)
        told = [name for name, of in loaded if name in TELLING and not of and (name, "named") not in loaded]
        raised = {one.opname for one in dis.get_instructions(code)}
        if "CHECK_EXC_MATCH" in raised or ("PUSH_EXC_INFO" in raised and "WITH_EXCEPT_START" not in raised):
            told.append("except")
        for name in told:
            self.asked[f"what {code.co_qualname} makes of {name}, which is another thing of terms"] = None

    def _left(self, frame: FrameType, value: Any) -> None:
        """A helper that has numbers alone, and loops, has computed one."""
        code = frame.f_code
        if code.co_flags & inspect.CO_GENERATOR or not _numeric(value) or not _loops(code):
            return
        names, rest, more, given = inspect.getargvalues(frame)
        arguments = [
            *(given.get(one) for one in names),
            *given.get(rest or "", ()),
            *given.get(more or "", {}).values(),
        ]
        if all(map(_numeric, arguments)):
            told = ", ".join(map(str, arguments))
            self.asked[f"{code.co_qualname}({told}) = {value}"] = None

    def told(self, parts: Iterable[Term | Cond], written: Iterable[Any]) -> tuple[str, ...]:
        """Each assumption in words.

        Parameters
        ----------
        parts : of the statement, whose numbers are looked at.
        written : domains and predictions, whose numbers count as written.
        """
        remembered = [name for name, (one, before) in self.caches.items() if one.cache_info() != before]
        held = [(name, value, place) for name, value, names, place in self.read if not _is_written(name, value, names)]
        named = (value for name, value, names, _ in self.read if _numeric(value) and _is_written(name, value, names))
        computed = _computed(parts, (*self.codes.values(), *written, *named))
        return (
            *self.asked,
            *(f"what {name} remembers" for name in remembered),
            *dict.fromkeys(f"{name}, which {place} reads and no line of code writes" for name, _, place in held),
            *(f"the number {x}, which no line of code writes" for x in computed),
        )


def _computed(parts: Iterable[Term | Cond], written: Iterable[Any]) -> list[Fraction]:
    """The numbers in parts of a statement that take more than two operations of what is written."""
    known = {Fraction(x) for one in ((-1, 0, 1, 2), *written) for x in _numbers(one)}
    left = {x for part in parts for x in _constants(part)} - known
    for _ in range(2):
        if left and len(known) < MOST:
            known |= {of(a, b) for a in known for b in known for of in OPERATORS if b or of is not operator.truediv}
            left -= known
    return sorted(left)


class _Kinds(dict[str, str]):
    """Whose code a module is: ours, which is watched, that of a library, Python's, or what makes statements."""

    def __missing__(self, module: str) -> str:
        top = module.split(".")[0]
        file = getattr(sys.modules.get(top), "__file__", None) or ""
        if module.startswith(MACHINERY) and module not in ON_NUMBERS:
            self[module] = "machinery"
        elif module in ARITHMETIC or top == "importlib":
            self[module] = "arithmetic"
        elif (top in sys.stdlib_module_names and top != "__main__") or "site-packages" in file:
            self[module] = "library"
        else:
            self[module] = "ours"
        return self[module]


KINDS = _Kinds()


def _of_suite(frame: FrameType) -> bool:
    """Whether tests compare what the code makes of terms with what it makes of numbers."""
    return bool(frame.f_globals.get("__name__", "").startswith("theory."))


def _caller(frame: FrameType) -> FrameType | None:
    """Our code that calls a library, perhaps through Python's arithmetic."""
    caller = frame.f_back
    while caller is not None and (kind := KINDS[caller.f_globals.get("__name__", "")]) == "arithmetic":
        caller = caller.f_back
    return caller if caller is not None and kind == "ours" else None


def _callee(frame: FrameType) -> tuple[str, str]:
    """The module and the name of what is called; of a new object its class, of what SymPy remembers that itself."""
    module, name, given = frame.f_globals.get("__name__", ""), frame.f_code.co_name, frame.f_locals
    arguments = given.get("args") or ()
    if module == "sympy.core.cache" and name == "wrapper" and given.get("func") is not None:
        module, name = given["func"].__module__, given["func"].__name__
    if name == "__new__":
        made = given.get("cls") or (arguments[0] if arguments else None)
        module, name = getattr(made, "__module__", module), getattr(made, "__name__", name)
    return module, name


@cache
def _loops(code: CodeType) -> bool:
    """Whether it repeats anything: a loop, in it or in what is written in it, or itself."""
    back = any(one.opname.startswith("JUMP_BACKWARD") for one in dis.get_instructions(code))
    return back or code.co_name in code.co_names or any(isinstance(c, CodeType) and _loops(c) for c in code.co_consts)


def _numeric(value: Any) -> bool:
    """Whether it is a number, or rows of numbers."""
    if isinstance(value, tuple | list):
        return bool(value) and all(map(_numeric, value))
    return isinstance(value, NUMBERS)


@cache
def _loaded(code: CodeType) -> tuple[tuple[str, str], ...]:
    """Names from outside that it reads, each with an attribute that it reads of it, if any."""
    found: dict[tuple[str, str], None] = {}
    before = None
    for one in dis.get_instructions(code):
        if one.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            found[one.argval, ""] = None
        elif one.opname == "LOAD_ATTR" and before is not None and before.opname == "LOAD_GLOBAL":
            found[before.argval, one.argval] = None
        before = one
    return tuple(found)


def _names(code: CodeType, names: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, attribute in _loaded(code):
        value = names.get(name)
        ours = (isinstance(value, ModuleType) and KINDS[value.__name__] == "ours") or (
            isinstance(value, type | FunctionType) and KINDS[value.__module__] == "ours"
        )
        if value is not None and (not attribute or ours):
            yield (f"{name}.{attribute}", getattr(value, attribute, None)) if attribute else (name, value)


def _is_written(name: str, value: Any, names: Mapping[str, Any]) -> bool:
    """Whether a value that code reads from outside is a number that stands in the source, or holds none."""
    if isinstance(value, FunctionType):
        return all(_is_written("", one, {}) for one in value.__defaults__ or () if _numeric(one))
    if isinstance(value, list | dict | set):  # a table, perhaps of what was computed before
        return not any(_numeric(one) for one in ([*value, *value.values()] if isinstance(value, dict) else value))
    if isinstance(value, tuple):
        return all(_is_written("", one, {}) for one in value) or _in_source(name.rsplit(".", 1)[-1], names)
    if not isinstance(value, NUMBERS) or (isinstance(value, Expr) and not value.is_Rational):
        return _holds_none(value)
    return (not names and isinstance(value, int)) or _in_source(name.rsplit(".", 1)[-1], _home(name, names))


def _holds_none(value: Any) -> bool:
    """Whether something else than a number has none that a statement can take: what is called is seen when it is."""
    if callable(value):
        seen = isinstance(value, BuiltinFunctionType) or KINDS[getattr(value, "__module__", None) or ""] != "library"
        return seen or value in (fmpq, fmpz, arb) or str(value.__module__).startswith("sympy.")
    of = type(value).__module__
    return isinstance(value, str | range | Basic) or value is None or of.startswith(HOLDERS)


def _home(name: str, names: Mapping[str, Any]) -> Mapping[str, Any]:
    """The names of the module that a value is read from."""
    owner = names.get(name.split(".")[0]) if "." in name else None
    return vars(owner) if isinstance(owner, ModuleType) else names


def _in_source(name: str, names: Mapping[str, Any]) -> bool:
    """Whether the module assigns it an expression of numbers, or takes it from a module that does."""
    found = _assigned(names.get("__file__") or "").get(name)
    if isinstance(found, ast.ImportFrom):
        other = next(one.name for one in found.names if (one.asname or one.name) == name)
        module = sys.modules.get(found.module or "")
        return module is not None and (KINDS[module.__name__] == "library" or _in_source(other, vars(module)))
    return found is not None and _of_numbers(found, names)


@cache
def _assigned(file: str) -> dict[str, ast.AST | None]:
    """What the top of a file assigns to each name: an expression, or the import that it comes from; None if several."""
    try:
        with open(file, encoding="utf-8") as text:
            body = ast.parse(text.read()).body
    except (OSError, SyntaxError):
        return {}
    found: dict[str, ast.AST | None] = {}
    for one in body:
        if isinstance(one, ast.ImportFrom):
            found |= {part.asname or part.name: one for part in one.names}
        elif isinstance(one, ast.Assign | ast.AnnAssign) and one.value is not None:
            targets = one.targets if isinstance(one, ast.Assign) else [one.target]
            for name in (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)):
                found[name] = None if name in found else one.value
    return found


def _of_numbers(found: ast.AST, names: Mapping[str, Any]) -> bool:
    """Whether an expression is made of written numbers, by arithmetic, in rows and tables."""
    if isinstance(found, ast.Call):
        return (
            isinstance(found.func, ast.Name)
            and found.func.id in MAKERS
            and all(_of_numbers(one, names) for one in found.args)
        )
    if isinstance(found, ast.Name):
        return _is_written(found.id, names.get(found.id), names)
    plain = (
        ast.Constant,
        ast.Tuple,
        ast.List,
        ast.Set,
        ast.Dict,
        ast.BinOp,
        ast.UnaryOp,
        ast.operator,
        ast.unaryop,
        ast.expr_context,
    )
    return isinstance(found, plain) and all(_of_numbers(one, names) for one in ast.iter_child_nodes(found))


def _numbers(one: Any) -> Iterator[Fraction]:
    """The numbers that are written in code, in a domain or in an expression."""
    if isinstance(one, bool) or one is None or isinstance(one, str | float):
        return
    if isinstance(one, Expr) and not one.is_Rational:
        for part in one.atoms(Rational):
            yield from _numbers(part)
    elif isinstance(one, NUMBERS):
        yield Fraction(int(one.numerator), int(one.denominator))
    elif isinstance(one, CodeType):
        for part in one.co_consts:
            if not isinstance(part, CodeType):
                yield from _numbers(part)
    elif isinstance(one, tuple | list | frozenset):
        for part in one:
            yield from _numbers(part)
    elif is_dataclass(one):
        for part in fields(one):
            yield from _numbers(getattr(one, part.name))


def _constants(part: Term | Cond) -> Iterator[Fraction]:
    """The numbers in a part of a statement."""
    pending: list[Any] = [part]
    seen: set[int] = set()
    while pending:
        one = pending.pop()
        if isinstance(one, Term | Cond) and id(one) not in seen:
            seen.add(id(one))
            if isinstance(one, Term) and one.op == "const":
                yield one.args[0]
            pending += one.args
