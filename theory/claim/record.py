"""Claims as records: what is said, where, under which hypotheses, and what would show it false.

Data, no logic. A claim predicts an *expression*; every check of it is a function of that expression,
so its false variants (twins) run through the very same check. Who judges: `theory.claim.judge` (exact and
certified checks), `numerics.judging` (sampled ones). Who assembles verdicts: `bninit.run.judging.verdict`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, cast, overload

from theory.calls import helpful
from theory.claim import validation
from theory.claim.literal.statement import AtInstance, Statement, cases
from theory.claim.literal.witnesses import with_witness
from theory.claim.place import Place, place
from theory.claim.points import Points
from theory.domains.given import Given
from theory.domains.numbers import Domain
from theory.words import (
    Check,
    Kind,
    Locator,
    Paper,
    Point,
    Predicted,
    Relation,
    Status,
    Twin,
    Verdict,
)

Attach = Callable[[Callable[[Predicted], Any]], Callable[[Predicted], Any]]

SUITE = "theory.papers."
"""The modules that make the suite's own claims."""

MOST_CASES = 120
"""Instances at which a literal check is evaluated."""


@helpful
@dataclass(frozen=True, eq=False)
class Claim:
    """A statement with all that is needed to settle it. Five parameters make one, and a function, its left side:

    >>> from theory import Claim, Locator, Paper
    >>> from theory.domains import Integers
    >>> from theory.notation import n
    >>> @Claim(
    ...     "mine.sums.odd",
    ...     source=Locator(Paper("mine", "My paper", "I. Myself", 2026, "draft"), "Lemma 1"),
    ...     says="the first n odd numbers add up to n^2",
    ...     predicts=n**2,
    ...     given={"n": Integers(1)},
    ... )
    ... def odd(at):
    ...     return sum(2 * k + 1 for k in range(at.n))

    Parameters
    ----------
    id : "paper.group.name"; the note is the heading `## name` of proofs.md beside the claims file.
    source : paper and item the statement comes from.
    says : the statement in words.
    predicts : the predicted quantity, a SymPy expression or a tuple of them, exact.
    given : what it quantifies over: a domain for each symbol and object, by name, or `Given` of these.

    Other Parameters
    ----------------
    relation : how the left side stands to `predicts`: =, <=, <, >=, >, in, ->, iff or exists; with "<=" `predicts`
        bounds it from above.
    status : how the statement stands to that source.
    hypotheses : what it is for, as far as `given` does not say it.
    silent_on : what a reader may suppose it says, and it does not.
    uses : ids of claims it rests on.
    twins : hand-written false variants; `theory.claim.twins` makes the automatic ones.
    speaks_of : components (`theory.primitive`) without which the statement would be false, as a check has to notice.
    over : points (values of the symbols) at which a twin may be told apart from the prediction, where `given` is left
        out.
    expected : the verdict the author stands for; `refuted` for printed or natural forms that are false.
    corrected_by : for a false printed form, the ids of the claims that say what is true.
    truth : for a false form, what is true instead, in the form of `predicts`: each check, run with it, has to hold
        (the control). Left out, the `predicts` of the one claim that `corrected_by` names, if it has the same form.
    no_truth : for a false form, why nothing true of the same form exists; then there is no `truth`.
    witness : with "exists", for the domains of which a value is claimed to exist, that value, or a function of an
        instance of the others.
    decided_to : sizes up to which solvers decide it (`bninit check --decide`), of a statement without sizes 1; 0: none.
    tex : the statement in TeX, where it is not made from what is evaluated (`theory.statement.face`).
    left : the predicted quantity in TeX, as in `left relation predicts`, where that is not made.
    reads : data files that its checks read, relative to the file that states it.
    note : the file of its proof note, relative to that file, where it is not one of the usual ones (`bninit.notes`).
    """

    id: str
    source: Locator
    says: str
    predicts: Predicted
    given: Given | Mapping[str, Domain] | None = None
    _: KW_ONLY
    status: Status = "new"
    hypotheses: tuple[str, ...] = ()
    tex: str = ""
    over: Iterable[Point] = ()
    silent_on: str = ""
    uses: tuple[str, ...] = ()
    twins: tuple[Twin, ...] = ()
    expected: Verdict = Verdict.HOLDS
    corrected_by: tuple[str, ...] = ()
    relation: Relation = "="
    witness: Mapping[str, Any] = field(default_factory=dict)
    truth: Predicted | None = None
    no_truth: str = ""
    reads: tuple[str, ...] = ()
    note: str = ""
    left: str = ""
    speaks_of: tuple[str, ...] = ()
    decided_to: int = 0
    checks: list[Check] = field(default_factory=list, init=False, repr=False)
    made: Place = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Look at every field (`InvalidClaimError` in a sentence), note where the claim is made, and register it.

        The points of the suite's claims are looked at when they are first wanted.
        """
        with _named(validation.identifier(self.id)):
            for name, found in _fields(self).items():
                object.__setattr__(self, name, found)
        object.__setattr__(self, "made", place(__name__))
        if not self.module.startswith(SUITE):
            tuple(self.over)
        _MADE.append(self)

    @property
    def paper(self) -> str:
        return self.id.split(".")[0]

    @property
    def group(self) -> str:
        return self.id.split(".")[1]

    @property
    def name(self) -> str:
        return self.id.split(".", 2)[2]

    @property
    def module(self) -> str:
        """Name of the module whose top level made the claim."""
        return str(self.made.names["__name__"])

    @property
    def file(self) -> str:
        return self.made.file

    @property
    def line(self) -> int:
        return self.made.line

    @helpful
    def exact(self, scope: str, *, argued: str = "", step: str = "", stand_in: str = "") -> Attach:
        """Attach a check in exact arithmetic; `scope` says for what it speaks ("every n").

        Its comparisons are instances of the statement, unless one of these is said.

        argued : the sentence of the note that reduces the statement, for all instances, to what is checked.
        step : what the note needs besides; it settles nothing.
        stand_in : what it looks at in the statement's place, and why; it settles nothing.
        """
        return self._attach("exact", scope, argued=argued, step=step, stand_in=stand_in)

    @helpful
    def certified(self, scope: str, *, argued: str = "", step: str = "", stand_in: str = "") -> Attach:
        """Attach a check in ball arithmetic: both sides are enclosures (python-flint `arb`). See `exact`."""
        return self._attach("certified", scope, argued=argued, step=step, stand_in=stand_in)

    def __call__(self, run: AtInstance) -> Claim:
        """Attach the left side, which a claim decorates: `literal` as it is by default."""
        return self.literal(run)

    @overload
    def literal(
        self,
        run: AtInstance | Claim,
        *,
        kind: Kind = "exact",
        scope: str = ...,
        symbols: bool | str = False,
        most: int = MOST_CASES,
        boxes: int = 0,
        whole: bool = True,
    ) -> Claim: ...

    @overload
    def literal(
        self,
        *,
        kind: Kind = "exact",
        scope: str = ...,
        symbols: bool | str = False,
        most: int = MOST_CASES,
        boxes: int = 0,
        whole: bool = True,
    ) -> Callable[[AtInstance], Claim]: ...

    @helpful
    def literal(
        self,
        run: AtInstance | Claim | None = None,
        *,
        kind: Kind = "exact",
        scope: str = "by definition",
        symbols: bool | str = False,
        most: int = MOST_CASES,
        boxes: int = 0,
        whole: bool = True,
    ) -> Any:
        """Attach the left side at one instance by its definition: `run(at)`, which sees no prediction.

        It is evaluated at the first `most` instances of `given`, and at the points of `over` where there is none.

        symbols : evaluate it on the symbols themselves, too: if that is the prediction, it is shown as stated. Of an
            inequality, the sign of the difference on the whole domain: coefficients, or exact real roots. Where a
            divisor may vanish on the domain, or a root or logarithm have no value, it is one case more. Where helpers
            that remember their values have computed a part apart from the symbols, it is argued: then what that part
            is, in words.
        boxes : evaluate it in balls, too, on at most so many boxes that cover the whole of a compact domain: an
            inequality that is decided on each is shown as stated.
        whole : whether all instances, where they can be listed, show the statement; not so where sides agree in balls,
            which is no equality, or where the left side is reduced by hand before it is evaluated.

        `at` has the values by symbol name, as `at.n` or `at["n"]`. Used as a decorator, with or without arguments, it
        gives the claim: the name below is that of the claim.

        run : also a claim that has the same left side.
        """

        def attach(run: AtInstance | Claim) -> Claim:
            if isinstance(run, Claim):
                (run,) = {check.definition for check in run.checks if check.definition is not None}
            validation.blind(run, self.predicts)
            if self.relation == "exists" and (symbols or boxes):
                raise validation.InvalidClaimError(
                    f"{self.id}: `exists` is shown at a witness: leave symbols and boxes out"
                )
            said = Statement(
                self.id, self.quantified, run, self.relation, self.predicts, lambda: self.truth, lambda: self.symbols,
                self.witness, self.over,
            )  # fmt: skip
            self.checks.extend(said.checks(kind, scope, symbols=symbols, most=most, boxes=boxes, whole=whole))
            return self

        return attach if run is None else attach(run)

    def instances(self, most: int = MOST_CASES) -> list[dict[str, Any]]:
        """The first instances of `given`, or the points of `over`: values by symbol's name."""
        listed = cases(self.id, self.quantified, self.relation, self.witness, self.over, most)()
        if self.relation == "exists":
            listed = [with_witness(self.witness, at) for at in listed]
        return [self.quantified.at(instance) for instance in listed] if self.quantified else listed

    @property
    def quantified(self) -> Given | None:
        """`given`, as it is kept."""
        return cast("Given | None", self.given)

    @property
    def symbols(self) -> dict[str, Any]:
        """The symbols of the prediction by name."""
        forms = [self.predicts, *(twin.predicts for twin in self.twins), *([] if self.truth is None else [self.truth])]
        return dict(validation.symbols(forms))

    def _attach(self, kind: Kind, scope: str, **said: str) -> Attach:
        reach, of = validation.reach(said)
        if not isinstance(scope, str):
            raise validation.InvalidClaimError(
                f"{self.id}: {kind} takes the scope first, in words: write @claim.{kind}('every n') above the check"
            )

        def attach(run: Callable[[Predicted], Any]) -> Callable[[Predicted], Any]:
            self.checks.append(Check(kind, scope, run, reach=reach or "cases", of=of, relation=self.relation))
            return run

        return attach


