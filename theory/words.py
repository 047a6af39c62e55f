"""The words that claims are made of: papers and places in them, verdicts and evidence, checks and twins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import SimpleNamespace
from typing import Any, Literal, get_args

from theory.calls import helpful, nearest

Predicted = Any
"""A SymPy expression or number, or a tuple of them."""

Compared = Iterator[tuple[Any, Any, Any]]
"""What exact and certified checks yield: where, computed, predicted."""

Point = Mapping[Any, Any]
"""Values for the symbols of a predicted expression."""


class At(SimpleNamespace):
    """A point of a claim's domain: values by symbol name, as attributes or by index."""

    def __init__(self, point: Mapping[str, Any]) -> None:
        super().__init__(**point)

    def __getitem__(self, name: str) -> Any:
        try:
            return vars(self)[name]
        except KeyError:
            raise KeyError(self.lacks(name)) from None

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(self.lacks(name))

    def lacks(self, name: str) -> str:
        """What is said of a name that it has not."""
        return f"the instance has no {name!r}{nearest(name, vars(self))}"


Status = Literal["quoted", "reconstructed", "reading", "corrected", "new", "measured", "heuristic"]
"""How a statement stands to its source. `quoted`: words that we hold. `reconstructed`: our account of a
statement whose text we do not hold. `reading`: a natural but false reading that no text we hold states.
`corrected`: the true form of a false or ambiguous statement. `new`: in no text we hold. `measured`: a
number of our own simulator, kept as a regression and counted apart. `heuristic`: a law without a proof."""

Relation = Literal["=", "<=", "<", ">=", ">", "in", "->", "iff", "exists"]
"""How the left side of a claim stands to what it predicts: `left relation predicts`.

`in`: between the two numbers predicted, both included. `->`: goes to the limit predicted along an index, a domain of
integers, while all else stays as it is; a literal check gives `Within`. `iff`: is true just where the condition
predicted is. `exists`: is what is predicted for some values of the domains that `witness` names, whatever the
others are; the witness is evaluated.
"""

DETERMINED: tuple[Relation, ...] = ("=", "->", "iff", "exists")
"""Relations with which one prediction at most is true: whatever differs from it is false."""


@helpful
@dataclass(frozen=True)
class Within:
    """A member of a sequence, and a bound on its distance from the limit: what a literal check of `->` gives.

    Parameters
    ----------
    value : the member, or a tuple of them.
    bound : a SymPy expression in the symbol of the index, or a tuple of them, one for each entry; for all other values
        of the instance numbers are put. It tends to 0 by its form (`theory.claim.literal.vanishing`). That
        it bounds the distance at every index is for the note to prove, without the limit; at the listed ones it is
        seen. A function without arguments gives it where the left side is run on terms, which the bound is not made of.

    >>> from theory.notation import k
    >>> Within(0, 1 / k).bound
    1/k
    """

    value: Any
    bound: Any

    @cached_property
    def bounds(self) -> Any:
        """The bound itself; symbols can be called, too."""
        given = callable(self.bound) and not hasattr(self.bound, "free_symbols")
        return self.bound() if given else self.bound


@dataclass(frozen=True)
class Near:
    """A member of a sequence with the number that bounds its distance from the limit: what is compared.

    `last`: at the farthest index that is listed.
    """

    value: Any
    bound: Any
    last: bool = False


Kind = Literal["formal", "decided", "exact", "certified", "sampled"]
"""Evidence, strongest first; `formal` and `decided` are reserved for proof assistants and solvers."""

KINDS: tuple[Kind, ...] = ("formal", "decided", "exact", "certified", "sampled")


Reach = Literal["stated", "argued", "cases", "step", "stand-in"]
"""How much of the statement evidence speaks of. `stated`: of all of it, everywhere, by what the machine did. `argued`:
of all of it, by a derivation of the author's, to which a sentence of the note reduces it. `cases`: of the statement
itself, at some instances. `step`: of a part of the note's proof. `stand-in`: of a related quantity."""

REACHES: tuple[Reach, ...] = ("stated", "argued", "cases", "step", "stand-in")


class Verdict(StrEnum):
    """What is known of a claim. Evidence, a word apart, says how."""

    HOLDS = "holds"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@helpful
@dataclass(frozen=True)
class Paper:
    """A source: its key in claim ids, and how to cite it."""

    key: str
    title: str
    authors: str
    year: int
    reference: str


@helpful
@dataclass(frozen=True)
class Locator:
    """Where in a paper: `Locator(NACHUM24, "Definition 12")`."""

    paper: Paper
    item: str


Generality = Literal["as the source", "narrower", "open"]

GENERALITIES: tuple[Generality, ...] = get_args(Generality)
"""At the source's own generality; at less, as `gap` says; or not at all: there is no claim, or an undecided one."""


@dataclass(frozen=True)
class Item:
    """A numbered statement, a figure or an experiment of a source.

    Parameters
    ----------
    name : as the source numbers it, or the words by which it is found there.
    says : what it says, in one sentence.
    gap : what the suite does not have of it; empty where it has all.
    at : how the locators of its claims begin; its name, if left out.

    Raises
    ------
    ValueError : a gap where there is none, or none where there is one.
    """

    name: str
    generality: Generality
    says: str
    gap: str = ""
    at: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.generality not in GENERALITIES:
            raise ValueError(f"{self.name}: generality {self.generality!r}: wanted one of {', '.join(GENERALITIES)}")
        if bool(self.gap) == (self.generality == "as the source"):
            raise ValueError(f"{self.name}: say what is missing where it is narrower or open, and only there")

    def settled_by(self, claims: Iterable[Any]) -> list[Any]:
        """The claims, of those of its paper, whose locators begin as it says."""
        return [
            claim for claim in claims if any(_begins(claim.source.item, start) for start in self.at or (self.name,))
        ]


def _begins(text: str, start: str) -> bool:
    """Whether it begins with these words: "Lemma 1" begins no "Lemma 13"."""
    return text.startswith(start) and not text[len(start) : len(start) + 1].isalnum()


@dataclass(frozen=True)
class Evidence:
    """One judged check. `figures` are the numbers a referee would ask for; `witness` refutes."""

    kind: Kind
    verdict: Verdict
    scope: str
    figures: Mapping[str, Any] = field(default_factory=dict)
    witness: str = ""


@helpful
@dataclass(frozen=True)
class Twin:
    """A false variant of a claim: another expression in the predicted one's place."""

    predicts: Predicted
    says: str = ""


@dataclass(frozen=True)
class Check:
    """A function of the predicted expression, with the scope of what it can show.

    Exact and certified checks yield `(where, computed, predicted)`: equal for every `where`, or the claim
    is refuted by that witness. `options` belong to the judge of the kind; `definition` is what a literal check
    computes at one point. `relation` is that of the claim. `reach` is how much of the statement it speaks of, with
    `of`: the sentence of the note that reduces the statement to what is checked, which step that is, or what a stand-in
    stands for; None for simulations of the statement itself. `figures` gives what the last run has
    found besides: side conditions, another reach.
    """

    kind: Kind
    scope: str
    run: Callable[..., Any]
    options: Any = None
    definition: Callable[[At], Any] | None = None
    reach: Reach | None = "cases"
    of: str = ""
    relation: Relation = "="
    figures: Callable[[], Mapping[str, Any]] | None = None
