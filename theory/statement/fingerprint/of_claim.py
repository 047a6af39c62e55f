"""The fingerprint of a claim's statement: what a later run compares with, without the program that stated it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, get_args

from sympy import sympify

from theory.claim import Claim
from theory.domains.given import Given
from theory.exact.expressions import components
from theory.statement.abstract import general
from theory.statement.face import readable
from theory.statement.face.domains import member
from theory.statement.fingerprint.domains import number, structure
from theory.statement.fingerprint.normal import Forms, NoFormError, digest, short, tree
from theory.statement.fingerprint.sources import Sources
from theory.statement.predicted import NotExpressibleError
from theory.statement.problem import definition, refuse_untied
from theory.term import Cond, Term, Vec, explored
from theory.term.paths import Outcome
from theory.term.scalar import TooManyTermsError, at_most
from theory.words import At, Relation, Within

Kind = Literal["term", "source", "words"]

KINDS: tuple[Kind, ...] = get_args(Kind)
"""What the left side is compared by: its term, unfolded to primitives; the source of its literal check, where this does
not run on terms; the claim's words, where it has none."""

BOUNDS: tuple[Relation, ...] = ("<=", "<", ">=", ">", "in")
"""Relations with which a prediction can be looser."""

MOST_TERMS = 250_000
"""That a left side asks for, so that none goes on for ever. How many there are depends on what is remembered: the limit
is far above what those need that are printed."""

MOST_PATHS = 64

MOST_POINTS = 12
"""Instances at which a bound is recorded."""

LONGEST = 200
"""Characters of a recorded number."""


@dataclass(frozen=True)
class Sides:
    """Digests of the conditions that tie the domains together, of the left side and of the prediction."""

    where: tuple[str, ...]
    left: str
    predicts: str


@dataclass(frozen=True)
class Fingerprint:
    """A statement as digests of its parts, and plain data of what can be narrower or looser.

    Parameters
    ----------
    sha256 : of the whole, by the first of its sides; the same for the same statement in other names.
    domains : structures by name, each with its `words`, and `some` where only a value of it has to exist.
    sides : by what the left side is taken of; of two fingerprints those of one kind are compared.
    values : of a bound, by instance, each of its components: an exact number, a decimal next below it, or nothing.
    components : of which the claim speaks.
    condition : what ties the domains together, in the author's words.
    """

    sha256: str
    domains: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    sides: Mapping[Kind, Sides] = field(default_factory=dict)
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    components: tuple[str, ...] = ()
    condition: str = ""

    @property
    def kind(self) -> Kind:
        """By what it is told apart from others at best."""
        return next(kind for kind in KINDS if kind in self.sides)


@cache
def fingerprint(claim: Claim) -> Fingerprint:
    """The fingerprint of a claim's statement, taken once.

    >>> from theory import claims
    >>> found = fingerprint(claims()["components.algebra.rc-idempotent"])
    >>> found.kind, list(found.domains), len(found.sha256)
    ('term', ['x', 'i'], 64)
    """
    return taken(claim)


def taken(claim: Claim) -> Fingerprint:
    """The same, anew."""
    given = claim.quantified or Given()
    domains = {name: {"words": _words(name, one), **structure(one)} for name, one in given.domains.items()}
    if claim.relation == "exists":
        domains = {name: one | {"some": name in claim.witness} for name, one in domains.items()}
    sides = dict(_sides(claim, given))
    spoken = tuple(sorted(claim.speaks_of))
    shapes = (part for one in domains.values() for part in (str(one["digest"]), str(one.get("some", False))))
    first = sides[next(kind for kind in KINDS if kind in sides)]
    whole = digest(*shapes, "where", *first.where, "is", first.left, claim.relation, first.predicts, *spoken)
    return Fingerprint(whole, domains, sides, _values(claim), spoken, given.words)


def _words(name: str, domain: Any) -> str:
    try:
        return member(name, domain)
    except Exception:  # words of an author's own domain, or of values that have none here
        return f"{name} {domain}"


def _sides(claim: Claim, given: Given) -> Iterator[tuple[Kind, Sides]]:
    """On terms, where the statement is printed from them; by source; or by words alone."""
    try:
        if readable(claim) is not None:
            yield "term", _on_terms(claim, given)
    except MemoryError:
        raise
    except (TooManyTermsError, Exception):  # the author's code, run on what it was not made for
        pass
    yield _by_source(claim, given)


