"""The fields of a claim, looked at when it is made: what is not a statement is refused in a sentence that names it.

Each function takes what was given and returns it in the form that a `Claim` keeps, or raises `InvalidClaimError`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from inspect import unwrap
from typing import Any, get_args

from sympy import Basic, Expr, Float, Symbol, nan, oo, sympify, zoo

from theory.calls import nearest
from theory.domains.given import Given, Instance
from theory.exact.expressions import components, enclose, is_condition, letters_of, shown
from theory.exact.rationals import to_sympy
from theory.primitive import COMPONENTS
from theory.words import Point, Predicted, Reach, Relation, Status, Twin, Verdict

MOST_TWINS = 400
"""Hand-written twins of one claim: the error budget of sampled checks is divided among as many."""

_ID = re.compile(r"[\w-]+\.[\w-]+\.[\w-]+(\.[\w-]+)*")
_TAKEN = ("pi", "E", "I", "oo", "nan", "zoo", "EulerGamma", "GoldenRatio", "Catalan")
"""Names that stand for numbers: a symbol of such a name reads like the number and is not."""


class InvalidClaimError(ValueError):
    """What is stated is not a claim; the text says which field, what came and what was wanted."""


def identifier(value: Any) -> str:
    if not (isinstance(value, str) and _ID.fullmatch(value) and value.count(".") == 2):
        raise InvalidClaimError(f"claim id {_seen(value)}: wanted paper.group.name, of letters, digits, - and _")
    return value


def text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise InvalidClaimError(f"{name} is {_seen(value)}: wanted a string")
    return value


def texts(value: Any, name: str) -> tuple[str, ...]:
    """Strings one by one; a string alone would be taken for its letters."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise InvalidClaimError(f"{name} is {_seen(value)}: wanted a tuple of strings, as ({_seen(value)},)")
    return tuple(text(item, f"an entry of {name}") for item in value)


def one_of(value: Any, name: str, known: tuple[str, ...]) -> str:
    if not (isinstance(value, str) and value in known):
        raise InvalidClaimError(f"{name} is {_seen(value)}: wanted one of {', '.join(known)}")
    return value


def of_form(relation: Any, predicts: Predicted) -> None:
    """That a relation can be judged of what is predicted: an interval has two ends, `iff` a condition."""
    if relation == "in" and not (isinstance(predicts, tuple) and len(predicts) == 2):
        raise InvalidClaimError(f"relation 'in' with predicts = {_seen(predicts)}: wanted the two ends, (low, high)")
    condition = is_condition(components(predicts)[0])
    if relation in ("iff", "<=", "<", ">=", ">", "in", "->") and condition is not (relation == "iff"):
        wanted = "a condition, as n >= 7" if relation == "iff" else "numbers"
        raise InvalidClaimError(f"relation {relation!r} with predicts = {_seen(predicts)}: wanted {wanted}")


def status(value: Any) -> str:
    return one_of(value, "status", get_args(Status))


def relation(value: Any) -> str:
    return one_of(value, "relation", get_args(Relation))


def verdict(value: Any) -> Verdict:
    return Verdict(one_of(value, "expected", tuple(Verdict)))


def predicted(value: Any, name: str, like: Predicted | None = None) -> Predicted:
    """An expression or a tuple of them, of the shape of `like` where it is given; exact, and with a value at all."""
    if isinstance(value, list | Mapping | set) or getattr(value, "is_Matrix", False):
        raise InvalidClaimError(f"{name} is a {type(value).__name__}: wanted a SymPy expression or a tuple of them")
    parts = components(value)
    for place, part in enumerate(parts):
        _expression(part, f"{name}[{place}]" if isinstance(value, tuple) else name)
    if not parts:
        raise InvalidClaimError(f"{name} is empty: wanted a SymPy expression or a tuple of them")
    if like is not None and (isinstance(value, tuple), len(parts)) != (isinstance(like, tuple), len(components(like))):
        raise InvalidClaimError(f"{name} is {_shape(value)}, predicts is {_shape(like)}: wanted the same shape")
    return value


