"""How the room's claims are written: `@true(..)` and `@false(..)` say once what a claim says and whether that is so.

    @true("<=", 2 - n, {"n": Integers(1)})
    @false("<", 2 - n, {"n": Integers(1)})
    def name_of_the_claims(at):
        "What they say, and the mistake."
        return ..

    table(("What it says.", lambda at: .., true("<=", ..), false("<", ..)))  # the same, in lines

The function is the left side of each, attached by `@claim.literal`. A claim is made when it is judged: what is refused
there is as good an answer as any to a false one, and refuses nobody else's.
"""

from __future__ import annotations

import re
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from bninit.api import Claim, Given, Locator, Paper, check, judge

PAPER = Paper("adversary", "Claims that people get wrong", "The adversary", 2026, "tests/adversarial")

OF_LITERAL = frozenset({"kind", "symbols", "boxes", "most", "whole"})
"""Options that go to `literal`."""

OF_GIVEN = frozenset({"where", "words", "letters"})

OF_CHECK = frozenset({"argued", "step", "stand_in"})

FAR = ("stated", "argued")
"""Reaches that promise more than the listed instances."""

VERDICTS = (" holds", " undecided", " refused", " refuted")

SECONDS = 20
"""A claim that takes longer has no answer."""


@dataclass(frozen=True)
class Trap:
    """A claim of which we know whether it is true.

    by : how the function is attached: "literal", "exact" or "certified" (it then yields what a check yields), or
        "judge" (its literal check is judged alone, by `bninit.api.judge`).
    cases : whether a false claim may hold in cases: its listed instances cannot show it, or are not members.
    room : where it stands.
    unearned : whether a true claim has to stay below `stated` and `argued`: nothing of what it does shows all of it.
    open : whether a true claim need not hold, but may be refused or undecided.
    """

    name: str
    is_true: bool
    relation: str
    predicts: Any
    given: Any
    run: Callable[..., Any]
    options: dict[str, Any]
    by: str = "literal"
    cases: bool = False
    unearned: bool = False
    open: bool = False
    room: str = ""

    def claim(self) -> Claim:
        """The claim with its check."""
        of_given = {name: self.options[name] for name in OF_GIVEN & self.options.keys()}
        given = Given(self.given, **of_given) if of_given else self.given
        others = OF_LITERAL | OF_GIVEN | OF_CHECK
        fields = {name: option for name, option in self.options.items() if name not in others}
        text = (self.run.__doc__ or "").strip()
        fields = {"status": "new", "tex": rf"\text{{{self.run.__name__}}}", "hypotheses": (), "says": text} | fields
        made = Claim(
            f"adversary.{self.name}", source=Locator(PAPER, self.name), given=given, relation=self.relation,
            predicts=self.predicts, left="left", **fields,
        )  # fmt: skip
        if self.by in ("exact", "certified"):
            of_check = {name: self.options[name] for name in OF_CHECK & self.options.keys()}
            getattr(made, self.by)("what it yields", **of_check)(self.run)
        else:
            made.literal(**{name: self.options[name] for name in OF_LITERAL & self.options.keys()})(self.run)
        return made


@dataclass(frozen=True)
class Answer:
    """What the judge says of a trap: a verdict and a reach, or `refused` with the error."""

    verdict: str
    reach: str = ""
    said: str = ""
    seconds: float = 0.0
    figures: dict[str, Any] = field(default_factory=dict)


TRAPS: list[Trap] = []


def true(relation: str, predicts: Any, given: Any = None, **options: Any) -> Callable[[Any], Any]:
    """Register a true claim."""
    return _kept(True, relation, predicts, given, options)


def false(relation: str, predicts: Any, given: Any = None, **options: Any) -> Callable[[Any], Any]:
    """Register a false claim."""
    return _kept(False, relation, predicts, given, options)


def _kept(is_true: bool, relation: str, predicts: Any, given: Any, options: dict[str, Any]) -> Callable[[Any], Any]:
    ours = {name: options.pop(name) for name in ("by", "cases", "unearned", "open") if name in options}

    def keep(run: Callable[..., Any]) -> Callable[..., Any]:
        room = run.__module__.rsplit(".", 1)[-1]
        name = f"{room}.{run.__name__.replace('_', '-')}-{'true' if is_true else 'false'}"
        if others := [trap for trap in TRAPS if trap.name.startswith(name)]:
            if any(trap.run is not run for trap in others):
                raise ValueError(f"two functions are called {run.__name__}")
            name += f"-{len(others) + 1}"
        TRAPS.append(Trap(name, is_true, relation, predicts, given, run, options, room=room, **ours))
        return run

    return keep


def table(*rows: tuple[Any, ...]) -> None:
    """Register rows of what is said, the left side, and claims of it; a row's name is what it says."""
    for says, left, *claims in rows:
        left.__name__, left.__doc__ = re.sub("[^a-z0-9]+", "-", says.lower()).strip("-")[:60], says
        for keep in claims:
            keep(left)


def answer(trap: Trap, level: str = "quick") -> Answer:
    """What `bninit.api.check` says of a trap, or `judge` of its first check; a crash is `refused`."""
    try:
        with _limited(SECONDS):
            claim = trap.claim()
            if trap.by == "judge":
                alone = judge(claim.checks[0], claim.predicts)
                return Answer(str(alone.verdict), str(alone.figures.get("reach", "")), alone.witness)
            found = check(claim, level)
    except Exception as error:
        return Answer("refused", said=f"{type(error).__name__}: {error}")
    witness = next((item.witness for item in found.evidence if item.witness), "")
    return Answer(str(found.verdict), found.reach, witness or found.reason, found.cpu)


def wrong(trap: Trap, given: Answer) -> str:
    """What is wrong with an answer, in words; empty if nothing is."""
    if trap.is_true and given.verdict != "holds" and not (trap.open and given.verdict != "refuted"):
        return f"a true claim is {given.verdict}: {given.said}"
    if trap.is_true and trap.unearned and given.verdict == "holds" and given.reach in FAR:
        return f"it holds, {given.reach}: nothing that it does shows that"
    if not trap.is_true and given.verdict == "holds" and (given.reach in FAR or not trap.cases):
        return f"a false claim holds, {given.reach}"
    return ""


def summary(traps: Iterable[Trap], line: Callable[[Trap, Answer, str], str]) -> int:
    """Judge and print the lines that are not empty, and counts by room; how many answers are wrong."""
    counts: dict[str, Counter[str]] = {}
    for trap in traps:
        found = answer(trap)
        bad = wrong(trap, found)
        kind = "true" if trap.is_true else "f."
        counts.setdefault(trap.room, Counter()).update([kind, f"{kind} {found.verdict}", *["wrong"][: bool(bad)]])
        if text := line(trap, found, bad):
            print("WRONG" if bad else "     ", text)
    columns = [kind + verdict for kind in ("true", "f.") for verdict in ("", *VERDICTS)] + ["wrong"]
    print("room".ljust(46), *(name.rjust(14) for name in columns))
    for room, found_in in [*sorted(counts.items()), ("all", sum(counts.values(), Counter()))]:
        print(room.ljust(46), *(str(found_in[name]).rjust(14) for name in columns))
    return sum(found_in["wrong"] for found_in in counts.values())


@contextmanager
def _limited(seconds: int) -> Iterator[None]:
    """Raise `TimeoutError` in the main thread after so many seconds."""

    def late(*_: Any) -> None:
        raise TimeoutError(f"no answer in {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
