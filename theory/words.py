"""The words that claims are made of: papers and places in them, verdicts and evidence, checks and twins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import SimpleNamespace
from typing import Any, Literal

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
        return vars(self)[name]


Status = Literal["quoted", "reconstructed", "reading", "corrected", "new", "measured", "heuristic"]
"""How a statement stands to its source. `quoted`: words that we hold. `reconstructed`: our account of a
statement whose text we do not hold. `reading`: a natural but false reading that no text we hold states.
`corrected`: the true form of a false or ambiguous statement. `new`: in no text we hold. `measured`: a
number of our own simulator, kept as a regression and counted apart. `heuristic`: a law without a proof."""

Relation = Literal["=", "<=", "<", ">=", ">", "in", "->", "iff", "exists"]
"""How the left side of a claim stands to what it predicts: `left relation predicts`.

`in`: between the two numbers predicted, both included. `->`: goes to the limit predicted along an index; a literal
check gives `Within`. `iff`: is true just where the condition predicted is. `exists`: is what is predicted at the
witnesses that `given` lists, each of which settles it.
"""

DETERMINED: tuple[Relation, ...] = ("=", "->", "iff", "exists")
"""Relations with which one prediction at most is true: whatever differs from it is false."""


@dataclass(frozen=True)
class Within:
    """A member of a sequence, and a proved bound on its distance from the limit, which does not use the limit.

    >>> Within(0, 1).bound
    1
    """

    value: Any
    bound: Any


Kind = Literal["formal", "decided", "exact", "certified", "sampled"]
"""Evidence, strongest first; `formal` and `decided` are reserved for proof assistants and solvers."""

KINDS: tuple[Kind, ...] = ("formal", "decided", "exact", "certified", "sampled")


Reach = Literal["stated", "cases", "step", "stand-in"]
"""How much of the statement evidence speaks of. `stated`: of all of it, everywhere. `cases`: of the statement itself,
at some instances. `step`: of what the note reduces it to. `stand-in`: of a related quantity."""

REACHES: tuple[Reach, ...] = ("stated", "cases", "step", "stand-in")


class Verdict(StrEnum):
    """What is known of a claim. Evidence, a word apart, says how."""

    HOLDS = "holds"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Paper:
    """A source: its key in claim ids, and how to cite it."""

    key: str
    title: str
    authors: str
    year: int
    reference: str


@dataclass(frozen=True)
class Locator:
    """Where in a paper: `Locator(NACHUM24, "Definition 12")`."""

    paper: Paper
    item: str


@dataclass(frozen=True)
class Evidence:
    """One judged check. `figures` are the numbers a referee would ask for; `witness` refutes."""

    kind: Kind
    verdict: Verdict
    scope: str
    figures: Mapping[str, Any] = field(default_factory=dict)
    witness: str = ""


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
    computes at one point. `reach` is how much of the statement it speaks of, with `of`: the sentence of the note that
    reduces the statement to a step, or what a stand-in stands for; None where nobody has said.
    """

    kind: Kind
    scope: str
    run: Callable[..., Any]
    options: Any = None
    definition: Callable[[At], Any] | None = None
    reach: Reach | None = None
    of: str = ""