def _expression(part: Any, name: str) -> None:
    if isinstance(part, str):
        raise InvalidClaimError(f"{name} is the text {_seen(part)}: write it in SymPy's symbols; text is not evaluated")
    try:
        e = sympify(part, strict=True)
    except (ValueError, TypeError) as error:
        raise InvalidClaimError(f"{name} is {_seen(part)}: wanted a SymPy expression or an exact number") from error
    if isinstance(part, float | complex) or not isinstance(e, Basic) or e.has(Float):
        raise InvalidClaimError(
            f"{name} has a float, {_seen(part)}: write it exactly, as Rational(1, 10) for 0.1 or sqrt(2) for 1.414..."
        )
    if e.has(nan, zoo):
        raise InvalidClaimError(f"{name} is {_seen(part)}: that is no value")
    if not isinstance(e, Expr) and not is_condition(e):
        raise InvalidClaimError(f"{name} is {_seen(part)}: wanted a SymPy expression or an exact number")
    for symbol in e.free_symbols:
        if symbol.name in _TAKEN:
            raise InvalidClaimError(
                f"{name} has a symbol called {symbol.name}: write sympy.{symbol.name} for the number"
            )


def twins(value: Any, like: Predicted) -> tuple[Twin, ...]:
    if isinstance(value, Twin | Basic | str) or not isinstance(value, Iterable):
        raise InvalidClaimError(f"twins is {_seen(value)}: wanted a tuple of them, as (Twin(..),)")
    found = tuple(item if isinstance(item, Twin) else Twin(item) for item in value)
    if len(found) > MOST_TWINS:
        raise InvalidClaimError(f"there are {len(found)} hand-written twins: wanted at most {MOST_TWINS}")
    for place, twin in enumerate(found):
        predicted(twin.predicts, f"twin {place + 1}", like)
        text(twin.says, f"what twin {place + 1} says")
    return found


def points(value: Any) -> tuple[Point, ...]:
    """Points one by one, kept: what can be gone through only once would be empty the second time."""
    if isinstance(value, Mapping | str) or not isinstance(value, Iterable):
        raise InvalidClaimError(f"over is {_seen(value)}: wanted a tuple of points, as grid(n=(2, 3)) or ({{'n': 2}},)")
    found = tuple(value)
    if not found:
        raise InvalidClaimError(
            "over has no points: give grid(n=(2, 3)), say; ({},) where the prediction has no symbol"
        )
    for point in found:
        if not isinstance(point, Mapping):
            raise InvalidClaimError(f"a point of over is {_seen(point)}: wanted values by symbol, as {{'n': 2}}")
    return found


def given(value: Any) -> Given | None:
    """Domains by name, with or without a hypothesis."""
    if value is None or isinstance(value, Given):
        found = value
    elif isinstance(value, Mapping):
        found = Given({str(name): domain for name, domain in value.items()})
    else:
        raise InvalidClaimError(f"given is {_seen(value)}: wanted domains by name, as {{'n': Integers(2)}}")
    if found is None:
        return None
    for name, domain in found.domains.items():
        if not all(callable(getattr(domain, method, None)) for method in ("small", "draw", "__contains__")):
            raise InvalidClaimError(f"given has {_seen(domain)} for {name}: wanted a domain, as Integers(2)")
    return found


def witness(relation: str, value: Any, domains: Given | None) -> dict[str, Any]:
    """Values, or functions of the others, for the domains of which `exists` claims that a value exists."""
    if not isinstance(value, Mapping):
        raise InvalidClaimError(f"witness is {_seen(value)}: wanted values by name, as {{'n': 7}}")
    found = {str(name): one for name, one in value.items()}
    if relation != "exists":
        if found:
            raise InvalidClaimError(f"witness is for relation 'exists', not {relation!r}: leave it out")
        return found
    if not found:
        raise InvalidClaimError(
            "relation 'exists' without a witness: name the value that exists, as witness={'n': 7}, or a function of "
            "the others, as witness={'b': lambda at: at.a + 1}"
        )
    known = domains.domains if domains else {}
    for name in found:
        if name not in known:
            raise InvalidClaimError(f"witness names {name}, of which `given` has no domain: give one, as Integers(1)")
        if not callable(found[name]) and found[name] not in known[name]:
            raise InvalidClaimError(
                f"the witness {name} = {_seen(found[name])} is not in its domain ({name} {known[name]}): name another"
            )
    return found


FEW = 12
"""Instances at which twins are told apart where no points are given."""


def instances(domains: Given, most: int) -> list[Instance]:
    """The first instances, of which there has to be one."""
    if found := domains.some(most):
        return found
    raise InvalidClaimError(f"given is empty: no instance of {domains} is found; mend a domain or the hypothesis")


