"""Claims as records: what is said, where, under which hypotheses, and what would show it false.

Data, no logic. A claim predicts an *expression*; every check of it is a function of that expression,
so its false variants (twins) run through the very same check. Who judges: `theory.judge` (exact and
certified checks), `numerics.judge` (sampled ones). Who assembles verdicts: `bninit.runner`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

Predicted = Any
"""A SymPy expression or number, or a tuple of them."""

Compared = Iterator[tuple[Any, Any, Any]]
"""What exact and certified checks yield: where, computed, predicted."""

Point = Mapping[Any, Any]
"""Values for the symbols of a predicted expression."""

Status = Literal["quoted", "reconstructed", "reading", "corrected", "new"]
"""How a statement stands to its source. `quoted`: words that we hold. `reconstructed`: our account of a
statement whose text we do not hold. `reading`: a natural but false reading that no text we hold states.
`corrected`: the true form of a false or ambiguous statement. `new`: in no text we hold."""

Kind = Literal["formal", "decided", "exact", "certified", "sampled"]
"""Evidence, strongest first; `formal` and `decided` are reserved for proof assistants and solvers."""

KINDS: tuple[Kind, ...] = ("formal", "decided", "exact", "certified", "sampled")


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
    is refuted by that witness. `options` belong to the judge of the kind.
    """

    kind: Kind
    scope: str
    run: Callable[..., Any]
    options: Any = None


@dataclass(frozen=True, eq=False)
class Claim:
    """A statement about normalization at initialization, with all that is needed to settle it.

    Parameters
    ----------
    id : "paper.group.name"; the note is the heading `## name` of proofs_notes/paper/group.md.
    source : paper and item the statement comes from.
    status : how the statement stands to that source.
    says, tex : the statement in words and in TeX.
    hypotheses : what it is for.
    predicts : the predicted quantity, a SymPy expression or a tuple of them.
    over : points (values of the symbols) at which a twin may be told apart from the prediction.
    silent_on : what a reader may suppose it says, and it does not.
    uses : ids of claims it rests on.
    twins : hand-written false variants; `theory.twins` makes the automatic ones.
    expected : the verdict the suite stands for; `refuted` for printed or natural forms that are false.
    corrected_by : for a false printed form, the ids of the claims that say what is true.
    """

    id: str
    source: Locator
    status: Status
    says: str
    tex: str
    hypotheses: tuple[str, ...]
    predicts: Predicted
    over: Iterable[Point]
    silent_on: str = ""
    uses: tuple[str, ...] = ()
    twins: tuple[Twin, ...] = ()
    expected: Verdict = Verdict.HOLDS
    corrected_by: tuple[str, ...] = ()
    checks: list[Check] = field(default_factory=list, init=False, repr=False)

    @property
    def paper(self) -> str:
        return self.id.split(".")[0]

    @property
    def group(self) -> str:
        return self.id.split(".")[1]

    @property
    def name(self) -> str:
        return self.id.split(".", 2)[2]

    def exact(self, scope: str) -> Callable[[Callable[[Predicted], Any]], Callable[[Predicted], Any]]:
        """Attach a check in exact arithmetic; `scope` says for what it speaks ("every n")."""
        return self._attach("exact", scope)

    def certified(self, scope: str) -> Callable[[Callable[[Predicted], Any]], Callable[[Predicted], Any]]:
        """Attach a check in ball arithmetic: both sides are enclosures (python-flint `arb`)."""
        return self._attach("certified", scope)

    def _attach(self, kind: Kind, scope: str) -> Callable[[Callable[[Predicted], Any]], Callable[[Predicted], Any]]:
        def attach(run: Callable[[Predicted], Any]) -> Callable[[Predicted], Any]:
            self.checks.append(Check(kind, scope, run))
            return run

        return attach
