"""All claims in a stable order: unique ids, `uses` that exist, are not false and never run in a circle."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from types import ModuleType

from sympy import sympify

from theory import papers
from theory.claim import Claim, Verdict, made
from theory.claim.validation import InvalidClaimError
from theory.exact.expressions import components
from theory.words import Item


@cache
def modules(paper: str = "") -> tuple[ModuleType, ...]:
    """The modules that state claims, of all papers or of one, in alphabetical order of paper and module."""
    wanted = f"{papers.__name__}.{paper}." if paper else papers.__name__
    found = pkgutil.walk_packages(papers.__path__, papers.__name__ + ".")
    return tuple(
        importlib.import_module(info.name) for info in found if not info.ispkg and f"{info.name}.".startswith(wanted)
    )


_PAPERS = frozenset(info.name for info in pkgutil.iter_modules(papers.__path__) if info.ispkg)


def has_paper(key: str) -> bool:
    """Whether a paper of the suite has this key."""
    return key in _PAPERS


def made_in(found: Iterable[ModuleType]) -> Iterator[Claim]:
    """The claims that these modules have made, module by module, under whatever name or none.

    By the module itself and not by its name: one that is imported anew makes its claims anew.
    """
    by_module: dict[int, list[Claim]] = {}
    for claim in made():
        by_module.setdefault(id(claim.made.names), []).append(claim)
    for module in found:
        yield from by_module.get(id(vars(module)), ())


def imported() -> list[ModuleType]:
    """The modules of the suite's claims that have been imported so far."""
    return [module for name, module in list(sys.modules.items()) if name.startswith(f"{papers.__name__}.")]


def claims(extra: Iterable[Claim] = (), paper: str = "", suite: bool = True) -> dict[str, Claim]:
    """Claims by id, in the order in which the papers' modules make them.

    Parameters
    ----------
    extra : further claims (a user's own).
    paper : import this paper's modules only, to be quick; what its claims use of others' is then not looked up.
    suite : False leaves the suite's claims out, unless a further one has the name of a paper of the suite or names
        claims that are not among them.

    Raises
    ------
    InvalidClaimError (a ValueError)
        for an id used twice, `uses` or `corrected_by` that name no claim, `uses` of what is registered as false, `uses`
        that run in a circle, a false form that says neither what is true instead nor why nothing is.

    >>> claims()["components.algebra.rc-idempotent"].status
    'new'
    """
    found: dict[str, Claim] = {}
    extra = tuple(extra)
    known = {claim.id for claim in extra}
    suite = suite or any(c.paper in _PAPERS or not known.issuperset((*c.uses, *c.corrected_by)) for c in extra)
    for claim in (*(made_in(modules(paper)) if suite else ()), *extra):
        other = found.setdefault(claim.id, claim)
        if other is not claim:
            raise InvalidClaimError(
                f"two claims are called {claim.id}, at {place(other)} and at {place(claim)}: rename one"
            )
    for claim in found.values():
        _check_references(claim, found, whole=not paper)
    for claim in extra:
        _check_control(claim)
    try:
        TopologicalSorter({c.id: c.uses for c in found.values()}).prepare()
    except CycleError as error:
        raise InvalidClaimError(f"claims use each other in a circle: {' -> '.join(error.args[1])}") from error
    return found


def place(claim: Claim) -> str:
    """Where a claim was made.

    >>> place(claims()["components.algebra.rc-idempotent"]).split(",")[0]
    'algebra.py'
    """
    return f"{claim.file.rpartition('/')[2]}, line {claim.line}"


def _check_references(claim: Claim, known: Mapping[str, Claim], whole: bool) -> None:
    for word, others in (("uses", claim.uses), ("is corrected by", claim.corrected_by)):
        for other in others:
            if other not in known:
                if whole:
                    raise InvalidClaimError(f"{claim.id} ({place(claim)}) {word} {other}, which is no claim")
            elif known[other].expected is Verdict.REFUTED and claim.expected is Verdict.HOLDS:
                raise InvalidClaimError(
                    f"{claim.id} ({place(claim)}) {word} {other}, which is registered as false: "
                    "what rests on it is not shown"
                )
    if (
        claim.expected is Verdict.REFUTED
        and claim.truth is None
        and not claim.no_truth
        and len(claim.corrected_by) == 1
    ):
        correction = known.get(claim.corrected_by[0])
        if correction is not None and _same_form(claim, correction):
            object.__setattr__(claim, "truth", correction.predicts)  # said once, by the correction


def _check_control(claim: Claim) -> None:
    if claim.expected is Verdict.REFUTED and claim.truth is None and not claim.no_truth:
        raise InvalidClaimError(
            f"{claim.id} ({place(claim)}) is expected to be refuted and says nothing true instead: give truth=.. in "
            "the form of predicts, or corrected_by=(id,) of one claim of that form, or no_truth='why there is none'"
        )


def _same_form(claim: Claim, correction: Claim) -> bool:
    """Whether the correction's prediction can be put for the false one: its shape, relation and symbols."""
    one, other = claim.predicts, correction.predicts
    domains = claim.quantified
    names = (
        {*domains.domains, *domains.letters} if domains else {str(symbol) for point in claim.over for symbol in point}
    )
    return (
        isinstance(one, tuple) == isinstance(other, tuple)
        and len(components(one)) == len(components(other))
        and claim.relation == correction.relation
        and all(s.name in names for part in components(other) for s in sympify(part).free_symbols)
        and one != other
    )


def sources() -> tuple[str, ...]:
    """The papers of the suite that have a list of what they state, in alphabetical order."""
    return tuple(paper for paper in sorted(_PAPERS) if importlib.util.find_spec(f"{papers.__name__}.{paper}.items"))


def items(paper: str) -> tuple[Item, ...]:
    """What a paper of the suite states, in its order: `theory/papers/PAPER/items.py`."""
    found: tuple[Item, ...] = importlib.import_module(f"{papers.__name__}.{paper}.items").ITEMS
    return found