def numbers(listed: Iterable[Instance]) -> tuple[Point, ...]:
    """Points for the symbols, from instances with their letters; objects that are no numbers are left out."""
    return tuple({name: value for name, value in at.items() if _is_number(value)} for at in listed)


def _is_number(value: Any) -> bool:
    try:
        return bool(to_sympy(value).is_number)
    except (TypeError, ValueError, AttributeError):
        return False


def belong(over: Iterable[Point], domains: Given | None) -> None:
    """That no point lies outside a domain."""
    for point in over if domains else ():
        for symbol, value in point.items():
            domain = domains.domains.get(str(symbol)) if domains else None
            if domain is not None and value not in domain:
                raise InvalidClaimError(
                    f"over gives {symbol} the value {_seen(value)}, which is not in its domain ({symbol} {domain}): "
                    "leave the point out, or mend the domain"
                )


def components_of(value: Any) -> tuple[str, ...]:
    """Names of components that can be replaced."""
    return tuple(one_of(name, "an entry of speaks_of", tuple(COMPONENTS)) for name in texts(value, "speaks_of"))


def reach(said: Mapping[str, Any]) -> tuple[Reach | None, str]:
    """What an author says of a check, `argued`, `step` or `stand_in`, as its reach, and the sentence."""
    found = {name: text(sentence, name) for name, sentence in said.items() if sentence}
    if len(found) > 1:
        raise InvalidClaimError(f"a check is {' and '.join(found)}: say one of them, and attach another check")
    for name, sentence in found.items():
        if len(sentence.split()) < 2:
            raise InvalidClaimError(f"{name} is {_seen(sentence)}: wanted the sentence of the note that it rests on")
        return one_of(name.replace("_", "-"), "reach", get_args(Reach)), sentence  # type: ignore[return-value]
    return None, ""


def blind(run: Any, predicts: Predicted) -> None:
    """That a literal check does not use the prediction: neither a claim's `predicts` nor a name that holds it."""
    run = unwrap(run)  # one with a name in the notation is as blind as the function itself
    code = getattr(run, "__code__", None)
    if code is None:
        raise InvalidClaimError(
            "a literal check is a function of one instance: write @claim.literal above def _(at): .."
        )
    name = code.co_name
    if code.co_argcount != 1:
        raise InvalidClaimError(f"literal check {name} takes {code.co_argcount} arguments: wanted one, the instance")
    inner = [code, *(const for const in code.co_consts if hasattr(const, "co_names"))]
    if any("predicts" in one.co_names for one in inner):
        raise InvalidClaimError(f"literal check {name} uses `predicts`: it has to compute the left side by definition")
    closed = {cell.cell_contents for cell in run.__closure__ or () if isinstance(cell.cell_contents, Expr)}
    named = {run.__globals__.get(used) for one in inner for used in one.co_names if _is_form(run.__globals__.get(used))}
    for part in components(predicts):
        if _is_form(part) and part in closed | named:
            raise InvalidClaimError(
                f"literal check {name} uses the prediction {_seen(part)}: it has to compute the left side by definition"
            )


def _is_form(value: Any) -> bool:
    """Whether a value is an expression that is more than a symbol or a number."""
    return isinstance(value, Expr) and not value.is_Symbol and not value.is_number


def control(expected: Verdict, predicts: Predicted, truth: Predicted | None, no_truth: str) -> None:
    """That what is true instead is said of a false form only, once, and is something else."""
    if expected is not Verdict.REFUTED:
        for name, given in (("truth", truth is not None), ("no_truth", bool(no_truth))):
            if given:
                raise InvalidClaimError(
                    f"{name} is for a false form: give expected=Verdict.REFUTED with it, or leave it out"
                )
    elif truth is not None and no_truth:
        raise InvalidClaimError(
            "truth and no_truth contradict each other: give what is true, or why nothing of the form is"
        )
    elif no_truth and not no_truth.strip():
        raise InvalidClaimError("no_truth is blank: say why nothing true of the same form exists")
    elif truth is not None and truth == predicts:
        raise InvalidClaimError("truth is the false form itself: give what is true in its place")


