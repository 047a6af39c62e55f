"""A claim's statement on terms, with the functions of the notation kept by name: what is printed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from sympy import sympify

from theory.claim import Claim
from theory.domains.given import Given
from theory.exact.expressions import components
from theory.primitive import aside
from theory.statement.face.terms import UnwrittenError
from theory.statement.predicted import NotExpressibleError
from theory.statement.problem import definition, given_of, refuse_untied, single
from theory.term import Cond, Shape, Term, TooManyPathsError, explored, variable
from theory.term.named import as_argument, names_kept
from theory.term.scalar import FALSE
from theory.words import At, Within

MOST_CASES = 3
"""A left side with more branches is shown by its source."""


@dataclass(frozen=True)
class Case:
    """A left side, where some conditions hold."""

    left: Any
    asked: tuple[Cond, ...]


@dataclass(frozen=True)
class OnTerms:
    """A statement on terms.

    Parameters
    ----------
    shapes : any member of each domain. tied : conditions that tie the domains together, where these are a conjunction.
    cases : of the left side. partial : whether it has no value elsewhere: that it has one is part of the statement.
    letters : those of the prediction that an instance determines, with what they are. called : letters of sizes.
    """

    given: Given
    shapes: dict[str, Shape]
    tied: tuple[Cond, ...]
    cases: tuple[Case, ...]
    partial: bool
    letters: dict[str, Any]
    called: dict[str, str]


def on_terms(claim: Claim) -> OnTerms:
    """The statement of a claim on terms.

    Raises
    ------
    UnwrittenError
        saying why there is none.
    """
    found = aside(lambda: _named(claim))  # numbers that were evaluated have no names, and names have no value
    if isinstance(found, Exception):
        raise UnwrittenError(f"{type(found).__name__}: {found}") from found
    return found


def _named(claim: Claim) -> OnTerms | Exception:
    """With its names kept; an error of the author's code, which is run on what it was not made for, is given back."""
    try:
        with names_kept():
            return _on_terms(claim)
    except MemoryError:
        raise
    except Exception as error:
        return error


def _on_terms(claim: Claim) -> OnTerms:
    given, run = given_of(claim), definition(claim, ("exact", "certified"))
    refuse_untied(given)
    shapes = {name: _shape(name, given) for name in given.domains}
    instance = {name: shape.value for name, shape in shapes.items()}
    where, tied, known = _hypotheses(given, instance)
    wanted = {s.name for part in components(claim.predicts) for s in sympify(part).free_symbols}

    def left() -> Any:
        if where is not None and not where(instance):
            return None
        at = {**instance, **_told(given, instance, wanted)}
        return run(At(at)), at

    paths = list(explored(left, 64))
    found = [path for path in paths if path.value is not None]
    partial = any(path.error is not None for path in paths)
    if not found or len(found) > (1 if partial else MOST_CASES):
        raise UnwrittenError(f"its left side has {len(found)} cases" + ", and no value in others" * partial)
    cases = {}
    for path in found:
        asked = tuple(part for part in path.conditions if id(part) not in known)
        cases[_identity(path.value[0]), *map(id, asked)] = Case(path.value[0], asked)
    instances = [path.value[1] for path in found]
    letters = _letters(wanted, given, instances)
    return OnTerms(given, shapes, tied, tuple(cases.values()), partial, letters, _called(given, instances[0]))


def _called(given: Given, at: dict[str, Any]) -> dict[str, str]:
    """Letters of sizes, such as n of the size of lam, by the names of the sizes."""
    told = {name: at[name] for name in given.letters if name in at}
    return {
        of.args[0]: name for name, of in told.items() if isinstance(of, Term) and of.op == "var" and of.args[1] == "nat"
    }


def _identity(left: Any) -> Hashable:
    """The same for a left side that comes again; terms that are equal are one object."""
    left = left.value if isinstance(left, Within) else left
    if isinstance(left, tuple | list):
        return tuple(map(_identity, left))
    return id(left if isinstance(left, bool | Cond) else as_argument(left))


def _shape(name: str, given: Given) -> Shape:
    """What is known of any member of a domain; a domain without a general form has but the name of its members."""
    try:
        return single(name, given, rows=True)
    except NotExpressibleError:
        it = variable(name, "object")
        return Shape(it, (it,))


def _told(given: Given, instance: dict[str, Any], wanted: set[str]) -> dict[str, Any]:
    """The letters that an instance determines; those that the prediction does not have need not run on terms."""
    found = {}
    for name, of in given.letters.items():
        try:
            found[name] = of(instance)
        except (TypeError, AttributeError, ValueError):
            if name in wanted:
                raise
    return found


Hypotheses = tuple[Callable[[Any], Any] | None, tuple[Cond, ...], set[int]]


def _hypotheses(given: Given, instance: dict[str, Any]) -> Hypotheses:
    """What ties the domains together, as a function if it runs on terms, and as conditions if it is a conjunction; with
    all conditions that are asked for it."""
    where = given.where
    if where is None:
        return None, (), set()
    try:
        paths = list(explored(lambda: where(instance), 64))
    except TooManyPathsError:
        raise
    except Exception as error:  # the author's code: then the author's words are what can be said
        if not given.words:
            raise UnwrittenError(f"what ties the domains together has no words: {error}") from error
        return None, (), set()
    true = [path for path in paths if path.value is not False and path.value is not FALSE]
    asked = {id(part) for path in true for part in (*path.conditions, path.value) if isinstance(part, Cond)}
    if len(true) != 1 or true[0].error is not None:
        return where, (), asked
    value = true[0].value
    return where, (*true[0].conditions, *([value] if isinstance(value, Cond) else [])), asked


def _letters(wanted: set[str], given: Given, instances: list[dict[str, Any]]) -> dict[str, Any]:
    """The letters of the prediction, with what they are in every case."""
    found = {}
    for name in given.letters:
        if name in wanted:
            first, *others = (at[name] for at in instances)
            if any(as_argument(other) is not as_argument(first) for other in others):
                raise UnwrittenError(f"the letter {name} is not one term in all cases")
            found[name] = first
    return found
