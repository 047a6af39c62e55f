"""From a claim's record to a problem: its literal check is run on terms, along all paths.

The author of a claim writes nothing for that: `given` gives variables with conditions, the literal check the left side,
`relation` and `predicts` the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import Any

from theory.claim import Claim
from theory.domains.given import Given
from theory.domains.listings import Index, Preceded
from theory.exact.expressions import components, is_condition
from theory.statement import places
from theory.statement.abstract import general, is_whole, shapes
from theory.statement.content import Watch, watched
from theory.statement.identity import is_identity
from theory.statement.predicted import NotExpressibleError, as_condition, as_term
from theory.term import Cond, Shape, Term, TooManyPathsError, Vec, constant, explored, variable
from theory.term.limits import ARCHIMEDEAN, EPSILON, eventually, mentions
from theory.term.scalar import FALSE, OF_LAWS, TRUE, all_of, any_of, condition, free, nested, rows_in
from theory.words import At, Predicted, Relation, Within

TRIVIAL = "its statement is True: both sides are one form before a prover sees them, and a proof would show nothing"

IDENTITY = (
    "its statement is an identity of rational functions: nothing that the claim is about is left in it, and a proof "
    "would show what was computed before"
)

OF_ROWS = (
    "sum", "prod", "entry", "index", "pow", "rank", "det", "maps", "image", "layers", "apply", "greatest", "every",
    "some", "all rows", "some row", "varies", "distinct", "mean", "law", *OF_LAWS, "all maps", "limit", "eventually",
    "archimedean", "function", "expression", "call", "size", "row", "tuple",
)  # fmt: skip
"""What solvers have no words for: rows of unknown length, powers with an unknown exponent, elementary functions."""


LENGTH = "length of "
"""Before the name of a row: a name of its length that no domain has."""


@dataclass(frozen=True)
class Goal:
    """What is assumed along a path, what has to be true then, and what this needs to have a value."""

    assumed: tuple[Cond, ...]
    goal: Cond
    needs: tuple[Cond, ...] = ()


@dataclass(frozen=True)
class Problem:
    """For all variables: if the hypotheses hold, then along each path its goal does.

    rows : names of rows with their lengths. laws : names of laws. words : which sizes it is for. whole : whether it is
    the statement everywhere. instance : the values made of the variables, by name. taken : what was computed outside
    while the literal check ran, in words: assumptions of the statement.
    """

    variables: tuple[Term, ...]
    hypotheses: tuple[Cond, ...]
    goals: tuple[Goal, ...]
    rows: tuple[tuple[str, tuple[Term, ...]], ...] = ()
    words: str = ""
    whole: bool = False
    instance: Mapping[str, Any] = field(default_factory=dict)
    laws: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()

    def known(self, goal: Goal) -> tuple[Cond, ...]:
        """What may be assumed where a goal is to be shown; of whole numbers also a + 1 <= b where a < b."""
        found = (*self.hypotheses, *goal.assumed)
        between = [c for c in found if c.op == "<" and all(map(_whole, c.args))]
        return (*found, *(condition("<=", c.args[0] + 1, c.args[1]) for c in between))


def _whole(term: Term) -> bool:
    """Whether it is a whole number by its form."""
    if term.op in ("+", "*"):
        return all(map(_whole, term.args))
    return term.op == "index" or (
        term.args[0].denominator == 1 if term.op == "const" else term.op == "var" and term.args[1] in ("nat", "int")
    )


def problems(claim: Claim, most: int, predicted: Predicted | None = None) -> Iterator[Problem]:
    """One problem for each choice of sizes up to `most`; a single one where no size has to be chosen.

    Parameters
    ----------
    predicted : in the prediction's place.

    Raises
    ------
    NotExpressibleError
        saying what cannot be expressed.
    """
    given = given_of(claim)
    try:
        with watched() as watch:
            chosen = [single(name, given) for name in given.domains]
            found = _of_numbers(_problem(claim, _combined(given, chosen), predicted))
    except (NotExpressibleError, TooManyPathsError):
        pass  # sizes have to be chosen
    else:
        taken = _taken(claim, found, watch, predicted)
        yield replace(_not_empty(found), words="all of it", whole=True, taken=taken)
        return
    whole = all(is_whole(domain, most) for domain in given.domains.values())
    for combination in product(*(list(shapes(d, name, most)) for name, d in given.domains.items())):
        sized = [f"{name}: {one.size}" for name, one in zip(given.domains, combination, strict=True) if one.size]
        with watched() as watch:
            found = _of_numbers(_problem(claim, _combined(given, combination), predicted))
        if found.goals:
            taken = watch.told((), ())  # numbers are arithmetic of the sizes
            yield replace(found, words=", ".join(sized), whole=whole, taken=taken)


def _taken(claim: Claim, found: Problem, watch: Watch, predicted: Predicted | None) -> tuple[str, ...]:
    """What a problem in general takes from outside, in words."""
    parts = (part for goal in found.goals for part in (*goal.assumed, *goal.needs, goal.goal))
    claimed = components(claim.predicts if predicted is None else predicted)
    return watch.told((*found.hypotheses, *parts), (*claimed, *given_of(claim).domains.values()))


def _of_numbers(found: Problem) -> Problem:
    """A problem that solvers have words for."""
    goals = (part for goal in found.goals for part in (*goal.assumed, *goal.needs, goal.goal))
    pending: list[Any] = [*found.hypotheses, *goals]
    seen: set[int] = set()
    while pending:
        part = pending.pop()
        if not isinstance(part, Cond | Term) or id(part) in seen:
            continue
        if part.op in OF_ROWS:
            raise NotExpressibleError(f"{str(part)[:60]}: nothing for a solver; choose sizes")
        seen.add(id(part))
        pending += part.args
    return found


def statement(claim: Claim, predicted: Predicted | None = None) -> Problem:
    """The statement in general, for rows of any length.

    Raises
    ------
    NotExpressibleError
        where the literal check needs to know a size, or a domain has no general form.
    """
    return _statement(claim) if predicted is None else _made(claim, predicted)


@lru_cache(256)  # to say that it is there, and to write it
def _statement(claim: Claim) -> Problem:
    return _made(claim, None)


def is_true(claim: Claim) -> bool:
    """Whether nothing is left to show of its statement; what is computed outside is not looked for."""
    try:
        _made(claim, None, nullcontext(Watch()))
    except NotExpressibleError as error:
        return str(error) == TRIVIAL
    except Exception:  # a check that is not made for terms shows nothing here
        return False
    return False


def _made(claim: Claim, predicted: Predicted | None, watching: AbstractContextManager[Watch] | None = None) -> Problem:
    given = given_of(claim)
    with watching or watched() as watch:
        chosen = [single(name, given, rows=True) for name in given.domains]
        try:
            found = _problem(claim, _combined(given, chosen), predicted)
        except (TooManyPathsError, TypeError, LookupError) as error:
            raise NotExpressibleError(f"its literal check cannot be run in general: {error}") from error
    return replace(_not_empty(found), words="in general", whole=True, taken=_taken(claim, found, watch, predicted))


def _not_empty(found: Problem) -> Problem:
    """A problem in which something is left to show."""
    if not found.goals:
        raise NotExpressibleError(TRIVIAL)
    if all(is_identity(one.goal) for one in found.goals):
        raise NotExpressibleError(IDENTITY)
    return found


def refuse_untied(given: Given, chosen: Mapping[str, Shape] | None = None) -> None:
    """Parts of two domains that have one name are one part to a statement: right only of the lengths of rows, such as
    batches, and where the hypothesis says that these are equal.

    Parameters
    ----------
    chosen : shapes of the domains; those in general, of domains that have such a form, if it is left out.
    """
    if chosen is None:
        chosen = {}
        for name in given.domains:
            with suppress(NotExpressibleError):
                chosen[name] = single(name, given, rows=True)
    owners: dict[str, str] = {}
    apart: dict[str, Vec] = {}
    lengths: dict[str, list[Term]] = {}
    for domain, one in chosen.items():
        row = one.value
        if isinstance(row, Vec) and row.n in one.variables:
            apart[domain] = Vec(variable(f"{LENGTH}{domain}", "nat"), row.entry)
            lengths.setdefault(row.n.args[0], []).append(apart[domain].n)
        own = [*(v.args[0] for v in one.variables), *(name for name, _ in one.rows), *one.laws]
        for name in own:
            other = owners.setdefault(name, domain)
            tied = domain in apart and other in apart and name in lengths
            if own.count(name) > 1 or (other != domain and not tied):
                raise NotExpressibleError(f"{other} and {domain} both have a part that is called {name}")
    for first, *others in lengths.values():
        if others:
            fixed = {name: single(name, given, rows=True).value for name in given.domains if name not in apart}
            _refuse_apart(given, fixed | apart, first, others)


def _refuse_apart(given: Given, apart: Mapping[str, Any], first: Term, others: Sequence[Term]) -> None:
    """Whether the hypothesis says that lengths are equal."""
    for path in explored(lambda: given.where is None or given.where(apart)):
        known = {*path.conditions, path.value}
        refused = path.value is False or path.value is FALSE
        if not refused and not all(known & {first == n, n == first} for n in others):
            names = (str(n).removeprefix(LENGTH) for n in (first, *others))
            raise NotExpressibleError(f"nothing says that {' and '.join(names)} are of one length")


def given_of(claim: Claim) -> Given:
    if claim.quantified is None:
        raise NotExpressibleError("it names no domains (given=)")
    return claim.quantified


def single(name: str, given: Given, rows: bool = False) -> Shape:
    """The only shape of a domain; of rows if these may be of any length."""
    found = list(general(given.domains[name], name, given.domains))
    if len(found) != 1 or (found[0].rows and not rows):
        raise NotExpressibleError(f"{name} has no single shape")
    return found[0]


def _combined(given: Given, chosen: Any) -> tuple[dict[str, Any], list[Shape]]:
    return {name: one.value for name, one in zip(given.domains, chosen, strict=True)}, list(chosen)


def _problem(claim: Claim, made: tuple[dict[str, Any], list[Shape]], predicted: Predicted | None) -> Problem:
    """
    Raises
    ------
    NotExpressibleError : also for whatever the author's code raises, run on what it was not made for.
    """
    try:
        return _on_paths(claim, made, predicted)
    except (NotExpressibleError, TooManyPathsError, MemoryError):
        raise
    except Exception as error:
        raise NotExpressibleError(f"its literal check cannot be run in general: {error}") from error


def _on_paths(claim: Claim, made: tuple[dict[str, Any], list[Shape]], predicted: Predicted | None) -> Problem:
    instance, chosen = made
    refuse_untied(given_of(claim), dict(zip(instance, chosen, strict=True)))
    claimed = claim.predicts if predicted is None else predicted

    def goal() -> Cond | None:
        found = left_side(claim, instance)
        return None if found is None else related(found[0], claimed, found[1], claim.relation)

    known = tuple(c for one in chosen for c in one.conditions)
    goals = []
    for path in explored(goal):
        needs = tuple(places.left(path.needs, known, path.conditions))
        if path.error is not None:
            goals.append(Goal(path.conditions, FALSE, needs))  # no value there: the path must be none that numbers take
        elif path.value is not None and (path.value is not TRUE or needs):
            goals.append(Goal(path.conditions, path.value, needs))
    rows = {name for one in chosen for name, _ in one.rows}
    for what, asked in (("a branch asks", "assumed"), ("its value needs", "needs")):
        for one in dict.fromkeys(part for goal in goals for part in getattr(goal, asked)):
            if free(one) or not rows_in(one) <= rows:
                raise NotExpressibleError(f"{str(one)[:60]}, which {what}, is of what only its terms bind")
    found = Problem(
        variables=_variables(chosen),
        hypotheses=known,
        goals=tuple(goals),
        rows=tuple(row for one in chosen for row in one.rows),
        instance=instance,
        laws=tuple(law for one in chosen for law in one.laws),
    )
    if any(nested(one.goal, "eventually") for one in goals):
        return replace(found, hypotheses=(ARCHIMEDEAN, *known))
    return _along(found, _index(claim, instance)) if claim.relation == "->" else found


def _index(claim: Claim, instance: Mapping[str, Any]) -> Term:
    """The variable along which a sequence goes to its limit: of the one domain that is an `Index`."""
    domains = given_of(claim).domains.items()
    names = [name for name, one in domains if isinstance(one.domain if isinstance(one, Preceded) else one, Index)]
    if len(names) != 1 or not isinstance(instance[names[0]], Term):
        raise NotExpressibleError("a limit is along one Index, of which no value is chosen")
    return instance[names[0]]  # type: ignore[no-any-return]


def _along(found: Problem, index: Term) -> Problem:
    """Goals for all indices as goals from some index on: what is known of the index is assumed of those."""
    outer, inner = _parted(found.hypotheses, index)
    goals = []
    for one in found.goals:
        before, own = _parted(one.assumed, index)
        needs, beyond = _parted(one.needs, index)
        goals.append(Goal(before, eventually(index, all_of(*beyond, one.goal), all_of(*inner, *own)), needs))
    return replace(
        found,
        variables=tuple(v for v in found.variables if v is not index),
        hypotheses=(ARCHIMEDEAN, *outer),
        goals=tuple(goals),
    )


def _parted(conditions: tuple[Cond, ...], index: Term) -> tuple[tuple[Cond, ...], tuple[Cond, ...]]:
    """Those without the index, and those with it."""
    apart = tuple(c for c in conditions if not mentions(c, index))
    return apart, tuple(c for c in conditions if c not in apart)


def _variables(chosen: list[Shape]) -> tuple[Term, ...]:
    found = {id(term): term for one in chosen for term in one.variables}
    return tuple(found.values())


def left_side(claim: Claim, instance: dict[str, Any]) -> tuple[Any, dict[str, Any]] | None:
    """The left side at an instance, and the instance with its letters; None for what the hypothesis excludes."""
    run, given = definition(claim, ("exact", "certified")), given_of(claim)
    if given.where is not None and not given.where(instance):
        return None
    at = given.at(instance)
    return run(At(at)), at


def definition(claim: Claim, kinds: tuple[str, ...] = ("exact",)) -> Callable[[At], Any]:
    """The left side as a function of an instance: that of a literal check of the first of these kinds that has one."""
    for kind in kinds:
        for check in claim.checks:
            if check.definition is not None and check.kind == kind:
                return check.definition
    raise NotExpressibleError(f"it has no literal check of kind {' or '.join(kinds)}")


def related(left: Any, predicted: Predicted, at: Mapping[str, Any], relation: Relation) -> Cond:
    """`left relation predicted` as a condition on terms.

    Raises
    ------
    NotExpressibleError
        for relations and values other than those of numbers.
    """
    if relation in ("iff", "=") and is_condition(components(predicted)[0]):
        found = left if isinstance(left, tuple | list) else (left,)
        wanted = components(predicted)
        return (
            all_of(*map(_same, found, (as_condition(part, at) for part in wanted)))
            if len(found) == len(wanted)
            else FALSE
        )
    if relation == "->" and isinstance(left, Within):
        lefts, goals = components(left.value), components(predicted)
        if len(lefts) != len(goals):
            return FALSE
        return all_of(*(abs(_number(a) - as_term(b, at)) <= EPSILON for a, b in zip(lefts, goals, strict=True)))
    if relation in ("->", "iff", "exists"):
        raise NotExpressibleError(f"relation {relation} is not one of ordered fields")
    if relation == "in":
        low, high = (as_term(end, at) for end in components(predicted))
        return all_of(condition("<=", low, _number(left)), condition("<=", _number(left), high))
    lefts = tuple(left) if isinstance(left, tuple | list) else (left,)
    claims = [as_term(part, at) for part in components(predicted)]
    if len(lefts) != len(claims):
        return FALSE
    return all_of(*(_compared(_number(a), b, relation) for a, b in zip(lefts, claims, strict=True)))


def _same(found: Any, claimed: Cond) -> Cond:
    side = found if isinstance(found, Cond) else TRUE if found else FALSE
    return any_of(all_of(side, claimed), all_of(side.negation, claimed.negation))


def _compared(a: Term, b: Term, relation: Relation) -> Cond:
    if relation in (">", ">="):
        return condition("<" if relation == ">" else "<=", b, a)
    return condition(relation, a, b)


def _number(value: Any) -> Term:
    try:
        return constant(value)
    except TypeError:
        raise NotExpressibleError(f"its left side is {str(value)[:60]!r}, no number of an ordered field") from None