def _on_terms(claim: Claim, given: Given) -> Sides:
    """Domains are named by their places, so that no name of theirs is in the terms."""
    run, forms = definition(claim), Forms()
    with at_most(MOST_TERMS):
        refuse_untied(given)
        instance = {
            name: _general(f"given_{place}", domain) for place, (name, domain) in enumerate(given.domains.items())
        }
        where = _conditions(given, instance, forms)

        def left() -> Any:
            if given.where is not None and not given.where(instance):
                return None
            return run(At(given.at(instance)))

        found = [path for path in explored(left, MOST_PATHS) if path.value is not None or path.error is not None]
        cases = sorted(_case(path, forms, where) for path in found)
        letters = {}
        for name in _wanted(claim, given):
            of = given.letters[name]
            told = sorted(_case(path, forms) for path in explored(lambda of=of: of(instance), MOST_PATHS))  # type: ignore[misc]
            letters[name] = digest("letter", *told)
    if not any(path.conditions or _has_term(path.value) for path in found):
        raise NoFormError("its left side is computed to a number, which does not tell of what")
    return _shortened(where, digest("cases", *cases), _predicted(claim, given, letters))


def _general(name: str, domain: Any) -> Any:
    found = list(general(domain, name))
    if len(found) != 1:
        raise NotExpressibleError(f"{name} has no single shape")
    return found[0].value


def _case(path: Outcome, forms: Forms, known: Iterable[str] = ()) -> str:
    value = "none" if path.error is not None else forms.of(path.value)
    return digest("if", *sorted(_one_by_one(path.conditions, forms) - set(known)), "then", value)


def _one_by_one(conditions: Iterable[Cond], forms: Forms) -> set[str]:
    """Digests of conditions that hold together."""
    return {forms.of(one) for part in conditions for one in (part.args if part.op == "and" else (part,))}


def _has_term(value: Any) -> bool:
    if isinstance(value, Within):
        return _has_term(value.value)
    if isinstance(value, tuple | list):
        return any(map(_has_term, value))
    return isinstance(value, Vec) or (isinstance(value, Term | Cond) and value.op not in ("const", "true", "false"))


def _conditions(given: Given, instance: Mapping[str, Any], forms: Forms) -> tuple[str, ...]:
    """What ties the domains together, one by one where it is a conjunction."""
    if given.where is None:
        return ()
    paths = [path for path in explored(lambda: given.where(instance), MOST_PATHS) if not _is_false(path)]  # type: ignore[misc]
    if len(paths) == 1 and paths[0].error is None:
        value = paths[0].value
        parts = [*paths[0].conditions, *([value] if isinstance(value, Cond) else [])]
        return tuple(sorted(_one_by_one(parts, forms)))
    return (digest("any", *sorted(_case(path, forms) for path in paths)),)


def _is_false(path: Outcome) -> bool:
    """Whether its value is False, or a condition that was denied on the way."""
    return path.value is False or (isinstance(path.value, Cond) and path.value.negation in path.conditions)


def _by_source(claim: Claim, given: Given) -> tuple[Kind, Sides]:
    names = {name: f"given_{place}" for place, name in enumerate(given.domains)}
    sources = Sources(names)
    letters = {name: sources.of(given.letters[name]) for name in given.letters}
    sources = Sources(names | {name: f"letter_{told}" for name, told in letters.items()})
    where = () if given.where is None else (sources.of(given.where),)
    predicts = _predicted(claim, given, letters)
    runs = [check.definition for check in claim.checks if check.definition is not None]
    if runs:
        return "source", _shortened(where, digest("source", *map(sources.of, runs)), predicts)
    said = (" ".join(text.split()) for text in (claim.left, claim.tex, claim.says, *claim.hypotheses))
    return "words", _shortened(where, digest("words", *said), predicts)


def _shortened(where: tuple[str, ...], left: str, predicts: str) -> Sides:
    return Sides(tuple(sorted(map(short, where))), short(left), short(predicts))


def _wanted(claim: Claim, given: Given) -> list[str]:
    """Letters that the prediction has."""
    used = {s.name for part in components(claim.predicts) for s in sympify(part).free_symbols}
    return [name for name in given.letters if name in used]


def _predicted(claim: Claim, given: Given, letters: dict[str, str]) -> str:
    """The prediction, with its symbols named by places and by what defines them."""
    names = {name: f"given_{place}" for place, name in enumerate(given.domains)} | letters
    parts = [tree(sympify(part), names) for part in components(claim.predicts)]
    return digest("tuple" if isinstance(claim.predicts, tuple) else "one", *parts)


def _values(claim: Claim) -> dict[str, tuple[str, ...]]:
    """A bound at the first instances."""
    if claim.relation not in BOUNDS:
        return {}
    found = {}
    for point in tuple(claim.over)[:MOST_POINTS]:
        named = {str(name): value for name, value in point.items()}
        at = ", ".join(f"{name} = {named[name]}" for name in sorted(named))
        values = tuple(_value(part, named) for part in components(claim.predicts))
        if len(at) <= LONGEST and any(values):
            found[at] = values
    return found


def _value(part: Any, at: Mapping[str, Any]) -> str:
    try:
        told = number(part, at)
    except (TypeError, ValueError, ArithmeticError):
        return ""
    return told if len(told) <= LONGEST else ""