@contextmanager
def _named(name: str) -> Iterator[None]:
    """What is refused is said of the claim of this name."""
    try:
        yield
    except validation.InvalidClaimError as error:
        raise validation.InvalidClaimError(f"{name}: {error}") from error.__cause__


def _fields(claim: Claim) -> dict[str, Any]:
    if not (isinstance(claim.source, Locator) and isinstance(claim.source.paper, Paper)):
        raise validation.InvalidClaimError(f"source is {claim.source!r:.60}: wanted Locator(Paper(..), 'Lemma 1')")
    found = {
        **{
            name: validation.text(getattr(claim, name), name)
            for name in ("says", "tex", "silent_on", "no_truth", "note", "left")
        },
        **{
            name: validation.texts(getattr(claim, name), name)
            for name in ("hypotheses", "uses", "corrected_by", "reads")
        },
        "status": validation.status(claim.status),
        "relation": validation.relation(claim.relation),
        "expected": validation.verdict(claim.expected),
        "given": (given := validation.given(claim.given)),
        "witness": validation.witness(claim.relation, claim.witness, given),
        "speaks_of": validation.components_of(claim.speaks_of),
        "predicts": validation.predicted(claim.predicts, "predicts"),
        "twins": validation.twins(claim.twins, claim.predicts),
    }
    validation.of_form(found["relation"], claim.predicts)
    stated = {"predicts": claim.predicts}
    if claim.truth is not None:
        stated["truth"] = validation.predicted(claim.truth, "truth", claim.predicts)
    validation.control(found["expected"], claim.predicts, claim.truth, found["no_truth"])
    known = validation.symbols((*stated.values(), *(twin.predicts for twin in found["twins"])))

    spoken = () if given is not None and not claim.over else validation.points(claim.over)

    def looked_at() -> tuple[Point, ...]:
        with _named(claim.id):
            listed = [] if given is None else validation.instances(given, 1 if spoken else validation.FEW)
            first = [] if given is None or spoken else [given.at(at) for at in listed]
            over = spoken or validation.numbers(first)
            if given is not None and not spoken:
                for name, expression in stated.items():
                    validation.letters(expression, name, given, first)
            validation.belong(over, given)
            for name, expression in stated.items():
                validation.speaks(expression, name, over, known)
            for count, twin in enumerate(found["twins"], 1):
                validation.given_everywhere(twin.predicts, f"twin {count}", over)
            return over

    return found | {"over": Points(spoken, looked_at)}


_MADE: list[Claim] = []


def made(since: int = 0) -> tuple[Claim, ...]:
    """All claims that this process has made, in their order, but for the first few."""
    return tuple(_MADE[since:])