def symbols(expressions: Iterable[Predicted]) -> dict[str, Symbol]:
    """The free symbols of all expressions by name; two of one name would never cancel."""
    found: dict[str, Symbol] = {}
    for expression in expressions:
        for part in components(expression):
            for symbol in letters_of(sympify(part)):
                if found.setdefault(symbol.name, symbol) != symbol:
                    both = " and ".join(_assumptions(s) for s in (found[symbol.name], symbol))
                    raise InvalidClaimError(
                        f"two different symbols are called {symbol.name} ({both}): make one and use it everywhere, "
                        "as theory.notation has them"
                    )
    return found


def speaks(expression: Predicted, name: str, over: Iterable[Point], known: Mapping[str, Symbol]) -> None:
    """That the points are of the symbols' kind, that none is left out, and that the expression has a value at each."""
    parts = components(expression)
    given_everywhere(expression, name, over)
    for point in over:
        given = {str(symbol): value for symbol, value in point.items()}
        for symbol, value in given.items():
            _value(symbol, value, known)
        for part in parts:
            if not _has_value(part, given):
                raise InvalidClaimError(
                    f"{name} is {_seen(part)}, which has no value at {shown(given)}, a point of over: the claim does "
                    "not say anything there; leave the point out, or state what holds there"
                )


def letters(expression: Predicted, name: str, domains: Given, first: Iterable[Instance]) -> None:
    """That what is given has each symbol of the expression, as a rational number; instances have letters."""
    known = (*domains.domains, *domains.letters)
    for symbol in sorted(symbols([expression])):
        if symbol not in known:
            raise InvalidClaimError(
                f"{name} has the symbol {symbol}, which `given` does not have{nearest(symbol, known)}: give it a "
                f"domain, or let an instance determine it, as letters={{{symbol!r}: lambda at: ..}}"
            )
        for at in first:
            if not _is_number(value := at[symbol]):
                raise InvalidClaimError(
                    f"{name} has the symbol {symbol}, which is {_seen(value)} at {shown(at)}: wanted a "
                    "rational number; predict an expression in letters that have such"
                )


def given_everywhere(expression: Predicted, name: str, over: Iterable[Point]) -> None:
    """That every point gives each symbol of the expression a value."""
    needed = sorted({symbol.name for part in components(expression) for symbol in sympify(part).free_symbols})
    for point in over if needed else ():
        given = {str(symbol): value for symbol, value in point.items()}
        for missing in needed:
            if missing not in given:
                raise InvalidClaimError(
                    f"{name} has the symbol {missing}, to which over gives no value at the point ({shown(given)}): "
                    "give every free symbol one"
                )


def _value(name: str, value: Any, known: Mapping[str, Symbol]) -> None:
    try:
        refused = _contradicts(known[name], value) if name in known else (to_sympy(value), "")[1]
    except (TypeError, ValueError, ZeroDivisionError) as error:
        raise InvalidClaimError(
            f"over gives {name} the value {_seen(value)}: wanted an exact rational number"
        ) from error
    if refused:
        raise InvalidClaimError(f"over gives {name} the value {_seen(value)}, but the symbol is declared {refused}")


@lru_cache(4096, typed=True)
def _contradicts(symbol: Symbol, value: Any) -> str:
    """The first assumption of a symbol that a value breaks; empty if none."""
    number = to_sympy(value)
    stated = getattr(symbol, "_assumptions_orig", None) or symbol.assumptions0
    for fact, wanted in (*stated.items(), *symbol.assumptions0.items()):
        found = getattr(number, f"is_{fact}", None)
        if found is not None and found is not wanted:
            return fact if wanted else f"not {fact}"
    return ""


def _has_value(part: Any, point: Point) -> bool:
    """False where the expression is known to have none; what no enclosure is known for is judged with the twins."""
    if part in (oo, -oo):
        return True
    try:
        return bool(enclose(part, point).is_finite() or enclose(part, point, 300).is_finite())
    except TypeError:
        return True
    except ZeroDivisionError:
        return False


def _assumptions(symbol: Symbol) -> str:
    stated = getattr(symbol, "_assumptions_orig", None) or {}
    return ", ".join(fact if wanted else f"not {fact}" for fact, wanted in stated.items()) or "nothing assumed"


def _shape(value: Predicted) -> str:
    return f"a tuple of {len(value)}" if isinstance(value, tuple) else "one expression"


def _seen(value: Any) -> str:
    try:
        found = repr(value)
    except ValueError:  # an integer of more digits than Python writes out
        found = f"a number of more digits than are written out ({type(value).__name__})"
    return found if len(found) <= 60 else found[:50] + "..."
