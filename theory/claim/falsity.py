"""Which twins an exact or certified check shows to be false, by an instance, and which it lets pass.

A check computes something and compares. At a comparison where it yields for a twin what it yields for the truth it says
nothing of the twin; where it yields something else, that holds for the truth and is decided otherwise for the twin, it
has an instance. If it yields something else and finds it as good, both of its sides come from the expression that is
put in: it would accept anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Literal

from flint import acb, arb

from theory.claim.judge import judge, surroundings
from theory.claim.probe import Probe, probe
from theory.words import Check, Evidence, Predicted, Verdict

Triple = tuple[Any, Any, Any]

State = Literal["false", "accepted", "silent", "open"]


NOT_VIOLATED = "it is not violated"
"""Why a check leaves a twin open where all of its comparisons hold for it, too."""


FIRST = 6
"""So many twins are put into the check itself: for few of them a probe is not worth its run."""


@dataclass(frozen=True)
class Fate:
    """What a check says of a twin: `false` (with the instance), `accepted`, nothing, or nothing decided (and why)."""

    state: State
    text: str = ""


class Trial:
    """One exact or certified check, run on what is true and then on any number of twins of it.

    most : it ends on what is true after so many comparisons; 0: it goes through all, as it does of each twin.
    """

    def __init__(self, check: Check, true: Predicted, over: Sequence[Mapping[str, Any]] = (), most: int = 0) -> None:
        self.check, self.over = replace(check, definition=None), over
        self._known: list[list[Triple]] = []
        self._runs: list[list[Triple]] = []
        self._true = true
        self._probe: list[Probe | None] = []
        self._asked = 0
        self.evidence: Evidence = judge(replace(check, run=self._keeping()), true, over=over, most=most)

    def twin(self, predicted: Predicted) -> Fate:
        """What the check says of a twin; only what differs from the truth is compared."""
        if (where := self._seen(predicted)) is not None:
            return Fate("false", str(where))
        self._runs = []
        try:
            found = judge(replace(self.check, run=self._differing), predicted, False, self.over)
        except MemoryError:
            raise
        except Exception as error:  # the check cannot be run on this expression: that is not evidence
            return Fate("open", f"raises {type(error).__name__}: {' '.join(str(error).split())[:80]}")
        if found.verdict is Verdict.REFUTED:
            return Fate("false", str(self._runs[-1][-1][0]) if self._runs and self._runs[-1] else "no value")
        if not any(self._runs):
            return Fate("silent")
        if found.verdict is Verdict.HOLDS:
            if self.check.relation not in ("=", "iff", "exists"):
                return Fate("open", NOT_VIOLATED)
            return Fate("accepted", "both of its sides change with the expression, and agree")
        return Fate("open", f"undecided at {found.figures.get('stuck', 'a comparison')}")

    def _seen(self, predicted: Predicted) -> Any:
        """Where an enclosure shows a twin to be false; None where none does."""
        self._asked += 1
        if self._asked <= FIRST or self.evidence.verdict is not Verdict.HOLDS:
            return None
        if not self._probe:
            with surroundings():
                self._probe.append(probe(self.check, self._true, self._known[0], self.over))
        return self._probe[0].differs(predicted) if self._probe[0] else None

    def _keeping(self) -> Callable[[Predicted], Any]:
        @wraps(self.check.run)
        def keeping(predicted: Predicted) -> Any:
            run = self.check.run(predicted)
            return self._kept(run) if isinstance(run, Iterable) else run

        return keeping

    def _kept(self, run: Iterable[Triple]) -> Iterator[Triple]:
        kept: list[Triple] = []
        self._known.append(kept)
        for triple in _closing(run):
            kept.append(triple)
            yield triple

    def _differing(self, predicted: Predicted) -> Iterator[Triple]:
        known = self._known[len(self._runs)] if len(self._runs) < len(self._known) else []
        kept: list[Triple] = []
        self._runs.append(kept)
        for place, triple in enumerate(_closing(self.check.run(predicted))):
            if not (place < len(known) and _alike(triple, known[place])):
                kept.append(triple)
                yield triple


def _closing(run: Iterable[Triple]) -> Iterator[Triple]:
    """A run that ends when it is left, so that a precision which it has set comes back then."""
    try:
        yield from run
    finally:
        if hasattr(run, "close"):
            run.close()


def _alike(a: Any, b: Any) -> bool:
    """The same object, form or ball: not equal by proof, for that is the judge's to say."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, tuple | list):
        return len(a) == len(b) and all(map(_alike, a, b))
    if isinstance(a, arb):
        return _point(a.mid(), b.mid()) and _point(a.rad(), b.rad())
    if isinstance(a, acb):
        return _alike(a.real, b.real) and _alike(a.imag, b.imag)
    try:
        return bool(a == b)
    except Exception:  # whatever cannot be compared is taken to differ
        return False


def _point(a: arb, b: arb) -> bool:
    return bool(a == b) or (not a.is_finite() and a.str() == b.str())
